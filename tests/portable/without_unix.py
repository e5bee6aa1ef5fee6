"""`python -m tests.portable.without_unix`: a match in the whole app, without what only Unix has.

It stands for the systems that the tests don't run on: modules that Windows lacks can't be imported,
and no socket of the file system can be opened, neither here nor in the workers.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from random import Random
from types import ModuleType

MISSING = frozenset(("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty"))
"""Modules of the standard library that Windows has not."""


class NoUnix:
    """A finder of modules that knows none of MISSING."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Refuse what is missing, and leave everything else to the others."""
        if name in MISSING:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


def no_socket(*_arguments: object, **_options: object) -> None:
    """Stands in for what opens a socket in the file system."""
    raise NotImplementedError("no Unix sockets")


def block() -> None:
    """Take away what Windows has not."""
    for name in MISSING:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, NoUnix())
    os.environ["TEXTUAL_DRIVER"] = "textual.drivers.headless_driver:HeadlessDriver"
    asyncio.open_unix_connection = asyncio.start_unix_server = no_socket  # type: ignore[assignment]


block()  # in the workers, too: they import this module again


async def play() -> list[str]:
    """Play a match by keys against a computer player, which thinks in worker processes; the names
    of its players."""
    from caravan_tui.app import CaravanApp, local_host
    from caravan_tui.engine import Match, Seat
    from caravan_tui.screens.table.result import ResultScreen
    from caravan_tui.screens.table.screen import TableScreen
    from saves.store import Store
    from tests.app.test_whole_matches import press_by_chance
    from tests.support.until import until

    store = Store()
    seats = [Seat("person", "Ann"), Seat("porter", "Bo")]
    await store.save(Match.new("decktet", {"hands": 1}, seats, 3))
    store.release_all()
    rng = Random(1)
    app = CaravanApp(local_host)
    app.settings.pace = "quick"
    async with app.run_test(size=(80, 24)) as pilot:
        await app.host_ready.wait()
        await pilot.press("c")
        await until(lambda: isinstance(app.screen, TableScreen), pilot)
        while not isinstance(app.screen, ResultScreen):
            await press_by_chance(pilot, rng)
        await app.leave()
    header = store.listing().entries[0].header
    assert header is not None and header.over
    return [seat.name for seat in header.seats]


if __name__ == "__main__":
    names = asyncio.run(play())
    loaded = sorted(MISSING & sys.modules.keys())
    print("played:", *names, "loaded:", *loaded)
