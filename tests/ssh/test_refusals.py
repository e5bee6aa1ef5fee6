"""What is read by who is asked, refused or turned away before a session begins."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncssh
import pytest
from attrs import evolve

from caravan_tui.server.accounts import account_id_of, create_invite
from caravan_tui.serving import Server
from caravan_tui.sessions import session
from caravan_tui.sessions.gate import Gate
from tests.support.until import until

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("ssh")]


async def test_a_newcomer_is_asked_in_the_language_of_the_environment(
    server: Server, new_client: Any
) -> None:
    first = await new_client().open(env={"LANG": "fr_FR.UTF-8"})
    await first.wait_for_text("Bienvenue")
    first.type("Zoé\r")
    await first.wait_for_text("Lobby")
    account = server.accounts.find_by_name("Zoé")
    assert account is not None
    account.language = "fr"  # the app reports it
    second = await new_client(first.key).open()  # this terminal does not say, the account knows
    await second.wait_for_text("déjà")
    second.type("o\r")
    await first.wait_for_text("autre terminal")
    await second.wait_for_text("Lobby")


async def test_who_waits_long_to_come_in_reads_why(
    server: Server, new_client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "ADMIT_SECONDS", 0.0)
    admit, may_come = server.lobby.admit, asyncio.Event()

    async def admit_later(*given: Any) -> Any:
        await may_come.wait()
        return await admit(*given)

    monkeypatch.setattr(server.lobby, "admit", admit_later)
    client = await new_client().open()
    await client.wait_for_text("Choose a name")
    client.type("Walter\r")
    await client.wait_for_text("Getting your saved matches…")
    may_come.set()
    await client.wait_for_text("Lobby")


async def test_commands_and_file_transfers_are_refused_with_one_line(
    server: Server, new_client: Any
) -> None:
    client = new_client()
    for command, line in (
        ("ls", "runs no commands"),
        ("scp -t /tmp", "does not transfer files"),
        ("/usr/bin/scp -t /tmp", "does not transfer files"),
    ):
        connection = await client.connect()
        done = await connection.run(command)
        assert done.exit_status == 1 and line in done.stderr and not done.stdout
    connection = await client.connect()
    process = await connection.create_process(subsystem="sftp", encoding=None)
    assert b"does not transfer files" in await process.stderr.read()
    connection = await client.connect()
    with pytest.raises(asyncssh.ChannelOpenError, match="doesn't allow forwarding"):
        await connection.open_connection("127.0.0.1", server.port)
    await until(lambda: not server.sessions)


async def test_a_rejected_connection_is_told_why(
    server: Server, new_client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    none_left = evolve(server.config, connections_per_minute_per_address=0)
    monkeypatch.setattr(server.ssh, "gate", Gate(none_left))
    with pytest.raises(asyncssh.DisconnectError, match="in a minute"):
        await new_client().connect()


async def test_too_many_invite_attempts_are_refused(
    server: Server, new_client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.config, "policy", "invite")
    monkeypatch.setattr(server.admission, "take_invite_attempt", lambda _address: False)
    client = await new_client().open()
    await client.wait_for_text("Invite code")
    client.type("AAAA\r")
    await client.wait_for_text("in a minute")
    assert await client.wait_closed() == 1
    assert "unknown, expired" not in client.text


async def test_prompts_ignore_arrows_and_cancelling_keeps_the_invite_code(
    server: Server, new_client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.config, "policy", "invite")
    code = create_invite(server.config)
    first = await new_client().open()
    await first.wait_for_text("Invite code")
    first.type(f"\x1b[D{code}\x1bOA\r")
    await first.wait_for_text("Choose a name")
    first.type("\x1b[1;5C\x1b[3~Ka\x1b[D")
    await first.wait_for_text("Ka")
    first.type("\x1b")  # Esc alone
    await first.wait_for_text("Your invite code is still valid.")
    assert await first.wait_closed() == 1
    second = await new_client(first.key).open()
    await second.wait_for_text("Invite code")
    second.type(f"{code}\r")
    await second.wait_for_text("Choose a name")
    second.type("\x1b[DKarl\x1b[A\r")
    await second.wait_for_text("Lobby")
    assert server.accounts.find_by_name("Karl") is not None
    third = await new_client().open()
    await third.wait_for_text("Invite code")
    third.type(f"{code}\r")
    await third.wait_for_text("unknown, expired")


@pytest.mark.parametrize("policy", ["invite", "open"])
async def test_a_code_of_an_account_leads_a_second_key_to_it(
    server: Server, new_client: Any, monkeypatch: pytest.MonkeyPatch, policy: str
) -> None:
    anna = await server.accounts.create(account_id_of(policy), f"Anna {policy}")
    code = await server.accounts.create_link(anna)
    monkeypatch.setattr(server.config, "policy", policy)
    laptop = await new_client().open()
    await laptop.wait_for_text("Invite code" if policy == "invite" else "Choose a name")
    laptop.type(f"{code}\r")
    await laptop.wait_for_text("Lobby")
    assert server.services.session_of(anna.id) is not None
    await laptop.close()
    again = await new_client(laptop.key).open()
    await again.wait_for_text("Lobby")
    assert server.services.session_of(anna.id) is not None


async def test_an_invite_code_used_by_two_at_once_admits_one(
    server: Server, new_client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.config, "policy", "invite")
    code = create_invite(server.config)
    both = [await new_client().open(), await new_client().open()]
    for client in both:
        await client.wait_for_text("Invite code")
        client.type(f"{code}\r")
        await client.wait_for_text("Choose a name")
    both[0].type("Lea\r")
    await both[0].wait_for_text("Lobby")
    both[1].type("Leo\r")
    await both[1].wait_for_text("unknown, expired")
    assert await both[1].wait_closed() == 1
    assert server.accounts.find_by_name("Leo") is None


async def test_a_key_that_signs_up_in_two_terminals_gets_one_account(
    server: Server, new_client: Any
) -> None:
    first = await new_client().open()
    second = await new_client(first.key).open()
    for terminal in (first, second):
        await terminal.wait_for_text("Choose a name")
    first.type("Mia\r")
    await first.wait_for_text("Lobby")
    second.type("Max\r")
    await second.wait_for_text("Continue here instead?")
    second.type("\r")
    await second.wait_for_text("Lobby")
    assert server.accounts.find_by_name("Max") is None


async def test_a_ban_applies_to_a_terminal_that_is_still_asked(
    server: Server, new_client: Any
) -> None:
    first = await new_client().sign_up("Mallory")
    second = await new_client(first.key).open()
    await second.wait_for_text("Continue here instead?")
    account = server.accounts.find_by_name("Mallory")
    assert account is not None
    await server.admin.run("ban", ["Mallory"])
    second.type("y\r")
    await second.wait_for_text("You are banned from this server.")
    assert await second.wait_closed() == 1
    await first.wait_closed()
    assert account.id not in server.lobby.clients


async def test_a_ban_applies_between_the_answer_and_the_session(
    server: Server, new_client: Any
) -> None:
    first = await new_client().sign_up("Trudy")
    second = await new_client(first.key).open()
    await second.wait_for_text("Continue here instead?")
    account = server.accounts.find_by_name("Trudy")
    assert account is not None
    second.type("y\r")
    account.banned = True  # whenever it is, between the answer and the session
    await second.wait_for_text("You are banned from this server.")
    assert await second.wait_closed() == 1


async def test_a_full_server_refuses_newcomers_but_allows_takeover(
    server: Server, new_client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = await new_client().sign_up("Otto")
    monkeypatch.setattr(server.config, "max_sessions_per_address", 1)
    newcomer = await new_client().open()
    await newcomer.wait_for_text("Too many sessions from your address.")
    assert await newcomer.wait_closed() == 1 and "Choose a name" not in newcomer.text
    again = await new_client(client.key).open()
    await again.wait_for_text("Continue here instead?")
    again.type("\r")
    await again.wait_for_text("Lobby")
    assert "Too many" not in again.text


async def test_a_client_without_terminal_and_input_reads_plain_lines(new_client: Any) -> None:
    client = new_client()
    connection = await client.connect()
    answer = await connection.run(stdin=asyncssh.DEVNULL, check=False)
    assert answer.stdout == "Welcome to caravan_tui.\nChoose a name:\n"
    assert answer.exit_status == 1


async def test_one_session_a_key_and_the_new_one_takes_over(
    server: Server, new_client: Any
) -> None:
    first = await new_client().sign_up("Bert")
    second = await new_client(first.key).open()
    await second.wait_for_text("Continue here instead?")
    second.type("n\r")
    assert await second.wait_closed() == 1
    third = await new_client(first.key).open()
    await third.wait_for_text("Continue here instead?")
    third.type("\r")
    await third.wait_for_text("Lobby")
    await first.wait_for_text("You continued in another terminal.")
    await first.wait_closed()
    assert len(server.lobby.clients) == 1


async def test_no_shell_no_files_no_forwarding(server: Server, new_client: Any) -> None:
    client = new_client()
    connection = await client.connect()
    with pytest.raises(asyncssh.Error):
        await connection.run("id", check=True)
    client = new_client(client.key)
    connection = await client.connect()
    with pytest.raises(asyncssh.Error):
        await connection.start_sftp_client()
    client = new_client(client.key)
    connection = await client.connect()
    with pytest.raises(asyncssh.Error):
        await connection.open_connection("127.0.0.1", server.port)
    with pytest.raises((asyncssh.Error, asyncssh.ChannelListenError)):
        await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 22)
    with pytest.raises(asyncssh.Error):
        await connection.open_unix_connection(str(server.bus_server.path))
    assert not server.sessions


async def test_a_second_session_on_one_connection_is_refused(
    server: Server, new_client: Any
) -> None:
    client = await new_client().sign_up("Cleo")
    with pytest.raises(asyncssh.Error):
        await client.connection.create_process(term_type="xterm", encoding=None)


async def test_passwords_and_no_key_do_not_let_in(server: Server) -> None:
    for more in ({"password": "x"}, {}):
        with pytest.raises(asyncssh.Error):
            await asyncssh.connect(
                "127.0.0.1", server.port, username="x", client_keys=None, known_hosts=None,
                agent_path=None, config=None, **more,
            )  # fmt: skip


@pytest.mark.parametrize("term", ["x;y", "x" * 200])
async def test_a_terminal_that_cannot_draw_is_told(
    server: Server, new_client: Any, term: str
) -> None:
    client = await new_client().open(term=term)
    assert await client.wait_closed() == 2
    assert "terminal" in client.text
    assert "\x1b" not in client.received.decode()


async def test_without_a_terminal_a_name_is_asked_for_in_lines(
    server: Server, new_client: Any
) -> None:
    connection = await new_client().connect()
    async with connection.create_process() as process:
        process.stdin.write("Lines\n")
        text = ""
        while "Lobby" not in text:
            part = await process.stdout.read(400)
            assert part, text
            text += part
    assert "Choose a name" in text and "\x1b" not in text
    assert server.accounts.find_by_name("Lines") is not None


async def test_everything_is_compressed(server: Server, new_client: Any) -> None:
    client = new_client()
    connection = await client.connect(compression_algs=["zlib@openssh.com", "none"])
    assert connection.get_extra_info("send_compression") == "zlib@openssh.com"
    client = new_client(client.key)
    with pytest.raises(asyncssh.Error):
        await client.connect(compression_algs=["none"])


async def test_keys_and_garbage_do_no_harm(server: Server, new_client: Any) -> None:
    client = await new_client().open()
    await client.wait_for_text("Choose a name")
    client.process.stdin.write(b"\xff\xfe\x00\x07\x9b31m" + "💥\u202e".encode() + b"\r")
    await client.wait_for_text("A name ")  # that was none
    client.type("Hugo\x7f\x7fbert\r")
    await client.wait_for_text("Lobby")
    assert server.accounts.find_by_name("Hubert") is not None
