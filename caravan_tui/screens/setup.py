"""Set-up of a new match: who sits where, the options, the seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import choice
from typing import Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Input, Select, Static

from caravan_tui.engine.record import Seat
from caravan_tui.engine.rng import LARGEST_SEED
from caravan_tui.games import registry
from caravan_tui.games.contract import Option, OptionError, OptionValue
from caravan_tui.screens.game_card import game_card
from caravan_tui.screens.home_recent import first_words
from caravan_tui.screens.table import TableScreen
from caravan_tui.widgets.checkbox import Checkbox
from caravan_tui.widgets.commands import Command, bindings
from caravan_tui.widgets.fields import Fields
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.marks import seat_mark, seat_style
from caravan_tui.widgets.number import Number
from caravan_tui.words import _

COMMANDS = (
    Command("setup.start", "ctrl+s,f10", "start", "Start", "Start the match.", footer=True,
            glyph="F10", priority=True),
    Command("setup.rules", "f1", "rules", "Rules", "The rules of this game.", footer=True),
    Command("setup.back", "escape", "back", "Back", "Back home.", footer=True),
    Command("setup.next", "down", "next_field", "Next field", priority=True),
    Command("setup.previous", "up", "previous_field", "Field before", priority=True),
)  # fmt: skip

WIDE, TALL = 120, 40
"""From so many columns on the game is shown beside its options; from so many rows on the form does
not go from top to bottom."""

CLOSED = "closed"
"""What a seat that is not taken is called in the list."""

USUAL = "usual"
CHANCE = "chance"
"""What the style of a computer seat is called in the list: none of its own, or any of them."""


class SetupScreen(Fields, Screen):
    """Seats on the left, options on the right, start below; the game itself where there is
    room."""

    COMMANDS: ClassVar = COMMANDS
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
        & #wrong { width: 1fr; color: $text-error; padding: 0 1; height: 3; }
        & Button { margin: 1 2 0 2; }
    }
    """

    def __init__(self, game_id: str, seed: int | None = None) -> None:
        super().__init__()
        self.game_id = game_id
        self.spec = registry.spec(game_id)
        self._su_seed = seed

    def kinds(self) -> Sequence[tuple[str, str]]:
        """What a seat can be: a title and a kind each."""
        return [(_("Person"), "person"), *self.app.host.levels()]

    def compose(self) -> ComposeResult:
        """A line a seat, a field an option."""
        spec = self.spec
        yield Static(_("New match of {game}").format(game=spec.title), id="title", markup=False)
        with Horizontal(id="columns"):
            with VerticalScroll(id="seats", can_focus=False) as seats:
                seats.border_title = _("Seats")
                for seat in range(spec.max_seats):
                    yield from self.seat_line(seat)
                yield Static(self.about_seats(), classes="help", markup=False)
            with VerticalScroll(id="options", can_focus=False) as options:
                options.border_title = _("Options")
                for option in spec.options:
                    yield from self.option_field(option)
                with Vertical(classes="field"):
                    yield Static(_("Seed"), markup=False)
                    yield Input(
                        "" if self._su_seed is None else str(self._su_seed),
                        id="seed", placeholder=_("by chance"), type="integer", compact=True,
                        max_length=len(str(LARGEST_SEED)),
                    )  # fmt: skip
                    yield Static(
                        _("The same number gives the same deal again."), classes="help",
                        markup=False,
                    )  # fmt: skip
                yield from self.more_fields()
            with VerticalScroll(id="about", can_focus=False):
                yield Static(id="game", markup=False)
        with Horizontal(id="bottom"):
            yield Static(id="wrong", markup=False)
            yield Button(_("Start"), id="start", variant="primary", compact=True)
            yield Button(_("Back"), id="back", compact=True)
        yield Footer(show_command_palette=False, compact=True)

    def seat_line(self, seat: int) -> ComposeResult:
        """Mark, kind and name of a seat."""
        spec, choices = self.spec, list(self.kinds())
        usual = min(max(spec.min_seats, 2), spec.max_seats)
        if seat >= spec.min_seats:
            choices.append((_("(not taken)"), CLOSED))
        kind = "person" if seat == 0 else self.app.host.usual_level()
        if seat >= usual:
            kind = CLOSED
        with Vertical(classes="seat"):
            with Horizontal():
                yield Static(f" {seat_mark(seat, self.app.ascii)}", id=f"mark-{seat}", markup=False)
                yield Select(
                    choices, value=kind, allow_blank=False, id=f"kind-{seat}", compact=True
                )
                name = self.app.host.player_name() if seat == 0 else ""
                yield Input(name, id=f"name-{seat}", max_length=16, compact=True)
            styles = self.style_choices()
            if len(styles) > 1:
                yield Select(
                    styles, value=USUAL, allow_blank=False, id=f"style-{seat}", compact=True
                )

    def style_choices(self) -> list[tuple[str, str]]:
        """How a computer seat can play: a title and a name each; only the usual one where none
        can be chosen."""
        styles = self.app.host.styles(self.game_id)
        chance = [(_("Style by chance"), CHANCE)] if styles else []
        return [(_("Usual style"), USUAL), *styles, *chance]

    def about_seats(self) -> str:
        """Who can sit at the table."""
        levels = ", ".join(title for title, _name in self.app.host.levels())
        return _(
            "People sit at this keyboard in turn. Computer seats, the weakest first: {levels}."
        ).format(levels=levels)

    def more_fields(self) -> ComposeResult:
        """More fields below the options."""
        yield from ()

    def option_field(self, option: Option) -> ComposeResult:
        """One option with its help."""
        default = option.default_for(max(self.spec.min_seats, 2))
        with Vertical(classes="field"):
            if option.kind == "flag":
                yield Checkbox(
                    _(option.title), bool(default), id=f"option-{option.name}", compact=True
                )
            elif option.kind == "choice":
                yield Static(_(option.title), id=f"usual-{option.name}", markup=False)
                choices: list[tuple[str, OptionValue | None]] = [
                    (_(str(one)), one) for one in option.choices
                ]
                by_seats = isinstance(option.default, Mapping)
                if by_seats:
                    choices.insert(0, (_("usual"), None))
                yield Select(
                    choices, value=None if by_seats else default, allow_blank=False,
                    id=f"option-{option.name}", compact=True,
                )  # fmt: skip
            else:
                yield Static(_(option.title) + f" ({option.allowed()})", markup=False)
                yield Number(default, f"option-{option.name}", option.low, option.high)
            yield Static(_(option.help), classes="help", markup=False)

    def on_mount(self) -> None:
        """Marks in their colours; start with the button, so that Enter plays at once."""
        for seat in range(self.spec.max_seats):
            mark = self.query_one(f"#mark-{seat}", Static)
            mark.styles.color = seat_style(self, seat).color.name
        colour = self.app.theme_variables.get("primary", "")
        card = game_card(self.game_id, colour=colour, ascii_only=self.app.ascii)
        card.append("\n" + first_words(self.game_id))
        self.query_one("#game", Static).update(card)
        self.show_usual()
        self.query_one("#start").focus()

    def on_resize(self) -> None:
        """The game is shown where there is room; the form keeps together on a tall screen."""
        self.set_class(self.app.size.width >= WIDE, "-wide")
        self.set_class(self.app.size.height >= TALL, "-tall")

    def show_usual(self) -> None:
        """What the seats are called without a name of their own, and what is usual for so many."""
        taken = self.taken()
        names = self.names(taken)
        levels = {name for _title, name in self.app.host.levels()}
        for seat in range(self.spec.max_seats):
            self.query_one(f"#name-{seat}", Input).placeholder = names.get(seat, "")
            for style in self.query(f"#style-{seat}").results(Select):
                style.display = taken.get(seat) in levels
        count = min(max(len(taken), self.spec.min_seats), self.spec.max_seats)
        words = _("{option} (usual: {value})")
        for option in self.spec.options:
            if isinstance(option.default, Mapping):
                line = self.query_one(f"#usual-{option.name}", Static)
                usual = _(str(option.default_for(count)))
                line.update(words.format(option=_(option.title), value=usual))

    # reading the form

    def seats(self) -> list[Seat]:
        """Who sits where. Raises OptionError if a seat in between is left open."""
        taken = self.taken()
        if list(taken) != list(range(len(taken))):
            raise OptionError(_("take the seats from the top: one in between is not taken"))
        names = self.names(taken)
        return [Seat(kind, names[seat], self.style_of(seat)) for seat, kind in taken.items()]

    def style_of(self, seat: int) -> str | None:
        """The style of a computer seat; none for the usual one, and for a person."""
        for chooser in self.query(f"#style-{seat}").results(Select):
            if chooser.display and chooser.value == CHANCE:
                return choice([name for _title, name in self.app.host.styles(self.game_id)])
            if chooser.display and chooser.value != USUAL:
                return str(chooser.value)
        return None

    def taken(self) -> dict[int, str]:
        """The seats that are taken, and by what kind."""
        kinds = {
            seat: str(self.query_one(f"#kind-{seat}", Select).value)
            for seat in range(self.spec.max_seats)
        }
        return {seat: kind for seat, kind in kinds.items() if kind != CLOSED}

    def names(self, taken: Mapping[int, str]) -> dict[int, str]:
        """What the seats are called at the table; no two the same."""
        titles = {kind: title for title, kind in self.kinds()}
        names: dict[int, str] = {}
        for seat, kind in taken.items():
            name = self.query_one(f"#name-{seat}", Input).value.strip()
            name = name or (
                titles[kind] if kind != "person" else _("Player {n}").format(n=seat + 1)
            )
            base, number = name, 1
            while name in names.values():
                number += 1
                name = f"{base} {number}"
            names[seat] = name
        return names

    def options(self) -> dict[str, OptionValue]:
        """The options as they are set."""
        values: dict[str, OptionValue] = {}
        for option in self.spec.options:
            field = self.query_one(f"#option-{option.name}")
            value = field.value
            if value is not None:
                values[option.name] = value
        return values

    def seed(self) -> int | None:
        """The seed, None for one by chance. Raises OptionError for one out of bounds."""
        text = self.query_one("#seed", Input).value.strip()
        if not text:
            return None
        if not text.isdigit() or int(text) > LARGEST_SEED:
            raise OptionError(
                _("seed: '{text}' is not allowed; choose 0 to {most}").format(
                    text=text, most=LARGEST_SEED
                )
            )
        return int(text)

    # commands

    @work(exclusive=True)
    async def action_start(self) -> None:
        """Start the match, or say what is wrong."""
        try:
            seats = self.seats()
            options = self.spec.resolve(self.options(), len(seats))
            link = await self.app.host.create(
                self.game_id, options, seats, self.seed(), **self.room()
            )
        except OptionError as error:
            self.query_one("#wrong", Static).update(f"! {error}")
            return
        if link is None:
            self.wait()
        else:
            self.app.switch_screen(TableScreen(link))

    def room(self) -> dict[str, Any]:
        """What else the host is told of the match. Raises OptionError."""
        return {}

    def wait(self) -> None:
        """The match begins when others have come; here nobody is waited for."""

    @on(Checkbox.Changed)
    @on(Input.Changed)
    @on(Select.Changed)
    def _changed(self) -> None:
        """What was wrong may be mended now; what is usual may be something else."""
        self.query_one("#wrong", Static).update("")
        self.show_usual()

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        event.stop()
        if event.button.id == "start":
            self.action_start()
        else:
            self.action_back()

    def action_rules(self) -> None:
        """The rules of this game."""
        self.app.open_rules(self.game_id)

    def action_back(self) -> None:
        """Back home."""
        self.app.pop_screen()
