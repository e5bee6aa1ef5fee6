"""Built-in functions written out for compiled code give what the built-in ones give."""

from __future__ import annotations

from bisect import bisect_left
from pathlib import Path
from random import Random
from typing import Any

import pytest

from caravan_tui.games.kit import native


@pytest.fixture(params=["as it runs", "as it is compiled"])
def functions(request: pytest.FixtureRequest) -> dict[str, Any]:
    if request.param == "as it runs":
        return vars(native)
    assert native.__file__ is not None
    source = Path(native.__file__).parent / "native.py"
    scope: dict[str, Any] = {"__file__": "native.so", "__name__": "native"}
    exec(compile(source.read_text("utf-8"), str(source), "exec"), scope)
    return scope


def test_the_size_of_a_mask_is_the_number_of_its_bits(functions: dict[str, Any]) -> None:
    rng = Random(1)
    for mask in (
        0,
        1,
        (1 << 60) - 1,
        1 << 60,
        (1 << 200) - 1,
        *(rng.getrandbits(64) for _ in range(200)),
    ):
        assert functions["size"](mask) == bin(mask).count("1")


def test_the_first_from_a_value_is_where_bisect_finds_it(functions: dict[str, Any]) -> None:
    row = [3, 5, 5, 5, 8, 1 << 44]
    for value in (0, 3, 4, 5, 6, 8, 9, 1 << 44, 1 << 45):
        for low in range(len(row) + 1):
            assert functions["first_from"](row, value, low) == bisect_left(row, value, low)
        assert functions["first_from"]([], value) == 0
