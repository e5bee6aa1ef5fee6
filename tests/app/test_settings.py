"""The settings file: read, refused line by line, written, overridden."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Annotated

import msgspec
import pytest
from msgspec import Meta, Struct
from textual.theme import BUILTIN_THEMES
from textual.widgets import Input, OptionList

from caravan_tui import settings
from caravan_tui.app import CaravanApp
from caravan_tui.cli.preview import PreviewHost
from caravan_tui.screens.home.screen import HomeScreen
from caravan_tui.screens.settings import SettingsScreen
from caravan_tui.screens.setup import SetupScreen
from caravan_tui.screens.theme_chooser import ThemeChooser, swatches
from caravan_tui.settings import PACES, Settings
from caravan_tui.terminal.compat import lines_of
from caravan_tui.themes.builtin import DESERT_DAY
from caravan_tui.widgets.drawing.colours import parse
from caravan_tui.widgets.question import Question, TextQuestion
from tests.support.known import known
from tests.support.screen_app import ScreenApp
from tests.support.screen_text import screen_lines, screen_text, static_text
from tests.support.until import until


def test_what_is_written_reads_back_equal() -> None:
    mine = Settings(
        name='Ann "A" \\ B', theme="desert-day", pace="calm", bell=True, keys={"a.b": "z"}
    )
    back, notices = settings.read(settings.write(mine))
    assert back == mine
    assert notices == []


def test_a_file_that_is_a_link_stays_one(tmp_path: Path) -> None:
    target = tmp_path / "dotfiles" / "settings.toml"
    target.parent.mkdir()
    target.write_text("", "utf-8")
    link = settings.path()
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(target)
    settings.save(Settings(name="Ann"))
    assert link.is_symlink()
    assert settings.read(target.read_text("utf-8"))[0].name == "Ann"


def test_settings_stay_as_they_were_on_a_disk_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(handle: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    settings.save(Settings(name="Ann"))
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.raises(OSError, match="Input/output"):
            settings.save(Settings(name="Ben"))
    assert settings.read(settings.path().read_text("utf-8"))[0].name == "Ann"
    assert [file.name for file in settings.path().parent.iterdir()] == ["settings.toml"]


@pytest.mark.parametrize(
    ("text", "pace"),
    [
        ("pause = 0", "quick"),
        ("pause = 400", "usual"),
        ("pause = 5000", "calm"),
        ('pause = 5000\npace = "quick"', "quick"),
        ('pause = "long"', "usual"),
    ],
)
def test_the_pause_of_older_files_becomes_a_pace(text: str, pace: str) -> None:
    values, notices = settings.read(text)
    assert values.pace == pace and not notices


def test_moves_are_held_as_the_pace_says_also_without_animations() -> None:
    assert Settings(pace="calm").beat == PACES["calm"]
    assert Settings(pace="calm", animations="off").beat == PACES["calm"]
    assert Settings(pace="none").beat is None


def test_a_wrong_value_is_named_with_its_line_and_the_others_hold() -> None:
    text = 'name = "Ann"\nseconds = 99999\nnonsense = 1\nbell = true\n'
    values, notices = settings.read(text, "file")
    assert (values.name, values.seconds, values.bell) == ("Ann", Settings().seconds, True)
    assert notices[0].startswith("file, line 2: seconds: '99999' is not allowed; choose 1 to 60")
    assert notices[1] == "file, line 3: there is no setting 'nonsense'"


@pytest.mark.parametrize(
    "text",
    ["name = [", "glyphs = 3", 'glyphs = "emoji"', "bell = 7", "keys = 1", 'seconds = "soon"'],
)
def test_a_bad_file_gives_defaults_and_one_line(text: str) -> None:
    values, notices = settings.read(text)
    assert values == Settings()
    assert len(notices) == 1


def test_the_environment_overrides_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(tmp_path))
    settings.save(Settings(theme="desert-day"))
    values, notices = settings.load(
        {"CARAVAN_TUI_THEME": "high-contrast", "CARAVAN_TUI_BELL": "on"}
    )
    assert (values.theme, values.bell, notices) == ("high-contrast", True, [])
    _, notices = settings.load({"CARAVAN_TUI_SECONDS": "never"})
    assert notices[0].startswith("CARAVAN_TUI_SECONDS: seconds: 'never' is not allowed")
    assert "default" not in notices[0], "what the file says holds"
    _, notices = settings.load({"CARAVAN_TUI_THME": "x", "CARAVAN_TUI_HOME": "/tmp"})
    assert notices == ["CARAVAN_TUI_THME: there is no setting 'thme'"]


def test_what_is_changed_is_kept_and_nothing_else_whatever_the_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(tmp_path))
    settings.save(Settings(theme="desert-day"))
    monkeypatch.setenv("CARAVAN_TUI_GLYPHS", "ascii")
    app = CaravanApp(PreviewHost)
    app.set_host(PreviewHost())
    assert app.ascii
    # keys that are written while the app runs, as the screen of the settings says
    with settings.path().open("a", encoding="utf-8") as file:
        file.write('"table.undo" = "z"\n')
    app.save_settings({"seconds": 5})
    monkeypatch.delenv("CARAVAN_TUI_GLYPHS")
    values, notices = settings.load()
    assert values == Settings(theme="desert-day", seconds=5, keys={"table.undo": "z"})
    assert notices == []


def test_comments_order_and_links_of_the_file_stay_when_a_setting_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(tmp_path))
    dotfile = tmp_path / "dotfiles.toml"
    dotfile.write_text(
        'seconds = 4  # patience\nname = "Ann"\n\n[keys]\n# as in vi\n"table.undo" = "z"\n', "utf-8"
    )
    settings.path().parent.mkdir(parents=True, exist_ok=True)
    settings.path().symlink_to(dotfile)
    assert settings.update_file({"seconds": 7, "bell": True}) is None
    assert dotfile.read_text("utf-8") == (
        'seconds = 7  # patience\nname = "Ann"\nbell = true\n\n'
        '[keys]\n# as in vi\n"table.undo" = "z"\n'
    )
    settings.update_file({"keys": {"table.redo": "y"}})
    assert settings.load() == (
        Settings(seconds=7, name="Ann", bell=True, keys={"table.redo": "y"}),
        [],
    )
    settings.update_file({"keys": {}})
    assert settings.load()[0].keys == {}


@pytest.mark.parametrize("text", ["[keys\nno", "sconds = 4\n", b"\xff"])
def test_a_file_with_something_wrong_is_not_lost_when_a_setting_is_changed(
    text: str | bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(tmp_path))
    settings.save(Settings())
    wrong = text if isinstance(text, bytes) else text.encode()
    settings.path().write_bytes(wrong)
    old = settings.update_file({"bell": True})
    assert old is not None and old.read_bytes() == wrong
    assert settings.load() == (Settings(bell=True), [])
    assert settings.update_file({"bell": False}) is None


def test_every_setting_is_documented() -> None:
    text = settings.write(Settings())
    names = []
    for line in text.splitlines():
        if " = " in line and not line.startswith("#"):
            names.append(line.split(" = ")[0])
            before = text.split(f"\n{names[-1]} = ")[0].splitlines()[-1]
            assert before.startswith("# "), names[-1]
    assert names == [name for name in settings.SETTINGS if name != "keys"]


def test_every_setting_has_a_section_and_a_title_in_plain_words() -> None:
    titles = [setting.title for setting in settings.SETTINGS.values()]
    assert len(set(titles)) == len(titles)
    for name, setting in settings.SETTINGS.items():
        assert setting.section in settings.SECTIONS
        assert "_" not in setting.title and (name == "keys" or setting.title != name)


def test_a_setting_that_names_no_section_is_among_those_of_play() -> None:

    class Short(Struct):
        new_thing: Annotated[bool, Meta(description="Something new.")] = False

    made = settings._setting(msgspec.structs.fields(Short)[0])
    assert (made.section, made.title) == ("play", "New thing")


def test_a_row_of_the_themes_has_the_colours_of_its_theme_unless_these_are_the_terminals() -> None:
    assert len(set(swatches(DESERT_DAY))) == 4
    assert parse(str(DESERT_DAY.background)) in swatches(DESERT_DAY)
    assert not swatches(BUILTIN_THEMES["ansi-dark"])


@pytest.mark.parametrize("words", ["Colour theme", "Desert night"])
async def test_a_click_on_the_theme_lists_all_which_a_click_tries_and_one_more_keeps(
    words: str, no_workers: None
) -> None:
    app = CaravanApp(PreviewHost, "unicode")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: app.host_ready.is_set(), pilot)
        screen = SettingsScreen()
        await app.push_screen(screen)
        await until(lambda: "Desert night" in "\n".join(screen_lines(screen)), pilot)
        lines = screen_lines(screen)
        y = next(y for y, line in enumerate(lines) if words in line)
        await pilot.click(offset=(lines[y].index(words) + 2, y))
        await until(lambda: isinstance(app.screen, ThemeChooser), pilot)
        await until(lambda: "Enter or two clicks choose" in screen_text(app.screen), pilot)
        lines = screen_lines(app.screen)
        y = next(y for y, line in enumerate(lines) if "High contrast" in line)
        place = lines[y].index("High contrast") + 2, y
        await pilot.click(offset=place)
        await until(lambda: app.theme == "high-contrast", pilot)
        assert isinstance(app.screen, ThemeChooser) and app.settings.theme == "desert-night"
        await pilot.click(offset=place)
        await until(lambda: app.screen is screen, pilot)
        assert settings.load()[0].theme == "high-contrast"


async def test_a_high_terminal_has_room_for_all_themes(no_workers: None) -> None:
    app = CaravanApp(PreviewHost, "unicode")
    async with app.run_test(size=(160, 50)) as pilot:
        await until(lambda: app.host_ready.is_set(), pilot)
        await app.push_screen(ThemeChooser(app))
        await until(lambda: "High contrast" in screen_text(app.screen), pilot)
        rows = app.screen.query_one(OptionList)
        await until(lambda: rows.region.height >= rows.option_count, pilot)


async def test_settings_are_changed_by_keys_and_by_mouse_and_the_sample_follows() -> None:
    screen = SettingsScreen()
    app = ScreenApp(screen, PreviewHost())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: screen.fields.current and screen.fields.region, pilot)
        await pilot.press("down", "right")
        assert app.settings.palette == "deuteranopia"
        await pilot.press("left", "down", "enter")
        assert (app.settings.palette, app.settings.glyphs) == ("usual", "unicode")
        lines = screen_lines(screen)
        y = next(y for y, line in enumerate(lines) if "plain ASCII" in line)
        await pilot.click(offset=(lines[y].index("plain ASCII") + 2, y))
        await until(lambda: app.settings.glyphs == "ascii", pilot)
        while known(screen.fields.current).name != "seconds":
            await pilot.press("down")
        await pilot.press("right")
        assert app.settings.seconds == 4
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, TextQuestion), pilot)
        app.screen.query_one(Input).value = "9999"
        await pilot.press("enter")
        await until(lambda: "1 to 60" in static_text(app.screen, "error"), pilot)
        app.screen.query_one(Input).value = "1"
        await pilot.press("enter")
        await until(lambda: app.settings.seconds == 1, pilot)


async def test_a_small_terminal_has_a_line_for_each_setting_and_the_help_of_the_selected_one() -> (
    None
):
    screen = SettingsScreen()
    async with ScreenApp(screen, PreviewHost()).run_test(size=(80, 24)) as pilot:
        await until(lambda: screen.fields.current and screen.fields.region, pilot)
        helps = {field.help for field in screen.fields.fields}
        for _step in range(3):
            field = known(screen.fields.current)
            await until(lambda help=field.help: help in static_text(screen, "status"), pilot)
            text = screen_text(screen)
            assert not [help for help in helps - {field.help} if help in text]
            await pilot.press("down")
        titles = [field.title for field in screen.fields.fields]
        assert sum(title in text for title in titles) > 10
        await pilot.resize_terminal(160, 50)
        await until(lambda: screen.fields.fields[1].help in screen_text(screen), pilot)


async def test_end_and_page_keys_take_the_cursor_with_them() -> None:
    screen = SettingsScreen()
    async with ScreenApp(screen, PreviewHost()).run_test(size=(80, 24)) as pilot:
        await until(lambda: screen.fields.current and screen.fields.region, pilot)
        fields = screen.fields
        last = len(fields.fields) - 1
        await pilot.press("pagedown")
        assert 5 < fields.cursor < last
        await pilot.press("pageup")
        assert fields.cursor == 0
        await pilot.press("end")
        assert fields.cursor == last
        await until(lambda: fields.fields[last].title in screen_text(screen), pilot)
        await pilot.press("home")
        assert fields.cursor == 0


def heading_ink(app: CaravanApp) -> str:
    """The ink of the first heading of the themes."""
    strip = next(strip for strip in lines_of(app.screen) if "Made for these games" in strip.text)
    (style,) = [part.style for part in strip if part.text.startswith("Made for")]
    assert style is not None and style.color is not None
    return known(style.color.triplet).hex


async def test_a_theme_is_worn_while_the_cursor_is_on_it_and_kept_by_enter_alone(
    no_workers: None,
) -> None:
    app = CaravanApp(PreviewHost, "unicode")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: app.host_ready.is_set(), pilot)
        screen = SettingsScreen()
        await app.push_screen(screen)
        await until(lambda: screen.fields.current and screen.fields.region, pilot)
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, ThemeChooser), pilot)
        await pilot.press("down")
        await until(lambda: app.theme == "desert-day", pilot)
        assert app.settings.theme == "desert-night", "only looked at"
        await until(lambda: heading_ink(app) == app.theme_variables["primary"].lower(), pilot)
        await pilot.press("down", "escape")
        await until(lambda: app.screen is screen and app.theme == "desert-night", pilot)
        assert app.settings.theme == settings.load()[0].theme == "desert-night"
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, ThemeChooser), pilot)
        await pilot.press("down", "enter")
        await until(lambda: "Desert day" in screen_text(screen), pilot)
        assert (app.theme, settings.load()[0].theme) == ("desert-day", "desert-day")


async def test_tab_and_numbers_lead_from_section_to_section() -> None:
    screen = SettingsScreen()
    async with ScreenApp(screen, PreviewHost()).run_test(size=(80, 24)) as pilot:
        await until(lambda: screen.fields.current and screen.fields.region, pilot)
        await pilot.press("tab", "tab")
        assert known(screen.fields.current).section == "Computer players"
        await until(lambda: "Table talk" in screen_text(screen), pilot)
        await pilot.press("5")
        assert known(screen.fields.current).name == "name"
        await pilot.press("tab")
        assert known(screen.fields.current).name == "theme"


async def test_no_number_of_cores_is_said_in_words() -> None:
    screen = SettingsScreen()
    async with ScreenApp(screen, PreviewHost()).run_test(size=(80, 24)) as pilot:
        await until(lambda: screen.fields.current and screen.fields.region, pilot)
        await pilot.press("3", "end")

        def line() -> str:
            return next(line for line in screen_lines(screen) if "Processor cores" in line)

        await until(lambda: "automatic" in line(), pilot)
        while known(screen.fields.current).name != "workers":
            await pilot.press("up")
        await pilot.press("right")
        await until(lambda: " 1 " in line(), pilot)


async def test_a_theme_without_colours_of_its_own_is_not_used() -> None:
    settings.save(settings.Settings(theme="ansi-dark"))  # has names of colours only
    app = CaravanApp(PreviewHost, "unicode")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: app.host_ready.is_set(), pilot)
        assert app.theme == "desert-night", "and not a crash"


@pytest.mark.nightly
async def test_every_theme_that_is_offered_draws_home_and_set_up() -> None:
    app = CaravanApp(PreviewHost, "unicode")
    async with app.run_test(size=(140, 45)) as pilot:
        await until(lambda: app.host_ready.is_set(), pilot)
        assert len(app.available_themes) > 15
        for name in app.available_themes:
            app.theme = name
            await pilot.press("down")
            app.push_screen(SetupScreen("sahara"))
            await until(lambda: app.screen.query("#about"), pilot)
            app.pop_screen()


async def test_what_is_set_before_there_is_a_host_is_what_the_host_goes_by() -> None:
    class SlowToStart(CaravanApp):
        async def start_host(self) -> None:
            """Wait for the test."""

    app = SlowToStart(PreviewHost)
    async with app.run_test(size=(80, 24)):
        app.apply_settings(settings.changed(app.settings, "name", "Zoé"))
        app.use_new_host()
        assert app.host.settings.name == "Zoé"


async def test_several_problems_at_the_start_are_one_window(no_workers: None) -> None:
    app = CaravanApp(PreviewHost)
    app.notices = [f"file, line {number}: wrong" for number in range(1, 8)]
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, Question), pilot)
        text = screen_text(app)
        assert "7 problems" in text and "line 5" in text and "line 6" not in text
        assert "config check" in text
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, HomeScreen), pilot)
