"""Draws a view of Caravans of Ahldarahd on a grid of characters; knows no keys and no rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from caravan_tui.games.ahldarahd.actions import CITIES
from caravan_tui.games.ahldarahd.look import Look
from caravan_tui.games.ahldarahd.map import Board, board
from caravan_tui.games.ahldarahd.names import item_name, line_name
from caravan_tui.games.ahldarahd.paint_map import owners_of, paint_map
from caravan_tui.games.ahldarahd.titles import (
    city_title,
    item_title,
    line_title,
    map_names,
    map_title,
    offer_title,
    place_title,
    short_line_title,
)
from caravan_tui.games.contract import View
from caravan_tui.widgets.canvas import Canvas
from caravan_tui.words import _

PANEL = 27
"""Columns of the seats' panel."""

LIST_ROWS = 3
"""Rows of the list of choices at 80 x 20."""


def paint(view: View, look: Look, width: int, height: int) -> Canvas:
    """The whole table. 80 x 20 shows all that is needed; more room, more."""
    canvas = Canvas(width, height, look.styles["base"])
    many = len(view["routes"])
    across = max(1, (width + 2) // 26)
    tabs = (many + across - 1) // across
    extra = max(0, height - 20)
    lists = LIST_ROWS + min(6, extra // 3)
    foot = tabs + 2 + lists
    map_rows = height - foot
    paint_map(canvas, view, look, 0, 0, width - PANEL - 1, map_rows)
    if look.details:
        _details(canvas, view, look, width - PANEL, 0, map_rows)
    else:
        _seats(canvas, view, look, width - PANEL, 0, map_rows)
    y = map_rows
    _tabs(canvas, view, look, y, across)
    y += tabs
    _cards(canvas, view, look, y)
    _moment(canvas, view, look, y + 1)
    _list(canvas, look, y + 2, lists)
    return canvas


def _seats(canvas: Canvas, view: View, look: Look, x: int, y: int, rows: int) -> None:
    """Two rows a seat: who, points, gold; cards, camel, favours, Rights. Then the centre."""
    styles = look.styles
    seats = view["seats"]
    gap = 1 if rows >= 3 * seats + 5 else 0
    for seat in range(seats):
        row = y + seat * (2 + gap)
        acts = view["to_act"] == seat
        canvas.put(x, row, (">" if look.ascii else "►") if acts else " ", styles["accent"])
        name = f"{look.marks[seat]} {look.names[seat]}"[:13]
        canvas.put(x + 1, row, name, styles[f"seat-{seat}"])
        text = _("{points}p {gold}g").format(points=view["scores"][seat], gold=view["gold"][seat])
        canvas.put(x + PANEL - len(text), row, text, styles["bold"])
        hand = _("{count}c").format(count=view["hands"][seat])
        left = canvas.put(x + 3, row + 1, hand, styles["base"]) + 1
        held = [
            word
            for word, holder in (
                (_("Shah"), view["shah"]),
                (_("Eyes"), view["eyes"]),
                (_("Queen"), view["queen"]),
            )
            if holder == seat
        ]
        at = x + PANEL
        rights = [a_map for a_map, holder in enumerate(view["rights"]) if holder == seat]
        for a_map in reversed(rights):
            at -= 1
            canvas.put(at, row + 1, look.marks[a_map], styles[f"seat-{a_map}"])
        if rights:
            at -= 1
            canvas.put(at, row + 1, "R", styles["dim"])
        words = "+".join(word if len(held) < 3 else word[:2] for word in held)
        at -= 1 + len(words)
        canvas.put(at, row + 1, words, styles["accent"])
        if view["turned"][seat]:
            # whoever holds much has room for the short word only
            turned = [text for text in (_("camel down"), _("down")) if left + len(text) < at]
            canvas.put(left, row + 1, turned[0] if turned else "", styles["dim"])
    row = y + seats * (2 + gap)
    _centre(canvas, view, look, x, row, y + rows - row)


def _centre(canvas: Canvas, view: View, look: Look, x: int, y: int, rows: int) -> None:
    """What lies in the centre, the deck, the bank's black chips."""
    if rows < 1:
        return
    styles = look.styles
    at = canvas.put(x + 1, y, _("centre"), styles["dim"]) + 1
    for word, holder in ((_("Eyes"), view["eyes"]), (_("Queen"), view["queen"])):
        if holder < 0:
            at = canvas.put(at, y, word, styles["accent"]) + 1
    free = [a_map for a_map, holder in enumerate(view["rights"]) if holder < 0]
    if free:
        at = canvas.put(at, y, "R", styles["dim"])
        for a_map in free:
            at = canvas.put(at, y, look.marks[a_map], styles[f"seat-{a_map}"])
    if rows < 2:
        return
    text = _("deck {count}").format(count=view["deck"])
    if view["last"]:
        text += " " + _("LAST TURN")
    if view["options"]["outsider"]:
        text += " " + _("black {count}").format(count=view["black"])
    canvas.put(x + 1, y + 1, text, styles["bold" if view["last"] else "base"])


def _details(canvas: Canvas, view: View, look: Look, x: int, y: int, rows: int) -> None:
    """The cards that all have seen in each hand, and the discard."""
    here = board(view["house"])
    styles = look.styles
    canvas.put(x, y, _("Cards known in the hands"), styles["bold"])
    row = y + 1
    for seat in range(view["seats"]):
        known = _counted(here, view["known"][seat], 3)
        unseen = view["hands"][seat] - sum(view["known"][seat])
        at = canvas.put(x, row, look.marks[seat], styles[f"seat-{seat}"])
        text = f" {known} +{unseen}?" if known else f" {unseen}?"
        canvas.put(at, row, text[: PANEL - 1], styles["base"])
        row += 1
    canvas.put(x, row, _("Discard"), styles["bold"])
    text = _counted(here, view["discard"], 3) or "-"
    while text and row + 1 < y + rows:
        row += 1
        canvas.put(x, row, text[:PANEL], styles["base"])
        text = text[PANEL:].lstrip()


def _counted(here: Board, cards: Sequence[int], letters: int) -> str:
    """`Sal2 Gem`: counts by commodity, the names cut short."""
    return " ".join(
        city_title(here.names[card])[:letters] + (str(count) if count > 1 else "")
        for card, count in enumerate(cards)
        if count
    )


def _tabs(canvas: Canvas, view: View, look: Look, y: int, across: int) -> None:
    """Every map as a row of its cities with who controls them; the one shown is marked."""
    styles = look.styles
    for a_map, word in enumerate(map_names(view)):
        x, row = a_map % across * 26, y + a_map // across
        shown = a_map == look.a_map
        neutral = a_map >= view["seats"]
        mark = "+" if neutral else look.marks[a_map]
        style = styles["dim"] if neutral else styles[f"seat-{a_map}"]
        title = f"{a_map + 1}{mark}{map_title(word)}"[:10].ljust(10)
        canvas.put(x, row, title, styles["cursor"] if shown else style)
        at = x + 11
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
        canvas.target(x, row, 21, 1, ("map", a_map))


def _cards(canvas: Canvas, view: View, look: Look, y: int) -> None:
    """The open cards, oldest first, and the own hand."""
    here = board(view["house"])
    styles = look.styles
    at = canvas.put(0, y, _("Open") + " ", styles["dim"])
    row = [city_title(here.names[card]) for card in view["row"]]
    short = sum(len(name) + 1 for name in row) > canvas.width // 2 - 6
    text = " ".join(name[:4] if short else name for name in row) or "-"
    at = canvas.put(at, y, text, styles["bold"])
    if view["hand"] is not None:
        at = canvas.put(at + 2, y, _("Hand") + " ", styles["dim"])
        held = _counted(here, view["hand"], 9)
        if at + len(held) > canvas.width:
            held = _counted(here, view["hand"], 4)
        canvas.put(at, y, held or "-", styles["accent"])


def _moment(canvas: Canvas, view: View, look: Look, y: int) -> None:
    """What is going on: the auction, a trade, a destruction, a night, the chosen route."""
    styles = look.styles
    here = board(view["house"])
    auction, trade, night = view["auction"], view["trade"], view["night"]
    if auction is not None:
        at = canvas.put(
            0,
            y,
            _("Up: {item}").format(item=item_title(item_name(here, auction["item"]))),
            styles["bold"],
        )
        if auction["high"] >= 0:
            high = auction["high"]
            at = canvas.put(
                at + 2, y, _("bid {gold}").format(gold=auction["bid"]), styles["accent"]
            )
            at = canvas.put(at + 1, y, look.marks[high], styles[f"seat-{high}"])
            at = canvas.put(at + 2, y, _("in") + " ", styles["dim"])
            for seat, there in enumerate(auction["in"]):
                if there:
                    at = canvas.put(at, y, look.marks[seat], styles[f"seat-{seat}"])
    elif trade is not None:
        _trade(canvas, view, look, here, y)
    elif night is not None:
        text = _("Night in {city}: pledged {sum} of 10").format(
            city=city_title(here.names[night["city"]]), sum=sum(night["pledges"])
        )
        canvas.put(0, y, text, styles["bad"])
    elif view["destroy"] is not None:
        code = view["destroy"]["place"]
        name = f"{map_names(view)[code >> 6]}:{here.route_name(code & 63)}"
        text = _("Destroying {place}").format(place=place_title(name))
        canvas.put(0, y, text, styles["bad"])
    elif look.route >= 0:
        _chosen_route(canvas, view, look, here, y)


def _chosen_route(canvas: Canvas, view: View, look: Look, here: Board, y: int) -> None:
    """The route under the cursor in words: kind, price, owner, what it counts for in its cities."""
    styles = look.styles
    name = f"{map_names(view)[look.a_map]}:{here.route_name(look.route)}"
    at = canvas.put(0, y, place_title(name), styles["bold"])
    kind = _("land") if here.land >> look.route & 1 else _("sea")
    at = canvas.put(at, y, f", {kind}, {here.price[look.route]}", styles["base"])
    owner = owners_of(view, look.a_map, here.routes)[look.route]
    if owner >= 0:
        at = canvas.put(at + 1, y, look.marks[owner], styles[f"seat-{owner}"])
    for city in here.ends[look.route]:
        title = city_title(here.names[city])
        at = canvas.put(at + 2, y, title, styles["dim"])
        for seat, mask in enumerate(view["routes"][look.a_map]):
            count = (mask & here.city[city]).bit_count()
            if count:
                at = canvas.put(at + 1, y, f"{look.marks[seat]}{count}", styles[f"seat-{seat}"])
        at = canvas.put(at, y, f"/{here.number[city]}", styles["dim"])


def _trade(canvas: Canvas, view: View, look: Look, here: Board, y: int) -> None:
    """Both sides of an offer, as far as this seat may see it."""
    styles = look.styles
    trade = view["trade"]
    giver, taker = trade["from"], trade["to"]
    if trade["offer"] and (trade["writing"] or trade["lines"] is not None):
        giver, taker = taker, giver
    at = canvas.put(0, y, look.marks[giver], styles[f"seat-{giver}"])
    if trade["lines"] is None:
        text = _("prepares a counter-offer to") if trade["offer"] else _("prepares an offer to")
        at = canvas.put(at + 1, y, text, styles["bold"])
        canvas.put(at + 1, y, look.marks[taker], styles[f"seat-{taker}"])
        return
    lines = [line_name(here, line) for line in trade["lines"]]
    gives, wants = _sides(lines, line_title)
    arrow = "=" if look.ascii else "↔"
    word = _("gives")
    if len(f"  {word} {gives} {arrow}   {word} {wants}") > canvas.width:
        gives, wants = _sides(lines, short_line_title)
    at = canvas.put(at + 1, y, word + " ", styles["dim"])
    at = canvas.put(at, y, gives, styles["accent"])
    at = canvas.put(at + 1, y, arrow, styles["dim"])
    at = canvas.put(at + 1, y, look.marks[taker], styles[f"seat-{taker}"])
    at = canvas.put(at + 1, y, word + " ", styles["dim"])
    at = canvas.put(at, y, wants, styles["accent"])
    if trade["offer"]:
        first = offer_title([line_name(here, line) for line in trade["offer"]])
        text = _("(first: {offer})").format(offer=first)
        if at + 2 + len(text) <= canvas.width:
            canvas.put(at + 2, y, text, styles["dim"])


def _sides(lines: Sequence[str], title: Callable[[str], str]) -> tuple[str, str]:
    """What an offer gives and what it wants, listed."""
    gives = [title(line) for line in lines if line.startswith("give")]
    wants = [title(line) for line in lines if line.startswith("want")]
    return ", ".join(gives) or "-", ", ".join(wants) or "-"


def _list(canvas: Canvas, look: Look, y: int, rows: int) -> None:
    """The choices in columns; the chosen one is marked, the list scrolls with it."""
    styles = look.styles
    labels = look.labels
    if not labels:
        return
    widest = max(len(text) for text in labels) + 5
    columns = max(1, min((len(labels) + rows - 1) // rows, canvas.width // widest))
    width = canvas.width // columns
    page = rows * columns
    first = look.chosen // page * page
    for place in range(first, min(len(labels), first + page)):
        x, row = (place - first) // rows * width, y + (place - first) % rows
        chosen = place == look.chosen
        pointer = (">" if look.ascii else "►") if chosen else " "
        canvas.put(x, row, pointer, styles["accent"])
        style = styles["cursor"] if chosen else styles["base"]
        text = labels[place][: width - 3]
        canvas.put(x + 2, row, text, style)
        canvas.target(x, row, width, 1, ("entry", place))
        if len(look.entries[place].actions) > 1:
            at = x + 2 + len(text) + 1
            less, more = ("<", ">") if look.ascii else ("◄", "►")
            canvas.put(at, row, less, styles["accent"])
            canvas.put(at + 2, row, more, styles["accent"])
            canvas.target(at - 1, row, 2, 1, ("less", place))
            canvas.target(at + 1, row, 2, 1, ("more", place))
    if first + page < len(labels):
        canvas.put(canvas.width - 2, y + rows - 1, "v" if look.ascii else "▼", styles["dim"])
