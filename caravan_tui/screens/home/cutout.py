"""The picture on the card of home: a cut-out of a real board, of a match of the user's or of one
that nobody plays, or the map of the Road.

Imported after the first frame: it loads the rules of a game.
"""

from __future__ import annotations

import asyncio
from functools import cache
from random import Random
from typing import Any

from attrs import field, frozen
from textual import getters
from textual.widget import Widget

from caravan_tui.engine import Match, Seat
from caravan_tui.engine import problem as problems
from caravan_tui.games import registry
from caravan_tui.hosts.base import Host
from caravan_tui.i18n import _
from caravan_tui.presentation.problem_seats import seated
from caravan_tui.road.stations import JOURNEYS
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.home.entries import CONTINUE, GAME
from caravan_tui.screens.road.map import RoadMap
from caravan_tui.widgets.board import Scene
from caravan_tui.widgets.still_board import StillBoard
from saves import daily, road
from saves import problems as kept
from saves.road import Travel

NAMES = ("Ann", "Bea", "Otto", "Zoé", "Ali", "Eve")
"""Who sits at the boards that nobody plays."""


@cache
def sample_match(game_id: str) -> Match:
    """A match of a game that nobody plays, in its midst; the same each time."""
    spec, show = registry.spec(game_id), registry.board(game_id).SHOWCASE
    count = min(max(show.seats, spec.min_seats), spec.max_seats)
    seats = [Seat("person", NAMES[number]) for number in range(count)]
    match = Match.new(game_id, spec.resolve({}, count), seats, show.seed, None)
    rng = Random(show.seed)
    for _move in range(show.moves):
        if match.over:
            break
        match.act(match.to_act, rng.choice(match.legal(match.to_act)))
    return match


def problem_of_day(name: str) -> Match | None:
    """The position of the first problem of the day that was not tried, or of the first one; None
    if there is none. `name`: the user's."""
    today, tries = daily.today(), kept.load()
    of_today = [
        problem for game in registry.ids() if (problem := problems.of_day(game, today)) is not None
    ]
    of_today.sort(key=lambda problem: tries.on_day(problem.game, today) is not None)
    for problem in of_today:
        try:
            return problem.position(seated(problem, name))
        except ValueError:  # of older rules
            continue
    return None


def eyes(match: Match) -> int | None:
    """Whose view of a match is shown: that of its only person, else that of a spectator."""
    people = [number for number, seat in enumerate(match.record.seats) if seat.is_person]
    return people[0] if len(people) == 1 else None


@frozen
class Pictured:
    """A position, and what it is; without a match the map of the Road."""

    what: str
    match: Match | None = None
    seat: int | None = None
    """Who sees it; None: a spectator."""
    travel: Travel = field(factory=Travel)
    """The user's journey, of the map."""

    @property
    def caption(self) -> str:
        """The words above the picture."""
        if self.match is None:
            return self.what
        game = registry.game_name(self.match.record.game)
        return _("{what}: {game}").format(what=self.what, game=game)

    def put_into(self, place: Widget) -> None:
        """Show the picture there in place of the one before. Widgets are kept, not removed: see
        `StillBoard`."""
        kind: type[BoardCutout | RoadMap] = BoardCutout if self.match else RoadMap
        picture = next(iter(place.query_children(kind)), None)
        if picture is None:
            picture = kind()
            place.mount(picture)
        for other in place.query_children("BoardCutout, RoadMap"):
            other.display = other is picture
        if isinstance(picture, BoardCutout):
            picture.show(self.match, self.seat)
            return
        travel, station = self.travel, self.travel.next_station
        if travel.plan is None:  # the way there is, as it is chosen
            picture.show(Travel(next(iter(JOURNEYS))), 0, is_plan=True)
        else:
            picture.show(travel, travel.number(station.id) - 1 if station else 0)


async def pictured(host: Host, place: str, game: str, match_id: str) -> Pictured:
    """What an entry of home is about; `game`, `match_id`: a match of the user's, one that nobody
    plays where it has no ID or is gone. The deal of the day is seen by who has begun its try."""
    if place == "road":
        return Pictured(_("The Road"), travel=await asyncio.to_thread(road.load))
    if place == "problems":
        match = await asyncio.to_thread(problem_of_day, host.player_name())
        if match is not None:
            return Pictured(_("Problem of the day"), match, match.to_act)
    if match_id and host.saves_matches:
        match = await host.look_back(match_id, may_be_gone=True)
        if match is not None:
            return Pictured(_what(place, match.over), match, eyes(match))
    return await example_of(game)


def _what(place: str, is_over: bool) -> str:
    """Which match of the user's an entry of home shows: it need not be the newest of all. Of a game
    it is the one that was played last, which may be over or not."""
    if place == "daily":
        return _("Match of the day")
    if place == CONTINUE:
        return _("To be continued")
    if place.startswith(GAME):
        return _("Last finished") if is_over else _("In progress")
    if place == "statistics":
        return _("Your last finished match")
    return _("Your last match")


async def example_of(game: str) -> Pictured:
    """A match of a game that nobody plays."""
    return Pictured(_("An example"), await asyncio.to_thread(sample_match, game), 0)


class BoardCutout(StillBoard):
    """A board as a picture; only a part of it where there is little room."""

    app = getters.app(BaseApp)

    def show(self, match: Match | None, seat: int | None = None) -> None:
        """Show a position as a seat sees it; None: nothing."""
        if match is None:
            self.show_nothing()
            return
        scene: Scene[Any] = Scene(
            game=match.game, view=match.view(seat), legal=[], interrupts=[], seat=seat,
            names=match.names, kinds=[player.kind for player in match.record.seats],
            ascii=self.app.ascii, animate=False, over=match.over,
        )  # fmt: skip
        self.show_scene(registry.board(match.record.game), scene)
