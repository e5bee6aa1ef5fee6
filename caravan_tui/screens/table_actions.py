"""What the commands of a table do, whatever the game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from textwrap import wrap

from textual import work

from caravan_tui.bus.messages import (
    Advice,
    AskHint,
    Hurry,
    Position,
    Redo,
    Refused,
    Undo,
    table_topic,
)
from caravan_tui.screens.link import Link
from caravan_tui.screens.table_commands import TABLE
from caravan_tui.widgets.commands import keyed, useful
from caravan_tui.widgets.dialog import Chooser, Question, Typed
from caravan_tui.widgets.log import MatchLog
from caravan_tui.widgets.prompt import Prompt
from caravan_tui.words import _

HINT_PATIENCE = 15.0
"""Seconds that a hint may take."""

HINT_WIDTH, HINT_FRAME = 62, 8
"""Columns of a hint's lines; rows around them: frame, margin, buttons, a bit of the table."""

STEPS_SHOWN = 9
"""Steps of a compound move that the question before its last one repeats, at most."""


class TableActions:
    """The actions behind `table_commands.TABLE`; mixed into the table screen."""

    def action_undo(self) -> None:
        """Take back the last decision, or say why not."""
        position = self.position
        if position is None or self.seat is None:
            self.query_one(Prompt).feedback(_("Who watches takes nothing back."), True)
        elif position.undo is not None:
            self.query_one(Prompt).feedback(position.undo, True)
        else:
            self._ts_pending = None
            self.send(Undo(self.link.match, self.seat))

    def action_redo(self) -> None:
        """Play again what was taken back."""
        position = self.position
        if position is None or self.seat is None or not position.redo:
            self.query_one(Prompt).feedback(_("There is nothing to play again."), True)
        else:
            self._ts_pending = None
            self.send(Redo(self.link.match, self.seat))

    def action_hurry(self) -> None:
        """The thinking seat moves with what it has."""
        position = self.position
        if position is None or position.legal or position.over:
            self.query_one(Prompt).feedback(_("Nobody is thinking."), True)
        else:
            self.link.bus.publish("ai.search", Hurry(self.link.match))

    def action_log(self) -> None:
        """Show or hide the log where it does not stand beside the board."""
        if self.has_class("-wide"):
            self.query_one(Prompt).feedback(_("The log is on the right."))
        else:
            self.toggle_class("-log")

    def action_scroll_log(self, pages: int) -> None:
        """Page through the log, which is shown if it was not."""
        if not self.has_class("-wide") and not self.has_class("-log"):
            self.add_class("-log")
            return
        log = self.query_one(MatchLog)
        if pages < 0:
            log.scroll_page_up(animate=False)
        else:
            log.scroll_page_down(animate=False)

    @work
    async def action_jump(self) -> None:
        """Letters over what the cursor can go to."""
        from caravan_tui.screens.jump import JumpScreen

        self.board.focus()
        places = self.board.places()
        if not places:
            self.query_one(Prompt).feedback(_("There is nothing here to go to."), True)
            return
        number = await self.app.push_screen_wait(JumpScreen(places))
        if number is not None and not self.gone:
            places[number].go()

    @work
    async def action_moves(self) -> None:
        """Choose from all legal moves."""
        position = self.position
        if position is None or not (position.legal or position.interrupts):
            self.query_one(Prompt).feedback(_("It is not your move."), True)
            return
        actions = [*position.legal, *position.interrupts]
        rows = [self.in_words(action, position) for action in actions]

        def point(index: int | None) -> None:
            if not self.gone:
                self.board.preview(None if index is None else actions[index])

        index = await self.app.push_screen_wait(Chooser(_("Legal moves"), rows, point))
        if index is not None:
            self.play(actions[index])

    def in_words(self, action: int, position: Position) -> str:
        """An action as its notation and in words."""
        notation = self.game.notation(action, position.view)
        words = self.game.describe(action, position.view, self.link.names)
        return f"{notation}   {words}"

    @work
    async def action_type(self) -> None:
        """Type a move in notation."""
        position = self.position
        if position is None or not (position.legal or position.interrupts):
            self.query_one(Prompt).feedback(_("It is not your move."), True)
            return
        actions = [*position.legal, *position.interrupts]

        def check(text: str) -> str | None:
            if self.game.parse(text, actions, position.view) is None:
                return _("'{text}' is no legal move now; one would be: {example}").format(
                    text=text.strip(), example=example
                )
            return None

        example = self.game.notation(actions[0], position.view)
        words = keyed(self, _("As the list of moves (m) writes it, for example: {example}"))
        words = words.format(example=example)
        text = await self.app.push_screen_wait(Typed(_("Type a move"), words, check=check))
        if text is not None:
            action = self.game.parse(text, actions, position.view)
            if action is not None:
                self.play(action)

    @work(exclusive=True, group="confirm")
    async def confirm(self, action: int) -> None:
        """Play a move after a question, a step of one at once: the question comes with the step
        that ends the move. After a no the board keeps what was chosen, as far as it can."""
        position = self.position
        if position is None:
            return
        said = self.in_words(action, position)
        before = self.steps_before(position)
        if not self.game.commits(action, position.view):
            self._ts_steps = [*before, (position.version, said)]
            self.play(action)
            return
        answer = await self.app.push_screen_wait(
            Question(
                _("Play this move?"),
                "\n".join([*(words for _version, words in before[-STEPS_SHOWN:]), said]),
                [("yes", _("Play")), ("no", _("Not yet"))],
            )
        )
        if self.gone or self.position is None:
            return
        if answer == "yes" and self.position.version == position.version:
            self.play(action)
        else:
            self.board.not_played()

    def steps_before(self, position: Position) -> list[tuple[int, str]]:
        """The steps that lead to this one without a gap, version and words; undo drops some."""
        found: list[tuple[int, str]] = []
        for version, words in reversed(self._ts_steps):
            if version == position.version - len(found) - 1:
                found.insert(0, (version, words))
        return found

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Ask for a hint; its move is shown on the board, its words in a window."""
        position, prompt = self.position, self.query_one(Prompt)
        if position is None or not position.legal or position.seat is None:
            prompt.feedback(_("A hint is for your own move; it is not your move."), True)
            return
        prompt.feedback(_("Looking for a good move …"))
        try:
            answer = await self.link.bus.request(
                table_topic(self.link.match), AskHint(self.link.match, position.seat), HINT_PATIENCE
            )
        except TimeoutError:
            prompt.feedback(_("The search did not answer; try again."), True)
            return
        if self.gone:
            return
        if isinstance(answer, Refused):
            prompt.feedback(answer.reason, True)
        if not isinstance(answer, Advice):
            return
        prompt.feedback("")
        self.board.preview(answer.action)
        said = await self.app.push_screen_wait(
            Question(
                _("Hint"),
                "\n".join(self.that_fit(answer.lines)),
                [("ok", _("Close")), ("play", _("Play it"))],
            )
        )
        if self.gone:
            return
        self.board.preview(None)
        if said == "play" and self.position and self.position.version == answer.version:
            self.play(answer.action)

    def that_fit(self, lines: list[str]) -> list[str]:
        """The first lines of a hint: how play goes on is told as far as there is room for it."""
        left = self.app.size.height - HINT_FRAME
        shown = []
        for line in lines:
            left -= len(wrap(line, HINT_WIDTH))
            if left < 0:
                break
            shown.append(line)
        return shown

    def action_rules(self) -> None:
        """Open the rules where the moment is."""
        position = self.position
        place = self.board.rule(self.shown_of(position)) if position else ""
        self.app.open_rules(self.link.game, place)

    def action_keys(self) -> None:
        """Every key of this table that does something for who sits here, or watches."""
        board = useful(self.board, self.board.COMMANDS)
        self.app.open_keys([(_(self.game.spec.title), board), (_("Table"), useful(self, TABLE))])

    @work
    async def action_leave(self) -> None:
        """Back home; the match is saved."""
        position = self.position
        if self.app.settings.confirm_leave and position and not position.over:
            answer = await self.app.push_screen_wait(
                Question(
                    _("Leave the table?"),
                    _("The match is saved; Continue brings it back."),
                    [("yes", _("Leave")), ("no", _("Stay"))],
                )
            )
            if answer != "yes":
                return
        self.workers.cancel_group(self, "listen")
        if self.link.close:
            await self.link.close()
        self.app.go_home()
        if self.link.back:
            self.app.host.go(self.app, self.link.back)

    @work
    async def show_result(self) -> None:
        """Ranks and scores; then leave, play again or look at the table."""
        from caravan_tui.screens.result import ResultScreen

        position = self.position
        if position is None or not position.over or self.gone or self.app.screen is not self:
            return
        answer = await self.app.push_screen_wait(
            ResultScreen(
                self.shown_of(position),
                position,
                self.board.result(position.view),
                again=self.link.again is not None,
                fresh=self.link.fresh is not None,
                replay=self.link.kept and hasattr(self.app.host, "look_back"),
            )
        )
        if answer == "home":
            self.action_leave()
        elif answer == "again":
            await self.start_anew(self.link.again)
        elif answer == "fresh":
            await self.start_anew(self.link.fresh)
        elif answer == "replay":
            self.action_replay()
        elif answer == "analysis":
            from caravan_tui.screens.look_back import look_into

            await look_into(self, self.link.match)

    async def start_anew(self, make: Callable[[], Awaitable[Link]] | None) -> None:
        """Leave this table for another match."""
        if make is None:
            return
        self.workers.cancel_group(self, "listen")
        link = await make()
        from caravan_tui.screens.table import TableScreen

        self.app.switch_screen(TableScreen(link))

    @work(exclusive=True, group="restart")
    async def action_again(self) -> None:
        """The same match from its start, after a question while this one runs."""
        position = self.position
        if self.link.again is None or position is None:
            self.query_one(Prompt).feedback(_("This match cannot be started again here."), True)
            return
        if not position.over and self.app.settings.confirm_restart:
            answer = await self.app.push_screen_wait(
                Question(
                    _("Restart?"),
                    _(
                        "The same seats and the same deal from the start. You know what is to "
                        "come, so it counts as assisted. This match stays among the saved ones."
                    ),
                    [("yes", _("Restart")), ("no", _("Go on"))],
                )
            )
            if answer != "yes":
                return
        await self.start_anew(self.link.again)

    @work(exclusive=True, group="restart")
    async def action_replay(self) -> None:
        """Look back at the match so far, with what one knew oneself while it runs."""
        from caravan_tui.screens.look_back import look_back

        await look_back(self, self.link.match)
