"""What results and reviews say together: how well, how luckily, against whom and when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import accumulate
from math import sqrt
from typing import Final

from attrs import field, frozen

from saves.profile import Result
from saves.reviews import Errors, Part, Review, total

ENOUGH_MEETINGS: Final = 3
"""Meetings with an opponent from which on a share is told."""

ENOUGH_FOR_LUCK: Final = 6
"""Matches from which on it is told how much of the results luck explains."""

SURE: Final = 1.96
"""Standard errors on each side of a value within which the truth lies with 95 % probability."""


@frozen
class Reviewed:
    """A match with what an analysis said of it."""

    result: Result
    review: Review

    @property
    def luck(self) -> float:
        """What chance gave the user, as an expected result."""
        return self.review.luck[self.review.seat] if self.review.luck else 0.0

    @property
    def luck_error(self) -> float:
        """The standard error of that."""
        return self.review.luck_errors[self.review.seat] if self.review.luck else 0.0

    @property
    def leads_without_luck(self) -> bool:
        """Whether the user would have ended ahead of everybody if nobody had had any luck."""
        review = self.review
        without = [end - luck for end, luck in zip(review.values, review.luck, strict=True)]
        others = [value for seat, value in enumerate(without) if seat != review.seat]
        return bool(others) and without[review.seat] > max(others)


def reviewed(results: Iterable[Result], reviews: Iterable[Review]) -> list[Reviewed]:
    """Those of these results that have a review, in their order."""
    known = {(review.match, review.seat): review for review in reviews}
    return [
        Reviewed(result, known[result.match, result.me])
        for result in results
        if result.me is not None and (result.match, result.me) in known
    ]


# Skill


def phases(matches: Iterable[Reviewed]) -> list[Part]:
    """The beginnings, the middles and the ends of matches."""
    parts: list[list[Part]] = []
    for match in matches:
        for number, part in enumerate(match.review.phases):
            if number == len(parts):
                parts.append([])
            parts[number].append(part)
    return [total(part) for part in parts]


def kinds(matches: Iterable[Reviewed]) -> dict[str, Part]:
    """The decisions by kind of move, the kind that cost most in all first."""
    parts: dict[str, list[Part]] = {}
    for match in matches:
        for kind, part in match.review.kinds.items():
            parts.setdefault(kind, []).append(part)
    sums = {kind: total(group) for kind, group in parts.items()}
    return dict(sorted(sums.items(), key=lambda pair: -pair[1].loss))


def errors(matches: Iterable[Reviewed]) -> Errors:
    """The marked decisions of all matches together."""
    marks = [match.review.marks for match in matches]
    return Errors(
        sum(mark.finds for mark in marks),
        sum(mark.inaccuracies for mark in marks),
        sum(mark.mistakes for mark in marks),
        sum(mark.blunders for mark in marks),
    )


# Luck


@frozen
class Fortune:
    """How luck and results went together. Only contested matches with chance count."""

    matches: int
    value: float
    """All luck together, in won matches."""
    error: float
    lucky: tuple[int, int]
    """Matches with good luck: how many were won, of how many."""
    unlucky: tuple[int, int]
    """The same with bad luck."""
    robbed: int
    """Matches that were not won though the user would have been ahead without luck."""
    gifted: int
    """Matches that were won though somebody else would have been ahead without luck."""
    explained: float | None
    """Share of the differences between results that luck explains, 0..1; None: too few matches."""

    @property
    def won(self) -> int:
        """How many of the matches were won."""
        return self.lucky[0] + self.unlucky[0]

    @property
    def lost(self) -> int:
        """How many were not."""
        return self.matches - self.won


def with_luck(matches: Iterable[Reviewed]) -> list[Reviewed]:
    """The matches against others in which chance had a part."""
    return [match for match in matches if match.review.luck and match.result.seats > 1]


def luck_course(matches: Iterable[Reviewed]) -> list[tuple[float, float]]:
    """After each match that `with_luck` keeps: the sum of all luck, and its standard error."""
    kept = with_luck(matches)
    sums = accumulate(match.luck for match in kept)
    squares = accumulate(match.luck_error**2 for match in kept)
    return [(value, sqrt(square)) for value, square in zip(sums, squares, strict=True)]


def fortune(matches: Iterable[Reviewed]) -> Fortune:
    """Sum up how luck and results went together."""
    kept = with_luck(matches)
    lucky = [match.result.won for match in kept if match.luck > 0]
    unlucky = [match.result.won for match in kept if match.luck <= 0]
    value, error = luck_course(kept)[-1] if kept else (0.0, 0.0)
    return Fortune(
        matches=len(kept),
        value=value,
        error=error,
        lucky=(sum(lucky), len(lucky)),
        unlucky=(sum(unlucky), len(unlucky)),
        robbed=sum(match.leads_without_luck and not match.result.won for match in kept),
        gifted=sum(match.result.won and not match.leads_without_luck for match in kept),
        explained=_explained([match.luck for match in kept], [match.result.won for match in kept]),
    )


def _explained(lucks: Sequence[float], wins: Sequence[bool]) -> float | None:
    """The square of the correlation of luck and winning."""
    count = len(lucks)
    if count < ENOUGH_FOR_LUCK:
        return None
    mean_luck, mean_win = sum(lucks) / count, sum(wins) / count
    luck = sum((value - mean_luck) ** 2 for value in lucks)
    win = sum((value - mean_win) ** 2 for value in wins)
    both = sum((a - mean_luck) * (b - mean_win) for a, b in zip(lucks, wins, strict=True))
    return both**2 / (luck * win) if luck and win else None


# Opponents


@frozen
class Meetings:
    """How the user did against an opponent, a kind of opponents, or in some place."""

    count: int
    points: float
    """1 for each opponent that the user left behind, a half for a shared rank."""

    @property
    def share(self) -> float:
        """The points of a meeting, 0..1; 0.5 is as good as the others."""
        return self.points / self.count

    @property
    def low(self) -> float:
        """The lower end of the likely range of the share."""
        return self._bound(-1)

    @property
    def high(self) -> float:
        """The upper end of the likely range of the share."""
        return self._bound(1)

    @property
    def is_enough(self) -> bool:
        """Whether there are enough of them to tell a share."""
        return self.count >= ENOUGH_MEETINGS

    def _bound(self, sign: int) -> float:
        """An end of Wilson's score interval."""
        square = SURE**2
        middle = self.share + square / (2 * self.count)
        spread = SURE * sqrt(
            self.share * (1 - self.share) / self.count + square / (4 * self.count**2)
        )
        return min(1.0, max(0.0, (middle + sign * spread) / (1 + square / self.count)))


Key = Callable[[Result, int], str]
"""What a meeting counts for: of a result, and the seat of an opponent in it. '': for nothing."""


def level_of(result: Result, seat: int) -> str:
    """The kind of an opponent: the name of a level, or `person`."""
    return result.kinds[seat]


def opponent_of(result: Result, seat: int) -> str:
    """The name and the kind of an opponent, apart by a line break; '' without a name."""
    name = result.names[seat]
    return f"{name}\n{result.kinds[seat]}" if name else ""


def game_of(result: Result, seat: int) -> str:
    """The game."""
    return result.game


def place_of(result: Result, seat: int) -> str:
    """The user's place in turn order, from 1."""
    return "" if result.me is None else str(result.me + 1)


def style_of(styles: Mapping[str, Sequence[str]]) -> Key:
    """A key for the style of an opponent. `styles`: of the seats of matches, by their ids."""

    def key(result: Result, seat: int) -> str:
        known = styles.get(result.match, ())
        return known[seat] if seat < len(known) else ""

    return key


def meetings(results: Iterable[Result], key: Key) -> dict[str, Meetings]:
    """The meetings with the opponents of the user's results by a key, the best share first."""
    points: dict[str, list[float]] = {}
    for result in results:
        if result.me is None:
            continue
        own = result.ranks[result.me]
        for seat, rank in enumerate(result.ranks):
            value = key(result, seat) if seat != result.me else ""
            if value:
                point = 1.0 if own < rank else 0.5 if own == rank else 0.0
                points.setdefault(value, []).append(point)
    groups = {value: Meetings(len(group), sum(group)) for value, group in points.items()}
    return dict(sorted(groups.items(), key=lambda pair: (-pair[1].share, -pair[1].count)))


def met(results: Iterable[Result], key: Key, value: str) -> frozenset[tuple[str, int]]:
    """The meetings of one of these groups: each match, and the seat of the opponent in it."""
    return frozenset(
        (result.match, seat)
        for result in results
        if result.me is not None
        for seat in range(len(result.ranks))
        if seat != result.me and key(result, seat) == value
    )


def weakest(groups: Mapping[str, Meetings]) -> tuple[str, Meetings] | None:
    """Where the user loses most: the group of the lowest share among those that are large enough;
    None if all do alike, or there is nothing to compare."""
    known = [(value, group) for value, group in groups.items() if group.is_enough]
    value, group = min(known, key=lambda pair: (pair[1].share, -pair[1].count), default=("", None))
    if group is None or all(other.share <= group.share for _value, other in known):
        return None
    return value, group


# Days


@frozen
class Days:
    """On which days matches ended."""

    counts: Counter[date] = field(factory=Counter)

    @property
    def busiest(self) -> tuple[date, int] | None:
        """The day with the most matches; of several the last one."""
        return max(self.counts.items(), key=lambda pair: (pair[1], pair[0]), default=None)

    @property
    def longest(self) -> int:
        """The most days in a row."""
        longest = run = 0
        for day in sorted(self.counts):
            run = run + 1 if day - timedelta(1) in self.counts else 1
            longest = max(longest, run)
        return longest

    def streak(self, today: date) -> int:
        """Days in a row up to today, or up to yesterday as long as today is not over."""
        day = today if today in self.counts else today - timedelta(1)
        run = 0
        while day in self.counts:
            run += 1
            day -= timedelta(1)
        return run


def days(results: Iterable[Result]) -> Days:
    """The days on which these matches ended, in local time."""
    return Days(Counter(date.fromtimestamp(result.ended) for result in results))
