"""A village: its stalls as dice or numbers, and what a sale there earns."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from caravan_tui.games.dice_village import text
from caravan_tui.games.dice_village.render.layout import CHIPS, GREAT_DICE, LARGE_DICE, SMALL_DICE
from caravan_tui.games.dice_village.render.look import Look
from caravan_tui.games.dice_village.view import OWN_STALLS, Village
from caravan_tui.i18n import _, _p
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, legible, mix, readable
from caravan_tui.widgets.drawing.dice import (
    GREAT,
    LARGE,
    SMALL,
    dimmed,
    draw_chip,
    draw_die,
    draw_stall,
)

CHIP = 3
"""Columns of a stall as a number."""

SOLD, ASIDE = 0.68, 0.3
"""How far a stall is mixed with the ground once it is sold, and an open one that cannot be chosen
while others can."""

CURSOR_TINT, CHOOSABLE_TINT = 0.3, 0.1
"""The share of the accent colour in the ground of a village that can be chosen now."""

INCOME, WIDE_INCOME = 13, 17
"""Columns of what a sale earns, beside dice: in letters and in words."""

ROW = 21
"""Columns of the same in one row, in letters."""

CONTRAST = 4.5
"""Of words with their ground where a village can be chosen, at least."""

DIMMED = 0.3
"""How far the words of a village that can't be chosen, while others can, are mixed with the
ground."""


@frozen
class Frame:
    """What the villages of a seat need together, so that their own cards lie below each other, and
    what they earn as well."""

    left: int
    """The most merchants on the left of a village."""
    right: int
    """And on the right."""
    most: int
    """The most stalls of one village."""

    @property
    def stalls(self) -> int:
        """The stalls side by side."""
        return self.left + OWN_STALLS + self.right


def frame_of(villages: Sequence[Village]) -> Frame:
    """The frame of the villages of a seat."""
    return Frame(
        max(village.left for village in villages),
        max(village.right for village in villages),
        max(len(village.stalls) for village in villages),
    )


def draw_village(
    canvas: Canvas, look: Look, village: Village, viewer: int | None, x: int, y: int, width: int,
    deep: int, frame: Frame, is_selling: bool = False,
) -> None:  # fmt: skip
    """Draw a village on `deep` rows: CHIPS, SMALL_DICE, LARGE_DICE or GREAT_DICE. `frame`: see
    there. `is_selling`: the sale there is not over, merchants can still join it."""
    colours = canvas.pens.palette
    item = ("village", village.number)
    has_cursor, is_choosable = item == look.cursor, item in look.choosable
    is_dim = look.chooses_village and not is_choosable
    rows = max(1, deep - 1) if deep > CHIPS else 1
    height, pixels = deep, 2 * deep  # down to the shade of its dice, which a click means, too
    if village.number in look.changed and village.seller >= 0:
        canvas.tint(x, 2 * y, width, pixels, colours.seat[village.seller], 0.25)
    if is_choosable:
        share = CURSOR_TINT if has_cursor else CHOOSABLE_TINT
        canvas.tint(x, 2 * y, width, pixels, colours.accent, share)
    elif has_cursor:  # to look at it: nothing can be done there
        canvas.tint(x, 2 * y, width, pixels, colours.text, CHOOSABLE_TINT)
    if is_choosable and canvas.pens.has_pixels:
        canvas.rect(x, 2 * y, 1, pixels - (deep > CHIPS), colours.accent)
    if has_cursor or is_choosable:
        middle = y + (rows - 1) // 2
        sign = "►" if has_cursor else "•"
        ink = colours.accent if is_choosable else colours.text
        canvas.put(x + 1, middle, sign, ink, bold=True)
    stalls, income, size, step = _sizes(village, width, deep, frame)
    room, top = width - INCOME - 1, y
    if deep > CHIPS and not size:
        deep = CHIPS
        y += rows // 2
    elif deep > CHIPS:
        y += max(0, rows - (size + 1) // 2) // 2
    column = x + (2 if deep == CHIPS else 3)
    sold = _("selling {mark}") if is_selling else _("sold {mark}")
    sold = sold.format(mark=canvas.pens.mark(max(0, village.seller)))
    after = len(village.stalls)
    if size and stalls == frame.stalls:
        column += (frame.left - village.left) * step
        after = frame.stalls - (frame.left - village.left)
    elif size and _size_of(frame.most, deep, room)[0] == size:
        after = frame.most
    beside = column + after * step + 2
    for stall in village.stalls:
        _draw_stall(canvas, village, column, y, stall.face, deep, size, stall.side < 0, is_dim)
        column += step
    if village.seller >= 0:
        mark = canvas.pens.mark(village.seller)
        left = beside if deep > CHIPS else column + 1
        if deep > CHIPS and left + len(sold) > x + width:
            sold = mark
        row = y + (deep > CHIPS)
        ink = readable(colours.seat[village.seller], canvas.colour_at(left, row), CONTRAST)
        canvas.put(left, row, sold, ink, bold=True)
        if deep > CHIPS:
            _draw_name(canvas, village, left, y, x + width - left, is_dim=True)
    elif deep == CHIPS:
        right = x + width - 1
        _draw_income_row(canvas, village, viewer, column, right, y, is_dim, is_choosable)
    else:
        left = min(x + width - income, beside)  # beside its dice, not at the far edge
        _draw_income(canvas, village, viewer, left, top, x + width - left, rows, is_dim)
    canvas.add_target(x, top, width, height, item)


def stalls_end(village: Village, x: int, width: int, deep: int, frame: Frame) -> int:
    """The column after the stalls of a village, which is drawn with the same arguments."""
    stalls, _income, size, step = _sizes(village, width, deep, frame)
    left = frame.left - village.left if size and stalls == frame.stalls else 0
    return x + (3 if size else 2) + (left + len(village.stalls)) * step


def _sizes(village: Village, width: int, deep: int, frame: Frame) -> tuple[int, int, int, int]:
    """How many stalls the dice have room for, and the columns of what a sale earns: in words, if
    the stalls are as large beside them. Then pixels and columns of a stall, as of `_size_of`."""
    stalls, room = frame.stalls, width - INCOME - 1
    if _size_of(stalls, deep, room) < _size_of(len(village.stalls), deep, room):
        stalls = len(village.stalls)  # larger dice come before villages that lie below each other
    sizes = {room: _size_of(stalls, deep, width - room - 1) for room in (WIDE_INCOME, INCOME)}
    income = WIDE_INCOME if sizes[WIDE_INCOME] == sizes[INCOME] else INCOME
    return stalls, income, *sizes[income]


def _size_of(stalls: int, deep: int, room: int) -> tuple[int, int]:
    """Pixels of a stall, 0 as a number, and the columns from one stall to the next: the largest
    that `room` columns hold."""
    sizes = {GREAT_DICE: (GREAT, LARGE, SMALL), LARGE_DICE: (LARGE, SMALL), SMALL_DICE: (SMALL,)}
    for size in sizes.get(deep, ()):
        if stalls * (size + 1) + 4 <= room:
            return size, size + 1
    return 0, CHIP


def _draw_stall(
    canvas: Canvas, village: Village, x: int, y: int, face: int, deep: int, size: int,
    is_own_card: bool, is_dim: bool,
) -> None:  # fmt: skip
    """A stall: bright while it is open, hollow once it is sold. The own two lie on clay. `is_dim`:
    others can be chosen now, this village can't."""
    colours = canvas.pens.palette
    good = colours.face[face - 1]
    ground = canvas.colour_at(x, y)
    wall = mix(colours.adobe[1], ground, 0.2)
    if deep == CHIPS:
        if village.seller >= 0:
            text_of = f"{canvas.pens.mark(village.seller)}{face} "
            seller = colours.seat[village.seller]
            floor = mix(seller, ground, 0.75)
            canvas.put(x, y, text_of, readable(seller, floor, CONTRAST), floor, bold=True)
        elif canvas.pens.has_pixels:
            tone = dimmed(good, ground, ASIDE if is_dim else 0.0, legible(colours.ink, good))
            draw_chip(canvas, x, y, f" {face} ", tone)
        else:
            frame = "[{}]" if is_own_card else "({})"
            canvas.put(x, y, frame.format(face), colours.text, bold=not is_dim)
        return
    if is_own_card and canvas.pens.has_tones:
        canvas.rect(x - 1, 2 * y, size + 2, size, wall)
    if village.seller < 0:
        draw_die(canvas, x, y, face, good, size, dim=ASIDE if is_dim else 0.0, ground=ground)
    else:
        draw_stall(canvas, x, y, face, good, wall if is_own_card else ground, size, SOLD)


@frozen
class _Earning:
    """What somebody earns at a sale."""

    label: str
    seat: int | None
    """Who it is, in whose colour the label is; None: whoever comes."""
    coins: int
    favours: int


def _earnings(village: Village, viewer: int | None) -> list[_Earning]:
    """Who earns what at a sale: first what the viewer would earn."""
    owner = _Earning(_p("village", "owner"), village.owner, village.coins, village.favours)
    visitor = _Earning(_p("village", "visitor"), None, village.visitor, 0)
    you = _p("village", "you")
    if viewer is None:
        return [owner, visitor]
    if viewer == village.owner:
        return [evolve(owner, label=you), visitor]
    return [evolve(visitor, label=you, seat=viewer), owner]


def _label_ink(canvas: Canvas, earning: _Earning, is_dim: bool) -> Colour:
    """The colour of who earns something."""
    colours = canvas.pens.palette
    if earning.seat is None or is_dim:
        return colours.soft
    return colours.seat[earning.seat]


def _columns_of(earnings: Sequence[_Earning], amounts: Sequence[str]) -> int:
    """Columns of what a sale earns, with a blank between all words."""
    parts = zip(earnings, amounts, strict=True)
    return len(" ".join(f"{earning.label} {words}" for earning, words in parts))


def _draw_income_row(
    canvas: Canvas, village: Village, viewer: int | None, left: int, right: int, y: int,
    is_dim: bool, is_lit: bool,
) -> None:  # fmt: skip
    """What a sale earns, in one row, in letters, as all villages of a table have room for these, in
    two columns that are the same for all of them; the second part only where it has room.
    `is_lit`: it can be chosen now."""
    colours = canvas.pens.palette
    in_words = _earnings(village, viewer)
    amounts = [text.income_code(earning.coins, earning.favours) for earning in in_words]
    # The mark of another owner says whose village it is, too, and takes less room than a word.
    with_mark = [
        evolve(earning, label=canvas.pens.mark(village.owner))
        if viewer != village.owner == earning.seat
        else earning
        for earning in in_words
    ]
    earnings, needed = next(
        (form, columns)
        for form in (in_words, with_mark)
        if (columns := _columns_of(form, amounts)) <= right - left - 1 or form is with_mark
    )
    x = max(left + 1, right - max(ROW, needed))
    ground = canvas.colour_at(x, y)
    faint = readable(mix(colours.soft, ground, DIMMED), ground)
    ink = readable(colours.gold, ground, CONTRAST) if is_lit else faint if is_dim else colours.text
    for place, earning in enumerate(earnings):
        label, words = earning.label, amounts[place]
        if place:
            x = max(x + 1, right - len(label) - 1 - len(words))
            if x + len(label) + 1 + len(words) > right:
                return
        label_ink = _label_ink(canvas, earning, is_dim=False)
        label_ink = faint if is_dim else readable(label_ink, ground, CONTRAST)
        x = canvas.put(x, y, label, label_ink) + 1
        x = canvas.put(x, y, words, ink, bold=is_lit)


def _draw_name(canvas: Canvas, village: Village, x: int, y: int, width: int, is_dim: bool) -> None:
    """The number of a village, in words where there is room."""
    colours = canvas.pens.palette
    words = _("village {number}").format(number=village.name)
    ink = colours.soft if is_dim else colours.text
    canvas.put(x, y, words if len(words) <= width else village.name, ink, bold=not is_dim)


def _draw_income(
    canvas: Canvas, village: Village, viewer: int | None, x: int, y: int, width: int, rows: int,
    is_dim: bool,
) -> None:  # fmt: skip
    """What a sale earns, below each other beside dice; in words where there is room. Above it the
    number by which the log names the village: pips are no digits."""
    colours = canvas.pens.palette
    earnings = _earnings(village, viewer)
    amounts = x + 1 + max(len(earning.label) for earning in earnings)
    row = y
    if rows > len(earnings):
        _draw_name(canvas, village, x, row, width, is_dim)
        row += 1
        rows -= 1
    for earning in earnings:
        ink = readable(_label_ink(canvas, earning, is_dim), canvas.colour_at(x, y), CONTRAST)
        canvas.put(x, row, earning.label, ink)
        lines = [text.income(earning.coins, earning.favours)]
        if earning.coins and earning.favours and rows > len(earnings):  # below each other
            lines = [text.coins(earning.coins), text.favours(earning.favours)]
        if any(amounts + len(words) > x + width for words in lines):
            lines = [text.income_code(earning.coins, earning.favours)]
        for words in lines:
            ink = colours.soft if is_dim else legible(colours.gold, canvas.colour_at(amounts, y))
            canvas.put(amounts, row, words, ink, bold=not is_dim)
            row += 1
