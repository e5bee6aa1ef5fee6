"""Lines in, lines out. Whatever is written passes `heard`, so that a voice can read it."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import threading
import unicodedata
from collections import deque
from typing import Final

LONGEST_LINE: Final = 2_000
"""Bytes of a typed line that are taken; the rest of it is dropped."""

MOST_WAITING: Final = 1_000
"""Lines that are read ahead of a script."""

_SPOKEN: Final = {
    " · ": ", ", "·": ", ", "→": " to ", "×": " times ", "…": "...", "•": "", "—": ", ",
    "►": "", "◄": "", "“": '"', "”": '"',
}  # fmt: skip
"""Signs that a voice spells out or leaves out, and what is written in their place."""

_BLANKS = re.compile(" {2,}")

_DRAWN: Final = range(0x2190, 0x2C00)
"""Arrows, frames, blocks and pictures."""


def heard(text: str) -> str:
    """A text as one line that a screen reader reads well: without control characters, frames and
    pictures, and with signs in words."""
    for sign, words in _SPOKEN.items():
        text = text.replace(sign, words)
    kept = []
    for char in text:
        category = unicodedata.category(char)
        if char in "\n\t" or category in ("Zl", "Zp"):
            kept.append(" ")
        elif category[0] != "C" and ord(char) not in _DRAWN:
            kept.append(char)
    return _BLANKS.sub(" ", "".join(kept)).strip()


class Console:
    """The typed lines of a user, and the way to what is read aloud.

    A thread reads, as a file, a pipe and a terminal are read alike in it on every system.
    """

    def __init__(self, source: int = 0, sink: int = 1, is_piped: bool = False) -> None:
        """`source`, `sink`: the descriptors of input and output; `is_piped`: nobody types there,
        whatever the descriptor looks like."""
        self._source, self._sink = source, sink
        self._encoding = getattr(sys.__stdout__, "encoding", None) or "utf-8"
        self._lines: deque[str] = deque()
        self._has_news = asyncio.Event()
        self._room = threading.Semaphore(MOST_WAITING)
        self._loop = asyncio.get_running_loop()
        self.has_ended = False
        """Whether no more lines come once those that wait are read."""
        self.stopped = asyncio.Event()
        """The process is to end, whatever waits."""
        self.is_broken = False
        """Whether nobody reads what is written any more."""
        self.is_interactive = os.isatty(source) and not is_piped
        """Whether somebody types who reads the answers first."""

    def start(self) -> None:
        """Begin to read."""
        threading.Thread(target=self._read, name="lines", daemon=True).start()

    # Input

    def _read(self) -> None:
        """Read lines until the end of input."""
        rest = b""
        while True:
            try:
                data = os.read(self._source, 1 << 16)
            except OSError:  # the terminal is gone
                data = b""
            *lines, rest = (rest + data).split(b"\n")
            rest = rest[:LONGEST_LINE]
            if not data and rest:
                lines, rest = [*lines, rest], b""
            for line in lines:
                self._room.acquire()
                if not self._send(line):
                    return
            if not data:
                self._send(None)
                return

    def _send(self, line: bytes | None) -> bool:
        try:
            self._loop.call_soon_threadsafe(self._take, line)
        except RuntimeError:  # the loop is closed
            return False
        return True

    def _take(self, line: bytes | None) -> None:
        if line is None:
            self.has_ended = True
        elif not self.has_ended:
            text = line[:LONGEST_LINE].decode("utf-8", "replace")
            printed = "".join(char if char.isprintable() else " " for char in text)
            self._lines.append(" ".join(printed.split()))
        self._has_news.set()

    def end(self) -> None:
        """Take no more lines, not even those that wait: the process is to end."""
        self.stopped.set()
        self.has_ended = True
        self._lines.clear()
        self._has_news.set()

    @property
    def head(self) -> str | None:
        """The next line; None: none is there yet, or none comes any more."""
        return self._lines[0] if self._lines else None

    async def wait(self) -> bool:
        """Wait for a line; False: none comes any more."""
        while not self._lines:
            if self.has_ended:
                return False
            self._has_news.clear()
            await self._has_news.wait()
        return True

    def pop(self) -> str:
        """Take the next line, which is there."""
        self._room.release()
        return self._lines.popleft()

    async def read(self) -> str | None:
        """The next line; None at the end of input."""
        return self.pop() if await self.wait() else None

    # Output

    def say(self, *texts: str) -> None:
        """Write texts, a line each; empty ones are left out."""
        lines = [line for text in texts for line in map(heard, text.split("\n")) if line]
        if not lines or self.is_broken:
            return
        data = "".join(f"{line}\n" for line in lines).encode(self._encoding, "replace")
        try:
            while data:
                data = data[os.write(self._sink, data) :]
        except OSError:  # nobody reads any more: the match is saved, and this is the end
            self.is_broken = True
            self.end()
