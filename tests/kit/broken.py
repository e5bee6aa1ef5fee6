"""Games with one fault each, which a check of the kit catches. A game's name says its fault."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from caravan_tui.games.contract import Game
from tests.kit.toys import ToyState, toy

BROKEN: dict[str, list[tuple[Game[Any], str]]] = {}
"""By check: the broken games, and what the check says of each (a regular expression)."""

Part = TypeVar("Part", bound=Callable[..., Any])


def caught_by(check: str, says: str, part: str = "") -> Callable[[Part], Part]:
    """Register a broken game under the check that catches it.

    Decorates a class of states, a function in place of the `part` of `Game` that it names, or a
    function without arguments that makes the game.
    """

    def register(fault: Part) -> Part:
        made: Any = fault
        name = made.__name__
        if isinstance(made, type) and issubclass(made, ToyState):
            game = toy(made, title=name)
        elif part:
            replaced: dict[str, Any] = {part: made}
            game = toy(title=name, **replaced)
        else:
            game = made(name)
        BROKEN.setdefault(check, []).append((game, says))
        return fault

    return register


def by_title(title: str) -> Game[Any]:
    """The toy of this name, correct or broken."""
    games = [toy(), *(game for games in BROKEN.values() for game, _says in games)]
    return next(game for game in games if game.spec.title == title)
