"""Draws where matching cities would pay: those of the viewer, on its own map and on the others."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.render.layout import Area
from caravan_tui.games.ahldarahd.render.look import Look
from caravan_tui.games.ahldarahd.scoring import MATCHING, Chance, matches
from caravan_tui.games.ahldarahd.text.titles import city_title, map_title
from caravan_tui.games.ahldarahd.view import AhldarahdView, map_names
from caravan_tui.i18n import _, _n
from caravan_tui.widgets.drawing.canvas import Canvas

LEAST_ROWS = 3
"""Rows of the table with one city."""

GAP = 2
"""Columns between two maps."""


def draw_matches(canvas: Canvas, view: AhldarahdView, look: Look, areas: Sequence[Area]) -> None:
    """A row for each city that the viewer controls: the routes that the same city takes on the
    other maps, and the points that it would bring. It stands in the first of the areas that has
    room for words, else for figures, else nowhere."""
    seat = view["seat"]
    if seat is None:
        return
    colours = canvas.pens.palette
    rows = matches(view, seat)
    maps = [seat, *(number for number in range(len(view["routes"])) if number != seat)]
    forms = [
        (area, is_long, widths)
        for is_long in (True, False)
        for area in areas
        if area.height >= LEAST_ROWS
        and (widths := _map_widths(view, look, maps, is_long))
        and _city_width(view) + sum(widths) + GAP * len(maps) <= area.width
    ]
    if not forms:
        return
    area, is_long, widths = forms[0]
    x, y = area.x, area.y
    column = canvas.put(x, y, _("Matching cities"), colours.text, bold=True) + 2
    for text in (
        _("one of yours at home and the same elsewhere: {points} points more"),
        _("at home and elsewhere: {points} points more"),
    ):
        why = text.format(points=MATCHING)
        if column + len(why) <= x + area.width:
            canvas.put(column, y, why, colours.soft)
            break
    if not rows:
        for text in (_("You control no city yet."), _("No city yet.")):
            if len(text) <= area.width:
                canvas.put(x, y + 1, text, colours.soft)
                break
        return
    left = x + _city_width(view) + GAP
    column = left
    for map_index, width in zip(maps, widths, strict=True):
        ink = colours.seat[map_index] if map_index < len(colours.seat) else colours.text
        canvas.put(column, y + 1, _head(view, look, map_index, seat), ink)
        column += width + GAP
    for number, match in enumerate(rows[: area.height - 2]):
        row = y + 2 + number
        name = city_title(from_plain(view["custom"]).names[match.city])
        canvas.put(x, row, name, colours.text)
        column = left
        for map_index, width in zip(maps, widths, strict=True):
            chance = match.chances[map_index]
            ink = colours.soft
            if chance.missing == 0:
                ink = colours.seat[seat]
            elif chance.points and chance.missing > 0 and chance.may_build:
                ink = colours.gain
            words = _words(chance, is_long)
            canvas.put(column, row, words, ink, bold=ink != colours.soft)
            column += width + GAP


def _map_widths(view: AhldarahdView, look: Look, maps: Sequence[int], is_long: bool) -> list[int]:
    """The columns of each map."""
    most = max(len(_words(Chance(missing, 4, True), is_long)) for missing in (-1, 0, 1, 2))
    return [max(most, len(_head(view, look, map_index, view["seat"]))) for map_index in maps]


def _city_width(view: AhldarahdView) -> int:
    return max(len(city_title(name)) for name in from_plain(view["custom"]).names)


def _head(view: AhldarahdView, look: Look, map_index: int, seat: int | None) -> str:
    """The heading of a map."""
    if map_index == seat:
        return _("at home")
    name = map_title(map_names(view)[map_index])
    return f"{look.marks[map_index]} {name}" if map_index < view["seats"] else name


def _words(chance: Chance, is_long: bool) -> str:
    """What is missing for control, and the points of it."""
    if chance.missing == 0:
        return _("yours")
    if not chance.points:
        return ""
    if chance.missing < 0:
        return "-"
    if not is_long:
        return f"{chance.missing}: +{chance.points}"
    return _n("{count} route: +{points}", "{count} routes: +{points}", chance.missing).format(
        count=chance.missing, points=chance.points
    )
