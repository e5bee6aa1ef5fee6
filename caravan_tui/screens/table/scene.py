"""What a board and a log show of a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caravan_tui.bus.messages import Position
from caravan_tui.cast.characters import faces
from caravan_tui.games.contract import Game
from caravan_tui.screens.base import BaseApp
from caravan_tui.widgets.board import Scene
from caravan_tui.widgets.log import Line


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
    )


def log_lines(game: Game[Any], position: Position, names: Sequence[str]) -> list[Line]:
    """The events of a position in words, as far as its seat may know them."""
    texts = (game.narrate(event, names, position.seat) for event in position.events)
    return [Line(position.version, text) for text in texts if text]


def last_move(game: Game[Any], position: Position, names: Sequence[str]) -> str:
    """The last of a position's events that another seat has brought about, in words; empty if there
    is none."""
    for event in reversed(position.events):
        seat = getattr(event, "seat", None)
        text = game.narrate(event, names, position.seat)
        if seat is not None and text:
            return "" if seat == position.seat else text
    return ""
