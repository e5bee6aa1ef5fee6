"""A toy: hidden hands of three, three prizes, one sealed bid each; the higher bid takes the prize.

The option `fault` makes the evaluator of this toy break in a worker.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from caravan_tui.games.bids.events import Move
from caravan_tui.games.bids.state import CARDS, BidsPosition
from caravan_tui.games.contract import OVER, Event, OptionValue

DEAL, PRIZE = 32, 200


class BidsState(BidsPosition):
    __slots__ = ()

    def legal(self) -> list[int]:
        actor = self.to_act()
        if actor == OVER:
            return []
        if actor >= 0:
            return [card for card in CARDS if self.hands[actor] >> card & 1]
        dealt = self.dealt()
        if dealt < 6:
            gone = self.hands[0] | self.hands[1]
            return [DEAL + (dealt % 2) * 16 + card for card in CARDS if not gone >> card & 1]
        return [PRIZE + value for value in range(1, 6) if not self.used >> value & 1]

    def apply(self, action: int, events: list[Event] | None = None) -> None:
        if events is not None:
            events.append(Move(action))
        if action >= PRIZE:
            self.prize = action - PRIZE
            self.used |= 1 << self.prize
        elif action >= DEAL:
            self.hands[(action - DEAL) >> 4] |= 1 << (action & 15)
        elif self.seat == 0:
            self.pending = action
            self.hands[0] &= ~(1 << action)
            self.spent |= 1 << action
            self.seat = 1
        else:
            self.hands[1] &= ~(1 << action)
            self.spent |= 1 << action
            self.points[action > self.pending] += self.prize
            self.prize = self.pending = self.seat = 0

    def draw(self, rng: Random) -> int:
        legal = self.legal()
        return legal[int(rng.random() * len(legal))]

    def observed(self, action: int, seat: int) -> int:
        if action >= PRIZE:
            return action
        if action >= DEAL:
            return action if (action - DEAL) >> 4 == seat else DEAL
        if self.seat == 0:
            return action if seat == 0 else 0
        return action if seat == 0 else action * 16 + self.pending


STATE = BidsState


def setup(options: Mapping[str, OptionValue], seats: int, custom: Any = None) -> BidsState:
    return BidsState(fault=str(options["fault"]))
