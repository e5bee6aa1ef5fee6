"""Deeds: what is worth doing in a game, each once, because it takes one of the game's deeper ideas.

A game names its own in a module `deeds`, as `DEEDS`. They are checked when a match is over, each on
the same chronicle of it, so one replay serves them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Generic, Protocol, TypeVar

from attrs import frozen

from caravan_tui.games.event import Event
from caravan_tui.games.state import State

E = TypeVar("E", bound=Event)
S = TypeVar("S", bound=State)
S_co = TypeVar("S_co", bound=State, covariant=True)
T = TypeVar("T")

LONGEST_NAME: Final = 24
LONGEST_TEXT: Final = 72
"""Columns that the name and the text of a deed may have, in every language."""


class Step(Protocol[S_co]):
    """An action of a finished match. `engine.match.Ply` is one."""

    @property
    def actor(self) -> int:
        """The seat that acted, or CHANCE."""

    @property
    def action(self) -> int:
        """What it did."""

    @property
    def before(self) -> S_co:
        """The position in which it was done; never change it."""

    @property
    def events(self) -> Sequence[Event]:
        """What happened, hidden cards and all: the match is over."""


@frozen
class Chronicle(Generic[S]):
    """A finished match as one seat looks back on it."""

    seat: int
    """Whose deeds are asked for."""
    steps: Sequence[Step[S]]
    """Every action, those of the others and of chance included."""
    end: S
    """The last position."""
    scores: tuple[float, ...]
    ranks: tuple[int, ...]
    """1 is best."""

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.scores)

    @property
    def won(self) -> bool:
        """Whether the seat came first, alone or tied, against at least one other."""
        return self.seats > 1 and self.ranks[self.seat] == 1

    @property
    def margin(self) -> float:
        """By how many points the seat is ahead of the best of the others; its score if alone."""
        others = [score for seat, score in enumerate(self.scores) if seat != self.seat]
        return self.scores[self.seat] - max(others, default=0.0)

    def all(self, *kinds: type[E]) -> Iterator[E]:
        """Every event of some kinds, in order, whoever's it is."""
        for step in self.steps:
            for event in step.events:
                if isinstance(event, kinds):
                    yield event

    def parts(self, *kinds: type[Event]) -> list[list[Event]]:
        """All events of the match in parts, each of which begins with an event of these kinds, such
        as that a turn starts; what is before the first of them is left out."""
        parts: list[list[Event]] = []
        for step in self.steps:
            for event in step.events:
                if isinstance(event, kinds):
                    parts.append([])
                if parts:
                    parts[-1].append(event)
        return parts

    def own(self, *kinds: type[E]) -> list[E]:
        """The events of some kinds whose `seat` is the seat's."""
        return [event for event in self.all(*kinds) if getattr(event, "seat", None) == self.seat]


@frozen
class Deed(Generic[T]):
    """Something worth doing. What it is checked on depends on whose it is: of a game's deeds a
    `Chronicle`."""

    id: str
    """Stored with results, so it never changes: the game's id, a dot, a name."""
    name: str
    """English, translated when it is displayed; so is the text."""
    text: str
    """What to do, in a sentence that teaches how."""
    is_done: Callable[[T], bool]
    is_hidden: bool = False
    """Whether players learn of it only by doing it."""


GameDeed = Deed[Chronicle[Any]]
"""A deed of any game."""
