"""The position of a match: fields, phases, and queries that several parts of the rules need."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Final, Self

from caravan_tui.games.ahldarahd.actions import (
    CITIES,
    GIVE_GOLD,
    MOST_GOLD,
    PAYLOAD,
    QUEEN_ITEM,
    WANT_ITEM,
)
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.pieces import CityMap
from caravan_tui.games.kit.fields import Flag, Mask, PerSeat, Plain, Range, Row
from caravan_tui.games.kit.native import size
from caravan_tui.games.state import CHANCE, OVER, State

# What is due. Numbers are written into saves: append only.
DEALING: Final = 0
SHAH_START: Final = 1
FREE_ROUTES: Final = 2
REVEALING: Final = 3
OPENING: Final = 4
FIRST_BID: Final = 5
RAISING: Final = 6
NAMING: Final = 7
BUILDING: Final = 8
PAYING: Final = 9
WRITING: Final = 10
ANSWERING: Final = 11
DRAWING: Final = 12
NIGHTFALL: Final = 13
VOTING: Final = 14
FALLING: Final = 15
FINISHED: Final = 16

PHASES: Final = (
    "dealing",
    "shah",
    "free",
    "reveal",
    "opening",
    "first bid",
    "raising",
    "naming",
    "building",
    "paying",
    "writing",
    "answering",
    "drawing",
    "nightfall",
    "voting",
    "falling",
    "over",
)
"""The names of the phases in views."""

CHANCE_PHASES: Final = frozenset({DEALING, SHAH_START, REVEALING, DRAWING, NIGHTFALL})

MOST_SEATS: Final = 5
START_CARDS: Final = 3
START_GOLD: Final = 5
START_ROUTES: Final = 2
ALL_CARDS: Final = (1 << CITIES) - 1
DECK_CARDS: Final = CITIES - START_CARDS
"""Cards of each colour that go into the deck."""
MARKERS: Final = 21
BLACK_CHIPS: Final = 3
BANK_GOLD: Final = 100
RANSOM: Final = 10
"""Gold that averts a night."""
MOST_OFFERS: Final = 3
"""Offers a seat may begin in one phase (A-7)."""
MOST_LINES: Final = 3
"""Lines a side of an offer."""

SEAT: Final = Range(0, MOST_SEATS - 1)
SEAT_OR_NONE: Final = Range(-1, MOST_SEATS - 1)
SEATS: Final = Mask(MOST_SEATS)
CARDS: Final = Mask(CITIES)
GOLD: Final = Range(0, MOST_GOLD)
PHASE: Final = Range(DEALING, FINISHED)
LINES: Final = Row(Range(GIVE_GOLD, WANT_ITEM | PAYLOAD), 0, 2 * MOST_LINES)


def _per_seat(state: AhldarahdPosition) -> int:
    return state.seats


def _per_card(state: AhldarahdPosition) -> int:
    return state.seats * CITIES


def _per_map(state: AhldarahdPosition) -> int:
    return state.maps * state.seats


@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class AhldarahdPosition(State):
    """All of a match. Maps are numbered by seat; the neutral one, if any, comes last.

    -1 stands for nobody, or for nothing.
    """

    city_map: Annotated[CityMap, Plain(lambda city_map: city_map.custom, from_plain)]
    seats: Annotated[int, Range(2, MOST_SEATS)]
    maps: Annotated[int, Range(2, MOST_SEATS + 1)]
    has_outsider: Annotated[bool, Flag()]
    phase: Annotated[int, PHASE] = DEALING
    actor: Annotated[int, Range(OVER, MOST_SEATS - 1)] = CHANCE
    turn: Annotated[int, Range(0, DECK_CARDS * MOST_SEATS + 1)] = 0
    is_last_turn: Annotated[bool, Flag()] = False

    # Cards
    deck: Annotated[int, Range(0, DECK_CARDS * MOST_SEATS)]
    """Cards left; the colours lie one on the other, seat 0's on top."""
    seen: Annotated[list[int], PerSeat(CARDS)]
    """Cards of each colour that were turned up."""
    start: Annotated[list[int], PerSeat(CARDS)]
    """The first three cards of each seat."""
    shown: Annotated[list[int], PerSeat(CARDS)]
    """Those of them that everybody has seen."""
    cards: Annotated[list[int], Row(Range(0, MOST_SEATS), _per_card)]
    """Hands: `cards[seat * CITIES + card]` counts the cards of a commodity. Those of
    `start & ~shown` are secret, all others are known (A-8)."""
    row: Annotated[list[int], Row(Range(0, CITIES - 1), 0, _per_seat)] = field(default_factory=list)
    """Open cards, the oldest first."""
    discard: Annotated[list[int], Row(Range(0, MOST_SEATS), CITIES)]

    # Gold, favours and Rights
    gold: Annotated[list[int], PerSeat(GOLD)]
    turned: Annotated[int, SEATS] = 0
    """Seats whose camel is turned."""
    rights: Annotated[list[int], PerSeat(SEAT_OR_NONE)]
    """The holder of each seat's Right of Passage, -1 for the centre."""
    shah: Annotated[int, SEAT_OR_NONE] = -1
    eyes: Annotated[int, SEAT_OR_NONE] = -1
    queen: Annotated[int, SEAT_OR_NONE] = -1

    # Maps
    routes: Annotated[list[int], Row(Mask(64), _per_map)]
    """`routes[map * seats + seat]`: the routes of a seat on a map, as a mask."""
    control: list[int]
    """`control[map * seats + seat]`: the cities where the seat has more than half of the routes, as
    a mask."""
    markers: Annotated[list[int], PerSeat(Range(0, MARKERS))]
    """Markers that each seat has left."""

    # The order of a phase
    first_seat: Annotated[int, SEAT] = 0
    step: Annotated[int, Range(0, MOST_SEATS)] = 0
    """Seats that are through; while free routes are laid, those of the seat."""
    seat: Annotated[int, Range(0, MOST_SEATS)] = 0
    """Whose go it is; the number of seats between the free routes and the first bidding."""
    offers: Annotated[list[int], PerSeat(Range(0, MOST_OFFERS))]
    """Offers that each seat has begun in this phase."""
    built: Annotated[int, Range(0, MOST_GOLD)] = 0
    """What the seat has done since its building began, without trades."""
    declined: Annotated[
        list[tuple[int, ...]],
        Row(Row(Range(0, WANT_ITEM | PAYLOAD), 0, 1 + 2 * MOST_LINES, tuple), _per_seat),
    ]
    """The last declined offer of each seat: the partner, then its lines."""

    # The auction
    auctioned: Annotated[int, Mask(QUEEN_ITEM + 1)] = 0
    """Items other than cards that were up in this turn."""
    card_sold: Annotated[bool, Flag()] = False
    item: Annotated[int, Range(-1, QUEEN_ITEM)] = -1
    bid: Annotated[int, GOLD] = 0
    high_bidder: Annotated[int, SEAT_OR_NONE] = -1
    bidders: Annotated[int, SEATS] = 0
    """Seats that have not passed."""

    # A destruction
    target: Annotated[int, Range(-1, (MOST_SEATS + 1 << 6) - 1)] = -1
    """The place of the route."""
    first_payment: Annotated[int, Range(-1, 2)] = -1
    """0 gold, 1 and 2 the card of the earlier and the later city."""

    # A trade
    writer: Annotated[int, SEAT_OR_NONE] = -1
    """The seat that began it."""
    partner: Annotated[int, SEAT_OR_NONE] = -1
    lines: Annotated[list[int], LINES] = field(default_factory=list)
    """The offer that is being written or answered."""
    offer: Annotated[list[int], LINES] = field(default_factory=list)
    """The first offer, where a counter-offer is being written or answered."""
    resumed_phase: Annotated[int, PHASE] = DEALING
    """The phase that goes on after the trade."""

    # The Night of the Outsider
    black: Annotated[int, Range(0, BLACK_CHIPS)] = 0
    """Black chips left in the bank."""
    drawn: Annotated[int, Range(0, BANK_GOLD)] = 0
    """Gold of the draw that is due."""
    night: Annotated[int, Range(-1, CITIES - 1)] = -1
    """The city."""
    asked: Annotated[int, Range(0, MOST_SEATS)] = 0
    """Seats that have voted, or let a route fall."""
    pledges: Annotated[list[int], PerSeat(Range(0, RANSOM))]

    # Made by `python -m tools.copying`.
    def become(self, other: Self) -> None:
        self.city_map = other.city_map
        self.seats = other.seats
        self.maps = other.maps
        self.has_outsider = other.has_outsider
        self.phase = other.phase
        self.actor = other.actor
        self.turn = other.turn
        self.is_last_turn = other.is_last_turn
        self.deck = other.deck
        self.seen = other.seen[:]
        self.start = other.start[:]
        self.shown = other.shown[:]
        self.cards = other.cards[:]
        self.row = other.row[:]
        self.discard = other.discard[:]
        self.gold = other.gold[:]
        self.turned = other.turned
        self.rights = other.rights[:]
        self.shah = other.shah
        self.eyes = other.eyes
        self.queen = other.queen
        self.routes = other.routes[:]
        self.control = other.control[:]
        self.markers = other.markers[:]
        self.first_seat = other.first_seat
        self.step = other.step
        self.seat = other.seat
        self.offers = other.offers[:]
        self.built = other.built
        self.declined = other.declined[:]
        self.auctioned = other.auctioned
        self.card_sold = other.card_sold
        self.item = other.item
        self.bid = other.bid
        self.high_bidder = other.high_bidder
        self.bidders = other.bidders
        self.target = other.target
        self.first_payment = other.first_payment
        self.writer = other.writer
        self.partner = other.partner
        self.lines = other.lines[:]
        self.offer = other.offer[:]
        self.resumed_phase = other.resumed_phase
        self.black = other.black
        self.drawn = other.drawn
        self.night = other.night
        self.asked = other.asked
        self.pledges = other.pledges[:]

    def restored(self) -> None:
        """Set who controls what, and check that the fields fit each other."""
        seats, city_map = self.seats, self.city_map
        if self.maps - seats not in (0, 1):
            raise ValueError("ahldarahd: wrong number of maps")
        if self.deck > DECK_CARDS * seats:
            raise ValueError("ahldarahd: too many cards in the deck")
        holders = (*self.rights, self.shah, self.eyes, self.queen)
        actors = (self.actor, self.high_bidder, self.writer, self.partner, self.first_seat)
        if max(*holders, *actors) >= seats or max(self.turned, self.bidders) >> seats:
            raise ValueError("ahldarahd: a seat that does not exist")
        if self.seat >= seats and self.phase != REVEALING:
            raise ValueError("ahldarahd: a seat that does not exist")
        if (self.actor == OVER) != (self.phase == FINISHED) or (self.actor == CHANCE) != (
            self.phase in CHANCE_PHASES
        ):
            raise ValueError("ahldarahd: the phase and who acts do not fit")
        if self.target >= 0 and (
            self.target >> 6 >= self.maps or self.target & 63 >= city_map.route_count
        ):
            raise ValueError("ahldarahd: a route that does not exist")
        needed = {
            FIRST_BID: self.item,
            RAISING: min(self.item, self.high_bidder),
            PAYING: self.target,
            WRITING: min(self.writer, self.partner),
            ANSWERING: min(self.writer, self.partner),
            VOTING: self.night,
            FALLING: self.night,
        }
        if needed.get(self.phase, 0) < 0:
            raise ValueError(f"ahldarahd: not all that the phase {PHASES[self.phase]} needs")
        for start, revealed in zip(self.start, self.shown, strict=True):
            if revealed & ~start:
                raise ValueError("ahldarahd: a shown card that was not dealt")
        for map_index in range(self.maps):
            taken = 0
            for mask in self.routes[map_index * seats : map_index * seats + seats]:
                if mask & (taken | ~city_map.all_routes):
                    raise ValueError("ahldarahd: a route that does not exist or has two owners")
                taken |= mask
        self.control = [controlled_cities(city_map, mask) for mask in self.routes]


def controlled_cities(city_map: CityMap, routes: int) -> int:
    """The cities that a seat with these routes on a map controls, as a mask."""
    return sum(
        1 << city
        for city in range(CITIES)
        if size(routes & city_map.routes_of[city]) >= city_map.need[city]
    )


def top_colour(state: AhldarahdPosition) -> int:
    """The colour of the deck's top card."""
    return (DECK_CARDS * state.seats - state.deck) // DECK_CARDS


def top_cards(state: AhldarahdPosition) -> int:
    """The cards that the top one may be, as a mask; all are equally likely."""
    colour = top_colour(state)
    return ALL_CARDS & ~state.seen[colour] & ~state.start[colour]


def hand_size(state: AhldarahdPosition, seat: int) -> int:
    """How many cards a seat holds; public."""
    return sum(state.cards[seat * CITIES : seat * CITIES + CITIES])


def known_cards(state: AhldarahdPosition, seat: int) -> list[int]:
    """The cards of a hand that everybody has seen, counted by commodity (A-8)."""
    secret = state.start[seat] & ~state.shown[seat]
    first = seat * CITIES
    return [state.cards[first + card] - (secret >> card & 1) for card in range(CITIES)]


def owner(state: AhldarahdPosition, map_index: int, route: int) -> int:
    """The seat that has a route, -1 if it is free."""
    first = map_index * state.seats
    for seat in range(state.seats):
        if state.routes[first + seat] >> route & 1:
            return seat
    return -1


def controlled(state: AhldarahdPosition, map_index: int) -> int:
    """How many cities on a map are controlled, by anybody: what its Right sells for."""
    first = map_index * state.seats
    count = 0
    for place in range(first, first + state.seats):
        count += size(state.control[place])
    return count


def may_build_on(state: AhldarahdPosition, seat: int, map_index: int) -> bool:
    """The seat's own map, the neutral one, or one whose Right it holds."""
    return map_index in (seat, state.seats) or state.rights[map_index] == seat


def threatened(state: AhldarahdPosition, seat: int, city: int) -> bool:
    """Whether a seat has a route into a city on any map and does not hold the Eyes."""
    if state.eyes == seat:
        return False
    mask = state.city_map.routes_of[city]
    return any(state.routes[m * state.seats + seat] & mask for m in range(state.maps))
