"""Declared state fields: what is encoded, what decode refuses, what a clone shares."""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from random import Random
from typing import Annotated, Any, ClassVar

import msgpack
import pytest

from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER, State
from caravan_tui.games.kit import fields
from caravan_tui.games.kit.fields import Mask, Plain, Range, Record, Row, Shared
from tests.support.matches import first_position
from tools import copying


def seats_of(position: Position) -> int:
    return position.seats


def read_word(data: Any) -> str:
    if data not in ("dawn", "dusk"):
        raise ValueError("neither dawn nor dusk")
    return str(data)


@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class Position(State):
    LIMIT: ClassVar[int] = 5

    seats: Annotated[int, Range(2, 4)] = 2
    bag: Annotated[int, Mask(6)] = 0
    hands: Annotated[list[int], Row(Mask(6), seats_of)] = field(default_factory=lambda: [1, 2])
    rows: Annotated[list[list[int]], Row(Row(Range(0, 9), 0, 3), seats_of)] = field(
        default_factory=lambda: [[1], [2, 3]]
    )
    spaces: Annotated[tuple[int, ...], Row(Range(-1, 5), 1, 2)] = (0,)
    offer: Annotated[tuple[int, bool], Record((Range(0, 3), Plain(bool, bool)))] = (1, True)
    word: Annotated[str, Plain(str, read_word)] = "dawn"
    board: Annotated[list[int], Row(Range(0, 9), 1), Shared] = field(default_factory=lambda: [7])
    cache: dict[int, list[int]] = field(default_factory=dict)
    total: int = 0
    """Derived: the sum of the rows."""

    def restored(self) -> None:
        self.cache = {}
        self.total = sum(map(sum, self.rows))
        if self.total > 20:
            raise ValueError("more than 20 in all")


def decoded(**changes: Any) -> Position:
    """A position from plain data of the first one with changes, sent through msgpack."""
    data = msgpack.unpackb(msgpack.packb({**fields.encode(Position()), **changes}))
    position: Position = fields.decode(Position, data)
    return position


def test_declared_fields_are_encoded_by_name_and_derived_ones_are_not() -> None:
    assert fields.encode(Position()) == {
        "seats": 2,
        "bag": 0,
        "hands": [1, 2],
        "rows": [[1], [2, 3]],
        "spaces": [0],
        "offer": [1, True],
        "word": "dawn",
        "board": [7],
    }


def test_decode_gives_the_types_of_the_declaration_and_lets_restored_derive_the_rest() -> None:
    position = decoded(spaces=[4, 5], rows=[[], [9]])
    assert position.spaces == (4, 5) and position.offer == (1, True)
    assert position.rows == [[], [9]] and position.total == 9 and position.cache == {}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"seats": 1}, "seats: not a number from 2 to 4"),
        ({"seats": 5}, "seats: not a number from 2 to 4"),
        ({"seats": True}, "seats: not a number"),
        ({"seats": 2.0}, "seats: not a number"),
        ({"bag": 64}, "bag: not a number from 0 to 63"),
        ({"hands": [1]}, "hands: 1 items, not 2 to 2"),
        ({"hands": [1, 64]}, "hands: not a number from 0 to 63"),
        ({"hands": "ab"}, "hands: not a list"),
        ({"rows": [[1], [1, 2, 3, 4]]}, "rows: 4 items, not 0 to 3"),
        ({"rows": [[1], [-1]]}, "rows: not a number from 0 to 9"),
        ({"spaces": []}, "spaces: 0 items, not 1 to 2"),
        ({"spaces": [1, 2, 3]}, "spaces: 3 items, not 1 to 2"),
        ({"offer": [1]}, "offer: not a list of 2"),
        ({"offer": [4, True]}, "offer: not a number from 0 to 3"),
        ({"word": "noon"}, "word: neither dawn nor dusk"),
        ({"rows": [[9, 9], [9]]}, "more than 20 in all"),
    ],
)
def test_decode_refuses_what_is_out_of_bounds(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=f"^{reason}"):
        decoded(**changes)


def test_decode_refuses_missing_and_unknown_fields() -> None:
    data = fields.encode(Position())
    refused: list[Any] = [{**data, "cache": {}}, {"seats": 2}, [], None]
    for wrong in refused:
        with pytest.raises(ValueError, match="its fields are not those of Position"):
            fields.decode(Position, wrong)


def test_a_length_follows_a_field_declared_before() -> None:
    assert decoded(seats=3, hands=[0, 0, 0], rows=[[], [], []]).hands == [0, 0, 0]
    with pytest.raises(ValueError, match=r"^hands: 2 items, not 3 to 3"):
        decoded(seats=3)


def test_a_clone_copies_nested_lists_and_dicts_and_shares_what_is_declared_shared() -> None:
    position = Position(cache={1: [2]})
    twin = position.clone()
    assert type(twin) is Position
    assert twin.rows == position.rows and twin.rows is not position.rows
    assert all(a is not b for a, b in zip(twin.rows, position.rows, strict=True))
    assert twin.hands is not position.hands and twin.cache is not position.cache
    assert twin.board is position.board
    twin.rows[0].append(5)
    twin.cache[2] = []
    assert position.rows[0] == [1] and position.cache == {1: [2]}


def test_clones_of_a_subclass_made_before_and_after_the_first_clone_are_of_its_class() -> None:
    class Parent(Position):
        __slots__ = ()

    class Before(Parent):
        __slots__ = ()

    Parent().clone()

    @dataclass(slots=True, eq=False, repr=False, kw_only=True)
    class After(Parent):
        extra: list[int] = field(default_factory=lambda: [1])

    assert type(Before().clone()) is Before
    after = After()
    twin = after.clone()
    assert type(twin) is After and twin.extra == [1] and twin.extra is not after.extra
    assert type(Parent().clone()) is Parent


def test_a_class_with_a_clone_of_its_own_keeps_it() -> None:
    class Counts(Position):
        __slots__ = ()

        def clone(self) -> Counts:
            twin: Counts = fields.clone_of(type(self))(self)  # type: ignore[arg-type]
            twin.bag += 1
            return twin

    Position().clone()
    assert Counts().clone().clone().bag == 2 and type(Counts().clone()) is Counts


def test_a_position_becomes_another_and_shares_with_it_what_a_clone_does() -> None:
    kept, other = Position(), Position(bag=3, cache={1: [2]}, rows=[[4], []])
    kept.become(other)
    assert fields.encode(kept) == fields.encode(other) and kept.cache == {1: [2]}
    assert kept.rows is not other.rows and kept.board is other.board
    kept.rows[0].append(5)
    assert other.rows == [[4], []]


@pytest.mark.parametrize("game_id", registry.ids())
def test_a_position_of_every_game_becomes_a_later_one(game_id: str) -> None:
    (_game, state), rng = first_position(game_id), Random(1)
    kept = state.clone()
    for _ply in range(60):
        if state.to_act() == OVER:
            break
        state.apply(state.draw(rng) if state.to_act() == CHANCE else rng.choice(state.legal()))
    kept.become(state)
    assert fields.encode(kept) == fields.encode(state)
    assert kept.legal() == state.legal()


@pytest.mark.parametrize("game_id", registry.ids())
def test_positions_that_differ_in_any_field_are_not_the_same(game_id: str) -> None:
    _game, state = first_position(game_id)
    other = state.clone()
    assert fields.are_same(state, other)
    kind: Any = type(state)
    for name in fields.specs(kind):
        kept = getattr(other, name)
        setattr(other, name, object())
        assert not fields.are_same(state, other), name
        setattr(other, name, kept)
    assert fields.are_same(state, other)


def test_become_of_every_game_is_what_its_fields_make() -> None:
    for module in copying.states():
        _path, text, made = copying.updated(module)
        assert text == made, "python -m tools.copying"
        assert copying.method(copying.position_class(module)) in text


SOURCE = '''
from dataclasses import dataclass, field
from typing import Annotated
from caravan_tui.games.contract import State
from caravan_tui.games.kit.fields import Plain, Range
from tests.support.matches import first_position

@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class Compiled(State):
    """A position."""

    size: Annotated[int, Range(0, 9)] = 3
    marks: Annotated[bytearray, Plain(bytes, bytearray)] = field(default_factory=bytearray)
    derived: int = 0
'''


def test_the_fields_of_a_compiled_class_are_read_from_its_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "compiled_position.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("compiled_position")
    file = tmp_path / f"compiled_position{EXTENSION_SUFFIXES[0]}"
    monkeypatch.setattr(module, "__file__", str(file))
    kind = module.Compiled
    kind.__annotations__ = dict.fromkeys(kind.__annotations__, int)  # as mypyc leaves them
    assert list(fields.specs(kind)) == ["size", "marks"]
    assert fields.encode(kind())["size"] == 3
    marked = kind(marks=bytearray(b"x"))
    clone = fields.clone_of(kind)(marked)
    assert clone.marks == marked.marks and clone.marks is not marked.marks
