"""Draws the legend: what the signs of the table mean."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import chain

from attrs import evolve, frozen

from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.render.look import Look
from caravan_tui.games.ahldarahd.text.titles import city_title, two_letters
from caravan_tui.games.ahldarahd.view import AhldarahdView
from caravan_tui.i18n import _, _p
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, mix
from caravan_tui.widgets.drawing.depth import Pens

ROOMY = 36
"""Columns from which there are words instead of short forms."""

LONGEST = 3
"""Columns of a sign to which the words of all rows are lined up; longer signs move their own."""


@frozen
class Sign:
    """A sign as it is drawn."""

    text: str
    ink: Colour
    ground: Colour | None = None
    is_underlined: bool = False


@frozen
class Row:
    """Signs side by side, and what they mean."""

    signs: Sequence[Sign]
    words: str
    full: str = ""
    """The same in more words, where there is room for them."""

    @property
    def length(self) -> int:
        """Columns of the signs."""
        return sum(len(sign.text) for sign in self.signs)


@frozen
class Line:
    """A line of the legend: a row, or what is left of the words of the one above."""

    signs: Sequence[Sign]
    column: int
    """Of the words."""
    words: str


def right_letter() -> str:
    """A Right of Passage in one letter."""
    return _p("a Right of Passage", "R")


def points_letter() -> str:
    """Points in one letter."""
    return _p("points", "p")


def gold_letter() -> str:
    """Gold in one letter."""
    return _p("gold", "g")


def card_letter() -> str:
    """Cards in one letter."""
    return _p("cards", "c")


def card_price(gold: int) -> str:
    """What a route costs with a card: `c+1`, or `c` where nothing is to be paid beside it."""
    return f"{card_letter()}+{gold}" if gold else card_letter()


def legend_lines(
    pens: Pens, view: AhldarahdView, look: Look, width: int, most: int = 0
) -> list[Line]:
    """All signs of the table, those of the maps first, with their words broken to a width: in more
    words where these take no more lines, and as long as all are no more than `most`."""
    return list(chain.from_iterable(legend_groups(pens, view, look, width, most)))


def legend_groups(
    pens: Pens, view: AhldarahdView, look: Look, width: int, most: int = 0
) -> list[list[Line]]:
    """The same, the lines of each row together."""
    rows = legend_rows(pens, view, look)
    groups = _groups(rows, width)
    for number in sorted(range(len(rows)), key=lambda number: len(rows[number].words)):
        fuller = [*rows[:number], _in_full(rows[number]), *rows[number + 1 :]]
        more = _groups(fuller, width)
        if sum(map(len, more)) <= max(most, sum(map(len, groups))):
            rows, groups = fuller, more
    return groups


def full_groups(pens: Pens, view: AhldarahdView, look: Look, width: int) -> list[list[Line]]:
    """The lines of each row in all its words, however many they are."""
    return _groups([_in_full(row) for row in legend_rows(pens, view, look)], width)


def _in_full(row: Row) -> Row:
    return evolve(row, words=row.full or row.words)


def price_lines(pens: Pens, width: int) -> list[Line]:
    """What is written on the routes of a low map while they are built."""
    price, card = _price_signs(pens)
    rows = [
        Row((price,), _("for 7 gold")),
        Row((card,), _("for a card")),
        _card_and_gold(pens),
    ]
    if pens.has_pixels:
        rows.append(Row((Sign("·", pens.palette.soft),), _("not now")))
    return _lines(rows, width)


def map_row_forms(pens: Pens, view: AhldarahdView) -> list[list[Row]]:
    """The signs of a map in a few words each, the most needed in this phase first: in all the
    words that explain them, then in fewer and fewer."""
    colours = pens.palette
    city_map = from_plain(view["custom"])
    name, number = city_title(city_map.names[0]), city_map.number[0]
    price, card = _price_signs(pens)
    if view["phase"] == "building":
        card_and_gold = Row((card, evolve(price, text="+1")), _("card + 1 gold"))
        return [[Row((price,), _("gold")), card_and_gold]]
    # The city is an example: without a sign between it reads as one that is selected, and two
    # numbers side by side as one. Where there is room for one meaning only, it is that of the
    # words below the map: "3 of 4 routes".
    meanings = [_("= {number} routes, pays {number}"), _("= {number} routes")]
    sign, words = "9", [_("= 9 gold to build"), _("= 9 gold")]
    if view["phase"] == "free":
        # In a word instead of a price: "9" before "free" reads as nine routes.
        sign, words = _("prices:"), [_("nothing to pay now"), _("0 now"), "0"]
    plaque = Sign(f"{name} {number}", colours.paper_ink, colours.paper[0])
    return [
        [
            Row((plaque,), meanings[min(form, 1)].format(number=number)),
            Row((Sign(sign, colours.text),), text),
        ]
        for form, text in enumerate(words)
    ]


def map_lines(pens: Pens, view: AhldarahdView, width: int) -> list[Line]:
    """The same in all words, one below the other."""
    return _lines(map_row_forms(pens, view)[0], width)


def _price_signs(pens: Pens) -> tuple[Sign, Sign]:
    """A price in gold and a card, as routes have them."""
    colours = pens.palette
    if not pens.has_pixels:
        price = Sign("7", colours.text, is_underlined=True)
        return price, evolve(price, text=card_letter())
    paper = Sign(card_letter(), colours.paper_ink, colours.paper[0])
    return Sign("7", colours.ink, colours.gold), paper


def _card_and_gold(pens: Pens) -> Row:
    price, card = _price_signs(pens)
    pair = card, evolve(price, text="+1")
    return Row(pair, _("for a card and 1 gold"), _("bought with a card and 1 gold"))


def _lines(rows: Sequence[Row], width: int) -> list[Line]:
    return list(chain.from_iterable(_groups(rows, width)))


def _groups(rows: Sequence[Row], width: int) -> list[list[Line]]:
    """The lines of each row."""
    room = max((row.length for row in rows if row.length <= LONGEST), default=LONGEST)
    groups = []
    for row in rows:
        column = max(room, row.length) + 1
        words = textwrap.wrap(row.words, max(1, width - column)) or [""]
        lines = [Line(row.signs, column, words[0])]
        if words[1:]:
            rest = textwrap.wrap(" ".join(words[1:]), max(1, width - room - 1))
            lines += [Line((), room + 1, line) for line in rest]
        groups.append(lines)
    return groups


def draw_legend(
    canvas: Canvas, lines: Sequence[Line], x: int, y: int, end: int, *, has_heading: bool = True,
    has_gap: bool = True,
) -> int:  # fmt: skip
    """Lines of the legend, below a heading if there is room for one above the row `end`,
    and `has_gap` a blank row before it.

    Returns the row after them.
    """
    colours = canvas.pens.palette
    spare = end - y - len(lines)
    if has_heading and spare > 0:
        y += has_gap and spare > 1
        canvas.put(x, y, _("Signs"), colours.text, bold=True)
        y += 1
    for line in lines[: max(0, end - y)]:
        column = x
        for sign in line.signs:
            ground = sign.ground if canvas.pens.has_pixels else None
            ink = sign.ink if ground is not None or sign.ground is None else sign.ground
            column = canvas.put(
                column, y, sign.text, ink, ground, bold=True, underline=sign.is_underlined
            )
        canvas.put(x + line.column, y, line.words, colours.soft)
        y += 1
    return y


def legend_rows(pens: Pens, view: AhldarahdView, look: Look) -> list[Row]:
    """All signs of the table: those of the maps first, then those of players and cards. A turned
    camel that stands beside a player comes before all, so that no page has to be turned for it."""
    rows = _map_rows(pens, view, look) + _small_map_rows(pens, view, look)
    rows += _seat_rows(pens, look) + _night_rows(pens, view)
    if any(view["turned"]) and not look.has_rail:
        turned = _turned_row(pens, look)
        rows = [turned, *(row for row in rows if row != turned)]
    return rows


def _map_rows(pens: Pens, view: AhldarahdView, look: Look) -> list[Row]:
    """Routes and cities, as they are drawn on this terminal."""
    colours = pens.palette
    city_map = from_plain(view["custom"])
    name, number = city_title(city_map.names[0]), city_map.number[0]
    need = city_map.need[0]
    land, sea = ("--", "~~") if look.ascii else ("──", "≈≈")
    if pens.has_pixels:
        land, sea = "▀▀▀", "▀ ▀"
    mark, seat = look.marks[0], colours.seat[0]
    rows = [
        Row(
            (Sign(f"{land} {sea}", colours.text),),
            _("by land, by sea"),
            _("routes by land, by sea"),
        ),
        *_price_rows(pens, look),
        Row(
            (Sign(f" {mark} ", colours.ink, seat),),
            _("owns a route or city"),
            _("a route or city of this player"),
        ),
        Row(
            (Sign(f"{name} {number}", colours.paper_ink, colours.paper[0]),),
            _("{need} of {number} routes: {number} gold").format(need=need, number=number),
            _("{need} of its {number} routes win it and {number} gold").format(
                need=need, number=number
            ),
        ),
    ]
    if pens.has_tones:
        free = mix(colours.paper[0], colours.rim, 0.5)
        strip = (Sign("▀", seat), Sign("▀", colours.seat[1]), Sign("▀", free))
        rows.append(
            Row(strip, _("its routes, by owner"), _("its routes, in their owners' colours"))
        )
    changed = "►◄" if pens.has_pixels else "*7*"
    if look.has_small_maps:
        changed += " *2"  # as beside the number of a small map
    rows.append(
        Row(
            (Sign(changed, colours.accent),),
            _("new since your move"),
            _("built or lost since your last move"),
        )
    )
    return rows


def _price_rows(pens: Pens, look: Look) -> list[Row]:
    """What a route costs: in one row beside a rail, where the rows are few."""
    price, _card = _price_signs(pens)
    prices, in_cards = (Sign("9 ", pens.palette.text), price), _card_and_gold(pens)
    if look.has_rail:
        signs = (*prices, Sign(" ", pens.palette.text), *in_cards.signs)
        words = _("price; marked: now; c: card"), _("price; marked: you can pay; c: a card")
        return [Row(signs, *words)]
    words = _("price; marked: now"), _("price of a route; marked: you can pay")
    return [Row(prices, *words), in_cards]


def _small_map_rows(pens: Pens, view: AhldarahdView, look: Look) -> list[Row]:
    """What is written on small maps."""
    if not look.has_small_maps:
        return []
    colours = pens.palette
    names = from_plain(view["custom"]).names
    if look.has_tile_table:
        city = city_title(names[0])
        in_table = Sign(two_letters([city_title(name) for name in names])[0], colours.text)
        mark = Sign(f"{look.marks[0]} ", colours.ink, colours.seat[0])
        right = Sign(f"{right_letter()} ", colours.soft), Sign(look.marks[0], colours.seat[0])
        return [
            Row(
                (in_table, Sign(" ", colours.text), mark),
                _("who holds it, by map"),
                _("who holds {city}, a row for each map").format(city=city),
            ),
            Row(right, _("holds that Right"), _("who holds the Right to this map")),
        ]
    words = _("cities on small maps"), _("cities of this player on a small map")
    dot = "." if look.ascii else "·"
    text = "3" if pens.has_pixels or look.has_rail else 2 * dot
    rows = [Row((Sign(f"{look.marks[0]}{text}", colours.seat[0]),), *words)]
    if look.has_chips:
        city = city_title(names[0])
        held = Sign(f"{look.marks[0]}{city[0]}", colours.ink, colours.seat[0])
        words = _("a held city there"), _("a held city there, by its first letter")
        rows.append(Row((held,), *words))
    return rows


def _seat_rows(pens: Pens, look: Look) -> list[Row]:
    """What players hold, in the forms that stand beside them."""
    colours = pens.palette
    mark = Sign(look.marks[0], colours.seat[0])
    right = [Sign(_("Right to "), colours.text), mark]
    if look.is_narrow or look.has_small_maps:  # where there is little room
        right += [Sign(f" {right_letter()}", colours.text), mark]
    passage = Row(right, _("build there"), _("may build on this player's map"))
    turned = _turned_row(pens, look)
    if look.has_rail:
        return [passage, turned]
    held = (
        Sign(f"4{points_letter()}", colours.text),
        Sign(f"5{gold_letter()}", colours.ink, colours.gold),
        Sign(f"2{card_letter()}", colours.paper_ink, colours.paper[0]),
    )
    rows = [
        passage,
        Row(held, _("points, gold, cards")),
        turned,
        Row(
            (Sign(_("Shah"), colours.text),), _("goes first"), _("says who opens and builds first")
        ),
        Row(
            (Sign(_("Eyes"), colours.text),),
            _("land costs 1 less"),
            _("with them you pay 1 gold less by land"),
        ),
        Row(
            (Sign(_("Queen"), colours.text),),
            _("sea costs 1 less"),
            _("with her you pay 1 gold less by sea"),
        ),
    ]
    return [row for row in rows if row.signs != held] if look.is_narrow else rows


def _turned_row(pens: Pens, look: Look) -> Row:
    """A turned camel, as it is called beside the players."""
    ink, brief = pens.palette.text, _("has paid: bids 0")
    if look.has_rail:  # in words that fit beside the choices of 160 columns
        return Row((Sign(_("camel turned"), ink),), brief, _("paid: bids 0 until next turn"))
    return Row((Sign(_("turned"), ink),), brief, _("has paid: bids 0 until next turn"))


def _night_rows(pens: Pens, view: AhldarahdView) -> list[Row]:
    """The signs of the Night of the Outsider."""
    colours = pens.palette
    if not view["options"]["outsider"]:
        return []
    return [
        Row((Sign("!", colours.loss),), _("routes may fall there")),
        Row((Sign(_("black {count}").format(count=2), colours.text),), _("chips in the bank")),
    ]
