"""The header of a saved match: what a list of matches shows without reading the match.

`docs/save-format.md` describes every field.
"""

from __future__ import annotations

import time
from typing import Annotated, Any, Final

import msgspec
from attrs import frozen

from caravan_tui.engine import Match
from caravan_tui.engine.record import one_line
from caravan_tui.games.contract import OVER

LONGEST_TITLE: Final = 80
_MAX_SEATS: Final = 64

FROM_PROBLEM: Final = "problem"
"""Stands where the id of the match is that another was branched off: a problem has none."""


@frozen
class Meta:
    """What is saved with a match but is not part of it."""

    title: str = ""
    """The name that the user gave it."""
    played: int = 0
    """Seconds of play, without long pauses."""
    daily: str | None = None
    """The day, as `2026-03-01`, if the match is that day's daily desert."""
    branch_of: str | None = None
    """The id of the match from which this one was branched off; of a problem that was played on
    from, `FROM_PROBLEM`."""
    road: str | None = None
    """The station of the road that it is a try at, see `saves.road.mark_of`."""


class HeaderSeat(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The player in a seat, stored as `[kind, name, style]`."""

    kind: str
    """`person`, or the name of a level."""
    name: str
    style: str | None


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What a list of matches shows. The fields are those of the file."""

    id: str
    game: str
    seats: Annotated[tuple[HeaderSeat, ...], msgspec.Meta(min_length=1, max_length=_MAX_SEATS)]
    scores: tuple[int | float, ...]
    """One score per seat."""
    ranks: tuple[int, ...] | None
    """One rank per seat, 1 is best; None until the match is over."""
    round: int
    to_act: int
    """The seat to act, or OVER."""
    actions: int
    """Length of the log."""
    assisted: bool
    began: int
    """Times are seconds since 1970, UTC."""
    changed: int
    saved: int
    title: str
    played: int
    daily: str | None
    branch_of: str | None
    road: str | None = None
    begun: bool = True
    """Whether a person has moved; of older files it is not known."""

    def __post_init__(self) -> None:
        """Check what no single field can. Raises ValueError."""
        seats = len(self.seats)
        if len(self.scores) != seats or (self.ranks is not None and len(self.ranks) != seats):
            raise ValueError("not one score and one rank per seat")
        if not OVER <= self.to_act < seats:
            raise ValueError("to_act is not a seat")
        words = [self.id, self.game, self.daily or "", self.branch_of or "", self.road or ""]
        words += [word for seat in self.seats for word in (seat.kind, seat.style or "")]
        if not all(word.isprintable() for word in words):
            raise ValueError("letters that cannot be shown")

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.to_act == OVER

    @property
    def is_from_problem(self) -> bool:
        """Whether the match was played on from a problem, in which nobody waits for its end."""
        return self.branch_of == FROM_PROBLEM

    @property
    def is_begun(self) -> bool:
        """Whether a person has moved, or has begun a try: at a station of the Road and in the
        daily desert setting out begins it, whoever moves first."""
        return self.begun or bool(self.road or self.daily)

    @property
    def is_under_way(self) -> bool:
        """Whether the match was begun and is not over."""
        return self.is_begun and not self.over

    @property
    def meta(self) -> Meta:
        """The fields that are not taken from the match."""
        return Meta(self.title, self.played, self.daily, self.branch_of, self.road)


def header_of(match: Match, meta: Meta, now: int | None = None) -> Header:
    """Build the header of a match. `now`: seconds since 1970, UTC; the current time by default."""
    record = match.record
    return Header(
        id=record.id,
        game=record.game,
        seats=tuple(HeaderSeat(seat.kind, seat.name, seat.style) for seat in record.seats),
        scores=tuple(match.scores),
        ranks=match.ranks,
        round=int(match.view(None)["round"]),
        to_act=match.to_act,
        actions=match.version,
        assisted=record.assisted,
        began=record.began,
        changed=record.changed,
        saved=int(time.time()) if now is None else now,
        title=meta.title,
        played=meta.played,
        daily=meta.daily,
        branch_of=meta.branch_of,
        road=meta.road,
        begun=match.is_begun,
    )


def to_plain(header: Header) -> dict[str, Any]:
    """Convert a header to plain data for msgpack."""
    plain: dict[str, Any] = msgspec.to_builtins(header)
    return plain


def from_plain(plain: dict[str, Any]) -> Header:
    """Validate plain data as a header. Raises ValueError."""
    header = msgspec.convert(plain, Header)
    seats = tuple(msgspec.structs.replace(seat, name=one_line(seat.name)) for seat in header.seats)
    return msgspec.structs.replace(
        header, title=clean_title(header.title), played=max(0, header.played), seats=seats
    )


def clean_title(title: str) -> str:
    """Put a title on one line: no control characters, at most `LONGEST_TITLE` characters."""
    return one_line(title)[:LONGEST_TITLE]
