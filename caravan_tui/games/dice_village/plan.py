"""How the table is divided: rows and columns of everything on it."""

from __future__ import annotations

from attrs import frozen

from caravan_tui.games.dice_village.cards import VILLAGES

CARD = 15
"""Columns of a merchant, with the gap; `SMALL` where many lie in the hand, `LARGE` in words."""
SMALL = 8
LARGE = 28

LEAST_SIGNS = 4
"""Lines of the legend at least."""

WIDEST = 60
"""Columns of a seat at most while its villages are rows of characters: what a village earns stays
near its stalls."""

BOXES = 50
"""Columns of a seat from which its stalls are boxes."""
BOX_ROWS = 4
"""Rows of a village whose stalls are boxes."""

TWO_COLUMNS = 140
"""Columns of the table from which the legend has two."""

MOST_GAP = 3


@frozen
class Plan:
    """Rows and columns, from the top: merchants for sale, blocks of villages, legend, hand, dice,
    buttons."""

    boxes: bool
    """Whether stalls are boxes, and merchants are told in words."""
    lines: int
    """Rows of a village."""
    gap: int
    """Rows between two villages."""
    card: int
    """Columns of a merchant for sale."""
    top: int
    """The first row of the villages."""
    column: int
    """Columns of a seat."""
    block: int
    """Rows of a seat."""
    below: int
    """The first row after the villages."""
    bottom: int
    """The row before the hand."""


def plan(seats: int, row: int, width: int, height: int) -> Plan:
    """The table of so many seats with so many merchants for sale: with boxes where they leave
    room for a legend, else in rows of characters."""
    blocks = (seats + 1) // 2
    column = width // 2
    words = row * LARGE <= width
    bottom = height - 10
    top = 5 if words else 4
    room = bottom - top - LEAST_SIGNS - 1
    need = blocks * (2 + VILLAGES * BOX_ROWS)
    if column >= BOXES and need <= room:
        gap = min(MOST_GAP, (room - need) // (blocks * VILLAGES + 6))
        block = 1 + VILLAGES * (BOX_ROWS + gap)
        below = top + blocks * (block + 1)
        card = LARGE if words else CARD
        return Plan(True, BOX_ROWS, gap, card, top, column, block, below, bottom)
    lines = 2 if 2 * blocks * VILLAGES + blocks <= height - 12 else 1
    gap = 1 if height - 12 - blocks * (1 + VILLAGES * lines) >= 3 * blocks else 0
    block = 1 + VILLAGES * (lines + gap)
    top = 3 + gap
    below = top + blocks * (block + gap)
    return Plan(False, lines, gap, CARD, top, min(column, WIDEST), block, below, height - 9)
