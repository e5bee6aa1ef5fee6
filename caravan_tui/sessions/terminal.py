"""A client's terminal: plain questions before the app starts, then bytes to and from the app.

Between the session's pseudo-terminal and the client no more than a few kilobytes are queued. On a
slow connection the session waits, so that what the client sees is never old. The doors know which
queues can fill, and say when they do.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Hashable
from typing import Any

from caravan_tui.i18n import _, in_language

CHUNK = 8192
"""Bytes read from a session at once."""
MAX_QUEUED = 8192
"""Bytes that may wait for the network before the session has to."""
MAX_TYPED_AHEAD = 1 << 16
"""Bytes that a client may send before its session reads them; more are dropped."""
MAX_ANSWER = 64
"""Characters of an answer to a question."""
ESC = 27
END_OF_INPUT = 4
"""Ctrl+D."""
SEQUENCE_TIMEOUT = 0.1
"""Seconds within which the rest of a key's sequence follows its Esc."""

RESTORE = b"\x1b[?1049l\x1b[?25h\x1b[?1000;1002;1003;1006;1015;1016l\x1b[?1004;2004;2026;2048l"
RESTORE += b"\x1b[<u\x1b[0m\x1b]2;\x07\r\x1b[K"
"""Restores screen, cursor, mouse, paste, focus, title and keys, however the session ended."""


class ClientTerminal:
    """The network side of one client's terminal."""

    def __init__(
        self, send: Callable[[bytes], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`send` takes what goes to the client, and queues it where the client is slow (see
        `pause_writing`). `clock` returns seconds, for `last_input`."""
        self._send = send
        self._typed = bytearray()
        self._has_input = asyncio.Event()
        self._master: int | None = None
        self._full_queues: set[Hashable] = set()
        self._can_write = asyncio.Event()
        self._can_write.set()
        self.closed = asyncio.Event()
        """The client has disconnected."""
        self._clock = clock
        self.last_input = clock()
        self.language = ""
        """The client's language; empty for that of this process."""
        self.is_plain = False
        """Whether the client has asked for no terminal: it shows what it types itself, and ends its
        lines alone."""
        self.has_drawn = False
        """Whether the session has written an escape sequence, so that there is something to
        restore."""
        self._is_at_line_start = True

    # Flow control

    @property
    def is_blocked(self) -> bool:
        """Whether the session has to wait for the client to read."""
        return bool(self._full_queues)

    def pause_writing(self, queue: Hashable) -> None:
        """A queue is full: read nothing more from the session."""
        self._full_queues.add(queue)
        self._can_write.clear()

    def resume_writing(self, queue: Hashable) -> None:
        """A queue has room again."""
        self._full_queues.discard(queue)
        if not self._full_queues:
            self._can_write.set()

    # Input and output

    def feed(self, data: bytes) -> None:
        """Take what the client has typed."""
        self.last_input = self._clock()
        if len(self._typed) + len(data) > MAX_TYPED_AHEAD:
            return
        self._typed += data
        self._is_at_line_start = data.endswith((b"\n", b"\r"))
        self._has_input.set()
        self._forward_input()

    def end_input(self) -> None:
        """The client types nothing any more: the session reads the end of its input."""
        end = bytes([END_OF_INPUT])
        self.feed(end if self._is_at_line_start else b"\n" + end)

    def write(self, data: bytes) -> None:
        """Send to the client if it is still connected."""
        if not self.closed.is_set():
            self._send(data)

    def print(self, text: str, **values: Any) -> None:
        """Print a line, given in English as in the catalogue, in the client's language."""
        lines = self.translate(text, **values).splitlines()
        self.write("".join(f"{line}\n" for line in lines).encode().replace(b"\n", self.line_end))

    @property
    def line_end(self) -> bytes:
        """What ends a line of the client."""
        return b"\n" if self.is_plain else b"\r\n"

    def _echo(self, data: bytes) -> None:
        """Show what the client types, unless it does so itself."""
        if not self.is_plain:
            self.write(data)

    def translate(self, text: str, **values: Any) -> str:
        """A text, given in English as in the catalogue, in the client's language."""
        with in_language(self.language):
            return _(text).format(**values) if values else _(text)

    def close(self) -> None:
        """The client has disconnected. Output is thrown away from now on."""
        self.closed.set()
        self._has_input.set()
        self._can_write.set()

    # Plain questions

    async def prompt(self, question: str, max_length: int = MAX_ANSWER) -> str | None:
        """Ask for a line. None if the client types Ctrl+C, Ctrl+D or Esc, or disconnects. Arrows
        and other keys that send a sequence are ignored."""
        self.write(f"{self.translate(question)}{' ' if not self.is_plain else ''}".encode())
        if self.is_plain:
            self.write(self.line_end)
        answer = ""
        pending = b""
        while True:
            if not await self._wait_for_input():
                return None
            pending += bytes([self._typed.pop(0)])
            byte = pending[0]
            if byte == ESC and await self._skip_sequence():
                pending = b""
                continue
            if byte in (3, END_OF_INPUT, ESC):
                self._typed.clear()
                self._echo(b"\r\n")
                return None
            if byte in (10, 13):
                self._echo(b"\r\n")
                return answer.strip()
            if byte in (8, 127):
                if answer:
                    answer = answer[:-1]
                    self._echo(b"\b \b")
                pending = b""
                continue
            try:
                char = pending.decode()
            except UnicodeDecodeError:
                if len(pending) >= 4:
                    pending = b""
                continue
            pending = b""
            if char.isprintable() and len(answer) < max_length:
                answer += char
                self._echo(char.encode())

    async def _wait_for_input(self) -> bool:
        """Wait until the client has typed something; False if it has disconnected."""
        while not self._typed:
            if self.closed.is_set():
                return False
            self._has_input.clear()
            await self._has_input.wait()
        return True

    async def _skip_sequence(self) -> bool:
        """Drop the rest of a key's sequence after Esc; False if it was Esc alone."""
        try:
            async with asyncio.timeout(SEQUENCE_TIMEOUT):
                if not await self._wait_for_input() or self._typed[0] not in b"[O":
                    return False
                kind = self._typed.pop(0)
                while await self._wait_for_input():
                    if not 0x20 <= self._typed[0] <= 0x7E:
                        return True  # the sequence is cut short
                    final = self._typed.pop(0)
                    if kind == ord("O") or final >= 0x40:
                        return True
        except TimeoutError:
            pass
        return False

    # The app

    async def pump(self, master: int) -> None:
        """Send a session's output to the client, and its input to the session, until the session
        closes its terminal. `master` does not block. Output for a client that has disconnected is
        thrown away, so that the session can end."""
        self._master = master
        self._forward_input()
        try:
            while True:
                await self._can_write.wait()
                await _wait_readable(master)
                try:
                    data = os.read(master, CHUNK)
                except BlockingIOError:
                    continue
                except OSError:  # the other side of the terminal is closed
                    return
                if not data:
                    return
                self.has_drawn = self.has_drawn or ESC in data
                self.write(data)
        finally:
            asyncio.get_running_loop().remove_writer(master)
            self._master = None

    def _forward_input(self) -> None:
        """Pass what was typed on to the session, as much as it takes."""
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
            loop.add_writer(master, self._forward_input)
        else:
            loop.remove_writer(master)


async def _wait_readable(descriptor: int) -> None:
    """Wait until there is something to read, or the end."""
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    loop.add_reader(descriptor, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(descriptor)
