"""The matches between people: who takes part in which, from the first seat to the result."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any

from caravan_tui.bus.access import clean
from caravan_tui.bus.lobby_messages import (
    Began,
    CreateMatch,
    JoinMatch,
    MatchRow,
    Seated,
    WatchMatch,
    YourTurn,
)
from caravan_tui.bus.local import LocalBus
from caravan_tui.engine import Match, Seat
from caravan_tui.engine.record import new_id
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionValue
from caravan_tui.ssh.accounts import Accounts
from caravan_tui.ssh.config import Config
from caravan_tui.ssh.news import News
from caravan_tui.ssh.person import Person, RefuseError
from caravan_tui.ssh.rooms import OPEN, PERSON, WAIT, Room, Rooms
from caravan_tui.ssh.tables import Tables
from caravan_tui.ssh.watching import STAND_IN, Watch
from caravan_tui.ssh.wishes import clock_of, free_name, grace_of
from caravan_tui.words import _
from saves.errors import SaveError


class Company:
    """All rooms, and a `Watch` for each whose match runs."""

    def __init__(
        self,
        bus: LocalBus,
        config: Config,
        accounts: Accounts,
        tables: Tables,
        people: Mapping[str, Person],
        news: News,
        event: Callable[..., None],
    ) -> None:
        """`people`: who is on the server, by account; `event`: see `Lobby`."""
        self._bus, self._config, self._accounts, self._tables = bus, config, accounts, tables
        self._people, self._news, self._event = people, news, event
        self.rooms = Rooms(config.home / "rooms.json")
        self.watches: dict[str, Watch] = {}
        """By match: those that run."""
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Open the matches that ran when the server ended."""
        for room in self.rooms.all():
            if room.over:
                self.rooms.drop(room.match)
                continue
            if not room.started:
                continue
            try:
                match = await asyncio.to_thread(self._tables.load_shared, room.match)
            except (SaveError, ValueError) as error:
                self._event("match_lost", match=room.match, reason=str(error))
                continue  # the room stays: what is wrong with the file may be put right
            self._run(room, match)
            if match.over:  # the end came before its result was handed out
                await self.over(match)

    def close(self) -> None:
        """Follow the matches no longer; what is to be remembered of them is written."""
        for watch in self.watches.values():
            for account in list(watch.here):
                watch.room.seen[account] = watch.match.version
            watch.close()
        self.rooms.keep()

    def _later(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # What there is

    def row(self, room: Room, account: str) -> MatchRow:
        """A room as an account may see it."""
        watch = self.watches.get(room.match)
        owner = self._accounts.get(room.owner)
        here = watch.here if watch else self._people
        return MatchRow(
            match=room.match,
            code=room.code,
            game=room.game,
            owner=owner.name if owner else "",
            names=list(room.names),
            kinds=list(room.kinds),
            here=[not who or who in here for who in room.seats],
            started=room.started,
            over=room.over,
            watchers=sorted(watch.watchers.values()) if watch else [],
            idle=max(0, int(time.time() - room.touched)),
            yours=room.seats_of(account),
            to_act=-1 if watch is None or room.over else watch.to_act,
            private=room.private,
            absent=room.absent,
            grace=room.grace,
            clock=room.clock,
            moves=self.moves(room, account),
        )

    def present(self, match: str, seat: int) -> bool:
        """Whether the person of a seat is at the table."""
        watch = self.watches.get(match)
        return watch is not None and watch.room.seats[seat] in watch.here

    def moves(self, room: Room, account: str) -> int:
        """How many moves there were since an account left the table."""
        watch = self.watches.get(room.match)
        if watch is None or account not in room.seats or account in watch.here:
            return 0
        return max(0, watch.match.version - room.seen.get(account, watch.match.version))

    def moves_for(self, room: Room, account: str) -> int:
        """How many of them a level made for the account."""
        watch = self.watches.get(room.match)
        count = self.moves(room, account)
        if watch is None or not count:
            return 0
        last, seats = watch.match.version, room.seats_of(account)
        return sum(ply.actor in seats for ply in watch.match.plies(last - count, last))

    def _room(self, person: Person, text: str) -> Room:
        room = self.rooms.find(text[:64])
        if room is None:
            raise RefuseError(_("There is no match '{code}'.").format(code=clean(text)[:16]))
        return room

    def _seated(self, room: Room, seats: list[int], asked: str, waiting: bool = False) -> Seated:
        watch = self.watches.get(room.match)
        return Seated(
            asked,
            room.match,
            room.game,
            list(room.names),
            list(room.kinds),
            seats,
            waiting,
            clock=watch.clock if watch else None,
        )

    # Taking part

    def create(
        self,
        person: Person,
        ask: CreateMatch,
        names: list[str],
        options: dict[str, OptionValue],
        seed: int,
    ) -> Seated:
        """A match that waits until its open seats are taken. Raises RefuseError."""
        mine = sum(room.owner == person.account.id for room in self.rooms.all())
        if mine >= self._config.matches_an_account:
            raise RefuseError(_("You have too many matches; give one up first."))
        room = Room(
            match=new_id(),
            code=self.rooms.new_code(),
            game=ask.game,
            options=options,
            kinds=list(ask.kinds),
            names=names,
            seats=[person.account.id if kind == PERSON else "" for kind in ask.kinds],
            owner=person.account.id,
            seed=seed,
            absent=ask.absent,
            grace=grace_of(ask),
            clock=clock_of(ask),
            private=ask.private,
        )
        self.rooms.add(room)
        self._event("room", match=room.match, game=room.game, account=room.owner)
        self._news.change()
        return self._seated(room, [], ask.id, waiting=True)

    def join(self, person: Person, ask: JoinMatch) -> Seated:
        """Take a seat, or one's own again. Raises RefuseError."""
        room, account = self._room(person, ask.match), person.account
        if account.id not in room.seats:
            seat = room.first_open()
            if seat is None:
                raise RefuseError(_("All seats are taken; you can watch."))
            if len([one for one in self.rooms.all() if account.id in one.seats]) >= (
                self._config.matches_an_account
            ):
                raise RefuseError(_("You have too many matches; give one up first."))
            name = free_name(account.name, room.names)  # the owner's guest may be called so
            room.kinds[seat], room.seats[seat], room.names[seat] = PERSON, account.id, name
            room.touched = time.time()
            self._event("join", match=room.match, account=account.id)
            if room.first_open() is None:
                self._begin(room, account.id)
            self.rooms.keep()
            self._news.change()
        watch = self.watches.get(room.match)
        if watch is None and room.started:
            raise RefuseError(_("This match cannot be opened; the keeper's log tells why."))
        if watch is None:
            return self._seated(room, [], ask.id, waiting=True)
        seats = room.seats_of(account.id)
        for seat in seats:
            person.access.sit(room.match, seat)
        watch.enter(account.id, account.name)
        self._news.change()
        return self._seated(room, seats, ask.id)

    def _begin(self, room: Room, joining: str) -> None:
        seats = [Seat(kind, name) for kind, name in zip(room.kinds, room.names, strict=True)]
        house = registry.get(room.game).house_data()
        match = Match.new(room.game, room.options, seats, room.seed, house)
        match.record.id = room.match
        room.started = True
        self._run(room, match)
        for account in room.people() - {joining}:
            if not self._news.send(account, Began(room.match, room.game)):
                title = _(registry.spec(room.game).title)
                text = _("{game}, {code}, has begun.").format(game=title, code=room.code)
                self._accounts.tell(account, text)

    def _run(self, room: Room, match: Match) -> None:
        self._tables.open_shared(match)
        self.watches[room.match] = Watch(self._bus, self._tables, room, match, self._turned)

    def _turned(self, room: Room, seat: int) -> None:
        """Another seat is to act: tell its person, if it looks elsewhere."""
        account = room.seats[seat] if seat >= 0 else ""
        watch = self.watches.get(room.match)
        if account and watch and account not in watch.here:
            self._news.send(account, YourTurn(room.match, room.game, room.code))
        self._news.change()

    def watch(self, person: Person, ask: WatchMatch) -> Seated:
        """Look on. Raises RefuseError."""
        room = self._room(person, ask.match)
        watch = self.watches.get(room.match)
        if watch is None:
            raise RefuseError(_("This match has not begun."))
        if room.private and person.account.id not in room.seats and ask.match == room.match:
            raise RefuseError(_("This match is private; its code lets you watch."))
        if person.account.id in room.seats:
            raise RefuseError(_("You play in this match."))
        person.access.watches.add(room.match)
        watch.watchers[person.account.id] = person.account.name
        watch.tell(_("{name} watches.").format(name=person.account.name))
        self._news.change()
        return self._seated(room, [], ask.id)

    def step_out(self, person: Person, match: str) -> None:
        """Leave a table; the seats stay."""
        account = person.account
        person.access.leave(match)
        watch = self.watches.get(match)
        if watch is None:
            return
        known = account.id in watch.here or account.id in watch.watchers
        watch.watchers.pop(account.id, None)
        watch.leave(account.id, account.name)
        if known:
            self._sweep(watch.room)
            self.rooms.keep()
            self._news.change()

    async def give_up(self, person: Person, text: str) -> None:
        """Give a seat up for good. Raises RefuseError."""
        room, account = self._room(person, text), person.account
        seats = room.seats_of(account.id)
        watch = self.watches.get(room.match)
        if watch is not None and not room.over:
            for seat in seats:
                self._replace(watch, room, seat, account.name)
            person.access.leave(room.match)
            watch.here.pop(account.id, None)
        elif room.started and not room.over:
            raise RefuseError(_("This match cannot be opened; the keeper's log tells why."))
        elif not room.started:
            for seat in seats:
                room.kinds[seat], room.seats[seat], room.names[seat] = OPEN, "", ""
        room.seen.pop(account.id, None)
        self._event("give_up", match=room.match, account=account.id)
        if not room.people():
            await self._end(room)
        elif room.owner == account.id:
            room.owner = next(who for who in room.seats if who)
        self.rooms.keep()
        self._news.change()

    def _replace(self, watch: Watch, room: Room, seat: int, name: str) -> None:
        level = STAND_IN if room.absent == WAIT else room.absent
        room.kinds[seat], room.seats[seat] = level, ""
        text = _("{name} has given up the seat; a level plays on.").format(name=name)
        self._tables.shared.reseat(room.match, seat, Seat(level, room.names[seat]), text)
        self._tables.seat(watch.match, seat, level)

    # Ends

    async def over(self, match: Match) -> None:
        """A match between people has ended: each gets the result and a copy."""
        room = self.rooms.get(match.record.id)
        if room is None:
            return
        room.over = True
        ranks = match.ranks or ()
        for account in room.people():
            seat = room.seats_of(account)[0]
            await self._tables.hand_out(match, account, seat)
            watch = self.watches.get(room.match)
            if watch is None or account not in watch.here:
                title = _(registry.spec(room.game).title)
                text = _("{game}, {code}, is over: rank {rank} of {seats}.").format(
                    game=title, code=room.code, rank=ranks[seat], seats=len(ranks)
                )
                self._accounts.tell(account, text)
                self._news.tell(account, text)
        self._event("over", match=room.match, game=room.game, ranks=[int(rank) for rank in ranks])
        self.rooms.keep()
        self._sweep(room)
        self._news.change()

    def _sweep(self, room: Room) -> None:
        """Put away a match that is over, once everybody has left."""
        watch = self.watches.get(room.match)
        if room.over and watch and not watch.here and not watch.watchers:
            self._later(self._end(room))

    async def _end(self, room: Room) -> None:
        watch = self.watches.pop(room.match, None)
        self.rooms.drop(room.match)
        if watch is not None:
            watch.close()
            await self._tables.close_shared(room.match, forget=True)
        self._news.change()
