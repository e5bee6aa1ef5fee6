"""The host of a local player: tables, computer players, search and saves in this process.

The search itself runs in worker processes, which start after the first frame.
"""

from __future__ import annotations

import asyncio
import getpass
import logging
from collections.abc import Mapping, Sequence
from functools import partial

from ai import levels
from ai.adaptive import level_after
from ai.bot import ComputerSeat
from ai.hint import advise
from ai.pool import Pool
from ai.programs.process import Program, ProgramSeat
from ai.turn_time import Pacing
from caravan_tui import paths
from caravan_tui.bus.hosted_match import Services
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import SearchRequest, SearchResult
from caravan_tui.bus.table import TableHost
from caravan_tui.cast.characters import named
from caravan_tui.engine import Match, Refusal, Seat
from caravan_tui.engine.playback import branch, copy_of
from caravan_tui.engine.record import Record
from caravan_tui.engine.rng import fresh_seed, stream
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionValue
from caravan_tui.hosts.base import Host, Progress
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.hosts.earlier_moves import EarlierMove, last_turn
from caravan_tui.hosts.players import LONGEST_NAME
from caravan_tui.i18n import _
from caravan_tui.road.stations import Station
from saves.daily import Daily
from saves.errors import LockedError, MissingError, SaveError
from saves.header import FROM_PROBLEM
from saves.profile import Profile
from saves.statistics import scores_against
from saves.store import Store

log = logging.getLogger(__name__)


class LocalHost(Host):
    """Holds the matches of this terminal, and saves them after every action."""

    def __init__(self) -> None:
        super().__init__(Store())
        self.bus = LocalBus()
        self.tables = TableHost(
            self.bus,
            Services(
                save=self._save,
                keep_result=self._keep_result,
                advise=self._advise,
                hurry=self._hurry,
            ),
        )
        self._seat_tasks: dict[str, list[asyncio.Task[None]]] = {}
        self._untouched: set[str] = set()
        """Matches begun from another one in which no person has moved yet: leaving such a match
        leaves nothing behind."""
        self._pool: Pool | None = None

    async def start(self) -> None:
        """Start the workers that think, and look for what is wrong on disk."""
        errors = paths.logs() / "workers.log"
        has_logs = errors.parent.is_dir()
        self._pool = Pool(self.settings.workers or None, errors if has_logs else None)
        self._pool.start()
        await self.listing()
        for game_id in registry.ids():
            self.pending_notices += registry.get(game_id).custom_notices()

    async def stop(self) -> None:
        """Save and close everything."""
        for match_id in list(self._seat_tasks):
            await self.leave(match_id)
        if self._pool is not None:
            await self._pool.close()
        self.store.release_all()

    # Home and set-up

    def player_name(self) -> str:
        """The person's name at the table."""
        if self.settings.name:
            return self.settings.name[:LONGEST_NAME]
        try:
            name = getpass.getuser()
        except (KeyError, OSError, ImportError):
            name = ""
        return name[:LONGEST_NAME].capitalize() if name.isprintable() and name else _("Player")

    def levels(self) -> list[tuple[str, str]]:
        """The levels of computer players, and the one that adapts to its player."""
        return [*super().levels(), (levels.ADAPTIVE.title, levels.ADAPTIVE.name)]

    # Matches

    async def create(
        self,
        game_id: str,
        options: Mapping[str, OptionValue],
        seats: Sequence[Seat],
        seed: int | None = None,
    ) -> TableConnection:
        """A new match, saved and served."""
        custom_data = registry.get(game_id).custom_data()
        seed = fresh_seed() if seed is None else seed
        match = Match.new(game_id, dict(options), named(seats, seed), seed, custom_data)
        return self._serve(match)

    async def play_daily(self, daily: Daily, known: bool = False) -> TableConnection:
        """A try at the match of the day, see `daily_match`. Raises SaveError."""
        return self._serve(self.daily_match(daily, known))

    async def play_road(self, station: Station) -> TableConnection:
        """A new try at a station of the journey, see `road_match`. Raises SaveError."""
        return self._serve(self.road_match(station))

    async def branch(
        self,
        match: Match,
        ply: int,
        seats: Sequence[Seat],
        title: str = "",
        is_from_problem: bool = False,
    ) -> TableConnection:
        """A new match that continues another, or a problem, from one of its positions, by a title
        of its own. Raises ValueError or SaveError."""
        new_match = branch(match, ply, list(seats))
        if match.record.id in self.tables.ids():
            await self.leave(match.record.id)
        origin = FROM_PROBLEM if is_from_problem else match.record.id
        self.store.describe(new_match.record.id, title=title, branch_of=origin)
        return self._serve(new_match)

    async def look_back(self, match_id: str, may_be_gone: bool = False) -> Match | None:
        """A copy of a match to replay. None, with a notice, if that is not possible."""
        if match_id in self.tables.ids():
            return copy_of(self.tables.match(match_id))
        try:
            match, _notes = await asyncio.to_thread(self.store.load, match_id, True)
        except SaveError as error:
            if may_be_gone and isinstance(error, MissingError):
                return None
            self.pending_notices.append(str(error))
            return None
        return match

    async def open(self, match_id: str) -> TableConnection | None:
        """Resume a saved match. None, with a notice, if that is not possible.

        Raises LockedError if another process plays it.
        """
        if match_id in self.tables.ids():
            return self._connect(self.tables.match(match_id))
        try:
            match, notes = await asyncio.to_thread(self.store.load, match_id)
        except LockedError:
            raise
        except SaveError as error:
            self.pending_notices.append(str(error))
            return None
        self.pending_notices += notes
        if match_id in self.tables.ids():  # opened a second time while the file was read
            return self._connect(self.tables.match(match_id))
        return self._serve(match)

    async def assist(self, match_id: str) -> str:
        """Mark a saved match as assisted. Why that is not possible, or an empty string."""
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

    async def watch(self, match_id: str) -> TableConnection | None:
        """Look at a saved match as a spectator. None, with a notice, if that is not possible."""
        try:
            match, notes = await asyncio.to_thread(self.store.load, match_id, True)
        except SaveError as error:
            self.pending_notices.append(str(error))
            return None
        self.pending_notices += notes
        return self.watch_saved(match, self.bus)

    def _serve(self, match: Match) -> TableConnection:
        """Open a table and start its computer players."""
        record = match.record
        self.tables.open(match)
        people = [number for number, seat in enumerate(record.seats) if seat.is_person]
        tasks = []
        for number, seat in enumerate(record.seats):
            if seat.is_person or match.over:
                continue
            if seat.kind == levels.PROGRAM.name and seat.name not in self.programs:
                text = _(
                    "The program {name} isn't here, so a Trader plays for it. "
                    "To bring it: caravan-tui continue --program {name}=COMMAND"
                )
                self.pending_notices.append(text.format(name=seat.name))
            playing = self._play(record, number, people)
            tasks.append(asyncio.create_task(playing, name=f"seat {number}"))
        self._seat_tasks[record.id] = tasks
        return self._connect(match)

    async def _play(self, record: Record, number: int, people: Sequence[int]) -> None:
        """Play the seat of a computer player; `people`: the seats of the others."""
        seat = record.seats[number]
        level = seat.kind
        if level == levels.PROGRAM.name:
            await self._play_by_program(record, number)
            return
        if level == levels.ADAPTIVE.name:
            level = await self._adapted_level(record)
        pool = self._pool
        if pool is not None:
            pool.prepare(record.game, seat.style, level)
        player = ComputerSeat(
            self.tables.table(record.id, number),
            self.search,
            record.game,
            level,
            seat.style,
            pacing=Pacing(
                float(self.settings.seconds), pause=0.0 if people else self._watched_pace
            ),
            reports=len(people) < 2,
            think_ahead=pool.think_ahead if pool and self.settings.think_ahead else None,
            people=people,
            name=seat.name,
        )
        await player.run()

    async def _play_by_program(self, record: Record, number: int) -> None:
        """Have a program play a seat; without its command the level plays that stands in for it."""
        seat, table = record.seats[number], self.tables.table(record.id, number)
        command = self.programs.get(seat.name)
        program = Program(command) if command is not None else None
        search = ProgramSeat(program) if program is not None else None
        player = ComputerSeat(
            table,
            search or self.search,
            record.game,
            seat.kind,
            pacing=Pacing(float(self.settings.seconds)),
            reports=False,
            name=seat.name,
            is_program=program is not None,
        )
        try:
            await player.run()
        finally:
            if search is not None:
                await search.close()

    async def _adapted_level(self, record: Record) -> str:
        """The level that plays for a computer player that adapts: by the user's results against it
        in this game up to the beginning of the match, so that it is the same throughout."""
        try:
            results = await self.results()
        except SaveError:
            results = []  # the statistics say what is wrong with them
        earlier = [
            result
            for result in results
            if result.game == record.game and result.ended <= record.began
        ]
        return level_after(scores_against(earlier, levels.ADAPTIVE.name)).name

    def _serve_next(self, match: Match) -> TableConnection:
        """Open a table for a match that follows another. It is saved from the first move of a
        person on."""
        if any(seat.is_person for seat in match.record.seats):
            self._untouched.add(match.record.id)
        return self._serve(match)

    @property
    def _watched_pace(self) -> float:
        """Seconds that a move takes at a table of computer players only. The screen that watches
        holds each move as long, and would fall behind a match that nobody slows down."""
        beat = self.settings.beat
        return 0.0 if beat is None else beat.move

    def _connect(self, match: Match) -> TableConnection:
        record = match.record

        async def close() -> None:
            await self.leave(record.id)

        async def restart() -> TableConnection:
            same_deal = match.restarted()
            same_deal.record.assisted = True  # its deal is known
            await self.leave(record.id)
            return self._serve_next(same_deal)

        async def rematch() -> TableConnection:
            await self.leave(record.id)
            custom_data = registry.get(record.game).custom_data()
            return self._serve_next(
                Match.new(record.game, record.options, record.seats, fresh_seed(), custom_data)
            )

        people = [number for number, seat in enumerate(record.seats) if seat.is_person]
        explained = [
            number
            for number, seat in enumerate(record.seats)
            if not seat.is_person and seat.kind != levels.PROGRAM.name
        ]

        def earlier_moves(version: int, seat: int | None) -> Sequence[EarlierMove]:
            return last_turn(match, version, explained, seat)

        connection = TableConnection(
            bus=self.bus,
            table=partial(self.tables.table, record.id),
            match=record.id,
            game=record.game,
            names=match.names,
            kinds=[seat.kind for seat in record.seats],
            own_seats=people,
            close=close,
            restart=restart,
            rematch=rematch,
            talk_seed=stream(record.seed, "talk").getrandbits(32),
            is_daily=bool(self.store.described(record.id).daily),
            earlier_moves=earlier_moves if len(people) < 2 else None,
        )
        return self.leads_to_road(connection)

    async def leave(self, match_id: str) -> None:
        """Stop the computer players of a match, save it, and unlock it."""
        for task in self._seat_tasks.pop(match_id, []):
            task.cancel()
        await self.tables.close(match_id)
        self._untouched.discard(match_id)
        self.store.release(match_id)

    async def search(
        self, request: SearchRequest, progress: Progress | None = None
    ) -> SearchResult:
        """Have a search answered by the workers. Raises Refusal."""
        if self._pool is None:
            raise Refusal("unavailable")
        return await self._pool.search(request, progress)

    def _hurry(self, match_id: str) -> None:
        if self._pool is not None:
            self._pool.hurry(match_id)

    async def _advise(self, match: Match, seat: int) -> SearchResult:
        seconds = float(self.settings.seconds)
        return await advise(match.game, match.view(seat), self.search, seconds)

    async def _save(self, match: Match) -> None:
        """Save a match, unless it follows another and no person has moved in it yet."""
        name, seats = match.record.id, match.record.seats
        if name in self._untouched:
            if not any(ply.actor >= 0 and seats[ply.actor].is_person for ply in match.plies()):
                return
            self._untouched.discard(name)
        await self.store.save(match)

    async def _keep_result(self, match: Match) -> None:
        """Count a match that is over in the statistics."""
        await Profile().add_match(match, self.store.meta(match.record.id))
