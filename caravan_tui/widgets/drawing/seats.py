"""A seat on a table: its portrait, and its card with mark, name, points and what it has."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from attrs import field, frozen

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import BLACK, READABLE, Colour, lab, mix, parse, readable
from caravan_tui.widgets.drawing.depth import Pens
from caravan_tui.widgets.drawing.palette import Palette
from caravan_tui.widgets.drawing.sprites import Sprite, sprite
from caravan_tui.widgets.marks import short_name

CARD_ROWS = 4
"""Rows of a seat card; it has fewer where many seats share few rows."""

PORTRAIT_ROWS = 3
"""Rows of a card from which on it has a portrait."""

LOW_X = 5
"""Where the words of a card without a portrait begin: after the sign of a seat that is thinking."""

OUTLINE_SHARE = 0.2
"""How much of a seat's colour the head on an empty seat has."""

PORTRAIT_WIDTH = 7
"""Columns of a portrait; it has three rows."""

THINKING_X, THINKING_Y = 4, 3
"""Where on a card the sign of a seat that is thinking stands: below its portrait."""

_SKIN = tuple(
    parse(colour) for colour in ("#d9a273", "#e6bd92", "#c48a5c", "#e0b48a", "#b97f55", "#e6bd92")
)
_EYE = parse("#1c1216")
_HAIR = parse("#3a2a22")
_CLOTH = {True: parse("#efe6d2"), False: parse("#b3aa9c")}
"""White cloth and hair, on dark grounds and on light ones."""
_DARK_HAIR, _DARK_SKIN, _LIGHT_SKIN = 10.0, 30.0, 50.0
"""L* from which on a colour is that of dark hair, of dark skin, of light skin; below are eyes."""
_REDDEST_SKIN = 30.0
"""a* from which on it is red cloth."""

Words = Sequence[tuple[str, Colour]]
"""A line of text in pieces with their inks."""


def draw_portrait(canvas: Canvas, x: int, y: int, seat: int, face: str = "") -> None:
    """Draw the portrait of a seat, PORTRAIT_WIDTH columns in three rows.

    `face`: the name of the sprite of a character, which wears the colour of the seat. Without one
    every seat has another hat, so that it differs in mono too.
    """
    _draw_face(canvas, x, 2 * y, seat, face)


def _draw_face(canvas: Canvas, x: int, py: int, seat: int, face: str) -> None:
    """A portrait from a row of pixels on."""
    picture = sprite(face or f"head-{seat + 1}")
    colour = canvas.pens.palette.seat[seat]
    if not canvas.pens.has_pixels:
        rows = picture.sign or ("", f" ({canvas.pens.mark(seat)}) ")
        for number, row in enumerate(rows):
            canvas.put(x + 1, py // 2 + number, row, colour, bold=True)
        return
    canvas.sprite(x, py, picture, _portrait_colours(picture, seat, canvas.pens))


def _portrait_colours(picture: Sprite, seat: int, pens: Pens) -> dict[str, Colour]:
    """The colours of a portrait by the names of its legend. In 16 colours dark hair and skin take
    named ones, so that they do not become the black of the ground."""
    colours, own = pens.palette, picture.own_colours
    if not pens.has_tones:
        for name, colour in own.items():
            lightness, red, yellow = lab(colour)
            if not _DARK_HAIR <= lightness < _LIGHT_SKIN:
                continue
            if lightness < _DARK_SKIN or yellow < 0:
                own[name] = colours.faint
            elif red < _REDDEST_SKIN:
                own[name] = colours.adobe[0]
    colour = colours.seat[seat]
    return {
        "cloth": _CLOTH[colours.dark],
        "hat": colour, "hat-shade": mix(colour, BLACK, 0.3), "face": _SKIN[seat],
        "eye": _EYE, "hair": _HAIR, **own,
    }  # fmt: skip


def draw_large_portrait(canvas: Canvas, x: int, y: int, seat: int, face: str = "") -> None:
    """Draw a portrait at twice its size, in six rows; without pixels at the usual one."""
    if not canvas.pens.has_pixels:
        draw_portrait(canvas, x + PORTRAIT_WIDTH // 2, y + 1, seat, face)
        return
    picture = sprite(face or f"head-{seat + 1}")
    colours = _portrait_colours(picture, seat, canvas.pens)
    for line, row in enumerate(picture.rows):
        for column, name in enumerate(row):
            if name:
                canvas.rect(x + 2 * column, 2 * (y + line), 2, 2, colours[name])


def draw_outline(
    canvas: Canvas, x: int, y: int, seat: int, ground: Colour, is_large: bool = False
) -> None:
    """Draw the head of whoever may sit down on an empty seat, as a shape of one colour; nothing
    where there are no tones for it."""
    if not (canvas.pens.has_pixels and canvas.pens.has_tones):
        return
    colour = mix(ground, canvas.pens.palette.seat[seat], OUTLINE_SHARE)
    size = 1 + is_large
    for line, row in enumerate(sprite(f"head-{seat + 1}").rows):
        for column, name in enumerate(row):
            if name:
                canvas.rect(x + size * column, 2 * y + size * line, size, size, colour)


@frozen
class SeatCard:
    """What a seat card says."""

    seat: int
    name: str
    points: str
    lines: Sequence[Words] = ()
    """At most three."""
    has_turn: bool = False
    glow: float = 0.0
    """How much brighter it is for a moment, as its turn begins."""
    delta: str = ""
    """What the last move was worth, such as `+3`."""
    state: str = ""
    """A word beside the name, such as `thinks`."""
    level: str = ""
    """The level of a computer player, in a word; at the end of a line where the first has no room
    for it."""
    face: str = ""
    """The sprite of the character in the seat; empty: the seat's own portrait."""
    thinking: str = ""
    """The sign of a computer player that is thinking."""
    target: object = field(default=None)
    """What a click on the card means; None: nothing."""


def card_ground(
    colours: Palette, seat: int, has_turn: bool, is_darker: bool = False, glow: float = 0.0
) -> Colour:
    """What the texts of a seat's card lie on; `is_darker`: of a card that touches the one above;
    `glow`: see `SeatCard`."""
    usual = mix(colours.surface, colours.ground, 0.6) if is_darker else colours.surface
    return mix(colours.panel, colours.seat[seat], 0.16 + glow) if has_turn else usual


def packed_lines(lines: Sequence[Words], rows: int, width: int) -> list[Words] | None:
    """The lines of a card in this many rows: as few as need to share a row; None: they have no room
    in these."""
    packed = list(lines)
    while len(packed) > rows:
        pairs = [
            [*above, ("  ", above[-1][1]), *below] if above and below else [*above, *below]
            for above, below in pairwise(packed)
        ]
        lengths = [sum(len(text) for text, _tone in pair) for pair in pairs]
        if not pairs or min(lengths) > width:
            return None
        shortest = lengths.index(min(lengths))
        packed[shortest : shortest + 2] = [pairs[shortest]]
    return packed


def words_x(rows: int) -> int:
    """The column of a card at which its words begin."""
    return PORTRAIT_WIDTH + 3 if rows >= PORTRAIT_ROWS else LOW_X


def has_room_for(card: SeatCard, rows: int, width: int) -> bool:
    """Whether everything that a card says has room in this many rows."""
    return packed_lines(card.lines, rows - 1, width - 1 - words_x(rows)) is not None


def draw_thinking(canvas: Canvas, x: int, y: int, sign: str, rows: int = CARD_ROWS) -> None:
    """Write the sign of a computer player that thinks over a seat card of so many rows; nothing
    without one."""
    if sign:
        row, column = (min(THINKING_Y, rows - 1), THINKING_X) if rows >= PORTRAIT_ROWS else (0, 1)
        canvas.put(x + column, y + row, sign, canvas.pens.palette.accent, bold=True)


def draw_seat_card(
    canvas: Canvas, x: int, y: int, width: int, card: SeatCard, rows: int = CARD_ROWS,
    is_darker: bool = False,
) -> None:  # fmt: skip
    """Draw a seat card of so many rows: below PORTRAIT_ROWS without its portrait."""
    colours = canvas.pens.palette
    colour = colours.seat[card.seat]
    ground = card_ground(colours, card.seat, card.has_turn, is_darker, card.glow)
    ink = partial(readable, ground=ground, least=READABLE)
    canvas.fill(x, y, width, rows, ground)
    canvas.rect(x, 2 * y, 1, 2 * rows, colour, 1 if card.has_turn else 0.55)
    if rows >= CARD_ROWS:
        # A pixel below the edge: flush with what lies above a hat looks cut.
        _draw_face(canvas, x + 2, 2 * y + 1, card.seat, card.face)
        canvas.rect(x + 2, 2 * y + 7, PORTRAIT_WIDTH, 1, colour, 0.5)
    elif rows >= PORTRAIT_ROWS:
        _draw_face(canvas, x + 2, 2 * y, card.seat, card.face)
    draw_thinking(canvas, x, y, card.thinking, rows)
    left, right = x + words_x(rows), x + width - 1
    points_x = right - len(card.points)
    delta_x = points_x - 1 - len(card.delta) if card.delta else points_x
    mark = canvas.pens.mark(card.seat)
    room = max(0, delta_x - left - 3)
    sign = "►" if card.has_turn and not canvas.pens.has_pixels else " "
    canvas.put(left - 1, y, sign, colours.accent, bold=True)
    after = canvas.put(left, y, f"{mark} {short_name(card.name, room)}", ink(colour), bold=True)
    has_room = after + 3 + len(card.level) < delta_x
    if card.level and has_room:
        after = canvas.put(after, y, f" · {card.level}", ink(colours.soft))
    if card.state and after + 1 + len(card.state) < delta_x:
        canvas.put(after + 1, y, card.state, ink(colours.soft), italic=True)
    canvas.put(points_x, y, card.points, colours.text, bold=True)
    if card.delta:
        sense = colours.loss if card.delta.startswith("-") else colours.gain
        canvas.put(delta_x, y, card.delta, ink(sense), bold=True)
    lines = packed_lines(card.lines, rows - 1, right - left) or card.lines
    for number, line in enumerate(lines[: rows - 1]):
        column = left
        for text, tone in line:
            column = canvas.put(column, y + 1 + number, text[: max(0, right - column)], ink(tone))
        if card.level and not has_room and column + 2 + len(card.level) <= right:
            canvas.put(right - len(card.level), y + 1 + number, card.level, ink(colours.soft))
            has_room = True
    if card.target is not None:
        canvas.add_target(x, y, width, rows, card.target)
