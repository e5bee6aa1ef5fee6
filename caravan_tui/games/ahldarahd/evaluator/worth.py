"""What cities, cards, gold, items and the building order are worth.

Points for one seat, by the weights of `AhldarahdEvaluator`. Cities count by the chance that a seat
controls them at the end (`maps`).
"""

from __future__ import annotations

from typing import Final

from caravan_tui.games.ahldarahd.actions import CITIES, EYES_ITEM, RIGHT_ITEM, SHAH_ITEM
from caravan_tui.games.ahldarahd.evaluator.maps import (
    ALWAYS,
    GONE,
    HALF,
    LATER,
    LONGEST,
    NEVER,
    NOW,
    REACH_BITS,
    SELDOM,
    Maps,
    Outlook,
    fading,
)
from caravan_tui.games.ahldarahd.rules import AhldarahdState
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
    controlled,
)

IN_BUILDING: Final = frozenset((BUILDING, PAYING, DRAWING, NIGHTFALL, VOTING, FALLING))


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
        """Estimated turns after this one."""
        self.building = False
        self.pending: list[bool] = []
        """Which seats have not built in this turn yet."""
        self.phases: list[int] = []
        """Building phases that each seat has left."""
        self.pace: tuple[int, ...] = ()
        """`phases` of each seat as `Maps.outlook` expects them: HALF, GONE, or one more."""
        self.outlooks: list[Outlook] = []
        self.coin: list[float] = []
        """Points that a piece of gold is worth to each seat."""
        self.points: list[float] = []


class Worth:
    """Points that a seat may expect from what it has, separately for each kind."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.weights = weights
        self._card = weights["card"]
        self._route = weights["route"]
        self._keep = weights["keep"]
        self._coin = weights["coin"]
        self._last_coin = weights["last_coin"]
        self.maps = Maps(weights)
        self.after = fading(weights["after"], weights["fade"])
        """What is left of an item's worth after its holder's building, by number of seats."""

    def survey(self, state: AhldarahdState) -> Standing:
        """How the match stands before any points are counted: time left and outlooks."""
        standing = self._time_left(state)
        standing.outlooks = [
            self._outlook(state, standing, map_index) for map_index in range(state.maps)
        ]
        return standing

    def _time_left(self, state: AhldarahdState) -> Standing:
        """The time that is left: turns, building phases, and what gold is worth because of them."""
        standing = Standing()
        seats = state.seats
        phase = state.phase
        if phase in (WRITING, ANSWERING):
            phase = state.resumed_phase
        standing.building = phase in IN_BUILDING
        if state.is_last_turn:
            standing.turns = 0
        else:
            rate = 1.0 + 0.17 * (seats - 1)
            standing.turns = max(1, int(state.deck / rate + 0.7))
        pace: list[int] = []
        for seat in range(seats):
            pending = True
            half = False
            if standing.building:
                offset = (seat - state.first_seat) % seats
                pending = offset > state.step or (offset == state.step and not state.built)
                half = offset == state.step and state.is_last_turn and not pending
            left = standing.turns + (1 if pending else 0)
            standing.pending.append(pending)
            standing.phases.append(left)
            pace.append(HALF if half else min(left, LONGEST) + 1)
            if left > 1:
                standing.coin.append(self._coin)
            elif left == 1:
                standing.coin.append(self._last_coin)
            else:
                standing.coin.append(0.02 if half else 0.002)
        standing.pace = tuple(pace)
        return standing

    def reach(
        self, state: AhldarahdState, standing: Standing, map_index: int, seat: int, holder: int
    ) -> int:
        """How well a seat can reach a map whose Right `holder` has: NEVER to ALWAYS."""
        if seat == map_index or map_index == state.seats:
            return ALWAYS
        if holder == seat:
            half = standing.pace[seat] == HALF
            return NOW if standing.pending[seat] or half else LATER
        if standing.pace[seat] in (HALF, GONE) or (state.is_last_turn and standing.building):
            return NEVER
        return SELDOM

    def _outlook(self, state: AhldarahdState, standing: Standing, map_index: int) -> Outlook:
        seats = state.seats
        holder = state.rights[map_index] if map_index < seats else -1
        reach = 0
        for seat in range(seats):
            can = self.reach(state, standing, map_index, seat, holder)
            reach |= can << REACH_BITS * seat
        routes = tuple(state.routes[map_index * seats : map_index * seats + seats])
        return self.maps.outlook(state.city_map, routes, reach, standing.pace)

    def cities(self, standing: Standing, seat: int) -> float:
        """Points from cities: each by its chance, and more where it matches one at home."""
        own = standing.outlooks[seat].chance[seat]
        total = sum(own)
        for map_index, outlook in enumerate(standing.outlooks):
            if map_index != seat:
                # A plain zip is compiled to a loop.
                for away, at_home in zip(outlook.chance[seat], own):  # noqa: B905
                    total += away * (1.0 + 3.0 * at_home)
        return total

    def city_worth(self, standing: Standing, seat: int) -> list[list[float]]:
        """Points for the control of each city of each map in this position."""
        own = standing.outlooks[seat].chance[seat]
        matches = [1.0] * CITIES
        rows = []
        for map_index, outlook in enumerate(standing.outlooks):
            if map_index == seat:
                rows.append(matches)
                continue
            rows.append([1.0 + 3.0 * at_home for at_home in own])
            for city, away in enumerate(outlook.chance[seat]):
                matches[city] = matches[city] + 3.0 * away  # compiled without boxing the sum twice
        return rows

    def card_value(self, state: AhldarahdState, standing: Standing, seat: int, card: int) -> float:
        """Points for one card: by the best route it opens on the seat's own map and others."""
        outlooks = standing.outlooks
        best = outlooks[seat].best[seat][card]
        for map_index in range(state.maps):
            if map_index == state.seats or (map_index != seat and state.rights[map_index] == seat):
                away = outlooks[map_index].best[seat][card]
                if away > best:
                    best = away
        return self._card + self._route * best

    def hand(self, state: AhldarahdState, standing: Standing, seat: int) -> float:
        """Points for all cards of a hand; equal cards and large hands count less."""
        total = 0.0
        count = 0
        first = seat * CITIES
        cards = state.cards
        for card in range(CITIES):
            number = cards[first + card]
            if number:
                value = self.card_value(state, standing, seat, card)
                total += value * (1.0 + 0.6 * (number - 1))
                count += number
        phases = standing.phases[seat]
        usable = 2.5 * phases + 1.0
        if count > usable:
            total *= usable / count
        return total

    def right_value(
        self, state: AhldarahdState, standing: Standing, map_index: int, seat: int
    ) -> float:
        """Points for a Right apart from the reach it gives: what it sells for."""
        worth = controlled(state, map_index) * standing.coin[seat]
        if not standing.pending[seat]:
            if standing.pace[seat] == HALF:
                return worth
            return worth * self.after[state.seats] if standing.phases[seat] else 0.0
        return worth * self._chance_to_keep(state, standing, RIGHT_ITEM + map_index)

    def _chance_to_keep(self, state: AhldarahdState, standing: Standing, item: int) -> float:
        """The chance that a holder still has an item at the next building."""
        if standing.building or state.auctioned >> item & 1:
            return 0.97
        return self._keep

    def favour_value(
        self, state: AhldarahdState, standing: Standing, seat: int, item: int
    ) -> float:
        """Points for the Eyes or the Queen."""
        phases = min(4, standing.phases[seat])
        after = self.after[state.seats]
        first = self._chance_to_keep(state, standing, item) if standing.pending[seat] else after
        later = after * max(0, phases - 1)
        value = self.weights["favour"] * (first + later) if phases else 0.0
        return value if item == EYES_ITEM else 0.8 * value

    def order_value(self, state: AhldarahdState, standing: Standing, seat: int, shah: int) -> float:
        """Points for the place in the next building order if this seat has the Shah then."""
        if standing.building:
            if not standing.turns:
                return 0.0
            share = 0.35 * self.weights["order"]
        else:
            share = self.weights["final" if state.is_last_turn else "order"]
            if not state.auctioned >> SHAH_ITEM & 1 and state.phase != NAMING:
                share *= 0.7
        return share * (((seat - shah) % state.seats) / (state.seats - 1) - 0.5)
