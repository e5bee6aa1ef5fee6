"""A list of which the first click selects a row and the second one chooses it."""

from __future__ import annotations

from textual.events import Click
from textual.message import Message
from textual.widgets import OptionList


class TwoClickList(OptionList):
    """Textual's list would choose by the first click: here the second one on the same row does, as
    on a board, also on the row that is selected at first."""

    class Clicked(Message):
        """A row was clicked for the first time: one more click chooses it."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, markup=False)
        self.clicked: int | None = None
        """The row of the click before."""

    def on_click(self, event: Click) -> None:
        """Select a row, or choose the one that was clicked before."""
        event.prevent_default()
        row = event.style.meta.get("option")
        if row is None or self.get_option_at_index(row).disabled:
            return
        is_second = row == self.clicked == self.highlighted
        self.highlighted, self.clicked = row, row
        if is_second:
            self.clicked = None
            self.action_select()
        else:
            self.post_message(self.Clicked())
