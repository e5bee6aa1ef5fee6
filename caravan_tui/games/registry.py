"""Finds the games. A folder here with a `GAME` in its `__init__.py` is one."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module, resources
from typing import Any

from caravan_tui import games
from caravan_tui.games.contract import Game


class UnknownGameError(ValueError):
    """No game has this id; the text is one line for the user."""


@cache
def ids() -> tuple[str, ...]:
    """The ids of all games, light ones first."""
    found = [module.name for module in pkgutil.iter_modules(games.__path__) if module.ispkg]
    return tuple(sorted(found, key=lambda name: (get(name).spec.order, name)))


@cache
def get(game_id: str) -> Game:
    """The game with this id. Raises UnknownGameError, which names those that there are."""
    known = sorted(module.name for module in pkgutil.iter_modules(games.__path__) if module.ispkg)
    if game_id not in known:
        raise UnknownGameError(f"no game is called '{game_id}'; the games: {', '.join(known)}")
    game: Game = import_module(f"{games.__name__}.{game_id}").GAME
    return game


def board(game_id: str) -> type[Any]:
    """The Textual widget of a game: the only call here that imports Textual."""
    get(game_id)
    widget: type[Any] = import_module(f"{games.__name__}.{game_id}.board").Board
    return widget


def rules(game_id: str) -> str:
    """The numbered rules and rulings of a game, in Markdown."""
    get(game_id)
    return resources.files(f"{games.__name__}.{game_id}").joinpath("RULES.md").read_text("utf-8")


def picture(game_id: str) -> str:
    """The game's picture in characters for the home screen, at most 44 × 9; empty if none."""
    file = resources.files(f"{games.__name__}.{game_id}").joinpath("picture.txt")
    return file.read_text("utf-8").rstrip("\n") if file.is_file() else ""
