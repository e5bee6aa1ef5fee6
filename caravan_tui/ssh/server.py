"""The server: asyncssh in front, the table host and every match behind, a process a session."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import fcntl
import logging
import os
import resource
import signal
import socket
import sys
import time
from collections import deque
from pathlib import Path
from typing import Any

import asyncssh

import caravan_tui
from ai.pool import Pool
from ai.service import SearchService
from caravan_tui.bus.access import Access
from caravan_tui.bus.connection import Bucket
from caravan_tui.bus.lobby_messages import ADMIN, AdminAsk
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.socket_server import BusServer
from caravan_tui.ssh import journal
from caravan_tui.ssh.accounts import Accounts
from caravan_tui.ssh.admin import Keeper
from caravan_tui.ssh.config import Config, write_private
from caravan_tui.ssh.door import STOPPING, Door
from caravan_tui.ssh.lobby import Lobby
from caravan_tui.ssh.person import Person
from caravan_tui.ssh.session import ACCOUNT, SOCKET, TOKEN
from caravan_tui.ssh.spawner import ForkSpawner, ProcessSpawner, Spawner
from caravan_tui.ssh.visit import Visit
from caravan_tui.words import _, keep_phrases

log = logging.getLogger(__name__)

SEND_BUFFER = 32 << 10
"""Bytes that the system may queue for a client: what is queued is old when it is seen."""
INVITES_A_MINUTE = 6.0
"""Codes that may be tried from one address."""


class Server:
    """A running server. `start`, then `serve` until somebody stops it."""

    def __init__(self, config: Config, pace: float | None = None) -> None:
        """`pace`: least seconds of a computer seat's move, if not the usual."""
        config.make_folders()
        self.config = config
        self.accounts = Accounts(config)
        self.bus = LocalBus()
        self.bus_server = BusServer(self.bus, config.socket)
        self.lobby = Lobby(self.bus, self.bus_server, config, self.accounts, self.event, pace)
        self.spawner: Spawner = ForkSpawner() if config.spawner == "fork" else ProcessSpawner()
        self.visits: set[Visit] = set()
        self.connections = 0
        self.began = time.time()
        self.port = config.port
        self._journal = journal.Journal(config.log_file)
        self._keeper = Keeper(self)
        self._service: SearchService | None = None
        self._acceptor: Any = None
        self._new: deque[float] = deque()
        self._new_from: dict[str, Bucket] = {}
        self._codes_from: dict[str, Bucket] = {}
        self._keys: tuple[float, Any] = (0.0, None)
        self._stopping = asyncio.Event()
        self._lock: int | None = None
        self._pulse: asyncio.Task[None] | None = None

    # Its life

    async def start(self) -> None:
        """Open the matches, the bus and the port. Raises OSError."""
        config = self.config
        keep_phrases(True)  # each reads what the server says in a language of their own
        self._lock = lock(config.home / "lock")
        key = host_key(config.host_key)
        await self.bus_server.start()
        token = self.bus_server.admit(Access("keeper", says={ADMIN: (AdminAsk,)}))
        write_private(config.admin_token, token.encode())
        self.bus.serve(ADMIN, self._keeper.serve)
        self.lobby.command = self._keeper.spoken
        await self.lobby.start()
        await self.spawner.start()
        self._service = SearchService(
            self.bus, Pool(config.workers or None, config.home / "log" / "workers.log")
        )
        self._service.start()
        self._acceptor = await asyncssh.create_server(
            lambda: Door(self),
            config.host,
            config.port,
            server_host_keys=[key],
            encoding=None,
            line_editor=False,
            compression_algs=["zlib@openssh.com"],  # alone: so every client compresses
            keepalive_interval=config.keepalive,
            keepalive_count_max=3,
            login_timeout=config.login,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            gss_host=None,
            server_version="caravan_tui",
            window=1 << 16,
        )
        self.port = self._acceptor.get_port()
        self._pulse = asyncio.create_task(self._health(), name="health")
        self.event("start", port=self.port, version=caravan_tui.__version__, pid=os.getpid())

    async def serve(self) -> None:
        """Until SIGINT or SIGTERM; then everybody is told, everything is saved, and it ends."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._stopping.set)
        try:
            await self._stopping.wait()
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)
        self._stopping.clear()
        for number in (signal.SIGINT, signal.SIGTERM):  # a second one does not wait
            loop.add_signal_handler(number, self._stopping.set)
        await self.stop()

    async def stop(self) -> None:
        """Tell the players, end the sessions, save and close everything."""
        if self._acceptor is not None:
            self._acceptor.close()
        if self.visits and self.config.farewell > 0:
            text = _("The server stops in {seconds} s. Your matches are saved.")
            self.lobby.news.tell_all(text.format(seconds=round(self.config.farewell)))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.config.farewell):
                    await self._stopping.wait()
        visits = list(self.visits)
        for visit in visits:
            visit.end(_("The server has stopped. Your matches are saved; come back later."))
        if visits:
            await asyncio.wait(
                [asyncio.create_task(visit.over.wait()) for visit in visits], timeout=8.0
            )
        if self._pulse is not None:
            self._pulse.cancel()
        await self.lobby.close()
        if self._service is not None:
            await self._service.close()
        await self.spawner.close()
        await self.bus_server.close()
        with contextlib.suppress(OSError):
            self.config.admin_token.unlink()
        if self._acceptor is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(2.0):
                    await self._acceptor.wait_closed()
        keep_phrases(False)
        self.event("stop")
        self._journal.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    # Who may come

    def why_not_connect(self, address: str) -> str:
        """Why there is no new connection from this address now; empty if there is."""
        config, now = self.config, time.monotonic()
        while self._new and now - self._new[0] > 60.0:
            self._new.popleft()
        if len(self._new) >= config.connections_a_minute:
            return "connections"
        if self._stopping.is_set():
            return STOPPING
        if self.connections >= 2 * config.sessions + 10:
            return "connections"
        if len(self._new_from) > 10_000:
            self._new_from.clear()
        most = config.connections_a_minute_an_address
        bucket = self._new_from.setdefault(address, Bucket(most / 60.0, most))
        if not bucket.take():
            return "connections of this address"
        self._new.append(now)
        return ""

    def why_full(self, address: str, account: str) -> str:
        """Why there is no more session for this address, in words; empty if there is. One that
        the account has already does not count: it is taken over."""
        people = [one for one in self.lobby.people.values() if one.account.id != account]
        if len(people) >= self.config.sessions:
            return _("The server is full; try again later.")
        here = sum(person.address == address for person in people)
        if here >= self.config.sessions_an_address:
            return _("Too many sessions from your address.")
        return ""

    def may_try_invite(self, address: str) -> bool:
        """Whether a code may be tried from this address now."""
        if len(self._codes_from) > 10_000:
            self._codes_from.clear()
        bucket = self._codes_from.setdefault(address, Bucket(INVITES_A_MINUTE / 60.0, 6))
        return bucket.take()

    def lets_in(self, key: asyncssh.SSHKey, address: str) -> bool:
        """Whether this key may come in: any, unless there is a list."""
        if self.config.policy != "keys":
            return True
        keys = self._listed()
        return keys is not None and keys.validate(key, "", address) is not None

    def _listed(self) -> Any:
        """The keys of the list, read anew when the file has changed."""
        path = self.config.keys_file or Path()
        try:
            changed = path.stat().st_mtime
            if changed != self._keys[0]:
                self._keys = changed, asyncssh.read_authorized_keys(str(path))
        except (OSError, ValueError) as error:
            log.warning("the list of keys cannot be read: %s", error)
            self.event("keys_unreadable", reason=str(error))
            self._keys = 0.0, None
        return self._keys[1]

    def visit_of(self, account: str) -> Visit | None:
        """The live session of an account."""
        for visit in self.visits:
            if visit.person is not None and visit.person.account.id == account:
                return visit
        return None

    # What sessions need

    def session_environment(self, person: Person) -> dict[str, str]:
        """What a session is told; its folder's name is a hash, and nothing of ours is passed on."""
        home = self.accounts.folder(person.account.id)
        return {
            "HOME": str(home),
            "CARAVAN_TUI_HOME": str(home),
            "PATH": "/usr/bin:/bin",
            "PYTHONPATH": str(Path(caravan_tui.__file__).parent.parent),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONUTF8": "1",
            SOCKET: str(self.bus_server.path),
            TOKEN: person.token,
            ACCOUNT: person.account.id,
        }

    def tune(self, end: Any) -> None:
        """Keep the system's queue to a client short, and small packets quick."""
        options = [
            (socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER),
            (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),
        ]
        if hasattr(socket, "TCP_NOTSENT_LOWAT"):
            options.append((socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, SEND_BUFFER // 2))
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            patience = int(3000 * self.config.keepalive)
            options.append((socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, patience))
        for level, name, value in options:
            with contextlib.suppress(OSError, AttributeError):
                end.setsockopt(level, name, value)

    # The log

    def event(self, name: str, /, **facts: Any) -> None:
        """A line of the server's log."""
        self._journal.write(name, **facts)

    def crash(self, error: Exception) -> str:
        """Log an error of our own; the number under which it is found."""
        number = os.urandom(4).hex()
        log.error("crash %s", number, exc_info=error)
        self.event("crash", number=number, kind=type(error).__name__)
        return number

    def health(self) -> dict[str, int]:
        """The server in numbers."""
        kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return {
            "sessions": len(self.lobby.people),
            "connections": self.connections,
            "matches": len(self.lobby.company.watches),
            "alone": len(self.lobby.tables.alone.ids()),
            "accounts": len(self.accounts.all()),
            "uptime": int(time.time() - self.began),
            "cpu": int(time.process_time()),
            "peak_mib": kilobytes // 1024,
            "descriptors": sum(1 for _one in Path("/dev/fd").iterdir()),
        }

    async def _health(self) -> None:
        while True:
            await asyncio.sleep(self.config.health)
            self.event("health", **self.health())


def lock(path: Path) -> int:
    """Take a server's folder for this process alone, until the descriptor is closed. Raises
    OSError if another server has it: two would write over each other."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise OSError(
            errno.EBUSY, _("another server runs with the folder {home}").format(home=path.parent)
        ) from None
    return handle


def host_key(path: Path) -> asyncssh.SSHKey:
    """The server's key, made at the first start. Raises OSError, also if others may read it."""
    if not path.exists():
        made = asyncssh.generate_private_key("ssh-ed25519", comment="caravan_tui")
        write_private(path, made.export_private_key())
    facts = path.stat()
    if facts.st_mode & 0o077 or facts.st_uid != os.getuid():
        text = _("{file}: only its owner may be able to read the server's key (chmod 600)")
        raise PermissionError(errno.EACCES, text.format(file=path))
    return asyncssh.read_private_key(str(path))


def fingerprint(path: Path) -> str:
    """What a client should see of the server's key."""
    return str(asyncssh.read_private_key(str(path)).get_fingerprint())


async def run(config: Config) -> None:
    """Serve until told to stop."""
    server = Server(config)
    await server.start()
    for line in what_to_type(server):
        print(line, flush=True)
    await server.serve()


def what_to_type(server: Server) -> list[str]:
    """The lines that `serve` prints."""
    config = server.config
    host = config.host if config.host not in ("", "0.0.0.0", "::") else socket.gethostname()
    lines = [
        _("Players type:  ssh -p {port} {host}").format(port=server.port, host=host),
        _("Key of this server:  {fingerprint}").format(fingerprint=fingerprint(config.host_key)),
    ]
    if config.policy == "invite":
        lines.append(_("Newcomers need a code:  caravan-tui invite --home {home}").format(
            home=config.home))  # fmt: skip
    elif config.policy == "open":
        lines.append(_("Everybody with an SSH key may play."))
    else:
        lines.append(_("Who may play:  {file}").format(file=config.keys_file))
    lines.append(_("Stop with Ctrl+C (players are told, matches are saved)."))
    if os.getuid() == 0:
        lines.append(_("Better not as root: a user of its own is enough (docs/hosting.md)."))
    return lines


if sys.platform == "win32":  # pragma: no cover
    raise ImportError("the server needs a POSIX system")
