"""Draws what the signs of the table mean."""

from __future__ import annotations

from caravan_tui.games.dice_village import text
from caravan_tui.games.dice_village.render.layout import Layout
from caravan_tui.games.dice_village.render.look import Look
from caravan_tui.games.dice_village.rules import LAST_ROUND_CARDS
from caravan_tui.i18n import _, _p
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.dice import draw_chip

TWO_COLUMNS = 120
"""Columns of the table from which the legend has two."""

UNSOLD = "44"
"""Two unsold dice of a seat."""

SIGNS = 11
"""Columns of the signs."""

ENTRIES = 10
"""Signs that are explained."""


def legend_rows(width: int) -> int:
    """Rows of the whole legend, with its title."""
    return 1 + (ENTRIES if width < TWO_COLUMNS else (ENTRIES + 1) // 2)


def _entries() -> list[tuple[str, str]]:
    """Signs and words, the most important ones first."""
    last_round = _("cards on the table; with {number}, this is the last round")
    sale = _("what a sale there earns you, and the owner or a visitor")
    choose = _("{live} can be chosen now; {start} begins the round").format(live="•", start="☼")
    return [
        (" 4 ", _("a stall: a die that shows 4 is sold here")),
        ("■4 ", _("sold this round, by the seat whose mark is shown")),
        (_p("village", "you"), sale),
        ("2c 5f", _("2 coins, 5 favours at every sale")),
        (_("a die"), _("once, when the merchant is added: one more caravan")),
        (_("a card"), _("once: draw a merchant from the pile")),
        (_("place one"), _("once: place a merchant from your hand without dice")),
        (UNSOLD, _("dice the player still has to sell")),
        (f"3/{LAST_ROUND_CARDS}", last_round.format(number=LAST_ROUND_CARDS)),
        ("•  ☼", choose),
    ]


def draw_goods(canvas: Canvas, x: int, y: int) -> None:
    """Draw the names of the goods with their numbers on one row."""
    colours = canvas.pens.palette
    for face in range(1, 7):
        x = draw_chip(canvas, x, y, f" {face} ", colours.face[face - 1])
        x = canvas.put(x, y, f" {text.goods(face)}", colours.soft) + 1


def draw_legend(canvas: Canvas, look: Look, layout: Layout, y: int, rows: int) -> None:
    """Draw as much of the legend as the rows hold: the goods first, then the signs."""
    colours = canvas.pens.palette
    columns = 2 if canvas.width >= TWO_COLUMNS else 1
    draw_goods(canvas, 1, y)
    down = min(rows - 1, -(-ENTRIES // columns))
    for place, (sign, words) in enumerate(_entries()[: max(0, down) * columns]):
        left = 1 + place // down * (canvas.width // 2)
        row = y + 1 + place % down
        if sign == UNSOLD and canvas.pens.has_pixels:
            draw_chip(canvas, left, row, "44", colours.face[3])
        else:
            canvas.put(left, row, sign, colours.text, bold=True)
        canvas.put(left + SIGNS, row, words, colours.soft)
