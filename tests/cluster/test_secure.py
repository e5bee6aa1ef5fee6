"""A broker with TLS or credentials is reached, and what is wrong there is said in a line, soon."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from caravan_tui.cluster.accounts import create_invites
from caravan_tui.cluster.options import ClusterError, ClusterOptions, connect
from caravan_tui.server.accounts import create_invite
from caravan_tui.server.config import Config
from caravan_tui.serving import Server, join, startup_lines
from tests.support.broker import Broker
from tests.support.broker_keys import write_certificates, write_operator

SOON = 20.0


@contextlib.contextmanager
def _serving(configuration: Path) -> Iterator[Broker]:
    broker = Broker(configuration.parent, "-c", str(configuration), stores=False)
    broker.start()
    try:
        yield broker
    finally:
        broker.kill()


async def _connect(way: ClusterOptions) -> None:
    async with asyncio.timeout(SOON):
        client = await connect(way, "test")
        await client.close()


async def test_credentials_let_in(tmp_path: Path) -> None:
    configuration, credentials = write_operator(tmp_path)
    with _serving(configuration) as broker:
        await _connect(ClusterOptions((broker.url,), credentials))
        with pytest.raises(ClusterError, match="refuses these credentials"):
            await _connect(ClusterOptions((broker.url,)))


async def test_credentials_of_another_operator_are_refused(tmp_path: Path) -> None:
    for name in ("own", "other"):
        (tmp_path / name).mkdir()
    configuration, _own = write_operator(tmp_path / "own")
    _other, credentials = write_operator(tmp_path / "other")
    with (
        _serving(configuration) as broker,
        pytest.raises(ClusterError, match="refuses these credentials"),
    ):
        await _connect(ClusterOptions((broker.url,), credentials))


def _without_seed(text: str) -> str:
    return text.partition("-----BEGIN USER NKEY SEED")[0]


def _with_a_letter_changed(text: str) -> str:
    before, mark, after = text.partition("\nSU")
    return before + mark + ("B" if after[9] == "A" else "A").join((after[:9], after[10:]))


@pytest.mark.parametrize("harm", [_without_seed, _with_a_letter_changed, lambda _text: "none"])
async def test_a_file_without_credentials_is_named(tmp_path: Path, harm: object) -> None:
    _configuration, credentials = write_operator(tmp_path)
    credentials.write_text(harm(credentials.read_text()))  # type: ignore[operator]
    with pytest.raises(ClusterError, match=r"user\.creds holds no credentials"):
        await _connect(ClusterOptions(("nats://127.0.0.1:1",), credentials))


@pytest.mark.parametrize("scheme", ["tls", "nats"])
async def test_a_certificate_that_is_vouched_for_is_taken_and_another_refused_soon(
    tmp_path: Path, scheme: str, caplog: pytest.LogCaptureFixture
) -> None:
    configuration, authority = write_certificates(tmp_path)
    with _serving(configuration) as broker:
        url = broker.url.replace("nats:", f"{scheme}:")
        await _connect(ClusterOptions((url,), authority=authority))
        with pytest.raises(ClusterError, match=rf"no secure connection to {url}: nobody you trust"):
            await _connect(ClusterOptions((url,)))
    assert not [record for record in caplog.records if record.name == "asyncio"]


@pytest.mark.parametrize(
    ("harm", "reason"),
    [
        ({"days_left": -1}, "its certificate has expired"),
        ({"address": "10.0.0.5"}, "its certificate is for another name"),
    ],
)
async def test_what_is_wrong_with_a_certificate_is_said_in_words(
    tmp_path: Path, harm: dict[str, Any], reason: str
) -> None:
    configuration, authority = write_certificates(tmp_path, **harm)
    with _serving(configuration) as broker, pytest.raises(ClusterError, match=reason):
        await _connect(ClusterOptions((broker.url,), authority=authority))


async def test_the_invite_codes_of_a_host_are_made_as_it_says(
    broker: Broker, tmp_path: Path
) -> None:
    config = Config(home=tmp_path / "home")
    way = ClusterOptions((broker.url.replace("//", "//anna:secret@"),))
    host, backend = await join(config, way)
    try:
        lines = startup_lines(Server(config, cluster=(host, backend)))
        assert not await host.accounts.is_valid_invite(create_invite(config, 1.0))
        (code,) = await create_invites(way, 1.0, 1)
        assert await host.accounts.is_valid_invite(code)
    finally:
        await host.close()
    (line,) = [line for line in lines if "caravan-tui invite" in line]
    there = broker.url.replace("//", "//USER:PASSWORD@")
    assert line.endswith(f"caravan-tui invite --cluster {there}"), line
