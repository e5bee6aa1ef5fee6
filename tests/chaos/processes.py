"""The processes of a cluster that chaos befalls: hosts behind lines that can be cut, a thinker."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import sys
from pathlib import Path

from caravan_tui.server.config import Config
from tests.chaos.brokers import ClusteredBroker
from tests.chaos.lines import Line
from tests.support.ports import free_port

START_SECONDS = 30.0


class HostProcess:
    """One host, and the door for robots."""

    def __init__(self, name: str, folder: Path, notes: Path) -> None:
        self.name, self.folder, self.notes = name, folder, notes
        self.lines: list[Line] = []
        self.probes = free_port()
        self.is_ready = asyncio.Event()
        self.exit_codes: list[int] = []
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._waiting: dict[str, asyncio.Future[str]] = {}

    async def lay_lines(self, brokers: list[ClusteredBroker]) -> None:
        """One to each broker."""
        for broker in brokers:
            line = Line(broker.port)
            await line.start()
            self.lines.append(line)

    def take_key(self, other: HostProcess) -> None:
        """Let players find the same key here as at another host."""
        self.folder.mkdir(exist_ok=True)
        shutil.copy(Config(home=other.folder).host_key, Config(home=self.folder).host_key)

    async def start(self) -> None:
        """Start it, and wait for nothing."""
        self.folder.mkdir(exist_ok=True)
        urls = [f"nats://127.0.0.1:{line.port}" for line in self.lines]
        with (self.folder.parent / f"{self.name}.log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.chaos.host", str(self.folder), self.name, "3",
                str(self.notes), str(self.probes), *urls,
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=log,
                env={**os.environ, "LANG": "C.UTF-8"}, start_new_session=True,
            )  # fmt: skip
        self._reading = asyncio.create_task(self._read(self._process))

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while line := (await process.stdout.readline()).decode().split():
            if line == ["ready"]:
                self.is_ready.set()
            elif len(line) == 2:
                answer = self._waiting.pop(line[0], None)
                if answer is not None and not answer.done():
                    answer.set_result(line[1])
        self.is_ready.clear()
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(ConnectionError("the host has ended"))
        self._waiting.clear()

    async def admit(self, account: str) -> str:
        """A token for a session of this account. Raises ConnectionError."""
        if self._process is None or self._process.stdin is None or not self.is_ready.is_set():
            raise ConnectionError("the host does not serve")
        answer = self._waiting.setdefault(account, asyncio.get_running_loop().create_future())
        self._process.stdin.write(account.encode() + b"\n")
        try:
            token = await answer
        finally:
            self._waiting.pop(account, None)
        if token == "-":
            raise ConnectionError("the host admits nobody")
        return token

    def signal(self, number: signal.Signals) -> None:
        """Send one to it; it may have ended."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(number)

    async def ended(self) -> None:
        """Wait for its end."""
        if self._process is not None:
            self.exit_codes.append(await self._process.wait())
            assert self._reading is not None
            await self._reading

    async def kill(self) -> None:
        """Kill it and all that it has started, and wait for its end."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            await self.ended()

    async def close(self) -> None:
        """End it for good."""
        await self.kill()
        for line in self.lines:
            await line.close()


class Thinker:
    """A machine that searches for the hosts, and does nothing else."""

    def __init__(self, folder: Path, brokers: list[ClusteredBroker]) -> None:
        self._folder, self._brokers = folder, brokers
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it, and wait for nothing."""
        urls = [f"--cluster=nats://127.0.0.1:{broker.port}" for broker in self._brokers]
        with (self._folder / "thinker.log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "caravan_tui", "think", *urls, "--workers", "1",
                stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip

    async def kill(self) -> None:
        """Kill it and its workers."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            await self._process.wait()
