"""The whole table: merchants for sale, villages of all seats, the hand, the dice and buttons."""

from __future__ import annotations

from caravan_tui.games.dice_village import text
from caravan_tui.games.dice_village.actions import MAX_DICE, faces_of
from caravan_tui.games.dice_village.pieces import VILLAGES_EACH, from_plain
from caravan_tui.games.dice_village.render.layout import (
    CARD_COLUMNS,
    CARD_ROWS,
    CHIPS,
    LARGE_CARD_ROWS,
    MIN_GREAT_COLUMN,
    Layout,
)
from caravan_tui.games.dice_village.render.legend import draw_goods, draw_legend, legend_rows
from caravan_tui.games.dice_village.render.look import Look
from caravan_tui.games.dice_village.render.merchants import draw_merchant
from caravan_tui.games.dice_village.render.villages import draw_village
from caravan_tui.games.dice_village.rules import LAST_ROUND_CARDS, PRICE
from caravan_tui.games.dice_village.state import ADDING
from caravan_tui.games.dice_village.view import DiceVillageView, active, village_of
from caravan_tui.i18n import _, _n
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, legible, mix
from caravan_tui.widgets.drawing.dice import SMALL, draw_chip, draw_die
from caravan_tui.widgets.drawing.palette import Palette
from caravan_tui.widgets.drawing.seats import SeatCard
from caravan_tui.widgets.marks import short_name

TITLE = 12
"""Columns beside a row of small cards for its title."""

SALE_TITLE = 10
"""The same beside those for sale."""

MIN_LEGEND_ROWS = 4

MIN_LARGE_CARD = 16
"""Columns of a merchant from which it has large dice."""


def draw_table(canvas: Canvas, layout: Layout, view: DiceVillageView, look: Look) -> None:
    """Draw everything."""
    rows = layout.hand - layout.free - 1
    is_complete = rows >= legend_rows(canvas.width)
    if look.show_signs and not is_complete:
        draw_legend(canvas, look, layout, 0, layout.hand)
        canvas.add_target(0, 0, canvas.width, layout.hand, ("signs", 0))
    else:
        _draw_for_sale(canvas, layout, view, look)
        for place in range(view["seats"]):
            _draw_seat(canvas, layout, view, look, place)
        if rows >= MIN_LEGEND_ROWS:
            draw_legend(canvas, look, layout, layout.free + 1, rows - 1)
    _draw_hand(canvas, layout, view, look, look.show_signs or rows >= MIN_LEGEND_ROWS)
    _draw_dice(canvas, layout, view, look)
    _draw_buttons(canvas, layout, look)


# Merchants


def _draw_for_sale(canvas: Canvas, layout: Layout, view: DiceVillageView, look: Look) -> None:
    """The merchants for sale; those that cannot be bought now are dim while others can."""
    colours = canvas.pens.palette
    row = view["row"]
    cards = from_plain(view["custom"])
    title, price = _("For sale"), text.coins(PRICE)
    pile = _("pile {number}").format(number=view["deck"])
    left, top = 1, 0
    usual = CARD_COLUMNS[layout.card_rows]
    if layout.card_rows > CARD_ROWS:
        top = 1
        x = canvas.put(1, 0, title, colours.text, bold=True)
        x = canvas.put(
            x + 2,
            0,
            _("{price} each").format(price=price),
            legible(colours.gold, colours.ground),
            bold=True,
        )
        canvas.put(x + 2, 0, pile, colours.soft)
        width = min(usual, (canvas.width - 1) // max(1, len(row)) - 1)
    else:
        left = SALE_TITLE
        width = min(usual, (canvas.width - left) // max(1, len(row)) - 1)
        canvas.put(1, 0, title[: left - 2], colours.text, bold=True)
        canvas.put(1, 1, price[: left - 2], legible(colours.gold, colours.ground), bold=True)
    can_buy = any(kind == "row" for kind, _value in look.choosable)
    for place, merchant in enumerate(row):
        item = ("row", merchant)
        x = left + place * (width + 1)
        draw_merchant(
            canvas, cards, merchant, x, top, width, layout.card_rows,
            is_dim=can_buy and item not in look.choosable,
            cursor=-1 if item == look.cursor else None,
        )  # fmt: skip
        canvas.add_target(x, top, width, layout.card_rows, item)


def _draw_hand(
    canvas: Canvas, layout: Layout, view: DiceVillageView, look: Look, has_legend: bool
) -> None:
    """The merchants of the hand. Each side can be chosen by itself."""
    colours = canvas.pens.palette
    person = view["people"][look.seat]
    hand = person["hand"]
    y = layout.hand
    if y + CARD_ROWS > (layout.dice if layout.dice_across == 6 else layout.height):
        return  # no room
    rows = layout.hand_rows
    title, ink = _("Your hand"), colours.text
    if view["seat"] != look.seat:
        title, ink = f"{canvas.pens.mark(look.seat)} {_('Hand')}", colours.seat[look.seat]
    canvas.put(1, y, title[: TITLE - 2], ink, bold=True)
    words = _("{key}: signs").format(key=look.signs_key) if look.signs_key else _("Signs")
    canvas.put(1, y + 1, words, colours.soft)
    canvas.add_target(1, y + 1, len(words), 1, ("signs", 0))
    hidden = _hidden_words(view, look)
    if not hand:
        words = hidden or _("empty: merchants that you buy come here")
        canvas.put(TITLE, y, words[: canvas.width - TITLE], colours.faint)
        if not has_legend:
            draw_goods(canvas, TITLE, y + 1)
        return
    cards = from_plain(view["custom"])
    width = max(7, min(CARD_COLUMNS[rows], (canvas.width - TITLE) // len(hand) - 1))
    room = max(1, (canvas.width - TITLE) // (width + 1))
    first = 0
    cursor = look.cursor
    if cursor is not None and cursor[0] == "side" and cursor[1] >> 1 in hand:
        first = max(0, hand.index(cursor[1] >> 1) - room + 1)
    can_choose = any(kind == "side" for kind, _value in look.choosable)
    if rows > LARGE_CARD_ROWS and width < CARD_COLUMNS[rows] - 4:
        rows = LARGE_CARD_ROWS
    if rows > CARD_ROWS and width < MIN_LARGE_CARD:
        rows = CARD_ROWS
    for place, merchant in enumerate(hand[first : first + room]):
        x = TITLE + place * (width + 1)
        sides = (("side", 2 * merchant), ("side", 2 * merchant + 1))
        side = cursor[1] if cursor in sides else None
        draw_merchant(
            canvas, cards, merchant, x, y, width, rows,
            is_dim=can_choose and not look.choosable.intersection(sides), cursor=side,
            picked=look.picked,
        )  # fmt: skip
        if rows > CARD_ROWS:
            canvas.add_target(x, y, width // 2, rows, sides[0])
            canvas.add_target(x + width // 2, y, width - width // 2, rows, sides[1])
        else:
            canvas.add_target(x, y, width, 1, sides[0])
            canvas.add_target(x, y + 1, width, 1, sides[1])
    end = TITLE + min(len(hand), room) * (width + 1) + 1
    canvas.put(end, y, hidden if end + len(hidden) <= canvas.width else "", colours.soft)


def _hidden_words(view: DiceVillageView, look: Look) -> str:
    """How many merchants of the hand the viewer cannot see, or which ones the others cannot."""
    person = view["people"][look.seat]
    if person["unseen"]:
        return _("{number} hidden").format(number=person["unseen"])
    if person["secret"]:
        cards = from_plain(view["custom"])
        names = " ".join(text.merchant_name(cards.names[merchant]) for merchant in person["secret"])
        return _("only you know: {cards}").format(cards=names)
    return ""


# Seats


def _draw_seat(
    canvas: Canvas, layout: Layout, view: DiceVillageView, look: Look, place: int
) -> None:
    """A seat by its place from the viewer's: the line of what it has, and its villages below."""
    colours = canvas.pens.palette
    # The viewer comes first. For a spectator every seat keeps its place, whoever is to move.
    first = look.seat if view["seat"] is not None else 0
    seat = (first + place) % view["seats"]
    x, y = layout.seat(place)
    width = layout.column - 1
    is_active = view["to_act"] >= 0 and active(view) == seat
    colour = colours.seat[seat]
    ground = mix(colours.panel, colour, 0.14) if is_active else colours.surface
    canvas.fill(x, y, width, layout.block, ground)
    canvas.rect(x, 2 * y, 1, 2 * layout.block, colour, 1 if is_active else 0.55)
    _draw_seat_line(canvas, view, look, seat, x, y, width)
    for nth in range(VILLAGES_EACH):
        village = village_of(view, seat * VILLAGES_EACH + nth)
        top = y + 1 + nth * layout.deep
        draw_village(canvas, look, village, view["seat"], x + 1, top, width - 1, layout.deep)


def _draw_seat_line(
    canvas: Canvas, view: DiceVillageView, look: Look, seat: int, x: int, y: int, width: int
) -> None:
    """Name, cards on the table, hand, unplaced dice, coins and favours."""
    colours = canvas.pens.palette
    person = view["people"][seat]
    is_active = view["to_act"] >= 0 and active(view) == seat
    ground = canvas.colour_at(x + 2, y)
    right = x + width
    coins, favours = person["coins"], person["favours"]
    is_wide = width >= MIN_GREAT_COLUMN
    for words, tone in (
        (text.favours(favours) if is_wide else f"{favours}f", colours.favour),
        (text.coins(coins) if is_wide else f"{coins}c", colours.gold),
    ):
        words = f" {words} "
        right -= len(words)
        canvas.put(right, y, words, colours.ink, tone, bold=True)
        right -= 1
    laid, mark = person["laid"], "►" if is_active else " "
    start = "☼" if view["start"] == seat else ""
    canvas.put(x + 1, y, mark, colours.accent, bold=True)
    has_rail = look.has_rail and canvas.pens.has_pixels
    dice = "" if has_rail else _dice_in_line(view, look, seat)
    room = right - (x + 2) - 1 - (len(dice) + 1 if dice else 0)
    name = f"{canvas.pens.mark(seat)} {look.names[seat]}{start}"
    forms = _cards_in_line(laid, len(person["hand"]) + person["unseen"], has_rail)
    words = next((form for form in forms if len(name) + 1 + len(form) <= room), forms[-1])
    if len(name) + 1 + len(words) > room:
        short = short_name(look.names[seat], max(3, room - len(words) - 3 - len(start)))
        name = f"{canvas.pens.mark(seat)} {short}{start}"
    end = canvas.put(x + 2, y, name, colours.seat[seat], bold=True)
    canvas.put(end + 1, y, words, colours.text, ground)
    for place, sign in enumerate(dice):
        column = right - len(dice) + place
        if sign.isdigit() and canvas.pens.has_pixels:
            draw_chip(canvas, column, y, sign, colours.face[int(sign) - 1])
        else:
            canvas.put(column, y, sign, colours.text, ground)


def _cards_in_line(laid: int, in_hand: int, has_rail: bool) -> list[str]:
    """The cards of a seat in the forms that its line may take, the longest first."""
    cards = f"{laid}/{LAST_ROUND_CARDS}"
    words = _("{cards} cards").format(cards=cards)
    if has_rail:  # the hand is told there
        row = ("■" * laid).ljust(LAST_ROUND_CARDS, "·")
        return [f"{row} {words}", f"{row} {cards}"]
    if not in_hand:
        return [words, cards]
    return [
        _("{cards}, {number} in hand").format(cards=words, number=in_hand),
        _("{cards} hand {number}").format(cards=cards, number=in_hand),
    ]


def _dice_in_line(view: DiceVillageView, look: Look, seat: int) -> str:
    """The dice that a seat has still to sell, a character each."""
    dice = text.digits(view["people"][seat]["free"])
    is_rolling = look.rolling is not None and seat == look.seat
    return "?" * len(dice) if is_rolling else dice  # they are told when they lie


def seat_card(view: DiceVillageView, look: Look, seat: int, colours: Palette) -> SeatCard:
    """The card of a seat in the rail beside the board."""
    person = view["people"][seat]
    dice: list[tuple[str, Colour]] = [
        (f"{face} ", colours.face[face - 1]) for face in faces_of(person["free"])
    ]
    laid = person["laid"]
    in_hand = len(person["hand"]) + person["unseen"]
    return SeatCard(
        seat=seat,
        name=look.names[seat],
        points=_("{cards} cards").format(cards=f"{laid}/{LAST_ROUND_CARDS}"),
        lines=[
            [
                (text.coins(person["coins"]), legible(colours.gold, colours.surface)),
                ("  ", colours.soft),
                (text.favours(person["favours"]), legible(colours.favour, colours.surface)),
            ],
            dice or [(_("no dice left"), colours.faint)],
            [
                (
                    _n("{count} merchant in hand", "{count} merchants in hand", in_hand).format(
                        count=in_hand
                    ),
                    colours.soft,
                )
            ],
        ],
        has_turn=view["to_act"] >= 0 and active(view) == seat,
        state=_("starts") if view["start"] == seat else "",
    )  # fmt: skip


# Dice and buttons


def _draw_dice(canvas: Canvas, layout: Layout, view: DiceVillageView, look: Look) -> None:
    """The unplaced dice of the seat at the bottom, each with the key that marks it."""
    colours = canvas.pens.palette
    person = view["people"][look.seat]
    faces = list(look.rolling) if look.rolling is not None else faces_of(person["free"])
    size = layout.dice_size
    if not faces:
        words = _("No dice left to sell")
        canvas.put(layout.dice_x, layout.dice + 1, words, colours.faint)
    is_choosing = bool(look.marked or look.used)
    for place, face in enumerate(faces):
        row, across = divmod(place, layout.dice_across)
        x, y = layout.dice_x + layout.dice_step * across, layout.dice + layout.dice_rows * row
        is_marked, is_used = place in look.marked, place in look.used
        tone = colours.face[face - 1]
        if is_choosing and not (is_marked or is_used) and canvas.pens.has_tones:
            tone = mix(tone, colours.ground, 0.45)
        draw_die(canvas, x, y, face, tone, size, chosen=is_marked)
        at_cursor = look.cursor == ("die", place)
        sign = "►" if at_cursor else ("▲" if is_used else " ")
        ink = (
            colours.accent if is_marked or at_cursor else colours.gain if is_used else colours.soft
        )
        if size > SMALL:
            number_y = y + layout.dice_rows - 1
            column = canvas.put(x + size // 2 - 2, number_y, sign, ink, bold=True)
            # A key, as on the buttons: the numbers of goods are on their colours.
            ground = colours.accent if is_marked else colours.raised
            ink = colours.ink if is_marked else colours.accent
            canvas.put(column, number_y, f" {place + 1} ", ink, ground, bold=True)
        canvas.add_target(x, y, size, layout.dice_rows if size > SMALL else 3, ("die", place))
    if view["phase"] == ADDING and active(view) == look.seat and layout.deep == CHIPS:
        words = _("at village {village}").format(village=village_of(view, view["village"]).name)
        canvas.put(layout.buttons_x, layout.dice - 1, words, colours.gain, bold=True)
    elif layout.dice_across == 6 and size > SMALL:
        words = _("{number} of {most} dice").format(number=person["dice"], most=MAX_DICE)
        canvas.put(layout.buttons_x, layout.dice - 1, words, colours.soft)


def _draw_buttons(canvas: Canvas, layout: Layout, look: Look) -> None:
    """Keys for the mouse, below each other beside the dice."""
    colours = canvas.pens.palette
    x, width = layout.buttons_x, min(24, canvas.width - layout.buttons_x)
    is_first = True
    has_prices = all(len(name) + len(label) + 3 <= width for name, label, _on in look.buttons)
    for place, (name, label, is_enabled) in enumerate(look.buttons):
        y = layout.dice + place
        canvas.fill(x, y, width, 1, colours.panel if is_enabled else colours.surface)
        ink, ground = colours.faint, colours.surface
        if is_enabled:
            ink, ground = colours.accent, colours.raised
            if is_first:
                ink, ground = colours.ink, colours.accent
            is_first = False
        end = canvas.put(x, y, f" {name} ", ink, ground, bold=is_enabled)
        words = label if has_prices else label.partition(":")[0].rstrip()
        canvas.put(end, y, f" {words}", colours.text if is_enabled else colours.faint)
        canvas.add_target(x, y, width, 1, ("do", place))
