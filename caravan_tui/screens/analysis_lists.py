"""The lists of the analysis screen, turning points and decisions, and their rows in words."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.widgets import DataTable, Static

from ai.analysis import CLEAR_LOSS, Turn, Verdict
from caravan_tui.engine.playback import in_one
from caravan_tui.screens.analysis_search import KEPT_ONES
from caravan_tui.widgets.commands import keyed
from caravan_tui.widgets.marks import seat_mark, seat_style
from caravan_tui.words import _

BESIDE = 10
"""Columns between and beside those of the turning points."""

NOTHING = 0.005
"""A loss or a change that would be shown as none."""

LISTS = ("turns", "worst", "order")


class AnalysisLists:
    """Mixed into the analysis screen."""

    def show_list(self) -> None:
        """Turning points or decisions."""
        table = self.query_one(DataTable)
        at = table.cursor_row
        table.clear(columns=True)
        words = {
            "turns": _("Turning points"),
            "worst": _("Decisions, the costliest first"),
            "order": _("Decisions in their order"),
        }[self.list]
        if self.list != "turns":
            whose = _("everybody's") if self.seat is None else self.match.names[self.seat]
            words += f" ({whose})"
        self.query_one("#name", Static).update(words)
        self._an_steps = []
        if self.list == "turns":
            self.fill_turns(table)
        else:
            self.fill_decisions(table)
        if self._an_steps:
            table.move_cursor(row=min(at, len(self._an_steps) - 1))
        self.show_words()

    def fill_turns(self, table: DataTable) -> None:
        """Where an expected result jumped."""
        for title in (_("Step"), _("Seat"), _("Change"), _("What happened")):
            table.add_column(title)
        used = [cell_len(title) for title in (_("Step"), _("Change"), _("Seat"))]
        seats = range(len(self.match.names))
        used[2] = max([used[2], *(self.name_of(seat).cell_len for seat in seats)])
        room = self.app.size.width - sum(used) - BESIDE
        for turn in self.turns():
            step = self.playback.at_ply(turn.ply)
            after = min(step + 1, self.playback.last)
            told = in_one(self.playback.lines(after, self.eyes(turn.seat)))
            self._an_steps.append(after)
            style = self.app.theme_variables["success" if turn.change > 0 else "error"]
            table.add_row(
                str(after),
                self.name_of(turn.seat),
                Text(f"{turn.change:+.0%}", f"bold {style}"),
                self.cut(told, room),
            )

    def cut(self, words: str, room: int) -> str:
        """Words for a cell; the line below has them in full."""
        if cell_len(words) <= room:
            return words
        return set_cell_size(words, room - 1).rstrip() + "…"

    def turns(self) -> list[Turn]:
        """The turning points, without those that would be shown as none."""
        return [one for one in self.found.turns if abs(one.change) >= NOTHING]

    def decisions(self) -> list[Verdict]:
        """The decisions in the order of the list."""
        verdicts = [one for one in self.found.verdicts if one.played != one.preferred]
        if self.list == "worst":
            judged = [one for one in verdicts if one.loss >= CLEAR_LOSS]
            return sorted(judged, key=lambda one: -one.loss)
        return self.found.verdicts

    def fill_decisions(self, table: DataTable) -> None:
        """What was played, and what the search preferred."""
        for title in (_("Step"), _("Seat"), _("Cost"), _("Played"), _("The search preferred")):
            table.add_column(title)
        for one in self.decisions():
            step = self.playback.at_ply(one.ply)
            self._an_steps.append(step)
            same = one.played == one.preferred
            cost = "" if same else f"-{one.loss:.0%}" if one.judged else "?"
            if one.judged and not same and one.loss < NOTHING:
                cost = "~0%"
            bad = f"bold {self.app.theme_variables['error']}"
            style = bad if one.loss >= CLEAR_LOSS else "dim"
            view = self.playback.view(step, one.seat)
            game = self.playback.game
            table.add_row(
                str(step),
                self.name_of(one.seat),
                Text(cost, style),
                game.notation(one.played, view),
                Text(_("the same"), "dim") if same else game.notation(one.preferred, view),
            )

    def eyes(self, seat: int) -> int | None:
        """Whose words tell what happened."""
        return seat if self.seat is None else self.seat

    def name_of(self, seat: int) -> Text:
        """A seat with its mark."""
        mark = seat_mark(seat, self.app.ascii)
        return Text(f"{mark} {self.match.names[seat]}", seat_style(self, seat))

    def step_under_cursor(self) -> int | None:
        """The step of the row under the cursor."""
        row = self.query_one(DataTable).cursor_row
        return self._an_steps[row] if row < len(self._an_steps) else None

    def show_words(self) -> None:
        """The row under the cursor in words, or why there is none."""
        said = self.row_words() if self._an_steps else self.why_no_row()
        empty = not self.found.points  # then the words stand where the curves will
        self.set_class(empty, "-empty")
        self.query_one("#nothing", Static).update(said if empty else "")
        self.query_one("#said", Static).update("" if empty else said)

    def row_words(self) -> str:
        """The row under the cursor in words."""
        row = self.query_one(DataTable).cursor_row
        if self.list == "turns":
            eyes = self.eyes(self.turns()[row].seat)
            return in_one(self.playback.lines(self._an_steps[row], eyes))
        one = self.decisions()[row]
        name = self.match.names[one.seat]
        said = _("{name} {move}").format(name=name, move=one.played_words)
        if one.played != one.preferred:
            said += ". " + _("The search: {move}").format(move=one.preferred_words)
        return said

    def why_no_row(self) -> str:
        """Why the list is empty."""
        if self._an_running:
            return _("The search looks at every decision from what its seat could know.")
        if not self.allowed:
            return _("Several people play here: the analysis waits until the match is over.")
        if not self.found.points:
            if self.key in KEPT_ONES:
                return _("There was no decision with a choice.")
            if not self.playback.over:
                return keyed(self, self.why_not_yet())
            return keyed(self, _("Nothing was analysed; x begins."))
        if self.key not in KEPT_ONES:
            return keyed(
                self, _("It was stopped before there was anything for this list; x begins again.")
            )
        if self.list == "worst" and self.found.verdicts:
            return _("No decision cost anything worth telling.")
        if self.list != "turns":
            return _("There was no decision with a choice.")
        return _("There were no turning points.")

    def why_not_yet(self) -> str:
        """What is said before a match that runs is analysed."""
        if len(self.allowed) < len(self.match.names):
            return _(
                "The match still runs: only your own decisions are looked at, and it counts as "
                "assisted. x begins."
            )
        return _("The match still runs: an analysis helps, so it counts as assisted. x begins.")
