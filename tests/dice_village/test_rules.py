"""The rulings and worked examples of Dice Village; RULES.md has the numbers."""

from __future__ import annotations

from random import Random

import pytest

from caravan_tui.games.contract import CHANCE, OVER
from caravan_tui.games.dice_village.actions import (
    DRAW,
    MARKET,
    ROLLS,
    ROW,
    UNKNOWN,
    count,
    covers,
    dice_of,
    faces_of,
    pack,
    rerolls,
    ways,
)
from caravan_tui.games.dice_village.events import MerchantDrawn, NoMerchant
from caravan_tui.games.dice_village.state import SELLING, SPENDING
from tests.dice_village.village_help import CARDS, GAME, give, merchant, notes, play, selling


def test_setup_chance_order_is_start_row_rolls_in_turn_order() -> None:
    state = GAME.setup({}, 3)
    seen = []
    rng = Random(3)
    while state.to_act() == CHANCE:
        action = state.draw(rng)
        assert action in state.legal()
        seen.append(GAME.notation(action, GAME.view(state, None)).split())
        state.apply(action)
    assert [words[0] for words in seen] == ["start"] + ["row"] * 4 + ["roll"] * 3
    first = int(seen[0][1])
    assert [int(words[1]) for words in seen[5:]] == [(first + n) % 3 for n in range(3)]
    assert all(list(words[2]) == sorted(words[2]) for words in seen[5:])


def test_start_pieces() -> None:
    state = GAME.setup({}, 4)
    assert state.dice == [4] * 4
    assert state.favours == [2] * 4
    assert state.laid == [3] * 4
    assert [CARDS.village_faces[v] for v in range(3)] == [(1, 6), (2, 5), (3, 4)]
    assert CARDS.merchant_count == 30
    assert CARDS.village_coins == [1] * 3
    assert CARDS.village_visitor_coins == [2] * 3


@pytest.mark.parametrize(
    ("k", "left", "right"),
    [
        (1, (1, 0, 0), (0, 0, 2)),
        (2, (2, 0, 0), (0, 0, 2)),
        (3, (0, 0, 1), (2, 0, 0)),
        (4, (1, 0, 0), (0, 5, 0)),
        (5, (0, 0, 3), (1, 0, 0)),
    ],
)
def test_merchant_table(k: int, left: tuple[int, ...], right: tuple[int, ...]) -> None:
    kinds = {0: 0, 1: 2, 2: 3, 3: 4}
    for a in range(1, 7):
        b = (a + k - 1) % 6 + 1
        m = merchant(f"m{a}{b}")
        for side, face, (coins, favours, free) in ((m * 2, a, left), (m * 2 + 1, b, right)):
            assert CARDS.face[side] == face
            assert CARDS.coins[side] == coins
            assert CARDS.favours[side] == favours
            assert CARDS.free[side] == (kinds[free] if free else 0)
            assert CARDS.visitor_coins[side] == 1


def test_v1_nobody_starts_with_coins_and_play_goes_up() -> None:
    state = selling(3, start=2)
    assert state.coins == [0, 0, 0]
    order = []
    for _ in range(3):
        order.append(state.to_act())
        play(state, "market")
    assert order == [2, 0, 1]
    assert state.start == 0, "the marker goes on to the next seat"


def test_v2_last_round_has_no_spend_and_no_fill() -> None:
    state = selling(2, a="1116", b="3456")
    state.coins = [12, 7]
    state.laid[0] = 8
    give(state, 0, "m12", "m14")
    state.row = state.row[:1]
    play(state, "village 0.16", "add m12 left", "sell", "market")
    assert state.to_act() == 1, "the others still sell"
    play(state, "market")
    assert state.to_act() == OVER
    assert len(state.row) == 1
    assert state.scores() == (9, 3)
    assert state.outcome() == (1, 2)


def test_v3_equal_dice_are_one_choice() -> None:
    state = selling(2, a="1166")
    assert notes(state).count("village 0.16") == 1
    assert [n for n in notes(state) if n.startswith("reroll")] == [
        "reroll 1",
        "reroll 6",
        "reroll 11",
        "reroll 16",
        "reroll 66",
        "reroll 116",
        "reroll 166",
        "reroll 1166",
    ]


def test_v6_empty_pile_gives_no_merchant_and_a_short_row() -> None:
    state = selling(2, a="1166")
    give(state, 0, "m14")
    state.deck = 0
    events = play(state, "village 0.16", "add m14 left", "sell", "market", "market")
    assert NoMerchant(0) in events
    state = selling(2)
    state.coins = [15, 15]
    state.deck = 1 << merchant("m12")
    play(state, "market", "market", "buy m31", "buy m42")
    assert state.coins[0] == 5
    play(state, "buy m53", "row m12")
    assert state.row == [merchant("m12")]
    assert state.to_act() == 1
    play(state, "buy m12")
    assert state.row == [] and state.to_act() == CHANCE and state.round == 2


def test_v7_bought_cards_are_public_and_drawn_ones_secret() -> None:
    state = selling(2, a="1166")
    give(state, 0, "m14")
    state.coins[0] = 9
    play(state, "village 0.16", "add m14 left", "sell")
    draw = pack(DRAW, merchant("m25"))
    assert state.observed(draw, 1) == pack(DRAW, UNKNOWN) != draw
    assert state.observed(draw, 0) == draw
    assert state.observed(pack(ROW, 3), 1) == pack(ROW, 3)
    events = play(state, "draw 0 m25")
    assert GAME.view_event(events[-1], 1) == MerchantDrawn(0, None)
    assert GAME.view_event(events[-1], None) == MerchantDrawn(0, None)
    assert GAME.view_event(events[-1], 0) == MerchantDrawn(0, "m25")
    play(state, "market", "market", "buy m31")
    for viewer in (1, None):
        person = GAME.view(state, viewer)["people"][0]
        assert (person["hand"], person["secret"], person["unseen"]) == ([merchant("m31")], [], 1)
    own = GAME.view(state, 0)["people"][0]
    assert own["hand"] == sorted([merchant("m31"), merchant("m25")])
    assert own["secret"] == [merchant("m25")] and own["unseen"] == 0


def test_v8_round_60_is_the_last() -> None:
    state = selling(2)
    state.round = 59
    state.coins = [0, 5]
    play(state, "market", "market", "done")
    rng = Random(1)
    while state.to_act() == CHANCE:
        state.apply(state.draw(rng))
    assert state.round == 60
    state.coins = [5, 6]
    play(state, "market", "market")
    assert state.to_act() == OVER
    assert state.outcome() == (2, 1)
    assert state.legal() == []


def test_v15_an_emptied_row_is_filled_at_once_for_the_same_seat() -> None:
    state = selling(2)
    state.coins = [20, 4]
    play(state, "market", "market", "buy m31", "buy m53", "buy m42")
    assert state.to_act() == CHANCE
    play(state, "row m12", "row m13", "row m14")
    assert state.to_act() == 0 and state.phase == SPENDING
    assert notes(state) == ["buy m12", "buy m13", "buy m14", "done"]
    play(state, "buy m14")
    assert state.coins == [0, 4], "passed over below 5 coins"
    assert state.to_act() == CHANCE and state.start == 1
    play(state, "row m15")
    assert state.round == 2


def test_v15_a_row_that_is_not_emptied_is_filled_at_the_end_of_the_round() -> None:
    state = selling(2)
    state.coins = [5, 5]
    play(state, "market", "market", "buy m31")
    assert state.to_act() == 1 and len(state.row) == 2
    play(state, "done", "row m31" if state.deck >> merchant("m31") & 1 else "row m12")
    assert len(state.row) == 3


def test_v18_favours_reroll_and_turn_as_often_as_they_last() -> None:
    state = selling(2, a="1136")
    state.favours[0] = 6
    play(state, "turn 6 up")
    assert faces_of(state.free[0]) == [1, 1, 1, 3]
    play(state, "turn 1 down", "reroll 13", "roll 0 26", "reroll 2", "roll 0 2")
    assert faces_of(state.free[0]) == [1, 2, 6, 6]
    assert state.favours[0] == 0
    assert notes(state) == ["village 0.16", "village 1.16", "market"]


def test_v19_a_secret_card_is_known_once_it_lies_on_the_table() -> None:
    state = selling(2, a="1166")
    give(state, 0, "m12", "m13", secret=True)
    play(state, "village 0.16", "add m13 left")
    person = GAME.view(state, 1)["people"][0]
    assert person["unseen"] == 1
    assert person["villages"][0]["left"] == [merchant("m13") * 2]
    assert state.hidden[0] == 1 << merchant("m12")


def test_example_four_dice_left_are_four_favours() -> None:
    state = selling(2)
    play(state, "market")
    assert state.favours[0] == 6


def test_example_eighth_ninth_and_tenth_card_in_one_step_all_count() -> None:
    state = selling(2, a="111166", b="3456")
    state.laid[0] = 7
    give(state, 0, "m12", "m14", "m15")
    play(
        state,
        "village 0.16",
        "add m12 left",
        "add m15 left",
        "add m14 left",
        "sell",
        "draw 0 m13",
        "market",
    )
    assert state.to_act() == 1
    play(state, "village 1.34", "sell", "market")
    assert state.to_act() == OVER
    assert state.scores() == (10, 3)


def test_a_new_caravan_rolls_from_the_next_round() -> None:
    state = selling(2, a="1126")
    give(state, 0, "m12")
    play(state, "village 0.16", "add m12 right", "sell", "market", "market")
    assert state.dice[0] == 5
    play(state, "roll 1 1111", "roll 0 11111")


def test_step_ends_by_itself_without_dice_and_market_is_always_there() -> None:
    state = selling(2, a="1166", b="1234")
    state.favours[0] = 0
    play(state, "village 0.16", "sell")
    assert notes(state) == ["village 1.16", "market"]
    play(state, "village 1.16")
    assert state.to_act() == 1


def test_ties_go_by_coins_then_favours_then_are_shared() -> None:
    state = GAME.setup({}, 4)
    state.laid = [5, 5, 5, 5]
    state.coins = [3, 3, 4, 3]
    state.favours = [1, 1, 0, 2]
    assert state.outcome() == (3, 3, 1, 2)


def test_rolls_have_the_weight_of_dice_that_can_be_told_apart() -> None:
    for number in (4, 5, 6):
        assert sum(ways(action & 0xFFFFFF) for action in ROLLS[number]) == 6**number
    state = GAME.setup({}, 2)
    state.dice[0] = 4
    rng = Random(5)
    state.apply(0)
    while state.phase != 2:
        state.apply(state.draw(rng))
    seen: dict[int, int] = {}
    for _ in range(20_000):
        action = state.draw(rng)
        seen[action] = seen.get(action, 0) + 1
    assert set(seen) <= set(state.legal())
    for action, times in seen.items():
        wanted = 20_000 * ways(action & 0xFFFFFF) / 6**4
        assert abs(times - wanted) < 6 * wanted**0.5 + 6


def test_packed_dice() -> None:
    assert faces_of(dice_of((6, 1, 1))) == [1, 1, 6]
    assert count(dice_of((6, 1, 1, 3, 3, 3))) == 6
    assert covers(dice_of((1, 1, 2, 6)), dice_of((1, 6)))
    assert not covers(dice_of((1, 2, 6)), dice_of((1, 1)))
    assert len(rerolls(dice_of((1, 2, 3, 4, 5, 6)))) == 63
    assert pack(MARKET) == 9 << 24


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_play_conserves_merchants_dice_and_money(seats: int) -> None:
    rng = Random(seats)
    for _ in range(4):
        state = GAME.setup({}, seats)
        laid = [3] * seats
        while (actor := state.to_act()) != OVER:
            before = (sum(state.coins), sum(state.favours))
            legal = state.legal()
            assert legal and len(set(legal)) == len(legal)
            action = state.draw(rng) if actor == CHANCE else legal[int(rng.random() * len(legal))]
            assert action in legal
            state.apply(action)
            tucked = [side >> 1 for sides in state.left_sides + state.right_sides for side in sides]
            held = [m for m in range(30) for hand in state.hand if hand >> m & 1]
            deck = [m for m in range(30) if state.deck >> m & 1]
            assert sorted(tucked + held + deck + state.row) == list(range(30))
            assert [now >= old for now, old in zip(state.laid, laid, strict=True)] == [True] * seats
            laid = state.laid[:]
            assert sum(laid) == 3 * seats + len(tucked)
            assert min(state.coins) >= 0 and min(state.favours) >= 0
            assert all(4 <= dice <= 6 for dice in state.dice)
            assert all(count(f) <= d for f, d in zip(state.free, state.dice, strict=True))
            if actor == CHANCE and state.phase not in (SELLING,):
                assert before[0] == sum(state.coins)
        assert max(state.laid) >= 9 or state.round == 60
