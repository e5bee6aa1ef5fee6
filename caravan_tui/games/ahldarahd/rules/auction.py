"""The bidding: opening an auction, raising, passing, and what the winner gets."""

from __future__ import annotations

from caravan_tui.games.ahldarahd.actions import (
    BID,
    CITIES,
    EYES_ITEM,
    FAVOUR,
    KIND,
    MOST_GOLD,
    OPEN,
    PASS,
    PAYLOAD,
    QUEEN_ITEM,
    RIGHT_ITEM,
    SHAH_ITEM,
)
from caravan_tui.games.ahldarahd.events import Bid, Favour, Open, Pass, Win
from caravan_tui.games.ahldarahd.pieces import item_name
from caravan_tui.games.ahldarahd.rules.rounds import next_opener
from caravan_tui.games.ahldarahd.state import FIRST_BID, NAMING, RAISING, AhldarahdPosition
from caravan_tui.games.contract import Event


def items(state: AhldarahdPosition) -> list[int]:
    """What may be put up now: each open commodity, and what was not up this turn."""
    row = 0
    for card in state.row:
        row |= 1 << card
    up = [card for card in range(CITIES) if row >> card & 1]
    gone = state.auctioned
    up += [RIGHT_ITEM + seat for seat in range(state.seats) if not gone >> RIGHT_ITEM + seat & 1]
    up += [item for item in (SHAH_ITEM, EYES_ITEM, QUEEN_ITEM) if not gone >> item & 1]
    return up


def holder(state: AhldarahdPosition, item: int) -> int:
    """The seat that an item comes from, -1 for the row of cards and the centre."""
    if item < RIGHT_ITEM:
        return -1
    if item < SHAH_ITEM:
        return state.rights[item - RIGHT_ITEM]
    if item == SHAH_ITEM:
        return state.shah
    return state.eyes if item == EYES_ITEM else state.queen


def legal_openings(state: AhldarahdPosition) -> list[int]:
    """An auction of any item that was not up this turn."""
    return [OPEN | item for item in items(state)]


def legal_first_bids(state: AhldarahdPosition) -> list[int]:
    """The opener's bid: up to its gold (A-1), only 0 with a turned camel."""
    seat = state.actor
    most = 0 if state.turned >> seat & 1 else min(state.gold[seat], MOST_GOLD)
    return [BID | gold for gold in range(most + 1)]


def legal_raises(state: AhldarahdPosition) -> list[int]:
    """A higher bid, or pass."""
    most = min(state.gold[state.actor], MOST_GOLD)
    return [BID | gold for gold in range(state.bid + 1, most + 1)] + [PASS]


def legal_namings(state: AhldarahdPosition) -> list[int]:
    """The winner of the Shah names any seat, also itself or the last holder."""
    return [FAVOUR | seat for seat in range(state.seats)]


def apply_auction(state: AhldarahdPosition, action: int, events: list[Event] | None) -> None:
    """Play an action of the bidding other than a trade."""
    kind = action & KIND
    seat = state.actor
    if kind == OPEN:
        state.item = action & PAYLOAD
        if state.item >= RIGHT_ITEM:
            state.auctioned |= 1 << state.item
        state.phase = FIRST_BID
        if events is not None:
            name = item_name(state.city_map, state.item)
            events.append(Open(seat, name, holder(state, state.item)))
    elif kind == BID:
        if state.phase == FIRST_BID:
            state.bidders = (1 << state.seats) - 1
            state.phase = RAISING
        state.bid = action & PAYLOAD
        state.high_bidder = seat
        if events is not None:
            events.append(Bid(seat, state.bid))
        _next_bidder(state, seat, events)
    elif kind == PASS:
        state.bidders &= ~(1 << seat)
        if events is not None:
            events.append(Pass(seat, False))
        _next_bidder(state, seat, events)
    elif kind == FAVOUR:
        state.shah = action & PAYLOAD
        if events is not None:
            events.append(Favour(seat, state.shah))
        next_opener(state, events)


def _next_bidder(state: AhldarahdPosition, seat: int, events: list[Event] | None) -> None:
    """Ask the next seat that can raise; those that cannot pass unasked."""
    while True:
        seat = (seat + 1) % state.seats
        if seat == state.high_bidder:
            _win(state, events)
            return
        if not state.bidders >> seat & 1:
            continue
        if not state.turned >> seat & 1 and state.gold[seat] > state.bid:
            state.actor = seat
            return
        state.bidders &= ~(1 << seat)
        if events is not None:
            events.append(Pass(seat, True, bool(state.turned >> seat & 1)))


def _win(state: AhldarahdPosition, events: list[Event] | None) -> None:
    """Give the item to the highest bidder; its holder gets nothing for it."""
    seat = state.high_bidder
    item = state.item
    if events is not None:
        name = item_name(state.city_map, item)
        events.append(Win(seat, name, state.bid, holder(state, item)))
    if state.bid:
        state.gold[seat] -= state.bid
        state.turned |= 1 << seat
    if item < RIGHT_ITEM:
        state.row.remove(item)  # the first, which is the oldest
        state.cards[seat * CITIES + item] += 1
        state.card_sold = True
    elif item < SHAH_ITEM:
        state.rights[item - RIGHT_ITEM] = seat
    elif item == SHAH_ITEM:
        state.phase = NAMING
        state.actor = seat
        return
    elif item == EYES_ITEM:
        state.eyes = seat
    else:
        state.queen = seat
    next_opener(state, events)
