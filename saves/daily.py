"""The daily desert: one match per day and game, the same for everyone."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from hashlib import blake2b
from typing import Final

from attrs import frozen

from caravan_tui.cast.characters import named
from caravan_tui.engine import PERSON, Seat
from caravan_tui.engine.rng import LARGEST_SEED
from caravan_tui.games import registry
from caravan_tui.games.spec import OptionValue
from saves.profile import Result

LEVEL: Final = "merchant"
"""The level in the other seats."""


@frozen
class Daily:
    """The match of one day in one game."""

    game: str
    day: date
    """In UTC, so that it is the same day for everyone."""
    seats: int
    seat: int
    """The user's seat, which changes from day to day."""
    seed: int
    options: dict[str, OptionValue]

    @property
    def key(self) -> str:
        """The day as `Meta.daily` and `Result.daily` have it."""
        return self.day.isoformat()

    def players(self, name: str, kind: str = PERSON) -> list[Seat]:
        """The players by seat; `name` and `kind` are the user's."""
        seats = [
            Seat(kind, name) if number == self.seat else Seat(LEVEL) for number in range(self.seats)
        ]
        return named(seats, self.seed)


def today() -> date:
    """The current day in UTC."""
    return datetime.now(UTC).date()


def match_of_day(game_id: str, day: date) -> Daily:
    """The match of a day. Raises UnknownGameError."""
    spec = registry.get(game_id).spec
    seats = min(max(2, spec.min_seats), spec.max_seats)
    digest = blake2b(f"daily desert:{game_id}:{day.isoformat()}".encode(), digest_size=8).digest()
    number = int.from_bytes(digest, "big")
    return Daily(
        game=game_id,
        day=day,
        seats=seats,
        seat=number % seats,
        seed=number // seats & LARGEST_SEED,
        options=spec.resolve({}, seats),
    )


def history(results: Iterable[Result], game_id: str | None = None) -> dict[date, list[Result]]:
    """Group the results of daily matches by day, the newest day first.

    The results of one day keep their order; the first of each game counts. `game_id`: only of
    this game.
    """
    days: dict[date, list[Result]] = {}
    for result in results:
        if result.daily is None or game_id not in (None, result.game):
            continue
        try:
            day = date.fromisoformat(result.daily)
        except ValueError:
            continue
        days.setdefault(day, []).append(result)
    return dict(sorted(days.items(), reverse=True))


def streak(results: Iterable[Result], now: date | None = None) -> int:
    """Count the days in a row, up to today or yesterday, with at least one finished match."""
    days = set(history(results))
    day = now or today()
    if day not in days:
        day -= timedelta(days=1)
    count = 0
    while day in days:
        count += 1
        day -= timedelta(days=1)
    return count
