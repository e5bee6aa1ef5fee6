"""Monte Carlo tree search for games with hidden information, chance and two to six seats.

- *Information-set MCTS with a single observer* (P. Cowling, E. Powley, D. Whitehouse, "Information
  Set Monte Carlo Tree Search", IEEE TCIAIG 4(2), 2012): every few iterations a full state is
  imagined that the observer's view allows (`Game.determinize`). A node stands for all positions
  that look alike to the observer: children are keyed by what it can tell of a move
  (`State.observed`), of the chance that follows it, and of whose turn it is then. Where the legal
  moves of a node differ between states, a move's exploration term uses the number of iterations in
  which it was available, as in that paper. With nothing hidden this is plain MCTS with chance
  nodes.
- *max^n* (C. Luckhardt, K. Irani, "An Algorithmic Solution of N-Person Games", AAAI 1986): results
  are one utility a seat, and each seat chooses for its own.
- *PUCT* (C. Rosin, "Multi-armed bandits with episode context", 2011; in the form of D. Silver et
  al., "Mastering the game of Go without human knowledge", Nature 550, 2017) among moves with
  priors; *UCB1* (P. Auer, N. Cesa-Bianchi, P. Fischer, 2002; in trees: L. Kocsis, C. Szepesvari,
  ECML 2006) among moves without. Both are scaled by the standard deviation of the results.

Rollouts are short and end in an evaluation, so that results are utilities in 0..1 throughout.
The code below runs some ten thousand times a second, compiled a hundred thousand: it keeps to plain
lists and local names, and to numbers that need no objects there.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from random import Random
from time import perf_counter
from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from ai.views import pack
from caravan_tui.games.contract import Game, View, seat_of
from caravan_tui.games.evaluator import Belief, Evaluator
from caravan_tui.games.kit import fields
from caravan_tui.games.state import CHANCE, IS_COMPILED, OVER, State

WORLD_USES: Final = 4
"""Iterations played in one imagined world before the next one is imagined."""

MAX_OUTCOMES: Final = 36
"""Different outcomes of chance after one move that get their own child; the rest share one."""

MAX_NODES: Final = 40_000
"""The largest number of nodes of one tree: then it grows no further."""

REMEMBERED_VISITS: Final = 12
"""Visits after which a node of the observer is worth finding again for its next decision."""

FIRST_SPREAD: Final = 0.15
"""Assumed standard deviation of the results until enough are seen."""


UCB: Final = 1.1
"""Exploration constant among moves without priors, in standard deviations of the results."""

PUCT: Final = 3.0
"""Exploration constant among moves with priors, in standard deviations of the results."""


@final
class Edge:
    """A move of a node, and what the search has seen of it.

    Nothing in a tree points upwards, so it is gone with its root without the collector of cycles.
    mypyc's `acyclic` is not for it, as it breaks objects that nest more than fifty deep.
    """

    __slots__ = (
        "action",
        "available",
        "branched",
        "child",
        "mean",
        "place",
        "prior",
        "total",
        "urge",
        "visits",
    )

    def __init__(self, action: i64, place: i64, prior: float) -> None:
        self.action: i64 = action
        self.place: i64 = place
        """Which of the moves of its node it is."""
        self.prior = prior
        self.visits = 0
        self.total = 0.0
        """Sum of the results of the seat that moves."""
        self.mean = 0.0
        """Their mean, once there is one."""
        self.urge = prior
        """The share of exploration: the prior, or 1, and less with every visit (`count_visit`)."""
        self.available = 0.0
        """Visits of the node in which the move was legal, in one that is not static."""
        self.branched: i64 = 0
        """How many outcomes of chance after it have a node of their own."""
        self.child: Node | None = None
        """What follows without chance, where moves are open: see `Node.sibling`."""

    def count_visit(self, result: float, has_prior: bool) -> None:
        """Add the result of a visit for the seat that moves."""
        visits = self.visits + 1
        total = self.total + result
        self.visits = visits
        self.total = total
        self.mean = total / visits
        self.urge = self.prior / (1 + visits) if has_prior else 1.0 / sqrt(float(visits))

    def direct_followers(self) -> list[Node]:
        """The nodes that `child` leads to."""
        nodes = []
        child = self.child
        while child is not None:
            nodes.append(child)
            child = child.sibling
        return nodes


@final
class Node:
    """All positions that look alike to the observer at one decision of the seat `actor`."""

    __slots__ = (
        "actor",
        "available",
        "children",
        "count",
        "edges",
        "index",
        "is_exact",
        "is_static",
        "moves",
        "onward",
        "ordered",
        "pick",
        "priors",
        "sibling",
        "total",
        "world",
    )

    pick: Edge
    """The move that the present iteration takes here."""

    def __init__(self, actor: i64, is_exact: bool, is_static: bool) -> None:
        self.actor: i64 = actor
        self.is_exact = is_exact
        """No node on the way here is shared by several outcomes of chance."""
        self.is_static = is_static
        """The list of moves is the same in every world."""
        self.count = 0
        self.total = 0.0
        """Sum of the actor's results."""
        self.moves: list[int] | None = None
        """None until the node is visited a second time, as most never are. What `expand` sets is
        there from then on."""
        self.children = _NO_CHILDREN
        """What follows chance, or a move that is hidden from others, by what the observer sees."""
        self.sibling: Node | None = None
        """The node after the same move with another seat to act: the next `Edge.child`."""
        self.onward: Node | None = None
        """Where the present iteration goes on."""

    def expand(self, moves: list[int], priors: list[float] | None) -> None:
        """Give the node its moves, in this order."""
        self.moves = moves
        self.priors = priors
        self.edges: list[Edge] = []
        """In a static node: the moves that have been visited, which are the first ones of `moves`;
        else all moves, as they were met."""
        self.index: dict[int, Edge] = {}
        """In a node that is not static, by action; unused in compiled code."""
        self.ordered: list[Edge] = []
        """The same, sorted by action, in compiled code: there, going through both lists at once
        is faster than looking numbers up."""
        self.children = {}
        self.world: i64 = -1
        """The number of the world in which the moves of `available` are the legal ones."""
        self.available: list[Edge] = []
        if not self.is_static:
            for place in range(len(moves)):
                self.available.append(
                    self.add(moves[place], 0.0 if priors is None else priors[place], place)
                )

    def add(self, action: i64, prior: float, rank: i64) -> Edge:
        """Add a move to a node whose moves differ between worlds. `rank` is at most its place in
        `ordered`."""
        edge = Edge(action, len(self.edges), prior)
        self.edges.append(edge)
        if IS_COMPILED:
            ordered = self.ordered
            while rank > 0 and ordered[rank - 1].action > action:
                rank -= 1
            while rank < len(ordered) and ordered[rank].action < action:
                rank += 1
            ordered.insert(rank, edge)
        else:
            self.index[action] = edge
        return edge

    def edge_at(self, place: i64) -> Edge:
        """The edge of a move of a static node; a new one if no visit has gone that way."""
        edges = self.edges
        if place < len(edges):
            return edges[place]
        assert self.moves is not None
        prior = 0.0 if self.priors is None else self.priors[place]
        return Edge(self.moves[place], place, prior)

    def most_visited(self) -> Edge:
        """The move with the most visits, the first of several."""
        if not self.edges:
            return self.edge_at(0)
        return max(self.edges, key=lambda edge: edge.visits)

    def followers(self, edge: Edge) -> list[Node]:
        """The nodes after a move without chance in between, by the seat to act there."""
        keys = range(edge.action << 4, (edge.action + 1) << 4)
        nodes = [self.children[key] for key in keys if key in self.children]
        nodes += edge.direct_followers()
        return sorted(nodes, key=lambda node: node.actor)

    def nodes_below(self) -> list[Node]:
        """The nodes one move below this one, after chance and without."""
        nodes = list(self.children.values())
        if self.moves is not None:
            for edge in self.edges:
                nodes += edge.direct_followers()
        return nodes


_NO_CHILDREN: Final[dict[int, Node]] = {}
"""What nodes without moves share; nobody changes it."""


def count_nodes(root: Node) -> int:
    """How many nodes lie below and at this one."""
    total = 0
    stack = [root]
    while stack:
        total += 1
        stack += stack.pop().nodes_below()
    return total


# Selection


def select(node: Node, scale: float) -> Edge:
    """The move to try in a node whose moves are the same in every world.

    An untried move counts as one try with the node's mean. The tried ones come first: among the
    rest the first has the highest prior, so no other needs a look.

    Args:
        node: a static node that has its moves, best prior first.
        scale: the unit of exploration, about the standard deviation of results (0..1).
    """
    count, edges = node.count, node.edges
    if not count:
        return node.edge_at(0)
    moves = node.moves
    assert moves is not None
    priors = node.priors
    visits = float(count)
    scale *= UCB * sqrt(log(visits)) if priors is None else PUCT * sqrt(visits)
    best: Edge | None = None
    best_score = -1e9
    for edge in edges:
        score = edge.mean + scale * edge.urge
        if score > best_score:
            best, best_score = edge, score
    place = len(edges)
    if place < len(moves):
        untried = scale if priors is None else scale * priors[place]
        if best is None or node.total / visits + untried > best_score:
            return node.edge_at(place)
    assert best is not None
    return best


def edges_of(node: Node, state: State, legal: list[int], evaluator: Evaluator[Any]) -> list[Edge]:
    """The moves of a node that are legal in this world, in their order. Those that the node has not
    seen before are added to it.

    Args:
        node: a node that is not static.
        state: the imagined position, which `evaluator` may be asked for priors.
        legal: its legal moves, at least one.
    """
    index, ordered = node.index, node.ordered
    if not IS_COMPILED:
        try:
            return [index[move] for move in legal]
        except KeyError:
            pass  # some are new
    edges: list[Edge] = []
    has_priors = node.priors is not None and len(legal) > 1
    new_priors: list[float] | None = None
    rank: i64 = 0
    last: i64 = -1
    size: i64 = len(ordered)
    for place in range(len(legal)):
        number = legal[place]
        action: i64 = number
        known: Edge | None = None
        if not IS_COMPILED:
            known = index.get(action)
        else:
            if action < last:
                rank = 0
            last = action
            while rank < size and ordered[rank].action < action:
                rank += 1
            if rank < size and ordered[rank].action == action:
                known = ordered[rank]
        if known is None:
            if has_priors and new_priors is None:
                new_priors = evaluator.priors(state, legal)
            known = node.add(action, 0.0 if new_priors is None else new_priors[place], rank)
            size += 1
        edges.append(known)
    return edges


def select_available(node: Node, edges: list[Edge], scale: float, rng: Random) -> Edge:
    """The move to try among those that are legal in this world.

    Every one of them counts as available once more. Moves never tried go first among those without
    priors, the most often available before the others.

    Args:
        node: a node that is not static.
        edges: its legal moves, at least one.
        scale: as in `select`.
        rng: breaks ties between untried moves.
    """
    if len(edges) == 1:
        edges[0].available += 1.0
        return edges[0]
    count = node.count
    best, best_score = edges[0], -1e9
    if node.priors is not None:
        scale *= PUCT
        mean = node.total / count if count else 0.5
        for edge in edges:
            seen = edge.available + 1.0
            edge.available = seen
            score = (edge.mean if edge.visits else mean) + scale * edge.urge * sqrt(seen)
            if score > best_score:
                best, best_score = edge, score
        return best
    scale *= UCB
    untried: list[Edge] = []
    most = 0.0
    for edge in edges:
        seen = edge.available + 1.0
        edge.available = seen
        if edge.visits:
            score = edge.mean + scale * edge.urge * sqrt(log(seen))
            if score > best_score:
                best, best_score = edge, score
        elif seen > most:
            most = seen
            untried = [edge]
        elif seen == most:
            untried.append(edge)
    if untried and (not count or node.total / count + scale * sqrt(log(most)) > best_score):
        return untried[int(rng.random() * len(untried))]
    return best


# The search


@mypyc_attr(allow_interpreted_subclasses=True)
class RootRule:
    """Shares out the iterations among the moves of the root, in place of `select`."""

    def begin_world(self, root: Node, scale: float) -> int:
        """How many of the next iterations share one imagined world; at least one.

        Args:
            root: a static node that has its moves, best prior first.
            scale: as in `select`.
        """
        return WORLD_USES

    def pick(self, root: Node) -> Edge:
        """The move that the next iteration tries."""
        raise NotImplementedError


_worlds: Final = [0]
"""How many worlds this process has imagined."""


def _next_world() -> int:
    """A number for a world that no node has seen, also none of a tree that is taken over."""
    _worlds[0] += 1
    return _worlds[0]


class SearchTree:
    """A tree under one view of one seat, and the iterations on it.

    The same game, evaluator, view, seed and number of iterations give the same tree.
    """

    def __init__(
        self,
        game: Game[Any],
        evaluator: Evaluator[Any],
        view: View,
        rng: Random,
        nodes: int = MAX_NODES,
        believes: bool = True,
    ) -> None:
        """Imagine the first world. Nothing is searched before `start` and `run`.

        Args:
            view: what the observer knows; its seat is the observer. Raises ValueError for a
                spectator's.
            rng: all chance of the search: worlds, draws, rollouts, ties.
            nodes: the most nodes that the tree may have.
            believes: whether it is asked what the others' moves tell of what is hidden.
        """
        self.game = game
        self.evaluator = evaluator
        self.view = view
        self.observer = seat_of(view)
        self.rng = rng
        self.node_count = 0
        self.max_nodes = nodes
        self.is_perfect = evaluator.PERFECT_INFORMATION
        self.world: State = game.determinize(view, rng)
        self.belief: Belief[Any] | None = (
            evaluator.belief(self.world, self.observer) if believes else None
        )
        """How likely what is hidden is; None: as `determinize` makes it."""
        if self.belief is not None:
            self.belief.imagine(self.world, rng)
        self.world_number = _next_world()
        self.world_uses = 0
        """Iterations that the present world still serves."""
        self.root = self._new_root()
        self.rule: RootRule | None = None
        """What chooses at the root, if not `select`."""
        self.remembered: dict[bytes, Node] = {}
        """Nodes of the observer's next decision, by the view it would have there."""
        self.iterations = 0
        """Iterations run on this root, without those of a tree it was taken from."""
        self.sums: list[list[float]] = []
        """Results of every seat, summed, by root move; of the iterations in `iterations`."""
        self.counts: list[int] = []
        self._sum = 0.0
        self._squares = 0.0
        self._played: State | None = None
        """The copy of the world that iterations play on."""
        clone: Any = type(self.world).clone
        self._clones = not (clone is State.clone or fields.is_made(clone))
        """The game copies its positions in a way of its own."""
        self._is_hidden = type(self.world).observed is not State.observed
        self._moves_hidden = self._is_hidden and not type(self.world).OPEN_MOVES
        self._depth = evaluator.ROLLOUT_DEPTH
        self._horizon = type(evaluator).horizon is not Evaluator.horizon
        self._prunes = type(evaluator).moves is not Evaluator.moves

    def _new_root(self) -> Node:
        """The node of the view: a decision of the observer, or of another seat while the observer
        thinks ahead. What that one may do can depend on what the observer does not see."""
        actor = self.world.to_act()
        return Node(actor, True, self.is_perfect or actor == self.observer)

    def start(self, root: Node | None = None, only: Sequence[int] = ()) -> int:
        """Set up the root; how many visits it has already.

        Args:
            root: a node of the tree for this seat's last decision that stands for the same view
                (`remembered`). It is taken over if it has the same moves and is not too large.
            only: the moves to consider, as far as they are legal, also those that the evaluator
                would leave out; none: those that are worth it.
        """
        legal = self.world.legal()
        moves = [move for move in legal if move in only]
        moves = moves or self.evaluator.root_moves(self.world, legal)
        if (
            root is not None
            and root.moves is not None
            and root.is_static
            and sorted(root.moves) == sorted(moves)
        ):
            self.root = root
            self.node_count = count_nodes(root)
            if self.node_count > self.max_nodes // 2:
                self.root = self._new_root()
                self.node_count = 0
        if self.root.moves is None:
            priors = self.evaluator.root_priors(self.world, moves) if len(moves) > 1 else None
            self._expand(self.root, moves, priors)
        assert self.root.moves is not None
        self.sums = [[] for _ in self.root.moves]
        self.counts = [0] * len(self.root.moves)
        return self.root.count

    @property
    def spread(self) -> float:
        """The standard deviation of the observer's results so far."""
        done = self.iterations
        if done < 16:
            return FIRST_SPREAD
        mean = self._sum / done
        return min(0.5, max(0.01, sqrt(max(0.0, self._squares / done - mean * mean))))

    def _expand(self, node: Node, moves: list[int], priors: list[float] | None) -> None:
        """Give a node its moves; a static one keeps them best prior first, else shuffled."""
        if node.is_static:
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
        """Run iterations: select, expand by one node, roll out, back up. How many ran.

        Args:
            iterations: the most to run.
            deadline: time of `perf_counter` after which no more are begun; the clock is read when
                a new world is imagined, every `WORLD_USES` iterations.
        """
        rng, root = self.rng, self.root
        observer, is_perfect = self.observer, self.is_perfect
        sums, counts = self.sums, self.counts
        rule = self.rule
        ran = 0
        scale = self.spread * self.evaluator.EXPLORATION_SCALE
        while ran < iterations:
            if self.world_uses == 0:
                if deadline is not None and perf_counter() >= deadline and self.iterations:
                    break
                if not is_perfect and self.iterations:
                    if self.belief is not None:
                        self.belief.imagine(self.world, rng)
                    elif not self.world.imagine(observer, rng):
                        self.world = self.game.determinize(self.view, rng)
                    self.world_number = _next_world()
                scale = self.spread * self.evaluator.EXPLORATION_SCALE
                self.world_uses = WORLD_USES if rule is None else rule.begin_world(root, scale)
            self.world_uses -= 1
            first = None if rule is None else rule.pick(root)
            values = self._descend(root, self._copy_of_world(), scale, first)
            node: Node | None = root
            while node is not None:
                edge = node.pick
                value = values[node.actor]
                node.count += 1
                node.total += value
                if not edge.visits and node.is_static:
                    node.edges.append(edge)
                edge.count_visit(value, node.priors is not None)
                node = node.onward
            place = root.pick.place
            while place >= len(counts):  # a move that another seat has in this world only
                counts.append(0)
                sums.append([])
            counts[place] = counts[place] + 1  # += is a generic call once compiled
            line = sums[place]
            if line:
                for seat in range(len(values)):
                    line[seat] = line[seat] + values[seat]
            else:
                sums[place] = list(values)
            utility = values[observer]
            self._sum += utility
            self._squares += utility * utility
            self.iterations += 1
            ran += 1
        return ran

    def _copy_of_world(self) -> State:
        """The imagined position, to be played on: the same object again and again."""
        world = self.world
        played = self._played
        if played is None or self._clones:
            played = self._played = world.clone()
        else:
            played.become(world)
        return played

    def _descend(self, node: Node, state: State, scale: float, first: Edge | None) -> list[float]:
        """Go down from `node`, add one node, and roll out from there.

        `Node.pick` and `Node.onward` tell the way afterwards.

        Args:
            state: the imagined position, played on in place.
            first: the move to begin with, if it is not to be selected.

        Returns:
            The utility of each seat, 0..1.
        """
        evaluator, rng, observer = self.evaluator, self.rng, self.observer
        is_hidden, moves_hidden = self._is_hidden, self._moves_hidden
        prunes, is_perfect = self._prunes, self.is_perfect
        before_own_move = True
        # Without chance and hidden moves on the way, a node is one position in each world.
        world: i64 = -1 if moves_hidden else self.world_number
        while True:
            moves = node.moves
            is_new = moves is None
            if moves is None:
                moves = state.legal()
                if prunes:
                    moves = evaluator.moves(state, moves)
                priors = evaluator.priors(state, moves) if len(moves) > 1 else None
                self._expand(node, moves, priors)
            if first is not None:
                edge = first
                first = None
            elif node.is_static:
                edge = node.edge_at(0) if len(moves) == 1 else select(node, scale)
            else:
                if not is_new and (node.world != world or world < 0):
                    moves = state.legal()
                    if prunes:
                        moves = evaluator.moves(state, moves)
                    node.available = edges_of(node, state, moves, evaluator)
                node.world = world
                edge = select_available(node, node.available, scale, rng)
            node.pick = edge
            node.onward = None
            action: int = edge.action
            child: Node | None = None
            is_exact = node.is_exact
            is_keyed = True
            key = (state.observed(action, observer) if moves_hidden else action) << 4
            state.apply(action)
            actor = state.to_act()
            if actor == CHANCE:
                if self._horizon and evaluator.horizon(state):
                    return evaluator.judge(state)
                world = -1
                while actor == CHANCE:
                    outcome = state.draw(rng)
                    key = hash((key, state.observed(outcome, observer) if is_hidden else outcome))
                    state.apply(outcome)
                    actor = state.to_act()
                key = (key << 4) + actor + 2
                child = node.children.get(key)
                if child is None and actor >= 0:
                    if edge.branched >= MAX_OUTCOMES:
                        key = -(((edge.place + 1) << 4) + actor + 2)
                        is_exact = False
                        child = node.children.get(key)
                    else:
                        edge.branched += 1
            elif moves_hidden:
                key += actor + 2
                child = node.children.get(key)
            else:
                is_keyed = False
                child = edge.child
                while child is not None and child.actor != actor:
                    child = child.sibling
            if actor == OVER:
                return evaluator.utility(state)
            if child is None:
                if self.node_count < self.max_nodes:
                    self.node_count += 1
                    child = Node(actor, is_exact, is_exact and (is_perfect or actor == observer))
                    if is_keyed:
                        node.children[key] = child
                    else:
                        child.sibling = edge.child
                        edge.child = child
                return rollout(state, evaluator, rng, self._horizon, self._depth)
            node.onward = child
            node = child
            if before_own_move and node.actor == observer:
                before_own_move = False
                if node.count == REMEMBERED_VISITS and node.is_exact:
                    self.remembered.setdefault(pack(self.game.view(state, observer)), node)


def rollout(
    state: State, evaluator: Evaluator[Any], rng: Random, horizon: bool, depth: int
) -> list[float]:
    """Play on in place by `Evaluator.play`, at most `depth` decisions, then evaluate.

    Args:
        horizon: whether the evaluator has a horizon, a chance before which it evaluates at once.
        depth: its `ROLLOUT_DEPTH`.

    Returns:
        The utility of each seat, 0..1.
    """
    while True:
        actor = state.to_act()
        if actor >= 0:
            if not depth:
                return evaluator.judge(state)
            depth -= 1
            state.apply(evaluator.play(state, rng))
        elif actor == CHANCE:
            if horizon and evaluator.horizon(state):
                return evaluator.judge(state)
            state.apply(state.draw(rng))
        else:
            return evaluator.utility(state)
