"""The bus over a Unix socket: the side of a session's process. `socket_server` is the other."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

from caravan_tui.bus import wire
from caravan_tui.bus.background import BackgroundTasks
from caravan_tui.bus.base import Bus, Handler, Subscription, answer_of
from caravan_tui.bus.messages import Message, Refused
from caravan_tui.i18n import _

log = logging.getLogger(__name__)

SILENCE = 90.0
"""Seconds without a word from the server after which it counts as gone."""
FRAME_SECONDS = 30.0


class RefusedError(ConnectionError):
    """The server does not let us in."""


class SocketBus(Bus):
    """The bus of a server, as far as a token allows.

    What is not allowed is refused by the server: a request is answered with Refused, anything
    else is dropped there and logged. When the connection is lost, subscriptions end, requests
    are answered with Refused, and `lost` is set.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Use `connect`."""
        self.lost = asyncio.Event()
        self._reader = reader
        self._writer = writer
        self._numbers = itertools.count(1)
        # Weak, as on the local bus: one that was dropped without `close` is gone as well.
        self._subscriptions: weakref.WeakValueDictionary[int, Subscription] = (
            weakref.WeakValueDictionary()
        )
        self._waiting: dict[int, asyncio.Future[Message]] = {}
        self._handlers: dict[str, Handler] = {}
        self._answers = BackgroundTasks()
        self._listening: asyncio.Task[None] | None = None

    @classmethod
    async def connect(cls, path: Path, token: str, timeout: float = 10.0) -> SocketBus:
        """Connect with a token. Raises RefusedError, or OSError if nobody listens there;
        TimeoutError after `timeout` seconds."""
        async with asyncio.timeout(timeout):
            reader, writer = await asyncio.open_unix_connection(str(path))
            try:
                writer.write(wire.pack("hello", token))
                answer = await wire.read(reader, wire.LARGEST, timeout, trusted=True)
            except (EOFError, wire.WireError):
                answer = ["no"]
            except BaseException:
                writer.close()
                raise
        if answer[0] != "welcome":
            writer.close()
            raise RefusedError(_("The table didn't accept this connection."))
        bus = cls(reader, writer)
        bus._listening = asyncio.get_running_loop().create_task(bus._listen())
        return bus

    async def close(self) -> None:
        """Leave. A second call does nothing."""
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening
            self._listening = None
        self._lose()

    # The methods of every bus

    def subscribe(self, *topics: str) -> Subscription:
        number = next(self._numbers)

        def forget(_subscription: Subscription) -> None:
            if self._subscriptions.pop(number, None) is not None:
                self._send("unsubscribe", number)

        subscription = Subscription(topics, forget)
        if self.lost.is_set():
            subscription.close()
            return subscription
        self._subscriptions[number] = subscription
        self._send("subscribe", number, list(topics))
        return subscription

    def publish(self, topic: str, message: Message) -> None:
        try:
            self._send("publish", topic, message)
        except (TypeError, ValueError, OverflowError) as error:
            log.warning("%s: cannot be sent: %s", topic, error)

    async def request(self, topic: str, message: Message, timeout: float = 10.0) -> Message:
        request_id = getattr(message, "id", "")
        number = next(self._numbers)
        try:
            frame = wire.pack("request", number, topic, float(timeout), message)
        except (TypeError, ValueError, OverflowError) as error:
            log.warning("%s: cannot be sent: %s", topic, error)
            return Refused(request_id, "unsupported_request")
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        self._write(frame)
        if self.lost.is_set() and not answer.done():
            answer.set_exception(ConnectionError())
        try:
            async with asyncio.timeout(timeout):
                return await answer
        except ConnectionError:
            return Refused(request_id, "connection_lost")
        finally:
            self._waiting.pop(number, None)

    def serve(
        self, topic: str, handler: Handler, published: tuple[type, ...] = (object,)
    ) -> Callable[[], None]:
        if topic in self._handlers:
            raise ValueError(f"{topic} has a server already")
        self._handlers[topic] = handler
        self._send("serve", topic)

        def end() -> None:
            if self._handlers.get(topic) is handler:
                del self._handlers[topic]
                self._send("unserve", topic)

        return end

    # The wire

    def _send(self, *items: Any) -> None:
        self._write(wire.pack(*items))

    def _write(self, frame: bytes) -> None:
        if self.lost.is_set() or self._writer.is_closing():
            self._lose()
        else:
            self._writer.write(frame)

    async def _listen(self) -> None:
        try:
            while True:
                async with asyncio.timeout(SILENCE):
                    items = await wire.read(self._reader, wire.LARGEST, FRAME_SECONDS, trusted=True)
                self._take(*items)
        except (EOFError, OSError, TimeoutError):
            log.info("the connection to the table is lost")
        except (TypeError, ValueError) as error:  # a WireError is one
            log.warning("the table host sent what nobody understands: %s", error)
        finally:
            self._lose()

    def _take(self, word: str, *items: Any) -> None:
        if word == "deliver":
            number, plain = items
            subscription = self._subscriptions.get(number)
            if subscription is None:
                self._send("unsubscribe", number)
            else:
                subscription.put(wire.from_plain(plain))
        elif word == "ended":
            subscription = self._subscriptions.pop(items[0], None)
            if subscription is not None:
                subscription.close()
        elif word == "answer":
            number, plain = items
            answer = self._waiting.get(number)
            if answer is not None and not answer.done():
                answer.set_result(wire.from_plain(plain))
        elif word == "invoke":
            self._invoke(*items)
        elif word == "alive":
            self._send("alive")
        elif word == "no":
            log.warning("the table host refuses: %s", items[0])

    def _invoke(self, number: int, topic: str, plain: Any) -> None:
        self._answers.start(self._answer(number, topic, wire.from_plain(plain)))

    async def _answer(self, number: int, topic: str, message: Message) -> None:
        handler = self._handlers.get(topic)
        answer = None if handler is None else await answer_of(topic, handler, message)
        self._send("answer", number, answer)

    def _lose(self) -> None:
        """The connection is gone: end all that waits for it."""
        if self.lost.is_set():
            return
        self.lost.set()
        self._writer.close()
        for subscription in list(self._subscriptions.values()):
            subscription.close()
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(ConnectionError())
        self._answers.cancel()
