"""What the modules of checks share."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Any

from tests.kit.lines import Case

Check = Callable[[Case, int, int], None]
"""Takes a case, a seed and an effort; raises AssertionError."""

CHECKS: dict[str, Check] = {}

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn"]


def check(function: Check) -> Check:
    """Enter a check."""
    CHECKS[function.__name__] = function
    return function


def plain(data: Any, place: str, keys_are_text: bool = True) -> None:
    """Raise unless this is dicts, lists, text, numbers, flags and None, of exactly these types."""
    kind = type(data)
    if kind is dict:
        for key, value in data.items():
            if keys_are_text:
                assert type(key) is str, f"{place}: the key {key!r} is not text"
                assert key not in ("seed", "log", "rng"), f"{place}: holds a {key}"
            plain(value, f"{place}.{key}", keys_are_text)
    elif kind is list:
        for value in data:
            plain(value, place, keys_are_text)
    elif kind is int:
        assert -(1 << 63) <= data < 1 << 64, f"{place}: {data} is too large for msgpack"
    elif kind is float:
        assert math.isfinite(data), f"{place}: {data}"
    else:
        assert data is None or kind in (str, bool, bytes), f"{place}: holds a {kind.__name__}"
        assert kind is not bytes or not keys_are_text, f"{place}: holds bytes"


def some(items: list[Any], most: int, rnd: Random) -> list[Any]:
    """At most so many of these, in order."""
    if len(items) <= most:
        return items
    return [items[index] for index in sorted(rnd.sample(range(len(items)), most))]
