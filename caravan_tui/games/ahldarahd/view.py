"""What a seat may know, how the rest may be imagined, and the state as plain data."""

from __future__ import annotations

from random import Random
from typing import Any

from caravan_tui.games.ahldarahd.actions import (
    CITIES,
)
from caravan_tui.games.ahldarahd.map import Board, board
from caravan_tui.games.ahldarahd.rules import ALL_CARDS, State, new
from caravan_tui.games.ahldarahd.state import (
    DEALING,
    DECK_CARDS,
    FINISHED,
    PAYING,
    PHASES,
    VOTING,
    WRITING,
    hand_size,
)
from caravan_tui.games.contract import OVER, Event, View

SCHEMA = 1


def view(state: State, seat: int | None) -> View:
    """The view of a seat, or of a spectator.

    `known` are the cards of each hand that all have seen, `hand` all of the seat's own; the lines
    of an offer in writing are there for its writer only.
    """
    seats = state.seats
    shown = list(state.shown)
    return {
        "game": "ahldarahd",
        "seat": seat,
        "seats": seats,
        "options": {"neutral": state.maps > seats, "outsider": state.outsider},
        "house": state.board.plain if state.board.custom else None,
        "to_act": state.actor,
        "round": state.turn,
        "scores": list(state.scores()),
        "phase": PHASES[state.phase],
        "last": state.last,
        "deck": state.deck,
        "seen": list(state.seen),
        "row": list(state.row),
        "discard": list(state.discard),
        "hands": [hand_size(state, other) for other in range(seats)],
        "known": [known(state, other) for other in range(seats)],
        "shown": shown,
        "hand": None if seat is None else state.cards[seat * CITIES : seat * CITIES + CITIES],
        "start": None if seat is None else state.start[seat],
        "gold": list(state.gold),
        "turned": [bool(state.turned >> other & 1) for other in range(seats)],
        "rights": list(state.rights),
        "shah": state.shah,
        "eyes": state.eyes,
        "queen": state.queen,
        "routes": [state.routes[m * seats : m * seats + seats] for m in range(state.maps)],
        "control": [state.control[m * seats : m * seats + seats] for m in range(state.maps)],
        "markers": list(state.markers),
        "first": state.first,
        "step": state.step,
        "active": state.seat,
        "built": state.built,
        "offers": list(state.offers),
        "refused": [list(offer) for offer in state.refused],
        "auctioned": state.auctioned,
        "card_sold": state.card_sold,
        "auction": _auction(state),
        "destroy": None if state.place < 0 else {"place": state.place, "paid": state.paid},
        "trade": _trade(state, seat),
        "black": state.black,
        "drawn": state.drawn,
        "night": _night(state),
    }


def known(state: State, seat: int) -> list[int]:
    """The cards of a hand that all have seen, by city (A-8)."""
    hidden = state.start[seat] & ~state.shown[seat]
    at = seat * CITIES
    return [state.cards[at + card] - (hidden >> card & 1) for card in range(CITIES)]


def _auction(state: State) -> dict[str, Any] | None:
    if state.item < 0:
        return None
    return {
        "item": state.item,
        "bid": state.bid,
        "high": state.high,
        "in": [bool(state.still >> seat & 1) for seat in range(state.seats)],
    }


def _trade(state: State, seat: int | None) -> dict[str, Any] | None:
    if state.writer < 0:
        return None
    hidden = state.phase == WRITING and state.actor != seat
    return {
        "from": state.writer,
        "to": state.partner,
        "writing": state.phase == WRITING,
        "lines": None if hidden else list(state.lines),
        "offer": list(state.offer),
        "resume": state.resume,
    }


def _night(state: State) -> dict[str, Any] | None:
    if state.night < 0:
        return None
    return {
        "city": state.night,
        "asked": state.asked,
        "pledges": list(state.pledges),
        "voting": state.phase == VOTING,
    }


def view_event(event: Event, seat: int | None) -> Event | None:
    """A dealt card is its seat's only; so is a line of an offer in writing."""
    kind = event[0]
    if kind == "deal" and event[1] != seat:
        return ("deal", event[1], None)
    if kind == "line" and event[1] != seat:
        return None
    return event


def determinize(view: View, rng: Random) -> State:
    """A full state that the view allows.

    The first cards of a seat that nobody has seen are drawn evenly from those of its colour that
    have neither been turned up nor shown, and so that a destruction that was begun can be paid. An
    offer that another seat is writing is imagined as not yet begun: what it will name is that
    seat's decision, not chance.
    """
    while True:
        state = _imagine(view, rng)
        if state.phase != PAYING or state.legal():
            return state


def _imagine(view: View, rng: Random) -> State:
    seats: int = view["seats"]
    seat: int | None = view["seat"]
    options = view["options"]
    state = new(board(view["house"]), seats, options["neutral"], options["outsider"])
    phase = PHASES.index(view["phase"])
    state.phase = phase
    state.actor = view["to_act"]
    state.turn = view["round"]
    state.last = view["last"]
    state.deck = view["deck"]
    state.seen = list(view["seen"])
    state.shown = list(view["shown"])
    state.row = list(view["row"])
    state.discard = list(view["discard"])
    cards: list[int] = []
    for other in range(seats):
        cards += view["known"][other]
    state.cards = cards
    for other in range(seats):
        shown = state.shown[other]
        if other == seat:
            start: int = view["start"]
        else:
            count = view["hands"][other] - sum(view["known"][other])
            start = shown | _some(ALL_CARDS & ~shown & ~state.seen[other], count, rng)
        state.start[other] = start
        hidden = start & ~shown
        at = other * CITIES
        while hidden:
            low = hidden & -hidden
            cards[at + low.bit_length() - 1] += 1
            hidden ^= low
    state.gold = list(view["gold"])
    state.turned = sum(1 << other for other in range(seats) if view["turned"][other])
    state.rights = list(view["rights"])
    state.shah = view["shah"]
    state.eyes = view["eyes"]
    state.queen = view["queen"]
    state.routes = [mask for row in view["routes"] for mask in row]
    state.control = [mask for row in view["control"] for mask in row]
    state.markers = list(view["markers"])
    state.first = view["first"]
    state.step = view["step"]
    state.seat = view["active"]
    state.built = view["built"]
    state.offers = list(view["offers"])
    state.refused = [list(offer) for offer in view["refused"]]
    state.auctioned = view["auctioned"]
    state.card_sold = view["card_sold"]
    auction = view["auction"]
    if auction is not None:
        state.item = auction["item"]
        state.bid = auction["bid"]
        state.high = auction["high"]
        state.still = sum(1 << other for other in range(seats) if auction["in"][other])
    destroy = view["destroy"]
    if destroy is not None:
        state.place = destroy["place"]
        state.paid = destroy["paid"]
    trade = view["trade"]
    if trade is not None:
        state.writer = trade["from"]
        state.partner = trade["to"]
        state.lines = list(trade["lines"] or [])
        state.offer = list(trade["offer"])
        state.resume = trade["resume"]
    state.black = view["black"]
    state.drawn = view["drawn"]
    night = view["night"]
    if night is not None:
        state.night = night["city"]
        state.asked = night["asked"]
        state.pledges = list(night["pledges"])
    return state


def _some(mask: int, count: int, rng: Random) -> int:
    """`count` bits of a mask, every choice equally likely."""
    cards = [card for card in range(CITIES) if mask >> card & 1]
    chosen = 0
    for _card in range(count):
        chosen |= 1 << cards.pop(int(rng.random() * len(cards)))
    return chosen


_NUMBERS = (
    "phase",
    "actor",
    "turn",
    "deck",
    "turned",
    "shah",
    "eyes",
    "queen",
    "first",
    "step",
    "built",
    "seat",
    "auctioned",
    "item",
    "bid",
    "high",
    "still",
    "place",
    "paid",
    "writer",
    "partner",
    "resume",
    "black",
    "drawn",
    "night",
    "asked",
)
_LISTS = (
    "seen",
    "start",
    "shown",
    "cards",
    "row",
    "discard",
    "gold",
    "rights",
    "routes",
    "control",
    "markers",
    "offers",
    "lines",
    "offer",
    "pledges",
)
_FREE_LENGTH = ("row", "lines", "offer")


def encode(state: State) -> dict[str, Any]:
    """The state as plain data."""
    data: dict[str, Any] = {name: getattr(state, name) for name in _NUMBERS}
    data.update({name: list(getattr(state, name)) for name in _LISTS})
    data["refused"] = [list(offer) for offer in state.refused]
    data["seats"] = state.seats
    data["neutral"] = state.maps > state.seats
    data["outsider"] = state.outsider
    data["last"] = state.last
    data["card_sold"] = state.card_sold
    data["house"] = state.board.plain if state.board.custom else None
    return data


def decode(data: Any, schema: int) -> State:
    """The state back. Raises ValueError on data that is not one, or of another schema."""
    if schema != SCHEMA:
        raise ValueError(f"ahldarahd: schema {schema} is not known")
    try:
        own: Board = board(data["house"])
        seats = data["seats"]
        if not 2 <= seats <= 5:
            raise ValueError("ahldarahd: wrong number of seats")
        state = new(own, seats, bool(data["neutral"]), bool(data["outsider"]))
        for name in _NUMBERS:
            setattr(state, name, int(data[name]))
        for name in _LISTS:
            values = [int(value) for value in data[name]]
            if name not in _FREE_LENGTH and len(values) != len(getattr(state, name)):
                raise ValueError(f"ahldarahd: {name} has a wrong length")
            setattr(state, name, values)
        state.refused = [[int(line) for line in offer] for offer in data["refused"]]
        state.last = bool(data["last"])
        state.card_sold = bool(data["card_sold"])
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise ValueError(f"ahldarahd: not a position: {error!r}") from None
    in_play = DEALING <= state.phase <= FINISHED and OVER <= state.actor < seats
    in_play = in_play and len(state.refused) == seats
    if not in_play or len(state.row) > seats or not 0 <= state.deck <= DECK_CARDS * seats:
        raise ValueError("ahldarahd: not a position")
    return state
