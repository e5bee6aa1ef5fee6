"""Ports of the loopback for tests that must name one before they listen on it."""

from __future__ import annotations

import os
import random
import re
import socket

_FIRST = 10_240
_EACH = 1_000
"""How many each worker of pytest has for its own. All lie below those that systems give to
connections, so that neither another worker nor a connection takes one before it is used."""
_WORKERS = 16

_draw = random.SystemRandom()
_given: set[int] = set()


def free_port() -> int:
    """A port that nobody listens on now, and that no other call gets."""
    worker = re.sub(r"\D", "", os.environ.get("PYTEST_XDIST_WORKER", "")) or "0"
    first = _FIRST + int(worker) % _WORKERS * _EACH
    while True:
        port = _draw.randrange(first, first + _EACH)
        if port in _given:
            continue
        with socket.socket() as end:
            try:
                end.bind(("127.0.0.1", port))
            except OSError:
                continue
        _given.add(port)
        return port
