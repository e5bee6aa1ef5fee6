"""Trades: an offer is written line by line, sent, answered; at most one counter (A-7, A-8)."""

from __future__ import annotations

from collections.abc import Sequence

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
from caravan_tui.games.ahldarahd.events import (
    Counter,
    Decline,
    Line,
    Offer,
    Prepare,
    Trade,
    Withdraw,
)
from caravan_tui.games.ahldarahd.pieces import line_name
from caravan_tui.games.ahldarahd.rules.cards import give_up, show
from caravan_tui.games.ahldarahd.state import (
    ANSWERING,
    DEALING,
    MOST_LINES,
    MOST_OFFERS,
    WRITING,
    AhldarahdPosition,
    hand_size,
)
from caravan_tui.games.contract import Event


def legal_offers(state: AhldarahdPosition) -> list[int]:
    """The offers that the acting seat may begin at its own trade moment."""
    seat = state.actor
    if state.offers[seat] >= MOST_OFFERS:
        return []
    return [OFFER | other for other in range(state.seats) if other != seat]


def interrupts(state: AhldarahdPosition) -> dict[int, list[int]]:
    """The offers that the other seats may begin at this trade moment."""
    offers: dict[int, list[int]] = {}
    for seat in range(state.seats):
        if seat != state.actor and state.offers[seat] < MOST_OFFERS:
            offers[seat] = [
                INTERRUPT | seat << 3 | other for other in range(state.seats) if other != seat
            ]
    return offers


def favours(state: AhldarahdPosition, seat: int) -> list[int]:
    """The items other than cards that a seat holds, in their order; public."""
    held = [RIGHT_ITEM + index for index in range(state.seats) if state.rights[index] == seat]
    if state.shah == seat:
        held.append(SHAH_ITEM)
    if state.eyes == seat:
        held.append(EYES_ITEM)
    if state.queen == seat:
        held.append(QUEEN_ITEM)
    return held


def other_party(state: AhldarahdPosition) -> int:
    """The seat that trades with the one to act."""
    return state.partner if state.actor == state.writer else state.writer


def legal_lines(state: AhldarahdPosition) -> list[int]:
    """The next line of the offer, in the fixed order that gives every offer one notation."""
    seat = state.actor
    other = other_party(state)
    own_items = [card for card in range(CITIES) if state.cards[seat * CITIES + card]]
    lines = state.lines
    last = lines[-1] if lines else 0
    legal = [
        line
        for line in open_lines(
            lines, (state.gold[seat], state.gold[other]), own_items + favours(state, seat),
            favours(state, other), hand_size(state, other),
        )
        if line > last
    ]  # fmt: skip
    if lines:
        legal.append(SEND)
    legal.append(WITHDRAW)
    return legal


def open_lines(
    lines: Sequence[int], gold: tuple[int, int], own_items: Sequence[int],
    other_favours: Sequence[int], other_cards: int,
) -> list[int]:  # fmt: skip
    """What an offer may name besides these lines, whatever comes first.

    `gold`: of who writes and of the other one. `other_favours`: items other than cards that the
    other one holds; it has `other_cards` cards, and any card may be asked for.
    """
    gives = sum(1 for line in lines if line < WANT_GOLD)
    has_gold = any(line & KIND in (GIVE_GOLD, WANT_GOLD) for line in lines)
    open_: list[int] = []
    if gives < MOST_LINES:
        if not has_gold:
            open_ += [GIVE_GOLD | amount for amount in range(1, min(gold[0], MOST_GOLD) + 1)]
        open_ += [GIVE_ITEM | item for item in own_items if GIVE_ITEM | item not in lines]
    if len(lines) - gives < MOST_LINES:
        if not has_gold:
            open_ += [WANT_GOLD | amount for amount in range(1, min(gold[1], MOST_GOLD) + 1)]
        cards = sum(1 for line in lines if line & KIND == WANT_ITEM and line & PAYLOAD < CITIES)
        items = list(range(CITIES)) if cards < other_cards else []
        items += other_favours
        open_ += [WANT_ITEM | item for item in items if WANT_ITEM | item not in lines]
    return open_


def can_accept(state: AhldarahdPosition) -> bool:
    """Whether the seat that answers owns what it is asked for."""
    seat = state.actor
    for line in state.lines:
        item = line & PAYLOAD
        if line & KIND == WANT_ITEM and item < CITIES and not state.cards[seat * CITIES + item]:
            return False
    return True


def legal_answers(state: AhldarahdPosition) -> list[int]:
    """Accept if the seat can, decline, and, to a first offer, a counter."""
    legal = [ACCEPT] if can_accept(state) else []
    legal.append(DECLINE)
    if not state.offer:
        legal.append(COUNTER)
    return legal


def apply_trade(state: AhldarahdPosition, action: int, events: list[Event] | None) -> None:
    """Play an action of a trade."""
    kind = action & KIND
    if kind in (OFFER, INTERRUPT):
        seat = (action & PAYLOAD) >> 3 if kind == INTERRUPT else state.actor
        state.writer = seat
        state.partner = action & 7
        state.offers[seat] += 1
        state.resumed_phase = state.phase
        state.phase = WRITING
        state.actor = seat
        if events is not None:
            events.append(Prepare(seat, state.partner, kind == INTERRUPT))
    elif kind == SEND:
        seat = state.actor
        for line in state.lines:
            if line & KIND == GIVE_ITEM and line & PAYLOAD < CITIES:
                show(state, seat, line & PAYLOAD)
        state.actor = other_party(state)
        state.phase = ANSWERING
        if events is not None:
            events.append(Offer(seat, state.actor, _line_names(state), bool(state.offer)))
    elif kind == WITHDRAW:
        if events is not None:
            events.append(Withdraw(state.actor, other_party(state), bool(state.offer)))
        end_trade(state)
    elif kind == ACCEPT:
        giver = other_party(state)
        if events is not None:
            events.append(Trade(giver, state.actor, _line_names(state)))
        state.declined[state.writer] = ()
        for line in state.lines:
            if line < WANT_GOLD:
                hand_over(state, giver, state.actor, line)
            else:
                hand_over(state, state.actor, giver, line)
        end_trade(state)
    elif kind == DECLINE:
        if events is not None:
            events.append(Decline(state.actor, other_party(state)))
        if not state.offer:
            state.declined[state.writer] = (state.partner, *state.lines)
        end_trade(state)
    elif kind == COUNTER:
        state.offer = state.lines
        state.lines = []
        state.phase = WRITING
        if events is not None:
            events.append(Counter(state.actor, state.writer))
    else:
        state.lines.append(action)
        if events is not None:
            events.append(Line(state.actor, line_name(state.city_map, action)))


def _line_names(state: AhldarahdPosition) -> list[str]:
    return [line_name(state.city_map, line) for line in state.lines]


def hand_over(state: AhldarahdPosition, giver: int, taker: int, line: int) -> None:
    """Move what a line of a deal names from one seat to the other."""
    payload = line & PAYLOAD
    if line & KIND in (GIVE_GOLD, WANT_GOLD):
        state.gold[giver] -= payload
        state.gold[taker] += payload
    elif payload < CITIES:
        give_up(state, giver, payload)
        state.cards[taker * CITIES + payload] += 1
    elif payload < SHAH_ITEM:
        state.rights[payload - RIGHT_ITEM] = taker
    elif payload == SHAH_ITEM:
        state.shah = taker
    elif payload == EYES_ITEM:
        state.eyes = taker
    else:
        state.queen = taker


def end_trade(state: AhldarahdPosition) -> None:
    """Forget the offer, and return to the decision at which the trade began."""
    state.phase = state.resumed_phase
    state.actor = state.seat
    state.writer = state.partner = -1
    state.lines = []
    state.offer = []
    state.resumed_phase = DEALING
