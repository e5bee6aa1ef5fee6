"""The seats of the set-up as cards: portrait, name, level as steps, style; a clear cursor."""

from __future__ import annotations

from attrs import frozen
from textual.events import Click
from textual.message import Message

from ai.levels import ADAPTIVE
from caravan_tui.cast.characters import character_of
from caravan_tui.engine import PERSON
from caravan_tui.i18n import _
from caravan_tui.screens.seat_plan import DEFAULT_STYLE, RANDOM_STYLE, SeatPlan
from caravan_tui.screens.seat_words import kind_line, style_line
from caravan_tui.widgets.commands import key_name
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, mix
from caravan_tui.widgets.drawing.sand import DUSK, NOON, Panorama
from caravan_tui.widgets.drawing.seats import (
    PORTRAIT_WIDTH,
    draw_large_portrait,
    draw_outline,
    draw_portrait,
)
from caravan_tui.widgets.drawing.shapes import bracket
from caravan_tui.widgets.drawn import Drawn
from caravan_tui.widgets.wrapping import wrap_text

LEAST_ROWS, MOST_ROWS = 3, 8
"""Rows of a card."""

TWO_COLUMNS = 78
"""Columns from which on cards stand side by side."""

BESIDE = 12
"""Columns of a card that a small portrait takes."""

LEAST_FOR_LARGE = 50
"""Columns of a card from which on a large portrait leaves room for words."""

MOST_DIGITS = 10
"""Levels that have a digit as key; 0 is that of the tenth."""

STEP_COLUMNS = 1
"""Columns of a step of the level."""

LEAST_PICTURE, MOST_PICTURE = 6, 28
"""Rows that are left below the cards for a picture."""

LEAST_SMALL, MOST_SMALL = 7, 11
"""Rows of a picture in a narrow place."""

LADDER_WIDTH = 76
"""Columns of the list of levels, at least."""

LEVEL_NAME, MARKS = 20, 8
"""Columns of a level's title with its key, and of the marks of the seats that have it."""

CAMEL = 13
"""Columns of a small camel in a caravan."""


@frozen
class Place:
    """Where a card lies."""

    x: int
    y: int
    width: int
    rows: int
    is_packed: bool = False
    """Whether the next card follows without a blank row."""


def places(width: int, height: int, count: int) -> list[Place]:
    """Where the cards of this many seats lie: as large as they can be, in one or two columns,
    each from top to bottom, as the cursor goes."""
    columns = 2 if width >= TWO_COLUMNS and count > 1 else 1
    lines = -(-count // columns)
    gap = 1 if (height + 1) // lines - 1 >= LEAST_ROWS else 0
    rows = max(LEAST_ROWS, min(MOST_ROWS, (height - 1 + gap) // lines - gap))
    card = (width - 1 - 2 * columns) // columns
    top = 1 if height > lines * (rows + gap) - gap else 0
    return [
        Place(
            1 + number // lines * (card + 2),
            top + number % lines * (rows + gap),
            card,
            rows,
            is_packed=not gap,
        )
        for number in range(count)
    ]


def has_large_face(spot: Place) -> bool:
    """Whether a card has room for a large portrait."""
    return spot.rows >= MOST_ROWS and spot.width >= LEAST_FOR_LARGE


def beside(spot: Place) -> int:
    """Columns of a card that the portrait takes."""
    return BESIDE + has_large_face(spot) * PORTRAIT_WIDTH


class SeatCards(Drawn, can_focus=True):
    """A card for each seat that the game can have."""

    DEFAULT_CSS = """
    SeatCards { width: 1fr; height: 1fr; }
    """

    class Asked(Message):
        """Something is to be done with a seat: `who`, `kind`, `style`, `name`, `sit`, `remove`."""

        def __init__(self, what: str, seat: int, value: object = None) -> None:
            super().__init__()
            self.what = what
            self.seat = seat
            self.value = value

    class CursorMoved(Message):
        """Another seat is under the cursor."""

    def __init__(self, plan: SeatPlan, titles: dict[str, str]) -> None:
        """`titles`: of the styles, by their name."""
        super().__init__(id="seats")
        self.plan = plan
        self.cursor = 0
        self.style_titles = {
            DEFAULT_STYLE: _("Default style"), RANDOM_STYLE: _("Random style"), **titles
        }  # fmt: skip

    def show(self) -> None:
        """Show the plan as it is now."""
        self.cursor = min(self.cursor, self.last_seat)
        self.redraw()

    # The cursor

    @property
    def last_seat(self) -> int:
        """The last seat that the cursor goes to: the next player sits down on the first empty one,
        and nothing can be done with those after it."""
        return min(len(self.plan), self.plan.spec.max_seats - 1)

    def step(self, by: int) -> bool:
        """Move the cursor by one seat; whether there is one."""
        if not 0 <= self.cursor + by <= self.last_seat:
            return False
        self.move_to(self.cursor + by)
        return True

    def enter(self, by: int) -> None:
        """Put the cursor at the end at which it comes in."""
        self.move_to(0 if by > 0 else self.last_seat)

    def move_to(self, seat: int) -> None:
        """Put the cursor on a seat, on the first empty one instead of one after it."""
        self.cursor = min(seat, self.last_seat)
        self.redraw()
        self.post_message(self.CursorMoved())

    def on_focus(self) -> None:
        """Show the cursor."""
        self.redraw()
        self.post_message(self.CursorMoved())

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.redraw()

    def on_click(self, event: Click) -> None:
        """Go to a seat, and change what was clicked."""
        target = self.target_of(event)
        if target is None:
            return
        what, seat, value = target
        self.move_to(seat)
        if what != "seat":
            self.post_message(self.Asked(what, seat, value))

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the cards, and a caravan below them where there is room."""
        names = self.plan.names()
        spots = places(canvas.width, canvas.height, self.plan.spec.max_seats)
        for seat, spot in enumerate(spots):
            if seat < len(self.plan):
                self._draw_card(canvas, spot, seat, names[seat])
            else:
                self._draw_empty(canvas, spot, seat)
        if self.has_focus:
            self._draw_cursor(canvas, spots[self.cursor])
        below = max(spot.y + spot.rows for spot in spots) + 2
        below = self._draw_levels(canvas, below)
        if canvas.height - below >= LEAST_PICTURE and canvas.pens.has_pixels:
            draw_caravan(canvas, below, min(MOST_PICTURE, canvas.height - below), len(self.plan))

    def _draw_levels(self, canvas: Canvas, y: int) -> int:
        """Draw what each level is like and who has it, where there is room for all of them; the row
        after that. A click gives it to the selected computer player."""
        plan, colours = self.plan, canvas.pens.palette
        levels = plan.levels
        computers = [seat for seat in range(len(plan)) if plan.is_computer(seat)]
        has_room = canvas.height - y > len(levels) + 1 and canvas.width >= LADDER_WIDTH
        if not has_room or not computers or len(levels) < 2:
            return y
        selected = self.cursor if self.cursor in computers else computers[0]
        titles = {kind: title for title, kind in plan.kinds}
        width = canvas.width - 2
        canvas.fill(1, y, width, 1, colours.panel)
        heading = _("Levels: press a digit, or click")
        canvas.put(2, y, heading, colours.primary, bold=True)
        for number, kind in enumerate(levels, 1):
            row = y + number
            seats = [seat for seat in computers if plan.seats[seat].kind == kind]
            ground = colours.surface if number % 2 else colours.ground
            if seats:
                ground = mix(colours.panel, colours.seat[seats[0]], 0.18)
            canvas.fill(1, row, width, 1, ground)
            key = str(number % 10) if number <= MOST_DIGITS else " "
            canvas.put(2, row, key, colours.accent, bold=True)
            title = titles.get(kind, kind)
            canvas.put(4, row, title, colours.text, bold=bool(seats))
            x = LEVEL_NAME
            for seat in seats[: MARKS - 2]:
                x = canvas.put(x, row, canvas.pens.mark(seat), colours.seat[seat], bold=True)
            words = wrap_text(kind_line(kind), width - LEVEL_NAME - MARKS)[:1]
            canvas.put(LEVEL_NAME + MARKS, row, "".join(words), colours.soft)
            canvas.add_target(1, row, width, 1, ("kind", selected, kind))
        return y + len(levels) + 2

    def _draw_cursor(self, canvas: Canvas, spot: Place) -> None:
        accent = canvas.pens.palette.accent
        if canvas.pens.has_pixels and spot.is_packed:  # corners would cover the cards beside it
            for x in (spot.x - 1, spot.x + spot.width):
                canvas.rect(x, 2 * spot.y, 1, 2 * spot.rows, accent)
            return
        if canvas.pens.has_pixels:
            bracket(canvas, spot.x - 1, 2 * spot.y - 1, spot.width + 2, 2 * spot.rows + 2, accent)
            return
        for row in range(spot.rows):
            canvas.put(spot.x - 1, spot.y + row, "►", accent, bold=True)
            canvas.put(spot.x + spot.width, spot.y + row, "◄", accent, bold=True)

    def _ground(self, canvas: Canvas, spot: Place, seat: int, share: float) -> Colour:
        """Fill a card; what is behind its texts."""
        colours = canvas.pens.palette
        colour = colours.seat[seat]
        is_current = self.has_focus and seat == self.cursor
        # packed cards differ from their neighbours
        usual = colours.ground if spot.is_packed and seat % 2 else colours.surface
        ground = mix(colours.panel, colour, 0.18) if is_current else usual
        canvas.fill(spot.x, spot.y, spot.width, spot.rows, ground)
        canvas.rect(spot.x, 2 * spot.y, 1, 2 * spot.rows, colour, share)
        canvas.add_target(spot.x, spot.y, spot.width, spot.rows, ("seat", seat, None))
        return ground

    def _draw_empty(self, canvas: Canvas, spot: Place, seat: int) -> None:
        colours = canvas.pens.palette
        ground = self._ground(canvas, spot, seat, 0.4)
        is_large = has_large_face(spot)
        draw_outline(canvas, spot.x + 2, spot.y + (spot.rows > 5), seat, ground, is_large)
        x, top = spot.x + beside(spot), spot.y + (spot.rows > 4)
        after = canvas.put(x, top, f"{canvas.pens.mark(seat)} ", colours.seat[seat])
        canvas.put(after, top, _("empty seat"), colours.soft, italic=True)
        words = _("{key}: add a player").format(key=self.adding_key())
        if seat > len(self.plan):  # the next player sits down on the first empty seat
            key = key_name(self, "setup.more")
            words = _("then {key}: {count} players").format(key=key, count=seat + 1)
        canvas.put(x, top + 1, words, colours.soft)
        canvas.add_target(spot.x, spot.y, spot.width, spot.rows, ("sit", seat, None))

    def adding_key(self) -> str:
        """The key that adds a player here: Enter does where the cursor is on an empty seat, and
        starts the match elsewhere."""
        is_on_empty = self.has_focus and self.cursor >= len(self.plan)
        return key_name(self, "setup.enter" if is_on_empty else "setup.more")

    def _draw_card(self, canvas: Canvas, spot: Place, seat: int, name: str) -> None:
        colours = canvas.pens.palette
        plan, planned, colour = self.plan, self.plan.seats[seat], colours.seat[seat]
        ground = self._ground(canvas, spot, seat, 1)
        top = spot.y + (spot.rows > 4)
        x, right = spot.x + beside(spot), spot.x + spot.width - 1
        if planned.kind == PERSON or plan.is_computer(seat) or plan.is_program(seat):
            character = character_of(planned.kind, name)
            face = character.face if character else ""
            draw = draw_large_portrait if has_large_face(spot) else draw_portrait
            draw(canvas, spot.x + 2, spot.y + (spot.rows > 5), seat, face)
            if spot.is_packed:  # a row between this face and the next one, of hat and neck
                for py in (2 * spot.y, 2 * (spot.y + spot.rows) - 1):
                    canvas.rect(spot.x + 2, py, PORTRAIT_WIDTH, 1, ground)
        else:  # a seat that waits for somebody has neither face nor name
            name = planned.name
        end = canvas.put(x, top, f"{canvas.pens.mark(seat)} {name}", colour, bold=True)
        canvas.add_target(x, top, end - x, 1, ("name", seat, None))
        if plan.spec.min_seats < plan.spec.max_seats:  # too few: a click says so
            can_go = len(plan) > plan.spec.min_seats
            ink = colours.soft if can_go else colours.faint
            canvas.put(right - 2, top, " × ", ink, colours.panel)
            canvas.add_target(right - 2, top, 3, 1, ("remove", seat, None))
        self._draw_kind(canvas, x, top + 1, seat)
        y = top + 2
        if plan.is_computer(seat) and len(plan.styles) > 1:
            title = self.style_titles.get(planned.style, planned.style)
            end = canvas.put(x, y, title, colours.soft, italic=True)
            canvas.put(end + 1, y, "►", colours.accent)
            canvas.add_target(x, y, end + 2 - x, 1, ("style", seat, 1))
            y += 1
        for line in self._words_of(spot, seat):
            canvas.put(x, y, line, colours.soft)
            y += 1

    def has_words_of(self, seat: int) -> bool:
        """Whether the card of a player has room to say what the player is like."""
        spots = places(*self.size, self.plan.spec.max_seats)
        return seat < len(self.plan) and bool(self._words_of(spots[seat], seat))

    def _words_of(self, spot: Place, seat: int) -> list[str]:
        """What the player of a seat is like, and its style, in the lines that its card has left;
        nothing where the first has no room."""
        plan, planned = self.plan, self.plan.seats[seat]
        has_style = plan.is_computer(seat) and len(plan.styles) > 1
        lines = [kind_line(planned.kind), *([style_line(planned.style)] if has_style else [])]
        room = spot.rows - (spot.rows > 4) - 2 - has_style
        width = max(8, spot.width - 1 - beside(spot))
        texts = [wrap_text(line, width) for line in lines if line]
        if sum(map(len, texts)) > room:
            del texts[1:]
        return [line for text in texts if len(text) <= room for line in text]

    def _draw_kind(self, canvas: Canvas, x: int, y: int, seat: int) -> None:
        """Who plays, between arrows; a computer player's level as steps before them."""
        colours = canvas.pens.palette
        plan, planned, colour = self.plan, self.plan.seats[seat], colours.seat[seat]
        steps = [name for name in plan.levels if name != ADAPTIVE.name]
        if planned.kind in steps and len(steps) > 1:
            level = steps.index(planned.kind)
            for step, name in enumerate(steps):
                is_full = step <= level
                if canvas.pens.has_pixels and is_full:
                    share = 0.5 + 0.5 * step / (len(steps) - 1)
                    canvas.rect(x, 2 * y, STEP_COLUMNS, 2, mix(colours.panel, colour, share))
                elif canvas.pens.has_tones:
                    canvas.rect(x, 2 * y + 1, STEP_COLUMNS, 1, colours.raised)
                else:
                    canvas.put(x, y, ("#" if is_full else "-") * STEP_COLUMNS, colour)
                canvas.add_target(x, y, STEP_COLUMNS, 1, ("kind", seat, name))
                x += STEP_COLUMNS
            x += 1
        titles = {kind: title for title, kind in plan.kinds}
        canvas.add_target(x, y, 2, 1, ("who", seat, -1))
        x = canvas.put(x, y, "◄ ", colours.accent, bold=True)
        x = canvas.put(x, y, titles.get(planned.kind, planned.kind), colours.text, bold=True)
        canvas.add_target(x, y, 2, 1, ("who", seat, 1))
        canvas.put(x, y, " ►", colours.accent, bold=True)


class SeatCaravan(Drawn):
    """The players' caravan where it has a place of its own; nothing where that is too low."""

    def __init__(self, plan: SeatPlan) -> None:
        super().__init__()
        self.plan = plan

    def draw(self, canvas: Canvas) -> None:
        """Draw it at the foot, with small camels: large ones need more columns."""
        canvas.fill(0, 0, canvas.width, canvas.height, canvas.pens.palette.surface)
        rows = min(MOST_SMALL, canvas.height - 1)
        if rows >= LEAST_SMALL and canvas.pens.has_pixels:
            draw_caravan(canvas, canvas.height - rows, rows, len(self.plan))


def draw_caravan(canvas: Canvas, y: int, rows: int, seats: int) -> None:
    """The players' caravan on the dunes: a camel in the colour of each seat, as many as fit."""
    colours = canvas.pens.palette
    picture = Panorama(canvas, y, rows, DUSK if colours.dark else NOON)
    picture.draw(town=rows >= 12)
    camels = [colours.seat[seat] for seat in reversed(range(min(seats, canvas.width // CAMEL)))]
    if camels:
        picture.caravan(camels, canvas.width * 0.5, mix(colours.ground, colours.text, 0.1))


def level_words(plan: SeatPlan, seat: int, room: int) -> str:
    """What the level of a computer player is like, in one line: as much of it as has room."""
    words = describe_seat(plan, seat)[0].rstrip(".")
    while len(words) >= room and any(mark in words for mark in (". ", ", ")):
        words = words[: max(words.rfind(". "), words.rfind(", "))]
    return f"{words}."


def empty_seat_words() -> str:
    """What a seat without a player is for."""
    return _("Nobody sits here. Press Enter or click the seat to add a player.")


def describe_seat(plan: SeatPlan, seat: int) -> list[str]:
    """What the player of a seat is like, a line each."""
    if seat >= len(plan):
        return [empty_seat_words()]
    planned = plan.seats[seat]
    titles = {kind: title for title, kind in plan.kinds}
    line = kind_line(planned.kind)
    title = titles.get(planned.kind, planned.kind)
    lines = [f"{title}: {line[:1].lower()}{line[1:]}" if line else title]
    if planned.kind != PERSON and plan.is_computer(seat) and len(plan.styles) > 1:
        lines.append(style_line(planned.style))
    return lines
