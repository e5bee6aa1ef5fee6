"""A client of a server that connects with asyncssh."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import asyncssh

_CODES = re.compile(
    rb"\x1b\][^\x07\x1b]*(\x07|\x1b\\)|\x1b\[[0-9;?<>=]*[ -/]*[@-~]|\x1b[()].|\x1b."
)

PATIENCE = 45.0
"""Seconds after which something does not come any more, also on a slow machine that is busy."""


class SshClient:
    """A client with a key of its own, and what its terminal has received."""

    def __init__(self, port: int, key: Any = None) -> None:
        self.port = port
        self.key = key or asyncssh.generate_private_key("ssh-ed25519")
        self.received = bytearray()
        self.connection: Any = None
        self.process: Any = None
        self._reading: asyncio.Task[None] | None = None
        self._has_news = asyncio.Event()

    async def connect(self, **more: Any) -> Any:
        """Connect and prove the key."""
        self.connection = await asyncssh.connect(
            "127.0.0.1", self.port, username="x", client_keys=[self.key], known_hosts=None,
            agent_path=None, config=None, **more,
        )  # fmt: skip
        return self.connection

    async def open(self, term: str = "xterm-256color", **more: Any) -> SshClient:
        """Connect and open a terminal."""
        await self.connect()
        self.process = await self.connection.create_process(
            term_type=term, term_size=more.pop("size", (100, 30)), encoding=None, **more
        )
        self._reading = asyncio.create_task(self._read())
        return self

    async def _read(self) -> None:
        while data := await self.process.stdout.read(1 << 16):
            self.received += data
            self._has_news.set()

    def stop_reading(self) -> None:
        """Read nothing more, as a client that is stopped."""
        assert self._reading is not None
        self._reading.cancel()
        self.process.channel.pause_reading()

    @property
    def text(self) -> str:
        """What was received, without escape sequences."""
        return _CODES.sub(b" ", bytes(self.received)).decode("utf-8", "replace")

    async def wait_for_text(self, text: str) -> None:
        """Wait until this text was received."""
        try:
            async with asyncio.timeout(PATIENCE):
                while text not in self.text:
                    self._has_news.clear()
                    await self._has_news.wait()
        except TimeoutError:
            raise AssertionError(f"{text!r} does not come; {self.text[-1500:]!r}") from None

    def clear(self) -> None:
        """Forget what was received."""
        self.received.clear()

    def type(self, keys: str) -> None:
        """Press keys."""
        self.process.stdin.write(keys.encode())

    async def sign_up(self, name: str, **more: Any) -> SshClient:
        """The first session, up to the home screen."""
        await self.open(**more)
        await self.wait_for_text("Choose a name")
        self.type(f"{name}\r")
        await self.wait_for_text("Lobby")
        return self

    async def wait_closed(self) -> int | None:
        """Wait for the end of the session; its exit code."""
        async with asyncio.timeout(PATIENCE):
            await self.process.wait_closed()
        status: int | None = self.process.exit_status
        return status

    async def wait_disconnected(self) -> None:
        """Wait until the server has closed the connection."""
        async with asyncio.timeout(PATIENCE):
            await self.connection.wait_closed()

    async def close(self) -> None:
        """Disconnect."""
        if self._reading is not None:
            self._reading.cancel()
        if self.connection is not None:
            self.connection.abort()
