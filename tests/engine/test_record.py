"""The record as plain data: there and back, and refused with one line if it is damaged."""

from __future__ import annotations

from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caravan_tui.engine import Record, Result, Seat


def record(**changes: Any) -> Record:
    values: dict[str, Any] = {
        "game": "sahara",
        "rules": 1,
        "options": {"camels": 5, "goods": "short", "x": True},
        "seats": [Seat(name="Ada"), Seat("porter", "Ben", "bold")],
        "seed": 77,
        "log": [1, 2, (1 << 63) + 5, 0],
        "began": 10,
        "changed": 12,
        "id": "abc-1",
    }
    return Record(**{**values, **changes})


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"assisted": True},
        {"custom": {"a": [1, None]}},
        {"log": []},
        {"result": Result((1.5, 2.0), (2, 1))},
    ],
)
def test_a_record_comes_back_from_msgpack(changes: dict[str, Any]) -> None:
    before = record(**changes)
    plain = msgpack.unpackb(msgpack.packb(before.to_plain()))
    assert Record.from_plain(plain) == before


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("format", 2, "format 2; this program reads 1"),
        ("format", "1", "'format'"),
        ("id", "../evil", "'id'"),
        ("id", "", "'id'"),
        ("id", "a" * 65, "'id'"),
        ("game", 4, "'game'"),
        ("rules", True, "'rules'"),
        ("rules", -1, "'rules'"),
        ("options", [], "'options'"),
        ("options", {"a": None}, "'options'"),
        ("options", {1: 2}, "'options'"),
        ("seats", [], "'seats'"),
        ("seats", ["Ada"], r"'seats\[0\]'"),
        ("seats", [{"kind": "person"}], r"'seats\[0\]' of the record has no 'name'"),
        ("seats", [{"kind": "person", "name": "A", "style": 3}], r"'seats\[0\].style'"),
        ("seats", [{"kind": "person", "name": "A" * 201, "style": None}], r"'seats\[0\].name'"),
        ("seats", [{"kind": "p", "name": "A", "style": None, "age": 3}], "unknown field: age"),
        ("seed", -1, "'seed'"),
        ("seed", 1 << 63, "'seed'"),
        ("seed", 1.0, "'seed'"),
        ("log", None, "'log'"),
        ("log", [1, "2"], r"'log\[1\]'"),
        ("log", [True], "'log"),
        ("log", [1 << 64], "'log"),
        ("assisted", 1, "'assisted'"),
        ("began", "now", "'began'"),
        ("result", {"scores": [1.0], "ranks": [1]}, "'result'"),
        ("result", {"scores": [1.0, 2.0]}, "'result' of the record has no 'ranks'"),
        ("result", {"scores": [1.0, "2"], "ranks": [1, 2]}, r"'result.scores\[1\]'"),
        ("result", 3, "'result'"),
    ],
)
def test_a_damaged_field_is_named(field: str, value: Any, says: str) -> None:
    plain = record().to_plain()
    plain[field] = value
    with pytest.raises(ValueError, match=says) as refused:
        Record.from_plain(plain)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("field", record().to_plain())
def test_a_missing_field_is_named(field: str) -> None:
    plain = record().to_plain()
    del plain[field]
    with pytest.raises(ValueError, match=f"no '{field}'"):
        Record.from_plain(plain)


def test_nothing_in_a_record_writes_to_a_terminal() -> None:
    evil = "A\x1b]52;c;cm0=\x07n\x9bn\u202ea\r\nB"
    plain = record(seats=[Seat(name=evil), Seat("porter", "Ben", "bold")]).to_plain()
    assert Record.from_plain(plain).seats[0].name == "A ]52;c;cm0= n n a B"
    for seats in ([Seat("por\x1bter", "Ben")], [Seat("porter", "Ben", "\x1bbold")]):
        with pytest.raises(ValueError, match="letters that cannot be shown"):
            Record.from_plain(record(seats=seats).to_plain())
    for changes in ({"game": "sa\x9bhara"}, {"options": {"a\x07": 1}}, {"options": {"a": "\x1b"}}):
        with pytest.raises(ValueError, match="letters that cannot be shown"):
            Record.from_plain(record(**changes).to_plain())
    with pytest.raises(ValueError) as refused:
        Record.from_plain({**record().to_plain(), "\x1b]0;title\x07": 1})
    assert str(refused.value).isprintable()


def test_an_unknown_field_is_named() -> None:
    with pytest.raises(ValueError, match="unknown field: extra"):
        Record.from_plain({**record().to_plain(), "extra": 1})


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=60, derandomize=True, database=None)
@given(st.one_of(PLAIN, st.tuples(st.sampled_from(sorted(record().to_plain())), PLAIN)))
def test_whatever_it_is_given_it_raises_nothing_but_value_errors(data: Any) -> None:
    if isinstance(data, tuple):
        data = {**record().to_plain(), data[0]: data[1]}
    try:
        back = Record.from_plain(data)
    except ValueError as error:
        assert str(error) and "\n" not in str(error)
    else:
        assert Record.from_plain(back.to_plain()) == back
