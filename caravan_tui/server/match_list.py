"""What the lobby tells of matches between people: a row for each, and the news of one's own."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from caravan_tui.bus.lobby_messages import MatchRow
from caravan_tui.bus.wording import title
from caravan_tui.engine import Sentence
from caravan_tui.server.backend import Backend
from caravan_tui.server.match_supervisor import MatchSupervisor
from caravan_tui.server.rooms import Room

MAX_ROWS = 200
"""Matches of others in the lobby's list, the newest."""


class MatchList:
    """The rooms of a server as each account may see them."""

    def __init__(
        self,
        backend: Backend,
        supervisors: Mapping[str, MatchSupervisor],
        now: Callable[[], float],
    ) -> None:
        """`supervisors`: by match, for those that are running; `now`: seconds since 1970."""
        self._accounts, self._present = backend.accounts, backend.presence
        self.rooms, self._supervisors, self._now = backend.rooms, supervisors, now

    def _row(self, room: Room, account: str) -> MatchRow:
        """A room as an account may see it."""
        supervisor = self._supervisors.get(room.match)
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
            moves=self._moves_since_left(room, account),
            event=room.event,
            round=room.round,
            days=room.days,
            left=self._seconds_left(room),
        )

    def _seconds_left(self, room: Room) -> int:
        """What the seat to act has left of its days; -1 without a deadline."""
        return max(0, int(room.due - self._now())) if room.due and not room.over else -1

    def is_present(self, match: str, seat: int) -> bool:
        """Whether the player of a seat is at the table."""
        supervisor = self._supervisors.get(match)
        return supervisor is not None and supervisor.room.seats[seat] in supervisor.present

    def rows(self, account: str, only_own: bool) -> list[MatchRow]:
        """The matches of an account, and unless `only_own` is set those of others that it may join
        or watch: those that wait before those that run, the newest first."""
        own: list[Room] = []
        waiting: list[Room] = []
        started: list[Room] = []
        for room in self.rooms.served():
            if room.daily:
                continue  # it is on the page of the day
            if account in room.seats or room.owner == account or account in room.invited:
                own.append(room)
            elif not room.private and not only_own and not (room.invited and not room.started):
                (started if room.started else waiting).append(room)
        others = [*reversed(waiting), *reversed(started)][:MAX_ROWS]
        return [self._row(room, account) for room in (*own, *others)]

    def news_of_tables(self, account: str) -> list[Sentence]:
        """What happened in the matches of an account since it left their tables."""
        lines = []
        for room in self.rooms.served():
            supervisor = self._supervisors.get(room.match)
            if supervisor is None or account not in room.seats or room.daily:
                continue
            moves = self._moves_since_left(room, account)
            is_to_act = supervisor.to_act in room.seats_of(account)
            if moves or is_to_act:
                values = {
                    "game": title(room.game),
                    "code": room.code,
                    "moves": moves,
                    "played": self._moves_by_stand_in(room, account),
                    "turn": is_to_act,
                    "left": self._seconds_left(room) if is_to_act else -1,
                }
                lines.append(Sentence("away", values))
        return lines

    def _moves_since_left(self, room: Room, account: str) -> int:
        """The number of moves since an account left the table."""
        supervisor = self._supervisors.get(room.match)
        if supervisor is None or account not in room.seats or account in supervisor.present:
            return 0
        version = supervisor.match.version
        return max(0, version - room.seen.get(account, version))

    def _moves_by_stand_in(self, room: Room, account: str) -> int:
        """The number of these moves that a stand-in made for the account."""
        supervisor = self._supervisors.get(room.match)
        count = self._moves_since_left(room, account)
        if supervisor is None or not count:
            return 0
        last, seats = supervisor.match.version, room.seats_of(account)
        return sum(ply.actor in seats for ply in supervisor.match.plies(last - count, last))
