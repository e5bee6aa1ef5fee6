"""What lies on the hexagons: caravanserais, caravans, and what a step would do."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import dist

from attrs import define, field, frozen

from caravan_tui.games.caravanserai.pieces import COLOUR_LETTERS, PLAIN, board_for
from caravan_tui.games.caravanserai.render.ground import sign_colour, yard_colour
from caravan_tui.games.caravanserai.render.large import (
    draw_camel,
    draw_crate,
    draw_house,
    draws_things,
)
from caravan_tui.games.caravanserai.render.layout import Layout
from caravan_tui.games.caravanserai.state import LYING_DOWN, STANDING
from caravan_tui.games.caravanserai.view import CaravanseraiView
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import READABLE, Colour, contrast, lab, mix, readable
from caravan_tui.widgets.drawing.hexes import SMALLEST, HexGrid
from caravan_tui.widgets.drawing.palette import Palette
from caravan_tui.widgets.drawing.shapes import ribbon

WALL, SLATE_WALL = 0.6, 0.2
"""How much of the ground of its hexagon the wall of a caravanserai without a good has; of a black
one by night, on a hexagon that is nearly black."""

LIT = 0.85
"""How much more of its colour a caravanserai has that can be chosen."""

LIT_AROUND = 0.6
"""How much of its colour its hexagon has then, where no house has room: less than its sign, so that
neighbours of one colour are told apart."""

CHANGED = 0.45
"""How far pieces that the others have just laid are lightened, where no ring has room."""

APART, DEEPER = 20, 0.5
"""How far apart in CIE L*a*b* the colours of a seat and of goods are at least, and how far that of
the seat is mixed with that of texts where they are not."""

SMALL_READABLE = 7.0
"""The contrast of the letters of a caravanserai that is as small as they are, as far as its wall
lets them have it."""

ROPE = 0.3
"""How much darker than its owner's colour a rope is, so that the pieces stand out."""

NEW_SIGN = "!"
"""What stands beside pieces that the others have just laid, where there are no pixels."""

DASH = 2
"""Pixels of a dash in the ring of the cursor, which no other ring has."""

FAINT_RING = 0.7
"""The share of the colour of texts in the ring of a cell that another choice could cover."""

PRINT = 0.75
"""How strong the print is that a piece leaves where it came back from."""

PRINT_SIGN = "•"
"""That print: smaller than the mark of a seat, which would look like a piece."""


@define
class Highlights:
    """What is highlighted, by cell."""

    numbers: Mapping[int, str] = field(factory=dict)
    """Keys to press, on the cells that they lead to."""
    targets: frozenset[int] = frozenset()
    """Caravanserais to choose from."""
    reachable: frozenset[int] = frozenset()
    """Cells that the selected step could cover; of a direction, on which a placement can end."""
    possible: frozenset[int] = frozenset()
    """Cells that the other steps could cover."""
    ends: frozenset[int] = frozenset()
    """Cells on which a placement can end, before a direction is chosen."""
    chosen: frozenset[int] = frozenset()
    """Where the selected direction leads: all of its hexagon is lit, of other ones the number."""
    planned: Mapping[int, int] = field(factory=dict)
    """The kinds of the pieces that the selected step would lay."""
    end: int | None = None
    """Where the last camel of a whole placement would stand: the head then."""
    returned: frozenset[int] = frozenset()
    """Pieces that would come back from the tail."""
    not_counted: frozenset[int] = frozenset()
    """Pieces of this turn that do not count."""
    changed: frozenset[int] = frozenset()
    """Pieces that the others have laid since the viewer's last move."""
    left: Mapping[int, int] = field(factory=dict)
    """Cells from which pieces have come back since then, with the seat that they belong to."""
    put: Mapping[int, int] = field(factory=dict)
    """Caravanserais on which the others have put goods since then, with the seat that did."""
    fresh: frozenset[int] = frozenset()
    """Pieces of the newest step, while it is being shown."""


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
                _fill_hexagon(canvas, layout, view, cell, around)
            elif not marks.chosen or cell in marks.chosen or not canvas.pens.has_tones:
                _fill_hexagon(canvas, layout, view, cell, plan_colour(colours))
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
                canvas.put(x + 1, y, "○", _ring_ink(canvas, is_reachable), bold=is_reachable)
                if cell in marks.ends and (seat := marks.left.get(cell)) is not None:
                    _draw_print(canvas, x, y, seat)  # beside it: nearly all cells have rings now
            elif (seat := marks.left.get(cell)) is not None:
                _draw_print(canvas, x + 1, y, seat)
            else:
                bare.append((x + 1, y))
            continue
        has_ring = (is_reachable or is_possible) and not (number and has_trains)
        ring = _ring_ink(canvas, is_reachable) if has_ring else None
        is_chosen = cell in marks.chosen
        site = _Site(colour, cell in goods, cell in marks.targets, number, is_chosen, ring)
        _draw_site(canvas, layout, x, y, site)
        if (seat := marks.put.get(cell)) is not None and not (number or site.is_target):
            _draw_giver(canvas, layout, x, y, seat)
    canvas.put_each(bare, "·", mix(colours.hexagon[1], colours.text, 0.3))
    if has_trains:
        _draw_trains(canvas, layout, view, marks)
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


def spot(layout: Layout, view: CaravanseraiView, cell: int) -> tuple[int, int]:
    """The column of the first of a cell's two characters, and its row."""
    return spots_of(layout.grid, view["seats"])[cell]


@lru_cache(8)
def spots_of(grid: HexGrid, seats: int) -> Sequence[tuple[int, int]]:
    """The spots of all cells of the board for a number of seats."""
    board = board_for(seats)
    return [
        (int(grid.middle(q, r)[0]) - 1, grid.text_row(r))
        for q, r in zip(board.q, board.r, strict=True)
    ]


EMPTY = (0, 0)
"""Instead of columns, where a row of text has no hexagon."""


@lru_cache(8)
def free_columns(grid: HexGrid, seats: int, height: int) -> Sequence[tuple[int, int]]:
    """Of each row of text the first column of the smallest hexagons, and the one after the last."""
    board, half = board_for(seats), grid.width // 2
    ends: list[tuple[int, int]] = []
    for y in range(height):
        columns = [
            x + 1
            for (x, _row), r in zip(spots_of(grid, seats), board.r, strict=True)
            if not {2 * y, 2 * y + 1}.isdisjoint(grid.lines(r))
        ]
        ends.append((min(columns) - half, max(columns) + half) if columns else EMPTY)
    return ends


@lru_cache(8)
def targets_of(grid: HexGrid, seats: int) -> Sequence[tuple[int, int, int, int, int]]:
    """Where each cell can be clicked: column, row, columns and rows, and the cell."""
    width, rows = grid.width, max(1, int(grid.pitch) // 2)
    return [
        (x + 1 - width // 2, y - (rows - 1) // 2, width, rows, cell)
        for cell, (x, y) in enumerate(spots_of(grid, seats))
    ]


def site_colours(
    colours: Palette, colour: int, fills_hexagon: bool = False
) -> tuple[Colour, Colour]:
    """Ground and ink of a caravanserai without a good: its colour as a shade, so that a good on it
    stands out. `fills_hexagon`: it has no wall of its own."""
    block, is_slate = colours.block[colour], COLOUR_LETTERS[colour] == "b"
    share = 1.0 if fills_hexagon else SLATE_WALL if is_slate and colours.dark else WALL
    wall = mix(block, yard_colour(colours, colour), share)
    # Slate is about as dark as sand by night: the letter on it has to be seen.
    light = 0.95 if is_slate else 0.7
    inks = (mix(block, colours.text, light), mix(block, colours.ink, 0.85))
    return wall, readable(max(inks, key=lambda ink: contrast(ink, wall)), wall, READABLE)


def letter_of(kind: int) -> str:
    """The letter of a good, or of a camel that stands or lies."""
    return {STANDING: "C", LYING_DOWN: "L"}.get(kind) or COLOUR_LETTERS[kind]


def colour_of(colours: Palette, kind: int, camel: Colour) -> Colour:
    """The ground below that letter: a good has its own, a camel that of its seat."""
    return camel if kind in (STANDING, LYING_DOWN) else colours.block[kind]


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


def _ring_ink(canvas: Canvas, is_reachable: bool) -> Colour:
    """The ink of the ring of a cell that a step could cover: bright for the selected step, else
    faint, but readable on sand."""
    colours = canvas.pens.palette
    if is_reachable or not canvas.pens.has_tones:
        return colours.accent
    return mix(colours.hexagon[1], colours.text, FAINT_RING)


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


def ring_colour(colours: Palette) -> Colour:
    """The colour of the rings around new pieces: that of texts, which no piece and no cursor
    has."""
    return colours.text


def plan_colour(colours: Palette) -> Colour:
    """The ground of what a step would lay, and of the numbers of directions: the accent colour; by
    day, when that is nearly the purple of goods, the blue of an oasis, which no good has."""
    return colours.accent if colours.dark else colours.oasis


def owner_colour(canvas: Canvas, seat: int) -> Colour:
    """The colour of a seat's pieces: darker than that of the seat where goods beside it have the
    same one, as red by day."""
    colours = canvas.pens.palette
    colour = colours.seat[seat]
    if colours.dark or not canvas.pens.has_tones:
        return colour
    nearest = min(dist(lab(colour), lab(block)) for block in colours.block)
    return colour if nearest >= APART else mix(colour, colours.text, DEEPER)


def changed_colour(canvas: Canvas, seat: int) -> Colour:
    """The colour of the pieces of a train that its owner has just laid."""
    return mix(owner_colour(canvas, seat), canvas.pens.palette.text, CHANGED)


def head_ink(colours: Palette, seat: int) -> Colour:
    """The colour of the signs around a head on sand: that of its seat, as the cursor alone has the
    accent."""
    return readable(colours.seat[seat], colours.hexagon[1], 3.0)


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
    sign = _planned_sign(cell, marks)
    _draw_piece(canvas, layout, view, cell, kind, sign, plan_colour(canvas.pens.palette), marks)


def _planned_sign(cell: int, marks: Highlights) -> str:
    """What marks a piece that would be laid: of a short caravan it may come back at once."""
    return "×" if cell in marks.returned else "+"


# Trains, where a hexagon is four columns wide


@frozen
class _Link:
    """A piece of a train, from tail to head."""

    seat: int
    cell: int
    kind: int
    sign: str
    """What takes the place of its owner's mark: what a placement would do with it; empty: nothing
    does."""
    is_tail: bool = False
    is_head: bool = False

    @property
    def is_camel(self) -> bool:
        """Whether it is a camel that stands."""
        return self.kind == STANDING


def draws_trains(canvas: Canvas, layout: Layout) -> bool:
    """Whether a caravan is a train of small pieces, where crates and camels have no room."""
    return not layout.margin and canvas.pens.has_pixels


def _draw_trains(canvas: Canvas, layout: Layout, view: CaravanseraiView, marks: Highlights) -> None:
    """All caravans as trains, with the pieces that the selected step would lay.

    Ropes join the pieces that follow each other, so that those that only lie beside each other are
    told from them.
    """
    trains = [_links_of(view, seat, marks) for seat in range(view["seats"])]
    for link, following in itertools.chain.from_iterable(map(itertools.pairwise, trains)):
        _draw_rope(canvas, layout, view, link, following, marks)
    for link in itertools.chain(*trains):
        _write_link(canvas, layout, view, link, marks)


@lru_cache(8)
def _hexagons_of(grid: HexGrid, seats: int) -> Sequence[tuple[int, int, int]]:
    """First column, first line of pixels and number of lines of each of the smallest hexagons."""
    return [
        (x - 1, grid.tip(r), len(grid.lines(r)))
        for (x, _y), r in zip(spots_of(grid, seats), board_for(seats).r, strict=True)
    ]


def _fill_hexagon(
    canvas: Canvas, layout: Layout, view: CaravanseraiView, cell: int, colour: Colour
) -> None:
    """Fill one of the smallest hexagons."""
    x, line, high = _hexagons_of(layout.grid, view["seats"])[cell]
    canvas.rect(x, line, SMALLEST, high, colour, rounded=True)


def _links_of(view: CaravanseraiView, seat: int, marks: Highlights) -> list[_Link]:
    """The pieces of a caravan, and those that its owner would lay."""
    pieces = view["caravans"][seat]
    train = []
    for place, piece in enumerate(pieces):
        cell, kind = piece >> 3, piece & 7
        is_returned = cell in marks.returned
        is_head = place == len(pieces) - 1 and kind == STANDING and not is_returned
        is_tail = place == 0 and len(pieces) > 1
        train.append(_Link(seat, cell, kind, "×" if is_returned else "", is_tail, is_head))
    if seat == view["turn"]:
        train += [
            _Link(seat, cell, kind, _planned_sign(cell, marks), is_head=cell == marks.end)
            for cell, kind in marks.planned.items()
        ]
    return train


def _train_colour(canvas: Canvas, link: _Link, marks: Highlights) -> Colour:
    """The colour of a piece of a train: paler where it would come back."""
    colours = canvas.pens.palette
    colour = owner_colour(canvas, link.seat)
    if link.cell in marks.planned:
        return plan_colour(colours)
    if link.cell in marks.fresh:
        return mix(colour, colours.accent, 0.8)
    if link.cell in marks.returned:
        return mix(colour, colours.hexagon[1], 0.45)
    return changed_colour(canvas, link.seat) if link.cell in marks.changed else colour


def _draw_rope(
    canvas: Canvas, layout: Layout, view: CaravanseraiView, link: _Link, following: _Link,
    marks: Highlights,
) -> None:  # fmt: skip
    """Draw the rope between two pieces that follow each other: all that is free between them, in
    the colour of their owner, darkened."""
    colour = _train_colour(canvas, link if following.cell in marks.planned else following, marks)
    if canvas.pens.has_tones:
        colour = mix(colour, canvas.pens.palette.dune[0], ROPE)
    spots = spots_of(layout.grid, view["seats"])
    (x, y), (low_x, low_y) = sorted((spots[link.cell], spots[following.cell]), key=lambda at: at[1])
    if y == low_y:
        canvas.rect(min(x, low_x) + 2, 2 * y, 2, 2, colour)
        return
    # The column beside the upper piece leads down to the one beside the lower piece.
    upper, lower = (x + 2, low_x - 1) if low_x > x else (x - 1, low_x + 2)
    canvas.rect(upper, 2 * y, 1, 2 * (low_y - y), colour)
    canvas.rect(lower, 2 * low_y, 1, 2, colour)


def _write_link(
    canvas: Canvas, layout: Layout, view: CaravanseraiView, link: _Link, marks: Highlights
) -> None:
    """Write on a piece its owner's mark and its letter; on a head and on a tail what they are."""
    colours = canvas.pens.palette
    x, y = spot(layout, view, link.cell)
    ground = _train_colour(canvas, link, marks)
    tone = colour_of(colours, link.kind, ground)
    mark, letter = link.sign or canvas.pens.mark(link.seat), letter_of(link.kind)
    letter = letter.upper() if link.cell in marks.not_counted else letter
    is_on_site = view["cells"][link.cell] != PLAIN
    canvas.put(x, y, mark, colours.ink, ground, bold=True)
    canvas.put(x + 1, y, letter, colours.ink, tone, bold=True, underline=is_on_site)
    if link.is_head:
        canvas.put(x - 1, y, "«", colours.ink, ground, bold=True)
        canvas.put(x + 2, y, "»", colours.ink, ground, bold=True)
    elif link.is_tail and not link.sign:
        canvas.put(x - 1, y, "°", colours.ink, ground, bold=True)


def _draw_cursor(canvas: Canvas, layout: Layout, view: CaravanseraiView, cell: int) -> None:
    """Mark a cell in the accent colour: a dashed ring on a large hexagon, all of a small one but
    its text, signs around it where there are no pixels."""
    colours = canvas.pens.palette
    x, y = spot(layout, view, cell)
    aside = layout.margin
    if draws_trains(canvas, layout):
        left, first, high = _hexagons_of(layout.grid, view["seats"])[cell]
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
