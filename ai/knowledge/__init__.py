"""What the search knows of each game: one module a game, named by the game's id.

The module ends with `KNOWLEDGE = ...()`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from ai.knowledge.base import Knowledge
from caravan_tui.words import _


class UnknownStyleError(ValueError):
    """The game has no personality of this name; the text is one line for the user."""


@cache
def of(game_id: str, style: str | None = None, level: str | None = None) -> Knowledge:
    """The knowledge of a game, with the weights of a personality if one is named, and no more of
    them than a level sees (`Knowledge.SIGHT`) if one is named.

    A plain one where none is written. Raises UnknownStyleError, which names those that there are.
    """
    knowledge = Knowledge()
    if find_spec(f"{__name__}.{game_id}") is not None:
        knowledge = import_module(f"{__name__}.{game_id}").KNOWLEDGE
    sight = knowledge.SIGHT.get(level) if level is not None else None
    if sight:
        plain = of(game_id, style)
        seen = {name: plain.weights[name] * part for name, part in sight.items()}
        return type(knowledge)({**plain.weights, **seen})
    if level is not None:
        return of(game_id, style)  # one object for all levels that see everything
    if style is None:
        return knowledge
    if style not in knowledge.STYLES:
        have = ", ".join(knowledge.STYLES) or "none"
        raise UnknownStyleError(f"{game_id} has no style '{style}'; its styles: {have}")
    return type(knowledge)(knowledge.STYLES[style])


def styles(game_id: str) -> list[tuple[str, str]]:
    """The personalities of a game's computer seats: the title that users read, and the name."""
    titles = {
        "builder": _("Builder"),
        "cautious": _("Cautious"),
        "greedy": _("Greedy"),
        "racer": _("Racer"),
        "spoiler": _("Spoiler"),
        "thief": _("Thief"),
        "trader": _("Dealer"),
    }
    return [(titles.get(name, name.capitalize()), name) for name in of(game_id).STYLES]
