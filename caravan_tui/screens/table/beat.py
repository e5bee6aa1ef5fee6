"""The beat after a move: what the others do is shown one move after the other, each held for a
moment, while the match goes on behind it.

Nothing is held back at the table: only what this screen shows waits. So the computer players search
on, and no clock of the server stands still.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, Protocol

from caravan_tui.bus.messages import MoveReport, Notice, Position
from caravan_tui.games.contract import Game
from caravan_tui.settings import Pace

LEAST_SECONDS = 0.06
"""How long a move is held at least, however many wait."""

FULL_SHARE = 0.5
"""Share of a round's time after which moves are held for less and less."""

LEAST_END_SHARE = 0.5
"""Share of its time for which the end of a hand is held in any case."""


class Hold(Enum):
    """How long something is held."""

    NONE = 0
    STEP = 1
    """A step of a turn that goes on, or your own move before it is answered."""
    MOVE = 2
    """The last step of another seat's turn."""
    END = 3
    """The end of a season, a hand, a round or the match."""


Item = Position | MoveReport | Notice
"""What waits to be shown; a report belongs to the move before it, a notice to the one after it."""


class Timer(Protocol):
    """A timer of Textual."""

    def stop(self) -> None: ...


class Beats:
    """Shows positions one after the other, and holds each as long as its pace says.

    A round of moves takes about `Pace.longest` seconds at most, however many there are: from the
    half of it on each is held for less.
    """

    def __init__(
        self,
        take: Callable[[Item], Hold],
        start_timer: Callable[[float, Callable[[], None]], Timer],
        changed: Callable[[], None],
    ) -> None:
        """`take(item)` shows an item and says how long to hold it; `changed()` is called when
        something begins or ceases to wait."""
        self._take = take
        self._start_timer = start_timer
        self._changed = changed
        self._waiting: deque[Item] = deque()
        self._timer: Timer | None = None
        self._spent = 0.0
        """Seconds for which moves of this round have been held."""
        self._pace: Pace | None = None
        self._then: Callable[[], None] | None = None
        self._interruption: Callable[[], object] | None = None
        """What comes between the item that is held and the next one."""
        self._is_interrupted = False

    @property
    def is_behind(self) -> bool:
        """Whether more has happened than is shown."""
        return bool(self._waiting) or self._then is not None or self._interruption is not None

    @property
    def is_holding(self) -> bool:
        """Whether what is shown is being held."""
        return self._timer is not None

    @property
    def newest_waiting(self) -> Position | None:
        """The newest position that is still to be shown."""
        return next((item for item in reversed(self._waiting) if isinstance(item, Position)), None)

    def put(self, item: Item, pace: Pace | None) -> None:
        """Show an item, at once if nothing is being held. `pace` None: hold nothing."""
        was_behind = self.is_behind
        self._waiting.append(item)
        if self._is_interrupted:
            return
        self._pace = pace
        if pace is None:
            self.hurry()
        elif self._timer is None:
            self._show_next()
        if self.is_behind != was_behind:
            self._changed()

    def begin_round(self) -> None:
        """The user has a decision again: the moves after it are held in full."""
        self._spent = 0.0

    def then(self, callback: Callable[[], None]) -> None:
        """Call back once everything has been shown and held."""
        if self._timer is None and not self._waiting:
            callback()
        else:
            self._then = callback
            self._changed()

    def interrupt(self, callback: Callable[[], object]) -> None:
        """Call back once the item that is being shown was held, and show none after it until
        `resume`."""
        self._interruption = callback

    def resume(self) -> None:
        """Go on after an interruption."""
        if self._is_interrupted:
            self._is_interrupted = False
            self._stop_timer()
            self._show_next()
            self._changed()

    def hurry(self) -> bool:
        """Show all that waits, up to the newest position or an interruption; whether something
        did."""
        was_behind = self.is_behind
        self._stop_timer()
        while self._may_go_on() and self._waiting:
            self._take(self._waiting.popleft())
        self._finish()
        return was_behind

    def stop(self) -> None:
        """Show nothing more."""
        self._stop_timer()
        self._waiting.clear()
        self._then = self._interruption = None

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _show_next(self) -> None:
        """Show what waits, up to something that is held."""
        self._timer = None
        while self._timer is None and self._may_go_on() and self._waiting:
            hold = self._take(self._waiting.popleft())
            seconds = self._seconds(hold)
            if seconds:
                self._spent += seconds
                self._timer = self._start_timer(seconds, self._held)
        if self._timer is None:
            self._finish()

    def _held(self) -> None:
        was_behind = self.is_behind
        self._show_next()
        if self.is_behind != was_behind:
            self._changed()

    def _may_go_on(self) -> bool:
        """Whether the next item may be shown; begin the interruption that is due."""
        callback, self._interruption = self._interruption, None
        if callback is not None:
            self._is_interrupted = True
            callback()
        return not self._is_interrupted

    def _finish(self) -> None:
        if self._is_interrupted:
            return
        then, self._then = self._then, None
        if then is not None:
            then()

    def _seconds(self, hold: Hold) -> float:
        """How long to hold something now."""
        pace = self._pace
        if pace is None or hold is Hold.NONE:
            return 0.0
        full = {Hold.STEP: pace.step, Hold.MOVE: pace.move, Hold.END: pace.end}[hold]
        left = max(0.0, pace.longest - self._spent)
        share = min(1.0, left / pace.longest / (1 - FULL_SHARE))
        positions = sum(isinstance(item, Position) for item in self._waiting)
        share = min(share, left / (full + positions * pace.step))
        if hold is Hold.END:
            share = max(share, LEAST_END_SHARE)
        return max(LEAST_SECONDS, full * share)


def hold_of(
    game: Game[Any],
    before: Position | None,
    position: Position,
    names: Sequence[str],
    own_seats: Sequence[int],
    is_own: bool,
) -> Hold:
    """How long a position is held before the next one is shown. `own_seats`: those of the people at
    this terminal; `is_own`: one of them has made the move."""
    if before is None or position.history or not position.events:
        return Hold.NONE
    if not any(game.shorten(event, names, position.seat) for event in position.events):
        return Hold.NONE  # such as a camel that was lifted: it is seen when it is set
    if position.over or any(game.closes(event) for event in position.events):
        return Hold.END
    actor, next_actor = before.view["to_act"], position.view["to_act"]
    if next_actor in own_seats and (is_own or next_actor != position.seat):
        return Hold.NONE  # somebody here goes on
    if not is_own and any(
        game.stands_out(event) or game.is_outcome(event) or game.triumphs(event)
        for event in position.events
    ):
        return Hold.MOVE
    if is_own or actor == next_actor:
        return Hold.STEP
    return Hold.MOVE
