"""The words of Caravans of Ahldarahd: actions in notation and in words, and lines of the log."""

from __future__ import annotations

from caravan_tui.games.ahldarahd.text.actions import (
    abstains,
    commits,
    describe,
    kind_of_move,
    notation,
    opening,
)
from caravan_tui.games.ahldarahd.text.events import (
    THEMES,
    closes,
    gains,
    losses,
    narrate,
    near_end,
    records,
    shorten,
    sum_up,
    triumphs,
)

__all__ = [
    "THEMES",
    "abstains",
    "closes",
    "commits",
    "describe",
    "gains",
    "kind_of_move",
    "losses",
    "narrate",
    "near_end",
    "notation",
    "opening",
    "records",
    "shorten",
    "sum_up",
    "triumphs",
]
