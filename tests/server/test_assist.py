"""Help in a solo match on a server: hints, and the mark that an analysis leaves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from ai.views import pack
from caravan_tui.bus.bucket import Bucket
from caravan_tui.bus.messages import (
    Advice,
    GetHint,
    GetPosition,
    Position,
    SearchRequest,
    SearchResult,
    table_topic,
)
from caravan_tui.engine import Match, Refusal
from caravan_tui.engine.record import Seat
from caravan_tui.hosts import remote
from caravan_tui.hosts.remote import RemoteHost
from caravan_tui.server import client
from caravan_tui.server.accounts import account_id_of
from saves.store import Store
from tests.server.lobby_harness import LobbyHarness
from tests.support.until import until


@pytest_asyncio.fixture
async def host(harness: LobbyHarness, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[RemoteHost]:
    """What a session's process has of the server: the account's folder and a way to the bus."""
    account = await harness.accounts.create(account_id_of("Anna"), "Anna")
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(harness.accounts.folder(account.id)))
    admitted = await harness.lobby.admit(account, "127.0.0.1")
    assert admitted is not None
    host = RemoteHost(harness.bus_server.path, admitted.token, account.id)
    await host.start()
    yield host
    await host.stop()


def saved(harness: LobbyHarness, match: str) -> bool:
    """Whether the match is on the disk."""
    folder: Path = harness.accounts.folder(account_id_of("Anna"))
    return (folder / "data" / "matches" / f"{match}.caravan").exists()


def kept(harness: LobbyHarness, match: str) -> bool:
    """Whether the match on the disk counts as assisted."""
    folder: Path = harness.accounts.folder(account_id_of("Anna"))
    return bool(Store(folder / "data").load(match, True)[0].record.assisted)


@pytest.mark.parametrize("open_there", [False, True])
async def test_a_solo_match_is_marked_by_the_server(
    harness: LobbyHarness, host: RemoteHost, open_there: bool
) -> None:
    seats = [Seat("person", ""), Seat("porter", "")]
    link = await host.create("sahara", {}, seats, 4)
    assert link is not None and link.close is not None and link.has_hints
    if not open_there:  # as from the list of saved matches
        await link.close()
    await until(lambda: saved(harness, link.match))  # the first save is not waited for
    assert not kept(harness, link.match)
    assert await host.assist(link.match) == ""
    if open_there:
        await link.close()
    assert kept(harness, link.match)
    again = await host.open(link.match)
    assert again is not None and again.own_seats == [0]
    position = await again.bus.request(table_topic(link.match), GetPosition(link.match, 0))
    assert isinstance(position, Position) and position.assisted


async def test_a_match_that_cannot_be_marked_gives_a_reason(
    harness: LobbyHarness, host: RemoteHost
) -> None:
    assert "can't be marked" in await host.assist("0" * 32)
    link = await host.create("sahara", {}, [Seat("person", ""), Seat("open", "")])
    assert link is None, "it waits in the lobby"
    await host.lobby.refresh()
    (row,) = host.lobby.rows
    assert await host.assist(row.match) != ""


async def test_a_hint_suggests_a_move_and_marks_the_match(
    harness: LobbyHarness, host: RemoteHost
) -> None:
    seats = [Seat("person", ""), Seat("porter", "")]
    link = await host.create("sahara", {}, seats, 4)
    assert link is not None and link.close is not None

    async def position() -> Position:
        answer = await link.bus.request(table_topic(link.match), GetPosition(link.match, 0))
        assert isinstance(answer, Position)
        return answer

    match = harness.lobby.tables.solo.match(link.match)
    assert match is not None
    await until(lambda: match.to_act == 0)
    now = await position()
    answer = await link.bus.request(table_topic(link.match), GetHint(link.match, 0), 10.0)
    assert isinstance(answer, Advice), answer
    assert answer.result.action in now.legal and answer.result.line
    assert (await position()).assisted
    await link.close()
    assert kept(harness, link.match)


async def test_a_hint_that_is_cancelled_at_a_table_of_a_server_leaves_no_mark(
    harness: LobbyHarness, host: RemoteHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = await host.create("sahara", {}, [Seat("person", ""), Seat("porter", "")], 4)
    assert link is not None and link.close is not None
    match = harness.lobby.tables.solo.match(link.match)
    await until(lambda: match.to_act == 0)
    searching, ended = asyncio.Event(), asyncio.Event()

    async def endless(*_search: object, **_more: object) -> SearchResult:
        searching.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        raise AssertionError

    monkeypatch.setattr(harness.lobby.tables.searches, "hint", endless)
    asked = asyncio.create_task(link.table(0).hint())
    await searching.wait()
    asked.cancel()
    await ended.wait()
    assert not match.record.assisted
    await link.close()
    assert not kept(harness, link.match)


async def test_an_analysis_waits_for_the_limit_of_searches_and_goes_on(
    harness: LobbyHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (client, remote):
        monkeypatch.setattr(module, "SEARCH_BURST", 20)
        monkeypatch.setattr(module, "SEARCHES_PER_SECOND", 100.0)
    account = await harness.accounts.create(account_id_of("Anna"), "Anna")
    admitted = await harness.lobby.admit(account, "127.0.0.1")
    assert admitted is not None
    host = RemoteHost(harness.bus_server.path, admitted.token, account.id)
    await host.start()
    match = Match.new("decktet", {}, [Seat(), Seat()], 1)
    view = pack(match.game.view(match.state, match.to_act))
    request = SearchRequest("decktet", view, match.to_act, "master", 1, allow_fallback=False)
    try:
        for _search in range(60):
            answer = await host.search(request)
            assert answer.action in match.legal(match.to_act)
        with pytest.raises(Refusal, match="not_permitted"):  # the server has its own limit
            for _search in range(60):
                monkeypatch.setattr(host, "_searches", Bucket(1.0, 1))
                await host.search(request)
    finally:
        await host.stop()
