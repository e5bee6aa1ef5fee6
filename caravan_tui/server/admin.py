"""What administrators may ask and do, from the command line or in the lobby."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Collection
from typing import Protocol

from caravan_tui.bus.lobby_messages import AdminReply, AdminRequest
from caravan_tui.bus.messages import Message, Refused
from caravan_tui.bus.permissions import clean
from caravan_tui.bus.wording import time_left, word
from caravan_tui.engine import Refusal
from caravan_tui.games import registry
from caravan_tui.i18n import _, _n, in_language, languages, later
from caravan_tui.server.accounts import ROLES, Account, Accounts
from caravan_tui.server.admin_errors import AdminError
from caravan_tui.server.admin_tournaments import TournamentCommands, day_text
from caravan_tui.server.client import Client
from caravan_tui.server.lobby import Lobby
from caravan_tui.server.text_table import format_table
from saves import errors

Rows = list[list[str]]

QUERIES = ("sessions", "connections", "matches", "health", "notices")
"""Commands that change nothing, and so are not logged."""
IN_THE_LOBBY = (*QUERIES, "kick", "ban", "unban", "close", "broadcast")
"""What an administrator may type in the lobby, after a slash."""

UNITS = {"uptime": "s", "cpu": "s", "peak_mib": "MiB"}
"""What the figures of `health` are counted in, where they are no mere numbers."""

_KICKED = later("An administrator ended your session.")
_BANNED = later("You are banned from this server.")


class OpenConnection(Protocol):
    """A connection, as administrators see it."""

    @property
    def address(self) -> str:
        """The client's address."""

    @property
    def opened(self) -> float:
        """When it was opened, by the clock `time.monotonic`."""

    @property
    def account(self) -> Account | None:
        """The account whose key was proved."""

    @property
    def state(self) -> str:
        """How far the client has come, in English as in the catalogue."""

    def close(self, reason: str, text: str) -> None:
        """Close it with a reason for the log and a text for the client."""


class OpenSession(Protocol):
    """A session, as administrators see it."""

    @property
    def account_id(self) -> str:
        """The account of the client's key, whether it exists yet or not."""

    @property
    def client(self) -> Client | None:
        """None before sign-in."""

    @property
    def idle_seconds(self) -> float:
        """Seconds since the client typed something."""

    @property
    def pid(self) -> int:
        """The session's process, 0 before there is one."""

    def end(self, reason: str) -> None:
        """End it and show the client why."""


class ServerStatus(Protocol):
    """Who is connected to the server, and its state in numbers."""

    def open_connections(self) -> Collection[tuple[int, OpenConnection]]:
        """Every connection with its number."""

    def open_sessions(self) -> Collection[OpenSession]:
        """Every session, also those without an account yet."""

    def health(self) -> dict[str, int]:
        """Show the server's statistics."""


class AdminCommands:
    """Carries out what administrators ask for."""

    def __init__(
        self, accounts: Accounts, lobby: Lobby, log_event: Callable[..., None], status: ServerStatus
    ) -> None:
        """`log_event(name, **facts)` writes a line of the audit log."""
        self._accounts, self._lobby, self._log_event = accounts, lobby, log_event
        self._status = status
        self._commands: dict[str, Callable[[list[str]], Awaitable[Rows]]] = {
            "sessions": self._sessions,
            "connections": self._connections,
            "matches": self._matches,
            "health": self._health,
            "notices": self._notices,
            "kick": self._kick,
            "ban": self._ban,
            "unban": self._unban,
            "close": self._close,
            "role": self._role,
            "link": self._link,
            "watch": self._watch,
            "broadcast": self._broadcast,
            "season": self._season,
            "tournament": TournamentCommands(lobby.competitions).run,
        }

    async def answer(self, message: Message) -> Message | None:
        """Answer a request from the command line."""
        if not isinstance(message, AdminRequest):
            return None
        with in_language(message.language if message.language in languages() else ""):
            try:
                rows = await self.run(message.command, message.words)
            except AdminError as error:
                return Refused(message.id, "text", {"text": str(error)})
            return AdminReply(message.id, rows)

    async def run_line(self, client: Client, line: str) -> str | None:
        """Carry out what somebody typed in the lobby after a slash. Returns the text to show; None
        if it is no command, or the client is no administrator."""
        command, *words = line.split() or [""]
        if client.account.role != "admin" or command not in IN_THE_LOBBY:
            return None
        try:
            rows = await self.run(command, words)
        except AdminError as error:
            return str(error)
        return format_table(rows)

    async def run(self, command: str, words: list[str]) -> Rows:
        """Carry out a command. Raises AdminError."""
        function = self._commands.get(command)
        if function is None:
            raise AdminError(_("There is no such command."))
        if command not in QUERIES:
            self._log_event("admin", command=command, words=words[:3])
        return await function(words)

    # Queries

    async def _sessions(self, _words: list[str]) -> Rows:
        rows = [[_("name"), _("role"), _("address"), _("minutes"), _("idle"), _("process")]]
        sessions = {session.client: session for session in self._status.open_sessions()}
        now = time.time()
        for client in self._lobby.clients.values():
            session = sessions.get(client)
            rows.append([
                client.account.name, client.account.role, client.address,
                str(round((now - client.since) / 60)),
                f"{round(session.idle_seconds) if session else 0} s",
                str(session.pid if session else 0),
            ])  # fmt: skip
        return rows

    async def _connections(self, _words: list[str]) -> Rows:
        rows = [[_("number"), _("address"), _("seconds"), _("name"), _("state")]]
        now = time.monotonic()
        for number, connection in self._status.open_connections():
            account = connection.account
            rows.append([
                str(number), connection.address, str(round(now - connection.opened)),
                account.name if account else "-", _(connection.state),
            ])  # fmt: skip
        return rows

    async def _matches(self, _words: list[str]) -> Rows:
        rows = [[_("code"), _("game"), _("seats"), _("state"), _("moves"), _("watchers"),
                 _("turn"), _("left")]]  # fmt: skip
        for room in self._lobby.shared.rooms.served():
            supervisor = self._lobby.shared.supervisors.get(room.match)
            state = _("over") if room.over else _("running") if room.started else _("waiting")
            rows.append([
                room.code, registry.spec(room.game).title,
                ", ".join(name or "-" for name in room.names), state,
                str(supervisor.match.version if supervisor else 0),
                str(len(supervisor.spectators) if supervisor else 0),
                room.names[supervisor.to_act] if supervisor and supervisor.to_act >= 0 else "-",
                time_left(room.due - time.time()) if room.due and not room.over else "-",
            ])  # fmt: skip
        rows.append([_("alone"), "", str(len(self._lobby.tables.solo.ids())), "", "", "", "", ""])
        return rows

    async def _health(self, _words: list[str]) -> Rows:
        return [
            [name, f"{value} {UNITS[name]}" if name in UNITS else str(value)]
            for name, value in self._status.health().items()
        ]

    async def _notices(self, _words: list[str]) -> Rows:
        rows = [[_("name"), _("channel"), _("waiting"), _("last sent"), _("problem")]]
        for name, channel, outbox in self._lobby.away.overview():
            rows.append([
                name, channel, str(len(outbox.waiting)),
                day_text(outbox.last_sent) if outbox.last_sent else "-",
                word(outbox.problem) if outbox.problem is not None else "-",
            ])  # fmt: skip
        return rows

    # Orders

    async def _kick(self, words: list[str]) -> Rows:
        connections = self._find_connections(words)
        if connections:
            for connection in connections:
                connection.close("kicked", _KICKED)
            count = len(connections)
            text = _n("Closed {count} connection.", "Closed {count} connections.", count)
            return [[text.format(count=count)]]
        account = self._find_account(words)
        if not self._end_sessions(account, _KICKED):
            raise AdminError(_("{name} is not connected.").format(name=account.name))
        return [[_("The session of {name} has ended.").format(name=account.name)]]

    async def _ban(self, words: list[str]) -> Rows:
        account = self._find_account(words)
        await self._change_banned(account, True)
        self._end_sessions(account, _BANNED)
        self._lobby.shared.remove_account(account.id)
        await self._lobby.competitions.tournaments.remove_account(account.id)
        return [[_("{name} has been banned.").format(name=account.name)]]

    async def _unban(self, words: list[str]) -> Rows:
        account = self._find_account(words)
        await self._change_banned(account, False)
        return [[_("{name} is no longer banned.").format(name=account.name)]]

    async def _close(self, words: list[str]) -> Rows:
        code = " ".join(words)
        if not self._lobby.shared.close_room(code):
            raise AdminError(_("There is no match '{code}'.").format(code=clean(code)[:16]))
        return [[_("Match {code} has been removed.").format(code=code.upper())]]

    async def _change_banned(self, account: Account, is_banned: bool) -> None:
        before, account.banned = account.banned, is_banned
        try:
            await self._save(account)
        except AdminError:
            account.banned = before
            raise

    async def _role(self, words: list[str]) -> Rows:
        account = self._find_account(words[:-1])
        before = account.role
        role = next((role for role in ROLES if role == words[-1]), None)
        if role is None:
            raise AdminError(_("The role must be player or admin."))
        account.role = role
        try:
            await self._save(account)
        except AdminError:
            account.role = before
            raise
        is_admin = role == "admin"
        text = _("{name} is an administrator.") if is_admin else _("{name} is a player.")
        return [[text.format(name=account.name)]]

    async def _link(self, words: list[str]) -> Rows:
        account = self._find_account(words)
        try:
            return [[await self._accounts.create_link(account)]]
        except OSError as error:
            text = _("The code could not be saved: {reason}")
            raise AdminError(text.format(reason=errors.reason(error))) from None

    async def _watch(self, words: list[str]) -> Rows:
        """`CODE`: a new link to the watch page of a match. `CODE off`: none any more."""
        is_off = words[-1:] == ["off"]
        code = " ".join(words[:-1] if is_off else words)
        room = self._lobby.shared.rooms.find(code)
        if room is None or room not in self._lobby.shared.rooms.served():
            raise AdminError(_("There is no match '{code}'.").format(code=clean(code)[:16]))
        if self._lobby.watch_address is None:
            raise AdminError(_("This server has no page for browsers."))
        name = _("An administrator")
        try:
            if is_off:
                await self._lobby.watch_links.revoke(room, name)
                return [[_("The link no longer works.")]]
            secret = await self._lobby.watch_links.make(room, name)
        except Refusal as refusal:
            raise AdminError(word(refusal.sentence)) from None
        return [[self._lobby.watch_address(secret)]]

    async def _broadcast(self, words: list[str]) -> Rows:
        text = clean(" ".join(words))
        if not text:
            raise AdminError(_("Enter a text to send."))
        self._lobby.notifications.notify_all("text", text=text)
        return [[_("Sent to everyone who is connected.")]]

    async def _season(self, words: list[str]) -> Rows:
        """`list`, or `end`: the leaderboards of a new season begin."""
        ladder = self._lobby.competitions.ladder
        if words == ["end"]:
            try:
                season = await ladder.end_season()
            except OSError as error:
                text = _("The season could not be ended: {reason}")
                raise AdminError(text.format(reason=errors.reason(error))) from None
            self._lobby.notifications.notify_all("season_begins", number=season.number)
        elif words != ["list"]:
            raise AdminError(_("Enter 'list' or 'end'."))
        rows = [[_("season"), _("began"), _("ended"), _("matches")]]
        rows += (
            [
                str(season.number), day_text(season.began), day_text(season.ended),
                str(ladder.matches_in(season.number)),
            ]
            for season in ladder.seasons()
        )  # fmt: skip
        return rows

    # Helpers

    def _find_account(self, words: list[str]) -> Account:
        name = " ".join(words)
        if not name:
            raise AdminError(_("Enter the name of an account."))
        account = self._accounts.find_by_name(name)
        if account is None:
            raise AdminError(_("There is no account '{name}'.").format(name=clean(name)[:40]))
        return account

    def _find_connections(self, words: list[str]) -> list[OpenConnection]:
        """The connection with this number, or all from this address. No name looks like either."""
        wanted = " ".join(words)
        return [
            connection
            for number, connection in self._status.open_connections()
            if wanted in (str(number), connection.address)
        ]

    def _end_sessions(self, account: Account, reason: str) -> bool:
        """End every session of the account, also one that is still signing in. Returns whether
        there was one."""
        sessions = [
            session for session in self._status.open_sessions() if session.account_id == account.id
        ]
        for session in sessions:
            session.end(reason)
        return bool(sessions)

    async def _save(self, account: Account) -> None:
        try:
            await self._accounts.set_by_admin(account)
        except OSError as error:
            text = _("The account of {name} could not be saved: {reason}")
            raise AdminError(text.format(name=account.name, reason=errors.reason(error))) from None
