"""The palette opens on our screens and has their commands."""

from __future__ import annotations

from textual.command import CommandList, CommandPalette, SearchIcon

from caravan_tui.app import CaravanApp, local_host
from caravan_tui.screens.home import HomeScreen
from caravan_tui.screens.saved import SavedScreen
from tests.app.app_help import until


async def test_the_palette_opens_and_runs_a_command_of_the_screen() -> None:
    app = CaravanApp(local_host)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await pilot.press("ctrl+p")
        await until(pilot, lambda: CommandPalette.is_open(app))
        assert not app.screen.query_one(SearchIcon).display  # no emoji: not every font has them
        await pilot.press(*"Saved")
        found = app.screen.query_one(CommandList)
        await until(pilot, lambda: found.option_count and "Saved" in str(found.options[0].prompt))
        await pilot.press("enter")
        if CommandPalette.is_open(app):  # the first enter takes the line, the second runs it
            await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, SavedScreen))
        await app.host.stop()
    assert app.return_code in (0, None)
