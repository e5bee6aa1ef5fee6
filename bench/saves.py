"""What a save costs: packing on the loop, writing beside it, size, loading, listing.

The write is held against a bare write and fsync of the same bytes in the same folder, by turns.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

from caravan_tui import files
from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from saves import format
from saves.header import Meta
from saves.store import Store

MOST_ACTIONS = 3_000


def longest(game: str, tries: int = 3) -> Match:
    """The longest of a few random matches with all seats taken."""
    count = registry.get(game).spec.max_seats
    longest_match: Match | None = None
    for seed in range(tries):
        match = Match.new(game, {}, [Seat("person", f"Player {n}") for n in range(count)], seed)
        rng = Random(seed)
        while not match.over and match.version < MOST_ACTIONS:
            match.act(match.to_act, rng.choice(match.legal(match.to_act)))
        if longest_match is None or match.version > longest_match.version:
            longest_match = match
    assert longest_match is not None
    return longest_match


def _milliseconds(function: Any, *arguments: Any) -> float:
    began = perf_counter()
    function(*arguments)
    return (perf_counter() - began) * 1_000


def _bare(path: Path, data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.write(handle, data)
    os.fsync(handle)
    os.close(handle)


def measure(game: str, home: Path, rounds: int) -> dict[str, float]:
    """The figures of one game; times are medians in milliseconds.

    `pack_ms` is spent on the event loop, `cpu_ms` is all the work of a save, `save_ms` includes
    the disk's two syncs, which a thread waits for.
    """
    match = longest(game)
    store = Store(home)
    store.save_now(match)
    path = store.folder / f"{match.record.id}.caravan"
    data = format.pack(match, Meta())
    packing, writing, bare, whole, loading, working = [], [], [], [], [], []
    for _ in range(rounds):
        packing.append(_milliseconds(format.pack, match, Meta()))
        writing.append(_milliseconds(files.write, path, data))
        bare.append(_milliseconds(_bare, store.folder / "bare", data))
        worked = process_time()
        whole.append(_milliseconds(store.save_now, match))
        working.append((process_time() - worked) * 1_000)
        loading.append(_milliseconds(lambda: format.restore(format.read(data))))
    replaying = [_milliseconds(lambda: format.restore(format.read(data), False)) for _ in range(3)]
    store.release_all()
    return {
        "actions": match.version,
        "bytes": len(data),
        "pack_ms": round(median(packing), 3),
        "cpu_ms": round(median(working), 3),
        "save_ms": round(median(whole), 3),
        "save_p95_ms": round(sorted(whole)[int(rounds * 0.95)], 3),
        "write_to_bare": round(median(w / b for w, b in zip(writing, bare, strict=True)), 2),
        "load_ms": round(median(loading), 3),
        "replay_ms": round(median(replaying), 3),
    }


def run(rounds: int = 40, matches: int = 300) -> dict[str, Any]:
    """All figures: by game, and the time to list `matches` matches."""
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for game in registry.ids():
            figures[game] = measure(game, home, rounds)
        store = Store(home)
        source = next(store.folder.glob("*.caravan")).read_bytes()
        snapshot = format.read(source)
        match = format.restore(snapshot)
        for number in range(matches):
            match.record.id = f"listed-{number}"
            (store.folder / f"listed-{number}.caravan").write_bytes(format.pack(match, Meta()))
        times = [_milliseconds(store.listing) for _ in range(5)]
        figures["list"] = {"matches": matches, "ms": round(median(times), 2)}
    return figures


if __name__ == "__main__":
    for name, figure in run().items():
        print(name, figure)
