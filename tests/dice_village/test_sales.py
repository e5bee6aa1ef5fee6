"""A sale in Dice Village: merchants, stalls, visits and rewards; RULES.md has the numbers."""

from __future__ import annotations

from caravan_tui.games.contract import TriedMove, TurnAdvice
from caravan_tui.games.dice_village.actions import (
    ROLLS,
    covers,
    dice_of,
    faces_of,
)
from caravan_tui.games.dice_village.events import (
    CaravanGained,
    MerchantDrawn,
    NoCaravan,
    NoMerchant,
    NoPlacement,
)
from caravan_tui.games.dice_village.moves import average_income, best_income
from caravan_tui.games.dice_village.rules import DiceVillageState
from caravan_tui.screens.table.result_cards import source_colours
from caravan_tui.widgets.drawing.palette import palette
from tests.dice_village.village_help import GAME, give, merchant, notes, play, selling, tuck


def test_the_best_sales_of_some_dice_are_known_and_the_average_of_a_reroll() -> None:
    """Each village takes its dice once, and the market gives a favour for each of the rest."""
    sales = [
        (0, dice_of((1, 6)), 1, 0), (3, dice_of((1, 6)), 2, 0), (4, dice_of((2, 5)), 2, 1),
    ]  # fmt: skip
    assert best_income(sales, [1, 3, 4, 6]) == (2, 2)
    assert best_income(sales, [1, 1, 6, 6]) == (3, 0)
    assert best_income(sales, [1, 2, 5, 6]) == (4, 1)
    assert best_income(sales, [3, 4]) == (0, 2)
    assert average_income(sales, [1, 6], 0) == (2.0, 0.0)
    coins, favours = average_income(sales, [1], 1)
    assert round(coins, 2) == round(2 / 6, 2) and round(favours, 2) == round(2 * 5 / 6, 2)


def test_v4_income_first_then_free_rewards_in_order() -> None:
    state = selling(2, a="1256", b="1111")
    give(state, 0, "m14", "m23", "m25", "m36")
    state.dice[0] = 5
    state.free[0] = dice_of((1, 6, 1, 3, 5))
    play(state, "village 0.16", "add m14 left", "add m23 right", "sell")
    assert state.coins[0] == 1, "the village's coin is there before the free merchant is drawn"
    assert state.dice[0] == 5, "the caravan comes after the merchant, as they were added"
    play(state, "draw 0 m65")
    assert state.dice[0] == 6
    assert state.hand[0] >> merchant("m65") & 1


def test_v5_free_placement_lost_with_empty_hand() -> None:
    state = selling(2, a="1166")
    give(state, 0, "m16")
    events = play(state, "village 0.16", "add m16 left", "sell")
    assert NoPlacement(0) in events
    assert state.to_act() == 0 and "market" in notes(state)


def test_v5_free_placement_lost_without_open_village() -> None:
    state = selling(2, a="1166")
    give(state, 0, "m16", "m15")
    state.sold_by[1] = state.sold_by[2] = 2
    events = play(state, "village 0.16", "add m16 left", "sell")
    assert NoPlacement(0) in events
    assert state.hand[0] == 1 << merchant("m15")


def test_v5_the_village_just_sold_at_is_closed_for_the_placement() -> None:
    state = selling(2, a="1166")
    give(state, 0, "m16", "m15")
    play(state, "village 0.16", "add m16 left", "sell")
    assert notes(state) == [
        "place m15 left 0.25",
        "place m15 left 0.34",
        "place m15 right 0.25",
        "place m15 right 0.34",
        "skip",
    ]
    play(state, "skip")
    assert state.laid[0] == 4
    assert "market" in notes(state)


def test_v9_no_merchant_is_added_at_another_seats_village() -> None:
    state = selling(2, a="1116")
    give(state, 0, "m12")
    play(state, "village 1.16")
    assert state.laid == [3, 3]
    assert not [n for n in notes(state) if n.startswith(("add", "sell"))]


def test_v10_winnings_of_a_sale_serve_later_in_the_step() -> None:
    state = selling(2, a="112556")
    state.favours[0] = 0
    state.free[0] = dice_of((1, 6, 5, 2, 5, 4))
    give(state, 0, "m15", "m14", "m21")
    assert not [n for n in notes(state) if n.startswith(("reroll", "turn"))]
    play(state, "village 0.16", "add m15 right", "sell")
    assert state.favours[0] == 5
    play(state, "turn 4 down")
    assert faces_of(state.free[0]) == [2, 3, 5]
    play(state, "reroll 3", "roll 0 2", "village 0.25", "add m21 left", "sell")
    assert state.favours[0] == 2
    assert state.laid[0] == 5


def test_v11_side_gives_its_face_and_reward() -> None:
    state = selling(2, a="112566")
    state.free[0] = dice_of((1, 6, 1, 3))
    give(state, 0, "m13")
    assert {"add m13 left"} <= set(_after(state, "village 0.16"))
    right = state.clone()
    play(state, "village 0.16", "add m13 left", "sell")
    assert (state.coins[0], state.dice[0]) == (3, 6)
    assert state.left_sides[0] == (merchant("m13") * 2,) and state.right_sides[0] == ()
    right.dice[0] = 5
    play(right, "village 0.16", "add m13 right", "sell")
    assert (right.coins[0], right.dice[0]) == (1, 6)
    assert right.right_sides[0] == (merchant("m13") * 2 + 1,)
    assert right.needs[0] == dice_of((1, 6, 3))


def _after(state: DiceVillageState, *moves: str) -> list[str]:
    copy = state.clone()
    play(copy, *moves)
    return notes(copy)


def test_v12_a_seventh_stall_closes_a_village_for_good() -> None:
    state = selling(2, a="1166")
    tuck(state, 1, ("m12", 0), ("m13", 0), ("m14", 0), ("m15", 0))
    give(state, 0, "m16", "m21")
    state.free[0] = dice_of((1, 1, 1, 1, 2, 5))
    assert "village 0.25" in notes(state)
    state.free[0] = dice_of((1, 1, 6))
    play(state, "village 0.16", "add m16 left", "sell", "place m21 right 0.25")
    assert state.stalls[1] == 7
    state.sold_by = [0] * 6
    for action in ROLLS[6]:
        assert not covers(action & 0xFFFFFF, state.needs[1])


def test_v13_adding_in_another_order_changes_only_the_order_of_rewards() -> None:
    ends = []
    for order in (("m15 left", "m13 left"), ("m13 left", "m15 left")):
        state = selling(2, a="1116")
        state.free[0] = dice_of((1, 1, 1, 6, 2))
        give(state, 0, "m15", "m13")
        play(state, "village 0.16", *[f"add {text}" for text in order], "sell")
        ends.append((state.coins, state.favours, state.needs, state.laid))
    assert ends[0] == ends[1]


def test_v14_dice_brought_to_a_village_are_sold() -> None:
    state = selling(2, a="1166")
    play(state, "village 0.16")
    assert notes(state) == ["sell"], "asked although nothing can be added"
    assert state.coins[0] == 0
    play(state, "sell")
    assert state.coins[0] == 1


def test_v16_a_merchant_drawn_in_the_sale_can_be_placed_in_it() -> None:
    state = selling(2, a="1166")
    state.free[0] = dice_of((1, 1, 1, 6))
    give(state, 0, "m14", "m16")
    play(state, "village 0.16", "add m14 left", "add m16 left", "sell", "draw 0 m25")
    events = play(state, "place m25 left 0.34")
    assert state.laid[0] == 6
    assert state.hidden[0] == 0
    assert not [event for event in events if isinstance(event, MerchantDrawn | NoMerchant)], (
        "a placed merchant never gives its own free reward"
    )
    assert state.to_act() == 1, "no die is left, so the step ends by itself"


def test_v17_a_seventh_caravan_is_lost() -> None:
    state = selling(2, a="112666")
    state.free[0] = dice_of((1, 6, 2))
    give(state, 0, "m12")
    events = play(state, "village 0.16", "add m12 right", "sell")
    assert NoCaravan(0) in events and state.dice[0] == 6


def test_example_a_one_and_a_six_sell_at_any_open_1_6_village() -> None:
    state = selling(3, a="1166")
    assert [n for n in notes(state) if n.startswith("village")] == [
        "village 0.16",
        "village 1.16",
        "village 2.16",
    ]


def test_example_two_merchants_in_one_sale() -> None:
    """1, 1, 2, 6 and merchants with a right side 2 and a left side 1."""
    state = selling(2, a="1126")
    give(state, 0, "m12", "m14")
    play(state, "village 0.16", "add m12 right", "add m14 left", "sell")
    assert state.laid[0] == 5
    assert state.needs[0] == dice_of((1, 1, 2, 6))


def test_example_a_visit_pays_owner_and_visitor_and_closes_the_village() -> None:
    state = selling(2, start=1, a="1166", b="1166")
    play(state, "village 0.16")
    assert state.coins == [1, 2]
    assert "village 0.16" not in notes(state)
    play(state, "market")
    assert state.to_act() == 0
    assert "village 0.16" not in notes(state)


def test_a_visitor_earns_a_coin_for_each_merchant_spent_and_placed_ones_too() -> None:
    state = selling(2, start=1, b="111266")
    tuck(state, 0, ("m12", 1), ("m15", 1))
    state.free[1] = dice_of((1, 6, 2, 5))
    play(state, "village 0.16")
    assert state.coins == [1, 4], "2 for the village and 1 for each of the two"
    assert state.favours[0] == 7, "the owner's favours come at every sale"


def test_a_spent_free_stall_earns_its_owner_nothing_more() -> None:
    state = selling(2, a="1126")
    tuck(state, 0, ("m12", 1))
    events = play(state, "village 0.16", "sell")
    assert state.coins[0] == 1 and state.dice[0] == 4
    assert not [event for event in events if isinstance(event, CaravanGained | NoCaravan)]


def test_the_parts_of_a_result_have_not_the_colours_of_coins_and_favours() -> None:
    for dark in (True, False):
        colours = palette({}, dark)
        sources = GAME.sources(GAME.view(selling(), None))
        shown = source_colours(sources, colours)
        assert len(set(shown)) == len(shown) == 3
        assert not {colours.gold, colours.favour} & set(shown)


def test_the_advice_to_sell_at_home_says_what_a_better_paid_visit_brings_its_host() -> None:
    table = selling(2, 0, a="3344")
    view = GAME.view(table, 0)
    action = table.legal()[notes(table).index("village 0.34")]
    play(table, "village 0.34")
    reasons = GAME.advice_for([(action, view)], GAME.view(table, 0), ["Ann", "Bo"]).reasons
    assert list(reasons) == [
        "It brings 1 coin, and more with merchants.",
        "The best other sale, at Bo's 3+4, would bring 2 coins, but also 1 coin to Bo.",
        "Nobody can visit it then: a visitor would get 2 coins there.",
    ]


def test_the_advice_to_reroll_says_how_often_a_merchant_could_join_a_sale_and_hides_it() -> None:
    table = selling(2, 0, a="1666")
    table.favours[0] = 3
    give(table, 0, "m45", secret=True)
    advice = _advice(table, "reroll 66")
    joins = "In 56% of the rolls a merchant in hand could join a sale."
    assert list(advice.reasons)[1:] == [joins]
    assert joins not in advice.open_reasons, "it tells what is in the hand"


def test_the_advice_to_reroll_for_less_on_average_says_that_it_need_not_be_the_last() -> None:
    table = selling(2, 0, a="1666")
    table.favours[0] = 3
    again = "That is less on average, but 2 favours are left to reroll again."
    assert _advice(table, "reroll 1666").open_reasons[1:] == [again]
    table.favours[0] = 1
    assert again not in _advice(table, "reroll 1666").reasons


def test_a_hint_and_what_it_says_of_a_reroll_name_the_same_income() -> None:
    table = selling(2, 0, a="1336")
    table.favours[0] = 3
    rerolled, sold = _tried(table, "reroll 33"), _tried(table, "village 0.16", "sell", "market")
    advice = GAME.advice_for(sold.turn, sold.after, ["Ann", "Bo"])
    assert "It brings 1 coin and 2 favours." in advice.reasons
    said = GAME.why_worse(rerolled, sold, ["Ann", "Bo"])
    assert said == "risks dice that bring 1 coin and 2 favours as they are", "visits bring more"


def _tried(table: DiceVillageState, *moves: str) -> TriedMove:
    """A turn of seat 0 in a position."""
    state, turn = table.clone(), []
    for note in moves:
        turn.append((state.legal()[notes(state).index(note)], GAME.view(state, 0)))
        state.apply(turn[-1][0])
    return TriedMove(turn, GAME.view(state, 0))


def _advice(table: DiceVillageState, note: str) -> TurnAdvice:
    view, after = GAME.view(table, 0), table.clone()
    action = table.legal()[notes(table).index(note)]
    after.apply(action)
    return GAME.advice_for([(action, view)], GAME.view(after, 0), ["Ann", "Bo"])
