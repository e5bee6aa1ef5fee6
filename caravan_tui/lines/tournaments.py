"""Tournaments of a server in line mode: their list, standings and rounds, and taking part."""

from __future__ import annotations

from caravan_tui.bus.competition_messages import NewTournament, TournamentRow, TournamentView
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError
from caravan_tui.games.kit.sentences import ended, listed
from caravan_tui.hosts.base import Host
from caravan_tui.hosts.competitions import Change
from caravan_tui.hosts.lobby import LobbyClient
from caravan_tui.i18n import _, _n
from caravan_tui.lines import commands, forms
from caravan_tui.lines.commands import LineCommand
from caravan_tui.lines.console import Console
from caravan_tui.presentation.tournaments import (
    facts_text,
    format_titles,
    left_text,
    players_text,
    points_text,
    state_text,
)

CLOCKS = (0, 60, 120, 300)
"""Seconds a turn to choose from."""
MINUTES = (120, 30, 60, 1440, 10_080)
"""Minutes a round to choose from, the usual ones first."""


def clocks() -> list[tuple[str, str]]:
    """The clocks to choose from, title and seconds."""
    return [
        (_("{seconds} s a turn").format(seconds=s) if s else _("no clock"), str(s)) for s in CLOCKS
    ]


class TournamentDesk:
    """The commands of the lobby that have to do with tournaments and leagues."""

    def __init__(self, host: Host, lobby: LobbyClient, console: Console) -> None:
        self.host = host
        self.lobby = lobby
        self.console = console
        self.rows: list[TournamentRow] = []
        """The tournaments as they were last listed."""
        self.commands = [
            LineCommand("tournaments", "the tournaments, or the standings and rounds of one",
                    self.say, "[number]"),
            LineCommand("take part", "take part in a tournament", self.enter, "number"),
            LineCommand("withdraw", "leave a tournament", self.leave, "number"),
            LineCommand("new tournament", "set up a tournament or a league", self.create),
            LineCommand("begin", "draw the first round of a tournament of yours", self.begin,
                    "number"),
            LineCommand("call off", "cancel a tournament of yours", self.cancel, "number"),
        ]  # fmt: skip

    async def say(self, words: str) -> None:
        """Say the tournaments, or how one of them stands."""
        try:
            if words:
                row = await self._row(words)
                if row is not None:
                    self._say_view(await self.lobby.competitions.tournament(row.tournament))
                return
            self.rows = await self.lobby.competitions.tournaments()
        except OptionError as error:
            self.console.say(str(error))
            return
        none = _("No tournament yet. Type new tournament to set one up.")
        lines = [f"{number}. {self._row_words(row)}" for number, row in enumerate(self.rows, 1)]
        self.console.say(*(lines or [none]))

    async def _row(self, words: str) -> TournamentRow | None:
        """The tournament with a number of the list; None, after saying so, if there is none."""
        if not self.rows:
            self.rows = await self.lobby.competitions.tournaments()
        if number := commands.number(words, 1, len(self.rows)):
            return self.rows[number - 1]
        self.console.say(_("Type tournaments for their numbers."))
        return None

    def _row_words(self, row: TournamentRow) -> str:
        game = registry.game_name(row.game)
        parts = [row.name, game, players_text(row), state_text(row), left_text(row)]
        if row.match:
            parts.append(_("your table is open"))
        elif row.is_entered:
            parts.append(_("you take part"))
        return ended(", ".join(filter(None, parts)))

    def _say_view(self, view: TournamentView) -> None:
        facts = facts_text(view.row).replace(" · ", ", ")
        self.console.say(self._row_words(view.row), ended(facts))
        for place in view.places:
            if view.rounds:
                # Half a point is one, too, and French has no point in the singular.
                count = 0 if place.points == 0 else 1 if place.points <= 1 else 2
                text = _n("{rank}. {name}, {points} point.", "{rank}. {name}, {points} points.",
                          count)  # fmt: skip
                self.console.say(text.format(rank=place.rank, name=place.name,
                                             points=points_text(place.points)))  # fmt: skip
        if not view.rounds:
            names = listed([place.name for place in view.places], _("nobody yet"))
            self.console.say(_("Here: {names}.").format(names=names))
        for number, drawn in enumerate(view.rounds, 1):
            for table in drawn.tables:
                state = " : ".join(map(points_text, table.points)) or _("running")
                text = _("Round {number}: {names}; {state}.")
                self.console.say(text.format(number=number, names=listed(table.names), state=state))
            if drawn.byes:
                text = _("Round {number}: {names}; {state}.")
                names = listed(drawn.byes)
                self.console.say(text.format(number=number, names=names, state=_("bye")))

    async def _change(self, words: str, change: Change) -> None:
        try:
            row = await self._row(words)
            if row is not None:
                self._say_view(await self.lobby.competitions.change(row.tournament, change))
        except OptionError as error:
            self.console.say(str(error))

    async def enter(self, words: str) -> None:
        """Take part."""
        await self._change(words, "enter")

    async def leave(self, words: str) -> None:
        """Leave a tournament."""
        await self._change(words, "leave")

    async def begin(self, words: str) -> None:
        """Draw the first round."""
        await self._change(words, "start")

    async def cancel(self, words: str) -> None:
        """Call a tournament off."""
        await self._change(words, "cancel")

    async def create(self, _words: str) -> None:
        """Set up a tournament by answers."""
        console, usual = self.console, _("{name}'s cup").format(name=self.host.player_name())
        text = _("Name of the tournament:")
        console.say(f"{text} {_('Enter alone chooses {usual}.').format(usual=usual)}")
        name = await forms.ask(console) or usual
        games = [(registry.game_name(game), game) for game in registry.ids()]
        game = await forms.choose(console, _("Which game?"), games)
        kinds = [(title, kind) for kind, title in format_titles().items()]
        kind = await forms.choose(console, _("Format"), kinds)
        spec = registry.spec(game)
        counts = [(str(n), str(n)) for n in range(max(2, spec.min_seats), spec.max_seats + 1)]
        seats = counts[0][1]
        if len(counts) > 1:
            seats = await forms.choose(console, _("Players at a table"), counts)
        days, clock, minutes = await forms.choose_days(console), "0", str(MINUTES[0])
        if not days:
            clock = await forms.choose(console, _("Clock: seconds a turn"), clocks())
        if kind != "league" and not days:
            lengths = [
                (_n("{count} minute", "{count} minutes", m).format(count=m), str(m))
                for m in MINUTES
            ]
            minutes = await forms.choose(console, _("Minutes a round"), lengths)
        ask = NewTournament(
            name, game, kind, int(seats), clock=int(clock), days=days, minutes=int(minutes)
        )
        try:
            view = await self.lobby.competitions.new_tournament(ask)
            self.rows = await self.lobby.competitions.tournaments()
        except OptionError as error:
            console.say(str(error))
            return
        self._say_view(view)
