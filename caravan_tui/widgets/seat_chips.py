"""Seats in a row of a list: a small plaque each, with its sign in its colour."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen
from rich.cells import cell_len
from rich.text import Text

from caravan_tui.widgets.drawing.colours import READABLE, legible, mix
from caravan_tui.widgets.drawing.depth import BOLD, Pens

LEADS, LEADS_ASCII = "☼", "*"
"""The sign of who leads, or has won."""

TO_MOVE, TO_MOVE_ASCII = "►", ">"
"""The sign of whose turn it is, whose plaque is filled, too."""

LONGEST_CUT, LEAST_CUT = 15, 4
"""Columns of the names that are cut, at most and at least."""


@frozen
class SeatChip:
    """What the plaque of a seat says."""

    seat: int
    name: str = ""
    score: str = ""
    leads: bool = False
    has_turn: bool = False
    is_faint: bool = False
    """Whether nobody is in the seat now."""


def leads_sign(pens: Pens) -> str:
    """The sign of who leads, on this terminal."""
    return LEADS_ASCII if pens.is_ascii else LEADS


def to_move_sign(pens: Pens) -> str:
    """The sign of whose turn it is, on this terminal."""
    return TO_MOVE_ASCII if pens.is_ascii else TO_MOVE


def seat_chips(
    chips: Sequence[SeatChip], width: int, pens: Pens, *, keeps_names: bool = False
) -> Text:
    """The plaques of a match's seats, in `width` columns: with names if all have room.

    `keeps_names`: names are cut before they are left out.
    """
    shapes = [_words(chips, pens, *shape) for shape in _SHAPES[: 2 if keeps_names else None]]
    if keeps_names:
        shapes += [
            _words([_cut(chip, pens, length) for chip in chips], pens, True, "")
            for length in range(LONGEST_CUT, LEAST_CUT - 1, -1)
        ]
    fitting = (words for words in shapes if _length(words) <= width)
    words = next(fitting, shapes[-1])
    text = Text(no_wrap=True, overflow="ellipsis")
    for number, (chip, said) in enumerate(zip(chips, words, strict=True)):
        text.append(" " if number else "")
        _append(text, chip, said, pens)
    if cell_len(text.plain) > width:
        text.truncate(width, overflow="ellipsis")
    return text


_SHAPES = ((True, " "), (True, ""), (False, " "), (False, ""))
"""Whether there are names, and what stands at both ends of a plaque; the roomiest first."""


def _words(chips: Sequence[SeatChip], pens: Pens, has_names: bool, end: str) -> list[str]:
    words = []
    for chip in chips:
        sign = to_move_sign(pens) if chip.has_turn else ""
        sun = leads_sign(pens) if chip.leads else ""
        parts = (f"{sign}{sun}{pens.mark(chip.seat)}", chip.name if has_names else "", chip.score)
        between = " " if has_names or end else ""
        words.append(end + between.join(part for part in parts if part) + end)
    return words


def _cut(chip: SeatChip, pens: Pens, length: int) -> SeatChip:
    """The plaque with its name in so many columns; one that is cut is seen to be."""
    if len(chip.name) <= length:
        return chip
    return evolve(chip, name=chip.name[: length - 1] + ("~" if pens.is_ascii else "…"))


def _length(words: Sequence[str]) -> int:
    return sum(cell_len(word) + 1 for word in words) - 1


def _append(text: Text, chip: SeatChip, words: str, pens: Pens) -> None:
    colours = pens.palette
    colour = colours.seat[chip.seat]
    if chip.has_turn:
        style = pens.style(legible(colours.paper_ink, colour, READABLE), colour, BOLD)
    else:
        ground = mix(colours.surface, colour, 0.12) if pens.has_tones else colours.ground
        style = pens.style(colours.soft if chip.is_faint else colour, ground, BOLD)
    text.append(words, style)
