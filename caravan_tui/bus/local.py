"""The bus inside one process: hands messages over as they are."""

from __future__ import annotations

import asyncio
import logging
import typing
import weakref
from collections.abc import Callable, Iterable

from caravan_tui.bus.base import Answer, Bus, Handler, Subscription, answer_of
from caravan_tui.bus.messages import Message, Refused

log = logging.getLogger(__name__)

KINDS: tuple[type, ...] = typing.get_args(Message)
"""The classes of all messages."""


class LocalBus(Bus):
    """Subscribers, servers and requests of one event loop.

    Subscribers are held weakly: one that was dropped without `close` is gone as well.
    """

    def __init__(self, on_interest: Callable[[str, bool], None] | None = None) -> None:
        """`on_interest(topic, is_followed)` is called when a topic has got its first subscriber,
        and when it has lost its last one."""
        self._on_interest = on_interest
        self._subscribers: dict[str, list[weakref.ref[Subscription]]] = {}
        self._servers: dict[str, tuple[Handler, tuple[type, ...]]] = {}
        self._at_work: set[asyncio.Task[Answer]] = set()

    def subscribe(self, *topics: str) -> Subscription:
        subscription = Subscription(topics, self._forget)
        for topic in topics:
            reference = weakref.ref(subscription, self._swept(topic))
            is_first = topic not in self._subscribers
            self._subscribers.setdefault(topic, []).append(reference)
            if is_first and self._on_interest is not None:
                self._on_interest(topic, True)
        return subscription

    def _swept(self, topic: str) -> Callable[[weakref.ref[Subscription]], None]:
        """What is to be done when a subscriber of a topic was dropped."""
        bus = weakref.ref(self)

        def sweep(gone: weakref.ref[Subscription]) -> None:
            if (alive := bus()) is not None:
                alive._keep(topic, lambda reference: reference is not gone)

        return sweep

    def _forget(self, subscription: Subscription) -> None:
        for topic in subscription.topics:
            self._keep(topic, lambda reference: reference() is not subscription)

    def _keep(self, topic: str, is_kept: Callable[[weakref.ref[Subscription]], bool]) -> None:
        """Keep some of a topic's subscribers."""
        left = [reference for reference in self._subscribers.get(topic, ()) if is_kept(reference)]
        if left:
            self._subscribers[topic] = left
        elif self._subscribers.pop(topic, None) is not None and self._on_interest is not None:
            self._on_interest(topic, False)

    def subscribed(self, topics: Iterable[str]) -> list[str]:
        return [topic for topic in topics if topic in self._subscribers]

    def publish(self, topic: str, message: Message) -> None:
        if not isinstance(message, KINDS):
            log.warning("%s: not a message: %s", topic, type(message).__name__)
            return
        self.deliver(topic, message)
        _handler, published = self._servers.get(topic, (None, ()))
        if published and isinstance(message, published):
            try:
                self._start(topic, message)
            except RuntimeError:
                log.warning("%s: no event loop runs to serve %s", topic, type(message).__name__)

    def deliver(self, topic: str, message: Message) -> None:
        """Hand a message to the subscribers of a topic, and not to its server."""
        for reference in list(self._subscribers.get(topic, ())):
            subscription = reference()
            if subscription is not None:
                subscription.put(message)

    def is_served(self, topic: str) -> bool:
        """Whether the topic has a server."""
        return topic in self._servers

    async def request(self, topic: str, message: Message, timeout: float = 10.0) -> Message:
        request_id = getattr(message, "id", "")
        if not isinstance(message, KINDS) or not request_id:
            log.warning("%s: not a request: %s", topic, type(message).__name__)
            return Refused(request_id, "unsupported_request")
        if topic not in self._servers:
            log.warning("%s: nobody serves it; asked: %s", topic, type(message).__name__)
            return Refused(request_id, "unavailable")
        # Shielded: a caller may give up waiting, but an act must not stop half-way.
        async with asyncio.timeout(timeout):
            answer = await asyncio.shield(self._start(topic, message))
        if answer is None:
            log.warning("%s: nobody understands %s", topic, type(message).__name__)
            return Refused(request_id, "unsupported_request")
        return answer

    def serve(
        self, topic: str, handler: Handler, published: tuple[type, ...] = (object,)
    ) -> Callable[[], None]:
        if topic in self._servers:
            raise ValueError(f"{topic} has a server already")
        entry = self._servers[topic] = handler, published

        def end() -> None:
            if self._servers.get(topic) is entry:
                del self._servers[topic]

        return end

    def _start(self, topic: str, message: Message) -> asyncio.Task[Answer]:
        loop = asyncio.get_running_loop()
        task = loop.create_task(answer_of(topic, self._servers[topic][0], message))
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
        return task

    async def settle(self) -> None:
        """Wait until every server is done with what it has been sent so far."""
        while self._at_work:
            await asyncio.wait(list(self._at_work))
