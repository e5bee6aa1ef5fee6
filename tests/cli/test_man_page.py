"""The command `man`, and the commands of the screens that it lists."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

from caravan_tui import screens
from caravan_tui.cli.main import commands
from caravan_tui.command_index import all_commands
from caravan_tui.widgets.commands import key_of, keymap
from tests.support.command_line import caravan_tui


def test_every_command_of_every_screen_is_in_the_index() -> None:
    known = {command.id for _title, listed in all_commands() for command in listed}
    checked = 0
    for module in pkgutil.walk_packages(screens.__path__, "caravan_tui.screens."):
        for command in getattr(importlib.import_module(module.name), "COMMANDS", ()):
            checked += 1
            # the only command on a terminal that is too small; it names its key itself
            assert command.id in known or command.id == "gate.quit"
    assert checked > 20


def test_ids_of_commands_are_unique_so_that_their_keys_can_be_changed() -> None:
    ids = [command.id for _title, listed in all_commands() for command in listed]
    assert len(ids) == len(set(ids))


def test_the_manual_has_every_command_and_every_key() -> None:
    page = caravan_tui("man").stdout.replace("\\-", "-")
    for name in commands():
        assert f".B {name}\n" in page
    for _title, listed in all_commands():
        for command in listed:
            text = command.help or command.title
            assert text.split("'")[0].partition("{")[0] in page, command.id
    assert ".B u\n" in page


def test_the_manual_has_the_keys_of_the_settings(home: Path) -> None:
    file = home / "config" / "settings.toml"
    file.parent.mkdir(parents=True)
    before = caravan_tui("man").stdout
    file.write_text('[keys]\n"table.undo" = "ctrl+y"\n')
    after = caravan_tui("man").stdout
    assert ".B Ctrl+Y\n" not in before
    assert after.count(".B Ctrl+Y\n") == 1


def test_the_manual_escapes_what_troff_would_take_for_its_own() -> None:
    page = caravan_tui("man").stdout
    requests = {line.split()[0] for line in page.splitlines() if line.startswith(".")}
    assert requests == {".TH", ".SH", ".SS", ".TP", ".B", ".br"}
    assert not any(line.startswith("'") for line in page.splitlines())


def test_keys_are_read_as_people_write_them() -> None:
    keys = {
        "?": "question_mark", "Ctrl+Z": "ctrl+z", " F5 ": "f5", "PgUp": "pageup", "esc": "escape",
        "Z": "Z", "é": "é", ";": "semicolon", "question_mark": "question_mark",
    }  # fmt: skip
    assert {written: key_of(written) for written in keys} == keys
    assert [key_of(written) for written in ("", "nonsense", "ctl+z", "ctrl+")] == [None] * 4
    assert keymap({"a": "x, ?", "b": "nonsense"}) == {"a": "x,question_mark"}
