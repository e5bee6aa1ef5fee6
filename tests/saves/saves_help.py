"""What the tests of saved matches share: the types of their fixtures, where a file is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from caravan_tui.engine import Match
from saves.store import Store

Play = Callable[..., Match]
"""Fixture `played`: a match so far."""
Alike = Callable[[Match, Match], bool]
"""Fixture `alike`: whether two matches are the same in all that counts."""


def path_of(store: Store, match: Match) -> Path:
    return store.folder / f"{match.record.id}.caravan"
