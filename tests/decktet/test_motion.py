"""Cards go to the table from the hand that plays them, and rise when they are chosen."""

from __future__ import annotations

import pytest

from caravan_tui.games.decktet.board import Board
from caravan_tui.widgets.drawing.canvas import Canvas
from tests.decktet.decktet_help import play, position
from tests.support.canvases import canvas_of
from tests.support.state_app import StateApp
from tests.support.timers import Timers, frames_of, hold_frames, same_picture

SIZES = [(80, 20), (126, 48)]


@pytest.fixture(autouse=True)
def colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")


def open_board(seat: int | None = None) -> StateApp[Board]:
    state = position("4YK AK 6LK 6MW", "5SW 9WY AY 2WL")
    return StateApp[Board]("decktet", state, seat, animates_boards=True)


def lay(app: StateApp[Board], monkeypatch: pytest.MonkeyPatch) -> Timers:
    """Show that the first seat plays its 4."""
    timers = hold_frames(app.board, monkeypatch)
    app.present(play(app.state, "4YK"))
    return timers


def row_of_card(canvas: Canvas) -> int:
    """The row of the head of the 4 in the hand."""
    return max(y for y in range(canvas.height) if "4 YK" in canvas.line(y))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seat", [0, 1])
async def test_cards_go_to_the_table_from_the_hand_that_plays_them(
    seat: int, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_board(seat)
    async with app.run_test(size=size):
        timers = lay(app, monkeypatch)
        *moving, last = frames_of(app.board, timers)
        app.present(animate=False)
        assert same_picture(last, canvas_of(app.board))
        assert len(moving) == 3
        changed = [
            {y for y in range(last.height) if frame.changed_columns(last, y)} for frame in moving
        ]
        if seat == 0:  # out of its own hand
            assert max(changed[0]) > app.board.table_layout(app.scene).hand_y
        else:  # out of the one above
            assert min(changed[0]) < app.board.table_layout(app.scene).felt_y
        assert len({tuple(sorted(rows)) for rows in changed}) == 3, "it is on its way"


async def test_over_ssh_laid_cards_are_faint_for_a_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSH_CONNECTION", "1.2.3.4 5 6.7.8.9 22")
    app = open_board(1)
    async with app.run_test(size=(80, 20)):
        *moving, last = frames_of(app.board, lay(app, monkeypatch))
        assert len(moving) == 1
        assert [moving[0].line(y) for y in range(20)] == [last.line(y) for y in range(20)]


async def test_a_chosen_card_is_lit_and_then_risen(monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_board()
    async with app.run_test(size=(80, 20)) as pilot:
        timers = hold_frames(app.board, monkeypatch)
        rest = canvas_of(app.board)
        await pilot.press("4", "space")
        *moving, last = frames_of(app.board, timers)
        assert len(moving) == 1
        y = app.board.table_layout(app.scene).hand_y
        assert row_of_card(rest) == row_of_card(moving[0]) == y
        assert row_of_card(last) == y - 1
        assert not same_picture(rest, moving[0])
        await pilot.press("left")
        assert not app.board.is_moving, "it has risen already"
        await pilot.press("4", "space")
        assert not app.board.is_moving, "one that goes back does so at once"


async def test_the_next_key_ends_what_a_card_does(monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_board()
    async with app.run_test(size=(80, 20)) as pilot:
        timers = hold_frames(app.board, monkeypatch)
        await pilot.press("4", "space")
        assert app.board.is_moving
        await pilot.press("right")
        assert not app.board.is_moving and not timers.callbacks
        assert row_of_card(canvas_of(app.board)) == app.board.table_layout(app.scene).hand_y - 1


@pytest.mark.parametrize(("variable", "value"), [("NO_COLOR", "1"), ("TERM", "linux")])
async def test_no_card_moves_with_few_colours(
    variable: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLORTERM")
    monkeypatch.setenv(variable, value)
    app = open_board()
    async with app.run_test(size=(80, 20)) as pilot:
        timers = hold_frames(app.board, monkeypatch)
        await pilot.press("4", "space")
        assert not app.board.is_moving and not timers.callbacks
        app.present(play(app.state, "4YK"))
        assert not app.board.is_moving and not timers.callbacks
