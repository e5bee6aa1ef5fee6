"""Players who come to a server with asyncssh as their client, and its settings."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path
from typing import Any

import asyncssh

from caravan_tui.ssh.config import Config

_CODES = re.compile(
    rb"\x1b\][^\x07\x1b]*(\x07|\x1b\\)|\x1b\[[0-9;?<>=]*[ -/]*[@-~]|\x1b[()].|\x1b."
)


class Player:
    """A client with a key of its own, and what its terminal was sent."""

    def __init__(self, port: int, key: Any = None) -> None:
        self.port = port
        self.key = key or asyncssh.generate_private_key("ssh-ed25519")
        self.sent = bytearray()
        self.connection: Any = None
        self.process: Any = None
        self._reading: asyncio.Task[None] | None = None

    async def connect(self, **more: Any) -> Any:
        """Connect and prove the key."""
        self.connection = await asyncssh.connect(
            "127.0.0.1", self.port, username="x", client_keys=[self.key], known_hosts=None,
            agent_path=None, config=None, **more,
        )  # fmt: skip
        return self.connection

    async def open(self, term: str = "xterm-256color", **more: Any) -> Player:
        """Connect and open a terminal."""
        await self.connect()
        self.process = await self.connection.create_process(
            term_type=term, term_size=more.pop("size", (100, 30)), encoding=None, **more
        )
        self._reading = asyncio.create_task(self._read())
        return self

    async def _read(self) -> None:
        while data := await self.process.stdout.read(1 << 16):
            self.sent += data

    @property
    def text(self) -> str:
        """What was sent, without the codes for colours and places."""
        return _CODES.sub(b" ", bytes(self.sent)).decode("utf-8", "replace")

    async def see(self, text: str, seconds: float = 8.0) -> None:
        """Wait until a text was sent."""
        end = time.monotonic() + seconds
        while text not in self.text:
            if time.monotonic() > end:
                raise AssertionError(f"{text!r} does not come; {self.text[-1500:]!r}")
            await asyncio.sleep(0.02)

    def forget(self) -> None:
        """Look only at what comes from now on."""
        self.sent.clear()

    def type(self, keys: str) -> None:
        """Press keys."""
        self.process.stdin.write(keys.encode())

    async def arrive(self, name: str, **more: Any) -> Player:
        """The first visit, up to the home screen."""
        await self.open(**more)
        await self.see("call you?")
        self.type(f"{name}\r")
        await self.see("Ahldarahd")
        await self.see("Lobby")
        return self

    async def gone(self, seconds: float = 8.0) -> int | None:
        """Wait for the end of the session; its exit code."""
        async with asyncio.timeout(seconds):
            await self.process.wait_closed()
        return self.process.exit_status

    async def close(self) -> None:
        """Hang up."""
        if self._reading is not None:
            self._reading.cancel()
        if self.connection is not None:
            self.connection.abort()


def config(home: Path, **more: Any) -> Config:
    """A small server."""
    given: dict[str, Any] = {
        "home": home, "host": "127.0.0.1", "port": 0, "policy": "open", "workers": 1,
        "farewell": 0.0, "connections_a_minute": 10_000, "connections_a_minute_an_address": 10_000,
    }  # fmt: skip
    return Config(**{**given, **more})


async def until(true: Any, seconds: float = 6.0) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it does not come to be so"
        await asyncio.sleep(0.02)
