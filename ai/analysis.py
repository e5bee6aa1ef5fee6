"""Analysis of a match: how each seat's expected result went, where it turned, what was better.

Every decision is searched from the view of the seat that made it, so an analysis blames nobody for
what could not be known.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left, insort
from collections.abc import Callable, Collection, Coroutine, Sequence
from itertools import pairwise
from math import sqrt

import msgspec
from attrs import define, evolve, field, frozen

from ai import levels
from ai.agenda import Agenda, Decision
from ai.grades import (
    CLEAR_LOSS,
    LEAST_GRADED,
    LEAST_LOSS,
    MoveMark,
    Verdict,
    costliest_of_turns,
)
from ai.luck import Luck, lucks
from ai.reasons import complete, reason_of_loss, turn_words
from ai.search import NO_MOVE
from ai.service import Search
from ai.views import pack
from caravan_tui.bus.messages import Candidate, SearchRequest
from caravan_tui.engine import Match, Record
from caravan_tui.games import registry

ITERATIONS = 600
"""Iterations for a decision of the seat that asks."""

OTHERS = 150
"""Iterations for a decision of another seat: enough for the curve."""

SECONDS = 2.0
"""Cap of one search."""

OTHER_SEED = 0x51ED27
"""Between the seed of the search of a decision and that of the two that compare its moves; and
between that and the seed of those that compare them once more."""

CONFIRMING_SECONDS = 4.0
"""Cap of one search that confirms an error."""

LEAST_CHOICE = 3
"""Moves between which a search chose, at least, for the best one to be a brilliant find."""

MOST_SWINGS = 5
"""Turning points that are named."""

Progress = Callable[[int, int], None]
"""Told after each decision: how many are done, of how many."""

Wanted = Callable[[], int | None]
"""Asked before each decision: whose judgements the user waits for; None: everybody's."""


@frozen
class Point:
    """The expected result of each seat, 0..1, at one decision; at the end the result."""

    ply: int
    actor: int
    """Who decides here; OVER at the end."""
    values: list[float]


@frozen
class Swing:
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
    swings: list[Swing] = field(factory=list)
    verdicts: list[Verdict] = field(factory=list)
    """Of every decision; what is told and counted is one a turn: `turn_verdicts`."""
    lucks: list[Luck] = field(factory=list)
    unanswered: dict[int, int] = field(factory=dict)
    """The seat of each decision, by its ply, that should have been judged and whose searches were
    not answered in time."""
    judged: set[int] = field(factory=set)
    """The plies of the decisions that were looked at so far."""
    waiting: list[int] = field(factory=list)
    """The plies, in their order, of the decisions with a choice that are still to be looked at."""
    total: int = 0
    """All decisions to look at; 0 before the first search."""
    share: float = 0.0
    """The part of all the work that is done, 0..1: a decision that is judged takes longer."""

    @property
    def turn_verdicts(self) -> list[Verdict]:
        """One verdict for each turn, that of its costliest decision, in the order of play."""
        return costliest_of_turns(self.verdicts)

    def verdict_of_turn(self, ply: int) -> Verdict | None:
        """The verdict of the turn to which a decision belongs; None if none is judged there."""
        judged = next((verdict for verdict in self.verdicts if verdict.ply == ply), None)
        if judged is None:
            return None
        same = (each for each in self.turn_verdicts if each.first_ply == judged.first_ply)
        return next(same)

    @property
    def done(self) -> int:
        """The decisions that were looked at so far."""
        return len(self.judged)

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
            swings=[*self.swings],
            verdicts=[*self.verdicts],
            lucks=[*self.lucks],
            unanswered=dict(self.unanswered),
            judged=set(self.judged),
        )

    def judgements_of(self, seat: int) -> Analysis:
        """An analysis that begins with the judgements of a seat's decisions, and with all luck,
        for one that judges other seats', too: what was searched for them would be the same."""
        verdicts = [verdict for verdict in self.verdicts if verdict.seat == seat]
        judged = {verdict.ply for verdict in verdicts}
        points = [point for point in self.points if point.ply in judged]
        return Analysis(points, verdicts=verdicts, lucks=[*self.lucks], judged=judged)

    def swings_of(self, seat: int, secrets: bool) -> list[Swing]:
        """The biggest jumps of one seat's expected result, biggest first. `secrets`: whether seats
        hide something from each other."""
        return _swings(self, secrets, [seat])


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
    wanted: Wanted | None = None,
) -> Analysis:
    """Analyse a match, finished or not; cancelling the task ends it within a search's slice.

    `seat`: whose decisions are judged and searched longer; None: everybody's. `seats`: whose are
    looked at at all; None: everybody's. While a match runs that is who may see it: what a search
    makes of another seat's view tells what that seat hides. `into`: an analysis that fills as it
    goes on, to be shown meanwhile; it is what comes back. One that was stopped, of the same match
    and seats, goes on with what was not judged. The moves that look worst are judged first
    (`ai/agenda.py`); `wanted`: before all those of this seat. The order changes no result. Raises
    ValueError if the record cannot be played.
    """
    match = Match.from_record(record)
    result = Analysis() if into is None else into
    agenda = await asyncio.to_thread(Agenda, match, seat, seats, iterations, others)
    result.total = len(agenda.decisions)
    is_open = match.over or seats is None
    if not result.judged:  # else all luck is known: it comes before the first decision
        result.lucks.clear()
        chances = lucks(match, None if is_open else seats)
        while (luck := await asyncio.to_thread(next, chances, None)) is not None:
            result.lucks.append(luck)
    _drop_half_judged(result)

    def judge(decision: Decision) -> Coroutine[None, None, None]:
        ply, is_own = decision.ply, decision.is_judged
        request = SearchRequest(
            record.game,
            pack(match.game.view(ply.before, ply.actor)),
            ply.actor,
            levels.MASTER.name,
            ply.ply,
            iterations if is_own else others,
            seconds=SECONDS,
            allow_fallback=False,
            steps=record.log[decision.opening.ply : ply.ply],
        )
        return _judge(result, match, decision, request, search)

    result.waiting = agenda.waiting(result.judged)
    result.share = agenda.share(result.judged)
    while batch := agenda.next(result.judged, wanted() if wanted is not None else seat):
        await _together([judge(decision) for decision in batch if decision.work])
        for decision in batch:
            result.judged.add(decision.ply.ply)
            result.waiting = agenda.waiting(result.judged)
            result.share = agenda.share(result.judged)
            result.swings = _swings(result, match.game.spec.secrets)
            if progress is not None:
                progress(result.done, result.total)
    if match.over:
        values = registry.evaluator(record.game).utility(match.state)
        result.points.append(Point(match.version, match.to_act, values))
    result.swings = _swings(result, match.game.spec.secrets)
    return result


async def _together(judgements: Sequence[Coroutine[None, None, None]]) -> None:
    """Wait for judgements; if one fails or the task is cancelled, all of them end."""
    tasks = [asyncio.create_task(judgement) for judgement in judgements]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()


def _drop_half_judged(result: Analysis) -> None:
    """Forget what was found of a decision whose searches were stopped midway."""
    judged = result.judged
    result.points[:] = [point for point in result.points if point.ply in judged]
    result.verdicts[:] = [verdict for verdict in result.verdicts if verdict.ply in judged]
    unanswered = result.unanswered.items()
    result.unanswered = {ply: seat for ply, seat in unanswered if ply in judged}


def _by_ply(found: Point | Verdict) -> int:
    return found.ply


async def _judge(
    result: Analysis, match: Match, decision: Decision, request: SearchRequest, search: Search
) -> None:
    """Add what the search thinks of a decision: a point of the curve, and a verdict."""
    ply, is_own = decision.ply, decision.is_judged
    log, began = match.record.log, decision.opening
    before = tuple(log[began.ply : ply.ply])
    answer = await search(request)
    considered = {candidate.action: candidate for candidate in answer.candidates}
    is_answered = not answer.fallback and answer.action != NO_MOVE
    if is_own and not considered and not is_answered:
        result.unanswered[ply.ply] = ply.actor
        return
    if not considered and (not is_own or ply.action == answer.action):
        return  # nothing else was worth a thought: there was no choice to judge
    best, actor, loss = considered.get(answer.action), ply.actor, 0.0
    played = considered.get(ply.action)
    gap = 0.0
    if is_own and ply.action != answer.action:
        pair = await _compare(request, search, answer.action, ply.action)
        if pair is None:
            result.unanswered[ply.ply] = actor
            return
        gap = graded_loss(*pair, actor)
        if played is None or best is None or best.value[actor] - played.value[actor] >= CLEAR_LOSS:
            best, played = pair
            loss = clear_loss(best, played, actor)
            if loss and match.record.assisted:
                pair = await _compare_as_a_hint(request, search, answer.action, ply.action) or pair
                best, played = pair
                loss, gap = clear_loss(*pair, actor), graded_loss(*pair, actor)
            if played.value[actor] >= best.value[actor]:
                best = played
    assert best is not None
    insort(result.points, Point(ply.ply, actor, best.value), key=_by_ply)
    if not is_own:
        return
    view = match.game.view(ply.before, actor)
    is_find = (
        ply.action == best.action
        and len(considered) >= LEAST_CHOICE
        and not match.game.abstains(ply.action, view)
        and await _is_find(request, search, best, considered)
    )
    line = answer.line if answer.line[:1] == [best.action] else [best.action]
    verdict = Verdict(
        ply.ply,
        actor,
        ply.action,
        best.action,
        "",
        "",
        loss,
        best.value[actor],
        gap,
        is_find,
        before=before,
    )
    if verdict.is_error:
        line = await complete(match.game, request, line, search)
        reason = reason_of_loss(match.game, view, log[ply.ply :], line, match.names)
        verdict = evolve(verdict, reason=reason)
    turns = log[began.ply :], [*before, *line]
    seen = match.game.view(began.before, actor)
    played_words, preferred_words = (
        turn_words(match.game, seen, turn, match.names) for turn in turns
    )
    verdict = evolve(
        verdict, line=tuple(line), played_words=played_words, preferred_words=preferred_words
    )
    insort(result.verdicts, verdict, key=_by_ply)


async def _is_find(
    request: SearchRequest, search: Search, best: Candidate, considered: dict[int, Candidate]
) -> bool:
    """Whether a look at the next position alone prefers a move that costs what a mistake does, in
    the search of all moves as in a comparison of the two."""
    least = LEAST_LOSS[MoveMark.MISTAKE]
    glance = msgspec.structs.replace(request, level=levels.GREEDY.name, id=f"{request.id}.g")
    obvious = (await search(glance)).action
    if obvious in (best.action, NO_MOVE):
        return False
    seen, seat = considered.get(obvious), request.seat
    if seen is not None and best.value[seat] - seen.value[seat] < least:
        return False
    pair = await _compare(request, search, best.action, obvious)
    return pair is not None and clear_loss(*pair, seat) >= least


async def _compare_as_a_hint(
    request: SearchRequest, search: Search, preferred: int, played: int
) -> tuple[Candidate, Candidate] | None:
    """Compare two moves of a match in which hints were given once more, in other worlds and as long
    as a hint is searched: what one has advised must not be called an error for having been looked
    at less. (gnubg's hints, tutor and analysis look at moves with one setting, too.) In other
    matches it would double the time of an analysis for little."""
    longer = msgspec.structs.replace(
        request,
        iterations=None,
        seconds=CONFIRMING_SECONDS,
        seed=request.seed + OTHER_SEED,
        id=f"{request.id}.h",
    )
    return await _compare(longer, search, preferred, played)


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


def _swings(analysis: Analysis, secrets: bool, seats: Collection[int] | None = None) -> list[Swing]:
    """The biggest jumps of these seats, of all for None, biggest first: from one point to the next
    or, where seats hide something, from one decision of a seat to its next. Two seats that know
    different things judge the same position differently, and that is no swing."""
    swings: list[Swing] = []
    for points in _known_parts(analysis):
        chosen = range(len(points[0].values)) if seats is None else seats
        part = evolve(analysis, points=points)
        swings += _own_swings(part, chosen) if secrets else _all_swings(points, chosen)
    return sorted(swings, key=lambda swing: -abs(swing.change))[:MOST_SWINGS]


def _known_parts(analysis: Analysis) -> list[list[Point]]:
    """The points between which no decision waits to be looked at: of a jump over one nobody knows
    yet what caused it."""
    parts: list[list[Point]] = []
    seen = -1
    for point in analysis.points:
        waiting_before = bisect_left(analysis.waiting, point.ply)
        if waiting_before != seen:
            parts.append([])
            seen = waiting_before
        parts[-1].append(point)
    return parts


def _all_swings(points: list[Point], seats: Collection[int]) -> list[Swing]:
    changes = {seat: _changes([point.values[seat] for point in points]) for seat in seats}
    swings = []
    for place, point in enumerate(points[:-1]):
        seat = max(seats, key=lambda seat: abs(changes[seat][place]))
        swings.append(Swing(point.ply, seat, changes[seat][place]))
    return swings


def _own_swings(analysis: Analysis, seats: Collection[int]) -> list[Swing]:
    points = analysis.points
    jumps: dict[int, list[Swing]] = {}
    """By the ply that caused them: what it changed for each seat."""
    for seat in sorted({point.actor for point in points if point.actor in seats}):
        seen = _seen(points, seat)
        changes = _changes([points[place].values[seat] for place in seen])
        for (before, after), change in zip(pairwise(seen), changes, strict=True):
            ply = _cause(analysis, seat, change, before, after)
            jumps.setdefault(ply, []).append(Swing(ply, seat, change))
    return [max(jumps[ply], key=lambda swing: abs(swing.change)) for ply in sorted(jumps)]


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
