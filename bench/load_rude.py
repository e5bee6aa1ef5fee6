"""Clients without manners: they break off, fall silent, send garbage. Nothing of them may stay."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import socket
import struct
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncssh

from bench.load_server import Client, Server, print_figure
from saves.store import Store


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

            async def misbehave(number: int) -> None:
                free = [key for index, key in enumerate(server.keys) if index % 4 == number]
                while left:
                    left.pop()
                    name = chance.choice(list(kinds))
                    counts[name] = counts.get(name, 0) + 1
                    with contextlib.suppress(OSError, asyncssh.Error, TimeoutError):
                        await kinds[name](chance.choice(free))

            began = time.perf_counter()
            await asyncio.gather(*(misbehave(number) for number in range(4)))
            took = time.perf_counter() - began
            await _quiet(server)
            print(f"  {', '.join(f'{n} {c}' for n, c in sorted(counts.items()))}; {took:.0f} s")
            good = print_figure("processes left over", len(server.family()) - processes, "", 0)
            after = await _descriptors(server)
            good &= print_figure("descriptors left over", after - descriptors, "", 2)
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
            good &= print_figure("matches broken", broken, "", 0)
            last = Client(port, server.keys[1])
            good &= print_figure("first frame afterwards", 1000 * await last.open(), "ms", 500)
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
    forkservers = [pid for pid in server.family() if b"forkserver" in _command(pid)]
    return facts["descriptors"] + sum(
        sum(1 for _one in Path(f"/proc/{pid}/fd").iterdir()) for pid in forkservers
    )


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
