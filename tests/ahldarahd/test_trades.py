"""Trades and nights: A-7, A-8, A-9, A-14 to A-16, and what others see of them."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgpack
import pytest

from caravan_tui.games.ahldarahd import state as phases
from caravan_tui.games.ahldarahd.actions import CITIES, HIDDEN, INTERRUPT, SEND
from caravan_tui.games.ahldarahd.events import NoNight, Withdraw
from caravan_tui.games.ahldarahd.rules import AhldarahdState
from caravan_tui.games.ahldarahd.view import cards_held
from tests.ahldarahd.positions import (
    CITY,
    GAME,
    bidding,
    building,
    controls,
    dealt,
    has,
    hold,
    names,
    play,
    route,
)


def test_a7_offers_are_made_at_trade_moments_only() -> None:
    table = dealt(3)
    assert table.interrupts() == {}
    table = bidding(3)
    assert {"offer 1", "offer 2"} <= set(names(table))
    assert names(table, table.interrupts()[2]) == ["interrupt 2 offer 0", "interrupt 2 offer 1"]
    play(table, "open eyes")
    assert table.interrupts() == {}
    play(table, "bid 0")
    assert table.interrupts() == {}
    play(table, "pass", "pass", "open shah", "bid 0", "pass", "pass")
    assert table.interrupts() == {}  # the naming
    table = building(3)
    assert sorted(table.interrupts()) == [1, 2]
    route(table, 1, "salt-metals", 1)
    hold(table, 0, salt=2)
    play(table, "destroy blue:salt-metals")
    assert table.interrupts() == {}
    assert not [name for name in names(table) if name.startswith("offer")]


def test_a7_after_a_trade_the_same_decision_is_asked_again() -> None:
    table = building(3)
    before = [name for name in names(table) if not name.startswith("offer")]
    play(table, "interrupt 2 offer 1")
    assert table.to_act() == 2
    play(table, "give gold 2", "send")
    assert table.to_act() == 1
    play(table, "accept")
    assert table.to_act() == 0
    assert [name for name in names(table) if not name.startswith("offer")] == before
    assert table.gold[1:] == [7, 3]


def test_a7_three_offers_a_phase_withdrawn_ones_count_counters_do_not() -> None:
    table = bidding(2)
    table.gold = [9, 9]
    play(table, "offer 1", "withdraw")
    play(table, "offer 1", "give gold 1", "send", "counter", "want gold 2", "send", "decline")
    assert table.offers == [2, 0]
    play(table, "offer 1", "give gold 1", "send", "decline")
    assert not [name for name in names(table) if name.startswith("offer")]
    assert list(table.interrupts()) == [1]


def test_a14_the_building_counts_anew() -> None:
    table = bidding(2)
    for _offer in range(3):
        play(table, "offer 1", "withdraw")
    play(table, "open eyes", "bid 0", "pass", "open queen", "bid 0", "pass")
    assert table.phase == phases.BUILDING
    assert "offer 1" in names(table)
    for _offer in range(3):
        play(table, "offer 1", "withdraw")
    play(table, "end")
    assert table.offers == [3, 0]
    assert list(table.interrupts()) == []  # seat 0 has used its offers, also out of turn


def test_a7_a_counter_comes_once_and_its_withdrawal_ends_the_trade() -> None:
    table = building(2)
    play(table, "offer 1", "give gold 2", "want right.red", "send")
    assert names(table) == ["accept", "decline", "counter"]
    play(table, "counter")
    assert table.to_act() == 1
    play(table, "give right.red", "want gold 4", "send")
    assert table.to_act() == 0
    assert names(table) == ["accept", "decline"]
    play(table, "accept")
    assert table.rights[0] == 0
    assert table.gold == [1, 9]
    play(table, "offer 1", "give gold 1", "send", "counter", "withdraw")
    assert table.phase == phases.BUILDING
    assert table.gold == [1, 9]
    assert table.offer == []


def test_a7_accept_needs_what_is_wanted() -> None:
    table = building(2)
    hold(table, 1, salt=1)
    play(table, "offer 1", "give gold 1", "want card gems", "send")
    assert names(table) == ["decline", "counter"]
    play(table, "decline", "offer 1", "give gold 1", "want card salt", "send")
    assert names(table) == ["accept", "decline", "counter"]


def test_what_a_hand_can_hold_is_what_its_first_cards_can_still_be() -> None:
    table = building(3)
    table.shown[1] = 1 << CITY["dyes"]  # of Pearls, Dyes and Spices
    table.cards[CITIES + CITY["dyes"]] = 0
    table.cards[CITIES + CITY["gems"]] = 1
    table.seen[1] = 1 << CITY["salt"]
    held = cards_held(GAME.view(table, 0), 1)
    assert held[CITY["gems"]] == (1, 2)
    assert held[CITY["dyes"]] == held[CITY["salt"]] == (0, 0)
    assert held[CITY["pearls"]] == held[CITY["horses"]] == (0, 1)
    assert cards_held(GAME.view(table, 1), 1)[CITY["pearls"]] == (1, 1)
    assert cards_held(GAME.view(table, None), 1) == held
    for card in ("textiles", "ivory", "incense", "metals", "horses", "gems"):
        table.seen[1] |= 1 << CITY[card]
    held = cards_held(GAME.view(table, 0), 1)
    assert held[CITY["pearls"]] == held[CITY["spices"]] == held[CITY["gems"]] == (1, 1)
    assert sum(least for least, _most in held) == 3 == sum(most for _least, most in held)


@pytest.mark.parametrize("seed", range(8))
def test_no_hand_holds_what_the_others_take_it_to_lack(seed: int) -> None:
    rng = Random(seed)
    table = dealt(3)
    for _step in range(300):
        legal = table.legal()
        if not legal:
            break
        table.apply(rng.choice(legal))
        for seat, viewer in ((0, 1), (1, None), (2, 0)):
            held = cards_held(GAME.view(table, viewer), seat)
            hand = table.cards[seat * CITIES : seat * CITIES + CITIES]
            for (least, most), count in zip(held, hand, strict=True):
                assert least <= count <= most


def test_an_offer_has_one_notation() -> None:
    table = building(3)
    hold(table, 0, salt=2, gems=1, pearls=1, metals=1)
    hold(table, 1, ivory=1)
    table.eyes = 0
    table.gold = [2, 3, 0]
    play(table, "offer 1")
    assert names(table) == [
        "give gold 1",
        "give gold 2",
        "give card pearls",
        "give card salt",
        "give card gems",
        "give card metals",
        "give right.blue",
        "give shah",
        "give eyes",
        "want gold 1",
        "want gold 2",
        "want gold 3",
        *[f"want card {name}" for name in CITY],
        "want right.green",
        "withdraw",
    ]
    play(table, "give gold 2", "give card salt")
    assert names(table)[:2] == ["give card gems", "give card metals"]  # each commodity once a side
    assert not [name for name in names(table) if name.startswith("want gold")]  # gold on one side
    play(table, "give shah")
    assert not [name for name in names(table) if name.startswith("give")]  # three lines a side
    play(table, "want card salt")
    assert names(table) == ["want right.green", "send", "withdraw"]  # seat 1 has one card only
    play(table, "want right.green", "send", "counter")
    assert table.to_act() == 1


def test_a15_an_offer_with_nothing_to_name_can_only_be_withdrawn() -> None:
    table = building(2)
    for seat in (0, 1):
        hold(table, seat)
    table.gold = [0, 0]
    table.rights = [-1, -1]
    table.shah = 0
    play(table, "interrupt 1 offer 0")
    assert names(table) == ["want shah", "withdraw"]
    table.shah = -1
    assert names(table) == ["withdraw"]


def test_gifts_and_mixtures_change_hands() -> None:
    table = building(2)
    hold(table, 0, salt=1, gems=1)
    hold(table, 1, ivory=2)
    table.eyes, table.queen = 0, 1
    play(
        table,
        "offer 1",
        "give card salt",
        "give right.blue",
        "give eyes",
        "want gold 3",
        "want card ivory",
        "want queen",
        "send",
        "accept",
    )
    assert (table.eyes, table.queen, table.rights) == (1, 0, [1, 1])
    assert table.gold == [8, 2]
    assert table.cards[CITY["ivory"]] == 1
    assert table.cards[10 + CITY["salt"]] == 1


def test_a8_an_offered_card_is_known_from_then_on() -> None:
    table = building(2)
    assert GAME.view(table, 1)["known"][0] == [0] * 10
    play(table, "offer 1", "give card dyes", "want gold 1", "send", "decline")
    known = GAME.view(table, 1)["known"][0]
    assert known[CITY["dyes"]] == 1
    assert sum(known) == 1


def test_a8_nothing_withdrawn_is_shown() -> None:
    table = building(3)
    events = play(table, "offer 1", "give card dyes", "want card salt")
    before = [GAME.view(table, seat) for seat in (1, 2, None)]
    assert all(view["trade"]["lines"] is None for view in before)
    assert [GAME.view_event(event, 2) for event in events[1:]] == [None, None]
    events = play(table, "withdraw")
    assert GAME.view_event(events[0], 2) == Withdraw(0, 1, False)
    assert GAME.view(table, 1)["known"][0] == [0] * 10


def test_what_is_written_leaks_into_no_view() -> None:
    """Two different offers in writing look alike to the others, in view, events and key."""
    first, second = building(3), building(3)
    play(first, "offer 1", "give card dyes")
    play(second, "offer 1", "give gold 3")
    for seat in (1, 2, None):
        assert msgpack.packb(GAME.view(first, seat)) == msgpack.packb(GAME.view(second, seat))
    assert GAME.view(first, 0) != GAME.view(second, 0)
    line = first.legal()[0]
    assert first.observed(line, 2) == HIDDEN
    assert first.observed(line, 0) == line
    assert first.observed(SEND, 2) != second.observed(SEND, 2)
    assert first.observed(SEND, 0) == SEND


def test_a8_won_cards_are_known_and_the_known_one_goes_first() -> None:
    table = bidding(2)
    hidden = 1 << CITY["pearls"] | 1 << CITY["dyes"] | 1 << CITY["spices"]
    table.row[0] = CITY["dyes"]
    play(table, "open card.dyes", "bid 0", "pass", "open eyes", "bid 0", "pass")
    assert table.cards[CITY["dyes"]] == 2
    assert GAME.view(table, 1)["known"][0][CITY["dyes"]] == 1
    play(table, "claim red:dyes-spices with dyes")
    assert GAME.view(table, 1)["known"][0] == [0] * 10
    assert table.start[0] & ~table.shown[0] == hidden
    play(table, "claim red:dyes-salt with dyes")
    assert table.shown[0] == 1 << CITY["dyes"]


def test_a8_seven_cards_of_a_colour_tell_the_first_hand() -> None:
    """What can be told from the cards turned up is never imagined otherwise."""
    table = building(2)
    table.seen[1] = 0b11_1111_1000  # all but pearls, dyes, spices
    rng = Random(1)
    for _world in range(20):
        world = GAME.determinize(GAME.view(table, 0), rng)
        assert world.start[1] == 0b111


def test_hidden_hands_are_imagined_evenly() -> None:
    table = building(2)
    table.seen[1] = 0b11_1110_0000  # five left: ten hands of three
    rng = Random(2)
    tally = Counter(GAME.determinize(GAME.view(table, 0), rng).start[1] for _world in range(4000))
    assert len(tally) == 10
    assert min(tally.values()) > 320


def _night(card: str = "pearls", seats: int = 3) -> AhldarahdState:
    """Night falls on a city while seat 1 builds; seat 0 has ended."""
    table = building(seats, outsider=True)
    table.start[0] = 1 << CITY["horses"] | 1 << CITY["metals"] | 1 << CITY["incense"]
    for seat in range(seats):
        hold(table, seat)
    play(table, "end")
    table.phase, table.actor, table.drawn = phases.DRAWING, -1, 3
    play(table, "black 1")
    assert table.black == 2
    play(table, f"reveal {card}")
    return table


def test_a9_a_night_that_threatens_nobody_passes_without_a_vote() -> None:
    table = _night("ivory")
    assert table.phase == phases.BUILDING
    assert table.to_act() == 1
    assert table.discard[CITY["ivory"]] == 1


def test_a9_a_matching_card_averts_it_and_pledges_return() -> None:
    table = _night()
    hold(table, 2, pearls=1)
    assert table.to_act() == 1  # the seat that drew, A-16
    assert names(table) == [*[f"pledge {gold}" for gold in range(1, 6)], "nothing"]
    play(table, "pledge 4")
    assert names(table)[0] == "discard pearls"
    play(table, "discard pearls")
    assert table.gold == [5, 5, 5]
    assert table.phase == phases.BUILDING
    assert table.cards[20 + CITY["pearls"]] == 0


def test_a9_ten_gold_avert_it() -> None:
    table = _night()
    table.gold = [9, 4, 5]
    play(table, "pledge 4", "pledge 5")
    assert names(table) == ["pledge 1", "nothing"]
    play(table, "pledge 1")
    assert table.gold == [8, 0, 0]
    assert table.phase == phases.BUILDING
    assert table.to_act() == 1


def test_a9_too_little_comes_back_and_a_route_of_each_falls() -> None:
    table = _night()
    table.eyes = 2
    table.routes[0] = 1  # red's own map: Pearls-Dyes only
    table.markers[0] = 20
    play(table, "pledge 4", "nothing", "nothing")
    assert table.gold == [5, 5, 5]
    assert table.to_act() == 1
    assert names(table) == ["fall blue:pearls-dyes", "fall blue:pearls-salt"]
    play(table, "fall blue:pearls-salt")
    assert table.to_act() == 0  # seat 2 holds the Eyes
    assert names(table) == ["fall red:pearls-dyes"]  # also the only one
    play(table, "fall red:pearls-dyes")
    assert table.phase == phases.BUILDING
    assert table.to_act() == 1
    assert table.markers == [21, 20, 19]
    assert has(table, 2, 2, "pearls-dyes")


def test_a9_all_maps_count_and_a_fall_may_cost_a_city() -> None:
    table = _night("ivory")
    assert table.phase == phases.BUILDING
    route(table, 2, "spices-ivory", 1)
    route(table, 2, "gems-ivory", 1)
    assert controls(table, 1, 2) == {"ivory"}
    table.phase, table.actor, table.drawn = phases.DRAWING, -1, 2
    table.seen[0] &= ~(1 << CITY["ivory"])
    play(table, "black 2", "reveal ivory", "nothing", "nothing", "nothing")
    assert names(table) == ["fall green:spices-ivory", "fall green:gems-ivory"]
    play(table, "fall green:spices-ivory")
    assert controls(table, 1, 2) == set()
    assert table.black == 0


def test_a9_the_seat_with_the_eyes_is_asked_but_safe() -> None:
    table = _night()
    table.eyes = 1
    assert names(table)[-1] == "nothing"
    play(table, "nothing", "nothing", "nothing")
    assert table.to_act() == 2


def test_black_chips_without_a_deck_do_nothing() -> None:
    table = building(2, outsider=True)
    table.deck = 0
    table.phase, table.actor, table.drawn = phases.DRAWING, -1, 5
    events = play(table, "black 2")
    assert table.black == 1
    assert table.to_act() == 0
    assert NoNight() in events


def test_a_sale_draws_from_the_bank_and_no_chips_are_asked_when_none_is_black() -> None:
    table = building(2, outsider=True)
    for name in ("gems-ivory", "ivory-horses"):
        route(table, 1, name, 1)
    play(table, "sell right.blue")
    assert table.phase == phases.DRAWING
    assert names(table) == ["black 0", "black 1"]
    play(table, "black 0")
    assert table.to_act() == 0
    table.rights[1], table.black = 0, 0
    play(table, "sell right.blue")
    assert table.phase == phases.BUILDING


def test_the_last_turn_follows_when_the_outsider_takes_the_last_card() -> None:
    table = building(2, outsider=True)
    table.deck = 1
    table.seen[1] = 0b01_1111_1000
    table.phase, table.actor, table.drawn = phases.DRAWING, -1, 3
    play(table, "black 1", "reveal horses")
    assert table.deck == 0
    assert not table.is_last_turn
    play(table, "end", "end")
    assert table.is_last_turn
    assert table.phase == phases.OPENING


def test_interrupt_notation_names_both_seats() -> None:
    table = building(3)
    assert GAME.notation(INTERRUPT | 1 << 3 | 2, GAME.view(table, 1)) == "interrupt 1 offer 2"
