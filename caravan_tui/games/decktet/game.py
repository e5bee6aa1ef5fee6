"""Caravan, played with the Decktet: a climbing game in hands for two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from caravan_tui.games.contract import Event, Game, OptionValue, State, View
from caravan_tui.games.decktet import rules
from caravan_tui.games.decktet import text as words
from caravan_tui.games.decktet import view as views
from caravan_tui.games.decktet.actions import BANDIT, kind_of
from caravan_tui.games.decktet.rules import Caravan
from caravan_tui.games.decktet.spec import SPEC
from caravan_tui.words import later


class Decktet(Game):
    """The game around `Caravan`, the state."""

    spec = SPEC

    def setup(
        self, options: Mapping[str, OptionValue], seats: int, house: Any | None = None
    ) -> State:
        self.spec.check_seats(seats)
        return rules.new(int(options["hands"]))

    def view(self, state: State, seat: int | None) -> View:
        assert isinstance(state, Caravan)
        return views.view(state, seat)

    def view_event(self, event: Event, seat: int | None) -> Event | None:
        return views.view_event(event, seat)

    def determinize(self, view: View, rng: Random) -> State:
        return views.determinize(view, rng)

    def encode(self, state: State) -> Any:
        assert isinstance(state, Caravan)
        return views.encode(state)

    def decode(self, data: Any, schema: int) -> State:
        return views.decode(data, schema)

    def notation(self, action: int, view: View) -> str:
        return words.notation(action)

    def describe(self, action: int, view: View, names: Sequence[str] = ()) -> str:
        return words.describe(action)

    def narrate(self, event: Event, names: Sequence[str], seat: int | None) -> str | None:
        return words.narrate(event, names)

    def parse(self, text: str, legal: Sequence[int], view: View) -> int | None:
        return words.parse(text, legal)

    def feats(self, event: Event) -> Sequence[tuple[int, str, float]]:
        """The length of a caravan, the worth of a season, the points of a hand."""
        if event[0] == "play":
            length = kind_of(event[2])
            return () if length == BANDIT else ((event[1], later("longest caravan"), length),)
        if event[0] == "season":
            return ((event[1], later("best season"), event[3]),)
        if event[0] == "hand_over":
            return [(seat, later("highest hand"), points) for seat, points in enumerate(event[5])]
        return ()


GAME = Decktet()
