"""Take pictures of the page for browsers: `python -m tools.page_pictures [NAME ...]`.

A headless Chromium shows a server that runs here. `make films` runs this.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Final

from selenium.webdriver.common.by import By

from ai.search import choose
from caravan_tui.cli.html_replay import replay_page
from caravan_tui.engine import Match, Seat
from caravan_tui.engine.record import new_id
from caravan_tui.screens.replay.screen import OPEN
from caravan_tui.server.accounts import account_id_of
from caravan_tui.server.rooms import Room
from tests.browser.chromium import Chromium
from tests.browser.served import ThreadedServer, join

PICTURES: Final = Path(__file__).parents[1] / "docs" / "pictures"
PHONE: Final = (390, 844)

SIZE: Final = (1100, 700)
"""Pixels of a window."""
STILL_SECONDS: Final = 2.0
"""Time in which nothing changes in a page that is still."""


class Pictures:
    """A server, and what is made of it."""

    def __init__(self, served: ThreadedServer) -> None:
        self._served = served

    def join(self) -> None:
        """The form in which a newcomer types an invite code."""
        browser = Chromium(SIZE)
        browser.driver.get(self._served.address)
        browser.wait(lambda: browser.element("invite").is_displayed())
        save(browser, "page-join")
        browser.quit()

    def table(self) -> None:
        """A table in a window."""
        browser = Chromium(SIZE)
        self._sit_down(browser, "Ann", "Caravan · camels")
        save(browser, "page-table")
        browser.quit()

    def phone(self) -> None:
        """A table on a phone, upright and on its side."""
        browser = Chromium(PHONE, is_phone=True)
        self._sit_down(browser, "Bea", "Dice Village")
        browser.wait(lambda: browser.element("keys").is_displayed())
        save(browser, "page-phone")
        browser.quit()

    def _sit_down(self, browser: Chromium, name: str, game: str) -> None:
        join(browser, self._served, name)
        browser.click_text(game)
        browser.click_text("► Start")
        browser.wait_for_text("to move")

    def watch(self) -> None:
        """A watch page."""
        link = self._served.run(self._begin())
        browser = Chromium(SIZE)
        browser.driver.get(link)
        browser.wait(lambda: browser.driver.find_elements(By.CSS_SELECTOR, "svg text"))
        save(browser, "page-watch")
        browser.quit()

    async def _begin(self) -> str:
        server = self._served.server
        assert server is not None and server.web is not None
        account = await server.accounts.create(account_id_of("chloe"), "Chloe")
        room = Room(
            match=new_id(), code="CAMELS", game="sahara", options={}, kinds=["person", "person"],
            names=["Chloe", "Dan"], seats=[account.id, "0" * 32], owner=account.id, seed=7,
            started=True,
        )  # fmt: skip
        shared = server.lobby.shared
        await shared.rooms.add(room)
        shared._supervise(room, play(shared._new_match(room), 60))
        return server.web.watch_address(await shared.make_watch_page(account, room.match))

    def replay(self) -> None:
        """A match as a page of its own, in the middle."""
        match = play(
            Match.new("caravanserai", {}, [Seat("person", "Ann"), Seat("trader", "Omar")], 12)
        )
        with tempfile.TemporaryDirectory(prefix="caravan-tui-") as folder:
            file = Path(folder) / "replay.html"
            file.write_text(asyncio.run(replay_page(match, OPEN)), "utf-8")
            browser = Chromium(SIZE)
            browser.driver.get(f"{file.as_uri()}#60")
            browser.wait(lambda: browser.driver.find_elements(By.TAG_NAME, "svg"))
            save(browser, "page-replay")
            browser.quit()


def play(match: Match, plies: int = 10_000) -> Match:
    """Play a match by quick decisions, to its end or so far."""
    chance = Random(1)
    while not match.over and match.version < plies:
        view = match.view(match.to_act)
        decision = choose(match.game, view, "greedy", chance.randrange(9999))
        match.act(match.to_act, decision.action)
    return match


def seen(browser: Chromium) -> str:
    """What a page and its terminal show, as text."""
    has_terminal = browser.driver.find_elements(By.CLASS_NAME, "xterm")
    return str(browser.driver.page_source) + (browser.text() if has_terminal else "")


def save(browser: Chromium, name: str) -> None:
    """Save what a browser shows, once it is still, as a picture of the manual."""
    before, now = "", seen(browser)
    while now != before:
        time.sleep(STILL_SECONDS)
        before, now = now, seen(browser)
    browser.shoot(PICTURES / f"{name}.png")
    print(PICTURES / f"{name}.png")


def main() -> None:
    """Take all pictures, or those that are named."""
    with (
        tempfile.TemporaryDirectory(prefix="caravan-tui-") as folder,
        ThreadedServer(Path(folder)) as served,
    ):
        pictures = Pictures(served)
        for name in sys.argv[1:] or ("join", "table", "phone", "watch", "replay"):
            getattr(pictures, name)()


if __name__ == "__main__":
    main()
