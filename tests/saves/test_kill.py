"""A match survives its process being killed at any instant."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("kill_rounds.py")
ROOT = SCRIPT.parents[2]


def killed(folder: Path, rounds: int, seed: int) -> dict[str, int]:
    """The figures of `kill_rounds`."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(folder), str(rounds), str(seed)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "CARAVAN_TUI_HOME": str(folder)},
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    figures: dict[str, int] = json.loads(done.stdout)
    return figures


def test_a_match_killed_at_any_instant_comes_back_at_the_last_action_or_the_one_before(
    tmp_path: Path,
) -> None:
    figures = killed(tmp_path, 80, 1)
    assert figures["kills"] == 80
    assert figures["in a write"] >= 40
    for case in ("last", "last but one", "nothing new"):
        assert figures[case] >= 2, figures


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(2, 6))
def test_a_match_killed_thousands_of_times_comes_back(tmp_path: Path, seed: int) -> None:
    figures = killed(tmp_path, 1_500, seed)
    assert figures["kills"] == 1_500
    assert figures["in a write"] > 600
