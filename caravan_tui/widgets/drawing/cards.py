"""Playing cards: paper without its corner pixels, a shade below, and backs in a seat's colour."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, legible, mix, parse, readable
from caravan_tui.widgets.drawing.sprites import Sprite

PICTURE_SIZE = (9, 7)
"""Columns and rows from which pips are large pictures; they are 7 × 6 pixels."""

GREAT_PICTURE_SIZE = (16, 13)
"""Columns and rows from which they are twice as large."""

SMALL_PICTURE_SIZE = (7, 6)
"""Columns and rows from which pips are small pictures of 5 × 5 pixels."""

LEAST_OF_LARGE = 7
"""Columns of a card in a fan that must be free for large pictures to be told apart."""

LETTER_CONTRAST, DIM_LETTER_CONTRAST = 4.5, 3.0
"""Of the letters of suits with the paper, at least; the second one of cards that are dimmed."""

SMALL_BACK_ROWS = 2
"""Rows up to which a back is an edge and a mark."""

MIN_APART = 7
"""Columns of a card without pixels from which blanks part its worth from its frame."""

_CHOSEN_PAPER = parse("#fff6dc")
GAIN = parse("#2f7d3a")
LOSS = parse("#b3261e")
LIGHT = parse("#ffffff")
_GOLD = parse("#c8901c")


@frozen
class Pip:
    """A suit on a card."""

    glyph: str
    """A sign of one column."""
    letter: str
    colour: Colour
    """On paper."""
    picture: Sprite
    """7 × 6 pixels in the colour `suit`."""
    small_picture: Sprite
    """5 × 5 pixels."""
    narrow_picture: Sprite
    """4 × 5 pixels, for cards of a fan of which little more is free."""


@frozen
class CardFace:
    """What is on a card."""

    rank: str
    pips: Sequence[Pip]
    note: str = ""
    """Beside the rank, such as the rank that it counts as."""
    tint: Colour | None = None
    """Colours the paper, for cards of a kind of their own."""
    head: Sprite | None = None
    """A picture above the pips, in the colour `gold`; on large cards only."""
    worth: int = 0
    """Points for whoever takes it: in a corner if there are any."""


@frozen
class CardBack:
    """A card that lies face down."""

    colour: Colour


def draw_card(
    canvas: Canvas, x: int, y: int, width: int, height: int, face: CardFace, *,
    chosen: bool = False, at_cursor: bool = False, dim: float = 0.0,
    covered_from: int | None = None,
) -> None:  # fmt: skip
    """Draw a card face on `width` columns and `height` rows, with a shade below.

    `dim` mixes it with the ground, 0 to 1; `at_cursor` lights its first row. `covered_from`: the
    column of the card, counted from 0, where the next card of a fan begins.
    """
    pens, colours = canvas.pens, canvas.pens.palette
    if not pens.has_pixels:
        _draw_plain(canvas, x, y, width, height, face, chosen)
        if at_cursor:
            canvas.put(x, y, "►", colours.accent, bold=True)
        return
    ground = colours.ground
    paper = mix(_CHOSEN_PAPER if chosen else colours.paper[0], ground, dim)
    ink = mix(colours.paper_ink, ground, dim * 0.6)
    if face.tint is not None:
        paper = mix(paper, face.tint, 0.16)
    canvas.rect(x, 2 * y, width, 2 * height, paper, rounded=True)
    canvas.rect(x + 1, 2 * (y + height), width - 1, 1, colours.shade, 0.8)
    for row in range(1, height - 1):
        canvas.put(x, y + row, "▏", mix(paper, colours.paper_ink, 0.45))
    room = width if covered_from is None else covered_from
    if at_cursor:
        canvas.rect(x, 2 * y, room, 2, colours.accent)

    def on_head(colour: Colour) -> Colour:
        """The ink of a text on the first row."""
        return legible(colour, colours.accent) if at_cursor else on_paper(colour)

    def on_paper(colour: Colour) -> Colour:
        """The ink of a letter on the paper; in 16 colours a mixed one would be another suit's."""
        least = DIM_LETTER_CONTRAST if dim else LETTER_CONTRAST
        return readable(colour, paper, least) if pens.has_tones else colour

    after = canvas.put(x + 1, y, face.rank, on_head(ink), bold=True)
    if face.note:
        after = canvas.put(after, y, face.note, on_head(mix(ink, paper, 0.3)))
    # a mixed tone would be another suit's in 16 colours
    tones = [mix(pip.colour, ground, dim * 0.6 * pens.has_tones) for pip in face.pips]
    is_flat = False
    shows_large = covered_from is None or covered_from >= LEAST_OF_LARGE
    if width >= PICTURE_SIZE[0] and height >= PICTURE_SIZE[1] and shows_large:
        for number, (pip, tone) in enumerate(zip(face.pips, tones, strict=True)):
            canvas.put(after + 1 + number, y, pip.letter, on_head(tone), bold=True)
        _large_pips(canvas, x, y, width, height, face, tones, dim)
    elif width >= SMALL_PICTURE_SIZE[0] and height >= SMALL_PICTURE_SIZE[1]:
        for number, (pip, tone) in enumerate(zip(face.pips, tones, strict=True)):
            canvas.put(after + 1 + number, y, pip.letter, on_head(tone), bold=True)
            step = 6 if height > SMALL_PICTURE_SIZE[1] else 5
            top = 2 * y + (2 if len(tones) == 2 else 5) + step * number
            picture = pip.small_picture if room > pip.small_picture.width else pip.narrow_picture
            canvas.sprite(x + 1, top, picture, {"suit": tone})
    else:
        _letters(canvas, x, y, width, height, face, tones, [on_paper(tone) for tone in tones])
        is_flat = _has_suit_at_foot(face, height)
    if face.worth:
        sign = GAIN if face.worth > 0 else LOSS
        row, column = y + height - 1, x + 1
        if is_flat:
            row, column = y, max(after, x + room - 1 - len(f"{face.worth:+d}"))
        canvas.put(column, row, f"{face.worth:+d}", LIGHT, sign, bold=True)
    if chosen:
        canvas.rect(x + 1, 2 * (y + height), width - 2, 1, colours.accent)


def _large_pips(
    canvas: Canvas, x: int, y: int, width: int, height: int, face: CardFace,
    tones: Sequence[Colour], dim: float,
) -> None:  # fmt: skip
    """Pictures of the suits, below each other."""
    times = 2 if width >= GREAT_PICTURE_SIZE[0] and height >= GREAT_PICTURE_SIZE[1] else 1
    middle = x + (width - 7 * times) // 2
    if face.head is not None:
        gold = mix(_GOLD, canvas.pens.palette.ground, dim * 0.6)
        head = face.head.doubled() if times == 2 else face.head
        canvas.sprite(middle, 2 * y + 4, head, {"gold": gold})
    first = 2 if len(tones) == 2 else (8, 14)[times - 1] if face.head is not None else 6 * times
    for number, (pip, tone) in enumerate(zip(face.pips, tones, strict=True)):
        picture = pip.picture.doubled() if times == 2 else pip.picture
        step = 7 if times == 1 else 12 + (height > GREAT_PICTURE_SIZE[1])
        canvas.sprite(middle, 2 * y + first + step * number, picture, {"suit": tone})


def _has_suit_at_foot(face: CardFace, height: int) -> bool:
    """Whether a card with letters is so low that its last row has those of a suit."""
    return len(face.pips) >= height - 1


def _letters(
    canvas: Canvas, x: int, y: int, width: int, height: int, face: CardFace,
    tones: Sequence[Colour], inks: Sequence[Colour],
) -> None:  # fmt: skip
    """Signs with letters in their inks, and a band in the colours of the suits below, where a row
    is free."""
    for number, (pip, ink) in enumerate(zip(face.pips, inks, strict=True)):
        canvas.put(x + 1, y + 1 + number, pip.glyph + pip.letter, ink, bold=True)
    if _has_suit_at_foot(face, height):
        return
    half = (width - 2) // 2
    band = 2 * (y + height) - 1
    for number, tone in enumerate(tones):
        room = half if len(tones) == 2 and number == 0 else width - 2 - number * half
        canvas.rect(x + 1 + number * half, band, room, 1, tone)


def _draw_plain(
    canvas: Canvas, x: int, y: int, width: int, height: int, face: CardFace, chosen: bool
) -> None:
    """A card without pixels: a box, double where it is chosen."""
    colours = canvas.pens.palette
    ink = colours.text
    corner, line, side = ("╔╗╚╝", "═", "║") if chosen else ("┌┐└┘", "─", "│")
    canvas.put(x, y, corner[0] + line * (width - 2) + corner[1], ink, bold=chosen)
    for row in range(1, height - 1):
        canvas.put(x, y + row, side + " " * (width - 2) + side, ink, bold=chosen)
    canvas.put(x, y + height - 1, corner[2] + line * (width - 2) + corner[3], ink, bold=chosen)
    canvas.put(x + 1, y + (height > 2), (face.rank + face.note)[: width - 2], ink, bold=True)
    for number, pip in enumerate(face.pips):
        if height > 3:
            canvas.put(x + 1, y + 2 + number, (pip.glyph + pip.letter)[: width - 2], ink)
        else:
            canvas.put(x + 1 + len(face.rank) + number, y + (height > 2), pip.letter, ink)
    if face.worth:
        worth = f"{face.worth:+d}"
        if width >= MIN_APART:  # else a minus is one more dash of the frame
            worth = f" {worth} "
        canvas.put(x + width - 1 - len(worth), y + height - 1, worth, ink, bold=True)


def draw_card_back(canvas: Canvas, x: int, y: int, width: int, height: int, back: CardBack) -> None:
    """Draw the back of a card."""
    colours = canvas.pens.palette
    if not canvas.pens.has_pixels:
        for row in range(height):
            canvas.put(x, y + row, "▒" * (width - 1), colours.soft)
        return
    canvas.rect(x, 2 * y, width, 2 * height, back.colour, rounded=height > SMALL_BACK_ROWS)
    if height <= SMALL_BACK_ROWS:  # too small for a pattern: an edge, and a mark in the middle
        canvas.rect(x, 2 * y, 1, 2 * height, colours.ground, 0.55)
        canvas.rect(x + 1 + (width - 1) // 2, 2 * y + 1, 1, 2 * height - 2, colours.ground, 0.4)
        return
    if canvas.pens.has_tones:  # without them a darker one would be the black of the ground
        pattern = mix(back.colour, colours.ground, 0.3)
        for line in range(1, 2 * height - 1):
            for column in range(1, width - 1):
                if (line + column) % 2:
                    canvas.pixel(x + column, 2 * y + line, pattern)
    for row in range(1, height - 1):
        canvas.put(x, y + row, "▏", colours.ground)
