"""Short animations: every game shows its moves for a moment, and none does when they are off."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

import pytest
from attrs import evolve
from msgspec.structs import replace

from caravan_tui.app import CaravanApp
from caravan_tui.cli.preview import PreviewHost, preview_app, random_match
from caravan_tui.games import registry
from caravan_tui.screens.home.sky import STEPS, Sky
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.widgets.board import Board
from caravan_tui.widgets.drawn_board import DrawnBoard
from tests.support.screen_app import BoardApp, WidgetApp
from tests.support.screens import app_of
from tests.support.timers import Timers
from tests.support.until import until
from tests.support.whole_app import local_app

STILL, MOVES = 3, 19
"""The moves that are shown without animations; after them at least one is animated."""


def is_moving(board: Board[object]) -> bool:
    """Whether a short animation is running."""
    return bool(getattr(board, "frame", 0) or getattr(board, "fresh", ()))


@pytest.mark.parametrize("game", registry.ids())
async def test_a_move_is_shown_for_a_moment_if_animations_are_on(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    timers = Timers()
    match = random_match(game, max(2, registry.spec(game).min_seats), 3, 0)
    app = BoardApp(game)
    async with app.run_test(size=(80, 21)) as pilot:
        board, first = app.board, app.show(match, None)
        monkeypatch.setattr(board, "set_timer", timers.set)
        monkeypatch.setattr(board, "set_interval", timers.set)

        def drawn() -> list[object]:
            strips = app.screen._compositor.render_strips()
            return [(segment.text, segment.style) for strip in strips for segment in strip]

        for number in range(MOVES):
            legal = match.legal(match.to_act)
            events = match.act(match.to_act, legal[(number * 7 + 1) % len(legal)])
            scene = evolve(first, view=match.view(None), events=match.events_for(events, None))
            board.show(evolve(scene, animate=number >= STILL))
            assert number >= STILL or not is_moving(board)
            if not is_moving(board):
                continue
            await pilot.pause()
            at_once = drawn()
            while is_moving(board):
                for callback in list(timers.callbacks):
                    callback()
            await pilot.pause()
            if drawn() != at_once:
                return
    pytest.fail("no move looked different at first")


@pytest.mark.parametrize(
    ("variable", "value", "frames"),
    [
        ("COLORTERM", "truecolor", 4),
        ("NO_COLOR", "1", 0),
        ("TERM", "linux", 0),
        ("SSH_CONNECTION", "1.2.3.4 5 6.7.8.9 22", 2),
    ],
)
async def test_little_moves_over_ssh_and_nothing_with_few_colours(
    variable: str, value: str, frames: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv(variable, value)
    app = BoardApp("decktet")
    async with app.run_test(size=(80, 21)):
        board = app.board
        app.show(random_match("decktet", 2, 3, 2), None)
        assert isinstance(board, DrawnBoard) and board.scene is not None
        board.scene = evolve(board.scene, animate=True)
        monkeypatch.setattr(board, "set_interval", Timers().set)
        board.animate_frames(4)
        assert board.frame == frames


@pytest.mark.parametrize(
    ("setting", "variable", "is_animated"),
    [
        ("auto", "", True),
        ("auto", "SSH_CONNECTION", False),
        ("on", "SSH_CONNECTION", True),
        ("off", "", False),
    ],
)
def test_animations_are_on_without_ssh_unless_the_settings_say_otherwise(
    setting: Literal["auto", "on", "off"],
    variable: str,
    is_animated: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"):
        monkeypatch.delenv(name, raising=False)
    app = CaravanApp(PreviewHost)
    app.settings.animations = setting
    if variable:
        monkeypatch.setenv(variable, "1.2.3.4 5 6.7.8.9 22")
    assert app.animated is is_animated
    app.is_remote = True
    assert app.animated is (setting == "on")


async def test_a_table_animates_if_the_app_does() -> None:
    app = preview_app(random_match("decktet", 2, 3, 0), None)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.position, pilot)
        table = app.screen
        assert isinstance(table, TableScreen) and table.position is not None
        for setting in ("on", "off"):
            app.settings.animations = setting
            position = replace(table.position, history=False)
            assert table.scene(position).animate is (setting == "on")
            assert not table.scene(replace(position, history=True)).animate, "nothing has moved"


async def test_the_caravan_of_home_walks_to_its_place_and_then_nothing_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    timers = Timers()
    sky = Sky()
    monkeypatch.setattr(sky, "set_interval", timers.set)
    async with WidgetApp(sky).run_test(size=(80, 24)) as pilot:
        resting = painted(sky)
        sky.walk()
        await pilot.pause()
        pictures = [painted(sky)]
        while timers.callbacks:
            timers.callbacks[0]()
            pictures.append(painted(sky))
        assert len(pictures) == STEPS + 1
        assert all(before != after for before, after in pairwise(pictures))
        assert pictures[-1] == resting


@pytest.mark.usefixtures("no_workers")
async def test_a_key_ends_the_walk_at_home_and_over_ssh_there_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    for name in ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"):
        monkeypatch.delenv(name, raising=False)
    for key in ("down", "x", "f2"):
        async with local_app() as pilot:
            sky = pilot.app.screen.query_one(Sky)
            assert sky.steps_left
            await pilot.press(key)
            assert not sky.steps_left, key
    monkeypatch.setenv("SSH_CONNECTION", "1.2.3.4 5 6.7.8.9 22")
    async with local_app() as pilot:
        app_of(pilot.app).settings.animations = "on"
        assert not pilot.app.screen.query_one(Sky).steps_left


def painted(sky: Sky) -> list[list[object]]:
    """What is in each row of the sky."""
    return [list(sky.render_line(y)) for y in range(sky.size.height)]
