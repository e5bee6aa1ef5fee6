"""Auctions as they should go: what an item is worth, who wins it, at what price."""

from __future__ import annotations

from typing import Final

from caravan_tui.games.ahldarahd.actions import CITIES, RIGHT_ITEM, SHAH_ITEM
from caravan_tui.games.ahldarahd.evaluator.maps import REACH_BITS
from caravan_tui.games.ahldarahd.evaluator.worth import Standing, Worth
from caravan_tui.games.ahldarahd.rules import AhldarahdState
from caravan_tui.games.ahldarahd.rules.auction import holder
from caravan_tui.games.ahldarahd.state import FIRST_BID

MOST_CACHED: Final = 20_000
"""Limits; then the cache is emptied."""


class Auction:
    """Bidding as it should go: every seat bids up to what the item is worth to it."""

    def __init__(self, worth: Worth) -> None:
        self.worth = worth
        self._limits: dict[tuple[object, ...], float] = {}

    def item_value(self, state: AhldarahdState, standing: Standing, seat: int, item: int) -> float:
        """Points for a seat that has an item at the end of its auction, against not having it."""
        worth = self.worth
        if item < RIGHT_ITEM:
            if not standing.phases[seat]:
                return 0.0
            held = sum(state.cards[seat * CITIES : seat * CITIES + CITIES])
            value = worth.card_value(state, standing, seat, item)
            if state.cards[seat * CITIES + item]:
                value *= 0.6
            return value * min(1.0, (2.5 * standing.phases[seat] + 1.0) / (held + 1))
        if item < SHAH_ITEM:
            map_index = item - RIGHT_ITEM
            value = worth.right_value(state, standing, map_index, seat)
            if map_index != seat:
                value += self._access(state, standing, map_index, seat)
            return value
        if item == SHAH_ITEM:
            best = worth.order_value(state, standing, seat, (seat + 1) % state.seats)
            return best - worth.order_value(state, standing, seat, state.shah)
        return worth.favour_value(state, standing, seat, item)

    def _access(
        self, state: AhldarahdState, standing: Standing, map_index: int, seat: int
    ) -> float:
        """Points that the reach to a map adds."""
        worth = self.worth
        seats = state.seats
        routes = tuple(state.routes[map_index * seats : map_index * seats + seats])
        reach = 0
        for other in range(seats):
            reach |= worth.reach(state, standing, map_index, other, -1) << REACH_BITS * other
        own = standing.outlooks[seat].chance[seat]
        maps, city_map, pace = worth.maps, state.city_map, standing.pace
        without = maps.outlook(city_map, routes, reach, pace).chance[seat]
        reach &= ~(7 << REACH_BITS * seat)
        reach |= worth.reach(state, standing, map_index, seat, seat) << REACH_BITS * seat
        with_it = maps.outlook(city_map, routes, reach, pace).chance[seat]
        return sum(
            [
                (after - before) * (1.0 + 3.0 * at_home)
                for after, before, at_home in zip(with_it, without, own, strict=True)
            ]
        )

    def settle(self, state: AhldarahdState, standing: Standing) -> None:
        """Count the item for the seat that would win it, at the price it would pay."""
        worth = self.worth
        item = state.item
        points = standing.points
        values = [self.item_value(state, standing, seat, item) for seat in range(state.seats)]
        winner, price = self._winner(state, standing, values)
        if item == SHAH_ITEM:
            new = (winner + 1) % state.seats
            for seat in range(state.seats):
                points[seat] += worth.order_value(state, standing, seat, new) - worth.order_value(
                    state, standing, seat, state.shah
                )
        else:
            before = holder(state, item)
            if before != winner:
                points[winner] += values[winner]
                if before >= 0:
                    points[before] -= values[before]
        if price:
            points[winner] -= price * standing.coin[winner] + worth.weights["camel"]

    def _winner(
        self, state: AhldarahdState, standing: Standing, values: list[float]
    ) -> tuple[int, int]:
        """Who wins the item if all bid up to what it is worth to them, and at what price."""
        seats = state.seats
        coin = standing.coin
        camel = self.worth.weights["camel"]
        opener = state.phase == FIRST_BID
        high = state.actor if opener else state.high_bidder
        bid = 0 if opener else state.bid
        limit = []
        for seat in range(seats):
            out = state.turned >> seat & 1 or not (opener or state.bidders >> seat & 1)
            if out and seat != high:
                limit.append(-1)
                continue
            most = int((values[seat] - camel) / coin[seat]) if values[seat] > camel else 0
            if seat == high and state.turned >> seat & 1:
                most = 0
            limit.append(min(state.gold[seat], most))
        rival = -1
        for step in range(1, seats):
            seat = (high + step) % seats
            if limit[seat] > bid and (rival < 0 or limit[seat] > limit[rival]):
                rival = seat
        if rival < 0:
            return high, bid
        top = max(bid, limit[high])
        if limit[rival] <= top:
            return high, max(bid, limit[rival])
        price = max(bid + 1, top)
        for seat in range(seats):
            if seat not in (high, rival) and price < limit[seat] <= limit[rival]:
                price = limit[seat]
        return rival, price

    def limit(self, state: AhldarahdState) -> float:
        """Gold that the item is worth to the seat that may raise. It does not depend on the bid,
        so it is cached."""
        seat = state.actor
        key = (
            state.item,
            seat,
            state.turn,
            state.step,
            state.is_last_turn,
            state.deck,
            tuple(state.gold),
            tuple(state.rights),
            tuple(state.routes),
            tuple(state.cards[seat * CITIES : seat * CITIES + CITIES]),
            state.shah,
            state.eyes,
            state.queen,
        )
        limit = self._limits.get(key)
        if limit is None:
            if len(self._limits) > MOST_CACHED:
                self._limits.clear()
            standing = self.worth.survey(state)
            value = self.item_value(state, standing, seat, state.item)
            limit = self._limits[key] = (value - self.worth.weights["camel"]) / standing.coin[seat]
        return limit
