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
    route_of,
)
from caravan_tui.games.ahldarahd.names import place_name
from caravan_tui.games.ahldarahd.state import (
    BANK_GOLD,
    BUILDING,
    DRAWING,
    FALLING,
    NIGHTFALL,
    RANSOM,
    VOTING,
    Position,
    play_card,
    take_away,
    turn_up,
)
from caravan_tui.games.contract import CHANCE, Event


def draw_gold(state: Position, gold: int) -> None:
    """A payment from the bank: its chips are drawn blind while a black one is left."""
    if gold and state.black:
        state.drawn = gold
        state.phase = DRAWING
        state.actor = CHANCE


def _bag(state: Position) -> tuple[int, int]:
    """The gold chips in the bank before the draw, and the chips drawn of all that are there.

    The seat has its gold already, so that is counted back.
    """
    gold = max(0, BANK_GOLD - sum(state.gold) + state.drawn)
    return gold, min(state.drawn, gold + state.black)


def legal_blacks(state: Position) -> list[int]:
    """How many black chips can be among those drawn."""
    gold, drawn = _bag(state)
    return [BLACK | chips for chips in range(max(0, drawn - gold), min(state.black, drawn) + 1)]


def draw_blacks(state: Position, rng: Random) -> int:
    """Draws the chips one by one."""
    gold, drawn = _bag(state)
    black = state.black
    chips = 0
    for _chip in range(drawn):
        if rng.random() * (gold + black) < black:
            black -= 1
            chips += 1
        else:
            gold -= 1
    return BLACK | chips


def apply_black(state: Position, chips: int, events: list[Event] | None) -> None:
    """The black chips drawn leave the game; if there are any, night falls."""
    if events is not None:
        events.append(("black", state.seat, chips))
    state.black -= chips
    state.drawn = 0
    if chips and state.deck:
        state.phase = NIGHTFALL
        state.actor = CHANCE
    else:
        if chips and events is not None:
            events.append(("still",))
        _back(state)


def _back(state: Position) -> None:
    state.phase = BUILDING
    state.actor = state.seat
    state.night = -1
    state.asked = 0


def threatened(state: Position, seat: int, city: int) -> bool:
    """Whether a seat has a route into a city on any map and does not hold the Eyes."""
    if state.eyes == seat:
        return False
    mask = state.board.city[city]
    return any(state.routes[m * state.seats + seat] & mask for m in range(state.maps))


def apply_nightfall(state: Position, card: int, events: list[Event] | None) -> None:
    """The top card is turned up and discarded; a vote, if somebody is threatened."""
    turn_up(state, card)
    state.discard[card] += 1
    if events is not None:
        events.append(("night", state.board.names[card]))
    if not any(threatened(state, seat, card) for seat in range(state.seats)):
        if events is not None:
            events.append(("quiet", state.board.names[card]))
        _back(state)
        return
    state.night = card
    state.asked = 0
    state.phase = VOTING
    state.actor = state.seat


def legal_votes(state: Position) -> list[int]:
    """Discard a matching card, pledge up to what is missing, or nothing."""
    seat = state.actor
    found = [DISCARD | state.night] if state.cards[seat * CITIES + state.night] else []
    most = min(state.gold[seat], RANSOM - sum(state.pledges))
    found += [PLEDGE | gold for gold in range(1, most + 1)]
    found.append(NOTHING)
    return found


def legal_falls(state: Position) -> list[int]:
    """Any of the seat's routes into the city, on any map."""
    mask = state.board.city[state.night]
    found = []
    for a_map in range(state.maps):
        mine = state.routes[a_map * state.seats + state.actor] & mask
        found += [
            FALL | a_map << 6 | route for route in range(state.board.routes) if mine >> route & 1
        ]
    return found


def apply_night(state: Position, action: int, events: list[Event] | None) -> None:
    """Play a vote or let a route fall."""
    kind = action & KIND
    seat = state.actor
    if kind == DISCARD:
        play_card(state, seat, state.night)
        if events is not None:
            events.append(("discard", seat, state.board.names[state.night], any(state.pledges)))
        _no_pledges(state)
        _back(state)
    elif kind == PLEDGE:
        state.pledges[seat] = action & PAYLOAD
        if events is not None:
            events.append(("pledge", seat, action & PAYLOAD, sum(state.pledges)))
        if sum(state.pledges) < RANSOM:
            _next_vote(state, events)
            return
        for payer in range(state.seats):
            state.gold[payer] -= state.pledges[payer]
        if events is not None:
            events.append(("ransom", list(state.pledges)))
        _no_pledges(state)
        _back(state)
    elif kind == NOTHING:
        if events is not None:
            events.append(("nothing", seat))
        _next_vote(state, events)
    elif kind == FALL:
        a_map, route = map_of(action & PAYLOAD), route_of(action & PAYLOAD)
        if events is not None:
            where = place_name(state.board, state.seats, action & PAYLOAD)
            events.append(("fall", seat, where))
        take_away(state, a_map, seat, 1 << route, events)
        _next_fall(state)


def _no_pledges(state: Position) -> None:
    for seat in range(state.seats):
        state.pledges[seat] = 0


def _next_vote(state: Position, events: list[Event] | None) -> None:
    state.asked += 1
    if state.asked < state.seats:
        state.actor = (state.seat + state.asked) % state.seats
        return
    if events is not None:
        events.append(("not averted", state.board.names[state.night], any(state.pledges)))
    _no_pledges(state)
    state.phase = FALLING
    state.asked = -1
    _next_fall(state)


def _next_fall(state: Position) -> None:
    """The next seat with a route there chooses one; then the drawer builds on."""
    while True:
        state.asked += 1
        if state.asked == state.seats:
            _back(state)
            return
        seat = (state.seat + state.asked) % state.seats
        if threatened(state, seat, state.night):
            state.actor = seat
            return
