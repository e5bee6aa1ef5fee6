"""How a card of Caravan (Decktet) looks, and what else the drawing depends on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, field
from rich.style import Style

from caravan_tui.games.decktet.cards import (
    CODES,
    NUMBER_COUNT,
    RANKS,
    SUIT_LETTERS,
    SUITS,
    suit_name,
)
from caravan_tui.widgets.canvas import Canvas
from caravan_tui.words import _

SUIT_GLYPHS = "○☼≈♣§∞"
"""Moons, Suns, Waves, Leaves, Wyrms, Knots; the letter stands beside it, and alone in ASCII."""

SIGNS = 26
"""Columns that the signs in words take."""


@define
class Look:
    """Everything beside the view that the drawing depends on."""

    names: Sequence[str]
    styles: dict[str, Style]
    """base, dim, bold, good, bad, accent, seat-0 and -1, suit-0 to -5."""
    ascii: bool = False
    cursor: int = -1
    """The card under the cursor, -1 none."""
    chosen: int = 0
    """The chosen cards, raised."""
    pointed: int = 0
    """The cards of a play that a list or a hint points at."""
    buttons: Sequence[tuple[str, bool]] = field(factory=list)
    """What the buttons say and whether they do something now."""
    seen: bool = False
    """Show which cards are gone, where there is no room for it beside the season."""
    keys: bool = True
    """Whether keys do something, so that they are named."""
    keyed: Callable[[str], str] = str
    """Words that name a key, with the key of now."""
    hand: Sequence[int] = field(factory=list)
    """The cards of the hand in the order shown."""
    dealt: float = 1.0
    """The share of the hand that has been dealt already, while cards are dealt."""
    laying: bool = False
    """Whether the newest play is just being laid."""
    last_season: str = ""
    """How the season before ended, in a line."""
    last_plays: Sequence[tuple[int, int]] = ()
    """The plays of the season before, as far as they were seen: seat and action."""
    marks: str = "●■"


def suit_mark(suit: int, ascii_only: bool) -> str:
    """A suit in one or two characters."""
    letter = SUIT_LETTERS[suit]
    return letter if ascii_only else SUIT_GLYPHS[suit] + letter


def signs(canvas: Canvas, look: Look, x: int, y: int, rows: int = 7, across: int = 2) -> None:
    """What the signs on the cards mean, in at most so many rows, the first ones first; so many
    suits side by side, each in 13 columns, or in 12 where there are three."""
    styles = look.styles
    step = 13 if across == 2 else 12
    lines = -(-6 // across)
    if rows > lines + 3:
        canvas.put(x, y, _("Signs"), styles["dim"])
        y, rows = y + 1, rows - 1
    for suit in range(6):
        if suit // across >= rows:
            return
        at, row = x + step * (suit % across), y + suit // across
        at = canvas.put(at, row, suit_mark(suit, look.ascii), styles[f"suit-{suit}"])
        canvas.put(at + 1, row, suit_name(suit), styles["dim"])
    y += lines
    if rows > lines:
        at = canvas.put(x, y, "+", styles["good"])
        at = canvas.put(at + 1, y, "-", styles["bad"])
        canvas.put(at + 1, y, _("market pays, costs 1"), styles["dim"])
    for row, words in enumerate((_("A C  Ace, Crown: any rank"), _("A caravan: ranks in a row"))):
        if rows > lines + 1 + row:
            canvas.put(x, y + 1 + row, words, styles["dim"])


def signs_in_lines(canvas: Canvas, look: Look, x: int, y: int) -> None:
    """The same in two lines of 78 columns."""
    styles = look.styles
    for suit in range(6):
        at = canvas.put(x + 13 * suit, y, suit_mark(suit, look.ascii), styles[f"suit-{suit}"])
        canvas.put(at + 1, y, suit_name(suit), styles["dim"])
    at = canvas.put(x, y + 1, "+", styles["good"])
    at = canvas.put(at + 1, y + 1, "-", styles["bad"])
    at = canvas.put(at + 1, y + 1, _("market pays, costs 1"), styles["dim"])
    for words in (_("A C  Ace, Crown: any rank"), _("A caravan: ranks in a row")):
        if at + 2 + len(words) < canvas.width:
            at = canvas.put(at + 2, y + 1, words, styles["dim"])


def draw_back(canvas: Canvas, look: Look, x: int, y: int) -> None:
    """A card face down."""
    fill = "#" if look.ascii else "▒"
    for row in range(5):
        canvas.put(x, y + row, fill * 4, look.styles["dim"])


def draw_card(
    canvas: Canvas,
    market: Sequence[int],
    look: Look,
    x: int,
    y: int,
    width: int,
    height: int,
    card: int,
    rank: int = 0,
    cursor: bool = False,
) -> None:
    """One card with its rank, its suits, and what the cards of a market make of them.

    `rank` is what an Ace or a Crown stands for in a caravan, 0 nothing.
    """
    styles = look.styles
    raised = look.chosen >> card & 1
    frame = styles["accent" if raised or cursor else "dim"]
    if look.ascii:
        corners, flat, side = ("####", "=", "#") if cursor else ("++++", "-", "|")
    else:
        corners, flat, side = ("╔╗╚╝", "═", "║") if cursor else ("┌┐└┘", "─", "│")
    inner = width - 2
    canvas.put(x, y, corners[0] + flat * inner + corners[1], frame)
    for row in range(1, height - 1):
        canvas.put(x, y + row, side, frame)
        canvas.put(x + 1, y + row, " " * inner, styles["base"])
        canvas.put(x + width - 1, y + row, side, frame)
    canvas.put(x, y + height - 1, corners[2] + flat * inner + corners[3], frame)
    code = CODES[card]
    head = str(RANKS[card]) if RANKS[card] else code[0] + (f"={rank}" if rank else "")
    canvas.put(x + (1 if inner < 5 else 2), y + 1, head, styles["bold"])
    signs = {(up - NUMBER_COUNT) % 6: "+" if up >= 30 else "-" for up in market}
    row = y + 2
    for suit in range(6):
        if SUITS[card] >> suit & 1:
            left = x + (1 if inner < 5 else 2)
            at = canvas.put(left, row, suit_mark(suit, look.ascii), styles[f"suit-{suit}"])
            sign = signs.get(suit, "")
            canvas.put(at, row, sign, styles["good" if sign == "+" else "bad"])
            row += 1 if inner < 5 else 2
