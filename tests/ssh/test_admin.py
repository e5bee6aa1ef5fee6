"""Invite codes, bans, limits, idle sessions, administrators' commands, the log, and a restart."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import resource
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from attrs import evolve
from click.testing import CliRunner

from caravan_tui.bus.lobby_messages import news_topic
from caravan_tui.bus.messages import Notice
from caravan_tui.bus.permissions import Access
from caravan_tui.cli.serve import admin, serve
from caravan_tui.i18n import in_language
from caravan_tui.server.accounts import Account, account_id_of, create_invite
from caravan_tui.server.admin_errors import AdminError
from caravan_tui.server.audit_log import AuditLog
from caravan_tui.server.client import Client
from caravan_tui.server.config import Config
from caravan_tui.serving import Server, lock, raise_descriptor_limit
from caravan_tui.sessions.admission import CapacityError
from caravan_tui.sessions.environment import client_environment
from caravan_tui.sessions.gate import Gate, RejectedError
from caravan_tui.sessions.session_app import DISABLED_ACTIONS
from caravan_tui.ssh.door import host_key
from caravan_tui.terminal.capabilities import colours
from tests.server.lobby_harness import server_config
from tests.ssh.ssh_client import PATIENCE, SshClient
from tests.support.manual_timers import ManualTimers
from tests.support.until import until

pytestmark = pytest.mark.xdist_group("ssh")
on_the_server = pytest.mark.asyncio(loop_scope="session")


async def ask(server: Server, *words: str) -> Any:
    """What `caravan-tui admin` prints."""
    arguments = ["--home", str(server.config.home), *words]
    return await asyncio.to_thread(CliRunner().invoke, admin, arguments)


@on_the_server
async def test_administrators_invite_kick_ban_and_read_an_audit_log_without_secrets(
    server: Server, new_client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.config, "policy", "invite")
    code = create_invite(server.config)
    anna = await new_client().open()
    await anna.wait_for_text("Invite code")
    anna.type("WRONG\r")
    await anna.wait_for_text("unknown, expired")
    anna.type(f"{code}\r")
    await anna.wait_for_text("Choose a name")
    anna.type("Anna\r")
    await anna.wait_for_text("Lobby")
    assert "Anna" in (await ask(server, "sessions")).output
    assert (await ask(server, "kick", "Nobody")).exit_code != 0
    promoted = await ask(server, "role", "Anna", "admin")
    assert promoted.output == "Anna is an administrator.\n", "an order says what it has done"
    account = server.accounts.find_by_name("Anna")
    assert account is not None and account.role == "admin"
    facts = json.loads((await ask(server, "health", "--json")).output)
    assert facts["sessions"] == 1 and facts["uptime"] >= 0
    assert " MiB" in (await ask(server, "health")).output
    home = str(server.config.home)  # the folder may be named after the command as well
    after = await asyncio.to_thread(CliRunner().invoke, admin, ["sessions", "--home", home])
    assert "Anna" in after.output
    assert (await ask(server, "ban", "anna")).output == "Anna has been banned.\n"
    await anna.wait_closed()
    back = await new_client(anna.key).open()
    await back.wait_for_text("You are banned from this server.")
    assert await back.wait_closed() == 1
    log = (server.config.log_file).read_text()
    events = [json.loads(line)["event"] for line in log.splitlines()]
    assert {"start", "account", "session", "session_end", "admin", "refused"} <= set(events)
    # The log holds no secrets.
    public = anna.key.export_public_key().decode().split()[1]
    token = server.config.admin_token.read_text()
    for secret in (code, public, anna.key.get_fingerprint(), token):
        assert secret not in log


@on_the_server
async def test_a_session_without_input_is_warned_and_then_ended(
    server: Server, timers: ManualTimers, new_client: Any
) -> None:
    anna = await new_client().sign_up("Anna the idle")
    account = server.accounts.find_by_name("Anna the idle")
    assert account is not None
    until_warning = server.config.idle_timeout - server.config.idle_warning
    server.lobby.notifications.starting.clear()  # as if its program had asked for something
    with server.bus.subscribe(news_topic(account.id)) as notices:
        timers.advance(until_warning - 1)
        anna.type("a key")
        await anna.wait_for_text("a key")
        timers.advance(until_warning - 1)
        assert notices.get_nowait() is None
        timers.advance(1)
        notice = notices.get_nowait()
        assert isinstance(notice, Notice) and notice.code == "still_there"
        assert notice.values == {"seconds": round(server.config.idle_warning)}
    timers.advance(server.config.idle_warning)
    await anna.wait_for_text("without input")
    await anna.wait_closed()


@on_the_server
async def test_only_listed_keys_are_accepted_and_connections_are_limited(
    server: Server, new_client: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    good, bad = (asyncssh.generate_private_key("ssh-ed25519") for _i in range(2))
    listed = tmp_path / "keys"
    listed.write_bytes(good.export_public_key())
    monkeypatch.setattr(server.config, "policy", "keys")
    monkeypatch.setattr(server.config, "keys_file", listed)
    four = evolve(server.config, connections_per_minute_per_address=4)
    monkeypatch.setattr(server.ssh, "gate", Gate(four))
    with pytest.raises(asyncssh.PermissionDenied):
        await new_client(bad).connect()
    await new_client(good).connect()
    listed.write_bytes(bad.export_public_key())
    os.utime(listed, (1, 1))
    with pytest.raises(asyncssh.PermissionDenied):
        await new_client(good).connect()
    await new_client(bad).connect()
    with pytest.raises((asyncssh.Error, OSError)):
        await new_client(bad).connect()


@asynccontextmanager
async def served(home: Path) -> AsyncIterator[tuple[Any, int]]:
    """A server in a process of its own, and its port; killed at the end if it still runs."""
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "caravan_tui", "serve", "--home", str(home), "--port", "0",
        "--host", "127.0.0.1", "--policy", "open", "--workers", "1", "--spawner", "process",
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        assert server.stdout is not None
        line = await asyncio.wait_for(server.stdout.readline(), PATIENCE)
        yield server, int(line.split(b"-p ")[1].split()[0])
    finally:
        if server.returncode is None:
            server.kill()
        await server.wait()


async def test_a_stopped_server_notifies_players_and_a_killed_one_loses_nothing(
    tmp_path: Path,
) -> None:
    def saved() -> list[Path]:
        return list(tmp_path.glob("accounts/*/data/matches/*.caravan"))

    async with served(tmp_path) as (server, port):
        anna = await SshClient(port).sign_up("Anna")
        anna.type("\x1b[B\r")
        await anna.wait_for_text("Enter starts")
        anna.type("\x1b[21~")
        await anna.wait_for_text("to move")
        await until(saved)
        server.kill()
        await server.wait()
        await anna.close()
    async with served(tmp_path) as (server, port):
        again = await SshClient(port, anna.key).open()
        await again.wait_for_text("to move")  # led back to the table
        server.send_signal(signal.SIGTERM)
        await again.wait_for_text("The server is shutting down")
        server.send_signal(signal.SIGTERM)  # a second one does not wait
        await again.wait_for_text("The server has stopped")
        assert await asyncio.wait_for(server.wait(), PATIENCE) == 0
        await again.close()
    account = account_id_of(anna.key.get_fingerprint())
    (match,) = saved()
    assert match.parts[-4] == account
    assert not (tmp_path / "admin.token").exists()


def test_the_limits_of_the_command_line_reach_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[Config] = []

    async def run(given: Config) -> None:
        served.append(given)

    monkeypatch.setattr("caravan_tui.serving.run", run)
    words = ["--home", str(tmp_path), "--sessions", "7", "--sessions-an-address", "3"]
    result = CliRunner().invoke(serve, [*words, "--connections-an-address", "5"])
    assert result.exit_code == 0, result.output
    usual = CliRunner().invoke(serve, ["--home", str(tmp_path)])
    assert usual.exit_code == 0, usual.output
    limits = [
        (config.max_sessions, config.max_sessions_per_address,
         config.connections_per_minute_per_address, config.connections_per_minute)
        for config in served
    ]  # fmt: skip
    assert limits == [(7, 3, 5, 20), (100, 20, 30, 120)]
    for wrong in ("--sessions-an-address", "--connections-an-address"):
        assert CliRunner().invoke(serve, [wrong, "0"]).exit_code == 2


def test_an_address_has_its_own_limits_of_sessions_and_of_connections(tmp_path: Path) -> None:
    server = Server(
        server_config(
            tmp_path, max_sessions=3, max_sessions_per_address=2,
            connections_per_minute=6, connections_per_minute_per_address=2,
        )
    )  # fmt: skip
    admission, gate = server.admission, server.gate
    for number, address in enumerate(("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1")):
        account = Account(f"{number}" * 32, f"Anna{number}")
        if number < 2:
            admission.check_capacity(address, account.id)
        server.lobby.clients[account.id] = Client(
            account, Access(account.name), "", address, lambda: None
        )
    with pytest.raises(CapacityError, match="full"):
        admission.check_capacity("192.0.2.3", "a new account at a third address")
    admission.check_capacity("2001:db8::1", "0" * 32)  # replaces its own session
    del server.lobby.clients["2" * 32]
    with pytest.raises(CapacityError, match="your address"):
        admission.check_capacity("2001:db8::1", "new")
    admission.check_capacity("192.0.2.3", "new")
    for _attempt in range(2):
        gate.check("192.0.2.1")
    with pytest.raises(RejectedError, match="connections of this address"):
        gate.check("192.0.2.1")
    for number in range(2, 6):
        gate.check(f"192.0.2.{number}")
    with pytest.raises(RejectedError, match=r"^connections$"):
        gate.check("192.0.2.6")


@on_the_server
async def test_two_servers_do_not_share_a_folder(server: Server, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="another server"):
        await Server(server.config).start()
    os.close(lock(tmp_path / "lock"))
    os.close(lock(tmp_path / "lock"))  # as after the end of the first


async def test_no_file_is_written_or_read_from_a_session(tmp_path: Path) -> None:
    from caravan_tui.hosts.remote import SessionStore
    from saves.errors import SaveError

    store = SessionStore(tmp_path)
    with pytest.raises(SaveError):
        store.export("x", tmp_path / "y")
    with pytest.raises(SaveError):
        store.import_(tmp_path / "y")
    assert {"export", "import", "screenshot"} <= DISABLED_ACTIONS


def test_a_host_key_that_others_may_read_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / "host_key"
    host_key(path)
    path.chmod(0o644)
    with in_language("fr"), pytest.raises(PermissionError) as refused:
        host_key(path)
    said = refused.value.strerror or ""
    assert str(path) in said and "chmod 600" in said
    assert "only the owner" not in said, "it is said in the keeper's language"


async def test_an_account_that_cannot_be_saved_stays_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server(server_config(tmp_path))
    account = await server.accounts.create("a" * 32, "Anna")

    def full(_account: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(tmp_path))

    monkeypatch.setattr(server.accounts, "save", full)
    admin_commands = server.admin
    for command, words in (("ban", ["Anna"]), ("role", ["Anna", "admin"])):
        with pytest.raises(AdminError) as refused:
            await admin_commands.run(command, words)
        said = str(refused.value)
        assert "Anna" in said and "The disk is full." in said
        assert "Errno" not in said and str(tmp_path) not in said
    assert (account.banned, account.role) == (False, "player")


async def test_a_command_without_a_known_name_says_so(tmp_path: Path) -> None:
    admin_commands = Server(server_config(tmp_path)).admin
    for command in ("kick", "ban", "unban"):
        with pytest.raises(AdminError, match="Enter the name"):
            await admin_commands.run(command, [])
    with pytest.raises(AdminError, match="no account 'Bob'"):
        await admin_commands.run("ban", ["Bob"])


async def test_only_checked_variables_of_the_client_are_taken_over() -> None:
    sent = {"LD_PRELOAD": "x", "LANG": "de_DE.UTF-8", "LC_ALL": "../x", "COLORTERM": "$(x)"}
    assert client_environment("xterm", sent) == {"TERM": "xterm", "LANG": "de_DE.UTF-8"}
    assert client_environment("xterm", {})["LANG"].endswith("UTF-8")


async def test_colours_come_from_the_setting_then_the_client_then_the_terminal_type() -> None:
    true = {"COLORTERM": "truecolor"}
    assert colours("xterm-256color", "", "auto") == {}
    assert colours("xterm-kitty", "", "auto") == true
    assert colours("xterm-256color", "24bit", "auto") == true
    assert colours("xterm-kitty", "truecolor", "256") == {}
    assert colours("xterm", "", "truecolor") == true
    assert colours("xterm", "truecolor", "none") == {"NO_COLOR": "1"}
    assert colours("xterm-kitty", "truecolor", "16") == {"TERM": "xterm-16color"}


@pytest.mark.parametrize(("hard", "missing"), [(5_000, 0), (1_500, 700)])
def test_the_limit_of_open_files_is_raised_for_many_sessions_as_far_as_it_goes(
    hard: int, missing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = [(1_024, hard)]
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _kind, pair: limits.append(pair))
    assert raise_descriptor_limit(100) == 0 and len(limits) == 1, "the usual limit is enough"
    assert raise_descriptor_limit(250) == missing
    assert limits[-1] == (min(2_200, hard), hard)


def test_strangers_do_not_flush_the_log(tmp_path: Path) -> None:
    log = AuditLog(tmp_path / "log")
    log.write("admin", command="ban")
    for number in range(20_000):
        log.write("refused", what="connections", address=f"192.0.2.{number % 256}")
    log._limits["refused"]._left = 1.0  # some seconds later
    log.write("refused", what="connections", address="192.0.2.1")
    log.close()
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert lines[0]["event"] == "admin" and len(lines) == 302
    assert lines[-1]["omitted"] == 19_700
    assert not list(tmp_path.glob("log.*")), "nothing was rotated away"
