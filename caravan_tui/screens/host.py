"""What every host answers alike, whoever holds the matches; and saved matches in words."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from attrs import frozen
from rich.cells import cell_len, set_cell_size

from caravan_tui.engine import Match
from caravan_tui.games import registry
from caravan_tui.settings import Settings
from caravan_tui.words import _, _n

if TYPE_CHECKING:
    from caravan_tui.app import CaravanApp
    from saves.daily import Daily
    from saves.listing import Entry, Listing
    from saves.profile import Result
    from saves.store import Store


@frozen
class Last:
    """The match that Continue brings back."""

    id: str
    title: str
    words: str
    game: str = ""
    """The game's id."""


class Host:
    """The way from the screens to the matches of one player. Subclasses make and open them."""

    def __init__(self, store: Store) -> None:
        """`store`: the player's own saved matches."""
        self.store = store
        self.settings = Settings()
        self.found: list[str] = []
        """Notices that nobody has asked for yet."""
        self._ho_told: set[str] = set()

    def use(self, settings: Settings) -> None:
        """Take over the user's settings."""
        self.settings = settings

    def notices(self) -> list[str]:
        """What there is to tell since the last call, a line each."""
        found, self.found = self.found, []
        return found

    async def listing(self) -> Listing:
        """All saved matches, see `heed`."""
        return self.heed(await asyncio.to_thread(self.store.listing))

    def heed(self, listing: Listing) -> Listing:
        """Keep for `notices` what was wrong with matches: a damaged one is found only once, as it
        is set aside then."""
        self.found += [line for line in listing.notices if line not in self._ho_told]
        self._ho_told.update(listing.notices)
        return listing

    def player_name(self) -> str:
        """The person's name at the table."""
        raise NotImplementedError

    async def assist(self, match_id: str) -> str:
        """A saved match that is not at a table here counts as assisted from now on; why not, if
        that cannot be."""
        raise NotImplementedError

    def unfinished(self) -> Last | None:
        """The match that was played last, None if all have ended."""
        entry = self.heed(self.store.listing()).latest()
        if entry is None or entry.header is None:
            return None
        return Last(entry.id, title_of(entry), words_of(entry), entry.header.game)

    def places(self) -> list[tuple[str, str]]:
        """More places in the home list."""
        return [
            ("daily", _("Daily desert")),
            ("statistics", _("Statistics")),
            ("settings", _("Settings")),
        ]

    def go(self, app: CaravanApp, place: str) -> None:
        """Open a place of the home list."""
        if place == "settings":
            from caravan_tui.screens.settings import SettingsScreen

            app.push_screen(SettingsScreen())
        elif place == "statistics":
            from caravan_tui.screens.statistics import StatisticsScreen

            app.push_screen(StatisticsScreen())
        elif place == "daily":
            from caravan_tui.screens.daily import DailyScreen

            app.push_screen(DailyScreen())

    def levels(self) -> list[tuple[str, str]]:
        """The levels that people meet: title and name, weakest first."""
        from ai.levels import LADDER

        return [(level.title, level.name) for level in LADDER]

    def styles(self, game_id: str) -> list[tuple[str, str]]:
        """The personalities that a computer seat can have in a game: title and name."""
        from ai.knowledge import styles

        return styles(game_id)

    def usual_level(self) -> str:
        """The level that the set-up offers first."""
        return "trader"

    async def results(self) -> list[Result]:
        """What the user has played to the end. Raises SaveError."""
        from saves.profile import Profile

        return await asyncio.to_thread(Profile().results)

    def daily_match(self, daily: Daily, known: bool) -> Match:
        """A try at the match of the day, to be saved as such. Raises SaveError.

        It is played on the built-in board, so that it is the same for everyone. `known`: it has
        been played before, so that this try counts as assisted.
        """
        match = Match.new(
            daily.game, daily.options, daily.at_table(self.player_name()), daily.seed, None
        )
        match.record.assisted = known
        self.store.describe(match.record.id, daily=daily.key)
        return match


def title_of(entry: Entry) -> str:
    """What a saved match is called: its own title, or its game."""
    header = entry.header
    if header is None:
        return entry.id
    if header.meta.title:
        return header.meta.title
    try:
        return registry.spec(header.game).title
    except registry.UnknownGameError:
        return header.game


def words_of(entry: Entry) -> str:
    """A saved match in a few lines: seats with scores, round, when."""
    from caravan_tui.screens.result import score_text

    header = entry.header
    if header is None:
        return _("A newer version of this program wrote it.")
    scores = [score_text(score) for score in header.scores]
    name = max(cell_len(seat.name) for seat in header.seats)
    number = max(map(len, scores))
    lines = [
        f"{set_cell_size(seat.name, name)}  {score:>{number}}"
        for seat, score in zip(header.seats, scores, strict=True)
    ]
    lines.append(f"{registry.round_text(header.game, header.round)}, {ago(header.changed)}")
    return "\n".join(lines)


def ago(when: int) -> str:
    """How long ago something was, roughly; `when` in seconds since 1970, UTC."""
    seconds = max(0, int(time.time()) - when)
    days, hours, minutes = seconds // 86400, seconds // 3600, seconds // 60
    if days:
        return _n("{count} day ago", "{count} days ago", days).format(count=days)
    if hours:
        return _n("{count} hour ago", "{count} hours ago", hours).format(count=hours)
    if minutes:
        return _n("{count} minute ago", "{count} minutes ago", minutes).format(count=minutes)
    return _("just now")
