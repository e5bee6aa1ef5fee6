"""A toy: a coin is hidden from seat 0, who may gamble on it or take less for certain.

A search that solves each imagined world by itself believes that gambling always wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from caravan_tui.games.contract import Event, OptionValue
from caravan_tui.games.guess.events import Move
from caravan_tui.games.guess.state import GuessPosition

SAFE, GAMBLE, HEADS, TAILS, COIN = 0, 1, 2, 3, 10


class GuessState(GuessPosition):
    __slots__ = ()

    def legal(self) -> list[int]:
        return [[COIN, COIN + 1], [SAFE, GAMBLE], [HEADS, TAILS], []][self.step]

    def apply(self, action: int, events: list[Event] | None = None) -> None:
        if events is not None:
            events.append(Move(action))
        if self.step == 0:
            self.coin = action - COIN
            self.step = 1
        elif action == SAFE:
            self.points = (6, 4)
            self.step = 3
        elif action == GAMBLE:
            self.step = 2
        else:
            self.points = (20, 0) if action - HEADS == self.coin else (0, 20)
            self.step = 3

    def draw(self, rng: Random) -> int:
        return COIN + int(rng.random() * 2)

    def observed(self, action: int, seat: int) -> int:
        return COIN if self.step == 0 and seat == 0 else action


STATE = GuessState


def setup(options: Mapping[str, OptionValue], seats: int, custom: Any = None) -> GuessState:
    return GuessState()
