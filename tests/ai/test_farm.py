"""Matches over the workers of a dask scheduler: the same ones as here, none lost with a worker."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from attrs import evolve

from ai import spread as spreading
from ai.arena.contest import ArenaError, Contest, Played, Player, run
from ai.problems import __main__ as problems
from ai.problems import keep
from ai.spread import SpreadError, fingerprint, spread
from bench import ladder
from tests.support import command_line

distributed = pytest.importorskip("distributed", reason="dask is an extra")

CONTEST = Contest(
    "decktet", (Player("porter", iterations=8), Player("greedy")), 3, 11, {"hands": 1}
).check()


def digest(matches: list[Played]) -> str:
    """What came of matches, whenever they ended and however long they took."""
    rows = [
        (each.number, each.order, each.scores, each.ranks, each.plies, each.decisions)
        for each in sorted(matches, key=lambda each: each.number)
    ]
    return sha256(msgspec.json.encode(rows)).hexdigest()


@pytest.fixture(scope="module")
def here() -> Iterator[Any]:
    """A scheduler with two workers in threads of this process."""
    with distributed.LocalCluster(
        n_workers=2, processes=False, threads_per_worker=1, dashboard_address=":0"
    ) as cluster:
        yield cluster


def test_every_task_has_its_result(here: Any) -> None:
    tasks = spread(abs, range(-99, 0), scheduler=here.scheduler_address)
    assert sorted(tasks) == list(range(1, 100))


def test_no_tasks_have_no_results(here: Any) -> None:
    assert list(spread(abs, [], scheduler=here.scheduler_address)) == []


def test_matches_are_those_of_one_machine(here: Any) -> None:
    assert digest(list(run(CONTEST))) == digest(
        list(run(CONTEST, scheduler=here.scheduler_address))
    )


def test_a_run_goes_on_where_another_one_stopped(here: Any, tmp_path: Path) -> None:
    out = tmp_path / "matches"
    first = run(CONTEST, 1, out, here.scheduler_address)
    played = [next(first)]
    first.close()
    lines = out.read_bytes().splitlines()
    assert len(lines) == 1 + len(played)
    whole = list(run(CONTEST, 1, out, here.scheduler_address))
    assert out.read_bytes().splitlines()[:2] == lines[:2]
    assert digest(whole) == digest(list(run(CONTEST)))


def test_what_a_task_raises_comes_back(here: Any) -> None:
    with pytest.raises(ZeroDivisionError):
        list(spread(partial(divmod, 1), [0], scheduler=here.scheduler_address))


def test_a_worker_with_another_program_plays_nothing(
    here: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = iter(["the one here"])
    monkeypatch.setattr(spreading, "fingerprint", lambda: next(programs, "the worker's"))
    with pytest.raises(SpreadError, match="another version of this program") as caught:
        list(spread(abs, [1], scheduler=here.scheduler_address))
    assert "\n" not in str(caught.value)


def test_a_fingerprint_changes_with_a_line_of_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "__pycache__").mkdir()
    rules = tmp_path / "rules.py"
    rules.write_text("a = 1\n")
    monkeypatch.setattr(spreading, "files", lambda _package: tmp_path)
    first = fingerprint.__wrapped__()
    (tmp_path / "__pycache__" / "rules.pyc").write_bytes(b"x")
    assert fingerprint.__wrapped__() == first
    rules.write_text("a = 2\n")
    assert fingerprint.__wrapped__() != first


def test_a_scheduler_without_workers_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreading, "WORKER_SECONDS", 0.2)
    monkeypatch.setattr(spreading, "BEAT", 0.05)
    with (
        distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as empty,
        pytest.raises(SpreadError, match="has no workers") as caught,
    ):
        list(spread(abs, [1], scheduler=empty.scheduler_address))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nowhere", "foo://127.0.0.1:1", ""])
def test_a_wrong_address_is_told_in_one_line(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreading, "DASK_SECONDS", 1)
    with pytest.raises(ArenaError, match="no dask scheduler answers") as caught:
        list(run(CONTEST, scheduler=address))
    assert "\n" not in str(caught.value)


def test_commands_end_with_one_line_and_a_code(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(spreading, "DASK_SECONDS", 1)
    scheduler = ["--scheduler", "127.0.0.1:1"]
    result = command_line.caravan_tui("arena", "decktet", "--seats", "porter,greedy", *scheduler)
    assert result.exit_code == 2 and result.stdout == ""
    assert result.stderr.count("\n") == 1 and "no dask scheduler" in result.stderr
    words = ["--games", "decktet", "--seats", "2", "--keep", str(tmp_path), *scheduler]
    assert ladder.main(words) == 2
    assert capsys.readouterr().err.count("\n") == 1
    monkeypatch.setattr(keep, "ship", lambda *_: pytest.fail("nothing was played"))
    for more in ([], ["--check"]):
        folder = ["--keep", str(tmp_path / "problems")]
        assert problems.main(["decktet", *folder, *scheduler, *more]) == 1
        assert capsys.readouterr().err.count("\n") == 1


def busy(number: int) -> int:
    """Count who is at work in this process; the most of them at once."""
    _BUSY.append(number)
    most = len(_BUSY)
    time.sleep(0.02)
    _BUSY.remove(number)
    return most


_BUSY: list[int] = []


def test_a_process_does_one_task_at_a_time(here: Any) -> None:
    most = list(spread(busy, range(10), scheduler=here.scheduler_address))
    assert most == [1] * 10


# Workers as processes


def slow(marks: str, number: int) -> int:
    """Take a while, and write who did it."""
    (Path(marks) / f"{number}-{os.getpid()}").touch()
    time.sleep(0.3)
    return number


@pytest.mark.nightly
def test_a_killed_worker_loses_no_task(tmp_path: Path) -> None:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0"
    ) as cluster:
        results: list[int] = []
        for number in spread(
            partial(slow, str(tmp_path)), range(20), scheduler=cluster.scheduler_address
        ):
            results.append(number)
            if len(results) == 3:
                victim = int(next(tmp_path.glob("*-*")).name.partition("-")[2])
                os.kill(victim, signal.SIGKILL)
    assert sorted(results) == list(range(20))
    marks = [mark.name.partition("-") for mark in tmp_path.iterdir()]
    assert len({process for _number, _dash, process in marks}) >= 2


@pytest.mark.nightly
def test_a_killed_worker_changes_no_match() -> None:
    contest = evolve(CONTEST, matches=40)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0"
    ) as cluster:
        played: list[Played] = []
        for match in run(contest, 1, None, cluster.scheduler_address):
            played.append(match)
            if len(played) == 2:
                os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
    assert digest(played) == digest(list(run(contest)))


@pytest.mark.nightly
def test_a_task_that_kills_every_worker_is_told_in_one_line() -> None:
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0"
        ) as cluster,
        pytest.raises(SpreadError, match="killed several workers"),
    ):
        list(spread(os._exit, [3], scheduler=cluster.scheduler_address))


@pytest.mark.nightly
def test_a_scheduler_that_goes_away_is_told_in_one_line() -> None:
    cluster = distributed.LocalCluster(
        n_workers=1, processes=False, threads_per_worker=1, dashboard_address=":0"
    )
    tasks = spread(time.sleep, [0.1] * 50, scheduler=cluster.scheduler_address)
    next(tasks)
    cluster.close()
    with pytest.raises(SpreadError, match="is gone"):
        list(tasks)
