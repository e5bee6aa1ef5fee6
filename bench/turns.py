"""`python -m bench.turns`: how long people wait for Caravan masters, at full tables of every game.

    python -m bench.turns [--games ID ...] [--seats N] [--level NAME] [--seconds N] [--slower N]
                          [--write FILE]

Whole tables of computer seats play through the bus, the table and the pool, as in the app, but
without its pauses. A turn is all decisions of a seat between two moves of other seats. The aims are
3 seconds a decision and 8 a turn, also with `--slower 3`, and 0.1 from the end of a wish for a
search until its workers are free.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

from attrs import field, frozen

from ai import levels
from ai.bot import ComputerSeat
from ai.pool import Pool
from ai.views import pack
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import SearchRequest
from caravan_tui.bus.table import TableHost
from caravan_tui.cli.preview import random_match
from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry

GLANCE = 0.002
"""Seconds between two looks at the match."""

CANCELLED = 7
"""Searches that are cancelled at each table, at odd times."""


@frozen
class Waits:
    """What was measured at one table, in seconds."""

    game: str
    seats: int
    over: bool
    """The match was played to its end."""
    decisions: list[float] = field(factory=list)
    turns: list[float] = field(factory=list)
    cancelling: list[float] = field(factory=list)
    """From the cancellation of a search to the last of its workers being free."""


async def watch(game: str, seats: int, level: str, seconds: float, seed: int) -> Waits:
    """Let a table play for this many seconds, or to the end."""
    bus = LocalBus()
    pool = Pool(min(4, os.cpu_count() or 1))
    await pool.ready()
    match = Match.new(game, {}, [Seat(level)] * seats, seed)
    host = TableHost(bus)
    host.open(match)
    name = match.record.id
    players = [
        ComputerSeat(host.table(name, seat), pool.search, game, level, seed=seed)
        for seat in range(seats)
    ]
    tasks = [asyncio.create_task(player.run()) for player in players]
    decisions: list[float] = []
    turns: list[float] = []
    end = perf_counter() + seconds
    version, actor, since = match.version, match.to_act, perf_counter()
    last = -1
    while not match.over and perf_counter() < end:
        await asyncio.sleep(GLANCE)
        if match.version == version:
            continue
        took = perf_counter() - since
        decisions.append(took)
        if actor == last:
            turns[-1] += took
        else:
            turns.append(took)
        last = actor
        version, actor, since = match.version, match.to_act, perf_counter()
    over = match.over
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    cancelling = [await cancel(pool, game, seats, seed) for seed in range(CANCELLED)]
    await pool.close()
    return Waits(game, seats, over, decisions, turns, cancelling)


async def cancel(pool: Pool, game: str, seats: int, seed: int) -> float:
    """Cancel a long search of a position early in a match: seconds until the pool is free again."""
    match = random_match(game, seats, seed, 4)
    request = SearchRequest(game, pack(match.view(match.to_act)), match.to_act, "legend", seed)
    searching = asyncio.create_task(pool.search(request))
    await asyncio.sleep(0.4 + 0.037 * seed)
    since = perf_counter()
    searching.cancel()
    await asyncio.gather(searching, return_exceptions=True)
    while pool.idle < len(pool.pids):
        await asyncio.sleep(GLANCE)
    return perf_counter() - since


def slow_down(times: float) -> None:
    """Stop this process and its workers again and again, so that the machine seems so many times
    slower. A process beside them does it until this one ends."""
    words = [sys.executable, "-m", "bench.throttle", str(os.getpid()), str(times)]
    subprocess.Popen(words, start_new_session=True)


def row(waits: Waits) -> str:
    """A line of the table."""
    cells = [
        registry.get(waits.game).spec.title,
        str(waits.seats),
        f"{len(waits.decisions)}{'' if waits.over else ' (cut)'}",
        f"{median(waits.decisions):.2f}",
        f"{max(waits.decisions):.2f}",
        f"{median(waits.turns):.2f}",
        f"{max(waits.turns):.2f}",
        f"{max(waits.cancelling):.2f}",
    ]
    return "| " + " | ".join(cells) + " |"


HEAD = (
    "| game | seats | decisions | median s | longest | turn, median s | longest | cancelled |\n"
    "|---|---|---|---|---|---|---|---|"
)


def main() -> int:
    """Measure table by table and print the lines."""
    parser = argparse.ArgumentParser(prog="python -m bench.turns", description="Waits.")
    parser.add_argument("--games", nargs="+", choices=registry.ids(), default=registry.ids())
    parser.add_argument("--seats", type=int, help="at every table; else as many as may play")
    parser.add_argument("--level", choices=list(levels.ALL), default="master")
    parser.add_argument("--seconds", type=float, default=240.0, help="at most, for each table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slower", type=float, default=1.0, help="as on a machine so slow")
    parser.add_argument("--write", type=Path, help="write the table to this Markdown file")
    given = parser.parse_args()
    if given.slower > 1.0:
        slow_down(given.slower)
    lines = [HEAD]
    print(HEAD, flush=True)
    for game in given.games:
        seats = given.seats or registry.get(game).spec.max_seats
        waits = asyncio.run(watch(game, seats, given.level, given.seconds, given.seed))
        lines.append(row(waits))
        print(lines[-1], flush=True)
    load = f"Load over the last five minutes: {os.getloadavg()[1]:.1f}, cores: {os.cpu_count()}."
    print(load)
    if given.write:
        given.write.write_text("\n".join([*lines, "", load, ""]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
