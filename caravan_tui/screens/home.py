"""The home screen: go on with a match, choose a game, look back."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.events import Key
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from caravan_tui.games import registry
from caravan_tui.screens.game_card import game_card, keys_line, last_card, record_line
from caravan_tui.screens.home_sky import sky
from caravan_tui.widgets.commands import Command, bindings, keyed, keymap, why_nothing
from caravan_tui.widgets.footer import Footer
from caravan_tui.words import _
from saves import learning
from saves.errors import SaveError

if TYPE_CHECKING:
    from caravan_tui.screens.host import Last
    from saves.profile import Result

COMMANDS = (
    Command("home.continue", "c", "continue", "Continue", "Go on with the last match.",
            footer=True),
    Command("home.saved", "s", "saved", "Saved", "All saved matches.", footer=True),
    Command("home.tutorial", "t,e", "tutorial", "Tutorial",
            "Learn the game that is chosen by playing, in ten minutes.", footer=True),
    Command("home.rules", "f1", "rules", "Rules", "The rules of the game that is chosen.",
            footer=True),
    Command("home.keys", "f2", "keys", "Keys", "Every key of this screen.", footer=True),
    Command("home.quit", "q", "app.quit", "Quit", "Quit; everything is saved.", footer=True),
    Command("home.down", "j", "down", "Down"),
    Command("home.up", "k", "up", "Up"),
)  # fmt: skip

WIDE, WIDEST, TALL, TALLEST = 124, 166, 32, 48
"""The terminal from which on one's own matches have room beside the games; and the board of one's
last match, too."""


class HomeScreen(Screen):
    """A list on the left, what is chosen in words on the right."""

    COMMANDS: ClassVar = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    HomeScreen { layout: vertical;
        & > #sky { height: 5; color: $primary; width: 100%; text-align: center; }
        & > Horizontal { height: 1fr; }
        & #menu { width: 32; height: 1fr; border: round $panel; padding: 0 1; }
        & #menu:focus { border: round $primary; }
        & #card { width: 1fr; height: 1fr; border: round $panel; padding: 0 1; }
        & #recent { width: 44; height: 1fr; border: round $panel; padding: 0 1; display: none;
            border-title-color: $text-muted; }
        &.-wide #recent { display: block; }
        & #board { width: 100%; max-width: 122; height: 1fr; min-height: 22; max-height: 38;
            margin-top: 1; display: none; border: round $panel;
            border-title-color: $text-muted; }
        &.-widest #board.-shown { display: block; }
    }
    """

    AUTO_FOCUS = "#menu"

    def __init__(self) -> None:
        super().__init__()
        self._ho_records: dict[str, str] = {}
        """What the user has reached in each game, a line each."""
        self._ho_last: Last | None = None
        """The match that Continue brings back, None without one."""
        self._ho_latest: dict[str, str] = {}
        """The id of the last match of each game."""

    def compose(self) -> ComposeResult:
        """Sky, list, card, keys."""
        yield Static(id="sky", markup=False)
        with Horizontal():
            yield OptionList(id="menu", markup=False)
            with VerticalScroll(id="card", can_focus=False):
                yield Static(id="facts", markup=False)
            with VerticalScroll(id="recent", can_focus=False):
                yield Static(id="lately", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_resize(self) -> None:
        """One's own matches stand beside the games where there is room."""
        width, height = self.app.size
        tall = height >= TALL
        self.set_class(width >= WIDE and tall, "-wide")
        self.set_class(width >= WIDEST and height >= TALLEST, "-widest")
        self.query_one("#sky", Static).update(sky(width))
        self.fill()

    def on_screen_resume(self) -> None:
        """The list anew: matches may have ended, or turned out to be damaged."""
        self.fill()
        for notice in self.app.host.notices() if self.app.host else ():
            self.notify(notice, severity="warning", timeout=10)

    def fill(self) -> None:
        """Continue on top, the games, then the rest; before the host is there, the games."""
        host = self.app.host
        menu = self.query_one("#menu", OptionList)
        chosen = menu.highlighted or 0
        before = menu.highlighted_option
        had = {option.id for option in menu.options}
        menu.clear_options()
        options: list[Option | None] = []
        last = self._ho_last = host.unfinished() if host else None
        if last:
            options += [Option(_("Continue"), id="continue"), self.line()]
        for game_id in registry.ids():
            options.append(Option(registry.spec(game_id).title, id=f"game.{game_id}"))
        options += [self.line(), Option(_("Saved matches"), id="saved")]
        options += [Option(text, id=place) for place, text in (host.places() if host else [])]
        options += [Option(_("Quit"), id="quit")]
        menu.add_options(options)
        places = [option.id for option in menu.options]
        if last and "continue" not in had:
            chosen = 0  # a match to go on with: Enter does
        elif before is not None and before.id in places:
            chosen = places.index(before.id)
        menu.highlighted = min(chosen, menu.option_count - 1)
        self.refresh_bindings()  # c is of no use without a match to go on with
        if host is not None and hasattr(host, "results"):
            self.read_records()

    def line(self) -> Option | None:
        """A line between parts of the list; the list's own is no ASCII."""
        return Option("-" * 26, disabled=True) if self.app.ascii else None

    @work(exclusive=True, group="records")
    async def read_records(self) -> None:
        """The user's own record of each game; read after the first frame."""
        from saves.statistics import own

        try:
            results = own(await self.app.host.results())
        except SaveError:
            return  # the statistics tell it
        for game_id in registry.ids():
            line = record_line([one for one in results if one.game == game_id])
            self._ho_records[game_id] = line
        option = self.query_one("#menu", OptionList).highlighted_option
        if option is not None:
            self.query_one("#facts", Static).update(self.facts(option.id or ""))
        if self.has_class("-wide"):
            await self.tell_lately(results)
            self.look((option.id or "") if option else "")

    async def tell_lately(self, results: Sequence[Result]) -> None:
        """The day's matches, those that wait, those that ended."""
        from caravan_tui.screens.home_recent import recent

        listing = await self.app.host.listing()
        whole = [one for one in listing.entries if one.header and one.status == "ok"]
        for entry in sorted(whole, key=lambda one: one.changed):
            self._ho_latest[entry.header.game] = entry.id
        if self.is_attached and self.query("#lately"):  # else left meanwhile
            told = recent(self, listing.entries, results, self.app.size.height)
            self.query_one("#lately", Static).update(told)

    @work(exclusive=True, group="look")
    async def look(self, place: str) -> None:
        """Below the words of a game, or of Continue, the last match as it stands, where there is
        room."""
        last = self._ho_last if place == "continue" else None
        match = last.id if last else self._ho_latest.get(place.removeprefix("game."), "")
        for board in self.query("#board"):
            board.set_class(bool(match), "-shown")
        if not match or not self.has_class("-widest"):
            return
        from caravan_tui.screens.board_picture import BoardPicture
        from caravan_tui.screens.look_back import playback_of

        looked = await playback_of(self, match)
        if not (self.is_attached and self.query("#card")):
            return
        if not self.query("#board"):
            board = BoardPicture(id="board", classes="-shown")
            board.border_title = _("As you left it")
            await self.query_one("#card").mount(board)
        await self.query_one(BoardPicture).show(looked)

    @on(OptionList.OptionHighlighted)
    def _pointed(self, event: OptionList.OptionHighlighted) -> None:
        self.query_one("#facts", Static).update(self.facts(event.option.id or ""))
        self.look(event.option.id or "")

    def facts(self, place: str) -> Text:
        """What the right side says of a place in the list."""
        colour = self.app.theme_variables.get("primary", "")
        if place.startswith("game."):
            game_id = place.removeprefix("game.")
            record = self._ho_records.get(game_id, "")
            ways = keyed(self, keys_line(learning.load().get(game_id)))
            card = game_card(game_id, record, colour, self.app.ascii, ways)
            if self.has_class("-wide"):
                from caravan_tui.screens.home_recent import first_words

                card.append("\n\n" + first_words(game_id))
            return card
        if place == "continue" and self._ho_last is not None:
            bare = not self.has_class("-widest")  # else its board is below
            return last_card(self._ho_last, colour, self.app.ascii, pictured=bare)
        words = {
            "saved": _("All your matches: go on, look at them again, rename, export, delete."),
            "statistics": _("What you have won and lost, and your records."),
            "daily": _("One match a day and game, the same for everybody."),
            "settings": _("Colours, keys, animations, names."),
            "lobby": _("The matches on this server: join, watch, talk."),
            "quit": _("Everything is saved."),
        }
        return Text(words.get(place, ""))

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        place = event.option.id or ""
        if self.app.host is None:  # a key in the first instant waits for it
            self.set_timer(0.02, lambda: self._chosen(event))
            return
        if place.startswith("game."):
            self.set_up(place.removeprefix("game."))
        elif place == "continue":
            self.action_continue()
        elif place == "saved":
            self.action_saved()
        elif place == "quit":
            self.app.call_later(self.app.action_quit)
        else:
            self.app.host.go(self.app, place)

    def set_up(self, game_id: str) -> None:
        """Choose seats and options for a new match."""
        from caravan_tui.screens.setup import SetupScreen

        self.app.push_screen(SetupScreen(game_id))

    @work
    async def action_continue(self) -> None:
        """Go on with the last unfinished match."""
        while self.app.host is None:  # a key in the first instant waits for it
            await asyncio.sleep(0.02)
        last = self.app.host.unfinished()
        if last is None:
            self.notify(_("There is no match to go on with; choose a game."))
            return
        try:
            link = await self.app.host.open(last.id)
        except SaveError as error:
            self.notify(str(error), severity="warning")
            return
        for notice in self.app.host.notices():
            self.notify(notice, severity="warning", timeout=10)
        if link:
            from caravan_tui.screens.table import TableScreen

            self.app.push_screen(TableScreen(link))
        else:
            self.fill()

    def action_play(self) -> None:
        """What Enter does in the list."""
        self.query_one("#menu", OptionList).action_select()

    def action_saved(self) -> None:
        """All saved matches."""
        from caravan_tui.screens.saved import SavedScreen

        self.app.push_screen(SavedScreen())

    def game_chosen(self) -> str:
        """The game under the cursor, that of Continue too; empty if there is none."""
        option = self.query_one("#menu", OptionList).highlighted_option
        place = (option.id or "") if option else ""
        if place == "continue" and self._ho_last is not None:
            return self._ho_last.game if self._ho_last.game in registry.ids() else ""
        return place.removeprefix("game.") if place.startswith("game.") else ""

    def action_rules(self) -> None:
        """The rules of the game that is chosen."""
        if game := self.game_chosen():
            self.app.open_rules(game)
        else:
            self.notify(keyed(self, _("Choose a game in the list, then F1 shows its rules.")))

    def action_tutorial(self) -> None:
        """Learn the game that is chosen by playing."""
        from caravan_tui.screens.tutorial import open_tutorial

        if game := self.game_chosen():
            open_tutorial(self.app, game)
        else:
            self.notify(keyed(self, _("Choose a game in the list, then t teaches it.")))

    def action_keys(self) -> None:
        """Every key of this screen."""
        self.app.open_keys([(_("Home"), COMMANDS)])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing goes on without a match; before the host is there nobody knows."""
        if action == "continue" and self.app.host is not None and self._ho_last is None:
            return False
        return super().check_action(action, parameters)

    def on_key(self, event: Key) -> None:
        """A key without a use says so."""
        words = why_nothing(self, event)
        keys = keymap(self.app.settings.keys).get("home.continue", "c")
        if words and event.key in keys.split(","):
            words = _("There is no match to go on with; choose a game.")
        if words:
            self.app.clear_notifications()
            self.notify(words, timeout=3)

    def action_down(self) -> None:
        """The next line."""
        self.query_one("#menu", OptionList).action_cursor_down()

    def action_up(self) -> None:
        """The line before."""
        self.query_one("#menu", OptionList).action_cursor_up()
