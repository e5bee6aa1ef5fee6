"""Whether a worker's memory grows as it searches.

    python -m bench.memory [--games ID ...] [--iterations N] [--write FILE]

One worker of the app's pool searches the positions of a match again and again, and its resident
memory is read after each tenth of the iterations. What it needs for its largest tree is there after
the first tenth; from then on nothing should be added. Linux only.
"""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser
from pathlib import Path

from ai.pool import Pool
from ai.views import pack
from bench.positions import decisions
from caravan_tui.bus.messages import SearchRequest
from caravan_tui.games import registry

POSITIONS, EVERY = 12, 5
SEARCH = 2000
"""Iterations of one search, as of a Caravan master's."""
TENTHS = 10
HEAD = "| game | iterations | MiB after a tenth | after half | at the end |\n|---|---|---|---|---|"


def resident(pid: int) -> float:
    """The resident memory of a process, in MiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    (line,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


async def grown(game_id: str, iterations: int) -> list[float]:
    """The memory of a worker after each tenth of so many iterations, in MiB."""
    game = registry.get(game_id)
    states = decisions(game_id, POSITIONS, EVERY)
    views = [(pack(game.view(state, state.to_act())), state.to_act()) for state in states]
    searches = iterations // SEARCH
    pool = Pool(1)
    await pool.ready()
    try:
        (pid,) = pool.pids
        sizes: list[float] = []
        for number in range(searches):
            view, seat = views[number % len(views)]
            await pool.search(
                SearchRequest(game_id, view, seat, "master", number, SEARCH, seconds=600.0)
            )
            if (number + 1) * TENTHS // searches > len(sizes):
                sizes.append(resident(pid))
        if pool.pids != [pid]:
            raise RuntimeError("the worker was replaced")
        return sizes
    finally:
        await pool.close()


def main() -> None:
    """Print a row for each game."""
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", nargs="+", choices=registry.ids(), default=registry.ids())
    parser.add_argument("--iterations", type=int, default=1_000_000)
    parser.add_argument("--write", type=Path, help="write the table to this Markdown file")
    given = parser.parse_args()
    if given.iterations < TENTHS * SEARCH:
        parser.error(f"--iterations: at least {TENTHS * SEARCH}")
    lines = [HEAD]
    print(HEAD)
    for game_id in given.games:
        sizes = asyncio.run(grown(game_id, given.iterations))
        first, half, last = sizes[0], sizes[TENTHS // 2 - 1], sizes[-1]
        lines.append(
            f"| {registry.game_name(game_id)} | {given.iterations:,} | {first:.1f} | {half:.1f} "
            f"| {last:.1f} |"
        )
        print(lines[-1], flush=True)
    if given.write:
        given.write.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
