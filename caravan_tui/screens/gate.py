"""What is shown while the terminal is too small."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.events import Resize
from textual.screen import ModalScreen
from textual.widgets import Static

from caravan_tui.widgets.commands import Command, bindings
from caravan_tui.words import _

COLUMNS, ROWS = 80, 24
"""The smallest terminal in which everything fits."""

COMMANDS = (Command("gate.quit", "q,ctrl+q,ctrl+c", "app.quit", "Quit", footer=True),)


class GateScreen(ModalScreen):
    """Says how large the terminal is and must be; goes by itself when it is."""

    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    GateScreen { align: center middle; background: $background; }
    GateScreen Static { width: 100%; height: auto; text-align: center; }
    """

    def compose(self) -> ComposeResult:
        """One plain text."""
        yield Static(id="gate", markup=False)

    def on_resize(self, event: Resize) -> None:
        """How large the terminal is now and must be."""
        size = event.size
        self.query_one("#gate", Static).update(
            _(
                "This terminal is {width} × {height}.\nThe games need {columns} × {rows}.\n"
                "Make it larger, or press q to quit."
            ).format(width=size.width, height=size.height, columns=COLUMNS, rows=ROWS)
        )
