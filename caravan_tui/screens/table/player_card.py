"""A window about a player at the table: who it is, how it plays, the record against its level."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.text import Text
from textual import getters, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from ai import levels
from caravan_tui.cast.characters import character_of, manner
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.i18n import _, capital
from caravan_tui.screens.base import BaseDialog
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.commands import key_name
from caravan_tui.widgets.marks import seat_mark
from caravan_tui.widgets.portrait import Portrait
from caravan_tui.widgets.seat_styles import seat_style
from saves.errors import SaveError
from saves.profile import Result
from saves.statistics import own_results


class PlayerCard(BaseDialog[None]):
    """The card of a player; the arrows go on to the others."""

    CLOSES_BY_CLICK: ClassVar = True

    DEFAULT_CSS = """
    PlayerCard > #window { width: 64; height: auto; padding: 1 2; }
    PlayerCard Horizontal { height: 6; }
    PlayerCard #who { width: 1fr; height: 6; padding: 0 0 0 2; }
    PlayerCard #record { height: auto;  margin-top: 1; color: $text-muted; }
    """

    portrait = getters.query_one(Portrait)
    who = getters.query_one("#who", Static)
    record = getters.query_one("#record", Static)

    def __init__(self, connection: TableConnection, seat: int) -> None:
        """`seat`: whose card is shown first."""
        super().__init__()
        self.connection = connection
        self.seat = seat
        self.results: list[Result] | None = None
        """The user's own, of this game; None before they are read."""

    def foot(self) -> str:
        """What the keys of the window do."""
        return _("← → other players · {close} closes").format(close=key_name(self, "dialog.close"))

    def key_bar(self) -> Sequence[tuple[str, str]]:
        """Keys and what they do, for the foot of the screen."""
        return [("←→", _("Other players")), *super().key_bar()]

    def compose(self) -> ComposeResult:
        """The portrait, who it is beside it, the record below."""
        with Vertical(id="window"):
            with Horizontal():
                yield Portrait(large=True)
                yield Static(id="who", markup=False)
            yield Static(id="record", markup=False)

    def on_mount(self) -> None:
        """Show the first player; Textual calls this in addition to the base class's."""
        self.show()
        self.read_results()

    def key_right(self) -> None:
        """Show the next player."""
        self.turn(1)

    def key_left(self) -> None:
        """Show the previous player."""
        self.turn(-1)

    def key_enter(self) -> None:
        """Close the card: there is nothing to choose."""
        self.action_close()

    def turn(self, by: int) -> None:
        """Show another player."""
        self.seat = (self.seat + by) % len(self.connection.names)
        self.show()

    def show(self) -> None:
        """Show the player in the seat."""
        kind, name = self.connection.kinds[self.seat], self.connection.names[self.seat]
        character = character_of(kind, name)
        self.portrait.show(self.seat, character.face if character else "")
        text = Text()
        mark = seat_mark(self.seat, self.app.ascii)
        text.append(f"{mark} {name}", seat_style(self, self.seat))
        title = self.title_of(kind)
        if not name.startswith(title):
            text.append(f" · {title}")
        if character is not None:
            text.append("\n" + _("from {city}").format(city=character.home), "italic")
            how = manner(kind, character.temper)
            text.append(f"\n\n{capital(how)}.")
        self.who.update(text)
        self.record.update(self.record_text(kind))

    def title_of(self, kind: str) -> str:
        """What a player is, in a word."""
        if kind in levels.ALL:
            return levels.get(kind).title
        return _("you") if self.connection.own_seats == [self.seat] else _("person")

    def record_text(self, kind: str) -> str:
        """The user's record against a level in this game; empty where there is none to tell."""
        if kind not in levels.ALL or self.results is None:
            return ""
        wins, matches = record_against(self.results, kind)
        if not matches:
            return _("You have not finished a match against this level yet.")
        return _("Your record against this level in this game: {wins} of {count} won.").format(
            wins=wins, count=matches
        )

    @work(exclusive=True)
    async def read_results(self) -> None:
        """Read what the user has played, and show the record."""
        await self.app.host_ready.wait()
        try:
            results = await self.app.host.results()
        except SaveError:
            return  # the statistics say what is wrong with them
        game = self.connection.game
        self.results = [result for result in own_results(results) if result.game == game]
        if is_open(self):
            self.show()


def record_against(results: Iterable[Result], level: str) -> tuple[int, int]:
    """Matches that the user finished in front of every seat of a level, and all against it."""
    wins = matches = 0
    for result in results:
        ranks = [
            rank
            for seat, (kind, rank) in enumerate(zip(result.kinds, result.ranks, strict=True))
            if kind == level and seat != result.me
        ]
        if ranks and result.rank is not None:
            matches += 1
            wins += result.rank < min(ranks)
    return wins, matches
