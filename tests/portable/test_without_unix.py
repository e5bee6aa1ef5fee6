"""Local play needs no module that only Unix has, and no Unix socket."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from saves.profile import Profile

ROOT = Path(__file__).parents[2]


def test_a_match_is_played_to_its_end_without_what_only_unix_has(home: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.portable.without_unix"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert ran.stdout == "played: Ann Bo loaded:\n", ran.stdout + ran.stderr
    assert [result.game for result in Profile().results()] == ["decktet"]
