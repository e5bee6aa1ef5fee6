"""A backup of the broker brings accounts, matches and leases back."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from nats.aio.client import Client

from caravan_tui.bus.lobby_messages import JoinMatch, Seated
from tests.cluster.cluster_harness import ClusterHarness
from tests.cluster.test_hosts import play_action, start_match
from tests.support.backup import back_up, restore
from tests.support.broker import Broker
from tests.support.until import until

PACKAGING = Path(__file__).parents[2] / "packaging"

MakeBroker = Callable[[str], Broker]


@pytest.fixture
def make_broker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MakeBroker:
    """Makes brokers with the rights that the shipped configuration gives, each with a folder."""
    monkeypatch.setenv("CARAVAN_PASSWORD", "secret")
    monkeypatch.setenv("THINKER_PASSWORD", "thoughts")

    def make(name: str) -> Broker:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        shipped = (PACKAGING / "nats" / "caravan.conf").read_text()
        (folder / "caravan.conf").write_text(shipped.replace("/var/lib/nats", str(folder)))
        broker = Broker(folder, "-c", str(folder / "caravan.conf"), stores=False)
        broker.user = "caravan:secret"
        return broker

    return make


async def _play(broker: Broker, folder: Path) -> tuple[str, int]:
    """A match at two hosts, which stop in order; its id and how far it is."""
    folder.mkdir()
    cluster = ClusterHarness(broker, folder)
    north, south = await cluster.host("north"), await cluster.host("south")
    anna, ben, match = await start_match(north, south)
    for _time in range(3):
        await play_action(match, [anna, ben])
    (server,) = [host for host in cluster.hosts if match in host.lobby.shared.supervisors]
    version = server.lobby.shared.supervisors[match].match.version
    for host in (north, south):
        await host.leave()
    return match, version


async def _go_on(broker: Broker, folder: Path, match: str, version: int) -> None:
    """The match goes on at hosts that have nothing but what the broker keeps."""
    folder.mkdir()
    cluster = ClusterHarness(broker, folder)
    try:
        east = await cluster.host("east")
        await until(lambda: match in east.lobby.shared.supervisors)
        assert east.lobby.shared.supervisors[match].match.version == version
        assert {account.name for account in east.accounts.all()} == {"Anna", "Ben"}
        people = [await east.connect(name) for name in ("Anna", "Ben")]
        for player in people:
            assert isinstance(await player.ask(JoinMatch(match)), Seated)
        assert (await play_action(match, people)).version > version
    finally:
        await cluster.close()


async def test_a_copy_of_the_folder_of_a_stopped_broker_goes_on(
    make_broker: MakeBroker, tmp_path: Path
) -> None:
    broker = make_broker("first")
    broker.start()
    match, version = await _play(broker, tmp_path / "before")
    broker.kill()
    shutil.copytree(tmp_path / "first", tmp_path / "second")
    again = make_broker("second")
    again.start()
    try:
        await _go_on(again, tmp_path / "after", match, version)
    finally:
        again.kill()


async def test_snapshots_of_a_running_broker_are_restored_with_the_rights_of_hosts(
    make_broker: MakeBroker, tmp_path: Path
) -> None:
    broker, again = make_broker("first"), make_broker("second")
    broker.start()
    again.start()
    client, other = Client(), Client()
    try:
        match, version = await _play(broker, tmp_path / "before")
        await client.connect(broker.url)
        await other.connect(again.url)
        await restore(other, await back_up(client))
        await _go_on(again, tmp_path / "after", match, version)
    finally:
        for each in (client, other):
            await each.close()
        for server in (broker, again):
            server.kill()
