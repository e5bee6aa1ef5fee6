"""Streams between processes: late, in pieces, slow, and cut at any byte.

A stream loses nothing in the middle, doubles nothing and keeps its order, as the sockets of the
product do; what is lost is its end, and what is doubled is what a client asks again.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.world.loop import VirtualLoop

HIGH_WATER = 64 << 10
LOW_WATER = 16 << 10
TICK = 1e-6
IN_FLIGHT = 32 << 10
"""Bytes that wait between two ends, as in the buffers of a socket."""


class Pipe(asyncio.Transport):
    """One end of a stream."""

    def __init__(
        self, loop: VirtualLoop, network: Network, protocol: Any, process: str, rng: Random
    ) -> None:
        super().__init__()
        self.process = process
        self.protocol = protocol
        self.peer: Pipe | None = None
        self.is_stalled = False
        """Nothing is read here: a slow reader."""
        self._loop, self._network, self._rng = loop, network, rng
        self._out: deque[bytes] = deque()
        self._waiting = 0
        self._flying = 0
        self._arrived: deque[bytes] = deque()
        self._due = 0.0
        self._is_paused = self._is_writing_paused = False
        self._is_closing = self._is_lost = False
        self._has_eof = False
        self._pump: asyncio.Handle | None = None

    # Transport

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def is_closing(self) -> bool:
        return self._is_closing

    def get_protocol(self) -> Any:
        return self.protocol

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def get_write_buffer_size(self) -> int:
        return self._waiting

    def can_write_eof(self) -> bool:
        return False

    def is_reading(self) -> bool:
        return not self._is_paused

    def pause_reading(self) -> None:
        self._is_paused = True

    def resume_reading(self) -> None:
        self._is_paused = False
        self._loop.call_soon(self._hand_over, context=self._context())

    def stall(self, is_stalled: bool) -> None:
        """Stop reading, or go on."""
        self.is_stalled = is_stalled
        if not is_stalled:
            self._loop.call_soon(self._hand_over, context=self._context())

    def write(self, data: Any) -> None:
        if self._is_closing or self._is_lost or not data:
            return
        data = bytes(data)
        for watch in self._network.watchers:
            watch(self, data)
        self._out.append(data)
        self._waiting += len(data)
        if self._waiting > HIGH_WATER and not self._is_writing_paused:
            self._is_writing_paused = True
            self.protocol.pause_writing()
        self._send()

    def close(self) -> None:
        """No more is written; what waits is still sent."""
        if not self._is_closing:
            self._is_closing = True
            self._send()

    def abort(self) -> None:
        self.cut()

    def cut(self) -> None:
        """The line breaks: what is on its way is lost at both ends."""
        peer = self.peer
        self._lose(None)
        if peer is not None:
            peer._lose(ConnectionResetError("cut"))

    # The way of the bytes

    def _context(self) -> Any:
        return self._loop.context_of(self.process)

    def _send(self) -> None:
        """Put pieces of what waits on their way, as far as there is room."""
        peer = self.peer
        if peer is None or self._is_lost:
            return
        while self._out and self._flying < IN_FLIGHT:
            data = self._out.popleft()
            if len(data) > 1 and self._rng.random() < 0.15:
                middle = self._rng.randrange(1, len(data))
                data, rest = data[:middle], data[middle:]
                self._out.appendleft(rest)
            self._flying += len(data)
            self._waiting -= len(data)
            self._after_delay(peer._arrive, data)
        if self._is_writing_paused and self._waiting < LOW_WATER:
            self._is_writing_paused = False
            self._loop.call_soon(self.protocol.resume_writing, context=self._context())
        if self._is_closing and not self._out and not self._has_eof:
            self._has_eof = True
            self._after_delay(peer._arrive, b"")
            self._loop.call_soon(self._lose, None, context=self._context())

    def _after_delay(self, callback: Callable[[bytes], None], data: bytes) -> None:
        peer = self.peer
        assert peer is not None
        # Later than the piece before: timers of one time are called in any order.
        self._due = max(self._due + TICK, self._loop.now + self._network.delay(self._rng))
        self._loop.call_at(self._due, callback, data, context=peer._context())

    def _arrive(self, data: bytes) -> None:
        self._arrived.append(data)
        self._hand_over()

    def _hand_over(self) -> None:
        """Give the protocol what has arrived, unless nobody reads."""
        while self._arrived and not (self._is_paused or self.is_stalled or self._is_lost):
            data = self._arrived.popleft()
            if not data:
                self._is_closing = True
                if not self.protocol.eof_received():
                    self._lose(None)
                return
            self.protocol.data_received(data)
            if self.peer is not None:
                self.peer._flying -= len(data)
                self.peer._send()

    def _lose(self, error: Exception | None) -> None:
        if self._is_lost:
            return
        self._is_lost = self._is_closing = True
        self._out.clear()
        self._waiting = 0
        self._network.ends.pop(self, None)
        self._loop.call_soon(self.protocol.connection_lost, error, context=self._context())

    def __hash__(self) -> int:
        return id(self)


class _Listener:
    """What `create_unix_server` gives."""

    def __init__(self, network: Network, path: str) -> None:
        self._network, self._path = network, path

    def close(self) -> None:
        self._network.listeners.pop(self._path, None)


class Network:
    """All streams of the world."""

    def __init__(self, rng: Random) -> None:
        self.listeners: dict[str, tuple[Callable[[], Any], str]] = {}
        self.ends: dict[Pipe, None] = {}
        self.watchers: list[Callable[[Pipe, bytes], None]] = []
        """Called with every write: `watch(pipe, data)`."""
        self.latency = 0.005
        """Seconds that most bytes take; some take up to twenty times as long."""
        self._rng = rng

    def delay(self, rng: Random) -> float:
        """How long some bytes take."""
        return self.latency * (rng.random() if rng.random() < 0.9 else 20 * rng.random())

    def listen(self, path: str, factory: Callable[[], Any], process: str) -> _Listener:
        """Accept connections at a path."""
        self.listeners[path] = factory, process
        return _Listener(self, path)

    def connect(self, loop: VirtualLoop, path: str, protocol: Any, process: str) -> Pipe:
        """A connection. Raises ConnectionRefusedError if nobody listens."""
        if path not in self.listeners:
            raise ConnectionRefusedError(111, "Connection refused")
        factory, server = self.listeners[path]
        rng = Random(self._rng.getrandbits(64))
        near = Pipe(loop, self, protocol, process, rng)
        far = Pipe(loop, self, factory(), server, rng)
        near.peer, far.peer = far, near
        self.ends.update({near: None, far: None})
        loop.call_soon(far.protocol.connection_made, far, context=far._context())
        protocol.connection_made(near)
        return near

    def of(self, process: str) -> list[Pipe]:
        """The ends that a process holds."""
        return [pipe for pipe in self.ends if pipe.process == process]

    def on_death(self, process: str) -> None:
        """The system closes what a dead process had open."""
        for path, (_factory, server) in list(self.listeners.items()):
            if server == process:
                del self.listeners[path]
        for pipe in self.of(process):
            pipe.cut()
