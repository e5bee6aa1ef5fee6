"""What moves in the desert: goods, markers, camels and their ropes, and what is lit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from attrs import field, frozen

from caravan_tui.games.sahara.pieces import NAMES, SIZE, SPACES
from caravan_tui.games.sahara.render.camels import (
    Camel,
    Standing,
    draw_letters,
    standings,
)
from caravan_tui.games.sahara.render.goods import good_fill
from caravan_tui.games.sahara.render.ground import (
    LABEL_ROOM,
    LETTERS,
    city_plaque,
    city_wall,
    label_columns,
    name_ink,
    number_ink,
    reaches_gap,
)
from caravan_tui.games.sahara.render.layout import Layout
from caravan_tui.games.sahara.text import good_name, short_good
from caravan_tui.games.sahara.view import SaharaView, chains
from caravan_tui.i18n import _
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, legible, mix
from caravan_tui.widgets.drawing.depth import Pens
from caravan_tui.widgets.drawing.shapes import bracket

MANY = 12
"""Targets from which on they are lit quietly, but for those that stand out."""

CURSOR_TINT, TARGET_TINT, QUIET_TINT = 0.45, 0.25, 0.08
"""The share of the accent colour in a target: under the cursor, another one, one of many."""

REFILLED_TINT = 0.3
"""The share of the accent colour where a good is new or wanted more."""

ROPE_SAND = 0.55
"""The share of the sand in the colour of a rope."""

PRINT_SHARE = 0.8
"""The share of a seat's colour in the prints where its camel has come from."""

SHADE_SHARE = 0.3
"""The share of it in the shape of the camel that stood there."""


@frozen
class Marks:
    """The spaces to mark."""

    targets: Mapping[int, str] = field(factory=dict)
    """Spaces that can be chosen, with a sign each: the cost or the points."""
    selected: int = -1
    cursor: int | None = None
    changed: Mapping[int, int] = field(factory=dict)
    """By space where something has happened since the last turn: the seat that did it."""
    fresh: Set[int] = frozenset()
    """Spaces of the newest move, while it is being shown."""
    ghosts: Set[tuple[int, int]] = frozenset()
    """Seats and the spaces that their camels have left."""
    runner: tuple[int, int] | None = None
    """A good that runs along a chain, and the space where it is now."""
    refilled: Set[int] = frozenset()
    """Spaces with a new good or more demand."""

    def sign_of(self, space: int, has_tones: bool) -> str:
        """What stands on a target. Where targets are tinted, many of them have their cost only
        where it is not the usual one, or under the cursor."""
        sign = self.targets.get(space, "")
        is_usual = self.has_many and sign == "1" and space != self.cursor
        return "" if is_usual and has_tones else sign

    @property
    def has_many(self) -> bool:
        """Whether so many spaces can be chosen that most are lit quietly."""
        return len(self.targets) >= MANY


def draw_desert(canvas: Canvas, layout: Layout, view: SaharaView, marks: Marks) -> None:
    """Draw everything that can change on a copy of the ground."""
    _draw_fills(canvas, layout, view, marks)
    by_space = camels_by_space(view)
    _move_names_apart(canvas, layout, view)
    _draw_ghosts(canvas, layout, view, marks, by_space)
    herds: dict[int, list[Standing]] = {}
    if canvas.pens.has_pixels:
        herds = {
            space: herd
            for space in by_space
            if (herd := herd_on(layout, view, by_space, space, marks, canvas.pens.has_tones))
        }
    for seat in range(view["seats"]):
        _draw_ropes(canvas, layout, view, seat, by_space, herds)
    _draw_goods(canvas, layout, view, marks, by_space, herds)
    _draw_city_plaques(canvas, layout, view, by_space)
    for space, camels in by_space.items():
        for standing in herds.get(space, ()):
            standing.draw(canvas)
        if space not in herds:
            _draw_camels_as_letters(canvas, layout, space, camels)
    if not layout.has_pictures:
        _draw_demand_at_feet(canvas, layout, view, marks, herds)
    _draw_pay(canvas, layout, view, marks, by_space, herds)
    _draw_signs(canvas, layout, view, marks, by_space)


def camels_by_space(view: SaharaView) -> dict[int, list[Camel]]:
    """The camels on each space that has any, by seat."""
    by_space: dict[int, list[Camel]] = {}
    for seat, camels in enumerate(view["camels"]):
        for space, good, under in camels:
            by_space.setdefault(space, []).append(Camel(seat, good, bool(under)))
    return by_space


def herd_on(
    layout: Layout, view: SaharaView, by_space: Mapping[int, list[Camel]], space: int,
    marks: Marks, has_tones: bool = True,
) -> list[Standing]:  # fmt: skip
    """The camels of a space where they stand as pictures; empty if there is no room for them."""
    columns = _number_columns(layout, view, space, marks, has_tones)
    return standings(layout, space, by_space[space], label_of(view, space), columns)


def _number_columns(
    layout: Layout, view: SaharaView, space: int, marks: Marks, has_tones: bool
) -> int:
    """The columns at the right of a small space that demand markers, what its city pays or its
    cost take of the last row of its camels, with the corner of the cursor beside them."""
    board = view["board"]
    markers = view["demand"][board["numbered"].index(space)] if space in board["numbered"] else 0
    sign = _sign(layout, marks.sign_of(space, has_tones), markers > 0)
    if space in board["cities"]:
        return len(sign) or 2  # its camel stays as it is where the cursor moves what it pays
    columns = len(f"+{markers}" if markers else "") + len(sign)
    return columns + (columns > 0 and space == marks.cursor)


def _has_row_below(layout: Layout, space: int) -> bool:
    """Whether a space has a row for numbers below the signs and the loads of its camels."""
    return layout.rows_of(space) > 2


def label_of(view: SaharaView, space: int) -> int:
    """The good that a space names: what its city wants, or what lies there; -1 for none."""
    board = view["board"]
    if space in board["cities"]:
        return board["cities"].index(space)
    if space in board["numbered"]:
        return view["loose"][board["numbered"].index(space)]
    return -1


def outstanding_spaces(view: SaharaView) -> frozenset[int]:
    """The spaces that stand out where a camel may be set nearly everywhere: those with a good, and
    those beside a camel of the seat to act."""
    slots = zip(view["board"]["numbered"], view["loose"], strict=True)
    spaces = {space for space, good in slots if good >= 0}
    for space, _good, _under in view["camels"][view["actor"]]:
        row, column = divmod(space, SIZE)
        for down, across in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if 0 <= row + down < SIZE and 0 <= column + across < SIZE:
                spaces.add(space + down * SIZE + across)
    return frozenset(spaces)


def _draw_fills(canvas: Canvas, layout: Layout, view: SaharaView, marks: Marks) -> None:
    """Tint what has changed and what can be chosen; dim the rest while something is selected."""
    outstanding = outstanding_spaces(view) if marks.has_many else marks.targets
    dims_rest = marks.selected >= 0 and bool(marks.targets)
    tinted = {marks.selected, *marks.fresh, *marks.targets, *marks.changed, *marks.refilled}
    for space in range(SPACES) if dims_rest else sorted(tinted - {-1}):
        colour, share = _tint_of(canvas.pens, marks, space, space in outstanding)
        x, y = layout.corner(space)
        canvas.tint(x, 2 * y, layout.width, layout.height, colour, share)


def _tint_of(pens: Pens, marks: Marks, space: int, is_outstanding: bool) -> tuple[Colour, float]:
    """The colour that a space is tinted with, and its share."""
    colours = pens.palette
    if space in marks.fresh:
        return colours.accent, 0.6 if pens.has_tones else 1.0
    if space == marks.selected:
        return colours.accent, 0.45
    if space in marks.targets:
        if space == marks.cursor:
            return colours.accent, CURSOR_TINT
        return colours.accent, TARGET_TINT if is_outstanding else QUIET_TINT
    if marks.selected >= 0 and marks.targets:
        return colours.ground, 0.4
    if space in marks.changed:
        return colours.seat[marks.changed[space]], 0.3
    return colours.accent, REFILLED_TINT


def _move_names_apart(canvas: Canvas, layout: Layout, view: SaharaView) -> None:
    """The names of spaces a column further right where the name of a good reaches into the gap
    before them."""
    ink = name_ink(canvas.pens.palette)
    named = {*view["board"]["cities"], *view["board"]["numbered"]}
    for space in range(SPACES):
        if space in named or space % SIZE == 0:
            continue
        if reaches_gap(canvas.pens, layout, label_of(view, space - 1)):
            x, y = layout.corner(space)
            canvas.put(x, y, f" {NAMES[space]}", ink)


def _draw_ghosts(
    canvas: Canvas, layout: Layout, view: SaharaView, marks: Marks,
    by_space: Mapping[int, list[Camel]],
) -> None:  # fmt: skip
    """The prints of camels that have gone, on spaces where none stands now."""
    colours = canvas.pens.palette
    for seat, space in sorted(marks.ghosts):
        if space in by_space:
            continue
        x, y = layout.corner(space)
        _draw_shade(canvas, layout, space, seat)
        ink = mix(colours.dune[3], colours.seat[seat], PRINT_SHARE)
        row = y + min(layout.pitch_y // 2, layout.rows_of(space) - 1)
        # On a small city they leave the last column to what it pays.
        left = x + (layout.has_pictures or space not in view["board"]["cities"])
        canvas.put(left, row, " ".join(prints(canvas.pens, seat)), ink, bold=True)


def _draw_shade(canvas: Canvas, layout: Layout, space: int, seat: int) -> None:
    """The shape of a camel that has gone, faint, where camels have room as pictures of their own:
    its prints say whose it was."""
    if not (layout.has_pictures and canvas.pens.has_tones):
        return
    for standing in standings(layout, space, [Camel(seat, -1, False)], -1):
        shade = dict.fromkeys(("body", "feet"), canvas.pens.palette.seat[seat])
        canvas.sprite(standing.x, standing.py, standing.pose.picture, shade, share=SHADE_SHARE)


def prints(pens: Pens, seat: int) -> str:
    """The prints of a seat's camel: dots, and its sign between them."""
    dot = "." if pens.is_ascii else "•"
    return dot + pens.mark(seat) + dot


def _draw_goods(
    canvas: Canvas, layout: Layout, view: SaharaView, marks: Marks,
    by_space: Mapping[int, list[Camel]], herds: Mapping[int, list[Standing]],
) -> None:  # fmt: skip
    """The goods that lie on numbered spaces, and the demand markers with them, unless those stand
    at the feet of camels."""
    colours = canvas.pens.palette
    for slot, space in enumerate(view["board"]["numbered"]):
        x, y = layout.corner(space)
        good, markers = view["loose"][slot], view["demand"][slot]
        demand = f"+{markers}" if markers else ""
        sign = _sign(layout, marks.sign_of(space, canvas.pens.has_tones), True)
        camels = len(by_space.get(space, ()))
        is_low = space in herds and _has_row_below(layout, space)
        # Two camels, or one and a cost beside it, leave no room for demand beside them.
        has_low_sign = layout.rows_of(space) == layout.pitch_y
        is_crowded = camels > 1 or (camels > 0 and bool(sign) and not has_low_sign)
        is_before = bool(demand) and (layout.has_pictures or (is_crowded and not is_low))
        columns = label_columns(canvas.pens, layout, -1 if is_before else good)
        text = ""
        if good >= 0 and layout.has_pictures:
            text = _label(layout, good, len(demand))
        elif good >= 0:
            before = len(demand) + 1 if is_before else 0
            text = _small_label(good, len(columns) - before)
        left = x + columns[-1] + 1 - len(text)
        if text:
            is_new = space in marks.refilled and not canvas.pens.has_tones
            canvas.put(
                left,
                y,
                text,
                colours.ink,
                good_fill(canvas.pens, good),
                bold=True,
                underline=is_new,
            )
        if is_before:
            column = x + 3
            if not layout.has_pictures:
                column = left - len(demand)
            elif column + len(demand) >= left:
                column = x + 2  # and the number in the first column
                canvas.put(x, y, f"{slot + 1} ", number_ink(colours), bold=True)
            _put_demand(canvas, column, y, demand, space in marks.refilled)
        elif demand and not is_low:
            right = x + layout.width - (0 if camels and layout.pitch_y == 3 else len(sign))
            _put_demand(canvas, right - len(demand), y + 1, demand, space in marks.refilled)


def _draw_demand_at_feet(
    canvas: Canvas, layout: Layout, view: SaharaView, marks: Marks,
    herds: Mapping[int, list[Standing]],
) -> None:  # fmt: skip
    """The demand markers of small spaces with camels, before a cost."""
    for slot, space in enumerate(view["board"]["numbered"]):
        markers = view["demand"][slot]
        if not markers or space not in herds or not _has_row_below(layout, space):
            continue
        x, y = layout.corner(space)
        sign = _sign(layout, marks.sign_of(space, canvas.pens.has_tones), True)
        demand = f"+{markers}"
        column = _last_column(layout, space, marks.cursor, True) + 1 - len(demand) - len(sign)
        ground = canvas.colour_at(x, y)
        _put_demand(canvas, column, y + 2, demand, space in marks.refilled, ground)


def _put_demand(
    canvas: Canvas, x: int, y: int, demand: str, is_new: bool, ground: Colour | None = None
) -> None:
    """Demand markers, filled while one of them is new, else on a ground."""
    colours = canvas.pens.palette
    if is_new:
        canvas.put(x, y, demand, legible(colours.ink, colours.gain), colours.gain, bold=True)
    else:
        canvas.put(x, y, demand, colours.accent, ground, bold=True)


def _small_label(good: int, room: int) -> str:
    """A good in so many columns of a small space: by its name, or by its letter where that has
    no room."""
    name = short_good(good, max(LABEL_ROOM, room))
    return name if len(name) <= room else f" {LETTERS[good]} "


def _label(layout: Layout, good: int, demand: int) -> str:
    """A good by its name, with its letter where there is room, or by its letter alone where there
    is little. The number of its space and so many columns of demand markers stand before it, with
    a blank between them all; the number in the first column where the name has no room else."""
    name = good_name(good)
    named = (f" {LETTERS[good]} {name} ", f"{LETTERS[good]} {name}", name)
    rooms = [layout.width - 3]
    if demand:
        rooms = [layout.width - 4 - demand, layout.width - 3 - demand]
    fits = (form for room in rooms for form in named if len(form) <= room)
    return next(fits, f" {LETTERS[good]} ")


def _draw_city_plaques(
    canvas: Canvas, layout: Layout, view: SaharaView, by_space: Mapping[int, list[Camel]]
) -> None:
    """The names of the cities of a large board: below their plaques, or, where a camel stands, on
    them if they have room. On plaques of a smaller one, what a city pays where camels leave no
    room below."""
    if not layout.has_pictures:
        return
    colours, plaques = canvas.pens.palette, _large_plaques(view, layout.width)
    for good, space in enumerate(view["board"]["cities"]):
        name = view["board"]["names"][good]
        x, y = layout.corner(space)
        if not layout.has_large_pictures:
            if space not in by_space:
                continue
            wanted = f"{good_name(good)} {view['pays'][good]}"
            forms = [f" {wanted}", wanted]
        elif space not in by_space:
            canvas.put(x + 1, y + 1, name[: layout.width - 1], colours.text)
            continue
        else:
            forms = [plaques[good]]
        if text := next((form for form in forms if len(form) < layout.width), ""):
            plaque = city_plaque(text, layout.width)
            canvas.put(x, y, plaque, colours.ink, good_fill(canvas.pens, good), bold=True)


def _large_plaques(view: SaharaView, width: int) -> list[str]:
    """What the plaques of a large board say beside a camel: the same as without one, and the name
    of the city behind it where all of them have room for that."""
    names = view["board"]["names"]
    wanted = [f" {LETTERS[good]} {good_name(good)}" for good in range(len(names))]
    named = [f"{words} · {name}" for words, name in zip(wanted, names, strict=True)]
    return named if all(len(words) + 2 < width for words in named) else wanted


def _has_free_row(layout: Layout, space: int, herds: Mapping[int, list[Standing]]) -> bool:
    """Whether the camels of a space leave the row below its first one free."""
    below = 2 * (layout.corner(space)[1] + 2)
    return all(standing.py >= below for standing in herds.get(space, ()))


def _draw_pay(
    canvas: Canvas, layout: Layout, view: SaharaView, marks: Marks,
    by_space: Mapping[int, list[Camel]], herds: Mapping[int, list[Standing]],
) -> None:  # fmt: skip
    """What each city pays, below what it wants; a bare number beside the legs of camels on a small
    space, beside the camels themselves if it lacks that row, and beside prints."""
    colours = canvas.pens.palette
    for good, space in enumerate(view["board"]["cities"]):
        x, y = layout.corner(space)
        number = str(view["pays"][good])
        words = _("pays {points}").format(points=number)
        row, column, ground = y + 1, x + 1, None
        if layout.has_large_pictures:
            row += space not in by_space  # below the name
            words = words if _has_free_row(layout, space, herds) else number
        elif layout.has_pictures:
            if space in by_space:
                continue  # it stands on the plaque
        else:
            is_low = space in herds and _has_row_below(layout, space)
            if is_low:
                row, ground = y + 2, city_wall(colours)
            if marks.sign_of(space, canvas.pens.has_tones) and _sign_row(
                layout, space, space in by_space
            ) == row:  # fmt: skip
                continue
            has_prints = any(place == space for _seat, place in marks.ghosts)
            is_empty = space not in by_space and not has_prints
            words = words if is_empty and len(words) <= layout.width else number
            if not is_low and len(by_space.get(space, ())) > (3 if space in herds else 4):
                continue
            column = _last_column(layout, space, marks.cursor, is_low) + 1 - len(words)
        before, _number, after = words.partition(number)
        column = canvas.put(column, row, before, colours.text, ground)
        column = canvas.put(column, row, number, colours.text, ground, bold=True)
        canvas.put(column, row, after, colours.text, ground)


def _last_column(layout: Layout, space: int, cursor: int | None, is_low: bool) -> int:
    """The last column of a small space for a number; `is_low`: in the row with a corner of the
    cursor, which needs that column."""
    x, _y = layout.corner(space)
    return x + layout.width - 1 - (is_low and space == cursor)


def rope_colour(pens: Pens, seat: int) -> Colour:
    """The colour of a rope: between those of its camels and of the sand, so that where it runs
    past their legs and heads each of them still reads as one."""
    colours = pens.palette
    return mix(colours.seat[seat], colours.dune[1], ROPE_SAND if pens.has_tones else 0.0)


def _draw_ropes(
    canvas: Canvas, layout: Layout, view: SaharaView, seat: int,
    by_space: Mapping[int, list[Camel]], herds: Mapping[int, list[Standing]],
) -> None:  # fmt: skip
    """The chains of a seat as ropes in its colour, each seat in a lane of its own."""
    rope = rope_colour(canvas.pens, seat)
    for members in chains(view, seat):
        for space in members:
            if space % SIZE < SIZE - 1 and space + 1 in members:
                _draw_rope(canvas, layout, view, seat, space, True, rope, by_space, herds)
            if space + SIZE in members:
                _draw_rope(canvas, layout, view, seat, space, False, rope, by_space, herds)


def _draw_rope(
    canvas: Canvas, layout: Layout, view: SaharaView, seat: int, space: int, is_across: bool,
    rope: tuple[int, int, int], by_space: Mapping[int, list[Camel]],
    herds: Mapping[int, list[Standing]],
) -> None:  # fmt: skip
    other = space + (1 if is_across else SIZE)
    ends = [_first_of(seat, herds.get(end, ())) for end in (space, other)]
    if ends[0] is not None and ends[1] is not None:
        gap = -1 if is_across else 2 * layout.corner(other)[1] - 1
        is_behind = other in view["board"]["cities"]
        _draw_rope_of_backs(canvas, ends[0], ends[1], gap, is_behind, rope)
        return
    if not layout.has_pictures:
        _draw_rope_of_letters(canvas, layout, seat, space, is_across, rope, by_space)
        return
    x, y = layout.corner(space)
    low = 2 if layout.has_large_pictures else 0
    column = x + layout.pitch_x // 2 - 3 + 3 * seat
    line = 2 * y + 2 * layout.pitch_y - (6 if low else 4) - seat + low
    if is_across:
        canvas.rect(column, line, layout.pitch_x, 1, rope)
    else:  # behind the label of the space below
        label = 2 * (y + layout.pitch_y)
        canvas.rect(column, line, 1, label - line, rope)
        canvas.rect(column, label + 2, 1, line + 2 * layout.pitch_y - label - 2, rope)


def _first_of(seat: int, herd: Sequence[Standing]) -> Standing | None:
    """The first camel of a seat."""
    return next((standing for standing in herd if standing.camel.seat == seat), None)


def _draw_rope_of_backs(
    canvas: Canvas, start: Standing, end: Standing, gap: int, is_behind: bool,
    rope: tuple[int, int, int],
) -> None:  # fmt: skip
    """From the back of a camel to that of another; `gap`: the row of pixels between their spaces,
    where the rope turns if they do not stand above each other, -1 if they stand side by side.
    `is_behind`: it runs behind what stands in the first row of the lower space."""
    line, last = 2 * start.mark_row + 1, 2 * end.mark_row + 1
    if gap < 0:
        first = start.front(line)
        canvas.rect(first, line, end.x - first, 1, rope)
        return
    shared = [column for column in start.back if column in end.back]
    if shared:  # between the legs, beside the letters of the lower space
        middle = start.x + start.pose.picture.width // 2 - 1
        free = [column for column in shared if not canvas.has_text(column, gap // 2 + 1)]
        column = min(free or shared, key=lambda column: abs(column - middle))
        columns = [column, column]
    else:
        columns = [standing.back[:2][-1] for standing in (start, end)]
    for py in range(line, last + 1):
        column = columns[0] if py < gap else columns[1]
        is_label = py // 2 == gap // 2 + 1
        if not is_label or not (is_behind or canvas.has_text(column, py // 2)):
            canvas.rect(column, py, 1, 1, rope)
    canvas.rect(min(columns), gap, abs(columns[1] - columns[0]) + 1, 1, rope)


def _draw_rope_of_letters(
    canvas: Canvas, layout: Layout, seat: int, space: int, is_across: bool,
    rope: tuple[int, int, int], by_space: Mapping[int, list[Camel]],
) -> None:  # fmt: skip
    """A line of characters, or of pixels, between camels that are letters."""
    x, y = _place(layout, space, seat, by_space)
    other_x, other_y = _place(layout, space + (1 if is_across else SIZE), seat, by_space)
    if canvas.pens.has_pixels:
        if is_across:
            canvas.rect(x, 2 * y + 1, other_x - x, 1, rope)
        else:
            column = min(x, other_x) + 1
            for line in range(2 * y + 1, 2 * other_y + 1):
                if not canvas.has_text(column, line // 2):  # behind what a city wants
                    canvas.rect(column, line, 1, 1, rope)
        return
    if is_across:
        canvas.put(x, y, "─" * (other_x - x), rope)
    else:
        column = min(x, other_x)
        for row in range(y + 1, other_y):
            if not canvas.has_text(column, row):  # the number of a space stays
                canvas.put(column, row, "│", rope)


def _place(
    layout: Layout, space: int, seat: int, by_space: Mapping[int, list[Camel]]
) -> tuple[int, int]:
    """The column and row of the first camel of a seat on a space, where camels are letters."""
    x, y = layout.corner(space)
    number = next(n for n, camel in enumerate(by_space[space]) if camel.seat == seat)
    column, row = _slot(layout, number)
    return x + column, y + row


def _slot(layout: Layout, number: int) -> tuple[int, int]:
    """Column and row within a space of its camels as letters: below each other, then beside."""
    if layout.has_pictures:
        return 3 * (number % 3), 2 + number // 3
    rows = max(1, layout.pitch_y - 1 - (layout.pitch_y > 3))
    return 3 * (number // rows), layout.pitch_y - rows + number % rows - (layout.pitch_y > 3)


def _draw_camels_as_letters(
    canvas: Canvas, layout: Layout, space: int, camels: list[Camel]
) -> None:
    """The camels of a space without pixels, or where they do not fit as pictures."""
    x, y = layout.corner(space)
    for number, camel in enumerate(camels):
        column, row = _slot(layout, number)
        draw_letters(canvas, x + column, y + row, camel)


def _sign(layout: Layout, sign: str, has_demand: bool) -> str:
    """A cost or points with a space around it; beside demand markers only before it."""
    if not sign:
        return ""
    return f" {sign}" if has_demand and not layout.has_pictures else f" {sign} "


def _sign_row(layout: Layout, space: int, has_camels: bool) -> int:
    """The row of the cost or the points of a target."""
    y = layout.corner(space)[1]
    if layout.pitch_y == 3 and has_camels:  # below the bodies of the camels
        return y + layout.rows_of(space) - 1
    return y + layout.pitch_y - 1 - (layout.pitch_y > 2)


def _draw_signs(
    canvas: Canvas, layout: Layout, view: SaharaView, marks: Marks,
    by_space: Mapping[int, list[Camel]],
) -> None:  # fmt: skip
    """The costs and points of targets, and the cursor, over everything else."""
    colours = canvas.pens.palette
    numbered = view["board"]["numbered"]
    demand = {space for slot, space in enumerate(numbered) if view["demand"][slot]}
    for space in marks.targets:
        x, y = layout.corner(space)
        if sign := marks.sign_of(space, canvas.pens.has_tones):
            row = _sign_row(layout, space, space in by_space)
            text = _sign(layout, sign, space in demand)
            if layout.rows_of(space) < layout.pitch_y and space in by_space:
                # On a muzzle, beside a load.
                text = sign if len(by_space[space]) > 1 else f" {sign}"
            is_low = layout.pitch_y == 3 and row == y + 2
            right = _last_column(layout, space, marks.cursor, is_low)
            text = text.rstrip() if right < x + layout.width - 1 else text
            canvas.put(right + 1 - len(text), row, text, colours.ink, colours.accent, bold=True)
    if marks.runner is not None:
        good, space = marks.runner
        x, y = layout.corner(space)
        left, row = x + layout.width // 2 - 1, y + layout.pitch_y // 2
        canvas.put(
            left, row, f" {LETTERS[good]} ", colours.ink, good_fill(canvas.pens, good), bold=True
        )
    if marks.cursor is not None:
        x, y = layout.corner(marks.cursor)
        height = 2 * layout.pitch_y + (1 if layout.pitch_y > 2 else 0)
        top = 2 * y - (1 if layout.pitch_y > 2 else 0)
        arm = 3 if layout.has_pictures else 2
        bracket(canvas, x - 1, top, layout.pitch_x + 1, height, colours.accent, arm)
