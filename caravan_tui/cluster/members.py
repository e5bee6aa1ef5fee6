"""The hosts of a cluster: each says twice a second that it lives, and how busy it is.

A host that has not been heard for `LOST_SECONDS` is given up, and others take its matches; after
`GONE_SECONDS` if the broker has no connection to it either, as to one that was killed. One that has
not reached the broker for `FENCE_SECONDS` must think that it was given up, and serves nothing: that
is less, so that it stops before anybody else begins, also if it was asleep meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from hashlib import sha256

import msgspec

from caravan_tui.cluster.buckets import Bucket, BucketError, Entry, Mirror, SilenceError

log = logging.getLogger(__name__)

BEAT_SECONDS = 0.4
FENCE_SECONDS = 1.5
GONE_SECONDS = 1.6
LOST_SECONDS = 2.5
WATCH_SECONDS = 0.1
"""Between two looks for hosts that are silent."""
ENTRY_SECONDS = 60.0
"""Time that the broker keeps the last word of a host."""
PROTOCOL = 2
"""Of what hosts say to each other. Hosts of different numbers cannot serve together."""


class HostInfo(msgspec.Struct, frozen=True):
    """What a host says of itself."""

    name: str
    version: str
    protocol: int = PROTOCOL
    tables: int = 0
    sessions: int = 0
    is_leaving: bool = False
    """Whether it takes no matches: it leaves, or is not ready yet."""

    @property
    def load(self) -> int:
        """How busy it is, in matches; a session costs about as much."""
        return self.tables + self.sessions


class Members:
    """The hosts of a cluster, as this one knows them."""

    def __init__(self, bucket: Bucket, own_id: str, describe: Callable[[], HostInfo]) -> None:
        """`describe` returns what this host says of itself."""
        self.own_id = own_id
        self.on_lost: list[Callable[[str], None]] = []
        """Called with a host that was given up, or has left."""
        self.is_connected: Callable[[str], Awaitable[bool]] | None = None
        """Whether the broker has a connection to a host, if that can be asked."""
        self._describe = describe
        self._mirror = Mirror(bucket, self._take)
        self._infos: dict[str, HostInfo] = {}
        self._heard: dict[str, float] = {}
        self._last_beat = float("-inf")
        """When the last word of this host that arrived was sent."""
        self._tasks: list[asyncio.Task[None]] = []
        self._removing: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Learn who there is. Raises BucketError."""
        await self._mirror.start()

    async def join(self) -> None:
        """Tell the others that this host lives, from now on. Raises BucketError."""
        await self._beat()
        loop = asyncio.get_running_loop()
        self._tasks = [
            loop.create_task(self._keep_beating(), name="beat"),
            loop.create_task(self._keep_watching(), name="watch hosts"),
        ]

    async def close(self) -> None:
        """Leave."""
        for task in (*self._tasks, *self._removing):
            task.cancel()
        self._last_beat = float("-inf")
        try:
            await self._mirror.bucket.delete(self.own_id)
        except BucketError as error:
            log.warning("the others are not told that this host leaves: %s", error)
        await self._mirror.close()

    def copy_again(self) -> None:
        """The connection to the broker was lost and is back."""
        self._mirror.copy_again()

    @property
    def is_in_touch(self) -> bool:
        """Whether nobody can have given this host up."""
        return time.monotonic() - self._last_beat < FENCE_SECONDS

    def is_live(self, host: str) -> bool:
        """Whether a host serves."""
        if host == self.own_id:
            return self.is_in_touch
        return time.monotonic() - self._heard.get(host, float("-inf")) < LOST_SECONDS

    def live(self) -> dict[str, HostInfo]:
        """The hosts that serve, by id."""
        return {host: info for host, info in self._infos.items() if self.is_live(host)}

    def least_busy(self) -> str:
        """The host that is to serve a new match."""
        staying = {host: info for host, info in self.live().items() if not info.is_leaving}
        return min(
            staying,
            key=lambda host: (staying[host].load, host != self.own_id, host),
            default=self.own_id,
        )

    def heir(self, match: str) -> str:
        """The host that is to take a match over whose host was lost: all choose the same."""
        staying = [host for host, info in self.live().items() if not info.is_leaving]
        return max(
            staying or [self.own_id],
            key=lambda host: sha256(f"{host} {match}".encode()).digest(),
        )

    async def announce(self) -> None:
        """Tell the others at once what has changed. Raises BucketError."""
        await self._beat()

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            was_in_touch = self.is_in_touch
            try:
                await self._beat()
            except BucketError as error:
                log.warning("the others do not hear of this host: %s", error)
                continue
            if not was_in_touch:  # the others may have been as cut off as this one
                now = time.monotonic()
                self._heard.update((host, now) for host in self._infos)

    async def _beat(self) -> None:
        sent = time.monotonic()
        info = self._describe()
        try:
            async with asyncio.timeout(FENCE_SECONDS):
                await self._mirror.bucket.put(self.own_id, msgspec.json.encode(info))
        except TimeoutError:
            raise SilenceError("no answer") from None
        self._last_beat = sent
        self._infos[self.own_id] = info

    async def _keep_watching(self) -> None:
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            others = [host for host in self._infos if host != self.own_id]
            await asyncio.gather(*map(self._look_at, others))

    async def _look_at(self, host: str) -> None:
        """Give a host up that is lost, if this one can be sure that it hears the others."""
        if self.is_in_touch and self.is_live(host):
            if not self._is_silent(host) or await self._is_connected(host):
                return
            if self.is_in_touch and self._is_silent(host):
                self._give_up(host)
        elif self.is_in_touch:
            self._give_up(host)

    async def _is_connected(self, host: str) -> bool:
        return self.is_connected is None or await self.is_connected(host)

    def _is_silent(self, host: str) -> bool:
        """Whether a host serves nothing by now, if it is cut off."""
        return time.monotonic() - self._heard.get(host, float("-inf")) > GONE_SECONDS

    def _give_up(self, host: str) -> None:
        if (info := self._infos.get(host)) is not None:
            log.warning("the host %s is lost", info.name)
        if (entry := self._mirror.entries.get(host)) is not None:
            task = asyncio.get_running_loop().create_task(self._remove(entry))
            self._removing.add(task)
            task.add_done_callback(self._removing.discard)
        self._forget(host)

    async def _remove(self, entry: Entry) -> None:
        """Have no host that starts now wait for one that is lost."""
        with contextlib.suppress(BucketError):  # one that is heard again has written meanwhile
            await self._mirror.bucket.delete(entry.key, entry.revision)

    def _forget(self, host: str) -> None:
        self._heard.pop(host, None)
        if self._infos.pop(host, None) is not None:
            for tell in self.on_lost:
                tell(host)

    def _take(self, entry: Entry) -> None:
        if entry.key == self.own_id:
            return
        if entry.value is None:
            self._forget(entry.key)
            return
        try:
            info = msgspec.json.decode(entry.value, type=HostInfo)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            log.warning("a host says what nobody understands: %s", error)
            return
        self._infos[entry.key] = info
        self._heard[entry.key] = time.monotonic()
