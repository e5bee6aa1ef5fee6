"""What a seat of The Wells may know, and positions as plain data."""

from __future__ import annotations

from random import Random
from typing import Any

from caravan_tui.games.contract import Event, View
from caravan_tui.games.wells.rules import DONE, LARGEST, Wells, skins
from caravan_tui.games.wells.spec import SPEC

NUMBERS = ("size", "phase", "turn", "round", "well", "past")
LISTS = ("hands", "laid", "points")


# --8<-- [start:view]
def view(state: Wells, seat: int | None) -> View:
    return {
        # the keys that every view has
        "game": SPEC.id,
        "seat": seat,
        "seats": len(state.hands),
        "options": {"skins": state.size},
        "house": None,
        "to_act": state.to_act(),
        "round": state.round,
        "scores": list(state.scores()),
        # the game's own
        "phase": state.phase,
        "turn": state.turn,
        "well": state.well,
        "past": skins(state.past),
        "laid": list(state.laid),
        "hand": [] if seat is None else skins(state.hands[seat]),
        "sizes": [hand.bit_count() for hand in state.hands],
    }


def view_event(event: Event, seat: int | None) -> Event | None:
    if event[0] == "deal" and event[1] != seat:
        return ("deal", event[1], None)
    return event


# --8<-- [end:view]


# --8<-- [start:determinize]
def determinize(view: View, rng: Random) -> Wells:
    state = Wells(view["seats"], view["options"]["skins"])
    state.phase = view["phase"]
    state.turn = view["turn"]
    state.round = view["round"]
    state.well = view["well"]
    state.past = sum(1 << skin for skin in view["past"])
    state.laid = list(view["laid"])
    state.points = [int(score) for score in view["scores"]]
    known = {*view["hand"], *view["past"], *view["laid"]}
    unseen = [skin for skin in range(1, LARGEST + 1) if skin not in known]
    rng.shuffle(unseen)
    for seat, size in enumerate(view["sizes"]):
        hand = view["hand"] if seat == view["seat"] else [unseen.pop() for _ in range(size)]
        state.hands[seat] = sum(1 << skin for skin in hand)
    return state


# --8<-- [end:determinize]


# --8<-- [start:encode]
def encode(state: Wells) -> dict[str, Any]:
    data: dict[str, Any] = {name: getattr(state, name) for name in NUMBERS}
    data.update({name: list(getattr(state, name)) for name in LISTS})
    return data


def decode(data: Any, schema: int) -> Wells:
    if schema != SPEC.schema or not isinstance(data, dict) or set(data) != {*NUMBERS, *LISTS}:
        raise ValueError("not a position of The Wells")
    lists = [data[name] for name in LISTS]
    if any(not isinstance(one, list) or len(one) != len(lists[0]) for one in lists):
        raise ValueError("The Wells: something of the seats is missing")
    seats = len(lists[0])
    numbers = [data[name] for name in NUMBERS] + [item for one in lists for item in one]
    if any(type(number) is not int or not 0 <= number < 2 << LARGEST for number in numbers):
        raise ValueError("The Wells: something is no number, or too large")
    if not SPEC.min_seats <= seats <= SPEC.max_seats or data["turn"] >= seats:
        raise ValueError("The Wells: a seat that there is not")
    if data["phase"] > DONE or max(data["laid"]) > LARGEST or not 2 <= data["size"] <= 5:
        raise ValueError("The Wells: phase, skins laid or size of hands")
    state = Wells(seats, data["size"])
    for name in NUMBERS:
        setattr(state, name, data[name])
    for name in LISTS:
        setattr(state, name, list(data[name]))
    return state


# --8<-- [end:encode]
