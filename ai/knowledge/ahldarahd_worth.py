"""What cities, cards, gold, items and the building order are worth in Caravans of Ahldarahd.

Points for one seat, by the weights of `AhldarahdKnowledge`. Cities count by the chance that a seat
controls them in the end (`ai/knowledge/ahldarahd_maps.py`).
"""

from __future__ import annotations

from ai.knowledge.ahldarahd_maps import (
    ALWAYS,
    GONE,
    HALF,
    LATER,
    LONGEST,
    NEVER,
    NOW,
    SELDOM,
    Maps,
    Outlook,
    fading,
)
from caravan_tui.games.ahldarahd.actions import CITIES, EYES_ITEM, RIGHT_ITEM, SHAH_ITEM
from caravan_tui.games.ahldarahd.building import controlled
from caravan_tui.games.ahldarahd.rules import State
from caravan_tui.games.ahldarahd.state import (
    ANSWERING,
    BUILDING,
    DRAWING,
    FALLING,
    NAMING,
    NIGHTFALL,
    PAYING,
    VOTING,
    WRITING,
)

IN_BUILDING = frozenset((BUILDING, PAYING, DRAWING, NIGHTFALL, VOTING, FALLING))


class Standing:
    """What the parts of an evaluation share: time left, who builds, outlooks, points."""

    __slots__ = (
        "building",
        "coin",
        "outlooks",
        "pace",
        "pending",
        "phases",
        "points",
        "turns",
    )

    def __init__(self) -> None:
        self.turns = 0
        """Turns after this one, about."""
        self.building = False
        self.pending: list[bool] = []
        """Who has its building of this turn before it."""
        self.phases: list[int] = []
        """Building phases that each seat has left."""
        self.pace: tuple[int, ...] = ()
        """`phases` of each seat as `Maps.outlook` wants them: HALF, GONE, or one more."""
        self.outlooks: list[Outlook] = []
        self.coin: list[float] = []
        """Points that a piece of gold is worth to each seat."""
        self.points: list[float] = []


class Worth:
    """Points that a seat may expect from what it has, each kind by itself."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.weights = weights
        self.maps = Maps(weights)
        self.after = fading(weights["after"], weights["fade"])
        """What is left of an item's worth after one's building, by number of seats."""

    def look(self, state: State) -> Standing:
        """How the match stands before any points are counted: time left and outlooks."""
        found = self._clock(state)
        found.outlooks = [self._outlook(state, found, a_map) for a_map in range(state.maps)]
        return found

    def _clock(self, state: State) -> Standing:
        """The time that is left: turns, building phases and what gold is worth by them."""
        found = Standing()
        seats = state.seats
        phase = state.phase
        if phase in (WRITING, ANSWERING):
            phase = state.resume
        found.building = phase in IN_BUILDING
        if state.last:
            found.turns = 0
        else:
            rate = 1.0 + 0.17 * (seats - 1)
            found.turns = max(1, int(state.deck / rate + 0.7))
        weights = self.weights
        pace: list[int] = []
        for seat in range(seats):
            pending = True
            half = False
            if found.building:
                offset = (seat - state.first) % seats
                pending = offset > state.step or (offset == state.step and not state.built)
                half = offset == state.step and state.last and not pending
            left = found.turns + (1 if pending else 0)
            found.pending.append(pending)
            found.phases.append(left)
            pace.append(HALF if half else min(left, LONGEST) + 1)
            if left > 1:
                found.coin.append(weights["coin"])
            elif left == 1:
                found.coin.append(weights["last_coin"])
            else:
                found.coin.append(0.02 if half else 0.002)
        found.pace = tuple(pace)
        return found

    def reach(self, state: State, found: Standing, a_map: int, seat: int, holder: int) -> int:
        """How well a seat can get at a map whose Right `holder` has: NEVER to ALWAYS."""
        if seat == a_map or a_map == state.seats:
            return ALWAYS
        if holder == seat:
            half = found.pace[seat] == HALF
            return NOW if found.pending[seat] or half else LATER
        if found.pace[seat] in (HALF, GONE) or (state.last and found.building):
            return NEVER
        return SELDOM

    def _outlook(self, state: State, found: Standing, a_map: int) -> Outlook:
        seats = state.seats
        holder = state.rights[a_map] if a_map < seats else -1
        reach = tuple([self.reach(state, found, a_map, seat, holder) for seat in range(seats)])
        routes = tuple(state.routes[a_map * seats : a_map * seats + seats])
        return self.maps.outlook(state.board, routes, reach, found.pace)

    def cities(self, found: Standing, seat: int) -> float:
        """Points from cities: each by its chance, and more where it matches the own one."""
        own = found.outlooks[seat].chance[seat]
        total = sum(own)
        for a_map, outlook in enumerate(found.outlooks):
            if a_map != seat:
                for there, here in zip(outlook.chance[seat], own, strict=True):
                    total += there * (1.0 + 3.0 * here)
        return total

    def city_worth(self, found: Standing, seat: int) -> list[list[float]]:
        """Points for the control of each city of each map, as things stand."""
        own = found.outlooks[seat].chance[seat]
        matches = [1.0] * CITIES
        rows = []
        for a_map, outlook in enumerate(found.outlooks):
            if a_map == seat:
                rows.append(matches)
                continue
            rows.append([1.0 + 3.0 * here for here in own])
            for city, there in enumerate(outlook.chance[seat]):
                matches[city] += 3.0 * there
        return rows

    def card_value(self, state: State, found: Standing, seat: int, card: int) -> float:
        """Points for one card: by the best route that it opens on the own map and others."""
        outlooks = found.outlooks
        best = outlooks[seat].best[seat][card]
        for a_map in range(state.maps):
            if a_map == state.seats or (a_map != seat and state.rights[a_map] == seat):
                there = outlooks[a_map].best[seat][card]
                if there > best:
                    best = there
        weights = self.weights
        return weights["card"] + weights["route"] * best

    def hand(self, state: State, found: Standing, seat: int) -> float:
        """Points for all cards of a hand; equal ones and many of them count less."""
        total = 0.0
        count = 0
        at = seat * CITIES
        cards = state.cards
        for card in range(CITIES):
            number = cards[at + card]
            if number:
                value = self.card_value(state, found, seat, card)
                total += value * (1.0 + 0.6 * (number - 1))
                count += number
        phases = found.phases[seat]
        usable = 2.5 * phases + 1.0
        if count > usable:
            total *= usable / count
        return total

    def right_value(self, state: State, found: Standing, a_map: int, seat: int) -> float:
        """Points for a Right beside the reach that it gives: what it sells for."""
        worth = controlled(state, a_map) * found.coin[seat]
        if not found.pending[seat]:
            if found.pace[seat] == HALF:
                return worth
            return worth * self.after[state.seats] if found.phases[seat] else 0.0
        return worth * self._kept(state, found, RIGHT_ITEM + a_map)

    def _kept(self, state: State, found: Standing, item: int) -> float:
        """The chance that an item is still its holder's at the next building."""
        if found.building or state.auctioned >> item & 1:
            return 0.97
        return self.weights["keep"]

    def favour_value(self, state: State, found: Standing, seat: int, item: int) -> float:
        """Points for the Eyes or the Queen."""
        phases = min(4, found.phases[seat])
        after = self.after[state.seats]
        first = self._kept(state, found, item) if found.pending[seat] else after
        later = after * max(0, phases - 1)
        value = self.weights["favour"] * (first + later) if phases else 0.0
        return value if item == EYES_ITEM else 0.8 * value

    def order_value(self, state: State, found: Standing, seat: int, shah: int) -> float:
        """Points for the place in the next building order if this seat has the Shah then."""
        if found.building:
            if not found.turns:
                return 0.0
            share = 0.35 * self.weights["order"]
        else:
            share = self.weights["final" if state.last else "order"]
            if not state.auctioned >> SHAH_ITEM & 1 and state.phase != NAMING:
                share *= 0.7
        return share * (((seat - shah) % state.seats) / (state.seats - 1) - 0.5)
