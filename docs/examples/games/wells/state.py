"""The position: hands, skins laid, water won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from caravan_tui.games.contract import CHANCE, OVER, State
from caravan_tui.games.kit.fields import Mask, PerSeat, Range

SKINS = range(1, 21)
"""The sizes of the skins, one of each. A hand is a bit mask: bit n is skin n."""

DEALING, FINDING, LAYING, DONE = range(4)


@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class WellsPosition(State):
    seats: Annotated[int, Range(2, 4)]
    skins: Annotated[int, Range(2, 5)]
    """Skins of a full hand."""
    phase: Annotated[int, Range(DEALING, DONE)] = DEALING
    turn: Annotated[int, Range(0, 3)] = 0
    round: Annotated[int, Range(0, 5)] = 0
    well: Annotated[int, Range(0, 6)] = 0
    """Water of this round's well."""
    past: Annotated[int, Mask(21)] = 0
    """All skins laid so far."""
    hands: Annotated[list[int], PerSeat(Mask(21))]
    laid: Annotated[list[int], PerSeat(Range(0, 20))]
    """The skin of each seat in this round, 0 for none yet."""
    points: Annotated[list[int], PerSeat(Range(0, 30))]

    def to_act(self) -> int:
        if self.phase == DONE:
            return OVER
        return self.turn if self.phase == LAYING else CHANCE

    def scores(self) -> tuple[float, ...]:
        return tuple(map(float, self.points))
