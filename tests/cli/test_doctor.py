"""The command `doctor`."""

from __future__ import annotations

from pathlib import Path

import pytest

from caravan_tui.cli import doctor
from tests.support.command_line import caravan_tui


class ReadyPool:
    """A pool whose workers are ready at once, because there are none."""

    pids = (1, 2)

    async def ready(self) -> None:
        """Start nothing."""

    async def close(self) -> None:
        """Stop nothing."""


@pytest.fixture
def no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "Pool", ReadyPool)


def test_the_doctor_starts_the_workers_and_searches() -> None:
    result = caravan_tui("doctor")
    lines = {line[7:].partition(":")[0]: line for line in result.stdout.splitlines()}
    assert lines["workers"].startswith("ok") and lines["workers"].endswith(" started")
    assert lines["search"].startswith("ok") and lines["search"].endswith(" iterations")


def test_the_doctor_says_that_workers_do_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    class StuckPool(ReadyPool):
        async def ready(self) -> None:
            raise TimeoutError

    monkeypatch.setattr(doctor, "Pool", StuckPool)
    result = caravan_tui("doctor")
    assert result.exit_code == 1
    assert "WRONG  workers: not started in time" in result.stdout


def test_the_doctor_finds_a_folder_that_is_not_writable(home: Path, no_workers: None) -> None:
    home.mkdir()
    (home / "data").write_text("a file where a folder should be")
    result = caravan_tui("doctor")
    assert result.exit_code == 1
    assert f"WRONG  matches: {home / 'data'} is not writable" in result.stdout
    assert "ok     workers: 2 started" in result.stdout


def test_the_doctor_says_what_config_check_says(home: Path, no_workers: None) -> None:
    (home / "config").mkdir(parents=True)
    settings = home / "config" / "settings.toml"
    settings.write_text('theme = "nix"\n[keys]\n"table.undo" = "zz zz"\n')
    lines = caravan_tui("config", "check").stdout.splitlines()
    assert len(lines) == 2 and "nix" in lines[0] and "zz zz" in lines[1]
    result = caravan_tui("doctor")
    assert result.exit_code == 1
    assert f"settings file: {'; '.join(lines)}" in result.stdout


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({}, "colours: 16 million"),
        ({"CARAVAN_TUI_COLOURS": "256"}, "colours: 256"),
        ({"CARAVAN_TUI_COLOURS": "none"}, 'colours: none (colours = "none" is set)'),
        ({"NO_COLOR": "1"}, "colours: none (NO_COLOR is set)"),
        ({"CARAVAN_TUI_GLYPHS": "ascii"}, 'glyphs: ASCII (glyphs = "ascii" is set)'),
        ({"TERM": "vt100"}, "glyphs: ASCII (this terminal may not support more)"),
        ({"COLUMNS": "70", "LINES": "24"}, "WRONG  size: 70 × 24. Resize to at least 80 × 24."),
        ({"COLUMNS": "80", "LINES": "24"}, "ok     size: 80 × 24\n"),
    ],
)
def test_the_doctor_says_what_the_app_will_draw_with(
    environment: dict[str, str], words: str, no_workers: None
) -> None:
    terminal: dict[str, str | None] = {
        "TERM": "xterm-256color",
        "LC_ALL": "en_GB.UTF-8",
        "COLORTERM": "truecolor",
        "NO_COLOR": None,
    }
    stdout = caravan_tui("doctor", **terminal | environment).stdout
    assert words in stdout
    assert "\x1b" not in stdout, "no colours in a pipe"
    ascii_only = "glyphs: ASCII" in words
    assert ("ABCDEF" in stdout) == ascii_only, "the marks of the seats"
