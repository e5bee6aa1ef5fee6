"""The text beside the desert: the turn, the seats, the bag, the legend; and cards of the seats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from attrs import frozen

from caravan_tui.games.sahara.pieces import COMMON, GOODS, NAMES, VALUES
from caravan_tui.games.sahara.render.desert import prints
from caravan_tui.games.sahara.render.goods import good_fill
from caravan_tui.games.sahara.render.ground import CITY_SIGN, LETTERS
from caravan_tui.games.sahara.render.layout import PANEL, Layout
from caravan_tui.games.sahara.state import PENALTY
from caravan_tui.games.sahara.text import good_name, short_good
from caravan_tui.games.sahara.view import SaharaView
from caravan_tui.i18n import _, _n
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, legible, mix
from caravan_tui.widgets.drawing.palette import Palette
from caravan_tui.widgets.drawing.seats import SeatCard
from caravan_tui.widgets.marks import short_name

SEAT_ROWS = 4
"""Rows of a seat beside the desert."""

BAG_ROWS, NAMED_BAG_ROWS = 3, 5
"""Rows of the bag: with letters, with the names of goods."""

CARD_TEXT = 21
"""Columns of a line on a card in the narrowest rail."""

LEGEND_ROWS = 20
"""Rows of the legend, where it lies over the desert."""

HEADINGS = 2
"""Rows of the legend that say what the goods below them bring."""

SIGN_ROWS = 2
"""Rows of the legend below the desert."""

TURN_ROOM = 30
"""Columns of what is left of a turn, with a gap on each side, in the row of the bag."""

SIGNS = "signs"
"""What a click on the words about the signs is on; on the desert, it is on a number of a space."""


@frozen
class Sign:
    """A sign of the legend."""

    pieces: list[tuple[str, Colour]]
    """Texts and their grounds."""
    words: str
    """What they mean."""
    is_plain: bool = False
    """Whether it is left out where not all signs have room: it is clear without words."""

    @property
    def width(self) -> int:
        """Its columns, the words with it."""
        return sum(len(text) for text, _ground in self.pieces) + 1 + len(self.words)


@frozen
class Panel:
    """What the text is about."""

    view: SaharaView
    names: Sequence[str]
    seat: int | None
    """The viewer; None: a spectator."""
    shows_legend: bool
    signs_key: str
    """The key that shows the legend, as the user reads it; empty: no keys are named."""
    columns_below_list: int = 0
    """Columns at the right of the board over which a list of moves lies."""
    glow: float = 0.0
    """How much brighter the seat whose turn begins is."""


def draw_texts(canvas: Canvas, layout: Layout, panel: Panel) -> None:
    """Draw the text beside the desert, or what of it has room below; the legend over the desert
    where it has none."""
    if layout.panel_width:
        draw_panel(canvas, layout, panel)
        return
    draw_strip(canvas, layout, panel)
    if panel.shows_legend and has_strip_of_signs(canvas, layout):
        draw_strip_of_signs(canvas, layout, panel)
    elif panel.shows_legend:
        canvas.fill(0, 0, PANEL + 2, LEGEND_ROWS, canvas.pens.palette.ground)
        draw_legend(canvas, 1, 0, LEGEND_ROWS, panel)


def draw_panel(canvas: Canvas, layout: Layout, panel: Panel) -> None:
    """Draw the text beside the desert."""
    x, width = layout.panel_x, layout.panel_width
    if panel.shows_legend:
        draw_legend(canvas, x, 0, layout.rows, panel)
        return
    _draw_turn(canvas, x, 0, width, panel.view)
    seats = panel.view["seats"]
    seat_rows = SEAT_ROWS if layout.rows >= 1 + SEAT_ROWS * seats + BAG_ROWS else SEAT_ROWS - 1
    free = layout.rows - 1 - seat_rows * seats
    bag_rows = NAMED_BAG_ROWS if free >= NAMED_BAG_ROWS else BAG_ROWS
    free -= bag_rows
    between = 1 if free >= seats - 1 else 0
    above = 1 if free >= seats else 0
    y = 1 + above
    for seat in range(seats):
        _draw_seat(canvas, x, y, width, seat_rows, panel, seat)
        y += seat_rows + between
    _draw_bag(canvas, x, min(y, layout.rows - bag_rows), width, bag_rows, panel)


def _draw_turn(canvas: Canvas, x: int, y: int, width: int | None, view: SaharaView) -> None:
    """The actions left in words, and all of the turn as squares: at the right of `width` columns,
    or, for None, after the words."""
    colours = canvas.pens.palette
    if view["to_act"] < 0:
        canvas.put(x, y, _("Turn {turn}").format(turn=view["round"]), colours.text, bold=True)
        return
    left, used = view["left"], view["used"]
    total = left + used
    forms = [
        _n("{left} action left", "{left} actions left", left).format(left=left),
        _n("{left} action", "{left} actions", left).format(left=left),
        _("Actions"),
    ]
    fitting = (form for form in forms if width is None or len(form) + 1 + 3 * total <= width)
    words = next(fitting, forms[-1])
    after = canvas.put(x, y, words, colours.text, bold=True)
    if not canvas.pens.has_pixels:
        squares = "#" * left + "-" * used
        column = after + 2 if width is None else x + width - len(squares)
        canvas.put(column, y, squares, colours.text)
        return
    column = after + 2 if width is None else x + width - 3 * total
    for number in range(total):
        colour = colours.seat[view["actor"]] if number < left else colours.raised
        canvas.rect(column + 3 * number, 2 * y, 2, 2, colour)


def _draw_seat(
    canvas: Canvas, x: int, y: int, width: int, rows: int, panel: Panel, seat: int
) -> None:
    """A seat on some rows: name and points, deliveries, load, and what it can still set."""
    colours, view = canvas.pens.palette, panel.view
    colour = colours.seat[seat]
    has_turn = seat == view["to_act"]
    ground = mix(colours.panel, colour, 0.16 + panel.glow) if has_turn else colours.surface
    canvas.fill(x, y, width, rows, ground)
    canvas.rect(x, 2 * y, 1, 2 * rows, colour, 1 if has_turn else 0.55)
    if has_turn:
        canvas.put(x + 1, y, "►", colours.accent, bold=True)
    points = str(view["scores"][seat])
    name = short_name(panel.names[seat], width - 6 - len(points))
    canvas.put(x + 2, y, f"{canvas.pens.mark(seat)} {name}", colour, bold=True)
    canvas.put(x + width - 1 - len(points), y, points, colours.text, bold=True)
    column = _put_delivered(canvas, x + 2, y + 1, colours, view, seat, x + width)
    if column == x + 2:
        canvas.put(column, y + 1, _("nothing delivered"), colours.soft)
    for row, line in enumerate(_stock_lines(view, seat, colours, width - 3), y + 2):
        column = x + 2
        for words, ink in line if row < y + rows else ():
            column = canvas.put(column, row, words, legible(ink, ground))


def _put_delivered(
    canvas: Canvas, x: int, y: int, colours: Palette, view: SaharaView, seat: int, end: int
) -> int:
    """What a seat has delivered, each good a filled name with its number, or a letter where names
    have no room, up to a column; the column after."""
    ground = canvas.colour_at(x, y)
    delivered = [(good, count) for good, count in enumerate(view["delivered"][seat]) if count]
    demand = demand_words(view, seat) if view["markers"][seat] else ""
    shortest = _short_demand(view, seat)
    room = end - x - len(shortest)
    names = [good_name(good) for good, _count in delivered]
    numbers, gap = [f" {count}" for _good, count in delivered], " "
    if sum(len(f"{name}{number} ") for name, number in zip(names, numbers, strict=True)) > room:
        names = [LETTERS[good] for good, _count in delivered]
        numbers, gap = _numbers([count for _good, count in delivered], room)
    for (good, _count), name, number in zip(delivered, names, numbers, strict=True):
        if not gap:  # on the colour of its good a number is not taken for that of the next one
            name, number = name + number, ""
        x = canvas.put(x, y, name, colours.ink, good_fill(canvas.pens, good), bold=True)
        x = canvas.put(x, y, f"{number}{gap}", colours.text, ground)
    if demand:
        words = demand if x + len(demand) <= end else shortest
        x = canvas.put(x, y, words, colours.accent, bold=True)
    return x


def _numbers(counts: Sequence[int], room: int) -> tuple[list[str], str]:
    """What stands behind the letter of each good, and between two of them: where that needs more
    than `room` columns, a single good has no number, and at last there is no gap."""
    every = [str(count) for count in counts]
    several = [str(count) if count > 1 else "" for count in counts]
    for numbers, gap in ((every, " "), (several, " ")):
        if sum(len(f"M{number}{gap}") for number in numbers) <= room:
            return numbers, gap
    return several, ""


def demand_words(view: SaharaView, seat: int) -> str:
    """The points that a seat has from demand markers."""
    return _("+{points} demand").format(points=view["markers"][seat])


def _short_demand(view: SaharaView, seat: int) -> str:
    """The same where it has no room for words; empty if there are none."""
    return f"+{view['markers'][seat]}" if view["markers"][seat] else ""


def supply_words(view: SaharaView, seat: int, room: int) -> str:
    """The camels that a seat can still set and the thefts that it has markers for, none of which
    are named where there are none."""
    camels, thefts = view["supply"][seat], view["theft"][seat]
    if not camels and not thefts:
        return _("no camels to set")
    set_words = _n("{count} camel", "{count} camels", camels).format(count=camels)
    theft_words = _n("{count} theft", "{count} thefts", thefts).format(count=thefts)
    named = [words for words, count in ((set_words, camels), (theft_words, thefts)) if count]
    words = ", ".join(named)
    with_left = _("{words} left").format(words=words)
    return with_left if len(with_left) <= room else words


def _stock_lines(
    view: SaharaView, seat: int, colours: Palette, room: int
) -> tuple[list[tuple[str, Colour]], list[tuple[str, Colour]]]:
    """The goods on the camels of a seat with what they would cost at the end of the match, and what
    it can still set; the cost stands beside that where the names of the goods leave it no room.
    Goods are letters where even bare names have none."""
    carried = [good for _space, good, _under in view["camels"][seat] if good >= 0]
    supply = [(supply_words(view, seat, room), colours.soft)]
    if not carried:
        return [(_("carries nothing"), colours.soft)], supply
    names = [
        (
            f" {carried.count(good)} {good_name(good)}"
            if carried.count(good) > 1
            else f" {good_name(good)}",
            colours.good[good],
        )
        for good in dict.fromkeys(carried)
    ]
    costs = _penalty_forms(len(carried))
    carries = _("carries")
    if not costs[0] and len(carries) + sum(len(name) for name, _ink in names) <= room:
        return [(carries, colours.soft), *names], supply
    names[0] = (names[0][0].lstrip(), names[0][1])
    taken = sum(len(name) for name, _ink in names)
    *in_words, bare = costs
    for cost in in_words:
        if taken + len(cost) <= room:
            return [*names, (cost, colours.loss)], supply
    beside = supply_words(view, seat, room - len(in_words[-1]))
    if taken <= room >= len(beside) + len(in_words[-1]):
        return names, [(beside, colours.soft), (in_words[-1], colours.loss)]
    if taken + len(bare) <= room:
        return [*names, (bare, colours.loss)], supply
    letters = [
        (" " * bool(n) + LETTERS[good], colours.good[good]) for n, good in enumerate(carried)
    ]
    taken = sum(len(letter) for letter, _ink in letters)
    cost = next((form for form in costs if taken + len(form) <= room), bare)
    return [*letters, (cost, colours.loss)], supply


def _penalty_forms(carried: int) -> list[str]:
    """What so many goods would cost if the match ended now, from long to a bare number, beside
    which their names have room; empty if nothing."""
    points = -PENALTY[carried]
    forms = (_(" -{points} at the end"), _(" -{points} at end"), " -{points}")
    return [form.format(points=points) if points else "" for form in forms]


def _bag_words(view: SaharaView) -> str:
    return _("Bag: {count} goods").format(count=sum(view["bag"]))


def _short_bag_words(view: SaharaView) -> str:
    """The title of the bag where it has little room."""
    return _("Bag: {count}").format(count=sum(view["bag"]))


def _draw_bag(canvas: Canvas, x: int, y: int, width: int, rows: int, panel: Panel) -> None:
    """The bag below its title, goods by their names where there are rows for them; the key of the
    legend beside the title."""
    colours, bag = canvas.pens.palette, panel.view["bag"]
    title = _bag_words(panel.view)
    key = _("{key}: signs").format(key=panel.signs_key) if panel.signs_key else ""
    if len(title) + 1 + len(key) > width - 1:
        title = _short_bag_words(panel.view)
    canvas.put(x, y, title, colours.text, bold=True)
    _put_signs_key(canvas, x + width - 1 - len(key), y, key)
    if rows >= NAMED_BAG_ROWS:
        column = width // 2
        for good, count in enumerate(bag):
            name = short_good(good, column - 5).center(column - 4)
            left, row = x + column * (good % 2), y + 1 + good // 2
            _put_good(canvas, left, row, good, count, name)
        return
    half = len(GOODS) // 2
    for good, count in enumerate(bag):
        left = x + (width + 1) // half * (good % half)
        _put_good(canvas, left, y + 1 + good // half, good, count, LETTERS[good].ljust(2))


def _put_good(canvas: Canvas, x: int, y: int, good: int, count: int, name: str = "") -> int:
    """A good as a filled name or letter with how many there are; dim if there are none."""
    colours = canvas.pens.palette
    ground = canvas.colour_at(x, y)
    fill = good_fill(canvas.pens, good)
    fill = fill if count else mix(fill, ground, 0.6)
    x = canvas.put(x, y, name or f" {LETTERS[good]} ", colours.ink, fill, bold=True)
    return canvas.put(x, y, f" {count} ", colours.text if count else colours.faint, ground)


def draw_strip(canvas: Canvas, layout: Layout, panel: Panel) -> None:
    """The turn and the bag on a row each below the desert, for a table with a rail; where the signs
    need the row of the turn, it stands beside the bag."""
    y, view = canvas.height - 1, panel.view
    has_signs = panel.shows_legend and has_strip_of_signs(canvas, layout)
    above = layout.bottom + SIGN_ROWS * has_signs
    has_turn = has_signs and y - 1 < above
    if y >= layout.bottom:
        turn = (view["left"], view["used"], view["actor"], view["to_act"], view["round"])
        key = view["bag"], panel.signs_key, panel.columns_below_list, turn if has_turn else ()
        draw = partial(_draw_bag_row, canvas, layout.x, y, panel, has_turn=has_turn)
        canvas.part((0, y, canvas.width, 1), key, draw)
    if y - 1 >= above:
        _draw_turn(canvas, layout.x, y - 1, None, view)


def _draw_bag_row(canvas: Canvas, x: int, y: int, panel: Panel, *, has_turn: bool) -> None:
    """The bag and the key of the signs; in its place what is left of the turn, if wanted."""
    colours, bag = canvas.pens.palette, panel.view["bag"]
    key = _("{key}: signs").format(key=panel.signs_key) if panel.signs_key else ""
    aside = TURN_ROOM if has_turn else len(key)
    right = canvas.width - panel.columns_below_list
    title, names = _bag_row_form(panel.view, right - x - 1 - aside)
    x = canvas.put(x, y, title, colours.soft) + 1
    for good, count in enumerate(bag):
        x = _put_good(canvas, x, y, good, count, names[good])
    if has_turn:
        _draw_turn(canvas, x + 1, y, right - x - 2, panel.view)
    elif key and x + len(key) < right:
        _put_signs_key(canvas, right - len(key) - 1, y, key)


def _put_signs_key(canvas: Canvas, x: int, y: int, words: str) -> None:
    """The key of the legend, which a click on these words does as well."""
    canvas.put(x, y, words, canvas.pens.palette.soft)
    canvas.add_target(x, y, len(words), 1, SIGNS)


def _bag_row_form(view: SaharaView, room: int) -> tuple[str, list[str]]:
    """The title of the bag and what stands for each good: names with a margin, without one, beside
    a short title, and at last letters."""
    numbers = sum(len(f" {count} ") for count in view["bag"])
    title = _bag_words(view)
    bare = [good_name(good) for good in range(len(GOODS))]
    padded = [f" {name} " for name in bare]
    short = _short_bag_words(view)
    for words, names in ((title, padded), (title, bare), (short, bare)):
        if len(words) + 1 + sum(map(len, names)) + numbers < room:
            return words, names
    return title, [""] * len(bare)


def draw_legend(canvas: Canvas, x: int, y: int, rows: int, panel: Panel) -> None:
    """What the signs of the desert mean, and below it where each good goes."""
    colours = canvas.pens.palette
    column = canvas.put(x, y, _("Signs"), colours.text, bold=True)
    if panel.signs_key:
        words = _("{key} closes").format(key=panel.signs_key)
        canvas.put(column + 2, y, words, colours.soft)
        canvas.add_target(x, y, PANEL, rows, SIGNS)
    y, end = y + 1, y + rows
    signs, most = _signs(canvas, panel), rows - 1 - len(GOODS) - HEADINGS
    while len(signs) > most and (plain := [sign for sign in signs if sign.is_plain]):
        signs.remove(plain[-1])
    for sign in signs:
        column = x
        for text, ground in sign.pieces:
            column = canvas.put(column, y, text, colours.ink, ground, bold=True)
        canvas.put(max(column + (column > x + 2), x + 3), y, sign.words, colours.soft)
        y += 1
    rest = end - y - len(GOODS)
    for first, last in ((0, COMMON), (COMMON, len(GOODS))):
        if rest > 1:
            points = _("{points} points each").format(points=VALUES[first])
            canvas.put(x, y, points, colours.text, bold=True)
            y += 1
        for good in range(first, last):
            _put_destination(canvas, x, y, good, panel.view)
            y += 1


def _put_destination(canvas: Canvas, x: int, y: int, good: int, view: SaharaView) -> None:
    """A good by letter and name, and the city that wants it."""
    colours, board = canvas.pens.palette, view["board"]
    column = canvas.put(x, y, LETTERS[good], colours.ink, good_fill(canvas.pens, good), bold=True)
    canvas.put(column + 1, y, short_good(good, 6), colours.soft)
    where = NAMES[board["cities"][good]]
    room = PANEL - 9 - len(where) - 1
    canvas.put(x + 9, y, f"{board['names'][good][:room]} {where}", colours.text)


def _signs(canvas: Canvas, panel: Panel) -> list[Sign]:
    """The signs of a city, which is a picture on a large board, and of camels, chains and costs."""
    colours, view = canvas.pens.palette, panel.view
    own = view["actor"] if panel.seat is None else panel.seat
    seat = (canvas.pens.mark(own), colours.seat[own])
    salt = LETTERS.index("S")
    load = [(letter, good_fill(canvas.pens, salt)) for letter in ("S", "s")]
    chain = _("the mover's chain") if panel.seat is None else _("your chain")
    left = _("a camel left")
    return [
        Sign([(CITY_SIGN, colours.good[0])], _("what a city wants"), is_plain=True),
        Sign([("1-8", colours.oasis)], _("goods arrive here")),
        Sign([("+1", colours.accent)], _("demand: 1 point")),
        Sign([seat], _("empty camel"), is_plain=True),
        Sign([seat, load[0]], _("camel with salt")),
        Sign([seat, load[1]], _("safe from theft")),
        Sign([("══", colours.seat[own])], chain),
        Sign([(prints(canvas.pens, own)[:2], colours.seat[own])], left),
        Sign([("2", colours.accent)], _("costs 2 actions")),
        Sign([(_penalty_forms(2)[-1].strip(), colours.loss)], _("carried at end"), is_plain=True),
    ]


def has_strip_of_signs(canvas: Canvas, layout: Layout) -> bool:
    """Whether the signs have room below the desert, above the bag."""
    return layout.has_pictures and canvas.height - 1 - layout.bottom >= SIGN_ROWS


def draw_strip_of_signs(canvas: Canvas, layout: Layout, panel: Panel) -> None:
    """What the signs mean, below a desert whose cities and goods have their names; without the
    plainest ones where two rows have no room for all."""
    colours = canvas.pens.palette
    signs = _signs(canvas, panel)
    for first, last in ((0, COMMON), (COMMON, len(GOODS))):
        goods = [(LETTERS[good], good_fill(canvas.pens, good)) for good in range(first, last)]
        words = _n("{points} point", "{points} points", VALUES[first])
        signs.append(Sign(goods, words.format(points=VALUES[first])))
    y = layout.bottom
    plainest = [sign for sign in signs if sign.is_plain]
    rows = _rows_of_signs(signs, layout.x, canvas.width, SIGN_ROWS)
    while len(rows) < len(signs) and plainest:
        signs.remove(plainest.pop())
        rows = _rows_of_signs(signs, layout.x, canvas.width, SIGN_ROWS)
    x = layout.x
    for sign, row in zip(signs, rows, strict=False):
        if layout.bottom + row > y:
            x, y = layout.x, y + 1
        for text, ground in sign.pieces:
            x = canvas.put(x, y, text, colours.ink, ground, bold=True)
        x = canvas.put(x + 1, y, sign.words, colours.soft) + 2


def _rows_of_signs(signs: Sequence[Sign], left: int, right: int, most: int) -> list[int]:
    """The row of each sign that has room in `most` rows, from 0, where they stand beside each
    other."""
    rows, x, row = [], left, 0
    for sign in signs:
        if x + sign.width > right:
            x, row = left, row + 1
        rows.append(row)
        x += sign.width + 2
    return [row for row in rows if row < most]


def _delivered_words(
    view: SaharaView, seat: int, colours: Palette, room: int
) -> list[tuple[str, Colour]]:
    """The goods that a seat has delivered with their numbers: by their names if all of them have
    room, else by letters."""
    counts = [(good, count) for good, count in enumerate(view["delivered"][seat]) if count]
    named = [(f"{good_name(good)} ", count, good) for good, count in counts]
    numbers, gap = [str(count) for _good, count in counts], " "
    if sum(len(f"{name}{count} ") for name, count, _good in named) > room:
        named = [(LETTERS[good], count, good) for good, count in counts]
        numbers, gap = _numbers([count for _good, count in counts], room)
    return [
        part
        for (name, _count, good), number in zip(named, numbers, strict=True)
        for part in (
            (name, colours.good[good]),
            (f"{number}{gap}", colours.text if gap else colours.good[good]),
        )
    ]


def seat_card(view: SaharaView, seat: int, name: str, colours: Palette) -> SeatCard:
    """The card of a seat in the rail beside the board."""
    shortest = _short_demand(view, seat)
    delivered = _delivered_words(view, seat, colours, CARD_TEXT - len(shortest))
    if view["markers"][seat]:
        room = CARD_TEXT - sum(len(words) for words, _ink in delivered)
        words = demand_words(view, seat)
        words = words if len(words) <= room else shortest
        delivered.append((words, colours.accent))
    return SeatCard(
        seat=seat,
        name=name,
        points=str(view["scores"][seat]),
        lines=[
            delivered or [(_("nothing delivered"), colours.soft)],
            *_stock_lines(view, seat, colours, CARD_TEXT),
        ],
        has_turn=seat == view["to_act"],
    )
