"""The host of a local player: tables, computer seats, search and saves in this process.

The search itself runs in worker processes, which start after the first frame.
"""

from __future__ import annotations

import asyncio
import getpass
import logging
from typing import TYPE_CHECKING

from attrs import frozen

from caravan_tui import folders
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import SEARCH, Found
from caravan_tui.engine import Match, Seat
from caravan_tui.engine.rng import fresh_seed
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionValue
from caravan_tui.screens.link import Link
from caravan_tui.settings import Settings
from caravan_tui.words import _

if TYPE_CHECKING:
    from caravan_tui.app import CaravanApp
    from saves.daily import Daily
    from saves.listing import Entry
    from saves.profile import Result

log = logging.getLogger(__name__)


@frozen
class Last:
    """The match that Continue brings back."""

    id: str
    title: str
    words: str


class LocalHost:
    """Holds the matches of this terminal, and saves them after every action."""

    def __init__(self) -> None:
        from caravan_tui.bus.table import TableHost
        from saves.store import Store

        self.bus = LocalBus()
        self.store = Store()
        self.tables = TableHost(self.bus, self.store.save, self._finished, advise=self._advise)
        self.settings = Settings()
        self._lh_seats: dict[str, list[asyncio.Task[None]]] = {}
        self._lh_service = None
        self._lh_notices: list[str] = []

    def use(self, settings: Settings) -> None:
        """Take over the user's settings."""
        self.settings = settings

    async def start(self) -> None:
        """Start the workers that think, and look for what is wrong on disk."""
        from ai.pool import Pool
        from ai.service import SearchService

        errors = folders.logs() / "workers.log"
        self._lh_service = SearchService(
            self.bus,
            Pool(self.settings.workers or None, errors if errors.parent.is_dir() else None),
        )
        self._lh_service.start()
        self._lh_notices += (await asyncio.to_thread(self.store.listing)).notices
        for game_id in registry.ids():
            self._lh_notices += registry.get(game_id).house_notices()

    async def stop(self) -> None:
        """Save and close everything."""
        for match_id in list(self._lh_seats):
            await self.leave(match_id)
        if self._lh_service is not None:
            await self._lh_service.close()
        self.store.release_all()

    def notices(self) -> list[str]:
        """What was found wrong since the last call, a line each."""
        found, self._lh_notices = self._lh_notices, []
        return found

    # what the home screen and the set-up ask

    def unfinished(self) -> Last | None:
        """The match that was played last, None if all have ended."""
        entry = self.store.latest()
        if entry is None or entry.header is None:
            return None
        return Last(entry.id, title_of(entry), words_of(entry))

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

    def usual_level(self) -> str:
        """The level that the set-up offers first."""
        return "trader"

    def player_name(self) -> str:
        """The person's name at the table."""
        if self.settings.name:
            return self.settings.name[:16]
        try:
            name = getpass.getuser()
        except (KeyError, OSError, ImportError):
            name = ""
        return name[:16].capitalize() if name.isprintable() and name else _("You")

    # matches

    async def create(
        self,
        game_id: str,
        options: dict[str, OptionValue],
        seats: list[Seat],
        seed: int | None = None,
    ) -> Link:
        """A new match, saved and served."""
        house = registry.get(game_id).house_data()
        seed = fresh_seed() if seed is None else seed
        return self._serve(Match.new(game_id, options, seats, seed, house))

    async def play_daily(self, daily: Daily, known: bool = False) -> Link:
        """A try at the match of the day, saved as such. Raises SaveError.

        It is played on the built-in board, so that it is the same for everyone. `known`: it has
        been played before, so that this try counts as assisted.
        """
        match = Match.new(
            daily.game, daily.options, daily.at_table(self.player_name()), daily.seed, None
        )
        match.record.assisted = known
        self.store.describe(match.record.id, daily=daily.key)
        return self._serve(match)

    async def branch(self, match: Match, ply: int, seats: list[Seat]) -> Link:
        """A new match that goes on from the middle of another. Raises ValueError or SaveError."""
        from caravan_tui.engine.playback import branch

        fresh = branch(match, ply, seats)
        if match.record.id in self.tables.ids():
            await self.leave(match.record.id)
        self.store.describe(fresh.record.id, branch_of=match.record.id)
        return self._serve(fresh)

    async def look_back(self, match_id: str) -> Match | None:
        """A copy of a match to look back at. None, with a notice, if it cannot be had."""
        from caravan_tui.engine.playback import copy_of
        from saves.errors import SaveError

        if match_id in self.tables.ids():
            return copy_of(self.tables.match(match_id))
        try:
            match, _notes = await asyncio.to_thread(self.store.load, match_id, True)
        except SaveError as error:
            self._lh_notices.append(str(error))
            return None
        return match

    async def results(self) -> list[Result]:
        """What the user has played to the end. Raises SaveError."""
        from saves.profile import Profile

        return await asyncio.to_thread(Profile().results)

    async def open(self, match_id: str) -> Link | None:
        """Go on with a saved match. None, with a notice, if it cannot be had.

        Raises LockedError if another process plays it.
        """
        from saves.errors import LockedError, SaveError

        if match_id in self.tables.ids():
            return self._link(self.tables.match(match_id))
        try:
            match, notes = await asyncio.to_thread(self.store.load, match_id)
        except LockedError:
            raise
        except SaveError as error:
            self._lh_notices.append(str(error))
            return None
        self._lh_notices += notes
        return self._serve(match)

    async def watch(self, match_id: str) -> Link | None:
        """Look at a saved match without playing, as a spectator."""
        from saves.errors import SaveError

        try:
            match, notes = await asyncio.to_thread(self.store.load, match_id, True)
        except SaveError as error:
            self._lh_notices.append(str(error))
            return None
        self._lh_notices += notes
        tables = type(self.tables)(self.bus)
        tables.open(match, paused=True)
        link = self._link(match)
        link.mine = []

        async def close() -> None:
            await tables.close(match_id)

        link.close, link.again, link.fresh = close, None, None
        return link

    def _serve(self, match: Match) -> Link:
        """Open a table and seat the levels at it."""
        from ai.seat import ComputerSeat

        record = match.record
        self.tables.open(match)
        several = sum(seat.is_person for seat in record.seats) > 1
        tasks = []
        for number, seat in enumerate(record.seats):
            if seat.is_person or match.over:
                continue
            player = ComputerSeat(
                self.bus,
                record.id,
                number,
                record.game,
                seat.kind,
                seat.style,
                decision_seconds=float(self.settings.seconds),
                pace=self.settings.pause / 1000,
                thoughts=not several,
            )
            tasks.append(asyncio.create_task(player.run(), name=f"seat {number}"))
        self._lh_seats[record.id] = tasks
        return self._link(match)

    def _link(self, match: Match) -> Link:
        record = match.record

        async def close() -> None:
            await self.leave(record.id)

        async def again() -> Link:
            same = match.again()
            same.record.assisted = True  # its deal is known
            await self.leave(record.id)
            return self._serve(same)

        async def fresh() -> Link:
            await self.leave(record.id)
            house = registry.get(record.game).house_data()
            return self._serve(
                Match.new(record.game, record.options, record.seats, fresh_seed(), house)
            )

        return Link(
            bus=self.bus,
            match=record.id,
            game=record.game,
            names=match.names,
            kinds=[seat.kind for seat in record.seats],
            mine=[number for number, seat in enumerate(record.seats) if seat.is_person],
            close=close,
            again=again,
            fresh=fresh,
        )

    async def leave(self, match_id: str) -> None:
        """Stop the seats of a match, save it, and let others have it."""
        for task in self._lh_seats.pop(match_id, []):
            task.cancel()
        await self.tables.close(match_id)
        self.store.release(match_id)

    async def _advise(self, match: Match, seat: int) -> tuple[int, list[str]]:
        """The best move of a seat and a hint's words, from what that seat may know."""
        from ai.hint import hint, question

        view = match.view(seat)
        ask = question(match.game, view, seconds=float(self.settings.seconds))
        found = await self.bus.request(SEARCH, ask, ask.seconds + 5.0)
        if not isinstance(found, Found):
            return match.legal(seat)[0], [_("The search did not answer; try again.")]
        return found.action, hint(match.game, view, found).lines(match.names)

    async def _finished(self, match: Match) -> None:
        """A match has ended: it counts in the statistics from now on."""
        from saves.profile import Profile

        await Profile().keep(match, self.store.meta(match.record.id))


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
    lines = [
        f"{seat.name}  {score_text(score)}"
        for seat, score in zip(header.seats, header.scores, strict=True)
    ]
    lines.append(_("round {round}, {when}").format(round=header.round, when=ago(header.changed)))
    return "\n".join(lines)


def ago(when: int) -> str:
    """How long ago something was, roughly; `when` in seconds since 1970, UTC."""
    import time

    from caravan_tui.words import _n

    seconds = max(0, int(time.time()) - when)
    days, hours, minutes = seconds // 86400, seconds // 3600, seconds // 60
    if days:
        return _n("{count} day ago", "{count} days ago", days).format(count=days)
    if hours:
        return _n("{count} hour ago", "{count} hours ago", hours).format(count=hours)
    if minutes:
        return _n("{count} minute ago", "{count} minutes ago", minutes).format(count=minutes)
    return _("just now")
