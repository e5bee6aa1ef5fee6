"""How far the user has come on the road: one small JSON file next to the results.

A station is judged from the saved match that was played there, so nothing is lost if the program
ends at any moment. Each entry is read by itself: one that is wrong loses only itself.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import msgspec

from caravan_tui import paths
from caravan_tui.engine import Match
from caravan_tui.engine.rng import LARGEST_SEED, stream
from caravan_tui.i18n import _
from caravan_tui.road.goals import Standing, State, judge
from caravan_tui.road.stations import JOURNEYS, STATIONS, Journey, Station
from saves import errors, small_files
from saves.listing import Entry

MAX_BYTES: Final = 1 << 18
"""Size of the file; a larger one is cut off, so it does not parse."""

MOST_STARS: Final = 3
"""Of a station: for its goal, for its other goal, and for the first try without help."""

PATIENCE: Final = 3
"""Lost tries after which a way leads round a station."""

T = TypeVar("T")


class Try(msgspec.Struct, frozen=True):
    """A match or problems at a station with which the goal was reached or missed."""

    match: str
    """Empty for problems."""
    stars: Annotated[int, msgspec.Meta(ge=0, le=MOST_STARS)] = 0
    """0: missed."""


class Visit(msgspec.Struct, frozen=True):
    """What has happened at a station."""

    tries: tuple[Try, ...] = ()
    is_bypassed: bool = False
    """Whether the player went round it."""
    answers: tuple[bool, ...] = ()
    """Which of its problems were solved so far in a try that is not decided."""

    @property
    def stars(self) -> int:
        """The most of any try."""
        return max((attempt.stars for attempt in self.tries), default=0)

    @property
    def is_passed(self) -> bool:
        """Whether its goal was reached."""
        return self.stars > 0

    @property
    def is_behind(self) -> bool:
        """Whether the road goes on from here."""
        return self.is_passed or self.is_bypassed

    @property
    def losses(self) -> int:
        """How many tries were lost."""
        return sum(not attempt.stars for attempt in self.tries)


class Errand(Enum):
    """What the player can do at a station now."""

    CONTINUE = "continue"
    """Go on with a try."""
    IMPROVE = "improve"
    """Play once more at a station that was passed, for more stars."""
    COME_BACK = "come back"
    """Try after all what was gone round."""
    TRY_AGAIN = "try again"
    SET_OUT = "set out"


class Travel(msgspec.Struct, frozen=True):
    """A journey, how far it has come, and what all journeys have earned."""

    journey: str = ""
    """The id of the journey; empty: none was begun."""
    began: int = 0
    """Seconds since 1970, UTC. It tells the matches of this journey from those of another."""
    visits: Mapping[str, Visit] = {}
    """By the id of the station."""
    honours: tuple[str, ...] = ()
    """The stations that gave a title, and the journeys that were finished, of all journeys."""
    bears: str = ""
    """The station whose title the player bears; empty: none."""

    @property
    def plan(self) -> Journey | None:
        """The journey that was begun; None without one."""
        return JOURNEYS.get(self.journey)

    @property
    def stations(self) -> list[Station]:
        """The stations of the journey, in order."""
        return [STATIONS[name] for name in self.plan.stations] if self.plan else []

    def visit(self, station: str) -> Visit:
        """What has happened at a station."""
        return self.visits.get(station, Visit())

    @property
    def next_station(self) -> Station | None:
        """The first station that is not behind the player; None at the end, or without one."""
        ahead = (place for place in self.stations if not self.visit(place.id).is_behind)
        return next(ahead, None)

    @property
    def is_finished(self) -> bool:
        """Whether every station is behind the player."""
        return bool(self.stations) and self.next_station is None

    @property
    def stars(self) -> int:
        """The stars of all stations of the journey."""
        return sum(self.visit(place.id).stars for place in self.stations)

    def number(self, station: str) -> int:
        """The place of a station on the journey, from 1; 0 if it is not on it."""
        names = [place.id for place in self.stations]
        return names.index(station) + 1 if station in names else 0

    def can_bypass(self, station: str) -> bool:
        """Whether a way leads round a station."""
        visit = self.visit(station)
        return not visit.is_behind and visit.losses >= PATIENCE

    def errand(self, station: Station, is_running: bool) -> Errand | None:
        """What the player can do at a station, None before it is reached; `is_running`: whether a
        match there is to be continued."""
        visit = self.visit(station.id)
        if is_running or visit.answers:
            return Errand.CONTINUE
        if visit.is_passed:
            return Errand.IMPROVE
        if visit.is_bypassed:
            return Errand.COME_BACK
        if self.next_station is not station:
            return None
        return Errand.TRY_AGAIN if visit.losses else Errand.SET_OUT

    def mark_of(self, station: str) -> str:
        """What `Meta.road` has of a match at a station: `middle-1772000000/toll`."""
        return f"{self.journey}-{self.began}/{station}"

    def station_of(self, mark: str | None) -> Station | None:
        """The station of this journey at which a match with this mark is played. A mark may name
        one that has problems now: no match counts there."""
        journey, _slash, name = (mark or "").partition("/")
        if not self.number(name) or journey != f"{self.journey}-{self.began}":
            return None
        return None if STATIONS[name].problems else STATIONS[name]

    def seed(self, station: str) -> int:
        """What decides chance in the next try at a station: another deal for every try."""
        number = len(self.visit(station).tries)
        return stream(self.began, f"road:{station}", number).randrange(LARGEST_SEED)

    @property
    def titles(self) -> list[Station]:
        """The stations whose titles the player may bear."""
        return [STATIONS[name] for name in self.honours if name in STATIONS]

    @property
    def title(self) -> str:
        """The title that the player bears, in English; empty: none."""
        station = STATIONS.get(self.bears)
        return station.honour if station is not None and self.bears in self.honours else ""

    def named(self, name: str) -> str:
        """A player's name with the title that was chosen: `Ann, Pathfinder`; empty without one."""
        return f"{name}, {_(self.title)}" if self.title else ""

    @property
    def pennant(self) -> str:
        """The longest journey that was finished: its pennant flies on the home screen."""
        finished = [name for name in JOURNEYS if name in self.honours]
        return finished[-1] if finished else ""

    # What changes it

    def begin(self, journey: str, now: int | None = None) -> Travel:
        """A journey from its first station. What was earned stays."""
        began = int(time.time()) if now is None else now
        return Travel(journey, began, {}, self.honours, self.bears)

    def bypass(self, station: str) -> Travel:
        """Go round a station."""
        visit = msgspec.structs.replace(self.visit(station), is_bypassed=True)
        return self._with(station, visit)

    def add(self, match: Match, station: Station) -> Travel:
        """Count a match at a station, once; nothing as long as its goal is open."""
        visit = self.visit(station.id)
        tries = [*visit.tries]
        matches = [attempt.match for attempt in tries]
        name = match.record.id
        place = matches.index(name) if name in matches else len(tries)
        stars = stars_of(match, station, is_first=not place)
        if stars is None or (tries[place:] and tries[place].stars >= stars):
            return self  # open, or counted
        tries[place : place + 1] = [Try(name, stars)]
        return self._with(station.id, msgspec.structs.replace(visit, tries=tuple(tries)))

    def answer(self, station: Station, is_solved: bool) -> Travel:
        """Count the first answer to the next of a station's problems. The try is over once all
        were answered, or the goal is out of reach."""
        visit = self.visit(station.id)
        answers = (*visit.answers, is_solved)
        standing = standing_of(answers)
        goal = station.goal.state(standing)
        tries = visit.tries
        if goal is State.MISSED or len(answers) == len(station.problems_of_try(len(tries))):
            stars = 0
            if goal is State.REACHED:
                stars = 1 + (station.bonus.state(standing) is State.REACHED) + (not tries)
            tries, answers = (*tries, Try("", stars)), ()
        visit = msgspec.structs.replace(visit, tries=tries, answers=answers)
        return self._with(station.id, visit)

    def _with(self, station: str, visit: Visit) -> Travel:
        travel = msgspec.structs.replace(self, visits={**self.visits, station: visit})
        earned = [*travel.honours]
        if visit.is_passed and STATIONS[station].honour:
            earned.append(station)
        if travel.is_finished:
            earned.append(travel.journey)
        honours = tuple(dict.fromkeys(earned))
        newest = [name for name in honours if name in STATIONS and name not in travel.honours]
        bears = newest[-1] if newest else travel.bears
        return msgspec.structs.replace(travel, honours=honours, bears=bears)


def standing_of(answers: Sequence[bool]) -> Standing:
    """What goals read from the answers to problems."""
    return Standing(0, (sum(answers),), len(answers))


def stars_of(match: Match, station: Station, is_first: bool) -> int | None:
    """The stars of a match at a station, 0 if the goal was missed, None while it is open.

    `is_first`: whether it is the first try, which earns a star if no help was taken.
    """
    people = [number for number, seat in enumerate(match.record.seats) if seat.is_person]
    if not people:
        return None
    verdict = judge(match, people[0], station.goal, station.bonus)
    if verdict.goal is State.OPEN:
        return None
    if verdict.goal is State.MISSED:
        return 0
    return 1 + (verdict.bonus is State.REACHED) + (is_first and not match.record.assisted)


def tries_at(travel: Travel, entries: Iterable[Entry]) -> list[tuple[Station, Entry]]:
    """The saved matches at stations of this journey, with their stations, the newest first."""
    tries = []
    for entry in entries:
        station = travel.station_of(entry.header.meta.road) if entry.header else None
        if station is not None and entry.status == "ok":
            tries.append((station, entry))
    return tries


def uncounted(travel: Travel, entries: Iterable[Entry]) -> list[tuple[Station, Entry]]:
    """The saved matches at stations that were not counted yet, with these, the oldest first."""
    return [
        (station, entry)
        for station, entry in reversed(tries_at(travel, entries))
        if all(attempt.match != entry.id for attempt in travel.visit(station.id).tries)
    ]


def running_tries(travel: Travel, entries: Iterable[Entry]) -> dict[str, Entry]:
    """By station, the match there that is to be continued: the newest that is not counted."""
    return {
        station.id: entry
        for station, entry in uncounted(travel, entries)
        if entry.header is not None and not entry.header.over
    }


def decided_since(before: Travel, after: Travel) -> list[Station]:
    """The stations where a try was decided between the two, in order."""
    return [
        station
        for station in after.stations
        if before.visit(station.id).tries != after.visit(station.id).tries
    ]


# The file


def path() -> Path:
    """Path of the file."""
    return paths.data() / "road.json"


def load() -> Travel:
    """Read how far the user has come; what is missing or wrong counts as not there."""
    fields = small_files.read(path(), MAX_BYTES)
    none: dict[str, msgspec.Raw] = {}
    visits = {}
    for name, entry in _field(fields, "visits", dict[str, msgspec.Raw], none).items():
        visit = small_files.decode(path(), name, entry, Visit, Visit())
        if name in STATIONS:
            visits[name] = visit
    journey = _field(fields, "journey", str, "")
    return Travel(
        journey if journey in JOURNEYS else "",
        _field(fields, "began", int, 0),
        visits,
        _field(fields, "honours", tuple[str, ...], ()),
        _field(fields, "bears", str, ""),
    )


def _field(fields: Mapping[str, msgspec.Raw], name: str, kind: Any, missing: T) -> T:
    return (
        small_files.decode(path(), name, fields[name], kind, missing) if name in fields else missing
    )


def save(travel: Travel) -> None:
    """Write how far the user has come. Raises SaveError."""
    with errors.save_errors(path()):
        small_files.write(path(), travel)
