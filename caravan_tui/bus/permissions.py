"""What the other end of a socket may subscribe to, publish and request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from attrs import define, field

from caravan_tui.bus.bucket import Bucket
from caravan_tui.bus.messages import (
    Act,
    CancelHint,
    Chat,
    GetHint,
    GetPosition,
    Hurry,
    MarkAssisted,
    Message,
    Redo,
    Undo,
    UndoAnswer,
    seat_topic,
    table_topic,
    watch_topic,
)

LONGEST_CHAT = 500
"""Characters."""

OF_A_SEAT = (Act, Undo, Redo, UndoAnswer, GetHint, CancelHint, MarkAssisted)
"""What only who sits in the seat may say. Nobody may pause: a match between people would stand."""


@define
class Access:
    """The rights of one token. The host may change them while it is in use: at the next message
    they hold."""

    name: str
    """Shown as the name of whoever chats; in logs."""
    seats: dict[str, set[int]] = field(factory=dict)
    """By match: the seats in which the holder sits."""
    watches: set[str] = field(factory=set)
    """Matches that the holder may watch."""
    subscribes: set[str] = field(factory=set)
    """Further topics to subscribe to, such as the lobby."""
    publishes: dict[str, tuple[type, ...]] = field(factory=dict)
    """By topic: further messages that the holder may publish or ask there."""
    serves: set[str] = field(factory=set)
    """Topics that the holder may serve."""
    is_shared: bool = False
    """Whether several may be connected with the token at once."""
    language: str = ""
    """What the holder reads: its requests are answered in it. Empty: that of this process."""
    chats: Bucket | None = None
    """How often the holder may talk at tables, with all its connections together; None: each has a
    limit of its own."""
    check: Callable[[str, Any], str | None] | None = None
    """Has the last word on `publishes`: why a message is not allowed there, or None."""

    def sit(self, match: str, seat: int) -> None:
        """Give the holder a seat."""
        self.seats.setdefault(match, set()).add(seat)

    def leave(self, match: str) -> None:
        """Take the holder's seats and sight of a match away."""
        self.seats.pop(match, None)
        self.watches.discard(match)

    def may_subscribe(self, topic: str) -> bool:
        """Whether the holder may subscribe to a topic."""
        if topic in self.subscribes:
            return True
        for match, seats in self.seats.items():
            if topic in (table_topic(match), *(seat_topic(match, seat) for seat in seats)):
                return True
        return any(topic in (watch_topic(match), table_topic(match)) for match in self.watches)

    def allowed(self, topic: str, message: Message) -> Message | None:
        """The message as it may pass, or None if the holder may not say it there."""
        if isinstance(message, self.publishes.get(topic, ())):
            return message if self.check is None or self.check(topic, message) is None else None
        match = getattr(message, "match", None)
        if isinstance(message, Chat) and message.seat is None:
            # What spectators say is for spectators alone: it may be advice.
            is_own = match in self.watches and topic == watch_topic(message.match)
            return self._said(message) if is_own else None
        if match is None or topic != table_topic(match):
            return None
        seats = self.seats.get(match, set())
        seat = getattr(message, "seat", None)
        if isinstance(message, OF_A_SEAT):
            return message if seat in seats else None
        if isinstance(message, GetPosition):
            is_at_table = match in self.watches or bool(seats)
            return message if seat in seats or (seat is None and is_at_table) else None
        if isinstance(message, Hurry):
            return message if seats else None
        if isinstance(message, Chat):
            return self._said(message) if seat in seats else None
        return None

    def _said(self, chat: Chat) -> Chat | None:
        """A line of chat under the holder's own name; None if nothing is left of it."""
        text = clean(chat.text)
        return msgspec.structs.replace(chat, name=self.name, text=text) if text else None


def clean(text: str) -> str:
    """One line without control or direction characters, not too long."""
    printable = "".join(c if c.isprintable() else " " for c in text[: 4 * LONGEST_CHAT])
    return " ".join(printable.split())[:LONGEST_CHAT]
