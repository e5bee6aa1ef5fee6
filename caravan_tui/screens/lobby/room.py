"""Set-up of a match between people on a server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Select, Static

from caravan_tui.bus.lobby_messages import SHORTEST_CLOCK
from caravan_tui.engine.record import Seat
from caravan_tui.games.contract import OptionError, OptionValue
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.hosts.lobby import Room
from caravan_tui.i18n import _
from caravan_tui.screens.lobby.match_text import OPEN
from caravan_tui.screens.setup import SetupScreen
from caravan_tui.widgets.checkbox import Checkbox
from caravan_tui.widgets.closing import close
from caravan_tui.widgets.number import Number

LONGEST = 86_400
"""Seconds; a day."""


class RoomScreen(SetupScreen):
    """Set-up of a match between people: open seats, and what happens when a player leaves."""

    DEFAULT_CSS = """
    RoomScreen.-tall > #columns { height: 34; }
    """

    def kinds(self) -> Sequence[tuple[str, str]]:
        """Who can play in a seat; it may wait for a person, too."""
        return [(_("Open for others"), OPEN), *super().kinds()]

    def on_mount(self) -> None:
        """Open the second seat."""
        self.query_one("#kind-1", Select).value = OPEN

    def about_seats(self) -> str:
        """Describe who can play."""
        levels = ", ".join(title for title, _name in self.app.host.levels())
        return _(
            "Open seats wait for people on this server. Computer players, the weakest first: "
            "{levels}."
        ).format(levels=levels)

    def seed_field(self) -> ComposeResult:
        """None: a player who knows the seed knows every hidden card."""
        yield from ()

    def seed(self) -> None:
        """None: the server draws the seed."""

    def more_fields(self) -> ComposeResult:
        """What happens when a player leaves, the clock, and who sees the match."""
        levels = [
            (_("{level} plays on").format(level=title), name)
            for title, name in self.app.host.levels()
        ]
        absences = [(_("The match waits"), "wait"), *levels]
        with Vertical(classes="field"):
            yield Static(_("When a player leaves"), markup=False)
            yield Select(absences, value="wait", allow_blank=False, id="absent", compact=True)
            yield Static(_("Players who return get their seat back."), classes="help")
        with Vertical(classes="field"):
            yield Static(_("After how many seconds"), markup=False)
            yield Number(120, "grace", 0, LONGEST, 30)
            yield Static(
                _("How long a computer player waits before it takes over."), classes="help"
            )
        with Vertical(classes="field"):
            yield Static(_("Clock: seconds a turn"), markup=False)
            yield Number(0, "clock", 0, LONGEST, 30)
            yield Static(
                _("0: no clock. A computer player plays a turn that is late."), classes="help"
            )
        with Vertical(classes="field"):
            yield Checkbox(_("Private"), False, id="private", compact=True)
            yield Static(_("Only people with the code see it."), classes="help")

    def names(self, taken: Mapping[int, str]) -> dict[int, str]:
        """The names of the players in these seats; an open seat has none yet."""
        names = super().names(taken)
        return {seat: "" if taken[seat] == OPEN else name for seat, name in names.items()}

    def number(self, name: str, least: int = 0) -> int:
        """A number of the form: 0, or from `least` on. Raises OptionError."""
        text = self.query_one(f"#{name}", Input).value.strip() or "0"
        if not text.isdigit() or int(text) > LONGEST or 0 < int(text) < least:
            if least:
                problem = _("Enter a number of seconds from {least} to {most}, or 0.")
            else:
                problem = _("Enter a number of seconds up to {most}.")
            raise OptionError(problem.format(least=least, most=LONGEST))
        return int(text)

    def room(self) -> Room:
        """How the match goes. Raises OptionError."""
        return Room(
            absent=str(self.query_one("#absent", Select).value),
            grace=self.number("grace"),
            clock=self.number("clock", SHORTEST_CLOCK),
            is_private=self.query_one("#private", Checkbox).value,
        )

    async def create_match(
        self, options: Mapping[str, OptionValue], seats: Sequence[Seat]
    ) -> TableConnection | None:
        """Have the server create the match; None if it waits for others. Raises OptionError."""
        lobby = self.app.host.lobby
        assert lobby is not None, "only the lobby opens this screen"
        return await lobby.create(self.game_id, options, seats, room=self.room())

    def wait(self) -> None:
        """Go back to the lobby, where the match waits."""
        close(self)
        self.app.notify(_("Your match is in the lobby. It starts when all seats are taken."))
