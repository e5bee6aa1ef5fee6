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

MIN_HAND_BESIDE = 112
"""Columns of the table from which the hand lies beside the dice."""

HAND_COLUMNS = 43
"""Columns of that hand at least: two large merchants."""

TITLE = 12
"""Columns of the title at the left of a hand with a row of its own."""

BUTTONS, BUTTON_ROWS = 24, 5
"""Columns of the buttons, and their rows."""

_FORMS = (
    (GREAT_CARD_ROWS, GREAT_DICE, GREAT_CARD_ROWS, GREAT_DICE_ROWS),
    (GREAT_CARD_ROWS, GREAT_DICE, LARGE_CARD_ROWS, GREAT_DICE_ROWS),
    (GREAT_CARD_ROWS, GREAT_DICE, LARGE_CARD_ROWS, DICE_ROWS),
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
    head: int
    """Rows of a seat above its villages."""
    deep: int
    """Rows of a village: CHIPS, SMALL_DICE, LARGE_DICE or GREAT_DICE."""
    gap: int
    """Rows between two rows of seats."""
    top: int
    """The first row of the seats."""
    column: int
    """Columns of a seat with the gap after it."""
    hand: int
    """The row of the title of the hand."""
    hand_x: int
    """The first column of the merchants in hand."""
    hand_end: int
    """The row after them."""
    is_hand_beside: bool
    """The hand lies at the right of the dice, below its title."""
    dice: int
    """The first row of the dice."""
    dice_x: int
    """Their first column."""
    dice_step: int
    """Columns from one die to the next."""
    dice_size: int
    """Pixels of a die."""
    buttons_x: int
    buttons_y: int
    legend: tuple[int, int, int, int]
    """Column, row, columns and rows that are free for the legend."""
    height: int

    @property
    def dice_rows(self) -> int:
        """Rows of a die with its number."""
        return GREAT_DICE_ROWS if self.dice_size == GREAT else DICE_ROWS

    @property
    def block(self) -> int:
        """Rows of a seat."""
        return self.head + VILLAGES_EACH * self.deep

    def seat(self, place: int) -> tuple[int, int]:
        """Column and row of a seat by its place from the viewer's."""
        row, column = divmod(place, 2)
        return 1 + column * self.column, self.top + row * (self.block + self.gap)


def layout(seats: int, width: int, height: int, has_pixels: bool = True, dice: int = 4) -> Layout:
    """The layout for a number of seats on `width` columns and `height` rows.

    Without pixels (`has_pixels`) merchants and villages are letters and numbers on a narrow table.
    `dice`: the dice of the seat at the bottom, sold ones too.
    """
    blocks = (seats + 1) // 2
    column = (width - 1) // 2
    is_hand_beside = width >= MIN_HAND_BESIDE
    has_boxes = has_pixels or column >= MIN_DICE_COLUMN
    for card_rows, deep, in_hand, dice_rows in _FORMS if has_boxes else _FORMS[-1:]:
        if deep > CHIPS and column < MIN_DICE_COLUMN:
            continue
        is_great = dice_rows == GREAT_DICE_ROWS
        if (is_great or deep == GREAT_DICE) and column < MIN_GREAT_COLUMN:
            continue
        if is_hand_beside and (
            (is_great and _columns_of_dice(GREAT, dice) + HAND_COLUMNS > width)
            or in_hand == GREAT_CARD_ROWS
        ):
            continue
        # Three seats leave a place for the dice of the viewer, with the buttons below.
        beside = seats == 3 and deep > CHIPS and not is_hand_beside
        head = 2 if deep == CHIPS and column < MIN_GREAT_COLUMN else 1
        top = card_rows + (card_rows > CARD_ROWS) + 1
        block = head + VILLAGES_EACH * deep
        if beside and dice_rows + BUTTON_ROWS > block:
            continue
        if is_hand_beside:
            band = 1 + max(dice_rows, in_hand + 1)
        else:
            band = in_hand + (deep > CHIPS) + (0 if beside else dice_rows)
        needed = top + blocks * block + band
        if needed + blocks - 1 <= height:
            break
    if needed > height and head == 2:  # a low table: everything on one row
        head, block, needed = 1, block - 1, needed - blocks
    gap = 1 if needed + blocks <= height or (deep == CHIPS and needed + blocks - 1 <= height) else 0
    free = top + blocks * block + (blocks - 1) * gap
    is_low = needed > height  # a picture of a match: dice are small
    size = SMALL if is_low else GREAT if is_great else LARGE
    step = size + 2
    if is_low:
        dice_rows, step = 3, 9
    dice_x, buttons_x = 2, 4 + max(dice, 6 if width < MIN_HAND_BESIDE else 0) * step
    if beside:
        step = min(size + 1, (column - 1) // max(1, dice))
        dice_y, dice_x = top + block + gap, 2 + column
        hand = height - in_hand - 1
        buttons_x, buttons_y = dice_x, dice_y + dice_rows
    elif is_hand_beside:
        hand = height - band - (needed + blocks + 1 <= height)
        dice_y = buttons_y = hand + 1
    else:
        dice_y = buttons_y = height - dice_rows
        hand = dice_y - in_hand - (deep > CHIPS)
    hand = max(free, hand)
    legend = (1, free, width - 1, hand - free)
    if seats == 3 and (is_hand_beside or (deep == CHIPS and has_pixels)):
        legend = (2 + column, top + block + gap, column - 2, block)
    return Layout(
        card_rows=card_rows, hand_rows=in_hand, head=head, deep=deep, gap=gap,
        top=top, column=column, hand=hand,
        hand_x=buttons_x + BUTTONS + 2 if is_hand_beside else TITLE,
        hand_end=height if is_hand_beside or beside else dice_y, is_hand_beside=is_hand_beside,
        dice=dice_y, dice_x=dice_x, dice_size=size, dice_step=step, buttons_x=buttons_x,
        buttons_y=buttons_y, legend=legend, height=height,
    )  # fmt: skip


def _columns_of_dice(size: int, dice: int) -> int:
    """Columns of the dice and the buttons with their margins."""
    return 2 + dice * (size + 2) + 2 + BUTTONS + 2
