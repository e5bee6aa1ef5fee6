"""The time of matches between people: how long they wait for players, and their deadlines."""

from __future__ import annotations

from collections.abc import Callable

from caravan_tui.bus.wording import title
from caravan_tui.server.config import Config
from caravan_tui.server.match_endings import MatchEndings
from caravan_tui.server.match_supervisor import MatchSupervisor
from caravan_tui.server.notifications import Notifications
from caravan_tui.server.rooms import Room, Rooms
from caravan_tui.server.timers import Timer, Timers

EXPIRY_INTERVAL = 3600.0
"""Seconds between two looks for matches that have waited too long."""
DEADLINE_INTERVAL = 2.0
"""Seconds between two looks for matches whose time is over."""


class MatchDeadlines:
    """Looks from time to time for what has waited too long, and for turns and matches whose time is
    over."""

    def __init__(
        self,
        rooms: Rooms,
        supervisors: dict[str, MatchSupervisor],
        config: Config,
        notifications: Notifications,
        endings: MatchEndings,
        log_event: Callable[..., None],
        timers: Callable[[], Timers],
        now: Callable[[], float],
    ) -> None:
        """`supervisors`: of the running matches, by match. For the rest see `SharedMatches`."""
        self._rooms, self._supervisors, self._config = rooms, supervisors, config
        self._notifications, self._endings = notifications, endings
        self._log_event, self._timers, self._now = log_event, timers, now
        self._expiry: Timer | None = None
        self._deadlines: Timer | None = None
        self._waits_counted = 0.0
        """Until when `Room.waited` is right, by `timers`."""

    def begin_to_count(self) -> None:
        """Count the time that matches wait for players from now on."""
        self._waits_counted = self._timers().time()

    def start(self) -> None:
        """Look now and from time to time."""
        self.remove_expired()
        self._check()

    def close(self) -> None:
        """Look no more."""
        for timer in (self._expiry, self._deadlines):
            if timer is not None:
                timer.cancel()
        self.count_waits()

    def count_waits(self) -> None:
        """Bring up to date how long matches have waited. The wall clock does not tell: it may be
        set by weeks, and while the server is down nobody can join."""
        now = self._timers().time()
        for room in self._rooms.served():
            if not room.started:
                room.waited += now - self._waits_counted
        self._waits_counted = now

    def remove_expired(self) -> None:
        """Remove matches that nobody has joined for days, now and from time to time."""
        self.count_waits()
        days = self._config.waiting_days
        waiting = [room for room in self._rooms.served() if not room.started]
        for room in waiting:
            if room.waited >= days * 86_400:
                self._log_event("expired", match=room.match)
                self._endings.drop(room, "match_expired", days=round(days))
        for room in self._rooms.served():
            old = self._now() - room.touched > days * 86_400
            if room.daily and not room.over and old and not self._endings.is_secret(room):
                self._endings.drop(room, "daily_expired", day=room.daily)
        if waiting:
            self._rooms.save(*waiting)
        self._expiry = self._timers().call_later(EXPIRY_INTERVAL, self.remove_expired)

    def _check(self) -> None:
        """Have computer players finish the matches whose time is over, now and from time to time.
        One to which nobody came has no winner."""
        for room in self._rooms.served():
            self._endings.release_when_left(room)
            supervisor = self._supervisors.get(room.match)
            if room.over or supervisor is None:
                continue
            if account := supervisor.check_deadline():
                self._on_days_up(room, account)
            elif account := supervisor.remind():
                self._remind(room, account)
            if not room.deadline or self._now() < room.deadline:
                continue
            if room.came:
                supervisor.play_out()
            else:
                self._endings.end_unplayed_later(room)
        self._deadlines = self._timers().call_later(DEADLINE_INTERVAL, self._check)

    def _remind(self, room: Room, account: str) -> None:
        """Remind a player of a deadline, once."""
        self._rooms.save(room)
        self._log_event("days_low", match=room.match, account=account)
        left = max(0, int(room.due - self._now()))
        self._notifications.notify(
            account, "days_low", game=title(room.game), code=room.code, left=left
        )

    def _on_days_up(self, room: Room, account: str) -> None:
        """Tell a player whose move a computer player plays."""
        self._log_event("days_up", match=room.match, account=account)
        if account in self._supervisors[room.match].present:
            return
        values = {"game": title(room.game), "code": room.code}
        self._notifications.tell(account, "own_days_up", **values)
