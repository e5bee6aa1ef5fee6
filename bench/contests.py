"""`python -m bench.contests GAME FIRST SECOND`: does a part of the search win at this table?

    python -m bench.contests GAME FIRST SECOND [--seats N] [--matches N] [--seed S] [--keep FILE]
                             [--option NAME=VALUE ...]

A side is `greedy`, which looks one ply deep, or a way to search: `whole` as the levels do it;
`select` or `halving`, which choose at the root by bounds or by halving at every budget; `uniform`,
to which the others' moves tell nothing of what is hidden. `@60` are its iterations, `@20ms` its
time for a decision.

The sides sit as levels do in `bench.ladder`: opposite each other, or alternately, and at an odd
table the first side has the odd seat in every other deal. Each deal is played once with every
rotation of the seats; the mean of these matches is one observation. It tells the share of the
comparisons in which the first side ranks better, a tie counting half, with Student's 95 %
interval, and the milliseconds of a decision. Matches are kept in the file, so that a run that was
stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

from attrs import asdict, define, frozen

from ai.arena.contest import play_out
from ai.arena.ratings import mean_interval
from ai.levels import UNTIL_THE_CLOCK
from ai.mcts import MAX_NODES
from ai.own_turn import OwnTurn
from ai.search import NO_MOVE, Searcher, out_of_turn, quick
from ai.views import pack, unpack
from caravan_tui.engine import rng
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError, OptionValue, State
from caravan_tui.games.evaluator import Evaluator

WAYS: dict[str, dict[str, Any]] = {
    "whole": {},
    "uniform": {"believes": False},
    "select": {"halved": 0},
    "halving": {"halved": UNTIL_THE_CLOCK - 1},
}
"""What a way to search has of its own."""


@frozen
class Side:
    """A way to choose moves."""

    name: str
    way: str
    iterations: int
    seconds: float | None

    @classmethod
    def parse(cls, text: str) -> Side:
        """`greedy`, `WAY@ITERATIONS` or `WAY@MILLISECONDSms`. Raises ValueError."""
        way, _, amount = text.partition("@")
        if way == "greedy" and not amount:
            return cls(text, way, 0, None)
        if way not in WAYS:
            raise ValueError(f"no way to search: {way}")
        if amount.endswith("ms"):
            return cls(text, way, UNTIL_THE_CLOCK, float(amount[:-2]) / 1000.0)
        return cls(text, way, int(amount), None)


@define
class Chooser:
    """A side in one seat of one match."""

    game: str
    side: Side
    turn: OwnTurn
    last: Searcher | None = None

    def choose(self, view: bytes, seed: int) -> int:
        """The move in this view, or NO_MOVE out of turn."""
        game = registry.get(self.game)
        evaluator = registry.evaluator(self.game)
        opened = unpack(view)
        if opened["to_act"] != opened["seat"]:
            return out_of_turn(game, opened, evaluator, seed).action
        if self.side.way == "greedy":
            return quick(game, opened, evaluator, seed).action
        self.turn.resume(opened, view, self.side.name)
        searcher = Searcher(
            game,
            opened,
            seed,
            self.side.iterations,
            evaluator,
            self.last,
            MAX_NODES,
            steps=self.turn.steps,
            **WAYS[self.side.way],
        )
        searcher.step(seconds=self.side.seconds)
        self.last = searcher
        action = searcher.result().action
        self.turn.add(action)
        return action


@frozen
class Match:
    """What came of one match; the lists go by side, the first and the second."""

    number: int
    share: float
    """Of the comparisons of the first side with the second: how often it ranked better."""
    decisions: list[int]
    seconds: list[float]


def order(number: int, seats: int) -> list[int]:
    """The side of each seat in a match. As many matches as there are seats are one deal."""
    deal, rotation = divmod(number, seats)
    odd = deal % 2 if seats % 2 else 0
    return [((seat + rotation) % seats + odd) % 2 for seat in range(seats)]


def play(
    game_id: str,
    sides: tuple[Side, Side],
    seats: int,
    seed: int,
    options: dict[str, OptionValue],
    number: int,
) -> Match:
    """Play one match."""
    game = registry.get(game_id)
    sitting = order(number, seats)
    choosers = [Chooser(game_id, sides[side], OwnTurn()) for side in sitting]
    thinking = [rng.stream(seed, f"contest seat {seat}", number) for seat in range(seats)]
    decisions, seconds = [0, 0], [0.0, 0.0]
    state: State = game.setup(options, seats)

    def ask(seat: int) -> int:
        view = pack(game.view(state, seat))
        began = perf_counter()
        action = choosers[seat].choose(view, thinking[seat].getrandbits(32))
        if action != NO_MOVE:
            seconds[sitting[seat]] += perf_counter() - began
            decisions[sitting[seat]] += 1
            for other in range(seats):
                if other != seat:
                    choosers[other].turn.end()
        return action

    listens = type(registry.evaluator(game_id)).interrupt is not Evaluator.interrupt
    chance = rng.stream(seed, "contest", number // seats).getrandbits(48)
    play_out(state, chance, ask, range(seats) if listens else ())
    ranks = state.outcome()
    met = [
        0.5 + 0.5 * ((ranks[other] > ranks[seat]) - (ranks[other] < ranks[seat]))
        for seat in range(seats)
        for other in range(seats)
        if sitting[seat] == 0 and sitting[other] == 1
    ]
    return Match(number, sum(met) / len(met), decisions, seconds)


def line(name: str, seats: int, sides: tuple[Side, Side], matches: list[Match]) -> str:
    """What the matches have shown, in one line."""
    by_deal: dict[int, list[float]] = {}
    for match in matches:
        by_deal.setdefault(match.number // seats, []).append(match.share)
    means = [sum(shares) / seats for shares in by_deal.values() if len(shares) == seats]
    low, high = mean_interval(means)
    score = sum(means) / max(1, len(means))
    times = [
        1000.0
        * sum(match.seconds[side] for match in matches)
        / max(1, sum(match.decisions[side] for match in matches))
        for side in range(2)
    ]
    return (
        f"{name} {seats}  {sides[0].name} - {sides[1].name}  {len(matches)} matches  "
        f"{score:.1%} ({low:.1%} to {high:.1%})  {times[0]:.1f} ms, {times[1]:.1f} ms"
    )


def main() -> int:
    """Play, and print the line."""
    parser = argparse.ArgumentParser(prog="python -m bench.contests", description="Compare parts.")
    parser.add_argument("game", choices=registry.ids())
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--matches", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--keep", type=Path, help="file of the matches")
    chosen = parser.parse_args()
    spec = registry.spec(chosen.game)
    seats = chosen.seats or max(2, spec.min_seats)
    try:
        sides = (Side.parse(chosen.first), Side.parse(chosen.second))
        options = spec.resolve(dict(pair.split("=", 1) for pair in chosen.option), seats)
    except (OptionError, ValueError) as error:
        parser.error(str(error))
    matches: list[Match] = []
    if chosen.keep and chosen.keep.exists():
        kept = chosen.keep.read_text("utf-8").splitlines()
        matches = [Match(**json.loads(text)) for text in kept]
    done = {match.number for match in matches}
    for number in range(max(1, round(chosen.matches / seats)) * seats):
        if number in done:
            continue
        match = play(chosen.game, sides, seats, chosen.seed, options, number)
        matches.append(match)
        if chosen.keep:
            with chosen.keep.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(match)) + "\n")
    print(line(chosen.game, seats, sides, matches), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
