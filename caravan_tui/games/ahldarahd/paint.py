"""Draws a view of Caravans of Ahldarahd on a grid of characters; knows no keys and no rules."""

from __future__ import annotations

from rich.style import Style

from caravan_tui.games.ahldarahd import paint_trade, panel
from caravan_tui.games.ahldarahd.actions import CITIES
from caravan_tui.games.ahldarahd.layout import TAB, Area, Layout, layout
from caravan_tui.games.ahldarahd.look import Look
from caravan_tui.games.ahldarahd.map import Board, board
from caravan_tui.games.ahldarahd.names import item_name
from caravan_tui.games.ahldarahd.paint_map import owners_of, paint_map
from caravan_tui.games.ahldarahd.panel import counted
from caravan_tui.games.ahldarahd.rows import Line
from caravan_tui.games.ahldarahd.titles import (
    city_title,
    item_title,
    map_names,
    map_title,
    place_title,
    route_title,
    short_item_title,
)
from caravan_tui.games.contract import View
from caravan_tui.widgets.canvas import Canvas
from caravan_tui.words import _

NAMED = 12
"""Columns of a map's name in the row of maps: TAB has its cities and a gap behind it."""

KNOWN_COLUMNS = 44
"""Columns of the cards that are known, beside the list of choices."""


def paint(view: View, look: Look, width: int, height: int) -> Canvas:
    """The whole table. 80 x 20 shows all that is needed; more room, more."""
    canvas = Canvas(width, height, look.styles["base"])
    plan = layout(len(view["routes"]), width, height)
    if plan.tabs:
        paint_map(canvas, view, look, look.a_map, 0, 0, plan.map_width, plan.map_rows)
    else:
        _all_maps(canvas, view, look, plan)
    left = width - plan.panel
    beside = panel.details if look.details else panel.seats
    below = beside(canvas, view, look, left, 0, plan.panel, plan.top)
    y = height - 2 - plan.lists
    if plan.tabs:
        _tabs(canvas, view, look, y - plan.tabs, max(1, (width + 2) // TAB))
    _cards(canvas, view, look, y)
    _moment(canvas, view, look, y + 1)
    used = _list(canvas, look, y + 2, plan.lists)
    if not look.details:
        rows = panel.KNOWN_ROWS + view["seats"]
        if below + 1 + rows <= plan.top:
            below = panel.known(canvas, view, look, left + 1, below + 1, plan.panel - 1)
        elif used + KNOWN_COLUMNS <= width and rows <= plan.lists:
            panel.known(canvas, view, look, width - KNOWN_COLUMNS, y + 2, KNOWN_COLUMNS)
    if look.window:
        free = Area(left, below + 1, plan.panel, plan.top - below - 1)
        over = Area(0, 0, plan.map_width, plan.top)
        paint_trade.window(canvas, view, look, free, over)
    return canvas


def _all_maps(canvas: Canvas, view: View, look: Look, plan: Layout) -> None:
    """Every map with its title: its number, whose it is, and who holds the Right to it."""
    styles = look.styles
    for a_map, word in enumerate(map_names(view)):
        x = a_map % plan.across * plan.map_width
        y = a_map // plan.across * (plan.map_rows + 1)
        mark, style = _map_mark(view, look, a_map)
        title = f" {a_map + 1} {mark} {map_title(word)} "
        if a_map < view["seats"]:
            title += f"({look.names[a_map]}) "
        at = canvas.put(x, y, title, styles["cursor"] if a_map == look.a_map else style)
        if a_map < view["seats"]:
            holder = view["rights"][a_map]
            at = canvas.put(at + 1, y, _("Right:") + " ", styles["dim"])
            if holder < 0:
                at = canvas.put(at, y, _("centre"), styles["dim"])
            else:
                name = f"{look.marks[holder]} {look.names[holder]}"
                at = canvas.put(at, y, name, styles[f"seat-{holder}"])
        canvas.target(x, y, at - x, 1, ("map", a_map))
        paint_map(canvas, view, look, a_map, x, y + 1, plan.map_width - 1, plan.map_rows)


def _map_mark(view: View, look: Look, a_map: int) -> tuple[str, Style]:
    """The sign of a map: its seat's, or a plus for the neutral one."""
    if a_map >= view["seats"]:
        return "+", look.styles["dim"]
    return look.marks[a_map], look.styles[f"seat-{a_map}"]


def _tabs(canvas: Canvas, view: View, look: Look, y: int, across: int) -> None:
    """Every map as a row of its cities with who controls them; the one shown is marked."""
    styles = look.styles
    for a_map, word in enumerate(map_names(view)):
        x, row = a_map % across * TAB, y + a_map // across
        shown = a_map == look.a_map
        mark, style = _map_mark(view, look, a_map)
        gap = " " if look.ascii else ""
        title = f"{a_map + 1}{gap}{mark}{gap}{map_title(word)}"[:NAMED].ljust(NAMED)
        canvas.put(x, row, title, styles["cursor"] if shown else style)
        at = x + NAMED + 1
        for city in range(CITIES):
            owner = -1
            for seat, mask in enumerate(view["control"][a_map]):
                if mask >> city & 1:
                    owner = seat
            glyph = "." if look.ascii else "·"
            if owner >= 0:
                canvas.put(at, row, look.marks[owner], styles[f"seat-{owner}"])
            else:
                canvas.put(at, row, glyph, styles["dim"])
            at += 1
        canvas.target(x, row, NAMED + 1 + CITIES, 1, ("map", a_map))


def _cards(canvas: Canvas, view: View, look: Look, y: int) -> None:
    """The open cards, oldest first, and the own hand."""
    here = board(view["house"])
    styles = look.styles
    at = canvas.put(0, y, _("Open") + " ", styles["dim"])
    row = [city_title(here.names[card]) for card in view["row"]]
    own = view["hand"] is not None
    head = "  " + _("Hand") + " " if own else ""
    text = held = ""
    for letters, most in ((9, 9), (9, 4), (4, 4), (3, 3)):
        text = " ".join(name[:letters] for name in row) or "-"
        held = (counted(here, view["hand"], most) or "-") if own else ""
        if at + len(text) + len(head) + len(held) <= canvas.width:
            break
    at = canvas.put(at, y, text, styles["bold"])
    at = canvas.put(at, y, head, styles["dim"])
    canvas.put(at, y, held, styles["accent"])


def _moment(canvas: Canvas, view: View, look: Look, y: int) -> None:
    """What is going on: the auction, a trade, a destruction, a night, the chosen route."""
    styles = look.styles
    here = board(view["house"])
    if view["auction"] is not None:
        _auction(canvas, view, look, here, y)
    elif view["trade"] is not None:
        paint_trade.strip(canvas, view, look, here, y)
    elif view["night"] is not None:
        _night(canvas, view, look, here, y)
    elif view["destroy"] is not None:
        code = view["destroy"]["place"]
        name = f"{map_names(view)[code >> 6]}:{here.route_name(code & 63)}"
        text = _("Destroying {place}").format(place=place_title(name))
        canvas.put(0, y, text, styles["bad"])
    elif look.route >= 0:
        _chosen_route(canvas, view, look, here, y)


def _auction(canvas: Canvas, view: View, look: Look, here: Board, y: int) -> None:
    """What is up, and what each seat has bid or that it is out; the high bid stands out."""
    styles = look.styles
    auction = view["auction"]
    pieces: list[list[tuple[str, Style]]] = []
    for turn in range(view["seats"]):
        seat = (view["active"] + turn) % view["seats"]
        piece = [(look.marks[seat], styles[f"seat-{seat}"])]
        if seat == auction["high"]:
            piece.append((" " + _("bids {gold}").format(gold=auction["bid"]), styles["accent"]))
        elif auction["high"] >= 0 and not auction["in"][seat]:
            piece.append((" " + _("out"), styles["dim"]))
        elif seat in look.bids:
            piece.append((f" {look.bids[seat]}", styles["base"]))
        else:
            piece.append((" -", styles["dim"]))
        pieces.append(piece)
    length = sum(2 + sum(len(text) for text, _style in piece) for piece in pieces)
    item = item_name(here, auction["item"])
    words = _("Auction: {item}")
    title = words.format(item=item_title(item))
    if len(title) + length > canvas.width:
        title = words.format(item=short_item_title(item))
    at = canvas.put(0, y, title, styles["bold"])
    for piece in pieces:
        at += 2
        for text, style in piece:
            at = canvas.put(at, y, text, style)


def _night(canvas: Canvas, view: View, look: Look, here: Board, y: int) -> None:
    """Where a route is threatened, and who has pledged what to avert it."""
    styles = look.styles
    night = view["night"]
    text = _("Night in {city}: pledged {sum} of 10").format(
        city=city_title(here.names[night["city"]]), sum=sum(night["pledges"])
    )
    at = canvas.put(0, y, text, styles["bad"])
    for seat, gold in enumerate(night["pledges"]):
        if gold:
            at = canvas.put(at + 2, y, look.marks[seat], styles[f"seat-{seat}"])
            at = canvas.put(at + 1, y, str(gold), styles["base"])


def _chosen_route(canvas: Canvas, view: View, look: Look, here: Board, y: int) -> None:
    """The route under the cursor in words: kind, price, owner, what it counts for in its cities."""
    styles = look.styles
    route = here.route_name(look.route)
    kind = _("land") if here.land >> look.route & 1 else _("sea")
    price = _("price {gold}").format(gold=here.price[look.route])
    behind: list[tuple[str, Style]] = []
    owner = owners_of(view, look.a_map, here.routes)[look.route]
    if owner >= 0:
        behind.append((f" {look.marks[owner]}", styles[f"seat-{owner}"]))
    for city in here.ends[look.route]:
        behind.append((f"  {city_title(here.names[city])}", styles["dim"]))
        for seat, mask in enumerate(view["routes"][look.a_map]):
            count = (mask & here.city[city]).bit_count()
            if count:
                behind.append((f" {look.marks[seat]}{count}", styles[f"seat-{seat}"]))
        behind.append((f"/{here.number[city]}", styles["dim"]))
    room = canvas.width - sum(len(text) for text, _style in behind)
    title = place_title(f"{map_names(view)[look.a_map]}:{route}")
    if len(f"{title}, {kind}, {price}") > room:
        title = route_title(route)  # the map is the one that is shown
    at = canvas.put(0, y, title, styles["bold"])
    at = canvas.put(at, y, f", {kind}, {price}", styles["base"])
    for text, style in behind:
        at = canvas.put(at, y, text, style)


def _list(canvas: Canvas, look: Look, y: int, rows: int) -> int:
    """The choices in columns; the chosen one is marked, the list scrolls with it. How many
    columns of the table they take."""
    styles = look.styles
    lines = look.lines or [Line(text, number) for number, text in enumerate(look.labels)]
    if not lines:
        return 0
    widest = max(len(line.label) for line in lines) + 5
    columns = max(1, min((len(lines) + rows - 1) // rows, canvas.width // widest))
    width = canvas.width // columns
    page = rows * columns
    first = look.first
    if first < 0:
        at = next((n for n, line in enumerate(lines) if line.entry == look.chosen >= 0), 0)
        first = at // page * page
    for place in range(first, min(len(lines), first + page)):
        x, row = (place - first) // rows * width, y + (place - first) % rows
        _entry(canvas, look, lines[place], place, x, row, width)
    if page < len(lines):
        up, down = ("^", "v") if look.ascii else ("▲", "▼")
        for sign, row, there, to in (
            (up, y, first > 0, first - page),
            (down, y + rows - 1, first + page < len(lines), first + page),
        ):
            if there:
                canvas.put(canvas.width - 2, row, sign, styles["accent"])
                canvas.target(canvas.width - 3, row, 3, 1, ("turn", to))
        return canvas.width
    return (columns - 1) * width + widest


def _entry(canvas: Canvas, look: Look, line: Line, place: int, x: int, y: int, width: int) -> None:
    """A row of the list: what may be chosen, or what an offer has already or may no longer name."""
    styles = look.styles
    text = line.label[: width - 3]
    if line.entry < 0:
        if line.named:
            canvas.put(x, y, "*" if look.ascii else "•", styles["accent"])
        canvas.put(x + 2, y, text, styles["dim"])
        canvas.target(x, y, width, 1, ("gone", place))
        return
    chosen = line.entry == look.chosen
    pointer = (">" if look.ascii else "►") if chosen else " "
    canvas.put(x, y, pointer, styles["accent"])
    canvas.put(x + 2, y, text, styles["cursor" if chosen else "base"])
    canvas.target(x, y, width, 1, ("entry", line.entry))
    if len(look.entries[line.entry].actions) > 1:
        at = x + 2 + len(text) + 1
        less, more = ("<", ">") if look.ascii else ("◄", "►")
        canvas.put(at, y, less, styles["accent"])
        canvas.put(at + 2, y, more, styles["accent"])
        canvas.target(at - 1, y, 2, 1, ("less", line.entry))
        canvas.target(at + 1, y, 3, 1, ("more", line.entry))
