"""Small windows over a screen: a question, a list to choose from, a line to type."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from time import monotonic
from typing import Any, ClassVar, TypeVar

from attrs import field, frozen
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.style import Style
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Click, Event, Key, Mount
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from caravan_tui.i18n import _, _n, _p
from caravan_tui.widgets.backdrop import Backdrop, key_at, press
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.commands import (
    Command,
    bindings,
    explain_key,
    key_name,
    keys_of_name,
    pressed_key,
)
from caravan_tui.widgets.drawing.colours import legible
from caravan_tui.widgets.drawing.palette import palette
from caravan_tui.widgets.drawn import shown_as
from caravan_tui.widgets.key_names import key_of_name
from caravan_tui.widgets.theme_changes import follow_theme
from caravan_tui.widgets.two_click_list import TwoClickList

R = TypeVar("R")
"""What a window returns."""

CLOSE = Command("dialog.close", "escape", "close", "Close", "Close this window.", footer=True)

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

BETWEEN_KEYS = " · "
"""What stands between two keys in the lower edge of a window."""

FRAME_END = 2
"""Columns of the lower edge behind its words, before the corner."""


def subtitle_room(window: Widget) -> int:
    """The columns that words in the lower edge of a window have."""
    return window.size.width - 2


def first_fitting(texts: Sequence[str], room: int) -> str:
    """The first text that has so many columns at most; the last one, the shortest, if none has."""
    return next((text for text in texts if cell_len(text) <= room), texts[-1])


def key_in_lower_edge(window: Widget, x: int, y: int) -> str:
    """The key that the lower edge of a frame names at a place of the screen, by Textual's name;
    empty where it names none."""
    words = str(window.border_subtitle or "")
    end = window.region.right - 1 - FRAME_END
    if y != window.region.bottom - 1 or not end - cell_len(words) <= x < end:
        return ""
    place = x - end + len(words)
    before, _dot, _rest = words[place:].partition(BETWEEN_KEYS)
    part = words[:place].rpartition(BETWEEN_KEYS)[2] + before
    clicked = words[:place].rpartition(" ")[2] + words[place:].partition(" ")[0]
    if key := key_of_name(clicked):
        return key
    keys = keys_of_name(part.partition(" ")[0])
    return keys[-1][1] if keys else ""


class Dialog(ModalScreen[R | None]):
    """A framed window; Escape closes it with None."""

    COMMANDS: ClassVar[Any] = (CLOSE,)
    BINDINGS = bindings(COMMANDS)

    CLOSES_BY_CLICK: ClassVar[bool] = False
    """Whether a click beside the window, or on the lower edge of its frame, closes it: where that
    changes nothing."""

    was_clicked = False
    """Whether a click has begun here: the second half of a double click that opened the window is
    none."""

    DEFAULT_CSS = """
    Dialog { align: center middle; background: $background 50%;
        & > #window { width: auto; max-width: 96%; height: auto; max-height: 96%;
            border: round $primary; background: $surface; padding: 0 1; }
        &.-answers > #window { border-subtitle-color: $background;
            border-subtitle-background: $primary; border-subtitle-style: bold; }
    }
    """

    pending_result: tuple[R | None] | None = None
    """What to close with as soon as nothing covers the window."""

    def render(self) -> Backdrop:
        """The screen below, dimmed."""
        return Backdrop(self)

    async def on_event(self, event: Event) -> None:
        """Do not set up a window that was closed before it had its widgets."""
        if is_open(self) or not isinstance(event, Mount):
            await super().on_event(event)

    def on_mount(self) -> None:
        """Show the words at the foot."""
        if self.CLOSES_BY_CLICK:
            self.query_one("#window").border_subtitle = self.foot()

    def foot(self) -> str:
        """What the keys of the window do."""
        return _("{close} closes").format(close=key_name(self, "dialog.close"))

    def key_bar(self) -> Sequence[tuple[str, str]]:
        """Keys and what they do, for the foot of the screen."""
        return [(key_name(self, "dialog.close"), _("Close"))]

    def on_click(self, event: Click) -> None:
        """Do what the key does that is clicked at the foot of the screen or of the window, or close
        by mouse; not with the second half of a double click that opened the window."""
        frame = self.query_one("#window").region
        x, y = event.screen_offset
        self.was_clicked = self.was_clicked or event.chain == 1
        is_outside = not frame.contains(x, y) or y == frame.bottom - 1
        if not self.was_clicked or not is_outside:
            return
        if key := self.named_key_at(x, y):
            event.stop()
            press(self, key)
        elif self.takes_click_beside() and event.chain == 1:
            event.stop()
            self.action_close()

    def takes_click_beside(self) -> bool:
        """Whether a click beside the window closes it now."""
        return self.CLOSES_BY_CLICK

    def named_key_at(self, x: int, y: int) -> str:
        """The key that is named at a place of the screen, in the lower edge of the window or in the
        bar below it, by Textual's name; empty where there is none."""
        window = self.query_one("#window")
        if window.region.contains(x, y):
            return key_in_lower_edge(window, x, y)
        return key_at(self, x, y)

    def dismiss(self, result: R | None = None) -> AwaitComplete:
        """Close once, with the first result. A covered window closes when it is on top again."""
        if not is_open(self):
            return AwaitComplete()
        if not self.is_active:
            self.pending_result = self.pending_result or (result,)
            return AwaitComplete()
        return super().dismiss(result)

    def on_screen_resume(self) -> None:
        """Close the window if it was answered while something covered it."""
        if self.pending_result is not None:
            self.dismiss(*self.pending_result)

    def on_key(self, event: Key) -> None:
        """Answer a key that does nothing at the foot, with the keys that do something."""
        if not is_open(self):
            return
        had_answer, has_use = self.has_class("-answers"), self.has_use_for(event)
        self.set_class(not has_use, "-answers")
        if not has_use:
            self.show_answer(event)
        elif had_answer:
            self.show_foot()

    def show_answer(self, event: Key) -> None:
        """Write at the foot that a key does nothing."""
        for window in self.query("#window"):
            window.border_subtitle = self.answer_to(event, subtitle_room(window))

    def show_foot(self) -> None:
        """Write the foot again."""
        for window in self.query("#window"):
            window.border_subtitle = self.foot()

    def has_use_for(self, event: Key) -> bool:
        """Whether a key that no widget took does something."""
        names = (event.key, *event.name_aliases)
        return event.key in self.active_bindings or any(
            callable(getattr(self, f"key_{name}", None)) for name in names
        )

    def answer_to(self, event: Key, room: int) -> str:
        """What the foot says, in so many columns, of a key that does nothing. Where that names the
        key that lists all keys, those of the foot would read as one more thing to know of it."""
        unused = explain_key(self, event)
        short = _("{key} does nothing").format(key=pressed_key(event))
        lists_keys = any(command.action == "keys" for command in self.COMMANDS)
        whole = unused if lists_keys else f"{unused} {self.foot()}"
        return first_fitting((whole, unused, short), room)

    def key_q(self, event: Key) -> None:
        """Lead back as on every screen, unless the window has another use for it; in a line of
        text it is a letter."""
        if "q" in self.active_bindings:
            return
        event.stop()  # else it closes the screen below, too
        self.action_close()

    def action_close(self) -> None:
        """Close without a result."""
        self.dismiss(None)


class Question(Dialog[str]):
    """A text and a button for each answer; returns the answer's key, None for Escape and for a
    click beside it."""

    CLOSES_BY_CLICK: ClassVar = True

    DEFAULT_CSS = """
    Question > #window { width: 68; padding: 1 2; }
    Question #answers { height: auto; width: 100%; align-horizontal: center; margin-top: 1; }
    Question Button { margin: 0 1; min-width: 10; padding: 0 1; }
    """

    def __init__(
        self,
        heading: str,
        text: str,
        answers: Sequence[tuple[str, str]],
        grace: float = 0.0,
        comes_unasked: bool = False,
    ) -> None:
        """`answers`: the key and the label of each button; the first has the focus.
        `grace`: for how many seconds no key answers, of a question that comes unasked;
        `comes_unasked`: a click beside it may be meant for what it covers, and does nothing."""
        super().__init__()
        self._grace = grace
        self._comes_unasked = comes_unasked
        self._answers_from = 0.0
        self.heading = heading
        self.text = text
        self.answers = answers

    def compose(self) -> ComposeResult:
        """Text above, buttons below."""
        with Vertical(id="window") as window:
            window.border_title = self.heading
            yield Static(self.text, markup=False)
            with Horizontal(id="answers"):
                for number, (key, label) in enumerate(self.answers):
                    yield Button(
                        label,
                        id=f"answer-{key}",
                        variant="default" if number else "primary",
                        compact=True,
                    )

    def on_mount(self) -> None:
        """Focus the first answer, and say at the foot what the keys do."""
        self._answers_from = monotonic() + self._grace
        self.query(Button).first().focus()
        window = self.query_one("#window")
        window.border_subtitle = window.border_subtitle or self.foot()

    def foot(self) -> str:
        """What the keys of the window do."""
        return _("Enter chooses · {close} closes").format(close=key_name(self, "dialog.close"))

    def key_bar(self) -> Sequence[tuple[str, str]]:
        """Keys and what they do, for the foot of the screen."""
        arrows = [("←→", _("Select"))] if len(self.answers) > 1 else []
        return [*arrows, (_p("key", "Enter"), _("Confirm")), *super().key_bar()]

    def takes_click_beside(self) -> bool:
        """Whether a click beside the window closes it now."""
        is_read = not self._comes_unasked and monotonic() >= self._answers_from
        return is_read and super().takes_click_beside()

    def key_left(self) -> None:
        """Focus the previous answer."""
        self.focus_previous()

    def key_right(self) -> None:
        """Focus the next answer."""
        self.focus_next()

    @on(Button.Pressed)
    def _answer(self, event: Button.Pressed) -> None:
        event.stop()
        if monotonic() < self._answers_from:
            self.query_one("#window").border_subtitle = _("This is new. Read it, then choose.")
            return
        self.dismiss((event.button.id or "").removeprefix("answer-"))


@frozen
class ChoiceRow:
    """A row of a list to choose from: words, and at the right what they bring."""

    words: Text
    aside: Text
    is_cut: bool = False
    """Whether words without room are cut, not continued below."""
    gain: Text = field(factory=Text)
    """What ends the first line, also of a row that goes on below it."""
    detail: Text = field(factory=Text)
    """What stands aside, too, where a line that the row has anyway leaves room for it."""
    is_said_below: bool = False
    """Whether what stands aside is read below the list, too: it needs no third line then."""

    GAP: ClassVar[int] = 2

    HANG: ClassVar[int] = 4
    """Columns by which the lines after the first of a long row stand in."""

    BETWEEN_PARTS: ClassVar = re.compile(r"[,:·]\s+")
    """What stands between two parts of what stands aside, each with a name and its number."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The row in the columns that there are. One that is too long goes on below itself, set in,
        with what stands aside at the end of its last line, else in a line of its own."""
        room = max(1 + self.HANG, options.max_width - 1)  # a column stays free at the right edge
        for parts in ((self.detail, self.aside, self.gain), (self.aside, self.gain)):
            beside = self._joined(parts)
            if self._columns(self.words, beside) <= room:
                yield self._line(self.words, beside, room)
                return
        if self.is_cut:
            words = self.words.copy()
            words.truncate(room - self.GAP - beside.cell_len, overflow="ellipsis")
            yield self._line(words, beside, room)
            return
        yield from self._in_lines(console, room)

    def _in_lines(self, console: Console, room: int) -> Iterator[Text]:
        """The row in more lines than one."""
        lines = self._hanging(console, self.words, room)
        besides = [self.aside]
        if self.gain:
            lines[0] = self._line(lines[0], self.gain, room)
            if len(lines) > 1:
                besides.insert(0, self._joined((self.detail, self.aside)))
            else:
                lines.append(Text())  # for what stands aside alone
        *lines, last = lines
        yield from lines
        for beside in besides:
            if self._columns(last, beside) <= room:
                if last or beside:
                    yield self._line(last, beside, room)
                return
        if last:
            yield last
        if not self.is_said_below:
            for line in self._by_parts(console, self.aside, room - self.HANG):
                yield self._line(Text(), line, room)

    def _columns(self, words: Text, beside: Text) -> int:
        """The columns of words and of what stands at the right of them, if anything does."""
        return words.cell_len + (self.GAP * bool(words) + beside.cell_len if beside else 0)

    @staticmethod
    def _joined(parts: Iterable[Text]) -> Text:
        """What stands at the right, between points."""
        words = Text()
        for part in filter(None, parts):
            if words:
                words.append(" · ", "dim")
            words.append_text(part)
        return words

    def _by_parts(self, console: Console, words: Text, room: int) -> list[Text]:
        """Words in lines that end behind whole parts, so that a name keeps its number beside it; a
        part that is wider than a line is broken between its words."""
        ends = [end.end() for end in self.BETWEEN_PARTS.finditer(words.plain)]
        lines = [Text()]
        for part in words.divide(ends):
            shown = part.copy()
            shown.rstrip()
            if lines[-1].cell_len + shown.cell_len <= room:
                lines[-1].append_text(part)
            else:
                lines += part.wrap(console, room)
        for line in lines:
            line.rstrip()
        return [line for line in lines if line]

    def _hanging(self, console: Console, words: Text, room: int) -> list[Text]:
        """Words in lines, those after the first one set in, which leaves room for the gain."""
        taken = self.GAP + self.gain.cell_len if self.gain else 0
        first, *others = words.wrap(console, max(1, room - taken))
        first.rstrip()
        if not others:
            return [first]
        rest = words[len(first.plain) :]
        rest = rest[len(rest.plain) - len(rest.plain.lstrip()) :]
        lines = list(rest.wrap(console, room - self.HANG))
        for line in lines:
            line.rstrip()
        return [first, *(Text(" " * self.HANG) + line for line in lines)]

    @staticmethod
    def _line(words: Text, beside: Text, room: int) -> Text:
        """Words, and what stands at the right edge."""
        gap = " " * max(0, room - words.cell_len - beside.cell_len)
        return Text.assemble(words, gap, beside, no_wrap=True) if beside else words

    @property
    def length(self) -> int:
        """The columns that it takes in one line, with the one that stays free."""
        beside = self._joined((self.aside, self.gain))
        return self._columns(self.words, beside) + 1

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """All the columns that there are."""
        return Measurement(options.max_width, options.max_width)


@frozen
class TypedMove:
    """How a move is typed; its lines end behind whole steps. Where it takes more of them than
    there is room for it is left out: nobody types that."""

    MOST_LINES: ClassVar = 2
    MOST_WITH_WORDS: ClassVar = 4
    """Rows that there are for it, and for its words and it."""

    code: str
    note: str = ""
    """What the names in it stand for, or the letters of the pieces of its row."""
    words: Text | None = None
    """What it is in words, where the list shows it in pieces."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room, has_note = min(self.MOST_LINES, options.height or self.MOST_LINES), bool(self.note)
        if self.words is not None:
            yield self.words
            free = self.MOST_WITH_WORDS - len(self.words.wrap(console, options.max_width))
            has_note = has_note and free > 0
            room = min(room, free - has_note)
        steps = self.code.split(", ")
        words = _("To type it: {code}").format(code=self.code)
        if len(steps) > 1:
            # Two steps may be the same, such as twice a way: said how many, it is no slip.
            words = _n(
                "To type it, {count} step: {code}", "To type it, {count} steps: {code}", len(steps)
            ).format(count=len(steps), code=self.code)
        before = words.removesuffix(self.code)
        lines = [before + steps[0]]
        if len(steps) > 1 and cell_len(lines[0]) >= options.max_width:
            lines = [before.rstrip(), steps[0]]  # a step with its comma stays whole
        for step in steps[1:]:
            if cell_len(f"{lines[-1]}, {step},") > options.max_width:
                lines[-1] += ","
                lines.append(step)
            else:
                lines[-1] += f", {step}"
        if len(lines) > room:
            lines = []
            has_note = has_note and self.words is not None  # else it is about the code
        if has_note and lines and cell_len(f"{lines[-1]} · {self.note}") <= options.max_width:
            lines[-1] += f" · {self.note}"
        elif has_note and len(lines) < (options.height or room + 1):
            lines.append(self.note)
        yield from map(Text, lines)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """The columns of its widest line."""
        texts = [text for text in self.__rich_console__(console, options) if isinstance(text, Text)]
        widest = max((text.cell_len for text in texts), default=0)
        return Measurement(widest, widest)


def more_words(scrolled: Widget) -> str:
    """That there is more above or below what can be seen of a widget; empty: all can be seen."""
    above, below = scrolled.scroll_y > 0, scrolled.scroll_y < scrolled.max_scroll_y
    arrows = "▲" * above + "▼" * below
    return _("{arrows} more").format(arrows=arrows) if arrows else ""


@frozen
class RowHeading:
    """A heading of rows: words, and a line to the right edge, so that it is not taken for a row."""

    words: Text
    line: Text
    """One character of the line."""

    LEAST: ClassVar[int] = 2
    """The fewest columns of the line and the blank before it."""

    @property
    def length(self) -> int:
        """Its columns in one line."""
        return self.words.cell_len + self.LEAST

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The words in as many lines as they need, the last one with the line behind it."""
        *lines, last = self.words.wrap(console, max(1, options.max_width - self.LEAST))
        yield from lines
        last.rstrip()
        free = options.max_width - last.cell_len - 1
        yield Text.assemble(last, " ", *[self.line] * free, no_wrap=True)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """All the columns that there are."""
        return Measurement(options.max_width, options.max_width)


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
        rows: Sequence[str],
        preview: Callable[[int | None], None] | None = None,
        one_line: bool = False,
        highlighted: int = 0,
        asides: Sequence[str] = (),
        gains: Sequence[str] = (),
        details: Sequence[str] = (),
        costs: Sequence[tuple[str, str]] = (),
        groups: Sequence[str] = (),
        codes: Sequence[str] = (),
        chips: Sequence[tuple[str, str] | None] = (),
        pieces: Sequence[Sequence[tuple[str, str]]] = (),
        notes: Sequence[str] = (),
        parents: Sequence[int | None] = (),
    ) -> None:
        """`preview(index)`: called with the row under the cursor, and with None at the end;
        `one_line`: cut rows that are too long, the filter still knows all of their words;
        `highlighted`: the row under the cursor at first; `asides`: what stands faint at the right
        of each row, which the filter knows, too; `gains`: what ends the first line of each row,
        after that; `details`: what stands aside only where it costs no line; `costs`: what stands
        behind the heading if most of its rows cost that, and behind the aside of all others;
        `groups`: the heading above each row and those after it with the same one, empty for none;
        `codes`: how each row is typed, which stands below the list for the row under the cursor;
        the filter knows it, too; `chips`: a letter before a row, and the name of the colour in the
        palette that it lies on; `pieces`: a row in short, each text with such a name, `INK on
        GROUND`, or none; the row itself then stands below the list, with all that stands aside if
        there is a gain, unless it is as it is typed; `notes`: what the names in a code stand for,
        or the letters in the pieces of a row; `parents`: the row that stands for a row, which is
        listed only where the filter asks for its own words, None for all others."""
        super().__init__(classes="-one-line" if one_line else None)
        self.heading = heading
        self.rows = list(rows)
        self.matching: list[int] = []
        """The indices of the rows that the filter leaves."""
        self.preview = preview
        self.first_highlighted = highlighted
        self.asides = list(asides) or [""] * len(self.rows)
        self.gains = list(gains) or [""] * len(self.rows)
        self.details = list(details) or [""] * len(self.rows)
        self.costs = list(costs) or [("", "")] * len(self.rows)
        self.groups = list(groups) or [""] * len(self.rows)
        self.codes = list(codes) or [""] * len(self.rows)
        self.chips = list(chips) or [None] * len(self.rows)
        self.pieces = list(pieces) or [()] * len(self.rows)
        self.notes = list(notes) or [""] * len(self.rows)
        self.parents = list(parents) or [None] * len(self.rows)
        self.set_class(any(map(self._has_words_below, range(len(self.rows)))), "-in-pieces")
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

    def _has_words_below(self, index: int) -> bool:
        """Whether a row in short stands below the list, too: not if it reads the same there, or as
        it is typed."""
        in_pieces = "".join(text for text, _colour in self.pieces[index])
        return in_pieces not in ("", self.rows[index]) and self.rows[index] != self.codes[index]

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
        if self.first_highlighted < len(self.rows):
            self.highlight(self.first_highlighted)
            self.call_after_refresh(self.option_list.scroll_to_highlight)

    def _recolour(self) -> None:
        """Draw rows and headings in the colours of another theme."""
        for number, (line, _index) in enumerate(self._lines() if is_open(self) else ()):
            self.option_list.replace_option_prompt_at_index(number, line)

    def filter(self, text: str) -> None:
        """Show the rows that contain all words of a text."""
        self.filter_words = text.lower().split()
        fitting = {index for index in range(len(self.rows)) if self._is_fitting(index)}
        self.matching = [index for index in sorted(fitting) if self.parents[index] not in fitting]
        self.option_list.clear_options()
        self.option_list.add_options(self._options())
        if self.matching:
            self.highlight(self.matching[0])
        count = str(self.parents.count(None))
        if self.filter_words:
            count = _("{shown} of {all}").format(shown=len(self.matching), all=count)
        self.query_one("#count", Static).update(count)
        has_nothing = bool(self.rows) and not self.matching
        self.query_one("#typed", Static).display = any(self.codes) and not has_nothing
        self.query_one("#nothing", Static).update(self.why_nothing() if has_nothing else "")
        self.set_class(has_nothing, "-nothing")

    def why_nothing(self) -> str:
        """Say that nothing fits the filter, and what does: words of rows and of their headings."""
        words = _("Nothing matches '{text}'.").format(text=" ".join(self.filter_words))
        examples = [*dict.fromkeys([*filter(None, self.groups), *filter(None, self.codes)])]
        if examples:
            words += " " + _(
                "You can type words of a row or of its heading, for example: {example}"
            )
            return words.format(example=examples[0].lower())
        return words

    def _words(self, index: int) -> str:
        """What can be read in a row and in its heading."""
        aside = f"{self.details[index]} {self.asides[index]} {self.gains[index]}"
        return f"{self.rows[index]} {aside} {self.costs[index][0]} {self.groups[index]}"

    def _is_fitting(self, index: int) -> bool:
        """Whether a row or how it is typed contains all words of the filter."""
        return self._fits(self._words(index)) or self._fits(self.codes[index])

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
            if self.groups[index] != group and len(self.rows) > 1:
                group = self.groups[index]
                parts = group, self._cost_below(group)[0]
                lines.append((self._heading(" · ".join(filter(None, parts))), None))
            lines.append((self._row(index), index))
        return lines

    def _cost_below(self, group: str) -> tuple[str, str]:
        """What most rows below a heading cost, of those that it always has; empty without one."""
        if not group or len(self.rows) == 1:
            return "", ""
        costs = [
            cost
            for cost, other, parent in zip(self.costs, self.groups, self.parents, strict=True)
            if other == group and parent is None
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
        cost, words = self.costs[index], Text(self.rows[index])
        is_said = cost == self._cost_below(self.groups[index])
        aside = " · ".join(filter(None, (self.asides[index], "" if is_said else cost[1])))
        if self.pieces[index]:
            words = Text.assemble(*(self._on_colour(*piece) for piece in self.pieces[index]))
        if chip := self.chips[index]:
            words = Text.assemble(self._on_colour(f" {chip[0]} ", chip[1]), "  ", words)
        elif any(self.chips) and not self.pieces[index]:
            words = Text.assemble(" " * 5, words)  # below the words of the others
        gain = self.gains[index]
        if not aside and not gain and self.has_class("-one-line"):
            return words
        aside_text = Text(aside, "dim")
        colours = palette(self.app.theme_variables, self.app.current_theme.dark)
        bright = Style(color=shown_as(self.app, colours.gain), bold=True)
        aside_text.highlight_regex(r"(?<!\S)\+\d+", style=bright)  # what it brings stands out
        return ChoiceRow(
            words,
            aside_text,
            self.has_class("-one-line"),
            Text(gain, bright if gain.startswith("+") else "dim"),
            Text(self.details[index], "dim"),
            is_said_below=self._has_words_below(index),
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
            if before is None or self.groups[before] != self.groups[index]
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
        if index in self.matching and self.codes[index]:
            words = None
            if self._has_words_below(index):
                colours = palette(self.app.theme_variables, self.app.current_theme.dark)
                text = self.rows[index]
                if self.gains[index]:
                    parts = text, self.details[index], self.asides[index]
                    text = " · ".join(filter(None, parts))
                words = Text(text, Style(color=shown_as(self.app, colours.text)))
            typed = TypedMove(self.codes[index], self.notes[index], words)
            self.query_one("#typed", Static).update(typed)
        if index in self.matching:
            self.preview_row(index)

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


class TextQuestion(Dialog[str]):
    """One line to type; returns the text."""

    CLOSES_BY_CLICK: ClassVar = True

    DEFAULT_CSS = """
    TextQuestion > #window { width: 70; }
    TextQuestion #error { color: $text-error; height: auto; }
    """

    def __init__(
        self,
        heading: str,
        text: str = "",
        value: str = "",
        check: Callable[[str], str | None] | None = None,
        replaces: bool = True,
    ) -> None:
        """`value`: what stands in the line at first; `check(text)`: what is wrong with it, or
        None; `replaces`: whether the first letter typed takes the place of the value."""
        super().__init__()
        self.heading = heading
        self.text = text
        self.value = value
        self.check = check
        self.replaces = replaces

    def foot(self) -> str:
        """What the keys of the window do, Enter in the line among them."""
        return _("Enter confirms · {close} closes").format(close=key_name(self, "dialog.close"))

    def key_bar(self) -> Sequence[tuple[str, str]]:
        """Keys and what they do, for the foot of the screen."""
        return [(_p("key", "Enter"), _("Confirm")), *super().key_bar()]

    def compose(self) -> ComposeResult:
        """Text, line, what is wrong."""
        with Vertical(id="window") as window:
            window.border_title = self.heading
            if self.text:
                yield Static(self.text, markup=False)
            yield Input(self.value, select_on_focus=self.replaces)
            yield Static(id="error", markup=False)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        problem = self.check(event.value) if self.check else None
        if problem:
            self.query_one("#error", Static).update(f"! {problem}")
        else:
            self.dismiss(event.value)

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        """What was wrong with the text before is not said of this one."""
        event.stop()
        self.query_one("#error", Static).update("")
