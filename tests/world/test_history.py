"""What the world holds against what people see: the checks themselves."""

from __future__ import annotations

import pytest

from caravan_tui.engine import Match, Seat
from tests.world.history import MatchHistory, ViolationError, can_redo, misses_something


def history_at(*times: float) -> MatchHistory:
    """A match with one action at each of these times, after its opening at 0."""
    match = Match.new("sahara", {}, [Seat("person", "A"), Seat("person", "B")], 1)
    history = MatchHistory(match)
    history.add("opened", tuple(match.record.log))
    for time in times:
        match.act(match.to_act, match.legal(match.to_act)[0])
        history.add("act", tuple(match.record.log), time)
    return history


def test_a_position_on_its_way_is_not_missed_and_one_that_is_late_is() -> None:
    history = history_at(5.0, 9.0)
    assert not misses_something(history, [1], arrived=8.9)
    assert misses_something(history, [1], arrived=9.0)
    assert not misses_something(history, [2], arrived=20.0)
    assert not misses_something(history, [0, 2], arrived=20.0), "it may be at either"


def test_a_position_after_an_undo_is_missed_though_its_version_is_another_moments() -> None:
    history = history_at(5.0, 6.0)
    history.add("undo", history.moments[1].log, 7.0)
    assert misses_something(history, [2], arrived=8.0)
    assert not misses_something(history, [1], arrived=8.0), "what it sees is alike"


def test_only_what_was_taken_back_last_is_played_again_and_nothing_after_another_move() -> None:
    history = history_at(5.0, 6.0)
    opened, first, second = (moment.log for moment in history.moments)
    history.add("undo", first, 7.0, seat=1)
    history.add("undo", opened, 8.0, seat=0)
    assert can_redo(history.last, 0) and not can_redo(history.last, 1)
    with pytest.raises(ViolationError, match="redo"):
        history.add("redo", second, 9.0, seat=0)
    history.add("redo", first, 9.0, seat=0)
    assert can_redo(history.last, 1)
    history.add("act", second, 10.0, seat=1)
    assert not can_redo(history.last, 1)
    with pytest.raises(ViolationError, match="redo"):
        history.add("redo", second, 11.0, seat=1)
