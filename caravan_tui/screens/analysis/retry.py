"""A decision of a finished match tried again: what another move is worth, and what follows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rich.text import Text
from textual import work

from ai.grades import Verdict
from caravan_tui.engine.playback import Playback
from caravan_tui.i18n import _
from caravan_tui.presentation.decisions import shares
from caravan_tui.presentation.own_problems import problem_of
from caravan_tui.screens.problems.problem import ProblemScreen
from saves.errors import SaveError

TITLES: Final = {"solution": "Best move", "leave": "Back"}
"""What the footer calls some of its actions."""


class RetryScreen(ProblemScreen):
    """The position before a decision, with those who played the match. Nothing is kept of what is
    tried; only playing on begins a match."""

    def __init__(
        self,
        looked_at: Playback,
        verdicts: Sequence[Verdict],
        index: int,
        reopen: Callable[[], None],
    ) -> None:
        """`looked_at`: the whole match; `verdicts`: the decisions that can be tried again, which
        `index` is a place in; `reopen`: leaves all screens and opens the analysis again."""
        self.looked_at, self.verdicts, self.reopen = looked_at, verdicts, reopen
        match = looked_at.match
        problems = [problem_of(match, verdict) for verdict in verdicts]
        super().__init__(problems, index, players=match.record.seats)

    @property
    def tried(self) -> Verdict:
        """What the analysis said of the decision."""
        return self.verdicts[self.index]

    @property
    def move(self) -> int:
        """The number of the move that is tried again."""
        return self.looked_at.after_ply(self.tried.ply)

    def note(self) -> str:
        """What the headline calls it."""
        return _("another try at move {move}").format(move=self.move)

    def question(self) -> Text:
        """What is asked for."""
        if self.tried.is_error:
            return Text(_("Play a better move than in the match."))
        return Text(_("Try another move."))

    def asked_below(self) -> str:
        """What was played here, and what that was worth."""
        verdict = self.tried
        remaining, chance = shares(verdict.chance, verdict.loss)
        text = _("You played: {move}. {remaining} to win, at best {chance}.")
        if verdict.played == verdict.preferred:
            text = _("You played the best move: {move}. {chance} to win.")
        elif remaining == chance:
            text = _("You played: {move}. No other move was found to be better.")
        return text.format(move=verdict.played_words, remaining=remaining, chance=chance)

    def count(self, is_solved: bool) -> None:
        """Keep nothing: what was better stood in the analysis."""

    def praise(self, _word: str) -> Text:
        """What is said of the best move."""
        return Text(f"{_('The best move that was found')}: {self.worth_of_best()}")

    def worth_of_best(self) -> str:
        """What the best move is worth beside the one that was played."""
        verdict = self.tried
        remaining, chance = shares(verdict.chance, verdict.loss)
        if verdict.played == verdict.preferred:
            text = _("{chance} to win. You played it in the match.")
        elif remaining == chance:
            text = _("{chance} to win, as much as with your move in the match.")
        else:
            text = _("{chance} to win. In the match you had {remaining}.")
        return text.format(chance=chance, remaining=remaining)

    def criticism(self, loss: float) -> Text:
        """What is said of a move that is not the best one: what it is worth beside the one that
        was played, and beside the best one."""
        verdict = self.tried
        then, chance = shares(verdict.chance, verdict.loss)
        is_same = self.shown_move == verdict.played
        now = then if is_same else shares(verdict.chance, loss)[0]
        if is_same:
            text = _("The same move as in the match: {now} to win, at best {chance}.")
        elif now == then:
            text = _("No better than in the match: {now} to win, at best {chance}.")
        elif loss < verdict.loss:
            text = _("Better than in the match: {now} to win instead of {then}, at best {chance}.")
        else:
            text = _("Worse than in the match: {now} to win instead of {then}, at best {chance}.")
        return Text(text.format(now=now, then=then, chance=chance))

    def accept(self, action: int) -> None:
        """Say that a move is as good as the best one that was found, and show what follows it."""
        self.moment = "right"
        word = _("As good as the best move that was found")
        self.verdict = Text(f"{word}: {self.worth_of_best()}")
        self.show_line([action])
        self.look_ahead(action)

    def reasons(self) -> tuple[list[str], list[str]]:
        """As of a problem; nothing is worse about a move that is as good."""
        why, gains = super().reasons()
        is_as_good = self.moment == "right" and self.line[0] != self.problem.answer
        return ([] if is_as_good or self.tried.played == self.tried.preferred else why), gains

    def another(self, index: int) -> ProblemScreen:
        """The screen of another move of the list."""
        return RetryScreen(self.looked_at, self.verdicts, index, self.reopen)

    def words_at_end(self) -> str:
        """What is said where no move follows."""
        return _("That was the last of your moves in this list.")

    def ways(self, keys: Mapping[str, str]) -> list[str]:
        """What can be done now, a sentence each."""
        if self.moment == "asking":
            lines = [_("{hint} gives a hint, {solution} shows the best move.")]
        else:
            lines = [
                _("{previous} and {on} go through what may follow, {why} says why."),
                _("{again} tries another move, {next} goes to the next move of the list."),
                _("{retry} plays on from this moment, in a new match against the same players."),
            ]
        return [line.format(**keys) for line in lines]

    def title_of(self, action: str) -> str:
        """What the footer calls an action."""
        return TITLES.get(action) or super().title_of(action)

    @work(exclusive=True, group="dialog")
    async def action_retry(self) -> None:
        """Sit down at a new match that goes on from the step that is shown, against the same
        players, and come back to the analysis when its table is left."""
        ply = self.playback.steps[self.step].ply
        if not await self.app.may_leave_table():
            return
        title = _("Another try at move {move}").format(move=self.move)
        match = self.playback.match
        try:
            link = await self.app.host.branch(match, ply, match.record.seats, title)
        except (ValueError, SaveError) as error:
            self.notify(str(error), severity="warning")
            return
        # A table below has lost its match to the new one, so everything is opened again.
        self.reopen()
        self.app.open("table", link, _("another try"))
