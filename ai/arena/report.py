"""What a contest has shown: a line a player, a line a pair, ratings; as plain data or text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from attrs import asdict, frozen

from ai.arena.contest import Contest, Played
from ai.arena.ratings import Rating, bradley_terry, wilson
from caravan_tui.i18n import _


@frozen
class Standing:
    """One kind of player over all its seats in all matches."""

    name: str
    seats: int
    """Seats it has sat in."""
    wins: float
    """Matches won; a shared first rank counts in part."""
    rate: float
    low: float
    high: float
    """Share of its seats that won, and its 95 % interval."""
    even: float
    """The share that would be even."""
    rank: float
    """Mean rank, shared ranks at their mean place."""
    score: float
    """Mean score."""
    decisions: int
    ms: float
    """Milliseconds a decision."""
    slowest: float
    """Milliseconds of the slowest decision."""


@frozen
class Pair:
    """How often one kind of player ranked better than another in the same match."""

    first: str
    second: str
    matches: int
    score: float
    low: float
    high: float
    """Mean of 1, ½ or 0 for the first, and its 95 % interval."""


def standings(contest: Contest, played: Sequence[Played]) -> list[Standing]:
    """A line for each kind of player, best share of wins first."""
    labels = [player.label for player in contest.players]
    lines = []
    for label in dict.fromkeys(labels):
        seats, wins, ranks, score, decisions = 0, 0.0, 0.0, 0.0, 0
        seconds, slowest = 0.0, 0.0
        for match in played:
            for seat, index in enumerate(match.order):
                if labels[index] != label:
                    continue
                seats += 1
                rank = match.ranks[seat]
                sharing = match.ranks.count(rank)
                wins += 1.0 / sharing if rank == 1 else 0.0
                ranks += rank + (sharing - 1) / 2
                score += match.scores[seat]
                decisions += match.decisions[seat]
                seconds += match.seconds[seat]
                slowest = max(slowest, match.slowest[seat])
        low, high = wilson(wins, seats)
        lines.append(
            Standing(
                label,
                seats,
                wins,
                wins / seats if seats else 0.0,
                low,
                high,
                1.0 / contest.seats,
                ranks / seats if seats else 0.0,
                score / seats if seats else 0.0,
                decisions,
                1000.0 * seconds / decisions if decisions else 0.0,
                1000.0 * slowest,
            )
        )
    return sorted(lines, key=lambda line: -line.rate)


def pairs(contest: Contest, played: Sequence[Played]) -> list[Pair]:
    """A line for each two kinds of players that met. A match counts once, with the mean of its
    comparisons, so the interval is not made too narrow by several seats of a kind."""
    labels = list(dict.fromkeys(player.label for player in contest.players))
    met: dict[tuple[int, int], list[float]] = {}
    for first, second, score in _met(contest, played):
        met.setdefault((first, second), []).append(score)
    lines = []
    for (first, second), scores in sorted(met.items()):
        low, high = wilson(sum(scores), len(scores))
        mean = sum(scores) / len(scores)
        lines.append(Pair(labels[first], labels[second], len(scores), mean, low, high))
    return lines


def shares(contest: Contest, played: Sequence[Played], label: str) -> dict[int, float]:
    """Where two kinds of players meet: by match, how often a seat of the one called `label` ranks
    better than one of the other, ties counting half."""
    labels = list(dict.fromkeys(player.label for player in contest.players))
    share_of_match = {}
    for match in played:
        for first, _other, score in _met(contest, [match]):
            share_of_match[match.number] = score if labels[first] == label else 1.0 - score
    return share_of_match


def ratings(contest: Contest, played: Sequence[Played]) -> list[Rating]:
    """Bradley-Terry ratings of the kinds of players, strongest first."""
    labels = list(dict.fromkeys(player.label for player in contest.players))
    results = [(first, second, score, 1.0) for first, second, score in _met(contest, played)]
    return bradley_terry(labels, results)


def _met(contest: Contest, played: Sequence[Played]) -> Iterator[tuple[int, int, float]]:
    """For each match and each two kinds in it, the lower index first: the mean score of the one."""
    labels = [player.label for player in contest.players]
    kinds = {label: index for index, label in enumerate(dict.fromkeys(labels))}
    for match in played:
        scores: dict[tuple[int, int], list[float]] = {}
        for seat, other in combinations(range(len(match.order)), 2):
            first, second = kinds[labels[match.order[seat]]], kinds[labels[match.order[other]]]
            if first == second:
                continue
            ahead = match.ranks[other] - match.ranks[seat]
            if first > second:
                first, second, ahead = second, first, -ahead
            score = 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
            scores.setdefault((first, second), []).append(score)
        for (first, second), each in scores.items():
            yield first, second, sum(each) / len(each)


def faults(contest: Contest, played: Sequence[Played]) -> dict[str, int]:
    """Of each program: the decisions that it was late with or got wrong, a quick move each."""
    counts = {player.label: 0 for player in contest.players if player.command}
    for match in played:
        for player, count in zip(match.order, match.faults, strict=False):
            if contest.players[player].command:
                counts[contest.players[player].label] += count
    return counts


def report(contest: Contest, played: Sequence[Played]) -> dict[str, Any]:
    """Everything as plain data for JSON."""
    return {
        **contest.plain(),
        "matches": len(played),
        "of": contest.total,
        "plies": sum(match.plies for match in played) / len(played) if played else 0.0,
        "standings": [asdict(line) for line in standings(contest, played)],
        "pairs": [asdict(line) for line in pairs(contest, played)],
        "faults": faults(contest, played),
        "ratings": [asdict(line) for line in ratings(contest, played)],
    }


def table(contest: Contest, played: Sequence[Played]) -> str:
    """Everything as lines of text."""
    rows = [
        [
            _("player"),
            _("seats"),
            _("wins"),
            _("share"),
            _("95 %"),
            _("rank"),
            _("score"),
            _("ms/move"),
            _("slowest"),
        ]
    ]
    rows += [
        [
            line.name,
            str(line.seats),
            f"{line.wins:.1f}",
            *(_standing(line) if line.seats else ["-"] * 6),
        ]
        for line in standings(contest, played)
    ]
    parts = [columns(rows)]
    beaten = pairs(contest, played)
    if beaten:
        rows = [[_("player"), _("against"), _("matches"), _("ranks better"), _("95 %")]]
        rows += [
            [
                pair.first,
                pair.second,
                str(pair.matches),
                f"{pair.score:.1%}",
                _span(pair.low, pair.high),
            ]
            for pair in beaten
        ]
        parts.append(columns(rows))
    if len(beaten) > 1:
        rows = [[_("player"), _("rating"), "±"]]
        rows += [
            [rating.name, f"{rating.points:.0f}", f"{rating.margin:.0f}"]
            for rating in ratings(contest, played)
        ]
        parts.append(columns(rows))
    for name, count in faults(contest, played).items():
        if count:
            text = _("{name} was late or wrong {count} times; a quick move was played each time.")
            parts.append(text.format(name=name, count=count))
    return "\n\n".join(parts)


def _standing(line: Standing) -> list[str]:
    return [
        f"{line.rate:.1%}",
        _span(line.low, line.high),
        f"{line.rank:.2f}",
        f"{line.score:.1f}",
        f"{line.ms:.1f}",
        f"{line.slowest:.0f}",
    ]


def _span(low: float, high: float) -> str:
    """An interval of shares in percent, short: the table is to fit 80 columns."""
    return f"{100 * low:.1f}-{100 * high:.1f}"


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows of words as aligned text: the first column to the left, the others to the right."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            word.ljust(width) if place == 0 else word.rjust(width)
            for place, (word, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
