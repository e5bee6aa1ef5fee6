"""Statistics: counts, streaks, ratings and records, and how they leave the program."""

from __future__ import annotations

import csv
import io
import json
from datetime import date
from typing import Any

import pytest

from caravan_tui.games import registry
from saves import daily, export, statistics
from saves.profile import Result


def made(number: int, won: bool, against: str = "porter", **more: Any) -> Result:
    given: dict[str, Any] = {
        "match": f"m{number}",
        "game": "sahara",
        "kinds": ("person", against),
        "names": ("Ada", "P"),
        "scores": (20.0 + number, 10.0) if won else (5.0, 10.0 + number),
        "ranks": (1, 2) if won else (2, 1),
        "me": 0,
        "began": 1_000 * number,
        "ended": 1_000 * number + 500,
        "played": 60,
    }
    return Result(**(given | more))


def test_counts_ranks_scores_streaks_and_time() -> None:
    wins = (True, False, True, True, True, False, False)
    results = [made(n, won) for n, won in enumerate(wins)]
    summary = statistics.summarize(results)
    assert (summary.matches, summary.contested, summary.wins) == (7, 7, 4)
    assert summary.share == pytest.approx(4 / 7)
    assert summary.mean_rank == pytest.approx((4 * 1 + 3 * 2) / 7)
    assert (summary.best, summary.worst) == (24.0, 5.0)
    assert (summary.streak, summary.longest_streak) == (-2, 3)
    assert summary.seconds == 420


def test_recent_outcomes_and_shares_are_of_the_last_contested_matches() -> None:
    wins = (True, False, True, True)
    results = [made(n, won) for n, won in enumerate(wins)]
    results.insert(2, made(9, True, kinds=("person",), names=("Ada",), scores=(3.0,), ranks=(1,)))
    assert statistics.recent_outcomes(results) == list(wins)
    assert statistics.recent_outcomes(results, 3) == [False, True, True]
    assert statistics.win_shares(results, 2) == [1, 0.5, 0.5, 1]


def test_a_match_counts_for_each_kind_of_opponent_the_weakest_first_and_people_last() -> None:
    two: dict[str, Any] = {
        "names": ("Ada", "P", "Q"),
        "scores": (9.0, 5.0, 4.0),
        "ranks": (1, 2, 3),
    }
    results = [
        made(1, True, "person"),
        made(2, False, "trader"),
        made(3, True, kinds=("person", "trader", "porter"), **two),
    ]
    by_opponent = statistics.by_opponent(results)
    assert list(by_opponent) == ["porter", "trader", "person"]
    assert [by_opponent[kind].matches for kind in by_opponent] == [1, 2, 1]
    assert by_opponent["trader"].wins == 1


def test_the_change_of_a_rating_is_over_the_last_matches_and_its_range_is_two_deviations() -> None:
    history = [statistics.Rating(n, 1000 + 10 * n * n, 50, f"m{n}") for n in range(5)]
    assert statistics.rating_change(history[:1]) is None
    assert statistics.rating_change(history, 2) == 10 * (16 - 4)
    assert statistics.rating_change(history) == 160
    assert (history[0].low, history[0].high) == (900, 1100)


def test_nothing_played_gives_no_numbers_and_no_error() -> None:
    summary = statistics.summarize([])
    assert summary.mean_rank is summary.best is summary.share is None
    assert statistics.ratings([]) == []
    assert statistics.records([]) == []


def test_a_match_alone_is_counted_but_neither_won_nor_lost() -> None:
    alone = made(1, True, kinds=("person",), names=("Ada",), scores=(40.0,), ranks=(1,))
    summary = statistics.summarize([alone, made(2, True)])
    assert (summary.matches, summary.contested, summary.wins, summary.best) == (2, 1, 1, 40.0)


def test_assisted_matches_and_those_of_others_are_apart() -> None:
    results = [made(1, True), made(2, True, assisted=True), made(3, True, me=None)]
    assert [r.match for r in statistics.own_results(results)] == ["m1"]
    assert [r.match for r in statistics.own_results(results, assisted=True)] == ["m2"]
    assert len(statistics.ratings(results)) == 1


def test_a_breakdown_by_game_seats_and_level() -> None:
    three: dict[str, Any] = {
        "kinds": ("porter", "person", "master"),
        "names": ("P", "Ada", "M"),
        "scores": (1.0, 3.0, 2.0),
        "ranks": (3, 1, 2),
        "me": 1,
    }
    results = [made(1, True), made(2, False, game="decktet"), made(3, True, **three)]
    games = statistics.breakdown(results, statistics.by_game)
    assert {game: summary.wins for game, summary in games.items()} == {"sahara": 2, "decktet": 0}
    seats = statistics.breakdown(results, statistics.by_seats)
    assert {count: summary.matches for count, summary in seats.items()} == {2: 2, 3: 1}
    levels = statistics.breakdown(results, statistics.by_level)
    assert set(levels) == {"porter", "master, porter"}


def test_one_step_of_the_rating_is_that_of_the_worked_example_of_glicko(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Glickman's example: 1500, deviation 200, beats 1400 and loses to 1550 and 1700; there the
    opponents' deviations differ (30, 100, 300), so it is reckoned here with 30 for all."""
    monkeypatch.setattr(statistics, "FIRST_RATING", 1500.0)
    monkeypatch.setattr(statistics, "FIRST_DEVIATION", 200.0)
    ratings = {"a": 1400.0, "b": 1550.0, "c": 1700.0}
    monkeypatch.setattr(statistics, "RATINGS", ratings)
    match = made(
        1,
        True,
        kinds=("person", "a", "b", "c"),
        names=("", "", "", ""),
        scores=(5.0, 1.0, 8.0, 9.0),
        ranks=(3, 4, 2, 1),
    )
    (rating,) = statistics.ratings([match])
    # By the formulas, with q = 0.0057565, g(30) = 0.9955, E = 0.639, 0.432, 0.242.
    assert rating.value == pytest.approx(1464, abs=8)
    assert rating.deviation == pytest.approx(149, abs=4)


def test_the_rating_comes_close_to_the_level_that_one_draws_with_and_grows_sure() -> None:
    for level, strength in statistics.RATINGS.items():
        results = [made(n, n % 2 == 0, level) for n in range(80)]
        ratings = statistics.ratings(results)
        assert abs(ratings[-1].value - strength) < 80, level
        deviations = [rating.deviation for rating in ratings]
        assert deviations == sorted(deviations, reverse=True)
        assert deviations[-1] >= statistics.LEAST_DEVIATION


def test_beating_a_stronger_level_lifts_the_rating_more() -> None:
    gains = [
        statistics.ratings([made(1, True, level)])[0].value
        for level in ("porter", "trader", "merchant", "master")
    ]
    assert gains == sorted(gains)
    assert gains[0] > statistics.FIRST_RATING
    assert statistics.ratings([made(1, True, "person")]) == [], "nobody knows a person's strength"


def test_records_are_the_first_of_the_best_and_only_of_matches_that_count() -> None:
    results = [
        made(1, True, records={"longest caravan": 5.0}),
        made(2, True, records={"longest caravan": 5.0}),
        made(9, True, assisted=True, records={"longest caravan": 50.0}),
    ]
    best_by_name = {(best.game, best.name): best for best in statistics.records(results)}
    assert best_by_name["sahara", "longest caravan"].match == "m1"
    assert best_by_name["sahara", "highest score"].value == 22.0
    assert best_by_name["sahara", "widest margin"].value == 12.0


def test_json_and_csv_hold_every_result() -> None:
    results = [made(1, True, names=("=cmd()", 'P, "x"\n')), made(2, False, daily="2026-03-01")]
    data = json.loads(export.as_json(results))
    assert [row["match"] for row in data["results"]] == ["m1", "m2"]
    assert data["statistics"]["all"]["wins"] == 1
    assert len(data["statistics"]["rating"]) == 2
    rows = list(csv.DictReader(io.StringIO(export.as_csv(results))))
    assert [row["rank"] for row in rows] == ["1", "2"]
    assert rows[1]["daily"] == "2026-03-01"
    assert rows[0]["names"].startswith("'="), "no formula for a spreadsheet"
    assert tuple(rows[0]) == export.COLUMNS


@pytest.mark.parametrize("game", registry.ids())
def test_the_daily_desert_is_the_same_for_everyone_and_another_every_day(game: str) -> None:
    first = daily.match_of_day(game, date(2026, 3, 1))
    assert first == daily.match_of_day(game, date(2026, 3, 1))
    days = [daily.match_of_day(game, date(2026, 3, day)) for day in range(1, 31)]
    assert len({day.seed for day in days}) == 30
    assert {day.seat for day in days} == set(range(first.seats)), "everyone sits everywhere once"
    seats = first.players("Ada")
    assert seats[first.seat].is_person
    assert sum(seat.is_person for seat in seats) == 1
    from caravan_tui.engine import Match

    match, twin = (Match.new(game, first.options, seats, first.seed) for _ in range(2))
    assert match.record.log == twin.record.log


def test_the_daily_seed_of_a_day_never_changes() -> None:
    assert daily.match_of_day("sahara", date(2026, 3, 1)).seed == SEED_OF_SAHARA
    assert daily.match_of_day("decktet", date(2026, 3, 1)).seed != SEED_OF_SAHARA


SEED_OF_SAHARA = 8413197247207827398


def test_the_history_of_the_daily_desert_counts_the_first_try_and_days_in_a_row() -> None:
    results = [
        made(1, True, daily="2026-02-27"),
        made(2, False, daily="2026-02-28"),
        made(3, True, daily="2026-02-28"),
        made(4, True, daily="2026-03-01", game="decktet"),
        made(5, True),
        made(6, True, daily="rubbish"),
    ]
    history = daily.history(results)
    assert [day.isoformat() for day in history] == ["2026-03-01", "2026-02-28", "2026-02-27"]
    assert [r.match for r in history[date(2026, 2, 28)]] == ["m2", "m3"]
    assert list(daily.history(results, "decktet")) == [date(2026, 3, 1)]
    assert daily.streak(results, date(2026, 3, 1)) == 3
    assert daily.streak(results, date(2026, 3, 2)) == 3, "today can still be played"
    assert daily.streak(results, date(2026, 3, 3)) == 0


def test_a_computer_player_that_adapts_changes_no_rating() -> None:
    assert statistics.ratings([made(1, True, "adaptive"), made(2, False, "adaptive")]) == []
    results = [made(1, True, "trader"), made(2, True, "adaptive"), made(3, True, "trader")]
    assert len(statistics.ratings(results)) == 2


def test_the_scores_against_a_kind_are_those_of_its_seats_in_order_of_time() -> None:
    results = [made(1, True, "adaptive"), made(2, True, "trader"), made(3, False, "adaptive")]
    assert statistics.scores_against(results, "adaptive") == [1.0, 0.0]
    assert statistics.scores_against(results, "master") == []
