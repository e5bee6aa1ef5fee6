"""The way from the door of one host to the matches that any host serves."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from caravan_tui.bus.base import Bus
from caravan_tui.bus.host_messages import EndSession, News, Relay, host_topic
from caravan_tui.bus.lobby_messages import (
    CreateMatch,
    Hello,
    JoinMatch,
    LeaveTable,
    ListMatches,
    MakeWatchPage,
    Matches,
    MatchRow,
    Rematch,
    Resign,
    RevokeWatchPage,
    Seated,
    WatchLink,
    WatchMatch,
)
from caravan_tui.bus.messages import Done, Message, Refused
from caravan_tui.cluster.leases import Leases
from caravan_tui.cluster.members import LOST_SECONDS, Members
from caravan_tui.cluster.presence import ClusterPresence
from caravan_tui.engine import Refusal, Sentence
from caravan_tui.games.contract import OptionValue
from caravan_tui.server.accounts import Account
from caravan_tui.server.directory import Directory
from caravan_tui.server.match_list import MAX_ROWS
from caravan_tui.server.shared_matches import SharedMatches

log = logging.getLogger(__name__)

PATIENCE = 8.0
"""Seconds that a match has to be served again, by a host that takes it."""
ANSWER_SECONDS = 2.0
END_SECONDS = 7.0
"""Seconds that a session at another host has to end."""
LIST_SECONDS = 1.0
"""Seconds that a host has to tell of its matches; the lists of others are shown without it."""
RETRY_SECONDS = 0.1

NOT_HERE = "not_here"
"""The code with which a host refuses what concerns a match that it does not serve."""


class ClusterDirectory(Directory):
    """Leads to the host that serves a match, and has one take it if none does."""

    def __init__(
        self,
        shared: SharedMatches,
        bus: Bus,
        members: Members,
        leases: Leases,
        presence: ClusterPresence,
        take_over: Callable[[str], Awaitable[None]],
    ) -> None:
        """`take_over(match)` has this host serve a match if no other does, and returns once it is
        open."""
        super().__init__(shared)
        self._bus, self._members, self._leases = bus, members, leases
        self._presence, self._take_over = presence, take_over

    async def create(
        self,
        account: Account,
        ask: CreateMatch,
        names: list[str],
        options: dict[str, OptionValue],
    ) -> Seated:
        host = self._members.least_busy()
        if host != self._members.own_id:
            relay = Relay(account.id, ask, names, options)
            answer = await self._request(host, relay, ANSWER_SECONDS)
            if isinstance(answer, Seated):
                return answer
            if isinstance(answer, Refused) and answer.code not in (NOT_HERE, "unavailable"):
                raise Refusal(answer.code, **answer.values)
        return await super().create(account, ask, names, options)

    async def join(
        self, account: Account, match: str, request_id: str, is_led_back: bool = False
    ) -> Seated:
        if await self._is_here(match):
            return await super().join(account, match, request_id, is_led_back)
        ask = JoinMatch(match, request_id)
        return await self._seated(match, Relay(account.id, ask, is_led_back=is_led_back))

    async def watch(
        self,
        account: Account,
        match: str,
        request_id: str,
        has_code: bool,
        is_led_back: bool = False,
    ) -> Seated:
        if await self._is_here(match):
            return await super().watch(account, match, request_id, has_code, is_led_back)
        ask = WatchMatch(match, request_id)
        relay = Relay(account.id, ask, has_code=has_code, is_led_back=is_led_back)
        return await self._seated(match, relay)

    async def rematch(self, account: Account, match: str) -> str:
        if await self._is_here(match):
            return await super().rematch(account, match)
        made = (await self._seated(match, Relay(account.id, Rematch(match)))).match
        end = asyncio.get_running_loop().time() + PATIENCE
        while self._shared.rooms.get(made) is None:  # this host is told in a moment
            if asyncio.get_running_loop().time() > end:
                raise Refusal("unavailable")
            await asyncio.sleep(RETRY_SECONDS)
        return made

    async def step_out(self, account: Account, match: str) -> None:
        if self._leases.is_own(match):
            await super().step_out(account, match)
            return
        host = self._leases.holder(match)
        if host and self._members.is_live(host):
            await self._request(host, Relay(account.id, LeaveTable(match)), ANSWER_SECONDS)

    async def give_up(self, account: Account, match: str) -> bool:
        if await self._is_here(match):
            return await super().give_up(account, match)
        answer = await self._ask(match, Relay(account.id, Resign(match)))
        return isinstance(answer, Done) and answer.version > 0

    async def make_watch_page(self, account: Account, match: str) -> str:
        if await self._is_here(match):
            return await super().make_watch_page(account, match)
        answer = await self._ask(match, Relay(account.id, MakeWatchPage(match)))
        if not isinstance(answer, WatchLink):
            raise Refusal("failed")
        return answer.secret

    async def revoke_watch_page(self, account: Account, match: str) -> None:
        if await self._is_here(match):
            await super().revoke_watch_page(account, match)
        else:
            await self._ask(match, Relay(account.id, RevokeWatchPage(match)))

    async def end_other_session(self, account: str, reason: str) -> bool:
        host = self._presence.host_of(account)
        if not host:
            return True
        asking = asyncio.ensure_future(
            self._request(host, EndSession(account, reason), END_SECONDS)
        )
        loop = asyncio.get_running_loop()
        end = loop.time() + END_SECONDS + ANSWER_SECONDS
        try:
            # A host that hangs answers nothing, and is given up long before the time is over.
            while is_there := self._presence.host_of(account) == host:
                if loop.time() > end:
                    break
                await asyncio.wait({asking}, timeout=RETRY_SECONDS)
                if asking.done():
                    is_ending = isinstance(asking.result(), Done)
                    patience = ANSWER_SECONDS if is_ending else LOST_SECONDS + ANSWER_SECONDS
                    end = min(end, loop.time() + patience)
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            asking.cancel()
        return not is_there

    async def rows(self, account: str, only_own: bool) -> list[MatchRow]:
        answers = await self._ask_all(account, ListMatches(only_own))
        rows = await super().rows(account, only_own)
        for answer in answers:
            if isinstance(answer, Matches):
                rows += answer.rows
        own = [row for row in rows if row.own_seats]
        others = [row for row in rows if not row.own_seats]
        others.sort(key=lambda row: (row.started, row.idle))
        return [*own, *others[:MAX_ROWS]]

    async def news_of_tables(self, account: str) -> list[Sentence]:
        lines = await super().news_of_tables(account)
        for answer in await self._ask_all(account, Hello()):
            if isinstance(answer, News):
                lines += answer.lines
        return lines

    # Other hosts

    async def _is_here(self, match: str) -> bool:
        """Whether this host serves a match; it takes one that no host serves, if it is the turn of
        this one. Raises Refusal if nobody serves it in time."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        while True:
            if self._leases.is_own(match):
                await self._take_over(match)  # it may be being opened
                if self._leases.is_own(match):
                    return True
            host = self._leases.holder(match)
            if host != self._members.own_id and self._members.is_live(host):
                return False
            if self._shared.rooms.get(match) is None:
                raise Refusal("match_not_found", code=match[:16])
            waited = loop.time() - begun
            if waited > PATIENCE:
                raise Refusal("unavailable")
            is_turn = self._members.heir(match) == self._members.own_id
            if self._members.is_in_touch and (is_turn or waited > PATIENCE / 4):
                await self._take_over(match)
            await asyncio.sleep(0.0 if self._leases.is_own(match) else RETRY_SECONDS)

    async def _seated(self, match: str, relay: Relay) -> Seated:
        answer = await self._ask(match, relay)
        if not isinstance(answer, Seated):
            raise Refusal("failed")
        return answer

    async def _ask(self, match: str, relay: Relay) -> Message:
        """The answer of the host that serves a match. Raises Refusal."""
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        while True:
            host = self._leases.holder(match)
            answer = await self._request(host, relay, ANSWER_SECONDS)
            if not isinstance(answer, Refused):
                return answer
            if answer.code not in (NOT_HERE, "unavailable") or loop.time() > end:
                raise Refusal(answer.code, **answer.values)
            await asyncio.sleep(RETRY_SECONDS)  # it is on its way from one host to another
            await self._is_here(match)

    async def _request(self, host: str, message: Message, seconds: float) -> Message:
        try:
            return await self._bus.request(host_topic(host), message, seconds)
        except TimeoutError:
            return Refused(str(getattr(message, "id", "")), "unavailable")

    async def _ask_all(self, account: str, ask: ListMatches | Hello) -> list[Message]:
        """The answers of the other hosts that live."""
        others = [host for host in self._members.live() if host != self._members.own_id]
        return list(
            await asyncio.gather(
                *(self._request(host, Relay(account, ask), LIST_SECONDS) for host in others)
            )
        )
