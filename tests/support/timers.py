"""Timers that go off when a test says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawn_board import DrawnBoard
from tests.support.canvases import canvas_of


class Timers:
    """Stands in for the timers of a widget."""

    def __init__(self) -> None:
        self.callbacks: list[Callable[[], object]] = []

    def set(self, _seconds: float, callback: Callable[[], object]) -> Timers:
        self.callbacks.append(callback)
        return self

    def stop(self) -> None:
        self.callbacks.clear()


def hold_frames(board: DrawnBoard[Any], monkeypatch: pytest.MonkeyPatch) -> Timers:
    """Have a board show its next frame only when it is asked for."""
    timers = Timers()
    monkeypatch.setattr(board, "set_interval", timers.set)
    return timers


def frames_of(board: DrawnBoard[Any], timers: Timers) -> Iterator[Canvas]:
    """The frames of the animation that runs, and then what is left when nothing moves."""
    while board.is_moving:
        yield canvas_of(board)
        timers.callbacks[0]()
    assert not timers.callbacks, "no timer is left"
    yield canvas_of(board)


def same_picture(first: Canvas, second: Canvas) -> bool:
    """Whether two drawings look the same."""
    return not any(first.changed_columns(second, y) for y in range(first.height))
