"""What a board shows of a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caravan_tui.bus.messages import Position
from caravan_tui.cast.characters import faces
from caravan_tui.games.contract import Game
from caravan_tui.screens.base import BaseApp
from caravan_tui.widgets.board import Scene


def scene_of(
    app: BaseApp,
    game: Game[Any],
    position: Position,
    names: Sequence[str],
    kinds: Sequence[str],
) -> Scene[Any]:
    """The scene of a position; `names` and `kinds`: of each seat, see `TableConnection`."""
    return Scene(
        game=game,
        view=position.view,
        legal=[] if position.paused else position.legal,
        interrupts=position.interrupts,
        seat=position.seat,
        names=names,
        kinds=kinds,
        faces=faces(kinds, names),
        events=[] if position.history else position.events,
        past=position.events if position.history else [],
        ascii=app.ascii,
        animate=app.animated and not position.history,
        over=position.over,
        can_undo=position.undo is None,
        gains=gains_of(game, position),
    )


def gains_of(game: Game[Any], position: Position) -> dict[int, str]:
    """What the newest move has brought to each seat, such as `+3`."""
    if position.history:
        return {}
    return {seat: gain for event in position.events for seat, gain in game.gains(event)}
