"""What has happened at a table, as the people at this console may hear of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caravan_tui.bus.messages import Position
from caravan_tui.games.kit.sentences import sentence
from caravan_tui.presentation.viewpoint import Viewpoint


class TableHistory:
    """The events of each seat, and the log: a sentence for each that may be said."""

    def __init__(self, viewpoint: Viewpoint) -> None:
        self._viewpoint = viewpoint
        self._events: dict[int | None, list[Any]] = {}
        self.lines: list[str] = []
        """All that happened, a sentence each."""
        self._own_move = 0
        """The place in the log after the last own move."""
        self._version = -1
        """Of the newest position of which is known how it came about."""

    def add(self, position: Position) -> list[str]:
        """Take what has led to a position; the sentences that are new. One with its whole history
        begins the log anew, and brings nothing new."""
        events = self._events.setdefault(position.seat, [])
        if position.history:
            events.clear()
        events += position.events
        is_newer = position.version > self._version
        if position.history or is_newer:
            self._version = position.version
        if position.history:
            if position.seat == self._viewpoint.seat:
                self.lines = self._sentences(position)
                self.note_own_move()
            return []
        new = self._sentences(position) if is_newer else []
        self.lines += new
        return new

    def note_own_move(self) -> None:
        """Count what follows as what happened since the last own move."""
        self._own_move = len(self.lines)

    def since_own_move(self) -> list[str]:
        """What happened since the last own move."""
        return self.lines[self._own_move :]

    def last(self, count: int) -> list[str]:
        """The last lines, at most so many."""
        return self.lines[max(0, len(self.lines) - count) :]

    def events(self) -> Sequence[Any]:
        """All events as the seat that is spoken to knows them."""
        return self._events.get(self._viewpoint.seat, [])

    def _sentences(self, position: Position) -> list[str]:
        game, names = self._viewpoint.game, self._viewpoint.connection.names
        lines = []
        for event in self._public(position.events):
            text = game.narrate(event, names, position.seat)
            outlook = game.outlook(event, position.view)
            lines += [sentence(text)] if text else []
            lines += [sentence(outlook)] if outlook else []
        return lines

    def _public(self, events: Sequence[Any]) -> Sequence[Any]:
        """Events as everybody at this keyboard may hear of them."""
        game = self._viewpoint.game
        if len(self._viewpoint.connection.own_seats) < 2 or not game.spec.secrets:
            return events
        views = (game.view_event(event, None) for event in events)
        return [event for event in views if event is not None]
