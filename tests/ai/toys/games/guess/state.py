"""The position of the toy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from caravan_tui.games.contract import CHANCE, OVER, State
from caravan_tui.games.kit.fields import Range, Row


@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class GuessPosition(State):
    coin: Annotated[int, Range(-1, 1)] = -1
    step: Annotated[int, Range(0, 3)] = 0
    points: Annotated[tuple[int, ...], Row(Range(0, 20), 2)] = (0, 0)

    def to_act(self) -> int:
        return OVER if self.step == 3 else CHANCE if self.step == 0 else 0

    def scores(self) -> tuple[float, ...]:
        return tuple(map(float, self.points))

    def outcome(self) -> tuple[int, ...]:
        return (1, 2) if self.points[0] > self.points[1] else (2, 1)
