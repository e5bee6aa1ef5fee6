"""Reviews: what an analysis said of the user's own decisions in a finished match.

One line for each, in a file beside the results, written when the analysis has run to its end.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from caravan_tui import paths
from saves.lines import LineFile

Count = Annotated[int, msgspec.Meta(ge=0)]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some decisions, and what they gave away together."""

    decisions: Count
    loss: float
    """Of the expected result, 0..1 for each decision."""


class Errors(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many decisions had a mark of their own."""

    finds: Count = 0
    inaccuracies: Count = 0
    mistakes: Count = 0
    blunders: Count = 0


class Review(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an analysis said of one seat's decisions, and of everybody's luck. The fields are those
    of a line of the file."""

    match: str
    game: str
    seat: int
    phases: tuple[Part, ...]
    """Its beginning, its middle and its end."""
    marks: Errors
    kinds: dict[str, Part] = {}
    """By the kind of move, as the game calls it (`Game.kind_of_move`)."""
    luck: tuple[float, ...] = ()
    """What chance gave each seat, as an expected result; empty: there was none."""
    luck_errors: tuple[float, ...] = ()
    """The standard error of each of these."""
    values: tuple[float, ...] = ()
    """The expected result of each seat at the end, 0..1."""

    def __post_init__(self) -> None:
        """Check what no single field can. Raises ValueError."""
        if len(self.luck) != len(self.luck_errors):
            raise ValueError("luck and luck_errors differ in length")
        if self.luck and not 0 <= self.seat < len(self.luck):
            raise ValueError("seat has no luck")
        if self.luck and len(self.luck) != len(self.values):
            raise ValueError("luck and values differ in length")

    @property
    def whole(self) -> Part:
        """All decisions together."""
        return total(self.phases)


def total(parts: tuple[Part, ...] | list[Part]) -> Part:
    """Add up parts."""
    return Part(sum(part.decisions for part in parts), sum(part.loss for part in parts))


class Reviews:
    """The reviews of one user, in one file."""

    def __init__(self, home: Path | None = None) -> None:
        """`home`: the folder of the file; by default the user's data folder."""
        folder = paths.data() if home is None else home
        self._lines = LineFile(folder / "reviews.jsonl", Review)

    @property
    def path(self) -> Path:
        """Path of the file."""
        return self._lines.path

    @property
    def damaged(self) -> int:
        """Number of lines that the last call of `all` skipped."""
        return self._lines.damaged

    def all(self) -> list[Review]:
        """Read all reviews. Of several for one match and seat the last counts: it was made by the
        newest version. Raises SaveError if there is a file but it cannot be read."""
        reviews = {(review.match, review.seat): review for review in self._lines.read()}
        return list(reviews.values())

    def add(self, review: Review) -> None:
        """Append a review and sync the file. Raises SaveError."""
        self._lines.add(review)
