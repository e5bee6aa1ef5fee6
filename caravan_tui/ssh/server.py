"""The SSH server: asyncssh in front, lobby and matches behind, one process for each session."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import fcntl
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable, Collection
from pathlib import Path

import asyncssh

import caravan_tui
from ai.pool import Pool
from caravan_tui import files
from caravan_tui.bus.lobby_messages import ADMIN, AdminRequest
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.permissions import Access
from caravan_tui.bus.socket_server import BusServer
from caravan_tui.i18n import _, later
from caravan_tui.server.accounts import Accounts
from caravan_tui.server.admin import AdminCommands
from caravan_tui.server.audit_log import AuditLog
from caravan_tui.server.config import Config
from caravan_tui.server.lobby import Lobby
from caravan_tui.server.timers import Timers
from caravan_tui.ssh import algorithms
from caravan_tui.ssh.admission import Admission
from caravan_tui.ssh.bounds import COMPRESSION, bound_compression
from caravan_tui.ssh.connection import Connection
from caravan_tui.ssh.gate import Gate
from caravan_tui.ssh.session import Session, SessionServices
from caravan_tui.ssh.spawner import ForkSpawner, ProcessSpawner, Spawner

BASE_DESCRIPTORS = 200
DESCRIPTORS_PER_SESSION = 8
"""A session has its connection, its terminal and its way to the bus, locks its matches, and may be
taken over by a second connection."""


class Server:
    """A running server: `start` it, then `serve` until it is stopped."""

    def __init__(
        self,
        config: Config,
        pace: float | None = None,
        spawner: Spawner | None = None,
        timers: Callable[[], Timers] = asyncio.get_running_loop,
    ) -> None:
        """`pace`: minimum seconds of a computer player's move, if not the default; `spawner`: in
        place of the one in `config`; `timers` returns the clock of the times in `config`, of
        absences and of turns."""
        config.make_folders()
        self.config = config
        self.accounts = Accounts(config)
        self.audit_log = AuditLog(config.log_file)
        self.bus = LocalBus()
        self.bus_server = BusServer(self.bus, config.socket)
        self.pool = Pool(config.workers or None, config.home / "log" / "workers.log")
        self.lobby = Lobby(
            self.bus, self.bus_server, config, self.accounts, self.pool, self.audit_log.write, pace,
            timers,
        )  # fmt: skip
        self.admin = AdminCommands(self.accounts, self.lobby, self.audit_log.write, self)
        self.lobby.on_command = self.admin.run_line
        self.admission = Admission(config, self.lobby.clients, self.audit_log)
        self.gate: Gate[Connection] = Gate(config)
        if spawner is None:
            spawner = ForkSpawner() if config.spawner == "fork" else ProcessSpawner()
        self.spawner = spawner
        self.services = SessionServices(
            config, self.accounts, self.lobby, self.admission, self.spawner, self.audit_log,
            self.bus_server.path, timers,
        )  # fmt: skip
        self.port = config.port
        self._started = time.time()
        self._acceptor: asyncssh.SSHAcceptor | None = None
        self._stop_requested = asyncio.Event()
        self._lock: int | None = None
        self._health_task: asyncio.Task[None] | None = None

    @property
    def sessions(self) -> set[Session]:
        """The sessions that run."""
        return self.services.sessions

    # Lifecycle

    async def start(self) -> None:
        """Open the matches, the bus and the port. Raises OSError."""
        config = self.config
        self._lock = lock(config.home / "lock")
        key = host_key(config.host_key)
        await self.bus_server.start()
        token = self.bus_server.admit(
            Access("admin", publishes={ADMIN: (AdminRequest,)}, is_shared=True)
        )
        files.write(config.admin_token, token.encode())
        self.bus.serve(ADMIN, self.admin.answer)
        await self.lobby.start()
        await self.spawner.start()
        self.pool.start()
        bound_compression()
        self._acceptor = await asyncssh.create_server(
            lambda: Connection(self.services, self.gate),
            config.host,
            config.port,
            server_host_keys=[key],
            encoding=None,
            line_editor=False,
            compression_algs=[COMPRESSION],  # no other, so that every client compresses
            kex_algs=algorithms.KEX,
            encryption_algs=algorithms.ENCRYPTION,
            mac_algs=algorithms.MAC,
            signature_algs=algorithms.SIGNATURES,
            keepalive_interval=config.keepalive_interval,
            keepalive_count_max=3,
            login_timeout=config.login_timeout,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            gss_host=None,
            server_version="caravan_tui",
        )
        self.port = self._acceptor.get_port()
        self._health_task = asyncio.create_task(self._log_health(), name="health")
        self.audit_log.write(
            "start", port=self.port, version=caravan_tui.__version__, pid=os.getpid()
        )

    async def serve(self, announce: Callable[[], None] = lambda: None) -> None:
        """Wait for SIGINT or SIGTERM, then stop. A second signal skips the notice to players.
        `announce` is called once signals stop the server in order."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._stop_requested.set)
        try:
            announce()
            await self._stop_requested.wait()
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)
        self._stop_requested.clear()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._stop_requested.set)
        await self.stop()

    async def stop(self) -> None:
        """Notify the players, end the sessions, save and close everything."""
        self.gate.is_closed = True
        if self._acceptor is not None:
            self._acceptor.close()
        if self.sessions and self.config.shutdown_notice > 0:
            seconds = round(self.config.shutdown_notice)
            self.lobby.notifications.notify_all("server_stops", seconds=seconds)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.config.shutdown_notice):
                    await self._stop_requested.wait()
        sessions = list(self.sessions)
        for session in sessions:
            session.end(later("The server has stopped. Your matches are saved."))
        if sessions:
            await asyncio.wait(
                [asyncio.create_task(session.ended.wait()) for session in sessions], timeout=8.0
            )
        if self._health_task is not None:
            self._health_task.cancel()
        await self.lobby.close()
        await self.pool.close()
        await self.spawner.close()
        await self.bus_server.close()
        with contextlib.suppress(OSError):
            self.config.admin_token.unlink()
        if self._acceptor is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(2.0):
                    await self._acceptor.wait_closed()
        self.audit_log.write("stop")
        self.audit_log.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    # For administrators

    def open_connections(self) -> list[tuple[int, Connection]]:
        """Every connection with its number."""
        return self.gate.connections()

    def open_sessions(self) -> Collection[Session]:
        """Every session, also those that have not signed in."""
        return self.sessions

    def health(self) -> dict[str, int]:
        """Show the server's statistics."""
        kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return {
            "sessions": len(self.lobby.clients),
            "connections": len(self.gate),
            "matches": len(self.lobby.shared.supervisors),
            "alone": len(self.lobby.tables.solo.ids()),
            "accounts": len(self.accounts.all()),
            "uptime": int(time.time() - self._started),
            "cpu": int(time.process_time()),
            "peak_mib": kilobytes // 1024,
            "descriptors": sum(1 for _entry in Path("/dev/fd").iterdir()),
        }

    async def _log_health(self) -> None:
        while True:
            await asyncio.sleep(self.config.health_interval)
            self.audit_log.write("health", **self.health())


def lock(path: Path) -> int:
    """Lock a server's folder for this process, until the descriptor is closed. Raises OSError if
    another server has it: the two would overwrite each other's files."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise OSError(
            errno.EBUSY, _("another server is using the folder {home}").format(home=path.parent)
        ) from None
    return handle


def host_key(path: Path) -> asyncssh.SSHKey:
    """The server's key, created at the first start. Raises OSError, also if others may read it."""
    if not path.exists():
        key = asyncssh.generate_private_key("ssh-ed25519", comment="caravan_tui")
        files.write(path, key.export_private_key())
    status = path.stat()
    if status.st_mode & 0o077 or status.st_uid != os.getuid():
        text = _("{file}: only the owner may read the server's key (chmod 600)")
        raise PermissionError(errno.EACCES, text.format(file=path))
    return asyncssh.read_private_key(str(path))


def fingerprint(path: Path) -> str:
    """The fingerprint of the server's key, which clients show."""
    return str(asyncssh.read_private_key(str(path)).get_fingerprint())


async def run(config: Config) -> None:
    """Serve until stopped by a signal."""
    missing = raise_descriptor_limit(config.max_sessions)
    server = Server(config)
    await server.start()
    lines = startup_lines(server)
    if missing:
        text = _(
            "This system allows too few open files for {count} sessions. "
            "Raise the limit by {missing} (ulimit -n, or LimitNOFILE= in the unit)."
        )
        lines.append(text.format(count=config.max_sessions, missing=missing))
    await server.serve(lambda: print(*lines, sep="\n", flush=True))


def raise_descriptor_limit(sessions: int) -> int:
    """Let this process have the descriptors that so many sessions may need, as far as the system
    allows it. Returns how many are missing."""
    needed = BASE_DESCRIPTORS + DESCRIPTORS_PER_SESSION * sessions
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return needed - soft
    return 0


def startup_lines(server: Server) -> list[str]:
    """What `serve` prints: how to connect, and who may."""
    config = server.config
    host = config.host if config.host not in ("", "0.0.0.0", "::") else socket.gethostname()
    lines = [
        _("Players type:  ssh -p {port} {host}").format(port=server.port, host=host),
        _("Key of this server:  {fingerprint}").format(fingerprint=fingerprint(config.host_key)),
    ]
    if config.policy == "invite":
        lines.append(_("New players need an invite code:  caravan-tui invite --home {home}").format(
            home=config.home))  # fmt: skip
    elif config.policy == "open":
        lines.append(_("Anyone with an SSH key can play."))
    else:
        lines.append(_("Keys of the players:  {file}").format(file=config.keys_file))
    lines.append(_("Press Ctrl+C to stop (players are notified, matches are saved)."))
    if os.getuid() == 0:
        lines.append(
            _("Running as root is not recommended. Use a dedicated user (see docs/hosting.md).")
        )
    return lines


if sys.platform == "win32":  # pragma: no cover
    raise ImportError("the server needs a POSIX system")
