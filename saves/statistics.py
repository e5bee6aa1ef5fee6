"""What the results of a user come to: counts, streaks, a rating over time, records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import log, pi, sqrt
from typing import Final, TypeVar

from attrs import frozen

from caravan_tui.engine import PERSON
from caravan_tui.words import later
from saves.profile import Result

K = TypeVar("K")

RATINGS: Final = {
    "random": 400.0,
    "greedy": 900.0,
    "porter": 1000.0,
    "trader": 1200.0,
    "merchant": 1400.0,
    "master": 1600.0,
}
"""What each kind of computer seat counts for: the fixed points of the scale."""
UNKNOWN_RATING: Final = 1200.0
FIRST_RATING: Final = 1000.0
FIRST_DEVIATION: Final = 350.0
LEAST_DEVIATION: Final = 45.0
"""So that a rating never stops following its player."""
_LEVEL_DEVIATION: Final = 30.0
_Q: Final = log(10) / 400


@frozen
class Summary:
    """Counts of some results; of the user's own seat."""

    matches: int
    contested: int
    """Against at least one other seat; wins and ranks are of these."""
    wins: int
    mean_rank: float | None
    mean_score: float | None
    best: float | None
    """The highest and the lowest score."""
    worst: float | None
    streak: int
    """Wins in a row up to now; negative: matches without a win in a row."""
    longest_streak: int
    """Most wins in a row."""
    seconds: int
    """Of play."""

    @property
    def share(self) -> float | None:
        """Wins of all that were contested, 0..1."""
        return self.wins / self.contested if self.contested else None


def own(results: Iterable[Result], assisted: bool = False) -> list[Result]:
    """The results in which the user had a seat: those that count, or the assisted ones."""
    return [r for r in results if r.me is not None and r.assisted == assisted]


def summarize(results: Sequence[Result]) -> Summary:
    """Count results, which are the user's own and stand in order of time."""
    ranked = [r for r in results if r.seats > 1 and r.rank is not None]
    scores = [r.score for r in results if r.score is not None]
    streak = longest = 0
    for result in ranked:
        if result.won:
            streak = streak + 1 if streak > 0 else 1
        else:
            streak = streak - 1 if streak < 0 else -1
        longest = max(longest, streak)
    return Summary(
        matches=len(results),
        contested=len(ranked),
        wins=sum(r.won for r in ranked),
        mean_rank=sum(r.rank or 0 for r in ranked) / len(ranked) if ranked else None,
        mean_score=sum(scores) / len(scores) if scores else None,
        best=max(scores, default=None),
        worst=min(scores, default=None),
        streak=streak,
        longest_streak=longest,
        seconds=sum(r.played for r in results),
    )


def by_game(result: Result) -> str:
    """Key for `breakdown`: the game's id."""
    return result.game


def by_seats(result: Result) -> int:
    """Key for `breakdown`: how many played."""
    return result.seats


def by_level(result: Result) -> str:
    """Key for `breakdown`: the kinds of the other seats."""
    return result.against


def breakdown(results: Iterable[Result], key: Callable[[Result], K]) -> dict[K, Summary]:
    """A summary for each value of a key, in the order in which they first came."""
    groups: dict[K, list[Result]] = {}
    for result in results:
        groups.setdefault(key(result), []).append(result)
    return {value: summarize(group) for value, group in groups.items()}


@frozen
class Rating:
    """How strong the user was after a match: Glicko, on the scale of `RATINGS`."""

    when: int
    """Seconds since 1970, UTC."""
    value: float
    deviation: float
    """Two of it on either side hold the true strength, most likely."""
    match: str


def ratings(results: Iterable[Result]) -> list[Rating]:
    """The rating after each match against computer seats, in order of time.

    Each such seat counts as one game: won if the user ranks before it, half if they share the
    rank. Assisted matches count nothing. Formulas: M. Glickman, The Glicko system, steps 2 a and
    b, every match a period of its own; a level's strength is fixed.
    """
    value, deviation = FIRST_RATING, FIRST_DEVIATION
    found = []
    for result in own(results):
        games = _games(result)
        if not games:
            continue
        information = swing = 0.0
        for strength, outcome in games:
            weight = 1 / sqrt(1 + 3 * (_Q * _LEVEL_DEVIATION / pi) ** 2)
            expected = 1 / (1 + 10 ** (-weight * (value - strength) / 400))
            information += (_Q * weight) ** 2 * expected * (1 - expected)
            swing += weight * (outcome - expected)
        spread = 1 / (1 / deviation**2 + information)
        value += _Q * spread * swing
        deviation = max(LEAST_DEVIATION, sqrt(spread))
        found.append(Rating(result.ended, value, deviation, result.match))
    return found


def _games(result: Result) -> list[tuple[float, float]]:
    """Strength of each computer seat, and 1, 0.5 or 0 for how the user did against it."""
    mine = result.rank or 0
    return [
        (
            RATINGS.get(kind, UNKNOWN_RATING),
            1.0 if mine < theirs else 0.5 if mine == theirs else 0.0,
        )
        for seat, (kind, theirs) in enumerate(zip(result.kinds, result.ranks, strict=True))
        if seat != result.me and kind != PERSON
    ]


@frozen
class Best:
    """A record: the most that the user ever had of something in a game."""

    game: str
    name: str
    """English, for the catalogue."""
    value: float
    match: str
    when: int


def records(results: Iterable[Result]) -> list[Best]:
    """The records of each game: score, margin, and what the game itself names (`Game.feats`).

    Of equal ones the first stands. Only matches that count.
    """
    best: dict[tuple[str, str], Best] = {}
    for result in own(results):
        values = {later("highest score"): result.score or 0.0, **result.feats}
        if result.won:
            others = [s for seat, s in enumerate(result.scores) if seat != result.me]
            values[later("widest margin")] = (result.score or 0.0) - max(others)
        for name, value in values.items():
            known = best.get((result.game, name))
            if known is None or value > known.value:
                best[result.game, name] = Best(result.game, name, value, result.match, result.ended)
    return [best[key] for key in sorted(best)]
