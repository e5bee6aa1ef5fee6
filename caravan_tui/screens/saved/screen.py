"""The saved matches: resume, replay, rename, copy, delete, export, import."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import DataTable, Input, Static

from caravan_tui.engine.playback import Playback
from caravan_tui.hosts.match_text import ago, title_of
from caravan_tui.i18n import _, _n, _p
from caravan_tui.screens.base import BaseScreen
from caravan_tui.screens.file_dialogs import ask_path
from caravan_tui.screens.replay.open_replay import look_back, look_into, playback_of
from caravan_tui.screens.saved.card import BELOW_BOARD, MatchCard, MatchWords
from caravan_tui.screens.saved.commands import ROOMY, SAVED
from caravan_tui.screens.saved.match_table import SORTS, MatchTable, filtered, in_order
from caravan_tui.widgets.closing import close, is_open
from caravan_tui.widgets.commands import bindings, key_name
from caravan_tui.widgets.drawn import pens_of
from caravan_tui.widgets.empty_page import ActionLink, EmptyPage
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.question import Question, TextQuestion
from caravan_tui.widgets.seat_chips import leads_sign, to_move_sign
from caravan_tui.widgets.title_bar import BarButton, TitleBar
from saves.errors import LockedError, SaveError
from saves.listing import Entry, Listing
from saves.store import Store

LIST, LIST_WIDE = 46, 58
"""Columns of the list, at least: of a narrow terminal, and of one with room for long names."""

WIDE = 100
"""Columns of a terminal from which on the list is wide."""

MOST_SIDE, MOST_SIDE_LARGE = 84, 116
"""Columns of the card beside the list, at most: room for a whole board, or for a larger one."""

LARGE_WIDTH, LARGE_HEIGHT = 190, 52
"""The terminal from which on there is room for a larger board."""

ROOMY_WIDTH = 118
"""Columns of a terminal whose footer has room for every key."""

BESIDE_BOARD, AROUND_LIST = 160, 4
"""Columns of a terminal whose list is as wide as what stands below it; rows of the terminal that
are not the list's, and a blank one below it."""

REST = 0.12
"""Seconds that the cursor rests on a match before its file is read."""


class SavedScreen(BaseScreen[None]):
    """A row for each match; the one under the cursor is described on the right."""

    COMMANDS: ClassVar[Any] = SAVED
    BINDINGS = bindings(SAVED)

    DEFAULT_CSS = """
    SavedScreen { layout: vertical;
        & > #middle { height: 1fr; }
        & DataTable { width: 1fr; height: 1fr; scrollbar-size: 1 1; overflow-x: hidden;
            background: $background;
            &:focus { background-tint: $background 0%; }
            & > .datatable--even-row { background: $background; }
            & > .datatable--odd-row { background: $surface; }
            & > .datatable--cursor, &:focus > .datatable--cursor {
                background: $primary 40%; color: $foreground; text-style: bold; } }
        & #side { width: 37; height: 1fr; }
        & #empty { display: none; }
        &.-empty #empty { display: block; }
        &.-empty #listed, &.-empty #side { display: none; }
        & #listed { width: 1fr; height: 1fr; }
        & #below { display: none; margin-top: 1; background: $surface; }
        &.-below { & #below { display: block; } & DataTable { height: auto; } }
        & > #filter-row { height: 1; display: none; background: $panel;
            &.-shown { display: block; }
            & > #filter-title { width: auto; padding: 0 1; color: $accent; text-style: bold; }
            & > #filter-keys { width: auto; padding: 0 1; color: $text-muted; }
            & > Input { width: 1fr; height: 1; border: none; } }
        & > #status { height: 1; padding: 0 1; color: $text-muted; display: none;
            &.-shown { display: block; } }
    }
    """

    AUTO_FOCUS = "DataTable"
    lists_matches = True

    table = getters.query_one(MatchTable)
    title_bar = getters.query_one(TitleBar)
    empty_page = getters.query_one(EmptyPage)
    card = getters.query_one(MatchCard)
    below = getters.query_one("#below", MatchWords)
    filter_input = getters.query_one("#filter", Input)
    filter_row = getters.query_one("#filter-row", Horizontal)

    def __init__(self) -> None:
        super().__init__()
        self.listing: Listing | None = None
        """What was read last; None before anything was."""
        self.filter_text = ""
        self.sort = SORTS[0]
        self.playback: Playback | None = None
        """The match under the cursor, once it has been read."""
        self.deleted: list[str] = []
        """The matches deleted here, the last one at the end."""
        self._shows_why_empty = True

    @property
    def entries(self) -> list[Entry]:
        """The matches that were read, without the filter."""
        return self.listing.entries if self.listing else []

    @property
    def store(self) -> Store:
        """The matches on disk."""
        return self.app.host.store

    def compose(self) -> ComposeResult:
        """List and card, or the page of an empty list."""
        yield TitleBar(_("Saved matches"))
        with Horizontal(id="middle"):
            with Vertical(id="listed"):
                yield MatchTable()
                yield MatchWords(id="below")
            yield MatchCard(id="side")
            yield EmptyPage(id="empty")
        with Horizontal(id="filter-row"):
            yield Static(_("Filter:"), id="filter-title", markup=False)
            yield Input(placeholder=_("a name, a game"), compact=True, id="filter")
            yield Static(self.filter_keys(), id="filter-keys", markup=False)
        yield Static(id="status", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_screen_resume(self) -> None:
        """Read the matches again: they may have changed."""
        self.load()

    def on_resize(self) -> None:
        """Divide the columns between list and card."""
        width, height = self.app.size
        self.refresh_bindings()  # a wide footer names more keys
        is_large = width >= LARGE_WIDTH and height >= LARGE_HEIGHT
        least = LIST_WIDE if width >= WIDE else LIST
        side = min(width - least, MOST_SIDE_LARGE if is_large else MOST_SIDE)
        self.card.styles.width = side
        self.table.room = width - side
        self.fill()

    @work(exclusive=True, group="load")
    async def load(self, match_id: str = "") -> None:
        """Read the headers of all files and list them, with the cursor on this match."""
        await self.app.host_ready.wait()
        listing = await self.app.host.listing()
        if not is_open(self):
            return
        self.listing = listing
        self.app.show_notices()
        self.fill(match_id)

    # Showing

    def fill(self, match_id: str = "") -> None:
        """List the matches that pass the filter, with the cursor on one or where it was."""
        listed = in_order(filtered(self.entries, self.filter_text), self.sort)
        self.table.show(listed, match_id or self.table.match_id)
        self.show_title(len(listed))
        is_empty = not self.entries and self.listing is not None and not self.listing.problem
        was_empty = self.has_class("-empty")
        self.set_class(is_empty, "-empty")
        if was_empty and not is_empty and self.focused is None:
            self.table.focus()
        if was_empty is not is_empty:
            self.refresh_bindings()
        if is_empty:
            self.show_empty_page()
        if not listed or self._shows_why_empty:
            self.show_status("" if listed or is_empty else self.why_empty())
        self._shows_why_empty = not listed
        self.show_match()

    def show_title(self, listed: int) -> None:
        """Say how many matches there are, and what the signs in the list mean."""
        words = ""
        if self.filter_text:
            words = _("with '{text}': {shown} of {all}").format(
                text=self.filter_text, shown=listed, all=len(self.entries)
            )
        elif self.entries:
            words = _n("{count} match", "{count} matches", len(self.entries))
            words = words.format(count=len(self.entries))
            kinds = counts_by_kind(self.entries)
            if self.app.size.width >= WIDE and kinds:
                words += ": " + ", ".join(kinds)
            elif len(kinds) > 1 and self.sort == SORTS[0]:  # no room for how it is sorted
                words, listed = ", ".join(kinds), 0
        if listed > 1:
            words += ", " + self.sorted_by()
        pens = pens_of(self.app, self.app.ascii)
        legend = [
            BarButton(f"{leads_sign(pens)} " + _("leads or won") + " "),
            BarButton(f"{to_move_sign(pens)} " + _("to move") + " "),
        ]
        self.title_bar.show(_("Saved matches"), words, legend if self.entries else ())

    def offers(self, action: str) -> bool:
        """Whether the footer is to name an action: without matches only what leads elsewhere, and
        what is less usual only where there is room."""
        if self.has_class("-empty"):
            return action in ("keys", "back")
        if self.filter_input.has_focus:  # what Escape does stands beside the filter
            return action == "keys"
        return action not in ROOMY or self.app.size.width >= ROOMY_WIDTH

    def show_empty_page(self) -> None:
        """Say how to begin."""
        ways = [
            ActionLink(key_name(self, "saved.back"), _("go home and choose a game"), "screen.back")
        ]
        if not self.app.is_remote:  # a session reads no files
            words = _("import a match from a file")
            ways.append(ActionLink(key_name(self, "saved.import"), words, "screen.import"))
        if self.deleted:
            undelete = key_name(self, "saved.undelete")
            words = _("restore the match you deleted last")
            ways.insert(0, ActionLink(undelete, words, "screen.undelete"))
        self.empty_page.show(
            _("No match is saved yet") if not self.deleted else _("No match is left"),
            _(
                "Go home, choose a game and play: every match is saved after each move, so you "
                "can stop at any time and resume it here."
            ),
            ways,
        )

    def why_empty(self) -> str:
        """Say why the list is empty."""
        if self.filter_text:
            return _("No match contains '{text}'. Press {filter} to change the filter.").format(
                text=self.filter_text, filter=key_name(self, "saved.filter")
            )
        if self.listing is None:
            return _("Reading the saved matches …")
        if self.listing.problem:
            return self.listing.problem
        return _("Nothing is saved yet. Every match you play is saved after each move.")

    def current(self) -> Entry | None:
        """The match under the cursor."""
        match_id = self.table.match_id
        return next((entry for entry in self.entries if entry.id == match_id), None)

    @on(DataTable.RowHighlighted)
    def show_match(self) -> None:
        """Describe the match under the cursor by its header; then read its file."""
        entry = self.current()
        if self.playback and not _is_of(self.playback, entry):
            self.playback = None
        self.describe(entry)
        self.read_match()

    def describe(self, entry: Entry | None) -> None:
        """Describe a match beside the list; where that leaves room below itself, in words there,
        so that the board has the whole height."""
        free = self.app.size.height - AROUND_LIST - self.table.rows_needed
        has_room = self.app.size.width >= BESIDE_BOARD and free >= BELOW_BOARD
        self.set_class(has_room, "-below")
        self.card.is_board_only = has_room
        self.card.show(entry, self.playback)
        if has_room:
            self.below.show_below_list(entry, self.playback, free)

    @work(exclusive=True, group="look")
    async def read_match(self) -> None:
        """Read the match under the cursor once the cursor rests, and show more of it."""
        if not is_open(self):
            return
        entry = self.current()
        if entry is None or entry.status != "ok":
            return
        if self.playback is None:
            await asyncio.sleep(REST)
            playback = await playback_of(self, entry.id)
            if playback is None or not is_open(self) or not self.query("MatchCard #facts"):
                return  # left, or the app is closing
            self.playback = playback
            self.describe(entry)

    def show_status(self, text: str) -> None:
        """Show a line below the list; empty: none."""
        status = self.query_one("#status", Static)
        status.update(text)
        status.set_class(bool(text), "-shown")

    def sorted_by(self) -> str:
        """How the list is sorted, in words."""
        words = {
            "when": _("newest first"), "game": _("by game"), "title": _("by name"),
            "round": _("by round"),
        }  # fmt: skip
        return words[self.sort]

    @staticmethod
    def filter_keys() -> str:
        """What keys do while a filter is typed."""
        return _("{enter}: keep   {escape}: clear").format(
            enter=_p("key", "Enter"), escape=_p("key", "Esc")
        )

    # Opening

    @on(DataTable.RowSelected)
    def _open_row(self, event: DataTable.RowSelected) -> None:
        event.stop()
        if self.is_active:
            self.action_resume()

    def openable(self) -> Entry | None:
        """The match under the cursor; None, with a line that says why, if it cannot be opened."""
        entry = self.current()
        if entry is None:
            self.show_status(self.why_empty())
            return None
        if entry.status == "ok":
            return entry
        if entry.status == "unknown":
            self.show_status(_("This match can't be opened: its game is not installed here."))
        else:
            self.show_status(
                _("This match can't be opened: it was saved by a newer version of caravan-tui.")
            )
        return None

    @work(exclusive=True, group="resume")
    async def action_resume(self) -> None:
        """Resume the match, or watch it if another process plays it."""
        entry = self.openable()
        if entry is None:
            return
        host, note = self.app.host, ""
        try:
            connection = await host.open(entry.id)
        except LockedError:
            connection = None
            answer = await self.app.push_screen_wait(
                Question(
                    _("Already open"),
                    _("This match is open in another window. You can watch it as it is now."),
                    [("watch", _("Watch")), ("no", _("Cancel"))],
                )
            )
            if answer == "watch":
                connection, note = await host.watch(entry.id), _("your own match")
        if connection:
            self.app.open("table", connection, note)
        else:
            self.load()

    @work(exclusive=True, group="resume")
    async def action_replay(self) -> None:
        """Replay the match."""
        await self.open_with(look_back)

    @work(exclusive=True, group="resume")
    async def action_analysis(self) -> None:
        """Open the analysis of the match."""
        await self.open_with(look_into)

    async def open_with(self, open: Callable[[BaseScreen[Any], str], Awaitable[None]]) -> None:
        """Open a screen on the match under the cursor, if it can be opened."""
        entry = self.openable()
        if entry is not None:
            await open(self, entry.id)

    # Files

    @work(exclusive=True, group="dialog")
    async def action_rename(self) -> None:
        """Rename the match."""
        entry = self.current()
        if entry is None:
            return
        name = await self.app.push_screen_wait(
            TextQuestion(_("Name of the match"), value=title_of(entry))
        )
        if name is not None:
            self.change(lambda: self.store.rename(entry.id, name))

    def action_duplicate(self) -> None:
        """Copy the match."""
        entry = self.current()
        if entry and self.change(lambda: self.store.duplicate(entry.id)):
            self.show_status(
                _("Copied. Press {rename} to rename the copy.").format(
                    rename=key_name(self, "saved.rename")
                )
            )

    @work(exclusive=True, group="dialog")
    async def action_delete(self) -> None:
        """Move the match to the trash, after a question if the settings ask for it."""
        entry = self.current()
        if entry is None:
            return
        names = {"title": title_of(entry), "undo": key_name(self, "saved.undelete")}
        if self.app.settings.confirm_delete:
            question = _("'{title}' goes to the trash. Press {undo} to restore it.")
            if header := entry.header:  # of two with one name: which one
                question = _(
                    "'{title}' with {players}, {when}, goes to the trash. Press {undo} to restore "
                    "it."
                )
                names["players"] = ", ".join(seat.name for seat in header.seats)
                names["when"] = ago(header.changed)
            answer = await self.app.push_screen_wait(
                Question(
                    _("Delete?"),
                    question.format(**names),
                    [("no", _("Cancel")), ("yes", _("Delete"))],
                )
            )
            if answer != "yes":
                return
        if self.change(lambda: self.store.delete(entry.id)):
            self.deleted.append(entry.id)
            self.show_status(
                _("Moved '{title}' to the trash. Press {undo} to undo.").format(**names)
            )

    def action_undelete(self) -> None:
        """Restore the match that was deleted last."""
        if not self.deleted:
            self.show_status(_("There is nothing to restore."))
            return
        match_id = self.deleted.pop()
        self.change(lambda: self.store.undelete(match_id))

    @work(exclusive=True, group="dialog")
    async def action_export(self) -> None:
        """Save the match to a file."""
        entry = self.current()
        if entry is None:
            return
        name = f"{title_of(entry).replace('/', '-')}-{entry.id[:6]}.caravan"
        path = await ask_path(self, name)
        if path is None:
            return
        try:
            path = self.store.export(entry.id, path)
        except SaveError as error:
            self.notify(str(error), severity="error")
        else:
            self.show_status(_("Saved to {path}.").format(path=path))

    @work(exclusive=True, group="dialog")
    async def action_import(self) -> None:
        """Import a match from a file."""

        def problem(text: str) -> str | None:
            path = Path(text).expanduser()
            return None if path.is_file() else _("There is no file {path}.").format(path=path)

        source = await self.app.push_screen_wait(
            TextQuestion(_("Import from"), _("A .caravan file:"), f"{Path.home()}/", problem)
        )
        if source:
            self.filter_text = self.filter_input.value = ""
            self.change(lambda: self.store.import_(Path(source).expanduser()))

    def change(self, change: Callable[[], str | None]) -> bool:
        """Change the files and list them again; notify the user of an error.

        `change`: returns the ID of a match that it made, which gets the cursor, or None. Returns
        whether it succeeded.
        """
        try:
            match_id = change()
        except SaveError as error:
            self.notify(str(error), severity="error")
            return False
        self.playback = None
        self.load(match_id or "")
        return True

    # Filter, order, keys

    def action_filter(self) -> None:
        """Open the filter. It has the focus at once: the next key is typed into it."""
        self.show_status("")
        self.filter_row.add_class("-shown")
        self.set_focus(self.filter_input)

    @on(Input.Changed)
    def _filter_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.filter_text = event.value
        self._shows_why_empty = True  # or nothing: what the line says is about the list before
        self.fill()

    @on(Input.Submitted)
    def _filter_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.filter_row.set_class(bool(event.value), "-shown")
        self.table.focus()

    def action_sort(self) -> None:
        """Sort by the next column."""
        self.sort = SORTS[(SORTS.index(self.sort) + 1) % len(SORTS)]
        self.fill()
        self.show_status("")

    def action_keys(self) -> None:
        """Show every key of this screen."""
        self.app.open_keys([(_("Saved matches"), SAVED)])

    def action_back(self) -> None:
        """Close the filter, or go home."""
        if self.filter_row.has_class("-shown"):
            self.filter_input.value = ""
            self.filter_row.remove_class("-shown")
            self.table.focus()
        else:
            close(self)

    def action_down(self) -> None:
        """Select the next row."""
        self.table.action_cursor_down()

    def action_up(self) -> None:
        """Select the previous row."""
        self.table.action_cursor_up()


def counts_by_kind(entries: Sequence[Entry]) -> list[str]:
    """How many matches are unfinished, not begun and over; only what there is."""
    headers = [entry.header for entry in entries if entry.header]
    unfinished = sum(header.is_under_way for header in headers)
    over = sum(header.over for header in headers)
    fresh = len(headers) - unfinished - over
    words = []
    if unfinished:
        text = _n("{count} unfinished", "{count} unfinished", unfinished)
        words.append(text.format(count=unfinished))
    if fresh:
        words.append(_n("{count} not begun", "{count} not begun", fresh).format(count=fresh))
    if over:
        words.append(_n("{count} over", "{count} over", over).format(count=over))
    return words


def _is_of(playback: Playback, entry: Entry | None) -> bool:
    """Whether a playback is of a match as it is saved now: it may have been played on since."""
    if entry is None or entry.header is None or playback.match.record.id != entry.id:
        return False
    return playback.match.version == entry.header.actions
