"""A thousand seeded matches of each game come to what they always came to, in either build."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.kit.digests import BLOCKS, RECORDED, digest_of_matches, shipped
from tests.nights import mostly_nightly


@pytest.mark.parametrize("block", mostly_nightly(range(BLOCKS)))
@pytest.mark.parametrize("name", shipped())
def test_matches_come_to_what_was_recorded(name: str, block: int) -> None:
    recorded = json.loads(RECORDED.read_text("utf-8"))
    assert digest_of_matches(name, block) == recorded[name][block]


def test_every_game_of_the_repository_is_recorded() -> None:
    root = Path(__file__).parents[2]
    command = ["git", "ls-files", "caravan_tui/games/*/spec.py"]
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False).stdout
    games = {Path(line).parent.name for line in listed.splitlines()}
    if not games:
        pytest.skip("this is no clone")
    assert set(shipped()) == games, "record it: python -m tests.kit.digests --write"
