"""Pictures of the screen: where they go, and what is said when they cannot be written."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets._toast import Toast

from caravan_tui import paths
from caravan_tui.app import CaravanApp, local_host
from tests.support.screen_text import screen_text
from tests.support.until import until


def messages(app: CaravanApp) -> str:
    """What the corner of the screen says, on one line."""
    return " ".join(note.message for note in app._notifications)


async def test_a_picture_goes_to_a_folder_of_the_program_that_is_made_and_named(
    no_workers: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "nowhere"))  # no folder for downloads
    app = CaravanApp(local_host)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(app.host_ready.is_set, pilot)
        app.action_screenshot()
        (file,) = paths.pictures().glob("*.svg")
        assert file.read_text().startswith("<svg") and file.stat().st_size > 10_000
        await until(lambda: str(file) in messages(app), pilot)
        await app.host.stop()


async def test_a_picture_that_cannot_be_written_says_where_and_why(
    no_workers: None,
) -> None:
    paths.pictures().parent.mkdir(parents=True, exist_ok=True)
    paths.pictures().write_text("a file in the place of the folder")
    app = CaravanApp(local_host)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(app.host_ready.is_set, pilot)
        app.action_screenshot()
        await until(lambda: str(paths.pictures()) in messages(app), pilot)
        assert "File exists" in messages(app)
        await app.host.stop()


async def test_a_notice_breaks_no_folder_of_a_path_and_takes_two_rows(no_workers: None) -> None:
    app = CaravanApp(local_host)
    folder = "/home/ann/.local/share/caravan_tui/pictures"
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(app.host_ready.is_set, pilot)
        app.notify(f"Saved to {folder}/caravan_tui 2027-01-15 08.00.00.svg.")
        await until(lambda: f"{folder}/caravan_tui" in screen_text(app), pilot)
        await until(lambda: app.screen.query_one(Toast).size.height == 2, pilot)
        await app.host.stop()
