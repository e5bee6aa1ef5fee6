"""Ratings are the same at every host, and outlive each of them."""

from __future__ import annotations

from caravan_tui.bus.competition_messages import GetBoard
from caravan_tui.competition.played import Played
from caravan_tui.server.accounts import account_id_of
from tests.cluster.cluster_harness import ClusterHarness
from tests.server.lobby_harness import LobbyClient
from tests.support.until import until


async def names(client: LobbyClient) -> list[str]:
    return [row.name for row in (await client.ask(GetBoard("sahara"))).rows]


async def test_a_match_counts_once_and_a_season_ends_for_all_hosts(cluster: ClusterHarness) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    anna, ben = await north.connect("Anna"), await south.connect("Ben")
    accounts = account_id_of("Anna"), account_id_of("Ben")
    played = Played("m1", "sahara", 1, 1.0, accounts, (1, 2))
    await north.cluster.ledger.add(played)
    await south.cluster.ledger.add(played)
    await until(lambda: south.cluster.ledger.has("m1"))
    assert await names(anna) == ["Anna", "Ben"] == await names(ben)
    assert len(south.cluster.ledger.all()) == 1
    ladders = [host.lobby.competitions.ladder for host in (north, south)]
    await ladders[0].end_season()
    await ladders[1].end_season()  # it reads what the other has written
    await until(lambda: all(len(ladder.seasons()) == 3 for ladder in ladders))
    later = await cluster.host("later")
    assert len(later.lobby.competitions.ladder.seasons()) == 3
    assert later.cluster.ledger.all() == [played]
