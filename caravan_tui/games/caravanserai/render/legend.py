"""The signs of the board and the panel explained, with a picture of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate

from caravan_tui.games.caravanserai import text
from caravan_tui.games.caravanserai.pieces import COLOUR_LETTERS
from caravan_tui.games.caravanserai.render.cells import NEW_SIGN, PRINT_SIGN
from caravan_tui.games.caravanserai.render.inks import (
    changed_colour,
    head_ink,
    owner_colour,
    plan_colour,
    ring_colour,
    site_colours,
)
from caravan_tui.games.caravanserai.render.large import draw_camel, draw_crate, draw_house
from caravan_tui.games.caravanserai.render.layout import EMPTY, WINDOW_FRAME, Layout, free_columns
from caravan_tui.games.caravanserai.state import LYING_DOWN, STANDING
from caravan_tui.i18n import _
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour
from caravan_tui.widgets.wrapping import wrap_text

PICTURE_WIDTH = 5
"""Columns of a picture and the blank after it."""

_RED = 3

Pieces = list[tuple[str, Colour, Colour | None]]
"""Text, ink and ground."""

Sign = tuple[Pieces, str]
"""A sign and what it means."""


RING_SIDES = ("▐", "▌")
"""The sides of a ring around a new piece, which stands between them: alone they look like letters
that are cut off."""

RINGED = (6, 4)
"""Pixels of a new piece in its ring, as a picture."""

PICTURED_ROWS = 19
"""Rows of the signs where pieces are drawn as things, with the gap above them."""

SPARED_ROWS = 2
"""Of these rows those that are left out where no room is for them: between pictures."""

LOOSE_ROWS = 2
"""Rows beyond these that part the last signs, where they are free."""

PICTURED_WIDTH = 28
"""Columns of that legend: at least."""

AIR = 1
"""Blank columns between signs in the corners and the hexagons."""


def draw_legend(
    canvas: Canvas, x: int, y: int, width: int, rows: int, *, has_things: bool = False,
    has_trains: bool = False, has_colours: bool = True, columns: int = 1,
) -> None:  # fmt: skip
    """Draw the five colours, and the signs, most common first.

    `has_things`: as the board draws them, where the room is enough; else one row for each.
    `has_trains`: the board draws caravans as trains of small pieces.
    `has_colours`: the letters of the colours are explained here, not elsewhere.
    `columns`: of the rows, beside each other.
    """
    colours = canvas.pens.palette
    end = y + rows
    canvas.put(x, y, _("Signs"), colours.text, bold=True)
    y += 1
    if has_colours:
        y = _draw_colours(canvas, x, y, width)
    if has_things and width >= PICTURED_WIDTH and _has_room_for_words(width):
        _draw_things(canvas, x, y + 1, width, end - y - 1)
        return
    mark, seat = canvas.pens.mark(0), owner_colour(canvas, 0)
    red, ink, accent = colours.block[_RED], colours.ink, colours.accent
    letter = COLOUR_LETTERS[_RED]
    wall, site_ink = site_colours(colours, _RED)
    tail = "o" if canvas.pens.is_ascii else "°"
    site: Pieces = [(f"⌂{letter}", site_ink, wall)]
    stocked: Pieces = [(f"{letter.upper()}•", ink, red)]
    closing: Pieces = []
    if not canvas.pens.has_pixels:
        closing = [("◄", accent, None)]
        site = [(f"({letter})", colours.text, None)]
        stocked = [(f"[{letter.upper()}]", colours.text, None)]
    chosen: Pieces = [("►", accent, None), *site, *closing]
    around = head_ink(colours, 0)
    head: Pieces = [("«", around, None), (f"{mark}C", ink, seat), ("»", around, None)]
    end_piece: Pieces = [(tail, seat, None), (mark, ink, seat)]
    planned: Pieces = [("+", ink, plan_colour(colours))]
    owned: Pieces = [(mark, ink, seat)]
    standing: Pieces = [(f"{mark}C", ink, seat)]
    good: Pieces = [(letter, ink, red)]
    free: Pieces = [(letter.upper(), ink, red)]
    tail_piece: Pieces = [*end_piece, *good]
    if has_trains:
        site, stocked, head, standing = _train_signs(canvas, 0)
        chosen = [("►", ink, accent), (f"⌂{letter}", ink, red)]
        tail_piece = _train_tail(canvas, 0)
    new_words = _("just laid: paler") if has_trains else _("new since your turn")
    on_site = _("on a caravanserai")
    rows_of_signs: list[Sign] = [
        (site, _("caravanserai")),
        (stocked, _("with a good on it")),
        (chosen, _("can be chosen")),
        (head, _("the head")),
        (tail_piece, _("the tail")),
        ([*planned, *good], _("to be laid")),
        ([("○", accent, None)], _("within reach")),
        ([("×", ink, seat), *good], _("would come back")),
        ([*owned, *free], _("adds length")),
        ([(PRINT_SIGN, seat, None)], _("came back")),
        (_new_sign(canvas, has_trains), new_words),
        ([*owned, *good], _("a laid good")),
        ([*owned, *good], on_site),
        ([*standing, (" ", ink, None), (f"{mark}L", ink, seat)], _("camel, lying one")),
        ([("3→6", colours.text, None)], _("length: old, new")),
    ]
    step, in_column = width // columns, -(-len(rows_of_signs) // columns)
    for number, (pieces, words) in enumerate(rows_of_signs):
        left, row = x + number // in_column * step, y + number % in_column
        if row >= end:
            continue
        column = left
        for place, (piece, piece_ink, ground) in enumerate(pieces, 1):
            is_last = words == on_site and place == len(pieces)
            column = canvas.put(column, row, piece, piece_ink, ground, bold=True, underline=is_last)
        column = max(column + 1, left + PICTURE_WIDTH)
        canvas.put(column, row, words[: left + step - column], colours.soft)


def _new_sign(canvas: Canvas, has_trains: bool) -> Pieces:
    """A piece that the others have laid since the viewer's turn: paler in a train, else in its
    ring; or what stands beside it."""
    colours = canvas.pens.palette
    ring = ring_colour(colours)
    piece = (COLOUR_LETTERS[_RED], colours.ink, colours.block[_RED])
    if has_trains:
        return [(canvas.pens.mark(0), colours.ink, changed_colour(canvas, 0)), piece]
    if not canvas.pens.has_pixels:
        return [(NEW_SIGN, ring, None)]
    left, right = RING_SIDES
    return [(left, ring, None), piece, (right, ring, None)]


def _train_signs(canvas: Canvas, seat: int) -> tuple[Pieces, Pieces, Pieces, Pieces]:
    """A caravanserai without a good and with one, a head and a camel, as trains are drawn."""
    colours = canvas.pens.palette
    wall, site_ink = site_colours(colours, _RED, canvas.pens.has_tones)
    letter, mark, ink = COLOUR_LETTERS[_RED], canvas.pens.mark(seat), colours.ink
    tone = owner_colour(canvas, seat)
    camel: Pieces = [(f"{mark}C", ink, tone)]
    return (
        [(f"⌂{letter}", site_ink, wall)],
        [(f"{letter.upper()}•", ink, colours.block[_RED])],
        [("«", ink, tone), *camel, ("»", ink, tone)],
        camel,
    )


def _train_tail(canvas: Canvas, seat: int) -> Pieces:
    """The last good of a train."""
    colours = canvas.pens.palette
    return [
        (f"°{canvas.pens.mark(seat)}", colours.ink, owner_colour(canvas, seat)),
        (COLOUR_LETTERS[_RED], colours.ink, colours.block[_RED]),
    ]


def draw_key(canvas: Canvas, layout: Layout, seats: int, seat: int, covered: int, cut: int) -> None:
    """The most common signs of trains in the corners beside the hexagons, as many as have room:
    at a size of the table always the same ones in the same places, whatever is chosen or lies over
    the board; the window that explains all signs takes their place.

    `seat`: whose train. `covered`: columns at the right over which windows lie: no sign stands
    partly under them, as far as there is room elsewhere. `cut`: those over which one lies now, or
    a list, which may be wider: no sign stands partly under it. 0: none does.
    """
    colours = canvas.pens.palette
    site, stocked, head, camel = _train_signs(canvas, seat)
    red = colours.block[_RED]
    good: Pieces = [(COLOUR_LETTERS[_RED], colours.ink, red)]
    placing: list[Sign] = [
        ([("+", colours.ink, plan_colour(colours)), *good], _("to be laid")),
        ([("×", colours.ink, owner_colour(canvas, seat)), *good], _("comes back")),
        ([("○", colours.accent, None)], _("within reach")),
    ]
    signs: list[Sign] = [
        (head, _("head")),
        (_train_tail(canvas, seat), _("tail")),
        (camel, _("camel")),
        (site, _("caravanserai")),
        (stocked, _("with a good")),
    ]
    rows = free_columns(layout.grid, seats, layout.height)
    edge, window = layout.panel_x - 2, canvas.width - covered - WINDOW_FRAME
    lasts = [min(edge, window - 1), edge]
    for (pieces, words), column, row in _places(rows, lasts, placing, signs):
        if cut and column < canvas.width - cut < column + _sign_width((pieces, words)):
            continue
        for piece, ink, ground in pieces:
            column = canvas.put(column, row, piece, ink, ground, bold=True)
        canvas.put(column + 1, row, words, colours.soft)


def _places(
    rows: Sequence[tuple[int, int]], lasts: Sequence[int], placing: Sequence[Sign],
    signs: Sequence[Sign],
) -> list[tuple[Sign, int, int]]:  # fmt: skip
    """Column and row of each sign that has room beside the hexagons, up to one of the columns
    `lasts`, the first one before the others: what marks a placement (`placing`) in one corner, if
    one has room for all of it."""

    def fitting(is_top: bool, is_left: bool, waiting: Sequence[Sign]) -> tuple[int, int]:
        """How many signs a corner has room for, and the last column there."""
        ends = rows if is_top else rows[::-1]
        counts = []
        for last in lasts:
            rooms = [
                min(first - 1 - AIR, last) if is_left else last - after - AIR
                for first, after in ends
            ]
            rooms = [last if ends[row] == EMPTY else room for row, room in enumerate(rooms)]
            counts.append(_fitting(waiting, rooms))
        return max(counts), lasts[counts.index(max(counts))]

    corners = [(False, True), (False, False), (True, True), (True, False)]
    whole = [each for each in corners if fitting(*each, placing)[0] == len(placing)]
    own = whole[0] if whole else corners[0]
    waiting = [*placing, *signs]
    placed: list[tuple[Sign, int, int]] = []
    for is_top, is_left in [own, *(each for each in corners if each != own)]:
        count, last = fitting(is_top, is_left, waiting)
        x = 1 if is_left else last - max(map(_sign_width, waiting[:count]), default=0)
        top = 0 if is_top else len(rows) - count
        placed += [(sign, x, row) for row, sign in enumerate(waiting[:count], top)]
        waiting = waiting[count:]
    return placed


def _sign_width(sign: Sign) -> int:
    """Columns of a sign and what it means."""
    pieces, words = sign
    return sum(len(piece) for piece, _ink, _ground in pieces) + 1 + len(words)


def _fitting(signs: Sequence[Sign], rooms: Sequence[int]) -> int:
    """How many signs fit above each other, the last in the first of these rooms."""
    widths = list(accumulate(map(_sign_width, signs), max))
    least = list(accumulate(rooms, min))
    pairs = zip(widths, least, strict=False)
    return max((count for count, (width, room) in enumerate(pairs, 1) if width <= room), default=0)


def _word_room(width: int) -> int:
    """Columns of what a picture means, with two pictures in so many."""
    return width // 2 - 8


def _has_room_for_words(width: int) -> bool:
    """Whether no word of what the pictures mean would have to be broken."""
    meanings = (
        _("head"), _("tail"), _("to be laid"), _("comes back"), _("camel"), _("good"),
        _("adds length"), _("lying camel"), _("newly laid"), _("came back"),
    )  # fmt: skip
    longest = max(len(word) for meaning in meanings for word in meaning.split())
    return longest <= _word_room(width)


def _draw_things(canvas: Canvas, x: int, y: int, width: int, rows: int) -> None:
    """Pictures of the pieces, two beside each other in three rows, and what they mean; most common
    first, as many as `rows` leave room for."""
    colours = canvas.pens.palette
    mark, seat, accent = canvas.pens.mark(0), owner_colour(canvas, 0), colours.accent
    wall, ink = site_colours(colours, _RED)
    left, right = x + 3, x + width // 2 + 3

    def crate(column: int, row: int, tag: str, ground: Colour, is_free: bool = False) -> None:
        letter = COLOUR_LETTERS[_RED].upper() if is_free else COLOUR_LETTERS[_RED]
        draw_crate(canvas, column, row, 1, letter, colours.block[_RED], tag=tag, ground=ground)

    def camel(column: int, row: int, kind: int = STANDING) -> None:
        draw_camel(canvas, column, row, 1, kind, mark, seat)

    def head(row: int) -> None:
        camel(left, row)
        canvas.put(left - 3, row, "«", head_ink(colours, 0), bold=True)
        canvas.put(left + 4, row, "»", head_ink(colours, 0), bold=True)

    def tail(row: int) -> None:
        canvas.put(right - 2, row, "°", seat, bold=True)
        crate(right, row, mark, seat)

    draw_house(canvas, left, y, COLOUR_LETTERS[_RED], wall, ink, None)
    draw_house(canvas, left + 7, y, COLOUR_LETTERS[_RED], wall, ink, colours.block[_RED])
    words = _("caravanserai, with a good")
    for line, part in enumerate(wrap_text(words, x + width - left - 13)[:2]):
        canvas.put(left + 13, y + line, part, colours.soft)
    pairs: list[tuple[Callable[[int], None], str, Callable[[int], None], str]] = [
        (head, _("head"), tail, _("tail")),
        (
            lambda row: crate(left, row, "+", plan_colour(colours)), _("to be laid"),
            lambda row: crate(right, row, "×", seat), _("comes back"),
        ),
        (
            lambda row: camel(left, row), _("camel"),
            lambda row: crate(right, row, mark, seat), _("good"),
        ),
        (
            lambda row: crate(left, row, mark, seat, is_free=True), _("adds length"),
            lambda row: camel(right, row, LYING_DOWN), _("lying camel"),
        ),
    ]  # fmt: skip
    row, end = y + 3, y + rows
    missing = PICTURED_ROWS - 1 - rows
    spare = -missing
    for number, (draw_left, left_words, draw_right, right_words) in enumerate(pairs):
        if row + 2 > end:
            return
        draw_left(row)
        draw_right(row)
        for column, meaning in ((left, left_words), (right, right_words)):
            for line, part in enumerate(wrap_text(meaning, _word_room(width))[:2]):
                canvas.put(column + 6, row + line, part, colours.soft)
        # A standing camel, of the first pair and the third, reaches into the row above it.
        is_spared = missing > 0 and not number % 2
        missing -= is_spared
        row += 2 if is_spared else 3
    row -= spare < 1  # the last pictures are of two rows
    lines: list[tuple[str, Colour, Colour | None, str]] = [
        ("○", accent, None, _("within reach")),
        (COLOUR_LETTERS[_RED], colours.ink, colours.block[_RED], _("on a caravanserai")),
    ]
    for sign, tone, ground, meaning in lines:
        if row < end:
            canvas.put(left + (len(sign) == 1), row, sign, tone, ground, bold=True,
                       underline=ground is not None)  # fmt: skip
            canvas.put(left + 6, row, meaning, colours.soft)
        row += 1
    row += spare > 1
    if row + 1 < end:
        across, down = RINGED
        rings = (
            (left, ring_colour(colours), colours.block[_RED], _("newly laid")),
            (right, seat, None, _("came back")),
        )
        for column, ring, inside, meaning in rings:
            canvas.rect(column - 1, 2 * row, across, down, ring, rounded=True)
            ground = colours.hexagon[1] if inside is None else inside
            canvas.rect(column, 2 * row + 1, across - 2, down - 2, ground)
            for line, part in enumerate(wrap_text(meaning, _word_room(width))[:2]):
                canvas.put(column + 6, row + line, part, colours.soft)


def _draw_colours(canvas: Canvas, x: int, y: int, width: int) -> int:
    """The letters of the five colours with their words; the row after them."""
    colours = canvas.pens.palette
    column = x
    for colour, letter in enumerate(COLOUR_LETTERS):
        word = text.colour_word(colour)
        if column > x and column + 3 + len(word) > x + width:
            column, y = x, y + 1
        column = canvas.put(column, y, letter, colours.ink, colours.block[colour], bold=True)
        column = canvas.put(column, y, f" {word} ", colours.soft)
    return y + 1
