"""What other hosts ask this one, mostly for players who have come to their doors."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from caravan_tui.bus.host_messages import EndSession, News, Reconnected, Relay, TakeMatch
from caravan_tui.bus.lobby_messages import (
    AdminRequest,
    CreateMatch,
    Hello,
    JoinMatch,
    LeaveTable,
    ListMatches,
    MakeWatchPage,
    Matches,
    Rematch,
    Resign,
    RevokeWatchPage,
    Seated,
    WatchLink,
    WatchMatch,
)
from caravan_tui.bus.messages import Done, Message, Refused
from caravan_tui.cluster.accounts import ClusterAccounts
from caravan_tui.cluster.admin import ClusterAdmin
from caravan_tui.cluster.directory import NOT_HERE
from caravan_tui.cluster.leases import Leases
from caravan_tui.cluster.takeover import Takeover
from caravan_tui.engine import Refusal
from caravan_tui.server.shared_matches import SharedMatches


class Relays:
    """Answers the other hosts."""

    def __init__(
        self,
        shared: SharedMatches,
        accounts: ClusterAccounts,
        leases: Leases,
        takeover: Takeover,
        end_session: Callable[[str, str], Awaitable[None]],
        admin: Callable[[], ClusterAdmin | None],
    ) -> None:
        """`end_session(account, reason)` ends a session of this host and waits for its end;
        `admin()` returns what answers administrators, if they are answered."""
        self._shared, self._accounts, self._leases = shared, accounts, leases
        self._takeover, self._end_session, self._admin = takeover, end_session, admin

    async def answer(self, message: Message) -> Message | None:
        """The answer to what another host asks or says."""
        if isinstance(message, TakeMatch):
            self._takeover.take_later(message.match)
            return None
        if isinstance(message, Reconnected):
            self._takeover.on_host_reconnected(message.host)
            return None
        if isinstance(message, EndSession):
            await self._end_session(message.account, message.reason)
            return Done(message.id)
        if not isinstance(message, Relay):
            return None
        try:
            return await self._answer(message)
        except Refusal as refusal:
            return Refused(message.id, refusal.sentence.code, refusal.sentence.values)

    async def _answer(self, relay: Relay) -> Message | None:
        shared, ask = self._shared, relay.ask
        if isinstance(ask, ListMatches):
            return Matches(relay.id, shared.list.rows(relay.account, ask.only_own), [])
        if isinstance(ask, Hello):
            return News(relay.id, shared.list.news_of_tables(relay.account))
        if isinstance(ask, AdminRequest):
            admin = self._admin()
            return None if admin is None else await admin.answer_host(ask)
        account = await self._accounts.fetch(relay.account)
        if isinstance(ask, CreateMatch):
            if not self._takeover.is_open:
                raise Refusal(NOT_HERE)
            return await shared.create(account, ask, relay.names, dict(relay.options))
        if isinstance(ask, LeaveTable):
            shared.step_out(account, ask.match)
            return Done(relay.id)
        if not isinstance(
            ask, JoinMatch | WatchMatch | Resign | Rematch | MakeWatchPage | RevokeWatchPage
        ):
            return None
        if not (self._leases.is_own(ask.match) and await self._takeover.settled(ask.match)):
            raise Refusal(NOT_HERE)
        if isinstance(ask, JoinMatch):
            return await shared.join(account, ask.match, ask.id, relay.is_led_back)
        if isinstance(ask, WatchMatch):
            return shared.watch(account, ask.match, ask.id, relay.has_code, relay.is_led_back)
        if isinstance(ask, MakeWatchPage):
            return WatchLink(relay.id, await shared.make_watch_page(account, ask.match))
        if isinstance(ask, RevokeWatchPage):
            await shared.revoke_watch_page(account, ask.match)
            return Done(relay.id)
        if isinstance(ask, Rematch):
            made = await shared.rematch(account, ask.match)
            return Seated(relay.id, made, "", [], [], [], waiting=True)
        is_running = await shared.give_up(account, ask.match)
        return Done(relay.id, version=int(is_running))
