"""Undo between two people against a model: who is asked, who agrees, and what the log is then."""

from __future__ import annotations

import asyncio
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from caravan_tui.bus.hosted_match import Services
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import (
    Act,
    Done,
    Message,
    Redo,
    Refused,
    Undo,
    UndoAnswer,
    UndoAsked,
    table_topic,
)
from caravan_tui.bus.table import TableHost
from caravan_tui.engine import Match, Seat
from tests.world.history import MatchHistory
from tests.world.loop import VirtualLoop

SEAT = st.integers(0, 1)


class UndoMachine(RuleBasedStateMachine):
    """The log as a model: moves with their seats, and what was taken back."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = VirtualLoop(1)
        asyncio.set_event_loop(self.loop)
        self.match = Match.new("caravanserai", {}, [Seat("person", "A"), Seat("person", "B")], 3)
        self.id = self.match.record.id
        self.logs = [tuple(self.match.record.log)]
        """The log after each move that still stands."""
        self.actors: list[int] = []
        self.undone: list[tuple[int, tuple[int, ...], list[int], list[tuple[int, ...]]]] = []
        self.asking: UndoAsked | None = None
        self.run(self._open())

    async def _open(self) -> None:
        self.bus = LocalBus()
        self.host = TableHost(self.bus, Services())
        self.host.open(self.match)

    def teardown(self) -> None:
        self.run(self.host.close_all())
        asyncio.set_event_loop(None)
        assert not self.loop.living("world")

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    def ask(self, message: Message) -> Any:
        return self.run(self.bus.request(table_topic(self.id), message))

    def publish(self, message: Message) -> None:
        async def send() -> None:
            self.bus.publish(table_topic(self.id), message)
            await self.bus.settle()

        self.run(send())

    @rule(place=st.integers(0, 99))
    def act(self, place: int) -> None:
        match = self.match
        if match.over:
            return
        seat, legal = match.to_act, match.legal(match.to_act)
        answer = self.ask(Act(self.id, seat, match.version, legal[place % len(legal)]))
        assert isinstance(answer, Done)
        self.actors.append(seat)
        self.logs.append(tuple(match.record.log))
        self.undone.clear()
        self.asking = None

    @rule(seat=SEAT)
    def act_out_of_turn(self, seat: int) -> None:
        match = self.match
        if not match.over and seat != match.to_act and not match.interrupts(seat):
            action = match.legal(match.to_act)[0]
            assert isinstance(self.ask(Act(self.id, seat, match.version, action)), Refused)

    @rule(seat=SEAT)
    def undo(self, seat: int) -> None:
        why = self.match.why_no_undo(seat) or self.match.undo_reveals(seat)
        answer = self.ask(Undo(self.id, seat))
        if self.asking is not None or why or seat not in self.actors:
            assert isinstance(answer, Refused)
        elif self.actors[-1] == seat:
            assert isinstance(answer, Done)
            self._take_back(seat)
        else:
            assert isinstance(answer, UndoAsked) and answer.asked == [1 - seat]
            self.asking = answer

    def _take_back(self, seat: int) -> None:
        last = len(self.actors) - 1 - self.actors[::-1].index(seat)
        self.undone.append((seat, self.logs[-1], self.actors[last:], self.logs[last + 1 :]))
        del self.actors[last:], self.logs[last + 1 :]

    @rule(agrees=st.booleans(), is_right_seat=st.booleans())
    def answer(self, agrees: bool, is_right_seat: bool) -> None:
        if self.asking is None:
            return
        asked = self.asking
        seat = 1 - asked.seat if is_right_seat else asked.seat
        self.publish(UndoAnswer(self.id, seat, asked.id, agrees))
        if is_right_seat:
            self.asking = None
            if agrees:
                self._take_back(asked.seat)

    @rule()
    def wait(self) -> None:
        """Silence is a refusal."""
        self.run(asyncio.sleep(31.0))
        self.asking = None

    @rule(seat=SEAT)
    def leave(self, seat: int) -> None:
        self.host.on_player_left(self.id, seat)
        self.asking = None

    @rule(seat=SEAT)
    def redo(self, seat: int) -> None:
        answer = self.ask(Redo(self.id, seat))
        if not self.undone or self.undone[-1][0] != seat:
            assert isinstance(answer, Refused)
            return
        assert isinstance(answer, Done)
        _seat, _log, actors, logs = self.undone.pop()
        self.actors += actors
        self.logs += logs
        self.asking = None

    @invariant()
    def the_log_is_that_of_the_model_and_leads_to_the_position(self) -> None:
        assert tuple(self.match.record.log) == self.logs[-1]
        for seat in (0, 1):
            may_redo = bool(self.undone) and self.undone[-1][0] == seat
            assert self.match.can_redo(seat) == may_redo
        state = MatchHistory(self.match).replay(self.logs[-1])
        assert self.match.game.encode(state) == self.match.game.encode(self.match.state)


TestUndo = UndoMachine.TestCase
TestUndo.settings = settings(
    max_examples=40, stateful_step_count=35, database=None, derandomize=True
)
