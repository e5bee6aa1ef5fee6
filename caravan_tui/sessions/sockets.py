"""What doors ask of the system for the connection to a client."""

from __future__ import annotations

import contextlib
import socket

SEND_BUFFER = 32 << 10
"""Bytes that the system may queue for a client: what is queued is old when it is seen."""


def tune_socket(client_socket: socket.socket, keepalive_interval: float) -> None:
    """Keep the system's queue to a client short, send small packets at once, and give a client up
    that acknowledges nothing for three keepalive intervals (in seconds)."""
    options = [
        (socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER),
        (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),
    ]
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        options.append((socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, SEND_BUFFER // 2))
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        milliseconds = int(3000 * keepalive_interval)
        options.append((socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds))
    for level, name, value in options:
        with contextlib.suppress(OSError, AttributeError):
            client_socket.setsockopt(level, name, value)
