"""Where the user left the analyses of matches."""

from __future__ import annotations

from attrs import frozen
from textual.cache import LRUCache

from caravan_tui.presentation.decisions import KINDS, Kind


@frozen
class Bookmark:
    """Where the user left the analysis of a match."""

    seat: int | None
    kind: Kind = KINDS[0]
    row: int = 0


BOOKMARKS: LRUCache[str, Bookmark] = LRUCache(8)
"""By match and version."""
