"""The table host: holds matches, and is the only one that changes them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from caravan_tui.bus.base import Bus
from caravan_tui.bus.handle import LocalTable
from caravan_tui.bus.hosted_match import HostedMatch, Services
from caravan_tui.bus.messages import (
    Act,
    CancelHint,
    Done,
    GetHint,
    GetPosition,
    Hurry,
    MarkAssisted,
    Message,
    Pause,
    Redo,
    Refused,
    Undo,
    UndoAnswer,
    table_topic,
)
from caravan_tui.engine import Match, Refusal, Seat, Sentence

PUBLISHED = UndoAnswer, CancelHint, Hurry
"""What is done without an answer, and so is only published."""


class TableHost:
    """Holds matches, and serves their table topics for those who come over a socket.

    Its methods are called on the bus's event loop. In this process a seat uses `table`, which
    calls the match without a message.
    """

    def __init__(self, bus: Bus, services: Services | None = None) -> None:
        self._bus = bus
        self._services = services or Services()
        self._matches: dict[str, HostedMatch] = {}
        self._ends: dict[str, Callable[[], None]] = {}

    # Opening and closing

    def ids(self) -> list[str]:
        """The matches that are open, in the order they were opened."""
        return list(self._matches)

    def unsaved(self) -> list[str]:
        """The open matches whose last save has failed."""
        return [match_id for match_id, hosted in self._matches.items() if hosted.saver.problem]

    def match(self, match_id: str) -> Match:
        """An open match, to look at. Raises KeyError."""
        return self._matches[match_id].match

    def hosted(self, match_id: str) -> HostedMatch | None:
        """An open match with its table; None if it is not open, or is being closed."""
        hosted = self._matches.get(match_id)
        return None if hosted is None or hosted.is_closing else hosted

    def table(self, match_id: str, seat: int | None) -> LocalTable:
        """A seat's handle on a match, or with None a spectator's; the match may open later."""
        return LocalTable(self._bus, self.hosted, match_id, seat)

    def open(self, match: Match, *, paused: bool = False) -> None:
        """Serve a match: a new one, or one from a record; both are saved at once.

        Raises ValueError if it is open already.
        """
        name = match.record.id
        if name in self._matches:
            raise ValueError(f"match {name} is open already")
        hosted = HostedMatch(match, self._bus, self._services, paused)
        self._ends[name] = self._bus.serve(table_topic(name), self._serve, PUBLISHED)
        self._matches[name] = hosted
        if match.opening:
            hosted.publish_history()
        else:
            hosted.publish([])  # its log is given on request
        hosted.saver.mark()

    async def close(self, match_id: str) -> None:
        """Serve a match no longer, once it is saved. A match that is not open is no error."""
        hosted = self.hosted(match_id)
        if hosted is not None:
            self._ends.pop(match_id)()
            await hosted.close()
            del self._matches[match_id]

    async def close_all(self) -> None:
        """Close every match."""
        await asyncio.gather(*(self.close(match_id) for match_id in self.ids()))

    async def saved(self, match_id: str) -> None:
        """Wait until the match is saved as it is now, or the save has failed."""
        hosted = self._matches.get(match_id)
        if hosted is not None:
            await hosted.saver.settled()

    def reseat(self, match_id: str, seat: int, player: Seat, note: Sentence | None = None) -> None:
        """Somebody else takes a seat; see `HostedMatch.reseat`. Raises KeyError."""
        self._matches[match_id].reseat(seat, player, note)

    def assist(self, match_id: str) -> None:
        """Somebody was helped: the match counts as assisted from now on. Raises KeyError."""
        self._matches[match_id].assist()

    def on_player_left(self, match_id: str, seat: int) -> None:
        """The person of a seat has left the table. A match that is not open is no error."""
        hosted = self._matches.get(match_id)
        if hosted is not None:
            hosted.undo_requests.on_player_left(seat)

    # Serving those who are not in this process

    async def _serve(self, message: Any) -> Message | None:
        hosted = self.hosted(getattr(message, "match", ""))
        answer = _ANSWERS.get(type(message))
        if hosted is None or answer is None:
            return None
        try:
            return await answer(hosted, message)
        except Refusal as refusal:
            sentence = refusal.sentence
            return Refused(getattr(message, "id", ""), sentence.code, sentence.values)


async def _act(hosted: HostedMatch, act: Act) -> Message:
    version = await hosted.act(act.seat, act.version, act.action)
    await hosted.confirmed()
    return Done(act.id, version)


async def _undo(hosted: HostedMatch, undo: Undo) -> Message:
    asked = await hosted.undo(undo.seat, undo.id)
    if asked is not None:
        return asked
    version = hosted.match.version
    await hosted.confirmed()
    return Done(undo.id, version)


async def _redo(hosted: HostedMatch, redo: Redo) -> Message:
    version = await hosted.redo(redo.seat)
    await hosted.confirmed()
    return Done(redo.id, version)


async def _get_position(hosted: HostedMatch, request: GetPosition) -> Message:
    return hosted.look(request.seat, request.history)


async def _pause(hosted: HostedMatch, pause: Pause) -> Message:
    hosted.pause(pause.seat, pause.paused)
    return Done(pause.id, hosted.match.version)


async def _hint(hosted: HostedMatch, request: GetHint) -> Message:
    return await hosted.hint(request.seat, request.id)


async def _cancel_hint(hosted: HostedMatch, request: CancelHint) -> None:
    hosted.cancel_hint(request.seat, request.hint)


async def _mark_assisted(hosted: HostedMatch, mark: MarkAssisted) -> Message:
    hosted.mark_assisted()
    return Done(mark.id)


async def _answer_undo(hosted: HostedMatch, answer: UndoAnswer) -> None:
    hosted.undo_requests.answer(answer.seat, answer.undo, answer.agrees)


async def _hurry(hosted: HostedMatch, hurry: Hurry) -> None:
    hosted.hurry()


_ANSWERS: dict[type, Callable[[HostedMatch, Any], Awaitable[Message | None]]] = {
    Act: _act,
    Undo: _undo,
    Redo: _redo,
    GetPosition: _get_position,
    Pause: _pause,
    GetHint: _hint,
    CancelHint: _cancel_hint,
    MarkAssisted: _mark_assisted,
    UndoAnswer: _answer_undo,
    Hurry: _hurry,
}
"""What is done with each message that comes over the bus."""
