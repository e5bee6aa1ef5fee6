"""A worker process: takes searches from a pipe, answers in slices.

Started by `ai/workers.py`. It never imports Textual, holds no file and no terminal of its parent,
has a lower priority than everything else and dies with its parent. What it is sent and sends is in
`ai/protocol.py`.
"""

from __future__ import annotations

import gc
import importlib
import logging
import os
import sys
from collections import OrderedDict
from collections.abc import Sequence
from multiprocessing.connection import Connection
from time import perf_counter

from ai import levels
from ai.protocol import (
    Command,
    Failed,
    Prepare,
    Progress,
    Ready,
    Report,
    Stop,
    ThinkAhead,
    command,
    encode,
)
from ai.search import RootTable, Searcher, out_of_turn, quick
from ai.views import unpack
from caravan_tui.bus.messages import SearchRequest
from caravan_tui.games import registry
from caravan_tui.games.contract import seat_of

log = logging.getLogger(__name__)

SLICE = 0.06
"""Seconds between two looks at what the pool has sent."""

REPORT_SECONDS = 0.2
"""Seconds between two reports of a search."""

KEPT = 4
"""Searchers, each with its tree, that are kept for the next decision of their seats."""

MEMORY = 2 << 30
"""Bytes of address space of a worker; a search that wants more fails."""

BLOCKS = 4_000_000
"""Blocks of memory (some 60 bytes each) that a worker may hold between two searches. Beyond, it
drops what it has worked out. Blocks, as what is freed is used again but seldom given back."""


class Pipe:
    """The worker's end of its pipe. Exits the process when the pool has closed the other end."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def send(self, report: Report) -> None:
        """Send a report."""
        try:
            self._connection.send_bytes(encode(report))
        except OSError:
            os._exit(0)

    def receive(self, wait: bool) -> Command | None:
        """The next command; without `wait` None if none has come."""
        try:
            if not wait and not self._connection.poll():
                return None
            return command(self._connection.recv_bytes())
        except (EOFError, OSError):
            os._exit(0)


class Worker:
    """Searches, one at a time."""

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe
        self._searchers: OrderedDict[tuple[str, int, str, str | None], Searcher] = OrderedDict()
        self._max_blocks = BLOCKS

    def serve(self) -> None:
        """Answer the pool until it closes the pipe."""
        self._pipe.send(Ready())
        while True:
            request = self._pipe.receive(wait=True)
            if isinstance(request, Prepare):
                self._prepare(request)
            is_ahead = isinstance(request, ThinkAhead)
            if isinstance(request, ThinkAhead):
                request = request.request
            if not isinstance(request, SearchRequest):
                continue
            try:
                self.search(request, is_ahead)
            except Exception as error:
                log.exception("search in %s failed", request.game)
                self._searchers.clear()
                gc.collect()
                self._pipe.send(Failed(request.id, repr(error)))
            else:
                gc.collect(0)
                if sys.getallocatedblocks() > self._max_blocks:
                    self.free_memory()

    def _prepare(self, request: Prepare) -> None:
        """Load a game and its evaluator."""
        try:
            registry.evaluator(request.game, request.style, request.level)
        except Exception:
            log.exception("%s cannot be prepared", request.game)  # the search will say it

    def free_memory(self) -> None:
        """Drop the trees and the evaluators with all that they have worked out: a game's evaluator
        caches tens of thousands of positions for each style, and a worker may run for weeks. What
        is worked out again is the same."""
        self._searchers.clear()
        registry.forget_evaluators()
        gc.collect()
        # What is left cannot be freed: the next time there must be more.
        self._max_blocks = max(BLOCKS, sys.getallocatedblocks() + BLOCKS // 4)

    def search(self, request: SearchRequest, is_ahead: bool = False) -> None:
        """Search, and report on the way. `is_ahead`: while another seat is to act."""
        started = perf_counter()
        game = registry.get(request.game)
        view = unpack(request.view)
        evaluator = registry.evaluator(game.spec.id, request.style, request.level)
        level = levels.get(request.level).suited(evaluator)
        is_own_turn = view["to_act"] == view["seat"]
        if (not is_own_turn and not is_ahead) or not level.iterations:
            result = (
                quick(game, view, evaluator, request.seed, level.name)
                if is_own_turn
                else out_of_turn(game, view, evaluator, request.seed)
            )
            table = RootTable(seat_of(view), [(result.action, 0, [])], 0, 0.0, [])
            self._pipe.send(Progress(request.id, 1.0, table, is_last=True))
            return
        key = (request.match, seat_of(view), request.game, request.style)
        earlier = self._searchers.pop(key, None) if request.match else None
        budget = request.iterations or level.budget(has_clock=True)
        searcher = Searcher(
            game,
            view,
            request.seed,
            budget,
            evaluator,
            earlier,
            level.nodes,
            moves=request.moves,
            steps=request.steps,
            takes_obvious=level.takes_obvious,
        )
        del earlier
        reported = started
        while searcher.done < 1.0:
            left = request.seconds - (perf_counter() - started)
            if left <= 0.0 and searcher.iterations:
                break  # else it would answer without having looked at anything
            searcher.step(seconds=min(SLICE, left))
            if self._is_stopped(request.id):
                break
            now = perf_counter()
            if now - reported >= REPORT_SECONDS:
                reported = now
                done = (now - started) / request.seconds if level.fills_time else searcher.done
                self._pipe.send(Progress(request.id, min(1.0, done), searcher.table()))
        self._pipe.send(Progress(request.id, searcher.done, searcher.table(), is_last=True))
        if request.match:
            searcher.trim()
            self._searchers[key] = searcher
            while len(self._searchers) > KEPT:
                self._searchers.popitem(last=False)

    def _is_stopped(self, search: str) -> bool:
        """Whether the pool wants this search to end. It sends no other request before its end."""
        is_stopped = False
        while (message := self._pipe.receive(wait=False)) is not None:
            is_stopped = is_stopped or (isinstance(message, Stop) and message.id == search)
        return is_stopped


def _bound_memory() -> None:
    """Let a search that wants more than MEMORY fail, where the system can do that."""
    try:
        import resource  # not there on Windows

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
    except (ImportError, OSError, ValueError):
        log.debug("no bound of memory")


def serve(connection: Connection, preload: Sequence[str]) -> None:
    """Import what a search needs, and serve. `preload`: names of modules to import first."""
    _bound_memory()
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    for module in preload:
        importlib.import_module(module)
    gc.collect()
    gc.freeze()
    gc.disable()
    Worker(Pipe(connection)).serve()
