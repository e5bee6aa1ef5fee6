"""What is to be learned, from which matches, and the folder that keeps it all."""

from __future__ import annotations

import json
import subprocess
from functools import cached_property
from pathlib import Path
from typing import Any

from attrs import define, field

from caravan_tui import __version__, files
from caravan_tui.games import registry
from caravan_tui.games.contract import Game, OptionValue
from caravan_tui.games.evaluator import Evaluator
from caravan_tui.i18n import _

ALL = 10**6
BLOCK = 10
"""Matches of one task, kept in one file."""


class LearnError(ValueError):
    """It cannot be learned like this; the text is one line for the user."""


@define(frozen=True, slots=False)
class Plan:
    """A table, the matches to learn from, and where everything is kept."""

    game: str
    seats: int
    blocks: int
    """The number of tasks, of `BLOCK` matches each."""
    seed: int
    iterations: int
    """Of each decision of these matches; 0: the move that looks best one ply deep."""
    folder: Path
    first: int = ALL
    """Positions of a match or branch, from its last random move on, that are learned from."""
    options: dict[str, OptionValue] = field(factory=dict)
    """All options of the matches, resolved."""

    @cached_property
    def rules(self) -> Game[Any]:
        """The game."""
        return registry.get(self.game)

    @property
    def evaluator(self) -> Evaluator[Any]:
        """The evaluator of the game as it is used today."""
        return registry.evaluator(self.game)

    @property
    def matches(self) -> int:
        """Matches, each with its branches."""
        return self.blocks * BLOCK

    def block_file(self, block: int) -> Path:
        """Where the matches of a task are kept."""
        return self.folder / f"matches-{block:05}.msgpack"

    def begin(self) -> None:
        """Begin the folder, or go on with it. Raises LearnError if it is of other matches."""
        head = {
            "game": self.game,
            "rules": self.rules.spec.rules_version,
            "seats": self.seats,
            "seed": self.seed,
            "iterations": self.iterations,
            "first": self.first,
            "options": self.options,
            "features": list(self.evaluator.FEATURES),
        }
        file = self.folder / "plan.json"
        self.folder.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            files.write(file, json.dumps(head, indent=1).encode())
            return
        try:
            before = json.loads(file.read_bytes())
        except ValueError:
            before = None
        if before != json.loads(json.dumps(head)):
            text = _("{folder} has matches of another plan. Choose another folder or delete it.")
            raise LearnError(text.format(folder=self.folder))


def commit() -> str:
    """The commit of the program; its version where it is no checkout."""
    try:
        answer = subprocess.run(
            ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short=12", "HEAD"],
            capture_output=True,
            text=True,
            check=True,
            timeout=10,
        )
    except (OSError, subprocess.SubprocessError):
        return __version__
    return answer.stdout.strip()
