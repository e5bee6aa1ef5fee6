"""Sessions that are forked with their first screen ready, and are the account's all the same."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from caravan_tui.sessions.environment import ACCOUNT, SOCKET, TOKEN
from caravan_tui.sessions.forkserver import FOLDER_PREFIX, remove_abandoned_folders
from caravan_tui.sessions.spawner import Child, ForkSpawner, open_terminal
from caravan_tui.themes.builtin import THEMES
from tests.support.until import until

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("ssh")]

TRUE_COLOUR = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}


class Player:
    """A session without a server: it draws its first screen and then ends, as nobody answers."""

    def __init__(self, spawner: ForkSpawner, home: Path) -> None:
        self.spawner, self.home = spawner, home
        self.received = bytearray()
        self.child: Child | None = None
        self._master = -1

    async def come(self, variables: dict[str, str], size: tuple[int, int] = (100, 30)) -> None:
        """Start the session at a terminal with these variables and this size."""
        self._master, slave = open_terminal(*size)
        environment = {
            "HOME": str(self.home), "CARAVAN_TUI_HOME": str(self.home), "LANG": "en_GB.UTF-8",
            SOCKET: str(self.home / "nobody"), TOKEN: "t", ACCOUNT: "a", **variables,
        }  # fmt: skip
        try:
            self.child = await self.spawner.spawn(slave, environment)
        finally:
            os.close(slave)
        asyncio.get_running_loop().add_reader(self._master, self._read)

    def _read(self) -> None:
        try:
            data = os.read(self._master, 1 << 16)
        except OSError:  # the session has closed its side
            data = b""
        self.received += data
        if not data:
            asyncio.get_running_loop().remove_reader(self._master)

    @property
    def parent(self) -> int:
        """The process that has forked the session."""
        assert self.child is not None
        return int(Path(f"/proc/{self.child.pid}/stat").read_text().rsplit(")", 1)[1].split()[1])

    async def see(self, text: str) -> None:
        """Wait until this was drawn."""
        await until(lambda: text.encode() in self.received)

    async def leave(self) -> None:
        """End the session."""
        assert self.child is not None
        await self.child.end()
        asyncio.get_running_loop().remove_reader(self._master)
        os.close(self._master)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def temporary(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Path]:
    """The folder for temporary files of the processes below."""
    folder = tmp_path_factory.mktemp("temporary")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(folder))
        yield folder


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def spawner(
    temporary: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[ForkSpawner]:
    """A spawner with apps ready."""
    fork_spawner = ForkSpawner()
    await fork_spawner.start()
    for variables in ({"TERM": "xterm-256color"}, TRUE_COLOUR):
        await standby_of(fork_spawner, variables, tmp_path_factory.mktemp("first"))
    yield fork_spawner
    await fork_spawner.close()


async def standby_of(spawner: ForkSpawner, variables: dict[str, str], home: Path) -> int:
    """The process that has an app ready for a terminal, once there is one."""
    while True:
        player = Player(spawner, home)
        await player.come(variables)
        parent = player.parent
        await player.leave()
        assert spawner._process is not None
        if parent != spawner._process.pid:
            return parent


def write_settings(home: Path, text: str) -> None:
    """Write the settings of an account."""
    (home / "config").mkdir()
    (home / "config" / "settings.toml").write_text(text)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (161, 50)])
@pytest.mark.parametrize("variables", [{"TERM": "xterm-256color"}, TRUE_COLOUR])
async def test_the_first_screen_is_that_of_the_terminal(
    spawner: ForkSpawner, tmp_path: Path, variables: dict[str, str], size: tuple[int, int]
) -> None:
    player = Player(spawner, tmp_path)
    await player.come(variables, size)
    await player.see("Ahldarahd")
    await player.see("Quit")
    await player.see(f"\x1b[{size[1]};")  # the last line, which may come in another piece
    assert (b"[38;2;" in player.received) == (variables == TRUE_COLOUR)
    assert f"\x1b[{size[1] + 1};".encode() not in player.received
    await player.leave()
    assert player.received.count(b"\x1b[1;1H\x1b[38;") == 1, "it is painted once"


async def test_an_app_that_is_ready_has_no_thread_and_no_folder(
    spawner: ForkSpawner, temporary: Path, tmp_path: Path
) -> None:
    for variables in ({"TERM": "xterm-256color"}, TRUE_COLOUR):
        standby = await standby_of(spawner, variables, tmp_path)
        assert len([*Path(f"/proc/{standby}/task").iterdir()]) == 1
    assert [*temporary.iterdir()] == []


ANOTHER_SIZE = """
import asyncio, gc, os, socket, sys, threading
from caravan_tui.sessions import standby
from caravan_tui.sessions.spawner import open_terminal
standby.QUIET_SECONDS = 0.0
os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", LANG=standby.LANGUAGE)

async def visit(app, *sizes):
    for size in sizes:
        master, slave = open_terminal(*size)
        app._note_size(slave)
        os.close(master), os.close(slave)
    while app._layout is not None:
        await asyncio.sleep(0.01)
    if app._laying_out is not None:
        await app._laying_out
    print(*app._app.screen.size, threading.active_count(), file=sys.__stdout__)

async def main():
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.setblocking(False)
    app = standby.Standby(asyncio.get_running_loop(), its, "truecolor", sys.argv[1])
    running = asyncio.create_task(app.run())
    await asyncio.get_running_loop().sock_recv(ours, 100)
    frozen = gc.get_freeze_count()
    await visit(app, (100, 30))
    await visit(app, (90, 25), (100, 30))
    await visit(app, (90, 25), (90, 25), (5, 5))
    await visit(app, *[(400, 30)] * 5)
    assert gc.get_freeze_count() <= frozen, "what another size replaces could not be freed"
    os._exit(0)

asyncio.run(main())
"""


async def test_an_app_that_is_ready_takes_the_size_that_most_of_the_last_terminals_had(
    tmp_path: Path,
) -> None:
    """At rest it has one thread again: threads are not forked."""
    process = subprocess.run(
        [sys.executable, "-u", "-c", ANOTHER_SIZE, str(tmp_path)], capture_output=True, text=True,
        timeout=60, cwd=Path(__file__).parents[2], check=False,
        env=os.environ | {"CARAVAN_TUI_HOME": str(tmp_path)},
    )  # fmt: skip
    lines = ["100 30 1", "100 30 1", "90 25 1", "90 25 1"]
    assert (process.stderr, process.stdout.splitlines()) == ("", lines)


async def test_theme_language_and_characters_are_those_of_the_account(
    spawner: ForkSpawner, tmp_path: Path
) -> None:
    theme = next(theme for theme in THEMES[1:] if theme.background)
    write_settings(tmp_path, f'theme = "{theme.name}"\nlanguage = "fr"\nglyphs = "ascii"\n')
    player = Player(spawner, tmp_path)
    await player.come(TRUE_COLOUR)
    await player.see("Quitter")
    red, green, blue = bytes.fromhex(str(theme.background).lstrip("#"))
    await player.see(f"48;2;{red};{green};{blue}")
    assert "▀" not in player.received.decode("utf-8", "replace").split("\x1b[?1049h")[1][200:]
    await player.leave()


@pytest.mark.parametrize("setting", ['colours = "none"', 'colours = "256"', 'interface = "lines"'])
async def test_an_account_that_wants_something_else_than_what_is_ready_gets_it(
    spawner: ForkSpawner, tmp_path: Path, setting: str
) -> None:
    write_settings(tmp_path, setting)
    player = Player(spawner, tmp_path)
    await player.come(TRUE_COLOUR)
    if "lines" in setting:
        await player.see("The server isn't responding")
        assert b"\x1b" not in player.received
    else:
        await player.see("\x1b[?1049l")  # cold: it ends before its list
        assert b"38;2;" not in player.received
        assert (b"38;5;" in player.received) == ("256" in setting)
    await player.leave()


async def test_a_newcomer_gets_a_session_after_an_app_that_was_ready_has_died(
    spawner: ForkSpawner, tmp_path: Path
) -> None:
    standby = await standby_of(spawner, TRUE_COLOUR, tmp_path)
    player = Player(spawner, tmp_path)
    await player.come(TRUE_COLOUR)
    assert player.parent == standby and player.child is not None
    before = spawner._process
    os.kill(standby, signal.SIGKILL)
    await until(player.child.ended.done)  # its sessions end with it, and are reported
    await player.leave()
    again = Player(spawner, tmp_path)
    await again.come(TRUE_COLOUR)
    await again.see("\x1b[?1049h")
    assert spawner._process is not before
    await again.leave()


async def test_folders_of_apps_that_were_killed_are_removed_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    abandoned = tmp_path / f"{FOLDER_PREFIX}{ended.pid}-a"
    used, other = tmp_path / f"{FOLDER_PREFIX}{os.getpid()}-b", tmp_path / "caravan_tui-notes"
    for folder in (abandoned, used, other):
        (folder / "data").mkdir(parents=True)
    remove_abandoned_folders()
    assert sorted(tmp_path.iterdir()) == sorted([used, other])
