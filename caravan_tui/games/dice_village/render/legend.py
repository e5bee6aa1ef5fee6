"""Draws what the signs of the table mean."""

from __future__ import annotations

from attrs import evolve, frozen

from caravan_tui.games.dice_village import text
from caravan_tui.games.dice_village.pieces import FREE_CARAVAN, FREE_MERCHANT, FREE_PLACEMENT
from caravan_tui.games.dice_village.rules import LAST_ROUND_CARDS
from caravan_tui.i18n import _, _p
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.depth import Pens
from caravan_tui.widgets.drawing.dice import draw_chip
from caravan_tui.widgets.marks import seat_mark

STALL = " 4 "
"""A die that a village buys."""

SELLER = 1
"""The seat that the legend has sell something."""

UNSOLD = "1 4"
"""Two unsold dice of a seat."""

USED = "↑"
"""Below a die that the village under the cursor takes; not one of the signs of seats."""

SIGNS = 11
"""Columns of the signs."""

GOODS = range(1, 7)


@frozen
class Box:
    """Where the legend may be drawn."""

    x: int
    y: int
    width: int
    rows: int
    has_codes: bool = True
    """The table writes villages as numbers and letters, which need explaining; dice do not."""

    @property
    def columns(self) -> int:
        """The columns of signs with their words, so that no words are cut."""
        longest = max(len(words) for _sign, words in _entries(self.has_codes))
        return 2 if 2 * (SIGNS + longest + 1) <= self.width else 1

    @property
    def goods_across(self) -> int:
        """The goods on one row."""
        widths = [len(f" {face}  {text.goods(face)} ") for face in GOODS]
        if sum(widths) <= self.width:
            return len(GOODS)
        return 3 if 3 * max(widths) - 1 <= self.width else 2

    @property
    def rows_needed(self) -> int:
        """Rows of the whole legend."""
        return -(-len(GOODS) // self.goods_across) - (
            -len(_entries(self.has_codes)) // self.columns
        )


def _entries(has_codes: bool) -> list[tuple[str, str]]:
    """Signs and words, the most important ones first."""
    last_round = _("cards; {number}: last round")
    earner = _p("village", "you")
    codes = [
        (STALL, _("sells a die that shows 4")),
        (f"{seat_mark(SELLER)}4 ", _("sold by the player ■")),
        (f"{earner} 2c 5f", _("earn 2 coins, 5 favours")),
    ]
    usual = [(earner, _("what you earn there"))]
    return [
        *(codes if has_codes else usual),
        (text.free_words(FREE_CARAVAN), _("once: one more die")),
        (text.free_words(FREE_MERCHANT), _("once: draw a merchant")),
        (text.free_words(FREE_PLACEMENT), _("once: lay one, no dice")),
        (UNSOLD, _("dice still to sell")),
        (USED, _("this sale takes the die")),
        (f"3/{LAST_ROUND_CARDS}", last_round.format(number=LAST_ROUND_CARDS)),
        ("•", _("you can choose this now")),
    ]


def draw_goods(canvas: Canvas, x: int, y: int, across: int = len(GOODS)) -> None:
    """Draw the names of the goods with their numbers, some of them on a row."""
    colours = canvas.pens.palette
    column = x
    width = max(len(f" {face}  {text.goods(face)} ") for face in GOODS)
    for place, face in enumerate(GOODS):
        if across < len(GOODS):
            column = x + place % across * width
        row = y + place // across
        column = draw_chip(canvas, column, row, f" {face} ", colours.face[face - 1])
        column = canvas.put(column, row, f" {text.goods(face)}", colours.soft) + 1


def draw_goods_beside(canvas: Canvas, box: Box, signs: str) -> None:
    """Draw the names of the goods below a heading, and what leads to the whole legend, for which
    the box has no room."""
    colours = canvas.pens.palette
    rows = -(-len(GOODS) // box.goods_across)
    y = box.y
    if rows < box.rows:
        canvas.put(box.x, y, _("Goods on the dice"), colours.text, bold=True)
        y += 1
    draw_goods(canvas, box.x, y, box.goods_across)
    if y + rows < box.y + box.rows:
        draw_codes(canvas, box.x, y + rows, box.width, signs)


def draw_codes(
    canvas: Canvas, x: int, y: int, width: int, signs: str, is_right: bool = False
) -> None:
    """Draw what the letters at the villages stand for, and `signs`, what leads to all signs, if
    anything does: as much as there is room for. `is_right`: at the right end."""
    letters = _("c coins · f favours")
    forms = [f"{letters} · {signs}", letters, signs] if signs else [letters]
    words = next((form for form in forms if len(form) <= width), "")
    if words:
        x += width - len(words) if is_right else 0
        canvas.put(x, y, words, canvas.pens.palette.soft)
        canvas.add_target(x, y, len(words), 1, ("signs", 0))


def draw_legend_over(canvas: Canvas, box: Box, key: str) -> None:
    """Draw the legend in place of something else; `key` puts that back."""
    colours = canvas.pens.palette
    canvas.fill(0, box.y, canvas.width, box.rows, colours.ground)
    x = canvas.put(box.x, box.y, _("Signs"), colours.text, bold=True)
    if key:
        words = _("{key} closes").format(key=key)
        canvas.put(x + 2, box.y, words, colours.soft)
        canvas.add_target(x + 2, box.y, len(words), 1, ("signs", 0))
    draw_legend(canvas, evolve(box, y=box.y + 1, rows=box.rows - 1))


def draw_legend(canvas: Canvas, box: Box) -> None:
    """Draw as much of the legend as the box holds: the goods first, then the signs."""
    colours = canvas.pens.palette
    draw_goods(canvas, box.x, box.y, box.goods_across)
    entries = _entries(box.has_codes)
    goods_rows = -(-len(GOODS) // box.goods_across)
    down = min(box.rows - goods_rows, -(-len(entries) // box.columns))
    for place, (sign, words) in enumerate(entries[: max(0, down) * box.columns]):
        left = box.x + place // down * (box.width // 2)
        row = box.y + goods_rows + place % down
        if sign == UNSOLD and canvas.pens.has_pixels:
            for die, face in enumerate((1, 4)):
                draw_chip(canvas, left + 2 * die, row, str(face), colours.face[face - 1])
        else:
            canvas.put(left, row, _as_drawn(canvas.pens, sign), colours.text, bold=True)
        canvas.put(left + SIGNS, row, _as_drawn(canvas.pens, words), colours.soft)


def _as_drawn(pens: Pens, text: str) -> str:
    """A text of the legend with the signs that the table has on this terminal."""
    if text == STALL and not pens.has_pixels:
        return f"[{text.strip()}]"
    return text.replace(seat_mark(SELLER), pens.mark(SELLER))
