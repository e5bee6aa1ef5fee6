"""The page in a real Chromium: join by an invite code, play by mouse, lose the line, come back.

`make browser` installs what these tests need besides Chromium and its driver; `make test` leaves
them out.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest

pytest.importorskip("selenium", reason="make browser installs it")

from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions

from caravan_tui.engine.record import new_id
from caravan_tui.server.accounts import Account, account_id_of, create_invite
from caravan_tui.server.rooms import Room
from tests.browser.chromium import BROWSERS, DRIVERS, Chromium, find
from tests.browser.served import ThreadedServer, join

pytestmark = [
    pytest.mark.browser,
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(
        not find(BROWSERS) or not find(DRIVERS), reason="there is no Chromium, or no chromedriver"
    ),
]

T = TypeVar("T")

PICTURES = os.environ.get("BROWSER_PICTURES", "")
"""A folder for pictures of the page; empty: none are taken."""


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


@pytest.mark.timeout(1800)
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
        # The count of the last round. A click that was meant for the board may close it first.
        if (close := chromium.find_text("Esc Close")) is not None:
            chromium.click_cell(*close)
            chromium.wait(lambda: chromium.find_text("Esc Close") is None)
        if "to see the result" in chromium.text():
            chromium.click_text("to see the result")
            break
        where = chromium.find_text("d  Done") or chromium.find_text("s  Sell")
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
                sign in chromium.text()
                for sign in ("d  Done", "s  Sell", "see the result", "Result")
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


def test_a_page_whose_line_has_fallen_silent_comes_back_to_its_session(
    served: ThreadedServer, chromium: Chromium
) -> None:
    join(chromium, served, "Sina")
    pids = served.pids()
    chromium.silence_line()
    chromium.wait(lambda: chromium.state() == "lost")
    chromium.wait(lambda: chromium.state() == "playing")
    chromium.click_text("Dice Village")
    chromium.wait_for_text("► Start")
    assert served.pids() == pids, "it is the same session"
    assert chromium.complaints() == []


def test_a_watch_page_shows_each_move_until_its_link_is_revoked(
    served: ThreadedServer, chromium: Chromium
) -> None:
    async def begin() -> tuple[Account, Room, str]:
        assert served.server is not None
        account = await served.server.accounts.create(account_id_of("watched"), "Wanda")
        room = Room(
            match=new_id(), code="WATCH", game="sahara", options={}, kinds=["person", "person"],
            names=["Wanda", "Other"], seats=[account.id, "0" * 32], owner=account.id, seed=7,
            started=True,
        )  # fmt: skip
        shared = served.server.lobby.shared
        await shared.rooms.add(room)
        shared._supervise(room, shared._new_match(room))
        return account, room, await shared.make_watch_page(account, room.match)

    async def play(room: Room) -> None:
        assert served.server is not None
        match = served.server.lobby.shared.supervisors[room.match].match
        table = served.server.lobby.tables.shared.table(room.match, match.to_act)
        await table.act(match.version, match.legal(match.to_act)[0])

    def drawn() -> str:
        return str(chromium.driver.execute_script("return document.querySelector('svg').innerHTML"))

    account, room, secret = served.run(begin())
    assert served.server is not None and served.server.web is not None
    chromium.driver.get(served.server.web.watch_address(secret))
    chromium.wait(lambda: "Wanda" in drawn())
    assert chromium.driver.get_cookies() == []
    before = drawn()
    served.run(play(room))
    chromium.wait(lambda: drawn() != before)
    shoot(chromium, "watch")
    served.run(served.server.lobby.shared.revoke_watch_page(account, room.match))
    chromium.wait(lambda: chromium.state() == "ended")
    assert "doesn't lead" in chromium.element("line").text
    assert chromium.complaints() == []


def test_a_passkey_is_saved_after_the_invite_code_and_signs_in_again(
    served: ThreadedServer, chromium: Chromium
) -> None:
    options = VirtualAuthenticatorOptions(
        has_resident_key=True, has_user_verification=True, is_user_verified=True
    )
    chromium.driver.add_virtual_authenticator(options)
    named = served.address.replace("127.0.0.1", "localhost")  # passkeys need a name
    chromium.driver.get(named)
    chromium.fill("invite", create_invite(served.config))
    chromium.fill("name", "Paula")
    chromium.wait(lambda: chromium.element("offer").is_displayed())
    shoot(chromium, "passkey-offer")
    chromium.element("offer").find_element("css selector", "[type=button]").click()
    assert served.server is not None
    account = served.server.accounts.find_by_name("Paula")
    assert account is not None
    chromium.wait(lambda: len(account.passkeys) == 1)
    chromium.wait_for_text("Saved matches")

    chromium.element("menu-button").click()
    shoot(chromium, "passkey-menu")
    chromium.element("leave").click()
    chromium.wait(lambda: chromium.state() == "new")
    assert account.keys == [] and account.retired, "the cookie opens nothing"
    shoot(chromium, "passkey-sign-in")
    chromium.wait(lambda: chromium.element("sign-in").is_displayed())
    chromium.element("sign-in").find_element("tag name", "button").click()
    chromium.wait_for_text("Saved matches")
    assert len(account.keys) == 1 and account.passkeys[0].sign_count > 0
    assert chromium.complaints() == []

    chromium.element("menu-button").click()
    chromium.wait(lambda: chromium.element("remove-passkeys").is_displayed())
    chromium.element("remove-passkeys").click()
    chromium.wait(lambda: not account.passkeys)


def test_the_button_of_the_menu_covers_no_cell_of_the_terminal(
    served: ThreadedServer, chromium: Chromium
) -> None:
    join(chromium, served, "Mona")
    screen = chromium.driver.find_element("css selector", ".xterm-screen").rect
    button = chromium.element("menu-button").rect
    assert screen["x"] + screen["width"] <= button["x"]


def test_a_phone_has_the_keys_of_the_screen_and_the_menu_in_a_bar(served: ThreadedServer) -> None:
    phone = Chromium((390, 844), is_phone=True)

    def words() -> str:
        return str(phone.element("keys").text)

    try:
        join(phone, served, "Pia")
        phone.wait(lambda: "Saved" in words() and "Rules" in words())
        bar = phone.element("keys")
        assert bar.rect["y"] + bar.rect["height"] <= 844
        phone.element("menu-button").click()
        assert phone.element("show-keys").is_displayed()
        phone.driver.find_element("css selector", "#menu form button").click()
        shoot(phone, "phone")
        (saved,) = [key for key in bar.find_elements("tag name", "button") if "Saved" in key.text]
        phone.driver.execute_script("arguments[0].click()", saved)
        phone.wait(lambda: "Rules" not in words())
        assert phone.complaints() == []
    finally:
        phone.quit()


def test_a_session_follows_the_window_fills_the_clipboard_and_opens_links(
    served: ThreadedServer, chromium: Chromium
) -> None:
    join(chromium, served, "Rita")
    assert served.server is not None
    (session,) = [
        session for session in served.server.sessions
        if session.client is not None and session.client.account.name == "Rita"
    ]  # fmt: skip
    before = os.get_terminal_size(session._master or -1)
    chromium.driver.set_window_size(1000, 900)
    chromium.wait(lambda: os.get_terminal_size(session._master or -1) != before)
    size = os.get_terminal_size(session._master or -1)
    assert size.columns < before.columns and size.lines > before.lines

    async def write(data: bytes) -> None:
        session.terminal.write(data)

    copy = b"\x1b]52;c;" + base64.b64encode("Grüße".encode()) + b"\x07"
    chromium.allow()
    served.run(write(copy))
    notice = chromium.element("notice")
    chromium.wait(lambda: "Grüße" in notice.text)
    notice.find_element("css selector", "button").click()
    chromium.wait(lambda: not notice.is_displayed())
    chromium.allow("clipboardReadWrite", "clipboardSanitizedWrite")
    served.run(write(copy))
    read = "navigator.clipboard.readText().then(arguments[0])"
    chromium.wait(lambda: chromium.driver.execute_async_script(read) == "Grüße")
    windows = len(chromium.driver.window_handles)
    link = served.address + "/static/icon.svg"

    def follow_link() -> bool:
        """Point at the link, which the app may have painted over since, and click on it."""
        served.run(write(f"\x1b[5;5H\x1b]8;;{link}\x07the link\x1b]8;;\x07".encode()))
        if where := chromium.find_text("the link"):
            chromium.point_at_cell(where[0] + 2, where[1] + 9)
            chromium.point_at_cell(where[0] + 2, where[1])
            chromium.click_cell(where[0] + 3, where[1])
        return len(chromium.driver.window_handles) > windows

    chromium.wait(follow_link)
