"""Hosts know who serves: lost ones are given up soon, and only those; starting ones wait."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any, cast

import nats.errors
import pytest
import pytest_asyncio
from nats.aio.client import Client
from nats.js.api import ClusterInfo

import caravan_tui
from caravan_tui.bus.lobby_messages import JoinMatch
from caravan_tui.bus.messages import Refused, table_topic
from caravan_tui.cluster import members
from caravan_tui.cluster.buckets import Bucket, SilenceError, StaleError, stream_of
from caravan_tui.cluster.host import ClusterHost
from caravan_tui.cluster.leaders import Leaders
from caravan_tui.cluster.options import ClusterOptions, connect
from tests.chaos.brokers import start_brokers
from tests.cluster.cluster_harness import ClusterHarness, Host
from tests.cluster.test_hosts import start_match
from tests.support.broker import Broker, flush
from tests.support.until import until


def knows(host: Host, other: Host) -> bool:
    """Whether a host counts another one among those that serve."""
    return other.cluster.id in host.cluster.members.live()


# Those that are lost


async def test_a_host_that_was_killed_is_given_up_as_soon_as_it_cannot_serve(
    cluster: ClusterHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    await until(lambda: knows(north, south))
    monkeypatch.setattr(members, "LOST_SECONDS", 1e9)
    await south.fall_silent()
    await until(lambda: not knows(north, south))


async def test_a_host_that_is_silent_but_connected_is_not_given_up_before_its_time(
    cluster: ClusterHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    await until(lambda: knows(north, south))
    monkeypatch.setattr(members, "LOST_SECONDS", 1e9)
    monkeypatch.setattr(members, "GONE_SECONDS", -1.0)
    asked: list[bool] = []
    is_connected = north.cluster.members.is_connected
    assert is_connected is not None

    async def ask(host: str) -> bool:
        asked.append(await is_connected(host))
        return asked[-1]

    north.cluster.members.is_connected = ask
    await until(lambda: len(asked) > 3)
    assert all(asked) and knows(north, south)


async def test_the_word_of_a_lost_host_is_removed_unless_it_has_spoken_again(
    cluster: ClusterHarness,
) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    heard, bucket = north.cluster.members, north.cluster.members._mirror.bucket
    await until(lambda: knows(north, south))
    stale = heard._mirror.entries[south.cluster.id]
    await south.cluster.members.announce()
    await heard._remove(stale)
    await until(lambda: heard._mirror.entries[south.cluster.id].revision > stale.revision)
    heard._give_up(south.cluster.id)
    await until(lambda: knows(north, south))  # it was not lost, and is heard again
    await south.fall_silent()
    await until(lambda: not knows(north, south))

    async def is_removed() -> bool:
        entry = await bucket.get(south.cluster.id)
        return entry is None or entry.value is None

    while not await is_removed():
        await asyncio.sleep(0.02)


async def test_matches_of_two_hosts_that_are_lost_together_are_taken_at_once(
    cluster: ClusterHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is given up first has heirs among those that are given up next."""
    monkeypatch.setattr("caravan_tui.cluster.takeover.SWEEP_SECONDS", 1e9)
    hosts = [await cluster.host(name) for name in ("north", "south", "west")]
    _anna, _ben, match = await start_match(hosts[0], hosts[1])
    (server,) = [host for host in hosts if match in host.lobby.shared.supervisors]
    known = next(host for host in hosts if host is not server).cluster.members
    known._infos.pop(server.cluster.id)  # until it speaks again
    (heir,) = [host for host in hosts if host.cluster.id == known.heir(match)]
    lost = [server, heir]
    (stays,) = [host for host in hosts if host not in lost]
    for host in lost:
        await host.fall_silent()
    stays.cluster.members._give_up(server.cluster.id)
    assert stays.cluster.members.heir(match) == heir.cluster.id
    stays.cluster.members._give_up(heir.cluster.id)
    await until(lambda: match in stays.lobby.shared.supervisors)


async def test_nobody_waits_for_answers_that_a_new_connection_has_lost(
    cluster: ClusterHarness,
) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    server, other = north, south
    await until(lambda: knows(north, south))
    held = asyncio.Event()

    async def hold(_message: object) -> None:
        held.set()
        await asyncio.Event().wait()

    server.bus.serve(table_topic("held"), hold)
    await server.bus._sent()
    await flush(server.cluster._client)
    asking = asyncio.create_task(other.bus.request(table_topic("held"), JoinMatch("held"), 1e9))
    other.cluster.leases._holders["held"] = server.cluster.id
    await held.wait()
    reconnected = server.cluster._client._reconnected_cb
    assert reconnected is not None
    await reconnected()
    refused = await asking
    assert isinstance(refused, Refused) and refused.code == "unavailable"


# Those that start


async def test_a_host_inherits_nothing_before_it_serves(
    cluster: ClusterHarness, broker: Broker, tmp_path: Path
) -> None:
    north = await cluster.host("north")
    (tmp_path / "late").mkdir()
    late = Host("late", broker, tmp_path / "late")
    serve, may_serve = ClusterHost.serve, asyncio.Event()

    async def serve_later(self: ClusterHost) -> None:
        await may_serve.wait()
        await serve(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ClusterHost, "serve", serve_later)
        starting = asyncio.create_task(late.start())
        await until(lambda: len(north.cluster.members.live()) == 2)
        heirs = {north.cluster.members.heir(f"match {number}") for number in range(64)}
        assert heirs == {north.cluster.id}
        may_serve.set()
        cluster.hosts.append(await starting)
    await until(
        lambda: len({north.cluster.members.heir(f"match {number}") for number in range(64)}) == 2
    )


async def test_a_host_of_another_protocol_ends_with_one_line_and_leaves_no_trace(
    cluster: ClusterHarness, broker: Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    north = await cluster.host("north")
    info = members.HostInfo("north", "0.9.0", members.PROTOCOL - 1)
    monkeypatch.setattr(north.cluster.members, "_describe", lambda: info)
    await north.cluster.members.announce()
    started = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "caravan_tui", "serve", "--home", str(tmp_path / "other"),
        "--cluster", broker.url, "--port", "0", stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "LANG": "C.UTF-8"},
    )  # fmt: skip
    async with asyncio.timeout(60.0):
        said, problem = (part.decode() for part in await started.communicate())
    own = caravan_tui.__version__
    assert started.returncode == 2 and not said, said
    assert problem == (
        f"caravan-tui: the host north runs caravan-tui 0.9.0 (protocol {members.PROTOCOL - 1}), "
        f"this one {own} (protocol {members.PROTOCOL}): they can't serve together. Install the "
        "same version on all hosts, or stop north first.\n"
    )
    entries = await north.cluster.members._mirror.bucket.entries()
    assert [entry.key for entry in entries] == [north.cluster.id]


# Brokers


@pytest_asyncio.fixture
async def clustered(tmp_path: Path) -> AsyncIterator[Client]:
    """A connection to three brokers that hold everything three times."""
    async with AsyncExitStack() as ending:
        brokers = await start_brokers(tmp_path, ending)
        urls = tuple(f"nats://127.0.0.1:{broker.port}" for broker in brokers)
        client = await connect(ClusterOptions(urls, replicas=3), "test")
        ending.push_async_callback(client.close)
        yield client


async def test_all_buckets_get_the_same_leader_and_lose_nothing(clustered: Client) -> None:
    names = [f"caravan_{number}" for number in range(4)]
    opened = [await led(partial(Bucket.open, clustered, name, 3)) for name in names]
    for bucket in opened:
        await led(partial(bucket.put, "key", bucket.name.encode()))

    async def holders(name: str) -> ClusterInfo:
        stream = await led(partial(clustered.jetstream().stream_info, stream_of(name)))
        assert stream.cluster is not None
        return cast("ClusterInfo", stream.cluster)

    async def leaders() -> set[str]:
        return {(await holders(name)).leader or "" for name in names}

    leaders_at = Leaders(clustered, names, lambda: True)
    while len(await leaders()) < 2:  # they are as the broker has chosen them
        first = await holders(names[0])
        assert first.replicas is not None
        other = next(peer.name for peer in first.replicas if peer.name != first.leader)
        with suppress(nats.errors.TimeoutError):
            await clustered.request(
                f"$JS.API.STREAM.LEADER.STEPDOWN.{stream_of(names[0])}",
                f'{{"placement": {{"preferred": "{other}"}}}}'.encode(),
            )
    async with asyncio.timeout(60.0):
        while len(await leaders()) > 1:
            await led(leaders_at.gather)
    for bucket in opened:
        entry = await led(partial(bucket.get, "key"))
        assert entry is not None and entry.value == bucket.name.encode()
        assert await led(partial(bucket.put, "key", b"next")) > entry.revision
        with pytest.raises(StaleError):
            await led(partial(bucket.update, "key", b"late", entry.revision))


async def led(ask: Callable[[], Awaitable[Any]]) -> Any:
    """What brokers answer about a bucket with a leader; a new one takes a moment to serve."""
    async with asyncio.timeout(60.0):
        while True:
            try:
                return await ask()
            except (SilenceError, nats.errors.TimeoutError):
                await asyncio.sleep(0.05)


async def test_a_broker_alone_has_no_leaders_to_move(broker: Broker) -> None:
    client = await connect(ClusterOptions((broker.url,)), "test")
    await Bucket.open(client, "caravan_alone")
    await Leaders(client, ["caravan_alone"], lambda: True).gather()
    await client.close()
