"""A match at a host, with ears on every topic."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from caravan_tui.bus.base import Subscription
from caravan_tui.bus.hosted_match import Services
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import (
    Act,
    Done,
    UndoAnswer,
    seat_topic,
    table_topic,
    watch_topic,
)
from caravan_tui.bus.table import TableHost
from caravan_tui.engine import Match, Seat

SOLO = [Seat("person", "Ada"), Seat("porter", "P")]
TWO = [Seat("person", "Ada"), Seat("person", "Bo")]


class World:
    """A bus, a host and one match, with ears on every topic."""

    def __init__(self, seats: list[Seat], game: str = "sahara", **services: Any) -> None:
        self.bus = LocalBus()
        self.host = TableHost(self.bus, Services(**services))
        self.match = Match.new(game, {}, seats, 5)
        self.id = self.match.record.id
        self.seats = [self.bus.subscribe(seat_topic(self.id, n)) for n in range(len(seats))]
        self.watch = self.bus.subscribe(watch_topic(self.id))
        self.table = self.bus.subscribe(table_topic(self.id))
        self.host.open(self.match)

    async def ask(self, message: Any) -> Any:
        return await self.bus.request(table_topic(self.id), message, 5.0)

    async def act(self, seat: int | None = None, rng: Random | None = None) -> Any:
        seat = self.match.to_act if seat is None else seat
        legal = self.match.legal(seat)
        action = rng.choice(legal) if rng else legal[0]
        return await self.ask(Act(self.id, seat, self.match.version, action))

    async def until(self, done: Callable[[], bool], rng: Random | None = None) -> None:
        for _ in range(2_000):
            if done():
                return
            assert isinstance(await self.act(rng=rng), Done)
        raise AssertionError("it never came to that")

    def answer(self, seat: int, undo: str, agrees: bool) -> None:
        self.bus.publish(table_topic(self.id), UndoAnswer(self.id, seat, undo, agrees))


def waiting(subscription: Subscription) -> list[Any]:
    messages = []
    while (message := subscription.get_nowait()) is not None:
        messages.append(message)
    return messages


def turn_passed(world: World) -> Callable[[], bool]:
    """Whether seat 0 has decided and then another seat has."""
    seen = {"own": False, "other": False}

    def check() -> bool:
        to_act = world.match.to_act
        if seen["own"] and to_act == 0 and seen["other"]:
            return True
        if to_act == 0:
            seen["own"] = True
        elif seen["own"]:
            seen["other"] = True
        return False

    return check
