"""How a match went in the search's opinion: curves, turning points, better moves."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import frozen
from rich.text import Text
from textual import getters, on, work
from textual.app import ComposeResult
from textual.cache import LRUCache
from textual.widgets import DataTable, Static

from ai.analysis import Analysis, Turn, Verdict
from caravan_tui.bus.wording import word
from caravan_tui.engine import Refusal
from caravan_tui.engine.playback import Playback, open_views
from caravan_tui.i18n import _
from caravan_tui.screens.analysis.curves import Curves
from caravan_tui.screens.analysis.decisions import (
    KINDS,
    DecisionTable,
    Kind,
    Row,
    decisions,
    turning_points,
)
from caravan_tui.screens.analysis.search import CACHE, AnalysisSearch, cache_key
from caravan_tui.screens.replay.playback_screen import PlaybackScreen
from caravan_tui.screens.replay.screen import ReplayScreen
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.widgets.closing import close, is_open
from caravan_tui.widgets.commands import Command, bindings, key_name
from caravan_tui.widgets.dialog import Question
from caravan_tui.widgets.footer import Footer

COMMANDS = (
    Command("analysis.look", "v,enter", "look", "Look", "Show this moment in the replay.",
            footer=True, glyph="Enter"),
    Command("analysis.list", "tab,s", "list", "Other list",
            "Show turning points, biggest mistakes, or every move.",
            footer=True, glyph="Tab"),
    Command("analysis.seat", "p", "seat", "Player", "Choose whose decisions are listed.",
            footer=True),
    Command("analysis.stop", "x", "stop", "Start/stop", "Stop or restart the analysis.",
            footer=True),
    Command("analysis.rules", "f1", "rules", "Rules", "Show the rules of the game."),
    Command("analysis.keys", "f2", "keys", "Keys", "Show every key of this screen.", footer=True),
    Command("analysis.back", "escape,q", "back", "Back",
            "Go back. The analysis is kept until you quit.", footer=True, glyph="esc"),
    Command("analysis.down", "j", "down", "Down"),
    Command("analysis.up", "k", "up", "Up"),
)  # fmt: skip


@frozen
class Bookmark:
    """Where the user left the analysis of a match."""

    seat: int | None
    kind: Kind = KINDS[0]
    row: int = 0


BOOKMARKS: LRUCache[str, Bookmark] = LRUCache(8)
"""By match and version."""


class AnalysisScreen(PlaybackScreen):
    """Curves above, a list below. Both fill while the search goes through the match."""

    COMMANDS: ClassVar[Any] = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    AnalysisScreen { layout: vertical;
        & > #title { height: 1; background: $panel; padding: 0 1; }
        & > Curves { height: 10; }
        & > #legend { height: 1; padding: 0 1; background: $surface; text-wrap: nowrap;
            text-overflow: ellipsis; }
        & > #name { height: 1; padding: 0 1; background: $panel; }
        & > DataTable { height: 1fr; scrollbar-size: 1 1; overflow-x: hidden; }
        & > #status { height: 2; padding: 0 1; color: $text-muted; }
        & > #nothing { height: 1fr; padding: 0 4; content-align: center middle;
            text-align: center; display: none; }
        &.-empty > #nothing { display: block; }
        &.-empty > #curves { display: none; }
        &.-tall > Curves { height: 1fr; }
    }
    """

    AUTO_FOCUS = "DataTable"

    curves = getters.query_one("#curves", Curves)
    search = getters.query_one(AnalysisSearch)
    table = getters.query_one(DecisionTable)

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
        self.analysis = CACHE.get(self.key) or Analysis()

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
        """Curves, legend, progress, list, the selected row in words."""
        yield Static(id="title", markup=False)
        yield Curves(self.playback, self.app.ascii, id="curves")
        yield Static(id="nothing", markup=False)
        yield Static(id="legend", markup=False)
        yield AnalysisSearch(id="running")
        yield Static(id="name", markup=False)
        yield DecisionTable(self.playback)
        yield Static(id="status", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Start at once, unless there is a finished analysis to show."""
        head = Text(_("Analysis"), "bold")
        head.append("   " + _(self.playback.game.spec.title))
        head.append("   " + _("Chance to win, move by move."), "dim")
        self.query_one("#title", Static).update(head)
        self.query_one("#legend", Static).update(self.curves.legend())
        self.set_class(self.app.size.height >= 40, "-tall")
        if self.playback.over and not self.analysis.points:
            self.start()
        self.show_curves()
        # The table gets its columns once it has its size: it would keep those of its titles.
        self.call_after_refresh(self.show_first)

    def show_first(self) -> None:
        """Show what there is, with the cursor where the user left it."""
        self.show()
        if self._first_row < self.table.row_count:
            self.table.move_cursor(row=self._first_row)

    def on_resize(self) -> None:
        """Give the curves more room on a tall terminal, and cut texts at the new width."""
        self.set_class(self.size.height >= 40, "-tall")
        if self.table.row_count:
            self.show_list()

    # Showing

    def show(self) -> None:
        """Show curves and list of what was found so far."""
        self.show_curves()
        self.show_list()

    def show_curves(self) -> None:
        """Draw the expected result of each seat, and where the cursor is."""
        self.curves.show(self.analysis, self.step_under_cursor(), self.key in CACHE)

    def show_list(self) -> None:
        """Show turning points or decisions."""
        name = {
            "turns": _("Turning points"),
            "worst": _("Biggest mistakes"),
            "order": _("Every move"),
        }[self.kind]
        if self.kind != "turns":
            name += f" ({_('everyone') if self.seat is None else self.match.names[self.seat]})"
        self.query_one("#name", Static).update(name)
        self.table.show(self.analysis, self.kind, self.seat)
        self.show_status()

    def show_status(self) -> None:
        """Describe the selected row, or say why there is none."""
        row = self.table.selected
        text = self.table.describe(row) if row else self.why_empty()
        is_empty = not self.analysis.points  # then the text is where the curves will be
        self.set_class(is_empty, "-empty")
        self.query_one("#nothing", Static).update(text if is_empty else "")
        self.query_one("#status", Static).update("" if is_empty else text)

    def why_empty(self) -> str:
        """Say why the list is empty, and what to do."""
        start = key_name(self, "analysis.stop")
        if self.is_searching:
            return _("Searching every decision, knowing only what its player could know.")
        if not self.allowed:
            return _("Several people play here. You can analyse the match once it is over.")
        is_finished = self.key in CACHE
        if not self.analysis.points:
            if is_finished:
                return _("No decision in this match had a choice.")
            if not self.playback.over:
                return self.why_assisted(start)
            return _("Not analysed yet. Press {start} to start.").format(start=start)
        if not is_finished:
            return _("Stopped before there was anything to list. Press {start} to restart.").format(
                start=start
            )
        if self.kind == "worst" and self.analysis.verdicts:
            return _("No big mistakes.")
        if self.kind != "turns":
            return _("No decision in this match had a choice.")
        return _("No turning points.")

    def why_assisted(self, start: str) -> str:
        """Say what an analysis of a match in progress means. `start`: the key that starts it."""
        if len(self.allowed) < len(self.match.names):
            text = _(
                "This match is still in progress, so only your own decisions are analysed. "
                "Analysing it marks it as assisted. Press {start} to continue."
            )
        else:
            text = _(
                "This match is still in progress. Analysing it marks it as assisted. "
                "Press {start} to continue."
            )
        return text.format(start=start)

    def turns(self) -> list[Turn]:
        """The turning points that are listed."""
        return turning_points(self.analysis)

    def decisions(self) -> list[Verdict]:
        """The decisions that are listed."""
        return decisions(self.analysis, self.kind, self.seat)

    def step_under_cursor(self) -> int | None:
        """The step of the selected row."""
        row = self.table.selected
        return row.step if row else None

    @on(DataTable.RowHighlighted)
    def _move_cursor(self, event: DataTable.RowHighlighted) -> None:
        event.stop()
        self.show_status()
        self.show_curves()

    @on(AnalysisSearch.Progressed)
    def _show_progress(self, event: AnalysisSearch.Progressed) -> None:
        event.stop()
        if is_open(self):
            self.show()

    # The search

    def start(self) -> None:
        """Search every decision that may be analysed."""
        seats = None if self.playback.over else self.allowed
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
            refusal = await self.mark_assisted()
            if refusal:
                self.notify(refusal, severity="warning")
                return
            self.match.record.assisted = True
        if is_open(self) and not self.is_searching:
            self.start()
            self.show()

    async def mark_assisted(self) -> str:
        """Mark the match as assisted where it is held. Return why that failed, or ''."""
        match_id = self.match.record.id
        for screen in self.app.screen_stack:
            if not isinstance(screen, TableScreen):
                continue
            link = screen.connection
            if link.match == match_id and link.own_seats:
                try:
                    await link.tables()[0].mark_assisted()
                except Refusal as refusal:
                    return word(refusal.sentence)
                return ""
        return await self.app.host.assist(match_id)

    # Commands

    @on(DataTable.RowSelected)
    def _open_row(self, event: DataTable.RowSelected) -> None:
        event.stop()
        if self.is_active:
            self.action_look()

    def action_look(self) -> None:
        """Show the selected moment in the replay; in the one below this screen if there is one."""
        row = self.table.selected
        if row is None:
            self.notify(_("The list is empty."))
            return
        self.save_bookmark()
        below = self.app.screen_stack[-2]
        if isinstance(below, ReplayScreen) and self.is_over_same_match:
            self.share_eyes(below, row)
            below.go(row.replay_step)
            below.show()
            close(self)
        else:
            replay = ReplayScreen(self.playback, self.people, row.replay_step)
            self.share_eyes(replay, row)
            self.app.push_screen(replay)

    def share_eyes(self, replay: ReplayScreen, row: Row) -> None:
        """Show a decision as its player saw it: its words name what that player held."""
        if isinstance(row.subject, Verdict) and row.subject.seat in replay.eyes_allowed:
            replay.eyes = row.subject.seat

    def action_list(self) -> None:
        """Show the next list."""
        self.kind = KINDS[(KINDS.index(self.kind) + 1) % len(KINDS)]
        self.table.move_cursor(row=0)
        self.show()

    def action_seat(self) -> None:
        """List the next player's decisions; everyone's are searched once for that."""
        if len(self.choices) < 2 and self.allowed:
            self.query_one("#status", Static).update(
                _("You can analyse only your own decisions while the match is in progress.")
            )
            return
        if not self.choices:
            return
        index = self.choices.index(self.seat) + 1 if self.seat in self.choices else 0
        self.seat = self.choices[index % len(self.choices)]
        before, self.judged = self.judged, self.judged_for(self.seat)
        if self.judged == before and self.analysis.points:
            self.show()  # the same search serves this list, also while it is in progress
            return
        self.search.stop()
        self.analysis = CACHE.get(self.key) or Analysis()
        if not self.analysis.points and (self.playback.over or self.match.record.assisted):
            self.start()
        self.show()

    def action_stop(self) -> None:
        """Stop the search, or start it again."""
        if self.is_searching:
            self.search.stop()
            self.show()
        elif self.playback.over:
            self.start()
            self.show()
        elif self.allowed:
            self.start_assisted()

    def action_rules(self) -> None:
        """Show the rules of the game."""
        self.app.open_rules(self.match.record.game)

    def action_keys(self) -> None:
        """Show every key of this screen."""
        self.app.open_keys([(_("Analysis"), COMMANDS)])

    def action_back(self) -> None:
        """Go back; stop a search in progress."""
        self.save_bookmark()
        self.search.stop()
        close(self)

    def save_bookmark(self) -> None:
        """Remember where the user is, for when the screen is opened again."""
        BOOKMARKS[self.place] = Bookmark(self.seat, self.kind, self.table.cursor_row)

    def action_down(self) -> None:
        """Select the next row."""
        self.table.action_cursor_down()

    def action_up(self) -> None:
        """Select the previous row."""
        self.table.action_cursor_up()
