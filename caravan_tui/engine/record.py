"""The record of a match: all that must be kept to play it again, as plain data."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn, TypeVar
from uuid import uuid4

from attrs import define, field, frozen

from caravan_tui.engine.rng import LARGEST_SEED
from caravan_tui.games.contract import OptionValue

T = TypeVar("T")

FORMAT: Final = 1
"""Version of the plain data that `Record.to_plain` writes."""

PERSON: Final = "person"
"""The kind of a seat in which a person sits; every other kind is the name of a level."""

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_LONGEST_TEXT = 200
_MOST_SEATS = 64
_LEAST_INT, _MOST_INT = -(1 << 63), (1 << 64) - 1


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
    house: Any | None = None
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
            "house": self.house,
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
        top = _Fields(data, "the record")
        version = top.number("format", 1)
        if version != FORMAT:
            raise ValueError(f"the record has format {version}; this program reads {FORMAT}")
        seats = [_seat(entry, at) for at, entry in enumerate(top.items("seats", 1, _MOST_SEATS))]
        record = cls(
            id=top.text("id"),
            game=top.text("game"),
            rules=top.number("rules", 0),
            options=_options(top.take("options")),
            house=top.take("house"),
            seats=seats,
            seed=top.number("seed", 0, LARGEST_SEED),
            log=_numbers(top.items("log"), "log"),
            assisted=top.flag("assisted"),
            began=top.number("began", 0),
            changed=top.number("changed", 0),
            result=_result(top.take("result"), len(seats)),
        )
        top.no_more()
        if not _ID.fullmatch(record.id):
            raise ValueError("the record's id is not a plain name")
        return record


class _Fields:
    """Takes the fields of a mapping one by one, each checked."""

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, Mapping):
            raise ValueError(f"{where} is not a mapping")
        self._data = dict(data)
        self._where = where

    def take(self, name: str) -> Any:
        if name not in self._data:
            raise ValueError(f"{self._where} has no '{name}'")
        return self._data.pop(name)

    def number(self, name: str, low: int, high: int = _MOST_INT) -> int:
        value = self.take(name)
        if type(value) is not int or not low <= value <= high:
            self._wrong(name)
        return value

    def flag(self, name: str) -> bool:
        value = self.take(name)
        if not isinstance(value, bool):
            self._wrong(name)
        return value

    def text(self, name: str) -> str:
        value = self.take(name)
        if not isinstance(value, str) or len(value) > _LONGEST_TEXT:
            self._wrong(name)
        return value

    def items(self, name: str, least: int = 0, most: int = 1 << 24) -> list[Any]:
        value = self.take(name)
        if not isinstance(value, list | tuple) or not least <= len(value) <= most:
            self._wrong(name)
        return list(value)

    def no_more(self) -> None:
        if self._data:
            raise ValueError(f"{self._where} has an unknown field: {min(map(str, self._data))}")

    def _wrong(self, name: str) -> NoReturn:
        raise ValueError(f"'{name}' of {self._where} is not right")


def _seat(data: Any, at: int) -> Seat:
    fields = _Fields(data, f"seat {at}")
    kind, name = fields.text("kind"), fields.text("name")
    style = fields.take("style")
    if style is not None and (not isinstance(style, str) or len(style) > _LONGEST_TEXT):
        raise ValueError(f"'style' of seat {at} is not right")
    fields.no_more()
    return Seat(kind, name, style)


def _options(data: Any) -> dict[str, OptionValue]:
    if not isinstance(data, Mapping):
        raise ValueError("'options' of the record is not a mapping")
    for name, value in data.items():
        if not isinstance(name, str) or not isinstance(value, bool | int | str):
            raise ValueError("'options' of the record is not right")
    return dict(data)


def _all(items: list[Any], where: str, good: Callable[[Any], bool]) -> list[Any]:
    for at, item in enumerate(items):
        if not good(item):
            raise ValueError(f"'{where}' of the record is not right at {at}")
    return items


def _numbers(items: list[Any], where: str) -> list[int]:
    return _all(items, where, lambda item: type(item) is int and _LEAST_INT <= item <= _MOST_INT)


def _result(data: Any, seats: int) -> Result | None:
    if data is None:
        return None
    fields = _Fields(data, "the result")
    scores = _all(fields.items("scores", seats, seats), "scores", lambda x: type(x) in (int, float))
    ranks = _numbers(fields.items("ranks", seats, seats), "ranks")
    fields.no_more()
    return Result(tuple(scores), tuple(ranks))
