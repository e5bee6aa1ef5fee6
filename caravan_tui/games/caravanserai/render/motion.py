"""A caravan grows from its old end when pieces are laid."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from caravan_tui.games.caravanserai.view import CaravanseraiView

SECONDS = 0.03
"""Between two frames, in each of which a piece is laid."""

LEAST_FRAMES, MOST_FRAMES = 8, 10
"""Frames in which the newest pieces are lit, and in which all of them are laid."""


@frozen
class Growth:
    """The pieces of the newest step."""

    cells: Sequence[int] = ()
    """From the old end of the caravan on."""

    @property
    def frames(self) -> int:
        """In which they are laid and lit; 0 if there are none."""
        return min(MOST_FRAMES, max(LEAST_FRAMES, len(self.cells))) if self.cells else 0

    def laid(self, frames_done: int) -> Sequence[int]:
        """The cells on which pieces lie after so many frames: one more in each, or several of a
        long step."""
        each = -(-len(self.cells) // MOST_FRAMES)
        return self.cells[: each * (frames_done + 1)]


def grown(view: CaravanseraiView, growth: Growth, frames_done: int) -> CaravanseraiView:
    """The position without the pieces that are still to be laid."""
    hidden = set(growth.cells) - set(growth.laid(frames_done))
    if not hidden:
        return view
    caravans = [
        [piece for piece in pieces if piece >> 3 not in hidden] for pieces in view["caravans"]
    ]
    return {**view, "caravans": caravans}
