"""The palette opens on our screens and has their commands; the footer keeps their order."""

from __future__ import annotations

from pathlib import Path

from textual.command import CommandList, CommandPalette, SearchIcon
from textual.widgets._footer import FooterKey

from caravan_tui import words
from caravan_tui.app import CaravanApp, local_host
from caravan_tui.help import all_commands
from caravan_tui.preview import preview_app, random_match
from caravan_tui.screens.home import HomeScreen
from caravan_tui.screens.saved import SavedScreen
from caravan_tui.screens.table import TableScreen
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


async def test_keys_of_ones_own_stand_where_the_usual_ones_stood() -> None:
    def footer(app: CaravanApp) -> list[tuple[str, str]]:
        return [(key.key, str(key.description)) for key in app.screen.query(FooterKey)]

    shown = []
    for keys in ({}, {"table.undo": "Z", "decktet.play": "F12", "table.hint": "Y"}):
        app = preview_app(random_match("decktet", 2, 1, 0), 0)
        app.settings.keys = keys
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda app=app: isinstance(app.screen, TableScreen))
            await until(pilot, lambda app=app: len(footer(app)) >= 8)
            shown.append(footer(app))
    usual, own = shown
    assert [words for _key, words in own] == [words for _key, words in usual]
    changed = {words: key for key, words in own if (key, words) not in usual}
    assert set(changed) == {"Undo", "Play", "Hint"}


async def test_the_palette_names_the_keys_of_its_commands_as_they_are_now() -> None:
    app = preview_app(random_match("decktet", 2, 1, 0), 0)
    app.settings.keys = {"table.undo": "Z"}
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        found = {one.title: one.help for one in app.get_system_commands(app.screen)}
        assert found["Undo"].endswith(" (Z)") and found["Redo"].endswith(" (r)")
        assert found["Play"].endswith(" (Enter)")
        assert "(" not in found["Theme"], "what is Textual's own has no key here"
        await pilot.press("ctrl+p")
        await until(pilot, lambda: CommandPalette.is_open(app))
        await pilot.press(*"redo")
        rows = app.screen.query_one(CommandList)
        await until(pilot, lambda: rows.option_count and "Redo" in str(rows.options[0].prompt))
        assert "(r)" in str(rows.options[0].prompt), "and no markup has swallowed it"


def test_every_title_of_a_command_is_a_text_of_the_catalogue() -> None:
    template = Path(words.__file__).parent / "locale" / "caravan_tui.pot"
    known = {line[7:-1] for line in template.read_text("utf-8").splitlines() if "msgid" in line}
    for _title, commands in all_commands():
        for command in commands:
            assert command.title in known, command.id
