"""The table as a newcomer sees it: named numbers, signs that differ, all maps at once."""

from __future__ import annotations

import pytest

from caravan_tui import words
from caravan_tui.games.ahldarahd.layout import layout
from caravan_tui.games.ahldarahd.look import Look
from caravan_tui.games.ahldarahd.map import board
from caravan_tui.games.ahldarahd.paint import paint
from caravan_tui.games.ahldarahd.panel import counted
from caravan_tui.games.ahldarahd.rules import State
from caravan_tui.games.ahldarahd.titles import city_title, map_title
from caravan_tui.widgets.canvas import Canvas
from caravan_tui.widgets.marks import SEAT_GLYPHS, SEAT_LETTERS
from caravan_tui.words import _
from tests.ahldarahd.ahldarahd_help import CITY, GAME, ROUTE, building, hold, play, route
from tests.painting import STYLES, text

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")


def painted(table: State, size: tuple[int, int], ascii_only: bool = False, **more: int) -> Canvas:
    look = Look(
        names=NAMES[: table.seats],
        styles=STYLES,
        marks=SEAT_LETTERS if ascii_only else SEAT_GLYPHS,
        ascii=ascii_only,
        **more,
    )
    return paint(GAME.view(table, 0), look, *size)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("size", [(80, 20), (100, 26), (105, 41), (152, 56)])
def test_the_numbers_of_a_seat_stand_under_their_names(seats: int, size: tuple[int, int]) -> None:
    table = building(seats)
    table.gold = [17, *range(2, seats + 1)]
    lines = text(painted(table, size))
    head = next(line for line in lines if "gold cards" in line or "gold  cards" in line)
    row = next(line for line in lines if "Ann" in line and "17" in line)
    assert row.index("17") + 2 == head.index("gold") + 4
    held = str(GAME.view(table, 0)["hands"][0])
    assert row.rstrip().endswith(held)


def test_a_seat_that_holds_everything_keeps_to_its_line() -> None:
    table = building(5)
    table.shah = table.eyes = table.queen = 2
    table.rights = [2] * 5
    table.turned = 31
    lines = text(painted(table, (80, 20)))
    row = lines[next(y for y, line in enumerate(lines) if "Cy" in line and "camel" not in line) + 1]
    assert row.rstrip().endswith("R" + SEAT_GLYPHS[:5])
    assert "Sh+Ey+Qu" in row
    assert "down" in row


@pytest.mark.parametrize(("seats", "size", "maps"), [
    (5, (80, 20), 1), (5, (106, 41), 1), (2, (106, 41), 2), (5, (152, 56), 6), (2, (152, 56), 2),
])  # fmt: skip
def test_all_maps_are_shown_where_each_has_its_room(
    seats: int, size: tuple[int, int], maps: int
) -> None:
    plan = layout(seats, *size)
    assert plan.maps == maps
    assert (plan.tabs > 0) == (maps == 1)
    canvas = painted(building(seats), size)
    reached = {target[1] >> 6 for *_box, target in canvas.targets if target[0] == "route"}
    assert len(reached) == (1 if maps == 1 else seats)
    named = {target[1] for *_box, target in canvas.targets if target[0] == "map"}
    assert named == set(range(seats))


@pytest.mark.parametrize("seats", [2, 5])
def test_only_the_map_under_the_cursor_shows_it(seats: int) -> None:
    table = building(seats)
    canvas = painted(table, (152, 56), a_map=1, route=ROUTE["salt-metals"])
    assert sum(line.count("[10]") for line in text(canvas)) == 1


@pytest.mark.parametrize("ascii_only", [False, True])
def test_land_and_sea_and_owned_routes_differ_without_colour(ascii_only: bool) -> None:
    table = building(2)
    table.routes = [0] * len(table.routes)
    route(table, 0, "gems-ivory", 1)
    lines = text(painted(table, (80, 20), ascii_only))
    marks = SEAT_LETTERS if ascii_only else SEAT_GLYPHS
    land, sea = ("-", "~") if ascii_only else ("─", "≈")
    by_land = next(line for line in lines if "Textiles 3" in line)
    by_sea = next(line for line in lines if "Pearls 4" in line)
    assert f"{land}9{land}" in by_land
    assert f"{sea}7{sea}" in by_sea
    assert sea not in by_land.split("Ivory")[0]
    assert marks[1] in by_land
    whole = "\n".join(lines)
    assert "by land" in whole
    assert "by sea" in whole
    assert not ascii_only or whole.isascii()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("letters", [3, 4, 9])
def test_no_two_commodities_look_alike_where_they_are_cut_short(
    language: str, letters: int
) -> None:
    words.use(language)
    here = board(None)
    short = {city_title(name)[:letters] for name in here.names}
    assert len(short) == len(here.names)
    held = [1] * len(here.names)
    assert len(set(counted(here, held, letters).split())) == len(here.names)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_no_price_runs_into_the_number_of_a_city(language: str, ascii_only: bool) -> None:
    words.use(language)
    table = building(2)
    table.routes = [0] * len(table.routes)
    here = board(None)
    lines = text(painted(table, (80, 20), ascii_only))
    for city, name in enumerate(here.names):
        title = f"{city_title(name)} {here.number[city]}"
        line = next(line for line in lines if title in line)
        end = line.index(title) + len(title)
        assert not line[end : end + 1].isdigit(), line


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_every_map_has_its_whole_name_in_the_row_of_maps(language: str, ascii_only: bool) -> None:
    words.use(language)
    drawn = "\n".join(text(painted(building(4, neutral=True), (80, 20), ascii_only)))
    for name in ("red", "blue", "green", "purple", "neutral"):
        assert map_title(name) + " " in drawn


@pytest.mark.parametrize("language", ["en", "fr"])
def test_open_cards_are_cut_short_only_where_the_hand_needs_the_room(language: str) -> None:
    words.use(language)
    table = building(5)
    table.row = [CITY[name] for name in ("incense", "dyes", "textiles", "spices", "ivory")]
    hold(table, 0, metals=1)
    row = " ".join(city_title(board(None).names[card]) for card in table.row)
    assert any(row in line for line in text(painted(table, (80, 20))))
    hold(table, 0, **dict.fromkeys(CITY, 1))
    line = text(painted(table, (80, 20)))[15]
    assert len(line.split()) == 2 + 5 + 10
    assert len(line.rstrip()) < 80, line


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_line_of_a_chosen_route_is_never_cut_off(language: str) -> None:
    words.use(language)
    table = building(5)
    for city in range(5):
        for a_map in range(5):
            table.routes[a_map * 5 + city] = 0b1111 << 4 * city
    for a_map in (0, 4):
        for number in range(20):
            line = text(painted(table, (80, 20), a_map=a_map, route=number))[16]
            here = board(None)
            assert line.rstrip().endswith(f"/{here.number[here.ends[number][1]]}"), line
            assert _("price {gold}").format(gold=here.price[number]) in line


def test_in_the_last_turn_the_black_chips_are_in_sight_in_french_too() -> None:
    words.use("fr")
    table = building(5, outsider=True)
    table.last, table.deck, table.black = True, 0, 3
    drawn = text(painted(table, (80, 20)))
    assert any("DERNIER TOUR" in line and line.rstrip().endswith(" 3") for line in drawn)


@pytest.mark.parametrize("size", [(80, 20), (100, 26)])
def test_no_bits_of_the_map_are_left_beside_the_window_of_a_trade(size: tuple[int, int]) -> None:
    table = building(5)
    play(table, "offer 1")
    drawn = text(painted(table, size))
    top, bottom = (next(y for y, line in enumerate(drawn) if sign in line) for sign in "╔╚")
    panel = layout(5, *size).panel
    for line in drawn[top : bottom + 1]:
        left = line[: size[0] - panel]
        assert left[0] in "╔║╚" and left.rstrip()[-1] in "╗║╝"
