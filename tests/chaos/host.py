"""The process of one host: a server of the cluster that admits robots when it is asked to.

    python -m tests.chaos.host FOLDER NAME REPLICAS NOTES PROBES URL...

It answers probes at the port PROBES.

A line `ACCOUNT` on standard input is answered by `ACCOUNT TOKEN`. Each save that the broker has
taken is noted with the token of the lease under which it was written.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from functools import wraps
from pathlib import Path

from caravan_tui.bus.bucket import Bucket
from caravan_tui.cluster.matches import ClusterMatches
from caravan_tui.cluster.options import ClusterOptions
from caravan_tui.engine import Match
from caravan_tui.server.config import Config
from caravan_tui.serving import Server, join
from tests.support.ports import free_port


def note_saves(path: Path, name: str) -> None:
    """Note what this process saves in a file, from now on."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
    save = ClusterMatches.save

    @wraps(save)
    async def noting_save(self: ClusterMatches, match: Match) -> None:
        match_id = match.record.id
        token = self._leases.token(match_id)
        await save(self, match)
        revision = self._revisions.get(match_id, 0)
        os.write(handle, json.dumps([match_id, revision, token, name]).encode() + b"\n")

    ClusterMatches.save = noting_save  # type: ignore[method-assign]


class RobotServer(Server):
    """A server whose players have no session of SSH."""

    async def _end_session(self, account: str, reason: str) -> None:
        if (client := self.lobby.clients.get(account)) is not None:
            await self.lobby.dismiss(client, is_cut_off=True)


async def admit_robots(server: Server) -> None:
    """Give a token to each account that is asked for."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    tasks: dict[str, asyncio.Task[None]] = {}
    """By account."""

    async def admit(account_id: str) -> None:
        if (client := server.lobby.clients.get(account_id)) is not None:
            await server.lobby.dismiss(client, is_cut_off=True)
        account = server.accounts.get(account_id)
        if account is None:
            account = await server.accounts.create(account_id, f"Robot {account_id[-6:]}")
        try:
            client = await server.lobby.admit(account, "127.0.0.1")
        except OSError:  # its folder cannot be had now
            client = None
        if client is not None:  # robots come to tables faster than people, and make more matches
            client.limits.visits = client.limits.new_matches = Bucket(1e6, 10**6)
        print(account_id, "-" if client is None else client.token, flush=True)

    while line := await reader.readline():
        account = line.decode().strip()
        if (before := tasks.get(account)) is not None:
            before.cancel()  # as a player who hangs up
        tasks[account] = asyncio.create_task(admit(account))


async def main(folder: str, name: str, replicas: str, notes: str, probes: str, *urls: str) -> None:
    """Serve until a signal."""
    note_saves(Path(notes), name)
    config = Config(
        home=Path(folder), host="127.0.0.1", port=free_port(), policy="open", workers=1,
        shutdown_notice=0.0, connections_per_minute=100_000, max_matches_per_account=10_000,
        connections_per_minute_per_address=100_000, metrics=("127.0.0.1", int(probes)),
    )  # fmt: skip
    options = ClusterOptions(urls, name=name, replicas=int(replicas))
    server = RobotServer(config, pace=0.0, cluster=await join(config, options))
    await server.start()
    admitting = asyncio.create_task(admit_robots(server))
    await server.serve(lambda: print("ready", flush=True))
    admitting.cancel()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
