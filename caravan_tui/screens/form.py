"""The base of screens that are a form."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar, Final, Protocol, runtime_checkable

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Key
from textual.message import Message
from textual.widget import Widget

from caravan_tui.screens.base import BaseScreen
from caravan_tui.widgets.closing import close
from caravan_tui.widgets.commands import explain_key
from caravan_tui.widgets.fields import FieldList

PAGE_KEYS: Final = ("home", "end", "pageup", "pagedown")
"""The keys of a list that is higher than its room which a form leaves to it."""


@runtime_checkable
class Stepped(Protocol):
    """A widget with several fields, among which it has a cursor of its own."""

    def step(self, by: int) -> bool:
        """Move the cursor by one field; whether there is one."""

    def enter(self, by: int) -> None:
        """Put the cursor on the first field, or with -1 on the last."""


class FormScroll(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Fields that may be higher than the room for them. The arrow keys are left to the form: with
    priority there they would overtake other keys that were pressed before them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding
        for binding in VerticalScroll.BINDINGS
        if isinstance(binding, Binding) and binding.key in PAGE_KEYS
    ]


class FormScreen(BaseScreen[None]):
    """A form whose arrow keys lead from field to field.

    Subclasses override `change` and `ask_value`.
    """

    class ChangesAwaited(Message):
        """Follows the changes of fields on their way up to the form."""

        def __init__(self) -> None:
            super().__init__()
            self.is_here = asyncio.Event()

    fields = getters.query_one(FieldList)

    async def changes_taken(self) -> None:
        """Wait for the changes of fields that are under way: keys may come in one go."""
        awaited = self.ChangesAwaited()
        self.fields.post_message(awaited)
        await awaited.is_here.wait()

    @on(ChangesAwaited)
    def _changes_awaited(self, event: ChangesAwaited) -> None:
        event.stop()
        event.is_here.set()

    def change(self, name: str, value: Any) -> None:
        """Take over the value that a field was given."""
        raise NotImplementedError

    def ask_value(self, name: str) -> object:
        """Have the value of a field typed."""
        raise NotImplementedError

    def field_words(self) -> str:
        """What the field under the cursor means, unless that stands below it; empty without one."""
        field = self.fields.current
        if field is None or (self.fields.has_help and not field.obstacle):
            return ""
        words = field.obstacle or field.help
        return f"{field.title}: {words}" if words else ""

    @on(FieldList.Changed)
    def _field_changed(self, event: FieldList.Changed) -> None:
        event.stop()
        self.change(event.name, event.value)

    @on(FieldList.Typed)
    def _field_typed(self, event: FieldList.Typed) -> None:
        event.stop()
        self.ask_value(event.name)

    def on_key(self, event: Key) -> None:
        """Say so when a key does nothing."""
        if text := explain_key(self, event):
            self.explain(text)

    def action_change_field(self) -> None:
        """Change the field under the cursor, or have it typed."""
        self.fields.action_change(1)

    def action_back(self) -> None:
        """Go back."""
        close(self)

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
