"""Set up a match: who plays, the options, the seed."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from random import choice
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import getters, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Button, Input, Select, Static

from caravan_tui.cast.characters import named
from caravan_tui.engine.record import Seat
from caravan_tui.engine.rng import LARGEST_SEED, fresh_seed
from caravan_tui.games import registry
from caravan_tui.games.contract import Option, OptionError, OptionValue
from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.form import FormScreen
from caravan_tui.screens.home.game_card import game_card, rules_summary
from caravan_tui.widgets.checkbox import Checkbox
from caravan_tui.widgets.closing import close
from caravan_tui.widgets.commands import Command, bindings
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.marks import seat_colour, seat_mark
from caravan_tui.widgets.number import Number

if TYPE_CHECKING:
    from caravan_tui.hosts.connection import TableConnection

COMMANDS = (
    Command("setup.start", "ctrl+s,f10", "start", "Start", "Start the match.", footer=True,
            glyph="F10", priority=True),
    Command("setup.rules", "f1", "rules", "Rules", "Show the rules of this game.", footer=True),
    Command("setup.back", "escape", "back", "Back", "Go back home.", footer=True),
    Command("setup.next", "down", "next_field", "Next field", priority=True),
    Command("setup.previous", "up", "previous_field", "Previous field", priority=True),
)  # fmt: skip

WIDE, TALL = 120, 40
"""Columns from which on the game is described beside its options; rows from which on the form is
not stretched from top to bottom."""

PERSON = "person"
CLOSED = "closed"
"""The kind of a seat that is not taken."""

DEFAULT_STYLE = "usual"
RANDOM_STYLE = "chance"
NO_KNOWN_STYLE = (DEFAULT_STYLE, RANDOM_STYLE)


class SeatRow(Vertical):
    """Kind, name and style of the player in a seat."""

    app = getters.app(BaseApp)

    def __init__(
        self,
        seat: int,
        kinds: Sequence[tuple[str, str]],
        kind: str,
        styles: Sequence[tuple[str, str]],
        name: str,
    ) -> None:
        """`kinds`, `styles`: a title and a value for each; no styles: none can be chosen."""
        super().__init__(classes="seat")
        self._seat = seat
        self._kinds = kinds
        self._first_kind = kind
        self._style_choices = styles
        self._first_name = name

    def compose(self) -> ComposeResult:
        """Mark, kind and name; the style below."""
        with Horizontal():
            mark = Static(f" {seat_mark(self._seat, self.app.ascii)}", markup=False)
            mark.styles.color = seat_colour(self, self._seat)
            yield mark
            yield Select(
                self._kinds,
                value=self._first_kind,
                allow_blank=False,
                id=f"kind-{self._seat}",
                compact=True,
            )
            yield Input(self._first_name, id=f"name-{self._seat}", max_length=16, compact=True)
        if self._style_choices:
            yield Select(
                [
                    (_("Default style"), DEFAULT_STYLE),
                    *self._style_choices,
                    (_("Random style"), RANDOM_STYLE),
                ],
                value=DEFAULT_STYLE,
                allow_blank=False,
                id=f"style-{self._seat}",
                compact=True,
            )

    @property
    def kind(self) -> str:
        """Who plays: `person`, a level, or that the seat is not taken."""
        return str(self.query_one(f"#kind-{self._seat}", Select).value)

    @property
    def typed_name(self) -> str:
        """The name that was typed; empty if none was."""
        return self.query_one(f"#name-{self._seat}", Input).value.strip()

    @property
    def player_style(self) -> str | None:
        """The style of a computer player; None for the default one, and for people."""
        for select in self.query(f"#style-{self._seat}").results(Select):
            if select.display and select.value == RANDOM_STYLE:
                return choice([name for _title, name in self._style_choices])
            if select.display and select.value != DEFAULT_STYLE:
                return str(select.value)
        return None

    @property
    def known_style(self) -> str | None:
        """The style that was chosen; None also for one that is drawn in secret."""
        values = [str(select.value) for select in self.query(f"#style-{self._seat}").results(Select)
                  if select.display]  # fmt: skip
        return next((value for value in values if value not in NO_KNOWN_STYLE), None)

    def show_defaults(self, name: str, has_style: bool) -> None:
        """Show the name that the player gets if none is typed, and the style if there is one."""
        self.query_one(f"#name-{self._seat}", Input).placeholder = name
        for select in self.query(f"#style-{self._seat}"):
            select.display = has_style


class OptionField(Vertical):
    """An option of a game with its help."""

    def __init__(self, option: Option, seats: int) -> None:
        """`seats`: the number of players that the first value is for."""
        super().__init__(classes="field")
        self.option = option
        self._first_seats = seats

    @property
    def depends_on_seats(self) -> bool:
        """Whether the default depends on the number of players."""
        return isinstance(self.option.default, Mapping)

    def compose(self) -> ComposeResult:
        """Title, field, help."""
        option = self.option
        default = option.default_for(self._first_seats)
        key = f"option-{option.name}"
        if option.kind == "flag":
            yield Checkbox(_(option.title), bool(default), id=key, compact=True)
        elif option.kind == "choice":
            yield Static(_(option.title), id=f"usual-{option.name}", markup=False)
            choices: list[tuple[str, OptionValue | None]] = [
                (_(str(value)), value) for value in option.choices
            ]
            if self.depends_on_seats:
                choices.insert(0, (_("default"), None))
            yield Select(
                choices,
                value=None if self.depends_on_seats else default,
                allow_blank=False,
                id=key,
                compact=True,
            )
        else:
            yield Static(_(option.title) + f" ({option.allowed()})", markup=False)
            yield Number(default, key, option.low, option.high)
        yield Static(_(option.help), classes="help", markup=False)

    @property
    def value(self) -> OptionValue | None:
        """What is chosen; None for the default."""
        widget: Widget = self.query_one(f"#option-{self.option.name}")
        assert isinstance(widget, Checkbox | Select | Input)
        value: Any = widget.value
        return cast("OptionValue | None", value)

    def show_default(self, seats: int) -> None:
        """Name the default for this number of players, if it depends on that."""
        if self.depends_on_seats:
            option = self.option
            title = _("{option} (default: {value})").format(
                option=_(option.title), value=_(str(option.default_for(seats)))
            )
            self.query_one(f"#usual-{option.name}", Static).update(title)


class SetupScreen(FormScreen):
    """Players on the left, options on the right, Start below; the game itself where there is
    room."""

    COMMANDS: ClassVar[Any] = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    SetupScreen { layout: vertical;
        & > #title { dock: top; height: 1; background: $panel; padding: 0 1; text-style: bold; }
        & > #columns { height: 1fr; }
        &.-tall { align: center middle; }
        &.-tall > #columns { height: 28; max-width: 176; }
        &.-tall > #bottom { max-width: 176; }
        & #seats, & #options { border: round $panel; padding: 0 1; height: 1fr;
            border-title-color: $text-muted; }
        & #seats { width: 46; }
        & #options { width: 1fr; }
        & #about { width: 1fr; height: 1fr; padding: 1 2; display: none; }
        &.-wide #about { display: block; }
        & .seat { height: 2; }
        & .seat > Horizontal { height: 1; }
        & .seat Static { width: 4; }
        & .seat Select { width: 22; }
        & .seat > Select { margin-left: 4; }
        & .seat Input { width: 1fr; height: 1; border: none; }
        & .field { height: auto; margin-bottom: 1; }
        & .field > Static { height: auto; }
        & .help { color: $text-muted; }
        & .field Input { height: 1; border: none; }
        & #bottom { height: 3; align: center middle; }
        & #error { width: 1fr; color: $text-error; padding: 0 1; height: 3; }
        & Button { margin: 1 2 0 2; }
    }
    """

    error = getters.query_one("#error", Static)

    def __init__(self, game_id: str, seed: int | None = None, level: str | None = None) -> None:
        """`level`: of the computer players at first; None: the usual one."""
        super().__init__()
        self.game_id = game_id
        self.first_level = level
        self.spec = registry.spec(game_id)
        self.first_seed = seed
        self.drawn_seed = fresh_seed()
        """The seed of the match if none is typed: the form shows whom it brings to the table."""
        self._refused_entries: list[object] = []

    def compose(self) -> ComposeResult:
        """A row for each seat, a field for each option."""
        spec = self.spec
        yield Static(_("New match: {game}").format(game=_(spec.title)), id="title", markup=False)
        with Horizontal(id="columns"):
            with VerticalScroll(id="seats", can_focus=False) as seats:
                seats.border_title = _("Seats")
                for seat in range(spec.max_seats):
                    yield self.seat_row(seat)
                yield Static(self.about_seats(), classes="help", markup=False)
            with VerticalScroll(id="options", can_focus=False) as options:
                options.border_title = _("Options")
                for option in spec.options:
                    yield OptionField(option, max(spec.min_seats, 2))
                yield from self.seed_field()
                yield from self.more_fields()
            with VerticalScroll(id="about", can_focus=False):
                yield Static(id="game", markup=False)
        with Horizontal(id="bottom"):
            yield Static(id="error", markup=False)
            yield Button(_("Start"), id="start", variant="primary", compact=True)
            yield Button(_("Back"), id="back", compact=True)
        yield Footer(show_command_palette=False, compact=True)

    def seat_row(self, seat: int) -> SeatRow:
        """Make the row of a seat, with the player that most matches have there."""
        spec, host = self.spec, self.app.host
        kinds = list(self.kinds())
        if seat >= spec.min_seats:
            kinds.append((_("(empty)"), CLOSED))
        kind = PERSON if seat == 0 else self.first_level or host.usual_level()
        if seat >= min(max(spec.min_seats, 2), spec.max_seats):
            kind = CLOSED
        name = host.player_name() if seat == 0 else ""
        return SeatRow(seat, kinds, kind, host.styles(self.game_id), name)

    def kinds(self) -> Sequence[tuple[str, str]]:
        """Who can play in a seat: a title and a kind for each."""
        return [(_("Person"), PERSON), *self.app.host.levels()]

    def about_seats(self) -> str:
        """Describe who can play."""
        levels = ", ".join(title for title, _name in self.app.host.levels())
        return _(
            "People take turns at this keyboard. Computer players, the weakest first: {levels}."
        ).format(levels=levels)

    def seed_field(self) -> ComposeResult:
        """Make the field of the seed."""
        with Vertical(classes="field"):
            yield Static(_("Seed"), markup=False)
            yield Input(
                "" if self.first_seed is None else str(self.first_seed),
                id="seed", placeholder=_("random"), type="integer", compact=True,
                max_length=len(str(LARGEST_SEED)),
            )  # fmt: skip
            yield Static(
                _("The same number gives the same deal again."), classes="help", markup=False
            )

    def more_fields(self) -> ComposeResult:
        """Make more fields below the options."""
        yield from ()

    def on_mount(self) -> None:
        """Focus Start, so that Enter plays at once."""
        colour = self.app.theme_variables.get("primary", "")
        card = game_card(self.game_id, colour=colour, ascii_only=self.app.ascii)
        card.append("\n" + rules_summary(self.game_id))
        self.query_one("#game", Static).update(card)
        self.show_defaults()
        self.query_one("#start").focus()

    def on_resize(self) -> None:
        """Describe the game where there is room; keep the form together on a tall terminal."""
        self.set_class(self.app.size.width >= WIDE, "-wide")
        self.set_class(self.app.size.height >= TALL, "-tall")

    def show_defaults(self) -> None:
        """Show the names of players without one, and the defaults for this number of players."""
        taken = self.taken()
        names = self.names(taken)
        levels = {name for _title, name in self.app.host.levels()}
        for seat, row in enumerate(self.query(SeatRow)):
            row.show_defaults(names.get(seat, ""), taken.get(seat) in levels)
        seats = min(max(len(taken), self.spec.min_seats), self.spec.max_seats)
        for field in self.query(OptionField):
            field.show_default(seats)

    # Reading the form

    def seats(self) -> list[Seat]:
        """Read who plays. Raises OptionError if a seat in between is not taken."""
        taken = self.taken()
        if list(taken) != list(range(len(taken))):
            raise OptionError(
                _("There is an empty seat between players. Fill the seats from the top.")
            )
        names = self.names(taken)
        rows = list(self.query(SeatRow))
        return [Seat(kind, names[seat], rows[seat].player_style) for seat, kind in taken.items()]

    def taken(self) -> dict[int, str]:
        """Read which seats are taken, and by what kind of player."""
        kinds = {seat: row.kind for seat, row in enumerate(self.query(SeatRow))}
        return {seat: kind for seat, kind in kinds.items() if kind != CLOSED}

    def names(self, taken: Mapping[int, str]) -> dict[int, str]:
        """Read the names of the players in these seats; no two are the same."""
        rows = list(self.query(SeatRow))
        seats = []
        for seat, kind in taken.items():
            usual = _("Player {n}").format(n=seat + 1) if kind == PERSON else ""
            seats.append(Seat(kind, rows[seat].typed_name or usual, rows[seat].known_style))
        players = named(seats, self.seed_to_use())
        return {seat: player.name for seat, player in zip(taken, players, strict=True)}

    def options(self) -> dict[str, OptionValue]:
        """Read the options that are not left at their default."""
        values = {field.option.name: field.value for field in self.query(OptionField)}
        return {name: value for name, value in values.items() if value is not None}

    def entries(self) -> list[object]:
        """Read every field as it is, right or wrong."""
        fields = self.query("Input, Select, Checkbox").results()
        return [cast("Any", field).value for field in fields]

    def seed(self) -> int | None:
        """Read the seed, None for a random one. Raises OptionError for one out of bounds."""
        text = self.query_one("#seed", Input).value.strip()
        if not text:
            return None
        if not text.isdigit() or int(text) > LARGEST_SEED:
            raise OptionError(
                _("The seed '{text}' is not allowed. Choose 0 to {most}.").format(
                    text=text, most=LARGEST_SEED
                )
            )
        return int(text)

    def seed_to_use(self) -> int:
        """The seed that was typed if it is one, else the drawn one."""
        with contextlib.suppress(OptionError):
            typed = self.seed()
            return self.drawn_seed if typed is None else typed
        return self.drawn_seed

    # Commands

    @work(exclusive=True)
    async def action_start(self) -> None:
        """Start the match, or say what is wrong."""
        if not self.is_active:
            return  # started already
        try:
            seats = self.seats()
            options = self.spec.resolve(self.options(), len(seats))
            link = await self.create_match(options, seats)
        except OptionError as error:
            self._refused_entries = self.entries()
            self.error.update(f"! {error}")
            return
        if link is None:
            self.wait()
        else:
            self.app.switch_to("table", link)

    async def create_match(
        self, options: Mapping[str, OptionValue], seats: Sequence[Seat]
    ) -> TableConnection | None:
        """Have the host create the match; None if it waits for others. Raises OptionError."""
        self.seed()  # raises OptionError if what was typed is none
        return await self.app.host.create(self.game_id, options, seats, self.seed_to_use())

    def wait(self) -> None:
        """Wait for other people; here there are none to wait for."""

    @on(Checkbox.Changed)
    @on(Input.Changed)
    @on(Select.Changed)
    def _form_changed(self) -> None:
        """Clear the error, which may be mended, and show the defaults for this form."""
        # The message of a last key may arrive only after F10 has been refused.
        if self.entries() != self._refused_entries:
            self.error.update("")
        self.show_defaults()

    @on(Button.Pressed)
    def _press(self, event: Button.Pressed) -> None:
        event.stop()
        if event.button.id == "start":
            self.action_start()
        else:
            self.action_back()

    def action_rules(self) -> None:
        """Show the rules of this game."""
        self.app.open_rules(self.game_id)

    def action_back(self) -> None:
        """Go back home."""
        close(self)
