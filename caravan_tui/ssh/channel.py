"""The session channel of an SSH connection: sign-in, and then a session of the app."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Mapping

import asyncssh

from caravan_tui.i18n import _p, in_language, later, system_language
from caravan_tui.server.accounts import Account, InviteError, LinkError, account_id_of
from caravan_tui.server.names import LONGEST_NAME, AccountNameError
from caravan_tui.sessions.admission import (
    BAD_INVITE,
    NOT_SAVED,
    TOO_MANY_CODES,
    CapacityError,
    penalize_wrong_code,
)
from caravan_tui.sessions.environment import IN_LINES, client_environment
from caravan_tui.sessions.session import TERM_PATTERN, Session, SessionServices
from caravan_tui.sessions.terminal import ClientTerminal
from caravan_tui.ssh.terminal import Queue, channel_terminal

PLAIN_TERMS = frozenset({"", "dumb", "unknown", "network", "emacs", "cons25l1"})
"""Terminals that draw nothing: their sessions play in lines."""
LINES = "lines"
"""The only command: `ssh host lines`."""
_FILE_COMMANDS = frozenset({"scp", "rsync", "sftp-server"})
_NO_COMMANDS = later(
    "This server runs no commands. To play, connect without a command, or with the command lines."
)
_NO_FILES = later("This server does not transfer files. To play, use ssh.")
_CODE = re.compile(r"([2-9A-Z]{4}-){2}[2-9A-Z]{4}")
"""How a code is written: no name that anybody would choose."""
_MAX_COMMAND = 64
"""Characters of a refused command that are looked at."""
_INVITE_TRIES = 3
_CLIENT_EXIT_TIMEOUT = 2.0
"""Seconds that the client has to disconnect by itself."""


def _is_yes(answer: str, language: str) -> bool:
    """Whether this means yes, in English or the language of the question; Enter alone does."""
    with in_language(language):
        words = ("yes", _p("answer", "yes"))
    return any(word.startswith(answer.lower()) for word in words)


class SessionChannel(asyncssh.SSHServerSession[bytes]):
    """One session channel: sign-in, and then the app and nothing else."""

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
        self._key = account_id_of(fingerprint)
        self._address = address
        self.session: Session | None = None
        """Set once the channel is open."""
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._term = ""
        self._has_terminal = False
        self._is_in_lines = False
        """Whether the client has asked for lines."""
        self._refusal = ""
        self._task: asyncio.Task[None] | None = None

    @property
    def is_running(self) -> bool:
        """Whether a shell, or something that is refused, was asked for."""
        return self._task is not None

    # Callbacks of asyncssh

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan
        terminal = channel_terminal(chan, self._connection, self._services.timers().time)
        self.session = Session(self._services, terminal, self._account_id(), self._address)

    def _account_id(self) -> str:
        """The id of the account to which the client's key leads, or that it would create."""
        account = self._services.accounts.of_key(self._key)
        return self._key if account is None else account.id

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        self._has_terminal = True
        self._term = term_type
        if self.session is not None and term_size[0] > 0 and term_size[1] > 0:
            self.session.resize(term_size[0], term_size[1])
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        if self.session is not None:
            self.session.resize(width, height)

    def shell_requested(self) -> bool:
        return True

    # Other commands and subsystems are accepted only to tell the client that there are none.

    def exec_requested(self, command: str) -> bool:
        if command.strip() == LINES:
            self._is_in_lines = True
            return True
        program = command[:_MAX_COMMAND].split(" ")[0].rpartition("/")[2]
        return self._refuse("exec", _NO_FILES if program in _FILE_COMMANDS else _NO_COMMANDS)

    def subsystem_requested(self, subsystem: str) -> bool:
        return self._refuse("subsystem", _NO_FILES if subsystem == "sftp" else _NO_COMMANDS)

    def _refuse(self, what: str, text: str) -> bool:
        self._services.audit_log.write("refused", what=what, address=self._address)
        self._refusal = text
        return True

    def session_started(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run(), name="session")

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if self.session is not None:
            self.session.terminal.feed(data)

    def pause_writing(self) -> None:
        if self.session is not None:
            self.session.terminal.pause_writing(Queue.CHANNEL)

    def resume_writing(self) -> None:
        if self.session is not None:
            self.session.terminal.resume_writing(Queue.CHANNEL)

    def eof_received(self) -> bool:
        if self.session is None:
            return True
        if not self._has_terminal:  # the end of a script; what follows can still be read
            self.session.terminal.end_input()
            return True
        self.session.terminal.close()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        if self.session is not None:
            self.session.terminal.close()

    # Lifecycle

    async def _run(self) -> None:
        session = self.session
        assert self._channel is not None and session is not None
        code = 1
        self._services.sessions.add(session)
        try:
            code = await self._serve(session)
        except Exception as error:
            number = self._services.audit_log.write_crash(error)
            text = later("Internal server error (ref {number}). Please try again.")
            session.terminal.print(text, number=number)
        finally:
            self._services.sessions.discard(session)
            session.ended.set()
            if not session.terminal.closed.is_set():
                self._channel.exit(code)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(_CLIENT_EXIT_TIMEOUT):
                        await self._connection.wait_closed()
            self._connection.abort()

    async def _serve(self, session: Session) -> int:
        """Sign the client in and run the app; the exit code."""
        terminal = session.terminal
        assert self._channel is not None
        is_in_lines = self._is_in_lines or self._term in PLAIN_TERMS
        term = "dumb" if is_in_lines else self._term
        environment = client_environment(term, dict(self._channel.get_environment()))
        if is_in_lines:
            environment[IN_LINES] = "typed" if self._has_terminal else "piped"
        terminal.is_plain = not self._has_terminal
        terminal.language = system_language(environment)
        if self._refusal:
            self._print_error(terminal.translate(self._refusal))
            return 1
        if not TERM_PATTERN.fullmatch(term):
            terminal.print(
                later("Your terminal type (TERM) is not supported. Try TERM=xterm-256color.")
            )
            return 2
        signing_in = asyncio.create_task(self._sign_in(session))
        ending = asyncio.create_task(session.ending.wait())
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
        if session.end_reason:
            terminal.print(session.end_reason)
        if account is None or session.end_reason or terminal.closed.is_set():
            return 1
        try:
            self._services.admission.check_capacity(self._address, account.id)
        except CapacityError as error:
            terminal.print(error.text)
            return 1
        return await session.play(account, environment)

    def _print_error(self, line: str) -> None:
        """Print a line on standard error, for a client that did not ask for a terminal."""
        assert self._channel is not None
        with contextlib.suppress(OSError, asyncssh.Error):
            self._channel.write_stderr(f"{line}\r\n".encode())

    # Sign-in

    async def _sign_in(self, session: Session) -> Account | None:
        """The account of the client's key, created if it is new. None if the client is refused or
        gives up; the terminal says why."""
        terminal = session.terminal
        account = self._services.accounts.of_key(self._key)
        if account is None:
            account = await self._sign_up(terminal)
            if account is None:
                return None
        session.account_id = account.id
        terminal.language = account.language or terminal.language
        if account.banned:
            session.refuse_banned(account)
            return None
        if account.id in self._services.lobby.presence:
            terminal.print(later("You are already playing in another terminal."))
            answer = await terminal.prompt(later("Continue here instead? [Y/n]"), 3)
            if answer is None or not _is_yes(answer, terminal.language):
                return None
        return account

    async def _sign_up(self, terminal: ClientTerminal) -> Account | None:
        """Ask a newcomer for an invite code, if one is needed, and a name."""
        services, account_id = self._services, self._key
        try:
            services.admission.check_capacity(self._address, account_id)
        except CapacityError as error:
            terminal.print(error.text)
            return None
        terminal.print(later("Welcome to caravan_tui."))
        needs_invite = services.config.policy == "invite"
        code = None
        if needs_invite:
            if (code := await self._ask_code(terminal)) is None:
                return None
            if await self._is_link(code):
                return await self._link(code, terminal)
        name = None
        while name is None:
            answer = await terminal.prompt(later("Choose a name:"), LONGEST_NAME)
            if answer is None:
                if needs_invite:
                    terminal.print(later("Your invite code is still valid."))
                return None
            if (existing := services.accounts.of_key(account_id)) is not None:
                return existing  # created in another terminal meanwhile
            if _CODE.fullmatch(answer) and await self._may_try_code(terminal):
                if await self._is_link(answer):
                    return await self._link(answer, terminal)
                await penalize_wrong_code()
            try:
                services.accounts.check_name_available(answer)
                name = answer
            except AccountNameError as error:
                terminal.print(error.text, **error.values)
        try:
            account = await services.accounts.create(account_id, name, code)
        except InviteError:
            terminal.print(BAD_INVITE)
            return None
        except OSError as error:
            services.audit_log.write("account_unsaved", account=account_id, reason=str(error))
            terminal.print(NOT_SAVED)
            return None
        services.audit_log.write("account", account=account.id, name=account.name)
        return account

    async def _ask_code(self, terminal: ClientTerminal) -> str | None:
        """A valid code, to create an account or to link a key to one; None if the client has
        none."""
        services = self._services
        for _attempt in range(_INVITE_TRIES):
            code = await terminal.prompt(later("Invite code:"))
            if code is None or not await self._may_try_code(terminal):
                return None
            if await services.accounts.invite(code) is not None:
                return code
            services.audit_log.write("refused", what="invite", address=self._address)
            await penalize_wrong_code()
            terminal.print(BAD_INVITE)
        terminal.print(later("Ask the server's administrator for an invite code."))
        return None

    async def _may_try_code(self, terminal: ClientTerminal) -> bool:
        """Count an attempt at a code; if there were too many, say so."""
        services = self._services
        if services.admission.take_invite_attempt(self._address):
            return True
        services.audit_log.write("refused", what="invites of this address", address=self._address)
        terminal.print(TOO_MANY_CODES)
        return False

    async def _is_link(self, code: str) -> bool:
        """Whether this code links a key to an account."""
        invite = await self._services.accounts.invite(code)
        return invite is not None and bool(invite.account)

    async def _link(self, code: str, terminal: ClientTerminal) -> Account | None:
        """Link the client's key to the account of a code."""
        services = self._services
        try:
            account = await services.accounts.link(code, self._key)
        except InviteError:
            terminal.print(BAD_INVITE)
            return None
        except LinkError as error:
            terminal.print(error.text)
            return None
        except OSError as error:
            services.audit_log.write("account_unsaved", account=self._key, reason=str(error))
            terminal.print(NOT_SAVED)
            return None
        services.audit_log.write("linked", account=account.id, name=account.name, kind="ssh")
        return account
