"""What is wrong with the way to the broker is said in one line."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from caravan_tui.cluster import buckets, options
from caravan_tui.cluster.options import ClusterError, ClusterOptions, connect
from tests.cluster.cluster_harness import ClusterHarness
from tests.support.broker import Broker
from tests.support.ports import free_port


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[Broker]:
    folder = tmp_path / "locked"
    folder.mkdir()
    broker = Broker(folder, "--user", "anna", "--pass", "secret")
    broker.start()
    yield broker
    broker.kill()


@pytest.mark.parametrize(
    "url", ["", "localhost", "http://broker:4222", "nats://", "nats://host:port", "nats://h:99999"]
)
def test_an_address_that_is_none_is_named_with_an_example(url: str) -> None:
    with pytest.raises(ClusterError, match=r"not the address of a broker, such as nats://"):
        ClusterOptions((url,))


async def test_no_broker_at_the_address() -> None:
    with pytest.raises(ClusterError, match=r"there is no broker at nats://127.0.0.1:\d+$"):
        await connect(ClusterOptions((f"nats://127.0.0.1:{free_port()}",)), "test")


async def test_wrong_credentials_are_named_without_the_password(plain: Broker) -> None:
    url = plain.url.replace("//", "//anna:wrong@")
    with pytest.raises(ClusterError, match="refuses these credentials") as refused:
        await connect(ClusterOptions((url,)), "test")
    assert "wrong" not in str(refused.value)
    client = await connect(ClusterOptions((url.replace("wrong", "secret"),)), "test")
    await client.close()


async def test_credentials_are_named_though_the_broker_hangs_up_without_a_word() -> None:
    async def hang_up(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b'INFO {"auth_required": true, "version": "2.11.0", "max_payload": 9}\r\n')
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(hang_up, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(ClusterError, match="refuses these credentials"):
            await connect(ClusterOptions((f"nats://anna:wrong@127.0.0.1:{port}",)), "test")


async def test_a_plain_broker_has_no_secure_connection(broker: Broker) -> None:
    with pytest.raises(ClusterError, match="no secure connection to tls://"):
        await connect(ClusterOptions((broker.url.replace("nats:", "tls:"),)), "test")


@pytest.mark.parametrize("name", ["credentials", "authority"])
async def test_a_file_that_is_missing_is_named(tmp_path: Path, name: str) -> None:
    given: Any = {name: tmp_path / "none"}
    with pytest.raises(ClusterError, match=f"there is no file {tmp_path / 'none'}"):
        await connect(ClusterOptions(("nats://127.0.0.1:1",), **given), "test")


async def test_a_certificate_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "ca.pem").write_text("no certificate")
    with pytest.raises(ClusterError, match=r"ca.pem holds no certificate"):
        await connect(ClusterOptions(("tls://127.0.0.1:1",), authority=tmp_path / "ca.pem"), "test")


async def test_an_old_broker_is_told_the_version_that_is_needed(
    broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(options, "LEAST_VERSION", (99, 0))
    with pytest.raises(ClusterError, match=r"has version 2\.\d+\.\d+; 99.0 or newer is needed"):
        await connect(ClusterOptions((broker.url,)), "test")


RIGHTS = {
    "publish": ["caravan.>", "$KV.>", "$JS.API.>", "$JS.ACK.>", "$JS.FC.>", "_INBOX.>"],
    "subscribe": ["caravan.>", "caravan-bucket.>", "_INBOX.>"],
}


def _broker_with(folder: Path, rights: Mapping[str, Any]) -> Broker:
    """A broker that runs, whose only user has these rights."""
    written = ", ".join(f"{name}: {json.dumps(given)}" for name, given in rights.items())
    home = folder / "broker"
    home.mkdir()
    (home / "broker.conf").write_text(
        f'jetstream {{ store_dir: "{home}" }}\n'
        "accounts { A { jetstream: enabled, users: [ "
        f"{{ user: a, password: b, permissions {{ {written} }} }} ] }} }}"
    )
    broker = Broker(home, "-c", str(home / "broker.conf"), stores=False)
    broker.user = "a:b"
    broker.start()
    return broker


@pytest.mark.parametrize(
    ("kind", "missing"),
    [(kind, right) for kind, rights in RIGHTS.items() for right in rights
     if right not in ("$JS.ACK.>", "$JS.FC.>", "_INBOX.>")],
)  # fmt: skip
async def test_a_missing_permission_is_named_and_no_host_is_left(
    tmp_path: Path, kind: str, missing: str
) -> None:
    rights = {name: [right for right in all_ if right != missing] for name, all_ in RIGHTS.items()}
    broker = _broker_with(tmp_path, rights)
    cluster = ClusterHarness(broker, tmp_path)
    part = missing.removesuffix(">").lower()
    try:
        with pytest.raises(ClusterError, match="these credentials may not") as error:
            await cluster.host("north")
        assert part in str(error.value).lower()
    finally:
        broker.kill()


async def test_the_credentials_of_a_machine_that_thinks_are_refused_to_a_host_in_plain_words(
    tmp_path: Path,
) -> None:
    rights = {"subscribe": ["caravan.ai.>"], "allow_responses": {"max": 1, "expires": "1m"}}
    broker = _broker_with(tmp_path, rights)
    try:
        with pytest.raises(ClusterError, match="may not receive answers") as error:
            await ClusterHarness(broker, tmp_path).host("north")
        assert "packaging/nats/caravan.conf" in str(error.value)
        assert "inbox" not in str(error.value).lower()
    finally:
        broker.kill()


async def test_a_broker_without_storage_says_how_to_start_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker = Broker(tmp_path, stores=False)
    broker.start()
    monkeypatch.setattr(buckets, "TIMEOUT", 1.0)
    monkeypatch.setattr(buckets, "QUORUM_SECONDS", 1.0)
    try:
        with pytest.raises(ClusterError, match="no JetStream"):
            await connect(ClusterOptions((broker.url,)), "test")
    finally:
        broker.kill()
