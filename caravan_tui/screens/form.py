"""The base of screens that are a form."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from textual.widget import Widget

from caravan_tui.screens.base import BaseScreen


@runtime_checkable
class Stepped(Protocol):
    """A widget with several fields, among which it has a cursor of its own."""

    def step(self, by: int) -> bool:
        """Move the cursor by one field; whether there is one."""

    def enter(self, by: int) -> None:
        """Put the cursor on the first field, or with -1 on the last."""


class FormScreen(BaseScreen[None]):
    """A form whose arrow keys lead from field to field. They have priority: else a list scrolls."""

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
