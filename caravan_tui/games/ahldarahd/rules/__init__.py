"""The rules: who acts, what is legal, and what each action does. Numbers are those of RULES.md.

The parts are plain functions on the position: `rounds` (from phase to phase), `auction`,
`building`, `trade` and `outsider`, with `routes` and `cards` below them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any, final

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
    place,
)
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.events import Deal, FreeRoute, Reveal, StartShah
from caravan_tui.games.ahldarahd.pieces import COLOURS, CityMap, place_name
from caravan_tui.games.ahldarahd.rules import auction, building, outsider, trade
from caravan_tui.games.ahldarahd.rules.cards import turn_up
from caravan_tui.games.ahldarahd.rules.rounds import begin_turn, refill
from caravan_tui.games.ahldarahd.rules.routes import put_route
from caravan_tui.games.ahldarahd.state import (
    ALL_CARDS,
    ANSWERING,
    BLACK_CHIPS,
    BUILDING,
    DEALING,
    DECK_CARDS,
    DRAWING,
    FALLING,
    FIRST_BID,
    FREE_ROUTES,
    MARKERS,
    NAMING,
    NIGHTFALL,
    OPENING,
    PAYING,
    RAISING,
    REVEALING,
    SHAH_START,
    START_CARDS,
    START_GOLD,
    START_ROUTES,
    VOTING,
    WRITING,
    AhldarahdPosition,
    top_cards,
    top_colour,
)
from caravan_tui.games.contract import Event, OptionValue
from caravan_tui.games.kit.bitsets import members


@final
class AhldarahdState(AhldarahdPosition):
    __slots__ = ()

    def to_act(self) -> int:
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
            return [REVEAL | card for card in members(top_cards(self))]
        if phase == DRAWING:
            return outsider.legal_blacks(self)
        if phase == FREE_ROUTES:
            taken = self.routes[self.seat * self.seats + self.seat]
            return [FREE | route for route in members(self.city_map.all_routes & ~taken)]
        if phase == DEALING:
            left = members(ALL_CARDS & ~self.start[self.seat])
            return [DEAL | self.seat << 4 | card for card in left]
        if phase == SHAH_START:
            return [SHAH | seat for seat in range(self.seats)]
        return []

    def interrupts(self) -> dict[int, list[int]]:
        """Offers out of turn, at trade moments (A-7)."""
        if self.phase in (OPENING, BUILDING):
            return trade.interrupts(self)
        return {}

    def apply(self, action: int, events: list[Event] | None = None) -> None:
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
                events.append(StartShah(self.shah))

    def _deal(self, card: int, events: list[Event] | None) -> None:
        seat = self.seat
        self.start[seat] |= 1 << card
        self.cards[seat * CITIES + card] += 1
        if events is not None:
            events.append(Deal(seat, self.city_map.names[card]))
        if self.start[seat].bit_count() == START_CARDS:
            self.seat += 1
            if self.seat == self.seats:
                self.seat = 0
                self.phase = SHAH_START

    def _free_route(self, route: int, events: list[Event] | None) -> None:
        seat = self.seat
        if events is not None:
            events.append(
                FreeRoute(seat, place_name(self.city_map, self.seats, place(seat, route)))
            )
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
            events.append(Reveal(self.city_map.names[card], COLOURS[top_colour(self)]))
        turn_up(self, card)
        self.row.append(card)
        refill(self, events)

    def draw(self, rng: Random) -> int:
        """Sample one outcome of the chance that is due: even, except for black chips."""
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
        """Points: 1 for each controlled city on any map, 3 more for each one on another's map
        whose commodity the seat also controls on its own."""
        seats = self.seats
        points = []
        for seat in range(seats):
            own = self.control[seat * seats + seat]
            total = own.bit_count()
            for map_index in range(self.maps):
                if map_index != seat:
                    away = self.control[map_index * seats + seat]
                    total += away.bit_count() + 3 * (away & own).bit_count()
            points.append(total)
        return tuple(points)

    def outcome(self) -> tuple[int, ...]:
        """Ranks by points, then gold; seats equal in both share the rank (A-11)."""
        keys = list(zip(self.scores(), self.gold, strict=True))
        return tuple(1 + sum(1 for other in keys if other > key) for key in keys)


STATE = AhldarahdState


def setup(options: Mapping[str, OptionValue], seats: int, custom: Any = None) -> AhldarahdState:
    """The empty table before the deal."""
    is_neutral, has_outsider = bool(options["neutral"]), bool(options["outsider"])
    return _first_position(from_plain(custom), seats, is_neutral, has_outsider).clone()


@lru_cache(maxsize=16)
def _first_position(
    city_map: CityMap, seats: int, is_neutral: bool, has_outsider: bool
) -> AhldarahdState:
    maps = seats + is_neutral
    return AhldarahdState(
        city_map=city_map,
        seats=seats,
        maps=maps,
        has_outsider=has_outsider,
        deck=DECK_CARDS * seats,
        seen=[0] * seats,
        start=[0] * seats,
        shown=[0] * seats,
        cards=[0] * (seats * CITIES),
        discard=[0] * CITIES,
        gold=[START_GOLD] * seats,
        rights=[(map_index - 1) % seats for map_index in range(seats)],
        routes=[0] * (maps * seats),
        control=[0] * (maps * seats),
        markers=[MARKERS] * seats,
        offers=[0] * seats,
        declined=[()] * seats,
        black=BLACK_CHIPS if has_outsider else 0,
        pledges=[0] * seats,
    )
