"""Set-up, turn, bidding, building, cities, scores: every ruling by its number."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from caravan_tui.games.ahldarahd import state as phases
from caravan_tui.games.ahldarahd.actions import BLACK
from caravan_tui.games.ahldarahd.custom import built_in
from caravan_tui.games.ahldarahd.events import Claim, LoseCity, Swept, TakeCity
from caravan_tui.games.contract import CHANCE, OVER, OptionError
from tests.ahldarahd.positions import (
    CITY,
    GAME,
    ROUTE,
    bidding,
    building,
    controls,
    fresh,
    has,
    hold,
    names,
    play,
    route,
)


def test_the_house_map_makes_the_stated_figures_true() -> None:
    city_map = built_in()
    number = {name: city_map.number[city] for name, city in CITY.items()}
    assert city_map.route_count == 20
    assert city_map.land_routes.bit_count() == 12
    assert list(number.values()) == [4, 3, 4, 3, 6, 5, 3, 4, 4, 4]
    assert city_map.price[ROUTE["salt-metals"]] == 10
    assert city_map.price[ROUTE["spices-gems"]] == 9
    assert "gems-ivory" in ROUTE


def test_the_fourth_salt_route_takes_it_and_others_fall() -> None:
    """Salt has 6 routes: a fourth one takes it, pays 6, and the other seats' routes fall."""
    table = building(2)
    table.routes[0] = 0
    for name in ("pearls-salt", "dyes-salt", "textiles-salt"):
        route(table, 0, name, 0)
    route(table, 0, "salt-gems", 1)
    table.gold = [1, 0]
    hold(table, 0, salt=1)
    assert controls(table, 0, 0) == set()
    events = play(table, "claim red:salt-metals with salt")
    assert controls(table, 0, 0) == {"salt"}
    assert table.gold == [6, 0]
    assert not has(table, 1, 0, "salt-gems")
    assert TakeCity(0, "red", "salt", 6) in events
    assert Swept(1, "red:salt-gems") in events


def test_a4_one_payment_may_complete_two_cities_which_are_paid_together() -> None:
    table = building(2, outsider=True)
    table.routes[0] = 0
    for name in ("pearls-dyes", "spices-ivory"):
        route(table, 0, name, 0)
    route(table, 0, "gems-ivory", 1)
    route(table, 0, "dyes-spices", 0)
    assert controls(table, 0, 0) == {"dyes"}
    route(table, 0, "ivory-horses", 1)
    assert controls(table, 1, 0) == {"ivory"}
    # Back to a position in which one route wins two cities at once.
    table.routes[0] = sum(1 << ROUTE[name] for name in ("pearls-dyes", "spices-ivory"))
    table.routes[1] = 1 << ROUTE["dyes-salt"]
    table.control = [0] * 4
    route(table, 0, "pearls-spices", 0)
    table.gold = [9, 0]
    hold(table, 0, dyes=1)
    events = play(table, "claim red:dyes-spices with dyes")
    assert controls(table, 0, 0) == {"dyes", "spices"}
    assert not has(table, 1, 0, "dyes-salt")
    assert table.gold[0] == 9 - 1 + 3 + 4
    assert table.drawn == 7  # one draw
    kinds = [type(event) for event in events]
    assert kinds == [Claim, TakeCity, TakeCity, Swept]


def test_a4_nobody_else_gains_a_city_when_routes_fall() -> None:
    gained = 0
    for seed in range(6):
        table = building(3)
        rng = Random(seed)
        while table.to_act() != OVER:
            actor = table.to_act()
            legal = table.legal()
            move = table.draw(rng) if actor == CHANCE else rng.choice(legal)
            before = table.control[:]
            table.apply(move)
            for index, mask in enumerate(table.control):
                if mask & ~before[index]:
                    assert index % 3 == actor
                    gained += 1
    assert gained > 20


def test_a_swept_route_costs_control_at_its_other_end() -> None:
    table = building(2)
    table.routes = [0] * 4
    route(table, 0, "gems-ivory", 1)
    route(table, 0, "spices-ivory", 1)
    assert controls(table, 1, 0) == {"ivory"}
    for name in ("pearls-spices", "dyes-spices"):
        route(table, 0, name, 0)
    hold(table, 0, spices=1)
    table.gold[0] = 1
    events = play(table, "claim red:spices-gems with spices")
    assert controls(table, 0, 0) == {"spices"}
    assert controls(table, 1, 0) == set()
    assert LoseCity(1, "red", "ivory") in events


def test_a5_control_lost_and_won_again_pays_again() -> None:
    table = building(2)
    table.routes = [0] * 4
    for name in ("gems-ivory", "spices-ivory"):
        route(table, 0, name, 0)
    assert controls(table, 0, 0) == {"ivory"}
    play(table, "end")
    hold(table, 1, ivory=2)
    table.gold = [1, 2]
    hold(table, 0, ivory=1)
    table.rights[0] = 1
    play(table, "destroy red:gems-ivory", "pay ivory", "pay ivory")
    assert controls(table, 0, 0) == set()
    table.seat = table.actor = 0
    play(table, "claim red:gems-ivory with ivory")
    assert controls(table, 0, 0) == {"ivory"}
    assert table.gold[0] == 3


def test_a6_a_discount_leaves_the_card_alone_and_is_for_its_kind_of_route() -> None:
    table = building(2)
    hold(table, 0, salt=1)
    table.gold[0] = 0
    assert not [name for name in names(table) if name.startswith(("claim", "buy"))]
    table.eyes = 0
    assert "claim red:salt-metals with salt" in names(table)
    assert "claim red:dyes-salt with salt" not in names(table)
    play(table, "claim red:salt-metals with salt")
    assert table.gold[0] == 0
    hold(table, 0, salt=1)
    table.eyes, table.queen = -1, 0
    assert "claim red:dyes-salt with salt" in names(table)
    assert "claim red:salt-gems with salt" not in names(table)
    table.gold[0] = 8
    assert "buy red:dyes-salt" in names(table)  # 9, with the Queen 8
    assert "buy red:textiles-salt" not in names(table)  # 9 by land


@pytest.mark.parametrize(
    ("payments", "gold", "salt", "metals"),
    [
        (("gold", "gold"), 20, 0, 0),
        (("gold", "salt"), 11, 1, 0),
        (("gold", "metals"), 11, 0, 1),
        (("salt", "salt"), 2, 2, 0),
        (("salt", "metals"), 2, 1, 1),
        (("metals", "metals"), 2, 0, 2),
    ],
)
def test_the_six_ways_to_destroy_salt_metals(
    payments: tuple[str, str], gold: int, salt: int, metals: int
) -> None:
    """Salt-Metals costs 10: with exactly the means of one way, that way alone is legal."""
    table = building(2)
    route(table, 1, "salt-metals", 1)
    hold(table, 0, salt=salt, metals=metals)
    table.gold[0] = gold
    play(table, "destroy blue:salt-metals")
    assert f"pay {payments[0]}" in names(table)
    play(table, f"pay {payments[0]}")
    assert names(table) == [f"pay {payments[1]}"]
    play(table, f"pay {payments[1]}")
    assert table.gold[0] == 0
    assert sum(table.cards[:10]) == 0
    assert not has(table, 1, 1, "salt-metals")
    assert table.to_act() == 0
    # One gold less, and it cannot be begun.
    table = building(2)
    route(table, 1, "salt-metals", 1)
    hold(table, 0, salt=salt, metals=metals)
    table.gold[0] = gold - 1
    assert "destroy blue:salt-metals" not in names(table)


def test_payments_go_in_one_order_and_only_where_the_rest_can_be_paid() -> None:
    table = building(2)
    route(table, 1, "salt-metals", 1)
    hold(table, 0, salt=1, metals=1)
    table.gold[0] = 11
    play(table, "destroy blue:salt-metals")
    assert names(table) == ["pay gold", "pay salt"]  # metals first could only be followed by metals
    play(table, "pay gold")
    assert names(table) == ["pay salt", "pay metals"]


def test_destroying_with_the_eyes_costs_two_less() -> None:
    table = building(2)
    route(table, 1, "salt-metals", 1)
    hold(table, 0)
    table.eyes = 0
    table.gold[0] = 18
    play(table, "destroy blue:salt-metals", "pay gold", "pay gold")
    assert table.gold[0] == 0


def test_own_routes_cannot_be_destroyed_and_foreign_maps_need_the_right() -> None:
    table = building(3)
    table.gold[0] = 99
    route(table, 2, "salt-metals", 1)
    wrecks = {name for name in names(table) if name.startswith("destroy")}
    assert wrecks == {"destroy blue:pearls-dyes", "destroy blue:pearls-salt"}
    assert not [name for name in names(table) if "green:" in name]


def test_a_right_sells_for_the_controlled_cities_whoever_controls_them() -> None:
    table = building(3)
    assert "sell right.blue" not in names(table)  # no city there is controlled
    for name in ("gems-ivory", "ivory-horses"):
        route(table, 1, name, 1)
    for name in ("textiles-salt", "textiles-incense"):
        route(table, 1, name, 2)
    gold = table.gold[0]
    play(table, "sell right.blue")
    assert table.gold[0] == gold + 2
    assert table.rights[1] == -1
    assert "open right.blue" not in names(table)


def test_a10_markers_run_out_and_come_back() -> None:
    table = building(2)
    table.gold[0] = 99
    hold(table, 0, salt=3)
    table.markers[0] = 0
    assert not [name for name in names(table) if name.startswith(("claim", "buy"))]
    assert "destroy blue:pearls-salt" in names(table)
    play(table, "destroy blue:pearls-salt", "pay gold", "pay gold")
    assert table.markers[1] == 20
    table.markers[0] = 1
    play(table, "buy blue:pearls-salt")
    assert table.markers[0] == 0


def test_a13_a_route_laid_into_a_controlled_city_stays() -> None:
    table = building(2)
    table.routes[0] = 0
    for name in ("gems-ivory", "spices-ivory"):
        route(table, 0, name, 0)
    route(table, 0, "ivory-horses", 1)
    assert has(table, 1, 0, "ivory-horses")
    assert controls(table, 0, 0) == {"ivory"}
    route(table, 0, "salt-gems", 0)
    assert has(table, 1, 0, "ivory-horses")


def test_the_scoring_example() -> None:
    """Own Metals and Ivory, Metals on one other map, Textiles on another: 7; one more: 11."""
    table = building(4)
    table.control[0] = 1 << CITY["metals"] | 1 << CITY["ivory"]
    table.control[1 * 4] = 1 << CITY["metals"]
    table.control[2 * 4] = 1 << CITY["textiles"]
    assert table.scores()[0] == 7
    table.control[3 * 4] = 1 << CITY["metals"]
    assert table.scores()[0] == 11


def test_the_neutral_map_is_open_to_all_and_matches_like_anothers() -> None:
    table = building(2, neutral=True)
    assert "claim neutral:pearls-dyes with pearls" in names(table)
    route(table, 2, "gems-ivory", 0)
    route(table, 2, "ivory-horses", 0)
    assert table.scores()[0] == 1
    table.control[0] |= 1 << CITY["ivory"]
    assert table.scores()[0] == 1 + 1 + 3
    assert not any("neutral" in name for name in names(table) if name.startswith("sell"))


def test_the_neutral_map_is_for_two_to_four() -> None:
    with pytest.raises(OptionError):
        GAME.spec.resolve({"neutral": True}, 5)


def test_a11_points_then_gold_then_shared() -> None:
    table = building(3)
    table.control[0] = table.control[3 + 1] = 1
    table.gold = [3, 4, 9]
    assert table.outcome() == (2, 1, 3)
    table.gold = [4, 4, 9]
    assert table.outcome() == (1, 1, 3)


def test_the_turn_in_which_the_deck_runs_out_is_the_last() -> None:
    table = building(2)
    table.deck = 1
    table.seen[1] = 0b11_1111_1000 & ~(1 << 9)  # all of Blue's but Horses
    assert not table.is_last_turn
    play(table, "end", "end", "reveal horses")
    assert table.is_last_turn
    assert table.to_act() != OVER
    play(table, "open eyes", "bid 0", "pass", "open queen", "bid 0", "pass", "end", "end")
    assert table.to_act() == OVER
    assert table.legal() == []


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_match_has_seven_to_6n_plus_1_turns(seats: int) -> None:
    """Only cards auctioned: 7 turns; none: 6n + 1."""
    assert fresh(seats).deck == 7 * seats
    for only_cards, turns in ((True, 7), (False, 6 * seats + 1)):
        table = bidding(seats)
        while table.to_act() != OVER:
            legal = table.legal()
            if table.phase == phases.OPENING:
                cards = [name.startswith("open card") for name in names(table)]
                table.apply(legal[0] if only_cards else legal[cards.index(False)])
            elif (
                table.phase == phases.FIRST_BID
                or table.to_act() == CHANCE
                or table.phase == phases.NAMING
            ):
                table.apply(legal[0])
            else:
                table.apply(legal[-1])  # pass, end
        assert table.turn == turns


def test_black_chips_are_drawn_without_putting_back() -> None:
    """The chips of one draw of 3 from 87 gold and 3 black are hypergeometric."""
    table = building(2, outsider=True)
    table.gold = [5 + 3, 8]
    table.drawn = 3
    table.phase, table.actor = phases.DRAWING, CHANCE
    rng = Random(5)
    tally = Counter(table.draw(rng) & 4095 for _draw in range(20000))
    none = 87 / 90 * 86 / 89 * 85 / 88
    assert abs(tally[0] / 20000 - none) < 0.006
    assert table.legal() == [BLACK | chips for chips in range(4)]


def test_a17_a_draw_from_a_nearly_empty_bank_brings_black_chips() -> None:
    table = building(2, outsider=True)
    table.gold = [60, 43]  # 6 of it just paid: 3 gold were left
    table.drawn = 6
    table.phase, table.actor = phases.DRAWING, CHANCE
    assert table.legal() == [BLACK | 3]
    assert table.draw(Random(1)) == BLACK | 3


def test_a_city_needs_more_than_half_of_its_routes() -> None:
    city_map = built_in()
    for number, need in zip(city_map.number, city_map.need, strict=True):
        assert 2 * need > number >= 2 * (need - 1)
