"""A worker process: reads searches from its standard input, answers in slices on its output.

Started by `ai.supervisor` as `python -m ai.worker PARENT`. It never imports Textual, holds no file
and no terminal of its parent, gives way to everything else and dies with its parent.

To the worker: `search` (id, game, view, level, seed, iterations, style, seconds, match),
`hurry` and `cancel` (id). From it: `ready`; `slice` (id, done, iterations, table) about every
`TELL` seconds; last of a search `end` (the same), `move` (id, action) where none was needed, or
`failed` (id, error).
"""

from __future__ import annotations

import gc
import importlib
import logging
import os
import resource
import select
import signal
import sys
from collections import OrderedDict
from time import perf_counter
from typing import Any

from ai import frames, levels
from ai import knowledge as known
from ai.process import die_with_parent, give_way
from ai.search import Searcher, Table, out_of_turn, quick, unpack
from caravan_tui.games import registry

log = logging.getLogger(__name__)

SLICE = 0.06
"""Seconds between two looks at what the host wants."""

TELL = 0.2
"""Seconds between two slices told to the host."""

KEPT = 4
"""Searchers, each with its tree, that are kept for the next decision of their seats."""

MEMORY = 2 << 30
"""Bytes of address space of a worker; a search that wants more fails."""

ROOM = 4_000_000
"""Pieces of memory (some 60 bytes each) that a worker may hold between two searches; beyond, it
forgets what it has worked out. Pieces, as what is freed is used again but seldom given back."""

MINDS = "ai.knowledge."
"""What the modules are called whose objects keep positions."""


def plain(table: Table) -> list[Any]:
    """A table for the pipe."""
    return [table.rows, table.iterations, table.spread, table.line]


def table_of(data: list[Any]) -> Table:
    """A table from the pipe."""
    rows = [(int(row[0]), int(row[1]), list(row[2])) for row in data[0]]
    return Table(rows, int(data[1]), float(data[2]), list(data[3]))


class Host:
    """The pipes to the parent."""

    def __init__(self, source: int, target: int) -> None:
        self._source = source
        self._target = target
        self._reader = frames.Reader()
        self._waiting: list[dict[str, Any]] = []

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message."""
        data = frames.pack(message)
        while data:
            data = data[os.write(self._target, data) :]

    def hear(self, wait: bool) -> dict[str, Any] | None:
        """The next message; None if none has come. Exits when the parent has closed."""
        while not self._waiting:
            if not wait and not select.select([self._source], [], [], 0)[0]:
                return None
            data = os.read(self._source, 1 << 16)
            if not data:
                os._exit(0)
            self._waiting = self._reader.feed(data)
        return self._waiting.pop(0)

    def again(self, message: dict[str, Any]) -> None:
        """Put back a message that is for later."""
        self._waiting.append(message)


class Worker:
    """Searches, one at a time."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._kept: OrderedDict[tuple[str, int, str, str | None], Searcher] = OrderedDict()
        self._room = ROOM

    def serve(self) -> None:
        """Answer the host until it closes the pipe."""
        self._host.tell({"op": "ready", "pid": os.getpid()})
        while True:
            message = self._host.hear(wait=True)
            if message is None or message["op"] != "search":
                continue
            try:
                self._search(message)
            except Exception as error:
                log.exception("search in %s failed", message.get("game"))
                self._kept.clear()
                gc.collect()
                self._host.tell({"op": "failed", "id": message["id"], "error": repr(error)})
            else:
                gc.collect(0)
                if sys.getallocatedblocks() > self._room:
                    self._let_go()

    def _let_go(self) -> None:
        """Drop the trees and the knowledge with all that it has worked out: a game's knowledge
        keeps tens of thousands of positions for each style, and a worker may run for weeks. What
        it works out anew is the same."""
        self._kept.clear()
        known.of.cache_clear()
        for name in [name for name in sys.modules if name.startswith(MINDS)]:
            if name != MINDS + "base":
                del sys.modules[name]
        gc.collect()
        # What stays cannot be helped: the next time there must be more to let go of.
        self._room = max(ROOM, sys.getallocatedblocks() + ROOM // 4)

    def _search(self, ask: dict[str, Any]) -> None:
        started = perf_counter()
        game = registry.get(ask["game"])
        view = unpack(ask["view"])
        knowledge = known.of(game.spec.id, ask["style"], ask["level"])
        level = levels.get(ask["level"]).suited(knowledge)
        budget = ask["iterations"] or level.iterations
        if view["to_act"] != view["seat"] or not level.iterations:
            found = (
                quick(game, view, knowledge, ask["seed"], level.name)
                if view["to_act"] == view["seat"]
                else out_of_turn(game, view, knowledge, ask["seed"])
            )
            self._host.tell({"op": "move", "id": ask["id"], "action": found.action})
            return
        kept = None
        key = (ask["match"], view["seat"], ask["game"], ask["style"])
        if ask["match"]:
            kept = self._kept.pop(key, None)
        searcher = Searcher(game, view, ask["seed"], budget, knowledge, kept)
        del kept
        told = started
        while not searcher.done >= 1.0:
            left = ask["seconds"] - (perf_counter() - started)
            if left <= 0.0:
                break
            searcher.step(seconds=min(SLICE, left))
            wish = self._wish(ask["id"])
            if wish is not None:
                break
            now = perf_counter()
            if now - told >= TELL:
                told = now
                self._tell("slice", ask["id"], searcher)
        self._tell("end", ask["id"], searcher)
        if ask["match"]:
            searcher.trim()
            self._kept[key] = searcher
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def _wish(self, search: str) -> str | None:
        """`hurry` or `cancel` if the host wants this search to end."""
        wish = None
        while (message := self._host.hear(wait=False)) is not None:
            if message["op"] == "search":
                self._host.again(message)
                break
            if message["id"] == search:
                wish = message["op"]
        return wish

    def _tell(self, op: str, search: str, searcher: Searcher) -> None:
        self._host.tell(
            {
                "op": op,
                "id": search,
                "done": searcher.done,
                "iterations": searcher.iterations,
                "table": plain(searcher.table()),
            }
        )


def main() -> None:
    """Set up the process and serve."""
    die_with_parent()
    if os.getppid() != int(sys.argv[1]):
        return
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    give_way()
    _bound_memory()
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    host = Host(os.dup(0), os.dup(1))
    os.dup2(2, 1)
    for module in sys.argv[2:]:
        importlib.import_module(module)
    gc.collect()
    gc.freeze()
    gc.disable()
    Worker(host).serve()


def _bound_memory() -> None:
    try:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
    except (OSError, ValueError):
        return


if __name__ == "__main__":
    main()
