"""In which order an analysis judges decisions, and that the order changes nothing it finds."""

import pytest

from ai import agenda
from ai.agenda import AT_ONCE, Agenda
from ai.analysis import Analysis, Point, analyse
from ai.search import choose
from ai.service import Progress
from caravan_tui.bus.messages import SearchRequest, SearchResult
from tests.support.matches import ended

FEW = 6
"""Iterations of a search."""


class Asked:
    """Answers searches here, and remembers which."""

    def __init__(self) -> None:
        self.whole: list[SearchRequest] = []
        """The searches of all moves of a decision."""

    async def __call__(
        self, request: SearchRequest, progress: Progress | None = None
    ) -> SearchResult:
        if not request.moves and request.level != "greedy" and not request.steps:
            self.whole.append(request)
        return choose(
            request.game,
            request.view,
            request.level,
            request.seed,
            request.iterations,
            moves=request.moves,
        )


async def test_what_looks_costliest_is_judged_first_and_others_come_last() -> None:
    match, ask = ended("decktet"), Asked()
    analysis = await analyse(match.record, ask, 0, iterations=FEW, others=FEW)
    plan = Agenda(match, 0, None, FEW, FEW)
    doubts = {each.ply.ply: each.doubt for each in plan.decisions if each.is_judged}
    judged = [request.seed for request in ask.whole if request.seat == 0]
    assert [request.seat for request in ask.whole] == sorted(
        request.seat for request in ask.whole
    ), "all of the seat that asks come before any of the other"
    asked = [doubts[ply] for ply in judged]
    assert asked == sorted(doubts.values(), reverse=True) and asked[0] > 0
    assert judged != sorted(judged)
    plies = [verdict.ply for verdict in analysis.verdicts]
    assert plies == sorted(judged), "what was found stands in the order of play"
    assert [point.ply for point in analysis.points] == sorted(
        point.ply for point in analysis.points
    )
    assert not analysis.waiting and analysis.share == 1.0


async def test_the_order_changes_nothing_that_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    match = ended("decktet")
    found = await analyse(match.record, Asked(), 0, iterations=FEW, others=FEW)
    monkeypatch.setattr(agenda, "doubt_of", lambda *_parts: 0.0)
    monkeypatch.setattr(agenda, "AT_ONCE", 1)
    assert await analyse(match.record, Asked(), 0, iterations=FEW, others=FEW) == found


async def test_the_seat_that_is_asked_for_is_judged_before_the_others() -> None:
    match, ask = ended("decktet"), Asked()
    wanted = 1

    def change(done: int, _total: int) -> None:
        nonlocal wanted
        if len(ask.whole) == 3:
            wanted = 0

    await analyse(match.record, ask, iterations=FEW, progress=change, wanted=lambda: wanted)
    seats = [request.seat for request in ask.whole]
    assert seats[:6] == [1, 1, 1, 0, 0, 0]


async def test_what_was_judged_for_one_seat_is_not_searched_again_for_all() -> None:
    match, first, ask = ended("decktet"), Asked(), Asked()
    own = await analyse(match.record, first, 0, iterations=FEW, others=FEW)
    everyone = await analyse(match.record, ask, iterations=FEW, into=own.judgements_of(0))
    assert {request.seat for request in ask.whole} == {1}
    assert everyone == await analyse(match.record, Asked(), iterations=FEW)


def test_decisions_that_are_only_searched_for_the_curve_share_the_workers() -> None:
    plan = Agenda(ended("decktet"), 0, None, FEW, FEW)
    forced = {each.ply.ply for each in plan.decisions if not each.work}
    judged = forced | {each.ply.ply for each in plan.decisions if each.is_judged}
    assert len(plan.next(forced, 0)) == 1
    assert [each.ply.actor for each in plan.next(judged, 0)] == [1] * AT_ONCE
    assert 0 < plan.share(judged) < 1


def test_a_jump_over_a_decision_that_is_not_judged_yet_is_no_turning_point() -> None:
    points = [Point(ply, 0, [value, 1 - value]) for ply, value in ((1, 0.5), (3, 0.5), (9, 0.9))]
    analysis = Analysis([*points, Point(11, 0, [0.9, 0.1])])
    assert [turn.ply for turn in analysis.swings_of(0, secrets=False) if turn.change] == [3]
    analysis.waiting = [5, 7]
    assert not [turn.ply for turn in analysis.swings_of(0, secrets=False) if turn.change]
