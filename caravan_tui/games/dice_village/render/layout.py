"""How the table is divided: rows and columns of everything on it."""

from __future__ import annotations

from attrs import frozen

from caravan_tui.games.dice_village.pieces import VILLAGES_EACH

CARD, LARGE_CARD = 15, 20
"""Columns of a merchant in letters, and with dice."""
CARD_ROWS, LARGE_CARD_ROWS = 2, 5

DICE_ROWS = 5
"""Rows of the dice with their numbers."""

CHIPS, SMALL_DICE, LARGE_DICE = 1, 3, 4
"""Rows of a village: with its stalls as numbers, as small and as large dice."""

MIN_DICE_COLUMN = 40
"""Columns of a seat from which its stalls are dice."""

_FORMS = (
    (True, LARGE_DICE, True),
    (True, LARGE_DICE, False),
    (True, SMALL_DICE, True),
    (True, SMALL_DICE, False),
    (False, SMALL_DICE, False),
    (True, CHIPS, True),
    (True, CHIPS, False),
    (False, CHIPS, False),
)
"""Whether merchants for sale are large, rows of a village, whether the hand is large; the best
first."""


@frozen(kw_only=True)
class Layout:
    """Rows and columns, from the top: merchants for sale, seats, hand, dice with buttons."""

    has_large_cards: bool
    """Whether merchants for sale have dice."""
    has_large_hand: bool
    deep: int
    """Rows of a village: CHIPS, SMALL_DICE or LARGE_DICE."""
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
    for has_large_cards, deep, has_large_hand in _FORMS if has_pixels else _FORMS[-1:]:
        if deep > CHIPS and column < MIN_DICE_COLUMN:
            continue
        # Three seats leave a place for the dice of the viewer.
        beside = seats == 3 and deep > CHIPS
        top = (1 + LARGE_CARD_ROWS if has_large_cards else CARD_ROWS) + 1
        hand_rows = (LARGE_CARD_ROWS if has_large_hand else CARD_ROWS) + 1
        block = 1 + VILLAGES_EACH * deep
        needed = top + blocks * block + hand_rows + (0 if beside else DICE_ROWS)
        if needed + blocks - 1 <= height:
            break
    gap = 1 if needed + blocks <= height or (deep == CHIPS and needed + blocks - 1 <= height) else 0
    free = top + blocks * block + (blocks - 1) * gap
    is_low = needed > height  # a picture of a match: dice are small
    dice_rows = 3 if is_low else DICE_ROWS
    if beside:
        dice, dice_x, across = top + block + gap + 1, 1 + column, 3
        hand = height - hand_rows
    else:
        dice, dice_x, across = height - dice_rows, 2, 6
        hand = dice - hand_rows
    return Layout(
        has_large_cards=has_large_cards, has_large_hand=has_large_hand, deep=deep, gap=gap,
        top=top, column=column, hand=max(free, hand), dice=dice, dice_x=dice_x,
        dice_across=across, dice_size=5 if is_low else 7,
        dice_step=8 if beside else 9, buttons_x=dice_x + (24 if beside else 56), free=free,
        height=height,
    )  # fmt: skip
