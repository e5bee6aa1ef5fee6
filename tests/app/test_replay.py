"""The replay on screen: keys, eyes, speeds, branches, files."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Input, OptionList
from textual.widgets._footer import FooterKey

from caravan_tui import i18n as catalogue
from caravan_tui.bus.messages import Position
from caravan_tui.cli.asciicast import recording
from caravan_tui.engine import Match
from caravan_tui.engine.playback import Playback, copy_of
from caravan_tui.games import registry
from caravan_tui.games.caravanserai import board as caravanserai_board
from caravan_tui.games.caravanserai.events import DirectionChosen, GoodsLaid
from caravan_tui.games.caravanserai.moves import target_cell
from caravan_tui.games.caravanserai.pieces import DIRECTIONS
from caravan_tui.games.caravanserai.render.layout import spot
from caravan_tui.games.decktet import board as decktet_board
from caravan_tui.games.decktet.events import SeasonEnded
from caravan_tui.games.dice_village import board as village_board
from caravan_tui.games.dice_village.events import SoldAtHome
from caravan_tui.games.sahara import board as sahara_board
from caravan_tui.games.sahara.events import CamelLifted, CamelSet
from caravan_tui.games.sahara.pieces import SUPPLY
from caravan_tui.games.sahara.render.desert import Marks
from caravan_tui.presentation.eyes import people
from caravan_tui.screens.replay import autoplay
from caravan_tui.screens.replay.commands import REPLAY
from caravan_tui.screens.replay.screen import OPEN, ReplayScreen
from caravan_tui.screens.table.log_lines import add_to_log
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.widgets.chooser import Chooser
from caravan_tui.widgets.log import Line
from caravan_tui.widgets.question import Question, TextQuestion
from caravan_tui.widgets.timeline import Timeline
from tests.nights import mostly_nightly
from tests.support.dialogs import answer, refusal, type_in
from tests.support.known import known
from tests.support.matches import ended, played
from tests.support.screen_text import screen_lines, static_text
from tests.support.screens import app_of, screen_of, tables_of
from tests.support.until import until
from tests.support.whole_app import local_screen

pytestmark = pytest.mark.usefixtures("no_workers")


@asynccontextmanager
async def looking(
    match: Match, step: int | None = 0, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[Any], ReplayScreen]]:
    back = Playback(copy_of(match))
    screen = ReplayScreen(back, people(back), step)
    async with local_screen(screen, size) as pilot:
        await until(lambda: screen.is_mounted and screen.board.scene is not None, pilot)
        yield pilot, screen


async def test_a_jump_along_the_bar_moves_neither_its_ticks_nor_cuts_the_number_of_the_step() -> (
    None
):
    async with looking(ended("dice_village")) as (pilot, screen):
        count, bar, last = screen.query_one("#count"), screen.timeline, screen.playback.last
        await until(lambda: count.region.width, pilot)
        before = count.region, bar.region
        screen.go(last)
        assert len(f"{last}/{last}") == count.region.width, "before any new layout"
        await until(lambda: f"{last}/{last}" in screen_lines(screen)[22], pilot)
        assert (count.region, bar.region) == before


@pytest.mark.parametrize("game", mostly_nightly(registry.ids()))
async def test_the_board_shows_each_step_that_keys_and_mouse_lead_to_and_plays_nothing(
    game: str,
) -> None:
    async with looking(ended(game)) as (pilot, screen):
        await until(lambda: len(screen.query(FooterKey)) > 7, pilot)
        order = [command.action for command in REPLAY if command.footer]
        assert [key.action for key in screen.query(FooterKey)] == order, "the next step is first"
        back = screen.playback
        for key, wanted in (
            ("right", 1), ("l", 2), ("left", 1), ("h", 0), ("left", 0),
            ("down", back.turn(0, True)), ("k", 0), ("pagedown", back.round(0, True)),
            ("left_square_bracket", 0), ("end", back.last), ("right", back.last),
            ("home", 0),
        ):  # fmt: skip
            await pilot.press(key)
            assert screen.step == wanted, key
            assert known(screen.board.scene).view == back.view(wanted, screen.seat_at(wanted))
            assert known(screen.board.scene).legal == []
        assert screen.focused is None
        assert f"0/{back.last}" in static_text(screen, "count")

        width = screen.query_one(Timeline).size.width
        await pilot.click(Timeline, offset=(width - 1, 0))
        assert screen.step == back.last
        await pilot.click(Timeline, offset=(width // 2, 0))
        assert abs(screen.step - back.last / 2) <= back.last / 20 + 1

        state = (screen.step, screen.match.version)
        await pilot.press("tab", "enter", "1", "c", "p")  # keys of boards
        assert pilot.app.screen is screen
        assert (screen.step, screen.match.version) == state


async def test_every_eye_is_open_once_it_is_over_and_then_also_the_acting_seats() -> None:
    match = ended("decktet")
    async with looking(match, step=30) as (pilot, screen):
        assert screen.eyes == 0
        seen = []
        for _ in range(4):
            seen.append(screen.eyes)
            await pilot.press("v")
        assert seen == [0, 1, None, OPEN]
        screen.eyes = OPEN
        for step in (30, 31, 32):
            screen.go(step)
            actor = screen.playback.steps[step].actor
            assert known(screen.board.scene).seat == actor
            assert known(screen.board.scene).view == screen.playback.view(step, actor)
        assert "whoever" in static_text(screen, "head")


async def test_while_it_runs_only_ones_own_eyes_are_there_and_the_log_keeps_to_them() -> None:
    match = played("decktet", 40)
    async with looking(match, step=None) as (pilot, screen):
        assert screen.step == screen.playback.last
        assert screen.eyes_allowed == [0, None]
        for _ in range(3):
            await pilot.press("v")
            assert known(screen.board.scene).seat in (0, None)
            assert screen.eyes != OPEN
            for number, lines in enumerate(screen.lines()):
                assert lines == screen.playback.lines(number, screen.eyes)


def test_people_who_share_the_screen_look_back_as_spectators_while_it_runs() -> None:
    for game, allowed in (("decktet", [None]), ("sahara", [0, 1, None])):  # nothing is hidden
        back = Playback(played(game, 5, seed=2, persons=2))
        screen = ReplayScreen(back, people(back))
        assert screen.eyes_allowed == allowed
        assert screen.eyes == allowed[0]


async def test_space_plays_by_itself_plus_is_faster_and_the_end_stops(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(autoplay, "PACES", (1000.0,) * 4 + (0.01,) * 3)
    match = ended("decktet")
    async with looking(match, step=match.version, size=(140, 45)) as (pilot, screen):
        last = screen.playback.last
        screen.go(last - 4)
        await pilot.press("space")
        assert "▶ 1000 s" in static_text(screen, "count") and screen.step == last - 4
        await until(lambda: "Space Pause" in screen_lines(pilot.app)[-1], pilot)
        await pilot.press("plus")
        await until(lambda: screen.step == last, pilot)
        await until(lambda: "▶" not in static_text(screen, "count"), pilot)
        await until(lambda: "Space Play" in screen_lines(pilot.app)[-1], pilot)
        await pilot.press("minus")  # at the end it begins again
        await until(lambda: "▶ 1000 s" in static_text(screen, "count"), pilot)
        assert screen.step < 2
        for _step in range(3):
            screen.play_step()
        await pilot.press("space")
        await until(lambda: "▶" not in static_text(screen, "count"), pilot)
        step = screen.step
        await pilot.pause()
        assert screen.step == step < last
        words = screen.news(step)[-1].text
        assert screen.match_log.marked == screen.turn_lines().line_at[step]
        assert words in static_text(screen, "played")


@pytest.mark.parametrize("game", mostly_nightly(registry.ids()))
async def test_the_log_is_the_tables_with_the_line_of_the_step_lit_and_a_click_goes_to_another(
    game: str,
) -> None:
    async with looking(ended(game), step=20) as (pilot, screen):
        await pilot.press("o")
        log = screen.match_log
        await until(lambda: log.rows() and log.size.height, pilot)
        turns = screen.turn_lines()
        assert log.lines == turns.lines and log.marked == turns.line_at[20]
        table_lines: list[Line] = []
        assert screen.eyes != OPEN
        for step in range(screen.playback.last + 1):
            events = screen.playback.events(step, screen.eyes)
            position = Position("m", 1, screen.eyes, {}, [], events=events)  # type: ignore[typeddict-item]
            add_to_log(table_lines, screen.game, position, screen.match.names)
        assert log.lines == table_lines, "as at the table"

        for offset in (1, log.size.height - 2):
            row = log._rows[log.scroll_offset.y + offset]
            await pilot.click(log, offset=(4, offset))
            await until(lambda row=row: log.marked >= row.line, pilot)
            assert screen.step == turns.step_of(row.line)
            assert turns.line_at[screen.step] == row.line or row.line not in turns.line_at
        await pilot.press("home")
        await until(lambda: log.scroll_offset.y == 0, pilot)


async def test_the_list_of_moves_opens_at_the_step_that_is_shown_and_leads_to_another() -> None:
    async with looking(ended("sahara"), step=None) as (pilot, screen):
        await pilot.press("left", "left", "m")
        await until(lambda: isinstance(pilot.app.screen, Chooser), pilot)
        rows = pilot.app.screen.query_one("#rows", OptionList)
        await until(lambda: rows.scroll_offset.y > 0, pilot)
        assert rows.highlighted == screen.step == screen.playback.last - 2
        top, height = rows.scroll_offset.y, rows.size.height
        assert rows.option_count == screen.playback.last + 1 > height
        assert top <= screen.step < top + height, "it is in view"
        assert rows.virtual_size.height == rows.option_count, "a line a move"
        pilot.app.screen.query_one(Input).value = "  17 "
        await pilot.press("enter")
        await until(lambda: pilot.app.screen is screen, pilot)
        assert screen.step == 17


@pytest.mark.parametrize("game", mostly_nightly(["decktet", "sahara"]))
async def test_a_branch_is_played_on_as_a_match_of_its_own(game: str) -> None:
    match = ended(game)
    async with looking(match) as (pilot, screen):
        app, back = pilot.app, screen.playback
        mine = next(n for n in range(1, back.last) if back.steps[n].actor == 0)
        screen.go(mine)
        await pilot.press("b")
        await until(lambda: isinstance(app.screen, Chooser), pilot)
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, TableScreen), pilot)
        table = screen_of(app, TableScreen)
        await until(lambda: table.position is not None, pilot)
        assert known(table.position).view == back.view(mine, 0)
        new = tables_of(app).match(table.connection.match)
        assert new.record.id != match.record.id and new.record.assisted
        meta = app_of(app).host.store.meta(new.record.id)
        assert meta.branch_of == match.record.id
        version = new.version
        table.play(new.legal(0)[0])
        await until(lambda: new.version > version, pilot)
        await tables_of(app).saved(new.record.id)
        assert [entry.id for entry in app_of(app).host.store.listing().entries] == [new.record.id]


async def test_a_branch_may_take_the_other_seat_and_the_end_has_none() -> None:
    async with looking(ended("decktet"), step=None) as (pilot, screen):
        await pilot.press("b")
        assert pilot.app.screen is screen
        assert any("over here" in note.message for note in pilot.app._notifications)
        screen.go(10)
        await pilot.press("b")
        await until(lambda: isinstance(pilot.app.screen, Chooser), pilot)
        await pilot.press("down", "enter")
        await until(lambda: isinstance(pilot.app.screen, TableScreen), pilot)
        assert screen_of(pilot.app, TableScreen).connection.own_seats == [1]
        assert screen.match.record.seats[0].is_person


async def export(pilot: Pilot[Any], which: str, name: str) -> None:
    """Answer the windows of an export."""
    await pilot.press("e")
    await answer(pilot, which)
    await type_in(pilot, name)


async def test_match_and_position_are_written_as_text_and_picture_and_no_file_is_overwritten(
    tmp_path: Path,
) -> None:
    async with looking(ended("sahara"), step=20) as (pilot, screen):
        await export(pilot, "picture", str(tmp_path))
        file = tmp_path / f"sahara-{screen.match.record.id[:6]}-20.svg"
        await until(file.exists, pilot)
        drawn = file.read_text().replace("&#160;", " ")
        assert drawn.startswith("<svg") and f"20/{screen.playback.last}" in drawn
        assert "Export to" not in drawn, "the screen alone"

        await until(lambda: pilot.app.screen is screen, pilot)
        await export(pilot, "text", str(tmp_path / "match"))
        file = tmp_path / "match.txt"
        await until(file.exists, pilot)
        before = file.read_text()
        assert "1. " in before and "Ann" in before
        await until(lambda: pilot.app.screen is screen, pilot)
        await export(pilot, "text", str(file))
        assert "already exists" in await refusal(pilot)
        assert file.read_text() == before


@pytest.mark.parametrize("glyphs", mostly_nightly(["ascii", "unicode"]))
async def test_a_recording_is_an_asciicast_of_every_step(glyphs: str) -> None:
    match = played("decktet", 12)
    text = await recording(copy_of(match), 0, glyphs=glyphs)
    head, *events = [json.loads(line) for line in text.splitlines()]
    assert (head["version"], head["width"], head["height"]) == (2, 80, 24)
    steps = Playback(copy_of(match)).last + 1
    assert len(events) == steps + 1
    times = [event[0] for event in events]
    assert times == sorted(times) and all(event[1] == "o" for event in events)
    assert ("Caravan . cards" if glyphs == "ascii" else "Caravan · cards") in events[0][2]
    sizes = [len(event[2]) for event in events]
    assert median(sizes[1:-1]) < 0.8 * sizes[0], "after the first frame only what has changed"
    if glyphs == "ascii":
        assert all(ord(sign) < 128 for event in events for sign in event[2])


async def test_a_recording_of_a_running_match_refuses_the_eyes_of_others() -> None:
    for eyes in (1, OPEN):
        with pytest.raises(ValueError, match="still in progress"):
            await recording(played("decktet", 5), eyes)


async def test_a_page_for_a_browser_is_made_in_a_process_of_its_own(tmp_path: Path) -> None:
    async with looking(played("decktet", 2)) as (pilot, screen):
        await export(pilot, "page", str(tmp_path))
        file = tmp_path / f"decktet-{screen.match.record.id[:6]}.html"
        await until(file.exists, pilot, 60.0)
        text = file.read_text()
        assert text.startswith("<!doctype html>") and "Caravan" in text
        data = json.loads(text.partition('id="data">')[2].partition("</script>")[0])
        assert len(data["frames"]) == screen.playback.last + 1
        await until(lambda: pilot.app.screen is screen, pilot)
        said = [notice.message for notice in pilot.app._notifications]
        assert any("Saved to" in text and file.name in text for text in said), "where it is"


async def test_a_recording_is_made_in_a_process_of_its_own(tmp_path: Path) -> None:
    async with looking(played("decktet", 2)) as (pilot, screen):
        await export(pilot, "recording", str(tmp_path / "match"))
        file = tmp_path / "match.cast"
        await until(file.exists, pilot, 60.0)
        await until(lambda: pilot.app.screen is screen, pilot)
        assert json.loads(file.read_text().splitlines()[0])["version"] == 2


@pytest.mark.nightly
async def test_a_recording_can_be_stopped(tmp_path: Path) -> None:
    async with looking(played("decktet", 6)) as (pilot, screen):
        await export(pilot, "recording", str(tmp_path / "match"))
        await until(lambda: not isinstance(pilot.app.screen, TextQuestion), pilot)
        assert pilot.app.screen is not screen, "a window says that it is made"
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is screen, pilot)
        assert not (tmp_path / "match.cast").exists()


async def test_every_button_of_the_export_is_whole() -> None:
    async with looking(played("sahara", 60)) as (pilot, screen):
        for language in ("en", "fr"):
            catalogue.choose(language)
            await pilot.press("e")
            await until(lambda: isinstance(pilot.app.screen, Question), pilot)
            buttons = pilot.app.screen.query(Button)
            await until(lambda buttons=buttons: all(button.region for button in buttons), pilot)
            window = pilot.app.screen.query_one("#window").content_region
            assert len(buttons) == 5
            for button in buttons:
                assert window.contains_region(button.region), str(button.label)
                assert button.size.width >= len(str(button.label)) + 2
            await pilot.press("escape")
            await until(lambda: pilot.app.screen is screen, pilot)


def steps_of_a_camel(screen: ReplayScreen) -> tuple[int, int]:
    """A step at which a camel on the board is lifted, and the step at which it is set."""
    for number in range(1, screen.playback.last):
        for event in screen.playback.events(number, 0):
            if isinstance(event, CamelLifted) and event.seat == 0 and event.source != SUPPLY:
                return number, number + 1
    raise AssertionError("no camel was lifted from the board")


def marks_of(screen: ReplayScreen) -> Marks:
    """What is marked on the board of Sahara."""
    assert isinstance(screen.board, sahara_board.Board)
    return screen.board._marks(known(screen.board.scene))


async def test_a_lifted_camel_stays_on_the_board_as_a_shadow_and_its_line_is_lit() -> None:
    async with looking(ended("sahara"), size=(130, 40)) as (pilot, screen):
        lifted, placed = steps_of_a_camel(screen)
        screen.go(lifted)
        source = known(screen.board.scene).view["lifted"]
        assert (0, source) in marks_of(screen).ghosts
        turns = screen.turn_lines()
        assert turns.line_at[lifted] == turns.line_at[placed]
        assert turns.lines[turns.line_at[lifted]].seat == 0
        await until(lambda: "Ann  moves a camel from" in static_text(screen, "played"), pilot)


@pytest.mark.parametrize("eyes", [0, 1, None])
async def test_the_board_marks_the_turn_that_is_shown_whoever_looks(eyes: int | None) -> None:
    async with looking(ended("sahara")) as (_pilot, screen):
        screen.eyes = eyes
        _lifted, placed = steps_of_a_camel(screen)
        screen.go(placed)
        (event,) = (e for e in screen.playback.events(placed, 0) if isinstance(e, CamelSet))
        assert marks_of(screen).changed[event.space] == 0
        screen.go(screen.playback.turn(placed, True) + 1)
        marks = marks_of(screen)
        assert set(marks.changed.values()) <= {1}, "the turn before is over"


async def test_the_caption_begins_with_words_and_ends_with_the_notation() -> None:
    async with looking(ended("sahara")) as (pilot, screen):
        lifted, placed = steps_of_a_camel(screen)
        screen.go(lifted)
        await until(lambda: "camel" in static_text(screen, "played"), pilot)
        assert "lift " not in static_text(screen, "played"), "the words say it all"
        screen.go(placed)
        await until(lambda: "set " in static_text(screen, "played"), pilot)
        words = static_text(screen, "played").split()
        assert words[1] == "Ann"
        assert words[-2] == "set"


@pytest.mark.parametrize("game", ["caravanserai", "dice_village"])
async def test_every_step_that_lays_or_sells_is_marked_on_the_board_of_its_own_player(
    game: str,
) -> None:
    async with looking(ended(game)) as (_pilot, screen):
        for number in range(1, screen.playback.last):
            events = screen.playback.events(number, 0)
            if any(
                isinstance(event, GoodsLaid | SoldAtHome) and event.seat == 0 for event in events
            ):
                screen.go(number)
                assert isinstance(screen.board, caravanserai_board.Board | village_board.Board)
                assert screen.board._changed
                return
        raise AssertionError("nothing was laid or sold")


@pytest.mark.parametrize("size", [(80, 24), (130, 40)])
async def test_a_direction_is_named_on_the_cell_that_it_leads_to(size: tuple[int, int]) -> None:
    """That a caravan heads west left no mark on the board."""
    async with looking(ended("caravanserai"), size=size) as (pilot, screen):
        number, direction = next(
            (number, event.direction)
            for number in range(1, screen.playback.last)
            for event in screen.playback.events(number, 0)
            if isinstance(event, DirectionChosen)
        )
        screen.go(number)
        board, scene = screen.board, known(screen.board.scene)
        assert isinstance(board, caravanserai_board.Board)
        cell = known(target_cell(direction, scene.view))

        def words() -> str:
            """What stands on the cell."""
            x, y = spot(board.table_layout(scene), scene.view, cell)
            left = board.region.x + x
            return screen_lines(pilot.app)[board.region.y + y][left - 1 : left + 4]

        await until(lambda: DIRECTIONS[direction] in words().split(), pilot)
        screen.go(number + 1)
        await until(lambda: DIRECTIONS[direction] not in words().split(), pilot)


async def test_a_jump_into_a_hand_still_shows_the_season_before() -> None:
    async with looking(ended("decktet")) as (_pilot, screen):
        for number in range(2, screen.playback.last):
            if any(isinstance(e, SeasonEnded) for e in screen.playback.events(number, 0)):
                screen.go(number)
                assert isinstance(screen.board, decktet_board.Board)
                assert screen.board._memory.last_season
                return
        raise AssertionError("no season ended")


async def test_the_space_that_a_lifted_camel_has_left_has_its_mark() -> None:
    async with looking(ended("sahara")) as (pilot, screen):
        lifted, _placed = steps_of_a_camel(screen)
        screen.go(lifted)
        assert isinstance(screen.board, sahara_board.Board)
        layout, region = screen.board.desert_layout(), screen.board.region
        x, y = layout.corner(known(screen.board.scene).view["lifted"])
        left = region.x + x

        def space() -> str:
            """The row of the space in which a camel stands."""
            return screen_lines(pilot.app)[region.y + y + 1][left : left + layout.width]

        await until(lambda: "• ● •" in space(), pilot)
