"""Who sits at the board of a problem, and who plays on from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from ai import levels
from caravan_tui.cast.characters import named
from caravan_tui.engine import PERSON, Seat
from caravan_tui.engine.problem import Problem, nobody
from caravan_tui.i18n import _

OTHERS: Final = "merchant"
"""The level that the other seats show."""

REFUTERS: Final = levels.MASTER.name
"""The level of the other seats in a match that plays on: it punishes what is wrong."""


def seated(problem: Problem, name: str) -> list[Seat]:
    """Who sits at the board of a problem: the user in the seat that decides, and characters.
    `name`: the user's. Raises ValueError if today's rules cannot replay it."""
    asked = problem.position(nobody(problem.seats)).to_act
    players = [
        Seat(PERSON, name or _("Player")) if seat == asked else Seat(OTHERS)
        for seat in range(problem.seats)
    ]
    return named(players, problem.seed)


def playing_on(players: Sequence[Seat], own: int) -> list[Seat]:
    """Who sits at a match that plays on from a problem; `own`: the user's seat."""
    return [
        player if seat == own else evolve(player, kind=REFUTERS)
        for seat, player in enumerate(players)
    ]
