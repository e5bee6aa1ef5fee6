"""Problems in line mode: find the best move, then hear what follows it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from ai.grades import CLEAR_LOSS
from caravan_tui.engine import Refusal
from caravan_tui.engine import problem as shipped_problems
from caravan_tui.engine.playback import Playback
from caravan_tui.engine.problem import Problem
from caravan_tui.games import registry
from caravan_tui.games.contract import Region
from caravan_tui.games.kit.sentences import ended, listed, sentence
from caravan_tui.hosts.base import Host
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.i18n import _, _n, _p
from caravan_tui.lines import board, commands, rulebook
from caravan_tui.lines.commands import LineCommand
from caravan_tui.lines.console import Console
from caravan_tui.lines.entries import Moves
from caravan_tui.lines.room import LineRoom, goal_line
from caravan_tui.presentation.exercises import Exercise, ListedProblem
from caravan_tui.presentation.problem_lines import (
    is_half,
    line_after,
    loss_of,
    loss_of_end,
    parting,
)
from caravan_tui.presentation.problems import (
    day_words,
    hints,
    how_it_begins,
    loss_to_tell,
    not_judged,
    reasons_of_end,
)
from saves import daily
from saves import problems as kept
from saves.errors import SaveError
from saves.road import standing_of

AGAIN, MISTAKES, DAY = "again", "mistakes", "day"
"""The lists besides those of the games."""


class ProblemRoom(LineRoom):
    """A list of problems, one after the other."""

    def __init__(self, host: Host, console: Console, exercise: Exercise) -> None:
        """`exercise`: the first one. Raises ValueError if today's rules cannot replay it."""
        super().__init__(console)
        self.host = host
        self.next_connection: TableConnection | None = None
        """The match that plays on from a problem."""
        about = board.BoardCommands(console, self.regions, lambda: self.seat)
        self.commands = [
            *about.commands,
            LineCommand("moves", "what you can play, from a number on, or with certain words",
                    self.say_moves, "[number or words]"),
            LineCommand("hint", "what the move is about, then where it begins; it then counts as "
                    "not solved", self.hint),
            LineCommand("solution", "the best move; it then counts as not solved", self.solution),
            LineCommand("again", "try another move", self.again),
            LineCommand("play on", "play on from this moment against Caravan masters",
                    self.play_on),
            LineCommand("next", "the next problem of the list", self.go_on),
            LineCommand("repeat", "the question again", self.repeat),
            LineCommand("rules", "the rules: sections, a number such as 4.2, a ruling, or a word",
                    self.say_rules, "[number or word]"),
            LineCommand("help", "these commands, or one of them", self.help, "[command]"),
            LineCommand("home", "leave the problems", self.leave),
            LineCommand("quit", "end the program", self.quit),
        ]  # fmt: skip
        if not exercise.can_play_on:
            self.commands = [each for each in self.commands if each.name != "play on"]
        self._set(exercise)

    def _set(self, exercise: Exercise) -> None:
        """Take up a problem. Raises ValueError if today's rules cannot replay it."""
        self.match = exercise.position()
        self.exercise = exercise
        self.problem = exercise.problem
        self.game = self.match.game
        self.seat = self.match.to_act
        self.hints = 0
        self._begin()

    def _begin(self) -> None:
        """Wait for an answer from its first step on."""
        self.is_asking = True
        self.chosen: list[int] = []
        """The steps of the answer so far."""
        self.begun = self.match
        """The match after them."""

    # The life of the room

    async def run(self) -> None:
        """Take lines until the problems are left."""
        self._introduce()
        while not self.is_leaving and self.next_connection is None:
            entry = await self.read()
            if entry is None:
                return
            await self._handle(entry)

    async def _handle(self, entry: str) -> None:
        if not entry:
            await (self.repeat("") if self.is_asking else self.go_on(""))
            return
        moves = self.moves()
        action = moves.noted(entry) if self.is_asking else None
        known = commands.read(entry, self.commands)
        if self.is_asking and entry.isdecimal():
            row = moves.numbered(commands.number(entry) or 0)
            if row is None:
                self.console.say(board.no_move_words(entry, moves))
                return
            await self.answer(row.actions)
        elif action is not None:
            await self.answer([action])
        elif known is not None:
            await known[0].act(known[1])
        elif self.is_asking and len(numbers := moves.matching(entry)) == 1:
            await self.answer(moves.rows[numbers[0] - 1].actions)
        elif self.is_asking and numbers:
            text = _("{count} moves have these words. Type a number:")
            self.console.say(text.format(count=len(numbers)), *moves.lines(numbers))
        else:
            self.console.say(commands.unknown(entry, self.commands))

    def moves(self) -> Moves:
        """The list of moves of the position, or of the second half of an answer."""
        view = self.begun.view(self.seat)
        return Moves.of(self.game, view, self.begun.legal(self.seat), self.match.names)

    def regions(self) -> Sequence[Region]:
        """The position part by part."""
        regions: Sequence[Region] = self.game.regions_of(
            self.begun.view(self.seat), self.match.names
        )
        return regions

    # What is said

    def _introduce(self) -> None:
        others = [name for seat, name in enumerate(self.match.names) if seat != self.seat]
        exercise = self.exercise
        text = _("Problem {number} of {count}: {game}. {finder}")
        if exercise.day is not None:
            text = _("The problem of the day: {game}. {finder}")
        self.console.say(
            text.format(
                number=exercise.index + 1,
                count=exercise.count,
                game=registry.game_name(self.problem.game),
                finder=exercise.finder(),
            ),
            _("You play against {names}.").format(names=listed(others)),
        )
        if exercise.task is not None:
            station, standing = exercise.task.station, standing_of(exercise.task.answers)
            state = station.goal.state(standing)
            self.console.say(goal_line(station.goal, station.game, state, standing))
        playback = Playback(self.match)
        self.console.say(*map(sentence, playback.lines(playback.last, self.seat)))
        self._ask()

    def _ask(self) -> None:
        view, legal = self.begun.view(self.seat), self.begun.legal(self.seat)
        question = self.game.question_for(view, legal, self.match.names)
        count = len(self.moves().rows)
        moves = _n("{count} move.", "{count} moves.", count).format(count=count)
        if self.chosen:
            self.console.say(f"{question} {moves}")
            return
        find = self.exercise.question()
        self.console.say(*self.exercise.asked_below()[:1], f"{find} {question} {moves}")

    def _say_line(self, line: Sequence[int], best_line: Sequence[int]) -> None:
        """Say what may follow, and why it is better or worse."""
        playback = Playback(self.exercise.position(line))
        first = Playback(self.match).last
        lines = [
            sentence(text)
            for step in range(first + 1, playback.last + 1)
            for text in playback.lines(step, self.seat)
        ]
        view = self.match.view(self.seat)
        names = self.match.names
        why = self.exercise.why(view, line, best_line, names)[:1]
        if list(line) == list(best_line):
            why = self.exercise.gains(view, line, names) + why
        elif line[0] == self.problem.answer:
            why = reasons_of_end(self.problem, view, line, best_line, names)[:1]
        self.console.say(*why)
        if lines:
            self.console.say(_("What may follow:"), *lines)

    def _say_ways(self) -> None:
        words = [_p("line command", "next"), _p("line command", "again")]
        if self.exercise.can_play_on:
            words.append(_p("line command", "play on"))
        words += [_p("line command", "home")]
        self.console.say(_("Type {commands}.").format(commands=", ".join(words)))

    # Answers

    def count(self, is_solved: bool) -> None:
        """Keep the first answer; later ones change nothing."""
        try:
            self.exercise.answer(is_solved)
        except SaveError as error:
            self.console.say(str(error))

    async def answer(self, actions: Sequence[int]) -> None:
        """Judge a move, once both halves of it are there; of another one its first step."""
        name = self.match.names[self.seat]
        for action in actions if self.exercise.has_halves else actions[:1]:
            described = self.game.describe(action, self.begun.view(self.seat), self.match.names)
            self.console.say(ended(f"{name} {described}"))
            self.chosen.append(action)
            self.begun = self.exercise.position(self.chosen)
        if self.exercise.has_halves and is_half(self.begun, self.seat):
            self._ask()
            return
        move = self.chosen
        self._begin()
        self.is_asking = False
        await self._judge(move)

    async def _judge(self, move: Sequence[int]) -> None:
        problem, action = self.problem, move[0]
        if action == problem.answer:
            if parting(move, problem.best_line) is None:
                self.count(is_solved=True)
                await self._say_answer(self.exercise.praise_of_answer())
                return
            self.console.say(_("Comparing your move with the best one."))
            best = problem.best_line
            loss = await loss_of_end(self.host.search, self.exercise.position(), best, move)
            may_be_as_good = True
        else:
            is_tempting = action == problem.tempting
            may_be_as_good = not problem.level
            if problem.level:
                self.count(is_solved=False)
            loss = loss_to_tell(problem, action, None if is_tempting else await self._loss(action))
        if loss is None:
            self.console.say(not_judged(_p("line command", "again")))
            self._say_ways()
            return
        if loss < CLEAR_LOSS and may_be_as_good:
            self.count(is_solved=True)
            await self._say_answer(self.exercise.praise_of_another(action))
            return
        self.count(is_solved=False)
        self.console.say(self.exercise.criticism(action, loss))
        known = self.exercise.known_line(action)
        is_known = len(known) > 1 and parting(move, known) is None
        self._say_line(known if is_known else await self._line(move), await self._best_line())
        self._say_ways()

    async def _loss(self, action: int) -> float | None:
        """What a move gives away; None where that cannot be known."""
        self.console.say(_("Comparing your move with the best one."))
        return await loss_of(self.host.search, self.match, self.problem.answer, action)

    async def _line(self, move: Sequence[int]) -> list[int]:
        try:
            return await line_after(self.host.search, self.match, move)
        except (Refusal, TimeoutError):
            return list(move)

    async def _best_line(self) -> list[int]:
        return list(self.problem.best_line) or await self._line([self.problem.answer])

    async def _say_answer(self, praise: str) -> None:
        self.is_asking = False
        view, names = self.match.view(self.seat), self.match.names
        answer = self.problem.answer
        note = self.game.notation(answer, view)
        move = _("The best move: {move}; {notation}.")
        described = self.game.describe(answer, view, names)
        self.console.say(praise, move.format(move=described, notation=note))
        best = await self._best_line()
        self._say_line(best, best)
        self._say_ways()

    # Commands

    async def say_moves(self, words: str) -> None:
        """Say what can be played."""
        board.say_moves(self.console, self.moves(), words)

    async def hint(self, _words: str) -> None:
        """Rule out the tempting move, then say what the best one brings, then where it begins."""
        if not self.is_asking:
            self.console.say(_("You have answered. Type again to try another move."))
            return
        self.count(is_solved=False)
        self.hints += 1
        self.exercise.has_hint = True
        if self.hints == 1 and (cost := self.exercise.cost_of_hint()):
            self.console.say(cost)
        view = self.match.view(self.seat)
        best_line = self.problem.best_line or [self.problem.answer]
        stages = hints(self.problem, view, best_line, self.match.names)
        if self.hints <= len(stages):
            self.console.say(stages[self.hints - 1][0], _("Type hint once more to hear more."))
            return
        self.console.say(ended(how_it_begins(self.problem, view, self.match.names)))

    async def solution(self, _words: str) -> None:
        """Say the best move."""
        self.count(is_solved=False)
        await self._say_answer(self.exercise.praise(_("The best move")))

    async def again(self, _words: str) -> None:
        """Go back to the position, to try another move."""
        self._begin()
        self._ask()

    async def play_on(self, _words: str) -> None:
        """Sit down at a new match that goes on from here."""
        if self.is_asking:
            self.console.say(_("Answer this one first."))
            return
        try:
            connection = await self.exercise.play_on(self.host, self.match, self.match.version)
            self.next_connection = connection
        except (ValueError, SaveError) as error:
            self.console.say(ended(str(error)))

    async def go_on(self, _words: str) -> None:
        """Go to the next problem of the list."""
        exercise = self.exercise
        if not (exercise.may_be_skipped or exercise.is_answered):
            self.console.say(_("Answer this one first."))
            return
        if exercise.is_list_over:
            self.is_leaving = True
            return
        following = exercise.following()
        if following is not None:
            self._set(following)
            self._introduce()
            return
        self.console.say(exercise.last_words())
        self.is_leaving = True

    async def repeat(self, _words: str) -> None:
        """Ask again."""
        if self.is_asking:
            self._ask()
        else:
            self._say_ways()

    async def say_rules(self, words: str) -> None:
        """Read the rules."""
        self.console.say(*rulebook.read(self.problem.game, words))


class ProblemDesk:
    """The lists of problems, and the way to one of them."""

    def __init__(self, host: Host, console: Console) -> None:
        self.host = host
        self.console = console

    async def choose(self, words: str) -> ProblemRoom | None:
        """The problems that are meant: of a game, of the day, to try again, own mistakes. None,
        after saying what there is, without any."""
        tries = await asyncio.to_thread(kept.load)
        own = await asyncio.to_thread(kept.own)
        first, _blank, rest = words.partition(" ")
        if not first:
            self._say_lists(tries, own)
            return None
        index, day = 0, None
        try:
            if first.lower() in (AGAIN, _p("line command", "again")):
                problems = kept.due_now(tries, own, daily.today())
                none = _("Nothing to try again today.")
            elif first.lower() in (MISTAKES, _p("problems", "mistakes")):
                problems, none = own, _("No mistakes yet.")
            elif first.lower() in (DAY, _p("problems", "day")):
                day = daily.today()
                game = registry.id_of(rest) if rest else registry.ids()[0]
                problems = shipped_problems.from_day(game, day)
                none = _("This game has no problems yet.")
            else:
                problems = list(shipped_problems.shipped(registry.id_of(first)))
                none = _("This game has no problems yet.")
                new = [n for n, each in enumerate(problems) if tries.of(each) is None]
                index = new[0] if new else 0
                if rest:
                    index = (commands.number(rest, 1) or 0) - 1
        except registry.UnknownGameError as error:
            self.console.say(str(error))
            return None
        if not problems:
            self.console.say(none)
            return None
        if not 0 <= index < len(problems):
            self.console.say(_("Type a number from 1 to {most}.").format(most=len(problems)))
            return None
        try:
            user = self.host.player_name()
            exercise = ListedProblem(problems, index, user, day)
            return ProblemRoom(self.host, self.console, exercise)
        except ValueError as error:
            self.console.say(ended(str(error)))
            return None

    def _say_lists(self, tries: kept.Tries, own: Sequence[Problem]) -> None:
        today = daily.today()
        lines = [_("One move is clearly the best, and another one tempts. Easy ones first.")]
        for game in shipped_problems.games():
            problems = shipped_problems.shipped(game)
            text = _("{game}: {solved} of {count} solved; the problem of the day: {state}.")
            lines.append(
                text.format(
                    game=registry.game_name(game),
                    solved=tries.solved(problems),
                    count=len(problems),
                    state=day_words(tries.on_day(game, today)),
                )
            )
        due = len(kept.due_now(tries, own, today))
        text = _n("{count} to try again.", "{count} to try again.", due)
        mistakes = _n("{count} mistake of yours.", "{count} mistakes of yours.", len(own))
        lines += [text.format(count=due), mistakes.format(count=len(own))]
        kind = registry.spec(registry.ids()[0]).kind
        ways = _("Type problems and a game, or day, again or mistakes: problems {game}.")
        self.console.say(*lines, ways.format(game=kind))
