"""The home screen: continue a match, choose a game, look back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual import getters, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.events import Key
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from caravan_tui.games import registry
from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseScreen
from caravan_tui.screens.home.game_card import (
    game_card,
    key_links,
    rules_summary,
    unfinished_card,
)
from caravan_tui.screens.home.sky import Sky
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.commands import Command, bindings, explain_key, key_name, keymap
from caravan_tui.widgets.footer import Footer
from saves import tutorial_progress
from saves.errors import SaveError

if TYPE_CHECKING:
    from caravan_tui.hosts.base import UnfinishedMatch

COMMANDS = (
    Command("home.continue", "c", "continue", "Continue", "Continue your last match.",
            footer=True),
    Command("home.saved", "s", "saved", "Saved", "Show all saved matches.", footer=True),
    Command("home.tutorial", "t,e", "tutorial", "Tutorial",
            "Learn the selected game by playing, in ten minutes.", footer=True),
    Command("home.rules", "f1", "rules", "Rules", "Show the rules of the selected game.",
            footer=True),
    Command("home.keys", "f2", "keys", "Keys", "Show every key of this screen.", footer=True),
    Command("home.quit", "q", "app.quit", "Quit", "Quit. Everything is saved.", footer=True),
    Command("home.down", "j", "down", "Down"),
    Command("home.up", "k", "up", "Up"),
)  # fmt: skip

WIDE, TALL = 124, 32
"""The terminal from which on recent matches are beside the games."""

WIDEST, TALLEST = 166, 48
"""The terminal from which on there is also room for the board of the last match."""

GAME = "game."
"""What the ID of a game begins with in the list."""


class HomeScreen(BaseScreen[None]):
    """A list on the left, a description of the selected entry on the right."""

    COMMANDS: ClassVar[Any] = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    HomeScreen { layout: vertical;
        & > Horizontal { height: 1fr; }
        & #menu { width: 32; height: 1fr; border: none; padding: 0 1; background: $background; }
        & #card { width: 1fr; height: 1fr; background: $surface; padding: 0 2; }
        & #recent { width: 44; height: 1fr; padding: 0 2; display: none; }
        &.-wide #recent { display: block; }
        & #board { width: 100%; max-width: 122; height: 1fr; min-height: 22; max-height: 38;
            margin-top: 1; display: none; border: round $panel;
            border-title-color: $text-muted; }
        &.-widest #board.-shown { display: block; }
    }
    """

    AUTO_FOCUS = "#menu"

    menu = getters.query_one("#menu", OptionList)
    facts = getters.query_one("#facts", Static)

    def __init__(self) -> None:
        super().__init__()
        self.unfinished: UnfinishedMatch | None = None
        """The match that Continue opens."""
        self.records: dict[str, str] = {}
        """The user's results in each game, in a line."""
        self.latest: dict[str, str] = {}
        """The ID of the latest match of each game."""

    def compose(self) -> ComposeResult:
        """Sky, list, card, recent matches, keys."""
        yield Sky(id="sky")
        with Horizontal():
            yield OptionList(id="menu", markup=False)
            with VerticalScroll(id="card", can_focus=False):
                yield Static(id="facts", markup=False)
            with VerticalScroll(id="recent", can_focus=False):
                yield Static(id="lately", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_resize(self) -> None:
        """Show recent matches and a board where there is room."""
        width, height = self.app.size
        self.set_class(width >= WIDE and height >= TALL, "-wide")
        self.set_class(width >= WIDEST and height >= TALLEST, "-widest")
        self.query_one(Sky).refresh(layout=True)
        self.fill()

    def on_screen_resume(self) -> None:
        """Fill the list again: matches may have ended, or turned out to be damaged."""
        self.fill()
        for notice in self.app.host.notices() if self.app.host_ready.is_set() else ():
            self.notify(notice, severity="warning", timeout=10)

    def retranslate(self) -> None:
        """Show everything in the language that is set now."""
        self.fill()
        self.query_one(Footer).refresh(recompose=True)

    # The list

    def fill(self) -> None:
        """List Continue, the games, then the rest; before there is a host, games and saves."""
        host = self.app.host if self.app.host_ready.is_set() else None
        menu = self.menu
        index = menu.highlighted or 0
        before = menu.highlighted_option
        had_continue = any(option.id == "continue" for option in menu.options)
        menu.clear_options()
        options: list[Option | None] = []
        self.unfinished = host.unfinished() if host else None
        if self.unfinished:
            options += [Option(_("Continue"), id="continue"), self.separator()]
        for game_id in registry.ids():
            options.append(Option(_(registry.spec(game_id).title), id=GAME + game_id))
        options += [self.separator(), Option(_("Saved matches"), id="saved")]
        options += [Option(title, id=place) for place, title in (host.places() if host else [])]
        options += [Option(_("Quit"), id="quit")]
        menu.add_options(options)
        ids = [option.id for option in menu.options]
        if self.unfinished and not had_continue:
            index = 0  # so that Enter continues
        elif before is not None and before.id in ids:
            index = ids.index(before.id)
        menu.highlighted = min(index, menu.option_count - 1)
        self.refresh_bindings()  # Continue depends on the unfinished match
        if host is not None and host.saves_matches:
            self.read_results()

    def separator(self) -> Option | None:
        """A line between parts of the list; OptionList's own, which None makes, is not ASCII."""
        return Option("-" * 26, disabled=True) if self.app.ascii else None

    @property
    def selected(self) -> str:
        """The ID of the selected entry."""
        option = self.menu.highlighted_option
        return (option.id or "") if option else ""

    @property
    def selected_game(self) -> str:
        """The selected game, that of Continue included; empty if there is none."""
        if self.selected == "continue" and self.unfinished is not None:
            return self.unfinished.game if self.unfinished.game in registry.ids() else ""
        return self.selected.removeprefix(GAME) if self.selected.startswith(GAME) else ""

    @on(OptionList.OptionHighlighted)
    def _select(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if event.option_list.is_attached:  # the screen may have closed meanwhile
            self.show_selected()

    @on(OptionList.OptionSelected)
    def _open_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if self.is_active:  # else this is the second of two quick keys
            self.open_place(event.option.id or "")

    @work(exclusive=True, group="open")
    async def open_place(self, place: str) -> None:
        """Open an entry of the list."""
        await self.app.host_ready.wait()
        if not self.is_active:
            return
        if place.startswith(GAME):
            self.app.open("setup", place.removeprefix(GAME))
        elif place == "continue":
            self.action_continue()
        elif place == "quit":
            self.app.call_later(self.app.action_quit)
        else:
            self.app.open(place)

    # The card and the matches beside it

    def show_selected(self) -> None:
        """Describe the selected entry."""
        self.facts.update(self.describe(self.selected))
        self.show_board(self.selected)

    def describe(self, place: str) -> Text:
        """Describe an entry of the list."""
        colour = self.app.theme_variables.get("primary", "")
        if place.startswith(GAME):
            game_id = place.removeprefix(GAME)
            card = game_card(game_id, self.records.get(game_id, ""), colour, self.app.ascii)
            card.append_text(key_links(self, tutorial_progress.load().get(game_id)))
            if self.has_class("-wide"):
                card.append("\n\n" + rules_summary(game_id))
            return card
        if place == "continue" and self.unfinished is not None:
            has_picture = not self.has_class("-widest")  # else there is its board
            return unfinished_card(self.unfinished, colour, self.app.ascii, has_picture)
        words = {
            "saved": _("All your matches: resume, replay, rename, export, delete."),
            "statistics": _("Your results and records."),
            "daily": _("One match a day in each game, the same for everyone."),
            "settings": _("Colours, language, animations, names."),
            "lobby": _("The matches on this server: join, watch, chat."),
            "quit": _("Everything is saved."),
        }
        return Text(words.get(place, ""))

    @work(exclusive=True, group="results")
    async def read_results(self) -> None:
        """Read the user's results, and show them on the cards and in the list of matches."""
        from caravan_tui.screens.home import recent  # not needed for the first frame

        try:
            results = recent.own_results(await self.app.host.results())
        except SaveError:
            return  # the statistics screen shows the error
        if not (is_open(self) and self.query("#menu")):
            return  # closed meanwhile
        for game_id in registry.ids():
            played = [result for result in results if result.game == game_id]
            self.records[game_id] = recent.record_line(played)
        if self.selected:
            self.facts.update(self.describe(self.selected))
        if not self.has_class("-wide"):
            return
        listing = await self.app.host.listing()
        for entry in sorted(listing.entries, key=lambda entry: entry.changed):
            if entry.header and entry.status == "ok":
                self.latest[entry.header.game] = entry.id
        if is_open(self):
            rows = self.app.size.height
            text = recent.recent_matches(self, listing.entries, results, rows, self.app.ascii)
            self.query_one("#lately", Static).update(text)
            self.show_board(self.selected)

    @work(exclusive=True, group="board")
    async def show_board(self, place: str) -> None:
        """Show the last match of a game, or that of Continue, as it stands, if there is room."""
        match_id = self.latest.get(place.removeprefix(GAME), "")
        if place == "continue" and self.unfinished is not None:
            match_id = self.unfinished.id
        for board in self.query("#board"):
            board.set_class(bool(match_id), "-shown")
        if not match_id or not self.has_class("-widest"):
            return
        # not needed for the first frame
        from caravan_tui.screens.replay.open_replay import playback_of
        from caravan_tui.screens.saved.board_picture import BoardPicture

        playback = await playback_of(self, match_id)
        if not is_open(self):
            return
        if not self.query("#board"):
            picture = BoardPicture(id="board", classes="-shown")
            picture.border_title = _("Last position")
            self.query_one("#card").mount(picture)
        self.query_one(BoardPicture).show(playback)

    # Commands

    @work(exclusive=True, group="continue")
    async def action_continue(self) -> None:
        """Continue the last unfinished match."""
        await self.app.host_ready.wait()
        unfinished = self.app.host.unfinished()
        if unfinished is None:
            self.notify(self.nothing_to_continue())
            return
        try:
            table = await self.app.host.open(unfinished.id)
        except SaveError as error:
            self.notify(str(error), severity="warning")
            return
        for notice in self.app.host.notices():
            self.notify(notice, severity="warning", timeout=10)
        if table:
            self.app.open("table", table)
        else:
            self.fill()

    def nothing_to_continue(self) -> str:
        """Say that there is no unfinished match."""
        return _("There is no match to continue. Choose a game.")

    def action_play(self) -> None:
        """Open the selected entry, as Enter does."""
        self.menu.action_select()

    def action_saved(self) -> None:
        """Show all saved matches."""
        self.app.open("saved")

    def action_rules(self) -> None:
        """Show the rules of the selected game."""
        if self.selected_game:
            self.app.open_rules(self.selected_game)
        else:
            text = _("Choose a game in the list, then press {rules} for its rules.")
            self.notify(text.format(rules=key_name(self, "home.rules")))

    def action_tutorial(self) -> None:
        """Open the tutorial of the selected game."""
        if self.selected_game:
            self.app.start_tutorial(self.selected_game)
        else:
            text = _("Choose a game in the list, then press {tutorial} for its tutorial.")
            self.notify(text.format(tutorial=key_name(self, "home.tutorial")))

    def action_keys(self) -> None:
        """Show every key of this screen."""
        self.app.open_keys([(_("Home"), COMMANDS)])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer Continue only with an unfinished match, as far as that is known."""
        if action == "continue" and self.app.host_ready.is_set() and self.unfinished is None:
            return False
        return super().check_action(action, parameters)

    def on_key(self, event: Key) -> None:
        """Say so when a key does nothing."""
        text = explain_key(self, event)
        keys = keymap(self.app.settings.keys).get("home.continue", "c")
        if text and event.key in keys.split(","):
            text = self.nothing_to_continue()
        if text:
            self.app.clear_notifications()
            self.notify(text, timeout=3)

    def action_down(self) -> None:
        """Select the next entry."""
        self.menu.action_cursor_down()

    def action_up(self) -> None:
        """Select the previous entry."""
        self.menu.action_cursor_up()
