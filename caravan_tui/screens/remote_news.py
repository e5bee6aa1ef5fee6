"""What a server says unasked: turns, notices, the lobby's list, its people and their talk."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from caravan_tui.bus.lobby_messages import (
    Began,
    ListMatches,
    LobbyChanged,
    Matches,
    MatchRow,
    YourTurn,
    person_topic,
)
from caravan_tui.bus.messages import LOBBY, Chat, Message, Notice
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError
from caravan_tui.screens.table import TableScreen
from caravan_tui.words import _

if TYPE_CHECKING:
    from caravan_tui.app import CaravanApp

log = logging.getLogger(__name__)

CHATS = 200
"""Lines of the lobby's chat that are kept."""


class RemoteNews:
    """Hears the lobby and the account's own topic, and tells the app; mixed into the remote
    host."""

    def begin_news(self) -> None:
        """Nothing is known yet."""
        self.rows: list[MatchRow] = []
        self.people: list[str] = []
        self.chat: list[Chat] = []
        self.changed: Callable[[], None] = lambda: None
        """Called when the list, the people or the chat are not what they were."""
        self._rh_early: list[Message] = []
        """What came before anybody attended."""
        self._rh_app: CaravanApp | None = None
        self._rh_news: asyncio.Task[None] | None = None
        self._rh_looking: asyncio.Task[None] | None = None

    def listen_for_news(self) -> None:
        """Hear what comes from now on."""
        self._rh_news = asyncio.create_task(self._listen(), name="news")

    def end_news(self) -> None:
        """Hear nothing more."""
        if self._rh_news is not None:
            self._rh_news.cancel()

    def attend(self, app: CaravanApp) -> None:
        """Whom to tell of turns and notices from now on."""
        self._rh_app = app
        self.refresh_home()
        early, self._rh_early = self._rh_early, []
        for message in early:
            self._hear(message)

    async def _listen(self) -> None:
        assert self.bus is not None
        with self.bus.subscribe(LOBBY, person_topic(self._rh_account)) as heard:
            async for message in heard:
                try:
                    self._hear(message)
                except Exception:
                    log.exception("news: %s", type(message).__name__)

    def _hear(self, message: Message) -> None:
        app = self._rh_app
        if isinstance(message, LobbyChanged):
            if self._rh_looking is None or self._rh_looking.done():
                self._rh_looking = asyncio.create_task(self.look(), name="look")
        elif isinstance(message, Chat):
            self.chat = [*self.chat, message][-CHATS:]
            self.changed()
        elif app is None:
            self._rh_early.append(message)
        elif isinstance(message, Notice):
            app.tell(message)
        elif isinstance(message, YourTurn):
            title = registry.spec(message.game).title
            app.notify(
                _("It is your turn: {game}, {code} (in the lobby).").format(
                    game=title, code=message.code
                )
            )
            app.call_attention(title)
        elif isinstance(message, Began):
            self._began(app, message)

    def _began(self, app: CaravanApp, began: Began) -> None:
        """The last seat was taken: sit down, unless the account is busy at another table."""
        title = registry.spec(began.game).title
        app.call_attention(title)
        if any(isinstance(screen, TableScreen) for screen in app.screen_stack):
            app.notify(_("{game} has begun; it waits in the lobby.").format(game=title))
            return

        async def sit() -> None:
            try:
                link = await self.join(began.match)
            except OptionError:
                return
            if link is not None:
                app.push_screen(TableScreen(link))

        app.run_worker(sit(), group="began")

    def refresh_home(self) -> None:
        """The home list names how many matches wait."""
        from caravan_tui.screens.home import HomeScreen

        app = self._rh_app
        if app is not None and isinstance(app.screen, HomeScreen):
            app.screen.fill()

    async def look(self) -> None:
        """Ask for the list of matches."""
        answer = await self._ask(ListMatches())
        if isinstance(answer, Matches):
            before = len(self.waiting())
            self.rows, self.people = answer.rows, answer.people
            self.changed()
            if len(self.waiting()) != before:
                self.refresh_home()

    def waiting(self) -> list[MatchRow]:
        """The matches between people in which it is this account's turn."""
        return [
            row for row in self.rows if row.started and not row.over and row.to_act in row.yours
        ]
