"""The faces of the cards, and what a drawing depends on besides the view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define, field

from caravan_tui.games.decktet.pieces import (
    CODES,
    NUMBER_COUNT,
    SUIT_LETTERS,
    SUITS,
    worth,
)
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.cards import GAIN, LIGHT, LOSS, CardFace, Pip, draw_card
from caravan_tui.widgets.drawing.colours import mix
from caravan_tui.widgets.drawing.palette import Palette
from caravan_tui.widgets.drawing.sprites import sprite

SUIT_GLYPHS = "☾☼≋♣§∞"
"""Moons, Suns, Waves, Leaves, Wyrms, Knots. Drawn before the letter; ASCII has only the letter."""

PICTURES = ("moons", "suns", "waves", "leaves", "wyrms", "knots")
"""By suit: the name of its sprite; `<name>-small` and `<name>-narrow` are the small ones."""

TINY = 2
"""Columns of a tiny card, and its rows."""

PACKAGE = "caravan_tui.games.decktet.render"


@define
class Look:
    """Everything besides the view that the drawing depends on."""

    names: Sequence[str]
    ascii: bool = False
    cursor: int = -1
    """The card under the cursor, -1 none."""
    selected: int = 0
    """The selected cards, which are drawn raised."""
    stands_for: Mapping[int, int] = field(factory=dict)
    """The ranks that the selected Aces and Crowns count as in the play they make."""
    marked: int = 0
    """The cards of a previewed or hinted play."""
    marked_button: int = -1
    """The place of the button that a previewed or hinted move is made with; -1: none."""
    playable: int | None = None
    """The cards that are in a legal play together with those selected; None: all are bright."""
    buttons: Sequence[tuple[str, bool]] = ()
    """The label of each button, and whether it is enabled."""
    show_unseen: bool = False
    """Show which cards are unseen where there is no room for them beside the season."""
    unseen_key: str = ""
    """The key that shows them, as the user reads it; empty: the drawing names no keys."""
    hand: Sequence[int] = ()
    """The cards of the hand in their order on screen."""
    dealt_share: float = 1.0
    """The share of the hand that is drawn, while cards are being dealt."""
    rising: int = 0
    """Those of the selected cards that are not raised yet."""
    is_laying: bool = False
    """Whether the newest play is being laid where cards don't travel: it is faint."""
    last_season: str = ""
    """How the previous season ended, in a line."""
    last_plays: Sequence[tuple[int, int]] = ()
    """Seat and action of the plays of the previous season, as far as they were seen."""
    marks: str = "●■"
    """The mark of each seat."""


def suit_mark(suit: int, ascii_only: bool) -> str:
    """The sign of a suit: one or two characters."""
    letter = SUIT_LETTERS[suit]
    return letter if ascii_only else SUIT_GLYPHS[suit] + letter


def pip(suit: int, colours: Palette, ascii_only: bool) -> Pip:
    """A suit as it is on a card."""
    return Pip(
        glyph="" if ascii_only else SUIT_GLYPHS[suit],
        letter=SUIT_LETTERS[suit],
        colour=colours.suit[suit],
        picture=sprite(PICTURES[suit], PACKAGE),
        small_picture=sprite(f"{PICTURES[suit]}-small", PACKAGE),
        narrow_picture=sprite(f"{PICTURES[suit]}-narrow", PACKAGE),
    )


def face(card: int, market: int, colours: Palette, ascii_only: bool, rank: int = 0) -> CardFace:
    """The face of a card.

    `market`: the mask of the market, which decides what the card is worth; `rank`: what an Ace or
    a Crown stands for in a caravan, 0 none.
    """
    suits = [suit for suit in range(6) if SUITS[card] >> suit & 1]
    is_wild = card >= NUMBER_COUNT
    return CardFace(
        rank=CODES[card][0],
        pips=[pip(suit, colours, ascii_only) for suit in suits],
        note=f"={rank}" if is_wild and rank else "",
        tint=colours.suit[suits[0]] if is_wild else None,
        head=sprite("crown", PACKAGE) if CODES[card][0] == "C" else None,
        worth=worth(1 << card, market),
    )


def draw_row(
    canvas: Canvas, x: int, y: int, width: int, size: tuple[int, int], faces: Sequence[CardFace],
    dim: float = 0.0,
) -> int:  # fmt: skip
    """Draw cards side by side within `width` columns, as a fan where they have no room.

    `size`: columns and rows of a card. Returns the column after the last one.
    """
    across, down = size
    if not faces:
        return x
    step = pitch(width, across, len(faces))
    for place, card in enumerate(faces):
        is_last = place == len(faces) - 1
        covered = None if is_last or step >= across else step
        draw_card(canvas, x + step * place, y, across, down, card, dim=dim, covered_from=covered)
    return x + step * (len(faces) - 1) + across


def tiny_step(count: int, width: int) -> int:
    """The columns from one tiny card to the next so that all have room, 0 if they have none."""
    return next((step for step in (TINY + 1, TINY) if step * count <= width + step - TINY), 0)


def draw_tiny(canvas: Canvas, x: int, y: int, step: int, cards: Sequence[int], market: int) -> int:
    """Draw cards of two rows: the rank with the sign of what it is worth, and below it the
    letters of its suits. Returns the column after the last one."""
    colours = canvas.pens.palette
    for place, card in enumerate(cards):
        left = x + step * place
        suits = [suit for suit in range(6) if SUITS[card] >> suit & 1]
        paper = colours.paper[0]
        if card >= NUMBER_COUNT:
            paper = mix(paper, colours.suit[suits[0]], 0.16)
        if step == TINY and place % 2:  # no gap tells it from the one before
            paper = mix(paper, colours.ground, 0.2)
        canvas.put(left, y, CODES[card][0] + " ", colours.paper_ink, paper, bold=True)
        points = worth(1 << card, market)
        if points:
            ground = GAIN if points > 0 else LOSS
            canvas.put(left + 1, y, f"{points:+d}"[0], LIGHT, ground, bold=True)
        canvas.put(left, y + 1, " " * TINY, colours.paper_ink, paper)
        for number, suit in enumerate(suits):
            ink = colours.suit[suit]
            canvas.put(left + number, y + 1, SUIT_LETTERS[suit], ink, paper, bold=True)
    return x + step * (len(cards) - 1) + TINY if cards else x


def pitch(width: int, across: int, count: int) -> int:
    """The columns from one card to the next: a card and a gap of one if there is room."""
    if count < 2:
        return across
    return max(2, min(across + 1, (width - across) // (count - 1)))
