"""The rules on the screen: headings to go to, a search that finds while one types."""

from __future__ import annotations

import pytest
from textual.widgets import Input, OptionList, Static
from textual.widgets._footer import FooterKey

from caravan_tui import words
from caravan_tui.app import CaravanApp
from caravan_tui.games import registry
from caravan_tui.preview import PreviewHost
from caravan_tui.screens.rules import RulesScreen
from caravan_tui.widgets.dialog import Chooser
from tests.app.app_help import until


def headings(game: str) -> list[str]:
    lines = registry.rules(game).splitlines()
    return [line.lstrip("# ") for line in lines if line.startswith(("## ", "### "))]


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("decktet", (80, 24)),
        ("ahldarahd", (140, 45)),
        *(
            pytest.param(game, size, marks=pytest.mark.nightly)
            for game in registry.ids()
            for size in ((80, 24), (140, 45))
        ),
    ],
)
async def test_every_heading_is_gone_to_by_key_and_by_mouse(
    game: str, size: tuple[int, int]
) -> None:
    app = CaravanApp(PreviewHost, "unicode")
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.host is not None)
        words.choose("en")
        app.open_rules(game)
        await until(pilot, lambda: isinstance(app.screen, RulesScreen))
        screen = app.screen
        await until(pilot, lambda: [one for one in screen.query(OptionList) if one.option_count])
        contents = screen.query_one("#contents", OptionList)
        told = [str(option.prompt).strip() for option in contents.options]
        assert told == headings(game) and len(told) > 4
        body = screen.query_one("#body")
        assert contents.display is (size[0] > 100)
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, Chooser))
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: app.screen is screen and body.scroll_y > 0)
        await pilot.pause(0.1)
        assert screen.headings()[2].region.y - body.region.y in range(4)
        if contents.display:
            await pilot.click(contents, offset=(3, 2))
            await pilot.pause(0.2)
            assert screen.headings()[1].region.y - body.region.y in range(4)
            assert screen.focused is body, "the keys scroll as before"


def footer_keys(app: CaravanApp) -> set[str]:
    """What the footer shows as keys."""
    return {part.key_display for part in app.screen.query(FooterKey)}


async def test_the_search_finds_while_one_types() -> None:
    app = CaravanApp(PreviewHost, "unicode")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.host is not None)
        app.open_rules("sahara")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen))
        await pilot.pause(0.1)
        found = app.screen.query_one("#found", Static)
        await until(pilot, lambda: {"/", "n"} <= footer_keys(app))
        await pilot.press("slash", "t")
        await pilot.pause(0.1)
        assert footer_keys(app) == {"Esc", "F2"}, "letters and signs are the line's now"
        assert not str(found.content), "one letter is everywhere"
        await pilot.press(*"heft")
        await pilot.pause(0.1)
        count = str(found.content)
        assert count.startswith("Place 1 of ")
        await pilot.press("q")
        await pilot.pause(0.1)
        assert "'theftq' is not in these rules" in str(found.content)
        await pilot.press("backspace", "enter")
        await pilot.pause(0.1)
        assert str(found.content) == count and not app.screen.query_one(Input).has_class("-shown")
        await pilot.press("n")
        assert str(found.content).startswith("Place 2 of ")


async def test_rules_that_are_closed_at_once_break_nothing() -> None:
    app = CaravanApp(PreviewHost, "unicode")
    async with app.run_test(size=(140, 45)) as pilot:
        await until(pilot, lambda: app.host is not None)
        for wait in (0.0, 0.01, 0.02, 0.05, 0.1):
            app.open_rules("ahldarahd")
            await pilot.pause(wait)
            app.pop_screen()
            await pilot.pause(0.05)
        assert not isinstance(app.screen, RulesScreen)
