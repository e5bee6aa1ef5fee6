"""What is read by who is asked, refused or turned away before a session begins."""

from __future__ import annotations

from typing import Any

import asyncssh
import pytest

from caravan_tui.ssh.server import Server
from tests.ssh.ssh_help import until

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_newcomer_is_asked_in_the_language_of_the_environment(
    server: Server, player: Any
) -> None:
    one = await player().open(env={"LANG": "fr_FR.UTF-8"})
    await one.see("Bienvenue")
    one.type("Zoé\r")
    await one.see("Statistiques")
    account = server.accounts.named("Zoé")
    assert account is not None
    await until(lambda: account.language == "fr")
    two = await player(one.key).open()  # this terminal does not say, the account knows
    await two.see("déjà")
    two.type("o\r")
    await one.see("autre terminal")
    await two.see("Lobby")


async def test_who_asks_for_a_command_or_files_reads_one_line(server: Server, player: Any) -> None:
    one = player()
    for command, line in (
        ("ls", "runs no commands"),
        ("scp -t /tmp", "neither takes nor gives files"),
        ("/usr/bin/scp -t /tmp", "neither takes nor gives files"),
    ):
        connection = await one.connect()
        done = await connection.run(command)
        assert done.exit_status == 1 and line in done.stderr and not done.stdout
    connection = await one.connect()
    process = await connection.create_process(subsystem="sftp", encoding=None)
    assert b"neither takes nor gives files" in await process.stderr.read()
    connection = await one.connect()
    with pytest.raises(asyncssh.ChannelOpenError, match="forwards nothing"):
        await connection.open_connection("127.0.0.1", server.port)
    await until(lambda: not server.visits)


async def test_who_is_one_connection_too_many_reads_why(server: Server, player: Any) -> None:
    server.config.connections_a_minute_an_address = 0
    server._new_from.clear()
    try:
        with pytest.raises(asyncssh.DisconnectError, match="in a minute"):
            await player().connect()
    finally:
        server.config.connections_a_minute_an_address = 10_000
        server._new_from.clear()


async def test_a_code_tried_too_often_is_not_called_wrong(
    server: Server, player: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.config, "policy", "invite")
    monkeypatch.setattr(server, "may_try_invite", lambda _address: False)
    one = await player().open()
    await one.see("invitation")
    one.type("AAAA\r")
    await one.see("in a minute")
    assert await one.gone() == 1
    assert "not known" not in one.text


async def test_a_full_server_asks_no_newcomer_and_lets_take_over(
    server: Server, player: Any
) -> None:
    one = await player().arrive("Hugo")
    server.config.sessions_an_address = 1
    try:
        newcomer = await player().open()
        await newcomer.see("Too many sessions from your address.")
        assert await newcomer.gone() == 1 and "call you?" not in newcomer.text
        again = await player(one.key).open()
        await again.see("Go on here instead?")
        again.type("\r")
        await again.see("Lobby")
        assert "Too many" not in again.text
    finally:
        server.config.sessions_an_address = 20


async def test_what_an_admin_asks_for_is_a_table_in_a_window(server: Server, player: Any) -> None:
    one = await player().arrive("Ines", size=(80, 24))
    account = server.accounts.named("Ines")
    assert account is not None
    account.role = "admin"
    one.type("\x1b[B" * 6 + "\r")
    await one.see("1 here")
    one.type("t")
    await one.see("Say something")
    one.type("/sessions\r")
    await one.see("name  role   address    minutes  idle  process")
    await one.see("Close")


async def test_a_player_sees_no_path_of_the_server(server: Server, player: Any) -> None:
    one = await player().arrive("Jana", size=(100, 30))
    one.type("\x1b[B" * 9 + "\r")
    await one.see("Kept on the server.")
    assert str(server.config.home) not in one.text
