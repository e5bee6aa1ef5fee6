"""Small windows over a screen: a question, a list to choose from, a line to type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Click
from textual.screen import ModalScreen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from caravan_tui.widgets.commands import Command, bindings, keyed
from caravan_tui.words import _

CLOSE = Command("dialog.close", "escape", "close", "Close", "Close this window.", footer=True)


class Dialog(ModalScreen):
    """A framed window; Escape closes it with None."""

    COMMANDS: ClassVar = (CLOSE,)
    BINDINGS = bindings(COMMANDS)

    AROUND: ClassVar = False
    """Whether a click beside the window or on the words at its foot closes it as well: where no
    button does."""

    DEFAULT_CSS = """
    Dialog { align: center middle; background: $background 50%;
        & > #window { width: auto; max-width: 96%; height: auto; max-height: 96%;
            border: round $primary; background: $surface; padding: 0 1; }
    }
    """

    def on_mount(self) -> None:
        """The words at the foot."""
        if self.AROUND:
            self.query_one("#window").border_subtitle = keyed(self, self.foot())

    def foot(self) -> str:
        """What the keys do that are the window's."""
        return _("Esc closes")

    def on_click(self, event: Click) -> None:
        """Close by mouse; not with the second half of a double click that opened the window."""
        frame = self.query_one("#window").region
        at = event.screen_offset
        if self.AROUND and event.chain == 1 and (at not in frame or at.y == frame.bottom - 1):
            event.stop()
            self.action_close()

    def action_close(self) -> None:
        """Close without an answer."""
        self.dismiss(None)


class Question(Dialog):
    """A text and one button an answer; gives the answer's key, None for Escape.

    `answers` are pairs of a key and what the button says; the first has the focus.
    """

    DEFAULT_CSS = """
    Question > #window { width: 68; padding: 1 2; }
    Question #answers { height: auto; width: 100%; align-horizontal: center; margin-top: 1; }
    Question Button { margin: 0 1; min-width: 10; padding: 0 1; }
    """

    def __init__(self, title: str, text: str, answers: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._qu_title, self._qu_text, self._qu_answers = title, text, answers

    def compose(self) -> ComposeResult:
        """Text above, buttons below."""
        with Vertical(id="window") as window:
            window.border_title = self._qu_title
            yield Static(self._qu_text, markup=False)
            with Horizontal(id="answers"):
                for number, (key, label) in enumerate(self._qu_answers):
                    variant = "default" if number else "primary"
                    yield Button(label, id=f"answer-{key}", variant=variant, compact=True)

    def on_mount(self) -> None:
        """Focus the first answer."""
        self.query(Button).first().focus()

    def key_left(self) -> None:
        """The answer before."""
        self.focus_previous()

    def key_right(self) -> None:
        """The next answer."""
        self.focus_next()

    @on(Button.Pressed)
    def _answered(self, event: Button.Pressed) -> None:
        event.stop()
        self.dismiss((event.button.id or "").removeprefix("answer-"))


class Chooser(Dialog):
    """A list to choose from with a line that filters it; gives the index chosen, or None."""

    AROUND: ClassVar = True

    DEFAULT_CSS = """
    Chooser > #window { width: 76; height: auto; }
    Chooser Input { height: 1; border: none; margin: 0; }
    Chooser OptionList { height: auto; max-height: 18; border: none; background: $surface; }
    Chooser OptionList:focus { border: none; }  /* else a click shifts the rows under itself */
    Chooser.-one-line OptionList { text-wrap: nowrap; text-overflow: ellipsis; }
    Chooser #count { color: $text-muted; height: 1; }
    """

    def __init__(
        self,
        title: str,
        rows: Sequence[str],
        pointed: Callable[[int | None], None] | None = None,
        one_line: bool = False,
        at: int = 0,
    ) -> None:
        """`pointed` is told the index under the cursor; `one_line`: a row that is too long is
        cut, and found by all of its words nevertheless; `at`: the row that is marked first."""
        super().__init__(classes="-one-line" if one_line else None)
        self._ch_title, self._ch_rows, self._ch_pointed = title, list(rows), pointed
        self._ch_shown = list(range(len(self._ch_rows)))
        self._ch_at = at

    def compose(self) -> ComposeResult:
        """Filter, list, count."""
        with Vertical(id="window") as window:
            window.border_title = self._ch_title
            yield Input(placeholder=_("Type to filter"), compact=True)
            yield OptionList(id="rows", markup=False)
            yield Static(id="count", markup=False)

    def on_mount(self) -> None:
        """Show everything."""
        self._ch_fill("")
        rows = self.query_one("#rows", OptionList)
        if self._ch_at < rows.option_count:
            rows.highlighted = self._ch_at
            self.call_after_refresh(rows.scroll_to_highlight)

    def _ch_fill(self, wanted: str) -> None:
        words = wanted.lower().split()
        self._ch_shown = [
            number
            for number, row in enumerate(self._ch_rows)
            if all(word in row.lower() for word in words)
        ]
        rows = self.query_one("#rows", OptionList)
        rows.clear_options()
        rows.add_options([Option(Text(self._ch_rows[number])) for number in self._ch_shown])
        if self._ch_shown:
            rows.highlighted = 0
        text = _("{shown} of {all} · Enter chooses").format(
            shown=len(self._ch_shown), all=len(self._ch_rows)
        )
        self.query_one("#count", Static).update(text)

    @on(Input.Changed)
    def _filtered(self, event: Input.Changed) -> None:
        event.stop()
        self._ch_fill(event.value)

    @on(Input.Submitted)
    def _taken(self, event: Input.Submitted) -> None:
        event.stop()
        rows = self.query_one("#rows", OptionList)
        if rows.highlighted is not None and self._ch_shown:
            self._ch_close(self._ch_shown[rows.highlighted])

    def key_down(self) -> None:
        """The next row, also while the filter has the focus."""
        if self.focused is not self.query_one("#rows", OptionList):
            self.query_one("#rows", OptionList).action_cursor_down()

    def key_up(self) -> None:
        """The row before."""
        if self.focused is not self.query_one("#rows", OptionList):
            self.query_one("#rows", OptionList).action_cursor_up()

    def key_pagedown(self) -> None:
        """A page down."""
        self.query_one("#rows", OptionList).action_page_down()

    def key_pageup(self) -> None:
        """A page up."""
        self.query_one("#rows", OptionList).action_page_up()

    @on(OptionList.OptionHighlighted)
    def _pointed_at(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if self._ch_pointed and event.option_index < len(self._ch_shown):
            self._ch_pointed(self._ch_shown[event.option_index])

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._ch_close(self._ch_shown[event.option_index])

    def _ch_close(self, index: int | None) -> None:
        if self._ch_pointed:
            self._ch_pointed(None)
        self.dismiss(index)

    def action_close(self) -> None:
        """Close without a choice."""
        self._ch_close(None)


class Typed(Dialog):
    """One line to type; `check` gives what is wrong with it or None. Gives the text, or None."""

    AROUND: ClassVar = True

    DEFAULT_CSS = """
    Typed > #window { width: 70; }
    Typed #wrong { color: $text-error; height: auto; }
    """

    def __init__(
        self,
        title: str,
        text: str = "",
        value: str = "",
        check: Callable[[str], str | None] | None = None,
    ) -> None:
        super().__init__()
        self._ty_title, self._ty_text, self._ty_value, self._ty_check = title, text, value, check

    def foot(self) -> str:
        """Enter is the line's."""
        return _("Enter takes it · Esc closes")

    def compose(self) -> ComposeResult:
        """Text, line, what is wrong."""
        with Vertical(id="window") as window:
            window.border_title = self._ty_title
            if self._ty_text:
                yield Static(self._ty_text, markup=False)
            yield Input(self._ty_value)
            yield Static(id="wrong", markup=False)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        wrong = self._ty_check(event.value) if self._ty_check else None
        if wrong:
            self.query_one("#wrong", Static).update(f"! {wrong}")
        else:
            self.dismiss(event.value)
