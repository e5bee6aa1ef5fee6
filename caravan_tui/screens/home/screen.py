"""The home screen: continue a match, choose a game, look back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual import getters, on, work
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.events import Click, Key
from textual.geometry import Size
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from caravan_tui.games import registry
from caravan_tui.games.registry import game_name
from caravan_tui.games.spec import OptionError
from caravan_tui.i18n import _
from caravan_tui.presentation.lessons import how_far_words
from caravan_tui.screens.base import BaseScreen
from caravan_tui.screens.game_pictures import EMBLEM_ROWS, Emblem, beside_sign
from caravan_tui.screens.home.game_card import (
    game_card,
    game_facts,
    key_links,
    rules_summary,
    seats_text,
    unfinished_card,
)
from caravan_tui.screens.home.second_press import SecondPress
from caravan_tui.screens.home.sky import LOW, Sky
from caravan_tui.settings import SETTINGS
from caravan_tui.terminal.capabilities import is_remote_session
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.commands import Command, bindings, explain_key, key_name, keymap, useful
from caravan_tui.widgets.drawing.colours import as_hex
from caravan_tui.widgets.drawn import pens_of
from caravan_tui.widgets.footer import Footer
from saves import tutorial_progress
from saves.errors import SaveError

if TYPE_CHECKING:
    from caravan_tui.hosts.base import UnfinishedMatch
    from caravan_tui.hosts.turns import Turn
    from saves.header import Header
    from saves.listing import Entry

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

TURNS = "turns"
"""The entry that lists the matches in which it is the user's turn."""

TITLES = {"continue": "Continue", "quit": "Quit", TURNS: "Choose"}
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

ENTRY_COLUMNS = 32
"""Columns of an entry of the list with something at its right end."""

SEAT_ROWS, CONTINUE_ROWS = 3, 4
"""Rows of a seat of Continue with its face, and of what is said above the seats."""

GAME = "game."
"""What the ID of a game begins with in the list."""

RECENT = ("daily", "saved", "statistics")
"""The entries of the list that tell of matches."""

LEARN, FIRST = "learn", "first"
"""The entries of the door for somebody who has played nothing yet."""

LESSONS = "lessons"
"""The entry that lists the tutorials, once the door has closed and until all were finished."""


def update_if_changed(widget: Static, text: Text) -> None:
    """Show a text. One that is shown already costs nothing: else its screen would be laid out."""
    if widget.content != text:
        widget.update(text)


class HomeScreen(BaseScreen[None]):
    """A list on the left, a description of the selected entry on the right."""

    COMMANDS: ClassVar[Any] = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    HomeScreen { layout: vertical;
        & > Horizontal { height: 1fr; }
        & #menu { width: 36; height: 1fr; border: none; padding: 0 1; background: $background;
            &:focus { background-tint: $background 0%; } }
        & #right { width: 1fr; height: 1fr; background: $surface; }
        & #card { width: 1fr; height: 1fr; }
        & #board, & Emblem { display: none; }
        & #board { width: 1fr; height: 100%; max-height: 32; align: center top; }
        & #caption { dock: top; height: 1; width: 1fr; text-align: center; color: $text-muted; }
        & #text { width: 1fr; height: 1fr; padding: 0 1; scrollbar-size: 1 1; }
        & #seats { display: none; height: auto; margin: 1 0 0 0; }
        & .-emblem Emblem { display: block; }
        & .-emblem #text { padding: 0 0 0 1; scrollbar-size: 0 0; }
        &.-roomy #card { padding: 1 0 0 1; }
        &.-roomy Emblem { margin: 0 0 1 0; }
        &.-wide #menu { width: 38; }
        &.-wide #card { layout: horizontal; }
        & .-pictured #board { display: block; }
        & .-pictured #text { width: 36; padding: 0 1 0 2; }
        & .-place #text { padding: 1 2; }
        & #recent { height: auto; padding: 1 2; display: none; }
        & #recent > Static { width: 1fr; height: auto; max-height: 14; padding: 0 2 0 0;
            text-wrap: nowrap; text-overflow: ellipsis; }
        & #recent > Static:hover { background: $primary 25%; }
        & #menu > .option-list--option-hover { background: $primary 25%; }
        &.-tallest #recent { display: block; }
        &.-tallest.-door #recent { display: none; }
        &.-signs #menu { width: 43; }
        & #recent > #recent-statistics { width: 44; }
        & #facts { padding: 0 1 0 0; link-color: $accent; link-style: none;
            link-background: $surface; }
        &.-tallest #card { min-height: 23; }
    }
    """

    palette_begins_with_places = True
    AUTO_FOCUS = "#menu"

    facts = getters.query_one("#facts", Static)

    def __init__(self) -> None:
        super().__init__()
        self.menu = OptionList(id="menu", markup=False)
        """The list: kept here, as it is asked for the selected entry all the time."""
        self.fitted_size: Size | None = None
        """The size of the terminal that boards and lists fit."""
        self.unfinished: UnfinishedMatch | None = None
        """The match that Continue opens."""
        self.turns: list[Turn] = []
        """The matches in which it is the user's turn, as they were read last."""
        self.newest: dict[bool, Entry] = {}
        """The user's newest match, by whether only those that are over count."""
        self.match_of_day = "", ""
        """The game of the day's match that is on the card, and the ID of that match; without one
        it was not begun."""
        self.has_door = False
        """Whether the list begins with a door for a newcomer."""
        self.door_game = ""
        """The game that a newcomer began with: it is selected once the door has closed."""
        self.lesson = ""
        """The game that the door teaches."""
        self.records: dict[str, str] = {}
        """The user's results in each game, in a line."""
        self.latest: dict[str, str] = {}
        """The ID of the latest match of each game."""
        self.header: Header | None = None
        """The seats and scores of the match that Continue opens, once they have been read."""
        self.place_titles: dict[str, str] = {}
        """The places of the list that are no games."""
        self.badges: dict[str, str] = {}
        """What stands beside an entry of the list: how many matches wait there."""
        self.listed: Sequence[tuple[str | None, object] | None] = ()
        """The entries of the list: their IDs and texts; None is a line between them."""
        self.lists: dict[str, Text] = {}
        """What is known of the day's matches, the unfinished and the finished ones, by the entry
        that tells of them."""
        self.quitting = SecondPress()

    def compose(self) -> ComposeResult:
        """Sky, list, card, recent matches, keys."""
        yield Sky(id="sky")
        with Horizontal():
            yield self.menu
            with Vertical(id="right"):
                with Vertical(id="card"):
                    with Container(id="board"):
                        yield Static(_("The board is being set up …"), id="caption", markup=False)
                    yield Emblem()
                    with VerticalScroll(id="text", can_focus=False):
                        yield Static(id="facts", markup=False)
                        yield Container(id="seats")
                with Horizontal(id="recent"):
                    for name in RECENT:
                        yield Static(reading_text(name), id=f"recent-{name}", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_resize(self) -> None:
        """Give boards and lists the room that there is."""
        if self.fitted_size == self.app.size:
            return  # Textual says the same size more than once
        self.fitted_size = self.app.size
        width, height = self.app.size
        self.set_class(width >= BOARD_WIDTH and height >= BOARD_HEIGHT, "-wide")
        self.set_class(height >= TALL, "-roomy")
        self.set_class(width >= WIDE and height >= TALLEST, "-tallest")
        has_signs = width >= SIGNS_WIDTH and height >= TALLEST
        self.set_class(has_signs and pens_of(self.app, self.app.ascii).has_pixels, "-signs")
        self.query_one(Sky).refresh(layout=True)
        self.fill()

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
        for notice in self.app.host.notices() if self.app.host_ready.is_set() else ():
            self.notify(notice, severity="warning", timeout=10)

    def retranslate(self) -> None:
        """Show everything in the language that is set now."""
        self.fill()
        self.query_one(Footer).refresh(recompose=True)

    # The list

    def fill(self) -> None:
        """List Continue, the games, then the rest. Before there is a host the list is empty: what
        is under the cursor must not change below an early Enter."""
        if not self.app.host_ready.is_set():
            return
        host, menu = self.app.host, self.menu
        index = menu.highlighted or 0
        before = menu.highlighted_option
        first_ids = {option.id for option in menu.options} & {"continue", LEARN}
        options: list[Option | None] = []
        self.unfinished = host.unfinished()
        self.has_door = host.is_newcomer()
        self.lesson = tutorial_progress.game_to_learn() if self.has_door else ""
        # there is nothing to tell of matches yet
        self.set_class(self.has_door and self.unfinished is None, "-door")
        first = self.first_entries()
        turns = self.turn_entries()
        if first or turns:
            is_first = any(turn.is_shared for turn in self.turns)  # somebody waits
            place = 0 if is_first else 1
            options += [*first[:place], *turns, *first[place:], self.separator()]
        for game_id in registry.ids():
            options.append(Option(self.game_entry(game_id), id=GAME + game_id))
        self.place_titles = {"saved": _("Saved matches")} | dict(host.places())
        waiting = [] if self.has_door else tutorial_progress.unlearnt()
        if waiting:
            self.place_titles = {LESSONS: _("Learn a game")} | self.place_titles
            count = len(registry.ids())
            self.badges[LESSONS] = _("{count} of {all} learnt").format(
                count=count - len(waiting), all=count
            )
            self.lists[LESSONS] = lessons_text()
        options.append(self.separator())
        if "road" in self.place_titles:
            # not needed for the first frame
            from caravan_tui.screens.home.road_card import road_entry

            entry = road_entry(host.player_name(), self.app.ascii)
            self.badges["road"], self.lists["road"] = entry.badge, entry.text
            self.query_one(Sky).fly(entry.pennant)
        options += [Option(self.place_entry(place), id=place) for place in self.place_titles]
        options += [Option(_("Quit"), id="quit")]
        self.leave_out_lines(options)
        listed = [(option.id, option.prompt) if option else None for option in options]
        if listed == self.listed:  # most often nothing has changed, and a list takes time to draw
            self.show_selected()
        else:
            self.listed = listed
            self.refill(options, index, before, first_ids)
        if host.saves_matches:
            self.read_results()
        else:
            self.show_recent()

    def leave_out_lines(self, options: list[Option | None]) -> None:
        """Take out lines between parts of the list, from the top, until it fits the terminal."""
        room = self.app.size.height - LOW - 1
        lines = [number for number, option in enumerate(options) if not option or option.disabled]
        for number in reversed(lines[: max(0, len(options) - room)]):
            del options[number]

    def refill(
        self,
        options: list[Option | None],
        index: int,
        before: Option | None,
        first_ids: set[str | None],
    ) -> None:
        """Put these entries into the list. `index`, `before`: the entry under the cursor;
        `first_ids`: which entries that lead into a match at once it had."""
        menu = self.menu
        menu.clear_options()
        menu.add_options(options)
        ids = [option.id for option in menu.options]
        first = [name for name in ids if name in ("continue", LEARN)]
        if first and first[0] not in first_ids:
            index = ids.index(first[0])  # so that Enter continues, or teaches
        elif before is not None and before.id in ids:
            index = ids.index(before.id)
        elif GAME + self.door_game in ids:
            index = ids.index(GAME + self.door_game)
        menu.highlighted = min(index, menu.option_count - 1)
        self.refresh_bindings()  # Continue depends on the unfinished match

    def first_entries(self) -> list[Option]:
        """What leads into a match at once; two entries as long as there is a door."""
        lesson = self.lesson or easiest_game()
        learn = Option(_("Learn {game}").format(game=registry.short_name(lesson)), id=LEARN)
        if self.unfinished:
            return [Option(_("Continue"), id="continue"), *([learn] if self.has_door else [])]
        return [learn, Option(_("Play a first match"), id=FIRST)] if self.has_door else []

    def turn_entries(self) -> list[Option]:
        """The list of matches in which it is the user's turn, if somebody waits in one: the
        others are behind Continue and among the saved ones."""
        if any(turn.is_shared for turn in self.turns):
            return [Option(_("Your turn ({count})").format(count=len(self.turns)), id=TURNS)]
        return []

    def palette_entries(self) -> list[tuple[str, str, Callable[[], object]]]:
        """The entries of the list but those that a key of this screen opens, what waits to be
        continued first."""
        return [
            (
                self.entry_name(option),
                self.about_place(option.id),
                partial(self.open_place, option.id),
            )
            for option in self.menu.options
            if option.id and option.id not in ("saved", "quit")
        ]

    def entry_name(self, option: Option) -> str:
        """An entry of the list by its name alone, without sign, facts or badge."""
        place = option.id or ""
        if place.startswith(GAME):
            return _("Play {game}").format(game=game_name(place.removeprefix(GAME)))
        return self.place_titles.get(place) or str(option.prompt)

    def about_place(self, place: str) -> str:
        """An entry of the list in a line."""
        if place.startswith(GAME):
            facts = facts_line(place.removeprefix(GAME))
            return _("Set up a match: {facts}").format(facts=facts)
        if place == "continue" and self.unfinished is not None:
            return game_name(self.unfinished.game)
        if place in (LEARN, FIRST):
            return game_name(
                tutorial_progress.game_to_learn() if place == LEARN else easiest_game()
            )
        return place_words(place)

    def game_entry(self, game_id: str) -> Text:
        """A game in the list; where there is room with how many play it and how long."""
        text = Text(game_name(game_id), no_wrap=True, overflow="ellipsis")
        has_signs = self.has_class("-signs")
        if self.app.size.height >= TALL:
            text.append("\n" if has_signs else "\n  ")
            text.append(facts_line(game_id), "dim")
        if has_signs:
            text.append(f"\n{self.records.get(game_id) or ' '}", "dim")
            pens = pens_of(self.app, self.app.ascii)
            return beside_sign(game_id, text, pens, as_hex(pens.reduce(pens.palette.ground)))
        return text

    def place_entry(self, place: str) -> Text:
        """A place in the list, with what waits there at the right."""
        text = Text(self.place_titles[place], no_wrap=True)
        badge = self.badges.get(place, "")
        if badge:
            text.append(badge.rjust(ENTRY_COLUMNS - text.cell_len), "bold")
        return text

    def show_badges(self, badges: dict[str, str]) -> None:
        """Show what waits at the places of the list."""
        self.badges.update(badges)
        for place in badges.keys() & self.place_titles.keys():
            self.replace_entry(place, self.place_entry(place))

    def replace_entry(self, name: str, text: Text) -> None:
        """Show another text for an entry of the list."""
        entry = name, text
        if entry not in self.listed:
            self.menu.replace_option_prompt(name, text)
            self.listed = [entry if other and other[0] == name else other for other in self.listed]

    def separator(self) -> Option | None:
        """A line between parts of the list; OptionList's own, which None makes, is not ASCII."""
        return Option("-" * 26, disabled=True) if self.app.ascii else None

    @property
    def selected(self) -> str:
        """The ID of the selected entry; empty without one, and while the screen closes."""
        option = self.menu.highlighted_option
        return (option.id or "") if option else ""

    @property
    def selected_game(self) -> str:
        """The selected game, that of Continue included; empty if there is none."""
        if self.selected == LEARN:
            return self.lesson
        if self.selected == FIRST:
            return easiest_game()
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

    @on(Click)
    def _open_recent(self, event: Click) -> None:
        """A click on a list of matches opens the place that it tells of."""
        name = event.widget.id or "" if event.widget else ""
        if name.startswith("recent-") and self.is_active:
            event.stop()
            self.open_place(name.removeprefix("recent-"))

    @work(exclusive=True, group="open")
    async def open_place(self, place: str) -> None:
        """Open an entry of the list."""
        await self.app.host_ready.wait()
        if not self.is_active:
            return
        self.door_game = self.selected_game if place in (LEARN, FIRST) else ""
        if place.startswith(GAME):
            self.app.open("setup", place.removeprefix(GAME))
        elif place == FIRST:
            self.app.open("setup", easiest_game())
        elif place == LEARN:
            self.app.start_tutorial(tutorial_progress.game_to_learn())
        elif place == LESSONS:
            await self.choose_lesson()
        elif place == "continue":
            self.action_continue()
        elif place == TURNS:
            self.action_turns()
        elif place == "quit":
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
        return "Play" if self.selected.startswith(GAME) else TITLES.get(self.selected, "")

    def offers(self, action: str) -> bool:
        """Whether the footer is to name an action: where Enter continues, no other key does, and
        without a game there is none to learn."""
        if action in ("tutorial", "rules"):
            return bool(self.selected_game)
        return action != "continue" or self.selected != "continue"

    # The card and the matches beside it

    def show_selected(self) -> None:
        """Describe the selected entry, with a picture of its game."""
        self.query_one("#card").set_class(self.has_board, "-pictured")
        self.query_one("#card").set_class(not self.selected_game, "-place")
        for name in RECENT:  # the list of the selected entry is on the card
            self.query_one(f"#recent-{name}").display = name != self.selected
        self.query_one("#card").set_class(self.has_emblem, "-emblem")
        self.query_one(Emblem).show(self.selected_game if self.has_emblem else "")
        update_if_changed(self.facts, self.describe(self.selected))
        self.show_standing()
        self.show_board(self.selected)
        self.refresh_bindings()  # the footer says what Enter does with the entry

    @property
    def pictured_match(self) -> tuple[str, str]:
        """The game whose board is on the card, and the ID of the match, empty for one that nobody
        plays: what the selected entry is about; beside one that is about none, such as the
        settings, the user's newest match."""
        game, unfinished = self.selected_game, self.unfinished
        if game and self.selected == "continue" and unfinished is not None:
            return game, unfinished.id
        if game:
            return game, self.latest.get(game, "")
        if self.selected == LESSONS:
            return tutorial_progress.game_to_learn() or easiest_game(), ""
        if self.selected == "daily" and self.match_of_day[0]:
            return self.match_of_day
        newest = self.newest.get(self.selected == "statistics")
        if newest is not None and newest.header is not None:
            return newest.header.game, newest.id
        return easiest_game(), ""

    @property
    def has_board(self) -> bool:
        """Whether the card shows a board: only where the whole of it has room."""
        return self.has_class("-wide")

    @property
    def has_emblem(self) -> bool:
        """Whether the emblem of the game is on the card instead; above the seats of Continue."""
        pens = pens_of(self.app, self.app.ascii)
        if self.has_board or not (self.selected_game and pens.has_pixels):
            return False
        seats = len(self.header.seats) if self.header and self.selected == "continue" else 0
        needed = EMBLEM_ROWS + 1 + SEAT_ROWS * seats + CONTINUE_ROWS
        return not seats or self.query_one("#card").size.height >= needed

    def show_standing(self) -> None:
        """Show the seats of the match that Continue opens, with faces."""
        seats = self.query_one("#seats", Container)
        seats.display = self.selected == "continue" and self.header is not None
        if not seats.display or self.header is None:
            return
        from caravan_tui.screens.saved.standing import Standing  # not needed for the first frame

        standing = next(iter(seats.query_children(Standing)), None)
        if standing is None:
            standing = Standing()
            seats.mount(standing)
        used = CONTINUE_ROWS + (EMBLEM_ROWS + 1 if self.has_emblem else 0)
        standing.show(self.header, self.query_one("#card").size.height - used)

    def describe(self, place: str) -> Text:
        """Describe an entry of the list."""
        if place.startswith(GAME):
            return self.describe_game(place.removeprefix(GAME))
        if place == "continue" and self.unfinished is not None:
            card = unfinished_card(self.unfinished, has_seats=self.header is not None)
            if self.has_emblem or self.has_board:
                return card
            return beside_sign(self.unfinished.game, card, pens_of(self.app, self.app.ascii))
        if place in (LEARN, FIRST):
            return self.describe_door(place)
        text = Text().append(place_words(place), "bold")
        if place == "settings":
            text.append_text(self.describe_settings())
        if place in self.lists:
            text.append("\n\n").append_text(self.lists[place])
        return text

    def describe_game(self, game_id: str) -> Text:
        """What a game is, the user's record, and the keys."""
        record = self.records.get(game_id, "")
        if self.has_board:
            card = game_facts(game_id, self.app.ascii, is_narrow=True)
            has_room = self.has_class("-tallest")
            words = rules_summary(game_id) if has_room else _(registry.spec(game_id).summary)
            card.append(f"\n\n{record}" if record else "")
            card.append("\n\n").append_text(self.links(game_id, "\n"))
            card.append(f"\n\n{words}")
            return card
        if self.has_emblem:
            card = game_facts(game_id, self.app.ascii)
            card.append(f"\n{_(registry.spec(game_id).summary)}\n")
            card.append(f"{record}\n" if record else "")
        else:
            colour = self.app.theme_variables.get("primary", "")
            card = game_card(game_id, record, colour, self.app.ascii)
        return card.append_text(self.links(game_id, "  "))

    def links(self, game_id: str, between: str) -> Text:
        """What can be done with a game, and the keys for it."""
        return key_links(self, tutorial_progress.load().get(game_id), between)

    def describe_settings(self) -> Text:
        """The settings that people change most, as they are."""
        from caravan_tui.screens.theme_chooser import theme_title  # not needed for the first frame

        text = Text("\n")
        for name in ("theme", "language", "name", "pace", "animations"):
            setting, value = SETTINGS[name], str(getattr(self.app.settings, name))
            if value:
                text.append(f"\n{_(setting.title)}: ", "dim")
                label = theme_title(value) if name == "theme" else setting.labels.get(value, value)
                text.append(_(label))
        return text

    def describe_door(self, place: str) -> Text:
        """What somebody who has played nothing yet can begin with."""
        card = Text().append(_("Welcome to the caravan.") + "\n\n", "bold")
        if place == LEARN:
            text = _("Press Enter or click to learn {game} by playing, in ten minutes.")
            card.append(text.format(game=game_name(tutorial_progress.game_to_learn())))
        else:
            text = _("Press Enter to play {game} against a Porter, who makes it easy for you.")
            card.append(text.format(game=game_name(easiest_game())))
        card.append("\n\n" + _("Or choose another game with ↓ or a click."))
        if self.has_board:
            game_id = self.selected_game
            card.append("\n\n\n").append_text(game_facts(game_id, self.app.ascii, is_narrow=True))
            card.append("\n\n" + rules_summary(game_id))
        return card

    def show_recent(self) -> None:
        """Show the lists of matches that have been read; nothing of those that can't be."""
        for name in RECENT:
            widget = self.query_one(f"#recent-{name}", Static)
            update_if_changed(widget, self.lists.get(name, Text()))

    @work(exclusive=True, group="results")
    async def read_results(self) -> None:
        """Read the user's results, and show them on the cards and in the lists of matches."""
        from caravan_tui.screens.home import recent  # not needed for the first frame

        try:
            results = await self.app.host.results()
        except SaveError:
            self.show_recent()
            return  # the statistics screen shows the error
        listing = await self.app.host.listing()
        tries = await asyncio.to_thread(recent.problems.load)
        due = await asyncio.to_thread(recent.problems_due, tries)
        if not (is_open(self) and self.query("#menu")):
            return  # closed meanwhile
        own = recent.own_results(results)
        for game_id in registry.ids():
            played = [result for result in own if result.game == game_id]
            self.records[game_id] = recent.record_line(played)
        self.header = None
        self.newest.clear()
        for entry in sorted(listing.entries, key=lambda entry: entry.changed):
            if entry.header and entry.status == "ok" and entry.header.game in registry.ids():
                self.latest[entry.header.game] = entry.id
                self.newest |= {False: entry} | ({True: entry} if entry.header.over else {})
                if self.unfinished is not None and entry.id == self.unfinished.id:
                    self.header = entry.header
        before = [option.prompt for option in self.turn_entries()]
        self.turns = self.app.host.turns(listing)
        self.lists[TURNS] = recent.turns_text(self.turns)
        if before != [option.prompt for option in self.turn_entries()]:
            self.fill()  # an entry comes or goes
            return
        badges = recent.badges(listing.entries, results)
        self.match_of_day = recent.match_of_day(listing.entries, results)
        self.show_badges(badges | {"problems": recent.problems_badge(tries, due)})
        self.lists |= {
            "problems": recent.problems_text(tries, due),
            "daily": recent.daily_text(listing.entries, results),
            "saved": recent.unfinished_text(self, listing.entries, self.app.ascii),
            "statistics": recent.finished_text(results),
        }
        self.show_recent()
        if self.has_class("-signs"):  # with the record below the name
            for game_id in registry.ids():
                self.replace_entry(GAME + game_id, self.game_entry(game_id))
        if self.selected:
            self.show_selected()

    @work(exclusive=True, group="board")
    async def show_board(self, place: str) -> None:
        """Show what the selected entry is about: the match of Continue as it stands, the last one
        of a game, the match or the problem of the day, the map of the Road; of a game that was
        never played a match that nobody plays."""
        if not self.has_board or not self.app.host_ready.is_set():
            return
        # not needed for the first frame
        from caravan_tui.screens.home.cutout import pictured

        shown = await pictured(self.app.host, place, *self.pictured_match)
        if not is_open(self) or not self.query("#board"):
            return
        shown.put_into(self.query_one("#board", Container))
        self.query_one("#caption", Static).update(shown.caption)

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

    @work(exclusive=True, group="continue")
    async def action_turns(self) -> None:
        """Choose one of the matches in which it is the user's turn, and open it."""
        await self.app.host_ready.wait()
        host = self.app.host
        if host.lobby is not None:
            await host.lobby.refresh()
        turns = host.turns(await host.listing())
        if not turns:
            self.notify(_("No match waits for you."))
            return
        # not needed for the first frame
        from caravan_tui.widgets.dialog import Chooser

        rows = [f"{turn.title}  {turn.players}".rstrip() for turn in turns]
        chooser = Chooser(_("Your turn"), rows, one_line=True, asides=[turn.when for turn in turns])
        index = await self.app.push_screen_wait(chooser)
        if index is None:
            return
        turn = turns[index]
        try:
            if turn.is_shared and host.lobby is not None:
                table = await host.lobby.join(turn.match)
            else:
                table = await host.open(turn.match)
        except (OptionError, SaveError) as error:
            self.notify(str(error), severity="warning")
            return
        for notice in host.notices():
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
        if action == "continue" and self.app.host_ready.is_set() and self.unfinished is None:
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


def facts_line(game_id: str) -> str:
    """How many play a game, and how long."""
    spec = registry.spec(game_id)
    return _("{seats}, {minutes} min").format(seats=seats_text(spec), minutes=spec.minutes)


def reading_text(place: str) -> Text:
    """What stands for a list of the user's matches while they are being read."""
    title = {
        "daily": _("Daily desert"), "saved": _("Unfinished"), "statistics": _("Recent results"),
    }[place]  # fmt: skip
    return Text(title, "bold").append("\n" + _("reading …"), "not bold dim")


def lessons_text() -> Text:
    """How far the user has come in each tutorial, the easiest first."""
    text, progress = Text(), tutorial_progress.load()
    for game_id in registry.by_ease():
        how_far = how_far_words(progress.get(game_id))
        text.append(f"{registry.short_name(game_id)}: ")
        text.append(how_far or _("new"), "bold" if how_far else "dim").append("\n")
    return text


def place_words(place: str) -> str:
    """What a place of the list is for; empty for others."""
    return {
        TURNS: _("The matches that wait for you. Press Enter to choose one."),
        LESSONS: _("Learn another game by playing, in ten minutes."),
        "saved": _("All your matches: resume, replay, rename, export, delete."),
        "statistics": _("Your results and records."),
        "road": _("A journey through all five games, with a story, for one player."),
        "daily": _("One match a day in each game, the same for everyone."),
        "problems": _("Find the best move. A new one each day, and your own mistakes."),
        "settings": _("Colours, language, animations, names."),
        "lobby": _("The matches on this server: join, watch, chat."),
        "quit": _("Everything is saved."),
    }.get(place, "")


def easiest_game() -> str:
    """The game to begin with: the lightest and shortest one."""
    return registry.by_ease()[0]
