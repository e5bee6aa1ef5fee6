"""What covers home while the screen that the command line asked for is being opened."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static

from caravan_tui.i18n import _


class Doorstep(ModalScreen[None]):
    """Takes the keys that are not meant for home. It closes once what was opened has been left."""

    DEFAULT_CSS = """
    Doorstep { align: center middle; background: $background; }
    Doorstep Static { width: auto; color: $text-muted; }
    """

    BINDINGS = [("q,ctrl+q,ctrl+c", "app.quit")]

    def __init__(self) -> None:
        super().__init__()
        self.has_opened = False
        """Whether the screen that it waits for is open, or could not be opened."""
        self.has_closed = False

    def compose(self) -> ComposeResult:
        """One line."""
        yield Static(_("Opening …"))

    def end(self) -> None:
        """Uncover home, now or once what was opened has been left."""
        self.has_opened = True
        self.on_screen_resume()

    def on_screen_resume(self) -> None:
        """Close if nothing is to come."""
        if self.has_opened and self.app.screen is self and not self.has_closed:
            self.has_closed = True
            self.dismiss()
