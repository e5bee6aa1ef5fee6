"""The header of a saved match: what a list of matches shows without reading the match.

`docs/save-format.md` describes every field.
"""

from __future__ import annotations

import time
from typing import Any

from attrs import field, frozen

from caravan_tui.engine import Match, Seat
from caravan_tui.games.contract import OVER

_LONGEST_TITLE = 80
_MOST_SEATS = 64


@frozen
class Meta:
    """What is kept of a saved match beside the match."""

    title: str = ""
    """The name that the user gave it."""
    played: int = 0
    """Seconds of play, pauses left out."""
    daily: str | None = None
    """The day, as 2026-03-01, if it is that day's daily desert."""
    branch_of: str | None = None
    """The id of the match that it was branched off."""


@frozen
class Header:
    """What a list of matches shows; read without reading the match."""

    id: str
    game: str
    seats: tuple[Seat, ...]
    scores: tuple[float, ...]
    ranks: tuple[int, ...] | None
    """None while the match runs."""
    round: int
    to_act: int
    """The seat whose decision it is, or OVER."""
    actions: int
    assisted: bool
    began: int
    """Times are seconds since 1970, UTC."""
    changed: int
    saved: int
    meta: Meta = field(factory=Meta)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.to_act == OVER


def header_of(match: Match, meta: Meta, now: int | None = None) -> Header:
    """What a list of matches shows of this one. `now`: seconds since 1970, UTC."""
    record = match.record
    return Header(
        id=record.id,
        game=record.game,
        seats=tuple(record.seats),
        scores=tuple(match.scores),
        ranks=match.ranks,
        round=int(match.view(None)["round"]),
        to_act=match.to_act,
        actions=match.version,
        assisted=record.assisted,
        began=record.began,
        changed=record.changed,
        saved=int(time.time()) if now is None else now,
        meta=meta,
    )


def to_plain(header: Header) -> dict[str, Any]:
    """A header as plain data, a key for each field of the file's header."""
    return {
        "id": header.id,
        "game": header.game,
        "seats": [[seat.kind, seat.name, seat.style] for seat in header.seats],
        "scores": list(header.scores),
        "ranks": None if header.ranks is None else list(header.ranks),
        "round": header.round,
        "to_act": header.to_act,
        "actions": header.actions,
        "assisted": header.assisted,
        "began": header.began,
        "changed": header.changed,
        "saved": header.saved,
        "title": header.meta.title,
        "played": header.meta.played,
        "daily": header.meta.daily,
        "branch_of": header.meta.branch_of,
    }


def from_plain(plain: dict[str, Any]) -> Header:
    """The header of plain data. Raises ValueError, TypeError or KeyError if it is none."""
    seats = tuple(Seat(*_list(seat, 3)) for seat in _list(plain["seats"]))
    for seat in seats:
        _all(str, seat.kind, seat.name)
        if seat.style is not None:
            _all(str, seat.style)
    ranks: Any = plain["ranks"]
    scores = _list(plain["scores"], len(seats))
    numbers = [plain[name] for name in ("round", "to_act", "actions", "began", "changed", "saved")]
    _all(int, *numbers, plain["played"], *(_list(ranks, len(seats)) if ranks else ()))
    _all(bool, plain["assisted"])
    _all(str, plain["id"], plain["game"], plain["title"])
    for name in ("daily", "branch_of"):
        if plain[name] is not None:
            _all(str, plain[name])
    if not 1 <= len(seats) <= _MOST_SEATS or any(
        type(score) not in (int, float) for score in scores
    ):
        raise ValueError("seats or scores")
    if not OVER <= plain["to_act"] < len(seats):
        raise ValueError("to_act")
    return Header(
        id=plain["id"],
        game=plain["game"],
        seats=seats,
        scores=tuple(scores),
        ranks=None if ranks is None else tuple(ranks),
        round=plain["round"],
        to_act=plain["to_act"],
        actions=plain["actions"],
        assisted=plain["assisted"],
        began=plain["began"],
        changed=plain["changed"],
        saved=plain["saved"],
        meta=Meta(
            clean_title(plain["title"]),
            max(0, plain["played"]),
            plain["daily"],
            plain["branch_of"],
        ),
    )


def _list(value: Any, length: int | None = None) -> list[Any]:
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise TypeError("wrong type")
    return value


def _all(kind: type, *values: Any) -> None:
    for value in values:
        if type(value) is not kind:
            raise TypeError("wrong type")


def clean_title(title: str) -> str:
    """A title on one line, without control characters, not too long."""
    return " ".join("".join(c if c.isprintable() else " " for c in title).split())[:_LONGEST_TITLE]
