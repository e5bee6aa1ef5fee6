"""The road: what stations ask for, how they are judged, and what is kept of a journey."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from attrs import evolve

from caravan_tui import files, paths
from caravan_tui.engine import Match
from caravan_tui.engine.deeds import earned
from caravan_tui.engine.problem import nobody
from caravan_tui.games import registry
from caravan_tui.road.goals import (
    DoDeed,
    Goal,
    Lead,
    Place,
    Race,
    Reach,
    Solve,
    Standing,
    State,
    Win,
    judge,
    settle,
    standings,
)
from caravan_tui.road.stations import JOURNEYS, STATIONS, Station
from saves import road
from saves.errors import SaveError
from saves.road import Errand, Travel, Try, Visit, load, save
from saves.store import Store
from tests.saves.helpers import play, play_on

NOW = 1_772_000_000


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path))


def scored(*scores: float, round_: int = 1, ranks: tuple[int, ...] | None = None) -> Standing:
    return Standing(0, scores, round_, ranks)


OPEN, REACHED, MISSED = State.OPEN, State.REACHED, State.MISSED


@pytest.mark.parametrize(
    ("goal", "standing", "state"),
    [
        (Win(), scored(9, 3), OPEN),
        (Win(), scored(9, 3, ranks=(1, 2)), REACHED),
        (Win(), scored(3, 9, ranks=(2, 1)), MISSED),
        (Win(), scored(5, 5, ranks=(1, 2)), REACHED),  # a tie-break
        (Win(by=5), scored(8, 3, ranks=(1, 2)), REACHED),
        (Win(by=5), scored(7, 3, ranks=(1, 2)), MISSED),
        (Race(8), scored(7, 7), OPEN),
        (Race(8), scored(8, 3), REACHED),
        (Race(8), scored(7, 8), MISSED),
        (Race(8), scored(7, 3, ranks=(1, 2)), MISSED),
        (Reach(25), scored(24), OPEN),
        (Reach(25), scored(25), REACHED),
        (Reach(25), scored(24, ranks=(1,)), MISSED),
        (Reach(25, rounds=6), scored(25, round_=6), REACHED),
        (Reach(25, rounds=6), scored(25, round_=7), MISSED),
        (Place(2), scored(1, 5, 3), OPEN),
        (Place(2), scored(3, 5, 1, ranks=(2, 1, 3)), REACHED),
        (Place(2), scored(1, 5, 3, ranks=(3, 1, 2)), MISSED),
        (Lead(5), scored(3, 2, round_=5), OPEN),
        (Lead(5), scored(3, 2, round_=6), REACHED),
        (Lead(5), scored(2, 2, round_=6), MISSED),
        (Lead(5, by=3), scored(4, 2, round_=6), MISSED),
        (Lead(5), scored(3, 2, round_=4, ranks=(1, 2)), REACHED),
        (Solve(2), scored(1, round_=2), OPEN),
        (Solve(2), scored(2, round_=2), REACHED),
        (Solve(2), scored(0, round_=2), MISSED),
        (Solve(3), scored(0, round_=1), MISSED),
    ],
)
def test_a_goal_is_open_reached_or_missed(goal: Goal, standing: Standing, state: State) -> None:
    assert goal.state(standing) is state
    assert goal.words("sahara")
    assert len(goal.short("sahara")) <= len(goal.words("sahara"))
    assert goal.progress(standing)


def test_a_deed_is_known_once_the_match_is_judged() -> None:
    goal = DoDeed("decktet.last_water")
    assert goal.words("decktet").startswith("Go out with a bandit")
    assert goal.short("decktet") == "Last water"
    end = scored(9, 3, ranks=(1, 2))
    assert goal.state(end) is OPEN  # at the table nobody looks for deeds
    assert goal.state(evolve(end, deeds=("decktet.last_water",))) is REACHED
    assert goal.state(evolve(end, deeds=())) is MISSED


def test_deeds_are_read_from_the_record_of_a_match() -> None:
    match = lost_hand()
    assert judge(match, 0, Win(), DoDeed("decktet.every_hand")).bonus is MISSED
    assert [standing.deeds for standing in standings(match, 0)][-1] == earned(match, 0)


def test_every_deed_that_a_station_asks_for_is_one_of_its_game() -> None:
    for station in STATIONS.values():
        assert station.goal.words(station.game)
        assert station.bonus.words(station.game)


def test_the_first_position_that_decides_a_goal_counts() -> None:
    assert settle(Race(8), [scored(0, 0), scored(8, 0), scored(5, 9, ranks=(2, 1))]) is REACHED
    assert settle(Race(8), [scored(0, 0), scored(3, 8), scored(9, 8, ranks=(1, 2))]) is MISSED
    assert settle(Race(8), [scored(0, 0)]) is OPEN


def test_a_place_before_the_end_is_read_from_the_scores() -> None:
    assert scored(3, 5, 1).place == 2
    assert scored(3, 5, 1, ranks=(3, 1, 2)).place == 3
    assert scored(3).lead == 3


@pytest.mark.parametrize("journey", JOURNEYS)
def test_every_journey_meets_all_five_games_and_none_twice_in_a_row(journey: str) -> None:
    games = [STATIONS[name].game for name in JOURNEYS[journey].stations]
    assert set(games) == set(registry.ids())
    assert all(game != following for game, following in itertools.pairwise(games))
    assert JOURNEYS[journey].stations[-1] == "wheel"


def test_longer_journeys_have_all_stations_of_shorter_ones_in_the_same_order() -> None:
    road_order = list(STATIONS)
    for journey in JOURNEYS.values():
        assert sorted(journey.stations, key=road_order.index) == list(journey.stations)
    short, middle, long = (set(journey.stations) for journey in JOURNEYS.values())
    assert short < middle < long
    assert (len(short), len(middle), len(long)) == (7, 13, 21)


@pytest.mark.parametrize("station", STATIONS.values(), ids=lambda station: station.id)
def test_every_station_can_be_played_in_ten_minutes(station: Station) -> None:
    spec = registry.spec(station.game)
    seats = station.seats("Ann")
    match = Match.new(station.game, spec.resolve(dict(station.options), len(seats)), seats, 1)
    assert match.to_act >= 0
    assert station.minutes <= 10
    if not station.problems:
        assert road.stars_of(match, station, is_first=True) is None


WITH_PROBLEMS = [station for station in STATIONS.values() if station.problems]


@pytest.mark.parametrize("station", WITH_PROBLEMS, ids=lambda station: station.id)
def test_the_problems_of_a_station_are_easy_ones_that_its_game_ships(station: Station) -> None:
    sets = [station.problems_of_try(number) for number in range(len(station.problems))]
    assert station.problems_of_try(len(sets)) == sets[0]  # they come again
    keys = [problem.key for problems in sets for problem in problems]
    assert len(set(keys)) == len(keys)
    for problems in sets:
        assert isinstance(station.bonus, Solve) and len(problems) == station.bonus.total
        for problem in problems:
            assert problem.difficulty <= 2 and problem.best_line and problem.tempting_line
            assert not problem.position(nobody(problem.seats)).over


def test_problems_stand_on_the_longer_journeys_alone() -> None:
    counts = [
        sum(station.id in journey.stations for station in WITH_PROBLEMS)
        for journey in JOURNEYS.values()
    ]
    assert counts == [0, 2, 3]


@pytest.mark.parametrize(
    ("answers", "stars"),
    [
        ((True, True, True), 3),
        ((True, True, False), 2),
        ((False, True, True), 2),
        ((True, False, False), 0),
        ((False, False), 0),
    ],
)
def test_answers_to_problems_earn_stars(answers: tuple[bool, ...], stars: int) -> None:
    station, travel = STATIONS["night-wind"], Travel().begin("middle", 1)
    for number, is_solved in enumerate(answers):
        assert travel.visit(station.id).answers == answers[:number]
        travel = travel.answer(station, is_solved)
    visit = travel.visit(station.id)
    assert visit == Visit((Try("", stars),))
    again = travel.answer(station, True).answer(station, True).answer(station, True)
    assert again.visit(station.id).tries[-1].stars == 2  # not the first try


def test_answers_are_kept_when_the_program_ends() -> None:
    station, travel = STATIONS["night-wind"], Travel().begin("middle", 1)
    road.save(travel.answer(station, True))
    assert road.load().visit(station.id).answers == (True,)


def test_a_match_at_a_station_that_has_problems_now_counts_for_nothing() -> None:
    travel = Travel().begin("middle", 1)
    assert travel.station_of(travel.mark_of("night-wind")) is None
    assert travel.station_of(travel.mark_of("toll")) is STATIONS["toll"]


def won_hand(station: Station = STATIONS["tamrit"]) -> Match:
    """A finished match at the first station that its player has won by less than 5."""
    return next(match for match in hands(station) if match.ranks == (1, 2) and lead(match) < 5)


def lost_hand() -> Match:
    return next(match for match in hands(STATIONS["tamrit"]) if match.ranks == (2, 1))


def hands(station: Station) -> Iterator[Match]:
    for seed in range(200):
        match = Match.new(station.game, {"hands": 1}, station.seats("Ann"), seed)
        play_on(match, 100, seed)
        yield match


def lead(match: Match) -> float:
    return float(match.scores[0] - match.scores[1])


def test_stars_are_for_the_goal_the_other_goal_and_the_first_try_without_help() -> None:
    station = STATIONS["tamrit"]
    match = won_hand()
    assert road.stars_of(match, station, is_first=True) == 2
    assert road.stars_of(match, station, is_first=False) == 1
    high = next(hand for hand in hands(station) if hand.ranks == (1, 2) and lead(hand) >= 5)
    assert road.stars_of(high, station, is_first=True) == 3
    match.record.assisted = True
    assert road.stars_of(match, station, is_first=True) == 1
    assert road.stars_of(lost_hand(), station, is_first=True) == 0


def test_a_match_that_nobody_plays_has_no_stars() -> None:
    match = play("decktet", 3)
    bots = [seat for seat in match.record.seats if not seat.is_person]
    unmanned = Match.new("decktet", {"hands": 1}, [*bots, *bots], 1)
    assert road.stars_of(unmanned, STATIONS["tamrit"], is_first=True) is None


def begun() -> Travel:
    return Travel().begin("short", NOW)


def test_a_won_match_opens_the_next_station_and_counts_once() -> None:
    travel, station, match = begun(), STATIONS["tamrit"], won_hand()
    assert travel.next_station is station
    travel = travel.add(match, station)
    assert travel.visit("tamrit") == Visit((Try(match.record.id, 2),))
    assert travel.next_station is STATIONS["salt-pans"]
    assert travel.add(match, station) == travel
    assert (travel.stars, travel.is_finished) == (2, False)


def test_a_lost_match_keeps_the_traveller_at_the_station() -> None:
    travel = begun().add(lost_hand(), STATIONS["tamrit"])
    assert travel.visit("tamrit").losses == 1
    assert travel.next_station is STATIONS["tamrit"]
    travel = travel.add(won_hand(), STATIONS["tamrit"])
    assert travel.visit("tamrit").stars == 1  # not at the first try


def test_after_three_losses_a_way_leads_round() -> None:
    travel = begun()
    for _ in range(road.PATIENCE):
        assert not travel.can_bypass("tamrit")
        match = lost_hand()
        travel = travel.add(match, STATIONS["tamrit"])
    assert travel.can_bypass("tamrit")
    travel = travel.bypass("tamrit")
    assert not travel.can_bypass("tamrit")
    assert travel.next_station is STATIONS["salt-pans"]
    assert travel.visit("tamrit").stars == 0
    assert not travel.honours


@pytest.mark.parametrize(
    ("visit", "errand"),
    [
        (Visit(), Errand.SET_OUT),
        (Visit((Try("", 0),)), Errand.TRY_AGAIN),
        (Visit((Try("", 0),), is_bypassed=True), Errand.COME_BACK),
        (Visit((Try("", 0), Try("", 1))), Errand.IMPROVE),
        (Visit((Try("", 1),), answers=(True,)), Errand.CONTINUE),
    ],
)
def test_what_can_be_done_at_a_station_follows_from_what_has_happened_there(
    visit: Visit, errand: Errand
) -> None:
    first, second = STATIONS["tamrit"], STATIONS["salt-pans"]
    travel = msgspec.structs.replace(begun(), visits={"tamrit": visit})
    assert travel.errand(first, is_running=False) is errand
    assert travel.errand(first, is_running=True) is Errand.CONTINUE
    is_next = travel.next_station is second
    assert travel.errand(second, is_running=False) is (Errand.SET_OUT if is_next else None)


def test_every_try_has_another_deal_and_every_journey_too() -> None:
    travel = begun()
    later = travel.add(lost_hand(), STATIONS["tamrit"])
    other = Travel().begin("short", NOW + 1)
    seeds = {travel.seed("tamrit"), later.seed("tamrit"), other.seed("tamrit")}
    assert len(seeds) == 3
    assert travel.seed("tamrit") == begun().seed("tamrit")


def finished() -> Travel:
    visits = {name: Visit((Try(name, 1),)) for name in JOURNEYS["short"].stations[:-1]}
    travel = Travel("short", NOW, visits)
    return travel.bypass("wheel")


def test_titles_and_pennants_are_earned_once_and_stay() -> None:
    travel = finished()
    assert travel.is_finished
    assert travel.pennant == "short"
    travel = travel.begin("long", NOW)
    assert travel.next_station is STATIONS["tamrit"]
    assert travel.pennant == "short"
    assert msgspec.structs.replace(travel, honours=("short", "long")).pennant == "long"


def played_on(station: Station, seed: int) -> Match:
    """A match of three hands at a station, to its end."""
    match = Match.new("decktet", {"hands": 3}, station.seats("Ann"), seed)
    play_on(match, 200, seed)
    return match


def test_a_station_gives_its_title_to_who_passes_it() -> None:
    station = STATIONS["wheel"]
    visits = {name: Visit((), True) for name in JOURNEYS["short"].stations[:-1]}
    match = next(hand for seed in range(100) if (hand := played_on(station, seed)).ranks == (1, 2))
    travel = Travel("short", NOW, visits).add(match, station)
    assert travel.title == "Friend of the wells"
    assert travel.titles == [station]
    assert travel.named("Ann") == "Ann, Friend of the wells"
    assert Travel().named("Ann") == ""
    assert travel.honours == ("wheel", "short")
    assert msgspec.structs.replace(travel, bears="toll").title == ""
    assert Travel().title == ""


def test_a_mark_names_journey_and_station() -> None:
    travel = begun()
    assert travel.mark_of("toll") == f"short-{NOW}/toll"
    assert travel.station_of(travel.mark_of("toll")) is STATIONS["toll"]
    for mark in (None, "", "toll", f"short-{NOW + 1}/toll", f"short-{NOW}/gate", "x/y"):
        assert travel.station_of(mark) is None
    assert Travel().station_of(travel.mark_of("toll")) is None
    assert (travel.number("toll"), travel.number("gate")) == (4, 0)


def test_the_file_keeps_everything() -> None:
    assert load() == Travel()
    travel = begun().add(won_hand(), STATIONS["tamrit"])
    save(travel)
    assert load() == travel


def test_one_bad_entry_loses_only_itself(caplog: pytest.LogCaptureFixture) -> None:
    visits = {"tamrit": Visit((Try("a", 2),)), "toll": Visit((Try("b", 1),))}
    save(Travel("short", NOW, visits, ("toll",), "toll"))
    text = road.path().read_text().replace('"stars": 1', '"stars": 9')
    text = text.replace('"visits": {', '"visits": {"nowhere": {"is_bypassed": true},')
    road.path().write_text(text.replace(str(NOW), '"soon"'))
    assert load() == Travel("short", 0, {"tamrit": visits["tamrit"], "toll": Visit()},
                            ("toll",), "toll")  # fmt: skip
    assert "toll" in caplog.text


@pytest.mark.parametrize("text", ["", "{torn", "[]", '{"journey": "moon"}'])
def test_a_damaged_file_counts_as_no_journey(text: str) -> None:
    save(begun())
    road.path().write_text(text)
    assert load() == Travel()


def test_a_disk_that_takes_nothing_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "write", refuse)
    with pytest.raises(SaveError, match="The disk is full"):
        save(begun())


def test_saved_matches_know_their_station(store: Store) -> None:
    travel = begun()
    old, new, stranger = lost_hand(), play("decktet", 2, seed=9), play("decktet", 2)
    for match, mark in ((old, travel.mark_of("tamrit")), (new, travel.mark_of("tamrit"))):
        store.describe(match.record.id, road=mark)
        store.save_now(match)
        assert store.described(match.record.id).road == mark
        store.release(match.record.id)
        assert store.described(match.record.id).road == mark
    store.save_now(stranger)
    store.release(stranger.record.id)
    assert store.described(stranger.record.id).road is None
    assert store.described("nowhere").road is None
    assert store.described("../x").road is None
    entries = store.listing().entries
    assert {entry.id for _place, entry in road.uncounted(travel, entries)} == {
        old.record.id, new.record.id
    }  # fmt: skip
    running = road.running_tries(travel, entries).get("tamrit")
    assert running is not None
    assert running.id == new.record.id
    assert "toll" not in road.running_tries(travel, entries)
    counted = travel.add(old, STATIONS["tamrit"])
    assert [entry.id for _place, entry in road.uncounted(counted, entries)] == [new.record.id]
    copy = store.duplicate(new.record.id)
    assert store.described(copy).road is None
