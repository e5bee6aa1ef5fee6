"""The position: fields, bounds and small queries. The moves are in `rules`.

A camel is one int, `space * 32 + load`. Load 0 is empty, 1-8 carries good `load - 1`, and 9-16 has
good `load - 9` under it, stolen and protected (S-7). A camel in the supply is on space 49. The
camels of a seat are next to each other in one list, sorted, so that equal positions have equal
lists. Ruling numbers (S-1 …) are those of RULES.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final, Self

from caravan_tui.games.kit.fields import PerSeat, Plain, Range, Row
from caravan_tui.games.sahara import custom
from caravan_tui.games.sahara.custom import BoardData
from caravan_tui.games.sahara.pieces import GOODS, SPACES, SUPPLY, VALUES, Desert
from caravan_tui.games.state import CHANCE, OVER, State

STARTING: Final = 0
STOCKING: Final = 1
PLAYING: Final = 2
REFILLING: Final = 3
FINISHED: Final = 4
"""Phases: drawing who starts, drawing the first goods, a seat's decision, a refill, the end."""

EMPTY_SLOT: Final = -1
NOTHING_LIFTED: Final = -1

SUPPLIED: Final = SUPPLY * 32
"""A camel in the supply."""

ACTIONS: Final = 4
"""Actions of a turn from the fourth turn on; earlier turns have as many as their number."""
PENALTY: Final = (0, 0, -1, -3, -6, -10)
"""Points by the number of goods that a seat carries at the end."""
LAST_TURN: Final = 400
"""The turn after which the match ends in any case (S-9)."""
QUIET_TURNS: Final = 10
"""The match ends after this many turns per seat without anything taken or delivered (S-9)."""

MOST_OF_A_GOOD: Final = 9
MOST_MARKERS: Final = 44
"""Demand markers of a match with all goods (S-10)."""
CAMEL: Final = Range(0, SUPPLIED)
"""Nothing is loaded in the supply."""


def _per_seat(count: int) -> Callable[[Any], int]:
    """The length of a list with `count` items for each seat."""
    return lambda position: count * int(position.seats)


def _camel_count(position: Any) -> int:
    return int(position.seats) * int(position.camels_each)


def _write_desert(desert: Desert) -> BoardData | None:
    return custom.to_plain(desert) if desert.is_custom else None


@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class SaharaPosition(State):
    seats: Annotated[int, Range(2, 4)]
    camels_each: Annotated[int, Range(5, 6)]
    """Camels of a seat."""
    desert: Annotated[Desert, Plain(_write_desert, custom.from_plain)]
    phase: Annotated[int, Range(STARTING, FINISHED)] = STARTING
    start: Annotated[int, Range(-1, 3)] = -1
    """The seat that starts, -1 before it is drawn."""
    actor: Annotated[int, Range(0, 3)] = 0
    """The seat whose turn it is."""
    turn: Annotated[int, Range(0, LAST_TURN)] = 0
    """The number of this turn, from 1; 0 before the first."""
    left: Annotated[int, Range(0, ACTIONS)] = 0
    """Actions left in the turn."""
    used: Annotated[int, Range(0, ACTIONS)] = 0
    """Actions used in the turn."""
    stirred: Annotated[int, Range(0, 1)] = 0
    """1 if the turn has brought a pick-up, a steal or a delivery."""
    lifted: Annotated[int, Range(NOTHING_LIFTED, SUPPLY)] = NOTHING_LIFTED
    """The space a lifted camel came from (49: the supply), -1 if none is. In `camels` it is not on
    its old space but in the supply."""
    due: Annotated[int, Range(0, len(GOODS))] = 0
    """Goods still to come from the bag."""
    idle: Annotated[int, Range(0, 4)] = 0
    """Turns in a row without an action."""
    quiet: Annotated[int, Range(0, 4 * QUIET_TURNS)] = 0
    """Turns in a row without a pick-up, a steal or a delivery."""
    camels: Annotated[list[int], Row(CAMEL, _camel_count)]
    """`camels_each` ints per seat."""
    loose: Annotated[list[int], Row(Range(EMPTY_SLOT, len(GOODS) - 1), len(GOODS))]
    """By slot: the good that lies there, -1 none."""
    demand: Annotated[list[int], Row(Range(0, MOST_MARKERS), len(GOODS))]
    """By slot: its demand markers."""
    bag: Annotated[list[int], Row(Range(0, MOST_OF_A_GOOD), len(GOODS))]
    """By good: how many are in the bag."""
    delivered: Annotated[list[int], Row(Range(0, MOST_OF_A_GOOD), _per_seat(len(GOODS)))]
    """By seat, then by good: eight counts per seat."""
    markers: Annotated[list[int], PerSeat(Range(0, MOST_MARKERS))]
    """By seat: its demand markers."""
    theft: Annotated[list[int], PerSeat(Range(0, 4))]
    """By seat: its theft markers."""
    points: Annotated[list[int], PerSeat(Range(0, 400))]
    """By seat: its points for delivered goods and demand markers."""

    # Made by `python -m tools.copying`.
    def become(self, other: Self) -> None:
        self.seats = other.seats
        self.camels_each = other.camels_each
        self.desert = other.desert
        self.phase = other.phase
        self.start = other.start
        self.actor = other.actor
        self.turn = other.turn
        self.left = other.left
        self.used = other.used
        self.stirred = other.stirred
        self.lifted = other.lifted
        self.due = other.due
        self.idle = other.idle
        self.quiet = other.quiet
        self.camels = other.camels[:]
        self.loose = other.loose[:]
        self.demand = other.demand[:]
        self.bag = other.bag[:]
        self.delivered = other.delivered[:]
        self.markers = other.markers[:]
        self.theft = other.theft[:]
        self.points = other.points[:]

    def to_act(self) -> int:
        phase = self.phase
        if phase == PLAYING:
            return self.actor
        return OVER if phase == FINISHED else CHANCE

    def cost(self, space: int) -> int:
        """Actions that it costs to set a camel on a space: 2 where camels are, else 1 (S-2)."""
        low = space * 32
        for camel in self.camels:
            if low <= camel < low + 32:
                return 2
        return 1

    def set_costs(self) -> list[int]:
        """By space: what it costs to set a camel there, 0 where the seat to act can't.

        A camel that is still to be lifted can't go back to its own space either.
        """
        left = self.left
        if self.phase != PLAYING or not left:
            return [0] * SPACES
        costs = [1] * (SPACES + 1)
        price = 2 if left > 1 else 0
        for camel in self.camels:
            costs[camel >> 5] = price
        if self.lifted >= 0:
            costs[self.lifted] = 0
        del costs[SUPPLY]
        return costs

    def carried(self, seat: int) -> int:
        """Goods on and under the camels of a seat."""
        first = seat * self.camels_each
        count = 0
        for camel in self.camels[first : first + self.camels_each]:
            if camel & 31:
                count += 1
        return count

    def scores(self) -> tuple[float, ...]:
        """Delivered goods, demand markers and the penalty for carried goods (S-12), as ints."""
        return tuple(self.points[seat] + PENALTY[self.carried(seat)] for seat in range(self.seats))

    def outcome(self) -> tuple[int, ...]:
        """By score, then by the number of goods delivered."""
        scores = self.scores()
        keys = [
            (scores[seat], sum(self.delivered[seat * 8 : seat * 8 + 8]))
            for seat in range(self.seats)
        ]
        return tuple(1 + sum(other > key for other in keys) for key in keys)

    def restored(self) -> None:
        """Check the camels, the phase and the points."""
        seats, each = self.seats, self.camels_each
        for seat in range(seats):
            own = self.camels[seat * each : seat * each + each]
            loads = [camel & 31 for camel in own]
            # One camel always stays empty (S-3).
            if own != sorted(own) or max(loads) > 16 or all(loads):
                raise ValueError("not a position: the camels do not add up")
        camels = self.camels[self.actor * each : self.actor * each + each]
        is_started = self.phase > STARTING
        is_sound = (
            max(self.actor, self.start) < seats
            and is_started == (self.start >= 0)
            and (self.turn > 0) == (self.phase > STOCKING)
            and (self.due > 0) == (self.phase in (STOCKING, REFILLING))
            and self.due <= min(self.loose.count(EMPTY_SLOT), sum(self.bag))
            and (self.lifted == NOTHING_LIFTED or (self.phase == PLAYING and SUPPLIED in camels))
            and (self.phase != PLAYING or self.left > 0)
            and sum(self.theft) == seats
        )
        if not is_sound:
            raise ValueError("not a position: its fields contradict each other")
        for seat, points in enumerate(self.points):
            counts = self.delivered[seat * 8 : seat * 8 + 8]
            goods = sum(count * value for count, value in zip(counts, VALUES, strict=True))
            if points != goods + self.markers[seat]:
                raise ValueError("not a position: the points do not add up")
