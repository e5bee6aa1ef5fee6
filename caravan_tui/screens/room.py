"""Set-up of a match between people on a server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Select, Static

from caravan_tui.bus.lobby_messages import SHORTEST_CLOCK
from caravan_tui.games.contract import OptionError
from caravan_tui.screens.setup import SetupScreen
from caravan_tui.widgets.checkbox import Checkbox
from caravan_tui.widgets.number import Number
from caravan_tui.words import _

OPEN = "open"
"""The kind of a seat that waits for a person of the server."""

LONGEST = 86_400
"""Seconds; a day."""


class RoomScreen(SetupScreen):
    """Set-up of a match between people: open seats, and what happens when one goes."""

    DEFAULT_CSS = """
    RoomScreen.-tall > #columns { height: 34; }
    """

    def kinds(self) -> list[tuple[str, str]]:
        """A seat may wait for a person, too."""
        return [(_("Open for others"), OPEN), *super().kinds()]

    def on_mount(self) -> None:
        """The second seat waits for somebody."""
        self.query_one("#kind-1", Select).value = OPEN

    def about_seats(self) -> str:
        """Who can sit at the table."""
        levels = ", ".join(title for title, _name in self.app.host.levels())
        return _(
            "Open seats wait for people of this server. Computer seats, the weakest first: "
            "{levels}."
        ).format(levels=levels)

    def more_fields(self) -> ComposeResult:
        """What happens when somebody goes, the clock, and who sees the match."""
        plays = _("{level} plays on")
        levels = [(plays.format(level=title), name) for title, name in self.app.host.levels()]
        waits = [(_("The match waits"), "wait"), *levels]
        with Vertical(classes="field"):
            yield Static(_("When somebody goes"), markup=False)
            yield Select(waits, value="wait", allow_blank=False, id="absent", compact=True)
            yield Static(_("A level gives the seat back to who returns."), classes="help")
        with Vertical(classes="field"):
            yield Static(_("After so many seconds"), markup=False)
            yield Number(120, "grace", 0, LONGEST, 30)
            yield Static(_("So long a level waits before it plays."), classes="help")
        with Vertical(classes="field"):
            yield Static(_("Clock: seconds a turn"), markup=False)
            yield Number(0, "clock", 0, LONGEST, 30)
            yield Static(_("0: no clock. A level plays a turn that is late."), classes="help")
        with Vertical(classes="field"):
            yield Checkbox(_("Private"), False, id="private", compact=True)
            yield Static(_("Only who has the code sees it."), classes="help")

    def names(self, taken: Mapping[int, str]) -> dict[int, str]:
        """An open seat has no name yet."""
        names = super().names(taken)
        return {seat: "" if taken[seat] == OPEN else name for seat, name in names.items()}

    def number(self, name: str, least: int = 0) -> int:
        """A number of the form: 0, or from `least` on. Raises OptionError."""
        text = self.query_one(f"#{name}", Input).value.strip() or "0"
        if not text.isdigit() or int(text) > LONGEST or 0 < int(text) < least:
            raise OptionError(
                _("a number of seconds is due, from {least} to {most}, or 0").format(
                    least=least, most=LONGEST
                )
                if least
                else _("a number of seconds is due, up to {most}").format(most=LONGEST)
            )
        return int(text)

    def room(self) -> dict[str, Any]:
        """What happens when somebody goes, the clock, and who sees the match."""
        return {
            "absent": str(self.query_one("#absent", Select).value),
            "grace": self.number("grace"),
            "clock": self.number("clock", SHORTEST_CLOCK),
            "private": self.query_one("#private", Checkbox).value,
        }

    def wait(self) -> None:
        """Back to the lobby, where the match waits."""
        self.app.pop_screen()
        self.app.notify(_("The match waits in the lobby; it begins when all seats are taken."))
