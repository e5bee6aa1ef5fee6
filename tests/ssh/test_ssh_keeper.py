"""Invitations, bans, limits, idle sessions, the keeper's commands, the log, and a restart."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from click.testing import CliRunner

from caravan_tui.bus.access import Access
from caravan_tui.ssh.accounts import Account, id_of
from caravan_tui.ssh.accounts import invite as new_invite
from caravan_tui.ssh.admin import Keeper, KeeperError
from caravan_tui.ssh.cli import admin, serve
from caravan_tui.ssh.config import Config
from caravan_tui.ssh.person import Person
from caravan_tui.ssh.server import Server, host_key
from caravan_tui.ssh.session import NOT_HERE
from caravan_tui.ssh.visit import environment
from caravan_tui.terminal import colours
from caravan_tui.words import speaking
from tests.ssh.ssh_help import Player, config


async def running(home: Path, **more: Any) -> Server:
    server = Server(config(home, spawner="process", **more), pace=0.0)
    await server.start()
    return server


async def told(server: Server, *words: str) -> Any:
    """What `caravan-tui admin` prints."""
    arguments = ["--home", str(server.config.home), *words]
    return await asyncio.to_thread(CliRunner().invoke, admin, arguments)


async def test_a_day_in_the_life_of_a_keeper(tmp_path: Path) -> None:
    server = await running(tmp_path, policy="invite", idle=8.0, idle_warning=4.0)
    players: list[Player] = []
    try:
        code = new_invite(server.config)
        anna = Player(server.port)
        players.append(anna)
        await anna.open()
        await anna.see("invitation")
        anna.type("WRONG\r")
        await anna.see("not known")
        anna.type(f"{code}\r")
        await anna.see("call you?")
        anna.type("Anna\r")
        await anna.see("Lobby")
        anna.type("\x1b[B")
        assert "Anna" in (await told(server, "sessions")).output
        await told(server, "broadcast", "Tea", "at", "five")
        await anna.see("Tea at five")
        assert (await told(server, "kick", "Nobody")).exit_code != 0
        await told(server, "role", "Anna", "admin")
        assert server.accounts.all()[0].role == "admin"
        facts = json.loads((await told(server, "health", "--json")).output)
        assert ["sessions", "1"] in facts
        home = str(server.config.home)  # the folder may be named after the command as well
        after = await asyncio.to_thread(CliRunner().invoke, admin, ["sessions", "--home", home])
        assert "Anna" in after.output
        anna.type("\x1b[A")  # however long all this took
        # Nobody types: a warning, then the end.
        await anna.see("Are you there?", 12.0)
        await anna.see("Nothing was typed", 12.0)
        await anna.gone()
        await told(server, "ban", "anna")
        back = Player(server.port, anna.key)
        players.append(back)
        await back.open()
        await back.see("You may not play here.")
        assert await back.gone() == 1
        log = (server.config.log_file).read_text()
        events = [json.loads(line)["event"] for line in log.splitlines()]
        assert {"start", "account", "session", "session_end", "admin", "refused"} <= set(events)
        # The log holds no secrets.
        public = anna.key.export_public_key().decode().split()[1]
        token = server.config.admin_token.read_text()
        for secret in (code, public, anna.key.get_fingerprint(), token):
            assert secret not in log
    finally:
        for player in players:
            await player.close()
        await server.stop()
    assert not server.config.admin_token.exists()


async def test_only_listed_keys_come_in_and_connections_are_limited(tmp_path: Path) -> None:
    good, bad = (asyncssh.generate_private_key("ssh-ed25519") for _i in range(2))
    listed = tmp_path / "keys"
    listed.write_bytes(good.export_public_key())
    server = await running(
        tmp_path / "home", policy="keys", keys_file=listed, connections_a_minute_an_address=4
    )
    try:
        with pytest.raises(asyncssh.PermissionDenied):
            await Player(server.port, bad).connect()
        one = Player(server.port, good)
        await one.connect()
        await one.close()
        listed.write_bytes(bad.export_public_key())
        os.utime(listed, (1, 1))
        with pytest.raises(asyncssh.PermissionDenied):
            await Player(server.port, good).connect()
        two = Player(server.port, bad)
        await two.connect()
        await two.close()
        with pytest.raises((asyncssh.Error, OSError)):
            await Player(server.port, bad).connect()
    finally:
        await server.stop()


async def test_a_server_that_is_stopped_tells_and_one_that_is_killed_loses_nothing(
    tmp_path: Path,
) -> None:
    def start() -> Any:
        return asyncio.create_subprocess_exec(
            sys.executable, "-m", "caravan_tui", "serve", "--home", str(tmp_path), "--port", "0",
            "--host", "127.0.0.1", "--policy", "open", "--workers", "1",
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip

    async def port_of(process: Any) -> int:
        line = await asyncio.wait_for(process.stdout.readline(), 20.0)
        return int(line.split(b"-p ")[1].split()[0])

    server = await start()
    anna = await Player(await port_of(server)).arrive("Anna")
    anna.type("\x1b[B\x1b[B\r")
    await anna.see("New match of")
    anna.type("\x1b[21~")
    await anna.see("to move")
    await asyncio.sleep(0.3)
    server.kill()
    await server.wait()
    await anna.close()
    server = await start()
    again = Player(await port_of(server), anna.key)
    await again.open()
    await again.see("Continue")
    again.type("c")
    await again.see("to move")
    server.send_signal(signal.SIGTERM)
    await again.see("The server stops")
    server.send_signal(signal.SIGTERM)  # a second one does not wait
    await again.see("The server has stopped")
    assert await asyncio.wait_for(server.wait(), 15.0) == 0
    await again.close()
    account = id_of(anna.key.get_fingerprint())
    saved = list((tmp_path / "accounts" / account / "data" / "matches").glob("*.caravan"))
    assert len(saved) == 1


def test_the_limits_of_the_command_line_reach_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[Config] = []

    async def run(given: Config) -> None:
        served.append(given)

    monkeypatch.setattr("caravan_tui.ssh.server.run", run)
    words = ["--home", str(tmp_path), "--sessions", "7", "--sessions-an-address", "3"]
    result = CliRunner().invoke(serve, [*words, "--connections-an-address", "5"])
    assert result.exit_code == 0, result.output
    usual = CliRunner().invoke(serve, ["--home", str(tmp_path)])
    assert usual.exit_code == 0, usual.output
    limits = [
        (one.sessions, one.sessions_an_address, one.connections_a_minute_an_address,
         one.connections_a_minute)
        for one in served
    ]  # fmt: skip
    assert limits == [(7, 3, 5, 20), (100, 20, 30, 120)]
    for wrong in ("--sessions-an-address", "--connections-an-address"):
        assert CliRunner().invoke(serve, [wrong, "0"]).exit_code == 2


def test_an_address_has_its_own_limits_of_sessions_and_of_connections(tmp_path: Path) -> None:
    server = Server(
        config(
            tmp_path, sessions=3, sessions_an_address=2,
            connections_a_minute=6, connections_a_minute_an_address=2,
        )
    )  # fmt: skip
    for number, address in enumerate(("::1", "::1", "::2")):
        account = Account(f"{number}" * 32, f"Anna{number}")
        person = Person(account, Access(account.name), "", address, lambda: None)
        if number < 2:
            assert server.why_full(address, account.id) == ""
        server.lobby.people[account.id] = person
    known = "0" * 32
    assert "full" in server.why_full("::3", "new"), "of a third address, but there is no room"
    assert server.why_full("::1", known) == "", "who is on already takes the own session over"
    del server.lobby.people["2" * 32]
    assert "your address" in server.why_full("::1", "new")
    assert server.why_full("::3", "new") == ""
    assert [server.why_not_connect("::1") for _try in range(3)] == [
        "", "", "connections of this address",
    ]  # fmt: skip
    assert [server.why_not_connect(f"::{n}") for n in range(2, 7)] == [
        "",
        "",
        "",
        "",
        "connections",
    ]


async def test_two_servers_do_not_share_a_folder(tmp_path: Path) -> None:
    server = await running(tmp_path)
    try:
        with pytest.raises(OSError, match="another server"):
            await Server(config(tmp_path)).start()
    finally:
        await server.stop()
    again = await running(tmp_path)
    await again.stop()


async def test_no_file_is_written_or_read_from_a_session(tmp_path: Path) -> None:
    from caravan_tui.screens.remote import SessionStore
    from saves.errors import SaveError

    store = SessionStore(tmp_path)
    with pytest.raises(SaveError):
        store.export("x", tmp_path / "y")
    with pytest.raises(SaveError):
        store.import_(tmp_path / "y")
    assert {"export", "import", "screenshot"} <= NOT_HERE


def test_a_host_key_that_others_may_read_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / "host_key"
    host_key(path)
    path.chmod(0o644)
    with speaking("fr"), pytest.raises(PermissionError) as refused:
        host_key(path)
    said = refused.value.strerror or ""
    assert str(path) in said and "chmod 600" in said
    assert "only its owner" not in said, "it is said in the keeper's language"


async def test_a_disk_that_refuses_leaves_an_account_as_it_was_and_says_so_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server(config(tmp_path))
    account = server.accounts.create("a" * 32, "Anna")

    def full(_account: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(tmp_path))

    monkeypatch.setattr(server.accounts, "keep", full)
    keeper = Keeper(server)
    for command, words in (("ban", ["Anna"]), ("role", ["Anna", "admin"])):
        with pytest.raises(KeeperError) as refused:
            keeper.do(command, words)
        said = str(refused.value)
        assert "Anna" in said and "The disk is full." in said
        assert "Errno" not in said and str(tmp_path) not in said
    assert (account.banned, account.role) == (False, "player")


async def test_an_order_about_nobody_says_that_a_name_is_missing(tmp_path: Path) -> None:
    keeper = Keeper(Server(config(tmp_path)))
    for command in ("kick", "ban", "unban"):
        with pytest.raises(KeeperError, match="a name is missing"):
            keeper.do(command, [])
    with pytest.raises(KeeperError, match="no account 'Bob'"):
        keeper.do("ban", ["Bob"])


async def test_what_the_environment_has_of_the_client() -> None:
    sent = {"LD_PRELOAD": "x", "LANG": "de_DE.UTF-8", "LC_ALL": "../x", "COLORTERM": "$(x)"}
    assert environment("xterm", sent) == {"TERM": "xterm", "LANG": "de_DE.UTF-8"}
    assert environment("xterm", {})["LANG"].endswith("UTF-8")


async def test_colours_are_what_is_set_else_what_is_said_else_what_is_known() -> None:
    true = {"COLORTERM": "truecolor"}
    assert colours("xterm-256color", "", "auto") == {}
    assert colours("xterm-kitty", "", "auto") == true
    assert colours("xterm-256color", "24bit", "auto") == true
    assert colours("xterm-kitty", "truecolor", "256") == {}
    assert colours("xterm", "", "truecolor") == true
    assert colours("xterm", "truecolor", "none") == {"NO_COLOR": "1"}
