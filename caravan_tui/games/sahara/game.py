"""Caravan by Joseph Huber: goods pass along chains of camels to the cities that want them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from caravan_tui.games.contract import Event, Game, OptionValue, State, View
from caravan_tui.games.sahara import desert, rules, text
from caravan_tui.games.sahara import view as views
from caravan_tui.games.sahara.actions import LIFT, LIFT_SUPPLY
from caravan_tui.games.sahara.rules import SaharaState
from caravan_tui.games.sahara.spec import SPEC
from caravan_tui.words import later


class Sahara(Game):
    """The game as the rest of the project sees it."""

    spec = SPEC

    def setup(
        self, options: Mapping[str, OptionValue], seats: int, house: Any | None = None
    ) -> SaharaState:
        bag = rules.FULL if options["goods"] == "full" else rules.SHORT
        return rules.new(desert.of_plain(house), seats, int(options["camels"]), bag)

    def house_data(self) -> Any | None:
        found, _notice = desert.users()
        return found.plain() if found else None

    def house_notices(self) -> list[str]:
        _found, notice = desert.users()
        return [notice] if notice else []

    def view(self, state: State, seat: int | None) -> View:
        assert isinstance(state, SaharaState)
        return views.view(state, seat)

    def view_event(self, event: Event, seat: int | None) -> Event | None:
        return event

    def determinize(self, view: View, rng: Random) -> SaharaState:
        return views.state_of(view)

    def encode(self, state: State) -> Any:
        assert isinstance(state, SaharaState)
        return views.encode(state)

    def decode(self, data: Any, schema: int) -> SaharaState:
        if schema != self.spec.schema:
            raise ValueError(f"schema {schema} of sahara is unknown")
        return views.decode(data)

    def notation(self, action: int, view: View) -> str:
        return text.notation(action)

    def describe(self, action: int, view: View, names: Sequence[str] = ()) -> str:
        return text.describe(action, view, names)

    def commits(self, action: int, view: View) -> bool:
        """A camel that is lifted has still to be set."""
        return not LIFT <= action <= LIFT_SUPPLY

    def narrate(self, event: Event, names: Sequence[str], seat: int | None) -> str | None:
        return text.narrate(event, names, seat)

    def feats(self, event: Event) -> Sequence[tuple[int, str, float]]:
        """The points of a delivery."""
        return ((event[1], later("dearest delivery"), event[5]),) if event[0] == "deliver" else ()


GAME = Sahara()
