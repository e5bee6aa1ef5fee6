"""The lobby against a model: who sits where, who sees what, while people come and go."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from attrs import define
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

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
    has_started: bool = False

    @property
    def is_gone(self) -> bool:
        return not any(name in NAMES for name in self.seats)


class LobbyMachine(RuleBasedStateMachine):
    """Rooms by match."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = VirtualLoop(1)
        asyncio.set_event_loop(self.loop)
        self.home = Path(tempfile.mkdtemp(prefix="lobby-"))
        self.rooms: dict[str, RoomModel] = {}
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
            account = server.accounts.create(account_id_of(name), name)
        server.lobby.admit(account, "127.0.0.1")

    def teardown(self) -> None:
        self.run(self.server.close())
        self.run(asyncio.sleep(1.0))
        assert not self.loop.living("world")
        asyncio.set_event_loop(None)
        shutil.rmtree(self.home)

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    def ask(self, who: str, message: Any) -> Any:
        return self.run(self.server.bus.request(account_topic(account_id_of(who)), message))

    def room(self, which: int) -> tuple[str, RoomModel] | None:
        rooms = list(self.rooms.items())
        return rooms[which % len(rooms)] if rooms else None

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
        self.rooms[answer.match] = RoomModel(seats, is_private)

    @rule(who=WHO, which=WHICH)
    def join(self, who: str, which: int) -> None:
        chosen = self.room(which)
        if chosen is None:
            return
        match, room = chosen
        answer = self.ask(who, JoinMatch(match))
        if who not in room.seats:
            if "" not in room.seats:
                assert isinstance(answer, Refused) and answer.code == "no_seat_left"
                return
            room.seats[room.seats.index("")] = who
            room.has_started = "" not in room.seats
        assert isinstance(answer, Seated) and answer.waiting != room.has_started
        own = [seat for seat, name in enumerate(room.seats) if name == who]
        assert answer.seats == (own if room.has_started else [])

    @rule(who=WHO, which=WHICH)
    def leave(self, who: str, which: int) -> None:
        chosen = self.room(which)
        if chosen is not None:
            self.ask(who, LeaveTable(chosen[0]))

    @rule(who=WHO, which=WHICH)
    def watch(self, who: str, which: int) -> None:
        chosen = self.room(which)
        if chosen is None:
            return
        match, room = chosen
        is_allowed = room.has_started and not room.is_private and who not in room.seats
        assert isinstance(self.ask(who, WatchMatch(match)), Seated) == is_allowed

    @rule(who=WHO, which=WHICH)
    def resign(self, who: str, which: int) -> None:
        chosen = self.room(which)
        if chosen is None:
            return
        match, room = chosen
        if who not in room.seats:
            return
        self.ask(who, Resign(match))
        gone = "computer" if room.has_started else ""
        room.seats = [gone if name == who else name for name in room.seats]
        if room.is_gone:
            del self.rooms[match]

    @rule(who=WHO)
    def come_again(self, who: str) -> None:
        client = self.server.lobby.clients[account_id_of(who)]
        self.run(self.server.lobby.dismiss(client, is_cut_off=True))
        self.run(self._admit(self.server, who))

    @rule()
    def restart(self) -> None:
        self.run(self.server.close())
        self.server = self._started()

    @invariant()
    def everybody_sees_what_they_may(self) -> None:
        for who in NAMES:
            rows = self.ask(who, ListMatches()).rows
            owners = {row.match: row.owner for row in rows}
            for match, room in self.rooms.items():
                may_see = who in room.seats or not room.is_private or owners.get(match) == who
                assert (match in owners) == may_see
            for row in rows:
                room = self.rooms[row.match]
                own = [seat for seat, name in enumerate(room.seats) if name == who]
                assert (row.own_seats, row.started) == (own, room.has_started)
                opened = [kind == "open" for kind in row.kinds]
                assert opened == [name == "" for name in room.seats]


TestLobby = LobbyMachine.TestCase
TestLobby.settings = settings(
    max_examples=10, stateful_step_count=20, deadline=None, database=None, derandomize=True
)
