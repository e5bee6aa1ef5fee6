"""Where the user stands in one game of the daily desert."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cached_property

from attrs import define

from caravan_tui.bus.competition_messages import DailyBoard
from saves import daily
from saves.problems import DayTried
from saves.profile import Result


@define(slots=False, frozen=True)
class Standing:
    """What a day is to the user in one game."""

    game: str
    day: date
    results: Sequence[Result]
    """Of this game, the daily desert and other matches."""
    is_begun: bool
    """Today's match has begun and is not over."""
    is_unlearned: bool
    """The game is new to the user: neither its tutorial nor any match was finished."""
    problem: DayTried | None
    """How the problem of the day went; None if it was not tried."""
    boards: tuple[DailyBoard, DailyBoard] | None
    """On a server: today's and yesterday's board."""

    @cached_property
    def history(self) -> Mapping[date, Sequence[Result]]:
        """The results of daily matches by day, the newest day first; the first try comes first."""
        return daily.history(self.results)

    @property
    def tries(self) -> Sequence[Result]:
        """The results in today's match, the first try first."""
        return self.history.get(self.day, ())
