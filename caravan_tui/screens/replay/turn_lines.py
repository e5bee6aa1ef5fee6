"""The log of a match that is looked back at: a line a turn, and which step each line is at."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable

from attrs import frozen

from caravan_tui.engine.playback import Playback
from caravan_tui.screens.table.log_lines import add_events
from caravan_tui.widgets.log import Line


@frozen
class TurnLines:
    """The lines of a match, as at the table."""

    lines: list[Line]
    line_at: list[int]
    """The number of the newest line at each step; -1 before the first."""

    def step_of(self, line: int) -> int:
        """The last step that a line tells of; the first one after it if it stands between two."""
        if line in self.line_at:
            return bisect_right(self.line_at, line) - 1
        return min(bisect_left(self.line_at, line), len(self.line_at) - 1)


def turn_lines(
    playback: Playback, seat_at: Callable[[int], int | None], first: int = 0
) -> TurnLines:
    """The log from a step to the last. `seat_at`: whose view a step is told in, None: a
    spectator's."""
    lines: list[Line] = []
    line_at: list[int] = []
    silent: list[bool] = []
    for step in range(first, playback.last + 1):
        seat = seat_at(step)
        events = playback.events(step, seat)
        before = list(lines)
        add_events(lines, playback.game, events, seat, playback.match.names)
        line_at.append(len(lines) - 1)
        is_silent = step > first and lines == before
        silent.append(is_silent and not playback.steps[step].opens)
    for number in range(len(line_at) - 2, -1, -1):
        if silent[number]:  # such as a camel that was lifted: the log tells it once it is set
            line_at[number] = line_at[number + 1]
    return TurnLines(lines, line_at)
