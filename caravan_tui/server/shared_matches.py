"""Matches between people: seats, spectators and results."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Coroutine
from typing import Any

from caravan_tui.bus.connection import Bucket
from caravan_tui.bus.lobby_messages import (
    CreateMatch,
    JoinMatch,
    MatchRow,
    MatchStarted,
    Seated,
    WatchMatch,
    YourTurn,
)
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.permissions import clean
from caravan_tui.bus.wording import of_os_error, title
from caravan_tui.engine import Match, Refusal, Seat, Sentence
from caravan_tui.engine.record import new_id
from caravan_tui.engine.rng import secret_seed
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionValue
from caravan_tui.server.accounts import Account, Accounts
from caravan_tui.server.client import Client
from caravan_tui.server.config import Config
from caravan_tui.server.create_match import clock_seconds, grace_seconds, unique_name
from caravan_tui.server.match_supervisor import STAND_IN, MatchSupervisor
from caravan_tui.server.names import are_alike
from caravan_tui.server.notifications import Notifications
from caravan_tui.server.rooms import OPEN, PERSON, WAIT, Room, Rooms
from caravan_tui.server.tables import Tables
from caravan_tui.server.timers import Timer, Timers
from saves.errors import MissingError, SaveError

EXPIRY_INTERVAL = 3600.0
"""Seconds between two looks for matches that have waited too long."""


class SharedMatches:
    """All rooms, and a supervisor for each running match."""

    def __init__(
        self,
        bus: LocalBus,
        config: Config,
        accounts: Accounts,
        tables: Tables,
        present: Collection[str],
        notifications: Notifications,
        log_event: Callable[..., None],
        timers: Callable[[], Timers],
    ) -> None:
        """`present`: the accounts that are connected; `log_event` and `timers`: see `Lobby`."""
        self._bus, self._config, self._accounts, self._tables = bus, config, accounts, tables
        self._present, self._notifications = present, notifications
        self._log_event, self._timers = log_event, timers
        self.rooms = Rooms(config.home / "rooms.json")
        self.supervisors: dict[str, MatchSupervisor] = {}
        """By match, for those that are running."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._code_limits: dict[str, Bucket] = {}
        """By account that has tried a wrong code."""
        self._expiry: Timer | None = None

    async def start(self) -> None:
        """Open the matches that were running when the server stopped, and finish what was left
        undone if it was killed."""
        for room in self.rooms.all():
            if not room.started:
                continue
            try:
                match = await asyncio.to_thread(self._tables.load_shared, room.match)
            except (SaveError, ValueError) as error:
                is_missing = isinstance(error, MissingError)
                if room.over and is_missing:
                    self.rooms.remove(room.match)  # the server was killed between the two
                    continue
                if is_missing and self._tables.is_unsaved_shared(room.match):
                    self._log_event("match_begins_again", match=room.match)
                    self._supervise(room, self._new_match(room))
                    continue
                self._log_event("match_lost", match=room.match, reason=str(error))
                continue  # the room is kept: the file may be repaired
            if room.over:
                await self._finish(room, match)
                continue
            self._supervise(room, match)
            if match.over:  # its results were not handed out
                await self.on_match_over(match)

        if self.rooms.is_complete:
            await self._tables.clean_up_shared({room.match for room in self.rooms.all()})
        self._remove_expired()

    def _remove_expired(self) -> None:
        """Remove matches that nobody has joined for days, now and from time to time."""
        days = self._config.waiting_days
        oldest = time.time() - days * 86_400
        for room in self.rooms.all():
            if not room.started and room.touched < oldest:
                self._log_event("expired", match=room.match)
                self._drop(room, "match_expired", days=round(days))
        self._expiry = self._timers().call_later(EXPIRY_INTERVAL, self._remove_expired)

    def _drop(self, room: Room, code: str, **values: Any) -> None:
        """Remove a room, and have its players read why."""
        values = {"game": title(room.game), "code": room.code, **values}
        for account in room.accounts():
            if not self._notifications.notify(account, code, **values):
                self._accounts.leave_message(account, Sentence(code, values))
        self._start_task(self._remove(room))

    def close_room(self, code: str) -> bool:
        """Remove the room with this code, its match to the trash. Returns whether there is one."""
        room = self.rooms.find(code)
        if room is not None:
            self._drop(room, "match_closed")
        return room is not None

    def remove_account(self, account: str) -> None:
        """Remove the matches of an account that wait for players, and give its other seats up."""
        for room in self.rooms.all():
            if room.owner == account and not room.started:
                self._drop(room, "match_closed")
            elif account in room.seats and not room.over:
                self._start_task(self._leave_for_good(room, account))

    async def _finish(self, room: Room, match: Match) -> None:
        """Hand out the results of a match that was over when the server stopped, and remove it."""
        if match.over:
            for account in room.accounts():
                await self._tables.deliver_result(match, account, room.seats_of(account)[0])
        self.rooms.remove(room.match)
        self._tables.store.release(room.match)
        await self._tables.move_to_trash(room.match)

    def close(self) -> None:
        """Stop supervising, and save the rooms."""
        if self._expiry is not None:
            self._expiry.cancel()
        for supervisor in self.supervisors.values():
            for account in supervisor.present:
                supervisor.room.seen[account] = supervisor.match.version
            supervisor.close()
        self.rooms.save()

    def _start_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # State

    def row(self, room: Room, account: str) -> MatchRow:
        """A room as an account may see it."""
        supervisor = self.supervisors.get(room.match)
        owner = self._accounts.get(room.owner)
        present = supervisor.present if supervisor else self._present
        return MatchRow(
            match=room.match,
            code=room.code,
            game=room.game,
            owner=owner.name if owner else "",
            names=list(room.names),
            kinds=list(room.kinds),
            present=[not seat or seat in present for seat in room.seats],
            started=room.started,
            over=room.over,
            watchers=sorted(supervisor.spectators.values()) if supervisor else [],
            idle=max(0, int(time.time() - room.touched)),
            own_seats=room.seats_of(account),
            to_act=-1 if supervisor is None or room.over else supervisor.to_act,
            private=room.private,
            absent=room.absent,
            grace=room.grace,
            clock=room.clock,
            moves=self.moves_since_left(room, account),
        )

    def is_present(self, match: str, seat: int) -> bool:
        """Whether the player of a seat is at the table."""
        supervisor = self.supervisors.get(match)
        return supervisor is not None and supervisor.room.seats[seat] in supervisor.present

    def moves_since_left(self, room: Room, account: str) -> int:
        """The number of moves since an account left the table."""
        supervisor = self.supervisors.get(room.match)
        if supervisor is None or account not in room.seats or account in supervisor.present:
            return 0
        version = supervisor.match.version
        return max(0, version - room.seen.get(account, version))

    def moves_by_stand_in(self, room: Room, account: str) -> int:
        """The number of these moves that a stand-in made for the account."""
        supervisor = self.supervisors.get(room.match)
        count = self.moves_since_left(room, account)
        if supervisor is None or not count:
            return 0
        last, seats = supervisor.match.version, room.seats_of(account)
        return sum(ply.actor in seats for ply in supervisor.match.plies(last - count, last))

    def _room(self, client: Client, text: str) -> Room:
        """The room with this id or code. Raises Refusal; codes cannot be tried at will."""
        room = self.rooms.get(text)
        if room is not None:
            return room
        account = client.account.id
        tries = self._code_limits.get(account)
        if tries is not None and tries.is_empty:
            raise Refusal("too_many_codes")
        room = self.rooms.find(text[:64])
        if room is None:
            self._code_limits.setdefault(account, Bucket(1 / 6, 10)).take()
            self._log_event("wrong_code", account=account)
            raise Refusal("match_not_found", code=clean(text)[:16])
        return room

    def _seated(
        self, room: Room, seats: list[int], request_id: str, waiting: bool = False
    ) -> Seated:
        supervisor = self.supervisors.get(room.match)
        return Seated(
            request_id,
            room.match,
            room.game,
            list(room.names),
            list(room.kinds),
            seats,
            waiting,
            clock=supervisor.clock if supervisor else None,
        )

    # Taking part

    def create(
        self,
        client: Client,
        ask: CreateMatch,
        names: list[str],
        options: dict[str, OptionValue],
    ) -> Seated:
        """Create a match that waits until its open seats are taken. Raises Refusal."""
        owned = sum(room.owner == client.account.id for room in self.rooms.all())
        if owned >= self._config.max_matches_per_account:
            raise Refusal("too_many_matches")
        waiting = sum(
            room.owner == client.account.id and not room.started for room in self.rooms.all()
        )
        if waiting >= self._config.max_waiting_per_account:
            raise Refusal("too_many_waiting", count=waiting)
        room = Room(
            match=new_id(),
            code=self.rooms.new_code(ask.private),
            game=ask.game,
            options=options,
            kinds=list(ask.kinds),
            names=names,
            seats=[client.account.id if kind == PERSON else "" for kind in ask.kinds],
            owner=client.account.id,
            seed=secret_seed(),
            absent=ask.absent,
            grace=grace_seconds(ask),
            clock=clock_seconds(ask),
            private=ask.private,
        )
        try:
            self.rooms.add(room)
        except OSError as error:
            raise Refusal("match_not_saved", reason=of_os_error(error)) from error
        self._log_event("room", match=room.match, game=room.game, account=room.owner)
        self._notifications.announce_change()
        return self._seated(room, [], ask.id, waiting=True)

    def join(self, client: Client, ask: JoinMatch) -> Seated:
        """Take an open seat, or come back to a taken one. Raises Refusal."""
        room, account = self._room(client, ask.match), client.account
        if account.id not in room.seats:
            seat = room.first_open()
            if seat is None:
                raise Refusal("no_seat_left")
            joined = sum(account.id in other.seats for other in self.rooms.all())
            if joined >= self._config.max_matches_per_account:
                raise Refusal("too_many_matches")
            self._take_seat(room, seat, account)
            self._log_event("join", match=room.match, account=account.id)
            if room.started:
                self._start_match(room, account.id)
            self._notifications.announce_change()
        supervisor = self.supervisors.get(room.match)
        if supervisor is None and room.started:
            raise Refusal("match_cannot_open")
        if supervisor is None:
            return self._seated(room, [], ask.id, waiting=True)
        seats = room.seats_of(account.id)
        for seat in seats:
            client.access.sit(room.match, seat)
        supervisor.enter(account.id, account.name)
        self._notifications.announce_change()
        return self._seated(room, seats, ask.id)

    def _free_name(self, room: Room, name: str) -> str:
        """The name at the table of an account that joins. A guest or computer player that is called
        alike gets a number, so that the account keeps its own name."""
        for seat, other in enumerate(room.names):
            account = self._accounts.get(room.seats[seat])
            is_own = account is not None and account.name == other
            if other and not is_own and are_alike(other, name):
                others = [*room.names[:seat], *room.names[seat + 1 :]]
                room.names[seat] = unique_name(other, [*others, name])
        return unique_name(name, room.names)

    def _take_seat(self, room: Room, seat: int, account: Account) -> None:
        """Give an open seat to an account; the last one starts the match. Raises Refusal if that
        cannot be written: after a kill the seat would be another's."""
        names = [*room.names]
        name = self._free_name(room, account.name)
        room.kinds[seat], room.seats[seat], room.names[seat] = PERSON, account.id, name
        room.started = room.first_open() is None
        room.touched = time.time()
        try:
            self.rooms.write()
        except OSError as error:
            room.kinds[seat], room.seats[seat], room.names = OPEN, "", names
            room.started = False
            raise Refusal("match_not_saved", reason=of_os_error(error)) from error

    def _new_match(self, room: Room) -> Match:
        seats = [Seat(kind, name) for kind, name in zip(room.kinds, room.names, strict=True)]
        custom_data = registry.get(room.game).custom_data()
        match = Match.new(room.game, room.options, seats, room.seed, custom_data)
        match.record.id = room.match
        return match

    def _start_match(self, room: Room, joining: str) -> None:
        self._supervise(room, self._new_match(room))
        for account in room.accounts() - {joining}:
            if not self._notifications.send(account, MatchStarted(room.match, room.game)):
                values = {"game": title(room.game), "code": room.code}
                self._accounts.leave_message(account, Sentence("match_begun", values))

    def _supervise(self, room: Room, match: Match) -> None:
        self._tables.open_shared(match, room.owner)
        supervisor = MatchSupervisor(
            self._bus, self._tables, room, match, self._on_turn, self._timers()
        )
        self.supervisors[room.match] = supervisor
        for seat, kind in enumerate(room.kinds):
            # A kill may come between the list of rooms and the match itself.
            if kind not in (PERSON, OPEN) and match.record.seats[seat].is_person and not match.over:
                self._replace_player(supervisor, seat)

    def _on_turn(self, room: Room, seat: int) -> None:
        """Notify the player to act, unless the player is at the table."""
        account = room.seats[seat] if seat >= 0 else ""
        supervisor = self.supervisors.get(room.match)
        if account and supervisor and account not in supervisor.present:
            self._notifications.send(account, YourTurn(room.match, room.game, room.code))
        self._notifications.announce_change()

    def watch(self, client: Client, ask: WatchMatch) -> Seated:
        """Join as a spectator. Raises Refusal."""
        room = self._room(client, ask.match)
        supervisor = self.supervisors.get(room.match)
        if supervisor is None:
            raise Refusal("match_not_begun")
        if room.private and client.account.id not in room.seats and ask.match == room.match:
            raise Refusal("match_private")
        if client.account.id in room.seats:
            raise Refusal("you_play_here")
        client.access.watches.add(room.match)
        supervisor.spectators[client.account.id] = client.account.name
        supervisor.notify("spectator_arrived", name=client.account.name)
        self._notifications.announce_change()
        return self._seated(room, [], ask.id)

    def step_out(self, client: Client, match: str) -> None:
        """Leave a table and keep its seats."""
        account = client.account
        client.access.leave(match)
        supervisor = self.supervisors.get(match)
        if supervisor is None:
            return
        was_there = account.id in supervisor.present or account.id in supervisor.spectators
        supervisor.spectators.pop(account.id, None)
        supervisor.leave(account.id, account.name)
        if was_there:
            self._close_if_finished(supervisor.room)
            self.rooms.save()
            self._notifications.announce_change()

    async def give_up(self, client: Client, text: str) -> None:
        """Give up a seat for good. Raises Refusal."""
        room, account = self._room(client, text), client.account.id
        if room.started and not room.over and room.match not in self.supervisors:
            raise Refusal("match_cannot_open")
        seats, before = room.seats_of(account), _places(room)
        self._free_seats(room, account)
        try:
            self.rooms.write()
        except OSError as error:
            room.kinds, room.seats, room.names, room.seen, room.owner = before
            raise Refusal("match_not_saved", reason=of_os_error(error)) from error
        if room.started and not room.over:
            client.access.leave(room.match)
        await self._complete_leaving(room, account, seats)

    async def _leave_for_good(self, room: Room, account: str) -> None:
        """Free the seats of an account that is no more, whether or not that can be written."""
        seats = room.seats_of(account)
        self._free_seats(room, account)
        await self._complete_leaving(room, account, seats)

    def _free_seats(self, room: Room, account: str) -> None:
        """Take an account out of a room: a computer player has its seats in a running match."""
        for seat in room.seats_of(account):
            if not room.started:
                room.kinds[seat], room.seats[seat], room.names[seat] = OPEN, "", ""
            elif not room.over and room.match in self.supervisors:
                level = STAND_IN if room.absent == WAIT else room.absent
                room.kinds[seat], room.seats[seat] = level, ""
        room.seen.pop(account, None)
        if room.accounts() and room.owner == account:
            room.owner = next(seat for seat in room.seats if seat)

    async def _complete_leaving(self, room: Room, account: str, seats: list[int]) -> None:
        """Let the table know that an account has left these seats."""
        supervisor = self.supervisors.get(room.match)
        if supervisor is not None and not room.over:
            for seat in seats:
                self._replace_player(supervisor, seat)
            supervisor.present.discard(account)
        self._log_event("give_up", match=room.match, account=account)
        if not room.accounts():
            await self._remove(room)
        self.rooms.save()
        self._notifications.announce_change()

    def _replace_player(self, supervisor: MatchSupervisor, seat: int) -> None:
        room = supervisor.room
        level, name = room.kinds[seat], room.names[seat]
        supervisor.hand_over(seat)
        note = Sentence("player_gave_up", {"name": name})
        self._tables.shared.reseat(room.match, seat, Seat(level, name), note)
        self._tables.add_bot(supervisor.match, seat, level)

    # Events of the tables

    def on_match_changed(self, match: Match) -> None:
        """Handle a change of a match between people."""
        supervisor = self.supervisors.get(match.record.id)
        if supervisor is not None:
            supervisor.on_change()

    async def on_match_over(self, match: Match) -> None:
        """Give each player of a finished match the result and a copy."""
        room = self.rooms.get(match.record.id)
        if room is None:
            return
        room.over = True
        ranks = match.ranks or ()
        for account in room.accounts():
            seat = room.seats_of(account)[0]
            await self._tables.deliver_result(match, account, seat)
            supervisor = self.supervisors.get(room.match)
            if supervisor is None or account not in supervisor.present:
                values = {
                    "game": title(room.game),
                    "code": room.code,
                    "rank": int(ranks[seat]),
                    "seats": len(ranks),
                }
                self._accounts.leave_message(account, Sentence("match_ended", values))
                self._notifications.notify(account, "match_ended", **values)
        self._log_event(
            "over", match=room.match, game=room.game, ranks=[int(rank) for rank in ranks]
        )
        self.rooms.save()
        self._close_if_finished(room)
        self._notifications.announce_change()

    def _close_if_finished(self, room: Room) -> None:
        """Remove a match that is over once everybody has left."""
        supervisor = self.supervisors.get(room.match)
        if room.over and supervisor and not supervisor.present and not supervisor.spectators:
            self._start_task(self._remove(room))

    async def _remove(self, room: Room) -> None:
        supervisor = self.supervisors.pop(room.match, None)
        self.rooms.remove(room.match)
        if supervisor is not None:
            supervisor.close()
            await self._tables.close_shared(room.match, forget=True)
        self._notifications.announce_change()


def _places(room: Room) -> tuple[list[str], list[str], list[str], dict[str, int], str]:
    """Who sits where in a room, and whose it is."""
    return [*room.kinds], [*room.seats], [*room.names], {**room.seen}, room.owner
