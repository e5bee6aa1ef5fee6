"""The list of saved matches: card, replay, names, copies, trash, files, newer programs' matches."""

from __future__ import annotations

import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgpack
import pytest
from attrs import evolve
from msgspec.structs import replace
from textual.color import Color
from textual.pilot import Pilot
from textual.widgets import DataTable

from caravan_tui import i18n
from caravan_tui.app import CaravanApp
from caravan_tui.engine import Match, Seat
from caravan_tui.engine.playback import Playback
from caravan_tui.games import registry
from caravan_tui.games.registry import game_name
from caravan_tui.hosts.local import LocalHost
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.replay.screen import ReplayScreen
from caravan_tui.screens.replay.turn_lines import turn_lines
from caravan_tui.screens.rules import RulesScreen
from caravan_tui.screens.saved.card import ago_short
from caravan_tui.screens.saved.match_table import levels_text, state_text
from caravan_tui.screens.saved.screen import SavedScreen
from caravan_tui.screens.table.result import ResultScreen
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.settings import Settings
from caravan_tui.terminal.compat import FooterKey
from caravan_tui.widgets.board import Board
from caravan_tui.widgets.question import Question, TextQuestion
from saves.header import HeaderSeat
from saves.listing import Listing
from saves.store import Store
from tests.nights import mostly_nightly
from tests.support.dialogs import answer, refusal, type_in
from tests.support.known import known
from tests.support.matches import ended, played, save
from tests.support.screen_text import (
    cells,
    screen_lines,
    screen_text,
    static_text,
    widget_lines,
)
from tests.support.screens import app_of, screen_of
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
) -> AsyncIterator[tuple[Pilot[Any], SavedScreen]]:
    screen = SavedScreen()
    async with local_screen(screen, size, glyphs, settings) as pilot:
        await until(lambda: screen.query("#status"), pilot)
        yield pilot, screen


def below_the_list(screen: SavedScreen) -> str:
    return static_text(screen, "status")


def names(screen: SavedScreen) -> list[str]:
    return [row[-1].splitlines()[0] for row in rows(screen)]


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
            lines = turn_lines(Playback(match), lambda _step: 0).lines
            await until(
                lambda last=lines[-1]: screen.card.words.last_moves.lines[-1:] == [last], pilot
            )
            words = static_text(screen.card, "facts")
            assert (
                game_name(match.record.game) in words and f"{Playback(match).last} moves" in words
            )
            seats = "\n".join(widget_lines(screen.card.words.standing))
            assert "Ann" in seats and "Bea" in seats
            if size < (140, 45):  # no room for a whole board
                assert not [board for board in screen.query(Board) if board.display]
                await pilot.press("down")
                continue
            kind = registry.board(match.record.game)
            await until(
                lambda kind=kind: [
                    board for board in screen.query(Board)
                    if type(board) is kind and board.display and board.scene
                ], pilot
            )  # fmt: skip
            boards = [board for board in screen.query(Board) if board.display]
            assert len(boards) == 1
            scene = known(boards[0].scene)
            assert scene.view == match.view(0) and scene.legal == []
            await pilot.press("down")
        widest = screen.query_one(DataTable).virtual_size.width
        assert widest <= screen.query_one(DataTable).size.width


async def test_v_opens_the_replay_and_enter_the_table() -> None:
    match = keep("decktet", 20)
    async with saved() as (pilot, screen):
        await until(lambda: rows(screen), pilot)
        await pilot.press("v")
        await until(lambda: isinstance(pilot.app.screen, ReplayScreen), pilot)
        assert (
            screen_of(pilot.app, ReplayScreen).step
            == screen_of(pilot.app, ReplayScreen).playback.last
        )
        assert not app_of(pilot.app).host.store.holds(match.record.id)
        await pilot.press("q")
        await until(lambda: pilot.app.screen is screen, pilot)
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, TableScreen), pilot)


async def test_a_match_opened_from_the_list_leads_back_to_its_row_and_filter() -> None:
    keep("sahara", 5, title="First")
    save(ended("decktet"), "Second")
    async with saved() as (pilot, screen):
        await until(lambda: len(rows(screen)) == 2, pilot)
        await pilot.press("slash", *"second", "enter")
        await until(lambda: len(rows(screen)) == 1, pilot)
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, ResultScreen), pilot)
        await until(lambda: screen_of(pilot.app, ResultScreen).takes_answers, pilot)
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is screen, pilot)
        assert screen.filter_text == "second" and len(rows(screen)) == 1
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, ResultScreen), pilot)
        await until(lambda: screen_of(pilot.app, ResultScreen).takes_answers, pilot)
        await pilot.press("t")
        await until(lambda: isinstance(pilot.app.screen, TableScreen), pilot)
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is screen, pilot)


async def test_enter_on_the_question_deletes_nothing() -> None:
    keep("sahara", 5)
    async with saved() as (pilot, screen):
        await until(lambda: rows(screen), pilot)
        await pilot.press("d")
        await until(lambda: isinstance(pilot.app.screen, Question), pilot)
        await pilot.press("enter")
        await until(lambda: pilot.app.screen is screen, pilot)
        assert rows(screen) and not screen.deleted


async def test_a_newer_programs_match_is_greyed_and_left_as_it_is() -> None:
    folder = Store().folder
    folder.mkdir(parents=True)
    data = msgpack.packb(["caravan_tui match", 99, b"", b"", b"", b"", None, None])
    (folder / "newer.caravan").write_bytes(data)
    async with saved() as (pilot, screen):
        await until(lambda: rows(screen), pilot)
        assert rows(screen)[0][-1].endswith("newer")
        assert "dim" in str(screen.query_one(DataTable).get_row_at(0)[-1].style)
        assert "newer version" in static_text(screen.card, "facts")
        for key in ("enter", "v"):
            screen.show_status("")
            await pilot.press(key)
            await until(lambda: "can't be opened" in static_text(screen, "status"), pilot)
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
        assert "u restore the match you deleted last" in screen.empty_page.text
        await pilot.press("i")
        await type_in(pilot, str(tmp_path / "nothing.caravan"))
        assert "There is no file" in await refusal(pilot)
        await type_in(pilot, str(file))
        await until(lambda: rows(screen), pilot)
        assert names(screen) == ["With Bea  Caravan · camels"]
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
        await until(
            lambda: {name.split()[0] for name in names(screen)} == {"First", "Second"}, pilot
        )
        await pilot.press("slash", *"second")
        await until(lambda: [name.split()[0] for name in names(screen)] == ["Second"], pilot)
        assert "with 'second': 1 of 2" in screen.title_bar.text
        await pilot.press("escape")
        await until(lambda: len(rows(screen)) == 2, pilot)
        assert "2 matches, newest first" in screen.title_bar.text
        await pilot.resize_terminal(120, 36)
        await until(lambda: "2 matches: 2 unfinished, newest" in screen.title_bar.text, pilot)
        await pilot.press("d")
        await until(lambda: len(rows(screen)) == 1, pilot)
        await pilot.press("u")
        await until(lambda: len(rows(screen)) == 2, pilot)


async def test_without_matches_the_footer_names_only_what_leads_elsewhere() -> None:
    async with saved() as (pilot, screen):

        def titles() -> set[str]:
            return {str(key.description) for key in screen.query(FooterKey)}

        await until(lambda: titles() == {"Keys", "Back"}, pilot)
    keep(registry.ids()[0], 0)
    async with saved() as (pilot, screen):
        await until(lambda: "Open match" in titles(), pilot)


async def test_home_and_end_lead_to_the_first_and_the_last_match() -> None:
    for number, game in enumerate(registry.ids()[:3]):
        keep(game, 0, age=number * 4000)
    async with saved() as (pilot, screen):
        table = screen.query_one(DataTable)
        await until(lambda: table.row_count == 3, pilot)
        await pilot.press("end")
        await until(lambda: table.cursor_row == 2, pilot)
        await pilot.press("home")
        await until(lambda: table.cursor_row == 0, pilot)


@pytest.mark.parametrize("minutes", [0, 3, 11, 59, 60 * 23, 60 * 24 * 120])
def test_how_long_ago_fits_its_column(minutes: int) -> None:
    assert len(ago_short(int(time.time()) - 60 * minutes)) <= 10


@pytest.mark.parametrize("size", mostly_nightly([(80, 24), (160, 45), (100, 30)]))
async def test_six_seats_have_room_with_their_scores_and_who_leads_and_is_to_move_is_marked(
    size: tuple[int, int],
) -> None:
    keep("sahara", 5)
    async with saved(size) as (pilot, screen):
        await until(lambda: rows(screen), pilot)
        six = ("Ann", "Bea", "Cy", "Di", "Ed", "Flo")
        header = replace(
            known(screen.entries[0].header),
            seats=tuple(HeaderSeat("person", name, None) for name in six),
            scores=(10, -7, 12, 8, 10, 30), ranks=None, to_act=1,
        )  # fmt: skip
        text = str(screen.table.cells(evolve(screen.entries[0], header=header))[-1])
        seats = text.splitlines()[1]
        assert seats.replace(" ", "").startswith("●" + "Ann" * (size[0] > 120) + "10►■")
        assert (
            seats.removesuffix(" points").rstrip().endswith("30")
            and "☼♣" in seats
            and seats.count("☼") == 1
        )
        assert len(seats) <= screen.table.match_width
        table = screen.query_one(DataTable)
        assert table.virtual_size.width <= table.size.width


async def test_a_wide_list_has_how_a_match_stands_and_its_age_in_columns() -> None:
    keep("sahara", 5)
    keep("decktet", 20)
    async with saved((160, 50)) as (pilot, screen):
        await until(lambda: len(rows(screen)) == 2, pilot)

        def first_lines() -> list[str]:
            entries = screen.entries
            return [str(screen.table.cells(entry)[-1]).splitlines()[0] for entry in entries]

        column = screen.table.name_width
        lines = first_lines()
        assert all(line[column - 1] == " " and line[column] != " " for line in lines), lines
        assert {len(line) for line in lines} == {screen.table.match_width}
        assert screen.table.show_header
        assert any("Stands" in line and "Last played" in line for line in screen_lines(screen))
        await pilot.resize_terminal(80, 24)
        await until(lambda: not screen.table.show_header, pilot)


@pytest.mark.parametrize("has_long_row", [False, True])
async def test_the_levels_stand_in_one_column_of_a_wide_list(has_long_row: bool) -> None:
    """Below how the match stands: all beside the seats, or all beside whose turn it is."""
    longest = ["Ann", "Samira", *["Bartholomew"] * has_long_row]
    for number, names in enumerate([["Ann", "Bo"], longest]):
        seats = [Seat("trader" if seat else "person", name) for seat, name in enumerate(names)]
        save(Match.new("sahara", {}, seats, number))
    async with saved((160, 50)) as (pilot, screen):
        await until(lambda: len(rows(screen)) == 2, pilot)
        table = screen.query_one(DataTable)
        cells = [str(table.get_row_at(number)[2]).split("\n") for number in range(2)]
        (line,) = {n for cell in cells for n, words in enumerate(cell) if "Trader" in words}
        assert line == (2 if has_long_row else 1)
        assert {cell[line].index("Trader") for cell in cells} == {screen.table.name_width}


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_column_of_how_matches_stand_has_room_for_its_words(language: str) -> None:
    keep("sahara", 5)
    keep("decktet", 0)
    i18n.use(language)
    async with saved((160, 50)) as (pilot, screen):
        words = i18n._("you haven't moved yet")
        await until(lambda: any(words in line for line in screen_lines(screen)), pilot)
        assert "…" not in "".join(cell for row in rows(screen) for cell in row)


async def test_an_empty_list_says_how_to_begin_and_its_keys_can_be_clicked() -> None:
    async with saved() as (pilot, screen):
        await until(lambda: screen.has_class("-empty"), pilot)
        await until(lambda: "choose a game" in screen_text(screen), pilot)
        row = next(y for y, line in enumerate(screen_lines(screen)) if "import a match" in line)
        await pilot.click(offset=(12, row))
        await until(lambda: isinstance(pilot.app.screen, TextQuestion), pilot)


async def test_an_empty_list_in_a_session_offers_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BaseApp, "is_remote", True)
    async with saved() as (pilot, screen):
        await until(lambda: "choose a game" in screen_text(screen), pilot)
        assert "import a match" not in screen_text(screen)


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
            await until(lambda: "goes on from here" in static_text(app.screen, "facts"), pilot)
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


async def test_the_standing_is_whole_on_a_narrow_card() -> None:
    names = ["Ann", "Caravan master", "Zacharias-Maximi", "Bea"]
    seats = [Seat("person" if n == 0 else "trader", name) for n, name in enumerate(names)]
    match = Match.new("sahara", {}, seats, 2)
    while match.to_act != 1:
        match.act(match.to_act, match.legal(match.to_act)[-1])
    save(match)
    async with saved() as (pilot, screen):
        await until(lambda: screen.card.words.standing.size.height >= 3 * len(names), pilot)
        lines = widget_lines(screen.card.words.standing)
        rows_each = -(-len(lines) // len(names))
        plaques = ["\n".join(lines[rows_each * seat :][:rows_each]) for seat in range(len(names))]
        assert ["►" in plaque for plaque in plaques] == [False, True, False, False]
        assert "Caravan master" in plaques[1] and "to move" in plaques[1]
        assert "Zacharias-Max" in plaques[2]


async def test_a_row_has_the_sign_of_its_game_whose_turn_it_is_and_a_mark_at_the_cursor() -> None:
    keep("sahara", 0)
    keep("decktet", 0, age=600)
    async with saved() as (pilot, screen):
        await until(lambda: len(rows(screen)) == 2, pilot)
        (_cursor, camel, first), (_other, cards, second) = rows(screen)
        assert camel != cards and {"▀", "▄"} & set(camel)
        words = "you haven't moved yet"
        assert words in first and second.splitlines()[-1].startswith(f"{words}  10 min ago")
        assert all(row.splitlines()[1].endswith(" points") for row in (first, second))
        assert "your turn" not in first, "nobody has moved"
        assert [row[0][:1] for row in rows(screen)] == ["▌", ""]
        await pilot.press("down")
        await until(lambda: [row[0][:1] for row in rows(screen)] == ["", "▌"], pilot)
    async with saved(glyphs="ascii") as (pilot, screen):
        await until(lambda: len(rows(screen)) == 2, pilot)
        assert "".join(map("".join, rows(screen))).replace("·", "").isascii()
        assert rows(screen)[0][0][:1] == ">"


async def test_the_row_at_the_cursor_is_filled_as_at_home_and_not_like_the_other_rows() -> None:
    keep("sahara", 0)
    keep("decktet", 0, age=600)
    async with saved() as (pilot, screen):
        await until(lambda: len(rows(screen)) == 2, pilot)
        cursor = screen.table.get_component_styles("datatable--cursor")
        odd_row = screen.table.get_component_styles("datatable--odd-row")
        assert cursor.background.rgb not in (odd_row.background.rgb, screen.styles.background.rgb)
        assert cursor.background.rgb == Color.parse(screen.app.theme_variables["primary"]).rgb
        assert cursor.text_style.bold


def test_a_match_that_was_won_by_equal_points_says_why() -> None:
    match = keep("decktet", 3)
    header = next(entry.header for entry in Store().listing().entries if entry.header)
    seats = (HeaderSeat("person", "Ann", None), HeaderSeat("trader", "Omar", None))
    over = replace(header, id=match.record.id, seats=seats, ranks=(1, 2), to_act=-1)
    assert state_text(replace(over, scores=(33, 33))) == "won (tie-break)"
    assert state_text(replace(over, scores=(33, 30))) == "won"
    assert state_text(replace(over, scores=(33, 33), ranks=(1, 1))) == "shared"


async def test_there_is_one_bar_of_keys_and_a_wide_one_names_them_all() -> None:
    keep("sahara", 0)
    keep("decktet", 0)
    async with saved() as (pilot, screen):
        await until(lambda: "newest first" in screen.title_bar.words, pilot)
        assert below_the_list(screen) == "" and not screen.query_one("#status").display
        await until(lambda: "Enter Open match" in screen_lines(screen)[-1], pilot)
        assert "Copy" not in screen_lines(screen)[-1]
        await pilot.press("s")
        await until(lambda: "by game" in screen.title_bar.words, pilot)
        await pilot.resize_terminal(160, 50)
        await until(lambda: "Import" in screen_lines(screen)[-1], pilot)


async def test_the_filter_says_what_it_is_and_how_it_ends() -> None:
    keep("sahara", 0)
    async with saved() as (pilot, screen):
        await until(lambda: rows(screen), pilot)
        await pilot.press("u")
        await until(lambda: "There is nothing to restore" in screen_text(screen), pilot)
        await pilot.press("slash", "c")
        await until(lambda: "Filter: c" in screen_text(screen), pilot)
        assert "There is nothing to restore" not in screen_text(screen), "that was before"
        assert "Enter: keep   Esc: clear" in screen_text(screen)
        await until(lambda: "Esc Back" not in screen_text(screen), pilot)
        await pilot.press("escape")
        await until(lambda: "Filter: " not in screen_text(screen), pilot)


def test_the_levels_of_computer_players_are_named_once() -> None:
    match = keep("decktet", 3)
    header = next(entry.header for entry in Store().listing().entries if entry.header)

    def levels(*kinds: str) -> str:
        seats = tuple(HeaderSeat(kind, "Ann", None) for kind in kinds)
        return levels_text(replace(header, id=match.record.id, seats=seats))

    assert levels("trader", "porter") == "Trader, Porter"
    assert levels("trader", "trader") == "Trader"
    assert levels("person", "person") == ""


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


async def test_ones_own_match_that_another_window_plays_is_called_so_and_won_by_you() -> None:
    match = next(
        match for seat in (0, 1) if known((match := ended("decktet", seat)).ranks)[seat] == 1
    )
    save(match)
    other = Store()
    other.load(match.record.id)  # and lock it
    async with saved() as (pilot, screen):
        await until(lambda: rows(screen), pilot)
        await pilot.press("g")
        await answer(pilot, "watch")
        await until(lambda: "You win" in screen_text(pilot.app), pilot)
        await until(lambda: screen_of(pilot.app, ResultScreen).takes_answers, pilot)
        await pilot.press("t")
        await until(lambda: "your own match" in screen_text(pilot.app), pilot)
    other.release_all()


async def test_the_counts_of_the_title_add_up_at_every_width() -> None:
    keep("decktet", 6)
    keep("decktet", 0)
    save(ended("decktet"))
    async with saved() as (pilot, screen):
        await until(lambda: "1 unfinished, 1 not begun, 1 over" in screen.title_bar.text, pilot)
        (fresh,) = [cell for row in rows(screen) for cell in row if "haven't moved" in cell]
        assert "your turn" not in fresh, "one or the other"
        await pilot.resize_terminal(160, 50)
        await until(lambda: "3 matches: 1 unfinished, 1 not" in screen.title_bar.text, pilot)


async def test_a_short_list_has_the_words_below_itself_and_leaves_the_board_the_whole_height() -> (
    None
):
    keep("dice_village", 12)
    async with saved((160, 50)) as (pilot, screen):
        board = screen.card.picture
        await until(lambda: board.region.height == screen.card.region.height, pilot)
        below = screen.below
        await until(lambda: below.region.y >= screen.table.region.bottom, pilot)
        assert below.last_moves.region.height > 10 and not screen.card.words.display
        await pilot.resize_terminal(80, 24)
        await until(lambda: screen.card.words.display and not below.display, pilot)


async def test_a_match_that_was_played_on_is_read_again_with_all_its_moves() -> None:
    match = keep("decktet", 6)
    async with saved() as (pilot, screen):
        await until(lambda: screen.playback, pilot)
        before = known(screen.playback).last
        store = Store()
        match, _notes = store.load(match.record.id)
        for _number in range(4):
            match.act(match.to_act, match.legal(match.to_act)[0])
        store.save_now(match)
        store.release_all()
        screen.load(match.record.id)
        await until(lambda: screen.playback and screen.playback.last == before + 4, pilot)
