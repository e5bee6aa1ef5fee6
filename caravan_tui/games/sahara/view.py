"""What a seat sees, how a state comes back from it, and the state as plain data.

Nothing is hidden in Caravan but the order of the bag, which is drawn as it is needed: so a view
tells all, and exactly one state allows it.
"""

from __future__ import annotations

from typing import Any

from caravan_tui.games.contract import View
from caravan_tui.games.sahara import desert as deserts
from caravan_tui.games.sahara import rules
from caravan_tui.games.sahara.desert import SPACES, SUPPLY
from caravan_tui.games.sahara.position import SUPPLIED
from caravan_tui.games.sahara.rules import SaharaState

PHASES = ("starting", "stocking", "playing", "refilling", "finished")

_NUMBERS = (
    "seats",
    "each",
    "phase",
    "start",
    "actor",
    "turn",
    "left",
    "used",
    "stirred",
    "lifted",
    "due",
    "idle",
    "quiet",
)
_LISTS = ("camels", "loose", "demand", "bag", "delivered", "markers", "theft", "points")


def view(state: SaharaState, seat: int | None) -> View:
    """The position as plain data.

    | key | what |
    |---|---|
    | board | numbered spaces, which start with a marker, cities and their names by good |
    | phase | starting, stocking, playing, refilling, finished |
    | start | the seat that started, -1 before it is drawn |
    | left, used | actions left and used in the turn |
    | lifted | the space a lifted camel came from, 49 for the supply, -1 if none is lifted |
    | due | goods that are about to come from the bag |
    | loose | the good on each numbered space, -1 for none |
    | demand | demand markers on each numbered space |
    | camels | for each seat its placed camels: [space, good or -1, 1 if the good lies under] |
    | supply | camels of each seat that wait, without a lifted one |
    | delivered | for each seat, goods by kind |
    | markers, theft | demand and theft markers of each seat |
    | points | goods and demand markers of each seat, before what carried goods cost |
    | bag | what is left in the bag, by good |
    | stirred, idle, quiet | how near a stall is (S-9) |
    """
    seats = state.seats
    each = state.each
    camels: list[list[list[int]]] = []
    supply = []
    for owner in range(seats):
        placed = []
        waiting = 0
        for camel in state.camels[owner * each : (owner + 1) * each]:
            space, load = camel >> 5, camel & 31
            if space == SUPPLY:
                waiting += 1
            elif load > 8:
                placed.append([space, load - 9, 1])
            else:
                placed.append([space, load - 1, 0])
        camels.append(placed)
        supply.append(waiting)
    if state.lifted >= 0:
        supply[state.actor] -= 1
    desert = state.desert
    return {
        "game": deserts.GAME_ID,
        "seat": seat,
        "seats": seats,
        "options": {
            "camels": each,
            "goods": "full" if _all_goods(state) == sum(rules.FULL) else "short",
        },
        "house": desert.plain() if desert.own else None,
        "to_act": state.to_act(),
        "round": state.turn,
        "scores": list(state.scores()),
        "board": desert.plain(),
        "phase": PHASES[state.phase],
        "start": state.start,
        "actor": state.actor,
        "left": state.left,
        "used": state.used,
        "stirred": state.stirred,
        "lifted": state.lifted,
        "due": state.due,
        "idle": state.idle,
        "quiet": state.quiet,
        "loose": list(state.loose),
        "demand": list(state.demand),
        "camels": camels,
        "supply": supply,
        "delivered": [state.delivered[owner * 8 : owner * 8 + 8] for owner in range(seats)],
        "markers": list(state.markers),
        "theft": list(state.theft),
        "points": list(state.points),
        "bag": list(state.bag),
    }


def _all_goods(state: SaharaState) -> int:
    """All goods of the match, wherever they are."""
    loaded = sum(1 for camel in state.camels if camel & 31)
    lying = sum(1 for good in state.loose if good >= 0)
    return sum(state.bag) + sum(state.delivered) + loaded + lying


def state_of(view: View) -> SaharaState:
    """The state that a view shows."""
    each = view["options"]["camels"]
    lifted = view["lifted"]
    state = rules.new(deserts.of_plain(view["house"]), view["seats"], each, view["bag"])
    camels: list[int] = []
    for owner, placed in enumerate(view["camels"]):
        own = [
            space * 32 + (good + 1 + 8 * under if good >= 0 else 0) for space, good, under in placed
        ]
        waiting = view["supply"][owner] + (lifted >= 0 and owner == view["actor"])
        camels += sorted(own) + [SUPPLIED] * waiting
    state.camels = camels
    state.phase = PHASES.index(view["phase"])
    state.turn = view["round"]
    for name in ("start", "actor", "left", "used", "stirred", "lifted", "due", "idle", "quiet"):
        setattr(state, name, view[name])
    for name in ("loose", "demand", "markers", "theft", "points"):
        setattr(state, name, list(view[name]))
    state.delivered = [count for counts in view["delivered"] for count in counts]
    return state


def encode(state: SaharaState) -> dict[str, Any]:
    """The state as plain data."""
    data: dict[str, Any] = {name: getattr(state, name) for name in _NUMBERS}
    for name in _LISTS:
        data[name] = list(getattr(state, name))
    data["board"] = state.desert.plain() if state.desert.own else None
    return data


def decode(data: Any) -> SaharaState:
    """The state of `encode`. Raises ValueError on data that is not one."""
    if not isinstance(data, dict) or set(data) != {*_NUMBERS, *_LISTS, "board"}:
        raise ValueError("not a position of sahara")
    seats, each = data["seats"], data["each"]
    if any(type(data[name]) is not int for name in _NUMBERS) or not (
        2 <= seats <= 4 and each in (5, 6) and 0 <= data["phase"] < len(PHASES)
    ):
        raise ValueError("not a position of sahara: a number is out of bounds")
    lengths = {"camels": seats * each, "delivered": seats * 8, "loose": 8, "demand": 8, "bag": 8}
    for name in _LISTS:
        values = data[name]
        if not isinstance(values, list | tuple) or len(values) != lengths.get(name, seats):
            raise ValueError(f"not a position of sahara: {name} has a wrong length")
        if any(type(value) is not int or value < -1 for value in values):
            raise ValueError(f"not a position of sahara: {name} holds something else than counts")
    if any(not 0 <= camel < (SPACES + 1) * 32 or camel & 31 > 16 for camel in data["camels"]):
        raise ValueError("not a position of sahara: a camel stands nowhere")
    state = rules.new(deserts.of_plain(data["board"]), seats, each, data["bag"])
    for name in _NUMBERS:
        setattr(state, name, data[name])
    for name in _LISTS:
        setattr(state, name, list(data[name]))
    return state


def chains(view: View, seat: int) -> list[list[int]]:
    """The chains of a seat: for each the spaces that hang together, rising (S-1)."""
    spaces = {camel[0] for camel in view["camels"][seat]}
    own = sum(1 << space for space in spaces)
    found = {deserts.chain(space, own) for space in spaces}
    return sorted([space for space in range(SPACES) if mask >> space & 1] for mask in found)
