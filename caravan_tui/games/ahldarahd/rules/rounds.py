"""From one phase to the next: the reveal, who begins what, and the end of the match."""

from __future__ import annotations

from caravan_tui.games.ahldarahd.events import Bidding, Building, EndBuilding, Over, Stale, Turn
from caravan_tui.games.ahldarahd.state import (
    BUILDING,
    FINISHED,
    OPENING,
    REVEALING,
    AhldarahdPosition,
)
from caravan_tui.games.contract import Event
from caravan_tui.games.state import CHANCE, OVER


def begin_turn(state: AhldarahdPosition, events: list[Event] | None) -> None:
    """Begin the next turn: camels up, and cards until as many lie open as there are seats."""
    if state.turn and not state.card_sold and state.row:
        stale = state.row.pop(0)
        state.discard[stale] += 1
        if events is not None:
            events.append(Stale(state.city_map.names[stale]))
    state.turn += 1
    state.turned = 0
    state.card_sold = False
    if events is not None:
        events.append(Turn(state.turn))
    refill(state, events)


def refill(state: AhldarahdPosition, events: list[Event] | None) -> None:
    """Ask for the next card, or begin the bidding."""
    if len(state.row) < state.seats and state.deck:
        state.phase = REVEALING
        state.actor = CHANCE
        return
    state.is_last_turn = state.deck == 0
    state.auctioned = 0
    _begin_round(state, OPENING)
    if events is not None:
        events.append(Bidding(state.first_seat, state.is_last_turn))


def _begin_round(state: AhldarahdPosition, phase: int) -> None:
    """Begin a phase in which each seat has one go, clockwise from the Shah's seat as it is now."""
    state.phase = phase
    state.first_seat = state.seat = state.actor = state.shah
    state.step = 0
    state.built = 0
    for seat in range(state.seats):
        state.offers[seat] = 0


def next_opener(state: AhldarahdPosition, events: list[Event] | None) -> None:
    """After an auction, let the next seat open one, or begin the building."""
    state.item = -1
    state.high_bidder = -1
    state.bid = 0
    state.bidders = 0
    state.step += 1
    if state.step < state.seats:
        state.seat = state.actor = (state.first_seat + state.step) % state.seats
        state.phase = OPENING
        return
    _begin_round(state, BUILDING)
    if events is not None:
        events.append(Building(state.first_seat))


def end_building(state: AhldarahdPosition, events: list[Event] | None) -> None:
    """After a seat has built: the next seat, the next turn, or the end of the match."""
    if events is not None:
        events.append(EndBuilding(state.seat))
    state.step += 1
    state.built = 0
    if state.step < state.seats:
        state.seat = state.actor = (state.first_seat + state.step) % state.seats
        return
    if state.is_last_turn:
        state.phase = FINISHED
        state.actor = OVER
        if events is not None:
            events.append(Over())
        return
    begin_turn(state, events)
