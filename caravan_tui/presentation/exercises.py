"""Moves to find: what a problem is solved for, what an answer counts for, and how that is said."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import cached_property
from typing import Any

from ai.reasons import joined_report
from caravan_tui.engine import Match, Seat
from caravan_tui.engine.playback import Playback
from caravan_tui.engine.problem import Problem
from caravan_tui.hosts.base import Host
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.i18n import _
from caravan_tui.presentation.later_reasons import later_reason
from caravan_tui.presentation.problem_lines import is_half
from caravan_tui.presentation.problem_seats import playing_on, seated
from caravan_tui.presentation.problem_task import ProblemTask
from caravan_tui.presentation.problems import (
    brings,
    called,
    hints,
    reasons,
    reasons_later,
    refutation,
    stars,
    who_finds_it,
    worth_of_answer,
)
from saves import daily
from saves import problems as kept


class Exercise(ABC):
    """One of a list of moves to find. The first answer counts; later ones change nothing."""

    day: date | None = None
    """The day whose problem it is."""

    task: ProblemTask | None = None
    """The station of the Road that asks for it."""

    titles: Mapping[str, str] = {}
    """What actions of the screen are called that have another name here."""

    comes_again = True
    """Whether it comes again where it was not solved at once."""

    def __init__(self, problem: Problem, players: Sequence[Seat], index: int, count: int) -> None:
        """`players`: who sits at the board; `index`: its place in a list of `count`."""
        self.problem = problem
        self.players = players
        self.index = index
        self.count = count
        self.is_answered = False
        self.is_missed = False
        """Whether the answer that counted was wrong, or came after help."""
        self.has_hint = False
        """Whether a hint was given."""
        self._later: dict[tuple[tuple[int, ...], tuple[int, ...]], list[str]] = {}
        """What lines come to beside better ones."""

    @property
    def can_play_on(self) -> bool:
        """Whether a match may go on from here."""
        return self.task is None

    @property
    def may_be_skipped(self) -> bool:
        """Whether the next one can be gone to without an answer."""
        return self.task is None

    @property
    def is_list_over(self) -> bool:
        """Whether nothing more is asked, though the list may go on."""
        return self.task is not None and self.task.is_over

    def position(self, line: Sequence[int] = ()) -> Match:
        """The match at the question, or after `line`. Raises ValueError if today's rules cannot
        replay it."""
        return self.problem.position(self.players, line)

    def known_line(self, move: int) -> list[int]:
        """A move and what may follow it, as far as that is known before any search."""
        problem = self.problem
        known = {problem.tempting: problem.tempting_line, problem.answer: problem.best_line}
        return list(known.get(move) or [move])

    def answer(self, is_solved: bool) -> None:
        """Count the first answer. Raises SaveError where it cannot be kept."""
        if not self.is_answered:
            self.is_answered = True
            self.is_missed = not is_solved
            self.keep(is_solved)

    def opened(self) -> None:  # noqa: B027
        """It is asked on its board now."""

    @abstractmethod
    def keep(self, is_solved: bool) -> None:
        """Keep an answer that counts. Raises SaveError."""

    @abstractmethod
    def at(self, index: int) -> Exercise:
        """The one at a place of the list. Raises ValueError if today's rules cannot replay it."""

    def following(self) -> Exercise | None:
        """The next one of the list; those that today's rules cannot replay are left out."""
        for index in range(self.index + 1, self.count):
            with suppress(ValueError):
                return self.at(index)
        return None

    # Words

    @abstractmethod
    def note(self) -> str:
        """What the headline calls it."""

    @cached_property
    def has_halves(self) -> bool:
        """Whether the best move is two steps that are judged as one, such as a camel that is lifted
        and then set."""
        match = self.position()
        return is_half(self.position([self.problem.answer]), match.to_act)

    @cached_property
    def asks_for_whole_move(self) -> bool:
        """Whether a whole move is judged, not the beginning of one."""
        match = self.position()
        commits: bool = match.game.commits(self.problem.answer, match.view(match.to_act))
        return commits or self.has_halves

    def question(self) -> str:
        """What is to be found."""
        if self.asks_for_whole_move:
            return _("Find the best move.")
        return _("Find how the best move begins.")

    def stars(self, ascii_only: bool) -> str:
        """How hard it is; empty where nobody knows."""
        return stars(self.problem, ascii_only).strip()

    def finder(self) -> str:
        """Who finds it; empty where nobody knows."""
        return who_finds_it(self.problem)

    def asked_below(self) -> list[str]:
        """What stands below the question: what was done in the turn before it, if it begins within
        one. The longest text first, for as much room as there is."""
        done = self.done_in_turn
        words = _("{name}'s turn has begun: {done}.")
        return [words.format(name=self.asked_name, done=done)] if done else []

    @property
    def asked_name(self) -> str:
        """The name of the player who is asked."""
        return next((seat.name for seat in self.players if seat.is_person), "")

    @cached_property
    def done_in_turn(self) -> str:
        """What the seat that is asked has done in its turn before, in words; empty at its
        beginning."""
        playback = Playback(self.position())
        match, game, last = playback.match, playback.game, playback.last
        before = last
        while not playback.steps[before].opens and len(playback.steps[before].plies) == 1:
            before -= 1  # not past chance
        seat = match.to_act
        turn = [
            (playback.steps[step + 1].plies[0].action, playback.view(step, seat))
            for step in range(before, last)
        ]
        return joined_report(game, turn, playback.view(last, seat), match.names) if turn else ""

    def praise(self, word: str) -> str:
        """What is said of the best move. `word`: what it is called."""
        return called(word, self.worth()[0])

    def praise_of_answer(self) -> str:
        """What is said where the best move was found."""
        if not self.counts_as_missed:
            return self.praise(_("Right answer"))
        return self._late_praise(_("Right, with a hint") if self.has_hint else _("Right this time"))

    def _late_praise(self, word: str) -> str:
        return f"{called(word, self.worth()[-1])} {_('You will see it again.')}"

    @property
    def counts_as_missed(self) -> bool:
        """Whether a right move that is found now comes too late to solve it."""
        return self.comes_again and self.is_missed

    @property
    def loses_by_hint(self) -> bool:
        """Whether the problem would count as missed after a hint, and does not yet."""
        return self.comes_again and not self.is_missed

    def cost_of_hint(self) -> str:
        """That a hint was given and what it costs; empty where it costs nothing."""
        is_costly = self.has_hint and self.counts_as_missed
        return _("With a hint it counts as missed.") if is_costly else ""

    def best_word(self) -> str:
        """What the best move is called where it is shown."""
        return _("The best move")

    def worth(self) -> list[str]:
        """What the best move is worth, as a sentence and a shorter one."""
        return worth_of_answer(self.problem)

    def praise_of_another(self, _action: int) -> str:
        """What is said of a move that is as good as the best one."""
        if not self.counts_as_missed:
            return self.praise(_("Just as good"))
        word = _("Just as good, with a hint") if self.has_hint else _("Just as good")
        return self._late_praise(word)

    def criticism(self, _action: int | None, loss: float) -> str:
        """What is said of a move that is not the best one and gives away `loss`."""
        return refutation(self.problem, loss)

    def why(
        self, view: Any, line: Sequence[int], best_line: Sequence[int], names: Sequence[str]
    ) -> list[str]:
        """Why the move that `line` begins with is worse than the best one or, if it is the best
        one, why the tempting move is: a sentence and a shorter one, or none. Where nothing tells
        them apart at once, what the lines come to."""
        if words := reasons(self.problem, view, line, best_line, names):
            return words
        is_right = line[0] == self.problem.answer
        worse = (self.problem.tempting_line or [self.problem.tempting]) if is_right else line
        wordings = self._later_reason(view, worse, line if is_right else best_line, names)
        return reasons_later(self.problem, view, wordings, names, is_right)

    def _later_reason(
        self, view: Any, line: Sequence[int], better_line: Sequence[int], names: Sequence[str]
    ) -> list[str]:
        """What a line comes to beside a better one; found once, as every repainting asks."""
        key = tuple(line), tuple(better_line)
        if key not in self._later:
            worse, better = (self.position(each) for each in key)
            self._later[key] = later_reason(view, worse, better, len(self.problem.log), names)
        return self._later[key]

    def hints(self, view: Any, best_line: Sequence[int], names: Sequence[str]) -> list[list[str]]:
        """The hints before the one that shows the move, each in several sentences to choose from.
        `view`: of the seat before it."""
        return hints(self.problem, view, best_line, names)

    def gains(self, view: Any, line: Sequence[int], names: Sequence[str]) -> list[str]:
        """What the move that `line` begins with brings."""
        return brings(self.problem, view, line, names)

    def last_words(self) -> str:
        """What is said where the list ends."""
        return _("That was the last problem of this list.")

    def ways(self, is_asking: bool) -> list[str]:
        """What can be done now, a sentence each, with the names of commands in braces."""
        if is_asking:
            text = _(
                "{hint} gives a hint, {solution} shows the move; it then counts as not solved."
            )
            return [text]
        lines = [
            _("{previous} and {on} go through what may follow, {why} says why."),
            _("{again} tries another move, {next} goes on."),
        ]
        if self.can_play_on:
            lines.append(_("{retry} plays on from this moment against Caravan masters."))
        return lines

    # Playing on

    async def play_on(self, host: Host, match: Match, ply: int) -> TableConnection:
        """Begin a match that goes on from a ply of what is shown. Raises ValueError, SaveError."""
        seats = playing_on(self.players, self.position().to_act)
        return await host.branch(match, ply, seats, is_from_problem=True)


class ListedProblem(Exercise):
    """A problem of a list: of a game, of the user's own mistakes, or of those to try again."""

    def __init__(
        self,
        problems: Sequence[Problem],
        index: int,
        user: str,
        day: date | None = None,
        on_opened: Callable[[Problem], None] | None = None,
    ) -> None:
        """`index`: its place in the list; `user`: who solves it; `day`: the list has the problems
        of this day; `on_opened`: told which one is asked, also of those that follow. Raises
        ValueError if today's rules cannot replay it."""
        super().__init__(problems[index], seated(problems[index], user), index, len(problems))
        self.problems, self.user, self.day = problems, user, day
        self.on_opened = on_opened

    def opened(self) -> None:
        """Tell who listed it."""
        if self.on_opened is not None:
            self.on_opened(self.problem)

    def keep(self, is_solved: bool) -> None:
        """Among the user's tries."""
        is_of_day = self.day is not None
        kept.add_try(self.problem, is_solved, self.day or daily.today(), is_of_day)

    def at(self, index: int) -> ListedProblem:
        """Another problem of the list."""
        return ListedProblem(self.problems, index, self.user, self.day, self.on_opened)

    def note(self) -> str:
        """That it is the day's, or its number."""
        if self.day is not None:
            return _("problem of the day")
        return _("problem {number}").format(number=self.index + 1)


class StationProblem(Exercise):
    """A problem of a station of the Road, whose answers are a try at its goal."""

    def __init__(self, task: ProblemTask, index: int, user: str) -> None:
        """`index`: its place among those of the station; `user`: who solves it. Raises ValueError
        if today's rules cannot replay it."""
        problem = task.problems[index]
        super().__init__(problem, seated(problem, user), index, len(task.problems))
        self.task: ProblemTask = task
        self.user = user

    def keep(self, is_solved: bool) -> None:
        """Among the user's tries, and on the Road."""
        kept.add_try(self.problem, is_solved, daily.today(), False)
        self.task.answer(is_solved)

    def at(self, index: int) -> StationProblem:
        """Another problem of the station."""
        return StationProblem(self.task, index, self.user)

    def note(self) -> str:
        """Its number, and how many there are."""
        return _("problem {number}/{count}").format(number=self.index + 1, count=self.count)
