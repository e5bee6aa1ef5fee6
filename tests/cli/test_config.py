"""The command `config`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command_line import caravan_tui


@pytest.fixture
def settings_file(home: Path) -> Path:
    """The path of the settings file, in a folder that exists."""
    file = home / "config" / "settings.toml"
    file.parent.mkdir(parents=True)
    return file


def test_path_is_that_of_the_settings_file(settings_file: Path) -> None:
    assert caravan_tui("config", "path").stdout.strip() == str(settings_file)


def test_check_names_what_is_wrong_with_its_line(settings_file: Path) -> None:
    good = caravan_tui("config", "check")
    assert (good.exit_code, good.stdout) == (0, f"{settings_file}: no problems.\n")
    settings_file.write_text('theme = 3\n[keys]\n"table.fly" = "z"\n')
    bad = caravan_tui("config", "check")
    assert bad.exit_code == 1
    assert "line 1: theme: '3' is not allowed" in bad.stdout
    assert "there is no command 'table.fly'" in bad.stdout


def test_show_prints_a_settings_file_that_includes_the_environment() -> None:
    assert "\nbell = true\n" in caravan_tui("config", "show", CARAVAN_TUI_BELL="yes").stdout


def test_check_names_unknown_keys_and_those_that_another_command_loses(
    settings_file: Path,
) -> None:
    settings_file.write_text(
        '[keys]\n"table.undo" = "ctrl+z, nonsense"\n"table.hint" = "m"\n"no.such" = "x"\n'
        '"table.type" = "?"\n"table.jump" = "PgUp,F12"\n"table.back" = "F11"\n'
    )
    result = caravan_tui("config", "check")
    assert result.exit_code == 1
    assert set(result.stdout.splitlines()) == {
        "keys: 'nonsense' for 'table.undo' is not a key",
        "keys: 'm' now means 'table.hint', no longer 'table.moves'",
        "keys: '?' now means 'table.type', no longer 'table.help'",
        "keys: there is no command 'no.such'",
    }


def test_the_keys_of_a_board_win_over_those_of_every_table(settings_file: Path) -> None:
    settings_file.write_text('[keys]\n"table.undo" = "v"\n"decktet.pass" = "o"\n')
    assert set(caravan_tui("config", "check").stdout.splitlines()) == {
        "keys: 'v' now means 'decktet.seen, ahldarahd.map', no longer 'table.undo'",
        "keys: 'o' now means 'decktet.pass', no longer 'table.log'",
    }


def test_check_names_a_theme_file_that_cannot_be_used(home: Path) -> None:
    file = home / "config" / "themes" / "dusk.toml"
    file.parent.mkdir(parents=True)
    file.write_text('primary = "red"\n')
    bad = caravan_tui("config", "check", CARAVAN_TUI_THEME="dusk")
    assert bad.exit_code == 1
    assert bad.stdout.splitlines()[0].startswith(f"{file}: primary: 'red' is not a colour")
    assert "there is no theme 'dusk'" in bad.stdout
    file.write_text('primary = "#ff0000"\n')
    assert caravan_tui("config", "check", CARAVAN_TUI_THEME="dusk").exit_code == 0
