"""The pages for supervisors over HTTP: what is asked wrongly or slowly is closed."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import AsyncIterator

import pytest

from caravan_tui.probes import http
from caravan_tui.probes.http import MAX_CONNECTIONS, Page, ProbeServer
from tests.probes.http_client import exchange, get


async def hello() -> Page:
    return Page(b"hello\n")


@pytest.fixture
async def port() -> AsyncIterator[int]:
    server = ProbeServer({"/hello": hello})
    _host, port = await server.start("127.0.0.1", 0)
    yield port
    await server.close()


async def test_a_page_is_answered_and_the_connection_closed(port: int) -> None:
    answer = await exchange(port, b"GET /hello?x=1 HTTP/1.1\r\nHost: x\r\n\r\n")
    head, _blank, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK\r\n") and body == b"hello\n"
    assert b"Content-Length: 6\r\n" in head and b"Connection: close" in head


async def test_head_is_answered_without_a_body(port: int) -> None:
    answer = await exchange(port, b"HEAD /hello HTTP/1.0\r\n\r\n")
    assert answer.endswith(b"\r\n\r\n") and b"Content-Length: 6\r\n" in answer


@pytest.mark.parametrize(
    ("request_head", "status"),
    [
        (b"GET /other HTTP/1.1\r\n\r\n", 404),
        (b"GET / HTTP/1.1\r\n\r\n", 404),
        (b"POST /hello HTTP/1.1\r\nContent-Length: 9999\r\n\r\n" + 9999 * b"x", 405),
        (b"DELETE /hello HTTP/1.1\r\n\r\n", 405),
        (b"GET /hello\r\n\r\n", 400),
        (b"GET /hello HTTP/2.0\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\r\n\r\n", 400),
        (b"\r\n\r\n", 400),
        (b"GET /" + 9000 * b"x", 431),
        (b"GET /hello HTTP/1.1\r\n" + 900 * b"a: bcdefg\r\n" + b"\r\n", 431),
    ],
)
async def test_what_is_asked_wrongly_gets_one_line(
    port: int, request_head: bytes, status: int
) -> None:
    answer = await exchange(port, request_head)
    assert answer.startswith(b"HTTP/1.1 %d " % status)
    assert answer.partition(b"\r\n\r\n")[2].count(b"\n") == 1
    assert (await get(port, "/hello")) == (200, "hello\n")


async def test_a_slow_client_is_closed_without_an_answer(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "PATIENCE", 0.2)
    assert await exchange(port, b"GET /hello HTTP/1.1\r\n") == b""


async def test_a_client_that_sends_without_end_is_closed(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "PATIENCE", 60.0)
    _reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /hello HTTP/1.1\r\n\r\n")
    with pytest.raises(ConnectionError):
        async with asyncio.timeout(20):
            while True:
                writer.write((1 << 16) * b"x")
                await writer.drain()
    assert (await get(port, "/hello"))[0] == 200
    writer.close()


async def test_a_client_that_leaves_at_once_leaves_nothing(port: int) -> None:
    for _time in range(2 * MAX_CONNECTIONS):
        _reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.close()
        await writer.wait_closed()
    await until_answered(port)


async def until_answered(port: int) -> None:
    """Ask until there is room."""
    async with asyncio.timeout(60):
        while not (await exchange(port, b"GET /hello HTTP/1.1\r\n\r\n")).startswith(
            b"HTTP/1.1 200"
        ):
            await asyncio.sleep(0.01)


async def test_too_many_connections_are_closed_and_room_comes_back(port: int) -> None:
    held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(MAX_CONNECTIONS)]
    try:
        assert await exchange(port, b"GET /hello HTTP/1.1\r\n\r\n") == b""
    finally:
        for _reader, writer in held:
            writer.close()
    await until_answered(port)


async def test_a_taken_port_is_an_error_that_names_it() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match="in use") as caught:
            await ProbeServer({}).start("127.0.0.1", port)
    assert caught.value.errno == errno.EADDRINUSE
    assert f"127.0.0.1:{port}" in str(caught.value.strerror)


async def test_closing_ends_the_connections_that_are_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "PATIENCE", 1000.0)
    server = ProbeServer({"/hello": hello})
    _host, port = await server.start("127.0.0.1", 0)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /hel")
    await writer.drain()
    await asyncio.sleep(0)
    async with asyncio.timeout(30):
        await server.close()
        assert await reader.read() == b""
    writer.close()
