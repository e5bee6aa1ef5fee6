"""Kill the real server, and each kind of process below it, while people play over SSH.

    python -m tests.crashes.server FOLDER SEED SERVER SESSIONS NURSERIES WORKERS

The four numbers are kills of each kind. Prints what was found so far as JSON after each kill of
the server. Every start of the server has three people: two at one table and one alone. Computer
players fill the seats that a game needs.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import os
import signal
import sys
import time
from pathlib import Path
from random import Random

import asyncssh
from attrs import evolve

from bench.load_server import Client
from caravan_tui import files
from caravan_tui.engine import Match, Record, Seat
from caravan_tui.engine.record import new_id
from caravan_tui.games import registry
from caravan_tui.server.accounts import Accounts, account_id_of
from caravan_tui.server.config import Config
from caravan_tui.server.rooms import Room, RoomFile
from caravan_tui.sessions.forkserver import FOLDER_PREFIX
from saves.profile import Profile
from saves.store import Store
from tests.crashes import processes
from tests.crashes.keys import random_keys
from tests.crashes.witness import Verdict, judge, nearly_over, read_notes
from tests.support.ports import free_port

PATIENCE = 120.0
"""Seconds in which a server starts and a session opens, also on a busy machine."""

_START = (
    "import sys; from pathlib import Path; from tests.crashes.witness import install\n"
    "install(Path(sys.argv[1]))\n"
    "from caravan_tui.cli.main import run; sys.exit(run(sys.argv[2:]))"
)
NAMES = ("Anna", "Ben", "Cleo")


class Seaport:
    """A server's folder with accounts and matches, and whoever plays there."""

    def __init__(self, home: Path, seed: int) -> None:
        self.home, self.rng, self.verdict = home, Random(seed), Verdict()
        self.temporary = home.parent / f"{home.name}-tmp"
        self.temporary.mkdir(parents=True)
        self.notes = home.parent / f"{home.name}-notes"
        self.errors = (home.parent / f"{home.name}-errors").open("ab")
        self.config = Config(home=home)
        self.config.make_folders()
        self.accounts = Accounts(self.config)
        self.keys = [asyncssh.generate_private_key("ssh-ed25519") for _name in NAMES]
        self.ids = [account_id_of(key.get_fingerprint()) for key in self.keys]
        self.known_shared: set[str] = set()
        self.known_alone: set[str] = set()
        self.finished: set[str] = set()
        """The matches between people that a kill found over."""
        self.ends = {
            (game, people): nearly_over(game, _seats(game, people), seed)
            for game in registry.ids()
            for people in (1, 2)
        }
        self.process: asyncio.subprocess.Process | None = None
        self.clients: list[Client | None] = [None] * len(NAMES)
        self.port = 0

    # Before a start

    async def create_accounts(self) -> None:
        """Create an account for each key."""
        for account, name in zip(self.ids, NAMES, strict=True):
            await self.accounts.create(account, name)

    async def prepare(self, number: int) -> None:
        """Have the accounts return to a match when they connect: one that runs, or a new one."""
        game = registry.ids()[number % len(registry.ids())]
        table, own = await self.shared_match(game), self.match_alone(game)
        for account_id, opened in zip(self.ids, (table, table, own), strict=True):
            path = self.accounts.folder(account_id) / "account.json"
            plain = json.loads(path.read_text())
            path.write_text(json.dumps({**plain, "table": opened}))

    async def shared_match(self, game: str, days: int = 0) -> str:
        """The match of a game between the first two that runs, or a new one; `days` for a move."""
        shared = Store(self.home / "shared")
        rooms = RoomFile(self.home / "rooms.json")
        running = [
            room for room in rooms.all()
            if room.game == game and not room.over and not room.tournament
        ]  # fmt: skip
        if running:
            return running[0].match
        match = self._match(game, 2)
        table = match.record.id
        shared.save_now(match)
        shared.release_all()
        others = [""] * (len(match.record.seats) - 2)
        await rooms.add(Room(
            table, rooms.new_code(private=False), game, dict(match.record.options),
            [seat.kind for seat in match.record.seats], match.names,
            [*self.ids[:2], *others], self.ids[0], match.record.seed, started=True,
            days=days,
        ))  # fmt: skip
        self.known_shared.add(table)
        return table

    def match_alone(self, game: str) -> str:
        """The match of a game that the third has not finished, or a new one."""
        alone = Store(self.accounts.folder(self.ids[2]) / "data")
        for entry in alone.listing().entries:
            if entry.header is not None and entry.header.game == game and not entry.header.over:
                return entry.id
        match = self._match(game, 1)
        alone.save_now(match)
        alone.release_all()
        self.known_alone.add(match.record.id)
        return match.record.id

    def _match(self, game: str, people: int) -> Match:
        if self.rng.random() < 0.5:
            record: Record = self.ends[game, people]
            return Match.from_record(evolve(record, log=list(record.log), id=new_id()))
        return Match.new(game, {}, _seats(game, people), self.rng.randrange(1 << 30))

    # While it runs

    async def start(self) -> None:
        """Start the server. Raises TimeoutError if it does not say how to connect."""
        self.notes.unlink(missing_ok=True)
        self.port = free_port()
        began = time.monotonic()
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", _START, str(self.notes), "serve", "--home", str(self.home),
            "--host", "127.0.0.1", "--port", str(self.port), "--policy", "open", "--workers", "1",
            "--connections-an-address", "100000",
            stdout=asyncio.subprocess.PIPE, stderr=self.errors,
            env={**os.environ, "TMPDIR": str(self.temporary), "LANG": "C.UTF-8"},
        )  # fmt: skip
        assert self.process.stdout is not None
        line = await asyncio.wait_for(self.process.stdout.readline(), PATIENCE)
        if not line:
            raise TimeoutError("the server ended instead of starting")
        self.verdict.figures["milliseconds to a start"] += round(1000 * (time.monotonic() - began))

    async def connect(self, number: int) -> None:
        """Have a person connect and come back to the table."""
        client = Client(self.port, self.keys[number])
        self.clients[number] = client
        began = time.monotonic()
        await client.open(b"\x1b[?1049h")
        with contextlib.suppress(TimeoutError):
            await client.wait_for(b"F2", 5.0)  # the head of the table
        self.verdict.figures["sessions"] += 1
        took = round(1000 * (time.monotonic() - began))
        self.verdict.figures["milliseconds to a session"] += took
        slowest = self.verdict.figures["slowest session, milliseconds"]
        self.verdict.figures["slowest session, milliseconds"] = max(took, slowest)

    async def type(self, seconds: float) -> None:
        """Everybody who is connected presses keys."""

        async def type_at(client: Client) -> None:
            keys = random_keys(self.rng)
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                key, pause = next(keys)
                with contextlib.suppress(OSError, asyncssh.Error):
                    client.process.stdin.write(key)
                await asyncio.sleep(pause)

        clients = [client for client in self.clients if client is not None and client.process]
        await asyncio.gather(*map(type_at, clients))

    def pids(self, kind: str) -> list[int]:
        """The processes of a kind below the server."""
        assert self.process is not None
        pid = self.process.pid
        nurseries = [p for p in processes.descendants(pid) if "forkserver" in processes.command(p)
                     and processes.parent(p) == pid]  # fmt: skip
        if kind == "nursery":
            return nurseries
        if kind == "session":
            below = [p for nursery in nurseries for p in processes.descendants(nursery)]
            return [p for p in below if os.getsid(p) == p]  # the others have an app ready
        return [p for p in processes.descendants(pid) if "spawn_main" in processes.command(p)]

    async def kill_below(self, kind: str) -> bool:
        """Kill a session, the nursery or a worker; whether there was one. Whoever was cut off
        connects again."""
        pids = self.pids(kind)
        if not pids:
            return False
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.rng.choice(pids), signal.SIGKILL)
        self.verdict.figures[f"kills of a {kind}"] += 1
        if kind == "session":
            for number, client in enumerate(self.clients):
                if client is not None:
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(client.process.wait_closed(), 0.3)
                        client.close()
                        await self.reconnect(number, kind)
        elif kind == "nursery":
            for client in self.clients:
                if client is not None:
                    client.close()
            await asyncio.gather(*(self.reconnect(n, kind) for n in range(len(NAMES))))
        return True

    async def reconnect(self, number: int, kind: str) -> None:
        """Connect until there is a session; it must not take longer than `PATIENCE`."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                await self.connect(number)
                return
            except (TimeoutError, OSError, asyncssh.Error) as error:
                self.verdict.figures[f"connections refused after the kill of a {kind}"] += 1
                if time.monotonic() > end:
                    self.verdict.faults.append(f"no session after the kill of a {kind}: {error!r}")
                    return
                await asyncio.sleep(0.2)

    async def kill(self) -> None:
        """Kill the server at this instant, and look at what is left."""
        assert self.process is not None
        pid = self.process.pid
        if self.process.returncode is not None:
            self.verdict.faults.append(f"the server had ended: {self.process.returncode}")
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
            family = processes.descendants(pid)
            os.kill(pid, signal.SIGKILL)
        await self.process.wait()
        self.verdict.figures["kills of the server"] += 1
        self.verdict.figures["kills in a write"] += any(self.home.rglob(".*.tmp"))
        self.judge()
        for client in self.clients:
            if client is not None:
                client.close()
        self.clients = [None] * len(NAMES)
        left = await asyncio.to_thread(processes.wait_until_gone, family)
        self.verdict.faults += [f"orphan: {line}" for line in left]

    def is_shared(self, match: str) -> bool:
        """Whether a match is one between people."""
        return match in self.known_shared

    def judge(self) -> None:
        """Compare what is on the disk with what was noted."""
        notes = read_notes(self.notes)
        alone = self.accounts.folder(self.ids[2]) / "data"
        own = {match: history for match, history in notes.items() if match in self.known_alone}
        between = {match: history for match, history in notes.items() if self.is_shared(match)}
        rest = {
            match: history
            for match, history in notes.items()
            if match not in self.known_alone and not self.is_shared(match)
        }
        judge(alone, {**own, **rest}, self.known_alone, self.verdict)
        judge(self.home / "shared", between, self.known_shared, self.verdict)
        rooms = {room.match for room in RoomFile(self.home / "rooms.json").all()}
        for entry in Store(self.home / "shared").listing().entries:
            if entry.header is not None and entry.header.over:
                self.finished.add(entry.id)
            elif entry.id not in rooms:
                self.verdict.faults.append(f"a match without its room: {entry.id}")

    async def look_at_leftovers(self) -> None:
        """A last start, stopped in order: everything has its place, and results are given out."""
        await self.start()
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(self.process.wait(), PATIENCE)
        # what a killed process left among a person's own matches goes when that person lists them;
        # a match between people that has ended is copied there, too
        for account in self.ids:
            Store(self.accounts.folder(account) / "data").listing()
        faults = self.verdict.faults
        for match in self.finished:
            for seat, account in enumerate(self.ids[:2]):
                profile = Profile(self.accounts.folder(account) / "data")
                if not any(profile.has(match, other) for other in range(2)):
                    faults.append(f"no result: {match} for {NAMES[seat]}")
        rooms = {room.match for room in RoomFile(self.home / "rooms.json").all()}
        for path in self.home.rglob("*"):
            is_orphan = path.parent == self.home / "shared" / "matches" and path.stem not in rooms
            if _is_free_lock(path):
                continue
            if path.name.startswith(".") or path.name in ("socket", "admin.token") or is_orphan:
                faults.append(f"left over: {path}")
        # ctypes makes an empty file for a moment when asyncssh looks for its libraries.
        left = [
            path
            for path in self.temporary.iterdir()
            if (path.is_dir() or path.stat().st_size) and not _goes_at_the_next_start(path)
        ]
        faults += [f"left over: {path}" for path in left]
        self.verdict.figures["finished between people"] = len(self.finished)
        self.errors.close()
        errors = Path(self.errors.name).read_text()
        faults += [f"traceback: {line}" for line in errors.splitlines() if "Error" in line]


def _goes_at_the_next_start(path: Path) -> bool:
    """Whether it is the folder of an app that ended with its fork server before it was ready."""
    owner = path.name.removeprefix(FOLDER_PREFIX).partition("-")[0]
    is_standby = path.name.startswith(FOLDER_PREFIX) and owner.isdecimal()
    return is_standby and not files.is_in_use(path, int(owner))


def _is_free_lock(path: Path) -> bool:
    """Whether it is the lock of a saved match that nobody holds: who opens the match next removes
    it."""
    if path.suffix != ".lock" or not path.with_name(f"{path.stem[1:]}.caravan").exists():
        return False
    with path.open("rb") as lock, contextlib.suppress(BlockingIOError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


def _seats(game: str, people: int) -> list[Seat]:
    spec = registry.spec(game)
    count = max(2, spec.min_seats)
    bots = [Seat("herder", f"H{number}") for number in range(count - people)]
    return [*[Seat("person", name) for name in NAMES[:people]], *bots]


async def run(folder: Path, seed: int, wanted: dict[str, int]) -> None:
    """Kill until there were as many kills of each kind."""
    port = Seaport(folder, seed)
    await port.create_accounts()
    rng, left = port.rng, dict(wanted)
    starts = max(1, left.pop("server"))
    for number in range(starts):
        await port.prepare(number)
        await port.start()
        if rng.random() < 0.1 and not any(left.values()):
            await asyncio.sleep(rng.random())  # killed while everything starts
            await port.kill()
            port.verdict.report()
            continue
        await asyncio.gather(*(port.reconnect(n, "server") for n in range(len(NAMES))))
        await port.type(rng.uniform(0.5, 2.0))
        for kind in left:
            share = -(-left[kind] // (starts - number))
            for _kill in range(share):
                if await port.kill_below(kind):
                    left[kind] -= 1
                    await port.type(rng.uniform(0.2, 0.8))
        await port.kill()
        port.verdict.report()
    await port.look_at_leftovers()
    port.verdict.report()


def main() -> None:
    """See the module."""
    numbers = [int(word) for word in sys.argv[2:7]]
    wanted = dict(zip(("server", "session", "nursery", "worker"), numbers[1:], strict=True))
    asyncio.run(run(Path(sys.argv[1]), numbers[0], wanted))


if __name__ == "__main__":
    main()
