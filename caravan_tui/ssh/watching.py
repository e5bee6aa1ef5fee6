"""Follows one match between people: whose turn it is, who has gone, whose time is up.

What stands in for a person is a level that plays the seat until the person is back; the seat stays
the person's all the while.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from caravan_tui.bus.base import Bus
from caravan_tui.bus.lobby_messages import Clock
from caravan_tui.bus.messages import Notice, Position, table_topic, watch_topic
from caravan_tui.engine import Match
from caravan_tui.ssh.rooms import WAIT, Room
from caravan_tui.ssh.tables import Tables
from caravan_tui.words import _

log = logging.getLogger(__name__)

STAND_IN = "trader"
"""The level that plays a turn whose time is up, where the owner has named none."""


class Watch:
    """One running match between people."""

    def __init__(
        self,
        bus: Bus,
        tables: Tables,
        room: Room,
        match: Match,
        turned: Callable[[Room, int], None],
    ) -> None:
        """`turned(room, seat)` is called when another seat is to act (-1: none)."""
        self.room = room
        self.match = match
        self.here: dict[str, int] = {}
        """By account at the table: how many sessions; an account has one at most."""
        self.watchers: dict[str, str] = {}
        """Account and name of those who watch."""
        self.to_act = match.to_act
        self._bus, self._tables, self._turned = bus, tables, turned
        self._standing_in: dict[int, str] = {}
        """Seats that a level plays for a person, and why: `gone` or `late`."""
        self._graces: dict[str, asyncio.TimerHandle] = {}
        self._clock: asyncio.TimerHandle | None = None
        self._until = 0.0
        self._left = 0.0
        """Seconds that a clock that stands still has."""
        self._task = asyncio.create_task(self._follow(), name="watch")
        self._set_clock()

    def close(self) -> None:
        """Follow it no longer."""
        self._task.cancel()
        for timer in self._graces.values():
            timer.cancel()
        self._graces.clear()
        self._stop_clock()

    def tell(self, text: str) -> None:
        """A line for everybody at the table."""
        self._bus.publish(table_topic(self.room.match), Notice(self.room.match, text))

    # Who is here

    def enter(self, account: str, name: str) -> None:
        """A person sits down, perhaps again."""
        was_gone = account not in self.here
        self.here[account] = 1
        timer = self._graces.pop(account, None)
        if timer is not None:
            timer.cancel()
        for seat in self.room.seats_of(account):
            if self._standing_in.pop(seat, "") and self._tables.unseat(self.room.match, seat):
                self.tell(_("{name} is back and plays on.").format(name=name))
                was_gone = False
        if was_gone and self.room.touched and self.match.version:
            self.tell(_("{name} is at the table.").format(name=name))
        if self.to_act in self.room.seats_of(account):
            self._run_clock()
        for other in self.room.people() - self.here.keys():
            self._wait_for(other)

    def leave(self, account: str, name: str) -> None:
        """A person has gone, or its connection has."""
        if self.here.pop(account, None) is None:
            return
        self.room.seen[account] = self.match.version
        if self.match.over:
            return
        if self._clock is not None and self.to_act in self.room.seats_of(account):
            self._stop_clock()
            self._bus.publish(table_topic(self.room.match), Clock(self.room.match, -1, 0.0))
        if self.room.absent == WAIT:
            self.tell(_("{name} has left the table; the match waits.").format(name=name))
        else:
            self.tell(
                _("{name} has left the table; in {seconds} s a level plays on.").format(
                    name=name, seconds=self.room.grace
                )
            )
        for seat in self.room.seats_of(account):
            self._tables.shared.went(self.room.match, seat)
        if self.here:
            self._wait_for(account)
        else:
            self._stand_still()

    def _stand_still(self) -> None:
        """Nobody is left at the table: no level plays for anybody before somebody is back."""
        for timer in self._graces.values():
            timer.cancel()
        self._graces.clear()
        for seat in [seat for seat, why in self._standing_in.items() if why == "gone"]:
            del self._standing_in[seat]
            self._tables.unseat(self.room.match, seat)

    def _wait_for(self, account: str) -> None:
        if self.room.absent == WAIT or self.match.over or account in self._graces:
            return
        if any(self._standing_in.get(seat) == "gone" for seat in self.room.seats_of(account)):
            return
        self._graces[account] = asyncio.get_running_loop().call_later(
            self.room.grace, self._grace_over, account
        )

    def _grace_over(self, account: str) -> None:
        self._graces.pop(account, None)
        if account in self.here or self.match.over:
            return
        for seat in self.room.seats_of(account):
            self._stand_in(seat, "gone")
            self.tell(
                _("{name} is away: a level plays until {name} is back.").format(
                    name=self.room.names[seat]
                )
            )

    def _stand_in(self, seat: int, why: str) -> None:
        if seat not in self._standing_in:
            level = STAND_IN if self.room.absent == WAIT else self.room.absent
            self._standing_in[seat] = why
            self._tables.seat(self.match, seat, level)

    # Turns and clocks

    async def _follow(self) -> None:
        with self._bus.subscribe(watch_topic(self.room.match)) as heard:
            async for message in heard:
                if isinstance(message, Position):
                    self.room.touched = time.time()
                    try:
                        self._moved()
                    except Exception:
                        log.exception("match %s", self.room.match)

    def _moved(self) -> None:
        now = self.match.to_act
        if now == self.to_act and not self.match.over:
            return
        before, self.to_act = self.to_act, now
        if self._standing_in.get(before) == "late":
            del self._standing_in[before]
            self._tables.unseat(self.room.match, before)
        self._set_clock()
        self._turned(self.room, -1 if self.match.over else now)

    def _set_clock(self) -> None:
        """A turn begins, with all its time."""
        self._stop_clock()
        self._left = float(self.room.clock)
        self._run_clock()

    def _run_clock(self) -> None:
        """The clock runs for a person at the table; for one who is away it stands, and what the
        owner chose for that case happens."""
        self._stop_clock()
        seat = self.to_act
        if not self.room.clock or self.match.over or seat < 0 or self._standing_in.get(seat):
            return
        if self.room.seats[seat] not in self.here:
            return
        self._until = time.monotonic() + self._left
        self._clock = asyncio.get_running_loop().call_later(self._left, self._time_up, seat)
        self._tell_clock()

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
            self._left = max(0.0, self._until - time.monotonic())

    @property
    def clock(self) -> Clock | None:
        """How long the seat that is to act has left; None without a clock."""
        if self._clock is None:
            return None
        return Clock(self.room.match, self.to_act, max(0.0, self._until - time.monotonic()))

    def _tell_clock(self) -> None:
        if (clock := self.clock) is not None:
            self._bus.publish(table_topic(self.room.match), clock)

    def _time_up(self, seat: int) -> None:
        self._clock = None
        if self.to_act != seat or self.match.over:
            return
        self.tell(
            _("The time of {name} is up: a level plays this turn.").format(
                name=self.room.names[seat]
            )
        )
        self._stand_in(seat, "late")
