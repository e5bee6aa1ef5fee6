"""The desert as plain data: the user's own board, read from TOML and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Annotated, Any, Final, Literal, TypedDict

import msgspec
from msgspec import Meta

from caravan_tui.games import custom_data as files
from caravan_tui.games.custom_data import CustomDataError, Source
from caravan_tui.games.sahara.pieces import GOODS, SIZE, SPACE_OF_NAME, SPACES, Desert
from caravan_tui.games.sahara.spec import SPEC

FILE: Final = "board.toml"

_EIGHT: Final = Meta(min_length=len(GOODS), max_length=len(GOODS))
_Space = Annotated[int, Meta(ge=0, lt=SPACES)]
_Number = Annotated[int, Meta(ge=1, le=len(GOODS))]
_CityName = Annotated[str, Meta(min_length=1, max_length=20)]


class _City(msgspec.Struct, forbid_unknown_fields=True):
    """A city in the file."""

    name: Any
    space: Any


class BoardData(TypedDict):
    """A board as plain data, for records, views and saves."""

    numbered: Annotated[list[_Space], _EIGHT]
    """The space of each number."""
    demand: Annotated[list[Annotated[int, Meta(ge=0, le=1)]], _EIGHT]
    """By number: its demand markers at the start."""
    cities: Annotated[list[_Space], _EIGHT]
    """By good: the space of the city that wants it."""
    names: Annotated[list[str], _EIGHT]
    """By good: the name of that city."""


def to_plain(desert: Desert) -> BoardData:
    """The board as plain data; see `from_plain`."""
    return {
        "numbered": list(desert.numbered),
        "demand": list(desert.demand),
        "cities": list(desert.city),
        "names": list(desert.names),
    }


def from_plain(custom: Any) -> Desert:
    """The board of `to_plain`; None is the built-in one. Raises ValueError."""
    if custom is None:
        return built_in()
    try:
        data = msgspec.convert(custom, BoardData)
    except msgspec.ValidationError:
        data = None
    if data is None or len({*data["numbered"], *data["cities"]}) != 2 * len(GOODS):
        raise ValueError("not a board: eight numbered spaces and eight cities, all different")
    return _custom_board(
        tuple(data["numbered"]), tuple(data["demand"]), tuple(data["cities"]), tuple(data["names"])
    )


@lru_cache(maxsize=8)
def _custom_board(
    numbered: tuple[int, ...],
    demand: tuple[int, ...],
    cities: tuple[int, ...],
    names: tuple[str, ...],
) -> Desert:
    """One object per board, as the evaluator keeps what it knows of the last board it saw."""
    return Desert(numbered, demand, cities, names, is_custom=True)


@cache
def built_in() -> Desert:
    """The built-in board."""
    return files.built_in(SPEC.id, FILE, read)


def custom_data() -> BoardData | None:
    desert, _notice = files.of_user(SPEC.id, FILE, read)
    return None if desert is None else to_plain(desert)


def custom_notices() -> list[str]:
    _desert, notice = files.of_user(SPEC.id, FILE, read)
    return [] if notice is None else [notice]


def read(source: Source) -> Desert:
    """A board from its file, checked (S-11). Raises CustomDataError with the line."""
    data = source.data
    for key in data:
        if key not in ("size", "demand", "numbered", "cities"):
            raise CustomDataError(f"'{key}' is unknown", _line(source, None, key))
    size = f"size must be {SIZE}"
    files.convert(data.get("size"), Literal[7], size, _line(source, None, "size"))
    numbered = _table(source, "numbered", [str(number + 1) for number in range(len(GOODS))])
    cities = _table(source, "cities", GOODS)
    taken: dict[int, str] = {}
    slots = []
    for number in range(1, len(GOODS) + 1):
        line = _line(source, "numbered", str(number))
        slots.append(_space(numbered[str(number)], f"number {number}", taken, line))
    spaces, names = [], []
    for good in GOODS:
        line = _line(source, "cities", good)
        reason = f"the city of {good} needs a name and a space, no more"
        city = files.convert(cities[good], _City, reason, line)
        reason = f"the city of {good} needs a name of 1 to 20 letters"
        name = files.convert(city.name, _CityName, reason, line)
        if not name.isprintable():
            raise CustomDataError(reason, line)
        names.append(name)
        spaces.append(_space(city.space, f"the city of {good}", taken, line))
    return Desert(slots, _demand(source), spaces, names)


def _demand(source: Source) -> list[int]:
    line = _line(source, None, "demand")
    reason = "demand must list the numbers that start with a marker"
    listed = files.convert(source.data.get("demand"), list[Any], reason, line)
    for number in listed:
        files.convert(number, _Number, f"demand: there is no numbered space '{number}'", line)
    if len(set(listed)) != len(listed):
        raise CustomDataError("demand: a number is listed twice", line)
    return [int(number + 1 in listed) for number in range(len(GOODS))]


def _table(source: Source, section: str, keys: Sequence[str]) -> Mapping[str, Any]:
    """A section that must have exactly these keys."""
    missing = f"the section [{section}] is missing"
    line = _line(source, None, section)
    table: Mapping[str, Any] = files.convert(
        source.data.get(section), dict[str, Any], missing, line
    )
    what = "number" if section == "numbered" else "good"
    for key in table:
        if key not in keys:
            message = f"[{section}]: '{key}' is no {what}; there are {', '.join(keys)}"
            raise CustomDataError(message, _line(source, section, key))
    for key in keys:
        if key not in table:
            raise CustomDataError(f"[{section}]: {key} is missing", line)
    return table


def _space(name: Any, owner: str, taken: dict[int, str], line: int | None) -> int:
    """The space of this name. Nothing else may be on it; `taken` has what is where so far."""
    space = SPACE_OF_NAME.get(name) if isinstance(name, str) else None
    if space is None:
        raise CustomDataError(f"{owner}: '{name}' is no space; they go from a1 to g7", line)
    if space in taken:
        raise CustomDataError(f"{owner} and {taken[space]} are both on {name}", line)
    taken[space] = owner
    return space


def _line(source: Source, section: str | None, key: str) -> int | None:
    """The line (from 1) of a key of a section, of a section or of a key outside of sections.

    A key that is missing gives the line of its section.
    """
    header = key if section is None else f"{section}.{key}"
    current: str | None = None
    for number, line in enumerate(source.text.splitlines(), start=1):
        opened = re.match(r"\s*\[+\s*([^\]]+?)\s*\]+", line)
        if opened:
            current = opened[1].replace('"', "").replace(" ", "")
            if current == header:
                return number
        elif current == section and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]", line):
            return number
    return _line(source, None, section) if section else None
