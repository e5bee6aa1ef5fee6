"""The Road in line mode: a journey is chosen, its stations are said, played and counted."""

from __future__ import annotations

import msgspec
import pytest

from caravan_tui.engine.problem import Problem, nobody
from caravan_tui.hosts.local import LocalHost
from caravan_tui.lines.home import Home
from caravan_tui.road.stations import JOURNEYS, STATIONS
from saves import road
from saves.road import Travel, Try, Visit
from tests.lines.scripted import ScriptedConsole, said_at_home

SHORT = next(iter(JOURNEYS))
WITH_PROBLEMS = next(
    (journey.id, name)
    for journey in JOURNEYS.values()
    for name in journey.stations
    if STATIONS[name].problems
)
"""A journey, and a station of it at which problems are solved."""


def at_station(journey: str, station: str, visit: Visit | None = None) -> Travel:
    """A journey whose caravan is at a station."""
    travel = Travel().begin(journey, 1_772_000_000)
    for place in travel.stations:
        if place.id == station:
            break
        travel = travel.bypass(place.id)
    if visit is not None:
        travel = msgspec.structs.replace(travel, visits={**travel.visits, station: visit})
    road.save(travel)
    return travel


def notation(problem: Problem) -> str:
    """The answer of a problem as it is typed."""
    match = problem.position(nobody(problem.seats))
    return match.game.notation(problem.answer, match.view(match.to_act))


async def test_a_journey_is_chosen_and_its_first_station_begun_and_gone_on_with(
    host: LocalHost,
) -> None:
    text = await said_at_home(host, "road", "1", "map", "go", "goal", "home", "home")
    count = len(JOURNEYS[SHORT].stations)
    assert f"Station 1 of {count}:" in text and "your caravan is here" in text
    assert text.count("The goal: Win the match. So far: ") == 2, "at the table, and when asked"
    assert "Type go to go on with your try." in text, "the try is saved"
    again = await said_at_home(host, "road", "go", "home")
    assert "The match goes on" in again or "The Road 1:" in again
    assert len((await host.listing()).entries) == 1


async def test_a_station_that_was_not_reached_is_refused_with_the_reason(host: LocalHost) -> None:
    at_station(SHORT, JOURNEYS[SHORT].stations[0])
    text = await said_at_home(
        host, "road", "station 3", "go", "station 99", "round", "titles", "home"
    )
    assert "Your caravan is at station 1. Pass it first." in text
    assert "Type a number from 1 to" in text and "three times" in text
    assert "You have no title yet." in text


async def test_a_station_of_problems_is_solved_and_its_stars_are_told(host: LocalHost) -> None:
    journey, name = WITH_PROBLEMS
    travel, station = at_station(journey, name), STATIONS[name]
    answers = [notation(problem) for problem in station.problems_of_try(0)]
    steps = [line for answer in answers for line in (answer, "next")]
    text = await said_at_home(host, "road", "go", "next", *steps, "home")
    assert "Answer this one first." in text
    assert text.count("Right answer:") == len(answers)
    assert "3 stars of 3." in text and "It is reached." in text
    assert road.load().visit(name) == Visit((Try("", 3),))
    assert travel.number(name)


async def test_a_way_leads_round_a_station_after_three_losses(host: LocalHost) -> None:
    first, second = JOURNEYS[SHORT].stations[:2]
    at_station(SHORT, first, Visit(tuple(Try(f"m{number}") for number in range(3))))
    text = await said_at_home(host, "road", "round", "home")
    assert "Type round to go round it." in text and "Station 2 of" in text
    assert road.load().next_station is STATIONS[second]


async def test_another_journey_begins_after_a_question(host: LocalHost) -> None:
    at_station(SHORT, JOURNEYS[SHORT].stations[1])
    text = await said_at_home(host, "road", "new", "no", "new", "yes", "back")
    assert "You stay on this journey." in text and "How long should it be?" in text
    assert road.load().plan is None


@pytest.mark.parametrize("line", ["nonsense", "go far away", ""])
async def test_any_line_is_answered_on_the_road(host: LocalHost, line: str) -> None:
    at_station(SHORT, JOURNEYS[SHORT].stations[0])
    console = ScriptedConsole(["road", line])
    await Home(host, console).run()
    assert len(console.said) > 8
