"""Ratings and leaderboards of the people on a server, by game and season."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection

import msgspec
from attrs import define, field

from caravan_tui.competition.played import Played, ranks_among
from caravan_tui.competition.ratings import FIRST, Rating, Ratings
from caravan_tui.engine import Match
from caravan_tui.server.documents import Documents, Shelf
from caravan_tui.server.ledger import Ledger
from caravan_tui.server.rooms import Room

ALL_SEASONS = 0
"""In place of a season's number."""


class Season(msgspec.Struct, frozen=True):
    """A season of the leaderboards; times in seconds since 1970."""

    number: int
    began: float
    ended: float = 0.0
    """0: it runs."""


class Seasons(msgspec.Struct, frozen=True):
    """All seasons of a server, the last one runs."""

    all: tuple[Season, ...]


@define
class _Board:
    """Ratings as far as they are computed."""

    edition: int
    counted: int = 0
    """Matches of the ledger that were looked at."""
    ratings: Ratings = field(factory=Ratings)


class Ladder:
    """Counts finished matches, and says who is how strong."""

    def __init__(
        self, ledger: Ledger, documents: Documents, now: Callable[[], float] = time.time
    ) -> None:
        """`now`: seconds since 1970."""
        self._ledger, self._now = ledger, now
        self._seasons = Shelf(documents, "seasons", Seasons)
        self._boards: dict[tuple[str, int], _Board] = {}
        """By game and season."""

    def seasons(self) -> tuple[Season, ...]:
        """All seasons, the oldest first; the last one runs."""
        stored = self._seasons.get("")
        return stored.all if stored is not None and stored.all else (Season(1, 0.0),)

    async def end_season(self) -> Season:
        """End the season that runs, and return the new one. Raises OSError."""
        now = self._now()

        def revise(stored: Seasons | None) -> Seasons:
            *before, last = stored.all if stored and stored.all else self.seasons()
            ended = msgspec.structs.replace(last, ended=now)
            return Seasons((*before, ended, Season(last.number + 1, now)))

        return (await self._seasons.change("", revise)).all[-1]

    def matches_in(self, season: int) -> int:
        """How many matches of a season count."""
        return sum(played.season == season for played in self._ledger.all())

    def ratings(self, game: str, season: int = ALL_SEASONS) -> Ratings:
        """The ratings in a game, from the matches of one season or of all; none of a season that
        has never been."""
        if season > self.seasons()[-1].number:
            return Ratings()
        board = self._boards.get((game, season))
        if board is None or board.edition != self._ledger.edition:
            board = self._boards[game, season] = _Board(self._ledger.edition)
        played = self._ledger.all()
        for match in played[board.counted :]:
            if match.game == game and season in (ALL_SEASONS, match.season):
                board.ratings.add(match)
        board.counted = len(played)
        return board.ratings

    async def record(self, room: Room, match: Match) -> list[tuple[Rating, float]]:
        """Count a match that is over, unless it does not count or was counted before. Returns each
        new rating with its change. Raises OSError or SaveError."""
        played = self._played(room, match)
        if played is None or self._ledger.has(played.match):
            return []
        before = {who: self.ratings(room.game).of(who) for who in played.accounts}
        await self._ledger.add(played)
        changes = []
        for who in played.accounts:
            after, old = self.ratings(room.game).of(who), before[who]
            if after is not None:
                changes.append((after, after.value - (FIRST if old is None else old.value)))
        return changes

    def _played(self, room: Room, match: Match) -> Played | None:
        """A match as it counts; None if it does not: a daily match, one that was assisted, one in
        which fewer than two accounts took part, or one in two seats."""
        if room.daily or match.record.assisted or match.ranks is None:
            return None
        absent = absent_from(room)
        places = {
            account: rank
            for account, rank in places_of(room, match.ranks).items()
            if account not in absent
        }
        if len(places) < 2:
            return None
        return Played(
            match=room.match,
            game=room.game,
            season=self.seasons()[-1].number,
            ended=self._now(),
            accounts=tuple(places),
            ranks=ranks_among(list(places.values())),
            tournament=room.tournament,
        )


def places_of(room: Room, ranks: Collection[float]) -> dict[str, int]:
    """The rank of each account of a match; those who gave up are behind all others. Empty if an
    account has two seats."""
    places: dict[str, int] = {}
    for account, rank in zip(room.seats, ranks, strict=True):
        if account and account in places:
            return {}
        if account:
            places[account] = int(rank)
    last = len(room.seats) + 1
    return places | {account: last for account in room.gave_up if account not in places}


def absent_from(room: Room) -> list[str]:
    """The accounts of a tournament's match that never came to their table."""
    if not room.tournament:
        return []
    return [account for account in room.seats if account and account not in room.came]
