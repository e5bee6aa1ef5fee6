"""What of the desert stays the same during a match: sand, cities, and the numbered spaces."""

from __future__ import annotations

from caravan_tui.games.sahara.custom import BoardData
from caravan_tui.games.sahara.pieces import NAMES, SIZE, SPACES
from caravan_tui.games.sahara.render.goods import good_fill
from caravan_tui.games.sahara.render.layout import PICTURES, Layout
from caravan_tui.games.sahara.text import good_name, short_good
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, mix
from caravan_tui.widgets.drawing.depth import Pens
from caravan_tui.widgets.drawing.palette import Palette
from caravan_tui.widgets.drawing.sand import sand
from caravan_tui.widgets.drawing.sprites import sprite

LETTERS = "MXSHICGP"
"""By good: its letter. A good under its camel, which is protected, has a small letter."""

CITY_SIGN = "⌂"

LABEL_ROOM = 5
"""Columns of the name of a good on a small space, behind a number or a sign and a blank. A longer
one has that of the blank, too, where colours part it from what is before it."""


CHECKED, GAP_BY_DAY = 0.45, 0.15
"""By day: how much of the colour of gaps every second space has, and how much darker gaps are. Pale
sand would else run together; at night gaps are dark enough."""


def name_room(layout: Layout) -> int:
    """The same where nothing stands between a sign and a longer name."""
    return max(LABEL_ROOM, layout.width - 1)


def label_columns(pens: Pens, layout: Layout, good: int) -> range:
    """The columns of a space, counted from its first, for the label of a good: those behind its
    sign or number and a blank. A name that is a column longer, as one may be on a small space, has
    that of the blank where colours part it from what is before it; without pixels it has the gap
    behind the space. -1 is no good."""
    is_long = good >= 0 and len(good_name(good)) == layout.width - 1 and not layout.has_pictures
    if is_long and pens.has_pixels:
        return range(1, layout.width)
    return range(2, layout.width + is_long)


def reaches_gap(pens: Pens, layout: Layout, good: int) -> bool:
    """Whether the label of a good has the gap behind a space as well."""
    return label_columns(pens, layout, good).stop > layout.width


def draw_ground(canvas: Canvas, layout: Layout, board: BoardData) -> None:
    """Draw the desert without anything that can change."""
    _draw_sand(canvas, layout)
    cities = {space: good for good, space in enumerate(board["cities"])}
    numbers = {space: slot + 1 for slot, space in enumerate(board["numbered"])}
    colours = canvas.pens.palette
    for space in range(SPACES):
        x, y = layout.corner(space)
        if space in cities:
            _draw_city(canvas, layout, space, cities[space])
        elif space in numbers:
            _draw_oasis(canvas, layout, space, numbers[space])
        else:
            # A small space has the head of a laden camel in its third column.
            canvas.put(x + layout.has_pictures, y, NAMES[space], name_ink(colours))
    if layout.y:
        _draw_coordinates(canvas, layout)


def name_ink(colours: Palette) -> Colour:
    """The ink of the name of a space."""
    return mix(colours.dune[3], colours.text, 0.45 if colours.dark else 0.75)


def _draw_sand(canvas: Canvas, layout: Layout) -> None:
    """Dunes, with gaps between the spaces: the same sand, darker. By day every second space is
    darker, too."""
    colours = canvas.pens.palette
    rim = colours.rim
    width, height = SIZE * layout.pitch_x, 2 * SIZE * layout.pitch_y
    sand(canvas, layout.x - 1, 2 * layout.y, width + 1, height)
    share = 0.45 if canvas.pens.has_tones else 0.0
    if canvas.pens.has_tones and not colours.dark:
        for space in range(0, SPACES, 2):  # seven in a row: a chequered board
            column, row = layout.corner(space)
            canvas.rect(column, 2 * row, layout.width, layout.height, rim, CHECKED)
        rim, share = mix(rim, colours.text, GAP_BY_DAY), 0.9
    for number in range(SIZE + 1):
        canvas.rect(layout.x - 1 + number * layout.pitch_x, 2 * layout.y, 1, height, rim, share)
        line = 2 * (layout.y + number * layout.pitch_y) - 1
        if number and layout.pitch_y > 2:
            canvas.rect(layout.x, line, width - 1, 1, rim, share)


def _draw_coordinates(canvas: Canvas, layout: Layout) -> None:
    faint = canvas.pens.palette.faint
    for number in range(SIZE):
        column = layout.x + number * layout.pitch_x + layout.pitch_x // 2 - 1
        canvas.put(column, layout.y - 1, "abcdefg"[number], faint)
        row = layout.y + number * layout.pitch_y + layout.pitch_y // 2
        if layout.x >= 2:
            canvas.put(layout.x - 2, row, str(number + 1), faint)


def _draw_city(canvas: Canvas, layout: Layout, space: int, good: int) -> None:
    """Walls, and a plaque in the colour of what the city wants. Its sign tells it from a good that
    lies on a space: at the end, or on a small space where a numbered one has its number."""
    colours = canvas.pens.palette
    x, y = layout.corner(space)
    wall = city_wall(colours)
    if canvas.pens.has_tones:
        canvas.rect(x, 2 * y, layout.width, layout.height, wall)
    if layout.has_pictures:
        picture = sprite("town" if layout.pitch_y > PICTURES[1] else "town-low")
        share = 1.0 if canvas.pens.has_tones else 0.0
        # Lit walls before the dusk, and dark ones against the light of day.
        stone = colours.adobe[0] if colours.dark else mix(colours.adobe[1], colours.paper_ink, 0.4)
        tones = {
            "wall": mix(stone, wall, 0.45), "window": mix(colours.lamp, wall, 0.45),
        }  # fmt: skip
        left = x + layout.width - picture.width
        canvas.sprite(left, 2 * y + layout.height - picture.height, picture, tones, share=share)
        plaque = city_plaque(f" {LETTERS[good]} {good_name(good)}", layout.width)
    else:
        name = short_good(good, name_room(layout))
        width = label_columns(canvas.pens, layout, good).stop - 1
        plaque = (" " * (len(name) < width) + name).ljust(layout.width - 1)
        if canvas.pens.has_pixels:  # on the wall, so that it is no letter of a name without a blank
            x = canvas.put(x, y, CITY_SIGN, colours.text, bold=True)
        else:
            plaque = CITY_SIGN + plaque
    canvas.put(x, y, plaque, colours.ink, good_fill(canvas.pens, good), bold=True)


def city_wall(colours: Palette) -> Colour:
    """The ground of a city."""
    return mix(colours.adobe[1], colours.dune[2], 0.35)


def city_plaque(text: str, width: int) -> str:
    """What a city wants on a plaque of so many columns, with the sign of a city at its end."""
    blank = " " if width > len(text) + 2 else ""
    return text[: width - 1].ljust(width - 1 - len(blank)) + CITY_SIGN + blank


def _draw_oasis(canvas: Canvas, layout: Layout, space: int, number: int) -> None:
    """Grass with a number, and palms where there is room."""
    colours = canvas.pens.palette
    x, y = layout.corner(space)
    grass = mix(colours.oasis, colours.dune[2], 0.66)
    if canvas.pens.has_tones:
        canvas.rect(x, 2 * y, layout.width, layout.height, grass)
        if layout.has_pictures:
            picture = sprite("palm")
            tones = {
                "leaf": mix(colours.palm, grass, 0.35), "trunk": mix(colours.adobe[0], grass, 0.3),
                "water": mix(colours.oasis, grass, 0.25),
            }  # fmt: skip
            canvas.sprite(x + 1, 2 * y + layout.height - picture.height, picture, tones)
    canvas.put(x + layout.has_pictures, y, str(number), number_ink(colours), bold=True)


def number_ink(colours: Palette) -> Colour:
    """The ink of the number of a space."""
    return mix(colours.oasis, colours.text, 0.7)
