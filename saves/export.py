"""Results and statistics for other programs: JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from attrs import asdict

from saves import insights, statistics
from saves.deeds import first_earned
from saves.insights import Meetings, Reviewed
from saves.lines import to_plain
from saves.profile import Result
from saves.reviews import Review

COLUMNS = (
    "match",
    "game",
    "ended",
    "seats",
    "seat",
    "rank",
    "score",
    "won",
    "against",
    "seconds",
    "actions",
    "rounds",
    "assisted",
    "daily",
    "kinds",
    "names",
    "scores",
    "ranks",
    "options",
)
"""Columns of the CSV. `seat` counts from 0, `ended` is UTC, lists are separated by `|`."""


def as_json(results: Sequence[Result], reviews: Sequence[Review] = ()) -> str:
    """All results and reviews and their statistics, as JSON."""
    plain = {
        "results": [to_plain(result) for result in results],
        "reviews": [to_plain(review) for review in reviews],
        "statistics": summary(results, reviews),
    }
    return json.dumps(plain, indent=2)


def summary(results: Sequence[Result], reviews: Sequence[Review] = ()) -> dict[str, Any]:
    """The statistics of results and reviews as plain data, assisted matches apart."""
    counted = statistics.own_results(results)
    assisted = statistics.own_results(results, assisted=True)

    def groups(summaries: dict[Any, statistics.Summary]) -> dict[str, Any]:
        return {str(key): _summary(value) for key, value in summaries.items()}

    return {
        "all": _summary(statistics.summarize(counted)),
        "assisted": _summary(statistics.summarize(assisted)),
        "by_game": groups(statistics.breakdown(counted, statistics.by_game)),
        "by_seats": groups(statistics.breakdown(counted, statistics.by_seats)),
        "by_level": groups(statistics.breakdown(counted, statistics.by_level)),
        "rating": [asdict(rating) for rating in statistics.ratings(results)],
        "records": [asdict(record) for record in statistics.records(results)],
        "deeds": [
            {"id": name, "match": result.match, "when": result.ended}
            for name, result in first_earned(results).items()
        ],
        "play": _play(insights.reviewed(counted, reviews)),
        "opponents": {
            value.replace("\n", ", "): _meetings(met)
            for value, met in insights.meetings(counted, insights.opponent_of).items()
        },
        "days": {
            day.isoformat(): count for day, count in sorted(insights.days(results).counts.items())
        },
    }


def _play(matches: Sequence[Reviewed]) -> dict[str, Any]:
    """What analyses said of matches: decisions, what they gave away, and luck."""
    by_kind: dict[str, dict[str, Any]] = {}
    for game in sorted({match.result.game for match in matches}):
        own = [match for match in matches if match.result.game == game]
        by_kind[game] = {kind: to_plain(part) for kind, part in insights.kinds(own).items()}
    return {
        "matches": len(matches),
        "phases": [to_plain(part) for part in insights.phases(matches)],
        "marks": to_plain(insights.errors(matches)),
        "kinds": by_kind,
        "luck": asdict(insights.fortune(matches)),
    }


def _meetings(met: Meetings) -> dict[str, Any]:
    return {**asdict(met), "share": met.share, "low": met.low, "high": met.high}


def _summary(totals: statistics.Summary) -> dict[str, Any]:
    return {**asdict(totals), "share": totals.share}


def as_csv(results: Sequence[Result]) -> str:
    """All results as CSV: a row each, below a row of `COLUMNS`."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for result in results:
        options = (f"{name}={value}" for name, value in result.options.items())
        row = (
            result.match,
            result.game,
            datetime.fromtimestamp(result.ended, UTC).strftime("%Y-%m-%d %H:%M:%S"),
            result.seats,
            result.me,
            result.rank,
            result.score,
            int(result.won),
            result.against,
            result.played,
            result.actions,
            result.rounds,
            int(result.assisted),
            result.daily,
            "|".join(result.kinds),
            "|".join(result.names),
            "|".join(map(str, result.scores)),
            "|".join(map(str, result.ranks)),
            "|".join(options),
        )
        writer.writerow([_cell(value) for value in row])
    return text.getvalue()


def _cell(value: object) -> object:
    """Quote a text that a spreadsheet would take for a formula."""
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return "'" + value
    return value
