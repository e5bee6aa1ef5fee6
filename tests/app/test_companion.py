"""The computer player that adapts, from the set-up to the match that it plays."""

from __future__ import annotations

import time
from typing import Any

import pytest

from caravan_tui.engine import Match, Seat
from caravan_tui.hosts.local import LocalHost
from caravan_tui.screens.seat_words import kind_line
from saves.errors import SaveError
from saves.profile import Result
from tests.support.until import until


def result(number: int, won: bool, game: str = "decktet", against: str = "adaptive") -> Result:
    return Result(
        match=f"m{number}",
        game=game,
        kinds=("person", against),
        names=("Ann", "Omar"),
        scores=(9.0, 4.0) if won else (4.0, 9.0),
        ranks=(1, 2) if won else (2, 1),
        me=0,
        began=100 * number,
        ended=100 * number + 50,
    )


async def level_that_plays(results: list[Result], began: int, monkeypatch: Any) -> str:
    """The level that the host lets play for a Companion whose player has these results."""
    played: list[str] = []

    class Spy:
        def __init__(self, table: Any, search: Any, game: str, level: str, *_: Any, **__: Any):
            played.append(level)

        async def run(self) -> None:
            return

    monkeypatch.setattr("caravan_tui.hosts.local.ComputerSeat", Spy)
    host = LocalHost()

    async def known() -> list[Result]:
        return results

    monkeypatch.setattr(host, "results", known)
    match = Match.new("decktet", {}, [Seat("person", "Ann"), Seat("adaptive", "Omar")], 5)
    match.record.began = began
    host._serve(match)
    await until(lambda: played)
    await host.leave(match.record.id)
    return played[0]


async def test_a_companion_plays_by_the_results_against_it_in_its_game(monkeypatch: Any) -> None:
    now = int(time.time())
    assert await level_that_plays([], now, monkeypatch) == "drover"
    wins = [result(1, True), result(2, True)]
    assert await level_that_plays(wins, now, monkeypatch) == "elder"
    others = [result(3, True, "sahara"), result(4, False, against="porter")]
    assert await level_that_plays([*wins, *others], now, monkeypatch) == "elder"


async def test_a_match_that_goes_on_keeps_its_companion(monkeypatch: Any) -> None:
    results = [result(1, True), result(2, True)]
    assert await level_that_plays(results, 160, monkeypatch) == "guide"


async def test_without_results_a_companion_plays_all_the_same(monkeypatch: Any) -> None:
    host = LocalHost()

    async def damaged() -> list[Result]:
        raise SaveError("damaged")

    monkeypatch.setattr(host, "results", damaged)
    record = Match.new("decktet", {}, [Seat("adaptive", "Omar"), Seat()], 5).record
    assert await host._adapted_level(record) == "drover"


def test_the_set_up_offers_it_last_and_says_what_it_does() -> None:
    assert LocalHost().levels()[-1] == ("Companion", "adaptive")
    assert "Not rated" in kind_line("adaptive")


@pytest.mark.parametrize("name", ["herder", "drover", "guide", "elder", "legend"])
def test_every_new_level_has_a_line_of_its_own(name: str) -> None:
    assert len({kind_line(name), kind_line("porter"), ""}) == 3
