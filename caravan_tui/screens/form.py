"""The base of screens that are a form."""

from __future__ import annotations

from caravan_tui.screens.base import BaseScreen
from caravan_tui.terminal.compat import SelectOverlay

FIELD_ACTIONS = frozenset({"next_field", "previous_field"})


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
        self.focus_next()

    def action_previous_field(self) -> None:
        """Focus the previous field."""
        self.focus_previous()
