"""The tournaments' screens over the bus of a real lobby: set up, take part, start, results."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from textual.pilot import Pilot
from textual.screen import Screen

from caravan_tui.cli.preview import PreviewHost
from caravan_tui.hosts.lobby import LobbyClient as HostLobby
from caravan_tui.screens.lobby.new_tournament import NewTournamentScreen
from caravan_tui.screens.lobby.tournament import TournamentScreen
from caravan_tui.screens.lobby.tournaments import TournamentsScreen
from caravan_tui.widgets.dunes import Dunes
from tests.app.fast_keys import press_at_once
from tests.nights import mostly_nightly
from tests.server.test_tournaments import NAMES, Server
from tests.support.screen_text import screen_text
from tests.support.until import until
from tests.support.whole_app import ScreensApp


class Host(PreviewHost):
    """Anna's way to the lobby."""

    def __init__(self, server: Server) -> None:
        super().__init__()
        anna = server.people["Anna"]
        self._lobby = HostLobby(anna.ask, lambda _message: None, lambda _answer: None)

    @property
    def lobby(self) -> HostLobby:
        return self._lobby

    def player_name(self) -> str:
        return "Anna"


@pytest_asyncio.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    server = await Server(tmp_path / "home").start()
    await server.come(*NAMES[:4])
    yield server
    await server.harness.close()


@asynccontextmanager
async def showing(
    server: Server, screen: Screen[Any], size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[Any], Callable[[str], Any]]]:
    """The app with a screen, and a wait for words on the top one."""
    app = ScreensApp(screen, Host(server))
    async with app.run_test(size=size) as pilot:

        async def shows(words: str) -> None:
            await until(lambda: words in screen_text(app.screen), pilot)

        yield pilot, shows


def toasts(pilot: Pilot[Any]) -> str:
    return " ".join(notice.message for notice in pilot.app._notifications)


async def test_keys_typed_in_one_go_change_the_fields_they_were_meant_for(server: Server) -> None:
    async with showing(server, NewTournamentScreen()) as (pilot, shows):
        await shows("Anna's cup")
        press_at_once(pilot, "down", "right", "right", "down", "right", "down", "f10")
        await shows("Dice Village · dice · 0 players")
        await shows("round robin")


async def test_a_tournament_is_set_up_with_the_keyboard_alone(server: Server) -> None:
    async with showing(server, TournamentsScreen()) as (pilot, shows):
        await shows("No tournament yet")
        await pilot.press("n")
        await shows("Anna's cup")
        await pilot.press("down", "right", "down", "right")
        await shows("round robin")
        await pilot.press("f10")
        await shows("Until then players can take part")
        await pilot.press("s")
        await until(lambda: "At least 2 players" in toasts(pilot), pilot)
        await pilot.press("e")
        await shows("(you)")
        await pilot.press("escape")
        await shows("you take part")
    [made] = server.harness.lobby.competitions.tournaments.all()
    assert (made.name, made.format, made.game) == ("Anna's cup", "round_robin", "sahara")


async def test_the_list_is_entered_and_left_and_says_why_not(server: Server) -> None:
    await server.new("Oasis", by="Ben", format="league", clock=60)
    async with showing(server, TournamentsScreen()) as (pilot, shows):
        await shows("Oasis")
        await shows("60 s a turn")
        await pilot.press("x")
        await until(lambda: "You aren't in this tournament" in toasts(pilot), pilot)
        await pilot.press("e")
        await shows("you take part")
        await pilot.press("e")
        await until(lambda: "already entered" in toasts(pilot), pilot)
        await pilot.press("enter")
        await shows("A round a week")


async def test_only_an_organizer_is_offered_to_start(server: Server) -> None:
    tournament = await server.new("Oasis", by="Ben")
    async with showing(server, TournamentScreen(tournament)) as (pilot, shows):
        await shows("takes part")
        assert "Start" not in screen_text(pilot.app)
        await pilot.press("s")
        await until(lambda: "Only its organizer" in toasts(pilot), pilot)
        await pilot.press("p")
        await until(lambda: "You have no match here" in toasts(pilot), pilot)


@pytest.mark.parametrize("size", mostly_nightly([(80, 24), (140, 45), (200, 60)]))
async def test_standings_and_rounds_fit_and_follow_the_results(
    server: Server, size: tuple[int, int]
) -> None:
    tournament = await server.begun(NAMES[:4], format="round_robin")
    async with showing(server, TournamentScreen(tournament), size) as (pilot, shows):
        await shows("Your match is on")
        screen = pilot.app.screen
        assert isinstance(screen, TournamentScreen)
        await pilot.press("2")
        await shows("Round 1")
        await shows("running")
        await server.play_round(tournament)
        screen.load()
        await shows("Round 2")
        await shows("1 : 0") if "1 : 0" in screen_text(screen) else await shows("0 : 1")
        await pilot.press("tab")
        await shows("Buchholz")
        assert screen.table.virtual_size.width <= screen.table.size.width
        assert ("Sonneb." in screen_text(screen)) == (size[0] >= 100)


async def test_pages_and_the_create_button_work_by_mouse(server: Server) -> None:
    async with showing(server, NewTournamentScreen()) as (pilot, shows):
        await shows("Anna's cup")
        await pilot.click("#title", offset=(76, 0))
        await shows("Until then players can take part")
        await pilot.click("#pages", offset=(18, 0))
        screen = pilot.app.screen
        assert isinstance(screen, TournamentScreen)
        await until(lambda: screen.page == 1, pilot)


async def test_a_form_that_the_server_refuses_says_why_and_keeps_what_was_typed(
    server: Server,
) -> None:
    await server.new("Anna's cup", by="Ben")
    async with showing(server, NewTournamentScreen()) as (pilot, shows):
        await shows("Anna's cup")
        await pilot.press("f10")
        await shows("There is already a tournament called")
        assert "Anna's cup" in screen_text(pilot.app)


@pytest.mark.parametrize("size", mostly_nightly([(160, 50), (80, 24)]))
async def test_a_caravan_fills_what_a_short_list_leaves_and_a_long_one_has_all_rows(
    server: Server, size: tuple[int, int]
) -> None:
    await server.new("Oasis", by="Ben")
    screen = TournamentsScreen()
    async with showing(server, screen, size) as (pilot, shows):
        await shows("Oasis")
        dunes, table = screen.query_one(Dunes), screen.table
        await until(lambda: dunes.region.y == table.region.bottom, pilot)
        assert table.size.height == 2 and dunes.size.height >= size[1] - 10
        screen.rows *= 40
        screen.show()
        await until(lambda: table.region.bottom == screen.card.region.y, pilot)
        await pilot.press("end")
        await until(lambda: table.scroll_offset.y > 0, pilot)
