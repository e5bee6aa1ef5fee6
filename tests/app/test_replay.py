"""The replay on screen: keys, eyes, speeds, branches, files."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from random import Random

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets._footer import FooterKey

from caravan_tui import words as catalogue
from caravan_tui.app import CaravanApp
from caravan_tui.cast import recording
from caravan_tui.engine import Match, Seat
from caravan_tui.engine.playback import Playback, copy_of
from caravan_tui.games import registry
from caravan_tui.screens import replay, replay_actions
from caravan_tui.screens.local import LocalHost
from caravan_tui.screens.look_back import people
from caravan_tui.screens.replay import OPEN, ReplayScreen, Told
from caravan_tui.screens.replay_commands import REPLAY
from caravan_tui.screens.table import TableScreen
from caravan_tui.widgets.dialog import Chooser, Question, Typed
from caravan_tui.widgets.timeline import Timeline
from tests.app.app_help import typed_line, until

SIZES = [(80, 24), (140, 45)]


pytestmark = pytest.mark.usefixtures("no_workers")


def played(game: str, decisions: int, seed: int = 5, persons: int = 1) -> Match:
    """A match after so many random decisions; the first seats are people's."""
    count = max(2, registry.spec(game).min_seats)
    seats = [
        Seat("person" if n < persons else "trader", name)
        for n, name in zip(range(count), ("Ann", "Bea", "Cid"), strict=False)
    ]
    match = Match.new(game, {}, seats, seed)
    rng = Random(seed)
    while decisions and not match.over:
        match.act(match.to_act, rng.choice(match.legal(match.to_act)))
        decisions -= 1
    return match


@cache
def ended(game: str) -> Match:
    """A match to its end that has some length; not to be changed."""
    matches = (played(game, 6000, seed) for seed in range(1, 30))
    return next(match for match in matches if match.over and match.version > 100)


@asynccontextmanager
async def looking(
    match: Match, at: int | None = 0, size: tuple[int, int] = (80, 24), glyphs: str = "unicode"
) -> AsyncIterator[tuple[Pilot[None], ReplayScreen]]:
    app = CaravanApp(LocalHost, glyphs)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.host is not None)
        back = Playback(copy_of(match))
        screen = ReplayScreen(back, people(back), at)
        app.push_screen(screen)
        await until(pilot, lambda: screen.is_mounted and screen.board.shown is not None)
        yield pilot, screen
        await app.host.stop()


def words(screen: ReplayScreen, name: str) -> str:
    return str(screen.query_one(f"#{name}", Static).content)


@pytest.mark.parametrize(
    ("game", "size"), [(game, SIZES[n % 2]) for n, game in enumerate(registry.ids())]
)
async def test_the_board_shows_each_step_that_the_keys_lead_to(
    game: str, size: tuple[int, int]
) -> None:
    async with looking(ended(game), size=size) as (pilot, screen):
        back = screen.playback
        for key, wanted in (
            ("right", 1), ("l", 2), ("left", 1), ("h", 0), ("left", 0),
            ("down", back.turn(0, True)), ("k", 0), ("pagedown", back.round(0, True)),
            ("left_square_bracket", 0), ("end", back.last), ("right", back.last),
            ("home", 0),
        ):  # fmt: skip
            await pilot.press(key)
            assert screen.at == wanted, key
            assert screen.board.shown.view == back.view(wanted, screen.seat_at(wanted))
            assert screen.board.shown.legal == []
        assert screen.focused is None
        assert f"0/{back.last}" in words(screen, "count")


@pytest.mark.parametrize("game", registry.ids())
async def test_keys_of_the_board_look_around_and_play_nothing(game: str) -> None:
    async with looking(ended(game), at=5) as (pilot, screen):
        version = screen.match.version
        for key in ("tab", "enter", "1", "c", "p"):
            await pilot.press(key)
        await pilot.pause()
        assert pilot.app.screen is screen
        assert (screen.at, screen.match.version) == (5, version)


async def test_a_click_on_the_timeline_goes_there() -> None:
    async with looking(ended("sahara")) as (pilot, screen):
        line = screen.query_one(Timeline)
        await pilot.click(Timeline, offset=(line.size.width - 1, 0))
        assert screen.at == screen.playback.last
        await pilot.click(Timeline, offset=(line.size.width // 2, 0))
        assert abs(screen.at - screen.playback.last / 2) <= screen.playback.last / 20 + 1


async def test_every_eye_is_open_once_it_is_over_and_then_also_the_acting_seats() -> None:
    match = ended("decktet")
    async with looking(match, at=30) as (pilot, screen):
        assert screen.eyes == 0
        seen = []
        for _ in range(4):
            seen.append(screen.eyes)
            await pilot.press("v")
        assert seen == [0, 1, None, OPEN]
        screen.eyes = OPEN
        for at in (30, 31, 32):
            screen.go(at)
            actor = screen.playback.steps[at].actor
            assert screen.board.shown.seat == actor
            assert screen.board.shown.view == screen.playback.view(at, actor)
        assert "whoever" in words(screen, "head")


async def test_while_it_runs_only_ones_own_eyes_are_there_and_the_log_keeps_to_them() -> None:
    match = played("decktet", 40)
    async with looking(match, at=None) as (pilot, screen):
        assert screen.at == screen.playback.last
        assert screen.eyes_allowed == [0, None]
        for _ in range(5):
            await pilot.press("v")
            assert screen.board.shown.seat in (0, None)
            for number, lines in enumerate(screen.lines()):
                assert lines == screen.playback.lines(number, screen.eyes)


async def test_people_who_share_the_screen_look_back_as_spectators_while_it_runs() -> None:
    async with looking(played("decktet", 40, persons=2)) as (pilot, screen):
        assert screen.eyes_allowed == [None]
        await pilot.press("v")
        assert screen.board.shown.seat is None
    async with looking(played("sahara", 5, seed=2, persons=2)) as (_pilot, screen):
        assert screen.eyes_allowed == [0, 1, None]


async def test_the_log_ends_with_the_step_that_is_shown() -> None:
    async with looking(ended("sahara"), size=(140, 45)) as (pilot, screen):
        for _ in range(6):
            await pilot.press("right")
        await pilot.pause()
        told = str(screen.query_one(Told).content)
        assert told.rstrip().endswith(screen.lines()[6][-1])
        assert screen.lines()[6][-1] in words(screen, "played")


async def test_the_list_of_moves_has_a_line_a_move() -> None:
    async with looking(ended("sahara")) as (pilot, screen):
        await pilot.press("m")
        await until(pilot, lambda: isinstance(pilot.app.screen, Chooser))
        rows = pilot.app.screen.query_one(OptionList)
        await until(pilot, lambda: rows.option_count > screen.playback.last)
        await pilot.pause()
        assert rows.virtual_size.height == rows.option_count


async def test_space_plays_by_itself_plus_is_faster_and_the_end_stops(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in (replay, replay_actions):
        monkeypatch.setattr(module, "PACES", (5.0, 5.0, 5.0, 5.0, 0.01, 0.01, 0.01))
    async with looking(ended("decktet")) as (pilot, screen):
        screen.go(screen.playback.last - 4)
        await pilot.press("space")
        assert "▶4" in words(screen, "count")
        await pilot.press("plus")
        await until(pilot, lambda: screen.at == screen.playback.last)
        await until(pilot, lambda: "▶" not in words(screen, "count"))
        await pilot.press("space")
        await until(pilot, lambda: screen.at > 2)
        await pilot.press("space")
        await until(pilot, lambda: "▶" not in words(screen, "count"))
        at = screen.at
        await pilot.pause(0.1)
        assert screen.at == at


async def test_a_move_of_the_list_is_jumped_to() -> None:
    async with looking(ended("sahara")) as (pilot, screen):
        await pilot.press("m")
        await until(pilot, lambda: isinstance(pilot.app.screen, Chooser))
        pilot.app.screen.query_one(Input).value = "  17 "
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert screen.at == 17


@pytest.mark.parametrize("game", ["decktet", "sahara"])
async def test_a_branch_is_played_on_as_a_match_of_its_own(game: str) -> None:
    match = ended(game)
    async with looking(match) as (pilot, screen):
        app, back = pilot.app, screen.playback
        mine = next(n for n in range(1, back.last) if back.steps[n].actor == 0)
        screen.go(mine)
        await pilot.press("b")
        await until(pilot, lambda: isinstance(app.screen, Chooser))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        table = app.screen
        await until(pilot, lambda: table.position is not None)
        assert table.position.view == back.view(mine, 0)
        new = app.host.tables.match(table.link.match)
        assert new.record.id != match.record.id and new.record.assisted
        meta = app.host.store.meta(new.record.id)
        assert meta.branch_of == match.record.id
        version = new.version
        table.play(new.legal(0)[0])
        await until(pilot, lambda: new.version > version)
        await app.host.tables.saved(new.record.id)
        assert [entry.id for entry in app.host.store.listing().entries] == [new.record.id]


async def test_a_branch_may_take_the_other_seat() -> None:
    async with looking(ended("decktet"), at=10) as (pilot, screen):
        await pilot.press("b")
        await until(pilot, lambda: isinstance(pilot.app.screen, Chooser))
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        assert pilot.app.screen.link.mine == [1]
        assert screen.match.record.seats[0].is_person


async def test_the_end_has_no_branch_and_says_so() -> None:
    async with looking(ended("decktet"), at=None) as (pilot, screen):
        await pilot.press("b")
        await pilot.pause()
        assert pilot.app.screen is screen
        assert any("over here" in note.message for note in pilot.app._notifications)


async def export(pilot: Pilot[None], which: str, name: str) -> None:
    """Press through the windows of an export."""
    await pilot.press("e")
    await until(pilot, lambda: isinstance(pilot.app.screen, Question))
    pilot.app.screen.query_one(f"#answer-{which}").press()
    await until(pilot, lambda: bool(typed_line(pilot)))
    pilot.app.screen.query_one(Input).value = name
    await pilot.press("enter")


async def test_the_match_is_written_as_a_text_and_no_file_is_overwritten(tmp_path: Path) -> None:
    async with looking(ended("sahara")) as (pilot, screen):
        await export(pilot, "text", str(tmp_path / "match"))
        file = tmp_path / "match.txt"
        await until(pilot, file.exists)
        assert "1. " in file.read_text() and "Ann" in file.read_text()
        await until(pilot, lambda: pilot.app.screen is screen)
        await export(pilot, "text", str(file))
        await pilot.pause()
        assert isinstance(pilot.app.screen, Typed)
        assert "is there already" in str(pilot.app.screen.query_one("#wrong", Static).content)


async def test_the_position_is_written_as_a_picture_of_the_screen_alone(tmp_path: Path) -> None:
    async with looking(ended("sahara"), at=20) as (pilot, screen):
        await export(pilot, "picture", str(tmp_path))
        file = tmp_path / f"sahara-{screen.match.record.id[:6]}-20.svg"
        await until(pilot, file.exists)
        drawn = file.read_text().replace("&#160;", " ")
        assert drawn.startswith("<svg") and f"20/{screen.playback.last}" in drawn
        assert "Export to" not in drawn


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
async def test_a_recording_is_an_asciicast_of_every_step(glyphs: str) -> None:
    match = played("decktet", 12)
    text = await recording(copy_of(match), 0, glyphs=glyphs)
    head, *events = [json.loads(line) for line in text.splitlines()]
    assert (head["version"], head["width"], head["height"]) == (2, 80, 24)
    steps = Playback(copy_of(match)).last + 1
    assert len(events) == steps + 1
    times = [event[0] for event in events]
    assert times == sorted(times) and all(event[1] == "o" for event in events)
    assert "Caravan (Decktet)" in events[0][2]
    lines = [event[2].count("\x1b[0m\x1b[") + event[2].count(";1H") for event in events]
    assert max(lines[1:-1]) < lines[0]
    if glyphs == "ascii":
        assert all(ord(sign) < 128 for event in events for sign in event[2])


async def test_a_recording_of_a_running_match_refuses_the_eyes_of_others() -> None:
    for eyes in (1, OPEN):
        with pytest.raises(ValueError, match="While a match runs"):
            await recording(played("decktet", 5), eyes)


async def test_a_recording_is_made_in_a_process_of_its_own_and_can_be_stopped(
    tmp_path: Path,
) -> None:
    async with looking(played("decktet", 6)) as (pilot, screen):
        await export(pilot, "recording", str(tmp_path / "one"))
        await until(pilot, (tmp_path / "one.cast").exists, 60.0)
        await until(pilot, lambda: pilot.app.screen is screen)
        assert json.loads((tmp_path / "one.cast").read_text().splitlines()[0])["version"] == 2
        await export(pilot, "recording", str(tmp_path / "two"))
        await pilot.pause(0.1)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)
        await asyncio.sleep(0)
        assert not (tmp_path / "two.cast").exists()


async def test_the_list_of_moves_opens_at_the_step_that_is_shown() -> None:
    async with looking(ended("decktet")) as (pilot, screen):
        await pilot.press("end", "left", "left", "m")
        await until(pilot, lambda: isinstance(pilot.app.screen, Chooser))
        await pilot.pause(0.1)
        rows = pilot.app.screen.query_one("#rows", OptionList)
        assert rows.highlighted == screen.at == screen.playback.last - 2
        top, rows_shown = rows.scroll_offset.y, rows.size.height
        assert rows.option_count > rows_shown, "else there is nothing to scroll"
        assert top <= screen.at < top + rows_shown, "it is in view"


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_every_button_of_the_export_is_whole(language: str) -> None:
    match = played("sahara", 60)
    async with looking(match) as (pilot, _screen):
        catalogue.choose(language)
        await pilot.press("e")
        await until(pilot, lambda: isinstance(pilot.app.screen, Question))
        await pilot.pause(0.1)
        window = pilot.app.screen.query_one("#window").content_region
        buttons = list(pilot.app.screen.query(Button))
        assert len(buttons) == 4
        for button in buttons:
            assert window.contains_region(button.region), str(button.label)
            assert button.size.width >= len(str(button.label)) + 2
        catalogue.choose("en")


async def test_the_footer_begins_with_the_next_step_in_every_game() -> None:
    for game in registry.ids():
        async with looking(played(game, 12)) as (pilot, screen):
            await until(pilot, lambda screen=screen: len(screen.query(FooterKey)) > 7)
            actions = [key.action for key in screen.query(FooterKey)]
            order = [one.action for one in REPLAY if one.footer]
            assert actions == order, game
