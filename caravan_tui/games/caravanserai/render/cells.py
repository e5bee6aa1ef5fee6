"""What lies on the hexagons: caravanserais, caravans, and what a step would do."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, field

from caravan_tui.games.caravanserai.pieces import COLOUR_LETTERS, PLAIN, board_for
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
from caravan_tui.widgets.drawing.colours import Colour, contrast, mix
from caravan_tui.widgets.drawing.palette import Palette
from caravan_tui.widgets.drawing.shapes import ribbon

LOST = 1.8
"""The contrast with the sand below which a shade of a colour can hardly be seen."""


@define
class Highlights:
    """What is highlighted, by cell."""

    numbers: Mapping[int, str] = field(factory=dict)
    """Keys to press, on the cells that they lead to."""
    targets: frozenset[int] = frozenset()
    """Caravanserais to choose from."""
    reachable: frozenset[int] = frozenset()
    """Cells that the selected step could cover."""
    planned: Mapping[int, int] = field(factory=dict)
    """The kinds of the pieces that the selected step would lay."""
    returned: frozenset[int] = frozenset()
    """Pieces that would come back from the tail."""
    not_counted: frozenset[int] = frozenset()
    """Pieces of this turn that do not count."""
    changed: frozenset[int] = frozenset()
    """Pieces that the others have laid since the viewer's last move."""
    fresh: frozenset[int] = frozenset()
    """Pieces of the newest step, while it is being shown."""


def draw_cells(
    canvas: Canvas, layout: Layout, view: CaravanseraiView, marks: Highlights, cursor: int | None
) -> None:
    """Draw everything that can change on a copy of the ground."""
    taken = {piece >> 3 for pieces in view["caravans"] for piece in pieces}
    goods = set(view["goods"])
    for cell, colour in enumerate(view["cells"]):
        if cell not in taken and cell not in marks.planned:
            _draw_empty(canvas, layout, view, cell, colour, cell in goods, marks)
    for seat, pieces in enumerate(view["caravans"]):
        _draw_caravan(canvas, layout, view, seat, pieces, marks)
    for cell, kind in marks.planned.items():
        _draw_planned(canvas, layout, view, cell, kind, marks)
    if cursor is not None:
        _draw_cursor(canvas, layout, view, cursor)


def spot(layout: Layout, view: CaravanseraiView, cell: int) -> tuple[int, int]:
    """The column of the first of a cell's two characters, and its row."""
    board = board_for(view["seats"])
    q, r = board.q[cell], board.r[cell]
    x, _py = layout.grid.middle(q, r)
    return int(x) - 1, layout.grid.text_row(r)


def site_colours(colours: Palette, colour: int) -> tuple[Colour, Colour]:
    """Ground and ink of a caravanserai without a good: its colour as a shade, so that a good on it
    stands out; less of one where it would be lost in the sand."""
    block, sand = colours.block[colour], colours.dune[1]
    share = 0.5 if contrast(block, sand) > LOST else 0.1
    return mix(block, sand, share), mix(block, colours.text, 0.65)


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


def _draw_empty(
    canvas: Canvas, layout: Layout, view: CaravanseraiView, cell: int, colour: int,
    has_good: bool, marks: Highlights,
) -> None:  # fmt: skip
    """A cell without a piece: plain, or a caravanserai, with a good or without."""
    colours = canvas.pens.palette
    x, y = spot(layout, view, cell)
    number = marks.numbers.get(cell, "")
    if colour == PLAIN:
        if number:
            canvas.put(x, y, f"{number} ", colours.ink, colours.accent, bold=True)
        elif cell in marks.reachable:
            canvas.put(x + 1, y, "○", colours.accent, bold=True)
        else:
            canvas.put(x + 1, y, "·", mix(colours.dune[4], colours.text, 0.3))
        return
    block = colours.block[colour]
    letter = COLOUR_LETTERS[colour]
    is_target = cell in marks.targets
    wall, ink = (block, colours.ink) if has_good else site_colours(colours, colour)
    if draws_things(canvas, layout):
        shade, site_ink = site_colours(colours, colour)
        draw_house(canvas, x, y, letter, shade, site_ink, block if has_good else None)
    elif canvas.pens.has_pixels:
        _wide(canvas, layout, x, y, wall)
        canvas.put(x, y, f"{letter.upper()}•" if has_good else f"⌂{letter}", ink, wall, bold=True)
    else:
        frame = "[{}]" if has_good else "({})"
        body = frame.format(letter.upper() if has_good else letter)
        canvas.put(x - 1, y, body, colours.text, bold=has_good)
    if is_target:
        framed = not canvas.pens.has_pixels
        left, right = x - 1 - (layout.margin or framed), x + 2 + layout.margin
        if number:
            canvas.put(left, y, number, colours.ink, colours.accent, bold=True)
        else:
            canvas.put(left, y, "►", colours.accent, bold=True)
        if framed:  # a sign is enough beside a picture, where many can be chosen
            canvas.put(right, y, "◄", colours.accent, bold=True)
    elif number:
        canvas.put(x + 2 + layout.margin, y, number, colours.ink, colours.accent, bold=True)
    elif cell in marks.reachable:
        canvas.put(x + 2 + layout.margin, y, "○", colours.accent, bold=True)


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
    line = mix(colours.seat[seat], colours.dune[0], 0.12)
    ribbon(canvas, points, line, 1.2 + 0.8 * layout.margin)
    for place, piece in enumerate(pieces):
        cell, kind = piece >> 3, piece & 7
        x, y = spot(layout, view, cell)
        mark = "×" if cell in marks.returned else canvas.pens.mark(seat)
        _draw_piece(canvas, layout, view, cell, kind, mark, colours.seat[seat], marks)
        if place == 0:
            tail = "o" if canvas.pens.is_ascii else "°"
            if _is_band(canvas, layout):
                canvas.put(x + 2, y, tail, colours.ink, bold=True)
            else:
                canvas.put(x - 1 - layout.margin, y, tail, colours.seat[seat], bold=True)
        if place == len(pieces) - 1 and kind == STANDING:
            ink = colours.ink if _is_band(canvas, layout) else colours.accent
            _brackets(canvas, layout, x, y, "«", "»", ink)


def _is_band(canvas: Canvas, layout: Layout) -> bool:
    """Whether pieces fill their cells, so that a caravan is a band of its owner's colour."""
    return not layout.margin and canvas.pens.has_pixels


def _draw_piece(
    canvas: Canvas, layout: Layout, view: CaravanseraiView, cell: int, kind: int, mark: str,
    ground: Colour, marks: Highlights,
) -> None:  # fmt: skip
    """The mark of a seat, and a letter on the colour of its good; underlined on a caravanserai."""
    colours = canvas.pens.palette
    x, y = spot(layout, view, cell)
    if cell in marks.fresh:
        ground = mix(ground, colours.accent, 0.8)
    elif cell in marks.changed:
        ground = mix(ground, colours.text, 0.35)
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
    if _is_band(canvas, layout):
        canvas.rect(x - 1, 2 * y, 4, 2, ground)
        left = x if is_camel else x - 1
        canvas.rect(left + 1, 2 * y, 1 if is_camel else 2, 2, tone)
        canvas.put(left, y, mark, colours.ink, ground, bold=True)
        canvas.put(left + 1, y, letter, colours.ink, tone, bold=True, underline=is_on_site)
        return
    _wide(canvas, layout, x, y, ground)
    if layout.margin and not is_camel:
        inner = layout.margin - 1
        canvas.rect(x + 1, 2 * y - inner, layout.margin + 1, 2 + 2 * inner, tone)
    canvas.put(x, y, mark, colours.ink, ground, bold=True)
    canvas.put(x + 1, y, letter, colours.ink, tone, bold=True, underline=is_on_site)


def _draw_planned(
    canvas: Canvas, layout: Layout, view: CaravanseraiView, cell: int, kind: int,
    marks: Highlights,
) -> None:  # fmt: skip
    """A piece that the selected step would lay."""
    _draw_piece(canvas, layout, view, cell, kind, "+", canvas.pens.palette.accent, marks)


def _draw_cursor(canvas: Canvas, layout: Layout, view: CaravanseraiView, cell: int) -> None:
    """Signs around a cell, in the accent colour."""
    colours = canvas.pens.palette
    x, y = spot(layout, view, cell)
    aside = layout.margin
    if canvas.pens.has_pixels:
        canvas.put(x - 1 - aside, y, "▐", colours.accent, bold=True)
        canvas.put(x + 2 + aside, y, "▌", colours.accent, bold=True)
        return
    is_framed = view["cells"][cell] != PLAIN and canvas.has_text(x - 1, y)
    canvas.put(x - 1 - (aside or is_framed), y, "►", colours.ink, colours.accent, bold=True)
    canvas.put(x + 2 + aside, y, "◄", colours.ink, colours.accent, bold=True)
