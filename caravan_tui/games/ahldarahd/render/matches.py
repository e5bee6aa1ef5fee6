"""Draws what the viewer can go for: matching cities, and the cities that take the fewest routes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto

from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.render.layout import Area
from caravan_tui.games.ahldarahd.render.look import Look
from caravan_tui.games.ahldarahd.scoring import (
    MATCHING,
    Chance,
    Goal,
    city_points,
    goals,
    matches,
    nearest_goal,
)
from caravan_tui.games.ahldarahd.text.titles import city_title, map_title
from caravan_tui.games.ahldarahd.view import AhldarahdView, map_names
from caravan_tui.i18n import _, _n
from caravan_tui.widgets.drawing.canvas import Canvas


class Wording(Enum):
    """How much is said of a city that would match, by the room there is."""

    PLAIN = auto()
    SHORT = auto()
    FIGURES = auto()


LEAST_ROWS = 3
"""Rows of the table with one city."""

GAP = 2
"""Columns between two maps."""

LEAST_GOAL_ROWS = 2
"""Rows of the nearest cities at least, with their heading."""


def draw_matches(canvas: Canvas, view: AhldarahdView, look: Look, areas: Sequence[Area]) -> bool:
    """A row for each city that the viewer controls: the routes that the same city takes on the
    other maps, and the points that it would bring. It stands in the first of the areas that has
    room for words, else for figures, else nowhere. The nearest cities stand below it, or in its
    place where there is none; returns whether they had room."""
    seat = view["seat"]
    if seat is None:
        return False
    colours = canvas.pens.palette
    rows = matches(view, seat)
    maps = [seat, *(number for number in range(len(view["routes"])) if number != seat)]
    forms = [
        (area, wording, widths)
        for wording in (Wording.PLAIN, Wording.SHORT, Wording.FIGURES)
        for area in areas
        if area.height >= LEAST_ROWS
        and (widths := _map_widths(view, look, maps, wording))
        and _city_width(view) + sum(widths) + GAP * len(maps) <= area.width
    ]
    if not forms:
        return False
    area, wording, widths = forms[0]
    if not rows:
        draw_goals(canvas, view, area)
        return True
    x, y = area.x, area.y
    column = canvas.put(x, y, _("Matching cities"), colours.text, bold=True) + 2
    for text in (
        _("the same city won at home and on another map: +{points} points besides its own"),
        _("the same city controlled at home and on another map: +{points} points"),
        _("at home and on another map: +{points} each"),
    ):
        why = text.format(points=MATCHING)
        if column + len(why) <= x + area.width:
            canvas.put(column, y, why, colours.soft)
            break
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
            words = _words(chance, wording)
            canvas.put(column, row, words, ink, bold=ink != colours.soft)
            column += width + GAP
    below = y + 2 + min(len(rows), area.height - 2)
    below += area.bottom - below > LEAST_GOAL_ROWS  # a blank row where there is one to spare
    if area.bottom - below < LEAST_GOAL_ROWS:
        return False
    draw_goals(canvas, view, Area(x, below, area.width, area.bottom - below))
    return True


def draw_goals(canvas: Canvas, view: AhldarahdView, area: Area) -> None:
    """The cities for which the viewer needs the fewest routes, as many as there is room for, and
    what each of them brings."""
    seat, colours = view["seat"], canvas.pens.palette
    listed = [] if seat is None else goals(view, seat)[: area.height - 1]
    if seat is None or not listed:
        return
    for is_long in (True, False):
        rows = [_goal_words(view, seat, goal, is_long) for goal in listed]
        widths = [max(map(len, column)) + GAP for column in zip(*rows, strict=True)]
        if sum(widths) - GAP <= area.width:
            break
    else:
        return
    canvas.put(area.x, area.y, _("Your nearest cities"), colours.text, bold=True)
    inks = (colours.text, colours.soft, colours.text, colours.gain, colours.gain)
    for number, row in enumerate(rows):
        column = area.x
        for words, width, ink in zip(row, widths, inks, strict=True):
            canvas.put(column, area.y + 1 + number, words, ink)
            column += width


def draw_nearest_of_others(
    canvas: Canvas, view: AhldarahdView, look: Look, rows: Mapping[int, int], area: Area, *,
    has_marks: bool = False,
) -> None:  # fmt: skip
    """The city that takes each of the other seats the fewest routes, with the mark of its map, in
    the rows given, below a heading in the first of the area. `rows`: by seat. `has_marks`: the
    mark of the seat goes before it."""
    colours, city_map = canvas.pens.palette, from_plain(view["custom"])
    nearest = {seat: goal for seat in rows if (goal := nearest_goal(view, seat)) is not None}
    left = 2 if has_marks else 0
    for is_long in (True, False):
        words = {seat: _routes_words(goal, is_long) for seat, goal in nearest.items()}
        names = {seat: city_title(city_map.names[goal.city]) for seat, goal in nearest.items()}
        if all(left + len(names[seat]) + 4 + len(words[seat]) <= area.width for seat in nearest):
            break
    else:
        return
    heads = (_("Their nearest city"), _("Nearest city"))
    head = next((words for words in heads if len(words) <= area.width), "")
    if not nearest or not head:
        return
    canvas.put(area.x, area.y, head, colours.text, bold=True)
    for seat, goal in nearest.items():
        if has_marks:
            canvas.put(area.x, rows[seat], look.marks[seat], colours.seat[seat], bold=True)
        x = canvas.put(area.x + left, rows[seat], names[seat], colours.text) + 1
        if goal.map_index < view["seats"]:
            ink = colours.seat[goal.map_index]
            x = canvas.put(x, rows[seat], look.marks[goal.map_index], ink, bold=True) + 1
        canvas.put(x, rows[seat], words[seat], colours.soft)


def _routes_words(goal: Goal, is_long: bool) -> str:
    """The routes that a city still takes, in more or in fewer words."""
    if is_long:
        return _more_routes(goal)
    return _n("{count} route", "{count} routes", goal.missing).format(count=goal.missing)


def draw_nearest(canvas: Canvas, view: AhldarahdView, x: int, y: int, width: int) -> None:
    """The city for which the viewer needs the fewest routes, in a row where there is one to
    spare: what a match is about, while it is not in the list."""
    seat, colours = view["seat"], canvas.pens.palette
    goal = None if seat is None else nearest_goal(view, seat)
    if seat is None or goal is None:
        return
    city, where, routes, gold, points = _goal_words(view, seat, goal, is_long=False)
    place, gains = f"{city}, {where}", f"{gold} {points}"
    for name, many, gain in (
        (place, _more_routes(goal), gains),
        (place, routes, gains),
        (city if goal.map_index == seat else place, routes, gains),
        (city, routes, points),
    ):
        parts = (
            (_("Nearest city:"), colours.soft),
            (name + ",", colours.text),
            (many + ",", colours.soft),
            (gain, colours.gain),
        )
        if sum(len(words) + 1 for words, _ink in parts) <= width + 1:
            break
    for words, ink in parts:
        x = canvas.put(x, y, words, ink) + 1


def _more_routes(goal: Goal) -> str:
    """The routes that a city still takes."""
    words = _n("{count} more route", "{count} more routes", goal.missing)
    return words.format(count=goal.missing)


def _goal_words(view: AhldarahdView, seat: int, goal: Goal, is_long: bool) -> tuple[str, ...]:
    """A city, its map, the routes that it still takes, its gold and its points."""
    city_map = from_plain(view["custom"])
    points = city_points(view, seat, goal.map_index, goal.city)
    name = map_title(map_names(view)[goal.map_index])
    where = _("at home") if goal.map_index == seat else name
    gold = _("+{gold} gold").format(gold=city_map.number[goal.city])
    point = _n("+{points} point", "+{points} points", points)
    if is_long:
        where = _("{colour} map").format(colour=name)
    many = _routes_words(goal, is_long)
    return (
        city_title(city_map.names[goal.city]), where, many, gold,
        point.format(points=points),
    )  # fmt: skip


def _map_widths(
    view: AhldarahdView, look: Look, maps: Sequence[int], wording: Wording
) -> list[int]:
    """The columns of each map."""
    most = max(len(_words(Chance(missing, 4, True), wording)) for missing in (-1, 0, 1, 2))
    return [max(most, len(_head(view, look, map_index, view["seat"]))) for map_index in maps]


def _city_width(view: AhldarahdView) -> int:
    return max(len(city_title(name)) for name in from_plain(view["custom"]).names)


def _head(view: AhldarahdView, look: Look, map_index: int, seat: int | None) -> str:
    """The heading of a map."""
    if map_index == seat:
        return _("at home")
    name = map_title(map_names(view)[map_index])
    return f"{look.marks[map_index]} {name}" if map_index < view["seats"] else name


def _words(chance: Chance, wording: Wording) -> str:
    """What is missing for control, and the points of it."""
    if chance.missing == 0:
        return _("yours")
    if not chance.points:
        return ""
    if chance.missing < 0:
        return "-"
    if wording is Wording.FIGURES:
        return f"{chance.missing}: +{chance.points}"
    if wording is Wording.PLAIN:
        words = _n(
            "{count} route missing: +{points} points",
            "{count} routes missing: +{points} points",
            chance.missing,
        )
    else:
        words = _n("{count} route: +{points}", "{count} routes: +{points}", chance.missing)
    return words.format(count=chance.missing, points=chance.points)
