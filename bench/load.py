"""`python -m bench.load`: a server under load, on the loopback only, bounded in number and time.

    python -m bench.load [--sessions 50] [--rude 500] [--only PART ...]

The parts: `crowd` (sessions that come one a second: first frame, memory, idle cost, key to paint),
`moves` (one move seen by five others), `slow` (key repeat on a line of 20 KB/s), `rude` (clients
that break off, fall silent or send garbage: nothing may stay behind). Clients and server share the
machine's cores, so what is measured is more than what the server costs.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import signal
import socket
import struct
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncssh

from ai.pool import Pool
from ai.tree import pack
from caravan_tui.bus.lobby_messages import ADMIN, AdminAsk, AdminTold
from caravan_tui.bus.messages import Search
from caravan_tui.bus.socket import SocketBus
from caravan_tui.engine import Match, Seat
from caravan_tui.ssh.accounts import Accounts, id_of
from caravan_tui.ssh.config import Config
from saves.store import Store

HOME_TEXT = b"Ahldarahd"
"""Stands in the first frame."""
MOST_SESSIONS, MOST_RUDE = 100, 2_000
LINE = 20_000
"""Bytes a second of the slow line."""


class Server:
    """A server in a process of its own, and the keys of players that it knows."""

    def __init__(self, home: Path, players: int) -> None:
        self.config = Config(
            home=home, host="127.0.0.1", port=_free_port(), policy="open", farewell=0.0,
            sessions=MOST_SESSIONS, sessions_an_address=MOST_SESSIONS, keepalive=2.0, login=3.0,
            connections_a_minute=100_000, connections_a_minute_an_address=100_000, workers=1,
        )  # fmt: skip
        self.config.make_folders()
        accounts = Accounts(self.config)
        self.keys = [asyncssh.generate_private_key("ssh-ed25519") for _i in range(players)]
        self.homes = []
        for number, key in enumerate(self.keys):
            account = accounts.create(id_of(key.get_fingerprint()), f"Player {number}")
            self.homes.append(accounts.folder(account.id))
        self.process: Any = None
        self._asking = asyncio.Lock()  # the keeper's token is good for one connection at a time

    async def __aenter__(self) -> Server:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bench.load", "--serve", str(self.config.home),
            str(self.config.port), stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        await asyncio.wait_for(self.process.stdout.readline(), 30.0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            await asyncio.wait_for(self.process.wait(), 20.0)
        except TimeoutError:
            self.process.kill()
            print("!! the server did not stop by itself")

    async def ask(self, command: Any) -> list[list[str]]:
        """What the server tells its keeper."""
        async with self._asking:
            token = self.config.admin_token.read_text()
            bus = await SocketBus.connect(self.config.socket, token)
            try:
                answer = await bus.request(ADMIN, AdminAsk(command))
            finally:
                await bus.close()
        assert isinstance(answer, AdminTold), answer
        return answer.rows

    async def pids(self) -> list[int]:
        """The processes of the sessions; one that has none yet says 0, which `kill` would take for
        all of us."""
        rows = (await self.ask("sessions"))[1:]
        return [int(row[-1]) for row in rows if int(row[-1]) > 1]

    def family(self) -> list[int]:
        """The server's process and all below it."""
        found, front = [self.process.pid], [self.process.pid]
        while front:
            pid = front.pop()
            children = Path(f"/proc/{pid}/task/{pid}/children")
            with contextlib.suppress(OSError):
                for child in map(int, children.read_text().split()):
                    found.append(child)
                    front.append(child)
        return found


class Client:
    """One terminal."""

    def __init__(self, port: int, key: Any) -> None:
        self.port, self.key = port, key
        self.bytes = 0
        self.last = 0.0
        self.came = asyncio.Event()
        self.seen = bytearray()
        self._reading: asyncio.Task[None] | None = None
        self.connection: Any = None
        self.process: Any = None

    async def open(self, wanted: bytes = HOME_TEXT) -> float:
        """Connect, and wait for the first frame; seconds from the terminal's opening to it."""
        self.connection = await asyncssh.connect(
            "127.0.0.1", self.port, username="x", client_keys=[self.key], known_hosts=None,
            agent_path=None, config=None, compression_algs=["zlib@openssh.com"],
        )  # fmt: skip
        began = time.perf_counter()
        self.process = await self.connection.create_process(
            term_type="xterm-256color", term_size=(80, 24), encoding=None
        )
        self._reading = asyncio.create_task(self._read())
        await self.wait_for(wanted, 20.0)
        return time.perf_counter() - began

    async def wait_for(self, wanted: bytes, seconds: float = 3.0) -> None:
        """Wait until this text was sent. Raises TimeoutError."""
        async with asyncio.timeout(seconds):
            while wanted not in self.seen:
                self.came.clear()
                await self.came.wait()

    async def _read(self) -> None:
        with contextlib.suppress(asyncssh.Error, OSError):
            while data := await self.process.stdout.read(1 << 16):
                self.bytes += len(data)
                self.seen += data[-4000:] if len(self.seen) < 100_000 else b""
                self.last = time.perf_counter()
                self.came.set()

    async def press(self, keys: bytes, patience: float = 2.0) -> float | None:
        """Seconds from a key to the first paint after it."""
        self.came.clear()
        began = time.perf_counter()
        self.process.stdin.write(keys)
        try:
            async with asyncio.timeout(patience):
                await self.came.wait()
        except TimeoutError:
            return None
        return time.perf_counter() - began

    def close(self) -> None:
        """Hang up."""
        if self._reading is not None:
            self._reading.cancel()
        if self.connection is not None:
            self.connection.abort()


def _free_port() -> int:
    with socket.socket() as end:
        end.bind(("127.0.0.1", 0))
        return int(end.getsockname()[1])


def share(times: list[float], part: float = 0.95) -> float:
    """The value that this part of them does not exceed, in milliseconds."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def tell(what: str, value: float, unit: str, aim: float) -> bool:
    """Print a figure beside its aim; whether it is reached."""
    good = value <= aim
    print(f"  {what:<52} {value:9.1f} {unit:<5} aim {aim:g} {'ok' if good else '!!'}", flush=True)
    return good


def cpu(pids: list[int]) -> float:
    """Seconds of processor time that these processes have used."""
    ticks = os.sysconf("SC_CLK_TCK")
    total = 0.0
    for pid in pids:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            total += (int(fields[11]) + int(fields[12])) / ticks
    return total


def memory(pid: int) -> float:
    """The proportional share of memory of a process, in MiB."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    return 0.0


async def crowd(sessions: int) -> bool:
    """Many sessions, that come one a second."""
    print(f"crowd: {sessions} sessions, one a second")
    good = True
    with tempfile.TemporaryDirectory(prefix="load") as home:
        async with Server(Path(home), sessions) as server:
            clients = [Client(server.config.port, key) for key in server.keys]
            frames: list[float] = []
            for client in clients:
                began = time.perf_counter()
                frames.append(await client.open())
                await asyncio.sleep(max(0.0, 1.0 - (time.perf_counter() - began)))
            good &= tell("first frame p95", share(frames), "ms", 500)
            print(f"  {'first frame p50':<52} {share(frames, 0.5):9.1f} ms")
            pids = await server.pids()
            good &= tell("memory of a session (PSS), most", max(map(memory, pids)), "MiB", 16)
            await asyncio.sleep(1.0)
            family = server.family()
            before, began = cpu(family), time.perf_counter()
            await asyncio.sleep(10.0)
            used = 100 * (cpu(family) - before) / (time.perf_counter() - began)
            good &= tell(f"idle cost of {sessions}, all processes", used, "% core", 10)
            good &= tell("key to paint p95, ten type", share(await typing(clients[:10])), "ms", 50)
            searching = asyncio.create_task(searches())
            await asyncio.sleep(2.0)
            times = await typing(clients[:10])
            searching.cancel()
            await asyncio.gather(searching, return_exceptions=True)
            good &= tell("key to paint p95, ten type, two searches run", share(times), "ms", 50)
            for client in clients:
                client.close()
    return good


async def typing(clients: list[Client], seconds: float = 6.0) -> list[float]:
    """Keys in all of these terminals, about four a second each."""
    times: list[float] = []

    async def one(client: Client) -> None:
        end = time.perf_counter() + seconds
        key = b"\x1b[B"
        while time.perf_counter() < end:
            took = await client.press(key)
            if took is not None:
                times.append(took)
            key = b"\x1b[A" if key == b"\x1b[B" else b"\x1b[B"
            await asyncio.sleep(0.2 + 0.1 * random.random())

    await asyncio.gather(*(one(client) for client in clients))
    return times


async def searches() -> None:
    """Two workers that search all the time."""
    pool = Pool(2)
    match = Match.new("sahara", {}, [Seat("master", "A"), Seat("master", "B")], 7)
    view = pack(match.view(match.to_act))
    try:
        while True:
            ask = Search("sahara", view, match.to_act, "master", 1, 1_000_000, seconds=3.0)
            await pool.search(ask)
    finally:
        await pool.close()


async def moves() -> bool:
    """A move that five others see, each over a connection of its own."""
    from caravan_tui.bus.access import Access
    from caravan_tui.bus.local import LocalBus
    from caravan_tui.bus.messages import Act, Done, Position, seat_topic, table_topic, watch_topic
    from caravan_tui.bus.socket_server import BusServer
    from caravan_tui.bus.table import TableHost

    print("moves: one move, seen by five others")
    times: list[float] = []
    with tempfile.TemporaryDirectory(prefix="load") as home:
        bus = LocalBus()
        server = BusServer(bus, Path(home) / "bus" / "socket")
        await server.start()
        store = Store(Path(home) / "store")
        host = TableHost(bus, store.save)
        match = Match.new("ahldarahd", {}, [Seat("person", f"P{n}") for n in range(4)], 3)
        host.open(match)
        name, seats = match.record.id, len(match.record.seats)
        ends = []
        for number in range(6):
            access = Access(f"p{number}")
            topic = watch_topic(name)
            if number < seats:
                access.sit(name, number)
                topic = seat_topic(name, number)
            else:
                access.watches.add(name)
            end = await SocketBus.connect(server.path, server.admit(access))
            ends.append((end, end.subscribe(topic)))
        await asyncio.sleep(0.1)
        chance = random.Random(5)
        for _move in range(200):
            if match.over:
                break
            seat = match.to_act
            act = Act(name, seat, match.version, chance.choice(match.legal(seat)))
            began = time.perf_counter()

            async def see(number: int, start: float = began) -> None:
                heard = await ends[number][1].get()
                assert isinstance(heard, Position)
                times.append(time.perf_counter() - start)

            others = [asyncio.create_task(see(n)) for n in range(6) if n != seat]
            answer = await ends[seat][0].request(table_topic(name), act)
            assert isinstance(answer, Done), answer
            await asyncio.gather(*others)
            await ends[seat][1].get()
        await host.close_all()
        for end, _heard in ends:
            await end.close()
        await server.close()
        store.release_all()
    return tell("move to position at five others, p95", share(times), "ms", 25)


async def slow() -> bool:
    """Key repeat on a slow line: how far behind the picture is after four seconds."""
    print("slow: key repeat on a line of 20 KB/s")
    with tempfile.TemporaryDirectory(prefix="load") as home:
        async with Server(Path(home), 1) as server:
            relay, port = await slow_line(server.config.port)
            client = Client(port, server.keys[0])
            frame = await client.open()
            await asyncio.sleep(1.0)
            began, before = time.perf_counter(), client.bytes
            count = 0
            while time.perf_counter() - began < 4.0:
                client.process.stdin.write(b"\x1b[B" if count // 6 % 2 == 0 else b"\x1b[A")
                count += 1
                await asyncio.sleep(1 / 30)
            ended = time.perf_counter()
            while time.perf_counter() - max(client.last, ended) < 1.0:
                await asyncio.sleep(0.05)
            lag = max(0.0, client.last - ended)
            print(f"  {'first frame':<52} {1000 * frame:9.1f} ms")
            print(f"  {'drawn by 120 keys':<52} {client.bytes - before:9} bytes")
            client.close()
            relay.close()
    return tell("lag after 4 s of key repeat", 1000 * lag, "ms", 300)


async def slow_line(to: int) -> tuple[asyncio.Server, int]:
    """A relay that passes on no more than `LINE` bytes a second towards the client."""

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far, near = await asyncio.open_connection("127.0.0.1", to, limit=4096)
        far_end = near.get_extra_info("socket")
        far_end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)

        async def up() -> None:
            while data := await reader.read(4096):
                near.write(data)

        async def down() -> None:
            while data := await far.read(LINE // 50):
                writer.write(data)
                await asyncio.sleep(len(data) / LINE)

        await asyncio.wait(
            {asyncio.create_task(up()), asyncio.create_task(down())},
            return_when=asyncio.FIRST_COMPLETED,
        )
        for end in (near, writer):
            end.close()

    relay = await asyncio.start_server(meet, "127.0.0.1", 0)
    return relay, int(relay.sockets[0].getsockname()[1])


async def rude(events: int) -> bool:
    """Clients without manners. Afterwards nothing of them is left, and every match is whole."""
    print(f"rude: {events} events")
    chance = random.Random(11)
    players = 8
    with tempfile.TemporaryDirectory(prefix="load") as home:
        async with Server(Path(home), players) as server:
            port = server.config.port
            first = Client(port, server.keys[0])
            await first.open()
            first.close()
            await _quiet(server)
            processes = len(server.family())
            descriptors = await _descriptors(server)
            kinds = _rudeness(server, chance)
            counts: dict[str, int] = {}
            left = list(range(events))

            async def one(number: int) -> None:
                free = [key for at, key in enumerate(server.keys) if at % 4 == number]
                while left:
                    left.pop()
                    name = chance.choice(list(kinds))
                    counts[name] = counts.get(name, 0) + 1
                    with contextlib.suppress(OSError, asyncssh.Error, TimeoutError):
                        await kinds[name](chance.choice(free))

            began = time.perf_counter()
            await asyncio.gather(*(one(number) for number in range(4)))
            took = time.perf_counter() - began
            await _quiet(server)
            print(f"  {', '.join(f'{n} {c}' for n, c in sorted(counts.items()))}; {took:.0f} s")
            good = tell("processes left over", len(server.family()) - processes, "", 0)
            after = await _descriptors(server)
            good &= tell("descriptors left over", after - descriptors, "", 2)
            whole, broken = 0, 0
            for folder in server.homes:
                listing = Store(folder / "data").listing()
                broken += len(listing.notices)
                for entry in listing.entries:
                    try:
                        Store(folder / "data").load(entry.id, watch=True)
                        whole += 1
                    except Exception as error:
                        broken += 1
                        print("  !!", error)
            print(f"  {'matches whole':<52} {whole:9}")
            good &= tell("matches broken", broken, "", 0)
            last = Client(port, server.keys[1])
            good &= tell("first frame afterwards", 1000 * await last.open(), "ms", 500)
            last.close()
    return good


def _rudeness(server: Server, chance: random.Random) -> dict[str, Callable[[Any], Awaitable[None]]]:
    port = server.config.port

    async def raw() -> socket.socket:
        end = socket.socket()
        end.setblocking(False)
        await asyncio.get_running_loop().sock_connect(end, ("127.0.0.1", port))
        return end

    def reset(end: socket.socket) -> None:
        end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        end.close()

    async def garbage(_key: Any) -> None:
        end = await raw()
        start = b"SSH-2.0-x\r\n" if chance.random() < 0.5 else b""
        await asyncio.get_running_loop().sock_sendall(end, start + chance.randbytes(3000))
        await asyncio.sleep(0.02)
        reset(end)

    async def half_open(_key: Any) -> None:
        end = await raw()
        await asyncio.sleep(chance.random() * 0.3)
        reset(end)

    async def in_the_middle(key: Any) -> None:
        client = Client(port, key)
        answer = asyncio.create_task(client.open())
        with contextlib.suppress(TimeoutError, asyncssh.Error):
            await asyncio.wait_for(asyncio.shield(answer), chance.random() * 0.3)
        client.close()
        answer.cancel()
        await asyncio.gather(answer, return_exceptions=True)

    async def in_a_match(key: Any) -> None:
        client = Client(port, key)
        try:
            async with asyncio.timeout(3.0):
                await client.open(b"Quit")
            client.process.stdin.write(b"\x1b[B\x1b[B\r")
            await client.wait_for(b"New match")
            client.process.stdin.write(b"\x1b[21~")
            await client.wait_for(b"to move")
            for keys in (b"\r", b" \r", chance.randbytes(20)):
                client.process.stdin.write(keys)
                await asyncio.sleep(0.1)
            await asyncio.sleep(chance.random() * 0.3)
        finally:
            end = client.connection and client.connection.get_extra_info("socket")
            if end is not None:
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.close()

    async def frozen(key: Any) -> None:
        client = Client(port, key)
        try:
            async with asyncio.timeout(3.0):
                await client.open()
            client.connection._transport.pause_reading()
            for _i in range(100):
                client.process.stdin.write(b"\x1b[B\x1b[A")
            await asyncio.sleep(chance.random() * 0.5)
        finally:
            client.close()

    async def bus_garbage(_key: Any) -> None:
        reader, writer = await asyncio.open_unix_connection(str(server.config.socket))
        hello = struct.pack(">I", 40) if chance.random() < 0.5 else b""
        writer.write(hello + chance.randbytes(200))
        await asyncio.sleep(0.02)
        writer.close()
        reader.feed_eof()

    async def killed(_key: Any) -> None:
        pids = await server.pids()
        if pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(chance.choice(pids), signal.SIGKILL)

    return {
        "garbage": garbage, "half-open": half_open, "in the middle": in_the_middle,
        "in a match": in_a_match, "frozen": frozen, "garbage on the bus": bus_garbage,
        "session killed": killed,
    }  # fmt: skip


async def _quiet(server: Server) -> None:
    """Wait until no session and no connection is left, at most 30 s."""
    end = time.monotonic() + 30.0
    while time.monotonic() < end:
        facts = {row[0]: int(row[1]) for row in await server.ask("health")}
        if not facts["sessions"] and not facts["connections"] and not facts["alone"]:
            await asyncio.sleep(1.0)
            return
        await asyncio.sleep(0.2)
    print("!! sessions are left:", facts)


async def _descriptors(server: Server) -> int:
    facts = {row[0]: int(row[1]) for row in await server.ask("health")}
    nursery = [pid for pid in server.family() if b"nursery" in _command(pid)]
    return facts["descriptors"] + sum(
        sum(1 for _one in Path(f"/proc/{pid}/fd").iterdir()) for pid in nursery
    )


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


async def serve(home: str, port: str) -> None:
    """The server's process: as `caravan-tui serve`, without limits on connections."""
    from caravan_tui.ssh.server import run

    config = Config(
        home=Path(home), host="127.0.0.1", port=int(port), policy="open", farewell=0.0,
        sessions=MOST_SESSIONS, sessions_an_address=MOST_SESSIONS, keepalive=2.0, login=3.0,
        connections_a_minute=100_000, connections_a_minute_an_address=100_000, workers=1,
    )  # fmt: skip
    await run(config)


def main() -> int:
    """Run the parts; 1 if an aim is missed."""
    parser = argparse.ArgumentParser(description="A server under load, on the loopback.")
    parser.add_argument("--sessions", type=int, default=50)
    parser.add_argument("--rude", type=int, default=500)
    parser.add_argument("--only", action="append", choices=["crowd", "moves", "slow", "rude"])
    parser.add_argument("--serve", nargs=2, metavar=("HOME", "PORT"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        asyncio.run(serve(*given.serve))
        return 0
    wanted = given.only or ["moves", "slow", "crowd", "rude"]
    parts: dict[str, Callable[[], Awaitable[bool]]] = {
        "crowd": lambda: crowd(min(given.sessions, MOST_SESSIONS)),
        "moves": moves,
        "slow": slow,
        "rude": lambda: rude(min(given.rude, MOST_RUDE)),
    }

    async def run() -> bool:
        good = True
        for name in wanted:
            good &= await asyncio.wait_for(parts[name](), 600.0)
        return good

    return 0 if asyncio.run(run()) else 1


if __name__ == "__main__":
    sys.exit(main())
