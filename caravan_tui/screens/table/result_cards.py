"""A card for each seat of a finished match: rank, name, score, and where its points came from."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen
from rich.cells import cell_len

from caravan_tui.games.scoring import CountLine
from caravan_tui.hosts.match_text import score_text
from caravan_tui.i18n import _
from caravan_tui.presentation.result import Outcome
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, legible, mix, readable
from caravan_tui.widgets.drawing.palette import Palette
from caravan_tui.widgets.drawing.seats import PORTRAIT_WIDTH, draw_portrait
from caravan_tui.widgets.drawn import Drawn, pens_of
from caravan_tui.widgets.marks import short_name

NAME_ROOM = 26
"""Columns from the rank to the end of the score."""

PORTRAIT_ROWS = 3
"""Rows of a card from which it has a portrait."""

LABEL_CONTRAST = 5.0
"""The least contrast of a label on its part of a bar."""

BAR_CONTRAST = 2.0
"""The least contrast of a part of a bar, or of its sign in the legend, with the card."""

FIRST, FIRST_BY_DAY = 0.22, 0.28
"""How much of its seat's colour the card of the best seat has: by day so much that white parts of
its bar stand out as they are."""

PALE = 0.4
"""How much of the colour of losses what was lost has in a bar."""

ROOMY_ROWS = 5
"""Rows of a card from which on its bar is two rows high, with a blank row above and below."""

SHAPES = ((5, 1), (4, 1), (3, 1), (3, 0), (2, 0))
"""Rows of a card and blank rows after it, the roomiest first."""

PLAIN_SHAPES = ((2, 1), (2, 0))
"""The same without pixels, where there are no portraits."""


class ResultCards(Drawn):
    """The cards, the best seat first."""

    DEFAULT_CSS = """
    ResultCards { width: 100%; height: auto; }
    """

    def __init__(
        self, outcome: Outcome, sources: Sequence[CountLine], faces: Sequence[str] = ()
    ) -> None:
        """`faces`: the sprite of the character in each seat, empty where there is none."""
        super().__init__()
        self.faces = faces
        self.outcome = outcome
        self.sources = sources
        self.shape = SHAPES[-1]
        self.has_legend = True
        """Whether the sources are named below the bars."""
        self.has_whole_legend = False
        """Whether all of them are named there, and none in a bar: it is told one way."""

    def rows_of(self, room: int) -> int:
        """The rows that the cards take of these; more where even the least shape has no room."""
        return len(self.outcome.ranks) * sum(self._shape_in(room))

    def take(self, room: int) -> None:
        """Use the roomiest shape that fits into these rows, or the least."""
        self.shape = self._shape_in(room)
        self.styles.height = self.rows_of(room)
        self.redraw()

    def _shape_in(self, room: int) -> tuple[int, int]:
        shapes: Sequence[tuple[int, int]] = SHAPES
        if not pens_of(self.app, self.app.has_class("-ascii")).has_pixels:
            shapes = PLAIN_SHAPES
        seats = len(self.outcome.ranks)
        return next((shape for shape in shapes if seats * sum(shape) <= room), shapes[-1])

    def draw(self, canvas: Canvas) -> None:
        """Draw all cards; parts of equal length are equal points."""
        rows, gap = self.shape
        self.has_legend = not self._are_bars_labelled(canvas, rows)
        self.has_whole_legend = self.has_legend and self._has_room_for_all(canvas, rows)
        for place, seat in enumerate(self.outcome.order):
            self._draw_card(canvas, place * (rows + gap), rows, seat)

    def _are_bars_labelled(self, canvas: Canvas, rows: int) -> bool:
        """Whether every bar says all its sources, so that no legend has to say them again."""
        has_portrait = rows >= PORTRAIT_ROWS
        left = 2 + (PORTRAIT_WIDTH + 2) * has_portrait + NAME_ROOM + 2
        seats = range(len(self.outcome.ranks))
        has_points = all(any(line.of(seat) for line in self.sources) for seat in seats)
        is_said = not any(self._unlabelled(seat, canvas.width - left - 1) for seat in seats)
        return has_portrait and canvas.pens.has_pixels and has_points and is_said

    def _has_room_for_all(self, canvas: Canvas, rows: int) -> bool:
        """Whether every source of every seat can be named below its bar."""
        x = 2 + (PORTRAIT_WIDTH + 2) * (rows >= PORTRAIT_ROWS)
        below = rows - 1 - 2 * (rows >= ROOMY_ROWS)
        swatch, gap = _spacing(canvas)
        return all(
            _rows(
                [words_of(line, seat) for line in self.sources if line.of(seat)],
                canvas.width - x - 1, swatch, gap,
            ) <= below
            for seat in range(len(self.outcome.ranks))
        )  # fmt: skip

    def _unlabelled(self, seat: int, width: int) -> list[CountLine]:
        """The sources of a seat that its bar of this width does not name: they need a legend."""
        labelled = {
            id(line)
            for line, start, end in _parts(self.sources, seat, self._scale(width))
            if cell_len(words_of(line, seat)) + 1 < end - start
        }
        return [line for line in self.sources if line.of(seat) and id(line) not in labelled]

    def _scale(self, width: int) -> Scale:
        """The columns of points in bars of a width, the same for all seats."""
        sums = [_gained_and_lost(self.sources, seat) for seat in range(len(self.outcome.ranks))]
        gained, lost = (max(each) for each in zip(*sums, strict=True))
        return Scale(width - (lost > 0), max(1.0, gained), lost)

    def _draw_card(self, canvas: Canvas, y: int, rows: int, seat: int) -> None:
        colours, outcome = canvas.pens.palette, self.outcome
        colour = colours.seat[seat]
        is_first = outcome.ranks[seat] == 1
        share = FIRST if colours.dark else FIRST_BY_DAY
        ground = mix(colours.panel, colour, share) if is_first else colours.surface
        canvas.fill(0, y, canvas.width, rows, ground if canvas.pens.has_tones else colours.ground)
        canvas.rect(0, 2 * y, 1, 2 * rows, colour)
        is_roomy = rows >= ROOMY_ROWS
        if is_roomy:
            y, rows = y + 1, rows - 1
        x = 2
        if rows >= PORTRAIT_ROWS:
            draw_portrait(canvas, x, y, seat, self.faces[seat] if self.faces else "")
            x += PORTRAIT_WIDTH + 2
        score = score_text(outcome.scores[seat])
        rank_ink = colours.accent if is_first else colours.soft
        after = canvas.put(x, y, str(outcome.ranks[seat]), rank_ink, bold=True)
        you = f" {_('(you)')}" if seat == outcome.me and outcome.names[seat] != _("You") else ""
        room = NAME_ROOM - len(score) - 6 - cell_len(you)
        name = f"{canvas.pens.mark(seat)} {short_name(outcome.names[seat], room)}"
        end = canvas.put(after + 1, y, name, colour, bold=True)
        canvas.put(end, y, you, colours.soft)
        canvas.put(x + NAME_ROOM - len(score), y, score, colours.text, bold=True)
        left = x + NAME_ROOM + 2
        bar = 1 + is_roomy + (not self.has_legend)
        ground = ground if canvas.pens.has_tones else colours.ground
        for row in range(bar):
            self._draw_bar(
                canvas, left, y + row, canvas.width - left - 1, seat,
                has_labels=row == (bar - 1) // 2, ground=ground,
            )  # fmt: skip
        y, rows = y + bar - 1, rows - bar + 1
        if self.has_legend:
            self._draw_words(canvas, x, y + 1, rows - 1, seat, left, ground)

    def _draw_bar(
        self, canvas: Canvas, x: int, y: int, width: int, seat: int, has_labels: bool,
        ground: Colour,
    ) -> None:  # fmt: skip
        """One bar: what was gained to the right of zero, what was lost to the left of it, pale.
        Each part has its points, and its title where it fits."""
        colours, scale = canvas.pens.palette, self._scale(width)
        if scale.has_zero_line:
            line_sign = "|" if canvas.pens.is_ascii else "│"
            canvas.put(x + scale.column(0), y, line_sign, colours.text, bold=True)
        inks = source_colours(self.sources, colours)
        ink_of = {id(line): ink for line, ink in zip(self.sources, inks, strict=True)}
        for line, start, end in _parts(self.sources, seat, scale):
            ink, size = readable(ink_of[id(line)], ground, BAR_CONTRAST), end - start
            is_loss = line.of(seat) < 0
            number = score_text(line.of(seat))
            label = next(
                (
                    words
                    for words in (f" {words_of(line, seat)}", f" {number}", number)
                    if has_labels
                    if words.strip() == number or not self.has_whole_legend
                    if cell_len(words) < size or (words == number and len(number) <= size)
                ),
                "",
            )
            if canvas.pens.has_pixels:
                paper_ink = colours.paper_ink
                if is_loss:
                    ink = colours.loss
                    if canvas.pens.has_tones:
                        ink, paper_ink = mix(colours.surface, ink, PALE), colours.text
                on_it = legible(paper_ink, ink, LABEL_CONTRAST)
                canvas.put(x + start, y, label.ljust(size), on_it, ink, bold=True)
            else:
                inside, fill = label.strip(), "-" if is_loss else "="
                if len(inside) + 2 <= size:
                    inside = f"[{inside:{fill}<{size - 2}}]"
                canvas.put(x + start, y, inside[:size].ljust(size, fill), colours.text)

    def _draw_words(
        self, canvas: Canvas, x: int, y: int, rows: int, seat: int, left: int, ground: Colour
    ) -> None:
        """The sources that the bar, which begins at `left`, does not name; where there is no room
        for all of them, the small ones together, so that what is said adds up to the score."""
        colours = canvas.pens.palette
        if not any(line.of(seat) for line in self.sources):
            canvas.put(x, y, _("no points"), colours.soft)
            return
        parts: Sequence[CountLine] = [line for line in self.sources if line.of(seat)]
        if not self.has_whole_legend:
            parts = self._unlabelled(seat, canvas.width - left - 1)
        if not parts:
            return
        width = canvas.width - x - 1
        has_swatch = canvas.pens.has_pixels
        swatch, gap = _spacing(canvas)

        def fits(lines: Sequence[CountLine]) -> bool:
            words = [words_of(line, seat) for line in lines]
            return _rows(words, width, swatch, gap) <= rows

        if not fits(parts):
            gap -= 1
        parts = with_small_together(parts, seat, fits)
        inks = dict(zip(map(id, self.sources), source_colours(self.sources, colours), strict=True))
        column, row = x, y
        for line in parts:
            words, is_loss = words_of(line, seat), line.of(seat) < 0
            size = swatch + cell_len(words)
            if column > x and column + gap + size > x + width:
                column, row = x, row + 1
            elif column > x:
                mark = "" if has_swatch else "," if gap < 3 or canvas.pens.is_ascii else " ·"
                column = canvas.put(column, row, mark.ljust(gap), colours.faint)
            if has_swatch:
                ink = colours.loss if is_loss else inks.get(id(line), colours.faint)
                canvas.put(column, row, "■", readable(ink, ground, BAR_CONTRAST))
                column += 2
            column = canvas.put(column, row, words, colours.loss if is_loss else colours.soft)


@frozen
class Scale:
    """The columns of points in a bar, which begins with those that were lost, and a line at zero
    behind them."""

    width: int
    """The columns of all points, without the one of that line."""
    gained: float
    """The most points that a seat gained."""
    lost: float
    """The most that a seat lost."""

    @property
    def has_zero_line(self) -> bool:
        """Whether a line parts gains from losses: where nobody lost any there is none."""
        return self.lost > 0

    def column(self, points: float) -> int:
        """Where a number of points ends, from zero on."""
        return round(self.width * (self.lost + points) / (self.gained + self.lost))


def _parts(
    sources: Sequence[CountLine], seat: int, scale: Scale
) -> list[tuple[CountLine, int, int]]:
    """The parts of a seat's bar, each from a column to one behind its end: gains to the right of
    zero, losses to the left of it."""
    parts = []
    gained = lost = 0.0
    for line in sources:
        own = line.of(seat)
        if own < 0:
            start, end = scale.column(lost + own), scale.column(lost)
            lost += own
        else:
            start, end = scale.column(gained), scale.column(gained + own)
            start, end = start + scale.has_zero_line, end + scale.has_zero_line
            gained += own
        if end > start:
            parts.append((line, start, end))
    return parts


def _gained_and_lost(sources: Sequence[CountLine], seat: int) -> tuple[float, float]:
    """The points of a seat from all sources that brought it some, and those that it lost."""
    points = [line.of(seat) for line in sources]
    return sum(own for own in points if own > 0), -sum(own for own in points if own < 0)


def words_of(line: CountLine, seat: int) -> str:
    """A source and its points: `rare goods 12`, `village 16: 3`."""
    colon = ":" if line.title[-1:].isdigit() else ""
    return f"{line.title}{colon} {score_text(line.of(seat))}"


def with_small_together(
    lines: Sequence[CountLine], seat: int, fits: Callable[[Sequence[CountLine]], bool]
) -> Sequence[CountLine]:
    """The sources of a seat, the smallest of them added up to one until they fit."""
    by_size = sorted(lines, key=lambda line: abs(line.of(seat)))
    seats = range(len(lines[0].points))
    listed = lines
    for count in range(1, len(lines)):
        if fits(listed):
            break
        small = by_size[:count]
        others = CountLine(_("others"), [sum(line.of(each) for line in small) for each in seats])
        listed = [line for line in lines if line not in small]
        if others.of(seat):
            listed.append(others)
    return listed


def _spacing(canvas: Canvas) -> tuple[int, int]:
    """The columns before a word of the legend, for its sign, and between two words."""
    return (2, 2) if canvas.pens.has_pixels else (0, 3)


def _rows(words: Sequence[str], width: int, swatch: int, gap: int) -> int:
    """The rows of words, each after `swatch` columns and with a gap between two."""
    rows, used = 1, 0
    for word in words:
        size = swatch + cell_len(word)
        if used and used + gap + size > width:
            rows, used = rows + 1, size
        else:
            used += size + gap * bool(used)
    return rows


def source_colours(sources: Sequence[CountLine], colours: Palette) -> list[Colour]:
    """The colour of each source: its own, or one that is told from those before it."""
    usual = (
        colours.adobe[0], colours.favour, colours.gold, colours.oasis, colours.palm,
        colours.good[0], colours.good[1],
    )  # fmt: skip
    return [
        _named(line.colour, colours) or usual[number % len(usual)]
        for number, line in enumerate(sources)
    ]


def _named(name: str, colours: Palette) -> Colour | None:
    """A colour of the palette by its name: `palm`, `block-2`."""
    return colours.named(name) if name else None
