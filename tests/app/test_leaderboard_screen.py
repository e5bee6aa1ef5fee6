"""The leaderboards' screen with a server that answers from a list."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot

from caravan_tui.bus.competition_messages import Board, BoardRow, GetBoard, SeasonRow
from caravan_tui.bus.messages import Message, Refused
from caravan_tui.cli.preview import PreviewHost
from caravan_tui.games import registry
from caravan_tui.hosts.lobby import LobbyClient
from caravan_tui.screens.lobby.leaderboard import LeaderboardScreen
from tests.nights import mostly_nightly
from tests.support.screen_text import screen_lines, screen_text
from tests.support.until import until
from tests.support.whole_app import ScreensApp

SEASONS = [SeasonRow(1, 0.0, 1_790_000_000.0), SeasonRow(2, 1_790_000_000.0, 0.0)]
ROWS = [
    BoardRow(1, "Zacharias the Elder of Tamanrasset", 1712, 180, 41, 30, 1_795_000_000.0),
    BoardRow(2, "Gisèle", 1533, 210, 12, 5, 1_795_000_000.0, is_own=True),
    BoardRow(0, "Otto", 1490, 470, 1, 0, 1_795_000_000.0),
]


class Server(PreviewHost):
    """A host whose lobby knows one board."""

    def __init__(self, refuses: bool = False) -> None:
        super().__init__()
        self.asked: list[GetBoard] = []
        self._refuses = refuses
        self._lobby = LobbyClient(self._answer, lambda _message: None, lambda _answer: None)

    async def _answer(self, message: Message) -> Message:
        assert isinstance(message, GetBoard)
        self.asked.append(message)
        if self._refuses:
            return Refused(message.id, "unavailable")
        rows = ROWS if message.game == registry.ids()[0] and message.season != 2 else []
        return Board(message.id, message.game, message.season, SEASONS, rows, len(rows))

    @property
    def lobby(self) -> LobbyClient:
        return self._lobby


def toasts(pilot: Pilot[Any]) -> str:
    return " ".join(notice.message for notice in pilot.app._notifications)


@asynccontextmanager
async def leaderboard(
    size: tuple[int, int] = (80, 24), server: Server | None = None
) -> AsyncIterator[tuple[Pilot[Any], LeaderboardScreen, Server]]:
    screen, server = LeaderboardScreen(), server or Server()
    async with ScreensApp(screen, server).run_test(size=size) as pilot:
        await until(lambda: screen.board or screen.problem, pilot)
        yield pilot, screen, server


@pytest.mark.parametrize("size", mostly_nightly([(80, 24), (140, 45), (200, 60)]))
async def test_ranks_ratings_and_the_own_row_fit(size: tuple[int, int]) -> None:
    async with leaderboard(size) as (pilot, screen, _server):
        await until(lambda: "1712" in screen_text(screen), pilot)
        text = screen_text(screen)
        assert all(words in text for words in ("1.", "±180", "73%", "(you)"))
        lines = screen_lines(screen)
        otto = next(line for line in lines if "Otto" in line)
        assert otto.strip().startswith("-"), "a provisional rating has no rank"
        assert screen.table.virtual_size.width <= screen.table.size.width
        assert ("2026-11-18" in text) == (size[0] > 80)


async def test_m_goes_to_the_own_row_and_says_why_not_where_there_is_none() -> None:
    async with leaderboard() as (pilot, screen, _server):
        await pilot.press("m")
        await until(lambda: screen.table.cursor_row == 1, pilot)
        await pilot.press("right")
        await until(lambda: "Nobody is rated here yet" in screen_text(screen), pilot)
        await pilot.press("m")
        await until(lambda: "on this board yet" in toasts(pilot), pilot)


async def test_the_seasons_go_round_by_key_and_by_click() -> None:
    async with leaderboard() as (pilot, screen, server):
        await pilot.press("s")
        await until(lambda: server.asked[-1].season == 2 and screen.season == 2, pilot)
        await until(lambda: "season 2, since 2026-09-21" in screen_text(screen), pilot)
        width = screen.size.width
        await pilot.click(screen.title_line, offset=(width - 4, 0))
        await until(lambda: server.asked[-1].season == 1, pilot)
        await until(lambda: "season 1, until 2026-09-21" in screen_text(screen), pilot)
        await pilot.press("S", "S")
        await until(lambda: screen.season == 0 and "all seasons" in screen_text(screen), pilot)


async def test_a_click_on_a_tab_shows_another_game() -> None:
    async with leaderboard((140, 45)) as (pilot, screen, server):
        await pilot.click(screen.tabs, offset=(screen.size.width // 3, 0))
        await until(lambda: server.asked[-1].game != registry.ids()[0], pilot)


async def test_a_server_that_refuses_says_why() -> None:
    async with leaderboard(server=Server(refuses=True)) as (pilot, screen, _server):
        await until(lambda: "The leaderboard isn't available" in screen_text(screen), pilot)
