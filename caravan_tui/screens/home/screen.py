"""The home screen: continue a match, choose a game, look back."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.geometry import Size
from textual.widgets import OptionList

from caravan_tui.games import registry
from caravan_tui.games.spec import OptionError
from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseScreen
from caravan_tui.screens.home.card import HomeCard
from caravan_tui.screens.home.entries import (
    AGAIN,
    CONTINUE,
    FIRST,
    GAME,
    LEARN,
    LESSONS,
    QUIT,
    TURNS,
    lessons_text,
)
from caravan_tui.screens.home.menu import HomeMenu
from caravan_tui.screens.home.overview import Overview
from caravan_tui.screens.home.recent_lists import RecentLists
from caravan_tui.screens.home.second_press import SecondPress
from caravan_tui.screens.home.sky import Sky
from caravan_tui.terminal.capabilities import is_remote_session
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.commands import Command, bindings, explain_key, key_name, keymap, useful
from caravan_tui.widgets.drawn import pens_of
from caravan_tui.widgets.footer import Footer
from saves import tutorial_progress
from saves.errors import SaveError

COMMANDS = (
    Command("home.open", "enter,space", "play", "Select", "Open the selected entry.", footer=True,
            glyph="Enter", in_palette=False),
    Command("home.continue", "c", "continue", "Continue", "Continue your last match.",
            footer=True, in_palette=False),
    Command("home.turns", "y", "turns", "Your turn",
            "List the matches in which it is your turn, and open one."),
    Command("home.saved", "s", "saved", "Saved", "Show all saved matches.", footer=True,
            palette_title="Saved matches"),
    Command("home.tutorial", "t,e", "tutorial", "Tutorial",
            "Learn the selected game by playing, in ten minutes.", footer=True,
            palette_title="Tutorial of the selected game"),
    Command("home.rules", "f1", "rules", "Rules", "Show the rules of the selected game.",
            footer=True, palette_title="Rules of the selected game"),
    Command("home.keys", "f2,question_mark", "keys", "Keys", "Show every key of this screen.",
            footer=True),
    Command("home.quit", "q", "leave", "Quit",
            "Quit, if you press it twice. Everything is saved.", footer=True,
            palette_title="Quit"),
    Command("home.down", "down,j", "down", "Down", "Select the next entry."),
    Command("home.up", "up,k", "up", "Up", "Select the previous entry."),
)  # fmt: skip

TITLES = {CONTINUE: "Continue", QUIT: "Quit", TURNS: "Choose"}
"""What Enter does with these entries, in the footer."""

WIDE = 110
"""Columns from which on recent matches stand side by side."""

BOARD_WIDTH, BOARD_HEIGHT = 156, 38
"""The terminal from which on a whole board stands beside its facts."""

TALL = 36
"""Rows from which on games have two lines in the list."""

SIGNS_WIDTH = 160
"""Columns from which on the list of a tall terminal has room for the signs of the games."""

TALLEST = 46
"""Rows from which on recent matches are below the board, if it is wide enough, too."""

MENU_ROWS, RECENT_ROWS = 26, 46
"""Rows below the picture that list, card and keys need, and those with recent matches."""


class HomeScreen(BaseScreen[None]):
    """A list on the left, a card of the selected entry on the right, recent matches below it."""

    COMMANDS: ClassVar[Any] = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    HomeScreen { layout: vertical;
        & > Horizontal { height: 1fr; }
        & #right { width: 1fr; height: 1fr; background: $surface; }
        &.-roomy #card { padding: 1 0 0 1; }
        &.-roomy Emblem { margin: 0 0 1 0; }
        &.-wide #menu { width: 38; }
        &.-tallest RecentLists { display: block; }
        &.-tallest.-welcome RecentLists { display: none; }
        &.-signs #menu { width: 43; }
        &.-tallest #card { min-height: 23; }
    }
    """

    palette_begins_with_places = True
    AUTO_FOCUS = "#menu"

    def __init__(self) -> None:
        super().__init__()
        self.menu, self.card, self.recent = HomeMenu(), HomeCard(), RecentLists(id="recent")
        self.overview = Overview()
        self.fitted_size: Size | None = None
        """The size of the terminal that boards and lists fit."""
        self.quitting = SecondPress()

    def compose(self) -> ComposeResult:
        """Sky, list, card, recent matches, keys."""
        yield Sky(id="sky")
        with Horizontal():
            yield self.menu
            with Vertical(id="right"):
                yield self.card
                yield self.recent
        yield Footer(show_command_palette=False, compact=True)

    def on_resize(self) -> None:
        """Give boards and lists the room that there is."""
        if self.fitted_size == self.app.size:
            return  # Textual says the same size more than once
        self.fitted_size = self.app.size
        width, height = self.app.size
        is_tallest = width >= WIDE and height >= TALLEST
        has_signs = width >= SIGNS_WIDTH and height >= TALLEST
        self.menu.is_tall = height >= TALL
        self.menu.has_signs = has_signs and pens_of(self.app, self.app.ascii).has_pixels
        self.card.has_board = width >= BOARD_WIDTH and height >= BOARD_HEIGHT
        self.card.has_summary = is_tallest
        self.set_class(self.card.has_board, "-wide")
        self.set_class(height >= TALL, "-roomy")
        self.set_class(is_tallest, "-tallest")
        self.set_class(self.menu.has_signs, "-signs")
        sky = self.query_one(Sky)
        sky.refresh(layout=True)
        self._fit_sky()
        self.menu.rows = height - sky.rows - 1
        self.fill()

    def _fit_sky(self) -> None:
        """Give the picture the rows that list and card leave; none where boards fill them."""
        rows = MENU_ROWS
        if self.has_class("-tallest") and not self.has_class("-welcome"):
            rows = RECENT_ROWS
        self.query_one(Sky).reserve(None if self.card.has_board else rows)

    def on_mount(self) -> None:
        """Let the caravan walk for a moment, not over a slow line."""
        if self.app.animated and not (self.app.is_remote or is_remote_session()):
            self.query_one(Sky).walk()

    def on_screen_suspend(self) -> None:
        """Let nothing move behind another screen."""
        self.query_one(Sky).rest()
        self.quitting = SecondPress()

    def on_screen_resume(self) -> None:
        """Fill the list again: matches may have ended, or turned out to be damaged."""
        self.fill()
        if self.app.host_ready.is_set():
            self.app.show_notices()

    def retranslate(self) -> None:
        """Show everything in the language that is set now."""
        self.fill()
        self.query_one(Footer).refresh(recompose=True)

    # What is shown

    def fill(self) -> None:
        """List a match and a lesson, the games, then the rest. Before there is a host the list is
        empty: what is under the cursor must not change below an early Enter."""
        if not self.app.host_ready.is_set():
            return
        host, overview = self.app.host, self.overview
        overview.unfinished = host.unfinished()
        overview.has_welcome = host.is_newcomer()
        overview.lesson = tutorial_progress.game_to_learn() if overview.has_welcome else ""
        begun = tutorial_progress.left_half_way()
        overview.is_lesson_begun = overview.has_welcome and bool(begun)
        # there is nothing to tell of matches yet
        self.set_class(overview.has_welcome and overview.unfinished is None, "-welcome")
        self._fit_sky()
        overview.places = {"saved": _("Saved matches")} | dict(host.places())
        count = len(registry.ids())
        learnt = count - len(tutorial_progress.unlearned())
        overview.is_learning = bool(learnt < count and (begun or learnt))
        overview.badges[LESSONS] = _("{count} of {all} learnt").format(count=learnt, all=count)
        overview.lists[LESSONS] = lessons_text()
        if "road" in overview.places:
            # not needed for the first frame
            from caravan_tui.screens.home.road_card import road_entry

            entry = road_entry(host.player_name(), self.app.ascii)
            overview.badges["road"], overview.lists["road"] = entry.badge, entry.text
            self.query_one(Sky).fly(entry.pennant)
        self.show_overview()
        if host.saves_matches:
            self.read_results()
        else:
            self.recent.show(overview.lists)

    def show_overview(self) -> None:
        """Show what is known now in the list and on the card."""
        if self.menu.show(self.overview):
            self.refresh_bindings()  # Continue depends on the unfinished match
        else:
            self.show_selected()

    def show_selected(self) -> None:
        """Describe the selected entry."""
        self.recent.leave_out(self.selected)
        self.card.show(self.selected, self.overview)
        self.refresh_bindings()  # the footer says what Enter does with the entry

    @work(exclusive=True, group="results")
    async def read_results(self) -> None:
        """Read the user's results, and show them on the card and in the lists of matches."""
        from caravan_tui.screens.home import recent  # not needed for the first frame

        with contextlib.suppress(SaveError):  # the statistics screen shows the error
            await recent.read(self.app.host, self.overview, self, self.app.ascii)
        if is_open(self) and self.query("#menu"):  # not closed meanwhile
            self.recent.show(self.overview.lists)
            self.show_overview()

    @property
    def selected(self) -> str:
        """The ID of the selected entry; empty without one, and while the screen closes."""
        return self.menu.selected

    @property
    def selected_game(self) -> str:
        """The selected game, that of Continue included; empty if there is none."""
        return self.overview.game_of(self.selected)

    @on(OptionList.OptionHighlighted)
    def _select(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if event.option_list.is_attached:  # the screen may have closed meanwhile
            self.show_selected()

    # Opening entries

    @on(OptionList.OptionSelected)
    def _open_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if self.is_active:  # else this is the second of two quick keys
            self.open_place(event.option.id or "")

    @on(RecentLists.Opened)
    def _open_recent(self, event: RecentLists.Opened) -> None:
        event.stop()
        if self.is_active:
            self.open_place(event.place)

    @work(exclusive=True, group="open")
    async def open_place(self, place: str) -> None:
        """Open an entry of the list."""
        await self.app.host_ready.wait()
        if not self.is_active:
            return
        self.menu.welcome_game = self.selected_game if place in (LEARN, FIRST) else ""
        if place.startswith(GAME):
            self.app.open("setup", place.removeprefix(GAME))
        elif place in (FIRST, AGAIN):
            self.app.open("setup", self.overview.game_of(place))
        elif place == LEARN:
            self.app.start_tutorial(tutorial_progress.game_to_learn())
        elif place == LESSONS:
            await self.choose_lesson()
        elif place == CONTINUE:
            self.action_continue()
        elif place == TURNS:
            self.action_turns()
        elif place == QUIT:
            self.app.call_later(self.app.action_quit)
        else:
            self.app.open(place)

    async def choose_lesson(self) -> None:
        """Choose a game to learn."""
        from caravan_tui.screens.lessons import LessonChooser  # after the first frame

        window = LessonChooser()
        index = await self.app.push_screen_wait(window)
        if index is not None:
            self.app.start_tutorial(window.games[index])

    def title_of(self, action: str) -> str:
        """What the footer calls an action: Enter plays a game, and continues a match."""
        if action != "play":
            return ""
        is_game = self.selected in (FIRST, AGAIN) or self.selected.startswith(GAME)
        return "Play" if is_game else TITLES.get(self.selected, "")

    def offers(self, action: str) -> bool:
        """Whether the footer is to name an action: where Enter continues, no other key does, and
        none before a match is known, although the key waits for one; without a game there is none
        to learn."""
        if action in ("tutorial", "rules"):
            return bool(self.selected_game)
        if action == "continue":
            return self.overview.unfinished is not None and self.selected != CONTINUE
        return True

    def palette_entries(self) -> list[tuple[str, str, Callable[[], object]]]:
        """The entries of the list but those that a key of this screen opens, what waits to be
        continued first."""
        menu = self.menu
        return [
            (
                menu.entry_name(option),
                menu.about_place(option.id),
                partial(self.open_place, option.id),
            )
            for option in menu.options
            if option.id and option.id not in ("saved", QUIT)
        ]

    # Commands

    @work(exclusive=True, group="continue")
    async def action_continue(self) -> None:
        """Continue the last unfinished match."""
        await self.app.host_ready.wait()
        unfinished = self.app.host.unfinished()
        if unfinished is None:
            self.explain(self.nothing_to_continue())
            return
        try:
            connection = await self.app.host.open(unfinished.id)
        except SaveError as error:
            self.explain(str(error), severity="warning")
            return
        self.app.show_notices()
        if connection:
            self.app.open("table", connection)
        else:
            self.fill()

    @work(exclusive=True, group="continue")
    async def action_turns(self) -> None:
        """Choose one of the matches in which it is the user's turn, and open it."""
        await self.app.host_ready.wait()
        host = self.app.host
        if host.lobby is not None:
            await host.lobby.refresh()
        turns = host.turns(await host.listing())
        if not turns:
            self.explain(_("No match waits for you."))
            return
        # not needed for the first frame
        from caravan_tui.widgets.chooser import Choice, Chooser

        rows = [Choice(f"{turn.title}  {turn.players}".rstrip(), aside=turn.when) for turn in turns]
        chooser = Chooser(_("Your turn"), rows, one_line=True)
        index = await self.app.push_screen_wait(chooser)
        if index is None:
            return
        turn = turns[index]
        try:
            if turn.is_shared and host.lobby is not None:
                connection = await host.lobby.join(turn.match)
            else:
                connection = await host.open(turn.match)
        except (OptionError, SaveError) as error:
            self.explain(str(error), severity="warning")
            return
        self.app.show_notices()
        if connection:
            self.app.open("table", connection)
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
            self.explain(text.format(rules=key_name(self, "home.rules")))

    def action_tutorial(self) -> None:
        """Open the tutorial of the selected game."""
        if self.selected_game:
            self.app.start_tutorial(self.selected_game)
        else:
            text = _("Choose a game in the list, then press {tutorial} for its tutorial.")
            self.explain(text.format(tutorial=key_name(self, "home.tutorial")))

    async def action_leave(self) -> None:
        """Quit at the second press within a moment: the same key leads back on every other
        screen, and home is where it leads last."""
        if self.quitting.is_second():
            await self.app.action_quit()
            return
        text = _("Press {quit} again to quit. Everything is saved.")
        self.explain(text.format(quit=key_name(self, "home.quit")))

    def action_keys(self) -> None:
        """Show every key of this screen."""
        self.app.open_keys([(_("Home"), useful(self, COMMANDS))])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer Continue only with an unfinished match, as far as that is known."""
        if (
            action == "continue"
            and self.app.host_ready.is_set()
            and self.overview.unfinished is None
        ):
            return False
        return super().check_action(action, parameters)

    def on_key(self, event: Key) -> None:
        """End the walk of the caravan, and say so when a key does nothing."""
        self.query_one(Sky).rest()
        text = explain_key(self, event)
        keys = keymap(self.app.settings.keys).get("home.continue", "c")
        if text and event.key in keys.split(","):
            text = self.nothing_to_continue()
        if text:
            self.explain(text)

    def action_down(self) -> None:
        """Select the next entry."""
        self.menu.action_cursor_down()

    def action_up(self) -> None:
        """Select the previous entry."""
        self.menu.action_cursor_up()
