"""The page in a real Chromium: join by an invite code, play by mouse, lose the line, come back.

`make browser` installs what these tests need besides Chromium and its driver; `make test` leaves
them out.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="make browser installs it")

from caravan_tui.server.accounts import create_invite
from caravan_tui.server.config import Config
from caravan_tui.serving import Server
from tests.browser.chromium import BROWSERS, DRIVERS, Chromium, find
from tests.server.lobby_harness import server_config

pytestmark = [
    pytest.mark.browser,
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(
        not find(BROWSERS) or not find(DRIVERS), reason="there is no Chromium, or no chromedriver"
    ),
]

PICTURES = os.environ.get("BROWSER_PICTURES", "")
"""A folder for pictures of the page; empty: none are taken."""


class ThreadedServer:
    """A server on an event loop of its own: the browser's driver blocks that of the test."""

    def __init__(self, home: Path) -> None:
        self.config: Config = server_config(home)
        self.config.policy = "invite"
        self.config.web = ("127.0.0.1", 0)
        self.address = ""
        self.server: Server | None = None
        self._loop = asyncio.new_event_loop()
        self._ready, self._stop = threading.Event(), asyncio.Event()
        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(self._run()))

    async def _run(self) -> None:
        self.server = server = Server(self.config, pace=0.0)
        await server.start()
        assert server.web is not None
        self.address = server.web.address
        self._ready.set()
        await self._stop.wait()
        await server.stop()

    def __enter__(self) -> ThreadedServer:
        self._thread.start()
        assert self._ready.wait(60)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(60)
        self._loop.close()

    def pids(self) -> list[int]:
        """The processes of the sessions."""
        assert self.server is not None
        return [session.pid for session in self.server.sessions]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadedServer]:
    """A server whose sessions are real."""
    with ThreadedServer(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def chromium() -> Iterator[Chromium]:
    """A browser."""
    browser = Chromium()
    yield browser
    browser.quit()


def shoot(browser: Chromium, name: str) -> None:
    """Take a picture, if any are wanted."""
    if PICTURES:
        browser.shoot(Path(PICTURES) / f"{name}.png")


def join(browser: Chromium, served: ThreadedServer, name: str) -> None:
    """Join with an invite code, up to the home screen."""
    browser.driver.get(served.address)
    browser.fill("invite", create_invite(served.config))
    browser.fill("name", name)
    browser.wait_for_text("Saved matches")


def test_a_match_of_dice_village_is_played_to_its_end_by_mouse_through_a_lost_line(
    served: ThreadedServer, chromium: Chromium
) -> None:
    join(chromium, served, "Anna")
    shoot(chromium, "home")
    pids = served.pids()
    chromium.click_text("Dice Village")
    chromium.click_text("► Start")
    chromium.wait_for_text("For sale")
    shoot(chromium, "board")
    turns = 0
    has_come_back = False
    while "Result" not in chromium.text() and turns < 400:
        if chromium.lines()[-1].strip().startswith("Esc Close"):  # the count of the last round
            chromium.click_text("Esc Close")
            chromium.wait(lambda: "Esc Close" not in chromium.lines()[-1])
        if "to see the result" in chromium.text():
            chromium.click_text("to see the result")
            break
        where = chromium.find_text("d  Done")
        if where is not None:
            chromium.click_cell(*where)
            turns += 1
        if turns == 3 and not has_come_back:
            before = chromium.text()
            chromium.drop_line()
            chromium.wait(lambda: chromium.state() == "lost")
            shoot(chromium, "lost")
            chromium.restore_line()
            chromium.wait(lambda: chromium.state() == "playing")
            assert "For sale" in before
            chromium.wait_for_text("For sale")
            assert served.pids() == pids, "it is the same session"
            has_come_back = True
        chromium.wait(
            lambda: any(
                sign in chromium.text() for sign in ("d  Done", "see the result", "Result")
            ),
            seconds=120,
        )
    assert has_come_back
    chromium.wait_for_text("Result")
    shoot(chromium, "result")
    assert chromium.complaints() == []
    assert served.server is not None
    account = served.server.accounts.find_by_name("Anna")
    assert account is not None
    (results,) = served.server.accounts.folder(account.id).rglob("results.jsonl")
    assert "dice_village" in results.read_text()
