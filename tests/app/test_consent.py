"""Taking back between people, as the screen of each of them shows it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Button, Static

from caravan_tui.bus.messages import Notice, UndoAnswer, UndoAsked, UndoSettled
from caravan_tui.preview import preview_app, random_match
from caravan_tui.screens.consent import ConsentQuestion
from caravan_tui.screens.table import TableScreen
from caravan_tui.widgets.prompt import Prompt
from tests.app.app_help import until


@asynccontextmanager
async def table() -> AsyncIterator[tuple[Pilot[Any], TableScreen, list[Any]]]:
    """Seat 0 of a match of two, and what it says at the table."""
    async with preview_app(random_match("sahara", 2, 1, 6), 0).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: len(pilot.app.screen_stack) > 1)
        screen = pilot.app.screen_stack[1]
        assert isinstance(screen, TableScreen)
        await until(pilot, lambda: screen.position is not None)
        said: list[Any] = []
        screen.link.bus.publish = lambda _topic, message: said.append(message)  # type: ignore[method-assign]
        yield pilot, screen, said


def toasts(pilot: Pilot[Any]) -> str:
    return " ".join(notice.message for notice in pilot.app._notifications)


async def test_a_question_that_somebody_else_has_settled_goes_by_itself() -> None:
    async with table() as (pilot, screen, said):
        asked = UndoAsked(screen.link.match, 1, [0], "one", 30.0)
        await screen.hear(asked)
        await until(pilot, lambda: isinstance(pilot.app.screen, ConsentQuestion))
        words = str(pilot.app.screen.query(Static).first().content)
        assert screen.link.names[1] in words and "30 s" in words
        await screen.hear(UndoSettled(screen.link.match, "another", False, 1))
        await pilot.pause(0.1)
        assert isinstance(pilot.app.screen, ConsentQuestion)
        await screen.hear(UndoSettled(screen.link.match, "one", False, 1))
        await until(pilot, lambda: pilot.app.screen is screen)
        assert not said, "nothing is answered that is not asked any more"


async def test_who_is_asked_answers_once() -> None:
    async with table() as (pilot, screen, said):
        await screen.hear(UndoAsked(screen.link.match, 1, [0], "one", 30.0))
        await until(pilot, lambda: isinstance(pilot.app.screen, ConsentQuestion))
        await until(pilot, lambda: isinstance(pilot.app.focused, Button))
        await pilot.press("right", "enter")
        await until(pilot, lambda: said)
        assert said == [UndoAnswer(screen.link.match, 0, "one", True)]


async def test_who_asks_reads_who_is_asked_until_it_is_settled() -> None:
    async with table() as (pilot, screen, _said):

        def feedback() -> str:
            return str(screen.query_one(Prompt).query_one("#feedback", Static).content)

        asked = UndoAsked(screen.link.match, 0, [1], "one", 30.0)
        screen.say_asked(asked)
        await pilot.pause()
        assert screen.link.names[1] in feedback() and "30 s" in feedback()
        await screen.hear(UndoSettled(screen.link.match, "one", False, 0))
        await pilot.pause()
        assert not feedback()


async def test_what_is_told_at_a_table_is_read_by_all_and_as_it_is() -> None:
    async with table() as (pilot, screen, _said):
        await screen.hear(Notice(screen.link.match, "Bob [b]takes[/b] back", seat=1))
        await until(pilot, lambda: "Bob [b]takes[/b] back" in toasts(pilot))
        screen.notify("Tea [at] five")
        await until(pilot, lambda: "Tea [at] five" in toasts(pilot))
        assert not any(notice.markup for notice in pilot.app._notifications)
