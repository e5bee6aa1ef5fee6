"""The small windows: what closes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.app import App
from textual.events import Click

from caravan_tui.widgets.dialog import Chooser, Dialog, Question, Typed
from tests.app.app_help import until

BESIDE = (1, 1)


class Windows(App[None]):
    given: Any = "nothing yet"

    def take(self, given: Any) -> None:
        self.given = given


@pytest.mark.parametrize(
    "make",
    [lambda: Chooser("Moves", ["a", "b"]), lambda: Typed("Type", "A move")],
)
@pytest.mark.parametrize("at", ["beside", "foot"])
async def test_a_window_without_a_button_closes_by_a_click_beside_it_or_on_its_foot(
    make: Callable[[], Dialog], at: str
) -> None:
    app = Windows()
    async with app.run_test(size=(80, 24)) as pilot:
        window = make()
        await app.push_screen(window, app.take)
        await pilot.pause()
        frame = window.query_one("#window")
        assert frame.border_subtitle
        await pilot.click(frame, offset=(3, 1))
        assert app.screen is window, "a click inside leaves it open"
        foot = (frame.region.right - 6, frame.region.bottom - 1)
        await pilot.click(offset=BESIDE if at == "beside" else foot)
        await until(pilot, lambda: app.given is None)
        assert app.screen is not window


async def test_the_second_half_of_a_double_click_does_not_close_what_the_first_opened() -> None:
    app = Windows()
    async with app.run_test(size=(80, 24)) as pilot:
        window = Chooser("Moves", ["a", "b"])
        await app.push_screen(window, app.take)
        for chain in (2, 1):
            window.post_message(
                Click(window, 1, 1, 0, 0, 1, False, False, False, 1, 1, None, chain=chain)
            )
            await pilot.pause()
            assert (app.screen is window) == (chain == 2)


async def test_a_question_has_buttons_and_a_click_beside_it_is_no_answer() -> None:
    app = Windows()
    async with app.run_test(size=(80, 24)) as pilot:
        window = Question("Play?", "a move", [("yes", "Play"), ("no", "Not yet")])
        await app.push_screen(window, app.take)
        await pilot.pause()
        await pilot.click(offset=BESIDE)
        assert app.screen is window and app.given == "nothing yet"
        await pilot.click("#answer-no")
        await until(pilot, lambda: app.given == "no")
