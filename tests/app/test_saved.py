"""The list of saved matches: card, replay, names, copies, trash, files, newer programs' matches."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace

import msgpack
import pytest
from textual.pilot import Pilot
from textual.widgets import DataTable, Input, Static

from caravan_tui.app import CaravanApp
from caravan_tui.engine import Match, Seat
from caravan_tui.engine.playback import Playback
from caravan_tui.games import registry
from caravan_tui.screens.local import LocalHost
from caravan_tui.screens.replay import ReplayScreen
from caravan_tui.screens.saved import SavedScreen
from caravan_tui.screens.saved_card import ago_short
from caravan_tui.screens.table import TableScreen
from caravan_tui.widgets.board import Board
from caravan_tui.widgets.dialog import Question
from saves.store import Store
from tests.app.app_help import typed_line, until

SIZES = [(80, 24), (140, 45)]


pytestmark = pytest.mark.usefixtures("no_workers")


def keep(game: str, decisions: int, title: str = "", age: int = 0) -> Match:
    """A match on disk after so many random decisions."""
    count = max(2, registry.spec(game).min_seats)
    seats = [Seat("person" if n == 0 else "trader", ("Ann", "Bea")[n]) for n in range(count)]
    match, rng = Match.new(game, {}, seats, 2), Random(2)
    while decisions and not match.over:
        match.act(match.to_act, rng.choice(match.legal(match.to_act)))
        decisions -= 1
    match.record.changed -= age
    store = Store()
    if title:
        store.describe(match.record.id, title=title)
    store.save_now(match)
    store.release(match.record.id)
    return match


@asynccontextmanager
async def saved(size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[Pilot[None], SavedScreen]]:
    app = CaravanApp(LocalHost, "unicode")
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.host is not None)
        screen = SavedScreen()
        app.push_screen(screen)
        await until(pilot, lambda: screen.query("#said"))
        yield pilot, screen
        await app.host.stop()


def rows(screen: SavedScreen) -> list[list[str]]:
    table = screen.query_one(DataTable)
    return [[str(cell) for cell in table.get_row_at(n)] for n in range(table.row_count)]


def said(screen: SavedScreen, name: str) -> str:
    return str(screen.query_one(f"#{name}", Static).content)


async def type_in(pilot: Pilot[None], text: str) -> None:
    await until(pilot, lambda: bool(typed_line(pilot)))
    pilot.app.screen.query_one(Input).value = text
    await pilot.press("enter")


@pytest.mark.parametrize("size", SIZES)
async def test_each_match_is_a_row_and_its_card_tells_standing_and_what_happened_last(
    size: tuple[int, int],
) -> None:
    matches = [keep(game, 25, age=n * 4000) for n, game in enumerate(registry.ids())]
    async with saved(size) as (pilot, screen):
        await until(pilot, lambda: screen.query_one(DataTable).row_count == len(matches))
        for match in matches:
            await until(
                pilot, lambda match=match: screen._sv_looked
                and screen._sv_looked.match.record.id == match.record.id
            )  # fmt: skip
            await pilot.pause(0.05)
            card = said(screen, "facts")
            assert "Ann" in card and "Bea" in card and f"{match.version} moves" in card
            back = Playback(match)
            seen = [line for n in range(back.last + 1) for line in back.lines(n, 0)]
            assert card.endswith(seen[-1])
            boards = list(screen.query(Board))
            if size == (140, 45):
                await until(pilot, lambda: [one for one in screen.query(Board) if one.shown])
                boards = list(screen.query(Board))
                assert type(boards[0]) is registry.board(match.record.game)
                assert boards[0].shown.view == match.view(0) and boards[0].shown.legal == []
            else:
                assert not boards
            await pilot.press("down")
        widest = screen.query_one(DataTable).virtual_size.width
        assert widest <= screen.query_one(DataTable).size.width


async def test_v_opens_the_replay_and_enter_the_table() -> None:
    match = keep("decktet", 20)
    async with saved() as (pilot, screen):
        await until(pilot, lambda: rows(screen))
        await pilot.press("v")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        assert pilot.app.screen.at == pilot.app.screen.playback.last
        assert not pilot.app.host.store.holds(match.record.id)
        await pilot.press("q")
        await until(pilot, lambda: pilot.app.screen is screen)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))


async def test_a_newer_programs_match_is_greyed_and_left_as_it_is() -> None:
    folder = Store().folder
    folder.mkdir(parents=True)
    data = msgpack.packb(["caravan_tui match", 99, b"", b"", b"", b"", None, None])
    (folder / "newer.caravan").write_bytes(data)
    async with saved() as (pilot, screen):
        await until(pilot, lambda: rows(screen))
        assert rows(screen)[0][-1] == "newer"
        assert "dim" in str(screen.query_one(DataTable).get_row_at(0)[0].style)
        assert "newer version" in said(screen, "facts")
        for key in ("enter", "v"):
            await pilot.press(key)
            await pilot.pause()
            assert pilot.app.screen is screen
            assert "cannot be opened" in said(screen, "said")
        await pilot.press("c")
        await pilot.pause(0.1)
        assert (folder / "newer.caravan").read_bytes() == data
        assert len(list(folder.glob("*.caravan"))) == 1


async def test_a_match_goes_out_to_a_file_and_comes_back_in(tmp_path: Path) -> None:
    match = keep("sahara", 12, title="With Bea")
    async with saved() as (pilot, screen):
        await until(pilot, lambda: rows(screen))
        file = tmp_path / "out.caravan"
        await pilot.press("e")
        await type_in(pilot, str(file))
        await until(pilot, file.exists)
        await until(pilot, lambda: pilot.app.screen is screen)
        assert str(file) in said(screen, "said")
        await pilot.press("e")
        await type_in(pilot, str(file))
        await pilot.pause()
        assert "is there already" in str(pilot.app.screen.query_one("#wrong", Static).content)
        await pilot.press("escape")
        await pilot.press("d")
        await until(pilot, lambda: isinstance(pilot.app.screen, Question))
        await pilot.press("enter")
        await until(pilot, lambda: not rows(screen))
        await pilot.press("i")
        await type_in(pilot, str(tmp_path / "nothing.caravan"))
        await pilot.pause()
        assert "There is no file" in str(pilot.app.screen.query_one("#wrong", Static).content)
        pilot.app.screen.query_one(Input).value = str(file)
        await pilot.press("enter")
        await until(pilot, lambda: rows(screen))
        assert rows(screen)[0][0] == "With Bea"
        back, _notes = Store().load(match.record.id, watch=True)
        assert back.record.log == match.record.log


async def test_what_is_no_match_is_refused_in_words(tmp_path: Path) -> None:
    bad = tmp_path / "bad.caravan"
    bad.write_bytes(b"\xff" * 100)
    async with saved() as (pilot, screen):
        await pilot.press("i")
        await type_in(pilot, str(bad))
        await until(pilot, lambda: pilot.app.screen is screen)
        await until(pilot, lambda: list(pilot.app._notifications))
        assert str(bad) in next(iter(pilot.app._notifications)).message
        assert not rows(screen)


async def test_a_copy_is_under_the_cursor_and_gets_a_name() -> None:
    keep("sahara", 5, title="First")
    async with saved() as (pilot, screen):
        await until(pilot, lambda: rows(screen))
        await pilot.press("c")
        await until(pilot, lambda: len(rows(screen)) == 2)
        await pilot.press("n")
        await type_in(pilot, "Second")
        await until(pilot, lambda: {row[0] for row in rows(screen)} == {"First", "Second"})
        await pilot.press("slash", *"second")
        await pilot.pause()
        assert [row[0] for row in rows(screen)] == ["Second"]
        assert said(screen, "title").endswith("with 'second': 1 of 2")
        await pilot.press("escape")
        await pilot.pause()
        assert len(rows(screen)) == 2 and said(screen, "title") == "Saved matches"


async def test_what_was_deleted_comes_back_with_u() -> None:
    keep("sahara", 5)
    async with saved() as (pilot, screen):
        pilot.app.settings.confirm_delete = False
        await until(pilot, lambda: rows(screen))
        await pilot.press("d")
        await until(pilot, lambda: not rows(screen))
        await pilot.press("u")
        await until(pilot, lambda: len(rows(screen)) == 1)


@pytest.mark.parametrize("minutes", [0, 3, 11, 59, 60 * 23, 60 * 24 * 120])
def test_how_long_ago_fits_its_column(minutes: int) -> None:
    assert len(ago_short(int(time.time()) - 60 * minutes)) <= 6


async def test_scores_below_zero_are_apart_and_six_of_them_are_cut_with_a_sign() -> None:
    async with saved() as (_pilot, screen):
        header = SimpleNamespace(
            over=True, seats=[0] * 6, scores=(8.0, -7.0, 12.0, 30.0, 4.0, 5.0), round=3,
            changed=0, game="decktet", meta=SimpleNamespace(title=""),
        )  # fmt: skip
        entry = SimpleNamespace(header=header, status="ok", id="x")
        scores = str(screen.row(entry)[1])
        assert scores.startswith("8 -7 12") and scores.endswith("…") and len(scores) <= 10


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45), (160, 45), (200, 60)])
async def test_no_column_is_cut_off_and_six_scores_have_room_where_there_is_room(
    size: tuple[int, int],
) -> None:
    keep("sahara", 5)
    async with saved(size) as (pilot, screen):
        await until(pilot, lambda: rows(screen))
        table = screen.query_one(DataTable)
        header = SimpleNamespace(
            over=True, seats=[0] * 6, scores=(10.0, 15.0, 12.0, 8.0, 10.0, 10.0), round=3,
            changed=0, game="caravanserai", meta=SimpleNamespace(title=""),
        )  # fmt: skip
        entry = SimpleNamespace(header=header, status="ok", id="x")
        table.add_row(*screen.row(entry), key="six")
        await pilot.pause(0.1)
        assert table.virtual_size.width <= table.size.width
        told = " ".join(str(cell) for cell in screen.row(entry))
        assert ("10 15 12 8 10 10" in told) is (size[0] > 80)
        assert ("♣" in told) is (size[0] >= 160)


@pytest.mark.parametrize("later", [False, True])
async def test_a_damaged_match_is_told_of_at_home_once(later: bool) -> None:
    match = keep("decktet", 20)
    path = Store().folder / f"{match.record.id}.caravan"

    def damage() -> None:
        path.write_bytes(b"no match")

    if not later:
        damage()
    app = CaravanApp(LocalHost, "unicode")
    said: list[str] = []
    app.notify = lambda message, **_more: said.append(message)  # type: ignore[method-assign]
    async with app.run_test() as pilot:
        await until(pilot, lambda: app.host is not None)
        if later:
            await pilot.pause(0.2)
            assert not said
            app.open_rules("decktet")
            await pilot.pause(0.1)
            damage()
            await pilot.press("escape")
        await until(pilot, lambda: said)
        app.push_screen(SavedScreen())
        await until(pilot, lambda: isinstance(app.screen, SavedScreen))
        await pilot.pause(0.3)
        assert len(said) == 1 and "is damaged" in said[0] and match.record.id in said[0]
        await app.host.stop()


@pytest.mark.parametrize(("glyphs", "turn"), [("unicode", "►"), ("ascii", ">")])
async def test_the_standing_is_whole_on_a_narrow_card(glyphs: str, turn: str) -> None:
    names = ["Ann", "Caravan master", "Zacharias-Maximi"]
    seats = [Seat("person" if n == 0 else "trader", name) for n, name in enumerate(names)]
    match = Match.new("sahara", {}, seats, 2)
    while match.to_act != 1:
        match.act(match.to_act, match.legal(match.to_act)[-1])
    store = Store()
    store.save_now(match)
    store.release(match.record.id)
    app = CaravanApp(LocalHost, glyphs)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.host is not None)
        screen = SavedScreen()
        app.push_screen(screen)
        await until(pilot, lambda: screen.query("#facts") and said(screen, "facts"))
        card = screen.query_one("#facts", Static)
        rows = str(card.content).splitlines()
        await pilot.pause(0.1)
        mine = [row for row in rows if "Ann" in row or "Caravan m" in row or "Zach" in row][:3]
        assert [row[0] for row in mine] == [" ", turn, " "]
        assert "Caravan master" in mine[1]
        assert max(map(len, mine)) <= card.content_size.width
        assert "Zacharias-Max…" in mine[2], "a name that is cut is seen to be cut"
        await app.host.stop()
