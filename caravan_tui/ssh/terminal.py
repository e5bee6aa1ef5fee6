"""One client's terminal: plain questions before the app, then its bytes to and fro.

Between the session's pseudo-terminal and the client nothing is queued beyond a few kilobytes: if
the line is slow the session waits, so that what the client sees is never old.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from typing import Any

import asyncssh

from caravan_tui.words import said_to

READ = 8192
"""Bytes taken from a session at once."""
FULL = 8192
"""Bytes that may wait for the network before the session has to."""
TICK = 0.01
"""Seconds between two looks at a line that is full."""
TYPED_AHEAD = 1 << 16
"""Bytes that a client may send before its session reads them; more are dropped."""
LONGEST_LINE = 64

RESTORE = b"\x1b[?1049l\x1b[?25h\x1b[?1000;1002;1003;1006;1015;1016l\x1b[?1004;2004;2026;2048l"
RESTORE += b"\x1b[<u\x1b[0m\x1b]2;\x07\r\x1b[K"
"""Screen, cursor, mouse, paste, focus, title and keys as they were, however the session ended."""


class Line:
    """The network side of one client's terminal."""

    def __init__(self, channel: asyncssh.SSHServerChannel[bytes], connection: Any) -> None:
        self._channel = channel
        self._connection = connection
        self._typed = bytearray()
        self._came = asyncio.Event()
        self._master: int | None = None
        self.gone = asyncio.Event()
        """The client has gone."""
        self.last_key = time.monotonic()
        self.language = ""
        """What the client reads; empty: the language of this process."""

    def feed(self, data: bytes) -> None:
        """What the client has typed."""
        self.last_key = time.monotonic()
        if len(self._typed) + len(data) > TYPED_AHEAD:
            return
        self._typed += data
        self._came.set()
        self._forward()

    def write(self, data: bytes) -> None:
        """To the client, if it is still there."""
        if not self.gone.is_set():
            with contextlib.suppress(OSError, asyncssh.Error):
                self._channel.write(data)

    def say(self, text: str) -> None:
        """A line of plain text, a phrase in the client's language."""
        self.write("".join(f"{line}\r\n" for line in self._told(text).splitlines()).encode())

    def complain(self, text: str) -> None:
        """A line for a client that has asked for something else than a terminal to play on."""
        if not self.gone.is_set():
            with contextlib.suppress(OSError, asyncssh.Error):
                self._channel.write_stderr(f"{self._told(text)}\r\n".encode())

    def _told(self, text: str) -> str:
        return str(said_to(text, self.language) if self.language else text)

    # Plain questions

    async def ask(self, question: str, longest: int = LONGEST_LINE) -> str | None:
        """A line that the client types; None for Ctrl+C, Ctrl+D or Esc, or if it has gone."""
        self.write(f"{self._told(question)} ".encode())
        typed = ""
        pending = b""
        while True:
            while not self._typed:
                if self.gone.is_set():
                    return None
                self._came.clear()
                await self._came.wait()
            pending += bytes([self._typed.pop(0)])
            byte = pending[0]
            if byte in (3, 4, 27):
                self._typed.clear()
                self.write(b"\r\n")
                return None
            if byte in (10, 13):
                self.write(b"\r\n")
                return typed.strip()
            if byte in (8, 127):
                if typed:
                    typed = typed[:-1]
                    self.write(b"\b \b")
                pending = b""
                continue
            try:
                char = pending.decode()
            except UnicodeDecodeError:
                if len(pending) >= 4:
                    pending = b""
                continue
            pending = b""
            if char.isprintable() and len(typed) < longest:
                typed += char
                self.write(char.encode())

    def close(self) -> None:
        """The client has gone."""
        self.gone.set()
        self._came.set()

    # The app

    async def pump(self, master: int) -> None:
        """Carry a session's output to the client until the session closes its terminal. What the
        client types goes the other way. Output for a client that has gone is thrown away, so that
        the session can end."""
        self._master = master
        self._forward()
        loop = asyncio.get_running_loop()
        ready = asyncio.Event()
        loop.add_reader(master, ready.set)
        watching = True
        try:
            while True:
                await ready.wait()
                if self._waits():
                    if watching:
                        loop.remove_reader(master)
                        watching = False
                    await asyncio.sleep(TICK)
                    continue
                if not watching:
                    loop.add_reader(master, ready.set)
                    watching = True
                ready.clear()
                try:
                    data = os.read(master, READ)
                except BlockingIOError:
                    continue
                except OSError:  # the other side of the terminal is closed
                    return
                if not data:
                    return
                self.write(data)
        finally:
            loop.remove_reader(master)
            loop.remove_writer(master)
            self._master = None

    def _waits(self) -> bool:
        """Whether enough is on its way to the client already."""
        if self.gone.is_set():
            return False
        transport = getattr(self._connection, "_transport", None)
        if transport is None:
            return False
        waiting = transport.get_write_buffer_size() + self._channel.get_write_buffer_size()
        return bool(waiting > FULL)

    def _forward(self) -> None:
        """What was typed, to the session, as far as it takes it."""
        master = self._master
        if master is None or not self._typed:
            return
        try:
            written = os.write(master, self._typed)
            del self._typed[:written]
        except BlockingIOError:
            pass
        except OSError:
            self._typed.clear()
            return
        loop = asyncio.get_running_loop()
        if self._typed:
            loop.add_writer(master, self._forward)
        else:
            loop.remove_writer(master)
