"""The palette opens on our screens and has their commands."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.command import CommandPalette

from caravan_tui.app import CaravanApp, local_host
from caravan_tui.screens.home import HomeScreen


async def test_the_palette_opens_and_runs_a_command_of_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(tmp_path))
    app = CaravanApp(local_host)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.2)
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("ctrl+p")
        await pilot.pause(0.3)
        assert CommandPalette.is_open(app)
        await pilot.press(*"Saved")
        await pilot.pause(0.6)
        await pilot.press("enter")
        await pilot.pause(0.6)
        if CommandPalette.is_open(app):  # the first enter takes the line, the second runs it
            await pilot.press("enter")
            await pilot.pause(0.6)
        assert type(app.screen).__name__ == "SavedScreen"
        await app.host.stop()
    assert app.return_code in (0, None)
