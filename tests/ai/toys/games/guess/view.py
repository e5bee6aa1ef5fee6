"""What a seat of the toy may know: all but the coin."""

from __future__ import annotations

from random import Random

from caravan_tui.games import contract
from caravan_tui.games.guess.rules import GuessState


class GuessView(contract.View):
    step: int


def view(state: GuessState, seat: int | None) -> GuessView:
    return {
        "game": "guess",
        "seat": seat,
        "seats": 2,
        "options": {},
        "custom": None,
        "to_act": state.to_act(),
        "round": 1,
        "scores": list(state.scores()),
        "step": state.step,
    }


def view_event(event: contract.Event, seat: int | None) -> contract.Event:
    return event


def determinize(view: GuessView, rng: Random) -> GuessState:
    first, second = (int(score) for score in view["scores"])
    coin = int(rng.random() * 2) if view["step"] else -1
    return GuessState(step=view["step"], points=(first, second), coin=coin)
