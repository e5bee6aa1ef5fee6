"""From one phase to the next: the reveal, who begins what, and the end of the match."""

from __future__ import annotations

from caravan_tui.games.ahldarahd.state import (
    BUILDING,
    FINISHED,
    OPENING,
    REVEALING,
    Position,
)
from caravan_tui.games.contract import CHANCE, OVER, Event


def begin_turn(state: Position, events: list[Event] | None) -> None:
    """The next turn: camels up, and cards until as many lie open as there are seats."""
    if state.turn and not state.card_sold and state.row:
        stale = state.row.pop(0)
        state.discard[stale] += 1
        if events is not None:
            events.append(("stale", state.board.names[stale]))
    state.turn += 1
    state.turned = 0
    state.card_sold = False
    if events is not None:
        events.append(("turn", state.turn))
    refill(state, events)


def refill(state: Position, events: list[Event] | None) -> None:
    """Ask for the next card, or begin the bidding."""
    if len(state.row) < state.seats and state.deck:
        state.phase = REVEALING
        state.actor = CHANCE
        return
    state.last = state.deck == 0
    state.auctioned = 0
    _begin_round(state, OPENING)
    if events is not None:
        events.append(("bidding", state.first, state.last))


def _begin_round(state: Position, phase: int) -> None:
    """A phase in which each seat has one go, clockwise from the Shah's seat as it stands now."""
    state.phase = phase
    state.first = state.seat = state.actor = state.shah
    state.step = 0
    state.built = 0
    for seat in range(state.seats):
        state.offers[seat] = 0


def next_opener(state: Position, events: list[Event] | None) -> None:
    """After an auction: the next seat opens one, or the building begins."""
    state.item = -1
    state.high = -1
    state.bid = 0
    state.still = 0
    state.step += 1
    if state.step < state.seats:
        state.seat = state.actor = (state.first + state.step) % state.seats
        state.phase = OPENING
        return
    _begin_round(state, BUILDING)
    if events is not None:
        events.append(("building", state.first))


def end_building(state: Position, events: list[Event] | None) -> None:
    """A seat has built: the next one, the next turn, or the end of the match."""
    if events is not None:
        events.append(("end", state.seat))
    state.step += 1
    state.built = 0
    if state.step < state.seats:
        state.seat = state.actor = (state.first + state.step) % state.seats
        return
    if state.last:
        state.phase = FINISHED
        state.actor = OVER
        if events is not None:
            events.append(("over",))
        return
    begin_turn(state, events)
