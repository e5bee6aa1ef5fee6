"""`make crashes`: thousands of kills and of damaged files, with a table of what was found.

    python -m tests.crashes [--kills 2000] [--damaged 20000] [--lanes 4] [--seed 1]

A lane is a process that kills and a folder in which it does; half of them kill the app, half the
server, beside terminals and, in a lane more, while robots play at many tables. Of the kills nine in
twenty hit the app and a quarter the server of robots; of the others a quarter the server, two
fifths its sessions, a tenth the fork server, the rest search workers. Exits with 1 if anything was
found that must not be.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.crashes.witness import Verdict

ROOT = Path(__file__).parents[2]
LOCAL = "from tests.crashes.local import main; main()"


def kill(kills: int, lanes: int, seed: int, folder: Path) -> Verdict:
    """Run all lanes at once, and sum up what they have found."""
    servers = lanes // 2
    local, below, robots = kills * 9 // 20, kills * 3 // 10, kills // 4
    commands: list[list[str]] = []
    for lane in range(lanes):
        home = folder / f"lane{lane}"
        if lane < servers:
            shares = [_share(below * part // 100, servers, lane) for part in (25, 40, 10)]
            shares.append(_share(below, servers, lane) - sum(shares))
            words = ["-m", "tests.crashes.server", str(home), str(seed + lane), *map(str, shares)]
            kills_of_robots = _share(robots, servers, lane)
            commands.append(
                [
                    "-m",
                    "tests.crashes.robots",
                    f"{home}-robots",
                    str(seed + lane),
                    str(kills_of_robots),
                ]
            )
        else:
            share = _share(local, lanes - servers, lane - servers)
            words = ["-c", LOCAL, str(home), str(share), str(seed + lane)]
        commands.append(words)
    started = []
    for lane, words in enumerate(commands):
        output = (folder / f"lane{lane}.out").open("wb")
        started.append(
            subprocess.Popen(
                [sys.executable, *words], stdout=output, cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
            )
        )  # fmt: skip
    verdict = Verdict()
    for lane, process in enumerate(started):
        code = process.wait()
        lines = (folder / f"lane{lane}.out").read_text().splitlines()
        if lines:
            verdict.add(lines[-1])
        if code:
            verdict.faults.append(f"lane {lane} ended with {code}")
    return verdict


def _share(total: int, lanes: int, lane: int) -> int:
    """A lane's share of a number."""
    return total // lanes + (lane < total % lanes)


def main() -> int:
    """See the module."""
    parser = argparse.ArgumentParser(prog="python -m tests.crashes")
    parser.add_argument("--kills", type=int, default=2_000)
    parser.add_argument("--damaged", type=int, default=20_000)
    parser.add_argument("--lanes", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    verdict = Verdict()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="crashes") as folder:
        if asked.kills:
            verdict = kill(asked.kills, asked.lanes, asked.seed, Path(folder))
            verdict.figures["seconds of kills"] = round(time.monotonic() - began)
        if asked.damaged:
            from tests.crashes.damage import judge_files

            judge_files(asked.damaged, asked.seed, Path(folder) / "damaged", verdict)
    for name, value in sorted(verdict.figures.items()):
        print(f"{name:<60} {value:>9}")
    for fault in verdict.faults:
        print("!!", fault)
    return 1 if verdict.faults else 0


if __name__ == "__main__":
    sys.exit(main())
