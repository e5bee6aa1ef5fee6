"""The base of screens that list what a server has."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import getters
from textual.events import Key
from textual.widgets import DataTable

from caravan_tui.screens.base import BaseScreen
from caravan_tui.widgets.closing import close
from caravan_tui.widgets.commands import explain_key


class ServerList(BaseScreen[None]):
    """A table of what the server has said, which is asked again when the screen is shown.

    Subclasses override `load`, which asks, and `show`.
    """

    DEFAULT_CSS = """
    ServerList { layout: vertical;
        & RowTable { overflow-x: hidden; scrollbar-size: 1 1; background: $background; }
    }
    """

    AUTO_FOCUS = "DataTable"

    follows_lobby: ClassVar[bool] = True
    """Whether the server is asked again, too, when something has changed in the lobby."""

    table = getters.query_one(DataTable)

    end_updates: Callable[[], None] | None = None
    """Ends the updates by the lobby."""

    def load(self) -> object:
        """Ask the server, and show what it says."""
        raise NotImplementedError

    def show(self) -> None:
        """Show what is known now."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Follow the lobby."""
        if self.follows_lobby:
            self.end_updates = self.lobby.on_change(self.reload)

    def on_unmount(self) -> None:
        """Follow it no more."""
        if self.end_updates is not None:
            self.end_updates()

    def reload(self) -> None:
        """Ask again: something has changed."""
        self.load()

    def on_screen_resume(self) -> None:
        """Ask for what is new."""
        self.load()

    def on_resize(self) -> None:
        """Use the columns that there are."""
        self.show()

    def on_key(self, event: Key) -> None:
        """Say so when a key does nothing."""
        if text := explain_key(self, event):
            self.explain(text)

    def action_down(self) -> None:
        """Move to the next row."""
        self.table.action_cursor_down()

    def action_up(self) -> None:
        """Move to the previous row."""
        self.table.action_cursor_up()

    def action_back(self) -> None:
        """Go back."""
        close(self)
