"""A caravan grows from its old end, a piece in each frame."""

from __future__ import annotations

from itertools import pairwise

import pytest

from caravan_tui.cli.preview import random_match
from caravan_tui.games.caravanserai.board import Board
from caravan_tui.games.caravanserai.events import GoodsLaid
from caravan_tui.games.caravanserai.pieces import board_for
from caravan_tui.games.caravanserai.render.motion import MOST_FRAMES, Growth
from caravan_tui.games.caravanserai.view import CaravanseraiView
from tests.support.canvases import canvas_of
from tests.support.state_app import StateApp
from tests.support.timers import frames_of, hold_frames, same_picture
from tests.support.views import as_view

SIZES = [(80, 20), (126, 48)]


def open_board(seat: int) -> tuple[StateApp[Board], GoodsLaid]:
    """A caravan of the first seat, and its last pieces as the newest step."""
    match = random_match("caravanserai", 2, 5, 52)
    app = StateApp[Board]("caravanserai", match.state, seat, animates_boards=True)
    board = board_for(2)
    pieces = as_view(CaravanseraiView, match.view(0))["caravans"][0]
    assert len(pieces) > 4
    cells = [piece >> 3 for piece in pieces[-4:]]
    names = {board.cell_of(name): name for name in board.names}
    return app, GoodsLaid(0, 1, 4, 0, [names[cell] for cell in cells], False, None)


@pytest.fixture(autouse=True)
def colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seat", [0, 1])
async def test_pieces_are_laid_one_after_the_other_for_all_who_look(
    seat: int, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    app, event = open_board(seat)
    async with app.run_test(size=size):
        timers = hold_frames(app.board, monkeypatch)
        app.present([event], animate=False)
        still = canvas_of(app.board)
        app.present([event])
        *moving, last = frames_of(app.board, timers)
        assert same_picture(last, still)
        growing = moving[:4]
        assert all(not same_picture(first, second) for first, second in pairwise(growing))
        assert all(same_picture(frame, moving[3]) for frame in moving[4:]), "then they are lit"


async def test_over_ssh_they_all_lie_there_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSH_CONNECTION", "1.2.3.4 5 6.7.8.9 22")
    app, event = open_board(1)
    async with app.run_test(size=(80, 20)):
        timers = hold_frames(app.board, monkeypatch)
        app.present([event])
        first, second, _last = frames_of(app.board, timers)
        assert same_picture(first, second)


async def test_a_key_lays_them_all(monkeypatch: pytest.MonkeyPatch) -> None:
    app, event = open_board(1)
    async with app.run_test(size=(80, 20)) as pilot:
        timers = hold_frames(app.board, monkeypatch)
        app.present([event])
        assert app.board.is_moving
        await pilot.press("f11")
        assert not app.board.is_moving and not timers.callbacks


@pytest.mark.parametrize("count", [1, 4, 10, 11, 23])
def test_a_long_step_takes_no_longer_than_ten_pieces(count: int) -> None:
    growth = Growth(range(count))
    laid = [len(growth.laid(done)) for done in range(growth.frames)]
    assert growth.frames <= MOST_FRAMES
    assert laid == sorted(laid) and laid[0] >= 1 and laid[-1] == count
    assert not Growth().frames
