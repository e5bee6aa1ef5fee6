"""What happens in Caravan (Joseph Huber), for the log and for animations."""

from __future__ import annotations

from typing import Literal

from caravan_tui.games import contract

EndReason = Literal["delivery", "idle", "quiet", "long"]
"""Why a match ended: a good was delivered with the bag empty; no seat used an action; nothing was
taken or delivered for a long time; the last turn is over (S-9)."""


class StarterDrawn(contract.Event, frozen=True):
    """Chance chose who starts."""

    seat: int


class GoodDrawn(contract.Event, frozen=True):
    """A good came from the bag."""

    good: int
    space: int


class TurnStarted(contract.Event, frozen=True):
    seat: int
    turn: int
    """Its number, from 1."""
    actions: int


class CamelLifted(contract.Event, frozen=True):
    seat: int
    source: int
    """The space, or SUPPLY."""


class CamelSet(contract.Event, frozen=True):
    seat: int
    source: int
    """The space it came from, or SUPPLY."""
    space: int
    cost: int
    """In actions."""


class PickedUp(contract.Event, frozen=True):
    seat: int
    space: int
    good: int
    markers: int
    """The demand markers that came with it."""


class Stolen(contract.Event, frozen=True):
    seat: int
    """The thief."""
    victim: int
    space: int
    good: int


class Moved(contract.Event, frozen=True):
    seat: int
    good: int
    source: int
    target: int


class Delivered(contract.Event, frozen=True):
    seat: int
    good: int
    source: int
    target: int
    points: int


class Refilled(contract.Event, frozen=True):
    """Few goods are left: each gets a demand marker, and more come from the bag."""

    spaces: list[int]
    """Where goods are left."""


class TurnEnded(contract.Event, frozen=True):
    """A seat ended its turn early."""

    seat: int
    left: int
    """Unused actions."""


class MatchEnded(contract.Event, frozen=True):
    reason: EndReason
    scores: list[int]


EVENTS = (
    StarterDrawn
    | GoodDrawn
    | TurnStarted
    | CamelLifted
    | CamelSet
    | PickedUp
    | Stolen
    | Moved
    | Delivered
    | Refilled
    | TurnEnded
    | MatchEnded
)
