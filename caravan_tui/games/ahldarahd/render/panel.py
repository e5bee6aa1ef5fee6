"""Draws what is beside the maps: seats, centre, legend, and the known cards; and seat cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.pieces import CityMap
from caravan_tui.games.ahldarahd.render.layout import Area
from caravan_tui.games.ahldarahd.render.legend import (
    ROOMY,
    Line,
    card_letter,
    draw_legend,
    full_groups,
    gold_letter,
    legend_groups,
    legend_lines,
    points_letter,
    price_lines,
    right_letter,
)
from caravan_tui.games.ahldarahd.render.look import Look
from caravan_tui.games.ahldarahd.render.matches import draw_nearest_of_others
from caravan_tui.games.ahldarahd.text.titles import city_title, map_title
from caravan_tui.games.ahldarahd.view import AhldarahdView, map_names
from caravan_tui.i18n import _, _n
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, mix
from caravan_tui.widgets.drawing.depth import Pens
from caravan_tui.widgets.drawing.palette import Palette
from caravan_tui.widgets.drawing.seats import SeatCard
from caravan_tui.widgets.marks import short_name

CARD_ROOM = 22
"""Columns of a line on a seat card."""

FAVOURS = 3
"""The Shah, the Eyes and the Queen."""

MARGIN = 2
"""Columns before what a seat holds that are taken where it holds much."""

NUMBER_WIDTH = 4
"""Columns of a number on its ground below its title."""

CENTRE_ROWS, MOST_CENTRE_ROWS = 2, 5
"""Rows of what nobody holds and of the deck: in short, and with a row for each."""

KNOWN_ROWS = 4
"""Rows of the known cards, in addition to one per seat."""


def draw_seats(canvas: Canvas, view: AhldarahdView, look: Look, area: Area) -> int:
    """Two rows per seat, the centre, and where there is room known cards and legend.

    Returns the first free row.
    """
    seats = view["seats"]
    x, width = area.x, area.width
    end = area.y + area.height
    if area.height < 2 * seats and width < ROOMY:
        _draw_header(canvas, x, area.y, width)
        for seat in range(seats):
            _draw_listed_seat(canvas, view, look, seat, x, area.y + 1 + seat, width, rows=1)
        return end
    gap = 1 if area.height >= 3 * seats + 3 else 0
    if gap and width < ROOMY and area.height >= 4 * seats + 3:
        gap = 2
    if gap and width < ROOMY and area.height >= 5 * seats + MOST_CENTRE_ROWS:
        gap = 3
    has_header = not gap and width < ROOMY and area.height > 2 * seats + CENTRE_ROWS
    top = area.y
    if has_header:
        _draw_header(canvas, x, top, width)
        top += 1
    for seat in range(seats):
        row = top + seat * (2 + gap)
        if row + 1 >= end:
            continue
        if gap and width < ROOMY:
            _draw_high_seat(canvas, view, look, seat, x, row, width, rows=max(3, 1 + gap))
        elif has_header:
            _draw_listed_seat(canvas, view, look, seat, x, row, width)
        else:
            _draw_seat(canvas, view, look, seat, x, row, width)
    row = top + seats * (2 + gap)
    if width < ROOMY and gap < 2 and row + CENTRE_ROWS < end:
        row, gap = row + 1, 2  # a blank row below the seats if there is room
    if width < ROOMY and gap == 3 and len(_centre_list(view)) + 2 <= end - row:
        row = _draw_centre_list(canvas, view, look, x + 1, row, width - 1)
    else:
        row = draw_centre(canvas, view, look, x + 1, row, width - 1, end, has_blank=gap >= 2)
    if row + 1 + KNOWN_ROWS + seats <= end:
        row = draw_known_cards(canvas, view, look, x + 1, row + 1, width - 1, end - 1)
    return _draw_signs(canvas, view, look, x + 1, row, width - 2, end)


def _draw_signs(
    canvas: Canvas, view: AhldarahdView, look: Look, x: int, y: int, width: int, end: int
) -> int:
    """The legend if it fits above the row `end`, else how to see it, and while routes are built
    what their prices mean; returns the row after it. A trade needs the room for its window."""
    left, lines = x, legend_lines(canvas.pens, view, look, width, end - y - 2)
    if view["trade"] is None and y + len(lines) <= end:
        return draw_legend(canvas, lines, x, y, end)
    if not look.key:
        return y
    button = _("{key}: signs").format(key=look.key("ahldarahd.info"))
    start = x + width - len(button)
    if width < ROOMY and not any(
        canvas.has_text(column, y - 1) for column in range(start - 1, start + len(button))
    ):
        x, y = start, y - 1  # behind the deck
    if y >= end:
        return y
    canvas.put(x, y, button, canvas.pens.palette.soft)
    canvas.add_target(x, y, len(button), 1, ("info", 0))
    y += 1
    if view["phase"] == "building" and view["trade"] is None:
        prices = price_lines(canvas.pens, width)
        if y + 1 + len(prices) <= end:
            return draw_legend(canvas, prices, left, y + 1, end, has_heading=False)
    return y


def _draw_seat_ground(
    canvas: Canvas, view: AhldarahdView, look: Look, seat: int, x: int, y: int, width: int,
    rows: int,
) -> Colour:  # fmt: skip
    """The ground of a seat with its stripe, lit on its turn; returns its colour."""
    colours = canvas.pens.palette
    colour = colours.seat[seat]
    has_turn = view["to_act"] == seat
    ground = mix(colours.panel, colour, 0.16 + look.glow) if has_turn else colours.surface
    canvas.fill(x, y, width, rows, ground)
    canvas.rect(x, 2 * y, 1, 2 * rows, colour, 1 if has_turn else 0.55)
    if has_turn:
        canvas.put(x + 1, y, ">" if look.ascii else "►", colours.accent, bold=True)
    return ground


def _columns(x: int, width: int) -> list[tuple[str, int]]:
    """The titles of the numbers of seats, and the column after each."""
    end = x + width
    columns: list[tuple[str, int]] = []
    for title in (_("cards"), _("gold"), _("points")):
        columns.insert(0, (title, end))
        end -= max(NUMBER_WIDTH, len(title)) + 1
    return columns


def _draw_header(canvas: Canvas, x: int, y: int, width: int) -> None:
    """What the numbers of the seats below are."""
    for title, end in _columns(x, width):
        canvas.put(end - len(title), y, title, canvas.pens.palette.soft)


def _draw_listed_seat(
    canvas: Canvas, view: AhldarahdView, look: Look, seat: int, x: int, y: int, width: int,
    rows: int = 2,
) -> None:  # fmt: skip
    """Name and numbers of a seat below a header; what else it holds on the next row, if there is
    one."""
    colours = canvas.pens.palette
    ground = _draw_seat_ground(canvas, view, look, seat, x, y, width, rows)
    (_points, points_end), (_gold, gold_end), (_cards, cards_end) = _columns(x, width)
    score, gold, cards = str(view["scores"][seat]), view["gold"][seat], view["hands"][seat]
    name = short_name(look.names[seat], points_end - len(score) - x - 5)
    canvas.put(x + 2, y, f"{look.marks[seat]} {name}", colours.seat[seat], bold=True)
    canvas.put(points_end - len(score), y, score, colours.text, bold=True)
    tone = _gold_tone(view, gold, colours.gold, ground)
    canvas.put(gold_end - NUMBER_WIDTH, y, f"{gold:>3} ", colours.ink, tone, bold=True)
    paper, ink = colours.paper[0], colours.paper_ink
    if not cards:
        paper, ink = mix(paper, ground, 0.7), colours.soft
    canvas.put(cards_end - NUMBER_WIDTH, y, f"{cards:>3} ", ink, paper, bold=True)
    if rows > 1:
        _draw_holdings(canvas, view, look, seat, x + 4, y + 1, width - 4)


def _draw_high_seat(
    canvas: Canvas, view: AhldarahdView, look: Look, seat: int, x: int, y: int, width: int,
    rows: int = 3,
) -> None:  # fmt: skip
    """Name and points of a seat, its gold and cards with a turned camel, and what else it holds, on
    a row each; on four `rows` favours and Rights have one each."""
    colours = canvas.pens.palette
    ground = _draw_seat_ground(canvas, view, look, seat, x, y, width, rows)
    score = int(view["scores"][seat])
    points = _points_words(score)
    name = short_name(look.names[seat], width - 6 - len(points))
    words = f"{look.marks[seat]} {name}"
    canvas.put(x + 2, y, words, colours.seat[seat], bold=True)
    canvas.put(x + width - 1 - len(points), y, points, colours.text, bold=True)
    gold, cards = view["gold"][seat], view["hands"][seat]
    most = max(len(str(other)) for other in view["gold"])
    gold_words = _("{gold} gold").format(gold=f"{gold:{most}}")
    cards_words = _cards_words(cards)
    has_favours, has_rights = bool(_favours(view, seat)), bool(_rights(view, seat))
    # Where a row is free it says what a turned camel means, or one that has room for it beside
    # what the seat holds; else a word beside the gold has to do.
    camel_row = y + 2 + has_favours + has_rights
    is_turned, left, room = view["turned"][seat], x + 4, width - 4
    is_full = camel_row >= y + rows
    is_beside = is_turned and is_full and rows == 3 and _says_bids(view, seat, room)
    spare = width - 5 - len(gold_words) - len(cards_words)
    camel = ""
    if is_turned and is_full and not is_beside:
        named = _("camel turned")
        camel = named if spare - len(named) > 1 else _("turned")
    spare -= len(camel)
    blank = " " if spare >= 4 or not camel else ""
    tone = _gold_tone(view, gold, colours.gold, ground)
    column = x + 4 - len(blank)
    if camel:
        column -= max(0, min(MARGIN, 3 - spare))  # a column at the edge stays free
    column = canvas.put(column, y + 1, f"{blank}{gold_words}{blank}", colours.ink, tone, bold=True)
    paper, ink = colours.paper[0], colours.paper_ink
    if not cards:
        paper, ink = mix(paper, ground, 0.7), colours.soft
    column = canvas.put(column + 1, y + 1, f"{blank}{cards_words}{blank}", ink, paper, bold=True)
    if camel and column + 2 + len(camel) <= x + width:
        column = canvas.put(column, y + 1, ",", colours.soft)
    canvas.put(column + 1, y + 1, camel, colours.soft)
    if rows > 3:
        favours = _held_favours(view, seat, room)
        canvas.put(left, y + 2, favours, _held_ink(view, colours))
        _put_rights(canvas, view, look, seat, left, y + 2 + has_favours, room)
    else:
        _draw_holdings(canvas, view, look, seat, left, y + 2, room, has_camel=is_beside)
    if is_turned and not is_full:
        forms = _camel_words()
        words = next((form for form in forms if len(form) <= room), forms[-1])
        canvas.put(left, camel_row, words, colours.soft)


def _draw_seat(
    canvas: Canvas, view: AhldarahdView, look: Look, seat: int, x: int, y: int, width: int
) -> None:
    """Name, points, gold and cards of a seat on a row; what else it holds on the next."""
    colours = canvas.pens.palette
    colour = colours.seat[seat]
    ground = _draw_seat_ground(canvas, view, look, seat, x, y, width, 2)
    gold, cards = view["gold"][seat], view["hands"][seat]
    if width >= ROOMY:
        gold_text = " " + _("{gold} gold").format(gold=gold) + " "
        cards_text = _cards_words(cards)
    else:
        gold_text, cards_text = f"{gold}{gold_letter()}", f"{cards}{card_letter()}"
    widths = (
        max(len(str(other)) for other in view["gold"]) - len(str(gold)),
        max(len(str(other)) for other in view["hands"]) - len(str(cards)),
    )
    right = x + width
    if width >= ROOMY:
        right -= 9
        canvas.put(right, y, cards_text, colours.soft)
    else:
        right -= len(cards_text)
        paper, ink = (colours.paper[0], colours.paper_ink)
        if not cards:
            paper, ink = mix(paper, ground, 0.7), colours.soft
        canvas.put(right, y, cards_text, ink, paper, bold=True)
        right -= widths[1]
    right -= 1 + len(gold_text)
    tone = _gold_tone(view, gold, colours.gold, ground)
    canvas.put(right, y, gold_text, colours.ink, tone, bold=True)
    right -= widths[0]
    if width >= ROOMY:
        all_points = [_points_words(int(score)) for score in view["scores"]]
    else:
        all_points = [f"{score}{points_letter()}" for score in view["scores"]]
    points = all_points[seat]
    most = max(map(len, all_points))
    right -= 1 + len(points)
    canvas.put(right, y, points, colours.text, bold=True)
    name = short_name(look.names[seat], right - (most - len(points)) - x - 5)
    canvas.put(x + 2, y, f"{look.marks[seat]} {name}", colour, bold=True)
    _draw_holdings(canvas, view, look, seat, x + 4, y + 1, width - 4)


def _cards_words(count: int) -> str:
    return _n("{count} card", "{count} cards", count).format(count=count)


def _favours(view: AhldarahdView, seat: int) -> list[str]:
    """The favours that a seat holds, -1 for the centre."""
    return _of_held(view, seat, _("Shah"), _("Eyes"), _("Queen"))


def _favours_with_effect(view: AhldarahdView, seat: int) -> list[str]:
    """The favours that a seat holds, -1 for the centre, each with what it does."""
    return _of_held(view, seat, _("Shah first"), _("Eyes land 1 less"), _("Queen sea 1 less"))


def _favours_in_signs(view: AhldarahdView, seat: int) -> list[str]:
    """The same where much stands beside them."""
    return _of_held(view, seat, _("Shah first"), _("Eyes land -1"), _("Queen sea -1"))


def _favours_at_length(view: AhldarahdView, seat: int) -> list[str]:
    """The same for who has not heard of them yet."""
    return _of_held(
        view, seat, _("Shah: goes first"), _("Eyes: land 1 gold less"), _("Queen: sea 1 gold less")
    )


def _favours_in_full(view: AhldarahdView, seat: int) -> list[str]:
    """The same with what it is that is less."""
    return _of_held(
        view, seat,
        _("Shah: goes first"), _("Eyes: land costs 1 less"), _("Queen: sea costs 1 less"),
    )  # fmt: skip


def _of_held(view: AhldarahdView, seat: int, shah: str, eyes: str, queen: str) -> list[str]:
    """What is said of those favours that a seat holds, -1 for the centre."""
    said = ((shah, view["shah"]), (eyes, view["eyes"]), (queen, view["queen"]))
    return [words for words, holder in said if holder == seat]


def _favour_forms(view: AhldarahdView, seat: int) -> list[str]:
    """The favours of a seat, those that say what they do first."""
    favours = _favours(view, seat)
    if not favours:
        return [""]
    every = [_("all favours")] if len(favours) == FAVOURS else []
    both = []
    if favours == [_("Eyes"), _("Queen")]:
        both = [_("Eyes, Queen: 1 gold less"), _("Eyes, Queen: 1 less")]
    return [
        ", ".join(_favours_in_full(view, seat)),
        ", ".join(_favours_at_length(view, seat)),
        ", ".join(_favours_with_effect(view, seat)),
        *both,
        ", ".join(_favours_in_signs(view, seat)),
        ", ".join(favours),
        *every,
    ]


def _held_favours(view: AhldarahdView, seat: int, width: int) -> str:
    """The favours of a seat in a row of their own."""
    forms = _favour_forms(view, seat)
    return next((form for form in forms if len(form) <= width), forms[-1])


def _rights(view: AhldarahdView, seat: int) -> list[int]:
    """The maps whose Rights a seat holds, -1 for the centre."""
    return [map_index for map_index, holder in enumerate(view["rights"]) if holder == seat]


def _put_rights(
    canvas: Canvas, view: AhldarahdView, look: Look, seat: int, x: int, y: int, width: int
) -> None:
    """The Rights of a seat in a row of their own: a single one with the name of its map, that of
    its own map by what it is good for."""
    colours = canvas.pens.palette
    rights = _rights(view, seat)
    if not rights:
        return
    words = list(_right_forms(view, seat))
    if len(rights) == 1 and rights != [seat]:
        name = map_title(map_names(view)[rights[0]])
        words.insert(0, _("Right to {colour}").format(colour=name) + " ")
    text = next((word for word in words if len(word) + len(rights) <= width), words[-1])
    x = canvas.put(x, y, text, colours.text)
    for map_index in rights:
        x = canvas.put(x, y, look.marks[map_index], colours.seat[map_index], bold=True)


def _draw_holdings(
    canvas: Canvas, view: AhldarahdView, look: Look, seat: int, x: int, y: int, width: int, *,
    has_camel: bool = True,
) -> None:  # fmt: skip
    """What a seat holds: a turned camel, favours, Rights; in shorter words if it holds much, from
    further left if it needs the room. `has_camel`: a turned camel does not stand elsewhere."""
    colours = canvas.pens.palette
    rights = _rights(view, seat)
    (camel, favour, right), _room, comma = _holdings_form(view, seat, width, has_camel)
    held = [part for part in (camel, favour + comma, right + "■" * len(rights)) if part]
    taken = sum(map(len, held)) + len(held) - 1
    x -= max(0, min(MARGIN, taken + 1 - width))  # a column at the edge stays free
    if camel:
        x = canvas.put(x, y, camel, colours.soft) + 1
    if favour:
        x = canvas.put(x, y, favour + comma, _held_ink(view, colours)) + 1
    if rights:
        x = canvas.put(x, y, right, _held_ink(view, colours))
        for map_index in rights:
            x = canvas.put(x, y, look.marks[map_index], colours.seat[map_index], bold=True)


def _holdings_form(
    view: AhldarahdView, seat: int, width: int, has_camel: bool
) -> tuple[tuple[str, str, str], int, str]:
    """The longest words for camel, favours and Rights that have room, the columns that they may
    have, and what stands after the favours."""
    rights = _rights(view, seat)
    forms = list(_forms(view, seat, is_turned=has_camel and view["turned"][seat]))
    in_words = [form for form in forms if form[-1] != right_letter()]
    tries = [(form, width, ",") for form in in_words]
    tries += [(form, width + MARGIN, ",") for form in in_words]
    tries += [(form, width + MARGIN, "") for form in (*in_words, *forms)]
    for form, room, sign in tries:
        held = [part for part in form if part]
        comma = sign if form[1] and rights else ""
        if sum(map(len, held)) + len(rights) + len(held) - 1 + len(comma) <= room:
            break
    return form, room, comma


def _says_bids(view: AhldarahdView, seat: int, width: int) -> bool:
    """Whether a row that says what a seat holds has room for what its turned camel means."""
    form, room, _comma = _holdings_form(view, seat, width, has_camel=True)
    return form[0] in _camel_words() and "0" in form[0] and room == width


def _camel_words() -> tuple[str, ...]:
    """A turned camel: first the forms that say what it means, the longest of them first."""
    return (
        _("camel turned: bids 0"), _("turned: bids 0"), _("bids 0 only"), _("camel turned"),
        _("turned"),
    )  # fmt: skip


def _forms(view: AhldarahdView, seat: int, *, is_turned: bool) -> Iterator[tuple[str, str, str]]:
    """Camel, favours and the word before the Rights, those that say what they do first; last the
    favours by their names without commas, or only how many."""
    rights, favours = len(_rights(view, seat)), _favours(view, seat)
    words: Sequence[str] = ("",)
    if rights:
        words = _right_forms(view, seat)
    camels = _camel_words() if is_turned else ("",)
    for favour in _favour_forms(view, seat):
        for right in words[:-1] or words:
            for camel in camels:
                yield camel, favour, right
    for favour in (" ".join(favours), _favour_forms(view, seat)[-1]):
        for right in words:
            yield camels[-1], favour, right
    count = _n("{count} favour", "{count} favours", len(favours)).format(count=len(favours))
    yield camels[-1], count if favours else "", words[-1]


def _right_words(count: int) -> tuple[str, str, str]:
    """What stands before the marks of the maps of Rights, longest first."""
    long = _("Right to ") if count == 1 else _("Rights to ")
    return long, _("Right ") if count == 1 else _("Rights "), right_letter()


def _right_forms(view: AhldarahdView, seat: int) -> Sequence[str]:
    """The same for a seat: the Right of its own map alone keeps the others off it."""
    rights = _rights(view, seat)
    words = _right_words(len(rights))
    return (_("closed to others:") + " ", *words) if rights == [seat] else words


def _centre_list(view: AhldarahdView) -> list[str]:
    """What nobody holds, a row each; the Rights are behind it."""
    rows = _favours_in_full(view, -1)
    if count := len(_rights(view, -1)):
        rows.append(_right_words(count)[0])
    return rows or [_("nothing")]


def _draw_centre_list(
    canvas: Canvas, view: AhldarahdView, look: Look, x: int, y: int, width: int
) -> int:
    """What is in the centre, a row each, and the deck; returns the row after them."""
    colours = canvas.pens.palette
    rights = _rights(view, -1)
    rows, head = _centre_list(view), _("unowned:")
    if view["shah"] >= 0 and rows == _favours_in_full(view, -1):
        # Whose price it lowers is said once for all of them.
        words = _("unowned, for the winner:")
        if max(map(len, [words, *(f" {row}" for row in rows)])) <= width:
            head = words
    canvas.put(x, y, head, colours.soft)
    for number, words in enumerate(rows):
        y += 1
        column = canvas.put(x + 1, y, words, _held_ink(view, colours))
        if rights and number == len(rows) - 1:
            for map_index in rights:
                mark = look.marks[map_index]
                column = canvas.put(column, y, mark, colours.seat[map_index], bold=True)
    words = deck_words(view, width)
    ink = colours.accent if view["last"] else colours.text
    canvas.put(x, y + 1, words, ink, bold=view["last"])
    return y + 2


def draw_centre(
    canvas: Canvas, view: AhldarahdView, look: Look, x: int, y: int, width: int, end: int, *,
    has_blank: bool = False,
) -> int:  # fmt: skip
    """What is in the centre, the deck, the bank's black chips; returns the row after them.
    `has_blank`: the row above is free."""
    colours = canvas.pens.palette
    lines = _centre_lines(view, width) if _favours(view, -1) else []
    rights = _rights(view, -1)
    right = _right_words(len(rights))[1]
    start = len(_("unowned:")) + 1
    taken = start + sum(len(word) + 1 for word in lines[0]) if lines else 0
    if rights and len(lines) == has_blank and taken + len(right) + len(rights) > width:
        lines.append([])  # the Rights below the favours
    if taken - 1 == width:
        x -= 1  # a column at the edge stays free
    if y < end and len(lines) in (1, 1 + has_blank):
        canvas.put(x, y + 1 - len(lines), _("unowned:"), colours.soft)
        for number, line in enumerate(lines):
            column = x if number and line else x + start
            for word in line:
                column = (
                    canvas.put(column, y + 1 - len(lines) + number, word, _held_ink(view, colours))
                    + 1
                )
        if rights:
            if column + len(right) + len(rights) > x + width:
                right = right_letter()
            column = canvas.put(column, y, right, colours.text)
            for map_index in rights:
                mark = look.marks[map_index]
                column = canvas.put(column, y, mark, colours.seat[map_index], bold=True)
    elif y < end:
        column = canvas.put(x, y, _("unowned:"), colours.soft) + 1
        put_centre(canvas, view, look, column, y, x + width - column)
    if y + 1 < end:
        words = deck_words(view, width)
        ink = colours.accent if view["last"] else colours.text
        canvas.put(x, y + 1, words, ink, bold=view["last"])
    return min(end, y + 2)


def _centre_lines(view: AhldarahdView, width: int) -> list[list[str]]:
    """What nobody holds and what it does, in as many lines behind `unowned:` as it needs."""
    rights = _rights(view, -1)
    words = _favours_with_effect(view, -1)
    lines: list[list[str]] = [[]]
    room = width - len(_("unowned:")) - 1
    for word in words:
        is_last = word == words[-1]
        needed = len(word) + (len(rights) + 2 if is_last and rights else 0)
        if lines[-1] and needed > room:
            lines.append([])
            room = width
        lines[-1].append(word)
        room -= len(word) + 1
    return lines


def put_centre(canvas: Canvas, view: AhldarahdView, look: Look, x: int, y: int, width: int) -> int:
    """What nobody holds, in a row of at most these columns; returns the column after it."""
    colours = canvas.pens.palette
    favours, rights = _favours(view, -1), _rights(view, -1)
    for word in favours:
        x = canvas.put(x, y, word, _held_ink(view, colours)) + 1
    if rights:
        taken = sum(len(favour) + 1 for favour in favours) + len(rights)
        words = _right_words(len(rights))
        word = next((word for word in words if taken + len(word) <= width), words[-1])
        x = canvas.put(x, y, word, colours.text)
        for map_index in rights:
            x = canvas.put(x, y, look.marks[map_index], colours.seat[map_index], bold=True)
    elif not favours:
        x = canvas.put(x, y, _("nothing"), colours.soft)
    return x


def deck_words(view: AhldarahdView, width: int) -> str:
    """Cards in the deck, whether it is the last turn, black chips in the bank."""
    words = [_("deck {count}").format(count=view["deck"])]
    if view["last"]:
        words.append(_("LAST TURN"))
    if view["options"]["outsider"]:
        words.append(_("black {count}").format(count=view["black"]))
    if len(" ".join(words)) > width:
        del words[0]  # in the last turn the deck is empty
    return " ".join(words)


def _points_words(score: int) -> str:
    return _n("{points} point", "{points} points", score).format(points=score)


def _held_ink(view: AhldarahdView, colours: Palette) -> Colour:
    """The ink of favours and Rights, soft until something can be put up for auction."""
    return colours.soft if view["phase"] == "free" else colours.text


def _gold_tone(view: AhldarahdView, gold: int, tone: Colour, ground: Colour) -> Colour:
    """The ground of the gold of a seat, paler while it has none or can spend none."""
    if not gold:
        return mix(tone, ground, 0.6)
    return mix(tone, ground, 0.4) if view["phase"] == "free" else tone


def seat_card(view: AhldarahdView, look: Look, seat: int, colours: Palette) -> SeatCard:
    """The card of a seat in the rail beside the board."""
    gold, cards = view["gold"][seat], view["hands"][seat]
    rights = _rights(view, seat)
    known = _card_words(view, seat)
    lines: list[list[tuple[str, Colour]]] = []
    if _favours(view, seat) and rights and not known:  # a line each
        lines.append([(_held_favours(view, seat, CARD_ROOM), _held_ink(view, colours))])
        lines.append(_held_line(view, look, seat, colours, has_favours=False))
    else:
        held = _held_line(view, look, seat, colours, has_favours=True)
        lines.append(held or [(_("holds nothing"), colours.faint)])
        lines.append([(known, colours.soft)] if known else [])
    tone = colours.gold if colours.dark else colours.primary
    return SeatCard(
        seat=seat,
        name=look.names[seat],
        points=_points_words(int(view["scores"][seat])),
        lines=[
            [
                (_("{gold} gold").format(gold=gold), tone if gold else colours.soft),
                ("  " + _cards_words(cards), colours.text if cards else colours.soft),
            ],
            *lines,
        ],
        has_turn=view["to_act"] == seat,
        state=_("camel turned") if view["turned"][seat] else "",
    )


def _held_line(
    view: AhldarahdView, look: Look, seat: int, colours: Palette, *, has_favours: bool
) -> list[tuple[str, Colour]]:
    """Favours and Rights of a seat in a line of its card, or the Rights alone."""
    rights = _rights(view, seat)
    room = CARD_ROOM
    if rights and has_favours and _favours(view, seat):
        room -= len(rights) + len(_right_words(len(rights))[-1]) + 1
    favours = _held_favours(view, seat, room) if has_favours else ""
    held = [(favours, _held_ink(view, colours))] if favours else []
    if rights:
        words = _right_forms(view, seat)
        gaps = ("  ", " ") if favours else ("",)
        forms = [(gap, word) for word in words for gap in gaps]
        taken = len(favours) + len(rights)
        fits = (form for form in forms if taken + len("".join(form)) <= CARD_ROOM)
        held.append(("".join(next(fits, forms[-1])), colours.soft))
        held += [(look.marks[map_index], colours.seat[map_index]) for map_index in rights]
    return held


def _card_words(view: AhldarahdView, seat: int) -> str:
    """The cards of another hand that everybody has seen, cut to a line of a seat card; empty for
    none, and for your own hand, which lies on the table."""
    if seat == view["seat"] or not sum(view["known"][seat]):
        return ""
    city_map = from_plain(view["custom"])
    text = ""
    for letters in (9, 4, 3):
        cards = " ".join(counted(city_map, view["known"][seat], letters))
        text = _("known: {cards}").format(cards=cards)
        if len(text) <= CARD_ROOM:
            return text
    return text[: CARD_ROOM - 1].rstrip() + "…"


# The legend and the known cards


SIGN_COLUMN = 28
"""Columns of signs that stand side by side, at least."""

LETTERS = (9, 3)
"""Letters of the names of cards: whole, or where there is too little room."""


def _sign_columns(area: Area) -> int:
    """How many columns of signs stand side by side."""
    return max(1, area.width // SIGN_COLUMN)


def sign_pages(pens: Pens, view: AhldarahdView, look: Look, area: Area) -> list[list[list[Line]]]:
    """The columns of the legend on each of its pages below a heading, which a single page goes
    without if it has no room. Beside a low map they say all on as many pages as it takes, a sign
    and its words on the same."""
    columns, rows = _sign_columns(area), max(1, area.height - 1)
    width = area.width // columns - (2 if columns > 1 else 1)
    if area.width < ROOMY:
        groups = full_groups(pens, view, look, width)
    else:
        most, known = rows * columns, len(_known_rows(view, width, LETTERS[0]))
        if columns == 1 and len(legend_lines(pens, view, look, width)) + known <= rows:
            most -= known  # one page for all of it
        groups = legend_groups(pens, view, look, width, most)
        if columns == 1 and sum(map(len, groups)) == area.height:
            rows = area.height
    filled: list[list[Line]] = [[]]
    for group in groups:
        if filled[-1] and len(filled[-1]) + len(group) > rows:
            filled.append([])
        filled[-1] += group
    return [filled[first : first + columns] for first in range(0, len(filled), columns)]


def are_known_below(pens: Pens, view: AhldarahdView, look: Look, area: Area) -> bool:
    """Whether the known cards have room below the last signs."""
    if _sign_columns(area) > 1:
        return False
    (last,) = sign_pages(pens, view, look, area)[-1]
    return 1 + len(last) + len(_known_rows(view, area.width - 1, LETTERS[0])) <= area.height


def page_count(pens: Pens, view: AhldarahdView, look: Look, area: Area) -> int:
    """How many pages the legend and the known cards take."""
    count = len(sign_pages(pens, view, look, area))
    return count if are_known_below(pens, view, look, area) else count + 1


def draw_page(canvas: Canvas, view: AhldarahdView, look: Look, area: Area) -> None:
    """The legend and the known cards: all of it, or the page that is turned up."""
    colours = canvas.pens.palette
    canvas.fill(area.x, area.y, area.width, area.height, colours.surface)
    canvas.add_target(area.x, area.y, area.width, area.height, ("info", 0))
    x, y, width, end = area.x + 1, area.y, area.width - 1, area.y + area.height
    pages = sign_pages(canvas.pens, view, look, area)
    columns = _sign_columns(area)
    if look.page <= len(pages):
        head = _("Signs")
        if len(pages) > 1:
            head = _("Signs, page {page} of {pages}").format(page=look.page, pages=len(pages))
        below = y
        if max(map(len, pages[look.page - 1])) < area.height:
            canvas.put(x, y, head, colours.text, bold=True)
            below += 1
        top = below
        for column, lines in enumerate(pages[look.page - 1]):
            left = x + column * (area.width // columns)
            below = draw_legend(canvas, lines, left, top, end, has_heading=False)
        if look.page == len(pages) and are_known_below(canvas.pens, view, look, area):
            known = _known_rows(view, width, LETTERS[0])
            gap = below + len(known) < end
            _draw_known(canvas, look, known, x, below + gap, end)
    elif columns > 1:
        half = width // 2
        _draw_known(canvas, look, _hand_rows(view, half - 1, LETTERS[0]), x, y, end)
        _draw_known(canvas, look, _discard_rows(view, half, LETTERS[0]), x + half, y, end)
    else:
        draw_known_cards(canvas, view, look, x, y, width, end)


def draw_signs_in(canvas: Canvas, view: AhldarahdView, look: Look, area: Area) -> int:
    """The legend beside the known cards and the cities that the others can win soonest, in the
    place of a map; returns the row after them."""
    x, y, end = area.x + 1, area.y - 1, area.y + area.height
    canvas.fill(area.x, y, area.width, area.height + 1, canvas.pens.palette.surface)
    half = area.width // 2
    known = draw_known_cards(canvas, view, look, x + half, y, half - 2, end)
    others = [seat for seat in range(view["seats"]) if seat != view["seat"]]
    if view["phase"] != "free" and known + 2 + len(others) <= end:
        first = known + 2
        rows = {seat: first + number for number, seat in enumerate(others)}
        beside = Area(x + half, first - 1, half - 2, end - first)
        draw_nearest_of_others(canvas, view, look, rows, beside, has_marks=True)
        known = first + len(others)
    lines = legend_lines(canvas.pens, view, look, half - 2, area.height)
    return max(known, draw_legend(canvas, lines, x, y, end, has_gap=False))


@frozen
class KnownRow:
    """A row of the known cards: a heading, or cards with the mark of their seat."""

    words: str
    head: str = ""
    seat: int = -1


def draw_known_cards(
    canvas: Canvas, view: AhldarahdView, look: Look, x: int, y: int, width: int, end: int
) -> int:
    """The cards that everybody has seen in the hands of the others, and the discard, in whole words
    if there is room above the row `end`; returns the row after them."""
    forms = [_known_rows(view, width, letters) for letters in LETTERS]
    rows = next((rows for rows in forms if y + len(rows) <= end), forms[-1])
    return _draw_known(canvas, look, rows, x, y, end)


def rows_of_hands(view: AhldarahdView, area: Area) -> tuple[dict[int, int], int]:
    """Where `draw_known_cards` writes the cards of each hand in an area: its row by seat, and the
    columns that the cards and their heading take."""
    forms = [_known_rows(view, area.width, letters) for letters in LETTERS]
    rows = next((rows for rows in forms if len(rows) <= area.height), forms[-1])
    hands = rows[: len(rows) - len(_discard_rows(view, area.width, LETTERS[0]))]
    where = {row.seat: area.y + number for number, row in enumerate(hands) if row.seat >= 0}
    return where, max(len(row.head) + 2 + len(row.words) for row in hands)


def _draw_known(
    canvas: Canvas, look: Look, rows: Sequence[KnownRow], x: int, y: int, end: int
) -> int:
    """Rows of known cards above the row `end`; returns the row after them."""
    colours = canvas.pens.palette
    for row in rows[: max(0, end - y)]:
        left = x
        if row.head:
            left = canvas.put(x, y, row.head, colours.text, bold=True) + 1
        else:
            left += 2
        if row.seat >= 0:
            canvas.put(x, y, look.marks[row.seat], colours.seat[row.seat], bold=True)
        canvas.put(left, y, row.words, colours.soft if row.head else colours.text)
        y += 1
    return y


def _known_rows(view: AhldarahdView, width: int, letters: int) -> list[KnownRow]:
    return [*_hand_rows(view, width, letters), *_discard_rows(view, width, letters)]


def _hand_rows(view: AhldarahdView, width: int, letters: int) -> list[KnownRow]:
    """The cards that everybody has seen in the hands of the others, and how many nobody has."""
    city_map = from_plain(view["custom"])
    rows = [KnownRow("", _("Known cards in hands"))]
    for seat in range(view["seats"]):
        if seat == view["seat"]:
            continue
        known = view["known"][seat]
        unseen = view["hands"][seat] - sum(known)
        words = counted(city_map, known, letters)
        if unseen:
            count = f"+{unseen}" if words else str(unseen)
            words += _("{count} hidden").format(count=count).split(" ")
        lines = wrapped(words or ["-"], width - 2)
        rows += [KnownRow(line, seat=seat if not n else -1) for n, line in enumerate(lines)]
    return rows


def _discard_rows(view: AhldarahdView, width: int, letters: int) -> list[KnownRow]:
    """The discard below its heading."""
    city_map, head = from_plain(view["custom"]), _("Discard")
    if not sum(view["discard"]):
        return [KnownRow(_("none yet"), head)]
    words = counted(city_map, view["discard"], letters)
    return [KnownRow("", head), *(KnownRow(line) for line in wrapped(words, width - 2))]


def wrapped(words: Sequence[str], width: int) -> list[str]:
    """Words in as many lines as they need."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def counted(city_map: CityMap, cards: Sequence[int], letters: int) -> list[str]:
    """`2 Sal,` and `Gem`: counts by commodity, each of one piece, the names cut to a number of
    letters."""
    words = [
        (f"{count} " if count > 1 else "") + city_title(city_map.names[card])[:letters]
        for card, count in enumerate(cards)
        if count
    ]
    return [f"{word}," for word in words[:-1]] + words[-1:]
