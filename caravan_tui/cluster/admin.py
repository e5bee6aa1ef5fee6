"""What administrators ask one host of a cluster, and all of them answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from caravan_tui.bus.base import Bus
from caravan_tui.bus.host_messages import Relay, host_topic
from caravan_tui.bus.lobby_messages import AdminReply, AdminRequest
from caravan_tui.bus.messages import Message, Refused
from caravan_tui.cluster.members import Members
from caravan_tui.i18n import _, language
from caravan_tui.server.accounts import Accounts
from caravan_tui.server.admin import QUERIES, AdminCommands, Rows, ServerStatus
from caravan_tui.server.admin_errors import AdminError
from caravan_tui.server.lobby import Lobby

ANSWER_SECONDS = 3.0
AT_ONE_HOST = ("notices", "link", "role", "broadcast", "season", "tournament")
"""Orders that one host carries out for all."""


class ClusterAdmin(AdminCommands):
    """Carries out what administrators ask for, at every host where there is something to do."""

    def __init__(
        self,
        accounts: Accounts,
        lobby: Lobby,
        log_event: Callable[..., None],
        status: ServerStatus,
        bus: Bus,
        members: Members,
    ) -> None:
        super().__init__(accounts, lobby, log_event, status)
        self._bus, self._members = bus, members

    async def run(self, command: str, words: list[str]) -> Rows:
        """Carry out a command. What is listed has the host's name in front; an order is done if one
        host could carry it out. Raises AdminError."""
        if command in AT_ONE_HOST:
            return await self.run_here(command, words)
        try:
            own: Rows | AdminError = await self.run_here(command, words)
        except AdminError as error:
            own = error
        live = self._members.live()
        others = {host: info.name for host, info in live.items() if host != self._members.own_id}
        answers = await asyncio.gather(*(self._ask(host, command, words) for host in others))
        if command in QUERIES:
            if isinstance(own, AdminError):
                raise own
            name = live[self._members.own_id].name if self._members.own_id in live else "-"
            is_titled = command != "health"
            rows = [[_("host"), *own[0]]] if is_titled else []
            rows += [[name, *row] for row in own[is_titled:]]
            for other, answer in zip(others.values(), answers, strict=True):
                if isinstance(answer, AdminReply):
                    rows += [[other, *row] for row in answer.rows[is_titled:]]
                else:
                    rows.append([other, _("no answer")])
            return rows
        if isinstance(own, AdminError):
            done = [answer.rows for answer in answers if isinstance(answer, AdminReply)]
            if not done:
                raise own
            return done[0]
        return own

    async def run_here(self, command: str, words: list[str]) -> Rows:
        """Carry out a command at this host alone. Raises AdminError."""
        return await super().run(command, words)

    async def answer_host(self, request: AdminRequest) -> Message:
        """Answer another host."""
        try:
            return AdminReply(request.id, await self.run_here(request.command, request.words))
        except AdminError as error:
            return Refused(request.id, "text", {"text": str(error)})

    async def _ask(self, host: str, command: str, words: list[str]) -> Message:
        # The commands are those of `AdminRequest`: it came in as one.
        request = AdminRequest(command, words, language())  # type: ignore[arg-type]
        try:
            return await self._bus.request(host_topic(host), Relay("", request), ANSWER_SECONDS)
        except TimeoutError:
            return Refused(request.id, "unavailable")
