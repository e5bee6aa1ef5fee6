"""The 7 × 7 desert: spaces, goods, chains, and the board file with its numbered spaces and cities.

A space is an int 0..48, `row * 7 + column` from the top left; a set of spaces is a bit mask.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from caravan_tui.games.house import HouseError, Source, built_in, of_user

SIZE = 7
SPACES = SIZE * SIZE
SUPPLY = SPACES
"""Stands where a space stands, for a camel that has not been placed."""

GOODS = ("meat", "swords", "salt", "hides", "ivory", "cloth", "gems", "paper")
"""The goods in the order of their numbers: four common ones, four rare ones."""
COMMON = 4
"""Goods below this number are common."""
VALUES = (3, 3, 3, 3, 6, 6, 6, 6)
"""Points of a delivered good."""

FILE = "board.toml"
GAME_ID = "sahara"

NAMES = tuple(f"{'abcdefg'[space % SIZE]}{space // SIZE + 1}" for space in range(SPACES))
BY_NAME = {name: space for space, name in enumerate(NAMES)}

_NOT_FIRST = sum(1 << space for space in range(SPACES) if space % SIZE)
_NOT_LAST = sum(1 << space for space in range(SPACES) if space % SIZE != SIZE - 1)

STEPS = tuple(
    tuple(abs(a // SIZE - b // SIZE) + abs(a % SIZE - b % SIZE) for b in range(SPACES))
    for a in range(SPACES)
)
"""Orthogonal steps from one space to another."""


def chain(space: int, own: int) -> int:
    """The spaces of `own` that hang together with `space` by orthogonal steps (S-1)."""
    reached = 1 << space
    while True:
        grown = reached | (
            own
            & (
                reached << SIZE
                | reached >> SIZE
                | (reached & _NOT_LAST) << 1
                | (reached & _NOT_FIRST) >> 1
            )
        )
        if grown == reached:
            return reached
        reached = grown


class Desert:
    """A board: where the numbered spaces and the cities are. Never changes once made."""

    __slots__ = ("city", "demand", "names", "numbered", "own", "slot", "wants")

    def __init__(
        self,
        numbered: Sequence[int],
        demand: Sequence[int],
        cities: Sequence[int],
        names: Sequence[str],
        own: bool = False,
    ) -> None:
        self.numbered = tuple(numbered)
        """The space of each number; number 1 is at index 0, a *slot*."""
        self.demand = tuple(demand)
        """Demand markers of each slot at the start, 0 or 1."""
        self.city = tuple(cities)
        """The city space of each good."""
        self.names = tuple(names)
        """The city's name, by good."""
        self.own = own
        """Whether this is the user's board and not the built-in one."""
        slot = [-1] * (SPACES + 1)
        for index, space in enumerate(self.numbered):
            slot[space] = index
        self.slot = tuple(slot)
        """The slot of each space, -1 where there is none."""
        wants = [-1] * (SPACES + 1)
        for good, space in enumerate(self.city):
            wants[space] = good
        self.wants = tuple(wants)
        """The good that each space wants, -1 for none."""

    def plain(self) -> dict[str, Any]:
        """As data for a record, a view and a save."""
        return {
            "numbered": list(self.numbered),
            "demand": list(self.demand),
            "cities": list(self.city),
            "names": list(self.names),
        }


def of_plain(data: Any) -> Desert:
    """The board of `Desert.plain`; None is the built-in one. Raises ValueError."""
    if data is None:
        return usual()
    try:
        numbered, demand, cities, names = (
            list(data[key]) for key in ("numbered", "demand", "cities", "names")
        )
        spaces = numbered + cities
        good = (
            len(numbered) == len(demand) == len(cities) == len(names) == len(GOODS)
            and all(type(space) is int and 0 <= space < SPACES for space in spaces)
            and len(set(spaces)) == len(spaces)
            and all(type(markers) is int and markers in (0, 1) for markers in demand)
            and all(isinstance(name, str) for name in names)
        )
    except (KeyError, TypeError):
        good = False
    if not good:
        raise ValueError("not a board: eight numbered spaces and eight cities, all different")
    return Desert(numbered, demand, cities, names, own=True)


@cache
def usual() -> Desert:
    """The built-in board."""
    return built_in(GAME_ID, FILE, read)


def users() -> tuple[Desert | None, str | None]:
    """The user's own board, if there is a good one; a notice, if there is a bad one."""
    found, notice = of_user(GAME_ID, FILE, read)
    if found is None:
        return None, notice
    return Desert(found.numbered, found.demand, found.city, found.names, own=True), notice


def read(source: Source) -> Desert:
    """A board from its file, checked (S-11). Raises HouseError with the line."""
    data = source.data
    for key in data:
        if key not in ("size", "demand", "numbered", "cities"):
            raise HouseError(f"'{key}' is unknown here", _line(source, None, key))
    if data.get("size") != SIZE or type(data["size"]) is not int:
        raise HouseError(f"size must be {SIZE}", _line(source, None, "size"))
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
        city = cities[good]
        if not isinstance(city, dict) or set(city) != {"name", "space"}:
            raise HouseError(f"the city of {good} needs a name and a space, no more", line)
        name = city["name"]
        if not isinstance(name, str) or not 1 <= len(name) <= 20 or not name.isprintable():
            raise HouseError(f"the city of {good} needs a name of 1 to 20 letters", line)
        names.append(name)
        spaces.append(_space(city["space"], f"the city of {good}", taken, line))
    return Desert(slots, _demand(source), spaces, names)


def _demand(source: Source) -> list[int]:
    line = _line(source, None, "demand")
    listed = source.data.get("demand")
    if not isinstance(listed, list):
        raise HouseError("demand must list the numbers that start with a marker", line)
    for number in listed:
        if type(number) is not int or not 1 <= number <= len(GOODS):
            raise HouseError(f"demand: there is no numbered space '{number}'", line)
    if len(set(listed)) != len(listed):
        raise HouseError("demand: a number stands there twice", line)
    return [int(number + 1 in listed) for number in range(len(GOODS))]


def _table(source: Source, section: str, keys: Sequence[str]) -> Mapping[str, Any]:
    """The section, which has these keys and no others."""
    found = source.data.get(section)
    if not isinstance(found, dict):
        raise HouseError(f"the section [{section}] is missing", _line(source, None, section))
    what = "number" if section == "numbered" else "good"
    for key in found:
        if key not in keys:
            message = f"[{section}]: '{key}' is no {what}; there are {', '.join(keys)}"
            raise HouseError(message, _line(source, section, key))
    for key in keys:
        if key not in found:
            raise HouseError(f"[{section}]: {key} is missing", _line(source, None, section))
    return found


def _space(name: Any, owner: str, taken: dict[int, str], line: int | None) -> int:
    """The space of this name, which nothing else may take."""
    space = BY_NAME.get(name) if isinstance(name, str) else None
    if space is None:
        raise HouseError(f"{owner}: '{name}' is no space; they go from a1 to g7", line)
    if space in taken:
        raise HouseError(f"{owner} and {taken[space]} are both on {name}", line)
    taken[space] = owner
    return space


def _line(source: Source, section: str | None, key: str) -> int | None:
    """The line (from 1) where a key, or a section by its name, is written; else its section's."""
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
