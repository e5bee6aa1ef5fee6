"""The lobby of a server, as one session knows it: matches, people, chat and news."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence

from attrs import frozen

from caravan_tui.bus.base import Subscription
from caravan_tui.bus.lobby_messages import (
    CreateLink,
    CreateMatch,
    Invite,
    JoinMatch,
    Link,
    ListMatches,
    LobbyChanged,
    MakeWatchPage,
    Matches,
    MatchRow,
    MatchStarted,
    Resign,
    RevokeWatchPage,
    SendChat,
    WatchLink,
    WatchMatch,
    YourTurn,
)
from caravan_tui.bus.messages import Chat, Done, Message, Notice
from caravan_tui.engine import Seat
from caravan_tui.games.contract import OptionValue
from caravan_tui.hosts.asking import Request, answer_to
from caravan_tui.hosts.competitions import CompetitionClient
from caravan_tui.hosts.connection import LINES_KEPT, TableConnection
from caravan_tui.hosts.notices import NoticeClient
from caravan_tui.hosts.turns import in_order, is_own_turn

log = logging.getLogger(__name__)

News = Notice | YourTurn | MatchStarted
"""What the server tells the account: a notice, that it is its turn, that a match has begun."""


@frozen
class Room:
    """How a match between people goes."""

    absent: str = "wait"
    """`wait`, or the level that plays for a player who leaves."""
    grace: int = 120
    """Seconds before it does."""
    clock: int = 0
    """Seconds for a turn; 0: no clock."""
    days: int = 0
    """Days for a move, see `DAYS_A_MOVE`; 0: no match by correspondence."""
    is_private: bool = False
    """Whether only those who have the code see the match."""


def said_after(chat: Sequence[Chat], last: Chat | None) -> Sequence[Chat]:
    """The lines after one of them; all, if it is no longer kept. How many there are says nothing:
    each new line costs an old one."""
    for place, line in enumerate(chat, 1):
        if line is last:
            return chat[place:]
    return chat


class LobbyClient:
    """The lobby, kept up to date."""

    def __init__(
        self,
        request: Request,
        publish: Callable[[Message], None],
        connect: Callable[[Message], TableConnection | None],
    ) -> None:
        """`request(message)`: the server's answer; `publish(message)`: a message without one;
        `connect(answer)`: the table of an answer, None while it waits for others, raises
        OptionError."""
        self.rows: list[MatchRow] = []
        """The matches on the server, those in which it is this account's turn first."""
        self.people: list[str] = []
        """The names of everybody in the lobby."""
        self.chat: list[Chat] = []
        self.is_shown = False
        """Whether a list of all matches is on the screen; else only the account's own are asked
        for when something changes."""
        self.newest = ""
        """The match that was made or joined last and waits for others; empty once it was shown."""
        self.competitions = CompetitionClient(request)
        self.notices = NoticeClient(request)
        self._request = request
        self._publish = publish
        self._connect = connect
        self._change_handlers: list[Callable[[], None]] = []
        self._news_handler: Callable[[News], None] | None = None
        self._early_news: list[News] = []
        self._tasks: dict[str, asyncio.Task[None]] = {}

    # News

    def on_change(self, handler: Callable[[], None]) -> Callable[[], None]:
        """Call `handler` when the matches, the people or the chat have changed. Returns a function
        that ends it."""
        self._change_handlers.append(handler)

        def end() -> None:
            if handler in self._change_handlers:
                self._change_handlers.remove(handler)

        return end

    def on_news(self, handler: Callable[[News], None]) -> None:
        """Call `handler` with news from now on, and at once with those that came before."""
        self._news_handler = handler
        early, self._early_news = self._early_news, []
        for news in early:
            handler(news)

    def listen(self, messages: Subscription) -> None:
        """Follow the messages of the server."""
        self._tasks["listen"] = asyncio.create_task(self._listen(messages), name="news")

    def close(self) -> None:
        """End `listen`."""
        for task in self._tasks.values():
            task.cancel()

    async def _listen(self, messages: Subscription) -> None:
        with messages:
            async for message in messages:
                try:
                    self._receive(message)
                except Exception:
                    log.exception("news: %s", type(message).__name__)

    def _receive(self, message: object) -> None:
        match message:
            case LobbyChanged():
                refresh = self._tasks.get("refresh")
                if refresh is None or refresh.done():
                    self._tasks["refresh"] = asyncio.create_task(self.refresh(), name="refresh")
            case Chat():
                self.chat = [*self.chat, message][-LINES_KEPT:]
                self._changed()
            case Notice() | YourTurn() | MatchStarted():
                if self._news_handler is None:
                    self._early_news.append(message)
                else:
                    self._news_handler(message)

    def _changed(self) -> None:
        for handler in [*self._change_handlers]:
            handler()

    # Matches and chat

    async def refresh(self) -> None:
        """Ask for the list of matches."""
        answer = await self._request(ListMatches(only_own=not self.is_shown))
        if isinstance(answer, Matches):
            self.rows, self.people = in_order(answer.rows), answer.people
            self._changed()

    def to_move(self) -> list[MatchRow]:
        """The matches between people in which it is this account's turn."""
        return list(filter(is_own_turn, self.rows))

    async def create(
        self,
        game_id: str,
        options: Mapping[str, OptionValue],
        seats: Sequence[Seat],
        seed: int | None = None,
        room: Room | None = None,
    ) -> TableConnection | None:
        """A new match; None if it has an open seat (kind `open`) and waits in the lobby. Raises
        OptionError if the server refuses."""
        room = room or Room()
        return self._connect(
            await self._request(
                CreateMatch(
                    game_id,
                    dict(options),
                    [seat.kind for seat in seats],
                    [seat.name for seat in seats],
                    seed,
                    absent=room.absent,
                    grace=room.grace,
                    clock=room.clock,
                    days=room.days,
                    private=room.is_private,
                )
            )
        )

    async def join(self, match: str) -> TableConnection | None:
        """Take a seat, by code or id; None while the match waits for others. Raises
        OptionError."""
        return self._connect(await self._request(JoinMatch(match)))

    async def watch(self, match: str) -> TableConnection | None:
        """Watch a match between others, by code or id. Raises OptionError."""
        return self._connect(await self._request(WatchMatch(match)))

    async def resign(self, match: str) -> None:
        """Leave a seat for good. Raises OptionError."""
        await answer_to(self._request, Resign(match), Done)

    async def invite(self, match: str, name: str) -> None:
        """Call the player of this name to a match of the account that waits. Raises OptionError."""
        await answer_to(self._request, Invite(match, name), Done)

    async def link_code(self) -> Link:
        """A code that links a further key or browser to the account. Raises OptionError."""
        return await answer_to(self._request, CreateLink(), Link)

    async def make_watch_page(self, match: str) -> WatchLink:
        """A new secret link by which anybody may watch a match in a browser. Raises OptionError."""
        return await answer_to(self._request, MakeWatchPage(match), WatchLink)

    async def revoke_watch_page(self, match: str) -> None:
        """Have that link lead nowhere. Raises OptionError."""
        await answer_to(self._request, RevokeWatchPage(match), Done)

    def say(self, text: str) -> None:
        """Say something in the lobby."""
        self._publish(SendChat(text))
