"""Playing again with the same people, and talk that stays among spectators."""

from __future__ import annotations

import asyncio

import pytest

from caravan_tui.bus.base import Subscription
from caravan_tui.bus.lobby_messages import (
    JoinMatch,
    LeaveTable,
    Rematch,
    Resign,
    Seated,
    WatchMatch,
)
from caravan_tui.bus.messages import LOBBY, Chat, Notice, Refused, table_topic, watch_topic
from caravan_tui.bus.wording import word
from tests.server.lobby_harness import LobbyHarness, create_request, start_match
from tests.server.test_ladder import finish
from tests.support.until import until


async def test_both_meet_again_and_the_other_begins(harness: LobbyHarness) -> None:
    anna, ben, match = await start_match(harness, game="sahara", clock=60)
    early = await anna.ask(Rematch(match))
    assert isinstance(early, Refused) and "isn't over" in word(early)
    await finish(harness, match)
    seated = await anna.ask(JoinMatch(match))
    assert isinstance(seated, Seated) and seated.has_rematch
    asked = await anna.ask(Rematch(match))
    assert isinstance(asked, Seated) and asked.waiting and asked.match != match
    while (line := await ben.receive(Notice)).code != "rematch_wanted":
        pass
    assert line.values["name"] == "Anna"
    agreed = await ben.ask(Rematch(match))
    assert isinstance(agreed, Seated) and agreed.match == asked.match and agreed.seats == [0]
    assert agreed.names == ["Ben", "Anna"]
    room = harness.lobby.shared.rooms.get(asked.match)
    assert room is not None and room.clock == 60
    old = harness.lobby.shared.rooms.get(match)
    assert old is not None and old.seed != room.seed


async def test_a_rematch_is_kept_for_its_people_until_one_gives_up(harness: LobbyHarness) -> None:
    anna, ben, match = await start_match(harness, game="sahara")
    await finish(harness, match)
    asked = await anna.ask(Rematch(match))
    carl = await harness.connect("Carl")
    assert asked.match not in [row.match for row in await carl.rows()]
    assert asked.match in [row.match for row in await ben.rows()]
    refused = await carl.ask(JoinMatch(asked.match))
    assert isinstance(refused, Refused) and "kept" in word(refused)
    not_his = await carl.ask(Rematch(match))
    assert isinstance(not_his, Refused) and "Only its players" in word(not_his)
    for client in (anna, ben):
        await client.ask(LeaveTable(match))
    await until(lambda: harness.lobby.shared.rooms.get(match) is None)
    joined = await ben.ask(JoinMatch(asked.match))
    assert isinstance(joined, Seated) and joined.seats == [0], "also when the old one is gone"


async def test_who_waits_for_a_rematch_can_give_it_up(harness: LobbyHarness) -> None:
    anna, _ben, match = await start_match(harness, game="sahara")
    await finish(harness, match)
    asked = await anna.ask(Rematch(match))
    await anna.ask(Resign(asked.match))
    await until(lambda: harness.lobby.shared.rooms.get(asked.match) is None)
    again = await anna.ask(Rematch(match))
    assert isinstance(again, Seated) and again.match != asked.match


async def test_a_computer_player_needs_no_asking(harness: LobbyHarness) -> None:
    anna, ben = await harness.connect("Anna"), await harness.connect("Ben")
    made = await anna.ask(create_request("sahara", ("person", "open", "trader")))
    await ben.ask(JoinMatch(made.match))
    await anna.ask(JoinMatch(made.match))
    await ben.ask(Resign(made.match))  # a computer player has the seat
    shared = harness.lobby.tables.shared
    hosted = shared.match(made.match)
    while not hosted.over:
        version = hosted.version
        if hosted.to_act == 0:
            await shared.table(made.match, 0).act(version, hosted.legal(0)[0])
        await until(lambda version=version: hosted.version > version or hosted.over)
    await until(lambda: "over" in harness.events)
    again = await anna.ask(Rematch(made.match))
    assert isinstance(again, Seated) and not again.waiting and again.seats == [2]


LAST = Notice("", "notice_test")
"""Comes after everything that was said, on a topic that everybody hears."""


async def heard(messages: Subscription) -> list[str]:
    """What is said until the last message."""
    lines = []
    async with asyncio.timeout(15.0):
        while (message := await messages.get()) != LAST:
            if isinstance(message, Chat):
                lines.append(f"{message.name}: {message.text}")
    return lines


async def test_spectators_talk_among_themselves_and_read_the_players(
    harness: LobbyHarness,
) -> None:
    anna, ben, match = await start_match(harness, game="sahara")
    carl, dora = await harness.connect("Carl"), await harness.connect("Dora")
    for client in (carl, dora):
        assert isinstance(await client.ask(WatchMatch(match)), Seated)
    topics = [(ben, table_topic(match)), (ben, watch_topic(match)), (dora, watch_topic(match)),
              (dora, table_topic(match))]  # fmt: skip
    subscriptions = [client.bus.subscribe(topic, LOBBY) for client, topic in topics]
    for client in (ben, dora):
        await client.rows()  # answered after the subscriptions are there
    carl.bus.publish(watch_topic(match), Chat(match, None, "Anna", "Ben holds the oasis"))
    carl.bus.publish(table_topic(match), Chat(match, None, "Carl", "Look out!"))
    anna.bus.publish(table_topic(match), Chat(match, 0, "Anna", "Good luck"))
    anna.bus.publish(watch_topic(match), Chat(match, None, "Anna", "Hello up there"))
    for client in (carl, anna):
        await client.rows()  # answered after what was said
    harness.bus.publish(LOBBY, LAST)
    players, ben_above, spectators, dora_below = [await heard(each) for each in subscriptions]
    assert players == ["Anna: Good luck"] == dora_below
    assert ben_above == [], "a player reads nothing of the spectators"
    assert spectators == ["Carl: Ben holds the oasis"]


@pytest.mark.parametrize("is_watching", [True, False])
async def test_who_no_longer_watches_says_nothing(harness: LobbyHarness, is_watching: bool) -> None:
    _anna, _ben, match = await start_match(harness, game="sahara")
    carl = await harness.connect("Carl")
    await carl.ask(WatchMatch(match))
    if not is_watching:
        await carl.ask(LeaveTable(match))
    allowed = carl.client.access.allowed(watch_topic(match), Chat(match, None, "X", "Hi"))
    assert (allowed is not None) == is_watching
