"""The list of saved matches: card, replay, names, copies, trash, files, newer programs' matches."""

from __future__ import annotations

import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgpack
import pytest
from textual.pilot import Pilot
from textual.widgets import DataTable, Static

from caravan_tui.app import CaravanApp
from caravan_tui.engine import Match, Seat
from caravan_tui.engine.playback import Playback
from caravan_tui.games import registry
from caravan_tui.hosts.local import LocalHost
from caravan_tui.screens.replay.screen import ReplayScreen
from caravan_tui.screens.rules import RulesScreen
from caravan_tui.screens.saved.card import ago_short
from caravan_tui.screens.saved.screen import SavedScreen
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.settings import Settings
from caravan_tui.widgets.board import Board
from saves.listing import Listing
from saves.store import Store
from tests.nights import mostly_nightly
from tests.support.dialogs import answer, refusal, type_in
from tests.support.matches import played, save
from tests.support.screen_text import cells, static_text
from tests.support.until import until
from tests.support.whole_app import local_screen

pytestmark = pytest.mark.usefixtures("no_workers")


def keep(game: str, decisions: int, title: str = "", age: int = 0) -> Match:
    """A match on disk after this number of random decisions."""
    match = played(game, decisions, seed=2)
    match.record.changed -= age
    return save(match, title)


@asynccontextmanager
async def saved(
    size: tuple[int, int] = (80, 24), glyphs: str = "unicode", settings: Settings | None = None
) -> AsyncIterator[tuple[Pilot[int], SavedScreen]]:
    screen = SavedScreen()
    async with local_screen(screen, size, glyphs, settings) as pilot:
        await until(lambda: screen.query("#status"), pilot)
        yield pilot, screen


def below_the_list(screen: SavedScreen) -> str:
    return static_text(screen, "status")


def rows(screen: SavedScreen) -> list[list[str]]:
    return cells(screen.query_one(DataTable))


@pytest.mark.parametrize("size", mostly_nightly([(140, 45), (80, 24)]))
async def test_each_match_is_a_row_and_its_card_tells_standing_and_what_happened_last(
    size: tuple[int, int],
) -> None:
    matches = [keep(game, 25, age=n * 4000) for n, game in enumerate(registry.ids())]
    async with saved(size) as (pilot, screen):
        await until(lambda: screen.query_one(DataTable).row_count == len(matches), pilot)
        for match in matches:
            await until(
                lambda match=match: screen.playback
                and screen.playback.match.record.id == match.record.id, pilot
            )  # fmt: skip
            back = Playback(match)
            seen = [line for n in range(back.last + 1) for line in back.lines(n, 0)]
            await until(lambda seen=seen: static_text(screen, "facts").endswith(seen[-1]), pilot)
            card = static_text(screen, "facts")
            assert "Ann" in card and "Bea" in card and f"{match.version} moves" in card
            if size == (140, 45):
                kind = registry.board(match.record.game)
                await until(
                    lambda kind=kind: [
                        board for board in screen.query(Board)
                        if type(board) is kind and board.display and board.scene
                    ], pilot
                )  # fmt: skip
                boards = [board for board in screen.query(Board) if board.display]
                assert len(boards) == 1
                assert boards[0].scene.view == match.view(0) and boards[0].scene.legal == []
            else:
                assert not screen.query(Board)
            await pilot.press("down")
        widest = screen.query_one(DataTable).virtual_size.width
        assert widest <= screen.query_one(DataTable).size.width


async def test_v_opens_the_replay_and_enter_the_table() -> None:
    match = keep("decktet", 20)
    async with saved() as (pilot, screen):
        await until(lambda: rows(screen), pilot)
        await pilot.press("v")
        await until(lambda: isinstance(pilot.app.screen, ReplayScreen), pilot)
        assert pilot.app.screen.step == pilot.app.screen.playback.last
        assert not pilot.app.host.store.holds(match.record.id)
        await pilot.press("q")
        await until(lambda: pilot.app.screen is screen, pilot)
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, TableScreen), pilot)


async def test_a_newer_programs_match_is_greyed_and_left_as_it_is() -> None:
    folder = Store().folder
    folder.mkdir(parents=True)
    data = msgpack.packb(["caravan_tui match", 99, b"", b"", b"", b"", None, None])
    (folder / "newer.caravan").write_bytes(data)
    async with saved() as (pilot, screen):
        await until(lambda: rows(screen), pilot)
        assert rows(screen)[0][-1] == "newer"
        assert "dim" in str(screen.query_one(DataTable).get_row_at(0)[0].style)
        assert "newer version" in static_text(screen, "facts")
        for key in ("enter", "v"):
            screen.show_status("")
            await pilot.press(key)
            await until(lambda: "cannot be opened" in static_text(screen, "status"), pilot)
            assert pilot.app.screen is screen
        await pilot.press("c")
        assert (folder / "newer.caravan").read_bytes() == data
        assert len(list(folder.glob("*.caravan"))) == 1


async def test_a_match_goes_out_to_a_file_and_comes_back_in_and_nothing_else_does(
    tmp_path: Path,
) -> None:
    match = keep("sahara", 12, title="With Bea")
    bad = tmp_path / "bad.caravan"
    bad.write_bytes(b"\xff" * 100)
    async with saved() as (pilot, screen):
        await until(lambda: rows(screen), pilot)
        assert not screen.query(Board), "a small terminal has no room for it"
        file = tmp_path / "out.caravan"
        await pilot.press("e")
        await type_in(pilot, str(file))
        await until(file.exists, pilot)
        await until(lambda: str(file) in static_text(screen, "status"), pilot)
        await pilot.press("e")
        await type_in(pilot, str(file))
        assert "already exists" in await refusal(pilot)
        await pilot.press("escape", "d")
        await answer(pilot, "yes")
        await until(lambda: not rows(screen), pilot)
        await pilot.press("i")
        await type_in(pilot, str(tmp_path / "nothing.caravan"))
        assert "There is no file" in await refusal(pilot)
        await type_in(pilot, str(file))
        await until(lambda: rows(screen), pilot)
        assert rows(screen)[0][0] == "With Bea"
        back, _notes = Store().load(match.record.id, watch=True)
        assert back.record.log == match.record.log

        await pilot.press("i")
        await type_in(pilot, str(bad))
        await until(lambda: list(pilot.app._notifications), pilot)
        assert str(bad) in next(iter(pilot.app._notifications)).message
        assert len(rows(screen)) == 1


async def test_a_copy_is_under_the_cursor_and_gets_a_name_and_what_was_deleted_comes_back() -> None:
    keep("sahara", 5, title="First")
    async with saved(settings=Settings(confirm_delete=False)) as (pilot, screen):
        await until(lambda: rows(screen), pilot)
        await pilot.press("c")
        await until(lambda: len(rows(screen)) == 2, pilot)
        await pilot.press("n")
        await type_in(pilot, "Second")
        await until(lambda: {row[0] for row in rows(screen)} == {"First", "Second"}, pilot)
        await pilot.press("slash", *"second")
        await until(lambda: [row[0] for row in rows(screen)] == ["Second"], pilot)
        assert static_text(screen, "title").endswith("with 'second': 1 of 2")
        await pilot.press("escape")
        await until(lambda: len(rows(screen)) == 2, pilot)
        assert static_text(screen, "title") == "Saved matches"
        await pilot.press("d")
        await until(lambda: len(rows(screen)) == 1, pilot)
        await pilot.press("u")
        await until(lambda: len(rows(screen)) == 2, pilot)


@pytest.mark.parametrize("minutes", [0, 3, 11, 59, 60 * 23, 60 * 24 * 120])
def test_how_long_ago_fits_its_column(minutes: int) -> None:
    assert len(ago_short(int(time.time()) - 60 * minutes)) <= 6


def six_scores(game: str, *scores: float) -> Any:
    """What a list of saved matches has of a match of six that is over."""
    header = SimpleNamespace(
        over=True, seats=[0] * 6, scores=scores, round=3, changed=0, game=game,
        meta=SimpleNamespace(title=""),
    )  # fmt: skip
    return SimpleNamespace(header=header, status="ok", id="x")


@pytest.mark.parametrize(
    "size", mostly_nightly([(80, 24), (160, 45), (100, 30), (140, 45), (200, 60)], 2)
)
async def test_no_column_is_cut_off_and_six_scores_have_room_where_there_is_room(
    size: tuple[int, int],
) -> None:
    keep("sahara", 5)
    async with saved(size) as (pilot, screen):
        await until(lambda: rows(screen), pilot)
        table = screen.query_one(DataTable)
        entry = six_scores("caravanserai", 10.0, 15.0, 12.0, 8.0, 10.0, 10.0)
        table.add_row(*screen.table.cells(entry), key="six")
        await until(lambda: table.virtual_size.height == 3, pilot)
        assert table.virtual_size.width <= table.size.width
        words = " ".join(str(cell) for cell in screen.table.cells(entry))
        assert ("10 15 12 8 10 10" in words) is (size[0] > 80)
        assert ("♣" in words) is (size[0] >= 160)
        if size == (80, 24):
            entry = six_scores("decktet", 8.0, -7.0, 12.0, 30.0, 4.0, 5.0)
            scores = str(screen.table.cells(entry)[1])
            assert scores.startswith("8 -7 12") and scores.endswith("…") and len(scores) <= 10


@pytest.mark.parametrize("later", [False, True])
async def test_a_damaged_match_is_announced_at_home_once(later: bool) -> None:
    match = keep("decktet", 20)
    path = Store().folder / f"{match.record.id}.caravan"

    def damage() -> None:
        path.write_bytes(b"no match")

    if not later:
        damage()
    app = CaravanApp(LocalHost, "unicode")
    notes: list[str] = []
    app.notify = lambda message, **_more: notes.append(message)  # type: ignore[method-assign]
    async with app.run_test() as pilot:
        await until(lambda: app.host_ready.is_set(), pilot)
        if later:
            await until(lambda: "Continue" in static_text(app.screen, "facts"), pilot)
            assert not notes
            app.open_rules("decktet")
            await until(lambda: isinstance(app.screen, RulesScreen), pilot)
            damage()
            await pilot.press("escape")
        await until(lambda: notes, pilot)
        screen = SavedScreen()
        app.push_screen(screen)
        await until(lambda: screen.listing, pilot)
        assert len(notes) == 1 and "is damaged" in notes[0] and match.record.id in notes[0]
        await app.host.stop()


@pytest.mark.parametrize("glyphs", mostly_nightly(["unicode", "ascii"]))
async def test_the_standing_is_whole_on_a_narrow_card(glyphs: str) -> None:
    names = ["Ann", "Caravan master", "Zacharias-Maximi"]
    seats = [Seat("person" if n == 0 else "trader", name) for n, name in enumerate(names)]
    match = Match.new("sahara", {}, seats, 2)
    while match.to_act != 1:
        match.act(match.to_act, match.legal(match.to_act)[-1])
    save(match)
    async with saved(glyphs=glyphs) as (pilot, screen):
        await until(lambda: screen.query("#facts") and static_text(screen, "facts"), pilot)
        card = screen.query_one("#facts", Static)
        await until(lambda: card.content_size.width, pilot)
        lines = str(card.content).splitlines()
        standing = [line for line in lines if any(name[:9] in line for name in names)][:3]
        turn = "►" if glyphs == "unicode" else ">"
        assert [line[0] for line in standing] == [" ", turn, " "]
        assert "Caravan master" in standing[1]
        assert max(map(len, standing)) <= card.content_size.width
        assert "Zacharias-Max…" in standing[2], "a name that is cut is seen to be cut"


async def test_while_files_are_read_the_list_does_not_say_that_nothing_is_saved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = keep("sahara", 3)
    may_read = threading.Event()
    read = Store.listing

    def slow(self: Store) -> Listing:
        if threading.current_thread() is not threading.main_thread():
            may_read.wait(20)
        return read(self)

    monkeypatch.setattr(Store, "listing", slow)
    async with saved() as (pilot, screen):
        try:
            await until(lambda: below_the_list(screen), pilot)
            assert below_the_list(screen) == "Reading the saved matches …"
        finally:
            may_read.set()
        await until(lambda: screen.entries, pilot)
        assert [entry.id for entry in screen.entries] == [match.record.id]
        assert below_the_list(screen) == ""


async def test_a_folder_that_cannot_be_read_is_not_called_empty() -> None:
    folder = Store().folder
    folder.parent.mkdir(parents=True)
    folder.write_text("a file where the folder should be")
    async with saved() as (pilot, screen):
        await until(lambda: str(folder) in below_the_list(screen), pilot)
        assert "Not a directory." in below_the_list(screen)
