"""The saved matches: go on, look, rename, duplicate, delete, export, import."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import DataTable, Footer, Input, Static

from caravan_tui.screens.local import ago, title_of
from caravan_tui.screens.result import score_text
from caravan_tui.screens.table import TableScreen
from caravan_tui.widgets.commands import Command, bindings
from caravan_tui.widgets.dialog import Question, Typed
from caravan_tui.widgets.marks import seat_mark, seat_style
from caravan_tui.words import _
from saves.errors import LockedError, SaveError
from saves.listing import Entry

COMMANDS = (
    Command("saved.resume", "enter", "resume", "Go on", "Go on with the match.", footer=True),
    Command("saved.rename", "n", "rename", "Name", "Give the match a name.", footer=True),
    Command("saved.duplicate", "c", "duplicate", "Copy", "Make a copy.", footer=True),
    Command("saved.delete", "d,delete", "delete", "Delete", "Delete; u brings it back.",
            footer=True),
    Command("saved.undelete", "u", "undelete", "Undo", "Bring back what was deleted here.",
            footer=True),
    Command("saved.export", "e", "export", "Export", "Write the match to a file.", footer=True),
    Command("saved.import", "i", "import", "Import", "Take a match from a file.", footer=True),
    Command("saved.filter", "slash,f", "filter", "Filter", "Show only matches with these words.",
            footer=True, glyph="/"),
    Command("saved.sort", "s", "sort", "Sort", "Sort by another column.", footer=True),
    Command("saved.back", "escape,q", "back", "Back", "Back home.", footer=True, glyph="esc"),
    Command("saved.down", "j", "down", "Down"),
    Command("saved.up", "k", "up", "Up"),
)  # fmt: skip

SORTS = ("when", "game", "title", "round")


class SavedScreen(Screen):
    """A row a match; the one under the cursor in words on the right."""

    COMMANDS: ClassVar = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    SavedScreen { layout: vertical;
        & > #title { height: 1; background: $panel; padding: 0 1; text-style: bold; }
        & > Horizontal { height: 1fr; }
        & DataTable { width: 1fr; height: 1fr; }
        & #card { width: 30; height: 1fr; border-left: tall $panel; padding: 0 1; }
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

    @property
    def store(self) -> Any:
        """The matches on disk."""
        return self.app.host.store

    def compose(self) -> ComposeResult:
        """Table and card."""
        yield Static(_("Saved matches"), id="title")
        with Horizontal():
            yield DataTable(cursor_type="row")
            with VerticalScroll(id="card", can_focus=False):
                yield Static(id="facts")
        yield Input(placeholder=_("Filter"), compact=True)
        yield Static(id="said", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Columns."""
        table = self.query_one(DataTable)
        for key, title in (
            ("title", _("Match")),
            ("seats", _("Seats")),
            ("score", _("Score")),
            ("round", _("Round")),
            ("when", _("When")),
        ):
            table.add_column(title, key=key)

    def on_screen_resume(self) -> None:
        """Matches may have changed."""
        self.load()

    @work(exclusive=True)
    async def load(self, point_at: str = "") -> None:
        """Read the headers of all files and show them."""
        listing = await asyncio.to_thread(self.store.listing)
        for notice in [*listing.notices, *self.app.host.notices()]:
            self.notify(notice, severity="warning", timeout=10)
        self.entries = listing.entries
        self.fill(point_at)

    def fill(self, point_at: str = "") -> None:
        """The rows that the filter leaves, sorted."""
        table = self.query_one(DataTable)
        current = point_at or self.current_id()
        table.clear()
        shown = sorted(filter(self.wanted, self.entries), key=self.order())
        for entry in shown:
            table.add_row(*self.row(entry), key=entry.id)
        ids = [entry.id for entry in shown]
        if current in ids:
            table.move_cursor(row=ids.index(current))
        self.say("" if shown else self.why_empty())
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
        if header is None or entry.status != "ok":
            return [Text(title, "dim"), Text("–", "dim"), "", "", Text(_("newer"), "dim")]
        ended = Text(f"{title}", "" if header.over else "bold")
        seats = " ".join(seat_mark(n, self.app.ascii) for n in range(len(header.seats)))
        scores = "-".join(score_text(score) for score in header.scores)
        when = ago(header.changed)
        state = _("ended") if header.over else str(header.round)
        return [ended, seats, scores, state, when]

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
        """The match under the cursor in words."""
        entry = self.current()
        card = Text()
        if entry is not None:
            header = entry.header
            card.append(title_of(entry) + "\n\n", "bold")
            if header is None:
                card.append(_("A newer version of this program wrote it; it is left untouched."))
            else:
                for number, seat in enumerate(header.seats):
                    mark = f"{seat_mark(number, self.app.ascii)} {seat.name}"
                    card.append(mark, seat_style(self, number))
                    card.append(f"  {score_text(header.scores[number])}")
                    if header.ranks:
                        card.append(_("  rank {rank}").format(rank=header.ranks[number]))
                    card.append("\n")
                card.append("\n" + _("{count} moves").format(count=header.actions) + "\n")
                if header.assisted:
                    card.append(_("assisted") + "\n", "italic")
                card.append(ago(header.changed) + "\n")
                card.append(f"{entry.size / 1024:.1f} KB\n", "dim")
                if entry.status == "newer":
                    card.append(_("A newer version wrote it; it is left untouched.") + "\n")
        self.query_one("#facts", Static).update(card)

    def say(self, text: str) -> None:
        """The line below the list."""
        self.query_one("#said", Static).update(text)

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
            self.say(_("A newer version of this program wrote this match; it cannot be opened."))
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

    @work
    async def action_rename(self) -> None:
        """Give the match a name."""
        entry = self.current()
        if entry is None:
            return
        name = await self.app.push_screen_wait(Typed(_("Name of the match"), value=title_of(entry)))
        if name is not None:
            self.carry_out(lambda: self.store.rename(entry.id, name))

    def action_duplicate(self) -> None:
        """Make a copy."""
        entry = self.current()
        if entry:
            self.carry_out(lambda: self.store.duplicate(entry.id))

    @work
    async def action_delete(self) -> None:
        """Delete, after a question if that is set."""
        entry = self.current()
        if entry is None:
            return
        if self.app.settings.confirm_delete:
            answer = await self.app.push_screen_wait(
                Question(
                    _("Delete?"),
                    _("'{title}' goes to the trash; u brings it back.").format(
                        title=title_of(entry)
                    ),
                    [("yes", _("Delete")), ("no", _("Keep"))],
                )
            )
            if answer != "yes":
                return
        if self.carry_out(lambda: self.store.delete(entry.id)):
            self._sv_deleted.append(entry.id)
            self.say(_("Deleted; u brings it back."))

    def action_undelete(self) -> None:
        """Bring back what was deleted last."""
        if not self._sv_deleted:
            self.say(_("Nothing was deleted here."))
            return
        match_id = self._sv_deleted.pop()
        self.carry_out(lambda: self.store.undelete(match_id))

    @work
    async def action_export(self) -> None:
        """Write the match to a file."""
        entry = self.current()
        if entry is None:
            return
        usual = Path.home() / f"{title_of(entry).replace('/', '-')}-{entry.id[:6]}.caravan"
        target = await self.app.push_screen_wait(
            Typed(_("Export to"), _("File or folder:"), value=str(usual))
        )
        if target:
            path = Path(target).expanduser()
            if self.carry_out(lambda: self.store.export(entry.id, path)):
                self.say(_("Written to {path}.").format(path=path))

    @work
    async def action_import(self) -> None:
        """Take a match from a file."""
        source = await self.app.push_screen_wait(Typed(_("Import from"), _("A .caravan file:")))
        if source:
            self.carry_out(lambda: self.store.import_(Path(source).expanduser()))

    def carry_out(self, what: Callable[[], object]) -> bool:
        """Do something with the files; what is wrong is a line. Whether it was done."""
        try:
            what()
        except SaveError as error:
            self.notify(str(error), severity="error")
            return False
        self.load()
        return True

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
