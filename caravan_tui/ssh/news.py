"""What the lobby tells those who are on the server."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from caravan_tui.bus.lobby_messages import LobbyChanged, person_topic
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import LOBBY, Message, Notice

NEWS = 0.5
"""Least seconds between two words that the list has changed."""


class News:
    """Lines and messages for one account or for all."""

    def __init__(self, bus: LocalBus, people: Mapping[str, Any]) -> None:
        """`people`: who is here, by account."""
        self._bus, self._people = bus, people
        self._changed: asyncio.TimerHandle | None = None

    def close(self) -> None:
        """No more news."""
        if self._changed is not None:
            self._changed.cancel()

    def send(self, account: str, message: Message) -> bool:
        """A message for one account; whether it is here to hear it."""
        here = account in self._people
        if here:
            self._bus.publish(person_topic(account), message)
        return here

    def tell(self, account: str, text: str) -> bool:
        """A line for one account; whether it is here to read it."""
        return self.send(account, Notice("", text))

    def tell_all(self, text: str) -> None:
        """A line for everybody."""
        self._bus.publish(LOBBY, Notice("", text, severity="warning"))

    def change(self) -> None:
        """The list is not what it was: say so soon, but not too often."""
        if self._changed is None:
            self._changed = asyncio.get_running_loop().call_later(NEWS, self._say_changed)

    def _say_changed(self) -> None:
        self._changed = None
        self._bus.publish(LOBBY, LobbyChanged())
