"""Problems: read line by line, replayed, one a day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

import msgspec
import pytest

from caravan_tui.engine import problem
from caravan_tui.engine.problem import LEVELS, kind_of, nobody, of_day, read, shipped
from caravan_tui.games import registry
from tests.support.problems import FILE, few_problems, known_problems

GAME = "dice_village"


@pytest.fixture(autouse=True)
def _few() -> Iterator[None]:
    with few_problems():
        yield


def test_a_damaged_line_loses_only_itself(caplog: pytest.LogCaptureFixture) -> None:
    lines = FILE.read_text().splitlines()
    damaged = [lines[0][:40], *lines[1:], '{"game": "chess"}']
    assert read(damaged) == read(lines[1:])
    assert "line 1" in caplog.text and f"line {len(damaged)}" in caplog.text


def test_problems_of_older_rules_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shipped(GAME)
    older = [msgspec.structs.replace(one, rules=99) for one in known_problems()]
    text = "\n".join(msgspec.json.encode(one).decode() for one in older)
    with monkeypatch.context() as patch:  # undone before what it patches
        patch.setattr(registry, "problems", lambda game: text)
        problem.shipped.cache_clear()
        assert shipped(GAME) == ()
        assert of_day(GAME, date(2026, 3, 1)) is None


def test_a_problem_is_a_position_in_which_its_seat_decides() -> None:
    for one in known_problems():
        match = one.position(nobody(one.seats))
        assert match.version == len(one.log)
        assert {one.answer, one.tempting} <= set(match.legal(match.to_act))
        assert kind_of(match.state, one.answer) == one.kind
        onward = one.position(nobody(one.seats), one.best_line)
        assert onward.record.log[match.version] == one.answer


def test_what_cannot_be_replayed_is_refused() -> None:
    one = msgspec.structs.replace(known_problems()[0], log=[-7])
    with pytest.raises(ValueError, match="can't be replayed"):
        one.position(nobody(one.seats))


def test_the_same_steps_in_another_order_make_no_problem() -> None:
    for one in known_problems():
        assert not problem.comes_to_the_same(one)
        line = one.best_line
        alike = msgspec.structs.replace(one, best_line=line[:1], tempting_line=line[:1])
        assert problem.comes_to_the_same(alike)


def test_difficulty_goes_by_who_finds_it() -> None:
    one = known_problems()[0]
    levels = [msgspec.structs.replace(one, level=level).difficulty for level in LEVELS]
    assert levels == [1, 2, 3, 4, 5]
    assert msgspec.structs.replace(one, level="").difficulty == 5


def test_days_go_through_all_problems() -> None:
    count = len(shipped(GAME))
    first = date(2026, 3, 1)
    days = [of_day(GAME, first + timedelta(days=number)) for number in range(count)]
    assert {one.key for one in days if one} == {one.key for one in shipped(GAME)}
    assert of_day(GAME, first) == of_day(GAME, first)


def test_a_game_without_problems_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shipped("sahara") == ()
    monkeypatch.setattr(registry, "problems_file", lambda game: FILE.with_name("nothing"))
    assert problem.games() == []
