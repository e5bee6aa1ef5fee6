"""What people play for on a server, as one session asks about it."""

from __future__ import annotations

from typing import Literal

from caravan_tui.bus.competition_messages import (
    Board,
    ChangeTournament,
    DailyBoard,
    GetBoard,
    GetDaily,
    GetTournament,
    ListTournaments,
    NewTournament,
    TournamentRow,
    Tournaments,
    TournamentView,
)
from caravan_tui.hosts.asking import Request, answer_to

Change = Literal["enter", "leave", "start", "cancel"]


class CompetitionClient:
    """Leaderboards, tournaments and daily matches of a server. Every method raises OptionError,
    with a line for the user, if the server refuses."""

    def __init__(self, request: Request) -> None:
        """`request(message)`: the server's answer."""
        self._request = request

    async def board(self, game: str, season: int = 0) -> Board:
        """The leaderboard of a game, of one season or with 0 of all."""
        return await answer_to(self._request, GetBoard(game, season), Board)

    async def tournaments(self) -> list[TournamentRow]:
        """The tournaments and leagues, those that run first."""
        return (await answer_to(self._request, ListTournaments(), Tournaments)).rows

    async def tournament(self, tournament: str) -> TournamentView:
        """The standings and rounds of a tournament."""
        return await answer_to(self._request, GetTournament(tournament), TournamentView)

    async def new_tournament(self, ask: NewTournament) -> TournamentView:
        """Announce a tournament."""
        return await answer_to(self._request, ask, TournamentView)

    async def change(self, tournament: str, change: Change) -> TournamentView:
        """Enter a tournament, leave it, start it, or call it off."""
        return await answer_to(self._request, ChangeTournament(tournament, change), TournamentView)

    async def daily(self, game: str, days_ago: int = 0) -> DailyBoard:
        """Who has played the match of a day, and once it is over how."""
        return await answer_to(self._request, GetDaily(game, days_ago), DailyBoard)
