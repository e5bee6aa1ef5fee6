"""A toy: two seats race to 20; on a turn a seat takes two steps, or rolls a die where a 1 is bad.

Nothing is hidden and it is small enough to be solved exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from caravan_tui.games.contract import OVER, Event, OptionValue
from caravan_tui.games.race.events import Move
from caravan_tui.games.race.state import RacePosition

STEP, ROLL, DIE = 0, 1, 9


class RaceState(RacePosition):
    __slots__ = ()

    def legal(self) -> list[int]:
        if self.to_act() == OVER:
            return []
        return [DIE + face for face in range(1, 7)] if self.rolling else [STEP, ROLL]

    def apply(self, action: int, events: list[Event] | None = None) -> None:
        if events is not None:
            events.append(Move(self.seat, action))
        if action == ROLL:
            self.rolling = 1
            return
        steps = 2
        if self.rolling:
            self.rolling = 0
            die = action - DIE
            steps = die if die > 1 else -3
        self.places[self.seat] = max(0, self.places[self.seat] + steps)
        self.seat = 1 - self.seat

    def draw(self, rng: Random) -> int:
        return DIE + 1 + int(rng.random() * 6)


STATE = RaceState


def setup(options: Mapping[str, OptionValue], seats: int, custom: Any = None) -> RaceState:
    return RaceState()
