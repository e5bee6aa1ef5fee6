"""What is worth doing once in Caravanserai. Ruling numbers are those of RULES.md."""

from __future__ import annotations

from typing import Final

from caravan_tui.games.caravanserai.events import (
    BlockNotCounted,
    CamelLaidDown,
    CaravanStarted,
    DirectionChosen,
    GoodsLaid,
    GoodsWon,
    MarketEmptied,
    TailReturned,
)
from caravan_tui.games.caravanserai.rules import CaravanseraiState
from caravan_tui.games.deeds import Chronicle, Deed
from caravan_tui.games.event import Event
from caravan_tui.i18n import later

Caravanserai = Chronicle[CaravanseraiState]


def _placements(match: Caravanserai) -> list[list[Event]]:
    """What the seat did in each of its placements, from its first piece to the tail."""
    placements: list[list[Event]] = []
    own: list[Event] = []
    for event in match.all(Event):
        if getattr(event, "seat", None) != match.seat:
            continue
        own.append(event)
        if isinstance(event, CaravanStarted | TailReturned):
            placements.append(own)
            own = []
    return placements


def _lays_twelve_pieces(match: Caravanserai) -> bool:
    return any(event.laid >= 12 for event in match.own(TailReturned))


def _bends_five_times(match: Caravanserai) -> bool:
    return any(
        sum(isinstance(event, DirectionChosen) for event in events) >= 6
        for events in _placements(match)
    )


def _lays_all_for_nothing(match: Caravanserai) -> bool:
    return any(event.count == 1 and event.laid >= 10 for event in match.own(TailReturned))


def _lays_four_free_blocks(match: Caravanserai) -> bool:
    return any(
        sum(isinstance(event, BlockNotCounted) for event in events) >= 4
        for events in _placements(match)
    )


def _lays_a_large_block(match: Caravanserai) -> bool:
    return any(event.size >= 5 for event in match.own(GoodsLaid))


def _takes_from_opponents(match: Caravanserai) -> bool:
    return sum(event.source >= 0 for event in match.own(GoodsWon)) >= 2


def _wins_two_goods_often(match: Caravanserai) -> bool:
    return sum(event.has_board_good for event in match.own(GoodsWon)) >= 2


def _grows_by_nine(match: Caravanserai) -> bool:
    return any(event.laid - event.count >= 9 for event in match.own(TailReturned))


def _is_long(match: Caravanserai) -> bool:
    return match.scores[match.seat] >= 30


def _empties_the_market_and_wins(match: Caravanserai) -> bool:
    return match.won and bool(match.own(MarketEmptied))


def _earns_a_title(match: Caravanserai) -> bool:
    return match.seats == 1 and match.scores[0] >= 48


def _wins_goods_lying(match: Caravanserai) -> bool:
    """Goods won by a camel that was laid down: not those of the standing camel at the end."""
    return any(
        isinstance(event, CamelLaidDown)
        and any(isinstance(later_event, GoodsWon) for later_event in step.events)
        for step in match.steps
        for event in step.events
        if getattr(event, "seat", None) == match.seat
    )


DEEDS: Final[tuple[Deed[Caravanserai], ...]] = (
    Deed(
        "caravanserai.large_block", later("Five of a colour"),
        later("Lay a block of five goods or more: each block is one good longer."),
        _lays_a_large_block,
    ),
    Deed(
        "caravanserai.bends", later("Five bends"),
        later("Pass five caravanserais in one placement: each lets you turn."),
        _bends_five_times,
    ),
    Deed(
        "caravanserai.toll", later("Toll road"),
        later("Twice in a match, win a good that the market lacks from an opponent."),
        _takes_from_opponents,
    ),
    Deed(
        "caravanserai.double_wins", later("Double wins"),
        later("Twice in a match, end on a caravanserai on which a good lies."),
        _wins_two_goods_often,
    ),
    Deed(
        "caravanserai.home_colours", later("Home colours"),
        later("Lay ten pieces or more with only the camel counted: match colours."),
        _lays_all_for_nothing,
    ),
    Deed(
        "caravanserai.four_free_blocks", later("Four at no cost"),
        later("Lay four uncounted blocks in one placement: the tail hardly moves."),
        _lays_four_free_blocks,
    ),
    Deed(
        "caravanserai.growth", later("Great leap"),
        later("Grow by nine pieces or more in one turn: lay what is not counted."),
        _grows_by_nine,
    ),
    Deed(
        "caravanserai.twelve_pieces", later("The long way"),
        later("Lay twelve pieces or more in one placement: save up for it."),
        _lays_twelve_pieces,
    ),
    Deed(
        "caravanserai.thirty", later("Thirty pieces"),
        later("End a match with a caravan of thirty pieces or more."),
        _is_long,
    ),
    Deed(
        "caravanserai.last_good", later("The last good"),
        later("Take the last good of the market, and win: you choose when it ends."),
        _empties_the_market_and_wins,
    ),
    Deed(
        "caravanserai.alone", later("Alone in the desert"),
        later("Reach 48 pieces in a solo match: three beyond the highest title."),
        _earns_a_title,
    ),
    Deed(
        "caravanserai.lying_camel", later("A camel lies down"),
        later("In an expert match, win goods with a lying camel and use them."),
        _wins_goods_lying, is_hidden=True,
    ),
)  # fmt: skip
