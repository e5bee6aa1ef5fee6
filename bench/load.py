"""`python -m bench.load`: a server under load, on the loopback only, bounded in number and time.

    python -m bench.load [--sessions 50] [--rude 500] [--only PART ...]

The parts: `crowd` (sessions that come one a second: first frame, memory, idle cost, key to paint),
`pages` (twenty newcomers in the same instant), `moves` (one move seen by five others), `slow` (key
repeat on a line of 20 KB/s), `rude` (clients that break off, fall silent or send garbage: nothing
may stay behind), `greedy` (one account that wants everything: what it costs the keys of twenty
others). Clients and server share the machine's cores, so what is measured is more than what the
server costs.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import socket
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from ai.pool import Pool
from ai.views import pack
from bench.load_greedy import greedy
from bench.load_pages import pages
from bench.load_rude import rude
from bench.load_server import (
    LINE,
    MOST_RUDE,
    MOST_SESSIONS,
    Client,
    Server,
    cpu,
    memory,
    print_figure,
    share,
    typing,
)
from caravan_tui.bus.hosted_match import Services
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import (
    Act,
    Done,
    Position,
    SearchRequest,
    seat_topic,
    table_topic,
    watch_topic,
)
from caravan_tui.bus.permissions import Access
from caravan_tui.bus.socket import SocketBus
from caravan_tui.bus.socket_server import BusServer
from caravan_tui.bus.table import TableHost
from caravan_tui.engine import Match, Seat
from saves.store import Store

MOST_SECONDS = 1_200.0
"""Of one part."""


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
            good &= print_figure("first frame p95", share(frames), "ms", 500)
            print(f"  {'first frame p50':<52} {share(frames, 0.5):9.1f} ms")
            pids = await server.pids()
            good &= print_figure(
                "memory of a session (PSS), most", max(map(memory, pids)), "MiB", 16
            )
            await asyncio.sleep(1.0)
            family = server.family()
            before, began = cpu(family), time.perf_counter()
            await asyncio.sleep(10.0)
            used = 100 * (cpu(family) - before) / (time.perf_counter() - began)
            good &= print_figure(f"idle cost of {sessions}, all processes", used, "% core", 10)
            good &= print_figure(
                "key to paint p95, ten type", share(await typing(clients[:10])), "ms", 50
            )
            searching = asyncio.create_task(searches())
            await asyncio.sleep(2.0)
            times = await typing(clients[:10])
            searching.cancel()
            await asyncio.gather(searching, return_exceptions=True)
            good &= print_figure(
                "key to paint p95, ten type, two searches run", share(times), "ms", 50
            )
            for client in clients:
                client.close()
    return good


async def searches() -> None:
    """Two workers that search all the time."""
    pool = Pool(2)
    match = Match.new("sahara", {}, [Seat("master", "A"), Seat("master", "B")], 7)
    view = pack(match.view(match.to_act))
    try:
        while True:
            ask = SearchRequest("sahara", view, match.to_act, "master", 1, 1_000_000, seconds=3.0)
            await pool.search(ask)
    finally:
        await pool.close()


async def moves() -> bool:
    """A move that five others see, each over a connection of its own."""
    print("moves: one move, seen by five others")
    times: list[float] = []
    with tempfile.TemporaryDirectory(prefix="load") as home:
        bus = LocalBus()
        server = BusServer(bus, Path(home) / "bus" / "socket")
        await server.start()
        store = Store(Path(home) / "store")
        host = TableHost(bus, Services(save=store.save))
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
    return print_figure("move to position at five others, p95", share(times), "ms", 25)


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
    return print_figure("lag after 4 s of key repeat", 1000 * lag, "ms", 300)


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


def main() -> int:
    """Run the parts; 1 if an aim is missed."""
    parser = argparse.ArgumentParser(description="A server under load, on the loopback.")
    parser.add_argument("--sessions", type=int, default=50)
    parser.add_argument("--rude", type=int, default=500)
    parser.add_argument(
        "--only", action="append", choices=["crowd", "moves", "slow", "rude", "greedy", "pages"]
    )
    given = parser.parse_args()
    wanted = given.only or ["moves", "slow", "crowd", "pages", "rude", "greedy"]
    parts: dict[str, Callable[[], Awaitable[bool]]] = {
        "crowd": lambda: crowd(min(given.sessions, MOST_SESSIONS)),
        "moves": moves,
        "pages": pages,
        "slow": slow,
        "rude": lambda: rude(min(given.rude, MOST_RUDE)),
        "greedy": greedy,
    }

    async def run() -> bool:
        good = True
        for name in wanted:
            good &= await asyncio.wait_for(parts[name](), MOST_SECONDS)
        return good

    return 0 if asyncio.run(run()) else 1


if __name__ == "__main__":
    sys.exit(main())
