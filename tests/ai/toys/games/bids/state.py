"""The position of the toy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated

from caravan_tui.games.contract import CHANCE, OVER, State
from caravan_tui.games.kit.fields import Mask, Plain, Range, Row

CARDS = range(1, 10)
CARD_MASK = Mask(10)
zeros: Callable[[], list[int]] = lambda: [0, 0]  # noqa: E731


@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class BidsPosition(State):
    fault: Annotated[str, Plain(str, str)]
    hands: Annotated[list[int], Row(CARD_MASK, 2)] = field(default_factory=zeros)
    spent: Annotated[int, CARD_MASK] = 0
    """Cards played, as a mask."""
    used: Annotated[int, Mask(6)] = 0
    """Prizes seen, as a mask."""
    prize: Annotated[int, Range(0, 5)] = 0
    pending: Annotated[int, Range(0, 9)] = 0
    """The sealed bid of seat 0."""
    points: Annotated[list[int], Row(Range(0, 15), 2)] = field(default_factory=zeros)
    seat: Annotated[int, Range(0, 1)] = 0

    def dealt(self) -> int:
        return (self.hands[0] | self.hands[1] | self.spent).bit_count()

    def to_act(self) -> int:
        if self.dealt() < 6 or (not self.prize and self.used.bit_count() < 3):
            return CHANCE
        return self.seat if self.prize else OVER

    def scores(self) -> tuple[float, ...]:
        return (float(self.points[0]), float(self.points[1]))

    def outcome(self) -> tuple[int, ...]:
        first, second = self.points
        return (1, 1) if first == second else (1, 2) if first > second else (2, 1)
