"""Answering the windows that ask."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot
from textual.widgets import Button, Input, Static

from caravan_tui.widgets.question import Question, TextQuestion
from tests.support.until import until


def typed_line(pilot: Pilot[Any]) -> list[Input]:
    """The line of the window in which something is typed, once it is there."""
    return list(pilot.app.screen.query(Input)) if isinstance(pilot.app.screen, TextQuestion) else []


async def type_in(pilot: Pilot[Any], text: str) -> None:
    """Wait for a window that asks for a line, and answer it."""
    await until(lambda: typed_line(pilot), pilot)
    typed_line(pilot)[0].value = text
    await pilot.press("enter")


async def refusal(pilot: Pilot[Any]) -> str:
    """What the window says is wrong with the line that was typed."""
    error = pilot.app.screen.query_one("#error", Static)
    await until(lambda: str(error.content), pilot)
    return str(error.content)


async def answer(pilot: Pilot[Any], name: str) -> None:
    """Wait for a question, and press the button of this answer."""

    def buttons() -> list[Button]:
        screen = pilot.app.screen
        return (
            list(screen.query(f"#answer-{name}").results(Button))
            if isinstance(screen, Question)
            else []
        )

    await until(buttons, pilot)
    question = pilot.app.screen
    buttons()[0].press()
    await until(lambda: pilot.app.screen is not question, pilot)
