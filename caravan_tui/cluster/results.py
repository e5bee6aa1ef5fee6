"""Gives players the results of matches, at whichever host they are, or when they come back."""

from __future__ import annotations

import logging

import msgspec

from caravan_tui.bus.background import BackgroundTasks
from caravan_tui.cluster.buckets import Bucket, BucketError, Entry, Mirror, until_answered
from caravan_tui.cluster.homes import ClusterHomes
from caravan_tui.engine import Match
from caravan_tui.server.accounts import Accounts
from caravan_tui.server.results import Results
from saves import format
from saves.errors import SaveError
from saves.header import Meta

log = logging.getLogger(__name__)


class _Result(msgspec.Struct, frozen=True):
    seat: int
    data: bytes
    day: str = ""
    has_copy: bool = True


class ClusterResults(Results):
    """Leaves results in the broker, from where the host takes them at which the account is."""

    def __init__(self, bucket: Bucket, accounts: Accounts, homes: ClusterHomes) -> None:
        super().__init__(accounts)
        self._mirror = Mirror(bucket, self._take)
        self._homes = homes
        self._tasks = BackgroundTasks()

    async def start(self) -> None:
        """Learn what waits. Raises BucketError."""
        await self._mirror.start()

    async def close(self) -> None:
        """Write what is being written, and follow no longer."""
        await self._tasks.finish()
        await self._mirror.close()

    def copy_again(self) -> None:
        """The connection to the broker was lost and is back."""
        self._mirror.copy_again()

    async def deliver(
        self, match: Match, account: str, seat: int, day: str = "", has_copy: bool = True
    ) -> None:
        value = msgspec.msgpack.encode(_Result(seat, format.pack(match, Meta()), day, has_copy))
        key = f"{account}.{match.record.id}" + ("" if has_copy else ".result")
        await until_answered(lambda: self._mirror.bucket.put(key, value))

    async def collect(self, account: str) -> None:
        """Write what waits for an account into its folder, which is here."""
        for key, entry in list(self._mirror.entries.items()):
            if key.startswith(f"{account}."):
                await self._write(account, entry)

    def _take(self, entry: Entry) -> None:
        account = entry.key.partition(".")[0]
        if entry.value is not None and self._homes.is_open(account):
            self._tasks.start(self._write(account, entry))

    async def _write(self, account: str, entry: Entry) -> None:
        if entry.value is None:
            return
        try:
            result = msgspec.msgpack.decode(entry.value, type=_Result)
            match = format.restore(format.read(result.data))
            await super().deliver(match, account, result.seat, result.day, result.has_copy)
            await self._homes.saved(account)
            await self._mirror.bucket.delete(entry.key)
        except (msgspec.MsgspecError, SaveError, BucketError) as error:
            log.warning("the result %s is not written: %s", entry.key, error)
