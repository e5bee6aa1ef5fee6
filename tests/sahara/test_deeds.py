"""Each deed of Caravan (Joseph Huber): what does it, and what nearly does."""

from __future__ import annotations

from typing import Any

import pytest

from caravan_tui.games.deeds import Chronicle
from caravan_tui.games.event import Event
from caravan_tui.games.sahara.events import Delivered, MatchEnded, PickedUp, Stolen, TurnStarted
from tests.support.chronicles import chronicle, does, names_of

SALT, IVORY = 2, 4


def turn(*events: Event, seat: int = 0) -> list[Event]:
    return [TurnStarted(seat, 5, 4), *events]


def delivery(good: int = SALT, seat: int = 0, source: int = 0, target: int = 1) -> Delivered:
    return Delivered(seat, good, source, target, 3)


def match(*events: Event, has_won: bool = True, **end: Any) -> Chronicle[Any]:
    return chronicle(*events, has_won=has_won, **end)


def delivered(*counts: int) -> Chronicle[Any]:
    return match(delivered=[*counts, *[9] * 8])


def loaded(*camels: int, has_won: bool = True) -> Chronicle[Any]:
    return match(has_won=has_won, camels=[*camels, *[3] * 5], camels_each=5)


FROM_AFAR = delivery(source=0, target=16)
CASES = {
    "long_chain": (
        match(FROM_AFAR, FROM_AFAR, FROM_AFAR),
        match(FROM_AFAR, FROM_AFAR, delivery(source=0, target=9)),
    ),
    "straight_home": (
        match(*turn(PickedUp(0, 0, IVORY, 0), delivery(IVORY))),
        match(
            *turn(PickedUp(0, 0, SALT, 0), delivery(SALT), PickedUp(0, 0, IVORY, 0)),
            *turn(delivery(IVORY)),
        ),
    ),
    "patience": (
        match(PickedUp(0, 0, SALT, 4)),
        match(PickedUp(0, 0, SALT, 3), PickedUp(1, 0, SALT, 5)),
    ),
    "two_at_once": (
        match(*turn(delivery(), delivery())),
        match(*turn(delivery()), *turn(delivery()), *turn(delivery(), delivery(), seat=1)),
    ),
    "stolen_and_sold": (
        match(*turn(Stolen(0, 1, 0, SALT), delivery(SALT))),
        match(*turn(delivery(SALT), Stolen(0, 1, 0, SALT)), *turn(delivery(SALT))),
    ),
    "tit_for_tat": (
        match(Stolen(1, 0, 0, SALT), Stolen(0, 1, 0, SALT)),
        match(Stolen(0, 1, 0, SALT), Stolen(1, 0, 0, SALT), Stolen(0, 2, 0, SALT)),
    ),
    "three_treasures": (delivered(0, 0, 0, 0, 1, 1, 0, 2), delivered(5, 5, 5, 5, 3, 3, 0, 0)),
    "seven_cities": (delivered(1, 1, 1, 1, 1, 1, 1, 0), delivered(2, 2, 2, 2, 1, 1, 0, 0)),
    "light_load": (loaded(0, 32, 64, 96, 128), loaded(0, 32, 64, 96, 129)),
    "last_word": (
        match(delivery(), MatchEnded("delivery", [20, 10])),
        match(delivery(), delivery(seat=1), MatchEnded("delivery", [20, 10])),
    ),
    "honest_trader": (match(Stolen(1, 0, 0, SALT)), match(Stolen(0, 1, 0, SALT))),
    "two_thefts": (
        match(*turn(Stolen(0, 1, 0, SALT), Stolen(0, 2, 0, SALT))),
        match(*turn(Stolen(0, 1, 0, SALT)), *turn(Stolen(0, 2, 0, SALT))),
    ),
}


def test_every_deed_has_its_case() -> None:
    assert list(CASES) == names_of("sahara")


@pytest.mark.parametrize("name", CASES)
def test_a_deed_is_done_and_nearly_done(name: str) -> None:
    done, nearly = CASES[name]
    assert does("sahara", name, done)
    assert not does("sahara", name, nearly)


def test_a_match_that_is_lost_or_that_nobody_ends_is_no_last_word() -> None:
    ending = [delivery(), MatchEnded("delivery", [0, 10])]
    assert not does("sahara", "last_word", match(*ending, has_won=False))
    assert not does("sahara", "last_word", match(delivery(), MatchEnded("idle", [20, 10])))
    assert not does("sahara", "light_load", loaded(0, 0, 0, 0, 0, has_won=False))
