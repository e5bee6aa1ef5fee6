"""A broker for tests: nats-server on a free port of the loopback, with a folder of its own."""

from __future__ import annotations

import secrets
import socket
import subprocess
import sys
import time
from pathlib import Path

from nats.aio.client import Client

from tests.support.ports import free_port

PROGRAM = Path(sys.executable).with_name("nats-server")
START_SECONDS = 20.0


async def flush(client: Client) -> None:
    """Return when the broker has taken what this client has sent, subscriptions, too."""
    for _time in range(2):  # the library lets the first ping pass what waits to be sent
        await client.flush()


class Broker:
    """One nats-server, which can be killed and started again with what it has stored."""

    def __init__(self, folder: Path, *options: str, stores: bool = True) -> None:
        """`options`: of the program; `stores`: with JetStream."""
        self.folder, self.port = folder, free_port()
        self._name = secrets.token_hex(8)
        self._options = (*options, "-js", "-sd", str(folder)) if stores else options
        self.user = ""
        """Who connects, as `name:password`; empty: anybody may."""
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it listens."""
        user = f"{self.user}@" if self.user else ""
        return f"nats://{user}127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it listens."""
        with (self.folder / "broker.log").open("ab") as log:
            self._process = subprocess.Popen(
                [PROGRAM, "-n", self._name, "-a", "127.0.0.1", "-p", str(self.port),
                 *self._options],
                stdout=log, stderr=log, stdin=subprocess.DEVNULL,
            )  # fmt: skip
        end = time.monotonic() + START_SECONDS
        while True:
            if self._answers():
                return
            assert self._process.poll() is None, (self.folder / "broker.log").read_text()
            assert time.monotonic() < end, "the broker does not start"
            time.sleep(0.01)

    def _answers(self) -> bool:
        """Whether it listens: itself, not another program that has taken its port."""
        with socket.socket() as probe:
            probe.settimeout(START_SECONDS)
            if probe.connect_ex(("127.0.0.1", self.port)) != 0:
                return False
            greeting = probe.makefile().readline()
        return f'"server_name":"{self._name}"' in greeting

    def kill(self) -> None:
        """Kill it, if it runs."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
