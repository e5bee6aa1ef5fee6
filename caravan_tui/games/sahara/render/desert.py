"""What moves in the desert: goods, markers, camels and their ropes, and what is lit."""

from __future__ import annotations

from collections.abc import Mapping, Set

from attrs import field, frozen

from caravan_tui.games.sahara.pieces import SIZE, SPACES
from caravan_tui.games.sahara.render.ground import LETTERS, has_name_on_plaque
from caravan_tui.games.sahara.render.layout import Layout
from caravan_tui.games.sahara.text import good_name, short_good
from caravan_tui.games.sahara.view import SaharaView, chains
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, mix
from caravan_tui.widgets.drawing.shapes import bracket
from caravan_tui.widgets.drawing.sprites import Sprite, sprite

MANY = 12
"""Targets from which on they are lit quietly, but for those that stand out."""

CURSOR_TINT, TARGET_TINT, QUIET_TINT = 0.45, 0.25, 0.08
"""The share of the accent colour in a target: under the cursor, another one, one of many."""

MOST_CAMELS_BELOW = 2
"""Camels as letters that fit below the name of a good."""


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


@frozen
class Camel:
    """A camel on the board."""

    seat: int
    good: int
    """-1: none."""
    is_protected: bool

    @property
    def letter(self) -> str:
        """The letter of its good, small if it lies under the camel; empty without one."""
        if self.good < 0:
            return ""
        letter = LETTERS[self.good]
        return letter.lower() if self.is_protected else letter


def draw_desert(canvas: Canvas, layout: Layout, view: SaharaView, marks: Marks) -> None:
    """Draw everything that can change on a copy of the ground."""
    _draw_fills(canvas, layout, view, marks)
    _draw_ghosts(canvas, layout, marks)
    by_space = camels_by_space(view)
    worded = worded_spaces(layout, view, by_space)
    for seat in range(view["seats"]):
        _draw_ropes(canvas, layout, view, seat, by_space, worded)
    _draw_goods(canvas, layout, view, marks, worded)
    _draw_city_names(canvas, layout, view, by_space)
    numbered = zip(view["board"]["numbered"], view["demand"], strict=True)
    marked = {space for space, markers in numbered if markers}  # the markers have a camel's place
    for space, camels in by_space.items():
        if _has_tiny_camel(canvas, layout, camels) and space not in worded | marked:
            x, y = layout.corner(space)
            _draw_tiny(canvas, x, y + 1, camels[0])
        else:
            _draw_camels(canvas, layout, space, camels, space in worded)
    _draw_signs(canvas, layout, view, marks, by_space, worded)


def camels_by_space(view: SaharaView) -> dict[int, list[Camel]]:
    """The camels on each space that has any, by seat."""
    by_space: dict[int, list[Camel]] = {}
    for seat, camels in enumerate(view["camels"]):
        for space, good, under in camels:
            by_space.setdefault(space, []).append(Camel(seat, good, bool(under)))
    return by_space


def worded_spaces(
    layout: Layout, view: SaharaView, by_space: Mapping[int, list[Camel]]
) -> frozenset[int]:
    """The spaces whose good has a row of its own for its whole name, with the camels below; one
    camel has both rows for its picture where no demand markers are to be seen, too."""
    if layout.has_pictures or layout.pitch_y < 3:
        return frozenset()
    slots = zip(view["board"]["numbered"], view["loose"], view["demand"], strict=True)
    return frozenset(
        space
        for space, good, markers in slots
        if good >= 0
        and (markers or len(by_space.get(space, ())) != 1)
        and len(by_space.get(space, ()))
        <= (MOST_CAMELS_BELOW if layout.rows_of(space) == layout.pitch_y else 0)
    )


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
    colours = canvas.pens.palette
    width, height = layout.width, layout.height
    outstanding = outstanding_spaces(view) if marks.has_many else marks.targets
    for space in range(SPACES):
        x, y = layout.corner(space)
        if space in marks.fresh:
            share = 0.6 if canvas.pens.has_tones else 1.0
            canvas.tint(x, 2 * y, width, height, colours.accent, share)
        elif space == marks.selected:
            canvas.tint(x, 2 * y, width, height, colours.accent, 0.45)
        elif space in marks.targets:
            share = CURSOR_TINT if space == marks.cursor else TARGET_TINT
            if space not in outstanding and space != marks.cursor:
                share = QUIET_TINT
            canvas.tint(x, 2 * y, width, height, colours.accent, share)
        elif marks.selected >= 0 and marks.targets:
            canvas.tint(x, 2 * y, width, height, colours.ground, 0.4)
        elif space in marks.changed:
            canvas.tint(x, 2 * y, width, height, colours.seat[marks.changed[space]], 0.3)


def _draw_ghosts(canvas: Canvas, layout: Layout, marks: Marks) -> None:
    """Where a camel has come from."""
    colours = canvas.pens.palette
    for seat, space in sorted(marks.ghosts):
        x, y = layout.corner(space)
        if layout.has_pictures:
            picture = _picture(layout, 1)
            py = 2 * y + layout.height - picture.height
            canvas.sprite(x + 1, py, picture, {"body": colours.seat[seat]}, share=0.3)
        elif layout.pitch_y > 2 and canvas.pens.has_tones:
            body = mix(colours.dune[2], colours.seat[seat], 0.45)
            _draw_outline(canvas, x, y + 1, body)
            canvas.put(x + 1, y + 1, canvas.pens.mark(seat), colours.ink, body)
        else:
            ink = mix(colours.dune[3], colours.seat[seat], 0.6)
            canvas.put(x + layout.width - 1, y + layout.pitch_y - 2, canvas.pens.mark(seat), ink)


def _picture(layout: Layout, camels: int) -> Sprite:
    """The picture of one of some camels on a space."""
    if layout.has_large_pictures:
        return sprite("camel-large" if camels == 1 else "camel")
    return sprite("camel" if camels == 1 else "camel-small")


def _draw_goods(
    canvas: Canvas, layout: Layout, view: SaharaView, marks: Marks, worded: Set[int]
) -> None:
    """The goods that lie on numbered spaces, and the demand markers with them."""
    colours = canvas.pens.palette
    for slot, space in enumerate(view["board"]["numbered"]):
        x, y = layout.corner(space)
        good, markers = view["loose"][slot], view["demand"][slot]
        if good >= 0:
            if layout.has_pictures:
                text = f" {LETTERS[good]} {good_name(good)} "
                text = text if len(text) <= layout.width - 3 else f" {LETTERS[good]} "
            elif space in worded:
                text = short_good(good, layout.width).ljust(layout.width)
            else:
                text = short_good(good, layout.width - 1)
            left = x + layout.width - len(text)
            canvas.put(
                left, y + (space in worded), text, colours.ink, colours.good[good], bold=True
            )
        if markers:
            text = f"+{markers}"
            row = y + (1 if layout.pitch_y < 4 else layout.pitch_y - 2)
            if space in worded:
                row = y
            right = (
                x
                + layout.width
                - len(_sign(layout, marks.sign_of(space, canvas.pens.has_tones), True))
            )
            canvas.put(right - len(text), row, text, colours.accent, bold=True)


def _draw_city_names(
    canvas: Canvas, layout: Layout, view: SaharaView, by_space: Mapping[int, list[Camel]]
) -> None:
    """The names of the cities whose plaque has no room for them, while no camel is there."""
    if not layout.has_large_pictures:
        return
    colours = canvas.pens.palette
    for good, space in enumerate(view["board"]["cities"]):
        name = view["board"]["names"][good]
        if space not in by_space and not has_name_on_plaque(layout, good, name):
            x, y = layout.corner(space)
            canvas.put(x + 1, y + 1, name[: layout.width - 1], colours.text)


def _draw_ropes(
    canvas: Canvas, layout: Layout, view: SaharaView, seat: int,
    by_space: Mapping[int, list[Camel]], worded: Set[int],
) -> None:  # fmt: skip
    """The chains of a seat as ropes in its colour, each seat in a lane of its own."""
    colours = canvas.pens.palette
    rope = mix(colours.seat[seat], colours.dune[1], 0.22 if canvas.pens.has_tones else 0.0)
    for members in chains(view, seat):
        for space in members:
            if space % SIZE < SIZE - 1 and space + 1 in members:
                _draw_rope(canvas, layout, seat, space, True, rope, by_space, worded)
            if space + SIZE in members:
                _draw_rope(canvas, layout, seat, space, False, rope, by_space, worded)


def _draw_rope(
    canvas: Canvas, layout: Layout, seat: int, space: int, is_across: bool,
    rope: tuple[int, int, int], by_space: Mapping[int, list[Camel]], worded: Set[int],
) -> None:  # fmt: skip
    x, y = layout.corner(space)
    if not layout.has_pictures:
        _draw_thin_rope(canvas, layout, seat, space, is_across, rope, by_space, worded)
        return
    low = 2 if layout.has_large_pictures else 0
    column = x + layout.pitch_x // 2 - 3 + 3 * seat
    line = 2 * y + 2 * layout.pitch_y - (6 if low else 4) - seat + low
    if is_across:
        canvas.rect(column, line, layout.pitch_x, 1, rope)
    else:  # behind the label of the space below
        label = 2 * (y + layout.pitch_y)
        canvas.rect(column, line, 1, label - line, rope)
        canvas.rect(column, label + 2, 1, line + 2 * layout.pitch_y - label - 2, rope)


def _draw_thin_rope(
    canvas: Canvas, layout: Layout, seat: int, space: int, is_across: bool,
    rope: tuple[int, int, int], by_space: Mapping[int, list[Camel]], worded: Set[int],
) -> None:  # fmt: skip
    """Between camels that are letters: one pixel thick, or a line of characters."""
    x, y = _place(layout, space, seat, by_space, worded)
    other_x, other_y = _place(layout, space + (1 if is_across else SIZE), seat, by_space, worded)
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
    layout: Layout, space: int, seat: int, by_space: Mapping[int, list[Camel]], worded: Set[int]
) -> tuple[int, int]:
    """The column and row of the first camel of a seat on a space, where camels are letters."""
    x, y = layout.corner(space)
    number = next(n for n, camel in enumerate(by_space[space]) if camel.seat == seat)
    column, row = _slot(layout, number, space in worded)
    return x + column, y + row


def _slot(layout: Layout, number: int, is_worded: bool) -> tuple[int, int]:
    """Column and row within a space of its camels as letters: below each other, then beside; below
    the name of a good beside each other, where the corners of the cursor leave the first in sight.
    """
    if is_worded:
        return 1 + 2 * number, layout.pitch_y - 1 - (layout.pitch_y > 3)
    rows = max(1, layout.pitch_y - 1 - (layout.pitch_y > 3))
    return 3 * (number // rows), layout.pitch_y - rows + number % rows - (layout.pitch_y > 3)


def _draw_camels(
    canvas: Canvas, layout: Layout, space: int, camels: list[Camel], is_worded: bool
) -> None:
    """The camels of a space; where more than two do not fit as pictures, all as letters."""
    if not layout.has_pictures or not canvas.pens.has_pixels:
        x, y = layout.corner(space)
        for number, camel in enumerate(camels):
            column, row = (
                _slot(layout, number, is_worded) if not layout.has_pictures else (3 * number, 2)
            )
            _draw_letters(canvas, x + column, y + row, camel)
        return
    x, y = layout.corner(space)
    if len(camels) > 2:
        for number, camel in enumerate(camels):
            _draw_letters(canvas, x + 3 * (number % 3), y + 1 + number // 3, camel)
        return
    picture = _picture(layout, len(camels))
    py = 2 * (y + layout.pitch_y) - 1 - picture.height
    for number, camel in enumerate(camels):
        if len(camels) == 1:
            left = x + (layout.width - picture.width) // 2
        else:
            left = x if number == 0 else x + layout.width - picture.width
        _draw_picture(canvas, left, py, picture, camel)


def _draw_picture(canvas: Canvas, x: int, py: int, picture: Sprite, camel: Camel) -> None:
    """A camel with the mark of its seat on the flank, and its load on the hump."""
    colours = canvas.pens.palette
    is_large = picture.height > 6
    canvas.sprite(x, py, picture, {"body": colours.seat[camel.seat]})
    flank = (py + picture.height - (5 if is_large else 3)) // 2
    canvas.put(x + 2, flank, canvas.pens.mark(camel.seat), colours.ink, colours.seat[camel.seat])
    if camel.letter:
        load = f" {camel.letter} "
        left = x + (3 if is_large else 1)
        canvas.put(
            left, flank - 1, load, colours.ink, colours.good[camel.good], bold=True,
            underline=camel.is_protected,
        )  # fmt: skip


def _has_tiny_camel(canvas: Canvas, layout: Layout, camels: list[Camel]) -> bool:
    """Whether a space has one camel and just enough room for its outline."""
    has_room = not layout.has_pictures and layout.pitch_y > 2
    return has_room and canvas.pens.has_pixels and len(camels) == 1


def _draw_tiny(canvas: Canvas, x: int, y: int, camel: Camel) -> None:
    """A camel of three pixels, with the letters of its seat and good for the hump."""
    _draw_outline(canvas, x, y, canvas.pens.palette.seat[camel.seat])
    _draw_letters(canvas, x + 1, y, camel)


def _draw_outline(canvas: Canvas, x: int, y: int, body: Colour) -> None:
    """The back, head and legs of a camel of three pixels."""
    top = 2 * y
    canvas.rect(x, top + 1, 5, 1, body)
    canvas.rect(x + 4, top, 2, 1, body)
    for leg in (0, 3):
        canvas.rect(x + leg, top + 2, 1, 1, body)


def _draw_letters(canvas: Canvas, x: int, y: int, camel: Camel) -> None:
    """A camel as the mark of its seat and the letter of its good, on their colours."""
    colours = canvas.pens.palette
    mark = canvas.pens.mark(camel.seat)
    if not camel.letter:
        canvas.put(x, y, f"{mark} ", colours.ink, colours.seat[camel.seat], bold=True)
        return
    after = canvas.put(x, y, mark, colours.ink, colours.seat[camel.seat], bold=True)
    canvas.put(
        after, y, camel.letter, colours.ink, colours.good[camel.good], bold=True,
        underline=camel.is_protected,
    )  # fmt: skip


def _sign(layout: Layout, sign: str, has_demand: bool) -> str:
    """A cost or points with a space around it; beside demand markers only before it."""
    if not sign:
        return ""
    return f" {sign}" if has_demand and not layout.has_pictures else f" {sign} "


def _draw_signs(
    canvas: Canvas, layout: Layout, view: SaharaView, marks: Marks,
    by_space: Mapping[int, list[Camel]], worded: Set[int],
) -> None:  # fmt: skip
    """The costs and points of targets, and the cursor, over everything else."""
    colours = canvas.pens.palette
    numbered = view["board"]["numbered"]
    demand = {space for slot, space in enumerate(numbered) if view["demand"][slot]}
    for space in marks.targets:
        x, y = layout.corner(space)
        if sign := marks.sign_of(space, canvas.pens.has_tones):
            row = y if space in worded else y + layout.pitch_y - 1 - (layout.pitch_y > 2)
            is_low = _has_tiny_camel(canvas, layout, by_space.get(space, []))
            if is_low and space not in worded and row < y + layout.rows_of(space) - 1:
                row = y + layout.rows_of(space) - 1  # below the camel
            text = _sign(layout, sign, space in demand)
            canvas.put(
                x + layout.width - len(text), row, text, colours.ink, colours.accent, bold=True
            )
    if marks.runner is not None:
        good, space = marks.runner
        x, y = layout.corner(space)
        left, row = x + layout.width // 2 - 1, y + layout.pitch_y // 2
        canvas.put(left, row, f" {LETTERS[good]} ", colours.ink, colours.good[good], bold=True)
    if marks.cursor is not None:
        x, y = layout.corner(marks.cursor)
        height = 2 * layout.pitch_y + (1 if layout.pitch_y > 2 else 0)
        top = 2 * y - (1 if layout.pitch_y > 2 else 0)
        arm = 3 if layout.has_pictures else 2
        bracket(canvas, x - 1, top, layout.pitch_x + 1, height, colours.accent, arm)
