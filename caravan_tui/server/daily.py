"""The daily match of a server: the same deal for everybody, and a secret until the day is over.

The server draws the seed when the first player begins. Matches are played at the server's own
tables; what has the seed in it, the copy of a match, is handed out after the day.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import msgspec
from attrs import evolve
from msgspec.structs import replace

from caravan_tui.bus.competition_messages import DailyBoard, DailyRow, GetDaily
from caravan_tui.bus.wording import of_os_error
from caravan_tui.engine import Match, Refusal
from caravan_tui.engine.record import new_id
from caravan_tui.engine.rng import secret_seed
from caravan_tui.server.accounts import Account, Accounts
from caravan_tui.server.documents import Documents, Shelf
from caravan_tui.server.rooms import WAIT, Room
from caravan_tui.server.shared_matches import SharedMatches
from saves.daily import match_of_day

log = logging.getLogger(__name__)


class Try(msgspec.Struct, frozen=True):
    """What an account made of the match of a day."""

    account: str
    match: str
    ended: float = 0.0
    """In seconds since 1970; 0: not yet, or too late to count."""
    rank: int = 0
    score: float = 0.0
    margin: float = 0.0
    """To the best other player; below 0 to the winner."""


class Day(msgspec.Struct, frozen=True):
    """The match of a day in one game. The fields are those of its file."""

    day: str
    game: str
    seed: int
    tries: tuple[Try, ...] = ()

    def of(self, account: str) -> Try | None:
        """The try of an account."""
        return next((attempt for attempt in self.tries if attempt.account == account), None)


class DailyMatches:
    """All daily matches of a server."""

    shared: SharedMatches
    """Where they are played; set before the first request."""

    def __init__(self, documents: Documents, accounts: Accounts, now: Callable[[], float]) -> None:
        """`now`: seconds since 1970."""
        self._days = Shelf(documents, "daily.", Day)
        self._accounts, self._now = accounts, now

    def today(self) -> date:
        """The day by the server's clock, in UTC."""
        return datetime.fromtimestamp(self._now(), UTC).date()

    async def play(self, account: Account, game: str) -> str:
        """The match of an account in today's match of a game, which begins with the first call.
        Raises Refusal and UnknownGameError."""
        today = self.today()
        public = match_of_day(game, today)

        def revise(old: Day | None) -> Day:
            day = old or Day(public.key, game, secret_seed())
            if day.of(account.id) is not None:
                return day
            return replace(day, tries=(*day.tries, Try(account.id, new_id())))

        try:
            day = await self._days.change(_name(public.key, game), revise)
            own = day.of(account.id)
            assert own is not None
            if own.ended:
                raise Refusal("daily_played")
            if self.shared.rooms.get(own.match) is None:
                # Seats and characters follow from the date, which everybody knows.
                players = public.players(account.name)
                await self.shared.open_table(
                    Room(
                        match=own.match,
                        code=self.shared.rooms.new_code(private=True),
                        game=game,
                        options=dict(public.options),
                        kinds=[player.kind for player in players],
                        names=[player.name for player in players],
                        seats=[account.id if player.is_person else "" for player in players],
                        owner=account.id,
                        seed=evolve(public, seed=day.seed).seed,
                        absent=WAIT,
                        private=True,
                        started=True,
                        daily=public.key,
                    )
                )
        except OSError as error:
            raise Refusal("match_not_saved", reason=of_os_error(error)) from error
        return own.match

    async def record(self, room: Room, match: Match) -> None:
        """Enter the result of a daily match, if its day is not over. Raises OSError."""
        if not room.daily or room.daily != self.today().isoformat():
            return
        [account] = room.accounts() or {""}
        if not account:
            return
        seat, scores = room.seats_of(account)[0], match.scores
        others = [score for number, score in enumerate(scores) if number != seat]

        def revise(old: Day | None) -> Day:
            if old is None:
                raise Refusal("match_not_found", code=room.match)
            done = [
                replace(
                    attempt,
                    ended=self._now(),
                    rank=int((match.ranks or (0,) * len(scores))[seat]),
                    score=float(scores[seat]),
                    margin=float(scores[seat] - max(others, default=0.0)),
                )
                if attempt.match == room.match and not attempt.ended
                else attempt
                for attempt in old.tries
            ]
            return replace(old, tries=tuple(done))

        await self._days.change(_name(room.daily, room.game), revise)

    def board(self, account: str, ask: GetDaily) -> DailyBoard:
        """How a day went; while it lasts only who has played. Raises UnknownGameError."""
        today = self.today()
        day = today - timedelta(days=max(0, min(ask.days_ago, 3_650)))
        name = match_of_day(ask.game, day).key
        stored = self._days.get(_name(name, ask.game)) or Day(name, ask.game, 0)
        own = stored.of(account)
        is_over = day < today
        done = [attempt for attempt in stored.tries if attempt.ended]
        if is_over:
            done.sort(
                key=lambda attempt: (attempt.rank, -attempt.margin, -attempt.score, attempt.ended)
            )
        else:
            done.sort(key=lambda attempt: self._name_of(attempt.account).casefold())
        rows = [
            DailyRow(
                name=self._name_of(attempt.account),
                place=number if is_over else 0,
                rank=attempt.rank if is_over else 0,
                score=attempt.score if is_over else 0.0,
                is_own=attempt.account == account,
                margin=attempt.margin if is_over else 0.0,
            )
            for number, attempt in enumerate(done, 1)
        ]
        return DailyBoard(
            id=ask.id,
            game=ask.game,
            day=name,
            is_over=is_over,
            seed=str(stored.seed) if is_over and stored.tries else "",
            state="new" if own is None else "over" if own.ended else "running",
            rows=rows,
        )

    def _name_of(self, account: str) -> str:
        known = self._accounts.get(account)
        return known.name if known else "-"


def _name(day: str, game: str) -> str:
    return f"{day}.{game}"
