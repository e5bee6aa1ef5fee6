"""Whether a correction wins: the Caravan master with it against the one of today.

Both have the same time. How much slower an iteration is with the correction is measured in
alternating rounds, and the master with it gets so many iterations fewer: no clock decides a match,
and the contest is the same on a busy machine. Seats alternate and change over with the same
chance; a match with more than two seats counts by the pairs of seats that meet in it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from functools import cache, partial
from math import ceil
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, Final

import msgspec
from attrs import frozen

from ai import levels
from ai.arena.contest import play_out
from ai.arena.ratings import wilson
from ai.learn.plan import LearnError, Plan
from ai.search import Searcher, out_of_turn
from ai.spread import spread
from ai.views import pack
from caravan_tui import files
from caravan_tui.engine import rng
from caravan_tui.games import learned, registry
from caravan_tui.games.contract import CHANCE, OVER, OptionValue, State
from caravan_tui.games.evaluator import Evaluator
from caravan_tui.games.learned import ContestCounts, Weights, to_bytes
from caravan_tui.games.state import IS_COMPILED
from caravan_tui.i18n import _

FEWEST: Final = 300
"""Matches of a contest, at least."""

ROUNDS: Final = 8
POSITIONS: Final = 8
"""Of the searches whose time is taken, as long as the master's: a tree costs more as it grows."""


@frozen
class Task:
    """A contest, as each process gets it."""

    game: str
    seats: int
    seed: int
    options: dict[str, OptionValue]
    iterations: int
    """Of the master of today."""
    corrected_iterations: int
    """Of the one with the correction."""
    weights: bytes


class Bout(msgspec.Struct, forbid_unknown_fields=True):
    """One match of a contest."""

    number: int
    share: float
    """Of the pairs of seats that met, those in which the corrected one ranked better; a shared
    rank is half."""
    decisions: int
    seconds: float
    """Processor time of the decisions of today's master."""
    corrected_decisions: int
    corrected_seconds: float


@cache
def _corrected(weights: bytes) -> Evaluator[Any]:
    """The evaluator of a game with these weights in place of those it has."""
    made = msgspec.json.decode(weights, type=Weights)
    evaluator = type(registry.evaluator(made.game))()
    evaluator.corrections = {made.seats: made.correction()}
    return evaluator


def slowdown(plan: Plan, weights: Weights) -> float:
    """How many times as long an iteration takes with the correction: the median of rounds."""
    minds = [plan.evaluator, _corrected(to_bytes(weights))]
    iterations = levels.MASTER.suited(plan.evaluator).iterations
    views = _some_views(plan)
    ratios = []
    for number in range(ROUNDS):
        spent = [0.0, 0.0]
        for which in (0, 1) if number % 2 else (1, 0):
            for view in views:
                searcher = Searcher(plan.game, view, number, iterations, minds[which])
                began = process_time()
                searcher.step()
                spent[which] += process_time() - began
        if number:  # the first one fills the caches
            ratios.append(spent[1] / spent[0])
    return median(ratios)


def _some_views(plan: Plan) -> list[bytes]:
    """Positions with a choice from matches of the evaluator's quick play."""
    views: list[bytes] = []
    number = 0
    while len(views) < POSITIONS:
        number += 1
        chance = rng.stream(plan.seed, "learn timing", number)
        state: State = plan.rules.setup(plan.options, plan.seats)
        choices: list[bytes] = []
        while (actor := state.to_act()) != OVER:
            if actor == CHANCE:
                state.apply(state.draw(chance))
                continue
            if len(plan.evaluator.moves(state, state.legal())) > 1:
                choices.append(pack(plan.rules.view(state, actor)))
            state.apply(plan.evaluator.play(state, chance))
        step = max(1, len(choices) // 3)
        views += choices[number % step :: step][:3]
    return views[:POSITIONS]


def play(task: Task, number: int) -> Bout:
    """Play a match: seats alternate, and change over in the next match, with the same chance."""
    sides = [(seat + number) % 2 for seat in range(task.seats)]
    if task.seats == 1:
        scores = [_play_out(task, number, [side]) for side in (0, 1)]
        ranks = [1 + (scores[1].best > scores[0].best), 1 + (scores[0].best > scores[1].best)]
        return _bout(number, [0, 1], ranks, scores)
    played = _play_out(task, number, sides)
    return _bout(number, sides, played.ranks, [played])


@frozen
class _Played:
    ranks: list[int]
    best: float
    """The best score."""
    decisions: list[int]
    seconds: list[float]
    """By side: today's master, then the corrected one."""


def _play_out(task: Task, number: int, sides: list[int]) -> _Played:
    game = registry.get(task.game)
    minds = [registry.evaluator(task.game), _corrected(task.weights)]
    budgets = [task.iterations, task.corrected_iterations]
    thinking = [rng.stream(task.seed, f"learn seat {seat}", number) for seat in range(task.seats)]
    last: list[Searcher | None] = [None] * task.seats
    decisions, seconds = [0, 0], [0.0, 0.0]
    state: State = game.setup(task.options, task.seats)

    def ask(seat: int) -> int:
        side = sides[seat]
        view = game.view(state, seat)
        seed = thinking[seat].getrandbits(32)
        if view["to_act"] != seat:
            return out_of_turn(game, view, minds[side], seed).action
        began = process_time()
        searcher = Searcher(game, pack(view), seed, budgets[side], minds[side], last[seat])
        searcher.step()
        seconds[side] += process_time() - began
        decisions[side] += 1
        last[seat] = searcher
        return searcher.result().action

    listens = type(minds[0]).interrupt is not Evaluator.interrupt
    seed = rng.stream(task.seed, "learn contest", number // 2).getrandbits(48)
    play_out(state, seed, ask, range(task.seats) if listens else ())
    return _Played(list(state.outcome()), max(state.scores()), decisions, seconds)


def _bout(number: int, sides: list[int], ranks: list[int], played: list[_Played]) -> Bout:
    scores = []
    for seat, side in enumerate(sides):
        for other, other_side in enumerate(sides):
            if side and not other_side:
                ahead = ranks[other] - ranks[seat]
                scores.append(1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0)
    totals = [
        (sum(each.decisions[side] for each in played), sum(each.seconds[side] for each in played))
        for side in (0, 1)
    ]
    return Bout(number, sum(scores) / len(scores), *totals[0], *totals[1])


def contest(
    plan: Plan,
    weights: Weights,
    matches: int,
    jobs: int = 1,
    scheduler: str | None = None,
    tell: Callable[[int], None] | None = None,
) -> tuple[ContestCounts, list[Bout]]:
    """Play the contest, or what is missing of it. Raises LearnError, SpreadError or OSError.

    Args:
        tell: told of the number of matches played.
    """
    data = to_bytes(weights)
    matches = 2 * ceil(matches / 2)
    file = plan.folder / f"contest-{len(weights.out)}.jsonl"
    task, bouts = _begin(plan, weights, data, file, matches)
    waiting = [number for number in range(matches) if number not in bouts]
    with file.open("a", encoding="utf-8") as lines:
        for bout in _played(task, waiting, jobs, scheduler):
            lines.write(msgspec.json.encode(bout).decode() + "\n")
            lines.flush()
            bouts[bout.number] = bout
            if tell is not None:
                tell(len(bouts))
    score = sum(bout.share for bout in bouts.values())
    low, high = wilson(score, len(bouts))
    counts = ContestCounts(
        matches=len(bouts),
        seed=task.seed,
        score=round(score, 2),
        low=round(low, 4),
        high=round(high, 4),
        iterations=task.iterations,
        corrected_iterations=task.corrected_iterations,
        compiled=IS_COMPILED,
    )
    return counts, [bouts[number] for number in sorted(bouts)]


def _played(
    task: Task, waiting: list[int], jobs: int, scheduler: str | None
) -> Generator[Bout, None, None]:
    bouts = spread(partial(play, task), waiting, jobs, scheduler)
    try:
        yield from bouts
    finally:
        bouts.close()


def _begin(
    plan: Plan, weights: Weights, data: bytes, file: Path, matches: int
) -> tuple[Task, dict[int, Bout]]:
    """The contest and the matches that its file has. A line that was cut short is dropped."""
    today = levels.MASTER.suited(plan.evaluator).iterations
    shipped = learned.shipped_file(plan.game, plan.seats)
    head = {
        "weights": json.loads(data),
        "today": json.loads(shipped.read_bytes()) if shipped.exists() else None,
        "matches": matches,
        "compiled": IS_COMPILED,
    }
    bouts: dict[int, Bout] = {}
    lines = file.read_bytes().splitlines() if file.exists() else []
    try:
        first = json.loads(lines[0]) if lines else None
    except ValueError:
        first = None
    if first is None or {name: first.get(name) for name in head} != head:
        ratio = slowdown(plan, weights)
        fewer = max(1, round(today / max(1.0, ratio)))
        first = {**head, "slowdown": round(ratio, 3), "iterations": [today, fewer]}
        lines = [json.dumps(first).encode()]
    else:
        whole = [lines[0]]
        for line in lines[1:]:
            try:
                bout = msgspec.json.decode(line, type=Bout)
            except msgspec.DecodeError:
                continue
            bouts[bout.number] = bout
            whole.append(line)
        lines = whole
    files.write(file, b"\n".join(lines) + b"\n")
    usual = plan.rules.spec.resolve({}, plan.seats)
    before, now = first["iterations"]
    return Task(plan.game, plan.seats, plan.seed, usual, before, now, data), bouts


def ship(plan: Plan, weights: Weights, counts: ContestCounts) -> Path:
    """Put accepted weights beside the evaluator. Raises LearnError for those that did not win."""
    if counts.matches < FEWEST or counts.low <= 0.5:
        raise LearnError(_("These weights have not won their contest."))
    weights.contest = counts
    file = learned.shipped_file(plan.game, plan.seats)
    files.write(file, to_bytes(weights))
    return file
