"""Villages and merchants: read from TOML, checked, and kept as flat tables for the rules."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from caravan_tui.games.house import HouseError, Source, built_in, of_user

from .actions import dice_of

GAME_ID = "dice_village"
FILE = "cards.toml"
VILLAGES = 3
"""Villages of a seat."""
FEWEST, MOST = 12, 60
"""Merchants that a file may have."""
MOST_EARNED = 9

COINS, FAVOURS, FREE_MERCHANT, FREE_CARAVAN, FREE_PLACEMENT = range(5)
REWARDS = {
    "free merchant": FREE_MERCHANT,
    "free caravan": FREE_CARAVAN,
    "free placement": FREE_PLACEMENT,
}

Plain = dict[str, list[list[int]]]
"""`villages`: face, face, owner's coins, visitor's coins. `merchants`: for the left side, then for
the right one: face, reward, its amount (1 for a free one), visitor's coins."""


class Cards:
    """The cards in force. A side of a merchant is `merchant * 2 + 0 left or 1 right`."""

    __slots__ = (
        "coins",
        "every",
        "face",
        "favours",
        "free",
        "merchants",
        "names",
        "own",
        "plain",
        "village_faces",
        "village_names",
        "village_need",
        "village_owner",
        "village_visitor",
        "visit",
    )

    def __init__(self, plain: Plain, own: bool) -> None:
        self.plain = plain
        self.own = own
        """Whether these are the user's cards, not the built-in ones."""
        villages = plain["villages"]
        self.village_faces = [(row[0], row[1]) for row in villages]
        self.village_names = [f"{row[0]}{row[1]}" for row in villages]
        self.village_need = [dice_of(row[:2]) for row in villages]
        self.village_owner = [row[2] for row in villages]
        self.village_visitor = [row[3] for row in villages]
        self.merchants = len(plain["merchants"])
        self.every = (1 << self.merchants) - 1
        """All merchants as a bit mask."""
        self.names = _names(plain["merchants"])
        sides = [side for row in plain["merchants"] for side in (row[:4], row[4:])]
        self.face = [side[0] for side in sides]
        self.coins = [side[2] if side[1] == COINS else 0 for side in sides]
        """By side: coins for the owner at every sale."""
        self.favours = [side[2] if side[1] == FAVOURS else 0 for side in sides]
        """By side: favours for the owner at every sale."""
        self.free = [side[1] if side[1] >= FREE_MERCHANT else 0 for side in sides]
        """By side: the free reward, 0 for none."""
        self.visit = [side[3] for side in sides]
        """By side: coins for a visitor at every sale."""


def _names(merchants: list[list[int]]) -> list[str]:
    """`m16` for faces 1 and 6; a second merchant with these faces is `m16b`, then `m16c`."""
    seen: dict[str, int] = {}
    names = []
    for row in merchants:
        name = f"m{row[0]}{row[4]}"
        nth = seen[name] = seen.get(name, -1) + 1
        names.append(name + (chr(ord("a") + nth) if nth else ""))
    return names


def read(source: Source) -> Plain:
    """The cards of a file as plain data. Raises HouseError with the line of what is wrong."""
    data = source.data
    for key in data:
        if key not in ("village", "merchant"):
            raise HouseError(
                f"unknown table '{key}'; there are village, merchant", _at(source, key)
            )
    villages = _tables(source, "village")
    if len(villages) != VILLAGES:
        raise HouseError(f"{len(villages)} villages; a seat has {VILLAGES}", None)
    merchants = _tables(source, "merchant")
    if not FEWEST <= len(merchants) <= MOST:
        raise HouseError(f"{len(merchants)} merchants; there may be {FEWEST} to {MOST}", None)
    plain: Plain = {
        "villages": [_village(source, n, table) for n, table in enumerate(villages)],
        "merchants": [_merchant(source, n, table) for n, table in enumerate(merchants)],
    }
    for n, row in enumerate(plain["villages"]):
        if row[:2] in [other[:2] for other in plain["villages"][:n]]:
            raise HouseError("a second village with these faces", _head(source, "village", n))
    return plain


def _at(source: Source, key: str) -> int | None:
    return source.line_of(f"[{key}]") or source.line_of(key)


def _head(source: Source, name: str, nth: int) -> int | None:
    return source.line_of(f"[[{name}]]", nth)


def _tables(source: Source, name: str) -> list[dict[str, Any]]:
    tables = source.data.get(name, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise HouseError(f"write each {name} as [[{name}]]", source.line_of(name))
    return tables


def _only(table: dict[str, Any], keys: tuple[str, ...], what: str, line: int | None) -> None:
    for key in table:
        if key not in keys:
            raise HouseError(f"{what} has no '{key}'; it has {', '.join(keys)}", line)
    for key in keys:
        if key not in table and key != "visitor":
            raise HouseError(f"{what} lacks '{key}'", line)


def _number(value: Any, low: int, high: int, what: str, line: int | None) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise HouseError(f"{what} must be a number from {low} to {high}, not {value!r}", line)
    return value


def _village(source: Source, nth: int, table: dict[str, Any]) -> list[int]:
    line = _head(source, "village", nth)
    _only(table, ("faces", "owner", "visitor"), "a village", line)
    faces = table["faces"]
    if not isinstance(faces, list) or len(faces) != 2:
        raise HouseError("a village's faces are two numbers, as [1, 6]", line)
    low, high = sorted(_number(face, 1, 6, "a face", line) for face in faces)
    owner = _number(table["owner"], 0, MOST_EARNED, "owner", line)
    visitor = _number(table.get("visitor", 2), 0, MOST_EARNED, "visitor", line)
    return [low, high, owner, visitor]


def _merchant(source: Source, nth: int, table: dict[str, Any]) -> list[int]:
    line = _head(source, "merchant", nth)
    _only(table, ("left", "right"), "a merchant", line)
    row = []
    for key in ("left", "right"):
        side = table[key]
        here = _side_line(source, line, key)
        if not isinstance(side, dict):
            raise HouseError(f"write {key} as {{ face = 1, owner = '1 coin' }}", here)
        _only(side, ("face", "owner", "visitor"), f"the {key} side of a merchant", here)
        reward, amount = _reward(side["owner"], here)
        face = _number(side["face"], 1, 6, "a face", here)
        visitor = _number(side.get("visitor", 1), 0, MOST_EARNED, "visitor", here)
        row += [face, reward, amount, visitor]
    return row


def _side_line(source: Source, head: int | None, key: str) -> int | None:
    """The line below a merchant's head on which its side is written."""
    if head is None:
        return None
    lines = source.text.split("\n")
    for number in range(head, len(lines)):
        if lines[number].lstrip().startswith(key):
            return number + 1
        if lines[number].lstrip().startswith("[["):
            break
    return head


def _reward(text: Any, line: int | None) -> tuple[int, int]:
    """`2 coins`, `5 favours` or one of the free rewards, as its kind and amount."""
    if isinstance(text, str):
        if text in REWARDS:
            return REWARDS[text], 1
        amount, _, unit = text.partition(" ")
        if unit in ("coin", "coins", "favour", "favours") and amount.isdecimal():
            kind = COINS if unit.startswith("coin") else FAVOURS
            return kind, _number(int(amount), 0, MOST_EARNED, "an amount", line)
    known = ", ".join(f"'{name}'" for name in REWARDS)
    raise HouseError(f"owner must be as '2 coins', '5 favours', {known}, not {text!r}", line)


def _check(plain: Any) -> Plain:
    """Plain data of a saved match, checked again. Raises ValueError."""
    try:
        villages = [[int(value) for value in row] for row in plain["villages"]]
        merchants = [[int(value) for value in row] for row in plain["merchants"]]
    except (KeyError, TypeError, ValueError):
        raise ValueError("these are not villages and merchants") from None
    sides = [side for row in merchants for side in (row[:4], row[4:])]
    good = (
        len(villages) == VILLAGES
        and len({tuple(row[:2]) for row in villages}) == VILLAGES
        and FEWEST <= len(merchants) <= MOST
        and all(len(row) == 4 and 1 <= row[0] <= row[1] <= 6 for row in villages)
        and all(0 <= value <= MOST_EARNED for row in villages for value in row[2:])
        and all(len(row) == 8 for row in merchants)
        and all(1 <= side[0] <= 6 and 0 <= side[1] <= FREE_PLACEMENT for side in sides)
        and all(0 <= value <= MOST_EARNED for side in sides for value in side[2:])
    )
    if not good:
        raise ValueError("these are not villages and merchants")
    return {"villages": villages, "merchants": merchants}


@lru_cache(maxsize=1)
def _built_in() -> Cards:
    return Cards(built_in(GAME_ID, FILE, read), own=False)


@lru_cache(maxsize=8)
def _own(villages: tuple[tuple[Any, ...], ...], merchants: tuple[tuple[Any, ...], ...]) -> Cards:
    return Cards(_check({"villages": villages, "merchants": merchants}), own=True)


def cards_of(house: Any | None) -> Cards:
    """The cards for a match's house data, the built-in ones for None. Raises ValueError on data
    that are no cards. The same data give the same object."""
    if house is None:
        return _built_in()
    try:
        return _own(tuple(map(tuple, house["villages"])), tuple(map(tuple, house["merchants"])))
    except (KeyError, TypeError):
        raise ValueError("these are not villages and merchants") from None


def of_this_user() -> tuple[Plain | None, str | None]:
    """The user's cards as plain data or None, and a notice if the file is refused."""
    return of_user(GAME_ID, FILE, read)
