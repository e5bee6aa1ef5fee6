"""Caravans of Ahldarahd: auction favours and cards, build on everyone's maps, hold cities, deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from caravan_tui.games import contract
from caravan_tui.games.ahldarahd import map as maps
from caravan_tui.games.ahldarahd import rules, text
from caravan_tui.games.ahldarahd import view as views
from caravan_tui.games.ahldarahd.actions import (
    COUNTER,
    DESTROY,
    GIVE_GOLD,
    GIVE_ITEM,
    INTERRUPT,
    KIND,
    OFFER,
    OPEN,
    PAY,
    WANT_GOLD,
    WANT_ITEM,
)
from caravan_tui.games.ahldarahd.narrate import narrate
from caravan_tui.games.ahldarahd.rules import State
from caravan_tui.games.ahldarahd.spec import SPEC
from caravan_tui.games.contract import Event, Game, OptionValue, View
from caravan_tui.words import later

STEPS = frozenset(
    {OPEN, DESTROY, OFFER, INTERRUPT, GIVE_GOLD, GIVE_ITEM, WANT_GOLD, WANT_ITEM, COUNTER}
)
"""Kinds of actions after which the same seat goes on with its move."""


class Ahldarahd(Game):
    """The game of caravans, auctions and deals."""

    spec = SPEC

    def setup(
        self, options: Mapping[str, OptionValue], seats: int, house: Any | None = None
    ) -> State:
        """The empty table before the deal."""
        return rules.new(
            maps.board(house), seats, bool(options["neutral"]), bool(options["outsider"])
        )

    def house_data(self) -> Any | None:
        """The user's own map, None where the built-in one holds."""
        return maps.of_user()[0]

    def house_notices(self) -> list[str]:
        """What is wrong with the user's map."""
        notice = maps.of_user()[1]
        return [notice] if notice else []

    def view(self, state: contract.State, seat: int | None) -> View:
        """What this seat may know."""
        assert isinstance(state, State)
        return views.view(state, seat)

    def view_event(self, event: Event, seat: int | None) -> Event | None:
        """The event as this seat may see it."""
        return views.view_event(event, seat)

    def determinize(self, view: View, rng: Random) -> State:
        """A full state that the view allows."""
        return views.determinize(view, rng)

    def encode(self, state: contract.State) -> Any:
        """The state as plain data."""
        assert isinstance(state, State)
        return views.encode(state)

    def decode(self, data: Any, schema: int) -> State:
        """The state back from plain data."""
        return views.decode(data, schema)

    def notation(self, action: int, view: View) -> str:
        """The action as the rules page writes it."""
        return text.notation(action, view)

    def describe(self, action: int, view: View, names: Sequence[str] = ()) -> str:
        """The action in words."""
        return text.describe(action, view, names)

    def commits(self, action: int, view: View) -> bool:
        """Steps are what is put up before the first bid, a destruction before its second payment,
        and the lines of an offer."""
        kind = action & KIND
        if kind == PAY:
            return bool(view["destroy"]["paid"] >= 0)
        return kind not in STEPS

    def narrate(self, event: Event, names: Sequence[str], seat: int | None) -> str | None:
        """A line of the log for an event."""
        return narrate(event, names, seat)

    def feats(self, event: Event) -> Sequence[tuple[int, str, float]]:
        """The number of a city that came under control, a sale of Rights, a bid that won."""
        if event[0] == "city":
            return ((event[1], later("largest city"), event[4]),)
        if event[0] == "sell":
            return ((event[1], later("best sale of Rights"), event[3]),)
        return ((event[1], later("highest winning bid"), event[3]),) if event[0] == "win" else ()


GAME = Ahldarahd()
