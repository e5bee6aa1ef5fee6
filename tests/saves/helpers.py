"""Matches to save: any game of the registry, played at random for a while."""

from __future__ import annotations

from pathlib import Path
from random import Random

from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from saves.store import Store


def play(game: str = "sahara", actions: int = 10, seed: int = 5, seats: int | None = None) -> Match:
    """Start a match and play at most `actions` decisions at random."""
    count = seats or max(2, registry.get(game).spec.min_seats)
    players = [Seat("person", "Ada"), *(Seat("porter", f"P{n}") for n in range(1, count))]
    match = Match.new(game, {}, players, seed)
    play_on(match, actions)
    return match


def play_on(match: Match, actions: int, seed: int = 1) -> None:
    """Play at most `actions` more decisions at random."""
    rng = Random(seed)
    for _ in range(actions):
        if match.over:
            break
        seat = match.to_act
        match.act(seat, rng.choice(match.legal(seat)))


def is_same(first: Match, second: Match) -> bool:
    """Whether two matches have the same record, state and legal actions."""
    return (
        first.record.to_plain() == second.record.to_plain()
        and first.game.encode(first.state) == second.game.encode(second.state)
        and first.legal(first.to_act) == second.legal(second.to_act)
    )


def path_of(store: Store, match: Match) -> Path:
    """Path of the file of a match."""
    return store.folder / f"{match.record.id}.caravan"
