"""What people play for on a server, as one session asks about it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal, TypeVar

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
from caravan_tui.bus.messages import Message, Refused
from caravan_tui.bus.wording import word
from caravan_tui.games.contract import OptionError
from caravan_tui.i18n import _

T = TypeVar("T", bound=Message)
Change = Literal["enter", "leave", "start", "cancel"]


class CompetitionClient:
    """Leaderboards, tournaments and daily matches of a server. Every method raises OptionError,
    with a line for the user, if the server refuses."""

    def __init__(self, request: Callable[[Message], Awaitable[Message]]) -> None:
        """`request(message)`: the server's answer."""
        self._request = request

    async def board(self, game: str, season: int = 0) -> Board:
        """The leaderboard of a game, of one season or with 0 of all."""
        return await self._ask(GetBoard(game, season), Board)

    async def tournaments(self) -> list[TournamentRow]:
        """The tournaments and leagues, those that run first."""
        return (await self._ask(ListTournaments(), Tournaments)).rows

    async def tournament(self, tournament: str) -> TournamentView:
        """The standings and rounds of a tournament."""
        return await self._ask(GetTournament(tournament), TournamentView)

    async def new_tournament(self, ask: NewTournament) -> TournamentView:
        """Announce a tournament."""
        return await self._ask(ask, TournamentView)

    async def change(self, tournament: str, change: Change) -> TournamentView:
        """Enter a tournament, leave it, start it, or call it off."""
        return await self._ask(ChangeTournament(tournament, change), TournamentView)

    async def daily(self, game: str, days_ago: int = 0) -> DailyBoard:
        """Who has played the match of a day, and once it is over how."""
        return await self._ask(GetDaily(game, days_ago), DailyBoard)

    async def _ask(self, message: Message, kind: type[T]) -> T:
        answer = await self._request(message)
        if isinstance(answer, Refused):
            raise OptionError(word(answer))
        if not isinstance(answer, kind):
            raise OptionError(_("The server's answer is of no use here. Update one of the two."))
        return answer
