"""Help in a match that one plays alone on a server: hints, and the mark of an analysis."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from caravan_tui.bus.messages import Advice, AskHint, Look, Position, table_topic
from caravan_tui.engine.record import Seat
from caravan_tui.screens.remote import RemoteHost
from caravan_tui.ssh.accounts import id_of
from saves.store import Store
from tests.ssh.lobby_help import House
from tests.ssh.ssh_help import until


@pytest_asyncio.fixture
async def guest(house: House, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[RemoteHost]:
    """What a session's process has of the server: the account's folder and a way to the bus."""
    account = house.accounts.create(id_of("Anna"), "Anna")
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(house.accounts.folder(account.id)))
    host = RemoteHost(house.server.path, house.lobby.admit(account, "127.0.0.1").token, account.id)
    await host.start()
    yield host
    await host.stop()


def saved(house: House, match: str) -> bool:
    """Whether the match is on the disk."""
    folder: Path = house.accounts.folder(id_of("Anna"))
    return (folder / "data" / "matches" / f"{match}.caravan").exists()


def kept(house: House, match: str) -> bool:
    """Whether the match on the disk counts as assisted."""
    folder: Path = house.accounts.folder(id_of("Anna"))
    return bool(Store(folder / "data").load(match, True)[0].record.assisted)


@pytest.mark.parametrize("open_there", [False, True])
async def test_a_match_of_ones_own_is_marked_where_the_server_holds_it(
    house: House, guest: RemoteHost, open_there: bool
) -> None:
    seats = [Seat("person", ""), Seat("porter", "")]
    link = await guest.create("sahara", {}, seats, 4)
    assert link is not None and link.close is not None and link.hints
    if not open_there:  # as from the list of saved matches
        await link.close()
    await until(lambda: saved(house, link.match))  # the first save is not waited for
    assert not kept(house, link.match)
    assert await guest.assist(link.match) == ""
    if open_there:
        await link.close()
    assert kept(house, link.match)
    again = await guest.open(link.match)
    assert again is not None and again.mine == [0]
    shown = await again.bus.request(table_topic(link.match), Look(link.match, 0))
    assert isinstance(shown, Position) and shown.assisted


async def test_what_cannot_be_marked_is_told_in_words(house: House, guest: RemoteHost) -> None:
    assert "cannot be marked" in await guest.assist("0" * 32)
    link = await guest.create("sahara", {}, [Seat("person", ""), Seat("open", "")])
    assert link is None, "it waits in the lobby"
    (row,) = guest.rows or await _rows(guest)
    assert await guest.assist(row.match) != ""


async def _rows(guest: RemoteHost) -> list:
    await guest.look()
    await asyncio.sleep(0)
    return guest.rows


async def test_a_hint_tells_a_move_and_marks_the_match(house: House, guest: RemoteHost) -> None:
    seats = [Seat("person", ""), Seat("porter", "")]
    link = await guest.create("sahara", {}, seats, 4)
    assert link is not None and link.close is not None

    async def position() -> Position:
        shown = await link.bus.request(table_topic(link.match), Look(link.match, 0))
        assert isinstance(shown, Position)
        return shown

    while not (now := await position()).legal:
        await asyncio.sleep(0.02)
    answer = await link.bus.request(table_topic(link.match), AskHint(link.match, 0), 10.0)
    assert isinstance(answer, Advice), answer
    assert answer.action in now.legal and answer.lines[0].startswith("Best: ")
    assert (await position()).assisted
    await link.close()
    assert kept(house, link.match)
