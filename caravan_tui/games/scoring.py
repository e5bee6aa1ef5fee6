"""Points in words: where they come from, how a hand was counted, what breaks a tie.

A game makes these in its module `scoring`; screens draw them and compute no points of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from caravan_tui.i18n import _


@frozen
class CountLine:
    """Something that is counted, and what it brings to each seat."""

    title: str
    """What is counted, in a word or three."""
    points: Sequence[float | None]
    """By seat; None where the line is not about the seat."""
    details: Sequence[str] = ()
    """By seat: how its points come about, such as `4 × 3`. Empty: nothing to add."""
    colour: str = ""
    """The name of a colour of the palette that stands for it, such as `block-2`."""

    def of(self, seat: int) -> float:
        """The points of a seat, 0 where the line is not about it."""
        return self.points[seat] or 0

    def detail(self, seat: int) -> str:
        """How the points of a seat come about, or an empty text."""
        return self.details[seat] if self.details else ""


@frozen
class Count:
    """What a hand or a round brought, line by line."""

    title: str
    """Which hand or round it was, and how it ended: one line."""
    lines: Sequence[CountLine]
    sum_title: str
    """What the sum of the lines is."""
    after: Sequence[CountLine] = ()
    """Lines below the sum that are no part of it, such as the points of all hands so far."""
    is_brief: bool = False
    """Whether so little has happened that it comes up in no window; it can be asked for."""

    def total(self, seat: int) -> float:
        """The sum of a seat's lines."""
        return sum(line.of(seat) for line in self.lines)


def total_only(view: Any) -> Sequence[CountLine]:
    """All points from one source: the default of `Game.sources`."""
    return (CountLine(_("points"), tuple(view["scores"])),)


def nothing_running(view: Any) -> Sequence[int]:
    """Nothing is held that the score does not have: the default of `Game.running`."""
    return ()


def no_counts(events: Sequence[Any], view: Any, names: Sequence[str]) -> Sequence[Count]:
    """Nothing is counted before the end: the default of `Game.counts`."""
    return ()


def no_tie_breaks(view: Any) -> Sequence[CountLine]:
    """Equal scores share a rank: the default of `Game.tie_breaks`."""
    return ()


def no_ending(events: Sequence[Any], view: Any, names: Sequence[str]) -> str:
    """Nothing to say about why a match ended: the default of `Game.ending`."""
    return ""
