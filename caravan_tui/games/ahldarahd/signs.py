"""Draws what the signs of the table mean."""

from __future__ import annotations

from rich.style import Style

from caravan_tui.games.ahldarahd.look import Look
from caravan_tui.games.contract import View
from caravan_tui.widgets.canvas import Canvas
from caravan_tui.widgets.legend import Sign
from caravan_tui.words import _, _p

ROOMY = 36
"""Columns from which there are words instead of short forms."""

UNDERLINED = Style(underline=True)


def right_letter() -> str:
    """A Right of Passage in one letter."""
    return _p("a Right of Passage", "R")


def signs(canvas: Canvas, look: Look, x: int, y: int, width: int, end: int) -> int:
    """What the signs of the maps mean, if there is room for all; the row after them."""
    lines = _of_maps(look, width)
    return y if y + len(lines) > end else _draw(canvas, look, lines, x, y, width, end)


def all_signs(canvas: Canvas, view: View, look: Look, x: int, y: int, width: int, end: int) -> int:
    """What all signs of this table mean, those of the maps first; the row after them."""
    return _draw(canvas, look, _of_maps(look, width) + _more(view, look, width), x, y, width, end)


def count(view: View, look: Look, width: int) -> int:
    """Rows of all signs."""
    return len(_of_maps(look, width)) + len(_more(view, look, width))


def _draw(
    canvas: Canvas, look: Look, lines: list[tuple[Sign, str]], x: int, y: int, width: int, end: int
) -> int:
    spare = end - y - len(lines)
    lines = lines[: end - y]
    row = y + (spare > 0)
    if spare > 1:
        canvas.put(x, row, _("Signs"), look.styles["dim"])
        row += 1
    lengths = [sum(len(text) for text, _style in sign) for sign, _words in lines]
    room = max(
        (length for length in lengths if length <= (5 if width >= ROOMY - 1 else 2)), default=0
    )
    for sign, words in lines:
        at = x
        for text, style in sign:
            at = canvas.put(at, row, text, style)
        at = max(x + room + 1, at + 1)
        canvas.put(at, row, words[: x + width - at], look.styles["dim"])
        row += 1
    return row


def _of_maps(look: Look, width: int) -> list[tuple[Sign, str]]:
    """The signs of the maps, most of them without words of their own."""
    bold, mark = look.styles["bold"], look.marks[0]
    land, sea = ("--", "~~") if look.ascii else ("──", "≈≈")
    dots = ".A.." if look.ascii else f"·{mark}··"
    # As the map has it: in ASCII the mark of a city stands out from its name.
    city = ((mark, bold + Style(reverse=look.ascii)), (_("Salt"), bold + UNDERLINED))
    if width < ROOMY - 1:
        return [
            ([(land, bold)], _("by land") + "  " + sea + " " + _("by sea")),
            ([(mark, bold)], _("owns route, holds city")),
            ([("6", bold)], _("price; a city's routes")),
            ([(right_letter() + mark, bold)], _("may build on that map")),
            ([(dots, bold)], _("a map's cities")),
        ]
    return [
        ([(land, bold)], _("a land route, with its price")),
        ([(sea, bold)], _("a sea route, with its price")),
        ([(mark, bold)], _("on a route: the seat that owns it")),
        (city, _("a city that this seat controls")),
        ([("6", bold)], _("routes of a city; what it pays")),
        ([(right_letter() + mark, bold)], _("Right: to build on that map")),
        ([(dots, bold)], _("the cities of a map in a row")),
        ([(_("camel down"), bold)], _("has paid: may bid 0 only")),
    ]


def _more(view: View, look: Look, width: int) -> list[tuple[Sign, str]]:
    """The other signs: there is room for them on a page of their own."""
    bold = look.styles["bold"]
    roomy = width >= ROOMY - 1
    lines: list[tuple[Sign, str]] = [
        (
            [("7", bold + UNDERLINED)],
            _("a route that can be had now") if roomy else _("can be had now"),
        ),
        ([("2?", bold)], _("cards that nobody has seen")),
    ]
    if not roomy:
        favours = " ".join(word[:2] for word in (_("Shah"), _("Eyes"), _("Queen")))
        lines = [
            lines[0],
            ([(_("down"), bold)], _("paid: may bid 0 only")),
            ([(favours, bold)], _("the favours")),
            ([("2?", bold)], _("cards nobody has seen")),
        ]
    if view["options"]["outsider"]:
        night = _("a city where routes may fall") if roomy else _("routes may fall there")
        lines.append(([("!", bold)], night))
        lines.append(([(_("black {count}").format(count=2), bold)], _("chips of nights")))
    return lines
