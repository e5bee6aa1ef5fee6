"""Three brokers that hold everything three times, as processes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import urllib.request
from pathlib import Path

from tests.support.broker import PROGRAM
from tests.support.ports import free_port

DISK_BYTES = 192 * 1024 * 1024
"""Of the small disk that one broker has where this process may mount one."""
PATIENCE = 30.0

_CONFIG = """
server_name: {name}
listen: 127.0.0.1:{port}
http: 127.0.0.1:{http}
max_payload: 8MB
jetstream {{ store_dir: "{store}", max_file_store: 1GB, max_memory_store: 64MB }}
cluster {{
  name: chaos
  listen: 127.0.0.1:{route}
  no_advertise: true
  routes: [{routes}]
}}
"""


class ClusteredBroker:
    """One of the three."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.folder = name, folder
        self.port, self.route, self.http = free_port(), free_port(), free_port()
        self.store = folder / "store"
        self.has_small_disk = False
        self.process: subprocess.Popen[bytes] | None = None

    def configure(self, brokers: list[ClusteredBroker]) -> None:
        """Write its file. `brokers`: all of them."""
        self.store.mkdir(parents=True)
        routes = ", ".join(f"nats://127.0.0.1:{other.route}" for other in brokers)
        (self.folder / "broker.conf").write_text(
            _CONFIG.format(
                name=self.name, port=self.port, http=self.http, route=self.route,
                store=self.store, routes=routes,
            )
        )  # fmt: skip

    def mount_small_disk(self) -> None:
        """Store on a disk that is soon full, if the system lets this process mount one."""
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", str(self.store)],
            capture_output=True, check=False,
        )  # fmt: skip
        self.has_small_disk = mounted.returncode == 0

    def start(self) -> None:
        """Start it, and wait for nothing."""
        with (self.folder / "broker.log").open("ab") as log:
            self.process = subprocess.Popen(
                [PROGRAM, "-c", str(self.folder / "broker.conf")],
                stdout=log, stderr=log, stdin=subprocess.DEVNULL,
            )  # fmt: skip

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal; a kill is waited for."""
        assert self.process is not None
        self.process.send_signal(number)
        if number == signal.SIGKILL:
            self.process.wait()

    def fill_disk(self) -> None:
        """Leave no byte of its small disk."""
        with contextlib.suppress(OSError), (self.store / "filler").open("wb", buffering=0) as file:
            while True:
                file.write(bytes(1 << 16))

    def empty_disk(self) -> None:
        """Remove what `fill_disk` wrote."""
        (self.store / "filler").unlink(missing_ok=True)

    def _is_healthy(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.http}/healthz", timeout=2) as page:
                return bool(json.load(page)["status"] == "ok")
        except (OSError, ValueError, KeyError):
            return False

    async def healthy(self) -> None:
        """Wait until it has all that the others have. Raises TimeoutError."""
        async with asyncio.timeout(PATIENCE):
            while not await asyncio.to_thread(self._is_healthy):
                await asyncio.sleep(0.05)

    def close(self) -> None:
        """End it, and unmount its disk."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.kill()
            self.process.wait()
        if self.has_small_disk:
            subprocess.run(["umount", str(self.store)], check=False)


async def start_brokers(folder: Path, ending: contextlib.AsyncExitStack) -> list[ClusteredBroker]:
    """Three brokers that know each other; the last has a small disk where that is possible.
    `ending` ends them."""
    brokers = [ClusteredBroker(f"broker-{number}", folder / f"b{number}") for number in range(3)]
    for broker in brokers:
        broker.configure(brokers)
    if os.geteuid() == 0:
        brokers[-1].mount_small_disk()
    for broker in brokers:
        ending.callback(broker.close)
        broker.start()
    await asyncio.gather(*(broker.healthy() for broker in brokers))
    return brokers
