"""Bounds on the memory that a client can make the SSH layer use: inflated packets and variables.

asyncssh has none of its own. Any key is enough to send packets that are compressed a
thousandfold, so each bound applies before an account is asked for.
"""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import Callable

import asyncssh
from asyncssh.compression import Compressor, Decompressor, register_compression_alg
from asyncssh.packet import SSHPacket

COMPRESSION = "zlib@openssh.com"
"""The only compression offered: it starts after the client has proved its key."""

MAX_PACKET = 64 << 10
"""Bytes of one packet after inflation. Clients are told to send at most half of it."""
INFLATED_PER_SECOND = 1 << 20
INFLATED_BURST = 2 << 20
"""Bytes after inflation that a connection may send, on average and at once."""

WINDOW = 1 << 16
"""Bytes that a client may type ahead of the server."""

MAX_VARIABLES = 64
MAX_ENVIRONMENT = 16 << 10
"""Variables that a client may send, and bytes of their names and values together."""


class BoundedDecompressor(Decompressor):
    """Inflates packets up to a size and a rate. Beyond, it returns None, which ends the
    connection."""

    def __init__(self) -> None:
        self._zlib = zlib.decompressobj()
        self._left = float(INFLATED_BURST)
        self._refilled = time.monotonic()

    def decompress(self, data: bytes) -> bytes | None:
        """Inflate the payload of a packet."""
        try:
            inflated = self._zlib.decompress(data, MAX_PACKET + 1)
        except zlib.error:
            return None
        if len(inflated) > MAX_PACKET or self._zlib.unconsumed_tail or self._zlib.eof:
            return None
        now = time.monotonic()
        refill = (now - self._refilled) * INFLATED_PER_SECOND
        self._left = min(INFLATED_BURST, self._left + refill) - len(inflated)
        self._refilled = now
        return inflated if self._left >= 0 else None


class FlushingCompressor(Compressor):
    """Deflates each packet completely, so that the client can show it at once."""

    def __init__(self) -> None:
        self._zlib = zlib.compressobj()

    def compress(self, data: bytes) -> bytes:
        """Deflate the payload of a packet."""
        return self._zlib.compress(data) + self._zlib.flush(zlib.Z_SYNC_FLUSH)


def bound_compression() -> None:
    """Make asyncssh inflate within bounds in this process. Call before starting a server."""
    register_compression_alg(
        COMPRESSION.encode(), FlushingCompressor, BoundedDecompressor, True, False
    )


class BoundedChannel(asyncssh.SSHServerChannel[bytes]):
    """A session channel that bounds the variables a client sends, and forwards nothing.

    asyncssh handles requests for forwarding in tasks and queues what follows. Here they are
    refused at once.
    """

    _variables = 0
    _environment_size = 0
    on_refused: Callable[[str], None] = staticmethod(lambda what: None)
    """Called with what the client may not forward."""

    def _process_env_request(self, packet: SSHPacket) -> bool:
        self._variables += 1
        self._environment_size += len(packet.get_remaining_payload())
        if self._variables > MAX_VARIABLES or self._environment_size > MAX_ENVIRONMENT:
            raise asyncssh.ProtocolError("Too many variables")
        return super()._process_env_request(packet)

    def _process_x11_req_request(self, packet: SSHPacket) -> bool:
        self.on_refused("X11")
        return False

    def _process_auth_agent_req_at_openssh_dot_com_request(self, packet: SSHPacket) -> None:
        self.on_refused("agent")
        self._report_response(False)


def bounded_channel(
    connection: asyncssh.SSHServerConnection, on_refused: Callable[[str], None]
) -> BoundedChannel:
    """A channel for a session of raw bytes, without asyncssh's line editor. `on_refused` is called
    with what the client may not forward."""
    channel = BoundedChannel(
        connection,
        asyncio.get_running_loop(),
        allow_pty=True,
        line_editor=False,
        line_echo=False,
        line_history=0,
        max_line_length=0,
        encoding=None,
        errors="strict",
        window=WINDOW,
        max_pktsize=MAX_PACKET // 2,
    )
    channel.on_refused = on_refused
    return channel
