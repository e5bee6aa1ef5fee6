"""Matches to save: any game of the registry, played at random for a while."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from saves.store import Store

Play = Callable[..., Match]


def play(game: str = "sahara", actions: int = 10, seed: int = 5, seats: int | None = None) -> Match:
    """A match with so many decisions played at random, or over before."""
    count = seats or max(2, registry.get(game).spec.min_seats)
    people = [Seat("person", "Ada"), *(Seat("porter", f"P{n}") for n in range(1, count))]
    match = Match.new(game, {}, people, seed)
    go_on(match, actions)
    return match


def go_on(match: Match, actions: int, seed: int = 1) -> None:
    """Play so many more decisions at random."""
    rng = Random(seed)
    for _ in range(actions):
        if match.over:
            break
        seat = match.to_act
        match.act(seat, rng.choice(match.legal(seat)))


@pytest.fixture
def played() -> Play:
    return play


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def same(first: Match, second: Match) -> bool:
    """Whether two matches are at the same place and go on alike."""
    return (
        first.record.to_plain() == second.record.to_plain()
        and first.game.encode(first.state) == second.game.encode(second.state)
        and first.legal(first.to_act) == second.legal(second.to_act)
    )


@pytest.fixture
def alike() -> Callable[[Match, Match], bool]:
    return same


@pytest.fixture
def go() -> Callable[..., None]:
    return go_on
