"""The folders of accounts, kept in the broker.

A folder lies in the server's own home while its account is connected there, and every change of it
goes to the broker: what must not be lost at once, all else within a second. The broker has a list
of the files of each account, and their contents by digest. The list is written by compare-and-set,
so a host whose account has gone on elsewhere can change nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path, PurePosixPath

import msgspec
from attrs import define, field

from caravan_tui import files
from caravan_tui.cluster.buckets import Bucket, BucketError, StaleError, until_answered
from caravan_tui.server.homes import Homes

log = logging.getLogger(__name__)

PUSH_SECONDS = 1.0
"""Between two looks for what a session has changed."""
PIECE = 512 << 10
"""Bytes of a file that the broker gets at once."""
ACCOUNT_FILE = "account.json"


class _File(msgspec.Struct, frozen=True):
    digest: str
    pieces: int


_List = dict[str, _File]
"""By path below the folder of the account."""


@define
class _Home:
    """The folder of an account that is connected here."""

    folder: Path
    revision: int
    """Of its list in the broker."""
    listed: _List
    stamps: dict[str, tuple[int, int]] = field(factory=dict)
    """Size and time of the files that are known to be as listed."""
    order: asyncio.Lock = field(factory=asyncio.Lock)
    unanswered: bytes = b""
    """What was written last without an answer: the broker may have it."""


class ClusterHomes(Homes):
    """Fetches the folder of an account that signs in, and stores what is changed in it."""

    def __init__(
        self, lists: Bucket, contents: Bucket, folder: Path, on_lost: Callable[[str], None]
    ) -> None:
        """`folder`: with that of each account; `on_lost(account)` is called when an account has
        gone on at another host."""
        self._lists, self._contents, self._folder = lists, contents, folder
        self._on_lost = on_lost
        self.on_open: Callable[[str], Awaitable[None]] | None = None
        """Awaited once the folder of an account is here."""
        self._homes: dict[str, _Home] = {}
        self._pushing: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look for changes from now on."""
        self._pushing = asyncio.get_running_loop().create_task(self._keep_pushing(), name="homes")

    async def stop(self) -> None:
        """Store what is changed, and look no longer."""
        if self._pushing is not None:
            self._pushing.cancel()
        for account in list(self._homes):
            await self.close(account)

    def is_open(self, account: str) -> bool:
        """Whether the folder of an account is here."""
        return account in self._homes

    async def open(self, account: str, is_here: bool = False) -> None:
        """See `Homes.open`. `is_here`: the folder is as it should be, and the broker has none."""
        folder = self._folder / account
        await asyncio.to_thread(folder.mkdir, mode=0o700, parents=True, exist_ok=True)
        listed, revision = await until_answered(lambda: self._claim(account))
        home = _Home(folder, revision, listed)
        if not is_here:
            await self._fetch(account, home)
        self._homes[account] = home
        if self.on_open is not None:
            await self.on_open(account)

    async def _claim(self, account: str) -> tuple[_List, int]:
        """The list of an account, which is written anew, with its revision: nothing that another
        host has under way is accepted from here on."""
        entry = await self._lists.get(account)
        if entry is None or entry.value is None:
            return {}, await self._lists.create(account, msgspec.json.encode({}))
        listed = msgspec.json.decode(entry.value, type=_List)
        return listed, await self._lists.update(account, entry.value, entry.revision)

    async def _fetch(self, account: str, home: _Home) -> None:
        present = await asyncio.to_thread(_digests, home.folder)
        for name, (digest, stamp) in present.items():
            if name not in home.listed:
                with contextlib.suppress(OSError):
                    await asyncio.to_thread((home.folder / name).unlink)
            elif digest == home.listed[name].digest:
                home.stamps[name] = stamp
        for name, file in home.listed.items():
            if name in home.stamps:
                continue
            if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
                log.error("the list of %s names %r", account, name)
                continue
            data = b""
            for number in range(file.pieces):
                key = _piece(account, file, number)
                piece = await until_answered(partial(self._contents.get, key))
                data += (piece and piece.value) or b""
            if sha256(data).hexdigest() != file.digest:
                log.error("%s of %s is not in the broker as listed", name, account)
                continue
            path = home.folder / name
            await asyncio.to_thread(path.parent.mkdir, mode=0o700, parents=True, exist_ok=True)
            await asyncio.to_thread(files.write, path, data)
            home.stamps[name] = _stamp(path)

    async def saved(self, account: str) -> None:
        home = self._homes.get(account)
        if home is not None:
            await self._push(account, home)

    async def close(self, account: str) -> None:
        home = self._homes.get(account)
        if home is None:
            return
        try:
            await self._push(account, home)
        except BucketError as error:
            log.warning("the last changes of %s are not stored: %s", account, error)
        self._homes.pop(account, None)

    async def _keep_pushing(self) -> None:
        while True:
            await asyncio.sleep(PUSH_SECONDS)
            for account, home in list(self._homes.items()):
                try:
                    await self._push(account, home)
                except BucketError as error:
                    log.warning("the changes of %s are not stored yet: %s", account, error)

    async def _push(self, account: str, home: _Home) -> None:
        """Store what has changed. Raises BucketError."""
        async with home.order:
            changed = await asyncio.to_thread(lambda: list(_changed(home)))
            if not changed:
                return
            listed = dict(home.listed)
            for name, stamp, data in changed:
                if data is None:
                    listed.pop(name, None)
                    home.stamps.pop(name, None)
                    continue
                pieces = [data[start : start + PIECE] for start in range(0, len(data), PIECE)]
                file = _File(sha256(data).hexdigest(), len(pieces))
                for number, piece in enumerate(pieces):
                    await self._contents.put(_piece(account, file, number), piece)
                listed[name], home.stamps[name] = file, stamp
            try:
                home.revision = await self._store(account, home, msgspec.json.encode(listed))
            except StaleError:
                self._homes.pop(account, None)
                self._on_lost(account)
                raise
            old, home.listed = home.listed, listed
            await self._remove_unused(account, old, listed)

    async def _store(self, account: str, home: _Home, value: bytes) -> int:
        """Write the list of an account, and return its revision. Raises StaleError if another host
        has written it, BucketError."""
        try:
            return await self._lists.update(account, value, home.revision)
        except StaleError:
            # Another host, or this one at the last try, whose answer was lost.
            entry = await self._lists.get(account)
            if entry is None or entry.value is None or entry.value != home.unanswered:
                raise
            return await self._lists.update(account, value, entry.revision)
        except BucketError:
            home.unanswered = value
            raise

    async def _remove_unused(self, account: str, old: _List, new: _List) -> None:
        used = {file.digest for file in new.values()}
        for file in old.values():
            if file.digest not in used:
                with contextlib.suppress(BucketError):
                    for number in range(file.pieces):
                        await self._contents.delete(_piece(account, file, number))


def _piece(account: str, file: _File, number: int) -> str:
    return f"{account}.{file.digest}.{number}"


def _stamp(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_size, status.st_mtime_ns


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    """The files that are kept, by path below the folder: no locks and no drafts."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not path.name.startswith(".") and name != ACCOUNT_FILE:
            yield name, path


def _digests(folder: Path) -> dict[str, tuple[str, tuple[int, int]]]:
    stamps = {}
    for name, path in _files(folder):
        with contextlib.suppress(OSError):
            stamp = _stamp(path)
            stamps[name] = sha256(path.read_bytes()).hexdigest(), stamp
    return stamps


def _changed(home: _Home) -> Iterator[tuple[str, tuple[int, int], bytes | None]]:
    """The files that are not as listed, with what they hold; None: they are gone."""
    present = set()
    for name, path in _files(home.folder):
        with contextlib.suppress(OSError):
            stamp = _stamp(path)
            present.add(name)
            if home.stamps.get(name) != stamp:
                yield name, stamp, path.read_bytes()
    for name in home.listed.keys() - present:
        yield name, (0, 0), None
