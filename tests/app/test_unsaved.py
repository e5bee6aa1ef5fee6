"""A match that cannot be saved: the table says so, and leaving it asks first."""

from __future__ import annotations

import errno
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static
from textual.widgets._toast import Toast

from caravan_tui import files
from caravan_tui.app import CaravanApp
from caravan_tui.bus import autosave
from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from caravan_tui.hosts.local import LocalHost
from caravan_tui.screens.home.screen import HomeScreen
from caravan_tui.screens.replay.screen import ReplayScreen
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.widgets.question import Question
from saves import errors
from saves.profile import Profile
from saves.store import Store
from tests.nights import mostly_nightly
from tests.support.known import known
from tests.support.screens import app_of, screen_of, tables_of
from tests.support.until import until

pytestmark = pytest.mark.usefixtures("no_workers")

NAME = "Scheherazade-Ann"
"""As long as a name can be."""


class Disk:
    """What every write of a file meets."""

    def __init__(self) -> None:
        self.error: int | None = None
        self._write = files.write

    def write(self, path: Path, data: bytes) -> None:
        if self.error is not None:
            raise OSError(self.error, os.strerror(self.error))
        self._write(path, data)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    disk = Disk()
    monkeypatch.setattr(files, "write", disk.write)
    monkeypatch.setattr(autosave, "RETRY_SECONDS", 0.02)
    return disk


@asynccontextmanager
async def home(size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[Any]]:
    app = CaravanApp(LocalHost, "unicode")
    async with app.run_test(size=size, notifications=True) as pilot:
        await until(lambda: app.host_ready.is_set() and isinstance(app.screen, HomeScreen), pilot)
        yield pilot
        await app.host.stop()


async def sit_down(pilot: Pilot[Any], game: str = "sahara") -> TableScreen:
    count = max(2, registry.get(game).spec.min_seats)
    seats = [Seat("person", NAME), *(Seat("person", f"P{n}") for n in range(1, count))]
    link = await app_of(pilot.app).host.create(game, {}, seats, 5)
    screen = TableScreen(known(link))
    pilot.app.push_screen(screen)
    await until(lambda: screen.position is not None, pilot)
    return screen


def sign(screen: TableScreen) -> Static:
    return screen.query_one("#way-unsaved", Static)


def toasts(pilot: Pilot[Any]) -> list[str]:
    return [str(toast.render()) for toast in pilot.app.screen.query(Toast)]


def question(pilot: Pilot[Any]) -> str:
    """What a question on the screen says; empty without one."""
    screen: Any = pilot.app.screen
    if not isinstance(screen, Question) or not screen.query("#window Static"):
        return ""
    return " ".join(str(screen.query("#window Static").first(Static).content).split())


REASONS = {
    errno.ENOSPC: "The disk is full.",
    errno.EROFS: "The folder is read-only.",
    errno.EACCES: "You do not have permission.",
}


@pytest.mark.parametrize("number", mostly_nightly(list(REASONS)))
async def test_a_match_that_is_not_saved_from_its_first_moment_says_so_until_it_is(
    disk: Disk, number: int
) -> None:
    async with home() as pilot:
        disk.error = number
        screen = await sit_down(pilot)
        await until(lambda: sign(screen).display and sign(screen).region.width, pilot)
        assert str(sign(screen).content) == "! not saved"
        assert sign(screen).region.right <= 80
        head = screen.query_one("#head", Static)
        assert f"{NAME} to move" in str(head.content)
        assert head.size.width >= len(str(head.content)), "nothing in the head line is cut off"
        await until(lambda: any("You can keep playing." in text for text in toasts(pilot)), pilot)

        await pilot.press("q")
        await until(lambda: question(pilot), pilot)
        assert REASONS[number] in question(pilot)
        assert question(pilot).endswith("Leave anyway?")
        await pilot.press("enter")  # the first answer is to stay
        await until(lambda: pilot.app.screen is screen, pilot)

        disk.error = None
        await until(lambda: not sign(screen).display, pilot)
        await until(lambda: any("Saved again." in text for text in toasts(pilot)), pilot)
        await pilot.press("q")
        await until(lambda: isinstance(pilot.app.screen, HomeScreen), pilot)
    assert [entry.id for entry in Store().listing().entries] == [screen.connection.match]


async def test_a_disk_that_fills_in_the_middle_shows_the_sign_and_leaves_the_board_alone(
    disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with home() as pilot:
        screen = await sit_down(pilot)
        match = tables_of(pilot.app).match(screen.connection.match)
        await tables_of(pilot.app).saved(match.record.id)
        assert not sign(screen).display
        drawn: list[object] = []
        monkeypatch.setattr(screen.board, "show", drawn.append)
        disk.error = errno.ENOSPC
        tables_of(pilot.app).reseat(match.record.id, 1, Seat("person", "P1"))
        await until(lambda: sign(screen).display, pilot)
        disk.error = None
        await until(lambda: not sign(screen).display, pilot)
        assert len(drawn) <= 1, "at most for the seat, and not for the sign"


async def test_a_click_on_the_sign_tells_the_reason_and_quitting_asks_first(disk: Disk) -> None:
    async with home() as pilot:
        disk.error = errno.ENOSPC
        screen = await sit_down(pilot)
        await until(lambda: sign(screen).display and sign(screen).region.width, pilot)
        await pilot.click("#way-unsaved")
        await until(lambda: "The disk is full." in question(pilot), pilot)
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is screen, pilot)
        await pilot.press("ctrl+q", "ctrl+q")
        await until(lambda: "Leave anyway?" in question(pilot), pilot)
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is screen, pilot)
        await pilot.press("ctrl+q")
        await until(lambda: "Leave anyway?" in question(pilot), pilot)
        await pilot.press("right", "enter")
        await until(lambda: not pilot.app.is_running, pilot)


async def test_continue_on_a_full_disk_and_a_branch_from_there_ask_too(disk: Disk) -> None:
    seats = [Seat("person", "Ann"), Seat("person", "Bea")]
    match = Match.new("sahara", {}, seats, 3)
    match.act(match.to_act, match.legal(match.to_act)[0])
    store = Store()
    store.save_now(match)
    store.release_all()
    async with home() as pilot:
        disk.error = errno.ENOSPC
        await pilot.press("c")
        await until(lambda: isinstance(pilot.app.screen, TableScreen), pilot)
        screen = screen_of(pilot.app, TableScreen)
        await until(lambda: sign(screen).display, pilot)
        await pilot.press("f7")
        await until(lambda: isinstance(pilot.app.screen, ReplayScreen), pilot)
        replay = pilot.app.screen
        await pilot.press("home", "b")
        await until(lambda: "Leave anyway?" in question(pilot), pilot)
        await pilot.press("enter")
        await until(lambda: pilot.app.screen is replay, pilot)


async def test_a_match_that_ends_on_a_full_disk_has_its_result_once_there_is_room(
    disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = Profile.add

    def write(self: Profile, result: Any) -> None:
        if disk.error is not None:
            with errors.save_errors(self.path):
                raise OSError(disk.error, os.strerror(disk.error))
        add(self, result)

    monkeypatch.setattr(Profile, "add", write)
    async with home() as pilot:
        host = app_of(pilot.app).host
        assert isinstance(host, LocalHost)
        match = Match.new("sahara", {}, [Seat("person", "A"), Seat("trader", "B")], 3)
        host.tables.open(match)
        disk.error = errno.ENOSPC
        while not match.over:
            match.act(match.to_act, match.legal(match.to_act)[0])
        host.tables.reseat(match.record.id, 1, match.record.seats[1])  # which has it saved
        await host.tables.saved(match.record.id)
        assert Profile().results() == []
        disk.error = None
        await host.leave(match.record.id)
        assert [result.match for result in Profile().results()] == [match.record.id]
