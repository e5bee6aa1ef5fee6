"""Auctions of Caravans of Ahldarahd as they should go: what an item is worth, who wins, at what."""

from __future__ import annotations

from ai.knowledge.ahldarahd_worth import Standing, Worth
from caravan_tui.games.ahldarahd.actions import CITIES, RIGHT_ITEM, SHAH_ITEM
from caravan_tui.games.ahldarahd.auction import holder
from caravan_tui.games.ahldarahd.rules import State
from caravan_tui.games.ahldarahd.state import FIRST_BID

MOST_KEPT = 20_000
"""Limits that are kept; then all are dropped."""


class Auction:
    """Bidding as it should go: every seat bids up to what the item is worth to it."""

    def __init__(self, worth: Worth) -> None:
        self.worth = worth
        self._limits: dict[tuple[object, ...], float] = {}

    def item_value(self, state: State, found: Standing, seat: int, item: int) -> float:
        """Points for a seat to have an item at the end of its auction, against not having it."""
        worth = self.worth
        if item < RIGHT_ITEM:
            if not found.phases[seat]:
                return 0.0
            held = sum(state.cards[seat * CITIES : seat * CITIES + CITIES])
            value = worth.card_value(state, found, seat, item)
            if state.cards[seat * CITIES + item]:
                value *= 0.6
            return value * min(1.0, (2.5 * found.phases[seat] + 1.0) / (held + 1))
        if item < SHAH_ITEM:
            a_map = item - RIGHT_ITEM
            value = worth.right_value(state, found, a_map, seat)
            if a_map != seat:
                value += self._access(state, found, a_map, seat)
            return value
        if item == SHAH_ITEM:
            best = worth.order_value(state, found, seat, (seat + 1) % state.seats)
            return best - worth.order_value(state, found, seat, state.shah)
        return worth.favour_value(state, found, seat, item)

    def _access(self, state: State, found: Standing, a_map: int, seat: int) -> float:
        """Points that the reach on a map adds."""
        worth = self.worth
        seats = state.seats
        routes = tuple(state.routes[a_map * seats : a_map * seats + seats])
        reach = [worth.reach(state, found, a_map, other, -1) for other in range(seats)]
        own = found.outlooks[seat].chance[seat]
        without = worth.maps.outlook(state.board, routes, tuple(reach), found.pace).chance[seat]
        reach[seat] = worth.reach(state, found, a_map, seat, seat)
        with_it = worth.maps.outlook(state.board, routes, tuple(reach), found.pace).chance[seat]
        return sum(
            [
                (after - before) * (1.0 + 3.0 * here)
                for after, before, here in zip(with_it, without, own, strict=True)
            ]
        )

    def settle(self, state: State, found: Standing) -> None:
        """The item counts for the seat that would win it, at the price it would pay."""
        worth = self.worth
        item = state.item
        points = found.points
        values = [self.item_value(state, found, seat, item) for seat in range(state.seats)]
        winner, price = self._winner(state, found, values)
        if item == SHAH_ITEM:
            new = (winner + 1) % state.seats
            for seat in range(state.seats):
                points[seat] += worth.order_value(state, found, seat, new) - worth.order_value(
                    state, found, seat, state.shah
                )
        else:
            before = holder(state, item)
            if before != winner:
                points[winner] += values[winner]
                if before >= 0:
                    points[before] -= values[before]
        if price:
            points[winner] -= price * found.coin[winner] + worth.weights["camel"]

    def _winner(self, state: State, found: Standing, values: list[float]) -> tuple[int, int]:
        """Who wins the item if all bid up to what it is worth to them, and at what price."""
        seats = state.seats
        coin = found.coin
        camel = self.worth.weights["camel"]
        opener = state.phase == FIRST_BID
        high = state.actor if opener else state.high
        bid = 0 if opener else state.bid
        limit = []
        for seat in range(seats):
            out = state.turned >> seat & 1 or not (opener or state.still >> seat & 1)
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

    def limit(self, state: State) -> float:
        """Gold that the item is worth to the seat that may raise. It does not depend on the bid,
        so it is kept for the auction."""
        seat = state.actor
        key = (
            state.item,
            seat,
            state.turn,
            state.step,
            state.last,
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
            if len(self._limits) > MOST_KEPT:
                self._limits.clear()
            found = self.worth.look(state)
            value = self.item_value(state, found, seat, state.item)
            limit = self._limits[key] = (value - self.worth.weights["camel"]) / found.coin[seat]
        return limit
