"""What was tried of the problems is kept, comes again, and loses only what is damaged."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from caravan_tui import files, paths
from saves import problems
from saves.problems import INTERVALS, Tried, add_own, add_try, load, own
from tests.support.problems import known_problems

TODAY = date(2026, 3, 1)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path))


def test_what_is_solved_at_once_does_not_come_again() -> None:
    one, other = known_problems()[:2]
    assert load().of(one) is None
    add_try(one, True, TODAY)
    tried = load().of(one)
    assert tried is not None and tried.was_solved and tried.due is None
    assert load().of(other) is None
    assert load().due([one, other], TODAY + timedelta(days=400)) == []
    assert load().solved([one, other]) == 1


def test_what_a_killed_process_left_beside_the_tries_goes_with_the_next_one() -> None:
    one = known_problems()[0]
    add_try(one, True, TODAY)
    left = problems.path().with_name(f".{problems.path().name}.{2**22 + 1}.tmp")
    left.touch()
    add_try(one, False, TODAY)
    assert not left.exists() and load().of(one) is not None


def test_what_is_failed_comes_again_after_growing_times() -> None:
    one = known_problems()[0]
    day = TODAY
    add_try(one, False, day)
    for interval in INTERVALS:
        assert load().due([one], day + timedelta(days=interval - 1)) == []
        day += timedelta(days=interval)
        assert load().due([one], day) == [one]
        add_try(one, True, day)
    tried = load().of(one)
    assert tried is not None and tried.due is None and tried.was_solved
    assert (tried.solved, tried.failed) == (len(INTERVALS), 1)


def test_a_problem_that_is_failed_again_begins_anew() -> None:
    one = known_problems()[0]
    add_try(one, False, TODAY)
    add_try(one, True, TODAY + timedelta(days=1))
    add_try(one, False, TODAY + timedelta(days=4))
    assert load().due([one], TODAY + timedelta(days=5)) == [one]


def test_solving_before_it_is_due_changes_no_date() -> None:
    one = known_problems()[0]
    add_try(one, False, TODAY)
    add_try(one, True, TODAY)
    assert load().due([one], TODAY + timedelta(days=1)) == [one]


def test_the_longest_due_comes_first() -> None:
    one, other = known_problems()[:2]
    add_try(other, False, TODAY)
    add_try(one, False, TODAY + timedelta(days=1))
    assert load().due([one, other], TODAY + timedelta(days=9)) == [other, one]


def test_the_first_try_of_a_day_counts() -> None:
    one = known_problems()[0]
    assert load().on_day(one.game, TODAY) is None
    add_try(one, False, TODAY, is_of_day=True)
    add_try(one, True, TODAY, is_of_day=True)
    tried = load().on_day(one.game, TODAY)
    assert tried is not None and not tried.is_solved
    assert load().on_day(one.game, TODAY + timedelta(days=1)) is None


def test_a_damaged_line_loses_only_itself(caplog: pytest.LogCaptureFixture) -> None:
    one, other = known_problems()[:2]
    add_try(one, True, TODAY)
    add_try(other, True, TODAY)
    lines = problems.path().read_bytes().splitlines()
    problems.path().write_bytes(b"\n".join([lines[0][:20], lines[1], b'{"tried": {"box": 77}}']))
    assert load().of(one) is None
    assert load().of(other) is not None
    assert "line 1" in caplog.text and "line 3" in caplog.text


def test_own_mistakes_are_kept_once_the_newest_first() -> None:
    one, other = (msgspec.structs.replace(each, level="") for each in known_problems()[:2])
    assert own() == []
    assert add_own([one]) == 1
    assert add_own([one, other]) == 1
    assert own() == [other, one]


def test_own_mistakes_of_older_rules_are_not_shown() -> None:
    one = known_problems()[0]
    add_own([msgspec.structs.replace(one, rules=99), msgspec.structs.replace(one, game="chess")])
    assert own() == []


def test_only_the_newest_mistakes_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problems, "MOST_OWN", 2)
    many = [msgspec.structs.replace(known_problems()[0], seed=number) for number in range(4)]
    add_own(many)
    assert [one.seed for one in own()] == [3, 2]


def test_a_disk_that_takes_nothing_costs_only_that(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "write", refuse)
    tries = add_try(known_problems()[0], True, TODAY)
    assert tries.of(known_problems()[0]) is not None
    assert load().tried == {}
    assert add_own(known_problems()) == 0
    assert "The disk is full." in caplog.text


def test_a_try_that_is_not_due_again_counts_as_solved() -> None:
    assert Tried("sahara", "1-2").was_solved
    assert not Tried("sahara", "1-2", due=TODAY).was_solved
