"""What people at a table say to each other, and how long the one to move still has."""

from __future__ import annotations

import time
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, RichLog

from caravan_tui.bus.lobby_messages import Clock
from caravan_tui.bus.messages import Chat, table_topic
from caravan_tui.widgets.dialog import Dialog
from caravan_tui.words import _

KEPT = 200
"""Lines of a table's talk."""
LONGEST = 300
SHORT = 10
"""Seconds left from which on a clock is shown as one that runs out."""


class Talk:
    """The talk and the clock of a table screen."""

    _tk_until = 0.0
    _tk_seat = -1
    _tk_warned = False

    def hear_talk(self, message: object) -> None:
        """A line that somebody said, or the time that is left."""
        if isinstance(message, Chat):
            self.link.talk = [*self.link.talk, message][-KEPT:]
            for screen in self.app.screen_stack:
                if isinstance(screen, TalkScreen):
                    screen.say(message)
                    return
            self.notify(f"{message.name}: {message.text}", timeout=8, markup=False)
        elif isinstance(message, Clock):
            self.set_clock(message)

    def set_clock(self, clock: Clock) -> None:
        """A seat has so much time from now on."""
        if not self._tk_until:
            self.set_interval(1.0, self.tick)
        self._tk_seat, self._tk_warned = clock.seat, False
        self._tk_until = time.monotonic() + clock.seconds
        self.show_head()

    def left(self) -> int:
        """Seconds that the clock still shows."""
        return max(0, round(self._tk_until - time.monotonic()))

    def tick(self) -> None:
        """A second less; whose time it is hears once that it runs out."""
        self.show_head()
        position = self.position
        if self._tk_warned or self.left() > SHORT or position is None:
            return
        self._tk_warned = True
        if position.seat == self._tk_seat and position.legal:
            self.notify(
                _("{seconds} s left; then a level plays this turn.").format(seconds=self.left()),
                severity="warning",
            )
            self.app.call_attention(self.game.spec.title)

    def clock_text(self, seat: int) -> Text:
        """How long a seat still has, as `1:05`; empty without a clock."""
        if not self._tk_until or seat != self._tk_seat:
            return Text("")
        left = self.left()
        words = Text("  ")
        return words.append(f"{left // 60}:{left % 60:02}", "bold reverse" if left <= SHORT else "")

    def action_talk(self) -> None:
        """Open what was said, and say something."""
        self.app.push_screen(TalkScreen(self.link))


class TalkScreen(Dialog):
    """What was said at a table, and a line to say more."""

    AROUND: ClassVar = True

    DEFAULT_CSS = """
    TalkScreen > #window { width: 70; height: 16; }
    TalkScreen RichLog { height: 1fr; background: $surface; }
    TalkScreen Input { height: 1; border: none; }
    """

    def __init__(self, link) -> None:  # type: ignore[no-untyped-def]
        super().__init__()
        self._tl_link = link

    def compose(self) -> ComposeResult:
        """Lines above, the new one below."""
        with Vertical(id="window") as window:
            window.border_title = _("Talk at this table")
            log = RichLog(wrap=True, markup=False, highlight=False, min_width=10)
            log.can_focus = False
            yield log
            yield Input(placeholder=_("Enter says it"), max_length=LONGEST, compact=True)

    def on_mount(self) -> None:
        """What was said before."""
        for said in self._tl_link.talk:
            self.say(said)
        self.query_one(Input).focus()

    def say(self, said: Chat) -> None:
        """One more line."""
        self.query_one(RichLog).write(Text.assemble((f"{said.name}: ", "bold"), said.text))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        link, text = self._tl_link, event.value.strip()
        if not text:
            self.action_close()
            return
        event.input.value = ""
        seat = link.mine[0] if link.mine else None
        name = link.names[seat] if seat is not None else _("Spectator")
        link.bus.publish(table_topic(link.match), Chat(link.match, seat, name, text))
