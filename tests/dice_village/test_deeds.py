"""Each deed of Dice Village: what does it, and what nearly does."""

from __future__ import annotations

from typing import Any

import pytest

from caravan_tui.games.deeds import Chronicle
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
from caravan_tui.games.event import Event
from tests.support.chronicles import chronicle, does, names_of


def in_round(*events: Event) -> list[Event]:
    return [RoundStarted(1, 0), *events]


def match(*events: Event, **more: Any) -> Chronicle[Any]:
    return chronicle(*events, **more)


def added(village: str = "0.16") -> MerchantAdded:
    return MerchantAdded(0, village, "m16", 0, 1)


def placed(village: str = "0.16") -> MerchantPlaced:
    return MerchantPlaced(0, village, "m16", 0, 1)


def visit(owner: int, seat: int = 0) -> Visited:
    return Visited(seat, owner, "1.16", 2)


SALE, BROUGHT = SoldAtHome(0, "0.16", 3, 0), GoodsBrought(0, "0.16")
FIVE, SIX = CaravanGained(0, 5), CaravanGained(0, 6)
DRAWN = MerchantDrawn(0, "m12")
REROLLS = [Rerolled(0, 1)] * 4
TURNS = [DieTurned(0, 1, 2)] * 2

CASES = {
    "all_dice": (match(FIVE, SIX), match(FIVE, CaravanGained(1, 6))),
    "sold_out": (
        match(*in_round(SALE, FIVE), *in_round(SALE)),
        match(*in_round(SALE), *in_round(SALE, FIVE), *in_round(SALE, SoldAtMarket(0, 1)),
              *in_round()),
    ),
    "two_visits": (
        match(*in_round(visit(1), visit(2)), seats=3),
        match(*in_round(visit(1), visit(1)), *in_round(visit(2)), seats=3),
    ),
    "full_inn": (
        match(*in_round(*[visit(0, seat=1)] * 3)),
        match(*in_round(*[visit(0, seat=1)] * 2), *in_round(visit(0, seat=1), visit(1))),
    ),
    "good_host": (
        match(*[OwnerPaid(0, "0.16", 4, 1)] * 2),
        match(OwnerPaid(0, "0.16", 7, 9), OwnerPaid(1, "1.16", 4, 0)),
    ),
    "home_sale": (
        match(SoldAtHome(0, "0.16", 5, 0)),
        match(SoldAtHome(0, "0.16", 4, 9), SoldAtHome(1, "1.16", 5, 0)),
    ),
    "three_added": (
        match(BROUGHT, added(), added(), added()),
        match(BROUGHT, added(), added(), BROUGHT, added()),
    ),
    "two_rewards": (
        match(*in_round(FIVE, placed())),
        match(*in_round(DRAWN), *in_round(FIVE)),
    ),
    "fortune": (
        match(*in_round(*REROLLS, *TURNS)),
        match(*in_round(*REROLLS), *in_round(*TURNS, *REROLLS[:3])),
    ),
    "town": (
        match(added(), placed(), added()),
        match(added(), placed(), added("0.25"), placed("0.34")),
    ),
    "ninth_card": (
        match(NinthCard(0), scores=(9, 7)),
        match(NinthCard(0), scores=(9, 8)),
    ),
    "ten_cards": (match(scores=(10, 9)), match(scores=(9, 10))),
    "four_dice": (match(CaravanGained(1, 5)), match(FIVE)),
    "too_large": (match(stalls=[2, 7, 2, 2, 2, 2]), match(stalls=[6, 2, 2, 7, 2, 2])),
}  # fmt: skip


def test_every_deed_has_its_case() -> None:
    assert list(CASES) == names_of("dice_village")


@pytest.mark.parametrize("name", CASES)
def test_a_deed_is_done_and_nearly_done(name: str) -> None:
    done, nearly = CASES[name]
    assert does("dice_village", name, done)
    assert not does("dice_village", name, nearly)


def test_the_ninth_card_of_another_player_is_not_yours() -> None:
    assert not does("dice_village", "ninth_card", match(NinthCard(1), scores=(9, 7)))
    assert not does("dice_village", "four_dice", match(has_won=False))
