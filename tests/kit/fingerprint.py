"""Plays matches and prints a hash of all that was seen: run by a check under two hash seeds."""

from __future__ import annotations

import sys
from ast import literal_eval
from hashlib import blake2b
from typing import Any

from caravan_tui.engine import rng
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER, Game
from tests.kit import broken_play, broken_views
from tests.kit.broken import by_title
from tests.kit.lines import Case, digest, pack, step


def fingerprint(case: Case, seed: int, plies: int) -> str:
    """A hash over legal lists, views, words and positions of a match."""
    game = case.game
    state = game.setup(dict(case.options), case.seats)
    moves = rng.stream(seed, "kit")
    mark = blake2b(digest_size=16)
    ply = 0
    while state.to_act() != OVER and ply < plies:
        actor = state.to_act()
        viewer = None if actor == CHANCE else actor
        view = game.view(state, viewer)
        mark.update(repr(state.legal()).encode())
        mark.update(repr(state.interrupts()).encode())
        mark.update(pack(view))
        if ply % 5 == 0:
            mark.update(repr([game.notation(action, view) for action in state.legal()]).encode())
            world = game.determinize(view, rng.stream(seed, "world", ply))
            mark.update(digest(game, world))
        _actor, action = step(state, moves, ply, seed)
        events: list[Any] = []
        state.apply(action, events)
        mark.update(repr(events).encode())
        mark.update(digest(game, state))
        ply += 1
    return f"{game.spec.title}, {case.seats} {case.options}: {mark.hexdigest()} after {ply}"


assert broken_play and broken_views  # importing them registers the broken games


def main() -> None:
    """Arguments: seed, plies, and of each case where its game is, its seats and options."""
    seed, plies, cases = sys.argv[1:]
    for place, seats, options in literal_eval(cases):
        kind, name = place.split(":")
        game: Game[Any] = registry.get(name) if kind == "game" else by_title(name)
        print(fingerprint(Case(game, seats, options), int(seed), int(plies)))


if __name__ == "__main__":
    main()
