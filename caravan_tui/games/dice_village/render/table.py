"""The whole table: merchants for sale, villages of all seats, the hand, the dice and buttons."""

from __future__ import annotations

import re
from functools import partial

from attrs import evolve

from caravan_tui.games.dice_village import text
from caravan_tui.games.dice_village.actions import faces_of
from caravan_tui.games.dice_village.custom import from_plain
from caravan_tui.games.dice_village.pieces import VILLAGES_EACH
from caravan_tui.games.dice_village.render.layout import (
    BUTTONS,
    CARD_COLUMNS,
    CARD_ROWS,
    CHIPS,
    DICE_ROWS,
    LARGE_CARD_ROWS,
    MIN_GREAT_COLUMN,
    TITLE,
    Layout,
    layout,
)
from caravan_tui.games.dice_village.render.legend import (
    USED,
    Box,
    draw_codes,
    draw_goods,
    draw_goods_beside,
    draw_legend,
    draw_legend_over,
)
from caravan_tui.games.dice_village.render.look import Look
from caravan_tui.games.dice_village.render.merchants import draw_merchant, draw_offer
from caravan_tui.games.dice_village.render.villages import draw_village, frame_of, stalls_end
from caravan_tui.games.dice_village.rules import LAST_ROUND_CARDS, PRICE
from caravan_tui.games.dice_village.state import ADDING, ENDED
from caravan_tui.games.dice_village.view import DiceVillageView, active, village_of
from caravan_tui.i18n import _, _n, _p
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, legible, mix, readable
from caravan_tui.widgets.drawing.dice import SMALL, draw_chip, draw_die
from caravan_tui.widgets.drawing.palette import Palette
from caravan_tui.widgets.drawing.seats import SeatCard, card_ground
from caravan_tui.widgets.marks import short_name
from caravan_tui.widgets.wrapping import wrap_text

SALE_TITLE = 10
"""Columns beside the small cards for sale for their title."""

MIN_WORDS = 37
"""Columns of a seat from which its coins and favours are in words where little else is on the
row."""

MIN_LARGE_CARD, MIN_SMALL_CARD = 16, 13
"""Columns of a merchant from which it has large dice, and of one in letters with its gap."""

LEFT_OUT = 0.45
"""How far a die that is not marked is mixed with what is behind everything, while others are."""

MIN_NOTE, MOST_NOTE = 12, 24
"""Columns of the words beside the merchants for sale."""

FRAME = 3
"""Columns of the lines around the halves of a merchant that is drawn without pixels."""

_BEFORE_AMOUNT = re.compile(r"\s?: ?(?=[+-])")
"""What parts the label of a button from what it costs or brings."""

SLOT_COLUMNS = 43
"""Columns of the place for a hand without merchants."""


def _cloth(colours: Palette) -> Colour:
    """What merchants and dice lie on."""
    return mix(colours.felt, colours.ground, 0.25)


def _hollow(colours: Palette) -> Colour:
    """A place on the cloth where nothing lies: darker than that by day, too, so that it is no pale
    die."""
    if colours.dark:
        return mix(_cloth(colours), colours.ground, 0.6)
    return mix(_cloth(colours), colours.text, 0.08)


def _draw_cloth(canvas: Canvas, layout: Layout) -> None:
    """Lay a cloth below the merchants for sale, and from the villages on below hand and dice."""
    colours = canvas.pens.palette
    canvas.rect(0, 0, canvas.width, 2 * layout.top - 1, _cloth(colours))
    x, y, columns, rows = layout.legend
    if x > 1:  # the legend is beside a seat
        canvas.fill(x - 1, y, columns + 1, rows, colours.surface)
        y += rows
    # Beside the dice the title of the hand is a row further down: half a row is left as a gap.
    top = 2 * (y if rows > 0 else layout.hand) + layout.is_hand_beside
    canvas.rect(0, top, canvas.width, 2 * canvas.height - top, _cloth(colours))


def _legend_box(layout: Layout) -> Box:
    """Where the legend may be drawn beside everything else."""
    return Box(*layout.legend, has_codes=layout.deep == CHIPS)


def always_has_legend(layout: Layout) -> bool:
    """Whether the whole legend is on the table even if it is not asked for."""
    box = _legend_box(layout)
    return box.rows >= box.rows_needed


def layout_with_legend(
    seats: int, width: int, height: int, has_pixels: bool, dice: int
) -> Layout | None:
    """A lower table that leaves the legend the rows below it; None if it has no room there."""
    for has_codes in (False, True):
        rows = 1 + Box(1, 0, width - 1, height, has_codes).rows_needed
        where = layout(seats, width, height - rows, has_pixels, dice)
        if has_codes == (where.deep == CHIPS) and where.dice_size != SMALL:
            return where
    return None


def draw_table(canvas: Canvas, layout: Layout, view: DiceVillageView, look: Look) -> None:
    """Draw everything."""
    if canvas.pens.has_tones:
        _draw_cloth(canvas, layout)
    box = _legend_box(layout)
    signs = _signs_words(look)
    air = box.rows - box.rows_needed
    is_below = layout.height < canvas.height
    covers = look.show_signs and air < 0 and not is_below
    # In place of the merchants for sale, beside the villages; of these too if it needs their rows.
    is_short = box.rows_needed + 1 <= layout.top
    covered = 0
    if covers:
        covered = layout.top if is_short else layout.hand
        legend = evolve(box, x=1, y=0, width=canvas.width - 1, rows=covered)
        if not is_short and box.x == 1:
            covered = min(covered, legend.rows_needed + 1)
            legend = evolve(legend, rows=covered)
        draw_legend_over(canvas, legend, look.signs_key)
        canvas.add_target(0, 0, canvas.width, covered, ("signs", 0))
    else:
        if is_below:
            below = canvas.height - layout.height
            legend = evolve(box, x=1, y=layout.height, width=canvas.width - 1, rows=below)
            draw_legend_over(canvas, legend, look.signs_key)
            canvas.add_target(0, layout.height, canvas.width, below, ("signs", 0))
        _draw_for_sale(canvas, layout, view, look)
    for place in range(view["seats"]):
        if layout.seat(place)[1] >= covered:
            _draw_seat(canvas, layout, view, look, place)
    if not covers or is_short:
        if air >= 0:
            draw_legend(canvas, evolve(box, y=box.y + min(1, air // 2)))
        elif box.x > 1:  # in the place of a fourth seat
            draw_goods_beside(canvas, box, signs)
        elif _has_goods_row(layout, view, look) and not (covers or is_below):
            y, across = box.y + box.rows // 2, box.goods_across
            region = (box.x, y, canvas.width - box.x, 2)
            canvas.part(region, across, partial(draw_goods, canvas, box.x, y, across))
    has_goods = look.show_signs or _has_goods_row(layout, view, look) or box.x > 1 or air >= 0
    end = _draw_hand(canvas, layout, view, look, has_goods=has_goods)
    # Below the words beside the merchants, or below the goods in their place.
    y = min(layout.hand + 1, layout.hand_end - 1)
    has_letters = layout.deep == CHIPS and not layout.is_hand_beside and y < layout.hand_end
    if has_letters and air < 0 and box.x == 1 and not (covers or is_below):
        room = canvas.width - 2 - end
        draw_codes(canvas, end + 1, y, room, signs, is_right=True)
    elif box.x == 1 and air < 0 and signs and not (covers or look.signs_key):
        _draw_signs_link(canvas, layout, signs)
    _draw_dice(canvas, layout, view, look)
    _draw_buttons(canvas, layout, look)


def _has_goods_row(layout: Layout, view: DiceVillageView, look: Look) -> bool:
    """Whether the names of the goods stand between villages and hand: a hand without merchants
    leaves them its own rows, with air above."""
    has_hand_rows = not layout.is_hand_beside and _is_empty_hand(view, look)
    return layout.legend[3] > 0 and not has_hand_rows


def _is_empty_hand(view: DiceVillageView, look: Look) -> bool:
    """Whether there is nothing to show or to say of the hand."""
    return not view["people"][look.seat]["hand"] and not _hidden_words(view, look)


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
    if layout.card_rows > CARD_ROWS and not canvas.pens.has_pixels:
        usual += FRAME
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
        _draw_halves_words(canvas, left + len(row) * (width + 1) + 1, top, layout.card_rows)
    else:
        left = SALE_TITLE
        width = min(usual, (canvas.width - left) // max(1, len(row)) - 1)
        canvas.put(1, 0, title[: left - 2], colours.text, bold=True)
        canvas.put(1, 1, price[: left - 2], legible(colours.gold, colours.ground), bold=True)
    can_buy = any(kind == "row" for kind, _value in look.choosable)
    for place, merchant in enumerate(row):
        item = ("row", merchant)
        x = left + place * (width + 1)
        is_dim = can_buy and item not in look.choosable
        cursor = -1 if item == look.cursor else None
        canvas.part(
            (x, top, width, layout.card_rows + 1),
            (cards, merchant, is_dim, cursor),
            partial(
                draw_merchant, canvas, cards, merchant, x, top, width, layout.card_rows,
                is_dim=is_dim, cursor=cursor,
            ),
        )  # fmt: skip
        canvas.add_target(x, top, width, layout.card_rows, item)


def _draw_halves_words(canvas: Canvas, x: int, y: int, rows: int) -> None:
    """Say beside large merchants that each half is a choice, where it has room."""
    room = min(canvas.width - x - 1, MOST_NOTE)
    lines = wrap_text(_("One half becomes a stall: + is what it then earns you."), max(1, room))
    if room >= MIN_NOTE and len(lines) <= rows:
        for row, line in enumerate(lines):
            canvas.put(x, y + row, line, canvas.pens.palette.soft)


def _draw_hand(
    canvas: Canvas, layout: Layout, view: DiceVillageView, look: Look, has_goods: bool
) -> int:
    """The merchants of the hand. Each side can be chosen by itself. Returns the column after them,
    or after the words in their place."""
    colours = canvas.pens.palette
    person = view["people"][look.seat]
    hand = person["hand"]
    left, y = layout.hand_x, layout.hand
    if y + CARD_ROWS > layout.hand_end:
        return canvas.width  # no room
    if not layout.is_hand_beside and _is_empty_hand(view, look):
        if not has_goods:  # not right above the dice, where they read like the names of these
            draw_goods(canvas, 1, y)
        return 0
    title, ink = _("Your hand"), colours.text
    if view["seat"] != look.seat:
        title, ink = f"{canvas.pens.mark(look.seat)} {_('Hand')}", colours.seat[look.seat]
    end, words_y = left, y
    if layout.is_hand_beside:
        end = canvas.put(left, y, title, ink, bold=True) + 2
        y += 1
    else:
        canvas.put(1, y, title[: TITLE - 2], ink, bold=True)
    hidden = _hidden_words(view, look)
    if not hand:
        words = hidden or _("empty: merchants that you buy come here")
        if layout.is_hand_beside and canvas.pens.has_tones:
            room = min(SLOT_COLUMNS, canvas.width - left - 1)
            high = min(LARGE_CARD_ROWS, layout.hand_end - y)
            canvas.rect(left, 2 * y, room, 2 * high, _hollow(colours), rounded=True)
            words = words.center(room)
            y += high // 2
        end = canvas.put(left, y, words[: canvas.width - left], colours.soft)
        if not has_goods:
            draw_goods(canvas, left, y + 1)
        return end
    rows, across, width = _hand_form(layout, len(hand), canvas.width - left)
    lines = max(1, (layout.hand_end - y) // (rows + 1)) if layout.is_hand_beside else 1
    first = 0
    cursor = look.cursor
    if cursor is not None and cursor[0] == "side" and cursor[1] >> 1 in hand:
        first = max(0, hand.index(cursor[1] >> 1) - lines * across + 1)
    can_choose = any(kind == "side" for kind, _value in look.choosable)
    cards = from_plain(view["custom"])
    for place, merchant in enumerate(hand[first : first + lines * across]):
        line, nth = divmod(place, across)
        x, top = left + nth * (width + 1), y + line * (rows + 1)
        sides = (("side", 2 * merchant), ("side", 2 * merchant + 1))
        side = cursor[1] if cursor in sides else None
        draw_merchant(
            canvas, cards, merchant, x, top, width, rows,
            is_dim=can_choose and not look.choosable.intersection(sides), cursor=side,
            picked=look.picked,
        )  # fmt: skip
        if rows > CARD_ROWS:
            canvas.add_target(x, top, width // 2, rows, sides[0])
            canvas.add_target(x + width // 2, top, width - width // 2, rows, sides[1])
        else:
            canvas.add_target(x, top, width, 1, sides[0])
            canvas.add_target(x, top + 1, width, 1, sides[1])
    if not layout.is_hand_beside:
        end = left + min(len(hand), across) * (width + 1) + 1
    canvas.put(end, words_y, hidden if end + len(hidden) <= canvas.width else "", colours.soft)
    return end


def _signs_words(look: Look) -> str:
    """What leads to the legend: a key, a word to click on where no key reaches the table, as in a
    replay; nothing in a picture that takes no clicks."""
    if look.signs_key:
        return _("{key}: signs").format(key=look.signs_key)
    return "" if look.is_still else _("Signs")


def _draw_signs_link(canvas: Canvas, layout: Layout, words: str) -> None:
    """A place to click for the legend: at the right of the title of the merchants for sale, if that
    has a row of its own."""
    if layout.card_rows > CARD_ROWS:
        x = canvas.width - len(words) - 1
        canvas.put(x, 0, words, canvas.pens.palette.soft)
        canvas.add_target(x, 0, len(words), 1, ("signs", 0))


def _hand_form(layout: Layout, count: int, room: int) -> tuple[int, int, int]:
    """Rows of a merchant in hand, how many lie side by side, and the columns of each."""
    rows = layout.hand_rows
    if layout.is_hand_beside:
        large = CARD_COLUMNS[LARGE_CARD_ROWS]
        if rows == LARGE_CARD_ROWS and count * (large + 1) <= room:
            return rows, count, large
        lines = max(1, (layout.hand_end - layout.hand - 1) // (CARD_ROWS + 1))
        across = max(2, min(-(-count // lines), room // MIN_SMALL_CARD))
        return CARD_ROWS, across, min(large, room // across - 1)
    width = max(7, min(CARD_COLUMNS[rows], room // count - 1))
    if rows > LARGE_CARD_ROWS and width < CARD_COLUMNS[rows] - 4:
        rows = LARGE_CARD_ROWS
    if rows > CARD_ROWS and width < MIN_LARGE_CARD:
        rows = CARD_ROWS
    return rows, max(1, room // (width + 1)), width


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


def seats_end(layout: Layout, view: DiceVillageView, look: Look) -> int:
    """The column after the dice of all villages."""
    first = look.seat if view["seat"] is not None else 0
    ends = []
    for place in range(view["seats"]):
        x, _y = layout.seat(place)
        number = (first + place) % view["seats"] * VILLAGES_EACH
        villages = [village_of(view, number + nth) for nth in range(VILLAGES_EACH)]
        frame = frame_of(villages)
        ends += [
            stalls_end(village, x + 1, layout.column - 2, layout.deep, frame)
            for village in villages
        ]
    return max(ends)


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
    person, is_active = view["people"][seat], view["to_act"] >= 0 and active(view) == seat
    items = [("village", seat * VILLAGES_EACH + nth) for nth in range(VILLAGES_EACH)]
    looks = [
        (item == look.cursor, item in look.choosable, item[1] in look.changed) for item in items
    ]
    frame = frame_of([village_of(view, item[1]) for item in items])
    selling = view["village"] if view["phase"] == ADDING else -1
    common = seat, is_active, look.chooses_village, view["seat"], from_plain(view["custom"])

    def draw_block() -> None:
        colour = colours.seat[seat]
        ground = mix(colours.panel, colour, 0.14) if is_active else colours.surface
        canvas.fill(x, y, width, layout.block, ground)
        canvas.rect(x, 2 * y, 1, 2 * layout.block, colour, 1 if is_active else 0.55)
        _draw_seat_head(canvas, layout, view, look, seat, x, y, width)
        for nth, village_look in enumerate(looks):
            top = y + layout.head + nth * layout.deep
            canvas.part(
                (x + 1, top, width - 1, layout.deep),
                (common, person["villages"][nth], village_look, selling, frame),
                partial(draw_own_village, seat * VILLAGES_EACH + nth, top),
            )

    def draw_own_village(number: int, top: int) -> None:
        village = village_of(view, number)
        draw_village(
            canvas, look, village, view["seat"], x + 1, top, width - 1, layout.deep, frame,
            number == selling,
        )  # fmt: skip

    key = (
        common, person, looks, selling, view["start"] == seat, look.names[seat], look.has_rail,
        look.rolling is not None and seat == look.seat,
    )  # fmt: skip
    canvas.part((x, y, width, layout.block), key, draw_block)


def _draw_seat_head(
    canvas: Canvas, layout: Layout, view: DiceVillageView, look: Look, seat: int,
    x: int, y: int, width: int,
) -> None:  # fmt: skip
    """Name, coins and favours; then cards on the table, hand and unplaced dice: on the row below,
    or where there is one row, between them."""
    colours = canvas.pens.palette
    person = view["people"][seat]
    right = x + width
    coins, favours = person["coins"], person["favours"]
    has_rail = look.has_rail and canvas.pens.has_pixels
    is_wide = width >= (MIN_WORDS if has_rail or layout.head > 1 else MIN_GREAT_COLUMN)
    wealth = (
        (text.favours(favours) if is_wide else f"{favours}f", colours.favour),
        (text.coins(coins) if is_wide else f"{coins}c", colours.gold),
    )
    for words, tone in () if has_rail else wealth:  # the rail says it
        words = f" {words} "
        right -= len(words)
        canvas.put(right, y, words, colours.ink, tone, bold=True)
        right -= 1
    is_active = view["to_act"] >= 0 and active(view) == seat
    canvas.put(x + 1, y, "►" if is_active else " ", colours.accent, bold=True)
    dice = "" if has_rail else _dice_in_line(view, look, seat)
    in_hand = len(person["hand"]) + person["unseen"]
    forms = [""] if has_rail else _cards_in_line(person["laid"], in_hand)
    if layout.head == 1:
        room = right - (x + 2) - 1 - (len(dice) + 1 if dice else 0)
        room_of_name = room - len(forms[-1]) - 1
        end = _draw_name(canvas, view, look, seat, x + 2, y, room_of_name, has_start=not has_rail)
        room -= end - (x + 2)
        words = next((form for form in forms if len(form) + 1 <= room), forms[-1])
        canvas.put(end + 1, y, words, colours.text)
        left = right - len(dice)
    else:
        dice = " ".join(dice)
        is_first = view["start"] == seat
        _draw_name(canvas, view, look, seat, x + 2, y, right - x - 3, has_start=False)
        y += 1
        label = _("dice") + " " if dice else ""
        left = x + width - len(dice)
        canvas.put(left - len(label), y, label, colours.soft)
        room = left - len(label) - 1 - (x + 2)
        if is_first and not has_rail:
            forms = [_("{cards}, goes first").format(cards=form) for form in forms]
        words = next((form for form in forms if len(form) <= room), forms[-1])
        canvas.put(x + 2, y, words, colours.soft)
    for place, sign in enumerate(dice):
        if sign.isdigit() and canvas.pens.has_pixels:
            draw_chip(canvas, left + place, y, sign, colours.face[int(sign) - 1])
        else:
            canvas.put(left + place, y, sign, colours.text)


def _draw_name(
    canvas: Canvas, view: DiceVillageView, look: Look, seat: int, x: int, y: int, room: int,
    *, has_start: bool = True,
) -> int:  # fmt: skip
    """Draw the mark and the name of a seat, and whether it started the round (`has_start`): in
    words where there is room. Returns the column after them."""
    colours = canvas.pens.palette
    name, sign = f"{canvas.pens.mark(seat)} {look.names[seat]}", ""
    if has_start and view["start"] == seat:
        word = " " + _("goes first")
        sign = word if len(name) + len(word) <= room else " " + _p("seat", "1st")
    if len(name) + len(sign) > room:
        short = short_name(look.names[seat], max(3, room - 2 - len(sign)))
        name = f"{canvas.pens.mark(seat)} {short}"
    end = canvas.put(x, y, name, colours.seat[seat], bold=True)
    return canvas.put(end, y, sign, colours.soft)


def _cards_in_line(laid: int, in_hand: int) -> list[str]:
    """The cards of a seat in the forms that its line may take, the longest first."""
    cards = f"{laid}/{LAST_ROUND_CARDS}"
    words = _("{cards} cards").format(cards=cards)
    if not in_hand:
        return [words, cards]
    return [
        _("{cards}, {number} in hand").format(cards=words, number=in_hand),
        _("{cards}, {number} in hand").format(cards=cards, number=in_hand),
        cards,
    ]


def _dice_in_line(view: DiceVillageView, look: Look, seat: int) -> str:
    """The dice that a seat has still to sell, a character each."""
    dice = text.digits(view["people"][seat]["free"])
    is_rolling = look.rolling is not None and seat == look.seat
    return "?" * len(dice) if is_rolling else dice  # they are told when they lie


def seat_card(view: DiceVillageView, look: Look, seat: int, colours: Palette) -> SeatCard:
    """The card of a seat in the rail beside the board."""
    person = view["people"][seat]
    has_turn = view["to_act"] >= 0 and active(view) == seat
    ground = card_ground(colours, seat, has_turn)
    dice: list[tuple[str, Colour]] = [
        (f"{face} ", readable(colours.face[face - 1], ground)) for face in faces_of(person["free"])
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
            # the dice of the seat at the bottom are told of there
            dice or [("" if seat == look.seat else _("no dice left"), colours.faint)],
            [
                (
                    _n("{count} merchant in hand", "{count} merchants in hand", in_hand).format(
                        count=in_hand
                    ),
                    colours.soft,
                )
            ],
        ],
        has_turn=has_turn,
        state=_("goes first") if view["start"] == seat else "",
    )  # fmt: skip


# Dice and buttons


def _draw_dice(canvas: Canvas, layout: Layout, view: DiceVillageView, look: Look) -> None:
    """The unplaced dice of the seat at the bottom, each with the key that marks it."""
    colours = canvas.pens.palette
    person = view["people"][look.seat]
    faces = list(look.rolling) if look.rolling is not None else faces_of(person["free"])
    size = layout.dice_size
    if layout.is_hand_beside:
        title, ink = _("Your dice"), colours.text
        if view["seat"] != look.seat:
            title, ink = f"{canvas.pens.mark(look.seat)} {_('Dice')}", colours.seat[look.seat]
        canvas.put(1, layout.dice - 1, title, ink, bold=True)
    if not faces and look.cursor is not None and look.cursor[0] == "row":
        cards, width = from_plain(view["custom"]), layout.buttons_x - layout.dice_x - 1
        y = layout.dice + (layout.dice_rows == DICE_ROWS)  # its four rows in five
        draw_offer(canvas, cards, look.cursor[1], layout.dice_x, y, width)
    elif not faces:
        is_over = view["phase"] == ENDED
        words = _("No more dice are rolled") if is_over else _("No dice left in this round")
        canvas.put(layout.dice_x, layout.dice + 1, words, colours.faint)
    elif size > SMALL:
        for place in range(len(faces), person["dice"]):
            _draw_sold_die(canvas, layout, place)
    is_choosing = bool(look.marked or look.used)
    for place, face in enumerate(faces):
        x, y = layout.dice_x + layout.dice_step * place, layout.dice
        is_marked, is_used = place in look.marked, place in look.used
        is_left = is_choosing and not (is_marked or is_used) and canvas.pens.has_tones
        dim, good = LEFT_OUT if is_left else 0.0, colours.face[face - 1]
        draw_die(canvas, x, y, face, good, size, chosen=is_marked, dim=dim)
        at_cursor = look.cursor == ("die", place)
        sign = "►" if at_cursor else (USED if is_used else " ")
        ink = (
            colours.accent if is_marked or at_cursor else colours.gain if is_used else colours.soft
        )
        if size > SMALL and view["seat"] == look.seat:  # who only watches has no keys for them
            number_y = y + layout.dice_rows - 1
            # A key, as on the buttons, and named one: the numbers of goods are on their colours.
            word = _p("below a die", "key")[: (size - 3) // 2 + 1]
            column = canvas.put(x + (size - 7) // 2, number_y, f"{word:>3}", colours.soft)
            ground = colours.accent if is_marked else colours.raised
            key_ink = colours.ink if is_marked else colours.accent
            column = canvas.put(column, number_y, f" {place + 1} ", key_ink, ground, bold=True)
            canvas.put(column, number_y, sign, ink, bold=True)
        canvas.add_target(x, y, size, layout.dice_rows if size > SMALL else 3, ("die", place))


def _draw_sold_die(canvas: Canvas, layout: Layout, place: int) -> None:
    """The place of a die that has been sold, so that the others keep theirs."""
    colours = canvas.pens.palette
    x, y, size = layout.dice_x + layout.dice_step * place, layout.dice, layout.dice_size
    if canvas.pens.has_pixels and canvas.pens.has_tones:
        canvas.rect(x, 2 * y, size, size, _hollow(colours), rounded=True)
    words = _("sold")
    column = x + max(0, size - len(words)) // 2
    canvas.put(column, y + layout.dice_rows - 1, words[:size], colours.soft)


def _draw_buttons(canvas: Canvas, layout: Layout, look: Look) -> None:
    """Keys for the mouse, below each other beside the dice. None is lit as if it were selected:
    each has a key of its own, and the cursor never comes here."""
    colours = canvas.pens.palette
    x, width = layout.buttons_x, min(BUTTONS, canvas.width - layout.buttons_x)
    labels = _button_words(look, width)
    for place, ((name, _label, is_enabled), words) in enumerate(
        zip(look.buttons, labels, strict=True)
    ):
        y = layout.buttons_y + place
        canvas.fill(x, y, width, 1, colours.panel if is_enabled else colours.surface)
        ink, ground = colours.faint, colours.surface
        if is_enabled:
            ink, ground = colours.accent, colours.raised
        end = canvas.put(x, y, f" {name} ", ink, ground, bold=is_enabled)
        canvas.put(end, y, f" {words}", colours.text if is_enabled else colours.faint)
        canvas.add_target(x, y, width, 1, ("do", place))


def _button_words(look: Look, width: int) -> list[str]:
    """The labels of the buttons in so many columns: where not all fit whole, without the colon
    before an amount, as its sign parts them; what does not fit so either is only named."""
    labels = [(name, label) for name, label, _is_enabled in look.buttons]
    tight = [(name, _BEFORE_AMOUNT.sub(" ", label)) for name, label in labels]
    for forms in (labels, tight):
        if all(len(name) + len(label) + 3 <= width for name, label in forms):
            return [label for _name, label in forms]
    return [
        label if len(name) + len(label) + 3 <= width else label.partition(":")[0].rstrip()
        for name, label in tight
    ]
