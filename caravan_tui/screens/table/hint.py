"""The hint of a table: its window, and the turn that it plays if the user wants that."""

from __future__ import annotations

import re
from collections.abc import Sequence
from time import monotonic
from typing import Any, ClassVar

from attrs import define, field
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text
from textual.binding import Binding, BindingType

from ai.hint import Hint
from caravan_tui.bus.messages import Position
from caravan_tui.i18n import _, _n
from caravan_tui.screens.table.side_window import SideWindow, item_rows, paragraphs
from caravan_tui.widgets.board import Board
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.commands import key_name
from caravan_tui.widgets.dialog import REPEAT_SECONDS, first_fitting, subtitle_room

STOPS = " \xa0,;:"
"""What a clause loses where nothing follows it."""

GRACE_SECONDS = 1.0
"""How long a hint is to be seen before an Enter plays it: one that was meant for the board, while
the hint was looked for, must not change the match."""

MOST_STEPS = 4
"""Steps of a turn that stand above its reasons."""

CLAUSE_END = re.compile(r"(?<=[,;:] )|(?= \()")
"""Where a step of a hint can end: after a clause."""


class HintWindow(SideWindow):
    """A hint whose first answer plays it, but not by a key that was meant for something else."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "wait", show=False, priority=True)
    ]

    def on_mount(self) -> None:
        """Take no Enter at first; Textual calls this in addition to the base class's."""
        self._plays_from = monotonic() + GRACE_SECONDS

    def takes_click_beside(self) -> bool:
        """Whether a click beside the window closes it: at first it may be meant for the board."""
        return monotonic() >= self._plays_from and super().takes_click_beside()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Have Enter wait while it might be meant for something else."""
        if action != "wait":
            return super().check_action(action, parameters)
        is_early = self.is_mounted and monotonic() < self._plays_from
        return is_early and self.focused is not None and self.focused.id == "answer-play"

    def action_wait(self) -> None:
        """Say that a hint has come, and what the key does from now on."""
        self._plays_from = monotonic() + REPEAT_SECONDS
        self.add_class("-answers")
        self.call_after_refresh(self._say_what_enter_does)  # the window may still get its width

    def _say_what_enter_does(self) -> None:
        if not is_open(self):
            return
        window = self.query_one("#window")
        close = key_name(self, "dialog.close")
        short = _("Enter again plays it")
        whole = _("{play} · {close} closes").format(play=short, close=close)
        texts = (whole, short, _("Enter plays it"))
        window.border_subtitle = first_fitting(texts, subtitle_room(window))


def hint_window(
    hint: Hint,
    columns_aside: int,
    title: str = "",
    can_play: bool = True,
    has_free_middle: bool = False,
    has_free_left: bool = False,
) -> SideWindow:
    """A hint; the answer `play` plays its turn, if it can be played.

    `columns_aside`: where it lies over a board, see `Board.columns_aside`; `has_free_middle`: it
    may lie over the middle, see `Board.has_free_middle`; `has_free_left`: it goes to the left, see
    `Board.has_free_left`.
    """
    steps = item_rows(
        [f"{number}." for number in range(1, len(hint.steps) + 1)], hint.steps, "bold"
    )
    if len(hint.steps) == 1:
        steps = item_rows([""], hint.steps, "bold")
    rest: list[RenderableType] = []
    if len(hint.steps) > MOST_STEPS and hint.reasons:
        # Why comes before the end of a long turn, which may be out of sight.
        first, later = hint.steps[:MOST_STEPS], hint.steps[MOST_STEPS:]
        steps = item_rows([f"{number}." for number in range(1, MOST_STEPS + 1)], first, "bold")
        marks = [f"{number}." for number in range(MOST_STEPS + 1, len(hint.steps) + 1)]
        rest = [item_rows(marks, later, "bold")]
    reasons = item_rows(["-"] * len(hint.reasons), hint.reasons)
    words = [hint.sure, *(_("About as good: {move}").format(move=other) for other in hint.others)]
    parts = [steps, *([reasons] if hint.reasons else []), *rest, Text("\n".join(words), "italic")]
    dense = Group(*parts[:-1], Text(" ".join(words), "italic"))
    flowing = Text(" ".join(hint.reasons)).append(" " + " ".join(words), "italic")
    densest = Group(steps, *rest, flowing) if hint.reasons else None
    answers = [*([("play", _("Play it"))] if can_play else []), ("ok", _("Close"))]
    kind = HintWindow if can_play else SideWindow
    window = kind(title or _("Hint"), paragraphs(parts), answers, columns_aside, dense, densest)
    window.set_class(has_free_middle, "-free-middle")
    window.set_class(has_free_left, "-free-left")
    return window


def hint_in_short(hint: Hint, room: int, key: str) -> str:
    """The first step of a hint, for a line of so many columns: as many of its clauses as have room
    there, and the key that shows the rest again."""
    step, count = hint.steps[0], len(hint.steps)
    words = _("Hint: {step}")
    if count == 1 and cell_len(words.format(step=step)) <= room:
        return words.format(step=step)
    more = _("{key}: all of it").format(key=key)
    if count == 2:
        more = _("{key}: both steps").format(key=key)
    elif count > 1:
        more = _n("{key}: all {count} steps", "{key}: all {count} steps", count).format(
            key=key, count=count
        )
    clauses = CLAUSE_END.split(step.removesuffix("."))
    parts = ("".join(clauses[:number]).rstrip(STOPS) for number in range(len(clauses), 0, -1))
    lines = [f"{words.format(step=part)} · {more}" for part in parts]
    return first_fitting(lines, room)


@define
class HintedTurn:
    """The rest of a turn that is being played as a hint advised it."""

    steps: list[int] = field(factory=list)
    """The actions still to be sent."""
    version: int = -1
    """The version of the match in which the first of them is due."""
    is_sent: bool = False
    """The last of them has been sent, and the position after it has not come yet."""
    goes_back: bool = False
    """The board takes back what the match has, and the first of them comes after that."""
    marked: Sequence[int] = ()
    """The turn that is marked on the board."""
    marked_version: int = -1
    """The version of the match that it is a hint for."""

    def begin(self, turn: Sequence[int], version: int) -> int:
        """Take over a turn; returns the action to send now."""
        self.steps, self.version = list(turn[1:]), version + 1
        self.is_sent, self.goes_back = not self.steps, False
        return turn[0]

    def begin_back(self, turn: Sequence[int], version: int) -> None:
        """Take over a turn in place of whose first step the board leads back to a version."""
        self.steps, self.version = list(turn[1:]), version
        self.is_sent, self.goes_back = False, True

    def mark(self, board: Board[Any], turn: Sequence[int], version: int) -> None:
        """Mark a turn on the board, for as long as the match is at this version."""
        self.marked, self.marked_version = turn, version
        board.preview_turn(turn)

    def mark_again(self, board: Board[Any], version: int) -> None:
        """Mark the turn on a board that has been shown anew."""
        if self.marked and version == self.marked_version:
            board.preview_turn(self.marked)

    def unmark(self, board: Board[Any]) -> None:
        """Mark nothing any more."""
        self.marked = ()
        board.preview(None)

    def stop(self) -> bool:
        """Forget the rest; whether there was any."""
        had_steps = bool(self.steps)
        self.steps, self.is_sent, self.goes_back = [], False, False
        return had_steps

    def next_step(self, position: Position) -> int | None:
        """The action due in a position, None if none is. A position that is not the expected one,
        as chance or another seat came in, ends the turn."""
        if self.goes_back and position.version > self.version:
            return None
        self.goes_back = False
        if not self.steps or position.version < self.version:
            return None
        if position.version != self.version or self.steps[0] not in position.legal:
            self.stop()
            return None
        self.version += 1
        step = self.steps.pop(0)
        self.is_sent = not self.steps
        return step

    def ends_early(self, position: Position) -> bool:
        """Whether a position is the first after the last step, and the turn goes on all the same:
        the hint could not foresee what chance would bring."""
        if not self.is_sent or position.version < self.version:
            return False
        self.is_sent = False
        return bool(position.legal)
