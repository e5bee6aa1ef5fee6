"""Sequential halving: few iterations are shared out so that the last choice is a good one."""

from random import Random

import pytest
from attrs import evolve

from ai.halving import CANDIDATES, MAX_ITERATIONS, Halving
from ai.mcts import Node
from ai.search import Searcher
from ai.views import pack
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, State, View
from tests.ai.beginning import Begin


def arms(means: list[float], priors: list[float] | None = None) -> Node:
    """A root whose moves bring these results."""
    root = Node(0, True, True)
    root.expand(list(range(len(means))), priors)
    return root


def share_out(root: Node, budget: int, means: list[float], rng: Random | None = None) -> list[int]:
    """The tries of each move once the budget is used; `rng` makes the results uncertain."""
    rule = Halving(root, budget)
    uses = 0
    for _ in range(budget):
        if not uses:
            uses = rule.begin_world(root, 0.1)
        uses -= 1
        edge = rule.pick(root)
        if not edge.visits:
            root.edges.append(edge)
        edge.count_visit(means[edge.action] + (rng.gauss(0.0, 0.1) if rng else 0.0), False)
        root.count += 1
    return [root.edge_at(place).visits for place in range(len(means))]


def test_the_better_half_of_the_moves_gets_as_many_tries_again() -> None:
    means = [0.1, 0.8, 0.4, 0.9, 0.2, 0.5, 0.3, 0.7]
    tries = share_out(arms(means), 60, means)
    assert sum(tries) == 60
    ranked = sorted(tries, key=lambda count: -count)
    assert ranked[2] == ranked[3] and ranked[4] == ranked[7]
    assert ranked[0] > ranked[2] > ranked[4]
    assert tries.index(max(tries)) == 3, "the last two differ by a try, which the better one gets"
    assert tries.count(max(tries)) == 1


@pytest.mark.parametrize("budget", [1, 2, 3, 5, 8, 12, 27, 60, 100])
@pytest.mark.parametrize("count", [2, 3, 5, 16, 40])
def test_every_budget_is_used_up_and_the_best_of_those_tried_has_the_most(
    budget: int, count: int
) -> None:
    means = [place / count for place in range(count)]
    tries = share_out(arms(means), budget, means)
    assert sum(tries) == budget
    tried = [place for place, number in enumerate(tries) if number]
    assert tried == list(range(len(tried))), "by their priors, as the tree keeps its edges"
    assert len(tried) <= CANDIDATES
    if budget > 2 * len(tried):
        assert tries.index(max(tries)) == tried[-1]


def test_a_move_with_a_high_prior_is_kept_among_equals() -> None:
    priors = [0.6, 0.2, 0.1, 0.1]
    tries = share_out(arms([0.5] * 4, priors), 40, [0.5] * 4)
    assert tries[0] == max(tries)


def test_the_last_choice_is_better_than_that_of_equal_tries() -> None:
    rng = Random(4)
    means = [0.5 + 0.01 * place for place in range(CANDIDATES)]
    halved = equal = 0.0
    for _ in range(400):
        tries = share_out(arms(means), 6 * CANDIDATES, means, rng)
        halved += means[tries.index(max(tries))]
        averages = [sum(rng.gauss(mean, 0.1) for _ in range(6)) / 6 for mean in means]
        equal += means[averages.index(max(averages))]
    assert halved > equal


def test_small_budgets_are_halved_and_large_ones_are_not(toys: str, begin: Begin) -> None:
    view = registry.get("bids").view(begin("bids"), 0)
    assert isinstance(Searcher("bids", view, 1, MAX_ITERATIONS).tree.rule, Halving)
    assert Searcher("bids", view, 1, MAX_ITERATIONS + 1).tree.rule is None
    assert Searcher("bids", view, 1, 60, halved=0).tree.rule is None


def test_a_seat_that_thinks_ahead_does_not_halve_the_moves_of_another(
    toys: str, begin: Begin
) -> None:
    state = begin("race")
    searcher = Searcher("race", registry.get("race").view(state, 1 - state.to_act()), 1, 60)
    searcher.step()
    assert searcher.tree.rule is None


def test_a_halved_search_repeats_itself_in_slices_too(toys: str, begin: Begin) -> None:
    view = registry.get("bids").view(begin("bids"), 0)
    whole = Searcher("bids", view, 3, 60)
    whole.step()
    sliced = Searcher("bids", view, 3, 60)
    while not sliced.step(iterations=7):
        pass
    assert sliced.table() == whole.table()
    assert whole.table().iterations == 60
    assert sum(visits for _, visits, _ in whole.table().rows) == 60


def test_a_halved_search_begins_anew_at_each_decision(toys: str, begin: Begin) -> None:
    game, state = registry.get("race"), begin("race")
    first = Searcher(game, game.view(state, 0), 1, 2000)
    first.step()
    state.apply(0)
    state.apply(0)
    assert Searcher(game, game.view(state, 0), 2, 2000, keep=first).reused
    assert not Searcher(game, game.view(state, 0), 2, 60, keep=first).reused


def test_all_moves_are_tried_in_the_same_worlds(toys: str, begin: Begin) -> None:
    game = registry.get("bids")
    view = game.view(begin("bids"), 0)
    tried: list[list[int]] = []

    def noted(view: View, rng: Random) -> State:
        tried.append([])
        world: State = game.determinize(view, rng)
        return world

    searcher = Searcher(evolve(game, determinize=noted), view, 1, 60)
    counts = searcher.tree.counts
    before = counts[:]
    while not searcher.step(iterations=1):
        tried[-1] += [place for place in range(len(counts)) if counts[place] > before[place]]
        before = counts[:]
    assert len(tried) > 10
    assert sorted(tried[0]) == list(range(len(counts)))
    for places in tried[:-1]:
        assert len(set(places)) == len(places) or len(set(places)) == 1


def test_a_search_that_is_broken_off_plays_a_move_that_it_has_tried() -> None:
    game = registry.get("decktet")
    state = game.setup(game.spec.resolve({}, 2), 2)
    rng = Random(3)
    while state.to_act() == CHANCE:
        state.apply(state.draw(rng))
    searcher = Searcher(game, pack(game.view(state, state.to_act())), 1, 60)
    searcher.step(iterations=5)
    result = searcher.result()
    assert result.action in {candidate.action for candidate in result.candidates}
    assert result.iterations == 5
