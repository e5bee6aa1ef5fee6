"""What a seat of The Wells may know."""

from __future__ import annotations

from random import Random

from caravan_tui.games import contract
from caravan_tui.games.kit.bitsets import mask_of, members
from caravan_tui.games.kit.views import common
from caravan_tui.games.wells.events import Deal
from caravan_tui.games.wells.rules import WellsState, setup
from caravan_tui.games.wells.spec import SPEC
from caravan_tui.games.wells.state import SKINS


class WellsView(contract.View):
    phase: int
    turn: int
    well: int
    past: list[int]
    laid: list[int]
    hand: list[int]
    """Your skins; a spectator has none."""
    sizes: list[int]
    """The number of skins in each hand."""


def view(state: WellsState, seat: int | None) -> WellsView:
    return {
        **common(SPEC, state, seat, {"skins": state.skins}, state.round),
        "phase": state.phase,
        "turn": state.turn,
        "well": state.well,
        "past": members(state.past),
        "laid": list(state.laid),
        "hand": [] if seat is None else members(state.hands[seat]),
        "sizes": [hand.bit_count() for hand in state.hands],
    }


def view_event(event: contract.Event, seat: int | None) -> contract.Event:
    return Deal(event.seat, None) if isinstance(event, Deal) and event.seat != seat else event


def determinize(view: WellsView, rng: Random) -> WellsState:
    state = setup(view["options"], view["seats"])
    state.phase, state.turn = view["phase"], view["turn"]
    state.round, state.well = view["round"], view["well"]
    state.past, state.laid = mask_of(view["past"]), list(view["laid"])
    state.points = [int(score) for score in view["scores"]]
    unseen = [skin for skin in SKINS if skin not in view["past"] + view["hand"]]
    rng.shuffle(unseen)
    for seat, size in enumerate(view["sizes"]):
        hand = view["hand"] if seat == view["seat"] else [unseen.pop() for _ in range(size)]
        state.hands[seat] = mask_of(hand)
    return state
