"""The lobby: admits clients and answers their requests."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from functools import partial
from weakref import WeakValueDictionary

from ai.pool import Pool
from ai.service import serve_searches
from caravan_tui.bus.competition_messages import COMPETITION_REQUESTS, PlayDaily
from caravan_tui.bus.lobby_messages import (
    LOBBY_REQUESTS,
    CreateLink,
    CreateMatch,
    Hello,
    Invite,
    JoinMatch,
    LeaveTable,
    Link,
    ListMatches,
    MakeWatchPage,
    Matches,
    Rematch,
    Resign,
    RestartMatch,
    ResumeMatch,
    ResumeMode,
    RevokeWatchPage,
    Seated,
    SendChat,
    SetLanguage,
    WatchLink,
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
from caravan_tui.bus.notice_messages import NOTICE_REQUESTS, GetNotices
from caravan_tui.bus.permissions import Access, clean
from caravan_tui.bus.socket_server import BusServer
from caravan_tui.bus.wording import plain_text, title
from caravan_tui.engine import Match, Refusal, Sentence
from caravan_tui.engine.rng import fresh_seed
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError
from caravan_tui.i18n import languages, later
from caravan_tui.server.accounts import LINK_MINUTES, Account
from caravan_tui.server.away_notices import AwayNotices
from caravan_tui.server.backend import Backend
from caravan_tui.server.client import Client, Limits
from caravan_tui.server.competitions import Competitions
from caravan_tui.server.config import Config
from caravan_tui.server.create_match import check_seat_names, resolve_options, seat_names
from caravan_tui.server.directory import Directory
from caravan_tui.server.names import LONGEST_NAME
from caravan_tui.server.notifications import Notifications
from caravan_tui.server.rooms import OPEN
from caravan_tui.server.shared_matches import SharedMatches
from caravan_tui.server.solo_matches import SoloMatches
from caravan_tui.server.tables import PACE, Tables
from caravan_tui.server.timers import Timers
from caravan_tui.server.watch_links import WatchLinks, delay_of
from saves.errors import SaveError

log = logging.getLogger(__name__)

REQUESTS = (*LOBBY_REQUESTS, *COMPETITION_REQUESTS, *NOTICE_REQUESTS)
"""What a session may say on its account topic."""

NAMED = re.compile(r"@([^\s@.,:;!?]+)")
"""A name in a line of the lobby that calls its account; without blanks."""
MOST_NAMED = 3
"""Accounts that one line calls."""

CONTINUED = later("You continued in another terminal.")
"""Why a session of an account that comes in a second time ends."""


class Lobby:
    """Admits clients and answers their requests. All methods run on the server's event loop."""

    def __init__(
        self,
        bus: LocalBus,
        bus_server: BusServer,
        config: Config,
        backend: Backend,
        pool: Pool,
        log_event: Callable[..., None],
        pace: float | None = None,
        timers: Callable[[], Timers] = asyncio.get_running_loop,
        now: Callable[[], float] = time.time,
    ) -> None:
        """`log_event(name, **facts)` writes a line of the audit log; `pace`: see `Tables`;
        `timers` returns the clock of absences and turns; `now`: seconds since 1970."""
        self._bus, self._bus_server = bus, bus_server
        self._accounts, self.presence = backend.accounts, backend.presence
        self._log_event = log_event
        self.clients: dict[str, Client] = {}
        """By account."""
        self._homes = backend.homes
        self._admitting: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._limits: defaultdict[str, Limits] = defaultdict(Limits)
        """By account."""
        self.notifications = Notifications(
            backend.bus, backend.presence, backend.accounts.leave_message
        )
        self.tables = Tables(
            bus,
            backend,
            config,
            pool,
            self._on_match_over,
            self._on_match_changed,
            PACE if pace is None else pace,
            self._is_present,
        )
        self.tables.programs.on_fault = lambda match, program, text: log_event(
            "program_fault", match=match, program=program, reason=text
        )
        self.solo = SoloMatches(self.tables, self.notifications, log_event)
        self.competitions = Competitions(backend, self.notifications, log_event, timers, now)
        self.shared = SharedMatches(
            backend, config, self.tables, self.notifications, log_event, timers,
            self.competitions.record, now,
        )  # fmt: skip
        self.away = AwayNotices(
            backend, config.notices, self.shared, self.notifications, log_event, now
        )
        self.directory = Directory(self.shared)
        self.on_command: Callable[[Client, str], Awaitable[str | None]] | None = None
        """Carries out a chat line that begins with a slash, given without it, and returns the
        answer; None if it is no command."""

        self.watch_address: Callable[[str], str] | None = None
        """The address of the watch page with a secret; None without a page for browsers."""

    async def start(self) -> None:
        """Open the matches that were running when the server stopped."""
        await self.shared.start()
        self.competitions.start(self.shared)
        self.away.start()

    async def close(self) -> None:
        """Save everything."""
        await self.competitions.close()
        await self.away.close()
        self.shared.close()
        self.notifications.close()
        await self.tables.close_all()

    async def _on_match_over(self, match: Match) -> None:
        await self.shared.endings.on_match_over(match)

    def _on_match_changed(self, match: Match) -> None:
        self.shared.on_match_changed(match)

    def _is_present(self, match: str, seat: int) -> bool:
        return self.shared.list.is_present(match, seat)

    # Admission

    async def admit(self, account: Account, address: str, language: str = "en") -> Client | None:
        """Admit a session of an account, which must have no other here (see `dismiss`); one at
        another host is ended. `language` is used until the session sends its own. None if the
        other session does not end; raises OSError if the account's folder cannot be had."""
        async with self._admitting.setdefault(account.id, asyncio.Lock()):
            if not await self.directory.end_other_session(account.id, CONTINUED):
                return None
            if account.id in self.clients:  # another terminal was quicker
                return None
            await self._homes.open(account.id)
            return self._admit(account, address, language)

    def _admit(self, account: Account, address: str, language: str) -> Client:
        topic = account_topic(account.id)
        access = Access(account.name, subscribes={LOBBY, news_topic(account.id)}, language=language)
        searches = search_topic(account.id)
        access.publishes = {topic: REQUESTS, searches: (SearchRequest,)}
        token = self._bus_server.admit(access)
        limits = self._limits[account.id]
        access.chats = limits.table_talk
        client = Client(account, access, token, address, lambda: None, limits=limits)
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
        self.notifications.starting.add(account.id)
        self.presence.enter(account.id, account.name)
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
            self.notifications.starting.discard(account.id)
            await self._homes.close(account.id)
            self.presence.leave(account.id)
        for match in list(client.shared_matches):
            await self._leave_shared(client, match)
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
        self.notifications.starting.discard(client.account.id)
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
            return await self._hello(client, message)
        if isinstance(message, ListMatches):
            return await self._list_matches(client, message)
        if isinstance(message, SendChat):
            await self._chat(client, message)
            return None
        if isinstance(message, SetLanguage):
            self._set_language(client, message.language)
            return None
        if isinstance(message, CreateLink):
            return await self._create_link(client, message)
        if isinstance(message, CreateMatch):
            self._check_new_match(client)
            return self._remember_table(client, await self._create(client, message))
        if isinstance(message, JoinMatch | WatchMatch | ResumeMatch):
            self._check_visit(client)
        if isinstance(message, JoinMatch):
            return self._remember_table(client, await self._join(client, message))
        if isinstance(message, WatchMatch):
            return self._remember_table(client, await self._watch(client, message))
        if isinstance(message, ResumeMatch):
            return self._remember_table(client, await self.solo.resume(client, message))
        if isinstance(message, PlayDaily):
            self._check_new_match(client)
            match = await self.competitions.daily.play(client.account, message.game)
            return self._remember_table(client, await self._sit_down(client, match, message.id))
        if isinstance(message, Rematch):
            self._check_new_match(client)
            return self._remember_table(client, await self._rematch(client, message))
        if isinstance(message, RestartMatch):
            self._check_new_match(client)
            return self._remember_table(client, await self.solo.restart(client, message))
        if isinstance(message, LeaveTable):
            await self._step_out(client, message.match)
            return Done(message.id)
        if isinstance(message, MakeWatchPage):
            return await self._make_watch_page(client, message)
        if isinstance(message, RevokeWatchPage):
            match = self._find_match(client, message.match)
            await self.directory.revoke_watch_page(client.account, match)
            return Done(message.id)
        if isinstance(message, Resign):
            await self._give_up(client, message.match)
            return Done(message.id)
        if isinstance(message, Invite):
            self._invite(client, message)
            return Done(message.id)
        if isinstance(message, NOTICE_REQUESTS):
            if not isinstance(message, GetNotices) and not client.limits.settings.take():
                raise Refusal("too_many_requests")
            return await self.away.answer(client.account, message)
        return await self.competitions.answer(client, message)

    async def _hello(self, client: Client, hello: Hello) -> Welcome:
        self._set_language(client, hello.language)
        account = client.account
        lines = await self._accounts.take_messages(account)
        lines += await self.directory.news_of_tables(account.id)
        resume, account.table = account.table, ""  # set again when the match is opened
        quota = self.tables.quota
        return Welcome(
            hello.id, account.name, account.role, lines, resume, self._resume_mode(client, resume),
            quota.matches, quota.size, self.tables.programs.names,
        )  # fmt: skip

    def _set_language(self, client: Client, language: str) -> None:
        """Use this language for the client, also next time."""
        if language in languages():
            client.access.language = language
            if client.account.language != language:
                client.account.language = language
                if client.limits.settings.take():  # else when the session ends
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
            await self._leave_shared(client, match)

    async def _create_link(self, client: Client, ask: CreateLink) -> Link:
        """A code that links a further key to the account. Raises Refusal."""
        if not client.limits.links.take():
            raise Refusal("too_many_requests")
        try:
            code = await self._accounts.create_link(client.account)
        except OSError as error:
            log.warning("no link code for %s: %s", client.account.name, error)
            raise Refusal("failed") from None
        return Link(ask.id, code, round(LINK_MINUTES))

    # Watch pages

    @property
    def watch_links(self) -> WatchLinks:
        """The links to the watch pages of matches."""
        return self.shared.watch_links

    async def _make_watch_page(self, client: Client, ask: MakeWatchPage) -> WatchLink:
        """A new link to the watch page of a match. Raises Refusal."""
        if self.watch_address is None:
            raise Refusal("no_page_for_browsers")
        if not client.limits.links.take():
            raise Refusal("too_many_requests")
        match = self._find_match(client, ask.match)
        secret = await self.directory.make_watch_page(client.account, match)
        room = self.shared.rooms.get(match)
        delay = 0 if room is None else round(delay_of(room.game))
        return WatchLink(ask.id, secret, self.watch_address(secret), delay)

    def admit_watch_page(self, match: str) -> str:
        """The token of a process that sees what a spectator sees of one match, and is nobody's."""
        return self._bus_server.admit(Access("watch page", watches={match}))

    def dismiss_watch_page(self, token: str) -> None:
        """Let that process see nothing more."""
        self._bus_server.revoke(token)

    # Matches between people

    def _find_match(self, client: Client, text: str) -> str:
        """The match with this id or code. Raises Refusal; codes cannot be tried at will."""
        match = self.directory.find(text[:64])
        if match == text:
            return match
        if client.limits.wrong_codes.is_empty:
            raise Refusal("too_many_codes")
        if match is None:
            client.limits.wrong_codes.take()
            self._log_event("wrong_code", account=client.account.id)
            raise Refusal("match_not_found", code=clean(text)[:16])
        return match

    async def _rematch(self, client: Client, ask: Rematch) -> Seated:
        match = self._find_match(client, ask.match)
        made = await self.directory.rematch(client.account, match)
        return await self._sit_down(client, made, ask.id)

    async def _join(self, client: Client, ask: JoinMatch) -> Seated:
        return await self._sit_down(client, self._find_match(client, ask.match), ask.id)

    async def _sit_down(self, client: Client, match: str, request_id: str) -> Seated:
        seated = await self.directory.join(client.account, match, request_id)
        if not seated.waiting:
            await self._check_here(client, match)
            client.shared_matches.add(match)
            for seat in seated.seats:
                client.access.sit(match, seat)
        return seated

    async def _check_here(self, client: Client, match: str) -> None:
        """Raise Refusal if the client has gone while it came to a table, which it would not leave
        by itself."""
        if client.is_gone:
            await self.directory.step_out(client.account, match)
            raise Refusal("unavailable")

    async def _watch(self, client: Client, ask: WatchMatch) -> Seated:
        match = self._find_match(client, ask.match)
        has_code = ask.match != match
        seated = await self.directory.watch(client.account, match, ask.id, has_code)
        await self._check_here(client, match)
        client.shared_matches.add(match)
        client.access.watches.add(match)
        return seated

    async def _give_up(self, client: Client, text: str) -> None:
        match = self._find_match(client, text)
        if await self.directory.give_up(client.account, match):
            client.access.leave(match)
            client.shared_matches.discard(match)

    def _invite(self, client: Client, ask: Invite) -> None:
        """Call a player to a match of the client that waits for players. Raises Refusal."""
        room = self.shared.rooms.get(self._find_match(client, ask.match))
        own = client.account
        if room is None or own.id not in room.seats:
            raise Refusal("invite_not_yours")
        if room.first_open() is None or room.invited:
            raise Refusal("invite_too_late")
        name = clean(ask.name)
        wanted = self._accounts.find_by_name(name)
        if wanted is None or wanted.banned or wanted.name.casefold() != name.casefold():
            raise Refusal("invite_nobody", name=name[:LONGEST_NAME])
        if wanted.id == own.id:
            raise Refusal("invite_yourself")
        if wanted.id in room.seats:
            raise Refusal("invite_has_seat", name=wanted.name)
        if not client.limits.invites.take():
            raise Refusal("too_many_requests")
        self._log_event("invite", account=own.id, match=room.match)
        values = {"name": own.name, "game": title(room.game), "code": room.code}
        self.notifications.tell(wanted.id, "invited", **values)

    async def _leave_shared(self, client: Client, match: str) -> None:
        client.access.leave(match)
        client.shared_matches.discard(match)
        await self.directory.step_out(client.account, match)

    def _check_visit(self, client: Client) -> None:
        """Raise Refusal if the client comes to tables faster than anybody could look at them."""
        if not client.limits.visits.take():
            raise Refusal("too_many_requests")

    def _check_new_match(self, client: Client) -> None:
        """Raise Refusal if the client asks for new matches faster than they can be played."""
        if not client.limits.new_matches.take():
            raise Refusal("too_many_requests")

    async def _create(self, client: Client, ask: CreateMatch) -> Seated:
        options = resolve_options(ask, self.tables.programs.names)
        seed = fresh_seed() if ask.seed is None else ask.seed
        names = seat_names(ask, client.account.name, seed)
        if OPEN in ask.kinds:
            check_seat_names(ask, lambda name: self._accounts.find_by_name(name) is not None)
            # Its chance comes from another seed, which nobody knows.
            return await self.directory.create(client.account, ask, names, options)
        return self.solo.create(client, ask, names, seed)

    async def _list_matches(self, client: Client, ask: ListMatches) -> Matches:
        rows = await self.directory.rows(client.account.id, ask.only_own)
        return Matches(ask.id, rows, self.presence.names())

    async def _chat(self, client: Client, say: SendChat) -> None:
        text = clean(say.text)
        if not text or not client.limits.chats.take():
            return
        if text.startswith("/"):
            answer = await self.on_command(client, text[1:]) if self.on_command else None
            line = plain_text(answer) if answer else Sentence("no_such_command")
            self.notifications.notify(client.account.id, line.code, **line.values)
            return
        self._log_event("chat", account=client.account.id, name=client.account.name)
        self._bus.publish(LOBBY, Chat("", None, client.account.name, text))
        self._call_named(client, text)

    def _call_named(self, client: Client, text: str) -> None:
        """Call those whom a line of the lobby names, as `@name`."""
        wanted = {name.casefold() for name in NAMED.findall(text)[:MOST_NAMED]}
        for other in self._accounts.all() if wanted else ():
            names = {other.name.casefold(), other.name.casefold().replace(" ", "")}
            if names & wanted and other.id != client.account.id:
                self.notifications.notify(other.id, "talk_in_lobby", name=client.account.name)
