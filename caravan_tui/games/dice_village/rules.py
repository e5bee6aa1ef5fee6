"""The rules in play: what a seat may do, and what comes of it. Rule numbers: RULES.md.

How a position is held is in `position`, the course of a round in `rounds`; dice and actions are
packed by `actions.py`.
"""

from __future__ import annotations

from random import Random
from typing import ClassVar

from caravan_tui.games.contract import Event

from .actions import (
    ADD,
    BUY,
    DEAD,
    DONE,
    DRAW,
    GUARD,
    MARKET,
    MOST_DICE,
    PLACE,
    REROLL,
    ROLL,
    ROLLS,
    ROW,
    SELL,
    SHIFT,
    SKIP,
    START,
    TURN,
    UNKNOWN,
    VALUE,
    VILLAGE,
    bits_of,
    count,
    rerolls,
    roll,
    sides_of,
    turned,
)
from .cards import FREE_CARAVAN, FREE_MERCHANT, FREE_PLACEMENT, VILLAGES, Cards
from .position import (
    ADDING,
    DRAWING,
    ENDED,
    FILLING,
    FIRST_DICE,
    PLACING,
    REROLLING,
    ROLLING,
    SELLING,
    SPENDING,
    STARTING,
)
from .rounds import ENOUGH, LAST_ROUND, PRICE, Rounds

# What views, words, board and search may use of the rules.
__all__ = [
    "ADDING",
    "DRAWING",
    "ENDED",
    "ENOUGH",
    "FILLING",
    "FIRST_DICE",
    "LAST_ROUND",
    "PLACING",
    "PRICE",
    "REROLLING",
    "REROLL_PRICE",
    "ROLLING",
    "SELLING",
    "SPENDING",
    "STARTING",
    "TURN_PRICE",
    "Village",
    "new",
]

REROLL_PRICE = 1
TURN_PRICE = 2


class Village(Rounds):
    """A position of Dice Village. `new` makes the first one."""

    __slots__ = ()

    OPEN_MOVES: ClassVar[bool] = True

    def legal(self) -> list[int]:
        """All actions of the actor, in the order of the kinds below, each kind rising."""
        phase = self.phase
        seat = (self.start + self.turn) % self.seats
        if phase == SELLING:
            free = self.free[seat]
            guarded = free | GUARD
            need = self.v_need
            sold = self.v_sold
            actions = [
                VILLAGE << SHIFT | v
                for v in range(len(need))
                if not sold[v] and (guarded - need[v]) & GUARD == GUARD
            ]
            favours = self.favours[seat]
            if favours >= TURN_PRICE:
                for face in range(1, 7):
                    if free >> 4 * (face - 1) & 15:
                        actions.append(TURN << SHIFT | face * 2)
                        actions.append(TURN << SHIFT | face * 2 + 1)
            if favours >= REROLL_PRICE:
                actions += rerolls(free)
            actions.append(MARKET << SHIFT)
            return actions
        if phase == ADDING:
            actions = []
            free = self.free[seat]
            face_of = self.cards.face
            for side in sides_of(self.hand[seat]):
                if free >> 4 * (face_of[side] - 1) & 15:
                    actions.append(ADD << SHIFT | side)
            actions.append(SELL << SHIFT)
            return actions
        if phase == SPENDING:
            actions = [BUY << SHIFT | merchant for merchant in sorted(self.row)]
            actions.append(DONE << SHIFT)
            return actions
        if phase == PLACING:
            sold = self.v_sold
            first = seat * VILLAGES
            actions = [
                PLACE << SHIFT | side << 2 | nth
                for side in sides_of(self.hand[seat])
                for nth in range(VILLAGES)
                if not sold[first + nth]
            ]
            actions.append(SKIP << SHIFT)
            return actions
        if phase == ROLLING:
            return ROLLS[self.dice[seat]][:]
        if phase == REROLLING:
            return ROLLS[count(self.rolling)][:]
        if phase == FILLING:
            return [ROW << SHIFT | merchant for merchant in bits_of(self.deck)]
        if phase == DRAWING:
            return [DRAW << SHIFT | merchant for merchant in bits_of(self.deck)]
        if phase == STARTING:
            return [START << SHIFT | first for first in range(self.seats)]
        return []

    def draw(self, rng: Random) -> int:
        phase = self.phase
        if phase == ROLLING:
            return ROLL << SHIFT | roll(self.dice[self.active()], rng)
        if phase == REROLLING:
            return ROLL << SHIFT | roll(count(self.rolling), rng)
        if phase == STARTING:
            return START << SHIFT | int(rng.random() * self.seats)
        merchants = bits_of(self.deck)
        merchant = merchants[int(rng.random() * len(merchants))]
        return (ROW if phase == FILLING else DRAW) << SHIFT | merchant

    def apply(self, action: int, events: list[Event] | None = None) -> None:
        kind = action >> SHIFT
        value = action & VALUE
        seat = (self.start + self.turn) % self.seats
        if kind == VILLAGE:
            self._bring(seat, value, events)
        elif kind == ADD:
            self._add(seat, value, events)
        elif kind == SELL:
            self._sell(seat, events)
        elif kind == REROLL:
            self.favours[seat] -= REROLL_PRICE
            self.free[seat] -= value
            self.rolling = value
            self.phase = REROLLING
            if events is not None:
                events.append(("reroll", seat, value))
        elif kind == ROLL:
            self._roll(seat, value, events)
        elif kind == TURN:
            face, way = value >> 1, value & 1
            to = turned(face, way)
            self.favours[seat] -= TURN_PRICE
            self.free[seat] += (1 << 4 * (to - 1)) - (1 << 4 * (face - 1))
            if events is not None:
                events.append(("turn", seat, face, to))
        elif kind == MARKET:
            sold = count(self.free[seat])
            self.favours[seat] += sold
            if events is not None:
                events.append(("market", seat, sold))
            self._end_selling(seat, events)
        elif kind == BUY:
            self.coins[seat] -= PRICE
            self.row.remove(value)
            self.hand[seat] |= 1 << value
            if events is not None:
                events.append(("buy", seat, self.cards.names[value]))
            if self.row:
                self._spend(events)
            else:
                self.filling_for = SPENDING
                self._fill(events)
        elif kind == DONE:
            if events is not None:
                events.append(("done", seat))
            self.turn += 1
            self._spend(events)
        elif kind == PLACE:
            self._place(seat, value, events)
        elif kind == SKIP:
            if events is not None:
                events.append(("skip", seat))
            self.rewards = self.rewards[1:]
            self._pay(seat, events)
        elif kind == ROW:
            self.deck &= ~(1 << value)
            self.row.append(value)
            if events is not None:
                events.append(("row", self.cards.names[value]))
            self._fill(events)
        elif kind == DRAW:
            bit = 1 << value
            self.deck &= ~bit
            self.hand[seat] |= bit
            self.hidden[seat] |= bit
            if events is not None:
                events.append(("draw", seat, self.cards.names[value]))
            self.rewards = self.rewards[1:]
            self._pay(seat, events)
        else:
            self.start = value
            if events is not None:
                events.append(("start", value))
            self._fill(events)

    def _bring(self, seat: int, village: int, events: list[Event] | None) -> None:
        """Dice to a village: at another seat's that is the sale, at one's own it waits (V-3)."""
        self.free[seat] -= self.v_need[village]
        self.v_sold[village] = seat + 1
        owner = village // VILLAGES
        name = self.cards.village_names[village % VILLAGES]
        if owner == seat:
            self.village = village
            self.added = ()
            self.phase = ADDING
            if events is not None:
                events.append(("bring", seat, name))
            return
        self.coins[seat] += self.v_visit[village]
        self.coins[owner] += self.v_coins[village]
        self.favours[owner] += self.v_favours[village]
        if events is not None:
            events.append(("visit", seat, owner, name, self.v_visit[village]))
            events.append(("host", owner, name, self.v_coins[village], self.v_favours[village]))
        if not self.free[seat]:
            self._end_selling(seat, events)

    def _tuck(self, seat: int, village: int, side: int) -> None:
        """A merchant from the hand becomes a stall, with all that it earns from now on."""
        cards = self.cards
        bit = 1 << (side >> 1)
        self.hand[seat] &= ~bit
        self.hidden[seat] &= ~bit
        self.laid[seat] += 1
        stalls = self.v_stalls[village] = self.v_stalls[village] + 1
        if stalls > MOST_DICE:
            self.v_need[village] = DEAD
        else:
            self.v_need[village] += 1 << 4 * (cards.face[side] - 1)
        self.v_coins[village] += cards.coins[side]
        self.v_favours[village] += cards.favours[side]
        self.v_visit[village] += cards.visit[side]
        if side & 1:
            self.v_right[village] += (side,)
        else:
            self.v_left[village] += (side,)

    def _add(self, seat: int, side: int, events: list[Event] | None) -> None:
        village = self.village
        self.free[seat] -= 1 << 4 * (self.cards.face[side] - 1)
        self.added += (side,)
        self._tuck(seat, village, side)
        if events is not None:
            events.append(("add", seat, *self._words(village, side)))
            self._tell_ninth(seat, events)

    def _sell(self, seat: int, events: list[Event] | None) -> None:
        village = self.village
        self.coins[seat] += self.v_coins[village]
        self.favours[seat] += self.v_favours[village]
        if events is not None:
            name = self.cards.village_names[village % VILLAGES]
            events.append(("sell", seat, name, self.v_coins[village], self.v_favours[village]))
        free = self.cards.free
        self.rewards = tuple([free[side] for side in self.added if free[side]])
        self.village = -1
        self.added = ()
        self._pay(seat, events)

    def _place(self, seat: int, value: int, events: list[Event] | None) -> None:
        village = seat * VILLAGES + (value & 3)
        side = value >> 2
        self._tuck(seat, village, side)
        if events is not None:
            events.append(("place", seat, *self._words(village, side)))
            self._tell_ninth(seat, events)
        self.rewards = self.rewards[1:]
        self._pay(seat, events)

    def _pay(self, seat: int, events: list[Event] | None) -> None:
        """The free rewards that are left, until one asks for a card or a decision (V-4)."""
        while self.rewards:
            reward = self.rewards[0]
            if reward == FREE_MERCHANT:
                if self.deck:
                    self.phase = DRAWING
                    return
                if events is not None:
                    events.append(("no merchant", seat))
            elif reward == FREE_CARAVAN:
                if self.dice[seat] < MOST_DICE:
                    self.dice[seat] += 1
                    if events is not None:
                        events.append(("caravan", seat, self.dice[seat]))
                elif events is not None:
                    events.append(("no caravan", seat))
            elif reward == FREE_PLACEMENT:
                first = seat * VILLAGES
                if self.hand[seat] and 0 in self.v_sold[first : first + VILLAGES]:
                    self.phase = PLACING
                    return
                if events is not None:
                    events.append(("no placement", seat))
            self.rewards = self.rewards[1:]
        if self.free[seat]:
            self.phase = SELLING
        else:
            self._end_selling(seat, events)

    def _words(self, village: int, side: int) -> tuple[str, str, int, int]:
        """A tucked merchant for an event: village, merchant, side and the side's face."""
        names = self.cards.village_names
        return (
            names[village % VILLAGES],
            self.cards.names[side >> 1],
            side & 1,
            self.cards.face[side],
        )

    def _tell_ninth(self, seat: int, events: list[Event]) -> None:
        if self.laid[seat] == ENOUGH:
            events.append(("ninth", seat))

    def scores(self) -> tuple[float, ...]:
        """Cards on the table of each seat."""
        return tuple(self.laid)

    def outcome(self) -> tuple[int, ...]:
        """Ranks: most cards, then coins, then favours, then shared."""
        keys = list(zip(self.laid, self.coins, self.favours, strict=True))
        return tuple([1 + sum([other > key for other in keys]) for key in keys])

    def observed(self, action: int, seat: int) -> int:
        """The same; only which merchant another seat draws from the pile is unseen (V-7)."""
        if action >> SHIFT == DRAW and (self.start + self.turn) % self.seats != seat:
            return DRAW << SHIFT | UNKNOWN
        return action


def new(cards: Cards, seats: int) -> Village:
    """The first position of a match."""
    state = Village()
    state.begin(cards, seats)
    return state
