"""The seats of a saved match: scores as bars."""

from __future__ import annotations

import pytest

from caravan_tui.screens.saved.standing import Standing
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.depth import Pens
from caravan_tui.widgets.drawing.palette import palette
from saves.header import Header, HeaderSeat


def header(*scores: float) -> Header:
    seats = tuple(HeaderSeat("person", name, None) for name in ("Ann", "Bo")[: len(scores)])
    return Header(
        id="m", game="decktet", seats=seats, scores=scores, ranks=None, round=1, to_act=0,
        actions=9, assisted=False, began=0, changed=0, saved=0, title="", played=0, daily=None,
        branch_of=None,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("scores", "has_line"), [((13, -3), True), ((0, -7), True), ((5, 2), False)]
)
def test_bars_with_a_score_below_zero_go_to_both_sides_of_one_line(
    scores: tuple[float, float], has_line: bool
) -> None:
    canvas = Canvas(43, 8, Pens(palette({}, dark=True)))
    colours = canvas.pens.palette
    standing = Standing()
    standing.header, standing.shape = header(*scores), (3, 1)
    standing.draw(canvas)
    rows = [canvas.row(y) for y in (1, 5)]
    lines = [[x for x in range(10, 43) if row[1][x] == colours.text] for row in rows]
    if not has_line:
        assert lines == [[], []]
        return
    (zero,) = lines[0]
    assert lines[1] == [zero]
    own = [x for x in range(10, 43) if rows[0][0][x] == colours.seat[0]]
    assert not own or min(own) > zero, "what is above zero is at the right of the line"
    assert bool(own) == (scores[0] > 0)
    ground = rows[1][0][41]
    lost = [x for x in range(10, zero) if rows[1][0][x] != ground]
    assert lost and max(lost) == zero - 1, "what is below it begins there and goes to the left"
