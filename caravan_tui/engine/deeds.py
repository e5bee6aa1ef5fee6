"""The deeds of one match: the game's, and those that a match of any game may bring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from caravan_tui.engine.match import Match, Ply
from caravan_tui.games.deeds import Chronicle, Deed, GameDeed
from caravan_tui.i18n import later

LATE: Final = 3 / 4
"""The part of a match after which a lead is hard to lose."""


def chronicle_of(match: Match, seat: int, plies: Sequence[Ply] | None = None) -> Chronicle[Any]:
    """A finished match as a seat looks back on it. `plies`: all of `match.plies()`, where they are
    at hand. Raises ValueError if the match is not over."""
    ranks = match.ranks
    if ranks is None:
        raise ValueError(f"match {match.record.id} has not ended")
    steps = tuple(match.plies()) if plies is None else plies
    return Chronicle(seat, steps, match.state, match.scores, ranks)


def earned(match: Match, seat: int, plies: Sequence[Ply] | None = None) -> tuple[str, ...]:
    """The ids of all deeds that a seat has done in a finished match, nothing if it was assisted.

    Raises ValueError if the match is not over.
    """
    chronicle = chronicle_of(match, seat, plies)
    if match.record.assisted:
        return ()
    deeds = (*MATCH_DEEDS, *match.game.deeds)
    return tuple(deed.id for deed in deeds if deed.is_done(chronicle))


def _leads(chronicle: Chronicle[Any]) -> list[float]:
    """How far the seat was ahead of the best of the others whenever it had to decide."""
    seat, leads = chronicle.seat, []
    for step in chronicle.steps:
        if step.actor == seat:
            scores = step.before.scores()
            others = [score for other, score in enumerate(scores) if other != seat]
            leads.append(scores[seat] - max(others, default=0.0))
    return leads


def _came_from_behind(chronicle: Chronicle[Any]) -> bool:
    leads = _leads(chronicle)
    return chronicle.won and bool(leads) and leads[int(len(leads) * LATE)] < 0


def _never_behind(chronicle: Chronicle[Any]) -> bool:
    return chronicle.won and all(lead >= 0 for lead in _leads(chronicle))


MATCH_DEEDS: Final[tuple[GameDeed, ...]] = (
    Deed(
        "any.second_wind",
        later("Second wind"),
        later("Win a match in which you were behind after three quarters of it."),
        _came_from_behind,
    ),
    Deed(
        "any.lead_camel",
        later("Lead camel"),
        later("Win a match in which it was never your turn while you were behind."),
        _never_behind,
    ),
)
"""Of every game; their ids begin with `any`."""
