"""The hints of a table: looked for, shown, and played step by step."""

from __future__ import annotations

from asyncio import Event
from collections.abc import Callable
from typing import Any

from textual.widget import Widget

from ai.hint import explain
from caravan_tui.bus.messages import Position
from caravan_tui.bus.wording import word
from caravan_tui.engine import Refusal
from caravan_tui.hosts.tutoring import TutorWatch
from caravan_tui.i18n import _
from caravan_tui.presentation.viewpoint import Viewpoint
from caravan_tui.screens.table.assistance import Assistance
from caravan_tui.screens.table.board_screen import BoardScreen
from caravan_tui.screens.table.feedback import Feedback
from caravan_tui.screens.table.hint import HintedTurn, hint_in_short, hint_window
from caravan_tui.screens.table.news import outstanding_news
from caravan_tui.screens.table.search_panel import SearchPanel
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.commands import key_name
from caravan_tui.widgets.key_names import key_names
from caravan_tui.widgets.seat_rail import SeatRail

WORKERS = "hint"
"""The group of a table's workers that look for a hint."""

WAYS_OUT = {"why": "why", "hint": "ok"}
"""What the keys of these actions answer in the window of a hint: its own key closes it again."""


class Hints:
    """Gives hints to the seat that is shown, and plays the turn that one advised."""

    def __init__(
        self,
        screen: BoardScreen[Any],
        viewpoint: Viewpoint,
        assistance: Assistance,
        feedback: Feedback,
        play: Callable[[int], None],
        tutoring: TutorWatch,
    ) -> None:
        """`tutoring`: is told of each hint, so that it does not doubt its moves."""
        self._screen = screen
        self._viewpoint = viewpoint
        self._assistance = assistance
        self._feedback = feedback
        self._play = play
        self._tutoring = tutoring
        self.turn = HintedTurn()
        """What is still to be played of a hint."""
        self._sought_version = -1
        """The version of the match for which a hint is being looked for, -1: none is."""
        self._uncovered = Event()
        """Set when a window that covered the table has been closed."""

    def is_sought(self, position: Position) -> bool:
        """Whether a hint for a position is being looked for."""
        return position.version == self._sought_version

    async def give(self) -> None:
        """Look for a hint; show its move on the board and its words in a window. Only from a
        worker."""
        position = self._viewpoint.position
        if position is None or not position.legal or position.seat is None:
            self._screen.prompt.show_error(_("It is not your move, so there is no hint."))
            return
        if words := self._only_move(position):
            self._screen.prompt.show_feedback(words)
            return
        accepts = await self._assistance.accepts(
            _("Show a hint?"),
            _("A hint marks this match as assisted: it will not count for your rating."),
            _("Show hint"),
        )
        if not accepts:
            return
        self._say_looking()
        self._sought_version = position.version
        connection, board = self._viewpoint.connection, self._screen.board
        try:
            advice = await connection.table(position.seat).hint()
        except Refusal as refusal:
            if is_open(self._screen):
                self._screen.prompt.show_error(word(refusal.sentence))
            return
        finally:
            self._sought_version = -1
        await self._wait_for_the_table()
        if not is_open(self._screen):
            return
        self._screen.prompt.show_feedback("")
        now = self._viewpoint.position
        if now is None or now.version != advice.version:
            self._say_outdated()
            return
        game = self._viewpoint.game
        hint = explain(game, now.view, advice.result, names=connection.names)
        self._tutoring.take_hint(hint.turn, advice.version)
        self.turn.mark(board, hint.turn, advice.version)
        window = hint_window(
            hint,
            board.columns_aside,
            has_free_middle=board.has_free_middle,
            has_free_left=board.has_free_left,
        )
        window.below = self._lowest_beside_board()
        window.ways_out = {
            key: WAYS_OUT[active.binding.action]
            for key, active in self._screen.active_bindings.items()
            if active.binding.action in WAYS_OUT
        }
        answer = await self._screen.app.push_screen_wait(window)
        now = self._viewpoint.position
        if not is_open(self._screen) or now is None or now.version != advice.version:
            return
        if answer == "why":  # of the last move of a computer player
            await self._screen.run_action("why")
        if answer != "play":
            # the board keeps its move in sight
            prompt, key = self._screen.prompt, key_name(self._screen, "table.hint")
            prompt.show_feedback(hint_in_short(hint, prompt.content_size.width, key))
        else:
            self.turn.unmark(board)
            board.drop_selection()
            if taken_back := board.take_back_for(hint.action):
                self.turn.begin_back(hint.turn, advice.version - taken_back)
            else:
                self._play(self.turn.begin(hint.turn, advice.version))

    def _only_move(self, position: Position) -> str:
        """That there is no other move than this one, which gives nothing away; empty if there is
        a choice."""
        if len(position.legal) > 1:
            return ""
        names = self._viewpoint.connection.names
        moves = self._viewpoint.game.moves_for(position.legal, position.view, names)
        if len(moves) > 1 or moves[0].endings:
            return ""
        return _("Your only move: {move}. It needs no hint.").format(move=moves[0].words)

    def _lowest_beside_board(self) -> Widget | None:
        """What a hint leaves free beside the board: the cards of the seats, and the reasons below
        them where these are shown."""
        reasons = [panel for panel in self._screen.query(SearchPanel) if panel.display]
        seats = [rail for rail in self._screen.query(SeatRail) if rail.cards]
        return next(iter([*reasons, *seats]), None)

    def say_sought(self, text: str) -> None:
        """Say that a hint is being looked for, and how to want none: `text` has a `cancel`."""
        self._screen.prompt.show_feedback(text.format(cancel=key_names("escape")))

    def _say_looking(self) -> None:
        self.say_sought(_("Looking for a good move … {cancel} cancels."))

    def cancel(self) -> None:
        """Look no further for a hint, and say so."""
        self._sought_version = -1
        self._screen.workers.cancel_group(self._screen, WORKERS)
        text = _("No hint, then. Press {key} for one.")
        self._feedback.hold(text.format(key=key_name(self._screen, "table.hint")))

    def table_covered(self) -> None:
        """Say that a hint that is looked for waits for the table: the keys that cancel it go to
        the window that covers it."""
        if self._sought_version >= 0:
            text = _("Your hint comes once this window is closed.")
            self._screen.prompt.show_feedback(text)

    def table_uncovered(self) -> None:
        """Show a hint that waits for this, or say that it is still being looked for."""
        if self._sought_version >= 0:
            self._say_looking()
        self._uncovered.set()

    async def _wait_for_the_table(self) -> None:
        """Wait until no window lies over the table: a hint would cover what is being read."""
        while is_open(self._screen) and not self._screen.is_active:
            self._uncovered.clear()
            await self._uncovered.wait()

    def _say_outdated(self) -> None:
        """Say that the match has gone on while the hint was looked for."""
        text = _("The hint ends here: things have changed. Press {key} for another one.")
        self._feedback.hold(text.format(key=key_name(self._screen, "table.hint")))

    def follow(self, position: Position) -> None:
        """Play the next step of the turn that a hint advised; say so if it can't go on."""
        had_steps = bool(self.turn.steps)
        ends_early = self.turn.ends_early(position)
        action = self.turn.next_step(position)
        game, names = self._viewpoint.game, self._viewpoint.connection.names
        is_closed = any(game.closes(event) for event in position.events)  # nobody expects more
        if action is not None:
            self._play(action)
        elif is_closed:
            return
        elif ends_early or (had_steps and not self.turn.steps and position.legal):
            text = _("The hint ends here: things have changed. Press {key} for another one.")
            news = outstanding_news(game, position, names)
            if ends_early and not news:  # all of it was played, and nothing came in between
                return
            if news:
                text = _("{news}. {key}: another hint")
            key = key_name(self._screen, "table.hint")
            self._feedback.hold(text.format(news=news[-1].text if news else "", key=key))
