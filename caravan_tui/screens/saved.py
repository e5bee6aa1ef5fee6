"""The saved matches: go on, look, rename, duplicate, delete, export, import."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import DataTable, Input, Static

from caravan_tui.screens.board_picture import BoardPicture
from caravan_tui.screens.host import title_of
from caravan_tui.screens.look_back import look_back, look_into, playback_of
from caravan_tui.screens.result import score_text
from caravan_tui.screens.saved_card import SAVED, ago_short, card_of
from caravan_tui.screens.saved_files import SavedFiles
from caravan_tui.screens.table import TableScreen
from caravan_tui.widgets.commands import bindings, keyed
from caravan_tui.widgets.dialog import Question
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.marks import seat_mark
from caravan_tui.words import _, _p
from saves.errors import LockedError
from saves.listing import Entry

if TYPE_CHECKING:
    from caravan_tui.engine.playback import Playback

SORTS = ("when", "game", "title", "round")

WIDE, TALL = 140, 36
"""The terminal from which on there is room for the board as it stands."""

WIDER = 152
"""Columns from which on a column of the seats has room beside that."""

WIDEST, TALLEST = 190, 52
"""The terminal from which on the board is drawn larger."""

SIDE, SIDE_WIDE, SIDE_WIDEST = 28, 82, 116
"""Columns beside the table, without the board, with it, and with a larger one."""

OTHERS = 56
"""Columns of the table that a title leaves to the others, at most."""

PAUSE = 0.12
"""Seconds that the cursor rests on a match before its file is read."""


class SavedScreen(SavedFiles, Screen):
    """A row a match; the one under the cursor in words on the right."""

    COMMANDS: ClassVar = SAVED
    BINDINGS = bindings(SAVED)

    DEFAULT_CSS = """
    SavedScreen { layout: vertical;
        & > #title { height: 1; background: $panel; padding: 0 1; text-style: bold; }
        & > Horizontal { height: 1fr; }
        & DataTable { width: 1fr; height: 1fr; scrollbar-size: 1 1; overflow-x: hidden; }
        & #side { width: 28; height: 1fr; border-left: tall $panel; }
        & #picture { height: 20; width: 80; margin: 0 0 1 1; display: none; }
        & #card { height: 1fr; padding: 0 0 0 1; scrollbar-size: 1 1; }
        &.-wide #side { width: 82; }
        &.-wide #picture { display: block; }
        &.-widest #side { width: 116; }
        &.-widest #picture { width: 114; height: 34; }
        & > Input { height: 1; border: none; display: none; }
        & > Input.-shown { display: block; }
        & > #said { height: 1; padding: 0 1; color: $text-muted; }
    }
    """

    AUTO_FOCUS = "DataTable"

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[Entry] = []
        self._sv_filter = ""
        self._sv_sort = SORTS[0]
        self._sv_deleted: list[str] = []
        self._sv_empty = False
        """Whether the line below says why the list is empty."""
        self._sv_looked: Playback | None = None
        """The match under the cursor, once it has been read."""

    @property
    def store(self) -> Any:
        """The matches on disk."""
        return self.app.host.store

    def compose(self) -> ComposeResult:
        """Table, picture and card."""
        yield Static(_("Saved matches"), id="title", markup=False)
        with Horizontal():
            yield DataTable(cursor_type="row")
            with Vertical(id="side"):
                yield BoardPicture(id="picture")
                with VerticalScroll(id="card", can_focus=False):
                    yield Static(id="facts")
        yield Input(placeholder=_("Filter"), compact=True)
        yield Static(id="said", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    @property
    def picture(self) -> BoardPicture:
        """The board of the match under the cursor."""
        return self.query_one(BoardPicture)

    @property
    def gone(self) -> bool:
        """Whether the screen was left: a file may have been read after that."""
        return not (self.is_attached and self.query("#facts"))

    @property
    def wide(self) -> bool:
        """Whether there is room for the board and long words."""
        return self.app.size.width >= WIDE and self.app.size.height >= TALL

    @property
    def widest(self) -> bool:
        """Whether there is room for a large board."""
        return self.app.size.width >= WIDEST and self.app.size.height >= TALLEST

    @property
    def seated(self) -> bool:
        """Whether there is room for the marks of the seats, too."""
        return self.wide and self.app.size.width >= WIDER

    def columns(self) -> list[tuple[str, int | None]]:
        """The titles of the columns and how wide they are; None: as wide as needed."""
        side = SIDE_WIDEST if self.widest else SIDE_WIDE if self.wide else SIDE
        room = self.app.size.width - side
        if self.seated:
            title = max(18, min(40, room - OTHERS))
            return [(_("Match"), title), (_("Seats"), None), (_("Score"), None),
                    (_p("column", "Round"), None), (_("When"), 6)]  # fmt: skip
        score = max(10, min(20, room - 42))  # a column has a blank on both sides
        return [(_("Match"), 21), (_("Score"), score), (_p("column", "Round"), 5), (_("When"), 6)]

    def on_screen_resume(self) -> None:
        """Matches may have changed."""
        self.load()

    def on_resize(self) -> None:
        """The board is shown where there is room."""
        self.set_class(self.wide, "-wide")
        self.set_class(self.widest, "-widest")
        self.fill()

    @work(exclusive=True, group="load")
    async def load(self, point_at: str = "") -> None:
        """Read the headers of all files and show them."""
        listing = await self.app.host.listing()
        if self.gone:
            return
        for notice in self.app.host.notices():
            self.notify(notice, severity="warning", timeout=10)
        self.entries = listing.entries
        self.fill(point_at)

    def fill(self, point_at: str = "") -> None:
        """The rows that the filter leaves, sorted."""
        table = self.query_one(DataTable)
        current = point_at or self.current_id()
        table.clear(columns=True)
        for title, width in self.columns():
            table.add_column(title, width=width)
        shown = sorted(filter(self.wanted, self.entries), key=self.order())
        for entry in shown:
            table.add_row(*self.row(entry), key=entry.id)
        title = _("Saved matches")
        if self._sv_filter:
            title += "   " + _("with '{text}': {shown} of {all}").format(
                text=self._sv_filter, shown=len(shown), all=len(self.entries)
            )
        self.query_one("#title", Static).update(title)
        ids = [entry.id for entry in shown]
        if current in ids:
            table.move_cursor(row=ids.index(current))
        if not shown or self._sv_empty:
            self.say("" if shown else self.why_empty())
        self._sv_empty = not shown
        self.show_card()

    def why_empty(self) -> str:
        """What an empty list says."""
        if self._sv_filter:
            return _("No match has '{text}' in it; / changes the filter.").format(
                text=self._sv_filter
            )
        return _("Nothing is saved yet: every match you play saves itself after each move.")

    def wanted(self, entry: Entry) -> bool:
        """Whether the filter lets a match through."""
        header = entry.header
        names = " ".join(seat.name for seat in header.seats) if header else ""
        text = f"{title_of(entry)} {header.game if header else ''} {names}".lower()
        return all(word in text for word in self._sv_filter.lower().split())

    def order(self) -> Callable[[Entry], Any]:
        """The sort key that is chosen."""
        if self._sv_sort == "game":
            return lambda entry: (entry.header.game if entry.header else "~", -entry.changed)
        if self._sv_sort == "title":
            return lambda entry: title_of(entry).lower()
        if self._sv_sort == "round":
            return lambda entry: -(entry.header.round if entry.header else 0)
        return lambda entry: -entry.changed

    def row(self, entry: Entry) -> list[Text | str]:
        """The cells of a match; a newer program's file is greyed."""
        header = entry.header
        title = title_of(entry)
        seated = self.seated
        if header is None or entry.status != "ok":
            why = Text(_("?") if entry.status == "unknown" else _("newer"), "dim")
            return [Text(title, "dim"), *([Text("–", "dim")] if seated else []), "", "", why]
        name = Text(title, "" if header.over else "bold")
        name.truncate(self.columns()[0][1], overflow="ellipsis")
        seats = " ".join(seat_mark(n, self.app.ascii) for n in range(len(header.seats)))
        scores = Text(" ".join(score_text(score) for score in header.scores))
        if not seated:
            scores.truncate(self.columns()[1][1], overflow="ellipsis")
        state = _("ended") if header.over else str(header.round)
        when = ago_short(header.changed)
        return [name, *([seats] if seated else []), scores, state, when]

    def current_id(self) -> str:
        """The match under the cursor, empty if there is none."""
        table = self.query_one(DataTable)
        if not table.row_count:
            return ""
        return str(table.coordinate_to_cell_key(table.cursor_coordinate).row_key.value)

    def current(self) -> Entry | None:
        """The entry under the cursor."""
        wanted = self.current_id()
        return next((entry for entry in self.entries if entry.id == wanted), None)

    @on(DataTable.RowHighlighted)
    def show_card(self) -> None:
        """The match under the cursor in words, as far as its header tells; then it is read."""
        entry = self.current()
        looked = self._sv_looked
        if looked and (entry is None or looked.match.record.id != entry.id):
            self._sv_looked = None
        self.write_card(entry)
        self.look()

    def write_card(self, entry: Entry | None) -> None:
        """The standing, facts, what happened last."""
        looked = self._sv_looked
        card = Text() if entry is None else card_of(self, entry, looked)
        self.query_one("#facts", Static).update(card)

    @work(exclusive=True, group="look")
    async def look(self) -> None:
        """Read the match under the cursor, once the cursor rests."""
        entry = self.current()
        if entry is None or entry.status != "ok":
            await self.picture.show(None)
            return
        looked = self._sv_looked
        if looked is None or looked.match.record.id != entry.id:
            await asyncio.sleep(PAUSE)
            looked = await playback_of(self, entry.id)
            if looked is None or self.gone:
                return
            self._sv_looked = looked
            self.write_card(entry)
        await self.picture.show(looked if self.has_class("-wide") else None)

    def say(self, text: str) -> None:
        """The line below the list."""
        self.query_one("#said", Static).update(keyed(self, text))

    # commands

    @on(DataTable.RowSelected)
    def _selected(self, event: DataTable.RowSelected) -> None:
        event.stop()
        self.action_resume()

    @work(exclusive=True, group="resume")
    async def action_resume(self) -> None:
        """Go on with the match, or look at it if another process plays it."""
        entry = self.current()
        if entry is None:
            self.say(self.why_empty())
            return
        if entry.status != "ok":
            self.say(self.why_shut(entry))
            return
        host = self.app.host
        try:
            link = await host.open(entry.id)
        except LockedError:
            link = None
            answer = await self.app.push_screen_wait(
                Question(
                    _("Already open"),
                    _("This match is being played in another window. You may watch it as it is."),
                    [("watch", _("Watch")), ("no", _("Leave it"))],
                )
            )
            if answer == "watch":
                link = await host.watch(entry.id)
        if link:
            self.app.push_screen(TableScreen(link))
        else:
            self.load()

    def why_shut(self, entry: Entry) -> str:
        """Why a match cannot be opened."""
        if entry.status == "unknown":
            return _("This match is of a game that is not here; it cannot be opened.")
        return _("A newer version of this program wrote this match; it cannot be opened.")

    @work(exclusive=True, group="resume")
    async def action_replay(self) -> None:
        """Look at the match again."""
        await self.look_with(look_back)

    @work(exclusive=True, group="resume")
    async def action_analysis(self) -> None:
        """What the search thinks of the match."""
        await self.look_with(look_into)

    async def look_with(self, look: Callable[[Screen, str], Awaitable[None]]) -> None:
        """Open a screen on the match under the cursor, if it can be opened."""
        entry = self.current()
        if entry is None:
            self.say(self.why_empty())
        elif entry.status != "ok":
            self.say(self.why_shut(entry))
        else:
            await look(self, entry.id)

    def action_keys(self) -> None:
        """Every key of this screen."""
        self.app.open_keys([(_("Saved matches"), SAVED)])

    def action_filter(self) -> None:
        """Open the filter line."""
        line = self.query_one(Input)
        line.add_class("-shown")
        line.focus()

    @on(Input.Changed)
    def _filtered(self, event: Input.Changed) -> None:
        event.stop()
        self._sv_filter = event.value
        self.fill()

    @on(Input.Submitted)
    def _filter_done(self, event: Input.Submitted) -> None:
        event.stop()
        event.input.set_class(bool(event.value), "-shown")
        self.query_one(DataTable).focus()

    def action_sort(self) -> None:
        """Sort by the next column."""
        self._sv_sort = SORTS[(SORTS.index(self._sv_sort) + 1) % len(SORTS)]
        self.fill()
        words = {"when": _("when"), "game": _("game"), "title": _("name"), "round": _("round")}
        self.say(_("Sorted by {column}.").format(column=words[self._sv_sort]))

    def action_back(self) -> None:
        """Close the filter, or go home."""
        line = self.query_one(Input)
        if line.has_class("-shown"):
            line.value = ""
            line.remove_class("-shown")
            self.query_one(DataTable).focus()
        else:
            self.app.pop_screen()

    def action_down(self) -> None:
        """The next row."""
        self.query_one(DataTable).action_cursor_down()

    def action_up(self) -> None:
        """The row before."""
        self.query_one(DataTable).action_cursor_up()
