"""The record of a match: all that must be kept to play it again, as plain data."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from typing import Annotated, Any, Final
from uuid import uuid4

import msgspec
from attrs import define, field, frozen
from msgspec import Meta

from caravan_tui.engine.rng import LARGEST_SEED
from caravan_tui.games.contract import OptionValue

FORMAT: Final = 1
"""Version of the plain data that `Record.to_plain` writes."""

PERSON: Final = "person"
"""The kind of a seat in which a person sits; every other kind is the name of a level."""

_MOST_SEATS = 64
_LEAST_INT, _MOST_INT = -(1 << 63), (1 << 64) - 1
"""What msgpack can hold."""

_Text = Annotated[str, Meta(max_length=200)]
_Count = Annotated[int, Meta(ge=0, le=(1 << 63) - 1)]


def new_id() -> str:
    """A name for a match, safe as the name of a file."""
    return uuid4().hex


@frozen
class Seat:
    """Who sits in a seat."""

    kind: str = PERSON
    """`person`, or the name of a level."""
    name: str = ""
    """Shown in logs and panels."""
    style: str | None = None
    """The personality of a computer seat; None is the level's own."""

    @property
    def is_person(self) -> bool:
        """Whether a person decides here."""
        return self.kind == PERSON


def one_line(text: str) -> str:
    """A text on one line, without signs that steer a terminal or the direction of writing: what
    stands in a file may come from anybody."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def distinct_names(names: Iterable[str]) -> list[str]:
    """The names, with a number after each that is there already: `Trader`, `Trader 2`."""
    given: list[str] = []
    for base in names:
        name, number = base, 1
        while name in given:
            number += 1
            name = f"{base} {number}"
        given.append(name)
    return given


@frozen
class Result:
    """How a match ended: one score and one rank a seat, 1 is best."""

    scores: tuple[float, ...]
    ranks: tuple[int, ...]


@define
class Record:
    """A match without its state: from this alone it can be played again, action by action."""

    game: str
    rules: int
    """Rules version of the game when the match was made."""
    options: dict[str, OptionValue]
    """Every option with its resolved value."""
    seats: list[Seat]
    seed: int
    custom: Any | None = None
    """The user's own boards, tiles or cards as plain data, None for the built-in ones."""
    log: list[int] = field(factory=list)
    """Every action in order, those of chance included."""
    assisted: bool = False
    """A decision was taken back after another seat had answered it: no rating counts this."""
    began: int = field(factory=lambda: int(time.time()))
    """Seconds since 1970, UTC."""
    changed: int = field(factory=lambda: int(time.time()))
    """When the last action was played or taken back, seconds since 1970, UTC."""
    result: Result | None = None
    """None while the match runs."""
    id: str = field(factory=new_id)

    def to_plain(self) -> dict[str, Any]:
        """The record as plain data for msgpack."""
        result = self.result
        return {
            "format": FORMAT,
            "id": self.id,
            "game": self.game,
            "rules": self.rules,
            "options": dict(self.options),
            "house": self.custom,
            "seats": [
                {"kind": seat.kind, "name": seat.name, "style": seat.style} for seat in self.seats
            ],
            "seed": self.seed,
            "log": list(self.log),
            "assisted": self.assisted,
            "began": self.began,
            "changed": self.changed,
            "result": result
            and {"scores": list(result.scores), "ranks": [int(rank) for rank in result.ranks]},
        }

    @classmethod
    def from_plain(cls, data: Any) -> Record:
        """The record back. Raises ValueError with one line on what is wrong.

        Whether the game exists and the log is legal shows when the match is made of it.
        """
        version = data.get("format") if isinstance(data, dict) else None
        if type(version) is int and version != FORMAT:
            raise ValueError(f"the record has format {version}; this program reads {FORMAT}")
        try:
            plain = msgspec.convert(data, _RecordData)
        except (ValueError, TypeError, RecursionError) as error:
            raise ValueError(_problem(error)) from None
        if plain.log and not (min(plain.log) >= _LEAST_INT and max(plain.log) <= _MOST_INT):
            raise ValueError("'log' of the record is not right")
        words = [plain.game, *plain.options, *map(str, plain.options.values())]
        words += [word for seat in plain.seats for word in (seat.kind, seat.style or "")]
        if not all(word.isprintable() for word in words):
            raise ValueError("the record has letters that cannot be shown")
        result = plain.result
        if result and not len(result.scores) == len(result.ranks) == len(plain.seats):
            raise ValueError("'result' of the record is not right: one score and rank a seat")
        return cls(
            id=plain.id,
            game=plain.game,
            rules=plain.rules,
            options=plain.options,
            custom=plain.house,
            seats=[Seat(seat.kind, one_line(seat.name), seat.style) for seat in plain.seats],
            seed=plain.seed,
            log=plain.log,
            assisted=plain.assisted,
            began=plain.began,
            changed=plain.changed,
            result=Result(tuple(result.scores), tuple(result.ranks)) if result else None,
        )


class _SeatData(msgspec.Struct, forbid_unknown_fields=True):
    kind: _Text
    name: _Text
    style: _Text | None


class _ResultData(msgspec.Struct, forbid_unknown_fields=True):
    scores: list[int | float]
    ranks: list[int]


class _RecordData(msgspec.Struct, forbid_unknown_fields=True):
    """The plain data of a record, as `Record.to_plain` writes it."""

    format: _Count
    id: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z")]
    game: _Text
    rules: _Count
    options: dict[str, bool | int | str]
    house: Any
    """`Record.custom`; the file keeps the name that it had at first."""
    seats: Annotated[list[_SeatData], Meta(min_length=1, max_length=_MOST_SEATS)]
    seed: Annotated[int, Meta(ge=0, le=LARGEST_SEED)]
    log: Annotated[list[int], Meta(max_length=1 << 24)]
    assisted: bool
    began: _Count
    changed: _Count
    result: _ResultData | None


_PLACE = re.compile(r" - at `(?:key` in `)?\$\.?(.*?)(?:\[\.\.\.\])?`$")
_NAMED = re.compile(r"^Object (missing required|contains unknown) field `(.*?)`")


def _problem(error: Exception) -> str:
    """What is wrong with a record, in one line: the library's words with the path of the field."""
    text = " ".join(str(error).split())
    place = _PLACE.search(text)
    where = f"'{one_line(place[1])}' of the record" if place and place[1] else "the record"
    named = _NAMED.match(text)
    if named is None:
        return f"{where} is not right"
    if named[1] == "contains unknown":
        return f"{where} has an unknown field: {one_line(named[2])}"
    return f"{where} has no '{one_line(named[2])}'"
