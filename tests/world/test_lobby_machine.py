"""The lobby against a model: who sits where, who sees what, while people come and go."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from attrs import define, field
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from caravan_tui.bus.lobby_messages import (
    CreateMatch,
    JoinMatch,
    LeaveTable,
    ListMatches,
    Resign,
    Seated,
    WatchMatch,
    account_topic,
)
from caravan_tui.bus.messages import Refused
from caravan_tui.server.accounts import account_id_of
from saves.profile import Profile
from tests.world.edges import Edges
from tests.world.loop import VirtualLoop
from tests.world.server import Server

NAMES = ("Anna", "Ben", "Carla")
WHO = st.sampled_from(NAMES)
WHICH = st.integers(0, 9)


@define
class RoomModel:
    """A room as everybody would describe it."""

    seats: list[str]
    """A name each; empty: open. `computer`: its player has gone for good."""
    is_private: bool
    code: str
    has_started: bool = False
    is_over: bool = False
    present: set[str] = field(factory=set)
    """The players at the table."""
    watchers: set[str] = field(factory=set)

    @property
    def is_gone(self) -> bool:
        """Nobody plays there any more, or it is over and all have left."""
        if self.is_over:
            return not self.present and not self.watchers
        return not any(name in NAMES for name in self.seats)


class LobbyMachine(RuleBasedStateMachine):
    """Rooms by match."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = VirtualLoop(1)
        asyncio.set_event_loop(self.loop)
        base = Path("/dev/shm") if os.access("/dev/shm", os.W_OK) else None
        self.home = Path(tempfile.mkdtemp(prefix="lobby-", dir=base))
        self.edges = Edges(self.loop, 1)
        self.edges.install()
        self.rooms: dict[str, RoomModel] = {}
        self.gone: dict[str, str] = {}
        """By match that is no more: its code."""
        self.server = self._started()

    def _started(self) -> Server:
        server = Server(self.home, "world", Random(1))
        self.run(server.start())
        for name in NAMES:
            self.run(self._admit(server, name))
        return server

    async def _admit(self, server: Server, name: str) -> None:
        account = server.accounts.find_by_name(name)
        if account is None:
            account = await server.accounts.create(account_id_of(name), name)
        await server.lobby.admit(account, "127.0.0.1")

    def teardown(self) -> None:
        try:
            self.run(self.server.close())
            self.run(asyncio.sleep(1.0))
            left = self.loop.living("world")
        finally:
            self.edges.remove()
            asyncio.set_event_loop(None)
            shutil.rmtree(self.home)
        assert not left

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    def ask(self, who: str, message: Any) -> Any:
        return self.run(self.server.bus.request(account_topic(account_id_of(who)), message))

    def room(self, which: int) -> tuple[str, RoomModel] | None:
        rooms = list(self.rooms.items())
        return rooms[which % len(rooms)] if rooms else None

    def settle(self) -> None:
        """Have the server remove what should be no more, and forget it here."""
        self.run(asyncio.sleep(1.0))
        for match, room in list(self.rooms.items()):
            if room.is_gone:
                self.gone[match] = room.code
                del self.rooms[match]

    @rule(who=WHO, more=st.sampled_from(["", "open", "person"]), is_private=st.booleans())
    def create(self, who: str, more: str, is_private: bool) -> None:
        kinds = ["person", "open", *([more] if more else [])]
        rows = self.ask(who, ListMatches()).rows
        waiting = sum(row.owner == who and not row.started for row in rows)
        answer = self.ask(
            who, CreateMatch("sahara", {}, kinds, [""] * len(kinds), private=is_private)
        )
        if waiting >= self.server.config.max_waiting_per_account:
            assert isinstance(answer, Refused) and answer.code == "too_many_waiting"
            return
        assert isinstance(answer, Seated) and answer.waiting
        seats = [who if kind == "person" else "" for kind in kinds]
        rows = self.ask(who, ListMatches(only_own=True)).rows
        code = next(row.code for row in rows if row.match == answer.match)
        assert code not in [room.code for room in self.rooms.values()]
        self.rooms[answer.match] = RoomModel(seats, is_private, code)

    @rule(who=WHO, which=WHICH, by_code=st.booleans())
    def join(self, who: str, which: int, by_code: bool) -> None:
        chosen = self.room(which)
        if chosen is None:
            return
        match, room = chosen
        answer = self.ask(who, JoinMatch(room.code if by_code else match))
        if who not in room.seats:
            if "" not in room.seats:
                assert isinstance(answer, Refused) and answer.code == "no_seat_left"
                return
            room.seats[room.seats.index("")] = who
            room.has_started = "" not in room.seats
        assert isinstance(answer, Seated) and answer.waiting != room.has_started
        own = [seat for seat, name in enumerate(room.seats) if name == who]
        assert answer.seats == (own if room.has_started else [])
        if room.has_started:
            room.present.add(who)

    @precondition(lambda self: self.gone)
    @rule(who=WHO, which=WHICH, by_code=st.booleans())
    def join_what_is_no_more(self, who: str, which: int, by_code: bool) -> None:
        match, code = list(self.gone.items())[which % len(self.gone)]
        if code not in [room.code for room in self.rooms.values()]:
            answer = self.ask(who, JoinMatch(code if by_code else match))
            assert isinstance(answer, Refused)
            assert answer.code in ("match_not_found", "too_many_codes")

    @rule(who=WHO, which=WHICH)
    def leave(self, who: str, which: int) -> None:
        chosen = self.room(which)
        if chosen is None:
            return
        match, room = chosen
        self.ask(who, LeaveTable(match))
        room.present.discard(who)
        room.watchers.discard(who)
        self.settle()

    @rule(who=WHO, which=WHICH)
    def watch(self, who: str, which: int) -> None:
        chosen = self.room(which)
        if chosen is None:
            return
        match, room = chosen
        is_allowed = room.has_started and not room.is_private and who not in room.seats
        assert isinstance(self.ask(who, WatchMatch(match)), Seated) == is_allowed
        if is_allowed:
            room.watchers.add(who)

    @rule(who=WHO, which=WHICH)
    def resign(self, who: str, which: int) -> None:
        chosen = self.room(which)
        if chosen is None:
            return
        match, room = chosen
        if who not in room.seats:
            return
        self.ask(who, Resign(match))
        if room.is_over:
            return
        gone = "computer" if room.has_started else ""
        room.seats = [gone if name == who else name for name in room.seats]
        room.present.discard(who)
        self.settle()

    @precondition(lambda self: any(room.has_started for room in self.rooms.values()))
    @rule(which=WHICH)
    def play_to_the_end(self, which: int) -> None:
        started = [(match, room) for match, room in self.rooms.items() if room.has_started]
        match, room = started[which % len(started)]
        if room.is_over:
            return
        self.run(self._play(match))
        room.is_over = True
        players = {name for name in room.seats if name in NAMES}
        self.settle()
        for name in players:
            folder = self.server.accounts.folder(account_id_of(name)) / "data"
            assert [result.match for result in Profile(folder).results()].count(match) == 1

    async def _play(self, match_id: str) -> None:
        hosted = self.server.lobby.tables.shared.hosted(match_id)
        assert hosted is not None
        match, rng = hosted.match, Random(1)
        while not match.over:
            seat = match.to_act
            if match.record.seats[seat].is_person:
                await hosted.act(seat, match.version, rng.choice(match.legal(seat)))
            else:
                await asyncio.sleep(1.0)

    @rule(who=WHO)
    def come_again(self, who: str) -> None:
        client = self.server.lobby.clients[account_id_of(who)]
        self.run(self.server.lobby.dismiss(client, is_cut_off=True))
        self.run(self._admit(self.server, who))
        self._go(who)
        self.settle()

    def _go(self, *names: str) -> None:
        for room in self.rooms.values():
            room.present.difference_update(names)
            room.watchers.difference_update(names)

    @rule()
    def restart(self) -> None:
        self.run(self.server.close())
        self.server = self._started()
        self._go(*NAMES)
        self.settle()

    @invariant()
    def everybody_sees_what_they_may(self) -> None:
        for who in NAMES:
            rows = self.ask(who, ListMatches()).rows
            owners = {row.match: row.owner for row in rows}
            assert owners.keys() <= self.rooms.keys()
            for match, room in self.rooms.items():
                may_see = who in room.seats or not room.is_private or owners.get(match) == who
                assert (match in owners) == may_see
            for row in rows:
                self._check_row(who, row, self.rooms[row.match])

    def _check_row(self, who: str, row: Any, room: RoomModel) -> None:
        own = [seat for seat, name in enumerate(room.seats) if name == who]
        assert (row.own_seats, row.code) == (own, room.code)
        assert (row.started, row.over) == (room.has_started, room.is_over)
        assert [kind == "open" for kind in row.kinds] == [name == "" for name in room.seats]
        assert row.watchers == sorted(room.watchers)
        if room.has_started:
            people = [name in room.present or name not in NAMES for name in room.seats]
            assert row.present == people


TestLobby = LobbyMachine.TestCase
TestLobby.settings = settings(
    max_examples=30, stateful_step_count=40, database=None, derandomize=True
)
