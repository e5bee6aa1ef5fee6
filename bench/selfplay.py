"""`python -m bench.selfplay GAME`: what a game is like when computer seats of one level play it.

    python -m bench.selfplay GAME [--seats N] [--matches N] [--level NAME] [--jobs N] [--seed S]
                             [--option NAME=VALUE ...] [--keep FILE] [--json]

It tells the rounds of a match, the points, the share of wins by starting place (place 1 acts
first in the first round), and what is particular to the game. `--keep` writes every match to a
file, and a run that was stopped goes on from there.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import mean, quantiles
from typing import Any

from attrs import evolve

from ai.arena.contest import Contest, Player, play
from ai.arena.ratings import wilson
from ai.process import init_worker
from caravan_tui.games import registry
from caravan_tui.games.contract import Event, OptionError, State

GOLD_TURNS = (1, 3, 5, 7, 9, 11)
"""Turns of Ahldarahd at whose start the gold of the seats is told."""


class Observer:
    """What is noted of one match."""

    def __init__(self) -> None:
        self.first = 0
        """The seat of starting place 1."""
        self.rounds = 0
        self.kinds: Counter[str] = Counter()
        """What happened, by seat and kind: `0 trade`."""
        self.why = ""
        self.gold: dict[int, float] = {}

    def __call__(self, state: State, events: list[Event]) -> None:
        position: Any = state
        for event in list[Any](events):
            kind = event[0]
            seat = event[1] if len(event) > 1 and isinstance(event[1], int) else -1
            opens = kind in ("start", "first") and not self.kinds[f"{seat} {kind}"]
            if seat >= 0 and (opens or (kind == "shah" and not self.rounds)):
                self.first = seat
            elif kind == "turn" and hasattr(position, "gold"):
                self.gold[event[1]] = mean(position.gold)
            elif kind == "over" and len(event) > 1 and isinstance(event[1], str):
                self.why = str(event[1])
            self.kinds[f"{seat} {kind}"] += 1
        self.rounds = max(
            self.rounds, getattr(position, "round", 0) or getattr(position, "turn", 0)
        )


def play_match(contest: Contest, number: int) -> dict[str, Any]:
    """One match, with chance of its own: its result and what was noted."""
    notes = Observer()
    played = play(evolve(contest, seed=contest.seed * 1_000_003 + number), 0, notes)
    return {
        "number": number,
        "scores": played.scores,
        "ranks": played.ranks,
        "first": notes.first,
        "rounds": notes.rounds,
        "kinds": dict(notes.kinds),
        "why": notes.why,
        "gold": notes.gold,
        "slowest": max(played.slowest),
        "mean": sum(played.seconds) / max(1, sum(played.decisions)),
    }


def spread(values: list[float]) -> str:
    """Mean, and the middle four fifths."""
    if len(values) < 2:
        return f"{values[0]:.1f}"
    tenths = quantiles(values, n=10)
    return f"{mean(values):.1f} ({tenths[0]:.0f} to {tenths[-1]:.0f})"


def report(game: str, seats: int, rows: list[dict[str, Any]]) -> list[str]:
    """The lines that are printed."""
    count = len(rows)
    lines = [
        f"{game}, {seats} seats, {count} matches",
        f"rounds: {spread([float(row['rounds']) for row in rows])}",
        f"points: {spread([score for row in rows for score in row['scores']])}",
        f"winner's points: {spread([max(row['scores']) for row in rows])}",
    ]
    for place in range(seats):
        wins = 0.0
        for row in rows:
            best = [seat for seat in range(seats) if row["ranks"][seat] == 1]
            if (row["first"] + place) % seats in best:
                wins += 1 / len(best)
        low, high = wilson(wins, count)
        lines.append(
            f"starting place {place + 1}: {wins / count:.1%} of wins "
            f"({low:.1%} to {high:.1%}), {wins / count * seats:.2f} of its share"
        )
    ends = Counter(row["why"] for row in rows if row["why"])
    if ends:
        endings = ", ".join(f"{why} {number / count:.1%}" for why, number in ends.most_common())
        lines.append(f"ended by: {endings}")
    happened: Counter[str] = Counter()
    of_winners: Counter[str] = Counter()
    of_losers: Counter[str] = Counter()
    winners = losers = 0
    for row in rows:
        for seat in range(seats):
            won = row["ranks"][seat] == 1
            winners += won
            losers += not won
        for name, number in row["kinds"].items():
            seat, kind = name.split(" ", 1)
            happened[kind] += number
            if int(seat) in range(seats):
                won = row["ranks"][int(seat)] == 1
                (of_winners if won else of_losers)[kind] += 1
    lines.append("a match: what happens, how often; used by winners, by the others")
    for kind, number in happened.most_common():
        used = ""
        if of_winners[kind] or of_losers[kind]:
            used = f"  {of_winners[kind] / winners:.0%}  {of_losers[kind] / max(1, losers):.0%}"
        lines.append(f"  {kind:<14}{number / count:8.2f}{used}")
    for turn in GOLD_TURNS:
        gold = [row["gold"][str(turn)] for row in rows if str(turn) in row["gold"]]
        if gold:
            lines.append(f"gold a seat at turn {turn}: {mean(gold):.1f} ({len(gold)} matches)")
    lines.append(f"slowest decision: {1000 * max(row['slowest'] for row in rows):.0f} ms")
    return lines


def main() -> int:
    """Play the matches and print what they were like."""
    parser = argparse.ArgumentParser(prog="python -m bench.selfplay", description="Watch a game.")
    parser.add_argument("game", choices=registry.ids())
    parser.add_argument("--seats", type=int)
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--level", default="merchant")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--keep", type=Path, help="file of the matches")
    parser.add_argument("--json", action="store_true", help="print every match as JSON")
    chosen = parser.parse_args()
    seats = chosen.seats or registry.spec(chosen.game).min_seats
    given = dict(pair.split("=", 1) for pair in chosen.option)
    players = tuple(Player(chosen.level) for _ in range(seats))
    try:
        contest = Contest(chosen.game, players, chosen.matches, chosen.seed, given).check()
    except (OptionError, ValueError) as error:
        parser.error(str(error))
    rows = []
    if chosen.keep and chosen.keep.exists():
        rows = [json.loads(line) for line in chosen.keep.read_text("utf-8").splitlines()]
    done = {row["number"] for row in rows}
    waiting = [number for number in range(chosen.matches) if number not in done]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(chosen.jobs, context, initializer=init_worker) as executor:
        for row in executor.map(partial(play_match, contest), waiting):
            row = json.loads(json.dumps(row))
            rows.append(row)
            if chosen.keep:
                with chosen.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
    if chosen.json:
        for row in rows:
            print(json.dumps(row))
        return 0
    print("\n".join(report(chosen.game, seats, rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
