"""Draws the cards that each seat has won in the hand, as cards or as their codes."""

from __future__ import annotations

from caravan_tui.games.contract import View
from caravan_tui.games.decktet.cards import CODES, cards_of, worth
from caravan_tui.games.decktet.faces import Look, draw_card
from caravan_tui.games.decktet.text import signed
from caravan_tui.games.decktet.view import market_mask
from caravan_tui.widgets.canvas import Canvas
from caravan_tui.words import _

STEP = 5
"""Columns of a card, and of a code with its sign and a blank."""


def won_cards(
    canvas: Canvas, view: View, look: Look, x: int, y: int, width: int, rows: int
) -> None:
    """Both seats' cards in so many columns and rows: large where they fit, else as codes."""
    first = view["seat"] if view["seat"] is not None else 0
    order = (1 - first, first)
    across = max(1, width // STEP)
    lines = [-(-view["taken"][seat].bit_count() // across) for seat in order]
    large = 2 + 5 * sum(max(1, count) for count in lines) <= rows
    titles = 2 + sum(max(1, count) for count in lines) <= rows
    end = y + rows
    for seat, count in zip(order, lines, strict=True):
        if large or titles:
            canvas.put(x, y, _title(view, look, seat)[:width], look.styles[f"seat-{seat}"])
            y += 1
        if large:
            for place, card in enumerate(cards_of(view["taken"][seat])):
                at, row = x + place % across * STEP, y + place // across * 5
                draw_card(canvas, view, look, at, row, 5, 5, card)
            y += 5 * max(1, count)
        else:
            y = _codes(canvas, view, look, seat, x, y, across, not titles, end)


def _title(view: View, look: Look, seat: int) -> str:
    """`● Ann won 8: +7`."""
    taken = view["taken"][seat]
    points = signed(worth(taken, market_mask(view["market"])))
    won = _("won {count}: {points}").format(count=taken.bit_count(), points=points)
    return f"{look.marks[seat]} {look.names[seat]} {won}"


def _codes(
    canvas: Canvas, view: View, look: Look, seat: int, x: int, y: int, across: int, mark: bool,
    end: int,
) -> int:  # fmt: skip
    """The codes of the cards with what the market makes of them; the row after them."""
    market = market_mask(view["market"])
    if mark:
        canvas.put(x, y, look.marks[seat], look.styles[f"seat-{seat}"])
    left, across = (x + 2, across - 1) if mark else (x, across)
    mine = cards_of(view["taken"][seat])
    for place, card in enumerate(mine):
        row = y + place // across
        if row >= end:
            return row
        points = worth(1 << card, market)
        sign = "+" if points > 0 else "-" if points < 0 else ""
        style = look.styles["good" if points > 0 else "bad" if points < 0 else "dim"]
        canvas.put(left + place % across * STEP, row, CODES[card] + sign, style)
    return y + max(1, -(-len(mine) // across))
