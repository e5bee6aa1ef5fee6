"""A cut-out of a real board: of a match of the user's, or of one that nobody plays.

Imported after the first frame: it loads the rules of a game.
"""

from __future__ import annotations

import asyncio
from functools import cache
from random import Random
from typing import Any

from attrs import frozen
from textual import getters

from caravan_tui.engine import Match, Seat
from caravan_tui.engine import problem as problems
from caravan_tui.games import registry
from caravan_tui.hosts.base import Host
from caravan_tui.i18n import _
from caravan_tui.presentation.problem_seats import seated
from caravan_tui.screens.base import BaseApp
from caravan_tui.widgets.board import Scene
from caravan_tui.widgets.still_board import StillBoard
from saves import daily
from saves import problems as kept

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
    """A position, and what it is."""

    match: Match
    seat: int | None
    """Who sees it; None: a spectator."""
    caption: str


async def pictured(host: Host, game: str, match_id: str, is_of_day: bool) -> Pictured:
    """A match of the user's by its id; one of a game that nobody plays, where it is empty or the
    match is gone. `is_of_day`: rather the problem of the day, if there is one."""
    if is_of_day:
        match = await asyncio.to_thread(problem_of_day, host.player_name())
        if match is not None:
            return Pictured(match, match.to_act, _("Problem of the day"))
    if match_id and host.saves_matches:
        match = await host.look_back(match_id, may_be_gone=True)
        if match is not None:
            return Pictured(match, eyes(match), _("Your last match"))
    return Pictured(await asyncio.to_thread(sample_match, game), 0, _("An example"))


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
