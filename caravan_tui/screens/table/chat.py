"""What is said at a table: by people to each other, now and then by computer players."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, RichLog

from caravan_tui.bus.messages import LONGEST_TALK, Chat
from caravan_tui.engine import Refusal
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseDialog
from caravan_tui.widgets.commands import Command, bindings, key_name
from caravan_tui.widgets.dialog import CLOSE

COMMANDS = (
    Command("chat.mute", "f6", "mute", "Mute",
            "Show new lines in this window only, or everywhere again."),
)  # fmt: skip


def chat_line(chat: Chat) -> Text:
    """A line of chat, with the name in front; that of a spectator says so."""
    name = chat.name if chat.seat is not None else _("{name} (watching)").format(name=chat.name)
    return Text.assemble((f"{name}: ", "bold"), chat.text)


class ChatDialog(BaseDialog[None]):
    """The chat of a table, and a line to say more if anybody else could read it."""

    COMMANDS: ClassVar[Any] = (CLOSE, *COMMANDS)
    BINDINGS = bindings(COMMANDS)

    CLOSES_BY_CLICK: ClassVar = True

    DEFAULT_CSS = """
    ChatDialog > #window { width: 70; height: 16; }
    ChatDialog RichLog { height: 1fr; background: $surface; }
    ChatDialog Input { height: 1; border: none; }
    """

    def __init__(self, connection: TableConnection) -> None:
        super().__init__()
        self.connection = connection

    @property
    def heading(self) -> str:
        """What the window shows, and whether it alone does."""
        if not self.connection.is_shared:
            return _("What was said")
        if not self.connection.own_seats:
            muted = _("Spectators' chat · muted")
            return muted if self.connection.is_chat_muted else _("Spectators' chat")
        return _("Table chat · muted") if self.connection.is_chat_muted else _("Table chat")

    def foot(self) -> str:
        """What the keys of the window do."""
        if not self.connection.is_shared:
            return super().foot()
        words = _("{mute} unmutes · {close} closes")
        if not self.connection.is_chat_muted:
            words = _("{mute} mutes · {close} closes")
        keys = {"mute": key_name(self, "chat.mute"), "close": key_name(self, "dialog.close")}
        return words.format(**keys)

    def action_mute(self) -> None:
        """Stop or start showing new lines outside this window; alone, say what silences."""
        connection = self.connection
        if not connection.is_shared:
            self.app.notify(_("“Table talk” in the settings silences computer players."))
            return
        connection.is_chat_muted = not connection.is_chat_muted
        window = self.query_one("#window")
        window.border_title, window.border_subtitle = self.heading, self.foot()

    def compose(self) -> ComposeResult:
        """Lines above, the new one below."""
        with Vertical(id="window") as window:
            is_shared = self.connection.is_shared
            window.border_title = self.heading
            log = RichLog(wrap=True, markup=False, highlight=False, min_width=10)
            log.can_focus = False
            yield log
            if is_shared:
                words = _("Press Enter to send")
                if not self.connection.own_seats:
                    words = _("Press Enter to send. Players can't read it.")
                yield Input(placeholder=words, max_length=LONGEST_TALK, compact=True)

    def on_mount(self) -> None:
        """Show what was said before."""
        for chat in self.connection.chat:
            self.add(chat)
        if not self.connection.chat and not self.connection.is_shared:
            self.query_one(RichLog).write(Text(_("Nobody has said anything yet.")))
        for line in self.query(Input):
            line.focus()

    def add(self, chat: Chat) -> None:
        """Show one more line."""
        self.query_one(RichLog).write(chat_line(chat))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        connection, text = self.connection, event.value.strip()
        if not text:
            self.action_close()
            return
        event.input.value = ""
        seat = connection.own_seats[0] if connection.own_seats else None
        name = connection.names[seat] if seat is not None else _("Spectator")
        try:
            connection.table(seat).say(name, text)
        except Refusal:
            self.action_close()
