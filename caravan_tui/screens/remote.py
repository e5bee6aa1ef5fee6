"""The host of somebody who plays on a server: the same methods as `LocalHost`, over a socket.

The matches are held by the server. What is saved lies in the account's own folder, which the
server writes and this process reads, for the lists, the replay and the statistics.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caravan_tui.bus.lobby_messages import (
    AgainMatch,
    CreateMatch,
    GiveUp,
    Hello,
    JoinMatch,
    ResumeMatch,
    Say,
    Seated,
    Speak,
    StepOut,
    WatchMatch,
    Way,
    Welcome,
    door_topic,
)
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import Helped, Message, Refused, table_topic
from caravan_tui.bus.socket import SocketBus
from caravan_tui.engine import Match, Seat
from caravan_tui.games.contract import OptionError, OptionValue
from caravan_tui.screens.host import Host
from caravan_tui.screens.link import Link
from caravan_tui.screens.remote_news import RemoteNews
from caravan_tui.screens.table import TableScreen
from caravan_tui.words import _, language
from saves.errors import SaveError
from saves.store import Store

if TYPE_CHECKING:
    from caravan_tui.app import CaravanApp
    from caravan_tui.settings import Settings
    from saves.daily import Daily

PATIENCE = 15.0
"""Seconds that the lobby has to answer."""


class SessionStore(Store):
    """The account's own matches; nothing goes out or comes in by way of the server's files."""

    def export(self, match_id: str, target: Path) -> Path:
        """Not over SSH. Raises SaveError."""
        raise SaveError(_("Files cannot be written or read over SSH."))

    def import_(self, source: Path) -> str:
        """Not over SSH. Raises SaveError."""
        raise SaveError(_("Files cannot be written or read over SSH."))


class RemoteHost(RemoteNews, Host):
    """One account's way to the matches of a server."""

    def __init__(self, path: Path, token: str, account: str) -> None:
        """`path`: of the bus's socket; `token`: what lets this session in, as `account`."""
        super().__init__(SessionStore())
        self.bus: SocketBus | None = None
        self.name = ""
        self.role = "player"
        self.newest = ""
        """The match that was made or joined last and waits for others; empty once it was shown."""
        self.begin_news()
        self._rh_path, self._rh_token, self._rh_account = path, token, account
        self._rh_language = language()
        self._rh_ready = asyncio.Event()
        self._rh_resume: tuple[str, Way] = "", "join"

    async def start(self) -> None:
        """Connect. Raises OSError or TimeoutError."""
        try:
            self.bus = await SocketBus.connect(self._rh_path, self._rh_token)
        finally:
            self._rh_ready.set()
        self.listen_for_news()
        answer = await self._ask(Hello(language()))
        if isinstance(answer, Welcome):
            self.name, self.role = answer.name, answer.role
            self.found += answer.away
            self._rh_resume = answer.resume, answer.way
        await self.look()
        await self.listing()

    async def stop(self) -> None:
        """Leave; the server goes on with what it holds."""
        self.end_news()
        self.store.release_all()
        if self.bus is not None:
            await self.bus.close()

    async def resume(self) -> None:
        """Back to the table at which the connection broke or the server ended, if there is one."""
        (match, way), self._rh_resume = self._rh_resume, ("", "join")
        if match and self._rh_app is not None:
            ask: dict[Way, Any] = {"join": JoinMatch, "watch": WatchMatch, "open": ResumeMatch}
            try:
                link = self._link(await self._ask(ask[way](match)))
            except OptionError:  # it is over, and put away
                return
            if link is not None:
                self._rh_app.push_screen(TableScreen(link))

    async def _ask(self, message: Any) -> Message:
        await self._rh_ready.wait()  # a key in the first instant waits for it
        if self.bus is None:
            return Refused(message.id, _("The connection to the table is lost."))
        try:
            return await self.bus.request(door_topic(self._rh_account), message, PATIENCE)
        except TimeoutError:
            return Refused(message.id, _("The table host does not answer; try again."))

    # what the home screen and the set-up ask

    def places(self) -> list[tuple[str, str]]:
        """More places in the home list."""
        count = len(self.waiting())
        lobby = _("Lobby ({count} to move)").format(count=count) if count else _("Lobby")
        return [("lobby", lobby), *super().places()]

    def go(self, app: CaravanApp, place: str) -> None:
        """Open a place of the home list."""
        if place == "lobby":
            from caravan_tui.screens.lobby import LobbyScreen

            app.push_screen(LobbyScreen())
        else:
            super().go(app, place)

    def styles(self, game_id: str) -> list[tuple[str, str]]:
        """None to choose: the seats of the server play as usual."""
        return []

    def player_name(self) -> str:
        """The account's name."""
        return self.name

    # matches

    async def create(
        self,
        game_id: str,
        options: dict[str, OptionValue],
        seats: list[Seat],
        seed: int | None = None,
        **room: Any,
    ) -> Link | None:
        """A new match; with an open seat (kind `open`) it waits in the lobby, and None is given.

        `room`: how a match between people goes, see `CreateMatch`. Raises OptionError if the
        server refuses.
        """
        return self._link(
            await self._ask(
                CreateMatch(
                    game_id,
                    dict(options),
                    [seat.kind for seat in seats],
                    [seat.name for seat in seats],
                    seed,
                    **room,
                )
            )
        )

    async def join(self, match: str) -> Link | None:
        """Take a seat, by code or id; None while the match waits for others. Raises
        OptionError."""
        return self._link(await self._ask(JoinMatch(match)))

    async def look_on(self, match: str) -> Link | None:
        """Watch a match between others, by code or id. Raises OptionError."""
        return self._link(await self._ask(WatchMatch(match)))

    async def give_up(self, match: str) -> None:
        """Give a seat up for good. Raises OptionError."""
        answer = await self._ask(GiveUp(match))
        if isinstance(answer, Refused):
            raise OptionError(answer.reason)

    def use(self, settings: Settings) -> None:
        """Take over the user's settings; the server says what it says in their language."""
        super().use(settings)
        if self.bus is not None and self._rh_language != language():
            self._rh_language = language()
            self.bus.publish(door_topic(self._rh_account), Speak(self._rh_language))

    def say(self, text: str) -> None:
        """Say something in the lobby."""
        if self.bus is not None:
            self.bus.publish(door_topic(self._rh_account), Say(text))

    async def open(self, match_id: str) -> Link | None:
        """Go on with a match of one's own. None, with a notice, if it cannot be had."""
        answer = await self._ask(ResumeMatch(match_id))
        if isinstance(answer, Refused):
            self.found.append(answer.reason)
            return None
        return self._link(answer)

    async def _hand_over(self, match: Match) -> Link:
        """Save a match that was made here, and have the server go on with it. Raises SaveError."""
        await asyncio.to_thread(self.store.save_now, match)
        self.store.release(match.record.id)
        answer = await self._ask(ResumeMatch(match.record.id))
        if isinstance(answer, Refused):
            raise SaveError(answer.reason)
        link = self._link(answer)
        assert link is not None
        return link

    async def play_daily(self, daily: Daily, known: bool = False) -> Link:
        """A try at the match of the day, see `daily_match`. Raises SaveError."""
        return await self._hand_over(self.daily_match(daily, known))

    async def branch(self, match: Match, ply: int, seats: list[Seat]) -> Link:
        """A new match that goes on from the middle of another. Raises ValueError or SaveError."""
        from caravan_tui.engine.playback import branch

        fresh = branch(match, ply, seats)
        await self._ask(StepOut(match.record.id))
        self.store.describe(fresh.record.id, branch_of=match.record.id)
        return await self._hand_over(fresh)

    async def look_back(self, match_id: str) -> Match | None:
        """A copy of a match of one's own. None, with a notice, if it cannot be had."""
        try:
            match, _notes = await asyncio.to_thread(self.store.load, match_id, True)
        except SaveError as error:
            text = str(error)
            if any(row.match == match_id for row in self.rows):
                text = _("A match between people can be looked back at when it is over.")
            self.found.append(text)
            return None
        return match

    async def assist(self, match_id: str) -> str:
        """See `Host.assist`: the server marks it at a table that is opened for that."""
        link = await self.open(match_id)
        if link is None or not link.mine:
            return _("The match cannot be marked as assisted now.")
        answer = await link.bus.request(
            table_topic(match_id), Helped(match_id, link.mine[0]), PATIENCE
        )
        if link.close is not None:
            await link.close()
        return answer.reason if isinstance(answer, Refused) else ""

    async def watch(self, match_id: str) -> Link | None:
        """Look at a saved match without playing, as a spectator."""
        from caravan_tui.bus.table import TableHost

        match = await self.look_back(match_id)
        if match is None:
            return None
        bus = LocalBus()
        tables = TableHost(bus)
        tables.open(match, paused=True)
        record = match.record

        async def close() -> None:
            await tables.close(record.id)

        kinds = [seat.kind for seat in record.seats]
        return Link(bus, record.id, record.game, match.names, kinds, [], close)

    def _link(self, answer: Message) -> Link | None:
        """The way to a match that the lobby lets us into. Raises OptionError if it does not."""
        if isinstance(answer, Refused):
            raise OptionError(answer.reason)
        assert isinstance(answer, Seated) and self.bus is not None
        if answer.waiting:
            self.newest = answer.match
            return None
        match = answer.match

        async def close() -> None:
            await self._ask(StepOut(match))

        def anew(same: bool) -> Any:
            async def make() -> Link:
                link = self._link(await self._ask(AgainMatch(match, same)))
                assert link is not None
                return link

            return make

        return Link(
            bus=self.bus,
            match=match,
            game=answer.game,
            names=answer.names,
            kinds=answer.kinds,
            mine=answer.seats,
            close=close,
            again=anew(True) if answer.alone else None,
            fresh=anew(False) if answer.alone else None,
            back="" if answer.alone else "lobby",
            kept=bool(answer.seats),
            hints=answer.alone,
            clock=answer.clock,
        )
