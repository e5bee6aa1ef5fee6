"""What the search knows of each game: one module a game, named by the game's id."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from ai.knowledge.base import Knowledge


@cache
def of(game_id: str) -> Knowledge:
    """The knowledge of a game with its usual weights; a plain one where none is written."""
    if find_spec(f"{__name__}.{game_id}") is None:
        return Knowledge()
    knowledge: Knowledge = import_module(f"{__name__}.{game_id}").KNOWLEDGE
    return knowledge
