"""A host that starts while brokers choose a leader waits for them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NoReturn, Self, cast

import nats.js.errors
import pytest
import pytest_asyncio
from nats.aio.client import Client

from caravan_tui.cluster import buckets
from caravan_tui.cluster.buckets import BucketError, SilenceError, look_into, until_answered
from caravan_tui.cluster.host import ClusterHost
from caravan_tui.cluster.options import ClusterOptions, connect
from caravan_tui.server.config import Config
from tests.chaos.brokers import ClusteredBroker, start_brokers
from tests.support.until import until

WAITING = "the broker does not answer yet"


@pytest_asyncio.fixture
async def brokers(tmp_path: Path) -> AsyncIterator[list[ClusteredBroker]]:
    async with contextlib.AsyncExitStack() as ending:
        yield await start_brokers(tmp_path, ending)


async def test_a_host_joins_once_the_brokers_have_a_leader(
    brokers: list[ClusteredBroker], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    config = Config(home=tmp_path / "home")
    options = ClusterOptions((f"nats://127.0.0.1:{brokers[0].port}",), name="north", replicas=3)
    for broker in brokers[1:]:
        broker.signal(signal.SIGKILL)
    host = ClusterHost(options, config)
    with caplog.at_level(logging.WARNING):
        joining = asyncio.create_task(host.join())
        await until(lambda: WAITING in caplog.text or joining.done())
    assert not joining.done()
    for broker in brokers[1:]:
        broker.start()
    await joining
    assert host.id in host.members.live()
    await host.close()


async def test_a_broker_that_hangs_is_left_for_another_one(brokers: list[ClusteredBroker]) -> None:
    urls = tuple(f"nats://127.0.0.1:{broker.port}" for broker in brokers)
    client = await connect(ClusterOptions(urls), "test")
    assert client.connected_url is not None
    port = client.connected_url.port
    hanging = next(broker for broker in brokers if broker.port == port)
    hanging.signal(signal.SIGSTOP)
    await until(lambda: client.connected_url is not None and client.connected_url.port != port)
    await client.flush()
    hanging.signal(signal.SIGCONT)
    await client.close()


async def test_what_the_broker_refuses_is_not_asked_for_again() -> None:
    asked = []

    async def ask() -> None:
        asked.append(1)
        raise BucketError("no space")

    with pytest.raises(BucketError, match="no space"):
        await until_answered(ask)
    assert len(asked) == 1


class _RefusingClient:
    """A connection whose broker refuses every question for one reason."""

    def __init__(self, refusal: nats.js.errors.APIError) -> None:
        self._refusal = refusal

    def jetstream(self, timeout: float) -> Self:
        return self

    async def account_info(self) -> NoReturn:
        raise self._refusal


@pytest.mark.parametrize(
    ("number", "reason", "expected"),
    [
        (10008, "JetStream system temporarily unavailable", SilenceError),
        (10009, "JetStream cluster can not handle request", SilenceError),
        (10005, "no suitable peers for placement, peer offline", SilenceError),
        (10005, "no suitable peers for placement, insufficient storage", BucketError),
    ],
)
async def test_brokers_that_are_away_may_answer_later_and_full_ones_do_not(
    number: int, reason: str, expected: type[BucketError]
) -> None:
    refusal = nats.js.errors.APIError(code=503, err_code=number, description=reason)
    with pytest.raises(BucketError, match=reason) as raised:
        await look_into(cast(Client, _RefusingClient(refusal)))
    assert raised.type is expected


async def test_brokers_that_never_choose_a_leader_are_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(buckets, "QUORUM_SECONDS", 0.0)
    monkeypatch.setattr(buckets, "RETRY_SECONDS", 0.0)

    async def ask() -> None:
        raise SilenceError("no answer")

    with pytest.raises(SilenceError):
        await until_answered(ask)
