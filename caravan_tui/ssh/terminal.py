"""The terminal of a client that has come by SSH.

Two queues can fill: that of the SSH channel, when the client's window is used up, and that of the
TCP transport. Of the second asyncssh tells nobody, so the terminal listens to the transport itself.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from enum import Enum
from functools import partial

import asyncssh

from caravan_tui.sessions.terminal import MAX_QUEUED, ClientTerminal


class Queue(Enum):
    """Where output waits for the client."""

    CHANNEL = "channel"
    TRANSPORT = "transport"


def channel_terminal(
    channel: asyncssh.SSHServerChannel[bytes],
    connection: asyncssh.SSHServerConnection,
    clock: Callable[[], float] = time.monotonic,
) -> ClientTerminal:
    """A terminal whose output goes into a channel. Whoever gets the calls of the channel passes
    those about a full queue on. `clock`: see `ClientTerminal`."""

    def send(data: bytes) -> None:
        with contextlib.suppress(OSError, asyncssh.Error):
            channel.write(data)

    terminal = ClientTerminal(send, clock)
    channel.set_write_buffer_limits(high=MAX_QUEUED)
    transport = getattr(connection, "_transport", None)  # there is no public way to it
    if transport is not None:
        transport.set_write_buffer_limits(high=MAX_QUEUED)
        # asyncssh leaves the transport's two calls to its protocol empty
        connection.pause_writing = partial(terminal.pause_writing, Queue.TRANSPORT)  # type: ignore[method-assign]  # see above
        connection.resume_writing = partial(terminal.resume_writing, Queue.TRANSPORT)  # type: ignore[method-assign]  # see above
    return terminal
