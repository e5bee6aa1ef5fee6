"""A terminal that is too small: what covers the screens, and that it goes again."""

from __future__ import annotations

import asyncio

import pytest
from textual.events import Resize
from textual.geometry import Size
from textual.widgets import Input, OptionList

from caravan_tui.cli.preview import random_match
from caravan_tui.screens.home.screen import HomeScreen
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.screens.too_small import Gate
from caravan_tui.widgets.question import Question, TextQuestion
from saves.store import Store
from tests.app.looking_back_help import home
from tests.app.resizing import is_covered, until_at_rest
from tests.support.screen_text import screen_text
from tests.support.until import until

pytestmark = pytest.mark.usefixtures("no_workers")


async def test_a_terminal_that_crosses_the_smallest_size_again_and_again_comes_to_rest() -> None:
    store = Store()
    store.save_now(random_match("decktet", 2, 3, 6))
    store.release_all()
    async with home((80, 24)) as pilot:
        app = pilot.app
        await pilot.press("c")
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.position, pilot)
        for steps in range(8):  # as fast as a dragged window, and slower than the app answers
            size = Size(70, 22) if steps % 2 else Size(81, 25)
            app.post_message(Resize(size, size))
            for _step in range(2 * steps):
                await asyncio.sleep(0)
        app.post_message(Resize(Size(100, 30), Size(100, 30)))
        await until(lambda: app.screen.size == (100, 30) and not is_covered(pilot), pilot)
        await until_at_rest(pilot)
        assert isinstance(app.screen, TableScreen) and len(app.screen_stack) == 3


async def test_two_old_sizes_in_the_queue_of_a_screen_do_not_go_round_for_ever() -> None:
    async with home((100, 30)) as pilot:
        screen = pilot.app.screen
        for size in (Size(90, 26), Size(110, 32)):
            screen.post_message(Resize(size, size))
            screen.call_later(lambda: None)  # or the second would replace the first
        await until(lambda: screen.message_queue_size == 0, pilot)
        await until_at_rest(pilot)
        assert screen.size == (100, 30)


async def test_the_cover_fills_the_terminal_and_nothing_is_laid_out_while_nobody_acts() -> None:
    async with home((80, 24)) as pilot:
        screen = pilot.app.screen
        for size in ((1, 1), (2, 2), (3, 2), (79, 24), (80, 23), (200, 5)):
            await pilot.resize_terminal(*size)
            await until(lambda size=size: screen.query_one(Gate).region.size == size, pilot)
            assert not screen.show_vertical_scrollbar and not screen.show_horizontal_scrollbar
            await until_at_rest(pilot)


async def test_focus_text_and_windows_outlast_a_small_terminal() -> None:
    async with home((80, 24)) as pilot:
        app = pilot.app
        window = TextQuestion("Name", "A name")
        await app.push_screen(window)
        field = window.query_one(Input)
        field.focus()
        await pilot.press("7")
        await pilot.resize_terminal(40, 10)
        await until(lambda: is_covered(pilot), pilot)
        await pilot.press("8", "escape", "enter")
        assert app.screen is window and field.value == "7", "keys do nothing unseen"
        await pilot.resize_terminal(80, 24)
        await until(lambda: window.focused is field, pilot)
        await pilot.press("9")
        await until(lambda: field.value == "79", pilot)
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, HomeScreen), pilot)
        await pilot.resize_terminal(40, 10)
        question = Question("A title", "Some words", [("ok", "Fine"), ("no", "Not fine")])
        await app.push_screen(question)
        await until(lambda: app.screen is question and is_covered(pilot), pilot)
        assert "40 × 10" in screen_text(app.screen) and "Some words" not in screen_text(app.screen)
        await pilot.resize_terminal(80, 24)
        await until(
            lambda: not is_covered(pilot) and "Some words" in screen_text(app.screen), pilot
        )
        assert question.focused is not None
        await pilot.resize_terminal(40, 10)
        question.dismiss("ok")
        await until(lambda: isinstance(app.screen, HomeScreen) and is_covered(pilot), pilot)
        await pilot.resize_terminal(80, 24)
        await until(lambda: not is_covered(pilot), pilot)
        assert len(app.screen_stack) == 2
        await until(lambda: isinstance(app.screen.focused, OptionList), pilot)
