"""A cut-out of a real board: of a match of the user's, or of one that nobody plays.

Imported after the first frame: it loads the rules of a game.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from textual import getters

from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from caravan_tui.screens.base import BaseApp
from caravan_tui.widgets.board import Scene
from caravan_tui.widgets.still_board import StillBoard

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


def eyes(match: Match) -> int | None:
    """Whose view of a match is shown: that of its only person, else that of a spectator."""
    people = [number for number, seat in enumerate(match.record.seats) if seat.is_person]
    return people[0] if len(people) == 1 else None


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
