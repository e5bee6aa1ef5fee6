"""A decision of a finished match tried again: what another move is worth, and what follows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ai.grades import Verdict
from ai.reasons import follow
from caravan_tui.engine import Match
from caravan_tui.engine.playback import Playback
from caravan_tui.hosts.base import Host
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.i18n import _, capital
from caravan_tui.presentation.decisions import may_cost, shares
from caravan_tui.presentation.exercises import Exercise
from caravan_tui.presentation.own_problems import problem_of
from caravan_tui.presentation.problems import called


class AnotherTry(Exercise):
    """The position before a decision, with those who played the match. Nothing is kept of what is
    tried; only playing on begins a match."""

    comes_again = False

    titles = {"leave": "Analysis"}

    def __init__(
        self,
        played: Playback,
        verdicts: Sequence[Verdict],
        index: int,
        reopen: Callable[[], None],
    ) -> None:
        """`played`: the whole match; `verdicts`: the decisions that can be tried again, which
        `index` is a place in; `reopen`: leaves all screens and opens the analysis again."""
        self.played, self.verdicts, self.reopen = played, verdicts, reopen
        self.verdict = verdicts[index]
        """What the analysis said of the decision."""
        problem = problem_of(played.match, self.verdict)
        super().__init__(problem, played.match.record.seats, index, len(verdicts))

    @property
    def move(self) -> int:
        """The number of the move that is tried again, as listed: of a turn that of its first."""
        return self.played.after_ply(self.verdict.first_ply)

    def known_line(self, move: int) -> list[int]:
        """Of what was played, and of what the analysis preferred, the whole turn."""
        verdict, match = self.verdict, self.played.match
        lines = {verdict.played: match.record.log[verdict.ply :], verdict.preferred: verdict.line}
        view = self.played.view(self.played.at_ply(verdict.ply), verdict.seat)
        turn = follow(match.game, view, lines.get(move, ())).turn
        return [action for action, _view in turn] or [move]

    def keep(self, is_solved: bool) -> None:
        """Nothing: what was better stood in the analysis."""

    def at(self, index: int) -> AnotherTry:
        """Another one of the decisions."""
        return AnotherTry(self.played, self.verdicts, index, self.reopen)

    def note(self) -> str:
        """That it is another try, and at which move."""
        return _("another try at move {move}").format(move=self.move)

    def question(self) -> str:
        """Something better, or something else."""
        verdict = self.verdict
        if not verdict.is_error:
            return _("Try another move.")
        remaining, chance = shares(verdict.chance, verdict.loss)
        text = _("Find a better move: yours had {remaining} to win, the best one has {chance}.")
        return text.format(remaining=remaining, chance=chance)

    def stars(self, _ascii_only: bool) -> str:
        """None: nobody has measured it."""
        return ""

    def finder(self) -> str:
        """Nobody."""
        return ""

    def asked_below(self) -> list[str]:
        """What was played here, behind what was done in the turn before it; and what it was worth
        where the question does not say so."""
        verdict = self.verdict
        chance = shares(verdict.chance, verdict.loss)[1]
        view = self.played.view(self.played.at_ply(verdict.ply), verdict.seat)
        step = self.played.game.describe(verdict.played, view, self.played.match.names)
        if done := self.done_in_turn:
            texts = [_("This turn so far: {done}. Then you played: {move}."),
                     _("This turn so far: {done}.")]  # fmt: skip
            return [text.format(done=done, move=step) for text in texts]
        texts, brief = [_("You played: {move}.")], [f"{capital(step)}."]
        if verdict.played == verdict.preferred:
            texts = [_("You played the best move: {move}. {chance} to win when you chose it.")]
            brief = [_("You played the best move that was found.")]
        elif may_cost(verdict):
            texts = [_("You played: {move}. That was close; another move may be slightly better.")]
            brief = [_("Yours was close; another move may be slightly better.")]
        elif not verdict.is_error:
            texts = [_("You played: {move}. No other move was found to be better."),
                     _("You played: {move}. No better one was found.")]  # fmt: skip
            brief = [_("No better move than yours was found.")]
        lines = [
            text.format(move=move, chance=chance)
            for move in (verdict.played_words, step)
            for text in texts
        ]
        return [*lines, *brief]

    def hints(self, view: Any, best_line: Sequence[int], names: Sequence[str]) -> list[list[str]]:
        """As of a problem; of a move that was no error not what is wrong with it."""
        stages = super().hints(view, best_line, names)
        if self.verdict.is_error:
            return stages
        words = _("Yours was as good as the best move that was found.")
        if self.verdict.played == self.verdict.preferred:
            words = _("Yours was the best move that was found.")
        elif may_cost(self.verdict):
            words = _("Yours was close; another move may be slightly better.")
        return [[words], *stages[1:]]

    def praise(self, _word: str) -> str:
        """That it is the best move that was found, and what it is worth."""
        return called(self.best_word(), self.worth_of_best())

    def best_word(self) -> str:
        """The best one that was found."""
        return _("The best move that was found")

    def worth(self) -> list[str]:
        """What it is worth, beside what was played and alone."""
        chance = shares(self.verdict.chance, self.verdict.loss)[1]
        return [self.worth_of_best(), _("{chance} to win.").format(chance=chance)]

    def praise_of_another(self, action: int) -> str:
        """That it is as good, and what both are worth."""
        if action == self.verdict.played:
            text = _("The move of the match, as good as the best one: {chance} to win.")
            return text.format(chance=shares(self.verdict.chance, self.verdict.loss)[1])
        return called(_("As good as the best move"), self.worth_of_best())

    def worth_of_best(self) -> str:
        """What the best move is worth beside the one that was played."""
        verdict = self.verdict
        remaining, chance = shares(verdict.chance, verdict.loss)
        if verdict.played == verdict.preferred:
            text = _("{chance} to win. You played it in the match.")
        elif remaining == chance:
            text = _("{chance} to win, about as in the match.")
        else:
            text = _("{chance} to win. In the match you had {remaining}.")
        return text.format(chance=chance, remaining=remaining)

    def criticism(self, action: int | None, loss: float) -> str:
        """What a move is worth beside the one that was played, and beside the best one."""
        verdict = self.verdict
        then, chance = shares(verdict.chance, verdict.loss)
        is_same = action == verdict.played
        now = then if is_same else shares(verdict.chance, loss)[0]
        if is_same:
            text = _("The same move as in the match: {now} to win, at best {chance}.")
        elif now == then:
            text = _("No better than in the match: {now} to win, at best {chance}.")
        elif loss < verdict.loss:
            text = _("Better than in the match: {now} to win instead of {then}, at best {chance}.")
        else:
            text = _("Worse than in the match: {now} to win instead of {then}, at best {chance}.")
        return text.format(now=now, then=then, chance=chance)

    def why(
        self, view: Any, line: Sequence[int], best_line: Sequence[int], names: Sequence[str]
    ) -> list[str]:
        """As of a problem; nothing was worse about the match's move if it was no error."""
        is_of_match = line[0] in (self.verdict.played, self.verdict.preferred)
        if not self.verdict.is_error and is_of_match:
            return []
        return super().why(view, line, best_line, names)

    def last_words(self) -> str:
        """What is said after the last decision."""
        return _("That was the last of your moves in this list.")

    def ways(self, is_asking: bool) -> list[str]:
        """What can be done now, a sentence each, with the names of commands in braces."""
        if is_asking:
            return [_("{hint} gives a hint, {solution} shows the best move.")]
        return [
            _("{previous} and {on} go through what may follow, {why} says why."),
            _("{again} tries another move, {next} goes to the next move of the list."),
            _("{retry} plays on from this moment, in a new match against the same players."),
        ]

    async def play_on(self, host: Host, match: Match, ply: int) -> TableConnection:
        """Begin a match against the same players, and open the analysis below its table."""
        title = _("Another try at move {move}").format(move=self.move)
        connection = await host.branch(match, ply, match.record.seats, title)
        # A table below has lost its match to the new one, so everything is opened again.
        self.reopen()
        return connection
