"""What a learned correction of the evaluation of Caravan (Joseph Huber) looks at."""

from __future__ import annotations

from typing import Final

from caravan_tui.games.kit.native import size
from caravan_tui.games.sahara.evaluator.ways import KnownCamels
from caravan_tui.games.sahara.evaluator.worth import picks_left
from caravan_tui.games.sahara.pieces import SUPPLY, VALUES
from caravan_tui.games.sahara.rules import SaharaState
from caravan_tui.games.sahara.state import ACTIONS, SUPPLIED

FEATURES: Final = (
    "points", "empty", "one_empty", "two_empty", "laden", "many_laden", "stolen",
    "value", "near_value", "far_value", "way", "shortest", "open_value",
    "lying", "lying_near", "markers_near", "stones", "supplied",
    "theft", "thefts", "acts", "left", "waiting", "lifted",
    "picks", "picks_points", "picks_empty", "late_laden", "late_value", "late_shortest",
)  # fmt: skip


def features_of(state: SaharaState, seat: int, known: KnownCamels) -> list[float]:
    """The features of a seat, in the order of `FEATURES`."""
    each = state.camels_each
    own = state.camels[seat * each : seat * each + each]
    acts = 1.0 if state.actor == seat else 0.0
    if acts and 0 <= state.lifted < SUPPLY:
        own[own.index(SUPPLIED)] = state.lifted * 32
        own.sort()
    desert = state.desert
    camels = known.of(desert, tuple(own))
    stolen = 0
    value = near = far = exposed = ways = 0.0
    shortest = 12
    for _space, good, under, way in camels.laden:
        value += VALUES[good]
        near += VALUES[good] / (way + 1)
        if way > 6:
            far += VALUES[good]
        if under:
            stolen += 1
        else:
            exposed += VALUES[good]
        ways += way
        if way < shortest:
            shortest = way
    lying = markers = lying_near = 0.0
    for slot, good in enumerate(state.loose):
        if good >= 0:
            space = desert.numbered[slot]
            if camels.free >> space & 1:
                lying_near += VALUES[good] / (camels.way(space, good) + 1)
                markers += state.demand[slot]
            elif camels.empty > 1:
                lying += VALUES[good] / (camels.way(space, good) + 2)
    laden = len(camels.laden)
    supplied = 0
    for camel in own:
        if camel >> 5 == SUPPLY:
            supplied += 1
    others_theft = 0
    for other in range(state.seats):
        if other != seat and state.theft[other]:
            others_theft += 1
    picks = picks_left(state)
    soon = 1.0 if picks < 2 * state.seats else 0.0
    points = state.points[seat]
    waiting = (seat - state.start) % state.seats > (state.actor - state.start) % state.seats
    theft = state.theft[seat]
    return [
        0.02 * points,
        0.2 * camels.empty,
        1.0 if camels.empty <= 1 else 0.0,
        1.0 if camels.empty == 2 else 0.0,
        0.25 * laden,
        1.0 if laden > 2 else 0.0,
        0.5 * stolen,
        0.05 * value,
        0.1 * near,
        0.1 * far,
        0.05 * ways,
        shortest / 12.0,
        0.05 * exposed * others_theft,
        0.1 * lying,
        0.1 * lying_near,
        0.2 * markers,
        0.2 * size(camels.all),
        0.25 * supplied,
        1.0 if theft else 0.0,
        0.3 * theft,
        acts,
        acts * state.left / ACTIONS,
        1.0 if waiting else 0.0,
        acts if state.lifted >= 0 else 0.0,
        0.03 * picks,
        0.0006 * picks * points,
        0.006 * picks * camels.empty,
        soon * 0.25 * laden,
        soon * 0.05 * value,
        soon * shortest / 12.0,
    ]
