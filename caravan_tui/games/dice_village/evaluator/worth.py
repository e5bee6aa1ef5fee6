"""What a seat of Dice Village may expect, in cards on the table.

A weighted sum over what it has, and what its unplaced dice are worth by the tables of
`step.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from caravan_tui.games.dice_village.actions import MAX_DICE, count
from caravan_tui.games.dice_village.evaluator.step import MAX_FAVOURS, Prices, Step, offers_of
from caravan_tui.games.dice_village.pieces import (
    FREE_CARAVAN,
    FREE_MERCHANT,
    FREE_PLACEMENT,
    VILLAGES_EACH,
    Cards,
)
from caravan_tui.games.dice_village.rules import LAST_ROUND_CARDS, PRICE, DiceVillageState
from caravan_tui.games.dice_village.state import (
    ADDING,
    DRAWING,
    FILLING,
    FIRST_DICE,
    LAST_ROUND,
    PLACING,
    REROLLING,
    ROLLING,
    SPENDING,
)
from caravan_tui.games.kit.bitsets import members

SELLS: Final = (0.0, 0.0, 1.0, 0.75, 0.5, 0.25, 0.1)
"""By number of stalls: how often a village is sold at, roughly."""

LAST_PRICES: Prices = (0.02, 0.002, 1.0, 0.0, 0.0, 1.0, 0.01)
"""In the last round only cards count; coins and favours break ties."""

MAX_CACHED: Final = 4096
"""Entries of a cache; then all are dropped."""


LAST_STAGE: Final = 99


def most_laid(state: DiceVillageState) -> int:
    """The most cards that a seat has on the table."""
    most = 0
    for laid in state.laid:
        if laid > most:
            most = laid
    return most


def is_last(state: DiceVillageState) -> bool:
    """Whether the round is the last one."""
    return most_laid(state) >= LAST_ROUND_CARDS or state.round >= LAST_ROUND


def _stage(state: DiceVillageState) -> int:
    """How far the match is: the most cards on a table, LAST_STAGE in the last round."""
    most = most_laid(state)
    return LAST_STAGE if most >= LAST_ROUND_CARDS or state.round >= LAST_ROUND else most


def _left(stage: int) -> float:
    """The share of a match that is left, from 1 to 0."""
    return (LAST_ROUND_CARDS - stage) / 6.0 if stage < LAST_ROUND_CARDS else 0.0


def has_spent(state: DiceVillageState, seat: int) -> bool:
    """Whether a seat's Spend step of this round is over."""
    if state.phase == SPENDING or (state.phase == FILLING and state.filling_for == SPENDING):
        return (seat - state.start) % state.seats < state.turn
    return state.phase in (FILLING, ROLLING)


def _pending(state: DiceVillageState, seat: int, prices: Prices) -> float:
    """What the current sale will still bring: its income, then its free rewards."""
    free = state.cards.free
    if state.phase == ADDING:
        value = (
            prices[0] * state.owner_coins[state.village]
            + prices[1] * state.owner_favours[state.village]
        )
        rewards = [free[side] for side in state.added]
    else:
        value = 0.0
        rewards = list(state.rewards)
    for reward in rewards:
        if reward == FREE_MERCHANT and state.deck:
            value += prices[4]
        elif reward == FREE_CARAVAN and state.dice[seat] < MAX_DICE:
            value += prices[3]
        elif reward == FREE_PLACEMENT and state.hand[seat]:
            value += prices[5]
    return value


class Worth:
    """What seats may expect, by the weights of an evaluator. Caches its tables."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.weights = dict(weights)
        self._laid = weights["laid"]
        self._coin = weights["coins"]
        self._idle = weights["idle"]
        self._favour = weights["favours"]
        self._t_favour = weights["t_favours"]
        self._die = weights["dice"]
        self._t_die = weights["t_dice"]
        self._t_income = weights["t_income"]
        self._steps: dict[tuple[object, ...], Step] = {}
        self._hands: dict[int, float] = {}
        """What hands are worth, with `_cards`: twice the merchants, 1 more with all caravans."""
        self._cards: Cards | None = None
        self._keeps: dict[tuple[Cards, bool], list[float]] = {}

    def prospects(self, state: DiceVillageState, ahead: int = MAX_FAVOURS) -> list[float]:
        """What every seat may expect, in cards on the table, with `ahead` favours spent well."""
        stage = _stage(state)
        phase = state.phase
        actor = (state.start + state.turn) % state.seats
        prices = self._prices(state, stage)
        worth = []
        for seat in range(state.seats):
            value = self._standing(state, seat, stage)
            free = state.free[seat]
            if seat != actor:
                if free:
                    value += self._step(state, seat, count(free), stage).value(
                        free, min(ahead, state.favours[seat])
                    )
            elif phase == REROLLING:
                number = count(free) + count(state.rolling)
                step = self._step(state, seat, number, stage)
                value += step.reroll(free, state.favours[seat])
            else:
                if free:
                    value += self._step(state, seat, count(free), stage).value(
                        free, min(ahead, state.favours[seat])
                    )
                if phase in (ADDING, DRAWING, PLACING):
                    value += _pending(state, seat, prices)
            worth.append(value)
        return worth

    def _standing(self, state: DiceVillageState, seat: int, stage: int) -> float:
        """A seat's worth without its unplaced dice."""
        coins, favours = state.coins[seat], state.favours[seat]
        if stage == LAST_STAGE:
            return state.laid[seat] + LAST_PRICES[0] * coins + LAST_PRICES[1] * favours
        left = _left(stage)
        value = self._laid * state.laid[seat]
        hand = state.hand[seat]
        if hand:
            grown = state.dice[seat] == MAX_DICE
            if state.cards is not self._cards:
                self._cards = state.cards
                self._hands.clear()
            more = self._hands.get(2 * hand + grown)
            value += self._hand(state.cards, hand, grown) if more is None else more
        coin = self._coin
        value += coin * coins
        if coins >= PRICE and has_spent(state, seat):
            value -= (coin - self._idle) * (coins - PRICE + 1)
        value += (self._favour + self._t_favour * left) * favours
        value += (self._die + self._t_die * left) * (state.dice[seat] - FIRST_DICE)
        income = 0.0
        for v in range(seat * VILLAGES_EACH, seat * VILLAGES_EACH + VILLAGES_EACH):
            stalls = state.stalls[v]
            if stalls <= MAX_DICE:
                income += SELLS[stalls] * state.owner_coins[v]
        return value + self._t_income * left * income

    def _hand(self, cards: Cards, hand: int, grown: bool) -> float:
        """What merchants in a hand are worth."""
        keep = self._keep(cards, grown)
        if len(self._hands) > MAX_CACHED:
            self._hands.clear()
        value = sum(keep[merchant] for merchant in members(hand))
        self._hands[2 * hand + grown] = value
        return value

    def _keep(self, cards: Cards, grown: bool) -> list[float]:
        """What each merchant in a hand is worth by its rewards."""
        known = self._keeps.get((cards, grown))
        if known is not None:
            return known
        w = self.weights
        keep = []
        for merchant in range(cards.merchant_count):
            sides = (2 * merchant, 2 * merchant + 1)
            free = [cards.free[side] for side in sides]
            value = w["hand"]
            if FREE_MERCHANT in free:
                value += w["h_merchant"]
            if FREE_CARAVAN in free and not grown:
                value += w["h_caravan"]
            if FREE_PLACEMENT in free:
                value += w["h_placement"]
            value += w["h_favours"] * min(1.0, max(cards.favours[side] for side in sides) / 5)
            value += w["h_coins"] * max(0, max(cards.coins[side] for side in sides) - 1)
            keep.append(value)
        self._keeps[(cards, grown)] = keep
        return keep

    def _prices(self, state: DiceVillageState, stage: int) -> Prices:
        """What things are worth to a seat in its Sell step, in cards."""
        if stage == LAST_STAGE:
            return LAST_PRICES
        left = _left(stage)
        w = self.weights
        coin = w["coins"]
        favour = w["favours"] + w["t_favours"] * left
        die = w["dice"] + w["t_dice"] * left
        give = w["give"] * coin / (state.seats - 1)
        return (coin, favour, w["laid"], die, w["draw"], w["place"], give)

    def step_now(self, state: DiceVillageState, seat: int) -> Step:
        """The tables of a seat's Sell step with the dice it has unplaced."""
        return self._step(state, seat, count(state.free[seat]), _stage(state))

    def _step(self, state: DiceVillageState, seat: int, number: int, stage: int) -> Step:
        """The tables of a seat's Sell step with `number` dice, made once for each situation."""
        adding = state.village if state.phase == ADDING else -1
        sold = 1
        for by in state.sold_by:
            sold = 2 * sold + (by > 0)
        key = (
            state.cards,
            # Small numbers as one: they are hashed for every seat of every position.
            (((sold * 16 + adding + 1) * 16 + number) * 16 + state.dice[seat]) * 4 + seat,
            stage,
            state.hand[seat],
            tuple(state.needs),
            tuple(state.owner_coins),
            tuple(state.owner_favours),
        )
        step = self._steps.get(key)
        if step is None:
            if len(self._steps) > MAX_CACHED:
                self._steps.clear()
            keep = self._keep(state.cards, state.dice[seat] == MAX_DICE)
            if stage == LAST_STAGE:
                keep = [0.0] * state.cards.merchant_count
            prices = self._prices(state, stage)
            offers = offers_of(state, seat, number, prices, keep)
            step = self._steps[key] = Step(number, offers, prices[1])
        return step
