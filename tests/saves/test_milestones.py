"""What a match is for its player: records, firsts, streaks, the change of rating."""

from __future__ import annotations

from typing import Any

from saves.milestones import Milestone, milestones
from saves.profile import Result
from saves.statistics import TOLD_FROM, records


def result(number: int, score: float = 5, rival: float = 3, **more: Any) -> Result:
    """A result against a Trader, won unless the rival has more."""
    fields: dict[str, Any] = {
        "match": f"m{number}",
        "game": "sahara",
        "kinds": ("person", "trader"),
        "names": ("Ann", "Trader"),
        "scores": (score, rival),
        "ranks": (1, 2) if score > rival else (2, 1),
        "me": 0,
        "began": 100 * number,
        "ended": 100 * number + 50,
    }
    return Result(**{**fields, **more})


def kinds(earlier: list[Result], new: Result) -> list[str]:
    return [milestone.kind for milestone in milestones(earlier, new)]


def test_the_first_match_is_no_record_but_a_first() -> None:
    assert kinds([], result(1)) == ["first match", "first win", "deed"]
    assert kinds([], result(1, score=1)) == ["first match", "deed"]


def test_a_deed_is_told_by_the_first_match_that_does_it() -> None:
    new = result(2, deeds=("sahara.last_word",))
    assert Milestone("deed", name="sahara.last_word") in milestones([result(1)], new)
    assert "deed" not in kinds([result(1), new], result(3, 1, deeds=("sahara.last_word",)))
    assert "deed" not in kinds([], result(1, assisted=True, deeds=("sahara.last_word",)))


def test_a_record_says_what_it_was_before() -> None:
    new_milestones = milestones([result(1, 5), result(2, 4)], result(3, 9, 8))
    assert Milestone("record", 9, 5, "highest score") in new_milestones
    assert all(milestone.name != "widest margin" for milestone in new_milestones)


def test_a_score_below_one_is_no_record() -> None:
    lost = [result(1, -6), result(2, -2)]
    assert not records(lost)
    assert not [each for each in milestones(lost[:1], lost[1]) if each.kind == "record"]


def test_records_of_the_game_count_too() -> None:
    earlier = [result(1, records={"dearest delivery": 3})]
    new_milestones = milestones(earlier, result(2, 4, records={"dearest delivery": 6}))
    assert Milestone("record", 6, 3, "dearest delivery") in new_milestones


def test_a_win_is_the_first_against_the_same_opponents_in_the_same_game() -> None:
    other_game = result(1, game="decktet")
    lost = result(2, score=1)
    assert Milestone("first win", name="trader") in milestones([other_game, lost], result(3))
    assert "first win" not in kinds([other_game, lost, result(3)], result(4))
    master = result(5, kinds=("person", "master"))
    assert Milestone("first win", name="master") in milestones([result(4)], master)


def test_a_streak_is_the_longest_only_once() -> None:
    won = [result(1), result(2)]
    assert Milestone("longest streak", 2, 1) in milestones(won[:1], won[1])
    broken = [*won, result(3, score=1)]
    assert "longest streak" not in kinds(broken, result(4))
    assert "streak" not in kinds(broken, result(4))
    assert Milestone("streak", 2) in milestones([*broken, result(4)], result(5))


def test_the_rating_changes_only_against_computer_players() -> None:
    earlier = [result(1), result(2), result(3)]
    ratings = [
        milestone for milestone in milestones(earlier, result(4)) if milestone.kind == "rating"
    ]
    assert len(ratings) == 1
    assert ratings[0].before is not None and ratings[0].value > ratings[0].before
    assert "rating" not in kinds(earlier, result(4, kinds=("person", "person")))


def test_the_first_rating_is_told_with_as_many_matches_as_the_statistics_ask_for() -> None:
    played = [result(number) for number in range(1, TOLD_FROM + 1)]
    for number, new in enumerate(played[:-1]):
        assert "rating" not in kinds(played[:number], new)
    first = [each for each in milestones(played[:-1], played[-1]) if each.kind == "rating"]
    assert len(first) == 1 and first[0].before is None


def test_what_does_not_count_brings_nothing() -> None:
    assert not milestones([result(1)], result(2, assisted=True))
    assert not milestones([result(1)], result(2, me=None))
