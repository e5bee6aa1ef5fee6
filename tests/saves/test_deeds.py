"""Deeds: those of a match are kept with its result, those of all matches are found again."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from caravan_tui.engine import Match, Seat
from caravan_tui.engine.deeds import MATCH_DEEDS, chronicle_of
from caravan_tui.games import registry
from caravan_tui.games.deeds import Chronicle, Deed
from saves.deeds import CAREER_DEEDS, LADDER, common_deeds, earned, first_earned, new_deeds
from saves.export import as_json
from saves.profile import Profile, Result, result_of
from tests.saves.helpers import play
from tests.saves.test_milestones import result

DAY = 86400


def won(number: int, **more: Any) -> Result:
    return result(number, 9, 3, **more)


def lost(number: int, **more: Any) -> Result:
    return result(number, 3, 9, **more)


def on_day(number: int, **more: Any) -> Result:
    """A result at noon UTC of a day, counted from a far one."""
    noon = 20_000 * DAY + number * DAY + DAY // 2
    fields: dict[str, Any] = {"match": f"d{number}", "began": noon - 600, "ended": noon}
    return won(0, **(fields | more))


def week_of_dailies(days: list[int]) -> list[Result]:
    return [on_day(day, daily=f"2026-03-{day:02}") for day in days]


def every_game(start: int = 0) -> list[Result]:
    return [lost(start + number, game=game) for number, game in enumerate(registry.ids())]


EVERY_SEAT_COUNT = [
    won(seats, kinds=("person", *["trader"] * (seats - 1)), names=("A",) * seats,
        scores=(9.0,) + (1.0,) * (seats - 1), ranks=(1,) + (2,) * (seats - 1))
    for seats in (2, 3, 4)
]  # fmt: skip

CASES: list[tuple[str, list[Result], list[Result]]] = [
    ("first_steps", [lost(1)], [result(1, assisted=True)]),
    ("tailwind", [won(1), won(2), won(3)], [won(1), lost(2), won(3), won(4)]),
    ("return_visit", [lost(1), won(2)], [lost(1), won(2, kinds=("person", "porter"))]),
    (
        "by_a_nose",
        [result(1, 4, 3)],
        [result(1, 5, 3), result(2, 3, 4), result(3, 4, 4, ranks=(1, 1))],
    ),
    ("every_road", every_game(), every_game()[1:]),
    (
        "home_everywhere",
        [won(number, game=game) for number, game in enumerate(registry.ids())],
        [*every_game(), won(9)],
    ),
    ("every_tent", EVERY_SEAT_COUNT, EVERY_SEAT_COUNT[1:]),
    (
        "market_day",
        [on_day(0, match=game, game=game) for game in ("decktet", "sahara", "dice_village")],
        [on_day(day, game=game) for day, game in enumerate(("decktet", "sahara", "ahldarahd"))],
    ),
    ("seven_days", week_of_dailies([*range(1, 8)]), week_of_dailies([1, 2, 3, 5, 6, 7, 8])),
    (
        "ladder",
        [won(number, kinds=("person", level)) for number, level in enumerate(LADDER)],
        [won(number, kinds=("person", level)) for number, level in enumerate(LADDER[1:])],
    ),
    ("legend", [won(1, kinds=("person", "legend"))], [lost(1, kinds=("person", "legend"))]),
    ("hundred_fires", [lost(n) for n in range(100)], [lost(n) for n in range(99)]),
    ("back_again", [on_day(0), on_day(31)], [on_day(0), on_day(29)]),
]


def test_every_deed_of_all_matches_has_its_case() -> None:
    assert [f"any.{name}" for name, _does, _misses in CASES] == [deed.id for deed in CAREER_DEEDS]
    ids = [deed.id for deed in common_deeds()]
    assert len(set(ids)) == len(ids) >= 10


@pytest.mark.parametrize(("name", "does", "misses"), CASES, ids=[case[0] for case in CASES])
def test_results_bring_a_deed_and_nearly_the_same_do_not(
    name: str, does: list[Result], misses: list[Result]
) -> None:
    assert first_earned(does)[f"any.{name}"] is does[-1]
    assert f"any.{name}" not in first_earned(misses)


def test_a_deed_is_of_the_first_match_that_did_it() -> None:
    results = [
        won(1, deeds=("sahara.patience",)),
        won(2, deeds=("sahara.patience", "sahara.last_word")),
    ]
    first = first_earned(results)
    assert (first["sahara.patience"], first["sahara.last_word"]) == tuple(results)
    assert new_deeds(results[:1], results[1]) == ["sahara.last_word"]


def test_assisted_matches_and_shared_screens_bring_no_deed() -> None:
    shared = won(1, me=None, kinds=("person", "person"), deeds=("sahara.x",))
    assert first_earned([shared, won(2, assisted=True, deeds=("sahara.x",))]) == {}


def test_a_daily_of_no_day_counts_for_no_week() -> None:
    assert "any.seven_days" not in first_earned([won(1, daily="soon")])


def test_a_game_that_is_gone_has_no_tables() -> None:
    assert "any.every_tent" not in first_earned([won(1, game="chess"), won(2, game="chess")])


# From matches


def with_deed(match: Match, is_done: bool = True) -> Match:
    """The match, with a deed of its game that is done or not."""
    deed: Deed[Chronicle[Any]] = Deed("sahara.test", "Test", "Test.", lambda _chronicle: is_done)
    match.game = evolve(match.game, deeds=(deed,))
    return match


def test_the_deeds_of_a_match_are_kept_with_its_result(tmp_path: Path) -> None:
    match = with_deed(play(actions=9_999))
    profile = Profile(tmp_path)
    profile.add(result_of(match))
    assert "sahara.test" in profile.results()[0].deeds
    exported = json.loads(as_json(profile.results()))
    assert "sahara.test" in exported["results"][0]["deeds"]
    first = {deed["id"]: deed for deed in exported["statistics"]["deeds"]}
    assert first["sahara.test"]["match"] == match.record.id and "any.first_steps" in first
    assert "sahara.test" not in earned(with_deed(match, False), 0)


def test_an_assisted_match_or_one_without_a_seat_keeps_none() -> None:
    match = with_deed(play(actions=9_999))
    match.record.assisted = True
    assert result_of(match).deeds == ()
    match.record.assisted = False
    match.record.seats[1] = Seat("person", "Ben")
    assert result_of(match).deeds == ()  # two people at one screen
    assert "sahara.test" in result_of(match, seat=1).deeds


def test_a_match_that_runs_has_no_chronicle() -> None:
    with pytest.raises(ValueError, match="has not ended"):
        chronicle_of(play(), 0)


def test_a_result_from_before_deeds_is_read(tmp_path: Path) -> None:
    profile = Profile(tmp_path)
    profile.add(won(1))
    plain = json.loads(profile.path.read_text())
    del plain["deeds"], plain["sum"]
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
    plain["sum"] = blake2b(text.encode(), digest_size=6).hexdigest()
    profile.path.write_text(json.dumps(plain) + "\n")
    assert profile.results() == [won(1)] and not profile.damaged


class Standing:
    """A position in which some scores stand."""

    def __init__(self, *scores: float) -> None:
        self._scores = scores

    def scores(self) -> tuple[float, ...]:
        return self._scores


class Decision:
    """A step of seat 0, at some standing."""

    actor, action, events = 0, 0, ()

    def __init__(self, *scores: float) -> None:
        self.before = Standing(*scores)


def done(ends_ahead: bool, *leads: float) -> set[str]:
    """The deeds of any match in which seat 0 was ahead by so much at its decisions."""
    scores = (2.0, 1.0) if ends_ahead else (1.0, 2.0)
    ranks = (1, 2) if ends_ahead else (2, 1)
    steps: Any = [Decision(lead, 0.0) for lead in leads]
    end: Any = Standing(*scores)
    chronicle = Chronicle(0, steps, end, scores, ranks)
    return {deed.id for deed in MATCH_DEEDS if deed.is_done(chronicle)}


def test_a_win_from_behind_is_a_deed_only_if_it_came_late() -> None:
    assert done(True, 0, -1, -2, -2) == {"any.second_wind"}
    assert done(True, 0, -1, -2, 1) == set()
    assert done(False, 0, -1, -2, -2) == set()


def test_a_lead_is_a_deed_only_if_it_was_never_lost() -> None:
    assert done(True, 0, 1, 2, 2) == {"any.lead_camel"}
    assert done(True, 0, 1, -1, 2) == set()
    assert done(False, 0, 1, 2, 2) == set()
    state: Any = None
    assert Chronicle(0, [], state, (5.0,), (1,)).margin == 5
