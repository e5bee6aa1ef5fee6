"""What a seat of the toy may know."""

from __future__ import annotations

from random import Random

from caravan_tui.games import contract
from caravan_tui.games.bids.rules import BidsState
from caravan_tui.games.bids.state import CARDS


class BidsView(contract.View):
    hand: int
    sizes: list[int]
    spent: int
    used: int
    prize: int
    sealed: int
    """The bid of seat 0 for itself; for others 1 if there is one."""
    mover: int


def view(state: BidsState, seat: int | None) -> BidsView:
    spent = state.spent
    if state.pending and seat != 0:
        spent &= ~(1 << state.pending)
    return {
        "game": "bids",
        "seat": seat,
        "seats": 2,
        "options": {"fault": state.fault},
        "custom": None,
        "to_act": state.to_act(),
        "round": state.used.bit_count(),
        "scores": list(state.scores()),
        "hand": state.hands[seat] if seat is not None else 0,
        "sizes": [hand.bit_count() for hand in state.hands],
        "spent": spent,
        "used": state.used,
        "prize": state.prize,
        "sealed": state.pending if seat == 0 else min(1, state.pending),
        "mover": state.seat,
    }


def view_event(event: contract.Event, seat: int | None) -> contract.Event:
    return event


def determinize(view: BidsView, rng: Random) -> BidsState:
    state = BidsState(fault=str(view["options"]["fault"]))
    me = view["seat"] or 0
    state.hands[me] = view["hand"]
    state.spent = view["spent"]
    left = [card for card in CARDS if not (view["hand"] | view["spent"]) >> card & 1]
    rng.shuffle(left)
    for _ in range(view["sizes"][1 - me]):
        state.hands[1 - me] |= 1 << left.pop()
    state.pending = view["sealed"]
    if view["sealed"] and me == 1:
        state.pending = left.pop()
        state.spent |= 1 << state.pending
    state.used = view["used"]
    state.prize = view["prize"]
    state.points = [int(score) for score in view["scores"]]
    state.seat = view["mover"]
    return state
