"""Cookies, origins, addresses, output: the parts of the door that need no server."""

from __future__ import annotations

import json
from hashlib import sha256
from ipaddress import ip_network

import msgspec
import pytest
from aiohttp import web
from textual.screen import Screen

from caravan_tui.i18n import in_language
from caravan_tui.server.origins import OriginError, Origins, parse_origin
from caravan_tui.sessions.key_bar import keys_of, sequence_of, sequences_of_name
from caravan_tui.web import browsers
from caravan_tui.web.browsers import Cookies, cookie_name, new_browser
from caravan_tui.web.listener import client_address
from caravan_tui.web.messages import Confirm, Hello, decode
from caravan_tui.web.output import AT_FIRST, LARGEST, LONGEST_QUEUE, SMALLEST, Output, Window
from caravan_tui.web.page import STATIC
from caravan_tui.widgets.question import Question
from tests.support.screen_app import ScreenApp
from tests.support.until import until

PLAIN, SECURE = parse_origin("http://127.0.0.1:8080"), parse_origin("https://games.example.org")


# Cookies


def sent_back(cookies: Cookies, origin: object = PLAIN) -> tuple[str, dict[str, str], str]:
    """What a browser sends back after it was given a cookie, its secret and how it was set."""
    response, browser = web.Response(), new_browser()
    cookies.write(response, browser, origin)  # type: ignore[arg-type]
    (morsel,) = response.cookies.values()
    return browser.secret, {morsel.key: morsel.value}, morsel.OutputString()


def test_a_browser_is_known_by_its_cookie() -> None:
    cookies = Cookies(b"key")
    secret, sent, _line = sent_back(cookies)
    browser = cookies.read(sent, PLAIN)
    assert browser is not None and browser.secret == secret and not browser.is_old


def test_a_cookie_that_was_changed_or_signed_by_another_server_is_none() -> None:
    cookies = Cookies(b"key")
    _secret, sent, _line = sent_back(cookies)
    name, value = next(iter(sent.items()))
    other = sent_back(Cookies(b"another key"))[1]
    made_up = ["", "x", value[:-1], "A" + value[1:], "x" * 5000, *other.values()]
    for wrong in made_up:
        assert cookies.read({name: wrong}, PLAIN) is None


def test_a_cookie_expires_and_is_replaced_before(monkeypatch: pytest.MonkeyPatch) -> None:
    cookies = Cookies(b"key")
    _secret, sent, _line = sent_back(cookies)
    monkeypatch.setattr(browsers, "RENEWED_AFTER", -1)
    browser = cookies.read(sent, PLAIN)
    assert browser is not None and browser.is_old
    monkeypatch.setattr(browsers, "DAYS", -1)
    assert cookies.read(sent, PLAIN) is None


def test_no_script_and_no_other_page_gets_a_cookie() -> None:
    line = sent_back(Cookies(b"key"))[2]
    assert "HttpOnly" in line and "SameSite=Strict" in line and "Secure" not in line
    secure = sent_back(Cookies(b"key"), SECURE)[2]
    assert secure.startswith("__Host-") and "Secure" in secure and "Domain" not in secure
    assert cookie_name(PLAIN) != cookie_name(SECURE)


# Origins


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("https://games.example.org", "https://games.example.org"),
        ("https://Games.Example.org:443/", "https://games.example.org"),
        ("http://10.0.0.1:8080", "http://10.0.0.1:8080"),
        ("http://[::1]:8080", "http://[::1]:8080"),
    ],
)
def test_an_origin_is_read_as_browsers_write_it(text: str, origin: str) -> None:
    assert str(parse_origin(text)) == origin


@pytest.mark.parametrize(
    "text", ["", "games.example.org", "ftp://x", "https://", "https://x/page", "https://x:port"]
)
def test_what_is_no_origin_is_refused(text: str) -> None:
    with pytest.raises(OriginError):
        parse_origin(text)


def test_only_the_named_origins_are_the_servers_own() -> None:
    here = Origins(("127.0.0.1", 8080), ())
    assert here.of_host("localhost:8080") and here.of_host("127.0.0.1:8080")
    assert here.of_host("evil.example:8080") is None, "a name that leads to the loopback"
    behind = Origins(("127.0.0.1", 8080), (SECURE,))
    assert behind.is_own("https://games.example.org")
    for other in ("http://games.example.org", "https://games.example.org.evil", "null", ""):
        assert not behind.is_own(other)
    assert behind.of_host("127.0.0.1:8080") is None


def test_the_address_of_a_client_is_believed_of_proxies_alone() -> None:
    proxies = (ip_network("10.0.0.0/24"),)
    assert client_address("203.0.113.7", ["198.51.100.1"], proxies) == "203.0.113.7"
    assert client_address("10.0.0.2", ["198.51.100.1"], proxies) == "198.51.100.1"
    assert client_address("10.0.0.2", ["1.1.1.1, 198.51.100.1, 10.0.0.3"], proxies) == (
        "198.51.100.1"
    )
    assert client_address("10.0.0.2", ["198.51.100.1, made up"], proxies) == "10.0.0.2"
    assert client_address("10.0.0.2", [], proxies) == "10.0.0.2"


# Messages


def test_messages_are_read_strictly() -> None:
    assert decode('{"type":"confirm","offset":5}') == Confirm(5)
    assert decode('{"type":"hello","columns":80,"rows":24}') == Hello(80, 24)
    for wrong in (
        "", "[]", "{}", '{"type":"quit"}', '{"type":"confirm","offset":-1}',
        '{"type":"resize","columns":0,"rows":24}', '{"type":"resize","columns":80,"rows":9999}',
        '{"type":"confirm","offset":5,"more":1}', '{"type":"confirm","offset":1e400}',
    ):  # fmt: skip
        with pytest.raises(msgspec.MsgspecError):
            decode(wrong)


# Output


def test_output_is_kept_until_it_is_confirmed() -> None:
    output = Output()
    output.append(b"one two")
    output.forget(4)
    assert (output.start, output.end, output.since(4, 99)) == (4, 7, b"two")
    assert output.has(4) and output.has(7) and not output.has(3) and not output.has(8)
    assert output.since(5, 1) == b"w"


def window_of(round_trips: list[float]) -> Window:
    """A window after these round trips, each with as many bytes as it took."""
    now = 0.0
    window, offset = Window(lambda: now), 0
    for seconds in round_trips:
        offset += window.size
        window.on_sent(offset)
        now += seconds
        window.on_confirmed(offset, was_full=True)
    return window


def test_a_line_with_a_queue_gets_less_at_once_and_one_without_gets_more() -> None:
    assert window_of([0.05] * 20).size == LARGEST
    assert window_of([0.05] + [0.05 + 2 * LONGEST_QUEUE] * 20).size == SMALLEST
    assert window_of([0.6] * 3).size > AT_FIRST, "a long line has no queue"


# Keys and files


def test_keys_of_the_bar_send_what_a_terminal_sends() -> None:
    wanted = {
        "enter": "\r", "escape": "\x1b", "f1": "\x1bOP", "ctrl+p": "\x10", "n": "n", "slash": "/",
        "question_mark": "?", "shift+f1": "", "P": "P",
    }  # fmt: skip
    assert {key: sequence_of(key) for key in wanted} == wanted


def test_the_bar_names_the_keys_of_a_window_with_what_a_terminal_sends() -> None:
    assert sequences_of_name("←→") == [("←", "\x1b[D"), ("→", "\x1b[C")]
    assert sequences_of_name("Enter") == [("Enter", "\r")]
    assert sequences_of_name("Esc") == [("Esc", "\x1b")]
    assert sequences_of_name("F8") == [("F8", "\x1b[19~")]
    assert sequences_of_name("y") == [("y", "y")]
    assert sequences_of_name("Ctrl+S") == [("Ctrl+S", "\x13")]
    assert sequences_of_name("Fn") == []
    with in_language("fr"):
        assert sequences_of_name("Entrée") == [("Entrée", "\r")]


async def test_the_bar_follows_the_window_that_opens_and_the_screen_when_it_closes() -> None:
    async with ScreenApp(Screen()).run_test() as pilot:
        pilot.app.push_screen(Question("Leave?", "", [("yes", "Yes"), ("no", "No")]))
        await until(lambda: isinstance(pilot.app.screen, Question), pilot)
        await until(lambda: pilot.app.screen.is_mounted, pilot)
        assert keys_of(pilot.app.screen) == [
            ("←", "\x1b[D", "Select"), ("→", "\x1b[C", "Select"),
            ("Enter", "\r", "Confirm"), ("Esc", "\x1b", "Close"),
        ]  # fmt: skip
        await pilot.press("escape")
        await until(lambda: not isinstance(pilot.app.screen, Question), pilot)
        assert all(name != "Confirm" for _label, _keys, name in keys_of(pilot.app.screen))


def test_the_files_of_xterm_are_those_of_its_packages() -> None:
    vendor = STATIC / "vendor"
    packages = json.loads((vendor / "packages.json").read_text())
    listed = {name: digest for each in packages for name, digest in each["files"].items()}
    found = {path.name for path in vendor.iterdir()} - {"packages.json"}
    assert found == set(listed)
    for name, digest in listed.items():
        assert sha256((vendor / name).read_bytes()).hexdigest() == digest
    assert all(each["licence"] == "MIT" for each in packages)
