"""How the table is divided: rows and columns of everything on it."""

from __future__ import annotations

from attrs import frozen

from caravan_tui.games.dice_village.pieces import VILLAGES_EACH
from caravan_tui.widgets.drawing.dice import GREAT, LARGE, SMALL

CARD_ROWS, LARGE_CARD_ROWS, GREAT_CARD_ROWS = 2, 5, 7
"""Rows of a merchant in letters, with large dice and with great ones."""

CARD_COLUMNS = {CARD_ROWS: 15, LARGE_CARD_ROWS: 20, GREAT_CARD_ROWS: 28}
"""By rows: the columns of a merchant."""

DICE_ROWS, GREAT_DICE_ROWS = 5, 7
"""Rows of the dice with their numbers."""

CHIPS, SMALL_DICE, LARGE_DICE, GREAT_DICE = 1, 3, 4, 6
"""Rows of a village: with its stalls as numbers, as small, as large and as great dice."""

MIN_DICE_COLUMN, MIN_GREAT_COLUMN = 40, 56
"""Columns of a seat from which its stalls are dice, and great dice."""

_FORMS = (
    (GREAT_CARD_ROWS, GREAT_DICE, GREAT_CARD_ROWS, GREAT_DICE_ROWS),
    (LARGE_CARD_ROWS, GREAT_DICE, LARGE_CARD_ROWS, GREAT_DICE_ROWS),
    (LARGE_CARD_ROWS, GREAT_DICE, LARGE_CARD_ROWS, DICE_ROWS),
    (LARGE_CARD_ROWS, GREAT_DICE, CARD_ROWS, DICE_ROWS),
    (LARGE_CARD_ROWS, LARGE_DICE, LARGE_CARD_ROWS, GREAT_DICE_ROWS),
    (LARGE_CARD_ROWS, LARGE_DICE, LARGE_CARD_ROWS, DICE_ROWS),
    (LARGE_CARD_ROWS, LARGE_DICE, CARD_ROWS, DICE_ROWS),
    (LARGE_CARD_ROWS, SMALL_DICE, LARGE_CARD_ROWS, DICE_ROWS),
    (LARGE_CARD_ROWS, SMALL_DICE, CARD_ROWS, DICE_ROWS),
    (CARD_ROWS, SMALL_DICE, CARD_ROWS, DICE_ROWS),
    (LARGE_CARD_ROWS, CHIPS, LARGE_CARD_ROWS, DICE_ROWS),
    (LARGE_CARD_ROWS, CHIPS, CARD_ROWS, DICE_ROWS),
    (CARD_ROWS, CHIPS, CARD_ROWS, DICE_ROWS),
)
"""Rows of merchants for sale, of a village, of merchants in hand, and of the dice of the viewer;
the best first."""


@frozen(kw_only=True)
class Layout:
    """Rows and columns, from the top: merchants for sale, seats, hand, dice with buttons."""

    card_rows: int
    """Rows of a merchant for sale."""
    hand_rows: int
    """Rows of a merchant in hand."""
    deep: int
    """Rows of a village: CHIPS, SMALL_DICE, LARGE_DICE or GREAT_DICE."""
    gap: int
    """Rows between two rows of seats."""
    top: int
    """The first row of the seats."""
    column: int
    """Columns of a seat with the gap after it."""
    hand: int
    """The row of the hand."""
    dice: int
    """The first row of the dice."""
    dice_x: int
    """Their first column."""
    dice_across: int
    """Dice side by side."""
    dice_step: int
    """Columns from one die to the next."""
    dice_size: int
    """Pixels of a die."""
    buttons_x: int
    free: int
    """The first free row above the hand, for the legend."""
    height: int

    @property
    def dice_rows(self) -> int:
        """Rows from one row of dice to the next."""
        return GREAT_DICE_ROWS if self.dice_size == GREAT else DICE_ROWS

    @property
    def block(self) -> int:
        """Rows of a seat."""
        return 1 + VILLAGES_EACH * self.deep

    def seat(self, place: int) -> tuple[int, int]:
        """Column and row of a seat by its place from the viewer's."""
        row, column = divmod(place, 2)
        return 1 + column * self.column, self.top + row * (self.block + self.gap)


def layout(seats: int, width: int, height: int, has_pixels: bool = True) -> Layout:
    """The layout for a number of seats on `width` columns and `height` rows.

    Without pixels (`has_pixels`) merchants and villages are letters and numbers.
    """
    blocks = (seats + 1) // 2
    column = (width - 1) // 2
    for card_rows, deep, in_hand, dice_rows in _FORMS if has_pixels else _FORMS[-1:]:
        if deep > CHIPS and column < MIN_DICE_COLUMN:
            continue
        if GREAT_DICE_ROWS in (dice_rows, deep + 1) and column < MIN_GREAT_COLUMN:
            continue
        # Three seats leave a place for the dice of the viewer.
        beside = seats == 3 and deep > CHIPS
        top = card_rows + (card_rows > CARD_ROWS) + 1
        hand_rows = in_hand + 1
        block = 1 + VILLAGES_EACH * deep
        if beside and 2 * dice_rows > block:
            continue
        needed = top + blocks * block + hand_rows + (0 if beside else dice_rows)
        if needed + blocks - 1 <= height:
            break
    gap = 1 if needed + blocks <= height or (deep == CHIPS and needed + blocks - 1 <= height) else 0
    free = top + blocks * block + (blocks - 1) * gap
    is_low = needed > height  # a picture of a match: dice are small
    size = SMALL if is_low else GREAT if dice_rows == GREAT_DICE_ROWS else LARGE
    step = size + (2 if size == GREAT or not beside else 1)
    if is_low:
        dice_rows, step = 3, 9
    if beside:
        dice, dice_x, across = top + block + gap + 1, 1 + column, 3
        hand = height - hand_rows
    else:
        dice, dice_x, across = height - dice_rows, 2, 6
        hand = dice - hand_rows
    return Layout(
        card_rows=card_rows, hand_rows=in_hand, deep=deep, gap=gap,
        top=top, column=column, hand=max(free, hand), dice=dice, dice_x=dice_x,
        dice_across=across, dice_size=size, dice_step=step,
        buttons_x=dice_x + across * step + (0 if beside else 2), free=free, height=height,
    )  # fmt: skip
