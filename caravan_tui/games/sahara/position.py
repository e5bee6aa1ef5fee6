"""The position: camels, goods, bag, and how far the match is. The moves are in `rules`.

A camel is one int, `space * 32 + load`: load 0 is empty, 1-8 carries good `load - 1`, 9-16 has
good `load - 9` under it, stolen and protected (S-7); a camel in the supply stands on space 49.
The camels of a seat lie together in one list, sorted, so that equal positions have equal lists.
Ruling numbers (S-1 …) are those of RULES.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from caravan_tui.games.contract import CHANCE, OVER, State
from caravan_tui.games.sahara.desert import SUPPLY, Desert

STARTING, STOCKING, PLAYING, REFILLING, FINISHED = range(5)
"""Phases: who starts is drawn; the first goods are; a seat decides; a refill; the match is over."""

EMPTY_SLOT = -1
NOTHING_LIFTED = -1

SUPPLIED = SUPPLY * 32
"""A camel in the supply."""


class Position(State):
    """What stands where, and how far the match is."""

    __slots__ = (
        "actor",
        "bag",
        "camels",
        "delivered",
        "demand",
        "desert",
        "due",
        "each",
        "idle",
        "left",
        "lifted",
        "loose",
        "markers",
        "phase",
        "points",
        "quiet",
        "seats",
        "start",
        "stirred",
        "theft",
        "turn",
        "used",
    )

    desert: Desert
    seats: int
    each: int
    """Camels of a seat."""
    phase: int
    start: int
    """The seat that starts, -1 before it is drawn."""
    actor: int
    turn: int
    """The turn that is played, from 1; 0 before the first."""
    left: int
    """Actions left in the turn."""
    used: int
    """Actions used in the turn."""
    stirred: int
    """1 if the turn has brought a pick-up, a steal or a delivery."""
    lifted: int
    """The space a lifted camel came from (49: the supply), -1 if none is. It is not in `camels`
    on its old space: it waits in the supply."""
    due: int
    """Goods that are still to come from the bag."""
    idle: int
    """Turns in a row without an action."""
    quiet: int
    """Turns in a row without a pick-up, a steal or a delivery."""
    camels: list[int]
    """`each` ints a seat."""
    loose: list[int]
    """The good that lies on each numbered space, -1 for none."""
    demand: list[int]
    """Demand markers on each numbered space."""
    bag: list[int]
    delivered: list[int]
    """Eight counts a seat."""
    markers: list[int]
    theft: list[int]
    points: list[int]
    """Delivered goods and demand markers of each seat, in points."""

    def begin(self, desert: Desert, seats: int, each: int, bag: Sequence[int]) -> None:
        """Set up the first position: the bag is full, all camels are in the supply."""
        self.desert = desert
        self.seats = seats
        self.each = each
        self.phase = STARTING
        self.start = -1
        self.actor = 0
        self.turn = 0
        self.left = 0
        self.used = 0
        self.stirred = 0
        self.lifted = NOTHING_LIFTED
        self.due = 0
        self.idle = 0
        self.quiet = 0
        self.camels = [SUPPLIED] * (seats * each)
        self.loose = [EMPTY_SLOT] * len(desert.numbered)
        self.demand = list(desert.demand)
        self.bag = list(bag)
        self.delivered = [0] * (seats * 8)
        self.markers = [0] * seats
        self.theft = [1] * seats
        self.points = [0] * seats

    def clone(self) -> Self:
        copy = type(self)()
        copy.desert = self.desert
        copy.seats = self.seats
        copy.each = self.each
        copy.phase = self.phase
        copy.start = self.start
        copy.actor = self.actor
        copy.turn = self.turn
        copy.left = self.left
        copy.used = self.used
        copy.stirred = self.stirred
        copy.lifted = self.lifted
        copy.due = self.due
        copy.idle = self.idle
        copy.quiet = self.quiet
        copy.camels = self.camels[:]
        copy.loose = self.loose[:]
        copy.demand = self.demand[:]
        copy.bag = self.bag[:]
        copy.delivered = self.delivered[:]
        copy.markers = self.markers[:]
        copy.theft = self.theft[:]
        copy.points = self.points[:]
        return copy

    def to_act(self) -> int:
        phase = self.phase
        if phase == PLAYING:
            return self.actor
        return OVER if phase == FINISHED else CHANCE
