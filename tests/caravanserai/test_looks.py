"""Every sign of the table differs by its characters, and the table explains them."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Sequence

import pytest
from attrs import evolve

from caravan_tui import i18n
from caravan_tui.cli.preview import preview_app
from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai.board import Board
from caravan_tui.games.caravanserai.moves import (
    Choice,
    describe_choice,
    highlights,
    step_choices,
)
from caravan_tui.games.caravanserai.pieces import COLOUR_LETTERS, PLAIN, board_for
from caravan_tui.games.caravanserai.render.cells import draw_cells
from caravan_tui.games.caravanserai.render.ground import (
    FAR_BY_DAY,
    draw_ground,
    sign_colour,
    yard_colour,
)
from caravan_tui.games.caravanserai.render.highlights import Highlights
from caravan_tui.games.caravanserai.render.inks import site_colours
from caravan_tui.games.caravanserai.render.layout import (
    WINDOW_COLUMNS,
    Layout,
    layout,
    spot,
    targets_of,
)
from caravan_tui.games.caravanserai.render.legend import (
    PICTURED_ROWS,
    SPARED_ROWS,
    draw_legend,
)
from caravan_tui.games.caravanserai.render.panel import (
    SIGNS_ROWS,
    Panel,
    draw_panel,
    put_goods,
    seat_card,
)
from caravan_tui.games.caravanserai.render.trains import ROPE
from caravan_tui.games.caravanserai.rules.outcomes import Preview
from caravan_tui.games.caravanserai.state import LYING_DOWN, STANDING
from caravan_tui.games.caravanserai.view import CaravanseraiView
from caravan_tui.games.contract import OVER
from caravan_tui.screens.table.result import ResultScreen
from caravan_tui.widgets.drawing.canvas import HALF, Canvas
from caravan_tui.widgets.drawing.colours import READABLE, Colour, contrast, lab, mix
from caravan_tui.widgets.drawing.depth import UNDERLINE, Depth, Pens
from caravan_tui.widgets.drawing.palette import Palette, palette
from caravan_tui.widgets.drawing.seats import CARD_ROWS, draw_seat_card
from caravan_tui.widgets.marks import SEAT_GLYPHS, SEAT_LETTERS
from tests.caravanserai.desert import GAME, RED, WHITE, YELLOW, desert, piece
from tests.support.known import known
from tests.support.played import played
from tests.support.state_app import StateApp
from tests.support.until import until
from tests.support.views import as_view, view_of

NIGHT, DAY = palette({}, True), palette({}, False)
ROW = ("0,0", "1,0", "2,0", "3,0", "4,0", "4,-1")
KINDS = (STANDING, RED, LYING_DOWN, RED, WHITE, STANDING)
"""From the tail to the head; the good at the fourth place does not count."""
SIZES = [(80, 15), (80, 20), (86, 32), (106, 41), (151, 56)]


def draw(
    view: CaravanseraiView, size: tuple[int, int], marks: Highlights | None = None,
    cursor: int | None = None, *, ascii_only: bool = False, depth: Depth = Depth.TRUE,
    palette: Palette = NIGHT,
) -> tuple[Canvas, Layout]:  # fmt: skip
    """The hexagons of a view, without the panel."""
    board = board_for(view["seats"])
    canvas = Canvas(*size, Pens(palette, depth, ascii_only))
    where = layout(board, *size)
    draw_ground(canvas, where.grid, board, view["cells"])
    draw_cells(canvas, where, view, marks or Highlights(), cursor)
    return canvas, where


def beside(
    view: CaravanseraiView, width: int, height: int, panel: Panel, ascii_only: bool = False
) -> list[str]:
    """The lines of the panel on that many columns."""
    canvas = Canvas(width + 1, height, Pens(NIGHT, Depth.TRUE, ascii_only))
    where = Layout(layout(board_for(view["seats"]), 80, 20).grid, 1, width, height)
    draw_panel(canvas, where, panel)
    return [canvas.line(y)[1:].rstrip() for y in range(height)]


def panel_of(view: CaravanseraiView, names: Sequence[str], *more: object) -> Panel:
    return Panel(view, names, *more)  # type: ignore[arg-type]


def joined(pixels: set[tuple[int, int]], start: tuple[int, int]) -> set[tuple[int, int]]:
    """Those pixels that hang together with one of them."""
    reached, new = set[tuple[int, int]](), {start}
    while new:
        reached |= new
        beside = {(x + dx, y + dy) for x, y in new for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        new = (beside & pixels) - reached
    return reached


def in_phase(view: CaravanseraiView, phase: str) -> CaravanseraiView:
    return as_view(CaravanseraiView, view_of(**{**view, "phase": phase}))


def faces_of(ascii_only: bool, **marked: object) -> dict[str, str]:
    """What stands in the cells of a caravan and of the ground around it, by name of the cell."""
    state = desert([ROW[0], "-3,0"], sites={"0,2": RED, "1,2": RED}, goods=("1,2",))
    for name, kind in zip(ROW[1:], KINDS[1:], strict=True):
        piece(state, 0, name, kind)
    board = state.board
    view = as_view(CaravanseraiView, GAME.view(state, 0))
    cells = {name: board.cell_of(name) for name in (*ROW, "0,2", "1,2", "-3,0", "0,3", "1,3")}
    highlights = Highlights(
        not_counted=frozenset([cells["3,0"]]), reachable=frozenset([cells["1,3"]])
    )
    for name, value in marked.items():
        setattr(highlights, name, value)
    canvas, where = draw(view, (80, 20), highlights, ascii_only=ascii_only)
    faces = {}
    for name, cell in cells.items():
        x, y = spot(where, view, cell)
        faces[name] = canvas.line(y)[x - 1 : x + 3].replace(HALF, " ")
    return faces


@pytest.mark.parametrize("ascii_only", [False, True])
def test_head_tail_camels_goods_and_ground_differ_without_colour(ascii_only: bool) -> None:
    faces = faces_of(ascii_only)
    assert len({face.strip() for face in faces.values()}) == len(faces), faces
    tail, good, lying, out, _white, head = (faces[name].strip(" ━") for name in ROW)
    assert ("o" if ascii_only else "°") in tail
    assert (head[0], head[-1]) == ("«", "»")
    assert (good[-1], out[-1]) == ("r", "R")
    assert lying[-1] == "L"
    assert faces["0,2"].strip() == ("(r)" if ascii_only else "⌂r")
    assert faces["1,2"].strip() == ("[R]" if ascii_only else "R•")


@pytest.mark.parametrize("ascii_only", [False, True])
def test_a_planned_piece_and_what_comes_back_differ_from_what_lies(ascii_only: bool) -> None:
    before = faces_of(ascii_only)
    board = desert([ROW[0], "-3,0"]).board
    after = faces_of(
        ascii_only,
        planned={board.cell_of("0,3"): RED},
        returned=frozenset(board.cell_of(name) for name in ROW[:2]),
    )
    assert after["0,3"].strip() == "+r"
    for name in ROW[:2]:
        assert after[name] != before[name]
        assert "×" in after[name]


@pytest.mark.parametrize("ascii_only", [False, True])
def test_a_planned_piece_that_comes_back_at_once_has_the_sign_of_that(ascii_only: bool) -> None:
    cells = [desert([ROW[0], "-3,0"]).board.cell_of(name) for name in ("0,3", "1,3")]
    planned = dict.fromkeys(cells, RED)
    after = faces_of(ascii_only, planned=planned, returned=frozenset(cells[:1]))
    assert "×r" in after["0,3"]


@pytest.mark.parametrize("plain", [{"ascii_only": True}, {"depth": Depth.NONE}])
@pytest.mark.parametrize("size", SIZES)
def test_without_pixels_the_cursor_and_what_can_be_chosen_are_seen(
    size: tuple[int, int], plain: dict[str, bool]
) -> None:
    sites = {"-2,2": RED, "1,2": RED}
    view = as_view(
        CaravanseraiView, GAME.view(desert(["0,0", "-3,0"], sites=sites, goods=("1,2",)), 0)
    )
    cells = [board_for(2).cell_of(name) for name in sites]
    marks = Highlights(targets=frozenset(cells))
    canvas, where = draw(view, size, marks, None, **plain)  # type: ignore[arg-type]
    for cell, sign in zip(cells, ("►(r)◄", "►[R]◄"), strict=True):
        _x, y = spot(where, view, cell)
        assert sign in canvas.line(y).replace(" ", ""), canvas.line(y)
    pointed, _where = draw(view, size, marks, cells[0], **plain)  # type: ignore[arg-type]
    assert any(pointed.row(y) != canvas.row(y) for y in range(size[1]))
    assert not any(HALF in pointed.line(y) for y in range(size[1]))


@pytest.mark.parametrize("depth", [Depth.TRUE, Depth.FEW])
@pytest.mark.parametrize("size", SIZES[3:])
def test_large_hexagons_have_a_ring_under_the_cursor_and_around_what_is_new(
    size: tuple[int, int], depth: Depth
) -> None:
    view = as_view(CaravanseraiView, GAME.view(desert(["0,0", "-3,0"]), 0))
    board = board_for(2)
    new, pointed = board.cell_of("0,0"), board.cell_of("-1,2")
    before, _where = draw(view, size, depth=depth)
    after, where = draw(view, size, Highlights(changed=frozenset([new])), pointed, depth=depth)
    for cell, colours in ((new, {NIGHT.text}), (pointed, {NIGHT.accent, NIGHT.ink})):
        x, y = spot(where, view, cell)
        reach, rows = where.grid.width // 2, range(y - 2, y + 3)
        lit = [
            (column, row)
            for row in rows
            for column in range(x + 1 - reach, x + 1 + reach)
            for old, now in zip(before.row(row)[:2], after.row(row)[:2], strict=True)
            if now[column] in colours and now[column] != old[column]
        ]
        assert len(lit) >= 10, "most of its edge"
        assert {column < x for column, _row in lit} == {True, False}, "on both sides"
        assert {row < y for _column, row in lit} == {True, False}, "above and below"


@pytest.mark.parametrize("plain", [{"ascii_only": True}, {"depth": Depth.NONE}])
@pytest.mark.parametrize("size", SIZES)
def test_without_pixels_what_is_new_has_a_sign(
    size: tuple[int, int], plain: dict[str, bool]
) -> None:
    state = desert(["0,0", "-3,0"])
    piece(state, 0, "1,0", RED)
    view = as_view(CaravanseraiView, GAME.view(state, 0))
    cell = board_for(2).cell_of("0,0")
    marks = Highlights(changed=frozenset([cell]))
    canvas, where = draw(view, size, marks, **plain)  # type: ignore[arg-type]
    x, y = spot(where, view, cell)
    assert canvas.line(y)[x : x + 3].endswith("!"), canvas.line(y)


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 6])
@pytest.mark.parametrize("size", SIZES)
def test_every_cell_is_on_the_board_and_none_under_the_panel(
    seats: int, size: tuple[int, int]
) -> None:
    view = as_view(CaravanseraiView, played("caravanserai", seats, 1, 0).view(0))
    _canvas, where = draw(view, size)
    board = board_for(seats)
    rows = set()
    for cell in range(board.cells):
        x, y = spot(where, view, cell)
        assert x >= 1 and x + 2 < where.panel_x
        rows.add(y)
        assert where.grid.hex_at(x + 1, 2 * y + 1) == (board.q[cell], board.r[cell])
    if size[1] >= 20:
        assert min(rows) >= 0 and max(rows) < size[1]
    assert where.panel_x + where.panel_width <= size[0]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("width", [24, 26, 40])
def test_the_signs_are_explained_where_there_is_room(
    language: str, ascii_only: bool, width: int
) -> None:
    i18n.use(language)
    view = as_view(CaravanseraiView, GAME.view(desert(["0,0", "-3,0"]), 0))
    lines = beside(view, width, 40, panel_of(view, ["Ann", "Bo"]), ascii_only)
    assert all("…" not in line for line in lines)
    signs = ("(r)", "[R]", "«AC»", "oAr") if ascii_only else ("⌂r", "R•", "«●C»", "°●r")
    for sign in signs:
        assert sum(line.startswith(f"{sign} ") for line in lines) == 1, (sign, lines)
    colours = " ".join(lines)
    assert all(f"{letter} " in colours for letter in COLOUR_LETTERS)
    words = ("caravanserai", "can be chosen", "adds length", "camel, lying one", "length: old, new")
    assert all(any(line.endswith(i18n._(word)) for line in lines) for word in words), lines
    short = beside(view, width, 11, panel_of(view, ["Ann", "Bo"]), ascii_only)
    assert signs[0] not in "\n".join(short)


@pytest.mark.parametrize(
    ("seats", "size", "least"), [(6, (151, 56), 42), (2, (151, 56), 42), (2, (105, 41), 27)]
)
def test_the_board_fills_a_large_terminal(seats: int, size: tuple[int, int], least: int) -> None:
    view = as_view(CaravanseraiView, played("caravanserai", seats, 3, 10).view(0))
    _canvas, where = draw(view, size)
    board = board_for(seats)
    rows = [spot(where, view, cell)[1] for cell in range(board.cells)]
    assert max(rows) - min(rows) >= least


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_a_placement_wins_is_counted_and_fits_its_line(language: str) -> None:
    i18n.use(language)
    state = desert(["0,0", "-3,0"])
    view = as_view(CaravanseraiView, GAME.view(state, 0))
    planned = Preview([], [], 12, [], 0, 24, [WHITE, WHITE, RED], True)
    said = describe_choice(Choice("", [act.CAMEL], planned), view, [], "Enter")
    assert len(said) <= 78
    assert ("2 white, red" if language == "en" else "2 blanches, rouge") in said


SIX = [
    "Caravan master",
    "Caravan master 2",
    "Merchant",
    "Bo",
    "Maximilian Alex",
    "Abcdefghijklmnop",
]
"""Names of seats as the set-up gives them, and as long as it takes them."""


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("height", [20, 16])
def test_names_and_lengths_of_six_seats_are_told_apart_in_the_narrowest_panel(
    height: int, language: str
) -> None:
    i18n.use(language)
    match = played("caravanserai", 6, 1, 60)
    lines = beside(
        as_view(CaravanseraiView, match.view(0)),
        16,
        height,
        panel_of(as_view(CaravanseraiView, match.view(0)), SIX),
    )
    for seat, length in enumerate(match.view(0)["scores"]):
        (line,) = [line for line in lines if line[1:].startswith(f"{SEAT_GLYPHS[seat]} ")]
        assert line.endswith(f" {length}"), line
    assert any(re.match(r"C\.?( m\.?)? 2 ", line[3:]) for line in lines), lines
    assert all(len(line) <= 16 for line in lines)


def test_reserves_of_all_six_seats_are_shown_where_they_fit() -> None:
    view = as_view(CaravanseraiView, played("caravanserai", 6, 1, 60).view(0))
    names = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]
    planned = Preview([], [], 1, [], 0, 3, [], False)
    few = [Choice("E  east", [0]), Choice("W  west", [3])]
    lines = beside(view, 16, 24, panel_of(view, names, few, 0, planned), True)
    assert sum(bool(re.search(r" \d +\d+$", line)) for line in lines) == 6, lines
    assert any(line.endswith("camels long") for line in lines), "it says what the numbers are"
    reserves = [line for line in lines if re.fullmatch(r" w\d b\d p\d r\d y\d", line)]
    assert len(reserves) == 6, lines
    assert any(line.startswith(" 1 E  east") for line in lines), lines


def test_a_name_stays_whole_beside_the_lengths_before_and_after_a_placement() -> None:
    view = as_view(CaravanseraiView, played("caravanserai", 6, 1, 60).view(0))
    grown = Preview([], [], 5, [], 0, 12, [], False, growth=5)
    names = ["Roxana" if seat == view["turn"] else "Ann" for seat in range(6)]
    for height in (15, 24):
        lines = beside(view, 16, height, panel_of(view, names, [], -1, grown))
        (line,) = [line for line in lines if "Roxan" in line]
        assert re.search(r" Roxana( \d)? +7→12$", line), line


def test_who_can_place_nothing_more_is_marked_behind_the_name() -> None:
    view = as_view(CaravanseraiView, GAME.view(desert(["0,0", "-3,0"]), 0))
    view["never"] = [1]
    lines = beside(view, 26, 12, panel_of(view, ["Ann", "Bo"]))
    (line,) = [line for line in lines if "Bo" in line]
    assert line.split() == ["■", "Bo", "done", "1"]
    lines = beside(view, 16, 7, panel_of(view, ["Ann", "Davit"]))
    (line,) = [line for line in lines if "Davit" in line]
    assert line.split() == ["■", "Davit", "done", "1"], "its camels leave the name whole"
    for name, words in (("Samira", ["done", "1"]), ("Gulbahar", ["1"])):
        lines = beside(view, 16, 7, panel_of(view, ["Ann", name]))
        (line,) = [line for line in lines if "■" in line]
        assert line.split() == ["■", name, *words], "the word leaves the name whole"
    view["to_act"] = OVER
    lines = beside(view, 26, 12, panel_of(view, ["Ann", "Bo"]))
    assert not any("done" in line for line in lines), "at the end all are"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("seats", [1, 2, 6])
async def test_the_signs_key_explains_all_signs_at_80_columns(
    language: str, ascii_only: bool, seats: int
) -> None:
    i18n.use(language)
    app = StateApp[Board](
        "caravanserai", played("caravanserai", seats, 3, 10).state, ascii_only=ascii_only
    )
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        before = app.text()
        await pilot.press("i")
        await pilot.pause()
        lines = app.lines()
        start = app.board.table_layout(app.scene).panel_x
        is_beside = seats < 6  # in the place of the panel, so that the signs of the board are seen
        words = [line[start:] if is_beside else line[:start] for line in lines]
        ends = ("adds length", "length: old, new")  # of both columns
        for text in ("caravanserai", "within reach", "camel, lying one", *ends):
            assert any(f" {i18n._(text)} " in f"{line} " for line in words), (text, words)
        others = slice(start - 1) if is_beside else slice(start, None)
        if ascii_only or not is_beside:
            lines_before = before.splitlines()
            assert [line[others] for line in lines] == [line[others] for line in lines_before]
        hexagons = [line[: start - 1] for line in lines[0 if is_beside else SIGNS_ROWS :]]
        corners = [i18n._(text) for text in ("to be laid", "comes back", "within reach")]
        assert not [line for line in hexagons if any(text in line for text in corners)], "not twice"
        await pilot.press("i")
        await until(lambda: app.text() == before, pilot)
        await pilot.press("i")
        await until(lambda: app.text() != before, pilot)
        await pilot.press("escape")
        await until(lambda: not app.board.shows_legend, pilot)
        await pilot.press("i")
        await pilot.click(offset=(start + 2 if is_beside else 2, 2))
        await until(lambda: not app.board.shows_legend, pilot)
        assert not app.played


async def test_signs_that_the_panel_explains_anyway_are_not_drawn_again() -> None:
    app = StateApp[Board]("caravanserai", played("caravanserai", 2, 3, 10).state)
    async with app.run_test(size=(120, 48)) as pilot:
        await pilot.pause()
        before = app.text()
        assert before.count("Signs") == 1
        await pilot.press("i")
        await until(lambda: app.status[-1:] == [("The signs are on the right.", False)], pilot)
        assert app.text() == before and not app.board.shows_legend


async def test_the_result_of_six_seats_with_equal_scores_keeps_its_buttons() -> None:
    match = played("caravanserai", 6, 1, 2000)
    assert match.over and len(set(match.scores)) < 6 == len(set(known(match.ranks)))
    app = preview_app(match, 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        points = app.screen.query_one("#cards")
        window = app.screen.query_one("#window")
        buttons = app.screen.query("Button")
        await until(
            lambda: all(window.content_region.contains_region(button.region) for button in buttons),
            pilot,
        )
        assert points.size.height and points.max_scroll_y == 0
        assert all(button.region.bottom <= 24 for button in buttons)


def test_from_whom_a_good_is_taken_is_told_by_name() -> None:
    view = as_view(CaravanseraiView, played("caravanserai", 6, 1, 60).view(0))
    view["phase"], view["placement"]["wanted"] = "take", RED
    legal = [act.TAKE + seat for seat in (1, 0, 2)]
    listed = step_choices(view, legal, SIX)
    said = describe_choice(listed[0], view, SIX, "Enter")
    assert "from Caravan master 2" in said
    lines = [line.split() for line in beside(view, 16, 20, panel_of(view, SIX, listed, 0), True)]
    choices = [line for line in lines if line and line[0] in "123"][-3:]
    assert [line[0] for line in choices] == ["1", "2", "3"]
    assert choices[0][-1] == "2" and choices[2][-1] == "Merchant", choices


@pytest.mark.parametrize("ascii_only", [False, True])
def test_a_seat_card_says_what_a_seat_has(ascii_only: bool) -> None:
    marks = SEAT_LETTERS if ascii_only else SEAT_GLYPHS
    assert len(set(marks)) == 6
    view = as_view(CaravanseraiView, played("caravanserai", 6, 1, 60).view(0))
    for seat in range(6):
        card = seat_card(view, seat, SIX[seat], NIGHT)
        words = ["".join(part for part, _ink in line) for line in card.lines]
        assert card.points == str(view["scores"][seat])
        assert words[0].startswith(f"{view['camels'][seat]} camel")
        counts = zip(COLOUR_LETTERS, view["stock"][seat], strict=True)
        assert words[1].split() == [f"{letter}{count}" for letter, count in counts]


@pytest.mark.parametrize("seats", [2, 6])
def test_a_screen_is_a_few_hundred_runs(seats: int) -> None:
    canvas, _where = draw(
        as_view(CaravanseraiView, played("caravanserai", seats, 1, 60).view(0)), (86, 32)
    )
    assert sum(len(canvas.segments(y)) for y in range(32)) <= 1300


@pytest.mark.parametrize(
    ("width", "said"), [(40, "Your caravan: 2 long (1 longer)"), (16, "2 long (+1)")]
)
def test_a_placement_says_how_long_the_caravan_would_be_and_marks_the_best(
    width: int, said: str
) -> None:
    view = as_view(CaravanseraiView, played("caravanserai", 2, 3, 0).view(0))
    placed = Preview(
        laid=[8, 16], not_counted=[], count=2, returned=[], returned_camels=0, length=2, won=[],
        is_complete=False, growth=1,
    )  # fmt: skip
    useless = evolve(placed, growth=0)
    view["turn"] = view["to_act"] = 0
    view["scores"], view["placement"]["laid"] = [3, 1], 2
    options = [Choice("1 red", [act.BLOCK], placed), Choice("1 white", [act.CAMEL], useless)]
    lines = beside(view, width, 30, panel_of(view, SIX, options, 0, placed))
    assert said in lines, lines
    assert any("●" in line and line.endswith(" 1→2") for line in lines), lines
    assert any(line.endswith("longer by") for line in lines), lines
    assert any("1 red" in line and line.endswith(" +1") for line in lines), lines
    assert any("1 white" in line and line.endswith(" 0") for line in lines), lines
    assert seat_card(view, 0, SIX[0], NIGHT, placed).points == "1→2"
    assert seat_card(view, 1, SIX[1], NIGHT, placed).points == "1"


def test_nothing_comes_back_before_something_is_laid() -> None:
    view = as_view(CaravanseraiView, GAME.view(desert(["0,0", "-3,0"]), 0))
    marks, placed = highlights(view, [0, 3], [0])
    assert not marks.returned and placed is None
    assert marks.reachable


@pytest.mark.parametrize("size", [(80, 20), (124, 46)])
def test_each_cell_of_the_piece_in_hand_has_a_ring_bright_for_what_is_selected(
    size: tuple[int, int],
) -> None:
    view = as_view(CaravanseraiView, GAME.view(desert(["0,0", "-3,0"]), 0))
    first, _placed = highlights(view, [0, 3], [0])
    other, _placed = highlights(view, [0, 3], [3])
    everything = first.reachable | first.possible
    assert first.possible and first.possible.isdisjoint(first.reachable)
    assert everything == other.reachable | other.possible
    canvas, where = draw(view, size, first)
    inks: dict[bool, set[Colour]] = {True: set(), False: set()}
    for cell in everything - first.numbers.keys():
        x, y = spot(where, view, cell)
        glyphs = [glyph for glyph in canvas.row(y)[2][x : x + 5] if glyph is not None]
        inks[cell in first.reachable] |= {ink for sign, ink, _font in glyphs if sign == "○"}
    assert inks[True] == {NIGHT.accent} and NIGHT.accent not in inks[False]
    assert bool(inks[False]) == where.has_large_pieces  # on small ones it would be one sign more


def test_the_selected_direction_stands_out_of_those_with_numbers() -> None:
    view = as_view(CaravanseraiView, GAME.view(desert(["0,0", "-3,0"]), 0))
    marks, _placed = highlights(view, [0, 3], [0])
    for size in ((80, 20), (124, 46)):
        canvas, where = draw(view, size, marks)
        lit = []
        for cell in sorted(marks.numbers, key=lambda cell: cell not in marks.chosen):
            x, y = spot(where, view, cell)
            ground = NIGHT.accent if cell in marks.chosen else NIGHT.raised
            assert canvas.colour_at(x, y) == ground, "the key"
            around = [
                pixel
                for row in range(y - 2, y + 3)
                for pixels in canvas.row(row)[:2]
                for pixel in pixels[x - where.margin - 1 : x + where.margin + 3]
            ]
            lit.append(around.count(NIGHT.accent))
        assert lit[0] > lit[1], size


@pytest.mark.parametrize("size", [(80, 20), (124, 46)])
def test_every_direction_has_its_key_on_the_board_beside_a_train(
    size: tuple[int, int],
) -> None:
    state = desert(["0,0", "-3,0"], sites={"1,-1": RED, "0,1": RED, "1,0": RED})
    piece(state, 0, "-1,0", RED)  # a train that reaches into the hexagons beside it
    state.caravans[0].reverse()
    view = as_view(CaravanseraiView, GAME.view(state, 0))
    legal = state.legal()
    marks, _placed = highlights(view, legal, [legal[0]])
    planned = next(iter(marks.numbers))
    marks.planned = {planned: RED}  # as of a block that goes on
    canvas, where = draw(view, size, marks)
    for cell, number in marks.numbers.items():
        x, y = spot(where, view, cell)
        if cell == planned and not where.has_large_pieces:
            continue  # the list has its key filled
        assert number in canvas.line(y)[x - 1 : x + where.margin + 3], number


def hue(colour: Colour) -> float:
    """The angle of a colour, in degrees."""
    _light, across, up = lab(colour)
    return math.degrees(math.atan2(up, across))


@pytest.mark.parametrize("size", [(80, 20), (86, 32), (151, 56)])
def test_by_day_what_would_be_laid_is_no_shade_of_a_good(size: tuple[int, int]) -> None:
    state = desert(["0,0", "-3,0"])
    piece(state, 0, "1,0", STANDING)
    view, planned = GAME.view(state, 0), state.board.cell_of("2,0")
    canvas, where = Canvas(*size, Pens(DAY, Depth.TRUE)), layout(state.board, *size)
    draw_cells(canvas, where, view, Highlights(planned={planned: WHITE}), None)
    x, y = spot(where, view, planned)
    _tops, _lows, glyphs = canvas.row(y)
    column = next(
        at for at in range(x - 2, x + 2) if (glyph := glyphs[at]) is not None and glyph[0] == "+"
    )
    ground, sign = canvas.colour_at(column, y), glyphs[column]
    assert sign is not None and contrast(sign[1], ground) >= 4.5
    for block in DAY.block[2:]:  # purple, red, yellow
        assert abs((hue(ground) - hue(block) + 180) % 360 - 180) >= 45


@pytest.mark.parametrize("size", [(80, 20), (86, 32), (151, 56)])
def test_by_day_a_piece_and_the_good_on_it_are_told_apart(size: tuple[int, int]) -> None:
    name = "1,0"
    for kind, block in enumerate(DAY.block):
        state = desert(["0,0", "-3,0"])
        piece(state, 0, name, kind)
        view, cell = GAME.view(state, 0), state.board.cell_of(name)
        canvas, where = Canvas(*size, Pens(DAY, Depth.TRUE)), layout(state.board, *size)
        draw_cells(canvas, where, view, Highlights(), None)
        x, y = spot(where, view, cell)
        owner = canvas.colour_at(x - where.margin, y)
        assert math.dist(lab(owner), lab(block)) >= 20, kind
        assert kind != RED or contrast(owner, block) >= 1.8


def test_by_day_hexagons_stand_out_of_a_calm_desert() -> None:
    """Neighbours are told apart, and the palest and white caravanserais from what is around."""
    tones = DAY.hexagon
    assert all(contrast(one, other) >= 1.25 for one, other in itertools.combinations(tones, 2))
    around = mix(DAY.dune[0], DAY.ground, FAR_BY_DAY)
    assert contrast(tones[-1], around) >= 1.2
    assert contrast(yard_colour(DAY, COLOUR_LETTERS.index("w")), around) >= 1.2


def test_a_large_table_pictures_the_market_and_your_reserve_piece_by_piece() -> None:
    view = as_view(CaravanseraiView, played("caravanserai", 2, 3, 4).view(0))
    canvas = Canvas(41, 41, Pens(NIGHT, Depth.TRUE, False))
    where = Layout(layout(board_for(2), 80, 20).grid, 1, 40, 41)
    draw_panel(canvas, where, Panel(view, ["Ann", "Bo"], has_rail=True))
    lines = [canvas.line(y)[1:].rstrip() for y in range(41)]
    (reserve,) = [y for y, line in enumerate(lines) if line.startswith("Your reserve")]
    for top, counts in ((1, view["market"]), (reserve + 1, view["stock"][0])):
        for line, count in zip(lines[top:], counts, strict=False):
            assert line.split()[2] == str(count)
            assert line.count("▆▆") == count


def test_where_hexagons_have_room_pieces_are_things_in_the_colours_of_good_and_seat() -> None:
    state = desert([ROW[0], "-3,0"], sites={"0,2": RED, "1,2": RED}, goods=("1,2",))
    for name, kind in zip(ROW[1:], KINDS[1:], strict=True):
        piece(state, 0, name, kind)
    view, board = GAME.view(state, 0), state.board
    canvas, where = draw(view, (106, 41))

    def painted(name: str, colour: Colour) -> int:
        """How many of a cell's columns have a colour in its row of text."""
        x, y = spot(where, view, board.cell_of(name))
        return sum(canvas.colour_at(column, y) == colour for column in range(x - 2, x + 4))

    good, camel, lying = ROW[1], ROW[0], ROW[2]
    assert painted(good, NIGHT.block[RED]) == 3 and painted(good, NIGHT.seat[0]) >= 1
    assert painted(camel, NIGHT.seat[0]) >= 5 and painted(lying, NIGHT.seat[0]) >= 5
    assert painted("1,2", NIGHT.block[RED]) == 3 and not painted("0,2", NIGHT.block[RED])
    for name, sign in ((good, "●"), (camel, "●"), (good, "r"), ("0,2", "r"), ("1,2", "R•")):
        x, y = spot(where, view, board.cell_of(name))
        assert sign in canvas.line(y)[x - 2 : x + 4], name


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("width", [16, 26, 27, 32, 40])
@pytest.mark.parametrize("turn", [0, 1])
def test_what_is_laid_and_returned_is_a_whole_sentence_at_every_width(
    turn: int, width: int, language: str
) -> None:
    i18n.use(language)
    view = as_view(CaravanseraiView, played("caravanserai", 2, 3, 0).view(0))
    view["turn"] = turn
    placed = Preview(
        laid=[8] * 15, not_counted=[], count=12, returned=[], returned_camels=0, length=13, won=[],
        is_complete=False, growth=3,
    )  # fmt: skip
    lines = beside(view, width, 30, panel_of(view, SIX, [], -1, placed))
    verbs = ("lays", "takes") if turn else ("lay", "take")
    whole = [
        i18n._(words)
        for words in (
            f"{verbs[0]} {{laid}}, {verbs[1]} {{count}} back from the tail",
            f"{verbs[0]} {{laid}}, {verbs[1]} {{count}} back",
            f"{verbs[0]} {{laid}}, {{count}} back",
        )
    ]
    comes = (
        f"{verbs[0]} {{laid}}, {{count}} comes back",
        f"{verbs[0]} {{laid}}, {{count}} come back",
    )
    whole.append(i18n._n(*comes, 12))
    sentences = [words.format(laid=15, count=12) for words in whole]
    assert any(line.strip() in sentences for line in lines), lines
    if turn and width > 17:
        assert any(SIX[1] in line and "13" in line for line in lines), "it says whose it is"
    goods = [line for line in lines if line.count(" y") == 1 and " w" in line[:5]]
    assert all(re.search(r"y\d", line) for line in goods), "no count is cut"


def test_a_short_legend_pictures_the_most_common_things() -> None:
    canvas = Canvas(32, 11, Pens(NIGHT, Depth.TRUE, False))
    draw_legend(canvas, 0, 0, 32, 11, has_things=True, has_colours=False)
    words = " ".join(canvas.line(y) for y in range(11))
    assert "caravanserai" in words and "head" in words and "comes" in words
    assert "lying" not in words


@pytest.mark.parametrize("size", [(80, 20), (86, 32)])
def test_a_rope_joins_small_pieces_that_follow_each_other_and_no_others(
    size: tuple[int, int],
) -> None:
    state = desert(["0,0", "-3,0"])
    line = ("1,0", "2,-1", "3,-1", "2,0")  # the last one lies beside the second one, too
    for name in line[:-1]:
        piece(state, 0, name, RED)
    piece(state, 0, line[-1], STANDING)
    piece(state, 0, "2,1", RED)
    view, board = GAME.view(state, 0), state.board
    canvas, where = draw(view, size)
    rope = mix(NIGHT.seat[0], NIGHT.dune[0], ROPE)

    def sides(name: str) -> tuple[bool, bool]:
        """Whether a rope lies left and right of a piece."""
        x, y = spot(where, view, board.cell_of(name))
        left, right = ([rows[column] for rows in canvas.row(y)[:2]] for column in (x - 1, x + 2))
        return rope in left, rope in right

    assert sides("0,0") == (False, True), "from the tail to the east"
    assert sides("2,-1") == (True, True), "up from the left and on to the east"
    assert sides("3,-1") == (True, False), "and down again, on the side that it came from"
    assert sides("2,0") == (False, True), "none from the piece beside it, up on the left"
    for name, letters in (("1,0", "●r"), ("3,-1", "●r"), ("2,0", "●C")):
        x, y = spot(where, view, board.cell_of(name))
        assert canvas.line(y)[x : x + 2] == letters


@pytest.mark.parametrize("size", [(80, 20), (86, 32)])
def test_a_small_piece_is_half_in_its_owners_colour_half_in_its_own_on_its_hexagon(
    size: tuple[int, int],
) -> None:
    state = desert(["0,0", "-3,0"])
    piece(state, 0, "1,1", RED)
    piece(state, 0, "3,0", STANDING)
    view, board = GAME.view(state, 0), state.board
    canvas, where = draw(view, size)
    for name, tones in (("1,1", (NIGHT.seat[0], NIGHT.block[RED])), ("3,0", 2 * NIGHT.seat[:1])):
        cell = board.cell_of(name)
        x, y = spot(where, view, cell)
        for column, tone in zip((x, x + 1), tones, strict=True):
            assert {rows[column] for rows in canvas.row(y)[:2]} == {tone}
        for line in (2 * y, 2 * y + 1):
            hexagon = board.q[cell], board.r[cell]
            assert where.grid.hex_at(x + 0.5, line + 0.5) == hexagon
            assert where.grid.hex_at(x + 1.5, line + 0.5) == hexagon


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("height", [15, 20, 32])
def test_small_hexagons_are_even_or_fill_the_rows_and_have_their_text_inside(
    seats: int, height: int
) -> None:
    board = board_for(seats)
    where = layout(board, 86, height)
    rows = range(min(board.r), max(board.r) + 1)
    highs = {where.grid.tip(r + 1) - where.grid.tip(r) for r in rows}
    used = where.grid.tip(rows[-1] + 1) + 1 - where.grid.tip(rows[0])
    assert highs in ({2}, {4}) or (min(highs) >= 3 and used >= 2 * height - 2)
    for r in rows:
        line = 2 * where.grid.text_row(r)
        assert {line, line + 1} <= set(where.grid.lines(r))
    assert len({where.grid.text_row(r) for r in rows}) == len(rows)


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("height", [15, 20, 28, 31, 32, 40])
def test_each_row_of_a_small_hexagon_between_its_tips_takes_clicks_for_it(
    seats: int, height: int
) -> None:
    board = board_for(seats)
    grid = layout(board, 86, height).grid
    for x, top, width, rows, cell in targets_of(grid, seats):
        tips = grid.tip(board.r[cell]), grid.tip(board.r[cell] + 1)
        between = [
            row for row in range(2 * height) if tips[0] <= 2 * row and 2 * row + 1 <= tips[1]
        ]
        assert list(range(top, top + rows)) == between and grid.text_row(board.r[cell]) in between
        hexagon = board.q[cell], board.r[cell]
        assert grid.hex_at(x + width / 2 - 0.5, 2 * top + 1.5) == hexagon


def test_what_would_come_back_is_pale_and_what_would_be_laid_is_lit() -> None:
    state = desert(["0,0", "-3,0"])
    piece(state, 0, "1,0", RED)
    piece(state, 0, "2,0", STANDING)
    view, board = GAME.view(state, 0), state.board
    tail, planned = board.cell_of("0,0"), board.cell_of("3,0")
    marks = Highlights(planned={planned: WHITE}, returned=frozenset([tail]))
    canvas, where = draw(view, (86, 32), marks)
    x, y = spot(where, view, tail)
    assert canvas.colour_at(x, y) not in (NIGHT.seat[0], NIGHT.accent)
    x, y = spot(where, view, planned)
    assert canvas.colour_at(x, y) == NIGHT.accent and canvas.line(y)[x : x + 2] == "+w"


@pytest.mark.parametrize("colours", [NIGHT, palette({}, False)])
def test_every_letter_of_a_good_is_readable_also_where_there_is_none(colours: Palette) -> None:
    canvas = Canvas(20, 2, Pens(colours, Depth.TRUE, False))
    for y, counts in enumerate([(0, 0, 0, 0, 0), (1, 2, 3, 4, 5)]):
        put_goods(canvas, 0, y, counts)
        for ground, _low, glyph in zip(*canvas.row(y), strict=True):
            if glyph is not None:
                char, ink, _attributes = glyph
                assert contrast(ink, ground) >= 4.4, (char, ink, ground)
    for colour in range(5):
        wall, ink = site_colours(colours, colour)
        assert contrast(ink, wall) >= 4.4, COLOUR_LETTERS[colour]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_corners_below_a_small_board_explain_common_signs_and_hide_no_hexagon(
    seats: int, language: str
) -> None:
    i18n.use(language)
    view = as_view(CaravanseraiView, played("caravanserai", seats, 3, 60).view(0))
    canvas = Canvas(80, 20, Pens(NIGHT, Depth.TRUE, False))
    where = layout(board_for(seats), 80, 20)
    draw_panel(canvas, where, panel_of(view, SIX))
    lines = [canvas.line(y)[: where.panel_x] for y in range(20)]
    for word in ("head", "tail"):
        assert sum(i18n._(word) in line for line in lines) == 1, lines
    assert not any(i18n._("Signs") in line for line in lines), lines
    for y, line in enumerate(lines):
        for x, letter in enumerate(line):
            cell = where.grid.hex_at(x + 0.5, 2 * y + 0.5), where.grid.hex_at(x + 0.5, 2 * y + 1.5)
            board = board_for(seats)
            names = {f"{q},{r}" for q, r in cell}
            assert letter == " " or not names & set(board.names), (x, y)


@pytest.mark.parametrize("width", [29, 32, 42])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_legend_cuts_no_word_and_pictures_things_where_their_words_have_room(
    language: str, width: int
) -> None:
    with i18n.in_language(language):
        canvas = Canvas(width, 20, Pens(NIGHT, Depth.TRUE, False))
        draw_legend(canvas, 0, 0, width, 20, has_things=True, has_colours=False)
        words = " ".join(canvas.line(y).replace(HALF, " ") for y in range(20)).split()
        meanings = ["caravanserai, with a good", "comes back", "adds length", "lying camel", "good"]
        if language == "fr" and width < 42:  # in rows
            meanings = ["with a good on it", "would come back", "adds length", "a laid good"]
        for meaning in meanings:
            assert set(i18n._(meaning).split()) <= set(words), (meaning, words)


def test_the_legend_of_things_spares_gaps_before_it_spares_a_sign() -> None:
    canvas = Canvas(36, PICTURED_ROWS + 1, Pens(NIGHT, Depth.TRUE, False))
    rows = PICTURED_ROWS + 1 - SPARED_ROWS
    draw_legend(canvas, 0, 0, 36, rows, has_things=True, has_colours=False)
    lines = [canvas.line(y) for y in range(PICTURED_ROWS + 1)]
    signs = ("head", "comes", "lying", "on a caravanserai", "newly", "came")
    for word in signs:
        assert any(word in line for line in lines[:rows]), (word, lines)
    assert not any(line.strip() for line in lines[rows:]), lines


def test_the_legend_says_what_a_letter_that_is_underlined_means() -> None:
    canvas = Canvas(36, 21, Pens(NIGHT, Depth.TRUE, False))
    draw_legend(canvas, 0, 0, 36, 21, has_trains=True)
    row = next(y for y in range(21) if "on a caravanserai" in canvas.line(y))
    marked = [glyph[0] for glyph in canvas.row(row)[2] if glyph and glyph[2] & UNDERLINE]
    assert marked == ["r"]


@pytest.mark.parametrize("colours", [NIGHT, palette({}, False)])
def test_black_goods_are_seen_on_sand_beside_the_board_and_on_their_caravanserai(
    colours: Palette,
) -> None:
    black = COLOUR_LETTERS.index("b")
    block = colours.block[black]
    assert contrast(block, colours.ground) >= 2.5
    wall, ink = site_colours(colours, black)
    assert contrast(ink, wall) >= 4.5
    for sand in colours.hexagon:
        for seen in (block, wall):  # as far apart as two colours whose letters are told apart
            assert math.dist(seen, sand) >= 40, (seen, sand)


@pytest.mark.parametrize("colours", [NIGHT, palette({}, False)])
def test_a_caravanserai_that_is_not_lit_stands_out_of_every_sand_on_small_hexagons(
    colours: Palette,
) -> None:
    for colour, letter in enumerate(COLOUR_LETTERS):
        ground, ink = site_colours(colours, colour, fills_hexagon=True)
        for sand in colours.hexagon:
            assert max(contrast(ground, sand), contrast(ink, sand)) >= 3, (letter, sand)
        if colours.dark:
            assert lab(ground)[0] < lab(colours.block[colour])[0], f"{letter} is brighter than lit"


@pytest.mark.parametrize("colours", [NIGHT, DAY], ids=["night", "day"])
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
def test_the_signs_beside_the_hexagons_lie_beside_them_and_can_be_read(
    seats: int, colours: Palette
) -> None:
    view = as_view(CaravanseraiView, played("caravanserai", seats, 3, 60).view(0))
    canvas, board = Canvas(80, 20, Pens(colours, Depth.TRUE, False)), board_for(seats)
    where = layout(board, 80, 20)
    draw_ground(canvas, where.grid, board, view["cells"])
    draw_panel(canvas, where, panel_of(view, SIX))
    words = 0
    for y in range(20):
        tops, lows, glyphs = canvas.row(y)
        for x in range(where.panel_x - 1):
            if (glyph := glyphs[x]) and glyph[0].isalpha() and glyph[1] == colours.soft:
                words += 1
                cells = {where.grid.hex_at(x + 0.5, 2 * y + half) for half in (0.5, 1.5)}
                assert not cells & board.index.keys(), (y, canvas.line(y))
                assert contrast(glyph[1], tops[x]) >= READABLE, (y, canvas.line(y))
                assert contrast(glyph[1], lows[x]) >= READABLE, (y, canvas.line(y))
    assert words > 50, "no sign is explained"


@pytest.mark.parametrize("is_lit", [False, True])
@pytest.mark.parametrize("colour", range(PLAIN))
def test_neighbours_with_caravanserais_of_one_colour_are_told_apart_on_a_small_board(
    colour: int, is_lit: bool
) -> None:
    names = ["0,0", "1,0", "0,1"]  # each beside both others
    state = desert(["-3,0"], sites=dict.fromkeys(names, colour))
    view, cells = GAME.view(state, 0), [state.board.cell_of(name) for name in names]
    marks = Highlights(targets=frozenset(cells) if is_lit else frozenset())
    canvas, where = draw(view, (80, 20), marks)
    spots = [spot(where, view, cell) for cell in cells]
    (tone,) = {canvas.colour_at(x, y) for x, y in spots}  # a shade would be taken for a mark
    alike = {
        (x, 2 * y + low)
        for y in range(canvas.height)
        for low, tones in enumerate(canvas.row(y)[:2])
        for x in range(canvas.width)
        if tones[x] == tone
    }
    for (x, y), (other_x, other_y) in itertools.combinations(spots, 2):
        assert (other_x, 2 * other_y) not in joined(alike, (x, 2 * y))


def test_a_caravanserai_to_choose_has_more_of_its_colour_on_a_large_board() -> None:
    state = desert(["0,0", "-3,0"], sites={"0,2": RED})
    view, cell = GAME.view(state, 0), state.board.cell_of("0,2")
    far = []
    for targets in (frozenset[int](), frozenset([cell])):
        canvas, where = draw(view, (151, 56), Highlights(targets=targets))
        x, y = spot(where, view, cell)
        far.append(math.dist(canvas.colour_at(x + 1, y), NIGHT.block[RED]))
    assert far[1] < 0.5 * far[0]


@pytest.mark.parametrize(
    ("name", "said"),
    [("David", "● 26 long"), ("Di", "Di: 5 long")],
)
def test_the_narrowest_panel_cuts_no_name_beside_a_length(name: str, said: str) -> None:
    view = as_view(CaravanseraiView, played("caravanserai", 2, 3, 0).view(1))
    view["turn"] = 0
    length = int(re.findall(r"\d+", said)[0])
    placed = Preview([8], [], 1, [], 0, length, [], False)
    lines = beside(view, 16, 30, panel_of(view, [name, "Ann"], [], -1, placed))
    assert said in lines, lines


def test_the_chips_of_a_reserve_leave_the_edge_of_the_narrowest_panel_free() -> None:
    view = as_view(CaravanseraiView, played("caravanserai", 4, 1, 60).view(0))
    lines = beside(view, 16, 20, panel_of(view, SIX[:4]))
    chips = [line for line in lines if re.search(r"w\d b\d p\d r\d y\d$", line)]
    assert len(chips) == 5 and all(len(line) <= 15 for line in chips), lines


def test_a_list_whose_choices_make_nothing_longer_has_no_column_of_zeros() -> None:
    view = as_view(CaravanseraiView, played("caravanserai", 2, 3, 0).view(0))
    even = Preview([8], [], 1, [], 0, 1, [], False)
    options = [Choice("1 red", [act.BLOCK], even), Choice("camel", [act.CAMEL], even)]
    lines = beside(view, 40, 30, panel_of(view, SIX, options, 0, even))
    for width in (40, 16):
        lines = beside(view, width, 30, panel_of(in_phase(view, "piece"), SIX, options, 0, even))
        (line,) = [line for line in lines if line.endswith("longer by 0")]
        assert line.startswith("What do you lay?" if width > 16 else "Lay:"), line
    assert any(line.endswith("1 red") for line in lines), lines
    longer = [options[0], evolve(options[1], preview=evolve(even, growth=2))]
    lines = beside(view, 40, 30, panel_of(view, SIX, longer, 0, even))
    assert any(line.endswith("longer by") for line in lines), lines
    assert any("1 red" in line and line.endswith("0") for line in lines), lines


def test_a_list_that_has_no_row_for_its_title_says_beside_the_placement_what_its_numbers_are() -> (
    None
):
    view = in_phase(as_view(CaravanseraiView, played("caravanserai", 2, 3, 0).view(0)), "piece")
    even = Preview([8], [], 1, [], 0, 1, [], False)
    options = [
        Choice(f"{size} red", [act.BLOCK + size], even, evolve(even, growth=size))
        for size in range(1, 11)
    ]
    for height in range(16, 31):
        lines = beside(view, 28, height, panel_of(view, SIX, options, 0, even))
        assert any(line.endswith("at best") for line in lines), lines
        is_titled = any(line.startswith(("Lay ", "Lay:", "What do")) for line in lines)
        assert is_titled or any(re.match(r"lays? .*    at best$", line) for line in lines), lines


@pytest.mark.parametrize(
    ("width", "east", "south_east"),
    [
        (40, "E  east       wins red", "SE south-east wins white"),
        (27, "E  wins red", "SE wins white"),
        (17, "east", "south-east"),
    ],
)
def test_a_direction_says_how_much_longer_it_makes_the_caravan_at_best_and_what_it_wins(
    width: int, east: str, south_east: str
) -> None:
    view = as_view(CaravanseraiView, played("caravanserai", 2, 3, 0).view(0))
    longer = Preview([8], [], 1, [], 0, 3, [RED], True, 10)
    options = [
        Choice("E  east", [0], at_best=longer),
        Choice("SE south-east", [5], at_best=evolve(longer, growth=2, won=[WHITE])),
    ]
    lines = beside(view, width, 30, panel_of(in_phase(view, "direction"), SIX, options, 0))
    heading = "at best" if width == 17 else "longer, at best"
    assert any(re.match(rf"(Which direction\?|Direction) +{heading}$", line) for line in lines), (
        lines
    )
    (first,) = [line for line in lines if line.strip().startswith(f"1 {east}")]
    (second,) = [line for line in lines if line.strip().startswith(f"2 {south_east}")]
    assert first.endswith(" +10") and second.endswith(" +2"), lines


def test_two_goods_that_a_way_wins_are_counted_or_have_a_chip_each() -> None:
    view = in_phase(as_view(CaravanseraiView, played("caravanserai", 2, 3, 0).view(0)), "direction")
    won = Preview([8], [], 1, [], 0, 3, [YELLOW, YELLOW], True, 10)
    options = [Choice("E  east", [0], at_best=won), Choice("W  west", [3], at_best=won)]
    (line,) = [
        row for row in beside(view, 40, 30, panel_of(view, SIX, options)) if "W  west" in row
    ]
    assert line.rstrip().endswith("wins 2 yellow"), line
    canvas = Canvas(17, 30, Pens(NIGHT, Depth.TRUE, False))
    where = Layout(layout(board_for(view["seats"]), 80, 20).grid, 0, 17, 30)
    draw_panel(canvas, where, panel_of(view, SIX, options))
    (y,) = [y for y in range(30) if "west wins yy" in canvas.line(y)]
    x = canvas.line(y).index("yy")
    assert {canvas.colour_at(x, y), canvas.colour_at(x + 1, y)} == {NIGHT.block[YELLOW]}


@pytest.mark.parametrize("colours", [NIGHT, palette({}, False)])
def test_a_small_caravanserai_is_known_as_the_same_when_it_is_lit(colours: Palette) -> None:
    """By night a black one was nearly black, and slate once it could be chosen."""
    for colour, letter in enumerate(COLOUR_LETTERS):
        ground, _ink = site_colours(colours, colour, fills_hexagon=True)
        assert contrast(ground, colours.block[colour]) <= 2.2, letter


def test_a_list_that_is_cut_says_how_much_is_out_of_sight_on_each_side() -> None:
    view = as_view(CaravanseraiView, GAME.view(desert(["0,0", "-3,0"]), 0))
    options = [Choice(f"{number} red", [act.BLOCK + number]) for number in range(14)]
    cut = [line for line in beside(view, 40, 16, panel_of(view, SIX, options, 7)) if "▲" in line]
    assert len(cut) == 1
    above, below = map(int, re.findall(r"\d+", cut[0]))
    shown = sum(" red" in line for line in beside(view, 40, 16, panel_of(view, SIX, options, 7)))
    assert above and below and above + below + shown == len(options)
    assert cut[0].strip() == f"▲{above} ▼{below} more"


def test_every_choice_is_seen_where_only_the_row_of_the_question_lacks() -> None:
    match = played("caravanserai", 3, 1, 51, "greedy")
    view = as_view(CaravanseraiView, match.view(match.to_act))
    options = step_choices(view, match.legal(match.to_act), SIX)
    assert view["phase"] == "piece" and len(options) == 11
    lines = beside(view, 17, 20, panel_of(view, SIX, options, 10))
    assert all(any(option.label in line for line in lines) for option in options), lines
    assert not any(re.match("Lay:|.*more", line) for line in lines), "the line below asks it"


@pytest.mark.parametrize("colours", [NIGHT, palette({}, False)])
def test_white_and_black_caravanserais_are_told_apart_at_a_glance(colours: Palette) -> None:
    white, black = (site_colours(colours, COLOUR_LETTERS.index(letter))[0] for letter in "wb")
    assert contrast(white, black) >= 2.5


def test_a_reserve_beside_three_caravans_has_its_goods_apart() -> None:
    view = as_view(CaravanseraiView, played("caravanserai", 3, 3, 60).view(0))
    lines = beside(view, 17, 20, panel_of(view, SIX[:3], [Choice("1 red", [act.BLOCK])] * 9))
    assert any(re.fullmatch(r" w\d b\d p\d r\d y\d", line) for line in lines), lines


def test_choices_that_grow_alike_say_it_once_and_what_they_win() -> None:
    view = as_view(CaravanseraiView, played("caravanserai", 2, 3, 0).view(0))
    longer = Preview([8], [], 1, [], 0, 3, [], False, 2)
    options = [
        Choice("1 red", [act.BLOCK], longer),
        Choice("camel", [act.CAMEL], evolve(longer, won=[RED])),
    ]
    lines = beside(view, 40, 30, panel_of(view, SIX, options, 0, longer))
    assert any(line.endswith("longer by 2") for line in lines), lines
    assert any("camel" in line and line.endswith("wins red") for line in lines), lines


def test_while_a_block_is_laid_the_signs_of_that_are_below_the_board() -> None:
    view = as_view(CaravanseraiView, played("caravanserai", 2, 3, 60).view(0))
    where = layout(board_for(2), 80, 20)
    placed = Preview([8], [], 1, [], 0, 3, [], False, 2)
    options = [Choice("1 red", [act.BLOCK], placed)]
    for panel, words in (
        (panel_of(view, SIX), ("head", "caravanserai", "to be laid")),
        (
            panel_of(in_phase(view, "piece"), SIX, options, 0, placed),
            ("to be laid", "comes back", "within reach"),
        ),
    ):
        canvas = Canvas(80, 20, Pens(NIGHT, Depth.TRUE, False))
        draw_panel(canvas, where, panel)
        lines = [canvas.line(y)[: where.panel_x] for y in range(20)]
        assert all(any(word in line for line in lines) for word in words), lines


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
def test_the_signs_beside_the_hexagons_stay_where_they_are_whatever_is_chosen(seats: int) -> None:
    view = as_view(CaravanseraiView, played("caravanserai", seats, 3, 60).view(0))
    where = layout(board_for(seats), 80, 20)
    placed = Preview([8], [], 1, [], 0, 3, [], False, 2)
    direction, block = (in_phase(view, phase) for phase in ("direction", "piece"))
    panels = [
        panel_of(view, SIX),
        panel_of(direction, SIX, [Choice("E  east", [0])], 0),
        panel_of(block, SIX, [Choice("1 red", [act.BLOCK], placed)], 0, placed),
    ]
    panels += [evolve(panel, is_below_window=True) for panel in panels]
    panels += [evolve(panels[-1], columns_below_list=columns) for columns in (26, 31, 37)]
    places: dict[str, set[tuple[int, int]]] = {}
    shown = []
    for panel in panels:
        canvas = Canvas(80, 20, Pens(NIGHT, Depth.TRUE, False))
        draw_panel(canvas, where, panel)
        lines = [canvas.line(y)[: where.panel_x - 1] for y in range(20)]
        words = {
            (word, y, line.index(word)) for y, line in enumerate(lines)
            for word in ("to be laid", "comes back", "within reach", "head", "tail", "camel",
                         "caravanserai", "with a good")
            if word in line
        }  # fmt: skip
        shown.append({word for word, _y, _x in words})
        for word, y, x in words:
            places.setdefault(word, set()).add((y, x))
    assert all(len(each) == 1 for each in places.values()), places
    assert [len(each) for each in shown[:3]] == [8, 8, 8], "all of them, always"
    cuts = [80 - columns for columns in (*[WINDOW_COLUMNS + 2] * 3, 26, 31, 37)]
    for words_there, cut in zip(shown[3:], cuts, strict=True):
        for word in words_there:
            ((_y, x),) = places[word]
            assert not x < cut < x + len(word), "cut by a window"
    assert all(len(each) >= 4 for each in shown[3:]), "half of them below a window"


def test_on_small_hexagons_what_is_not_about_the_choice_is_quiet() -> None:
    state = desert(["0,0", "-3,0"], sites={"0,3": RED})
    view, cell = GAME.view(state, 0), state.board.cell_of
    marks = Highlights(
        numbers={cell("1,0"): "1", cell("0,3"): "2"},
        chosen=frozenset([cell("1,0")]),
        planned={cell("1,0"): RED},
        reachable=frozenset([cell("2,0"), cell("0,3")]),
        possible=frozenset([cell("0,1")]),
    )
    canvas, where = draw(view, (80, 20), marks)
    faces = {}
    for name in ("1,0", "0,3", "2,0", "0,1"):
        x, y = spot(where, view, cell(name))
        faces[name] = canvas.line(y)[x - 1 : x + 3]
    assert faces["1,0"].strip(f" {HALF}") == "+r"  # its key is filled in the list
    assert faces["0,3"].strip(f"{HALF} ") == "2 ⌂r", "its key stands apart"
    assert "○" in faces["2,0"] and "○" not in faces["0,1"]


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_no_sign_beside_the_hexagons_is_cut_by_a_window(seats: int) -> None:
    view = as_view(CaravanseraiView, played("caravanserai", seats, 3, 60).view(0))
    where, first = layout(board_for(seats), 80, 20), 80 - WINDOW_COLUMNS - 2  # its frame
    canvas = Canvas(80, 20, Pens(NIGHT, Depth.TRUE, False))
    draw_panel(canvas, where, evolve(panel_of(view, SIX), is_below_window=True))
    for y in range(20):
        line = canvas.line(y)[: where.panel_x - 1]
        assert " " in line[first - 1 : first + 1], line


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_signs_lie_beside_the_hexagons_at_120_columns(seats: int, language: str) -> None:
    i18n.use(language)
    app = StateApp[Board]("caravanserai", played("caravanserai", seats, 3, 10).state)
    async with app.run_test(size=(86, 32)) as pilot:
        app.board.has_rail = True
        app.board.redraw()
        await pilot.press("i")
        start = app.board.table_layout(app.scene).panel_x - 2
        for words in ("with a good on it", "adds length", "length: old, new"):
            await until(
                lambda words=words: any(i18n._(words) in line[start:] for line in app.lines()),
                pilot,
            )


def test_where_a_caravan_has_been_is_a_dot_and_no_mark_of_a_piece() -> None:
    state = desert(["0,0", "-3,0"])
    view, cell = GAME.view(state, 0), state.board.cell_of("0,2")
    canvas, where = draw(view, (80, 20), Highlights(left={cell: 1}))
    x, y = spot(where, view, cell)
    assert canvas.line(y)[x + 1] == "•"


@pytest.mark.parametrize("size", [(80, 20), (86, 32)])
def test_a_hexagon_that_can_be_chosen_is_lit_as_far_as_it_reaches(size: tuple[int, int]) -> None:
    state = desert(["0,0", "-3,0"], sites={"0,3": RED})
    view, cell = GAME.view(state, 0), state.board.cell_of("0,3")
    where = layout(state.board, *size)
    plain, lit = (
        draw(view, size, Highlights(targets=frozenset(cells)))[0] for cells in ((), (cell,))
    )
    hexagon = (state.board.q[cell], state.board.r[cell])
    left, row = spot(where, view, cell)
    for y in range(size[1]):
        for half in (0, 1):
            for x in range(where.panel_x - 1):
                is_lit = plain.row(y)[half][x] != lit.row(y)[half][x]
                is_inside = where.grid.hex_at(x + 0.5, 2 * y + half + 0.5) == hexagon
                is_sign = y == row and left - 1 <= x <= left + 1  # an arrow and two characters
                assert is_lit == (is_inside or is_sign), (x, y, half)


@pytest.mark.parametrize("size", [(80, 20), (86, 32), (151, 56)])
def test_only_the_cursor_and_what_can_be_chosen_have_the_accent(size: tuple[int, int]) -> None:
    state = desert(["0,0", "-3,0"])
    piece(state, 0, "1,0", RED)
    piece(state, 0, "2,0", STANDING)
    view = GAME.view(state, 0)
    canvas, _where = draw(view, size)
    for y in range(size[1]):
        tops, lows, glyphs = canvas.row(y)
        inks = [glyph[1] for glyph in glyphs if glyph is not None]
        assert NIGHT.accent not in [*tops, *lows, *inks], y
    text = "\n".join(canvas.line(y) for y in range(size[1]))
    assert "«" in text and "»" in text, "the head is still marked"


def test_the_cursor_on_a_piece_of_a_small_hexagon_leaves_all_that_shows_its_owner() -> None:
    view = as_view(CaravanseraiView, played("caravanserai", 3, 5, 60, "greedy").view(0))
    cell = view["caravans"][0][-1] >> 3
    for theme in (NIGHT, DAY):
        before, where = draw(view, (80, 20), palette=theme)
        canvas, _where = draw(view, (80, 20), palette=theme, cursor=cell)
        x, y = spot(where, view, cell)
        assert canvas.line(y)[x - 1 : x + 3] == f"►{before.line(y)[x : x + 2]}◄"
        for column in (x, x + 1):
            assert canvas.row(y)[0][column] == before.row(y)[0][column]
        tops, lows, _glyphs = canvas.row(y)
        assert theme.accent not in {*tops[x - 1 : x + 3], *lows[x - 1 : x + 3]}


def test_the_cursor_is_a_ring_of_two_colours_on_a_large_hexagon() -> None:
    view = as_view(CaravanseraiView, GAME.view(desert(["0,0", "-3,0"]), 0))
    plain, _where = draw(view, (151, 56))
    canvas, _where = draw(view, (151, 56), cursor=0)
    changed = {
        colour
        for y in range(56)
        for before, after in zip(plain.row(y)[:2], canvas.row(y)[:2], strict=True)
        for old, colour in zip(before, after, strict=True)
        if old != colour
    }
    assert changed == {NIGHT.accent, NIGHT.ink}


@pytest.mark.parametrize("colours", [NIGHT, palette({}, False)], ids=["night", "day"])
@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("has_turn", [True, False])
def test_every_text_about_a_seat_is_readable(colours: Palette, seats: int, has_turn: bool) -> None:
    view = as_view(CaravanseraiView, played("caravanserai", seats, 3, 60).view(0))
    for seat in range(seats):
        view["to_act"] = seat if has_turn else (seat + 1) % seats
        view["stock"][seat] = [4, 0, 2, 0, 1]
        canvas = Canvas(32, CARD_ROWS, Pens(colours, Depth.TRUE, False))
        draw_seat_card(canvas, 0, 0, 32, seat_card(view, seat, SIX[seat], colours))
        for y in range(CARD_ROWS):
            tops, _lows, glyphs = canvas.row(y)
            for ground, glyph in zip(tops[9:], glyphs[9:], strict=True):
                if glyph is not None and glyph[0].strip():
                    assert contrast(glyph[1], ground) >= 4.5, (seat, glyph)
    canvas = Canvas(80, 20, Pens(colours, Depth.TRUE, False))
    where = layout(board_for(seats), 80, 20)
    draw_panel(canvas, where, panel_of(view, SIX[:seats]))
    for y in range(20):
        tops, _lows, glyphs = canvas.row(y)
        for x in range(where.panel_x, 80):
            glyph = glyphs[x]
            if glyph is not None and glyph[0].isalnum():
                assert contrast(glyph[1], tops[x]) >= 4.4, (x, y, glyph)


@pytest.mark.parametrize("plies", [60, 69])
def test_the_signs_of_a_large_table_stand_in_the_panel_with_everything_else(plies: int) -> None:
    """The goods of market and reserve leave their pictures to those of the signs."""
    match = played("caravanserai", 3, 3, plies, "greedy")
    view = as_view(CaravanseraiView, match.view(match.to_act))
    legal = match.legal(match.to_act)
    options = step_choices(view, legal, match.names)
    _marks, placed = highlights(view, legal, [legal[0]])
    canvas = Canvas(126, 46, Pens(NIGHT, Depth.TRUE, False))
    where = layout(board_for(3), 126, 46)
    assert where.has_large_pieces
    for wants_signs in (False, True):
        panel = Panel(
            view, match.names, options, 0, placed, has_rail=True, wants_signs=wants_signs
        )  # fmt: skip
        canvas = Canvas(126, 46, Pens(NIGHT, Depth.TRUE, False))
        _top, explains_all = draw_panel(canvas, where, panel)
    assert explains_all
    lines = "\n".join(canvas.line(y)[where.panel_x :] for y in range(46))
    for words in ("Market", "From tail to head", "newly", "came"):
        assert words in lines, lines


def test_a_small_black_caravanserai_has_a_ground_of_its_own_in_256_colours_by_night() -> None:
    """Dark slate became a grey of the sand."""
    pens, black = Pens(NIGHT, Depth.MANY, False), COLOUR_LETTERS.index("b")
    shown = pens.reduce(sign_colour(pens, black), is_ground=True)
    sand = {pens.reduce(tone, is_ground=True) for tone in NIGHT.hexagon}
    assert len(set(shown)) > 1, "no grey"
    assert shown not in {*sand, pens.reduce(NIGHT.block[black], is_ground=True)}
