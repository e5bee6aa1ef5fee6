"""Set-up, the cards of a turn and the bidding: every ruling by its number."""

from __future__ import annotations

from caravan_tui.games.ahldarahd import state as phases
from caravan_tui.games.ahldarahd.events import Pass
from caravan_tui.games.ahldarahd.rules import AhldarahdState
from caravan_tui.games.ahldarahd.text.events import narrate, shorten
from caravan_tui.games.ahldarahd.view import can_raise
from caravan_tui.games.contract import CHANCE, OVER
from tests.ahldarahd.positions import (
    CITY,
    GAME,
    bidding,
    building,
    controls,
    dealt,
    fresh,
    names,
    play,
)


def test_set_up_gives_gold_rights_and_no_favours() -> None:
    table = fresh(4)
    assert table.gold == [5] * 4
    assert table.rights == [3, 0, 1, 2]
    assert (table.eyes, table.queen, table.deck) == (-1, -1, 28)
    assert table.markers == [21] * 4


def test_a12_with_two_seats_each_holds_the_others_right() -> None:
    assert fresh(2).rights == [1, 0]


def test_the_deal_is_three_a_seat_from_ten_different_cards() -> None:
    table = fresh(3)
    seen = []
    for _card in range(9):
        assert table.to_act() == CHANCE
        seen.append((table.seat, len(table.legal())))
        table.apply(table.legal()[0])
    assert seen == [(seat, 10 - card) for seat in range(3) for card in range(3)]
    assert names(table) == ["shah 0", "shah 1", "shah 2"]


def test_a_free_route_that_wins_a_city_pays_at_once_without_black_chips() -> None:
    table = dealt(2, outsider=True)
    play(table, "free pearls-dyes", "free dyes-spices")
    assert controls(table, 0, 0) == {"dyes"}
    assert table.gold == [8, 5]
    assert table.phase == phases.FREE_ROUTES
    assert table.to_act() == 1
    assert len(table.legal()) == 20  # its own map is empty


def test_cards_are_turned_up_until_as_many_lie_open_as_there_are_seats() -> None:
    table = bidding(3, shah=2)
    assert table.row == [CITY["textiles"], CITY["salt"], CITY["gems"]]
    assert table.deck == 18
    assert table.to_act() == 2


def test_the_deck_lies_colour_on_colour() -> None:
    table = bidding(2)
    kinds: list[set[str]] = []
    while table.to_act() != OVER and len(kinds) < 12:
        if table.phase == phases.REVEALING:
            kinds.append({name.split()[1] for name in names(table)})
            table.apply(table.legal()[0])
        elif table.phase == phases.OPENING:
            play(table, f"open {GAME.notation(table.legal()[0], GAME.view(table, None))[5:]}")
        elif table.phase == phases.FIRST_BID:
            play(table, "bid 0")
        elif table.phase == phases.RAISING:
            play(table, "pass")
        else:
            play(table, "end")
    # Two of seat 0's seven were up before; its first three cards never are.
    assert [len(kind) for kind in kinds] == [5, 4, 3, 2, 1, 7, 6, 5, 4, 3, 2, 1]
    assert all("pearls" not in kind for kind in kinds)


def test_the_bidding_example() -> None:
    """Four seats D, P, J, C; D has the Shah."""
    table = bidding(4)
    donna, phil, jason, christina = range(4)
    table.eyes = jason
    play(table, "open eyes", "bid 2")
    assert names(table) == ["bid 3", "bid 4", "bid 5", "pass"]
    play(table, "pass", "pass", "bid 3", "bid 4", "pass")
    assert (table.eyes, table.gold[donna]) == (donna, 1)
    assert table.turned == 1 << donna
    play(table, "open shah", "bid 0", "pass", "pass")  # D cannot bid and is not asked
    assert table.phase == phases.NAMING
    assert table.to_act() == phil
    assert names(table) == ["give 0", "give 1", "give 2", "give 3"]
    play(table, "give 2")
    assert table.shah == jason
    assert not table.turned >> phil & 1
    play(table, "open card.gems", "bid 0", "bid 1", "pass", "pass")
    assert table.gold[christina] == 4
    assert table.cards[christina * 10 + CITY["gems"]] == 1
    play(table, "open right.red")
    assert names(table) == ["bid 0"]  # still a decision, with a turned camel
    play(table, "bid 0", "bid 1", "pass")
    assert table.rights[0] == phil
    assert table.phase == phases.BUILDING
    assert table.to_act() == jason  # the Shah's seat builds first


def test_a1_no_bid_above_ones_gold_and_one_opens_at_nothing() -> None:
    table = bidding(2)
    table.gold = [0, 3]
    play(table, "open eyes")
    assert names(table) == ["bid 0"]
    play(table, "bid 0")
    assert names(table) == ["bid 1", "bid 2", "bid 3", "pass"]
    play(table, "bid 3")  # nobody can raise
    assert table.eyes == 1
    assert table.gold == [0, 0]


def test_a_pass_is_final_and_who_cannot_raise_is_not_asked() -> None:
    table = bidding(3)
    table.gold = [9, 9, 2]
    play(table, "open queen", "bid 2")
    assert table.to_act() == 1
    events = play(table, "bid 3")  # seat 2 has only 2
    assert Pass(2, True, has_paid=False) in events
    assert table.to_act() == 0
    play(table, "bid 4", "pass")
    assert table.queen == 0


def test_who_cannot_raise_is_said_to_have_paid_in_this_turn_or_to_lack_gold() -> None:
    table = bidding(3)
    table.gold, table.turned = [9, 9, 9], 1 << 2
    play(table, "open queen", "bid 2")
    events = play(table, "bid 3")
    assert Pass(2, True, has_paid=True) in events, "it has gold, but a turned camel"
    seats = ["Ann", "Bo", "Root"]
    forced = [Pass(2, True, has_paid=True), Pass(2, True)]
    assert [narrate(event, seats, 0) for event in forced] == [
        "Root can't raise (turned: has paid this turn).",
        "Root can't raise (too little gold).",
    ]
    assert [shorten(event, seats, 0) for event in forced] == [
        "can't raise (has paid)",
        "can't raise (lacks gold)",
    ]


def test_every_item_is_up_once_a_turn_and_every_open_card_is_its_own() -> None:
    table = bidding(3)
    table.row = [CITY["salt"], CITY["gems"], CITY["salt"]]
    play(table, "open card.salt", "bid 0", "pass", "pass")
    assert table.row == [CITY["gems"], CITY["salt"]]
    assert names(table).count("open card.salt") == 1
    play(table, "open eyes", "bid 0", "pass", "pass")
    assert "open eyes" not in names(table)
    assert "open card.salt" in names(table)


def test_one_may_open_what_one_holds() -> None:
    table = bidding(2)
    table.eyes = 0
    assert {"open eyes", "open shah", "open right.blue", "open right.red"} <= set(names(table))


def test_the_shah_named_in_the_bidding_changes_the_building_order_only() -> None:
    table = bidding(3)
    play(table, "open shah", "bid 0", "pass", "pass", "give 2")
    assert table.to_act() == 1  # the order of the bidding was fixed
    play(table, "open eyes", "bid 0", "pass", "pass", "open queen", "bid 0", "pass", "pass")
    assert table.to_act() == 2


def test_a_traded_shah_does_not_change_the_order_of_the_phase() -> None:
    table = building(3)
    play(table, "offer 2", "give shah", "send", "accept")
    assert table.shah == 2
    play(table, "end")
    assert table.to_act() == 1
    play(table, "end", "end")
    assert table.first_seat == 0


def test_a2_a_turn_without_an_auctioned_card_discards_the_oldest() -> None:
    table = building(2)
    play(table, "end", "end")
    assert table.phase == phases.REVEALING
    assert table.row == [CITY["salt"]]
    assert table.discard[CITY["textiles"]] == 1
    assert table.deck == 12


def test_a2_nothing_is_discarded_after_a_card_was_auctioned() -> None:
    table = bidding(2)
    play(table, "open card.salt", "bid 0", "pass", "open eyes", "bid 0", "pass", "end", "end")
    assert table.row == [CITY["textiles"]]
    assert sum(table.discard) == 0


def test_a3_a_seat_may_hold_the_right_of_its_own_colour() -> None:
    table = building(2)
    play(table, "offer 1", "want right.red", "send", "accept")
    assert table.rights == [0, 0]
    maps = {name.split()[1].split(":")[0] for name in names(table) if name.startswith("claim")}
    assert maps == {"red", "blue"}
    play(table, "end")
    maps = {name.split()[1].split(":")[0] for name in names(table) if name.startswith("claim")}
    assert maps == {"blue"}


def test_who_can_still_bid_has_gold_left_is_in_and_has_an_upright_camel() -> None:
    def may(table: AhldarahdState) -> list[bool]:
        return [can_raise(GAME.view(table, 1), seat) for seat in range(3)]

    table = bidding(3)
    table.gold = [6, 6, 2]
    assert may(table) == [False, False, False], "nothing is up for auction"
    play(table, "open eyes", "bid 2")
    assert may(table) == [True, True, False], "seat 2 has no more than what is bid"
    table.gold[2] = 6
    table.turned = 4
    assert may(table) == [True, True, False], "its camel is turned"
    table.turned = 0
    assert may(table) == [True, True, True]
    play(table, "pass")
    assert may(table) == [True, False, True], "seat 1 has passed"
