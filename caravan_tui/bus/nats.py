"""The bus between hosts: a local bus whose topics also reach the other hosts, over NATS.

Who listens in this process is handed the message itself; the broker carries it to the others, and
not back to the host that sent it. A request is answered in this process if its topic is served
here. Otherwise the broker leads it to the host that serves the topic; that no two hosts serve one
is the matter of the leases (`caravan_tui.cluster`), not of the broker.

A topic is a subject below the name of the cluster: `match.1f.seat.0` is `caravan.match.1f.seat.0`.
So what a host or a thinker may use can be told by prefix.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription as Interest
from nats.errors import Error, MaxPayloadError, NoRespondersError
from nats.errors import TimeoutError as NatsTimeoutError

from caravan_tui.bus import wire
from caravan_tui.bus.background import BackgroundTasks
from caravan_tui.bus.base import Bus, Handler, Subscription, answer_of
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import Message, Refused

log = logging.getLogger(__name__)

PREFIX = "caravan"
"""The first part of every subject, so that others can use the same broker."""
MOST_UNSENT = 10_000
"""Messages that wait for the broker; the oldest go."""

_PLAIN = re.compile(r"[A-Za-z0-9_-]")

Work = Callable[[], Awaitable[object]]


def subject_of(topic: str, prefix: str = PREFIX) -> str:
    """The subject of a topic. Whatever is neither a letter, a digit, `_`, `-` nor the dot between
    two parts is written as `=` and its hexadecimal code."""
    parts = [
        "".join(char if _PLAIN.match(char) else f"={ord(char):x}=" for char in part) or "="
        for part in topic.split(".")
    ]
    return ".".join((prefix, *parts))


class NatsBus(Bus):
    """A bus over a connection that is open, and that sends nothing back (`no_echo`)."""

    def __init__(self, client: Client, prefix: str = PREFIX) -> None:
        self.local = LocalBus(on_interest=self._follow)
        """The part of it in this process, for topics that concern no other."""
        self._client, self._prefix = client, prefix
        self._interests: dict[str, Interest] = {}
        """By topic to which somebody here listens."""
        self._serves: dict[str, Interest] = {}
        self._shared: set[str] = set()
        """The topics that are served here for all hosts, and not on `local` alone."""
        self._unsent: asyncio.Queue[Work] = asyncio.Queue()
        self._sender = asyncio.get_running_loop().create_task(self._send(), name="nats sender")
        self._answers = BackgroundTasks()
        self._asked: dict[str, set[asyncio.Future[None]]] = {}
        """By topic: what to set where a request to another host is not to be waited for."""
        self._dropped = 0

    async def close(self) -> None:
        """Send what is waiting, and leave. The connection stays open."""
        if not self._sender.done():
            await self._sent()
            self._sender.cancel()
        self._answers.cancel()

    # The methods of every bus

    def subscribe(self, *topics: str) -> Subscription:
        return self.local.subscribe(*topics)

    def subscribed(self, topics: Iterable[str]) -> list[str]:
        return list(topics)  # whether another host listens is not known

    def publish(self, topic: str, message: Message) -> None:
        self.local.publish(topic, message)
        if self.local.is_served(topic) and topic not in self._shared:
            return  # it concerns this process alone
        try:
            data = wire.encode(message)
        except wire.WireError as error:
            log.warning("%s: cannot be sent: %s", topic, error)
            return
        if len(data) > self._client.max_payload:
            log.warning("%s: %d bytes are more than the broker takes", topic, len(data))
            return
        subject = subject_of(topic, self._prefix)
        self._enqueue(lambda: self._client.publish(subject, data))

    async def request(self, topic: str, message: Message, timeout: float = 10.0) -> Message:
        if self.local.is_served(topic):
            return await self.local.request(topic, message, timeout)
        request_id = getattr(message, "id", "")
        if not request_id:
            log.warning("%s: not a request: %s", topic, type(message).__name__)
            return Refused(request_id, "unsupported_request")
        try:
            data = wire.encode(message)
        except wire.WireError as error:
            log.warning("%s: cannot be sent: %s", topic, error)
            return Refused(request_id, "unsupported_request")
        await self._sent()  # what was subscribed to or published before
        try:
            answer = await self._answer_of(topic, data, timeout)
            if answer is None:
                return Refused(request_id, "unavailable")
            if not answer.data:
                return Refused(request_id, "unsupported_request")
            return wire.decode(answer.data)
        except NatsTimeoutError:
            raise TimeoutError from None
        except NoRespondersError:
            return Refused(request_id, "unavailable")
        except MaxPayloadError:
            log.warning("%s: %d bytes are more than the broker takes", topic, len(data))
            return Refused(request_id, "unsupported_request")
        except (Error, wire.WireError) as error:
            log.warning("%s: no answer: %s", topic, error)
            return Refused(request_id, "unavailable")

    async def _answer_of(self, topic: str, data: bytes, timeout: float) -> Msg | None:
        """The answer of another host; None once `give_up_requests` was called."""
        asking = asyncio.ensure_future(
            self._client.request(subject_of(topic, self._prefix), data, timeout)
        )
        given_up = asyncio.get_running_loop().create_future()
        asked = self._asked.setdefault(topic, set())
        asked.add(given_up)
        try:
            await asyncio.wait({asking, given_up}, return_when=asyncio.FIRST_COMPLETED)
            return await asking if asking.done() else None
        finally:
            asking.cancel()
            asked.discard(given_up)
            if not asked:
                self._asked.pop(topic, None)

    def give_up_requests(self, *topics: str) -> None:
        """Refuse at once what is being asked on these topics, or without one on all: the host that
        served them is lost, or the connection of one side with whatever was under way."""
        for topic in topics or list(self._asked):
            for given_up in self._asked.get(topic, ()):
                if not given_up.done():
                    given_up.set_result(None)

    def serve(
        self, topic: str, handler: Handler, published: tuple[type, ...] = (object,)
    ) -> Callable[[], None]:
        end_local = self.local.serve(topic, handler, published)
        self._shared.add(topic)
        take = self._taker(topic, handler, published)
        self._enqueue(lambda: self._open(self._serves, topic, take))

        def end() -> None:
            end_local()
            self._shared.discard(topic)
            self._enqueue(lambda: self._close(self._serves, topic))

        return end

    def serve_shared(self, topic: str, handler: Handler) -> Callable[[], None]:
        """Answer requests on a topic that others serve as well: the broker leads each request of
        another host to one of them. Returns a function that ends it."""
        self._enqueue(
            lambda: self._open(self._serves, topic, self._taker(topic, handler, ()), "any")
        )
        return lambda: self._enqueue(lambda: self._close(self._serves, topic))

    async def is_served(self, topic: str, seconds: float) -> bool:
        """Whether another host that serves a topic is connected to the broker; True if that cannot
        be told within `seconds`."""
        try:
            await self._client.request(subject_of(topic, self._prefix), b"", seconds)
        except NoRespondersError:
            return False
        except Error:
            return True
        return True

    async def check_rights(self, *topics: str) -> None:
        """Return once the broker has answered to all that was subscribed to, and to an empty
        message on these topics: what it forbids it has told the connection by then."""
        await self._sent()
        for topic in topics:
            await self._client.publish(subject_of(topic, self._prefix), b"")
        with contextlib.suppress(Error):
            for _time in range(2):  # the library lets the first ping pass what waits to be sent
                await self._client.flush()

    # The broker

    def _follow(self, topic: str, is_followed: bool) -> None:
        """Somebody here listens to a topic, or nobody any longer."""

        async def take(received: Msg) -> None:
            message = self._decoded(topic, received)
            if message is not None:
                self.local.deliver(topic, message)

        if is_followed:
            self._enqueue(lambda: self._open(self._interests, topic, take))
        else:
            self._enqueue(lambda: self._close(self._interests, topic))

    def _taker(
        self, topic: str, handler: Handler, published: tuple[type, ...]
    ) -> Callable[[Msg], Awaitable[None]]:
        """What answers the messages of a topic, each in a task of its own."""

        async def take(received: Msg) -> None:
            self._answers.start(self._answer(topic, handler, published, received))

        return take

    async def _open(
        self,
        table: dict[str, Interest],
        topic: str,
        take: Callable[[Msg], Awaitable[None]],
        queue: str = "",
    ) -> None:
        """`queue`: one of those that have given it gets each message; empty: everybody."""
        subject = subject_of(topic, self._prefix)
        table[topic] = await self._client.subscribe(subject, queue, cb=take)

    async def _close(self, table: dict[str, Interest], topic: str) -> None:
        interest = table.pop(topic, None)
        if interest is not None:
            await interest.unsubscribe()

    async def _answer(
        self, topic: str, handler: Handler, published: tuple[type, ...], received: Msg
    ) -> None:
        if not received.data:  # `is_served`, or `check_rights`
            if received.reply:
                await received.respond(b"")
            return
        message = self._decoded(topic, received)
        if message is None or not (received.reply or isinstance(message, published)):
            return
        answer = await answer_of(topic, handler, message)
        if not received.reply:
            return
        try:
            data = b"" if answer is None else wire.encode(answer)
            await self._sent()  # what the handler has published
            await self._client.publish(received.reply, data)
        except (Error, wire.WireError) as error:
            log.warning("%s: the answer cannot be sent: %s", topic, error)

    def _decoded(self, topic: str, received: Msg) -> Message | None:
        try:
            return wire.decode(received.data)
        except wire.WireError as error:
            log.warning("%s: another host sent what nobody understands: %s", topic, error)
            return None

    # One after the other

    def _enqueue(self, work: Work) -> None:
        if self._unsent.qsize() >= MOST_UNSENT:
            if not self._dropped:
                log.warning("the broker takes no messages; the oldest go")
            self._dropped += 1
            self._unsent.get_nowait()
            self._unsent.task_done()
        self._unsent.put_nowait(work)

    async def _sent(self) -> None:
        """Wait until all that was published and subscribed to so far is on its way."""
        await self._unsent.join()

    async def _send(self) -> None:
        while True:
            work: Any = await self._unsent.get()
            try:
                await work()
            except Error as error:
                log.warning("not sent: %s", error)
            finally:
                self._unsent.task_done()
