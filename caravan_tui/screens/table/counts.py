"""What a table knows of the counts of its match: which there are, and which were shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caravan_tui.bus.messages import Position
from caravan_tui.games.contract import Game
from caravan_tui.games.scoring import Count
from caravan_tui.i18n import _
from caravan_tui.screens.table.count import Page, page_of
from caravan_tui.screens.table.count_table import points_tally


class Counts:
    """The events of a match as each seat at this terminal saw them, and what was counted."""

    def __init__(self, game: Game[Any], names: Sequence[str]) -> None:
        self.game = game
        self.names = names
        self._events: dict[int | None, list[Any]] = {}
        self._shown: int | None = None
        """How many counts were there when one was last shown; None before the first position."""
        self._round: int | None = None

    def events(self, seat: int | None) -> list[Any]:
        """All of the match so far, as a seat saw it."""
        return self._events.setdefault(seat, [])

    def add(self, position: Position) -> None:
        """Take over the events of a position."""
        events = self.events(position.seat)
        if position.history:
            events.clear()
        events += position.events

    def all(self, position: Position) -> Sequence[Count]:
        """The counts of the finished hands or rounds."""
        return self.game.counts(self.events(position.seat), position.view, self.names)

    def is_new(self, position: Position) -> bool:
        """Whether a hand or a round was counted since the last call; not for what was already
        counted when the table was opened, nor after an undo."""
        round_now = int(position.view["round"])
        if round_now == self._round and not position.over and not position.history:
            return False
        self._round = round_now
        count = len(self.all(position))
        before, self._shown = self._shown, count
        return before is not None and count > before and not position.history

    def is_brief(self, position: Position) -> bool:
        """Whether the newest count is not worth a window: the line below the board says enough."""
        return not position.over and self.all(position)[-1].is_brief

    def pages(self, position: Position) -> list[Page]:
        """Each count, then the points so far by source."""
        points = Page(
            _("Points at the end") if position.over else _("Points so far"),
            points_tally(self.game.sources(position.view), self.game.tie_breaks(position.view)),
        )
        return [*map(page_of, self.all(position)), points]
