"""Deeds of a user: those of each match, kept with its result, and those of all matches together."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from typing import Final

from attrs import Factory, define

from caravan_tui.engine.deeds import MATCH_DEEDS
from caravan_tui.engine.deeds import earned as earned
from caravan_tui.games import registry
from caravan_tui.games.deeds import Deed, GameDeed
from caravan_tui.i18n import later
from saves.profile import Result
from saves.statistics import own_results

LADDER: Final = ("herder", "porter", "drover", "trader", "guide", "merchant", "elder", "master")
"""The levels that one deed asks to beat, each at least once."""

PAUSE_SECONDS: Final = 30 * 86400
DAYS_IN_A_ROW: Final = 7
WINS_IN_A_ROW: Final = 3
MANY_MATCHES: Final = 100
CLOSE: Final = 1.0
"""Points between the first two, at most, in a close match."""


@define
class Career:
    """What a user's results come to, one after the other; assisted ones are not among them."""

    matches: int = 0
    streak: int = 0
    """Wins in a row."""
    pause: int = 0
    """Seconds between the end of the match before and the beginning of the last one."""
    games: set[str] = Factory(set)
    games_won: set[str] = Factory(set)
    levels_beaten: set[str] = Factory(set)
    seat_counts: dict[str, set[int]] = Factory(dict)
    """By game: the numbers of seats of its matches."""
    daily_days: set[date] = Factory(set)
    games_of_day: set[str] = Factory(set)
    """The games of the last match's day, in local time."""
    last: Result | None = None
    returns_favour: bool = False
    """Whether the last match was won against those who had won the one of the game before it."""
    _latest: dict[str, Result] = Factory(dict)
    """By game: its last match."""

    def add(self, result: Result) -> None:
        """Count another match."""
        before, rival = self.last, self._latest.get(result.game)
        self.matches += 1
        self.pause = result.began - before.ended if before else 0
        if result.seats > 1:
            self.streak = self.streak + 1 if result.won else 0
        self.games.add(result.game)
        if result.won:
            self.games_won.add(result.game)
            self.levels_beaten.update(result.against.split(", "))
        self.returns_favour = bool(
            result.won and rival and not rival.won and rival.against == result.against
        )
        self.seat_counts.setdefault(result.game, set()).add(result.seats)
        if day := _day(result.daily):
            self.daily_days.add(day)
        if before is None or _local_day(before) != _local_day(result):
            self.games_of_day = set()
        self.games_of_day.add(result.game)
        self._latest[result.game] = self.last = result

    def days_in_a_row(self) -> int:
        """Days with a daily match, up to the day of the last match if that was one."""
        day = _day(self.last.daily) if self.last else None
        count = 0
        while day in self.daily_days:
            count += 1
            day -= timedelta(days=1)
        return count

    def has_every_table(self) -> bool:
        """Whether some game for several numbers of seats was played with each of them."""
        return any(
            len(counts) > 1 and counts >= set(range(spec.min_seats, spec.max_seats + 1))
            for game, counts in self.seat_counts.items()
            if game in registry.ids()
            for spec in [registry.spec(game)]
        )

    def margin(self) -> float:
        """By how many points the last match was won, alone; below zero if it was not."""
        last = self.last
        if last is None or not last.won or last.ranks.count(1) > 1:
            return -1.0
        others = [score for seat, score in enumerate(last.scores) if seat != last.me]
        return (last.score or 0.0) - max(others)


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None


def _local_day(result: Result) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(result.ended))


def _deed(
    name: str,
    title: str,
    text: str,
    is_done: Callable[[Career], bool],
    is_hidden: bool = False,
) -> Deed[Career]:
    return Deed(f"any.{name}", title, text, is_done, is_hidden)


CAREER_DEEDS: Final[tuple[Deed[Career], ...]] = (
    _deed(
        "first_steps", later("First steps"),
        later("Play a match to its end, without hints and without undo."),
        lambda career: career.matches >= 1,
    ),
    _deed(
        "tailwind", later("Tailwind"), later("Win three matches in a row, of any games."),
        lambda career: career.streak >= WINS_IN_A_ROW,
    ),
    _deed(
        "return_visit", later("Return visit"),
        later("Win the next match of a game against opponents who have just won."),
        lambda career: career.returns_favour,
    ),
    _deed(
        "by_a_nose", later("By a nose"),
        later("Win by a single point, or on a tie-break: every point counts."),
        lambda career: 0 <= career.margin() <= CLOSE,
    ),
    _deed(
        "every_road", later("Every road"), later("Play a match of every game."),
        lambda career: career.games >= set(registry.ids()),
    ),
    _deed(
        "home_everywhere", later("At home everywhere"), later("Win a match of every game."),
        lambda career: career.games_won >= set(registry.ids()),
    ),
    _deed(
        "every_tent", later("Every tent"),
        later("Play one game with every number of players: each asks for another plan."),
        lambda career: career.has_every_table(),
    ),
    _deed(
        "market_day", later("Market day"), later("Play three different games on one day."),
        lambda career: len(career.games_of_day) >= 3,
    ),
    _deed(
        "seven_days", later("Seven days"),
        later("Finish a daily desert on seven days in a row."),
        lambda career: career.days_in_a_row() >= DAYS_IN_A_ROW,
    ),
    _deed(
        "ladder", later("Rung by rung"),
        later("Beat every level from the Herder to the Caravan master once."),
        lambda career: career.levels_beaten >= set(LADDER),
    ),
    _deed(
        "legend", later("A legend yourself"), later("Win a match against a Legend."),
        lambda career: "legend" in career.levels_beaten,
    ),
    _deed(
        "hundred_fires", later("A hundred fires"), later("Play a hundred matches to their end."),
        lambda career: career.matches >= MANY_MATCHES,
    ),
    _deed(
        "back_again", later("The desert waited"),
        later("Come back and play after a month without a match."),
        lambda career: career.pause >= PAUSE_SECONDS, is_hidden=True,
    ),
)  # fmt: skip
"""Those of all matches together, computed from the results."""


AnyDeed = Deed[Career] | GameDeed
"""A deed of a match, or of all together."""


def common_deeds() -> tuple[AnyDeed, ...]:
    """The deeds of no game in particular."""
    return (*CAREER_DEEDS, *MATCH_DEEDS)


def deed_of(name: str) -> AnyDeed | None:
    """The deed with an id; None if it is gone, or its game."""
    game = name.partition(".")[0]
    own = registry.get(game).deeds if game in registry.ids() else ()
    return next((deed for deed in (*common_deeds(), *own) if deed.id == name), None)


def first_earned(results: Iterable[Result]) -> dict[str, Result]:
    """The result that brought each deed, by the id of the deed, in order of time.

    Only matches count that were not assisted and in which the user had a seat. An id that no deed
    has any more stays. `results`: in order of time.
    """
    first: dict[str, Result] = {}
    career = Career()
    for result in own_results(results):
        career.add(result)
        for deed in CAREER_DEEDS:
            if deed.id not in first and deed.is_done(career):
                first[deed.id] = result
        for name in result.deeds:
            first.setdefault(name, result)
    return first


def earned_by_match(results: Iterable[Result]) -> dict[str, list[str]]:
    """The ids of the deeds that each match was the first to bring, by the match. `results`: in
    order of time."""
    matches: dict[str, list[str]] = {}
    for name, result in first_earned(results).items():
        if deed_of(name):
            matches.setdefault(result.match, []).append(name)
    return matches


def new_deeds(earlier: Sequence[Result], new: Result) -> list[str]:
    """The ids of the deeds that the newest result is the first to bring."""
    first = first_earned([*earlier, new])
    return [name for name, result in first.items() if result is new and deed_of(name)]
