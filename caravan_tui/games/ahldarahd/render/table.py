"""Draws the whole table: maps, seats, wares, what is going on, and the choices."""

from __future__ import annotations

from functools import partial

from caravan_tui.games.ahldarahd.actions import map_of
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.moves import KEYED
from caravan_tui.games.ahldarahd.render.choices import choices_width, draw_choices
from caravan_tui.games.ahldarahd.render.foot import (
    KNOWN_WIDTH,
    choice_area,
    draw_foot,
    draw_trade,
    has_known_cards,
)
from caravan_tui.games.ahldarahd.render.layout import Area, Layout
from caravan_tui.games.ahldarahd.render.legend import draw_legend, map_lines
from caravan_tui.games.ahldarahd.render.look import Look
from caravan_tui.games.ahldarahd.render.map import draw_map, draw_map_ground, draw_map_title
from caravan_tui.games.ahldarahd.render.matches import (
    LEAST_GOAL_ROWS,
    draw_goals,
    draw_matches,
    draw_nearest_of_others,
)
from caravan_tui.games.ahldarahd.render.moment import (
    draw_about,
    draw_moment,
    draw_terms,
    draw_use,
    terms_width,
)
from caravan_tui.games.ahldarahd.render.panel import (
    draw_known_cards,
    draw_page,
    draw_seats,
    draw_signs_in,
    rows_of_hands,
)
from caravan_tui.games.ahldarahd.render.small import draw_tiles
from caravan_tui.games.ahldarahd.render.trade import draw_offer_keys
from caravan_tui.games.ahldarahd.render.wares import draw_cards
from caravan_tui.games.ahldarahd.view import AhldarahdView
from caravan_tui.widgets.drawing.canvas import Canvas

CHOICES_GAP = 4
"""Columns between the choices and what stands beside them."""

KNOWN_GAP = 2
"""Columns between the known cards and the nearest cities of their players."""


def draw_ground(canvas: Canvas, plan: Layout, view: AhldarahdView) -> None:
    """Draw sea and land of the large maps."""
    city_map = from_plain(view["custom"])
    for number in range(min(plan.maps, plan.map_count)):
        draw_map_ground(canvas, city_map, plan.map_area(number))


def draw_table(canvas: Canvas, plan: Layout, view: AhldarahdView, look: Look) -> None:
    """Draw everything on the ground."""
    spare: list[Area] = []
    if plan.maps == 1:
        area, map_index = plan.map_area(0), look.map_index

        def draw_large_map() -> None:
            draw_map(canvas, view, look, map_index, area)
            draw_map_title(canvas, view, look, map_index, area, is_row=False)

        region = (area.x, area.y, area.width, area.height + 1)  # with the end of the cursor
        canvas.part(region, _map_key(view, look, map_index), draw_large_map)
    else:
        for map_index in range(plan.map_count):
            area = plan.map_area(map_index)
            canvas.part(
                (area.x, area.y - 1, area.width, area.height + 2),
                (_map_key(view, look, map_index), view["rights"], look.names),
                partial(_draw_titled_map, canvas, view, look, map_index, area),
            )
        if free_area := plan.free_area:
            y = draw_signs_in(canvas, view, look, free_area) + 1
            spare.append(Area(free_area.x + 1, y, free_area.width - 2, free_area.bottom - y))
    tiles = (
        from_plain(view["custom"]), look.map_index, {map_of(code) for code in look.changed},
        view["routes"], view["control"], view["rights"],
    )  # fmt: skip
    x, y, width, rows = plan.tiles.region
    names_rows = int(plan.has_tile_table)
    region = (x, y - names_rows, width, rows + names_rows)
    canvas.part(region, tiles, partial(draw_tiles, canvas, view, look, plan))
    if plan.seats.width and (plan.is_narrow or plan.has_cards or not look.page):
        draw_seats(canvas, view, look, plan.seats)
    if look.page and not plan.has_cards:
        draw_page(canvas, view, look, plan.info)
    if plan.is_narrow:
        draw_foot(canvas, plan, view, look)
        return
    if draw_trade(canvas, plan, view, look):
        draw_matches(canvas, view, look, spare)
        if look.page and plan.has_info_beside:
            draw_page(canvas, view, look, plan.info_beside_offer)
        return
    if not look.page or not plan.has_cards or plan.has_info_beside:
        _draw_wares(canvas, plan, view, look)
    width = plan.info.x if look.page and plan.has_info_beside else plan.width
    draw_moment(canvas, view, look, plan.moment_y, plan.moment_rows, width)
    known, below = None, 0
    if plan.list_rows and plan.has_cards:
        canvas.fill(0, plan.list_y, plan.width, plan.list_rows, canvas.pens.palette.surface)
        area = choice_area(plan, view, look)
        after = draw_choices(canvas, view, look, area.y, area.height, area.width)
        taken = choices_width(view, look, area.height, area.width)
        if view["phase"] == "free":
            draw_terms(canvas, view, look, after + 1, plan.height, area.width)
            taken = max(taken, terms_width(view))
        x = taken + CHOICES_GAP
        spare.append(Area(x, area.y, area.width - x - 2, area.height))
        if has_known_cards(plan, view, look):
            left = plan.width - KNOWN_WIDTH
            known = Area(left, area.y, KNOWN_WIDTH, plan.height - area.y)
            below = _draw_known_cards(canvas, view, look, known)
            if view["phase"] == "free" and not plan.free_area:  # else all signs stand there
                lines = map_lines(canvas.pens, view, KNOWN_WIDTH)
                draw_legend(canvas, lines, left, below + 1, plan.height, has_gap=False)
    elif plan.list_rows and look.offer:
        canvas.fill(0, plan.list_y, plan.width, plan.list_rows, canvas.pens.palette.surface)
        draw_offer_keys(canvas, look, plan.list_y)
    elif plan.list_rows:
        _draw_list(canvas, look, plan.list_y, plan.list_rows)
        _draw_below_list(canvas, plan, view, look)
    has_goals = draw_matches(canvas, view, look, spare)
    if known is not None and not has_goals and view["phase"] != "free":
        below += known.bottom - below > LEAST_GOAL_ROWS
        if known.bottom - below >= LEAST_GOAL_ROWS:
            draw_goals(canvas, view, Area(known.x, below, known.width, known.bottom - below))
    if look.page and plan.has_cards:
        draw_page(canvas, view, look, plan.info)


def _draw_known_cards(canvas: Canvas, view: AhldarahdView, look: Look, area: Area) -> int:
    """The known cards, and beside each hand the city that its player can win soonest; returns the
    row after them."""
    below = draw_known_cards(canvas, view, look, area.x, area.y, area.width, area.bottom)
    if view["phase"] != "free":
        rows, taken = rows_of_hands(view, area)
        x = taken + KNOWN_GAP
        beside = Area(area.x + x, area.y, area.width - x, area.height)
        draw_nearest_of_others(canvas, view, look, rows, beside)
    return below


def _draw_titled_map(
    canvas: Canvas, view: AhldarahdView, look: Look, map_index: int, area: Area
) -> None:
    draw_map_title(canvas, view, look, map_index, area, is_row=True)
    draw_map(canvas, view, look, map_index, area)


def _map_key(view: AhldarahdView, look: Look, map_index: int) -> object:
    """What the picture of a map depends on."""
    night = view["night"]
    return (
        map_index, from_plain(view["custom"]), view["routes"][map_index],
        view["control"][map_index], -1 if night is None else night["city"], look.map_index,
        look.route, bool(look.open_places), look.hinted, look.lesson_places,
        {code for code in look.open_places if map_of(code) == map_index},
        {code for code in look.card_places if map_of(code) == map_index},
        look.pointed if look.pointed >= 0 and map_of(look.pointed) == map_index else -1,
        view["seat"], view["eyes"], view["queen"],  # what a route costs
        {code for code in look.changed if map_of(code) == map_index},
        look.growing, look.growth if look.growing else 1,
        view["rights"], view["phase"] if view["phase"] in ("building", "free") else "",  # its title
    )  # fmt: skip


def _draw_wares(canvas: Canvas, plan: Layout, view: AhldarahdView, look: Look) -> None:
    """The open cards and your hand."""
    auction = view["auction"]
    key = (
        from_plain(view["custom"]), view["row"], view["hand"], view["deck"], view["last"],
        view["black"], view["shah"], view["eyes"], view["queen"], view["rights"], look.names,
        look.entries, look.marked, -1 if auction is None else auction["item"],
        look.key and look.key("ahldarahd.info"), plan.free_area,
    )  # fmt: skip
    canvas.part(
        (0, plan.cards_y, canvas.width, plan.moment_y - plan.cards_y),
        key,
        partial(
            draw_cards,
            canvas,
            view,
            look,
            plan.cards_y,
            plan.has_cards,
            has_button=plan.free_area is None,
        ),
    )


def _draw_below_list(canvas: Canvas, plan: Layout, view: AhldarahdView, look: Look) -> None:
    """What the item or the phase is about, below a short list."""
    rows = plan.list_rows
    if len(look.labels) >= rows or view["trade"] is not None:
        return
    if view["auction"]:
        draw_use(canvas, view, view["auction"], 2, plan.list_y + rows - 1, plan.width)
    elif view["to_act"] >= 0:
        draw_about(canvas, view, 2, plan.list_y + rows - 1, plan.width)


def _draw_list(canvas: Canvas, look: Look, y: int, rows: int) -> None:
    """The choices in columns, with the marked one visible."""
    listed = look.labels
    canvas.fill(0, y, canvas.width, rows, canvas.pens.palette.surface)
    if not listed:
        return
    widest = max(len(text) + len(_key_of(look, n)) for n, text in enumerate(listed)) + 5
    columns = max(1, min((len(listed) + rows - 1) // rows, canvas.width // widest))
    width = canvas.width // columns
    page = rows * columns
    first = max(0, look.marked) // page * page
    for number in range(first, min(len(listed), first + page)):
        x, row_y = (number - first) // rows * width, y + (number - first) % rows
        _draw_row(canvas, look, number, x, row_y, width)
    if page >= len(listed):
        return
    accent = canvas.pens.palette.accent
    up, down = ("^", "v") if look.ascii else ("▲", "▼")
    for sign, row_y, has_more, to in (
        (up, y, first > 0, first - page),
        (down, y + rows - 1, first + page < len(listed), first + page),
    ):
        if has_more:
            canvas.put(canvas.width - 2, row_y, sign, accent, bold=True)
            canvas.add_target(canvas.width - 3, row_y, 3, 1, ("turn", to))


def _key_of(look: Look, number: int) -> str:
    """The key that plays a choice at once, as a cap; empty if it has none."""
    group = look.entries[number].group
    if look.key is None or group not in KEYED:
        return ""
    name = look.key(f"ahldarahd.{group}")
    return f"[{name}]" if look.ascii else f" {name} "


def _draw_row(canvas: Canvas, look: Look, number: int, x: int, y: int, width: int) -> None:
    """A choice of the list."""
    colours = canvas.pens.palette
    text = look.labels[number][: width - 3]
    if number == look.marked:
        canvas.put(x, y, ">" if look.ascii else "►", colours.accent, bold=True)
        canvas.put(x + 1, y, f" {text} ", colours.ink, colours.accent, bold=True)
    else:
        canvas.put(x + 2, y, text, colours.text)
    if cap := _key_of(look, number):
        canvas.put(x + 3 + len(text), y, cap, colours.accent, colours.raised, bold=True)
    canvas.add_target(x, y, width, 1, ("entry", number))
    if len(look.entries[number].actions) > 1:
        arrows = x + 2 + len(text) + 1
        less, more = ("<", ">") if look.ascii else ("◄", "►")
        canvas.put(arrows, y, less, colours.accent, bold=True)
        canvas.put(arrows + 2, y, more, colours.accent, bold=True)
        canvas.add_target(arrows - 1, y, 2, 1, ("less", number))
        canvas.add_target(arrows + 1, y, 3, 1, ("more", number))
