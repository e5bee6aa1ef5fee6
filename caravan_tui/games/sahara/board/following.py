"""What is to follow when the step that was sent has been played."""

from __future__ import annotations

from collections.abc import Sequence


class FollowUp:
    """The other steps of a composed move, and the good that goes on after its pick-up."""

    def __init__(self) -> None:
        self._steps: list[int] = []
        self._carried_from: int | None = None

    def plan(self, actions: Sequence[int]) -> None:
        """Keep the steps after the first one until they are legal."""
        self._steps = list(actions[1:])

    @property
    def steps(self) -> Sequence[int]:
        """The steps that are still to follow."""
        return tuple(self._steps)

    def carry(self, space: int | None) -> None:
        """Choose the good that a click picks up on a space, so that the next click on an empty
        camel of its chain takes it there; None: no click picks up a good."""
        self._carried_from = space

    def drop_steps(self) -> None:
        """Give up the other steps."""
        self._steps = []

    def next_step(self, legal: Sequence[int]) -> int | None:
        """The next step; None if there is none, or if it has become illegal with all others."""
        if self._steps and self._steps[0] in legal:
            return self._steps.pop(0)
        self._steps = []
        return None

    def take_carried(self) -> int | None:
        """The space of a good that was picked up to go on, once."""
        space, self._carried_from = self._carried_from, None
        return space
