"""Draws a village: in rows of characters, or with a box for each stall."""

from __future__ import annotations

from caravan_tui.games.contract import View
from caravan_tui.games.dice_village import text
from caravan_tui.games.dice_village.cards import cards_of
from caravan_tui.games.dice_village.look import Look, mark
from caravan_tui.games.dice_village.outline import Stead, brings, earned
from caravan_tui.games.dice_village.plan import BOX_ROWS
from caravan_tui.widgets.canvas import Canvas
from caravan_tui.widgets.dice import die_rows
from caravan_tui.widgets.marks import seat_mark
from caravan_tui.words import _

BOX, SQUEEZED = 5, 4
"""From one stall that is a box to the next; they overlap where there are too many."""

NEAR = 62
"""Columns of a village with boxes at most: what it earns stays near its stalls."""


def village(
    canvas: Canvas, view: View, look: Look, place: Stead, x: int, y: int, width: int, lines: int
) -> None:
    """A village: stalls in a row round its card, what they earn, and what a sale brings."""
    styles = look.styles
    cards = cards_of(view["house"])
    item = ("village", place.village)
    sold = place.sold >= 0
    base = styles["dim"] if sold else styles["base"]
    style = mark(canvas, look, item, x, y, base)
    right = len(place.stalls) - place.left - 2
    mine, theirs = _("own"), _("visit")
    label = max(len(mine), len(theirs)) + 1
    room = width - (label + 6 if lines == 2 else 9)
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
    guest = f"{place.visitor}c"
    if lines == 2:
        where = x + width - label - 6
        for row, word, sum_ in ((y, mine, brings(place)), (y + 1, theirs, guest)):
            canvas.put(where, row, word, styles["dim"])
            canvas.put(where + label, row, sum_, base)
    else:
        both = f"{brings(place)}/{guest}"
        canvas.put(x + width - len(both), y, both, base)
    if sold:
        seller = styles["cursor" if item == look.cursor else f"seat-{place.sold}"]
        canvas.put(x, y, seat_mark(place.sold, look.ascii), seller)
    canvas.target(x, y, width, lines, item)


def boxes(canvas: Canvas, view: View, look: Look, place: Stead, x: int, y: int, width: int) -> None:
    """A village whose stalls are boxes: a double frame once it is sold; below the merchants what
    they earn, at the right what a sale brings in words."""
    styles = look.styles
    cards = cards_of(view["house"])
    item = ("village", place.village)
    sold = place.sold >= 0
    base = styles["dim"] if sold else styles["base"]
    under = item == look.cursor
    label = max(len(_("own")), len(_("visit"))) + 1
    where = x + min(width, NEAR) - label - 11
    style = mark(canvas, look, item, x, y + 1, base)
    if sold:
        seller = styles["cursor" if under else f"seat-{place.sold}"]
        canvas.put(x, y + 1, seat_mark(place.sold, look.ascii), seller)
    right = len(place.stalls) - place.left - 2
    room = (where - x - 2) // BOX
    step = BOX if len(place.stalls) <= room else SQUEEZED
    first = max(0, min(2, room - 2 - right) - place.left) if step == BOX else 0
    at = x + 2 + step * first
    for stall in place.stalls:
        own = stall.side < 0
        frame = styles[f"seat-{place.sold}"] if sold else styles["base" if own else "dim"]
        face = style if under else frame if sold else styles["bold" if own else "base"]
        rows = die_rows(stall.face, sold, False, look.ascii)
        for row, piece in enumerate(rows):
            canvas.put(at, y + row, piece, frame)
        canvas.put(at + 1, y + 1, rows[1][1:-1], face)
        if not own:
            canvas.put(at + 1, y + 3, earned(stall.side, cards), base)
        at += step
    canvas.put(where, y, _("own"), styles["dim"])
    canvas.put(where + label, y, text.coins(place.coins), base)
    if place.favours:
        canvas.put(where + label, y + 1, text.favours(place.favours), base)
    canvas.put(where, y + 2, _("visit"), styles["dim"])
    canvas.put(where + label, y + 2, text.coins(place.visitor), base)
    if sold:
        words = f"{seat_mark(place.sold, look.ascii)} {look.names[place.sold]}"
        canvas.put(where, y + 3, words[: label + 11], styles[f"seat-{place.sold}"])
    canvas.target(x, y, width, BOX_ROWS, item)
