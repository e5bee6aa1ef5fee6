"""`python -m bench.walks [--list]`: how many calls a key press and a computer player's move take.

Counted with `sys.setprofile` in this process, in Caravan with three seats: each time a named
function of the packages of a walk is entered or resumed. Comprehensions, games, Textual and the
standard library are not counted. The counts in `docs/architecture.md` come from here.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from ai.bot import ComputerSeat
from ai.pool import Pool
from ai.turn_time import Pacing
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import Position
from caravan_tui.bus.table import TableHost
from caravan_tui.engine import Match, Seat

ROOT = Path(__file__).parents[1]
KEY_PACKAGES = ("caravan_tui/bus", "caravan_tui/engine")
BOT_PACKAGES = ("caravan_tui/bus", "ai")

ITERATIONS = 20
"""Of the counted search: so few that it ends before the first report of its progress."""


class Calls:
    """Counts calls of functions in some packages, from one function's call to another's return."""

    def __init__(self, packages: Sequence[str], first: str, last: str) -> None:
        """`first`, `last`: qualified names, such as `LocalTable.act`."""
        self.names: list[str] = []
        self.is_done = asyncio.Event()
        self._folders = tuple(f"{ROOT / package}/" for package in packages)
        self._first = first
        self._last = last

    def count(self, frame: FrameType, event: str, _value: object) -> None:
        """For `sys.setprofile`."""
        code = frame.f_code
        if code.co_name.startswith("<") or not code.co_filename.startswith(self._folders):
            return
        if event == "call" and (self.names or code.co_qualname == self._first):
            self.names.append(code.co_qualname)
        elif event == "return" and self.names and code.co_qualname == self._last:
            sys.setprofile(None)
            self.is_done.set()


async def key_to_position() -> list[str]:
    """From a screen's `act` to the position that it gets."""
    host = TableHost(LocalBus())
    match = Match.new("sahara", {}, [Seat("person")] * 3, 3)
    host.open(match)
    await host.saved(match.record.id)
    seat = match.to_act
    table = host.table(match.record.id, seat)
    calls = Calls(KEY_PACKAGES, "LocalTable.act", "Subscription.get")
    with table.subscribe() as news:
        sys.setprofile(calls.count)
        await table.act(match.version, match.legal(seat)[0])
        position = await news.get()
    assert isinstance(position, Position)
    assert calls.is_done.is_set()
    return calls.names


async def position_to_move() -> list[str]:
    """From the position that reaches a computer player to its act, with one worker."""
    host, pool = TableHost(LocalBus()), Pool(1)
    match = Match.new("sahara", {}, [Seat("person")] * 3, 3)
    host.open(match)
    name = match.record.id
    opener = match.to_act
    await pool.ready()
    while match.to_act == opener or len(match.legal(match.to_act)) < 2:
        await host.table(name, match.to_act).act(match.version, match.legal(match.to_act)[0])
    seat = match.to_act
    hosted = host.hosted(name)
    assert hosted is not None
    hosted.set_paused(True)
    bot = ComputerSeat(
        host.table(name, seat),
        pool.search,
        "sahara",
        "trader",
        seed=1,
        iterations=ITERATIONS,
        pacing=Pacing(60.0, 60.0),
    )
    task = asyncio.create_task(bot.run())
    await asyncio.sleep(0)  # now it waits for something to decide
    calls = Calls(BOT_PACKAGES, "Decisions.put", "LocalTable.act")
    await host.saved(name)
    sys.setprofile(calls.count)
    hosted.set_paused(False)
    await calls.is_done.wait()
    task.cancel()
    await pool.close()
    return calls.names


def main() -> None:
    """Count both walks and print the numbers."""
    parser = argparse.ArgumentParser(prog="python -m bench.walks", description="Count calls.")
    parser.add_argument("--list", action="store_true", help="name every call, in order")
    is_listed = parser.parse_args().list
    for title, walk, packages in (
        ("act to position", key_to_position, KEY_PACKAGES),
        ("position to a computer player's act", position_to_move, BOT_PACKAGES),
    ):
        names = asyncio.run(walk())
        print(f"{title}: {len(names)} calls in {' and '.join(packages)}")
        if is_listed:
            print(*(f"  {name}" for name in names), sep="\n")


if __name__ == "__main__":
    main()
