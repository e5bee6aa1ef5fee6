"""The last matches, a line each: how they ended, against whom, and when."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from attrs import frozen
from rich.cells import cell_len, set_cell_size

from caravan_tui.games import registry
from caravan_tui.games.kit.sentences import points
from caravan_tui.games.registry import short_name
from caravan_tui.hosts.match_text import score_text, scores_text
from caravan_tui.i18n import _, _n, capital
from caravan_tui.presentation.result import rounds_words
from caravan_tui.presentation.statistics import opponents_text, time_text
from caravan_tui.widgets.chart import outcome_signs
from caravan_tui.widgets.commands import key_name
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.sand import DUSK, NOON, Panorama
from caravan_tui.widgets.drawing.shapes import bar
from caravan_tui.widgets.drawn import Drawn
from caravan_tui.widgets.marks import short_name as short_player
from saves.deeds import deed_of
from saves.profile import Result
from saves.statistics import TOLD_FROM

LEAST_PICTURE, MOST_PICTURE = 8, 22
"""Rows of the caravan below few matches."""

CAMEL_STEP = 20
"""Columns of a camel with its rope."""

ROOMY = 60
"""Columns from which on the opponents are named."""

NAME, SCORE = 22, 9
"""Columns of the game and of the scores."""

MOST_BAR = 72
"""Columns of the points of a player as a bar, at most."""


@frozen
class _Line:
    """A match in words."""

    game: str
    score: str
    against: str
    day: str
    is_won: bool | None
    """None: alone, which cannot be won."""
    more: Sequence[str] = ()
    """What else is told of it, below few matches: what matters most first."""


class LastMatches(Drawn):
    """As many matches as there is room for, the newest first."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.lines: Sequence[_Line] = ()
        self.only: Result | None = None
        """The match, while there is one alone."""
        self.deeds: Mapping[str, Sequence[str]] = {}

    def show(
        self,
        results: Sequence[Result],
        titles: Mapping[str, str],
        deeds: Mapping[str, Sequence[str]],
    ) -> None:
        """Show the user's results.

        Args:
            titles: of the kinds of opponents.
            deeds: the ids of those that a match was the first to bring, by the match.
        """
        self.only = results[0] if len(results) == 1 else None
        self.deeds = deeds
        self.lines = [
            _Line(
                short_name(result.game),
                scores_text(result),
                opponents_text(result.against, titles),
                time.strftime("%m-%d", time.localtime(result.ended)),
                result.won if result.seats > 1 else None,
                further_words(result, len(deeds.get(result.match, ()))),
            )
            for result in reversed(results)
        ]
        self.redraw()

    def _draw_caravan(self, canvas: Canvas) -> None:
        """A camel for each match that was won, in the room below few matches."""
        colours, y = canvas.pens.palette, len(self.lines) * self._step(canvas) + 2
        y += self._rows_of_only(canvas)
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

    def _rows_of_only(self, canvas: Canvas) -> int:
        """The rows in which a match that is alone is told in full; 0 where there is no room."""
        if self.only is None:
            return 0
        rows = self.only.seats + 1 + len(self._facts(self.only))
        return rows if 4 + rows <= canvas.height else 0

    def _draw_only(self, canvas: Canvas, result: Result, y: int) -> None:
        """Tell a match in full: the points of everybody as bars, then what else it was."""
        colours = canvas.pens.palette
        most = max(1.0, *result.scores)
        order = sorted(range(result.seats), key=lambda seat: result.ranks[seat])
        width = min(MOST_BAR, canvas.width - NAME - SCORE - 8)
        for row, seat in enumerate(order, y):
            name = short_player(result.names[seat], NAME - 2)
            is_own = seat == result.me
            canvas.put(3, row, f"{result.ranks[seat]}", colours.soft)
            canvas.put(5, row, name, colours.text, bold=is_own)
            score = score_text(result.scores[seat])
            x = 3 + NAME + 1 + SCORE
            canvas.put(x - cell_len(score), row, score, colours.text, bold=is_own)
            ink = colours.primary if is_own else colours.faint
            bar(canvas, x + 2, row, width, result.scores[seat] / most, ink, colours.raised)
        for row, fact in enumerate(self._facts(result), y + result.seats + 1):
            canvas.put(3, row, set_cell_size(fact, canvas.width - 4).rstrip(), colours.soft)

    def _facts(self, result: Result) -> list[str]:
        """What a single match says besides, and what will stand here."""
        facts = []
        records = [
            f"{_(name)} {score_text(value)}" for name, value in result.records.items() if value > 0
        ]
        if records:
            facts.append(capital(", ".join(records)))
        ids = self.deeds.get(result.match, ())
        if deeds := [deed.name for name in ids if (deed := deed_of(name))]:
            words = _n("New deed: {deeds}", "New deeds: {deeds}", len(deeds))
            facts.append(words.format(deeds=", ".join(_(name) for name in deeds)))
        facts.append("")
        text = _("{key} analyses the match: accuracy (3) and luck (4) then tell how you played.")
        facts.append(text.format(key=key_name(self, "statistics.review")))
        text = _("After {count} matches, the curve of your rating appears here.")
        facts.append(text.format(count=TOLD_FROM))
        return facts

    def _step(self, canvas: Canvas) -> int:
        """The rows of a match: two where there is room for more words and the caravan."""
        return 2 if 2 * len(self.lines) + 2 + LEAST_PICTURE <= canvas.height else 1

    def draw(self, canvas: Canvas) -> None:
        """Draw a heading and the lines."""
        colours = canvas.pens.palette
        canvas.fill(0, 0, canvas.width, canvas.height, colours.surface)
        canvas.put(1, 0, _("Last matches"), colours.primary, bold=True)
        self._draw_caravan(canvas)
        if self.only is not None and self._rows_of_only(canvas):
            self._draw_only(canvas, self.only, 4)
        won, lost = outcome_signs(canvas.pens.is_ascii)
        step = self._step(canvas)
        for number, line in enumerate(self.lines[: canvas.height - 1]):
            y = 1 + number * step
            if step > 1:
                canvas.put(3, y + 1, _fitting(line.more, canvas.width - 4), colours.soft)
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


def _fitting(parts: Sequence[str], room: int) -> str:
    """As many parts as there is room for, side by side."""
    texts = (", ".join(parts[:count]) for count in range(len(parts), 0, -1))
    return next((text for text in texts if cell_len(text) <= room), "")


def further_words(result: Result, deeds: int) -> list[str]:
    """How long a match was, by how much it was won or lost, how many deeds it was the first to
    bring, and what else it was."""
    parts = []
    if result.rounds > 1 and result.game in registry.ids():
        parts.append(rounds_words(registry.spec(result.game).round_word, result.rounds))
    if result.seats > 1 and result.score is not None:
        best = max(score for seat, score in enumerate(result.scores) if seat != result.me)
        margin = result.score - best
        text = _("{points} ahead") if margin > 0 else _("{points} behind")
        parts.append(text.format(points=points(abs(margin))) if margin else _("tied on points"))
    if result.played:
        parts.append(_("{time} of play").format(time=time_text(result.played)))
    if deeds:
        parts.append(_n("{count} new deed", "{count} new deeds", deeds).format(count=deeds))
    if result.assisted:
        parts.append(_("assisted"))
    return parts
