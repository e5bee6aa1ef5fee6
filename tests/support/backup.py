"""Backs up what a broker keeps, and restores it, with the requests that `nats account backup` and
`nats account restore` make."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from attrs import frozen
from nats.aio.client import Client
from nats.aio.msg import Msg

from tests.support.broker import flush

SECONDS = 20.0


@frozen
class Backup:
    """One stream."""

    name: str
    description: dict[str, Any]
    """Its configuration and state."""
    chunks: list[bytes]


async def _ask(client: Client, subject: str, body: object) -> dict[str, Any]:
    answer = await client.request(subject, json.dumps(body).encode(), SECONDS)
    facts: dict[str, Any] = json.loads(answer.data)
    assert "error" not in facts, (subject, facts["error"])
    return facts


async def back_up(client: Client) -> list[Backup]:
    """Every stream of the account."""
    names = (await _ask(client, "$JS.API.STREAM.NAMES", {}))["streams"]
    return [await _back_up(client, name) for name in names]


async def _back_up(client: Client, name: str) -> Backup:
    chunks: list[bytes] = []
    is_whole = asyncio.Event()

    async def take(message: Msg) -> None:
        if message.data:
            chunks.append(message.data)
            if message.reply:  # the last one asks for no answer
                await message.respond(b"")
        else:
            is_whole.set()

    inbox = client.new_inbox()
    interest = await client.subscribe(inbox, cb=take)
    await flush(client)
    ask = {"deliver_subject": inbox, "no_consumers": True, "chunk_size": 1 << 16}
    described = await _ask(client, f"$JS.API.STREAM.SNAPSHOT.{name}", ask)
    async with asyncio.timeout(SECONDS):
        await is_whole.wait()
    await interest.unsubscribe()
    return Backup(name, {key: described[key] for key in ("config", "state")}, chunks)


async def restore(client: Client, backups: list[Backup]) -> None:
    """Write them to a broker that has none of them."""
    for backup in backups:
        subject = f"$JS.API.STREAM.RESTORE.{backup.name}"
        there = (await _ask(client, subject, backup.description))["deliver_subject"]
        for chunk in backup.chunks:
            await client.request(there, chunk, SECONDS)
        done = json.loads((await client.request(there, b"", SECONDS)).data)
        assert "error" not in done, (backup.name, done)
