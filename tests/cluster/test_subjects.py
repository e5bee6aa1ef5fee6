"""No subject of the broker has a hidden fact that its reader may not read."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from caravan_tui.bus import wire
from caravan_tui.bus.hosted_match import HostedMatch
from caravan_tui.bus.lobby_messages import JoinMatch, ListMatches, Seated, WatchMatch
from caravan_tui.bus.messages import (
    Chat,
    GetPosition,
    Position,
    Undo,
    seat_topic,
    table_topic,
    watch_topic,
)
from caravan_tui.engine import Match
from caravan_tui.games import registry
from caravan_tui.notices.channels import Channels
from tests.cluster.cluster_harness import ClusterHarness
from tests.cluster.test_hosts import play_action, start_match
from tests.cluster.test_notices import call_ben
from tests.hidden.markers import forms, hidden_forms, search
from tests.server.lobby_harness import LobbyClient, create_request
from tests.support.broker import Broker, flush
from tests.support.notice_servers import http_sink
from tests.support.until import until

ACTIONS = 30
SEAT = re.compile(r"caravan\.match\.[^.]+\.seat\.(\d+)")
OF_HOSTS = re.compile(
    r"\$KV\.caravan_(matches|rooms|trash|results|files|homes|competition)\.|"
    r"caravan-bucket\.caravan_(matches|rooms|trash|results|files|homes|competition)\.|"
    r"\$JS\.|_INBOX\."
)
"""Subjects of what hosts keep: no seat, no spectator and no thinker may read there."""


class Eavesdropper:
    """Hears every subject, and says which of them has what its reader may not know."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._game = registry.get(match.record.game)
        self._seed = forms(match.record.seed)
        self._waiting: list[Msg] = []
        self._before = self._hidden()
        self.heard: dict[str, int] = {}
        """How many messages, by the first parts of the subject."""
        self.leaks: list[str] = []

    def _hidden(self) -> dict[int | None, dict[str, bytes]]:
        """By reader: what is hidden from it now."""
        state = self._match.state
        readers = [None, *range(len(self._match.record.seats))]
        return {reader: hidden_forms(self._game, state, reader) for reader in readers}

    async def hear(self, message: Msg) -> None:
        self._waiting.append(message)

    def judge(self) -> None:
        """Search what was heard since the last time. What is told of a move may be hidden only
        before it or only after it: what counts is hidden at both times."""
        now = self._hidden()
        for message in self._waiting:
            subject = message.subject
            kind = ".".join(subject.split(".")[:2])
            self.heard[kind] = self.heard.get(kind, 0) + 1
            for reader in self._readers(subject, message.data):
                hidden = {
                    name: form for name, form in now[reader].items() if name in self._before[reader]
                }
                wanted = {**hidden, **self._seed}
                self.leaks += [f"{subject}: {form}" for form in search(message.data, wanted)]
        self._waiting.clear()
        self._before = now

    def _readers(self, subject: str, data: bytes) -> list[int | None]:
        """Who reads a subject: seats, or None for everybody; empty for the hosts alone."""
        if (seat := SEAT.fullmatch(subject)) is not None:
            return [int(seat[1])]
        if subject.startswith("_INBOX."):  # the answer of a table is led on to who has asked
            with contextlib.suppress(wire.WireError):
                answer = wire.decode(data)
                return [answer.seat] if isinstance(answer, Position) else [None]
            return []
        return [] if OF_HOSTS.match(subject) else [None]


async def _play(cluster: ClusterHarness, broker: Broker, game: str) -> Eavesdropper:
    """A match of people at two hosts, with a spectator at a third, who do what people do."""
    north, south, west = [await cluster.host(name) for name in ("north", "south", "west")]
    anna, ben, cleo = [
        await host.connect(name) for host, name in ((north, "Anna"), (south, "Ben"), (west, "Cleo"))
    ]
    made = await anna.ask(create_request(game))
    assert isinstance(made, Seated), made
    await until(lambda: all(made.match in host.lobby.shared.rooms._rooms for host in cluster.hosts))
    await ben.ask(JoinMatch(made.match))
    await anna.ask(JoinMatch(made.match))
    await cleo.ask(WatchMatch(made.match))
    match = made.match
    server = next(host for host in cluster.hosts if match in host.lobby.shared.supervisors)
    spy = Eavesdropper(server.lobby.shared.supervisors[match].match)
    client = Client()
    await client.connect(broker.url)
    await client.subscribe(">", cb=spy.hear)
    await flush(client)
    seats = [anna, ben]
    for seat, person in enumerate(seats):
        person.bus.subscribe(seat_topic(match, seat), table_topic(match))
    cleo.bus.subscribe(watch_topic(match), table_topic(match))
    people: list[LobbyClient] = [*seats, cleo]
    for number in range(ACTIONS):
        if server.lobby.shared.supervisors[match].match.over:
            break
        await play_action(match, seats)
        for seat, person in enumerate(seats):
            await person.bus.request(table_topic(match), GetPosition(match, seat, history=True))
        await cleo.bus.request(table_topic(match), GetPosition(match, None, history=True))
        speaker = people[number % 3]
        place = None if speaker is cleo else seats.index(speaker)
        topic = watch_topic(match) if place is None else table_topic(match)
        speaker.bus.publish(topic, Chat(match, place, speaker.client.account.name, "?"))
        await speaker.ask(ListMatches())
        if number % 7 == 3:
            await seats[0].bus.request(table_topic(match), Undo(match, 0))
        await server.lobby.tables.shared.saved(match)
        for host in cluster.hosts:
            await host.bus._sent()
            await flush(host.cluster._client)
        await flush(client)
        spy.judge()

    def has_heard_of_change() -> bool:  # the lobby announces one every few seconds
        spy.judge()
        return any(kind.startswith("caravan.lobby") for kind in spy.heard)

    await until(has_heard_of_change)
    await client.close()
    return spy


@pytest.mark.parametrize("game", ["decktet", "ahldarahd", "dice_village"])
async def test_no_subject_has_what_its_reader_may_not_know(
    cluster: ClusterHarness, broker: Broker, game: str
) -> None:
    spy = await _play(cluster, broker, game)
    assert spy.leaks == []
    for kind in ("caravan.match", "caravan.lobby", "$KV.caravan_matches", "_INBOX"):
        assert any(heard.startswith(kind) for heard in spy.heard), (kind, spy.heard)


async def test_where_an_account_is_called_is_on_no_subject_but_those_of_hosts(
    cluster: ClusterHarness, broker: Broker
) -> None:
    address = "ben-and-nobody-else"
    messages: list[Msg] = []

    async def hear(message: Msg) -> None:
        messages.append(message)

    client = Client()
    await client.connect(broker.url)
    await client.subscribe(">", cb=hear)
    await flush(client)
    async with http_sink() as sink:
        channels = Channels(ntfy=sink.url)
        hosts = [await cluster.host(name, notices=channels) for name in ("north", "south", "west")]
        _anna, ben, match = await start_match(hosts[0], hosts[1])
        await call_ben(hosts, ben, match, address)
        await until(lambda: sink.posts)
        assert sink.posts[0][1]["topic"] == address
        for host in hosts:
            await host.bus._sent()
            await flush(host.cluster._client)
        await flush(client)
    await client.close()
    bearing = {message.subject for message in messages if address.encode() in message.data}
    assert any(subject.startswith("$KV.caravan_competition.") for subject in bearing), bearing
    assert [subject for subject in bearing if not OF_HOSTS.match(subject)] == []


@contextlib.contextmanager
def _told_too_much(reader: int | None) -> Iterator[None]:
    """Positions of a reader hold the whole truth."""
    position = HostedMatch.position

    def leaking(self: HostedMatch, seat: int | None, *more: Any) -> Position:
        true = position(self, seat, *more)
        if seat != reader:
            return true
        whole = registry.get(self.match.record.game).encode(self.match.state)
        return msgspec.structs.replace(true, view={**true.view, "whole": whole})

    with patch.object(HostedMatch, "position", leaking):
        yield


@pytest.mark.parametrize("reader", [0, None])
async def test_a_planted_leak_is_heard(
    cluster: ClusterHarness, broker: Broker, reader: int | None
) -> None:
    with _told_too_much(reader):
        spy = await _play(cluster, broker, "decktet")
    part = "watch" if reader is None else f"seat.{reader}"
    assert any(leak.partition(":")[0].endswith(part) for leak in spy.leaks), spy.heard
