"""The lobby: admits clients and answers their requests."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial

from ai.pool import Pool
from ai.service import serve_searches
from caravan_tui.bus.lobby_messages import (
    LOBBY_REQUESTS,
    CreateMatch,
    Hello,
    JoinMatch,
    LeaveTable,
    ListMatches,
    Matches,
    Resign,
    RestartMatch,
    ResumeMatch,
    ResumeMode,
    Seated,
    SendChat,
    SetLanguage,
    WatchMatch,
    Welcome,
    account_topic,
    news_topic,
)
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import (
    LOBBY,
    Chat,
    Done,
    Message,
    Refused,
    SearchRequest,
    search_topic,
)
from caravan_tui.bus.permissions import Access, clean
from caravan_tui.bus.socket_server import BusServer
from caravan_tui.bus.wording import plain_text, title
from caravan_tui.engine import Match, Refusal, Sentence
from caravan_tui.engine.rng import fresh_seed
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError
from caravan_tui.i18n import languages
from caravan_tui.server.accounts import Account, Accounts
from caravan_tui.server.client import Client
from caravan_tui.server.config import Config
from caravan_tui.server.create_match import check_seat_names, resolve_options, seat_names
from caravan_tui.server.notifications import Notifications
from caravan_tui.server.rooms import OPEN, Room
from caravan_tui.server.shared_matches import SharedMatches
from caravan_tui.server.solo_matches import SoloMatches
from caravan_tui.server.tables import PACE, Tables
from caravan_tui.server.timers import Timers
from saves.errors import SaveError

log = logging.getLogger(__name__)

MAX_ROWS = 200
"""Matches of others in the lobby's list, the newest."""


class Lobby:
    """Admits clients and answers their requests. All methods run on the server's event loop."""

    def __init__(
        self,
        bus: LocalBus,
        bus_server: BusServer,
        config: Config,
        accounts: Accounts,
        pool: Pool,
        log_event: Callable[..., None],
        pace: float | None = None,
        timers: Callable[[], Timers] = asyncio.get_running_loop,
    ) -> None:
        """`log_event(name, **facts)` writes a line of the audit log; `pace`: see `Tables`;
        `timers` returns the clock of absences and turns."""
        self._bus, self._bus_server = bus, bus_server
        self._accounts, self._log_event = accounts, log_event
        self.clients: dict[str, Client] = {}
        """By account."""
        self.notifications = Notifications(bus, self.clients)
        self.tables = Tables(
            bus,
            config,
            accounts,
            pool,
            self._on_match_over,
            self._on_match_changed,
            PACE if pace is None else pace,
            self._is_present,
        )
        self.solo = SoloMatches(self.tables, log_event)
        self.shared = SharedMatches(
            bus, config, accounts, self.tables, self.clients, self.notifications, log_event,
            timers,
        )  # fmt: skip
        self.on_command: Callable[[Client, str], str | None] | None = None
        """Carries out a chat line that begins with a slash, given without it, and returns the
        answer; None if it is no command."""

    async def start(self) -> None:
        """Open the matches that were running when the server stopped."""
        await self.shared.start()

    async def close(self) -> None:
        """Save everything."""
        self.shared.close()
        self.notifications.close()
        await self.tables.close_all()

    async def _on_match_over(self, match: Match) -> None:
        await self.shared.on_match_over(match)

    def _on_match_changed(self, match: Match) -> None:
        self.shared.on_match_changed(match)

    def _is_present(self, match: str, seat: int) -> bool:
        return self.shared.is_present(match, seat)

    # Admission

    def admit(self, account: Account, address: str, language: str = "en") -> Client:
        """Admit a session of an account, which must have no other (see `dismiss`). `language` is
        used until the session sends its own."""
        topic = account_topic(account.id)
        access = Access(account.name, subscribes={LOBBY, news_topic(account.id)}, language=language)
        searches = search_topic(account.id)
        access.publishes = {topic: LOBBY_REQUESTS, searches: (SearchRequest,)}
        token = self._bus_server.admit(access)
        client = Client(account, access, token, address, lambda: None)
        access.check = client.search_problem
        ends = (
            self._bus.serve(topic, partial(self._serve, client), (SendChat, SetLanguage)),
            serve_searches(self._bus, partial(self.tables.searches.analyse, account.id), searches),
        )

        def stop_serving() -> None:
            for end in ends:
                end()

        client.stop_serving = stop_serving
        self.clients[account.id] = client
        self.notifications.announce_change()
        return client

    async def dismiss(self, client: Client, is_cut_off: bool) -> None:
        """End a session. `is_cut_off`: the player did not quit, and will be led back to the match
        that is open now."""
        if client.is_gone:
            return
        client.is_gone = True
        account = client.account
        client.stop_serving()
        self._bus_server.revoke(client.token)
        if self.clients.get(account.id) is client:
            del self.clients[account.id]
        for match in list(self.shared.supervisors):
            self.shared.step_out(client, match)
        for match in list(client.solo_matches):
            await self.tables.close_solo(match)
        if not is_cut_off:
            account.table = ""
        account.seen = int(time.time())
        self._accounts.try_save(account)
        self.notifications.announce_change()

    # Requests

    async def _serve(self, client: Client, message: Message) -> Message | None:
        if client.is_gone:
            return None
        request_id = getattr(message, "id", "")
        try:
            return await self._answer(client, message)
        except Refusal as refusal:
            return Refused(request_id, refusal.sentence.code, refusal.sentence.values)
        except (OptionError, SaveError, registry.UnknownGameError) as error:
            # Worded here, in the language of the client (`i18n.in_language`).
            return Refused(request_id, "text", {"text": str(error)[:200]})

    async def _answer(self, client: Client, message: Message) -> Message | None:
        if isinstance(message, Hello):
            return self._hello(client, message)
        if isinstance(message, ListMatches):
            return self._list_matches(client, message)
        if isinstance(message, SendChat):
            self._chat(client, message)
            return None
        if isinstance(message, SetLanguage):
            self._set_language(client, message.language)
            return None
        if isinstance(message, CreateMatch):
            self._check_new_match(client)
            return self._remember_table(client, self._create(client, message))
        if isinstance(message, JoinMatch):
            return self._remember_table(client, self.shared.join(client, message))
        if isinstance(message, WatchMatch):
            return self._remember_table(client, self.shared.watch(client, message))
        if isinstance(message, ResumeMatch):
            return self._remember_table(client, await self.solo.resume(client, message))
        if isinstance(message, RestartMatch):
            self._check_new_match(client)
            return self._remember_table(client, await self.solo.restart(client, message))
        if isinstance(message, LeaveTable):
            await self._step_out(client, message.match)
            return Done(message.id)
        if isinstance(message, Resign):
            await self.shared.give_up(client, message.match)
            return Done(message.id)
        return None

    def _hello(self, client: Client, hello: Hello) -> Welcome:
        self._set_language(client, hello.language)
        account = client.account
        lines = self._accounts.take_messages(account)
        for room in self.shared.rooms.all():
            supervisor = self.shared.supervisors.get(room.match)
            if supervisor is None or account.id not in room.seats:
                continue
            moves = self.shared.moves_since_left(room, account.id)
            is_to_act = supervisor.to_act in room.seats_of(account.id)
            if moves or is_to_act:
                lines.append(self._while_away(room, moves, account.id, is_to_act))
        resume, account.table = account.table, ""  # set again when the match is opened
        quota = self.tables.quota
        return Welcome(
            hello.id, account.name, account.role, lines, resume, self._resume_mode(client, resume),
            quota.matches, quota.size,
        )  # fmt: skip

    def _while_away(self, room: Room, moves: int, account: str, is_to_act: bool) -> Sentence:
        """What happened in a match since an account left it."""
        values = {
            "game": title(room.game),
            "code": room.code,
            "moves": moves,
            "played": self.shared.moves_by_stand_in(room, account),
            "turn": is_to_act,
        }
        return Sentence("away", values)

    def _set_language(self, client: Client, language: str) -> None:
        """Use this language for the client, also next time."""
        if language in languages():
            client.access.language = language
            if client.account.language != language:
                client.account.language = language
                self._accounts.try_save(client.account)

    def _resume_mode(self, client: Client, match: str) -> ResumeMode:
        """How a client opens a match again."""
        room = self.shared.rooms.get(match)
        if room is None:
            return "open"
        return "join" if client.account.id in room.seats else "watch"

    def _remember_table(self, client: Client, seated: Seated) -> Seated:
        """Remember the open match until the client leaves it, to lead the client back if the
        connection breaks or the server stops."""
        if not seated.waiting:
            client.account.table = seated.match
            self._accounts.try_save(client.account)
        return seated

    async def _step_out(self, client: Client, match: str) -> None:
        """Leave a table and keep its seats."""
        if client.account.table == match:
            client.account.table = ""
            self._accounts.try_save(client.account)
        if match in client.solo_matches:
            await self.solo.step_out(client, match)
        else:
            self.shared.step_out(client, match)

    def _check_new_match(self, client: Client) -> None:
        """Raise Refusal if the client asks for new matches faster than they can be played."""
        if not client.new_match_limit.take():
            raise Refusal("too_many_requests")

    def _create(self, client: Client, ask: CreateMatch) -> Seated:
        options = resolve_options(ask)
        seed = fresh_seed() if ask.seed is None else ask.seed
        names = seat_names(ask, client.account.name, seed)
        if OPEN in ask.kinds:
            check_seat_names(ask, lambda name: self._accounts.find_by_name(name) is not None)
            # Its chance comes from another seed, which nobody knows.
            return self.shared.create(client, ask, names, options)
        return self.solo.create(client, ask, names, seed)

    def _list_matches(self, client: Client, ask: ListMatches) -> Matches:
        account = client.account.id
        own: list[Room] = []
        waiting: list[Room] = []
        started: list[Room] = []
        for room in self.shared.rooms.all():
            if account in room.seats or room.owner == account:
                own.append(room)
            elif not room.private and not ask.only_own:
                (started if room.started else waiting).append(room)
        others = [*reversed(waiting), *reversed(started)][:MAX_ROWS]
        rows = [self.shared.row(room, account) for room in (*own, *others)]
        people = sorted(client.account.name for client in self.clients.values())
        return Matches(ask.id, rows, people)

    def _chat(self, client: Client, say: SendChat) -> None:
        text = clean(say.text)
        if not text or not client.chat_limit.take():
            return
        if text.startswith("/"):
            answer = self.on_command(client, text[1:]) if self.on_command else None
            line = plain_text(answer) if answer else Sentence("no_such_command")
            self.notifications.notify(client.account.id, line.code, **line.values)
            return
        self._log_event("chat", account=client.account.id, name=client.account.name)
        self._bus.publish(LOBBY, Chat("", None, client.account.name, text))
