"""The table host: holds matches, plays what seats ask for, tells everyone what they may know."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from caravan_tui.bus.base import Bus
from caravan_tui.bus.messages import (
    Act,
    Advice,
    AskHint,
    Done,
    Helped,
    Look,
    Message,
    Pause,
    Redo,
    Refused,
    Undo,
    UndoAnswer,
    table_topic,
)
from caravan_tui.bus.open_table import OpenTable
from caravan_tui.bus.saving import SAVE_PATIENCE, Hook
from caravan_tui.bus.undoing import UNDO_SECONDS, Present, Undoing, people
from caravan_tui.engine import IllegalAction, Match, Seat
from caravan_tui.words import _

Advise = Callable[[Match, int], Awaitable[tuple[int, list[str]]]]
"""Gives the best move of a seat and what to say about it. Raises TimeoutError, or ValueError with a
line for the user, if there is none: then nobody was helped."""


class TableHost:
    """Holds matches and serves their table topics; the only one that changes them.

    Its methods are called on the bus's event loop. After every change each seat's topic and the
    watch topic get a Position, with events projected before they are published, and the match is
    saved: one save at a time a match, always of the newest position. An act is answered without
    waiting for its own save; it waits for the one before.
    """

    def __init__(
        self,
        bus: Bus,
        save: Hook | None = None,
        finished: Hook | None = None,
        undo_seconds: float = UNDO_SECONDS,
        save_patience: float = SAVE_PATIENCE,
        advise: Advise | None = None,
        present: Present | None = None,
    ) -> None:
        """`save(match)` must take what it needs of the match before its first await; what it
        raises is told at the table, and play goes on. `finished(match)` is awaited once when a
        match has ended, after its save. `undo_seconds`: time that people have to agree;
        `save_patience`: how long an act waits for the save of the one before. `advise` answers
        requests for hints; without it there are none. `present`: who is away is not asked about
        an undo; without it everybody is there."""
        self._bus = bus
        self._save = save
        self._finished = finished
        self._save_patience = save_patience
        self._advise = advise
        self._undoing = Undoing(bus, undo_seconds, present)
        self._tables: dict[str, OpenTable] = {}

    # Opening and closing

    def ids(self) -> list[str]:
        """The matches that are open, in the order they were opened."""
        return list(self._tables)

    def match(self, match_id: str) -> Match:
        """An open match, to look at. Raises KeyError."""
        return self._tables[match_id].match

    def open(self, match: Match, *, paused: bool = False) -> None:
        """Serve a match: a new one, or one from a record; both are saved at once.

        Raises ValueError if it is open already.
        """
        name = match.record.id
        if name in self._tables:
            raise ValueError(f"match {name} is open already")
        table = OpenTable(match, self._bus, self._save, self._finished, paused)
        table.end = self._bus.serve(table_topic(name), self._serve)
        self._tables[name] = table
        if match.opening:
            table.tell_all()
        else:
            table.tell([])  # the log is given to who asks for it with a Look
        table.saver.mark()

    async def close(self, match_id: str) -> None:
        """Serve a match no longer, once it is saved. A match that is not open is no error."""
        table = self._tables.get(match_id)
        if table is None or table.closing:
            return
        table.closing = True
        table.end()
        self._undoing.settle(table, granted=False)
        await table.saver.settled()
        del self._tables[match_id]

    async def close_all(self) -> None:
        """Close every match."""
        await asyncio.gather(*(self.close(match_id) for match_id in self.ids()))

    async def saved(self, match_id: str) -> None:
        """Wait until the match is saved as it is now, or the save has failed."""
        table = self._tables.get(match_id)
        if table is not None:
            await table.saver.settled()

    def pause(self, match_id: str, paused: bool) -> None:
        """Pause a match or go on: while paused nobody has a legal action, so all wait."""
        table = self._tables[match_id]
        if table.paused != paused:
            table.paused = paused
            table.tell([])

    def reseat(self, match_id: str, seat: int, who: Seat, text: str = "") -> None:
        """Somebody else takes a seat; the text is told at the table."""
        table = self._tables[match_id]
        table.match.reseat(seat, who)
        self._undoing.settle(table, granted=False)
        if text:
            table.note(text, seat=seat)
        table.tell([])
        table.saver.mark()

    def assist(self, match_id: str) -> None:
        """Somebody was helped (a hint): the match counts as assisted from now on."""
        table = self._tables[match_id]
        if not table.match.record.assisted and not table.match.over:
            table.match.record.assisted = True
            table.tell([])
            table.saver.mark()

    def went(self, match_id: str, seat: int) -> None:
        """The person of a seat has left the table; see `Undoing.went`. A match that is not open is
        no error."""
        table = self._tables.get(match_id)
        if table is not None:
            self._undoing.went(table, seat)

    # Serving

    async def _serve(self, message: Message) -> Message | None:
        table = self._tables.get(getattr(message, "match", ""))
        if table is None:
            return None
        if isinstance(message, Act | Undo | Redo):
            await table.saver.caught_up(self._save_patience)
        if isinstance(message, Act):
            return self._act(table, message)
        if isinstance(message, Look):
            return self._look(table, message)
        if isinstance(message, Undo):
            return self._undoing.undo(table, message)
        if isinstance(message, UndoAnswer):
            self._undoing.answer(table, message)
            return None
        if isinstance(message, Redo):
            return self._undoing.redo(table, message)
        if isinstance(message, Pause):
            return self._pause(table, message)
        if isinstance(message, AskHint):
            return await self._hint(table, message)
        if isinstance(message, Helped):
            return self._helped(message)
        return None

    async def _hint(self, table: OpenTable, asked: AskHint) -> Message:
        match = table.match
        if self._advise is None:
            return Refused(asked.id, _("There are no hints at this table."))
        if match.to_act != asked.seat:
            return Refused(asked.id, _("A hint is for your own move; it is not your move."))
        version = match.version
        try:
            action, lines = await self._advise(match, asked.seat)
        except (TimeoutError, ValueError) as error:
            return Refused(asked.id, str(error) or _("The search did not answer; try again."))
        if match.version != version:
            return Refused(asked.id, _("The position has changed since."))
        self.assist(match.record.id)
        return Advice(asked.id, version, action, lines)

    def _helped(self, told: Helped) -> Message:
        if self._advise is None:  # between people nobody marks the match of the others
            return Refused(told.id, _("There are no hints at this table."))
        self.assist(told.match)
        return Done(told.id)

    def _act(self, table: OpenTable, act: Act) -> Message:
        match = table.match
        if table.closing:
            return Refused(act.id, _("The match is being closed."))
        if table.paused:
            return Refused(act.id, _("The match is paused."))
        if act.version != match.version:
            return Refused(act.id, _("The position has changed since."))
        try:
            events = match.act(act.seat, act.action)
        except IllegalAction as error:
            return Refused(act.id, str(error))
        self._undoing.overtaken(table)
        table.tell(events)
        table.saver.mark()
        return Done(act.id, match.version)

    def _look(self, table: OpenTable, look: Look) -> Message:
        seats = len(table.match.record.seats)
        if look.seat is not None and not 0 <= look.seat < seats:
            return Refused(
                look.id, _("There is no seat {seat} in this match.").format(seat=look.seat)
            )
        events = table.history() if look.history else []
        return table.position(look.seat, events, history=look.history)

    def _pause(self, table: OpenTable, message: Pause) -> Message:
        if table.match.over:
            return Refused(message.id, _("The match is over."))
        if table.paused != message.paused:
            self.pause(table.match.record.id, message.paused)
            if len(people(table.match)) > 1 and message.seat is not None:
                name = table.name_of(message.seat)
                text = _("{name} pauses the match.") if message.paused else _("{name} goes on.")
                table.note(text.format(name=name), seat=message.seat)
        return Done(message.id, table.match.version)
