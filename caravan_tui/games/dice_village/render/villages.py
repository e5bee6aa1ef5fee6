"""A village: its stalls as dice or numbers, and what a sale there earns."""

from __future__ import annotations

from caravan_tui.games.dice_village import text
from caravan_tui.games.dice_village.render.layout import CHIPS, GREAT_DICE, LARGE_DICE, SMALL_DICE
from caravan_tui.games.dice_village.render.look import Look
from caravan_tui.games.dice_village.view import Village
from caravan_tui.i18n import _
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import mix
from caravan_tui.widgets.drawing.dice import GREAT, LARGE, SMALL, draw_chip, draw_die, draw_stall

CHIP = 3
"""Columns of a stall as a number."""

HOLLOW, LIT = 0.78, 0.45
"""How far an open stall is mixed with the ground, and one that can be chosen."""

INCOME = 11
"""Columns of what a sale earns, beside dice."""


def draw_village(
    canvas: Canvas, look: Look, village: Village, x: int, y: int, width: int, deep: int
) -> None:
    """Draw a village on `deep` rows: CHIPS, SMALL_DICE, LARGE_DICE or GREAT_DICE."""
    colours = canvas.pens.palette
    item = ("village", village.number)
    has_cursor, is_choosable = item == look.cursor, item in look.choosable
    is_dim = look.chooses_village and not is_choosable
    rows = max(1, deep - 1) if deep > CHIPS else 1
    if village.number in look.changed and village.seller >= 0:
        canvas.tint(x, 2 * y, width, 2 * rows, colours.seat[village.seller], 0.25)
    if has_cursor:
        canvas.tint(x, 2 * y, width, 2 * rows, colours.accent, 0.3)
    if is_choosable and canvas.pens.has_pixels:
        canvas.rect(x, 2 * y, 1, 2 * rows, colours.accent)
    if has_cursor or is_choosable:
        middle = y + (rows - 1) // 2
        sign = "►" if has_cursor else "•"
        canvas.put(x + 1, middle, sign, colours.accent, bold=True)
    words = 20 if deep == CHIPS else INCOME + 1
    top = y
    size, step = _size_of(village, deep, width - words)
    if deep > CHIPS and not size:
        deep = CHIPS
        y += rows // 2
    elif deep > CHIPS:
        y += max(0, rows - (size + 1) // 2) // 2
    column = x + 3
    sold = _("sold {mark}").format(mark=canvas.pens.mark(max(0, village.seller)))
    if size:  # room for two merchants at the left, so that the village cards lie below each other
        free = width - words - 4 - len(village.stalls) * step - len(sold) - 1
        column += max(0, min(free, (2 - village.left) * step))
    for stall in village.stalls:
        _draw_stall(
            canvas, village, column, y, stall.face, deep, size, stall.side < 0, is_choosable
        )
        column += step
    if village.seller >= 0:
        mark = canvas.pens.mark(village.seller)
        if deep > CHIPS and column + 1 + len(sold) > x + width - words:
            sold = mark
        canvas.put(column + 1, y + (deep > CHIPS), sold, colours.seat[village.seller], bold=True)
    _draw_income(canvas, village, x, top if deep > CHIPS else y, width, deep, is_dim)
    canvas.add_target(x, top, width, rows, item)


def _size_of(village: Village, deep: int, room: int) -> tuple[int, int]:
    """Pixels of a stall, 0 as a number, and the columns from one stall to the next: the largest
    that `room` columns hold."""
    sizes = {GREAT_DICE: (GREAT, LARGE, SMALL), LARGE_DICE: (LARGE, SMALL), SMALL_DICE: (SMALL,)}
    for size in sizes.get(deep, ()):
        if len(village.stalls) * (size + 1) + 4 <= room:
            return size, size + 1
    return 0, CHIP


def _draw_stall(
    canvas: Canvas, village: Village, x: int, y: int, face: int, deep: int, size: int,
    is_own_card: bool, is_lit: bool,
) -> None:  # fmt: skip
    """A stall: hollow while it is open, a die once it is sold. The own two lie on clay. `is_lit`:
    the village can be chosen now."""
    colours = canvas.pens.palette
    good = colours.face[face - 1]
    ground = canvas.colour_at(x, y)
    wall = mix(colours.adobe[1], ground, 0.2)
    if deep == CHIPS:
        if village.seller >= 0:
            text_of = f"{canvas.pens.mark(village.seller)}{face} "
            canvas.put(x, y, text_of, colours.ink, colours.seat[village.seller], bold=True)
        elif canvas.pens.has_pixels:
            draw_chip(canvas, x, y, f" {face} ", good, dim=_dim_of(is_own_card, is_lit))
        else:
            frame = "[{}]" if is_own_card else "({})"
            canvas.put(x, y, frame.format(face), colours.text, bold=is_own_card or is_lit)
        return
    if is_own_card and canvas.pens.has_tones:
        canvas.rect(x - 1, 2 * y, size + 2, size, wall)
    if village.seller >= 0:
        draw_die(canvas, x, y, face, good, size)
    else:
        floor = wall if is_own_card else ground
        draw_stall(canvas, x, y, face, good, floor, size, LIT if is_lit else HOLLOW)


def _dim_of(is_own_card: bool, is_lit: bool) -> float:
    """How far the colour of a stall as a number is mixed with the ground."""
    return 0.3 if is_lit else 0.62 if is_own_card else 0.78


def _draw_income(
    canvas: Canvas, village: Village, x: int, y: int, width: int, deep: int, is_dim: bool
) -> None:
    """What a sale earns the owner and a visitor."""
    colours = canvas.pens.palette
    is_open = village.seller < 0 and not is_dim
    ink = colours.text if is_open else colours.faint
    owner, visitor = text.income_code(village), f"{village.visitor}c"
    if deep == CHIPS:
        own, visit = _("own"), _("visit")
        right = x + width - 1 - len(visitor)
        canvas.put(right, y, visitor, ink, bold=is_open)
        right -= len(visit) + 1
        canvas.put(right, y, visit, colours.soft)
        if village.seller < 0:
            right -= len(owner) + 1
            canvas.put(right, y, owner, ink, bold=is_open)
            canvas.put(right - len(own) - 1, y, own, colours.soft)
        return
    left = x + width - INCOME
    for row, (label, amount) in enumerate(((_("own"), owner), (_("visit"), visitor))):
        end = canvas.put(left, y + row, label, colours.soft)
        canvas.put(max(end + 1, left + 6), y + row, amount, ink, bold=is_open)
