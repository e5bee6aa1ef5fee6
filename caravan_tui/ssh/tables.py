"""The matches of a server: those that one account plays alone, and those between people."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterator

from ai.hint import advise
from ai.seat import ComputerSeat
from caravan_tui.bus.base import Bus
from caravan_tui.bus.messages import SEARCH, Search
from caravan_tui.bus.table import TableHost
from caravan_tui.bus.undoing import Present
from caravan_tui.engine import Match
from caravan_tui.ssh.accounts import Accounts
from caravan_tui.ssh.config import Config
from caravan_tui.words import _
from saves.errors import SaveError
from saves.profile import Profile
from saves.store import Store

log = logging.getLogger(__name__)

PACE = 0.4
"""Least seconds that a computer seat takes for a move, so that people can follow."""
THINKING = 3.0
"""Most seconds that it takes for a decision."""


@contextlib.contextmanager
def _without_paths() -> Iterator[None]:
    """What a table is told of a save that failed names no file of the server."""
    try:
        yield
    except SaveError as error:
        raise SaveError(error.reason) from error


class Tables:
    """Serves matches on the bus, saves them, and seats levels at them.

    A match of one account is saved in its own folder, where its sessions list it. A match between
    people is saved where no session looks; when it is over, each of its people gets a copy.
    """

    def __init__(
        self,
        bus: Bus,
        config: Config,
        accounts: Accounts,
        over: Callable[[Match], Awaitable[None]],
        pace: float = PACE,
        present: Present | None = None,
    ) -> None:
        """`over` is awaited when a match between people has ended and is saved; `present` says who
        is at the table of one."""
        self._bus = bus
        self._accounts = accounts
        self._pace = pace
        self._owners: dict[str, str] = {}
        """By match: the account that plays it alone."""
        self._stores: dict[str, Store] = {}
        self._seats: dict[tuple[str, int], asyncio.Task[None]] = {}
        self.store = Store(config.home / "shared")
        self.alone = TableHost(bus, self._save_alone, self._finished_alone, advise=self._advise)
        self.shared = TableHost(bus, self._save_shared, over, present=present)

    # Alone

    def _store_of(self, account: str) -> Store:
        if account not in self._stores:
            self._stores[account] = Store(self._accounts.folder(account) / "data")
        return self._stores[account]

    async def _save_alone(self, match: Match) -> None:
        with _without_paths():
            await self._store_of(self._owners[match.record.id]).save(match)

    async def _finished_alone(self, match: Match) -> None:
        account = self._owners[match.record.id]
        store = self._store_of(account)
        with _without_paths():
            await Profile(store.home).keep(match, store.meta(match.record.id))

    async def _save_shared(self, match: Match) -> None:
        with _without_paths():
            await self.store.save(match)

    def open_alone(self, account: str, match: Match) -> None:
        """Serve a match of one account."""
        self._owners[match.record.id] = account
        self.alone.open(match)
        people = sum(seat.is_person for seat in match.record.seats)
        for number, seat in enumerate(match.record.seats):
            if not seat.is_person and not match.over:
                self.seat(match, number, seat.kind, thoughts=people < 2)

    async def resume_alone(self, account: str, match_id: str) -> Match:
        """A match of an account's own saves, served. Raises SaveError."""
        if self._owners.get(match_id) == account:
            return self.alone.match(match_id)
        if match_id in self._owners or match_id in self.shared.ids():
            raise SaveError(_("There is no saved match '{id}'.").format(id=match_id[:16]))
        match, _notes = await asyncio.to_thread(self._store_of(account).load, match_id)
        if match_id in self._owners:  # two asked at once
            return match
        self.open_alone(account, match)
        return match

    async def close_alone(self, match_id: str) -> None:
        """Save a match that an account plays alone, and serve it no longer."""
        account = self._owners.get(match_id)
        if account is None:
            return
        self.empty(match_id)
        await self.alone.close(match_id)
        self._owners.pop(match_id, None)
        self._store_of(account).release(match_id)
        if account not in self._owners.values():
            self._stores.pop(account, None)

    def owner(self, match_id: str) -> str | None:
        """The account that plays a match alone, None if nobody does."""
        return self._owners.get(match_id)

    async def _advise(self, match: Match, seat: int) -> tuple[int, list[str]]:
        def ask(search: Search) -> Awaitable[object]:
            return self._bus.request(SEARCH, search, search.seconds + 5.0)

        told = await advise(match.game, match.view(seat), ask, THINKING, match.names)
        return told.best.action, told.lines()

    # Between people

    def open_shared(self, match: Match) -> None:
        """Serve a match between people. What a level considers is told nobody."""
        self.shared.open(match)
        for number, seat in enumerate(match.record.seats):
            if not seat.is_person and not match.over:
                self.seat(match, number, seat.kind, thoughts=False)

    def load_shared(self, match_id: str) -> Match:
        """A match between people from the disk. Raises SaveError."""
        return self.store.load(match_id)[0]

    async def close_shared(self, match_id: str, forget: bool = False) -> None:
        """Serve a match no longer; `forget`: move its file to the trash."""
        self.empty(match_id)
        await self.shared.close(match_id)
        self.store.release(match_id)
        if forget:
            with contextlib.suppress(SaveError):
                await asyncio.to_thread(self.store.delete, match_id)

    async def hand_out(self, match: Match, account: str, seat: int) -> None:
        """Give an account its result and a copy of a match that is over."""
        store = Store(self._accounts.folder(account) / "data")
        try:
            await Profile(store.home).keep(match, None, seat)
            await asyncio.to_thread(store.save_now, match)
        except SaveError as error:
            log.warning("the result of %s is not kept for %s: %s", match.record.id, account, error)
        finally:
            store.release_all()

    # Levels

    def seat(self, match: Match, seat: int, level: str, thoughts: bool = False) -> None:
        """Let a level play a seat from now on."""
        key = (match.record.id, seat)
        self.unseat(*key)
        player = ComputerSeat(
            self._bus,
            match.record.id,
            seat,
            match.record.game,
            level,
            match.record.seats[seat].style,
            decision_seconds=THINKING,
            pace=self._pace,
            thoughts=thoughts,
        )
        self._seats[key] = asyncio.create_task(player.run(), name=f"seat {seat}")

    def unseat(self, match_id: str, seat: int) -> bool:
        """The level in this seat stops; whether there was one."""
        task = self._seats.pop((match_id, seat), None)
        if task is not None:
            task.cancel()
        return task is not None

    def empty(self, match_id: str) -> None:
        """All levels of a match stop."""
        for key in [key for key in self._seats if key[0] == match_id]:
            self.unseat(*key)

    async def close_all(self) -> None:
        """Save and close everything."""
        for match_id, seat in list(self._seats):
            self.unseat(match_id, seat)
        await asyncio.gather(self.alone.close_all(), self.shared.close_all())
        for store in (self.store, *self._stores.values()):
            store.release_all()
