"""The rules: moves, chance and their consequences. Numbers in brackets are those of RULES.md."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any, Final, final

from caravan_tui.games.contract import Event, OptionValue
from caravan_tui.games.dice_village.actions import (
    ADD,
    BUY,
    DONE,
    DRAW,
    GUARD,
    MARKET,
    MAX_DICE,
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
    UNFILLABLE,
    UNKNOWN,
    VALUE,
    VILLAGE,
    count,
    rerolls,
    roll,
    sides_of,
    turned,
)
from caravan_tui.games.dice_village.custom import from_plain
from caravan_tui.games.dice_village.events import (
    BuyingEnded,
    CaravanGained,
    DieTurned,
    GoodsBrought,
    MatchEnded,
    MerchantAdded,
    MerchantBought,
    MerchantDrawn,
    MerchantOffered,
    MerchantPlaced,
    NinthCard,
    NoCaravan,
    NoMerchant,
    NoPlacement,
    OwnerPaid,
    PlacementSkipped,
    Rerolled,
    Rolled,
    RoundStarted,
    SoldAtHome,
    SoldAtMarket,
    StartSeatDrawn,
    Visited,
)
from caravan_tui.games.dice_village.pieces import (
    FREE_CARAVAN,
    FREE_MERCHANT,
    FREE_PLACEMENT,
    VILLAGES_EACH,
    Cards,
)
from caravan_tui.games.dice_village.spec import SPEC
from caravan_tui.games.dice_village.state import (
    ADDING,
    DRAWING,
    ENDED,
    FILLING,
    FIRST_DICE,
    FIRST_FAVOURS,
    LAST_ROUND,
    PLACING,
    REROLLING,
    ROLLING,
    SELLING,
    SPENDING,
    STARTING,
    DiceVillagePosition,
)
from caravan_tui.games.kit.bitsets import members

PRICE: Final = 5
"""Coins for any merchant of the row."""

REROLL_PRICE: Final = 1
"""Favours for rolling any dice again."""

TURN_PRICE: Final = 2
"""Favours for turning a die by one."""

LAST_ROUND_CARDS: Final = 9
"""Cards on the table that make a round the last."""


@final
class DiceVillageState(DiceVillagePosition):
    __slots__ = ()

    OPEN_MOVES = True

    def legal(self) -> list[int]:
        phase = self.phase
        seat = (self.start + self.turn) % self.seats
        if phase == SELLING:
            free = self.free[seat]
            guarded = free | GUARD
            need = self.needs
            sold = self.sold_by
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
            sold = self.sold_by
            first = seat * VILLAGES_EACH
            actions = [
                PLACE << SHIFT | side << 2 | nth
                for side in sides_of(self.hand[seat])
                for nth in range(VILLAGES_EACH)
                if not sold[first + nth]
            ]
            actions.append(SKIP << SHIFT)
            return actions
        if phase == ROLLING:
            return ROLLS[self.dice[seat]][:]
        if phase == REROLLING:
            return ROLLS[count(self.rolling)][:]
        if phase == FILLING:
            return [ROW << SHIFT | merchant for merchant in members(self.deck)]
        if phase == DRAWING:
            return [DRAW << SHIFT | merchant for merchant in members(self.deck)]
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
        merchants = members(self.deck)
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
                events.append(Rerolled(seat, value))
        elif kind == ROLL:
            self._roll(seat, value, events)
        elif kind == TURN:
            face, direction = value >> 1, value & 1
            new_face = turned(face, direction)
            self.favours[seat] -= TURN_PRICE
            self.free[seat] += (1 << 4 * (new_face - 1)) - (1 << 4 * (face - 1))
            if events is not None:
                events.append(DieTurned(seat, face, new_face))
        elif kind == MARKET:
            goods = count(self.free[seat])
            self.favours[seat] += goods
            if events is not None:
                events.append(SoldAtMarket(seat, goods))
            self._end_selling(seat, events)
        elif kind == BUY:
            self.coins[seat] -= PRICE
            self.row.remove(value)
            self.hand[seat] |= 1 << value
            if events is not None:
                events.append(MerchantBought(seat, self.cards.names[value]))
            if self.row:
                self._spend(events)
            else:
                self.filling_for = SPENDING
                self._fill(events)
        elif kind == DONE:
            if events is not None:
                events.append(BuyingEnded(seat))
            self.turn += 1
            self._spend(events)
        elif kind == PLACE:
            self._place(seat, value, events)
        elif kind == SKIP:
            if events is not None:
                events.append(PlacementSkipped(seat))
            self.rewards = self.rewards[1:]
            self._pay(seat, events)
        elif kind == ROW:
            self.deck &= ~(1 << value)
            self.row.append(value)
            if events is not None:
                events.append(MerchantOffered(self.cards.names[value]))
            self._fill(events)
        elif kind == DRAW:
            bit = 1 << value
            self.deck &= ~bit
            self.hand[seat] |= bit
            self.hidden[seat] |= bit
            if events is not None:
                events.append(MerchantDrawn(seat, self.cards.names[value]))
            self.rewards = self.rewards[1:]
            self._pay(seat, events)
        else:
            self.start = value
            if events is not None:
                events.append(StartSeatDrawn(value))
            self._fill(events)

    def _bring(self, seat: int, village: int, events: list[Event] | None) -> None:
        """Bring dice to a village: a sale at another seat's, the start of one at your own (V-3)."""
        self.free[seat] -= self.needs[village]
        self.sold_by[village] = seat + 1
        owner = village // VILLAGES_EACH
        name = self.cards.village_names[village % VILLAGES_EACH]
        if owner == seat:
            self.village = village
            self.added = ()
            self.phase = ADDING
            if events is not None:
                events.append(GoodsBrought(seat, name))
            return
        self.coins[seat] += self.visitor_coins[village]
        self.coins[owner] += self.owner_coins[village]
        self.favours[owner] += self.owner_favours[village]
        if events is not None:
            events.append(Visited(seat, owner, name, self.visitor_coins[village]))
            earned = self.owner_coins[village], self.owner_favours[village]
            events.append(OwnerPaid(owner, name, *earned))
        if not self.free[seat]:
            self._end_selling(seat, events)

    def add_stall(self, seat: int, village: int, side: int) -> None:
        """Turn a merchant of the hand into a stall, with all that it earns from now on."""
        cards = self.cards
        bit = 1 << (side >> 1)
        self.hand[seat] &= ~bit
        self.hidden[seat] &= ~bit
        self.laid[seat] += 1
        self.own_villages()
        stalls = self.stalls[village] = self.stalls[village] + 1
        if stalls > MAX_DICE:
            self.needs[village] = UNFILLABLE
        else:
            self.needs[village] += 1 << 4 * (cards.face[side] - 1)
        self.owner_coins[village] += cards.coins[side]
        self.owner_favours[village] += cards.favours[side]
        self.visitor_coins[village] += cards.visitor_coins[side]
        if side & 1:
            self.right_sides[village] += (side,)
        else:
            self.left_sides[village] += (side,)

    def _add(self, seat: int, side: int, events: list[Event] | None) -> None:
        village = self.village
        self.free[seat] -= 1 << 4 * (self.cards.face[side] - 1)
        self.added += (side,)
        self.add_stall(seat, village, side)
        if events is not None:
            events.append(MerchantAdded(seat, *self._names(village, side)))
            self._check_ninth(seat, events)

    def _sell(self, seat: int, events: list[Event] | None) -> None:
        village = self.village
        self.coins[seat] += self.owner_coins[village]
        self.favours[seat] += self.owner_favours[village]
        if events is not None:
            name = self.cards.village_names[village % VILLAGES_EACH]
            earned = self.owner_coins[village], self.owner_favours[village]
            events.append(SoldAtHome(seat, name, *earned))
        free = self.cards.free
        self.rewards = tuple([free[side] for side in self.added if free[side]])
        self.village = -1
        self.added = ()
        self._pay(seat, events)

    def _place(self, seat: int, value: int, events: list[Event] | None) -> None:
        village = seat * VILLAGES_EACH + (value & 3)
        side = value >> 2
        self.add_stall(seat, village, side)
        if events is not None:
            events.append(MerchantPlaced(seat, *self._names(village, side)))
            self._check_ninth(seat, events)
        self.rewards = self.rewards[1:]
        self._pay(seat, events)

    def _pay(self, seat: int, events: list[Event] | None) -> None:
        """Pay the free rewards that are due, until one needs a card or a decision (V-4)."""
        while self.rewards:
            reward = self.rewards[0]
            if reward == FREE_MERCHANT:
                if self.deck:
                    self.phase = DRAWING
                    return
                if events is not None:
                    events.append(NoMerchant(seat))
            elif reward == FREE_CARAVAN:
                if self.dice[seat] < MAX_DICE:
                    self.dice[seat] += 1
                    if events is not None:
                        events.append(CaravanGained(seat, self.dice[seat]))
                elif events is not None:
                    events.append(NoCaravan(seat))
            elif reward == FREE_PLACEMENT:
                first = seat * VILLAGES_EACH
                if self.hand[seat] and 0 in self.sold_by[first : first + VILLAGES_EACH]:
                    self.phase = PLACING
                    return
                if events is not None:
                    events.append(NoPlacement(seat))
            self.rewards = self.rewards[1:]
        if self.free[seat]:
            self.phase = SELLING
        else:
            self._end_selling(seat, events)

    def _names(self, village: int, side: int) -> tuple[str, str, int, int]:
        """The facts of an event: village, merchant, its side and the face of that side."""
        names = self.cards.village_names
        return (
            names[village % VILLAGES_EACH],
            self.cards.names[side >> 1],
            side & 1,
            self.cards.face[side],
        )

    def _check_ninth(self, seat: int, events: list[Event]) -> None:
        if self.laid[seat] == LAST_ROUND_CARDS:
            events.append(NinthCard(seat))

    # The course of a round

    def _fill(self, events: list[Event] | None) -> None:
        """Ask for the next card of the row, or go on if it is full or the pile is empty (V-6)."""
        if self.deck and len(self.row) <= self.seats:
            self.phase = FILLING
        elif self.filling_for == SPENDING:
            self._spend(events)
        else:
            self.round += 1
            self.phase = ROLLING
            if events is not None:
                events.append(RoundStarted(self.round, self.start))

    def _roll(self, seat: int, dice: int, events: list[Event] | None) -> None:
        """Give rolled dice to a seat. It sells once all have rolled, at once after a reroll."""
        self.free[seat] += dice
        if events is not None:
            events.append(Rolled(seat, dice, self.free[seat], self.phase == REROLLING))
        if self.phase == REROLLING:
            self.rolling = 0
            self.phase = SELLING
            return
        self.turn += 1
        if self.turn == self.seats:
            self.turn = 0
            self.phase = SELLING

    def _end_selling(self, seat: int, events: list[Event] | None) -> None:
        """End a seat's Sell step. After the last one the match ends or the spending begins."""
        self.free[seat] = 0
        self.turn += 1
        self.phase = SELLING
        if self.turn < self.seats:
            return
        self.turn = 0
        if max(self.laid) >= LAST_ROUND_CARDS or self.round >= LAST_ROUND:
            self.phase = ENDED
            if events is not None:
                events.append(MatchEnded(self.round, list(self.laid)))
            return
        self._spend(events)

    def _spend(self, events: list[Event] | None) -> None:
        """Ask the next seat that can buy, or end the round."""
        if self.row:
            while self.turn < self.seats:
                if self.coins[(self.start + self.turn) % self.seats] >= PRICE:
                    self.phase = SPENDING
                    return
                self.turn += 1
        self.turn = 0
        self.start = (self.start + 1) % self.seats
        self.sold_by = [0] * len(self.sold_by)
        self.filling_for = ROLLING
        self._fill(events)

    def observed(self, action: int, seat: int) -> int:
        """Hide which merchant another seat draws from the pile (V-7)."""
        if action >> SHIFT == DRAW and (self.start + self.turn) % self.seats != seat:
            return DRAW << SHIFT | UNKNOWN
        return action


STATE = DiceVillageState


def first_position(cards: Cards, seats: int) -> DiceVillageState:
    """The position before the start seat is drawn."""
    return _first_position(cards, seats).clone()


@lru_cache(maxsize=16)
def _first_position(cards: Cards, seats: int) -> DiceVillageState:
    villages = VILLAGES_EACH * seats
    return DiceVillageState(
        seats=seats,
        cards=cards,
        deck=cards.all_merchants,
        dice=[FIRST_DICE] * seats,
        free=[0] * seats,
        coins=[0] * seats,
        favours=[FIRST_FAVOURS] * seats,
        hand=[0] * seats,
        hidden=[0] * seats,
        laid=[VILLAGES_EACH] * seats,
        needs=cards.village_need * seats,
        stalls=[2] * villages,
        owner_coins=cards.village_coins * seats,
        owner_favours=[0] * villages,
        visitor_coins=cards.village_visitor_coins * seats,
        left_sides=[()] * villages,
        right_sides=[()] * villages,
        sold_by=[0] * villages,
    )


def setup(options: Mapping[str, OptionValue], seats: int, custom: Any = None) -> DiceVillageState:
    SPEC.check_seats(seats)
    return first_position(from_plain(custom), seats)
