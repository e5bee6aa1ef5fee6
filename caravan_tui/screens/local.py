"""The host of a local player: tables, computer seats, search and saves in this process.

The search itself runs in worker processes, which start after the first frame.
"""

from __future__ import annotations

import asyncio
import getpass
import logging
from collections.abc import Awaitable
from typing import TYPE_CHECKING

from caravan_tui import folders
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import SEARCH, Search
from caravan_tui.engine import Match, Seat
from caravan_tui.engine.rng import fresh_seed
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionValue
from caravan_tui.screens.host import Host
from caravan_tui.screens.link import Link
from caravan_tui.words import _

if TYPE_CHECKING:
    from saves.daily import Daily

log = logging.getLogger(__name__)


class LocalHost(Host):
    """Holds the matches of this terminal, and saves them after every action."""

    def __init__(self) -> None:
        from caravan_tui.bus.table import TableHost
        from saves.store import Store

        super().__init__(Store())
        self.bus = LocalBus()
        self.tables = TableHost(self.bus, self.store.save, self._finished, advise=self._advise)
        self._lh_seats: dict[str, list[asyncio.Task[None]]] = {}
        self._lh_service = None

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
        await self.listing()
        for game_id in registry.ids():
            self.found += registry.get(game_id).house_notices()

    async def stop(self) -> None:
        """Save and close everything."""
        for match_id in list(self._lh_seats):
            await self.leave(match_id)
        if self._lh_service is not None:
            await self._lh_service.close()
        self.store.release_all()

    # what the home screen and the set-up ask

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
        """A try at the match of the day, see `daily_match`. Raises SaveError."""
        return self._serve(self.daily_match(daily, known))

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
            self.found.append(str(error))
            return None
        return match

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
            self.found.append(str(error))
            return None
        self.found += notes
        return self._serve(match)

    async def assist(self, match_id: str) -> str:
        """See `Host.assist`."""
        from saves.errors import SaveError

        if match_id in self.tables.ids():
            self.tables.assist(match_id)
            return ""
        try:
            match, _notes = await asyncio.to_thread(self.store.load, match_id)
            match.record.assisted = True
            await self.store.save(match)
        except SaveError as error:
            return str(error)
        self.store.release(match_id)
        return ""

    async def watch(self, match_id: str) -> Link | None:
        """Look at a saved match without playing, as a spectator."""
        from saves.errors import SaveError

        try:
            match, notes = await asyncio.to_thread(self.store.load, match_id, True)
        except SaveError as error:
            self.found.append(str(error))
            return None
        self.found += notes
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
        """The best move of a seat and a hint's words, from what that seat may know. Raises
        ValueError or TimeoutError if the search does not answer."""
        from ai.hint import advise

        def ask(search: Search) -> Awaitable[object]:
            return self.bus.request(SEARCH, search, search.seconds + 5.0)

        seconds = float(self.settings.seconds)
        told = await advise(match.game, match.view(seat), ask, seconds, match.names)
        return told.best.action, told.lines()

    async def _finished(self, match: Match) -> None:
        """A match has ended: it counts in the statistics from now on."""
        from saves.profile import Profile

        await Profile().keep(match, self.store.meta(match.record.id))
