"""Where the parts of the table lie, at every size."""

from __future__ import annotations

from attrs import frozen

LARGE = (86, 30)
"""Columns and rows from which cards are large."""

KNOWN_ROWS = 9
"""Rows of what is known of the cards."""

KNOWN_COLUMNS = 44
"""Columns of what is known of the cards, where it stands beside the season."""

GREAT = (140, 54)
"""Columns and rows from which the cards on the cloth are twice as large."""

TALL = 44
"""Rows from which both plays of a season are large, one above the other."""


@frozen
class Layout:
    """Columns and rows of a table; sizes of cards are columns and rows."""

    width: int
    height: int
    has_rail: bool
    """The seats are shown beside the board."""
    felt_y: int
    """The first row of the cloth that the season is played on."""
    felt_rows: int
    own_y: int
    """The row of the viewer's seat and of the buttons."""
    hand_y: int
    """The row of cards that are not raised."""
    hand_size: tuple[int, int]
    play_size: tuple[int, int]
    """Of the newest play."""

    @property
    def is_large(self) -> bool:
        """Whether backs, market and plays are drawn as large cards."""
        return self.width >= LARGE[0] and self.height >= LARGE[1]

    @property
    def is_great(self) -> bool:
        """Whether the cards of the plays are twice as large, beside what is known of the cards."""
        return self.width >= GREAT[0] and self.height >= GREAT[1]

    @property
    def season_rows(self) -> int:
        """Rows of the cloth for the season; others may show what is known of the cards."""
        return self.felt_rows - (KNOWN_ROWS if self.has_known and not self.is_great else 0)

    @property
    def season_width(self) -> int:
        """Columns of the cloth for the season, without its margins."""
        return self.width - 4 - (KNOWN_COLUMNS if self.has_known and self.is_great else 0)

    @property
    def has_known(self) -> bool:
        """Whether the cloth has room for what is known of the cards, below the season."""
        if not self.is_large or self.own_y == self.height - 1:
            return False
        return self.is_great or self.felt_rows >= self.play_size[1] + 2 + KNOWN_ROWS

    @property
    def is_tall(self) -> bool:
        """Whether both plays are large."""
        return self.is_large and self.height >= TALL


def layout(width: int, height: int, has_rail: bool, is_over: bool) -> Layout:
    """The layout for a board of `width` columns and `height` rows.

    `is_over`: the match is over, so that there is no hand and the cloth takes its place.
    """
    is_large = width >= LARGE[0] and height >= LARGE[1]
    is_great = width >= GREAT[0] and height >= GREAT[1]
    hand_size = (12, 9) if is_great else (9, 8) if is_large else (7, 7) if height >= 20 else (5, 4)
    top = 9 if is_large else 3
    if is_over:
        own_y = height - 1
        hand_y = height
    else:
        hand_y = height - hand_size[1] - (1 if is_large else 0)
        own_y = hand_y - (3 if is_large else 2)
    play_size = (
        (16, 14)
        if is_great
        else (11, 8)
        if height >= TALL and is_large
        else (10, 8)
        if is_large
        else (6, 4)
    )
    return Layout(
        width=width, height=height, has_rail=has_rail, felt_y=top,
        felt_rows=max(1, own_y - top - (1 if is_large else 0)), own_y=own_y, hand_y=hand_y,
        hand_size=hand_size, play_size=play_size,
    )  # fmt: skip
