"""The rooms of a cluster: each is written by the host that serves it, and read by all."""

from __future__ import annotations

import asyncio
import json
import logging

import msgspec
from attrs import asdict

from caravan_tui.cluster.buckets import Bucket, BucketError, Entry, Mirror, StaleError
from caravan_tui.cluster.leases import Leases
from caravan_tui.server.rooms import Room, Rooms

log = logging.getLogger(__name__)


def code_key(code: str) -> str:
    """The key that names the match of a code: so that no two rooms have the same."""
    return f"code.{code}"


class ClusterRooms(Rooms):
    """Every room of the cluster. Those that this host serves are as it has made them; the others
    are as their hosts have last stored them."""

    def __init__(self, bucket: Bucket, leases: Leases) -> None:
        super().__init__()
        self._bucket, self._leases = bucket, leases
        self._mirror = Mirror(bucket, self._take)
        self._revisions: dict[str, int] = {}
        """By match that this host serves."""
        self._writing: dict[str, asyncio.Lock] = {}
        self._saves: dict[str, asyncio.Task[None]] = {}

    async def start(self) -> None:
        """Learn which rooms there are. Raises BucketError."""
        await self._mirror.start()

    async def close(self) -> None:
        """Store what is still to be stored, and follow the rooms no longer."""
        await asyncio.gather(*self._saves.values())
        await self._mirror.close()

    def copy_again(self) -> None:
        """The connection to the broker was lost and is back."""
        self._mirror.copy_again()

    def served(self) -> list[Room]:
        return [room for room in self.all() if self._leases.token(room.match)]

    async def adopt(self, match: str) -> Room | None:
        """The room of a match whose lease this host has taken, as it was stored last; None if there
        is none. Raises BucketError."""
        entry = await self._bucket.get(match)
        room = None if entry is None else _read(entry)
        if room is None or entry is None:
            self._rooms.pop(match, None)
            return None
        self._rooms[match], self._revisions[match] = room, entry.revision
        return room

    async def add(self, room: Room) -> None:
        while True:
            try:
                await self._bucket.create(code_key(room.code), room.match.encode())
            except StaleError:
                room.code = self.new_code(room.private)
            else:
                break
        if not await self._leases.take(room.match):
            raise BucketError("the match has a host already")
        self._revisions[room.match] = await self._bucket.create(room.match, _packed(room))
        self._rooms[room.match] = room

    async def write(self, room: Room) -> None:
        async with self._writing.setdefault(room.match, asyncio.Lock()):
            revision = self._revisions.get(room.match)
            if revision is None:
                raise BucketError("another host serves the match")
            try:
                self._revisions[room.match] = await self._leases.write(
                    self._bucket, room.match, _packed(room), revision
                )
            except StaleError:
                self._revisions.pop(room.match, None)
                raise

    async def stored(self, match: str) -> None:
        """Wait until a change that is to be stored soon is stored."""
        while (saving := self._saves.get(match)) is not None:
            await asyncio.wait({saving})
        async with self._writing.setdefault(match, asyncio.Lock()):
            pass

    def save(self, *rooms: Room) -> None:
        for room in rooms:
            if room.match not in self._saves and room.match in self._revisions:
                task = asyncio.get_running_loop().create_task(self._save(room))
                self._saves[room.match] = task

    async def _save(self, room: Room) -> None:
        self._saves.pop(room.match, None)  # a change from now on needs another one
        try:
            await self.write(room)
        except BucketError as error:
            log.error("the room of %s is not saved: %s", room.match, error)

    async def remove(self, match: str) -> bool:
        room = self._rooms.pop(match, None)
        if room is None or self._revisions.pop(match, None) is None:
            return True
        try:
            for key in (match, code_key(room.code)):
                await self._bucket.delete(key)
        except BucketError as error:
            log.error("the room of %s is not removed: %s", match, error)
            return False
        await self._leases.end(match)
        return True

    def forget(self, match: str) -> None:
        """Another host serves a match of this one: what is known of it comes from there."""
        self._revisions.pop(match, None)
        entry = self._mirror.entries.get(match)
        if entry is not None:
            self._take(entry)

    def _take(self, entry: Entry) -> None:
        match = entry.key
        if match.startswith(code_key("")) or match in self._revisions:
            return
        room = _read(entry)
        if room is None:
            self._rooms.pop(match, None)
        else:
            self._rooms[match] = room


def _packed(room: Room) -> bytes:
    return json.dumps(asdict(room)).encode()


def _read(entry: Entry) -> Room | None:
    if entry.value is None:
        return None
    try:
        room = msgspec.json.decode(entry.value, type=Room)
        room.check()
    except ValueError as error:
        log.error("the room of %s cannot be read: %s", entry.key, error)
        return None
    return room
