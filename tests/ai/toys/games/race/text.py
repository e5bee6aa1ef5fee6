"""The words of the toy."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.contract import Event
from caravan_tui.games.race.rules import DIE, ROLL, STEP
from caravan_tui.games.race.view import RaceView


def notation(action: int, view: RaceView) -> str:
    return {STEP: "step", ROLL: "roll"}.get(action, f"die {action - DIE}")


def describe(action: int, view: RaceView, names: Sequence[str] = ()) -> str:
    return {STEP: "takes two steps", ROLL: "rolls"}.get(action, f"a {action - DIE}")


def narrate(event: Event, names: Sequence[str], seat: int | None) -> str | None:
    return None
