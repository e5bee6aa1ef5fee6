"""The standing of a saved match: a plaque for each seat with face, score and bar."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from caravan_tui.cast.characters import faces, level_title
from caravan_tui.hosts.match_text import rank_words, score_text
from caravan_tui.i18n import _
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, mix
from caravan_tui.widgets.drawing.seats import PORTRAIT_WIDTH, draw_portrait
from caravan_tui.widgets.drawn import Drawn, pens_of
from caravan_tui.widgets.seat_chips import leads_sign, to_move_sign
from saves.header import Header

FACE_ROWS = 3
"""Rows of a plaque with a face."""

SHAPES = ((FACE_ROWS, 1), (FACE_ROWS, 0), (1, 0))
"""Rows of a plaque and blank rows after it, the roomiest first."""

PLAIN_SHAPES = ((2, 1), (2, 0), (1, 0))
"""The same without pixels, where there are no faces."""

LEAST_BAR, LEAST_SMALL_BAR = 6, 3
"""Columns of a bar below which there is none: with a face, and on one row."""

PALE = 0.55
"""How much of the colour of losses a bar below zero has."""

LONGEST_NAME = 14
"""Columns of a name on a plaque of one row, at most."""


class Standing(Drawn):
    """The plaques, in the order of the seats."""

    DEFAULT_CSS = """
    Standing { width: 100%; height: auto; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.header: Header | None = None
        self.shape = SHAPES[-1]

    def show(self, header: Header | None, rows: int) -> int:
        """Show the seats of a match in this many rows, or the least that they need; None: nothing.

        Returns the rows that it takes.
        """
        self.header = header
        seats = len(header.seats) if header else 0
        has_pixels = pens_of(self.app, self.app.has_class("-ascii")).has_pixels
        shapes: Sequence[tuple[int, int]] = SHAPES if has_pixels else PLAIN_SHAPES
        fitting = (shape for shape in shapes if seats * sum(shape) - shape[1] <= rows)
        self.shape = next(fitting, shapes[-1])
        taken = max(0, seats * sum(self.shape) - self.shape[1])
        self.styles.height = taken
        self.display = bool(taken)
        self.redraw()
        return taken

    def draw(self, canvas: Canvas) -> None:
        """Draw the plaques; bars of equal length are equal scores."""
        if self.header is None:
            return
        rows, gap = self.shape
        header = self.header
        portraits = faces([seat.kind for seat in header.seats], [s.name for s in header.seats])
        for seat, face in enumerate(portraits):
            y = seat * (rows + gap)
            if rows == 1:
                self._draw_row(canvas, y, seat, header)
            else:
                self._draw_plaque(canvas, y, rows, seat, header, face)

    def _ground(self, canvas: Canvas, y: int, rows: int, seat: int, has_turn: bool) -> None:
        colours = canvas.pens.palette
        colour = colours.seat[seat]
        ground = mix(colours.panel, colour, 0.16) if has_turn else colours.surface
        canvas.fill(0, y, canvas.width, rows, ground if canvas.pens.has_tones else colours.ground)
        canvas.rect(0, 2 * y, 1, 2 * rows, colour, 1 if has_turn else 0.55)

    def _draw_plaque(
        self, canvas: Canvas, y: int, rows: int, seat: int, header: Header, face: str
    ) -> None:
        """A face, name and score, a bar, and what there is to say."""
        colours = canvas.pens.palette
        has_turn = header.to_act == seat
        self._ground(canvas, y, rows, seat, has_turn)
        x = 2
        if canvas.pens.has_pixels:
            draw_portrait(canvas, x, y, seat, face)
            x += PORTRAIT_WIDTH + 1
        right = canvas.width - 1
        score = score_text(header.scores[seat])
        state, ink = self._state(canvas, seat, header, right - x)
        player = header.seats[seat]
        level = level_title(player.kind)
        self._put_name(canvas, x, y, seat, right - len(score) - 1, player.name)
        canvas.put(right - len(score), y, score, colours.text, bold=True)
        bar_y = y + 1
        if right - x >= LEAST_BAR and rows >= FACE_ROWS:
            self._draw_bar(canvas, x, bar_y, right - x, seat, header)
            bar_y += 1
        canvas.put(x, bar_y, state, ink, bold=has_turn)
        if level and level != player.name and x + cell_len(state) + cell_len(level) + 2 <= right:
            canvas.put(right - cell_len(level), bar_y, level, colours.soft)

    def _draw_row(self, canvas: Canvas, y: int, seat: int, header: Header) -> None:
        """Signs, name, bar and score on one row."""
        colours = canvas.pens.palette
        has_turn = header.to_act == seat
        self._ground(canvas, y, 1, seat, has_turn)
        scores = [score_text(score) for score in header.scores]
        number = max(map(len, scores))
        longest = max(cell_len(player.name) for player in header.seats)
        name_room = min(longest, LONGEST_NAME)
        turn = to_move_sign(canvas.pens) if has_turn else " "
        canvas.put(1, y, turn, colours.accent, bold=True)
        sun = leads_sign(canvas.pens) if leads(header, seat) else " "
        canvas.put(2, y, sun, colours.accent, bold=True)
        self._put_name(canvas, 3, y, seat, 5 + name_room, header.seats[seat].name)
        right = canvas.width - 1
        canvas.put(right - len(scores[seat]), y, scores[seat], colours.text, bold=True)
        left = 6 + name_room
        room = right - number - 1 - left
        if room >= LEAST_SMALL_BAR:
            self._draw_bar(canvas, left, y, room, seat, header)

    def _put_name(
        self, canvas: Canvas, x: int, y: int, seat: int, right: int, name: str
    ) -> None:  # fmt: skip
        """A sign and a name; one that is cut off is seen to be."""
        room = right - x - 2
        if cell_len(name) > room:
            name = name[: max(0, room - 1)] + ("~" if canvas.pens.is_ascii else "…")
        mark = canvas.pens.mark(seat)
        canvas.put(x, y, f"{mark} {name}", canvas.pens.palette.seat[seat], bold=True)

    def _draw_bar(
        self, canvas: Canvas, x: int, y: int, width: int, seat: int, header: Header
    ) -> None:
        """A bar as long as the score, on a groove as long as the highest one. A score below zero
        goes to the left from the line at zero, which all bars then have, pale, as what was lost at
        the result of a match."""
        colours = canvas.pens.palette
        score, most = header.scores[seat], max([1.0, *header.scores])
        least = min([0.0, *header.scores])
        if least < 0:
            width -= 1  # for the line at zero
        zero = round(-width * least / (most - least))
        end = round(width * (score - least) / (most - least))
        start, length = min(zero, end), abs(end - zero)
        if least < 0 and score > 0:
            start += 1
        if canvas.pens.has_pixels:
            py = 2 * y
            canvas.rect(
                x,
                py,
                width + (least < 0),
                1,
                colours.raised if canvas.pens.has_tones else colours.faint,
            )
            if score < 0:
                canvas.rect(x + start, py, length, 1, colours.loss, PALE)
            else:
                canvas.rect(x + start, py, length, 1, colours.seat[seat])
            if least < 0:
                canvas.rect(x + zero, py, 1, 2, colours.text)
        else:
            sign = "=" if canvas.pens.is_ascii else "━"
            if score < 0:
                sign = "-" if canvas.pens.is_ascii else "╌"
            canvas.put(x + start, y, sign * length, colours.seat[seat], bold=score >= 0)
            if least < 0:
                canvas.put(x + zero, y, "|" if canvas.pens.is_ascii else "│", colours.text)

    def _state(
        self, canvas: Canvas, seat: int, header: Header, room: int
    ) -> tuple[str, Colour]:  # fmt: skip
        """What there is to say of a seat in so many columns: its turn, its rank, or that it
        leads."""
        colours, pens = canvas.pens.palette, canvas.pens
        sun = f"{leads_sign(pens)} " if leads(header, seat) else ""
        if header.ranks:
            rank = header.ranks[seat]
            if rank == 1:
                return sun + (_("winner") if len(header.seats) > 1 else _("ended")), colours.accent
            return rank_words(rank, len(header.seats)), colours.soft
        if header.to_act == seat:
            words = f"{to_move_sign(pens)} " + _("to move")
            leading = f"{words}  {sun}" + _("in the lead")
            return leading if sun and cell_len(leading) <= room else words, colours.accent
        return sun + (_("in the lead") if sun else ""), colours.accent


def leads(header: Header, seat: int) -> bool:
    """Whether a seat has won, or has more than others and nobody has more, by its score."""
    if header.ranks:
        return header.ranks[seat] == 1
    scores = header.scores
    return scores[seat] == max(scores) > min(scores)
