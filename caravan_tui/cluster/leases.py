"""Which host serves which match.

A lease is an entry of the broker; its revision is the fencing token. Who takes a match over writes
the lease by compare-and-set, and then the match itself with the new token: so whatever the host
before still writes is refused as stale.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from caravan_tui.cluster.buckets import Bucket, BucketError, Entry, Mirror, StaleError
from caravan_tui.cluster.members import Members

log = logging.getLogger(__name__)


class Leases:
    """The leases of a cluster, and those that this host has."""

    def __init__(self, bucket: Bucket, members: Members, log_event: Callable[..., None]) -> None:
        """`log_event(name, **facts)` writes a line of the audit log."""
        self._mirror = Mirror(bucket, self._take)
        self._members, self._log_event = members, log_event
        self._holders: dict[str, str] = {}
        self._tokens: dict[str, int] = {}
        """By match that this host serves: the revision of its lease."""
        self._taking: set[str] = set()
        """The matches whose lease this host is writing."""
        self._moved_to: dict[str, str] = {}
        """By match: the host that `on_moved` was last called for."""
        self.on_lost: list[Callable[[str], None]] = []
        """Called with a match that another host has taken from this one."""
        self.on_moved: list[Callable[[str], None]] = []
        """Called with a match that a host has begun to serve."""

    async def start(self) -> None:
        """Learn who serves what. Raises BucketError."""
        await self._mirror.start()

    async def close(self) -> None:
        """Follow the leases no longer; those of this host are given up with it."""
        await self._mirror.close()

    def copy_again(self) -> None:
        """The connection to the broker was lost and is back."""
        self._mirror.copy_again()

    def holder(self, match: str) -> str:
        """The host that serves a match, live or not; empty: none."""
        return self._holders.get(match, "")

    def held_by(self, host: str) -> list[str]:
        """The matches that a host serves."""
        return [match for match, holder in self._holders.items() if holder == host]

    def unheld(self) -> list[str]:
        """The matches that no live host serves. A lease of this host may be among them: the answer
        to the write was lost, so that it does not know its token."""
        return [
            match
            for match, holder in self._holders.items()
            if match not in self._tokens
            and match not in self._taking
            and (holder == self._members.own_id or not self._members.is_live(holder))
        ]

    def own(self) -> list[str]:
        """The matches that this host serves."""
        return list(self._tokens)

    def is_own(self, match: str) -> bool:
        """Whether this host serves a match, and may go on with it now."""
        return match in self._tokens and self._members.is_in_touch

    def token(self, match: str) -> int:
        """The fencing token of a match that this host serves, 0 for any other."""
        return self._tokens.get(match, 0)

    async def take(self, match: str) -> bool:
        """Have this host serve a match that no live host serves. Returns whether it may; raises
        BucketError."""
        if match in self._tokens:
            return True
        known = self._mirror.entries.get(match)
        holder = self.holder(match)
        if known is not None and holder != self._members.own_id and self._members.is_live(holder):
            return False
        value = self._members.own_id.encode()
        bucket = self._mirror.bucket
        self._taking.add(match)
        try:
            if known is None:
                token = await bucket.create(match, value)
            else:
                token = await bucket.update(match, value, known.revision)
        except StaleError:
            return False
        finally:
            self._taking.discard(match)
        self._tokens[match], self._holders[match] = token, self._members.own_id
        self._log_event("lease", match=match, token=token)
        return True

    async def write(self, bucket: Bucket, match: str, value: bytes, revision: int | None) -> int:
        """Write what is stored of a match that this host serves, and return the new revision.
        `revision`: of what this host wrote last, None for nothing. Raises BucketError; StaleError
        once another host serves the match, whose lease is lost then."""
        try:
            if revision is None:
                return await bucket.create(match, value)
            return await bucket.update(match, value, revision)
        except StaleError:
            # Another host has written, or this one, and the answer was lost. The lease tells which;
            # it is asked after the value, as who takes the lease writes the value afterwards.
            entry = await bucket.get(match)
            try:
                if entry is None or not await self._renew(match):
                    raise
                if entry.value == value:
                    return entry.revision
                return await bucket.update(match, value, entry.revision)
            except StaleError:
                self.lose(match)
                raise

    async def _renew(self, match: str) -> bool:
        """Whether no other host has taken the lease of this one, which gets a new token. Raises
        BucketError."""
        value, token = self._members.own_id.encode(), self._tokens.get(match)
        if token is None:
            return False
        bucket = self._mirror.bucket
        try:
            renewed = await bucket.update(match, value, token)
        except StaleError:  # or the answer when it was taken was lost
            entry = await bucket.get(match)
            if entry is None or entry.value != value:
                return False
            renewed = await bucket.update(match, value, entry.revision)
        if match not in self._tokens:
            return False
        self._tokens[match] = renewed
        return True

    async def give(self, match: str, host: str = "") -> None:
        """Serve a match no longer; another live host may take it at once. `host`: which one is
        asked to."""
        token = self._tokens.pop(match, None)
        if token is None:
            return
        try:
            await self._mirror.bucket.update(match, b"", token)
        except BucketError as error:
            log.warning("the lease of %s is not given up: %s", match, error)
        self._log_event("lease_given", match=match, token=token, host=host)

    async def end(self, match: str) -> None:
        """A match is no more, and its lease neither."""
        token = self._tokens.pop(match, None)
        if token is None:
            return
        try:
            await self._mirror.bucket.delete(match, token)
        except BucketError as error:
            log.warning("the lease of %s is not removed: %s", match, error)

    def lose(self, match: str) -> None:
        """Another host serves a match of this one, as a write that was refused has shown."""
        token = self._tokens.pop(match, None)
        if token is not None:
            self._log_event("lease_lost", match=match, token=token)
            for tell in self.on_lost:
                tell(match)

    def _take(self, entry: Entry) -> None:
        match = entry.key
        if entry.value is None:
            self._holders.pop(match, None)
            self._moved_to.pop(match, None)
            return
        holder = entry.value.decode("ascii", "replace")
        self._holders[match] = holder
        if holder != self._members.own_id and entry.revision > self._tokens.get(match, 1 << 62):
            self.lose(match)
        has_moved = holder != self._moved_to.get(match)
        self._moved_to[match] = holder
        if holder and has_moved:
            for tell in self.on_moved:
                tell(match)
