"""The rated matches of a cluster, an entry each, in the broker."""

from __future__ import annotations

import contextlib
import logging

import msgspec

from caravan_tui.cluster.buckets import Bucket, Entry, Mirror, StaleError
from caravan_tui.competition.played import Played
from caravan_tui.server.ledger import Ledger

log = logging.getLogger(__name__)


class ClusterLedger(Ledger):
    """Every rated match of all hosts."""

    def __init__(self, bucket: Bucket) -> None:
        super().__init__()
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

    async def add(self, played: Played) -> None:
        with contextlib.suppress(StaleError):  # another host has counted it
            await self._mirror.bucket.create(played.match, msgspec.json.encode(played))
            self._count(played)

    def _take(self, entry: Entry) -> None:
        if entry.value is None:
            return
        try:
            self._count(msgspec.json.decode(entry.value, type=Played))
        except (msgspec.MsgspecError, ValueError) as error:
            log.error("the rated match %s cannot be read: %s", entry.key, error)
