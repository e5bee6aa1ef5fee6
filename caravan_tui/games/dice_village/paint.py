"""Draws a view of Dice Village on a canvas; knows no keys and no rules."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field
from rich.style import Style

from caravan_tui.games.contract import View
from caravan_tui.games.dice_village import text
from caravan_tui.games.dice_village.actions import MOST_DICE, faces_of
from caravan_tui.games.dice_village.cards import VILLAGES, Cards, cards_of
from caravan_tui.games.dice_village.outline import Stead, code, earned, short_reward, stead
from caravan_tui.games.dice_village.rules import ADDING, ENOUGH, PRICE
from caravan_tui.widgets.canvas import Canvas
from caravan_tui.widgets.dice import STEP, draw_dice
from caravan_tui.widgets.marks import seat_mark
from caravan_tui.words import _

Item = tuple[str, int]
"""What a cursor or a click is on: `village`, `die` (its place), `side`, `row` (a merchant), `do`
(the place of a button)."""

CARD = 15
"""Columns of a merchant, with the gap; `SMALL` where many lie in the hand."""
SMALL = 8
ROOMY = 100
"""From so many columns on there are words instead of letters."""

LEAST_SIGNS, MOST_SIGNS = 4, 9
"""Lines of the legend."""

WIDEST = 60
"""Columns of a seat at most: what a village earns stays near its stalls."""


@define
class Look:
    """Everything beside the view that the drawing depends on."""

    names: Sequence[str]
    styles: dict[str, Style]
    """base, dim, bold, good, warn, accent, cursor, seat-0 to seat-3."""
    seat: int
    """Whose dice and hand are at the bottom."""
    cursor: Item | None = None
    chosen: Sequence[int] = ()
    """Places of the dice that are chosen for a reroll or a turn."""
    used: Sequence[int] = ()
    """Places of the dice that the move under the cursor would take."""
    picked: int = -1
    """The side that is about to be placed free."""
    live: frozenset[Item] = frozenset()
    """What can be chosen now."""
    buttons: Sequence[tuple[str, bool]] = field(factory=list)
    rolling: Sequence[int] | None = None
    """Faces to show instead of the dice, while they roll."""
    ascii: bool = False


def paint(view: View, look: Look, width: int, height: int) -> Canvas:
    """The whole board: row of merchants, villages of all seats, hand, dice, buttons."""
    canvas = Canvas(width, height, look.styles["base"])
    seats = view["seats"]
    lines = 2 if 2 * _rows(seats) * VILLAGES + _rows(seats) <= height - 12 else 1
    gap = 1 if height - 12 - _rows(seats) * (1 + VILLAGES * lines) >= 3 * _rows(seats) else 0
    _market(canvas, view, look, 0)
    y = 3 + (1 if gap else 0)
    column = min(width // 2, WIDEST)
    first = look.seat
    block = 1 + VILLAGES * (lines + gap)
    for turn in range(seats):
        seat = (first + turn) % seats
        left = (turn % 2) * column
        top = y + (turn // 2) * (block + gap)
        _seat(canvas, view, look, seat, left, top, column - 1, lines, gap)
    bottom = height - 9
    below = y + _rows(seats) * (block + gap)
    signs = min(MOST_SIGNS, bottom - below)
    if signs >= LEAST_SIGNS:
        _legend(canvas, look, (below + bottom - signs) // 2, signs)
    _hand(canvas, view, look, bottom + 1)
    _tray(canvas, view, look, bottom + 4)
    _buttons(canvas, look, height - 1)
    return canvas


def _rows(seats: int) -> int:
    """Blocks of villages one above the other."""
    return (seats + 1) // 2


def _mark(canvas: Canvas, look: Look, item: Item, x: int, y: int, style: Style) -> Style:
    """The style of an item, and a sign in front of it: the cursor, or that it can be chosen."""
    if item == look.cursor:
        canvas.put(x, y, ">" if look.ascii else "►", look.styles["accent"])
        return look.styles["cursor"]
    if item in look.live:
        canvas.put(x, y, "+" if look.ascii else "•", look.styles["good"])
    return style


def _market(canvas: Canvas, view: View, look: Look, y: int) -> None:
    """The merchants for sale."""
    styles = look.styles
    label = _("For sale, {price} each").format(price=text.coins(PRICE))
    x = canvas.put(1, y, label, styles["bold"])
    more = _("pile {number}").format(number=view["deck"])
    x = canvas.put(x + 2, y, more, styles["dim"])
    legend = _("c coins f favours h hand · owner/visitor")
    legend = legend.replace("·", ",") if look.ascii else legend
    if x + 2 + len(legend) < canvas.width:
        canvas.put(canvas.width - len(legend) - 1, y, legend, styles["dim"])
    for place, merchant in enumerate(view["row"]):
        x = place * CARD
        style = _mark(canvas, look, ("row", merchant), x, y + 1, styles["base"])
        _card(canvas, look, merchant, x + 1, y + 1, style, style, cards_of(view["house"]))
        canvas.target(x, y + 1, CARD - 1, 2, ("row", merchant))


def _card(
    canvas: Canvas,
    look: Look,
    merchant: int,
    x: int,
    y: int,
    left: Style,
    right: Style,
    cards: Cards,
    small: bool = False,
) -> None:
    """A merchant in two rows: its faces left and right of its name, below what they earn."""
    a, b = 2 * merchant, 2 * merchant + 1
    name = cards.names[merchant]
    if small:
        canvas.put(x, y, f"({cards.face[a]})", left)
        canvas.put(x + 3, y, f"({cards.face[b]})", right)
        canvas.put(x, y + 1, f"{code(a, cards):<3}", left)
        canvas.put(x + 3, y + 1, f"{code(b, cards):>3}", right)
        return
    bar = "|" if look.ascii else "│"
    line = look.styles["dim"]
    for row in (y, y + 1):
        canvas.put(x, row, bar, line)
        canvas.put(x + CARD - 3, row, bar, line)
    canvas.put(x + 1, y, f"({cards.face[a]})", left)
    canvas.put(x + 4, y, f"{name:^5}", line)
    canvas.put(x + 9, y, f"({cards.face[b]})", right)
    canvas.put(x + 1, y + 1, f"{short_reward(a, cards):<5}", left)
    canvas.put(x + 6, y + 1, bar, line)
    canvas.put(x + 7, y + 1, f"{short_reward(b, cards):>5}", right)


def _numbers(view: View, look: Look, seat: int) -> tuple[str, str, str]:
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
    if look.ascii:
        words = words.replace("·", ",")
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
        lengths = [
            4
            + len(f"{look.names[seat]}"[: 18 if width >= ROOMY // 2 else 8])
            + len(_numbers(view, look, seat)[form] + "".join(_carried(view, seat)))
            for seat in range(view["seats"])
        ]
        if max(lengths) < width:
            return form
    return 2


def _seat(
    canvas: Canvas, view: View, look: Look, seat: int, x: int, y: int, width: int, lines: int,
    gap: int,
) -> None:  # fmt: skip
    """A seat: its line of numbers, and its villages below."""
    styles = look.styles
    person = view["people"][seat]
    acting = view["to_act"] >= 0 and text.active(view) == seat
    style = styles[f"seat-{seat}"]
    arrow = (">" if look.ascii else "►") if acting else " "
    at = canvas.put(x, y, arrow, styles["accent"])
    start = ("*" if look.ascii else "☼") if view["start"] == seat else ""
    name = f"{seat_mark(seat, look.ascii)} {look.names[seat]}"
    hand, dice = _carried(view, seat)
    words = _numbers(view, look, seat)[_form(view, look, width)]
    at = canvas.put(at, y, name[: 20 if width >= ROOMY // 2 else 10] + start, style) + 1
    at = canvas.put(at, y, words, styles["bold"])
    at = canvas.put(at, y, hand, styles["base"])
    canvas.put(at, y, dice, styles["bold" if person["free"] else "dim"])
    for nth in range(VILLAGES):
        village = seat * VILLAGES + nth
        top = y + 1 + nth * (lines + gap)
        _village(canvas, view, look, stead(view, village), x, top, width, lines)


def _village(
    canvas: Canvas, view: View, look: Look, place: Stead, x: int, y: int, width: int, lines: int
) -> None:
    """A village: stalls in a row round its card, what they earn, and what a sale brings."""
    styles = look.styles
    cards = cards_of(view["house"])
    item = ("village", place.village)
    sold = place.sold >= 0
    base = styles["dim"] if sold else styles["base"]
    style = _mark(canvas, look, item, x, y, base)
    right = len(place.stalls) - place.left - 2
    room = width - 9
    wide = 5 if 5 * (place.left + right) + 6 <= room else 3
    if lines == 2:
        wide = 4 if 4 * (place.left + right) + 6 <= room else 3
    middle = 1 + wide * max(place.left, min(2, (room - 6) // wide - right))
    at = x + middle - wide * place.left
    dice = styles[f"seat-{place.sold}"] if sold else style
    for stall in place.stalls:
        frame = "[{}]" if sold else "({})"
        own = stall.side < 0
        look_of = dice if sold and item != look.cursor else style
        if own and not sold and item != look.cursor:
            look_of = styles["bold"]
        canvas.put(at, y, frame.format(stall.face), look_of)
        if stall.side >= 0 and wide > 3:
            earns = earned(stall.side, cards)
            if lines == 2:
                canvas.put(at, y + 1, earns, base)
            else:
                canvas.put(at + 3, y, earns, base)
        at += 3 if own else wide
    brings = f"{place.coins}c" + (f"{place.favours}f" if place.favours else "")
    guest = f"{place.visitor}c"
    if lines == 2:
        where = x + width - 9
        mine, theirs = _("own"), _("visit")
        canvas.put(where, y, f"{mine} {brings}", base)
        canvas.put(where, y + 1, f"{theirs} {guest}", base)
    else:
        label = f"{brings}/{guest}"
        canvas.put(x + width - len(label), y, label, base)
    if sold:
        mark = styles["cursor" if item == look.cursor else f"seat-{place.sold}"]
        canvas.put(x, y, seat_mark(place.sold, look.ascii), mark)
    canvas.target(x, y, width, lines, item)


def _legend(canvas: Canvas, look: Look, y: int, rows: int) -> None:
    """What the signs mean, in so many lines with the title: what is met first on top."""
    canvas.put(1, y, _("What the signs mean"), look.styles["dim"] + Style(underline=True))
    for line, (sign, words) in enumerate((
        ("(4)", _("a stall: a die that shows 4 is sold here")),
        ("[4]", _("sold in this round, by the seat whose mark stands in front")),
        (_("own"), _("what the owner of the village earns when anybody sells there")),
        (_("visit"), _("what another seat earns by selling there")),
        ("2c 5f", _("2 coins, 5 favours, at every sale; --: nothing any more")),
        (_("+die"), _("once, when the merchant is added: one more caravan")),
        (_("+card"), _("once: the top merchant of the pile")),
        (_("+put"), _("once: a merchant of the hand is placed without dice")),
    ), 1):  # fmt: skip
        if line == rows:
            break
        canvas.put(1, y + line, sign, look.styles["bold"])
        canvas.put(9, y + line, words, look.styles["dim"])


def _hand(canvas: Canvas, view: View, look: Look, y: int) -> None:
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
    small = len(hand) * CARD > canvas.width
    wide = SMALL if small else CARD
    fit = max(1, canvas.width // wide)
    first = 0
    if look.cursor is not None and look.cursor[0] == "side" and look.cursor[1] >> 1 in hand:
        first = max(0, hand.index(look.cursor[1] >> 1) - fit + 1)
    for place, merchant in enumerate(hand[first : first + fit]):
        x = place * wide
        looks = []
        for which in (0, 1):
            side = 2 * merchant + which
            mark = x if not which else x + wide - 1
            style = _mark(canvas, look, ("side", side), mark, y + 1, styles["base"])
            looks.append(styles["good"] if side == look.picked else style)
        _card(canvas, look, merchant, x + 1, y + 1, looks[0], looks[1], cards, small)
        half = wide // 2
        canvas.target(x, y + 1, half, 2, ("side", 2 * merchant))
        canvas.target(x + half, y + 1, wide - half, 2, ("side", 2 * merchant + 1))


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
