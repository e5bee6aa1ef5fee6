"""A window with a list to choose from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from attrs import frozen
from rich.cells import cell_len
from rich.console import RenderableType
from rich.style import Style
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from caravan_tui.i18n import _, _p
from caravan_tui.widgets.choice_rows import ChoiceRow, RowHeading, TypedMove
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.commands import Command, bindings, key_name
from caravan_tui.widgets.dialog import Dialog, first_fitting, more_words, subtitle_room
from caravan_tui.widgets.drawing.colours import Colour, legible
from caravan_tui.widgets.drawing.palette import palette
from caravan_tui.widgets.drawn import pens_of, shown_as
from caravan_tui.widgets.theme_changes import follow_theme
from caravan_tui.widgets.two_click_list import TwoClickList

LIST = (
    Command(
        "list.next", "tab", "heading(1)", "Next heading",
        "Go to the first row below the next heading of a list in a window.", in_palette=False,
    ),
    Command(
        "list.previous", "shift+tab", "heading(-1)", "Previous heading",
        "Go to the first row below this heading, or below the one before it.", in_palette=False,
    ),
)  # fmt: skip
"""What leads through a list with headings."""


@frozen
class Choice:
    """What a row of a list says of a choice. The filter knows all of it."""

    words: str
    aside: str = ""
    """What stands faint at the right."""
    gain: str = ""
    """What ends the first line, after that."""
    detail: str = ""
    """What stands aside only where it costs no line."""
    cost: tuple[str, str] = ("", "")
    """What stands behind the heading if most of its rows cost that, and behind the aside of all
    others."""
    group: str = ""
    """The heading above it and those after it with the same one."""
    code: str = ""
    """How it is typed, which stands below the list for the row under the cursor."""
    note: str = ""
    """What the names in the code stand for, or the letters in the pieces."""
    chip: tuple[str, str] | None = None
    """A letter before it, and the name of the colour in the palette that it lies on."""
    swatches: Sequence[Colour] = ()
    """Colours that stand before it, two cells each, where the terminal has colours."""
    pieces: Sequence[tuple[str, str]] = ()
    """The row in short, each text with such a name, `INK on GROUND`, or none. The words then stand
    below the list, with all that stands aside if there is a gain, unless they are the code."""
    parent: int | None = None
    """The row that stands for this one, which is listed only where the filter asks for its own
    words."""

    @property
    def has_words_below(self) -> bool:
        """Whether a row in short stands below the list, too: not if it reads the same there, or as
        it is typed."""
        in_pieces = "".join(text for text, _colour in self.pieces)
        return in_pieces not in ("", self.words) and self.words != self.code

    @property
    def all_words(self) -> str:
        """What can be read in the row and in its heading."""
        parts = self.words, self.detail, self.aside, self.gain, self.cost[0], self.group
        return " ".join(parts)


class Chooser(Dialog[int]):
    """A list to choose from, with a line that filters it; returns the index of a row."""

    CLOSES_BY_CLICK: ClassVar = True

    IS_TRIED_BY_CLICK: ClassVar = False
    """Whether a first click only previews a row, and a second one chooses it."""
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(LIST),
        Binding("home", "edge(-1)", show=False, priority=True),
        Binding("end", "edge(1)", show=False, priority=True),
    ]

    DEFAULT_CSS = """
    Chooser > #window { width: 76; height: auto; }
    Chooser #filter { height: 1; margin-bottom: 1; }
    Chooser Input { width: 1fr; height: 1; border: none; margin: 0; }
    Chooser OptionList { height: auto; max-height: 17; border: none; background: $surface;
        scrollbar-size-vertical: 1; }
    Chooser OptionList:focus { border: none; }  /* else a click shifts the rows under itself */
    Chooser.-one-line OptionList { text-wrap: nowrap; text-overflow: ellipsis; }
    Chooser #count { width: auto; color: $text-muted; padding: 0 1; }
    Chooser #typed { display: none; color: $text-muted; height: auto; max-height: 2; }
    Chooser.-in-pieces { & OptionList { max-height: 15; } & #typed { height: 4; max-height: 4; } }
    Chooser #nothing { display: none; color: $text-muted; height: auto; }
    Chooser.-nothing { & #nothing { display: block; } & OptionList { display: none; } }
    """

    def __init__(
        self,
        heading: str,
        rows: Sequence[str | Choice],
        preview: Callable[[int | None], None] | None = None,
        one_line: bool = False,
        highlighted: int = 0,
    ) -> None:
        """`preview(index)`: called with the row under the cursor, and with None at the end;
        `one_line`: cut rows that are too long, the filter still knows all of their words;
        `highlighted`: the row under the cursor at first."""
        super().__init__(classes="-one-line" if one_line else None)
        self.heading = heading
        self.choices = [row if isinstance(row, Choice) else Choice(row) for row in rows]
        self.matching: list[int] = []
        """The indices of the rows that the filter leaves."""
        self.preview = preview
        self.first_highlighted = highlighted
        self.has_chips = any(choice.chip for choice in self.choices)
        self.set_class(any(choice.has_words_below for choice in self.choices), "-in-pieces")
        self.filter_words: Sequence[str] = ()
        """What the rows have to contain."""

    def compose(self) -> ComposeResult:
        """Filter with the count of rows, list."""
        with Vertical(id="window") as window:
            window.border_title = self.heading
            yield from self.compose_top()
            with Horizontal(id="filter"):
                yield Input(placeholder=_("Type to filter"), compact=True)
                yield Static(id="count", markup=False)
            if self.IS_TRIED_BY_CLICK:
                yield TwoClickList("rows")
            else:
                yield OptionList(id="rows", markup=False)
            yield Static(id="nothing", markup=False)
            yield Static(id="typed", markup=False)

    def compose_top(self) -> ComposeResult:
        """What stands above the filter: nothing, unless a chooser has something to look at."""
        yield from ()

    def foot(self) -> str:
        """What the keys of the window do, after whether there are more rows than can be seen."""
        close, room = key_name(self, "dialog.close"), subtitle_room(self.query_one("#window"))
        words = _("Enter or a click chooses · {close} closes")
        if self.IS_TRIED_BY_CLICK:
            words = _("Enter or two clicks choose · {close} closes")
        words = words.format(close=close)
        more = more_words(self.option_list)
        parts = [more, words] if more else [words]
        if not self.has_headings:
            ways = [parts, [*parts[:-1], super().foot()]]
            return first_fitting([" · ".join(way) for way in ways], room)
        heading = _("{key} next heading").format(key=key_name(self, "list.next"))
        parts.insert(-1, heading)
        ways = [parts, [*parts[:-1], super().foot()], [*parts[:-2], super().foot()]]
        return first_fitting([" · ".join(way) for way in ways], room)

    def show_foot(self) -> None:
        """Write the foot again, as other rows can be seen."""
        if is_open(self) and not self.has_class("-answers"):
            self.query_one("#window").border_subtitle = self.foot()

    def key_bar(self) -> Sequence[tuple[str, str]]:
        """Keys and what they do, for the foot of the screen."""
        enter = (_p("key", "Enter"), _("Confirm"))
        headings = [(key_name(self, "list.next"), _("Next heading"))] if self.has_headings else []
        return [("↑↓", _("Select")), *headings, enter, *super().key_bar()]

    @property
    def has_headings(self) -> bool:
        """Whether there are headings to go to."""
        return len(self._firsts()) > 1

    @property
    def option_list(self) -> OptionList:
        """The rows that the filter leaves."""
        return self.query_one("#rows", OptionList)

    def on_mount(self) -> None:
        """Show all rows."""
        self.filter("")
        follow_theme(self, self._recolour)
        self.watch(self.option_list, "scroll_y", self.show_foot, init=False)
        self.watch(self.option_list, "virtual_size", self.show_foot, init=False)
        if self.first_highlighted < len(self.choices):
            self.highlight(self.first_highlighted)
            self.call_after_refresh(self.option_list.scroll_to_highlight)

    def _recolour(self) -> None:
        """Draw rows and headings in the colours of another theme."""
        for number, (line, _index) in enumerate(self._lines() if is_open(self) else ()):
            self.option_list.replace_option_prompt_at_index(number, line)

    def filter(self, text: str) -> None:
        """Show the rows that contain all words of a text."""
        self.filter_words = text.lower().split()
        fitting = {index for index in range(len(self.choices)) if self._is_fitting(index)}
        self.matching = [
            index for index in sorted(fitting) if self.choices[index].parent not in fitting
        ]
        self.option_list.clear_options()
        self.option_list.add_options(self._options())
        if self.matching:
            self.highlight(self.matching[0])
        count = str(sum(choice.parent is None for choice in self.choices))
        if self.filter_words:
            count = _("{shown} of {all}").format(shown=len(self.matching), all=count)
        self.query_one("#count", Static).update(count)
        has_nothing = bool(self.choices) and not self.matching
        has_codes = any(choice.code for choice in self.choices)
        self.query_one("#typed", Static).display = has_codes and not has_nothing
        self.query_one("#nothing", Static).update(self.why_nothing() if has_nothing else "")
        self.set_class(has_nothing, "-nothing")

    def why_nothing(self) -> str:
        """Say that nothing fits the filter, and what does: words of rows and of their headings."""
        words = _("Nothing matches '{text}'.").format(text=" ".join(self.filter_words))
        names = [choice.group for choice in self.choices] + [choice.code for choice in self.choices]
        examples = [name for name in names if name]
        if examples:
            words += " " + _(
                "You can type words of a row or of its heading, for example: {example}"
            )
            return words.format(example=examples[0].lower())
        return words

    def _is_fitting(self, index: int) -> bool:
        """Whether a row or how it is typed contains all words of the filter."""
        return self._fits(self.choices[index].all_words) or self._fits(self.choices[index].code)

    def _fits(self, text: str) -> bool:
        """Whether a text contains all words of the filter."""
        return all(word in text.lower() for word in self.filter_words)

    @property
    def row_lengths(self) -> list[int]:
        """The columns of each of the rows that the filter leaves, in one line."""
        rows = [self._row(index) for index in self.matching]
        return [row.length if isinstance(row, ChoiceRow) else cell_len(str(row)) for row in rows]

    @property
    def widest_row(self) -> int:
        """The columns of the longest of them."""
        return max(self.row_lengths, default=0)

    @property
    def widest_heading(self) -> int:
        """The columns of the longest heading above them, in one line."""
        lines = [line for line, _index in self._lines()]
        return max((line.length for line in lines if isinstance(line, RowHeading)), default=0)

    def rows_in(self, columns: int) -> int:
        """The lines in so many columns of the rows and headings that the filter leaves, or of what
        is said where it leaves none."""
        console = self.app.console
        options = console.options.update(width=columns)
        rows = [row for row, _index in self._lines()] or [Text(self.why_nothing())]
        return sum(len(console.render_lines(row, options)) for row in rows)

    def _options(self) -> list[Option]:
        """The rows that the filter leaves, below the headings of their groups."""
        return [
            Option(row, disabled=True) if index is None else Option(row, id=str(index))
            for row, index in self._lines()
        ]

    def _lines(self) -> list[tuple[RenderableType, int | None]]:
        """The same, each row with its index, headings with None."""
        lines: list[tuple[RenderableType, int | None]] = []
        group = ""
        for index in self.matching:
            if self.choices[index].group != group and len(self.choices) > 1:
                group = self.choices[index].group
                parts = group, self._cost_below(group)[0]
                lines.append((self._heading(" · ".join(filter(None, parts))), None))
            lines.append((self._row(index), index))
        return lines

    def _cost_below(self, group: str) -> tuple[str, str]:
        """What most rows below a heading cost, of those that it always has; empty without one."""
        if not group or len(self.choices) == 1:
            return "", ""
        costs = [
            choice.cost
            for choice in self.choices
            if choice.group == group and choice.parent is None
        ]
        return max(costs, key=costs.count)

    def _heading(self, group: str) -> RenderableType:
        """The heading of a group."""
        primary = Style.parse(self.app.theme_variables["primary"])
        line = "-" if self.app.has_class("-ascii") else "─"
        return RowHeading(
            Text(group, primary + Style(bold=True)), Text(line, primary + Style(dim=True))
        )

    def _row(self, index: int) -> RenderableType:
        """A row, with what stands aside at the right edge."""
        choice = self.choices[index]
        cost, words = choice.cost, Text(choice.words)
        is_said = cost == self._cost_below(choice.group)
        aside = " · ".join(filter(None, (choice.aside, "" if is_said else cost[1])))
        if choice.pieces:
            words = Text.assemble(*(self._on_colour(*piece) for piece in choice.pieces))
        most = max(len(other.swatches) for other in self.choices)
        if most and pens_of(self.app, ascii_only=False).has_pixels:
            grounds = [Style(bgcolor=shown_as(self.app, colour)) for colour in choice.swatches]
            cells = [Text("  ", ground) for ground in grounds] or [Text("  " * most)]
            words = Text.assemble(*cells, "  ", words)
        if chip := choice.chip:
            words = Text.assemble(self._on_colour(f" {chip[0]} ", chip[1]), "  ", words)
        elif self.has_chips and not choice.pieces:
            words = Text.assemble(" " * 5, words)  # below the words of the others
        gain = choice.gain
        if not aside and not gain and self.has_class("-one-line"):
            return words
        aside_text = Text(aside, "dim")
        colours = palette(self.app.theme_variables, self.app.current_theme.dark)
        bright = Style(color=shown_as(self.app, colours.gain), bold=True)
        aside_text.highlight_regex(r"(?<!\S)\+\d+", style=bright)  # what it brings stands out
        loss = Style(color=shown_as(self.app, colours.loss), dim=False)
        aside_text.highlight_regex(r"(?<!\S)-\d+", style=loss)
        return ChoiceRow(
            words,
            aside_text,
            self.has_class("-one-line"),
            Text(gain, bright if gain.startswith("+") else "dim"),
            Text(choice.detail, "dim"),
            is_said_below=choice.has_words_below,
        )

    def _on_colour(self, text: str, name: str) -> Text:
        """A text on a colour of the palette, in another one for `INK on GROUND`; with an empty name
        on the ground of the row."""
        if not name:
            return Text(text)
        colours = palette(self.app.theme_variables, self.app.current_theme.dark)
        ink_name, _on, ground_name = name.rpartition(" on ")
        ground = colours.named(ground_name)
        ink = colours.named(ink_name) if ink_name else legible(colours.ink, ground)
        shown, on = shown_as(self.app, ink), shown_as(self.app, ground)
        return Text(text, Style(color=shown, bgcolor=on, bold=True))

    def highlight(self, index: int) -> None:
        """Put the cursor on a row that the filter leaves."""
        self.option_list.highlighted = self.option_list.get_option_index(str(index))

    @on(Input.Changed)
    def _filter_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.filter(event.value)

    @on(Input.Submitted)
    def _filter_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        option = self.option_list.highlighted_option
        if option is not None and option.id is not None:
            self.choose(int(option.id))

    def key_down(self) -> None:
        """Move to the next row, also while the filter has the focus."""
        if self.focused is not self.option_list:
            self.option_list.action_cursor_down()

    def key_up(self) -> None:
        """Move to the previous row."""
        if self.focused is not self.option_list:
            self.option_list.action_cursor_up()

    def _firsts(self) -> list[int]:
        """Of the rows that the filter leaves, those below a heading of theirs."""
        return [
            index
            for before, index in zip([None, *self.matching], self.matching, strict=False)
            if before is None or self.choices[before].group != self.choices[index].group
        ]

    def action_heading(self, step: int) -> None:
        """Go to the first row below the next (1) or previous (-1) heading, round the ends; without
        headings to the next part of the window."""
        option, firsts = self.option_list.highlighted_option, self._firsts()
        if option is None or option.id is None or not self.has_headings:
            (self.focus_next if step > 0 else self.focus_previous)()
            return
        place = self.matching.index(int(option.id))
        beyond = [row for row in firsts if (self.matching.index(row) - place) * step > 0]
        self.highlight((beyond or firsts)[0 if step > 0 else -1])
        rows = self.option_list
        rows.scroll_to_highlight(top=True)
        rows.scroll_to(y=rows.scroll_offset.y - 1, animate=False, immediate=True)  # its heading

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave Home and End to a filter in which something is typed."""
        if action == "edge" and any(field.value for field in self.query(Input)):
            return False
        return super().check_action(action, parameters)

    def action_edge(self, side: int) -> None:
        """Go to the first row (-1) or the last one (1)."""
        if side < 0:
            self.option_list.action_first()
        else:
            self.option_list.action_last()

    def key_pagedown(self) -> None:
        """Move a page down."""
        self.option_list.action_page_down()  # type: ignore[no-untyped-call]  # in Textual

    def key_pageup(self) -> None:
        """Move a page up."""
        self.option_list.action_page_up()  # type: ignore[no-untyped-call]  # in Textual

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        index = int(event.option_id or -1)
        if index in self.matching:
            self._show_below(self.choices[index])
            self.preview_row(index)

    def _show_below(self, choice: Choice) -> None:
        """Write below the list how a row is typed, and its words if it is in short."""
        if not choice.code:
            return
        words = None
        if choice.has_words_below:
            colours = palette(self.app.theme_variables, self.app.current_theme.dark)
            parts = (choice.words, choice.detail, choice.aside) if choice.gain else (choice.words,)
            text = " · ".join(filter(None, parts))
            words = Text(text, Style(color=shown_as(self.app, colours.text)))
        typed = TypedMove(choice.code, choice.note, words)
        self.query_one("#typed", Static).update(typed)

    def preview_row(self, index: int | None) -> None:
        """Have what lies below show a row; None: none any more."""
        if self.preview and is_open(self):
            self.preview(index)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        index = int(event.option_id or -1)
        if index in self.matching:  # else filtered since then
            self.choose(index)

    def choose(self, index: int | None) -> None:
        """Close with this row, or with None."""
        self.preview_row(None)
        self.dismiss(index)

    def on_resize(self) -> None:
        """Say for the new size whether there are more rows."""
        self.call_after_refresh(self.show_foot)

    def action_close(self) -> None:
        """Close without a choice."""
        self.choose(None)
