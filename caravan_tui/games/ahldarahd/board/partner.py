"""Choosing whom to offer a trade."""

from __future__ import annotations

from caravan_tui.games.ahldarahd.moves import Selection

GROUP = "offer"
"""The group of the choices that are partners."""


class PartnerChoice:
    """While a partner is chosen, the arrows stay among the others, and one key leads back to what
    was marked before."""

    def __init__(self, selection: Selection) -> None:
        self._selection = selection
        self._marked_before: int | None = None
        """What was marked before the player began to choose; None: they do not."""

    @property
    def is_open(self) -> bool:
        """Whether the player chooses a partner."""
        return self._marked_before is not None and self._selection.group == GROUP

    def jump(self, group: str) -> bool:
        """Mark an entry of a group; whether it has any."""
        before = self._selection.marked
        if not self._selection.jump(group):
            return False
        if group != GROUP:
            self._marked_before = None
        elif self._marked_before is None:
            self._marked_before = before
        return True

    def turn(self, by: int) -> None:
        """Mark the next partner, round and round."""
        self._selection.turn_within(GROUP, by)

    def leave(self) -> None:
        """Go on with what is marked now."""
        self._marked_before = None

    def cancel(self) -> None:
        """Mark again what was marked before."""
        marked, self._marked_before = self._marked_before, None
        if marked is not None:
            self._selection.marked = min(marked, len(self._selection.entries) - 1)
