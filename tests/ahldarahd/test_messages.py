"""What the line below the board asks of a seat."""

from __future__ import annotations

import itertools
import re

import pytest
from msgspec.structs import replace

from caravan_tui import i18n
from caravan_tui.bus.messages import Position
from caravan_tui.games.ahldarahd import advice, events, messages
from caravan_tui.games.ahldarahd.actions import (
    BID,
    GIVE_ITEM,
    OFFER,
    QUEEN_ITEM,
    RIGHT_ITEM,
    SEND,
    SHAH_ITEM,
    WANT_ITEM,
)
from caravan_tui.games.ahldarahd.messages import prompt
from caravan_tui.games.ahldarahd.render.layout import layout
from caravan_tui.games.ahldarahd.rules import AhldarahdState
from caravan_tui.games.ahldarahd.scoring import nearest_goal
from caravan_tui.games.ahldarahd.text import items
from caravan_tui.games.ahldarahd.view import cards_held, owners_of
from caravan_tui.games.contract import Event, TurnSum
from caravan_tui.screens.table.news import TableNews
from tests.ahldarahd.positions import (
    CITY,
    GAME,
    KEYS,
    ROUTE,
    bidding,
    building,
    dealt,
    hold,
    names,
    play,
    route,
)
from tests.support.played import played

NAMES = ("Ada", "Zaid")


def asked(table: AhldarahdState) -> str:
    return prompt(GAME.view(table, table.to_act()), NAMES, KEYS.__getitem__)


def test_an_opening_bid_that_can_only_be_0_says_why() -> None:
    table = bidding(2)
    play(table, "open right.red")
    assert len(names(table)) > 1 and "Left, Right or a click" in asked(table)
    turned, poor = table.clone(), table.clone()
    assert isinstance(turned, AhldarahdState) and isinstance(poor, AhldarahdState)
    turned.turned |= 1 << table.to_act()
    assert names(turned) == ["bid 0"]
    assert asked(turned) == "Your camel is turned, so you bid 0: press Enter or click Bid."
    poor.gold[table.to_act()] = 0
    assert names(poor) == ["bid 0"]
    assert asked(poor) == "You have no gold, so you bid 0: press Enter or click Bid."


def test_an_auction_in_which_you_bid_stays_before_what_was_built_since() -> None:
    bids: list[Event] = [
        events.Open(1, "card.salt", -1),
        events.Bid(1, 1),
        events.Bid(0, 0),
        events.Win(1, "card.salt", 1, -1),
    ]
    later: list[Event] = [
        events.Open(1, "eyes", -1),
        events.Bid(1, 0),
        events.Win(1, "eyes", 0, -1),
        events.Building(1),
    ]
    built: list[Event] = [events.Buy(1, "blue:dyes-spices", 8), events.EndBuilding(1)]
    assert GAME.sum_up([*bids, *later], 0, False) == [], "the line says it itself"
    sums = GAME.sum_up([*bids, *later, *built], 0, False)
    assert [total.words for total in sums] == [
        "gets a card of Salt for 1 gold",
        "builds Dyes-Spices",
    ]
    view = GAME.view(bidding(2), 0)
    news = TableNews(GAME)
    for happened, legal in ((bids, []), ([*later, *built], [1])):
        position = Position("m", 9, 0, view, legal, events=happened)
        said = news.of(position, [], NAMES, 78)
    assert [item.text for item in said] == [
        "Zaid: gets a card of Salt for 1 gold",
        "Zaid: builds Dyes-Spices",
    ]
    own: list[Event] = [*built, events.EndBuilding(0)]
    assert GAME.sum_up([*bids, *later, *own], 0, False) == [], "it was read before the own building"


def test_the_building_of_the_others_is_summed_up_when_it_ends() -> None:
    steps: list[Event] = [
        events.Building(0),
        events.Claim(0, "red:salt-gems", "gems", 1),
        events.EndBuilding(0),
        events.Buy(1, "blue:dyes-spices", 8),
        events.TakeCity(1, "blue", "dyes", 3),
        events.LoseCity(0, "blue", "dyes"),
        events.Claim(1, "blue:dyes-salt", "salt", 1),
        events.TakeCity(1, "blue", "salt", 6),
    ]
    assert GAME.sum_up(steps, 0, False) == [], "it goes on"
    end: list[Event] = [events.EndBuilding(1), events.Turn(2)]
    assert GAME.sum_up([*steps, *end], 0, False) == [
        TurnSum(1, "builds Dyes-Spices, Dyes-Salt, takes Dyes, Salt", "+9 gold")
    ]
    (total,) = GAME.sum_up([*steps, *end], 0, True)
    assert total.words == "builds 2 routes, takes 2 cities"
    assert [total.seat for total in GAME.sum_up([*steps, *end], None, False)] == [0, 1]
    view = GAME.view(bidding(2), 0)
    position = Position("m", 9, 0, view, [1], events=end)
    news = TableNews(GAME)
    started = news.of(replace(position, events=steps, legal=[]), [], NAMES, 78)
    assert all("routes" not in item.text for item in started)
    (item,) = news.of(position, [], NAMES, 78)
    assert (item.seat, item.text, item.gain) == (
        1,
        "Zaid: builds Dyes-Spices, Dyes-Salt, takes Dyes, Salt",
        "+9 gold",
    )
    assert not news.of(replace(position, events=[]), [], NAMES, 78)


def test_an_item_that_you_hold_is_bid_for_to_keep_it() -> None:
    table = bidding(2)
    table.rights = [0, 1]
    view = GAME.view(table, 0)
    words = items.why_item(RIGHT_ITEM, view, 0)
    assert words == "You hold it, and lose it if somebody else wins it."
    assert "With it you build on Blue" in items.why_item(RIGHT_ITEM + 1, view, 0)


def test_the_advice_to_put_up_what_is_held_says_what_that_is_for_and_why_0_is_enough() -> None:
    table = bidding(2)
    assert table.shah == table.to_act() == 0
    turn, legal = [], {GAME.notation(act, GAME.view(table, 0)): act for act in table.legal()}
    turn.append((legal["open shah"], GAME.view(table, 0)))
    play(table, "open shah")
    turn.append((BID, GAME.view(table, 0)))
    play(table, "bid 0")
    reasons = GAME.advice_for(turn, GAME.view(table, 0), NAMES).reasons
    assert list(reasons) == [
        "Held already: whoever wins the auction takes it.",
        "The Shah's winner says who opens and builds first.",
        "Each item comes up once a turn, so nobody else can put it up then.",
        "A bid of 0 costs nothing if nobody bids more.",
    ]


def test_the_advice_to_put_up_a_card_says_which_route_it_pays_for() -> None:
    table = bidding(2)
    view = GAME.view(table, 0)
    (put_up,) = [act for act in table.legal() if GAME.notation(act, view) == "open card.salt"]
    play(table, "open card.salt")
    reasons = GAME.advice_for([(put_up, view)], GAME.view(table, 0), NAMES).reasons
    assert list(reasons) == ["Pays for Dyes-Salt: 1 of 4 routes for Salt."]


def test_the_advice_to_lay_two_free_routes_says_what_the_first_one_is_for() -> None:
    table = dealt(2)
    turn = []
    for move in ("free dyes-spices", "free textiles-incense"):
        view = GAME.view(table, 0)
        turn.append((table.legal()[names(table).index(move)], view))
        play(table, move)
    reasons = GAME.advice_for(turn, GAME.view(table, 0), NAMES).reasons
    assert any("Dyes" in reason for reason in reasons), reasons
    assert not any("Incense" in reason for reason in reasons), reasons


def test_a_route_that_is_swept_away_reads_as_no_action_of_its_owner() -> None:
    words = GAME.narrate(events.Swept(1, "red:dyes-salt"), NAMES, 0)
    assert words == "Zaid loses the route Dyes-Salt on the Red map."


def nearly_ivory(is_held_at_home: bool) -> AhldarahdState:
    """Seat 0 builds, with the Right to map 1, where one more route gives it Ivory."""
    table = building(2)
    table.rights = [0, 0]
    table.gold = [20, 5]
    if is_held_at_home:
        route(table, 0, "gems-ivory", 0)
        route(table, 0, "spices-ivory", 0)
    route(table, 1, "gems-ivory", 0)
    return table


@pytest.mark.parametrize(("is_held_at_home", "points"), [(False, 1), (True, 4)])
def test_the_list_of_moves_says_what_each_costs_and_brings(
    is_held_at_home: bool, points: int
) -> None:
    table = nearly_ivory(is_held_at_home)
    view = GAME.view(table, 0)
    moves = GAME.moves_for(table.legal(), view, ("Ann", "Bo"))
    assert sorted(move.actions[0] for move in moves) == sorted(table.legal())
    row = next(
        move
        for move in moves
        if move.group.startswith("Blue map") and move.words == "Buy Spices-Ivory"
    )
    word = "point" if points == 1 else "points"
    assert row.aside == f"-7 gold · wins Ivory: +3 gold, +{points} {word}"
    before, gold = table.scores()[0], table.gold[0]
    table.apply(row.actions[0], [])
    assert table.scores()[0] - before == points and table.gold[0] - gold == 3 - 7


def test_a_route_of_the_list_that_wins_nothing_says_how_near_it_brings_its_cities() -> None:
    table = dealt(2)
    view = GAME.view(table, table.to_act())
    free = {move.words: move for move in GAME.moves_for(table.legal(), view, ("Ann", "Bo"))}
    assert free["Spices-Ivory"].aside == "Spices 2 more, Ivory 1"
    assert all(move.aside for move in free.values())
    assert {move.group for move in free.values()} == {
        "Red map: a free route · how many more win each city"
    }
    table = nearly_ivory(True)
    moves = GAME.moves_for(table.legal(), GAME.view(table, 0), ("Ann", "Bo"))
    asides = {(move.group[:4], move.words): move.aside for move in moves}
    assert asides["Red ", "Buy Salt-Gems"].endswith("gold · Salt 2 more, Gems 1")


def test_the_routes_of_a_map_that_bring_most_are_listed_first() -> None:
    table = nearly_ivory(True)
    moves = GAME.moves_for(table.legal(), GAME.view(table, 0), ("Ann", "Bo"))
    for name in ("Red map", "Blue map"):
        routes = [move.aside for move in moves if move.group.startswith(name)]
        wins = ["wins" in aside for aside in routes]
        assert len(wins) > 5 and wins == sorted(wins, reverse=True)
        missing = [
            min(map(int, re.findall(r"[A-Z]\w+ (\d)", aside)))
            for aside in routes
            if "more" in aside and "wins" not in aside
        ]
        assert missing == sorted(missing) and len(missing) > 1
    assert any("wins" in move.aside for move in moves)


def test_a_gain_is_said_on_the_line_of_its_route() -> None:
    view = GAME.view(nearly_ivory(True), 0)
    gain = advice.gain_words(view, 1, ROUTE["spices-ivory"])
    assert gain == "wins Ivory: +3 gold, +4 points"
    words = messages.way_words("Buy for 7 gold", gain, KEYS.__getitem__)
    assert words == f"Buy for 7 gold · {gain} · Enter to play"
    assert not advice.gain_words(view, 1, ROUTE["salt-gems"])


def reasons(table: AhldarahdState, move: str) -> list[str]:
    """The reasons for a move of seat 0."""
    view = GAME.view(table, 0)
    action = next(action for action in table.legal() if GAME.notation(action, view) == move)
    after = table.clone()
    after.apply(action, [])
    return list(advice.explain_turn([(action, view)], GAME.view(after, 0), ("Ann", "Bo")).reasons)


def test_gold_that_is_kept_is_kept_for_a_city() -> None:
    table = nearly_ivory(False)
    table.gold[0] = 2
    hold(table, 0)
    (reason,) = reasons(table, "end")
    words = "It keeps 2 gold for Pearls on the Red map: 1 more route, paid with a card, wins it."
    assert reason == words, "no route there costs so little gold alone"
    table.is_last_turn = True
    (reason,) = reasons(table, "end")
    assert "breaks ties" in reason
    table.gold[0] = 0
    assert reasons(table, "end") == []


def test_a_hint_names_no_map_where_it_is_that_of_who_builds() -> None:
    table = building(2)
    table.gold[0] = 20
    table.rights = [0, 0]
    steps: dict[str, list[str]] = {"red": [], "blue": []}
    for action in table.legal():
        view, after = GAME.view(table, 0), table.clone()
        if not (notation := GAME.notation(action, view)).startswith("buy "):
            continue
        after.apply(action, [])
        advised = GAME.advice_for([(action, view)], GAME.view(after, 0), NAMES)
        steps[notation.split()[1].split(":")[0]] += advised.steps
    assert steps["red"] and not any("map" in step for step in steps["red"])
    assert steps["blue"] and all("on the Blue map" in step for step in steps["blue"])


def test_gold_is_not_kept_for_a_city_that_can_be_had_at_once() -> None:
    table = nearly_ivory(False)
    table.gold[0] = 4
    hold(table, 0, spices=1, salt=1)
    assert reasons(table, "end") == [
        "It keeps 4 gold for later turns.",
        "It keeps 2 cards for later turns.",
    ]
    table.gold[0] = 0
    assert reasons(table, "end") == ["It keeps 2 cards for later turns."]


def test_a_bid_says_what_the_item_is_good_for_and_a_pass_what_the_gold_is() -> None:
    table = bidding(2)
    table.gold = [5, 5]
    play(table, "open eyes")
    words = "Whoever holds the Eyes pays 1 gold less for each route by land."
    assert reasons(table, "bid 2") == [words, "If the bid wins, 3 gold is left to build with."]
    play(table, "bid 0", "bid 1")
    (reason,) = reasons(table, "pass")
    assert reason.startswith("It keeps 5 gold for ")


def test_the_bids_stand_below_what_the_item_is_good_for() -> None:
    table = bidding(2)
    table.gold = [5, 5]
    play(table, "open eyes", "bid 0", "bid 1")
    moves = GAME.moves_for(table.legal(), GAME.view(table, 0), NAMES)
    groups = {move.words: move.group for move in moves}
    assert groups["Bid 2"] == "Eyes: with them each route by land costs you 1 gold less"
    assert groups["Pass"] == "Or"


def test_a_city_whose_routes_others_hold_is_no_goal() -> None:
    table = building(2)
    for name in ("gems-ivory", "spices-ivory"):
        route(table, 0, name, 1)
    goal = nearest_goal(GAME.view(table, 0), 0)
    assert goal is not None and goal.city != CITY["ivory"]


def refused(table: AhldarahdState, group: str, seat: int | None = None) -> str:
    view = GAME.view(table, table.to_act() if seat is None else seat)
    return messages.why_not_group(group, view)


def test_a_choice_that_is_not_there_says_when_it_is() -> None:
    """Rulings A-7 and A-14: offers are begun while an auction is opened or somebody builds."""
    table = bidding(3)
    seat = table.to_act()
    assert refused(table, "give").startswith("First make an offer")
    assert refused(table, "sell") == "You can sell a Right only while you build."
    table.offers[seat] = 3
    assert not any(name.startswith("offer") for name in names(table))
    assert refused(table, "offer") == "You have made 3 offers in this phase, and that is the most."
    table.offers[seat] = 0
    play(table, names(table)[[name.split()[0] for name in names(table)].index("offer")])
    assert refused(table, "offer").startswith("An offer is open already.")
    later = bidding(3)
    play(later, "open right.red")
    assert refused(later, "offer").startswith("You can make an offer only while")
    assert refused(later, "nonsense") == ""


def test_a_route_that_cannot_be_had_says_how_to_reach_one_that_can_be() -> None:
    table = bidding(2)
    view = GAME.view(table, 0)
    reason = "This route is already yours."
    assert messages.with_way_on(reason, view, table.legal(), str) == reason, "there is none"
    table = building(2)
    hold(table, 0, ivory=1)
    view, legal = GAME.view(table, 0), table.legal()
    said = messages.with_way_on(
        reason, view, legal, lambda command: {"ahldarahd.route": "z"}[command]
    )
    assert said == f"{reason} z goes to the next marked one."


def test_a_route_of_another_player_is_taken_also_for_who_could_pay_it() -> None:
    table = building(2)
    hold(table, 0, ivory=1)
    view, legal = GAME.view(table, 0), table.legal()
    free = next(route for route, owner in enumerate(owners_of(view, 0)) if owner < 0)
    view["routes"][0][1] |= 1 << free
    assert messages.why_not(view, legal, 0, 0, free) == "This route is taken."


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_an_item_does_for_you_fits_below_the_map_of_80_columns(language: str) -> None:
    i18n.use(language)
    view = GAME.view(bidding(2), 0)
    room = layout(2, 80, 20).width - 1
    said = [
        items.why_item(item, view, 0)
        for item in range(QUEEN_ITEM + 1)
        if item < RIGHT_ITEM + 2 or item >= SHAH_ITEM
    ]
    view["rights"], view["shah"], view["eyes"], view["queen"] = [1, 1], 1, 1, 1
    said += [items.why_item(item, view, 0) for item in range(RIGHT_ITEM, RIGHT_ITEM + 2)]
    assert not [words for words in said if len(words) > room]


def test_a_hint_while_an_offer_is_written_says_to_withdraw_it_first_and_why() -> None:
    table = bidding(2)
    play(table, "offer 1")
    turn = []
    for move in ("withdraw", "open eyes", "bid 0"):
        view = GAME.view(table, 0)
        turn.append((table.legal()[names(table).index(move)], view))
        play(table, move)
    advice = GAME.advice_for(turn, GAME.view(table, 0), NAMES)
    assert advice.steps[0] == "First withdraw this offer."
    assert advice.reasons[0] == "As far as is known, no trade with Zaid helps both sides now."
    alone = GAME.advice_for(turn[:1], turn[1][1], NAMES)
    assert list(alone.steps) == ["Withdraw this offer."]


def test_a_hint_to_trade_for_a_right_says_what_it_lets_one_build() -> None:
    table = building(2)
    hold(table, 0, gems=1)
    table.rights[1] = 1
    turn = []
    for move in ("offer 1", "give card gems", "want right.blue", "send"):
        turn.append((table.legal()[names(table).index(move)], GAME.view(table, 0)))
        play(table, move)
    reasons = GAME.advice_for(turn, GAME.view(table, 0), NAMES).reasons
    assert reasons[0].startswith("Blue Right: whoever holds it may build there, or sell it for ")
    assert re.fullmatch(r"On the Blue map [123] more routes? wins? [A-Z]\w+\.", reasons[1])
    view = GAME.view(table, 1)
    accept = table.legal()[names(table).index("accept")]
    play(table, "accept")
    assert GAME.advice_for([(accept, view)], GAME.view(table, 1), NAMES).reasons


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ("want card salt", "The offer asks for a card of Salt, which is not in hand."),
        ("want card gems", "It judges it a bad deal to give Gems for 1 gold."),
    ],
)
def test_who_declines_an_offer_says_whether_it_could_be_accepted_at_all(
    asked: str, reason: str
) -> None:
    table = bidding(2)
    hold(table, 1, gems=1)
    play(table, "offer 1", "give gold 1", asked, "send")
    view = GAME.view(table, 1)
    decline = table.legal()[names(table).index("decline")]
    play(table, "decline")
    advised = GAME.advice_for([(decline, view)], GAME.view(table, 1), NAMES)
    assert reason in advised.reasons


def test_the_groups_of_the_list_are_named_by_what_they_are_the_own_map_first() -> None:
    match = played("ahldarahd", 2, 5, 63, "greedy")
    assert match.to_act == 1, "whose map is the second one"
    moves = GAME.moves_for(match.legal(1), match.view(1), match.names)
    headings = [group for group, _rows in itertools.groupby(moves, lambda move: move.group)]
    assert len(set(headings)) == len(headings), "no heading stands twice"
    assert [heading.split(" ")[0] for heading in headings[:2]] == ["Blue", "Red"]
    assert headings[2:] == [
        "Destroy another's route: two payments for one",
        "Sell a Right of Passage",
        "Trade",
        "End",
    ]


def test_a_route_to_destroy_says_what_its_two_payments_are() -> None:
    table = nearly_ivory(True)
    moves = GAME.moves_for(table.legal(), GAME.view(table, 0), ("Ann", "Bo"))
    rows = [move for move in moves if move.group.startswith("Destroy")]
    assert rows and {move.group for move in rows} == {
        "Destroy another's route: two payments for one"
    }
    for row in rows:
        assert re.fullmatch(r"Destroy [A-Z][a-z]+-[A-Z][a-z]+, (Red|Blue) map", row.words)
        assert re.fullmatch(r"twice \d+ gold or a card( and \d gold)?", row.aside)
    places = [number for number, move in enumerate(moves) if move in rows]
    routes = [number for number, move in enumerate(moves) if " map · " in move.group]
    assert min(places) > max(routes)


def test_the_list_of_an_offer_says_who_has_what_it_may_want() -> None:
    table = building(2)
    play(table, "offer 1")
    view = GAME.view(table, 0)
    moves = GAME.moves_for(table.legal(), view, ("Ann", "Bo"))
    asides = {move.words: move.aside for move in moves if move.group == "You want"}
    for city, number in CITY.items():
        least, most = cards_held(view, 1)[number]
        has = "has it" if least else "may have it" if most else "can't have it"
        assert asides.get(city.capitalize(), f"Bo {has}") == f"Bo {has}"
    assert "Bo may have it" in asides.values()
    assert {move.group for move in moves} == {"You give", "You want", "Or"}


def test_a_trade_that_is_advised_is_one_step_and_says_what_is_wanted_and_why() -> None:
    table = building(3)
    by_kind = (OFFER | 1, GIVE_ITEM | RIGHT_ITEM + 1, WANT_ITEM | RIGHT_ITEM + 2, SEND)
    turn = []
    for action in by_kind:
        assert action in table.legal()
        turn.append((action, GAME.view(table, 0)))
        table.apply(action)
    told = GAME.advice_for(turn, GAME.view(table, 0), ("Ada", "Zaid", "Omar"))
    assert list(told.steps) == ["Offer Zaid this trade: Blue Right for Green Right."]
    assert told.reasons[0].startswith("Green Right: whoever holds it may build there")
    unsent = GAME.advice_for(turn[:2], turn[2][1], ("Ada", "Zaid", "Omar"))
    assert len(unsent.steps) == 2, "what is not sent is told step by step"
