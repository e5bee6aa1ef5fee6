"""The search panel: what a computer player considered for its last move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen
from rich.cells import cell_len
from rich.text import Text
from textual import getters
from textual.widget import Widget
from textual.widgets import Static

from caravan_tui.bus.messages import Candidate, MoveReport
from caravan_tui.games.contract import Game, View
from caravan_tui.i18n import _, _n
from caravan_tui.screens.base import BaseApp
from caravan_tui.widgets.commands import key_name
from caravan_tui.widgets.marks import seat_mark
from caravan_tui.widgets.seat_styles import seat_style
from caravan_tui.widgets.wrapping import wrap_text

LARGEST_SHARE = 0.7
"""How much of the height of the log the panel may take (`max-height` in its styles)."""

FEWEST_ROWS = 12
"""Rows that it fills wherever it is."""

USUAL_WIDTH = 31
"""Columns that it has before its first layout."""

NOTATION_WIDTH = 12
"""Columns from which on a move stands beside its numbers, else below them."""

MOVES_IN_SUMMARY = 3
"""Moves that the line below the board names where there is no room for the panel."""


@frozen
class SearchReport:
    """A computer player's decision in words and numbers."""

    thought: MoveReport
    game: Game[Any]
    names: Sequence[str]
    """Of each seat."""
    view: View | None
    """The position in which it was made, to write its moves."""
    widget: Widget
    """Whose theme the colours are of."""
    ascii: bool
    summary_key: str
    """The name of the key that opens the panel."""

    def text(self, width: int, rows: int) -> Text:
        """Everything that fits into a panel: what was played, the effort, and for each move its
        visits and every seat's expected result."""
        result = self.thought.result
        text = self.move_played()
        text.append("\n" + self.effort())
        if not result.iterations:
            return text
        seats = len(result.candidates[0].value)
        visits_width = visits_width_for(seats, width)
        heading = Text(f"\n{_('tries'):>{visits_width}}")
        for seat in range(seats):
            heading.append(f"{seat_mark(seat, self.ascii):>4}", seat_style(self.widget, seat))
        move_width = width - visits_width - 2 - 4 * seats
        if move_width >= NOTATION_WIDTH:
            heading.append("  " + _("move"))
        text.append_text(heading)
        note = _("Numbers: each seat's chance to win, in %.")
        if self.game.spec.secrets:
            note += " " + _("Shows hidden cards: the match is assisted.")
        rows_left = rows - sum(
            len(wrap_text(line, width)) for line in [*text.plain.split("\n"), note]
        )
        moves_shown = 0
        for candidate in result.candidates:
            lines = self.candidate_lines(candidate, width, move_width, visits_width)
            if moves_shown and len(lines) > rows_left - (moves_shown + 1 < len(result.candidates)):
                break
            rows_left -= len(lines)
            moves_shown += 1
            is_best = candidate.action == result.action
            text.append("\n" + "\n".join(lines), "bold" if is_best else "")
        rest = len(result.candidates) - moves_shown
        if rest:
            more = _n("… and {count} more move", "… and {count} more moves", rest)
            text.append("\n  " + more.format(count=rest), "dim")
        text.append("\n" + note, "dim")
        return text

    def candidate_lines(
        self, candidate: Candidate, width: int, move_width: int, visits_width: int
    ) -> list[str]:
        """One move: visits, every seat's expected result, and its notation beside or below."""
        was_played = candidate.action == self.thought.result.action
        mark = (">" if self.ascii else "►") if was_played else " "
        numbers = "".join(f"{value * 100:4.0f}" for value in candidate.value)
        line = f"{mark}{candidate.visits:{visits_width - 1}}{numbers}"
        notation = self.notation(candidate.action)
        if len(notation) <= move_width:
            return [f"{line}  {notation}"]
        below = wrap_text(notation, max(8, width), "   ")
        return [line, *below]

    def summary(self, width: int) -> str:
        """The most important part, in one line."""
        result = self.thought.result
        name = self.names[self.thought.seat]
        visits = sum(candidate.visits for candidate in result.candidates)
        candidates = result.candidates if result.iterations else []
        for count in range(min(MOVES_IN_SUMMARY, len(candidates)), 0, -1):
            moves = ", ".join(
                f"{self.notation(candidate.action)} {candidate.visits / visits:.0%}"
                for candidate in candidates[:count]
            )
            text = _("{name}, {visits} tries: {moves} · {key} shows all").format(
                name=name, visits=visits, moves=moves, key=self.summary_key
            )
            if cell_len(text) <= width:
                return text
        return _("{name}: {move} · {key} shows why").format(
            name=name, move=self.notation(result.action), key=self.summary_key
        )

    def move_played(self) -> Text:
        """Who moved, and what."""
        seat = self.thought.seat
        text = Text()  # a style of its own would be that of everything that is appended
        name = f"{seat_mark(seat, self.ascii)} {self.names[seat]}"
        text.append(name, seat_style(self.widget, seat))
        text.append(": ")
        text.append(self.notation(self.thought.result.action), "bold")
        return text

    def effort(self) -> str:
        """How many visits, moves and seconds the decision took."""
        result = self.thought.result
        if result.fallback:
            return _("A quick move: the search did not answer in time.")
        if not result.iterations:
            return _("No search: there was nothing to choose from.")
        visits = sum(candidate.visits for candidate in result.candidates)
        moves = len(result.candidates)
        text = _n(
            "Looked at {moves} move {visits} times",
            "Looked at {moves} moves {visits} times",
            moves,
        )
        reused = visits - result.iterations
        if reused > 0:
            text += _(", {reused} reused")
        text += _(", in {seconds:.2f} s")
        return text.format(visits=visits, moves=moves, reused=reused, seconds=result.seconds)

    def notation(self, action: int) -> str:
        """A move in notation."""
        return self.game.notation(action, self.view) if self.view else "?"


def visits_width_for(seats: int, width: int) -> int:
    """Columns of the visits and the mark of the move played: six seats leave one less."""
    return 7 if 7 + 4 * seats <= width else 6


class SearchPanel(Static):
    """What the last computer player to move considered, above the log."""

    DEFAULT_CSS = """
    SearchPanel { height: auto; max-height: 70%; display: none; padding: 0 1;
        border-bottom: solid $panel; background: $surface;
        &.-shown { display: block; }
    }
    """

    app = getters.app(BaseApp)

    def __init__(self, game: Game[Any], names: Sequence[str], kinds: Sequence[str]) -> None:
        """`names`, `kinds`: of each seat, see `TableConnection`."""
        super().__init__(id="thought", markup=False)
        self.game = game
        self.names = names
        self.kinds = kinds
        self.thought: MoveReport | None = None
        self.view: View | None = None
        """The newest view, for a thought that comes without one."""

    @property
    def is_open(self) -> bool:
        """Whether the user wants to see the panel; it can be seen where the log can."""
        return self.has_class("-shown")

    def open(self, is_open: bool) -> None:
        """Open or close the panel."""
        self.set_class(is_open, "-shown")

    def report(self) -> SearchReport | None:
        """The last decision; None before there was one."""
        if self.thought is None:
            return None
        return SearchReport(
            thought=self.thought,
            game=self.game,
            names=self.names,
            view=self.thought.view or self.view,
            widget=self,
            ascii=self.app.ascii,
            summary_key=key_name(self, "table.why"),
        )

    def refresh_text(self) -> None:
        """Write the panel again, as its size now is."""
        report = self.report()
        if report is None:
            self.update(self.empty_text())
            return
        side = self.parent
        height = side.size.height if isinstance(side, Widget) else 0
        rows = max(FEWEST_ROWS, int(LARGEST_SHARE * height) - 1)
        self.update(report.text(self.content_size.width or USUAL_WIDTH, rows))

    def empty_text(self) -> str:
        """Why there is nothing to see."""
        people = sum(kind == "person" for kind in self.kinds)
        if people == len(self.kinds):
            return _("No computer player is in this match.")
        if people > 1:
            return _("Move details are hidden in matches with other people.")
        return _("No computer move yet.")
