"""The words of a tutorial's step: below the board, with who teaches beside them where there is
room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Final

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.message import Message
from textual.widgets import Static

from caravan_tui.i18n import _
from caravan_tui.widgets.portrait import Portrait
from caravan_tui.widgets.prompt import Prompt, progress_bar
from caravan_tui.widgets.wrapping import balanced_width, wrap_text

FACE: Final = "face-idris"
"""The sprite of the character that teaches."""

SEAT: Final = 4
"""The seat whose colour the teacher wears: none of a tutorial's own."""

TALL: Final = 27
"""Rows of a terminal from which on there is room for the headline, and for a line of its own for
what is under the cursor."""

FACE_COLUMNS: Final = 10
"""Columns that the picture takes from the words on a smaller terminal, where they leave them."""

LINES: Final = 2
"""Lines of words on a low terminal."""

ROOMY: Final = (110, 40)
"""Columns and rows of a terminal from which on the words have a picture beside them."""

LONGEST_LINE: Final = 99
"""Columns of the words beside a picture, at most."""


class RefusedMove(Static):
    """What is said about a move that is not asked for, over the last row of the board, or over as
    many as it needs: words and what to do now keep theirs."""

    DEFAULT_CSS = """
    RefusedMove { display: none; layer: over; dock: bottom; height: auto; padding: 0 1;
        background: $panel; color: $text-error; text-style: bold; }
    """

    def show(self, text: str, rows_below: int) -> None:
        """Show a text above so many rows; an empty one: nothing."""
        self.update(text)
        self.styles.offset = 0, -rows_below
        self.display = bool(text)


class Teacher(Prompt):
    """The words of a step, what to do now, and below it what is under the cursor.

    What to do now stays as long as the step lasts. On a low terminal it shares its line with
    refusals, or a longer one lies over the last row of the board until the next move of the cursor.
    """

    DEFAULT_CSS = """
    Teacher { height: auto;
        & > #asked { height: auto; min-height: 2; max-height: 5; text-wrap: wrap;
            text-style: none; }
        & > #instruction { height: 1; color: $text-accent; text-style: bold; text-wrap: nowrap;
            text-overflow: ellipsis; }
        & > #instruction.-wrong { color: $text-error; }
        & > #instruction.-hint { color: $text; }
        & > #step { display: none; color: $text-accent; text-style: bold; }
        & > Portrait { display: none; dock: left; }
        &.-tall { min-height: 4; }
        &.-face { padding: 0 1 0 0;
            & > Portrait { display: block; }
            & > #asked, & > #instruction, & > #feedback { margin: 0 0 0 2; }
        }
        &.-roomy { padding: 0 1 0 2;
            & > #step { display: block; dock: right; width: auto; height: 2; }
            & > Portrait { display: block; }
            & > #asked, & > #instruction, & > #feedback { margin: 0 3; }
        }
    }
    """

    class Refused(Message):
        """A refusal has no room in the lines; with an empty text it has gone."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(
        self, texts: Sequence[str] = (), instructions: Sequence[str] = (), id: str | None = None
    ) -> None:
        """`texts`, `instructions`: what will be shown, with which the picture has room or not."""
        super().__init__(id=id)
        self._texts, self._instructions = texts, instructions
        self._step = 1, 1
        self._words = Text()
        self._instruction = ""
        self._refusal = ""
        """What stands in a line of its own about a move that is not asked for."""

    def compose(self) -> ComposeResult:
        """The teacher, how far the learner is, and the lines of a prompt."""
        yield Portrait(SEAT, FACE)
        yield Static(id="step", markup=False)
        asked, *rest = super().compose()
        yield asked
        yield Static(id="instruction", markup=False)
        yield from rest

    def on_mount(self) -> None:
        """Use the room there is, before the first layout."""
        self._fit_terminal()

    def on_resize(self) -> None:
        """Use the room there is."""
        self._fit_terminal()
        super().on_resize()

    def _fit_terminal(self) -> None:
        """Take more lines and a picture where the terminal has room for them."""
        columns, rows = self.app.size
        is_roomy = columns >= ROOMY[0] and rows >= ROOMY[1]
        self.set_class(rows >= TALL, "-tall")
        self.set_class(not is_roomy and self._has_room_for_face(columns), "-face")
        if is_roomy != self.has_class("-roomy"):
            self.set_class(is_roomy, "-roomy")
            self._write_words()
        self._set_refusal("")  # its place is another one
        self._share_line()

    def _has_room_for_face(self, columns: int) -> bool:
        """Whether no words of the tutorial need more lines because of the picture."""
        room = columns - FACE_COLUMNS
        steps = len(self._texts)
        said = (f"{steps}/{steps}  {text}" for text in self._texts)
        return (
            steps > 0
            and all(len(wrap_text(text, room)) <= LINES for text in said)
            and all(cell_len(text) + 2 <= room for text in self._instructions)
        )

    def show_step(self, number: int, steps: int, words: Text) -> None:
        """Write the words of a step, and which of how many it is."""
        self._step, self._words = (number, steps), words
        self._set_refusal("")
        self._write_words()

    def _write_words(self) -> None:
        """Write the words; the number of the step before them where it has no line."""
        number, steps = self._step
        is_ascii = self.app.has_class("-ascii")
        for line in self.query("#step").results(Static):  # none while the screen is closed
            text = _("Step {number} of {steps}").format(number=number, steps=steps)
            line.update(f"{text}\n{progress_bar(number / steps, is_ascii)}")
        words = Text()
        if not self.has_class("-roomy"):
            words.append(f"{number}/{steps}  ", "bold")
        self.ask(words.append_text(self._words))
        for asked in self.query("#asked").results(Static):
            asked.styles.max_width = (
                balanced_width(self._words.plain, LONGEST_LINE) + asked.gutter.width
                if self.has_class("-roomy")
                else None
            )

    def _set_refusal(self, text: str) -> None:
        """Remember a refusal that has no room in the lines, and have it shown on a low terminal."""
        if text != self._refusal:
            self._refusal = text
            self.post_message(self.Refused("" if self.has_class("-tall") else text))

    # What to do now

    def show_instruction(self, text: str) -> None:
        """Write what to do now, until the next text; an empty one: nothing."""
        self._instruction = text
        arrow = ">" if self.app.has_class("-ascii") else "→"
        self._write_instruction(f"{arrow} {text}" if text else "")
        self._write("")

    def refuse(self, tried: str = "") -> None:
        """Say that something else is to be done now: before what that is where one line has room
        for both, else on a tall terminal below it, and on a low one over the board.

        The same refusal again moves by a column, as that of `show_error`. `tried`: what the learner
        did instead, in words that begin with a verb.
        """
        hint = self._instruction
        for line in self.query("#instruction").results(Static):
            texts = [_("Not yet. {hint}").format(hint=hint), hint]
            if tried:
                texts = [_("Not yet: that {tried}. {hint}").format(tried=tried, hint=hint)]
            text = self._fitting(texts, line)
            if tried and not self._has_room(text, line):
                self._refuse_apart(_("Not yet: that {tried}.").format(tried=tried))
                return
            mark = "! " if str(line.content) == f"! {text}" else "!"
            self._write_instruction(f"{mark} {text}", "-wrong")

    def _refuse_apart(self, text: str) -> None:
        """Refuse in a line of its own: what to do now, with its keys, stays."""
        refusal = f"!  {text}" if self._refusal == f"! {text}" else f"! {text}"
        self.show_instruction(self._instruction)
        self._set_refusal(refusal)
        if self.has_class("-tall"):
            self._write(refusal, "-wrong")

    def show_hint(self, text: str) -> None:
        """Write a hint where what to do now stands: the learner has read that.

        `text`: a move in words, or how to go on."""
        self._write_instruction(f"? {text}", "-hint")

    def show_marked(self, move: str) -> None:
        """Write the move that the board marks, as a sentence, after what to do now where there is
        room."""
        for line in self.query("#instruction").results(Static):
            marked = _("{move} It is marked on the board.").format(move=move)
            both = [f"{self._instruction} {text}" for text in (marked, move)]
            texts = [*both, marked, move]
            self.show_hint(self._fitting(texts, line))

    @staticmethod
    def _has_room(text: str, line: Static) -> bool:
        """Whether a line has room for a text and its mark; the face takes some columns."""
        return cell_len(text) <= line.size.width - len("!  ")

    def _fitting(self, texts: Sequence[str], line: Static) -> str:
        """The first of these texts that has room in a line, or the last."""
        return next((text for text in texts if self._has_room(text, line)), texts[-1])

    def has_room_below(self, text: str) -> bool:
        """Whether a text fits into the line below the words; before the first layout it does."""
        line = self.query_one("#feedback", Static)
        room = line.content_size.width or self.query_one("#asked", Static).content_size.width
        return not room or cell_len(text) <= room

    def show_feedback(self, text: str, is_error: bool = False) -> None:
        """Write what is under the cursor below what to do now, which replaces a refusal."""
        if not is_error and self._instruction:
            self.show_instruction(self._instruction)
        super().show_feedback(text, is_error)

    def _write_instruction(self, text: str, kind: str = "") -> None:
        self._set_refusal("")
        for line in self.query("#instruction").results(Static):
            for name in ("-wrong", "-hint"):
                line.set_class(kind == name, name)
            line.update(text)
        if kind:  # it answers the key, not a refusal before it
            self._write("")
        self._share_line()

    def _write(self, text: str | Text, kind: str = "") -> None:
        super()._write(text, kind)
        self._share_line()

    def _share_line(self) -> None:
        """Show both lines where there is room, else a refusal before what to do now."""
        for line in self.query("#feedback").results(Static):
            is_refusal = line.has_class("-wrong")
            is_tall = self.has_class("-tall")
            line.display = is_tall or is_refusal or not self._instruction
            for instruction in self.query("#instruction").results(Static):
                instruction.display = bool(self._instruction) and (is_tall or not is_refusal)


def with_bold_keys(text: str, keys: Mapping[str, str]) -> Text:
    """A text of a script with keys for its fields, so that they can be told from the words."""
    words = Text()
    for literal, field, _spec, _conversion in Formatter().parse(text):
        words.append(literal)
        if field is not None:
            words.append(keys[field], "bold")
    return words
