"""Dice Village: dice are caravans, sold at villages that grow by merchants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from caravan_tui.games.contract import Event, Game, OptionValue, State, View
from caravan_tui.games.dice_village.spec import SPEC
from caravan_tui.words import later

from . import rules, text
from . import view as views
from .actions import ADD, VILLAGE, kind_of, value_of
from .cards import VILLAGES, cards_of, of_this_user
from .rules import Village


class DiceVillage(Game):
    """What surrounds the rules of Dice Village; see RULES.md."""

    spec = SPEC

    def setup(
        self, options: Mapping[str, OptionValue], seats: int, house: Any | None = None
    ) -> Village:
        self.spec.check_seats(seats)
        return rules.new(cards_of(house), seats)

    def house_data(self) -> Any | None:
        return of_this_user()[0]

    def house_notices(self) -> list[str]:
        notice = of_this_user()[1]
        return [notice] if notice else []

    def view(self, state: State, seat: int | None) -> View:
        assert isinstance(state, Village)
        return views.view(state, seat)

    def view_event(self, event: Event, seat: int | None) -> Event | None:
        return views.view_event(event, seat)

    def determinize(self, view: View, rng: Random) -> Village:
        return views.determinize(view, rng)

    def encode(self, state: State) -> Any:
        assert isinstance(state, Village)
        return views.encode(state)

    def decode(self, data: Any, schema: int) -> Village:
        return views.decode(data, schema)

    def notation(self, action: int, view: View) -> str:
        return text.notation(action, view)

    def describe(self, action: int, view: View, names: Sequence[str] = ()) -> str:
        return text.describe(action, view, names)

    def commits(self, action: int, view: View) -> bool:
        """A sale at one's own village is the village, its merchants, and the sale."""
        kind = kind_of(action)
        if kind == VILLAGE:
            return bool(value_of(action) // VILLAGES != view["to_act"])
        return kind != ADD

    def narrate(self, event: Event, names: Sequence[str], seat: int | None) -> str | None:
        return text.narrate(event, names, seat)

    def feats(self, event: Event) -> Sequence[tuple[int, str, float]]:
        """The coins of a sale at one's own village, the dice sold at the open market."""
        if event[0] == "sell":
            return ((event[1], later("most coins in a sale"), event[3]),)
        return (
            ((event[1], later("most goods at the market"), event[2]),)
            if event[0] == "market"
            else ()
        )


GAME = DiceVillage()
