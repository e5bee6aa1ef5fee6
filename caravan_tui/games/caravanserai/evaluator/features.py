"""What a learned correction of the evaluation of Caravanserai looks at."""

from __future__ import annotations

from typing import Final

from caravan_tui.games.caravanserai.evaluator.plans import open_land
from caravan_tui.games.caravanserai.rules import CaravanseraiState
from caravan_tui.games.caravanserai.state import CAMELS, CHOICE, PUT, STANDING, TAKE, WAY

FEATURES: Final = (
    "length", "camels", "few_camels", "turns", "idle_camels", "no_camels",
    "goods", "two", "three", "four", "five", "most", "colours",
    "growth_two", "growth_three", "growth_four", "growth_goods",
    "land", "growth_land", "near", "nearer", "contested", "crowd",
    "acts", "placing", "puts", "takes", "gone", "market", "ending", "ending_goods",
    "ending_camels", "tail_goods", "tail_camels",
)  # fmt: skip

_REACH: Final = 4
"""Steps within which a good counts as near."""

_TAIL: Final = 8
"""Pieces at the end of a caravan that come back soon."""


def features_of(state: CaravanseraiState, seat: int, turns: float) -> list[float]:
    """The features of a seat, in the order of `FEATURES`; `turns`: placements still to come.

    Once something is laid they are those of the end of the placement, with a camel as its next
    piece: a search compares ends of placements with positions in the middle of others.
    """
    pieces = state.caravans[seat]
    acting = state.seat == seat and state.phase in (WAY, CHOICE, TAKE)
    placing = 1.0 if acting and not state.laid else 0.0
    camels = state.camels[seat]
    stock = state.stock[5 * seat : 5 * seat + 5]
    length, puts, back = len(pieces), state.puts, 0
    tail_goods = tail_camels = 0
    gone = (seat - state.first) % state.seats < (state.seat - state.first) % state.seats
    if state.seat == seat and state.phase == PUT:
        gone = True
    if acting and state.laid:
        back = state.count
        if state.left:
            back += state.size
            length += state.left
            own = stock[state.colour] - state.left  # of its own colour's sites, some may come free
            stock[state.colour] = own if own > 0 else 0
        if not state.lying & 2:
            back += 1
            length += 1
            camels -= 1
            turns -= 1.0 if state.end_round else 0.5
            gone = True
            if length - back <= _TAIL:
                tail_camels += 1
        length -= back
        puts = 0
        for piece in pieces[:back]:
            if piece & 7 < STANDING:
                stock[piece & 7] += 1
            else:
                camels += 1
                puts += 1
        if state.seats == 1:
            puts *= 2
    goods = two = three = four = five = most = colours = 0
    for have in stock:
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
    for piece in pieces[back : back + _TAIL]:
        if piece & 7 < STANDING:
            tail_goods += 1
        else:
            tail_camels += 1
    ending = 1.0 if state.end_round else 0.0
    acts = 1.0 if state.seat == seat else 0.0
    growth = 0.2 * usable
    return [
        0.03 * length,
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
        acts * 0.3 * puts,
        acts if state.phase == TAKE else 0.0,
        1.0 if gone else 0.0,
        0.05 * sum(state.market),
        ending * acts,
        ending * 0.1 * goods,
        ending * camels / CAMELS,
        0.2 * tail_goods,
        0.5 * tail_camels,
    ]
