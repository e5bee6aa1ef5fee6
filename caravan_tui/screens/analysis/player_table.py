"""Skill and luck of each player, a row each: grade, decisions as a bar, thirds, luck as a bar."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen
from rich.cells import cell_len

from ai.grades import Grade
from caravan_tui.i18n import _, _n, _p
from caravan_tui.presentation.decisions import NEGLIGIBLE
from caravan_tui.presentation.match_players import FEWEST, SURE, Player, loss_words, signed
from caravan_tui.presentation.quality import error_words
from caravan_tui.screens.analysis.quality import Part, draw_bar, draw_legend, legend_lines
from caravan_tui.widgets.drawing import letters
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour
from caravan_tui.widgets.drawing.palette import Palette
from caravan_tui.widgets.drawn import Drawn
from caravan_tui.widgets.marks import short_name
from caravan_tui.widgets.wrapping import wrap_text

LEAST_NAME, MOST_NAME = 15, 24
"""Columns of the marks and names."""

LEAST_TABLE, LARGE_PITCH = 9, 4
"""Rows of the table at least, and rows of a player whose grade is written in large letters."""

GRADE_WIDTH, LUCK_WIDTH = 6, 10
"""Columns of these numbers, with the gap before them."""

LEAST_LARGE, LARGE_GRADE = 90, 8
"""Columns of the rows from which on there is room for large letters, and what these take more."""

PHASE_WIDTHS = (7, 8, 6)
"""Columns of the grades of the beginning, the middle and the end, with the gaps before them."""

LEAST_SWING, MOST_SWING = 9, 21
"""Columns of the bar of luck, an odd number: nothing is in its middle."""

WIDE_SWING = 0.2
"""Luck that fills half of the bar, at least."""

LEAST_BESIDE, GAP_BESIDE = 40, 5
"""Columns of what is explained beside the rows at least, and between them."""

LEAST_ROWS = 62
"""Columns of the rows, at least, where something stands beside them."""

GOOD_GRADE, POOR_GRADE = 75, 40
"""Grades from which on, and below which, a grade is coloured."""


@frozen
class _Columns:
    """Where the columns of a row begin and end."""

    name: int
    """Columns of the name."""
    grade: int
    """The end of the grade, as of all numbers."""
    bar: int
    bar_width: int
    phases: Sequence[int]
    """The ends of the three grades; empty where the match is too short for them."""
    luck: int
    swing: int
    swing_width: int


def _columns(width: int, has_phases: bool) -> _Columns:
    name = min(MOST_NAME, max(LEAST_NAME, width // 6))
    swing_width = min(MOST_SWING, max(LEAST_SWING, width // 9)) // 2 * 2 + 1
    grade = name + GRADE_WIDTH + (LARGE_GRADE if width >= LEAST_LARGE else 0)
    swing = width - swing_width
    luck = swing - 1
    left = luck - LUCK_WIDTH
    ends: list[int] = []
    if has_phases:
        end = left
        for phase_width in reversed(PHASE_WIDTHS):
            ends.insert(0, end)
            end -= phase_width
        left = end
    return _Columns(name, grade, grade + 2, left - grade - 3, ends, luck, swing, swing_width)


class PlayerTable(Drawn):
    """A row for each player, and what its signs mean: beside the rows on a wide terminal."""

    DEFAULT_CSS = """
    PlayerTable { height: 8; width: 1fr; padding: 0 1; }
    """

    def __init__(
        self, names: Sequence[str], has_secrets: bool = False, id: str | None = None
    ) -> None:
        """`has_secrets`: seats hide something from each other, so that each judges its own luck."""
        super().__init__(id=id)
        self.names = names
        self.has_secrets = has_secrets
        self.players: Sequence[Player] = ()
        self.unjudged = ""

    def show(self, players: Sequence[Player], unjudged: str = "") -> None:
        """Show these players. `unjudged`: what stands beside those whose moves are not judged."""
        if (players, unjudged) != (self.players, self.unjudged):
            self.players, self.unjudged = players, unjudged
            self.redraw()

    def wanted_rows(self, most: int) -> int:
        """The rows that the players fill, at most so many: with large grades if there is room."""
        count = len(self.players)
        large = 2 + LARGE_PITCH * count
        return large if large <= most else min(most, max(LEAST_TABLE, 2 + 2 * count))

    def draw(self, canvas: Canvas) -> None:
        """Draw the titles, the rows and what they mean."""
        beside = max(LEAST_BESIDE, canvas.width * 3 // 10)
        width = canvas.width - beside - GAP_BESIDE
        is_beside = width >= LEAST_ROWS
        width = width if is_beside else canvas.width
        columns = _columns(width, self._has_phases())
        self._draw_titles(canvas, columns, width)
        count, legend = len(self.players), 0
        if not is_beside:
            legend = len(self._legend(canvas)) + len(self._sentences())
        pitches = (LARGE_PITCH, 2) if canvas.pens.has_pixels and is_beside else (2,)
        free = canvas.height - 1 - legend
        pitch = next((pitch for pitch in pitches if pitch * count <= free), 1)
        for y, player in enumerate(self.players):
            self._draw_player(canvas, 1 + y * pitch, player, columns, pitch)
        sentences = self._sentences()
        if pitch > 1 and any(player.chance_sum for player in self.players):
            sentences.append(
                _("Rest: the others' moves, close choices, the end, what was seen only later.")
            )
        if is_beside:
            room = canvas.width - width - GAP_BESIDE
            self._draw_meaning(canvas, width + GAP_BESIDE, 0, room, sentences)
        else:
            self._draw_meaning_below(canvas, canvas.height - 1 - pitch * count, sentences)

    def _has_phases(self) -> bool:
        """Whether there are grades of early, middle and late moves."""
        return any(player.has_phases for player in self.players)

    def _legend(self, canvas: Canvas) -> list[list[Part]]:
        qualities = [player.quality for player in self.players]
        return legend_lines(qualities, canvas.pens.palette, canvas.width)

    def _draw_titles(self, canvas: Canvas, columns: _Columns, width: int) -> None:
        colours = canvas.pens.palette
        canvas.fill(0, 0, width, 1, colours.panel)
        for end, words in (
            (columns.grade, _("Grade")),
            *zip(
                columns.phases,
                (_("early"), _p("part of a match", "middle"), _("late")),
                strict=bool(columns.phases),
            ),
            (columns.luck, _("Luck")),
        ):
            canvas.put(end - cell_len(words), 0, words, colours.soft)
        words = _("Moves, from best to worst")
        words = words if cell_len(words) <= columns.bar_width else _("Moves")
        canvas.put(columns.bar, 0, words, colours.soft)

    def _draw_player(
        self, canvas: Canvas, y: int, player: Player, columns: _Columns, pitch: int
    ) -> None:
        """Draw the rows of a player: one, two with what it comes to in words, or more with the
        grade in large letters."""
        colours, seat = canvas.pens.palette, player.seat
        thick = 2 if pitch == LARGE_PITCH else 1
        name = short_name(self.names[seat], columns.name - 3)
        canvas.put(0, y, f"{canvas.pens.mark(seat)} {name}", colours.seat[seat], bold=True)
        if player.grade is None:
            canvas.put(columns.bar, y, self.unjudged, colours.soft)
        else:
            _draw_grade(canvas, columns.grade, y, player, is_large=thick > 1)
            draw_bar(canvas, columns.bar, y, columns.bar_width, player.quality, thick)
            for part, end in zip(player.phases, columns.phases, strict=bool(columns.phases)):
                text = str(part.points) if part.decisions >= FEWEST else "–"
                canvas.put(end - len(text), y, text, colours.text if text != "–" else colours.faint)
            rest = ""
            if pitch > 1 and player.chance_sum is not None:
                rest = _("rest {change}").format(change=signed(player.chance_sum.rest))
            start = columns.swing + columns.swing_width - cell_len(rest)
            room = min(columns.luck, start - 1) - columns.bar if pitch > 1 else 0
            canvas.put(columns.bar, y + thick, _counted(player, room), colours.soft)
            canvas.put(start, y + thick, rest, colours.soft)
        self._draw_luck(canvas, y, player, columns, thick)

    def _draw_luck(
        self, canvas: Canvas, y: int, player: Player, columns: _Columns, thick: int
    ) -> None:
        """Draw luck as a number and as a bar to the right or, if it was bad, to the left."""
        colours, luck = canvas.pens.palette, player.luck
        if luck is None:
            canvas.put(columns.luck - 1, y, "–", colours.faint)
            return
        ink = colours.gain if luck.value > 0 else colours.loss
        is_sure = abs(luck.value) >= SURE * luck.error
        text = f"{luck.value:+.0%}" if is_sure else f"~{luck.value:+.0%}"
        if abs(luck.value) < NEGLIGIBLE:
            text, ink = "~0%", colours.soft
        canvas.put(columns.luck - cell_len(text), y, text, ink, bold=True)
        known = [abs(other.luck.value) for other in self.players if other.luck is not None]
        half = columns.swing_width // 2
        length = round(half * abs(luck.value) / max(WIDE_SWING, *known))
        middle = columns.swing + half
        start = middle + 1 if luck.value > 0 else middle - length
        if canvas.pens.has_pixels:
            canvas.fill(columns.swing, y, columns.swing_width, thick, colours.panel)
            canvas.fill(start, y, length, thick, ink)
        else:
            canvas.put(start, y, ("+" if luck.value > 0 else "-") * length, ink)
        for row in range(y, y + thick):
            canvas.put(middle, row, "|" if canvas.pens.is_ascii else "│", colours.soft)

    def _sentences(self) -> list[str]:
        """What grade and luck are."""
        if any(player.is_rough for player in self.players):
            grade = _("Grade: 100 if no move lost any chance to win; ~ from a few moves only.")
        elif not self._has_phases():
            grade = _("Grade: 100 if nothing was lost; too few moves to grade each third.")
        else:
            grade = _("Grades: 100 if nothing was lost; each third weighs by its number of moves.")
        if all(player.luck is None for player in self.players):
            luck = _("Luck: none, as nothing was drawn or rolled after the start.")
        elif self.has_secrets:
            luck = _("Luck: what draws and rolls did to the chance to win, as each saw it.")
        else:
            luck = _("Luck: what draws and rolls did to the chance to win; ~ is a rough guess.")
        return [grade, luck]

    def _draw_meaning_below(self, canvas: Canvas, rows: int, sentences: Sequence[str]) -> None:
        """Say in the last rows what colours, grade and luck mean, as far as these are free."""
        legend = self._legend(canvas)
        legend = legend[: max(0, rows - len(sentences))] or legend[: max(0, min(1, rows))]
        sentences = sentences[: max(0, rows - len(legend))]
        y = canvas.height - len(legend) - len(sentences)
        for line in legend:
            draw_legend(canvas, 0, y, line, canvas.width)
            y += 1
        for sentence in sentences:
            canvas.put(0, y, sentence, canvas.pens.palette.soft)
            y += 1

    def _draw_meaning(
        self, canvas: Canvas, x: int, y: int, width: int, sentences: Sequence[str]
    ) -> None:
        """Say beside the rows what colours, grade and luck mean."""
        colours, qualities = canvas.pens.palette, [player.quality for player in self.players]
        for line in legend_lines(qualities, colours, width):
            draw_legend(canvas, x, y, line, width)
            y += 1
        y += 1
        for sentence in sentences:
            for text in wrap_text(sentence, width):
                canvas.put(x, y, text, colours.soft)
                y += 1


def _draw_grade(canvas: Canvas, end: int, y: int, player: Player, *, is_large: bool) -> None:
    """Draw a grade up to a column; `is_large`: in large letters if they can write it."""
    assert player.grade is not None
    colours = canvas.pens.palette
    text, ink = str(player.grade.points), _ink(player.grade, colours)
    if is_large and not player.is_rough:
        x = end - letters.width(text)
        letters.write(canvas, x, 2 * y, text, ink, ink, has_shade=colours.dark)
        return
    text = f"~{text}" if player.is_rough else text
    canvas.put(end - len(text), y, text, ink, bold=True)


def _ink(graded: Grade, colours: Palette) -> Colour:
    if graded.points >= GOOD_GRADE:
        return colours.gain
    return colours.loss if graded.points < POOR_GRADE else colours.accent


def _counted(player: Player, room: int) -> str:
    """A player's decisions in words: how many, the errors by their marks, what was lost a move; the
    errors stand in the bar too, so where there is no room for them the rest is told."""
    assert player.grade is not None
    count = player.quality.count
    moves, errors, loss = (
        _n("{count} move", "{count} moves", count).format(count=count),
        error_words([player.quality]),
        loss_words(player),
    )
    for parts in ((moves, errors, loss), (moves, loss), (loss,)):
        words = ", ".join(parts)
        if cell_len(words) <= room:
            return words
    return ""
