"""What is worth doing once in Caravans of Ahldarahd. Ruling numbers are those of RULES.md."""

from __future__ import annotations

from typing import Final

from caravan_tui.games.ahldarahd.events import (
    Claim,
    Destroyed,
    Discard,
    Favour,
    Pledge,
    Ransom,
    Sell,
    Swept,
    TakeCity,
    Trade,
    Turn,
    Win,
)
from caravan_tui.games.ahldarahd.pieces import map_name
from caravan_tui.games.ahldarahd.rules import AhldarahdState
from caravan_tui.games.deeds import Chronicle, Deed
from caravan_tui.i18n import later

FAVOURS: Final = ("shah", "eyes", "queen")

Ahldarahd = Chronicle[AhldarahdState]


def _cities(match: Ahldarahd, map_index: int) -> int:
    """The cities that the seat controls on a map at the end, as a mask."""
    return match.end.control[map_index * match.seats + match.seat]


def _abroad(match: Ahldarahd) -> list[int]:
    """The same on each map that is not its own."""
    return [_cities(match, number) for number in range(match.end.maps) if number != match.seat]


def _has_twin_cities(match: Ahldarahd) -> bool:
    own = _cities(match, match.seat)
    return sum((own & cities).bit_count() for cities in _abroad(match)) >= 2


def _rules_three_maps(match: Ahldarahd) -> bool:
    return sum(map(bool, (_cities(match, match.seat), *_abroad(match)))) >= 3


def _rules_at_home(match: Ahldarahd) -> bool:
    return _cities(match, match.seat).bit_count() >= 8


def _gets_favours_for_nothing(match: Ahldarahd) -> bool:
    return {event.item for event in match.own(Win) if event.gold == 0} >= set(FAVOURS)


def _takes_two_cities_at_once(match: Ahldarahd) -> bool:
    return any(
        sum(isinstance(event, TakeCity) and event.seat == match.seat for event in step.events) >= 2
        for step in match.steps
    )


def _sweeps_two_routes(match: Ahldarahd) -> bool:
    return (
        sum(
            isinstance(event, Swept) and event.seat != match.seat
            for step in match.steps
            if step.actor == match.seat
            for event in step.events
        )
        >= 2
    )


def _trades(match: Ahldarahd) -> bool:
    return sum(match.seat in (event.giver, event.partner) for event in match.all(Trade)) >= 1


def _builds_with_a_card_alone(match: Ahldarahd) -> bool:
    return sum(event.gold == 0 for event in match.own(Claim)) >= 5


def _sells_a_right_dearly(match: Ahldarahd) -> bool:
    return any(event.gold >= 8 for event in match.own(Sell))


def _breaks_and_takes(match: Ahldarahd) -> bool:
    """In one turn, a route destroyed and then a city taken on the same map."""
    for events in match.parts(Turn):
        maps: set[str] = set()
        for event in events:
            if isinstance(event, Destroyed) and event.seat == match.seat:
                maps.add(event.route.partition(":")[0])
            elif isinstance(event, TakeCity) and event.seat == match.seat and event.map in maps:
                return True
    return False


def _gives_the_shah_away(match: Ahldarahd) -> bool:
    return match.won and any(event.favourite != match.seat for event in match.own(Favour))


def _spends_the_last_gold(match: Ahldarahd) -> bool:
    return match.won and match.end.gold[match.seat] == 0


def _wins_abroad(match: Ahldarahd) -> bool:
    return match.won and sum(cities.bit_count() for cities in _abroad(match)) >= 4


def _keeps_its_map(match: Ahldarahd) -> bool:
    """At the end no other seat controls a city on the seat's map, and nobody ever did."""
    name = map_name(match.seats, match.seat)
    return (
        match.won
        and match.seats > 2
        and not any(event.map == name and event.seat != match.seat for event in match.all(TakeCity))
    )


def _averts_a_night(match: Ahldarahd) -> bool:
    """A night averted by a card of the seat, or with gold of its own."""
    return bool(match.own(Discard)) or (
        any(event.pledges[match.seat] for event in match.all(Ransom)) and bool(match.own(Pledge))
    )


DEEDS: Final[tuple[Deed[Ahldarahd], ...]] = (
    Deed(
        "ahldarahd.for_nothing", later("For nothing"),
        later("Win Shah, Eyes and Queen with a bid of 0 each: watch the others' gold."),
        _gets_favours_for_nothing,
    ),
    Deed(
        "ahldarahd.card_alone", later("Free passage"),
        later("Claim five routes for the card alone in a match, with Eyes or Queen."),
        _builds_with_a_card_alone,
    ),
    Deed(
        "ahldarahd.twin_cities", later("Two houses"),
        later("End with two cities that you also control at home: 3 points more each."),
        _has_twin_cities,
    ),
    Deed(
        "ahldarahd.three_maps", later("On three maps"),
        later("Control cities on three maps at the end: bid for Rights of Passage."),
        _rules_three_maps,
    ),
    Deed(
        "ahldarahd.master_at_home", later("Master at home"),
        later("Control eight cities of your own map at the end."),
        _rules_at_home,
    ),
    Deed(
        "ahldarahd.two_cities", later("Two with one stroke"),
        later("Take two cities with one route: both pay at once."),
        _takes_two_cities_at_once,
    ),
    Deed(
        "ahldarahd.sweep", later("Clean sweep"),
        later("Sweep two routes of others away in a match by taking their cities."),
        _sweeps_two_routes,
    ),
    Deed(
        "ahldarahd.break_through", later("Break through"),
        later("Destroy a route and take a city on the same map in one turn."),
        _breaks_and_takes,
    ),
    Deed(
        "ahldarahd.dear_right", later("A dear right"),
        later("Sell a Right of Passage for 8 gold or more, when its map is full."),
        _sells_a_right_dearly,
    ),
    Deed(
        "ahldarahd.fair_trade", later("Everybody gains"),
        later("Close a trade with another player: offer what you need less than they."),
        _trades,
    ),
    Deed(
        "ahldarahd.kingmaker", later("Kingmaker"),
        later("Win the Shah, give its favour to another, and win the match."),
        _gives_the_shah_away,
    ),
    Deed(
        "ahldarahd.last_coin", later("To the last coin"),
        later("Win with no gold left: gold only breaks ties."),
        _spends_the_last_gold,
    ),
    Deed(
        "ahldarahd.abroad", later("Away from home"),
        later("Win with four cities or more on the maps of others."),
        _wins_abroad,
    ),
    Deed(
        "ahldarahd.closed_map", later("Closed borders"),
        later("Win against two or more who never take a city on your map."),
        _keeps_its_map,
    ),
    Deed(
        "ahldarahd.night_watch", later("Night watch"),
        later("Help to avert a Night of the Outsider, with a card or with gold."),
        _averts_a_night, is_hidden=True,
    ),
)  # fmt: skip
