"""What computer seats know: sound moves, sensible offers, and no way to milk them."""

from __future__ import annotations

from random import Random

import pytest

from ai.search import Searcher
from caravan_tui.games import registry
from caravan_tui.games.ahldarahd import state as phases
from caravan_tui.games.ahldarahd.actions import KIND, OFFER, SEND, WITHDRAW
from caravan_tui.games.ahldarahd.evaluator import trade
from caravan_tui.games.ahldarahd.evaluator.evaluate import EVALUATOR, AhldarahdEvaluator
from caravan_tui.games.ahldarahd.rules import AhldarahdState
from caravan_tui.games.contract import CHANCE, OVER
from tests.ahldarahd.positions import GAME, building, fresh, hold, names, play, route
from tests.nights import mostly_nightly


def _seat_moves(table: AhldarahdState, rng: Random) -> int:
    """The move of a greedy seat, from its view alone."""
    world = GAME.determinize(GAME.view(table, table.to_act()), rng)
    return EVALUATOR.greedy(world, rng)


def _match(seats: int, seed: int, randoms: tuple[int, ...] = ()) -> AhldarahdState:
    rng = Random(seed)
    table = fresh(seats, outsider=seed % 2 == 1)
    while table.to_act() != OVER:
        actor = table.to_act()
        legal = table.legal()
        if actor == CHANCE:
            move = table.draw(rng)
        elif actor in randoms:
            move = rng.choice(legal)
        else:
            move = _seat_moves(table, rng)
        assert move in legal
        table.apply(move)
    return table


def test_greedy_seats_beat_random_ones() -> None:
    assert all(_match(2, seed, (seed % 2,)).outcome()[1 - seed % 2] == 1 for seed in range(4))
    assert _match(3, 7, (0, 2)).outcome()[1] == 1


@pytest.mark.parametrize("seats", mostly_nightly([2, 4]))
def test_utilities_are_between_nothing_and_all_and_seats_are_alike(seats: int) -> None:
    rng = Random(seats)
    table = fresh(seats, outsider=True)
    seen = set()
    while table.to_act() != OVER:
        if table.to_act() == CHANCE:
            table.apply(table.draw(rng))
            continue
        seen.add(table.phase)
        values = EVALUATOR.evaluate(table)
        assert len(values) == seats
        assert all(0.0 <= value <= 1.0 for value in values)
        legal = table.legal()
        moves = EVALUATOR.moves(table, legal)
        assert moves
        assert set(moves) <= set(legal)
        assert moves == [move for move in legal if move in set(moves)]
        priors = EVALUATOR.priors(table, moves) if len(moves) > 1 else None
        assert priors is None or abs(sum(priors) - 1.0) < 1e-9
        table.apply(rng.choice(legal))
    assert {phases.BUILDING, phases.RAISING, phases.WRITING, phases.OPENING} <= seen


def test_to_do_nothing_does_not_look_better_than_a_city() -> None:
    table = building(2)
    table.routes[0] = 0
    table.markers[0] = 21
    route(table, 0, "gems-ivory", 0)
    hold(table, 0, ivory=1)
    table.gold[0] = 1
    assert "ivory" in names(table, [EVALUATOR.greedy(table, Random(1))])[0]


def test_the_last_to_build_lays_what_wins_a_city_for_a_card_alone() -> None:
    """A turn ends with its building, and at the beginning of the next one what a seat holds counts
    for more: that is no reason to build nothing."""
    table = building(2)
    play(table, "end")
    table.eyes = table.queen = 1
    table.rights = [1, -1]
    table.markers[1] = 15
    table.gold = [5, 0]
    hold(table, 1, spices=1, textiles=1, ivory=1, incense=1)
    route(table, 1, "gems-ivory", 1)
    view = GAME.view(table, 1)
    search = Searcher(GAME, view, 1, 300)
    search.step()
    world = GAME.determinize(view, Random(1))
    moves = EVALUATOR.root_moves(world, world.legal())
    priors = EVALUATOR.root_priors(world, moves)
    assert priors is not None
    by_name = dict(zip(names(table, moves), priors, strict=True))
    assert by_name["end"] < max(by_name.values())
    assert names(table, [search.result().action]) != ["end"]


def test_a_right_is_sold_before_the_building_ends() -> None:
    table = building(2)
    for name in ("gems-ivory", "ivory-horses", "pearls-textiles", "textiles-salt"):
        route(table, 1, name, 1)
    for name in ("textiles-incense", "incense-metals", "incense-horses", "gems-horses"):
        route(table, 1, name, 1)
    table.gold = [0, 0]
    hold(table, 0)
    table.deck = 4
    assert names(table, [EVALUATOR.greedy(table, Random(1))]) == ["sell right.blue"]


def test_a_seat_raises_to_what_a_thing_is_worth_and_no_further() -> None:
    table = building(2)
    play(table, "end", "end")
    while table.to_act() == CHANCE:
        table.apply(table.legal()[0])
    table.gold = [12, 12]
    card = next(name for name in names(table) if name.startswith("open card"))
    play(table, card, "bid 0")
    while table.phase == phases.RAISING:
        table.apply(EVALUATOR.greedy(table, Random(1)))
    paid = 24 - sum(table.gold)
    assert 1 <= paid <= 8  # a card saves a route's price less 1, at most


def test_a_lopsided_offer_gains_nothing_however_often_it_is_made() -> None:
    """A seat that asks for everything at every trade moment ends with what it had."""
    rng = Random(3)
    table = building(3)
    table.gold = [9, 9, 9]
    table.eyes, table.queen = 1, 2
    for _turn in range(3):
        for seat in (1, 2):
            for want in ("want gold 5", "want eyes", "want queen", "want right.red"):
                if table.offers[0] >= 3 or table.to_act() != 0:
                    table.offers[0] = 0
                before = (table.gold[:], table.rights[:], table.eyes, table.queen)
                play(table, f"offer {seat}")
                if want not in names(table):
                    play(table, "withdraw")
                    continue
                play(table, want, "send")
                while table.phase in (phases.ANSWERING, phases.WRITING):
                    if table.to_act() == 0:
                        play(table, "decline")  # whatever they counter with
                    else:
                        table.apply(_seat_moves(table, rng))
                assert (table.gold, table.rights, table.eyes, table.queen) == before


def test_a_gift_is_taken() -> None:
    table = building(3)
    play(table, "offer 1", "give gold 3", "send")
    assert names(table, [_seat_moves(table, Random(1))]) == ["accept"]


def test_plans_do_not_depend_on_cards_that_the_seat_cannot_know() -> None:
    table = building(4)
    table.gold = [9, 9, 9, 9]
    table.eyes, table.queen = 1, 0
    hold(table, 1, gems=2, salt=1)
    view = GAME.view(table, 0)
    plans = set()
    for seed in range(6):
        world = GAME.determinize(view, Random(seed))
        plans.add(
            tuple(tuple(trade.plan(EVALUATOR.evaluate, world, 0, other)) for other in (1, 2, 3))
        )
    assert len(plans) == 1


@pytest.mark.parametrize("seed", mostly_nightly(range(2)))
def test_an_offer_is_written_as_planned_helps_both_and_is_not_repeated(seed: int) -> None:
    """Over a whole match of four greedy seats: every offer sent helps both by the evaluation."""
    sent = 0
    rng = Random(seed)
    table = fresh(4)
    while table.to_act() != OVER:
        actor = table.to_act()
        if actor == CHANCE:
            table.apply(table.draw(rng))
            continue
        move = _seat_moves(table, rng)
        if move == SEND and not table.offer:
            sent += 1
            other = table.partner
            assert (other, *table.lines) != table.declined[actor]
            mine, theirs = trade.gains(
                EVALUATOR.evaluate, trade.as_seen(table, actor), actor, other, table.lines
            )
            assert mine >= theirs > 0.0
        assert move != WITHDRAW
        table.apply(move)
        assert max(table.offers) <= 1
    assert sent


def test_out_of_turn_offers_are_legal_and_seldom() -> None:
    table = building(4)
    table.gold = [9, 9, 9, 9]
    table.eyes, table.queen = 1, 2
    rng = Random(2)
    may = table.interrupts()
    moves = [EVALUATOR.interrupt(table, 2, rng) for _ask in range(60)]
    assert moves.count(None) >= 45
    assert all(move is None or move in may[2] for move in moves)


def test_the_search_finds_a_legal_move_at_every_kind_of_decision() -> None:
    rng = Random(8)
    table = fresh(3, outsider=True)
    searched = set()
    while table.to_act() != OVER:
        actor = table.to_act()
        if actor == CHANCE:
            table.apply(table.draw(rng))
            continue
        if table.phase not in searched:
            searched.add(table.phase)
            search = Searcher(GAME, GAME.view(table, actor), 1, 24)
            search.step()
            assert search.result().action in table.legal()
        table.apply(rng.choice(table.legal()))
    assert len(searched) >= 8


def test_the_search_offers_only_what_its_plan_names() -> None:
    table = building(4)
    moves = EVALUATOR.root_moves(table, table.legal())
    offers = [move for move in moves if move & KIND == OFFER]
    assert len(offers) <= 1
    assert not [m for m in EVALUATOR.moves(table, table.legal()) if m & KIND == OFFER]


def test_every_style_is_a_knowledge_with_known_weights() -> None:
    assert {"cautious", "builder", "trader", "spoiler"} <= set(AhldarahdEvaluator.STYLES)
    for style, weights in AhldarahdEvaluator.STYLES.items():
        assert set(weights) <= set(AhldarahdEvaluator.WEIGHTS)
        assert isinstance(registry.evaluator("ahldarahd", style), AhldarahdEvaluator)
