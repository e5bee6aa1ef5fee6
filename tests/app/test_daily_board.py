"""The daily desert on a server: who has played today, and yesterday's board with its seed."""

from __future__ import annotations

import asyncio

import pytest

from caravan_tui.bus.competition_messages import DailyBoard, DailyRow, GetDaily
from caravan_tui.bus.messages import Message
from caravan_tui.cli.preview import PreviewHost
from caravan_tui.hosts.lobby import LobbyClient
from caravan_tui.screens.daily.screen import DailyScreen
from saves.profile import Result
from tests.nights import mostly_nightly
from tests.support.screen_text import screen_text
from tests.support.until import until
from tests.support.whole_app import ScreensApp

SEED = "8914093870362988709"
"""As long as they come."""


class Server(PreviewHost):
    """A host whose server knows two days."""

    def __init__(self, state: str = "running") -> None:
        """`state`: of the own try."""
        super().__init__()
        self._state = state
        self._lobby = LobbyClient(self._answer, lambda _message: None, lambda _answer: None)

    async def _answer(self, message: Message) -> Message:
        assert isinstance(message, GetDaily)
        if not message.days_ago:
            rows = [DailyRow("Otto", 0, 0, 0.0, False)]
            return DailyBoard(message.id, message.game, "2026-11-24", False, "", self._state, rows)
        rows = [DailyRow("Bea", 1, 1, 31.0, False, 6.0), DailyRow("Otto", 2, 2, 28.0, True, -1.5)]
        return DailyBoard(message.id, message.game, "2026-11-23", True, SEED, "over", rows)

    @property
    def lobby(self) -> LobbyClient:
        return self._lobby


@pytest.mark.parametrize("size", mostly_nightly([(80, 24), (140, 45), (200, 60)]))
async def test_the_boards_of_the_day_fit_and_today_has_no_result(size: tuple[int, int]) -> None:
    screen = DailyScreen()
    async with ScreensApp(screen, Server()).run_test(size=size) as pilot:
        await until(lambda: "Today: Otto" in screen_text(screen), pilot)
        text = screen_text(screen)
        assert "in progress" in text and "1. Bea" in text
        assert "1. Bea  31, 6 ahead" in text
        assert ("2. Otto  28, 1.5 behind" in text) == (size[1] > 24)
        assert f"seed {SEED}" in text and "resumes your try" in text


@pytest.mark.parametrize("size", mostly_nightly([(80, 24), (120, 44), (140, 45)]))
async def test_a_newcomer_sees_who_was_first_yesterday(size: tuple[int, int]) -> None:
    screen = DailyScreen()
    async with ScreensApp(screen, Server("new")).run_test(size=size) as pilot:
        await until(lambda: "Today: Otto" in screen_text(screen), pilot)
        text = screen_text(screen)
        assert "learn the game first" in text and "problem of the day" in text
        assert f"seed {SEED}" in text and "1. Bea" in text


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_the_screen_says_what_it_waits_for(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    may_answer = asyncio.Event()

    async def slow_results(_host: PreviewHost) -> list[Result]:
        await may_answer.wait()
        return []

    monkeypatch.setattr(PreviewHost, "results", slow_results)
    screen = DailyScreen()
    async with ScreensApp(screen, PreviewHost()).run_test(size=size) as pilot:
        await until(lambda: "Reading your results" in screen_text(screen), pilot)
        may_answer.set()
        await until(lambda: "not played yet" in screen_text(screen), pilot)
        assert "Reading your results" not in screen_text(screen)
