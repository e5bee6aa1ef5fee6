"""Who is connected, at whichever host."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

import msgspec

from caravan_tui.bus.background import BackgroundTasks
from caravan_tui.cluster.buckets import (
    Bucket,
    BucketError,
    Entry,
    Mirror,
    StaleError,
    until_answered,
)
from caravan_tui.cluster.members import Members
from caravan_tui.server.presence import Presence

log = logging.getLogger(__name__)


class _Session(msgspec.Struct, frozen=True):
    host: str
    name: str


class ClusterPresence(Presence):
    """The accounts that are connected to a host that lives."""

    def __init__(self, bucket: Bucket, members: Members) -> None:
        super().__init__()
        self.on_left: list[Callable[[str], None]] = []
        """Called with an account that has left another host."""
        self._members = members
        self._mirror = Mirror(bucket, self._take)
        self._elsewhere: dict[str, _Session] = {}
        self._writing = BackgroundTasks()
        self._order = asyncio.Lock()
        self._stored: dict[str, int] = {}
        """By account that is here: the revision of what says so."""

    async def start(self) -> None:
        """Learn who is connected. Raises BucketError."""
        await self._mirror.start()

    async def close(self) -> None:
        """Follow it no longer, once the others know who has left."""
        await self._writing.finish()
        await self._mirror.close()

    def copy_again(self) -> None:
        """The connection to the broker was lost and is back."""
        self._mirror.copy_again()

    def __contains__(self, account: object) -> bool:
        return super().__contains__(account) or (
            isinstance(account, str) and bool(self.host_of(account))
        )

    def names(self) -> list[str]:
        others = [
            session.name
            for session in self._elsewhere.values()
            if self._members.is_live(session.host)
        ]
        return sorted([*super().names(), *others])

    def host_of(self, account: str) -> str:
        """The other host to which an account is connected; empty: to none."""
        session = self._elsewhere.get(account)
        return session.host if session and self._members.is_live(session.host) else ""

    def accounts_at(self, host: str) -> list[str]:
        """The accounts that are connected to another host, or were when it was lost."""
        return [account for account, session in self._elsewhere.items() if session.host == host]

    def enter(self, account: str, name: str) -> None:
        super().enter(account, name)
        value = msgspec.json.encode(_Session(self._members.own_id, name))
        self._writing.start(self._store(account, value))

    def leave(self, account: str) -> None:
        super().leave(account)
        self._writing.start(self._store(account, None))

    async def _store(self, account: str, value: bytes | None) -> None:
        async with self._order:  # a session may end before its beginning is stored
            try:
                # Who is taken for being here is let in nowhere else, so this must not be lost.
                bucket = self._mirror.bucket
                if value is not None:
                    self._stored[account] = await until_answered(
                        partial(bucket.put, account, value)
                    )
                elif account not in self._elsewhere:
                    revision = self._stored.pop(account, None)
                    await until_answered(partial(bucket.delete, account, revision))
            except StaleError:
                pass  # another host has the account, or an answer was lost
            except BucketError as error:
                log.warning("the others do not learn where an account is: %s", error)

    def _take(self, entry: Entry) -> None:
        account, before = entry.key, self._elsewhere.pop(entry.key, None)
        session = None
        if entry.value is not None:
            try:
                session = msgspec.json.decode(entry.value, type=_Session)
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                log.warning("where an account is cannot be read: %s", error)
        if session is not None and session.host != self._members.own_id:
            self._elsewhere[account] = session
        elif before is not None:
            for tell in self.on_left:
                tell(account)
