"""A toy: two seats race to 20; each turn one takes two steps, or rolls a die and a 1 ends badly.

Nothing is hidden and it is small enough to be solved exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from caravan_tui.games.contract import CHANCE, OVER, Event, Game, State, View
from caravan_tui.games.race.spec import SPEC

GOAL = 20
STEP, ROLL = 0, 1


class Race(State):
    __slots__ = ("places", "rolling", "seat")

    def __init__(self) -> None:
        self.places = [0, 0]
        self.seat = 0
        self.rolling = False

    def to_act(self) -> int:
        if max(self.places) >= GOAL:
            return OVER
        return CHANCE if self.rolling else self.seat

    def legal(self) -> list[int]:
        if self.to_act() == OVER:
            return []
        return [10, 11, 12, 13, 14, 15] if self.rolling else [STEP, ROLL]

    def apply(self, action: int, events: list[Event] | None = None) -> None:
        if events is not None:
            events.append(("race", self.seat, action))
        if action == ROLL:
            self.rolling = True
            return
        steps = 2
        if self.rolling:
            self.rolling = False
            die = action - 9
            steps = die if die > 1 else -3
        self.places[self.seat] = max(0, self.places[self.seat] + steps)
        self.seat = 1 - self.seat

    def draw(self, rng: Random) -> int:
        return 10 + int(rng.random() * 6)

    def clone(self) -> Race:
        other = Race.__new__(Race)
        other.places = self.places[:]
        other.seat = self.seat
        other.rolling = self.rolling
        return other

    def scores(self) -> tuple[float, ...]:
        return (float(self.places[0]), float(self.places[1]))

    def outcome(self) -> tuple[int, ...]:
        one, two = self.places
        return (1, 1) if one == two else (1, 2) if one > two else (2, 1)


class RaceGame(Game):
    spec = SPEC

    def setup(self, options: Any, seats: int, house: Any | None = None) -> Race:
        return Race()

    def view(self, state: State, seat: int | None) -> View:
        assert isinstance(state, Race)
        return {
            "game": "race",
            "seat": seat,
            "seats": 2,
            "options": {},
            "house": None,
            "to_act": state.to_act(),
            "round": 1,
            "scores": list(state.places),
            "mover": state.seat,
            "rolling": state.rolling,
        }

    def view_event(self, event: Event, seat: int | None) -> Event | None:
        return event

    def determinize(self, view: View, rng: Random) -> Race:
        state = Race()
        state.places = list(view["scores"])
        state.seat = view["mover"]
        state.rolling = view["rolling"]
        return state

    def notation(self, action: int, view: View) -> str:
        return {STEP: "step", ROLL: "roll"}.get(action, f"die {action - 9}")

    def describe(self, action: int, view: View, names: Sequence[str] = ()) -> str:
        return {STEP: "takes two steps", ROLL: "rolls"}.get(action, f"a {action - 9}")


GAME = RaceGame()
