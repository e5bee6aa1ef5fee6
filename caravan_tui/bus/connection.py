"""One session at the server of the bus, from its hello to its end, and what it may cost."""

from __future__ import annotations

import asyncio
import logging
import socket
import struct
import time
from collections.abc import Callable
from typing import Any

from attrs import frozen

from caravan_tui.bus import wire
from caravan_tui.bus.base import Bus, Subscription
from caravan_tui.bus.bucket import Bucket
from caravan_tui.bus.messages import CancelHint, Chat, GetHint, Message, Refused
from caravan_tui.bus.permissions import Access
from caravan_tui.i18n import in_language

log = logging.getLogger(__name__)


@frozen
class Limits:
    """What a connection may cost. Times in seconds, sizes in bytes."""

    hello: float = 5.0
    """Time for the first frame."""
    frame: float = 20.0
    """Time for a frame that has begun."""
    beat: float = 20.0
    """Between two pings of the other end."""
    silence: float = 60.0
    """A connection that sends nothing for this time is closed."""
    stall: float = 60.0
    """A connection that reads nothing for this time is closed."""
    largest: int = 64 << 10
    """The largest frame that is accepted."""
    messages_per_second: float = 40.0
    """Frames accepted in the long run; `burst` more at once."""
    burst: int = 400
    chats_per_second: float = 0.5
    chat_burst: int = 6
    warnings_per_second: float = 0.1
    warning_burst: int = 30
    """Lines in the log about refused messages."""
    asking: int = 16
    """Requests under way at once."""
    topics: int = 64
    """Subscribed to at once."""
    longest_request: float = 120.0
    connections: int = 1_000


OnAnswered = Callable[[Message, Message, float], None]
"""`on_answered(request, answer, seconds)`: a request was answered, after so long a time."""


class Connection:
    """One session at the server, from its hello to its end."""

    def __init__(
        self,
        bus: Bus,
        limits: Limits,
        authorize: Callable[[Connection, str], Access | None],
        on_answered: OnAnswered,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        """`authorize(connection, token)`: the rights of a token, None if it has none."""
        self._on_answered = on_answered
        self.ended = asyncio.Event()
        self._bus = bus
        self._limits = limits
        self._authorize = authorize
        self._reader = reader
        self._writer = writer
        self._access = Access("")
        self._heard = time.monotonic()
        self._frames = Bucket(self._limits.messages_per_second, self._limits.burst)
        self._chats = Bucket(self._limits.chats_per_second, self._limits.chat_burst)
        self._warnings = Bucket(self._limits.warnings_per_second, self._limits.warning_burst)
        self._subscriptions: dict[int, tuple[Subscription, asyncio.Task[None]]] = {}
        self._requests: set[asyncio.Task[None]] = set()
        self._serving: dict[str, Callable[[], None]] = {}
        self._invoked: dict[int, asyncio.Future[Message | None]] = {}
        self._invocations = 0
        self._process = _process_of(writer)
        self._cut = False

    @property
    def _client(self) -> str:
        return f"{self._access.name or 'somebody'} (process {self._process})"

    def cut(self, why: str, level: int = logging.WARNING) -> None:
        """End the connection; nothing it does reaches the bus any more."""
        if not self._cut:
            self._cut = True
            log.log(level, "%s is cut off: %s", self._client, why)
            self._writer.transport.abort()

    async def run(self) -> None:
        """Serve the connection to its end."""
        beating = None
        try:
            if not await self._hello():
                return
            beating = asyncio.get_running_loop().create_task(self._beat())
            while not self._cut:
                items = await wire.read(self._reader, self._limits.largest, self._limits.frame)
                self._heard = time.monotonic()
                if not self._frames.take():
                    self.cut("too many messages")
                    return
                if self._cut:
                    return
                self._take(items)
                if self._writer.transport.get_write_buffer_size() > self._limits.largest:
                    await self._drained()  # it asks more than it reads
        except EOFError:
            log.debug("%s has left", self._client)
        except OSError as error:
            log.info("%s is gone: %s", self._client, error.strerror or type(error).__name__)
        except wire.WireError as error:
            self.cut(f"it sent {error}")
        except (TypeError, ValueError, IndexError) as error:
            self.cut(f"it sent a frame that makes no sense: {type(error).__name__}")
        finally:
            if beating is not None:
                beating.cancel()
            self._end()

    async def _hello(self) -> bool:
        try:
            async with asyncio.timeout(self._limits.hello):
                items = await wire.read(self._reader, 1024, self._limits.hello)
        except TimeoutError:
            self.cut("it did not say who it is")
            return False
        token = items[1] if len(items) == 2 and items[0] == "hello" else None
        access = self._authorize(self, token) if type(token) is str else None
        if access is None:
            self._send("no", "token")
            log.warning("%s is turned away: no such token", self._client)
            return False
        self._access = access
        self._send("welcome")
        return True

    def _end(self) -> None:
        self._cut = True
        for subscription, task in list(self._subscriptions.values()):
            subscription.close()
            task.cancel()
        self._subscriptions.clear()
        for end in self._serving.values():
            end()
        self._serving.clear()
        for waiting in self._invoked.values():
            if not waiting.done():
                waiting.set_result(None)
        for task in self._requests:
            task.cancel()
        self._writer.close()

    async def _beat(self) -> None:
        """Ask whether the other end lives, and cut it off if it does not."""
        while not self._cut:
            await asyncio.sleep(self._limits.beat)
            if time.monotonic() - self._heard > self._limits.silence:
                self.cut("it is silent")
                return
            self._send("alive")

    def _refused(self, what: str) -> None:
        """Log that the other end may not do this; not each time where it goes on."""
        if self._warnings.take():
            log.warning("%s may not %s", self._client, what)

    def _send(self, *items: Any) -> None:
        """For small frames; those of subscriptions wait until there is room."""
        if not self._cut:
            self._writer.write(wire.pack(*items))

    async def _drained(self) -> None:
        """Wait until the other end has read most of what was sent. Raises OSError if it is gone."""
        try:
            async with asyncio.timeout(self._limits.stall):
                await self._writer.drain()
        except TimeoutError:
            self.cut("it does not read")

    # What comes in

    def _take(self, items: list[Any]) -> None:
        word, *rest = items
        match word:
            case "request":
                self._request(*rest)
            case "publish":
                self._publish(*rest)
            case "subscribe":
                self._subscribe(*rest)
            case "unsubscribe":
                self._unsubscribe(*rest)
            case "serve":
                self._serve(*rest)
            case "unserve":
                self._unserve(*rest)
            case "answer":
                self._take_answer(*rest)
            case "alive":
                pass
            case _:
                raise wire.WireError(f"an unknown word: {word[:20]!r}")

    def _subscribe(self, number: Any, topics: Any) -> None:
        if type(number) is not int or type(topics) is not list or number in self._subscriptions:
            raise wire.WireError("a subscription that makes no sense")
        # One without topics counts as well: it costs a task.
        subscribed = sum(
            max(1, len(subscription.topics)) for subscription, _task in self._subscriptions.values()
        )
        if subscribed + max(1, len(topics)) > self._limits.topics:
            raise wire.WireError("too many subscriptions")
        if any(type(topic) is not str for topic in topics):
            raise wire.WireError("a topic that is no text")
        allowed = [topic for topic in topics if self._access.may_subscribe(topic)]
        forbidden = [topic[:100] for topic in topics if topic not in allowed]
        for topic in forbidden:
            self._send("no", topic)
        if forbidden:
            self._refused(f"hear {forbidden[0]} ({len(forbidden)} topics)")
        subscription = self._bus.subscribe(*allowed)
        task = asyncio.get_running_loop().create_task(self._deliver(number, subscription))
        self._subscriptions[number] = (subscription, task)

    def _unsubscribe(self, number: Any) -> None:
        if type(number) is not int:
            raise wire.WireError("a subscription that makes no sense")
        held = self._subscriptions.pop(number, None)
        if held is not None:
            held[0].close()
            held[1].cancel()

    async def _deliver(self, number: int, subscription: Subscription) -> None:
        """Send what a subscription gets, as fast as the other end reads; the rest waits in the
        subscription, where positions are merged."""
        try:
            async for message in subscription:
                if not all(self._access.may_subscribe(topic) for topic in subscription.topics):
                    break  # a right was taken away: which topic a message is from is not known
                self._send("deliver", number, message)
                await self._drained()
            self._subscriptions.pop(number, None)
            subscription.close()
            self._send("ended", number)
        except OSError:
            pass  # the reading side notices as well
        except (wire.WireError, TypeError, ValueError, OverflowError):
            log.exception("a message of %s cannot be sent", ", ".join(subscription.topics))
            self.cut("a message could not be sent to it")

    def _permitted(self, topic: Any, plain: Any) -> tuple[Message, Message | None]:
        """A message that came in, and as it may pass."""
        if type(topic) is not str:
            raise wire.WireError("a topic that is no text")
        message = wire.from_plain(plain)
        passed = self._access.allowed(topic, message)
        if passed is None:
            self._refused(f"say {type(message).__name__} on {topic[:100]}")
        return message, passed

    def _publish(self, topic: Any, plain: Any) -> None:
        _message, passed = self._permitted(topic, plain)
        if passed is None:
            self._send("no", topic[:100])
        elif isinstance(passed, Chat) and not (self._access.chats or self._chats).take():
            self._send("no", "chat")
        else:
            with in_language(self._access.language):
                self._bus.publish(topic, passed)

    def _request(self, number: Any, topic: Any, seconds: Any, plain: Any) -> None:
        if type(number) is not int or type(seconds) is not float or not 0 < seconds < 1e6:
            raise wire.WireError("a request that makes no sense")
        message, passed = self._permitted(topic, plain)
        request_id = str(getattr(message, "id", ""))
        if passed is None:
            self._refuse(number, message, Refused(request_id, "not_permitted"))
        elif len(self._requests) >= self._limits.asking:
            self._refuse(number, message, Refused(request_id, "too_many_requests"))
        else:
            seconds = min(seconds, self._limits.longest_request)
            task = asyncio.get_running_loop().create_task(
                self._answer(number, topic, seconds, passed)
            )
            self._requests.add(task)
            task.add_done_callback(self._requests.discard)

    def _refuse(self, number: int, message: Message, refused: Refused) -> None:
        self._send("answer", number, refused)
        self._on_answered(message, refused, 0.0)

    async def _answer(self, number: int, topic: str, seconds: float, message: Message) -> None:
        began = time.monotonic()
        try:
            with in_language(self._access.language):
                answer = await self._bus.request(topic, message, seconds)
        except asyncio.CancelledError:
            self._cancel_hint(topic, message)
            raise
        except TimeoutError:
            self._cancel_hint(topic, message)
            return  # the other end has its own clock
        try:
            self._send("answer", number, answer)
            self._on_answered(message, answer, time.monotonic() - began)
            await self._drained()
        except OSError:
            pass
        except (wire.WireError, TypeError, ValueError, OverflowError):
            log.exception("an answer on %s cannot be sent", topic)

    def _cancel_hint(self, topic: str, message: Message) -> None:
        """Have no hint looked for that nobody will see: it would mark the match."""
        if isinstance(message, GetHint):
            self._bus.publish(topic, CancelHint(message.match, message.seat, message.id))

    # What the other end serves

    def _serve(self, topic: Any) -> None:
        if type(topic) is not str:
            raise wire.WireError("a topic that is no text")
        if topic not in self._access.serves or topic in self._serving:
            self._refused(f"serve {topic[:100]}")
            self._send("no", topic[:100])
            return

        async def forward(message: Message) -> Message | None:
            self._invocations += 1
            number = self._invocations
            waiting: asyncio.Future[Message | None] = asyncio.get_running_loop().create_future()
            self._invoked[number] = waiting
            self._send("invoke", number, topic, message)
            try:
                return await waiting
            finally:
                self._invoked.pop(number, None)

        try:
            self._serving[topic] = self._bus.serve(topic, forward)
        except ValueError:
            log.warning("%s wants to serve %s, which has a server", self._client, topic)
            self._send("no", topic)

    def _unserve(self, topic: Any) -> None:
        end = self._serving.pop(topic, None)
        if end is not None:
            end()

    def _take_answer(self, number: Any, plain: Any) -> None:
        if type(number) is not int:
            raise wire.WireError("an answer that makes no sense")
        waiting = self._invoked.get(number)
        if waiting is not None and not waiting.done():
            waiting.set_result(None if plain is None else wire.from_plain(plain))


def _process_of(writer: asyncio.StreamWriter) -> int:
    """The number of the process at the other end, 0 if the system does not tell."""
    end = writer.get_extra_info("socket")
    try:
        facts = end.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    except (AttributeError, OSError):
        return 0
    return int(struct.unpack("3i", facts)[0])
