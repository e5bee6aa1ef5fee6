"""What the search knows of Dice Village: exact rerolls, honest and steady evaluation."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from ai import levels
from ai.arena.contest import Player
from ai.search import choose
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER
from caravan_tui.games.dice_village.actions import (
    DOWN,
    MARKET,
    REROLL,
    ROLLS,
    SELL,
    SHIFT,
    TURN,
    UP,
    VALUE,
    count,
    covers,
    dice_of,
    faces_of,
    pack,
    rerolls,
    turned,
    ways,
)
from caravan_tui.games.dice_village.evaluator.evaluate import EVALUATOR, DiceVillageEvaluator
from caravan_tui.games.dice_village.evaluator.features import FEATURES
from caravan_tui.games.dice_village.evaluator.step import FIRST, INDEX, PACKED, Step, offers_of
from caravan_tui.games.dice_village.rules import DiceVillageState
from caravan_tui.games.dice_village.state import ADDING, DRAWING, REROLLING, SELLING
from caravan_tui.games.state import IS_COMPILED
from tests.dice_village.village_help import GAME

OFFERS = {dice_of((1, 6)): 0.3, dice_of((2, 5)): 0.2, dice_of((1, 6, 3)): 0.9, dice_of((4,)): 0.15}


def plan_by_hand(dice: int) -> float:
    """The best single offer and the market: offers are whole plans already."""
    best = 0.05 * count(dice)
    for need, value in OFFERS.items():
        if covers(dice, need):
            best = max(best, value + 0.05 * (count(dice) - count(need)))
    return best


def value_by_hand(dice: int, favours: int, memo: dict[tuple[int, int], float]) -> float:
    """Favours spent as well as can be, by trying everything."""
    known = memo.get((dice, favours))
    if known is not None:
        return known
    best = plan_by_hand(dice)
    if favours >= 1:
        for action in rerolls(dice):
            rolled = action & VALUE
            number = count(rolled)
            total = sum(
                ways(outcome & VALUE)
                * value_by_hand(dice - rolled + (outcome & VALUE), favours - 1, memo)
                for outcome in ROLLS[number]
            )
            best = max(best, total / 6**number - 0.05)
    if favours >= 2:
        for face, way in product(range(1, 7), (0, 1)):
            if dice >> 4 * (face - 1) & 15:
                to = dice - dice_of((face,)) + dice_of((turned(face, way),))
                best = max(best, value_by_hand(to, favours - 2, memo) - 0.1)
    memo[(dice, favours)] = best
    return best


def test_tables_give_the_exact_expectation_of_rerolls_and_turns() -> None:
    step = Step(3, OFFERS, 0.05)
    memo: dict[tuple[int, int], float] = {}
    for favours in (0, 1, 2):
        for place in range(FIRST[3], FIRST[4]):
            dice = PACKED[place]
            assert step.value(dice, favours) == pytest.approx(value_by_hand(dice, favours, memo))
    kept = dice_of((1, 6))
    by_hand = sum(value_by_hand(kept + dice_of((face,)), 1, memo) for face in range(1, 7)) / 6
    assert step.reroll(kept, 1) == pytest.approx(by_hand)
    assert [INDEX[dice] for dice in PACKED] == list(range(924))


def positions(seats: int, seed: int) -> list[DiceVillageState]:
    """Decisions of a match in which everybody plays the likeliest move, with some chance moves."""
    rng = Random(seed)
    state = GAME.setup({}, seats)
    states = []
    while state.to_act() != OVER:
        if state.to_act() == CHANCE:
            state.apply(state.draw(rng))
            continue
        states.append(state.clone())
        moves = EVALUATOR.moves(state, state.legal())
        priors = EVALUATOR.priors(state, moves) or [1.0]
        best = moves[priors.index(max(priors))]
        state.apply(best if rng.random() < 0.9 else rng.choice(moves))
    return states


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_evaluation_is_a_utility_at_every_decision(seats: int) -> None:
    for state in positions(seats, seats):
        values = EVALUATOR.evaluate(state)
        assert len(values) == seats and all(0.0 <= value <= 1.0 for value in values)
        if seats == 2:
            assert sum(values) == pytest.approx(1.0)


@pytest.mark.parametrize("seats", [2, 4])
def test_moves_are_legal_and_keep_every_sale_and_the_market(seats: int) -> None:
    for state in positions(seats, 7 + seats):
        legal = state.legal()
        moves = EVALUATOR.moves(state, legal)
        assert moves and set(moves) <= set(legal) and moves == [m for m in legal if m in moves]
        if state.phase == SELLING:
            dropped = {move >> SHIFT for move in set(legal) - set(moves)}
            assert pack(MARKET) in moves
            assert dropped <= {REROLL, 8}
        priors = EVALUATOR.priors(state, moves)
        assert priors is not None and sum(priors) == pytest.approx(1.0)


def test_no_favour_is_spent_on_dice_too_few_for_any_open_village() -> None:
    state = GAME.setup({}, 2)
    rng = Random(3)
    while state.to_act() == CHANCE:
        state.apply(state.draw(rng))
    seat = state.active()
    state.favours[seat] = 6
    for dice, tempting in (((5,), False), ((5, 5), True)):
        state.free[seat] = dice_of(dice)
        assert {action >> SHIFT for action in state.legal()} >= {REROLL, TURN}
        kinds = {action >> SHIFT for action in EVALUATOR.moves(state, state.legal())}
        assert (REROLL in kinds) == (TURN in kinds) == tempting
        assert MARKET in kinds
    # Two dice are too few as well once every village of two stalls is closed.
    state.sold_by = [1] * len(state.sold_by)
    assert EVALUATOR.moves(state, state.legal()) == [pack(MARKET)]


def test_moves_know_nothing_that_is_hidden() -> None:
    rng = Random(3)
    for state in positions(3, 12)[::4]:
        seat = state.to_act()
        view = GAME.view(state, seat)
        worlds = [GAME.determinize(view, rng) for _ in range(3)]
        answers = [EVALUATOR.moves(world, world.legal()) for world in worlds]
        assert answers[0] == answers[1] == answers[2]


def added_sets(state: DiceVillageState, pruned: bool) -> list[frozenset[int]]:
    """The sides added at each position of a sale that can be come to."""
    sets = [frozenset(state.added)]
    legal = state.legal()
    for move in EVALUATOR.moves(state, legal) if pruned else legal:
        if move != pack(SELL):
            after = state.clone()
            after.apply(move)
            sets += added_sets(after, pruned)
    return sets


def test_every_set_of_merchants_can_still_be_added_in_one_order() -> None:
    state = GAME.setup({}, 2)
    state.start, state.phase, state.village = 0, ADDING, 0
    state.sold_by[0] = 1
    for hand in (0b11111, 0b1111100000, 0b1001001001):
        state.hand[0] = hand
        state.free[0] = dice_of((1, 2, 3, 4, 5, 6))
        every, kept = added_sets(state, False), added_sets(state, True)
        assert set(kept) == set(every)
        assert len(kept) < len(every) / 2, "most orders are left out"


def test_a_seat_alike_in_everything_is_worth_the_same() -> None:
    state = GAME.setup({}, 3)
    assert EVALUATOR.evaluate(state) == pytest.approx([EVALUATOR.evaluate(state)[0]] * 3)
    state.laid[1] += 1
    values = EVALUATOR.evaluate(state)
    assert values[1] > values[0] == pytest.approx(values[2])


def test_offers_hold_what_one_sale_and_two_can_bring() -> None:
    state = GAME.setup({}, 2)
    merchant = state.cards.names.index("m12")
    state.hand[0] = 1 << merchant
    state.deck &= ~state.hand[0]
    prices = (0.1, 0.01, 1.0, 0.5, 0.6, 0.5, 0.0)
    offers = offers_of(state, 0, 4, prices, [0.0] * 30)
    assert offers[dice_of((1, 6))] == pytest.approx(0.2), "a visit earns two coins, home one"
    assert offers[dice_of((1, 1, 6))] == pytest.approx(1.0 + 0.1 + 0.1)
    assert offers[dice_of((1, 1, 6, 6))] == pytest.approx(0.3), "home and a visit"
    assert all(len(faces_of(need)) <= 4 for need in offers)


def test_nobody_dithers_and_a_match_ends_soon() -> None:
    rng = Random(1)
    state = GAME.setup({}, 2)
    decisions = 0
    while state.to_act() != OVER:
        actor = state.to_act()
        state.apply(state.draw(rng) if actor == CHANCE else EVALUATOR.greedy(state, rng))
        decisions += actor >= 0
    assert max(state.laid) >= 9 and decisions < 400


def test_styles_change_the_play() -> None:
    states = positions(2, 5)
    usual = [EVALUATOR.evaluate(state) for state in states]
    for name, weights in DiceVillageEvaluator.STYLES.items():
        styled = DiceVillageEvaluator(weights)
        assert set(weights) <= set(DiceVillageEvaluator.WEIGHTS), name
        assert [styled.evaluate(state) for state in states] != usual


def test_a_higher_level_sees_more_and_the_master_sees_all() -> None:
    assert registry.evaluator("dice_village", None, "master") is registry.evaluator("dice_village")
    assert registry.evaluator("dice_village", None, "porter") is registry.evaluator(
        "dice_village", None, "porter"
    )
    minds = [
        registry.evaluator("dice_village", None, level.name).weights for level in levels.LADDER
    ]
    for name in DiceVillageEvaluator.VISIBLE_TERMS["porter"]:
        seen = [mind[name] for mind in minds]
        assert 0.0 < seen[0] < seen[2] < seen[4] < seen[6] < DiceVillageEvaluator.WEIGHTS[name]
        assert seen == sorted(seen) and seen[-1] == DiceVillageEvaluator.WEIGHTS[name]
    assert len({mind["laid"] for mind in minds}) == 1, "cards on the table are seen by all"


def test_a_level_sees_its_part_of_the_weights_of_its_style() -> None:
    style = registry.evaluator("dice_village", "spoiler").weights["give"]
    part = DiceVillageEvaluator.VISIBLE_TERMS["trader"]["give"]
    assert registry.evaluator("dice_village", "spoiler", "trader").weights["give"] == style * part
    assert registry.evaluator("dice_village", "spoiler", "master") is registry.evaluator(
        "dice_village", "spoiler"
    )


@pytest.mark.skipif(IS_COMPILED, reason="a compiled method can't be spied upon")
def test_a_level_chooses_with_what_it_sees_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    state = positions(2, 3)[0]
    view = GAME.view(state, state.active())
    seen: set[float] = set()
    evaluate = DiceVillageEvaluator.evaluate

    def spy(self: DiceVillageEvaluator, state: DiceVillageState) -> list[float]:
        seen.add(self.weights["h_merchant"])
        return evaluate(self, state)

    monkeypatch.setattr(DiceVillageEvaluator, "evaluate", spy)
    for level in levels.LADDER:
        seen.clear()
        choose(GAME, view, level.name, 1, iterations=4)
        part = registry.sight("dice_village", level.name).get("h_merchant", 1.0)
        assert seen == {DiceVillageEvaluator.WEIGHTS["h_merchant"] * part}


def test_matches_of_other_eyes_are_not_taken_for_the_same_level() -> None:
    before = Player("porter").strength("dice_village")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DiceVillageEvaluator, "VISIBLE_TERMS", {"porter": {"hand": 0.5}})
        assert Player("porter").strength("dice_village") != before


def test_a_die_is_neither_turned_back_nor_rolled_when_it_was_just_turned() -> None:
    state = next(state for state in positions(2, 3) if state.phase == SELLING)
    seat = state.active()
    state.free[seat], state.favours[seat] = dice_of((1, 3, 5)), 9
    turn = pack(TURN, 3 * 2 + UP)
    assert turn in state.legal()
    state.apply(turn)
    legal = state.legal()
    kept = EVALUATOR.sensible(state, legal, [turn])
    back = pack(TURN, 4 * 2 + DOWN)
    assert back in legal and back not in kept
    assert pack(REROLL, dice_of((4,))) in legal and pack(REROLL, dice_of((4,))) not in kept
    assert pack(REROLL, dice_of((1, 5))) in kept and pack(TURN, 4 * 2 + UP) in kept
    assert EVALUATOR.sensible(state, legal, [turn, pack(REROLL, dice_of((1,)))]) == legal


def test_a_correction_sees_no_difference_between_before_and_after_a_step_it_can_count_on() -> None:
    """A search compares such positions: a jump there would be taken for a good or bad move."""
    seen = dict.fromkeys((REROLL, SELL), 0)
    names = {REROLL: ("free", "coins", "dice"), SELL: ("coins", "favours", "dice", "hand")}
    for seed in range(12):
        rng = Random(seed)
        state = GAME.setup({}, 3)
        while (actor := state.to_act()) != OVER:
            if actor == CHANCE:
                state.apply(state.draw(rng))
                continue
            move = rng.choice(state.legal())
            kind = move >> SHIFT
            before = dict(zip(FEATURES, EVALUATOR.features(state, actor), strict=True))
            played = state.clone()
            played.apply(move)
            if kind in names and played.phase in (SELLING, REROLLING, DRAWING):
                seen[kind] += 1
                after = dict(zip(FEATURES, EVALUATOR.features(played, actor), strict=True))
                for name in names[kind]:
                    assert after[name] == pytest.approx(before[name]), name
            state.apply(move)
    assert all(seen.values()), seen
