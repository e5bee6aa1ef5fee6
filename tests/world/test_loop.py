"""The loop of the world: time that jumps, processes that die, streams that keep their order."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.world.loop import START, StuckError, VirtualLoop


def test_a_day_passes_at_once_and_in_order() -> None:
    loop = VirtualLoop(1)
    order = []

    async def wait(seconds: float) -> None:
        await asyncio.sleep(seconds)
        order.append(seconds)

    async def both() -> None:
        await asyncio.gather(wait(86_400.0), wait(1.0))

    loop.run_until_complete(both())
    assert order == [1.0, 86_400.0] and loop.now == START + 86_400.0


def test_what_waits_for_nothing_is_stuck() -> None:
    loop = VirtualLoop(1)
    with pytest.raises(StuckError):
        loop.run_until_complete(loop.create_future())


def test_nothing_of_a_dead_process_runs_again() -> None:
    loop = VirtualLoop(1)
    done = []

    async def work(name: str) -> None:
        try:
            await asyncio.sleep(1.0)
            done.append(name)
        finally:
            done.append(f"{name} ends")

    async def world() -> None:
        loop.spawn("a", work("a"))
        loop.spawn("b", work("b"))
        await asyncio.sleep(0.5)
        loop.kill("a")
        await asyncio.sleep(5.0)

    loop.run_until_complete(world())
    assert done == ["b", "b ends"]
    assert len(loop.living("a")) == 1 and not loop.living("b")


def test_a_stream_keeps_its_order_in_whatever_pieces_it_comes(tmp_path: Path) -> None:
    for seed in range(20):
        loop = VirtualLoop(seed)
        got = bytearray()

        async def serve(reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
            got.extend(await reader.read(-1))  # noqa: B023 - run within its turn of the loop

        async def talk() -> None:
            path = str(tmp_path / "socket")
            await asyncio.start_unix_server(serve, path)
            _reader, writer = await asyncio.open_unix_connection(path)
            for number in range(50):
                writer.write(b"%03d" % number)
            writer.close()
            await asyncio.sleep(60.0)

        loop.run_until_complete(talk())
        assert got == b"".join(b"%03d" % number for number in range(50))
