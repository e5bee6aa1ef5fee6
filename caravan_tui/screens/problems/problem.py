"""One problem on its board: find the best move, then see what follows it."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Any, ClassVar, Final, Literal

from attrs import evolve
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.style import Style
from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult

from ai.grades import CLEAR_LOSS
from ai.reasons import follow
from caravan_tui.bus.messages import Position
from caravan_tui.engine import Refusal
from caravan_tui.engine.playback import Playback
from caravan_tui.games import registry
from caravan_tui.i18n import _, capital, later
from caravan_tui.presentation.exercises import Exercise
from caravan_tui.presentation.problem_lines import (
    line_after,
    loss_of,
    loss_of_end,
    parting,
    points_then,
    steps_in_words,
)
from caravan_tui.presentation.problems import (
    answer_moves,
    how_it_begins,
    loss_to_tell,
    naming_answer,
    not_judged,
    reasons_of_end,
)
from caravan_tui.screens.problems.account import ROWS as ACCOUNT_ROWS
from caravan_tui.screens.problems.account import Account
from caravan_tui.screens.problems.followup import Followup
from caravan_tui.screens.problems.reasons import Reasons
from caravan_tui.screens.replay.playback_screen import scene_at
from caravan_tui.screens.table.board_screen import BoardScreen
from caravan_tui.screens.table.body import TableBody
from caravan_tui.screens.table.headline import Headline
from caravan_tui.screens.table.help import HelpWindow, moment_help
from caravan_tui.screens.table.log_lines import add_events
from caravan_tui.screens.table.move_dialogs import MoveDialogs
from caravan_tui.screens.table.side_window import SideWindow, item_rows, paragraphs
from caravan_tui.screens.table.tutorial import SHARED_COMMANDS
from caravan_tui.widgets.board import Board, Scene
from caravan_tui.widgets.closing import close, is_open
from caravan_tui.widgets.commands import Command, bindings, explain_key, key_name
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.log import Line
from caravan_tui.widgets.prompt import NewsItem, Prompt, news_text
from saves.errors import SaveError

COMMANDS = (
    Command("problem.previous", "left", "step(-1)", "Back", "Go back a step in what follows.",
            footer=True, glyph="←"),
    Command("problem.on", "right", "step(1)", "Forward", "See what follows, step by step.",
            footer=True, glyph="→"),
    Command("problem.hint", "f5,H", "hint", "Hint",
            "Rule out the tempting move, then say what the best one brings, then show where it "
            "begins. A problem then counts as not solved.", footer=True, glyph="H"),
    Command("problem.solution", "S", "solution", "Solution",
            "Show the best move. A problem then counts as not solved.", footer=True),
    Command("problem.why", "w", "why", "Why",
            "Say why the move that is shown is the best one or not, and what may follow it.",
            footer=True),
    Command("problem.again", "R,r,backspace", "again", "Retry", "Try another move.", footer=True,
            glyph="r"),
    Command("problem.retry", "t", "retry", "Play on",
            "Play on from this moment in a new match.", footer=True,
            palette_title="Play on from this moment"),
    Command("problem.next", "N,n,enter", "next", "Next", "Go to the next one of the list.",
            footer=True, glyph="Enter"),
    Command("problem.out", "escape", "out", "Clear or leave",
            "Close the hint or the answer, then go back to the list."),
    Command("problem.leave", "q", "leave", "Leave", "Go back to the list.", footer=True),
)  # fmt: skip

ANSWER_SECONDS: Final = 1.0
"""How long an answer is shown before a key leads on from it: one Enter more than the board takes
does not skip it. Only where there are animations."""

TALL: Final = 44
"""Rows of a terminal from which on the move, why, and the ways on stand in rows of their own."""

WIDE_FOOTER = 100
"""Columns from which on the footer says what a hint costs."""

OWN_ACTIONS: Final = frozenset(command.action for command in COMMANDS)

REFUSAL_SECONDS: Final = 4.0
"""How long a refusal stands in place of what the line below the question says."""

Moment = Literal["asking", "wrong", "right"]
"""Asking for a move; after a wrong one; after the best one, played or shown."""


class LineWindow(SideWindow):
    """What may follow a move: as high as its text, above the two lines below the board."""

    DEFAULT_CSS = """
    LineWindow.-foot > Vertical#window { max-height: 20; margin: 0 0 3 0; }
    LineWindow.-foot VerticalScroll#page { max-height: 17; }
    """


class ProblemScreen(BoardScreen[None]):
    """A table that asks for one move. What follows is looked at with the arrow keys."""

    COMMANDS: ClassVar[Any] = (*COMMANDS, *SHARED_COMMANDS)
    BINDINGS = bindings((*COMMANDS, *SHARED_COMMANDS))
    spare_actions = ("signs", "info", "moves", "retry")

    lists_matches = True

    DEFAULT_CSS = """
    ProblemScreen { layout: vertical;
        & > Prompt.-right > #asked { color: $text-success; }
        & > Prompt.-wrong > #asked { color: $text-error; }
        & > Prompt.-answered > #feedback { color: $text; }
        & > Account { display: none; }
        &.-tall > Account { display: block; }
    }
    """

    def __init__(self, exercise: Exercise) -> None:
        """`exercise`: the move to find. Raises ValueError if today's rules cannot replay it."""
        super().__init__()
        self.exercise = exercise
        self.problem = exercise.problem
        self.game = registry.get(self.problem.game)
        self.followup = Followup(exercise)
        self.seat = self.followup.seat
        self.moment: Moment = "asking"
        self.hints = 0
        self.verdict = Text()
        """What is said of the move that was played."""
        self.told_below = ""
        """The reason that stands below the board."""
        self.was_shown = False
        """Whether the best move was shown and not found."""
        self.best_line: Sequence[int] = exercise.known_line(self.problem.answer)
        """The best move and what may follow it, as far as it is known."""
        self.answered_at = 0.0
        """When the answer was shown, by the monotonic clock."""
        self._first_status: str | None = None
        """What the board said of its selection first, as long as nothing else was selected."""
        self.shown_move: int | None = None
        """The move whose line is shown, or that is compared: an answer about another is late."""
        self.chosen: Sequence[int] = ()
        """The steps of that move that the user chose in one."""

    def compose(self) -> ComposeResult:
        """As a table."""
        names = [player.name for player in self.exercise.players]
        note = self.exercise.note()
        yield Headline(self.game, names, note=note, announces_end=False)
        yield TableBody(registry.board(self.game.spec.id)(id="board"))
        yield Prompt(id="prompt")
        yield Account()
        yield Footer(show_command_palette=False, compact=True)

    def on_resize(self) -> None:
        """Name ways on beside the verdict as far as there is room, and fit the words below the
        board."""
        self.fit()
        if self.is_mounted:
            self.call_after_refresh(self.show_account)
        if self.is_mounted and self.moment != "asking":
            self.call_after_refresh(self.show_answered)
        elif self.is_mounted:
            self.prompt.reword(self.board.reworded)

    def fit(self) -> None:
        """Give the move, why, and the ways on rows of their own where there is room."""
        self.set_class(self.app.size.height >= TALL, "-tall")

    def on_mount(self) -> None:
        """Ask."""
        self.exercise.opened()
        names = self.followup.names
        self.refusal_timer = self.set_timer(REFUSAL_SECONDS, self.prompt.drop_error)
        self.move_dialogs = MoveDialogs(self, self.game, names, self.play)
        self.show()

    def show_again(self) -> None:
        """Show the step in widgets that are new."""
        self.show()

    @property
    def position(self) -> Position:
        """The position that is shown, as the user's seat sees it."""
        playback, step = self.followup.playback, self.followup.step
        is_asked = self.moment == "asking"
        return Position(
            match=playback.match.record.id,
            version=playback.steps[step].ply,
            seat=self.seat,
            view=playback.view(step, self.seat),
            legal=playback.match.legal(self.seat) if is_asked else [],
            over=playback.over and step == playback.last,
        )

    def scene(self, animate: bool = False) -> Scene[Any]:
        """What the board is shown."""
        playback, step = self.followup.playback, self.followup.step
        scene = scene_at(playback, step, self.seat, self.app.ascii, animate)
        is_asking = self.moment == "asking"
        return evolve(scene, legal=self.position.legal, is_question=is_asking)

    # Showing

    def show(self, animate: bool = False) -> None:
        """Show the step: log, board, words."""
        is_asking = self.moment == "asking"
        self.board.can_focus = is_asking
        if is_asking:
            self.board.focus()
        elif self.board.has_focus:
            self.set_focus(None)
        lines: list[Line] = []
        past = self.followup.playback.past(self.followup.step, self.seat)
        add_events(lines, self.game, past, self.seat, self.followup.names)
        self.body.show_lines(lines, self.seat)
        self.body.show_scene(self.scene(animate and self.app.animated))
        if self.exercise.task is not None:
            words = self.exercise.task.words(self.app.ascii, not self.body.is_wide)
            self.headline.quest = words
        self.headline.show_position(self.position)
        for name in ("right", "wrong"):
            self.prompt.set_class(self.moment == name, f"-{name}")
        self.prompt.set_class(not is_asking, "-answered")
        if is_asking:
            self.prompt.ask(self.question())
            self.show_below()
        else:
            self.show_answered()
        self.call_after_refresh(self.show_account)
        self.refresh_bindings()

    def set_moment(self, moment: Moment) -> None:
        """Take the answer for right or wrong from now on."""
        self.moment, self.answered_at = moment, monotonic()

    def show_answered(self) -> None:
        """Say how good the move was, and what has happened in what follows."""
        self.show_verdict()
        self.show_step()

    def show_account(self) -> None:
        """Say in rows of their own what the move is and why it is better or worse, or what can be
        done now."""
        if not self.has_class("-tall") or not is_open(self):
            return
        view, names = self.followup.asked_view, self.followup.names
        account = self.query_one(Account)
        rows: list[tuple[str, Sequence[str]]] = []
        if self.moment == "asking":
            room = account.content_size.width - cell_len(_("Now")) - 2
            texts = [text for text in self.exercise.asked_below() if cell_len(text) <= room]
            rows += [("", [text]) for text in texts[:1]]
        else:
            is_best = self.moment == "right" and self.followup.line[0] == self.problem.answer
            label = _("Best") if is_best else _("Yours")
            room = account.content_size.width - max(map(cell_len, (label, _("Why")))) - 2
            moves = answer_moves(self.problem, view, self.followup.line or self.chosen, names)
            rows.append((label, [next((m for m in moves if cell_len(m) <= room), moves[-1])]))
            if self.followup.line and (reason := self.reasons().within(room)):
                rows.append((_("Why"), [reason]))
        if len(rows) < ACCOUNT_ROWS:  # else the footer and the line above name them
            rows.append((_("Now"), self.ways()))
        account.show(rows)

    def ways(self) -> list[str]:
        """What can be done now, a sentence each."""
        keys = {
            name: key_name(self, f"problem.{name}")
            for name in ("hint", "solution", "again", "next", "on", "previous", "retry", "why")
        }
        return [way.format(**keys) for way in self.exercise.ways(self.moment == "asking")]

    def show_below(self) -> None:
        """Say below the question what was done before it, as far as there is room."""
        texts, room = self.asked_below, self.prompt.content_size.width
        if self.exercise.loses_by_hint and not self.has_wide_footer:
            cost = _("{hint}: a hint, but it then counts as missed").format(
                hint=key_name(self, "problem.hint")
            )
            texts = [*(f"{text}   {cost}" for text in texts), *(texts or [cost])]
        fitting = (text for text in texts if cell_len(text) <= room)
        self.prompt.show_feedback(next(fitting, texts[-1] if texts else ""))

    @property
    def has_wide_footer(self) -> bool:
        """Whether the footer has room for what a hint costs, also in a long language."""
        return self.app.size.width >= WIDE_FOOTER

    @property
    def asked_below(self) -> list[str]:
        """What the line below the question says first, unless it has a row of its own."""
        return [] if self.has_class("-tall") else self.exercise.asked_below()

    def show_refusal(self, text: str) -> None:
        """Say why a key or a click does nothing, for a while: then what it took the place of is
        there again."""
        self.prompt.show_error(text)
        self.refusal_timer.stop()
        self.refusal_timer = self.set_timer(REFUSAL_SECONDS, self.prompt.drop_error)

    def show_verdict(self) -> None:
        """Say how good the move was; after a wrong one also what leads on, where there is room."""
        commands = [("solution", _("{key}: solution")), ("again", _("{key}: try again"))]
        text = Text(self.named_answer()) if self.is_named else self.verdict.copy()
        for name, words in commands if self.moment == "wrong" else ():
            offer = words.format(key=key_name(self, f"problem.{name}"))
            if text.cell_len + 3 + cell_len(offer) <= self.prompt.content_size.width:
                text.append("   ").append(
                    offer, Style(bold=False, meta={"@click": f"screen.{name}"})
                )
        self.prompt.ask(text)

    @property
    def is_named(self) -> bool:
        """Whether the line below the board names the best move, as it was not found."""
        return self.was_shown and self.shown_move == self.problem.answer

    def named_answer(self) -> str:
        """Which the best move is, and what it is worth, as far as there is room."""
        view, names = self.followup.asked_view, self.followup.names
        moves = answer_moves(self.problem, view, self.best_line, names)
        answer = self.problem.answer
        briefly = self.game.describe(answer, view, names)
        exercise, room = self.exercise, self.prompt.content_size.width
        texts = naming_answer(exercise.best_word(), moves, exercise.worth(), briefly)
        if self.app.ascii:
            texts = [text.replace("…", "...") for text in texts]
        return next((text for text in texts if cell_len(text) <= room), texts[-1])

    def question(self) -> Text:
        """What is to be found, and how hard that is; what a hint costs has room before that."""
        exercise, room = self.exercise, self.prompt.content_size.width
        text = Text(f"{exercise.question()} {exercise.cost_of_hint()}".rstrip())
        details = [(f"   {exercise.stars(self.app.ascii)}".rstrip(), "not bold"),
                   (f"  {exercise.finder()}".rstrip(), "not bold dim")]  # fmt: skip
        for detail, style in details:
            if not exercise.has_hint or text.cell_len + cell_len(detail) <= room:
                text.append(detail, style)
        return text

    def show_step(self) -> None:
        """Say what has just happened in what follows, and how far that goes."""
        count = len(self.followup.stops) - 1
        self.told_below = ""
        if not count:
            self.prompt.show_feedback("")
            return
        steps = self.followup.stops.index(self.followup.step)
        place = _("Step {number} of {count}").format(number=steps, count=count)
        if steps == 1 and not self.has_class("-tall") and self.show_reason(place, count):
            return
        if steps:
            items = self.followup.news()
        else:
            text = _("The position. {key} shows what may follow.")
            items = [NewsItem(None, text.format(key=key_name(self, "problem.on")))]
        # What there is no room for stands on the board and in the log.
        width, kept = self.prompt.content_size.width, len(items)
        start = [NewsItem(None, place)]
        while kept > 1 and news_text(self.prompt, start + items[:kept]).cell_len > width:
            kept -= 1
        if news_text(self.prompt, start + items[:kept]).cell_len > width:
            start = []
        self.prompt.show_news(start + items[:kept])

    def show_reason(self, place: str, count: int) -> bool:
        """Say why the move is better or worse, behind its `place` and what it did as far as there
        is room; False if there is room for no reason. `count`: of the steps that can be shown."""
        news = self.followup.news() if self.followup.begins_inside else []
        done = " ".join(item.text for item in news)
        starts = [f"{place} · {done}. ", f"{done}. "] if done else []
        if count > 1:
            starts.append(f"{place} · ")
        reasons, room = self.reasons(), self.prompt.content_size.width
        before, reason = reasons.behind([f"{start}{_('Why')}: " for start in (*starts, "")], room)
        if not reason:
            return False
        self.told_below = reason  # what was played is on the board and in the log
        text = f"{before}{reason}"
        more = " " + _("{key}: more").format(key=key_name(self, "problem.why"))
        if not reasons.are_told_by(reason) and cell_len(text) + cell_len(more) <= room:
            text += more
        self.prompt.show_news([NewsItem(None, text)])
        return True

    def reasons(self) -> Reasons:
        """Why the move that is shown is worse than the best one or, if it is the best one, what it
        brings and why the tempting move is worse."""
        view, line, names = self.followup.asked_view, self.followup.line, self.followup.names
        is_right = self.moment == "right"
        gains = self.exercise.gains(view, line, names) if is_right else []
        if is_right and line[0] != self.problem.answer:
            return Reasons([], gains)  # it is as good as the best one
        if not is_right and line[0] == self.problem.answer:
            why = reasons_of_end(self.problem, view, line, self.best_line, names)
        else:
            why = self.exercise.why(view, line, self.best_line, names)
        return Reasons(why, gains)

    @on(Board.StatusChanged)
    def _board_status_changed(self, event: Board.StatusChanged) -> None:
        event.stop()
        if self.moment == "asking" and event.is_error:
            self.show_refusal(event.text)
        elif self.moment == "asking" and self.tells_selection(event.text):
            self.prompt.show_feedback(event.text)
        elif self.moment == "asking":
            self.show_below()

    def tells_selection(self, status: str) -> bool:
        """Whether the line below the question is to say what is selected. What was played before
        stands there first, until another choice is selected than the one at the start."""
        if self._first_status is None:
            if not status:
                return False
            self._first_status = status if self.asked_below else ""
        if status != self._first_status:
            self._first_status = ""
        return status != self._first_status

    @on(Board.RefusalDropped)
    def _refusal_dropped(self, event: Board.RefusalDropped) -> None:
        event.stop()
        self.prompt.drop_error()

    # Answers

    @on(Board.ActionChosen)
    def _action_chosen(self, event: Board.ActionChosen) -> None:
        event.stop()
        self.play(event.action)

    def play(self, action: int) -> None:
        """Judge a move."""
        if self.moment != "asking" or action not in self.position.legal:
            return
        view = self.followup.asked_view
        followed = follow(self.game, view, [action, *self.board.planned_steps])
        self.chosen = [step for step, _view in followed.turn] or [action]
        self.board.preview(None)
        self.board.drop_selection()
        problem = self.problem
        if action == problem.answer and parting(self.chosen, problem.best_line) is not None:
            self.set_moment("wrong")
            self.verdict = Text(_("It begins like the best move. Comparing how it goes on."))
            self.show_line(self.chosen)
            self.judge_end(self.chosen)
        elif action == problem.answer:
            self.count(is_solved=True)
            self.was_shown = False
            self.show_answer(self.exercise.praise_of_answer())
        elif not problem.level and action != problem.tempting:
            self.set_moment("wrong")
            self.shown_move = action
            self.verdict = Text(_("Comparing your move with the best one."))
            self.show()
            self.judge(action)
        elif not problem.level and problem.tempting_loss < CLEAR_LOSS:
            self.count(is_solved=True)
            self.accept()
        else:
            self.count(is_solved=False)
            self.refute(action, problem.tempting_loss if action == problem.tempting else None)

    def count(self, is_solved: bool) -> None:
        """Keep the first answer; later ones change nothing."""
        try:
            self.exercise.answer(is_solved)
        except SaveError as error:
            self.app.notify(str(error), severity="error")

    def show_answer(self, praise: str) -> None:
        """Show the best move and what may follow. `praise`: what is said of it."""
        problem = self.problem
        self.set_moment("right")
        self.verdict = Text(praise)
        self.chosen = self.exercise.known_line(problem.answer)
        self.show_line(self.chosen)
        if not problem.best_line:
            self.look_ahead(self.chosen)

    def refute(self, action: int, loss: float | None) -> None:
        """Say that a move is not the best one, what it costs, and what may follow it.

        `loss`: None: not known yet."""
        self.set_moment("wrong")
        self.shown_move = action
        problem = self.problem
        if loss is None:
            self.verdict = Text(_("Not the best move. Comparing it with the best one."))
        else:
            self.verdict = Text(self.exercise.criticism(action, loss))
        known = self.exercise.known_line(action)
        if list(self.chosen) == known[: len(self.chosen)]:
            self.chosen = known
        self.show_line(self.chosen)
        if loss is None:
            self.judge(action)
        if action != problem.tempting or self.chosen != problem.tempting_line:
            self.look_ahead(self.chosen)

    def show_line(self, line: Sequence[int]) -> None:
        """Show what may follow, after its first step."""
        self.shown_move = line[0]
        self.followup.show(line)
        self.show(animate=True)

    @work(exclusive=True, group="judge")
    async def judge(self, action: int) -> None:
        """Compare a move with the best one: say what it costs, or that it is as good."""
        problem = self.problem
        match = self.exercise.position()
        judged_loss = await loss_of(self.app.host.search, match, problem.answer, action)
        if not is_open(self) or self.shown_move != action:
            return
        loss = loss_to_tell(problem, action, judged_loss)
        if problem.level and loss is not None:  # counted already, and its line is shown
            self.verdict = Text(self.exercise.criticism(action, loss))
            self.show_verdict()
            return
        self.take_loss(loss)

    @work(exclusive=True, group="judge")
    async def judge_end(self, move: Sequence[int]) -> None:
        """Compare how a move goes on that begins like the best one: say what that costs, or that it
        is as good."""
        match, best = self.exercise.position(), self.problem.best_line
        loss = await loss_of_end(self.app.host.search, match, best, move)
        if not is_open(self) or self.moment != "wrong" or self.chosen != move:
            return
        self.take_loss(loss)

    def take_loss(self, loss: float | None) -> None:
        """Count the move by what it gives away, say it, and show what may follow. `loss`: None: no
        search has answered, and nothing is counted."""
        if loss is None:
            self.verdict = Text(not_judged(key_name(self, "problem.again")))
        elif loss < CLEAR_LOSS:
            self.count(is_solved=True)
            self.accept()
            return
        else:
            self.count(is_solved=False)
            self.set_moment("wrong")
            self.verdict = Text(self.exercise.criticism(self.chosen[0], loss))
        self.show_line(self.chosen)
        self.look_ahead(self.chosen)

    def accept(self) -> None:
        """Say that a move is as good as the best one, and show what may follow it."""
        self.set_moment("right")
        self.verdict = Text(self.exercise.praise_of_another(self.chosen[0]))
        self.show_line(self.chosen)
        self.look_ahead(self.chosen)

    @work(exclusive=True, group="look")
    async def look_ahead(self, move: Sequence[int]) -> None:
        """Look for what may follow the steps of a move, and show it once it is there."""
        match = self.exercise.position()
        problem = self.problem
        try:
            line = await line_after(self.app.host.search, match, move)
            if move[0] == problem.answer and not problem.best_line:
                self.best_line = line
            elif len(self.best_line) == 1:  # an own mistake: the reason needs the whole move
                best = [problem.answer]
                self.best_line = await line_after(self.app.host.search, match, best)
        except (Refusal, TimeoutError):
            return
        if not is_open(self) or self.shown_move != move[0] or self.chosen != move:
            return
        self.followup.lengthen(line)
        self.show()

    # Commands

    def action_step(self, delta: int) -> None:
        """Go through what may follow."""
        if self.moment == "asking":
            return
        if self.followup.move_by(delta):
            self.show(animate=delta > 0)

    def action_hint(self) -> None:
        """Rule out the tempting move, then say what the best one brings, then show where it
        begins."""
        if self.moment != "asking":
            return
        self.count(is_solved=False)
        self.hints += 1
        self.exercise.has_hint = True
        self.refresh_bindings()  # another hint costs nothing
        self.prompt.ask(self.question())
        view, names = self.followup.asked_view, self.followup.names
        stages = [
            fitting
            for variants in self.exercise.hints(view, self.best_line, names)
            if (fitting := self.fitting_hint(variants))
        ]
        if self.hints <= len(stages):
            self.prompt.show_hint(stages[self.hints - 1])
            return
        self.board.preview(self.problem.answer)
        self.prompt.show_hint(how_it_begins(self.problem, view, names))

    def fitting_hint(self, variants: Sequence[str]) -> str:
        """The first hint that there is room for, with the key for more if that has room, too."""
        room = self.prompt.content_size.width - cell_len("? ")
        more = _("{key}: more").format(key=key_name(self, "problem.hint"))
        for hint in variants:
            if cell_len(hint) <= room:
                longer = f"{hint} {more}"
                return longer if cell_len(longer) <= room else hint
        return ""

    def action_solution(self) -> None:
        """Show the best move."""
        if self.moment == "right":
            return
        self.count(is_solved=False)
        self.was_shown = True
        self.show_answer(self.exercise.praise(_("The best move")))

    @work(exclusive=True, group="dialog")
    async def action_why(self) -> None:
        """Say why the move that is shown is the best one, or why it is not, as far as that does not
        stand below the board; and what may follow."""
        view, names = self.followup.asked_view, self.followup.names
        lines = self.reasons().sentences
        move = capital(self.game.describe(self.followup.line[0], view, names))
        parts: list[RenderableType] = [] if len(self.followup.line) > 1 else [Text(move, "bold")]
        if self.is_named:
            parts.append(Text(self.verdict.plain))
        if lines and not all(line in self.told_below for line in lines):
            parts.append(item_rows(["-"] * len(lines), lines))
        elif not lines:
            words = _(
                "Both moves look equal, right away and in the moves that may follow. A deeper "
                "search found the other one better. {on} steps through what may follow."
            )
            if len(self.followup.line) == 1:  # what may follow is still being looked for
                words = _(
                    "Right away, both moves look equal. What may follow is still being searched: "
                    "ask again in a moment."
                )
            parts.append(Text(words.format(on=key_name(self, "problem.on"))))
        parts += self.lines_of_play()
        window = LineWindow(
            _("Why this move?"),
            paragraphs(parts),
            [("ok", _("Close"))],
            self.board.COLUMNS_ASIDE,
            Group(*parts),
        )
        await self.app.push_screen_wait(window)

    def lines_of_play(self) -> list[RenderableType]:
        """What may follow the move that is shown and, beside the best one, the tempting move: step
        by step, with the points then. The best move is not told where it is still to be found."""
        problem, seat = self.problem, self.seat
        lines = [(_("What may follow"), self.followup.playback)]
        if self.moment == "right" and problem.tempting_line:
            view, names = self.followup.asked_view, self.followup.names
            tempting = self.game.describe(problem.tempting, view, names)
            title = _("Instead: {move}").format(move=tempting)
            lines.append((title, Playback(self.exercise.position(problem.tempting_line))))
        parts: list[RenderableType] = []
        for title, playback in lines:
            steps = steps_in_words(playback, self.followup.first, seat)
            if steps:
                marks = [*(str(number) for number in range(1, len(steps) + 1)), "="]
                rows = item_rows(marks, [*steps, points_then(playback, seat)])
                parts.append(Group(Text(title, "bold"), rows))
        return parts

    def action_again(self) -> None:
        """Go back to the position, to try another move."""
        if self.moment == "asking":
            return
        self.shown_move = None
        self.followup.clear()
        self.moment = "asking"
        self.show()

    @work(exclusive=True, group="dialog")
    async def action_retry(self) -> None:
        """Sit down at a new match that goes on from the step that is shown, and come back here
        when its table is left."""
        if not await self.app.may_leave_table():
            return
        playback, step = self.followup.playback, self.followup.step
        ply = playback.steps[step].ply
        try:
            connection = await self.exercise.play_on(self.app.host, playback.match, ply)
        except (ValueError, SaveError) as error:
            self.notify(str(error), severity="warning")
            return
        self.app.open("table", connection, _("another try"))

    def action_next(self) -> None:
        """Go to the next problem of the list, or back to the station whose problems are done."""
        exercise = self.exercise
        is_new = self.moment != "asking" and monotonic() - self.answered_at < ANSWER_SECONDS
        if is_new and self.app.animated:
            text = _("This is the answer to your move. Press {key} again to leave it.")
            self.show_refusal(text.format(key=key_name(self, "problem.next")))
            return
        if exercise.is_list_over:
            self.action_leave()
            return
        if not (exercise.may_be_skipped or exercise.is_answered):
            self.prompt.show_error(_("Answer this one first."))
            return
        following = exercise.following()
        if following is not None:
            self.app.switch_screen(ProblemScreen(following))
            return
        self.app.notify(exercise.last_words())
        self.action_leave()

    @work(exclusive=True, group="dialog")
    async def action_help(self) -> None:
        """Say what can be done now, and what the signs mean."""
        asked = _("Find the best move.") if self.moment == "asking" else self.verdict.plain
        help = moment_help(self.board, self.game, self.position, self.scene(), asked)
        can = [*self.ways(), *help.can]
        window = HelpWindow(
            evolve(help, can=can),
            self.game.spec.id,
            key_name(self, "table.rules"),
            key_name(self, "table.keys"),
        )
        answer = await self.app.push_screen_wait(window)
        if is_open(self) and answer == "rules":
            self.action_rules()
        elif is_open(self) and answer == "keys":
            self.action_keys()

    def action_rules(self) -> None:
        """Open the rules at the part that applies now."""
        self.app.open_rules(self.game.spec.id, self.board.rule(self.scene()))

    def action_keys(self) -> None:
        """Show every key of the problem."""
        self.app.open_keys(
            [
                (_("Problems"), COMMANDS),
                (registry.short_name(self.game.spec.id), self.board.COMMANDS),
                (_("Table"), SHARED_COMMANDS),
            ]
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Before an answer the arrows are the board's, and Esc while it has something to clear;
        afterwards there is nothing to move."""
        is_asking = self.moment == "asking"
        if action in ("step", "again", "retry", "why"):
            return not is_asking and (action != "retry" or self.exercise.can_play_on)
        if action in ("moves", "type", "jump", "hint"):
            return is_asking
        if action == "solution":
            return self.moment != "right"
        return super().check_action(action, parameters)

    def offers(self, action: str) -> bool:
        """Whether the footer is to name an action: of the board's, what it has a use for now."""
        if action == "next":
            return self.moment != "asking"
        if action == "again":
            return self.moment == "wrong"
        if self.moment != "asking" and action in OWN_ACTIONS:
            return True  # a board may call one of its own the same
        return self.board.offers(action)

    def title_of(self, action: str) -> str:
        """What the footer calls an action now; a hint by what the first one costs."""
        if action == "hint" and self.exercise.loses_by_hint and self.has_wide_footer:
            return later("Hint (missed)")
        return self.exercise.titles.get(action) or self.board.title_of(action)

    def on_key(self, event: events.Key) -> None:
        """Say so when a key does nothing."""
        text = explain_key(self, event)
        if text:
            self.show_refusal(text)

    def action_out(self) -> None:
        """Close the hint or the answer; go back where there is neither and a board
        has nothing to clear."""
        if self.moment != "asking":
            self.action_again()
        elif self.prompt.tells_hint:
            self.board.preview(None)
            self.show_below()
        else:
            self.action_leave()

    def action_leave(self) -> None:
        """Go back to the list."""
        close(self)
