"""How far the user has come in each tutorial: one small JSON file next to the results.

The file is a convenience. One that cannot be read counts as empty; if it cannot be written, the
user only loses the place in the tutorial.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Annotated, Final

import msgspec

from caravan_tui import paths
from caravan_tui.games import registry
from saves import errors, small_files

log = logging.getLogger(__name__)

MAX_BYTES: Final = 1 << 16
"""Size of the file; a larger one is cut off, so it does not parse."""


class Progress(msgspec.Struct, frozen=True):
    """Where the user left a tutorial."""

    step: Annotated[int, msgspec.Meta(ge=1)]
    """Number of the current step, from 1."""
    steps: int
    """Number of steps in the tutorial at that time."""
    moves: tuple[int, ...] = ()
    """The learner's actions so far."""
    done: bool = False
    """Whether the tutorial has ever been finished."""

    def __post_init__(self) -> None:
        """Check what no single field can. Raises ValueError."""
        if self.step > self.steps:
            raise ValueError("step is behind the last one")

    @property
    def is_begun(self) -> bool:
        """Whether the user is in the middle of it."""
        return 1 < self.step < self.steps


def path() -> Path:
    """Path of the file."""
    return paths.data() / "tutorials.json"


def unlearned() -> list[str]:
    """The games whose tutorials have not been finished, the easiest first."""
    progress = load()
    return [game for game in registry.by_ease() if game not in progress or not progress[game].done]


def game_to_learn() -> str:
    """The game whose tutorial was left half-way, else the easiest one whose tutorial has not been
    finished; the easiest one if all have been."""
    return left_half_way() or next(iter(unlearned()), registry.by_ease()[0])


def left_half_way() -> str:
    """The easiest game whose tutorial was begun and never finished; empty if there is none."""
    progress = load()
    return next((game for game in unlearned() if game in progress and progress[game].is_begun), "")


def load() -> dict[str, Progress]:
    """Read the progress by game id; games whose tutorial was never started are missing."""
    return small_files.read_each(path(), MAX_BYTES, Progress)


def save(game: str, progress: Progress) -> None:
    """Save the progress in a game's tutorial. A failure to write is only logged."""
    known = load()
    before = known.get(game)
    if before is not None and before.done:
        progress = msgspec.structs.replace(progress, done=True)
    try:
        small_files.write(path(), {**known, game: progress})
    except OSError as error:
        log.warning("tutorials: %s", errors.reason(error))
