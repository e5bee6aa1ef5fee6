"""What the lobby tells its clients without being asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container
from typing import Any

from caravan_tui.bus.base import Bus
from caravan_tui.bus.lobby_messages import LobbyChanged, news_topic
from caravan_tui.bus.messages import LOBBY, Message, Notice
from caravan_tui.engine import Sentence

CHANGE_DELAY = 0.2
"""Seconds in which changes of the lobby are announced together."""
CHANGE_INTERVAL = 3.0
"""Minimum seconds between two announcements: after each, every session that shows the lobby asks
for its list."""


class Notifications:
    """Sends lines and messages to one account or to all."""

    def __init__(
        self, bus: Bus, present: Container[str], leave_message: Callable[[str, Sentence], None]
    ) -> None:
        """`present`: the accounts that are connected. `leave_message`: see `Accounts`."""
        self._bus, self._present, self._leave_message = bus, present, leave_message
        self.starting: set[str] = set()
        """Accounts whose session was admitted, but has asked for nothing yet: it may not listen."""
        self.listeners: list[Callable[[str, Message], None]] = []
        """Called with each message for one account, whether it is connected or not."""
        self.attended: list[Callable[[str, str], None]] = []
        """Called with an account and a match that waits for it no longer."""
        self._announcement: asyncio.TimerHandle | None = None
        self._announced = -CHANGE_INTERVAL
        """When the last change was announced, by the event loop."""

    def close(self) -> None:
        """Cancel what is still to be announced."""
        if self._announcement is not None:
            self._announcement.cancel()

    def send(self, account: str, message: Message) -> bool:
        """Send a message to one account. Returns whether it is connected and listens."""
        for listener in self.listeners:
            listener(account, message)
        is_listening = account in self._present and account not in self.starting
        if is_listening:
            self._bus.publish(news_topic(account), message)
        return is_listening

    def attend(self, account: str, match: str) -> None:
        """An account is at the table of a match, or it is no longer its turn there."""
        for listener in self.attended:
            listener(account, match)

    def notify(self, account: str, code: str, /, **values: Any) -> bool:
        """Send a line (see `bus/wording.py`) to one account. Returns whether it is connected and
        listens."""
        return self.send(account, Notice("", code, values))

    def send_or_leave(self, account: str, message: Message, line: Sentence) -> None:
        """Send a message to one account; leave a line where nobody listens."""
        if not self.send(account, message):
            self._leave_message(account, line)

    def tell(self, account: str, code: str, /, **values: Any) -> None:
        """Send a line to one account, which reads it when it connects if it does not listen now."""
        self.send_or_leave(account, Notice("", code, values), Sentence(code, values))

    def tell_of_removal(self, account: str, match: str, code: str, /, **values: Any) -> None:
        """Tell an account that a match is gone; whoever has its table open is led away from it."""
        self.send_or_leave(account, Notice(match, code, values), Sentence(code, values))

    def notify_all(self, code: str, /, **values: Any) -> None:
        """Send a line to everybody."""
        self._bus.publish(LOBBY, Notice("", code, values, severity="warning"))

    def announce_change(self) -> None:
        """Announce soon, but not too often, that the lobby's lists have changed."""
        if self._announcement is None:
            loop = asyncio.get_running_loop()
            due = max(loop.time() + CHANGE_DELAY, self._announced + CHANGE_INTERVAL)
            self._announcement = loop.call_at(due, self._publish_change)

    def _publish_change(self) -> None:
        self._announcement = None
        self._announced = asyncio.get_running_loop().time()
        self._bus.publish(LOBBY, LobbyChanged())
