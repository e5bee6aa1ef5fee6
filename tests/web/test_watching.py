"""The watch pages: who gets one, what it shows and when, and that nothing comes back from it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import (
    Act,
    Chat,
    Done,
    GetPosition,
    Notice,
    table_topic,
    watch_topic,
)
from caravan_tui.bus.socket_server import _key
from caravan_tui.engine import Refusal
from caravan_tui.engine.record import new_id
from caravan_tui.server import rooms
from caravan_tui.server.accounts import Account, account_id_of
from caravan_tui.server.admin_errors import AdminError
from caravan_tui.server.rooms import Room
from caravan_tui.server.watch_links import DELAY, delay_of
from caravan_tui.serving import Server
from caravan_tui.sessions import environment
from caravan_tui.sessions.watch_app import DelayedBus
from caravan_tui.web import watching
from tests.support.manual_timers import ManualTimers
from tests.support.stub_spawner import StubSpawner
from tests.support.until import until

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("web")]


async def seated(server: Server, game: str = "sahara") -> tuple[Account, Room]:
    """A player, and the room of a running match."""
    name = f"P{new_id()[:8]}"
    account = await server.accounts.create(account_id_of(name), name)
    room = Room(
        match=new_id(), code=server.lobby.shared.rooms.new_code(True), game=game, options={},
        kinds=["person", "person"], names=[name, "Other"], seats=[account.id, "0" * 32],
        owner=account.id, seed=7, started=True,
    )  # fmt: skip
    shared = server.lobby.shared
    await shared.rooms.add(room)
    shared._supervise(room, shared._new_match(room))
    return account, room


class Watcher:
    """A watch page that is open."""

    def __init__(self, response: Any) -> None:
        self._content = response.content

    async def event(self, kind: str) -> dict[str, Any]:
        """The next event of a kind."""
        async with asyncio.timeout(30):
            while True:
                name = (await self._content.readuntil(b"\n")).strip().decode()
                if name != f"event: {kind}":
                    continue
                data = await self._content.readuntil(b"\n")
                return dict(json.loads(data.removeprefix(b"data: ")))


@asynccontextmanager
async def watching_page(page: Any, secret: str) -> AsyncIterator[Watcher]:
    """Open the stream of a watch page."""
    async with page.http.get(f"{page.address}/watch/{secret}/events") as response:
        assert response.status == 200 and response.content_type == "text/event-stream"
        assert "default-src 'none'" in response.headers["Content-Security-Policy"]
        yield Watcher(response)


def spawner(server: Server) -> StubSpawner:
    assert isinstance(server.spawner, StubSpawner)
    return server.spawner


async def test_a_page_shows_what_is_drawn_and_then_only_what_changes(
    server: Server, new_page: Any
) -> None:
    account, room = await seated(server)
    secret = await server.lobby.shared.make_watch_page(account, room.match)
    async with watching_page(new_page(), secret) as first:
        assert await first.event("start") == {"seconds": 0}
        await until(lambda: room.match in spawner(server).drawing)
        spawner(server).draw(room.match, 0, "head")
        assert "head" in (await first.event("picture"))["rows"]["0"]
        spawner(server).draw(room.match, 1, "board")
        assert list((await first.event("picture"))["rows"]) == ["1"]
        async with watching_page(new_page(), secret) as second:
            assert sorted((await second.event("picture"))["rows"]) == ["0", "1"]
        assert len(spawner(server).drawing) == 1, "all pages of a match share a process"


async def test_a_revoked_link_ends_its_pages_and_opens_none(server: Server, new_page: Any) -> None:
    account, room = await seated(server)
    shared, page = server.lobby.shared, new_page()
    secret = await shared.make_watch_page(account, room.match)
    async with watching_page(page, secret) as watcher:
        await watcher.event("start")
        await shared.revoke_watch_page(account, room.match)
        assert "doesn't lead" in (await watcher.event("ended"))["text"]
    assert (await page.get(f"/watch/{secret}")).status == 404
    async with watching_page(page, secret) as watcher:
        assert "doesn't lead" in (await watcher.event("ended"))["text"]
    with pytest.raises(Refusal, match="no_watch_page_yet"):
        await shared.revoke_watch_page(account, room.match)


async def test_a_new_link_replaces_the_old_one_and_its_secret_is_nowhere_stored(
    server: Server, new_page: Any
) -> None:
    account, room = await seated(server)
    old = await server.lobby.shared.make_watch_page(account, room.match)
    new = await server.lobby.shared.make_watch_page(account, room.match)
    assert old != new
    page = new_page()
    assert (await page.get(f"/watch/{old}")).status == 404
    response = await page.get(f"/watch/{new}")
    assert response.status == 200 and "noindex" in await response.text()
    assert response.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in response.headers
    stored = "".join(path.read_text() for path in server.config.home.glob("*.json"))
    assert room.watch_key in stored and new not in stored


async def test_only_players_and_administrators_make_and_revoke_links(server: Server) -> None:
    account, room = await seated(server)
    stranger, _other = await seated(server)
    shared = server.lobby.shared
    with pytest.raises(Refusal, match="watch_page_not_yours"):
        await shared.make_watch_page(stranger, room.match)
    await shared.make_watch_page(account, room.match)
    with pytest.raises(Refusal, match="watch_page_not_yours"):
        await shared.revoke_watch_page(stranger, room.match)
    ((address,),) = await server.admin.run("watch", [room.code])
    assert server.web is not None and address.startswith(f"{server.web.address}watch/")
    revoked = await server.admin.run("watch", [room.code, "off"])
    assert revoked == [["The link no longer works."]]
    for words, text in (([room.code, "off"], "no watch page"), (["XXXX"], "no match")):
        with pytest.raises(AdminError, match=text):
            await server.admin.run("watch", words)
    room.daily = "2026-01-01"
    with pytest.raises(Refusal, match="watch_page_daily"):
        await shared.make_watch_page(account, room.match)
    room.daily = ""


async def test_the_process_of_a_page_has_the_rights_of_a_spectator_and_no_account(
    server: Server, new_page: Any
) -> None:
    account, room = await seated(server, "decktet")
    secret = await server.lobby.shared.make_watch_page(account, room.match)
    async with watching_page(new_page(), secret):
        await until(lambda: room.match in spawner(server).drawing)
        sent, _terminal = spawner(server).drawing[room.match]
    assert environment.ACCOUNT not in sent
    assert sent["HOME"] == str(server.config.home / "watch")
    access = server.bus_server._access[_key(sent[environment.TOKEN])]
    topic = table_topic(room.match)
    assert access.may_subscribe(topic) and access.may_subscribe(watch_topic(room.match))
    assert not access.may_subscribe(f"match.{room.match}.seat.0")
    assert access.allowed(topic, GetPosition(room.match, None)) is not None
    for message in (
        GetPosition(room.match, 0), Act(room.match, 0, 0, 0), Chat(room.match, 0, "Eve", "hello"),
    ):  # fmt: skip
        assert access.allowed(topic, message) is None


async def test_a_page_takes_nothing_in(server: Server, new_page: Any) -> None:
    account, room = await seated(server)
    secret = await server.lobby.shared.make_watch_page(account, room.match)
    page = new_page()
    for path in (f"/watch/{secret}", f"/watch/{secret}/events"):
        status, _answer = await page.post(path, {"type": "hello"})
        assert status == 405
    evil = await page.get(f"/watch/{secret}/events", Origin="https://evil.example")
    assert evil.status == 403


async def test_games_that_hide_something_are_shown_late_and_the_page_says_so(
    server: Server, new_page: Any
) -> None:
    assert (delay_of("sahara"), delay_of("decktet")) == (0.0, DELAY)
    account, room = await seated(server, "decktet")
    secret = await server.lobby.shared.make_watch_page(account, room.match)
    page = new_page()
    assert "60 seconds behind" in await (await page.get(f"/watch/{secret}")).text()
    async with watching_page(page, secret) as watcher:
        assert (await watcher.event("start"))["seconds"] == 60
        await until(lambda: room.match in spawner(server).drawing)
        sent, _terminal = spawner(server).drawing[room.match]
        assert msgspec.json.decode(sent[environment.WATCH])["delay"] == DELAY


async def test_what_is_shown_late_comes_in_order_and_not_a_moment_early() -> None:
    bus, timers = LocalBus(), ManualTimers()
    late = DelayedBus(bus, 60.0, lambda: timers)
    bus.serve("table", lambda ask: Done(ask.id), ())
    with late.subscribe("table") as messages:
        for number in range(3):
            bus.publish("table", Notice("m", "text", {"text": str(number)}))
        asking = asyncio.ensure_future(late.request("table", GetPosition("m", None)))
        await until(lambda: len(timers._timers) == 4)
        timers.advance(59.9)
        await asyncio.sleep(0)
        assert messages.get_nowait() is None and not asking.done()
        timers.advance(0.2)
        notices = [await messages.get() for _number in range(3)]
        assert isinstance(await asking, Done)
    assert [notice.values["text"] for notice in notices] == ["0", "1", "2"]  # type: ignore[union-attr]


async def test_pages_and_processes_have_bounds(
    server: Server, new_page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    account, room = await seated(server)
    secret = await server.lobby.shared.make_watch_page(account, room.match)
    assert server.web is not None
    pages = server.web._watch_pages
    await until(lambda: not pages._networks)  # those of other tests are gone
    monkeypatch.setattr(watching, "MOST_PAGES_OF_NETWORK", 1)
    page = new_page()
    async with watching_page(page, secret) as first:
        await first.event("start")
        async with watching_page(page, secret) as second:
            ended = await second.event("ended")
            assert "Too many people" in ended["text"]
    monkeypatch.setattr(watching, "MOST_PAGES_OF_NETWORK", 9)
    monkeypatch.setattr(watching, "MOST_MATCHES", 0)
    other, another = await seated(server)
    secret = await server.lobby.shared.make_watch_page(other, another.match)
    async with watching_page(page, secret) as watcher:
        assert "Too many people" in (await watcher.event("ended"))["text"]


async def test_the_process_ends_when_nobody_watches_any_more(
    server: Server, new_page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "LINGER_SECONDS", 0.0)
    account, room = await seated(server)
    secret = await server.lobby.shared.make_watch_page(account, room.match)
    async with watching_page(new_page(), secret):
        await until(lambda: room.match in spawner(server).drawing)
    await until(lambda: room.match not in spawner(server).drawing)


async def test_a_link_outlives_a_restart_of_the_server(server: Server) -> None:
    account, room = await seated(server)
    secret = await server.lobby.shared.make_watch_page(account, room.match)
    again = rooms.RoomFile(server.lobby.shared.rooms._path)  # type: ignore[attr-defined]
    kept = again.get(room.match)
    assert kept is not None and kept.watch_key == room.watch_key
    assert server.lobby.watch_links.find(secret) is room
