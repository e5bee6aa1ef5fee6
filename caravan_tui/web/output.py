"""What a session has written and its page has not drawn yet, and how much of that there may be."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

SMALLEST, LARGEST = 8 << 10, 256 << 10
"""Bytes that may be on their way to a page."""
AT_FIRST = 64 << 10
LONGEST_QUEUE = 0.2
"""Seconds that bytes may wait on the way, beside what the line itself takes: what has waited longer
is old when it is seen."""


class Output:
    """The bytes of a session from the first that its page has not confirmed. Offsets count the
    bytes since the session began."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self.start = 0
        """The offset of the first byte that is kept."""

    @property
    def end(self) -> int:
        """The offset of the next byte."""
        return self.start + len(self._bytes)

    def __len__(self) -> int:
        return len(self._bytes)

    def append(self, data: bytes) -> None:
        """Keep what the session has written."""
        self._bytes += data

    def has(self, offset: int) -> bool:
        """Whether everything from an offset on is kept."""
        return self.start <= offset <= self.end

    def since(self, offset: int, most: int) -> bytes:
        """At most so many bytes from an offset on, which must be kept."""
        first = offset - self.start
        return bytes(self._bytes[first : first + most])

    def forget(self, offset: int) -> None:
        """Keep nothing before an offset, which must not be beyond the end."""
        del self._bytes[: offset - self.start]
        self.start = max(self.start, offset)


class Window:
    """How many bytes may be on their way: as many as a line takes without a queue, as a session
    whose output waits behind others is seen late. Proxies between server and page may queue a lot
    without saying so, so only what the page confirms counts."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.size = AT_FIRST
        self._clock = clock
        self._sent: deque[tuple[int, float]] = deque()
        """Offsets up to which something was sent, and when."""
        self._line = float("inf")
        """Seconds to the page and back, without a queue."""

    def on_sent(self, offset: int) -> None:
        """Everything up to an offset was sent."""
        self._sent.append((offset, self._clock()))

    def on_confirmed(self, offset: int, was_full: bool) -> None:
        """The page has drawn everything up to an offset; `was_full`: as many bytes as possible were
        on their way."""
        sent = None
        while self._sent and self._sent[0][0] <= offset:
            sent = self._sent.popleft()[1]
        if sent is None:
            return
        took = self._clock() - sent
        self._line = min(self._line, took)
        if took - self._line > LONGEST_QUEUE:
            self.size = max(SMALLEST, self.size // 2)
        elif was_full:
            self.size = min(LARGEST, self.size + (self.size >> 2))

    def restart(self) -> None:
        """Another connection: nothing is on its way."""
        self._sent.clear()
        self._line = float("inf")
