"""Matches played at random, and the results that they leave."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from caravan_tui.engine import Match, Seat
from caravan_tui.engine.playback import copy_of
from caravan_tui.games import registry
from caravan_tui.games.contract import Game
from saves.profile import Profile, Result
from saves.store import Store


def first_position(name: str) -> tuple[Game[Any], Any]:
    """A game with the options that it has by itself, and the first position of its smallest table
    of at least two seats."""
    game = registry.get(name)
    seats = max(2, game.spec.min_seats)
    return game, game.setup(game.spec.resolve({}, seats), seats)


def played(game: str, decisions: int, seed: int = 5, persons: int = 1) -> Match:
    """A match after this number of random decisions; the first seats are people's."""
    count = max(2, registry.spec(game).min_seats)
    seats = [
        Seat("person" if number < persons else "trader", name)
        for number, name in zip(range(count), ("Ann", "Bea", "Cid"), strict=False)
    ]
    match = Match.new(game, {}, seats, seed)
    rng = Random(seed)
    while decisions and not match.over:
        match.act(match.to_act, rng.choice(match.legal(match.to_act)))
        decisions -= 1
    return match


def ended(game: str, person: int = 0) -> Match:
    """A match to its end that has some length, with a person in one seat."""
    return copy_of(_ended(game, person))


@cache
def _ended(game: str, person: int) -> Match:
    count = max(2, registry.spec(game).min_seats)
    for seed in range(1, 40):
        seats = [
            Seat("person", "Ann") if number == person else Seat("trader", f"Trader {number}")
            for number in range(count)
        ]
        match, rng = Match.new(game, {}, seats, seed), Random(seed)
        while not match.over and match.version < 3000:
            match.act(match.to_act, rng.choice(match.legal(match.to_act)))
        if match.over and match.version > 60:
            return match
    raise AssertionError("no match ended")


def save(match: Match, title: str = "") -> Match:
    """Save a match and unlock it."""
    store = Store()
    if title:
        store.describe(match.record.id, title=title)
    store.save_now(match)
    store.release_all()
    return match


def result(
    number: int,
    game: str = "sahara",
    won: bool = True,
    kinds: tuple[str, ...] = ("person", "trader"),
    **more: Any,
) -> Result:
    """A finished match: 10 + `number` to 5, or 4 to 5."""
    scores = (10.0 + number if won else 4.0, *(5.0 for _ in kinds[1:]))
    ranks = (1 if won else len(kinds), *(2 if won else 1 for _ in kinds[1:]))
    names = ("Ann", *kinds[1:])
    when = 1_700_000_000 + number * 3600
    return Result(
        f"m{number}", game, kinds, names, scores, ranks, 0, when, when + 900, 660, 80, 9, **more
    )


def keep_results(*results: Result) -> None:
    """Write results into the profile."""
    for result in results:
        Profile().add(result)
