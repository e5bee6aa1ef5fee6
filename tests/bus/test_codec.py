"""The codec: what goes in comes out, and nothing else gets through."""

from __future__ import annotations

import struct
import time
import tracemalloc
import types
import typing
from typing import Any

import attrs
import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caravan_tui.bus import codec, messages, strict
from caravan_tui.bus.messages import Act, Candidate, Found, Message, Notice, Position, Thought

SAMPLES: list[Message] = [
    Position("m", 3, None, {"a": {"b": [1, 2.5, None, "x", True]}}, [1, 2], ranks=[1, 2]),
    Position("m", 3, 1, {}, [], [4], [("moved", 1, [2, 3]), ("over",)], "no", True, True, True),
    Act("m", 0, 7, -3, id="q"),
    messages.Undo("m", 1, id="q"),
    messages.Redo("m", 1, id="q"),
    messages.Look("m", None, True, id="q"),
    messages.Pause("m", True, 2, id="q"),
    messages.UndoAsked("m", 0, [1, 2], "q", 3.5),
    messages.UndoAnswer("m", 1, "q", False),
    messages.UndoSettled("m", "q", True, 0),
    messages.Done("q", 4),
    messages.Refused("q", "warum? — ¡porque sí!"),
    Notice("m", "x", None, "error"),
    messages.Chat("m", None, "Zoë", "hi"),
    messages.Search("sahara", b"\x00\xff", 1, "porter", 2**62, 10, "bold", 2.0, "m", "q"),
    messages.Hurry("m", "q"),
    messages.Thinking("q", "m", 1, 0.5, 10),
    Found("q", 3, 10, 0.1, [Candidate(3, 7, [0.5, 0.25])], True),
    Thought("m", 1, 9, Found("q", 3), {"seat": 1}),
]


SIMPLE: dict[Any, Any] = {
    str: "x",
    int: 3,
    bool: True,
    float: 0.5,
    bytes: b"x",
    "list": [],
    "tuple": (),
    "dict": {"a": 1},
}


def made(kind: type) -> Message:
    """A message of this kind with something in every field that must be given."""
    fields = {}
    for field in attrs.fields(kind):
        if field.default is attrs.NOTHING:
            of: Any = field.type
            while typing.get_origin(of) in (typing.Union, types.UnionType):
                of = typing.get_args(of)[0]
            origin = typing.get_origin(of)
            if isinstance(of, type) and attrs.has(of):
                fields[field.name] = made(of)
            elif origin is typing.Literal:
                fields[field.name] = typing.get_args(of)[0]
            else:
                fields[field.name] = SIMPLE[of if origin is None else origin.__name__]
    message: Message = kind(**fields)
    return message


@pytest.mark.parametrize("kind", codec.KINDS.values(), ids=lambda kind: kind.__name__)
def test_every_kind_of_message_travels(kind: type) -> None:
    message = made(kind)
    assert codec.decode(codec.encode(message)) == message


@pytest.mark.parametrize("message", SAMPLES, ids=lambda sample: type(sample).__name__)
def test_a_message_comes_out_as_it_went_in(message: Message) -> None:
    assert codec.decode(codec.encode(message)) == message


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_a_position_with_any_plain_view_survives(data: st.DataObject) -> None:
    view = data.draw(st.dictionaries(st.text(max_size=4), PLAIN, max_size=5))
    events = data.draw(st.lists(st.tuples(st.text(max_size=4), PLAIN), max_size=4))
    message = Position("m", 1, 0, view, [1], events=events)
    assert codec.decode(codec.encode(message)) == message


def wrongs(message: Message) -> list[Any]:
    """The plain form of a message, wrong in one place each; with the name of the field."""
    name, fields = codec.to_plain(message)
    out: list[Any] = [
        (None, plain)
        for plain in ([name, fields, 1], [name], [name, []], [None, fields], fields, name)
    ]
    out.append((None, [name, {**fields, "surprise": 1}]))
    strange = (["deep", {"er": 1}], {"x": 1}, [[1]], 1.5, "\x00", b"x", None, True, 7)
    return out + [(key, [name, {**fields, key: value}]) for key in fields for value in strange]


@pytest.mark.parametrize("message", SAMPLES, ids=lambda sample: type(sample).__name__)
def test_a_field_of_another_type_is_refused_or_taken_as_it_is(message: Message) -> None:
    for key, plain in wrongs(message):
        try:
            got = codec.from_plain(plain)
        except codec.CodecError as error:
            assert "\n" not in str(error)
        else:  # nothing was converted: what came in is what stands in the message
            back = msgpack.unpackb(codec.encode(got))[1]
            sent = plain[1]
            assert {name: value for name, value in back.items() if name in sent} == sent
            assert key is None or type(back[key]) in (type(sent[key]), float)


def test_numbers_that_are_texts_or_flags_are_not_taken_for_numbers() -> None:
    for seat in ("0", True, 0.0, None):
        with pytest.raises(codec.CodecError):
            codec.from_plain(["Act", {"match": "m", "seat": seat, "version": 1, "action": 1}])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\x92",
        b"garbage",
        msgpack.packb(["Nobody", {}]),
        msgpack.packb(["Act", {}]),
        msgpack.packb(["__init__", {}]),
        msgpack.packb(["Act", {1: 2}]),
        msgpack.packb(["Notice", {"match": "m", "text": "x", "severity": "fatal"}]),
        msgpack.packb(msgpack.ExtType(5, b"x")),
        msgpack.packb(msgpack.Timestamp(1)),
        codec.encode(SAMPLES[0])[:-1],
        codec.encode(SAMPLES[0]) + b"\x00",
    ],
)
def test_what_is_no_message_is_refused_in_a_few_words(data: bytes) -> None:
    with pytest.raises(codec.CodecError) as caught:
        codec.decode(data)
    assert len(str(caught.value)) < 100


def bombs() -> dict[str, bytes]:
    size = 60_000
    return {
        "deep lists": b"\x91" * size,
        "deep maps": b"\x81\xa0" * (size // 2),
        "lists that claim much": (b"\xdd" + struct.pack(">I", size)) * (size // 5),
        "maps that claim much": (b"\xdf" + struct.pack(">I", 2**31)) * (size // 5),
        "a text that claims much": b"\xdb" + struct.pack(">I", 2**32 - 1) + b"x" * size,
        "bytes that claim much": b"\xc6" + struct.pack(">I", 2**32 - 1) + b"x" * size,
        "siblings that claim much": b"\xdc\xff\xff" + (b"\xdc\xff\xff" * (size // 3)),
        "bad text": b"\x91\xa3\xff\xfe\xfd",
        "surrogates": b"\x91\xa3\xed\xa0\x80",
    }


@pytest.mark.parametrize("name", bombs())
def test_bombs_are_refused_in_bounded_time_and_memory(name: str) -> None:
    data = bombs()[name]
    tracemalloc.start()
    began = time.perf_counter()
    try:
        with pytest.raises(strict.StrictError):
            strict.unpack(data, 1 << 20)
        took = time.perf_counter() - began
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert took < 0.5
    assert peak < 1 << 20


def test_what_is_larger_than_allowed_is_refused_unread() -> None:
    with pytest.raises(strict.StrictError, match="larger"):
        strict.unpack(b"\x91" * 101, 100)


@given(PLAIN)
@settings(max_examples=150, deadline=None)
def test_the_scan_accepts_whatever_we_pack_and_finds_its_end(plain: Any) -> None:
    data = msgpack.packb(plain)
    assert strict.scan(data) == len(data)
    assert strict.unpack(data, 1 << 20) == plain
    assert strict.scan(data + b"\x01\x02") == len(data)


@given(st.binary(max_size=60))
@settings(max_examples=500, deadline=None)
def test_the_scan_accepts_only_what_the_library_can_read(data: bytes) -> None:
    try:
        plain = strict.unpack(data, 1 << 20)
    except strict.StrictError:
        return
    again = msgpack.packb(plain)
    assert strict.scan(again) == len(again)
