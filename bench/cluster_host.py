"""A server for `bench.cluster`, alone or as one host of a cluster, that does what it is asked to.

    python -m bench.cluster_host FOLDER NAME PORT [URL ...]

A request is a line of JSON on standard input, `[number, what, arguments]`, its answer a line
`[number, answer]` on standard output.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

from caravan_tui.bus.lobby_messages import CreateMatch
from caravan_tui.engine import Refusal
from caravan_tui.server.config import Config
from caravan_tui.serving import Server

REPLICAS = 3
_RANDOM = Random(23)


async def create(server: Server, account: str, name: str) -> str:
    """An account."""
    await server.accounts.create(account, name)
    return account


async def admit(server: Server, account: str) -> str:
    """A session without a terminal; its token."""
    known = await _account(server, account)
    client = await server.lobby.admit(known, "127.0.0.1")
    return "" if client is None else client.token


async def table(server: Server, game: str, first: str, second: str) -> str:
    """A match of two, to which the first is led when it comes."""
    one, two = await _account(server, first), await _account(server, second)
    directory = server.lobby.directory
    ask = CreateMatch(game, {}, ["person", "open"], ["", ""])
    made = await directory.create(one, ask, [one.name, ""], {})
    while True:
        try:
            await directory.join(two, made.match, "join")
        except Refusal:  # the other host's room is on its way
            await asyncio.sleep(0.05)
        else:
            break
    one.table = made.match
    server.accounts.try_save(one)
    return made.match


async def move(server: Server, match: str, seat: int) -> int:
    """Play any action of a seat, if this host serves the match; the version after it, or -1."""
    hosted = server.lobby.tables.shared.hosted(match)
    if hosted is None or hosted.match.over or hosted.match.to_act != seat:
        return -1
    return await hosted.act(seat, hosted.match.version, _RANDOM.choice(hosted.match.legal(seat)))


async def serves(server: Server, match: str) -> bool:
    """Whether this host serves a match."""
    return server.lobby.tables.shared.hosted(match) is not None


async def knows(server: Server, match: str) -> bool:
    """Wait until this host knows of a match that was made at another one."""
    while server.lobby.shared.rooms.get(match) is None:
        await asyncio.sleep(0.02)
    return True


async def seats(server: Server, match: str, account: str) -> bool:
    """Whether this host serves a match, and has somebody at its table."""
    supervisor = server.lobby.shared.supervisors.get(match)
    return supervisor is not None and account in supervisor.present


async def _account(server: Server, account: str) -> Any:
    while (known := server.accounts.get(account)) is None:
        await asyncio.sleep(0.02)  # it was created at another host
    return known


REQUESTS: dict[str, Callable[..., Awaitable[Any]]] = {
    "create": create, "admit": admit, "table": table, "move": move, "serves": serves,
    "knows": knows, "seats": seats,
}  # fmt: skip


async def answer_requests(server: Server) -> None:
    """Answer what is asked on standard input."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    tasks = set()

    async def answer(number: int, what: str, given: list[Any]) -> None:
        print(json.dumps([number, await REQUESTS[what](server, *given)]), flush=True)

    while line := await reader.readline():
        task = asyncio.create_task(answer(*json.loads(line)))
        tasks.add(task)
        task.add_done_callback(tasks.discard)


async def main(folder: str, name: str, port: str, *urls: str) -> None:
    """Serve until a signal."""
    config = Config(
        home=Path(folder), host="127.0.0.1", port=int(port), policy="open", workers=1,
        shutdown_notice=0.0, max_sessions=10_000, max_sessions_per_address=10_000,
        connections_per_minute=100_000, connections_per_minute_per_address=100_000,
        max_matches_per_account=10_000,
    )  # fmt: skip
    cluster = None
    if urls:
        from caravan_tui.cluster.options import ClusterOptions  # loads nats
        from caravan_tui.serving import join

        options = ClusterOptions(urls, name=name, replicas=REPLICAS)
        cluster = await join(config, options)
    server = Server(config, cluster=cluster)
    await server.start()
    answering = asyncio.create_task(answer_requests(server))
    await server.serve(lambda: print(json.dumps([0, os.getpid()]), flush=True))
    answering.cancel()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
