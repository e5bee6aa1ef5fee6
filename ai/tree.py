"""The tree of the search and one run of iterations on it.

Information-set Monte Carlo tree search, single observer. A node (`ai/node.py`) stands for all
positions that look alike to the observing seat: children are keyed by what that seat can tell of a
move (`State.observed`), of the chance that follows it, and of whose turn it is then. Every seat
maximises its own utility (max^n). Where nothing is hidden this is plain Monte Carlo tree search
with chance nodes. Which move of a node is tried next is in `ai/selection.py`.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from time import perf_counter

import msgpack

from ai.knowledge.base import Knowledge
from ai.node import Node, count_nodes
from ai.selection import select, select_available
from caravan_tui.games.contract import CHANCE, OVER, Game, State, View

WORLD = 4
"""Iterations played in one imagined world before the next one is imagined."""

OUTCOMES = 36
"""Different outcomes of chance after one move that get their own child; the rest share one."""

NODES = 40_000
"""Nodes of one tree; when there are so many, it grows no further."""

MARK = 12
"""Visits after which a node of the observer is worth finding again for its next decision."""

FIRST_SPREAD = 0.15
"""Assumed standard deviation of the results until enough are seen."""


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
        self._hides_moves = self._hides and not type(self.world).OPEN_MOVES
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
            priors = self.knowledge.root_priors(self.world, moves) if len(moves) > 1 else None
            self._expand(self.root, moves, priors)
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

    def _expand(self, node: Node, moves: list[int], priors: list[float] | None) -> None:
        """Give a node its moves; a fixed one keeps them best prior first, else shuffled."""
        if node.fixed:
            if priors is not None:
                order = sorted(range(len(moves)), key=priors.__getitem__, reverse=True)
                moves = [moves[place] for place in order]
                priors = [priors[place] for place in order]
            else:
                moves = moves[:]
                self.rng.shuffle(moves)
        else:
            moves = moves[:]
            priors = None if priors is None else priors[:]
        node.expand(moves, priors)

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
                before = visits[pick]
                if not before:
                    node.tried += 1
                visits[pick] = before + 1
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
        hides, hides_moves = self._hides, self._hides_moves
        prunes, open_ = self._prunes, self.open
        near = True
        while True:
            if node.moves is None:
                legal = state.legal()
                if prunes:
                    legal = knowledge.moves(state, legal)
                priors = knowledge.priors(state, legal) if len(legal) > 1 else None
                self._expand(node, legal, priors)
            moves = node.moves
            assert moves is not None
            if node.fixed:
                pick = 0 if len(moves) == 1 else select(node, scale)
            else:
                legal = state.legal()
                if prunes:
                    legal = knowledge.moves(state, legal)
                pick = select_available(node, state, legal, scale, knowledge, rng)
            path.append(node)
            picks.append(pick)
            action = moves[pick]
            key = (state.observed(action, me) if hides_moves else action) << 4
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


def pack(view: View) -> bytes:
    """The bytes of a view."""
    data: bytes = msgpack.packb(view, use_bin_type=True)
    return data
