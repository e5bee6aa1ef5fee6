"""The app with results to look back at, and matches that have ended."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from textual.pilot import Pilot
from textual.widgets import DataTable, Static

from caravan_tui.app import CaravanApp
from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from caravan_tui.screens.local import LocalHost
from saves.profile import Profile, Result
from tests.app.app_help import until

SIZES = [(80, 24), (140, 45)]


@asynccontextmanager
async def home(
    size: tuple[int, int] = (80, 24), glyphs: str = "unicode"
) -> AsyncIterator[Pilot[None]]:
    app = CaravanApp(LocalHost, glyphs)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.host is not None)
        yield pilot
        await app.host.stop()


def text(pilot: Pilot[None], name: str) -> str:
    return str(pilot.app.screen.query_one(f"#{name}", Static).content)


def cells(table: DataTable) -> list[list[str]]:
    return [[str(cell) for cell in table.get_row_at(n)] for n in range(table.row_count)]


def result(
    number: int,
    game: str = "sahara",
    won: bool = True,
    kinds: tuple[str, ...] = ("person", "trader"),
    **more: Any,
) -> Result:
    """A finished match: 10 to 5 or 4 to 5."""
    scores = (10.0 + number if won else 4.0, *(5.0 for _ in kinds[1:]))
    ranks = (1 if won else len(kinds), *(2 if won else 1 for _ in kinds[1:]))
    names = ("Ann", *kinds[1:])
    when = 1_700_000_000 + number * 3600
    return Result(
        f"m{number}", game, kinds, names, scores, ranks, 0, when, when + 900, 660, 80, 9, **more
    )


def keep(*results: Result) -> None:
    for one in results:
        Profile().add(one)


def ended(game: str, me: int = 0) -> Match:
    """A short match to its end, a person in one seat."""
    count = max(2, registry.spec(game).min_seats)
    for seed in range(1, 40):
        seats = [
            Seat("person", "Ann") if n == me else Seat("trader", f"Trader {n}")
            for n in range(count)
        ]
        match, rng = Match.new(game, {}, seats, seed), Random(seed)
        while not match.over and match.version < 3000:
            match.act(match.to_act, rng.choice(match.legal(match.to_act)))
        if match.over and match.version > 60:
            return match
    raise AssertionError("no match ended")
