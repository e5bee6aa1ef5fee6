"""The words beside the desert name what they count, and every sign differs by its characters."""

from __future__ import annotations

import re
from itertools import pairwise
from math import dist

import pytest

from caravan_tui import i18n
from caravan_tui.engine import Match
from caravan_tui.games.registry import get
from caravan_tui.games.sahara import messages
from caravan_tui.games.sahara.moves import THEFT, lifted_camel, selectables, target_signs
from caravan_tui.games.sahara.pieces import COMMON, GOODS, SPACE_OF_NAME, SPACES
from caravan_tui.games.sahara.render.camels import Camel, load_fill
from caravan_tui.games.sahara.render.desert import (
    Marks,
    camels_by_space,
    draw_desert,
    herd_on,
    rope_colour,
)
from caravan_tui.games.sahara.render.goods import SALT, SWORDS, good_fill
from caravan_tui.games.sahara.render.ground import CITY_SIGN, LABEL_ROOM, LETTERS, draw_ground
from caravan_tui.games.sahara.render.layout import Layout, layout
from caravan_tui.games.sahara.render.panel import Panel, draw_panel, draw_strip, seat_card
from caravan_tui.games.sahara.text import good_name, short_good
from caravan_tui.games.sahara.view import SaharaView, chains, path
from caravan_tui.widgets.drawing.canvas import HALF, Canvas
from caravan_tui.widgets.drawing.colours import contrast, lab, mix
from caravan_tui.widgets.drawing.depth import Depth, Pens
from caravan_tui.widgets.drawing.palette import Palette, palette
from caravan_tui.widgets.marks import SEAT_GLYPHS, SEAT_LETTERS
from tests.sahara.sahara_help import play, position
from tests.support.played import played
from tests.support.views import as_view

NIGHT, DAY = palette({}, True), palette({}, False)
SIZES = [(60, 14), (80, 15), (80, 20), (104, 26), (126, 56)]
"""Columns and rows of a board without a rail."""


def draw(
    view: SaharaView, size: tuple[int, int], marks: Marks | None = None, *,
    ascii_only: bool = False, depth: Depth = Depth.TRUE, has_rail: bool = False,
) -> tuple[Canvas, Layout]:  # fmt: skip
    """The desert of a view, without the text beside it."""
    canvas, where = Canvas(*size, Pens(NIGHT, depth, ascii_only)), layout(*size, has_rail)
    draw_ground(canvas, where, view["board"])
    draw_desert(canvas, where, view, marks or Marks())
    return canvas, where


def on_space(canvas: Canvas, where: Layout, name: str) -> list[str]:
    """What is written on a space, a string a row; the last spaces may lack one. The last letter of
    a good may be in the gap after a small space."""
    x, y = where.corner(SPACE_OF_NAME[name])
    bottom = min(y + where.pitch_y, canvas.height)
    rows = [canvas.line(row)[x : x + where.width] for row in range(y, bottom)]
    if not where.has_pictures:
        rows[0] += canvas.line(y)[x + where.width].strip(HALF + " ")
    return rows


def side(view: SaharaView, panel: Panel, size: tuple[int, int], ascii_only: bool = False) -> str:
    """The text beside the desert."""
    canvas, where = Canvas(*size, Pens(NIGHT, Depth.TRUE, ascii_only)), layout(*size, False)
    draw_panel(canvas, where, panel)
    return "\n".join(canvas.line(y)[where.panel_x :].rstrip() for y in range(size[1]))


@pytest.mark.parametrize("rows", [29, 30])
def test_a_small_desert_with_a_row_to_spare_names_its_columns_and_rows(rows: int) -> None:
    canvas, where = draw(as_view(SaharaView, played("sahara", 2, 3, 0).view(0)), (80, rows))
    assert where.bottom <= rows and not where.has_pictures
    assert canvas.line(where.y - 1).split() == list("abcdefg")
    numbers = [canvas.line(y)[: where.x - 1].strip() for y in range(where.y, where.bottom)]
    assert [number for number in numbers if number] == list("1234567")


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_camels_of_all_seats_empty_laden_and_safe_differ_without_colour(
    size: tuple[int, int], ascii_only: bool
) -> None:
    view = as_view(SaharaView, played("sahara", 4, 3, 0).view(0))
    marks = SEAT_LETTERS if ascii_only else SEAT_GLYPHS
    seen = set()
    for seat in range(4):
        for good in range(-1, len(LETTERS)):
            for under in (0, 1) if good >= 0 else (0,):
                view["camels"] = [[] for _ in range(4)]
                view["camels"][seat] = [[SPACE_OF_NAME["d5"], good, under]]
                canvas, where = draw(view, size, ascii_only=ascii_only)
                text = "".join(on_space(canvas, where, "d5")).replace(HALF, " ")
                camel = Camel(seat, good, bool(under))
                has_name = good >= 0 and camel.load(5).strip() in text
                assert marks[seat] in text
                assert has_name or camel.letter in text.replace("d5", "")
                seen.add(text)
    assert len(seen) == 4 * (1 + 2 * len(LETTERS))


@pytest.mark.parametrize("plain", [{"ascii_only": True}, {"depth": Depth.NONE}])
@pytest.mark.parametrize("size", SIZES)
def test_spaces_that_can_be_chosen_say_so_without_colour(
    size: tuple[int, int], plain: dict[str, bool]
) -> None:
    match = played("sahara", 2, 3, 14, "greedy")
    view = as_view(SaharaView, match.view(match.to_act))
    thing = next(
        thing
        for things in selectables(view, match.legal(match.to_act)).values()
        for thing in things
        if thing.costs and 0 <= thing.space < SPACES
    )
    before, where = draw(view, size, **plain)  # type: ignore[arg-type]
    marks = Marks(target_signs(thing, True), thing.space, thing.space)
    lit, _where = draw(view, size, marks, **plain)  # type: ignore[arg-type]
    assert not any(HALF in lit.line(y) for y in range(size[1]))
    for name, space in SPACE_OF_NAME.items():
        if space in thing.targets:
            assert on_space(before, where, name) != on_space(lit, where, name), name
    assert any("►" in lit.line(y) for y in range(size[1]))


@pytest.mark.parametrize("has_rail", [False, True])
@pytest.mark.parametrize("size", [*SIZES, (150, 52)])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_city_names_what_it_wants_at_every_size(
    size: tuple[int, int], language: str, has_rail: bool
) -> None:
    i18n.use(language)
    view = as_view(SaharaView, played("sahara", 2, 1, 0).view(0))
    canvas, where = draw(view, size, has_rail=has_rail)
    names = {space: name for name, space in SPACE_OF_NAME.items()}
    for good, space in enumerate(view["board"]["cities"]):
        label = on_space(canvas, where, names[space])[0].strip()
        if where.has_pictures:
            assert label.startswith(f"{LETTERS[good]} {good_name(good)}")
        else:
            name = short_good(good, max(LABEL_ROOM, where.width - 1))
            assert label.endswith(name)
        assert label.startswith("⌂") or label.endswith("⌂")


@pytest.mark.parametrize("name", ["c1", "c3", "e5", "e7"])
@pytest.mark.parametrize("camels", [0, 1, 2, 3])
@pytest.mark.parametrize(
    ("size", "has_rail"), [((80, 20), False), ((86, 32), True), ((126, 46), True)]
)
@pytest.mark.parametrize("ascii_only", [False, True])
def test_a_city_says_what_it_pays_whoever_stands_there(
    name: str, camels: int, size: tuple[int, int], has_rail: bool, ascii_only: bool
) -> None:
    own = [name if seat < camels else "b6" for seat in range(3)]
    view = as_view(SaharaView, get("sahara").view(position(own), 0))
    good = view["board"]["cities"].index(SPACE_OF_NAME[name])
    assert view["pays"][good] == (6 if good >= COMMON else 3)
    view["pays"][good] = 9
    canvas, where = draw(view, size, has_rail=has_rail, ascii_only=ascii_only)
    rows = " ".join(on_space(canvas, where, name))
    assert "9" in rows, rows
    assert ("pays 9" in rows) or camels, "in words where there is room"


def test_the_cost_of_a_city_stands_in_place_of_what_it_pays() -> None:
    view = as_view(SaharaView, get("sahara").view(position(["b6", "g6"]), 0))
    space = SPACE_OF_NAME["c3"]
    canvas, where = draw(view, (80, 20), Marks({space: "2"}))
    assert on_space(canvas, where, "c3")[1].strip() == "2"
    canvas, where = draw(view, (80, 20), Marks(ghosts=frozenset({(0, space)})))
    assert on_space(canvas, where, "c3")[1].split() == ["•", "●", "•", "3"], "prints leave it room"


@pytest.mark.parametrize("name", ["c1", "c3", "e5"])
@pytest.mark.parametrize("camels", [1, 2, 3, 4])
def test_a_city_of_80_columns_has_its_price_at_the_feet_of_its_camels(
    name: str, camels: int
) -> None:
    own = [name if seat < camels else "b6" for seat in range(4)]
    view = as_view(SaharaView, get("sahara").view(position(own), 0))
    space = SPACE_OF_NAME[name]
    points = view["pays"][view["board"]["cities"].index(space)]
    canvas, where = draw(view, (80, 20))
    assert on_space(canvas, where, name)[2].endswith(str(points))
    canvas, where = draw(view, (80, 20), Marks(cursor=space))
    assert on_space(canvas, where, name)[2][:-1].endswith(str(points)), "beside the cursor's corner"
    canvas, where = draw(view, (80, 20), Marks({space: "2"}))
    assert on_space(canvas, where, name)[2].strip(HALF + " ") == "2", (
        "the cost of a space is asked first"
    )


@pytest.mark.parametrize("camels", ["b3", "b3=swords", "b3 b3", "b3 b3=gems", "b3 b3 b3"])
def test_camels_on_free_sand_leave_its_name_whole(camels: str) -> None:
    view = as_view(SaharaView, get("sahara").view(position([camels, "g6"]), 0))
    canvas, where = draw(view, (80, 20))
    assert on_space(canvas, where, "b3")[0].startswith("b3")


def test_swords_on_a_camel_are_named_whole() -> None:
    view = as_view(SaharaView, get("sahara").view(position(["b3=swords", "f3=swords*"]), 0))
    canvas, where = draw(view, (80, 20))
    assert on_space(canvas, where, "b3")[1] == f"{SEAT_GLYPHS[0]}Swords"
    assert on_space(canvas, where, "f3")[1] == f"{SEAT_GLYPHS[1]}swords"


@pytest.mark.parametrize("size", SIZES)
def test_numbered_spaces_show_number_good_and_demand(size: tuple[int, int]) -> None:
    view = as_view(
        SaharaView, get("sahara").view(position(["", "g7=salt"], "g7=hides+1 d2=paper+3"), 0)
    )
    canvas, where = draw(view, size)
    text = " ".join(on_space(canvas, where, "d2"))
    good = text.replace("+3", "").split()
    assert text.startswith(("3", " 3", " +3")) and "+3" in text
    assert any(word in "".join(good) for word in ("paper", "P"))


@pytest.mark.parametrize("good", GOODS)
def test_a_space_of_the_usual_large_board_keeps_number_and_name_beside_a_marker(good: str) -> None:
    view = as_view(SaharaView, get("sahara").view(position(["", ""], f"g7={good}+1"), 0))
    canvas, where = draw(view, (88, 32), has_rail=True)
    row = on_space(canvas, where, "g7")[0].replace(HALF, " ")
    assert re.fullmatch(rf" ?8 ?\+1 +{good} ?", row), row


@pytest.mark.parametrize("ascii_only", [False, True])
def test_a_chain_is_drawn_from_camel_to_camel(ascii_only: bool) -> None:
    match = played("sahara", 2, 1, 60, "greedy")
    view = as_view(SaharaView, match.view(0))
    assert [SPACE_OF_NAME[name] for name in ("c5", "d5", "d6", "e6", "e7")] in chains(view, 0)
    with_chain, where = draw(view, (80, 20), ascii_only=ascii_only)
    view["camels"][0] = [camel for camel in view["camels"][0] if camel[0] != SPACE_OF_NAME["d5"]]
    without, _where = draw(view, (80, 20), ascii_only=ascii_only)
    # From c5 to d5, and from d5 down to d6.
    x, y = where.corner(SPACE_OF_NAME["c5"])
    if not ascii_only:  # beside the body of the camel
        lows = [canvas.row(y + 1)[1][x + where.width] for canvas in (with_chain, without)]
        assert lows[0] != lows[1]
    else:
        assert on_space(with_chain, where, "c5") != on_space(without, where, "c5")
        assert "─" in "".join(on_space(with_chain, where, "c5"))
    # The number or the name of every space is whole, and so is what a city wants, whatever runs
    # through it.
    view["camels"] = [[], []]
    empty, _where = draw(view, (80, 20), ascii_only=ascii_only)
    for name in SPACE_OF_NAME:
        label = on_space(with_chain, where, name)[0].replace(HALF, " ")  # the head of a camel
        alone = on_space(empty, where, name)[0].replace(HALF, " ")
        assert label.strip("⌂ 12345678").split() == alone.strip("⌂ 12345678").split(), name


def test_the_name_of_a_space_is_apart_from_a_long_one_before_it() -> None:
    """They ran together: `swordse2`. Without pixels a blank parts them."""
    for camel in ("e2", "e2=salt", "f6"):
        view = as_view(SaharaView, get("sahara").view(position([camel, "b6"], "d2=swords"), 0))
        for ascii_only, start in ((False, "e2"), (True, " e2")):
            canvas, where = draw(view, (80, 20), ascii_only=ascii_only)
            assert on_space(canvas, where, "d2")[0].endswith("swords")
            assert on_space(canvas, where, "e2")[0].startswith(start), camel
            assert on_space(canvas, where, "c2")[0].startswith("c2")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [(80, 15), (80, 20)])
def test_no_name_of_a_good_reaches_into_the_gap_behind_a_small_space(
    size: tuple[int, int], language: str
) -> None:
    """Colours part it from what is before it: a number on grass, or the sign on the wall."""
    i18n.use(language)
    for good in range(len(GOODS)):
        view = as_view(
            SaharaView, get("sahara").view(position(["b6", "f6"], f"d2={GOODS[good]}"), 0)
        )
        canvas, where = draw(view, size)
        for space in (SPACE_OF_NAME["d2"], view["board"]["cities"][good]):
            x, y = where.corner(space)
            named = canvas.line(y)[x : x + where.width]
            assert named[1:].strip() == good_name(good), named
            assert canvas.line(y)[x + where.width] in f"{HALF} "
            column = x + named.index(good_name(good))
            assert canvas.colour_at(column, y) == good_fill(canvas.pens, good)
            assert canvas.colour_at(x, y) != good_fill(canvas.pens, good)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_goods_of_small_spaces_are_whole_words_without_pixels(language: str) -> None:
    i18n.use(language)
    for good in range(len(GOODS)):
        loose = f"d2={GOODS[good]}+1"
        view = as_view(SaharaView, get("sahara").view(position(["b6", "f6"], loose), 0))
        canvas, where = draw(view, (80, 20), ascii_only=True)
        y = where.corner(SPACE_OF_NAME["d2"])[1]
        assert canvas.line(y).split()[3:5] == ["3", good_name(good)]
        y = where.corner(view["board"]["cities"][good])[1]
        assert f"⌂ {good_name(good)}" in canvas.line(y)


@pytest.mark.parametrize("ascii_only", [False, True])
def test_a_loose_good_is_named_beside_camels_and_demand(ascii_only: bool) -> None:
    loose = "g1=swords+1 g7=hides+2 d2=swords"
    view = as_view(SaharaView, get("sahara").view(position(["g1 g7", "g1=salt"], loose), 0))
    signs = {SPACE_OF_NAME["g1"]: "2"}
    canvas, where = draw(view, (80, 20), Marks(signs), ascii_only=ascii_only)
    rows = on_space(canvas, where, "g1")
    if ascii_only:
        assert " +1 X" in rows[0], "the good by its letter leaves the markers room"
    else:
        assert rows[0] == "2swords", "whole, in colours of its own"
        assert rows[2].endswith("+1 2"), "markers and the cost at the feet"
    assert " 2" in rows[2]
    low = "".join(rows[1:]).replace(HALF, " ")
    marks = SEAT_LETTERS if ascii_only else SEAT_GLYPHS
    assert marks[0] in low and f"{marks[1]}S" in low, "both camels below"
    rows = on_space(canvas, where, "g7")
    assert rows[0].endswith("hides") and rows[1].endswith("+2") and marks[0] in rows[1]
    named = "3 swords" if ascii_only else "3swords"
    assert on_space(canvas, where, "d2")[0] == named, "whole, without pixels into the gap"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("size", [(68, 26), (88, 32), (126, 46)])
def test_the_actions_left_are_squares_beside_the_rail_too(
    size: tuple[int, int], ascii_only: bool, language: str
) -> None:
    i18n.use(language)
    state = position(["f4", "e3"], left=3)
    state.used = 1
    view = as_view(SaharaView, get("sahara").view(state, 0))
    canvas, where = Canvas(*size, Pens(NIGHT, Depth.TRUE, ascii_only)), layout(*size, True)
    draw_strip(canvas, where, Panel(view, ("Ada", "Ben"), 0, False, "i"))
    words = i18n._n("{left} action left", "{left} actions left", 3).format(left=3)
    (row,) = [y for y in range(size[1]) if words in canvas.line(y)]
    if ascii_only:
        assert "###-" in canvas.line(row)
    else:
        own, used = NIGHT.seat[0], NIGHT.raised
        assert [colour for colour in canvas.row(row)[0] if colour in (own, used)] == (
            [own] * 6 + [used] * 2
        )


@pytest.mark.parametrize("good", ["cloth", "swords", "meat"])
@pytest.mark.parametrize("camels", [1, 2, 3, 4])
def test_camels_leave_the_number_of_a_good_to_be_read(camels: int, good: str) -> None:
    state = position([*["f4"] * camels, "e3"][:4], f"f4={good} d2=salt")
    view = as_view(SaharaView, get("sahara").view(state, 0))
    canvas, where = draw(view, (80, 20))
    assert on_space(canvas, where, "f4")[0].startswith("5")
    assert on_space(canvas, where, "d2")[0].startswith("3")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("loose", ["f4={}", "f4={}+2"])
@pytest.mark.parametrize("good", GOODS)
@pytest.mark.parametrize("load", ["f4", "f4=salt"])
def test_a_camel_leaves_the_name_of_the_good_on_its_space_whole(
    loose: str, good: str, load: str, language: str
) -> None:
    i18n.use(language)
    view = as_view(SaharaView, get("sahara").view(position([load, "e3"], loose.format(good)), 0))
    canvas, where = draw(view, (80, 20))
    row = on_space(canvas, where, "f4")[0]
    assert row.endswith(good_name(GOODS.index(good))), row


@pytest.mark.parametrize("has_good", [False, True])
def test_two_camels_on_a_space_stand_whole_side_by_side(has_good: bool) -> None:
    view = as_view(
        SaharaView, get("sahara").view(position(["b2=salt g1", "b2 g1=gems"], "g1=meat"), 0)
    )
    name = "g1" if has_good else "b2"
    for size, has_rail in (((80, 20), False), ((86, 32), True), ((124, 46), True)):
        canvas, where = draw(view, size, has_rail=has_rail)
        herd = herd_on(where, view, camels_by_space(view), SPACE_OF_NAME[name], Marks())
        first, second = herd
        assert first.x + first.pose.picture.width < second.x + 1, "neither covers the other"
        x, _y = where.corner(SPACE_OF_NAME[name])
        muzzle = not where.has_pictures  # it may reach into the gap beside the space
        assert first.x >= x - muzzle
        assert second.x + second.pose.picture.width <= x + where.width + muzzle
        is_chip = has_good and not where.has_pictures
        for standing in herd:
            line = canvas.line(standing.mark_row)
            assert line[standing.x + standing.pose.mark[0]] == SEAT_GLYPHS[standing.camel.seat]
            body = NIGHT.seat[standing.camel.seat]
            colours = [
                canvas.row(py // 2)[py % 2][column]
                for py in range(standing.py, standing.py + standing.pose.picture.height)
                for column in range(standing.x, standing.x + standing.pose.picture.width)
            ]
            assert colours.count(body) >= (2 if is_chip else 5), "its outline"


@pytest.mark.parametrize(("name", "numbers"), [("c3", "3"), ("g1", "+1"), ("e7", "6"), ("g7", "")])
@pytest.mark.parametrize("cost", ["", "2"])
def test_two_camels_below_a_label_are_chips_apart_from_each_other_and_from_numbers(
    name: str, numbers: str, cost: str
) -> None:
    """The lowest row, with e7 and g7, has no third line."""
    loose = "g1=hides+1 g7=hides"
    view = as_view(SaharaView, get("sahara").view(position([name, f"{name}=meat"], loose), 0))
    marks = Marks({SPACE_OF_NAME[name]: cost} if cost else {})
    canvas, where = draw(view, (80, 20), marks)
    x, y = where.corner(SPACE_OF_NAME[name])
    rows = [row.replace(HALF, " ").split() for row in on_space(canvas, where, name)[1:]]
    assert rows[0][:2] == ["●", "■M"]
    beside = [word for row in (rows[0][2:], *rows[1:]) for word in row]
    wanted = [cost] if cost and not numbers.startswith("+") else [*numbers.split(), *cost.split()]
    assert beside == wanted
    body = NIGHT.seat[0]
    for half in canvas.row(y + 1)[:2]:
        assert [colour == body for colour in half[x : x + 3]] == [True, True, False]


@pytest.mark.parametrize(
    ("name", "label"), [("c3", "⌂ salt "), ("g1", "2swords"), ("a1", "1 meat"), ("b4", "4 hides")]
)
@pytest.mark.parametrize("load", ["", "=gems"])
@pytest.mark.parametrize("cost", ["", "2"])
@pytest.mark.parametrize("has_cursor", [False, True])
def test_a_camel_below_the_label_of_a_small_space_holds_up_its_head(
    name: str, label: str, load: str, cost: str, has_cursor: bool
) -> None:
    """c3 wants salt; on g1 lie swords, on a1 and b4 goods with and without demand."""
    space, loose = SPACE_OF_NAME[name], "g1=swords a1=meat+2 b4=hides"
    view = as_view(SaharaView, get("sahara").view(position([name + load, "b6"], loose), 0))
    marks = Marks({space: cost} if cost else {}, cursor=space if has_cursor else None)
    canvas, where = draw(view, (80, 20), marks)
    plaque = on_space(canvas, where, name)[0].split()
    assert plaque == label.split(), "nothing is cut into it"
    (standing,) = herd_on(where, view, camels_by_space(view), space, marks)
    _x, y = where.corner(space)
    seat, muzzle = NIGHT.seat[0], standing.x + standing.pose.picture.width - 1
    tops, lows = (half[standing.x : muzzle + 1] for half in canvas.row(y + 1)[:2])
    assert tops[-2:] == [seat, seat] and tops[-3] != seat, "a head, apart from the hump"
    assert lows[-2] == seat != lows[-1], "on a neck"
    feet = canvas.row(y + 2)[0][standing.x : muzzle]
    assert seat in feet[:2], "and a body below"
    written = "".join(on_space(canvas, where, name))
    assert SEAT_GLYPHS[0] in written and ("G" in written) == bool(load)
    assert ("+2" in written) == (name == "a1") and ("2" in written or not cost)


@pytest.mark.parametrize("camels", range(5))
@pytest.mark.parametrize(("name", "label"), [("e5", "⌂swords"), ("g1", "2swords")])
@pytest.mark.parametrize("cursor", ["e5", "f5", "f1", "g1", "a1"])
def test_a_long_name_is_whole_wherever_camels_and_the_cursor_are(
    name: str, label: str, camels: int, cursor: str
) -> None:
    own = [name if seat < camels else "b6" for seat in range(4)]
    view = as_view(SaharaView, get("sahara").view(position(own, "g1=swords"), 0))
    marks = Marks(cursor=SPACE_OF_NAME[cursor])
    canvas, where = draw(view, (80, 20), marks)
    assert on_space(canvas, where, name)[0].replace(HALF, " ") == label
    by_space, space = camels_by_space(view), SPACE_OF_NAME[name]
    assert camels == (len(herd_on(where, view, by_space, space, marks)) if camels else 0)


def test_the_legend_says_what_the_numbers_of_spaces_are() -> None:
    view = as_view(SaharaView, get("sahara").view(position(["a1", "g6"]), 0))
    panel = Panel(view, ("Ann", "Bo"), 0, shows_legend=True, signs_key="i")
    lines = [line.strip() for line in side(view, panel, (80, 20)).splitlines()]
    assert "1-8 goods arrive here" in lines
    assert lines[-1].startswith("P paper"), "and every good still has its row"


@pytest.mark.parametrize("name", ["c1", "c5", "e5", "e7", "a5", "c3", "e3", "g3"])
@pytest.mark.parametrize("camels", [1, 2, 3])
@pytest.mark.parametrize("size", [(80, 20), (86, 32), (124, 46)])
def test_a_camel_in_a_city_does_not_make_it_look_like_a_good_that_lies_there(
    name: str, camels: int, size: tuple[int, int]
) -> None:
    own = [name if seat < camels else "b6" for seat in range(3)]
    view = as_view(SaharaView, get("sahara").view(position(own, "g1=hides"), 0))
    canvas, where = draw(view, size, has_rail=size[0] > 80)
    good = view["board"]["cities"].index(SPACE_OF_NAME[name])
    label = on_space(canvas, where, name)[0].replace(HALF, " ").strip()
    assert label.startswith("⌂") or label.endswith("⌂")
    assert good_name(good)[:4] in label, "and what it wants is named"
    assert "⌂" not in on_space(canvas, where, "g1")[0]


def test_a_roomy_legend_says_what_goods_cost_that_are_carried_at_the_end() -> None:
    view = as_view(SaharaView, get("sahara").view(position(["a1", "g6"]), 0))
    panel = Panel(view, ("Ann", "Bo"), 0, shows_legend=True, signs_key="i")
    assert "-1 carried at end" in side(view, panel, (80, 30))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("size", [(60, 14), (80, 15), (80, 20), (88, 32), (126, 46)])
@pytest.mark.parametrize("loose", ["{}", "{}+2"])
@pytest.mark.parametrize("camels", ["", "{}", "{}=salt", "{} {}=salt", "{} {} {}"])
def test_number_markers_and_good_of_a_space_stand_apart(
    camels: str, loose: str, size: tuple[int, int], ascii_only: bool, language: str
) -> None:
    """No two of them run into one word, also where a cost is written beside them."""
    i18n.use(language)
    words = {good_name(good) for good in range(len(GOODS))}
    long = {word for word in words if len(word) > LABEL_ROOM}
    words |= {short_good(good, LABEL_ROOM) for good in range(len(GOODS))}
    for name in ("a1", "f4", "g7"):
        for good in GOODS:
            own = [camel.format(name) for camel in camels.split()]
            own += ["b2", "b6"][len(own) :]
            text = f"{name}={loose.format(good)}"
            view = as_view(SaharaView, get("sahara").view(position(own, text), 0))
            for signs in ({}, {SPACE_OF_NAME[name]: "2"}):
                canvas, where = draw(
                    view, size, Marks(signs), ascii_only=ascii_only, has_rail=size[0] > 80
                )
                row = on_space(canvas, where, name)[0].replace(HALF, " ")
                for word in row.split():
                    if not ascii_only and word[1:] in long:
                        word = word[1:]  # behind the number, and in a colour of its own
                    assert word in words | {*LETTERS, "+2"} or word.isdecimal(), row


@pytest.mark.parametrize("name", ["c1", "c5", "e5", "a5"])
@pytest.mark.parametrize("camels", [0, 1, 3])
def test_the_sign_of_a_city_stands_apart_from_what_it_wants(name: str, camels: int) -> None:
    own = [name if seat < camels else "b6" for seat in range(3)]
    view = as_view(SaharaView, get("sahara").view(position(own), 0))
    named = good_name(view["board"]["cities"].index(SPACE_OF_NAME[name]))
    canvas, where = draw(view, (80, 20))
    label = on_space(canvas, where, name)[0].replace(HALF, " ")
    assert label[0] == "⌂" and label[1:].strip() == named
    x, y = where.corner(SPACE_OF_NAME[name])
    assert canvas.colour_at(x, y) != canvas.colour_at(x + 1, y), "it is on the wall"
    canvas, where = draw(view, (80, 20), ascii_only=True)
    assert on_space(canvas, where, name)[0].split() == ["⌂", named], "or before a blank"
    in_gap = canvas.line(y)[x + where.width].strip()
    assert in_gap == (named[-1] if len(named) > LABEL_ROOM else ""), "only a long name is there"


@pytest.mark.parametrize("cursor", ["e5", "f5"])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_the_cursor_leaves_the_name_of_a_city_whole(cursor: str, ascii_only: bool) -> None:
    view = as_view(SaharaView, get("sahara").view(position(["b6", "b2"]), 0))
    marks = Marks(cursor=SPACE_OF_NAME[cursor])
    canvas, where = draw(view, (80, 20), marks, ascii_only=ascii_only)
    named = "⌂ swords" if ascii_only else "⌂swords"
    assert on_space(canvas, where, "e5")[0].rstrip(HALF + " ") == named
    x, y = where.corner(SPACE_OF_NAME["e5"])
    is_lit = canvas.row(y - 1)[1][x + where.width] == NIGHT.accent
    assert is_lit != ascii_only


@pytest.mark.parametrize("colours", [NIGHT, DAY])
def test_a_load_stands_apart_from_the_camel_that_carries_it(colours: Palette) -> None:
    """So gems do on a green camel, and swords on a blue one."""
    for seat in range(4):
        for good in range(len(GOODS)):
            fill = load_fill(Pens(colours, Depth.TRUE, False), Camel(seat, good, False))
            assert dist(lab(fill), lab(colours.seat[seat])) >= 35, (seat, GOODS[good])


@pytest.mark.parametrize("colours", [NIGHT, DAY], ids=["night", "day"])
def test_swords_are_blue_on_a_blue_camel_too(colours: Palette) -> None:
    """Light grey ones were taken for those that lie safe from theft."""
    red, green, blue = load_fill(Pens(colours, Depth.TRUE, False), Camel(1, SWORDS, False))
    assert red < green < blue and blue > 1.5 * red


@pytest.mark.parametrize("colours", [NIGHT, DAY], ids=["night", "day"])
def test_in_16_colours_the_square_of_a_seat_is_no_hole_in_its_camel(colours: Palette) -> None:
    pens = Pens(colours, Depth.FEW, False)
    canvas, where = Canvas(80, 20, pens), layout(80, 20, False)
    view = as_view(SaharaView, get("sahara").view(position(["b2", "g7"]), 0))
    draw_ground(canvas, where, view["board"])
    draw_desert(canvas, where, view, Marks())
    marks = [
        segment.style
        for y in range(canvas.height)
        for segment in canvas.segments(y)
        if SEAT_GLYPHS[1] in segment.text
    ]
    desert = pens.style(None, colours.ground).bgcolor
    assert marks and all(style and style.color != desert != style.bgcolor for style in marks)


@pytest.mark.parametrize("depth", Depth)
@pytest.mark.parametrize("colours", [NIGHT, DAY], ids=["night", "day"])
def test_salt_is_light_by_night_and_by_day_with_a_dark_name(colours: Palette, depth: Depth) -> None:
    pens = Pens(colours, depth, False)
    canvas, where = Canvas(80, 22, pens), layout(80, 22, False)
    view = as_view(SaharaView, get("sahara").view(position(["b2", "g7"]), 0))
    draw_ground(canvas, where, view["board"])
    space = view["board"]["cities"][SALT]
    x, y = where.corner(space)
    fill = canvas.colour_at(x + 2, y)
    assert fill == good_fill(pens, SALT)
    assert contrast(fill, colours.paper_ink) >= 7, "white, or without tones the lighter grey"


def test_salt_is_a_tag_on_sand_grass_and_paper_by_day() -> None:
    fill = good_fill(Pens(DAY, Depth.TRUE, False), SALT)
    for ground in (DAY.ground, DAY.surface, DAY.dune[1], mix(DAY.oasis, DAY.dune[2], 0.66)):
        assert dist(lab(fill), lab(ground)) >= 20, ground


@pytest.mark.parametrize("camels", ["d7=cloth", "e7=cloth", "d7 d7=cloth", "e7 e7=cloth"])
def test_a_cost_in_the_lowest_row_hides_no_load(camels: str) -> None:
    """At 80 x 24 that row has no third line. d7 is free sand, e7 a city."""
    first, _, second = camels.partition(" ")
    name = first[:2]
    view = as_view(SaharaView, get("sahara").view(position([first, second or "g6"]), 0))
    canvas, where = draw(view, (80, 20), Marks({SPACE_OF_NAME[name]: "2"}))
    assert where.rows_of(SPACE_OF_NAME[name]) < where.pitch_y
    row = on_space(canvas, where, name)[1].replace(HALF, " ").split()
    assert "".join(row).endswith("2"), row
    marks = "".join(row)[:-1]
    assert marks == ("●■C" if second else "●C"), marks


@pytest.mark.parametrize("size", [*SIZES, (160, 50)])
def test_where_a_camel_has_gone_are_prints_and_no_camel(size: tuple[int, int]) -> None:
    view = as_view(SaharaView, get("sahara").view(position(["b2", "g7"]), 0))
    ghosts = {(1, SPACE_OF_NAME["d5"]), (1, SPACE_OF_NAME["b2"])}
    plain, where = draw(view, size)
    canvas, _where = draw(view, size, Marks(ghosts=frozenset(ghosts)))
    text = "".join(on_space(canvas, where, "d5"))
    assert f"• {SEAT_GLYPHS[1]} •" in text
    assert on_space(canvas, where, "b2") == on_space(plain, where, "b2"), "one stands there"
    legend = side(view, Panel(view, ("Ann", "Bo"), 0, True, "i"), (80, 20))
    assert f"•{SEAT_GLYPHS[0]} a camel left" in legend


@pytest.mark.parametrize("colours", [NIGHT, DAY], ids=["night", "day"])
def test_the_houses_of_a_city_stand_out_from_their_ground(colours: Palette) -> None:
    board = as_view(SaharaView, get("sahara").view(position(["b2", "g7"]), 0))["board"]
    canvas, where = Canvas(160, 50, Pens(colours, Depth.TRUE, False)), layout(160, 50, True)
    draw_ground(canvas, where, board)
    x, y = where.corner(board["cities"][0])
    ground = canvas.colour_at(x, y + 2)
    row = y + where.height // 2 - 1
    houses = [canvas.colour_at(column, row) for column in range(x, x + where.width)]
    assert sum(contrast(ground, house) > 1.3 for house in houses) >= 5, "walls, not lamps alone"


def test_of_many_targets_those_with_a_good_or_beside_a_camel_stand_out() -> None:
    state = play(position(["b2", "g7=salt"], "g7=hides+1 d2=salt"), "lift supply")
    view = as_view(SaharaView, get("sahara").view(state, 0))
    signs = target_signs(lifted_camel(view), ascii_only=False)
    plain, where = draw(view, (80, 20))
    cursor = SPACE_OF_NAME["e5"]
    canvas, _where = draw(view, (80, 20), Marks(signs, cursor=cursor))

    def light(name: str) -> int:
        x, y = where.corner(SPACE_OF_NAME[name])
        x, y = x + 3, y + 2
        return sum(canvas.colour_at(x, y)) - sum(plain.colour_at(x, y))

    quiet = light("f3")
    assert 0 < quiet < light("b3") < light("e5")
    assert light("d2") > quiet
    assert " 1 " not in "".join(on_space(canvas, where, "f3")), "the line below tells the cost"
    assert " 2 " in "".join(on_space(canvas, where, "b2")), "what costs more is marked"
    assert " 1 " in "".join(on_space(canvas, where, "e5")), "and what is under the cursor"


def test_points_from_demand_are_named() -> None:
    view = as_view(SaharaView, get("sahara").view(position(["", "g7=salt"], ""), 0))
    view["markers"][0] = 11
    panel = Panel(view, ("Ann", "Bo"), 0, shows_legend=False, signs_key="i")
    assert "+11 demand" in side(view, panel, (80, 20))
    assert ("+11 demand", NIGHT.accent) in seat_card(view, 0, "Ann", NIGHT).lines[0]


def test_every_cost_is_a_number() -> None:
    state = play(position(["", "g7=salt"], "g7=hides+1"), "lift supply")
    signs = target_signs(lifted_camel(get("sahara").view(state, 0)), ascii_only=False)
    assert set(signs.values()) == {"1", "2"}


def test_a_rope_runs_behind_what_a_city_wants() -> None:
    view = as_view(SaharaView, get("sahara").view(position(["b3 c3 c2 c4", "g6"]), 0))
    canvas, where = draw(view, (80, 20))
    assert on_space(canvas, where, "c3")[0].startswith("⌂ salt")


@pytest.mark.parametrize("colours", [NIGHT, DAY], ids=["night", "day"])
@pytest.mark.parametrize("depth", [Depth.TRUE, Depth.MANY])
def test_a_rope_is_none_of_its_camels_in_colour(colours: Palette, depth: Depth) -> None:
    pens = Pens(colours, depth)
    for seat, colour in enumerate(colours.seat):
        rope = rope_colour(pens, seat)
        assert dist(lab(pens.reduce(rope)), lab(pens.reduce(colour))) >= 20, seat
        sand = colours.dune[1]
        assert dist(lab(rope), lab(sand)) >= 15, "and is seen on the sand"


@pytest.mark.parametrize("name", ["b2", "c3"])
@pytest.mark.parametrize("count", [3, 4])
def test_own_camels_on_a_small_space_are_apart(name: str, count: int) -> None:
    view = as_view(SaharaView, get("sahara").view(position([" ".join([name] * count), "g6"]), 0))
    _canvas, where = draw(view, (80, 20))
    herd = herd_on(where, view, camels_by_space(view), SPACE_OF_NAME[name], Marks())
    for first, second in pairwise(herd):
        has_gap = first.x + first.pose.picture.width < second.x
        assert has_gap or first.is_shaded != second.is_shaded


def test_a_good_runs_along_the_chain_that_carries_it() -> None:
    view = as_view(SaharaView, get("sahara").view(position(["a1 b1 c1 c2 c3=salt", "g7"]), 0))
    names = ["a1", "b1", "c1", "c2", "c3"]
    spaces = [SPACE_OF_NAME[name] for name in names]
    assert path(view, 0, spaces[0], spaces[-1]) == spaces
    assert path(view, 1, spaces[0], spaces[-1]) == [spaces[0], spaces[-1]], "no camel between"
    assert path(view, 1, SPACE_OF_NAME["g1"], SPACE_OF_NAME["a2"]) == [
        SPACE_OF_NAME["g1"],
        SPACE_OF_NAME["a2"],
    ], "the rim is no bridge"
    canvas, where = draw(view, (80, 20), Marks(runner=(2, SPACE_OF_NAME["b1"])))
    assert LETTERS[2] in "".join(on_space(canvas, where, "b1"))


def test_demand_stays_in_sight_while_a_camel_may_be_set_there() -> None:
    state = play(position(["", "g7=salt"], "g7=hides+1"), "lift supply")
    view = as_view(SaharaView, get("sahara").view(state, 0))
    signs = target_signs(lifted_camel(view), ascii_only=False)
    canvas, where = draw(view, (80, 20), Marks(signs))
    text = " ".join(on_space(canvas, where, "g7"))
    assert "■S" in text and "+1" in text and " 2" in text, text


@pytest.mark.parametrize("seats", [2, 4])
def test_what_the_signs_mean_is_one_key_away(seats: int) -> None:
    match = played("sahara", seats, 3, 100, "greedy")
    view = as_view(SaharaView, match.view(0))
    usual = side(view, Panel(view, match.names, 0, False, "i"), (80, 20))
    assert "i: signs" in usual and all(name in usual for name in match.names)
    signs = side(view, Panel(view, match.names, 0, True, "i"), (80, 20))
    assert "safe from theft" in signs
    assert all(name in signs for name in view["board"]["names"])


def test_the_bag_stands_below_the_desert_where_the_seats_are_in_the_rail() -> None:
    view = as_view(SaharaView, played("sahara", 4, 3, 100, "greedy").view(0))
    canvas, where = Canvas(86, 32, Pens(NIGHT)), layout(86, 32, True)
    assert not where.panel_width
    draw_strip(canvas, where, Panel(view, ("A", "B", "C", "D"), 0, False, "i"))
    last = canvas.line(31)
    assert f"Bag: {sum(view['bag'])} " in last and last.rstrip().endswith("i: signs")


def test_a_seat_card_says_what_a_seat_has() -> None:
    view = as_view(SaharaView, get("sahara").view(position(["a1=gems b1=gems*", "g6"]), 0))
    view["delivered"] = [[1] + [0] * 7, [0] * 8]
    view["markers"] = [1, 0]
    first, second = (seat_card(view, seat, "Ann", NIGHT) for seat in (0, 1))
    lines = ["".join(text for text, _ink in line) for line in first.lines]
    many = as_view(SaharaView, get("sahara").view(position(["a1", "g6"]), 0))
    many["delivered"] = [[1] * 8, [0] * 8]
    letters = "".join(text for text, _ink in seat_card(many, 0, "Ann", NIGHT).lines[0])
    assert letters == "M X S H I C G P ", "single goods without a number where these have no room"
    many["delivered"][0][2] = 2
    many["markers"] = [12, 0]
    letters = "".join(text for text, _ink in seat_card(many, 0, "Ann", NIGHT).lines[0])
    assert letters == "M X S2 H I C G P +12"
    many["delivered"][0] = [2] * 8
    inks = [ink for text, ink in seat_card(many, 0, "Ann", NIGHT).lines[0] if "2" in text]
    assert inks[:8] == list(NIGHT.good[:8]), "without a gap a number has the colour of its good"
    assert lines[0] == "meat 1 +1 demand" and lines[1] == "2 gems -1 at the end"
    assert lines[2] == "3 camels, 1 theft"
    laden = as_view(
        SaharaView, get("sahara").view(position(["a1=swords b1=paper c1=cloth", "g6"]), 0)
    )
    load = "".join(text for text, _ink in seat_card(laden, 0, "Ann", NIGHT).lines[1])
    assert load == "swords paper cloth -3", "names say more than how the number is called"
    panel = Panel(laden, ("Ann", "Bo"), 0, shows_legend=False, signs_key="i")
    beside = side(laden, panel, (80, 20))
    assert "X P C -3 at the end" in beside, "letters where even bare names have no room"
    laden["supply"] = [0, 0]
    rows = [row.strip() for row in side(laden, panel, (80, 20)).splitlines()]
    assert rows[4:6] == ["swords paper cloth", "1 theft -3 at end"], "the cost where it has room"
    assert first.has_turn and not second.has_turn
    assert "".join(text for text, _ink in second.lines[1]).strip() == "carries nothing"


@pytest.mark.parametrize(
    ("turn", "own", "words"),
    [
        (1, "", "1 action now, 4 from turn 4. Set a camel."),
        (2, "", "2 actions now, 4 from turn 4. Set a camel."),
        (3, "", "3 actions now, 4 from turn 4. Set a camel."),
        (3, "a1", "3 actions now, 4 from turn 4. Move a camel or a good. End: e."),
        (4, "", "4 actions left. Set your first camel."),
    ],
)
def test_the_first_turns_say_as_they_begin_why_they_have_fewer_actions(
    turn: int, own: str, words: str
) -> None:
    state = position([own, "g6"], turn=turn, left=turn)
    assert messages.prompt(get("sahara").view(state, 0), lambda _command: "e") == words
    play(state, "lift supply", "set b2")
    if turn > 1:
        later = messages.prompt(get("sahara").view(state, 0), lambda _command: "e")
        assert later.startswith(f"{turn - 1} action"), "once"
        assert "in turn" not in later


def test_without_camels_in_the_supply_nobody_is_asked_to_take_one() -> None:
    match = played("sahara", 2, 1, 60, "greedy")
    view = as_view(SaharaView, match.view(match.to_act))
    assert view["supply"][match.to_act] == 0
    assert "New camel" not in messages.prompt(view, str)
    view["supply"][match.to_act] = 1
    assert "New camel: sahara.camel" in messages.prompt(view, str)


def test_a_theft_names_the_seat_not_a_colour_that_is_not_drawn() -> None:
    state = position(["a1", "", "a1=meat"])
    by_space = selectables(get("sahara").view(state, 0), state.legal(), ["Ann", "Bea", "Cay"])
    thefts = [thing for here in by_space.values() for thing in here if thing.kind == THEFT]
    assert [theft.victim for theft in thefts] == [2]
    assert thefts[0].label.endswith("Cay")


def test_the_legend_shows_the_camels_and_the_chain_of_the_viewer() -> None:
    match: Match = played("sahara", 3, 1, 20)
    view = as_view(SaharaView, match.view(1))
    for seat in (0, 1, 2):
        signs = side(view, Panel(view, match.names, seat, True, "i"), (80, 20), True)
        assert f"{SEAT_LETTERS[seat]}  empty camel" in signs
        assert "your chain" in signs
    watched = side(view, Panel(view, match.names, None, True, "i"), (80, 20), True)
    assert "your chain" not in watched and "the mover's chain" in watched
    assert f"{SEAT_LETTERS[view['actor']]}  empty camel" in watched


@pytest.mark.parametrize("seats", [2, 4])
def test_a_screen_is_a_few_hundred_runs(seats: int) -> None:
    view = as_view(SaharaView, played("sahara", seats, 3, 100, "greedy").view(0))
    canvas, _where = draw(view, (86, 32), has_rail=True)
    assert sum(len(canvas.segments(y)) for y in range(32)) <= 1300


def test_a_camel_alone_on_a_small_space_has_an_outline() -> None:
    view = as_view(SaharaView, get("sahara").view(position(["b2=salt", "g6"]), 0))
    canvas, where = draw(view, (80, 20))
    x, y = where.corner(SPACE_OF_NAME["b2"])
    seat = NIGHT.seat[0]
    tops, lows = canvas.row(y + 1)[:2]
    assert canvas.row(y)[0][x + 6] == canvas.row(y)[0][x + 7] == seat, "the head is held high"
    assert canvas.row(y)[0][x + 5] != seat, "on a neck"
    assert lows[x + 6] == tops[x + 6] == seat, "the neck goes down to the back"
    assert set(canvas.row(y)[1][x + 2 : x + 7]) == {seat}, "the back shows above the load"
    assert set(canvas.row(y + 2)[0][x : x + 7]) == {seat}, "and the belly below it"
    feet = canvas.row(y + 2)[1]
    assert feet[x + 1] == feet[x + 5] != feet[x + 3], "legs"
    assert feet[x + 1] != seat, "whose feet are apart from the head of a camel below"
    assert "●Salt" in on_space(canvas, where, "b2")[1], "the load by name"


@pytest.mark.parametrize("name", ["c3", "g1"])
def test_the_load_of_a_camel_below_a_label_is_a_patch_with_a_letter(name: str) -> None:
    """c3 wants salt, on g1 lie swords: two names one above the other would look alike."""
    view = as_view(SaharaView, get("sahara").view(position([f"{name}=gems", "g6"], "g1=swords"), 0))
    canvas, where = draw(view, (80, 20))
    x, y = where.corner(SPACE_OF_NAME[name])
    label, load = on_space(canvas, where, name)[:2]
    assert {"c3": "salt", "g1": "sword"}[name] in label
    assert "G " in load and "Gems" not in load
    tops, lows = canvas.row(y + 1)[:2]
    seat, width = NIGHT.seat[0], {"c3": 2, "g1": 3}[name]
    assert seat not in tops[x + 1 : x + 1 + width] + lows[x + 1 : x + 1 + width]
    assert tops[x] == lows[x] == lows[x + width + 2] == seat, "the body shows on both sides"
    assert set(canvas.row(y + 2)[0][x : x + 5]) == {seat}, "and below"


@pytest.mark.parametrize(("name", "seats"), [("b2", 3), ("b2", 4), ("c3", 3), ("g1", 3)])
def test_up_to_four_camels_stand_as_pictures_on_a_small_space(name: str, seats: int) -> None:
    """b2 is free sand, c3 wants salt, on g1 lie swords."""
    own = [f"{name}=gems" if seat == 1 else name for seat in range(seats)]
    view = as_view(SaharaView, get("sahara").view(position(own, "g1=swords"), 0))
    canvas, where = draw(view, (80, 20))
    space = SPACE_OF_NAME[name]
    herd = herd_on(where, view, camels_by_space(view), space, Marks())
    assert [standing.camel.seat for standing in herd] == list(range(seats))
    x, y = where.corner(space)
    written = canvas.line(y + 1)[x - 1 : x + where.width]
    assert all(mark in written for mark in SEAT_GLYPHS[:seats]) and "■G" in written
    label = on_space(canvas, where, name)[0].replace(HALF, " ")
    assert {"b2": "b2", "c3": "salt", "g1": "sword"}[name] in label


def test_a_load_by_name_says_whether_it_is_safe() -> None:
    view = as_view(SaharaView, get("sahara").view(position(["b2=salt", "d5=salt*"]), 0))
    canvas, where = draw(view, (80, 20))
    assert "●Salt" in on_space(canvas, where, "b2")[1]
    assert "■salt" in on_space(canvas, where, "d5")[1]


def test_goods_in_the_bag_have_names_where_there_is_room() -> None:
    view = as_view(SaharaView, played("sahara", 2, 3, 100, "greedy").view(0))
    beside = side(view, Panel(view, ("Ann", "Bo"), 0, False, "i"), (80, 20))
    assert all(good_name(good) in beside.partition("Bag")[2] for good in range(8)), beside
    for width, height in ((124, 46), (86, 32)):
        canvas = Canvas(width, height, Pens(NIGHT))
        where = layout(width, height, True)
        draw_strip(canvas, where, Panel(view, ("Ann", "Bo"), 0, False, "i"))
        words = canvas.line(height - 1)
        assert all(good_name(good) in words for good in range(8)), words
        assert words.rstrip().endswith("i: signs"), words


@pytest.mark.parametrize("camel", ["a1", "a5", "c1", "c3", "c5", "e3", "e5", "e7", "g3"])
def test_large_cities_say_what_they_want_alike_with_and_without_a_camel(camel: str) -> None:
    view = as_view(SaharaView, get("sahara").view(position([camel, "g6"]), 0))
    canvas, where = draw(view, (124, 46), has_rail=True)
    cities = view["board"]["cities"]
    for good, (name, space) in enumerate(zip(view["board"]["names"], cities, strict=True)):
        x, y = where.corner(space)
        rows = [canvas.line(y + row)[x : x + where.width] for row in range(2)]
        wanted = f" {LETTERS[good]} {good_name(good)}".ljust(where.width - 2)
        assert rows[0] == f"{wanted}{CITY_SIGN} "
        assert rows[1].strip().startswith(name) is (space != SPACE_OF_NAME[camel]), rows


def test_a_camel_without_a_load_has_a_hump_below_a_label() -> None:
    view = as_view(SaharaView, get("sahara").view(position(["c1 d2", "g6"], "d2=hides+1"), 0))
    canvas, where = draw(view, (80, 20))
    for name in ("c1", "d2"):
        x, y = where.corner(SPACE_OF_NAME[name])
        rows = [*canvas.row(y + 1)[:2], canvas.row(y + 2)[0]]
        bodies = [
            "".join(" #"[colour == NIGHT.seat[0]] for colour in row[x : x + 7]) for row in rows
        ]
        assert bodies == [" #  ## ", "### #  ", "#####  "], "a hump, a gap, a head on its neck"


def test_delivered_goods_have_names_at_80_columns_where_they_fit() -> None:
    view = as_view(SaharaView, get("sahara").view(position(["a1=gems b1=gems*", "g6"]), 0))
    view["delivered"] = [[2, 0, 0, 1] + [0] * 4, [1] * 8]
    where = layout(80, 20, False)
    canvas = Canvas(80, 20, Pens(NIGHT, Depth.TRUE, False))
    draw_panel(canvas, where, Panel(view, ("Ann", "Bo"), 0, False, "i"))
    rows = [canvas.line(y) for y in range(20)]
    assert any("meat 2 hides 1" in row for row in rows), rows
    assert any("M1 X1 S1 H1 I1 C1 G1" in row or "M X S H I C G" in row for row in rows), rows


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [(124, 46), (130, 46), (150, 60)])
@pytest.mark.parametrize("name", ["c1", "c3", "c5", "e3", "e5", "e7", "a5", "g3"])
def test_the_sign_of_a_city_stands_apart_from_its_name_under_a_camel(
    name: str, size: tuple[int, int], language: str
) -> None:
    i18n.use(language)
    view = as_view(SaharaView, get("sahara").view(position([name, "b6"]), 0))
    canvas, where = draw(view, size, has_rail=True)
    label = on_space(canvas, where, name)[0].replace(HALF, " ").rstrip()
    both = " ".join((good_name(GOODS.index("ivory")), "Marrakesh"))
    is_full = name == "c1" and len(both) + 1 == where.width
    assert label.endswith(" ⌂") or is_full, label


@pytest.mark.parametrize("columns", [0, 6, 20])
def test_a_list_of_moves_does_not_cut_the_key_of_the_signs(columns: int) -> None:
    view = as_view(SaharaView, get("sahara").view(position(["f4", "e3"]), 0))
    canvas = Canvas(126, 46, Pens(NIGHT, Depth.TRUE, False))
    draw_strip(canvas, layout(126, 46, True), Panel(view, ("Ann", "Bo"), 0, False, "i", columns))
    row = canvas.line(45)
    assert row[: 126 - columns].rstrip().endswith("i: signs")
    assert not row[126 - columns :].strip()
