"""Draws a trade: both sides in a line, and in a window over the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import evolve

from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.moves import OfferRow
from caravan_tui.games.ahldarahd.pieces import COLOURS, line_name
from caravan_tui.games.ahldarahd.render.layout import Area
from caravan_tui.games.ahldarahd.render.look import Look
from caravan_tui.games.ahldarahd.render.wares import draw_offered
from caravan_tui.games.ahldarahd.text.titles import line_title, offer_title, short_line_title
from caravan_tui.games.ahldarahd.view import AhldarahdView, TradeView
from caravan_tui.i18n import _, _n
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, mix
from caravan_tui.widgets.drawing.palette import Palette
from caravan_tui.widgets.drawing.seats import PORTRAIT_WIDTH, draw_portrait

ROOMY = 80
"""Columns of an offer from which both sides have portraits, with arrows between them."""

LEAST_ROOMY = 5
"""Rows of a side in which what is given can be drawn as cards: a name, a card, what is left."""

LEAST_APART = 9
"""Rows of an offer that is written from which its title and lists have a blank row after them."""

MIDDLE = 5
"""Columns between the two sides, for the arrows."""

ARROWS = 6
"""Columns of the arrows behind an amount, with blanks around them."""

MARKS = 2
"""Columns before a thing: of the pointer, and of the mark of what is chosen."""


def _parties(trade: TradeView) -> tuple[int, int]:
    """The seat that gives what the lines call given, and the other one.

    A counter-offer is written by the seat that was asked.
    """
    writer, partner = trade["from"], trade["to"]
    if trade["offer"] and (trade["writing"] or trade["lines"] is not None):
        return partner, writer
    return writer, partner


def _line_names(view: AhldarahdView, lines: Sequence[int] | None) -> list[str]:
    city_map = from_plain(view["custom"])
    return [line_name(city_map, line) for line in lines or ()]


def draw_strip(
    canvas: Canvas, view: AhldarahdView, trade: TradeView, look: Look, y: int, rows: int, width: int
) -> None:
    """Both sides of an offer, on a row or a row each, as far as this seat may see it."""
    colours = canvas.pens.palette
    giver, taker = _parties(trade)
    canvas.add_target(0, y, width, rows, ("window", 1))
    left = 1 if rows > 1 or width < canvas.width else 0  # below a map alone, a column inside
    if trade["lines"] is None:
        x = canvas.put(left, y, look.marks[giver], colours.seat[giver], bold=True)
        text = _("prepares a counter-offer to") if trade["offer"] else _("prepares an offer to")
        x = canvas.put(x + 1, y, text, colours.text, bold=True)
        canvas.put(x + 1, y, look.marks[taker], colours.seat[taker], bold=True)
        return
    lines = _line_names(view, trade["lines"])
    gives, wants = _sides(lines, line_title)
    arrow = f" {'=' if look.ascii else '↔'} "
    words = _("{name} gives")
    names = [f"{look.marks[seat]} {look.names[seat]}" for seat in (giver, taker)]
    heads = [words.format(name=name) + " " for name in names]
    if left + len("".join([*heads, gives, wants, arrow])) > width:
        gives, wants = _sides(lines, short_line_title)
    if left + len("".join([*heads, gives, wants, arrow])) > width:
        heads = [words.format(name=look.marks[seat]) + " " for seat in (giver, taker)]
    x = canvas.put(left, y, heads[0], colours.seat[giver], bold=True)
    x = canvas.put(x, y, gives, colours.text, bold=True)
    x = canvas.put(x, y, arrow, colours.soft)
    x = canvas.put(x, y, heads[1], colours.seat[taker], bold=True)
    x = canvas.put(x, y, wants, colours.text, bold=True)
    if trade["offer"]:
        first = offer_title(_line_names(view, trade["offer"]))
        text = _("(first: {offer})").format(offer=first)
        if rows > 1:
            x, y = -1, y + 1
        if x + 2 + len(text) <= width:
            canvas.put(x + 2, y, text, colours.soft)


def _sides(lines: Sequence[str], title: Callable[[str], str]) -> tuple[str, str]:
    """What an offer gives and what it wants, as lists in words."""
    gives = [title(line) for line in lines if line.startswith("give")]
    wants = [title(line) for line in lines if line.startswith("want")]
    return ", ".join(gives) or "-", ", ".join(wants) or "-"


def window_rows(view: AhldarahdView) -> int:
    """Rows of the window of an offer that was sent, at least."""
    trade = view["trade"]
    lines = _line_names(view, trade["lines"] if trade else None)
    gives = sum(line.startswith("give") for line in lines)
    most = max(1, gives, len(lines) - gives)
    return most + 3 + bool(trade and trade["offer"])


def draw_offer(canvas: Canvas, view: AhldarahdView, look: Look, area: Area, has_map: bool) -> None:
    """An offer that you write: what you may give and want side by side, what it has already on its
    colour, and at the foot the keys that send and withdraw it. `has_map`: it covers the map."""
    trade = view["trade"]
    if trade is None or trade["lines"] is None:
        return
    colours = canvas.pens.palette
    canvas.fill(area.x, area.y, area.width, area.height, colours.surface)
    giver, taker = _parties(trade)
    lines = _line_names(view, trade["lines"])
    gives = [line for line in lines if line.startswith("give")]
    wants = [line for line in lines if line.startswith("want")]
    sides = [(giver, "give", gives, wants), (taker, "want", wants, gives)]
    words = _("Your counter-offer to {name}") if trade["offer"] else _("Your offer to {name}")
    title = " " + words.format(name=f"{look.marks[taker]} {look.names[taker]}")
    _draw_title(canvas, title, area.x, area.y, area.width)
    middle = 1 if area.width < ROOMY else MIDDLE
    half = (area.width - middle) // 2
    heads = (_("You give"), _("You want"))
    has_gap, has_keys = _spare_rows(look, area) or (False, False)
    for number, (seat, group, given, received) in enumerate(sides):
        x = area.x if not number else area.x + area.width - half
        box = Area(x, area.y + 1 + has_gap, half, area.height - 3 - has_gap)
        colour = colours.seat[seat]
        canvas.fill(box.x, box.y, half, box.height, mix(colours.surface, colour, 0.14))
        canvas.rect(box.x, 2 * box.y, 1, 2 * box.height, colour)
        things = Area(x + 1, box.y + 1, half - 1, box.height - 2 - has_keys)
        if area.width >= ROOMY and canvas.pens.has_pixels:
            beside = evolve(things, x=things.x + PORTRAIT_WIDTH + 2,
                            width=things.width - PORTRAIT_WIDTH - 2)  # fmt: skip
            if _columns(look, group, beside) is not None:
                things = beside
                face = look.faces[seat] if look.faces else ""
                draw_portrait(canvas, box.x + 2, box.y, seat, face)
        end = canvas.put(things.x + 1, box.y, heads[number], colour, bold=True)
        if any(row.held for row in _rows_of(look, group)):
            words = _("{mark} holds it").format(mark=look.marks[taker])
            start = max(end + 1, box.x + box.width - len(words) - 1)
            canvas.put(start, box.y, words[: box.x + box.width - start], colours.soft)
        rows = _rows_of(look, group) if has_keys else []
        keys = [_("? may hold it")] if any(row.is_uncertain for row in rows) else []
        if any(row.is_lacking for row in rows):
            keys.append(_("{mark} can't").format(mark=_lacking_mark(look)))
        room = box.x + box.width - things.x - 1
        canvas.put(things.x + 1, box.y + box.height - 2, "  ".join(keys)[:room], colours.soft)
        _draw_things(canvas, look, group, things, taker)
        after = _("after: {things}").format(things=_things_left(view, seat, given, received))
        canvas.put(things.x + 1, box.y + box.height - 1,
                   after[: box.x + half - things.x - 1], colours.soft)  # fmt: skip
    if middle == MIDDLE:
        _draw_arrows(canvas, look, area.x + half, area.y + area.height // 2 - 1, (giver, taker))
    _draw_buttons(canvas, look, area.x + 1, area.y + area.height - 1, has_map=has_map)


def has_room_for_offer(look: Look, area: Area) -> bool:
    """Whether everything that the offer that you write may name is whole in an area."""
    return _spare_rows(look, area) is not None


def _spare_rows(look: Look, area: Area) -> tuple[bool, bool] | None:
    """Whether an offer has a blank row below its title, and one for what the marks behind its
    things mean, as far as these leave it room; None if some are cut off without both rows."""
    middle = 1 if area.width < ROOMY else MIDDLE
    width = (area.width - middle) // 2 - 1
    forms = ((True, True), (False, True), (False, False))
    for has_gap, has_keys in forms if area.height >= LEAST_APART else forms[-1:]:
        things = Area(0, 0, width, max(1, area.height - 5 - has_gap - has_keys))
        if all(_columns(look, group, things) is not None for group in ("give", "want")):
            return has_gap, has_keys
    return None


def _lacking_mark(look: Look) -> str:
    """What stands behind a card that the other player cannot hold."""
    return "x" if look.ascii else "×"


def _draw_title(canvas: Canvas, title: str, x: int, y: int, width: int) -> None:
    colours = canvas.pens.palette
    canvas.put(x, y, title[:width].ljust(width), colours.ink, colours.accent, bold=True)


def _draw_arrows(canvas: Canvas, look: Look, x: int, y: int, seats: tuple[int, int]) -> None:
    """What goes from the left to the right, and back, in the colours of who gives it."""
    for row, seat in enumerate(seats):
        arrow = ("-->", "<--")[row] if look.ascii else ("━━►", "◄━━")[row]
        canvas.put(x + 1, y + row, arrow, canvas.pens.palette.seat[seat], bold=True)


def draw_offer_keys(canvas: Canvas, look: Look, y: int) -> None:
    """The keys of an offer that you write, while you look at a map."""
    _draw_buttons(canvas, look, 1, y, is_beside_map=True)


def _rows_of(look: Look, group: str) -> list[OfferRow]:
    """What one side of an offer may name."""
    return [row for row in look.offer if row.line.startswith(group)]


def _columns(look: Look, group: str, area: Area) -> tuple[int, int] | None:
    """Rows of a column, and columns from one to the next; None if not all things fit."""
    rows = _rows_of(look, group)
    widest = max((_width_of(row) for row in rows), default=0)
    columns = max(1, -(-len(rows) // area.height))
    step = widest + 1 if columns > 1 else area.width
    if columns > 1 and step * (columns - 1) + widest > area.width:
        return None
    return -(-len(rows) // columns), step


def _width_of(row: OfferRow) -> int:
    """Columns of a thing with its pointer, and what stands behind it."""
    has_mark = row.held or row.is_lacking or row.is_uncertain
    return MARKS + _room_of(row) + (ARROWS if row.is_amount else 3 if has_mark else 1)


def _room_of(row: OfferRow) -> int:
    """Columns of the words of a thing. An amount has those of two digits, so that its arrows stay
    where they are while it changes."""
    return max(len(row.thing), len(_("gold")) + 3) if row.is_amount else len(row.thing)


def _draw_things(canvas: Canvas, look: Look, group: str, area: Area, other: int) -> None:
    """What an offer may give or want, in as many columns as it needs: what it names on its colour,
    faint what there is no room for or the other seat cannot hold, and behind a card the mark of
    that seat where it is known to hold it, or that it may."""
    colours = canvas.pens.palette
    rows = _rows_of(look, group)
    down, step = _columns(look, group, area) or (area.height, area.width // 3)
    for place, row in enumerate(rows):
        x, y = area.x + place // down * step, area.y + place % down
        width = min(step, area.x + area.width - x)
        is_marked = row.entry == look.marked
        if is_marked:
            canvas.put(x, y, ">" if look.ascii else "►", colours.accent, bold=True)
        if row.is_chosen:
            canvas.put(x + 1, y, "*" if look.ascii else "•", colours.accent, bold=True)
        is_faint = row.is_lacking or not row.is_open
        ink, ground = colours.faint if is_faint else colours.text, None
        if is_marked:
            ink, ground = colours.ink, colours.accent
        elif row.is_chosen and canvas.pens.has_pixels:
            ink, ground = _tones(colours, row.line)
        elif row.is_chosen:
            ink = colours.accent
        end = canvas.put(x + MARKS, y, f" {row.thing} "[: width - MARKS], ink, ground,
                         bold=is_marked or row.is_chosen)  # fmt: skip
        canvas.add_target(x, y, width, 1, ("entry", row.entry))
        if row.held:
            count = str(row.held) if row.held > 1 else ""
            canvas.put(end, y, look.marks[other] + count, colours.seat[other], bold=True)
        elif row.is_lacking:
            canvas.put(end, y, _lacking_mark(look), colours.faint)
        elif row.is_uncertain:
            canvas.put(end, y, "?", colours.soft)
        if row.is_amount:
            end = x + MARKS + _room_of(row) + 2
            less, more = ("<", ">") if look.ascii else ("◄", "►")
            canvas.put(end, y, less, colours.accent, bold=True)
            canvas.put(end + 2, y, more, colours.accent, bold=True)
            canvas.add_target(end - 1, y, 2, 1, ("less", row.entry))
            canvas.add_target(end + 1, y, 3, 1, ("more", row.entry))


def draw_window(canvas: Canvas, view: AhldarahdView, look: Look, area: Area) -> None:
    """Both sides of an offer face to face, with what each has left; nothing if this seat may not
    see the offer. In a high area what changes hands is drawn as cards."""
    trade = view["trade"]
    if trade is None or trade["lines"] is None:
        return
    colours = canvas.pens.palette
    giver, taker = _parties(trade)
    lines = _line_names(view, trade["lines"])
    gives = [line for line in lines if line.startswith("give")]
    wants = [line for line in lines if line.startswith("want")]
    # Your own side is on the left.
    sides = [(giver, gives, wants), (taker, wants, gives)]
    if view["seat"] == taker:
        sides.reverse()
    first = offer_title(_line_names(view, trade["offer"])) if trade["offer"] else ""
    x, y, width = area.x, area.y, area.width
    canvas.fill(x, y, width, area.height, colours.panel)
    _draw_title(canvas, f" {_title(view, trade, look, giver, taker)} ", x, y, width)
    rows = area.height - 1 - bool(first)
    is_roomy = width >= ROOMY and rows >= LEAST_ROOMY
    middle = MIDDLE if is_roomy else 1
    half = (width - middle) // 2
    for side, (seat, given, received) in enumerate(sides):
        left = x if not side else x + width - half
        box = Area(left, y + 1, half, rows)
        _draw_side(canvas, view, look, box, seat, given, received, is_roomy=is_roomy)
    if is_roomy:
        _draw_arrows(canvas, look, x + half, y + 3, (sides[0][0], sides[1][0]))
    if first:
        text = _("first: {offer}").format(offer=first)
        canvas.put(x + 1, y + area.height - 1, text[: width - 2], colours.soft)
    canvas.add_target(x, y, width, area.height, ("window", 1))


def _draw_side(
    canvas: Canvas, view: AhldarahdView, look: Look, box: Area, seat: int, given: Sequence[str],
    received: Sequence[str], *, is_roomy: bool,
) -> None:  # fmt: skip
    """What a seat gives, and what it would have then."""
    colours = canvas.pens.palette
    colour = colours.seat[seat]
    canvas.fill(box.x, box.y, box.width, box.height, mix(colours.surface, colour, 0.14))
    canvas.rect(box.x, 2 * box.y, 1, 2 * box.height, colour)
    left, top = box.x + 2, box.y
    if is_roomy:
        top += box.height > LEAST_ROOMY
        face = look.faces[seat] if look.faces else ""
        draw_portrait(canvas, box.x + 2, top, seat, face)
        left += PORTRAIT_WIDTH + 1
    room = box.x + box.width - left
    words = _gives_words(view, look, seat)
    canvas.put(left, top, words[:room], colour, bold=True)
    top += 1 + (is_roomy and box.height > LEAST_ROOMY + 1)
    if not (is_roomy and draw_offered(canvas, view, look, given, left, top, room)):
        for row, line in enumerate(given or [""], top):
            _draw_line(canvas, line, left, row, room)
    after = _("after: {things}").format(things=_things_left(view, seat, given, received))
    canvas.put(left, box.y + box.height - 1, after[:room], colours.soft)


def _gives_words(view: AhldarahdView, look: Look, seat: int) -> str:
    if view["seat"] == seat:
        return _("You give")
    return _("{name} gives").format(name=f"{look.marks[seat]} {look.names[seat]}")


def _draw_line(canvas: Canvas, line: str, x: int, y: int, room: int) -> None:
    """What a line names, on its colour; a dash for nothing."""
    colours = canvas.pens.palette
    text = line_title(line) if line else "-"
    if len(text) + 2 > room:
        text = short_line_title(line)
    ink, tone = _tones(colours, line)
    if canvas.pens.has_pixels and line:
        canvas.put(x, y, f" {text} "[:room], ink, tone, bold=True)
    else:
        canvas.put(x, y, text[:room], colours.accent, bold=True)


def _things_left(
    view: AhldarahdView, seat: int, given: Sequence[str], received: Sequence[str]
) -> str:
    """What a seat would have after a trade."""
    gold = view["gold"][seat] + _gold(received) - _gold(given)
    cards = view["hands"][seat] + _cards(received) - _cards(given)
    text = _n("{gold} gold, {cards} card", "{gold} gold, {cards} cards", cards)
    return text.format(gold=gold, cards=cards)


def _tones(colours: Palette, line: str) -> tuple[Colour, Colour]:
    """Ink and ground of what a line names: gold on gold, cards on paper, Rights in the colour of
    their map."""
    words = line.split()
    if not line or words[1] == "card":
        return colours.paper_ink, colours.paper[0]
    if words[1] == "gold":
        return colours.ink, colours.gold
    if words[1].startswith("right."):
        return colours.ink, colours.seat[COLOURS.index(words[1][6:])]
    return colours.ink, colours.favour


def _draw_buttons(
    canvas: Canvas, look: Look, x: int, y: int, has_map: bool = False, is_beside_map: bool = False
) -> None:
    """What can be done with an offer that is being written, at the foot of the window; the sending
    is grey before it names something. `has_map`: it covers the map. `is_beside_map`: the map is
    looked at in its place."""
    colours = canvas.pens.palette
    buttons: list[tuple[str, str, tuple[str, str | int]]] = [
        ("withdraw", _("Back to the offer"), ("window", 1))
        if is_beside_map
        else ("withdraw", _("Withdraw"), ("withdraw", 0)),
    ]
    if has_map:
        buttons.append(("map", _("See the map"), ("window", 0)))
    # It stands there before there is something to send: who has only a mouse looks for it. A click
    # on it says then what is missing.
    buttons.append(("yes", _("Send"), ("answer", "yes")))
    can_send = any(entry.group == "yes" for entry in look.entries)
    for command, label, target in buttons:
        is_first, is_grey = command == "yes" and can_send, command == "yes" and not can_send
        start = x
        if look.key:
            name = look.key(f"ahldarahd.{command}")
            ink, ground = (
                (colours.ink, colours.accent) if is_first else (colours.accent, colours.raised)
            )
            ink, ground = (colours.soft, colours.surface) if is_grey else (ink, ground)
            x = canvas.put(x, y, f"[{name}" if look.ascii else f" {name}", ink, ground,
                           bold=not is_grey)  # fmt: skip
        x = canvas.put(x, y, f" {label}]" if look.ascii else f" {label} ",
                       colours.soft if is_grey else colours.text,
                       colours.surface if is_grey else colours.raised,
                       bold=not is_grey)  # fmt: skip
        canvas.add_target(start, y, x - start, 1, target)
        x += 1


def _title(view: AhldarahdView, trade: TradeView, look: Look, giver: int, taker: int) -> str:
    """The title of the window, for this seat."""
    if trade["writing"]:
        return _("Your counter-offer") if trade["offer"] else _("Your offer")
    if trade["offer"]:
        words = _("{name} counters")
    elif view["seat"] == taker:
        words = _("{name} offers you a trade")
    elif view["seat"] == giver:
        return _("Your offer to {name}").format(name=f"{look.marks[taker]} {look.names[taker]}")
    else:
        words = _("{name} offers a trade")
    return words.format(name=f"{look.marks[giver]} {look.names[giver]}")


def _gold(lines: Sequence[str]) -> int:
    return sum(int(line.split()[2]) for line in lines if line.split()[1] == "gold")


def _cards(lines: Sequence[str]) -> int:
    return sum(line.split()[1] == "card" for line in lines)
