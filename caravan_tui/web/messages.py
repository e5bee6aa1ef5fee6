"""What the page and the server say to each other over the websocket, besides the terminal's bytes.

Bytes are sent in binary messages, everything here as JSON in text messages. Both sides count the
bytes that the terminal has been sent since the session began: that is an offset.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

LARGEST = 64 << 10
"""Bytes of a message from the page."""

Side = Annotated[int, Meta(ge=1, le=1000)]
Offset = Annotated[int, Meta(ge=0, le=1 << 53)]


class FromPage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """The base of what a page may say."""


class Hello(FromPage, frozen=True, tag="hello"):
    """The first message: start a session, or go on with the one that runs."""

    columns: Side
    rows: Side
    session: Annotated[str, Meta(max_length=40)] = ""
    """The session whose output the page has so far; empty: none."""
    offset: Offset = 0
    """How far it has it."""
    takes_over: bool = False
    """Whether a session of the account elsewhere is to end."""
    language: Annotated[str, Meta(max_length=20)] = ""
    """The browser's, such as `fr-CH`."""


class Resize(FromPage, frozen=True, tag="resize"):
    """The terminal has another size."""

    columns: Side
    rows: Side


class Confirm(FromPage, frozen=True, tag="confirm"):
    """The page has drawn everything up to an offset."""

    offset: Offset


class Ping(FromPage, frozen=True, tag="ping"):
    """The page has heard nothing for a while, and asks whether the line still carries anything."""


PageMessage = Hello | Resize | Confirm | Ping


class ToPage(msgspec.Struct, frozen=True, tag_field="type"):
    """The base of what the server says."""


class Attached(ToPage, frozen=True, tag="attached"):
    """The session goes on in this page."""

    session: str
    offset: int
    """That of the next byte."""
    fresh: bool
    """Whether the page has to forget what its terminal shows: all of it is sent anew."""


class Pong(ToPage, frozen=True, tag="pong"):
    """The answer to a Ping."""


class Elsewhere(ToPage, frozen=True, tag="elsewhere"):
    """The account plays in another terminal. Another Hello may take it over."""

    text: str


class Ended(ToPage, frozen=True, tag="ended"):
    """There is no session, or no longer. The connection is closed."""

    text: str
    again: bool = True
    """Whether the player may start another one."""


_decoder: msgspec.json.Decoder[PageMessage] = msgspec.json.Decoder(PageMessage)
_encoder = msgspec.json.Encoder()


def decode(text: str) -> PageMessage:
    """A message of a page. Raises msgspec.MsgspecError."""
    return _decoder.decode(text)


def encode(message: ToPage) -> str:
    """A message for a page."""
    return _encoder.encode(message).decode()
