"""What the other end of a socket may hear and say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, evolve, field

from caravan_tui.bus.messages import (
    Act,
    AskHint,
    Chat,
    Helped,
    Hurry,
    Look,
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

OF_A_SEAT = (Act, Undo, Redo, UndoAnswer, AskHint, Helped)
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
    hears: set[str] = field(factory=set)
    """Further topics to subscribe to, such as the lobby."""
    says: dict[str, tuple[type, ...]] = field(factory=dict)
    """By topic: further messages that the holder may publish or ask there."""
    serves: set[str] = field(factory=set)
    """Topics that the holder may serve."""
    language: str = ""
    """What the holder reads: phrases are said in it. Empty: the language of this process."""
    check: Callable[[str, Any], str | None] | None = None
    """Has the last word on `says`: why a message is not allowed there, or None."""

    def sit(self, match: str, seat: int) -> None:
        """Give the holder a seat."""
        self.seats.setdefault(match, set()).add(seat)

    def leave(self, match: str) -> None:
        """Take the holder's seats and sight of a match away."""
        self.seats.pop(match, None)
        self.watches.discard(match)

    def may_hear(self, topic: str) -> bool:
        """Whether the holder may subscribe to a topic."""
        if topic in self.hears:
            return True
        for match, seats in self.seats.items():
            if topic in (table_topic(match), *(seat_topic(match, seat) for seat in seats)):
                return True
        return any(topic in (watch_topic(match), table_topic(match)) for match in self.watches)

    def allowed(self, topic: str, message: Message) -> Message | None:
        """The message as it may pass, or None if the holder may not say it there."""
        if isinstance(message, self.says.get(topic, ())):
            return message if self.check is None or self.check(topic, message) is None else None
        match = getattr(message, "match", None)
        if match is None or topic != table_topic(match):
            return None
        seats = self.seats.get(match, set())
        seat = getattr(message, "seat", None)
        if isinstance(message, OF_A_SEAT):
            return message if seat in seats else None
        if isinstance(message, Look):
            here = match in self.watches or bool(seats)
            return message if seat in seats or (seat is None and here) else None
        if isinstance(message, Hurry):
            return message if seats else None
        if isinstance(message, Chat):
            own = seat in seats or (seat is None and match in self.watches)
            text = clean(message.text)
            return evolve(message, name=self.name, text=text) if own and text else None
        return None


def clean(text: str) -> str:
    """One line without control or direction characters, not too long."""
    shown = "".join(c if c.isprintable() else " " for c in text[: 4 * LONGEST_CHAT])
    return " ".join(shown.split())[:LONGEST_CHAT]
