"""What a learned correction of the evaluation of Caravanserai looks at."""

from __future__ import annotations

from typing import Final

from caravan_tui.games.caravanserai.evaluator.plans import open_land
from caravan_tui.games.caravanserai.rules import CaravanseraiState
from caravan_tui.games.caravanserai.state import CAMELS, CHOICE, PUT, TAKE, WAY

FEATURES: Final = (
    "length", "camels", "few_camels", "turns", "idle_camels", "no_camels",
    "goods", "two", "three", "four", "five", "most", "colours",
    "growth_two", "growth_three", "growth_four", "growth_goods",
    "land", "growth_land", "near", "nearer", "contested", "crowd",
    "acts", "placing", "laid", "puts", "takes", "gone", "market", "ending", "ending_goods",
    "ending_camels", "tail_goods", "tail_camels",
)  # fmt: skip

_REACH: Final = 4
"""Steps within which a good counts as near."""

_TAIL: Final = 8
"""Pieces at the end of a caravan that come back soon."""


def features_of(state: CaravanseraiState, seat: int, turns: float) -> list[float]:
    """The features of a seat, in the order of `FEATURES`; `turns`: placements still to come."""
    pieces = state.caravans[seat]
    placing = 1.0 if state.seat == seat and state.phase in (WAY, CHOICE) else 0.0
    camels = state.camels[seat]
    goods = two = three = four = five = most = colours = 0
    for place in range(5 * seat, 5 * seat + 5):
        have = state.stock[place]
        goods += have
        if have > most:
            most = have
        if have:
            colours += 1
        if have > 1:
            two += 1
        if have > 2:
            three += 1
        if have > 3:
            four += 1
        if have > 4:
            five += 1
    usable = turns if turns < camels else float(camels)
    land = near = nearer = contested = crowd = 0.0
    if pieces:
        head = pieces[-1] >> 3
        away = state.board.distance
        occupied = bytes(state.occupied)
        land = open_land(state.board.neighbours, state.colours, occupied, bytes(state.goods), head)
        for cell in state.sites:
            if state.goods[cell] and away[cell][head] <= _REACH:
                near += 1.0
                if away[cell][head] <= 2:
                    nearer += 1.0
                for other in range(state.seats):
                    caravan = state.caravans[other]
                    if other != seat and caravan and away[cell][caravan[-1] >> 3] <= _REACH:
                        contested += 1.0
                        break
        for other in range(state.seats):
            caravan = state.caravans[other]
            if other != seat and caravan and away[caravan[-1] >> 3][head] <= 3:
                crowd += 1.0
    tail_goods = tail_camels = 0
    for piece in pieces[:_TAIL]:
        if piece & 7 < 5:
            tail_goods += 1
        else:
            tail_camels += 1
    seats = state.seats
    gone = (seat - state.first) % seats < (state.seat - state.first) % seats
    ending = 1.0 if state.end_round else 0.0
    acts = 1.0 if state.seat == seat else 0.0
    growth = 0.2 * usable
    return [
        0.03 * (len(pieces) - (state.laid if placing else 0)),
        camels / CAMELS,
        1.0 if camels <= 2 else 0.0,
        0.1 * turns,
        growth,
        1.0 if not camels else 0.0,
        0.1 * goods,
        0.4 * two,
        0.5 * three,
        four,
        five,
        0.2 * most,
        0.25 * colours,
        growth * 0.4 * two,
        growth * 0.5 * three,
        growth * four,
        growth * 0.1 * goods,
        0.2 * land,
        growth * 0.2 * land,
        0.2 * near,
        0.5 * nearer,
        0.2 * contested,
        crowd,
        acts,
        placing,
        placing * 0.1 * state.laid,
        acts * 0.3 * state.puts,
        acts if state.phase == TAKE else 0.0,
        1.0 if gone or (acts and state.phase == PUT) else 0.0,
        0.05 * sum(state.market),
        ending * acts,
        ending * 0.1 * goods,
        ending * camels / CAMELS,
        0.2 * tail_goods,
        0.5 * tail_camels,
    ]
