"""A running server: its doors in front, lobby and matches behind, a process for each session."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import fcntl
import os
import resource
import shlex
import signal
import socket
import sys
import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import caravan_tui
from ai.pool import Pool
from ai.process import SERVER_NICENESS
from caravan_tui import files
from caravan_tui.bus.lobby_messages import ADMIN, AdminRequest
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.permissions import Access
from caravan_tui.bus.socket_server import BusServer
from caravan_tui.i18n import _, _n, later
from caravan_tui.server.accounts import Accounts
from caravan_tui.server.admin import AdminCommands
from caravan_tui.server.audit_log import AuditLog
from caravan_tui.server.backend import Backend, single_host
from caravan_tui.server.config import Config
from caravan_tui.server.lobby import Lobby
from caravan_tui.server.timers import Timers
from caravan_tui.sessions.admission import Admission
from caravan_tui.sessions.gate import DoorConnection, Gate
from caravan_tui.sessions.session import Session, SessionServices
from caravan_tui.sessions.spawner import ForkSpawner, ProcessSpawner, Spawner
from caravan_tui.ssh.door import SshDoor, fingerprint, host_key

if TYPE_CHECKING:  # what extras load
    from caravan_tui.cluster.host import ClusterHost
    from caravan_tui.cluster.options import ClusterOptions
    from caravan_tui.probes.catalogue import Figures
    from caravan_tui.probes.probes import Probes
    from caravan_tui.web.door import WebDoor

_STOPPED = later("The server has stopped. Your matches are saved.")
_MOVED = later("This server is going down. Connect again to continue on another one.")

QUIET_SECONDS = 3.0
"""Seconds that a start may take before it says that it is under way."""
BASE_DESCRIPTORS = 200
DESCRIPTORS_PER_SESSION = 8
"""A session has its connection, its terminal and its way to the bus, locks its matches, and may be
taken over by a second connection."""


class Door(Protocol):
    """How clients reach the server."""

    async def open(self) -> None:
        """Listen for clients. Raises OSError."""

    def stop_listening(self) -> None:
        """Let nobody else in."""

    async def close(self) -> None:
        """Close what is still open, once the sessions have ended."""


class Server:
    """A running server: `start` it, then `serve` until it is stopped."""

    def __init__(
        self,
        config: Config,
        pace: float | None = None,
        spawner: Spawner | None = None,
        timers: Callable[[], Timers] = asyncio.get_running_loop,
        cluster: tuple[ClusterHost, Backend] | None = None,
    ) -> None:
        """`cluster`: this host of a cluster, and what it rests on. `pace`: minimum seconds of a
        computer player's move, if not the default; `spawner`: in place of the one in `config`;
        `timers` returns the clock of the times in `config`, of absences and of turns."""
        config.make_folders()
        self.config = config
        self.audit_log = AuditLog(config.log_file)
        self.cluster: ClusterHost | None = None
        if cluster is None:
            self.bus = LocalBus()
            backend = single_host(config, self.bus, Accounts(config))
        else:
            self.cluster, backend = cluster
            self.bus = self.cluster.bus.local
        self.accounts = backend.accounts
        self.bus_server = BusServer(backend.bus, config.socket)
        errors = config.home / "log" / "workers.log"
        if self.cluster is None:
            self.pool = Pool(config.workers or None, errors, niceness=SERVER_NICENESS)
        else:
            self.pool = self.cluster.pool(config.workers or None, errors)
        self.lobby = Lobby(
            self.bus, self.bus_server, config, backend, self.pool, self.audit_log.write, pace,
            timers,
        )  # fmt: skip
        if self.cluster is None:
            self.admin = AdminCommands(self.accounts, self.lobby, self.audit_log.write, self)
        else:
            self.admin = self.cluster.admin_commands(self.lobby, self.audit_log.write, self)
        self.lobby.on_command = self.admin.run_line
        self.admission = Admission(config, self.lobby.clients)
        self.gate: Gate[DoorConnection] = Gate(config)
        if spawner is None:
            spawner = ForkSpawner() if config.spawner == "fork" else ProcessSpawner()
        self.spawner = spawner
        self.services = SessionServices(
            config, self.accounts, self.lobby, self.admission, self.spawner, self.audit_log,
            self.bus_server.path, timers,
        )  # fmt: skip
        self.phase = "starting"
        """Why the server takes no players, `starting` or `stopping`; empty if it does."""
        self.ssh = SshDoor(self.services, self.gate, lambda: self.phase)
        self.web = None if config.web is None else self._make_web()
        if self.web is not None:
            self.lobby.watch_address = self.web.watch_address
        self._doors: list[Door] = [self.ssh] if self.web is None else [self.ssh, self.web]
        self.probes = None if config.metrics is None else self._make_probes(config.metrics)
        self._started = time.time()
        self._stop_requested = asyncio.Event()
        self._lock: int | None = None
        self._health_task: asyncio.Task[None] | None = None

    @property
    def sessions(self) -> set[Session]:
        """The sessions that run."""
        return self.services.sessions

    @property
    def port(self) -> int:
        """Where SSH is served."""
        return self.ssh.port

    # Lifecycle

    async def start(self) -> None:
        """Open the matches, the bus and the doors. Raises OSError."""
        config = self.config
        self._lock = lock(config.home / "lock")
        host_key(config.host_key)
        if self.probes is not None:
            await self.probes.start()
        await self.bus_server.start()
        token = self.bus_server.admit(
            Access("admin", publishes={ADMIN: (AdminRequest,)}, is_shared=True)
        )
        self.bus.serve(ADMIN, self.admin.answer)
        if self.cluster is not None:
            self.cluster.attach(self.lobby, self._end_session, self.audit_log.write)
        await self.lobby.start()
        await self.spawner.start()
        self.pool.start()
        if self.web is not None and self.cluster is not None:
            self.web.key = await self.cluster.shared_key(config.web_key)
        for door in self._doors:
            await door.open()
        if self.cluster is not None:
            await self.cluster.serve()
        files.write(config.admin_token, token.encode())  # last: a failed start leaves none
        self._health_task = asyncio.create_task(self._log_health(), name="health")
        self.phase = ""
        self.audit_log.write(
            "start", port=self.port, version=caravan_tui.__version__, pid=os.getpid()
        )

    async def serve(
        self,
        announce: Callable[[], None] = lambda: None,
        announce_stop: Callable[[], None] = lambda: None,
    ) -> None:
        """Wait for SIGINT or SIGTERM, then stop. A second signal skips the notice to players.
        `announce` is called once signals stop the server in order, `announce_stop` at the first of
        them."""
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
        announce_stop()
        await self.stop()

    async def stop(self) -> None:
        """Notify the players, end the sessions, save and close everything."""
        self.phase = "stopping"
        self.gate.is_closed = True
        for door in self._doors:
            door.stop_listening()
        if self.sessions and self.config.shutdown_notice > 0:
            seconds = round(self.config.shutdown_notice)
            code = "server_stops" if self.cluster is None else "host_stops"
            for account in list(self.lobby.clients):
                self.lobby.notifications.notify(account, code, seconds=seconds)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.config.shutdown_notice):
                    await self._stop_requested.wait()
        sessions = list(self.sessions)
        for session in sessions:
            session.end(_STOPPED if self.cluster is None else _MOVED)
        if sessions:
            await asyncio.wait(
                [asyncio.create_task(session.ended.wait()) for session in sessions], timeout=8.0
            )
        if self._health_task is not None:
            self._health_task.cancel()
        if self.cluster is not None:
            await self.cluster.leave()
        await self.lobby.close()
        await self.pool.close()
        await self.spawner.close()
        await self.bus_server.close()
        if self.cluster is not None:
            await self.cluster.close()
        with contextlib.suppress(OSError):
            self.config.admin_token.unlink()
        for door in self._doors:
            await door.close()
        if self.probes is not None:
            await self.probes.close()
        self.audit_log.write("stop")
        self.audit_log.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    async def _end_session(self, account: str, reason: str) -> None:
        """End a session of an account that continues at another host, and wait for its end."""
        session = self.services.session_of(account)
        if session is not None:
            session.end(reason)
            await session.ended.wait()

    # For administrators

    def open_connections(self) -> list[tuple[int, DoorConnection]]:
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

    # Doors

    def _make_web(self) -> WebDoor:
        from caravan_tui.web.door import WebDoor  # loads aiohttp

        return WebDoor(self.services, self.gate)

    # For a supervisor

    def _make_probes(self, address: tuple[str, int]) -> Probes:
        """Probes that count what bus, pool and tables do."""
        from caravan_tui.probes.probes import Probes  # loads prometheus_client

        probes = Probes(address, self.config.home, self._why_not_ready, self.figures)
        self.bus_server.on_answered = probes.metrics.on_answered
        self.pool.on_answered = probes.metrics.on_searched
        self.lobby.tables.on_saved = probes.metrics.on_saved
        return probes

    def _why_not_ready(self) -> str:
        if not self.phase and self.cluster is not None and not self.cluster.members.is_in_touch:
            return "the broker does not answer"
        return self.phase

    def figures(self) -> Figures:
        """What is read for the page `/metrics`."""
        tables, counts = self.lobby.tables, self.audit_log.counts
        return {
            "caravan_info": {caravan_tui.__version__: 1},
            "caravan_uptime_seconds": time.time() - self._started,
            "caravan_sessions": len(self.lobby.clients),
            "caravan_connections": len(self.gate),
            "caravan_accounts": len(self.accounts.all()),
            "caravan_tables": {
                "people": len(tables.shared.ids()),
                "alone": len(tables.solo.ids()),
            },
            "caravan_unsaved_tables": len(tables.shared.unsaved()) + len(tables.solo.unsaved()),
            "caravan_search_workers": len(self.pool.pids),
            "caravan_searches_running": self.pool.running,
            "caravan_searches_waiting": self.pool.queued,
            "caravan_refused_connections_total": _by_reason(counts, "refused"),
            "caravan_closed_connections_total": _by_reason(counts, "closed"),
            "caravan_lease_changes_total": {
                "taken": counts["lease", ""],
                "given": counts["lease_given", ""],
                "lost": counts["lease_lost", ""],
            },
            "caravan_crashes_total": _by_reason(counts, "crash").get("", 0),
        }

    async def _log_health(self) -> None:
        while True:
            await asyncio.sleep(self.config.health_interval)
            self.audit_log.write("health", **self.health())


def _by_reason(counts: Mapping[tuple[str, str], int], name: str) -> dict[str, float]:
    """How often an event of the log happened, by its fact `what`."""
    return {what: count for (event, what), count in counts.items() if event == name}


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


async def run(config: Config, options: ClusterOptions | None = None) -> None:
    """Serve until stopped by a signal; `options`: as one host of a cluster. Raises OSError and
    ClusterError."""
    missing = raise_descriptor_limit(config.max_sessions)
    server = Server(config, cluster=None if options is None else await join(config, options))
    try:
        await start_with_progress(server, lambda line: print(line, flush=True))
    except BaseException:
        if server.cluster is not None:
            await server.cluster.close()
        raise
    lines = startup_lines(server)
    if server.probes is not None:
        lines.append(_("Metrics:  http://{address}/metrics").format(address=server.probes.address))
    if missing:
        text = _(
            "This system allows too few open files for {count} sessions. "
            "Raise the limit by {missing} (ulimit -n, or LimitNOFILE= in the unit)."
        )
        lines.append(text.format(count=config.max_sessions, missing=missing))
    await server.serve(
        lambda: print(*lines, sep="\n", flush=True),
        lambda: print(stop_line(server), flush=True),
    )
    print(_("Stopped. Every match is saved."), flush=True)


async def start_with_progress(server: Server, say: Callable[[str], None]) -> None:
    """Start a server; where that takes a while, say so. Raises what `Server.start` does."""
    line = _("Starting. This machine is busy: it may take a minute.")
    news = asyncio.get_running_loop().call_later(QUIET_SECONDS, say, line)
    try:
        await server.start()
    finally:
        news.cancel()


async def join(config: Config, options: ClusterOptions) -> tuple[ClusterHost, Backend]:
    """Join a cluster. Raises ClusterError, and OSError if this host has no key."""
    from caravan_tui.cluster.host import ClusterHost  # loads nats

    config.make_folders()
    host_key(config.host_key)
    host = ClusterHost(options, config)
    backend = await host.join()
    try:
        await host.check_host_key(fingerprint(config.host_key))
    except BaseException:
        await host.close()
        raise
    return host, backend


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
    if server.web is not None:
        lines.append(_("In a browser:  {address}").format(address=server.web.address))
    if config.policy == "invite":
        where = f"--home {shlex.quote(str(config.home.absolute()))}"
        if server.cluster is not None:  # a code in its folder would be none
            where = server.cluster.arguments
        lines.append(
            _("New players need an invite code:  caravan-tui invite {where}").format(where=where)
        )
    elif config.policy == "open":
        lines.append(
            _("Anyone with an SSH key can play.") if server.web is None else _("Anyone can play.")
        )
    else:
        lines.append(_("Keys of the players:  {file}").format(file=config.keys_file))
    lines.append(_("Press Ctrl+C to stop (players are notified, matches are saved)."))
    if os.getuid() == 0:
        lines.append(
            _("Running as root is not recommended. Use a dedicated user (see docs/hosting.md).")
        )
    return lines


def stop_line(server: Server) -> str:
    """What `serve` prints when it begins to stop."""
    count, seconds = len(server.sessions), round(server.config.shutdown_notice)
    if not count or not seconds:
        return _("Stopping ...")
    text = _n(
        "Stopping: {count} player is notified and has {seconds} s. Ctrl+C again stops at once.",
        "Stopping: {count} players are notified and have {seconds} s. Ctrl+C again stops at once.",
        count,
    )
    return text.format(count=count, seconds=seconds)


if sys.platform == "win32":  # pragma: no cover
    raise ImportError("the server needs a POSIX system")
