"""One session of a client, whatever door it has come by: the app's process, and the end."""

from __future__ import annotations

import asyncio
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from attrs import field, frozen

from caravan_tui.i18n import later
from caravan_tui.server.accounts import Account, Accounts
from caravan_tui.server.audit_log import AuditLog
from caravan_tui.server.client import Client
from caravan_tui.server.config import Config
from caravan_tui.server.lobby import CONTINUED, Lobby
from caravan_tui.server.timers import Timer, Timers
from caravan_tui.sessions.admission import Admission
from caravan_tui.sessions.environment import server_environment
from caravan_tui.sessions.spawner import Child, Spawner, make_plain, open_terminal, resize
from caravan_tui.sessions.terminal import RESTORE, ClientTerminal

TERM_PATTERN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}")
BANNED = later("You are banned from this server.")
NOT_ENDED = later("Your other session did not end. Try again.")
TAKEOVER_TIMEOUT = 6.0
"""Seconds that another session of the account has to end."""
ADMIT_SECONDS = 2.0
"""Seconds after which a player who waits to come in reads why."""


@frozen
class SessionServices:
    """What doors and sessions need of the server."""

    config: Config
    accounts: Accounts
    lobby: Lobby
    admission: Admission
    spawner: Spawner
    audit_log: AuditLog
    socket: Path
    """The bus's socket, for the sessions' processes."""
    timers: Callable[[], Timers] = asyncio.get_running_loop
    """Returns the clock of the times in `config`."""
    sessions: set[Session] = field(factory=set)
    """Those that run."""

    def session_of(self, account_id: str) -> Session | None:
        """The account's session that has passed sign-in."""
        for session in self.sessions:
            if session.client is not None and session.client.account.id == account_id:
                return session
        return None


class Session:
    """The app under a pseudo-terminal, and nothing else."""

    def __init__(
        self, services: SessionServices, terminal: ClientTerminal, account_id: str, address: str
    ) -> None:
        self._services = services
        self.terminal = terminal
        self.account_id = account_id
        """The account of the client, whether it exists yet or not."""
        self.address = address
        self.started = time.time()
        self.client: Client | None = None
        """Set once signed in."""
        self.ended = asyncio.Event()
        """The session is over and its seats are free."""
        self.ending = asyncio.Event()
        """Somebody wants it to end."""
        self.end_reason = ""
        """Why, in English as in the catalogue."""
        self._size = (80, 24)
        self._master: int | None = None
        self._child: Child | None = None

    # State

    @property
    def pid(self) -> int:
        """The session's process, 0 before there is one."""
        return self._child.pid if self._child else 0

    @property
    def idle_seconds(self) -> float:
        """Seconds since the client typed something."""
        return self._services.timers().time() - self.terminal.last_input

    def end(self, reason: str) -> None:
        """End the session. The client sees the reason, which is English as in the catalogue."""
        self.end_reason = self.end_reason or reason
        self.ending.set()

    def resize(self, columns: int, rows: int) -> None:
        """Set the size of the terminal."""
        self._size = columns, rows
        if self._master is not None:
            resize(self._master, columns, rows)

    def signal(self, number: int) -> None:
        """Send the session's process a signal."""
        if self._child is not None:
            self._child.kill(number)

    # Playing

    async def play(self, account: Account, environment: dict[str, str]) -> int:
        """Run the app for this account until it ends; the exit code. `environment`: what the
        client may set of it, see `client_environment`."""
        services, terminal = self._services, self.terminal
        other = services.session_of(account.id)
        if other is not None:
            other.end(CONTINUED)
            try:
                async with asyncio.timeout(TAKEOVER_TIMEOUT):
                    await other.ended.wait()
            except TimeoutError:
                terminal.print(NOT_ENDED)
                return 1
        if self.end_reason:
            terminal.print(self.end_reason)
            return 1
        if account.banned:  # meanwhile
            self.refuse_banned(account)
            return 1
        if services.session_of(account.id) is not None:  # a third terminal was quicker
            return 1
        try:
            client = await self._admit(account)
        except OSError as error:
            services.audit_log.write("home_unavailable", account=account.id, reason=str(error))
            terminal.print(later("Your saved matches can't be reached right now. Try again later."))
            return 1
        if client is None:
            terminal.print(NOT_ENDED)
            return 1
        self.client = client
        services.audit_log.write(
            "session",
            account=account.id,
            name=account.name,
            address=self.address,
            term=environment["TERM"],
        )
        code = 1
        has_quit = has_crashed = False
        try:
            code = await self._run_app(client, environment)
        finally:
            if not self.end_reason and not terminal.closed.is_set():
                has_quit, has_crashed = code == 0, code == 1
            # A table at which the session crashes would crash it again, so a client is not led
            # back to it.
            await services.lobby.dismiss(client, is_cut_off=not has_quit and not has_crashed)
            services.audit_log.write(
                "session_end",
                account=account.id,
                code=code,
                seconds=round(time.time() - self.started),
                reason=self.end_reason or ("" if has_quit else "gone"),
            )
        terminal.language = client.access.language
        if self.end_reason:
            terminal.print(self.end_reason)
        elif code:
            terminal.print(
                later(
                    "The session ended unexpectedly. Your matches are saved. "
                    "Connect again to continue."
                )
            )
        return code

    def refuse_banned(self, account: Account) -> None:
        """Tell the client that the account is banned, and log it."""
        self.terminal.print(BANNED)
        self._services.audit_log.write("refused", what="banned", account=account.id)

    async def _admit(self, account: Account) -> Client | None:
        """Admit the session to the lobby, and say so if that takes long. See `Lobby.admit`."""
        services, terminal = self._services, self.terminal
        admitting = asyncio.ensure_future(
            services.lobby.admit(account, self.address, terminal.language)
        )
        try:
            await asyncio.wait({admitting}, timeout=ADMIT_SECONDS)
            if not admitting.done():
                terminal.print(later("Getting your saved matches…"))
            return await admitting
        finally:
            admitting.cancel()

    async def _run_app(self, client: Client, environment: dict[str, str]) -> int:
        """Run the session's process under a pseudo-terminal; its exit code."""
        services, terminal = self._services, self.terminal
        home = services.accounts.folder(client.account.id)
        environment = environment | server_environment(client, home, services.socket)
        master, slave = open_terminal(*self._size)
        try:
            if terminal.is_plain:
                make_plain(slave)
            try:
                child = await services.spawner.spawn(slave, environment)
            finally:
                os.close(slave)
            self._child, self._master = child, master
            resize(master, *self._size)
            pumping = asyncio.create_task(terminal.pump(master))
            watching = asyncio.create_task(self._wait_for_end(client))
            closed = asyncio.create_task(terminal.closed.wait())
            ends: set[asyncio.Future[Any]] = {child.ended, watching, closed}
            try:
                await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
                code = await child.end()
                await asyncio.wait({pumping}, timeout=0.5)
            finally:
                for task in (pumping, watching, closed):
                    task.cancel()
                await asyncio.gather(pumping, watching, closed, return_exceptions=True)
                if not child.ended.done():
                    await child.end()
            if terminal.has_drawn:
                terminal.write(RESTORE)
            return code
        finally:
            self._master = None
            os.close(master)

    async def _wait_for_end(self, client: Client) -> None:
        """Wait until `end` is called, also by the idle timeout, of which the client is warned."""
        config, timers = self._services.config, self._services.timers()
        terminal = self.terminal
        warning = min(config.idle_warning, config.idle_timeout / 2)
        warned_for = 0.0
        timer: Timer | None = None

        def check() -> None:
            nonlocal timer, warned_for
            left = config.idle_timeout - self.idle_seconds
            if left <= 0:
                self.end(later("Disconnected after a long time without input. "
                               "Your matches are saved."))  # fmt: skip
                return
            if left <= warning and warned_for != terminal.last_input:
                warned_for = terminal.last_input
                self._services.lobby.notifications.notify(
                    client.account.id, "still_there", seconds=round(left)
                )
            wait = left if left <= warning else left - warning
            timer = timers.call_later(max(0.05, wait), check)

        check()
        try:
            await self.ending.wait()
        finally:
            if timer is not None:
                timer.cancel()
