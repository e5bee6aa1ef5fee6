"""`python -m bench.throttle PROCESS TIMES`: let a process and its children run only now and then.

They are stopped and continued many times a second, so that to each of them the machine seems
TIMES slower. Ends when the process does.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from pathlib import Path
from time import perf_counter, sleep

PERIOD = 0.03
"""Seconds from one stop to the next."""

LOOK = 0.5
"""Seconds from one look for new children to the next."""


def family(process: int) -> list[int]:
    """A process and all that descend from it, but this one."""
    members = [process]
    for member in members:
        with contextlib.suppress(OSError):
            children = Path(f"/proc/{member}/task/{member}/children").read_text("ascii")
            members += [int(child) for child in children.split() if int(child) != os.getpid()]
    return members


def send(members: list[int], number: signal.Signals) -> None:
    """Send a signal to each that still runs."""
    for member in members:
        with contextlib.suppress(ProcessLookupError):
            os.kill(member, number)


def main() -> int:
    """Throttle until there is nothing left to throttle."""
    process, times = int(sys.argv[1]), float(sys.argv[2])
    members, looked = family(process), perf_counter()
    while Path(f"/proc/{process}").exists():
        sleep(PERIOD / times)
        send(members, signal.SIGSTOP)
        try:
            sleep(PERIOD * (1.0 - 1.0 / times))
        finally:
            send(members, signal.SIGCONT)
        if perf_counter() - looked > LOOK:
            members, looked = family(process), perf_counter()
    return 0


if __name__ == "__main__":
    sys.exit(main())
