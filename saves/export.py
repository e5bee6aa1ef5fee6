"""Results and statistics for other programs: JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from attrs import asdict

from saves import statistics
from saves.profile import Result, to_plain

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
"""Of the CSV. `seat` counts from 0; `ended` is UTC; lists are divided by `|`."""


def as_json(results: Sequence[Result]) -> str:
    """All results, and what they come to."""
    return json.dumps(
        {"results": [to_plain(one) for one in results], "statistics": summary(results)}, indent=2
    )


def summary(results: Sequence[Result]) -> dict[str, Any]:
    """What the results come to, as plain data; assisted matches apart."""
    counted = statistics.own(results)
    assisted = statistics.own(results, assisted=True)

    def groups(found: dict[Any, statistics.Summary]) -> dict[str, Any]:
        return {str(key): _summary(value) for key, value in found.items()}

    return {
        "all": _summary(statistics.summarize(counted)),
        "assisted": _summary(statistics.summarize(assisted)),
        "by_game": groups(statistics.breakdown(counted, statistics.by_game)),
        "by_seats": groups(statistics.breakdown(counted, statistics.by_seats)),
        "by_level": groups(statistics.breakdown(counted, statistics.by_level)),
        "rating": [asdict(one) for one in statistics.ratings(results)],
        "records": [asdict(one) for one in statistics.records(results)],
    }


def _summary(found: statistics.Summary) -> dict[str, Any]:
    return {**asdict(found), "share": found.share}


def as_csv(results: Sequence[Result]) -> str:
    """A line for each result, with a head; `COLUMNS` says what stands in them."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for one in results:
        options = (f"{name}={value}" for name, value in one.options.items())
        row = (
            one.match,
            one.game,
            datetime.fromtimestamp(one.ended, UTC).strftime("%Y-%m-%d %H:%M:%S"),
            one.seats,
            one.me,
            one.rank,
            one.score,
            int(one.won),
            one.against,
            one.played,
            one.actions,
            one.rounds,
            int(one.assisted),
            one.daily,
            "|".join(one.kinds),
            "|".join(one.names),
            "|".join(map(str, one.scores)),
            "|".join(map(str, one.ranks)),
            "|".join(options),
        )
        writer.writerow([_cell(value) for value in row])
    return text.getvalue()


def _cell(value: object) -> object:
    """A text that no spreadsheet takes for a formula."""
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return "'" + value
    return value
