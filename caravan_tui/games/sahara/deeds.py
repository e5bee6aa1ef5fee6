"""What is worth doing once in Caravan (Joseph Huber). Ruling numbers are those of RULES.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from caravan_tui.games.deeds import Chronicle, Deed
from caravan_tui.games.event import Event
from caravan_tui.games.sahara.events import (
    Delivered,
    MatchEnded,
    PickedUp,
    Stolen,
    TurnStarted,
)
from caravan_tui.games.sahara.pieces import COMMON, STEPS
from caravan_tui.games.sahara.rules import SaharaState
from caravan_tui.i18n import later

Sahara = Chronicle[SaharaState]


def _turns(match: Sahara) -> Iterator[list[Event]]:
    """What happened in each turn of the seat."""
    for events in match.parts(TurnStarted):
        start = events[0]
        if isinstance(start, TurnStarted) and start.seat == match.seat:
            yield events


def _delivers_two_in_a_turn(match: Sahara) -> bool:
    return any(
        sum(isinstance(event, Delivered) for event in events) >= 2 for events in _turns(match)
    )


def _delivers_from_afar(match: Sahara) -> bool:
    distances = [STEPS[event.source][event.target] for event in match.own(Delivered)]
    return sum(distance >= 4 for distance in distances) >= 3


def _waits_for_markers(match: Sahara) -> bool:
    return any(event.markers >= 4 for event in match.own(PickedUp))


def _delivers_in_the_turn(
    match: Sahara, took: type[PickedUp] | type[Stolen], least: int = 0
) -> bool:
    """Whether the seat delivered a good in the turn in which it took it in this way; `least`: the
    number of the first good that counts."""
    for events in _turns(match):
        goods: list[int] = []
        for event in events:
            if isinstance(event, took) and event.good >= least:
                goods.append(event.good)
            elif isinstance(event, Delivered) and event.good in goods:
                return True
    return False


def _brings_a_treasure_home(match: Sahara) -> bool:
    return _delivers_in_the_turn(match, PickedUp, COMMON)


def _steals_and_delivers(match: Sahara) -> bool:
    return _delivers_in_the_turn(match, Stolen)


def _steals_back(match: Sahara) -> bool:
    thieves: set[int] = set()
    for theft in match.all(Stolen):
        if theft.victim == match.seat:
            thieves.add(theft.seat)
        elif theft.seat == match.seat and theft.victim in thieves:
            return True
    return False


def _steals_twice_in_a_turn(match: Sahara) -> bool:
    return any(sum(isinstance(event, Stolen) for event in events) >= 2 for events in _turns(match))


def _delivered(match: Sahara) -> list[int]:
    """How many of each good the seat delivered."""
    first = match.seat * 8
    return match.end.delivered[first : first + 8]


def _delivers_three_rare_kinds(match: Sahara) -> bool:
    return sum(count > 0 for count in _delivered(match)[COMMON:]) >= 3


def _delivers_seven_kinds(match: Sahara) -> bool:
    return sum(count > 0 for count in _delivered(match)) >= 7


def _ends_the_match_and_wins(match: Sahara) -> bool:
    ends_by_delivery = any(event.reason == "delivery" for event in match.all(MatchEnded))
    deliveries = list(match.all(Delivered))
    return match.won and ends_by_delivery and deliveries[-1].seat == match.seat


def _wins_unloaded(match: Sahara) -> bool:
    each = match.end.camels_each
    own = match.end.camels[match.seat * each : match.seat * each + each]
    return match.won and not any(camel & 31 for camel in own)


def _wins_without_theft(match: Sahara) -> bool:
    return match.won and not match.own(Stolen)


DEEDS: Final[tuple[Deed[Sahara], ...]] = (
    Deed(
        "sahara.long_chain", later("From hand to hand"),
        later("Deliver three goods from four spaces away, along chains of all camels."),
        _delivers_from_afar,
    ),
    Deed(
        "sahara.straight_home", later("Straight home"),
        later("Pick up a rare good and deliver it in the same turn: set camels first."),
        _brings_a_treasure_home,
    ),
    Deed(
        "sahara.patience", later("Patience pays"),
        later("Pick up a good with four demand markers or more: each is a point."),
        _waits_for_markers,
    ),
    Deed(
        "sahara.two_at_once", later("Two at once"),
        later("Deliver two goods in one turn: bring both close first."),
        _delivers_two_in_a_turn,
    ),
    Deed(
        "sahara.stolen_and_sold", later("Stolen and sold"),
        later("Steal a good and deliver it in the same turn: have the chain ready."),
        _steals_and_delivers,
    ),
    Deed(
        "sahara.tit_for_tat", later("Taken back"),
        later("Steal from a player who stole from you: you got the theft marker."),
        _steals_back,
    ),
    Deed(
        "sahara.three_treasures", later("Three treasures"),
        later("Deliver three kinds of rare goods in one match: 6 points each."),
        _delivers_three_rare_kinds,
    ),
    Deed(
        "sahara.seven_cities", later("Known in seven cities"),
        later("Deliver goods to seven cities or more in one match."),
        _delivers_seven_kinds,
    ),
    Deed(
        "sahara.light_load", later("Light load"),
        later("Win with no good left on your camels: time your last delivery."),
        _wins_unloaded,
    ),
    Deed(
        "sahara.last_word", later("The last word"),
        later("Make the delivery that ends the match, and win: end it when ahead."),
        _ends_the_match_and_wins,
    ),
    Deed(
        "sahara.honest_trader", later("Honest trader"),
        later("Win without stealing: your marker still makes the others careful."),
        _wins_without_theft,
    ),
    Deed(
        "sahara.two_thefts", later("Den of thieves"),
        later("Steal twice in one turn."),
        _steals_twice_in_a_turn, is_hidden=True,
    ),
)  # fmt: skip
