"""What is known of the cards: which are unseen, the points of each hand, and the signs."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.decktet.pieces import CODES, NUMBER_COUNT, RANKS, suit_name, worth
from caravan_tui.games.decktet.render.cards import PACKAGE, PICTURES, Look, suit_mark
from caravan_tui.games.decktet.text import signed
from caravan_tui.games.decktet.view import DecktetView, unseen
from caravan_tui.games.kit.bitsets import mask_of
from caravan_tui.i18n import _
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.cards import GAIN, LIGHT, LOSS
from caravan_tui.widgets.drawing.sprites import sprite

UNSEEN_WIDTH = 40
"""Columns of the unseen cards."""

UNSEEN_ROWS = 6
"""Their rows."""

POINTS_WIDTH = 32
"""Columns of the points of each hand."""

LEGEND_WIDTH = 26
"""Columns that the legend takes."""

LEGEND_WIDTH_BESIDE = 36
"""Columns from which on three suits have room side by side beside the unseen cards: that leaves a
row more to the words."""

LEGEND_WIDTH_ACROSS = 40
"""Columns that it takes with three suits side by side, and a blank."""


def draw_unseen(canvas: Canvas, view: DecktetView, look: Look, x: int, y: int) -> None:
    """Draw all 36 cards: which are gone, in your hand, or unseen."""
    colours = canvas.pens.palette
    mine = view["hand"] or 0
    hidden = unseen(view)
    title = _("Unseen: {hidden}   [yours]   ··· gone") if mine else _("Unseen: {hidden}   ··· gone")
    gone = "..." if look.ascii else "···"
    title = title.format(hidden=hidden.bit_count()).replace("···", gone)
    canvas.put(x, y, title, colours.soft)
    for card in range(len(CODES)):
        if card < NUMBER_COUNT:
            column, row = RANKS[card] - 2, card % 3
        else:
            column, row = (card - NUMBER_COUNT) % 6, 3 + (card - NUMBER_COUNT) // 6
        left = x + 5 * column
        if hidden >> card & 1:
            canvas.put(left + 1, y + 1 + row, CODES[card], colours.text, bold=True)
        elif mine >> card & 1:
            canvas.put(left, y + 1 + row, f"[{CODES[card]}]", colours.accent)
        else:
            canvas.put(left + 1, y + 1 + row, gone, colours.faint)


def draw_points(canvas: Canvas, view: DecktetView, look: Look, x: int, y: int) -> None:
    """Draw the points of each hand."""
    colours = canvas.pens.palette
    canvas.put(x, y, _("Points of each hand"), colours.soft)
    if not view["results"]:
        canvas.put(x, y + 1, _("none yet"), colours.faint)
    for seat in (0, 1):
        canvas.put(x, y + 2 + seat, look.marks[seat], colours.seat[seat], bold=True)
        column = x + 2
        for result in view["results"]:
            text = f"{signed(result['points'][seat]):>4}"
            canvas.put(column, y + 2 + seat, text, colours.text)
            if result["out"] == seat:
                canvas.put(column + 4, y + 2 + seat, "*", colours.accent)
            column += 5
        canvas.put(column, y + 2 + seat, f" = {view['scores'][seat]}", colours.text, bold=True)
    if view["results"]:
        for number in range(len(view["results"])):
            canvas.put(x + 2 + 5 * number, y + 1, f"{number + 1:>4}", colours.faint)
        canvas.put(x, y + 4, _("* went out"), colours.faint)


SUIT_TILE = (13, 5)
"""Columns of a suit with its picture and the gap after it, at least, and its rows."""

LARGE_SUIT_TILE = (16, 9)
"""The same with its picture twice as large."""


def draw_suits(
    canvas: Canvas, look: Look, market: Sequence[int], x: int, y: int, width: int, rows: int
) -> int:
    """Draw each suit with its picture, its letter and what its cards are worth in this hand, side
    by side. Returns the rows that they take, 0 where there is no room for pictures."""
    if not canvas.pens.has_pixels or rows < SUIT_TILE[1] or width < 6 * SUIT_TILE[0]:
        return 0
    across = width // 6
    is_large = across > LARGE_SUIT_TILE[0] and rows >= LARGE_SUIT_TILE[1]
    down = (LARGE_SUIT_TILE if is_large else SUIT_TILE)[1]
    colours = canvas.pens.palette
    for suit in range(6):
        left, wide = x + across * suit, across - 1
        colour = colours.suit[suit]
        canvas.rect(left, 2 * y, wide, 2 * down, colours.paper[0], rounded=True)
        name = f"{suit_mark(suit, look.ascii)} {suit_name(suit)}"
        canvas.put(left + 1, y, name, colour, colours.paper[0], bold=True)
        picture = sprite(PICTURES[suit], PACKAGE)
        picture = picture.doubled() if is_large else picture
        canvas.sprite(left + (wide - picture.width) // 2, 2 * y + 2, picture, {"suit": colour})
        points = worth(1 << NUMBER_COUNT + suit, mask_of(market))
        if points:
            ground = GAIN if points > 0 else LOSS
            text = _("{points} a card").format(points=f"{points:+d}")
            canvas.put(left + 1, y + down - 1, f" {text} "[: wide - 1], LIGHT, ground, bold=True)
        else:
            canvas.put(left + 1, y + down - 1, _("no points"), colours.paper_ink)
    return down


def draw_legend(
    canvas: Canvas, look: Look, x: int, y: int, rows: int, across: int = 2,
    width: int = LEGEND_WIDTH,
) -> None:  # fmt: skip
    """Draw the legend in at most `rows` rows, the most important ones first.

    `across` suits are side by side, each in 13 columns. `width`: columns of the words below them.
    """
    colours = canvas.pens.palette
    lines = -(-6 // across)
    for suit in range(6):
        if suit // across >= rows:
            return
        end, row = x + 13 * (suit % across), y + suit // across
        mark, paper = suit_mark(suit, look.ascii), colours.paper[0]  # its colour is for paper
        end = canvas.put(end, row, mark, colours.suit[suit], paper, bold=True)
        canvas.put(end + 1, row, suit_name(suit), colours.soft)
    y += lines
    if rows > lines:
        end = canvas.put(x, y, "+", colours.gain, bold=True)
        end = canvas.put(end + 1, y, "-", colours.loss, bold=True)
        canvas.put(end + 1, y, _("market pays, costs 1"), colours.soft)
    forms = _bandit_forms()
    bandit = next((words for words in forms if len(words) <= width), forms[-1])
    for row, words in enumerate((*_ranks_words(), bandit)):
        if rows > lines + 1 + row:
            canvas.put(x, y + 1 + row, words, colours.soft)


def legend_width(room: int) -> int:
    """Columns that the legend takes of so many, so that its words are as long as they can be."""
    widths = [len(words) for words in _bandit_forms() if len(words) <= room]
    return max(LEGEND_WIDTH, *widths[:1])


def _bandit_forms() -> Sequence[str]:
    """What a bandit is, longest first."""
    return _("Bandit: A C alone, other collects"), _("Bandit: A C alone")


def draw_ranks(canvas: Canvas, x: int, y: int, rows: int, width: int) -> None:
    """Draw what Aces and Crowns are, and what a caravan is: in sentences where there are two rows
    of enough columns, else on one row."""
    colours = canvas.pens.palette
    sentences = (
        _("A, C: an Ace or a Crown stands for any rank: C=4 is a 4."),
        _("A caravan: ranks in a row, and neighbours share a suit."),
    )
    if rows > 1 and max(map(len, sentences)) <= width:
        for row, words in enumerate(sentences):
            canvas.put(x, y + row, words, colours.soft)
        return
    for words in _ranks_words():
        x = canvas.put(x, y, words, colours.soft) + 3


def _ranks_words() -> Sequence[str]:
    return (_("A C  any rank: C=4 is a 4"), _("A caravan: ranks in a row"))
