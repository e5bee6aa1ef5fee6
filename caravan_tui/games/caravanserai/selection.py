"""What is selected at the table: the list to choose from, the line in it, and what is still to be
sent of a placement that was chosen whole. Knows no screen."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.caravanserai import choices, outline
from caravan_tui.games.caravanserai.choices import Choice
from caravan_tui.games.caravanserai.outline import Moment
from caravan_tui.games.contract import View


class Selection:
    """The list of choices and the place in it."""

    def __init__(self) -> None:
        self.choices: list[Choice] = []
        self.index = -1
        self.at_cell = False
        """Enter takes the cell under the cursor, not the selected line."""
        self.target: int | None = None
        """The cell that the listed placements end on, None while single steps are listed."""
        self.peek: int | None = None
        """An action that a list of moves or a hint points at."""
        self.queue: list[tuple[Moment, int]] = []
        """Steps of a chosen placement that are still to be sent, each with the position before."""

    @property
    def line(self) -> Choice | None:
        """The selected line."""
        return self.choices[self.index] if 0 <= self.index < len(self.choices) else None

    def single_steps(self, view: View, legal: Sequence[int], names: Sequence[str]) -> None:
        """List the legal steps."""
        self.target = None
        self.at_cell = False
        self.choices = choices.steps(view, legal, names)
        self.index = 0 if self.choices else -1

    def ending_on(self, view: View, cell: int) -> tuple[bool, bool]:
        """List the placements that end on a cell: whether there are any (else nothing changes),
        and whether all were looked for."""
        found, whole = choices.ending_on(view, cell)
        if found:
            self.target, self.choices, self.index, self.at_cell = cell, found, 0, False
        return bool(found), whole

    def turn(self, by: int) -> Choice | None:
        """Go on in the list; the line that is selected then."""
        if not self.choices:
            return None
        self.at_cell = False
        self.peek = None
        self.index = (self.index + by) % len(self.choices)
        return self.choices[self.index]

    def point(self, action: int | None) -> None:
        """Show the outcome of a step of the list of moves or of a hint, and select its line if it
        is listed; None: no longer."""
        self.peek = action
        for index, choice in enumerate(self.choices):
            if choice.steps == [action]:
                self.index, self.at_cell = index, False

    def index_of(self, cell: int, view: View) -> int | None:
        """Which line of the list is a single step to this cell."""
        if self.target is None:
            for index, choice in enumerate(self.choices):
                if choices.leads(choice.steps[0], view) == cell:
                    return index
        return None

    def steps(self, my_turn: bool) -> list[int]:
        """The steps whose outcome is to be shown."""
        if self.peek is not None:
            return [self.peek]
        line = self.line
        return line.steps if line and my_turn else []

    def send(self, view: View, steps: Sequence[int]) -> int:
        """The first of some steps; the others are kept until their turn comes."""
        self.queue = outline.foreseen(view, steps)
        return steps[0]

    def next_step(self, view: View, legal: Sequence[int]) -> int | None:
        """The next step of a chosen placement, if the position is the one foreseen."""
        if not self.queue or not legal:
            if not legal:
                self.queue = []
            return None
        if view["phase"] == "take":
            return None
        moment, step = self.queue[0]
        if outline.moment_of(view) != moment or step not in legal:
            self.queue = []
            return None
        self.queue.pop(0)
        return step
