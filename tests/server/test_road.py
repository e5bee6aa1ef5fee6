"""The Road over SSH: the server plays its matches, and the session keeps the journey."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from caravan_tui.hosts.remote import RemoteHost
from caravan_tui.road.stations import STATIONS
from caravan_tui.server.accounts import account_id_of
from saves import road
from saves.road import Travel
from tests.saves.helpers import play_on
from tests.server.lobby_harness import LobbyHarness
from tests.support.until import until


@pytest_asyncio.fixture
async def host(harness: LobbyHarness, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[RemoteHost]:
    """A session of an account that has begun a journey."""
    account = await harness.accounts.create(account_id_of("Anna"), "Anna")
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(harness.accounts.folder(account.id)))
    road.save(Travel().begin("short", 1_772_000_000))
    admitted = await harness.lobby.admit(account, "127.0.0.1")
    assert admitted is not None
    host = RemoteHost(harness.bus_server.path, admitted.token, account.id)
    await host.start()
    yield host
    await host.stop()


async def test_a_try_is_handed_over_continued_and_counted(host: RemoteHost) -> None:
    station = STATIONS["tamrit"]
    link = await host.play_road(station)
    assert link.road == "short-1772000000/tamrit"
    assert (link.restart, link.return_to) == (None, "road")
    assert link.close is not None
    await link.close()
    again = await host.open(link.match)
    assert again is not None and again.close is not None
    assert again.road == link.road  # the server kept what was saved with the match
    await again.close()
    assert not (await host.count_tries()).visit("tamrit").tries  # it is still open
    match, _notes = host.store.load(link.match)
    play_on(match, 200)
    await host.store.save(match)
    host.store.release(link.match)
    await until(lambda: match.over)
    assert len((await host.count_tries()).visit("tamrit").tries) == 1
    assert road.load().visit("tamrit").tries[0].match == link.match


async def test_the_next_try_has_another_deal(host: RemoteHost) -> None:
    link = await host.play_road(STATIONS["tamrit"])
    assert link.close is not None
    await link.close()
    match, _notes = host.store.load(link.match)
    play_on(match, 200)
    await host.store.save(match)
    host.store.release(link.match)
    assert link.rematch is not None
    following = await link.rematch()
    assert following is not None and following.road == link.road
    assert following.close is not None
    await following.close()
    new, _notes = host.store.load(following.match, watch=True)
    assert new.record.seed != match.record.seed


async def test_a_match_that_is_no_try_stays_as_it_is(host: RemoteHost) -> None:
    link = await host.create("decktet", {}, STATIONS["tamrit"].seats("Anna"), 4)
    assert link is not None
    assert (link.road, link.return_to) == ("", "")
    assert link.restart is not None
