"""The commands of a server that need the broker of a cluster. Loads nats-py."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import click

from ai.pool import Pool
from caravan_tui.bus.nats import NatsBus
from caravan_tui.cluster.accounts import create_invites
from caravan_tui.cluster.move import Moved, Mover
from caravan_tui.cluster.options import ClusterError, ClusterOptions, check_rights, connect
from caravan_tui.cluster.searching import Thinking
from caravan_tui.i18n import _, _n
from caravan_tui.server.config import Config
from caravan_tui.serving import lock, run

LAST_SECONDS = 10.0
"""Seconds that searches have to end when `think` is stopped."""


@contextlib.contextmanager
def _one_line() -> Iterator[None]:
    """Turn what keeps this host out of the cluster into the line that ends a command."""
    try:
        yield
    except ClusterError as error:
        raise click.UsageError(str(error)) from None


def options(
    urls: tuple[str, ...],
    credentials: Path | None,
    authority: Path | None,
    name: str = "",
    replicas: int = 1,
) -> ClusterOptions:
    """The way to the broker, as it was given on the command line. Raises UsageError."""
    with _one_line():
        return ClusterOptions(urls, credentials, authority, name, replicas)


def serve(config: Config, way: ClusterOptions) -> None:
    """Serve as one host of a cluster. Raises UsageError if it cannot be joined, and OSError."""
    with _one_line():
        asyncio.run(run(config, way))


async def _think(way: ClusterOptions, workers: int) -> None:
    client = await connect(way, way.name or "think", stores=False)
    bus, pool = NatsBus(client), Pool(workers or None)
    thinking = Thinking(bus, pool)
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    try:
        await pool.ready()
        thinking.start()
        await bus.check_rights()
        check_rights(client, has_begun=True)
        count = len(pool.pids)
        text = _n(
            "Thinking for the cluster, {count} search at once. Press Ctrl+C to stop.",
            "Thinking for the cluster, {count} searches at once. Press Ctrl+C to stop.",
            count,
        )
        click.echo(text.format(count=count))
        await stopped.wait()
        thinking.stop()
        end = loop.time() + LAST_SECONDS
        while thinking.running and loop.time() < end:
            await asyncio.sleep(0.05)
    finally:
        await pool.close()
        await bus.close()
        await client.close()


def think(way: ClusterOptions, workers: int) -> None:
    """Search for the hosts of a cluster until a signal comes. Raises UsageError."""
    with _one_line():
        asyncio.run(_think(way, workers))


def invites(way: ClusterOptions, days: float, count: int) -> list[str]:
    """New invite codes. Raises UsageError."""
    with _one_line():
        return asyncio.run(create_invites(way, days, count))


def move(config: Config, way: ClusterOptions, back: bool) -> Moved:
    """Copy what a stopped server holds into a cluster, or back. Raises UsageError, also if no
    server was ever in the folder that is to be copied, and OSError if the server runs."""
    if not back and not (config.home / "accounts").is_dir():
        text = _("{home} is not the folder of a server. Name it with --home.")
        raise click.UsageError(text.format(home=config.home))
    config.make_folders()
    held = lock(config.home / "lock")
    try:
        with _one_line():
            return asyncio.run(Mover(config, way).run(back))
    finally:
        os.close(held)
