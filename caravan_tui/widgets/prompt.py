"""The two lines below a board: what is asked, and what the selection means."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from caravan_tui.widgets.marks import seat_mark, seat_style

BAR_WIDTH = 16
"""Cells of the progress bar of a computer player that thinks."""


@frozen
class Told:
    """Something that has happened."""

    seat: int | None
    """Who did it; None: nobody."""
    text: str
    gain: str = ""
    """What it brought, such as `+3`."""


class Prompt(Vertical):
    """What the seat is asked to do, and a line of feedback to its selection."""

    DEFAULT_CSS = """
    Prompt { height: 2; padding: 0 1; background: $surface;
        & > #asked { text-style: bold; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
        & > #feedback { color: $text-muted; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
        & > #feedback.-wrong { color: $text-error; text-style: bold; }
        & > #feedback.-hint { color: $text; text-style: bold; }
        & > #feedback.-told { color: $text; }
    }
    """

    def compose(self) -> ComposeResult:
        """Two lines."""
        yield Static(id="asked", markup=False)
        yield Static(id="feedback", markup=False)

    def ask(self, text: str | Text) -> None:
        """Write the first line."""
        for line in self.query("#asked").results(Static):  # none while the table is closed
            line.update(text)

    def show_feedback(self, text: str, is_error: bool = False) -> None:
        """Write the second line."""
        if is_error:
            self.show_error(text)
        else:
            self._write(text)

    def show_error(self, text: str) -> None:
        """Write a refusal into the second line, marked by more than its colour.

        The same refusal again changes its mark, so that the key is seen to have arrived.
        """
        for line in self.query("#feedback").results(Static):
            mark = "!!" if str(line.content) == f"! {text}" else "!"
            self._write(f"{mark} {text}" if text else "", "-wrong")

    def show_hint(self, text: str) -> None:
        """Write a hint into the second line, marked by more than its colour."""
        self._write(f"? {text}", "-hint")

    def tell(self, told: Sequence[Told]) -> None:
        """Write what has happened into the second line, each with the sign of its seat."""
        is_ascii = self.app.has_class("-ascii")
        text = Text(no_wrap=True, overflow="ellipsis")
        seat: int | None = None
        for number, one in enumerate(told):
            is_same = number > 0 and one.seat == seat
            if is_same:
                text.append(" " if text.plain.endswith((".", "!")) else " · ")
            elif number:
                text.append("  ")
            seat = one.seat
            if seat is not None and not is_same:
                mark = seat_mark(seat, is_ascii)
                text.append(f"{mark} ", seat_style(self, seat))
            text.append(one.text)
            if one.gain:
                name = "error" if one.gain.startswith("-") else "success"
                colour = self.app.theme_variables.get(f"text-{name}") or None
                text.append(f" {one.gain}", Style(color=_plain_colour(colour), bold=True))
        self._write(text, "-told")

    def _write(self, text: str | Text, kind: str = "") -> None:
        for line in self.query("#feedback").results(Static):
            for name in ("-wrong", "-hint", "-told"):
                line.set_class(kind == name, name)
            line.update(text)


def _plain_colour(colour: str | None) -> str | None:
    """A colour of the theme if Rich can read it: some are made of others, such as `auto 87%`."""
    return colour if colour and colour.startswith("#") and len(colour) == 7 else None


def progress_bar(done: float, ascii_only: bool = False) -> str:
    """A bar of BAR_WIDTH cells for a share in 0..1."""
    full = min(BAR_WIDTH, max(0, round(done * BAR_WIDTH)))
    filled, empty = ("#", "-") if ascii_only else ("█", "░")
    return filled * full + empty * (BAR_WIDTH - full)
