"""Trades: an offer is written line by line, sent, answered; at most one counter (A-7, A-8)."""

from __future__ import annotations

from caravan_tui.games.ahldarahd.actions import (
    ACCEPT,
    CITIES,
    COUNTER,
    DECLINE,
    EYES_ITEM,
    GIVE_GOLD,
    GIVE_ITEM,
    INTERRUPT,
    KIND,
    MOST_GOLD,
    OFFER,
    PAYLOAD,
    QUEEN_ITEM,
    RIGHT_ITEM,
    SEND,
    SHAH_ITEM,
    WANT_GOLD,
    WANT_ITEM,
    WITHDRAW,
)
from caravan_tui.games.ahldarahd.names import line_name
from caravan_tui.games.ahldarahd.state import (
    ANSWERING,
    MOST_OFFERS,
    WRITING,
    Position,
    give_up,
    hand_size,
    show,
)
from caravan_tui.games.contract import Event

MOST_LINES = 3
"""Lines a side of an offer."""


def legal_offers(state: Position) -> list[int]:
    """The offers that the acting seat may begin at its own trade moment."""
    seat = state.actor
    if state.offers[seat] >= MOST_OFFERS:
        return []
    return [OFFER | other for other in range(state.seats) if other != seat]


def interrupts(state: Position) -> dict[int, list[int]]:
    """The offers that the other seats may begin at this trade moment."""
    found: dict[int, list[int]] = {}
    for seat in range(state.seats):
        if seat != state.actor and state.offers[seat] < MOST_OFFERS:
            found[seat] = [
                INTERRUPT | seat << 3 | other for other in range(state.seats) if other != seat
            ]
    return found


def favours(state: Position, seat: int) -> list[int]:
    """The items other than cards that a seat holds, in their order; public."""
    found = [RIGHT_ITEM + a_map for a_map in range(state.seats) if state.rights[a_map] == seat]
    if state.shah == seat:
        found.append(SHAH_ITEM)
    if state.eyes == seat:
        found.append(EYES_ITEM)
    if state.queen == seat:
        found.append(QUEEN_ITEM)
    return found


def legal_lines(state: Position) -> list[int]:
    """The next line of the offer, in the fixed order that gives every offer one notation."""
    seat = state.actor
    other = state.partner if seat == state.writer else state.writer
    lines = state.lines
    last = lines[-1] if lines else 0
    gives = sum(1 for line in lines if line < WANT_GOLD)
    wants = len(lines) - gives
    found: list[int] = []
    if not wants and gives < MOST_LINES:
        if not lines:
            found += [GIVE_GOLD | gold for gold in range(1, min(state.gold[seat], MOST_GOLD) + 1)]
        own = [card for card in range(CITIES) if state.cards[seat * CITIES + card]]
        own += favours(state, seat)
        found += [GIVE_ITEM | item for item in own if GIVE_ITEM | item > last]
    if wants < MOST_LINES:
        if not wants and not (lines and lines[0] & KIND == GIVE_GOLD):
            found += [WANT_GOLD | gold for gold in range(1, min(state.gold[other], MOST_GOLD) + 1)]
        cards = sum(1 for line in lines if line & KIND == WANT_ITEM and line & PAYLOAD < CITIES)
        theirs = list(range(CITIES)) if cards < hand_size(state, other) else []
        theirs += favours(state, other)
        found += [WANT_ITEM | item for item in theirs if WANT_ITEM | item > last]
    if lines:
        found.append(SEND)
    found.append(WITHDRAW)
    return found


def can_accept(state: Position) -> bool:
    """Whether the seat that answers owns what is wanted of it."""
    seat = state.actor
    for line in state.lines:
        kind = line & KIND
        what = line & PAYLOAD
        if kind == WANT_ITEM and what < CITIES and not state.cards[seat * CITIES + what]:
            return False
    return True


def legal_answers(state: Position) -> list[int]:
    """Accept if one can, decline, and, to a first offer, a counter."""
    found = [ACCEPT] if can_accept(state) else []
    found.append(DECLINE)
    if not state.offer:
        found.append(COUNTER)
    return found


def apply_trade(state: Position, action: int, events: list[Event] | None) -> None:
    """Play an action of a trade."""
    kind = action & KIND
    if kind in (OFFER, INTERRUPT):
        seat = (action & PAYLOAD) >> 3 if kind == INTERRUPT else state.actor
        state.writer = seat
        state.partner = action & 7
        state.offers[seat] += 1
        state.resume = state.phase
        state.phase = WRITING
        state.actor = seat
        if events is not None:
            events.append(("prepare", seat, state.partner, kind == INTERRUPT))
    elif kind == SEND:
        seat = state.actor
        for line in state.lines:
            if line & KIND == GIVE_ITEM and line & PAYLOAD < CITIES:
                show(state, seat, line & PAYLOAD)
        state.actor = state.partner if seat == state.writer else state.writer
        state.phase = ANSWERING
        if events is not None:
            events.append(("sent", seat, state.actor, _names(state), bool(state.offer)))
    elif kind == WITHDRAW:
        if events is not None:
            other = state.partner if state.actor == state.writer else state.writer
            events.append(("withdraw", state.actor, other, bool(state.offer)))
        _end_trade(state)
    elif kind == ACCEPT:
        other = state.partner if state.actor == state.writer else state.writer
        if events is not None:
            events.append(("trade", other, state.actor, _names(state)))
        state.refused[state.writer] = []
        for line in state.lines:
            if line < WANT_GOLD:
                hand_over(state, other, state.actor, line)
            else:
                hand_over(state, state.actor, other, line)
        _end_trade(state)
    elif kind == DECLINE:
        if events is not None:
            other = state.partner if state.actor == state.writer else state.writer
            events.append(("decline", state.actor, other))
        if not state.offer:
            state.refused[state.writer] = [state.partner, *state.lines]
        _end_trade(state)
    elif kind == COUNTER:
        state.offer = state.lines
        state.lines = []
        state.phase = WRITING
        if events is not None:
            events.append(("counter", state.actor, state.writer))
    else:
        state.lines.append(action)
        if events is not None:
            events.append(("line", state.actor, line_name(state.board, action)))


def _names(state: Position) -> list[str]:
    return [line_name(state.board, line) for line in state.lines]


def hand_over(state: Position, giver: int, taker: int, line: int) -> None:
    """What a line of a deal names goes from one seat to the other; a Right or favour is simply
    held by the taker from now on."""
    what = line & PAYLOAD
    if line & KIND in (GIVE_GOLD, WANT_GOLD):
        state.gold[giver] -= what
        state.gold[taker] += what
    elif what < CITIES:
        give_up(state, giver, what)
        state.cards[taker * CITIES + what] += 1
    elif what < SHAH_ITEM:
        state.rights[what - RIGHT_ITEM] = taker
    elif what == SHAH_ITEM:
        state.shah = taker
    elif what == EYES_ITEM:
        state.eyes = taker
    else:
        state.queen = taker


def _end_trade(state: Position) -> None:
    """The decision at which the trade began is asked again."""
    state.phase = state.resume
    state.actor = state.seat
    state.writer = state.partner = -1
    state.lines = []
    state.offer = []
    state.resume = 0
