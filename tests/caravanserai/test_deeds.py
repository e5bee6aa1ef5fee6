"""Each deed of Caravanserai: what does it, and what nearly does."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from caravan_tui.games.caravanserai.events import (
    FROM_MARKET,
    BlockNotCounted,
    CamelLaidDown,
    CamelPlaced,
    CaravanStarted,
    DirectionChosen,
    GoodsLaid,
    GoodsWon,
    MarketEmptied,
    TailReturned,
)
from caravan_tui.games.deeds import Chronicle
from caravan_tui.games.event import Event
from tests.support.chronicles import MadeStep, chronicle, does, names_of


def match(*events: Event | MadeStep, **more: Any) -> Chronicle[Any]:
    return chronicle(*events, **more)


def tail(laid: int = 1, count: int = 1, seat: int = 0) -> TailReturned:
    """The end of a placement."""
    return TailReturned(seat, laid, count, 0, [], 9)


def won(source: int = FROM_MARKET, has_board_good: bool = False, seat: int = 0) -> GoodsWon:
    return GoodsWon(seat, 1, source, has_board_good)


def block(size: int) -> GoodsLaid:
    return GoodsLaid(0, 1, size, 0, [], False, None)


TURN, FREE, LYING = DirectionChosen(0, 1), BlockNotCounted(0, 1, 2), CamelLaidDown(0, "0,0")

CASES = {
    "large_block": (match(block(5)), match(block(4))),
    "bends": (
        match(CaravanStarted(0, "0,0", 1, False), *[TURN] * 6, tail()),
        match(*[TURN] * 5, tail(), *[TURN] * 5, tail(), *[DirectionChosen(1, 2)] * 6, tail(seat=1)),
    ),
    "toll": (match(won(1), won(2)), match(won(1), won(), won(0, seat=1))),
    "double_wins": (
        match(won(has_board_good=True), won(has_board_good=True)),
        match(won(has_board_good=True), won(), won(has_board_good=True, seat=1)),
    ),
    "home_colours": (match(tail(10, 1)), match(tail(9, 1), tail(12, 2), tail(12, 1, seat=1))),
    "four_free_blocks": (
        match(*[FREE] * 4, tail()),
        match(*[FREE] * 3, tail(), FREE, tail()),
    ),
    "growth": (match(tail(11, 2)), match(tail(11, 3), tail(12, 1, seat=1))),
    "twelve_pieces": (match(tail(12, 12)), match(tail(11, 1))),
    "thirty": (match(scores=(30, 31)), match(scores=(29, 12))),
    "last_good": (
        match(MarketEmptied(0, 9, 2)),
        match(MarketEmptied(1, 9, 2)),
    ),
    "alone": (match(scores=(48,)), match(scores=(48, 44))),
    "lying_camel": (
        match(MadeStep([LYING, won()])),
        match(MadeStep([LYING]), MadeStep([CamelPlaced(0, "1,0"), won()])),
    ),
}


def test_every_deed_has_its_case() -> None:
    assert list(CASES) == names_of("caravanserai")


@pytest.mark.parametrize("name", CASES)
def test_a_deed_is_done_and_nearly_done(name: str) -> None:
    done, nearly = CASES[name]
    assert does("caravanserai", name, done)
    assert not does("caravanserai", name, nearly)


def test_what_others_do_and_what_is_lost_is_no_deed() -> None:
    theirs = MadeStep([CamelLaidDown(1, "0,0"), won(seat=1)], 1, before=SimpleNamespace())
    assert not does("caravanserai", "lying_camel", match(theirs))
    assert not does("caravanserai", "last_good", match(MarketEmptied(0, 9, 2), has_won=False))
    assert not does("caravanserai", "alone", match(scores=(47,)))
