"""How a match went in the search's opinion: curves, turning points, better moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual import getters, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.notifications import SeverityLevel
from textual.widgets import DataTable, Static

from ai.analysis import Swing
from ai.grades import Verdict
from caravan_tui.engine.playback import Playback, open_views
from caravan_tui.games import registry
from caravan_tui.i18n import _
from caravan_tui.presentation.analyses import CACHE, STOPPED, cache_key, known_analysis
from caravan_tui.presentation.decisions import (
    KINDS,
    Row,
    decisions,
    has_errors,
    turning_points,
)
from caravan_tui.presentation.match_players import Player, players_of, summary
from caravan_tui.presentation.moment import verdict_of
from caravan_tui.presentation.own_problems import clear_mistakes, keep_mistakes
from caravan_tui.presentation.quality import Quality, error_words, qualities, quality_of
from caravan_tui.screens.analysis.another_try import AnotherTry
from caravan_tui.screens.analysis.assisting import mark_assisted
from caravan_tui.screens.analysis.bookmarks import BOOKMARKS, Bookmark
from caravan_tui.screens.analysis.commands import COMMANDS
from caravan_tui.screens.analysis.curves import Curves
from caravan_tui.screens.analysis.decisions import DecisionTable
from caravan_tui.screens.analysis.details import Details, Room, Selected, Surroundings
from caravan_tui.screens.analysis.in_short import InShortLines
from caravan_tui.screens.analysis.legend import Legend
from caravan_tui.screens.analysis.moment import MomentBoard, MomentPane
from caravan_tui.screens.analysis.notes import export_comments, replay_notes
from caravan_tui.screens.analysis.player_table import PlayerTable
from caravan_tui.screens.analysis.quality import QualityBars
from caravan_tui.screens.analysis.search import AnalysisSearch
from caravan_tui.screens.analysis.why_empty import EmptyList
from caravan_tui.screens.problems.problem import ProblemScreen
from caravan_tui.screens.problems.screen import OWN
from caravan_tui.screens.replay.playback_screen import PlaybackScreen
from caravan_tui.screens.replay.screen import ReplayScreen
from caravan_tui.widgets.closing import close, is_open
from caravan_tui.widgets.commands import bindings, key_name, useful
from caravan_tui.widgets.empty_page import ActionLink, EmptyPage
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.page_tabs import PageTabs
from caravan_tui.widgets.question import Question
from caravan_tui.widgets.seat_styles import player_text
from caravan_tui.widgets.title_bar import BarButton, TitleBar
from saves.errors import SaveError

BOARD_WIDTH, LEAST_LIST = 81, 64
"""Columns of the board with the gap beside it, and of the list at least where there is one."""

TALL_ROWS, TALLEST_ROWS = 36, 48
"""Rows from which on the curve is high, and there is room for the board; from which on it is
higher."""


DETAIL_ROWS, DETAIL_ROWS_OF_BOARD = (7, 7, 9), 3
"""Rows of the words about a row at most, with little room, much, and most; and where the board is
shown instead of the list."""

MAX_TABLE_ROWS = (9, 12, 18)
"""Rows of skill and luck at most: with little room, much, and most."""


class AnalysisScreen(PlaybackScreen):
    """A curve above, lists and the board below. They fill while the search goes on."""

    COMMANDS: ClassVar[Any] = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    AnalysisScreen { layout: vertical;
        & > Curves { height: 6; }
        & > PlayerTable { height: 8; }
        & > PlayerTable { display: none; }
        &.-luck { & > Curves, & > InShortLines { display: none; }
            & > PlayerTable { display: block; } }
        & > #body { height: 1fr; }
        & #left { width: 1fr; height: 1fr; }
        & #lists { height: 1; }
        & #pages { width: 1fr; }
        & #name { width: auto; padding: 0 1; }
        & DataTable { height: 1fr; scrollbar-size: 1 1; overflow-x: hidden;
            background: $background; }
        & #right { width: 80; height: 1fr; margin-left: 1; display: none; }
        & > #nothing { display: none; }
        &.-empty { & > #nothing { display: block; }
            & > #curves, & > Legend, & > PlayerTable, & > #body { display: none; } }
        &.-running > Curves { height: 8; }
        &.-waiting DataTable { height: 0; }
        &.-waiting Details { display: none; }
        &.-tall > Curves { height: 12; }
        &.-tallest > Curves { height: 16; }
        &.-tall Details { min-height: 6; padding: 1; }
        &.-board #right, &.-moment #right { display: block; }
        &.-moment { & > TitleBar, & > InShortLines, & > Legend, & > Curves, & > PlayerTable,
                & #lists, & AnalysisSearch, & QualityBars, & DataTable, & #scene { display: none; }
            & > #body { layout: vertical; }
            & #left { width: 100%; height: auto; }
            & Details { min-height: 3; padding: 0 1; }
            & #right { width: 100%; margin: 0; align-horizontal: center; } }
    }
    """

    AUTO_FOCUS = "DataTable"

    lists_matches = True
    """A table at which another move is tried leads back here."""

    curves = getters.query_one("#curves", Curves)
    search = getters.query_one(AnalysisSearch)
    table = getters.query_one(DecisionTable)
    legend = getters.query_one(Legend)
    details = getters.query_one(Details)
    board = getters.query_one(MomentBoard)

    def __init__(self, playback: Playback, people: list[int]) -> None:
        """`people`: the seats of the people at this terminal."""
        super().__init__(playback, people)
        self.match = playback.match
        seats = range(len(self.match.names))
        self.allowed = [seat for seat in open_views(self.match, people) if seat is not None]
        """The seats whose decisions may be analysed: only the user's own in a match in progress
        with hidden information."""
        self.choices: list[int | None] = [*self.allowed]
        if len(self.allowed) == len(seats):
            self.choices.append(None)
        first = people[0] if len(people) == 1 and people[0] in self.allowed else None
        bookmark = BOOKMARKS.get(self.place) or Bookmark(first)
        self.own_seat = first
        self.seat = bookmark.seat
        """Whose decisions are listed; None: everyone's."""
        self.judged = self.judged_for(self.seat)
        """Whose decisions the analysis judges; None: everyone's."""
        self.kind = bookmark.kind
        """What the list shows."""
        self._first_row = bookmark.row
        self.leads_to_result = False
        """Whether the result from which the user came is to be opened again, after a retry."""
        self.analysis = known_analysis(self.key)
        self._keys_shown_for: tuple[bool, ...] | None = None
        """What the keys at the foot depended on when they were named last."""

    @property
    def place(self) -> str:
        """The match and its version."""
        return f"{self.match.record.id}.{self.match.version}"

    @property
    def key(self) -> str:
        """What this analysis is cached under."""
        return cache_key(self.match, self.judged)

    def judged_for(self, seat: int | None) -> int | None:
        """Whose decisions to judge for a list of a seat's: its own alone if that is known or comes
        first, else everyone's, which serves every list that follows."""
        has_own = cache_key(self.match, seat) in CACHE
        has_all = cache_key(self.match, None) in CACHE
        return seat if has_own or (seat == self.own_seat and not has_all) else None

    @property
    def is_searching(self) -> bool:
        """Whether the search is going through the match."""
        return any(search.is_searching for search in self.query(AnalysisSearch))

    def compose(self) -> ComposeResult:
        """Curve, progress, lists with the selected row in words, and the board beside them."""
        yield TitleBar(_("Analysis"), registry.game_name(self.match.record.game))
        yield InShortLines(self.playback, self.own_seat)
        yield Legend(self.match.names, self.playback.game.spec.secrets)
        yield Curves(self.playback, id="curves")
        yield PlayerTable(self.match.names, self.playback.game.spec.secrets)
        yield EmptyPage(id="nothing")
        with Horizontal(id="body"):
            with Vertical(id="left"):
                with Horizontal(id="lists"):
                    yield PageTabs(id="pages")
                    yield Static(id="name")
                yield AnalysisSearch(id="running")
                yield QualityBars(self.match.names)
                yield DecisionTable(self.playback)
                yield Details(self.playback, self.own_seat)
            yield MomentPane(self.playback, id="right")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Start at once, or go on, unless there is a finished analysis to show."""
        self.use_room()
        if self.playback.over and (not self.analysis.points or self.key in STOPPED):
            self.start()
        self.show_curves()
        # The table gets its columns once it has its size: it would keep those of its titles.
        self.call_after_refresh(self.show_first)

    def use_room(self) -> None:
        """Give the curve more room on a tall terminal, and show the board on a wide one."""
        width, height = self.app.size
        has_board = width >= LEAST_LIST + BOARD_WIDTH and height >= TALL_ROWS
        self.set_class(not self.playback.over, "-running")
        self.set_class(height >= TALL_ROWS, "-tall")
        self.set_class(height >= TALLEST_ROWS, "-tallest")
        self.set_class(has_board, "-board")
        if has_board or self.table.selected is None:
            self.show_moment(False)
        self.table.room = width - BOARD_WIDTH * has_board

    def show_first(self) -> None:
        """Show what there is, with the cursor where the user left it."""
        self.show()
        self.leave_empty_list()
        if self._first_row < self.table.row_count:
            self.table.move_cursor(row=self._first_row)

    def on_resize(self) -> None:
        """Share the room anew, and cut texts at the new width."""
        self.use_room()
        if self.analysis.verdicts:
            self.show_list()

    # Showing

    def show(self) -> None:
        """Show curve and list of what was found so far."""
        self.show_title()
        self.show_list()
        self.show_keys()
        self.show_curves()

    def show_keys(self) -> None:
        """Name the keys at the foot, where others are of use than before: it is made anew then,
        and a search in progress says every second how far it is."""
        useful_now = (
            self.is_searching, self.key in CACHE, self.table.selected is None, self.offers("retry"),
        )  # fmt: skip
        if useful_now != self._keys_shown_for:
            self._keys_shown_for = useful_now
            self.refresh_bindings()

    def show_curves(self) -> None:
        """Draw the chance of the listed seat, or of each, and where the cursor is."""
        self.set_class(self.kind == "luck", "-luck")
        if self.kind == "luck":
            players = players_of(self.analysis, self.match)
            table = self.query_one(PlayerTable)
            table.show(players, self.how_to_judge())
            table.styles.height = table.wanted_rows(self.most_table_rows())
            self.legend.show_title(self.title_of_luck(players))
            return
        step, is_whole = self.step_under_cursor(), self.key in CACHE
        self.query_one(InShortLines).show(self.analysis, is_whole)
        self.curves.show(self.analysis, step, self.seat, self.table.marks, is_whole)
        self.legend.show(self.curves, self.seat, step)
        if self.kind == "worst" and is_whole and self.table.selected is not None:
            self.legend.add_verdict(self.analysis, self.seat)

    def title_of_luck(self, players: Sequence[Player]) -> str:
        """What skill and luck come to or, before the analysis has come to its end, how many of the
        decisions they are of."""
        analysis, words = self.analysis, ""
        if self.key in CACHE:
            words = summary(players, self.match.names, self.app.size.width - 2)
        elif analysis.done:
            text = _("Skill and luck so far: {done} of {total} decisions judged")
            words = text.format(done=analysis.done, total=analysis.total)
        return words or _("Skill and luck")

    def most_table_rows(self) -> int:
        """The rows that skill and luck may take, at most."""
        height = self.app.size.height
        return MAX_TABLE_ROWS[(height >= TALL_ROWS) + (height >= TALLEST_ROWS)]

    def how_to_judge(self) -> str:
        """How to have the moves judged that are not, if they can be."""
        if self.is_searching:
            return _("not judged yet")
        if len(self.choices) < 2:
            return _("hidden until the match is over")
        key = key_name(self, "analysis.seat")
        return _("{key}: judge these moves, too").format(key=key)

    def player(self, seat: int) -> Text:
        """A player's mark and name."""
        return player_text(self, seat, self.match.names[seat], self.app.ascii)

    def show_list(self) -> None:
        """Show costly moves, turning points or every move, and whose they are."""
        titles = {
            "worst": _("Costliest moves"),
            "turns": _("Turning points"),
            "order": _("Every move"),
            "luck": _("Skill and luck"),
        }
        pages = self.query_one(PageTabs)
        pages.show([titles[kind] for kind in KINDS], KINDS.index(self.kind))
        whose = Text(_("everyone")) if self.seat is None else self.player(self.seat)
        self.query_one("#name", Static).update(whose)
        has_room = self.app.size.height >= TALL_ROWS
        self.table.show(
            self.analysis, self.kind, self.seat,
            lists_small=self.lists_small_costs, has_room=has_room,
        )  # fmt: skip
        self.search.show_counts(qualities(self.analysis, self.seat), self.kind)
        rows = (
            qualities(self.analysis, self.seat)
            if has_room and self.kind in ("worst", "order")
            else []
        )
        self.query_one(QualityBars).show(rows)
        self.show_status()

    def show_status(self) -> None:
        """Describe the selected row in words and on the board, or say why there is none."""
        row = self.table.selected
        # Without a search in progress the text is where the curves will be.
        is_empty = not self.analysis.points and not self.is_searching
        is_waiting = self.is_searching and row is None
        self.search.set_class(is_waiting, "-alone")
        self.set_class(is_waiting, "-waiting")
        self.set_class(is_empty, "-empty")
        if is_empty:
            self.show_nothing()
        if row is None:
            self.details.update("" if is_empty else self.why_empty())
        else:
            beside = self.beside_details
            self.details.show(self.selected(row), self.analysis, beside, self.room_of_details())
        if self.has_class("-board") or self.has_class("-moment"):
            self.show_board(row)

    def selected(self, row: Row) -> Selected:
        """A row, and what the list has of it."""
        table = self.table
        number, count = table.cursor_row + 1, table.row_count
        return Selected(row, table.log_of(row), table.is_cut(row), number, count)

    @property
    def beside_details(self) -> Surroundings:
        """What is on the screen with the words about a row."""
        if self.has_class("-moment"):
            return "board"
        return "list and board" if self.has_class("-board") else "list"

    def room_of_details(self) -> Room:
        """What the words about a row may take."""
        width, height = self.app.size
        columns = width - 2 - BOARD_WIDTH * self.has_class("-board")
        if self.has_class("-moment"):
            return Room(columns, DETAIL_ROWS_OF_BOARD)
        return Room(columns, DETAIL_ROWS[(height >= TALL_ROWS) + (height >= TALLEST_ROWS)])

    def show_moment(self, is_shown: bool) -> None:
        """Show the position of the selected row in place of curve and list, or these again."""
        if is_shown == self.has_class("-moment"):
            return
        self.set_class(is_shown, "-moment")
        if not is_shown:
            self.table.focus()
        self.refresh_bindings()

    def show_board(self, row: Row | None) -> None:
        """Show the position of a row, and say which one it is."""
        pane = self.query_one(MomentPane)
        if row is None:
            eyes = self.allowed[0] if self.allowed else None
            pane.show_end(self.seat if self.seat is not None else eyes)
            return
        is_turn = isinstance(row.subject, Swing)
        pane.show(row, self.seat if is_turn and self.seat is not None else row.subject.seat)

    def show_nothing(self) -> None:
        """Say in place of the lists why there is nothing to see, with what begins it to click."""
        start = ActionLink(key_name(self, "analysis.start"), _("Analyse"), "screen.start")
        can_start = bool(self.allowed) and self.offers("start")
        page = self.query_one("#nothing", EmptyPage)
        page.show(_("Analysis"), self.why_empty(), [start] if can_start else [])

    def why_empty(self) -> str:
        """Why the list is empty, and what to do; '' while a search shows its progress there."""
        if self.is_searching:
            return ""
        empty = EmptyList(
            self.analysis,
            self.kind,
            self.seat,
            is_finished=self.key in CACHE,
            is_over=self.playback.over,
            allowed=len(self.allowed),
            seats=len(self.match.names),
            start=key_name(self, "analysis.start"),
            players=players_of(self.analysis, self.match) if self.kind == "luck" else (),
            names=self.match.names,
            own_seat=self.own_seat,
        )
        return empty.why()

    def offers(self, action: str) -> bool:
        """Whether the footer is to name an action now."""
        if action == "start":
            return self.key not in CACHE
        if action in ("look", "board") and self.table.selected is None:
            return False
        if action == "retry":
            return not self.why_no_retry()
        if self.has_class("-moment") and action == "list":
            return False
        return action != "seat" or len(self.choices) > 1

    def title_of(self, action: str) -> str:
        """What the footer calls an action now."""
        return "List" if action == "board" and self.has_class("-moment") else ""

    def swings(self) -> list[Swing]:
        """The turning points that are listed."""
        return turning_points(self.analysis, self.seat, self.playback)

    def decisions(self) -> list[Verdict]:
        """The decisions that are listed."""
        return decisions(self.analysis, self.kind, self.seat, self.lists_small_costs)

    @property
    def lists_small_costs(self) -> bool:
        """Whether the costliest moves are listed, too, that are no errors: below these where there
        is room, and where there are none once all is judged."""
        is_clean = self.key in CACHE and not has_errors(self.analysis, self.seat)
        return is_clean or self.app.size.height >= TALL_ROWS

    def step_under_cursor(self) -> int | None:
        """The step of the selected row."""
        row = self.table.selected
        return row.step if row else None

    @on(DataTable.RowHighlighted)
    def _move_cursor(self, event: DataTable.RowHighlighted) -> None:
        event.stop()
        self.show_status()
        self.show_curves()
        self.show_keys()

    @on(AnalysisSearch.Progressed)
    def _show_progress(self, event: AnalysisSearch.Progressed) -> None:
        event.stop()
        if is_open(self):
            self.show()
            if not self.is_searching:
                self.keep_mistakes()
                self.leave_empty_list()

    def leave_empty_list(self) -> None:
        """Show the turning points where no move has cost anything, if there are some."""
        is_empty = self.key in CACHE and self.table.selected is None
        if self.kind == "worst" and is_empty and self.swings():
            self.kind = "turns"
            self.show()

    def keep_mistakes(self) -> None:
        """Keep what the user did clearly wrong in a finished match as problems of theirs."""
        if not self.playback.over or self.own_seat is None or self.key not in CACHE:
            return
        keep_mistakes(self.match, self.analysis, self.own_seat)

    def show_title(self) -> None:
        """Say what is analysed, and how to practise what the user did wrong: where a notice of it
        would cover the curve or the board."""
        words = registry.game_name(self.match.record.game)
        if self.match.record.assisted:
            words += " · " + _("assisted")
        buttons = []
        if counted := self.mistakes:
            key = key_name(self, "analysis.mistakes")
            what = _("practise: {errors}").format(errors=error_words([counted]))
            buttons = [BarButton(f" {key} {what} ", "screen.mistakes")]
        self.query_one(TitleBar).show(_("Analysis"), words, buttons)

    @property
    def mistakes(self) -> Quality | None:
        """The mistakes and blunders of the user's, which have become problems; None: there are
        none."""
        if not self.playback.over or self.own_seat is None or self.key not in CACHE:
            return None
        found = clear_mistakes(self.analysis, self.own_seat)
        return quality_of(found, self.own_seat) if found else None

    def action_mistakes(self) -> None:
        """Practise own mistakes."""
        if self.mistakes:
            self.app.open("problems", OWN)
        else:
            self.explain(_("No mistake and no blunder of yours was found here."))

    @on(Curves.Picked)
    def _select_picked(self, event: Curves.Picked) -> None:
        event.stop()
        self.table.select(event.step)

    @on(PageTabs.Chosen)
    def _choose_list(self, event: PageTabs.Chosen) -> None:
        event.stop()
        self.action_pick(event.page)

    # The search

    def start(self) -> None:
        """Search every decision that may be analysed."""
        seats = None if self.playback.over else self.allowed
        self.search.wanted = self.seat
        self.analysis = self.search.start(self.match, self.judged, seats)

    @work(exclusive=True, group="assisted")
    async def start_assisted(self) -> None:
        """Start in a match that is in progress, which marks it as assisted, after a question."""
        if not self.match.record.assisted:
            answer = await self.app.push_screen_wait(
                Question(
                    _("Analyse a match in progress?"),
                    _("Like a hint, this marks the match as assisted."),
                    [("yes", _("Analyse")), ("no", _("Cancel"))],
                )
            )
            if answer != "yes" or not is_open(self):
                return
            refusal = await mark_assisted(self.app, self.match.record.id)
            if refusal:
                self.explain(refusal, severity="warning")
                return
            self.match.record.assisted = True
        if is_open(self) and not self.is_searching:
            self.start()
            self.show()

    # Commands

    def explain(self, text: str, severity: SeverityLevel = "information") -> None:
        """Say why a key did nothing below the list, or in the corner while that is not there or
        says every second how far a search is."""
        if self.is_searching or self.table.selected is None:
            super().explain(text, severity)
        else:
            self.details.answer(text)

    @on(DataTable.RowSelected)
    def _open_row(self, event: DataTable.RowSelected) -> None:
        event.stop()
        if self.is_active:
            self.action_look()

    def action_look(self) -> None:
        """Show the selected moment in a replay over this screen, so that leaving it leads back
        here, also where a replay is below."""
        row = self.table.selected
        if row is None:
            self.explain(_("The list is empty."))
            return
        self.save_bookmark()
        replay = ReplayScreen(
            self.playback,
            self.people,
            row.replay_step,
            notes=replay_notes(self, self.playback, self.analysis),
            comments=export_comments(self.playback, self.analysis, self.seat),
        )
        self.share_eyes(replay, row)
        self.app.push_screen(replay)

    def share_eyes(self, replay: ReplayScreen, row: Row) -> None:
        """Show a decision as its player saw it: its words name what that player held."""
        if isinstance(row.subject, Verdict) and row.subject.seat in replay.eyes_allowed:
            replay.eyes = row.subject.seat

    def action_board(self) -> None:
        """Show the position of the selected row where it has no room beside the list, or the list
        again."""
        if self.table.selected is None:
            self.explain(_("The list is empty."))
            return
        self.show_moment(not self.has_class("-moment"))
        self.show_status()

    def why_no_retry(self) -> str:
        """Why no other move can be tried at the selected row, as a sentence; '' if one can."""
        if not self.playback.over:
            return _("You can try other moves once the match is over.")
        if self.own_seat is None:
            return _("Other moves can be tried in matches of one person.")
        row = self.table.selected
        verdict = verdict_of(self.analysis, row) if row else None
        if verdict is None or verdict.seat != self.own_seat:
            return _("Select a move of yours to try another one.")
        return ""

    def action_retry(self) -> None:
        """Try another move at the selected decision."""
        row = self.table.selected
        verdict = verdict_of(self.analysis, row) if row else None
        reason = self.why_no_retry()
        if reason or verdict is None:
            self.explain(reason)
            return
        listed = [verdict_of(self.analysis, other) for other in self.table.rows_listed]
        own = [other for other in listed if other is not None and other.seat == self.own_seat]
        self.save_bookmark()
        exercise = AnotherTry(self.playback, own, own.index(verdict), self.reopen)
        self.app.push_screen(ProblemScreen(exercise))

    def reopen(self) -> None:
        """Leave all screens and open the analysis again, which leads back to the result."""
        self.app.go_home()
        again = AnalysisScreen(self.playback, self.people)
        again.leads_to_result = True
        self.app.push_screen(again)

    def action_list(self) -> None:
        """Show the next list."""
        self.action_pick((KINDS.index(self.kind) + 1) % len(KINDS))

    def action_pick(self, number: int) -> None:
        """Show a list."""
        self.show_moment(False)
        self.kind = KINDS[number]
        self.table.move_cursor(row=0)
        self.show()

    def action_seat(self) -> None:
        """List the next player's decisions; everyone's are searched once for that."""
        if len(self.choices) < 2 and self.allowed:
            self.explain(
                _("You can analyse only your own decisions while the match is in progress.")
            )
            return
        if not self.choices:
            return
        index = self.choices.index(self.seat) + 1 if self.seat in self.choices else 0
        self.seat = self.search.wanted = self.choices[index % len(self.choices)]
        before, self.judged = self.judged, self.judged_for(self.seat)
        if self.judged == before and self.analysis.points:
            self.show()  # the same search serves this list, also while it is in progress
            return
        self.search.stop()
        self.analysis = known_analysis(self.key)
        if self.key not in CACHE and (self.playback.over or self.match.record.assisted):
            self.start()
        self.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """One key starts and stops: only one of the two can be done. The board has a key where it
        is not beside the list."""
        if action in ("start", "stop"):
            return self.is_searching == (action == "stop")
        if action == "board" and self.has_class("-board"):
            return False
        return super().check_action(action, parameters)

    def action_stop(self) -> None:
        """Stop the search. What was found so far stays."""
        self.search.stop()
        self.show()

    def action_start(self) -> None:
        """Start the search, or go on where it was stopped."""
        if self.playback.over:
            self.start()
            self.show()
        elif self.allowed:
            self.start_assisted()

    def action_rules(self) -> None:
        """Show the rules of the game."""
        self.app.open_rules(self.match.record.game)

    def action_keys(self) -> None:
        """Show every key of this screen."""
        self.app.open_keys([(_("Analysis"), useful(self, COMMANDS))])

    def action_back(self) -> None:
        """Go back, first from the board to the list; stop a search in progress."""
        if self.has_class("-moment"):
            self.show_moment(False)
            return
        self.save_bookmark()
        self.search.stop()
        if self.leads_to_result:
            self.open_result()
        else:
            close(self)

    @work(exclusive=True, group="dialog")
    async def open_result(self) -> None:
        """Leave for the result of the match, which was closed for a retry."""
        try:
            connection = await self.app.host.open(self.match.record.id)
        except SaveError:
            connection = None  # another window has it
        close(self)
        if connection is not None:
            self.app.open("table", connection)

    def save_bookmark(self) -> None:
        """Remember where the user is, for when the screen is opened again."""
        BOOKMARKS[self.place] = Bookmark(self.seat, self.kind, self.table.cursor_row)

    def action_down(self) -> None:
        """Select the next row."""
        self.table.action_cursor_down()

    def action_up(self) -> None:
        """Select the previous row."""
        self.table.action_cursor_up()
