"""Windows in which a move is chosen, typed or confirmed, at a table and in a tutorial."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeGuard

from attrs import evolve

from caravan_tui.bus.messages import Position
from caravan_tui.games.contract import Game, ListedMove, each_ending
from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.jump import JumpScreen
from caravan_tui.screens.table.move_list import MoveChooser, choice_of
from caravan_tui.widgets.board import Board
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.commands import key_name
from caravan_tui.widgets.prompt import Prompt
from caravan_tui.widgets.question import Question, TextQuestion

MOST_STEPS = 9
"""Steps of a compound move that the question before its last one repeats, at most."""


def open_actions(position: Position | None) -> list[int]:
    """What the seat may do in a position, in its turn and out of it."""
    return [] if position is None else [*position.legal, *position.interrupts]


class Surface(Protocol):
    """What moves are made on: a board, with a prompt below it."""

    @property
    def app(self) -> BaseApp: ...

    @property
    def board(self) -> Board[Any]: ...

    @property
    def prompt(self) -> Prompt: ...


class MoveDialogs:
    """The ways to a move besides the board: a list, a line of notation, letters over the board.

    Where there is nothing to choose from, the prompt says so. Its methods run in a worker.
    """

    def __init__(
        self,
        surface: Surface,
        game: Game[Any],
        names: Sequence[str],
        play: Callable[[int], None],
    ) -> None:
        """`names`: of each seat. `play`: called with the action that was chosen."""
        self.surface = surface
        self.game = game
        self.names = names
        self.play = play

    def can_move(self, position: Position | None) -> TypeGuard[Position]:
        """Whether the user can move in a position; if not, the prompt says so."""
        if open_actions(position):
            return True
        self.surface.prompt.show_error(_("It is not your move."))
        return False

    async def choose(self, position: Position | None) -> None:
        """Play a move from a list of all that are legal, with the board as preview."""
        if not self.can_move(position):
            return
        board = self.surface.board
        listed = self.game.moves_for(open_actions(position), position.view, self.names)
        moves, parents = with_endings(listed)
        current, put_back = board.current_action, board.keep_place()
        marked: int | None = next(
            (
                index
                for index, move in enumerate(moves)
                if parents[index] is None and move.actions[0] == current
            ),
            0,
        )
        chosen = None
        while marked is not None and chosen is None:
            marked = await self._pick(_("Choose a move"), moves, marked, position, parents)
            if marked is not None and (endings := moves[marked].endings):
                ending = await self._pick(moves[marked].asks, endings, 0, position)
                chosen = None if ending is None else endings[ending]
            elif marked is not None:
                chosen = moves[marked]
        if chosen is not None:
            board.plan_steps(chosen.actions)
            self.play(chosen.actions[0])
        elif is_open(board.screen):
            put_back()

    async def _pick(
        self, heading: str, moves: Sequence[ListedMove], marked: int, position: Position,
        parents: Sequence[int | None] = (),
    ) -> int | None:  # fmt: skip
        """Have one of some moves chosen, with the board as preview; None: the list was closed.
        `parents`: the `parent` of each row, none by default."""
        board, prompt = self.surface.board, self.surface.prompt
        current, words = board.current_action, prompt.board_words

        def preview(index: int | None) -> None:
            if index is None:
                if is_open(board.screen):
                    board.preview(None)
                    if words:
                        prompt.show_feedback(words)
            elif is_open(board.screen):
                # What the board says of its own choice would be taken for words about the row.
                if words and current is not None:
                    is_same = moves[index].actions[0] == current
                    prompt.show_feedback(words if is_same else "")
                board.preview_turn(moves[index].actions)

        parents = parents or [None] * len(moves)
        rows = [
            choice_of(move, self.typed(move, position), parent)
            for move, parent in zip(moves, parents, strict=True)
        ]
        chooser = MoveChooser(heading, rows, board, preview, highlighted=marked)
        index: int | None = await self.surface.app.push_screen_wait(chooser)
        return index

    def typed(self, move: ListedMove, position: Position) -> str:
        """A move of the list as it can be typed: the notation of each of its actions."""
        return ", ".join(self.game.notation(action, position.view) for action in move.actions)

    async def type(self, position: Position | None) -> None:
        """Play a move that is typed in notation: one action, or all of a move of the list."""
        if not self.can_move(position):
            return
        board, actions = self.surface.board, open_actions(position)
        moves = self.game.moves_for(actions, position.view, self.names)
        current = board.current_action
        listed = next((move for move in moves if move.actions[0] == current), moves[0])
        example = self.typed(listed, position)
        whole = {without_blanks(self.typed(move, position)): move for move in each_ending(moves)}

        def read(text: str) -> Sequence[int]:
            """The actions that a text stands for; none if it is no legal move."""
            action = self.game.parse(text, actions, position.view)
            if action is not None:
                return [action]
            move = whole.get(without_blanks(text))
            return [] if move is None else move.actions

        def check(text: str) -> str | None:
            if read(text):
                return None
            if reason := self.game.why_not_typed(text, actions, position.view, self.names):
                return reason
            return _("'{text}' is not a legal move. Try, for example: {example}").format(
                text=text.strip(), example=example
            )

        instructions = _(
            "Write it as in the rules ({rules}) and in the list of moves ({moves}). For example:"
        ).format(
            rules=key_name(self.surface.app, "table.rules"),
            moves=key_name(self.surface.app, "table.moves"),
        )
        text = await self.surface.app.push_screen_wait(
            TextQuestion(_("Type a move"), f"{instructions} {example}", check=check)
        )
        steps = read(text or "")
        if steps:
            if len(steps) > 1:
                board.plan_steps(steps)
            self.play(steps[0])

    async def jump(self) -> None:
        """Show letters over everything that the cursor can go to, and go there."""
        board = self.surface.board
        board.focus()
        targets = board.jump_targets()
        if not targets:
            self.surface.prompt.show_error(_("There is nothing here to jump to."))
            return
        index = await self.surface.app.push_screen_wait(JumpScreen(targets))
        if index is not None and is_open(board.screen):
            targets[index].go()


def with_endings(moves: Sequence[ListedMove]) -> tuple[list[ListedMove], list[int | None]]:
    """The moves of a list with those that only a filter leads to: the endings of each behind it,
    below its heading. Of each of these the place of its row, of all others None."""
    rows: list[ListedMove] = []
    parents: list[int | None] = []
    for move in moves:
        parent = len(rows)
        rows.append(move)
        rows += [evolve(ending, group=move.group) for ending in move.endings]
        parents += [None, *[parent] * len(move.endings)]
    return rows, parents


def without_blanks(text: str) -> str:
    """A notation without blanks and capitals, for comparing."""
    return "".join(text.lower().split())


class CompoundMove:
    """The steps of a move that were played without a question: the question comes with the step
    that ends the move, and names them all."""

    def __init__(self) -> None:
        self._steps: list[tuple[int, str]] = []
        """The version of the match before each step, and the step in words."""

    def add(self, version: int, words: str) -> None:
        """Remember a step that is played in the position with this version."""
        self._steps = [*self.steps_before(version), (version, words)]

    def steps_before(self, version: int) -> list[tuple[int, str]]:
        """The steps that lead to a version without a gap: an undo drops some."""
        steps: list[tuple[int, str]] = []
        for step_version, words in reversed(self._steps):
            if step_version == version - len(steps) - 1:
                steps.insert(0, (step_version, words))
        return steps

    def question(self, version: int, words: str) -> Question:
        """Ask whether to play the step that ends the move."""
        steps = [step for _version, step in self.steps_before(version)]
        return Question(
            _("Play this move?"),
            "\n".join([*steps[-MOST_STEPS:], words]),
            [("yes", _("Play")), ("no", _("Not yet"))],
        )
