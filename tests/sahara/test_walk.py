"""A camel walks from the space it has left to the one where it is set, and leaves a ghost."""

from __future__ import annotations

import pytest

from caravan_tui.games.contract import Event
from caravan_tui.games.registry import get
from caravan_tui.games.sahara.board import Board
from caravan_tui.games.sahara.events import CamelLifted, CamelSet
from caravan_tui.games.sahara.pieces import SPACE_OF_NAME, SUPPLY
from caravan_tui.games.sahara.render.desert import prints
from caravan_tui.games.sahara.render.walk import Walk, without_walker
from caravan_tui.widgets.drawing.canvas import Canvas
from tests.sahara.sahara_help import play, position
from tests.support.canvases import canvas_of
from tests.support.state_app import StateApp
from tests.support.timers import frames_of, hold_frames, same_picture

SIZES = [(80, 20), (126, 48)]
MARK = "■"


def walk_of(name: str, source: str) -> list[Event]:
    start = SUPPLY if source == "supply" else SPACE_OF_NAME[source]
    return [CamelSet(1, start, SPACE_OF_NAME[name], 1)]


def walker(canvas: Canvas) -> tuple[int, int]:
    """Where the only camel of the second seat is drawn: the column and row of its sign."""
    found = [
        (x, y)
        for y in range(canvas.height)
        for x, char in enumerate(canvas.line(y))
        if char == MARK and canvas.colour_at(x, y) == canvas.pens.palette.seat[1]
    ]
    assert len(found) == 1, found
    return found[0]


def open_board(seat: int = 0, camel: str = "f2", *, animates: bool = True) -> StateApp[Board]:
    """A camel of the second seat stands where it has come to; two people look on."""
    state = position(["a7 b7=meat", camel])
    return StateApp[Board]("sahara", state, seat, animates_boards=animates)


@pytest.fixture(autouse=True)
def colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("source", ["b5", "f6", "g2"])
async def test_a_camel_walks_there_for_who_moved_it_and_for_the_others(
    source: str, seat: int, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_board(seat)
    async with app.run_test(size=size):
        board = app.board
        timers = hold_frames(board, monkeypatch)
        app.present(walk_of("f2", source), animate=False)
        still = canvas_of(board)
        app.present(walk_of("f2", source))
        *moving, last = frames_of(board, timers)
        assert len(moving) == 4
        assert same_picture(last, still)
        where, end = board.desert_layout(), walker(last)
        left, top = where.corner(SPACE_OF_NAME[source])
        column, row = walker(moving[0])
        assert left <= column < left + where.pitch_x and top <= row < top + where.pitch_y
        ways = [
            abs(column - end[0]) + abs(row - end[1])
            for column, row in (walker(frame) for frame in (*moving, last))
        ]
        assert ways == sorted(ways, reverse=True)
        assert len(set(ways[:4])) >= 3, "it is seen between the two"


@pytest.mark.parametrize(("camel", "start"), [("f2", "g2"), ("b4", "a4"), ("d6", "d7")])
async def test_a_camel_of_the_supply_comes_from_the_nearest_edge(
    camel: str, start: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_board(camel=camel)
    async with app.run_test(size=(80, 20)):
        timers = hold_frames(app.board, monkeypatch)
        app.present(walk_of(camel, "supply"))
        where = app.board.desert_layout()
        column, row = walker(next(frames_of(app.board, timers)))
        left, top = where.corner(SPACE_OF_NAME[start])
        assert left <= column < left + where.pitch_x and top <= row < top + where.pitch_y


async def test_at_the_edge_itself_it_appears_by_and_by(monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_board(camel="a3")
    async with app.run_test(size=(80, 20)):
        timers = hold_frames(app.board, monkeypatch)
        app.present(walk_of("a3", "supply"))
        *moving, last = frames_of(app.board, timers)
        assert not any(same_picture(first, last) for first in moving)
        assert not same_picture(moving[0], moving[-1])


async def test_the_ghost_stays_until_the_next_move_of_the_viewer() -> None:
    for seat in (0, 1):
        app = open_board(seat, animates=False)
        async with app.run_test(size=(80, 20)):
            ghost = " ".join(prints(app.board.pens, 1))
            app.present([CamelLifted(1, SPACE_OF_NAME["b5"])])
            app.present(walk_of("f2", "b5"))
            assert ghost in app.text()
            app.present()
            assert ghost in app.text()
            app.present([CamelSet(seat, SUPPLY, SPACE_OF_NAME["g7"], 1)])
            assert ghost not in app.text()


async def test_a_lifted_camel_leaves_a_ghost() -> None:
    state = position(["a7 c5", "f2"])
    app = StateApp[Board]("sahara", play(state, "lift c5"), 0)
    async with app.run_test(size=(80, 20)):
        assert " ".join(prints(app.board.pens, 0)) in app.text()
        app.state = position(["a7 c5", "f2"])
        app.present(past=[CamelLifted(0, SPACE_OF_NAME["c5"])])
        assert " ".join(prints(app.board.pens, 0)) not in app.text(), "it was undone"


async def test_over_ssh_the_camel_is_there_at_once_and_the_ghost_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SSH_CONNECTION", "1.2.3.4 5 6.7.8.9 22")
    app = open_board()
    async with app.run_test(size=(80, 20)):
        timers = hold_frames(app.board, monkeypatch)
        app.present(walk_of("f2", "b5"))
        frames = list(frames_of(app.board, timers))
        assert {walker(frame) for frame in frames} == {walker(frames[-1])}
        assert " ".join(prints(app.board.pens, 1)) in app.text()


@pytest.mark.parametrize("way", ["key", "click"])
async def test_a_key_or_a_click_ends_the_walk(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_board()
    async with app.run_test(size=(80, 20)) as pilot:
        timers = hold_frames(app.board, monkeypatch)
        app.present(walk_of("f2", "b5"))
        assert app.board.is_moving
        if way == "key":
            await pilot.press("left")
        else:
            await pilot.click(offset=app.spot(SPACE_OF_NAME["d4"]))
        assert not app.board.is_moving and not timers.callbacks
        x, y = app.board.desert_layout().corner(SPACE_OF_NAME["f2"])
        column, row = walker(canvas_of(app.board))
        assert x <= column < x + 8 and y <= row < y + 3


def test_a_walk_hides_one_camel_of_several() -> None:
    state = position(["a7 b7", "f2 f2=ivory c1"])
    view = get("sahara").view(state, 0)
    space = SPACE_OF_NAME["f2"]
    left = without_walker(view, Walk(1, SPACE_OF_NAME["f3"], space))["camels"][1]
    assert [(camel[0], camel[1] >= 0) for camel in left] == [
        (camel[0], camel[1] >= 0)
        for camel in view["camels"][1]
        if not (camel[0] == space and camel[1] < 0)
    ]
