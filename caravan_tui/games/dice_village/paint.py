"""Draws a view of Dice Village on a canvas; knows no keys and no rules."""

from __future__ import annotations

from rich.style import Style

from caravan_tui.games.contract import View
from caravan_tui.games.dice_village import legend, text
from caravan_tui.games.dice_village.actions import MOST_DICE, faces_of
from caravan_tui.games.dice_village.cards import VILLAGES, cards_of
from caravan_tui.games.dice_village.look import Look, mark
from caravan_tui.games.dice_village.outline import (
    code,
    long_reward,
    short_reward,
    stead,
)
from caravan_tui.games.dice_village.plan import (
    CARD,
    LARGE,
    LEAST_SIGNS,
    SMALL,
    Plan,
    plan,
)
from caravan_tui.games.dice_village.rules import ADDING, ENOUGH, PRICE
from caravan_tui.games.dice_village.villages import boxes, village
from caravan_tui.widgets.canvas import Canvas
from caravan_tui.widgets.dice import STEP, draw_dice
from caravan_tui.widgets.marks import seat_mark, short_name
from caravan_tui.words import _

LONGEST = 18
"""Columns of a seat's name at most."""


def paint(view: View, look: Look, width: int, height: int) -> Canvas:
    """The whole board: row of merchants, villages of all seats, hand, dice, buttons."""
    canvas = Canvas(width, height, look.styles["base"])
    seats = view["seats"]
    room = plan(seats, len(view["row"]), width, height)
    rows = min(legend.all_rows(width), max(0, room.bottom - room.below))
    whole = rows >= legend.all_rows(width) - 1  # all but the title
    if look.signs and not whole:
        legend.draw(canvas, look, room, 0, room.bottom + 1)
        canvas.target(0, 0, width, room.bottom + 1, ("signs", 0))
    else:
        _market(canvas, view, look, 0, room, not whole)
        for turn in range(seats):
            seat = (look.seat + turn) % seats
            left = (turn % 2) * room.column
            top = room.top + (turn // 2) * (room.block + (1 if room.boxes else room.gap))
            _seat(canvas, view, look, seat, left, top, room.column - 1, room)
        if rows >= LEAST_SIGNS:
            top = (room.below + room.bottom - rows) // 2
            legend.draw(canvas, look, room, top, rows)
    _hand(canvas, view, look, room.bottom + 1, room)
    _tray(canvas, view, look, height - 5)
    _buttons(canvas, look, height - 1)
    return canvas


def _market(canvas: Canvas, view: View, look: Look, y: int, room: Plan, signs: bool) -> None:
    """The merchants for sale; `signs`: how the legend is had."""
    styles = look.styles
    label = _("For sale, {price} each").format(price=text.coins(PRICE))
    x = canvas.put(1, y, label, styles["bold"])
    more = _("pile {number}").format(number=view["deck"])
    x = canvas.put(x + 2, y, more, styles["dim"])
    if signs:
        key = look.keyed(_("i: signs")) if look.keys else _("Signs")
        letters = _("c coins f favours") + " · " + key
        forms = [key] if room.boxes else [letters, key]
        if room.lines == 1:
            forms.insert(0, _("c coins f favours · owner/visitor") + " · " + key)
        for form in forms:
            words = form.replace(" ·", ";") if look.ascii else form
            at = canvas.width - len(words) - 1
            if x + 2 <= at:
                canvas.put(at, y, words, styles["dim"])
                canvas.target(canvas.width - len(key) - 1, y, len(key), 1, ("signs", 0))
                break
    for place, merchant in enumerate(view["row"]):
        x = place * room.card
        style = mark(canvas, look, ("row", merchant), x, y + 1, styles["base"])
        rows = _card(canvas, look, merchant, x + 1, y + 1, style, style, view, room.card)
        canvas.target(x, y + 1, room.card - 1, rows, ("row", merchant))


def _card(
    canvas: Canvas, look: Look, merchant: int, x: int, y: int, left: Style, right: Style,
    view: View, wide: int,
) -> int:  # fmt: skip
    """A merchant: its faces left and right of its name, below what they earn; in words where it
    is wide. How many rows it takes."""
    cards = cards_of(view["house"])
    a, b = 2 * merchant, 2 * merchant + 1
    name = cards.names[merchant]
    if wide == SMALL:
        canvas.put(x, y, f"({cards.face[a]})", left)
        canvas.put(x + 3, y, f"({cards.face[b]})", right)
        canvas.put(x, y + 1, f"{code(a, cards):<3}", left)
        canvas.put(x + 3, y + 1, f"{code(b, cards):>3}", right)
        return 2
    rows = 3 if wide == LARGE else 2
    bar = "|" if look.ascii else "│"
    line = look.styles["dim"]
    half = (wide - 5) // 2
    for row in range(y, y + rows):
        canvas.put(x, row, bar, line)
        canvas.put(x + wide - 3, row, bar, line)
        if row > y:
            canvas.put(x + 1 + half, row, bar, line)
    canvas.put(x + 1, y, f"({cards.face[a]})", left)
    canvas.put(x + 4, y, f"{name:^{wide - 10}}", line)
    canvas.put(x + wide - 6, y, f"({cards.face[b]})", right)
    earns = short_reward
    if wide == LARGE:
        earns = long_reward
        canvas.put(x + 1, y + 1, f"{text.goods(cards.face[a]):<{half}}"[:half], left)
        canvas.put(x + 2 + half, y + 1, f"{text.goods(cards.face[b]):>{half}}"[:half], right)
    canvas.put(x + 1, y + rows - 1, f"{earns(a, cards):<{half}}"[:half], left)
    canvas.put(x + 2 + half, y + rows - 1, f"{earns(b, cards):>{half}}"[:half], right)
    return rows


def _numbers(view: View, seat: int) -> tuple[str, str, str]:
    """Cards, coins and favours of a seat: in words, the cards in words, in letters."""
    person = view["people"][seat]
    cards = f"{person['laid']}/{ENOUGH}"
    letters = f"{person['coins']}c {person['favours']}f"
    words = _("{laid}/{enough} cards · {coins} · {favours}").format(
        laid=person["laid"],
        enough=ENOUGH,
        coins=text.coins(person["coins"]),
        favours=text.favours(person["favours"]),
    )
    return words, _("{cards} cards").format(cards=cards) + " " + letters, f"{cards} {letters}"


def _carried(view: View, seat: int) -> tuple[str, str]:
    """How many merchants a seat holds, some of them perhaps unseen; its dice on the way."""
    person = view["people"][seat]
    known, unseen = len(person["hand"]), person["unseen"]
    dice = "".join(map(str, faces_of(person["free"]))) or "-" * person["dice"]
    return f" h{known}" + (f"+{unseen}" if unseen else ""), f" {{{dice}}}"


def _form(view: View, look: Look, width: int) -> int:
    """The longest form of the numbers in which every seat's line fits: all are told alike."""
    for form in (0, 1):
        if all(
            len(look.names[seat][:LONGEST]) <= _room(view, seat, width, form)
            for seat in range(view["seats"])
        ):
            return form
    return 2


def _room(view: View, seat: int, width: int, form: int) -> int:
    """Columns for a seat's name beside its numbers in a form, its signs and blanks."""
    return width - 5 - len(_numbers(view, seat)[form] + "".join(_carried(view, seat)))


def _seat(
    canvas: Canvas, view: View, look: Look, seat: int, x: int, y: int, width: int, room: Plan
) -> None:
    """A seat: its line of numbers, and its villages below."""
    styles = look.styles
    person = view["people"][seat]
    acting = view["to_act"] >= 0 and text.active(view) == seat
    style = styles[f"seat-{seat}"]
    arrow = (">" if look.ascii else "►") if acting else " "
    at = canvas.put(x, y, arrow, styles["accent"])
    start = ("*" if look.ascii else "☼") if view["start"] == seat else ""
    hand, dice = _carried(view, seat)
    form = _form(view, look, width)
    words = _numbers(view, seat)[form]
    if look.ascii:
        words = words.replace(" ·", ",")
    name = short_name(look.names[seat], min(LONGEST, _room(view, seat, width, form)))
    at = canvas.put(at, y, f"{seat_mark(seat, look.ascii)} {name}{start}", style) + 1
    at = canvas.put(at, y, words, styles["bold"])
    at = canvas.put(at, y, hand, styles["base"])
    canvas.put(at, y, dice, styles["bold" if person["free"] else "dim"])
    for nth in range(VILLAGES):
        top = y + 1 + nth * (room.lines + room.gap)
        place = stead(view, seat * VILLAGES + nth)
        if room.boxes:
            boxes(canvas, view, look, place, x, top, width)
        else:
            village(canvas, view, look, place, x, top, width, room.lines)


def _hand(canvas: Canvas, view: View, look: Look, y: int, room: Plan) -> None:
    """The merchants of the hand, each side for itself."""
    styles = look.styles
    person = view["people"][look.seat]
    cards = cards_of(view["house"])
    hand, secret = person["hand"], person["secret"]
    label = (
        _("Hand")
        if view["seat"] == look.seat
        else _("Hand of {name}").format(name=look.names[look.seat])
    )
    at = canvas.put(1, y, label, styles["bold"])
    if not hand and not person["unseen"]:
        canvas.put(at + 2, y, _("no merchants"), styles["dim"])
    elif person["unseen"]:
        words = _("{number} unseen").format(number=person["unseen"])
        canvas.put(at + 2, y, words, styles["dim"])
    elif secret:
        words = _("unknown to the others: {cards}").format(
            cards=" ".join(cards.names[merchant] for merchant in secret)
        )
        canvas.put(at + 2, y, words, styles["dim"])
    wide = SMALL if len(hand) * CARD > canvas.width else CARD
    if room.boxes and len(hand) * LARGE <= canvas.width:
        wide = LARGE
    fit = max(1, canvas.width // wide)
    first = 0
    if look.cursor is not None and look.cursor[0] == "side" and look.cursor[1] >> 1 in hand:
        first = max(0, hand.index(look.cursor[1] >> 1) - fit + 1)
    for place, merchant in enumerate(hand[first : first + fit]):
        x = place * wide
        looks = []
        for which in (0, 1):
            side = 2 * merchant + which
            at = x if not which else x + wide - 1
            style = mark(canvas, look, ("side", side), at, y + 1, styles["base"])
            looks.append(styles["good"] if side == look.picked else style)
        rows = _card(canvas, look, merchant, x + 1, y + 1, looks[0], looks[1], view, wide)
        half = wide // 2
        canvas.target(x, y + 1, half, rows, ("side", 2 * merchant))
        canvas.target(x + half, y + 1, wide - half, rows, ("side", 2 * merchant + 1))


def _tray(canvas: Canvas, view: View, look: Look, y: int) -> None:
    """The unplaced dice of the seat, large, with what it owns beside them."""
    styles = look.styles
    person = view["people"][look.seat]
    faces = list(look.rolling) if look.rolling is not None else faces_of(person["free"])

    def style(place: int) -> Style:
        if look.cursor == ("die", place):
            return styles["cursor"]
        if place in look.chosen:
            return styles["accent"]
        return styles["good"] if place in look.used else styles["base"]

    end = draw_dice(
        canvas, 1, y, faces, style, look.chosen, look.used, look.ascii, lambda n: ("die", n)
    )
    if look.cursor is not None and look.cursor[0] == "die":
        canvas.put(look.cursor[1] * STEP, y + 1, ">" if look.ascii else "►", styles["accent"])
    if not faces:
        end = canvas.put(1, y + 1, _("No dice on the way"), styles["dim"]) + 1
    x = max(end + 1, MOST_DICE * STEP + 3)
    canvas.put(x, y, text.coins(person["coins"]), styles["bold"])
    canvas.put(x, y + 1, text.favours(person["favours"]), styles["bold"])
    caravans = _("{number} of {most} caravans").format(number=person["dice"], most=MOST_DICE)
    canvas.put(x, y + 2, caravans, styles["base"])
    if view["phase"] == ADDING and text.active(view) == look.seat:
        name = cards_of(view["house"]).village_names[view["village"] % VILLAGES]
        words = _("at village {village}").format(village=name)
        canvas.put(x + 20, y, words, styles["good"])


def _buttons(canvas: Canvas, look: Look, y: int) -> None:
    """What the buttons say; those that do nothing now are dim."""
    x = 1
    for place, (label, on) in enumerate(look.buttons):
        style = look.styles["bold"] if on else look.styles["dim"]
        words = f"[{label}]" if on else f" {label} "
        canvas.put(x, y, words, style)
        canvas.target(x, y, len(words), 1, ("do", place))
        x += len(words) + 1
