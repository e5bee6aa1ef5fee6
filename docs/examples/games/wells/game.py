"""The Wells as a `Game`: wires rules, views and words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, cast

from caravan_tui.games.contract import Event, Game, OptionValue, State, View
from caravan_tui.games.wells import text, view
from caravan_tui.games.wells.rules import Wells
from caravan_tui.games.wells.spec import SPEC


# --8<-- [start:game]
class WellsGame(Game):
    spec = SPEC

    def setup(
        self, options: Mapping[str, OptionValue], seats: int, house: Any | None = None
    ) -> Wells:
        return Wells(seats, int(options["skins"]))

    def view(self, state: State, seat: int | None) -> View:
        return view.view(cast(Wells, state), seat)

    def view_event(self, event: Event, seat: int | None) -> Event | None:
        return view.view_event(event, seat)

    def determinize(self, seen: View, rng: Random) -> Wells:
        return view.determinize(seen, rng)

    def encode(self, state: State) -> Any:
        return view.encode(cast(Wells, state))

    def decode(self, data: Any, schema: int) -> Wells:
        return view.decode(data, schema)

    def notation(self, action: int, seen: View) -> str:
        return text.notation(action, seen)

    def describe(self, action: int, seen: View, names: Sequence[str] = ()) -> str:
        return text.describe(action, seen)

    def narrate(self, event: Event, names: Sequence[str], seat: int | None) -> str | None:
        return text.narrate(event, names, seat)

    def feats(self, event: Event) -> Sequence[tuple[int, str, float]]:
        return [(event[1], "fullest well", event[2])] if event[0] == "win" else []


GAME = WellsGame()
# --8<-- [end:game]
