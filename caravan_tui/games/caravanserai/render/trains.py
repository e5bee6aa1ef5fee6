"""Caravans as trains of small pieces, where a hexagon is four columns wide: crates and camels have
no room there."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter

from attrs import frozen

from caravan_tui.games.caravanserai.pieces import PLAIN, board_for
from caravan_tui.games.caravanserai.render.highlights import Highlights
from caravan_tui.games.caravanserai.render.inks import (
    changed_colour,
    colour_of,
    letter_of,
    owner_colour,
    plan_colour,
)
from caravan_tui.games.caravanserai.render.layout import Layout, spot, spots_of
from caravan_tui.games.caravanserai.state import STANDING
from caravan_tui.games.caravanserai.view import CaravanseraiView
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, mix
from caravan_tui.widgets.drawing.hexes import SMALLEST, HexGrid

ROPE = 0.3
"""How much darker than its owner's colour a rope is, so that the pieces stand out."""


def planned_sign(cell: int, marks: Highlights) -> str:
    """What marks a piece that would be laid: of a short caravan it may come back at once."""
    return "×" if cell in marks.returned else "+"


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


def draws_trains(canvas: Canvas, layout: Layout) -> bool:
    """Whether a caravan is a train of small pieces, where crates and camels have no room."""
    return not layout.margin and canvas.pens.has_pixels


def draw_trains(canvas: Canvas, layout: Layout, view: CaravanseraiView, marks: Highlights) -> None:
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
def hexagons_of(grid: HexGrid, seats: int) -> Sequence[tuple[int, int, int]]:
    """First column, first line of pixels and number of lines of each of the smallest hexagons."""
    return [
        (x - 1, grid.tip(r), len(grid.lines(r)))
        for (x, _y), r in zip(spots_of(grid, seats), board_for(seats).r, strict=True)
    ]


def fill_hexagon(
    canvas: Canvas, layout: Layout, view: CaravanseraiView, cell: int, colour: Colour
) -> None:
    """Fill one of the smallest hexagons."""
    x, line, high = hexagons_of(layout.grid, view["seats"])[cell]
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
            _Link(seat, cell, kind, planned_sign(cell, marks), is_head=cell == marks.end)
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
    ends = spots[link.cell], spots[following.cell]
    (x, y), (low_x, low_y) = sorted(ends, key=itemgetter(1))
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
