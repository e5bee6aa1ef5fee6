"""The server of ntfy in the world, which takes notices, loses answers, and is away at times."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from random import Random

from caravan_tui.notices.channels import Channels
from caravan_tui.notices.outbox import Item
from caravan_tui.notices.sending import Letter, Sender, SendError

LONGEST_WAY = 3.0
"""Seconds that a notice takes at most."""


class Post(Sender):
    """Stands in for the product's own `Sender`, and outlives the servers."""

    def __init__(self, rng: Random, on_arrival: Callable[[str, Item], None]) -> None:
        """`on_arrival(topic, item)` is called for each notice that has reached its player."""
        super().__init__(Channels(ntfy="https://ntfy.example"))
        self.mood = "well"
        """`well`, `away` (no connection), `busy` (asks for patience), `deaf` (takes all, and its
        answers are lost)."""
        self.arrived: Counter[tuple[str, str]] = Counter()
        """By topic and key: how often."""
        self.sending: dict[str, list[Item]] = {}
        """By topic: of what the message is made that is sent now."""
        self._rng, self._on_arrival = rng, on_arrival

    async def close(self) -> None:
        """There is nothing to close."""

    async def send(self, channel: str, address: str, letter: Letter) -> None:
        self.channels.check(channel, address)
        await asyncio.sleep(LONGEST_WAY * self._rng.random() ** 3)
        if self.mood == "away":
            raise SendError("notice_no_connection", True)
        if self.mood == "busy":
            raise SendError("notice_refused", True, status=429)
        for item in self.sending.get(address, ()):
            self.arrived[address, item.key] += 1
            self._on_arrival(address, item)
        if self.mood == "deaf":
            raise SendError("notice_no_answer", False)
        await asyncio.sleep(0.05 * self._rng.random())
