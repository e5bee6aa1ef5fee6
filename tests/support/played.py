"""Positions of matches that are played only once, however many tests look at them."""

from __future__ import annotations

from functools import cache
from random import Random

from attrs import evolve

from ai.search import choose
from caravan_tui.cli.preview import random_match
from caravan_tui.engine import Match
from caravan_tui.games.contract import State


class _Line:
    """A match that is played on as far as positions are asked for."""

    def __init__(self, game: str, seats: int, seed: int, level: str) -> None:
        self.match = random_match(game, seats, seed, 0)
        self.rng = Random(seed)
        self.seed, self.level = seed, level
        self.positions: list[tuple[State, int]] = [(self.match.state, self.match.version)]

    def play_to(self, plies: int) -> None:
        """Play on until that many decisions have been made, or the match is over."""
        match = self.match
        while len(self.positions) <= plies and not match.over:
            seat = match.to_act
            if self.level:
                seed = self.seed + match.version
                action = choose(match.game, match.view(seat), self.level, seed).action
            else:
                action = self.rng.choice(match.legal(seat))
            match.act(seat, action)
            self.positions.append((match.state, match.version))


_line = cache(_Line)


def played(game: str, seats: int, seed: int, plies: int, level: str = "") -> Match:
    """A match after `plies` decisions, the same as of `random_match`, but much cheaper.

    It is a match of its own: it may be played on.
    """
    line = _line(game, seats, seed, level)
    line.play_to(plies)
    state, version = line.positions[min(plies, len(line.positions) - 1)]
    whole = line.match.record
    is_over = version == len(whole.log) and line.match.over
    record = evolve(whole, log=whole.log[:version], result=whole.result if is_over else None)
    return Match.from_record(record, state.clone())
