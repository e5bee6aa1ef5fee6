"""Draws the cards that each seat has won in a hand, as cards or as their codes."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from caravan_tui.games.contract import OVER, View
from caravan_tui.games.decktet.cards import CODES, cards_of, worth
from caravan_tui.games.decktet.faces import Look, draw_card
from caravan_tui.games.decktet.text import signed
from caravan_tui.games.decktet.view import market_mask
from caravan_tui.widgets.canvas import Canvas
from caravan_tui.words import _

SIZES = (7, 5)
"""Columns and rows of a card, the largest first."""

STEP = 5
"""Columns of a code with its sign and a blank."""


@frozen
class Pile:
    """The cards that a seat has won, as a mask, and the line above them."""

    seat: int
    cards: int
    title: str


def won_cards(canvas: Canvas, view: View, look: Look, x: int, y: int, width: int, rows: int) -> int:
    """Both seats' cards of this hand in so many columns and rows; the row after them."""
    first = view["seat"] if view["seat"] is not None else 0
    piles = [
        Pile(seat, view["taken"][seat], _title(view, look, seat)) for seat in (1 - first, first)
    ]
    return _piles(canvas, look, piles, view["market"], x, y, width, rows)


def last_hand(
    canvas: Canvas, view: View, look: Look, x: int, top: int, width: int, bottom: int
) -> None:
    """How the hand before ended, with the cards won and those that were never seen (D-8)."""
    styles, result = look.styles, view["results"][-1]
    number, out = len(view["results"]), result["out"]
    if out >= 0:
        text = _("Hand {number} is over: {name} went out.")
        text = text.format(number=number, name=look.names[out])
    else:
        text = _("Hand {number} is over: nobody could lead.").format(number=number)
    canvas.put(x, top, text[:width], styles["bold"])
    market = market_mask(result["market"])
    piles, tail = [], []
    for seat in (0, 1):
        taken, left = result["taken"][seat], result["left"][seat]
        text = _("{mark} {name}: {points} ({count} cards won: {collected})").format(
            mark=look.marks[seat],
            name=look.names[seat],
            points=signed(result["points"][seat]),
            count=taken.bit_count(),
            collected=signed(worth(taken, market)),
        )
        if left:
            words = _("left: {cards}").format(cards=code_list(left))
            if len(text) + 2 + len(words) <= width:
                text += f"  {words}"
            else:
                tail.append((f"{look.marks[seat]} {words}", styles[f"seat-{seat}"]))
        piles.append(Pile(seat, taken, text))
    tail.append((_("Set aside: {cards}").format(cards=code_list(result["aside"])), styles["dim"]))
    roomy = bottom - top >= 20
    y = top + 1 + roomy
    rows = bottom - y - len(tail) - roomy
    y = _piles(canvas, look, piles, result["market"], x, y, width, rows, roomy) + roomy
    for row, (text, style) in enumerate(tail):
        canvas.put(x, y + row, text[:width], style)


def is_over(view: View) -> bool:
    """Whether the match has ended: nobody has cards any more."""
    return bool(view["to_act"] == OVER and view["results"])


def code_list(mask: int) -> str:
    """The codes of some cards."""
    return " ".join(CODES[card] for card in cards_of(mask))


def _piles(
    canvas: Canvas, look: Look, piles: Sequence[Pile], market: list[int], x: int, y: int,
    width: int, rows: int, apart: bool = False,
) -> int:  # fmt: skip
    """Piles below each other: as cards, large ones where they fit, else as codes; `apart`: a blank
    row between. The row after them."""
    heads = len(piles) + (len(piles) - 1) * apart
    for size in SIZES:
        if heads + size * sum(_lines(pile, width // size) for pile in piles) <= rows:
            break
    else:
        size = 0
    across = max(1, width // STEP)
    titles = size or len(piles) + sum(_lines(pile, across) for pile in piles) <= rows
    end = y + rows
    for number, pile in enumerate(piles):
        if number and apart:
            y += 1
        if titles:
            canvas.put(x, y, pile.title[:width], look.styles[f"seat-{pile.seat}"])
            y += 1
        if size:
            for place, card in enumerate(cards_of(pile.cards)):
                at, row = place % (width // size) * size, place // (width // size) * size
                draw_card(canvas, market, look, x + at, y + row, size, size, card)
            y += size * _lines(pile, width // size)
        else:
            y = _codes(canvas, look, pile, market, x, y, across, not titles, end)
    return y


def _lines(pile: Pile, across: int) -> int:
    """Lines that a pile takes with so many cards side by side."""
    return max(1, -(-pile.cards.bit_count() // max(1, across)))


def _title(view: View, look: Look, seat: int) -> str:
    """`● Ann won 8: +7`."""
    taken = view["taken"][seat]
    points = signed(worth(taken, market_mask(view["market"])))
    won = _("won {count}: {points}").format(count=taken.bit_count(), points=points)
    return f"{look.marks[seat]} {look.names[seat]} {won}"


def _codes(
    canvas: Canvas, look: Look, pile: Pile, market: list[int], x: int, y: int, across: int,
    mark: bool, end: int,
) -> int:  # fmt: skip
    """The codes of the cards with what the market makes of them; the row after them."""
    pays = market_mask(market)
    if mark:
        canvas.put(x, y, look.marks[pile.seat], look.styles[f"seat-{pile.seat}"])
    left, across = (x + 2, across - 1) if mark else (x, across)
    mine = cards_of(pile.cards)
    for place, card in enumerate(mine):
        row = y + place // across
        if row >= end:
            return row
        points = worth(1 << card, pays)
        sign = "+" if points > 0 else "-" if points < 0 else ""
        style = look.styles["good" if points > 0 else "bad" if points < 0 else "dim"]
        canvas.put(left + place % across * STEP, row, CODES[card] + sign, style)
    return y + max(1, -(-len(mine) // across))
