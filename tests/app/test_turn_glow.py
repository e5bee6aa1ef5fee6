"""The card of the seat whose turn begins is brighter for a moment, beside the board or on it."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from caravan_tui.cli.preview import preview_app, random_match
from caravan_tui.engine import Match
from caravan_tui.games import registry
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.widgets.board import Scene
from caravan_tui.widgets.drawn_board import DrawnBoard
from caravan_tui.widgets.seat_rail import SeatRail
from tests.support.canvases import canvas_of
from tests.support.screen_app import BoardApp
from tests.support.timers import Timers, frames_of, hold_frames, same_picture
from tests.support.until import until


@pytest.fixture(autouse=True)
def colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")


def a_match(game: str) -> Match:
    return random_match(game, max(2, registry.spec(game).min_seats), 3, 12)


def pass_turn(board: DrawnBoard[Any], scene: Scene[Any], monkeypatch: pytest.MonkeyPatch) -> Timers:
    """Show that somebody else has been to move before, with an event that moves nothing."""
    timers = hold_frames(board, monkeypatch)
    other = {**scene.view, "to_act": (scene.view["to_act"] + 1) % 2}
    board.show(evolve(scene, view=other, events=[], animate=False))
    board.show(evolve(scene, events=[object()], animate=True))
    return timers


@pytest.mark.parametrize("game", registry.ids())
async def test_a_board_brightens_the_seat_that_it_shows(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = BoardApp[Any](game)
    async with app.run_test(size=(80, 20)):
        scene = app.show(a_match(game), 0)
        board = app.board
        assert isinstance(board, DrawnBoard)
        still = canvas_of(board)
        first, second, last = frames_of(board, pass_turn(board, scene, monkeypatch))
        assert same_picture(last, still)
        assert not same_picture(first, second) and not same_picture(second, last)
        board.show(evolve(scene, events=[object()], animate=True))
        assert not board.is_moving, "the same seat goes on"


async def test_over_ssh_it_does_so_for_one_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSH_CONNECTION", "1.2.3.4 5 6.7.8.9 22")
    app = BoardApp[Any]("sahara")
    async with app.run_test(size=(80, 20)):
        scene = app.show(a_match("sahara"), 0)
        timers = pass_turn(app.board, scene, monkeypatch)
        assert len(list(frames_of(app.board, timers))) == 2


async def test_the_card_beside_the_board_brightens_until_a_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = preview_app(a_match("sahara"), 0)
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.position, pilot)
        board, rail = app.screen.query_one(DrawnBoard), app.screen.query_one(SeatRail)
        await until(lambda: rail.cards, pilot)
        assert board.scene is not None

        def glows() -> list[float]:
            return [card.glow for card in rail.cards if card.glow]

        timers = pass_turn(board, board.scene, monkeypatch)
        await pilot.pause()
        first = glows()
        timers.callbacks[0]()
        await pilot.pause()
        second = glows()
        assert len(first) == len(second) == 1 and first > second
        await pilot.press("f11")
        assert not glows() and not timers.callbacks
