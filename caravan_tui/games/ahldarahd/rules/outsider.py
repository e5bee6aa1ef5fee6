"""The Night of the Outsider: black chips, the vote, and the routes that fall (A-9)."""

from __future__ import annotations

from random import Random

from caravan_tui.games.ahldarahd.actions import (
    BLACK,
    CITIES,
    DISCARD,
    FALL,
    KIND,
    NOTHING,
    PAYLOAD,
    PLEDGE,
    map_of,
    place,
    route_of,
)
from caravan_tui.games.ahldarahd.events import (
    BlackChips,
    Discard,
    Fall,
    Night,
    NoNight,
    NotAverted,
    Nothing,
    Pledge,
    Ransom,
    SafeNight,
)
from caravan_tui.games.ahldarahd.pieces import place_name
from caravan_tui.games.ahldarahd.rules.cards import play_card, turn_up
from caravan_tui.games.ahldarahd.rules.routes import take_away
from caravan_tui.games.ahldarahd.state import (
    BANK_GOLD,
    BUILDING,
    DRAWING,
    FALLING,
    NIGHTFALL,
    RANSOM,
    VOTING,
    AhldarahdPosition,
    threatened,
)
from caravan_tui.games.contract import Event
from caravan_tui.games.kit.bitsets import members
from caravan_tui.games.state import CHANCE


def draw_gold(state: AhldarahdPosition, gold: int) -> None:
    """Let the chips of a payment from the bank be drawn blind while a black one is left."""
    if gold and state.black:
        state.drawn = gold
        state.phase = DRAWING
        state.actor = CHANCE


def _bank(state: AhldarahdPosition) -> tuple[int, int]:
    """The gold chips in the bank before the draw, and how many chips are drawn.

    The seat has its gold already, so that is counted back.
    """
    gold = max(0, BANK_GOLD - sum(state.gold) + state.drawn)
    return gold, min(state.drawn, gold + state.black)


def legal_blacks(state: AhldarahdPosition) -> list[int]:
    """How many black chips can be among those drawn."""
    gold, drawn = _bank(state)
    return [BLACK | chips for chips in range(max(0, drawn - gold), min(state.black, drawn) + 1)]


def draw_blacks(state: AhldarahdPosition, rng: Random) -> int:
    """Draw the chips one by one."""
    gold, drawn = _bank(state)
    black = state.black
    chips = 0
    for _chip in range(drawn):
        if rng.random() * (gold + black) < black:
            black -= 1
            chips += 1
        else:
            gold -= 1
    return BLACK | chips


def apply_black(state: AhldarahdPosition, chips: int, events: list[Event] | None) -> None:
    """Remove the black chips drawn from the game; if there are any, night falls."""
    if events is not None:
        events.append(BlackChips(state.seat, chips))
    state.black -= chips
    state.drawn = 0
    if chips and state.deck:
        state.phase = NIGHTFALL
        state.actor = CHANCE
    else:
        if chips and events is not None:
            events.append(NoNight())
        _end_night(state)


def _end_night(state: AhldarahdPosition) -> None:
    """Go on with the building."""
    state.phase = BUILDING
    state.actor = state.seat
    state.night = -1
    state.asked = 0


def apply_nightfall(state: AhldarahdPosition, card: int, events: list[Event] | None) -> None:
    """Turn up and discard the top card; vote if anybody is threatened."""
    turn_up(state, card)
    state.discard[card] += 1
    if events is not None:
        events.append(Night(state.city_map.names[card]))
    if not any(threatened(state, seat, card) for seat in range(state.seats)):
        if events is not None:
            events.append(SafeNight(state.city_map.names[card]))
        _end_night(state)
        return
    state.night = card
    state.asked = 0
    state.phase = VOTING
    state.actor = state.seat


def legal_votes(state: AhldarahdPosition) -> list[int]:
    """Discard a matching card, pledge up to what is missing, or nothing."""
    seat = state.actor
    legal = [DISCARD | state.night] if state.cards[seat * CITIES + state.night] else []
    most = min(state.gold[seat], RANSOM - sum(state.pledges))
    legal += [PLEDGE | gold for gold in range(1, most + 1)]
    legal.append(NOTHING)
    return legal


def legal_falls(state: AhldarahdPosition) -> list[int]:
    """Any of the seat's routes into the city, on any map."""
    mask = state.city_map.routes_of[state.night]
    legal = []
    for map_index in range(state.maps):
        own_routes = state.routes[map_index * state.seats + state.actor] & mask
        legal += [FALL | place(map_index, route) for route in members(own_routes)]
    return legal


def apply_night(state: AhldarahdPosition, action: int, events: list[Event] | None) -> None:
    """Play a vote, or remove a route."""
    kind = action & KIND
    payload = action & PAYLOAD
    seat = state.actor
    if kind == DISCARD:
        play_card(state, seat, state.night)
        if events is not None:
            name = state.city_map.names[state.night]
            events.append(Discard(seat, name, any(state.pledges)))
        _clear_pledges(state)
        _end_night(state)
    elif kind == PLEDGE:
        state.pledges[seat] = payload
        if events is not None:
            events.append(Pledge(seat, payload, sum(state.pledges)))
        if sum(state.pledges) < RANSOM:
            _next_vote(state, events)
            return
        for payer in range(state.seats):
            state.gold[payer] -= state.pledges[payer]
        if events is not None:
            events.append(Ransom(list(state.pledges)))
        _clear_pledges(state)
        _end_night(state)
    elif kind == NOTHING:
        if events is not None:
            events.append(Nothing(seat))
        _next_vote(state, events)
    elif kind == FALL:
        if events is not None:
            events.append(Fall(seat, place_name(state.city_map, state.seats, payload)))
        take_away(state, map_of(payload), seat, 1 << route_of(payload), events)
        _next_fall(state, state.asked + 1)


def _clear_pledges(state: AhldarahdPosition) -> None:
    for seat in range(state.seats):
        state.pledges[seat] = 0


def _next_vote(state: AhldarahdPosition, events: list[Event] | None) -> None:
    """Ask the next seat; after the last one the routes fall."""
    state.asked += 1
    if state.asked < state.seats:
        state.actor = (state.seat + state.asked) % state.seats
        return
    if events is not None:
        events.append(NotAverted(state.city_map.names[state.night], any(state.pledges)))
    _clear_pledges(state)
    state.phase = FALLING
    _next_fall(state, 0)


def _next_fall(state: AhldarahdPosition, step: int) -> None:
    """Let the next threatened seat from this step on choose a route; then the building goes on."""
    for asked in range(step, state.seats):
        seat = (state.seat + asked) % state.seats
        if threatened(state, seat, state.night):
            state.asked = asked
            state.actor = seat
            return
    _end_night(state)
