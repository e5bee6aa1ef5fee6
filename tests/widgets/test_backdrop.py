"""What is seen through translucent screens that lie on each other."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from textual.app import ComposeResult
from textual.binding import Binding
from textual.pilot import Pilot
from textual.screen import ModalScreen, Screen
from textual.widgets import Footer, Static

from caravan_tui.widgets.backdrop import Backdrop, screen_below
from caravan_tui.widgets.question import Question
from tests.support.screen_app import WidgetApp
from tests.support.screen_text import screen_text
from tests.support.until import until


class Pane(ModalScreen[None]):
    """A translucent screen, as Textual draws it."""

    def compose(self) -> ComposeResult:
        yield Static("pane")


class ClearPane(Pane):
    """The same with our backdrop."""

    def render(self) -> Backdrop:
        return Backdrop(self)


async def draw_lowest_anew(pilot: Pilot[Any], kind: type[Pane]) -> list[Pane]:
    """Three panes on each other, drawn while the upper ones keep what lies below them and the
    lowest does not."""
    panes = [kind() for _ in range(3)]
    for pane in panes:
        await pilot.app.push_screen(pane)
        await pilot.pause()
    for changed in (panes, panes[:1]):
        for pane in changed:
            pane.refresh()
        for pane in panes:
            pane._set_dirty()
        pilot.app.export_screenshot()
    return panes


async def test_a_backdrop_is_needed_until_textual_asks_its_stack() -> None:
    async with WidgetApp(Static("ground")).run_test() as pilot:
        with pytest.raises((RecursionError, AttributeError)):  # the second: a style half made
            await draw_lowest_anew(pilot, Pane)


async def test_three_translucent_screens_can_be_drawn_when_the_lowest_has_changed() -> None:
    async with WidgetApp(Static("ground")).run_test() as pilot:
        panes = await draw_lowest_anew(pilot, ClearPane)
        assert [screen_below(pane) for pane in panes[1:]] == panes[:2]


async def test_the_keys_of_a_window_stand_in_place_of_those_of_the_screen_below() -> None:
    class Ground(Screen[None]):
        BINDINGS: ClassVar[list[Any]] = [Binding("x", "do", "Do a thing")]

        def compose(self) -> ComposeResult:
            yield Static("ground")
            yield Footer(show_command_palette=False)

        def action_do(self) -> None:
            """Nothing."""

    async with WidgetApp(Static("lowest")).run_test() as pilot:
        await pilot.app.push_screen(Ground())
        await until(lambda: "Do a thing" in screen_text(pilot.app), pilot)
        answers = [("yes", "Yes"), ("no", "No")]
        await pilot.app.push_screen(Question("Go?", "At once.", answers))
        await until(lambda: "At once." in screen_text(pilot.app), pilot)
        assert "Do a thing" not in screen_text(pilot.app) and "ground" in screen_text(pilot.app)
        keys = "←→ Select Enter Confirm Esc Close"
        assert screen_text(pilot.app).splitlines()[-1].strip() == keys
        await pilot.app.pop_screen()
        await until(lambda: "Do a thing" in screen_text(pilot.app), pilot)


async def test_a_window_shows_what_lies_below_it_until_it_is_closed() -> None:
    async with WidgetApp(Static("ground")).run_test() as pilot:
        window = Question("Go?", "At once.", [("yes", "Yes")])
        await pilot.app.push_screen(window)
        await pilot.pause()
        assert "ground" in screen_text(pilot.app)
        await pilot.app.pop_screen()
        assert screen_below(window) is None
