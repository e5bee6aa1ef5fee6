"""What the search knows of Caravans of Ahldarahd.

The value of a position is the points that each seat may expect. Cities count by the chance that a
seat controls them in the end (`ai/knowledge/ahldarahd_maps.py`), twice and more where they match.
Gold and cards count by what they can still buy, items by what they bring until they are sold or
taken away, the Shah by the place in the building order. While an item is up, it counts for the seat
that would win it and at the price it would pay. Offers are in `ai/knowledge/ahldarahd_trade.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, sqrt
from random import Random
from typing import ClassVar

from ai.knowledge import ahldarahd_trade as trade
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
)
from ai.knowledge.base import Knowledge, expected_utilities
from caravan_tui.games.ahldarahd.actions import (
    BID,
    BUY,
    CITIES,
    CLAIM,
    DESTROY,
    END,
    EYES_ITEM,
    KIND,
    OFFER,
    OPEN,
    PASS,
    PAYLOAD,
    RIGHT_ITEM,
    SELL,
    SHAH_ITEM,
)
from caravan_tui.games.ahldarahd.building import controlled
from caravan_tui.games.ahldarahd.rules import State
from caravan_tui.games.ahldarahd.state import (
    ANSWERING,
    BUILDING,
    DRAWING,
    FALLING,
    FIRST_BID,
    NAMING,
    NIGHTFALL,
    OPENING,
    PAYING,
    RAISING,
    VOTING,
    WRITING,
)
from caravan_tui.games.contract import CHANCE, OVER
from caravan_tui.games.contract import State as AnyState

IN_BUILDING = frozenset((BUILDING, PAYING, DRAWING, NIGHTFALL, VOTING, FALLING))

MOST_BUILDS = 10
"""Claims, buys and destructions that a search looks at."""


CLEAR = 2.0
"""Gold between a bid and what an item is worth beyond which nobody thinks twice."""


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
        "worth",
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
        self.outlooks: list[Outlook] = []
        self.coin: list[float] = []
        """Points that a piece of gold is worth to each seat."""
        self.points: list[float] = []
        self.worth: list[list[list[float]]] = []
        """Points for a city, by seat, map and city; made when asked for."""


class AhldarahdKnowledge(Knowledge):
    """Evaluation, pruning and a quick policy for Caravans of Ahldarahd."""

    WEIGHTS: ClassVar[dict[str, float]] = {
        "step": 0.55,  # chance that is left for each payment that a city is away
        "speed": 0.9,  # payments that a building phase brings a city nearer
        "attack": 0.035,  # chance that a building phase of another seat breaks a bare majority
        "spare": 0.4,  # part of it that is left for each route beyond
        "seldom": 0.2,  # reach on a map whose Right one does not hold
        "later": 0.32,  # reach with a Right after one's building
        "coin": 0.12,  # points for a piece of gold
        "last_coin": 0.06,  # points for it when only one building is left
        "many": 14.0,  # gold beyond which it counts half
        "card": 0.2,  # points for a card
        "route": 0.75,  # and for the chances that its best route adds
        "keep": 0.6,  # chance to keep an item through the bidding
        "after": 0.3,  # what an item is worth after one's building
        "favour": 0.16,  # points for Eyes or Queen for each building left, up to four
        "order": 0.06,  # points between first and last in the building order
        "final": 0.6,  # the same in the last turn
        "camel": 0.1,  # points for a camel that is not turned
        "spread": 1.0,  # how open the rest of the match is
    }
    STYLES: ClassVar[dict[str, dict[str, float]]] = {
        "cautious": {"attack": 0.05, "coin": 0.135},
        "builder": {"step": 0.62, "coin": 0.1, "card": 0.3},
        "trader": {"coin": 0.135, "keep": 0.75},
        "spoiler": {"attack": 0.02, "order": 0.2, "final": 1.2},
    }
    MARGIN: ClassVar[float] = 10.0
    ROLLOUT: ClassVar[int] = 0
    ITERATIONS: ClassVar[dict[str, int]] = {"porter": 6}
    WARMTH: ClassVar[float] = 1.6

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        super().__init__(weights)
        self.maps = Maps(self.weights)
        self._limits: dict[tuple[object, ...], float] = {}

    # What a position is worth

    def evaluate(self, state: AnyState) -> list[float]:
        """The utilities that the seats may expect."""
        assert isinstance(state, State)
        if state.phase == PAYING:
            state = self._paid(state)
        standing = self.standing(state)
        return self._utilities(standing.turns, standing.points, state)

    def _paid(self, state: State) -> State:
        """A destruction carried out, with cards where that is possible."""
        state = state.clone()  # type: ignore[assignment]
        while state.phase == PAYING:
            state.apply(state.legal()[-1])
        return state

    def _utilities(self, turns: int, points: list[float], state: State) -> list[float]:
        """Utilities on the scale of `utility` from the points that the seats may expect."""
        spread = self.weights["spread"] * (0.7 + 1.0 * sqrt(turns + (0 if state.last else 1)))
        return expected_utilities(points, spread, self.MARGIN)

    def standing(self, state: State) -> Standing:
        """The points that each seat may expect, and what they come from."""
        found = self._clock(state)
        seats = state.seats
        found.outlooks = [self._outlook(state, found, a_map) for a_map in range(state.maps)]
        points = found.points = [self._cities(state, found, seat) for seat in range(seats)]
        weights = self.weights
        coin = found.coin
        many = weights["many"]
        phases = found.phases
        for seat in range(seats):
            gold = float(state.gold[seat])
            if gold > many:
                gold = many + 0.5 * (gold - many)
            points[seat] += coin[seat] * gold
            if phases[seat] or found.pace[seat] == HALF:
                points[seat] += self._hand(state, found, seat)
            if found.building is False and not state.turned >> seat & 1 and state.turn:
                points[seat] += weights["camel"]
        for a_map in range(seats):
            holder = state.rights[a_map]
            if holder >= 0:
                points[holder] += self.right_value(state, found, a_map, holder)
        if state.eyes >= 0:
            points[state.eyes] += self.favour_value(state, found, state.eyes, EYES_ITEM)
        if state.queen >= 0:
            points[state.queen] += self.favour_value(state, found, state.queen, EYES_ITEM + 1)
        if state.shah >= 0:
            for seat in range(seats):
                points[seat] += self.order_value(state, found, seat, state.shah)
        if state.phase == RAISING or state.phase == FIRST_BID:
            self._auction(state, found)
        return found

    def _clock(self, state: State) -> Standing:
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

    def _reach(self, state: State, found: Standing, a_map: int, seat: int, holder: int) -> int:
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
        reach = tuple([self._reach(state, found, a_map, seat, holder) for seat in range(seats)])
        routes = tuple(state.routes[a_map * seats : a_map * seats + seats])
        return self.maps.outlook(state.board, routes, reach, found.pace)

    def _cities(self, state: State, found: Standing, seat: int) -> float:
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

    def _hand(self, state: State, found: Standing, seat: int) -> float:
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
        weights = self.weights
        if not found.pending[seat]:
            if found.pace[seat] == HALF:
                return worth
            return worth * weights["after"] if found.phases[seat] else 0.0
        return worth * self._kept(state, found, RIGHT_ITEM + a_map)

    def _kept(self, state: State, found: Standing, item: int) -> float:
        """The chance that an item is still its holder's at the next building."""
        if found.building or state.auctioned >> item & 1:
            return 0.97
        return self.weights["keep"]

    def favour_value(self, state: State, found: Standing, seat: int, item: int) -> float:
        """Points for the Eyes or the Queen."""
        phases = min(4, found.phases[seat])
        first = self._kept(state, found, item) if found.pending[seat] else self.weights["after"]
        later = self.weights["after"] * max(0, phases - 1)
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

    # The auction

    def item_value(self, state: State, found: Standing, seat: int, item: int) -> float:
        """Points for a seat to have an item at the end of its auction, against not having it."""
        if item < RIGHT_ITEM:
            if not found.phases[seat]:
                return 0.0
            held = sum(state.cards[seat * CITIES : seat * CITIES + CITIES])
            value = self.card_value(state, found, seat, item)
            if state.cards[seat * CITIES + item]:
                value *= 0.6
            return value * min(1.0, (2.5 * found.phases[seat] + 1.0) / (held + 1))
        if item < SHAH_ITEM:
            a_map = item - RIGHT_ITEM
            value = self.right_value(state, found, a_map, seat)
            if a_map != seat:
                value += self._access(state, found, a_map, seat)
            return value
        if item == SHAH_ITEM:
            best = self.order_value(state, found, seat, (seat + 1) % state.seats)
            return best - self.order_value(state, found, seat, state.shah)
        return self.favour_value(state, found, seat, item)

    def _access(self, state: State, found: Standing, a_map: int, seat: int) -> float:
        """Points that the reach on a map adds."""
        seats = state.seats
        routes = tuple(state.routes[a_map * seats : a_map * seats + seats])
        reach = [self._reach(state, found, a_map, other, -1) for other in range(seats)]
        own = found.outlooks[seat].chance[seat]
        without = self.maps.outlook(state.board, routes, tuple(reach), found.pace).chance[seat]
        reach[seat] = self._reach(state, found, a_map, seat, seat)
        with_it = self.maps.outlook(state.board, routes, tuple(reach), found.pace).chance[seat]
        return sum(
            [
                (after - before) * (1.0 + 3.0 * here)
                for after, before, here in zip(with_it, without, own, strict=True)
            ]
        )

    def _auction(self, state: State, found: Standing) -> None:
        """The item counts for the seat that would win it, at the price it would pay."""
        seats = state.seats
        item = state.item
        points = found.points
        coin = found.coin
        camel = self.weights["camel"]
        values = [self.item_value(state, found, seat, item) for seat in range(seats)]
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
        winner, price = high, bid
        rival = -1
        for step in range(1, seats):
            seat = (high + step) % seats
            if limit[seat] > bid and (rival < 0 or limit[seat] > limit[rival]):
                rival = seat
        if rival >= 0:
            top = max(bid, limit[high])
            if limit[rival] > top:
                winner, price = rival, max(bid + 1, top)
                for seat in range(seats):
                    if seat not in (high, rival) and price < limit[seat] <= limit[rival]:
                        price = limit[seat]
            else:
                price = max(bid, limit[rival])
        holder = -1
        if RIGHT_ITEM <= item < SHAH_ITEM:
            holder = state.rights[item - RIGHT_ITEM]
        elif item == EYES_ITEM:
            holder = state.eyes
        elif item > EYES_ITEM:
            holder = state.queen
        if item == SHAH_ITEM:
            new = (winner + 1) % seats
            for seat in range(seats):
                points[seat] += self.order_value(state, found, seat, new) - self.order_value(
                    state, found, seat, state.shah
                )
        elif holder != winner:
            points[winner] += values[winner]
            if holder >= 0:
                points[holder] -= values[holder]
        if price:
            points[winner] -= price * coin[winner] + camel

    # What is worth a thought

    def moves(self, state: AnyState, legal: list[int]) -> list[int]:
        """Leaves out jumps in bids, offers, Rights worth nothing, and weak ways to build."""
        assert isinstance(state, State)
        phase = state.phase
        if len(legal) == 1:
            return legal
        if phase == RAISING:
            over = self._limit(state) - state.bid - 1
            if over >= CLEAR:
                return [legal[0]]
            return [legal[0], legal[-1]] if over > -CLEAR else [legal[-1]]
        if phase == FIRST_BID:
            return legal[:1]
        if phase == OPENING:
            return [
                move
                for move in legal
                if move & KIND == OPEN
                and not (
                    RIGHT_ITEM <= move & PAYLOAD < SHAH_ITEM
                    and not controlled(state, (move & PAYLOAD) - RIGHT_ITEM)
                    and state.deck
                )
            ] or [move for move in legal if move & KIND == OPEN]
        if phase == BUILDING:
            return self._builds(state, legal)
        if phase == ANSWERING:
            return trade.answers(self, state, legal, False)
        if phase == WRITING:
            return trade.lines(self, state, legal)
        return legal

    def root_moves(self, state: AnyState, legal: list[int]) -> list[int]:
        """As `moves`, and the offer that promises most; a counter where one is better."""
        assert isinstance(state, State)
        if state.phase == ANSWERING:
            return trade.answers(self, state, legal, True)
        if state.phase == RAISING and len(legal) > 1:
            return [legal[0], legal[-1]]
        if state.phase == FIRST_BID:
            return legal[:2]
        moves = self.moves(state, legal)
        if state.phase in (OPENING, BUILDING) and not state.offers[state.actor]:
            partner = trade.partner(self, state, state.actor)
            if partner >= 0:
                moves = sorted([*moves, OFFER | partner])
        return moves

    def _limit(self, state: State) -> float:
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
            if len(self._limits) > 20_000:
                self._limits.clear()
            found = self._clock(state)
            found.outlooks = [self._outlook(state, found, a_map) for a_map in range(state.maps)]
            value = self.item_value(state, found, seat, state.item)
            limit = self._limits[key] = (value - self.weights["camel"]) / found.coin[seat]
        return limit

    def _builds(self, state: State, legal: list[int]) -> list[int]:
        """The best ways to build by what they change, all sales, and `end`."""
        scored = self._scored(state, legal)
        if len(scored) > MOST_BUILDS:
            scored.sort(reverse=True)
            scored = scored[:MOST_BUILDS]
        chosen = {move for _score, move in scored}
        return [move for move in legal if move in chosen or move & KIND in (SELL, END)]

    def _scored(self, state: State, legal: list[int]) -> list[tuple[float, int]]:
        """What each claim, buy and destruction seems worth; only the best way to pay for each."""
        seat = state.actor
        found = self._clock(state)
        found.outlooks = [self._outlook(state, found, a_map) for a_map in range(state.maps)]
        worth = self.city_worth(found, seat)
        ends = state.board.ends
        price = state.board.price
        number = state.board.number
        coin = found.coin[seat]
        income = coin
        ways: dict[int, tuple[float, int]] = {}
        gains: dict[int, float] = {}
        for move in legal:
            kind = move & KIND
            if kind == CLAIM:
                code = (move & PAYLOAD) >> 1
            elif kind in (BUY, DESTROY):
                code = move & PAYLOAD
            else:
                continue
            a_map, route = code >> 6, code & 63
            a, b = ends[route]
            value = gains.get(code)
            if value is None:
                outlook = found.outlooks[a_map]
                row = worth[a_map]
                if kind == DESTROY:
                    value = self._harm(state, found, code)
                else:
                    more = outlook.more[seat]
                    value = more[a] * row[a] + more[b] * row[b]
                    mine = state.routes[a_map * state.seats + seat]
                    for city in (a, b):
                        own = (mine & state.board.city[city]).bit_count()
                        if own * 2 <= number[city] < own * 2 + 2:
                            value += number[city] * income
                            for other in range(state.seats):
                                lost = state.routes[a_map * state.seats + other]
                                if other != seat and lost & state.board.city[city]:
                                    value += 0.15
                gains[code] = value
            if kind == CLAIM:
                card = ends[route][move & 1]
                value -= self.card_value(state, found, seat, card) * (
                    0.8 if state.cards[seat * CITIES + card] > 1 else 1.0
                )
            elif kind == BUY:
                value -= coin * price[route]
            before = ways.get(code)
            if before is None or value > before[0]:
                ways[code] = (value, move)
        return list(ways.values())

    def _harm(self, state: State, found: Standing, code: int) -> float:
        """What a destruction takes from its owner and opens for the destroyer, less its cost."""
        seat = state.actor
        seats = state.seats
        a_map, route = code >> 6, code & 63
        a, b = state.board.ends[route]
        outlook = found.outlooks[a_map]
        owner = -1
        for other in range(seats):
            if state.routes[a_map * seats + other] >> route & 1:
                owner = other
        theirs = self.city_worth(found, owner)[a_map]
        mine = self.city_worth(found, seat)[a_map]
        harm = outlook.less[owner][a] * theirs[a] + outlook.less[owner][b] * theirs[b]
        help_ = outlook.freed[seat][a] * mine[a] + outlook.freed[seat][b] * mine[b]
        return harm / sqrt(seats - 1) + help_ - 0.9

    def priors(self, state: AnyState, moves: list[int]) -> list[float] | None:
        """Building: by what each move changes. Opening: by who would win the item, at what price.
        Raising: by what the item is worth."""
        assert isinstance(state, State)
        if len(moves) < 2:
            return None
        if state.phase == BUILDING:
            scores = {move: score for score, move in self._scored(state, moves)}
            return _shares([min(3.0, 2.0 * scores.get(move, 0.0)) for move in moves])
        if state.phase == OPENING:
            return self._opening_priors(state, moves)
        if state.phase == RAISING and len(moves) == 2:
            over = self._limit(state) - state.bid - 1
            return _shares([max(-2.0, min(2.0, 0.8 * over)), 0.0])
        return None

    def _opening_priors(self, state: State, moves: list[int]) -> list[float]:
        """Each item as if its auction went as it should; an offer counts as the average."""
        seat = state.actor
        values = []
        for move in moves:
            if move & KIND == OPEN:
                after = state.clone()
                after.apply(move)
                values.append(self.evaluate(after)[seat])
            else:
                values.append(-1.0)
        known = [value for value in values if value >= 0.0]
        mean = sum(known) / len(known)
        top = max(known)
        return _shares([((value if value >= 0.0 else mean) - top) / 0.008 for value in values])

    # Quick decisions

    def interrupt(self, state: AnyState, seat: int, rng: Random) -> int | None:
        """Now and then an offer out of turn, if one promises to help both sides."""
        assert isinstance(state, State)
        return trade.interrupt(self, state, seat, rng)

    def play(self, state: AnyState, rng: Random) -> int:
        """Bids by worth, builds by what seems best, else at random."""
        assert isinstance(state, State)
        legal = state.legal()
        moves = self.moves(state, legal)
        if len(moves) == 1:
            return moves[0]
        if state.phase == BUILDING:
            scored = self._scored(state, moves)
            if scored:
                score, move = max(scored)
                if score > 0.0:
                    return move
            sales = [move for move in moves if move & KIND == SELL]
            return sales[0] if sales else END
        if state.phase == RAISING:
            return moves[0] if self._limit(state) >= state.bid + 1 else PASS
        if state.phase == FIRST_BID:
            return BID
        return moves[int(rng.random() * len(moves))]

    def greedy(self, state: AnyState, rng: Random) -> int:
        """The move whose position evaluates best; a destruction is looked at to its end."""
        assert isinstance(state, State)
        seat = state.actor
        moves = self.root_moves(state, state.legal())
        if len(moves) == 1:
            return moves[0]
        best, best_value = moves[0], -1.0
        for move in moves:
            value = self._after(state, move, rng)[seat] + rng.random() * 1e-9
            if value > best_value:
                best, best_value = move, value
        return best

    def _after(self, state: State, move: int, rng: Random) -> list[float]:
        """The utilities after a move; of an offer, if the partner answers as it should."""
        after = state.clone()
        assert isinstance(after, State)
        if move & KIND == OFFER:
            return trade.promise(self, state, move & PAYLOAD)
        after.apply(move)
        while after.actor == CHANCE:
            after.apply(after.draw(rng))
        return self.utility(after) if after.actor == OVER else self.evaluate(after)


def _shares(logits: list[float]) -> list[float]:
    """Shares that sum to 1, by the exponentials; none is less than a hundredth of the even one."""
    weights = [exp(logit) for logit in logits]
    floor = 0.01 * sum(weights) / len(weights)
    weights = [max(weight, floor) for weight in weights]
    total = sum(weights)
    return [weight / total for weight in weights]


KNOWLEDGE = AhldarahdKnowledge()
