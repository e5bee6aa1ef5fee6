"""The why panel: what the last computer player to move considered in its turn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from attrs import frozen
from rich.cells import cell_len
from rich.text import Text
from textual import getters
from textual.widget import Widget
from textual.widgets import Static

from ai.hint import BETTER, how_sure
from caravan_tui.bus.messages import Candidate, MoveReport, Position
from caravan_tui.games.contract import Game, View
from caravan_tui.i18n import _, _n, capital
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.table.headline import WIDE
from caravan_tui.widgets.commands import key_name
from caravan_tui.widgets.marks import seat_mark
from caravan_tui.widgets.seat_styles import seat_style
from caravan_tui.widgets.wrapping import without_common_end, wrap_text

LARGEST_SHARE = 0.5
"""How much of the height of cards and log the panel may take beside the board, so that the log
keeps its newest lines (`max-height` in its styles); over the board it takes all."""

FEWEST_ROWS = 9
"""Rows that it fills wherever it is."""

USUAL_WIDTH = 31
"""Columns that it has before its first layout."""

MARK_WIDTH, CHANCE_WIDTH = 2, 6
"""Columns of the sign of the move played, and of the chance of winning that a move gives."""

_LAST_NUMBER = re.compile(r" (\d+)$")
"""A number at the end of a move: it stays with the word before it, `rank 6`."""

MOVES_IN_SUMMARY = 3
"""Moves that the line below the board names where there is no room for the panel."""


@frozen
class SearchReport:
    """A computer player's turn, decision by decision, in words and numbers."""

    turn: Sequence[MoveReport]
    """Its decisions, at least one."""
    game: Game[Any]
    names: Sequence[str]
    """Of each seat."""
    view: View | None
    """The newest position, to write the moves of a decision that came without its own."""
    widget: Widget
    """Whose theme the colours are of."""
    ascii: bool
    summary_key: str
    """The name of the key that opens the panel."""

    @property
    def seat(self) -> int:
        """Whose turn it was."""
        return self.turn[-1].seat

    def text(self, width: int, rows: int) -> Text:
        """All that fits into a panel: why the move was played, then for each decision the move and
        the others that were tried most, each with the seat's chance of winning, and
        the effort. Where all moves promised the same there is nothing to compare.
        """
        decisions = [report for report in self.turn if report.result.iterations]
        if any(has_choice(report) for report in decisions):
            decisions = [report for report in decisions if has_choice(report)]
        text = Text()  # a style of its own would be that of everything that is appended
        head = f"{seat_mark(self.seat, self.ascii)} {self.names[self.seat]}"
        text.append(head, seat_style(self.widget, self.seat))
        if not decisions:
            last = self.turn[-1]
            text.append(" " + self.effort())
            text.append("\n" + self.words(last)[last.result.action], "bold")
            return text
        move = self.move_played()
        reason = self.reason(decisions)
        is_short = cell_len(f"{head}: {move} · {reason}") <= width
        text.append(f": {move}", "bold")
        text.append(f" · {reason}" if is_short else f"\n{reason}")
        if choice := self.choice(decisions):
            text.append("\n" + choice)
        if not any(differ(report) for report in decisions):
            if len(self.turn) > 1:
                words = [self.words(report)[report.result.action] for report in decisions]
                for step in joined(words):
                    text.append("\n" + step)
            if any(has_choice(report) for report in decisions):
                text.append("\n" + capital(self.effort()), "dim")
            return text
        text.append(f"\n{_('chance of winning'):>{width}}", "dim")
        note = capital(self.effort())
        if self.game.spec.secrets:
            note = _("Shows hidden cards: the match is assisted.") + "\n" + note
        rows -= sum(len(wrap_text(line, width)) for line in f"{text.plain}\n{note}".split("\n"))
        for line in self._decision_lines(decisions, width, rows):
            text.append("\n").append_text(line)
        if note:
            text.append("\n" + note, "dim")
        return text

    def move_played(self) -> str:
        """The move of the turn in words; of several steps how many there were."""
        if len(self.turn) > 1:
            return _n("{count} step", "{count} steps", len(self.turn)).format(count=len(self.turn))
        return self.words(self.turn[0])[self.turn[0].result.action]

    def reason(self, decisions: Sequence[MoveReport]) -> str:
        """Why the move was played, of the decision that had the most to choose from."""
        report = max(decisions, key=lambda report: len(report.result.candidates))
        count = len(report.result.candidates)
        if count == 1:
            return _("There was only one move.")
        if not any(differ(report) for report in decisions):
            return _("All moves looked equally good.")
        ahead = self._most_tried(report)
        if ahead is not None and ahead.value[report.seat] - _played(report) >= BETTER:
            return _("It saw a better move.")
        return how_sure(report.result, report.seat, count)[0]

    def choice(self, decisions: Sequence[MoveReport]) -> str:
        """Why this move and not another that looked better; empty if none did."""
        report = max(decisions, key=lambda report: len(report.result.candidates))
        if not differ(report):
            return ""
        step = f"{decisions.index(report) + 1}: " if len(decisions) > 1 else ""
        if self._most_tried(report) is not None:
            return step + _("At its level it does not always play what looks best.")
        best = max(move.value[report.seat] for move in report.result.candidates)
        if round(100 * best) > round(100 * _played(report)):
            return step + _("It tried this move most: its chance is the surest.")
        return ""

    def _most_tried(self, report: MoveReport) -> Candidate | None:
        """The move that was tried most, if it is not the one that was played."""
        result = report.result
        if result.fallback or not result.candidates:
            return None
        most = max(candidate.visits for candidate in result.candidates)
        tried = [candidate for candidate in result.candidates if candidate.visits == most]
        if any(candidate.action == result.action for candidate in tried):
            return None
        return tried[0]

    def _decision_lines(
        self, decisions: Sequence[MoveReport], width: int, rows: int
    ) -> list[Text]:  # fmt: skip
        """The decisions with as many moves each as there are rows for; of a long turn the last
        ones."""
        counts = [1] * len(decisions)
        numbers: list[int | None] = [None]
        if len(decisions) > 1:
            numbers = list(range(1, len(decisions) + 1))
        parts = [self._decision(report, 1, width, number)
                 for report, number in zip(decisions, numbers, strict=True)]  # fmt: skip
        most = max(len(report.result.candidates) for report in decisions)
        for count in range(2, most + 1):
            for number, report in enumerate(decisions):
                if counts[number] < min(count - 1, len(report.result.candidates)):
                    continue  # there was no room for fewer
                part = self._decision(report, count, width, numbers[number])
                if sum(map(len, parts)) - len(parts[number]) + len(part) <= rows:
                    parts[number], counts[number] = part, count
        count = len(parts)
        while len(parts) > 1 and sum(map(len, parts)) + (len(parts) < count) > rows:
            del parts[0]
        lines = [line for part in parts for line in part]
        if len(parts) < count:
            text = _n("… {count} earlier step", "… {count} earlier steps", count - len(parts))
            lines.insert(0, Text("  " + text.format(count=count - len(parts)), "dim"))
        return lines

    def _decision(
        self, report: MoveReport, count: int, width: int, number: int | None
    ) -> list[Text]:
        """A decision: the move played and those tried most, `count` at most, the best chance
        first, and how many more there were.

        `number`: its place in the turn, None in a turn of one decision.
        """
        candidates = report.result.candidates
        chosen = report.result.action
        listed = sorted(candidates, key=lambda candidate: candidate.action != chosen)[:count]
        listed.sort(key=lambda candidate: -candidate.value[report.seat])
        words = self.words(report)
        sign = str(number) if number is not None else ">" if self.ascii else "►"
        lines = [line for considered in listed
                 for line in self._move(report, considered, words, width, sign)]  # fmt: skip
        rest = len(candidates) - len(listed)
        if rest and number is None:  # of several steps the effort counts them together
            more = _n("… and {count} more move", "… and {count} more moves", rest)
            lines.append(Text("  " + more.format(count=rest), "dim"))
        return lines

    def _move(
        self, report: MoveReport, candidate: Candidate, words: dict[int, str], width: int, sign: str
    ) -> list[Text]:
        """A move, with its chance at the right. `sign`: before the move played."""
        is_chosen = candidate.action == report.result.action
        mark_width = max(MARK_WIDTH, len(str(len(self.turn))) + 1)
        mark = (sign if is_chosen else "").ljust(mark_width)
        room = width - mark_width - CHANCE_WIDTH
        whole = _LAST_NUMBER.sub("\N{NO-BREAK SPACE}\\1", words[candidate.action])
        first, *others = wrap_text(whole, room, breaks_hyphens=False) or [""]
        chance = f"{candidate.value[report.seat]:{CHANCE_WIDTH}.0%}"
        blanks = " " * (room - cell_len(first))
        style = "bold" if is_chosen else ""
        lines = [f"{mark}{first}{blanks}{chance}", *(" " * mark_width + line for line in others)]
        return [Text(line, style) for line in lines]

    def summary(self, width: int) -> str:
        """The most important part, in one line: the decision with the most moves to choose from."""
        report = max(self.turn, key=lambda report: len(report.result.candidates))
        name, words = self.names[self.seat], self.words(report)
        result = report.result
        visits = sum(candidate.visits for candidate in result.candidates)
        candidates = result.candidates if result.iterations else []
        for count in range(min(MOVES_IN_SUMMARY, len(candidates)), 0, -1):
            moves = ", ".join(
                f"{words[candidate.action]} {candidate.visits / visits:.0%}"
                for candidate in candidates[:count]
            )
            text = _("{name}, {visits} tries: {moves} · {key} shows all").format(
                name=name, visits=visits, moves=moves, key=self.summary_key
            )
            if cell_len(text) <= width:
                return text
        return _("{name}: {move} · {key} shows why").format(
            name=name, move=words[result.action], key=self.summary_key
        )

    def effort(self) -> str:
        """How many moves the seat looked at in its turn, how often, and in how much time."""
        results = [report.result for report in self.turn]
        if results[-1].fallback:
            return _("made a quick move: the search did not answer in time.")
        tried = [candidate for result in results if result.iterations
                 for candidate in result.candidates]  # fmt: skip
        if not tried:
            return _("had nothing to choose from.")
        text = _n(
            "compared {moves} move in {seconds:.1f} s.",
            "compared {moves} moves in {seconds:.1f} s.",
            len(tried),
        )
        return text.format(
            moves=len(tried),
            seconds=sum(result.seconds for result in results),
        )

    def words(self, report: MoveReport) -> dict[int, str]:
        """The moves of a decision, in words where these tell them apart."""
        view, result = report.view or self.view, report.result
        actions = dict.fromkeys(
            [*(candidate.action for candidate in result.candidates), result.action]
        )
        if view is None:
            return dict.fromkeys(actions, "?")
        words = self.game.words_for(actions, view, self.names)
        short = without_common_end(list(words.values()))
        return {action: capital(text) for action, text in zip(words, short, strict=True)}


def has_choice(report: MoveReport) -> bool:
    """Whether there was another move than the one that was played."""
    return len(report.result.candidates) > 1


def joined(steps: Sequence[str]) -> list[str]:
    """Steps in a row, the same ones counted."""
    counts = [(step, len(list(same))) for step, same in groupby(steps)]
    return [step if count == 1 else f"{step} ×{count}" for step, count in counts]


def _played(report: MoveReport) -> float:
    """The result that the move played promised its seat."""
    action = report.result.action
    values = [move.value[report.seat] for move in report.result.candidates if move.action == action]
    return values[0] if values else 1.0


def differ(report: MoveReport) -> bool:
    """Whether the moves of a decision promised different results, as the panel writes them."""
    values = {round(move.value[report.seat] * 100) for move in report.result.candidates}
    return len(values) > 1


class SearchPanel(Static):
    """What the last computer player to move considered in its turn, above the log."""

    DEFAULT_CSS = """
    SearchPanel { height: auto; max-height: 50%; display: none; padding: 0 1;
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
        self.turn: list[MoveReport] = []
        """The decisions of the last turn of a computer player so far."""
        self.turn_end = 0
        """The version of the match at which somebody else was to act after it; 0: not yet."""
        self.view: View | None = None
        """The newest view, for a thought that comes without one."""

    def follow(self, position: Position) -> None:
        """Write moves as in this position, and notice when the turn has ended."""
        self.view = position.view
        if self.turn and not self.turn_end and position.view["to_act"] != self.turn[-1].seat:
            self.turn_end = position.version

    def add(self, report: MoveReport) -> None:
        """Show one more decision: of the same turn, or the first one of another."""
        is_other_seat = bool(self.turn) and self.turn[-1].seat != report.seat
        if is_other_seat or 0 < self.turn_end < report.version:
            self.turn.clear()
            self.turn_end = 0
        self.turn.append(report)

    def drop_after(self, version: int) -> bool:
        """Forget the decisions after a version of the match: they were undone. Returns whether
        there were any."""
        count = len(self.turn)
        self.turn = [report for report in self.turn if report.version <= version]
        if self.turn_end > version:
            self.turn_end = 0
        return len(self.turn) < count

    @property
    def is_open(self) -> bool:
        """Whether the user wants to see the panel; it can be seen where the log can."""
        return self.has_class("-shown")

    def open(self, is_open: bool) -> None:
        """Open or close the panel."""
        self.set_class(is_open, "-shown")

    def report(self) -> SearchReport | None:
        """The last decision; None before there was one."""
        if not self.turn:
            return None
        return SearchReport(
            turn=self.turn,
            game=self.game,
            names=self.names,
            view=self.view,
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
        share = LARGEST_SHARE if self.app.size.width >= WIDE else 1.0
        rows = max(FEWEST_ROWS, int(share * height) - 1)
        self.update(report.text(self.content_size.width or USUAL_WIDTH, rows))

    def empty_text(self) -> str:
        """Why there is nothing to see."""
        people = sum(kind == "person" for kind in self.kinds)
        if people == len(self.kinds):
            return _("No computer player is in this match.")
        if people > 1:
            return _("Move details are hidden in matches with other people.")
        return _("The next computer move is explained here.")
