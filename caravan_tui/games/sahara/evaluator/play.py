"""The rollout policy of Caravan: it always works for one good, the one with the best rate.

Random play never delivers a good. This policy delivers and picks up when it can. Otherwise it takes
the next step for the carried good with the most points per action of its way, or sends a spare
camel to the lying good with the best rate.
"""

from __future__ import annotations

from random import Random
from typing import Final

from caravan_tui.games.sahara.actions import END, LIFT, PICK, SET, pack_move
from caravan_tui.games.sahara.evaluator.ways import AROUND, RECTANGLE, Camels, KnownCamels
from caravan_tui.games.sahara.pieces import STEPS, SUPPLY, VALUES, chain
from caravan_tui.games.sahara.rules import SaharaState

CARRY: Final = 3
"""The most goods that the policy carries at once."""
FETCH: Final = 0.8
"""The weight of a lying good relative to a carried one."""


def next_step(state: SaharaState, rng: Random, known: KnownCamels) -> int:
    """A legal action for the seat to act."""
    seat, each = state.actor, state.camels_each
    own = state.camels[seat * each : seat * each + each]
    camels = known.of(state.desert, tuple(own))
    if state.lifted >= 0:
        return _set(state, camels, rng)
    city = state.desert.city
    space, good, way = _best_carried(camels)
    if way == 1:
        under = int(space * 32 + good + 1 not in own)
        return pack_move(space, city[good], good, under)
    rate = VALUES[good] / way if way else 0.0
    if camels.empty > 1:
        pick = _best_pick(state, camels)
        if pick >= 0 and (len(camels.laden) < CARRY or state.demand[state.desert.slot[pick]]):
            return PICK + pick
    fetch, gain = _best_fetch(state, camels)
    if fetch >= 0 and len(camels.laden) < CARRY and gain * FETCH > rate:
        lift = _spare(camels, [], own)
        if lift >= 0:
            return LIFT + lift
    if not way:
        return END
    stones = camels.path(space, good)
    lift = _spare(camels, stones, own)
    if lift >= 0:
        return LIFT + lift
    # All empty camels are on the way: move the good on as far as it can go.
    linked = chain(space, camels.all)
    for stone in reversed(stones[1:]):
        if camels.free >> stone & 1 and linked >> stone & 1:
            under = int(space * 32 + good + 1 not in own)
            return pack_move(space, stone, good, under)
    for stone in reversed(stones[1:]):
        if camels.free >> stone & 1:
            return LIFT + stone
    return END


def _best_carried(camels: Camels) -> tuple[int, int, int]:
    """Space, good and way of the carried good with the best rate; a way of 0 if there is none."""
    best, carried = 0.0, (0, 0, 0)
    for space, good, _under, way in camels.laden:
        rate = VALUES[good] / way
        if rate > best:
            best, carried = rate, (space, good, way)
    return carried


def _best_pick(state: SaharaState, camels: Camels) -> int:
    """The space of the best good under an empty camel of the seat, -1 none."""
    best, pick = 0.0, -1
    numbered = state.desert.numbered
    for slot, good in enumerate(state.loose):
        if good >= 0 and camels.free >> numbered[slot] & 1:
            rate = (VALUES[good] + 2 * state.demand[slot]) / camels.way(numbered[slot], good)
            if rate > best:
                best, pick = rate, numbered[slot]
    return pick


def _best_fetch(state: SaharaState, camels: Camels) -> tuple[int, float]:
    """The space of the lying good with the best rate, -1 none, and its points per action."""
    best, pick = 0.0, -1
    numbered = state.desert.numbered
    left = any(state.bag)
    for slot, good in enumerate(state.loose):
        if good >= 0:
            value = (VALUES[good] if left else 0) + state.demand[slot]
            rate = value / (2 + camels.way(numbered[slot], good))
            if rate > best:
                best, pick = rate, numbered[slot]
    return pick, best


def _spare(camels: Camels, stones: list[int], own: list[int]) -> int:
    """Where to lift a camel that the way over these stones does not need, the supply first; -1
    none."""
    if own[-1] >> 5 == SUPPLY:
        return SUPPLY
    for camel in own:
        if not camel & 31 and camel >> 5 not in stones:
            return camel >> 5
    return -1


def _set(state: SaharaState, camels: Camels, rng: Random) -> int:
    """Set the lifted camel on the first gap of the best good's way, or on a lying good."""
    held = 0
    for camel in state.camels:
        if camel >> 5 != SUPPLY:
            held |= 1 << (camel >> 5)
    barred = held if state.left < 2 else 0
    if state.lifted != SUPPLY:
        barred |= 1 << state.lifted
    space, good, way = _best_carried(camels)
    fetch, gain = _best_fetch(state, camels)
    pays = fetch >= 0 and (not way or gain * FETCH > VALUES[good] / way)
    if pays and len(camels.laden) < CARRY and not (camels.free | barred) >> fetch & 1:
        return SET + fetch
    if way:
        target = _gap(state, camels, space, good, barred, held)
        if target >= 0:
            return SET + target
    if fetch >= 0 and not barred >> fetch & 1:
        return SET + fetch
    legal = state.legal()
    return legal[int(rng.random() * len(legal))]


def _gap(state: SaharaState, camels: Camels, space: int, good: int, barred: int, held: int) -> int:
    """The first space without a camel on the way of a good, -1 if none is available."""
    city = state.desert.city[good]
    stones = camels.path(space, good)
    for index, stone in enumerate(stones):
        target = stones[index + 1] if index + 1 < len(stones) else city
        if STEPS[stone][target] > 1:
            near = AROUND[stone] & RECTANGLE[stone][target] & ~barred
            for choice in (near & ~held, near):
                if choice:
                    return (choice & -choice).bit_length() - 1
            return -1
        if target == city and not camels.free >> city & 1:
            return -1 if barred >> city & 1 else city
    return -1
