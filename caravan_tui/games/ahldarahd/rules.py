"""The State: who acts, what is legal, and where each action goes.

The parts lie in `turns` (phases), `auction`, `building`, `trade` and `outsider`, as plain functions
on the position; `actions` has the table of actions, `state` the slots.
"""

from __future__ import annotations

from random import Random

from caravan_tui.games.ahldarahd import auction, building, outsider, trade
from caravan_tui.games.ahldarahd.actions import (
    BLACK,
    CITIES,
    CLAIM,
    COUNTER,
    DEAL,
    DISCARD,
    END,
    FAVOUR,
    FREE,
    GIVE_GOLD,
    HIDDEN,
    INTERRUPT,
    KIND,
    OFFER,
    OPEN,
    PAYLOAD,
    REVEAL,
    SEND,
    SHAH,
    WANT_ITEM,
    offer_code,
)
from caravan_tui.games.ahldarahd.map import Board
from caravan_tui.games.ahldarahd.names import COLOURS, place_name
from caravan_tui.games.ahldarahd.state import (
    ANSWERING,
    BUILDING,
    DEALING,
    DRAWING,
    FALLING,
    FIRST_BID,
    FREE_ROUTES,
    NAMING,
    NIGHTFALL,
    OPENING,
    PAYING,
    RAISING,
    REVEALING,
    SHAH_START,
    START_CARDS,
    START_ROUTES,
    VOTING,
    WRITING,
    Position,
    put_route,
    top_cards,
    top_colour,
    turn_up,
)
from caravan_tui.games.ahldarahd.turns import begin_turn, refill
from caravan_tui.games.contract import Event

ALL_CARDS = (1 << CITIES) - 1


class State(Position):
    """A position in play."""

    __slots__ = ()

    def to_act(self) -> int:
        """The seat whose decision it is, or CHANCE, or OVER."""
        return self.actor

    def legal(self) -> list[int]:
        """All actions of the actor, ascending."""
        phase = self.phase
        if phase == BUILDING:
            return [*building.legal_building(self), *trade.legal_offers(self), END]
        if phase == RAISING:
            return auction.legal_raises(self)
        if phase == OPENING:
            return auction.legal_openings(self) + trade.legal_offers(self)
        if phase == FIRST_BID:
            return auction.legal_first_bids(self)
        if phase == WRITING:
            return trade.legal_lines(self)
        if phase == ANSWERING:
            return trade.legal_answers(self)
        if phase == PAYING:
            return building.legal_payments(self)
        if phase == NAMING:
            return auction.legal_namings(self)
        if phase == VOTING:
            return outsider.legal_votes(self)
        if phase == FALLING:
            return outsider.legal_falls(self)
        if phase in (REVEALING, NIGHTFALL):
            cards = top_cards(self)
            return [REVEAL | card for card in range(CITIES) if cards >> card & 1]
        if phase == DRAWING:
            return outsider.legal_blacks(self)
        if phase == FREE_ROUTES:
            taken = self.routes[self.seat * self.seats + self.seat]
            return [FREE | route for route in range(self.board.routes) if not taken >> route & 1]
        if phase == DEALING:
            left = ALL_CARDS & ~self.start[self.seat]
            return [DEAL | self.seat << 4 | card for card in range(CITIES) if left >> card & 1]
        if phase == SHAH_START:
            return [SHAH | seat for seat in range(self.seats)]
        return []

    def interrupts(self) -> dict[int, list[int]]:
        """Offers out of turn, at trade moments (A-7)."""
        if self.phase in (OPENING, BUILDING):
            return trade.interrupts(self)
        return {}

    def apply(self, action: int, events: list[Event] | None = None) -> None:
        """Play an action or an interrupt in place."""
        kind = action & KIND
        if OPEN <= kind <= FAVOUR:
            auction.apply_auction(self, action, events)
        elif kind in (OFFER, INTERRUPT) or GIVE_GOLD <= kind <= COUNTER:
            trade.apply_trade(self, action, events)
        elif CLAIM <= kind <= END:
            building.apply_building(self, action, events)
        elif kind >= DISCARD:
            outsider.apply_night(self, action, events)
        elif kind == REVEAL:
            self._reveal(action & PAYLOAD, events)
        elif kind == BLACK:
            outsider.apply_black(self, action & PAYLOAD, events)
        elif kind == FREE:
            self._free_route(action & PAYLOAD, events)
        elif kind == DEAL:
            self._deal(action & 15, events)
        elif kind == SHAH:
            self.shah = action & PAYLOAD
            self.phase = FREE_ROUTES
            self.seat = self.actor = self.step = 0
            if events is not None:
                events.append(("shah", self.shah))

    def _deal(self, card: int, events: list[Event] | None) -> None:
        seat = self.seat
        self.start[seat] |= 1 << card
        self.cards[seat * CITIES + card] += 1
        if events is not None:
            events.append(("deal", seat, self.board.names[card]))
        if self.start[seat].bit_count() == START_CARDS:
            self.seat += 1
            if self.seat == self.seats:
                self.seat = 0
                self.phase = SHAH_START

    def _free_route(self, route: int, events: list[Event] | None) -> None:
        seat = self.seat
        if events is not None:
            events.append(("free", seat, place_name(self.board, self.seats, seat << 6 | route)))
        put_route(self, seat, route, seat, events)
        self.step += 1
        if self.step == START_ROUTES:
            self.step = 0
            self.seat += 1
            if self.seat == self.seats:
                begin_turn(self, events)
                return
            self.actor = self.seat

    def _reveal(self, card: int, events: list[Event] | None) -> None:
        if self.phase == NIGHTFALL:
            outsider.apply_nightfall(self, card, events)
            return
        if events is not None:
            events.append(("reveal", self.board.names[card], COLOURS[top_colour(self)]))
        turn_up(self, card)
        self.row.append(card)
        refill(self, events)

    def draw(self, rng: Random) -> int:
        """One outcome of the chance that is due: even, but for black chips."""
        if self.phase == DRAWING:
            return outsider.draw_blacks(self, rng)
        legal = self.legal()
        return legal[int(rng.random() * len(legal))]

    def observed(self, action: int, seat: int) -> int:
        """A card dealt to another seat looks like any; so does a line of another's offer, which
        becomes known as a whole when it is sent."""
        kind = action & KIND
        if kind == DEAL:
            return action if action >> 4 & 7 == seat else HIDDEN | action >> 4 & 7
        if self.phase == WRITING and self.actor != seat:
            if kind == SEND:
                return offer_code(self.lines) << 17 | SEND
            if GIVE_GOLD <= kind <= WANT_ITEM:
                return HIDDEN
        return action

    def scores(self) -> tuple[int, ...]:
        """Points: 1 a controlled city on any map, 3 more for each one on another's map whose
        commodity the seat also controls on its own."""
        seats = self.seats
        points = []
        for seat in range(seats):
            own = self.control[seat * seats + seat]
            total = own.bit_count()
            for a_map in range(self.maps):
                if a_map != seat:
                    there = self.control[a_map * seats + seat]
                    total += there.bit_count() + 3 * (there & own).bit_count()
            points.append(total)
        return tuple(points)

    def outcome(self) -> tuple[int, ...]:
        """Ranks by points, then gold; seats alike in both share the rank (A-11)."""
        keys = list(zip(self.scores(), self.gold, strict=True))
        return tuple(1 + sum(1 for other in keys if other > key) for key in keys)


def new(board: Board, seats: int, neutral: bool, outsider: bool) -> State:
    """The first position of a match."""
    state = State()
    state.begin(board, seats, neutral, outsider)
    return state
