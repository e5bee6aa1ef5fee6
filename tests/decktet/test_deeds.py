"""Each deed of Caravan (Decktet): what does it, and what nearly does."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from caravan_tui.games.decktet.actions import bandit, caravan
from caravan_tui.games.decktet.events import (
    HandEnded,
    NobodyLeads,
    Passed,
    Played,
    SeasonEnded,
    WentOut,
)
from caravan_tui.games.deeds import Chronicle
from tests.decktet.decktet_help import cards
from tests.support.chronicles import MadeStep, chronicle, does, names_of

EIGHT = cards("2MK 3MW 4SM 5SW 6MW 7WY 8WL 9LK".replace("4SM", "4MS"))
ACE, CROWN, PAIR, MIXED = (bandit(cards(text)) for text in ("AM", "CM", "AM CM", "AM CS"))


def played(action: int, before: tuple[int, ...] = (), left: int = 3, seat: int = 0) -> MadeStep:
    """A play after those of its season; with none left the seat goes out."""
    events = [Played(seat, action, left), *([] if left else [WentOut(seat)])]
    return MadeStep(events, seat, action, SimpleNamespace(plays=list(before)))


def hand(
    points: tuple[int, int],
    totals: tuple[int, int] = (0, 0),
    out: int = 0,
    left: int = 0,
    taken: str = "5ML",
    market: str = "CW CK",
) -> MadeStep:
    """A hand that ends. `left`: cards of the other seat."""
    before = SimpleNamespace(market=[cards(code).bit_length() - 1 for code in market.split()])
    masks = (cards(taken), 0)
    return MadeStep([HandEnded(1, out, masks, (0, (1 << left) - 1), points, totals)], before=before)


def match(*parts: MadeStep, has_won: bool = True) -> Chronicle[Any]:
    return chronicle(*parts, has_won=has_won)


def season(points: int, winner: int, by_bandit: bool) -> MadeStep:
    return MadeStep([SeasonEnded(winner, 0, points, by_bandit)])


CASES = {
    "long_caravan": (
        match(played(caravan(EIGHT, 9))),
        match(played(caravan(EIGHT, 9), seat=1), played(caravan(EIGHT >> 3 << 3, 9))),
    ),
    "three_wilds": (
        match(played(caravan(cards("5ML AM CM AS"), 8))),
        match(played(caravan(cards("5ML 6MW AM CM"), 8)), played(PAIR)),
    ),
    "matched_pair": (
        match(played(PAIR, (caravan(EIGHT, 9), MIXED))),
        match(played(PAIR, (caravan(EIGHT, 9),)), played(MIXED, (CROWN,))),
    ),
    "poison": (
        match(season(-5, 1, by_bandit=True)),
        match(season(-4, 1, by_bandit=True), season(-9, 1, False), season(-9, 0, True)),
    ),
    "riches": (match(season(8, 0, False)), match(season(7, 0, False), season(9, 1, False))),
    "clean_hands": (
        match(hand((6, 2), market="AW CK")),
        match(
            hand((6, 2), market="AM CK"),  # the Forest is of Moons
            hand((6, 2)),
            hand((2, 6), market="AW CK"),
            hand((6, 2), market="AW CK", taken=""),
        ),
    ),
    "last_water": (
        match(played(ACE, (caravan(EIGHT, 9),), left=0)),
        match(played(caravan(EIGHT, 9), left=0), played(ACE, left=0, seat=1)),
    ),
    "caught_loaded": (
        match(hand((9, 0), left=8)),
        match(hand((9, 0), left=7), hand((9, 0), out=1, left=9)),
    ),
    "last_hand": (
        match(hand((1, 5), (1, 5)), hand((4, 3), (5, 8)), hand((9, 0), (14, 8))),
        match(hand((5, 1), (5, 1)), hand((4, 3), (9, 4)), hand((9, 0), (18, 4))),
    ),
    "every_hand": (
        match(hand((5, 1)), hand((5, 1)), hand((5, 4))),
        match(hand((5, 1)), hand((5, 5)), hand((5, 4))),
    ),
    "dead_calm": (match(MadeStep([Passed(0), NobodyLeads()])), match(MadeStep([Passed(0)]))),
}


def test_every_deed_has_its_case() -> None:
    assert list(CASES) == names_of("decktet")


@pytest.mark.parametrize("name", CASES)
def test_a_deed_is_done_and_nearly_done(name: str) -> None:
    done, nearly = CASES[name]
    assert does("decktet", name, done)
    assert not does("decktet", name, nearly)


def test_two_hands_are_too_few_to_turn_a_match() -> None:
    short = match(hand((1, 5), (1, 5)), hand((9, 0), (10, 5)))
    assert not does("decktet", "last_hand", short)
    assert not does("decktet", "every_hand", match(hand((5, 1)), hand((5, 1))))
