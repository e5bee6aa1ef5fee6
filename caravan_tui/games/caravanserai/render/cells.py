"""What lies on the hexagons: caravanserais, caravans, and what a step would do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from attrs import frozen

from caravan_tui.games.caravanserai.pieces import COLOUR_LETTERS, PLAIN, board_for
from caravan_tui.games.caravanserai.render.ground import sign_colour
from caravan_tui.games.caravanserai.render.highlights import Highlights
from caravan_tui.games.caravanserai.render.inks import (
    colour_of,
    head_ink,
    letter_of,
    owner_colour,
    plan_colour,
    ring_colour,
    ring_ink,
    site_colours,
)
from caravan_tui.games.caravanserai.render.large import (
    draw_camel,
    draw_crate,
    draw_house,
    draws_things,
)
from caravan_tui.games.caravanserai.render.layout import Layout, spot, spots_of
from caravan_tui.games.caravanserai.render.trains import (
    draw_trains,
    draws_trains,
    fill_hexagon,
    hexagons_of,
    planned_sign,
)
from caravan_tui.games.caravanserai.state import LYING_DOWN, STANDING
from caravan_tui.games.caravanserai.view import CaravanseraiView
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import READABLE, Colour, mix, readable
from caravan_tui.widgets.drawing.hexes import SMALLEST, HexGrid
from caravan_tui.widgets.drawing.shapes import ribbon

LIT = 0.85
"""How much more of its colour a caravanserai has that can be chosen."""

LIT_AROUND = 0.6
"""How much of its colour its hexagon has then, where no house has room: less than its sign, so that
neighbours of one colour are told apart."""

SMALL_READABLE = 7.0
"""The contrast of the letters of a caravanserai that is as small as they are, as far as its wall
lets them have it."""

NEW_SIGN = "!"
"""What stands beside pieces that the others have just laid, where there are no pixels."""

DASH = 2
"""Pixels of a dash in the ring of the cursor, which no other ring has."""

PRINT = 0.75
"""How strong the print is that a piece leaves where it came back from."""

PRINT_SIGN = "•"
"""That print: smaller than the mark of a seat, which would look like a piece."""


def draw_cells(
    canvas: Canvas, layout: Layout, view: CaravanseraiView, marks: Highlights, cursor: int | None
) -> None:
    """Draw everything that can change on a copy of the ground."""
    taken = {piece >> 3 for pieces in view["caravans"] for piece in pieces}
    goods = set(view["goods"])
    spots, has_trains = spots_of(layout.grid, view["seats"]), draws_trains(canvas, layout)
    bare: list[tuple[int, int]] = []
    colours = canvas.pens.palette
    if has_rings(canvas, layout):
        _ring_changes(canvas, layout, view, marks)
        for cell in marks.chosen:
            _draw_ring(canvas, layout, view, cell, colours.accent)
    if has_trains:
        for cell in (marks.targets | marks.numbers.keys()) - taken:
            colour = view["cells"][cell]
            if colour != PLAIN:
                around = mix(colours.hexagon[0], colours.block[colour], LIT_AROUND)
                fill_hexagon(canvas, layout, view, cell, around)
            elif not marks.chosen or cell in marks.chosen or not canvas.pens.has_tones:
                fill_hexagon(canvas, layout, view, cell, plan_colour(colours))
    for cell, colour in enumerate(view["cells"]):
        if cell in taken or cell in marks.planned:
            continue
        x, y = spots[cell]
        number, is_reachable = marks.numbers.get(cell, ""), cell in marks.reachable
        # On small hexagons what the other steps could cover would be one more kind of sign.
        is_possible = cell in marks.ends or (cell in marks.possible and not has_trains)
        if colour == PLAIN:
            if number:
                _put_number(canvas, x - has_trains, y, f" {number} ", cell in marks.chosen)
            elif is_reachable or is_possible:
                canvas.put(x + 1, y, "○", ring_ink(canvas, is_reachable), bold=is_reachable)
                if cell in marks.ends and (seat := marks.left.get(cell)) is not None:
                    _draw_print(canvas, x, y, seat)  # beside it: nearly all cells have rings now
            elif (seat := marks.left.get(cell)) is not None:
                _draw_print(canvas, x + 1, y, seat)
            else:
                bare.append((x + 1, y))
            continue
        has_ring = (is_reachable or is_possible) and not (number and has_trains)
        ring = ring_ink(canvas, is_reachable) if has_ring else None
        is_chosen = cell in marks.chosen
        site = _Site(colour, cell in goods, cell in marks.targets, number, is_chosen, ring)
        _draw_site(canvas, layout, x, y, site)
        if (seat := marks.put.get(cell)) is not None and not (number or site.is_target):
            _draw_giver(canvas, layout, x, y, seat)
    canvas.put_each(bare, "·", mix(colours.hexagon[1], colours.text, 0.3))
    if has_trains:
        draw_trains(canvas, layout, view, marks)
        for cell in marks.numbers.keys() - taken:
            if cell not in marks.planned and view["cells"][cell] != PLAIN:
                # Now: a train beside it reaches into its first column.
                x, y = spots[cell]
                _put_number(canvas, x - 1, y, marks.numbers[cell], cell in marks.chosen)
    else:
        for seat, pieces in enumerate(view["caravans"]):
            _draw_caravan(canvas, layout, view, seat, pieces, marks)
        for cell, kind in marks.planned.items():
            _draw_planned(canvas, layout, view, cell, kind, marks)
            if cell == marks.end:
                x, y = spot(layout, view, cell)
                _brackets(canvas, layout, x, y, "«", "»", canvas.pens.palette.accent)
            if cell in marks.numbers:
                x, y = spots[cell]
                _put_number(canvas, x + 2 + layout.margin, y, marks.numbers[cell], is_chosen=True)
    if cursor is not None:
        _draw_cursor(canvas, layout, view, cursor)


def _put_number(canvas: Canvas, x: int, y: int, number: str, is_chosen: bool = False) -> None:
    """The key that leads to a cell: a key cap, as beside the list of choices, so that it is not
    taken for a count; filled where it is chosen. By day it is paler than sand."""
    colours = canvas.pens.palette
    ink, ground = colours.accent, colours.raised if colours.dark else colours.ground
    if is_chosen:
        ink, ground = colours.ink, colours.accent
    canvas.put(x, y, number, ink, ground, bold=True)


def _wide(canvas: Canvas, layout: Layout, x: int, y: int, colour: Colour) -> None:
    """A rounded field around the two characters of a large piece."""
    if margin := layout.margin:
        canvas.rect(
            x - margin, 2 * y - margin, 2 + 2 * margin, 2 + 2 * margin, colour, rounded=True
        )


@frozen
class _Site:
    """A caravanserai without a piece."""

    colour: int
    has_good: bool
    is_target: bool
    number: str
    is_chosen: bool
    """The selected direction leads there."""
    ring: Colour | None
    """The ink of the ring where a step could cover it."""


def _draw_site(canvas: Canvas, layout: Layout, x: int, y: int, site: _Site) -> None:
    """A caravanserai, with a good or without."""
    colours = canvas.pens.palette
    number, has_good = site.number, site.has_good
    if draws_trains(canvas, layout):
        _draw_small_site(canvas, x, y, site)
        return
    block = colours.block[site.colour]
    letter = COLOUR_LETTERS[site.colour]
    wall, ink = (block, colours.ink) if has_good else site_colours(colours, site.colour)
    if site.is_target and not has_good and canvas.pens.has_tones:
        wall = mix(wall, block, LIT)
        ink = readable(ink, wall, READABLE)
    if draws_things(canvas, layout):
        shade, site_ink = site_colours(colours, site.colour) if has_good else (wall, ink)
        draw_house(canvas, x, y, letter, shade, site_ink, block if has_good else None)
    elif canvas.pens.has_pixels:
        _wide(canvas, layout, x, y, wall)
        face = f"{letter.upper()}•" if has_good else f"⌂{letter}"
        canvas.put(x, y, face, ink, wall, bold=True)
    else:
        frame = "[{}]" if has_good else "({})"
        body = frame.format(letter.upper() if has_good else letter)
        canvas.put(x - 1, y, body, readable(block, colours.ground, READABLE), bold=has_good)
    if site.is_target:
        framed = not canvas.pens.has_pixels
        left, right = x - 1 - (layout.margin or framed), x + 2 + layout.margin
        if number:
            _put_number(canvas, left, y, number)
        else:
            canvas.put(left, y, "►", colours.accent, bold=True)
        if framed:  # a sign is enough beside a picture, where many can be chosen
            canvas.put(right, y, "◄", colours.accent, bold=True)
    elif number:
        _put_number(canvas, x + 2 + layout.margin, y, number, site.is_chosen)
    elif site.ring is not None:
        canvas.put(x + 2 + layout.margin, y, "○", site.ring, bold=True)


def has_rings(canvas: Canvas, layout: Layout) -> bool:
    """Whether a hexagon has room for a ring around what lies on it."""
    return layout.has_large_pieces and canvas.pens.has_pixels


def _ring_changes(
    canvas: Canvas, layout: Layout, view: CaravanseraiView, marks: Highlights
) -> None:
    """Rings around what has changed since the viewer's last move: bright ones around pieces and
    goods, those of their owners where pieces have come back from."""
    colours = canvas.pens.palette
    for cell, seat in marks.left.items():
        _draw_ring(canvas, layout, view, cell, owner_colour(canvas, seat))
    for cell in marks.changed | marks.put.keys():
        _draw_ring(canvas, layout, view, cell, ring_colour(colours))


def _draw_ring(
    canvas: Canvas, layout: Layout, view: CaravanseraiView, cell: int, colour: Colour,
    other: Colour | None = None,
) -> None:  # fmt: skip
    """The outline of a large hexagon, but for what is written there; in dashes of two colours, if
    there is another one."""
    board = board_for(view["seats"])
    q, r = board.q[cell], board.r[cell]
    middle_x, middle_py = layout.grid.middle(q, r)
    left, top = int(middle_x), int(middle_py - 0.5)
    tones = colour, colour if other is None else other
    for across, down in _ring(layout.grid.width, layout.grid.pitch):
        if not canvas.has_text(left + across, (top + down) // 2):
            dash = (across // DASH + down // DASH) % 2
            canvas.pixel(left + across, top + down, tones[dash])


@lru_cache(8)
def _ring(width: int, pitch: float) -> Sequence[tuple[int, int]]:
    """The pixels along the edge of a hexagon, from its middle."""
    grid = HexGrid(0, 0, width, pitch)
    inside = {
        (x, py)
        for x in range(-width, width)
        for py in range(-width, width)
        if grid.hex_at(x + 0.5, py + 0.5) == (0, 0)
    }
    return [
        (x, py)
        for x, py in sorted(inside)
        if not {(x - 1, py), (x + 1, py), (x, py - 1), (x, py + 1)} <= inside
    ]


def _draw_print(canvas: Canvas, x: int, y: int, seat: int) -> None:
    """What a piece leaves where it has just come back from: a dot in its owner's colour."""
    colours = canvas.pens.palette
    canvas.put(x, y, PRINT_SIGN, mix(colours.hexagon[1], owner_colour(canvas, seat), PRINT))


def _draw_giver(canvas: Canvas, layout: Layout, x: int, y: int, seat: int) -> None:
    """The mark of the seat that has just put a good, left of it."""
    colours = canvas.pens.palette
    aside = 1 + layout.margin + (not canvas.pens.has_pixels)
    ground = owner_colour(canvas, seat)
    canvas.put(x - aside, y, canvas.pens.mark(seat), colours.ink, ground, bold=True)


def _draw_small_site(canvas: Canvas, x: int, y: int, site: _Site) -> None:
    """A caravanserai without a house; one to choose in its full colour, with its key or a sign."""
    colours = canvas.pens.palette
    block, letter = colours.block[site.colour], COLOUR_LETTERS[site.colour]
    wall, ink = site_colours(colours, site.colour, canvas.pens.has_tones)
    if canvas.pens.has_tones:
        wall = sign_colour(canvas.pens, site.colour)
    is_lit = site.is_target or site.number != ""
    if is_lit or site.has_good:
        wall, ink = block, colours.ink
    if canvas.pens.has_tones and (is_lit or not site.has_good):
        ink = readable(ink, wall, SMALL_READABLE)
    face = f"{letter.upper()}•" if site.has_good else f"⌂{letter}"
    if site.number:  # apart from its key
        x += 1
    canvas.put(x, y, face, ink, wall, bold=True)
    if site.is_target and not site.number:
        canvas.put(x - 1, y, "►", colours.ink, colours.accent, bold=True)
    elif site.ring is not None:
        canvas.put(x + 2, y, "○", site.ring, bold=True)


def _brackets(
    canvas: Canvas, layout: Layout, x: int, y: int, left: str, right: str, ink: Colour
) -> None:
    """Signs to the left and right of a piece."""
    aside = layout.margin + draws_things(canvas, layout)
    canvas.put(x - 1 - aside, y, left, ink, bold=True)
    canvas.put(x + 2 + aside, y, right, ink, bold=True)


def _draw_caravan(
    canvas: Canvas, layout: Layout, view: CaravanseraiView, seat: int, pieces: list[int],
    marks: Highlights,
) -> None:  # fmt: skip
    """A caravan: a ribbon from its tail to its head, and its pieces."""
    if not pieces:
        return
    board, colours = board_for(view["seats"]), canvas.pens.palette
    points = tuple(layout.grid.middle(board.q[piece >> 3], board.r[piece >> 3]) for piece in pieces)
    owner = owner_colour(canvas, seat)
    line = mix(owner, colours.dune[0], 0.12)
    ribbon(canvas, points, line, 1.2 + 0.8 * layout.margin)
    for place, piece in enumerate(pieces):
        cell, kind = piece >> 3, piece & 7
        x, y = spot(layout, view, cell)
        mark = "×" if cell in marks.returned else canvas.pens.mark(seat)
        _draw_piece(canvas, layout, view, cell, kind, mark, owner, marks)
        if place == 0:
            tail = "o" if canvas.pens.is_ascii else "°"
            canvas.put(x - 1 - layout.margin, y, tail, owner, bold=True)
        if place == len(pieces) - 1 and kind == STANDING:
            _brackets(canvas, layout, x, y, "«", "»", head_ink(colours, seat))


def _draw_piece(
    canvas: Canvas, layout: Layout, view: CaravanseraiView, cell: int, kind: int, mark: str,
    ground: Colour, marks: Highlights,
) -> None:  # fmt: skip
    """The mark of a seat, and a letter on the colour of its good; underlined on a caravanserai."""
    colours = canvas.pens.palette
    x, y = spot(layout, view, cell)
    if cell in marks.fresh:
        ground = mix(ground, colours.accent, 0.8)
    letter, tone = letter_of(kind), colour_of(colours, kind, ground)
    letter = letter.upper() if cell in marks.not_counted else letter
    is_camel = kind in (STANDING, LYING_DOWN)
    is_on_site = view["cells"][cell] != PLAIN
    if draws_things(canvas, layout):
        margin = layout.margin
        if is_camel:
            draw_camel(canvas, x, y, margin, kind, mark, ground, is_on_site)
        else:
            draw_crate(
                canvas, x, y, margin, letter, tone, tag=mark, ground=ground, underline=is_on_site
            )
        return
    _wide(canvas, layout, x, y, ground)
    if layout.margin and not is_camel:
        inner = layout.margin - 1
        canvas.rect(x + 1, 2 * y - inner, layout.margin + 1, 2 + 2 * inner, tone)
    canvas.put(x, y, mark, colours.ink, ground, bold=True)
    canvas.put(x + 1, y, letter, colours.ink, tone, bold=True, underline=is_on_site)
    if cell in marks.changed and not canvas.pens.has_pixels:
        canvas.put(x + 2, y, NEW_SIGN, colours.text, bold=True)


def _draw_planned(
    canvas: Canvas, layout: Layout, view: CaravanseraiView, cell: int, kind: int,
    marks: Highlights,
) -> None:  # fmt: skip
    """A piece that the selected step would lay."""
    sign = planned_sign(cell, marks)
    _draw_piece(canvas, layout, view, cell, kind, sign, plan_colour(canvas.pens.palette), marks)


def _draw_cursor(canvas: Canvas, layout: Layout, view: CaravanseraiView, cell: int) -> None:
    """Mark a cell in the accent colour: a dashed ring on a large hexagon, all of a small one but
    its text, of a piece on it only signs beside that, as where there are no pixels."""
    colours = canvas.pens.palette
    x, y = spot(layout, view, cell)
    aside = layout.margin
    if draws_trains(canvas, layout):
        if any(piece >> 3 == cell for pieces in view["caravans"] for piece in pieces):
            # The accent around it would be taken for the colour of its owner, which is like it.
            ground = colours.raised if colours.dark else colours.ground
            canvas.put(x - 1, y, "►", colours.accent, ground, bold=True)
            canvas.put(x + 2, y, "◄", colours.accent, ground, bold=True)
            return
        left, first, high = hexagons_of(layout.grid, view["seats"])[cell]
        for line in range(first, first + high):
            is_tip = line in (first, first + high - 1)
            if line // 2 != y:
                canvas.rect(left + is_tip, line, SMALLEST - 2 * is_tip, 1, colours.accent)
        canvas.put(x - 1, y, "►", colours.ink, colours.accent, bold=True)
        canvas.put(x + 2, y, "◄", colours.ink, colours.accent, bold=True)
        return
    if canvas.pens.has_pixels:
        _draw_ring(canvas, layout, view, cell, colours.accent, colours.ink)
        return
    is_framed = view["cells"][cell] != PLAIN and canvas.has_text(x - 1, y)
    canvas.put(x - 1 - (aside or is_framed), y, "►", colours.ink, colours.accent, bold=True)
    canvas.put(x + 2 + aside, y, "◄", colours.ink, colours.accent, bold=True)
