"""Merchants: cards with two sides, each a stall and what it earns."""

from __future__ import annotations

from caravan_tui.games.dice_village import text
from caravan_tui.games.dice_village.pieces import FREE_CARAVAN, FREE_MERCHANT, Cards
from caravan_tui.games.dice_village.render.layout import CARD_ROWS, GREAT_CARD_ROWS
from caravan_tui.i18n import _, _p
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import READABLE, legible, mix, readable
from caravan_tui.widgets.drawing.dice import GREAT, LARGE, dimmed, draw_die
from caravan_tui.widgets.wrapping import wrap_text

HELD_BACK = 0.4
"""How far a good of a merchant that cannot be chosen is mixed with what is behind everything."""

OTHER_HALF = 0.12
"""The share of ink in the paper of a merchant's second side: the two are told apart."""


def draw_merchant(
    canvas: Canvas, cards: Cards, merchant: int, x: int, y: int, width: int, rows: int, *,
    is_dim: bool = False, cursor: int | None = None, picked: int = -1,
) -> None:  # fmt: skip
    """Draw a merchant on `width` columns and `rows` rows, one of the sizes of the layout.

    `cursor`: the side under the cursor, or -1 for the whole card; None: the cursor is elsewhere.
    `picked`: the side that is to be placed.
    """
    if rows > CARD_ROWS:
        _draw_large(canvas, cards, merchant, x, y, width, rows, is_dim, cursor, picked)
        return
    colours = canvas.pens.palette
    paper = mix(colours.paper[0], colours.ground, 0.45 if is_dim else 0.0)
    canvas.rect(x + 1, 2 * (y + CARD_ROWS), width - 1, 1, colours.shade)
    either = _p("merchant", "or")
    for row, side in enumerate((2 * merchant, 2 * merchant + 1)):
        face = cards.face[side]
        good = colours.face[face - 1]
        share = HELD_BACK if is_dim else 0.0
        tone = dimmed(good, colours.ground, share, legible(colours.ink, good))
        is_marked = cursor in (-1, side) or picked == side
        half = mix(paper, colours.paper_ink, OTHER_HALF) if row else paper
        ground = colours.accent if is_marked else half
        canvas.fill(x, y + row, width, 1, ground)
        sign = f"►{face} " if cursor in (-1, side) else f" {face} "
        canvas.put(x, y + row, sign, colours.ink, tone, bold=True)
        words = text.reward_that_fits(side, cards, width - 4)
        end = canvas.put(x + 4, y + row, words, colours.paper_ink, ground, bold=True)
        left = max(end + 1, x + width - 1 - len(either))
        if not row and left + len(either) <= x + width:  # a stall is made of one of them
            soft = readable(mix(colours.paper_ink, ground, 0.35), ground, READABLE)
            canvas.put(left, y, either, soft, ground)


def draw_offer(canvas: Canvas, cards: Cards, merchant: int, x: int, y: int, width: int) -> None:
    """Say on four rows what becomes of a merchant that is bought; nothing if they are too short."""
    colours = canvas.pens.palette
    lines = wrap_text(
        _("It comes to your hand. In a sale at your own village it becomes one more card, "
          "and one of two stalls:"),
        width,
    )  # fmt: skip
    both = (2 * merchant, 2 * merchant + 1)
    sides = [(cards.face[side], _stall_words(side, cards)) for side in both]
    if len(lines) > 2 or max(len(words) for _face, words in sides) + 4 > width:
        return
    for row, line in enumerate(lines):
        canvas.put(x, y + row, line, colours.soft)
    for row, (face, words) in enumerate(sides, y + len(lines)):
        good = colours.face[face - 1]
        canvas.put(x, row, f" {face} ", legible(colours.ink, good), good, bold=True)
        canvas.put(x + 4, row, words, colours.text)


def _stall_words(side: int, cards: Cards) -> str:
    """What a side is as a stall, and what it brings its owner how often."""
    free = cards.free[side]
    if free == FREE_MERCHANT:
        words = _("{goods}: once, a merchant from the pile")
    elif free == FREE_CARAVAN:
        words = _("{goods}: once, one more die")
    elif free:
        words = _("{goods}: once, lay another merchant without dice")
    else:
        words = _("{goods}: {reward} at every sale there")
    return words.format(goods=text.goods(cards.face[side]), reward=text.reward(side, cards))


def _draw_large(
    canvas: Canvas, cards: Cards, merchant: int, x: int, y: int, width: int, rows: int,
    is_dim: bool, cursor: int | None, picked: int,
) -> None:  # fmt: skip
    """A card with a die a side, and what it earns below."""
    if not canvas.pens.has_pixels:
        _draw_framed(canvas, cards, merchant, x, y, width, rows, is_dim, cursor, picked)
        return
    size = GREAT if rows == GREAT_CARD_ROWS else LARGE
    words_y = y + rows - 1
    colours = canvas.pens.palette
    paper = mix(colours.paper[0], colours.ground, 0.45 if is_dim else 0.0)
    canvas.rect(x, 2 * y, width, 2 * rows - 1, paper, rounded=True)
    canvas.rect(x + 1, 2 * (y + rows) - 1, width - 1, 1, colours.shade)
    half = width // 2
    shade = mix(paper, colours.paper_ink, OTHER_HALF)
    # Each half is a stall of its own.
    canvas.rect(x + half, 2 * y, width - half, 2 * rows - 1, shade, rounded=True)
    canvas.rect(x + half, 2 * y, 1, 2 * rows - 1, shade)
    for place, side in enumerate((2 * merchant, 2 * merchant + 1)):
        left, room = x + place * half, half if place == 0 else width - half
        face = cards.face[side]
        dim = HELD_BACK if is_dim else 0.0
        draw_die(canvas, left + (room - size) // 2, y, face, colours.face[face - 1], size, dim=dim)
        is_marked = cursor in (-1, side) or picked == side
        ground = colours.accent if is_marked else shade if place else paper
        words = text.reward_that_fits(side, cards, room).center(room)
        canvas.put(left, words_y, words, colours.paper_ink, ground, bold=True)
    if cursor is not None:
        # Beside the die: the words may have no room to spare.
        left = x + half if cursor == 2 * merchant + 1 else x
        canvas.put(left, y + size // 4, "►", colours.paper_ink, colours.accent, bold=True)


def _draw_framed(
    canvas: Canvas, cards: Cards, merchant: int, x: int, y: int, width: int, rows: int,
    is_dim: bool, cursor: int | None, picked: int,
) -> None:  # fmt: skip
    """The same without pixels: the number of a good in each half of a frame."""
    colours = canvas.pens.palette
    ink = colours.soft if is_dim else colours.text
    half = width // 2
    for row, corners in ((0, "┌┬┐"), (rows - 1, "└┴┘")):
        edge = corners[0] + "─" * (half - 1) + corners[1] + "─" * (width - half - 2) + corners[2]
        canvas.put(x, y + row, edge, ink)
    for row in range(y + 1, y + rows - 1):
        for column in (x, x + half, x + width - 1):
            canvas.put(column, row, "│", ink)
    for place, side in enumerate((2 * merchant, 2 * merchant + 1)):
        left_column, room = x + place * half + 1, (width - half - 2) if place else half - 1
        is_marked = cursor in (-1, side) or picked == side
        ground = colours.accent if is_marked else None
        sign = "►" if cursor in (-1, side) else ""
        number = f"{sign}{cards.face[side]}".center(room)
        canvas.put(left_column, y + 1, number, colours.ink if ground else ink, ground, bold=True)
        words = text.reward_that_fits(side, cards, room).center(room)
        canvas.put(left_column, y + rows - 2, words, ink, bold=not is_dim)
