"""Everything is open in the toy."""

from __future__ import annotations

from random import Random

from caravan_tui.games import contract
from caravan_tui.games.race.rules import RaceState


class RaceView(contract.View):
    mover: int
    rolling: int


def view(state: RaceState, seat: int | None) -> RaceView:
    return {
        "game": "race",
        "seat": seat,
        "seats": 2,
        "options": {},
        "custom": None,
        "to_act": state.to_act(),
        "round": 1,
        "scores": list(state.scores()),
        "mover": state.seat,
        "rolling": state.rolling,
    }


def view_event(event: contract.Event, seat: int | None) -> contract.Event:
    return event


def determinize(view: RaceView, rng: Random) -> RaceState:
    places = [int(score) for score in view["scores"]]
    return RaceState(places=places, seat=view["mover"], rolling=view["rolling"])
