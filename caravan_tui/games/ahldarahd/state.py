"""The position of a match: slots, phases, and what several parts of the rules need."""

from __future__ import annotations

from caravan_tui.games import contract
from caravan_tui.games.ahldarahd.actions import CITIES
from caravan_tui.games.ahldarahd.map import Board
from caravan_tui.games.ahldarahd.names import map_name, place_name
from caravan_tui.games.contract import CHANCE, Event

# What is due. Numbers are written into saves: append only.
DEALING = 0
SHAH_START = 1
FREE_ROUTES = 2
REVEALING = 3
OPENING = 4
FIRST_BID = 5
RAISING = 6
NAMING = 7
BUILDING = 8
PAYING = 9
WRITING = 10
ANSWERING = 11
DRAWING = 12
NIGHTFALL = 13
VOTING = 14
FALLING = 15
FINISHED = 16

PHASES = (
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

START_CARDS = 3
START_GOLD = 5
START_ROUTES = 2
DECK_CARDS = CITIES - START_CARDS
"""Cards of each colour that go into the deck."""
MARKERS = 21
BLACK_CHIPS = 3
BANK_GOLD = 100
RANSOM = 10
"""Gold that averts a night."""
MOST_OFFERS = 3
"""Offers a seat may begin in one phase (A-7)."""


class Position(contract.State):
    """All of a match. Maps are numbered by seat; the neutral one, if any, comes last.

    `routes[m * seats + s]` is the mask of the routes of seat s on map m, `control[...]` the mask of
    the cities it controls there (always those with more than half of the routes).
    `cards[s * 10 + c]` counts a hand; of these the bits of `start[s] & ~shown[s]` (the first three
    cards that nobody has seen) are secret, all other cards of a hand are known (A-8).
    """

    __slots__ = (
        "actor",
        "asked",
        "auctioned",
        "bid",
        "black",
        "board",
        "built",
        "card_sold",
        "cards",
        "control",
        "deck",
        "discard",
        "drawn",
        "eyes",
        "first",
        "gold",
        "high",
        "item",
        "last",
        "lines",
        "maps",
        "markers",
        "night",
        "offer",
        "offers",
        "outsider",
        "paid",
        "partner",
        "phase",
        "place",
        "pledges",
        "queen",
        "refused",
        "resume",
        "rights",
        "routes",
        "row",
        "seat",
        "seats",
        "seen",
        "shah",
        "shown",
        "start",
        "step",
        "still",
        "turn",
        "turned",
        "writer",
    )

    def begin(self, board: Board, seats: int, neutral: bool, outsider: bool) -> None:
        """Set up the first position."""
        self.board = board
        self.seats = seats
        self.maps = seats + (1 if neutral else 0)
        self.outsider = outsider
        self.phase = DEALING
        self.actor = CHANCE
        self.turn = 0
        self.last = False  # this turn is the last one
        self.deck = DECK_CARDS * seats
        self.seen = [0] * seats  # cards of each colour that were turned up
        self.start = [0] * seats  # the first three cards of each seat
        self.shown = [0] * seats  # those of them that all have seen
        self.cards = [0] * (seats * CITIES)
        self.row: list[int] = []  # open cards, the oldest first
        self.discard = [0] * CITIES
        self.gold = [START_GOLD] * seats
        self.turned = 0  # mask of seats whose camel is turned
        self.rights = [(m - 1) % seats for m in range(seats)]  # holder of each Right, -1 centre
        self.shah = -1
        self.eyes = -1
        self.queen = -1
        self.routes = [0] * (self.maps * seats)
        self.control = [0] * (self.maps * seats)
        self.markers = [MARKERS] * seats
        # The order of a phase: who began it, how many are through, whose go it is.
        self.first = 0
        self.step = 0
        self.seat = 0
        self.offers = [0] * seats  # begun in this phase
        self.built = 0  # what the seat has done since its building began, without trades
        # The auction.
        self.auctioned = 0  # mask of items other than cards, this turn
        self.card_sold = False
        self.item = -1
        self.bid = 0
        self.high = -1
        self.still = 0  # mask of seats that have not passed
        # A destruction: what, and the first payment (-1: none yet).
        self.place = -1
        self.paid = -1
        # A trade: who writes or wrote, to whom, what; the offer that a counter answers.
        self.writer = -1
        self.partner = -1
        self.lines: list[int] = []
        self.offer: list[int] = []
        self.resume = 0
        # The last offer of each seat that was declined: the partner, then its lines.
        self.refused: list[list[int]] = [[] for _seat in range(seats)]
        # The Outsider.
        self.black = BLACK_CHIPS if outsider else 0
        self.drawn = 0  # gold of the draw that is due
        self.night = -1  # commodity
        self.asked = 0
        self.pledges = [0] * seats

    def clone(self) -> Position:
        """An independent copy."""
        other = self.__class__()
        other.board = self.board
        other.seats = self.seats
        other.maps = self.maps
        other.outsider = self.outsider
        other.phase = self.phase
        other.actor = self.actor
        other.turn = self.turn
        other.last = self.last
        other.deck = self.deck
        other.seen = self.seen[:]
        other.start = self.start[:]
        other.shown = self.shown[:]
        other.cards = self.cards[:]
        other.row = self.row[:]
        other.discard = self.discard[:]
        other.gold = self.gold[:]
        other.turned = self.turned
        other.rights = self.rights[:]
        other.shah = self.shah
        other.eyes = self.eyes
        other.queen = self.queen
        other.routes = self.routes[:]
        other.control = self.control[:]
        other.markers = self.markers[:]
        other.first = self.first
        other.step = self.step
        other.seat = self.seat
        other.offers = self.offers[:]
        other.built = self.built
        other.refused = self.refused[:]
        other.auctioned = self.auctioned
        other.card_sold = self.card_sold
        other.item = self.item
        other.bid = self.bid
        other.high = self.high
        other.still = self.still
        other.place = self.place
        other.paid = self.paid
        other.writer = self.writer
        other.partner = self.partner
        other.lines = self.lines[:]
        other.offer = self.offer[:]
        other.resume = self.resume
        other.black = self.black
        other.drawn = self.drawn
        other.night = self.night
        other.asked = self.asked
        other.pledges = self.pledges[:]
        return other


def top_colour(state: Position) -> int:
    """The colour of the deck's top card; the colours lie one on the other, seat 0's on top."""
    return (DECK_CARDS * state.seats - state.deck) // DECK_CARDS


def top_cards(state: Position) -> int:
    """The mask of the cards that the top one may be: all are equally likely."""
    colour = top_colour(state)
    return (1 << CITIES) - 1 & ~state.seen[colour] & ~state.start[colour]


def turn_up(state: Position, card: int) -> None:
    """The top card leaves the deck and all have seen it."""
    state.seen[top_colour(state)] |= 1 << card
    state.deck -= 1


def hand_size(state: Position, seat: int) -> int:
    """How many cards a seat holds; public."""
    return sum(state.cards[seat * CITIES : seat * CITIES + CITIES])


def show(state: Position, seat: int, card: int) -> None:
    """A card of this commodity is shown to all: a known one if there is one (A-8)."""
    hidden = state.start[seat] & ~state.shown[seat]
    if state.cards[seat * CITIES + card] == (hidden >> card & 1):
        state.shown[seat] |= 1 << card


def give_up(state: Position, seat: int, card: int) -> None:
    """A card leaves a hand, the known one of two equal ones first (A-8)."""
    show(state, seat, card)
    state.cards[seat * CITIES + card] -= 1


def play_card(state: Position, seat: int, card: int) -> None:
    """A card goes from a hand to the discard."""
    give_up(state, seat, card)
    state.discard[card] += 1


def lose_control(state: Position, a_map: int, seat: int, events: list[Event] | None) -> None:
    """A seat loses every city on a map in which it has no more than half of the routes."""
    index = a_map * state.seats + seat
    left = state.control[index]
    if not left:
        return
    board = state.board
    mine = state.routes[index]
    for city in range(CITIES):
        if left >> city & 1 and (mine & board.city[city]).bit_count() * 2 <= board.number[city]:
            state.control[index] &= ~(1 << city)
            if events is not None:
                events.append(("lost", seat, map_name(state.seats, a_map), board.names[city]))


def take_away(
    state: Position, a_map: int, seat: int, gone: int, events: list[Event] | None
) -> None:
    """Routes (a mask) of a seat go from a map; the markers return to it (A-10)."""
    state.routes[a_map * state.seats + seat] &= ~gone
    state.markers[seat] += gone.bit_count()
    lose_control(state, a_map, seat, events)


def put_route(
    state: Position, a_map: int, route: int, seat: int, events: list[Event] | None
) -> int:
    """A seat's marker goes on a free route; cities are taken. Returns the gold paid (A-4)."""
    board = state.board
    seats = state.seats
    index = a_map * seats + seat
    mine = state.routes[index] = state.routes[index] | 1 << route
    state.markers[seat] -= 1
    won = 0
    pay = 0
    for city in board.ends[route]:
        if (
            not state.control[index] >> city & 1
            and (mine & board.city[city]).bit_count() * 2 > board.number[city]
        ):
            won |= board.city[city]
            state.control[index] |= 1 << city
            pay += board.number[city]
            if events is not None:
                events.append(
                    ("city", seat, map_name(seats, a_map), board.names[city], board.number[city])
                )
    if won:
        for other in range(seats):
            gone = state.routes[a_map * seats + other] & won
            if other != seat and gone:
                if events is not None:
                    for r in range(board.routes):
                        if gone >> r & 1:
                            events.append(
                                ("swept", other, place_name(board, seats, a_map << 6 | r))
                            )
                take_away(state, a_map, other, gone, events)
        state.gold[seat] += pay
    return pay
