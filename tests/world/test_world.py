"""A hundred worlds, each from a seed; and that a world is the same whenever it is run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.world.planted import BUGS

ROOT = Path(__file__).parents[2]


def run_world(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own: sets of texts have an order there that is always the
    same, and what it puts in place of the system's calls is nobody else's."""
    return subprocess.run(
        [sys.executable, "-m", "tests.world", *arguments],
        cwd=ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONHASHSEED": "0"},
    )  # fmt: skip


@pytest.mark.parametrize("first", [0, 50])
def test_nothing_is_wrong_in_a_hundred_worlds(first: int) -> None:
    run = run_world("--seeds", "50", "--first", str(first))
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_same_seed_gives_the_same_world_alone_and_after_others() -> None:
    alone = run_world("7", "--digest").stdout
    assert alone.strip()
    assert alone == run_world("7", "--digest").stdout
    after_others = run_world("--seeds", "3", "--first", "5", "--digest").stdout.split()
    assert after_others[-1] == alone.strip()


def test_a_planted_bug_is_reported_with_its_replay_and_few_steps() -> None:
    run = run_world("1", "--bug", "no-wait")
    assert run.returncode == 1
    assert "durability" in run.stdout
    assert "Replay: python -m tests.world 1 --bug no-wait" in run.stdout
    kept, whole = (
        run.stdout.partition("The fewest steps that show it (")[2].split(")")[0].split(" of ")
    )
    assert int(kept) < int(whole) / 2, run.stdout


def test_a_save_that_is_not_tried_again_is_found() -> None:
    """The time between tries can be planted: a default that a module is loaded with could not."""
    run = run_world("71", "--bug", "no-retry")
    assert "is not saved though the disk is well" in run.stdout, run.stdout + run.stderr


@pytest.mark.nightly
def test_each_planted_bug_is_found() -> None:
    run = run_world("--bugs", "--jobs", "2")
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("| `") == len(BUGS)
    assert "not within" not in run.stdout
