"""The search: it finds what is best, knows no more than the seat, and repeats itself."""

import gc
import sys
from functools import cache
from random import Random
from typing import Any

import pytest
from attrs import evolve

from ai import levels
from ai.mcts import REMEMBERED_VISITS, Node, count_nodes
from ai.search import NO_MOVE, Searcher, choose, merge
from ai.views import pack
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER, Event, State, View
from caravan_tui.games.evaluator import Evaluator
from caravan_tui.games.registry import UnknownStyleError
from tests.ai.beginning import Begin
from tests.support.matches import first_position


@cache
def race_value(mine: int, other: int, depth: int = 18) -> float:
    """Chance that the seat to move wins the race toy, by looking at everything."""
    return max(race_values(mine, other, depth))


def race_values(mine: int, other: int, depth: int = 18) -> list[float]:
    def after(place: int) -> float:
        if place >= 20:
            return 1.0
        return 0.5 if depth == 0 else 1.0 - race_value(other, place, depth - 1)

    rolled = [after(max(0, mine - 3))] + [after(mine + die) for die in range(2, 7)]
    return [after(mine + 2), sum(rolled) / 6]


class RaceMind(Evaluator[Any]):
    """Counts wins alone, so that the exact solution is the yardstick."""

    PERFECT_INFORMATION = True
    ROLLOUT_DEPTH = 200

    def utility(self, state: State) -> list[float]:
        return [1.0 if rank == 1 else 0.0 for rank in state.outcome()]


def test_search_finds_the_exact_best_move_of_a_game_of_chance(toys: str) -> None:
    game = registry.get("race")
    clear = 0
    for mine in range(8, 20, 2):
        for other in range(9, 20, 3):
            step, roll = race_values(mine, other)
            if abs(step - roll) < 0.04:
                continue
            clear += 1
            state = game.setup({}, 2)
            state.places = [mine, other]
            searcher = Searcher(game, game.view(state, 0), 7, 1500, RaceMind())
            searcher.step()
            result = searcher.result()
            assert result.action == int(roll > step), (mine, other, step, roll)
            best = result.candidates[0].value[0]
            assert best == pytest.approx(max(step, roll), abs=0.08)
    assert clear >= 8


def test_search_does_not_believe_that_it_will_know_the_hidden_coin(toys: str, begin: Begin) -> None:
    state = begin("guess")
    view = registry.get("guess").view(state, 0)
    result = choose("guess", view, "master", 3, iterations=800)
    assert result.action == 0
    gamble = next(candidate for candidate in result.candidates if candidate.action == 1)
    assert gamble.value[0] < 0.75  # who believes to know the coin expects 0.87
    assert not registry.evaluator("guess").PERFECT_INFORMATION


def test_the_move_stays_when_only_the_hidden_truth_changes(toys: str, begin: Begin) -> None:
    game = registry.get("bids")
    state = begin("bids", seed=4)
    state.apply(state.legal()[1])
    view = pack(game.view(state, 1))
    moves, truths = set(), set()
    rng = Random(2)
    for _ in range(30):
        other = game.determinize(game.view(state, 1), rng)
        truths.add((other.hands[0], other.pending))
        assert pack(game.view(other, 1)) == view
        result = choose(game, pack(game.view(other, 1)), "merchant", 5, iterations=150)
        moves.add((result.action, tuple(candidate.visits for candidate in result.candidates)))
    assert len(truths) > 10
    assert len(moves) == 1


def test_worlds_agree_with_the_view_of_the_seat(toys: str, begin: Begin) -> None:
    """A search never looks at the state it was made from: it gets none."""
    game = registry.get("bids")
    view = game.view(begin("bids"), 0)
    seen = []

    def spy(view: View, rng: Random) -> State:
        world: State = game.determinize(view, rng)
        seen.append(pack(game.view(world, 0)))
        return world

    choose(evolve(game, determinize=spy), view, "master", 1, iterations=100)
    assert len(seen) >= 20
    assert set(seen) == {pack(view)}


@pytest.mark.parametrize("level", ["porter", "master", "greedy", "random"])
def test_same_view_and_seed_give_the_same_answer_and_another_generator_is_left_alone(
    toys: str, begin: Begin, level: str
) -> None:
    import random

    view = registry.get("bids").view(begin("bids"), 0)
    random.seed(1)
    before = random.getstate()
    first = choose("bids", view, level, 9, iterations=120)
    assert random.getstate() == before
    random.seed(2)
    again = choose("bids", view, level, 9, iterations=120)
    assert first.action == again.action
    assert first.candidates == again.candidates
    assert first.line == again.line


def test_slices_add_up_to_the_whole_search(toys: str, begin: Begin) -> None:
    view = registry.get("bids").view(begin("bids"), 0)
    whole = Searcher("bids", view, 3, 200)
    whole.step()
    sliced = Searcher("bids", view, 3, 200)
    steps = 0
    while not sliced.step(iterations=16):
        steps += 1
    assert steps == 12
    assert sliced.table().rows == whole.table().rows


def test_one_legal_move_is_answered_at_once(toys: str, begin: Begin) -> None:
    game = registry.get("bids")
    state = begin("bids")
    rng = Random(1)
    while len(state.legal()) > 1 or state.to_act() != 0:
        state.apply(state.draw(rng) if state.to_act() == CHANCE else state.legal()[0])
    result = choose(game, game.view(state, 0), "master", 1)
    assert (result.action, result.iterations) == (state.legal()[0], 0)


def test_a_kept_tree_gives_its_visits_to_the_next_decision(toys: str, begin: Begin) -> None:
    game = registry.get("race")
    state = begin("race")
    first = Searcher(game, game.view(state, 0), 1, 2000)
    first.step()
    state.apply(0)
    state.apply(0)
    second = Searcher(game, game.view(state, 0), 2, 2000, keep=first)
    assert REMEMBERED_VISITS <= second.reused < 2000
    assert second.target == max(800, 2000 - second.reused)
    second.step()
    rows = second.table().rows
    assert sum(visits for _, visits, _ in rows) == second.reused + second.iterations
    assert all(0.0 <= total / max(1, visits) <= 1.0 for _, visits, sums in rows for total in sums)


def test_the_worlds_of_a_kept_tree_are_not_taken_for_new_ones() -> None:
    """A node knows its legal moves by the number of the world that it saw last."""
    game = registry.get("decktet")
    state = game.setup(game.spec.resolve({}, 2), 2)
    rng = Random(3)
    while state.to_act() == CHANCE:
        state.apply(state.draw(rng))
    seat = state.to_act()
    first = Searcher(game, game.view(state, seat), 1, 600)
    first.step()
    seen, stack = set(), [first.tree.root]
    while stack:
        node = stack.pop()
        stack += node.nodes_below()
        if node.moves is not None and not node.is_static:
            seen.add(node.world)
    assert len(seen) > 20
    later = Searcher(game, game.view(state, seat), 2, 60, keep=first).tree
    assert later.world_number > max(seen)


def test_a_kept_tree_is_not_used_for_what_it_did_not_foresee(toys: str, begin: Begin) -> None:
    game = registry.get("race")
    state = begin("race")
    first = Searcher(game, game.view(state, 0), 1, 500)
    first.step()
    state.places = [7, 13]
    assert Searcher(game, game.view(state, 0), 2, 500, keep=first).reused == 0


def test_a_tree_grows_no_further_than_its_cap(toys: str, begin: Begin) -> None:
    game = registry.get("race")
    searcher = Searcher(game, game.view(begin("race"), 0), 1, 3000, nodes=200)
    searcher.step()
    assert searcher.iterations == 3000
    assert searcher.tree.node_count == 200


@pytest.mark.parametrize("iterations", [3_000, pytest.param(1_000_000, marks=pytest.mark.nightly)])
def test_what_a_search_has_built_is_gone_with_it(toys: str, begin: Begin, iterations: int) -> None:
    """Nothing of a tree is held by a cycle, so that workers can do without the collector."""
    game = registry.get("bids")
    view = game.view(begin("bids"), 0)

    def search(seed: int) -> None:
        searcher = Searcher(game, view, seed, 500)
        searcher.step()
        searcher.trim()

    search(0)
    gc.collect()
    gc.disable()
    try:
        before = sys.getallocatedblocks()
        for number in range(iterations // 500):
            search(number)
        assert sys.getallocatedblocks() - before < 2_000
    finally:
        gc.enable()


def test_a_deep_tree_is_let_go_of() -> None:
    root = node = Node(0, True, True)
    for _ in range(3_000):
        node.expand([0], None)
        node.edges.append(node.edge_at(0))
        node.edges[0].child = Node(0, True, True)
        node = node.edges[0].child
    assert count_nodes(root) == 3_001
    before = sys.getallocatedblocks()
    del root, node
    assert before - sys.getallocatedblocks() > 6_000


def test_the_count_of_a_tree_is_that_of_its_nodes(toys: str, begin: Begin) -> None:
    for name in ("race", "bids"):
        searcher = Searcher(name, registry.get(name).view(begin(name), 0), 1, 300)
        searcher.step()
        assert count_nodes(searcher.tree.root) == searcher.tree.node_count + 1


def test_tables_of_two_searches_add_up(toys: str, begin: Begin) -> None:
    view = registry.get("bids").view(begin("bids"), 0)
    tables = []
    for seed in (1, 2):
        searcher = Searcher("bids", view, seed, 100)
        searcher.step()
        tables.append(searcher.table())
    both = merge(tables)
    assert both.iterations == 200
    assert sum(row[1] for row in both.rows) == 200
    visits = [row[1] for row in both.rows]
    assert visits == sorted(visits, reverse=True)
    for action, count, sums in both.rows:
        parts = [row for table in tables for row in table.rows if row[0] == action]
        assert count == sum(part[1] for part in parts)
        assert sums[1] == pytest.approx(sum(part[2][1] for part in parts))


def test_rare_moves_are_judged_by_how_often_they_were_available(toys: str, begin: Begin) -> None:
    """At the other seat's nodes a move counts its availability, never below its visits."""
    searcher = Searcher("bids", registry.get("bids").view(begin("bids"), 0), 1, 600)
    searcher.step()
    stack, checked = [searcher.tree.root], 0
    while stack:
        node = stack.pop()
        stack += node.nodes_below()
        if node.actor == 1 and node.moves is not None:
            checked += 1
            assert not node.is_static
            assert sum(edge.visits for edge in node.edges) == node.count
            for edge in node.edges:
                assert edge.visits <= edge.available <= node.count
    assert checked > 5


def test_what_the_knowledge_gives_is_its_own_and_never_changed(toys: str, begin: Begin) -> None:
    """Evaluator may give the same lists again and again from a store of its own."""
    kept: list[tuple[list[Any], list[Any]]] = []

    class Storing(Evaluator[Any]):
        def moves(self, state: State, legal: list[int]) -> list[int]:
            kept.append((legal, legal[:]))
            return legal

        def priors(self, state: State, moves: list[int]) -> list[float]:
            shares = [1.0 / len(moves)] * len(moves)
            kept.append((shares, shares[:]))
            return shares

    searcher = Searcher("bids", registry.get("bids").view(begin("bids"), 0), 1, 400, Storing())
    searcher.step()
    assert len(kept) > 100
    assert all(now == then for now, then in kept)


def test_a_seat_that_is_not_to_act_lets_it_be(toys: str, begin: Begin) -> None:
    state = begin("bids")
    assert choose("bids", registry.get("bids").view(state, 1), "master", 1).action == NO_MOVE


def test_a_style_that_is_not_known_is_refused_with_those_that_are(toys: str) -> None:
    with pytest.raises(UnknownStyleError, match="its styles: keen"):
        registry.evaluator("bids", "meek")
    assert registry.evaluator("bids", "keen") is not registry.evaluator("bids")


def test_a_level_that_is_not_known_is_refused_with_those_that_are() -> None:
    names = ", ".join(level.name for level in levels.LADDER)
    with pytest.raises(levels.UnknownLevelError, match=names):
        levels.get("grandmaster")


def tables_of_every_game() -> list[tuple[str, int]]:
    tables = []
    for name in registry.ids():
        spec = registry.get(name).spec
        tables += [(name, seats) for seats in sorted({spec.min_seats, 2, spec.max_seats})]
    return tables


@pytest.mark.parametrize(("name", "seats"), tables_of_every_game())
def test_in_every_game_the_search_plays_legal_moves_only(
    name: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the tree a node keeps the moves of its first visit: they must hold at every later one."""
    game = registry.get(name)
    state = game.setup(game.spec.resolve({}, seats), seats)
    real = type(state).apply

    def checked(self: State, action: int, events: list[Event] | None = None) -> None:
        assert action in self.legal(), (action, self.to_act())
        real(self, action, events)

    real_priors = type(registry.evaluator(name)).priors

    def shares(self: Evaluator[Any], position: State, moves: list[int]) -> list[float] | None:
        given = real_priors(self, position, moves)
        if given is not None:
            assert len(given) == len(moves)
            assert sum(given) == pytest.approx(1.0, abs=1e-6)
            assert min(given) >= 0.0
        return given

    rng = Random(seats)
    turns = 0
    while state.to_act() != OVER and turns < 61:
        actor = state.to_act()
        if actor == CHANCE:
            state.apply(state.draw(rng))
            continue
        view = game.view(state, actor)
        if turns % 15 == 0:
            with monkeypatch.context() as patch:
                patch.setattr(type(state), "apply", checked)
                patch.setattr(type(registry.evaluator(name)), "priors", shares)
                result = choose(game, pack(view), "master", turns, iterations=40)
            assert result.action in state.legal()
            for candidate in result.candidates:
                assert all(0.0 <= value <= 1.0 for value in candidate.value)
        state.apply(
            registry.evaluator(name).play(state, rng) if turns % 2 else rng.choice(state.legal())
        )
        turns += 1


@pytest.mark.parametrize("name", registry.ids())
def test_in_every_game_the_move_stays_when_the_hidden_truth_changes(name: str) -> None:
    game, state = first_position(name)
    rng = Random(3)
    turns = 0
    while state.to_act() != OVER and turns < 40:
        actor = state.to_act()
        if actor == CHANCE:
            state.apply(state.draw(rng))
            continue
        if turns % 13 == 5:
            view = game.view(state, actor)
            expected = choose(game, pack(view), "trader", 8, iterations=40)
            for seed in range(3):
                other = game.determinize(view, Random(seed))
                result = choose(game, pack(game.view(other, actor)), "trader", 8, iterations=40)
                assert result.action == expected.action
                assert result.candidates == expected.candidates
        state.apply(rng.choice(state.legal()))
        turns += 1


@pytest.mark.parametrize("name", registry.ids())
def test_a_seat_can_think_ahead_while_another_one_is_to_act(name: str) -> None:
    game, state = first_position(name)
    rng = Random(5)
    plies = 0
    while plies < 9 or state.to_act() != 1:
        actor = state.to_act()
        if actor == CHANCE:
            state.apply(state.draw(rng))
        else:
            state.apply(choose(game, game.view(state, actor), "greedy", plies).action)
            plies += 1
    ahead = Searcher(game, game.view(state, 0), 3, 300)
    ahead.step()
    assert ahead.iterations == 300
    assert all(node.actor == 0 for node in ahead.tree.remembered.values())
    again = Searcher(game, game.view(state, 0), 3, 300)
    again.step()
    assert again.table() == ahead.table(), "equal seeds give equal trees"
