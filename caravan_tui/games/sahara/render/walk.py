"""A camel that walks from the space it has left to the one where it is set."""

from __future__ import annotations

from attrs import frozen

from caravan_tui.games.sahara.pieces import SIZE, SUPPLY
from caravan_tui.games.sahara.render.camels import SHADE, Camel, Standing, standings
from caravan_tui.games.sahara.render.layout import Layout
from caravan_tui.games.sahara.view import SaharaView
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import mix

FIRST_SHARE = 0.4
"""How much of its colour a camel that appears at the edge of the board has in its first frame."""


@frozen
class Walk:
    """The way of a camel."""

    seat: int
    source: int
    """The space that it has left, or SUPPLY."""
    target: int


def can_walk(layout: Layout) -> bool:
    """Whether camels are pictures, which alone can be seen between two spaces."""
    return bool(standings(layout, 0, [Camel(0, -1, False)], -1))


def without_walker(view: SaharaView, walk: Walk) -> SaharaView:
    """The position without the camel, which has not reached its space yet."""
    herds = list(view["camels"])
    herd = list(herds[walk.seat])
    number = next(
        (n for n, (space, good, _) in enumerate(herd) if space == walk.target and good < 0), None
    )
    if number is None:
        return view
    del herd[number]
    herds[walk.seat] = herd
    return {**view, "camels": herds}


def draw_walker(canvas: Canvas, layout: Layout, walk: Walk, share_done: float) -> None:
    """Draw the camel so far on its way. It looks where it goes; one of the supply comes from the
    nearest edge of the board, or appears there by and by."""
    camel = Camel(walk.seat, -1, False)
    first = _edge_near(walk.target) if walk.source == SUPPLY else walk.source
    appears = first == walk.target
    start, end = _standing(layout, first, camel), _standing(layout, walk.target, camel)
    x = start.x + round((end.x - start.x) * share_done)
    rows = round((end.py - start.py) / 2 * share_done)  # of cells: the sign fills one
    is_mirrored, picture = end.x < start.x, end.pose.picture
    here = Standing(camel, end.pose, x, start.py + 2 * rows)
    colours = canvas.pens.palette
    seat = colours.seat[walk.seat]
    legs = {"body": seat, "feet": mix(seat, colours.ground, SHADE)}
    share = FIRST_SHARE + (1 - FIRST_SHARE) * share_done if appears else 1.0
    canvas.sprite(here.x, here.py, picture, legs, mirrored=is_mirrored, share=share)
    if not appears:
        across = picture.width - 1 - here.pose.mark[0] if is_mirrored else here.pose.mark[0]
        mark = canvas.pens.mark(walk.seat)
        canvas.put(here.x + across, here.mark_row, mark, colours.ink, seat, bold=True)


def _standing(layout: Layout, space: int, camel: Camel) -> Standing:
    """The camel on a space, as if it had no label and nobody else were there."""
    return standings(layout, space, [camel], -1)[0]


def _edge_near(space: int) -> int:
    """The space at the nearest edge of the board, in the same row or column."""
    row, column = divmod(space, SIZE)
    last = SIZE - 1
    edges = {
        row * SIZE: column, row * SIZE + last: last - column,
        column: row, last * SIZE + column: last - row,
    }  # fmt: skip
    return min(edges, key=edges.__getitem__)
