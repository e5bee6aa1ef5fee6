"""Luck: what chance gave each seat, beside what it could have given.

Chance is an action like any other, so each of its outcomes can be compared with the mean over what
might have come (as gnubg does for every roll). Whatever the evaluation is worth, that sums to
nothing over many matches: it is taken on both sides. What a seat could not see is imagined on both
sides, too, so its luck is what it could know of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from math import sqrt
from random import Random
from typing import Any, Final

from attrs import frozen

from caravan_tui.engine import Match, rng
from caravan_tui.engine.match import Ply
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER, Game, State
from caravan_tui.games.evaluator import Evaluator

SAMPLES: Final = 64
"""Outcomes that are drawn to know their mean, and worlds in which the real one is judged."""


@frozen
class Luck:
    """What a deal, a draw or a roll gave each seat: all that chance does between two decisions."""

    ply: int
    """The first action of chance."""
    values: list[float]
    """By seat: the expected result after it without the mean over its outcomes, -1..1."""
    errors: list[float]
    """By seat: the standard error of that, as the mean is sampled."""


@frozen
class LuckTotal:
    """Luck added up."""

    value: float
    error: float


def total(lucks: Sequence[Luck], seat: int) -> LuckTotal:
    """All the luck of a seat, with its standard error."""
    value = sum(luck.values[seat] for luck in lucks)
    return LuckTotal(value, sqrt(sum(luck.errors[seat] ** 2 for luck in lucks)))


def lucks(
    match: Match, seats: Collection[int] | None = None, samples: int = SAMPLES
) -> Iterator[Luck]:
    """The luck of a match in its order, one by one: each takes some milliseconds.

    It is reproducible: its samples follow from the match and the ply.

    Args:
        seats: whose luck may be known; that of the others is 0. Its samples follow from nothing
            that one of these seats may not know. None: everybody's, as the match is over.
        samples: as `SAMPLES`.
    """
    evaluator = registry.evaluator(match.record.game)
    for first, after in _runs(match):
        draw = (_samples if seats is None else _own_samples)(match, first.ply)
        luck = luck_of(match.game, evaluator, first, after, draw, samples, seats)
        if any(luck.values):
            yield luck


def _samples(match: Match, ply: int) -> Callable[[int], Random]:
    """What draws the samples of all seats, one after the other."""
    random = rng.stream(match.record.seed, "luck", ply)
    return lambda _seat: random


def _own_samples(match: Match, ply: int) -> Callable[[int], Random]:
    """What draws the samples of each seat: not from the seed, and none after those of another, as
    how many numbers one takes hangs on what it sees."""
    return lambda seat: rng.stream(seat, f"luck of {match.record.id}", ply)


def _runs(match: Match) -> Iterator[tuple[Ply, State]]:
    """The first action of each run of chance, and the position after the last."""
    first: Ply | None = None
    for ply in match.plies():
        if ply.actor == CHANCE:
            first = first or ply
        elif first is not None:
            yield first, ply.before
            first = None
    if first is not None and match.to_act != CHANCE:
        yield first, match.state


def luck_of(
    game: Game[Any],
    evaluator: Evaluator[Any],
    first: Ply,
    after: State,
    random_of: Callable[[int], Random],
    samples: int,
    seats: Collection[int] | None = None,
) -> Luck:
    """The luck of one run of chance.

    Args:
        first: its first action.
        after: the position after its last.
        random_of: what draws the samples of a seat.
        samples: as `SAMPLES`.
        seats: whose luck may be known; that of the others is 0. None: everybody's.
    """
    everybody = range(len(after.scores()))
    known = everybody if seats is None else seats
    values, errors = [0.0] * len(everybody), [0.0] * len(everybody)
    for seat in known if game.spec.secrets else range(1):
        random = random_of(seat)
        before_view = game.view(first.before, seat)
        after_view = game.view(after, seat)
        possible = [_value(_drawn(game, before_view, random), evaluator) for _ in range(samples)]
        real = [
            _value(game.determinize(after_view, random), evaluator)
            for _ in range(samples if game.spec.secrets else 1)
        ]
        for other in [seat] if game.spec.secrets else known:
            mean, error = _mean([value[other] for value in possible])
            value, doubt = _mean([value[other] for value in real])
            values[other] = value - mean
            errors[other] = sqrt(error**2 + doubt**2)
    return Luck(first.ply, values, errors)


def _drawn(game: Game[Any], view: Any, random: Random) -> State:
    """A position that a view allows, after all that chance does in it."""
    state: State = game.determinize(view, random)
    while state.to_act() == CHANCE:
        state.apply(state.draw(random))
    return state


def _value(state: State, evaluator: Evaluator[Any]) -> list[float]:
    return evaluator.utility(state) if state.to_act() == OVER else evaluator.judge(state)


def _mean(values: list[float]) -> tuple[float, float]:
    """The mean, and its standard error."""
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return mean, 0.0
    squares = sum((value - mean) ** 2 for value in values)
    return mean, sqrt(squares / (count - 1) / count)
