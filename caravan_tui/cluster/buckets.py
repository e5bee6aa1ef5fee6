"""Key-value buckets of the broker (JetStream), and copies of them that are kept up to date.

Every value has a revision, a number that only grows. What must not be overwritten by a host that
has missed something is written by compare-and-set: with the revision that the writer has seen.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import TypeVar

import nats.errors
import nats.js.errors
from attrs import frozen
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext, api
from nats.js.kv import KeyValue

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")

TIMEOUT = 2.0
"""Seconds that the broker has to answer."""
READ_TRY_SECONDS = 0.5
"""Time after which a question is asked again: brokers without a leader drop it."""
RETRY_SECONDS = 0.2
"""Between two tries of what the broker has not answered."""
QUORUM_SECONDS = 15.0
"""Time that brokers have to choose a leader."""
NO_LEADER = (10008, 10009)
"""The broker's numbers for JetStream that is there and cannot answer yet."""
NO_PEERS = 10005
"""The broker's number for too few brokers that could store something. A leader that has not yet
noticed that it lost the others says so, with the reason that they are offline."""


class BucketError(OSError):
    """The broker could not do it: it is away, full, or forbids it."""

    def __init__(self, text: str) -> None:
        super().__init__(errno.EAGAIN, text)


class SilenceError(BucketError):
    """The broker does not answer, as while brokers choose a leader; it may do so later."""


class StaleError(BucketError):
    """Somebody else has written the key meanwhile."""


@frozen
class Entry:
    """A value with its revision; `value` is None once it is deleted."""

    key: str
    value: bytes | None
    revision: int


@contextlib.contextmanager
def _bucket_errors() -> Iterator[None]:
    """Turn errors of the broker into ours."""
    try:
        yield
    except nats.js.errors.KeyWrongLastSequenceError:
        raise StaleError("written by another host meanwhile") from None
    except nats.js.errors.APIError as error:
        if error.err_code in (10071, 10164):  # of a deletion: the library names only the others
            raise StaleError("written by another host meanwhile") from None
        reason = error.description or str(error)
        if error.err_code in NO_LEADER or (error.err_code == NO_PEERS and "offline" in reason):
            raise SilenceError(reason) from None
        raise BucketError(reason) from None
    except (nats.errors.Error, TimeoutError, ConnectionError) as error:
        raise SilenceError(str(error) or "no answer") from None


async def until_answered(ask: Callable[[], Awaitable[Answer]]) -> Answer:
    """What `ask` returns; it is asked again while brokers choose a leader. Raises BucketError."""
    loop = asyncio.get_running_loop()
    end = loop.time() + QUORUM_SECONDS
    while True:
        try:
            return await ask()
        except SilenceError as error:
            if loop.time() > end:
                raise
            log.warning("the broker does not answer yet: %s", error)
            await asyncio.sleep(RETRY_SECONDS)


async def look_into(client: Client) -> None:
    """Raise BucketError if the broker stores nothing for this client, SilenceError if it cannot
    tell."""
    with _bucket_errors():
        await client.jetstream(timeout=TIMEOUT).account_info()


class Bucket:
    """A bucket of the broker. Raises BucketError where the broker cannot do what is asked."""

    def __init__(self, client: Client, name: str, values: KeyValue) -> None:
        self.name = name
        self._client, self._values = client, values

    @classmethod
    async def open(
        cls, client: Client, name: str, replicas: int = 1, ttl: float | None = None
    ) -> Bucket:
        """Open a bucket, and create it if there is none. `ttl`: seconds that a value is kept;
        `replicas`: brokers that hold it."""
        stream = client.jetstream(timeout=TIMEOUT)
        with _bucket_errors():
            return cls(client, name, await _created(stream, name, replicas, ttl))

    async def get(self, key: str) -> Entry | None:
        """The value of a key; None if there is none."""
        with _bucket_errors():
            try:
                entry = await self._read(key)
            except nats.js.errors.KeyNotFoundError:
                return None
        return Entry(key, entry.value, entry.revision or 0)

    async def _read(self, key: str) -> KeyValue.Entry:
        loop = asyncio.get_running_loop()
        end = loop.time() + TIMEOUT
        while True:
            try:
                async with asyncio.timeout(READ_TRY_SECONDS):
                    return await self._values.get(key)
            except TimeoutError:
                if loop.time() > end:
                    raise

    async def create(self, key: str, value: bytes) -> int:
        """Write a key that has no value, and return the revision. Raises StaleError if it has."""
        with _bucket_errors():
            return await self._values.create(key, value)

    async def update(self, key: str, value: bytes, revision: int) -> int:
        """Write a key whose value has this revision, and return the new one. Raises StaleError."""
        with _bucket_errors():
            return await self._values.update(key, value, revision)

    async def put(self, key: str, value: bytes) -> int:
        """Write a key, whatever it holds, and return the revision."""
        with _bucket_errors():
            return await self._values.put(key, value)

    async def delete(self, key: str, revision: int | None = None) -> None:
        """Delete a key; with `revision` only if its value has it, else StaleError is raised."""
        with _bucket_errors():
            await self._values.delete(key, revision)

    async def entries(self) -> list[Entry]:
        """Every value that is not deleted. Raises SilenceError if the broker that lists them has
        not got all of them yet, as one that was away."""
        stream = self._client.jetstream(timeout=TIMEOUT)
        with _bucket_errors():
            # What the leader has; a broker that follows may list less and say that this is all.
            state = (await stream.stream_info(stream_of(self.name))).state
            watcher = await self._values.watchall()
            try:
                listed = [entry async for entry in _until_current(watcher)]
            finally:
                await watcher.stop()  # type: ignore[no-untyped-call]
        newest = max((entry.revision for entry in listed), default=0)
        if len(listed) < state.messages or (listed and newest < state.last_seq):
            raise SilenceError("it has not everything yet")
        return [entry for entry in listed if entry.value is not None]

    async def follow(self, on_change: Callable[[Entry], None]) -> Callable[[], object]:
        """Call `on_change` with whatever is written from now on, in order; what was written while
        the connection was lost is missed. Returns a function that ends it."""

        async def take(received: Msg) -> None:
            headers = received.headers or {}
            key = headers.get("Nats-Subject", "").removeprefix(f"$KV.{self.name}.")
            is_deleted = headers.get("KV-Operation") or headers.get("Nats-Marker-Reason")
            value = None if is_deleted else received.data
            on_change(Entry(key, value, int(headers.get("Nats-Sequence", "0"))))

        with _bucket_errors():
            interest = await self._client.subscribe(f"{_news_of(self.name)}.>", cb=take)
            await self._client.flush()
        return interest.unsubscribe


def stream_of(name: str) -> str:
    """The stream in which the broker keeps a bucket."""
    return f"KV_{name}"


def _news_of(name: str) -> str:
    """Where the broker tells what was written to a bucket: nothing that was refused."""
    return f"caravan-bucket.{name}"


async def _created(
    stream: JetStreamContext, name: str, replicas: int, ttl: float | None
) -> KeyValue:
    config = api.KeyValueConfig(
        bucket=name,
        history=1,
        replicas=replicas,
        ttl=ttl,
        republish=api.RePublish(src=f"$KV.{name}.>", dest=f"{_news_of(name)}.>"),
    )
    try:
        return await stream.key_value(name)
    except nats.js.errors.BucketNotFoundError:
        return await stream.create_key_value(config)


async def _until_current(watcher: KeyValue.KeyWatcher) -> AsyncIterator[Entry]:
    """What a watcher has when it has caught up."""
    while True:
        entry = await watcher.updates(TIMEOUT)  # type: ignore[no-untyped-call]
        if entry is None:
            return
        value = None if entry.operation in ("DEL", "PURGE") else entry.value
        yield Entry(entry.key, value, entry.revision or 0)


class Mirror:
    """A copy of a bucket in memory. It lags behind by about the time of a message, and is copied
    anew whenever the connection to the broker was lost."""

    def __init__(self, bucket: Bucket, on_change: Callable[[Entry], None]) -> None:
        """`on_change(entry)` is called for each value, also those that are there already, and for
        each that is deleted."""
        self.bucket = bucket
        self.entries: dict[str, Entry] = {}
        """Those that are not deleted, by key."""
        self._on_change = on_change
        self._revisions: dict[str, int] = {}
        self._end: Callable[[], object] | None = None
        self._copying: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Copy the bucket and follow it. Raises BucketError."""
        if self._end is None:
            self._end = await self.bucket.follow(self._take)
        await self._copy()

    async def close(self) -> None:
        """Follow it no longer."""
        if self._copying is not None:
            self._copying.cancel()
        if self._end is not None:
            with contextlib.suppress(nats.errors.Error):
                await self._end()  # type: ignore[misc]

    def copy_again(self) -> None:
        """The connection was lost and is back: what was missed is fetched."""
        if self._copying is None or self._copying.done():
            self._copying = asyncio.get_running_loop().create_task(self._copy_until_done())

    def take(self, entry: Entry) -> None:
        """An entry that this host has written, before the broker tells it."""
        self._take(entry)

    async def _copy_until_done(self) -> None:
        while True:
            try:
                await self._copy()
            except BucketError as error:
                log.warning("the bucket %s cannot be copied: %s", self.bucket.name, error)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                return

    async def _copy(self) -> None:
        known = {key: entry.revision for key, entry in self.entries.items()}
        present = set()
        for entry in await self.bucket.entries():
            present.add(entry.key)
            self._take(entry)
        for key in known.keys() - present:  # deleted while nobody listened
            if self._revisions.get(key) == known[key]:
                self._take(Entry(key, None, known[key] + 1))

    def _take(self, entry: Entry) -> None:
        if entry.revision <= self._revisions.get(entry.key, 0):
            return
        self._revisions[entry.key] = entry.revision
        if entry.value is None:
            self.entries.pop(entry.key, None)
        else:
            self.entries[entry.key] = entry
        self._on_change(entry)
