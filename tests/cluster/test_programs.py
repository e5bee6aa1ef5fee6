"""A program in a match of a cluster runs at one host, and at the next one after a kill."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from caravan_tui.bus.lobby_messages import CreateMatch, JoinMatch, MatchStarted, Seated
from caravan_tui.bus.messages import Act, table_topic
from tests.cluster.cluster_harness import ClusterHarness, Host
from tests.server.lobby_harness import LobbyClient
from tests.support.until import until

BOT = Path(__file__).parents[2] / "docs" / "examples" / "engines" / "cautious.py"
PROGRAMS = {"mine": (sys.executable, str(BOT))}


def running(host: Host) -> int:
    """The processes of programs at a host."""
    return host.lobby.tables.programs.running


def moves(host: Host, match: str) -> int:
    """How many moves the program in seat 1 has made, as a host knows it."""
    supervisor = host.lobby.shared.supervisors[match]
    return sum(ply.actor == 1 for ply in supervisor.match.plies())


async def play_until_program_moves(
    host: Host, match: str, people: list[tuple[LobbyClient, int]]
) -> None:
    """Have people play until the program has made three more moves at this host."""
    before = moves(host, match)
    async with asyncio.timeout(40):
        while moves(host, match) < before + 3:
            for client, seat in people:
                position = await client.look(match, seat)
                if position.legal:
                    act = Act(match, seat, position.version, position.legal[0])
                    await client.bus.request(table_topic(match), act)
            await asyncio.sleep(0.01)


async def test_one_host_runs_the_program_and_another_does_after_a_kill(
    cluster: ClusterHarness,
) -> None:
    north = await cluster.host("north", programs=PROGRAMS)
    south = await cluster.host("south", programs=PROGRAMS)
    anna, ben = await north.connect("Anna"), await south.connect("Ben")
    ask = CreateMatch("dice_village", {}, ["person", "program", "open"], ["", "mine", ""])
    made = await anna.ask(ask)
    assert isinstance(made, Seated) and made.waiting, made
    while not await ben.rows():
        await asyncio.sleep(0.02)
    assert isinstance(await ben.ask(JoinMatch(made.match)), Seated)
    await anna.receive(MatchStarted)
    await anna.ask(JoinMatch(made.match))
    server = next(host for host in (north, south) if made.match in host.lobby.shared.supervisors)
    other = south if server is north else north
    await play_until_program_moves(server, made.match, [(anna, 0), (ben, 2)])
    assert (running(server), running(other)) == (1, 0)

    await server.lobby.tables.shared.saved(made.match)
    version = server.lobby.shared.supervisors[made.match].match.version
    await server.fall_silent()
    await until(lambda: made.match in other.lobby.shared.supervisors)
    assert other.lobby.shared.supervisors[made.match].match.version >= version - 1
    stays, seat = (ben, 2) if other is south else (anna, 0)
    back = await other.connect("Anna" if stays is ben else "Ben")
    assert isinstance(await back.ask(JoinMatch(made.match)), Seated)
    await play_until_program_moves(other, made.match, [(stays, seat), (back, 2 - seat)])
    assert running(other) == 1
