"""How long a match waits for players before it is removed."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path

import pytest

from caravan_tui import files
from caravan_tui.bus.lobby_messages import JoinMatch, Seated
from caravan_tui.bus.messages import Notice, Refused
from caravan_tui.server.match_deadlines import EXPIRY_INTERVAL
from caravan_tui.server.rooms import Room, RoomFile
from tests.server.lobby_harness import LobbyHarness, create_request

THREE = ("person", "open", "open")


def room_of(harness: LobbyHarness, made: Seated) -> Room:
    """The room of a match that was made."""
    room = harness.lobby.shared.rooms.get(made.match)
    assert room is not None
    return room


@pytest.mark.parametrize("days", [-400, 40])
async def test_a_clock_that_is_set_by_weeks_makes_no_match_wait_longer_or_shorter(
    harness: LobbyHarness, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    anna = await harness.connect("Anna")
    old, new = await anna.ask(create_request()), await anna.ask(create_request())
    room_of(harness, old).waited = harness.config.waiting_days * 86_400 - EXPIRY_INTERVAL
    wall = time.time()
    monkeypatch.setattr(time, "time", lambda: wall + days * 86_400)
    harness.timers.advance(EXPIRY_INTERVAL)
    await anna.receive(Notice)
    assert [row.match for row in await anna.rows()] == [new.match]


async def test_a_match_waits_from_its_last_seat_on_and_a_restart_forgets_nothing(
    harness: LobbyHarness,
) -> None:
    anna, ben = await harness.connect("Anna"), await harness.connect("Ben")
    made = await anna.ask(create_request("sahara", THREE))
    harness.timers.advance(EXPIRY_INTERVAL / 2)
    assert (await ben.ask(JoinMatch(made.match))).waiting
    harness.timers.advance(EXPIRY_INTERVAL / 4)
    harness.lobby.shared.close()
    kept = RoomFile(harness.config.home / "rooms.json").get(made.match)
    assert kept is not None and kept.waited == EXPIRY_INTERVAL / 4


async def test_a_killed_server_forgets_an_hour_of_waiting_at_most(harness: LobbyHarness) -> None:
    anna = await harness.connect("Anna")
    made = await anna.ask(create_request())
    harness.timers.advance(EXPIRY_INTERVAL)
    kept = RoomFile(harness.config.home / "rooms.json").get(made.match)
    assert kept is not None and kept.waited == EXPIRY_INTERVAL


async def test_a_seat_that_could_not_be_given_makes_a_match_wait_no_longer(
    harness: LobbyHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben = await harness.connect("Anna"), await harness.connect("Ben")
    made = await anna.ask(create_request("sahara", THREE))
    harness.timers.advance(EXPIRY_INTERVAL / 2)

    def refuse(_path: Path, _data: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files, "write", refuse)
    assert isinstance(await ben.ask(JoinMatch(made.match)), Refused)
    assert room_of(harness, made).waited == EXPIRY_INTERVAL / 2
