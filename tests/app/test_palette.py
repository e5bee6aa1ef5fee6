"""The palette opens on our screens and has their commands; the footer keeps their order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual.app import App
from textual.command import CommandList, CommandPalette, SearchIcon
from textual.pilot import Pilot
from textual.widgets._footer import FooterKey

from caravan_tui import i18n as words
from caravan_tui.app import CaravanApp, local_host
from caravan_tui.cli.preview import preview_app, random_match
from caravan_tui.command_index import all_commands
from caravan_tui.screens.home.screen import HomeScreen
from caravan_tui.screens.saved.screen import SavedScreen
from caravan_tui.screens.settings import SettingsScreen
from caravan_tui.screens.table.screen import TableScreen
from tests.support.until import until


def is_open(app: App[Any]) -> bool:
    """Whether the palette is open."""
    return CommandPalette.is_open(app)


async def test_the_palette_opens_and_runs_a_command_of_the_screen(no_workers: None) -> None:
    app = CaravanApp(local_host)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, HomeScreen), pilot)
        await pilot.press("ctrl+p")
        await until(lambda: is_open(app), pilot)
        assert not app.screen.query_one(SearchIcon).display  # no emoji: not every font has them
        await pilot.press(*"Saved")
        rows = app.screen.query_one(CommandList)
        await until(lambda: rows.option_count and "Saved" in str(rows.options[0].prompt), pilot)
        await pilot.press("enter")
        if is_open(app):  # the first enter takes the line, the second runs it
            await pilot.press("enter")
        await until(lambda: isinstance(app.screen, SavedScreen), pilot)
        await app.host.stop()
    assert app.return_code in (0, None)


async def test_a_click_on_the_arrows_at_the_foot_leads_through_the_palette(
    no_workers: None,
) -> None:
    app = CaravanApp(local_host)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, HomeScreen), pilot)
        await pilot.press("ctrl+p")
        await until(lambda: is_open(app), pilot)
        rows = app.screen.query_one(CommandList)
        await until(lambda: rows.option_count > 2 and rows.highlighted is not None, pilot)
        first = rows.highlighted
        assert first is not None
        await pilot.click(offset=(4, 23))
        await until(lambda: rows.highlighted == first + 1, pilot)
        assert is_open(app)
        await app.host_ready.wait()
        await app.host.stop()


async def test_changed_keys_stand_where_the_usual_ones_stood_and_are_named_in_the_palette() -> None:
    def footer(app: CaravanApp) -> list[tuple[str, str]]:
        return [(key.key, str(key.description)) for key in app.screen.query(FooterKey)]

    footers = []
    for keys in ({}, {"table.undo": "Z", "decktet.play": "F12", "table.hint": "Y"}):
        match = next(
            match
            for match in (random_match("decktet", 2, seed, 0) for seed in range(9))
            if match.to_act == 0
        )
        app = preview_app(match, 0)
        app.settings.keys = keys
        async with app.run_test(size=(80, 24)) as pilot:
            await until(lambda app=app: isinstance(app.screen, TableScreen), pilot)
            await pilot.press("tab")  # a play is selected, so that it can be played
            await until(
                lambda app=app: {"Undo", "Play", "Hint"} <= {title for _key, title in footer(app)},
                pilot,
            )
            footers.append(footer(app))
            if not keys:
                continue
            helps = {entry.title: entry.help for entry in app.get_system_commands(app.screen)}
            assert helps["Undo"].endswith(" (Z)") and helps["Redo"].endswith(" (r)")
            assert helps["Play"].endswith(" (F12)")
            assert "(" not in helps["Theme"], "what is Textual's own has no key here"
            await pilot.press("ctrl+p")
            await until(lambda app=app: is_open(app), pilot)
            await pilot.press(*"redo")
            rows = app.screen.query_one(CommandList)
            await until(
                lambda rows=rows: rows.option_count and "Redo" in str(rows.options[0].prompt),
                pilot,
            )
            assert "(r)" in str(rows.options[0].prompt), "and no markup has swallowed it"
    usual, own = footers
    assert [title for _key, title in own] == [title for _key, title in usual]
    changed = {title: key for key, title in own if (key, title) not in usual}
    assert set(changed) == {"Undo", "Play", "Hint"}


async def open_palette(pilot: Pilot[Any]) -> CommandList:
    """Open the palette; its rows."""
    await pilot.press("ctrl+p")
    await until(lambda: CommandPalette.is_open(pilot.app), pilot)
    return pilot.app.screen.query_one(CommandList)


async def test_the_palette_begins_with_this_screen_and_finds_a_theme_by_its_name(
    no_workers: None,
) -> None:
    app = CaravanApp(local_host)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, HomeScreen) and app.host_ready.is_set(), pilot)
        titles = [entry.title for entry in app.get_system_commands(app.screen)]
        assert titles[0].startswith("Play ") or titles[1].startswith("Play "), "games first"
        saved = titles.index("Saved matches")
        assert titles[saved + 1] == "Tutorial of the selected game", "in the order of the footer"
        assert titles.index("Settings") < saved < titles.index("Keys") < titles.index("Theme")
        assert titles.count("Quit") == 1
        rows = await open_palette(pilot)
        await until(lambda: rows.option_count == len(titles), pilot)
        assert [str(row.prompt).split("\n")[0] for row in rows.options] == titles
        typed = "desert day"
        await pilot.press(*("space" if letter == " " else letter for letter in typed))
        await until(
            lambda: rows.option_count and "Theme: Desert day" in str(rows.options[0].prompt), pilot
        )
        await pilot.press("enter")
        if is_open(app):  # the first enter takes the line, the second runs it
            await pilot.press("enter")
        await until(lambda: app.theme == "desert-day", pilot)
        await app.host.stop()


async def test_the_palette_finds_rules_and_tutorial_of_a_game_by_its_name(
    no_workers: None,
) -> None:
    app = CaravanApp(local_host)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, HomeScreen) and app.host_ready.is_set(), pilot)
        rows = await open_palette(pilot)
        await pilot.press(*"camels")

        def titles() -> set[str]:
            return {str(row.prompt).split("\n")[0] for row in rows.options}

        wanted = {"Rules of Caravan · camels", "Tutorial: Caravan · camels"}
        await until(lambda: wanted <= titles(), pilot)
        await pilot.press("escape")
        await until(lambda: not is_open(app), pilot)
        await app.host.stop()


def test_every_title_of_a_command_is_a_text_of_the_catalogue() -> None:
    template = Path(words.__file__).parent / "locale" / "caravan_tui.pot"
    known = {line[7:-1] for line in template.read_text("utf-8").splitlines() if "msgid" in line}
    for _title, commands in all_commands():
        for command in commands:
            assert command.title in known, command.id


async def test_settings_and_their_values_are_found_in_the_palette(no_workers: None) -> None:
    app = CaravanApp(local_host)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, HomeScreen), pilot)
        for typed, title in (("quick", "Pace: quick"), ("thinking", "Setting: Thinking time")):
            await pilot.press("ctrl+p")
            await until(lambda: is_open(app), pilot)
            await pilot.press(*typed)
            rows = app.screen.query_one(CommandList)
            await until(
                lambda rows=rows, title=title: (
                    rows.option_count and title in str(rows.options[0].prompt)
                ),
                pilot,
            )
            await pilot.press("enter")
            if is_open(app):
                await pilot.press("enter")
            await until(lambda: not is_open(app), pilot)
        await until(lambda: isinstance(app.screen, SettingsScreen), pilot)
        assert app.settings.pace == "quick"
        field = app.screen.fields.current  # type: ignore[attr-defined]
        assert field.name == "seconds"
        await app.host.stop()
