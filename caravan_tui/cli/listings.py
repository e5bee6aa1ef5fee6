"""What the administrator's listings say, for programs."""

from __future__ import annotations

from collections.abc import Sequence

NUMBERS = frozenset(
    {"number", "minutes", "idle", "process", "seconds", "moves", "watchers", "waiting"}
)
"""Columns of numbers, by their English titles."""

Value = str | int | None


def for_programs(listing: str, rows: Sequence[Sequence[str]]) -> object:
    """The rows of a listing, in English, as JSON: an object for each, by the titles of the columns.
    Of `health` there is one object, or in a cluster one for each host. Numbers are numbers, times
    are in the unit of the listing, and null stands for what there is none of."""
    if listing == "health":
        return _health(rows)
    titles, *body = rows
    place = titles.index("code") if "code" in titles else None
    return [
        {title: _value(title, cell) for title, cell in zip(titles, row, strict=True)}
        if len(row) == len(titles)
        else {titles[0]: row[0], "problem": row[1]}
        for row in body
        if place is None or row[place] != "alone"
    ]


def _health(rows: Sequence[Sequence[str]]) -> object:
    if all(len(row) == 2 for row in rows):
        return {name: _count(value) for name, value in rows}
    hosts: dict[str, dict[str, Value]] = {}
    for host, *rest in rows:
        facts = hosts.setdefault(host, {})
        if len(rest) == 2:
            facts[rest[0]] = _count(rest[1])
        else:
            facts["problem"] = rest[0]
    return hosts


def _count(cell: str) -> int:
    """The number of a cell that may have a unit."""
    return int(cell.split()[0])


def _value(title: str, cell: str) -> Value:
    if title in NUMBERS:
        return _count(cell)
    return None if cell == "-" else cell
