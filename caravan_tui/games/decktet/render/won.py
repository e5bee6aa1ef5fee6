"""The cards that each seat has won in a hand, as cards or as codes."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from caravan_tui.games.contract import OVER
from caravan_tui.games.decktet.pieces import CODES, worth
from caravan_tui.games.decktet.render.cards import TINY, Look, draw_row, draw_tiny, face, tiny_step
from caravan_tui.games.decktet.rules import GOING_OUT
from caravan_tui.games.decktet.text import signed, won_words
from caravan_tui.games.decktet.view import DecktetView, ResultView
from caravan_tui.games.kit.bitsets import mask_of, members
from caravan_tui.i18n import _
from caravan_tui.widgets.drawing.canvas import Canvas

SIZES = ((9, 8), (7, 7), (5, 4))
"""Columns and rows of a card, largest first."""

STEP = 5
"""Columns of a code with its sign and a space."""


@frozen
class Pile:
    """The cards that a seat has won, as a mask, and the title above them."""

    seat: int
    cards: int
    title: str


def draw_won(
    canvas: Canvas, view: DecktetView, look: Look, x: int, y: int, width: int, rows: int
) -> None:
    """Draw the cards both seats have won in this hand."""
    first = view["seat"] if view["seat"] is not None else 0
    piles = [
        Pile(seat, view["taken"][seat], _title(view, look, seat)) for seat in (1 - first, first)
    ]
    _draw_piles(canvas, look, piles, view["market"], x, y, width, rows)


def draw_last_hand(
    canvas: Canvas, view: DecktetView, look: Look, x: int, top: int, width: int, bottom: int
) -> None:
    """Draw how the last hand ended, with the cards won and those never dealt (D-8)."""
    colours, result = canvas.pens.palette, view["results"][-1]
    number, out = len(view["results"]), result["out"]
    if out >= 0:
        text = _("Hand {number} is over: {name} went out.")
        text = text.format(number=number, name=look.names[out])
    else:
        text = _("Hand {number} is over: nobody could lead.").format(number=number)
    canvas.put(x, top, text[:width], colours.text, bold=True)
    piles, tail = [], []
    for seat in (0, 1):
        taken, left = result["taken"][seat], result["left"][seat]
        text = _("{mark} {name}: {points} ({parts})").format(
            mark=look.marks[seat],
            name=look.names[seat],
            points=signed(result["points"][seat]),
            parts=parts_words(result, seat),
        )
        if left:
            left_text = _("left: {cards}").format(cards=code_list(left))
            if len(text) + 2 + len(left_text) <= width:
                text += f"  {left_text}"
            else:
                tail.append((f"{look.marks[seat]} {left_text}", colours.seat[seat]))
        piles.append(Pile(seat, taken, text))
    tail.append((_("Set aside: {cards}").format(cards=code_list(result["aside"])), colours.soft))
    rows = bottom - top - 1 - len(tail)
    end = _draw_piles(canvas, look, piles, result["market"], x, top + 1, width, rows)
    for row, (text, ink) in enumerate(tail):
        canvas.put(x, end + row, text[:width], ink)


def parts_words(result: ResultView, seat: int) -> str:
    """What the points of a hand consist of: 'out first +5, rival's cards +5, cards won -5'."""
    won = worth(result["taken"][seat], mask_of(result["market"]))
    parts = [(_("cards won"), won)]
    if result["out"] == seat:
        held = result["left"][1 - seat].bit_count()
        parts[:0] = [(_("out first"), GOING_OUT), (_("rival's cards"), held)]
    return ", ".join(f"{title} {signed(points)}" for title, points in parts)


def is_over(view: DecktetView) -> bool:
    """Whether the match is over."""
    return view["to_act"] == OVER and bool(view["results"])


def code_list(mask: int) -> str:
    """The codes of the cards of a mask."""
    return " ".join(CODES[card] for card in members(mask))


def _draw_piles(
    canvas: Canvas, look: Look, piles: Sequence[Pile], market: list[int], x: int, y: int,
    width: int, rows: int,
) -> int:  # fmt: skip
    """Draw piles below each other as cards, as large as they fit, else as codes.

    Returns the row after them.
    """
    size = next((size for size in SIZES if len(piles) * (size[1] + 2) <= rows), None)
    end = y + rows
    colours = canvas.pens.palette
    for pile in piles:
        if y >= end:
            break
        canvas.put(x, y, pile.title[:width], colours.seat[pile.seat], bold=True)
        y += 1
        step = tiny_step(pile.cards.bit_count(), width)
        if size is None and step and len(piles) * (1 + TINY) <= rows:
            draw_tiny(canvas, x, y, step, members(pile.cards), mask_of(market))
            y += TINY + (len(piles) * (2 + TINY) <= rows)
        elif size is not None:
            pays = mask_of(market)
            faces = [face(card, pays, colours, look.ascii) for card in members(pile.cards)]
            draw_row(canvas, x, y, width, size, faces)
            y += size[1] + 1  # with its shade
        else:
            y = _draw_codes(canvas, pile, market, x, y, max(1, width // STEP), end)
    return y


def _title(view: DecktetView, look: Look, seat: int) -> str:
    """`● Ann  8 cards won: +7`."""
    return f"{look.marks[seat]} {look.names[seat]}  {won_by(view, seat)}"


def won_by(view: DecktetView, seat: int) -> str:
    """`8 cards won: +3`."""
    taken = view["taken"][seat]
    return won_words(taken.bit_count(), worth(taken, mask_of(view["market"])))


def _draw_codes(
    canvas: Canvas, pile: Pile, market: list[int], x: int, y: int, across: int, end: int
) -> int:
    """Draw the codes of a pile, each with `+` or `-` if it pays or costs.

    Returns the row after them.
    """
    colours, pays = canvas.pens.palette, mask_of(market)
    cards = members(pile.cards)
    for place, card in enumerate(cards):
        row = y + place // across
        if row >= end:
            return row
        points = worth(1 << card, pays)
        sign = "+" if points > 0 else "-" if points < 0 else ""
        ink = colours.gain if points > 0 else colours.loss if points < 0 else colours.soft
        canvas.put(x + place % across * STEP, row, CODES[card] + sign, ink)
    return y + max(1, -(-len(cards) // across))
