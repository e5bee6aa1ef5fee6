"""The footer is made anew when it has something else to say, and only then."""

from __future__ import annotations

from typing import ClassVar

import pytest
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.screen import Screen

from caravan_tui.terminal.compat import FooterKey
from caravan_tui.widgets.footer import Footer
from tests.support.screen_app import ScreenApp
from tests.support.until import until


class Keys(Screen[None]):
    """A screen with two keys, of which one is not always there."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "a", "Always", tooltip="Help"),
        Binding("b", "b", "Both"),
    ]
    has_both = True

    def compose(self) -> ComposeResult:
        yield Footer(show_command_palette=False)

    def action_a(self) -> None:
        """Do nothing."""

    action_b = action_a

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        return action != "b" or self.has_both


async def test_keys_that_stay_the_same_are_not_made_anew() -> None:
    screen = Keys()
    async with ScreenApp(screen).run_test() as pilot:
        footer = screen.query_one(Footer)
        await until(lambda: len(footer.query(FooterKey)) == 2, pilot)
        before = list(footer.query(FooterKey))
        screen.refresh_bindings()
        await pilot.pause()
        assert list(footer.query(FooterKey)) == before
        screen.has_both = False
        screen.refresh_bindings()
        await until(lambda: len(footer.query(FooterKey)) == 1, pilot)


async def test_another_width_makes_keys_anew_only_where_their_titles_are_cut() -> None:
    screen = Keys()
    async with ScreenApp(screen).run_test(size=(80, 24)) as pilot:
        footer = screen.query_one(Footer)
        await until(lambda: len(footer.query(FooterKey)) == 2, pilot)
        before = list(footer.query(FooterKey))

        def titles() -> list[str]:
            return [str(key.description) for key in footer.query(FooterKey)]

        await pilot.resize_terminal(100, 24)
        await pilot.pause()
        assert list(footer.query(FooterKey)) == before
        await pilot.resize_terminal(14, 24)
        await until(lambda: titles() == ["Alwa.", "Both"], pilot)
        await pilot.resize_terminal(100, 24)
        await until(lambda: titles() == ["Always", "Both"], pilot)


async def test_a_key_that_was_clicked_gets_its_help_back() -> None:
    screen = Keys()
    async with ScreenApp(screen).run_test() as pilot:
        footer = screen.query_one(Footer)
        await until(lambda: len(footer.query(FooterKey)) == 2, pilot)
        key = footer.query(FooterKey).first()
        await until(lambda: bool(key.region), pilot)
        await pilot.mouse_down(key)
        assert key.tooltip is None
        screen.refresh_bindings()
        await until(lambda: footer.query(FooterKey).first() is not key, pilot)
        assert footer.query(FooterKey).first().tooltip


async def test_a_screen_that_is_closed_meanwhile_is_not_asked_for_its_keys(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = Keys()

    def lost(_footer: Footer) -> tuple[object, ...]:
        raise NoMatches

    async with ScreenApp(screen).run_test() as pilot:
        footer = screen.query_one(Footer)
        await until(lambda: len(footer.query(FooterKey)) == 2, pilot)
        monkeypatch.setattr(Footer, "sources", lost)
        removing = footer.remove()
        await footer.recompose()
        await removing
        await footer.recompose()
        assert not screen.query(Footer)
