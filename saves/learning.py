"""How far the user has come in each tutorial: one small file, beside the results.

It is a convenience and no record: a file that cannot be read is as none, and one that cannot be
written costs the place in the tutorial and nothing else.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from caravan_tui import folders
from saves import files

log = logging.getLogger(__name__)

LARGEST: Final = 1 << 16
"""Bytes; a larger file is not ours."""


@frozen
class Progress:
    """Where a tutorial was left."""

    step: int
    """The number of the step, from 1."""
    steps: int
    """How many there were."""
    moves: tuple[int, ...] = ()
    """The learner's actions so far."""
    done: bool = False
    """Whether it has been played to its end, now or once before."""


def path() -> Path:
    """The file."""
    return folders.data() / "tutorials.json"


def load() -> dict[str, Progress]:
    """What has been learned of each game; only games whose tutorial was begun."""
    try:
        told = json.loads(files.read(path(), LARGEST))
    except (OSError, ValueError):
        return {}
    if not isinstance(told, dict):
        return {}
    found = {game: _progress(one) for game, one in told.items()}
    return {game: one for game, one in found.items() if one is not None}


def _progress(one: Any) -> Progress | None:
    if not isinstance(one, dict):
        return None
    step, steps, moves = one.get("step"), one.get("steps"), one.get("moves")
    if type(step) is not int or type(steps) is not int or not isinstance(moves, list):
        return None
    if not 1 <= step <= steps or any(type(move) is not int for move in moves):
        return None
    return Progress(step, steps, tuple(moves), one.get("done") is True)


def keep(game: str, progress: Progress) -> None:
    """Remember where a tutorial stands; what cannot be written is logged."""
    known = load()
    was = known.get(game)
    told = {
        name: {
            "step": one.step,
            "steps": one.steps,
            "moves": list(one.moves),
            "done": one.done or (name == game and was is not None and was.done),
        }
        for name, one in {**known, game: progress}.items()
    }
    try:
        files.make_folder(path().parent)
        files.write(path(), json.dumps(told, indent=1).encode())
    except OSError as error:
        log.warning("tutorials: %s", files.reason(error))
