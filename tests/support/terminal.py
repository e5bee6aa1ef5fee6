"""The app in a terminal of its own, for what no test driver shows: escape codes and signals."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

_START = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
    "os.execv(sys.argv[1], sys.argv[1:])"
)
"""Makes the pseudo-terminal the controlling one, as a shell would, and starts a program."""

_APP = (sys.executable, "-m", "caravan_tui")


class Terminal:
    """A running app and its pseudo-terminal, of 80 × 24 at first."""

    def __init__(self, *arguments: str, program: Sequence[str] = _APP, **environment: str) -> None:
        self.master, slave = pty.openpty()
        self.resize(80, 24)
        self.text = ""
        """Everything that the app has written so far."""
        inherited = {
            name: value
            for name, value in os.environ.items()
            if name != "NO_COLOR" and not name.startswith("SSH_")
        }
        self.process = subprocess.Popen(
            [sys.executable, "-c", _START, *program, *arguments],
            env={**inherited, "TERM": "xterm-256color", "LANG": "C.UTF-8", **environment},
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)

    def resize(self, columns: int, rows: int) -> None:
        """Make the terminal larger or smaller."""
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def write(self, keys: str) -> None:
        """Type something."""
        os.write(self.master, keys.encode())

    def read_until(self, text: str, seconds: float = 60.0) -> None:
        """Read until the app has written `text`, or has ended."""
        end = time.monotonic() + seconds
        while text not in self.text and time.monotonic() < end:
            if not select.select([self.master], [], [], 0.2)[0]:
                continue
            try:
                self.text += os.read(self.master, 65536).decode("utf-8", "replace")
            except OSError:  # no process has the terminal open any more
                return

    def close(self) -> None:
        """Close the terminal, as a window that is closed. A second call does nothing."""
        if self.master >= 0:
            os.close(self.master)
            self.master = -1

    def wait(self) -> int:
        """Read what is still written, wait for the end, and return the exit code."""
        self.read_until("\0")
        return self.process.wait(60)


@contextmanager
def running_app(*arguments: str, **environment: str) -> Iterator[Terminal]:
    """The app on its home screen; killed at the end if it still runs."""
    terminal = Terminal(*arguments, **environment)
    try:
        terminal.read_until("Quit")
        assert "Quit" in terminal.text, terminal.text[-800:]
        yield terminal
    finally:
        if terminal.process.poll() is None:
            terminal.process.kill()
            terminal.process.wait()
        terminal.close()
