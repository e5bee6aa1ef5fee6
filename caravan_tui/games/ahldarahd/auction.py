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
from caravan_tui.games.ahldarahd.names import item_name
from caravan_tui.games.ahldarahd.state import FIRST_BID, NAMING, RAISING, Position
from caravan_tui.games.ahldarahd.turns import next_opener
from caravan_tui.games.contract import Event


def items(state: Position) -> list[int]:
    """What may be put up now: each open commodity, and what was not up this turn."""
    row = 0
    for card in state.row:
        row |= 1 << card
    found = [card for card in range(CITIES) if row >> card & 1]
    gone = state.auctioned
    found += [RIGHT_ITEM + seat for seat in range(state.seats) if not gone >> RIGHT_ITEM + seat & 1]
    found += [item for item in (SHAH_ITEM, EYES_ITEM, QUEEN_ITEM) if not gone >> item & 1]
    return found


def holder(state: Position, item: int) -> int:
    """The seat that an item comes from, -1 for the row of cards and the centre."""
    if item < RIGHT_ITEM:
        return -1
    if item < SHAH_ITEM:
        return state.rights[item - RIGHT_ITEM]
    if item == SHAH_ITEM:
        return state.shah
    return state.eyes if item == EYES_ITEM else state.queen


def legal_openings(state: Position) -> list[int]:
    """An auction on any item that was not up this turn."""
    return [OPEN | item for item in items(state)]


def legal_first_bids(state: Position) -> list[int]:
    """The opener's bid: up to its gold (A-1), 0 alone with a turned camel."""
    seat = state.actor
    most = 0 if state.turned >> seat & 1 else min(state.gold[seat], MOST_GOLD)
    return [BID | gold for gold in range(most + 1)]


def legal_raises(state: Position) -> list[int]:
    """A higher bid, or pass."""
    most = min(state.gold[state.actor], MOST_GOLD)
    return [BID | gold for gold in range(state.bid + 1, most + 1)] + [PASS]


def apply_auction(state: Position, action: int, events: list[Event] | None) -> None:
    """Play an action of the bidding other than a trade."""
    kind = action & KIND
    seat = state.actor
    if kind == OPEN:
        state.item = action & PAYLOAD
        if state.item >= RIGHT_ITEM:
            state.auctioned |= 1 << state.item
        state.phase = FIRST_BID
        if events is not None:
            events.append(
                ("open", seat, item_name(state.board, state.item), holder(state, state.item))
            )
    elif kind == BID:
        if state.phase == FIRST_BID:
            state.still = (1 << state.seats) - 1
            state.phase = RAISING
        state.bid = action & PAYLOAD
        state.high = seat
        if events is not None:
            events.append(("bid", seat, state.bid))
        _next_bidder(state, seat, events)
    elif kind == PASS:
        state.still &= ~(1 << seat)
        if events is not None:
            events.append(("pass", seat, False))
        _next_bidder(state, seat, events)
    elif kind == FAVOUR:
        state.shah = action & PAYLOAD
        if events is not None:
            events.append(("favour", seat, state.shah))
        next_opener(state, events)


def _next_bidder(state: Position, seat: int, events: list[Event] | None) -> None:
    """The next seat that can raise is asked; those that cannot pass unasked."""
    while True:
        seat = (seat + 1) % state.seats
        if seat == state.high:
            _win(state, events)
            return
        if not state.still >> seat & 1:
            continue
        if not state.turned >> seat & 1 and state.gold[seat] > state.bid:
            state.actor = seat
            return
        state.still &= ~(1 << seat)
        if events is not None:
            events.append(("pass", seat, True))


def _win(state: Position, events: list[Event] | None) -> None:
    """The last one left takes the item from wherever it is; its holder gets nothing."""
    seat = state.high
    item = state.item
    if events is not None:
        events.append(("win", seat, item_name(state.board, item), state.bid, holder(state, item)))
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


def legal_namings(state: Position) -> list[int]:
    """The winner of the Shah names any seat, itself and the last holder included."""
    return [FAVOUR | seat for seat in range(state.seats)]
