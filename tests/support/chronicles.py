"""Chronicles made by hand, to ask deeds about: as much of a match as one of them looks at."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from attrs import frozen

from caravan_tui.games import registry
from caravan_tui.games.deeds import Chronicle
from caravan_tui.games.event import Event


@frozen
class MadeStep:
    """A step of a chronicle."""

    events: Sequence[Event]
    actor: int = 0
    action: int = 0
    before: Any = None


def chronicle(
    *parts: Event | MadeStep,
    seats: int = 2,
    scores: Sequence[float] | None = None,
    has_won: bool = True,
    **end: Any,
) -> Chronicle[Any]:
    """What seat 0 looks back on: steps, or events that are a step each of the seat that they name.

    `scores`: by default those of a win or a loss by ten; `end`: fields of the last position.
    """
    if scores is None:
        scores = [20.0 if has_won else 0.0, *[10.0] * (seats - 1)]
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    steps = [
        part if isinstance(part, MadeStep) else MadeStep([part], getattr(part, "seat", 0))
        for part in parts
    ]
    last: Any = SimpleNamespace(**end)
    return Chronicle(0, steps, last, tuple(scores), ranks)


def does(game: str, name: str, match: Chronicle[Any]) -> bool:
    """Whether a match does a deed of a game, by the name behind the dot of its id."""
    deed = next(deed for deed in registry.get(game).deeds if deed.id == f"{game}.{name}")
    return deed.is_done(match)


def names_of(game: str) -> list[str]:
    """The names of a game's deeds, as `does` has them."""
    return [deed.id.partition(".")[2] for deed in registry.get(game).deeds]
