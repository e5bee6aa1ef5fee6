"""Searches that any host, or a machine that does nothing else, may do for the others.

Everything asks its own pool. A pool without a free worker asks once around before it lets a search
wait: the broker leads the question to one of those that think, and who is busy says so. Where the
answer does not come in time, because the process that thought has died, the search is done here
after all: that costs one retry, and never a match.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from ai.levels import UnknownLevelError
from ai.pool import Pool
from ai.process import SERVER_NICENESS
from ai.service import LONGEST, Progress
from caravan_tui.bus.messages import Hurry, Message, Refused, SearchRequest, SearchResult
from caravan_tui.bus.nats import NatsBus
from caravan_tui.games.registry import UnknownGameError, UnknownStyleError

log = logging.getLogger(__name__)

SEARCHES = "ai.search"
"""The topic of searches that anybody may do. Who has done one is not known to who asks."""
HURRIES = "ai.hurry"
"""Where it is said that a match waits for its searches."""
BUSY = "busy"
"""The code with which a pool refuses that has no free worker."""
MOST_TRIES = 3
LATE_SECONDS = 1.5
"""Time after the cap of a search in which its answer is still waited for."""
RETRY_SECONDS = 1.0
"""Most seconds of a search that is done here because no answer has come."""


class Thinking:
    """Has a pool search for the others while it has a free worker."""

    def __init__(self, bus: NatsBus, pool: Pool) -> None:
        self._bus, self._pool = bus, pool
        self.running = 0
        """Searches that are done for others now."""
        self._end: Callable[[], None] | None = None
        self._hurrying: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Search for the others from now on."""
        self._end = self._bus.serve_shared(SEARCHES, self._answer)
        self._hurrying = asyncio.get_running_loop().create_task(self._hurry(), name="hurry")

    def stop(self) -> None:
        """Take no further searches; those that run go on."""
        if self._end is not None:
            self._end()
            self._end = None
        if self._hurrying is not None:
            self._hurrying.cancel()

    async def _answer(self, message: Message) -> Message | None:
        if not isinstance(message, SearchRequest):
            return None
        if not self._pool.idle:
            return Refused(message.id, BUSY)
        self.running += 1
        try:
            seconds = min(max(0.0, message.seconds), LONGEST)
            return await Pool.search(self._pool, msgspec.structs.replace(message, seconds=seconds))
        except (UnknownGameError, UnknownLevelError, UnknownStyleError) as error:
            return Refused(message.id, "text", {"text": str(error)})
        finally:
            self.running -= 1

    async def _hurry(self) -> None:
        with self._bus.subscribe(HURRIES) as subscription:
            async for message in subscription:
                if isinstance(message, Hurry):
                    Pool.hurry(self._pool, message.match)


class ClusterPool(Pool):
    """The workers of one host, and those of the others when its own are busy."""

    def __init__(
        self,
        bus: NatsBus,
        workers: int | None = None,
        errors: Path | None = None,
        preload: Sequence[str] = (),
    ) -> None:
        super().__init__(workers, errors, preload, SERVER_NICENESS)
        self._bus = bus
        self.thinking = Thinking(bus, self)

    async def search(
        self,
        request: SearchRequest,
        progress: Progress | None = None,
        owner: str = "",
        is_background: bool = False,
    ) -> SearchResult:
        """See `Pool.search`. A search that is done elsewhere reports no progress."""
        if self._group.is_open and not self.idle and not is_background:
            answer = await self._elsewhere(request)
            if isinstance(answer, SearchResult):
                return answer
            if answer is None:
                seconds = min(request.seconds, RETRY_SECONDS)
                request = msgspec.structs.replace(request, seconds=seconds)
        return await super().search(request, progress, owner, is_background)

    async def _elsewhere(self, request: SearchRequest) -> Message | None:
        """What another pool answers; Refused if all are busy, None if no answer has come."""
        answer: Message = Refused(request.id, BUSY)
        for _try in range(MOST_TRIES):
            try:
                answer = await self._bus.request(SEARCHES, request, request.seconds + LATE_SECONDS)
            except TimeoutError:
                log.warning("a search elsewhere was not answered; it is done here")
                return None
            if not (isinstance(answer, Refused) and answer.code == BUSY):
                break
        return answer

    def hurry(self, match: str, search: str = "") -> None:
        """See `Pool.hurry`."""
        super().hurry(match, search)
        self._bus.publish(HURRIES, Hurry(match))
