"""The box of an option, for people and terminals without colours."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

import textual.widgets
from textual.color import Color

import caravan_tui.screens
from caravan_tui.themes.builtin import THEMES
from caravan_tui.widgets.checkbox import Checkbox
from tests.app.vision import contrast
from tests.support.screen_app import WidgetApp


async def test_a_box_shows_its_state_without_colour_and_stands_out_in_every_theme_of_ours() -> None:
    off, on = Checkbox("off", False, compact=True), Checkbox("on", True, compact=True)
    app = WidgetApp(off, on)
    async with app.run_test() as pilot:
        assert [str(box.render()).rstrip() for box in (off, on)] == ["[ ] off", "[X] on"]
        off.focus()
        await pilot.press("space")
        assert str(off.render()).rstrip() == "[X] off"
        await pilot.press("space")
        grounds: set[Color] = set()
        for theme in THEMES:
            app.theme = theme.name
            await pilot.pause()
            style = off.get_visual_style("toggle--button")
            assert contrast(style.foreground.hex6.lower(), style.background.hex6.lower()) > 4.5
            grounds.add(style.background)
        assert len(grounds) == len(THEMES), "each theme was looked at"


def test_no_screen_uses_the_box_of_textual() -> None:
    modules = [
        import_module(info.name)
        for info in walk_packages(caravan_tui.screens.__path__, "caravan_tui.screens.")
    ]
    for module in modules:
        assert textual.widgets.Checkbox not in vars(module).values(), module.__name__
