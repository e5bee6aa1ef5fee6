"""A toy: hidden hands of three, three prizes, one sealed bid each; the higher bid takes the prize.

The option `fault` makes the knowledge of this toy break in a worker.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from caravan_tui.games.bids.spec import SPEC
from caravan_tui.games.contract import CHANCE, OVER, Event, Game, State, View

CARDS = range(1, 10)
DEAL, PRIZE = 32, 200


class Bids(State):
    __slots__ = ("fault", "hands", "pending", "points", "prize", "seat", "spent", "used")

    def __init__(self, fault: str) -> None:
        self.fault = fault
        self.hands = [0, 0]
        self.spent = 0
        """Cards played, as a mask."""
        self.used = 0
        """Prizes seen, as a mask."""
        self.prize = 0
        self.pending = 0
        self.points = [0, 0]
        self.seat = 0

    def _dealt(self) -> int:
        return (self.hands[0] | self.hands[1] | self.spent).bit_count()

    def to_act(self) -> int:
        if self._dealt() < 6 or (not self.prize and self.used.bit_count() < 3):
            return CHANCE
        return self.seat if self.prize else OVER

    def legal(self) -> list[int]:
        actor = self.to_act()
        if actor == OVER:
            return []
        if actor >= 0:
            return [card for card in CARDS if self.hands[actor] >> card & 1]
        dealt = self._dealt()
        if dealt < 6:
            gone = self.hands[0] | self.hands[1]
            return [DEAL + (dealt % 2) * 16 + card for card in CARDS if not gone >> card & 1]
        return [PRIZE + value for value in range(1, 6) if not self.used >> value & 1]

    def apply(self, action: int, events: list[Event] | None = None) -> None:
        if events is not None:
            events.append(("bids", action))
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

    def clone(self) -> Bids:
        other = Bids.__new__(Bids)
        other.fault = self.fault
        other.hands = self.hands[:]
        other.spent = self.spent
        other.used = self.used
        other.prize = self.prize
        other.pending = self.pending
        other.points = self.points[:]
        other.seat = self.seat
        return other

    def scores(self) -> tuple[float, ...]:
        return (float(self.points[0]), float(self.points[1]))

    def outcome(self) -> tuple[int, ...]:
        one, two = self.points
        return (1, 1) if one == two else (1, 2) if one > two else (2, 1)

    def observed(self, action: int, seat: int) -> int:
        if action >= PRIZE:
            return action
        if action >= DEAL:
            return action if (action - DEAL) >> 4 == seat else DEAL
        if self.seat == 0:
            return action if seat == 0 else 0
        return action if seat == 0 else action * 16 + self.pending


class BidsGame(Game):
    spec = SPEC

    def setup(self, options: Any, seats: int, house: Any | None = None) -> Bids:
        return Bids(str(options["fault"]))

    def view(self, state: State, seat: int | None) -> View:
        assert isinstance(state, Bids)
        mine = state.hands[seat] if seat is not None else 0
        sealed = state.pending if seat == 0 else min(1, state.pending)
        shown = state.spent
        if state.pending and seat != 0:
            shown &= ~(1 << state.pending)
        return {
            "game": "bids",
            "seat": seat,
            "seats": 2,
            "options": {"fault": state.fault},
            "house": None,
            "to_act": state.to_act(),
            "round": state.used.bit_count(),
            "scores": list(state.points),
            "hand": mine,
            "sizes": [hand.bit_count() for hand in state.hands],
            "spent": shown,
            "used": state.used,
            "prize": state.prize,
            "sealed": sealed,
            "mover": state.seat,
        }

    def view_event(self, event: Event, seat: int | None) -> Event | None:
        return event

    def determinize(self, view: View, rng: Random) -> Bids:
        state = Bids(view["options"]["fault"])
        me = view["seat"] or 0
        state.hands[me] = view["hand"]
        state.spent = view["spent"]
        left = [card for card in CARDS if not (view["hand"] | view["spent"]) >> card & 1]
        rng.shuffle(left)
        for _ in range(view["sizes"][1 - me]):
            state.hands[1 - me] |= 1 << left.pop()
        state.pending = view["sealed"]
        if view["sealed"] and me == 1:
            state.pending = left.pop()
            state.spent |= 1 << state.pending
        state.used = view["used"]
        state.prize = view["prize"]
        state.points = list(view["scores"])
        state.seat = view["mover"]
        return state

    def encode(self, state: State) -> Any:
        assert isinstance(state, Bids)
        return [getattr(state, name) for name in Bids.__slots__]

    def notation(self, action: int, view: View) -> str:
        return f"bid {action}"

    def describe(self, action: int, view: View, names: Sequence[str] = ()) -> str:
        return f"bids {action}"


GAME = BidsGame()
