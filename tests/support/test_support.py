"""The helpers of all tests keep their promises."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from textual.screen import Screen
from textual.widgets import Static

from caravan_tui import paths
from caravan_tui.engine import Match, Seat, problem
from caravan_tui.games import registry
from tests.support.home import TERMINAL
from tests.support.problems import few_problems
from tests.support.screen_app import BoardApp, ScreenApp, WidgetApp
from tests.support.screen_text import screen_lines, screen_text, widget_lines
from tests.support.until import until


def test_every_folder_is_below_the_home_of_the_test(home: Path) -> None:
    assert paths.data() == home / "data"
    assert not home.exists()


@pytest.mark.parametrize("number", range(2))
def test_each_test_has_a_home_of_its_own(number: int, home: Path) -> None:
    (home / "data").mkdir(parents=True)


def test_a_test_that_sets_the_variable_keeps_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path))
    assert paths.logs() == tmp_path / "log"
    assert os.environ[paths.HOME_VARIABLE] == str(tmp_path)


async def test_until_returns_when_the_condition_becomes_true() -> None:
    event = asyncio.Event()
    asyncio.get_running_loop().call_later(0.02, event.set)
    await until(event.is_set)
    assert event.is_set()


async def test_until_names_the_condition_that_stays_false() -> None:
    with pytest.raises(AssertionError, match=r"len\(rows\) == 3"):
        rows = [1]
        await until(lambda: len(rows) == 3, seconds=0.0)


async def test_a_widget_and_a_screen_are_read_as_text() -> None:
    app = WidgetApp(Static("first"), Static("second"))
    async with app.run_test(size=(20, 4)) as pilot:
        await until(lambda: "second" in screen_text(app), pilot)
        assert [line.strip() for line in screen_lines(app)] == ["first", "second", "", ""]
        assert [line.strip() for line in widget_lines(app.widgets[1])] == ["second"]

    class Note(Screen[None]):
        def compose(self):  # type: ignore[no-untyped-def]
            yield Static("a note")

    note = ScreenApp(Note())
    async with note.run_test(size=(20, 3)) as pilot:
        await until(lambda: "a note" in screen_text(note), pilot)


@pytest.mark.parametrize("game", registry.ids())
async def test_a_board_alone_takes_an_action(game: str) -> None:
    seats = [Seat("person", name) for name in ("Ann", "Ben")]
    match = Match.new(game, {}, seats, 3)
    app = BoardApp(game)
    async with app.run_test(size=(80, 21)) as pilot:
        scene = app.show(match, match.to_act)
        await until(lambda: any(line.strip() for line in screen_lines(app)), pilot)
        assert scene.legal and app.focused is app.board
        app.board.choose(scene.legal[0])
        await until(lambda: app.actions, pilot)
        assert app.actions == [scene.legal[0]]


def test_the_terminal_of_the_user_decides_nothing() -> None:
    program = "import os, tests.support.home as home; print([*filter(os.getenv, home.TERMINAL)])"
    environment = {**os.environ, **dict.fromkeys(TERMINAL, "1")}
    python = [sys.executable, "-c", program]
    left = subprocess.run(python, env=environment, capture_output=True, text=True, check=True)
    assert left.stdout.strip() == "[]"


def test_few_problems_are_gone_after_a_test_that_failed() -> None:
    whole = len(problem.shipped("decktet"))
    with suppress(AssertionError), few_problems():
        assert len(problem.shipped("decktet")) == whole, "as a test that fails"
    assert len(problem.shipped("decktet")) == whole


async def test_a_row_that_does_not_exist_yet_is_waited_for() -> None:
    rows: list[str] = []
    asyncio.get_running_loop().call_soon(rows.append, "the first")
    await until(lambda: rows[0] == "the first")
    with pytest.raises(AssertionError, match="rows") as failure:
        await until(lambda: rows[1], seconds=0.05)
    assert isinstance(failure.value.__cause__, IndexError)
