"""What the selected row of an analysis meant, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import frozen
from rich.cells import cell_len
from rich.text import Text
from textual import getters
from textual.widgets import Static

from ai.analysis import Analysis, Swing
from ai.grades import Verdict
from caravan_tui.engine.playback import Playback
from caravan_tui.i18n import _
from caravan_tui.presentation.decisions import NEGLIGIBLE, LuckSwing, Row, may_cost
from caravan_tui.presentation.moment import (
    heading,
    move_words,
    verdict_of,
    why_swung,
    why_words,
)
from caravan_tui.screens.base import BaseApp
from caravan_tui.widgets.seat_styles import player_text
from caravan_tui.widgets.wrapping import in_lines, without_common_beginning, wrap_text

Surroundings = Literal["list", "list and board", "board"]
"""What is on the screen with the words."""


@frozen
class Room:
    """What the words may take."""

    columns: int
    rows: int


@frozen
class Wording:
    """What is told of a row, so far as it may be told in fewer words."""

    played: str = ""
    better: str = ""
    log: str = ""


@frozen
class Selected:
    """A row of a list, and what the list has of it."""

    row: Row
    log: str
    """What happened there, in the words of the log."""
    is_cut: bool
    """Whether the list has no room for all of it."""
    number: int
    """Its place in the list, from 1."""
    count: int
    """The rows of the list."""


class Details(Static):
    """What a row meant, what was played there and what was better."""

    app = getters.app(BaseApp)

    DEFAULT_CSS = """
    Details { height: auto; min-height: 3; padding: 0 1; background: $surface; }
    """

    def __init__(self, playback: Playback, own_seat: int | None) -> None:
        """`own_seat`: of the only person at this terminal."""
        super().__init__(id="details")
        self.playback = playback
        self.own_seat = own_seat
        self.analysis = Analysis()
        self.beside: Surroundings = "list"
        self.room = Room(80, 6)

    def show(
        self, selected: Selected, analysis: Analysis, beside: Surroundings, room: Room
    ) -> None:  # fmt: skip
        """Describe a row, in words that can be seen whole."""
        self.analysis, self.beside, self.room = analysis, beside, room
        self.styles.min_height = None
        self.styles.max_height = room.rows + self.gutter.height
        texts = [self._words(selected, wording) for wording in self._wordings(selected)]
        self.update(next((text for text in texts if self._rows(text) <= room.rows), texts[-1]))

    def answer(self, words: str) -> None:
        """Say why a key does nothing, until another row is described; in as many rows, so that
        nothing moves."""
        self.styles.min_height = self.outer_size.height
        self.update(words)

    def _wordings(self, selected: Selected) -> Iterator[Wording]:
        """How to tell a row: with both moves whole, then the better one from where it parts from
        the other on, then both so, then cut."""
        verdict = verdict_of(self.analysis, selected.row)
        played, better = move_words(self.playback, verdict) if verdict else ("", "")
        briefly, better_briefly = without_common_beginning((played, better))
        yield Wording(played, better, selected.log)
        yield Wording(played, better_briefly, selected.log)
        yield Wording(briefly, better_briefly, selected.log)
        others = self._words(selected, Wording())
        free = self.room.rows - self._rows(others)
        label = labelled("").plain[1:].replace(" ", "_")

        def cut(text: str, label: str, lines: int) -> str:
            whole = " ".join(in_lines(label + text, self.room.columns, max(1, lines)))
            return whole[len(label) :]

        log_lines = free + 1 if not better else (free + 3) // 2
        briefly, better_briefly = (
            cut(text, label, (free + 2) // 2) for text in (briefly, better_briefly)
        )
        yield Wording(briefly, better_briefly, cut(selected.log, "", log_lines))

    def _rows(self, text: Text) -> int:
        """The rows of a text."""
        lines = text.plain.split("\n")
        return sum(max(1, len(wrap_text(line, self.room.columns))) for line in lines)

    def _words(self, selected: Selected, wording: Wording) -> Text:
        row = selected.row
        text = Text(heading(self.playback, row, self.own_seat), "bold")
        if self.beside == "board":
            text.append_text(self._place_in_list(selected, text.cell_len))
        verdict = verdict_of(self.analysis, row)
        if isinstance(row.subject, LuckSwing):
            text.append_text(self._luck_of_each(row.subject))
            if selected.is_cut or self.beside == "board":
                text.append(f"\n{wording.log}", "not bold")
            return text
        if isinstance(row.subject, Swing):
            text.append(f"\n{wording.log}", "not bold")
            why = why_swung(self.playback, self.analysis, row.subject, row.step)
            if why and self.beside != "board":
                text.append_text(labelled(_("Why"))).append(why, "not bold")
        else:
            text.append_text(labelled(_("Played"))).append(wording.played, "not bold")
            text.append_text(self._reason(row.subject, text))
        if verdict is not None and verdict.played != verdict.preferred:
            colour = self.app.theme_variables["success"]
            label = _("Better") if verdict.is_error else _("As good")
            label = _("Perhaps") if may_cost(verdict) else label
            text.append_text(labelled(label)).append(wording.better, f"not bold {colour}")
            if isinstance(row.subject, Verdict) and not self._begins_with_nothing(row, verdict):
                text.append(self._where_marked(text), "not bold dim")
        return text

    def _begins_with_nothing(self, row: Row, verdict: Verdict) -> bool:
        """Whether the better move is a pass or the end of a turn, which has no place on a board."""
        view = self.playback.view(row.replay_step, verdict.seat)
        return self.playback.match.game.abstains(verdict.preferred, view)

    def _where_marked(self, text: Text) -> str:
        """That the better move is marked on the board, if it is shown and there is room behind the
        last line of a text."""
        if self.beside == "list":
            return ""
        words = "   " + _("marked on the board")
        last = text.plain.rpartition("\n")[2]
        return words if cell_len(last) + cell_len(words) <= self.content_size.width else ""

    def _luck_of_each(self, turn: LuckSwing) -> Text:
        """What the same draw or roll gave each player, beside what it gives on average."""
        luck = next(luck for luck in self.analysis.lucks if luck.ply == turn.ply)
        names = self.playback.match.names
        text = Text.assemble((f"\n{_('Better or worse than usual')}", "not bold dim"))
        for seat, (value, error) in enumerate(zip(luck.values, luck.errors, strict=True)):
            if value or error:
                is_even = abs(value) < NEGLIGIBLE
                player = player_text(self, seat, names[seat], self.app.ascii)
                text.append("   ").append_text(player)
                text.append(f" {_('no change') if is_even else f'{value:+.0%}'}", "not bold")
        return text

    def _reason(self, verdict: Verdict, text: Text) -> Text:
        """Why the played move is an error, on a line of its own. Where the board needs the rows,
        behind the move if there is room. `text`: what stands before it."""
        if not verdict.reason:
            return Text()
        if self.beside == "board":
            room = self.app.size.width - 2 - text.split("\n")[-1].cell_len
            words = f". {why_words(verdict)}"
            return Text(words if cell_len(words) <= room else "", "not bold")
        return labelled(_("Why")).append(why_words(verdict), "not bold")

    def _place_in_list(self, selected: Selected, taken: int) -> Text:
        """Which row of the list the position belongs to and the keys to others, at the right edge;
        `taken`: columns before it."""
        keys = "" if self.app.ascii else " ↑↓"
        place = _("{shown} of {all}").format(shown=selected.number, all=selected.count)
        blanks = self.app.size.width - 2 - taken - cell_len(place + keys)
        return Text(" " * blanks + place + keys if blanks > 1 else "", "not bold dim")


def labelled(label: str) -> Text:
    """The beginning of a line below the heading: all lines begin in one column."""
    width = max(cell_len(word) for word in (_("Played"), _("Why"), _("Better")))
    blanks = " " * (width + 2 - cell_len(label))
    return Text(f"\n{label}{blanks}", "not bold dim")
