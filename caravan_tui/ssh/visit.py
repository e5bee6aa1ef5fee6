"""One client from its first word to its last: who it is, its session's process, its end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import asyncssh

from caravan_tui.ssh.accounts import Account, id_of
from caravan_tui.ssh.person import Person
from caravan_tui.ssh.spawner import Child, open_terminal, resize
from caravan_tui.ssh.terminal import RESTORE, Line
from caravan_tui.words import _, _p, later, said_to, spoken

if TYPE_CHECKING:
    from caravan_tui.ssh.server import Server

TERMS = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}")
NO_TERMS = frozenset({"dumb", "unknown", "network", "emacs", "cons25l1"})
_LOCALE = re.compile(r"[A-Za-z]{1,3}([_-][A-Za-z]{2,4})?([.@][A-Za-z0-9@._-]{1,20})?")
_NO_COMMANDS = later("This server runs no commands. To play, give ssh nothing but the host.")
_NO_FILES = later("This server neither takes nor gives files. To play, use ssh.")
_TRIES = 3
_PARTING = 2.0


def environment(term: str, sent: Mapping[str, str]) -> dict[str, str]:
    """What a session's environment has of the client: nothing but these, and each of its form."""
    kept = {"TERM": term}
    for name in ("LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES"):
        if _LOCALE.fullmatch(sent.get(name, "")):
            kept[name] = sent[name]
    if not any(name in kept for name in ("LANG", "LC_ALL", "LC_CTYPE")):
        kept["LANG"] = "en_GB.UTF-8"
    if sent.get("COLORTERM") in ("truecolor", "24bit"):
        kept["COLORTERM"] = sent["COLORTERM"]
    if sent.get("NO_COLOR"):
        kept["NO_COLOR"] = "1"
    return kept


def _is_yes(answer: str, language: str) -> bool:
    """Whether this says yes, in English or the language of the question; Enter alone does."""
    said = answer.lower()
    return any(yes.startswith(said) for yes in ("yes", said_to(_p("answer", "yes"), language)))


class Visit(asyncssh.SSHServerSession[bytes]):
    """One session channel. Gives an app under a pseudo-terminal, and nothing else."""

    def __init__(self, server: Server, connection: Any, fingerprint: str, address: str) -> None:
        self._server = server
        self._connection = connection
        self._fingerprint = fingerprint
        self.address = address
        self.began = time.time()
        self.person: Person | None = None
        self.line: Line | None = None
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._term = ""
        self._size = (80, 24)
        self._has_terminal = False
        self._master: int | None = None
        self._child: Child | None = None
        self._reason = ""
        self._refusal = ""
        self._task: asyncio.Task[None] | None = None
        self._ending = asyncio.Event()
        self.over = asyncio.Event()
        """It has ended, and its seats are free."""

    # What asyncssh tells

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan
        self.line = Line(chan, self._connection)

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

    # A command or a subsystem is taken only to say in words that there is none: nothing is run.

    def exec_requested(self, command: str) -> bool:
        files = command.split(" ")[0].rpartition("/")[2] in ("scp", "rsync", "sftp-server")
        return self._refuse("exec", _NO_FILES if files else _NO_COMMANDS)

    def subsystem_requested(self, subsystem: str) -> bool:
        return self._refuse("subsystem", _NO_FILES if subsystem == "sftp" else _NO_COMMANDS)

    def _refuse(self, what: str, why: str) -> bool:
        self._server.event("refused", what=what, address=self.address)
        self._refusal = why
        return True

    def session_started(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run(), name="visit")

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if self.line is not None:
            self.line.feed(data)

    def eof_received(self) -> bool:
        if self.line is None or not self._has_terminal:
            return True  # nothing will be typed, but what is wrong can still be read
        self.line.close()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        if self.line is not None:
            self.line.close()
        if self._task is None:
            self.over.set()

    # Its course

    def end(self, reason: str) -> None:
        """End the session; the reason is told on the client's terminal."""
        self._reason = self._reason or reason
        self._ending.set()

    async def _run(self) -> None:
        assert self._channel is not None and self.line is not None
        code = 1
        self._server.visits.add(self)
        try:
            code = await self._receive()
        except Exception as error:
            number = self._server.crash(error)
            self.line.say(
                _("The server has made a mistake (number {number}); please try again.").format(
                    number=number
                )
            )
        finally:
            self._server.visits.discard(self)
            self.over.set()
            if not self.line.gone.is_set():
                self._channel.exit(code)
                with contextlib.suppress(TimeoutError):  # the client leaves by itself
                    async with asyncio.timeout(_PARTING):
                        await self._connection.wait_closed()
            self._connection.abort()

    async def _receive(self) -> int:
        line = self.line
        assert line is not None and self._channel is not None
        sent = environment(self._term, dict(self._channel.get_environment()))
        line.language = spoken(sent)
        if self._refusal:
            line.complain(_(self._refusal))
            return 1
        if not self._has_terminal:
            line.say(_("These games need a terminal: ssh -t ..."))
            return 2
        if not TERMS.fullmatch(self._term) or self._term in NO_TERMS:
            line.say(_("These games cannot draw on a terminal of this kind (TERM)."))
            return 2
        asking = asyncio.create_task(self._who(line))
        ending = asyncio.create_task(self._ending.wait())
        try:
            limit = self._server.config.login * 4 * _TRIES
            await asyncio.wait({asking, ending}, timeout=limit, return_when=asyncio.FIRST_COMPLETED)
            account = asking.result() if asking.done() else None
        finally:
            asking.cancel()
            ending.cancel()
        if self._reason:
            line.say(self._reason)
        if account is None or self._reason or line.gone.is_set():
            return 1
        why = self._server.why_full(self.address, account.id)
        if why:
            line.say(why)
            return 1
        return await self._play(account, line)

    async def _who(self, line: Line) -> Account | None:
        """The account of this key, a new one after its name, None if there shall be none."""
        accounts, server = self._server.accounts, self._server
        account_id = id_of(self._fingerprint)
        account = accounts.get(account_id)
        if account is None:
            account = await self._newcomer(line, account_id)
            if account is None:
                return None
        line.language = account.language or line.language
        if account.banned:
            line.say(_("You may not play here."))
            server.event("refused", what="banned", account=account.id)
            return None
        other = server.visit_of(account.id)
        if other is not None:
            line.say(_("You are playing here already, from another terminal."))
            answer = await line.ask(_("Go on here instead? [Y/n]"), 3)
            if answer is None or not _is_yes(answer, line.language):
                return None
        return account

    async def _newcomer(self, line: Line, account_id: str) -> Account | None:
        server = self._server
        if full := server.why_full(self.address, account_id):  # before anything is asked
            line.say(full)
            return None
        line.say(_("Welcome to caravan_tui."))
        if server.config.policy == "invite":
            for _try in range(_TRIES):
                code = await line.ask(_("Your invitation:"))
                if code is None:
                    return None
                if not server.may_try_invite(self.address):
                    server.event("refused", what="invites of this address", address=self.address)
                    line.say(_("Too many tries from your address; come back in a minute."))
                    return None
                if server.accounts.use_invite(code):
                    break
                server.event("refused", what="invite", address=self.address)
                await asyncio.sleep(1.0)
                line.say(_("This invitation is not known, has run out, or was used."))
            else:
                line.say(_("Ask who keeps this server for an invitation."))
                return None
        name = None
        while name is None:
            wished = await line.ask(_("What shall we call you?"), 16)
            if wished is None:
                if server.config.policy == "invite":
                    line.say(_("Without a name the invitation is lost; ask for another one."))
                return None
            why = server.accounts.why_not_free(wished)
            if why is None:
                name = wished
            else:
                line.say(why)
        account = server.accounts.create(account_id, name)
        server.event("account", account=account.id, name=account.name)
        return account

    async def _play(self, account: Account, line: Line) -> int:
        """Run the session's process for this account to its end."""
        server = self._server
        assert self._channel is not None
        other = server.visit_of(account.id)
        if other is not None:
            other.end(_("You go on at another terminal."))
            try:
                async with asyncio.timeout(6.0):
                    await other.over.wait()
            except TimeoutError:
                line.say(_("The other session does not end; try again."))
                return 1
        if server.visit_of(account.id) is not None:  # two at once
            return 1
        person = self.person = server.lobby.admit(account, self.address, line.language)
        server.event(
            "session", account=account.id, name=account.name, address=self.address, term=self._term
        )
        code = 1
        ended_itself = False
        try:
            code = await self._process(person, line)
            ended_itself = not self._reason and not line.gone.is_set() and code == 0
        finally:
            crashed = code == 1 and not self._reason and not line.gone.is_set()
            # Who is led back to the table at which a session crashes would never get out of it.
            await server.lobby.dismiss(person, cut=not ended_itself and not crashed)
            server.event(
                "session_end",
                account=account.id,
                code=code,
                seconds=round(time.time() - self.began),
                reason=self._reason or ("" if ended_itself else "gone"),
            )
        line.language = person.access.language
        if self._reason:
            line.say(self._reason)
        elif code:
            line.say(_("The session has ended; your matches are saved. Connect again to go on."))
        return code

    async def _process(self, person: Person, line: Line) -> int:
        server = self._server
        assert self._channel is not None
        variables = environment(self._term, dict(self._channel.get_environment()))
        variables.update(server.session_environment(person))
        master, slave = open_terminal(*self._size)
        try:
            try:
                child = await server.spawner.spawn(slave, variables)
            finally:
                os.close(slave)
            self._child, self._master = child, master
            resize(master, *self._size)
            pumping = asyncio.create_task(line.pump(master))
            watching = asyncio.create_task(self._watch(person, line))
            gone = asyncio.create_task(line.gone.wait())
            ends: set[asyncio.Future[Any]] = {child.ended, watching, gone}
            try:
                await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
                code = await child.end()
                await asyncio.wait({pumping}, timeout=0.5)
            finally:
                for task in (pumping, watching, gone):
                    task.cancel()
                await asyncio.gather(pumping, watching, gone, return_exceptions=True)
                if not child.ended.done():
                    await child.end()
            line.write(RESTORE)
            return code
        finally:
            self._master = None
            os.close(master)

    async def _watch(self, person: Person, line: Line) -> None:
        """Until the session is to end: because somebody says so, or nobody types any more."""
        config = self._server.config
        ahead = min(config.idle_warning, config.idle / 2)
        warned = 0.0
        while not self._ending.is_set():
            quiet = time.monotonic() - line.last_key
            if quiet >= config.idle:
                self.end(_("Nothing was typed for a long time; your matches are saved."))
                return
            until = config.idle - quiet
            if until <= ahead and warned != line.last_key:
                warned = line.last_key
                seconds = round(until)
                text = _("Are you there? Without a key the session ends in {seconds} s.")
                self._server.lobby.news.tell(person.account.id, text.format(seconds=seconds))
            wait = until if until <= ahead else until - ahead
            try:
                async with asyncio.timeout(max(0.05, min(wait, 60.0))):
                    await self._ending.wait()
            except TimeoutError:
                continue

    @property
    def pid(self) -> int:
        """The session's process, 0 before there is one."""
        return self._child.pid if self._child else 0
