"""Undo and redo at a table: alone at once; between people the others are asked first."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from attrs import define

from caravan_tui.bus.autosave import Saver
from caravan_tui.bus.base import Bus
from caravan_tui.bus.bucket import Bucket
from caravan_tui.bus.messages import UndoAsked, UndoSettled, table_topic
from caravan_tui.engine import Match, Refusal, UndoRefused
from caravan_tui.games.contract import CHANCE, Event

UNDO_SECONDS = 30.0
"""How long people have to agree to an undo; silence is a refusal."""

UNDOS_PER_SECOND, UNDO_BURST = 0.5, 10
"""Of a seat at a server's table between people: each undo or redo tells everybody the whole log."""

QUESTIONS_PER_SECOND, QUESTION_BURST = 0.05, 3
"""Undos that a seat there asks the others about: each puts a question in front of what they do."""

_STRIDE = 32
"""Actions looked at in one go, backwards; as far as a match replays cheaply."""

Present = Callable[[str, int], bool]
"""`present(match, seat)`: whether the person of a match's seat is at the table."""


class UndoTable(Protocol):
    """What undo needs of a table; a `HostedMatch`."""

    id: str
    match: Match
    bus: Bus
    saver: Saver

    def note(self, code: str, /, *, seat: int | None = None, **values: Any) -> None: ...
    def publish(self, events: Sequence[Event], history: bool = False) -> None: ...
    def publish_history(self) -> None: ...


@define
class _Request:
    """An undo that the other people at a table are asked about."""

    message: UndoAsked
    missing: set[int]
    """Seats that have not answered."""
    timer: asyncio.TimerHandle
    has_agreement: bool = False
    """Whether anybody has agreed."""


def people(match: Match) -> list[int]:
    """The seats in which persons sit."""
    return [number for number, seat in enumerate(match.record.seats) if seat.is_person]


def others_acted(match: Match, seat: int) -> bool:
    """Whether somebody else has decided anything since this seat's last decision.

    A seat that has decided nothing has been answered by everyone who acted.
    """
    last = match.version
    while last > 0:
        first = max(0, last - _STRIDE)
        for ply in reversed(list(match.plies(first, last))):
            if ply.actor == seat:
                return False
            if ply.actor != CHANCE:
                return True
        last = first
    return False


class UndoRequests:
    """Undo and redo at one table, and what its people are being asked about, one undo at a time."""

    def __init__(
        self, table: UndoTable, seconds: float, present: Present | None, is_limited: bool = False
    ) -> None:
        """`seconds`: time to agree. Only people who are `present` are asked, without it all.
        `is_limited`: a seat may not take back, or ask the others, again and again."""
        self._table = table
        self._seconds = seconds
        self._present = present
        self._is_limited = is_limited
        self._changes: dict[int, Bucket] = {}
        """By seat: how often it may undo and redo."""
        self._questions: dict[int, Bucket] = {}
        """By seat: how often it may ask the others."""
        self._request: _Request | None = None

    def undo(self, seat: int, request_id: str) -> UndoAsked | None:
        """Undo the last decision of a seat, or ask the others first: then what they are asked is
        returned, and UndoSettled follows on the table topic. Raises Refusal."""
        table, match = self._table, self._table.match
        if not 0 <= seat < len(match.record.seats):
            raise Refusal("no_such_seat", seat=seat)
        if self._request is not None:
            raise Refusal("undo_already_asked")
        why = match.why_no_undo(seat)
        if why is not None:
            raise Refusal(why.code, **why.values)
        others = [other for other in people(match) if other != seat]
        if others and match.undo_reveals(seat):
            raise Refusal("undo_reveals")
        if not others or not others_acted(match, seat):
            self._limit(self._changes, seat, UNDOS_PER_SECOND, UNDO_BURST)
            self._take_back(seat)
            return None
        present = [
            other for other in others if self._present is None or self._present(table.id, other)
        ]
        if not present:
            raise Refusal("nobody_to_agree", names=[match.name_of(other) for other in others])
        self._limit(self._questions, seat, QUESTIONS_PER_SECOND, QUESTION_BURST)
        message = UndoAsked(table.id, seat, present, request_id, self._seconds)
        timer = asyncio.get_running_loop().call_later(self._seconds, self._time_out)
        self._request = _Request(message, set(present), timer)
        table.bus.publish(table_topic(table.id), message)
        return message

    def _limit(self, buckets: dict[int, Bucket], seat: int, rate: float, burst: int) -> None:
        """Raise Refusal if a seat wants this too often, for the others' sake."""
        if self._is_limited and not buckets.setdefault(seat, Bucket(rate, burst)).take():
            raise Refusal("too_many_undos")

    def _take_back(self, seat: int) -> None:
        """Raises UndoRefused."""
        table, match = self._table, self._table.match
        match.undo(seat)
        if len(people(match)) > 1:
            table.note("undone", seat=seat, name=match.name_of(seat))
        table.publish_history()
        table.saver.mark()

    def answer(self, seat: int, undo: str, agrees: bool) -> None:
        """A seat that was asked about the undo with this id agrees or declines; one who declines
        is enough. An answer to anything else is ignored."""
        request = self._request
        if request is None or request.message.id != undo or seat not in request.missing:
            return
        request.missing.discard(seat)
        request.has_agreement = request.has_agreement or agrees
        if not agrees:
            self._table.note("undo_declined", name=self._table.match.name_of(seat))
            self.settle(granted=False)
        elif not request.missing:
            self.settle(granted=True)

    def on_player_left(self, seat: int) -> None:
        """The person of a seat has left the table: an undo does not wait for its answer, and none
        is granted to which nobody agreed."""
        request = self._request
        if request is None:
            return
        if seat == request.message.seat:
            self.settle(granted=False)
        elif seat in request.missing:
            request.missing.discard(seat)
            if not request.missing:
                if not request.has_agreement:
                    name = self._table.match.name_of(seat)
                    self._table.note("undo_player_left", name=name)
                self.settle(granted=request.has_agreement)

    def _time_out(self) -> None:
        """Silence is a refusal."""
        if self._request is not None:
            missing = sorted(self._request.missing)
            names = [self._table.match.name_of(seat) for seat in missing]
            self._table.note("undo_timed_out", names=names)
        self.settle(granted=False)

    def overtake(self) -> None:
        """Somebody has played on while an undo was asked about: that answers for all."""
        if self._request is not None:
            self._table.note("undo_overtaken")
            self.settle(granted=False)

    def settle(self, granted: bool) -> None:
        """End what is being asked, if anything is, and undo if all have agreed."""
        request, self._request = self._request, None
        if request is None:
            return
        request.timer.cancel()
        message = request.message
        if granted:
            try:
                self._take_back(message.seat)
            except UndoRefused:
                granted = False
        self._table.bus.publish(
            table_topic(message.match),
            UndoSettled(message.match, message.id, granted, message.seat),
        )

    def redo(self, seat: int) -> None:
        """Play again what the seat took back last; that settles what is being asked. Raises
        Refusal."""
        if self._table.match.can_redo(seat):
            self._limit(self._changes, seat, UNDOS_PER_SECOND, UNDO_BURST)
        events = self._table.match.redo(seat)
        self.settle(granted=False)
        self._table.publish(events)
        self._table.saver.mark()
