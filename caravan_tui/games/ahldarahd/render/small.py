"""Draws small maps: all of them beside or below the one that is drawn large."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from caravan_tui.games.ahldarahd.actions import CITIES, map_of
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.pieces import CityMap
from caravan_tui.games.ahldarahd.render.layout import Area, Layout
from caravan_tui.games.ahldarahd.render.legend import right_letter
from caravan_tui.games.ahldarahd.render.look import Look
from caravan_tui.games.ahldarahd.text.titles import city_title, map_title, two_letters
from caravan_tui.games.ahldarahd.view import AhldarahdView, city_owner, map_names, owners_of
from caravan_tui.i18n import _, _n
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, mix
from caravan_tui.widgets.drawing.depth import Pens
from caravan_tui.widgets.drawing.shapes import Point, ribbon

LEAST_MARKS = 8
"""Pixels of a picture from which its cities have marks."""


CHIP = 2
"""Columns of a city that is drawn as a chip."""

TABLE_HEAD = 4
"""Columns of the key and mark of a map that is a row of a table."""

SHARES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9, 0.0, 1.0)
"""Where along a route of a picture the mark of its owner may stand, the middle first."""


def map_mark(canvas: Canvas, view: AhldarahdView, look: Look, map_index: int) -> tuple[str, Colour]:
    """The mark of a map and its colour: those of its seat, or a plus for the neutral one."""
    colours = canvas.pens.palette
    if map_index >= view["seats"]:
        return "+", colours.soft
    return look.marks[map_index], colours.seat[map_index]


def draw_tiles(canvas: Canvas, view: AhldarahdView, look: Look, plan: Layout) -> None:
    """Draw all small maps; the current one is lit."""
    if not plan.tiles.width:
        return
    colours = canvas.pens.palette
    canvas.fill(plan.tiles.x, plan.tiles.y, plan.tiles.width, plan.tiles.height, colours.surface)
    if plan.has_tile_table:
        _draw_table_head(canvas, view, plan)
    titles = [_title(canvas, view, look, number) for number in range(plan.map_count)]
    longest = 2 + max(map(len, titles))
    if plan.tile[1] == 1 and longest + 1 + CITIES > plan.tile[0]:
        # Beside its cities a map has its mark alone.
        titles = [map_mark(canvas, view, look, number)[0] for number in range(plan.map_count)]
        longest = 2 + max(map(len, titles))
    for map_index in range(plan.map_count):
        area = plan.tile_area(map_index)
        is_current = map_index == look.map_index
        ground = colours.surface
        if is_current:
            ground = mix(colours.panel, map_mark(canvas, view, look, map_index)[1], 0.2)
        gap = _gap_after(area, plan)
        canvas.fill(area.x, area.y, area.width - gap, area.height, ground)
        canvas.add_target(area.x, area.y, area.width, area.height, ("map", map_index))
        if plan.has_tile_table:
            _draw_table_row(canvas, view, look, map_index, area)
            continue
        if plan.is_narrow:
            is_at_edge = area.x + area.width == plan.tiles.x + plan.tiles.width
            _draw_short_head(canvas, view, look, map_index, area, gap, is_at_edge=is_at_edge)
        else:
            _draw_head(canvas, view, look, map_index, titles[map_index], area)
        if area.height >= LEAST_PICTURED and canvas.pens.has_pixels:
            picture = Area(area.x + 1, area.y + 1, area.width - 2 - gap, area.height - 1)
            chips = Area(area.x, area.y + 1, area.width - gap, area.height - 1)
            if cells := chip_cells(from_plain(view["custom"]), chips.width, chips.height):
                _draw_chips(canvas, view, look, map_index, chips, cells)
                continue
            _draw_picture(canvas, view, look, map_index, picture)
        else:
            _draw_cities(canvas, view, look, map_index, area, longest)


def draws_chips(pens: Pens, plan: Layout, city_map: CityMap) -> bool:
    """Whether the cities of small maps are chips with letters."""
    if not (pens.has_pixels and plan.tiles.width and plan.tile[1] >= LEAST_PICTURED):
        return False
    area = plan.tile_area(0)
    return bool(chip_cells(city_map, area.width - _gap_after(area, plan), area.height - 1))


def _gap_after(area: Area, plan: Layout) -> int:
    """Columns that a tile leaves free at its right."""
    return 1 if plan.tiles_across > 1 and (area.width > TIGHT or plan.is_narrow) else 0


LEAST_PICTURED = 3
"""Rows of a tile that has a picture below its head."""

TIGHT = 16
"""Columns of a tile that has no gap after it."""


def _title(canvas: Canvas, view: AhldarahdView, look: Look, map_index: int) -> str:
    """`▲ Green`, which stands behind its number."""
    mark, _colour = map_mark(canvas, view, look, map_index)
    return f"{mark} {map_title(map_names(view)[map_index])}"


def _counts(view: AhldarahdView, map_index: int) -> list[tuple[int, int]]:
    """How many cities of a map each seat controls, and the seat, most first."""
    counts = [
        (mask.bit_count(), seat) for seat, mask in enumerate(view["control"][map_index]) if mask
    ]
    return sorted(counts, key=lambda pair: (-pair[0], pair[1]))


def _draw_head(
    canvas: Canvas, view: AhldarahdView, look: Look, map_index: int, text: str, area: Area
) -> None:
    """Number, and mark and name; in a roomy tile also who holds its Right, and its cities by
    seat."""
    colours, is_roomy = canvas.pens.palette, area.height >= 3
    _mark, colour = map_mark(canvas, view, look, map_index)
    is_current = map_index == look.map_index
    x, y = area.x, area.y
    number = str(map_index + 1)
    ink, ground = (colours.ink, colours.accent) if is_current else (colours.accent, colours.raised)
    if not canvas.pens.has_pixels:
        end = canvas.put(x, y, f"{number} {text}", colours.ink if is_current else colour,
                         colours.accent if is_current else None, bold=True)  # fmt: skip
    else:
        end = canvas.put(x, y, f" {number} " if is_roomy else number, ink, ground, bold=True)
        end = canvas.put(end + 1, y, text, colour, bold=True)
    if _has_changed(look, map_index):
        sign = "*" if not canvas.pens.has_pixels else "◄"
        end = canvas.put(end + 1, y, sign, colours.accent, bold=True)
    counts = _counts(view, map_index)
    holder = view["rights"][map_index] if map_index < view["seats"] else -1
    if is_roomy and holder >= 0:
        taken = sum(len(f"{count}") + 2 for count, _seat in counts)
        words = _("Right:") + " "
        if end + 1 + len(words) + 1 + taken + 1 > area.x + area.width:
            words = right_letter()
        end = canvas.put(end + 1, y, words, colours.soft)
        end = canvas.put(end, y, look.marks[holder], colours.seat[holder], bold=True)
    if is_roomy:
        right = area.x + area.width - 1
        for count, seat in reversed(counts):
            words = f"{look.marks[seat]}{count}"
            if right - len(words) <= end:
                continue
            right -= len(words)
            canvas.put(right, y, words, colours.seat[seat], bold=True)
            right -= 1
    elif area.height > 1 and holder >= 0:
        words = _("Right:") + " " + look.marks[holder]
        if end + 1 + len(words) > area.x + area.width - 1:
            words = right_letter() + look.marks[holder]
        start = area.x + area.width - 1 - len(words)
        if start > end:
            canvas.put(start, y, words[:-1], colours.soft)
            canvas.put(start + len(words) - 1, y, words[-1], colours.seat[holder], bold=True)


def _counted_columns(view: AhldarahdView, map_index: int) -> int:
    """The columns that the counts of a map take, each with a blank before it."""
    return sum(2 + len(str(count)) for count, _seat in _counts(view, map_index))


def _draw_short_head(
    canvas: Canvas, view: AhldarahdView, look: Look, map_index: int, area: Area, gap: int, *,
    is_at_edge: bool,
) -> None:  # fmt: skip
    """The key, mark and name of a map, and its cities by seat, as far as there is room for them. At
    the edge of the table a longer one may take the gap after it."""
    colours = canvas.pens.palette
    mark, colour = map_mark(canvas, view, look, map_index)
    is_current = map_index == look.map_index
    changed = "*" if _has_changed(look, map_index) else " "
    ink, ground = (colours.ink, colours.accent) if is_current else (colours.accent, colours.raised)
    width = area.width - gap
    counts = _counts(view, map_index)
    name = _title(canvas, view, look, map_index)
    number = f"{changed}{map_index + 1}"
    if any(
        len(number) + 1 + len(_title(canvas, view, look, other)) + _counted_columns(view, other)
        > area.width - gap
        for other in range(len(view["routes"]))
    ):
        number = number.strip()
    taken = len(number) + 1 + len(name) + _counted_columns(view, map_index)
    if is_at_edge and taken == width + 1:
        width += 1
    right = area.x + width
    if taken > width:
        name = mark  # it names the map as well, and the large map says the rest
    x = canvas.put(area.x, area.y, number, ink, ground, bold=True)
    x = canvas.put(x + 1, area.y, name, colour, bold=True)
    counted = [f"{look.marks[seat]}{count}" for count, seat in counts]
    while counted and x + sum(len(words) + 1 for words in counted) > right:
        counted.pop()
    for words, (_count, seat) in reversed(list(zip(counted, counts, strict=False))):
        right -= len(words)
        canvas.put(right, area.y, words, colours.seat[seat], bold=True)
        right -= 1


def _draw_table_head(canvas: Canvas, view: AhldarahdView, plan: Layout) -> None:
    """The cities, two letters each, above the columns of their holders, and at the end the Right
    of each map."""
    colours, tiles = canvas.pens.palette, plan.tiles
    y = tiles.y - 1
    canvas.fill(tiles.x, y, tiles.width, 1, colours.panel)
    names = [city_title(name) for name in from_plain(view["custom"]).names]
    for number, word in enumerate(two_letters(names)):
        x = tiles.x + TABLE_HEAD + CHIP * number
        canvas.put(x, y, word, colours.soft if number % 2 else colours.text)
    canvas.put(tiles.x + tiles.width - 1, y, right_letter(), colours.soft)


def _draw_table_row(
    canvas: Canvas, view: AhldarahdView, look: Look, map_index: int, area: Area
) -> None:
    """The key and mark of a map, each of its cities on the ground of who holds it, and who holds
    its Right."""
    colours, x, y = canvas.pens.palette, area.x, area.y
    mark, colour = map_mark(canvas, view, look, map_index)
    is_current = map_index == look.map_index
    ink, ground = (colours.ink, colours.accent) if is_current else (colours.accent, colours.raised)
    changed = "*" if _has_changed(look, map_index) else " "
    canvas.put(x, y, f"{changed}{map_index + 1}", ink, ground, bold=True)
    canvas.put(x + 2, y, mark, colour, bold=True)
    for city in range(CITIES):
        owner, column = city_owner(view, map_index, city), x + TABLE_HEAD + CHIP * city
        if owner < 0:
            dot = "." if look.ascii else "·"
            canvas.put(column, y, dot, colours.soft if city % 2 else colours.text)
            continue
        held = colours.seat[owner] if canvas.pens.has_pixels else None
        ink = colours.ink if canvas.pens.has_pixels else colours.seat[owner]
        canvas.put(column, y, f"{look.marks[owner]} ", ink, held, bold=True)
    holder = view["rights"][map_index] if map_index < view["seats"] else -1
    if holder >= 0:
        right = area.x + area.width - 1
        canvas.put(right, y, look.marks[holder], colours.seat[holder], bold=True)


def _has_changed(look: Look, map_index: int) -> bool:
    """Whether routes of a map have changed since the viewer's last move, and it is not shown."""
    is_current = map_index == look.map_index
    return not is_current and any(map_of(code) == map_index for code in look.changed)


def _draw_cities(
    canvas: Canvas, view: AhldarahdView, look: Look, map_index: int, area: Area, longest: int
) -> None:
    """The cities in a row with who controls them, and below a title how many each seat has."""
    colours = canvas.pens.palette
    y = area.y + 1 if area.height > 1 else area.y
    x = area.x + 1 if area.height > 1 else area.x + min(longest + 1, area.width - CITIES)
    for city in range(CITIES):
        owner = city_owner(view, map_index, city)
        if owner < 0:
            canvas.put(x + city, y, "." if look.ascii else "·", colours.soft)
        else:
            ground = colours.seat[owner] if canvas.pens.has_pixels else None
            ink = colours.ink if canvas.pens.has_pixels else colours.seat[owner]
            canvas.put(x + city, y, look.marks[owner], ink, ground, bold=True)
    if area.height == 1:
        return
    x += CITIES + 1
    counts = _counts(view, map_index)
    for count, seat in counts:
        words = f"{look.marks[seat]}{count}"
        if x + len(words) >= area.x + area.width:
            return
        x = canvas.put(x, y, words, colours.seat[seat], bold=True) + 1
    words = _n("city", "cities", sum(count for count, _seat in counts))
    if counts and x + len(words) < area.x + area.width:
        canvas.put(x, y, words, colours.soft)


@lru_cache(32)
def _places(city_map: CityMap, width: int, pixels: int) -> list[tuple[int, int]]:
    """Column and row of pixels of each city in a picture."""
    xs = [x for x, _y in city_map.coordinates]
    ys = [y for _x, y in city_map.coordinates]
    north, south = ("north" in city_map.bends.values(), "south" in city_map.bends.values())
    top = 1 if pixels >= LEAST_MARKS and north else 0
    room = pixels - 1 - top - (1 if pixels >= LEAST_MARKS and south else 0)
    wide = width - (2 if pixels >= LEAST_MARKS else 1)
    return [
        (
            (x - min(xs)) * wide // max(1, max(xs) - min(xs)),
            top + round((y - min(ys)) * room / max(1, max(ys) - min(ys))),
        )
        for x, y in city_map.coordinates
    ]


@lru_cache(32)
def chip_cells(city_map: CityMap, width: int, rows: int) -> list[tuple[int, int]]:
    """Column and row of a chip for each city in an area; nothing where chips would touch, or two
    rows of cities would be one."""
    xs = [x for x, _y in city_map.coordinates]
    ys = [y for _x, y in city_map.coordinates]
    levels = sorted(set(ys))
    wide, high = max(1, max(xs) - min(xs)), max(1, max(ys) - min(ys))
    cells = [
        ((x - min(xs)) * (width - CHIP) // wide, round((y - min(ys)) * (rows - 1) / high))
        for x, y in city_map.coordinates
    ]
    apart = all(
        row != other_row or abs(x - other_x) > CHIP
        for number, (x, row) in enumerate(cells)
        for other_x, other_row in cells[:number]
    )
    return cells if apart and len({row for _x, row in cells}) == len(levels) else []


def _draw_chips(
    canvas: Canvas, view: AhldarahdView, look: Look, map_index: int, area: Area,
    cells: Sequence[tuple[int, int]],
) -> None:  # fmt: skip
    """Each city as a chip with its first letter, in a held one behind the mark of its owner and in
    that colour; taken routes as lines, fainter, so that a city stands out for what it is."""
    colours = canvas.pens.palette
    city_map = from_plain(view["custom"])
    points: list[Point] = [(area.x + x + CHIP / 2, 2 * (area.y + row) + 1) for x, row in cells]
    for route, owner in enumerate(owners_of(view, map_index)):
        if owner < 0:
            continue
        colour = colours.seat[owner]
        if canvas.pens.has_tones:
            colour = mix(colour, colours.surface, 0.45)
        a, b = city_map.ends[route]
        ribbon(canvas, [points[a], points[b]], colour, 0.6)
    for city, (x, row) in enumerate(cells):
        owner = city_owner(view, map_index, city)
        letter = city_title(city_map.names[city])[0]
        held = owner >= 0
        canvas.put(
            area.x + x, area.y + row, f"{look.marks[owner] if held else ' '}{letter}",
            colours.ink if held else colours.soft,
            colours.seat[owner] if held else colours.raised, bold=held,
        )  # fmt: skip


def _draw_picture(
    canvas: Canvas, view: AhldarahdView, look: Look, map_index: int, area: Area
) -> None:
    """Cities as squares and taken routes as lines, in the colours of their owners."""
    colours = canvas.pens.palette
    city_map = from_plain(view["custom"])
    pixels = 2 * area.height
    places = _places(city_map, area.width, pixels)
    has_marks = pixels >= LEAST_MARKS
    dim = 0.0 if has_marks or not canvas.pens.has_tones else 0.4
    half = 1.0 if has_marks else 0.5
    points: list[Point] = [(area.x + x + half, 2 * area.y + py + 0.5) for x, py in places]
    owners = owners_of(view, map_index)
    for route, owner in enumerate(owners):
        if owner < 0:
            continue
        a, b = city_map.ends[route]
        path = [points[a], points[b]]
        side = city_map.bends.get(route)
        if side in ("north", "south") and has_marks:
            down = -1.0 if side == "north" else 1.0
            path = [path[0], (path[0][0] + 2, path[0][1] + down),
                    (path[1][0] - 2, path[1][1] + down), path[1]]  # fmt: skip
        colour = colours.seat[owner]
        if canvas.pens.has_tones:
            colour = mix(colour, colours.surface, 0.3)
        ribbon(canvas, path, colour, 0.6)
    for city, (x, py) in enumerate(places):
        owner = city_owner(view, map_index, city)
        colour = colours.seat[owner] if owner >= 0 else mix(colours.faint, colours.surface, dim)
        canvas.rect(area.x + x, 2 * area.y + py, 2 if has_marks else 1, 1, colour)
    for route, owner in enumerate(owners):
        (x, py), (other_x, other_py) = (places[city] for city in city_map.ends[route])
        if has_marks and owner >= 0 and py == other_py and abs(x - other_x) <= 2:
            # its cities touch, so it has the sides with which they do
            canvas.rect(area.x + max(x, other_x) - 1, 2 * area.y + py, 2, 1, colours.seat[owner])
    if not has_marks:
        _sign_routes(canvas, look, city_map, points, owners)
    if has_marks:
        for city, (x, py) in enumerate(places):
            owner = city_owner(view, map_index, city)
            if owner >= 0:
                canvas.put(
                    area.x + x, area.y + py // 2, f"{look.marks[owner]} ", colours.ink,
                    colours.seat[owner], bold=True,
                )  # fmt: skip


def _sign_routes(
    canvas: Canvas, look: Look, city_map: CityMap, points: Sequence[Point], owners: Sequence[int]
) -> None:
    """The mark of its owner on each taken route: near its middle, in a cell of its own beside its
    cities where there is one."""
    colours = canvas.pens.palette
    cities = {(int(x), int(py) // 2) for x, py in points}
    signed: set[tuple[int, int]] = set()
    for route, owner in enumerate(owners):
        if owner < 0:
            continue
        (x, py), (other_x, other_py) = (points[city] for city in city_map.ends[route])
        cells = [
            (int(x + (other_x - x) * share), int(py + (other_py - py) * share) // 2)
            for share in SHARES
        ]
        free = [cell for cell in cells if cell not in signed]
        column, row = next((cell for cell in free if cell not in cities), (free or cells)[0])
        signed.add((column, row))
        canvas.put(column, row, look.marks[owner], colours.ink, colours.seat[owner], bold=True)
