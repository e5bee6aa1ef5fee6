"""What every bus can do, whatever carries it; and what a subscriber holds."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from types import TracebackType
from typing import Any

import msgspec

from caravan_tui.bus.messages import Message, Position, Refused, SearchProgress

log = logging.getLogger(__name__)

MOST_WAITING = 1_000
"""Messages that may wait for one subscriber, Positions and Thinkings not counted."""
MOST_EVENTS = 20_000
"""Events that a Position which waits for a subscriber may gather."""

Answer = Message | None
Handler = Callable[[Any], Answer | Awaitable[Answer]]


class Subscription:
    """What waits for one subscriber; an async iterator, ended by `close`.

    A subscriber that is slow gets the newest Position of each seat and match, with the events of
    the ones it missed in front of its own, and the newest SearchProgress of each search. Of
    everything else it gets all, in order, up to `MOST_WAITING`; then the oldest go, which is
    logged. Nobody ever waits for a subscriber.
    """

    def __init__(self, topics: tuple[str, ...], forget: Callable[[Subscription], None]) -> None:
        self.topics = topics
        self.dropped = 0
        """How many messages were lost because nobody fetched them."""
        self.closed = False
        self._forget = forget
        self._waiting: OrderedDict[object, Message] = OrderedDict()
        self._plain = 0
        self._arrived = asyncio.Event()

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, message: Message) -> None:
        """Add a message; called by the bus."""
        if self.closed:
            return
        if isinstance(message, Position):
            key: object = ("position", message.match, message.seat)
            before = self._waiting.get(key)
            self._waiting[key] = (
                merged(before, message) if isinstance(before, Position) else message
            )
        elif isinstance(message, SearchProgress):
            self._waiting[("thinking", message.id)] = message
        else:
            self._waiting[object()] = message
            self._plain += 1
            if self._plain > MOST_WAITING:
                self._drop_oldest()
        self._arrived.set()

    def _drop_oldest(self) -> None:
        oldest = next(
            key
            for key, message in self._waiting.items()
            if not isinstance(message, Position | SearchProgress)
        )
        del self._waiting[oldest]
        self._plain -= 1
        if not self.dropped:
            log.warning("a subscriber of %s does not fetch; the oldest go", ", ".join(self.topics))
        self.dropped += 1

    def get_nowait(self) -> Message | None:
        """The next message, None if none waits."""
        if not self._waiting:
            return None
        _, message = self._waiting.popitem(last=False)
        if not isinstance(message, Position | SearchProgress):
            self._plain -= 1
        return message

    async def get(self) -> Message:
        """The next message, waited for. Raises StopAsyncIteration once closed and empty."""
        while True:
            message = self.get_nowait()
            if message is not None:
                return message
            if self.closed:
                raise StopAsyncIteration
            self._arrived.clear()
            await self._arrived.wait()

    def __aiter__(self) -> Subscription:
        return self

    async def __anext__(self) -> Message:
        return await self.get()

    def close(self) -> None:
        """No more messages; an iteration ends after what waits already."""
        if not self.closed:
            self.closed = True
            self._arrived.set()
            self._forget(self)

    def __enter__(self) -> Subscription:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def merged(before: Position, after: Position) -> Position:
    """The newer position with the events of the missed one in front of its own.

    A position with the whole history stands for itself; what follows one is added to it.
    """
    if after.history or not before.events:
        return msgspec.structs.replace(after, history=True) if before.history else after
    events = [*before.events, *after.events]
    return msgspec.structs.replace(after, events=events[-MOST_EVENTS:], history=before.history)


class Bus:
    """The methods of every bus. All are called on the one event loop that it belongs to."""

    def subscribe(self, *topics: str) -> Subscription:
        """Messages published on these topics from now on."""
        raise NotImplementedError

    def publish(self, topic: str, message: Message) -> None:
        """Send to all subscribers of a topic, and to its server if it wants to see such messages.
        Waits for nobody, raises nothing."""
        raise NotImplementedError

    def subscribed(self, topics: Iterable[str]) -> list[str]:
        """Those of the topics to which somebody listens; all if that is not known."""
        return list(topics)

    async def request(self, topic: str, message: Message, timeout: float = 10.0) -> Message:
        """The answer of the topic's server; `Refused` if there is none, or if it fails.

        The message has an `id`, which the answer repeats. `timeout` is in seconds; raises
        TimeoutError, and the server goes on with its work all the same.
        """
        raise NotImplementedError

    def serve(
        self, topic: str, handler: Handler, published: tuple[type, ...] = (object,)
    ) -> Callable[[], None]:
        """Answer the requests on a topic: `handler(message)` gives the answer, or None where the
        message is not for it; it may be async, and may be called again while it runs.

        `published`: the messages that the handler gets as well when they are only published on the
        topic. Returns a function that ends it. A topic has one server: raises ValueError for a
        second.
        """
        raise NotImplementedError


async def answer_of(topic: str, handler: Handler, message: Message) -> Answer:
    """What a handler answers; whatever goes wrong in it is logged and refused."""
    try:
        answer = handler(message)
        if inspect.isawaitable(answer):
            answer = await answer
    except Exception:
        log.exception("%s: serving %s failed", topic, type(message).__name__)
        return Refused(getattr(message, "id", ""), "failed")
    return answer
