"""A costly choice that is made only when it is asked for twice."""

from __future__ import annotations

from typing import Generic, TypeVar

C = TypeVar("C")


class Confirmation(Generic[C]):
    """Knows of which costly choice the player is to be warned, or was warned, last."""

    def __init__(self) -> None:
        self._pending: C | None = None

    @property
    def pending(self) -> C | None:
        """That choice; None: there is none."""
        return self._pending

    def expect(self, choice: C) -> None:
        """Hold a choice that was not asked for yet."""
        self._pending = choice

    def is_given_for(self, choice: C) -> bool:
        """Whether the player was warned of a choice before; from now on they are."""
        was_warned, self._pending = choice == self._pending, choice
        return was_warned

    def forget(self, choice: C | None = None) -> None:
        """Warn again: of a choice, or of any."""
        if choice is None or choice == self._pending:
            self._pending = None
