"""Why the last computer player to move did what it did: beside the board, or in a window."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen
from rich.cells import cell_len
from rich.text import Text
from textual import getters
from textual.widget import Widget
from textual.widgets import Static

from ai.hint import BETTER, CLEAR, FEW, advice_of, ends_turn, how_sure
from ai.reasons import is_known_forced, reason_of_loss
from caravan_tui.bus.messages import Candidate, MoveReport, Position
from caravan_tui.engine import PERSON
from caravan_tui.games.contract import Game, TurnAdvice, View
from caravan_tui.i18n import _, _n, capital
from caravan_tui.screens.base import BaseApp
from caravan_tui.widgets.commands import key_name
from caravan_tui.widgets.log import Line
from caravan_tui.widgets.marks import seat_mark
from caravan_tui.widgets.seat_styles import seat_style
from caravan_tui.widgets.wrapping import without_common_end, wrap_text

LARGEST_SHARE = 0.5
"""How much of the height of cards and log the panel may take beside the board, so that the log
keeps its newest lines (`max-height` in its styles)."""

FEWEST_ROWS = 9
"""Rows that it fills wherever it is."""

USUAL_WIDTH = 31
"""Columns that it has before its first layout."""

MARK_WIDTH, CHANCE_WIDTH = 2, 5
"""Columns of the sign of the move played, and of the chance to win that a move gives."""

REASON_INDENT = 4
"""Columns before the words why a move is less good."""

LEAST_MOVES, MOST_MOVES = 2, 8
"""Moves that are compared, the one that was played among them."""

MOST_REASONED = 3
"""Moves, those tried most, of which it is said why they are less good."""

MOST_TURN_ROWS = 6
"""Rows that the steps of a turn take at most."""

ROOMY_ROWS = 16
"""Rows from which on its parts have an empty row between them."""

SEEN_KEPT = 50
"""Positions of which it is kept what the reader knew, the newest."""

_LAST_NUMBER = re.compile(r" (\d+)$")
"""A number at the end of a move: it stays with the word before it, `rank 6`."""


@frozen
class SearchReport:
    """A computer player's turn in plain words: what it did, why, and what else it could have
    done."""

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
    shows_hidden: bool = False
    """Whether the moves that were compared show hidden cards."""
    hides_moves: bool = False
    """Whether to leave out the moves that were compared, which show hidden cards."""
    is_open_only: bool = False
    """Whether to leave out everything that tells what its seat hides: also some of its reasons, and
    how it judged."""
    is_known_forced: bool = False
    """Whether everybody knows that it had a single move."""

    @property
    def seat(self) -> int:
        """Whose turn it was."""
        return self.turn[-1].seat

    @property
    def widest(self) -> MoveReport:
        """The decision of the turn that had the most to choose from, after the last chance that
        came into it: what was done before that, such as rolling dice again, prepares the move."""
        parts: list[list[MoveReport]] = [[]]
        for report in self.turn:
            if parts[-1] and report.version > parts[-1][-1].version + 1:
                parts.append([])
            parts[-1].append(report)
        widest = [
            max(part, key=lambda report: len(report.result.candidates)) for part in reversed(parts)
        ]
        return next((report for report in widest if differ(report)), widest[0])

    @property
    def can_show_more(self) -> bool:
        """Whether there is something to show that is left out."""
        if self.is_open_only:
            return not (self.is_known_forced or self.widest.is_recalled)
        return self.hides_moves and differ(self.widest)

    def text(self, width: int, rows: int | None = None, is_dense: bool = False) -> Text:
        """What was played, why, and what else was considered, with the chance to win that each
        move gave.

        `rows`: how many there are for it, None: as many as it takes. `is_dense`: without empty
        rows.
        """
        gap = "" if is_dense else "\n"
        text = Text()  # a style of its own would be that of everything that is appended
        mark = f"{seat_mark(self.seat, self.ascii)} "
        name = f"{mark}{self.names[self.seat]}"
        played = self._turn_words(name, width)
        text.append(name, seat_style(self.widget, self.seat))
        text.append(played.removeprefix(name))
        bullet = "- " if self.ascii else "• "
        text.append(gap)
        for reason in self._findings():
            for place, line in enumerate(wrap_text(reason, width - len(bullet))):
                text.append("\n" + (" " * len(bullet) if place else bullet) + line)
        if self.can_show_more or (self.shows_hidden and differ(self.widest)):
            note = _("The moves below show hidden cards.")  # said before what it warns of
            if self.is_open_only and not differ(self.widest):
                note = _("{key} again: how it judged, which shows hidden cards")
            elif self.hides_moves:
                note = _("{key} again: the moves it compared, which show hidden cards")
            note = note.format(key=self.summary_key)
            for line in wrap_text(note, width):
                text.append(f"{gap}\n{line}", "dim")
                gap = ""
            gap = "" if is_dense else "\n"
        if differ(self.widest) and not (self.hides_moves or self.is_open_only):
            text.append(gap + "\n")
            text.append_text(self._heading(width))
            left = None
            if rows is not None:
                lines = text.plain.split("\n")
                left = rows - sum(len(wrap_text(line, width)) or 1 for line in lines)
            for row in self._moves(width, left):
                text.append("\n").append_text(row)
        return text

    def _turn_words(self, name: str, width: int) -> str:
        """The steps of the turn after the name of the player, the last ones if all are too much."""
        steps = list(self._advice().short_steps) or [
            self.game.describe(report.result.action, view, self.names)
            for report in self.turn
            if (view := report.view or self.view) is not None
        ]
        for first in range(len(steps)):
            words = Line(self.seat, "", tuple(steps[first:])).words
            is_verb = words[:1].islower()  # else a play of cards begins with their names
            text = f"{name}{'' if is_verb else ':'} {'… ' if first else ''}{words}."
            if len(wrap_text(text, width)) <= MOST_TURN_ROWS:
                break
        else:
            return name
        return text

    def _findings(self) -> list[str]:
        """What the turn brings, and then how its chances compare, above the numbers; this first
        where it was not the move that it thought best."""
        if self.is_open_only:
            is_all = not self.can_show_more
            return [*self._advice().open_reasons, *([self.verdict()] if is_all else [])]
        is_best = self._most_tried(self.widest) is None and not _is_clearly_behind(self.widest)
        if differ(self.widest) and not is_best:
            return [self.verdict(), *self.reasons()]
        return [*self.reasons(), self.verdict()]

    def reasons(self) -> list[str]:
        """What the turn brings, as a hint says it."""
        return list(self._advice().reasons)

    def _advice(self) -> TurnAdvice:
        """The turn in the words of the game; nothing if it came without the positions."""
        turn = [(report.result.action, report.view) for report in self.turn if report.view]
        return advice_of(self.game, turn, self.names) if turn else TurnAdvice((), ())

    def verdict(self) -> str:
        """How the move compares with the others, of the decision that had the most to choose
        from."""
        report, result = self.widest, self.widest.result
        if self.turn[-1].result.fallback:
            return _("There was no time to think, so the move may be weak.")
        if report.is_recalled and not self.is_known_forced:
            return _("What else it considered isn't known any more.")
        if len(result.candidates) <= 1:
            if report.legal > 1:  # all others were ruled out before the search
                return _("No other move was compared.")
            return _("There was only one move.")
        if not differ(report):
            return _("Its chance to win was about the same with every move.")
        ahead = self._most_tried(report)
        is_behind = ahead is not None and ahead.value[report.seat] - _played(report) >= BETTER
        if is_behind or _is_clearly_behind(report):
            return _("It saw a better move, but at its level it doesn't always play the best.")
        best = max(move.value[report.seat] for move in result.candidates)
        if ahead is None and round(100 * best) > round(100 * _played(report)):
            if best - _played(report) < BETTER:
                return _("It is about as good as the best.")
            return _("Another move may bring more, but that is less certain.")
        return how_sure(result, report.seat, len(result.candidates))[0]

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

    def _heading(self, width: int) -> Text:
        """What the table compares, and what its numbers are."""
        count = len(self.widest.result.candidates)
        compared = _n("{count} move compared", "{count} moves compared", count)
        if self._is_one_of_several_steps:
            compared = _n(
                "{count} choice compared for this step, with its best continuation",
                "{count} choices compared for this step, each with its best continuation",
                count,
            )
        chance = _("chance to win")
        *above, last = wrap_text(compared.format(count=count), width)
        if cell_len(last) + cell_len(chance) >= width:
            above, last = [*above, last], ""
        lines = [(f"{line}\n", "bold") for line in above]
        return Text.assemble(*lines, (last, "bold"), (f"{chance:>{width - cell_len(last)}}", "dim"))

    @property
    def _is_one_of_several_steps(self) -> bool:
        """Whether what is compared is a step of a turn that has others, without chance between."""
        version = self.widest.version
        return any(abs(report.version - version) == 1 for report in self.turn)

    def _moves(self, width: int, rows: int | None) -> list[Text]:
        """The move played and those tried most, as many as there are rows for, the best chance
        first, and how many more there were."""
        count = len(self.widest.result.candidates)
        listed = min(count, MOST_MOVES)
        losses = self.losses()
        lines = self._table(listed, width, losses)
        while rows is not None and len(lines) > rows and listed > LEAST_MOVES:
            listed -= 1
            lines = self._table(listed, width, losses)
        if rows is not None and len(lines) > rows:
            lines = self._table(listed, width, {})
        return lines

    def losses(self) -> dict[int, str]:
        """Why the moves that it thought of most are less good than its own, in the game's words;
        without those of which there is nothing to say."""
        report = self.widest
        if report.view is None:
            return {}
        turn = [each.result.action for each in self.turn if each.version >= report.version]
        played, reasons = _played(report), {}
        less_good = [
            move.action
            for move in report.result.candidates
            if move.action != report.result.action and move.value[report.seat] <= played
        ]
        for action in less_good[:MOST_REASONED]:
            reason = reason_of_loss(self.game, report.view, [action], turn, self.names)
            if reason:
                reasons[action] = reason
        return reasons

    def _table(self, count: int, width: int, losses: Mapping[int, str]) -> list[Text]:
        """The first `count` moves, why they are less good, once below moves with the same reason,
        and how many more there were."""
        report = self.widest
        candidates, chosen = report.result.candidates, report.result.action
        listed = sorted(candidates, key=lambda candidate: candidate.action != chosen)[:count]
        listed.sort(key=lambda candidate: -candidate.value[report.seat])
        words = self.words(report)
        lines = []
        reasons = [losses.get(considered.action, "") for considered in listed]
        for considered, loss, loss_below in zip(listed, reasons, [*reasons[1:], ""], strict=True):
            lines += self._move(report, considered, words, width)
            is_last_with_it = bool(loss) and loss != loss_below
            for line in wrap_text(loss, width - REASON_INDENT) if is_last_with_it else ():
                lines.append(Text(" " * REASON_INDENT + line, "dim"))
        if rest := len(candidates) - len(listed):
            more = _n("… and {count} more move", "… and {count} more moves", rest)
            lines.append(Text(" " * MARK_WIDTH + more.format(count=rest), "dim"))
        return lines

    def _move(
        self, report: MoveReport, candidate: Candidate, words: dict[int, str], width: int
    ) -> list[Text]:
        """A move, with its chance at the right."""
        is_chosen = candidate.action == report.result.action
        mark = ((">" if self.ascii else "►") if is_chosen else "").ljust(MARK_WIDTH)
        room = width - MARK_WIDTH - CHANCE_WIDTH
        whole = _LAST_NUMBER.sub("\N{NO-BREAK SPACE}\\1", words[candidate.action])
        first, *others = wrap_text(whole, room, breaks_hyphens=False) or [""]
        chance = f"{candidate.value[report.seat]:{CHANCE_WIDTH}.0%}"
        blanks = " " * (room - cell_len(first))
        style = "bold" if is_chosen else ""
        lines = [f"{mark}{first}{blanks}{chance}", *(" " * MARK_WIDTH + line for line in others)]
        return [Text(line, style) for line in lines]

    def summary(self, width: int) -> str:
        """The most important part, in one line: why the turn was played, or at least what it
        was."""
        name = self.names[self.seat]
        text = ""
        for reason in [*self.reasons(), self.verdict()]:
            text = _("{name}: {reason} {key}: why").format(
                name=name, reason=reason, key=self.summary_key
            )
            if cell_len(text) <= width:
                break
        return text

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


def _played(report: MoveReport) -> float:
    """The result that the move played promised its seat."""
    action = report.result.action
    values = [move.value[report.seat] for move in report.result.candidates if move.action == action]
    return values[0] if values else 1.0


def _is_clearly_behind(report: MoveReport) -> bool:
    """Whether a move that was no mere glance promised clearly more than the one that was played, so
    that no reader would call that one good. What was hardly tried proves nothing."""
    result = report.result
    if result.fallback:
        return False
    least = FEW * sum(move.visits for move in result.candidates)
    tried = [move.value[report.seat] for move in result.candidates if move.visits >= least]
    best = max(tried, default=0.0)
    return best - _played(report) >= CLEAR


def differ(report: MoveReport) -> bool:
    """Whether the moves of a decision promised different results, as the panel writes them."""
    values = {round(move.value[report.seat] * 100) for move in report.result.candidates}
    return len(values) > 1


class SearchPanel(Static):
    """Why the last computer player to move did what it did, above the log."""

    DEFAULT_CSS = """
    SearchPanel { height: auto; display: none; padding: 0 1;
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
        self.whole_turn: list[MoveReport] = []
        """Those of the last turn that has ended: this is explained while another one goes on."""
        self.turn_end = 0
        """The version of the match at which somebody else was to act after it; 0: not yet."""
        self.view: View | None = None
        """The newest view, for a thought that comes without one."""
        self.seen: dict[int, View] = {}
        """By version, what the reader knew at the last decisions of others."""
        self._forced: dict[int, bool] = {}
        """By the version after a move, whether the reader knows that it was the only one."""
        self.hides_moves = game.spec.secrets
        """Whether the moves that were compared are left out, until the user asks for them."""

    def follow(self, position: Position) -> bool:
        """Write moves as in this position, and notice when the turn has ended. Returns whether
        another turn is explained now."""
        self.view = position.view
        self.see(position.version, position.view)
        if not self.turn or self.turn_end or position.view["to_act"] == self.turn[-1].seat:
            return False
        self.turn_end = position.version
        return self._end_turn()

    def see(self, version: int, view: View) -> None:
        """Take what the reader knew in a version of the match."""
        self.seen[version] = view
        for earlier in sorted(self.seen)[:-SEEN_KEPT]:
            del self.seen[earlier]

    def add(self, report: MoveReport) -> bool:
        """Take one more decision: of the same turn, or the first one of another. Returns whether
        something else is explained now."""
        if self.turn and self._begins_turn(report):
            self._end_turn()
            self.turn = []
            self.turn_end = 0
        self.turn.append(report)
        if report.view is not None and ends_turn(self.game, report.result.action, report.view):
            self._end_turn()
        return self.explained[-1] is report

    def _begins_turn(self, report: MoveReport) -> bool:
        """Whether a decision is the first one of a turn. What others decided may have been shown
        before it came, so the rules say so, too."""
        last = self.turn[-1]
        if last.seat != report.seat or 0 < self.turn_end < report.version:
            return True
        if last.view is None or report.version <= last.version:
            return False
        return ends_turn(self.game, last.result.action, last.view, report.view)

    def _end_turn(self) -> bool:
        """The turn is whole. Returns whether that was not known."""
        is_new = self.whole_turn is not self.turn
        self.whole_turn = self.turn
        return is_new

    @property
    def explained(self) -> list[MoveReport]:
        """The decisions that the panel explains: of a whole turn if there has been one."""
        return self.whole_turn or self.turn

    def drop_after(self, version: int) -> bool:
        """Forget the decisions after a version of the match: they were undone. Returns whether
        there were any."""
        self.seen = {known: view for known, view in self.seen.items() if known <= version}
        self._forced = {known: value for known, value in self._forced.items() if known <= version}
        count = len(self.turn) + len(self.whole_turn)
        is_same = self.whole_turn is self.turn
        self.turn = [report for report in self.turn if report.version <= version]
        whole = [report for report in self.whole_turn if report.version <= version]
        self.whole_turn = self.turn if is_same else whole
        if self.turn_end > version:
            self.turn_end = 0
        return len(self.turn) + len(self.whole_turn) < count

    @property
    def is_open(self) -> bool:
        """Whether the user wants to see the panel; it can be seen beside the board alone."""
        return self.has_class("-shown")

    def open(self, is_open: bool) -> None:
        """Open or close the panel."""
        self.set_class(is_open, "-shown")

    @property
    def is_known_forced(self) -> bool:
        """Whether the reader knows that the last turn had a single move at each decision."""
        return bool(self.explained) and all(map(self._is_known_forced, self.explained))

    def _is_known_forced(self, report: MoveReport) -> bool:
        if report.legal > 1 or not self.game.spec.secrets:
            return report.legal == 1
        if report.version not in self._forced:
            self._forced[report.version] = self._imagine_forced(report)
        return self._forced[report.version]

    def _imagine_forced(self, report: MoveReport) -> bool:
        before = [version for version in self.seen if version < report.version]
        view = self.seen[max(before)] if before else None
        if view is None or view["to_act"] != report.seat:
            return False
        return is_known_forced(self.game, view)

    @property
    def shows_hidden(self) -> bool:
        """Whether the moves of the last turn tell of what its seat still hides."""
        view = self.view
        if not self.game.spec.secrets or view is None:
            return self.game.spec.secrets
        others = [seat for seat in range(len(self.names)) if seat != view["seat"]]
        seats = [self.explained[-1].seat] if self.explained else others
        return any(self.game.conceals(view, seat) for seat in seats)

    def report(self, is_open_only: bool = False) -> SearchReport | None:
        """The last turn; None before there was one. `is_open_only`: without what its seat hides."""
        if not self.explained:
            return None
        return SearchReport(
            turn=self.explained,
            game=self.game,
            names=self.names,
            view=self.view,
            widget=self,
            ascii=self.app.ascii,
            summary_key=key_name(self, "table.why"),
            shows_hidden=self.shows_hidden,
            hides_moves=self.hides_moves and self.shows_hidden,
            is_open_only=is_open_only,
            is_known_forced=self.is_known_forced,
        )

    def refresh_text(self, report: SearchReport | None, side_height: int) -> None:
        """Write the panel again, as its size now is, beside a board of so many rows."""
        if report is None:
            self.update(self.empty_text())
            return
        rows = max(FEWEST_ROWS, int(LARGEST_SHARE * side_height) - 1)
        self.styles.max_height = rows + 1
        width = self.content_size.width or USUAL_WIDTH
        self.update(report.text(width, rows, is_dense=rows < ROOMY_ROWS))

    def empty_text(self) -> str:
        """Why there is nothing to see."""
        people = sum(kind == PERSON for kind in self.kinds)
        if people == len(self.kinds):
            return _("No computer player is in this match.")
        if people > 1:
            return _("Move details are hidden in matches with other people.")
        return _("The next computer move is explained here.")
