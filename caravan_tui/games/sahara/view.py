"""What a seat sees, and how a state is made from it.

Nothing is hidden but the order of the bag, which is drawn when it is needed: a view shows
everything, and exactly one state fits it.
"""

from __future__ import annotations

from random import Random
from typing import Final

from caravan_tui.games import contract
from caravan_tui.games.kit.views import common
from caravan_tui.games.sahara.custom import BoardData, from_plain, to_plain
from caravan_tui.games.sahara.pieces import SIZE, SPACES, SUPPLY, VALUES, chain
from caravan_tui.games.sahara.rules import BAGS, SaharaState
from caravan_tui.games.sahara.spec import SPEC
from caravan_tui.games.sahara.state import SUPPLIED

PHASES: Final = ("starting", "stocking", "playing", "refilling", "finished")


class SaharaView(contract.View):
    board: BoardData
    phase: str
    """One of PHASES."""
    start: int
    """The seat that started, -1 before it is drawn."""
    actor: int
    """The seat whose turn it is, also while chance is due."""
    left: int
    """Actions left in the turn."""
    used: int
    """Actions used in the turn."""
    stirred: int
    """1 if the turn has brought a pick-up, a steal or a delivery (S-9)."""
    lifted: int
    """The space a lifted camel came from, 49 for the supply, -1 if none is lifted."""
    due: int
    """Goods about to come from the bag."""
    idle: int
    """Turns in a row without an action (S-9)."""
    quiet: int
    """Turns in a row without a pick-up, a steal or a delivery (S-9)."""
    loose: list[int]
    """By numbered space: the good that lies there, -1 none."""
    demand: list[int]
    """By numbered space: its demand markers."""
    camels: list[list[list[int]]]
    """By seat: its camels on the board, each a space, a good (-1 none) and 1 if the good lies
    under the camel."""
    supply: list[int]
    """By seat: its camels in the supply, without a lifted one."""
    delivered: list[list[int]]
    """By seat, then by good: how many it has delivered."""
    markers: list[int]
    """By seat: its demand markers."""
    theft: list[int]
    """By seat: its theft markers."""
    points: list[int]
    """By seat: its points for goods and demand markers, before the penalty for carried goods."""
    bag: list[int]
    """By good: how many are in the bag."""
    pays: list[int]
    """By good: the points that its city pays for each."""
    set_costs: list[int]
    """By space: what it costs the seat to act to set a camel there, 0 where it can't. A camel that
    is still to be lifted can't go back to its own space either."""


def view(state: SaharaState, seat: int | None) -> SaharaView:
    seats = state.seats
    each = state.camels_each
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
    board = to_plain(state.desert)
    options: dict[str, contract.OptionValue] = {
        "camels": each,
        "goods": "full" if _all_goods(state) == sum(BAGS["full"]) else "short",
    }
    return {
        **common(SPEC, state, seat, options, state.turn, board if state.desert.is_custom else None),
        "board": board,
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
        "pays": list(VALUES),
        "set_costs": state.set_costs(),
    }


def _all_goods(state: SaharaState) -> int:
    """The number of goods of the match, wherever they are."""
    loaded = sum(1 for camel in state.camels if camel & 31)
    lying = sum(1 for good in state.loose if good >= 0)
    return sum(state.bag) + sum(state.delivered) + loaded + lying


def view_event(event: contract.Event, seat: int | None) -> contract.Event:
    return event


def determinize(view: SaharaView, rng: Random) -> SaharaState:
    lifted = view["lifted"]
    camels: list[int] = []
    for owner, placed in enumerate(view["camels"]):
        own = [
            space * 32 + (good + 1 + 8 * under if good >= 0 else 0) for space, good, under in placed
        ]
        waiting = view["supply"][owner] + (lifted >= 0 and owner == view["actor"])
        camels += sorted(own) + [SUPPLIED] * waiting
    # Searches call this once every few iterations: plain assignments beat the constructor.
    state = SaharaState.__new__(SaharaState)
    state.seats = view["seats"]
    state.camels_each = int(view["options"]["camels"])
    state.desert = from_plain(view["custom"])
    state.phase = PHASES.index(view["phase"])
    state.start = view["start"]
    state.actor = view["actor"]
    state.turn = view["round"]
    state.left = view["left"]
    state.used = view["used"]
    state.stirred = view["stirred"]
    state.lifted = lifted
    state.due = view["due"]
    state.idle = view["idle"]
    state.quiet = view["quiet"]
    state.camels = camels
    state.loose = list(view["loose"])
    state.demand = list(view["demand"])
    state.bag = list(view["bag"])
    state.delivered = [count for counts in view["delivered"] for count in counts]
    state.markers = list(view["markers"])
    state.theft = list(view["theft"])
    state.points = list(view["points"])
    return state


def path(view: SaharaView, seat: int, source: int, target: int) -> list[int]:
    """The spaces of a shortest path along a chain of a seat, both ends with it; only the ends if
    the chain does not connect them."""
    spaces = {camel[0] for camel in view["camels"][seat]} | {source, target}
    before = {source: source}
    reached = [source]
    for space in reached:
        for near in (space - SIZE, space + SIZE, space - 1, space + 1):
            is_beside = abs(near - space) == SIZE or near // SIZE == space // SIZE
            if near in spaces and near not in before and is_beside:
                before[near] = space
                reached.append(near)
    if target not in before:
        return [source, target]
    spaces_passed = [target]
    while spaces_passed[0] != source:
        spaces_passed.insert(0, before[spaces_passed[0]])
    return spaces_passed


def chains(view: SaharaView, seat: int) -> list[list[int]]:
    """The chains of a seat: for each its connected spaces, rising (S-1)."""
    spaces = {camel[0] for camel in view["camels"][seat]}
    camels = sum(1 << space for space in spaces)
    masks = {chain(space, camels) for space in spaces}
    return sorted([space for space in range(SPACES) if mask >> space & 1] for mask in masks)
