"""The lobby's screen with a host that stands in for a server: lists, marks, talk, sizes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from attrs import evolve
from textual.pilot import Pilot
from textual.widgets import DataTable, Input, OptionList, RichLog, Static

from caravan_tui.app import CaravanApp
from caravan_tui.bus.lobby_messages import MatchRow
from caravan_tui.bus.messages import Chat
from caravan_tui.games import registry
from caravan_tui.screens.lobby import LobbyScreen, RoomScreen
from caravan_tui.screens.local import LocalHost
from caravan_tui.widgets.dialog import Chooser
from caravan_tui.widgets.marks import SEAT_GLYPHS, SEAT_LETTERS
from tests.app.app_help import until
from tests.nights import mostly_by_night


def row(code: str, game: str, names: list[str], open_seats: int = 0, **more: object) -> MatchRow:
    facts: dict[str, object] = {
        "match": f"m{code}", "code": code, "game": game, "owner": names[0],
        "names": [*names, *[""] * open_seats],
        "kinds": [*["person"] * len(names), *["open"] * open_seats],
        "here": [True] * (len(names) + open_seats), "started": not open_seats, "over": False,
        "watchers": [], "idle": 70, "yours": [], "to_act": 1, "private": False,
        "absent": "wait", "grace": 120, "clock": 0,
    }  # fmt: skip
    return MatchRow(**(facts | more))  # type: ignore[arg-type]


ROWS = [
    row("K7QM", "caravanserai", ["Ann", "Bea", "Gisèle", "Zacharias", "Otto", "Ida"], yours=[0],
        to_act=0, here=[True, False, True, True, True, True], watchers=["Eve"], clock=90),
    row("W9TT", "ahldarahd", ["Zacharias"], 2),
    row("M4RD", "decktet", ["Otto", "Bea"]),
]  # fmt: skip


class Server(LocalHost):
    """What the lobby asks of a host, without a server."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = list(ROWS)
        self.people = ["Ann", "Bea"]
        self.chat = [Chat("", None, "Otto", "Who plays?")]
        self.said: list[str] = []
        self.changed = lambda: None
        self.newest = ""

    async def start(self) -> None:
        """Nothing to start."""

    async def look(self) -> None:
        self.changed()

    def say(self, text: str) -> None:
        self.said.append(text)


@asynccontextmanager
async def lobby(
    size: tuple[int, int] = (80, 24), glyphs: str = "unicode"
) -> AsyncIterator[tuple[Pilot[None], LobbyScreen]]:
    app = CaravanApp(Server, glyphs)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.host is not None)
        app.push_screen(LobbyScreen())
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await until(
            pilot, lambda: [t.row_count for t in app.screen.query(DataTable)] == [len(ROWS)]
        )
        await pilot.pause(0.1)
        assert isinstance(app.screen, LobbyScreen)
        yield pilot, app.screen


def drawn(screen: LobbyScreen) -> str:
    strips = screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


@pytest.mark.parametrize("size", mostly_by_night([(80, 24), (140, 45), (100, 30), (200, 60)], 2))
@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
async def test_seats_differ_without_colour_and_the_card_names_all_six(
    glyphs: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with lobby(size, glyphs) as (_pilot, screen):
        text = drawn(screen)
        marks = SEAT_LETTERS if glyphs == "ascii" else SEAT_GLYPHS
        names = ["Ann", "(Bea)", "Gis", "Zacharias", "Otto", "Ida"]
        for mark, name in zip(marks, names, strict=True):
            assert f"{mark} {name}" in text
        if glyphs == "ascii":
            assert not {letter for letter in text if ord(letter) > 127}
        assert all(one.code in text for one in ROWS)
        assert "your turn" in text and "join: Enter" in text and "runs; watch: w" in text
        assert "Who plays?" in text


async def test_the_talk_stands_beside_the_list_where_there_is_room() -> None:
    for size, beside in (((80, 24), False), ((140, 45), True)):
        async with lobby(size) as (_pilot, screen):
            talk, table = screen.query_one("#talk", RichLog), screen.query_one(DataTable)
            assert (talk.region.x >= table.region.right) is beside
            assert table.virtual_size.width <= table.size.width


async def test_what_is_typed_can_be_read_and_is_said() -> None:
    async with lobby() as (pilot, screen):
        await pilot.press("t")
        await pilot.press(*"hello")
        await pilot.pause(0.1)
        line = screen.query_one(Input)
        assert line.content_size.height == 1
        assert "hello" in drawn(screen)
        await pilot.press("enter")
        assert pilot.app.host.said == ["hello"]
        await pilot.press("escape")
        assert pilot.app.screen is screen and screen.focused is screen.query_one(DataTable)


async def test_a_room_is_set_up_by_keys() -> None:
    async with lobby() as (pilot, _screen):
        await pilot.press("n")
        await pilot.pause(0.1)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, RoomScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))


async def test_the_cursor_stays_on_its_match_and_goes_to_one_that_was_made() -> None:
    async with lobby() as (pilot, screen):
        host, table = pilot.app.host, screen.query_one(DataTable)
        await pilot.press("down")
        chosen = host.rows[1].match
        made = evolve(ROWS[0], match="made", code="MADE")
        host.rows = [made, *host.rows]
        host.changed()
        await pilot.pause()
        assert host.rows[table.cursor_row].match == chosen, "though it stands a row lower now"
        host.newest = "made"
        host.changed()
        await pilot.pause(0.1)
        assert table.cursor_row == 0 and host.newest == ""
        assert "MADE" in str(screen.query_one("#card", Static).content)
        host.rows = host.rows[1:]
        host.changed()
        await pilot.pause()
        assert table.cursor_row == 0, "its match is gone"


async def test_the_card_follows_the_cursor() -> None:
    async with lobby() as (pilot, screen):
        await pilot.press("down")
        await pilot.pause(0.1)
        assert "W9TT" in str(screen.query_one("#card", Static).content)


@pytest.mark.parametrize("size", mostly_by_night([(80, 24), (140, 45)]))
async def test_a_click_in_a_list_to_choose_from_takes_the_row_under_it(
    size: tuple[int, int],
) -> None:
    async with lobby(size) as (pilot, _screen):
        for number in (3, 1):
            await pilot.press("n")
            await until(pilot, lambda: isinstance(pilot.app.screen, Chooser))
            await pilot.pause(0.1)
            rows = pilot.app.screen.query_one(OptionList)
            place = rows.region
            await pilot.mouse_down(OptionList, offset=(4, number))
            await pilot.pause(0.1)
            assert rows.region == place, "the rows stay where they are under the mouse"
            await pilot.click(OptionList, offset=(4, number))
            await until(pilot, lambda: isinstance(pilot.app.screen, RoomScreen))
            assert isinstance(pilot.app.screen, RoomScreen)
            assert pilot.app.screen.game_id == list(registry.ids())[number]
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))


async def test_the_talk_is_set_off_from_the_card_in_ascii_too() -> None:
    async with lobby((80, 24), "ascii") as (_pilot, screen):
        rows = drawn(screen).split("\n")
        talk = screen.query_one("#talk", RichLog)
        assert set(rows[talk.region.y].strip()) == {"-"}
