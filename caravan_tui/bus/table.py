"""The table host: holds matches, plays what seats ask for, tells everyone what they may know."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from caravan_tui.bus import undoing
from caravan_tui.bus.base import Bus
from caravan_tui.bus.messages import (
    Act,
    Advice,
    AskHint,
    Done,
    Look,
    Message,
    Notice,
    Pause,
    Position,
    Redo,
    Refused,
    Undo,
    UndoAnswer,
    UndoAsked,
    UndoSettled,
    seat_topic,
    table_topic,
    watch_topic,
)
from caravan_tui.bus.saving import SAVE_PATIENCE, Hook, Saver, Severity
from caravan_tui.engine import IllegalAction, Match, Seat, UndoRefused
from caravan_tui.games.contract import Event
from caravan_tui.words import _, joined

UNDO_SECONDS = 30.0
"""How long people have to agree to an undo; who is silent has refused."""

Present = Callable[[str, int], bool]
"""Whether the person of a match's seat is at the table."""
Advise = Callable[[Match, int], Awaitable[tuple[int, list[str]]]]
"""Gives the best move of a seat and what to say about it."""


class Table:
    """One match at the host, and what goes on around it."""

    def __init__(self, match: Match, end: Callable[[], None], saver: Saver) -> None:
        self.match = match
        self.end = end
        self.saver = saver
        self.paused = False
        self.closing = False
        self.asking: undoing.Asking | None = None


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
        self._undo_seconds = undo_seconds
        self._save_patience = save_patience
        self._advise = advise
        self._present = present
        self._tables: dict[str, Table] = {}

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
        saver = Saver(match, self._save, self._finished, self._save_note(name))
        table = Table(match, self._bus.serve(table_topic(name), self._serve), saver)
        table.paused = paused
        self._tables[name] = table
        # A match that has just been set up is told from its start; else a Look gives the log.
        self._tell(table, _history(match) if match.opening else [], history=bool(match.opening))
        table.saver.mark()

    async def close(self, match_id: str) -> None:
        """Serve a match no longer, once it is saved. A match that is not open is no error."""
        table = self._tables.get(match_id)
        if table is None or table.closing:
            return
        table.closing = True
        table.end()
        self._settle_undo(table, granted=False)
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
            self._tell(table, [])

    def reseat(self, match_id: str, seat: int, who: Seat, text: str = "") -> None:
        """Somebody else takes a seat; the text is told at the table."""
        table = self._tables[match_id]
        table.match.reseat(seat, who)
        self._settle_undo(table, granted=False)
        if text:
            self._note(table, text, seat=seat)
        self._tell(table, [])
        table.saver.mark()

    def assist(self, match_id: str) -> None:
        """Somebody was helped (a hint): the match counts as assisted from now on."""
        table = self._tables[match_id]
        if not table.match.record.assisted and not table.match.over:
            table.match.record.assisted = True
            self._tell(table, [])
            table.saver.mark()

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
            return self._undo(table, message)
        if isinstance(message, UndoAnswer):
            self._undo_answer(table, message)
            return None
        if isinstance(message, Redo):
            return self._redo(table, message)
        if isinstance(message, Pause):
            return self._pause(table, message)
        if isinstance(message, AskHint):
            return await self._hint(table, message)
        return None

    async def _hint(self, table: Table, asked: AskHint) -> Message:
        match = table.match
        if self._advise is None:
            return Refused(asked.id, _("There are no hints at this table."))
        if match.to_act != asked.seat:
            return Refused(asked.id, _("A hint is for your own move; it is not your move."))
        version = match.version
        action, lines = await self._advise(match, asked.seat)
        if match.version != version:
            return Refused(asked.id, _("The position has changed since."))
        self.assist(match.record.id)
        return Advice(asked.id, version, action, lines)

    def _act(self, table: Table, act: Act) -> Message:
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
        self._undo_overtaken(table)
        self._tell(table, events)
        table.saver.mark()
        return Done(act.id, match.version)

    def _look(self, table: Table, look: Look) -> Message:
        seats = len(table.match.record.seats)
        if look.seat is not None and not 0 <= look.seat < seats:
            return Refused(
                look.id, _("There is no seat {seat} in this match.").format(seat=look.seat)
            )
        events = _history(table.match) if look.history else []
        return self._position(table, look.seat, events, history=look.history)

    def _pause(self, table: Table, message: Pause) -> Message:
        if table.match.over:
            return Refused(message.id, _("The match is over."))
        if table.paused != message.paused:
            self.pause(table.match.record.id, message.paused)
            if len(undoing.people(table.match)) > 1 and message.seat is not None:
                name = _name(table.match, message.seat)
                text = _("{name} pauses the match.") if message.paused else _("{name} goes on.")
                self._note(table, text.format(name=name), seat=message.seat)
        return Done(message.id, table.match.version)

    # Taking back

    def _undo(self, table: Table, undo: Undo) -> Message:
        match = table.match
        if not 0 <= undo.seat < len(match.record.seats):
            return Refused(undo.id, _("There is no such seat."))
        if table.asking is not None:
            return Refused(undo.id, _("The others are being asked about an undo already."))
        why = match.why_no_undo(undo.seat)
        if why is not None:
            return Refused(undo.id, why)
        others = [seat for seat in undoing.people(match) if seat != undo.seat]
        if others and match.undo_reveals(undo.seat):
            return Refused(
                undo.id, _("Something hidden was shown since your last decision; it stays shown.")
            )
        if others and undoing.others_acted(match, undo.seat):
            name = match.record.id
            here = [seat for seat in others if self._present is None or self._present(name, seat)]
            if not here:
                names = joined(", ", [_name(match, seat) for seat in others])
                text = _("Nobody is here who could agree to an undo; away: {names}.")
                return Refused(undo.id, text.format(names=names))
            asked = UndoAsked(
                match=match.record.id,
                seat=undo.seat,
                asked=here,
                id=undo.id,
                seconds=self._undo_seconds,
            )
            timer = asyncio.get_running_loop().call_later(
                self._undo_seconds, self._undo_late, table
            )
            table.asking = undoing.Asking(asked, set(here), timer)
            self._bus.publish(table_topic(match.record.id), asked)
            return asked
        return self._take_back(table, undo.seat, undo.id)

    def _take_back(self, table: Table, seat: int, asked: str) -> Message:
        match = table.match
        was_assisted = match.record.assisted
        try:
            match.undo(seat)
        except UndoRefused as error:
            return Refused(asked, str(error))
        if len(undoing.people(match)) > 1:
            text = _("{name} takes back a decision.").format(name=_name(match, seat))
            self._note(table, text, seat=seat)
        elif match.record.assisted and not was_assisted:
            self._note(table, _("From now on this match counts as assisted."), seat=seat)
        self._tell(table, _history(match), history=True)
        table.saver.mark()
        return Done(asked, match.version)

    def _undo_answer(self, table: Table, answer: UndoAnswer) -> None:
        asking = table.asking
        if asking is None or asking.message.id != answer.undo:
            return
        if answer.seat not in asking.missing:
            return
        asking.missing.discard(answer.seat)
        asking.agreed = asking.agreed or answer.agrees
        if not answer.agrees:
            name = _name(table.match, answer.seat)
            self._note(table, _("{name} does not agree to the undo.").format(name=name))
            self._settle_undo(table, granted=False)
        elif not asking.missing:
            self._settle_undo(table, granted=True)

    def went(self, match_id: str, seat: int) -> None:
        """The person of a seat has left the table: an undo does not wait for its answer, and none
        is granted to which nobody agreed. A match that is not open is no error."""
        table = self._tables.get(match_id)
        asking = table.asking if table else None
        if table is None or asking is None:
            return
        if seat == asking.message.seat:
            self._settle_undo(table, granted=False)
        elif seat in asking.missing:
            asking.missing.discard(seat)
            if not asking.missing:
                if not asking.agreed:
                    name = _name(table.match, seat)
                    text = _("{name} has gone without an answer: nothing is taken back.")
                    self._note(table, text.format(name=name))
                self._settle_undo(table, granted=asking.agreed)

    def _undo_late(self, table: Table) -> None:
        """Who is silent has refused."""
        if table.asking is not None:
            missing = sorted(table.asking.missing)
            name = joined(", ", [_name(table.match, seat) for seat in missing])
            self._note(table, _("No answer from {name}: nothing is taken back.").format(name=name))
        self._settle_undo(table, granted=False)

    def _undo_overtaken(self, table: Table) -> None:
        """Who plays on while an undo is asked about has answered for all."""
        if table.asking is not None:
            self._note(table, _("Play went on: nothing is taken back."))
        self._settle_undo(table, granted=False)

    def _settle_undo(self, table: Table, granted: bool) -> None:
        """End an asking, if there is one, and take back if all have agreed."""
        asking = table.asking
        if asking is None:
            return
        table.asking = None
        asking.timer.cancel()
        message = asking.message
        if granted:
            granted = isinstance(self._take_back(table, message.seat, message.id), Done)
        self._bus.publish(
            table_topic(message.match),
            UndoSettled(message.match, message.id, granted, message.seat),
        )

    def _redo(self, table: Table, redo: Redo) -> Message:
        match = table.match
        if not match.can_redo(redo.seat):
            return Refused(redo.id, _("There is nothing to play again."))
        try:
            events = match.redo(redo.seat)
        except (UndoRefused, IllegalAction) as error:
            return Refused(redo.id, str(error))
        self._settle_undo(table, granted=False)
        self._tell(table, events)
        table.saver.mark()
        return Done(redo.id, match.version)

    # Telling

    def _position(
        self, table: Table, seat: int | None, events: Sequence[Event], history: bool = False
    ) -> Position:
        match = table.match
        ranks = match.ranks
        return Position(
            match=match.record.id,
            version=match.version,
            seat=seat,
            view=match.view(seat),
            legal=[] if table.paused else match.legal(seat),
            interrupts=[] if table.paused else match.interrupts(seat),
            events=match.events_for(events, seat),
            undo=_("A spectator has nothing to take back.")
            if seat is None
            else match.why_no_undo(seat),
            redo=seat is not None and match.can_redo(seat),
            assisted=match.record.assisted,
            over=match.over,
            ranks=None if ranks is None else list(ranks),
            history=history,
            paused=table.paused,
        )

    def _tell(self, table: Table, events: Sequence[Event], history: bool = False) -> None:
        """A Position to every seat and the spectators."""
        name = table.match.record.id
        for seat in range(len(table.match.record.seats)):
            self._bus.publish(seat_topic(name, seat), self._position(table, seat, events, history))
        self._bus.publish(watch_topic(name), self._position(table, None, events, history))

    def _note(
        self,
        table: Table,
        text: str,
        seat: int | None = None,
        severity: Severity = "information",
    ) -> None:
        name = table.match.record.id
        self._bus.publish(table_topic(name), Notice(name, text, seat, severity))

    def _save_note(self, name: str) -> Callable[[str, Severity], None]:
        """What tells the table of a match how its saves go."""
        topic = table_topic(name)
        return lambda text, severity: self._bus.publish(
            topic, Notice(name, text, severity=severity)
        )


def _name(match: Match, seat: int) -> str:
    names = match.names
    shown = names[seat] if 0 <= seat < len(names) else ""
    return shown or _("Seat {number}").format(number=seat + 1)


def _history(match: Match) -> list[Event]:
    """All that has happened in the match, not projected."""
    return [event for ply in match.plies() for event in ply.events]
