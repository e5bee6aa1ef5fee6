"""The words of a tutorial's step: below the board, with who teaches beside them where there is
room."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Final

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Static

from caravan_tui.i18n import _
from caravan_tui.widgets.portrait import Portrait
from caravan_tui.widgets.prompt import Prompt, progress_bar

FACE: Final = "face-idris"
"""The sprite of the character that teaches."""

SEAT: Final = 4
"""The seat whose colour the teacher wears: none of a tutorial's own."""

ROOMY: Final = (110, 40)
"""Columns and rows of a terminal from which on the words have a picture and lines of their own."""


class Teacher(Prompt):
    """The words of a step, and below them what the selection means or the hint."""

    DEFAULT_CSS = """
    Teacher { height: auto; padding-bottom: 1;
        & > #asked { height: auto; min-height: 2; max-height: 5; text-wrap: wrap;
            text-style: none; }
        & > #feedback { overlay: screen; height: auto; min-height: 1; max-height: 2;
            text-wrap: wrap; background: $surface; }  /* its second row lies over the footer */
        & > #feedback.-next { color: $text-accent; text-style: bold; }
        & > #step { display: none; height: 1; color: $text-accent; text-style: bold; }
        & > Portrait { display: none; dock: left; }
        &.-roomy { height: 6; padding: 0 1 0 2;
            & > #step, & > Portrait { display: block; }
            & > #asked { max-width: 92; height: 3; min-height: 3; margin-left: 3; }
            & > #step { margin-left: 3; }
            & > #feedback { overlay: none; max-width: 120; min-height: 2; margin-left: 3; }
        }
    }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._step = 1, 1
        self._words = Text()

    def compose(self) -> ComposeResult:
        """The teacher, how far the learner is, and the lines of a prompt."""
        yield Portrait(SEAT, FACE, large=True)
        yield Static(id="step", markup=False)
        yield from super().compose()

    def on_resize(self) -> None:
        """Use the room there is."""
        columns, rows = self.app.size
        is_roomy = columns >= ROOMY[0] and rows >= ROOMY[1]
        if is_roomy != self.has_class("-roomy"):
            self.set_class(is_roomy, "-roomy")
            self._write_words()
        super().on_resize()

    def show_step(self, number: int, steps: int, words: Text) -> None:
        """Write the words of a step, and which of how many it is."""
        self._step, self._words = (number, steps), words
        self._write_words()

    def _write_words(self) -> None:
        """Write the words; the number of the step before them where it has no line."""
        number, steps = self._step
        is_ascii = self.app.has_class("-ascii")
        for line in self.query("#step").results(Static):  # none while the screen is closed
            text = _("Step {number} of {steps}").format(number=number, steps=steps)
            line.update(f"{text}  {progress_bar(number / steps, is_ascii)}")
        words = Text()
        if not self.has_class("-roomy"):
            words.append(f"{number}/{steps}  ", "bold")
        self.ask(words.append_text(self._words))

    def show_next_step(self, text: str, ascii_only: bool) -> None:
        """Write what to do now into the second line."""
        self._write(f"> {text}" if ascii_only else f"→ {text}", "-next")


def with_bold_keys(text: str, keys: Mapping[str, str]) -> Text:
    """A text of a script with keys for its fields, so that they can be told from the words."""
    words = Text()
    for literal, field, _spec, _conversion in Formatter().parse(text):
        words.append(literal)
        if field is not None:
            words.append(keys[field], "bold")
    return words
