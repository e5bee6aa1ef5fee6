"""The app in sessions over a real connection, each in a process of its own."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from click.testing import CliRunner

from caravan_tui.cli.serve import admin
from caravan_tui.serving import Server
from caravan_tui.sessions.session import Session
from caravan_tui.sessions.spawner import INHERITED
from tests.server.lobby_harness import server_config
from tests.support.until import until

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("ssh")]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """A server that forks a process for each session."""
    ssh_server = Server(server_config(tmp_path_factory.mktemp("server")), pace=0.0)
    await ssh_server.start()
    yield ssh_server
    await ssh_server.stop()


def the_session(server: Server) -> Session:
    """The only session of a server."""
    (session,) = server.sessions
    return session


def alive(pid: int) -> bool:
    """Whether a process is there, and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


async def announced_match(new_client: Any, owner: str, guest: str) -> tuple[Any, Any]:
    """Two newcomers in the lobby, where the first one has a match that waits for a player."""
    first, second = await new_client().sign_up(owner), await new_client().sign_up(guest)
    for client in (first, second):
        client.type("\x1b[B" * 7 + "\r")
        await client.wait_for_text(f"2 here: {owner}, {guest}")
    first.type("n")
    await first.wait_for_text("Type to filter")
    first.type("\r")  # Decktet
    await first.wait_for_text("Enter starts")
    first.type("\x1b[21~")  # F10
    return first, second


async def test_a_newcomer_picks_a_name_plays_and_finds_the_match_again(
    server: Server, new_client: Any
) -> None:
    anna = await new_client().sign_up("Anna")
    account = server.accounts.find_by_name("anna")
    assert account is not None and account.name == "Anna"
    anna.type("\x1b[B" * 3 + "\r")  # Dice Village
    await anna.wait_for_text("Enter starts")
    anna.type("\x1b[21~")  # F10
    await anna.wait_for_text("to move")
    assert len(server.lobby.tables.solo.ids()) == 1
    match_id = server.lobby.tables.solo.ids()[0]
    pid = the_session(server).pid
    anna.connection.abort()  # the line breaks in the middle
    await until(lambda: not server.sessions)
    assert not alive(pid)
    assert server.lobby.tables.solo.ids() == []
    saved = server.accounts.folder(account.id) / "data" / "matches" / f"{match_id}.caravan"
    assert saved.exists()
    again = await new_client(anna.key).open()
    await until(lambda: server.lobby.tables.solo.ids() == [match_id])  # at the table, without a key
    again.type("\x11")  # Ctrl+Q
    assert await again.wait_closed() == 0
    assert server.accounts.all() == [account]


async def test_two_people_play_one_drops_and_comes_back_and_leaving_leads_to_the_lobby(
    server: Server, new_client: Any
) -> None:
    emma, fred = await announced_match(new_client, "Emma", "Fred")
    await fred.wait_for_text("join: Enter")
    fred.type("\r")
    for client in (emma, fred):
        await client.wait_for_text("to move")
    fred.connection.abort()
    await emma.wait_for_text("Fred left the table")
    again = await new_client(fred.key).open()
    await again.wait_for_text("to move")  # without a key
    await emma.wait_for_text("Fred joined the table")
    again.clear()
    again.type("q")
    await again.wait_for_text("2 here: Emma, Fred")
    again.type("\x11")  # Ctrl+Q, not at the table: next time home
    assert await again.wait_closed() == 0
    account = server.accounts.find_by_name("Fred")
    assert account is not None and account.table == ""


async def test_who_sits_at_a_table_that_is_removed_reads_why_and_is_in_the_lobby_again(
    server: Server, new_client: Any
) -> None:
    edna, egon = await announced_match(new_client, "Edna", "Egon")
    await until(lambda: any(not room.started for room in server.lobby.shared.rooms.all()))
    (room,) = (room for room in server.lobby.shared.rooms.all() if not room.started)
    egon.type("c")
    await egon.wait_for_text("Code of the match")
    egon.type(f"{room.code}\r")
    for client in (edna, egon):
        await client.wait_for_text("to move")
        client.clear()
    assert server.lobby.shared.close_room(room.code)
    for client in (edna, egon):
        await client.wait_for_text("An administrator closed")
        client.clear()
        client.type("\r")
        await client.wait_for_text("2 here: Edna, Egon")


async def test_who_leaves_a_table_is_led_to_the_match_that_began_meanwhile(
    server: Server, new_client: Any
) -> None:
    gina, hugo = await announced_match(new_client, "Gina", "Hugo")
    await until(lambda: any(not room.started for room in server.lobby.shared.rooms.all()))
    (room,) = (room for room in server.lobby.shared.rooms.all() if not room.started)
    gina.clear()
    gina.type("\x1b")  # home, to a match alone meanwhile
    await gina.wait_for_text("Saved matches")
    gina.clear()
    gina.type("\x1b[A" * 4 + "\r")  # Dice Village
    await gina.wait_for_text("Enter starts")
    gina.clear()
    gina.type("\x1b[21~")
    await gina.wait_for_text("Leave")  # at the table
    hugo.type("c")
    await hugo.wait_for_text("Code of the match")
    hugo.type(f"{room.code}\r")
    await gina.wait_for_text("It opens when you leave this table")
    gina.type("q")
    account = server.accounts.find_by_name("Gina")
    assert account is not None
    await until(lambda: account.table == room.match)
    assert server.lobby.tables.solo.ids() == []


async def test_the_environment_is_built_from_nothing(server: Server, new_client: Any) -> None:
    os.environ["CARAVAN_SECRET_OF_THE_SERVER"] = "x"
    try:
        client = await new_client().open(
            env={"LD_PRELOAD": "/tmp/x.so", "LANG": "de_DE.UTF-8", "COLORTERM": "truecolor",
                 "PYTHONPATH": "/tmp", "LC_ALL": "$(id)"}
        )  # fmt: skip
        await client.wait_for_text("Choose a name")
        client.type("Dora\r")
        await client.wait_for_text("Lobby")
    finally:
        del os.environ["CARAVAN_SECRET_OF_THE_SERVER"]
    pid = the_session(server).pid
    assert alive(pid)
    began = Path(f"/proc/{pid}/environ").read_text().split("\0")
    names = {line.partition("=")[0] for line in began if line}
    assert names <= {"PATH", "PYTHONPATH", "PYTHONUTF8", *INHERITED}, "what the system shows of it"
    # True colour was asked for: codes with three numbers a colour are sent.
    assert b"38;2;" in client.received


async def test_size_and_colours_are_those_of_the_clients_terminal(
    server: Server, new_client: Any
) -> None:
    client = await new_client().sign_up("Emil", term="xterm-256color")
    assert b"38;5;" in client.received and b"38;2;" not in client.received
    client.clear()
    client.process.change_terminal_size(60, 20)
    await client.wait_for_text("Terminal too small: 60 × 20")
    client.clear()
    client.process.change_terminal_size(90, 26)
    await client.wait_for_text("Lobby")


async def test_the_files_of_the_server_are_its_own(server: Server) -> None:
    home = server.config.home
    assert stat.S_IMODE((home / "host_key").stat().st_mode) == 0o600
    assert stat.S_IMODE((home / "admin.token").stat().st_mode) == 0o600
    logs = [path for path in home.rglob("log/*") if path.is_file()]
    assert home / "log" / "server.jsonl" in logs and home / "log" / "workers.log" in logs
    assert {stat.S_IMODE(path.stat().st_mode) for path in logs} == {0o600}
    for folder in (home, home / "accounts", home / "invites", server.bus_server.path.parent):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


async def test_a_client_that_reads_nothing_holds_up_its_own_session_only(
    server: Server, new_client: Any
) -> None:
    frozen = await new_client().sign_up("Fritz", window=1 << 14)
    terminal = the_session(server).terminal
    assert terminal is not None
    frozen.stop_reading()

    def is_blocked() -> bool:
        frozen.type("\x1b[B\x1b[A\t")
        return terminal.is_blocked

    await until(is_blocked)
    other = await new_client().open()
    await other.wait_for_text("Choose a name")
    other.type("Gerda")
    await other.wait_for_text("Gerda")
    assert terminal.is_blocked


async def test_the_app_speaks_the_language_of_the_environment(
    server: Server, new_client: Any
) -> None:
    client = await new_client().open(env={"LANG": "fr_FR.UTF-8"})
    await client.wait_for_text("Bienvenue")
    client.type("Zoé\r")
    await client.wait_for_text("Statistiques")
    account = server.accounts.find_by_name("Zoé")
    assert account is not None
    await until(lambda: account.language == "fr")


async def test_administrators_speak_to_players_and_read_tables_and_nobody_sees_a_path(
    server: Server, new_client: Any
) -> None:
    client = await new_client().sign_up("Ines", size=(80, 24))
    account = server.accounts.find_by_name("Ines")
    assert account is not None
    # Its first request, sent once it listens to news; the list of home may be there before.
    await until(lambda: account.language)
    account.role = "admin"
    home = str(server.config.home)
    words = ["--home", home, "broadcast", "Tea", "at", "five"]
    assert (await asyncio.to_thread(CliRunner().invoke, admin, words)).exit_code == 0
    await client.wait_for_text("Tea at five")
    client.type("\x1b[B" * 12 + "\r")
    await client.wait_for_text("Settings are saved on the server.")
    client.clear()
    client.type("\x1b")
    await client.wait_for_text("Ahldarahd")
    client.type("\x1b[A" * 5 + "\r")
    await client.wait_for_text("1 here")
    client.type("t")
    await client.wait_for_text("Press Enter to send")
    client.type("/sessions\r")
    await client.wait_for_text("name  role   address    minutes  idle  process")
    await client.wait_for_text("Close")
    assert home not in client.text
