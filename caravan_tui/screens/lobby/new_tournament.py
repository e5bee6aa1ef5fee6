"""Set up a tournament or a league."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.widgets import Static

from caravan_tui.bus.competition_messages import NewTournament
from caravan_tui.bus.lobby_messages import DAYS_A_MOVE, LONGEST_WAIT
from caravan_tui.competition.tournament import MOST_MINUTES, MOST_ROUNDS
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError
from caravan_tui.games.registry import game_name
from caravan_tui.i18n import _
from caravan_tui.presentation.tournaments import format_help, format_titles
from caravan_tui.screens.form import FormScreen, FormScroll
from caravan_tui.screens.lobby.match_text import days_text
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.commands import Command, bindings, key_name
from caravan_tui.widgets.dunes import Dunes, OverDunes
from caravan_tui.widgets.fields import Field, FieldList
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.question import TextQuestion
from caravan_tui.widgets.title_bar import BarButton, TitleBar

COMMANDS = (
    Command("new_tournament.start", "ctrl+s,f10", "create", "Create",
            "Announce the tournament. Players can take part until you start it.", footer=True,
            glyph="F10"),
    Command("new_tournament.next", "down", "next_field", "Select", "Next field", footer=True,
            glyph="↑↓"),
    Command("new_tournament.previous", "up", "previous_field", "Previous field"),
    Command("new_tournament.rules", "f1", "rules", "Rules", "The rules of the game."),
    Command("new_tournament.keys", "f2,question_mark", "keys", "Keys",
            "Show every key of this screen.", footer=True),
    Command("new_tournament.back", "escape,q", "back", "Back", "Go back.", footer=True,
            glyph="esc"),
)  # fmt: skip

FIELDS = ("name", "game", "format", "seats", "rounds", "days", "clock", "grace", "minutes")
"""What can be chosen of a tournament."""


class NewTournamentScreen(FormScreen):
    """A form: name, game, format, tables, rounds, times."""

    COMMANDS: ClassVar[Any] = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    NewTournamentScreen { layout: vertical;
        & FormScroll { padding: 0 1; scrollbar-size: 1 1; align-horizontal: center;
            background: $background; }
        & FieldList { max-width: 120; }
        & > #words { height: 2; padding: 0 2; color: $text-muted; }
        & > #error { height: auto; padding: 0 2; color: $text-error; text-style: bold; }
    }
    """

    AUTO_FOCUS = "FieldList"

    error = getters.query_one("#error", Static)

    def __init__(self) -> None:
        super().__init__()
        usual = NewTournament("", registry.ids()[0], next(iter(format_titles())))
        self.values: dict[str, Any] = {name: getattr(usual, name) for name in FIELDS}

    def compose(self) -> ComposeResult:
        """Title, fields, words, what is wrong, keys."""
        yield TitleBar(_("New tournament"))
        with OverDunes():
            with FormScroll():
                yield FieldList("tournament", ground="ground")
            yield Dunes()
        yield Static(id="words", markup=False)
        yield Static(id="error", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Show the fields."""
        if not self.values["name"]:
            self.values["name"] = _("{name}'s cup").format(name=self.app.host.player_name())
        self.show()

    def form(self) -> list[Field]:
        """The fields, as they are with the values that were chosen."""
        spec = registry.spec(self.values["game"])
        least = max(2, spec.min_seats)
        kind = self.values["format"]
        seats = [(str(count), count) for count in range(least, spec.max_seats + 1)]
        only_two = _("This game has two players.") if len(seats) < 2 else ""
        fixed = "" if kind in ("swiss", "league") else _("The number of players decides.")
        slow = _("Players have days for a move.") if self.values["days"] else ""
        weekly = _("A round of a league is a week.") if kind == "league" else slow
        return [
            Field("name", _("Name"), _("What the list calls it.")),
            Field("game", _("Game"), "", [(game_name(game), game) for game in registry.ids()]),
            Field(
                "format", _("Format"), format_help(kind),
                [(title, name) for name, title in format_titles().items()],
            ),
            Field(
                "seats", _("Players at a table"), _("At most; a table may have fewer."), seats,
                obstacle=only_two,
            ),
            Field(
                "rounds", _("Weeks") if kind == "league" else _("Rounds"),
                _("0: as many as suit the number of players."),
                low=0, high=MOST_ROUNDS, obstacle=fixed,
            ),
            Field(
                "days", _("By correspondence"),
                _("Days for each move. Nobody has to stay at the table. Then a computer player "
                  "plays the move."), [(days_text(days), days) for days in DAYS_A_MOVE],
            ),
            Field(
                "clock", _("Clock: seconds a turn"),
                _("0: no clock. A computer player plays a turn that is late."),
                low=0, high=3_600, step=30, obstacle=slow,
            ),
            Field(
                "grace", _("Stand-in after seconds"),
                _("A computer player takes the seat of a player who isn't at the table."),
                low=0, high=LONGEST_WAIT, step=60, obstacle=slow,
            ),
            Field(
                "minutes", _("Minutes a round"),
                _("Then computer players finish its matches."),
                low=10, high=MOST_MINUTES, step=10, obstacle=weekly,
            ),
        ]  # fmt: skip

    def show(self) -> None:
        """Show the fields with their values."""
        self.fields.show(self.form(), self.values)
        button = BarButton(" " + _("Create") + " ", "screen.create")
        words = _("{key} creates it").format(key=key_name(self, "new_tournament.start"))
        self.query_one(TitleBar).show(_("New tournament"), words, [button])
        self.show_words()

    @on(FieldList.CursorMoved)
    def show_words(self) -> None:
        """Say what the field under the cursor means."""
        if is_open(self) and self.is_mounted:
            self.query_one("#words", Static).update(self.field_words())

    def change(self, name: str, value: Any) -> None:
        """Take over the value that a field was given."""
        self.values[name] = value
        if name == "game":
            spec = registry.spec(value)
            self.values["seats"] = min(max(2, spec.min_seats, self.values["seats"]), spec.max_seats)
        self.error.update("")
        self.show()

    @work(exclusive=True, group="dialog")
    async def ask_value(self, name: str) -> None:
        """Ask for the name of the tournament: nothing else is typed."""
        question = TextQuestion(_("Name"), _("Name of the tournament:"), self.values[name])
        text = await self.app.push_screen_wait(question)
        if text:
            self.values[name] = text
            self.show()

    @work(exclusive=True, group="create")
    async def action_create(self) -> None:
        """Announce the tournament, or say what is wrong."""
        await self.changes_taken()
        try:
            view = await self.lobby.competitions.new_tournament(NewTournament(**self.values))
        except OptionError as error:
            self.error.update(f"! {error}")
            return
        if is_open(self):
            self.app.switch_to("tournament", view.row.tournament)

    def action_rules(self) -> None:
        """Open the rules of the game."""
        self.app.open_rules(self.values["game"])

    def action_keys(self) -> None:
        """Show every key of this screen."""
        self.app.open_keys([(_("New tournament"), COMMANDS)])
