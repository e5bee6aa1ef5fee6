"""Flow control: a session waits for a client that does not read, so nothing old is queued."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest
import pytest_asyncio

from caravan_tui.serving import Server
from caravan_tui.sessions.spawner import open_terminal
from caravan_tui.sessions.terminal import MAX_QUEUED
from caravan_tui.ssh.terminal import Queue, channel_terminal
from tests.support.until import until

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("ssh")]


class RecordingChannel:
    """A channel that remembers what was written to it."""

    def __init__(self) -> None:
        self.written = b""
        self.high_water = 0

    def set_write_buffer_limits(self, high: int) -> None:
        self.high_water = high

    def write(self, data: bytes) -> None:
        self.written += data


class PumpedTerminal:
    """A client's terminal whose session is the test."""

    def __init__(self) -> None:
        self.channel = RecordingChannel()
        self.terminal = channel_terminal(cast(Any, self.channel), cast(Any, None))
        self.master, self.slave = open_terminal(80, 24)
        self.pumping = asyncio.create_task(self.terminal.pump(self.master))

    async def print(self, text: str) -> None:
        """Print as the session would, and wait for the bytes to reach the master's side."""
        os.write(self.slave, text.encode())

    async def close(self) -> None:
        os.close(self.slave)
        self.terminal.close()
        await self.pumping
        os.close(self.master)


@pytest_asyncio.fixture(loop_scope="session")
async def pumped() -> AsyncIterator[PumpedTerminal]:
    pumped = PumpedTerminal()
    yield pumped
    await pumped.close()


@pytest.mark.parametrize("queue", list(Queue))
async def test_output_waits_while_a_queue_is_full(pumped: PumpedTerminal, queue: Queue) -> None:
    await pumped.print("first")
    await until(lambda: pumped.channel.written == b"first")
    pumped.terminal.pause_writing(queue)
    for _line in range(20):
        await pumped.print("x" * 100)
    # What was being waited for may still pass; then the session is not read any more.
    await until(lambda: pumped.channel.written != b"first")
    passed = len(pumped.channel.written)
    await pumped.print("last")
    turns = 0
    while turns < 50:  # however often the loop runs
        await asyncio.sleep(0)
        turns += 1
    assert len(pumped.channel.written) == passed <= len(b"first") + 2000
    pumped.terminal.resume_writing(queue)
    await until(lambda: pumped.channel.written.endswith(b"last"))
    assert len(pumped.channel.written) == len(b"first") + 2000 + len(b"last")


async def test_both_queues_must_have_room(pumped: PumpedTerminal) -> None:
    for queue in Queue:
        pumped.terminal.pause_writing(queue)
    pumped.terminal.resume_writing(Queue.CHANNEL)
    assert pumped.terminal.is_blocked
    pumped.terminal.resume_writing(Queue.TRANSPORT)
    assert not pumped.terminal.is_blocked
    assert pumped.channel.high_water == MAX_QUEUED


async def test_output_for_a_client_that_is_gone_is_thrown_away(pumped: PumpedTerminal) -> None:
    pumped.terminal.pause_writing(Queue.TRANSPORT)
    pumped.terminal.close()
    os.write(pumped.slave, b"x" * 2000)
    os.set_blocking(pumped.slave, False)
    await until(lambda: os.write(pumped.slave, b"x" * 1000) == 1000)
    assert pumped.channel.written == b""


async def test_a_client_whose_connection_stalls_blocks_its_session(
    server: Server, new_client: Any
) -> None:
    client = await new_client().open()
    await client.wait_for_text("Choose a name")
    (session,) = server.sessions
    terminal = session.terminal
    assert terminal is not None and not terminal.is_blocked
    client.connection._transport.pause_reading()  # as a network that carries nothing
    noise = os.urandom(4096)  # which compression does not shrink
    for _chunk in range(4096):
        if terminal.is_blocked:
            break
        terminal.write(noise)
        await asyncio.sleep(0)
    assert terminal.is_blocked
    client.connection._transport.resume_reading()
    await until(lambda: not terminal.is_blocked)


async def test_a_client_that_reads_nothing_from_its_channel_blocks_its_session(
    server: Server, new_client: Any
) -> None:
    client = await new_client().open()
    await client.wait_for_text("Choose a name")
    (session,) = server.sessions
    terminal = session.terminal
    assert terminal is not None
    client.stop_reading()
    noise = os.urandom(4096)
    for _chunk in range(4096):
        if terminal.is_blocked:
            break
        terminal.write(noise)
        await asyncio.sleep(0)
    assert terminal.is_blocked
    client.process.channel.resume_reading()
    await until(lambda: not terminal.is_blocked)
