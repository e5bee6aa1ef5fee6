"""What comes up over a table when something has ended: a count, a goal of the Road, the result."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from caravan_tui.bus.messages import Position
from caravan_tui.i18n import _
from caravan_tui.presentation.aftermath import aftermath_at
from caravan_tui.presentation.finished_match import FinishedMatch, OwnTable
from caravan_tui.presentation.quest import Quest
from caravan_tui.presentation.result_answers import Answer, Answers
from caravan_tui.presentation.viewpoint import Viewpoint
from caravan_tui.road.goals import State
from caravan_tui.screens.replay.open_replay import look_back, look_into
from caravan_tui.screens.table.answer_bar import ANSWER_COMMANDS
from caravan_tui.screens.table.beat import Beats
from caravan_tui.screens.table.board_screen import BoardScreen
from caravan_tui.screens.table.count import CountDialog
from caravan_tui.screens.table.counts import Counts
from caravan_tui.screens.table.leaving import Leaving
from caravan_tui.screens.table.result import ResultScreen
from caravan_tui.widgets.board import Scene
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.commands import is_key_of
from caravan_tui.widgets.question import Question
from saves import road
from saves.road import Travel


class Endings:
    """Shows what has ended once the moves before it were seen, one window after the other."""

    def __init__(
        self,
        screen: BoardScreen[Any],
        viewpoint: Viewpoint,
        beats: Beats,
        quest: Quest,
        leaving: Leaving,
        scene: Callable[[Position], Scene[Any]],
        works_as_well: Callable[[str], bool],
    ) -> None:
        """`scene(position)`: what the board is shown; `works_as_well(key)`: whether a key that
        closes a count is also meant for the table."""
        self._screen = screen
        self._viewpoint = viewpoint
        self._beats = beats
        self._quest = quest
        self._leaving = leaving
        self._scene = scene
        self._works_as_well = works_as_well
        self.counts = Counts(viewpoint.game, viewpoint.connection.names)
        self._result_version = -1
        """The version of the match whose result was shown."""
        self._is_count_due = False
        """Whether a hand or a round was counted, but not yet shown."""
        self._was_over: bool | None = None
        """Whether the match was over when it was opened; None: nothing of it has come yet."""
        self._leads_away = False
        """Whether the result has opened the screen above: it comes back when that is closed."""
        self._is_result_due = False
        """Whether something covered the table when the result came: it follows that."""
        self._has_shown_result = False
        """Whether the result was shown and closed: no key of it can be meant for what came before
        it."""

    def follow(self, position: Position) -> None:
        """Show what ends with a position of the seat that is shown."""
        if self._was_over is None:
            self._was_over = position.over
        counts, own_seats = self.counts, self._viewpoint.connection.own_seats
        has_counted = counts.is_new(position) and self._screen.app.shows_counts
        has_ended = position.over and self._result_version != position.version
        if has_ended:
            self._result_version = position.version
        is_shown = has_counted and not self._is_overtaken(position)
        if is_shown and own_seats and not counts.is_brief(position):
            self._is_count_due = True
            self._interrupt(then_result=has_ended)
        elif has_ended:
            self._screen.call_after_refresh(self._beats.then, self.show_result)
        elif self._quest.must_ask(position):
            self._screen.call_after_refresh(self._beats.then, self.ask_for_road)

    def _is_overtaken(self, position: Position) -> bool:
        """Whether more has been counted since, while the user was away: of several counts only the
        last one comes up."""
        newest = self._beats.newest_waiting
        return newest is not None and (newest.over or newest.view["round"] > position.view["round"])

    def show_due_count(self) -> None:
        """Show to another person at this keyboard, who is to decide now, what was counted."""
        if self._is_count_due:
            self._interrupt(then_result=False)
            self._beats.hurry()

    def _interrupt(self, then_result: bool) -> None:
        show_count = partial(self.show_count, then_result=then_result)
        self._beats.interrupt(partial(self._screen.call_after_refresh, show_count))

    def show_count(self, then_result: bool) -> None:
        """Show how the hand or round that has just ended was counted, then perhaps the result.
        What the others do after it is shown after it."""
        self._screen.run_worker(self._show_count(then_result), exclusive=True, group="count")

    async def _show_count(self, then_result: bool) -> None:
        screen, position = self._screen, self._viewpoint.position
        if position is None or not screen.is_active:
            self._beats.resume()
            return
        self._is_count_due = False
        pages = self.counts.pages(position)[:-1]
        dialog = CountDialog(pages[-1:], self.counts.names, comes_up=True)
        await screen.app.push_screen_wait(dialog)
        self._beats.resume()
        if then_result and is_open(screen):
            self.show_result()
        elif is_open(screen) and self._works_as_well(dialog.closing_key):
            screen.app.simulate_key(dialog.closing_key)  # it was meant for the table: `w`, say

    def show_counts(self) -> None:
        """Show how hands or rounds were counted, and where the points come from so far."""
        position = self._viewpoint.position
        if position is not None:
            pages = self.counts.pages(position)
            newest = max(0, len(pages) - 2)
            self._screen.app.push_screen(CountDialog(pages, self.counts.names, newest))

    def ask_for_road(self) -> None:
        """Say that the goal of the station is decided, and ask what to do."""
        self._screen.run_worker(self._ask_what_is_next(), exclusive=True, group="road")

    async def _ask_what_is_next(self) -> None:
        position = self._viewpoint.position
        if position is None or not self._screen.is_active or not self._quest.must_ask(position):
            return
        answer = await self._screen.app.push_screen_wait(road_question(self._quest))
        if not is_open(self._screen):
            return
        if answer == "road":
            self._leaving.leave()
        elif answer == "again":
            await self._leaving.go_on_with(self._viewpoint.connection.rematch)

    def show_result(self, comes_back: bool = False) -> None:
        """Show ranks and scores; then leave, play again or stay, as the user chooses.
        `comes_back`: from a screen that it has led to, so that it takes answers at once."""
        self._screen.run_worker(self._show_result(comes_back))

    async def _show_result(self, comes_back: bool) -> None:
        screen, leaving = self._screen, self._leaving
        app = screen.app
        await app.host_ready.wait()
        travel = await asyncio.to_thread(road.load) if self._is_one_player else Travel()
        position, connection = self._viewpoint.position, self._viewpoint.connection
        if position is None or not position.over or leaving.is_under_way:
            return
        if not screen.is_active:
            is_open_already = any(isinstance(other, ResultScreen) for other in app.screen_stack)
            self._is_result_due = is_open(screen) and not is_open_already
            return
        self._is_result_due = False
        match = self._finished_match(position, travel)
        recall = partial(aftermath_at, app.host, connection)
        answer = await app.push_screen_wait(ResultScreen(match, recall, comes_back))
        self._has_shown_result = True
        match answer:
            case Answer.HOME:
                leaving.leave()
            case Answer.SAME_DEAL:
                await leaving.go_on_with(connection.restart)
            case Answer.REMATCH:
                await leaving.go_on_with(connection.rematch)
            case Answer.REPLAY:
                await self._read_back(look_back)
                self._leads_away = app.screen is not screen
            case Answer.ANALYSIS:
                await self._read_back(look_into)
                self._leads_away = app.screen is not screen

    @property
    def _is_one_player(self) -> bool:
        """Whether one person plays at this terminal, who may bear a title of the Road."""
        return len(self._viewpoint.connection.own_seats) == 1

    def _finished_match(self, position: Position, travel: Travel) -> FinishedMatch:
        """What the result shows; `travel`: how far the player has come on the Road."""
        connection, host = self._viewpoint.connection, self._screen.app.host
        scene = self._scene(position)
        own_table = self._screen.board.result(position.view)
        is_playing, leads_back = scene.seat is not None, self._leaving.origin is not None
        return FinishedMatch(
            position,
            scene.names,
            connection.user_seats,
            self.counts.events(position.seat),
            scene.faces,
            own_table=OwnTable(*own_table) if own_table else None,
            answers=Answers(
                can_rematch=is_playing and connection.rematch is not None,
                can_restart=is_playing and connection.restart is not None,
                can_replay=connection.is_kept and host.saves_matches,
                leads_back=leads_back,
                closes_to_table=not (self._was_over and leads_back),
                station=self._quest.title,
            ),
            levels=host.opponents(),
            travel=travel,
        )

    def takes_key(self, key: str) -> bool:
        """Open the analysis or the replay by the key that does so on the result, once that was
        closed; whether it is such a key."""
        looks = {Answer.ANALYSIS: look_into, Answer.REPLAY: look_back}
        for answer, look in looks.items():
            if self._has_shown_result and is_key_of(self._screen, ANSWER_COMMANDS[answer], key):
                self._screen.run_worker(self._read_back(look), exclusive=True, group="restart")
                return True
        return False

    async def _read_back(self, look: Callable[[BoardScreen[Any], str], Awaitable[None]]) -> None:
        """Open a screen that reads the match back, and say so until it is there: of a long match it
        takes a second or more."""
        prompt = self._screen.prompt
        prompt.show_feedback(_("Reading the match back …"))
        await look(self._screen, self._viewpoint.connection.match)
        prompt.show_feedback("")

    def come_back(self) -> None:
        """Show the result again to whom it led away from here, and one that something covered."""
        if self._leads_away:
            self._leads_away = False
            self.show_result(comes_back=True)
        elif self._is_result_due:
            self.show_result()


def road_question(quest: Quest) -> Question:
    """What to do once the goal of a station is decided: `road`, `again`, or `play` on."""
    text, station = "\n\n".join(quest.decision_words()), quest.station
    assert station is not None
    answers = [
        ("again", _("Try again")), ("road", _("The Road")), ("play", _("Play on")),
    ]  # fmt: skip
    if quest.state is State.REACHED:
        answers = [("road", _("On along the road")), ("play", _("Play on"))]
    return Question(_(station.title), text, answers, comes_unasked=True)
