"""Analysis of a match: how each seat's expected result went, where it turned, what was better.

Every decision is searched from the view of the seat that made it, so an analysis blames nobody for
what could not be known.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from math import sqrt

import msgspec
from attrs import define, evolve, field, frozen

from ai import levels
from ai.grades import CLEAR_LOSS, LEAST_GRADED, LEAST_LOSS, MoveMark, Verdict
from ai.luck import Luck, lucks
from ai.reasons import complete, reason_of_loss
from ai.search import NO_MOVE
from ai.service import Search
from ai.views import pack
from caravan_tui.bus.messages import Candidate, SearchRequest
from caravan_tui.engine import Match, Record
from caravan_tui.engine.match import Ply
from caravan_tui.games import registry

ITERATIONS = 600
"""Iterations for a decision of the seat that asks."""

OTHERS = 150
"""Iterations for a decision of another seat: enough for the curve."""

SECONDS = 2.0
"""Cap of one search."""

OTHER_SEED = 0x51ED27
"""Between the seed of the search of a decision and that of the two that compare its moves."""

TURNS = 5
"""Turning points that are named."""

Progress = Callable[[int, int], None]
"""Told after each decision: how many are done, of how many."""


@frozen
class Point:
    """The expected result of each seat, 0..1, at one decision; at the end the result."""

    ply: int
    actor: int
    """Who decides here; OVER at the end."""
    values: list[float]


@frozen
class Turn:
    """A point at which an expected result jumped."""

    ply: int
    """The ply that did most to make it jump: a decision, or chance."""
    seat: int
    """Whose expected result changed most."""
    change: float
    """By how much, -1..1."""


@define
class Analysis:
    """The whole of it."""

    points: list[Point] = field(factory=list)
    turns: list[Turn] = field(factory=list)
    verdicts: list[Verdict] = field(factory=list)
    lucks: list[Luck] = field(factory=list)
    unanswered: dict[int, int] = field(factory=dict)
    """The seat of each decision, by its ply, that should have been judged and whose searches were
    not answered in time."""
    done: int = 0
    """The decisions that were looked at so far."""
    total: int = 0
    """All decisions to look at; 0 before the first search."""

    @property
    def first_ply(self) -> int:
        """The ply of the first decision; 0 before any was looked at."""
        return self.points[0].ply if self.points else 0

    def curve(self, seat: int) -> list[tuple[int, float]]:
        """Ply and expected result of one seat, to plot."""
        return [(point.ply, point.values[seat]) for point in self.points]

    def own_curve(self, seat: int) -> list[tuple[int, float]]:
        """Ply and expected result of a seat, as it saw that itself at its decisions: each with the
        ply that changed it; -1 for the first. A move of its own that lost something has a verdict,
        so that of the last decision before stands in its place."""
        points, seen = self.points, _seen(self.points, seat)
        curve = []
        for before, place in pairwise([None, *seen]):
            assert place is not None
            ply = points[place - 1].ply if place else -1
            if before is not None:
                change = points[place].values[seat] - points[before].values[seat]
                cause = _cause(self, seat, change, before, place)
                ply = ply if cause == points[before].ply else cause
            curve.append((ply, points[place].values[seat]))
        return curve

    def copy(self) -> Analysis:
        """An analysis of its own that goes on from here."""
        return evolve(
            self,
            points=[*self.points],
            turns=[*self.turns],
            verdicts=[*self.verdicts],
            lucks=[*self.lucks],
            unanswered=dict(self.unanswered),
        )

    def turns_of(self, seat: int, secrets: bool) -> list[Turn]:
        """The biggest jumps of one seat's expected result, biggest first. `secrets`: whether seats
        hide something from each other."""
        return _turns(self, secrets, [seat])


async def analyse(
    record: Record,
    search: Search,
    seat: int | None = None,
    *,
    seats: Collection[int] | None = None,
    iterations: int = ITERATIONS,
    others: int = OTHERS,
    progress: Progress | None = None,
    into: Analysis | None = None,
) -> Analysis:
    """Analyse a match, finished or not; cancelling the task ends it within a search's slice.

    `seat`: whose decisions are judged and searched longer; None: everybody's. `seats`: whose are
    looked at at all; None: everybody's. While a match runs that is who may see it: what a search
    makes of another seat's view tells what that seat hides. `into`: an analysis that fills as it
    goes on, to be shown meanwhile; it is what comes back. One that was stopped, of the same match
    and seats, goes on with the first decision that was not judged. Raises ValueError if the record
    cannot be played.
    """
    match = Match.from_record(record)
    game = match.game
    plies = [ply for ply in match.plies() if ply.actor >= 0]
    if seats is not None:
        plies = [ply for ply in plies if ply.actor in seats]
    result = Analysis() if into is None else into
    is_open = match.over or seats is None
    result.total = len(plies)
    if not result.done:  # else all luck is known: it comes before the first decision
        result.lucks.clear()
        chances = lucks(match, None if is_open else seats)
        while (luck := await asyncio.to_thread(next, chances, None)) is not None:
            result.lucks.append(luck)
    _drop_half_judged(result, plies)
    for done, ply in enumerate(plies):
        if done < result.done:
            continue
        if ply.actor == ply.awaited and len(ply.before.legal()) > 1:
            is_own = seat is None or ply.actor == seat
            request = SearchRequest(
                record.game,
                pack(game.view(ply.before, ply.actor)),
                ply.actor,
                levels.MASTER.name,
                ply.ply,
                iterations if is_own else others,
                seconds=SECONDS,
                allow_fallback=False,
            )
            await _judge(result, match, ply, request, search, is_own)
        result.turns = _turns(result, game.spec.secrets)
        result.done = done + 1
        if progress is not None:
            progress(result.done, result.total)
    if match.over:
        values = registry.evaluator(record.game).utility(match.state)
        result.points.append(Point(match.version, match.to_act, values))
    result.turns = _turns(result, game.spec.secrets)
    return result


def _drop_half_judged(result: Analysis, plies: Sequence[Ply]) -> None:
    """Forget what was found of a decision whose searches were stopped midway."""
    if result.done >= len(plies):
        return
    first = plies[result.done].ply
    result.points[:] = [point for point in result.points if point.ply < first]
    result.verdicts[:] = [verdict for verdict in result.verdicts if verdict.ply < first]
    result.unanswered = {ply: seat for ply, seat in result.unanswered.items() if ply < first}


async def _judge(
    result: Analysis, match: Match, ply: Ply, request: SearchRequest, search: Search, is_own: bool
) -> None:
    """Add what the search thinks of a decision: a point of the curve, and a verdict."""
    answer = await search(request)
    considered = {candidate.action: candidate for candidate in answer.candidates}
    if not considered:
        if is_own:
            result.unanswered[ply.ply] = ply.actor
        return
    best, actor, loss = considered[answer.action], ply.actor, 0.0
    played = considered.get(ply.action)
    gap = 0.0
    if is_own and ply.action != answer.action:
        pair = await _compare(request, search, answer.action, ply.action)
        if pair is None:
            result.unanswered[ply.ply] = actor
            return
        gap = graded_loss(*pair, actor)
        if played is None or best.value[actor] - played.value[actor] >= CLEAR_LOSS:
            best, played = pair
            loss = clear_loss(best, played, actor)
            if played.value[actor] >= best.value[actor]:
                best = played
    result.points.append(Point(ply.ply, actor, best.value))
    if not is_own:
        return
    is_find = ply.action == best.action and await _is_find(request, search, best)
    view = match.game.view(ply.before, actor)
    verdict = Verdict(
        ply.ply,
        actor,
        ply.action,
        best.action,
        match.game.describe(ply.action, view, match.names),
        match.game.describe(best.action, view, match.names),
        loss,
        best.value[actor],
        gap,
        is_find,
    )
    if verdict.is_error:
        foreseen = answer.line if answer.line[:1] == [best.action] else [best.action]
        line = await complete(match.game, request, foreseen, search)
        played_line = match.record.log[ply.ply :]
        reason = reason_of_loss(match.game, view, played_line, line, match.names)
        verdict = evolve(verdict, reason=reason)
    result.verdicts.append(verdict)


async def _is_find(request: SearchRequest, search: Search, best: Candidate) -> bool:
    """Whether a look at the next position alone prefers a move that costs what a mistake does."""
    glance = msgspec.structs.replace(request, level=levels.GREEDY.name, id=f"{request.id}.g")
    obvious = (await search(glance)).action
    if obvious in (best.action, NO_MOVE):
        return False
    pair = await _compare(request, search, best.action, obvious)
    return pair is not None and clear_loss(*pair, request.seat) >= LEAST_LOSS[MoveMark.MISTAKE]


async def _compare(
    request: SearchRequest, search: Search, preferred: int, played: int
) -> tuple[Candidate, Candidate] | None:
    """Search two moves once more, each alone, equally long and in the same imagined worlds: the
    one that a search tries less seems worse than it is. None if one of the searches gave no
    answer."""
    pair = []
    for number, move in enumerate((preferred, played), 1):
        longer = msgspec.structs.replace(
            request,
            moves=[move],
            seed=request.seed + OTHER_SEED,
            id=f"{request.id}.{number}",
        )
        answer = await search(longer)
        candidate = next((tried for tried in answer.candidates if tried.action == move), None)
        if candidate is None:
            return None
        pair.append(candidate)
    return pair[0], pair[1]


def graded_loss(best: Candidate, played: Candidate, seat: int) -> float:
    """What a seat expects less of the played move, for its grade; 0 where so little is mostly an
    error of the searches. Less counts than for a mark, as errors of single moves hardly matter in
    a sum over many."""
    loss = best.value[seat] - played.value[seat]
    return loss if loss >= LEAST_GRADED else 0.0


def clear_loss(best: Candidate, played: Candidate, seat: int) -> float:
    """What a seat expects less of the played move than of the best one; 0 where so little can be
    an error of the searches. Results that are all 0 or 1 have this standard error, those of
    rollouts half of it or less."""
    loss = best.value[seat] - played.value[seat]
    variances = (move.value[seat] * (1 - move.value[seat]) / move.visits for move in (best, played))
    error = sqrt(sum(max(0.0, variance) for variance in variances))
    return loss if loss >= max(CLEAR_LOSS, error) else 0.0


def _turns(analysis: Analysis, secrets: bool, seats: Collection[int] | None = None) -> list[Turn]:
    """The biggest jumps of these seats, of all for None, biggest first: from one point to the next
    or, where seats hide something, from one decision of a seat to its next. Two seats that know
    different things judge the same position differently, and that is no turn."""
    points = analysis.points
    if not points:
        return []
    chosen = range(len(points[0].values)) if seats is None else seats
    turns = _own_turns(analysis, chosen) if secrets else _all_turns(points, chosen)
    return sorted(turns, key=lambda turn: -abs(turn.change))[:TURNS]


def _all_turns(points: list[Point], seats: Collection[int]) -> list[Turn]:
    changes = {seat: _changes([point.values[seat] for point in points]) for seat in seats}
    turns = []
    for place, point in enumerate(points[:-1]):
        seat = max(seats, key=lambda seat: abs(changes[seat][place]))
        turns.append(Turn(point.ply, seat, changes[seat][place]))
    return turns


def _own_turns(analysis: Analysis, seats: Collection[int]) -> list[Turn]:
    points = analysis.points
    jumps: dict[int, list[Turn]] = {}
    """By the ply that caused them: what it changed for each seat."""
    for seat in sorted({point.actor for point in points if point.actor in seats}):
        seen = _seen(points, seat)
        changes = _changes([points[place].values[seat] for place in seen])
        for (before, after), change in zip(pairwise(seen), changes, strict=True):
            ply = _cause(analysis, seat, change, before, after)
            jumps.setdefault(ply, []).append(Turn(ply, seat, change))
    return [max(jumps[ply], key=lambda turn: abs(turn.change)) for ply in sorted(jumps)]


def _seen(points: Sequence[Point], seat: int) -> list[int]:
    """The places of the decisions of a seat, and of the result."""
    return [place for place, point in enumerate(points) if point.actor == seat or point.actor < 0]


def _cause(analysis: Analysis, seat: int, change: float, before: int, after: int) -> int:
    """The ply that did most for a change of a seat's expected result between two of its points,
    given by their places: its own move for what that lost, chance for what it gave or took, and
    for the rest the move of another seat that lost most, or the last one."""
    own, end = analysis.points[before].ply, analysis.points[after].ply
    judged = {verdict.ply: verdict.loss for verdict in analysis.verdicts}
    shares = {own: -judged.get(own, 0.0)}
    shares |= {luck.ply: luck.values[seat] for luck in analysis.lucks if own < luck.ply < end}
    others = [point.ply for point in analysis.points[before + 1 : after]] or [own]
    whose = max(reversed(others), key=lambda ply: judged.get(ply, 0.0))
    shares[whose] = shares.get(whose, 0.0) + change - sum(shares.values())
    return max(shares, key=lambda ply: shares[ply] if change > 0 else -shares[ply])


def _changes(values: list[float]) -> list[float]:
    """The changes from one value to the next, as far as the values around them bear them out: one
    that stands out alone is an error of its search, and no turn of the match."""
    inner = [sorted(values[place - 1 : place + 2])[1] for place in range(1, len(values) - 1)]
    smooth = [*values[:1], *inner, *values[1:][-1:]]
    changes = []
    for (before, after), (low, high) in zip(pairwise(values), pairwise(smooth), strict=True):
        jump, lasting = after - before, high - low
        is_real = jump * lasting > 0 and abs(lasting) >= abs(jump) / 2
        changes.append(jump if is_real else lasting)
    return changes
