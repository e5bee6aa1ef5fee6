"""Notices that the terminal is gone where no signal says it.

The kernel sends SIGHUP to the leader of the terminal's session, and a shell passes it on. A leader
that only waits for its children, as `make` does in a window of its own, does not.
"""

from __future__ import annotations

import asyncio
import contextlib
import select
from collections.abc import Callable
from threading import Thread


def watch_terminal(descriptor: int, on_hangup: Callable[[], None]) -> None:
    """Call `on_hangup` in the event loop that runs now once this descriptor's terminal has hung up.

    Costs nothing until then. Does nothing on a system that cannot wait for it.
    """
    if not hasattr(select, "poll"):  # Windows
        return
    loop = asyncio.get_running_loop()
    poll = select.poll()
    poll.register(descriptor, 0)  # a hangup is reported whatever is asked for

    def wait() -> None:
        events = poll.poll()
        if events and events[0][1] & select.POLLHUP:
            with contextlib.suppress(RuntimeError):  # the loop is closed: the app has left
                loop.call_soon_threadsafe(on_hangup)

    Thread(target=wait, name="terminal-hangup", daemon=True).start()
