"""How the table is divided: maps, the seats beside them, the rows below."""

from __future__ import annotations

from attrs import frozen

LIST_ROWS = 3
"""Rows of the list of choices at 80 x 20."""

LEAST_WIDTH, LEAST_ROWS = 52, 13
"""What a map takes at least."""

TAB = 26
"""Columns of a map in the row of maps."""


@frozen
class Area:
    """A part of the table, in columns and rows."""

    x: int
    y: int
    width: int
    height: int


@frozen
class Layout:
    """Columns and rows of everything on the table."""

    panel: int
    """Columns of the seats."""
    across: int
    """Maps side by side."""
    down: int
    """Maps one above the other; with more than one map on the screen each has a title."""
    map_width: int
    map_rows: int
    """Of one map, without its title."""
    tabs: int
    """Rows of the row of maps; 0 where all maps are shown."""
    lists: int
    """Rows of the choices."""

    @property
    def maps(self) -> int:
        """How many maps are shown."""
        return self.across * self.down

    @property
    def top(self) -> int:
        """Rows of maps and seats."""
        return self.down * (self.map_rows + (self.maps > 1))


def layout(many: int, width: int, height: int) -> Layout:
    """The table of so many maps: all of them where each has its room, else one of them large."""
    panel = 26 if width < 100 else 40 if width < 140 else 44
    room = width - panel - 1
    lists = LIST_ROWS + min(6, max(0, height - 20) // 3)
    rows = height - 2 - lists
    best, best_size = None, 0.0
    for across in range(1, room // LEAST_WIDTH + 1):
        down = (many + across - 1) // across
        wide, high = room // across, rows // down - 1
        if high >= LEAST_ROWS and across <= many:
            size = min(wide / 4, float(high))
            if size > best_size:
                best, best_size = Layout(panel, across, down, wide, high, 0, lists), size
    if best is not None:
        return best
    side = max(1, (width + 2) // TAB)
    tabs = (many + side - 1) // side
    return Layout(panel, 1, 1, room, rows - tabs, tabs, lists)
