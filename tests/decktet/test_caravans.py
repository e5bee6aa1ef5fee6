"""What is a caravan, what beats it: rules 5 and 6 of Caravan (Decktet), by number."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations
from random import Random

import pytest

from caravan_tui.games.decktet.actions import kind_of, list_caravans, rank_of
from caravan_tui.games.decktet.pieces import ALL, CODES, NUMBERS, RANKS, SUITS, WILDS
from caravan_tui.games.decktet.text import notation_of
from caravan_tui.games.kit.bitsets import members
from tests.decktet.decktet_help import GAME, cards, legal, play, position

# --- Caravans (rule 5, D-1)


def brute_caravans(hand: int) -> set[tuple[int, int]]:
    """All caravans as (cards, top rank), by trying every order of every small set of cards."""
    caravans = set()
    numbers, wilds = members(hand & NUMBERS), members(hand & WILDS)
    for count in range(1, len(numbers) + 1):
        for chosen in combinations(numbers, count):
            ranks = [RANKS[card] for card in chosen]
            if len(set(ranks)) < count:
                continue
            for extra in range(len(wilds) + 1):
                for others in permutations(wilds, extra):
                    for low in range(2, 11 - count - extra):
                        top = low + count + extra - 1
                        if low > ranks[0] or top < ranks[-1]:
                            continue
                        card_of, spare = dict(zip(ranks, chosen, strict=True)), list(others)
                        row = [
                            card_of[r] if r in card_of else spare.pop() for r in range(low, top + 1)
                        ]
                        if all(SUITS[a] & SUITS[b] for a, b in pairwise(row)):
                            caravans.add((sum(1 << card for card in row), top))
    return caravans


@pytest.mark.parametrize("seed", range(12))
def test_rule_5_the_table_of_caravans_is_what_trying_all_orders_finds(seed: int) -> None:
    rng = Random(seed)
    hand = sum(1 << card for card in rng.sample(range(24), 6) + rng.sample(range(24, 36), 4))
    table = list_caravans(hand)
    assert table == sorted(set(table))
    caravans = {(action & ALL, rank_of(action)) for action in table}
    assert caravans == brute_caravans(hand)
    assert all(kind_of(action) == (action & ALL).bit_count() for action in table)


def test_rule_5_example_three_four_five_is_beaten_by_higher_ones_of_its_length() -> None:
    beaters = {"4WL-5SW-6MW", "5SW-6MW-7WY"}
    state = position("2WL 3MW 4MS 5ML", "4WL 5SW 6MW 7WY 2MK 3LY 8WL")
    play(state, "3MW-4MS-5ML")
    answers = set(legal(state))
    assert beaters <= answers
    assert not any(answer.startswith("2") for answer in answers)
    assert "4WL-5SW-6MW-7WY" not in answers
    assert all(answer == "pass" or answer.count("-") == 2 for answer in answers)


def test_rule_5_example_neighbours_must_share_a_suit() -> None:
    state = position("2MK 3MW 3SK 4WL", "9MS")
    moves = legal(state)
    assert "2MK-3MW-4WL" in moves
    assert "2MK-3SK" in moves
    assert not any("3SK-4WL" in move for move in moves)


def test_rule_5_example_an_ace_keeps_its_suit() -> None:
    assert "4YK-AK=5-6LK" in legal(position("4YK AK 6LK", "9MS"))
    assert not any("4YK-AM" in move for move in legal(position("4YK AM 6LK", "9MS")))


def test_rule_5_example_aces_and_crowns_alone_are_no_caravan() -> None:
    assert legal(position("AM AS CM 9MS", "9WY", leader=0))[0] == "9MS"
    for action in list_caravans(cards("AM AS CM CS 5SW")):
        assert action & NUMBERS
    assert list_caravans(cards("AM CM")) == []


def test_rule_5_an_ace_stands_for_ranks_two_to_nine_only() -> None:
    assert legal(position("2MK AM", "9LK")) == ["2MK", "2MK-AM=3"]
    assert legal(position("9MS CM", "8YK")) == ["9MS", "CM=8-9MS"]


def test_rule_5_the_longest_caravan_has_eight_cards() -> None:
    state = position("2MK 3MW 4MS 5ML 6MW 7ML 8MS 9MS AM CM", "2SY")
    assert max(kind_of(action) for action in state.legal()) == 8


def test_d_1_the_rank_is_the_highest_even_of_a_wild_card() -> None:
    state = position("5ML AM 7ML", "9MS 8MS 7SK 6SY CK 4YK")
    moves = {notation_of(action): rank_of(action) for action in state.legal()}
    assert moves["5ML-AM=6"] == 6
    assert moves["AM=4-5ML"] == 5
    assert moves["5ML-AM=6-7ML"] == 7


def test_d_1_the_same_cards_with_another_top_rank_are_another_play() -> None:
    state = position("5ML AM 9LK", "2SY")
    pairs = [move for move in legal(state) if "AM" in move]
    assert pairs == ["AM=4-5ML", "5ML-AM=6"]


def test_notation_offers_the_order_that_comes_first_and_takes_any() -> None:
    state = position("5ML AM CM 8MS", "2SY")
    assert "5ML-AM=6-CM=7-8MS" in legal(state)
    assert "5ML-CM=6-AM=7-8MS" not in legal(state)
    view = GAME.view(state, 0)
    action = GAME.parse("5ML-AM=6-CM=7-8MS", state.legal(), view)
    assert action is not None
    assert GAME.parse(" 5ml-cm=6-am=7-8ms", state.legal(), view) == action


def test_notation_first_as_plain_text_holds_for_all_orders() -> None:
    rng = Random(5)
    several = 0
    for _ in range(20):
        hand = sum(1 << card for card in rng.sample(range(24), 7) + rng.sample(range(24, 36), 5))
        hand |= cards("AM CM")
        for action in list_caravans(hand):
            mask, length, top = action & ALL, kind_of(action), rank_of(action)
            card_of = {RANKS[card]: card for card in members(mask & NUMBERS)}
            texts = []
            for wilds in permutations(members(mask & WILDS)):
                spare = list(wilds)
                row = [
                    card_of[r] if r in card_of else spare.pop()
                    for r in range(top - length + 1, top + 1)
                ]
                if all(SUITS[a] & SUITS[b] for a, b in pairwise(row)):
                    ranks = range(top - length + 1, top + 1)
                    texts.append(
                        "-".join(
                            CODES[c] + ("" if RANKS[c] else f"={r}")
                            for c, r in zip(row, ranks, strict=True)
                        )
                    )
            assert notation_of(action) == min(texts)
            assert all(GAME.parse(text, [action], {}) == action for text in texts)
            several += len(texts) > 1
    assert several > 20


@pytest.mark.parametrize(
    "wrong",
    ["", "3SK-2MK", "2MK-3LY", "2MK-AK", "2MK-AK=4", "AM+AM", "2MK-2MK", "AM=5", "AM+AS", "2MK=3"],
)
def test_notation_that_is_no_valid_row_is_not_understood(wrong: str) -> None:
    state = position("2MK 3SK 3LY AK AM", "9MS")
    assert GAME.parse(wrong, state.legal(), GAME.view(state, 0)) is None


# --- Bandits (rule 6)


def test_rule_6_any_bandit_beats_a_caravan() -> None:
    state = position("2MK 9LK", "AM CS AW CW 9MS")
    play(state, "2MK")
    bandits = ["AM", "AW", "CS", "CW", "AM+CS", "AW+CS", "AM+CW", "AW+CW"]
    assert legal(state) == ["9MS", *bandits, "pass"]
    state = position("2MK 3MW 4WL 5ML 6MW 7ML 8MS 9MS 9LK", "AM")
    play(state, "2MK-3MW-4WL-5ML-6MW-7ML-8MS-9MS", "AM")


@pytest.mark.parametrize(
    ("weaker", "answers"),
    [
        ("AM", ["CY", "CK", "AK+CY", "AK+CK", "pass"]),
        ("CS", ["AK+CY", "AK+CK", "pass"]),
        ("AM+CS", ["AK+CK", "pass"]),
        ("AW+CW", ["pass"]),
    ],
)
def test_rule_6_bandits_beat_each_other_in_their_order(weaker: str, answers: list[str]) -> None:
    state = position("2MK AM CS AW CW 9MS", "2SY AK CK CY 9LK", leader=1, market="AL CL")
    play(state, "2SY", weaker)
    assert legal(state) == answers


def test_rule_6_equal_bandits_do_not_beat_each_other() -> None:
    state = position("2MK AM 9MS", "2SY AK 9LK", leader=1)
    play(state, "2SY", "AM")
    assert legal(state) == ["pass"]


def test_rule_6_example_a_crown_on_three_four_five() -> None:
    state = position("3MW 4MS 5ML 9LK AM AS CW", "CK 9MS", market="AY CY")
    play(state, "3MW-4MS-5ML", "CK")
    assert legal(state) == ["AM+CW", "AS+CW", "pass"]
    play(state, "pass")
    assert state.taken == (cards("3MW 4MS 5ML CK"), 0)
    assert state.to_act() == 1
