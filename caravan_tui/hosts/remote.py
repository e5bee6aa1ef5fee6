"""The host of a player on a server: the same methods as `LocalHost`, over a socket.

The matches are held by the server. What is saved lies in the account's own folder, which the
server writes and this process reads, for the lists, the replay and the statistics.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from attrs import evolve

from ai.levels import SHARED
from caravan_tui.bus.bucket import Bucket
from caravan_tui.bus.competition_messages import PlayDaily
from caravan_tui.bus.handle import RemoteTable
from caravan_tui.bus.lobby_messages import (
    Hello,
    JoinMatch,
    LeaveTable,
    Rematch,
    RestartMatch,
    ResumeMatch,
    ResumeMode,
    Seated,
    SetLanguage,
    WatchMatch,
    Welcome,
    account_topic,
    news_topic,
)
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import (
    LOBBY,
    SEARCH_BURST,
    SEARCHES_PER_SECOND,
    Message,
    Refused,
    SearchRequest,
    SearchResult,
    search_topic,
)
from caravan_tui.bus.socket import SocketBus
from caravan_tui.bus.wording import word
from caravan_tui.engine import Match, Refusal, Seat
from caravan_tui.engine.playback import branch
from caravan_tui.games.contract import OptionError, OptionValue
from caravan_tui.hosts.base import Host, Progress
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.hosts.lobby import LobbyClient
from caravan_tui.i18n import _, language
from caravan_tui.road.stations import Station
from caravan_tui.settings import Settings
from saves.daily import Daily
from saves.errors import SaveError
from saves.header import FROM_PROBLEM
from saves.quota import Quota
from saves.store import Store

TIMEOUT = 15.0
"""Seconds that the lobby has to answer."""


class SessionStore(Store):
    """The account's own matches, as many as the server allows; nothing is carried in or out
    through the server's files."""

    quota = Quota()

    def check_quota(self) -> None:
        """Raise SaveError if there is no room for another match."""
        problem = self.quota.problem(self.home)
        if problem is not None:
            raise SaveError(word(problem))

    def save_now(self, match: Match) -> None:
        """Write a match that was made here. Raises SaveError."""
        self.check_quota()
        super().save_now(match)

    def duplicate(self, match_id: str, title: str = "") -> str:
        """Copy a match, if there is room. Raises SaveError."""
        self.check_quota()
        return super().duplicate(match_id, title)

    def undelete(self, match_id: str) -> None:
        """Restore a match from the trash, if there is room. Raises SaveError."""
        self.check_quota()
        super().undelete(match_id)

    def export(self, match_id: str, target: Path) -> Path:
        """Not over SSH. Raises SaveError."""
        raise SaveError(_("Files can't be written or read over SSH."))

    def import_(self, source: Path) -> str:
        """Not over SSH. Raises SaveError."""
        raise SaveError(_("Files can't be written or read over SSH."))


class RemoteHost(Host):
    """One account's way to the matches of a server."""

    def __init__(self, path: Path, token: str, account: str) -> None:
        """`path`: of the bus's socket; `token`: what lets this session in, as `account`."""
        store = SessionStore()
        super().__init__(store)
        self._session_store = store
        self.bus: SocketBus | None = None
        self.name = ""
        self.role = "player"
        self._lobby = LobbyClient(self._request, self._publish, self._connect)
        self._path = path
        self._token = token
        self._account = account
        self._program_names: list[str] = []
        self._language = language()
        self._is_connected = asyncio.Event()
        """Set once the connection was tried."""
        # Less than the server allows, whose count is refilled by another clock.
        self._searches = Bucket(0.9 * SEARCHES_PER_SECOND, SEARCH_BURST - 10)
        self._cut_off: tuple[str, ResumeMode] = "", "join"
        """The match at which the last session was cut off, and how it was there."""

    @property
    def lobby(self) -> LobbyClient:
        """The lobby of the server."""
        return self._lobby

    def levels(self) -> list[tuple[str, str]]:
        """The levels that a server lets play."""
        return [(title, name) for title, name in super().levels() if name in SHARED]

    def can_watch_computers(self) -> bool:
        """No: a server thinks for those who play."""
        return False

    def hosted_programs(self) -> list[str]:
        """The programs of this server."""
        return self._program_names

    async def start(self) -> None:
        """Connect. Raises OSError or TimeoutError."""
        try:
            self.bus = await SocketBus.connect(self._path, self._token)
        finally:
            self._is_connected.set()
        self.lobby.listen(self.bus.subscribe(LOBBY, news_topic(self._account)))
        answer = await self._request(Hello(language()))
        if isinstance(answer, Welcome):
            self.name, self.role = answer.name, answer.role
            self._session_store.quota = Quota(answer.max_matches, answer.max_bytes)
            self.pending_notices += [word(line) for line in answer.away]
            self._program_names = answer.programs
            self._cut_off = answer.resume, answer.resume_mode
        await self.lobby.refresh()
        await self.listing()

    async def stop(self) -> None:
        """Leave; the server goes on with what it holds."""
        self.lobby.close()
        self.store.release_all()
        if self.bus is not None:
            await self.bus.close()

    async def resume(self) -> TableConnection | None:
        """The table at which the connection broke or the server ended; None without one."""
        (match, mode), self._cut_off = self._cut_off, ("", "join")
        if not match:
            return None
        messages: dict[ResumeMode, Callable[[str], Message]] = {
            "join": JoinMatch,
            "watch": WatchMatch,
            "open": ResumeMatch,
        }
        try:
            return self._connect(await self._request(messages[mode](match)))
        except OptionError:  # it is over, and put away
            return None

    async def wait_for_loss(self) -> None:
        """Return when the connection to the server is lost."""
        if self.bus is not None:
            await self.bus.lost.wait()

    async def _request(self, message: Message) -> Message:
        await self._is_connected.wait()  # for a key that is pressed in the first instant
        request_id = str(getattr(message, "id", ""))
        if self.bus is None:
            return Refused(request_id, "connection_lost")
        try:
            return await self.bus.request(account_topic(self._account), message, TIMEOUT)
        except TimeoutError:
            return Refused(request_id, "unavailable")

    def _publish(self, message: Message) -> None:
        if self.bus is not None:
            self.bus.publish(account_topic(self._account), message)

    # Home and set-up

    def places(self) -> list[tuple[str, str]]:
        """More entries of the home list: the name of the screen to open, and a title."""
        count = len(self.lobby.to_move())
        title = _("Lobby ({count} to move)").format(count=count) if count else _("Lobby")
        return [("lobby", title), *super().places()]

    def styles(self, game_id: str) -> list[tuple[str, str]]:
        """None to choose: the computer players of a server have the usual style."""
        return []

    def player_name(self) -> str:
        """The account's name."""
        return self.name

    def use(self, settings: Settings) -> None:
        """Take over the user's settings; the server speaks the same language from now on."""
        super().use(settings)
        if self.bus is not None and self._language != language():
            self._language = language()
            self._publish(SetLanguage(self._language))

    # Matches

    async def create(
        self,
        game_id: str,
        options: Mapping[str, OptionValue],
        seats: Sequence[Seat],
        seed: int | None = None,
    ) -> TableConnection | None:
        """A new match; None if it waits for others. Raises OptionError."""
        return await self.lobby.create(game_id, options, seats, seed)

    async def open(self, match_id: str) -> TableConnection | None:
        """Resume a match of the account. None, with a notice, if that is not possible."""
        answer = await self._request(ResumeMatch(match_id))
        if isinstance(answer, Refused):
            self.pending_notices.append(word(answer))
            return None
        return self._connect(answer)

    async def _hand_over(self, match: Match) -> TableConnection:
        """Save a match that was made here, and have the server go on with it. Raises SaveError."""
        await asyncio.to_thread(self.store.save_now, match)
        self.store.release(match.record.id)
        answer = await self._request(ResumeMatch(match.record.id))
        if isinstance(answer, Refused):
            raise SaveError(word(answer))
        connection = self._connect(answer)
        assert connection is not None
        return connection

    async def play_daily(self, daily: Daily, known: bool = False) -> TableConnection:
        """The match of the day of this server, whose seed nobody knows. Raises SaveError."""
        answer = await self._request(PlayDaily(daily.game))
        if isinstance(answer, Refused):
            raise SaveError(word(answer))
        connection = self._connect(answer)
        assert connection is not None
        return evolve(connection, return_to="daily")

    async def play_road(self, station: Station) -> TableConnection:
        """A new try at a station of the journey, see `road_match`. Raises SaveError."""
        return await self._hand_over(self.road_match(station))

    async def branch(
        self,
        match: Match,
        ply: int,
        seats: Sequence[Seat],
        title: str = "",
        is_from_problem: bool = False,
    ) -> TableConnection:
        """A new match that continues another, or a problem, from one of its positions, by a title
        of its own. Raises ValueError or SaveError."""
        new_match = branch(match, ply, list(seats))
        await self._request(LeaveTable(match.record.id))
        origin = FROM_PROBLEM if is_from_problem else match.record.id
        self.store.describe(new_match.record.id, title=title, branch_of=origin)
        return await self._hand_over(new_match)

    async def look_back(self, match_id: str, may_be_gone: bool = False) -> Match | None:
        """A copy of a match of the account. None, with a notice, if that is not possible."""
        try:
            match, _notes = await asyncio.to_thread(self.store.load, match_id, True)
        except SaveError as error:
            text = str(error)
            if any(row.match == match_id for row in self.lobby.rows):
                text = _("You can replay a match with other people once it is over.")
            self.pending_notices.append(text)
            return None
        return match

    async def assist(self, match_id: str) -> str:
        """Have the server mark a match as assisted, at a table that is opened for that. Why that
        is not possible, or an empty string."""
        connection = await self.open(match_id)
        if connection is None or not connection.own_seats:
            return _("This match can't be marked as assisted right now.")
        reason = ""
        try:
            await connection.tables()[0].mark_assisted()
        except Refusal as refusal:
            reason = word(refusal.sentence)
        if connection.close is not None:
            await connection.close()
        return reason

    async def search(
        self, request: SearchRequest, progress: Progress | None = None
    ) -> SearchResult:
        """Have the server search, without progress, as often as it allows. Raises Refusal or
        TimeoutError."""
        await self._searches.wait()
        if self.bus is None:
            raise Refusal("connection_lost")
        topic = search_topic(self._account)
        answer = await self.bus.request(topic, request, request.seconds + TIMEOUT)
        if isinstance(answer, Refused):
            raise Refusal(answer.code, **answer.values)
        if not isinstance(answer, SearchResult):
            raise TimeoutError
        return answer

    async def watch(self, match_id: str) -> TableConnection | None:
        """Look at a saved match as a spectator. None, with a notice, if that is not possible."""
        match = await self.look_back(match_id)
        return None if match is None else self.watch_saved(match, LocalBus())

    def _connect(self, answer: Message) -> TableConnection | None:
        """The table that the server lets the account into; None while it waits for others. Raises
        OptionError if it is refused."""
        if isinstance(answer, Refused):
            raise OptionError(word(answer))
        assert isinstance(answer, Seated) and self.bus is not None
        if answer.waiting:
            self.lobby.newest = answer.match
            return None
        match = answer.match

        async def close() -> None:
            await self._request(LeaveTable(match))

        def start_again(same_deal: bool) -> Callable[[], Awaitable[TableConnection]]:
            async def make() -> TableConnection:
                connection = self._connect(await self._request(RestartMatch(match, same_deal)))
                assert connection is not None
                return connection

            return make

        async def meet_again() -> TableConnection | None:
            return self._connect(await self._request(Rematch(match)))

        is_solo, is_daily = answer.is_solo, answer.is_daily
        may_meet_again = bool(answer.seats) and answer.has_rematch
        play_again = start_again(False) if is_solo else meet_again if may_meet_again else None
        connection = TableConnection(
            bus=self.bus,
            table=partial(RemoteTable, self.bus, match),
            match=match,
            game=answer.game,
            names=answer.names,
            kinds=answer.kinds,
            own_seats=answer.seats,
            close=close,
            restart=start_again(True) if is_solo else None,
            rematch=None if is_daily else play_again,
            return_to="" if is_solo else "lobby",
            is_kept=bool(answer.seats) and not is_daily,  # its copy comes after the day
            is_shared=not is_solo,
            has_hints=is_solo,
            is_daily=is_daily,
            clock=answer.clock,
        )
        return self.leads_to_road(connection) if is_solo else connection
