"""The last matches, a line each: how they ended, against whom, and when."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from attrs import frozen
from rich.cells import cell_len, set_cell_size

from caravan_tui.games import registry
from caravan_tui.games.registry import short_name
from caravan_tui.hosts.match_text import score_text
from caravan_tui.i18n import _, _n
from caravan_tui.presentation.result import rounds_words
from caravan_tui.presentation.statistics import opponents_text, time_text
from caravan_tui.widgets.chart import outcome_signs
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.sand import DUSK, NOON, Panorama
from caravan_tui.widgets.drawn import Drawn
from saves.profile import Result

LEAST_PICTURE, MOST_PICTURE = 8, 22
"""Rows of the caravan below few matches."""

CAMEL_STEP = 20
"""Columns of a camel with its rope."""

ROOMY = 60
"""Columns from which on the opponents are named."""

NAME, SCORE = 22, 9
"""Columns of the game and of the scores."""


@frozen
class _Line:
    """A match in words."""

    game: str
    score: str
    against: str
    day: str
    is_won: bool | None
    """None: alone, which cannot be won."""
    more: str = ""
    """What else is told of it, below few matches."""


class LastMatches(Drawn):
    """As many matches as there is room for, the newest first."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.lines: Sequence[_Line] = ()

    def show(self, results: Sequence[Result], titles: Mapping[str, str]) -> None:
        """Show the user's results; `titles`: of the kinds of opponents."""
        self.lines = [
            _Line(
                short_name(result.game),
                _scores(result),
                opponents_text(result.against, titles),
                time.strftime("%m-%d", time.localtime(result.ended)),
                result.won if result.seats > 1 else None,
                _more(result),
            )
            for result in reversed(results)
        ]
        self.redraw()

    def _draw_caravan(self, canvas: Canvas) -> None:
        """A camel for each match that was won, in the room below few matches."""
        colours, y = canvas.pens.palette, len(self.lines) * self._step(canvas) + 2
        wins = sum(line.is_won is True for line in self.lines)
        rows = min(canvas.height - y, MOST_PICTURE)
        if rows < LEAST_PICTURE or not canvas.pens.has_pixels:
            return
        sky = DUSK if colours.dark else NOON
        panorama = Panorama(canvas, canvas.height - rows, rows, sky)
        panorama.draw(town=False)
        camels = [colours.primary] * min(wins, canvas.width // CAMEL_STEP)
        if camels:  # somebody has won, and has room for one
            panorama.caravan(camels, canvas.width / 2, colours.ground)

    def _step(self, canvas: Canvas) -> int:
        """The rows of a match: two where there is room for more words and the caravan."""
        return 2 if 2 * len(self.lines) + 2 + LEAST_PICTURE <= canvas.height else 1

    def draw(self, canvas: Canvas) -> None:
        """Draw a heading and the lines."""
        colours = canvas.pens.palette
        canvas.fill(0, 0, canvas.width, canvas.height, colours.surface)
        canvas.put(1, 0, _("Last matches"), colours.primary, bold=True)
        self._draw_caravan(canvas)
        won, lost = outcome_signs(canvas.pens.is_ascii)
        step = self._step(canvas)
        for number, line in enumerate(self.lines[: canvas.height - 1]):
            y = 1 + number * step
            if step > 1:
                canvas.put(
                    3, y + 1, set_cell_size(line.more, canvas.width - 4).rstrip(), colours.soft
                )
            if line.is_won is not None:
                ink = colours.gain if line.is_won else colours.loss
                canvas.put(1, y, won if line.is_won else lost, ink, bold=True)
            right = canvas.width - 1 - len(line.day)
            canvas.put(right, y, line.day, colours.soft)
            x = 3 + NAME + 1
            canvas.put(3, y, set_cell_size(line.game, NAME).rstrip(), colours.text)
            canvas.put(x + SCORE - cell_len(line.score), y, line.score, colours.text, bold=True)
            x += SCORE + 2
            if canvas.width >= ROOMY:
                canvas.put(x, y, set_cell_size(line.against, right - x - 1).rstrip(), colours.soft)


def _scores(result: Result) -> str:
    """The user's score and the best of the others: `31 : 27`."""
    own = score_text(result.score or 0.0)
    others = [score for seat, score in enumerate(result.scores) if seat != result.me]
    return f"{own} : {score_text(max(others))}" if others else own


def _more(result: Result) -> str:
    """How long a match was, by how much it was won or lost, and what else it was."""
    parts = []
    if result.rounds > 1 and result.game in registry.ids():
        parts.append(rounds_words(registry.spec(result.game).round_word, result.rounds))
    if result.seats > 1 and result.score is not None:
        best = max(score for seat, score in enumerate(result.scores) if seat != result.me)
        margin = result.score - best
        text = _("{points} points ahead") if margin >= 0 else _("{points} points behind")
        parts.append(text.format(points=score_text(abs(margin))))
    if result.played:
        parts.append(_("{time} of play").format(time=time_text(result.played)))
    if result.deeds:
        count = len(result.deeds)
        parts.append(_n("{count} deed", "{count} deeds", count).format(count=count))
    if result.assisted:
        parts.append(_("assisted"))
    return ", ".join(parts)
