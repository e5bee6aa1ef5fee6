"""The daily desert in line mode: how today's matches stand, and the way to their tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from caravan_tui.bus.competition_messages import DailyBoard
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError
from caravan_tui.games.kit.sentences import ended, listed
from caravan_tui.hosts.base import Host
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.hosts.match_text import ended_text
from caravan_tui.i18n import _, _n
from caravan_tui.lines.console import Console
from caravan_tui.lines.room import confirms
from caravan_tui.presentation.daily import attempt_words, entries_of_day, try_words
from saves import daily
from saves.errors import SaveError
from saves.listing import Entry
from saves.profile import Result

PLACES = 5
"""Players of yesterday's board that are said."""

Attempt = Callable[[Callable[[], Awaitable[TableConnection | None]]], Awaitable[None]]
"""Opens the table that is made, or says why there is none."""


class DailyDesk:
    """Today's matches, one of each game."""

    def __init__(self, host: Host, console: Console, attempt: Attempt) -> None:
        self.host = host
        self.console = console
        self.attempt = attempt
        self.results: list[Result] = []
        self.unfinished: dict[str, Entry] = {}

    async def open(self, words: str) -> None:
        """Say how today's matches stand, or play that of a game."""
        try:
            game = registry.id_of(words) if words else ""
            self.results = await self.host.results()
        except (registry.UnknownGameError, SaveError) as error:
            self.console.say(str(error))
            return
        listing = await self.host.listing()
        self.unfinished, _finished = entries_of_day(listing.entries, daily.today())
        if game:
            await self.play(game)
        else:
            await self.say_all()

    async def boards(self, game: str) -> tuple[DailyBoard, DailyBoard] | None:
        """On a server, today's and yesterday's board of a game."""
        lobby = self.host.lobby
        if lobby is None:
            return None
        try:
            ask = lobby.competitions.daily
            return await ask(game), await ask(game, 1)
        except OptionError as error:
            self.console.say(str(error))
            return None

    def _tries(self, game: str) -> list[Result]:
        return daily.history(self.results, game).get(daily.today(), [])

    async def say_all(self) -> None:
        """Say how today went in each game."""
        self.console.say(
            _("One match a day in each game, the same for everyone, against a Merchant. "
              "Your first try counts.")
        )  # fmt: skip
        for game in registry.ids():
            boards = await self.boards(game)
            tries = self._tries(game)
            state = _("not played yet")
            if tries:
                state = ended_text(tries[0])
            elif game in self.unfinished or (boards and boards[0].state == "running"):
                state = _("in progress")
            lines = [ended(f"{registry.game_name(game)}: {state}")]
            days = daily.streak([each for each in self.results if each.game == game])
            if days > 1:
                text = _n("{count} day in a row.", "{count} days in a row.", days)
                lines.append(text.format(count=days))
            if boards is not None:
                lines += self._board_lines(*boards)
            self.console.say(" ".join(lines))
        kind = registry.spec(registry.ids()[0]).kind
        self.console.say(_("To play one, type daily and its game: daily {game}.").format(game=kind))

    def _board_lines(self, today: DailyBoard, yesterday: DailyBoard) -> list[str]:
        names = listed([row.name for row in today.rows], _("nobody yet"))
        lines = [ended(_("Today: {names}").format(names=names))]
        places = [
            f"{row.place}. {row.name}, {attempt_words(row)}" for row in yesterday.rows[:PLACES]
        ]
        if places:
            text = _("Yesterday, seed {seed}: {places}.")
            lines.append(text.format(seed=yesterday.seed, places="; ".join(places)))
        return lines

    async def play(self, game: str) -> None:
        """Begin or go on with today's match of a game, after a question where it counts."""
        host = self.host
        if game in self.unfinished:
            await self.attempt(lambda: host.open(self.unfinished[game].id))
            return
        today = daily.match_of_day(game, daily.today())
        boards = await self.boards(game)
        is_known = bool(self._tries(game))
        is_begun = is_known or (boards is not None and boards[0].state == "running")
        if not is_begun:
            self.console.say(registry.game_name(game) + ".", *try_words(today))
            if not await confirms(self.console, _("Start today's try?")):
                self.console.say(_("Not begun."))
                return
        elif is_known and boards is None:
            self.console.say(_("You have played this match today. This try does not count."))
        await self.attempt(lambda: host.play_daily(today, is_known))
