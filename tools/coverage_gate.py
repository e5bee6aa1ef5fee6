"""Check the coverage of the rooms that must not break: `python -m tools.coverage_gate FILE`.

FILE is a report of `coverage json`, taken with branches. Prints a line for each room; below the
limit also the lines and branches that no test has reached. The exit code is then 1, as it is when
a room is empty or a file of it is missing in the report.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click
from attrs import frozen

ROOT = Path(__file__).parents[1]

LIMIT = 95.0
"""Percent of the lines, and of the branches, of each room."""

GAME_RULES = ("rules", "state", "pieces", "custom", "actions", "events", "view")

ROOMS: dict[str, tuple[str, ...]] = {
    "rules": (
        *(f"caravan_tui/games/*/{part}.py" for part in GAME_RULES),
        "caravan_tui/games/*/rules/*.py",
        "caravan_tui/games/kit/*.py",
        "caravan_tui/games/contract.py",
        "caravan_tui/games/custom_data.py",
        "caravan_tui/games/registry.py",
        "caravan_tui/games/state.py",
    ),
    "engine": ("caravan_tui/engine/*.py",),
    "bus": ("caravan_tui/bus/*.py",),
    "saves": ("saves/*.py",),
}
"""By room: its files, as patterns below the project's folder."""


class GateError(Exception):
    """The report does not say what the gate must know; the text is one line."""


@frozen
class Share:
    """How many of the lines or branches of a room were reached."""

    reached: int
    total: int

    @property
    def percent(self) -> float:
        """100 where there is nothing to reach."""
        return 100.0 * self.reached / self.total if self.total else 100.0


@frozen
class Room:
    """The coverage of a room."""

    name: str
    lines: Share
    branches: Share
    missing: list[str]
    """A text for each file that was not reached in full."""

    @property
    def is_covered(self) -> bool:
        """Whether lines and branches both reach the limit."""
        return min(self.lines.percent, self.branches.percent) >= LIMIT


def measure(name: str, paths: Iterable[str], report: Mapping[str, Any]) -> Room:
    """Sum up the files of a room. Raises GateError if there are none, or the report lacks one."""
    if not report["meta"]["branch_coverage"]:
        raise GateError("The report has no branches. Measure with `branch = true`.")
    files: dict[str, Any] = {Path(path).as_posix(): file for path, file in report["files"].items()}
    paths = sorted(paths)
    if not paths:
        raise GateError(f"The room {name} has no files. Check the patterns in ROOMS.")
    absent = [path for path in paths if path not in files]
    if absent:
        raise GateError(f"{name}: no test imports {', '.join(absent)}.")
    sums = [files[path]["summary"] for path in paths]
    return Room(
        name,
        Share(
            sum(file["covered_lines"] for file in sums),
            sum(file["num_statements"] for file in sums),
        ),
        Share(
            sum(file["covered_branches"] for file in sums),
            sum(file["num_branches"] for file in sums),
        ),
        [text for path in paths if (text := _missing(path, files[path]))],
    )


def _missing(path: str, file: Mapping[str, Any]) -> str:
    """`path: lines 3, 7; branches 5->7`; empty if all was reached."""
    parts = []
    if file["missing_lines"]:
        parts.append("lines " + ", ".join(map(str, file["missing_lines"])))
    if file["missing_branches"]:
        branches = (
            f"{line}->{'exit' if target < 0 else target}"
            for line, target in file["missing_branches"]
        )
        parts.append("branches " + ", ".join(branches))
    return f"{path}: {'; '.join(parts)}" if parts else ""


def paths_of(patterns: Iterable[str], root: Path = ROOT) -> list[str]:
    """The files that the patterns name, relative to the root."""
    return [
        path.relative_to(root).as_posix() for pattern in patterns for path in root.glob(pattern)
    ]


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(file: Path) -> None:
    """Check a coverage report."""
    report = json.loads(file.read_text("utf-8"))
    is_covered = True
    for name, patterns in ROOMS.items():
        try:
            room = measure(name, paths_of(patterns), report)
        except GateError as error:
            is_covered = False
            click.echo(str(error))
            continue
        verdict = "" if room.is_covered else f"  below {LIMIT:g} %"
        click.echo(
            f"{name:8} branches {room.branches.percent:5.1f} %  "
            f"lines {room.lines.percent:5.1f} %{verdict}"
        )
        if not room.is_covered:
            is_covered = False
            for text in room.missing:
                click.echo(f"  {text}")
    sys.exit(not is_covered)


if __name__ == "__main__":
    main()
