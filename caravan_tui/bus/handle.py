"""A seat's handle on a match: the same methods, whether the match is in this process or not.

Every method raises `Refusal`, with a sentence for the user, if the table does not do it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from caravan_tui.bus.base import Bus, Subscription
from caravan_tui.bus.decisions import Decisions
from caravan_tui.bus.fields import new_id
from caravan_tui.bus.hosted_match import HostedMatch
from caravan_tui.bus.messages import (
    Act,
    Advice,
    CancelHint,
    Chat,
    Done,
    GetHint,
    GetPosition,
    Hurry,
    MarkAssisted,
    Message,
    Notice,
    Pause,
    Position,
    Redo,
    Refused,
    Undo,
    UndoAnswer,
    UndoAsked,
    seat_topic,
    table_topic,
    watch_topic,
)
from caravan_tui.engine import Refusal

PATIENCE = 10.0
"""Seconds that a table over a socket has to answer."""

HINT_PATIENCE = 15.0
"""Seconds that it has for a hint."""

T = TypeVar("T", bound=Message)


class Table(Protocol):
    """What a seat, or with `seat` None a spectator, can do at one match."""

    match: str
    seat: int | None

    async def act(self, version: int, action: int) -> int:
        """Play an action in the position with this version; the version after it."""
        ...

    async def undo(self) -> UndoAsked | None:
        """Undo the seat's last decision; if others must agree first, what they are asked."""
        ...

    async def redo(self) -> int:
        """Play again what the seat has undone; the version after it."""
        ...

    async def look(self, history: bool = False) -> Position:
        """The newest position; `history`: with all events of the match so far."""
        ...

    async def pause(self, paused: bool) -> None:
        """Pause the match, or go on."""
        ...

    async def hint(self) -> Advice:
        """What a search makes of the seat's decision; the match then counts as assisted. If the
        task that waits here is cancelled, the search ends and the match is not marked."""
        ...

    async def mark_assisted(self) -> None:
        """The screen shows what helps the seat: the match counts as assisted."""
        ...

    def answer_undo(self, undo: str, agrees: bool) -> None:
        """Agree to the undo with this id, or decline."""
        ...

    def hurry(self) -> None:
        """Have computer seats that think move with what they have."""
        ...

    def say(self, name: str, text: str) -> None:
        """Say something at the table, or as a spectator to the others; `name`: who says it."""
        ...

    def subscribe(self) -> Subscription:
        """The positions of the seat (or a spectator's), and the news of the table."""
        ...


class LocalTable:
    """A `Table` in this process: calls the match, without a message."""

    def __init__(
        self,
        bus: Bus,
        hosted: Callable[[str], HostedMatch | None],
        match: str,
        seat: int | None,
    ) -> None:
        """`hosted(match)`: the match if it is open."""
        self.match = match
        self.seat = seat
        self._bus = bus
        self._hosted = hosted

    @property
    def _table(self) -> HostedMatch:
        hosted = self._hosted(self.match)
        if hosted is None:
            raise Refusal("unavailable")
        return hosted

    async def act(self, version: int, action: int) -> int:
        return await self._table.act(_own(self.seat), version, action)

    async def undo(self) -> UndoAsked | None:
        return await self._table.undo(_own(self.seat), new_id())

    async def redo(self) -> int:
        return await self._table.redo(_own(self.seat))

    async def look(self, history: bool = False) -> Position:
        return self._table.look(self.seat, history)

    async def pause(self, paused: bool) -> None:
        self._table.pause(self.seat, paused)

    async def hint(self) -> Advice:
        return await self._table.hint(_own(self.seat), new_id())

    async def mark_assisted(self) -> None:
        self._table.mark_assisted()

    def answer_undo(self, undo: str, agrees: bool) -> None:
        self._table.undo_requests.answer(_own(self.seat), undo, agrees)

    def hurry(self) -> None:
        hosted = self._hosted(self.match)
        if hosted is not None:  # else nobody thinks, and as over a socket nobody answers
            hosted.hurry()

    def say(self, name: str, text: str) -> None:
        self._bus.publish(
            _talk_topic(self.match, self.seat), Chat(self.match, self.seat, name, text)
        )

    def subscribe(self) -> Subscription:
        return self._bus.subscribe(*_topics(self.match, self.seat))

    # For computer seats, which always sit in this process

    def decisions(self) -> Decisions:
        """What the seat has to decide, from now on. Raises Refusal if the match is not open."""
        return self._table.decisions(_own(self.seat))

    def publish(self, message: Message) -> None:
        """Publish something on the table topic."""
        self._bus.publish(table_topic(self.match), message)

    def note(self, code: str, **values: Any) -> None:
        """Show a warning to everybody at the table; `values`: what its words name."""
        self.publish(Notice(self.match, code, values, severity="warning"))


class RemoteTable:
    """A `Table` of a server, over a bus."""

    def __init__(self, bus: Bus, match: str, seat: int | None) -> None:
        self.match = match
        self.seat = seat
        self._bus = bus
        self._topic = table_topic(match)

    async def act(self, version: int, action: int) -> int:
        act = Act(self.match, _own(self.seat), version, action)
        return (await self._request(act, Done)).version

    async def undo(self) -> UndoAsked | None:
        answer = await self._ask(Undo(self.match, _own(self.seat)), PATIENCE)
        return answer if isinstance(answer, UndoAsked) else None

    async def redo(self) -> int:
        return (await self._request(Redo(self.match, _own(self.seat)), Done)).version

    async def look(self, history: bool = False) -> Position:
        return await self._request(GetPosition(self.match, self.seat, history), Position)

    async def pause(self, paused: bool) -> None:
        await self._request(Pause(self.match, paused, self.seat), Done)

    async def hint(self) -> Advice:
        request = GetHint(self.match, _own(self.seat))
        try:
            return await self._request(request, Advice, HINT_PATIENCE)
        except asyncio.CancelledError:
            self._publish(CancelHint(self.match, request.seat, request.id))
            raise

    async def mark_assisted(self) -> None:
        await self._request(MarkAssisted(self.match, _own(self.seat)), Done)

    def answer_undo(self, undo: str, agrees: bool) -> None:
        self._publish(UndoAnswer(self.match, _own(self.seat), undo, agrees))

    def hurry(self) -> None:
        self._publish(Hurry(self.match))

    def say(self, name: str, text: str) -> None:
        self._bus.publish(
            _talk_topic(self.match, self.seat), Chat(self.match, self.seat, name, text)
        )

    def subscribe(self) -> Subscription:
        return self._bus.subscribe(*_topics(self.match, self.seat))

    def _publish(self, message: Message) -> None:
        self._bus.publish(self._topic, message)

    async def _request(self, message: Message, kind: type[T], patience: float = PATIENCE) -> T:
        answer = await self._ask(message, patience)
        if not isinstance(answer, kind):
            raise Refusal("failed")
        return answer

    async def _ask(self, message: Message, patience: float) -> Message:
        try:
            answer = await self._bus.request(self._topic, message, patience)
        except TimeoutError:
            raise Refusal("unavailable") from None
        if isinstance(answer, Refused):
            raise Refusal(answer.code, **answer.values)
        return answer


def _own(seat: int | None) -> int:
    if seat is None:
        raise Refusal("not_permitted")
    return seat


def _topics(match: str, seat: int | None) -> tuple[str, str]:
    own = watch_topic(match) if seat is None else seat_topic(match, seat)
    return own, table_topic(match)


def _talk_topic(match: str, seat: int | None) -> str:
    return watch_topic(match) if seat is None else table_topic(match)
