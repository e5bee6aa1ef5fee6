"""The picture above the result of a match."""

from __future__ import annotations

import pytest

from caravan_tui.screens.table.result_picture import LEAST, MOST_NARROW, PLAIN_ROWS, ResultPicture
from caravan_tui.widgets.drawing import letters
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import luminance
from caravan_tui.widgets.drawing.depth import Depth, Pens
from caravan_tui.widgets.drawing.palette import palette
from tests.support.screen_app import WidgetApp
from tests.support.until import until


@pytest.mark.parametrize(
    ("free", "rows"), [(LEAST - 1, 0), (LEAST, LEAST), (MOST_NARROW + 20, MOST_NARROW)]
)
async def test_it_takes_the_rows_that_are_free_or_none(free: int, rows: int) -> None:
    picture = ResultPicture([0], has_lost=False, words="You win")
    async with WidgetApp(picture).run_test(size=(80, 40)) as pilot:
        assert picture.rows_of(free) == rows
        picture.take(free)
        await until(lambda: picture.size.height == rows, pilot)


@pytest.mark.parametrize("winners", [[1], [0, 2]])
def test_the_caravan_is_that_of_the_winners(winners: list[int]) -> None:
    canvas = Canvas(72, MOST_NARROW, Pens(palette({}, dark=True)))
    ResultPicture(winners, has_lost=True, words="Shared").draw(canvas)
    rows = [canvas.row(y)[:2] for y in range(canvas.height)]
    drawn = {colour for row in rows for half in row for colour in half}
    seats = canvas.pens.palette.seat
    assert {number for number in range(6) if seats[number] in drawn} == set(winners)


@pytest.mark.parametrize("words", ["山田 wins", "A name that has no room in large letters wins"])
@pytest.mark.parametrize("depth", [Depth.TRUE, Depth.NONE])
def test_words_that_have_no_large_letters_are_written_small(words: str, depth: Depth) -> None:
    canvas = Canvas(76, PLAIN_ROWS + 4, Pens(palette({}, dark=True), depth))
    ResultPicture([0], has_lost=False, words=words).draw(canvas)
    text = "\n".join(canvas.line(y) for y in range(canvas.height))
    assert words in text or " ".join(words.upper()) in text


@pytest.mark.parametrize("rows", [LEAST + 2, MOST_NARROW - 3])
def test_on_a_small_terminal_the_caravan_walks_beside_the_words_not_into_them(rows: int) -> None:
    canvas = Canvas(78, rows, Pens(palette({}, dark=True)))
    ResultPicture([1], has_lost=True, words="Omar wins").draw(canvas)
    camels = canvas.pens.palette.seat[1]
    columns = {x for y in range(rows) for half in canvas.row(y)[:2]
               for x, colour in enumerate(half) if colour == camels}  # fmt: skip
    assert columns and min(columns) >= letters.width("Omar wins") + 4


@pytest.mark.parametrize("words", ["You win", "Caroline wins", "Leila wins"])
@pytest.mark.parametrize(
    ("columns", "rows"), [(78, 8), (78, 9), (78, MOST_NARROW), (110, 8), (118, 12), (158, 24)]
)
def test_no_letter_stands_over_a_camel(columns: int, rows: int, words: str) -> None:
    def camels() -> set[tuple[int, int, int]]:
        """The pixels of the caravan."""
        canvas = Canvas(columns, rows, Pens(palette({}, dark=True)))
        ResultPicture([1], has_lost=True, words=words).draw(canvas)
        seat = canvas.pens.palette.seat[1]
        return {
            (x, y, half)
            for y in range(rows)
            for half, row in enumerate(canvas.row(y)[:2])
            for x, colour in enumerate(row)
            if colour == seat
        }

    written: list[object] = []

    def write(*_args: object, **_named: object) -> None:
        """No letters."""
        written.append(1)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(letters, "write", write)
        bare = camels()
    assert bare and camels() == bare
    assert written, "else there are no letters to stand over it"


def test_no_confetti_lies_on_a_camel() -> None:
    canvases = []
    for has_lost in (False, True):
        canvas = Canvas(120, 15, Pens(palette({}, dark=True)))
        ResultPicture([1], has_lost, words="You win").draw(canvas)
        camels = canvas.pens.palette.seat[1]
        rows = [canvas.row(y)[:2] for y in range(canvas.height)]
        canvases.append(
            {
                (x, y, half)
                for y, row in enumerate(rows)
                for half in (0, 1)
                for x, colour in enumerate(row[half])
                if colour == camels
            }
        )
    won, lost = canvases
    assert lost <= won, "all pixels of the camels, and confetti of their colour besides"


@pytest.mark.parametrize("has_lost", [False, True])
def test_in_a_light_theme_no_night_is_above_the_result(has_lost: bool) -> None:
    canvas = Canvas(80, MOST_NARROW, Pens(palette({}, dark=False)))
    ResultPicture([1], has_lost, words="Omar wins").draw(canvas)
    skies = [colour for y in range(4) for half in canvas.row(y)[:2] for colour in half[64:]]
    dark = [colour for colour in skies if colour is not None and luminance(colour) < 0.3]
    assert len(dark) < len(skies) / 10, "but for confetti"
