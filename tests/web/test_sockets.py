"""Sessions in pages: over a websocket, cut off, taken over, slow."""

from __future__ import annotations

import asyncio
import os
from typing import Any

import aiohttp
import pytest

from caravan_tui.server.config import Config
from caravan_tui.serving import Server
from caravan_tui.sessions.gate import RejectedError
from caravan_tui.sessions.session import Session
from caravan_tui.web.connection import PageConnection
from caravan_tui.web.messages import LARGEST, Ended
from caravan_tui.web.output import AT_FIRST
from caravan_tui.web.session import RECONNECT_SECONDS
from tests.ssh.ssh_client import SshClient
from tests.support.manual_timers import ManualTimers
from tests.support.until import until

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("web")]


def the_session(server: Server) -> Session:
    """The only session of a server."""
    (session,) = server.sessions
    return session


async def test_a_session_starts_takes_keys_and_follows_the_size(
    server: Server, new_page: Any
) -> None:
    page = await new_page().sign_up("Anna")
    await page.type("hello")
    await page.wait_for_text("hello")
    await page.say(type="resize", columns=132, rows=50)
    master = the_session(server)._master
    assert master is not None
    await until(lambda: os.get_terminal_size(master) == (132, 50))


async def test_a_page_that_comes_back_misses_no_byte(server: Server, new_page: Any) -> None:
    page = await new_page().sign_up("Berta")
    session = the_session(server)
    for round_ in range(5):
        before = bytes(page.received)
        await page.drop()
        lines = b"".join(b"line %d of %d\r\n" % (number, round_) for number in range(200))
        session.terminal.write(lines)
        await page.open()
        await page.wait_for_text(f"line 199 of {round_}")
        assert bytes(page.received) == before + lines
    assert the_session(server) is session
    assert {message["session"] for message in page.messages} == {page.session}


async def test_a_page_that_was_loaded_again_gets_the_whole_screen(
    server: Server, new_page: Any
) -> None:
    page = await new_page().sign_up("Carla")
    session = the_session(server)
    await page.drop()
    page.session, page.offset = "", 0
    await page.open(size=(90, 25))
    await page.wait_for_text("Repainted")
    assert the_session(server) is session and "Lobby" not in page.text


async def test_a_session_waits_a_minute_for_its_page_and_no_longer(
    server: Server, new_page: Any, timers: ManualTimers
) -> None:
    page = await new_page().sign_up("Dora")
    await page.drop()
    await until(lambda: not len(server.gate))
    timers.advance(RECONNECT_SECONDS - 1)
    await page.open()
    await until(lambda: len(page.messages) == 2)
    session = the_session(server)
    await page.drop()
    await until(lambda: not len(server.gate))
    timers.advance(RECONNECT_SECONDS)
    await session.ended.wait()
    await until(lambda: not server.lobby.clients)
    await page.open()
    await until(lambda: page.messages[-1]["session"] != page.messages[0]["session"])
    assert the_session(server) is not session


async def test_a_second_window_takes_the_session_over(server: Server, new_page: Any) -> None:
    first = await new_page().sign_up("Emma")
    session = the_session(server)
    second = new_page()
    second.http.cookie_jar.update_cookies({each.key: each.value for each in first.http.cookie_jar})
    await second.open()
    assert "another window" in (await first.wait_for_message("ended"))["text"]
    await first.wait_closed()
    await second.wait_for_text("Repainted")
    assert the_session(server) is session


async def test_a_page_comes_back_at_once_though_its_old_line_takes_no_farewell(
    server: Server, new_page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await new_page().sign_up("Elsa")
    session = the_session(server)
    let_end = asyncio.Event()

    async def wait_for_the_line(_page: PageConnection, _message: Ended) -> None:
        await let_end.wait()

    monkeypatch.setattr(PageConnection, "end", wait_for_the_line)
    await page.open()
    session.terminal.write(b"and it goes on")
    await page.wait_for_text("and it goes on")
    assert the_session(server) is session
    let_end.set()


async def test_a_page_that_asks_whether_its_line_lives_gets_an_answer(
    server: Server, new_page: Any
) -> None:
    page = await new_page().sign_up("Elke")
    await page.say(type="ping")
    assert await page.wait_for_message("pong") == {"type": "pong"}


async def test_nobody_gets_the_session_of_another_account(server: Server, new_page: Any) -> None:
    anna, ben = await new_page().sign_up("Fanny"), new_page()
    await ben.post("/api/account", {"name": "Gustav"})
    ben.session, ben.offset = anna.session, 0
    await ben.open(takes_over=True)
    await ben.wait_for_text("Lobby")
    assert ben.session != anna.session and len(server.sessions) == 2
    await anna.type("a secret")
    await anna.wait_for_text("a secret")
    await ben.type("hello")
    await ben.wait_for_text("hello")
    assert "secret" not in ben.text


async def test_what_a_page_may_not_say_ends_its_connection_and_not_its_session(
    server: Server, new_page: Any
) -> None:
    page = await new_page().sign_up("Hanna")
    session = the_session(server)
    for wrong, code in (
        ("no json", 1008),
        ('{"type":"hello","columns":80,"rows":24}', 1008),
        ('{"type":"resize","columns":0,"rows":24}', 1008),
        ("x" * (LARGEST + 1), 1009),
    ):
        assert page.socket is not None
        await page.socket.send_str(wrong)
        assert await page.wait_closed() == code
        await page.open()
    await page.type("still here")
    await page.wait_for_text("still here")
    assert the_session(server) is session


async def test_a_page_that_floods_is_closed(
    server: Server, new_page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caravan_tui.web.sockets.MESSAGE_BURST", 10)
    monkeypatch.setattr("caravan_tui.web.sockets.MESSAGES_PER_SECOND", 0.001)
    page = await new_page().sign_up("Irma")
    for _message in range(12):
        await page.say(type="resize", columns=80, rows=24)
    assert await page.wait_closed() == 1008


async def test_a_page_that_draws_nothing_blocks_its_own_session_alone(
    server: Server, new_page: Any
) -> None:
    slow, quick = await new_page().sign_up("Jana"), await new_page().sign_up("Kurt")
    jana = next(each for each in server.sessions if each.client and "Jana" in str(each.client))
    slow.confirms = False
    for _chunk in range(64):
        if jana.terminal.is_blocked:
            break
        jana.terminal.write(b"x" * 4096)
        await asyncio.sleep(0)
    assert jana.terminal.is_blocked and len(slow.received) <= AT_FIRST + 8192
    await quick.type("not held up")
    await quick.wait_for_text("not held up")
    slow.confirms = True
    await slow.say(type="confirm", offset=slow.offset)
    await until(lambda: not jana.terminal.is_blocked)


async def test_strangers_and_other_pages_get_no_websocket(new_page: Any) -> None:
    page = new_page()
    for status, change in ((401, {}), (403, {"Origin": "https://evil.example"})):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await page.connect(**change)
        assert refused.value.status == status
    await page.sign_up("Lea")
    evil = new_page("https://evil.example")
    evil.http.cookie_jar.update_cookies({each.key: each.value for each in page.http.cookie_jar})
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await evil.connect()
    assert refused.value.status == 403


async def test_connections_are_counted_with_those_of_ssh(
    server: Server, new_page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await new_page().sign_up("Mia")
    laptop = SshClient(server.port)
    await laptop.connect()
    await until(lambda: len(server.gate) == 2)

    def reject(_address: str) -> None:
        raise RejectedError("connections")

    monkeypatch.setattr(server.gate, "check", reject)
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await page.connect()
    assert refused.value.status == 503
    await laptop.close()


async def test_a_banned_account_gets_no_session(server: Server, new_page: Any) -> None:
    page = await new_page().sign_up("Nora")
    await server.admin.run("ban", ["Nora"])
    assert "banned" in (await page.wait_for_message("ended"))["text"]
    await page.wait_closed()
    await page.open()
    ended = await page.wait_for_message("ended")
    assert "banned" in ended["text"] and ended["again"] is False


async def test_an_administrator_sees_and_ends_connections_of_pages(
    server: Server, new_page: Any
) -> None:
    page = await new_page().sign_up("Otto")
    rows = await server.admin.run("connections", [])
    assert rows[1][3:] == ["Otto", "playing"]
    await server.admin.run("kick", [rows[1][0]])
    assert "administrator" in (await page.wait_for_message("ended"))["text"]


async def test_idle_pages_are_ended(server: Server, new_page: Any, timers: ManualTimers) -> None:
    page = await new_page().sign_up("Paula")
    config: Config = server.config
    timers.advance(config.idle_timeout - config.idle_warning)
    timers.advance(config.idle_warning)
    assert "without input" in (await page.wait_for_message("ended"))["text"]
