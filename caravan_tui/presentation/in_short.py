"""A finished match in three lines: who won and why, and what its player can learn from it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from ai.analysis import Analysis
from ai.grades import LEAST_LOSS, MoveMark, Verdict, loss_text
from caravan_tui.engine.playback import Playback
from caravan_tui.hosts.reviewing import by_kind
from caravan_tui.i18n import _
from caravan_tui.presentation.decisions import doubt_words, may_cost, step_after, turning_points
from caravan_tui.presentation.match_players import players_of, summary
from caravan_tui.presentation.moment import mover_of
from caravan_tui.presentation.quality import quality_of
from caravan_tui.presentation.result import Outcome

LEAST_RISE = LEAST_LOSS[MoveMark.MISTAKE]
"""What a turn must have brought, at least, to be named as the best one."""


class InShort:
    """What an analysis comes to, for whoever has three seconds."""

    def __init__(self, playback: Playback, own_seat: int | None) -> None:
        """`playback`: of a match that is over; `own_seat`: of the only person at this terminal."""
        self.playback, self.own_seat = playback, own_seat
        match = playback.match
        view = playback.view(playback.last, None)
        own_seats = [] if own_seat is None else [own_seat]
        ranks = match.ranks or [1] * len(match.names)
        self.outcome = Outcome(match.names, view["scores"], ranks, own_seats)
        self._sources = match.game.sources(view)
        self._tie_breaks = match.game.tie_breaks(view)
        self._lessons: tuple[Analysis, list[str]] | None = None
        """What an analysis said, which is asked at every step of the cursor."""

    def lines(self, analysis: Analysis, is_whole: bool, room: int) -> list[str]:
        """Who won, why, and what to learn, a line of at most `room` columns each. `is_whole`: the
        analysis has come to its end."""
        whole = [self.outcome.headline(), self._why(room)]
        if cell_len(joined := " ".join(whole)) <= room:
            whole = [joined.strip()]
        if is_whole:
            whole.append(self._learnt(analysis, room))
        return [line for line in whole if line]

    def _why(self, room: int) -> str:
        """What decided the match, in a line."""
        lead = self.outcome.lead_words(self._sources, room // 2)
        words = lead or self.outcome.tie_words(self._tie_breaks)
        return words if cell_len(words) <= room else ""

    def _learnt(self, analysis: Analysis, room: int) -> str:
        if self.own_seat is None:
            return summary(players_of(analysis, self.playback.match), self.outcome.names, room)
        if self._lessons is None or self._lessons[0] is not analysis:
            self._lessons = analysis, self._lessons_of(analysis, self.own_seat)
        return _in_room(self._lessons[1], room)

    def _lessons_of(self, analysis: Analysis, seat: int) -> list[str]:
        """The best turn, the worst one and the kind of moves by which errors lost most, a sentence
        each; what was no error is not called a loss."""
        own = [verdict for verdict in analysis.turn_verdicts if verdict.seat == seat]
        errors = [verdict for verdict in own if verdict.is_error]
        worst = max(errors, key=lambda verdict: verdict.loss, default=None)
        best = self._best_turn(analysis, own, seat)
        sentences = [best] if best else []
        if worst is not None:
            move = self.playback.after_ply(worst.first_ply)
            text = _("Worst: move {move}, {loss}.")
            sentences.append(text.format(move=move, loss=loss_text(worst.loss)))
        sentences.append(self._costliest_kind(analysis, seat))
        return [sentence for sentence in sentences if sentence]

    def _best_turn(self, analysis: Analysis, own: Sequence[Verdict], seat: int) -> str:
        """The turn that its player may be proud of, as a sentence; without one how many of all
        were the best."""
        finds = [verdict for verdict in own if verdict.mark is MoveMark.BRILLIANT]
        if finds:
            move = self.playback.after_ply(finds[0].first_ply)
            return _("Best turn: move {move}, a brilliant find.").format(move=move)
        errors = {verdict.first_ply for verdict in own if verdict.is_error}
        rises = []
        for swing in turning_points(analysis, seat, self.playback):
            step = step_after(self.playback, swing)
            verdict = analysis.verdict_of_turn(swing.ply)
            is_own = mover_of(self.playback, swing, step) == seat
            if is_own and swing.change >= LEAST_RISE and (
                verdict is not None and verdict.first_ply not in errors
            ):  # fmt: skip
                rises.append((swing.change, step))
        if rises:
            change, step = max(rises)
            text = _("Best turn: move {move}, +{change}.")
            return text.format(move=step, change=f"{change:.0%}")
        quality = quality_of(own, seat)
        text = _("{best} of your {count} turns were the best ones.")
        return text.format(best=quality.best, count=quality.count) if quality.best > 1 else ""

    def _costliest_kind(self, analysis: Analysis, seat: int) -> str:
        """By which kind of moves errors lost most, as a sentence; without an error that there was
        none."""
        own = [verdict for verdict in analysis.verdicts if verdict.seat == seat]
        errors = [verdict for verdict in own if verdict.is_error]
        if not own:
            return ""
        if not errors:
            doubt = doubt_words(analysis, seat)
            is_close = any(may_cost(verdict) for verdict in own)
            return doubt or (_("No errors, only close choices.") if is_close else _("No errors."))
        losses = {
            kind: sum(verdict.loss for verdict in verdicts)
            for kind, verdicts in by_kind(errors, self.playback.match, seat).items()
        }
        kind = max(losses, key=lambda each: losses[each])
        return _("Most lost by: {kind}.").format(kind=_(kind))


def _in_room(sentences: Sequence[str], room: int) -> str:
    """The first of these sentences, as many as fit into so many columns."""
    words = ""
    for sentence in sentences:
        longer = f"{words} {sentence}".strip()
        if cell_len(longer) <= room:
            words = longer
    return words
