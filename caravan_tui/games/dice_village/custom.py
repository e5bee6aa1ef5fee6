"""Villages and merchants as plain data: the user's own, read from TOML and checked."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated, Any, Final, TypedDict

import msgspec
from msgspec import Meta

from caravan_tui.games import custom_data as files
from caravan_tui.games.custom_data import CustomDataError, Source
from caravan_tui.games.dice_village.pieces import (
    COINS,
    FAVOURS,
    FREE_PLACEMENT,
    MAX_EARNED,
    MAX_MERCHANTS,
    MIN_MERCHANTS,
    REWARDS,
    VILLAGES_EACH,
    Cards,
)
from caravan_tui.games.dice_village.spec import SPEC

FILE: Final = "cards.toml"

_Face = Annotated[int, Meta(ge=1, le=6)]
_TwoFaces = Annotated[list[Any], Meta(min_length=2, max_length=2)]
_Reward = Annotated[int, Meta(ge=COINS, le=FREE_PLACEMENT)]
_Earned = Annotated[int, Meta(ge=0, le=MAX_EARNED)]
_VillageRow = tuple[_Face, _Face, _Earned, _Earned]
_MerchantRow = tuple[_Face, _Reward, _Earned, _Earned, _Face, _Reward, _Earned, _Earned]


class CardsData(TypedDict):
    """Villages and merchants as plain data, for records, views and saves."""

    villages: list[list[int]]
    """Face, face, coins for the owner, coins for a visitor."""
    merchants: list[list[int]]
    """For the left side, then for the right one: face, reward, its amount (1 for a free one),
    coins for a visitor."""


def to_plain(cards: Cards) -> CardsData | None:
    """The user's cards as plain data, None for the built-in ones; see `from_plain`."""
    if not cards.is_custom:
        return None
    return {
        "villages": [[*row] for row in cards.villages],
        "merchants": [[*row] for row in cards.merchants],
    }


def from_plain(custom: Any) -> Cards:
    """The cards of `to_plain`; None are the built-in ones. Raises ValueError.

    The same data give the same object.
    """
    if custom is None:
        return built_in()
    try:
        return _custom_cards(
            tuple(map(tuple, custom["villages"])), tuple(map(tuple, custom["merchants"]))
        )
    except (KeyError, TypeError, msgspec.ValidationError):
        raise ValueError("not villages and merchants") from None


@lru_cache(maxsize=8)
def _custom_cards(
    villages: tuple[tuple[Any, ...], ...], merchants: tuple[tuple[Any, ...], ...]
) -> Cards:
    village_rows = msgspec.convert(villages, list[_VillageRow])
    merchant_rows = msgspec.convert(merchants, list[_MerchantRow])
    faces = {row[:2] for row in village_rows}
    if (
        not len(village_rows) == len(faces) == VILLAGES_EACH
        or not MIN_MERCHANTS <= len(merchant_rows) <= MAX_MERCHANTS
        or any(low > high for low, high in faces)
    ):
        raise ValueError("not villages and merchants")
    return Cards(
        [[*row] for row in village_rows], [[*row] for row in merchant_rows], is_custom=True
    )


@cache
def built_in() -> Cards:
    """The cards that come with the game."""
    data = files.built_in(SPEC.id, FILE, read)
    return Cards(data["villages"], data["merchants"], is_custom=False)


def custom_data() -> CardsData | None:
    return files.of_user(SPEC.id, FILE, read)[0]


def custom_notices() -> list[str]:
    notice = files.of_user(SPEC.id, FILE, read)[1]
    return [notice] if notice else []


def read(source: Source) -> CardsData:
    """The cards of a file as plain data. Raises CustomDataError with the line of what is wrong."""
    for key in source.data:
        if key not in ("village", "merchant"):
            line = source.line_of(f"[{key}]") or source.line_of(key)
            raise CustomDataError(f"unknown table '{key}'; there are village, merchant", line)
    villages = _tables(source, "village")
    if len(villages) != VILLAGES_EACH:
        raise CustomDataError(f"{len(villages)} villages; a seat has {VILLAGES_EACH}", None)
    merchants = _tables(source, "merchant")
    if not MIN_MERCHANTS <= len(merchants) <= MAX_MERCHANTS:
        raise CustomDataError(
            f"{len(merchants)} merchants; there may be {MIN_MERCHANTS} to {MAX_MERCHANTS}", None
        )
    data: CardsData = {
        "villages": [_village(source, nth, table) for nth, table in enumerate(villages)],
        "merchants": [_merchant(source, nth, table) for nth, table in enumerate(merchants)],
    }
    faces = [row[:2] for row in data["villages"]]
    for nth, pair in enumerate(faces):
        if pair in faces[:nth]:
            line = _table_line(source, "village", nth)
            raise CustomDataError("a second village with these faces", line)
    return data


def _table_line(source: Source, name: str, nth: int) -> int | None:
    return source.line_of(f"[[{name}]]", nth)


def _tables(source: Source, name: str) -> list[dict[str, Any]]:
    tables: list[dict[str, Any]] = files.convert(
        source.data.get(name, []),
        list[dict[str, Any]],
        f"write each {name} as [[{name}]]",
        source.line_of(name),
    )
    return tables


def _check_keys(table: dict[str, Any], keys: tuple[str, ...], owner: str, line: int | None) -> None:
    """Refuse unknown keys, and missing ones but `visitor`. `owner`: what has them, in words."""
    for key in table:
        if key not in keys:
            raise CustomDataError(f"{owner} has no '{key}'; it has {', '.join(keys)}", line)
    for key in keys:
        if key not in table and key != "visitor":
            raise CustomDataError(f"{owner} lacks '{key}'", line)


def _number(value: Any, low: int, high: int, name: str, line: int | None) -> int:
    reason = f"{name} must be a number from {low} to {high}, not {value!r}"
    number: int = files.convert(value, Annotated[int, Meta(ge=low, le=high)], reason, line)
    return number


def _village(source: Source, nth: int, table: dict[str, Any]) -> list[int]:
    line = _table_line(source, "village", nth)
    _check_keys(table, ("faces", "owner", "visitor"), "a village", line)
    reason = "a village's faces are two numbers, as [1, 6]"
    faces = files.convert(table["faces"], _TwoFaces, reason, line)
    low, high = sorted(_number(face, 1, 6, "a face", line) for face in faces)
    owner = _number(table["owner"], 0, MAX_EARNED, "owner", line)
    visitor = _number(table.get("visitor", 2), 0, MAX_EARNED, "visitor", line)
    return [low, high, owner, visitor]


def _merchant(source: Source, nth: int, table: dict[str, Any]) -> list[int]:
    table_line = _table_line(source, "merchant", nth)
    _check_keys(table, ("left", "right"), "a merchant", table_line)
    row = []
    for key in ("left", "right"):
        line = _side_line(source, table_line, key)
        reason = f"write {key} as {{ face = 1, owner = '1 coin' }}"
        side = files.convert(table[key], dict[str, Any], reason, line)
        _check_keys(side, ("face", "owner", "visitor"), f"the {key} side of a merchant", line)
        reward, amount = _reward(side["owner"], line)
        face = _number(side["face"], 1, 6, "a face", line)
        visitor = _number(side.get("visitor", 1), 0, MAX_EARNED, "visitor", line)
        row += [face, reward, amount, visitor]
    return row


def _side_line(source: Source, table_line: int | None, key: str) -> int | None:
    """The line of a merchant's table on which its side is written."""
    if table_line is None:
        return None
    lines = source.text.split("\n")
    for number in range(table_line, len(lines)):
        if lines[number].lstrip().startswith(key):
            return number + 1
        if lines[number].lstrip().startswith("[["):
            break
    return table_line


def _reward(text: Any, line: int | None) -> tuple[int, int]:
    """`2 coins`, `5 favours` or one of the free rewards, as its kind and amount."""
    if isinstance(text, str):
        if text in REWARDS:
            return REWARDS[text], 1
        amount, _space, unit = text.partition(" ")
        if unit in ("coin", "coins", "favour", "favours") and amount.isdecimal():
            kind = COINS if unit.startswith("coin") else FAVOURS
            return kind, _number(int(amount), 0, MAX_EARNED, "an amount", line)
    known = ", ".join(f"'{name}'" for name in REWARDS)
    raise CustomDataError(f"owner must be as '2 coins', '5 favours', {known}, not {text!r}", line)
