"""A server whose disk refuses what is written: everybody at a table reads it, from its opening."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from caravan_tui import files
from caravan_tui.bus import autosave
from caravan_tui.bus.lobby_messages import (
    CreateMatch,
    JoinMatch,
    LeaveTable,
    Resign,
    ResumeMatch,
    Seated,
)
from caravan_tui.bus.messages import Refused, seat_topic
from caravan_tui.bus.wording import word
from tests.server.lobby_harness import LobbyHarness, create_request, start_match


class Disk:
    """Where matches are written; it refuses while `error` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.error: int | None = None
        self._write = files.write
        monkeypatch.setattr(files, "write", self.write)
        monkeypatch.setattr(autosave, "RETRY_SECONDS", 0.02)

    def write(self, path: Path, data: bytes) -> None:
        if self.error is not None and path.suffix == ".caravan":
            raise OSError(self.error, os.strerror(self.error))
        self._write(path, data)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


async def test_a_match_alone_that_was_never_saved_says_so_when_it_is_looked_at(
    harness: LobbyHarness, disk: Disk
) -> None:
    disk.error = errno.ENOSPC
    anna = await harness.connect("Anna")
    made = await anna.ask(CreateMatch("sahara", {}, ["person", "porter"], ["", ""]))
    assert isinstance(made, Seated) and made.is_solo
    await harness.lobby.tables.solo.saved(made.match)
    position = await anna.look(made.match, 0)
    assert position.unsaved is not None
    assert word(position.unsaved) == "Couldn't save this match: The disk is full."
    with anna.bus.subscribe(seat_topic(made.match, 0)) as ears:
        await anna.look(made.match, 0)  # the server knows of the subscription by then
        disk.error = None
        while (await ears.get()).unsaved:  # type: ignore[union-attr]
            pass
    await anna.ask(LeaveTable(made.match))
    disk.error = errno.EROFS
    again = await anna.ask(ResumeMatch(made.match))
    assert isinstance(again, Seated), "saved meanwhile, and it can be gone on with"
    await harness.lobby.tables.solo.saved(made.match)
    unsaved = (await anna.look(made.match, 0)).unsaved
    assert unsaved is not None and "read-only" in word(unsaved)


async def test_players_of_a_match_between_people_that_is_not_saved_read_it_from_its_first_moment(
    harness: LobbyHarness, disk: Disk
) -> None:
    disk.error = errno.ENOSPC
    anna, ben, match = await start_match(harness)
    await harness.lobby.tables.shared.saved(match)
    for seat, guest in enumerate((anna, ben)):
        unsaved = (await guest.look(match, seat)).unsaved
        assert unsaved is not None and "disk is full" in word(unsaved)


async def test_a_match_that_the_list_cannot_keep_is_refused(
    harness: LobbyHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = await harness.connect("Anna")

    def full(path: Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(files, "write", full)
        answer = await anna.ask(create_request())
    assert isinstance(answer, Refused)
    assert "The disk is full." in word(answer)
    assert await anna.rows() == []
    assert isinstance(await anna.ask(create_request()), Seated)


async def test_a_seat_that_the_list_cannot_keep_is_refused_and_stays_open(
    harness: LobbyHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben = await harness.connect("Anna"), await harness.connect("Ben")
    made = await anna.ask(create_request())

    def full(path: Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(files, "write", full)
        answer = await ben.ask(JoinMatch(made.match))
    assert isinstance(answer, Refused)
    assert "The disk is full." in word(answer)
    (row,) = await ben.rows()
    assert row.kinds == ["person", "open"] and not row.started
    joined = await ben.ask(JoinMatch(made.match))
    assert isinstance(joined, Seated) and joined.seats == [1]


async def test_giving_up_a_seat_that_cannot_be_written_is_refused_and_the_seat_is_kept(
    harness: LobbyHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    _anna, ben, match = await start_match(harness)

    def full(path: Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(files, "write", full)
        answer = await ben.ask(Resign(match))
    assert isinstance(answer, Refused)
    assert "The disk is full." in word(answer)
    (row,) = await ben.rows()
    assert row.kinds == ["person", "person"] and row.names == ["Anna", "Ben"]
    assert (await ben.look(match, 1)).seat == 1
