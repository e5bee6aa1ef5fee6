"""Small windows that ask: by a button for each answer, or by a line to type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Static

from caravan_tui.i18n import _, _p
from caravan_tui.widgets.commands import (
    key_name,
)
from caravan_tui.widgets.dialog import REPEAT_SECONDS, Dialog


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
        `grace`: for how many seconds no key answers, of a question that comes unasked; a press
        before they are over adds a moment, so that a key that is held answers nothing;
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
        if (now := monotonic()) < self._answers_from:
            self._answers_from = max(self._answers_from, now + REPEAT_SECONDS)
            self.query_one("#window").border_subtitle = _("This is new. Read it, then choose.")
            return
        self.dismiss((event.button.id or "").removeprefix("answer-"))


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
