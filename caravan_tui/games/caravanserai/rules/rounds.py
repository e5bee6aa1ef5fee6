"""Turns and rounds: whose turn comes next, who is skipped, and when the match ends.

Numbers in brackets are those of RULES.md.
"""

from __future__ import annotations

from caravan_tui.games.caravanserai.events import MatchEnded, RoundStarted, TurnSkipped
from caravan_tui.games.caravanserai.state import DONE, LAST_ROUND, WAY, CaravanseraiPosition
from caravan_tui.games.contract import Event


def end_turn(state: CaravanseraiPosition, events: list[Event] | None) -> None:
    """End a placement; a solo match ends at once when the market is empty (K-9)."""
    if state.seats == 1 and state.end_round:
        _finish(state, "market", events)
    elif _pass_turn(state, events):
        begin_turn(state, events)


def _pass_turn(state: CaravanseraiPosition, events: list[Event] | None) -> bool:
    """Pass the turn to the next seat; False if the match ends with the round (K-9, K-12)."""
    state.seat = (state.seat + 1) % state.seats
    if state.seat != state.first:
        return True
    if state.round == state.end_round:
        _finish(state, "market", events)
        return False
    if state.round == LAST_ROUND:
        _finish(state, "limit", events)
        return False
    begin_round(state, events)
    return True


def begin_round(state: CaravanseraiPosition, events: list[Event] | None) -> None:
    """Begin a round: the last one if the market was emptied before it (K-9)."""
    state.round += 1
    if events is not None:
        events.append(RoundStarted(state.round, state.round == state.end_round))


def begin_turn(state: CaravanseraiPosition, events: list[Event] | None) -> None:
    """Begin the turn of the next seat that can place; others are skipped (K-6)."""
    while not state.can_place(state.seat):
        seat = state.seat
        state.skips += 1
        if events is not None:
            events.append(TurnSkipped(seat, state.camels[seat] > 0, seat in state.eliminated()))
        if state.skips == state.seats:
            _finish(state, "stuck", events)
            return
        if not _pass_turn(state, events):
            return
    state.skips = 0
    state.phase = WAY
    state.head = state.caravans[state.seat][-1] >> 3
    state.laid = state.count = state.size = state.left = state.lying = 0
    state.colour = state.touched = state.way = 0
    state.last = -1


def _finish(state: CaravanseraiPosition, reason: str, events: list[Event] | None) -> None:
    state.phase = DONE
    state.why = reason
    if events is not None:
        lengths = [len(pieces) for pieces in state.caravans]
        events.append(MatchEnded(reason, lengths, list(state.outcome()), state.round))
