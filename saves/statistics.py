"""Statistics of a user's results: counts, streaks, a rating over time, records."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from math import log, pi, sqrt
from typing import Final, TypeVar

from attrs import frozen

from caravan_tui.engine import PERSON
from caravan_tui.i18n import _n, later
from saves.profile import Result

K = TypeVar("K")

RATINGS: Final = {
    "random": 400.0,
    "greedy": 900.0,
    "herder": 900.0,
    "porter": 1000.0,
    "drover": 1100.0,
    "trader": 1200.0,
    "guide": 1300.0,
    "merchant": 1400.0,
    "elder": 1500.0,
    "master": 1600.0,
    "legend": 1700.0,
}
"""Strength of each kind of computer player: the fixed points of the scale."""
MARKED: Final = ("herder", "porter", "trader", "merchant", "master")
"""The kinds that a chart of ratings marks."""
UNRATED: Final = "adaptive"
"""The kind of computer player that adapts to the user: a result against it tells no strength."""
UNKNOWN_RATING: Final = 1200.0
FIRST_RATING: Final = 1000.0
FIRST_DEVIATION: Final = 350.0
LEAST_DEVIATION: Final = 45.0
"""A lower bound, so that a rating always keeps moving."""
TOLD_FROM: Final = 3
"""Matches from which on a rating is told: before, it says next to nothing."""
RECENT: Final = 10
"""Matches that tell of the user's present strength."""
_LEVEL_DEVIATION: Final = 30.0
_Q: Final = log(10) / 400


@frozen
class Summary:
    """Totals of some results, for the user's seat."""

    matches: int
    contested: int
    """Matches against at least one other seat; wins and ranks count only these."""
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
    """Total time of play."""

    @property
    def share(self) -> float | None:
        """Wins as a share of contested matches, 0 to 1; None without any."""
        return self.wins / self.contested if self.contested else None


def own_results(results: Iterable[Result], assisted: bool = False) -> list[Result]:
    """The results in which the user had a seat: the assisted ones, or else the others."""
    return [r for r in results if r.me is not None and r.assisted == assisted]


def contested(results: Iterable[Result]) -> list[Result]:
    """The results against at least one other seat, which can be won."""
    return [r for r in results if r.seats > 1 and r.rank is not None]


def recent_outcomes(results: Iterable[Result], count: int = RECENT) -> list[bool]:
    """Whether each of the last contested matches was won, the oldest first."""
    return [r.won for r in contested(results)][-count:]


def win_shares(results: Iterable[Result], count: int = RECENT) -> list[float]:
    """After each contested match: the share of wins in the last ones, 0 to 1."""
    wins = [r.won for r in contested(results)]
    shares = []
    for number in range(1, len(wins) + 1):
        last = wins[max(0, number - count) : number]
        shares.append(sum(last) / len(last))
    return shares


def summarize(results: Sequence[Result]) -> Summary:
    """Total up results of the user's, in order of time (see `own_results`)."""
    ranked = contested(results)
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
    """Key for `breakdown`: the number of seats."""
    return result.seats


def by_turn_order(result: Result) -> int:
    """Key for `breakdown`: the place in turn order, from 1; 0 without a seat."""
    return 0 if result.me is None else result.me + 1


def by_month(result: Result) -> str:
    """Key for `breakdown`: the month in which a match ended, `2026-03`, in local time."""
    return time.strftime("%Y-%m", time.localtime(result.ended))


def by_level(result: Result) -> str:
    """Key for `breakdown`: the kinds of the other seats."""
    return result.against


def breakdown(results: Iterable[Result], key: Callable[[Result], K]) -> dict[K, Summary]:
    """Summarize results by a key, in the order in which its values first occur."""
    groups: dict[K, list[Result]] = {}
    for result in results:
        groups.setdefault(key(result), []).append(result)
    return {value: summarize(group) for value, group in groups.items()}


def by_opponent(results: Iterable[Result]) -> dict[str, Summary]:
    """Summarize results by the kind of each opponent, the weakest first and people last. A match
    against several kinds counts for each of them."""
    groups: dict[str, list[Result]] = {}
    for result in contested(results):
        for kind in result.against.split(", "):
            groups.setdefault(kind, []).append(result)
    kinds = sorted(groups, key=lambda kind: (kind == PERSON, RATINGS.get(kind, UNKNOWN_RATING)))
    return {kind: summarize(groups[kind]) for kind in kinds}


@frozen
class Rating:
    """The user's Glicko rating after a match, on the scale of `RATINGS`."""

    when: int
    """Seconds since 1970, UTC."""
    value: float
    deviation: float
    """Standard deviation: the true strength is within two of them with 95 % probability."""
    match: str

    @property
    def low(self) -> float:
        """The lower end of the likely range."""
        return self.value - 2 * self.deviation

    @property
    def high(self) -> float:
        """The upper end of the likely range."""
        return self.value + 2 * self.deviation


def ratings(results: Iterable[Result]) -> list[Rating]:
    """Compute the rating after each match against computer players, in order of time.

    Each computer player counts as one game: won if the user ranks higher, half if they share the
    rank. Assisted matches do not count, nor does a computer player that adapts. Formulas: Mark E.
    Glickman, "The Glicko system" (1995), steps 2a and 2b, with each match as a rating period; a
    level's strength is fixed.
    """
    value, deviation = FIRST_RATING, FIRST_DEVIATION
    history = []
    for result in own_results(results):
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
        history.append(Rating(result.ended, value, deviation, result.match))
    return history


def rating_change(history: Sequence[Rating], count: int = RECENT) -> float | None:
    """How far the rating has moved over the last matches; None before the second."""
    if len(history) < 2:
        return None
    return history[-1].value - history[max(0, len(history) - 1 - count)].value


def _outcomes(result: Result) -> list[tuple[str, float]]:
    """The kind of each computer player, and the user's score against it: 1, 0.5 or 0."""
    own_rank = result.rank or 0
    return [
        (kind, 1.0 if own_rank < rank else 0.5 if own_rank == rank else 0.0)
        for seat, (kind, rank) in enumerate(zip(result.kinds, result.ranks, strict=True))
        if seat != result.me and kind != PERSON
    ]


def _games(result: Result) -> list[tuple[float, float]]:
    """The strength of each computer player that has one, and the user's score against it."""
    return [
        (RATINGS.get(kind, UNKNOWN_RATING), score)
        for kind, score in _outcomes(result)
        if kind != UNRATED
    ]


def scores_against(results: Iterable[Result], kind: str) -> list[float]:
    """The user's score against a kind of computer player in each match that is not assisted, in
    order of time: 1, 0.5 or 0, as the mean over the seats of that kind."""
    scores = []
    for result in own_results(results):
        met = [score for other, score in _outcomes(result) if other == kind]
        if met:
            scores.append(sum(met) / len(met))
    return scores


@frozen
class Best:
    """A record: the user's highest value of something in a game."""

    game: str
    name: str
    """What was counted; in English, to be translated."""
    value: float
    match: str
    when: int


def records(results: Iterable[Result]) -> list[Best]:
    """Find the records of each game: score, margin, and those that it names (`Game.records`).

    Of equal values the first stands. Only a value above 0 is a record. Assisted matches do not
    count.
    """
    best: dict[tuple[str, str], Best] = {}
    for result in own_results(results):
        values = {later("highest score"): result.score or 0.0, **result.records}
        if result.won:
            others = [s for seat, s in enumerate(result.scores) if seat != result.me]
            values[later("widest margin")] = (result.score or 0.0) - max(others)
        for name, value in values.items():
            known = best.get((result.game, name))
            if value > (known.value if known else 0):
                best[result.game, name] = Best(result.game, name, value, result.match, result.ended)
    return [best[key] for key in sorted(best)]


def summary_line(name: str, summary: Summary) -> str:
    """Totals in a line: `Dice Village: 3 matches, won 1, mean rank 1.67, best 7`."""
    text = _n(
        "{name}: {matches} match, won {wins}, mean rank {rank}, best {best}",
        "{name}: {matches} matches, won {wins}, mean rank {rank}, best {best}",
        summary.matches,
    )
    return text.format(
        name=name,
        matches=summary.matches,
        wins=summary.wins,
        rank="-" if summary.mean_rank is None else f"{summary.mean_rank:.2f}",
        best="-" if summary.best is None else f"{summary.best:g}",
    )
