"""The base of a board whose moves lie on the table: a cursor goes from one to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events

from caravan_tui.i18n import _
from caravan_tui.widgets.board import Scene, V
from caravan_tui.widgets.commands import Command
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawn_board import DrawnBoard


def choice_commands(game_id: str) -> tuple[Command, ...]:
    """The commands of a `ChoiceBoard`, for its `COMMANDS`."""
    return (
        Command(f"{game_id}.left", "left,h", "step(-1)", "Left", "Go to the previous choice."),
        Command(f"{game_id}.right", "right,l", "step(1)", "Right", "Go to the next choice."),
        Command(f"{game_id}.play", "enter,space", "play", "Play", "Play the choice.", footer=True),
    )


class ChoiceBoard(DrawnBoard[V]):
    """Subclasses override `draw`, which puts each of `choices` on the canvas by `put_choice`.

    A choice is an action. Arrow keys and jump keys go from one to the next and describe it, a
    click selects it; Enter or a second click plays it.
    """

    MOVED_BY_PREVIEW: ClassVar[tuple[str, ...]] = ("_cursor",)
    SELECTING_ACTIONS: ClassVar[frozenset[str]] = frozenset({"step"})

    _cursor = 0
    """The selected choice, by its number in `choices`."""

    def choices(self, scene: Scene[V]) -> Sequence[int]:
        """The actions that the cursor can go to, in the order of the arrow keys. They may include
        some that are not legal now, as a hand while another seat decides."""
        return scene.legal

    def why_not(self, scene: Scene[V], action: int) -> str:
        """Why a choice is not legal now, for a seat that is to decide."""
        return _("This is not a legal move now.")

    def why_not_here(self, scene: Scene[V]) -> str:
        """Why the choice under the cursor is not legal now."""
        action = self.selected
        if not scene.my_turn or action is None or action in scene.legal:
            return ""
        return self.why_not(scene, action)

    @property
    def selected(self) -> int | None:
        """The action under the cursor, None where there is no choice."""
        choices = self.choices(self.scene) if self.scene else ()
        return choices[min(self._cursor, len(choices) - 1)] if choices else None

    @property
    def current_action(self) -> int | None:
        """The selected choice, legal or not."""
        return self.selected

    def place_restored(self) -> None:
        """Describe the selected choice again."""
        if self.selected is not None:
            self.go_to(self.selected)

    def put_choice(self, canvas: Canvas, x: int, y: int, text: str, action: int) -> int:
        """Write a choice where a click selects it, highlighted under the cursor. Returns the
        column after it."""
        colours = canvas.pens.palette
        canvas.add_target(x, y, len(text), 1, action)
        if self.has_focus and action == self.selected:
            return canvas.put(x, y, text, colours.ink, colours.accent, bold=True)
        return canvas.put(x, y, text, colours.text)

    def refresh_board(self, scene: Scene[V]) -> None:
        """Keep the cursor where it is, or on the last choice if there are fewer now."""
        self._cursor = max(0, min(self._cursor, len(self.choices(scene)) - 1))
        super().refresh_board(scene)

    def preview(self, action: int | None) -> None:
        """Go to the choice, if it is one."""
        if self.scene and action is not None and action in self.choices(self.scene):
            self.go_to(action)

    def can_go_to(self, target: int) -> bool:
        """Every choice can be reached."""
        return True

    def go_to(self, target: int) -> None:
        """Select a choice and describe it."""
        if scene := self.scene:
            self._cursor = self.choices(scene).index(target)
            self.show_status(scene.game.describe(target, scene.view, scene.names))
            self.redraw()

    def action_step(self, by: int) -> None:
        """Go to another choice; from the last one on to the first."""
        choices = self.choices(self.scene) if self.scene else ()
        if choices:
            self.go_to(choices[(self._cursor + by) % len(choices)])
        else:
            self.show_status(_("There is nothing to choose now."), is_error=True)

    def action_play(self) -> None:
        """Play the selected choice, or say why that is not possible."""
        if scene := self.require_turn():
            action = self.selected
            if action in scene.legal:
                self.choose(action)
            elif action is not None:
                self.show_status(self.why_not(scene, action), is_error=True)
            else:
                self.show_status(_("There is nothing to choose now."), is_error=True)

    def on_click(self, event: events.Click) -> None:
        """Select the choice, or play the selected one."""
        target = self.target_of(event)
        if target is not None and target == self.selected:
            self.action_play()
        elif target is not None:
            self.go_to(target)

    def on_focus(self) -> None:
        """Show the cursor."""
        self.redraw()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.redraw()
