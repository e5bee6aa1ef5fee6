"""The position of a problem, and what may follow a move in it, step by step."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.engine.playback import Playback, in_one_text
from caravan_tui.games.contract import View
from caravan_tui.presentation.exercises import Exercise
from caravan_tui.presentation.problem_lines import stops
from caravan_tui.screens.table.log_lines import add_events
from caravan_tui.widgets.log import Line
from caravan_tui.widgets.prompt import NewsItem


class Followup:
    """Begins at the position that is asked about; then a line is shown, from where its first move
    has ended."""

    def __init__(self, exercise: Exercise) -> None:
        """Raises ValueError if today's rules cannot replay the exercise."""
        self._exercise = exercise
        position = exercise.position()
        self.seat = position.to_act
        """Whose move is asked for."""
        self.game = position.game
        self.playback = Playback(position)
        self.first = self.playback.last
        """The step of the position that is asked about."""
        self.step = self.first
        """The step that is shown."""

    @property
    def names(self) -> Sequence[str]:
        """The names of the seats."""
        return self.playback.match.names

    @property
    def asked_view(self) -> View:
        """What the seat knows where it is asked."""
        return self.playback.view(self.first, self.seat)

    @property
    def stops(self) -> list[int]:
        """The steps that can be shown: the one that is asked about and, of what may follow, those
        that a move ends with."""
        return stops(self.playback, self.first, self.seat)

    @property
    def begins_inside(self) -> bool:
        """Whether the move that is shown has several steps, shown as one."""
        return len(self.stops) > 1 and self.stops[1] > self.first + 1

    @property
    def line(self) -> Sequence[int]:
        """The move that is shown and what may follow it; empty where none is."""
        return self.playback.match.record.log[len(self._exercise.problem.log) :]

    def show(self, line: Sequence[int]) -> None:
        """Show a line where its first move has ended."""
        self.playback = Playback(self._exercise.position(line))
        self.step = self.stops[:2][-1]

    def lengthen(self, line: Sequence[int]) -> None:
        """Show a line that begins like the one that is shown, as far in it as that was."""
        number = self.stops.index(self.step)
        self.playback = Playback(self._exercise.position(line))
        self.step = self.stops[min(number, len(self.stops) - 1)]

    def clear(self) -> None:
        """Show the position that is asked about, without a line."""
        self.playback = Playback(self._exercise.position())
        self.step = self.first

    def move_by(self, delta: int) -> bool:
        """Show a later or an earlier step of the line; False where there is none."""
        number = max(0, min(self.stops.index(self.step) + delta, len(self.stops) - 1))
        before, self.step = self.step, self.stops[number]
        return self.step != before

    def news(self) -> list[NewsItem]:
        """What has happened since the step before, in the words of the log."""
        lines: list[Line] = []
        before = max([stop for stop in self.stops if stop < self.step], default=self.step - 1)
        happened = [
            event
            for step in range(before + 1, self.step + 1)
            for event in self.playback.events(step, self.seat)
        ]
        add_events(lines, self.game, happened, self.seat, self.names)
        if not lines:
            words = in_one_text(self.playback.lines(self.step, self.seat)) or self._played()
            plies = self.playback.steps[self.step].plies
            seat = plies[0].actor if plies and plies[0].actor >= 0 else None
            return [NewsItem(seat, words)]
        return [
            NewsItem(line.seat, f"{line.name} {line.words}".strip(), line.gain) for line in lines
        ]

    def _played(self) -> str:
        """The decision that led to the step, in words; empty if the seat may not know it."""
        plies = self.playback.steps[self.step].plies
        if not plies or not self.playback.is_known(plies[0], self.seat):
            return ""
        actor = max(0, plies[0].actor)
        view = self.game.view(plies[0].before, self.seat)
        return f"{self.names[actor]} {self.game.does(plies[0].action, view, self.names)}"
