"""The pool: answers in time whatever happens to its workers, and leaves nothing behind."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import pytest

from ai import workers
from ai.levels import UNTIL_THE_CLOCK
from ai.pool import Pool
from ai.process import NICENESS, SERVER_NICENESS, has_autogroup
from ai.protocol import Progress, Report
from ai.search import choose
from ai.views import pack
from ai.worker import Worker
from caravan_tui.bus.messages import SearchProgress, SearchRequest
from caravan_tui.games import registry
from tests.ai.beginning import Begin
from tests.support.until import until

CRASH, HANG, RAISE, SLOW = "crash", "hang", "raise", "slow"


def ask(begin: Begin, fault: str = "none", **more: Any) -> SearchRequest:
    state = begin("bids", fault=fault)
    view = pack(registry.get("bids").view(state, 0))
    return SearchRequest("bids", view, 0, more.pop("level", "master"), 5, **more)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"


async def test_one_worker_finds_what_a_search_in_this_process_finds(
    toys: str, begin: Begin
) -> None:
    pool = Pool(1, preload=[toys])
    request = ask(begin, iterations=250, seconds=20.0)
    answered, running = [], []
    pool.on_answered = lambda *answer: answered.append(answer)
    result = await pool.search(request, lambda _progress: running.append(pool.running))
    assert answered == [(request, result, False)]
    assert set(running) <= {1} and pool.running == 0
    here = choose("bids", request.view, "master", 5, iterations=250)
    assert (result.id, result.action, result.iterations) == (request.id, here.action, 250)
    assert result.candidates == here.candidates
    assert not result.fallback
    pids = pool.pids
    await pool.close()
    assert pids and not any(alive(pid) for pid in pids)


class OneRequest:
    """A worker's pipe on which one request comes, and then the end."""

    def __init__(self, request: SearchRequest) -> None:
        self.requests = [request]
        self.reports: list[Report] = []

    def send(self, report: Report) -> None:
        self.reports.append(report)

    def receive(self, wait: bool) -> SearchRequest | None:
        if wait and not self.requests:
            raise EOFError
        return self.requests.pop() if wait else None


def test_a_search_that_is_given_too_late_still_looks_at_one_world(toys: str, begin: Begin) -> None:
    pipe = OneRequest(ask(begin, iterations=250, seconds=0.0))
    with pytest.raises(EOFError):
        Worker(pipe).serve()  # type: ignore[arg-type]
    report = pipe.reports[-1]
    assert isinstance(report, Progress) and report.is_last
    assert 0 < report.table.iterations < 250


async def test_two_workers_sum_their_visits_and_tell_how_far_they_are(
    toys: str, begin: Begin
) -> None:
    pool = Pool(2, preload=[toys])
    pool.start()
    await until(lambda: pool.idle == 2)
    reports: list[SearchProgress] = []
    result = await pool.search(ask(begin, SLOW, iterations=400, seconds=20.0), reports.append)
    await pool.close()
    assert result.iterations == 400
    assert sum(candidate.visits for candidate in result.candidates) == 400
    assert len(reports) >= 2
    assert all(0.0 <= report.done <= 1.0 for report in reports)


async def test_a_search_reports_while_it_runs(toys: str, begin: Begin) -> None:
    pool = Pool(1, preload=[toys])
    reports: list[SearchProgress] = []
    search = asyncio.create_task(
        pool.search(ask(begin, SLOW, iterations=10**6, seconds=60.0), reports.append)
    )
    await until(lambda: len(reports) >= 3)
    assert not search.done()
    await pool.close()
    await search


async def test_a_search_ends_at_its_cap(toys: str, begin: Begin) -> None:
    pool = Pool(1, preload=[toys])
    await pool.ready()
    result = await pool.search(ask(begin, iterations=10**7, seconds=3.0))
    await pool.close()
    assert result.seconds >= 2.5
    assert 0 < result.iterations < 10**7


async def test_a_legend_thinks_until_its_cap(toys: str, begin: Begin) -> None:
    pool = Pool(1, preload=[toys])
    await pool.ready()
    reports: list[SearchProgress] = []
    result = await pool.search(ask(begin, level="legend", seconds=1.5), reports.append)
    await pool.close()
    assert result.seconds >= 1.0 and 0 < result.iterations < UNTIL_THE_CLOCK
    assert reports and reports[-1].done > 0.5, "so that its progress can be seen"


async def test_hurry_ends_the_searches_of_its_match(toys: str, begin: Begin) -> None:
    pool = Pool(1, preload=[toys])
    reports: list[SearchProgress] = []
    request = ask(begin, iterations=10**7, seconds=600.0, match="m")
    search = asyncio.create_task(pool.search(request, reports.append))
    await until(lambda: reports)
    pool.hurry("another match")
    reports.clear()
    await until(lambda: reports)
    assert not search.done()
    pool.hurry("m")
    result = await search
    assert result.candidates and not result.fallback
    await pool.close()


async def test_hurry_answers_a_search_that_waits_for_a_worker(toys: str, begin: Begin) -> None:
    pool = Pool(1, preload=[toys])
    await pool.ready()
    long = asyncio.create_task(pool.search(ask(begin, iterations=10**7, seconds=600.0)))
    await until(lambda: not pool.idle)
    short = asyncio.create_task(pool.search(ask(begin, seconds=600.0, match="m")))
    await until(lambda: pool.queued)
    pool.hurry("m")
    assert (await short).action in begin("bids").legal()
    assert not long.done()
    await pool.close()
    await long


async def test_a_closed_pool_starts_no_worker_again(toys: str, begin: Begin) -> None:
    pool = Pool(1, preload=[toys])
    await pool.ready()
    await pool.close()
    result = await pool.search(ask(begin, seconds=600.0))
    assert result.action in begin("bids").legal()
    assert not pool.pids


async def test_cancel_frees_the_worker(toys: str, begin: Begin) -> None:
    pool = Pool(1, preload=[toys])
    await pool.ready()
    search = asyncio.create_task(pool.search(ask(begin, iterations=10**7, seconds=600.0)))
    await until(lambda: not pool.idle)
    pid = pool.pids
    search.cancel()
    await until(lambda: pool.idle)
    assert pool.pids == pid
    with pytest.raises(asyncio.CancelledError):
        await search
    await pool.close()


async def test_a_crashed_worker_is_replaced_and_the_request_answered(
    toys: str, begin: Begin
) -> None:
    pool = Pool(1, preload=[toys])
    await pool.ready()
    old = pool.pids
    result = await pool.search(ask(begin, CRASH, seconds=3.0))
    assert result.fallback and result.action in begin("bids").legal()
    again = await pool.search(ask(begin, iterations=50, seconds=10.0))
    assert not again.fallback and again.iterations == 50
    assert pool.pids and pool.pids != old
    await pool.close()


async def test_a_search_whose_worker_is_killed_is_tried_once_more(toys: str, begin: Begin) -> None:
    pool = Pool(1, preload=[toys])
    await pool.ready()
    old = pool.pids
    search = asyncio.create_task(pool.search(ask(begin, SLOW, iterations=30, seconds=30.0)))
    await until(lambda: not pool.idle)
    os.kill(old[0], signal.SIGKILL)
    result = await search
    assert not result.fallback and result.iterations == 30
    assert pool.pids != old
    await pool.close()


async def test_closing_in_the_middle_of_a_search_answers_and_leaves_no_process(
    toys: str, begin: Begin
) -> None:
    pool = Pool(2, preload=[toys])
    pool.start()
    await until(lambda: pool.idle == 2)  # the search is split among those that are ready
    pids = pool.pids
    search = asyncio.create_task(pool.search(ask(begin, SLOW, iterations=10**7, seconds=60.0)))
    await until(lambda: not pool.idle)
    await pool.close()
    await search
    assert not any(alive(pid) for pid in pids)


async def test_a_hung_worker_is_answered_for_in_time_and_replaced(
    toys: str, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "SILENT", 3.0)
    pool = Pool(1, preload=[toys])
    await pool.ready()
    old = pool.pids
    result = await pool.search(ask(begin, HANG, seconds=0.5))
    assert pool.pids == old, "answered before the worker counts as hung"
    assert result.fallback and result.action in begin("bids").legal()
    again = await pool.search(ask(begin, iterations=50, seconds=60.0))
    assert not again.fallback
    assert pool.pids != old and not alive(old[0])
    await pool.close()


async def test_a_fault_in_the_knowledge_costs_the_search_and_not_the_worker(
    toys: str, begin: Begin, tmp_path: Path
) -> None:
    errors = tmp_path / "log" / "workers.log"
    pool = Pool(1, errors, preload=[toys])
    await pool.ready()
    old = pool.pids
    result = await pool.search(ask(begin, RAISE, seconds=3.0))
    assert result.fallback and result.action in begin("bids").legal()
    assert not (await pool.search(ask(begin, iterations=20))).fallback
    assert pool.pids == old
    await pool.close()
    assert "a fault of the toy" in errors.read_text()


async def test_workers_search_though_no_file_takes_their_errors(
    toys: str, begin: Begin, tmp_path: Path
) -> None:
    (tmp_path / "log").touch()
    pool = Pool(1, tmp_path / "log" / "workers.log", preload=[toys])
    await pool.ready()
    assert not (await pool.search(ask(begin, iterations=20))).fallback
    await pool.close()


async def test_every_worker_loads_what_is_prepared_once_and_a_fault_there_costs_nothing(
    toys: str, begin: Begin, tmp_path: Path
) -> None:
    errors = tmp_path / "workers.log"
    pool = Pool(2, errors, preload=[toys])
    pool.prepare("no such game", None, "porter")
    pool.prepare("no such game", None, "porter")
    await pool.ready()
    await until(lambda: errors.read_text().count("no such game cannot be prepared") == 2)
    assert not (await pool.search(ask(begin, iterations=20, seconds=20.0))).fallback
    await until(lambda: pool.idle == 2)
    await pool.close()
    assert errors.read_text().count("no such game cannot be prepared") == 2


async def test_a_request_that_finds_all_workers_busy_is_answered_in_time(
    toys: str, begin: Begin
) -> None:
    pool = Pool(1, preload=[toys])
    await pool.ready()
    long = asyncio.create_task(pool.search(ask(begin, iterations=10**7, seconds=600.0)))
    await until(lambda: not pool.idle)
    result = await pool.search(ask(begin, seconds=0.3))
    assert result.fallback and result.action in begin("bids").legal()
    assert not long.done()
    await pool.close()
    await long


async def test_a_seat_goes_before_hints_and_analyses_that_wait(toys: str, begin: Begin) -> None:
    pool = Pool(1, preload=[toys])
    await pool.ready()
    done: list[str] = []

    async def request(name: str, match: str, iterations: int = 40) -> None:
        await pool.search(ask(begin, iterations=iterations, seconds=20.0, match=match))
        done.append(name)

    busy = asyncio.create_task(request("first", "", 5000))  # still runs when the others have asked
    await until(lambda: not pool.idle)
    hints = [asyncio.create_task(request("hint", "")) for _ in range(5)]
    await until(lambda: pool.queued == 5)
    await asyncio.gather(busy, *hints, request("seat", "m"))
    assert done == ["first", "seat", *["hint"] * 5]
    await pool.close()


async def test_an_owner_with_many_searches_goes_behind_one_with_none(
    toys: str, begin: Begin
) -> None:
    pool = Pool(1, preload=[toys])
    await pool.ready()
    done: list[str] = []

    async def request(owner: str, iterations: int = 40) -> None:
        await pool.search(ask(begin, iterations=iterations, seconds=20.0, match="m"), owner=owner)
        done.append(owner)

    first = asyncio.create_task(request("greedy", 2000))
    await until(lambda: not pool.idle)
    more = [asyncio.create_task(request("greedy")) for _search in range(5)]
    await until(lambda: pool.queued == 5)
    await asyncio.gather(first, *more, request("anna"))
    assert done.index("anna") <= 1
    await pool.close()


async def test_a_search_gives_its_worker_to_another_owner_after_its_turn(
    toys: str, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ai.fair_queue.SLICE_SECONDS", 0.2)
    pool = Pool(1, preload=[toys])
    await pool.ready()
    long = ask(begin, iterations=10**7, seconds=600.0, match="m")
    greedy = asyncio.create_task(pool.search(long, owner="greedy"))
    await until(lambda: not pool.idle)
    answer = await pool.search(ask(begin, iterations=40, seconds=600.0), owner="anna")
    assert answer.iterations == 40
    result = await greedy
    assert result.candidates and 0 < result.iterations < 10**7 and not result.fallback
    await pool.close()


async def test_a_search_on_several_workers_gives_one_to_another_owner_at_once(
    toys: str, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ai.fair_queue.SLICE_SECONDS", 600.0)
    pool = Pool(2, preload=[toys])
    pool.start()
    await until(lambda: pool.idle == 2)
    long = ask(begin, iterations=10**7, seconds=600.0, match="m")
    greedy = asyncio.create_task(pool.search(long, owner="greedy"))
    await until(lambda: not pool.idle)
    answer = await pool.search(ask(begin, iterations=40, seconds=600.0), owner="anna")
    assert answer.iterations == 40 and not greedy.done()
    await pool.close()
    await greedy


async def test_an_owner_alone_keeps_its_workers(
    toys: str, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ai.fair_queue.SLICE_SECONDS", 0.0)
    pool = Pool(1, preload=[toys])
    await pool.ready()
    searches = [pool.search(ask(begin, iterations=2000, seconds=600.0)) for _search in range(3)]
    assert [result.iterations for result in await asyncio.gather(*searches)] == [2000] * 3
    await pool.close()


async def test_an_analysis_gives_way_and_is_made_in_full_afterwards(
    toys: str, begin: Begin
) -> None:
    pool = Pool(1, preload=[toys])
    await pool.ready()
    long = ask(begin, iterations=3000, seconds=600.0)
    analysis = asyncio.create_task(pool.search(long, owner="anna", is_background=True))
    for _hint in range(2):
        await until(lambda: not pool.idle)
        hint = await pool.search(ask(begin, iterations=40, seconds=600.0), owner="anna")
        assert hint.iterations == 40 and not analysis.done()
    assert (await analysis).iterations == 3000
    await pool.close()


async def test_an_analysis_that_gave_way_often_answers_with_what_it_has(
    toys: str, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ai.fair_queue.MOST_RESTARTS", 0)
    pool = Pool(1, preload=[toys])
    await pool.ready()
    long = ask(begin, iterations=10**7, seconds=600.0)
    analysis = asyncio.create_task(pool.search(long, owner="anna", is_background=True))
    await until(lambda: not pool.idle)
    await pool.search(ask(begin, iterations=40, seconds=600.0), owner="ben")
    assert 0 < (await analysis).iterations < 10**7
    await pool.close()


async def test_requests_wait_for_their_turn(toys: str, begin: Begin) -> None:
    pool = Pool(1, preload=[toys])
    done: list[int] = []

    async def request(number: int) -> None:
        result = await pool.search(ask(begin, iterations=40 + number, seconds=20.0))
        assert result.iterations == 40 + number
        done.append(number)

    await asyncio.gather(*(request(number) for number in range(5)))
    await pool.close()
    assert done == [0, 1, 2, 3, 4]


async def test_the_tree_of_a_seat_is_kept_for_its_next_decision(toys: str, begin: Begin) -> None:
    game = registry.get("race")
    state = begin("race")
    pool = Pool(1, preload=[toys])
    first = SearchRequest(
        "race", pack(game.view(state, 0)), 0, "master", 1, 2000, match="m", seconds=20
    )
    await pool.search(first)
    state.apply(0)
    state.apply(0)
    view = pack(game.view(state, 0))
    kept = await pool.search(
        SearchRequest("race", view, 0, "master", 1, 2000, match="m", seconds=20)
    )
    fresh = await pool.search(SearchRequest("race", view, 0, "master", 1, 2000, seconds=20))
    await pool.close()
    assert fresh.iterations == 2000
    assert kept.iterations < 2000
    assert sum(candidate.visits for candidate in kept.candidates) >= 2000


async def test_what_a_seat_thinks_ahead_counts_in_its_next_decision(
    toys: str, begin: Begin
) -> None:
    game = registry.get("race")
    state = begin("race")
    state.apply(0)
    pool = Pool(1, preload=[toys])
    await pool.ready()
    ahead = SearchRequest(
        "race", pack(game.view(state, 0)), 0, "master", 1, 2000, match="m", seconds=20
    )
    await pool.think_ahead(ahead)
    assert pool.idle == 1
    state.apply(0)
    view = pack(game.view(state, 0))
    request = SearchRequest("race", view, 0, "master", 1, 2000, match="m", seconds=20)
    result = await pool.search(request)
    await pool.close()
    assert 0.4 * 2000 <= result.iterations < 2000
    assert sum(candidate.visits for candidate in result.candidates) >= 2000


async def test_thinking_ahead_ends_for_any_search_and_when_it_is_cancelled(
    toys: str, begin: Begin
) -> None:
    game = registry.get("race")
    state = begin("race")
    state.apply(0)
    pool = Pool(1, preload=[toys])
    await pool.ready()
    view = pack(game.view(state, 0))
    endless = SearchRequest("race", view, 0, "master", 1, 10**8, match="m", seconds=600)
    ahead = asyncio.create_task(pool.think_ahead(endless))
    await until(lambda: not pool.idle)
    result = await pool.search(ask(begin, iterations=50, seconds=20.0))
    assert not result.fallback and result.iterations == 50
    await ahead
    ahead = asyncio.create_task(pool.think_ahead(endless))
    await until(lambda: not pool.idle)
    ahead.cancel()
    await until(lambda: pool.idle == 1)
    busy = asyncio.create_task(pool.search(ask(begin, iterations=10**7, seconds=600.0)))
    await until(lambda: not pool.idle)
    await pool.think_ahead(endless)  # no worker is free: nothing happens
    busy.cancel()
    await pool.close()


def lowered_priority() -> int:
    """The priority of a worker: lower than that of these tests, whatever theirs is."""
    return min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)


async def test_workers_lower_priority_and_know_no_textual(toys: str, begin: Begin) -> None:
    pool = Pool(1, preload=[toys])
    await pool.search(ask(begin, iterations=20, seconds=20.0))
    pid = pool.pids[0]
    assert os.getpriority(os.PRIO_PROCESS, pid) == lowered_priority()
    assert os.getpgid(pid) == pid
    maps = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    assert b"multiprocessing.spawn" in b" ".join(maps)
    for number in range(3):
        assert str(Path(f"/proc/{pid}/fd/{number}").readlink()) == "/dev/null"
    await pool.close()
    process = subprocess.run(
        [sys.executable, "-c", "import ai.worker, sys; print('textual' in sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert process.stdout.strip() == "False"


async def test_workers_of_a_server_are_behind_everybody_who_types(toys: str, begin: Begin) -> None:
    pool = Pool(1, preload=[toys], niceness=SERVER_NICENESS)
    await pool.search(ask(begin, iterations=20, seconds=20.0))
    pid = pool.pids[0]
    assert os.getpriority(os.PRIO_PROCESS, pid) == SERVER_NICENESS == 19
    if has_autogroup():
        assert "nice 19" in Path(f"/proc/{pid}/autogroup").read_text()
    await pool.close()


async def test_workers_lower_a_session_of_their_own(toys: str, begin: Begin) -> None:
    pool = Pool(1, preload=[toys])
    await pool.search(ask(begin, iterations=20, seconds=20.0))
    pid = pool.pids[0]
    assert os.getpriority(os.PRIO_PROCESS, pid) == lowered_priority()
    if has_autogroup():  # else the whole session of a worker would weigh as much as a player's
        assert "nice 10" in Path(f"/proc/{pid}/autogroup").read_text()
        assert os.getsid(pid) == pid
    await pool.close()


def test_no_worker_survives_a_kill_of_the_parent(toys: str) -> None:
    program = textwrap.dedent(
        """
        import asyncio
        from ai.pool import Pool
        async def main():
            pool = Pool(2)
            pool.start()
            while pool.idle < 2:
                await asyncio.sleep(0.01)
            print(*pool.pids, flush=True)
            await asyncio.sleep(60)
        asyncio.run(main())
        """
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert parent.stdout is not None
    pids = [int(word) for word in parent.stdout.readline().split()]
    assert len(pids) == 2 and all(alive(pid) for pid in pids)
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    while any(alive(pid) for pid in pids):  # the run's own limit of time ends this
        time.sleep(0.02)
