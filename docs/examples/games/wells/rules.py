"""The rules of The Wells: moves, chance, and what follows. The numbers are those of RULES.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caravan_tui.games.contract import Event, OptionValue
from caravan_tui.games.kit.bitsets import members
from caravan_tui.games.wells.events import Deal, Lay, Well, Win
from caravan_tui.games.wells.state import DEALING, DONE, FINDING, LAYING, SKINS, WellsPosition

LAY, WELL, DEAL = 0, 100, 200
"""Actions: LAY + skin, WELL + its water (chance), DEAL + skin to the seat whose turn it is."""


class WellsState(WellsPosition):
    __slots__ = ()

    def legal(self) -> list[int]:
        if self.phase == LAYING:
            return [LAY + skin for skin in members(self.hands[self.turn])]
        if self.phase == FINDING:
            return [WELL + water for water in range(1, 7)]
        return [DEAL + skin for skin in SKINS if not sum(self.hands) >> skin & 1]

    def apply(self, action: int, events: list[Event] | None = None) -> None:
        happened: list[Event] = [] if events is None else events
        if action >= DEAL:
            self._deal(action - DEAL, happened)
        elif action >= WELL:
            self.well, self.phase = action - WELL, LAYING
            self.round += 1
            happened.append(Well(self.well))
        else:
            self._lay(action - LAY, happened)

    def _deal(self, skin: int, events: list[Event]) -> None:
        """Deal in turn until every hand is full (W-1)."""
        self.hands[self.turn] |= 1 << skin
        events.append(Deal(self.turn, skin))
        self.turn = (self.turn + 1) % self.seats
        if self.turn == 0 and self.hands[0].bit_count() == self.skins:
            self.phase = FINDING

    def _lay(self, skin: int, events: list[Event]) -> None:
        """The largest skin takes the water, and its seat leads the next round (W-3)."""
        self.hands[self.turn] ^= 1 << skin
        self.laid[self.turn] = skin
        self.past |= 1 << skin
        events.append(Lay(self.turn, skin))
        self.turn = (self.turn + 1) % self.seats
        if 0 in self.laid:
            return
        self.turn = self.laid.index(max(self.laid))
        self.points[self.turn] += self.well
        events.append(Win(self.turn, self.well))
        self.laid, self.well = [0] * self.seats, 0
        self.phase = FINDING if any(self.hands) else DONE

    def observed(self, action: int, seat: int) -> int:
        return DEAL if self.phase == DEALING and self.turn != seat else action


STATE = WellsState


def setup(options: Mapping[str, OptionValue], seats: int, custom: Any = None) -> WellsState:
    hands, laid, points = ([0] * seats for _ in range(3))
    skins = int(options["skins"])
    return WellsState(seats=seats, skins=skins, hands=hands, laid=laid, points=points)
