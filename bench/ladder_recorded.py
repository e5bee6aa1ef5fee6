"""What the ladder was when it was last told: the table of the manual, and what is worse than it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import hypot
from pathlib import Path

from attrs import frozen

from ai import levels
from caravan_tui.games import registry

PAGE = Path(__file__).parents[1] / "docs" / "ladder.md"

ROW = re.compile(
    r"\| (\w+) \| (\d+) \| ([\w ]+) \| ([\w ]+) \| \d+ \| (\d+)% \| (\d+)% - (\d+)% \|"
    r"[^|]*\|\s*([^|]*?)\s*\|"
)
"""`| decktet | 2 | Trader | Porter | 100 | 70% | 62% - 78% | 1 |  |`"""

OUTDATED = "before"
"""The remark on a row that was played before the program was changed."""

Key = tuple[str, int, str, str]
"""Game, seats, stronger level, weaker level."""


@frozen
class Share:
    """How often a level ranked better than another one, with its 95 % interval."""

    score: float
    low: float
    high: float

    def is_below(self, other: Share) -> bool:
        """Whether it is smaller by more than the intervals of both leave to chance."""
        least = hypot(self.high - self.score, other.score - other.low)
        return other.score - self.score > least


def recorded(text: str) -> dict[Key, Share]:
    """The shares of a page with a table as `bench.ladder.markdown` writes it."""
    names = {level.title: name for name, level in levels.ALL.items()}
    shares: dict[Key, Share] = {}
    for line in text.splitlines():
        match = ROW.fullmatch(line.strip())
        if match is None or match[8] == OUTDATED:
            continue
        game, seats, upper, lower = match[1], int(match[2]), names.get(match[3]), match[4]
        if game in registry.ids() and upper and lower in names:
            score, low, high = (int(match[place]) / 100 for place in (5, 6, 7))
            shares[game, seats, upper, names[lower]] = Share(score, low, high)
    return shares


def became_worse(now: Iterable[tuple[Key, Share]], text: str) -> list[str]:
    """The steps that are smaller than a page has recorded them, in words."""
    before = recorded(text)
    return [
        f"{key[0]} {key[1]} {key[2]} - {key[3]} {share.score:.0%}, recorded {before[key].score:.0%}"
        for key, share in now
        if key in before and share.is_below(before[key])
    ]
