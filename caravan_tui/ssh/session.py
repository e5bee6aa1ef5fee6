"""One session of a client: sign-in, the app's process, and the end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import asyncssh
from attrs import field, frozen

from caravan_tui.i18n import _p, in_language, later, system_language
from caravan_tui.server.accounts import (
    Account,
    Accounts,
    InviteError,
    account_id_of,
)
from caravan_tui.server.audit_log import AuditLog
from caravan_tui.server.client import Client
from caravan_tui.server.config import Config
from caravan_tui.server.lobby import CONTINUED, Lobby
from caravan_tui.server.names import LONGEST_NAME, AccountNameError
from caravan_tui.server.timers import Timer, Timers
from caravan_tui.ssh.admission import Admission, CapacityError
from caravan_tui.ssh.environment import client_environment, server_environment
from caravan_tui.ssh.spawner import Child, Spawner, open_terminal, resize
from caravan_tui.ssh.terminal import RESTORE, ClientTerminal, Queue

TERM_PATTERN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}")
UNSUPPORTED_TERMS = frozenset({"dumb", "unknown", "network", "emacs", "cons25l1"})
_FILE_COMMANDS = frozenset({"scp", "rsync", "sftp-server"})
_NO_COMMANDS = later("This server runs no commands. To play, connect without a command.")
_NO_FILES = later("This server does not transfer files. To play, use ssh.")
_BAD_INVITE = later("This invite code is unknown, expired or already used.")
_BANNED = later("You are banned from this server.")
_MAX_COMMAND = 64
"""Characters of a refused command that are looked at."""
_INVITE_TRIES = 3
INVITE_PENALTY = 1.0
"""Seconds before the answer to a wrong invite code."""
_TAKEOVER_TIMEOUT = 6.0
"""Seconds that another session of the account has to end."""
_CLIENT_EXIT_TIMEOUT = 2.0
"""Seconds that the client has to disconnect by itself."""


@frozen
class SessionServices:
    """What connections and sessions need of the server."""

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


def _is_yes(answer: str, language: str) -> bool:
    """Whether this means yes, in English or the language of the question; Enter alone does."""
    with in_language(language):
        words = ("yes", _p("answer", "yes"))
    return any(word.startswith(answer.lower()) for word in words)


class Session(asyncssh.SSHServerSession[bytes]):
    """One session channel: the app under a pseudo-terminal, and nothing else."""

    def __init__(
        self,
        services: SessionServices,
        connection: asyncssh.SSHServerConnection,
        fingerprint: str,
        address: str,
    ) -> None:
        """`fingerprint`: of the key that was proved."""
        self._services = services
        self._connection = connection
        self.account_id = account_id_of(fingerprint)
        """The account of the key, whether it exists yet or not."""
        self.address = address
        self.started = time.time()
        self.client: Client | None = None
        """Set once signed in."""
        self.terminal: ClientTerminal | None = None
        self.ended = asyncio.Event()
        """The session is over and its seats are free."""
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._term = ""
        self._size = (80, 24)
        self._has_terminal = False
        self._master: int | None = None
        self._child: Child | None = None
        self._end_reason = ""
        self._refusal = ""
        self._task: asyncio.Task[None] | None = None
        self._ending = asyncio.Event()

    # State

    @property
    def is_running(self) -> bool:
        """Whether a shell, or something that is refused, was asked for."""
        return self._task is not None

    @property
    def pid(self) -> int:
        """The session's process, 0 before there is one."""
        return self._child.pid if self._child else 0

    @property
    def idle_seconds(self) -> float:
        """Seconds since the client typed something."""
        if self.terminal is None:
            return 0.0
        return self._services.timers().time() - self.terminal.last_input

    def end(self, reason: str) -> None:
        """End the session. The client sees the reason, which is English as in the catalogue."""
        self._end_reason = self._end_reason or reason
        self._ending.set()

    # Callbacks of asyncssh

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan
        self.terminal = ClientTerminal(chan, self._connection, self._services.timers().time)

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        self._has_terminal = True
        self._term = term_type
        if term_size[0] > 0 and term_size[1] > 0:
            self._size = term_size[0], term_size[1]
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = width, height
        if self._master is not None:
            resize(self._master, width, height)

    def shell_requested(self) -> bool:
        return True

    # Commands and subsystems are accepted only to tell the client that there are none.

    def exec_requested(self, command: str) -> bool:
        program = command[:_MAX_COMMAND].split(" ")[0].rpartition("/")[2]
        return self._refuse("exec", _NO_FILES if program in _FILE_COMMANDS else _NO_COMMANDS)

    def subsystem_requested(self, subsystem: str) -> bool:
        return self._refuse("subsystem", _NO_FILES if subsystem == "sftp" else _NO_COMMANDS)

    def _refuse(self, what: str, text: str) -> bool:
        self._services.audit_log.write("refused", what=what, address=self.address)
        self._refusal = text
        return True

    def session_started(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run(), name="session")

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if self.terminal is not None:
            self.terminal.feed(data)

    def pause_writing(self) -> None:
        if self.terminal is not None:
            self.terminal.pause_writing(Queue.CHANNEL)

    def resume_writing(self) -> None:
        if self.terminal is not None:
            self.terminal.resume_writing(Queue.CHANNEL)

    def eof_received(self) -> bool:
        if self.terminal is None or not self._has_terminal:
            return True  # the client types nothing, but can still read why it is refused
        self.terminal.close()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        if self.terminal is not None:
            self.terminal.close()
        if self._task is None:
            self.ended.set()

    # Lifecycle

    async def _run(self) -> None:
        assert self._channel is not None and self.terminal is not None
        code = 1
        self._services.sessions.add(self)
        try:
            code = await self._serve()
        except Exception as error:
            number = self._services.audit_log.write_crash(error)
            text = later("Internal server error (ref {number}). Please try again.")
            self.terminal.print(text, number=number)
        finally:
            self._services.sessions.discard(self)
            self.ended.set()
            if not self.terminal.closed.is_set():
                self._channel.exit(code)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(_CLIENT_EXIT_TIMEOUT):
                        await self._connection.wait_closed()
            self._connection.abort()

    async def _serve(self) -> int:
        """Sign the client in and run the app; the exit code."""
        terminal = self.terminal
        assert terminal is not None and self._channel is not None
        environment = client_environment(self._term, dict(self._channel.get_environment()))
        terminal.language = system_language(environment)
        if self._refusal:
            terminal.print_error(self._refusal)
            return 1
        if not self._has_terminal:
            terminal.print(later("These games need a terminal: ssh -t ..."))
            return 2
        if not TERM_PATTERN.fullmatch(self._term) or self._term in UNSUPPORTED_TERMS:
            terminal.print(
                later("Your terminal type (TERM) is not supported. Try TERM=xterm-256color.")
            )
            return 2
        signing_in = asyncio.create_task(self._sign_in(terminal))
        ending = asyncio.create_task(self._ending.wait())
        deadline = self._services.timers().call_later(
            self._services.config.sign_in_timeout, signing_in.cancel
        )
        try:
            await asyncio.wait({signing_in, ending}, return_when=asyncio.FIRST_COMPLETED)
            has_answered = signing_in.done() and not signing_in.cancelled()
            account = signing_in.result() if has_answered else None
        finally:
            deadline.cancel()
            signing_in.cancel()
            ending.cancel()
        if self._end_reason:
            terminal.print(self._end_reason)
        if account is None or self._end_reason or terminal.closed.is_set():
            return 1
        try:
            self._services.admission.check_capacity(self.address, account.id)
        except CapacityError as error:
            terminal.print(error.text)
            return 1
        return await self._play(account, terminal)

    # Sign-in

    async def _sign_in(self, terminal: ClientTerminal) -> Account | None:
        """The account of the client's key, created if it is new. None if the client is refused or
        gives up; the terminal says why."""
        account = self._services.accounts.get(self.account_id)
        if account is None:
            account = await self._sign_up(terminal)
            if account is None:
                return None
        terminal.language = account.language or terminal.language
        if account.banned:
            self._refuse_banned(account, terminal)
            return None
        if account.id in self._services.lobby.presence:
            terminal.print(later("You are already playing in another terminal."))
            answer = await terminal.prompt(later("Continue here instead? [Y/n]"), 3)
            if answer is None or not _is_yes(answer, terminal.language):
                return None
        return account

    def _refuse_banned(self, account: Account, terminal: ClientTerminal) -> None:
        terminal.print(_BANNED)
        self._services.audit_log.write("refused", what="banned", account=account.id)

    async def _sign_up(self, terminal: ClientTerminal) -> Account | None:
        """Ask a newcomer for an invite code, if one is needed, and a name."""
        services, account_id = self._services, self.account_id
        try:
            services.admission.check_capacity(self.address, account_id)
        except CapacityError as error:
            terminal.print(error.text)
            return None
        terminal.print(later("Welcome to caravan_tui."))
        needs_invite = services.config.policy == "invite"
        code = None
        if needs_invite and (code := await self._ask_invite(terminal)) is None:
            return None
        name = None
        while name is None:
            answer = await terminal.prompt(later("Choose a name:"), LONGEST_NAME)
            if answer is None:
                if needs_invite:
                    terminal.print(later("Your invite code is still valid."))
                return None
            if (existing := services.accounts.get(account_id)) is not None:
                return existing  # created in another terminal meanwhile
            try:
                services.accounts.check_name_available(answer)
                name = answer
            except AccountNameError as error:
                terminal.print(error.text, **error.values)
        try:
            account = await services.accounts.create(account_id, name, code)
        except InviteError:
            terminal.print(_BAD_INVITE)
            return None
        except OSError as error:
            services.audit_log.write("account_unsaved", account=account_id, reason=str(error))
            terminal.print(later("The server could not save your account. Try again later."))
            return None
        services.audit_log.write("account", account=account.id, name=account.name)
        return account

    async def _ask_invite(self, terminal: ClientTerminal) -> str | None:
        """A valid invite code; None if the client has none."""
        services = self._services
        for _attempt in range(_INVITE_TRIES):
            code = await terminal.prompt(later("Invite code:"))
            if code is None:
                return None
            if not services.admission.take_invite_attempt(self.address):
                services.audit_log.write(
                    "refused", what="invites of this address", address=self.address
                )
                terminal.print(later("Too many attempts from your address. Try again in a minute."))
                return None
            if await services.accounts.is_valid_invite(code):
                return code
            services.audit_log.write("refused", what="invite", address=self.address)
            await asyncio.sleep(INVITE_PENALTY)
            terminal.print(_BAD_INVITE)
        terminal.print(later("Ask the server's administrator for an invite code."))
        return None

    # Playing

    async def _play(self, account: Account, terminal: ClientTerminal) -> int:
        """Run the app for this account until it ends; the exit code."""
        services = self._services
        other = services.session_of(account.id)
        if other is not None:
            other.end(CONTINUED)
            try:
                async with asyncio.timeout(_TAKEOVER_TIMEOUT):
                    await other.ended.wait()
            except TimeoutError:
                terminal.print(later("Your other session did not end. Try again."))
                return 1
        if self._end_reason:
            terminal.print(self._end_reason)
            return 1
        if account.banned:  # meanwhile
            self._refuse_banned(account, terminal)
            return 1
        if services.session_of(account.id) is not None:  # a third terminal was quicker
            return 1
        try:
            client = await services.lobby.admit(account, self.address, terminal.language)
        except OSError as error:
            services.audit_log.write("home_unavailable", account=account.id, reason=str(error))
            terminal.print(later("Your saved matches can't be reached right now. Try again later."))
            return 1
        if client is None:
            terminal.print(later("Your other session did not end. Try again."))
            return 1
        self.client = client
        services.audit_log.write(
            "session", account=account.id, name=account.name, address=self.address, term=self._term
        )
        code = 1
        has_quit = has_crashed = False
        try:
            code = await self._run_app(client, terminal)
        finally:
            if not self._end_reason and not terminal.closed.is_set():
                has_quit, has_crashed = code == 0, code == 1
            # A table at which the session crashes would crash it again, so a client is not led
            # back to it.
            await services.lobby.dismiss(client, is_cut_off=not has_quit and not has_crashed)
            services.audit_log.write(
                "session_end",
                account=account.id,
                code=code,
                seconds=round(time.time() - self.started),
                reason=self._end_reason or ("" if has_quit else "gone"),
            )
        terminal.language = client.access.language
        if self._end_reason:
            terminal.print(self._end_reason)
        elif code:
            terminal.print(
                later(
                    "The session ended unexpectedly. Your matches are saved. "
                    "Connect again to continue."
                )
            )
        return code

    async def _run_app(self, client: Client, terminal: ClientTerminal) -> int:
        """Run the session's process under a pseudo-terminal; its exit code."""
        services = self._services
        assert self._channel is not None
        home = services.accounts.folder(client.account.id)
        environment = client_environment(self._term, dict(self._channel.get_environment()))
        environment.update(server_environment(client, home, services.socket))
        master, slave = open_terminal(*self._size)
        try:
            try:
                child = await services.spawner.spawn(slave, environment)
            finally:
                os.close(slave)
            self._child, self._master = child, master
            resize(master, *self._size)
            pumping = asyncio.create_task(terminal.pump(master))
            watching = asyncio.create_task(self._wait_for_end(client, terminal))
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
            terminal.write(RESTORE)
            return code
        finally:
            self._master = None
            os.close(master)

    async def _wait_for_end(self, client: Client, terminal: ClientTerminal) -> None:
        """Wait until `end` is called, also by the idle timeout, of which the client is warned."""
        config, timers = self._services.config, self._services.timers()
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
            await self._ending.wait()
        finally:
            if timer is not None:
                timer.cancel()
