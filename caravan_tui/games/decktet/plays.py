"""Draws the plays of a season: in notation, and as cards."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from caravan_tui.games.contract import View
from caravan_tui.games.decktet.actions import BANDIT, CARDS, kind_of
from caravan_tui.games.decktet.cards import cards_of, worth
from caravan_tui.games.decktet.faces import Look, draw_card
from caravan_tui.games.decktet.text import notation, order, play_words, signed
from caravan_tui.games.decktet.view import market_mask
from caravan_tui.widgets.canvas import Canvas
from caravan_tui.words import _n


def listed(
    canvas: Canvas, view: View, look: Look, x: int, area: int, bottom: int, count: int
) -> int:
    """The first so many plays in notation, the last of them where there is no room for all; the
    row after them."""
    rows = max(1, bottom - area)
    first = max(0, count - rows)
    for row, number in enumerate(range(first, count)):
        at = canvas.put(x, area + row, *_mark(look, _seat_of(view, number)))
        latest = number == len(view["plays"]) - 1
        text = notation(view["plays"][number])
        canvas.put(at, area + row, text, look.styles["bold" if latest else "dim"])
    return area + count - first


def laid(
    canvas: Canvas, view: View, look: Look, x: int, y: int, count: int, room: int, wide: int
) -> int:
    """The last so many plays as cards of so many columns; the row after them."""
    plays = view["plays"]
    for number in range(max(0, len(plays) - count), len(plays)):
        fresh = look.laying and number == len(plays) - 1
        play = _seat_of(view, number), plays[number]
        play_cards(canvas, view, look, x, y, play, room, wide, fresh)
        y += wide + 2
    return y - 1


def play_cards(
    canvas: Canvas, view: View, look: Look, x: int, y: int, play: tuple[int, int], room: int,
    wide: int = 5, fresh: bool = False,
) -> None:  # fmt: skip
    """A seat's play as cards, with a line of at most `room` columns above that says what it is."""
    seat, action = play
    mark, style = _mark(look, seat)
    words = f"{mark}{play_words(action)}"
    if len(words) > room:
        words = f"{mark}{notation(action)}"
    canvas.put(x, y, words[:room], style)
    if kind_of(action) == BANDIT:
        row = [(card, 0) for card in cards_of(action & CARDS)]
    else:
        row = order(action)
    for place, (card, rank) in enumerate(row):
        at = x + wide * place
        draw_card(
            canvas, view["market"], look, at, y + 1, wide, wide, card, rank=rank, cursor=fresh
        )


def tell_table(canvas: Canvas, view: View, look: Look, x: int, y: int) -> None:
    """How many cards the season has so far, and what they are worth."""
    cards = 0
    for play in view["plays"]:
        cards |= play & CARDS
    count, points = cards.bit_count(), worth(cards, market_mask(view["market"]))
    text = _n("{count} card on the table: {points}", "{count} cards on the table: {points}", count)
    canvas.put(x, y, text.format(count=count, points=signed(points)), look.styles["dim"])


def longest(plays: Sequence[int]) -> int:
    """Cards of the longest of some plays."""
    return max((play & CARDS).bit_count() for play in plays)


def _seat_of(view: View, number: int) -> int:
    """The seat that made this play of the season."""
    leader: int = view["leader"]
    return leader if number % 2 == 0 else 1 - leader


def _mark(look: Look, seat: int) -> tuple[str, Style]:
    """The mark of a seat with a blank, and its style."""
    return f"{look.marks[seat]} ", look.styles[f"seat-{seat}"]
