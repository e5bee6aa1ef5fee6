"""The words of the toy."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.contract import Event
from caravan_tui.games.guess.rules import GAMBLE, HEADS, SAFE, TAILS
from caravan_tui.games.guess.view import GuessView


def notation(action: int, view: GuessView) -> str:
    return {SAFE: "safe", GAMBLE: "gamble", HEADS: "heads", TAILS: "tails"}[action]


def describe(action: int, view: GuessView, names: Sequence[str] = ()) -> str:
    return "says " + notation(action, view)


def narrate(event: Event, names: Sequence[str], seat: int | None) -> str | None:
    return None
