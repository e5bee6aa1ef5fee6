"""One match that is open at the host, and what everybody at it is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from caravan_tui.bus.base import Bus
from caravan_tui.bus.messages import Notice, Position, seat_topic, table_topic, watch_topic
from caravan_tui.bus.saving import Hook, Saver, Severity
from caravan_tui.engine import Match
from caravan_tui.games.contract import Event
from caravan_tui.words import _


class OpenTable:
    """A match, how it is saved and served, and its way to those who play or watch."""

    def __init__(
        self, match: Match, bus: Bus, save: Hook | None, finished: Hook | None, paused: bool
    ) -> None:
        """`save`, `finished`: as `TableHost` has them."""
        self.match = match
        self.paused = paused
        self.closing = False
        self.end: Callable[[], None] = lambda: None
        """Ends the serving of its topic."""
        self.saver = Saver(match, save, finished, self._save_note)
        self._bus = bus

    def name_of(self, seat: int) -> str:
        """The name of a seat, its number if it has none."""
        names = self.match.names
        shown = names[seat] if 0 <= seat < len(names) else ""
        return shown or _("Seat {number}").format(number=seat + 1)

    def position(
        self, seat: int | None, events: Sequence[Event], history: bool = False
    ) -> Position:
        """What a seat, or with None a spectator, sees now; `events` are not projected yet."""
        match = self.match
        ranks = match.ranks
        return Position(
            match=match.record.id,
            version=match.version,
            seat=seat,
            view=match.view(seat),
            legal=[] if self.paused else match.legal(seat),
            interrupts=[] if self.paused else match.interrupts(seat),
            events=match.events_for(events, seat),
            undo=_("A spectator has nothing to take back.")
            if seat is None
            else match.why_no_undo(seat),
            redo=seat is not None and match.can_redo(seat),
            assisted=match.record.assisted,
            over=match.over,
            ranks=None if ranks is None else list(ranks),
            history=history,
            paused=self.paused,
        )

    def tell(self, events: Sequence[Event], history: bool = False) -> None:
        """A Position to every seat and the spectators."""
        name = self.match.record.id
        for seat in range(len(self.match.record.seats)):
            self._bus.publish(seat_topic(name, seat), self.position(seat, events, history))
        self._bus.publish(watch_topic(name), self.position(None, events, history))

    def tell_all(self) -> None:
        """A Position with all that has happened, so that every log is shown anew."""
        self.tell(self.history(), history=True)

    def history(self) -> list[Event]:
        """All that has happened in the match, not projected."""
        return [event for ply in self.match.plies() for event in ply.events]

    def note(self, text: str, seat: int | None = None, severity: Severity = "information") -> None:
        """A line for everybody at the table; `seat`: whom it is about."""
        name = self.match.record.id
        self._bus.publish(table_topic(name), Notice(name, text, seat, severity))

    def _save_note(self, text: str, severity: Severity) -> None:
        self.note(text, severity=severity)
