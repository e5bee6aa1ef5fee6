"""The screen of a person's notices, and the same in line mode, before a server that stands in."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.widgets import Input

from caravan_tui.bus.lobby_messages import Invite, Matches
from caravan_tui.bus.messages import Done, Message, Refused
from caravan_tui.bus.notice_messages import (
    ConfirmAddress,
    NoticeChoices,
    Notices,
    SetNotices,
    TestNotice,
)
from caravan_tui.cli.preview import PreviewHost
from caravan_tui.engine import Sentence
from caravan_tui.hosts.lobby import LobbyClient
from caravan_tui.hosts.notices import NoticeClient
from caravan_tui.lines import notices as spoken
from caravan_tui.notices.kinds import KINDS
from caravan_tui.screens.lobby.notices import NoticesScreen
from caravan_tui.screens.lobby.screen import LobbyScreen
from tests.app.test_lobby_screen import row
from tests.nights import mostly_nightly
from tests.support.screen_text import screen_lines, screen_text, static_text
from tests.support.until import until
from tests.support.whole_app import ScreensApp


class Keeper:
    """Answers as a server does."""

    def __init__(self, channels: list[str]) -> None:
        self.view = Notices(
            "", NoticeChoices(kinds=list(KINDS)), channels, ["https://hooks.example.org/caravan/"]
        )
        self.tests = 0

    async def answer(self, message: Message) -> Message:
        if isinstance(message, SetNotices):
            if message.choices.zone == "Mars":
                return Refused("", "notice_zone", {"zone": "Mars"})
            is_mail = message.choices.channel == "mail" and bool(message.choices.address)
            self.view = replace(self.view, choices=message.choices, is_confirmed=not is_mail)
        elif isinstance(message, ConfirmAddress):
            if message.code != "123456":
                return Refused("", "notice_wrong_code")
            self.view = replace(self.view, is_confirmed=True)
        elif isinstance(message, TestNotice):
            if not self.view.choices.address:
                return Refused("", "notice_no_address")
            self.tests += 1
            self.view = replace(self.view, sent=1.0)
        return self.view


class Server(PreviewHost):
    """A host whose lobby has notices."""

    def __init__(self, keeper: Keeper) -> None:
        super().__init__()
        self._lobby = LobbyClient(keeper.answer, lambda _message: None, lambda _answer: None)

    @property
    def lobby(self) -> LobbyClient:
        return self._lobby


@asynccontextmanager
async def notices(
    keeper: Keeper, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[Any], NoticesScreen]]:
    screen = NoticesScreen()
    app = ScreensApp(screen, Server(keeper))
    async with app.run_test(size=size) as pilot:
        await until(lambda: screen.view is not None and screen.fields.fields, pilot)
        yield pilot, screen


async def typed(pilot: Pilot[Any], screen: NoticesScreen, text: str) -> None:
    """Type a text into the window that is open."""
    await until(lambda: pilot.app.screen.query(Input), pilot)
    pilot.app.screen.query_one(Input).value = text
    await pilot.press("enter")
    await until(lambda: pilot.app.screen is screen, pilot)


@pytest.mark.parametrize("size", mostly_nightly([(80, 24), (160, 50)]))
async def test_channel_address_and_kinds_are_chosen_by_keys_and_a_test_is_sent(
    size: tuple[int, int],
) -> None:
    keeper = Keeper(["ntfy", "mail"])
    async with notices(keeper, size) as (pilot, screen):
        assert "No notice was sent yet." in static_text(screen, "status")
        await pilot.press("right")
        await until(lambda: keeper.view.choices.channel == "ntfy", pilot)
        await pilot.press("t")
        await until(lambda: "Choose a channel and an address" in screen_text(screen), pilot)
        await pilot.press("down", "enter")
        await typed(pilot, screen, "caravan-7hq2kd")
        await until(lambda: keeper.view.choices.address == "caravan-7hq2kd", pilot)
        await pilot.press("down", "down", "right")
        await until(lambda: "invitation" not in keeper.view.choices.kinds, pilot)
        assert keeper.view.choices.kinds == ["turn", "result", "talk"]
        await pilot.press("t")
        await until(lambda: "The test is sent." in screen_text(screen), pilot)
        assert keeper.tests == 1
        lines = screen_lines(screen)
        assert len(lines) == size[1] and "Notices" in lines[0]
        await pilot.press("escape")
        await until(lambda: screen not in pilot.app.screen_stack, pilot)


async def test_quiet_hours_are_asked_for_together_and_end_together() -> None:
    keeper = Keeper(["ntfy"])
    keeper.view = replace(keeper.view, choices=NoticeChoices("ntfy", "t", list(KINDS)))
    async with notices(keeper) as (pilot, screen):
        screen.fields.go_to("quiet_from")
        await pilot.press("enter")
        await until(lambda: pilot.app.screen.query(Input), pilot)
        pilot.app.screen.query_one(Input).value = "22:00"
        await pilot.press("enter")
        await until(lambda: "Quiet until" in screen_text(pilot.app.screen), pilot)
        await typed(pilot, screen, "08:00")
        await until(lambda: keeper.view.choices.quiet_to == "08:00", pilot)
        assert keeper.view.choices.quiet_from == "22:00"
        screen.fields.go_to("quiet_to")
        await pilot.press("enter")
        await typed(pilot, screen, "")
        await until(lambda: not keeper.view.choices.quiet_from, pilot)
        assert not keeper.view.choices.quiet_to


async def test_what_the_server_refuses_is_said_and_undone() -> None:
    keeper = Keeper(["ntfy"])
    keeper.view = replace(keeper.view, choices=NoticeChoices("ntfy", "t", list(KINDS)))
    async with notices(keeper) as (pilot, screen):
        screen.fields.go_to("zone")
        await pilot.press("enter")
        await typed(pilot, screen, "Mars")
        await until(lambda: "'Mars' isn't a time zone." in screen_text(screen), pilot)
        assert screen.choices.zone == "UTC" and "UTC" in screen_text(screen)


async def test_a_mail_address_needs_the_code_of_the_mail() -> None:
    keeper = Keeper(["mail"])
    async with notices(keeper) as (pilot, screen):
        await pilot.press("c")
        await until(lambda: "No code is needed now." in screen_text(screen), pilot)
        screen.change("channel", "mail")
        await until(lambda: keeper.view.choices.channel == "mail", pilot)
        screen.change("address", "ann@example.org")
        await until(lambda: "A code was sent to your address." in screen_text(screen), pilot)
        await pilot.press("c")
        await typed(pilot, screen, "1")
        await until(lambda: "This code is wrong or too old." in screen_text(screen), pilot)
        await pilot.press("c")
        await typed(pilot, screen, "123456")
        await until(lambda: "No notice was sent yet." in screen_text(screen), pilot)


@pytest.mark.parametrize("size", mostly_nightly([(80, 24), (160, 50)]))
async def test_a_server_without_channels_says_so_once_and_has_nothing_to_change(
    size: tuple[int, int],
) -> None:
    screen = NoticesScreen()
    app = ScreensApp(screen, Server(Keeper([])))
    async with app.run_test(size=size) as pilot:
        await until(lambda: "This server sends no notices" in screen_text(screen), pilot)
        text = screen_text(screen)
        assert text.count("no notices") == 1 and "Quiet from" not in text
        await pilot.press("t")
        await until(lambda: static_text(screen, "status"), pilot)  # what the server answers
        await pilot.press("escape")
        await until(lambda: screen not in app.screen_stack, pilot)


async def test_what_bars_many_fields_is_said_once() -> None:
    async with notices(Keeper(["ntfy"]), (160, 50)) as (_pilot, screen):
        text = screen_text(screen)
        assert text.count("Choose a channel first.") == 1
        assert "The end of the quiet hours" in text


async def test_a_problem_is_shown_and_the_mouse_sends_a_test() -> None:
    keeper = Keeper(["ntfy"])
    keeper.view = replace(
        keeper.view,
        choices=NoticeChoices("ntfy", "t", list(KINDS)),
        problem=Sentence("notice_refused", {"status": 403}),
    )
    async with notices(keeper) as (pilot, screen):
        assert "! The last notice was not sent: The channel refused the notice (403)." in (
            static_text(screen, "status")
        )
        line = screen_lines(screen)[0]
        await pilot.click(offset=(line.index("Send me a test") + 3, 0))
        await until(lambda: keeper.tests == 1, pilot)


async def test_the_lobby_leads_to_the_notices_by_key_and_by_mouse() -> None:
    keeper = Keeper(["ntfy"])
    screen = LobbyScreen()
    app = ScreensApp(screen, Server(keeper))
    async with app.run_test(size=(80, 24)) as pilot:
        opened: list[str] = []
        app.open = lambda name, *_more, **_named: opened.append(name)  # type: ignore[method-assign]
        await until(lambda: "Notices" in screen_lines(screen)[0], pilot)
        await pilot.press("m")
        await pilot.click(offset=(screen_lines(screen)[0].index("Notices") + 2, 0))
        await until(lambda: opened == ["notices", "notices"], pilot)


async def test_line_mode_says_and_changes_the_same() -> None:
    keeper = Keeper(["ntfy", "mail"])
    client = NoticeClient(keeper.answer)
    assert await spoken.handle(client, "") == [
        "Channel: none. You can choose none, ntfy and mail.", "No notice was sent yet.",
    ]  # fmt: skip
    lines = await spoken.handle(client, "channel ntfy")
    assert "A topic that only you know" in lines[-1]
    await spoken.handle(client, "address caravan-7hq2kd")
    await spoken.handle(client, "for turn, talk")
    await spoken.handle(client, "when server")
    lines = await spoken.handle(client, "quiet 22:00 8:00 Europe/Paris")
    assert lines[1:5] == [
        "Address: caravan-7hq2kd.",
        "You are called for: Your turn and Talk to you.",
        "You are called for your turn only while you aren't connected.",
        "Quiet from 22:00 to 8:00, Europe/Paris.",
    ]
    assert (await spoken.handle(client, "test"))[0].startswith("The test is sent.")
    await spoken.handle(client, "quiet off")
    assert keeper.view.choices.quiet_from == "" and keeper.tests == 1
    for wrong in ("nonsense", "channel", "code"):
        (line,) = await spoken.handle(client, wrong)
        assert line.startswith("Type notices and one of: channel NAME")


async def test_a_player_is_invited_by_a_key_of_the_lobby() -> None:
    asked: list[Invite] = []

    async def answer(message: Message) -> Message:
        if isinstance(message, Invite):
            asked.append(message)
            return Done(message.id) if message.name == "Ben" else Refused("", "invite_nobody", {})
        return Matches("", [row("MINE", "sahara", ["Ann"], 1, own_seats=[0])], ["Ann"])

    server = Server(Keeper([]))
    server._lobby = LobbyClient(answer, lambda _message: None, lambda _answer: None)
    screen = LobbyScreen()
    app = ScreensApp(screen, server)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: screen.match_list.selected, pilot)
        await pilot.press("i")
        await until(lambda: app.screen.query(Input) and app.screen is not screen, pilot)
        app.screen.query_one(Input).value = "Ben"
        await pilot.press("enter")
        await until(lambda: asked, pilot)
        assert (asked[0].match, asked[0].name) == ("mMINE", "Ben")
        await until(lambda: any("Invited Ben." in n.message for n in app._notifications), pilot)
