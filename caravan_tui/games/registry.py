"""Finds the games: a folder here with a `SPEC` in `spec.py` and a `GAME` in `game.py` is one.

What can be told without the rules (`ids`, `spec`, `picture`, `rules`, `tutorial`) loads none.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module, resources
from typing import Any

from caravan_tui import games
from caravan_tui.games.contract import Game, Spec
from caravan_tui.words import _, language


class UnknownGameError(ValueError):
    """No game has this id; the text is one line for the user."""


@cache
def _folders() -> tuple[str, ...]:
    return tuple(
        sorted(found.name for found in pkgutil.iter_modules(games.__path__) if found.ispkg)
    )


def _known(game_id: str) -> str:
    if game_id not in _folders():
        raise UnknownGameError(
            _("no game is called '{name}'; the games: {all}").format(
                name=game_id, all=", ".join(_folders())
            )
        )
    return f"{games.__name__}.{game_id}"


@cache
def ids() -> tuple[str, ...]:
    """The ids of all games, light ones first."""
    return tuple(sorted(_folders(), key=lambda name: (spec(name).order, name)))


@cache
def spec(game_id: str) -> Spec:
    """The facts about a game. Raises UnknownGameError, which names those that there are."""
    found: Spec = import_module(f"{_known(game_id)}.spec").SPEC
    return found


def round_text(game_id: str, number: int) -> str:
    """`hand 3`, `turn 3`: a round of a match as its game calls it; `round 3` of an unknown one."""
    words = {"hand": _("hand"), "turn": _("turn"), "round": _("round")}
    kind = spec(game_id).round_word if game_id in _folders() else "round"
    return f"{words.get(kind, kind)} {number}"


@cache
def get(game_id: str) -> Game:
    """The game with this id. Raises UnknownGameError, which names those that there are."""
    game: Game = import_module(f"{_known(game_id)}.game").GAME
    return game


def board(game_id: str) -> type[Any]:
    """The Textual widget of a game: the only call here that imports Textual."""
    widget: type[Any] = import_module(f"{_known(game_id)}.board").Board
    return widget


def rules(game_id: str) -> str:
    """The numbered rules and rulings of a game, in Markdown: in the user's language where there is
    a `RULES.<language>.md`, else in English."""
    folder = resources.files(_known(game_id))
    file = folder.joinpath(f"RULES.{language()}.md")
    return (file if file.is_file() else folder.joinpath("RULES.md")).read_text("utf-8")


def heading(game_id: str, place: str) -> str:
    """A heading of the English rules as `rules` has it; anything else, as a ruling's number, stays
    as it is."""
    source = resources.files(_known(game_id)).joinpath("RULES.md").read_text("utf-8")
    english, spoken = _headings(source), _headings(rules(game_id))
    if place in english and len(english) == len(spoken):
        return spoken[english.index(place)]
    return place


def _headings(text: str) -> list[str]:
    return [line.lstrip("#").strip() for line in text.splitlines() if line.startswith("#")]


def picture(game_id: str) -> str:
    """The game's picture in characters for the home screen, at most 44 × 7; empty if none."""
    file = resources.files(_known(game_id)).joinpath("picture.txt")
    return file.read_text("utf-8").rstrip("\n") if file.is_file() else ""


def tutorial(game_id: str) -> str:
    """The script of the game's tutorial (`engine/tutorial.py` reads it); empty if none."""
    file = resources.files(_known(game_id)).joinpath("tutorial.toml")
    return file.read_text("utf-8") if file.is_file() else ""
