"""How far the user has come in each tutorial is kept, and never in the way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from caravan_tui import files, paths
from saves import tutorial_progress
from saves.tutorial_progress import Progress, load, save


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path))


def test_each_game_keeps_its_own_place() -> None:
    assert load() == {}
    save("sahara", Progress(3, 9, (1, 2)))
    save("decktet", Progress(1, 5))
    save("sahara", Progress(4, 9, (1, 2, 7)))
    assert load() == {"sahara": Progress(4, 9, (1, 2, 7)), "decktet": Progress(1, 5)}


def test_a_tutorial_that_was_finished_once_stays_finished() -> None:
    save("sahara", Progress(9, 9, (), True))
    save("sahara", Progress(2, 9))
    assert load()["sahara"] == Progress(2, 9, (), True)


def test_one_bad_entry_costs_no_other(caplog: pytest.LogCaptureFixture) -> None:
    save("decktet", Progress(1, 5))
    text = tutorial_progress.path().read_text()
    tutorial_progress.path().write_text(text.replace("{", '{"sahara": {"step": 9, "steps": 3},', 1))
    assert load() == {"decktet": Progress(1, 5)}
    assert "sahara" in caplog.text


def test_a_torn_file_counts_as_empty() -> None:
    save("decktet", Progress(1, 5))
    tutorial_progress.path().write_text("{torn")
    assert load() == {}


def test_a_disk_that_takes_nothing_costs_only_the_place(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "write", refuse)
    save("sahara", Progress(3, 9))
    assert load() == {}
    assert "The disk is full." in caplog.text
