"""What a learned correction of the evaluation of Dice Village looks at."""

from __future__ import annotations

from typing import Final

from caravan_tui.games.dice_village.actions import MAX_DICE, count
from caravan_tui.games.dice_village.evaluator.worth import SELLS, has_spent, most_laid
from caravan_tui.games.dice_village.pieces import (
    FREE_CARAVAN,
    FREE_MERCHANT,
    FREE_PLACEMENT,
    VILLAGES_EACH,
)
from caravan_tui.games.dice_village.rules import LAST_ROUND_CARDS, PRICE, DiceVillageState
from caravan_tui.games.dice_village.state import (
    ADDING,
    FIRST_DICE,
    LAST_ROUND,
    REROLLING,
    SELLING,
)
from caravan_tui.games.kit.native import size

FEATURES: Final = (
    "laid", "hand", "coins", "price", "prices", "favours", "dice", "most_dice", "free", "spent",
    "income", "favour_income", "gifts", "smallest", "second", "open", "sold", "sold_elsewhere",
    "acts", "order", "start",
    "left", "left_laid", "left_hand", "left_coins", "left_favours", "left_dice", "left_income",
    "final", "final_laid", "final_hand", "final_free", "near", "near_hand", "near_price",
)  # fmt: skip


def features_of(state: DiceVillageState, seat: int) -> list[float]:
    """The features of a seat, in the order of `FEATURES`.

    What the step under way will still bring counts as had, and dice that are being rolled as held:
    a search compares positions before and after it, which must not differ by that.
    """
    most = most_laid(state)
    final = 1.0 if most >= LAST_ROUND_CARDS or state.round >= LAST_ROUND else 0.0
    left = (LAST_ROUND_CARDS - most) / 6.0 if most < LAST_ROUND_CARDS else 0.0
    near = 1.0 if not final and most + 2 >= LAST_ROUND_CARDS else 0.0
    place = (seat - state.start) % state.seats
    acts = 1.0 if state.phase >= SELLING and place == state.turn else 0.0
    cards, held = state.laid[seat], size(state.hand[seat])
    coins, gained = state.coins[seat], state.favours[seat]
    owned, number = state.dice[seat], count(state.free[seat])
    if acts:
        if state.phase == REROLLING:
            number += count(state.rolling)
        rewards = list(state.rewards)
        if state.phase == ADDING:
            coins += state.owner_coins[state.village]
            gained += state.owner_favours[state.village]
            rewards = [state.cards.free[side] for side in state.added]
        for reward in rewards:
            if reward == FREE_MERCHANT and state.deck:
                held += 1
            elif reward == FREE_CARAVAN and owned < MAX_DICE:
                owned += 1
            elif reward == FREE_PLACEMENT and held:
                held -= 1
                cards += 1
    laid = cards / 8.0
    hand = 0.25 * held
    price = 1.0 if coins >= PRICE else coins / PRICE
    favours = 0.1 * gained
    dice = 0.25 * (owned - FIRST_DICE)
    free = 0.125 * number
    income = gifts = 0.0
    favour_income = 0.0
    smallest = second = 9
    is_open = sold = elsewhere = 0
    sold_by = state.sold_by
    first = seat * VILLAGES_EACH
    for village in range(len(sold_by)):
        if sold_by[village] == seat + 1:
            if first <= village < first + VILLAGES_EACH:
                sold += 1
            else:
                elsewhere += 1
    for village in range(first, first + VILLAGES_EACH):
        stalls = state.stalls[village]
        if not sold_by[village]:
            is_open += 1
        if stalls <= MAX_DICE:
            income += SELLS[stalls] * state.owner_coins[village]
            favour_income += SELLS[stalls] * state.owner_favours[village]
            gifts += SELLS[stalls] * state.visitor_coins[village]
        if stalls < smallest:
            smallest, second = stalls, smallest
        elif stalls < second:
            second = stalls
    income *= 0.2
    return [
        laid,
        hand,
        0.1 * coins,
        price,
        0.2 * (coins // PRICE),
        favours,
        dice,
        1.0 if owned == MAX_DICE else 0.0,
        free,
        1.0 if has_spent(state, seat) else 0.0,
        income,
        0.2 * favour_income,
        0.2 * gifts,
        0.2 * smallest,
        0.2 * second,
        is_open / 3.0,
        sold / 3.0,
        elsewhere / 3.0,
        acts,
        1.0 if place > state.turn and SELLING <= state.phase <= REROLLING else 0.0,
        place / (state.seats - 1),
        left,
        left * laid,
        left * hand,
        left * 0.1 * coins,
        left * favours,
        left * dice,
        left * income,
        final,
        final * laid,
        final * hand,
        final * free,
        near * laid,
        near * hand,
        near * price,
    ]
