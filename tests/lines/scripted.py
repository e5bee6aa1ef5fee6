"""A console whose lines are written before, and what was said to it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Sequence

from caravan_tui.hosts.local import LocalHost
from caravan_tui.lines.console import Console, heard
from caravan_tui.lines.home import Home


class ScriptedConsole(Console):
    """Reads the lines of a script, and keeps what is said."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        super().__init__()
        self.is_interactive = False
        self.said: list[str] = []
        for line in lines:
            self._take(line.encode())
        self.has_ended = True

    def pop(self) -> str:
        return self._lines.popleft()

    def say(self, *texts: str) -> None:
        self.said += [line for text in texts for line in map(heard, text.split("\n")) if line]

    @property
    def text(self) -> str:
        """All that was said."""
        return "\n".join(self.said)


async def said_at_home(host: LocalHost, *script: str) -> str:
    """What somebody hears who types these lines at home."""
    console = ScriptedConsole(script)
    await Home(host, console).run()
    return console.text


def program(*arguments: str, **more: str) -> list[str]:
    """The command that starts the program."""
    return [sys.executable, "-m", "caravan_tui", *arguments]


def environment(**variables: str) -> dict[str, str]:
    """The environment of a process of a test, with more variables."""
    return {**os.environ, "LANG": "C.UTF-8", "PYTHONUTF8": "1", **variables}


def run_script(lines: Sequence[str], *arguments: str, **variables: str) -> tuple[int, str, str]:
    """Run the program with a script on its standard input: exit code, output, errors."""
    done = subprocess.run(
        program(*arguments),
        input="".join(f"{line}\n" for line in lines).encode(),
        capture_output=True,
        env=environment(**variables),
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()
