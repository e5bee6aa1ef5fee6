"""Draws what is going on: an auction, a trade, a destruction, a night, the chosen route, or whose
turn it is in the phase."""

from __future__ import annotations

from caravan_tui.games.ahldarahd.actions import place
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.pieces import item_name, place_name
from caravan_tui.games.ahldarahd.render.look import Look
from caravan_tui.games.ahldarahd.render.trade import draw_strip
from caravan_tui.games.ahldarahd.scoring import route_gain
from caravan_tui.games.ahldarahd.text.items import why_item
from caravan_tui.games.ahldarahd.text.titles import (
    city_title,
    item_title,
    place_title,
    route_title,
    short_item_title,
)
from caravan_tui.games.ahldarahd.view import (
    AhldarahdView,
    AuctionView,
    NightView,
    can_raise,
    map_names,
    owners_of,
    payment_of_viewer,
    seats_to_come,
)
from caravan_tui.i18n import _, _p
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour
from caravan_tui.widgets.drawing.palette import Palette

BAR = 12
"""Columns of the bar of a bid at least, unless the seat has less gold."""


def draw_moment(
    canvas: Canvas, view: AhldarahdView, look: Look, y: int, rows: int, width: int
) -> None:
    """Draw it on one row, or on two, of this many columns."""
    colours = canvas.pens.palette
    canvas.fill(0, y, width, rows, colours.surface)
    if rows > 1 and canvas.pens.has_tones:  # what it is about heads the rows below
        canvas.fill(0, y, width, 1, colours.raised)
    x = 1 if rows > 1 or width < canvas.width else 0  # below a map alone all lies a column inside
    if auction := view["auction"]:
        _draw_auction(canvas, view, auction, look, x, y, rows, width)
    elif trade := view["trade"]:
        draw_strip(canvas, view, trade, look, y, rows, width)
    elif night := view["night"]:
        _draw_night(canvas, view, night, look, x, y)
    elif destruction := view["destroy"]:
        name = place_name(from_plain(view["custom"]), view["seats"], destruction["place"])
        text = _("Destroying {place}").format(place=place_title(name))
        canvas.put(x, y, text, colours.loss, bold=True)
    elif look.route >= 0:
        _draw_chosen_route(canvas, view, look, x, y, rows, width)
    else:
        _draw_phase(canvas, view, look, x, y, rows, width)


def _draw_auction(
    canvas: Canvas, view: AhldarahdView, auction: AuctionView, look: Look, x: int, y: int,
    rows: int, width: int,
) -> None:  # fmt: skip
    """The item, and what each seat has bid or that it is out, in turn order; the high bid is in
    the colour of its seat, whoever decides in the accent colour."""
    colours = canvas.pens.palette
    chips: list[tuple[str, Colour, Colour | None]] = []
    for turn in range(view["seats"]):
        seat = (view["active"] + turn) % view["seats"]
        mark = look.marks[seat]
        ink, ground = colours.text, None
        words = _chip_words(view, auction, look, seat)
        if seat == auction["high"]:
            ink, ground = colours.ink, colours.seat[seat]
        elif auction["high"] >= 0 and not can_raise(view, seat):
            ink = colours.soft
        elif seat == view["to_act"]:
            ink, ground = colours.ink, colours.accent
        chips.append((f"{mark} {words}", ink, ground or colours.panel))
    length = sum(len(text) + 2 for text, _ink, _ground in chips)
    if rows > 1 and length >= width:
        waits = _("waits")  # what goes without saying, of a seat that has not been asked yet
        chips = [(text.removesuffix(f" {waits}"), ink, ground) for text, ink, ground in chips]
        length = sum(len(text) + 2 for text, _ink, _ground in chips)
    item = item_name(from_plain(view["custom"]), auction["item"])
    words = _("Auction: {item}")
    title = words.format(item=item_title(item))
    if rows == 1 and len(title) + 1 + length > width:
        title = words.format(item=short_item_title(item))
    x = canvas.put(x, y, title, colours.text, bold=True) + 1
    if rows > 1:
        x = draw_use(canvas, view, auction, x + 1, y, width)
        _draw_leader(canvas, auction, look, x, y, width)
        x, y = 1, y + 1
    gap = 1 if x + length + len(chips) <= width else 0
    for text, ink, ground in chips:
        is_filled = ground != colours.panel
        if not canvas.pens.has_pixels and not is_filled:
            ground = canvas.colour_at(x, y)
        x = canvas.put(x, y, f" {text} ", ink, ground, bold=is_filled) + gap
    if rows > 1:
        _draw_bar(canvas, view, look, x + 1, y, width)


def _draw_leader(
    canvas: Canvas, auction: AuctionView, look: Look, x: int, y: int, width: int
) -> None:
    """Whose bid is the highest, at the right end of a row that is written up to the column `x`."""
    seat, gold, colours = auction["high"], auction["bid"], canvas.pens.palette
    if seat < 0:
        forms, ink = [_("no bid yet")], colours.soft
    else:
        mark, name, ink = look.marks[seat], look.names[seat], colours.seat[seat]
        forms = [
            _("{mark} {name} leads with {gold} gold").format(mark=mark, name=name, gold=gold),
            _("{mark} leads with {gold}").format(mark=mark, gold=gold),
        ]
    if words := next((form for form in forms if x + 1 + len(form) < width), ""):
        canvas.put(width - 1 - len(words), y, words, ink, bold=seat >= 0)


def draw_use(
    canvas: Canvas, view: AhldarahdView, auction: AuctionView, x: int, y: int, width: int
) -> int:
    """What the item is good for to the viewer, if there is room for the sentence; returns the
    column after it. Nothing once it is won, while its winner names who gets the favour."""
    if view["seat"] is None or view["phase"] == "naming":
        return x
    words = why_item(auction["item"], view, view["seat"])
    if x + len(words) > width:
        return x
    return canvas.put(x, y, words, canvas.pens.palette.soft)


def _chip_words(view: AhldarahdView, auction: AuctionView, look: Look, seat: int) -> str:
    """What a seat has bid, that it is out, or that its bid is still to come."""
    if seat == auction["high"]:
        return _("bids {gold}").format(gold=auction["bid"])
    if auction["high"] >= 0 and not auction["in"][seat]:
        return _p("auction", "out")
    if seat == view["to_act"]:
        if look.amount >= 0:
            return _("you: {gold}?").format(gold=look.amount)
        return _("you?") if seat == view["seat"] else _("decides")
    if auction["high"] >= 0 and not can_raise(view, seat):
        return _p("auction", "can't")
    if seat in look.bids:
        return _("bid {gold}").format(gold=look.bids[seat])
    return _("waits")


def _draw_bar(canvas: Canvas, view: AhldarahdView, look: Look, x: int, y: int, width: int) -> None:
    """The gold that is set, as high pips of all that the seat has."""
    colours = canvas.pens.palette
    if look.amount < 0:
        return
    total = view["gold"][view["to_act"]]
    words = _("{gold} of {total} gold").format(gold=look.amount, total=total)
    room = width - x - len(words) - 2
    if canvas.pens.has_pixels and min(BAR, total) > room and 0 < total < width - x:
        room, words = width - x - 1, ""  # the choice says what is bid and kept
    if not canvas.pens.has_pixels or room < min(BAR, total) or not total:
        if room >= 0:
            canvas.put(x, y, words, colours.text)
        return
    step = 2 if 2 * total <= room else 1
    for number in range(min(total, room)):
        if number < look.amount:
            canvas.rect(x + number * step, 2 * y, 1, 2, colours.accent)
        else:  # told apart by its height, too
            canvas.rect(x + number * step, 2 * y + 1, 1, 1, colours.faint)
        if look.key:
            canvas.add_target(x + number * step, y, step, 1, ("gold", number + 1))
    canvas.put(x + min(total, room) * step + 1, y, words, colours.text)


def _draw_night(
    canvas: Canvas, view: AhldarahdView, night: NightView, look: Look, x: int, y: int
) -> None:
    """Where routes are threatened, and who has pledged what to avert it."""
    colours = canvas.pens.palette
    city = from_plain(view["custom"]).names[night["city"]]
    text = _("Night in {city}: pledged {sum} of 10").format(
        city=city_title(city), sum=sum(night["pledges"])
    )
    x = canvas.put(x, y, text, colours.loss, bold=True)
    for seat, gold in enumerate(night["pledges"]):
        if gold:
            x = canvas.put(x + 2, y, look.marks[seat], colours.seat[seat], bold=True)
            x = canvas.put(x + 1, y, str(gold), colours.text)


def _draw_chosen_route(
    canvas: Canvas, view: AhldarahdView, look: Look, x: int, y: int, rows: int, width: int
) -> None:
    """The route under the cursor in words: kind, price, owner, what it counts for in its cities."""
    colours = canvas.pens.palette
    city_map = from_plain(view["custom"])
    kind = _("land") if city_map.land_routes >> look.route & 1 else _("sea")
    price = ""
    owner = owners_of(view, look.map_index)[look.route]
    is_own = owner >= 0 and owner == view["seat"]
    if not is_own:
        gold = payment_of_viewer(view, look.route)[0]
        is_free = view["phase"] == "free"
        price_words = _("saves {gold} gold") if is_free else _("price {gold}")
        price = ", " + price_words.format(gold=gold)
    name = city_map.route_name(look.route)
    title = place_title(f"{map_names(view)[look.map_index]}:{name}")
    words = f", {kind}{price}"
    pieces = _route_pieces(view, look, colours, owner)
    if rows == 1:
        for is_long, has_unit in ((True, True), (True, False), (False, False)):
            line = _route_line(
                view, look, colours, owner, words, is_long=is_long, has_unit=has_unit
            )
            if x + sum(len(text) for text, _ink in line) <= width:
                for text, ink in line:
                    x = canvas.put(x, y, text, ink, bold=ink != colours.soft)
                return
        for is_short, form in ((False, 0), (True, 0), (True, 1), (True, 2), (True, 3)):
            title = route_title(name) if is_short else title  # the map is the current one
            pieces = _route_pieces(view, look, colours, owner, form)
            if x + len(title + words) + sum(len(text) for text, _ink in pieces) <= width:
                break
    x = canvas.put(x, y, title, colours.text, bold=True)
    x = canvas.put(x, y, words, colours.text)
    if rows > 1:
        x, y = 1, y + 1
        pieces[0] = (pieces[0][0].lstrip(", "), pieces[0][1])
    for text, ink in pieces:
        x = canvas.put(x, y, text, ink, bold=ink != colours.soft)


def _route_pieces(
    view: AhldarahdView, look: Look, colours: Palette, owner: int, form: int = 0
) -> list[tuple[str, Colour]]:
    """Who owns the chosen route, how many routes into its cities each seat has, and the gold of a
    city that it would win; shorter as form 1, `2/4`, as form 2 without the names of the cities,
    and as form 3 without both."""
    city_map = from_plain(view["custom"])
    pieces: list[tuple[str, Colour]] = []
    is_counted, has_names = form in (0, 2), form < 2
    won = _won_cities(view, look, owner)
    if form < 3:
        pieces += _owner_pieces(view, look, colours, owner)
    for city in city_map.ends[look.route]:
        name = f"{city_title(city_map.names[city])} " if has_names else ""
        pieces.append((f"  {name}", colours.soft))
        pieces += _count_pieces(view, look, colours, city, is_counted=is_counted)
        if city in won:
            pieces.append((f" +{city_map.number[city]}", colours.gain))
    return pieces


def _route_line(
    view: AhldarahdView, look: Look, colours: Palette, owner: int, words: str, *,
    is_long: bool, has_unit: bool,
) -> list[tuple[str, Colour]]:  # fmt: skip
    """All that is known of the chosen route, each city with its routes behind its name; `words`:
    kind and price; `has_unit`: what a city would bring is called gold."""
    city_map = from_plain(view["custom"])
    won = _won_cities(view, look, owner)
    pieces: list[tuple[str, Colour]] = []
    for number, city in enumerate(city_map.ends[look.route]):
        gap = " - " if number else ""
        pieces.append((f"{gap}{city_title(city_map.names[city])} ", colours.text))
        pieces += _count_pieces(view, look, colours, city, is_counted=is_long)
        if city in won:
            gold = city_map.number[city]
            gain = _("+{gold} gold").format(gold=gold) if has_unit else f"+{gold}"
            pieces.append((f" {gain}", colours.gain))
    pieces.append((words, colours.soft))
    return pieces + _owner_pieces(view, look, colours, owner)


def _owner_pieces(
    view: AhldarahdView, look: Look, colours: Palette, owner: int
) -> list[tuple[str, Colour]]:
    """Who owns a route, behind its price; nothing for nobody."""
    if owner < 0:
        return []
    if owner == view["seat"]:
        return [(", ", colours.soft), (_("yours"), colours.seat[owner])]
    return [(", " + _("owner") + " ", colours.soft), (look.marks[owner], colours.seat[owner])]


def _won_cities(view: AhldarahdView, look: Look, owner: int) -> list[int]:
    """The cities that the viewer would win with the chosen route, if it can have it now."""
    seat, code = view["seat"], place(look.map_index, look.route)
    if seat is None or seat != view["to_act"] or code not in look.open_places or owner >= 0:
        return []
    return route_gain(view, seat, look.map_index, look.route).cities


def _count_pieces(
    view: AhldarahdView, look: Look, colours: Palette, city: int, *, is_counted: bool
) -> list[tuple[str, Colour]]:
    """How many routes into a city each seat has, of all: `●2 ■1 of 4`, or `●2■1/4`."""
    city_map = from_plain(view["custom"])
    counts = [
        (seat, (mask & city_map.routes_of[city]).bit_count())
        for seat, mask in enumerate(view["routes"][look.map_index])
    ]
    held = [(seat, count) for seat, count in counts if count]
    pieces: list[tuple[str, Colour]] = []
    for number, (seat, count) in enumerate(held):
        gap = " " if number and is_counted else ""
        pieces.append((f"{gap}{look.marks[seat]}{count}", colours.seat[seat]))
    if not held:
        pieces.append(("0", colours.soft))
    of = _(" of {number}") if is_counted else "/{number}"
    pieces.append((of.format(number=city_map.number[city]), colours.soft))
    return pieces


def _draw_phase(
    canvas: Canvas, view: AhldarahdView, look: Look, x: int, y: int, rows: int, width: int
) -> None:
    """The phase, whose go it is, and who comes after; on a second row what the phase is about."""
    colours = canvas.pens.palette
    titles = {
        "free": _("Free routes"), "opening": _("Bidding"), "naming": _("Bidding"),
        "building": _("Building"),
    }  # fmt: skip
    title = titles.get(view["phase"])
    if title is None or view["to_act"] < 0:
        return
    seat = view["active"]
    x = canvas.put(x, y, _("{title}: ").format(title=title), colours.text, bold=True)
    x = canvas.put(x, y, f"{look.marks[seat]} {look.names[seat]}", colours.seat[seat], bold=True)
    later = seats_to_come(view)
    if later:
        x = canvas.put(x, y, _(", then "), colours.soft)
        for other in later:
            x = canvas.put(x, y, f"{look.marks[other]} ", colours.seat[other], bold=True)
    if rows > 1:
        draw_about(canvas, view, 1, y + 1, width)


def draw_about(canvas: Canvas, view: AhldarahdView, x: int, y: int, width: int) -> None:
    """What the phase is about, if there is room for the sentence."""
    about = {
        "free": _("Each seat lays two routes on its own map without paying."),
        "opening": _("Each item comes up once a turn. After paying you can only bid 0."),
        "building": _("A route costs 1 gold and a card of one of its cities, or its price."),
    }.get(view["phase"], "")
    if x + len(about) <= width:
        canvas.put(x, y, about, canvas.pens.palette.soft)


def draw_terms(
    canvas: Canvas, view: AhldarahdView, look: Look, y: int, end: int, width: int
) -> None:
    """What it takes to win each city of the chosen route, and what that brings, a row each above
    the row `end`; nothing once the viewer has both."""
    if look.route < 0 or look.page:
        return
    city_map, seat = from_plain(view["custom"]), view["seat"]
    controlled = 0 if seat is None else view["control"][look.map_index][seat]
    cities = [city for city in city_map.ends[look.route] if not controlled >> city & 1]
    if y + len(cities) > end:
        return
    for city in cities:
        text = _terms(view, city)
        if len(text) < width:
            canvas.put(1, y, text, canvas.pens.palette.soft)
        y += 1


def terms_width(view: AhldarahdView) -> int:
    """The columns that the terms of any city take: those of the next route move nothing beside."""
    cities = range(len(from_plain(view["custom"]).names))
    return max(1 + len(_terms(view, city)) for city in cities)


def _terms(view: AhldarahdView, city: int) -> str:
    """What it takes to win a city, and what that brings."""
    city_map = from_plain(view["custom"])
    return _("{city}: {need} of {number} routes win {number} gold and 1 point.").format(
        city=city_title(city_map.names[city]),
        need=city_map.need[city],
        number=city_map.number[city],
    )
