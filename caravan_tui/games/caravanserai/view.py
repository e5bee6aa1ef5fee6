"""What may be known: all of it. A view is the whole position as plain data."""

from __future__ import annotations

from random import Random
from typing import TypedDict

from caravan_tui.games import contract
from caravan_tui.games.caravanserai.pieces import board_for
from caravan_tui.games.caravanserai.rules import CaravanseraiState
from caravan_tui.games.caravanserai.spec import SPEC
from caravan_tui.games.caravanserai.state import PHASES
from caravan_tui.games.kit.views import common


class PlacementView(TypedDict):
    """The placement in progress; `state.CaravanseraiPosition` says what the keys mean."""

    head: int
    way: int
    laid: int
    count: int
    size: int
    last: int
    colour: int
    left: int
    touched: int
    lying: int
    wanted: int
    puts: int


class CaravanseraiView(contract.View):
    """The position for any seat or a spectator: nothing is hidden."""

    phase: str
    """One of `state.PHASES`."""
    step: int
    """How much of the phase of the set-up is done."""
    out: int
    """The tiles that are no longer in the box, as a mask."""
    ground: list[int]
    """Laid tiles, 8 * tile + turn, in the order of the board's places."""
    first: int
    """The seat that begins each round."""
    turn: int
    """The seat whose turn it is."""
    end_round: int
    """The last round, 0 while the market has never been empty."""
    clock: int
    """Placements so far."""
    skips: int
    """Turns skipped in a row."""
    why: str
    """Why the match is over: one of `state.END_REASONS`."""
    goods: list[int]
    """The cells with a good on them, ascending."""
    caravans: list[list[int]]
    """By seat: its pieces, 8 * cell + kind, tail first."""
    camels: list[int]
    """By seat: camels in reserve."""
    stock: list[list[int]]
    """By seat: goods in reserve, by colour."""
    market: list[int]
    """Goods by colour."""
    latest: list[int]
    """By seat: when it last placed, by `clock`."""
    placement: PlacementView
    cells: list[int]
    """By cell: the colour of its caravanserai, 5 for none."""
    never: list[int]
    """The seats that can never place again (K-6)."""
    ranks: list[int]
    """By seat: its rank as if the match ended now."""


def view(state: CaravanseraiState, seat: int | None) -> CaravanseraiView:
    goods, cells = state.goods, range(state.board.cells)
    return {
        **common(SPEC, state, seat, {"expert": state.expert}, state.round, state.custom),
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
        "goods": [cell for cell in cells if goods[cell]],
        "caravans": [list(pieces) for pieces in state.caravans],
        "camels": list(state.camels),
        "stock": [state.stock[5 * seat : 5 * seat + 5] for seat in range(state.seats)],
        "market": list(state.market),
        "latest": list(state.latest),
        "placement": {
            "head": state.head,
            "way": state.way,
            "laid": state.laid,
            "count": state.count,
            "size": state.size,
            "last": state.last,
            "colour": state.colour,
            "left": state.left,
            "touched": state.touched,
            "lying": state.lying,
            "wanted": state.wanted,
            "puts": state.puts,
        },
        "cells": list(state.colours[: state.board.cells]),
        "never": sorted(state.eliminated()),
        "ranks": list(state.outcome()),
    }


def view_event(event: contract.Event, seat: int | None) -> contract.Event | None:
    return event


def determinize(view: CaravanseraiView, rng: Random) -> CaravanseraiState:
    return state_of(view)


def state_of(view: CaravanseraiView) -> CaravanseraiState:
    """The one state that a view allows."""
    goods = bytearray(board_for(view["seats"]).cells + 1)
    for cell in view["goods"]:
        goods[cell] = 1
    state = CaravanseraiState(
        seats=view["seats"],
        expert=bool(view["options"]["expert"]),
        custom=view["custom"],
        phase=PHASES.index(view["phase"]),
        step=view["step"],
        out=view["out"],
        first=view["first"],
        seat=view["turn"],
        round=view["round"],
        end_round=view["end_round"],
        clock=view["clock"],
        skips=view["skips"],
        why=view["why"],
        ground=list(view["ground"]),
        goods=goods,
        caravans=[list(pieces) for pieces in view["caravans"]],
        camels=list(view["camels"]),
        stock=[count for counts in view["stock"] for count in counts],
        market=list(view["market"]),
        latest=list(view["latest"]),
        **view["placement"],
    )
    state.restored()
    return state
