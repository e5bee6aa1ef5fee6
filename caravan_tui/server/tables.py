"""The tables of a server: solo matches of one account, and matches between people."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial

from ai import levels
from ai.bot import ComputerSeat
from ai.pool import Pool
from ai.turn_time import Pacing
from caravan_tui.bus.autosave import SAVE_PATIENCE
from caravan_tui.bus.base import Bus
from caravan_tui.bus.hosted_match import Services
from caravan_tui.bus.messages import SearchResult
from caravan_tui.bus.table import TableHost
from caravan_tui.bus.undo import Present
from caravan_tui.bus.wording import of_os_error, plain_text
from caravan_tui.engine import Match, Refusal
from caravan_tui.server.backend import Backend
from caravan_tui.server.config import Config
from caravan_tui.server.programs import HostedProgram, Programs
from caravan_tui.server.searches import AccountSearches
from saves.errors import SaveError
from saves.profile import Profile
from saves.quota import Quota
from saves.store import Store

log = logging.getLogger(__name__)

PACE = 0.4
"""Minimum seconds of a computer player's move, so that people can follow."""
DECISION_SECONDS = 3.0
"""Maximum seconds of its decision."""
CONFIRM_SECONDS = 2.5
"""Seconds that a save has whose end is waited for before a player is answered."""
CONFIRM_RETRY_SECONDS = 1.0
"""Time after which such a save is tried again."""


@contextlib.contextmanager
def _without_paths() -> Iterator[None]:
    """Turn errors of the store into refusals, which name no file of the server."""
    try:
        yield
    except OSError as error:
        sentence = of_os_error(error)
        raise Refusal(sentence.code, **sentence.values) from error
    except SaveError as error:
        sentence = error.sentence or plain_text(error.reason)
        raise Refusal(sentence.code, **sentence.values) from error


OnSaved = Callable[[float, bool], None]
"""`on_saved(seconds, is_saved)`: a match was written in so long a time, or could not be."""


class Tables:
    """Serves matches on the bus, saves them, and runs their computer players.

    A solo match is saved in its account's folder, where its sessions list it. A match between
    people is saved where no session looks; when it is over, each player gets a copy.
    """

    def __init__(
        self,
        bus: Bus,
        backend: Backend,
        config: Config,
        pool: Pool,
        over: Callable[[Match], Awaitable[None]],
        changed: Callable[[Match], None],
        pace: float = PACE,
        present: Present | None = None,
    ) -> None:
        """`bus` carries the tables of solo matches. For matches between people: `over` is awaited
        when one has ended and is saved, `changed` is called after every change, `present` says who
        is at the table. `pace`: see PACE."""
        self._pool = pool
        self.searches = AccountSearches(pool)
        self._think_ahead = pool.think_ahead if config.think_ahead else None
        self._accounts = backend.accounts
        self._pace = pace
        self._owners: dict[str, str] = {}
        """By solo match: its account."""
        self._hosts: dict[str, str] = {}
        """By open match between people: the account that made it."""
        self._stores: dict[str, Store] = {}
        """By account. They stay: one that went while it loads would keep a lock for ever."""
        self._bots: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._ending: set[asyncio.Task[None]] = set()
        """Bots that were stopped and whose programs end."""
        self.programs = Programs(config.programs, config.max_programs)
        """What plays in the seats of programs."""
        self._matches, self._homes = backend.matches, backend.homes
        self.on_saved: OnSaved = lambda _seconds, _is_saved: None
        """Called after each try to save a match."""
        self.quota = Quota(config.max_saved_matches, config.max_account_mib << 20)
        """What the folder of an account may hold."""
        confirms = backend.matches.confirms_saves
        self.solo = TableHost(
            bus,
            Services(
                save=self._save_solo,
                keep_result=self._save_solo_result,
                advise=self._advise,
                hurry=pool.hurry,
                confirms_saves=confirms,
                save_patience=CONFIRM_SECONDS if confirms else SAVE_PATIENCE,
                retry_seconds=CONFIRM_RETRY_SECONDS if confirms else None,
            ),
        )
        self.shared = TableHost(
            backend.bus,
            Services(
                save=self._save_shared,
                finished=over,
                changed=changed,
                hurry=pool.hurry,
                present=present,
                may_change=backend.matches.may_change,
                limits_undo=True,
                confirms_saves=confirms,
                save_patience=CONFIRM_SECONDS if confirms else SAVE_PATIENCE,
                retry_seconds=CONFIRM_RETRY_SECONDS if confirms else None,
            ),
        )

    # Solo matches

    def _store_of(self, account: str) -> Store:
        if account not in self._stores:
            self._stores[account] = Store(self._accounts.folder(account) / "data")
        return self._stores[account]

    def check_quota(self, account: str) -> None:
        """Raise Refusal if the folder of an account has no room for another match."""
        problem = self.quota.problem(self._accounts.folder(account) / "data")
        if problem is not None:
            raise Refusal(problem.code, **problem.values)

    async def _save_solo(self, match: Match) -> None:
        account = self._owners[match.record.id]
        with self._saving():
            await self._store_of(account).save(match)
            await self._homes.saved(account)

    async def _save_solo_result(self, match: Match) -> None:
        account = self._owners[match.record.id]
        store = self._store_of(account)
        with _without_paths():
            await Profile(store.home).add_match(match, store.meta(match.record.id))

    async def _save_shared(self, match: Match) -> None:
        with self._saving():
            await self._matches.save(match)

    @contextlib.contextmanager
    def _saving(self) -> Iterator[None]:
        """Tell how long a save took, and whether it worked; turn its errors into refusals."""
        began = time.monotonic()
        try:
            with _without_paths():
                yield
        except Exception:
            self.on_saved(time.monotonic() - began, False)
            raise
        self.on_saved(time.monotonic() - began, True)

    def open_solo(self, account: str, match: Match) -> None:
        """Serve a solo match."""
        self._owners[match.record.id] = account
        self.solo.open(match)
        people = sum(seat.is_person for seat in match.record.seats)
        for number, seat in enumerate(match.record.seats):
            if not seat.is_person and not match.over:
                self.add_bot(match, number, seat.kind, reports=people < 2)

    async def resume_solo(self, account: str, match_id: str) -> Match:
        """Serve a saved solo match of an account. Raises SaveError or Refusal."""
        if self._owners.get(match_id) == account:
            return self.solo.match(match_id)
        if match_id in self.shared.ids():
            raise Refusal("save_not_found", id=match_id[:16])
        match, _notes = await asyncio.to_thread(self._store_of(account).load, match_id)
        owner = self._owners.get(match_id)
        if owner == account:  # opened by another request meanwhile
            return match
        if owner is not None:  # each player of a match between people has a copy of it
            self._store_of(account).release(match_id)
            raise Refusal("copy_in_use")
        self.open_solo(account, match)
        return match

    async def close_solo(self, match_id: str) -> None:
        """Save a solo match and stop serving it."""
        account = self._owners.get(match_id)
        if account is None:
            return
        self.remove_bots(match_id)
        await self.solo.close(match_id)
        self._owners.pop(match_id, None)
        self._store_of(account).release(match_id)

    def owner(self, match_id: str) -> str | None:
        """The account of a solo match; None if no such match is open."""
        return self._owners.get(match_id)

    async def _advise(self, match: Match, seat: int) -> SearchResult:
        account = self._owners[match.record.id]
        return await self.searches.hint(account, match, seat, DECISION_SECONDS)

    # Matches between people

    def open_shared(self, match: Match, owner: str) -> None:
        """Serve a match between people that an account has made, hiding what computer players
        consider."""
        self._hosts[match.record.id] = owner
        self.shared.open(match)
        for number, seat in enumerate(match.record.seats):
            if not seat.is_person and not match.over:
                self.add_bot(match, number, seat.kind, reports=False)

    async def close_shared(self, match_id: str, forget: bool = False) -> None:
        """Stop serving a match; `forget`: move its file to the trash."""
        self.remove_bots(match_id)
        await self.shared.close(match_id)
        self._hosts.pop(match_id, None)
        self._matches.release(match_id)
        if forget:
            await self._matches.discard(match_id)

    # Computer players

    def add_bot(self, match: Match, seat: int, level: str, reports: bool = False) -> None:
        """Have a computer player of this level play a seat from now on. `reports`: publish what
        it considers."""
        key = (match.record.id, seat)
        self.remove_bot(*key)
        match_id = match.record.id
        host = self.solo if match_id in self._owners else self.shared
        owner = self._owners.get(match_id) or self._hosts.get(match_id, "")
        is_program = level == levels.PROGRAM.name
        program = self.programs.seat(match.record.seats[seat].name) if is_program else None
        bot = ComputerSeat(
            host.table(match_id, seat),
            program or partial(self._pool.search, owner=owner),
            match.record.game,
            level,
            match.record.seats[seat].style,
            pacing=Pacing(DECISION_SECONDS, pause=self._pace),
            reports=reports and not is_program,
            think_ahead=None if is_program else self._think_ahead,
            people=[number for number, sitter in enumerate(match.record.seats) if sitter.is_person],
            name=match.record.seats[seat].name,
            is_program=program is not None,
        )
        self._bots[key] = asyncio.create_task(_run(bot, program), name=f"seat {seat}")
        if program is None:
            self._pool.prepare(match.record.game, match.record.seats[seat].style, level)

    def missing_programs(self, match: Match) -> list[str]:
        """The seats of programs that the keeper lets play no more: the level of a Trader plays."""
        return [
            seat.name
            for seat in match.record.seats
            if seat.kind == levels.PROGRAM.name and not self.programs.has(seat.name)
        ]

    def remove_bot(self, match_id: str, seat: int) -> bool:
        """Stop the computer player in this seat. Returns whether there was one."""
        task = self._bots.pop((match_id, seat), None)
        if task is not None:
            task.cancel()
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)
        return task is not None

    def bot_seats(self, match_id: str) -> list[int]:
        """The seats of a match that computer players play now."""
        return sorted(
            seat
            for (match, seat), bot in self._bots.items()
            if match == match_id and not bot.done()
        )

    def remove_bots(self, match_id: str) -> None:
        """Stop all computer players of a match."""
        for key in [key for key in self._bots if key[0] == match_id]:
            self.remove_bot(*key)

    async def close_all(self) -> None:
        """Save and close everything."""
        for match_id, seat in list(self._bots):
            self.remove_bot(match_id, seat)
        await asyncio.gather(*self._ending, return_exceptions=True)
        await self.programs.close()
        await asyncio.gather(self.solo.close_all(), self.shared.close_all())
        self._matches.release_all()
        for store in self._stores.values():
            store.release_all()


async def _run(bot: ComputerSeat, program: HostedProgram | None) -> None:
    """Play a seat to the end; its program ends with it."""
    try:
        await bot.run()
    finally:
        if program is not None:
            await program.close()
