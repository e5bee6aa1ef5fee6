"""Taking back at a table: at once for who plays alone; between people the others are asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from attrs import define

from caravan_tui.bus.base import Bus
from caravan_tui.bus.messages import (
    Done,
    Message,
    Redo,
    Refused,
    Undo,
    UndoAnswer,
    UndoAsked,
    UndoSettled,
    table_topic,
)
from caravan_tui.bus.open_table import OpenTable
from caravan_tui.engine import IllegalAction, Match, UndoRefused
from caravan_tui.games.contract import CHANCE
from caravan_tui.words import _, joined

UNDO_SECONDS = 30.0
"""How long people have to agree to an undo; who is silent has refused."""

_STRIDE = 32
"""Actions looked at in one go, backwards; as far as a match replays cheaply."""

Present = Callable[[str, int], bool]
"""Whether the person of a match's seat is at the table."""


@define
class Asking:
    """An undo that the other people at a table are asked about."""

    message: UndoAsked
    missing: set[int]
    """Seats that have not answered."""
    timer: asyncio.TimerHandle
    agreed: bool = False
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


class Undoing:
    """Undo and redo at the tables of one host, and what people are being asked about."""

    def __init__(self, bus: Bus, seconds: float, present: Present | None) -> None:
        """`seconds`: time to agree; who is not `present` is not asked, without it all are."""
        self._bus = bus
        self._seconds = seconds
        self._present = present
        self._asking: dict[str, Asking] = {}
        """By match; one at a time at a table."""

    def undo(self, table: OpenTable, undo: Undo) -> Message:
        """Take back, refuse, or ask the others: then UndoAsked is the answer, and UndoSettled
        follows on the table topic."""
        match = table.match
        name = match.record.id
        if not 0 <= undo.seat < len(match.record.seats):
            return Refused(undo.id, _("There is no such seat."))
        if name in self._asking:
            return Refused(undo.id, _("The others are being asked about an undo already."))
        why = match.why_no_undo(undo.seat)
        if why is not None:
            return Refused(undo.id, why)
        others = [seat for seat in people(match) if seat != undo.seat]
        if others and match.undo_reveals(undo.seat):
            return Refused(
                undo.id, _("Something hidden was shown since your last decision; it stays shown.")
            )
        if others and others_acted(match, undo.seat):
            here = [seat for seat in others if self._present is None or self._present(name, seat)]
            if not here:
                names = joined(", ", [table.name_of(seat) for seat in others])
                text = _("Nobody is here who could agree to an undo; away: {names}.")
                return Refused(undo.id, text.format(names=names))
            asked = UndoAsked(
                match=name,
                seat=undo.seat,
                asked=here,
                id=undo.id,
                seconds=self._seconds,
            )
            timer = asyncio.get_running_loop().call_later(self._seconds, self._late, table)
            self._asking[name] = Asking(asked, set(here), timer)
            self._bus.publish(table_topic(name), asked)
            return asked
        return self._take_back(table, undo.seat, undo.id)

    def _take_back(self, table: OpenTable, seat: int, asked: str) -> Message:
        match = table.match
        was_assisted = match.record.assisted
        try:
            match.undo(seat)
        except UndoRefused as error:
            return Refused(asked, str(error))
        if len(people(match)) > 1:
            text = _("{name} takes back a decision.").format(name=table.name_of(seat))
            table.note(text, seat=seat)
        elif match.record.assisted and not was_assisted:
            table.note(_("From now on this match counts as assisted."), seat=seat)
        table.tell_all()
        table.saver.mark()
        return Done(asked, match.version)

    def answer(self, table: OpenTable, answer: UndoAnswer) -> None:
        """One of those who were asked agrees or refuses; one refusal is enough."""
        asking = self._asking.get(table.match.record.id)
        if asking is None or asking.message.id != answer.undo:
            return
        if answer.seat not in asking.missing:
            return
        asking.missing.discard(answer.seat)
        asking.agreed = asking.agreed or answer.agrees
        if not answer.agrees:
            name = table.name_of(answer.seat)
            table.note(_("{name} does not agree to the undo.").format(name=name))
            self.settle(table, granted=False)
        elif not asking.missing:
            self.settle(table, granted=True)

    def went(self, table: OpenTable, seat: int) -> None:
        """The person of a seat has left the table: an undo does not wait for its answer, and none
        is granted to which nobody agreed."""
        asking = self._asking.get(table.match.record.id)
        if asking is None:
            return
        if seat == asking.message.seat:
            self.settle(table, granted=False)
        elif seat in asking.missing:
            asking.missing.discard(seat)
            if not asking.missing:
                if not asking.agreed:
                    name = table.name_of(seat)
                    text = _("{name} has gone without an answer: nothing is taken back.")
                    table.note(text.format(name=name))
                self.settle(table, granted=asking.agreed)

    def _late(self, table: OpenTable) -> None:
        """Who is silent has refused."""
        asking = self._asking.get(table.match.record.id)
        if asking is not None:
            missing = sorted(asking.missing)
            name = joined(", ", [table.name_of(seat) for seat in missing])
            table.note(_("No answer from {name}: nothing is taken back.").format(name=name))
        self.settle(table, granted=False)

    def overtaken(self, table: OpenTable) -> None:
        """Who plays on while an undo is asked about has answered for all."""
        if table.match.record.id in self._asking:
            table.note(_("Play went on: nothing is taken back."))
        self.settle(table, granted=False)

    def settle(self, table: OpenTable, granted: bool) -> None:
        """End an asking, if there is one, and take back if all have agreed."""
        asking = self._asking.pop(table.match.record.id, None)
        if asking is None:
            return
        asking.timer.cancel()
        message = asking.message
        if granted:
            granted = isinstance(self._take_back(table, message.seat, message.id), Done)
        self._bus.publish(
            table_topic(message.match),
            UndoSettled(message.match, message.id, granted, message.seat),
        )

    def redo(self, table: OpenTable, redo: Redo) -> Message:
        """Play again what the seat took back last; what is being asked is settled by that."""
        match = table.match
        if not match.can_redo(redo.seat):
            return Refused(redo.id, _("There is nothing to play again."))
        try:
            events = match.redo(redo.seat)
        except (UndoRefused, IllegalAction) as error:
            return Refused(redo.id, str(error))
        self.settle(table, granted=False)
        table.tell(events)
        table.saver.mark()
        return Done(redo.id, match.version)
