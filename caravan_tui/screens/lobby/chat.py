"""The chat of the lobby."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import RichLog

from caravan_tui.bus.messages import Chat
from caravan_tui.hosts.lobby import said_after
from caravan_tui.i18n import _
from caravan_tui.widgets.commands import key_name


class LobbyChat(RichLog, can_focus=False):
    """What people in the lobby have said, the newest line last."""

    DEFAULT_CSS = """
    LobbyChat { height: 6; border-top: solid $panel; padding: 0 1; background: $surface;
        border-title-color: $primary; border-title-style: bold; scrollbar-size: 1 1; }
    """

    def __init__(self) -> None:
        super().__init__(id="talk", wrap=True, markup=False, highlight=False, min_width=10)
        self.last_shown: Chat | None = None
        """The last line of the chat that is written."""

    def on_mount(self) -> None:
        """Say what this is, and how to take part."""
        self.border_title = f"{_('Chat')}: {key_name(self, 'lobby.talk')}"

    def show(self, chat: list[Chat]) -> None:
        """Show the lines that are new."""
        new = said_after(chat, self.last_shown)
        if len(new) == len(chat):
            self.clear()
        if not chat:
            self.write(Text(_("Nobody has said anything yet."), "dim"))
        for line in new:
            self.write(self.line(line))
        self.last_shown = chat[-1] if chat else None

    def line(self, chat: Chat) -> Text:
        """A line of chat, with the name lit in front."""
        colour = self.app.theme_variables.get("primary", "")
        return Text.assemble((f"{chat.name} ", f"bold {colour}"), chat.text)

    def rewrap(self, chat: list[Chat]) -> None:
        """Show all lines again, at another width."""
        self.last_shown = None
        self.show(chat)
