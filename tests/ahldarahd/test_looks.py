"""The table as a newcomer sees it: named numbers, signs that differ, all maps, nothing cut off."""

from __future__ import annotations

import re

import pytest

from caravan_tui import i18n
from caravan_tui.games.ahldarahd import events
from caravan_tui.games.ahldarahd.actions import place
from caravan_tui.games.ahldarahd.custom import built_in, from_plain
from caravan_tui.games.ahldarahd.moves import Entry, label
from caravan_tui.games.ahldarahd.render.chart import chart_of
from caravan_tui.games.ahldarahd.render.layout import Area
from caravan_tui.games.ahldarahd.render.look import Look
from caravan_tui.games.ahldarahd.render.matches import draw_matches
from caravan_tui.games.ahldarahd.render.panel import counted, seat_card
from caravan_tui.games.ahldarahd.rules import AhldarahdState
from caravan_tui.games.ahldarahd.text.titles import city_title, map_title, two_letters
from caravan_tui.games.ahldarahd.view import map_names
from caravan_tui.i18n import _
from caravan_tui.widgets.drawing.colours import contrast
from caravan_tui.widgets.drawing.depth import Depth
from caravan_tui.widgets.drawing.palette import palette
from caravan_tui.widgets.marks import SEAT_GLYPHS, SEAT_LETTERS
from tests.ahldarahd.drawing import RAIL_SIZES, SIZES, drawn, plan_of, row_of, text
from tests.ahldarahd.positions import (
    CITY,
    GAME,
    KEYS,
    ROUTE,
    bidding,
    building,
    dealt,
    fresh,
    hold,
    names,
    play,
    route,
)

ALL_SIZES = [(size, False) for size in SIZES] + [(size, True) for size in RAIL_SIZES]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("size", SIZES)
def test_gold_and_cards_have_their_unit_and_stand_below_each_other(
    seats: int, size: tuple[int, int]
) -> None:
    table = building(seats)
    table.gold = [17, *range(2, seats + 1)]
    lines = text(drawn(table, size))
    seats_area = plan_of(table, size).seats
    is_high = size[0] < 100 and seats_area.height >= 3 * seats + 3  # gold has a row of its own
    unit = "g" if size[0] < 100 and not is_high else " gold"
    if size[0] == 80 and seats > 3:
        return  # the units stand above, see below
    ends = set()
    for name, gold in zip(("Ann", "Bo", "Cy", "Di", "Ed"), table.gold, strict=False):
        number = next(n for n, line in enumerate(lines) if f" {name} " in line[seats_area.x :])
        row = lines[number + is_high]
        ends.add(row.rindex(f"{gold}{unit}") + len(f"{gold}{unit}"))
        assert "3c" in row or "3 cards" in row
    assert len(ends) == 1


def test_every_free_route_of_a_low_map_has_its_price_and_those_that_can_be_had_stand_out() -> None:
    table = building(3)
    view = GAME.view(table, 0)
    city_map = from_plain(view["custom"])
    codes = [place(0, number) for number in range(city_map.route_count)]

    def grounds(open_places: set[int]) -> list[tuple[int, int, int]]:
        """What the prices stand on."""
        canvas, found = drawn(table, open_places=open_places), []
        for y in range(13):
            line = canvas.line(y)[:53]
            prices = re.finditer(r"(?<!\w )(?<!\d)(?:7|8|9|10|11)(?!\d)", line)
            found += [canvas.row(y)[1][price.start()] for price in prices]
        return found

    gold = palette({}, True).gold
    for count in (0, 4, 8, len(codes)):
        prices = grounds(set(codes[:count]))
        assert len(prices) == len(grounds(set())), "also of routes that can't be paid"
        assert prices.count(gold) <= count and (gold in prices) == (count > 0)


def test_the_log_names_the_gold_of_a_city_once() -> None:
    event = events.TakeCity(0, "red", "dyes", 3)
    assert GAME.shorten(event, ("Ann", "Bo"), 0) == "takes Dyes"
    assert GAME.gains(event) == [(0, "+3 gold")]
    sale = events.Sell(0, "blue", 1)
    assert GAME.shorten(sale, ("Ann", "Bo"), 0) == "sells the Blue Right"
    up = events.Open(0, "queen", 1)
    assert GAME.shorten(up, ("Ann", "Bo"), 0) == "auctions the Queen"
    bid = events.Bid(0, 4)
    assert GAME.shorten(bid, ("Ann", "Bo"), 0) == "bids 4", "others as in the sentence"


def test_who_wins_the_shah_and_names_nobody_else_keeps_it() -> None:
    players, table = ("Ann", "Bo"), bidding(2)
    kept, given = events.Favour(0, 0), events.Favour(0, 1)
    assert GAME.shorten(kept, players, 1) == "keeps the Shah"
    assert GAME.shorten(given, players, 1) == "gives the Shah to Bo"
    assert GAME.narrate(kept, players, 1) == "Ann keeps the Shah's favour."
    opener = table.to_act()
    play(table, "open shah", "bid 0", "pass")
    view = GAME.view(table, opener)
    said = [GAME.describe(action, view, players) for action in table.legal()]
    listed = [label(action, view, players) for action in table.legal()]
    assert said[opener] == "keeps the Shah's favour" and listed[opener] == "Keep the Shah"
    other = players[1 - opener]
    assert said[1 - opener] == f"gives the Shah's favour to {other}"
    assert listed[1 - opener] == f"{other} gets the Shah"


def test_the_log_names_an_offer_once_and_not_its_lines_before_it() -> None:
    lines = ("give-gold-2", "get-card-dyes")
    for step in (events.Prepare(0, 1, False), *(events.Line(0, line) for line in lines)):
        assert GAME.shorten(step, ("Ann", "Bo"), 1) is None


def test_the_log_names_the_route_that_was_built_and_its_map_if_it_is_anothers() -> None:
    for event in (
        events.Claim(0, "red:pearls-dyes", "dyes", 1),
        events.Buy(0, "red:pearls-dyes", 8),
    ):
        assert GAME.shorten(event, ("Ann", "Bo"), 0) == "builds Pearls-Dyes"
    free = events.FreeRoute(0, "red:pearls-dyes")
    assert GAME.shorten(free, ("Ann", "Bo"), 0) == "lays Pearls-Dyes"
    abroad = events.Buy(0, "blue:pearls-dyes", 8)
    assert GAME.shorten(abroad, ("Ann", "Bo"), 0) == "builds Pearls-Dyes (Blue)"
    assert "for 8 gold" in (GAME.narrate(abroad, ("Ann", "Bo"), 0) or "")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_numbers_of_four_seats_stand_below_their_names(language: str) -> None:
    i18n.use(language)
    table = building(4)
    table.gold = [25, 0, 7, 3]
    rows = [line[54:] for line in text(drawn(table))]
    assert rows[0].split() == [_("points"), _("gold"), _("cards")]
    view = GAME.view(table, 0)
    for seat in range(4):
        numbers = [view["scores"][seat], view["gold"][seat], view["hands"][seat]]
        assert rows[1 + 2 * seat].split()[-3:] == [str(number) for number in numbers]


def test_on_a_low_map_a_row_of_pixels_parts_a_bent_route_from_the_straight_ones() -> None:
    table = building(3)
    for name in ("pearls-spices", "pearls-dyes"):
        route(table, 0, name, 0)
    canvas = drawn(table)
    chart = chart_of(built_in(), *_map_size(table))
    y = chart.labels[ROUTE["pearls-spices"]][1]
    (_left, end), (start, _right) = chart.spans[CITY["pearls"]], chart.spans[CITY["dyes"]]
    seat = canvas.pens.palette.seat[0]
    above, below, *_rest = canvas.row(y)
    for x in range(end, start):
        assert max(abs(a - b) for a, b in zip(above[x], seat, strict=True)) < 40, "the route"
        assert max(abs(a - b) for a, b in zip(below[x], seat, strict=True)) > 80, "the sea"


def _map_size(table: AhldarahdState) -> tuple[int, int]:
    """Columns and rows of the map at 80 x 24."""
    area = plan_of(table, (80, 20)).map_area(0)
    return area.width, area.height


def test_a_low_tile_names_who_controls_each_city_and_who_may_build_there() -> None:
    table = building(3)
    for name in ("gems-ivory", "spices-ivory"):
        route(table, 0, name, 0)
    rows = text(drawn(table, (80, 17)))
    tile = f"1 {SEAT_GLYPHS[0]} Red "
    below = rows[max(y for y, line in enumerate(rows) if tile in line) :][:2]
    assert below[0].count("Right") == 3, below
    assert below[1].count("·") + sum(below[1].count(mark) for mark in SEAT_GLYPHS[:3]) >= 30, below
    assert f"{SEAT_GLYPHS[0]}1 city" in below[1], below


def test_a_seat_that_holds_everything_keeps_to_its_line() -> None:
    table = building(5)
    table.shah = table.eyes = table.queen = 2
    table.rights = [2] * 5
    table.turned = 31
    lines = text(drawn(table))
    row = lines[next(y for y, line in enumerate(lines) if f"{SEAT_GLYPHS[2]} Cy" in line) + 1]
    assert row.rstrip().endswith("turned 3 favours R" + SEAT_GLYPHS[:5])


@pytest.mark.parametrize("seats", [4, 5])
def test_favours_have_their_names_where_a_seat_holds_two_of_them(seats: int) -> None:
    table = building(seats)
    table.shah, table.eyes, table.queen = 0, 2, 2
    table.turned = 31
    for rights, words in (
        ([2] * seats, "R" + SEAT_GLYPHS[:seats]),
        ([2], "R" + SEAT_GLYPHS[0]),
    ):
        table.rights = rights + [-1] * (seats - len(rights))
        lines = text(drawn(table))
        row = lines[next(y for y, line in enumerate(lines) if f"{SEAT_GLYPHS[2]} Cy" in line) + 1]
        assert row.rstrip().endswith(f"turned Eyes Queen {words}")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize(("size", "has_rail"), ALL_SIZES)
def test_every_map_is_on_the_table_large_or_small(
    seats: int, size: tuple[int, int], has_rail: bool
) -> None:
    table = building(seats)
    plan = plan_of(table, size, has_rail)
    assert (plan.tiles.width > 0) == (plan.maps == 1)
    if plan.maps > 1:
        assert plan.map_width >= 52 and plan.map_rows >= 13
    canvas = drawn(table, size, has_rail=has_rail)
    reached = {target[1] >> 6 for *_box, target in canvas.targets if target[0] == "route"}
    assert len(reached) == (1 if plan.maps == 1 else seats)
    named = {target[1] for *_box, target in canvas.targets if target[0] == "map"}
    assert named == set(range(seats))
    for x, y, width, height, _target in canvas.targets:
        assert x + width > 0 and y + height > 0 and x < size[0] and 0 <= y < size[1]


def test_all_maps_are_large_where_each_has_its_room() -> None:
    for seats, size in ((4, (118, 46)), (5, (156, 56)), (2, (118, 46))):
        assert plan_of(building(seats), size, True).maps >= seats


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("size", "has_rail"), ALL_SIZES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_city_stands_on_the_map_in_full(
    language: str, size: tuple[int, int], has_rail: bool, seats: int
) -> None:
    i18n.use(language)
    table = building(seats)
    for name in ("gems-ivory", "ivory-horses"):  # Ivory is controlled
        route(table, 0, name, 0)
    city_map = built_in()
    for page in (0, 1) if plan_of(table, size, has_rail).maps == 1 else (0,):
        whole = "\n".join(text(drawn(table, size, has_rail=has_rail, page=page)))
        for name, number in zip(city_map.names, city_map.number, strict=True):
            assert f"{city_title(name)} {number}" in whole
    assert f"{SEAT_GLYPHS[0]} {city_title('ivory')} 3" in whole or (
        f"{SEAT_GLYPHS[0]}{city_title('ivory')} 3" in whole
    )


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [(53, 13), (58, 15), (63, 21), (90, 33), (54, 9)])
def test_no_label_of_a_route_covers_another_or_a_city(language: str, size: tuple[int, int]) -> None:
    i18n.use(language)
    chart = chart_of(built_in(), *size)
    taken: set[tuple[int, int]] = set()
    for x, y in chart.labels:
        cells = {(column, y) for column in (x - 1, x, x + 1)}
        assert not cells & taken
        taken |= cells
    for (left, end), (_x, y) in zip(chart.spans, chart.cities, strict=True):
        assert not taken & {(column, y) for column in range(left, end)}
        assert left >= 0 and end <= size[0]


@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("seats", [2, 5])
def test_every_text_is_legible_on_its_ground(dark: bool, seats: int) -> None:
    table = building(seats)
    hold(table, 0, salt=1, gems=2)
    for size, has_rail in ALL_SIZES:
        canvas = drawn(table, size, has_rail=has_rail, dark=dark, route=3)
        for y in range(canvas.height):
            for top, low, glyph in zip(*canvas.row(y), strict=True):
                if glyph is not None and glyph[0].isalnum():
                    char, ink, _attributes = glyph
                    assert top == low
                    assert contrast(ink, top) >= 1.9, (char, y, ink, top)


def test_the_route_under_the_cursor_is_marked_on_its_map_alone() -> None:
    table = building(2)
    canvas = drawn(table, (152, 56), depth=Depth.NONE, map_index=1, route=ROUTE["salt-metals"])
    assert sum(line.count("[10]") for line in text(canvas)) == 1
    for depth in (Depth.TRUE, Depth.FEW):
        with_cursor = drawn(table, depth=depth, route=ROUTE["salt-metals"])
        without = drawn(table, depth=depth, route=ROUTE["gems-ivory"])
        assert any(with_cursor.row(y) != without.row(y) for y in range(13))


@pytest.mark.parametrize("ascii_only", [False, True])
def test_land_and_sea_and_owned_routes_differ_without_colour(ascii_only: bool) -> None:
    table = building(2)
    table.routes = [0] * len(table.routes)
    route(table, 0, "gems-ivory", 1)
    lines = text(drawn(table, ascii_only=ascii_only, depth=Depth.NONE))
    marks = SEAT_LETTERS if ascii_only else SEAT_GLYPHS
    land, sea = ("-", "~") if ascii_only else ("─", "≈")
    by_land = row_of(lines, "Textiles 3")
    by_sea = row_of(lines, "Pearls 4")
    assert f"{land}9{land}" in by_land
    assert f"{sea}7{sea}" in by_sea
    assert sea not in by_land.split("Ivory")[0]
    assert marks[1] in by_land
    whole = "\n".join(lines)
    assert not ascii_only or whole.isascii()


@pytest.mark.parametrize(("ascii_only", "depth"), [(True, Depth.TRUE), (False, Depth.NONE)])
@pytest.mark.parametrize(("size", "has_rail"), ALL_SIZES)
def test_there_are_no_pixels_without_colours_or_in_ascii(
    ascii_only: bool, depth: Depth, size: tuple[int, int], has_rail: bool
) -> None:
    table = building(5)
    route(table, 0, "gems-ivory", 0)
    play(table, "offer 1")
    lines = text(drawn(table, size, ascii_only=ascii_only, depth=depth, has_rail=has_rail))
    assert not any(set(line) & set("▀▄█▌▐") for line in lines)
    assert not ascii_only or "".join(lines).isascii()


def test_a_taken_route_and_a_changed_one_are_marked() -> None:
    table = building(2)
    before = text(drawn(table))
    route(table, 0, "textiles-salt", 1)
    lines = text(drawn(table, changed=frozenset([ROUTE["textiles-salt"]])))
    assert f"► {SEAT_GLYPHS[1]} ◄" in row_of(lines, "Textiles 3")
    assert "9" in row_of(before, "Textiles 3")
    other = frozenset([64 + ROUTE["textiles-salt"]])
    assert f"{SEAT_GLYPHS[1]} Blue ◄" in "\n".join(text(drawn(table, (80, 17), changed=other)))
    assert f"*2 {SEAT_GLYPHS[1]} Blue" in "\n".join(text(drawn(table, changed=other)))


def test_what_can_be_chosen_is_lit() -> None:
    table = building(2)
    code = ROUTE["textiles-salt"]
    palette = drawn(table).pens.palette
    for open_places, ground in (({code}, palette.gold), (set(), None)):
        canvas = drawn(table, open_places=open_places)
        x, y, width, _height, _target = next(
            target for target in canvas.targets if target[4] == ("route", code)
        )
        grounds = {canvas.colour_at(column, y) for column in range(x, x + width)}
        assert (palette.gold in grounds) == (ground is not None)


@pytest.mark.parametrize("has_rail", [False, True])
def test_a_card_that_can_be_auctioned_is_clicked_where_it_is_drawn(has_rail: bool) -> None:
    table = building(3)
    card = table.row[1]
    entries = [Entry("Card", [(6 << 12) | card])]
    size = (86, 32) if has_rail else (80, 20)
    canvas = drawn(table, size, has_rail=has_rail, entries=entries, labels=["Card"])
    boxes = [box for *box, target in canvas.targets if target == ("entry", 0)]
    name = city_title(built_in().names[card])
    lines = text(canvas)
    assert any(
        name in lines[row][x : x + width]
        for x, y, width, height in boxes
        for row in range(y, y + height)
        if y < plan_of(table, size, has_rail).list_y
    )


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("letters", [3, 4, 9])
def test_no_two_commodities_look_alike_where_they_are_cut_short(
    language: str, letters: int
) -> None:
    i18n.use(language)
    city_map = built_in()
    short = {city_title(name)[:letters] for name in city_map.names}
    assert len(short) == len(city_map.names)
    held = [1] * len(city_map.names)
    names = {word.removesuffix(",") for word in counted(city_map, held, letters)}
    assert len(names) == len(city_map.names)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_no_price_runs_into_the_number_of_a_city(language: str, ascii_only: bool) -> None:
    i18n.use(language)
    table = building(2)
    table.routes = [0] * len(table.routes)
    city_map = built_in()
    lines = text(drawn(table, ascii_only=ascii_only))
    for city, name in enumerate(city_map.names):
        title = f"{city_title(name)} {city_map.number[city]}"
        line = row_of(lines, title)
        end = line.index(title) + len(title)
        assert not line[end : end + 1].isdigit(), line


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("seats", [4, 5])
def test_every_map_has_its_whole_name_in_the_row_of_maps(
    language: str, ascii_only: bool, seats: int
) -> None:
    i18n.use(language)
    table = building(seats, neutral=seats == 4)
    size = (80, 17)
    line = text(drawn(table, size, ascii_only=ascii_only))[plan_of(table, size).tiles.y]
    for name in ("red", "blue", "green", "purple", "neutral" if seats == 4 else "orange"):
        assert map_title(name) in line


def test_what_a_route_would_win_is_called_gold_where_the_line_has_room() -> None:
    table = building(2)
    route(table, 0, "pearls-dyes", 0)
    chosen = ROUTE["dyes-spices"]
    canvas = drawn(table, (80, 20), route=chosen, open_places={place(0, chosen)})
    assert "Dyes ●1 of 3 +3 gold - Spices" in row_of(text(canvas), "of 3")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_small_map_has_its_whole_name(language: str, seats: int) -> None:
    i18n.use(language)
    table, size = building(seats), (80, 20)
    plan, lines = plan_of(table, size), text(drawn(table, size))
    names = map_names(GAME.view(table, 0))
    assert plan.tiles.width, "the maps are small"
    for number, name in enumerate(names):
        area = plan.tile_area(number)
        head = lines[area.y][area.x : area.x + area.width]
        assert head.startswith((f"{number + 1}", f" {number + 1}")) and map_title(name) in head


def test_the_small_maps_of_a_narrow_table_say_who_holds_which_city() -> None:
    table, size = building(3), (80, 20)
    for name in ("gems-ivory", "ivory-horses"):
        route(table, 2, name, 1)
    canvas = drawn(table, size)
    plan, lines = plan_of(table, size), text(canvas)
    for number in range(3):
        area = plan.tile_area(number)
        rows = [line[area.x : area.x + area.width] for line in lines[area.y + 1 : area.bottom]]
        letters = "".join(sign for row in rows for sign in row if sign.isalpha())
        assert letters == "".join(city_title(name)[0] for name in built_in().names)
        held = [(x, y) for y, row in enumerate(rows) for x in range(len(row))
                if row[x] == SEAT_GLYPHS[1]]  # fmt: skip
        assert len(held) == (number == 2)
    ((x, y),) = held
    assert rows[y][x + 1] == city_title("ivory")[0]
    assert canvas.colour_at(area.x + x, area.y + 1 + y) == canvas.pens.palette.seat[1]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("neutral", [False, True])
def test_the_small_maps_of_five_seats_are_a_table_of_who_holds_which_city(
    neutral: bool, ascii_only: bool, language: str
) -> None:
    i18n.use(language)
    table, size = building(5, neutral=neutral), (80, 20)
    table.rights[:5] = [4, -1, 0, 1, 2]
    for name in ("gems-ivory", "ivory-horses"):
        route(table, 2, name, 1)
    plan = plan_of(table, size)
    lines = text(drawn(table, size, ascii_only=ascii_only))
    marks = SEAT_LETTERS if ascii_only else SEAT_GLYPHS
    x, y = plan.tiles.x, plan.tiles.y
    titles = [city_title(name) for name in built_in().names]
    assert lines[y - 1][x:].strip().startswith("".join(two_letters(titles)))
    assert len(set(two_letters(titles))) == len(titles)
    column = lines[y - 1].index(two_letters(titles)[built_in().names.index("ivory")], x)
    for number in range(5 + neutral):
        row = lines[plan.tile_area(number).y]
        assert row[x:].strip().startswith(f"{number + 1}{[*marks[:5], '+'][number]} ")
        assert (row[column] == marks[1]) == (number == 2)
    held = [lines[plan.tile_area(number).y].ljust(80)[79] for number in range(5)]
    assert held == [marks[4], " ", marks[0], marks[1], marks[2]]
    for line in lines[:y]:
        assert not line.rstrip().endswith("…")


def test_two_letters_tell_names_apart() -> None:
    assert two_letters(["Salt", "Sand", "Sash", "Sa"]) == ["Sa", "Sn", "Ss", "Sa"]


def test_words_beside_the_map_end_before_the_edge_of_a_narrow_table() -> None:
    table, size = building(3), (80, 20)
    table.turned, table.shah, table.queen, table.eyes = 1, 0, 2, -1
    table.rights[:3] = [2, -1, 0]
    plan, canvas = plan_of(table, size), drawn(table, size)
    seats = plan.seats
    rows = text(canvas)[: plan.tiles.bottom]
    assert "turned" in rows[seats.y + 1] and "Right" in rows[seats.y + 2]
    assert any("Eyes land 1 less" in row for row in rows)
    assert all(len(row.rstrip()) < size[0] for row in rows)


@pytest.mark.parametrize("dark", [True, False])
def test_prices_stand_out_from_the_map_where_all_maps_are_on_the_table(dark: bool) -> None:
    table, size = building(4), (126, 46)
    plan = plan_of(table, size, has_rail=True)
    assert plan.maps == 4
    canvas = drawn(table, size, has_rail=True, dark=dark, open_places=set())
    prices = 0
    for y in range(plan.map_area(0).y, plan.map_area(0).y + plan.map_rows):
        for top, _low, glyph in list(zip(*canvas.row(y), strict=True))[: plan.map_width]:
            if glyph is not None and glyph[0].isdecimal():
                prices += 1
                assert contrast(glyph[1], top) >= 4.5, (glyph, y)
    assert prices > 10


@pytest.mark.parametrize("language", ["en", "fr"])
def test_open_cards_are_cut_short_only_where_the_hand_needs_the_room(language: str) -> None:
    i18n.use(language)
    table = building(5)
    table.row = [CITY[name] for name in ("incense", "dyes", "textiles", "spices", "ivory")]
    hold(table, 0, metals=1)
    for size in ((100, 26), (80, 20)):
        hold(table, 0)
        y = plan_of(table, size).cards_y
        line = text(drawn(table, size))[y]
        for card in table.row if size[0] == 100 or language == "en" else ():
            assert city_title(built_in().names[card]) in line
        hold(table, 0, **dict.fromkeys(CITY, 1))
        line = text(drawn(table, size))[y][: plan_of(table, size).width]
        # Beside the small maps the open cards are left out: they stand among the choices.
        assert len(line.split()) == (2 + 5 + 10 if size[0] == 100 else 1 + 10)
        assert len(line.rstrip()) < size[0], line


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_line_of_a_chosen_route_is_never_cut_off(language: str) -> None:
    i18n.use(language)
    table = building(5)
    for city in range(5):
        for a_map in range(5):
            table.routes[a_map * 5 + city] = 0b1111 << 4 * city
    for a_map in (0, 4):
        for number in range(20):
            line = text(drawn(table, map_index=a_map, route=number))[16][:53]
            city_map = built_in()
            last = city_map.number[city_map.ends[number][1]]
            assert re.search(f"(/|{_(' of {number}').format(number='')}){last}( |,|$)", line)
            is_own = bool(table.routes[a_map * 5] >> number & 1)
            words = _("yours") if is_own else _("price {gold}")
            assert words.format(gold=city_map.price[number]) in line


def test_each_city_of_a_chosen_route_stands_before_its_routes() -> None:
    table = building(3)
    rows = text(drawn(table, route=ROUTE["pearls-spices"]))
    mark = SEAT_GLYPHS[0]
    assert row_of(rows, f"Pearls {mark}2 of 4 - Spices 0 of 4, sea, price 8")


def test_in_the_last_turn_the_black_chips_are_in_sight_in_french_too() -> None:
    i18n.use("fr")
    table = building(5, outsider=True)
    table.is_last_turn, table.deck, table.black = True, 0, 3
    lines = text(drawn(table))
    assert any(re.search("DERNIER TOUR.* 3( |$)", line) for line in lines)


@pytest.mark.parametrize("size", [(80, 17), (100, 26)])
def test_no_bits_of_the_map_are_left_beside_the_window_of_a_trade(size: tuple[int, int]) -> None:
    table = building(5)
    play(table, "offer 1", "give gold 1", "send")
    canvas = drawn(table, size, 1)
    x, _y, width, _rows, _target = next(
        target for target in canvas.targets if target[4] == ("window", 1)
    )
    assert (x, width) == (0, plan_of(table, size).width)


@pytest.mark.parametrize("height", [12, 14, 15, 17])
@pytest.mark.parametrize("seats", [2, 5])
def test_the_picture_of_a_saved_match_has_all_its_parts(height: int, seats: int) -> None:
    table = building(seats)
    whole = "\n".join(text(drawn(table, (80, height), route=-1)))
    assert "Ann" in whole
    cities = "Pearls 4", "Dyes 3", "Spices 4", "Textiles 3", "Salt 6", "Gems 5", "Ivory 3"
    assert all(city in whole for city in (*cities, "Incense 4", "Metals 4", "Horses 4"))
    assert whole.count(f"1 {SEAT_GLYPHS[0]} ") == 2, "the large map and the small one"


def test_the_open_cards_stay_in_sight_in_an_auction_below_a_full_hand() -> None:
    table = bidding(4)
    hold(table, 0, salt=2, metals=1, horses=1, dyes=1)
    play(table, names(table, table.legal())[0])
    lines = text(drawn(table, (80, 20), 0, amount=0))
    row = row_of(lines, "Open ")
    cards = [built_in().names[card].capitalize() for card in table.row]
    assert [word for word in row.split() if word in cards] == cards


def test_a_free_route_has_no_price() -> None:
    table = dealt(2)
    lines = text(drawn(table, (80, 20), 0, route=ROUTE["salt-metals"]))
    assert not any("price" in line for line in lines)


def test_a_free_route_has_the_price_that_the_viewer_pays_and_a_card_that_pays_for_it() -> None:
    table = building(2)
    table.eyes = 0
    hold(table, 0, pearls=1)
    by_card = frozenset({place(0, ROUTE["pearls-spices"])})
    open_places = {place(0, ROUTE[name]) for name in ("pearls-spices", "metals-horses")}
    view = GAME.view(table, 0)
    city_map = from_plain(view["custom"])
    canvas = drawn(table, (106, 41), open_places=open_places, card_places=by_card)
    plan = plan_of(table, (106, 41))
    area = plan.map_area(0)
    chart = chart_of(city_map, area.width, area.height)

    def label(name: str) -> str:
        x, y = chart.labels[ROUTE[name]]
        return canvas.line(area.y + y)[area.x + x - 2 : area.x + x + 2]

    assert "c+1" in label("pearls-spices")
    by_land = city_map.price[ROUTE["metals-horses"]] - 1
    assert str(by_land) in label("metals-horses"), "the Eyes make land routes cheaper"


def test_who_holds_no_city_sees_which_take_the_fewest_routes_in_french_too() -> None:
    i18n.use("fr")
    table = fresh(2)
    table.routes[0] = 1 << ROUTE["gems-ivory"]
    view = GAME.view(table, 0)
    look = Look(key=KEYS.__getitem__, names=("Ann", "Bo"), marks=SEAT_GLYPHS)
    said = set()
    for width in range(20, 80):
        canvas = drawn(table)
        canvas.fill(0, 0, canvas.width, canvas.height, canvas.pens.palette.ground)
        draw_matches(canvas, view, look, [Area(0, 0, width, 4)])
        said.add(" ".join(canvas.line(1).split()))
    short, long = "Ivoire chez vous 1 route +3 or +1 point", "encore 1 route +3 or +1 point"
    assert said == {"", short, f"Ivoire Carte Rouge {long}"}, "whole rows or none"


def test_a_map_says_whose_it_is_and_whether_you_may_build_there() -> None:
    table = fresh(2)
    for map_index, words in ((0, "Red your map"), (1, "Blue you may build here")):
        line = " ".join(drawn(table, map_index=map_index).line(0).split())
        assert words in line
    table.rights = [1, 1]
    assert "closed to you" in drawn(table, map_index=1).line(0)


def test_a_first_route_comes_with_what_its_cities_take_and_bring() -> None:
    table = dealt(2)
    way = Entry("Lay it", table.legal()[:1], "way")
    rows = text(drawn(table, route=ROUTE["gems-ivory"], entries=[way], labels=["Lay it"]))
    shown = " ".join(rows)
    assert "Gems: 3 of 5 routes win 5 gold and 1 point." in shown
    assert "Ivory: 2 of 3 routes win 3 gold and 1 point." in shown


@pytest.mark.parametrize("maps_of_others", [False, True])
def test_on_a_low_map_air_parts_the_signs_of_a_city_from_each_other_and_from_a_route(
    maps_of_others: bool,
) -> None:
    table = bidding(2)
    seat = int(maps_of_others)
    for name in ("pearls-dyes", "dyes-spices", "textiles-salt"):
        if not table.routes[seat] >> ROUTE[name] & 1:
            route(table, seat, name, seat)
    canvas = drawn(table, map_index=seat)
    line = row_of(text(canvas), "Dyes 3")
    assert f"{SEAT_GLYPHS[seat]} Dyes 3" in line
    x, y, width, _height, _city = next(
        target for target in canvas.targets if target[4] == ("city", CITY["dyes"])
    )
    _top, low, _glyphs = canvas.row(y)
    plaque = canvas.pens.palette.seat[seat]
    assert low[x] == plaque == low[x + width - 1]
    assert contrast(low[x - 1], plaque) > 2 < contrast(low[x + width], plaque)


@pytest.mark.parametrize("depth", [Depth.TRUE, Depth.FEW])
@pytest.mark.parametrize("size", SIZES)
def test_an_own_route_ends_visibly_before_an_own_city(size: tuple[int, int], depth: Depth) -> None:
    table = bidding(2)
    for name in ("pearls-dyes", "dyes-spices"):
        if not table.routes[0] >> ROUTE[name] & 1:
            route(table, 0, name, 0)
    canvas = drawn(table, size, depth=depth)
    x, y, width, _height, _city = next(
        target for target in canvas.targets if target[4] == ("city", CITY["dyes"])
    )
    ground = [canvas.colour_at(column, y) for column in range(x - 1, x + width + 1)]
    plaque = canvas.pens.palette.seat[0]
    assert ground[1] == plaque == ground[-2]
    assert contrast(ground[0], plaque) > 2 < contrast(ground[-1], plaque)


@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("size", [(80, 20), (152, 56)])
def test_a_free_route_that_a_tutorial_speaks_of_lies_on_a_band_between_signs(
    size: tuple[int, int], dark: bool
) -> None:
    table = fresh(2)
    code = place(0, ROUTE["spices-ivory"])
    plain = drawn(table, size, dark=dark)
    lit = drawn(table, size, dark=dark, lesson_places=frozenset([code]))
    before, after = "\n".join(text(plain)), "\n".join(text(lit))
    assert after.count("►") == before.count("►") + 1
    assert after.count("◄") == before.count("◄") + 1
    changed = [
        (x, y)
        for y in range(size[1])
        for x in range(size[0])
        if plain.colour_at(x, y) != lit.colour_at(x, y)
    ]
    on_line = [cell for cell in changed if lit.target_at(*cell) in (("line", code),)]
    assert len(changed) > len(on_line) > 0, "the band is wider than the line"


def test_points_have_their_unit_in_the_rail_and_what_cannot_be_put_up_yet_is_soft() -> None:
    table = dealt(2)
    colours = palette({}, True)
    view = GAME.view(table, 0)
    look = Look(names=("Ann", "Bo"), marks=SEAT_GLYPHS)
    card = seat_card(view, look, 0, colours)
    assert card.points == "0 points"
    assert view["phase"] == "free"
    inks = {ink for line in card.lines[1:] for words, ink in line if words.strip(" ●■")}
    assert inks <= {colours.soft, colours.faint}


def test_points_have_their_unit_where_the_seats_stand_on_a_row_each() -> None:
    lines = text(drawn(building(4), (110, 30)))
    assert sum(" points " in line or " 1 point " in line for line in lines) >= 4
