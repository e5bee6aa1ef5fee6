"""Matches by correspondence in a cluster: the days go on at the host that takes the match."""

from __future__ import annotations

import time

from caravan_tui.server.match_deadlines import DEADLINE_INTERVAL
from tests.cluster.cluster_harness import ClusterHarness, Host
from tests.cluster.test_hosts import play_action, start_match
from tests.support.until import until

DAY = 86_400.0


def days_up(host: Host) -> list[dict[str, object]]:
    """Whose days were over, as the log of a host has it."""
    return [facts for event, facts in host.events if event == "days_up"]


async def test_days_run_on_at_the_next_host_and_end_once(cluster: ClusterHarness) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    anna, ben, match = await start_match(north, south, days=3)
    server = next(host for host in (north, south) if match in host.lobby.shared.supervisors)
    other = south if server is north else north
    await play_action(match, [anna, ben])
    room = server.lobby.shared.supervisors[match].room
    due = room.due
    assert due > time.time() + 2 * DAY
    await server.lobby.tables.shared.saved(match)
    await server.cluster.rooms.stored(match)

    await server.fall_silent()
    await until(lambda: match in other.lobby.shared.supervisors)
    supervisor = other.lobby.shared.supervisors[match]
    assert (supervisor.room.days, supervisor.room.due) == (3, due), "a kill wins nobody time"
    version = supervisor.match.version
    other.timers.advance(DEADLINE_INTERVAL + 0.1)
    assert not days_up(other)

    late = time.time() + 4 * DAY
    supervisor._now = lambda: late
    for host in (server, other):
        host.lobby.shared._now = lambda: late
        host.timers.advance(DEADLINE_INTERVAL + 0.1)
    await until(lambda: supervisor.match.version > version)
    assert len(days_up(other)) == 1 and not days_up(server)
