"""A match as the adapters for OpenSpiel and PettingZoo see it: choices by number, no screen.

Both libraries want actions that are small numbers. An action here is the place of a move in the
sorted legal list of its position: seats that know the same have the same list.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import comb
from random import Random
from typing import Any, Self

import numpy as np

from caravan_tui.games import registry
from caravan_tui.games.ahldarahd.actions import BLACK, PAYLOAD
from caravan_tui.games.ahldarahd.actions import KIND as BAZAAR_KIND
from caravan_tui.games.ahldarahd.state import BANK_GOLD
from caravan_tui.games.contract import OVER, Game, OptionValue, State, View
from caravan_tui.games.dice_village.actions import ROLL, SHIFT, VALUE, ways
from caravan_tui.games.sahara.actions import GOOD, MOVE, unpack_good

MOST_MOVES = {"decktet": 1 << 14}
"""The most legal moves of a position, by game; elsewhere MOST_MOVES_ELSEWHERE."""
MOST_MOVES_ELSEWHERE = 512
MOST_CHANCES = 512
"""The most outcomes of a chance."""
MOST_ACTIONS = 20_000
"""Of a match, chance outcomes included."""
FEATURES = 4096
"""Numbers in the vector of a view."""
ACTION_BITS = 48


class Position:
    """A position of a match in progress, with what each seat has observed so far."""

    def __init__(self, game: str, seats: int, options: Mapping[str, OptionValue]) -> None:
        """Raises UnknownGameError, or OptionError for options or seats that the game has not."""
        self.game: Game[Any] = registry.get(game)
        self.seats = seats
        self.state: State = self.game.setup(self.game.spec.resolve(options, seats), seats)
        self.log: list[int] = []
        self.observed: list[list[int]] = [[] for _ in range(seats)]
        self._choices: list[int] | None = None

    def clone(self) -> Self:
        """An independent copy."""
        copy = type(self).__new__(type(self))
        copy.game, copy.seats, copy.state = self.game, self.seats, self.state.clone()
        copy.log = self.log[:]
        copy.observed = [each[:] for each in self.observed]
        copy._choices = self._choices
        return copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    @property
    def actor(self) -> int:
        """The seat to act, contract.CHANCE or contract.OVER."""
        return self.state.to_act()

    @property
    def choices(self) -> list[int]:
        """What can happen next, as the game's own actions, ascending."""
        if self._choices is None:
            self._choices = [] if self.actor == OVER else sorted(self.state.legal())
        return self._choices

    def chances(self) -> list[tuple[int, float]]:
        """The outcomes of the chance that is due, by their places in `choices`, with their
        probabilities."""
        weights = [weight_of(self.game.spec.id, self.state, each) for each in self.choices]
        total = sum(weights)
        return [(place, weight / total) for place, weight in enumerate(weights) if weight]

    def draw(self, rng: Random) -> int:
        """Sample the chance that is due; its place in `choices`."""
        return self.choices.index(self.state.draw(rng))

    def play(self, place: int) -> None:
        """Play what is at this place in `choices`. Raises ValueError if there is no such place."""
        if not 0 <= place < len(self.choices):
            raise ValueError(f"action {place} is not legal; there are {len(self.choices)}")
        action = self.choices[place]
        for seat, seen in enumerate(self.observed):
            seen.append(self.state.observed(action, seat))
        self.state.apply(action)
        self.log.append(action)
        self._choices = None

    def view(self, seat: int | None) -> View:
        """What a seat, or with None a spectator, may know."""
        view: View = self.game.view(self.state, seat)
        return view

    def notation(self, place: int) -> str:
        """A choice as the rules page writes it."""
        actor = self.actor
        return self.game.notation(self.choices[place], self.view(actor if actor >= 0 else None))

    def utilities(self) -> list[float]:
        """The result from -1 (last) to 1 (first), of sum 0; all 0 before the end."""
        if self.actor != OVER:
            return [0.0] * self.seats
        ranks = self.state.outcome()
        return [
            sum((mine < other) - (mine > other) for other in ranks) / (self.seats - 1)
            for mine in ranks
        ]


# Chance


def weight_of(game: str, state: State, action: int) -> float:
    """The weight of a chance outcome beside the others that are due. `State.draw` samples by it."""
    weigh = _WEIGHTS.get(game)
    return weigh(state, action) if weigh is not None else 1


def _dice(state: Any, action: int) -> float:
    return ways(action & VALUE) if action >> SHIFT == ROLL else 1


def _goods(state: Any, action: int) -> float:
    return state.bag[unpack_good(action)[1]] if GOOD <= action < MOVE else 1


def _chips(state: Any, action: int) -> float:
    """The ways to draw so many black chips from the bank, as the seat's gold is in it again."""
    if action & BAZAAR_KIND != BLACK:
        return 1
    black = action & PAYLOAD
    gold = max(0, BANK_GOLD - sum(state.gold) + state.drawn)
    drawn = min(state.drawn, gold + state.black)
    return comb(state.black, black) * comb(gold, drawn - black)


_WEIGHTS: dict[str, Callable[[Any, int], float]] = {
    "ahldarahd": _chips,
    "dice_village": _dice,
    "sahara": _goods,
}


# Views and moves as vectors


def features(view: object) -> np.ndarray:
    """A view as a vector of zeros and ones, without knowing its game: each fact in it sets the
    number that its hash names. An encoding of your own will learn faster."""
    vector = np.zeros(FEATURES, np.float32)
    for fact in facts(view):
        vector[zlib.crc32(fact.encode()) % FEATURES] = 1
    return vector


def facts(view: object, path: str = "") -> Iterator[str]:
    """Every value in a view with where it is: `scores.0=12`."""
    if isinstance(view, Mapping):
        for key, value in view.items():
            yield from facts(value, f"{path}.{key}")
    elif isinstance(view, Sequence) and not isinstance(view, str):
        for place, value in enumerate(view):
            yield from facts(value, f"{path}.{place}")
    else:
        yield f"{path}={view}"


def most_moves(game: str) -> int:
    """How many actions a game has for the libraries."""
    return MOST_MOVES.get(game, MOST_MOVES_ELSEWHERE)


def seat_counts(game: str) -> range:
    """How many seats a match can have. Not one: what counts here is the rank."""
    spec = registry.spec(game)
    return range(max(2, spec.min_seats), spec.max_seats + 1)
