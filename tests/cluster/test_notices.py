"""Notices of a cluster: one host sends, and another one when that is gone."""

from __future__ import annotations

from random import Random

from caravan_tui.bus.notice_messages import GetNotices, NoticeChoices, Notices, SetNotices
from caravan_tui.notices.channels import Channels
from caravan_tui.notices.kinds import KINDS
from tests.cluster.cluster_harness import ClusterHarness, Host
from tests.cluster.test_hosts import start_match
from tests.server.lobby_harness import LobbyClient
from tests.support.notice_servers import http_sink
from tests.support.until import until


async def call_ben(hosts: list[Host], ben: LobbyClient, match: str, address: str = "ben") -> None:
    """Bring Ben, who has chosen ntfy and leaves, to the beginning of his turn."""
    answer = await ben.ask(SetNotices(NoticeChoices("ntfy", address, list(KINDS))))
    assert isinstance(answer, Notices), answer
    (server,) = [host for host in hosts if match in host.lobby.shared.supervisors]
    table, rng = server.lobby.tables.shared, Random(1)
    supervisor = server.lobby.shared.supervisors[match]
    position = supervisor.match
    while position.to_act != 0:
        seat = position.to_act
        await table.table(match, seat).act(position.version, rng.choice(position.legal(seat)))
    door = next(host for host in hosts if ben.client in host.lobby.clients.values())
    await door.lobby.dismiss(ben.client, is_cut_off=False)
    await until(lambda: ben.id not in supervisor.present and ben.id not in server.lobby.presence)
    away = server.lobby.away
    await until(lambda: away._preferences.get(ben.id))
    while position.to_act == 0:
        await table.table(match, 0).act(position.version, rng.choice(position.legal(0)))


async def test_one_host_sends_and_all_know_what_was_chosen(cluster: ClusterHarness) -> None:
    async with http_sink() as sink:
        channels = Channels(ntfy=sink.url)
        hosts = [await cluster.host(name, notices=channels) for name in ("north", "south", "west")]
        _anna, ben, match = await start_match(hosts[0], hosts[1])
        await call_ben(hosts, ben, match)
        await until(lambda: sink.posts, seconds=5.0)
        await until(lambda: any(name == "notice" for host in hosts for name, _f in host.events))
        sent = [host for host in hosts if any(name == "notice" for name, _f in host.events)]
        assert len(sent) == 1 and sent[0].cluster.members.heir(ben.id) == sent[0].cluster.id
        for host in hosts:
            await until(
                lambda host=host: (
                    (box := host.lobby.away._outboxes.get(ben.id)) is not None and not box.waiting
                )
            )
            host.lobby.away._wake.set()
        back = await hosts[2].connect("Ben")
        view = await back.ask(GetNotices())
        assert view.choices.address == "ben" and view.sent > 0 and len(sink.posts) == 1


async def test_another_host_sends_what_a_lost_one_has_left(cluster: ClusterHarness) -> None:
    async with http_sink() as sink:
        channels = Channels(ntfy=sink.url)
        hosts = [await cluster.host(name, notices=channels) for name in ("north", "south", "west")]
        _anna, ben, match = await start_match(hosts[0], hosts[1])
        sink.statuses = [503]
        await call_ben(hosts, ben, match)
        await until(
            lambda: any(name == "notice_failed" for host in hosts for name, _f in host.events)
        )
        (heir,) = [host for host in hosts if host.cluster.members.heir(ben.id) == host.cluster.id]
        await heir.fall_silent()
        others = [host for host in hosts if host is not heir]
        await until(lambda: any(name == "notice" for host in others for name, _f in host.events))
        assert len(sink.posts) == 2 and sink.messages[1].startswith("It's your turn")
