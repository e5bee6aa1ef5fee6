"""Addresses that the server listens on, and why it can't."""

from __future__ import annotations

import errno
import os
import socket

from caravan_tui.i18n import _

_FIRST_FREE = 1024
"""The first port that needs no privileges."""


def written_address(host: str, port: int) -> str:
    """An address as it stands in a URL."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def listening_error(text: str, error: OSError, host: str, port: int) -> OSError:
    """The error to raise when nothing can listen at an address, in words for the server's keeper.
    `text` has the places {address} and {reason}; an empty `host` stands for all addresses."""
    if error.errno == errno.EADDRINUSE:
        reason = _("the port is in use")
    elif error.errno == errno.EADDRNOTAVAIL:
        reason = _("this machine has no such address")
    elif error.errno == errno.EACCES and 0 < port < _FIRST_FREE:
        reason = _("ports below 1024 need a privilege; choose another one")
    elif error.errno is not None and error.errno > 0:
        reason = os.strerror(error.errno)  # asyncio's own text repeats the address
    else:
        reason = error.strerror or str(error)
    address = written_address(host, port) if host else str(port)
    return OSError(error.errno, text.format(address=address, reason=reason))


def free_port() -> int:
    """A port that is free at all addresses, of IPv4 and IPv6 alike. Raises OSError."""
    if socket.has_dualstack_ipv6():
        probe = socket.create_server(("", 0), family=socket.AF_INET6, dualstack_ipv6=True)
    else:
        probe = socket.create_server(("", 0))
    with probe:
        return int(probe.getsockname()[1])
