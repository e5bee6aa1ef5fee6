"""Matches between people: seats, spectators and results."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable

from caravan_tui.bus.background import BackgroundTasks
from caravan_tui.bus.lobby_messages import (
    CreateMatch,
    MatchStarted,
    Seated,
    YourTurn,
)
from caravan_tui.bus.wording import of_os_error, title
from caravan_tui.engine import PERSON, Match, Refusal, Seat, Sentence
from caravan_tui.engine.record import new_id
from caravan_tui.engine.rng import secret_seed
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionValue
from caravan_tui.server.accounts import Account
from caravan_tui.server.backend import Backend
from caravan_tui.server.config import Config
from caravan_tui.server.create_match import clock_seconds, grace_seconds, unique_name
from caravan_tui.server.match_deadlines import MatchDeadlines
from caravan_tui.server.match_endings import MatchEndings
from caravan_tui.server.match_list import MatchList
from caravan_tui.server.match_supervisor import STAND_IN, MatchSupervisor
from caravan_tui.server.names import are_alike
from caravan_tui.server.notifications import Notifications
from caravan_tui.server.rooms import OPEN, WAIT, Room
from caravan_tui.server.tables import Tables
from caravan_tui.server.timers import Timers
from caravan_tui.server.watch_links import WatchLinks
from saves.errors import MissingError, SaveError, UnreachableError

log = logging.getLogger(__name__)


class SharedMatches:
    """All rooms, and a supervisor for each running match."""

    def __init__(
        self,
        backend: Backend,
        config: Config,
        tables: Tables,
        notifications: Notifications,
        log_event: Callable[..., None],
        timers: Callable[[], Timers],
        record: Callable[[Room, Match | None], Awaitable[bool]],
        now: Callable[[], float] = time.time,
    ) -> None:
        """`log_event` and `timers`: see `Lobby`. `record(room, match)` takes in the result of a
        match that is over, and says whether it is stored; else it is called again. Without a match
        nobody has played. `now`: seconds since 1970."""
        self._bus, self._accounts, self._store = backend.bus, backend.accounts, backend.matches
        self._present = backend.presence
        self._config, self._tables, self._notifications = config, tables, notifications
        self._log_event, self._timers, self._now = log_event, timers, now
        self.rooms = backend.rooms
        self.supervisors: dict[str, MatchSupervisor] = {}
        """By match, for those that are running."""
        self._tasks = BackgroundTasks()
        self.endings = MatchEndings(
            backend, self.supervisors, tables, notifications, log_event, timers, record, now
        )
        self._deadlines = MatchDeadlines(
            self.rooms, self.supervisors, config, notifications, self.endings, log_event, timers,
            now,
        )  # fmt: skip
        self.list = MatchList(backend, self.supervisors, now)
        self.watch_links = WatchLinks(self.rooms, self.supervisors.get, log_event)

    async def start(self) -> None:
        """Open the matches that were running when the server stopped, and finish what was left
        undone if it was killed."""
        self._deadlines.begin_to_count()
        for room in self.rooms.served():
            if room.started:
                await self.open(room)
        if self.rooms.is_complete:
            removed = await self._store.tidy({room.match for room in self.rooms.all()})
            if removed:
                log.info("removed %d finished matches of an earlier server", len(removed))
        self._deadlines.start()

    async def open(self, room: Room) -> None:
        """Go on with a match that has begun, or hand out its results if it is over. Raises
        UnreachableError: it can be tried again."""
        if room.over and self.endings.is_secret(room):
            return
        try:
            match = await self._store.load(room.match)
        except UnreachableError:
            raise
        except (SaveError, ValueError) as error:
            is_missing = isinstance(error, MissingError)
            if room.over and is_missing:
                await self.rooms.remove(room.match)  # the server was killed between the two
            elif is_missing and await self._store.is_new(room.match):
                self._log_event("match_begins_again", match=room.match)
                self._supervise(room, self._new_match(room))
            else:  # the room is kept: the file may be repaired
                self._log_event("match_lost", match=room.match, reason=str(error))
            return
        if room.over:
            await self.endings.finish(room, match)
            return
        self._supervise(room, match)
        if match.over:  # its results were not handed out
            await self.endings.on_match_over(match)

    def close_room(self, code: str) -> bool:
        """Remove the room with this code, its match to the trash. Returns whether there is one."""
        room = self.rooms.find(code)
        if room is None or room not in self.rooms.served():
            return False
        self.endings.close_room(room)
        return True

    def remove_account(self, account: str) -> None:
        """Remove the matches of an account that wait for players, and give its other seats up."""
        for room in self.rooms.served():
            if room.owner == account and not room.started:
                self.endings.drop(room, "match_closed")
            elif account in room.seats and not room.over:
                self._tasks.start(self._leave_for_good(room, account))

    async def hand_over(self, match: str) -> None:
        """Serve a match no longer, which another host goes on with. Its room and what is stored of
        it stay."""
        supervisor = self.supervisors.pop(match, None)
        if supervisor is not None:
            self._stop(supervisor)
            self.rooms.save(supervisor.room)
            await self._tables.close_shared(match)

    def _stop(self, supervisor: MatchSupervisor) -> None:
        for account in supervisor.present:
            supervisor.room.seen[account] = supervisor.match.version
        supervisor.close()

    def close(self) -> None:
        """Stop supervising, and save the rooms."""
        self.endings.close()
        for supervisor in self.supervisors.values():
            self._stop(supervisor)
        self._deadlines.close()
        self.rooms.save(*self.rooms.served())

    # State

    def find(self, text: str) -> str | None:
        """The match with this id or code; None if there is none."""
        room = self.rooms.find(text)
        return None if room is None else room.match

    def _room(self, match: str) -> Room:
        room = self.rooms.get(match)
        if room is None:
            raise Refusal("match_not_found", code=match[:16])
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
            is_daily=bool(room.daily),
            has_rematch=room.has_rematch,
        )

    # Taking part

    async def create(
        self,
        account: Account,
        ask: CreateMatch,
        names: list[str],
        options: dict[str, OptionValue],
    ) -> Seated:
        """Create a match that waits until its open seats are taken. Raises Refusal."""
        self._check_new_room(account.id)
        room = Room(
            match=new_id(),
            code=self.rooms.new_code(ask.private),
            game=ask.game,
            options=options,
            kinds=list(ask.kinds),
            names=names,
            seats=[account.id if kind == PERSON else "" for kind in ask.kinds],
            owner=account.id,
            seed=secret_seed(),
            absent=ask.absent,
            grace=grace_seconds(ask),
            clock=clock_seconds(ask),
            days=ask.days,
            private=ask.private,
        )
        await self._add(room)
        self._log_event("room", match=room.match, game=room.game, account=room.owner)
        self._notifications.announce_change()
        return self._seated(room, [], ask.id, waiting=True)

    async def rematch(self, account: Account, match: str) -> str:
        """The match in which the people of a finished one meet again; made for the first who asks,
        with the next player in the first seat. Raises Refusal."""
        old = self._room(match)
        if not old.has_rematch:
            raise Refusal("no_rematch")
        if not old.over:
            raise Refusal("rematch_too_early")
        if account.id not in old.seats:
            raise Refusal("rematch_not_yours")
        if self.rooms.get(old.rematch) is not None:
            return old.rematch
        self._check_new_room(account.id)
        room = old.again(account.id, self.rooms.new_code(old.private))
        await self._add(room)
        old.rematch = room.match
        self.rooms.save(old)
        self._log_event("rematch", match=room.match, of=old.match, account=account.id)
        if room.started:
            self._supervise(room, self._new_match(room))
            self._call_first(room)
        values = {"name": account.name, "game": title(room.game), "code": room.code}
        for other in old.accounts() - {account.id}:
            self._notifications.tell(other, "rematch_wanted", **values)
        self._notifications.announce_change()
        return room.match

    async def _add(self, room: Room) -> None:
        """Add a room whose match is new. Raises Refusal if that cannot be written."""
        self._deadlines.count_waits()
        try:
            await self.rooms.add(room)
        except OSError as error:
            raise Refusal("match_not_saved", reason=of_os_error(error)) from error

    def _check_new_room(self, account: str) -> None:
        """Raise Refusal if an account has too many matches for another one."""
        owned = [room for room in self.rooms.all() if room.owner == account and not room.daily]
        if len(owned) >= self._config.max_matches_per_account:
            raise Refusal("too_many_matches")
        waiting = sum(not room.started for room in owned)
        if waiting >= self._config.max_waiting_per_account:
            raise Refusal("too_many_waiting", count=waiting)

    async def open_table(self, room: Room) -> None:
        """Begin a match whose seats are all taken. Raises OSError."""
        await self.rooms.add(room)
        try:
            is_new = await self._store.is_new(room.match)
        except UnreachableError as error:
            raise OSError(str(error)) from error
        if is_new:
            self._supervise(room, self._new_match(room))
            self._call_first(room)
        else:  # a list of rooms that was damaged has lost it
            await self.open(room)
        self._log_event("room", match=room.match, game=room.game, account=room.owner)
        self._notifications.announce_change()

    async def join(
        self, account: Account, match: str, request_id: str, is_led_back: bool = False
    ) -> Seated:
        """Take an open seat, or come back to a taken one. `is_led_back`: see
        `MatchSupervisor.enter`. Raises Refusal."""
        room = self._room(match)
        if account.id not in room.seats:
            seat = room.first_open()
            if seat is None:
                raise Refusal("no_seat_left")
            if room.invited:
                if account.id not in room.invited:
                    raise Refusal("seat_reserved")
                seat = room.invited.index(account.id)
            joined = sum(
                account.id in other.seats and not other.daily for other in self.rooms.all()
            )
            if joined >= self._config.max_matches_per_account:
                raise Refusal("too_many_matches")
            await self._take_seat(room, seat, account)
            self._log_event("join", match=room.match, account=account.id)
            if room.started:
                self._start_match(room, account.id)
            self._notifications.announce_change()
        supervisor = self.supervisors.get(room.match)
        if supervisor is None and room.started:
            raise Refusal("match_cannot_open")
        if supervisor is None:
            return self._seated(room, [], request_id, waiting=True)
        was_away = bool(room.away)
        supervisor.enter(account.id, account.name, is_led_back)
        for name in self._tables.missing_programs(supervisor.match):
            self._notifications.notify(account.id, "program_missing", name=name)
        self._notifications.attend(account.id, room.match)
        is_new = account.id not in room.came
        if is_new:
            room.came.append(account.id)
        if is_new or was_away:
            self.rooms.save(room)
        self._notifications.announce_change()
        return self._seated(room, room.seats_of(account.id), request_id)

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

    async def _take_seat(self, room: Room, seat: int, account: Account) -> None:
        """Give an open seat to an account; the last one starts the match. Raises Refusal if that
        cannot be written: after a kill the seat would be another's."""
        names = [*room.names]
        name = self._free_name(room, account.name)
        room.kinds[seat], room.seats[seat], room.names[seat] = PERSON, account.id, name
        room.started = room.first_open() is None
        room.touched = time.time()
        self._deadlines.count_waits()
        waited, room.waited = room.waited, 0.0
        try:
            await self.rooms.write(room)
        except OSError as error:
            room.kinds[seat], room.seats[seat], room.names = OPEN, "", names
            room.started, room.waited = False, waited
            raise Refusal("match_not_saved", reason=of_os_error(error)) from error

    def _new_match(self, room: Room) -> Match:
        seats = [Seat(kind, name) for kind, name in zip(room.kinds, room.names, strict=True)]
        custom_data = None if room.daily else registry.get(room.game).custom_data()
        match = Match.new(room.game, room.options, seats, room.seed, custom_data)
        match.record.id = room.match
        return match

    def _start_match(self, room: Room, joining: str) -> None:
        self._supervise(room, self._new_match(room))
        message = MatchStarted(room.match, room.game)
        line = Sentence("match_begun", {"game": title(room.game), "code": room.code})
        for account in room.accounts() - {joining}:
            self._notifications.send_or_leave(account, message, line)
        self._call_first(room)

    def _call_first(self, room: Room) -> None:
        """Call the player of the first turn of a match, if it is not connected: one who is sees
        that the match has begun."""
        supervisor = self.supervisors[room.match]
        account = room.seats[supervisor.to_act] if supervisor.to_act >= 0 else ""
        if account and account not in self._present:
            self._notifications.send(account, YourTurn(room.match, room.game, room.code))

    def _supervise(self, room: Room, match: Match) -> None:
        self._tables.open_shared(match, room.owner)
        supervisor = MatchSupervisor(
            self._bus, self._tables, room, match, self._on_turn, self._on_talk, self._timers(),
            self._now,
        )  # fmt: skip
        if room.days:
            self.rooms.save(room)
        self.supervisors[room.match] = supervisor
        for seat, kind in enumerate(room.kinds):
            # A kill may come between the list of rooms and the match itself.
            if kind not in (PERSON, OPEN) and match.record.seats[seat].is_person and not match.over:
                self._replace_player(supervisor, seat)

    def _on_turn(self, room: Room, seat: int) -> None:
        """Notify the player to act, unless the player is at the table."""
        account = room.seats[seat] if seat >= 0 else ""
        supervisor = self.supervisors.get(room.match)
        for other in room.accounts() - {account}:
            self._notifications.attend(other, room.match)
        is_away = supervisor is not None and supervisor.stand_ins.get(seat) == "away"
        if account and supervisor and account not in supervisor.present and not is_away:
            self._notifications.send(account, YourTurn(room.match, room.game, room.code))
        if room.days:
            self.rooms.save(room)
        self._notifications.announce_change()

    def _on_talk(self, room: Room, account: str, name: str) -> None:
        """Call a player who is away to the table at which another one writes."""
        values = {"name": name, "game": title(room.game), "code": room.code}
        self._notifications.tell(account, "talk_at_table", **values)

    def watch(
        self,
        account: Account,
        match: str,
        request_id: str,
        has_code: bool,
        is_led_back: bool = False,
    ) -> Seated:
        """Join as a spectator; `has_code`: the code of the match was given, as a private one needs.
        `is_led_back`: see `MatchSupervisor.enter`. Raises Refusal."""
        room = self._room(match)
        supervisor = self.supervisors.get(room.match)
        if room.daily:  # who watches one would know what comes in the own
            raise Refusal("match_private")
        if supervisor is None:
            raise Refusal("match_not_begun")
        if room.private and account.id not in room.seats and not has_code:
            raise Refusal("match_private")
        if account.id in room.seats:
            raise Refusal("you_play_here")
        supervisor.spectators[account.id] = account.name
        if not is_led_back:
            supervisor.notify("spectator_arrived", name=account.name)
        self._notifications.announce_change()
        return self._seated(room, [], request_id)

    async def make_watch_page(self, account: Account, match: str) -> str:
        """The secret of a new link to a match's watch page. Raises Refusal."""
        return await self.watch_links.make(self._room(match), account.name, account.id)

    async def revoke_watch_page(self, account: Account, match: str) -> None:
        """Have the link to a match's watch page lead nowhere. Raises Refusal."""
        await self.watch_links.revoke(self._room(match), account.name, account.id)

    def step_out(self, account: Account, match: str) -> None:
        """Leave a table and keep its seats."""
        supervisor = self.supervisors.get(match)
        if supervisor is None:
            return
        was_there = account.id in supervisor.present or account.id in supervisor.spectators
        supervisor.spectators.pop(account.id, None)
        supervisor.leave(account.id, account.name)
        if was_there:
            self.endings.close_if_finished(supervisor.room)
            self.rooms.save(supervisor.room)
            self._notifications.announce_change()

    async def give_up(self, account: Account, match: str) -> bool:
        """Give up a seat for good; whether it was the seat of a running match. Raises Refusal."""
        room = self._room(match)
        if room.started and not room.over and room.match not in self.supervisors:
            raise Refusal("match_cannot_open")
        seats, before = room.seats_of(account.id), _places(room)
        self._free_seats(room, account.id)
        try:
            await self.rooms.write(room)
        except OSError as error:
            _restore_places(room, before)
            raise Refusal("match_not_saved", reason=of_os_error(error)) from error
        is_running = room.started and not room.over
        await self._complete_leaving(room, account.id, seats)
        return is_running

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
                room.invited = []  # not all want to meet again: anybody may take the seat
            elif not room.over and room.match in self.supervisors:
                level = STAND_IN if room.absent == WAIT else room.absent
                room.kinds[seat], room.seats[seat] = level, ""
                if account not in room.gave_up:
                    room.gave_up.append(account)
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
        if room.accounts():
            self.rooms.save(room)
        else:
            await self.endings.remove_deserted(room)
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


_Places = tuple[list[str], list[str], list[str], dict[str, int], str, list[str]]


def _places(room: Room) -> _Places:
    """Who sits where in a room, and whose it is."""
    return (
        [*room.kinds], [*room.seats], [*room.names], {**room.seen}, room.owner, [*room.gave_up],
    )  # fmt: skip


def _restore_places(room: Room, places: _Places) -> None:
    room.kinds, room.seats, room.names, room.seen, room.owner, room.gave_up = places
