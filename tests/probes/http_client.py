"""A client of the probes that sends what it is given, byte by byte."""

from __future__ import annotations

import asyncio


async def exchange(port: int, request: bytes, seconds: float = 30.0) -> bytes:
    """What comes back until the server closes; empty if it resets the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        async with asyncio.timeout(seconds):
            writer.write(request)
            return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def get(port: int, path: str) -> tuple[int, str]:
    """The status and the body of a page."""
    answer = await exchange(port, f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    head, _blank, body = answer.decode().partition("\r\n\r\n")
    return int(head.split(" ")[1]), body
