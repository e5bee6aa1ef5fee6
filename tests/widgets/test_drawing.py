"""The drawing kit: pixels, texts, and what becomes of colours on poorer terminals."""

from __future__ import annotations

from math import dist
from pathlib import Path
from random import Random
from typing import cast

import pytest
from rich.color import Color as RichColor

from caravan_tui.games import registry
from caravan_tui.themes.builtin import THEMES
from caravan_tui.widgets import drawing
from caravan_tui.widgets.drawing.canvas import HALF, Canvas
from caravan_tui.widgets.drawing.cards import CardBack, CardFace, draw_card, draw_card_back
from caravan_tui.widgets.drawing.colours import Colour, as_hex, contrast, lab, mix, parse
from caravan_tui.widgets.drawing.depth import BOLD, Depth, Pens
from caravan_tui.widgets.drawing.dice import LARGE, PIPS, draw_die
from caravan_tui.widgets.drawing.hexes import SIZES, HexGrid
from caravan_tui.widgets.drawing.palette import Palette, palette
from caravan_tui.widgets.drawing.seats import CARD_ROWS, SeatCard, draw_portrait, draw_seat_card
from caravan_tui.widgets.drawing.shapes import bracket, pill, ribbon
from caravan_tui.widgets.drawing.sprites import HOLE, parse_sprite, sprite

NIGHT, DAY = palette({}, True), palette({}, False)
RED, BLUE = parse("#ff0000"), parse("#0000ff")


@pytest.mark.parametrize("colours", [NIGHT, DAY])
def test_what_cannot_be_done_now_is_faint_and_no_darker_than_what_can(colours: Palette) -> None:
    """A canvas writes in black or white what its ground would swallow."""
    for ground in (colours.ground, colours.surface):
        assert 3.0 <= contrast(colours.faint, ground) < contrast(colours.soft, ground)


def canvas(width: int = 8, height: int = 2, depth: Depth = Depth.TRUE, **options: bool) -> Canvas:
    return Canvas(width, height, Pens(NIGHT, depth, **options))


def test_a_cell_shows_its_upper_pixel_as_ink_and_its_lower_one_as_ground() -> None:
    drawn = canvas(2, 1)
    drawn.pixel(0, 0, RED)
    drawn.pixel(0, 1, BLUE)
    segment = drawn.segments(0)[0]
    assert segment.text == HALF
    assert segment.style is not None
    assert segment.style.color == RichColor.parse("#ff0000")
    assert segment.style.bgcolor == RichColor.parse("#0000ff")


def test_a_cell_of_one_colour_is_a_blank_that_joins_its_neighbours() -> None:
    drawn = canvas(8, 1)
    drawn.rect(0, 0, 8, 2, RED)
    drawn.put(2, 0, "ab", BLUE)
    assert [segment.text for segment in drawn.segments(0)] == ["  ab    "]


def test_what_lies_outside_is_cut_off() -> None:
    drawn = canvas(4, 1)
    drawn.rect(-3, -3, 20, 20, RED)
    assert drawn.put(-2, 0, "abcdefgh", BLUE) == 6
    drawn.put(0, 5, "below", BLUE)
    assert drawn.line(0) == "cdef"


def test_a_rounded_rectangle_leaves_out_its_corner_pixels() -> None:
    drawn = canvas(4, 2)
    drawn.rect(0, 0, 4, 4, RED, rounded=True)
    assert drawn.colour_at(1, 0) == RED
    assert drawn.line(0) == f"{HALF}  {HALF}"


def test_a_text_on_a_ground_is_kept_legible() -> None:
    drawn = canvas(3, 1)
    paper = NIGHT.paper[0]
    drawn.put(0, 0, "abc", mix(paper, (0, 0, 0), 0.05), paper)
    style = drawn.segments(0)[0].style
    assert style is not None and style.color is not None and style.color.triplet is not None
    assert contrast(tuple(style.color.triplet), paper) >= 3


def test_a_tint_keeps_the_text_over_it() -> None:
    drawn = canvas(3, 1)
    drawn.put(0, 0, "abc", RED)
    drawn.tint(0, 0, 3, 2, BLUE, 0.5)
    assert drawn.line(0) == "abc"
    assert drawn.colour_at(0, 0) == mix(NIGHT.ground, BLUE, 0.5)


def test_a_copy_is_drawn_on_without_changing_the_ground() -> None:
    ground = canvas(3, 1)
    copied = ground.copy()
    copied.rect(0, 0, 3, 2, RED)
    copied.add_target(0, 0, 1, 1, "target")
    assert ground.colour_at(1, 0) == NIGHT.ground
    assert ground.target_at(0, 0) is None


def test_the_upper_of_two_targets_is_clicked() -> None:
    drawn = canvas()
    drawn.add_target(0, 0, 8, 2, "below")
    drawn.add_target(1, 0, 2, 1, "above")
    assert [drawn.target_at(x, 0) for x in (0, 1, 3)] == ["below", "above", "below"]


def test_only_the_columns_that_changed_are_repainted() -> None:
    before = canvas()
    after = before.copy()
    after.pixel(3, 1, RED)
    after.put(5, 0, "x", RED)
    assert after.changed_columns(before, 0) == {3, 5}
    assert not after.changed_columns(before, 1)


def test_a_row_made_from_that_before_is_the_row_made_anew() -> None:
    rng = Random(1)
    before = canvas(24, 1)
    for _step in range(400):
        after = before.copy()
        for _mark in range(rng.randrange(1, 4)):
            x, ink = rng.randrange(24), rng.choice([RED, BLUE, NIGHT.ground])
            if rng.random() < 0.5:
                after.rect(x, rng.randrange(2), rng.randrange(1, 9), rng.randrange(1, 3), ink)
            else:
                text = rng.choice([" ", "ab", "a b", "  "])
                after.put(x, 0, text, ink, underline=rng.random() < 0.3)
        changed = after.changed_columns(before, 0)
        assert after.segments(0, before.segments(0), changed) == after.segments(0)
        before = after


def test_runs_that_no_change_touches_are_taken_over() -> None:
    before = canvas(30, 1)
    for x in range(0, 30, 2):
        before.rect(x, 0, 1, 2, RED)
    after = before.copy()
    after.rect(14, 0, 1, 2, BLUE)
    old = before.segments(0)
    new = after.segments(0, old, after.changed_columns(before, 0))
    assert sum(segment is other for segment, other in zip(new, old, strict=True)) == 28


@pytest.mark.parametrize("plain", [{"depth": Depth.NONE}, {"ascii_only": True}])
def test_without_colours_or_unicode_there_are_texts_but_no_pixels(plain: dict[str, object]) -> None:
    drawn = canvas(60, 9, **plain)  # type: ignore[arg-type]
    draw_portrait(drawn, 0, 0, 0)
    draw_die(drawn, 8, 0, 5, NIGHT.face[4])
    draw_card(drawn, 16, 0, 9, 8, CardFace("7", []))
    bracket(drawn, 30, 0, 9, 8, NIGHT.accent)
    pill(drawn, 42, 0, "bid", NIGHT.ink, NIGHT.accent)
    ribbon(drawn, [(0, 0), (59, 17)], RED, 2)
    text = "\n".join(drawn.line(y) for y in range(9))
    assert HALF not in text
    assert "5" in text and "7" in text and "►" in text and "[bid]" in text


@pytest.mark.parametrize("colours", [NIGHT, DAY], ids=["night", "day"])
def test_pips_stand_out_on_every_die(colours: Palette) -> None:
    for face, colour in enumerate(colours.face, 1):
        drawn = Canvas(7, 4, Pens(colours, Depth.TRUE))
        draw_die(drawn, 0, 0, face, colour)
        halves = [half for y in range(3) for half in drawn.row(y)[:2]]
        pips = {colour_there for half in halves[1:6] for colour_there in half[1:6]} - {colour}
        assert pips and all(contrast(pip, colour) >= 3 for pip in pips), face


@pytest.mark.parametrize("colours", [NIGHT, DAY], ids=["night", "day"])
def test_a_die_that_is_dimmed_keeps_the_ink_of_its_pips(colours: Palette) -> None:
    """The same face with dark pips here and light ones there would be taken for other goods."""

    def pips(face: int, dim: float, ground: Colour) -> Colour:
        drawn = Canvas(LARGE, 4, Pens(colours, Depth.TRUE))
        draw_die(drawn, 0, 0, face, colours.face[face - 1], dim=dim, ground=ground)
        places = [
            cast(Colour, drawn.row(row // 2)[row % 2][column])
            for row in (1, 3, 5)
            for column in (1, 3, 5)
            if PIPS[face][(row // 2) * 3 + column // 2] == "x"
        ]
        assert len(set(places)) == 1
        die = drawn.row(1)[0][0]
        assert contrast(places[0], die) >= 3
        assert not dim or die != colours.face[face - 1], "it is dimmed"
        return places[0]

    grounds = [colours.ground, colours.surface, colours.felt]
    grounds += [mix(colours.surface, seat, 0.25) for seat in colours.seat]
    for face in range(1, 7):
        bright = pips(face, 0.0, colours.ground)
        for ground in grounds:
            assert {pips(face, dim, ground) for dim in (0.3, 0.4, 0.45)} == {bright}, face


def test_without_colours_bright_grounds_are_in_reverse_and_faint_texts_dim() -> None:
    drawn = canvas(6, 1, Depth.NONE)
    drawn.put(0, 0, "ab", NIGHT.ink, NIGHT.accent)
    drawn.put(2, 0, "cd", NIGHT.faint)
    drawn.put(4, 0, "ef", NIGHT.text)
    styles = [segment.style for segment in drawn.segments(0)]
    assert [bool(style and style.reverse) for style in styles] == [True, False, False]
    assert [bool(style and style.dim) for style in styles] == [False, True, False]
    assert [(style.color, style.bgcolor) for style in styles if style] == [(None, None)] * 2


def test_a_named_colour_has_its_own_place_among_256() -> None:
    pens = Pens(NIGHT, Depth.MANY)
    assert pens.reduce(NIGHT.seat[0]) == (255, 135, 95)  # 209
    assert pens.reduce(NIGHT.accent) == (255, 215, 95)  # 221


@pytest.mark.parametrize("colours", [NIGHT, DAY], ids=["night", "day"])
def test_among_256_the_sea_is_blue_beside_every_tone_of_sand(colours: Palette) -> None:
    pens = Pens(colours, Depth.MANY)
    for red, green, blue in map(pens.reduce, colours.water):
        assert blue > red and blue >= green
        for sand in map(pens.reduce, colours.dune):
            assert dist(lab((red, green, blue)), lab(sand)) >= 20


def test_a_text_on_a_mixed_ground_can_be_read_in_256_colours() -> None:
    """The nearest of this brown is much brighter."""
    brown = (122, 97, 66)
    style = Pens(NIGHT, Depth.MANY).style(NIGHT.accent, brown)
    assert contrast(NIGHT.accent, brown) >= 3 and style.color and style.bgcolor
    ink, ground = (parse(colour.get_truecolor().hex) for colour in (style.color, style.bgcolor))
    assert contrast(ink, ground) >= 2.8


def test_a_mixed_colour_takes_the_nearest_of_256() -> None:
    assert Pens(NIGHT, Depth.MANY).reduce((254, 1, 1)) == (255, 0, 0)


def test_with_16_colours_sand_is_black_and_pieces_keep_their_own() -> None:
    pens = Pens(NIGHT, Depth.FEW)
    assert {pens.reduce(tone, is_ground=True) for tone in NIGHT.dune[:5]} == {(0, 0, 0)}
    seats = [pens.reduce(colour) for colour in NIGHT.seat]
    assert len(set(seats)) == 6


@pytest.mark.parametrize("colours", [NIGHT, DAY])
def test_with_16_colours_a_suit_has_one_colour_in_both_halves_of_a_cell(colours: Palette) -> None:
    pens = Pens(colours, Depth.FEW)
    inks = [pens.reduce(suit) for suit in colours.suit]
    assert [pens.reduce(suit, is_ground=True) for suit in colours.suit] == inks
    assert len(set(inks)) == 6


def test_with_16_colours_no_text_is_yellow_or_cyan_on_white() -> None:
    """Terminals show these two much brighter than others."""
    pens = Pens(NIGHT, Depth.FEW)
    for ground in NIGHT.paper:
        style = pens.style(NIGHT.suit[1], ground, BOLD)
        assert style.color is not None and style.color.triplet is not None
        assert contrast(tuple(style.color.triplet), pens.reduce(ground)) > 5
    on_sand = pens.style(NIGHT.suit[1], NIGHT.ground, BOLD)
    assert on_sand.color is not None and on_sand.color.name == "#aa5500"


def test_with_16_colours_a_light_board_is_white_and_its_texts_are_dark() -> None:
    pens = Pens(DAY, Depth.FEW)
    grounds = (*DAY.dune, DAY.ground, DAY.surface, DAY.felt, *DAY.water)
    assert {pens.reduce(tone, is_ground=True) for tone in grounds} == {(255, 255, 255)}
    for ink in (DAY.text, DAY.soft, DAY.accent, DAY.gain, DAY.loss):
        assert contrast(pens.reduce(ink), (255, 255, 255)) >= 3
    assert len({pens.reduce(colour) for colour in DAY.seat}) == 6


def test_with_16_colours_faint_tints_draw_nothing() -> None:
    drawn = canvas(2, 1, Depth.FEW)
    drawn.pixel(0, 0, RED, share=0.3)
    drawn.tint(0, 0, 2, 2, RED, 0.4)
    assert drawn.colour_at(0, 0) == NIGHT.ground
    drawn.pixel(0, 0, RED, share=0.6)
    assert drawn.colour_at(0, 0) != NIGHT.ground


def test_a_theme_replaces_colours_by_name() -> None:
    colours = palette({"seat-2": "#010203", "background": "#0a0b0c", "paper-1": "broken"}, True)
    assert colours.seat[1] == (1, 2, 3)
    assert colours.ground == (10, 11, 12)
    assert colours.paper == NIGHT.paper


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_texts_are_legible_on_the_grounds_of_every_theme(theme: object) -> None:
    variables = theme.to_color_system().generate()  # type: ignore[attr-defined]
    colours = palette(variables, theme.dark)  # type: ignore[attr-defined]
    for ground in (colours.ground, colours.surface, colours.panel):
        assert contrast(colours.text, ground) >= 4.5
        assert contrast(colours.soft, ground) >= 3


@pytest.mark.parametrize("colours", [NIGHT, DAY], ids=["night", "day"])
def test_every_suit_is_legible_on_paper(colours: object) -> None:
    paper = colours.paper[0]  # type: ignore[attr-defined]
    assert min(contrast(suit, paper) for suit in colours.suit) >= 3  # type: ignore[attr-defined]


@pytest.mark.parametrize(("width", "pitch"), SIZES)
def test_a_hexagon_is_hit_at_its_middle(width: int, pitch: int) -> None:
    grid = HexGrid(20, 20, width, pitch)
    for q in range(-3, 4):
        for r in range(-3, 4):
            x, py = grid.middle(q, r)
            assert grid.hex_at(x, py + (pitch == 2)) == (q, r)


def test_a_ribbon_has_at_most_four_steps_of_cover() -> None:
    drawn = canvas(30, 10)
    ribbon(drawn, [(1, 1), (28, 17)], RED, 1.7)
    tones = {colour for y in range(10) for colour in (*drawn.row(y)[0], *drawn.row(y)[1])}
    assert len(tones) <= 5


def test_a_seat_card_keeps_name_and_points_apart() -> None:
    drawn = canvas(34, CARD_ROWS)
    draw_seat_card(drawn, 0, 0, 34, SeatCard(2, "A name that is far too long", "117", delta="+12"))
    line = drawn.line(0)
    assert line.rstrip().endswith("+12 117")
    assert "▲ A name" in line


def test_every_seat_has_a_portrait_of_its_own_shape() -> None:
    shapes = {sprite(f"head-{seat}").rows for seat in range(1, 7)}
    assert len(shapes) == 6


def test_every_sprite_of_the_kit_can_be_read() -> None:
    folder = Path(drawing.__file__).parent / "sprites"
    names = [file.stem for file in folder.glob("*.txt")]
    assert len(names) > 10
    for name in names:
        assert any(colour != HOLE for row in sprite(name).rows for colour in row), name


def test_a_sprite_may_have_other_colours_of_its_own_by_day() -> None:
    picture = parse_sprite("a #000000 #ffffff\nb #102030\n\nab\nba")
    assert picture.colours(dark=True) == picture.own_colours
    by_day = picture.colours(dark=False)
    assert by_day == {"#000000": parse("#ffffff"), "#102030": parse("#102030")}


@pytest.mark.parametrize("game", registry.ids())
def test_the_emblem_of_a_game_has_a_light_ground_by_day(game: str) -> None:
    picture = parse_sprite(registry.sprite_text(game, "emblem"))

    def light(dark: bool) -> float:
        colours = picture.colours(dark)
        spots = [colours[name] for row in picture.rows for name in row]
        return sum(map(sum, spots)) / len(spots)

    assert light(dark=False) > light(dark=True)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a body\n\naa\na", "rows of one length"),
        ("a body\n\nab", "no colour for b"),
        ("a body", "rows"),
    ],
)
def test_a_broken_sprite_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_sprite(text)


def test_colours_are_read_and_written_as_hex() -> None:
    assert as_hex(parse("#0a10ff")) == "#0a10ff"
    with pytest.raises(ValueError, match="not #rrggbb"):
        parse("red")


def test_an_underline_ends_with_its_text() -> None:
    drawn = canvas(9, 1)
    drawn.put(3, 0, "7", NIGHT.text, underline=True)
    assert [segment.text for segment in drawn.segments(0)] == ["   ", "7", "     "]


def test_texts_in_colours_of_a_bright_theme_can_be_read_on_its_ground() -> None:
    bright = {"success": "#6bf23f", "error": "#ff9999", "accent": "#ffa62b", "primary": "#f4c95d"}
    colours = palette({**bright, "background": "#fafafa"}, False)
    for ink in (colours.gain, colours.loss, colours.accent, colours.primary):
        assert contrast(ink, colours.ground) >= 3
    assert colours.gain[1] > max(colours.gain[0], colours.gain[2]), "it is still green"
    usual = palette({"success": "#2f6b34", "background": "#fafafa"}, False)
    assert usual.gain == parse("#2f6b34")


def test_the_back_of_a_card_has_its_colour_in_16_colours() -> None:
    drawn = Canvas(7, 4, Pens(NIGHT, Depth.FEW))
    draw_card_back(drawn, 1, 0, 5, 3, CardBack(NIGHT.seat[1]))
    tops, lows = drawn.row(1)[:2]
    assert {tops[3], lows[3]} == {NIGHT.seat[1]}


def test_backs_of_cards_side_by_side_are_apart_in_16_colours() -> None:
    drawn = Canvas(12, 6, Pens(NIGHT, Depth.FEW))
    for x in (0, 5):
        draw_card_back(drawn, x, 0, 5, 6, CardBack(NIGHT.seat[1]))
    assert [x for x, char in enumerate(drawn.line(2)) if char == "▏"] == [0, 5]


def test_a_portrait_on_a_seat_card_keeps_a_pixel_from_its_upper_edge() -> None:
    pens = Pens(palette({}, True), Depth.TRUE, False)
    drawn = Canvas(34, CARD_ROWS, pens)
    draw_seat_card(drawn, 0, 0, 34, SeatCard(0, "Ann", "3"))
    top, low, *_rest = drawn.row(0)
    hat = pens.palette.seat[0]
    assert hat not in top[2:9], "flush with what lies above, a hat looks cut"
    assert hat in low[2:9]


def test_the_smallest_hexagons_are_two_four_and_two_columns_wide() -> None:
    grid = HexGrid(20, 20, 4, 2)
    rows = [
        [x for x in range(12, 28) if grid.hex_at(x + 0.5, py + 0.5) == (0, 0)]
        for py in range(18, 24)
    ]
    assert [len(row) for row in rows] == [0, 2, 4, 2, 0, 0]
    assert rows[1] == rows[3] == rows[2][1:3]
