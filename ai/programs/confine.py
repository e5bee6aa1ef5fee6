"""`python -m ai.programs.confine PROGRAM [ARGUMENTS]`: run a program that plays, within limits.

It has the low priority of our own search, ends when its table does, and may take so much memory
and no more. With `--bare` first, on a server, it gets only the plain variables of the environment.
It is no jail: it runs with the rights of who started it.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from ai.process import NICENESS, SERVER_NICENESS, die_with_parent, lower_priority

MEMORY = 2 << 30
"""Bytes of data; a program that wants more fails."""

MOST_FILES = 64
"""Open files."""

BARE = "--bare"
"""Before the command: hand over only PLAIN of the environment. A server's may hold secrets."""

PLAIN = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR")


def confine(niceness: int) -> None:
    """Set the limits for this process and those that it becomes, where the system has any."""
    die_with_parent()
    lower_priority(niceness)
    with suppress(ImportError, OSError, ValueError):
        import resource  # not there on Windows

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_NOFILE, (MOST_FILES, MOST_FILES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main(command: list[str]) -> int:
    """Become the program; the exit code if it cannot be started, as a shell has it."""
    is_bare = command[0] == BARE
    confine(SERVER_NICENESS if is_bare else NICENESS)
    environment = dict(os.environ)
    if is_bare:
        command = command[1:]
        environment = {name: environment[name] for name in PLAIN if name in environment}
    try:
        os.execvpe(command[0], command, environment)
    except OSError as error:
        print(f"{command[0]}: {error.strerror}", file=sys.stderr)
        return 127


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
