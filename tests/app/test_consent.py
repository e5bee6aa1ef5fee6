"""Undo between people, as the screen of each of them shows it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Button, Static

from caravan_tui.bus.handle import LocalTable
from caravan_tui.bus.messages import Notice, UndoAsked, UndoSettled
from caravan_tui.cli.preview import preview_app, random_match
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.screens.table.undo_requests import UndoQuestion
from caravan_tui.widgets.prompt import Prompt
from tests.support.until import until


@asynccontextmanager
async def table() -> AsyncIterator[tuple[Pilot[Any], TableScreen, list[Any]]]:
    """Seat 0 of a match of two, and what it says at the table."""
    async with preview_app(random_match("sahara", 2, 1, 6), 0).run_test(size=(80, 24)) as pilot:
        await until(lambda: len(pilot.app.screen_stack) > 1, pilot)
        screen = pilot.app.screen_stack[1]
        assert isinstance(screen, TableScreen)
        await until(lambda: screen.position is not None, pilot)
        answers: list[tuple[int | None, str, bool]] = []

        class AnsweringTable(LocalTable):
            def answer_undo(self, undo: str, agrees: bool) -> None:
                answers.append((self.seat, undo, agrees))

        connection = screen.connection
        connection.table = partial(
            AnsweringTable, connection.bus, lambda _id: None, connection.match
        )
        yield pilot, screen, answers


def toasts(pilot: Pilot[Any]) -> str:
    return " ".join(notice.message for notice in pilot.app._notifications)


async def test_a_question_that_somebody_else_has_settled_goes_by_itself() -> None:
    async with table() as (pilot, screen, said):
        asked = UndoAsked(screen.connection.match, 1, [0], "one", 30.0)
        screen.receive(asked)
        await until(lambda: isinstance(pilot.app.screen, UndoQuestion), pilot)
        words = str(pilot.app.screen.query(Static).first().content)
        assert screen.connection.names[1] in words and "30 s" in words
        screen.receive(UndoSettled(screen.connection.match, "another", False, 1))
        await pilot.pause()
        assert isinstance(pilot.app.screen, UndoQuestion)
        screen.receive(UndoSettled(screen.connection.match, "one", False, 1))
        await until(lambda: pilot.app.screen is screen, pilot)
        assert not said, "nothing is answered that is not asked any more"


async def test_who_is_asked_answers_once() -> None:
    async with table() as (pilot, screen, said):
        screen.receive(UndoAsked(screen.connection.match, 1, [0], "one", 30.0))
        await until(lambda: isinstance(pilot.app.screen, UndoQuestion), pilot)
        await until(lambda: isinstance(pilot.app.focused, Button), pilot)
        await pilot.press("right", "enter")
        await until(lambda: said, pilot)
        assert said == [(0, "one", True)]


async def test_who_asks_reads_who_is_asked_until_it_is_settled() -> None:
    async with table() as (pilot, screen, _said):

        def feedback() -> str:
            return str(screen.query_one(Prompt).query_one("#feedback", Static).content)

        asked = UndoAsked(screen.connection.match, 0, [1], "one", 30.0)

        async def ask() -> UndoAsked:
            return asked

        screen.requests.send(ask())
        await until(lambda: screen.connection.names[1] in feedback(), pilot)
        assert "30 s" in feedback()
        screen.receive(UndoSettled(screen.connection.match, "one", False, 0))
        await until(lambda: not feedback(), pilot)


async def test_what_is_told_at_a_table_is_read_by_all_and_as_it_is() -> None:
    async with table() as (pilot, screen, _said):
        screen.receive(Notice(screen.connection.match, "Bob [b]takes[/b] back", seat=1))
        await until(lambda: "Bob [b]takes[/b] back" in toasts(pilot), pilot)
        screen.notify("Tea [at] five")
        await until(lambda: "Tea [at] five" in toasts(pilot), pilot)
        assert not any(notice.markup for notice in pilot.app._notifications)
