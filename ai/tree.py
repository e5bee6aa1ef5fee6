"""The tree of the search: nodes, selection and one run of iterations.

Information-set Monte Carlo tree search, single observer. A node stands for all positions that
look alike to the observing seat: children are keyed by what that seat can tell of a move
(`State.observed`), of the chance that follows it, and of whose turn it is then. Every seat
maximises its own utility (max^n). Where nothing is hidden this is plain Monte Carlo tree search
with chance nodes.

The statistics of a node's moves lie in parallel lists in the node. Where the list of moves can
differ from one imagined world to the next, each move counts how often it was available, and its
exploration term uses that count instead of the node's visits.
"""

from __future__ import annotations

from math import log, sqrt
from random import Random
from time import perf_counter

import msgpack

from ai.knowledge.base import Knowledge
from caravan_tui.games.contract import CHANCE, OVER, Game, State, View

WORLD = 4
"""Iterations played in one imagined world before the next one is imagined."""

OUTCOMES = 36
"""Different outcomes of chance after one move that get their own child; the rest share one."""

NODES = 40_000
"""Nodes of one tree; when there are so many, it grows no further."""

MARK = 12
"""Visits after which a node of the observer is worth finding again for its next decision."""

UCB = 1.1
"""Exploration among moves without priors, in standard deviations of the results."""

PUCT = 3.0
"""Exploration among moves with priors, in standard deviations of the results."""

FIRST_SPREAD = 0.15
"""Assumed standard deviation of the results until enough are seen."""

_TABLE = 1 << 14
_ROOT_LOG = [0.0, 0.0] + [sqrt(log(n)) for n in range(2, _TABLE)]
_ROOT = [sqrt(n) for n in range(_TABLE)]
_INVERSE = [1.0] + [1.0 / sqrt(n) for n in range(1, _TABLE)]


class Node:
    """All positions that look alike to the observer at one decision of the seat `actor`."""

    __slots__ = (
        "actor",
        "available",
        "branched",
        "clear",
        "count",
        "fixed",
        "index",
        "kids",
        "moves",
        "priors",
        "total",
        "totals",
        "tried",
        "visits",
    )

    def __init__(self, actor: int, clear: bool, fixed: bool) -> None:
        self.actor = actor
        self.clear = clear
        """No child on the way here is shared by several outcomes of chance."""
        self.fixed = fixed
        """The list of moves is the same in every world."""
        self.count = 0
        self.total = 0.0
        """Sum of the actor's results."""
        self.tried = 0
        """In a fixed node: how many moves, from the first, have been visited."""
        self.moves: list[int] | None = None
        self.visits = _NO_COUNTS
        self.totals = _NO_TOTALS
        self.available = _NO_COUNTS
        self.index: dict[int, int] | None = None
        """Place of a move, in a node that is not fixed."""
        self.priors: list[float] | None = None
        self.kids = _NO_KIDS
        self.branched: dict[int, int] | None = None
        """How many outcomes of chance have their own child, by move index."""


# Most nodes are never given their moves: they share these, which nobody changes.
_NO_COUNTS: list[int] = []
_NO_TOTALS: list[float] = []
_NO_KIDS: dict[int, Node] = {}


class Tree:
    """A tree under one view of one seat, and the iterations on it."""

    def __init__(
        self, game: Game, knowledge: Knowledge, view: View, rng: Random, nodes: int = NODES
    ) -> None:
        self.game = game
        self.knowledge = knowledge
        self.view = view
        self.me: int = view["seat"]
        self.rng = rng
        self.nodes = 0
        self.cap = nodes
        self.open = knowledge.OPEN
        self.world = game.determinize(view, rng)
        self.fresh = 0
        """Iterations that the present world still serves."""
        self.root = Node(self.me, True, True)
        self.marks: dict[bytes, Node] = {}
        """Nodes of the observer's next decision, by the view it would have there."""
        self.done = 0
        """Iterations run on this root, without those of a tree it was taken from."""
        self.sums: list[list[float]] = []
        """Results of every seat, summed, by root move; of the iterations in `done`."""
        self.counts: list[int] = []
        self._sum = 0.0
        self._squares = 0.0
        self._hides = type(self.world).observed is not State.observed
        self._horizon = type(knowledge).horizon is not Knowledge.horizon
        self._prunes = type(knowledge).moves is not Knowledge.moves

    def start(self, root: Node | None = None) -> int:
        """Set up the root, from a kept node if it fits; how many visits that node brings."""
        legal = self.world.legal()
        moves = self.knowledge.root_moves(self.world, legal)
        if (
            root is not None
            and root.moves is not None
            and root.fixed
            and sorted(root.moves) == sorted(moves)
        ):
            self.root = root
            self.nodes = count_nodes(root)
            if self.nodes > self.cap // 2:
                self.root = Node(self.me, True, True)
                self.nodes = 0
        if self.root.moves is None:
            self._expand(self.root, self.world, moves)
        assert self.root.moves is not None
        self.sums = [[] for _ in self.root.moves]
        self.counts = [0] * len(self.root.moves)
        return self.root.count

    @property
    def spread(self) -> float:
        """The standard deviation of the observer's results so far."""
        done = self.done
        if done < 16:
            return FIRST_SPREAD
        mean = self._sum / done
        return min(0.5, max(0.01, sqrt(max(0.0, self._squares / done - mean * mean))))

    def _expand(self, node: Node, state: State, moves: list[int]) -> None:
        """Give a node its moves; a fixed one keeps them best prior first, else shuffled."""
        priors = self.knowledge.priors(state, moves) if len(moves) > 1 else None
        if node.fixed:
            if priors is not None:
                order = sorted(range(len(moves)), key=priors.__getitem__, reverse=True)
                moves = [moves[place] for place in order]
                priors = [priors[place] for place in order]
            else:
                moves = moves[:]
                self.rng.shuffle(moves)
        else:
            node.index = {move: place for place, move in enumerate(moves)}
            node.available = [0] * len(moves)
            moves = moves[:]
            priors = None if priors is None else priors[:]
        node.priors = priors
        node.kids = {}
        node.visits = [0] * len(moves)
        node.totals = [0.0] * len(moves)
        node.moves = moves

    def run(self, iterations: int, deadline: float | None = None) -> int:
        """Run iterations, fewer if the deadline (of `perf_counter`) passes; how many ran.

        The clock is read when a new world is imagined, every `WORLD` iterations.
        """
        game, view, rng, root = self.game, self.view, self.rng, self.root
        me, open_ = self.me, self.open
        sums, counts = self.sums, self.counts
        ran = 0
        scale = self.spread * self.knowledge.EXPLORE
        path: list[Node] = []
        picks: list[int] = []
        while ran < iterations:
            if self.fresh == 0:
                if deadline is not None and perf_counter() >= deadline and self.done:
                    break
                if not open_ and self.done:
                    self.world = game.determinize(view, rng)
                self.fresh = WORLD
                scale = self.spread * self.knowledge.EXPLORE
            self.fresh -= 1
            state = self.world.clone()
            path.clear()
            picks.clear()
            values = self._descend(root, state, scale, path, picks)
            for node, pick in zip(path, picks, strict=True):
                value = values[node.actor]
                node.count += 1
                node.total += value
                visits = node.visits
                if not visits[pick]:
                    node.tried += 1
                visits[pick] += 1
                node.totals[pick] += value
            pick = picks[0]
            counts[pick] += 1
            line = sums[pick]
            if line:
                for seat, value in enumerate(values):
                    line[seat] += value
            else:
                sums[pick] = list(values)
            mine = values[me]
            self._sum += mine
            self._squares += mine * mine
            self.done += 1
            ran += 1
        return ran

    def _descend(
        self, node: Node, state: State, scale: float, path: list[Node], picks: list[int]
    ) -> list[float]:
        """Go down from the root, add one node, and give the utilities found below it."""
        knowledge, rng, me = self.knowledge, self.rng, self.me
        hides, prunes, open_ = self._hides, self._prunes, self.open
        near = True
        while True:
            if node.moves is None:
                legal = state.legal()
                self._expand(node, state, knowledge.moves(state, legal) if prunes else legal)
            moves = node.moves
            assert moves is not None
            if node.fixed:
                pick = 0 if len(moves) == 1 else select(node, scale)
            else:
                legal = state.legal()
                if prunes:
                    legal = knowledge.moves(state, legal)
                pick = self._select_available(node, state, legal, scale)
            path.append(node)
            picks.append(pick)
            action = moves[pick]
            key = (state.observed(action, me) if hides else action) << 4
            state.apply(action)
            actor = state.to_act()
            clear = node.clear
            if actor == CHANCE:
                if self._horizon and knowledge.horizon(state):
                    return knowledge.evaluate(state)
                while actor == CHANCE:
                    outcome = state.draw(rng)
                    key = hash((key, state.observed(outcome, me) if hides else outcome))
                    state.apply(outcome)
                    actor = state.to_act()
                key = (key << 4) + actor + 2
                if key not in node.kids and actor >= 0:
                    branched = node.branched
                    if branched is None:
                        branched = node.branched = {}
                    used = branched.get(pick, 0)
                    if used >= OUTCOMES:
                        key = -(((pick + 1) << 4) + actor + 2)
                        clear = False
                    else:
                        branched[pick] = used + 1
            else:
                key += actor + 2
            if actor == OVER:
                return knowledge.utility(state)
            child = node.kids.get(key)
            if child is None:
                if self.nodes < self.cap:
                    self.nodes += 1
                    node.kids[key] = Node(actor, clear, clear and (open_ or actor == me))
                return rollout(state, knowledge, rng, self._horizon)
            node = child
            if near and node.actor == me:
                near = False
                if node.count == MARK and node.clear:
                    self.marks.setdefault(pack(self.game.view(state, me)), node)

    def _select_available(self, node: Node, state: State, legal: list[int], scale: float) -> int:
        """The move to try among those of this world; unseen moves join the node."""
        index, moves = node.index, node.moves
        visits, totals, available = node.visits, node.totals, node.available
        assert moves is not None and index is not None
        if len(legal) == 1:
            place = index.get(legal[0], -1)
            if place < 0:
                place = self._join(node, legal[0])
            available[place] += 1
            return place
        places = [index.get(move, -1) for move in legal]
        if -1 in places:
            given = self.knowledge.priors(state, legal) if node.priors is not None else None
            for at, place in enumerate(places):
                if place < 0:
                    prior = 0.0 if given is None else given[at]
                    places[at] = self._join(node, legal[at], prior)
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
                return untried[int(self.rng.random() * len(untried))]
            return best
        scale *= PUCT
        mean = node.total / count if count else 0.5
        for place in places:
            seen = available[place] + 1
            available[place] = seen
            tried = visits[place]
            score = scale * priors[place] * _ROOT[seen] / (1 + tried)
            score += totals[place] / tried if tried else mean
            if score > best_score:
                best, best_score = place, score
        return best

    def _join(self, node: Node, move: int, prior: float = 0.0) -> int:
        """Add a move to a node whose moves differ between worlds; its place."""
        assert node.moves is not None and node.index is not None
        place = len(node.moves)
        node.index[move] = place
        node.moves.append(move)
        node.visits.append(0)
        node.totals.append(0.0)
        node.available.append(0)
        if node.priors is not None:
            node.priors.append(prior)
        return place


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


def _select_long(node: Node, places: list[int], scale: float) -> int:
    """The same as `Tree._select_available` for counts that no table holds; ties go to the first."""
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


def rollout(state: State, knowledge: Knowledge, rng: Random, horizon: bool) -> list[float]:
    """Play on in place by `Knowledge.play`, then evaluate: the utilities of all seats."""
    left = knowledge.ROLLOUT
    play = knowledge.play
    while True:
        actor = state.to_act()
        if actor >= 0:
            if not left:
                return knowledge.evaluate(state)
            left -= 1
            state.apply(play(state, rng))
        elif actor == CHANCE:
            if horizon and knowledge.horizon(state):
                return knowledge.evaluate(state)
            state.apply(state.draw(rng))
        else:
            return knowledge.utility(state)


def count_nodes(root: Node) -> int:
    """How many nodes lie below and at this one."""
    total = 0
    stack = [root]
    while stack:
        node = stack.pop()
        total += 1
        stack.extend(node.kids.values())
    return total


def pack(view: View) -> bytes:
    """The bytes of a view."""
    data: bytes = msgpack.packb(view, use_bin_type=True)
    return data
