"""Every sign of the table differs by its characters, and the table explains them."""

from __future__ import annotations

import pytest
from rich.style import Style

from caravan_tui import words
from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai import choices, panel
from caravan_tui.games.caravanserai.choices import Choice
from caravan_tui.games.caravanserai.faces import LETTERS, Look, Marks, paint
from caravan_tui.games.caravanserai.game import GAME
from caravan_tui.games.caravanserai.outline import Outline
from caravan_tui.games.caravanserai.position import LYING_DOWN, STANDING
from caravan_tui.preview import preview_app, random_match
from caravan_tui.screens.result import ResultScreen
from caravan_tui.screens.table import TableScreen
from caravan_tui.widgets.marks import SEAT_GLYPHS, SEAT_LETTERS
from tests.app.app_help import until
from tests.caravanserai.desert import RED, WHITE, desert, piece

NO_STYLE = Style()
ROW = ("0,0", "1,0", "2,0", "3,0", "4,0", "4,-1")
KINDS = (STANDING, RED, LYING_DOWN, RED, WHITE, STANDING)
"""From the tail to the head; the good at the fourth place does not count."""


def look(ascii_only: bool, seats: int = 2) -> Look:
    marks = SEAT_LETTERS if ascii_only else SEAT_GLYPHS
    return Look(
        ascii=ascii_only,
        marks=marks[:seats],
        seats=[NO_STYLE] * seats,
        shades=[NO_STYLE] * 3,
        dim=NO_STYLE,
        accent=NO_STYLE,
        goods=[NO_STYLE] * 5,
    )


def faces_of(ascii_only: bool, **marked: object) -> dict[str, str]:
    """What stands in the cells of a caravan and of the ground around it, by name of the cell."""
    state = desert([ROW[0], "-3,0"], sites={"0,2": RED, "1,2": RED}, goods=("1,2",))
    for name, kind in zip(ROW[1:], KINDS[1:], strict=True):
        piece(state, 0, name, kind)
    board = state.board
    view = GAME.view(state, 0)
    cells = {name: board.cell_of(name) for name in (*ROW, "0,2", "1,2", "-3,0", "0,3", "1,3")}
    marks = Marks(out=frozenset([cells["3,0"]]), reach=frozenset([cells["1,3"]]))
    for name, value in marked.items():
        setattr(marks, name, value)
    drawn, links = paint(view, look(ascii_only), marks)
    assert len({sign for sign, _style in links.values()}) == 2
    return {name: "".join(sign for sign, _style in drawn[cell]) for name, cell in cells.items()}


@pytest.mark.parametrize("ascii_only", [False, True])
def test_head_tail_camels_goods_and_ground_differ_without_colour(ascii_only: bool) -> None:
    faces = faces_of(ascii_only)
    assert len(set(faces.values())) == len(faces), faces
    assert not ascii_only or all(face.isascii() for face in faces.values())
    tail, good, lying, out, _white, head = (faces[name].strip() for name in ROW)
    assert ("*" if ascii_only else "°") in tail
    assert (head[0], head[-1]) == (("{", "}") if ascii_only else ("«", "»"))
    assert (good[-1], out[-1]) == ("r", "R")
    assert lying[-1] == "L"
    assert faces["0,2"].strip() == "(r)"
    assert faces["1,2"].strip() == "[R]"


@pytest.mark.parametrize("ascii_only", [False, True])
def test_a_ghost_and_what_comes_back_differ_from_what_lies(ascii_only: bool) -> None:
    before = faces_of(ascii_only)
    board = desert([ROW[0], "-3,0"]).board
    after = faces_of(
        ascii_only,
        ghosts={board.cell_of("0,3"): RED},
        back=frozenset(board.cell_of(name) for name in ROW[:2]),
    )
    assert after["0,3"].strip() == "+r"
    for name in ROW[:2]:
        assert after[name] != before[name]
        assert ("x" if ascii_only else "×") in after[name]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("width", [26, 48])
def test_the_signs_are_explained_where_there_is_room(
    language: str, ascii_only: bool, width: int
) -> None:
    words.use(language)
    view = GAME.view(desert(["0,0", "-3,0"]), 0)
    drawn = panel.panel(view, ["Ann", "Bo"], look(ascii_only), (width, 40), [], -1, None, "")
    lines = drawn.text.plain.splitlines()
    assert len(lines) == 40
    assert all(len(line) <= width and "…" not in line for line in lines)
    for sign in ("(r)", "[R]", "{" if ascii_only else "«", "*" if ascii_only else "°"):
        assert sum(line.startswith(sign) for line in lines) == 1, sign
    colours = " ".join(lines)
    assert all(f"{letter} " in colours for letter in LETTERS)
    assert not ascii_only or language == "fr" or drawn.text.plain.isascii()
    short = panel.panel(view, ["Ann", "Bo"], look(ascii_only), (width, 12), [], -1, None, "")
    assert "(r)" not in short.text.plain


@pytest.mark.parametrize(
    ("seats", "size", "least"), [(6, (200, 60), 55), (2, (200, 60), 44), (2, (140, 45), 29)]
)
async def test_the_board_fills_a_large_terminal(
    seats: int, size: tuple[int, int], least: int
) -> None:
    match = random_match("caravanserai", seats, 3, 10)
    app = preview_app(match, 0)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.position)
        await pilot.pause(0.1)
        desert_widget = app.screen.query_one("#desert")
        assert least <= desert_widget.virtual_size.height <= desert_widget.size.height
        assert desert_widget.virtual_size.width <= desert_widget.size.width


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_a_placement_wins_is_counted_and_fits_its_line(language: str) -> None:
    words.use(language)
    state = desert(["0,0", "-3,0"])
    view = GAME.view(state, 0)
    told = Outline([], [], 12, [], 0, 24, [WHITE, WHITE, RED], True)
    said = choices.words(Choice("", [act.CAMEL], told), view, [])
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


@pytest.mark.parametrize("height", [20, 9])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_no_name_is_cut_in_the_middle_of_a_word_beside_six_caravans(
    ascii_only: bool, height: int
) -> None:
    match = random_match("caravanserai", 6, 1, 60)
    drawn = panel.panel(match.view(0), SIX, look(ascii_only, 6), (16, height), [], -1, None, "")
    lines = drawn.text.plain.splitlines()
    assert all(len(line) <= 16 for line in lines)
    told = [line for line in lines if len(line) == 16 and line[-1].isdigit() and "w" not in line]
    assert len(told) == 6
    whole = " ".join(drawn.text.plain.split())
    if height == 20:
        assert "Caravan master" in whole and "Caravan master 2" in whole
    else:
        assert "C. master 1" in whole and "C. master 2" in whole
    assert (
        "~" if ascii_only else "…"
    ) in whole  # the one word that fits no line is cut with a sign


def test_reserves_of_all_six_seats_are_shown_where_they_fit() -> None:
    match = random_match("caravanserai", 6, 1, 60, level="")
    view = match.view(0)
    names = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]
    told = Outline([], [], 1, [], 0, 3, [], False)
    few = [Choice("E  east", [0]), Choice("W  west", [3])]
    drawn = panel.panel(view, names, look(True, 6), (16, 20), few, 0, told, "")
    assert sum("C" in line and "w" in line for line in drawn.text.plain.splitlines()) == 6
    assert len(drawn.rows) == 2


def test_who_is_out_is_marked_behind_the_name() -> None:
    view = GAME.view(desert(["0,0", "-3,0"]), 0)
    view["never"] = [1]
    drawn = panel.panel(view, ["Ann", "Bo"], look(False), (26, 12), [], -1, None, "")
    (line,) = [line for line in drawn.text.plain.splitlines() if "Bo" in line]
    assert line.split() == ["■", "Bo", "×", "1"]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_the_signs_key_explains_all_signs_at_80_columns(language: str, ascii_only: bool) -> None:
    words.use(language)
    view = random_match("caravanserai", 6, 1, 60).view(0)
    drawn = panel.panel(view, SIX, look(ascii_only, 6), (26, 20), [], -1, None, "", only_signs=True)
    lines = drawn.text.plain.splitlines()
    assert len(lines) <= 20
    assert not any("…" in line or "~" in line for line in lines)
    last = "x" if ascii_only else "×"
    assert lines[-1].startswith(f"{last}   ")


async def test_the_signs_key_makes_room_for_the_words_and_gives_it_back() -> None:
    match = random_match("caravanserai", 6, 3, 10)
    app = preview_app(match, match.to_act)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.position)
        await pilot.pause(0.1)
        board = app.screen.board
        before, width = board.words.render().plain, board.words.size.width
        await pilot.press("i")
        await until(pilot, lambda: "caravanserai" in board.words.render().plain)
        await until(pilot, lambda: board.words.size.width > width)
        await pilot.press("i")
        await until(pilot, lambda: board.words.size.width == width)
        assert board.words.render().plain == before


async def test_the_result_of_six_seats_with_equal_scores_keeps_its_buttons() -> None:
    match = random_match("caravanserai", 6, 1, 2000)
    assert match.over and len(set(match.scores)) < 6 == len(set(match.ranks))
    app = preview_app(match, 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ResultScreen))
        await pilot.pause(0.1)
        points = app.screen.query_one("#points")
        assert points.max_scroll_y == 0
        window = app.screen.query_one("#window")
        for button in app.screen.query("Button"):
            assert window.content_region.contains_region(button.region)
            assert button.region.bottom <= 23


def test_from_whom_a_good_is_taken_is_told_by_name() -> None:
    view = random_match("caravanserai", 6, 1, 60).view(0)
    view["phase"], view["placement"]["wanted"] = "take", RED
    legal = [act.TAKE + seat for seat in (1, 0, 2)]
    listed = choices.steps(view, legal, SIX)
    said = choices.words(listed[0], view, SIX)
    assert "from Caravan master 2" in said
    drawn = panel.panel(view, SIX, look(True, 6), (16, 20), listed, 0, None, "")
    lines = drawn.text.plain.splitlines()[-3:]
    assert [line.rstrip() for line in lines] == [
        "1 C. master 2",
        "2 Caravan master",
        "3 from Merchant",
    ]


def test_reserves_stand_beside_the_names_where_lines_are_few_and_long() -> None:
    match = random_match("caravanserai", 6, 1, 60)
    view = match.view(0)
    told = Outline([], [], 1, [], 0, 3, [], False)
    many = [Choice(f"{size} white", [act.BLOCK]) for size in range(9)]
    drawn = panel.panel(view, SIX, look(True, 6), (34, 26), many, 0, told, "")
    lines = drawn.text.plain.splitlines()
    for seat, name in enumerate(SIX[:4]):
        (line,) = [line for line in lines if line[1:].startswith(f"{SEAT_LETTERS[seat]} ")]
        assert line[3:].startswith(("C. master 2" if seat == 1 else name) + " ")
        assert line.endswith(f" {view['scores'][seat]}") and len(line) == 34
        stock = "".join(f"{c}{n}" for c, n in zip(LETTERS, view["stock"][seat], strict=True))
        assert f"C{view['camels'][seat]} {stock}" in line
    assert sum("C" in line and "w" in line and "b" in line for line in lines) == 6
