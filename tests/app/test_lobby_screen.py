"""The lobby's screen with a host that stands in for a server: lists, marks, talk, sizes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.widgets import DataTable, Input, OptionList, RichLog

from caravan_tui.app import CaravanApp
from caravan_tui.bus.lobby_messages import Matches, MatchRow, SendChat
from caravan_tui.bus.messages import Chat, Message
from caravan_tui.cli.preview import PreviewHost
from caravan_tui.games import registry
from caravan_tui.hosts.connection import LINES_KEPT, TableConnection
from caravan_tui.hosts.lobby import LobbyClient
from caravan_tui.screens.home.sky import Sky
from caravan_tui.screens.lobby.card import LobbyCard
from caravan_tui.screens.lobby.room import RoomScreen
from caravan_tui.screens.lobby.screen import LobbyScreen
from caravan_tui.widgets.board import Board
from caravan_tui.widgets.chooser import Chooser
from caravan_tui.widgets.drawing.colours import contrast
from caravan_tui.widgets.marks import SEAT_GLYPHS, SEAT_LETTERS
from tests.nights import mostly_nightly
from tests.support.known import known
from tests.support.screen_text import screen_lines, screen_text, static_text
from tests.support.screens import screen_of
from tests.support.until import until
from tests.support.whole_app import ScreensApp


def row(code: str, game: str, names: list[str], open_seats: int = 0, **more: object) -> MatchRow:
    facts: dict[str, object] = {
        "match": f"m{code}", "code": code, "game": game, "owner": names[0],
        "names": [*names, *[""] * open_seats],
        "kinds": [*["person"] * len(names), *["open"] * open_seats],
        "present": [True] * (len(names) + open_seats), "started": not open_seats, "over": False,
        "watchers": [], "idle": 70, "own_seats": [], "to_act": 1, "private": False,
        "absent": "wait", "grace": 120, "clock": 0,
    }  # fmt: skip
    return MatchRow(**(facts | more))  # type: ignore[arg-type]


ROWS = [
    row("K7QM", "caravanserai", ["Ann", "Bea", "Gisèle", "Zacharias", "Otto", "Ida"], own_seats=[0],
        to_act=0, present=[True, False, True, True, True, True], watchers=["Eve"], clock=90),
    row("W9TT", "ahldarahd", ["Zacharias"], 2),
    row("M4RD", "decktet", ["Otto", "Bea"]),
]  # fmt: skip


class FakeLobby(LobbyClient):
    """A lobby without a server."""

    def __init__(self) -> None:
        async def request(message: Message) -> Message:
            return Matches("", self.rows, self.people)

        super().__init__(request, self.publish, lambda _answer: None)
        self.rows = list(ROWS)
        self.people = ["Ann", "Bea"]
        self.chat = [Chat("", None, "Otto", "Who plays?")]
        self.said: list[str] = []
        self.joined: list[str] = []

    def update(self) -> None:
        """Have the screen show the list as it is now."""
        self._changed()

    async def join(self, match: str) -> TableConnection | None:
        self.joined.append(match)
        return None

    def publish(self, message: Message) -> None:
        if isinstance(message, SendChat):
            self.said.append(message.text)


class Server(PreviewHost):
    """A host with a lobby."""

    def __init__(self) -> None:
        super().__init__()
        self._lobby = FakeLobby()

    @property
    def lobby(self) -> FakeLobby:
        return self._lobby


@asynccontextmanager
async def lobby(
    size: tuple[int, int] = (80, 24), glyphs: str = "unicode"
) -> AsyncIterator[tuple[Pilot[Any], LobbyScreen]]:
    """The lobby; the whole app in ASCII, as its filter is."""
    screen = LobbyScreen()
    app = ScreensApp(screen, Server()) if glyphs == "unicode" else CaravanApp(Server, glyphs)
    async with app.run_test(size=size) as pilot:
        if glyphs != "unicode":
            await until(lambda: app.host_ready.is_set(), pilot)
            app.push_screen(screen)
        await until(lambda: [t.row_count for t in screen.query(DataTable)] == [len(ROWS)], pilot)
        yield pilot, screen


def lobby_of(pilot: Pilot[Any]) -> FakeLobby:
    client = pilot.app.host.lobby  # type: ignore[attr-defined]
    assert isinstance(client, FakeLobby)
    return client


@pytest.mark.parametrize("size", mostly_nightly([(80, 24), (140, 45), (100, 30), (200, 60)]))
@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
async def test_seats_differ_without_colour_and_the_card_names_all_six(
    glyphs: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with lobby(size, glyphs) as (pilot, screen):
        await until(lambda: "Who plays?" in screen_text(screen), pilot)
        text = screen_text(screen)
        marks = SEAT_LETTERS if glyphs == "ascii" else SEAT_GLYPHS
        names = ["Ann", "(Bea)", "Gis", "Zacharias", "Otto", "Ida"]
        for mark, name in zip(marks, names, strict=True):
            assert f"{mark} {name}" in text
        if glyphs == "ascii":
            assert not {letter for letter in text if ord(letter) > 127}
        assert all(entry.code in text for entry in ROWS)
        assert "your turn" in text and "join: Enter" in text and "watch: w" in text
        if size == (80, 24):  # the talk is set off from the card
            row = screen_lines(screen)[screen.query_one("#talk").region.y]
            assert "Chat" in row and row.count("-" if glyphs == "ascii" else row.strip()[-1]) > 60


async def test_the_talk_stands_beside_the_list_where_there_is_room() -> None:
    async with lobby() as (pilot, screen):
        talk, table = screen.query_one("#talk", RichLog), screen.query_one(DataTable)
        assert 0 < table.virtual_size.width <= table.size.width
        assert talk.region.y >= table.region.bottom
        await pilot.resize_terminal(140, 45)
        await until(lambda: talk.region.x >= table.region.right, pilot)
        assert table.virtual_size.width <= table.size.width


async def test_talk_is_still_shown_once_older_lines_are_dropped() -> None:
    async with lobby() as (pilot, screen):
        client = lobby_of(pilot)
        client.chat = [Chat("", None, "Otto", f"line {number}") for number in range(LINES_KEPT)]
        client.update()
        await until(lambda: f"line {LINES_KEPT - 1}" in screen_text(screen), pilot)
        client.chat = [*client.chat[1:], Chat("", None, "Bea", "At last!")]
        client.update()
        await until(lambda: "At last!" in screen_text(screen), pilot)


async def test_what_is_typed_can_be_read_and_is_said() -> None:
    async with lobby() as (pilot, screen):
        await pilot.press("t", *"hello")
        await until(lambda: "hello" in screen_text(screen), pilot)
        assert screen.query_one(Input).content_size.height == 1
        await pilot.press("enter")
        assert lobby_of(pilot).said == ["hello"]
        await pilot.press("escape")
        assert pilot.app.screen is screen and screen.focused is screen.query_one(DataTable)


async def test_a_room_is_set_up_by_keys_and_by_mouse_and_has_no_field_for_the_seed() -> None:
    async with lobby() as (pilot, screen):
        app = pilot.app

        async def chooser() -> OptionList:
            await pilot.press("n")
            await until(
                lambda: isinstance(app.screen, Chooser) and app.screen.query_one(OptionList).region,
                pilot,
            )
            return app.screen.query_one(OptionList)

        async def room() -> RoomScreen:
            await until(lambda: isinstance(app.screen, RoomScreen), pilot)
            await until(lambda: app.screen.query("#options"), pilot)
            return screen_of(app, RoomScreen)

        await chooser()
        await pilot.press("enter")
        opened = await room()
        names = [field.name for field in opened.all_fields()]
        assert "is_private" in names and "seed" not in names and opened.options.seed() is None
        assert [seat.kind for seat in opened.plan.seats] == ["person", "open"]
        await pilot.press("escape")
        await until(lambda: app.screen is screen, pilot)

        rows = await chooser()
        place = rows.region
        await pilot.mouse_down(OptionList, offset=(4, 3))
        assert rows.region == place, "the rows stay where they are under the mouse"
        await pilot.click(OptionList, offset=(4, 3))
        assert (await room()).game_id == registry.ids()[3]


async def test_card_and_cursor_stay_on_their_match_and_go_to_one_that_was_made() -> None:
    async with lobby() as (pilot, screen):
        client, table = lobby_of(pilot), screen.query_one(DataTable)
        await pilot.press("down")
        await until(lambda: "W9TT" in static_text(screen, "card"), pilot)
        chosen = client.rows[1].match
        made = replace(ROWS[0], match="made", code="MADE")
        client.rows = [made, *client.rows]
        client.update()
        await pilot.pause()
        assert client.rows[table.cursor_row].match == chosen, "though it stands a row lower now"
        client.newest = "made"
        client.update()
        await until(lambda: table.cursor_row == 0 and client.newest == "", pilot)
        await until(lambda: "MADE" in static_text(screen, "card"), pilot)
        client.rows = client.rows[1:]
        client.update()
        await pilot.pause()
        assert table.cursor_row == 0, "its match is gone"


async def test_what_can_be_done_is_legible_also_under_the_cursor() -> None:
    async with lobby() as (_pilot, screen):
        table = screen.query_one(DataTable)
        for place in range(len(ROWS)):
            table.move_cursor(row=place)
            y = 2 * place
            labels = [
                segment.style for segment in table.render_line(y)
                if any(word in segment.text for word in ("your turn", "join:", "watch:"))
            ]  # fmt: skip
            assert len(labels) == 1
            ink, ground = known(labels[0]).color, known(labels[0]).bgcolor
            assert contrast(known(ink).get_truecolor(), known(ground).get_truecolor()) >= 4.5


async def test_an_empty_lobby_says_how_to_open_a_match_and_a_new_one_takes_its_place() -> None:
    async with lobby() as (pilot, screen):
        client = lobby_of(pilot)
        client.rows = []
        client.update()
        await until(lambda: "create a match" in screen_text(screen), pilot)
        assert "invite code" in screen_text(screen)
        client.rows = list(ROWS)
        client.update()
        await until(lambda: "K7QM" in screen_text(screen), pilot)
        assert screen.focused is screen.query_one(DataTable)


async def test_a_click_on_the_label_joins_and_elsewhere_selects_first() -> None:
    async with lobby((160, 50)) as (pilot, screen):
        client, table = lobby_of(pilot), screen.query_one(DataTable)
        name, label = (12, 2), (table.size.width - 8, 2)  # of the second match
        await pilot.click(table, offset=name)
        await until(lambda: table.cursor_row == 1, pilot)
        assert client.joined == [], "the first click shows what it is"
        await pilot.click(table, offset=(30, 3))
        await until(lambda: client.joined == ["mW9TT"], pilot)
        table.move_cursor(row=0)
        await pilot.click(table, offset=label)
        await until(lambda: client.joined == ["mW9TT"] * 2, pilot)


@pytest.mark.parametrize(
    ("size", "count", "picture"),
    [
        ((80, 24), 3, "-emblem"), ((80, 24), 7, ""), ((120, 36), 3, "-above"),
        ((160, 50), 3, "-beside"), ((160, 50), 30, ""),
    ],
)  # fmt: skip
async def test_the_card_uses_the_rows_that_the_list_leaves(
    size: tuple[int, int], count: int, picture: str
) -> None:
    async with lobby(size) as (pilot, screen):
        client, table = lobby_of(pilot), screen.query_one(DataTable)
        card = screen.query_one("#card")
        client.rows = [row(f"X{number:03}", "sahara", ["Mo", "Lu"], 1) for number in range(count)]
        client.update()
        await until(lambda: table.row_count == count, pilot)
        place = screen.query_one(LobbyCard)

        def pictures() -> str:
            return "".join(
                name for name in ("-emblem", "-above", "-beside") if place.has_class(name)
            )

        await until(lambda: pictures() == picture, pilot)
        await until(lambda: place.region.y == table.region.bottom, pilot)
        await until(lambda: table.size.height % 2 == 0, pilot)  # it ends with a whole match
        assert card.region.bottom <= place.region.bottom
        if picture in ("-above", "-beside"):
            await until(lambda: screen.query(Board), pilot)
            await until(lambda: "An example: Caravan · camels" in screen_text(screen), pilot)


async def test_there_is_one_caravan_above_an_empty_lobby() -> None:
    async with lobby((160, 50)) as (pilot, screen):
        sky = screen.query_one(Sky)
        await until(lambda: sky.display and sky.size.height > 0, pilot)
        client = lobby_of(pilot)
        client.rows = []
        client.update()
        await until(lambda: not sky.display and "create a match" in screen_text(screen), pilot)
