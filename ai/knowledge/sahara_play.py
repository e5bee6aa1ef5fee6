"""A quick policy for Caravan, for rollouts: it always works for one good, the one that pays best.

Pure chance never delivers a good. This policy delivers and picks up when it can; otherwise it
takes the next step for the carried good with the most points for its way, or sends a camel that is
not needed there to the lying good that pays best.
"""

from __future__ import annotations

from random import Random

from ai.knowledge.sahara_ways import AROUND, RECTANGLE, Camels, camels_of
from caravan_tui.games.sahara.actions import END, LIFT, MOVE, PICK, SET
from caravan_tui.games.sahara.desert import SPACES, STEPS, SUPPLY, VALUES, chain
from caravan_tui.games.sahara.rules import SaharaState

CARRY = 3
"""Goods that the policy is content to carry at once."""
FETCH = 0.8
"""What a lying good counts beside a carried one."""


def next_step(state: SaharaState, rng: Random) -> int:
    """A legal action for the seat to act."""
    seat, each = state.actor, state.each
    own = state.camels[seat * each : seat * each + each]
    mine = camels_of(state.desert, tuple(own))
    if state.lifted >= 0:
        return _set(state, mine, rng)
    city = state.desert.city
    space, good, way = _best_carried(mine)
    if way == 1:
        under = int(space * 32 + good + 1 not in own)
        return MOVE + ((space * SPACES + city[good]) * 8 + good) * 2 + under
    rate = VALUES[good] / way if way else 0.0
    if mine.empty > 1:
        pick = _best_pick(state, mine)
        if pick >= 0 and (len(mine.laden) < CARRY or state.demand[state.desert.slot[pick]]):
            return PICK + pick
    fetch, gain = _best_fetch(state, mine)
    if fetch >= 0 and len(mine.laden) < CARRY and gain * FETCH > rate:
        lift = _spare(mine, [], own)
        if lift >= 0:
            return LIFT + lift
    if not way:
        return END
    stones = mine.row(space, good)
    lift = _spare(mine, stones, own)
    if lift >= 0:
        return LIFT + lift
    # All empty camels stand on the way: the good goes on as far as it can.
    linked = chain(space, mine.all)
    for stone in reversed(stones[1:]):
        if mine.free >> stone & 1 and linked >> stone & 1:
            under = int(space * 32 + good + 1 not in own)
            return MOVE + ((space * SPACES + stone) * 8 + good) * 2 + under
    for stone in reversed(stones[1:]):
        if mine.free >> stone & 1:
            return LIFT + stone
    return END


def _best_carried(mine: Camels) -> tuple[int, int, int]:
    """Space, good and way of the carried good that pays best; a way of 0 if there is none."""
    best, found = 0.0, (0, 0, 0)
    for space, good, _under, way in mine.laden:
        rate = VALUES[good] / way
        if rate > best:
            best, found = rate, (space, good, way)
    return found


def _best_pick(state: SaharaState, mine: Camels) -> int:
    """The space of the best good under an empty camel of mine, -1 for none."""
    best, found = 0.0, -1
    numbered = state.desert.numbered
    for slot, good in enumerate(state.loose):
        if good >= 0 and mine.free >> numbered[slot] & 1:
            rate = (VALUES[good] + 2 * state.demand[slot]) / mine.way(numbered[slot], good)
            if rate > best:
                best, found = rate, numbered[slot]
    return found


def _best_fetch(state: SaharaState, mine: Camels) -> tuple[int, float]:
    """The space of the lying good that pays best for its way, and the points an action."""
    best, found = 0.0, -1
    numbered = state.desert.numbered
    left = any(state.bag)
    for slot, good in enumerate(state.loose):
        if good >= 0:
            value = (VALUES[good] if left else 0) + state.demand[slot]
            rate = value / (2 + mine.way(numbered[slot], good))
            if rate > best:
                best, found = rate, numbered[slot]
    return found, best


def _spare(mine: Camels, stones: list[int], own: list[int]) -> int:
    """A camel that the way over these stones does not need: the supply's first; -1 for none."""
    if own[-1] >> 5 == SUPPLY:
        return SUPPLY
    for camel in own:
        if not camel & 31 and camel >> 5 not in stones:
            return camel >> 5
    return -1


def _set(state: SaharaState, mine: Camels, rng: Random) -> int:
    """Where the lifted camel goes: on the first gap of the best good's way, or to a lying good."""
    held = 0
    for camel in state.camels:
        if camel >> 5 != SUPPLY:
            held |= 1 << (camel >> 5)
    barred = held if state.left < 2 else 0
    if state.lifted != SUPPLY:
        barred |= 1 << state.lifted
    space, good, way = _best_carried(mine)
    fetch, gain = _best_fetch(state, mine)
    pays = fetch >= 0 and (not way or gain * FETCH > VALUES[good] / way)
    if pays and len(mine.laden) < CARRY and not (mine.free | barred) >> fetch & 1:
        return SET + fetch
    if way:
        target = _gap(state, mine, space, good, barred, held)
        if target >= 0:
            return SET + target
    if fetch >= 0 and not barred >> fetch & 1:
        return SET + fetch
    legal = state.legal()
    return legal[int(rng.random() * len(legal))]


def _gap(state: SaharaState, mine: Camels, space: int, good: int, barred: int, held: int) -> int:
    """The first space without a camel on the way of a good, -1 if none can be had."""
    city = state.desert.city[good]
    stones = mine.row(space, good)
    for index, stone in enumerate(stones):
        target = stones[index + 1] if index + 1 < len(stones) else city
        if STEPS[stone][target] > 1:
            near = AROUND[stone] & RECTANGLE[stone][target] & ~barred
            for choice in (near & ~held, near):
                if choice:
                    return (choice & -choice).bit_length() - 1
            return -1
        if target == city and not mine.free >> city & 1:
            return -1 if barred >> city & 1 else city
    return -1
