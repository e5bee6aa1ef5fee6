"""Which move of a node the search tries next.

Among moves without priors by UCB1, among moves with priors by PUCT, both scaled by the spread of
the results. Where the list of moves can differ from one imagined world to the next, the exploration
term of a move uses how often it was available instead of the node's visits.
"""

from __future__ import annotations

from math import log, sqrt
from random import Random

from ai.knowledge.base import Knowledge
from ai.node import Node
from caravan_tui.games.contract import State

UCB = 1.1
"""Exploration among moves without priors, in standard deviations of the results."""

PUCT = 3.0
"""Exploration among moves with priors, in standard deviations of the results."""

_TABLE = 1 << 14
_ROOT_LOG = [0.0, 0.0] + [sqrt(log(n)) for n in range(2, _TABLE)]
_ROOT = [sqrt(n) for n in range(_TABLE)]
_INVERSE = [1.0] + [1.0 / sqrt(n) for n in range(1, _TABLE)]


def select(node: Node, scale: float) -> int:
    """The move to try in a node whose moves are fixed.

    An untried move counts as one try with the node's mean. The tried ones are the first `tried`:
    among the rest the first has the highest prior, so no other needs a look.
    """
    count = node.count
    if not count:
        return 0
    visits, totals, tried = node.visits, node.totals, node.tried
    best, best_score = 0, -1e9
    priors = node.priors
    if priors is None:
        scale *= UCB * (_ROOT_LOG[count] if count < _TABLE else sqrt(log(count)))
        if count < _TABLE:
            for place in range(tried):
                times = visits[place]
                score = totals[place] / times + scale * _INVERSE[times]
                if score > best_score:
                    best, best_score = place, score
        else:
            for place in range(tried):
                times = visits[place]
                score = totals[place] / times + scale / sqrt(times)
                if score > best_score:
                    best, best_score = place, score
        if tried < len(visits) and node.total / count + scale > best_score:
            return tried
        return best
    scale *= PUCT * sqrt(count)
    for place in range(tried):
        times = visits[place]
        score = totals[place] / times + scale * priors[place] / (1 + times)
        if score > best_score:
            best, best_score = place, score
    if tried < len(visits) and node.total / count + scale * priors[tried] > best_score:
        return tried
    return best


def select_available(
    node: Node, state: State, legal: list[int], scale: float, knowledge: Knowledge, rng: Random
) -> int:
    """The move to try among those of this world; unseen moves join the node."""
    index, moves = node.index, node.moves
    visits, totals, available = node.visits, node.totals, node.available
    assert moves is not None and index is not None
    if len(legal) == 1:
        place = index.get(legal[0], -1)
        if place < 0:
            place = node.join(legal[0])
        available[place] += 1
        return place
    try:
        places = [index[move] for move in legal]
    except KeyError:
        given = knowledge.priors(state, legal) if node.priors is not None else None
        for at, move in enumerate(legal):
            if move not in index:
                node.join(move, 0.0 if given is None else given[at])
        places = [index[move] for move in legal]
    count = node.count
    if count >= _TABLE - 1:
        return _select_long(node, places, scale)
    best, best_score = -1, -1e9
    untried: list[int] = []
    most = 0
    priors = node.priors
    if priors is None:
        scale *= UCB
        for place in places:
            seen = available[place] + 1
            available[place] = seen
            tried = visits[place]
            if tried:
                score = totals[place] / tried + scale * _ROOT_LOG[seen] * _INVERSE[tried]
                if score > best_score:
                    best, best_score = place, score
            elif seen > most:
                most = seen
                untried = [place]
            elif seen == most:
                untried.append(place)
        if untried and (not count or node.total / count + scale * _ROOT_LOG[most] > best_score):
            return untried[int(rng.random() * len(untried))]
        return best
    scale *= PUCT
    mean = node.total / count if count else 0.5
    root = _ROOT
    for place in places:
        seen = available[place] + 1
        available[place] = seen
        tried = visits[place]
        if tried:
            score = scale * priors[place] * root[seen] / (1 + tried) + totals[place] / tried
        else:
            score = scale * priors[place] * root[seen] + mean
        if score > best_score:
            best, best_score = place, score
    return best


def _select_long(node: Node, places: list[int], scale: float) -> int:
    """The same as `select_available` for counts that no table holds; ties go to the first."""
    available, visits, totals, priors = node.available, node.visits, node.totals, node.priors
    mean = node.total / node.count
    best, best_score = -1, -1e9
    for place in places:
        available[place] += 1
        seen, tried = available[place], visits[place]
        if priors is None:
            bonus = UCB * sqrt(log(seen + 1) / max(1, tried))
        else:
            bonus = PUCT * priors[place] * sqrt(seen) / (1 + tried)
        score = (totals[place] / tried if tried else mean) + scale * bonus
        if score > best_score:
            best, best_score = place, score
    return best
