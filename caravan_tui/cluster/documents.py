"""The documents of a cluster: any host may change them, none overwrites what it has not seen."""

from __future__ import annotations

import logging
from collections.abc import Callable

from caravan_tui.cluster.buckets import Bucket, Entry, Mirror, StaleError
from caravan_tui.server.documents import Documents

log = logging.getLogger(__name__)

DAMAGED = "damaged."
"""What the key of a document begins with that was set aside."""


class ClusterDocuments(Documents):
    """Documents in a bucket of the broker."""

    def __init__(self, bucket: Bucket) -> None:
        super().__init__()
        self._bucket = bucket
        self._mirror = Mirror(bucket, self._take)

    async def start(self) -> None:
        """Learn what there is. Raises BucketError."""
        await self._mirror.start()

    async def close(self) -> None:
        """Follow it no longer."""
        await self._mirror.close()

    def copy_again(self) -> None:
        """The connection to the broker was lost and is back."""
        self._mirror.copy_again()

    def get(self, key: str) -> bytes | None:
        entry = self._mirror.entries.get(key)
        return None if entry is None else entry.value

    def keys(self, prefix: str) -> list[str]:
        return sorted(key for key in self._mirror.entries if key.startswith(prefix))

    async def change(
        self, key: str, revise: Callable[[bytes | None], bytes | None]
    ) -> bytes | None:
        while True:
            entry = await self._bucket.get(key)
            before = None if entry is None else entry.value
            after = revise(before)
            if after == before:
                return after
            try:
                if after is None:
                    assert entry is not None
                    await self._bucket.delete(key, entry.revision)
                    return None
                if entry is None:
                    revision = await self._bucket.create(key, after)
                else:
                    revision = await self._bucket.update(key, after, entry.revision)
            except StaleError:
                continue
            self._mirror.take(Entry(key, after, revision))  # what was written is read at once
            return after

    async def set_aside(self, key: str) -> None:
        entry = await self._bucket.get(key)
        if entry is not None and entry.value is not None:
            await self._bucket.put(DAMAGED + key, entry.value)
            await self._bucket.delete(key, entry.revision)

    def _take(self, entry: Entry) -> None:
        for handler in self.on_change:
            handler(entry.key)
