"""Colours: apart with every deficiency a palette is for, readable; the user's own themes."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.theme import Theme
from textual.widgets import Button

from caravan_tui import settings
from caravan_tui.app import CaravanApp
from caravan_tui.cli.preview import PreviewHost, preview_app, random_match
from caravan_tui.games import registry
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.themes import files
from caravan_tui.themes.builtin import DESERT_DAY, DESERT_NIGHT, HIGH_CONTRAST, THEMES
from caravan_tui.widgets import palettes
from caravan_tui.widgets.board import Board
from caravan_tui.widgets.drawing.colours import as_hex
from caravan_tui.widgets.drawing.palette import palette
from caravan_tui.widgets.question import Question
from tests.app.vision import contrast, nearest
from tests.support.known import known
from tests.support.screen_app import BoardApp
from tests.support.until import until

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
@pytest.mark.parametrize("vision", palettes.NAMES)
def test_colours_are_readable_on_every_ground_of_the_apps_own_themes(
    vision: str, dark: bool
) -> None:
    for theme in THEMES:
        if theme.dark is not dark:
            continue
        named = palettes.usual(dark) | theme.variables | palettes.colours(vision, dark)
        for ground in (theme.background, theme.surface, theme.panel):
            for name in [*some(named, "seat"), *some(named, "good")]:
                assert contrast(name, str(ground)) >= 3.0  # WCAG 2 for large and bold signs


@pytest.mark.parametrize("dark", [True, False])
def test_the_goods_of_caravanserai_keep_apart_with_every_deficiency(dark: bool) -> None:
    goods = [as_hex(colour) for colour in palette({}, dark).block]
    assert min(nearest(goods, vision) for vision in palettes.NAMES) >= 28


def test_by_day_what_can_be_chosen_has_no_colour_of_a_seat_or_a_good() -> None:
    colours = palette(palettes.usual(False) | {"accent": str(DESERT_DAY.accent)}, False)
    accent = as_hex(colours.accent)
    assert accent == DESERT_DAY.accent
    for colour in (*colours.seat, *colours.block, *colours.good):
        assert nearest([accent, as_hex(colour)], "usual") >= 40, as_hex(colour)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_the_keys_of_the_footer_are_readable(theme: Theme) -> None:
    assert contrast(theme.variables["footer-key-foreground"], str(theme.panel)) >= 4.5


def test_the_settings_name_the_palettes_that_there_are() -> None:
    for name in palettes.NAMES:
        assert settings.changed(settings.Settings(), "palette", name).palette == name
    with pytest.raises(ValueError, match="monochrome"):
        settings.changed(settings.Settings(), "palette", "monochrome")


async def test_a_palette_changes_the_seats_at_a_table_at_once_and_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    app = preview_app(random_match("sahara", 4, 5, 12), 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.position, pilot)

        def drawn() -> set[str]:
            strips = app.screen._compositor.render_strips()
            styles = [segment.style for strip in strips for segment in strip if segment.style]
            return {style.color.name for style in styles if style.color}

        usual = palettes.SEATS_DARK[:4]
        changed = palettes.SEATS["tritanopia"][0][:4]
        await until(lambda: app.host_ready.is_set() and set(usual) <= drawn(), pilot)
        app.apply_settings(settings.changed(app.settings, "palette", "tritanopia"))
        await until(lambda: set(changed) <= drawn() and not set(usual) & drawn(), pilot)
        app.apply_settings(settings.changed(app.settings, "palette", "usual"))
        await until(lambda: set(usual) <= drawn(), pilot)


# the user's own themes


def put(name: str, text: str) -> Path:
    folder = files.folder()
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_text(text, "utf-8")
    return file


async def test_a_theme_file_is_a_theme_like_another_and_a_bad_one_is_refused_in_a_notice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")  # with 16 colours a theme has other ones
    put("dusk.toml", 'like = "desert-day"\nprimary = "#123456"\nseat-2 = "#0000ff"\n')
    bad = put("bad.toml", 'primary = "red"')
    settings.save(settings.Settings(theme="dusk"))
    app = CaravanApp(PreviewHost)
    notices: list[str] = []
    app.notify = lambda message, **_more: notices.append(message)  # type: ignore[method-assign]
    async with app.run_test(size=(80, 24)) as pilot:
        assert app.theme == "dusk"
        assert app.current_theme.primary == "#123456"
        assert app.current_theme.background == DESERT_DAY.background
        assert not app.current_theme.dark
        assert app.theme_variables["seat-2"] == "#0000ff"
        assert app.theme_variables["seat-1"] == palettes.SEATS_LIGHT[0]
        await until(lambda: notices, pilot)
    assert len(notices) == 1 and str(bad) in notices[0]


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("a.toml", "primary = [", "not TOML"),
        ("a.toml", 'primary = "red"', "primary: 'red' is not a colour"),
        ("a.toml", 'colour = "#123456"', "themes have no key 'colour'"),
        ("a.toml", "dark = 1", "dark is true or false"),
        ("a.toml", 'like = "b"', "like: there is no theme 'b'"),
        ("nord.toml", "", "a theme of this name exists already"),
        ("A b.toml", "", "rename the file"),
    ],
)
def test_a_bad_theme_file_is_refused_in_one_line_with_its_name_and_why(
    name: str, text: str, reason: str
) -> None:
    file = put(name, text)
    put("good.toml", "")
    app = CaravanApp(PreviewHost)
    assert "good" in app.available_themes
    assert len(app.notices) == 1 and "\n" not in app.notices[0]
    assert str(file) in app.notices[0] and reason in app.notices[0]


def test_the_apps_own_themes_differ_and_say_their_ground() -> None:
    assert [theme.dark for theme in (DESERT_NIGHT, DESERT_DAY, HIGH_CONTRAST)] == [
        True, False, True,
    ]  # fmt: skip


async def test_a_button_with_the_focus_is_marked_from_end_to_end_in_every_theme() -> None:
    app = CaravanApp(PreviewHost)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(Question("Delete?", "It is gone.", [("yes", "Delete"), ("no", "Keep")]))
        await until(lambda: isinstance(app.screen, Question) and app.focused is not None, pilot)
        for theme in [*(theme.name for theme in THEMES), "textual-dark", "nord"]:
            app.theme = theme
            await pilot.press("right")  # the other one has the focus now
            await pilot.pause()
            grounds = {}
            for button in app.screen.query(Button):
                line = app.screen._compositor.render_strips()[button.region.y]
                cells = [segment.style for segment in line for _character in segment.text]
                cells = cells[button.region.x : button.region.right]
                assert not any(known(style).reverse for style in cells), theme
                (ground,) = {known(style).bgcolor for style in cells}
                (front,) = {known(style).color for style in cells if known(style).color}
                ratio = contrast(
                    known(front).get_truecolor().hex, known(ground).get_truecolor().hex
                )
                assert ratio >= 3, theme
                grounds[button.has_focus] = ground
            assert grounds[True] != grounds[False], theme


async def test_a_board_looks_the_same_after_those_of_other_games_were_shown() -> None:
    """All boards are called Board: what one says of its style must not reach the next."""
    match = random_match("sahara", 2, 1, 4)
    regions = []
    app = BoardApp("sahara")
    async with app.run_test(size=(80, 21)) as pilot:
        for games in ([], [game for game in registry.ids() if game != "sahara"]):
            await app.query(Board).remove()
            for game in games:
                other = registry.board(game)()
                await app.mount(other)
                await other.remove()
            app.board = registry.board("sahara")()
            await app.mount(app.board)
            app.show(match, 0)
            await until(lambda: app.board.content_size.width, pilot)
            regions.append((app.board.region, app.board.content_size))
    assert len(set(regions)) == 1 and regions[0][1].width == 80, regions
