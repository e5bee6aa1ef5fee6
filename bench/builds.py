"""`python -m bench.builds`: both builds of the search in one run, beside OpenSpiel's searches.

    python -m bench.builds [--games GAME ...] [--hands N] [--rounds N] [--beside ROOT]
                           [--no-openspiel]

Run it where `make fast` has compiled: the interpreted side is a copy of the sources. `--beside`
names another checkout that is measured in the same rounds, and that the others are held against.
Every figure is a ratio of rates of processes that take turns, with the range over the rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from shutil import copytree, ignore_patterns
from statistics import median
from tempfile import TemporaryDirectory

from attrs import frozen

from caravan_tui.games import registry
from caravan_tui.games.state import IS_COMPILED

ROOT = Path(__file__).parent.parent
ROUNDS = 7
BESIDE = "beside"


@frozen
class Side:
    """What is measured: a search of a game in one checkout."""

    label: str
    root: Path
    what: str = "search"


def interpreted_copy(folder: Path) -> Path:
    """The sources without what was compiled."""
    for name in ("ai", "bench", "caravan_tui", "saves"):
        copytree(ROOT / name, folder / name, ignore=ignore_patterns("*.so", "__pycache__"))
    return folder


def measure(side: Side, game_id: str, hands: int) -> tuple[float, str]:
    """Iterations a second of processor time, and a hash of what the search found."""
    script = str(Path(__file__).with_name("one_build.py"))
    answer = subprocess.run(
        [sys.executable, script, game_id, side.what, str(hands)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(side.root)},
        check=False,
    )
    if answer.returncode:
        sys.exit(f"{side.label}, {game_id}: {answer.stderr.strip().splitlines()[-1]}")
    figures = json.loads(answer.stdout)
    return figures["rate"], figures["hash"]


def report(game_id: str, sides: list[Side], rounds: int, hands: int) -> bool:
    """Measure and print one game; whether both builds found the same."""
    rates: dict[str, list[float]] = {side.label: [] for side in sides}
    hashes = set()  # another checkout may have another search
    for number in range(rounds):
        for side in sides if number % 2 == 0 else sides[::-1]:
            rate, mark = measure(side, game_id, hands)
            rates[side.label].append(rate)
            if side.label != BESIDE:
                hashes.add(mark)
    hashes.discard("")
    base = rates[sides[0].label]
    print(f"{game_id}: {'equal searches' if len(hashes) == 1 else 'SEARCHES DIFFER'}")
    for side in sides:
        row = rates[side.label]
        ratios = [rate / other for rate, other in zip(row, base, strict=True)]
        print(
            f"  {side.label:24} {median(row):10,.0f} a second"
            f"  {median(ratios):6.2f}  ({min(ratios):.2f} to {max(ratios):.2f})",
            flush=True,
        )
    return len(hashes) == 1


def main() -> int:
    """Measure, and say with the exit code whether both builds search alike."""
    parser = argparse.ArgumentParser(prog="python -m bench.builds", description="Measure builds.")
    parser.add_argument("--games", nargs="+", choices=registry.ids(), default=registry.ids())
    parser.add_argument("--hands", type=int, default=1, help="the hands of a match of decktet")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--beside", type=Path, help="another checkout")
    parser.add_argument("--no-openspiel", action="store_true")
    chosen = parser.parse_args()
    if not IS_COMPILED:
        print("nothing is compiled here: run `make fast` first", file=sys.stderr)
        return 2
    peer = find_spec("pyspiel") is not None and not chosen.no_openspiel
    equal = True
    with TemporaryDirectory() as folder:
        interpreted = interpreted_copy(Path(folder))
        for game_id in chosen.games:
            sides = [Side("interpreted", interpreted), Side("compiled", ROOT)]
            if chosen.beside is not None:
                sides.insert(0, Side(BESIDE, chosen.beside.resolve()))
            if peer:
                sides.append(Side("OpenSpiel, interpreted", interpreted, "openspiel"))
                sides.append(Side("OpenSpiel, compiled", ROOT, "openspiel"))
                if game_id == "decktet":
                    sides.append(Side("OpenSpiel C++, hearts", ROOT, "hearts"))
            equal &= report(game_id, sides, chosen.rounds, chosen.hands)
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
