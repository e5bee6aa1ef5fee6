"""The search of a computer seat: from the bytes of a view to a move.

`choose` is the whole of it in one call. `Searcher` is the same in slices, for workers that must
answer in between. A search is given a view and nothing else, so it cannot know more than the seat.
With the same view, seed and iterations it finds the same move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from time import perf_counter
from typing import Any

import msgspec

from ai import halving, levels
from ai.halving import Halving
from ai.mcts import MAX_NODES, Node, SearchTree
from ai.own_turn import OwnTurn
from ai.views import pack, unpack
from caravan_tui.bus.messages import Candidate, SearchResult
from caravan_tui.games import registry
from caravan_tui.games.contract import Game, State, View, seat_of
from caravan_tui.games.evaluator import Evaluator

NO_MOVE = -1
"""The answer of a seat that was asked out of turn and lets it be."""

MIN_FRESH = 0.4
"""Part of the iterations that always runs, however many visits a reused tree brings."""

MAX_LINE = 12
"""Longest line of play that is told, in decisions."""

MIN_LINE_VISITS = 5
"""Visits that a move needs to be told in it."""


class RootTable(msgspec.Struct, frozen=True, array_like=True):
    """What a search knows of its root. Tables of searches of the same view can be merged."""

    seat: int
    """The seat that decides."""
    rows: list[tuple[int, int, list[float]]]
    """A move each: the action, its visits, the sum of the utilities of each seat over those
    visits. Most visited first."""
    iterations: int
    """Iterations run for this answer."""
    spread: float
    """Standard deviation of the seat's utilities."""
    line: list[int]
    """The most visited line from the root, as far as no chance intervenes."""

    def candidates(self) -> list[Candidate]:
        """The moves as the messages have them: most visited first, then the better one."""
        return [
            Candidate(action, visits, [value / visits for value in sums])
            for action, visits, sums in self.rows
            if visits
        ]


def merge(tables: Sequence[RootTable]) -> RootTable:
    """One table of several that searched the same view with different seeds."""
    if len(tables) == 1:
        return tables[0]
    seat = tables[0].seat
    rows: dict[int, tuple[int, list[float]]] = {}
    for table in tables:
        for action, visits, sums in table.rows:
            before = rows.get(action)
            if before is None:
                rows[action] = (visits, list(sums))
            else:
                rows[action] = (
                    before[0] + visits,
                    [value + more for value, more in zip(before[1], sums, strict=True)],
                )
    merged = _sorted([(action, visits, sums) for action, (visits, sums) in rows.items()], seat)
    weight = sum(table.iterations for table in tables)
    spread = sum(table.spread * table.iterations for table in tables) / weight if weight else 0.15
    best = merged[0][0]
    lines = [table.line for table in tables if table.line and table.line[0] == best]
    return RootTable(seat, merged, weight, spread, max(lines, key=len, default=[best]))


def _sorted(
    rows: Iterable[tuple[int, int, list[float]]], seat: int
) -> list[tuple[int, int, list[float]]]:
    return sorted(
        rows, key=lambda row: (-row[1], -row[2][seat] / row[1] if row[1] else 0.0, row[0])
    )


class Searcher:
    """One decision of one seat, searched in slices.

    `keep` is the searcher of the same seat's decision before: if what has happened since was
    foreseen there, its tree is taken over and its visits count, up to 1 - `MIN_FRESH` of the
    budget.
    """

    def __init__(
        self,
        game: Game[Any] | str,
        view: View | bytes,
        seed: int,
        iterations: int,
        evaluator: Evaluator[Any] | None = None,
        keep: Searcher | None = None,
        nodes: int = MAX_NODES,
        moves: Sequence[int] = (),
        steps: Sequence[int] = (),
        takes_obvious: bool = False,
        halved: int = halving.MAX_ITERATIONS,
        believes: bool = True,
    ) -> None:
        """Imagine a first position; nothing is searched yet.

        Args:
            moves: the only moves to consider, by default all that are worth it.
            steps: what the seat has done since its turn began; nothing of it is taken back.
            takes_obvious: consider only what everybody sees, where there is such a move.
            halved: the most iterations that are shared out by halving. Such a search begins anew.
            believes: whether it uses what the others' moves tell of what is hidden.
        """
        self.game = registry.get(game) if isinstance(game, str) else game
        self.view = unpack(view) if isinstance(view, bytes) else view
        self.seat = seat_of(self.view)
        self.evaluator = registry.evaluator(self.game.spec.id) if evaluator is None else evaluator
        self.tree = SearchTree(self.game, self.evaluator, self.view, Random(seed), nodes, believes)
        self.legal = self.tree.world.legal()
        considered = moves or ([] if self._is_ahead else self._sensible(steps, takes_obvious))
        is_halved = iterations <= halved and not self._is_ahead
        self.reused = self.tree.start(None if is_halved else self._root_after(keep), considered)
        if keep is not None and keep.evaluator is self.evaluator and self._is_ahead:
            for view_bytes, node in keep.tree.remembered.items():
                self.tree.remembered.setdefault(view_bytes, node)
        self.target = max(1, iterations)
        if self.reused:
            self.target = max(1, int(MIN_FRESH * iterations), iterations - self.reused)
        is_forced = len(self.legal) == 1 or (len(self.tree.counts) == 1 and not moves)
        if is_forced and not self._is_ahead:
            self.target = 0
        elif is_halved:
            self.tree.rule = Halving(self.tree.root, self.target)

    @property
    def _is_ahead(self) -> bool:
        """Whether another seat is to act: its own decision is still to come."""
        return bool(self.view["to_act"] != self.seat)

    def _sensible(self, steps: Sequence[int], takes_obvious: bool) -> list[int]:
        evaluator, world = self.evaluator, self.tree.world
        worth_it = evaluator.root_moves(world, self.legal)
        if len(worth_it) > 1:
            worth_it = evaluator.sensible(world, worth_it, steps)
            if takes_obvious:
                worth_it = evaluator.obvious(world, worth_it) or worth_it
        return worth_it

    def _root_after(self, keep: Searcher | None) -> Node | None:
        if keep is None or keep.seat != self.seat or keep.evaluator is not self.evaluator:
            return None
        return keep.tree.remembered.get(pack(self.view))

    @property
    def iterations(self) -> int:
        """Iterations run so far."""
        return self.tree.iterations

    @property
    def done(self) -> float:
        """How much of the budget is used, 0..1."""
        return min(1.0, self.tree.iterations / self.target) if self.target else 1.0

    def step(self, iterations: int | None = None, seconds: float | None = None) -> bool:
        """Search on, up to these numbers of iterations and (about) seconds. True: finished."""
        left = self.target - self.tree.iterations
        if left > 0:
            limit = left if iterations is None else min(left, iterations)
            deadline = None if seconds is None else perf_counter() + seconds
            self.tree.run(limit, deadline)
        return self.tree.iterations >= self.target

    def table(self) -> RootTable:
        """What is known now. Before the first iteration: the first move by prior, unvisited."""
        tree, root = self.tree, self.tree.root
        assert root.moves is not None
        seats = self.view["seats"]
        whole = [0.0] * seats
        for sums in tree.sums:
            for seat, value in enumerate(sums):
                whole[seat] += value
        rows: list[tuple[int, int, list[float]]] = []
        for place, move in enumerate(root.moves):
            edge = root.edge_at(place)
            visits, fresh = edge.visits, tree.counts[place]
            if fresh:
                values = [value / fresh for value in tree.sums[place]]
            elif tree.iterations:
                values = [value / tree.iterations for value in whole]
            else:
                values = [0.5] * seats
            sums = [value * visits for value in values]
            sums[self.seat] = edge.total
            rows.append((move, visits, sums))
        rows = _sorted(rows, self.seat)
        return RootTable(self.seat, rows, tree.iterations, tree.spread, self._line())

    def _line(self) -> list[int]:
        """The most visited moves from the root on, up to chance or the unknown."""
        line: list[int] = []
        node: Node | None = self.tree.root
        while node is not None and node.moves and len(line) < MAX_LINE:
            edge = node.most_visited()
            if edge.visits < MIN_LINE_VISITS and line:
                break
            line.append(edge.action)
            node = max(node.followers(edge), key=lambda child: child.count, default=None)
        return line

    def trim(self) -> None:
        """Drop all but what the next search of this seat may take over. Ends this search."""
        self.tree.root = Node(self.seat, True, True)
        self.target = 0

    def result(self, level: levels.Level = levels.MASTER, judgement: int = 0) -> SearchResult:
        """The answer as a level gives it."""
        return answer(self.table(), level, judgement)


def answer(table: RootTable, level: levels.Level, judgement: int) -> SearchResult:
    """The move that a level plays from a table, with all that was considered.

    Args:
        judgement: seeds what the level misjudges.
    """
    candidates = table.candidates()
    if not candidates:
        return SearchResult("", table.rows[0][0])
    action = levels.pick(level, candidates, table.seat, table.spread, judgement)
    line = table.line if table.line and table.line[0] == action else [action]
    return SearchResult("", action, table.iterations, candidates=candidates, line=line)


def choose(
    game: Game[Any] | str,
    view: View | bytes,
    level: str,
    seed: int,
    iterations: int | None = None,
    style: str | None = None,
    seconds: float | None = None,
    keep: list[Searcher] | None = None,
    moves: Sequence[int] = (),
    turn: OwnTurn | None = None,
) -> SearchResult:
    """The move of a seat, in one call.

    The seat is the view's. If it is not that seat's decision, the question is whether it wants to
    do something out of turn: the answer may be NO_MOVE. `iterations` overrides the level's
    number; `seconds` is a cap in wall-clock time, without one the answer depends on view and seed
    alone. `keep` is a list that holds the seat's last searcher from call to call.
    `moves`: the only moves to consider, by default all that are worth it. `turn` is what the seat
    remembers of its turn: the move is added to it.

    Raises UnknownLevelError, UnknownStyleError, UnknownGameError.
    """
    started = perf_counter()
    if isinstance(game, str):
        game = registry.get(game)
    packed = view if isinstance(view, bytes) else pack(view)
    if isinstance(view, bytes):
        view = unpack(view)
    evaluator = registry.evaluator(game.spec.id, style, level)
    strength = levels.get(level).suited(evaluator)
    budget = strength.budget(seconds is not None) if iterations is None else iterations
    if view["to_act"] != view["seat"]:
        return out_of_turn(game, view, evaluator, seed)
    if turn is None:
        turn = OwnTurn()
    turn.resume(view, packed, character_of(level, style))
    if budget <= 0 or strength.iterations == 0:
        result = quick(game, view, evaluator, seed, level)
        turn.add(result.action)
        return result
    last = keep[0] if keep else None
    searcher = Searcher(
        game,
        view,
        seed,
        budget,
        evaluator,
        last,
        strength.nodes,
        moves=moves,
        steps=turn.steps,
        takes_obvious=strength.takes_obvious,
    )
    searcher.step(seconds=seconds)
    if keep is not None:
        keep[:] = [searcher]
    result = searcher.result(strength, turn.judgement)
    turn.add(result.action)
    return SearchResult(
        "",
        result.action,
        result.iterations,
        perf_counter() - started,
        result.candidates,
        line=result.line,
    )


def character_of(level: str, style: str | None, name: str = "") -> str:
    """Who a computer player is, for what it misjudges."""
    return f"{level}:{style or ''}:{name}"


def quick(
    game: Game[Any], view: View, evaluator: Evaluator[Any], seed: int, level: str = "greedy"
) -> SearchResult:
    """A move without a search: `random`, or the evaluator's best one ply deep."""
    rng = Random(seed)
    state = game.determinize(view, rng)
    if level == "random":
        legal = state.legal()
        return SearchResult("", legal[int(rng.random() * len(legal))])
    return SearchResult("", evaluator.greedy(state, rng))


def out_of_turn(game: Game[Any], view: View, evaluator: Evaluator[Any], seed: int) -> SearchResult:
    """What the seat does at another seat's decision, or NO_MOVE."""
    rng = Random(seed)
    state: State = game.determinize(view, rng)
    seat = seat_of(view)
    may = state.interrupts().get(seat)
    if not may:
        return SearchResult("", NO_MOVE)
    action = evaluator.interrupt(state, seat, rng)
    return (
        SearchResult("", action if action in may else NO_MOVE)
        if action is not None
        else SearchResult("", NO_MOVE)
    )
