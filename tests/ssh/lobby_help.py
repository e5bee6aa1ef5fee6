"""A server's lobby without terminals, and guests who talk to it over the bus."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from caravan_tui.bus.base import Subscription
from caravan_tui.bus.lobby_messages import (
    Began,
    CreateMatch,
    JoinMatch,
    ListMatches,
    Matches,
    Seated,
    door_topic,
    person_topic,
)
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import (
    LOBBY,
    SEARCH,
    Act,
    Done,
    Found,
    Look,
    Message,
    Position,
    Search,
    table_topic,
)
from caravan_tui.bus.socket import SocketBus
from caravan_tui.bus.socket_server import BusServer
from caravan_tui.ssh.accounts import Accounts, id_of
from caravan_tui.ssh.lobby import Lobby
from caravan_tui.ssh.person import Person
from tests.ssh.ssh_help import config


class House:
    """A lobby with a bus and a quick search, but without SSH."""

    def __init__(self, home: Path) -> None:
        self.config = config(home)
        self.config.make_folders()
        self.bus = LocalBus()
        self.accounts = Accounts(self.config)
        self.server = BusServer(self.bus, self.config.socket)
        self.events: list[str] = []
        self.lobby = Lobby(
            self.bus, self.server, self.config, self.accounts,
            lambda what, /, **_facts: self.events.append(what), pace=0.0,
        )  # fmt: skip
        self.bus.serve(SEARCH, self._search)
        self.guests: list[Guest] = []

    def _search(self, message: Message) -> Message | None:
        from random import Random

        from ai.fallback import some_move

        if isinstance(message, Search):
            return Found(message.id, some_move(message, Random(message.seed)))
        return None

    async def start(self) -> House:
        await self.server.start()
        await self.lobby.start()
        return self

    async def close(self) -> None:
        for guest in self.guests:
            await guest.bus.close()
        await self.lobby.close()
        await self.server.close()

    async def come(self, name: str) -> Guest:
        """A session of the account with this name, made if there is none."""
        account = self.accounts.named(name) or self.accounts.create(id_of(name), name)
        person = self.lobby.admit(account, "127.0.0.1")
        bus = await SocketBus.connect(self.server.path, person.token)
        guest = Guest(person, bus)
        self.guests.append(guest)
        return guest


class Guest:
    """One session, as its process sees it."""

    def __init__(self, person: Person, bus: SocketBus) -> None:
        self.person, self.bus = person, bus
        self.id = person.account.id
        self.news: Subscription = bus.subscribe(LOBBY, person_topic(self.id))

    async def ask(self, message: Any) -> Any:
        return await self.bus.request(door_topic(self.id), message, 5.0)

    async def hear(self, kind: type, seconds: float = 3.0) -> Any:
        async with asyncio.timeout(seconds):
            async for message in self.news:
                if isinstance(message, kind):
                    return message
        raise AssertionError

    async def look(self, match: str, seat: int | None) -> Position:
        answer = await self.bus.request(table_topic(match), Look(match, seat))
        assert isinstance(answer, Position), answer
        return answer

    async def rows(self) -> list[Any]:
        answer = await self.ask(ListMatches())
        assert isinstance(answer, Matches)
        return answer.rows


def room(game: str = "decktet", kinds: tuple[str, ...] = ("person", "open"), **more: Any) -> Any:
    return CreateMatch(game, {}, list(kinds), [""] * len(kinds), **more)


async def begin(house: House, **more: Any) -> tuple[Guest, Guest, str]:
    """Two people at a table."""
    anna, ben = await house.come("Anna"), await house.come("Ben")
    made = await anna.ask(room(**more))
    assert isinstance(made, Seated) and made.waiting
    joined = await ben.ask(JoinMatch((await ben.rows())[0].code))
    assert isinstance(joined, Seated) and joined.seats == [1]
    began = await anna.hear(Began)
    assert began.match == made.match
    again = await anna.ask(JoinMatch(made.match))
    assert again.seats == [0] and again.names == ["Anna", "Ben"]
    return anna, ben, made.match


async def play_one(house: House, match: str, guests: list[Guest]) -> int:
    """The seat that is to act plays its first legal action; a level may come before it."""
    for _ in range(20):
        seat = house.lobby.company.watches[match].match.to_act
        position = await guests[seat].look(match, seat)
        if not position.legal:
            continue
        act = Act(match, seat, position.version, position.legal[0])
        answer = await guests[seat].bus.request(table_topic(match), act)
        if isinstance(answer, Done):
            return seat
    raise AssertionError(answer)
