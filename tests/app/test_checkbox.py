"""The box of an option, for people and terminals without colours."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.app import App, ComposeResult
from textual.widgets._toggle_button import ToggleButton

from caravan_tui.app import CaravanApp
from caravan_tui.preview import PreviewHost
from caravan_tui.screens.settings import SettingsScreen
from caravan_tui.screens.setup import SetupScreen
from caravan_tui.screens.themes import THEMES
from caravan_tui.widgets.checkbox import Checkbox
from tests.app.app_help import until
from tests.app.vision import contrast


class Boxes(App[None]):
    """Two boxes."""

    def compose(self) -> ComposeResult:
        yield Checkbox("off", False, compact=True)
        yield Checkbox("on", True, compact=True)


async def test_a_box_tells_its_state_without_colour() -> None:
    app = Boxes()
    async with app.run_test() as pilot:
        boxes = list(app.query(Checkbox))
        assert [str(box.render()).rstrip() for box in boxes] == ["[ ] off", "[X] on"]
        boxes[0].focus()
        await pilot.press("space")
        assert str(boxes[0].render()).rstrip() == "[X] off"


@pytest.mark.parametrize("theme", [theme.name for theme in THEMES])
async def test_an_empty_box_stands_out_in_every_theme_of_ours(
    theme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(tmp_path))
    app = CaravanApp(PreviewHost, "unicode")
    async with app.run_test(size=(80, 24)) as pilot:
        app.theme = theme
        await app.push_screen(SettingsScreen())
        await pilot.pause()
        box = app.screen.query_one("#set-confirm_moves", Checkbox)
        style = box.get_visual_style("toggle--button")
        assert contrast(style.foreground.hex6.lower(), style.background.hex6.lower()) > 4.5


async def test_the_options_of_a_match_and_the_settings_use_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(tmp_path))
    app = CaravanApp(PreviewHost, "unicode")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.host is not None)
        for screen in (SetupScreen("caravanserai"), SettingsScreen()):
            await app.push_screen(screen)
            await pilot.pause()
            boxes = list(screen.query(ToggleButton))
            assert boxes and all(isinstance(box, Checkbox) for box in boxes)
