"""A rematch, and a daily match, of people who have come in at different hosts."""

from __future__ import annotations

from random import Random

from caravan_tui.bus.competition_messages import PlayDaily
from caravan_tui.bus.lobby_messages import Rematch, Seated
from tests.cluster.cluster_harness import ClusterHarness
from tests.cluster.test_hosts import start_match
from tests.support.until import until


async def test_people_of_two_hosts_meet_again(cluster: ClusterHarness) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    anna, ben, match = await start_match(north, south)
    [server] = [host for host in (north, south) if match in host.lobby.shared.supervisors]
    shared, rng = server.lobby.tables.shared, Random(1)
    hosted = server.lobby.shared.supervisors[match].match
    while not hosted.over:
        seat = hosted.to_act
        await shared.table(match, seat).act(hosted.version, rng.choice(hosted.legal(seat)))
    await until(lambda: any(event == "over" for event, _facts in server.events))
    asked = await anna.ask(Rematch(match))
    assert isinstance(asked, Seated) and asked.waiting, asked
    agreed = await ben.ask(Rematch(match))
    assert isinstance(agreed, Seated) and agreed.match == asked.match, agreed
    assert agreed.seats == [0] and not agreed.waiting


async def test_the_daily_deal_is_the_same_at_every_host(cluster: ClusterHarness) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    anna, ben = await north.connect("Anna"), await south.connect("Ben")
    seeds = []
    for host, client in ((north, anna), (south, ben)):
        seated = await client.ask(PlayDaily("dice_village"))
        assert isinstance(seated, Seated), seated
        room = host.cluster.rooms.get(seated.match)
        assert room is not None
        seeds.append(room.seed)
    assert seeds[0] == seeds[1]
