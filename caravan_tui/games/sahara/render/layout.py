"""Where the spaces of the desert and the text beside them lie, at every size."""

from __future__ import annotations

from attrs import frozen

from caravan_tui.games.sahara.pieces import SIZE

PANEL, WIDE_PANEL = 22, 29
"""Columns of the text beside the desert: at least, and where the desert has room all the same."""

LARGEST = (22, 8)
"""Columns and rows of the largest space."""

PICTURES = (11, 4)
"""Columns and rows of a space from which camels are pictures."""

LARGE_PICTURES = 15
"""Columns of a space from which the pictures are large."""

SMALLEST = (7, 2)

USUAL_WIDTH = 8
"""Columns of a space that has room for two camels and for the name of a good beside its number."""


@frozen
class Layout:
    """Columns `x` and rows of pixels `py`; a space is `pitch_x` columns and `pitch_y` rows, with
    its gap of one pixel on the right and below."""

    x: int
    y: int
    """The row of the first space."""
    pitch_x: int
    pitch_y: int
    panel_x: int
    """The column of the text beside the desert; there is none if `panel_width` is 0."""
    panel_width: int
    rows: int
    """Rows of the whole board."""

    @property
    def has_pictures(self) -> bool:
        """Whether camels, cities and palms are pictures."""
        return self.pitch_x >= PICTURES[0] and self.pitch_y >= PICTURES[1]

    @property
    def has_large_pictures(self) -> bool:
        """Whether the pictures are large."""
        return self.has_pictures and self.pitch_x >= LARGE_PICTURES and self.pitch_y >= 6

    @property
    def width(self) -> int:
        """Columns of a space without its gap."""
        return self.pitch_x - 1

    @property
    def height(self) -> int:
        """Pixels of a space without its gap."""
        return 2 * self.pitch_y - 1

    @property
    def bottom(self) -> int:
        """The row below the desert."""
        return self.y + SIZE * self.pitch_y

    def rows_of(self, space: int) -> int:
        """The rows of a space that are on the board: the lowest ones may lack one."""
        return min(self.pitch_y, self.rows - self.corner(space)[1])

    def corner(self, space: int) -> tuple[int, int]:
        """The first column and row of a space."""
        row, column = divmod(space, SIZE)
        return self.x + column * self.pitch_x, self.y + row * self.pitch_y


def layout(width: int, height: int, has_rail: bool) -> Layout:
    """The layout for a board of `width` columns and `height` rows.

    `has_rail`: the seats are shown beside the board, which then has no text of its own but a strip
    below, where there is room.
    """
    panel = WIDE_PANEL if width >= SIZE * USUAL_WIDTH + 2 + WIDE_PANEL else PANEL
    if has_rail or width < SIZE * SMALLEST[0] + panel:
        panel = 0
    room = width - panel - 2
    pitch_x = max(SMALLEST[0], min(LARGEST[0], room // SIZE))
    heading = 1 if pitch_x >= PICTURES[0] and height >= SIZE * PICTURES[1] + 2 else 0
    strip = 1 if has_rail and height >= SIZE * PICTURES[1] + heading + 2 else 0
    pitch_y = max(SMALLEST[1], min(LARGEST[1], (height - heading - strip + (not heading)) // SIZE))
    if pitch_x < PICTURES[0]:
        pitch_y = min(pitch_y, 4)
    used = SIZE * pitch_x
    spare = max(0, height - heading - strip - SIZE * pitch_y)
    above = 0 if has_rail else -(-spare // 2)  # a single one names the columns
    x = 1 + max(0, (room - used) // 2) + (1 if heading else 0)
    x = max(x, 2 if above else 1)  # numbers of rows beside letters of columns
    return Layout(
        x=min(x, max(1, width - used - panel)), y=heading + above, pitch_x=pitch_x,
        pitch_y=pitch_y, panel_x=width - panel, panel_width=panel, rows=height,
    )  # fmt: skip
