"""The course of a match, read from its record."""

from __future__ import annotations

from random import Random

import pytest

from caravan_tui.engine import Match, Seat
from caravan_tui.engine.course import Course, Gain, Moment, course_of
from tests.support.played import played


def course(*rows: tuple[int, ...]) -> Course:
    """A course with a row of scores for each round; the seats take turns."""
    return Course(
        [
            Moment(number, (number - 1) % len(row) if number else -1, tuple(map(float, row)))
            for number, row in enumerate(rows)
        ]
    )


@pytest.mark.parametrize("game", ["decktet", "sahara"])
def test_it_begins_with_nothing_and_ends_with_the_scores(game: str) -> None:
    match = played(game, 2, 3, 60)
    moments = course_of(match).moments
    assert moments[0].seat == -1
    assert not any(moments[0].scores)
    assert moments[-1].scores == tuple(match.scores)
    rounds = [moment.round for moment in moments]
    assert rounds == sorted(rounds)
    assert all(0 <= moment.seat < 2 for moment in moments[1:])


def test_a_last_round_in_which_nobody_could_move_counts_as_at_the_table() -> None:
    match, rng = Match.new("caravanserai", {}, [Seat("person"), Seat("person")], 10), Random(10)
    while not match.over:
        match.act(match.to_act, rng.choice(match.legal(match.to_act)))
    match_course = course_of(match)
    assert match_course.moments[-1].round == 15
    assert match_course.last_round == match.view(None)["round"] == 16


def test_who_was_ahead_and_since_when() -> None:
    match_course = course((0, 0), (3, 0), (3, 5), (3, 5), (7, 5), (9, 5))
    assert match_course.leaders == [0, 1, 0]
    since = match_course.ahead_since(0)
    assert since is not None and since.round == 4
    assert match_course.ahead_since(1) is None
    assert match_course.last_round == 5


def test_whether_a_lead_was_lost_and_won_back() -> None:
    won_back = course((0, 0), (3, 0), (4, 0), (4, 6), (9, 6))
    assert won_back.changes == 4
    assert won_back.led_before(0) and won_back.led_most_before(0)
    kept = course((0, 0), (3, 0), (3, 0), (5, 0))
    assert kept.changes == 2
    assert not kept.led_before(0) and not kept.led_most_before(0)


def test_a_lead_is_won_back_only_from_somebody_who_had_it() -> None:
    assert course((0, 0), (3, 0), (3, 6), (6, 6), (9, 6)).was_overtaken(0)
    assert not course((0, 0), (3, 0), (3, 3), (6, 3)).was_overtaken(0), "only caught"
    assert not course((0, 0), (0, 2), (3, 2), (3, 3), (6, 3)).was_overtaken(0), "behind before"


def test_the_biggest_gain_lead_and_arrears() -> None:
    match_course = course((0, 0), (3, 0), (3, 8), (11, 8), (12, 8))
    assert match_course.biggest_gains() == [Gain(0, 8, 3), Gain(1, 8, 2)]
    assert match_course.biggest_lead(0) == Gain(0, 4, 4)
    assert match_course.furthest_behind(0) == Gain(1, 5, 2)


def test_a_match_in_which_nothing_happened_has_none_of_these() -> None:
    match_course = course((0, 0), (0, 0))
    assert match_course.leaders == []
    assert match_course.biggest_gains() == []
    assert match_course.biggest_lead(1) is match_course.furthest_behind(1) is None
