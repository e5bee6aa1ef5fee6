"""A key that counts at its second press, within a moment."""

from __future__ import annotations

from time import monotonic

MOMENT = 4.0
"""Seconds within which the second press comes: as long as a corner says what it will do."""

HELD = 0.1
"""Seconds between the presses of a key that is held down, at most."""


class SecondPress:
    """Tells the second press of a key from the first one, and from a key that is held down."""

    def __init__(self) -> None:
        self._last: float | None = None
        """When the key was pressed last, by the monotonic clock; None: not yet."""

    def is_second(self) -> bool:
        """Note a press; whether it is the second one within a moment."""
        before, self._last = self._last, monotonic()
        return before is not None and HELD <= self._last - before <= MOMENT
