"""What is worth doing once in Dice Village. Ruling numbers are those of RULES.md."""

from __future__ import annotations

from collections import Counter
from typing import Final

from caravan_tui.games.deeds import Chronicle, Deed
from caravan_tui.games.dice_village.actions import MAX_DICE
from caravan_tui.games.dice_village.events import (
    CaravanGained,
    DieTurned,
    GoodsBrought,
    MerchantAdded,
    MerchantDrawn,
    MerchantPlaced,
    NinthCard,
    OwnerPaid,
    Rerolled,
    RoundStarted,
    SoldAtHome,
    SoldAtMarket,
    Visited,
)
from caravan_tui.games.dice_village.pieces import VILLAGES_EACH
from caravan_tui.games.dice_village.rules import DiceVillageState
from caravan_tui.games.event import Event
from caravan_tui.i18n import later

REROLL_PRICE: Final = 1
TURN_PRICE: Final = 2
"""Favours that luck costs."""

MANY_DICE: Final = 5

DiceVillage = Chronicle[DiceVillageState]


def _rounds(match: DiceVillage) -> list[list[Event]]:
    """What the seat did, or what came to it, in each round."""
    return [
        [event for event in events if getattr(event, "seat", None) == match.seat]
        for events in match.parts(RoundStarted)
    ]


def _has_all_dice(match: DiceVillage) -> bool:
    return any(event.dice == MAX_DICE for event in match.own(CaravanGained))


def _sells_out(match: DiceVillage) -> bool:
    """A round with five dice or more, none of which went to the open market."""
    dice = 0
    for events in match.parts(RoundStarted):
        own = [event for event in events if getattr(event, "seat", None) == match.seat]
        has_many = dice >= MANY_DICE  # a new one rolls from the next round on
        has_sold = any(isinstance(event, Visited | SoldAtHome) for event in own)
        if (
            has_many
            and has_sold
            and not any(isinstance(event, SoldAtMarket) and event.goods for event in own)
        ):
            return True
        dice = max([dice, *(event.dice for event in own if isinstance(event, CaravanGained))])
    return False


def _hosts_three_guests(match: DiceVillage) -> bool:
    for events in match.parts(RoundStarted):
        visits = [
            event for event in events if isinstance(event, Visited) and event.owner == match.seat
        ]
        if len(visits) >= 3:
            return True
    return False


def _visits_two_players(match: DiceVillage) -> bool:
    return any(
        len({event.owner for event in own if isinstance(event, Visited)}) >= 2
        for own in _rounds(match)
    )


def _earns_five_at_home(match: DiceVillage) -> bool:
    return any(event.coins >= 5 for event in match.own(SoldAtHome))


def _adds_three(match: DiceVillage) -> bool:
    added = 0
    for event in match.own(GoodsBrought, MerchantAdded):
        added = added + 1 if isinstance(event, MerchantAdded) else 0
        if added >= 3:
            return True
    return False


def _uses_two_rewards(match: DiceVillage) -> bool:
    rewards = (CaravanGained, MerchantDrawn, MerchantPlaced)
    return any(sum(isinstance(event, rewards) for event in own) >= 2 for own in _rounds(match))


def _spends_favours(match: DiceVillage) -> bool:
    for own in _rounds(match):
        spent = sum(REROLL_PRICE for event in own if isinstance(event, Rerolled))
        spent += sum(TURN_PRICE for event in own if isinstance(event, DieTurned))
        if spent >= 8:
            return True
    return False


def _grows_a_town(match: DiceVillage) -> bool:
    merchants = Counter(event.village for event in match.own(MerchantAdded))
    merchants.update(event.village for event in match.own(MerchantPlaced))
    return max(merchants.values(), default=0) >= 3


def _lays_the_ninth_and_wins(match: DiceVillage) -> bool:
    return match.margin >= 2 and bool(match.own(NinthCard))


def _has_ten_cards(match: DiceVillage) -> bool:
    return match.scores[match.seat] >= 10


def _wins_with_four_dice(match: DiceVillage) -> bool:
    return match.won and not match.own(CaravanGained)


def _lives_on_guests(match: DiceVillage) -> bool:
    """Eight coins of owner's pay from the visits of others, in one match."""
    return sum(event.coins for event in match.own(OwnerPaid)) >= 8


def _closes_a_village(match: DiceVillage) -> bool:
    """A village of its own with more stalls than anybody has dice (V-12)."""
    first = match.seat * VILLAGES_EACH
    return max(match.end.stalls[first : first + VILLAGES_EACH]) > MAX_DICE


DEEDS: Final[tuple[Deed[DiceVillage], ...]] = (
    Deed(
        "dice_village.all_dice", later("Six caravans"),
        later("Own all six dice: free caravans early pay off every round."),
        _has_all_dice,
    ),
    Deed(
        "dice_village.sold_out", later("Sold out"),
        later("With five dice or more, leave none to the open market in a round."),
        _sells_out,
    ),
    Deed(
        "dice_village.two_visits", later("Welcome guest"),
        later("Sell at villages of two other players in one round."),
        _visits_two_players,
    ),
    Deed(
        "dice_village.full_inn", later("Full inn"),
        later("Have three visits at your villages in one round: stalls they can fill."),
        _hosts_three_guests,
    ),
    Deed(
        "dice_village.good_host", later("Good host"),
        later("Earn eight coins from visitors in one match: build where they can sell."),
        _lives_on_guests,
    ),
    Deed(
        "dice_village.home_sale", later("Great sale"),
        later("Earn five coins or more with one sale at a village of your own."),
        _earns_five_at_home,
    ),
    Deed(
        "dice_village.three_added", later("Three newcomers"),
        later("Add three merchants in one sale: save them up for the right dice."),
        _adds_three,
    ),
    Deed(
        "dice_village.two_rewards", later("One thing brings another"),
        later("Use two free rewards in one round: merchant, caravan, placement."),
        _uses_two_rewards,
    ),
    Deed(
        "dice_village.fortune", later("Fortune's favourite"),
        later("Spend eight favours in one round: saved up, they make any dice fit."),
        _spends_favours,
    ),
    Deed(
        "dice_village.town", later("Boom town"),
        later("Give one village three merchants: each sale there pays them all."),
        _grows_a_town,
    ),
    Deed(
        "dice_village.ninth_card", later("The ninth card"),
        later("Lay the ninth card yourself and win by two cards: end it when ahead."),
        _lays_the_ninth_and_wins,
    ),
    Deed(
        "dice_village.ten_cards", later("Ten cards"),
        later("Have ten cards on the table: the last round has no limit."),
        _has_ten_cards,
    ),
    Deed(
        "dice_village.four_dice", later("Four are enough"),
        later("Win without ever gaining a caravan."),
        _wins_with_four_dice, is_hidden=True,
    ),
    Deed(
        "dice_village.too_large", later("Too large to trade"),
        later("Place so many merchants at a village that nobody can sell there."),
        _closes_a_village, is_hidden=True,
    ),
)  # fmt: skip
