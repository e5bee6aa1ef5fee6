"""What computer players say at a table: the newest line, and all of them for the chat window."""

from __future__ import annotations

from typing import Any
from zlib import crc32

from rich.text import Text

from caravan_tui.bus.messages import Chat, Position
from caravan_tui.cast.characters import characters_of
from caravan_tui.cast.remarks import Remark, Talker, moment_of
from caravan_tui.games.contract import Game
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.i18n import _
from caravan_tui.widgets.marks import seat_mark

TURNS_SHOWN = 2
"""Turns after which a line goes where nobody plays who could answer it by a move."""


class TableTalk:
    """Follows the positions of a table, and keeps the line that is being said."""

    def __init__(self, game: Game[Any], connection: TableConnection) -> None:
        """Nobody speaks in a match between people."""
        self._game = game
        self._connection = connection
        self.characters = (
            {} if connection.is_shared else characters_of(connection.kinds, connection.names)
        )
        """By seat."""
        seed = connection.talk_seed
        seed = crc32(connection.match.encode()) if seed is None else seed
        self._talker = Talker(seed, self.characters)
        self._version = -1
        """Of the newest position."""
        self._actor = -1
        self._turns = 0
        """Since the line was said."""
        self.remark: Remark | None = None
        """What is being said."""

    def follow(self, position: Position) -> Chat | None:
        """Take in a position, of any seat. Returns what is said about it as a line of chat."""
        if not self.characters or position.paused:
            return None
        if position.version == self._version:
            return None  # seen from another seat
        if position.history and self._version >= 0:
            self.remark = None
            self._talker.resume(moment_of(self._game, position))
            self._version, self._actor = position.version, position.view["to_act"]
            return None
        if position.version < self._version:
            return None  # it comes late
        actor = position.view["to_act"]
        self._turns += actor != self._actor
        has_own_seat = bool(self._connection.own_seats)
        is_answered = self._actor in self._connection.own_seats
        if is_answered or (not has_own_seat and self._turns >= TURNS_SHOWN):
            self.remark = None
        self._version, self._actor = position.version, actor
        remark = self._talker.hear(moment_of(self._game, position))
        if remark is None:
            return None
        self.remark, self._turns = remark, 0
        name = self._connection.names[remark.seat]
        return Chat(self._connection.match, remark.seat, name, _(remark.text))

    def lines(self, colour: str, ascii_only: bool) -> list[Text]:
        """What is being said, first with the name and then with the mark of its seat alone;
        `colour`: of the seat. Empty if nothing is."""
        if self.remark is None:
            return []
        mark = seat_mark(self.remark.seat, ascii_only)
        name = self._connection.names[self.remark.seat]
        words = _("“{text}”").format(text=_(self.remark.text))
        style = f"bold {colour}"
        return [
            Text.assemble((f"{who} ", style), (words, "italic")) for who in (f"{mark} {name}", mark)
        ]
