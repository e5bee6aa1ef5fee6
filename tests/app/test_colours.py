"""Colours: apart with every deficiency a palette is for, readable; the user's own themes."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Button

from caravan_tui import settings, theme_files
from caravan_tui.app import CaravanApp
from caravan_tui.games.caravanserai.faces import GOODS as CAMEL_GOODS
from caravan_tui.preview import PreviewHost, preview_app, random_match
from caravan_tui.screens.table import TableScreen
from caravan_tui.screens.themes import DESERT_DAY, DESERT_NIGHT, HIGH_CONTRAST, THEMES
from caravan_tui.widgets import palettes
from caravan_tui.widgets.dialog import Question
from tests.app.app_help import until
from tests.app.vision import contrast, nearest

DEFICIENCIES = [name for name in palettes.NAMES if name != palettes.USUAL]


def some(named: dict[str, str], kind: str) -> list[str]:
    return [colour for name, colour in named.items() if name.startswith(kind)]


@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("vision", DEFICIENCIES)
def test_a_palette_keeps_seats_and_goods_apart_as_it_is_and_as_it_is_seen(
    vision: str, dark: bool
) -> None:
    named = palettes.colours(vision, dark)
    for seen in ("usual", vision):
        assert nearest(some(named, "seat"), seen) >= 43
        assert nearest(some(named, "good"), seen) >= 35


@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("palette", palettes.NAMES)
def test_colours_are_readable_on_every_ground_of_the_apps_own_themes(
    palette: str, dark: bool
) -> None:
    for theme in THEMES:
        if theme.dark is not dark:
            continue
        named = palettes.usual(dark) | theme.variables | palettes.colours(palette, dark)
        for ground in (theme.background, theme.surface, theme.panel):
            for name in [*some(named, "seat"), *some(named, "good")]:
                assert contrast(name, str(ground)) >= 3.0  # WCAG 2 for large and bold signs


def test_the_goods_of_caravanserai_keep_apart_with_every_deficiency() -> None:
    assert min(nearest(CAMEL_GOODS, vision) for vision in palettes.NAMES) >= 28


def test_the_settings_name_the_palettes_that_there_are() -> None:
    for name in palettes.NAMES:
        assert settings.changed(settings.Settings(), "palette", name).palette == name
    with pytest.raises(ValueError, match="monochrome"):
        settings.changed(settings.Settings(), "palette", "monochrome")


async def test_a_palette_changes_the_seats_at_a_table_at_once_and_back() -> None:
    app = preview_app(random_match("sahara", 4, 5, 12), 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.position)

        def drawn() -> set[str]:
            strips = app.screen._compositor.render_strips()
            styles = [segment.style for strip in strips for segment in strip if segment.style]
            return {style.color.name for style in styles if style.color}

        usual = palettes.SEATS_DARK[:4]
        changed = palettes.SEATS["tritanopia"][0][:4]
        await until(pilot, lambda: app.host is not None and set(usual) <= drawn())
        app.take_settings(settings.changed(app.settings, "palette", "tritanopia"))
        await until(pilot, lambda: set(changed) <= drawn() and not set(usual) & drawn())
        app.take_settings(settings.changed(app.settings, "palette", "usual"))
        await until(pilot, lambda: set(usual) <= drawn())


# the user's own themes


def put(name: str, text: str) -> Path:
    folder = theme_files.folder()
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_text(text, "utf-8")
    return file


async def test_a_theme_file_is_a_theme_like_another_with_colours_of_its_own() -> None:
    put("dusk.toml", 'like = "desert-day"\nprimary = "#123456"\nseat-2 = "#0000ff"\n')
    settings.save(settings.Settings(theme="dusk"))
    app = CaravanApp(PreviewHost)
    async with app.run_test(size=(80, 24)):
        assert app.theme == "dusk"
        assert app.current_theme.primary == "#123456"
        assert app.current_theme.background == DESERT_DAY.background
        assert not app.current_theme.dark
        assert app.theme_variables["seat-2"] == "#0000ff"
        assert app.theme_variables["seat-1"] == palettes.SEATS_LIGHT[0]


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("a.toml", "primary = [", "not TOML"),
        ("a.toml", 'primary = "red"', "primary: 'red' is no colour"),
        ("a.toml", 'colour = "#123456"', "nothing in a theme is called 'colour'"),
        ("a.toml", "dark = 1", "dark is true or false"),
        ("a.toml", 'like = "b"', "there is no theme 'b' to be like"),
        ("nord.toml", "", "there is a theme of this name already"),
        ("A b.toml", "", "the name of the file"),
    ],
)
async def test_a_bad_theme_file_is_refused_in_one_line_with_its_name_and_why(
    name: str, text: str, reason: str
) -> None:
    file = put(name, text)
    put("good.toml", "")
    app = CaravanApp(PreviewHost)
    told: list[str] = []
    app.notify = lambda message, **_more: told.append(message)  # type: ignore[method-assign]
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: told)
        assert "good" in app.available_themes
    assert len(told) == 1 and "\n" not in told[0]
    assert str(file) in told[0] and reason in told[0]


def test_the_apps_own_themes_differ_and_say_their_ground() -> None:
    assert [theme.dark for theme in (DESERT_NIGHT, DESERT_DAY, HIGH_CONTRAST)] == [
        True, False, True,
    ]  # fmt: skip


@pytest.mark.parametrize("theme", [theme.name for theme in THEMES] + ["textual-dark", "nord"])
async def test_a_button_with_the_focus_is_marked_from_end_to_end(theme: str) -> None:
    app = preview_app(random_match("sahara", 2, 1, 4))
    async with app.run_test(size=(80, 24)) as pilot:
        app.theme = theme
        app.push_screen(Question("Delete?", "It is gone.", [("yes", "Delete"), ("no", "Keep")]))
        await until(pilot, lambda: isinstance(app.screen, Question) and app.focused is not None)
        for _ in range(2):
            await pilot.pause(0.1)
            grounds = {}
            for button in app.screen.query(Button):
                line = app.screen._compositor.render_strips()[button.region.y]
                cells = [segment.style for segment in line for _character in segment.text]
                cells = cells[button.region.x : button.region.right]
                assert not any(style.reverse for style in cells), theme
                (ground,) = {style.bgcolor for style in cells}
                (front,) = {style.color for style in cells if style.color}
                told = contrast(front.get_truecolor().hex, ground.get_truecolor().hex)
                assert told >= 3, theme
                grounds[button.has_focus] = ground
            assert grounds[True] != grounds[False]
            await pilot.press("right")


async def test_a_board_looks_the_same_after_another_game_was_shown() -> None:
    """All boards are called Board: what one says of its style must not reach the next."""
    regions = []
    app = preview_app(random_match("sahara", 2, 1, 4))
    async with app.run_test(size=(80, 24)) as pilot:
        for game in ("", "caravanserai", "dice_village", "decktet", "ahldarahd"):
            if game:
                app.push_screen(TableScreen(app.host.seat_at(random_match(game, 2, 1, 4), [0])))
                await until(pilot, lambda: len(app.screen_stack) == 3 and app.screen.query("Board"))
                await pilot.pause(0.2)
                app.pop_screen()
            else:
                await until(pilot, lambda: app.screen.query("#words"))
            await pilot.pause(0.2)
            link = app.host.seat_at(random_match("sahara", 2, 1, 4), [0])
            app.push_screen(TableScreen(link))
            await until(pilot, lambda: app.screen.query("#words"))
            await pilot.pause(0.2)
            words = app.screen.query_one("#words")
            regions.append((words.region, words.content_size))
            app.pop_screen()
            await pilot.pause(0.1)
    assert len(set(regions)) == 1 and regions[0][1].width >= 28, regions
