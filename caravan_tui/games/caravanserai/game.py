"""Caravanserai: the longest caravan over a board of hexagons, for one to six."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from caravan_tui.games.caravanserai import rules, text, tiles
from caravan_tui.games.caravanserai import view as views
from caravan_tui.games.caravanserai.actions import CAMEL
from caravan_tui.games.caravanserai.rules import CaravanState
from caravan_tui.games.caravanserai.spec import SPEC
from caravan_tui.games.contract import Event, Game, OptionValue, State, View
from caravan_tui.words import later


class Caravanserai(Game):
    """The game around `CaravanState`."""

    spec = SPEC

    def setup(
        self, options: Mapping[str, OptionValue], seats: int, house: Any | None = None
    ) -> State:
        """The position before the tiles are laid. Raises ValueError on house data that is none."""
        self.spec.check_seats(seats)
        return rules.new(seats, bool(options["expert"]), tiles.from_plain(house), house)

    def house_data(self) -> Any | None:
        found, _notice = tiles.of_user()
        return None if found is None else tiles.plain(found)

    def house_notices(self) -> list[str]:
        notice = tiles.of_user()[1]
        return [] if notice is None else [notice]

    def view(self, state: State, seat: int | None) -> View:
        assert isinstance(state, CaravanState)
        return views.view(state, seat)

    def view_event(self, event: Event, seat: int | None) -> Event | None:
        """The event itself: nothing is hidden."""
        return event

    def determinize(self, view: View, rng: Random) -> State:
        return views.from_view(view)

    def encode(self, state: State) -> Any:
        assert isinstance(state, CaravanState)
        return views.encode(state)

    def decode(self, data: Any, schema: int) -> State:
        return views.decode(data, schema)

    def notation(self, action: int, view: View) -> str:
        return text.notation(action, view)

    def describe(self, action: int, view: View, names: Sequence[str] = ()) -> str:
        return text.describe(action, view, names)

    def commits(self, action: int, view: View) -> bool:
        """A camel ends a placement; its directions, blocks and lying camels are steps."""
        return action >= CAMEL

    def narrate(self, event: Event, names: Sequence[str], seat: int | None) -> str | None:
        return text.narrate(event, names)

    def feats(self, event: Event) -> Sequence[tuple[int, str, float]]:
        """The length of the caravan after a placement, and what was laid in it."""
        if event[0] != "tail":
            return ()
        return (
            (event[1], later("longest caravan"), event[6]),
            (event[1], later("most laid in a turn"), event[2]),
        )


GAME = Caravanserai()
