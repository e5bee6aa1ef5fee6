"""What is shipped to run a cluster: the compose file and what it describes, the broker's rights."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import urllib.request
from collections.abc import AsyncIterator
from pathlib import Path
from random import randrange
from typing import Any

import asyncssh
import pytest
import pytest_asyncio
from nats.aio.client import Client
from nats.aio.msg import Msg

from ai.views import pack
from caravan_tui.bus.messages import SearchRequest, SearchResult
from caravan_tui.bus.nats import NatsBus
from caravan_tui.cli.serve import serve, think
from caravan_tui.cluster.options import ClusterOptions, connect
from caravan_tui.cluster.searching import SEARCHES, Thinking
from tests.server.lobby_harness import AnyMove
from tests.server.test_restart import two_people
from tests.ssh.ssh_client import SshClient
from tests.support.broker import PROGRAM, Broker, flush
from tests.support.compose import filled_in, read_compose
from tests.support.until import until

TOP = Path(__file__).parents[2]
PACKAGING = TOP / "packaging"
COMPOSE = PACKAGING / "compose" / "compose.yaml"
WORDS = {"CARAVAN_PASSWORD": "secret", "THINKER_PASSWORD": "thoughts"}
PROGRAM_HERE = Path(sys.executable).with_name("caravan-tui")
STARTED_BY_IMAGE = {"docker.io/library/nats": ["nats-server"]}
"""By image: the entry point that it has, to which a command is nothing but arguments."""


def commands() -> dict[str, list[str]]:
    """By service: the arguments of what it starts, without an entry point of the compose file."""
    return {
        name: [filled_in(argument, WORDS) for argument in started(service)]
        for name, service in read_compose(COMPOSE)["services"].items()
    }


def started(service: dict[str, Any]) -> list[str]:
    """What a container of the service starts, as the compose file writes it."""
    return [*STARTED_BY_IMAGE.get(service["image"].rpartition(":")[0], []), *service["command"]]


def test_the_commands_of_the_compose_file_are_accepted() -> None:
    kinds = {"serve": serve, "think": think}
    accepted = []
    for command in commands().values():
        program, *rest = command
        if program == "caravan-tui":
            context = kinds[rest[0]].make_context(rest[0], rest[1:])
            assert len(context.params["cluster"]) == 3
            accepted.append(rest[0])
    assert accepted == ["serve", "serve", "think"]


def test_a_broker_is_given_options_and_nothing_else() -> None:
    """Its image starts nats-server itself, which ends at a word that it does not know."""
    brokers = {
        name: service["command"]
        for name, service in read_compose(COMPOSE)["services"].items()
        if name.startswith("broker")
    }
    assert len(brokers) == 3
    for command in brokers.values():
        assert all(option.startswith("--") for option in command[::2]), command


def test_the_balancer_is_not_stopped_before_the_hosts_have_notified_their_players() -> None:
    """Compose stops first what depends on others."""
    services = read_compose(COMPOSE)["services"]
    assert "depends_on" not in services["balancer"]
    hosts = [name for name in services if name.startswith("host")]
    assert len(hosts) == 2
    for host in hosts:
        assert set(services[host]["depends_on"]) == {"broker1", "broker2", "broker3"}


def test_every_file_that_the_compose_file_and_the_containerfile_need_is_there() -> None:
    services = read_compose(COMPOSE)["services"]
    for service in services.values():
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            assert not source.startswith(".") or (COMPOSE.parent / source).is_file(), volume
    build = services["host1"]["build"]
    context = (COMPOSE.parent / build["context"]).resolve()
    assert context == TOP and (context / build["dockerfile"]).is_file()
    for line in (PACKAGING / "Containerfile").read_text().splitlines():
        if line.startswith("COPY locks/"):
            assert (TOP / line.split()[1]).is_file(), line


def test_the_broker_understands_its_configuration(tmp_path: Path) -> None:
    text = (PACKAGING / "nats" / "caravan.conf").read_text()
    (tmp_path / "caravan.conf").write_text(text.replace("/var/lib/nats", str(tmp_path)))
    checked = subprocess.run(
        [PROGRAM, "-t", "-c", str(tmp_path / "caravan.conf")],
        capture_output=True, text=True, timeout=60, env={**os.environ, **WORDS},
    )  # fmt: skip
    assert checked.returncode == 0, checked.stderr


# Rights


@pytest_asyncio.fixture
async def locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Broker]:
    """A broker with the shipped configuration."""
    folder = tmp_path / "locked"
    folder.mkdir()
    shipped = (PACKAGING / "nats" / "caravan.conf").read_text()
    (folder / "caravan.conf").write_text(shipped.replace("/var/lib/nats", str(folder)))
    for name, value in WORDS.items():
        monkeypatch.setenv(name, value)
    broker = Broker(folder, "-c", str(folder / "caravan.conf"), stores=False)
    broker.start()
    yield broker
    broker.kill()


def url_of(broker: Broker, user: str) -> str:
    broker.user = user
    return broker.url


@pytest.mark.parametrize(
    "subject",
    [
        ">", "caravan.>", "caravan.match.*.seat.*", "caravan.match.m.table",
        "caravan.match.m.watch", "caravan.lobby", "caravan.news.*", "caravan.host.*", "$KV.>",
        "caravan-bucket.>", "_INBOX.>",
    ],
)  # fmt: skip
async def test_a_thinker_may_read_nothing_but_searches(locked: Broker, subject: str) -> None:
    errors: list[str] = []

    async def note(error: Exception) -> None:
        errors.append(str(error).lower())

    client = Client()
    await client.connect(url_of(locked, "thinker:thoughts"), error_cb=note)
    heard: list[Msg] = []

    async def hear(message: Msg) -> None:
        heard.append(message)

    await client.subscribe(subject, cb=hear)
    await until(lambda: errors)
    assert f'permissions violation for subscription to "{subject}"'.lower() in errors[0]
    await client.close()


@pytest.mark.parametrize(
    "subject", ["caravan.match.m.table", "caravan.ai.search", "_INBOX.x", "$KV.caravan_matches.m"]
)
async def test_a_thinker_may_say_nothing_unasked(locked: Broker, subject: str) -> None:
    errors: list[str] = []

    async def note(error: Exception) -> None:
        errors.append(str(error).lower())

    client = Client()
    await client.connect(url_of(locked, "thinker:thoughts"), error_cb=note)
    await client.publish(subject, b"")
    await until(lambda: errors)
    assert f'permissions violation for publish to "{subject}"'.lower() in errors[0]
    await client.close()


async def test_a_thinker_answers_searches_with_the_rights_that_it_has(locked: Broker) -> None:
    thinker = await connect(ClusterOptions((url_of(locked, "thinker:thoughts"),)), "t", False)
    host = await connect(ClusterOptions((url_of(locked, "caravan:secret"),)), "h")
    buses = [NatsBus(client) for client in (thinker, host)]
    pool = AnyMove(1)
    thinking = Thinking(buses[0], pool)
    match = two_people(to_the_end=False)
    ask = SearchRequest(
        match.record.game, pack(match.view(match.to_act)), match.to_act, "porter", 1
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("caravan_tui.cluster.searching.Pool.search", AnyMove.search)
        patch.setattr("caravan_tui.cluster.searching.Pool.idle", 1)
        thinking.start()
        await buses[0]._sent()
        await flush(thinker)
        for _time in range(3):
            answer = await buses[1].request(SEARCHES, ask, 20.0)
            assert isinstance(answer, SearchResult), answer
    thinking.stop()
    for bus in buses:
        await bus.close()
    for client in (thinker, host):
        await client.close()


# All of it


class Described:
    """The processes that the compose file describes, each service at an address of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        base = f"127.{randrange(64, 250)}.{randrange(250)}"
        self.addresses = {
            name: f"{base}.{number}" for number, name in enumerate(commands(), start=1)
        }
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        subprocess.run(
            ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / "host_key")],
            check=True,
        )

    def _at_home(self, service: str, text: str) -> str:
        """Addresses and paths of a container as they are here."""
        own = self.folder / service
        for name, address in self.addresses.items():
            text = re.sub(rf"\b{name}(?=:\d)", address, text)
        for path, here in {
            "/run/secrets/host_key": self.folder / "host_key",
            "/var/lib/caravan": own, "/var/lib/nats": own / "store",
            "/etc/nats/caravan.conf": own / "caravan.conf",
            "/usr/local/etc/haproxy/haproxy.cfg": own / "haproxy.cfg",
        }.items():  # fmt: skip
            text = text.replace(path, str(here))
        # A balancer on this machine comes from its first address, not from its own.
        text = text.replace("10.77.0.10", "127.0.0.1")
        return text.replace("0.0.0.0", self.addresses[service])

    def start(self, service: str) -> None:
        """Start one of them, and wait for nothing."""
        described = read_compose(COMPOSE)["services"][service]
        own = self.folder / service
        own.mkdir(exist_ok=True)
        for volume in described.get("volumes", []):
            source = COMPOSE.parent / volume.partition(":")[0]
            if source.is_file():
                text = self._at_home(service, source.read_text())
                text = text.replace("bind :", f"bind {self.addresses[service]}:")
                (own / source.name).write_text(text)
        command = [
            self._at_home(service, filled_in(argument, WORDS))
            for argument in [*described.get("entrypoint", []), *started(described)]
        ]
        extra: dict[str, list[str]] = {
            "nats-server": ["--addr", self.addresses[service]],
            "serve": ["--host", self.addresses[service]],
        }
        for word, more in extra.items():
            if word in command:
                command += more
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        with (self.folder / f"{service}.log").open("ab") as log:
            self.processes[service] = subprocess.Popen(
                command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, cwd=own,
                env={**os.environ, **WORDS, "PATH": path, "LANG": "C.UTF-8"},
            )  # fmt: skip

    def log(self, service: str) -> str:
        """What it has said."""
        return (self.folder / f"{service}.log").read_text()

    def is_ready(self, host: str) -> bool:
        """Whether a balancer sends players to a host."""
        url = f"http://{self.addresses[host]}:9464/readyz"
        with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=2) as page:
            return bool(page.status == 200)
        return False

    def stop(self) -> dict[str, int]:
        """End them in order, and return their exit codes."""
        codes = {}
        for service in reversed(self.processes):
            process = self.processes[service]
            process.send_signal(signal.SIGTERM)
            try:
                codes[service] = process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                codes[service] = process.wait()
        return codes


async def _invite(described: Described) -> str:
    address = described.addresses["broker2"]
    made = await asyncio.create_subprocess_exec(
        str(PROGRAM_HERE), "invite", "--cluster", f"nats://caravan:secret@{address}:4222",
        stdout=subprocess.PIPE, env={**os.environ, "LANG": "C.UTF-8"},
    )  # fmt: skip
    text = (await made.communicate())[0].decode()
    code = re.search(r"\b[A-Z0-9]{4}(-[A-Z0-9]{4})+\b|\b[A-Za-z0-9_-]{8,}\b", text)
    assert code is not None, text
    return code[0]


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="every address of the loopback")
@pytest.mark.skipif(shutil.which("haproxy") is None, reason="needs HAProxy")
async def test_the_processes_that_the_compose_file_describes_serve_players(tmp_path: Path) -> None:
    described = Described(tmp_path)
    clients: list[SshClient] = []
    codes: dict[str, int] = {}
    try:
        for service in commands():
            described.start(service)
        await until(lambda: all(described.is_ready(host) for host in ("host1", "host2")))
        await until(lambda: "Thinking for the cluster" in described.log("thinker"))
        players: list[Any] = []
        for number in (1, 2):
            source = f"127.0.0.{20 + number}"
            client = SshClient(2222)
            clients.append(client)
            await _open(client, described.addresses["balancer"], source)
            await client.wait_for_text("Invite code:")
            client.type(f"{await _invite(described)}\r")
            await client.wait_for_text("Choose a name:")
            client.type(f"Player {number}\r")
            await client.wait_for_text("Lobby")
            players.append(source)
        homes = [tmp_path / host / "server" for host in ("host1", "host2")]
        assert {stat.S_IMODE(home.stat().st_mode) for home in homes} == {0o700}
        logs = [(home / "log" / "server.jsonl").read_text() for home in homes]
        for source in players:
            assert any(source in log for log in logs), "the host knows where the player comes from"
    finally:
        for client in clients:
            if client.connection is not None:
                client.connection.abort()
        codes = await asyncio.to_thread(described.stop)
    assert codes["host1"] == codes["host2"] == codes["thinker"] == 0, codes


async def _open(client: SshClient, address: str, source: str) -> None:
    """Open a terminal through the balancer, from an address of its own."""
    await until(lambda: _accepts(address, client.port))
    client.connection = await asyncssh.connect(
        address, client.port, username="x", client_keys=[client.key], known_hosts=None,
        agent_path=None, config=None, local_addr=(source, 0),
    )  # fmt: skip
    client.process = await client.connection.create_process(
        term_type="xterm-256color", term_size=(100, 30), encoding=None
    )
    client._reading = asyncio.create_task(client._read())


def _accepts(address: str, port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection((address, port), 1) as end:
        end.settimeout(1)
        return end.recv(4) == b"SSH-"
    return False
