"""The position of the toy."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from caravan_tui.games.contract import CHANCE, OVER, State
from caravan_tui.games.kit.fields import Range, Row

GOAL = 20


@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class RacePosition(State):
    places: Annotated[list[int], Row(Range(0, GOAL + 6), 2)] = field(default_factory=lambda: [0, 0])
    seat: Annotated[int, Range(0, 1)] = 0
    rolling: Annotated[int, Range(0, 1)] = 0

    def to_act(self) -> int:
        if max(self.places) >= GOAL:
            return OVER
        return CHANCE if self.rolling else self.seat

    def scores(self) -> tuple[float, ...]:
        return (float(self.places[0]), float(self.places[1]))

    def outcome(self) -> tuple[int, ...]:
        first, second = self.places
        return (1, 1) if first == second else (1, 2) if first > second else (2, 1)
