"""The wire: what goes in comes out, and nothing else gets through."""

from __future__ import annotations

import struct
import time
import tracemalloc
import types
import typing
from random import Random
from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caravan_tui.bus import messages, wire
from caravan_tui.bus.lobby_messages import CreateMatch, SendChat
from caravan_tui.bus.messages import (
    Act,
    Candidate,
    Message,
    MoveReport,
    Notice,
    Position,
    Refused,
    SearchRequest,
    SearchResult,
)
from caravan_tui.engine import Match, Seat, Sentence
from caravan_tui.games import registry
from tests.support.views import view_of

SAMPLES: list[Message] = [
    Position("m", 3, None, view_of(a={"b": [1, 2.5, None, "x", True]}), [1, 2], ranks=[1, 2]),
    Position(
        "m",
        3,
        1,
        view_of(),
        [],
        [4],
        undo=Sentence("undo_past_chance"),
        redo=True,
        assisted=True,
        over=True,
    ),
    Act("m", 0, 7, -3, id="q"),
    messages.Undo("m", 1, id="q"),
    messages.Redo("m", 1, id="q"),
    messages.GetPosition("m", None, True, id="q"),
    messages.Pause("m", True, 2, id="q"),
    messages.UndoAsked("m", 0, [1, 2], "q", 3.5),
    messages.UndoAnswer("m", 1, "q", False),
    messages.UndoSettled("m", "q", True, 0),
    messages.Done("q", 4),
    Refused("q", "not_your_decision", {"name": "Zoë — ¡porque sí!"}),
    Notice("m", "player_paused", {"name": "x"}, None, "error"),
    messages.Chat("m", None, "Zoë", "hi"),
    SearchRequest(
        "sahara", b"\x00\xff", 1, "porter", 2**62, 10, "bold", 2.0, "m", moves=[3], id="q"
    ),
    messages.CancelHint("m", 1, "q"),
    messages.Hurry("m", "q"),
    messages.SearchProgress("q", "m", 1, 0.5, 10),
    SearchResult("q", 3, 10, 0.1, [Candidate(3, 7, [0.5, 0.25])], True),
    MoveReport("m", 1, 9, SearchResult("q", 3), view_of(seat=1), 4),
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


def made(kind: type) -> Any:
    """A message of this kind with something in every field that must be given."""
    fields = {}
    for field in msgspec.structs.fields(kind):
        if field.required:
            of: Any = field.type
            while typing.get_origin(of) in (typing.Union, types.UnionType, typing.Annotated):
                of = typing.get_args(of)[0]
            origin = typing.get_origin(of)
            if isinstance(of, type) and issubclass(of, msgspec.Struct):
                fields[field.name] = made(of)
            elif origin is typing.Literal:
                fields[field.name] = typing.get_args(of)[0]
            else:
                fields[field.name] = SIMPLE[of if origin is None else origin.__name__]
    return kind(**fields)


@pytest.mark.parametrize("kind", wire.KINDS.values(), ids=lambda kind: kind.__name__)
def test_every_kind_of_message_travels(kind: type) -> None:
    message = made(kind)
    assert wire.decode(wire.encode(message)) == message


@pytest.mark.parametrize("message", SAMPLES, ids=lambda sample: type(sample).__name__)
def test_a_message_comes_out_as_it_went_in(message: Message) -> None:
    assert wire.decode(wire.encode(message)) == message


@pytest.mark.parametrize("game", registry.ids())
def test_positions_of_a_match_travel_with_the_events_of_their_game(game: str) -> None:
    seats = max(2, registry.spec(game).min_seats)
    match, rng = Match.new(game, {}, [Seat("person", str(n)) for n in range(seats)], 3), Random(3)
    seen = 0
    for _ in range(30):
        events = match.act(match.to_act, rng.choice(match.legal(match.to_act)))
        for seat in (0, None):
            projected = match.events_for(events, seat)
            position = Position(
                "m", match.version, seat, match.view(seat), match.legal(seat), events=projected
            )
            back = wire.decode(wire.encode(position))
            assert isinstance(back, Position)
            assert back.view == position.view
            assert [match.game.narrate(event, match.names, seat) for event in back.events] == [
                match.game.narrate(event, match.names, seat) for event in projected
            ]
            seen += len(projected)
        if match.over:
            break
    assert seen


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)


@given(st.data())
@settings(max_examples=25)
def test_a_position_with_any_plain_view_survives(data: st.DataObject) -> None:
    view = data.draw(st.dictionaries(st.text(max_size=4), PLAIN, max_size=5))
    message = Position("m", 1, 0, view_of(**view), [1])
    assert wire.decode(wire.encode(message)) == message


@pytest.mark.parametrize("view", [{}, {"game": "chess"}, {"game": 5}])
def test_events_without_a_game_that_is_known_are_refused(view: dict[str, Any]) -> None:
    position = Position("m", 1, 0, view_of(**view), [])
    with pytest.raises(wire.WireError):
        wire.from_plain({**wire.to_plain(position), "events": [["x"]]})


def wrongs(message: Message) -> list[Any]:
    """The plain form of a message, wrong in one place each; with the name of the field."""
    fields = wire.to_plain(message)
    without_type = {name: value for name, value in fields.items() if name != "type"}
    out: list[Any] = [(None, plain) for plain in ([fields], [], None, "Act", 3, without_type)]
    out += [(None, {**fields, "surprise": 1}), (None, {**fields, "type": "Shutdown"})]
    strange = (["deep", {"er": 1}], {"x": 1}, [[1]], 1.5, "\x00", b"x", None, True, 7)
    names = [name for name in fields if name != "type"]
    return out + [(name, {**fields, name: value}) for name in names for value in strange]


@pytest.mark.parametrize("message", SAMPLES, ids=lambda sample: type(sample).__name__)
def test_a_field_of_another_type_is_refused_or_taken_as_it_is(message: Message) -> None:
    for name, plain in wrongs(message):
        try:
            got = wire.from_plain(plain)
        except wire.WireError as error:
            assert "\n" not in str(error)
        else:  # nothing was converted: what came in is what stands in the message
            back = msgpack.unpackb(wire.encode(got))
            assert {key: value for key, value in back.items() if key in plain} == plain
            assert name is None or type(back[name]) in (type(plain[name]), float)


def test_numbers_that_are_texts_or_flags_are_not_taken_for_numbers() -> None:
    for seat in ("0", True, 0.0, None):
        with pytest.raises(wire.WireError):
            wire.from_plain({"type": "Act", "match": "m", "seat": seat, "version": 1, "action": 1})


@pytest.mark.parametrize(
    ("message", "field", "value"),
    [
        (Act("m", 0, 1, 1), "seat", 1_000),
        (Act("m", 0, 1, 1), "match", "m" * 65),
        (Act("m", 0, 1, 1), "version", -2),
        (SAMPLES[14], "seconds", float("nan")),
        (SAMPLES[14], "seconds", 1e300),
        (SAMPLES[14], "view", b"x" * (1 << 21)),
        (SendChat("hi"), "text", "x" * (1 << 17)),
        (CreateMatch("sahara", {}, [], []), "kinds", ["porter"] * 65),
        (CreateMatch("sahara", {}, [], []), "options", {"x": [1]}),
    ],
)
def test_what_a_stranger_may_send_is_bounded(message: Message, field: str, value: Any) -> None:
    wire.from_plain(wire.to_plain(message))
    with pytest.raises(wire.WireError):
        wire.from_plain({**wire.to_plain(message), field: value})


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\x92",
        b"garbage",
        msgpack.packb({"type": "Nobody"}),
        msgpack.packb({"type": "Act"}),
        msgpack.packb({"type": "__init__"}),
        msgpack.packb({"type": "Act", 1: 2}),
        msgpack.packb({"type": "Notice", "match": "m", "code": "x", "severity": "fatal"}),
        msgpack.packb(msgpack.ExtType(5, b"x")),
        msgpack.packb(msgpack.Timestamp(1)),
        wire.encode(SAMPLES[0])[:-1],
        wire.encode(SAMPLES[0]) + b"\x00",
    ],
)
def test_what_is_no_message_is_refused_in_a_few_words(data: bytes) -> None:
    with pytest.raises(wire.WireError) as caught:
        wire.decode(data)
    assert len(str(caught.value)) < 120


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
    began = time.process_time()
    try:
        with pytest.raises(wire.WireError):
            wire.unpack(data, 1 << 20)
        took = time.process_time() - began
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert took < 2.0, "CPU time, whatever the load of the machine"
    assert peak < 1 << 20


def test_what_is_larger_than_allowed_is_refused_unread() -> None:
    with pytest.raises(wire.WireError, match="larger"):
        wire.unpack(b"\x91" * 101, 100)


@given(PLAIN)
@settings(max_examples=50)
def test_the_scan_accepts_whatever_we_pack_and_finds_its_end(plain: Any) -> None:
    data = msgpack.packb(plain)
    assert wire.scan(data) == len(data)
    assert wire.unpack(data, 1 << 20) == plain
    assert wire.scan(data + b"\x01\x02") == len(data)


@given(st.binary(max_size=60))
@settings(max_examples=150)
def test_the_scan_accepts_only_what_the_library_can_read(data: bytes) -> None:
    try:
        plain = wire.unpack(data, 1 << 20)
    except wire.WireError:
        return
    again = msgpack.packb(plain)
    assert wire.scan(again) == len(again)
