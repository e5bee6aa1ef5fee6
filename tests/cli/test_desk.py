"""Settings, doctor, completion and the manual page on the command line."""

from __future__ import annotations

import importlib
import os
import pkgutil
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from caravan_tui import screens
from caravan_tui.desk import SHELLS
from caravan_tui.help import all_commands
from caravan_tui.settings import Settings, read
from caravan_tui.terminal import far_away, poor_terminal
from caravan_tui.widgets.commands import key_of, keymap


def run(home: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "caravan_tui", *words],
        env={**os.environ, "CARAVAN_TUI_HOME": str(home), **more},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )


def test_config_tells_where_the_file_is_and_what_is_wrong_in_it(tmp_path: Path) -> None:
    file = Path(run(tmp_path, "config", "path").stdout.strip())
    assert file == tmp_path / "config" / "settings.toml"
    assert run(tmp_path, "config", "check").returncode == 0
    file.parent.mkdir()
    file.write_text('theme = 3\n[keys]\n"table.fly" = "z"\n')
    checked = run(tmp_path, "config", "check")
    assert checked.returncode == 1
    assert "line 1: theme: '3' is not allowed" in checked.stdout
    assert "there is no command 'table.fly'" in checked.stdout


def test_config_show_is_a_settings_file_with_the_environment_in_it(tmp_path: Path) -> None:
    shown = run(tmp_path, "config", "show", CARAVAN_TUI_BELL="yes").stdout
    assert "\nbell = true\n" in shown


def test_the_doctor_finds_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where a folder should be")
    told = run(tmp_path, "doctor")
    assert told.returncode == 1
    assert f"WRONG  matches: {tmp_path / 'data'} cannot be written" in told.stdout
    assert "ok     workers:" in told.stdout


def test_the_doctor_tells_what_config_check_tells(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    settings = tmp_path / "config" / "settings.toml"
    settings.write_text('theme = "nix"\n[keys]\n"table.undo" = "zz zz"\n')
    lines = run(tmp_path, "config", "check").stdout.splitlines()
    assert len(lines) == 2 and "nix" in lines[0] and "zz zz" in lines[1]
    told = run(tmp_path, "doctor")
    assert told.returncode == 1 and f"settings file: {'; '.join(lines)}" in told.stdout


def test_a_group_without_a_command_shows_its_help_line_by_line(tmp_path: Path) -> None:
    for group in ("config", "saves", "admin"):
        told = run(tmp_path, group)
        assert told.returncode == 2
        lines = told.stderr.splitlines()
        assert lines[0].startswith(f"Usage: caravan-tui {group}")
        assert "Commands:" in lines


def test_the_doctor_tells_what_the_settings_make_of_the_terminal(tmp_path: Path) -> None:
    few = {"TERM": "xterm-256color", "LANG": "en_GB.UTF-8", "COLORTERM": "truecolor"}
    for more, words in (
        ({}, "colours: 16 million"),
        ({"CARAVAN_TUI_COLOURS": "256"}, "colours: 256"),
        ({"CARAVAN_TUI_COLOURS": "none"}, 'colours: none (colours = "none" is set)'),
        ({"CARAVAN_TUI_GLYPHS": "ascii"}, 'glyphs: ASCII (glyphs = "ascii" is set)'),
    ):
        told = run(tmp_path, "doctor", **few, **more).stdout
        assert words in told
        assert "\x1b" not in told  # no colours in a pipe
        assert ("ABCDEF" in told) == ("CARAVAN_TUI_GLYPHS" in more)


def test_keys_that_there_are_not_or_that_others_lose_are_told(tmp_path: Path) -> None:
    file = Path(run(tmp_path, "config", "path").stdout.strip())
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(
        '[keys]\n"table.undo" = "ctrl+z, nonsense"\n"table.hint" = "m"\n"no.such" = "x"\n'
        '"table.type" = "?"\n"table.jump" = "PgUp,F12"\n"table.back" = "F11"\n'
    )
    told = run(tmp_path, "config", "check")
    assert told.returncode == 1
    assert set(told.stdout.splitlines()) == {
        "keys: 'nonsense' of 'table.undo' is no key",
        "keys: 'm' is 'table.hint' and no longer 'table.moves'",
        "keys: there is no command 'no.such'",
    }
    # the keys of a board come before those of every table
    file.write_text('[keys]\n"table.undo" = "v"\n"decktet.pass" = "o"\n')
    assert set(run(tmp_path, "config", "check").stdout.splitlines()) == {
        "keys: 'v' is 'decktet.seen, ahldarahd.map' and no longer 'table.undo'",
        "keys: 'o' is 'decktet.pass' and no longer 'table.log'",
    }


def test_keys_are_read_as_people_write_them() -> None:
    written = {
        "?": "question_mark", "Ctrl+Z": "ctrl+z", " F5 ": "f5", "PgUp": "pageup", "esc": "escape",
        "Z": "Z", "é": "é", ";": "semicolon", "question_mark": "question_mark",
    }  # fmt: skip
    assert {word: key_of(word) for word in written} == written
    assert [key_of(word) for word in ("", "nonsense", "ctl+z", "ctrl+")] == [None] * 4
    assert keymap({"a": "x, ?", "b": "nonsense"}) == {"a": "x,question_mark"}


@pytest.mark.parametrize("shell", SHELLS)
def test_completion_scripts_name_the_program(shell: str, tmp_path: Path) -> None:
    script = run(tmp_path, "completion", shell).stdout
    assert "caravan-tui" in script
    assert "_CARAVAN_TUI_COMPLETE" in script


@pytest.mark.parametrize(
    ("typed", "at", "offered"),
    [
        ("caravan-tui ", 1, "config"),
        ("caravan-tui con", 1, "config"),
        ("caravan-tui config ", 2, "check"),
        ("caravan-tui completion z", 2, "zsh"),
        ("caravan-tui trace sahara --see", 3, "--seed"),
    ],
)
def test_a_shell_that_asks_is_told_what_can_follow(
    typed: str, at: int, offered: str, tmp_path: Path
) -> None:
    asked = {"COMP_WORDS": typed, "COMP_CWORD": str(at), "_CARAVAN_TUI_COMPLETE": "bash_complete"}
    told = run(tmp_path, **asked)
    assert told.returncode == 0
    assert f"plain,{offered}" in told.stdout.splitlines()


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_bash_takes_the_script_and_completes_with_it(tmp_path: Path) -> None:
    program = tmp_path / "caravan-tui"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m caravan_tui "$@"\n')
    program.chmod(0o755)
    script = """
        source <(caravan-tui completion bash)
        COMP_WORDS=(caravan-tui con) COMP_CWORD=1
        _caravan_tui_completion caravan-tui con caravan-tui
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    told = subprocess.run(
        ["bash", "--norc", "-c", script],
        env={
            **os.environ,
            "CARAVAN_TUI_HOME": str(tmp_path),
            "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        },
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )
    assert told.stdout.split() == ["config"], told.stderr


def test_every_command_of_every_screen_is_in_the_manual_and_can_have_other_keys() -> None:
    known = {command.id for _title, commands in all_commands() for command in commands}
    for module in pkgutil.iter_modules(screens.__path__, "caravan_tui.screens."):
        for command in getattr(importlib.import_module(module.name), "COMMANDS", ()):
            # The gate names its key in words, and lies over everything.
            assert command.id in known or command.id == "gate.quit"


def test_the_manual_has_every_command_and_every_key(tmp_path: Path) -> None:
    page = run(tmp_path, "man").stdout.replace("\\-", "-")
    for word in ("games", "trace", "arena", "saves", "config", "doctor"):
        assert f".B {word}" in page
    for _title, commands in all_commands():
        for command in commands:
            assert (command.help or command.title).split("'")[0] in page, command.id
    assert ".B u\nTake back your last decision." in page


def test_the_manual_has_ones_own_keys(tmp_path: Path) -> None:
    file = Path(run(tmp_path, "config", "path").stdout.strip())
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text('[keys]\n"table.undo" = "ctrl+z"\n')
    page = run(tmp_path, "man").stdout
    assert ".B Ctrl+Z\nTake back your last decision." in page


def test_command_ids_are_unique_so_that_keys_can_be_changed() -> None:
    ids = [command.id for _title, commands in all_commands() for command in commands]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("environment", "poor"),
    [
        ({"TERM": "xterm-256color", "LANG": "en_GB.UTF-8"}, False),
        ({"TERM": "xterm", "LANG": "en_GB.ISO-8859-1"}, True),
        ({"TERM": "vt100", "LANG": "en_GB.UTF-8"}, True),
        ({"TERM": "xterm", "LC_ALL": "fr_FR.utf8", "LANG": "C"}, False),
    ],
)
def test_a_terminal_that_cannot_show_the_glyphs_is_known(
    environment: dict[str, str], poor: bool
) -> None:
    assert poor_terminal(environment) is poor


def test_ascii_is_for_the_app_and_no_command(tmp_path: Path) -> None:
    refused = run(tmp_path, "--ascii", "games")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "--ascii is for the app; 'games' draws nothing" in refused.stderr
    alone = run(tmp_path, "--ascii")  # standard input is no terminal here
    assert "needs a terminal" in alone.stderr


def test_config_check_names_a_theme_file_that_cannot_be_used(tmp_path: Path) -> None:
    file = tmp_path / "config" / "themes" / "dusk.toml"
    file.parent.mkdir(parents=True)
    file.write_text('primary = "red"\n')
    checked = run(tmp_path, "config", "check", CARAVAN_TUI_THEME="dusk")
    assert checked.returncode == 1
    assert checked.stdout.splitlines()[0].startswith(f"{file}: primary: 'red' is no colour")
    assert "there is no theme 'dusk'" in checked.stdout
    file.write_text('primary = "#ff0000"\n')
    assert run(tmp_path, "config", "check", CARAVAN_TUI_THEME="dusk").returncode == 0


def test_animations_are_off_at_the_other_end_of_a_line_unless_they_are_switched_on() -> None:
    assert far_away({"SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"})
    assert not far_away({"TERM": "xterm"})
    assert Settings().animated(far=False) and not Settings().animated(far=True)
    assert Settings(animations="on").animated(far=True)
    assert not Settings(animations="off").animated(far=False)
    old, notices = read("animations = false\n")
    assert (old.animations, notices) == ("off", [])
