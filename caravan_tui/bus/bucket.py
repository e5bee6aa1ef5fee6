"""How often something may happen."""

from __future__ import annotations

import asyncio
import time


class Bucket:
    """A token bucket: `burst` at once, `rate` a second in the long run."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate, self._burst = rate, burst
        self._left = float(burst)
        self._refilled_at = time.monotonic()

    @property
    def is_empty(self) -> bool:
        """Whether `take` would refuse now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._refilled_at) * self._rate)
        self._refilled_at = now
        return self._left < 1

    def take(self) -> bool:
        """Whether it may happen now."""
        if self.is_empty:
            return False
        self._left -= 1
        return True

    async def wait(self) -> None:
        """Return as soon as it may happen."""
        while not self.take():
            await asyncio.sleep((1 - self._left) / self._rate)
