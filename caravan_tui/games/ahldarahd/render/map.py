"""Draws maps: cities as plaques, taken routes as ribbons, free ones with their prices."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from caravan_tui.games.ahldarahd.actions import place, route_of
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.pieces import CityMap
from caravan_tui.games.ahldarahd.render.chart import ROOM_OUTSIDE, Chart, chart_of, is_level
from caravan_tui.games.ahldarahd.render.layout import Area
from caravan_tui.games.ahldarahd.render.legend import (
    Row,
    card_letter,
    card_price,
    map_row_forms,
)
from caravan_tui.games.ahldarahd.render.look import Look
from caravan_tui.games.ahldarahd.render.small import map_mark
from caravan_tui.games.ahldarahd.render.terrain import draw_terrain
from caravan_tui.games.ahldarahd.text.titles import map_title
from caravan_tui.games.ahldarahd.view import (
    AhldarahdView,
    city_owner,
    map_names,
    owners_of,
    payment_of_viewer,
)
from caravan_tui.i18n import _
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import BLACK, WHITE, Colour, mix, readable
from caravan_tui.widgets.drawing.shapes import Point, bracket, ribbon

EDGE_SHARE = 0.85
"""Share of the dark column between a city and a route of the same owner."""

THICK, THIN, BENT, LEVEL = 1.7, 1.5, 1.1, 1.0
"""Pixels of a taken route on high maps, on low ones, of one that bends round a city there, close
to the straight ones, and of a level one there, else one band with the plaques at its ends."""


LOW_SHARE, LOW_SHARE_BY_DAY = 0.42, 0.6
"""The share of its colour in a free route that is not lit, on a low map, where much lies close
together."""

DAY_CHALK = 0.3
"""By day: how much of the ink of texts a free route has, brown on land and green-blue at sea."""

PRICE_INK, FAINT_INK = 0.95, 0.65
"""The ink of its price, and beside prices that can be paid now on a low map."""

PRICE_CONTRAST = 5.0
"""Of a price with its ground, at least."""

LESSON_HIGH, LESSON_LOW, LESSON_PAPER = 3.2, 2.2, 0.35
"""Pixels of the band below a free route that a tutorial speaks of, on high maps and on low ones;
and how pale it is."""

MOST_SLANTED = 4
"""Cells of a route on a row that are drawn as a slanted stroke, without pixels."""


def draw_map_ground(canvas: Canvas, city_map: CityMap, area: Area) -> None:
    """Draw sea and land, which are the same on all maps of a match."""
    chart = chart_of(city_map, area.width, area.height)
    draw_terrain(canvas, city_map, chart, area.x, area.y)


def draw_map(canvas: Canvas, view: AhldarahdView, look: Look, map_index: int, area: Area) -> None:
    """Draw routes and cities on the ground of a map."""
    city_map = from_plain(view["custom"])
    chart = chart_of(city_map, area.width, area.height)
    owners = owners_of(view, map_index)
    cursor = place(look.map_index, look.route) if look.route >= 0 else -1
    has_choice = bool(look.open_places)
    routes = range(city_map.route_count)
    # A click beside a route means the nearest; all that lies there goes before it.
    for (x, y), route in chart.beside.items():
        canvas.add_target(area.x + x, area.y + y, 1, 1, ("near", place(map_index, route)))
    # Taken routes above free ones; straight ones above those that bend round a city, so that near
    # it a click means the straight one.
    for route in sorted(routes, key=lambda r: (owners[r] >= 0, r not in city_map.bends)):
        code = place(map_index, route)
        is_lit = code in look.open_places or (not has_choice and code == cursor)
        _draw_route(canvas, chart, look, city_map, route, code, owners[route], area, is_lit)
        for x, y in chart.cells[route]:
            canvas.add_target(area.x + x, area.y + y, 1, 1, ("line", code))
    if cursor >= 0 and map_index == look.map_index:
        x, y = chart.labels[look.route]
        text = _label_text(view, look, cursor, owners[look.route])
        left = area.x + x - len(text) // 2
        if canvas.pens.has_pixels:
            colour = canvas.pens.palette.accent
            bracket(canvas, left - 1, 2 * (area.y + y) - 1, len(text) + 2, 4, colour, 2)
    for city in range(len(city_map.names)):
        _draw_city(canvas, view, look, chart, city_map, map_index, city, owners, area)
    for route in routes:
        if route not in chart.hidden:
            _draw_label(canvas, view, look, chart, map_index, route, owners[route], area)


def draw_map_title(
    canvas: Canvas, view: AhldarahdView, look: Look, map_index: int, area: Area, is_row: bool
) -> None:
    """Number and name of a map. `is_row`: on a row of its own above the map, with its player and
    who may build there; else on a corner of the map where no city is."""
    colours = canvas.pens.palette
    mark, colour = map_mark(canvas, view, look, map_index)
    text = f" {map_index + 1} {mark} {map_title(map_names(view)[map_index])} "
    if not is_row:
        use = _use_of_map(view, map_index)
        for words in (f"{use} ", "") if use else ("",):
            length = len(text) + len(words)
            if (spot := _free_corner(view, area, length)) is not None:
                end = canvas.put(*spot, text, colour, colours.panel, bold=True)  # no piece
                end = canvas.put(end, spot[1], words, colours.text, colours.panel)
                canvas.add_target(*spot, length, 1, ("map", map_index))
                if look.is_narrow and spot == (area.x, area.y):
                    _draw_signs(canvas, view, area, end)
                break
        return
    x, y = area.x, area.y - 1
    is_current = map_index == look.map_index
    canvas.fill(x, y, area.width, 1, colours.panel if is_current else colours.surface)
    pointer = ("►" if not look.ascii else ">") if is_current else " "
    end = canvas.put(x, y, pointer, colours.soft)  # the cursor alone is gold
    end = canvas.put(end, y, text, colours.ink, colour, bold=True)
    if map_index < view["seats"]:
        room = x + area.width - end
        holder, seat = view["rights"][map_index], view["seat"]
        name = "" if holder < 0 else f" {look.names[holder]}"
        player = f" {look.names[map_index]} "
        if map_index == seat:
            player = f" {_('your map')} "
        who = _("unowned") if holder < 0 else f"{look.marks[holder]}{name}"
        is_open = holder not in (-1, map_index)
        before, after = " " + _("Right of Passage:") + " ", ""
        if is_open and holder == seat:
            before, who, after = "  ", _("you may build here"), ""
        elif is_open:
            before, after = "  ", " " + _("may build here")
        if len(player) + len(before) + len(who) + len(after) > room:
            who = who if holder < 0 else look.marks[holder]
            before, after = " " + _("Right:") + " ", ""
        if len(player) + len(before) + len(who) + len(after) <= room:
            end = canvas.put(end, y, player, colours.text)
        end = canvas.put(end, y, before, colours.soft)
        tone = colours.soft if holder < 0 else colours.seat[holder]
        end = canvas.put(end, y, who, tone, bold=holder >= 0)
        canvas.put(end, y, after, colours.soft)
    canvas.add_target(x, y, area.width, 1, ("map", map_index))


def _draw_signs(canvas: Canvas, view: AhldarahdView, area: Area, x: int) -> None:
    """What is written on the map, behind its title from the column `x`, as far as there is room
    and nothing of the map is there."""
    colours = canvas.pens.palette
    if _free_corner(view, area, area.width) != (area.x, area.y):
        return
    forms, right = map_row_forms(canvas.pens, view), area.x + area.width

    def taken(rows: Sequence[Row]) -> int:
        return sum(row.length + len(row.words) + 3 for row in rows) - 1

    rows = next((rows for rows in forms if x + taken(rows) <= right), forms[-1])
    while rows and x + taken(rows) > right:
        rows = rows[:-1]
    canvas.fill(x, area.y, right - x, 1, colours.panel)
    x = right - taken(rows)
    for row in rows:
        for sign in row.signs:
            ground = sign.ground if canvas.pens.has_pixels else None
            x = canvas.put(
                x, area.y, sign.text, sign.ink, ground or colours.panel, bold=True,
                underline=sign.is_underlined,
            )  # fmt: skip
        x = canvas.put(x + 1, area.y, row.words, colours.soft, colours.panel) + 2


def _use_of_map(view: AhldarahdView, map_index: int) -> str:
    """Whether a map is the viewer's own, or else whether the viewer may build on it."""
    seat = view["seat"]
    if seat is None:
        return ""
    if map_index == seat:
        return _("your map")
    if map_index == view["seats"]:
        return _("all may build here")
    return _("you may build here") if view["rights"][map_index] == seat else _("closed to you")


def _free_corner(view: AhldarahdView, area: Area, length: int) -> tuple[int, int] | None:
    """A corner of a map where a title covers no city and no label."""
    city_map = from_plain(view["custom"])
    chart = chart_of(city_map, area.width, area.height)
    taken = [
        (left, end, y) for (left, end), (_x, y) in zip(chart.spans, chart.cities, strict=True)
    ] + [(x - 2, x + 3, y) for x, y in chart.labels]
    for y in (0, chart.rows - 1):
        for x in (0, chart.width - length):
            if not any(row == y and left < x + length and x < end for left, end, row in taken):
                return area.x + x, area.y + y
    return None


# Routes


def _draw_route(
    canvas: Canvas, chart: Chart, look: Look, city_map: CityMap, route: int, code: int, owner: int,
    area: Area, is_lit: bool,
) -> None:  # fmt: skip
    """A route without its label: a ribbon in its owner's colour, strokes or dots while free."""
    colours = canvas.pens.palette
    is_at_cursor = look.route >= 0 and code == place(look.map_index, look.route)
    is_marked = is_at_cursor or code in (look.hinted, look.pointed)
    chalk = WHITE if colours.dark else colours.paper_ink
    if not canvas.pens.has_pixels:
        ink = colours.soft if owner < 0 else colours.seat[owner]
        ink = colours.accent if is_marked else ink
        _draw_strokes(canvas, chart, look, city_map, route, ink, area)
        return
    if owner < 0:
        by_land = bool(city_map.land_routes >> route & 1)
        colour = mix(colours.dune[2] if by_land else colours.water[1], chalk, 0.75)
        if not colours.dark:  # else they are as grey as each other on pale ground
            colour = mix(colours.adobe[1] if by_land else colours.oasis, chalk, DAY_CHALK)
        is_quiet = canvas.pens.has_tones and not chart.is_high  # no tones: half or nothing
        low_share = LOW_SHARE if colours.dark else LOW_SHARE_BY_DAY
        share = 0.9 if is_lit else low_share if is_quiet else 0.5 if colours.dark else 0.7
        if not canvas.pens.has_tones:
            colour = colours.soft if is_lit else colours.faint
        if is_marked:
            colour, share = colours.accent, 1.0
        elif (
            code in look.lesson_places
        ):  # on a band, as what is dimmed beside it is by day no paler
            if canvas.pens.has_tones:
                band = [(area.x + x, 2 * area.y + py) for x, py in chart.paths[route]]
                band_colour = mix(colours.accent, colours.paper[0], LESSON_PAPER)
                ribbon(canvas, band, band_colour, LESSON_HIGH if chart.is_high else LESSON_LOW)
            colour, share = chalk if canvas.pens.has_tones else colours.accent, 1.0
        for x, py in chart.trails[route]:
            if 0 <= x < area.width:
                canvas.pixel(area.x + x, 2 * area.y + py, colour, share)
        return
    points: list[Point] = [(area.x + x, 2 * area.y + py) for x, py in chart.paths[route]]
    if code in look.growing:
        points = points[: max(2, round(len(points) * look.growth))]
    thick = THICK if chart.is_high else THIN
    side = city_map.bends.get(route)
    if side in ("north", "south") and not chart.is_high:
        # On the outer row of pixels: a row is free between it and the straight ones.
        thick, away = BENT, -0.5 if side == "north" else 0.5
        away *= chart.rows < ROOM_OUTSIDE
        points = [(x, py + away) for x, py in points]
    elif not chart.is_high and is_level(city_map, chart.cities, route):
        points, thick = [(x, py - 0.5) for x, py in points], LEVEL
    if is_marked:
        ribbon(canvas, points, colours.accent, thick + 1.2)
    ribbon(canvas, points, mix(colours.seat[owner], BLACK, 0.06), thick)


def _draw_strokes(
    canvas: Canvas, chart: Chart, look: Look, city_map: CityMap, route: int, ink: Colour, area: Area
) -> None:
    """A route in characters, for a table without pixels: strokes on land, waves at sea."""
    by_land = city_map.land_routes >> route & 1
    level, down, up = ("-", "\\", "/") if look.ascii else ("─", "╲", "╱")
    groups = [list(group) for _y, group in itertools.groupby(chart.cells[route], lambda c: c[1])]
    for number, group in enumerate(groups):
        before, after = groups[max(0, number - 1)], groups[min(len(groups) - 1, number + 1)]
        x, y = group[len(group) // 2]
        if not by_land:
            text, x = ("~" if look.ascii else "≈") * len(group), min(group)[0]
        elif len(group) > MOST_SLANTED:
            text, x = level * len(group), min(group)[0]
        else:
            across = after[len(after) // 2][0] - before[len(before) // 2][0]
            across *= after[0][1] - before[0][1]
            text = ("|" if look.ascii else "│") if not across else down if across > 0 else up
        canvas.put(area.x + x, area.y + y, text, ink)


def _label_text(view: AhldarahdView, look: Look, code: int, owner: int) -> str:
    """The mark of the owner; of a free route what the viewer pays: gold, or a card and the gold
    beside it. Of those that are laid for nothing, what each saves."""
    if owner >= 0:
        return f" {look.marks[owner]} "
    by_gold, with_card = payment_of_viewer(view, route_of(code))
    if code in look.card_places:
        return card_price(with_card)
    return str(by_gold)


def _draw_label(
    canvas: Canvas, view: AhldarahdView, look: Look, chart: Chart, map_index: int, route: int,
    owner: int, area: Area,
) -> None:  # fmt: skip
    """The price of a free route on gold if something can be done with it, else dim, a card that
    pays for it on paper; the mark of the owner of a taken one."""
    colours = canvas.pens.palette
    code = place(map_index, route)
    text = _label_text(view, look, code, owner)
    x, y = chart.labels[route]
    x, y = area.x + x, area.y + y
    left = x - len(text) // 2
    # Nothing is paid for the first routes: their prices are as dim as on the other maps.
    payable = look.open_places if view["phase"] != "free" else ()
    is_open = code in payable
    is_at_cursor = look.route >= 0 and code == place(look.map_index, look.route)
    is_plain = not canvas.pens.has_pixels
    ground: Colour | None
    is_crowded = bool(payable) and not chart.is_high and not is_plain
    if owner >= 0:
        ink, ground = colours.ink, colours.seat[owner]
    elif is_open:
        ink, ground = colours.ink, colours.gold
    else:
        under = canvas.colour_at(x, y) if canvas.pens.has_tones else colours.ground
        # On a low map the others are fainter beside those that can be had.
        share = FAINT_INK if is_crowded else PRICE_INK
        if is_crowded:
            under = colours.ground  # not a lit route that runs below it
        ground = mix(under, colours.rim, 0.15 if is_crowded else 0.35)
        ink = readable(mix(under, colours.text, share), ground, PRICE_CONTRAST)
    if is_plain:
        text = text.strip()
        left = x - len(text) // 2
        if owner < 0:
            ink, ground = (colours.text if is_open else colours.soft), None
    signs = ("", "")
    if is_at_cursor:
        signs = ("[", "]") if is_plain else ("", "")
        if not is_plain or owner < 0:
            ink, ground = colours.ink, colours.accent
    elif code == look.hinted or (owner < 0 and code in look.lesson_places):
        signs = ("<", ">") if is_plain else ("►", "◄")
    elif code in look.changed:
        signs = ("*", "*") if is_plain else ("►", "◄")
    is_underlined = is_open and is_plain
    is_bold = owner >= 0 or is_open
    canvas.put(left, y, text, ink, ground, bold=is_bold, underline=is_underlined)
    if code in look.card_places and owner < 0 and not (is_plain or is_at_cursor):
        card = card_letter()
        canvas.put(left, y, card, colours.paper_ink, colours.paper[0], bold=True)
    for sign, column in zip(signs, (left - 1, left + len(text)), strict=True):
        if sign:
            canvas.put(column, y, sign, colours.accent, bold=True)
    canvas.add_target(x - 2, y, 4, 1, ("route", code))


# Cities


def _draw_city(
    canvas: Canvas, view: AhldarahdView, look: Look, chart: Chart, city_map: CityMap,
    map_index: int, city: int, owners: Sequence[int], area: Area,
) -> None:  # fmt: skip
    """A plaque with name and number in the colour of who controls the city, and below it a pixel
    a route into the city in the colour of its owner: more than half of them is control."""
    colours = canvas.pens.palette
    owner = city_owner(view, map_index, city)
    text = chart.texts[city]
    night = view["night"]
    is_threatened = night is not None and night["city"] == city
    end = "!" if is_threatened else " "
    left, right = (area.x + column for column in chart.spans[city])
    y = area.y + chart.cities[city][1]
    ground: Colour | None = colours.paper[0]
    ink = colours.paper_ink
    if owner >= 0:
        mark = look.marks[owner]
        if chart.is_roomy:
            text = f" {mark} {text}{end}"
        else:  # as long as the plaque of a free city
            text = f"{mark}{text}{end}" if is_threatened else f"{mark} {text}"
        if not canvas.pens.has_pixels:  # a letter would read as a part of the name
            text = f"{mark} {chart.texts[city]}{end.strip()}"
        ink, ground = colours.ink, colours.seat[owner]
    else:
        text = f" {text}{end}"
        left += chart.is_roomy
        if not canvas.pens.has_pixels:
            ink, ground = colours.text, None
    if is_threatened:
        ground = colours.loss
    canvas.put(left, y, text, ink, ground, bold=True)
    for side in _own_sides(chart, city_map, city, owners, owner):
        column = left - 1 if side < 0 else left + len(text)
        rows = 2 if chart.is_high else 1  # above it runs the thin route
        canvas.rect(column, 2 * y + 2 - rows, 1, rows, colours.rim, EDGE_SHARE)
    canvas.add_target(left, y, right - left, 1, ("city", city))
    if not canvas.pens.has_tones or chart.cities[city][1] + 1 >= area.height:
        return
    canvas.rect(left, 2 * y + 2, len(text), 1, colours.rim, 0.7)
    into = [owners[route] for route in range(city_map.route_count) if city in city_map.ends[route]]
    into.sort(key=lambda seat: (seat < 0, -into.count(seat), seat))
    for number, seat in enumerate(into[: len(text) - 2]):
        free = mix(colours.paper[0], colours.rim, 0.5)
        canvas.pixel(left + 1 + number, 2 * y + 2, colours.seat[seat] if seat >= 0 else free)


def _own_sides(
    chart: Chart, city_map: CityMap, city: int, owners: Sequence[int], owner: int
) -> set[int]:
    """The sides, -1 or 1, on which a level route of whoever controls a city comes to its plaque:
    in one colour both would be one band."""
    x, y = chart.cities[city]
    sides = set()
    for route, ends in enumerate(city_map.ends):
        if owner < 0 or owners[route] != owner or city not in ends or route in city_map.bends:
            continue
        other_x, other_y = chart.cities[ends[0] if ends[1] == city else ends[1]]
        if other_y == y:
            sides.add(1 if other_x > x else -1)
    return sides
