"""What results and reviews say together, of matches that are made up."""

from __future__ import annotations

import json
from datetime import date, datetime
from typing import Any

import pytest

from saves import export, insights
from saves.insights import Days, Meetings, Reviewed
from saves.profile import Result
from saves.reviews import Errors, Part, Review
from tests.saves.test_profile import result
from tests.saves.test_reviews import review


def pair(number: int = 0, won: bool = True, luck: float = 0.0, **more: Any) -> Reviewed:
    """A match of two seats, and what an analysis said of it."""
    values = (1.0, 0.0) if won else (0.0, 1.0)
    return Reviewed(
        result(number, ranks=(1, 2) if won else (2, 1)),
        review(number, luck=(luck, -luck), luck_errors=(0.03, 0.03), values=values, **more),
    )


def test_a_review_belongs_to_the_result_of_the_same_match_and_seat() -> None:
    results = [result(1), result(2), result(3, me=None), result(4, me=1)]
    reviews = [review(2), review(4), review(4, seat=1), review(9)]
    kept = insights.reviewed(results, reviews)
    assert [(match.result.match, match.review.seat) for match in kept] == [("m2", 0), ("m4", 1)]


def test_phases_kinds_and_marks_add_up_over_matches() -> None:
    matches = [pair(1), pair(2, phases=(Part(1, 0.5),), kinds={"a": Part(3, 0.9)})]
    assert insights.phases(matches) == [Part(6, 0.6), Part(4, 0.2), Part(3, 0.0)]
    assert list(insights.kinds(matches)) == ["a", "stealing"], "the dearest kind first"
    assert insights.errors(matches) == Errors(2, 4, 2, 0)
    assert insights.phases([]) == []


def test_luck_adds_up_with_its_error() -> None:
    course = insights.luck_course([pair(1, luck=0.2), pair(2, luck=-0.5)])
    assert [value for value, _error in course] == pytest.approx([0.2, -0.3])
    assert course[-1][1] == pytest.approx(0.03 * 2**0.5)


def test_matches_without_chance_or_opponents_say_nothing_of_luck() -> None:
    without = Reviewed(result(1), review(1, luck=(), luck_errors=(), values=()))
    assert (without.luck, without.luck_error) == (0.0, 0.0)
    alone = Reviewed(
        result(2, kinds=("person",), names=("A",), scores=(1.0,), ranks=(1,)),
        review(2, luck=(0.1,), luck_errors=(0.0,), values=(1.0,)),
    )
    assert insights.with_luck([without, alone]) == []
    assert insights.fortune([without, alone]).matches == 0


def test_who_drew_better_is_told_from_who_played_better() -> None:
    robbed = pair(1, won=False, luck=-0.6)
    gifted = pair(2, won=True, luck=0.6)
    fair = pair(3, won=True, luck=0.1)
    assert [match.leads_without_luck for match in (robbed, gifted, fair)] == [True, False, True]
    fortune = insights.fortune([robbed, gifted, fair])
    assert (fortune.robbed, fortune.gifted) == (1, 1)
    assert (fortune.lucky, fortune.unlucky) == ((2, 2), (0, 1))
    assert (fortune.won, fortune.lost) == (2, 1)
    assert fortune.explained is None, "of so few nothing is told"


@pytest.mark.parametrize(
    ("lucks", "wins", "explained"),
    [
        ([0.1, -0.1] * 4, [True, False] * 4, 1.0),
        ([0.1, 0.1, -0.1, -0.1] * 2, [True, False] * 4, 0.0),
        ([0.1, -0.1] * 4, [True] * 8, None),
    ],
)
def test_how_much_of_the_results_luck_explains(
    lucks: list[float], wins: list[bool], explained: float | None
) -> None:
    matches = [
        pair(number, won, luck) for number, (luck, won) in enumerate(zip(lucks, wins, strict=True))
    ]
    share = insights.fortune(matches).explained
    assert share == (None if explained is None else pytest.approx(explained))


def test_a_share_has_a_range_that_narrows_with_the_meetings() -> None:
    few, many = Meetings(4, 3.0), Meetings(400, 300.0)
    assert few.share == many.share == 0.75
    assert 0.25 < few.low < many.low < 0.75 < many.high < few.high < 1
    assert Meetings(5, 5.0).high == 1.0 and Meetings(5, 0.0).low == 0.0
    assert not Meetings(2, 1.0).is_enough


def three(number: int, ranks: tuple[int, ...], **more: Any) -> Result:
    """A match of three seats."""
    return result(
        number, kinds=("person", "porter", "master"), names=("Ada", "Batu", ""),
        scores=(1.0, 2.0, 3.0), ranks=ranks, **more,
    )  # fmt: skip


def test_meetings_count_who_was_left_behind() -> None:
    results = [three(1, (2, 3, 1)), three(2, (1, 1, 3)), three(3, (1, 2, 3), me=None)]
    levels = insights.meetings(results, insights.level_of)
    assert levels == {"porter": Meetings(2, 1.5), "master": Meetings(2, 1.0)}
    assert list(levels) == ["porter", "master"]
    assert insights.meetings(results, insights.opponent_of) == {"Batu\nporter": Meetings(2, 1.5)}
    assert insights.meetings(results, insights.game_of) == {"sahara": Meetings(4, 2.5)}
    assert insights.meetings(results, insights.place_of) == {"1": Meetings(4, 2.5)}
    assert insights.place_of(three(4, (1, 2, 3), me=None), 1) == ""


def test_the_same_numbers_of_other_meetings_are_told_apart() -> None:
    results = [three(1, (2, 3, 1)), three(2, (2, 3, 1))]
    porters = insights.met(results, insights.level_of, "porter")
    assert porters == {("m1", 1), ("m2", 1)}
    assert porters == insights.met(results, insights.opponent_of, "Batu\nporter")
    assert insights.met(results, insights.level_of, "master") == {("m1", 2), ("m2", 2)}


def test_the_style_of_an_opponent_comes_from_its_match() -> None:
    key = insights.style_of({"m1": ("", "thief", "")})
    results = [three(1, (2, 3, 1)), three(2, (1, 1, 3))]
    assert insights.meetings(results, key) == {"thief": Meetings(1, 1.0)}


def test_the_weakest_is_the_lowest_share_of_enough_meetings_if_others_do_better() -> None:
    groups = {"a": Meetings(9, 8.0), "b": Meetings(6, 2.0), "c": Meetings(2, 0.0)}
    assert insights.weakest(groups) == ("b", groups["b"])
    assert insights.weakest({"a": Meetings(9, 8.0)}) is None
    assert insights.weakest({"a": Meetings(4, 2.0), "b": Meetings(8, 4.0)}) is None
    assert insights.weakest({}) is None


def on(day: str) -> Result:
    return result(ended=int(datetime.fromisoformat(f"{day}T12:00").timestamp()))


def test_days_have_streaks_that_today_does_not_break() -> None:
    played = ["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-03", "2026-03-07"]
    days = insights.days(on(day) for day in played)
    assert days.longest == 3
    assert days.streak(date(2026, 3, 3)) == 3
    assert days.streak(date(2026, 3, 4)) == 3, "today is not over"
    assert days.streak(date(2026, 3, 5)) == 0
    assert days.busiest == (date(2026, 3, 3), 2)


def test_no_match_is_no_day() -> None:
    days = Days()
    assert (days.longest, days.busiest, days.streak(date(2026, 3, 1))) == (0, None, 0)


def test_a_review_without_values_is_not_read() -> None:
    with pytest.raises(ValueError, match="values"):
        Review("m", "sahara", 0, (), Errors(), luck=(0.0, 0.0), luck_errors=(0.0, 0.0))


def test_the_export_has_reviews_and_what_they_say_beside_the_old_statistics() -> None:
    results = [result(1), result(2, ranks=(2, 1))]
    reviews = [review(1)]
    plain = json.loads(export.as_json(results, reviews))
    assert [row["match"] for row in plain["reviews"]] == ["m1"]
    statistics = plain["statistics"]
    assert statistics["all"]["matches"] == 2
    assert statistics["play"]["matches"] == 1
    assert statistics["play"]["kinds"] == {"sahara": {"stealing": {"decisions": 2, "loss": 0.1}}}
    assert statistics["play"]["luck"]["value"] == pytest.approx(0.1)
    assert statistics["opponents"]["P, porter"]["share"] == 0.5
    assert sum(statistics["days"].values()) == 2
    assert export.summary([])["play"]["matches"] == 0
