"""What may be known: all of it. A view is the position as plain data, and so is a saved one."""

from __future__ import annotations

from typing import Any

from caravan_tui.games.caravanserai import position, tiles
from caravan_tui.games.caravanserai.position import PHASES
from caravan_tui.games.caravanserai.rules import CaravanState, new
from caravan_tui.games.contract import View

SCHEMA = 1

PLACEMENT = (
    *("head", "way", "laid", "count", "size", "last", "colour", "left", "touched"),
    *("lying", "wanted", "puts"),
)
"""The placement under way, key by key as `CaravanState` has it."""
NUMBERS = ("step", "out", "first", "turn", "end_round", "clock", "skips")


def plain(state: CaravanState) -> dict[str, Any]:
    """The position without what every view has anyway."""
    return {
        "phase": PHASES[state.phase],
        "step": state.step,
        "out": state.out,
        "ground": list(state.ground),
        "first": state.first,
        "turn": state.seat,
        "end_round": state.end_round,
        "clock": state.clock,
        "skips": state.skips,
        "why": state.why,
        "goods": [cell for cell in range(state.board.cells) if state.goods[cell]],
        "caravans": [list(pieces) for pieces in state.caravans],
        "camels": list(state.camels),
        "stock": [state.stock[5 * seat : 5 * seat + 5] for seat in range(state.seats)],
        "market": list(state.market),
        "latest": list(state.latest),
        "placement": {key: getattr(state, key) for key in PLACEMENT},
    }


def view(state: CaravanState, seat: int | None) -> View:
    """The position for any seat or a spectator: nothing is hidden.

    Beside the common keys: what `plain` gives, `cells` (the colour of each cell's caravanserai,
    5 for none), `never` (seats that can never place again, K-6) and `ranks`.
    """
    return {
        "game": tiles.GAME_ID,
        "seat": seat,
        "seats": state.seats,
        "options": {"expert": state.expert},
        "house": state.house,
        "to_act": state.to_act(),
        "round": state.round,
        "scores": [len(pieces) for pieces in state.caravans],
        **plain(state),
        "cells": list(state.colours[: state.board.cells]),
        "never": sorted(state.never()),
        "ranks": list(state.outcome()),
    }


def encode(state: CaravanState) -> dict[str, Any]:
    """The whole state as plain data."""
    return {
        "seats": state.seats,
        "expert": state.expert,
        "house": state.house,
        "round": state.round,
        **plain(state),
    }


def from_view(shown: View) -> CaravanState:
    """The one state that a view allows."""
    return build({**shown, "expert": shown["options"]["expert"]})


def decode(data: Any, schema: int) -> CaravanState:
    """The state back from `encode`. Raises ValueError on anything else."""
    if schema != SCHEMA:
        raise ValueError(f"a position of schema {schema}; this program reads {SCHEMA}")
    try:
        return build(data)
    except (KeyError, TypeError, IndexError, AttributeError, OverflowError) as error:
        raise ValueError(f"not a position of Caravanserai: {error!r}") from None


def build(data: dict[str, Any]) -> CaravanState:
    """A state from its plain data; it may hold more keys than are used."""
    seats = int(data["seats"])
    if not 1 <= seats <= 6:
        raise ValueError(f"{seats} seats")
    house = data["house"]
    state = new(seats, bool(data["expert"]), tiles.from_plain(house), house)
    for place, tile in enumerate(data["ground"]):
        if not 0 <= tile >> 3 < 30 or tile & 7 > 5 or place >= len(state.board.tiles):
            raise ValueError("a tile that there is not")
        state.lay_tile(place, tile >> 3, tile & 7)
    if len(state.ground) == len(state.board.tiles):
        state.find_sites()
    state.phase = PHASES.index(data["phase"])
    for key in NUMBERS:
        setattr(state, "seat" if key == "turn" else key, int(data[key]))
    state.round = int(data["round"])
    state.why = str(data["why"])
    for key in PLACEMENT:
        setattr(state, key, int(data["placement"][key]))
    for cell in data["goods"]:
        _on_board(state, cell)
        state.goods[cell] = 1
    if len(data["caravans"]) != seats or len(data["stock"]) != seats:
        raise ValueError("not as many caravans as seats")
    for seat, pieces in enumerate(data["caravans"]):
        for piece in pieces:
            _on_board(state, piece >> 3)
            if state.occupied[piece >> 3]:
                raise ValueError("two pieces on a cell")
            state.occupied[piece >> 3] = seat + 1
            state.caravans[seat].append(piece)
    state.camels = _counts(data["camels"], seats)
    state.stock = [count for goods in data["stock"] for count in _counts(goods, 5)]
    state.market = _counts(data["market"], 5)
    state.latest = _counts(data["latest"], seats)
    if state.phase >= position.WAY and not all(state.caravans):
        raise ValueError("a seat without a caravan")
    return state


def _on_board(state: CaravanState, cell: int) -> None:
    if not 0 <= cell < state.board.cells:
        raise ValueError(f"no cell {cell} on the board")


def _counts(data: Any, length: int) -> list[int]:
    counts = [int(count) for count in data]
    if len(counts) != length or min(counts) < 0:
        raise ValueError("a wrong row of counts")
    return counts
