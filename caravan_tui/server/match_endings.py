"""How matches between people end: results and copies for their players, and a room that goes."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

from caravan_tui.bus.background import BackgroundTasks
from caravan_tui.bus.wording import title
from caravan_tui.engine import Match, Sentence
from caravan_tui.server.backend import Backend
from caravan_tui.server.match_supervisor import MatchSupervisor
from caravan_tui.server.notifications import Notifications
from caravan_tui.server.rooms import Room
from caravan_tui.server.tables import Tables
from caravan_tui.server.timers import Timer, Timers
from saves.errors import SaveError, UnreachableError

log = logging.getLogger(__name__)

RETRY_INTERVAL = 5.0
"""Seconds between two tries to store what a match means for its players' ratings."""


class MatchEndings:
    """Hands out what a match that is over leaves, and removes rooms, with or without a result."""

    def __init__(
        self,
        backend: Backend,
        supervisors: dict[str, MatchSupervisor],
        tables: Tables,
        notifications: Notifications,
        log_event: Callable[..., None],
        timers: Callable[[], Timers],
        record: Callable[[Room, Match | None], Awaitable[bool]],
        now: Callable[[], float],
    ) -> None:
        """`supervisors`: of the running matches, by match. For the rest see `SharedMatches`."""
        self._rooms, self._store = backend.rooms, backend.matches
        self._accounts, self._results = backend.accounts, backend.results
        self._supervisors, self._tables, self._notifications = supervisors, tables, notifications
        self._log_event, self._timers, self._record, self._now = log_event, timers, record, now
        self._tasks = BackgroundTasks()
        self._unrecorded: dict[str, Timer] = {}
        """Matches that are over and whose result is not stored, with when that is tried again."""

    def close(self) -> None:
        """Try nothing again."""
        for timer in self._unrecorded.values():
            timer.cancel()

    def is_secret(self, room: Room) -> bool:
        """Whether nobody may have the seed although the match is over: others play it today."""
        today = datetime.fromtimestamp(self._now(), UTC).date().isoformat()
        return bool(room.daily) and room.daily >= today

    # With a result

    async def on_match_over(self, match: Match) -> None:
        """Give each player of a finished match the result and a copy. Raises OSError if that is to
        be tried again."""
        room = self._rooms.get(match.record.id)
        if room is None:
            return
        await self._deliver(room, match)
        await self._record_result(room, match)
        room.over = True  # from now on it may be removed
        ranks = [int(rank) for rank in match.ranks or ()]
        for account in room.accounts():
            supervisor = self._supervisors.get(room.match)
            if supervisor is None or account not in supervisor.present:
                values = {
                    "game": title(room.game),
                    "code": room.code,
                    "rank": ranks[room.seats_of(account)[0]],
                    "seats": len(ranks),
                }
                self._accounts.leave_message(account, Sentence("match_ended", values))
                self._notifications.notify(account, "match_ended", **values)
        self._log_event("over", match=room.match, game=room.game, ranks=ranks)
        self._rooms.save(room)
        self.close_if_finished(room)
        self._notifications.announce_change()

    async def finish(self, room: Room, match: Match) -> None:
        """Hand out the results of a match that was over when the server stopped, and remove it."""
        if match.over:
            if not await self._record(room, match):
                return  # at the next start, or when another host takes it
            await self._deliver(room, match)
        await self._rooms.remove(room.match)
        self._store.release(room.match)
        await self._store.discard(room.match)

    def release_when_left(self, room: Room) -> None:
        """Give the player of a daily match whose day is over the copy, once nobody is there."""
        supervisor = self._supervisors.get(room.match)
        is_empty = supervisor is None or not supervisor.present
        if room.daily and room.over and is_empty and not self.is_secret(room):
            self._tasks.start(self._release(room))

    async def _release(self, room: Room) -> None:
        supervisor = self._supervisors.get(room.match)
        try:
            match = supervisor.match if supervisor else await self._store.load(room.match)
            await self._deliver(room, match)
        except UnreachableError:
            return  # another time
        except (OSError, SaveError, ValueError) as error:
            log.warning("the copy of %s is not handed out: %s", room.match, error)
        await self._remove(room)

    async def _deliver(self, room: Room, match: Match) -> None:
        has_copy = not self.is_secret(room)
        for account in room.accounts():
            seat = room.seats_of(account)[0]
            await self._results.deliver(match, account, seat, room.daily, has_copy)

    async def _record_result(self, room: Room, match: Match) -> None:
        """Store what a result means for its players; the room stays until that is done."""
        self._unrecorded.pop(room.match, None)
        if not await self._record(room, match) and room.match in self._supervisors:
            self._unrecorded[room.match] = self._timers().call_later(
                RETRY_INTERVAL, lambda: self._tasks.start(self._record_late(room, match))
            )

    async def _record_late(self, room: Room, match: Match) -> None:
        await self._record_result(room, match)
        self.close_if_finished(room)

    # Without one

    async def end_unplayed(self, room: Room) -> None:
        """Remove a match of a tournament that nobody has won: it would else be opened again."""
        if room.over or not await self._record(room, None):
            return  # another time
        room.over = True
        self._log_event("unplayed", match=room.match)
        await self._remove(room)

    def end_unplayed_later(self, room: Room) -> None:
        """Have `end_unplayed` done, and wait for nothing."""
        self._tasks.start(self.end_unplayed(room))

    def close_room(self, room: Room) -> None:
        """Remove a room because the administrator wants it."""
        if room.tournament and not room.over:
            self._tasks.start(self._close_unfinished(room))
        else:
            self.drop(room, "match_closed")

    async def _close_unfinished(self, room: Room) -> None:
        """Remove a match of a tournament, which nobody wins; else it would be opened again."""
        if await self._record(room, None):
            self.drop(room, "match_closed")

    def drop(self, room: Room, code: str, **values: Any) -> None:
        """Remove a room, and have its players and spectators read why."""
        values = {"game": title(room.game), "code": room.code, **values}
        supervisor = self._supervisors.get(room.match)
        spectators = supervisor.spectators if supervisor else ()
        for account in {*room.accounts(), *spectators}:
            self._notifications.tell_of_removal(account, room.match, code, **values)
        self._tasks.start(self._remove(room))

    async def remove_deserted(self, room: Room) -> None:
        """Remove a room that its last player has left for good."""
        if room.tournament and not room.over:
            await self.end_unplayed(room)
        else:
            await self._remove(room)

    # Rooms

    def close_if_finished(self, room: Room) -> None:
        """Remove a match that is over once everybody has left."""
        supervisor = self._supervisors.get(room.match)
        if room.match in self._unrecorded or self.is_secret(room):
            return
        if room.over and supervisor and not supervisor.present and not supervisor.spectators:
            self._tasks.start(self._remove(room))

    async def _remove(self, room: Room) -> None:
        supervisor = self._supervisors.pop(room.match, None)
        is_written = await self._rooms.remove(room.match)
        if supervisor is not None:
            supervisor.close()
            # A list that still has the room needs the match at the next start, which then ends it.
            await self._tables.close_shared(room.match, forget=is_written or not room.over)
        self._notifications.announce_change()
