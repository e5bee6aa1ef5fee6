"""Supervises one match between people: turns, players who have left, clocks.

A stand-in is a computer player that plays a seat until its player is back. The seat remains the
player's.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

from caravan_tui.bus.base import Bus
from caravan_tui.bus.lobby_messages import Clock
from caravan_tui.bus.messages import Chat, Notice, table_topic
from caravan_tui.engine import Match
from caravan_tui.server.rooms import WAIT, Room
from caravan_tui.server.tables import Tables
from caravan_tui.server.timers import Timer, Timers

log = logging.getLogger(__name__)

SECONDS_A_DAY = 86_400.0
REMINDER_SHARE = 0.25
"""Share of the days for a move that is left when its player is reminded."""
LONGEST_REMINDER = 86_400.0
"""Seconds before the deadline at which a player is reminded at the earliest."""
SECONDS_AFTER_START = 3_600.0
"""Time that a move has at least after the start of a server."""
MOST_PAST_TURNS = 40
"""Turns whose time is remembered in case they are taken back."""
STAND_IN = "trader"
"""The level of a stand-in where the owner has chosen none."""


class MatchSupervisor:
    """Supervises one running match."""

    def __init__(
        self,
        bus: Bus,
        tables: Tables,
        room: Room,
        match: Match,
        on_turn: Callable[[Room, int], None],
        on_talk: Callable[[Room, str, str], None],
        timers: Timers,
        now: Callable[[], float] = time.time,
    ) -> None:
        """`on_turn(room, seat)` is called when another seat is to act (-1: none), and
        `on_talk(room, account, name)` when a player writes at the table while the account is away,
        once until it is back. `now`: seconds since 1970."""
        self.room = room
        self.match = match
        self.present: set[str] = set()
        """The accounts at the table."""
        self.spectators: dict[str, str] = {}
        """Names by account."""
        self.to_act = match.to_act
        self.stand_ins: dict[int, str] = {}
        """Seats with a stand-in, and why: `gone`, `late`, `away` (until the player comes, in a
        tournament by correspondence), or `deadline` (for good)."""
        self._bus, self._tables, self._on_turn, self._on_talk = bus, tables, on_turn, on_talk
        self._called: set[str] = set()
        """The accounts that know that somebody writes to them."""
        self._talk = bus.subscribe(table_topic(room.match))
        self._listening = asyncio.get_running_loop().create_task(self._listen(), name="talk")
        self._timers, self._now = timers, now
        self._graces: dict[str, Timer] = {}
        self._clock: Timer | None = None
        self._clock_end = 0.0
        """When the clock runs out, by `timers`."""
        self._seconds_left = 0.0
        """On a stopped clock."""
        self._turn: tuple[int, int] | None = None
        """The seat whose clock is set, and the ply at which its turn began."""
        self._past_turns: list[tuple[int, int, float]] = []
        """As `Room.past_turns`, with the seconds that each had left on the clock."""
        self._is_closed = False
        for seat in room.away:
            self._add_stand_in(seat, "away")
        self._reset_clock()
        self._set_deadline()
        if room.due:
            # Nobody could play while the server was down.
            room.due = max(room.due, now() + SECONDS_AFTER_START)

    def close(self) -> None:
        """Stop supervising."""
        self._is_closed = True
        self._listening.cancel()
        self._talk.close()
        for timer in self._graces.values():
            timer.cancel()
        self._graces.clear()
        self._stop_clock()

    def notify(self, code: str, /, **values: Any) -> None:
        """Show a line (see `bus/wording.py`) to everybody at the table."""
        self._bus.publish(table_topic(self.room.match), Notice(self.room.match, code, values))

    async def _listen(self) -> None:
        """Call players who are away when another one writes at the table."""
        async for message in self._talk:
            if not isinstance(message, Chat) or message.seat is None:
                continue
            for account in self.room.accounts() - self.present - self._called:
                self._called.add(account)
                self._on_talk(self.room, account, message.name)

    # Presence

    def enter(self, account: str, name: str, is_led_back: bool = False) -> None:
        """A player comes to the table, perhaps again. `is_led_back`: it was the table that was
        away, so nobody needs to read that the player is there."""
        was_absent = account not in self.present and not is_led_back
        self._called.discard(account)
        self.present.add(account)
        timer = self._graces.pop(account, None)
        if timer is not None:
            timer.cancel()
        for seat in self.room.seats_of(account):
            if self.stand_ins.get(seat) in ("deadline", "late"):
                continue  # who comes again has no more time for it
            if self._remove_stand_in(seat) and self._tables.remove_bot(self.room.match, seat):
                self.notify("player_returned", name=name)
                was_absent = False
        if was_absent and self.room.touched and self.match.version:
            self.notify("player_arrived", name=name)
        if self.to_act in self.room.seats_of(account):
            self._run_clock()
        for other in self.room.accounts() - self.present:
            self._start_grace(other)

    def leave(self, account: str, name: str) -> None:
        """A player leaves the table, or is disconnected."""
        if account not in self.present:
            return
        self.present.remove(account)
        self.room.seen[account] = self.match.version
        if self.match.over:
            return
        if self._clock is not None and self.to_act in self.room.seats_of(account):
            self._stop_clock()
            self._bus.publish(table_topic(self.room.match), Clock(self.room.match, -1, 0.0))
        if self.room.waits:
            self.notify("player_left_match_waits", name=name)
        else:
            self.notify("player_left", name=name, seconds=self.room.grace)
        for seat in self.room.seats_of(account):
            self._tables.shared.on_player_left(self.room.match, seat)
        if self.present:
            self._start_grace(account)
        else:
            self._pause_stand_ins()

    def _pause_stand_ins(self) -> None:
        """Nobody is left at the table: stand-ins wait until somebody is back."""
        for timer in self._graces.values():
            timer.cancel()
        self._graces.clear()
        for seat in [seat for seat, reason in self.stand_ins.items() if reason == "gone"]:
            del self.stand_ins[seat]
            self._tables.remove_bot(self.room.match, seat)

    def _start_grace(self, account: str) -> None:
        if self.room.waits or self.match.over or account in self._graces:
            return
        if any(self.stand_ins.get(seat) == "gone" for seat in self.room.seats_of(account)):
            return
        self._graces[account] = self._timers.call_later(
            self.room.grace, self._on_grace_over, account
        )

    def _on_grace_over(self, account: str) -> None:
        self._graces.pop(account, None)
        if account in self.present or self.match.over:
            return
        for seat in self.room.seats_of(account):
            self._add_stand_in(seat, "gone")
            self.notify("player_away", name=self.room.names[seat])

    def _add_stand_in(self, seat: int, reason: str) -> None:
        if seat not in self.stand_ins:
            level = STAND_IN if self.room.absent == WAIT else self.room.absent
            self.stand_ins[seat] = reason
            self._tables.add_bot(self.match, seat, level)

    def _remove_stand_in(self, seat: int) -> bool:
        """Forget that a seat has a stand-in. Returns whether it had one."""
        if seat in self.room.away:
            self.room.away.remove(seat)
        return bool(self.stand_ins.pop(seat, ""))

    def play_out(self) -> None:
        """The time of the match is over: computer players finish it for everybody."""
        if self.match.over or "deadline" in self.stand_ins.values():
            return
        for timer in self._graces.values():
            timer.cancel()
        self._graces.clear()
        self._stop_clock()
        self.notify("deadline_passed")
        for seat, account in enumerate(self.room.seats):
            if account:
                self._remove_stand_in(seat)
                self._add_stand_in(seat, "deadline")

    def hand_over(self, seat: int) -> None:
        """A computer player has a seat for good: no stand-in plays it, and no clock runs for it."""
        self._remove_stand_in(seat)
        if seat == self.to_act:
            self._stop_clock()
            self._set_deadline()
            self._publish_clock()

    # Turns and clocks

    def on_change(self) -> None:
        """The match has changed. The table finishes its own work first."""
        asyncio.get_running_loop().call_soon(self._update_turn)

    def _update_turn(self) -> None:
        if self._is_closed:
            return
        self.room.touched = time.time()
        to_act = self.match.to_act
        is_same_turn = self._turn is not None and self._turn[1] <= self.match.version
        if to_act == self.to_act and is_same_turn and not self.match.over:
            return
        previous, self.to_act = self.to_act, to_act
        if self.stand_ins.get(previous) == "late":
            self._end_late_turn(previous)
        self._reset_clock()
        self._set_deadline()
        self._on_turn(self.room, -1 if self.match.over else to_act)

    def _end_late_turn(self, seat: int) -> None:
        """The stand-in has played the turn. In a tournament it keeps the seat of somebody who lets
        days pass until that player comes: others wait for the next round."""
        room = self.room
        if room.tournament and room.days and room.seats[seat] not in self.present:
            self.stand_ins[seat] = "away"
            room.away.append(seat)
        else:
            del self.stand_ins[seat]
            self._tables.remove_bot(room.match, seat)

    def _reset_clock(self) -> None:
        """Start the clock of a new turn; of one that was taken back, with what it had left."""
        self._stop_clock()
        ended = None if self._turn is None else (*self._turn, self._seconds_left)
        left = _resumed(self._past_turns, ended, self.to_act, self.match.version)
        self._turn = self.to_act, self.match.turn_start()
        self._seconds_left = float(self.room.clock) if left is None else left
        self._run_clock()

    def _run_clock(self) -> None:
        """Run the clock if the player to act is at the table. For one who is away it is stopped,
        and the owner's choice for absent players applies."""
        self._stop_clock()
        seat = self.to_act
        if not self.room.clock or self.match.over or seat < 0 or self.stand_ins.get(seat):
            return
        if self.room.seats[seat] not in self.present:
            return
        self._clock_end = self._timers.time() + self._seconds_left
        self._clock = self._timers.call_later(self._seconds_left, self._on_time_up, seat)
        self._publish_clock()

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
            self._seconds_left = max(0.0, self._clock_end - self._timers.time())

    @property
    def clock(self) -> Clock | None:
        """The time left for the seat to act; None if no clock runs."""
        if self.room.due:
            return Clock(self.room.match, self.to_act, max(0.0, self.room.due - self._now()))
        if self._clock is None:
            return None
        return Clock(self.room.match, self.to_act, max(0.0, self._clock_end - self._timers.time()))

    def _set_deadline(self) -> None:
        """Give the player to act the days of a match by correspondence, once a turn: also after a
        restart of the server, or when the next move was taken back, the deadline is that of
        before."""
        room, seat = self.room, self.to_act
        if not room.days:
            return
        if room.turn_seat != seat or room.turn_ply > self.match.version:
            has_turn = room.turn_seat >= 0
            ended = (room.turn_seat, room.turn_ply, room.due) if has_turn else None
            room.due = _resumed(room.past_turns, ended, seat, self.match.version) or 0.0
            room.turn_seat, room.turn_ply = seat, self.match.turn_start()
        if self.match.over or seat < 0 or not room.seats[seat]:
            room.due = 0.0
        elif not room.due:
            room.due = self._now() + room.days * SECONDS_A_DAY
        self._publish_clock()

    def remind(self) -> str:
        """Note that the player to act is to be reminded of the deadline. Returns the account; empty
        if it is too early, the player was reminded already, or is at the table."""
        room, seat = self.room, self.to_act
        if not room.due or seat < 0 or self.stand_ins.get(seat) or room.reminded == room.due:
            return ""
        lead = min(REMINDER_SHARE * room.days * SECONDS_A_DAY, LONGEST_REMINDER)
        if self._now() < room.due - lead or room.seats[seat] in self.present:
            return ""
        room.reminded = room.due
        return room.seats[seat]

    def check_deadline(self) -> str:
        """Have a computer player play a move whose days are used up. Returns the account that did
        not play; empty if there is none."""
        room, seat = self.room, self.to_act
        if not room.due or seat < 0 or self.stand_ins.get(seat) or self._now() < room.due:
            return ""
        self.notify("days_up", name=room.names[seat])
        self._add_stand_in(seat, "late")
        return room.seats[seat]

    def _publish_clock(self) -> None:
        if (clock := self.clock) is not None:
            self._bus.publish(table_topic(self.room.match), clock)

    def _on_time_up(self, seat: int) -> None:
        self._clock, self._seconds_left = None, 0.0
        if self.to_act != seat or self.match.over:
            return
        self.notify("time_up", name=self.room.names[seat])
        self._add_stand_in(seat, "late")


def _resumed(
    past: list[tuple[int, int, float]],
    ended: tuple[int, int, float] | None,
    seat: int,
    version: int,
) -> float | None:
    """The time of a seat's turn if it is one that was taken back and runs again; None for a new
    turn. Notes the turn that has ended, and forgets those that the log has no more."""
    if ended is not None:
        past.append(ended)
    while past and past[-1][1] > version:
        past.pop()
    del past[:-MOST_PAST_TURNS]
    return past.pop()[2] if past and past[-1][0] == seat else None
