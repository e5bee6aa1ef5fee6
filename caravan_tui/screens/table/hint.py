"""The hint of a table: its window, and the turn that it plays if the user wants that."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field
from rich.text import Text

from ai.hint import Hint
from caravan_tui.bus.messages import Position
from caravan_tui.i18n import _, _n
from caravan_tui.screens.table.side_window import SideWindow


def hint_window(hint: Hint) -> SideWindow:
    """A hint beside the board where there is room; the answer `play` plays its turn."""
    text = Text()
    for number, line in enumerate(hint.lines()):
        text.append(line + "\n", "bold" if number < len(hint.steps) else "")
    text.rstrip()
    count = len(hint.turn)
    play = _n("Play it", "Play the turn", count)
    return SideWindow(_("Hint"), text, [("ok", _("Close")), ("play", play)])


@define
class HintedTurn:
    """The rest of a turn that is being played as a hint advised it."""

    steps: list[int] = field(factory=list)
    """The actions still to be sent."""
    version: int = -1
    """The version of the match in which the first of them is due."""

    def begin(self, turn: Sequence[int], version: int) -> int:
        """Take over a turn; returns the action to send now."""
        self.steps, self.version = list(turn[1:]), version + 1
        return turn[0]

    def stop(self) -> bool:
        """Forget the rest; whether there was any."""
        had_steps = bool(self.steps)
        self.steps = []
        return had_steps

    def next_step(self, position: Position) -> int | None:
        """The action due in a position, None if none is. A position that is not the expected one,
        as chance or another seat came in, ends the turn."""
        if not self.steps or position.version < self.version:
            return None
        if position.version != self.version or self.steps[0] not in position.legal:
            self.stop()
            return None
        self.version += 1
        return self.steps.pop(0)
