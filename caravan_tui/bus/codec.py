"""Messages as msgpack and back, by cattrs: a list of the class name and its fields.

Strict: a field of the wrong type, an unknown field or class, a missing field are refused; nothing
is converted on the way, and nothing but the classes in `messages.Message` can come out.
"""

from __future__ import annotations

import math
import typing
from collections.abc import Callable
from typing import Any

import attrs
import cattrs
import msgpack
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from caravan_tui import words
from caravan_tui.bus import strict
from caravan_tui.bus.lobby_messages import MatchRow
from caravan_tui.bus.messages import Candidate, Message

LARGEST = 8 << 20
"""Bytes of a message that a table host sends; what a client may send is far less."""

KINDS: dict[str, type] = {kind.__name__: kind for kind in typing.get_args(Message)}
"""The classes of all messages by the name that stands on the wire."""


class CodecError(ValueError):
    """These bytes are no message; the text says why, in a few words."""


def _exactly(kind: type) -> Callable[[Any, Any], Any]:
    def check(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(f"a {kind.__name__} is due, not {type(value).__name__}")
        return value

    return check


def _number(value: Any, _: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise TypeError("a number is due")
    return float(value)


def _origin(kind: Any) -> Any:
    return typing.get_origin(kind)


def _row(converter: cattrs.Converter, kind: Any) -> Callable[[Any, Any], Any]:
    """Lists and tuples only from lists, with their items checked."""
    make = _origin(kind)
    inner = typing.get_args(kind)[0]
    read = None if inner is Any else converter.get_structure_hook(inner)

    def structure(value: Any, _: Any) -> Any:
        if type(value) is not list:
            raise TypeError(f"a list is due, not {type(value).__name__}")
        return make(value if read is None else [read(one, inner) for one in value])

    return structure


def _table(value: Any, _: Any) -> Any:
    if type(value) is not dict:
        raise TypeError(f"a map is due, not {type(value).__name__}")
    return value


def _converter() -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=True, detailed_validation=False)
    for kind in (int, str, bool, bytes):
        converter.register_structure_hook(kind, _exactly(kind))
    converter.register_structure_hook(float, _number)
    converter.register_structure_hook_factory(
        lambda kind: _origin(kind) in (list, tuple),
        lambda kind: _row(converter, kind),
    )
    converter.register_structure_hook_func(lambda kind: _origin(kind) is dict, _table)
    for message in (Candidate, MatchRow, *KINDS.values()):
        attrs.resolve_types(message)
        # Views and events are plain already: they are packed as they are, not copied first.
        kept: Any = {
            field.name: override(unstruct_hook=lambda value: value)
            for field in attrs.fields(message)
            if not _nested(field.type)
        }
        converter.register_unstructure_hook(
            message, make_dict_unstructure_fn(message, converter, **kept)
        )
        converter.register_structure_hook(
            message,
            make_dict_structure_fn(
                message,
                converter,
                _cattrs_forbid_extra_keys=True,
                _cattrs_detailed_validation=False,
            ),
        )
    return converter


def _nested(kind: Any) -> bool:
    """Whether a message stands inside this type."""
    return (isinstance(kind, type) and attrs.has(kind)) or any(
        _nested(inner) for inner in typing.get_args(kind)
    )


_CONVERTER = _converter()


WORDS = {
    "Advice": "lines",
    "Notice": "text",
    "Position": "undo",
    "Refused": "reason",
    "Welcome": "away",
}
"""The fields that hold what a host says to a person, by the name of the message."""


def to_plain(message: Message, language: str = "") -> list[Any]:
    """The message as plain data for msgpack; what it says is said in a language if one is given,
    as far as it consists of phrases (`words.Phrase`)."""
    name = type(message).__name__
    if KINDS.get(name) is not type(message):
        raise CodecError(f"{name} is no message")
    plain = _CONVERTER.unstructure(message)
    if language and (field := WORDS.get(name)):
        plain[field] = words.said_to(plain[field], language)
    return [name, plain]


def from_plain(plain: Any) -> Message:
    """The message back. Raises CodecError."""
    if type(plain) is not list or len(plain) != 2 or type(plain[0]) is not str:
        raise CodecError("no message")
    kind = KINDS.get(plain[0])
    if kind is None:
        raise CodecError(f"an unknown message: {plain[0][:40]!r}")
    if type(plain[1]) is not dict:
        raise CodecError(f"{kind.__name__}: no fields")
    try:
        message: Message = _CONVERTER.structure(plain[1], kind)
    except Exception as error:  # cattrs raises whatever a hook did
        raise CodecError(f"{kind.__name__}: {type(error).__name__}") from None
    return message


def encode(message: Message) -> bytes:
    """The message as bytes. Raises CodecError if it is none or holds what msgpack cannot."""
    try:
        packed: bytes = msgpack.packb(to_plain(message))
    except (TypeError, ValueError, OverflowError) as error:
        raise CodecError(f"{type(message).__name__}: {error}") from None
    return packed


def decode(data: bytes, largest: int = LARGEST) -> Message:
    """The message that these bytes are. Raises CodecError for whatever is none."""
    try:
        return from_plain(strict.unpack(data, largest))
    except strict.StrictError as error:
        raise CodecError(str(error)) from None
