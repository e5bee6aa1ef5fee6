"""How well each player chose over a match: best moves, close ones, errors by their marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import frozen

from ai.analysis import Analysis
from ai.grades import MoveMark, Verdict
from caravan_tui.i18n import _, _n


@frozen
class Quality:
    """A player's decisions, counted by what they cost."""

    seat: int
    best: int
    close: int
    inaccuracies: int = 0
    mistakes: int = 0
    blunders: int = 0
    finds: int = 0
    """Those of the best moves that were not the obvious one."""

    @property
    def errors(self) -> int:
        """Decisions that cost something worth telling."""
        return self.inaccuracies + self.mistakes + self.blunders

    @property
    def count(self) -> int:
        """All moves; of several decisions in a turn the costliest one."""
        return self.best + self.close + self.errors


def error_words(players: Sequence[Quality]) -> str:
    """The errors of players by their marks, the worst first: every place counts them so."""
    blunders = sum(player.blunders for player in players)
    mistakes = sum(player.mistakes for player in players)
    inaccuracies = sum(player.inaccuracies for player in players)
    parts = (
        (blunders, _n("{count} blunder", "{count} blunders", blunders)),
        (mistakes, _n("{count} mistake", "{count} mistakes", mistakes)),
        (inaccuracies, _n("{count} inaccuracy", "{count} inaccuracies", inaccuracies)),
    )
    words = ", ".join(text.format(count=count) for count, text in parts if count)
    return words or _("no errors")


def quality_of(verdicts: Sequence[Verdict], seat: int) -> Quality:
    """Count the moves of a seat, by one verdict a turn."""
    own = [verdict for verdict in verdicts if verdict.seat == seat]
    best = sum(verdict.played == verdict.preferred for verdict in own)
    marks = Counter(verdict.mark for verdict in own if verdict.is_error)
    return Quality(
        seat,
        best,
        len(own) - best - marks.total(),
        marks[MoveMark.INACCURACY],
        marks[MoveMark.MISTAKE],
        marks[MoveMark.BLUNDER],
        sum(verdict.mark is MoveMark.BRILLIANT for verdict in own),
    )


def qualities(analysis: Analysis, seat: int | None) -> list[Quality]:
    """The listed seat's decisions, or those of every seat that was judged for None."""
    judged = sorted({verdict.seat for verdict in analysis.verdicts})
    seats = [other for other in judged if seat in (None, other)]
    return [quality_of(analysis.turn_verdicts, other) for other in seats]
