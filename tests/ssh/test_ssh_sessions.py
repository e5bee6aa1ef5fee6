"""Sessions over a real connection: who gets in, what there is, and that nothing else is."""

from __future__ import annotations

import asyncio
import os
import stat
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from caravan_tui.ssh.server import Server
from caravan_tui.ssh.spawner import KEPT
from tests.ssh.ssh_help import until

pytestmark = pytest.mark.asyncio(loop_scope="module")


def alive(pid: int) -> bool:
    """Whether a process is there, and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


async def test_a_newcomer_picks_a_name_plays_and_finds_the_match_again(
    server: Server, player: Any
) -> None:
    anna = await player().arrive("Anna")
    account = server.accounts.named("anna")
    assert account is not None and account.name == "Anna"
    anna.type("\x1b[B\x1b[B\r")  # Dice Village
    await anna.see("New match of")
    anna.type("\x1b[21~")  # F10
    await anna.see("to move")
    assert len(server.lobby.tables.alone.ids()) == 1
    match_id = server.lobby.tables.alone.ids()[0]
    pid = next(iter(server.visits)).pid
    anna.connection.abort()  # the line breaks in the middle
    await until(lambda: not server.visits)
    assert not alive(pid)
    assert server.lobby.tables.alone.ids() == []
    saved = server.accounts.folder(account.id) / "data" / "matches" / f"{match_id}.caravan"
    assert saved.exists()
    again = await player(anna.key).open()
    await again.see("to move")  # back at the table, without a key
    assert server.lobby.tables.alone.ids() == [match_id]
    again.type("\x11")  # Ctrl+Q
    assert await again.gone() == 0
    assert server.accounts.all() == [account]


async def test_who_asks_for_no_terminal_is_told_so_even_without_input(player: Any) -> None:
    one = player()
    connection = await one.connect()
    answer = await connection.run(stdin=asyncssh.DEVNULL, check=False)
    assert "need a terminal" in answer.stdout
    assert answer.exit_status == 2


async def test_each_session_draws_in_the_colours_of_its_own_terminal(player: Any) -> None:
    few = await player().arrive("Few", term="xterm-256color")
    many = await player().arrive("Many", term="xterm-kitty")
    assert b"38;5;" in few.sent and b"38;2;" not in few.sent
    assert b"38;2;" in many.sent


async def test_two_people_play_one_drops_and_comes_back_and_leaving_leads_to_the_lobby(
    server: Server, player: Any
) -> None:
    emma, fred = await player().arrive("Emma"), await player().arrive("Fred")
    for one in (emma, fred):
        one.type("\x1b[B" * 6 + "\r")
        await one.see("2 here: Emma, Fred")
    emma.type("n")
    await emma.see("Enter chooses")
    emma.type("\r")  # Decktet
    await emma.see("New match of")
    emma.type("\x1b[21~")  # F10
    await fred.see("join: Enter")
    fred.type("\r")
    for one in (emma, fred):
        await one.see("to move")
    fred.connection.abort()
    await emma.see("Fred has left the table")
    again = await player(fred.key).open()
    await again.see("to move")  # without a key
    await emma.see("Fred is at the table")
    again.forget()
    again.type("q")
    await again.see("2 here: Emma, Fred")
    again.type("\x11")  # Ctrl+Q, not at the table: next time home
    assert await again.gone() == 0
    account = server.accounts.named("Fred")
    assert account is not None and account.table == ""


async def test_one_session_a_key_and_the_new_one_takes_over(server: Server, player: Any) -> None:
    first = await player().arrive("Bert")
    second = await player(first.key).open()
    await second.see("Go on here instead?")
    second.type("n\r")
    assert await second.gone() == 1
    third = await player(first.key).open()
    await third.see("Go on here instead?")
    third.type("\r")
    await third.see("Lobby")
    await first.see("You go on at another terminal.")
    await first.gone()
    assert len(server.lobby.people) == 1


async def test_no_shell_no_files_no_forwarding(server: Server, player: Any) -> None:
    one = player()
    connection = await one.connect()
    with pytest.raises(asyncssh.Error):
        await connection.run("id", check=True)
    one = player(one.key)
    connection = await one.connect()
    with pytest.raises(asyncssh.Error):
        await connection.start_sftp_client()
    one = player(one.key)
    connection = await one.connect()
    with pytest.raises(asyncssh.Error):
        await connection.open_connection("127.0.0.1", server.port)
    with pytest.raises((asyncssh.Error, asyncssh.ChannelListenError)):
        await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 22)
    with pytest.raises(asyncssh.Error):
        await connection.open_unix_connection(str(server.bus_server.path))
    assert not server.visits


async def test_a_second_session_on_one_connection_is_refused(server: Server, player: Any) -> None:
    one = await player().arrive("Cleo")
    with pytest.raises(asyncssh.Error):
        await one.connection.create_process(term_type="xterm", encoding=None)


async def test_passwords_and_no_key_do_not_let_in(server: Server) -> None:
    for more in ({"password": "x"}, {}):
        with pytest.raises(asyncssh.Error):
            await asyncssh.connect(
                "127.0.0.1", server.port, username="x", client_keys=None, known_hosts=None,
                agent_path=None, config=None, **more,
            )  # fmt: skip


@pytest.mark.parametrize("term", ["dumb", "", "x;y", "x" * 200])
async def test_a_terminal_that_cannot_draw_is_told(server: Server, player: Any, term: str) -> None:
    one = await player().open(term=term)
    assert await one.gone() == 2
    assert "terminal" in one.text
    assert "\x1b" not in one.sent.decode()


async def test_without_a_terminal_a_line_says_so(server: Server, player: Any) -> None:
    one = player()
    connection = await one.connect()
    process = await connection.create_process(encoding=None)
    assert b"need a terminal" in await process.stdout.read()


async def test_the_environment_is_built_from_nothing(server: Server, player: Any) -> None:
    os.environ["CARAVAN_SECRET_OF_THE_SERVER"] = "x"
    try:
        one = await player().open(
            env={"LD_PRELOAD": "/tmp/x.so", "LANG": "de_DE.UTF-8", "COLORTERM": "truecolor",
                 "PYTHONPATH": "/tmp", "LC_ALL": "$(id)"}
        )  # fmt: skip
        await one.see("call you?")
        one.type("Dora\r")
        await one.see("Lobby")
    finally:
        del os.environ["CARAVAN_SECRET_OF_THE_SERVER"]
    pid = next(iter(server.visits)).pid
    assert alive(pid)
    began = Path(f"/proc/{pid}/environ").read_text().split("\0")
    names = {line.partition("=")[0] for line in began if line}
    assert names <= {"PATH", "PYTHONPATH", "PYTHONUTF8", *KEPT}, "what the system shows of it"
    # True colour was asked for: codes with three numbers a colour are sent.
    assert b"38;2;" in one.sent


async def test_a_new_size_reaches_the_app(server: Server, player: Any) -> None:
    one = await player().arrive("Emil")
    one.forget()
    one.process.change_terminal_size(60, 20)
    await one.see("This terminal is 60 × 20")
    one.forget()
    one.process.change_terminal_size(90, 26)
    await one.see("Lobby")


async def test_everything_is_compressed(server: Server, player: Any) -> None:
    one = player()
    connection = await one.connect(compression_algs=["zlib@openssh.com", "none"])
    assert connection.get_extra_info("send_compression") == "zlib@openssh.com"
    one = player(one.key)
    with pytest.raises(asyncssh.Error):
        await one.connect(compression_algs=["none"])


async def test_the_files_of_the_server_are_its_own(server: Server) -> None:
    home = server.config.home
    assert stat.S_IMODE((home / "host_key").stat().st_mode) == 0o600
    assert stat.S_IMODE((home / "admin.token").stat().st_mode) == 0o600
    for folder in (home, home / "accounts", home / "invites", server.bus_server.path.parent):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


async def test_a_client_that_reads_nothing_holds_up_its_own_session_only(
    server: Server, player: Any
) -> None:
    frozen = await player().arrive("Fritz")
    frozen._reading.cancel()
    frozen.process.channel.pause_reading()
    for _round in range(200):
        frozen.type("\x1b[B\x1b[A\t")
    await asyncio.sleep(0.3)
    other = await player().arrive("Gerda")
    other.forget()
    other.type("\x1b[B")
    await other.see("Joseph", 2.0)


async def test_keys_and_garbage_do_no_harm(server: Server, player: Any) -> None:
    one = await player().open()
    await one.see("call you?")
    one.process.stdin.write(b"\xff\xfe\x00\x07\x9b31m" + "💥\u202e".encode() + b"\r")
    await one.see("A name ")  # that was none
    one.type("Hugo\x7f\x7fbert\r")
    await one.see("Lobby")
    assert server.accounts.named("Hubert") is not None
