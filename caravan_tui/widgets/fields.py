"""The arrow keys of a form: from field to field, through the choices of an open list in it."""

from __future__ import annotations

from textual.widgets._select import SelectOverlay

FIELDS = frozenset({"next_field", "previous_field"})


class Fields:
    """Mixed into a screen whose arrow keys (with priority: a list of choices would open by them, a
    list that scrolls would scroll) lead through its fields."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """In an open list of choices the arrows are the list's."""
        if action in FIELDS and isinstance(self.focused, SelectOverlay):
            return False
        return super().check_action(action, parameters)

    def action_next_field(self) -> None:
        """The next field; after the last one the first."""
        self.focus_next()

    def action_previous_field(self) -> None:
        """The field before."""
        self.focus_previous()
