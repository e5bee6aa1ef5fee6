"""Each deed of Caravans of Ahldarahd: what does it, and what nearly does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from caravan_tui.games.ahldarahd.events import (
    Claim,
    Destroyed,
    Discard,
    Favour,
    Pledge,
    Ransom,
    Sell,
    Swept,
    TakeCity,
    Trade,
    Turn,
    Win,
)
from caravan_tui.games.deeds import Chronicle
from caravan_tui.games.event import Event
from tests.support.chronicles import MadeStep, chronicle, does, names_of


def match(*events: Event | MadeStep, **more: Any) -> Chronicle[Any]:
    return chronicle(*events, **more)


def ruled(*cities: int, has_won: bool = True) -> Chronicle[Any]:
    """A match of three that ends with these masks of cities of seat 0, by map."""
    control: Sequence[int] = [mask for own in cities for mask in (own, 0b111, 0)]
    return chronicle(seats=3, has_won=has_won, control=control, maps=len(cities))


def bargain(item: str, gold: int = 0, seat: int = 0) -> Win:
    return Win(seat, item, gold, -1)


def city(on_map: str, seat: int = 0) -> TakeCity:
    return TakeCity(seat, on_map, "salt", 6)


def claim(gold: int, seat: int = 0) -> Claim:
    return Claim(seat, "red:salt-gems", "salt", gold)


SWEPT, OWN_SWEPT = Swept(1, "blue:salt-gems"), Swept(0, "blue:salt-gems")
DESTROYED = Destroyed(0, "blue:salt-gems", 1)
FREE = [claim(0)] * 5

CASES = {
    "for_nothing": (
        match(bargain("shah"), bargain("eyes"), bargain("queen"), bargain("card.salt", 5)),
        match(bargain("shah"), bargain("eyes"), bargain("queen", 1), bargain("queen", seat=1)),
    ),
    "card_alone": (match(*FREE), match(*FREE[:4], claim(1), claim(0, seat=1))),
    "twin_cities": (ruled(0b1011, 0b0001, 0b1000), ruled(0b1011, 0b0001, 0b0100)),
    "three_maps": (ruled(0b1, 0b1, 0b10), ruled(0b11, 0, 0b10)),
    "master_at_home": (ruled(0b11111111, 0, 0), ruled(0b1111111, 0b11111111, 0)),
    "two_cities": (
        match(MadeStep([city("red"), city("red")])),
        match(city("red"), city("red"), MadeStep([city("red"), city("blue", 1)])),
    ),
    "sweep": (
        match(MadeStep([city("blue"), SWEPT]), MadeStep([city("blue"), SWEPT])),
        match(MadeStep([city("blue"), SWEPT, OWN_SWEPT]), MadeStep([SWEPT], actor=2)),
    ),
    "break_through": (
        match(Turn(1), DESTROYED, city("blue")),
        match(Turn(1), city("blue"), DESTROYED, city("red"), Turn(2), city("blue")),
    ),
    "dear_right": (match(Sell(0, "red", 8)), match(Sell(0, "red", 7), Sell(1, "red", 9))),
    "fair_trade": (match(Trade(1, 0, ["give gold 3"])), match(Trade(1, 2, []), seats=3)),
    "kingmaker": (match(Favour(0, 1)), match(Favour(0, 0), Favour(1, 0))),
    "last_coin": (match(gold=[0, 4]), match(gold=[1, 0])),
    "abroad": (ruled(0, 0b11, 0b110), ruled(0b111111, 0b11, 0b100)),
    "closed_map": (
        match(city("red"), city("blue", 1), seats=3),
        match(city("red"), city("red", 1), seats=3),
    ),
    "night_watch": (
        match(Discard(0, "salt", False)),
        match(Discard(1, "salt", False), Pledge(0, 1, 1)),
    ),
}


def test_every_deed_has_its_case() -> None:
    assert list(CASES) == names_of("ahldarahd")


@pytest.mark.parametrize("name", CASES)
def test_a_deed_is_done_and_nearly_done(name: str) -> None:
    done, nearly = CASES[name]
    assert does("ahldarahd", name, done)
    assert not does("ahldarahd", name, nearly)


def test_a_ransom_is_of_those_who_paid() -> None:
    assert does("ahldarahd", "night_watch", match(Pledge(0, 4, 4), Ransom([4, 6])))
    assert not does("ahldarahd", "night_watch", match(Pledge(1, 10, 10), Ransom([0, 10])))


def test_winning_is_part_of_it() -> None:
    for name in ("kingmaker", "closed_map"):
        lost = match(Favour(0, 1), seats=3, has_won=False)
        assert not does("ahldarahd", name, lost)
    assert not does("ahldarahd", "abroad", ruled(0, 0b11, 0b11, has_won=False))
    assert not does("ahldarahd", "last_coin", match(gold=[0, 4], has_won=False))
    assert not does("ahldarahd", "closed_map", match(city("red")))  # for two it is no feat
