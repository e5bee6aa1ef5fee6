"""What people play for on a server: ratings, leaderboards, tournaments, the daily match."""

from __future__ import annotations

import logging

from caravan_tui.bus.competition_messages import (
    MOST_ROWS,
    Board,
    BoardRow,
    GetBoard,
    SeasonRow,
)
from caravan_tui.bus.messages import Message
from caravan_tui.bus.wording import title
from caravan_tui.engine import Match
from caravan_tui.games import registry
from caravan_tui.server.accounts import Accounts
from caravan_tui.server.backend import Backend
from caravan_tui.server.client import Client
from caravan_tui.server.ladder import ALL_SEASONS, Ladder
from caravan_tui.server.notifications import Notifications
from caravan_tui.server.rooms import Room
from saves.errors import SaveError

log = logging.getLogger(__name__)


class Competitions:
    """Answers what sessions ask about them, and takes in the results of finished matches."""

    def __init__(self, backend: Backend, notifications: Notifications) -> None:
        self._accounts: Accounts = backend.accounts
        self._notifications = notifications
        self.ladder = Ladder(backend.ledger, backend.documents)

    async def answer(self, client: Client, message: Message) -> Message | None:
        """The answer to a request; None if it is not about competitions. Raises Refusal and
        UnknownGameError."""
        if isinstance(message, GetBoard):
            return self._board(client.account.id, message)
        return None

    async def record(self, room: Room, match: Match) -> bool:
        """Take in the result of a match that is over; a second time does no harm. Returns whether
        it is stored."""
        try:
            changes = await self.ladder.record(room, match)
        except (OSError, SaveError) as error:
            log.error("the result of %s does not count yet: %s", room.match, error)
            return False
        for rating, change in changes:
            self._notifications.notify(
                rating.account, "rating_now", game=title(room.game), rating=round(rating.value),
                change=f"{round(change):+d}",
            )  # fmt: skip
        return True

    def _board(self, account: str, ask: GetBoard) -> Board:
        registry.spec(ask.game)
        seasons = self.ladder.seasons()
        season = max(ask.season, ALL_SEASONS)
        ratings = self.ladder.ratings(ask.game, season).table()
        rows = [
            BoardRow(
                rank=number if rating.is_settled else 0,
                name=self.name_of(rating.account),
                value=round(rating.value),
                spread=round(rating.spread),
                matches=rating.matches,
                wins=rating.wins,
                last=rating.last,
                is_own=rating.account == account,
            )
            for number, rating in enumerate(ratings, 1)
        ]
        sent = rows[:MOST_ROWS]
        sent += [row for row in rows[MOST_ROWS:] if row.is_own]
        numbered = [SeasonRow(one.number, one.began, one.ended) for one in seasons]
        return Board(ask.id, ask.game, season, numbered, sent, len(rows))

    def name_of(self, account: str) -> str:
        """The name of an account; a dash if there is none any more."""
        known = self._accounts.get(account)
        return known.name if known else "-"
