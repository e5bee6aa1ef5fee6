"""One session at the server of the bus, from its hello to its end, and what it may cost."""

from __future__ import annotations

import asyncio
import logging
import socket
import struct
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from attrs import frozen

from caravan_tui.bus import codec, frames
from caravan_tui.bus.access import Access
from caravan_tui.bus.base import Subscription
from caravan_tui.bus.messages import Chat, Message, Refused
from caravan_tui.words import _, speaking

if TYPE_CHECKING:
    from caravan_tui.bus.socket_server import BusServer

log = logging.getLogger(__name__)


@frozen
class Limits:
    """What a connection may cost. Times in seconds, sizes in bytes."""

    hello: float = 5.0
    """Time for the first frame."""
    frame: float = 20.0
    """Time for a frame that has begun."""
    beat: float = 20.0
    """Every so often the other end is asked whether it lives."""
    silence: float = 60.0
    """Without a word for so long it is cut off."""
    stall: float = 60.0
    """It does not read for so long: cut off."""
    largest: int = 64 << 10
    """Of a frame that comes in."""
    a_second: float = 40.0
    """Frames that may come in the long run; and `burst` at once."""
    burst: int = 400
    chats_a_second: float = 0.5
    chat_burst: int = 6
    asking: int = 16
    """Requests under way at once."""
    topics: int = 64
    """Subscribed to at once."""
    longest_request: float = 120.0
    connections: int = 1_000


class Bucket:
    """How often something may happen: a store of `burst` that fills at `rate` a second."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate, self._burst = rate, burst
        self._left = float(burst)
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether it may happen now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Connection:
    """One session at the server, from its hello to its end."""

    def __init__(
        self, server: BusServer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.ended = asyncio.Event()
        self._server = server
        self._limits = server.limits
        self._reader = reader
        self._writer = writer
        self._access = Access("")
        self._heard = time.monotonic()
        self._frames = Bucket(self._limits.a_second, self._limits.burst)
        self._chats = Bucket(self._limits.chats_a_second, self._limits.chat_burst)
        self._hearing: dict[int, tuple[Subscription, asyncio.Task[None]]] = {}
        self._asking: set[asyncio.Task[None]] = set()
        self._serving: dict[str, Callable[[], None]] = {}
        self._doing: dict[int, asyncio.Future[Message | None]] = {}
        self._done = 0
        self._process = _process_of(writer)
        self._cut = False

    @property
    def _who(self) -> str:
        return f"{self._access.name or 'somebody'} (process {self._process})"

    def cut(self, why: str, level: int = logging.WARNING) -> None:
        """End the connection; nothing it does reaches the bus any more."""
        if not self._cut:
            self._cut = True
            log.log(level, "%s is cut off: %s", self._who, why)
            self._writer.transport.abort()

    async def run(self) -> None:
        """Serve the connection to its end."""
        beating = None
        try:
            if not await self._hello():
                return
            beating = asyncio.get_running_loop().create_task(self._beat())
            while not self._cut:
                items = await frames.read(self._reader, self._limits.largest, self._limits.frame)
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
            log.debug("%s has left", self._who)
        except OSError as error:
            log.info("%s is gone: %s", self._who, error.strerror or type(error).__name__)
        except frames.FrameError as error:
            self.cut(f"it sent {error}")
        except codec.CodecError as error:
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
                items = await frames.read(self._reader, 1024, self._limits.hello)
        except TimeoutError:
            self.cut("it did not say who it is")
            return False
        token = items[1] if len(items) == 2 and items[0] == "hello" else None
        access = self._server.enter(self, token) if type(token) is str else None
        if access is None:
            self._send("no", "token")
            log.warning("%s is turned away: no such token", self._who)
            return False
        self._access = access
        self._send("welcome")
        return True

    def _end(self) -> None:
        self._cut = True
        for subscription, task in list(self._hearing.values()):
            subscription.close()
            task.cancel()
        self._hearing.clear()
        for end in self._serving.values():
            end()
        self._serving.clear()
        for waiting in self._doing.values():
            if not waiting.done():
                waiting.set_result(None)
        for task in self._asking:
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

    def _send(self, *items: Any) -> None:
        """For small frames; those of subscriptions wait until there is room."""
        if not self._cut:
            self._writer.write(frames.pack(*items))

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
        if word == "ask":
            self._ask(*rest)
        elif word == "say":
            self._say(*rest)
        elif word == "hear":
            self._hear(*rest)
        elif word == "deaf":
            (number,) = rest
            self._deaf(number)
        elif word == "serve":
            (topic,) = rest
            self._serve(topic)
        elif word == "rest":
            (topic,) = rest
            end = self._serving.pop(topic, None)
            if end is not None:
                end()
        elif word == "answer":
            self._answered(*rest)
        elif word != "alive":
            raise frames.FrameError(f"an unknown word: {word[:20]!r}")

    def _hear(self, number: Any, topics: Any) -> None:
        if type(number) is not int or type(topics) is not list or number in self._hearing:
            raise frames.FrameError("a subscription that makes no sense")
        allowed = []
        for topic in topics:
            if type(topic) is not str:
                raise frames.FrameError("a topic that is no text")
            if self._access.may_hear(topic):
                allowed.append(topic)
            else:
                log.warning("%s may not hear %s", self._who, topic[:100])
                self._send("no", topic[:100])
        heard = sum(len(subscription.topics) for subscription, _task in self._hearing.values())
        if heard + len(allowed) > self._limits.topics:
            raise frames.FrameError("too many subscriptions")
        subscription = self._server.bus.subscribe(*allowed)
        task = asyncio.get_running_loop().create_task(self._tell(number, subscription))
        self._hearing[number] = (subscription, task)

    def _deaf(self, number: Any) -> None:
        if type(number) is not int:
            raise frames.FrameError("a subscription that makes no sense")
        hearing = self._hearing.pop(number, None)
        if hearing is not None:
            hearing[0].close()
            hearing[1].cancel()

    async def _tell(self, number: int, subscription: Subscription) -> None:
        """Send what a subscription gets, as fast as the other end reads; the rest waits in the
        subscription, where positions are merged."""
        try:
            async for message in subscription:
                if not all(self._access.may_hear(topic) for topic in subscription.topics):
                    break  # a right was taken away: which topic a message is from is not known
                self._send("told", number, codec.to_plain(message, self._access.language))
                await self._drained()
            self._hearing.pop(number, None)
            subscription.close()
            self._send("ended", number)
        except OSError:
            pass  # the reading side notices as well
        except (codec.CodecError, TypeError, ValueError, OverflowError):
            log.exception("a message of %s cannot be sent", ", ".join(subscription.topics))
            self.cut("a message could not be sent to it")

    def _permitted(self, topic: Any, plain: Any) -> tuple[Message, Message | None]:
        """A message that came in, and as it may pass."""
        if type(topic) is not str:
            raise frames.FrameError("a topic that is no text")
        message = codec.from_plain(plain)
        passed = self._access.allowed(topic, message)
        if passed is None:
            log.warning("%s may not say %s on %s", self._who, type(message).__name__, topic[:100])
        return message, passed

    def _say(self, topic: Any, plain: Any) -> None:
        _message, passed = self._permitted(topic, plain)
        if passed is None:
            self._send("no", topic[:100])
        elif isinstance(passed, Chat) and not self._chats.take():
            self._send("no", "chat")
        else:
            with speaking(self._access.language):
                self._server.bus.publish(topic, passed)

    def _ask(self, number: Any, topic: Any, seconds: Any, plain: Any) -> None:
        if type(number) is not int or type(seconds) is not float or not 0 < seconds < 1e6:
            raise frames.FrameError("a request that makes no sense")
        message, passed = self._permitted(topic, plain)
        asked = str(getattr(message, "id", ""))
        if passed is None:
            refused = Refused(id=asked, reason=_("You may not do this here."))
            self._send("answer", number, codec.to_plain(refused, self._access.language))
        elif len(self._asking) >= self._limits.asking:
            refused = Refused(id=asked, reason=_("Too many requests at once."))
            self._send("answer", number, codec.to_plain(refused, self._access.language))
        else:
            seconds = min(seconds, self._limits.longest_request)
            task = asyncio.get_running_loop().create_task(self._get(number, topic, seconds, passed))
            self._asking.add(task)
            task.add_done_callback(self._asking.discard)

    async def _get(self, number: int, topic: str, seconds: float, message: Message) -> None:
        try:
            with speaking(self._access.language):
                answer = await self._server.bus.request(topic, message, seconds)
        except TimeoutError:
            return  # the other end has its own clock
        try:
            self._send("answer", number, codec.to_plain(answer, self._access.language))
            await self._drained()
        except OSError:
            pass
        except (codec.CodecError, TypeError, ValueError, OverflowError):
            log.exception("an answer on %s cannot be sent", topic)

    # What the other end serves

    def _serve(self, topic: Any) -> None:
        if type(topic) is not str:
            raise frames.FrameError("a topic that is no text")
        if topic not in self._access.serves or topic in self._serving:
            log.warning("%s may not serve %s", self._who, topic[:100])
            self._send("no", topic[:100])
            return

        async def forward(message: Message) -> Message | None:
            self._done += 1
            number = self._done
            waiting: asyncio.Future[Message | None] = asyncio.get_running_loop().create_future()
            self._doing[number] = waiting
            self._send("do", number, topic, codec.to_plain(message))
            try:
                return await waiting
            finally:
                self._doing.pop(number, None)

        try:
            self._serving[topic] = self._server.bus.serve(topic, forward)
        except ValueError:
            log.warning("%s wants to serve %s, which has a server", self._who, topic)
            self._send("no", topic)

    def _answered(self, number: Any, plain: Any) -> None:
        if type(number) is not int:
            raise frames.FrameError("an answer that makes no sense")
        waiting = self._doing.get(number)
        if waiting is not None and not waiting.done():
            waiting.set_result(None if plain is None else codec.from_plain(plain))


def _process_of(writer: asyncio.StreamWriter) -> int:
    """The number of the process at the other end, 0 if the system does not tell."""
    end = writer.get_extra_info("socket")
    try:
        facts = end.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    except (AttributeError, OSError):
        return 0
    return int(struct.unpack("3i", facts)[0])
