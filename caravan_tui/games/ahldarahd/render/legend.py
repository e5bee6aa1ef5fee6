"""Draws the legend: what the signs of the table mean."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from caravan_tui.games.ahldarahd.render.look import Look
from caravan_tui.games.ahldarahd.view import AhldarahdView
from caravan_tui.i18n import _, _p
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour
from caravan_tui.widgets.drawing.palette import Palette

ROOMY = 36
"""Columns from which there are words instead of short forms."""


@frozen
class Sign:
    """A sign as it is drawn."""

    text: str
    ink: Colour
    ground: Colour | None = None


Row = tuple[Sequence[Sign], str]
"""Signs side by side, and what they mean."""


def right_letter() -> str:
    """A Right of Passage in one letter."""
    return _p("a Right of Passage", "R")


def gold_letter() -> str:
    """Gold in one letter."""
    return _p("gold", "g")


def card_letter() -> str:
    """Cards in one letter."""
    return _p("cards", "c")


def draw_map_legend(canvas: Canvas, look: Look, x: int, y: int, width: int, end: int) -> int:
    """The signs of the maps, if there is room for all above the row `end`.

    Returns the row after them, `y` if nothing was drawn.
    """
    rows = map_rows(canvas.pens.palette, look, width)
    return y if y + len(rows) > end else _draw(canvas, rows, x, y, width, end)


def draw_legend(
    canvas: Canvas, view: AhldarahdView, look: Look, x: int, y: int, width: int, end: int
) -> int:
    """All signs, as many as fit above the row `end`; returns the row after them."""
    rows = legend_rows(canvas.pens.palette, view, look, width)
    return _draw(canvas, rows, x, y, width, end)


def _draw(canvas: Canvas, rows: list[Row], x: int, y: int, width: int, end: int) -> int:
    colours = canvas.pens.palette
    spare = end - y - len(rows)
    rows = rows[: end - y]
    y += spare > 0
    if spare > 1:
        canvas.put(x, y, _("Signs"), colours.text, bold=True)
        y += 1
    lengths = [sum(len(sign.text) for sign in signs) for signs, _words in rows]
    longest = 3 if width >= ROOMY - 1 else 2
    room = max((length for length in lengths if length <= longest), default=0)
    for signs, words in rows:
        column = x
        for sign in signs:
            ground = sign.ground if canvas.pens.has_pixels else None
            ink = sign.ink if ground is not None or sign.ground is None else sign.ground
            column = canvas.put(column, y, sign.text, ink, ground, bold=True)
        column = max(x + room + 1, column + 1)
        canvas.put(column, y, words[: x + width - column], colours.soft)
        y += 1
    return y


def legend_rows(colours: Palette, view: AhldarahdView, look: Look, width: int) -> list[Row]:
    """All signs of the table, those of the maps first."""
    return map_rows(colours, look, width) + _other_rows(colours, view, look, width)


def map_rows(colours: Palette, look: Look, width: int) -> list[Row]:
    """The signs of the maps."""
    mark, seat = look.marks[0], colours.seat[0]
    text = colours.text
    land, sea = ("--", "~~") if look.ascii else ("╌╌", "≈≈")
    owner = Sign(mark, colours.ink, seat)
    city = Sign(f"{mark}{_('Salt')}", colours.ink, seat)
    price = Sign("7", colours.ink, colours.gold)
    right = Sign(right_letter() + mark, text)
    if width < ROOMY - 1:
        return [
            ((Sign(land, text),), _("by land") + "  " + sea + " " + _("by sea")),
            ((owner,), _("owns route, holds city")),
            ((Sign("6", text),), _("price; a city's routes")),
            ((price,), _("available now")),
            ((right,), _("may build on that map")),
        ]
    return [
        ((Sign(land, text),), _("a land route, with its price")),
        ((Sign(sea, text),), _("a sea route, with its price")),
        ((price,), _("a route available now")),
        ((owner,), _("on a route: its owner")),
        ((city,), _("a city this player controls")),
        ((Sign("6", text),), _("routes of a city; what it pays")),
        ((right,), _("Right: may build on that map")),
        ((Sign(_("camel down"), text),), _("has paid: can only bid 0")),
    ]


def _other_rows(colours: Palette, view: AhldarahdView, look: Look, width: int) -> list[Row]:
    text = colours.text
    is_roomy = width >= ROOMY - 1
    sign = "*7*" if look.ascii else "►◄"
    held = (
        Sign(f"5{gold_letter()}", colours.ink, colours.gold),
        Sign(f"2{card_letter()}", colours.paper_ink, colours.paper[0]),
    )
    rows: list[Row] = [
        ((Sign(sign, colours.accent),), _("changed since your last move")),
        ((Sign("2?", text),), _("cards nobody has seen")),
    ]
    if not is_roomy:
        favours = " ".join(word[:2] for word in (_("Shah"), _("Eyes"), _("Queen")))
        rows = [
            ((Sign(sign, colours.accent),), _("has just changed")),
            (held, _("gold, cards in hand")),
            ((Sign(_("down"), text),), _("paid: can only bid 0")),
            ((Sign(favours, text),), _("the favours")),
            ((Sign("2?", text),), _("cards nobody has seen")),
        ]
    if view["options"]["outsider"]:
        night = _("a city where routes may fall") if is_roomy else _("routes may fall there")
        rows.append(((Sign("!", colours.loss),), night))
        rows.append(((Sign(_("black {count}").format(count=2), text),), _("chips in the bank")))
    return rows
