"""A move without workers: for when they are broken, hung or all busy."""

from __future__ import annotations

import logging
from random import Random
from time import perf_counter

from ai.search import NO_MOVE
from ai.views import unpack
from caravan_tui.bus.messages import SearchRequest
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER

log = logging.getLogger(__name__)

QUICK_SECONDS = 0.1
"""Seconds that the quick move may look for a good one."""


def quick_move(ask: SearchRequest, rng: Random) -> int:
    """The move that looks best one ply deep, best prior first, within `QUICK_SECONDS`."""
    view = unpack(ask.view)
    seat = view["seat"]
    if view["to_act"] != seat:
        return NO_MOVE
    try:
        evaluator = registry.evaluator(ask.game, ask.style, ask.level)
        state = registry.get(ask.game).determinize(view, rng)
        worth_it = evaluator.moves(state, state.legal())
        moves = evaluator.sensible(state, worth_it, ask.steps)
        priors = evaluator.priors(state, moves) if len(moves) > 1 else None
        if priors is not None:
            order = sorted(range(len(moves)), key=priors.__getitem__, reverse=True)
            moves = [moves[place] for place in order]
        best, best_value = moves[0], -1.0
        end = perf_counter() + QUICK_SECONDS
        for move in moves:
            after = state.clone()
            after.apply(move)
            while after.to_act() == CHANCE and not evaluator.horizon(after):
                after.apply(after.draw(rng))
            over = after.to_act() == OVER
            value = (evaluator.utility(after) if over else evaluator.evaluate(after))[seat]
            if value > best_value:
                best, best_value = move, value
            if perf_counter() > end:
                break
        return best
    except Exception:
        log.exception("no quick move in %s", ask.game)
        return some_move(ask, rng)


def some_move(ask: SearchRequest, rng: Random) -> int:
    """Any legal move, without asking the evaluator, which may be what broke the workers."""
    view = unpack(ask.view)
    if view["to_act"] != view["seat"]:
        return NO_MOVE
    legal: list[int] = registry.get(ask.game).determinize(view, rng).legal()
    return legal[int(rng.random() * len(legal))]
