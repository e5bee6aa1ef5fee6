"""The base of screens that are a form."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from textual.widget import Widget

from caravan_tui.screens.base import BaseScreen
from caravan_tui.terminal.compat import SelectOverlay

FIELD_ACTIONS = frozenset({"next_field", "previous_field"})


@runtime_checkable
class Stepped(Protocol):
    """A widget with several fields, among which it has a cursor of its own."""

    def step(self, by: int) -> bool:
        """Move the cursor by one field; whether there is one."""

    def enter(self, by: int) -> None:
        """Put the cursor on the first field, or with -1 on the last."""


class FormScreen(BaseScreen[None]):
    """A form whose arrow keys lead from field to field, and through the choices of an open list.

    The keys have priority: else a list of choices would open, or a list scroll.
    """

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the arrow keys to an open list of choices."""
        if action in FIELD_ACTIONS and isinstance(self.focused, SelectOverlay):
            return False
        return super().check_action(action, parameters)

    def action_next_field(self) -> None:
        """Focus the next field, after the last one the first."""
        self._step(1)

    def action_previous_field(self) -> None:
        """Focus the previous field."""
        self._step(-1)

    def _step(self, by: int) -> None:
        if isinstance(self.focused, Stepped) and self.focused.step(by):
            return
        widget: Widget | None = self.focus_next() if by > 0 else self.focus_previous()
        if isinstance(widget, Stepped):
            widget.enter(by)
