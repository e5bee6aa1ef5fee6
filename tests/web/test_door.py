"""The page, and the accounts of browsers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from typing import Any

import aiohttp
import pytest

from caravan_tui.server.accounts import account_id_of, create_invite
from caravan_tui.serving import Server
from caravan_tui.web import door, listener
from caravan_tui.web.page import STATIC
from tests.ssh.ssh_client import SshClient
from tests.support.until import until

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("web")]


async def test_the_page_has_no_script_of_its_own_and_asks_nobody_else(new_page: Any) -> None:
    response = await new_page().get("/")
    text = await response.text()
    policy = response.headers["Content-Security-Policy"]
    script = re.search(r"script-src ([^;]*)", policy)
    assert script is not None and script[1].strip() == "'self'"
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert not re.search(r"<script(?![^>]*\bsrc=)", text) and not re.search(r"\son\w+=", text)
    assert not re.search(r"(src|href)=\"(?!/)", text)
    for name in ("page.mjs", "page.css"):
        assert not re.search(r"(?:from|import|url)\W+https?:", (STATIC / name).read_text())


async def test_the_page_speaks_the_browsers_language(new_page: Any) -> None:
    french = await (await new_page().get("/", **{"Accept-Language": "fr-CH, en;q=0.5"})).text()
    assert '<html lang="fr">' in french and "Jouer" in french
    assert '<html lang="en">' in await (await new_page().get("/")).text()


async def test_files_are_sent_once_and_nothing_else_is(new_page: Any) -> None:
    page = new_page()
    script = await page.get("/static/vendor/xterm.mjs")
    assert script.status == 200 and script.content_type == "text/javascript"
    again = await page.get("/static/vendor/xterm.mjs", **{"If-None-Match": script.headers["ETag"]})
    assert again.status == 304
    for path in ("/static/index.html", "/static/../page.py", "/static/%2e%2e/page.py", "/x"):
        assert (await page.get(path)).status == 404


async def test_other_pages_and_other_names_are_refused(new_page: Any) -> None:
    evil = new_page("https://evil.example")
    status, _text = await evil.post("/api/account", {"name": "Evil"})
    assert status == 403
    async with evil.http.post(evil.address + "/api/account", json={"name": "None"}) as response:
        assert response.status == 403, "no origin at all"
    assert (await evil.get("/", Host="evil.example")).status == 421
    assert (await evil.get("/api/account", Origin="https://evil.example")).status == 403


async def test_a_newcomer_gets_an_account_for_an_invite_code(
    server: Server, new_page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.config, "policy", "invite")
    page, code = new_page(), create_invite(server.config)
    assert (await page.post("/api/account", {"name": "Ida"}))[0] == 400
    assert (await page.post("/api/account", {"name": "Ida", "code": "ABCD-EFGH-JKLM"}))[0] == 409
    assert await page.post("/api/account", {"code": code}) == (200, {"name": ""})
    status, answer = await page.post("/api/account", {"name": "../x", "code": code})
    assert status == 409 and answer["text"]
    assert await page.post("/api/account", {"name": "Ida", "code": code}) == (200, {"name": "Ida"})
    facts = await (await page.get("/api/account")).json()
    assert facts["name"] == "Ida" and facts["is_only_key"] is True
    assert (await new_page().post("/api/account", {"name": "Ben", "code": code}))[0] == 409
    assert (await (await new_page().get("/api/account")).json())["name"] == ""


async def test_only_keys_of_the_list_and_their_browsers_sign_up(
    server: Server, new_page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.config, "policy", "keys")
    account = await server.accounts.create(account_id_of("listed"), "Listed")
    page = new_page()
    for wish in ({"name": "Nobody"}, {"name": "Nobody", "code": create_invite(server.config)}):
        assert (await page.post("/api/account", wish))[0] in (400, 409)
    code = await server.accounts.create_link(account)
    assert await page.post("/api/account", {"code": code}) == (200, {"name": "Listed"})


async def test_bad_requests_get_one_line(server: Server, new_page: Any) -> None:
    page = new_page()
    for body in ("[]", {"name": 5}, {"name": "x" * 99}, {"other": ""}):
        status, answer = await page.post("/api/account", body)
        assert status == 400 and answer["text"].count("\n") == 0
    assert (await page.post("/api/account", {}, **{"Content-Type": "text/plain"}))[0] == 415
    assert (await page.post("/api/account", {"name": "x" * 10_000}))[0] == 413
    assert (await page.post("/api/link"))[0] == 401
    assert (await page.post("/api/leave"))[0] == 401


async def test_a_body_that_is_no_text_is_a_bad_request(address: str) -> None:
    headers = {"Origin": address.rstrip("/"), "Content-Type": "application/json"}
    async with aiohttp.ClientSession() as session:
        for path in ("account", "sign-in"):
            async with session.post(
                f"{address}api/{path}", data=b'{"name":"\xff\xfe"}', headers=headers
            ) as answer:
                assert answer.status == 400 and "Content-Security-Policy" in answer.headers


async def test_strangers_who_speak_no_http_do_not_fill_the_log(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    assert server.web is not None
    for _try in range(3):
        for line in (b"SSH-2.0-x\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\r\n\r\n"):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.web.port)
            writer.write(line)
            assert b"400" in await asyncio.wait_for(reader.read(), 30)
            writer.close()
    assert not caplog.records
    quiet = door._quiet_log()
    with caplog.at_level(logging.ERROR):
        for number in range(200):
            quiet.error("a request failed %d", number)
    assert len(caplog.records) == door.LINE_BURST


async def test_what_is_no_http_gets_one_line_and_not_itself_back(server: Server) -> None:
    assert server.web is not None
    for said in (b"\x16\x03\x01" + b"x" * 5_000, b"\xff" * 5_000, b"get / HTTP/1.1\r\n\r\n"):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.web.port)
        writer.write(said)
        answer = await asyncio.wait_for(reader.read(1000), 30)
        _head, _end, body = answer.partition(b"\r\n\r\n")
        assert body == b"This is no HTTP.\n"
        writer.close()


async def test_a_request_may_come_byte_by_byte(server: Server) -> None:
    assert server.web is not None
    reader, writer = await asyncio.open_connection("127.0.0.1", server.web.port)
    host = f"127.0.0.1:{server.web.port}"
    for byte in f"GET /static/icon.svg HTTP/1.1\r\nHost: {host}\r\n\r\n".encode():
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(0)
    assert b"200 OK" in await asyncio.wait_for(reader.readline(), 30)
    writer.close()


async def test_requests_and_codes_of_one_address_are_limited(
    server: Server, new_page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert server.web is not None
    page = new_page()
    monkeypatch.setattr(server.admission, "take_invite_attempt", lambda _address: False)
    assert (await page.post("/api/account", {"code": "ABCD-EFGH-JKLM"}))[0] == 429
    monkeypatch.setattr(server.web._rates, "take", lambda *_: False)
    assert (await page.get("/")).status == 429


async def test_a_full_server_creates_no_account(
    server: Server, new_page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.config, "max_sessions", 0)
    status, answer = await new_page().post("/api/account", {"name": "Late"})
    assert status == 503 and "full" in answer["text"]
    assert server.accounts.find_by_name("Late") is None


async def test_a_browser_and_a_key_are_linked_from_either_side(
    server: Server, new_page: Any
) -> None:
    page = await new_page().sign_up("Lena")
    _status, link = await page.post("/api/link")
    laptop = SshClient(server.port)
    await laptop.open()
    await laptop.wait_for_text("Choose a name")
    laptop.type(f"{link['code']}\r")
    await laptop.wait_for_text("Continue here instead?")  # she plays in the browser
    laptop.type("y\r")
    await laptop.wait_for_text("Lobby")
    assert "another terminal" in (await page.wait_for_message("ended"))["text"]
    lena = server.accounts.find_by_name("Lena")
    assert lena is not None and len(lena.keys) == 1

    code = await server.accounts.create_link(lena)
    phone = new_page()
    assert await phone.post("/api/account", {"code": code}) == (200, {"name": "Lena"})
    await phone.open()
    assert "another terminal" in (await phone.wait_for_message("elsewhere"))["text"]
    await phone.say(type="hello", columns=80, rows=24, takes_over=True)
    await phone.wait_for_text("Lobby")
    await laptop.wait_for_text("You continued in another terminal")
    await laptop.close()
    facts = await (await phone.get("/api/account")).json()
    assert facts["is_only_key"] is False


async def test_who_signs_out_ends_the_session_and_the_cookie_opens_nothing(
    server: Server, new_page: Any
) -> None:
    page = await new_page().sign_up("Olga")
    cookie = {each.key: each.value for each in page.http.cookie_jar}
    assert (await page.post("/api/leave"))[0] == 200
    assert "signed out" in (await page.wait_for_message("ended"))["text"]
    page.http.cookie_jar.update_cookies(cookie)
    assert (await (await page.get("/api/account")).json())["name"] == ""
    await until(lambda: not server.sessions)


async def test_a_connection_that_asks_nothing_is_closed(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert server.web is not None
    monkeypatch.setattr(listener, "FIRST_REQUEST_SECONDS", 0.0)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.web.port)
    writer.write(b"GET / HTTP/1.1\r\nHost: local")
    with contextlib.suppress(ConnectionResetError):
        assert await asyncio.wait_for(reader.read(), 30) == b""
    writer.close()


async def test_one_address_holds_few_connections(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert server.web is not None
    connections = server.web._connections
    await until(lambda: not connections.open)
    monkeypatch.setattr(listener, "MAX_PER_NETWORK", 2)
    kept = [await asyncio.open_connection("127.0.0.1", server.web.port) for _i in range(2)]
    await until(lambda: len(connections.open) == 2)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.web.port)
    with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
        await asyncio.wait_for(reader.readexactly(1), 30)
    for _reader, each in [*kept, (reader, writer)]:
        each.close()
    await until(lambda: not connections.open)
