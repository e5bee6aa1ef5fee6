"""The settings file: read, refused line by line, written, overridden."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import fields

from caravan_tui import settings
from caravan_tui.settings import Settings


def test_what_is_written_reads_back_equal() -> None:
    mine = Settings(name='Ann "A" \\ B', theme="desert-day", pause=0, bell=True, keys={"a.b": "z"})
    back, notices = settings.read(settings.write(mine))
    assert back == mine
    assert notices == []


def test_a_wrong_value_is_named_with_its_line_and_the_others_hold() -> None:
    text = 'name = "Ann"\npause = 99999\nnonsense = 1\nbell = true\n'
    found, notices = settings.read(text, "file")
    assert (found.name, found.pause, found.bell) == ("Ann", Settings().pause, True)
    assert notices[0].startswith("file, line 2: pause: '99999' is not allowed; choose 0 to 5000")
    assert notices[1] == "file, line 3: no setting is called 'nonsense'"


@pytest.mark.parametrize(
    "text",
    ["name = [", "glyphs = 3", 'glyphs = "emoji"', "bell = 7", "keys = 1", 'seconds = "soon"'],
)
def test_a_bad_file_gives_defaults_and_one_line(text: str) -> None:
    found, notices = settings.read(text)
    assert found == Settings()
    assert len(notices) == 1


def test_the_environment_overrides_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(tmp_path))
    settings.save(Settings(theme="desert-day"))
    found, notices = settings.load({"CARAVAN_TUI_THEME": "high-contrast", "CARAVAN_TUI_BELL": "on"})
    assert (found.theme, found.bell, notices) == ("high-contrast", True, [])
    _, notices = settings.load({"CARAVAN_TUI_SECONDS": "never"})
    assert notices[0].startswith("CARAVAN_TUI_SECONDS: seconds: 'never' is not allowed")


def test_every_setting_is_documented() -> None:
    text = settings.write(Settings())
    names = []
    for line in text.splitlines():
        if " = " in line and not line.startswith("#"):
            names.append(line.split(" = ")[0])
            before = text.split(f"\n{names[-1]} = ")[0].splitlines()[-1]
            assert before.startswith("# "), names[-1]
    assert names == [one.name for one in fields(Settings) if one.name != "keys"]
