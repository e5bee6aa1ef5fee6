"""The pages of legend and known cards beside the maps."""

from __future__ import annotations


class Legend:
    """Which page is shown in place of the seats."""

    def __init__(self) -> None:
        self.page = 0
        """0: the seats; else a page of legend and known cards."""

    @property
    def is_open(self) -> bool:
        return self.page > 0

    def close(self) -> None:
        """Show the seats again."""
        self.page = 0

    def turn(self, pages: int) -> None:
        """Go to the next of so many pages, and from the last one back to the seats."""
        self.page = (self.page + 1) % (pages + 1)
