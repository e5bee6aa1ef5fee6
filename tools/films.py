"""Record the films of the doors into docs/films: `python -m tools.films [NAME ...]`.

Each is what a program has really written, as an asciicast (version 2). Only the time is not real:
pauses are as long as a viewer needs, however busy the machine is. `make films` runs this.
"""

from __future__ import annotations

import asyncio
import codecs
import fcntl
import json
import os
import pty
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import asyncssh
import msgspec

from caravan_tui.engine import Match, Seat
from caravan_tui.notices.channels import Channels
from caravan_tui.server.accounts import create_invite
from tests.browser.served import ThreadedServer
from tests.support.notice_servers import http_sink

DOCS: Final = Path(__file__).parents[1] / "docs"
FILMS: Final = DOCS / "films"
ENGINES: Final = DOCS / "examples" / "engines"
SIZE: Final = (80, 24)
PROMPT: Final = "\x1b[1;33m$\x1b[0m "
LETTER_SECONDS: Final = 0.05
LOOK_SECONDS: Final = 1.2
"""Time that a viewer gets for what is new."""
READ_SECONDS: Final = 0.15
"""Time for each line of text."""
STILL_SECONDS: Final = 0.6
"""Time after which a program that writes nothing waits for input."""
TIMEOUT: Final = 120.0


class Film:
    """The events of an asciicast."""

    def __init__(self, title: str, size: tuple[int, int] = SIZE) -> None:
        self._head = {
            "version": 2, "width": size[0], "height": size[1], "title": title,
            "env": {"TERM": "xterm-256color"},
        }  # fmt: skip
        self._events: list[tuple[float, str, str]] = []
        self._now = 0.0
        self.text = ""
        """What was written since the last key."""
        self.has_screen = False
        """Whether an app draws on it, in place of lines."""

    def show(self, text: str) -> None:
        """Something is written now."""
        if text:
            self.text += text
            self.has_screen = self.has_screen or "\x1b[?1049h" in text
            self._events.append((round(self._now, 2), "o", text))

    def pass_time(self, seconds: float) -> None:
        """Nothing happens for a while."""
        self._now += seconds

    def type_command(self, command: str) -> None:
        """Show a command as somebody types it after a prompt."""
        self.show(PROMPT)
        self.pass_time(LOOK_SECONDS)
        for letter in command:
            self.show(letter)
            self.pass_time(LETTER_SECONDS)
        self.show("\r\n")

    def save(self, name: str) -> None:
        """Write the film."""
        FILMS.mkdir(exist_ok=True)
        lines = [json.dumps(part, ensure_ascii=False) for part in (self._head, *self._events)]
        path = FILMS / f"{name}.cast"
        path.write_text("\n".join(lines) + "\n", "utf-8")
        print(path, path.stat().st_size)


class Program:
    """A program in a terminal, and the film of it."""

    def __init__(self, film: Film, command: str, folder: Path) -> None:
        """Run a command of the shell in a folder."""
        self._film = film
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        film.type_command(command)
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", SIZE[1], SIZE[0], 0, 0))
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", command], stdin=slave, stdout=slave, stderr=slave, cwd=folder,
            start_new_session=True, env=environment(folder),
        )  # fmt: skip
        os.close(slave)

    def wait_for(self, text: str) -> None:
        """Record until a text was written since the last key, and then until all is still."""
        self._read(lambda: text in self._film.text)
        self._film.pass_time(LOOK_SECONDS)
        if not self._film.has_screen:
            self._film.pass_time(READ_SECONDS * self._film.text.count("\n"))

    def type(self, keys: str, wanted: str = "") -> None:
        """Press keys one after the other, and wait for a text."""
        self._film.text = ""
        for key in keys:
            os.write(self._master, key.encode())
            if len(keys) > 1:
                self._film.pass_time(LETTER_SECONDS)
        self.wait_for(wanted)

    def press(self, sequence: str, wanted: str = "") -> None:
        """Press one key, given as what a terminal sends for it."""
        self._film.text = ""
        os.write(self._master, sequence.encode())
        self.wait_for(wanted)

    def _read(self, is_there: Callable[[], bool]) -> None:
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            if not select.select([self._master], [], [], STILL_SECONDS)[0]:
                if is_there():
                    return
                continue
            try:
                data = os.read(self._master, 1 << 16)
            except OSError:  # the program has ended
                return
            self._film.show(self._decoder.decode(data))
        raise TimeoutError(self._film.text[-500:])

    def end(self) -> None:
        """Record up to the end of the program."""
        self._read(lambda: self._process.poll() is not None)
        self._process.wait(TIMEOUT)
        os.close(self._master)
        self._film.pass_time(2 * LOOK_SECONDS)


def environment(folder: Path) -> dict[str, str]:
    """The variables of a player whose name is Ann, and nothing of this machine."""
    return {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), "/usr/bin", "/bin"]),
        "HOME": str(folder), "CARAVAN_TUI_HOME": str(folder / "home"), "CARAVAN_TUI_NAME": "Ann",
        "CARAVAN_TUI_LANGUAGE": "en", "LANG": "C.UTF-8", "TERM": "xterm-256color",
        "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip


def local(folder: Path) -> None:
    """The app in a terminal: home, set-up, a few moves, the help and the way out."""
    film = Film("caravan_tui: the app")
    app = Program(film, "caravan-tui", folder)
    app.wait_for("Ahldarahd")
    app.press("\x1b[B")
    app.press("\r", "Enter starts")
    app.press("\x1b[21~", "to move")
    app.press("?", "Esc")
    app.press("\x1b")
    app.press("\r")
    app.press("q")
    app.press("\x11")
    app.end()
    film.save("app")


def lines(folder: Path) -> None:
    """A match in line mode."""
    film = Film("caravan_tui: line mode")
    game = Program(film, "caravan-tui play camels --lines", folder)
    game.wait_for("Your turn")
    for answer, wanted in (
        ("board", ""), ("moves", ""), ("1", "Your turn"), ("what changed", ""),
        ("why not", ""), ("rules 4", ""), ("quit", ""),
    ):  # fmt: skip
        game.type(f"{answer}\r", wanted)
    game.end()
    film.save("lines")


def engine(folder: Path) -> None:
    """The engine protocol from both sides."""
    match = Match.new("dice_village", {}, [Seat("person", "Ann"), Seat("porter", "Bo")], 7)
    seat = match.to_act
    asked: list[dict[str, Any]] = [
        {"type": "hello", "protocol": 1, "game": "dice_village"},
        {"type": "position", "view": match.view(seat), "moves": [], "continues": False},
        {"type": "legal"},
        {"type": "go", "iterations": 200},
        {"type": "quit"},
    ]
    (folder / "asked").write_bytes(b"\n".join(msgspec.json.encode(line) for line in asked) + b"\n")
    shutil.copy(ENGINES / "cautious.py", folder)
    film = Film("caravan_tui: the engine protocol")
    for command in (
        "cut -c 1-150 asked",
        "caravan-tui engine dice < asked | cut -c 1-400",
        "cat cautious.py | head -30",
        "caravan-tui arena dice --seats 'cmd:python3 cautious.py,herder' --matches 4",
    ):
        Program(film, command, folder).end()
    film.save("engine")


def ssh(folder: Path) -> None:
    """A newcomer on a server over SSH: the invite code, a name, the lobby and a table."""
    film = Film("caravan_tui: over SSH")
    with ThreadedServer(folder / "server") as served:
        code = create_invite(served.config)
        asyncio.run(_play_over_ssh(film, served, code))
    film.save("ssh")


class Session:
    """A session over SSH, and the film of it."""

    def __init__(self, film: Film, connection: Any, process: Any) -> None:
        self._film, self._connection, self._process = film, connection, process
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    @classmethod
    async def open(cls, film: Film, port: int, command: str = "") -> Session:
        """Connect as somebody with a new key; with a command of the server, or in a terminal."""
        film.type_command(f"ssh -p {port} localhost {command}".rstrip())
        key = asyncssh.generate_private_key("ssh-ed25519")
        connection = await asyncssh.connect(
            "127.0.0.1", port, username="ann", client_keys=[key], known_hosts=None,
            agent_path=None, config=None,
        )  # fmt: skip
        process = await connection.create_process(
            command or None, term_type="xterm-256color", term_size=SIZE, encoding=None
        )
        return cls(film, connection, process)

    async def wait_for(self, text: str) -> None:
        """Record until a text was written since the last key, and then until all is still."""
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            try:
                data = await asyncio.wait_for(self._process.stdout.read(1 << 16), STILL_SECONDS)
            except TimeoutError:
                if text in self._film.text:
                    self._film.pass_time(LOOK_SECONDS)
                    return
                continue
            if not data:
                return
            self._film.show(self._decoder.decode(data))
        raise TimeoutError(self._film.text[-500:])

    async def type(self, keys: str, wanted: str = "") -> None:
        """Press keys one after the other, and wait for a text."""
        self._film.text = ""
        for key in [keys] if keys.startswith("\x1b") else keys:
            self._process.stdin.write(key.encode())
            self._film.pass_time(LETTER_SECONDS)
        await self.wait_for(wanted)

    def close(self) -> None:
        """Hang up."""
        self._connection.close()


async def _play_over_ssh(film: Film, served: ThreadedServer, code: str) -> None:
    assert served.server is not None
    session = await Session.open(film, served.server.port)
    await session.wait_for("nvite")
    await session.type(f"{code}\r", "name")
    await session.type("Ann\r", "Lobby")
    for _step in range(7):
        await session.type("\x1b[B")
    await session.type("\r", "here: Ann")
    await session.type("\x1b")
    for _step in range(4):
        await session.type("\x1b[A")
    await session.type("\r", "Enter starts")
    await session.type("\x1b[21~", "to move")
    await session.type("\x11")
    await session.wait_for("")
    session.close()


def notices(folder: Path) -> None:
    """A player chooses to be called by ntfy, and what that gets."""
    asyncio.run(_choose_notices(folder))


async def _choose_notices(folder: Path) -> None:
    film = Film("caravan_tui: notices")
    async with http_sink() as ntfy:
        channels = Channels(ntfy=ntfy.url)
        with ThreadedServer(folder / "server", channels) as served:
            assert served.server is not None
            code = create_invite(served.config)
            session = await Session.open(film, served.server.port, "lines")
            await session.wait_for("nvite")
            await session.type(f"{code}\n", "name")
            await session.type("Ann\n", "Home")
            for words in (
                "notices", "notices channel ntfy", "notices address caravan-7hq2kd",
                "notices for turn invitation", "notices quiet 22:00 8:00 Europe/Paris",
                "notices test", "quit",
            ):  # fmt: skip
                await session.type(f"{words}\n")
            session.close()
        received = [msgspec.json.encode(content) for _path, content, _headers in ntfy.posts]
    (folder / "received-by-ntfy").write_bytes(b"\n".join(received) + b"\n")
    Program(film, "cat received-by-ntfy", folder).end()
    film.save("notices")


ALL: Final[dict[str, Callable[[Path], None]]] = {
    function.__name__: function for function in (local, lines, engine, ssh, notices)
}


def main() -> None:
    """Record all films, or those that are named."""
    for name in sys.argv[1:] or ALL:
        with tempfile.TemporaryDirectory(prefix="caravan-tui-") as folder:
            ALL[name](Path(folder))


if __name__ == "__main__":
    main()
