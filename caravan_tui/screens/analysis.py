"""How a match went in the search's opinion: curves, turning points, what was better."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import DataTable, ProgressBar, Static

from ai.analysis import Analysis
from caravan_tui.engine.playback import Playback, open_views
from caravan_tui.screens.analysis_lists import LISTS, AnalysisLists
from caravan_tui.screens.analysis_search import KEPT, KEPT_ONES, AnalysisSearch
from caravan_tui.widgets.commands import Command, bindings
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.marks import seat_colour, seat_mark, seat_style
from caravan_tui.widgets.plot import Plot, ticks
from caravan_tui.words import _

if TYPE_CHECKING:
    from caravan_tui.screens.replay import ReplayScreen

COMMANDS = (
    Command("analysis.look", "v,enter", "look", "Look", "The replay at this moment.",
            footer=True, glyph="Enter"),
    Command("analysis.list", "tab,s", "list", "Other list",
            "Turning points, decisions by what they cost, decisions in their order.",
            footer=True, glyph="Tab"),
    Command("analysis.seat", "p", "seat", "Seat", "Whose decisions are listed.", footer=True),
    Command("analysis.stop", "x", "stop", "Start/stop", "Stop, or begin again where nothing runs.",
            footer=True),
    Command("analysis.rules", "f1", "rules", "Rules", "The rules of the game."),
    Command("analysis.keys", "f2", "keys", "Keys", "Every key of this screen.", footer=True),
    Command("analysis.back", "escape,q", "back", "Back", "Back; the analysis is kept while the "
            "program runs.", footer=True, glyph="esc"),
    Command("analysis.down", "j", "down", "Down"),
    Command("analysis.up", "k", "up", "Up"),
)  # fmt: skip

MARKS = 9
"""Marks of a seat along its curve, so that curves are told apart without colours."""

_places: dict[str, tuple[int | None, str, int]] = {}
"""By match and version: whose decisions were looked at last, the list, its row."""


class AnalysisScreen(AnalysisLists, AnalysisSearch, Screen):
    """Curves above, a list below; it fills while the search goes through the match."""

    COMMANDS: ClassVar = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    AnalysisScreen { layout: vertical;
        & > #title { height: 1; background: $panel; padding: 0 1; }
        & > Plot { height: 10; }
        & > #legend { height: 1; padding: 0 1; background: $surface; text-wrap: nowrap;
            text-overflow: ellipsis; }
        & > #running { height: 1; padding: 0 1; display: none; }
        & > #running.-shown { display: block; }
        & #words { width: auto; margin-right: 2; }
        & ProgressBar { width: 1fr; }
        & Bar { width: 1fr; }
        & > #name { height: 1; padding: 0 1; background: $panel; }
        & > DataTable { height: 1fr; scrollbar-size: 1 1; overflow-x: hidden; }
        & > #said { height: 2; padding: 0 1; color: $text-muted; }
        & > #nothing { height: 1fr; padding: 0 4; content-align: center middle;
            text-align: center; display: none; }
        &.-empty > #nothing { display: block; }
        &.-empty > #curves { display: none; }
        &.-tall > Plot { height: 1fr; }
    }
    """

    AUTO_FOCUS = "DataTable"

    def __init__(self, playback: Playback, mine: list[int]) -> None:
        """`mine`: the seats of the people here."""
        super().__init__()
        self.playback = playback
        self.mine = mine
        self.match = playback.match
        seats = range(len(self.match.names))
        self.allowed = [seat for seat in open_views(self.match, mine) if seat in seats]
        """The seats whose decisions may be looked at: while the match runs only one's own where
        something is hidden."""
        self.choices: list[int | None] = list(self.allowed)
        if len(self.allowed) == len(seats):
            self.choices.append(None)
        first = mine[0] if len(mine) == 1 and mine[0] in self.allowed else None
        self.seat, self.list, self._an_row = _places.get(self.place, (first, LISTS[0], 0))
        """Whose decisions are judged; None: everybody's."""
        self.found = KEPT_ONES.get(self.key, Analysis())
        self._an_run = 0
        """Counts the searches through the match."""
        self._an_running = False
        self._an_steps: list[int] = []

    @property
    def running(self) -> bool:
        """Whether the search still goes through the match."""
        return self._an_running

    @property
    def place(self) -> str:
        """The match as it is now."""
        return f"{self.match.record.id}.{self.match.version}"

    @property
    def key(self) -> str:
        """What an analysis is kept under."""
        return f"{self.place}.{self.seat}"

    def compose(self) -> ComposeResult:
        """Curves, legend, progress, list, words."""
        yield Static(id="title", markup=False)
        yield Plot(self.app.ascii, id="curves")
        yield Static(id="nothing", markup=False)
        yield Static(id="legend", markup=False)
        with Horizontal(id="running"):
            yield Static(id="words", markup=False)
            yield ProgressBar(show_eta=True)
        yield Static(id="name", markup=False)
        yield DataTable(cursor_type="row")
        yield Static(id="said", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Begin at once; what was found before is there again."""
        head = Text(_("Analysis"), "bold")
        head.append("   " + _(self.playback.game.spec.title))
        head.append("   " + _("Up: the better expected result."), "dim")
        self.query_one("#title", Static).update(head)
        self.set_class(self.app.size.height >= 40, "-tall")
        if self.playback.over and not self.found.points:
            self.begin()
        self.show_curves()
        self.call_after_refresh(self.show_kept)

    def show_kept(self) -> None:
        """What was found before, once the list has its place: it would be drawn in the widths of
        its titles before, and stay so."""
        self.show()
        if self._an_row < len(self._an_steps):
            self.query_one(DataTable).move_cursor(row=self._an_row)

    def on_unmount(self) -> None:
        """Nothing is shown any more."""
        self._an_run += 1
        self._an_running = False

    def on_resize(self) -> None:
        """More room for the curves where there is more."""
        self.set_class(self.size.height >= 40, "-tall")
        if self._an_steps:
            self.show_list()  # words are cut where the line ends now

    # what is shown

    def show(self) -> None:
        """Curves, legend and list from what was found so far."""
        self.show_curves()
        self.show_list()

    def show_curves(self) -> None:
        """The expected result of each seat, and where the cursor stands."""
        plot, found = self.query_one(Plot), self.found
        plot.begin()
        names = self.match.names
        legend = Text(no_wrap=True, overflow="ellipsis")
        for seat, name in enumerate(names):
            mark = seat_mark(seat, self.app.ascii)
            legend.append(f"{mark} {name}  ", seat_style(self, seat))
            at = self.playback.at_ply
            points = [(float(at(ply)), value) for ply, value in found.curve(seat)]
            if points:
                colour = seat_colour(self, seat)
                plot.line(points, colour)
                plot.points(thinned(points, MARKS), colour, mark)
        self.query_one("#legend", Static).update(legend)
        plot.bounds_y(0, 1, [0, 0.5, 1], ["0 %", "50 %", "100 %"])
        last = self.playback.last
        plot.bounds_x(0, max(1, last), ticks(last))
        step = self.step_under_cursor()
        if step is not None and found.points:
            plot.upright(float(step), "accent")
        plot.refresh()

    @on(DataTable.RowHighlighted)
    def _pointed(self, event: DataTable.RowHighlighted) -> None:
        event.stop()
        self.show_words()
        self.show_curves()

    def remember(self) -> None:
        """Where the user is: who comes again finds it so."""
        _places.pop(self.place, None)
        _places[self.place] = (self.seat, self.list, self.query_one(DataTable).cursor_row)
        while len(_places) > KEPT:
            del _places[next(iter(_places))]

    # commands

    @on(DataTable.RowSelected)
    def _selected(self, event: DataTable.RowSelected) -> None:
        event.stop()
        self.action_look()

    def action_look(self) -> None:
        """The replay at the moment under the cursor; back where it came from, if from there."""
        from caravan_tui.screens.replay import ReplayScreen

        step = self.step_under_cursor()
        if step is None:
            self.notify(_("The list is empty."))
            return
        self.remember()
        under = self.app.screen_stack[-2]
        if isinstance(under, ReplayScreen) and under.playback is self.playback:
            self.lend_eyes(under)
            under.go(step)
            under.show()
            self.app.pop_screen()
        else:
            replay = ReplayScreen(self.playback, self.mine, step)
            self.lend_eyes(replay)
            self.app.push_screen(replay)

    def lend_eyes(self, replay: ReplayScreen) -> None:
        """A decision is looked at with the eyes of who made it: its words name what that seat
        held."""
        if self.list != "turns":
            seat = self.decisions()[self.query_one(DataTable).cursor_row].seat
            if seat in replay.eyes_allowed:
                replay.eyes = seat

    def action_list(self) -> None:
        """The next list."""
        self.list = LISTS[(LISTS.index(self.list) + 1) % len(LISTS)]
        self.query_one(DataTable).move_cursor(row=0)
        self.show()

    def action_seat(self) -> None:
        """The next seat's decisions; they are searched anew."""
        if len(self.choices) < 2 and self.allowed:
            self.query_one("#said", Static).update(_("Only your own decisions may be looked at."))
            return
        if not self.choices:
            return
        self.stop()
        at = self.choices.index(self.seat) + 1 if self.seat in self.choices else 0
        self.seat = self.choices[at % len(self.choices)]
        self.found = KEPT_ONES.get(self.key, Analysis())
        if not self.found.points and (self.playback.over or self.match.record.assisted):
            self.begin()
        self.show()

    def action_stop(self) -> None:
        """Stop, or begin again."""
        if self._an_running:
            self.stop()
            self.show()
        elif self.playback.over:
            self.begin()
            self.show()
        elif self.allowed:
            self.begin_while_it_runs()

    def action_rules(self) -> None:
        """The rules of the game."""
        self.app.open_rules(self.match.record.game)

    def action_keys(self) -> None:
        """Every key of this screen."""
        self.app.open_keys([(_("Analysis"), COMMANDS)])

    def action_back(self) -> None:
        """Back; a search that runs ends."""
        self.remember()
        self.stop()
        self.app.pop_screen()

    def action_down(self) -> None:
        """The next row."""
        self.query_one(DataTable).action_cursor_down()

    def action_up(self) -> None:
        """The row before."""
        self.query_one(DataTable).action_cursor_up()


def thinned(points: list[tuple[float, float]], most: int) -> list[tuple[float, float]]:
    """At most about so many points, the last always among them."""
    step = max(1, -(-len(points) // most))
    kept = points[::step]
    return kept if kept[-1] == points[-1] else [*kept, points[-1]]
