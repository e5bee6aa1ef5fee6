"""A worker that runs for weeks lets go of what it has worked out before it holds too much."""

from __future__ import annotations

import sys

import msgspec
import pytest

from ai import worker
from ai.protocol import Progress, Report
from ai.search import RootTable
from ai.views import pack
from bench.positions import decisions
from caravan_tui.bus.messages import SearchRequest
from caravan_tui.games import registry
from tests.ai.beginning import Begin


class FakePipe:
    """Gives a row of requests, then ends the worker."""

    def __init__(self, requests: list[SearchRequest]) -> None:
        self.requests, self.reports = requests, list[Report]()

    def send(self, report: Report) -> None:
        self.reports.append(report)

    def receive(self, wait: bool) -> SearchRequest | None:
        if self.requests and wait:
            return self.requests.pop(0)
        if wait:
            raise KeyboardInterrupt
        return None

    def tables(self) -> list[RootTable]:
        return [report.table for report in self.reports if isinstance(report, Progress)]


def served(begin: Begin, count: int) -> tuple[worker.Worker, FakePipe]:
    view = pack(registry.get("bids").view(begin("bids"), 0))
    request = SearchRequest("bids", view, 0, "master", 1, 30, seconds=9.0)
    pipe = FakePipe(
        [
            msgspec.structs.replace(request, id=str(number), match=f"m{number}")
            for number in range(count)
        ]
    )
    search_worker = worker.Worker(pipe)  # type: ignore[arg-type]
    with pytest.raises(KeyboardInterrupt):
        search_worker.serve()
    last = [report.is_last for report in pipe.reports if isinstance(report, Progress)]
    assert last == [True] * count
    return search_worker, pipe


def test_within_its_room_a_worker_keeps_trees_and_knowledge(
    toys: str, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The tests before this one may have left more in this process than a worker ever holds.
    monkeypatch.setattr(worker, "BLOCKS", 2 * sys.getallocatedblocks())
    mind = registry.evaluator("bids", None, "master")
    search_worker, _pipe = served(begin, 3)
    assert len(search_worker._searchers) == 3
    assert registry.evaluator("bids", None, "master") is mind


def test_beyond_its_room_it_lets_go_and_finds_the_same(
    toys: str, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    _worker, usual = served(begin, 3)
    held = iter([5, 2, 3, 6, 1])
    monkeypatch.setattr(worker, "BLOCKS", 4)
    monkeypatch.setattr(sys, "getallocatedblocks", lambda: next(held))
    mind = registry.evaluator("bids", None, "master")
    search_worker, pipe = served(begin, 3)
    assert registry.evaluator("bids", None, "master") is not mind
    assert len(search_worker._searchers) == 0, "the last one found too much again"
    assert search_worker._max_blocks == worker.BLOCKS, "there was a lot to let go of"
    assert pipe.tables() == usual.tables()


def test_where_nothing_can_be_let_go_of_it_does_not_try_after_every_search(
    toys: str, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "BLOCKS", 8)
    monkeypatch.setattr(sys, "getallocatedblocks", lambda: 9)
    search_worker, _pipe = served(begin, 4)
    assert len(search_worker._searchers) == 3, "only the first search let go"


@pytest.mark.parametrize("game_id", registry.ids())
def test_nothing_else_keeps_what_was_worked_out(game_id: str) -> None:
    registry.forget_evaluators()
    mind = registry.evaluator(game_id, None, "master")
    unused = sys.getrefcount(mind)
    game = registry.get(game_id)
    state = decisions(game_id, 1, 3)[0]
    view = pack(game.view(state, state.to_act()))
    pipe = FakePipe([SearchRequest(game_id, view, state.to_act(), "master", 1, 40, match="m")])
    search_worker = worker.Worker(pipe)  # type: ignore[arg-type]
    with pytest.raises(KeyboardInterrupt):
        search_worker.serve()
    assert sys.getrefcount(mind) > unused, "the tree that is kept has it"
    search_worker.free_memory()
    assert sys.getrefcount(mind) == 2, "this test, and the count itself"
