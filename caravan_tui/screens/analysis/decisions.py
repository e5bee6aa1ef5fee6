"""The list of the analysis screen: turning points or decisions, a row each."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.text import Text
from textual import getters
from textual.strip import Strip

from ai.analysis import Analysis, Swing
from ai.grades import MoveMark, Verdict
from caravan_tui.engine.playback import Playback, in_one_text
from caravan_tui.i18n import _, capital
from caravan_tui.presentation.decisions import (
    Kind,
    LuckSwing,
    Mark,
    Row,
    cost_text,
    deciding,
    decisions,
    may_cost,
    step_after,
    turning_points,
    weight,
)
from caravan_tui.presentation.moment import lines_of_swing, move_words
from caravan_tui.screens.base import BaseApp
from caravan_tui.widgets.row_table import RowTable
from caravan_tui.widgets.seat_styles import player_text
from caravan_tui.widgets.wrapping import (
    in_lines,
    without_common_beginning,
    without_common_end,
    wrap_text,
)

LEAST_PLAYED = 20
"""Columns that a move that was played keeps at least."""

PLAYER = 2
"""The column of the player, in a list of everyone's decisions."""

MOST_LINES, MOST_ROOMY_LINES = 2, 6
"""Rows that a move may take in the list, at most, and where there is room below the list."""

RAGGED = 1
"""Columns that a line of words leaves free at its end, at least."""

MOST_NUMBERED = 9
"""Rows that have a digit of their own on the curve."""


class DecisionTable(RowTable[Text | str]):
    """Turning points or decisions of a match."""

    app = getters.app(BaseApp)

    def __init__(self, playback: Playback) -> None:
        super().__init__(keeps_colours=False)
        self._playback = playback
        self._kind: Kind | None = None
        self._eyes: int | None = None
        self._items: list[Row] = []
        self._cut: set[int] = set()
        """The steps of the rows whose words are cut."""
        self.room = 0
        """Columns that the list has."""
        self._most_lines = MOST_LINES
        self._widths: list[int] = []
        """The columns of each column."""

    def render_line(self, y: int) -> Strip:
        """A line of the list; in the last one what goes on below ends with `…`."""
        strip = super().render_line(y)
        for column in self._cut_below(y) if y == self.size.height - 1 else ():
            style = next(iter(strip.crop(column, column + 1)), Segment("")).style
            sign = Strip([Segment("…", style)])
            strip = Strip.join([strip.crop(0, column), sign, strip.crop(column + 1)])
        return strip

    def _cut_below(self, y: int) -> list[int]:
        """Where the words of cells end in a line of the list that go on in the next one."""
        line = y - self.header_height + int(self.scroll_y)
        row = 0
        while row < self.row_count and line >= self.ordered_rows[row].height:
            line -= self.ordered_rows[row].height
            row += 1
        if row == self.row_count or line < 0:
            return []
        ends, left = [], self.cell_padding
        for cell, width in zip(self.get_row_at(row), self._widths, strict=True):
            lines = str(cell).split("\n")
            if line < len(lines) - 1:
                ends.append(left + cell_len(lines[line]))
            left += width + 2 * self.cell_padding
        return ends

    @property
    def selected(self) -> Row | None:
        """The row under the cursor; None in an empty list."""
        if not self._items:
            return None
        return self._items[min(max(0, self.cursor_row), len(self._items) - 1)]

    @property
    def rows_listed(self) -> Sequence[Row]:
        """All rows, from above."""
        return self._items

    def show(
        self, analysis: Analysis, kind: Kind, eyes: int | None, *, lists_small: bool, has_room: bool
    ) -> None:
        """List the turning points or decisions of an analysis. The cursor stays on its decision
        where others come before it, and at the top if it is there.

        `eyes`: the seat whose log describes what happened; None: that of whoever is concerned.
        `lists_small`: the costliest decisions are followed by those that cost little;
        `has_room`: a row may take more lines.
        """
        cursor, chosen = self.cursor_row, self.selected
        is_same_list = (kind, eyes) == (self._kind, self._eyes)
        self._kind = kind
        self.clear(columns=True)
        self._eyes = eyes
        self._items = []
        self._cut.clear()
        self._most_lines = MOST_ROOMY_LINES if has_room else MOST_LINES
        if kind == "turns":
            self._show_turning_points(turning_points(analysis, eyes, self._playback))
        elif kind == "luck":
            self._show_deciding(deciding(analysis, eyes))
        else:
            verdicts = decisions(analysis, kind, eyes, lists_small)
            self._show_decisions(verdicts, is_ranked=kind == "worst")
        steps = [row.step for row in self._items]
        if is_same_list and cursor and chosen is not None and chosen.step in steps:
            cursor = steps.index(chosen.step)
        if self._items:
            self.move_cursor(row=min(cursor, len(self._items) - 1))

    @property
    def marks(self) -> list[Mark]:
        """The rows that stand on the curve."""
        return [row.mark for row in self._items if row.mark.label.isdigit()]

    def select(self, step: int) -> None:
        """Move the cursor to the row of a step, if there is one."""
        steps = [row.step for row in self._items]
        if step in steps:
            self.move_cursor(row=steps.index(step))

    def log_of(self, row: Row) -> str:
        """What happened at a row, in words."""
        return self._what_happened(row.subject, row.step)

    def is_cut(self, row: Row) -> bool:
        """Whether the list has no room for all the words of a row."""
        return row.step in self._cut

    def _show_turning_points(self, turns: Sequence[Swing]) -> None:
        # not the cost of a move: what chance and the others did until then is part of it
        titles = ("", _("Move"), _("Swing"), _("What happened"))
        rows: list[list[Text | str]] = []
        for number, turn in enumerate(turns, 1):
            after = step_after(self._playback, turn)
            label = str(number) if number <= MOST_NUMBERED else ""
            mark = Mark(after, turn.seat, label, "gain" if turn.change > 0 else "loss")
            self._items.append(Row(after, turn, mark))
            change = self._change(turn)
            rows.append([self._label(mark), str(after), change, self._what_happened(turn, after)])
        self._fill_with_words(titles, rows)

    def _show_deciding(self, subjects: Sequence[LuckSwing | Verdict]) -> None:
        titles = ("", _("Move"), _("Effect"), "", _("What happened"))
        rows: list[list[Text | str]] = []
        for number, subject in enumerate(subjects, 1):
            label = str(number) if number <= MOST_NUMBERED else ""
            if isinstance(subject, Verdict):
                after, kind = self._playback.after_ply(subject.first_ply), _("skill")
                what = _("{played}. Better: {better}").format(
                    played=capital(subject.played_words), better=subject.preferred_words
                )
            else:
                after, kind = step_after(self._playback, subject), _("luck")
                what = self._what_happened(subject, after)
            mark = Mark(after, subject.seat, label, "gain" if weight(subject) > 0 else "loss")
            self._items.append(Row(after, subject, mark))
            change = self._change(subject)
            rows.append([self._label(mark), str(after), change, Text(kind, "dim"), what])
        self._fill_with_words(titles, rows)

    def _fill_with_words(self, titles: Sequence[str], rows: Sequence[list[Text | str]]) -> None:
        """Fill the list with rows that end with words, which take what room is left."""
        widths = [max(_width(cell) for cell in cells) for cells in zip(titles, *rows, strict=True)]
        room = self.room - sum(widths[:-1]) - 2 * len(widths) - 1
        for row, item in zip(rows, self._items, strict=True):
            words = str(row[-1])
            row[-1] = self._wrapped(words, room)
            if "".join(str(row[-1]).split()) != "".join(words.split()):
                self._cut.add(item.step)
        self._fill(titles, rows)

    def _change(self, subject: Swing | Verdict) -> Text:
        """What a row changed, with the mark of an error, and whose it was in a list of all."""
        if isinstance(subject, Verdict):
            words = f"{cost_text(subject)} {subject.mark.value}"
        else:
            words = f"{subject.change:+.0%}"
        change = Text(words, f"bold {self._sense(weight(subject) > 0)}")
        if self._eyes is None:
            change = Text.assemble(self._player(subject.seat), " ", change)
        return change

    def _show_decisions(self, verdicts: Sequence[Verdict], is_ranked: bool) -> None:
        titles = ["", _("Move"), _("Cost"), _("Played"), _("Better")]
        if self._eyes is None:
            titles.insert(PLAYER, _("Player"))
        rows: list[list[Text | str]] = []
        briefly: list[tuple[str, str]] = []
        for number, verdict in enumerate(verdicts, 1):
            after = self._playback.after_ply(verdict.first_ply)
            is_numbered = verdict.is_error and number <= MOST_NUMBERED
            is_worth_a_mark = verdict.is_error or verdict.mark is MoveMark.BRILLIANT
            sign = verdict.mark.value if is_worth_a_mark else ""
            sense = "loss" if verdict.is_error else "gain"
            label = (str(number) if is_numbered else "") if is_ranked else sign
            mark = Mark(after, verdict.seat, label, sense)
            self._items.append(Row(after, verdict, mark))
            whole = move_words(self._playback, verdict)
            played, preferred = without_common_end(whole)
            better = self._better(verdict, preferred)
            if isinstance(better, Text):  # the better one is not told beside it
                played = whole[0]
            begun, preferred = without_common_beginning((played, preferred))
            briefly.append((begun, str(self._better(verdict, preferred))))
            rows.append(
                [
                    self._label(mark),
                    str(after),
                    self._cost(verdict, sign if is_ranked else ""),
                    played,
                    better,
                ]
            )
            if self._eyes is None:
                rows[-1].insert(PLAYER, self._player(verdict.seat))
        self._shorten_moves(titles, rows, briefly)
        self._fill(titles, rows)

    def _better(self, verdict: Verdict, preferred: str) -> Text | str:
        """What the list says of the better move, which is `preferred` in words."""
        if verdict.played == verdict.preferred:
            return Text(_("best move"), self._sense(True))
        if may_cost(verdict):
            return _("perhaps {move}").format(move=preferred)
        return preferred if verdict.is_error else Text(_("nothing better"), self._sense(True))

    def _cost(self, verdict: Verdict, sign: str) -> Text:
        """What a decision cost, with its mark where that does not stand before the row."""
        style = f"bold {self._sense(False)}" if verdict.is_error else "dim"
        return Text(f"{cost_text(verdict)} {sign}".rstrip(), style)

    def _sense(self, is_better: bool) -> str:
        """The colour of what is for the better, or for the worse."""
        return self.app.theme_variables["success" if is_better else "error"]

    def _label(self, mark: Mark) -> Text:
        """The sign of a row as it stands on the curve."""
        names = {"gain": "success", "loss": "error"}
        variables = self.app.theme_variables
        ground = variables.get(names[mark.sense], variables["foreground"])
        style = f"bold {variables['background']} on {ground}" if mark.label else ""
        return Text(mark.label, style)

    def _shorten_moves(
        self, titles: Sequence[str], rows: Sequence[list[Text | str]],
        briefly: Sequence[tuple[str, str]],
    ) -> None:  # fmt: skip
        """Wrap moves where the list is narrow. Of two that have no room in one line what is told is
        where they part (`briefly`), and what still has no room is cut: the row in words, below it,
        has them whole."""
        self._tell_where_moves_part(titles, rows, briefly)
        widths = [max([cell_len(title), *(_width(row[n]) for row in rows)])
                  for n, title in enumerate(titles)]  # fmt: skip
        played, preferred = len(titles) - 2, len(titles) - 1
        room = self.room - sum(widths[:played]) - 2 * len(widths) - 1
        width = self._width_of_played(titles, rows, room)
        for row, parts in zip(rows, briefly, strict=True):
            whole = [str(row[played]), str(row[preferred])]
            columns = (width, max(1, room - width))
            wrapped = list(map(self._wrapped, whole, columns))
            is_cut = any("".join(a.split()) != "".join(b.split())
                         for a, b in zip(wrapped, whole, strict=True))  # fmt: skip
            if is_cut and isinstance(row[preferred], str):
                wrapped = list(map(self._wrapped, parts, columns))
            row[played] = wrapped[0]
            if isinstance(row[preferred], str):
                row[preferred] = wrapped[1]

    def _tell_where_moves_part(
        self, titles: Sequence[str], rows: Sequence[list[Text | str]],
        briefly: Sequence[tuple[str, str]],
    ) -> None:  # fmt: skip
        """Leave out what two moves begin with that have no room in one line."""
        columns = list(zip(titles, *rows, strict=True))[:-2]
        room = self.room - sum(max(map(_width, cells)) for cells in columns) - 2 * len(titles) - 1
        for row, parts in zip(rows, briefly, strict=True):
            if isinstance(row[-1], str) and _width(row[-2]) + _width(row[-1]) > room:
                row[-2:] = parts

    def _wrapped(self, text: str, width: int) -> str:
        """A move in at most as many lines as it may take, or in one more that has its end."""
        if cell_len(text) <= width:
            return text
        most = self._most_lines
        is_whole_in_one_more = len(wrap_text(text, width)) == most + 1
        return "\n".join(in_lines(text, width, most + is_whole_in_one_more))

    def _width_of_played(
        self, titles: Sequence[str], rows: Sequence[Sequence[Text | str]], room: int
    ) -> int:
        """The columns of what was played with which the fewest letters of both columns of moves
        are cut, and then the list has the fewest rows."""
        played, preferred = len(titles) - 2, len(titles) - 1
        widest = max([cell_len(titles[played]), *(_width(row[played]) for row in rows)])
        if not rows or widest <= LEAST_PLAYED:
            return widest

        def price(width: int) -> tuple[int, int]:
            cut = lines = 0
            for row in rows:
                needed = (_width(row[played]), width), (_width(row[preferred]), room - width)
                cut += sum(max(0, length - self._most_lines * across) for length, across in needed)
                lines += max(_lines(length, across) for length, across in needed)
            return cut, lines

        others = max([cell_len(titles[preferred]), *(_width(row[preferred]) for row in rows)])
        most = max(LEAST_PLAYED, min(widest, room - min(others, LEAST_PLAYED)))
        return min(range(most, LEAST_PLAYED - 1, -1), key=price)

    def _fill(self, titles: Sequence[str], rows: Sequence[Sequence[Text | str]]) -> None:
        """Add columns and rows. The columns have fixed widths: Textual would measure the cells
        later, and keep rows that it has drawn until then at the width of the titles."""
        self._widths = []
        for number, title in enumerate(titles):
            cells = [title, *(row[number] for row in rows)]
            self._widths.append(max(map(_width, cells)))
            self.add_column(title, width=self._widths[-1])
        for row in rows:
            self.add_row(*row, height=max(str(cell).count("\n") for cell in row) + 1)

    def _what_happened(self, subject: Swing | Verdict, step: int) -> str:
        """What made a chance jump: of luck, what chance did."""
        if isinstance(subject, Verdict):
            return self._log_of(step, subject.seat)
        seat = subject.seat if self._eyes is None else self._eyes
        return in_one_text(lines_of_swing(self._playback, subject, step, seat))

    def _log_of(self, step: int, seat: int) -> str:
        """What happened up to a step since the one before, in one line."""
        return in_one_text(self._playback.lines(step, seat if self._eyes is None else self._eyes))

    def _player(self, seat: int) -> Text:
        """A player's mark and name."""
        return player_text(self, seat, self._playback.match.names[seat], self.app.ascii)


def _width(cell: Text | str) -> int:
    """The columns of a cell."""
    return max(map(cell_len, str(cell).split("\n")))


def _lines(length: int, across: int) -> int:
    """The lines that a text of this length takes, about: words leave the ends of lines free."""
    return 1 if length <= across else -(-length // max(1, across - RAGGED))
