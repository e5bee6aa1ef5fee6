"""What a balancer in front of the hosts knows: which of them take players."""

from __future__ import annotations

import asyncio
import contextlib

from tests.chaos.processes import HostProcess

INTERVAL, PATIENCE = 0.5, 0.7
"""Seconds between two looks at a host, and those that its answer may take, as in
`packaging/haproxy/haproxy.cfg`."""
FALL = 2
"""Looks without an answer after which nobody is sent there."""


class Balancer:
    """Asks every host for its `/readyz`."""

    def __init__(self, hosts: list[HostProcess]) -> None:
        self._hosts = hosts
        self._failures = dict.fromkeys((host.name for host in hosts), FALL)
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Look at the hosts from now on."""
        self._tasks = [asyncio.create_task(self._watch(host)) for host in self._hosts]

    async def close(self) -> None:
        """Look no longer."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def ready(self) -> list[HostProcess]:
        """The hosts to which players are sent."""
        return [host for host in self._hosts if self._failures[host.name] < FALL]

    async def _watch(self, host: HostProcess) -> None:
        while True:
            is_ready = await self._is_ready(host)
            self._failures[host.name] = 0 if is_ready else self._failures[host.name] + 1
            await asyncio.sleep(INTERVAL)

    async def _is_ready(self, host: HostProcess) -> bool:
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_connection("127.0.0.1", host.probes)
                try:
                    writer.write(b"GET /readyz HTTP/1.0\r\n\r\n")
                    return b" 200 " in await reader.readline()
                finally:
                    writer.close()
        return False
