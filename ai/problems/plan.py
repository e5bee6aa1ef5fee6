"""What problems are wanted, and the folder that keeps what was made on the way."""

from __future__ import annotations

import json
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from attrs import define

from caravan_tui import files
from caravan_tui.games import registry
from caravan_tui.games.contract import Game
from caravan_tui.i18n import _

FEWEST_SEATS: Final = 2
"""A problem needs somebody to win against."""


class ProblemsError(ValueError):
    """Problems cannot be made like this; the text is one line for the user."""


@define(frozen=True, slots=False)
class Plan:
    """A game, what its problems must be like, and where they are kept."""

    game: str
    seed: int
    iterations: int
    """Of the search that a problem is met with; the best move must be so of ten times as many."""
    gap: float
    """By how much more the best move must expect than every other one, 0..1."""
    folder: Path

    @cached_property
    def rules(self) -> Game[Any]:
        """The game."""
        return registry.get(self.game)

    @property
    def seats(self) -> range:
        """The numbers of seats of the matches."""
        spec = self.rules.spec
        return range(min(max(FEWEST_SEATS, spec.min_seats), spec.max_seats), spec.max_seats + 1)

    @property
    def file(self) -> Path:
        """Where the matches that were looked through are kept, one a line."""
        return self.folder / "matches.jsonl"

    def begin(self) -> None:
        """Begin the folder, or go on with it. Raises ProblemsError if it is of another plan."""
        head = {
            "game": self.game,
            "rules": self.rules.spec.rules_version,
            "seed": self.seed,
            "iterations": self.iterations,
            "gap": self.gap,
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
        if before != head:
            text = _("{folder} has problems of another plan. Choose another folder or delete it.")
            raise ProblemsError(text.format(folder=self.folder))
