"""Nothing that a table says below the board, and no name beside it, is cut at 80 × 24."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from rich.cells import cell_len
from textual.widgets import Static

from caravan_tui import i18n as words
from caravan_tui.app import CaravanApp
from caravan_tui.cli.preview import preview_app, random_match
from caravan_tui.games import registry
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.widgets.board import Board
from caravan_tui.widgets.prompt import Prompt
from tests.nights import mostly_nightly
from tests.support.screen_app import WidgetApp
from tests.support.screen_text import screen_lines, widget_lines
from tests.support.until import until

BURSTS = 40
"""Keys that a table gets, one after the other."""

EVERYWHERE = ["enter", "tab", "shift+tab", "left", "right", "up", "down", "backspace"]


def cut_lines(prompt: Prompt) -> list[str]:
    """What the prompt says and does not show whole."""
    texts = [line for line in prompt.query(Static) if line.id != "said" and line.display]
    drawn = " ".join(" ".join(" ".join(widget_lines(line)).split()) for line in texts)
    return [
        text
        for line in texts
        if (text := " ".join(str(line.content).split())) and text not in drawn
    ]


def keys_of(board: Board[object]) -> list[str]:
    """The keys of a board's own commands."""
    commands = [
        command for kind in type(board).__mro__ for command in vars(kind).get("COMMANDS", ())
    ]
    return sorted({key for command in commands for key in command.keys.split(",")})


async def table_of(app: CaravanApp) -> TableScreen:
    """The table that an app opens."""
    while not isinstance(app.screen, TableScreen):
        await asyncio.sleep(0.01)
    return app.screen


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", registry.ids())
async def test_no_key_has_a_text_cut(game: str, language: str) -> None:
    await press_by_chance(game, language, 1)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seed", mostly_nightly(list(range(2, 12)), 0))
@pytest.mark.parametrize("game", registry.ids())
async def test_no_key_has_a_text_cut_anywhere(game: str, seed: int, language: str) -> None:
    await press_by_chance(game, language, seed)


async def press_by_chance(game: str, language: str, seed: int) -> None:
    """Press keys of a board somewhere in a match."""
    words.choose(language)
    rng = Random(f"{game} {seed}")
    spec = registry.spec(game)
    seats = min(spec.max_seats, max(spec.min_seats, 3))
    match = random_match(game, seats, seed, rng.randrange(60), level="greedy")
    app = preview_app(match, max(0, match.to_act))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await table_of(app)
        await until(lambda: str(screen.prompt.query_one("#asked", Static).content), pilot)
        for _burst in range(BURSTS):
            key = rng.choice([*keys_of(screen.board), *EVERYWHERE])
            await pilot.press(key)
            if app.screen is not screen:
                await pilot.press("escape")
            if app.screen is not screen:
                return  # the match is over, or the user leaves
            assert not cut_lines(screen.prompt), f"after {key}"


@pytest.mark.parametrize("width", [40, 80])
async def test_a_text_too_long_for_its_row_takes_both_and_gives_the_question_back(
    width: int,
) -> None:
    prompt, question = Prompt(), "Choose a camel, then a space"
    text = " ".join("word" for _number in range(width // 4))
    async with WidgetApp(prompt).run_test(size=(width, 4)) as pilot:
        prompt.ask(question)
        prompt.show_error(text)
        await until(
            lambda: " ".join(" ".join(screen_lines(pilot.app)).split()) == f"! {text}", pilot
        )
        prompt.drop_error()
        await until(lambda: question in screen_lines(pilot.app)[0], pilot)
        prompt.ask(text)
        await until(lambda: not cut_lines(prompt), pilot)
        assert cell_len(text) > width - 2
        await pilot.resize_terminal(2 * width, 4)
        await until(lambda: text in screen_lines(pilot.app)[0], pilot)
