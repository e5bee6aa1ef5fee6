"""Why nothing can listen at an address, in words for who keeps the server."""

from __future__ import annotations

import errno

import pytest

from caravan_tui.server.listening import free_port, listening_error, written_address

TEXT = "not at {address}: {reason}"


@pytest.mark.parametrize(
    ("error", "host", "port", "text"),
    [
        (OSError(errno.EADDRINUSE, "error while ..."), "", 22, "not at 22: the port is in use"),
        (
            OSError(errno.EADDRNOTAVAIL, "error while ..."),
            "10.9.9.9",
            2222,
            "not at 10.9.9.9:2222: this machine has no such address",
        ),
        (
            PermissionError(errno.EACCES, "error while ..."),
            "::1",
            22,
            "not at [::1]:22: ports below 1024 need a privilege; choose another one",
        ),
        (PermissionError(errno.EACCES, "x"), "h", 2222, "not at h:2222: Permission denied"),
        (OSError("no name for it"), "h", 2222, "not at h:2222: no name for it"),
    ],
)
def test_the_reason_is_in_plain_words(error: OSError, host: str, port: int, text: str) -> None:
    worded = listening_error(TEXT, error, host, port)
    assert str(worded.strerror or worded) == text
    assert worded.errno == error.errno


def test_a_free_port_is_one() -> None:
    assert 1023 < free_port() < 65_536


def test_ipv6_stands_in_brackets() -> None:
    assert [written_address(host, 8) for host in ("::1", "h")] == ["[::1]:8", "h:8"]
