"""A toy: a coin is hidden from seat 0, who may gamble on it or take less for sure.

Who solves each imagined world for itself believes that gambling always wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from caravan_tui.games.contract import CHANCE, OVER, Event, Game, State, View
from caravan_tui.games.guess.spec import SPEC

SAFE, GAMBLE, HEADS, TAILS, COIN = 0, 1, 2, 3, 10


class Guess(State):
    __slots__ = ("coin", "points", "step")

    def __init__(self) -> None:
        self.coin = -1
        self.step = 0
        self.points = (0.0, 0.0)

    def to_act(self) -> int:
        return OVER if self.step == 3 else CHANCE if self.step == 0 else 0

    def legal(self) -> list[int]:
        return [[COIN, COIN + 1], [SAFE, GAMBLE], [HEADS, TAILS], []][self.step]

    def apply(self, action: int, events: list[Event] | None = None) -> None:
        if events is not None:
            events.append(("guess", action))
        if self.step == 0:
            self.coin = action - COIN
            self.step = 1
        elif action == SAFE:
            self.points = (6.0, 4.0)
            self.step = 3
        elif action == GAMBLE:
            self.step = 2
        else:
            self.points = (20.0, 0.0) if action - HEADS == self.coin else (0.0, 20.0)
            self.step = 3

    def draw(self, rng: Random) -> int:
        return COIN + int(rng.random() * 2)

    def clone(self) -> Guess:
        other = Guess.__new__(Guess)
        other.coin, other.step, other.points = self.coin, self.step, self.points
        return other

    def scores(self) -> tuple[float, ...]:
        return self.points

    def outcome(self) -> tuple[int, ...]:
        return (1, 2) if self.points[0] > self.points[1] else (2, 1)

    def observed(self, action: int, seat: int) -> int:
        return COIN if self.step == 0 and seat == 0 else action


class GuessGame(Game):
    spec = SPEC

    def setup(self, options: Any, seats: int, house: Any | None = None) -> Guess:
        return Guess()

    def view(self, state: State, seat: int | None) -> View:
        assert isinstance(state, Guess)
        return {
            "game": "guess",
            "seat": seat,
            "seats": 2,
            "options": {},
            "house": None,
            "to_act": state.to_act(),
            "round": 1,
            "scores": list(state.points),
            "step": state.step,
        }

    def view_event(self, event: Event, seat: int | None) -> Event | None:
        return event

    def determinize(self, view: View, rng: Random) -> Guess:
        state = Guess()
        state.step = view["step"]
        state.points = tuple(view["scores"])
        state.coin = int(rng.random() * 2) if state.step else -1
        return state

    def notation(self, action: int, view: View) -> str:
        return {SAFE: "safe", GAMBLE: "gamble", HEADS: "heads", TAILS: "tails"}[action]

    def describe(self, action: int, view: View, names: Sequence[str] = ()) -> str:
        return "says " + self.notation(action, view)


GAME = GuessGame()
