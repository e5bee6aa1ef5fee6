"""Whatever host a browser reaches: the same accounts, passkeys, cookies and watch pages."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from caravan_tui.bus.lobby_messages import (
    JoinMatch,
    MakeWatchPage,
    RevokeWatchPage,
    Seated,
    WatchLink,
)
from caravan_tui.bus.messages import Done
from caravan_tui.bus.socket import SocketBus
from caravan_tui.cluster.options import ClusterOptions
from caravan_tui.server.accounts import account_id_of
from caravan_tui.server.origins import origin_of
from caravan_tui.serving import Server, join
from caravan_tui.web import passkeys
from tests.cluster.test_hosts import play_action, sit_down
from tests.server.lobby_harness import AnyMove, LobbyClient, server_config
from tests.support.broker import Broker
from tests.support.ports import free_port
from tests.support.stub_spawner import StubSpawner
from tests.support.until import until
from tests.web.authenticator import Authenticator
from tests.web.page_client import PageClient
from tests.web.test_passkeys import save, sign_in
from tests.web.test_watching import watching_page

pytestmark = pytest.mark.xdist_group("web")


class Doors:
    """Two hosts with a page for browsers, known under the addresses of both, as behind a balancer,
    and whoever has come."""

    def __init__(self, broker: Broker, folder: Path) -> None:
        self._broker, self._folder = broker, folder
        self._ports = [free_port(), free_port()]
        self.servers: list[Server] = []
        self._pages: list[PageClient] = []
        self._clients: list[LobbyClient] = []

    async def start(self, draws: bool) -> None:
        """`draws`: with processes for sessions and watch pages."""
        for name, port in zip(("north", "south"), self._ports, strict=True):
            config = server_config(self._folder / name)
            config.web = ("127.0.0.1", port)
            config.web_origins = tuple(origin_of("http", "localhost", port) for port in self._ports)
            config.make_folders()
            if self.servers:
                shutil.copy(self.servers[0].config.host_key, config.host_key)
            options = ClusterOptions((self._broker.url,), name=name)
            spawner = None if draws else StubSpawner()
            server = Server(config, 0.0, spawner, cluster=await join(config, options))
            server.pool = AnyMove()
            await server.start()
            self.servers.append(server)

    async def connect(self, server: Server, name: str) -> LobbyClient:
        """A session of the account with this name at a host."""
        account = server.accounts.find_by_name(name)
        if account is None:
            account = await server.accounts.create(account_id_of(name), name)
        admitted = await server.lobby.admit(account, "127.0.0.1")
        assert admitted is not None
        client = LobbyClient(
            admitted, await SocketBus.connect(server.bus_server.path, admitted.token)
        )
        self._clients.append(client)
        await client.rows()
        return client

    def page(self, server: Server) -> PageClient:
        """A browser at the door of a host."""
        assert server.web is not None
        page = PageClient(f"http://localhost:{server.web.port}")
        self._pages.append(page)
        return page

    async def stop(self, server: Server) -> None:
        self.servers.remove(server)
        await server.stop()

    async def close(self) -> None:
        for page in self._pages:
            await page.close()
        for client in self._clients:
            await client.bus.close()
        for server in list(self.servers):
            await self.stop(server)


@pytest_asyncio.fixture
async def doors(broker: Broker, tmp_path: Path) -> AsyncIterator[Doors]:
    doors = Doors(broker, tmp_path)
    await doors.start(draws=False)
    yield doors
    await doors.close()


@pytest_asyncio.fixture
async def drawing_doors(broker: Broker, tmp_path: Path) -> AsyncIterator[Doors]:
    doors = Doors(broker, tmp_path)
    await doors.start(draws=True)
    yield doors
    await doors.close()


async def test_a_match_is_watched_in_a_browser_at_another_host_and_still_once_it_has_moved(
    drawing_doors: Doors,
) -> None:
    doors = drawing_doors
    north, south = doors.servers
    anna, ben = await doors.connect(north, "Anna"), await doors.connect(south, "Ben")
    await sit_down(anna, ben, game="sahara")
    match = (await anna.rows())[0].match
    (server,) = [host for host in doors.servers if match in host.lobby.shared.supervisors]
    (other,) = [host for host in doors.servers if host is not server]
    stays, goes = (ben, anna) if other is south else (anna, ben)
    link = await stays.ask(MakeWatchPage(match))  # it is made at the host that serves the match
    assert isinstance(link, WatchLink), link
    await until(lambda: other.lobby.watch_links.find(link.secret) is not None)
    page = doors.page(other)
    response = await page.get(f"/watch/{link.secret}")
    assert response.status == 200 and "Anna, Ben" in await response.text()

    async with watching_page(page, link.secret) as watcher:
        rows: dict[str, str] = {}

        async def see(text: str) -> None:
            while not any(text in row for row in rows.values()):
                rows.update((await watcher.event("picture"))["rows"])

        async def see_change() -> None:
            before = dict(rows)
            while rows == before:
                rows.update((await watcher.event("picture"))["rows"])

        await see("Anna")
        await play_action(match, [anna, ben])
        await see_change()

        await doors.stop(server)  # the match moves to the host of the page
        await until(lambda: match in other.lobby.shared.supervisors)
        back = await doors.connect(other, "Anna" if goes is anna else "Ben")
        assert isinstance(await back.ask(JoinMatch(match)), Seated)
        people = [back if person is goes else person for person in (anna, ben)]
        await play_action(match, people)
        await see_change()

        assert isinstance(await stays.ask(RevokeWatchPage(match)), Done)
        assert "doesn't lead" in (await watcher.event("ended"))["text"]
    assert (await page.get(f"/watch/{link.secret}")).status == 404


async def test_a_passkey_and_a_cookie_of_one_host_open_the_account_at_another(
    doors: Doors, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passkeys, "TRIES_PER_MINUTE", 10_000)
    north, south = doors.servers
    at_north = doors.page(north)
    assert await at_north.post("/api/account", {"name": "Petra"}) == (200, {"name": "Petra"})
    authenticator = Authenticator(at_north.origin)
    assert await save(at_north, authenticator) == (200, {"passkeys": 1})
    account = north.accounts.find_by_name("Petra")
    assert account is not None
    await until(lambda: (known := south.accounts.get(account.id)) and len(known.passkeys) == 1)

    at_south = doors.page(south)  # another browser, which was led to the other host
    authenticator.origin = at_south.origin
    assert await sign_in(at_south, authenticator) == (200, {"name": "Petra"})
    at_south.http.cookie_jar.clear()
    at_south.http.cookie_jar.update_cookies(_cookies(at_north))
    facts: dict[str, Any] = await (await at_south.get("/api/account")).json()
    assert (facts["name"], facts["passkeys"]) == ("Petra", 1)


async def test_a_challenge_of_another_host_is_refused_in_a_line_and_the_next_try_works(
    doors: Doors,
) -> None:
    north, south = doors.servers
    at_north, at_south = doors.page(north), doors.page(south)
    assert (await at_north.post("/api/account", {"name": "Rita"}))[0] == 200
    authenticator = Authenticator(at_north.origin)
    assert (await save(at_north, authenticator))[0] == 200
    account = north.accounts.find_by_name("Rita")
    assert account is not None
    await until(lambda: (known := south.accounts.get(account.id)) and known.passkeys)
    _status, options = await at_north.post("/api/sign-in/options")
    authenticator.origin = at_south.origin
    status, said = await at_south.post("/api/sign-in", authenticator.get(options))
    assert status == 400 and said["text"].count("\n") == 0, said
    assert await sign_in(at_south, authenticator) == (200, {"name": "Rita"})


def _cookies(page: PageClient) -> dict[str, str]:
    return {cookie.key: cookie.value for cookie in page.http.cookie_jar}
