"""What a seat may know, how the rest may be imagined, and queries on views and events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, TypedDict

from caravan_tui.games import contract
from caravan_tui.games.ahldarahd.actions import (
    CITIES,
    QUEEN_ITEM,
    RIGHT_ITEM,
    SHAH_ITEM,
    place,
)
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.events import (
    Bid,
    Buy,
    Claim,
    Deal,
    Destroy,
    Destroyed,
    Fall,
    FreeRoute,
    Line,
    Open,
)
from caravan_tui.games.ahldarahd.pieces import map_name, place_name
from caravan_tui.games.ahldarahd.rules import AhldarahdState, setup
from caravan_tui.games.ahldarahd.rules import trade as trade_rules
from caravan_tui.games.ahldarahd.spec import SPEC
from caravan_tui.games.ahldarahd.state import (
    ALL_CARDS,
    PAYING,
    PHASES,
    VOTING,
    WRITING,
    hand_size,
    known_cards,
)
from caravan_tui.games.contract import Event, OptionValue
from caravan_tui.games.kit.bitsets import mask_of, members
from caravan_tui.games.kit.views import common

MOST_TRIES: Final = 10_000
"""Positions that are imagined for a view before it counts as impossible."""

AuctionView = TypedDict("AuctionView", {"item": int, "bid": int, "high": int, "in": list[bool]})
"""An auction: the item by its number, the highest bid and bidder (-1 before the first bid), and for
each seat whether it has not passed."""


class DestructionView(TypedDict):
    place: int
    """Of the route, as in actions."""
    paid: int
    """The first payment: -1 none yet, 0 gold, 1 and 2 the card of the earlier and later city."""


TradeView = TypedDict(
    "TradeView",
    {
        "from": int,
        "to": int,
        "writing": bool,
        "lines": list[int] | None,
        "offer": list[int],
        "resume": int,
    },
)
"""A trade: who began it with whom, whether its offer is still being written, the lines of that
offer (None where the seat may not see them), the first offer while there is a counter-offer, and
the number of the phase that goes on after the trade."""


class NightView(TypedDict):
    city: int
    asked: int
    """Seats that have voted, or let a route fall."""
    pledges: list[int]
    """Gold of each seat."""
    voting: bool


class AhldarahdView(contract.View):
    phase: str
    last: bool
    """Whether this turn is the last."""
    deck: int
    """Cards left."""
    seen: list[int]
    """Cards of each colour that were turned up, as masks."""
    row: list[int]
    """Open cards, the oldest first."""
    discard: list[int]
    """Discarded cards, counted by commodity."""
    hands: list[int]
    """The number of cards in each hand."""
    known: list[list[int]]
    """The cards of each hand that everybody has seen, counted by commodity."""
    shown: list[int]
    """The cards of each seat's first three that everybody has seen, as masks."""
    hand: list[int] | None
    """Your cards, counted by commodity; a spectator has none."""
    start: int | None
    """Your first three cards, as a mask."""
    gold: list[int]
    turned: list[bool]
    """Whether each seat's camel is turned."""
    rights: list[int]
    """The holder of each seat's Right of Passage, -1 for the centre."""
    shah: int
    eyes: int
    queen: int
    routes: list[list[int]]
    """The routes of each seat on each map, as masks: `routes[map][seat]`."""
    control: list[list[int]]
    """The cities that each seat controls on each map, as masks."""
    markers: list[int]
    """Markers that each seat has left."""
    first: int
    """Who began the phase."""
    step: int
    """Seats that are through with the phase."""
    active: int
    """The seat whose go it is, also while another one answers an offer."""
    built: int
    """What it has done since its building began, without trades."""
    offers: list[int]
    """Offers that each seat has begun in this phase."""
    refused: list[list[int]]
    """The last declined offer of each seat: the partner, then its lines."""
    auctioned: int
    """Items other than cards that were up in this turn, as a mask."""
    card_sold: bool
    """Whether a card was auctioned in this turn."""
    auction: AuctionView | None
    destroy: DestructionView | None
    trade: TradeView | None
    black: int
    """Black chips left in the bank."""
    drawn: int
    """Gold of the draw from the bank that is due."""
    night: NightView | None


def view(state: AhldarahdState, seat: int | None) -> AhldarahdView:
    """The view of a seat, or of a spectator.

    The lines of an offer that is being written are only in its writer's view.
    """
    seats = state.seats
    options: dict[str, OptionValue] = {
        "neutral": state.maps > seats,
        "outsider": state.has_outsider,
    }
    return {
        **common(SPEC, state, seat, options, state.turn, state.city_map.custom),
        "phase": PHASES[state.phase],
        "last": state.is_last_turn,
        "deck": state.deck,
        "seen": list(state.seen),
        "row": list(state.row),
        "discard": list(state.discard),
        "hands": [hand_size(state, other) for other in range(seats)],
        "known": [known_cards(state, other) for other in range(seats)],
        "shown": list(state.shown),
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
        "first": state.first_seat,
        "step": state.step,
        "active": state.seat,
        "built": state.built,
        "offers": list(state.offers),
        "refused": [list(offer) for offer in state.declined],
        "auctioned": state.auctioned,
        "card_sold": state.card_sold,
        "auction": _auction(state),
        "destroy": (
            None if state.target < 0 else {"place": state.target, "paid": state.first_payment}
        ),
        "trade": _trade(state, seat),
        "black": state.black,
        "drawn": state.drawn,
        "night": _night(state),
    }


def _auction(state: AhldarahdState) -> AuctionView | None:
    if state.item < 0:
        return None
    return {
        "item": state.item,
        "bid": state.bid,
        "high": state.high_bidder,
        "in": [bool(state.bidders >> seat & 1) for seat in range(state.seats)],
    }


def _trade(state: AhldarahdState, seat: int | None) -> TradeView | None:
    if state.writer < 0:
        return None
    is_hidden = state.phase == WRITING and state.actor != seat
    return {
        "from": state.writer,
        "to": state.partner,
        "writing": state.phase == WRITING,
        "lines": None if is_hidden else list(state.lines),
        "offer": list(state.offer),
        "resume": state.resumed_phase,
    }


def _night(state: AhldarahdState) -> NightView | None:
    if state.night < 0:
        return None
    return {
        "city": state.night,
        "asked": state.asked,
        "pledges": list(state.pledges),
        "voting": state.phase == VOTING,
    }


def view_event(event: Event, seat: int | None) -> Event | None:
    """A dealt card is for its seat only; so is a line of an offer that is being written."""
    match event:
        case Deal(seat=player) if player != seat:
            return Deal(player, None)
        case Line(seat=player) if player != seat:
            return None
    return event


def determinize(view: AhldarahdView, rng: Random) -> AhldarahdState:
    """A full state that the view allows.

    The first cards of a seat that nobody has seen are drawn evenly from those of its colour that
    have neither been turned up nor shown, and so that a destruction that was begun can be paid. An
    offer that another seat is writing is imagined as not yet begun: what it will name is that
    seat's decision, not chance. Raises ValueError if no position allows the view.
    """
    for _try in range(MOST_TRIES):
        state = _imagine(view, rng)
        if state.phase != PAYING or state.legal():
            return state
    raise ValueError("no position allows this view")


def _imagine(view: AhldarahdView, rng: Random) -> AhldarahdState:
    seats = view["seats"]
    state = setup(view["options"], seats, view["custom"])
    state.phase = PHASES.index(view["phase"])
    state.actor = view["to_act"]
    state.turn = view["round"]
    state.is_last_turn = view["last"]
    state.deck = view["deck"]
    state.seen = list(view["seen"])
    state.shown = list(view["shown"])
    state.row = list(view["row"])
    state.discard = list(view["discard"])
    cards = state.cards = [count for known in view["known"] for count in known]
    for seat in range(seats):
        revealed = state.shown[seat]
        start = view["start"] if seat == view["seat"] else None
        if start is None:
            count = view["hands"][seat] - sum(view["known"][seat])
            start = revealed | _sample(ALL_CARDS & ~revealed & ~state.seen[seat], count, rng)
        state.start[seat] = start
        secret = start & ~revealed
        first = seat * CITIES
        while secret:
            low = secret & -secret
            cards[first + low.bit_length() - 1] += 1
            secret ^= low
    state.gold = list(view["gold"])
    state.turned = mask_of(seat for seat in range(seats) if view["turned"][seat])
    state.rights = list(view["rights"])
    state.shah = view["shah"]
    state.eyes = view["eyes"]
    state.queen = view["queen"]
    state.routes = [mask for row in view["routes"] for mask in row]
    state.control = [mask for row in view["control"] for mask in row]
    state.markers = list(view["markers"])
    state.first_seat = view["first"]
    state.step = view["step"]
    state.seat = view["active"]
    state.built = view["built"]
    state.offers = list(view["offers"])
    state.declined = [tuple(offer) for offer in view["refused"]]
    state.auctioned = view["auctioned"]
    state.card_sold = view["card_sold"]
    auction = view["auction"]
    if auction is not None:
        state.item = auction["item"]
        state.bid = auction["bid"]
        state.high_bidder = auction["high"]
        state.bidders = mask_of(seat for seat in range(seats) if auction["in"][seat])
    destruction = view["destroy"]
    if destruction is not None:
        state.target = destruction["place"]
        state.first_payment = destruction["paid"]
    trade = view["trade"]
    if trade is not None:
        state.writer = trade["from"]
        state.partner = trade["to"]
        state.lines = list(trade["lines"] or [])
        state.offer = list(trade["offer"])
        state.resumed_phase = trade["resume"]
    state.black = view["black"]
    state.drawn = view["drawn"]
    night = view["night"]
    if night is not None:
        state.night = night["city"]
        state.asked = night["asked"]
        state.pledges = list(night["pledges"])
    return state


def _sample(mask: int, count: int, rng: Random) -> int:
    """`count` bits of a mask, every choice equally likely."""
    cards = members(mask)
    chosen = 0
    for _card in range(count):
        chosen |= 1 << cards.pop(int(rng.random() * len(cards)))
    return chosen


# Queries on views and events


def payment(view: AhldarahdView, seat: int, route: int) -> tuple[int, int]:
    """What a payment for a route costs this seat now (A-6): gold without a card, gold with one."""
    city_map = from_plain(view["custom"])
    holder = view["eyes"] if city_map.land_routes >> route & 1 else view["queen"]
    discount = 1 if holder == seat else 0
    return max(0, city_map.price[route] - discount), 1 - discount


def payment_of_viewer(view: AhldarahdView, route: int) -> tuple[int, int]:
    """What a route costs the viewer: the gold without a card, and the gold beside one. For a
    spectator what it costs a player without a favour."""
    seat = view["seat"]
    if seat is None:
        return from_plain(view["custom"]).price[route], 1
    return payment(view, seat, route)


def right_price(view: AhldarahdView, map_index: int) -> int:
    """The gold that the Right of a map sells for: the cities that are controlled there."""
    return sum(mask.bit_count() for mask in view["control"][map_index])


def holder_of(view: AhldarahdView, item: int) -> int:
    """The seat that holds a Right or a favour, -1 for none."""
    if item < SHAH_ITEM:
        return view["rights"][item - RIGHT_ITEM]
    return (view["shah"], view["eyes"], view["queen"])[item - SHAH_ITEM]


def seats_to_come(view: AhldarahdView) -> list[int]:
    """The seats that have this phase still before them, in order: each lays all its free routes in
    one go, from the first seat on; later everybody has one go, from the seat that began."""
    seat, seats = view["active"], view["seats"]
    if view["phase"] == "free":
        return list(range(seat + 1, seats))
    return [(seat + turn) % seats for turn in range(1, seats - view["step"])]


def other_party(trade: TradeView, seat: int) -> int:
    """Whom one of the two seats of a trade trades with."""
    return trade["to"] if seat == trade["from"] else trade["from"]


def cards_held(view: AhldarahdView, seat: int) -> list[tuple[int, int]]:
    """How many cards of each commodity a hand holds at least and at most, as far as the viewer can
    know: a card that nobody has seen is one of the seat's first three, hence of its own colour, and
    none that was turned up or shown."""
    if view["hand"] is not None and seat == view["seat"]:
        return [(count, count) for count in view["hand"]]
    known = view["known"][seat]
    held = [(count, count) for count in known]
    hidden = view["hands"][seat] - sum(known)
    unseen = members(ALL_CARDS & ~view["shown"][seat] & ~view["seen"][seat])
    for card in unseen if hidden else ():
        held[card] = known[card] + (len(unseen) == hidden), known[card] + 1
    return held


def open_lines(view: AhldarahdView, lines: Sequence[int]) -> list[int]:
    """What the offer that the seat to act writes may name besides these lines, whatever comes
    first; only that seat's own view knows."""
    trade = view["trade"]
    if trade is None or view["hand"] is None:
        return []
    seat = view["to_act"]
    other = other_party(trade, seat)
    own, others = (
        [item for item in range(RIGHT_ITEM, QUEEN_ITEM + 1)
         if not RIGHT_ITEM + view["seats"] <= item < SHAH_ITEM and holder_of(view, item) == party]
        for party in (seat, other)
    )  # fmt: skip
    cards = [card for card, count in enumerate(view["hand"]) if count]
    gold = view["gold"][seat], view["gold"][other]
    return trade_rules.open_lines(lines, gold, cards + own, others, view["hands"][other])


def can_raise(view: AhldarahdView, seat: int) -> bool:
    """Whether a seat can still bid in the auction: it has not passed, its camel is not turned, and
    it has more gold than is bid."""
    auction = view["auction"]
    if auction is None or view["turned"][seat]:
        return False
    return auction["in"][seat] and view["gold"][seat] > max(0, auction["bid"])


def owners_of(view: AhldarahdView, map_index: int) -> list[int]:
    """The seat that owns each route of a map, -1 for none."""
    owners = [-1] * from_plain(view["custom"]).route_count
    for seat, mask in enumerate(view["routes"][map_index]):
        for route in members(mask):
            owners[route] = seat
    return owners


def city_owner(view: AhldarahdView, map_index: int, city: int) -> int:
    """The seat that controls a city on a map, -1 for none."""
    for seat, mask in enumerate(view["control"][map_index]):
        if mask >> city & 1:
            return seat
    return -1


def map_names(view: AhldarahdView) -> list[str]:
    """The names of all maps of a match."""
    return [map_name(view["seats"], map_index) for map_index in range(len(view["routes"]))]


def changed_routes(view: AhldarahdView, events: Sequence[Event]) -> frozenset[int]:
    """The places of the routes that were laid, attacked or lost in these events."""
    names = {
        event.route
        for event in events
        if isinstance(event, Claim | Buy | FreeRoute | Fall | Destroy | Destroyed)
    }
    if not names:
        return frozenset()
    city_map, seats = from_plain(view["custom"]), view["seats"]
    places = [
        place(map_index, route)
        for map_index in range(len(view["routes"]))
        for route in range(city_map.route_count)
    ]
    return frozenset(code for code in places if place_name(city_map, seats, code) in names)


def last_bids(events: Sequence[Event], before: Mapping[int, int]) -> dict[int, int]:
    """The last bid of each seat in the auction that runs, after these events.

    `before`: the same before them.
    """
    bids = dict(before)
    for event in events:
        match event:
            case Open():
                bids = {}
            case Bid(seat=seat, gold=gold):
                bids[seat] = gold
    return bids
