"""Every ruling and worked example of Caravan (Decktet), by number."""

from __future__ import annotations

from random import Random

import pytest

from caravan_tui.games.contract import CHANCE, OVER
from caravan_tui.games.decktet.actions import PASS, kind_of
from caravan_tui.games.decktet.events import (
    LeaderSkipped,
    MarketCard,
    NobodyLeads,
    PutAside,
    SeasonEnded,
    WentOut,
)
from caravan_tui.games.decktet.pieces import (
    ACES,
    ALL,
    CODES,
    CROWNS,
    NUMBERS,
    OF_SUIT,
    RANKS,
    SUITS,
    WILDS,
    worth,
)
from caravan_tui.games.decktet.rules import DecktetState
from caravan_tui.games.decktet.scoring import counts
from caravan_tui.games.decktet.text import notation_of
from tests.decktet.decktet_help import GAME, cards, legal, match_of, play, position


def deal(seed: int, hands: int = 1) -> tuple[DecktetState, list[str]]:
    """A match dealt by chance, and the notation of what chance did."""
    state, rng, lines = match_of(hands), Random(seed), []
    while state.to_act() == CHANCE:
        action = state.draw(rng)
        lines.append(notation_of(action))
        state.apply(action)
    return state, lines


# --- The cards


def test_the_deck_has_thirty_six_cards_with_each_suit_once_a_rank() -> None:
    assert len(set(CODES)) == 36
    for rank in range(2, 10):
        of_rank = [card for card in range(36) if RANKS[card] == rank]
        assert len(of_rank) == 3
        assert sum(SUITS[card] for card in of_rank) == 0b111111
    assert all(mask.bit_count() == 10 for mask in OF_SUIT)


def test_the_codes_are_those_of_the_rules_page() -> None:
    numbers = (
        "2MK 2SY 2WL 3MW 3SK 3LY 4MS 4WL 4YK 5ML 5SW 5YK "
        "6MW 6SY 6LK 7ML 7SK 7WY 8MS 8WL 8YK 9MS 9WY 9LK"
    )
    assert " ".join(CODES) == numbers + " AM AS AW AL AY AK CM CS CW CL CY CK"


# --- The deal (rules 1 and 2, D-6, D-7, D-8)


@pytest.mark.parametrize("seed", range(30))
def test_rule_1_and_2_chance_deals_in_the_order_of_the_notation(seed: int) -> None:
    state, lines = deal(seed)
    words = [line.rsplit(" ", 1)[0] if line[0] != "m" else "market" for line in lines]
    market = 3 if state.turned >= 0 else 2
    assert words == (
        ["leads"]
        + ["deal 0"] * 4
        + ["deal 1"] * 4
        + ["market"] * market
        + ["deal 0"] * 11
        + ["deal 1"] * 11
    )
    assert all(line[-2] in "AC" for line in lines[1 : 9 + market])
    assert not any(line[-2] in "AC" for line in lines[9 + market :])
    for hand in state.hands:
        assert (hand & WILDS).bit_count() == 4
        assert (hand & NUMBERS).bit_count() == 11
    assert state.set_aside().bit_count() == 4
    assert (state.set_aside() & NUMBERS).bit_count() == 2


def test_rule_1_a_second_market_card_of_the_same_suit_is_replaced() -> None:
    state = match_of(1)
    for move in ["leads 1", *(f"deal 0 {code}" for code in ["AM", "AS", "AW", "AL"])]:
        play(state, move)
    play(state, *(f"deal 1 {code}" for code in ["CM", "CS", "CW", "CL"]))
    assert legal(state) == ["market AY", "market AK", "market CY", "market CK"]
    events = play(state, "market CY", "market AY")
    assert events == [MarketCard(34), PutAside(28)]
    assert legal(state) == ["market AK", "market CK"]
    play(state, "market CK")
    assert state.market == (34, 35)
    assert state.turned == 28
    assert legal(state)[0] == "deal 0 2MK"


def test_d_7_the_market_may_be_two_aces_or_two_crowns_but_never_one_suit() -> None:
    kinds = set()
    for seed in range(200):
        state, _lines = deal(seed)
        first, second = state.market
        assert SUITS[first] != SUITS[second]
        kinds.add((first >= 30) + (second >= 30))
    assert kinds == {0, 1, 2}


def test_d_6_chance_decides_who_leads_hand_one_and_only_there() -> None:
    assert legal(match_of(3)) == ["leads 0", "leads 1"]
    state = match_of(3)
    play(state, "leads 1")
    assert state.opener == 1
    assert {deal(seed)[0].to_act() for seed in range(20)} == {0, 1}
    ending = position("2MK", "3MW", hands=2)
    play(ending, "2MK", "pass")
    assert ending.to_act() == CHANCE
    assert legal(ending)[0].startswith("deal 0 A")


# --- Scoring by the market (rules 3 and 10, D-9)


def test_rule_3_an_ace_costs_and_a_crown_pays() -> None:
    assert worth(cards("2MK 9MS 3LY"), cards("AM CW")) == -2
    assert worth(cards("2MK 9MS 3LY"), cards("CM CL")) == 3


def test_rule_3_example_a_card_with_both_market_suits_counts_for_both() -> None:
    market = cards("AY CK")
    assert worth(cards("8YK"), market) == 0
    assert worth(cards("9LK"), market) == 1
    assert worth(cards("7WY"), market) == -1
    assert worth(cards("8YK"), cards("CY CK")) == 2
    assert worth(cards("8YK"), cards("AY AK")) == -2


def test_d_9_collected_aces_and_crowns_count_for_their_suit() -> None:
    assert worth(cards("CM AY CY"), cards("AM CY")) == 1


# --- Seasons (rules 4, 7, 8, D-2, D-3)


def test_rule_4_a_pass_ends_the_season_and_rule_7_the_last_caravan_collects() -> None:
    state = position("2MK 9LK", "3MW 9MS")
    events = play(state, "2MK", "3MW", "pass")
    assert state.taken == (0, cards("2MK 3MW"))
    assert SeasonEnded(1, cards("2MK 3MW"), -2, False) in events


def test_rule_7_a_bandit_gives_the_cards_to_the_other() -> None:
    state = position("2MK 9LK", "AY 9MS")
    play(state, "2MK", "AY", "pass")
    assert state.taken == (cards("2MK AY"), 0)


def test_rule_8_whoever_made_the_last_play_leads() -> None:
    state = position("2MK 9LK", "AY 9MS")
    play(state, "2MK", "AY", "pass")
    assert (state.leader, state.to_act()) == (1, 1)
    state = position("2MK 9LK", "AY 9MS")
    play(state, "2MK", "pass")
    assert (state.leader, state.to_act()) == (0, 0)


def test_d_2_a_leader_may_not_pass_and_may_not_lead_a_bandit() -> None:
    assert legal(position("2MK AM CS", "9MS")) == ["2MK", "2MK-AM=3"]
    assert legal(position("2MK", "9MS")) == ["2MK"]


def test_d_3_whoever_holds_only_wild_cards_lets_the_other_lead() -> None:
    state = position("9MS AM CS", "2MK 3MW 4WL")
    events = play(state, "9MS", "pass")
    assert LeaderSkipped(0) in events
    assert (state.leader, state.to_act()) == (1, 1)
    play(state, "2MK")
    assert legal(state) == ["AM", "CS", "AM+CS", "pass"]


def test_d_3_if_neither_can_lead_the_hand_ends_without_going_out() -> None:
    state = position("9MS AM CS", "AK CY", market="CM AL")
    events = play(state, "9MS", "pass")
    assert NobodyLeads() in events
    assert state.to_act() == OVER
    assert state.scores() == (1, 0)
    assert state.results[0].out == -1


# --- Going out (rule 9, D-4, D-5)


def test_rule_9_going_out_brings_five_and_one_a_card_left() -> None:
    state = position("2MK", "3LY 9LK AK", market="AY CW")
    play(state, "2MK")
    assert state.to_act() == 1
    assert legal(state) == ["3LY", "9LK", "AK", "pass"]
    play(state, "pass")
    assert state.scores() == (5 + 3, 0)
    assert state.taken == (0, 0)
    assert state.results[0].taken == (cards("2MK"), 0)


def test_rule_9_the_opponents_last_play_collects_and_the_cards_left_do_not_count() -> None:
    state = position("2MK", "3LY 9LK AK", market="CM CK")
    play(state, "2MK", "9LK")
    assert state.to_act() == OVER
    assert state.scores() == (5 + 2, 2 + 1)


def test_rule_9_a_bandit_as_the_last_play_gives_the_cards_to_the_one_who_went_out() -> None:
    state = position("2MK", "3LY 9LK AK", market="CM CK")
    play(state, "2MK", "AK")
    assert state.scores() == (5 + 2 + 3, 0)


def test_rule_9_no_play_beats_it_then_the_opponent_still_passes() -> None:
    state = position("9MS", "3LY 8MS", market="CM CK")
    play(state, "9MS")
    assert legal(state) == ["pass"]


def test_d_4_one_may_go_out_with_a_bandit_as_an_answer() -> None:
    state = position("2MK 9LK", "AY CY", market="CM AL")
    play(state, "2MK", "AY+CY")
    assert state.out == 1
    assert legal(state) == ["pass"]
    play(state, "pass")
    assert state.scores() == (1, 5 + 1)


def test_d_5_the_answer_may_empty_the_other_hand_too() -> None:
    state = position("2MK", "3LY", market="AM CL")
    events = play(state, "2MK", "3LY")
    assert state.scores() == (5, 1 - 1)
    assert [event for event in events if isinstance(event, WentOut)] == [WentOut(0)]
    view = GAME.view(state, 0)
    lines = counts([], view, ["Ann", "Bea"])[0].lines
    assert (lines[1].title, lines[1].points) == ("The other's last card was played", [0, None])


# --- Hands and the match (rule 10, D-6, D-10)


def test_d_10_scores_are_the_totals_of_finished_hands() -> None:
    state = position("2MK 9LK", "3LY 8MS", market="CM CK", hands=2, totals=(3, -1))
    play(state, "9LK", "pass")
    assert state.scores() == (3, -1)
    play(state, "2MK", "pass")
    assert state.scores() == (3 + 5 + 2 + 1 + 2, -1)


@pytest.mark.parametrize(
    ("totals", "leader", "expected"),
    [((9, 0), 0, 1), ((0, 20), 0, 0), ((0, 6), 0, 1), ((0, 6), 1, 0)],
)
def test_d_6_the_lower_total_leads_else_who_did_not_lead_before(
    totals: tuple[int, int], leader: int, expected: int
) -> None:
    # Seat 0 gets 5 for going out and 1 for the card left.
    state = position("2MK", "3SK AK", market="AL CY", hands=2, totals=totals, leader=leader)
    if leader:
        state = position("9MS", "3SK AK", market="AL CY", hands=2, totals=totals, leader=1)
        play(state, "3SK", "9MS", "pass")
        assert state.scores() == (totals[0] + 6, totals[1])
    else:
        play(state, "2MK", "pass")
    assert state.opener == expected
    rng = Random(1)
    while state.to_act() == CHANCE:
        state.apply(state.draw(rng))
    assert (state.to_act(), state.leader, state.hand_number) == (expected, expected, 2)


@pytest.mark.parametrize(
    ("totals", "ranks"), [((4, 4), (1, 1)), ((5, 4), (1, 2)), ((-2, 0), (2, 1))]
)
def test_rule_10_the_higher_total_wins_and_equal_totals_share(
    totals: tuple[int, int], ranks: tuple[int, int]
) -> None:
    state = match_of(1)
    state.totals = totals
    assert state.outcome() == ranks


def test_the_option_sets_the_number_of_hands() -> None:
    state, rng = match_of(3), Random(7)
    while state.to_act() != OVER:
        if state.to_act() == CHANCE:
            state.apply(state.draw(rng))
        else:
            state.apply(rng.choice(state.legal()))
    assert len(state.results) == 3
    assert sum(result.points[0] for result in state.results) == state.scores()[0]
    assert GAME.spec.resolve({}, 2) == {"hands": 5}
    assert [GAME.spec.options[0].low, GAME.spec.options[0].high] == [1, 9]


def test_d_8_the_cards_set_aside_are_shown_when_the_hand_is_over() -> None:
    state, _lines = deal(3)
    aside, rng = state.set_aside(), Random(3)
    assert not GAME.view(state, 0)["results"]
    while state.to_act() != OVER:
        state.apply(rng.choice(state.legal()))
    assert GAME.view(state, 0)["results"][0]["aside"] == aside


# --- What holds in every match


@pytest.mark.parametrize("seed", range(25))
def test_cards_are_conserved_and_the_lists_are_in_order(seed: int) -> None:
    rng, state = Random(seed), match_of(2)
    while state.to_act() != OVER:
        actions = state.legal()
        assert actions == sorted(set(actions))
        if state.to_act() == CHANCE:
            state.apply(state.draw(rng))
            continue
        table = 0
        for action in state.plays:
            table |= action & ALL
        market = sum(1 << card for card in state.market)
        parts = [*state.hands, *state.taken, table, market, state.set_aside()]
        assert sum(parts) == ALL
        assert (PASS in actions) == bool(state.plays)
        for action in actions:
            assert not action & ALL & ~state.hands[state.to_act()]
            if not state.plays:
                assert kind_of(action) <= 8
        state.apply(rng.choice(actions))


def test_aces_and_crowns_are_as_many_as_suits() -> None:
    assert ACES.bit_count() == CROWNS.bit_count() == 6
