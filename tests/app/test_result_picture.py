"""The picture above the result of a match."""

from __future__ import annotations

import pytest

from caravan_tui.screens.table.result_picture import LEAST, MOST, ResultPicture
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.depth import Pens
from caravan_tui.widgets.drawing.palette import palette
from tests.support.screen_app import WidgetApp
from tests.support.until import until


@pytest.mark.parametrize(("free", "rows"), [(LEAST - 1, 0), (LEAST, LEAST), (MOST + 20, MOST)])
async def test_it_takes_the_rows_that_are_free_or_none(free: int, rows: int) -> None:
    picture = ResultPicture([0], has_won=True)
    async with WidgetApp(picture).run_test(size=(80, 40)) as pilot:
        picture.set_rows(free)
        await until(lambda: picture.size.height == rows, pilot)


@pytest.mark.parametrize("winners", [[1], [0, 2]])
def test_the_caravan_is_that_of_the_winners(winners: list[int]) -> None:
    canvas = Canvas(72, MOST, Pens(palette({}, dark=True)))
    ResultPicture(winners, has_won=False).draw(canvas)
    drawn = {colour for y in range(MOST) for half in canvas.row(y)[:2] for colour in half}
    seats = canvas.pens.palette.seat
    assert {number for number in range(6) if seats[number] in drawn} == set(winners)
