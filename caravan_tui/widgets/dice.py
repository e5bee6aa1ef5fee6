"""Dice drawn on a canvas: three rows high, told apart by their frames, and how they tumble."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from rich.style import Style

from caravan_tui.widgets.canvas import Canvas

WIDTH = 5
"""Columns of a die."""
HEIGHT = 3
STEP = 6
"""From one die to the next."""

_PLAIN = ("┌───┐", "│ {} │", "└───┘")
_CHOSEN = ("╔═══╗", "║ {} ║", "╚═══╝")
_PLAIN_ASCII = ("+---+", "| {} |", "+---+")
_CHOSEN_ASCII = ("#===#", "# {} #", "#===#")


def die_rows(face: int, chosen: bool, used: bool, ascii_only: bool) -> list[str]:
    """The rows of a die: a double frame if chosen, arrows round the face if it is to be used."""
    if ascii_only:
        rows = _CHOSEN_ASCII if chosen else _PLAIN_ASCII
        sides = ">{}<"
    else:
        rows = _CHOSEN if chosen else _PLAIN
        sides = "►{}◄"
    middle = rows[1]
    if used:
        middle = middle[0] + sides + middle[-1]
    return [rows[0], middle.format(face), rows[2]]


def draw_dice(
    canvas: Canvas,
    x: int,
    y: int,
    faces: Sequence[int],
    style: Callable[[int], Style],
    chosen: Sequence[int] = (),
    used: Sequence[int] = (),
    ascii_only: bool = False,
    target: Callable[[int], Any] | None = None,
) -> int:
    """Draw dice in a row; the column after them.

    `chosen` and `used` are places in the row, as is what `style` and `target` are asked for.
    """
    for place, face in enumerate(faces):
        rows = die_rows(face, place in chosen, place in used, ascii_only)
        for line, row in enumerate(rows):
            canvas.put(x, y + line, row, style(place))
        if target is not None:
            canvas.target(x, y, WIDTH, HEIGHT, target(place))
        x += STEP
    return x


def tumbling(count: int, frame: int) -> list[int]:
    """Faces to show while so many dice roll; only for the eye."""
    rng = Random(frame * 7 + count)
    return [rng.randint(1, 6) for _die in range(count)]
