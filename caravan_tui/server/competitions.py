"""What people play for on a server: ratings, leaderboards, tournaments."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from caravan_tui.bus.competition_messages import (
    MOST_ROWS,
    Board,
    BoardRow,
    ChangeTournament,
    GetBoard,
    GetDaily,
    GetTournament,
    ListTournaments,
    NewTournament,
    PlaceRow,
    RoundRow,
    SeasonRow,
    TableRow,
    TournamentRow,
    Tournaments,
    TournamentView,
)
from caravan_tui.bus.messages import Message
from caravan_tui.bus.wording import title
from caravan_tui.competition import progress
from caravan_tui.competition.standings import places, table_points
from caravan_tui.competition.tournament import Tournament
from caravan_tui.engine import Match, Refusal
from caravan_tui.games import registry
from caravan_tui.server import tournaments
from caravan_tui.server.accounts import Account, Accounts
from caravan_tui.server.backend import Backend
from caravan_tui.server.client import Client
from caravan_tui.server.daily import DailyMatches
from caravan_tui.server.ladder import ALL_SEASONS, Ladder, absent_from, places_of
from caravan_tui.server.notifications import Notifications
from caravan_tui.server.rooms import Room
from caravan_tui.server.shared_matches import SharedMatches
from caravan_tui.server.timers import Timers
from saves.errors import SaveError

log = logging.getLogger(__name__)


class Competitions:
    """Answers what sessions ask about them, and takes in the results of finished matches."""

    def __init__(
        self,
        backend: Backend,
        notifications: Notifications,
        log_event: Callable[..., None],
        timers: Callable[[], Timers],
        now: Callable[[], float] = time.time,
    ) -> None:
        """`log_event` and `timers`: see `Lobby`; `now`: seconds since 1970."""
        self._accounts: Accounts = backend.accounts
        self._notifications = notifications
        self.ladder = Ladder(backend.ledger, backend.documents, now)
        self.daily = DailyMatches(backend.documents, backend.accounts, now)
        self.tournaments = tournaments.Tournaments(
            backend.documents, backend.accounts, notifications, self.ladder, log_event, timers, now
        )

    def start(self, shared: SharedMatches) -> None:
        """Go on with the tournaments. `shared`: where matches are played."""
        self.daily.shared = shared
        self.tournaments.start(shared)

    async def close(self) -> None:
        """Begin nothing more."""
        await self.tournaments.close()

    async def answer(self, client: Client, message: Message) -> Message | None:
        """The answer to a request; None if it is not about competitions. Raises Refusal,
        OptionError and UnknownGameError."""
        account = client.account
        if isinstance(message, GetBoard):
            return self._board(account.id, message)
        if isinstance(message, GetDaily):
            return self.daily.board(account.id, message)
        if isinstance(message, ListTournaments):
            return Tournaments(message.id, self.tournament_rows(account))
        if isinstance(message, GetTournament):
            return self.view(message.id, self.tournaments.get(message.tournament), account)
        if isinstance(message, NewTournament):
            if not client.limits.new_matches.take():
                raise Refusal("too_many_requests")
            return self.view(message.id, await self.tournaments.create(account, message), account)
        if isinstance(message, ChangeTournament):
            if not client.limits.new_matches.take():
                raise Refusal("too_many_requests")
            return self.view(message.id, await self._change(account, message), account)
        return None

    async def _change(self, account: Account, ask: ChangeTournament) -> Tournament:
        if ask.change == "enter":
            return await self.tournaments.enter(account, ask.tournament)
        if ask.change == "leave":
            return await self.tournaments.leave(account.id, ask.tournament)
        if not _manages(account, self.tournaments.get(ask.tournament)):
            raise Refusal("tournament_not_yours")
        if ask.change == "start":
            return await self.tournaments.begin(ask.tournament)
        return await self.tournaments.cancel(ask.tournament)

    # Tournaments

    def tournament_rows(self, account: Account | None) -> list[TournamentRow]:
        """The tournaments as an account sees them, or with None an administrator: those that run
        first, then those that can be entered, the newest first."""
        order = {"running": 0, "open": 1}
        listed = sorted(self.tournaments.all(), key=lambda each: order.get(each.state, 2))
        return [self._row(tournament, account) for tournament in listed]

    def view(
        self, request_id: str, tournament: Tournament, account: Account | None
    ) -> TournamentView:
        """A tournament with its standings and rounds, as an account sees it."""
        own = account.id if account else ""
        left = {entrant.account for entrant in tournament.entrants if entrant.has_left}
        rows = [
            PlaceRow(
                rank=place.rank,
                name=self.tournaments.player_name(tournament, place.account),
                points=float(place.points),
                buchholz=float(place.buchholz),
                sonneborn=float(place.sonneborn),
                wins=place.wins,
                played=place.played,
                has_left=place.account in left,
                is_own=place.account == own,
            )
            for place in places(tournament)
        ]
        rounds = [
            RoundRow(
                drawn.began,
                drawn.ends,
                [
                    TableRow(
                        match=table.match,
                        names=[
                            self.tournaments.player_name(tournament, who) for who in table.players
                        ],
                        points=[float(table_points(table, who)) for who in table.players]
                        if table.ranks
                        else [],
                        absent=[table.players.index(who) for who in table.absent],
                        is_own=own in table.players,
                    )
                    for table in drawn.tables
                ],
                [self.tournaments.player_name(tournament, who) for who in drawn.byes],
            )
            for drawn in tournament.rounds
        ]
        return TournamentView(request_id, self._row(tournament, account), rows, rounds)

    def _row(self, tournament: Tournament, account: Account | None) -> TournamentRow:
        own = account.id if account else ""
        is_running = tournament.state == "running"
        active = {entrant.account for entrant in tournament.active}
        has_results = any(table.ranks for drawn in tournament.rounds for table in drawn.tables)
        first = places(tournament)[0].account if has_results else ""
        may_enter = tournament.state == "open" or (is_running and tournament.format == "league")
        return TournamentRow(
            tournament=tournament.id,
            name=tournament.name,
            owner=self.name_of(tournament.owner) if tournament.owner else "",
            game=tournament.game,
            format=tournament.format,
            seats=tournament.seats,
            state=tournament.state,
            players=len(active),
            most_players=tournament.most_players,
            round=len(tournament.rounds),
            rounds=progress.round_count(tournament)
            if tournament.rounds
            else tournament.rounds_wanted,
            ends=tournament.rounds[-1].ends if is_running else 0.0,
            clock=tournament.clock,
            days=tournament.days,
            grace=tournament.grace,
            minutes=tournament.minutes,
            winner=self.tournaments.player_name(tournament, first) if first else "",
            is_entered=own in active,
            may_enter=may_enter and own not in active and len(active) < tournament.most_players,
            is_manager=account is None or _manages(account, tournament),
            match=self.tournaments.own_match(tournament, own),
        )

    # Results

    async def record(self, room: Room, match: Match | None) -> bool:
        """Take in the result of a match that is over; a second time does no harm. None: nobody has
        played it. Returns whether it is stored."""
        try:
            if match is None or match.ranks is None:
                absent = room.accounts() | set(room.gave_up)
                await self.tournaments.record(room, {}, absent)
                return True
            if room.daily:
                await self.daily.record(room, match)
                return True
            ranks = places_of(room, match.ranks)
            await self.tournaments.record(room, ranks, absent_from(room))
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

    # Leaderboards

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
        numbered = [SeasonRow(each.number, each.began, each.ended) for each in seasons]
        return Board(ask.id, ask.game, season, numbered, sent, len(rows))

    def name_of(self, account: str) -> str:
        """The name of an account; a dash if there is none any more."""
        known = self._accounts.get(account)
        return known.name if known else "-"


def _manages(account: Account, tournament: Tournament) -> bool:
    """Whether an account may start and cancel a tournament."""
    return account.role == "admin" or tournament.owner == account.id
