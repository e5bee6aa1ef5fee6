"""The list of the analysis screen: turning points or decisions, a row each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from attrs import frozen
from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual import getters
from textual.widgets import DataTable

from ai.analysis import CLEAR_LOSS, Analysis, Turn, Verdict
from caravan_tui.engine.playback import Playback, in_one_text
from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseApp
from caravan_tui.widgets.marks import seat_mark
from caravan_tui.widgets.seat_styles import seat_style

MARGINS = 10
"""Columns between and beside those of the turning points."""

LEAST_PLAYED = 20
"""Columns that a move that was played keeps at least."""

NEGLIGIBLE = 0.005
"""A loss or change that would be rounded to 0 %."""

Kind = Literal["turns", "worst", "order"]
"""Turning points; decisions with the costliest first; decisions in order of play."""

KINDS: tuple[Kind, ...] = ("turns", "worst", "order")


@frozen
class Row:
    """A turning point or a decision, and the step of the match that shows it."""

    step: int
    subject: Turn | Verdict

    @property
    def replay_step(self) -> int:
        """The step that a replay begins with: a decision is shown before it is made."""
        return self.step if isinstance(self.subject, Turn) else max(0, self.step - 1)


def turning_points(analysis: Analysis) -> list[Turn]:
    """The turning points, without those that would be shown as 0 %."""
    return [turn for turn in analysis.turns if abs(turn.change) >= NEGLIGIBLE]


def decisions(analysis: Analysis, kind: Kind, seat: int | None) -> list[Verdict]:
    """The decisions of a seat, or of everyone for None, in the order of a list."""
    verdicts = [verdict for verdict in analysis.verdicts if seat in (None, verdict.seat)]
    if kind != "worst":
        return verdicts
    mistakes = [
        verdict
        for verdict in verdicts
        if verdict.played != verdict.preferred and verdict.loss >= CLEAR_LOSS
    ]
    return sorted(mistakes, key=lambda verdict: -verdict.loss)


class DecisionTable(DataTable[Text | str]):
    """Turning points or decisions of a match."""

    app = getters.app(BaseApp)

    def __init__(self, playback: Playback) -> None:
        super().__init__(cursor_type="row")
        self._playback = playback
        self._eyes: int | None = None
        self._items: list[Row] = []

    @property
    def selected(self) -> Row | None:
        """The row under the cursor; None in an empty list."""
        if not self._items:
            return None
        return self._items[min(max(0, self.cursor_row), len(self._items) - 1)]

    def show(self, analysis: Analysis, kind: Kind, eyes: int | None) -> None:
        """List the turning points or decisions of an analysis; the cursor stays in its row.

        `eyes`: the seat whose log describes what happened; None: that of whoever is concerned.
        """
        cursor = self.cursor_row
        self.clear(columns=True)
        self._eyes = eyes
        self._items = []
        if kind == "turns":
            self._show_turning_points(turning_points(analysis))
        else:
            self._show_decisions(decisions(analysis, kind, eyes))
        if self._items:
            self.move_cursor(row=min(cursor, len(self._items) - 1))

    def describe(self, row: Row) -> str:
        """A row in words."""
        subject = row.subject
        if isinstance(subject, Turn):
            return self._log_of(row.step, subject.seat)
        name = self._playback.match.names[subject.seat]
        text = _("{name} {move}").format(name=name, move=subject.played_words)
        if subject.played != subject.preferred:
            text += ". " + _("The search prefers: {move}").format(move=subject.preferred_words)
            if not subject.judged:
                text += ". " + _("It did not look at this move, so the cost isn't known.")
        return text

    def _show_turning_points(self, turns: Sequence[Turn]) -> None:
        titles = (_("Step"), _("For"), _("Change"), _("What happened"))
        names = [self._player(seat) for seat in range(len(self._playback.match.names))]
        name_width = max(cell_len(titles[1]), *(name.cell_len for name in names))
        used = cell_len(titles[0]) + name_width + cell_len(titles[2])
        room = self.app.size.width - used - MARGINS
        rows: list[list[Text | str]] = []
        for turn in turns:
            step = self._playback.at_ply(turn.ply)
            after = min(step + 1, self._playback.last)
            self._items.append(Row(after, turn))
            colour = self.app.theme_variables["success" if turn.change > 0 else "error"]
            rows.append(
                [
                    str(after),
                    names[turn.seat],
                    Text(f"{turn.change:+.0%}", f"bold {colour}"),
                    truncated(self._log_of(after, turn.seat), room),
                ]
            )
        self._fill(titles, rows)

    def _show_decisions(self, verdicts: Sequence[Verdict]) -> None:
        titles = (_("Step"), _("Player"), _("Cost"), _("Played"), _("The search prefers"))
        rows: list[list[Text | str]] = []
        game, names = self._playback.game, self._playback.match.names
        error = f"bold {self.app.theme_variables['error']}"
        for verdict in verdicts:
            step = self._playback.at_ply(verdict.ply)
            after = min(step + 1, self._playback.last)
            self._items.append(Row(after, verdict))
            is_same = verdict.played == verdict.preferred
            view = self._playback.view(step, verdict.seat)
            moves = game.words_for((verdict.played, verdict.preferred), view, names)
            rows.append(
                [
                    str(after),
                    self._player(verdict.seat),
                    Text(cost_text(verdict), error if verdict.loss >= CLEAR_LOSS else "dim"),
                    moves[verdict.played],
                    Text(_("the same"), "dim") if is_same else moves[verdict.preferred],
                ]
            )
        self._shorten_moves(titles, rows)
        self._fill(titles, rows)

    def _shorten_moves(self, titles: Sequence[str], rows: Sequence[list[Text | str]]) -> None:
        """Cut moves where the list is narrow, first those that were played: the row in words, below
        it, has them whole."""
        widths = [max([cell_len(title), *(_width(row[n]) for row in rows)])
                  for n, title in enumerate(titles)]  # fmt: skip
        played, preferred = 3, 4
        room = self.app.size.width - sum(widths[:played]) - 2 * len(widths) - 1
        width = min(widths[played], max(LEAST_PLAYED, room - widths[preferred]))
        for row in rows:
            row[played] = truncated(str(row[played]), width)
            if isinstance(row[preferred], str):
                row[preferred] = truncated(str(row[preferred]), max(1, room - width))

    def _fill(self, titles: Sequence[str], rows: Sequence[Sequence[Text | str]]) -> None:
        """Add columns and rows. The columns have fixed widths: Textual would measure the cells
        later, and keep rows that it has drawn until then at the width of the titles."""
        for number, title in enumerate(titles):
            cells = [title, *(row[number] for row in rows)]
            self.add_column(title, width=max(map(_width, cells)))
        self.add_rows(rows)

    def _log_of(self, step: int, seat: int) -> str:
        """What happened up to a step since the one before, in one line."""
        return in_one_text(self._playback.lines(step, seat if self._eyes is None else self._eyes))

    def _player(self, seat: int) -> Text:
        """A player's mark and name."""
        mark = seat_mark(seat, self.app.ascii)
        return Text(f"{mark} {self._playback.match.names[seat]}", seat_style(self, seat))


def _width(cell: Text | str) -> int:
    """The columns of a cell."""
    return cell.cell_len if isinstance(cell, Text) else cell_len(cell)


def cost_text(verdict: Verdict) -> str:
    """What a decision cost, in percentage points; `?` if the search cannot tell."""
    if verdict.played == verdict.preferred:
        return ""
    if not verdict.judged:
        return "?"
    return "~0%" if verdict.loss < NEGLIGIBLE else f"-{verdict.loss:.0%}"


def truncated(text: str, width: int) -> str:
    """A text in at most this many columns, with `…` if it is cut."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…"
