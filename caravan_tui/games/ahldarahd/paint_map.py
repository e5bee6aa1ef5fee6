"""Draws one map large: cities with who controls them, routes with their prices and owners."""

from __future__ import annotations

from itertools import pairwise

from rich.style import Style

from caravan_tui.games.ahldarahd.look import Look
from caravan_tui.games.ahldarahd.map import Board, board
from caravan_tui.games.ahldarahd.titles import city_title
from caravan_tui.games.contract import View
from caravan_tui.widgets.canvas import Canvas


def places_on_screen(here: Board, width: int, rows: int) -> list[tuple[int, int]]:
    """Where the middle of each city is drawn, in columns and rows of the map's own area."""
    xs = [x for x, _y in here.places]
    ys = [y for _x, y in here.places]
    left, right = min(xs), max(xs)
    top, bottom = min(ys), max(ys)
    low = 1 if any(side == "north" for side in here.bends.values()) else 0
    high = rows - 1 - (1 if any(side == "south" for side in here.bends.values()) else 0)
    # The outermost names end at the edges, the one on the left behind its mark.
    lengths = [len(_city_text(here, city)) for city in range(len(here.names))]
    before = 1 + max(n // 2 for n, x in zip(lengths, xs, strict=True) if x == left)
    behind = max(n - n // 2 for n, x in zip(lengths, xs, strict=True) if x == right)
    across = max(1, right - left)
    down = max(1, bottom - top)
    return [
        (
            before + round((x - left) * (width - before - behind) / across),
            low + round((y - top) * (high - low) / down),
        )
        for x, y in here.places
    ]


def middles(here: Board, width: int, rows: int) -> list[tuple[int, int]]:
    """Where the label of each route stands."""
    spots = places_on_screen(here, width, rows)
    found = []
    for route, (a, b) in enumerate(here.ends):
        (ax, ay), (bx, by) = spots[a], spots[b]
        x, y = (ax + bx) // 2, round((ay + by) / 2)
        side = here.bends.get(route)
        if side == "north":
            y = max(0, min(ay, by) - 1)
        elif side == "south":
            y = min(rows - 1, max(ay, by) + 1)
        elif side == "west":
            x = max(0, min(ax, bx) - 6)
        elif side == "east":
            x = min(width - 2, max(ax, bx) + 6)
        elif ay == by:
            # Between what is written of the two cities, not between their middles.
            if ax > bx:
                a, b, ax, bx = b, a, bx, ax
            _left, end = _written(here, a, ax)
            begin, _end = _written(here, b, bx)
            x = (end + begin) // 2
        found.append((x, y))
    return found


def nearest(here: Board, route: int, dx: int, dy: int, width: int, rows: int) -> int:
    """The route whose label lies next to that of `route` in a direction, -1 if there is none."""
    spots = middles(here, width, rows)
    x, y = spots[route]
    best, best_cost = -1, 1e9
    for other, (ax, ay) in enumerate(spots):
        ahead = (ax - x) * dx / 3 + (ay - y) * dy
        aside = abs(ay - y) if dx else abs(ax - x) / 3
        if ahead > 0.3 and ahead + 2 * aside < best_cost:
            best, best_cost = other, ahead + 2 * aside
    return best


def paint_map(
    canvas: Canvas, view: View, look: Look, a_map: int, x: int, y: int, width: int, rows: int
) -> None:
    """One map, in so many columns and rows."""
    here = board(view["house"])
    spots = places_on_screen(here, width, rows)
    mids = middles(here, width, rows)
    owners = owners_of(view, a_map, here.routes)
    styles = look.styles
    under = look.route if a_map == look.a_map else -1
    # Straight routes above those that bend round a city: near it a click means the straight one.
    for route in sorted(range(here.routes), key=lambda route: route not in here.bends):
        a, b = here.ends[route]
        owner = owners[route]
        code = a_map << 6 | route
        style = styles["dim"] if owner < 0 else styles[f"seat-{owner}"]
        if route == under or code == look.pointed:
            style = styles["accent"]
        land = bool(here.land >> route & 1)
        knots = [spots[a], mids[route], spots[b]] if route in here.bends else [spots[a], spots[b]]
        for start, end in pairwise(knots):
            _line(canvas, x, y, start, end, land, look.ascii, style, code)
    for city, (cx, cy) in enumerate(spots):
        _city(canvas, view, look, here, a_map, city, x + cx, y + cy)
    for route, (mx, my) in enumerate(mids):
        price = here.price[route]
        _route(canvas, look, a_map << 6 | route, price, owners[route], x + mx, y + my)


def _line(
    canvas: Canvas,
    x: int,
    y: int,
    start: tuple[int, int],
    end: tuple[int, int],
    land: bool,
    ascii_only: bool,
    style: Style,
    code: int,
) -> None:
    """A land route in strokes, a sea route in waves; a click on any of them means the route."""
    (ax, ay), (bx, by) = start, end
    level = abs(bx - ax) > 5 * abs(by - ay)
    steps = max(1, abs(bx - ax) if level else abs(by - ay))
    if level:
        stroke = "-" if ascii_only else "─"
    elif abs(bx - ax) * 2 < abs(by - ay):
        stroke = "|" if ascii_only else "│"
    elif (bx - ax) * (by - ay) > 0:
        stroke = "\\" if ascii_only else "╲"
    else:
        stroke = "/" if ascii_only else "╱"
    if not land:
        stroke = "~" if ascii_only else "≈"
    for step in range(1, steps):
        at = x + round(ax + (bx - ax) * step / steps)
        row = y + round(ay + (by - ay) * step / steps)
        canvas.put(at, row, stroke, style)
        canvas.target(at, row, 1, 1, ("line", code))


def _written(here: Board, city: int, x: int) -> tuple[int, int]:
    """The column of the mark before a city's name, and the column after its number."""
    length = len(_city_text(here, city))
    left = x - length // 2
    return left - 1, left + length


def _city_text(here: Board, city: int) -> str:
    """`Salt 6`: name and number."""
    return f"{city_title(here.names[city])} {here.number[city]}"


def _city(
    canvas: Canvas, view: View, look: Look, here: Board, a_map: int, city: int, x: int, y: int
) -> None:
    """`●Salt 6`: who controls it, name, number."""
    owner = -1
    for seat, mask in enumerate(view["control"][a_map]):
        if mask >> city & 1:
            owner = seat
    text = _city_text(here, city)
    left = x - len(text) // 2
    style = look.styles["bold"]
    if owner >= 0:
        style = look.styles[f"seat-{owner}"] + Style(underline=True)
        # A letter would read as a part of the name.
        stands_out = Style(reverse=look.ascii)
        canvas.put(left - 1, y, look.marks[owner], look.styles[f"seat-{owner}"] + stands_out)
    night = view["night"]
    if night is not None and night["city"] == city:
        style += Style(reverse=True)
        canvas.put(left + len(text), y, "!", look.styles["bad"])
    canvas.put(left, y, text, style)
    canvas.target(left, y, len(text), 1, ("city", city))


def _route(canvas: Canvas, look: Look, code: int, price: int, owner: int, x: int, y: int) -> None:
    """The price of a free route, the mark of an owned one; brackets under the cursor."""
    text = look.marks[owner] if owner >= 0 else str(price)
    style = look.styles["dim"]
    if owner >= 0:
        style = look.styles[f"seat-{owner}"]
    elif code in look.open_places:
        style = look.styles["bold"]
    if code in look.open_places:
        style = style + Style(underline=True)
    left = x - len(text) // 2
    if code == look.a_map << 6 | look.route and look.route >= 0:
        text, left, style = f"[{text}]", left - 1, look.styles["cursor"]
    elif code in look.fresh:
        text, left, style = f"*{text}*", left - 1, look.styles["cursor"]
    elif code == look.pointed:
        text, left, style = f"<{text}>", left - 1, look.styles["accent"]
    canvas.put(left, y, text, style)
    canvas.target(x - 2, y, 4, 1, ("route", code))


def owners_of(view: View, a_map: int, routes: int) -> list[int]:
    """The seat that owns each route of a map, -1 none."""
    owners = [-1] * routes
    for seat, mask in enumerate(view["routes"][a_map]):
        for route in range(routes):
            if mask >> route & 1:
                owners[route] = seat
    return owners
