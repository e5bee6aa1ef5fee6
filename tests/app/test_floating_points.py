"""What an event brings floats up from where it was won, on every board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from caravan_tui.cli.preview import random_match
from caravan_tui.games import registry
from caravan_tui.games.ahldarahd.events import TakeCity
from caravan_tui.games.caravanserai.events import TailReturned
from caravan_tui.games.contract import Event
from caravan_tui.games.decktet.events import SeasonEnded
from caravan_tui.games.dice_village.custom import from_plain
from caravan_tui.games.dice_village.events import OwnerPaid, Visited
from caravan_tui.games.sahara.events import Delivered
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawn_board import DrawnBoard
from tests.support.canvases import canvas_of
from tests.support.state_app import StateApp
from tests.support.timers import frames_of, hold_frames, same_picture


def visit(view: Any) -> Sequence[Event]:
    village = from_plain(view["custom"]).village_names[0]
    return [Visited(1, 0, village, 2), OwnerPaid(0, village, 1, 0)]


WON: dict[str, tuple[Callable[[Any], Sequence[Event]], str]] = {
    "sahara": (lambda view: [Delivered(0, 0, 25, view["board"]["cities"][0], 3)], "+3"),
    "decktet": (lambda _view: [SeasonEnded(0, 4, 2, False)], "+2"),
    "dice_village": (visit, "■+2c ●+1c"),
    "ahldarahd": (lambda _view: [TakeCity(0, "red", "gems", 3)], "+3 gold"),
    "caravanserai": (lambda _view: [TailReturned(0, 9, 4, 1, [], 8)], "+5"),
}

PLIES = {"caravanserai": 24}
"""Of the position; elsewhere two will do."""


def open_board(game: str) -> StateApp[Any]:
    match = random_match(game, max(2, registry.spec(game).min_seats), 3, PLIES.get(game, 2))
    return StateApp(game, match.state, 0, animates_boards=True)


def rows_of(canvas: Canvas, text: str) -> set[int]:
    """The rows in which a text stands in one of the inks that points have."""
    return {y for y in range(canvas.height) if text in canvas.line(y)}


@pytest.fixture(autouse=True)
def colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")


@pytest.mark.parametrize("size", [(80, 20), (126, 48)])
@pytest.mark.parametrize("game", registry.ids())
async def test_points_rise_where_they_were_won_and_leave_nothing(
    game: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_board(game)
    async with app.run_test(size=size):
        board = app.board
        assert isinstance(board, DrawnBoard)
        timers = hold_frames(board, monkeypatch)
        events, text = WON[game]
        app.present(events(app.scene.view), animate=False)
        still = canvas_of(board)
        app.present(events(app.scene.view))
        *moving, last = frames_of(board, timers)
        assert same_picture(last, still)
        assert len(moving) == 4
        rows = [rows_of(frame, text) - rows_of(last, text) for frame in moving]
        assert all(rows[:2]) and max(rows[0]) > max(rows[1]), rows
        assert max(rows[-1], default=0) <= max(rows[1])


async def test_over_ssh_they_float_in_two_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSH_CONNECTION", "1.2.3.4 5 6.7.8.9 22")
    app = open_board("decktet")
    async with app.run_test(size=(80, 20)):
        timers = hold_frames(app.board, monkeypatch)
        app.present([SeasonEnded(0, 4, 2, False)])
        *moving, last = frames_of(app.board, timers)
        assert len(moving) == 2 and not same_picture(moving[1], last)


async def test_nothing_floats_where_nothing_was_won_or_animations_are_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = open_board("decktet")
    async with app.run_test(size=(80, 20)):
        timers = hold_frames(app.board, monkeypatch)
        app.present([SeasonEnded(0, 4, 0, False)])
        assert not app.board.is_moving, "a season of no worth"
        app.present([SeasonEnded(0, 4, 2, False)], animate=False)
        assert not app.board.is_moving and not timers.callbacks


async def test_a_key_ends_them(monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_board("decktet")
    async with app.run_test(size=(80, 20)) as pilot:
        timers = hold_frames(app.board, monkeypatch)
        app.present([SeasonEnded(0, 4, 2, False)])
        assert app.board.is_moving
        await pilot.press("f11")
        assert not app.board.is_moving and not timers.callbacks
