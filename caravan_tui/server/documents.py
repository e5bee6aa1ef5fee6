"""What people's competitions rest on: documents that are changed whole, and kept one by one."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from caravan_tui import files

log = logging.getLogger(__name__)

T = TypeVar("T")

MAX_BYTES = 4 << 20
"""Of a document."""
_KEY = re.compile(r"[a-z0-9]+(?:[._-][a-z0-9]+)*")


class Documents:
    """Documents by key. Where they are stored is the matter of the classes below it."""

    def __init__(self) -> None:
        self.on_change: list[Callable[[str], None]] = []
        """Called with the key of a document that has changed, also at another host."""

    def get(self, key: str) -> bytes | None:
        """A document as it was stored last; None if there is none."""
        raise NotImplementedError

    def keys(self, prefix: str) -> list[str]:
        """The keys that begin like this, sorted."""
        raise NotImplementedError

    async def change(
        self, key: str, revise: Callable[[bytes | None], bytes | None]
    ) -> bytes | None:
        """Store what `revise(document)` makes of a document, and return it; None removes it.
        `revise` is called again if another host was quicker. Raises OSError, and what `revise`
        raises; then nothing is changed."""
        raise NotImplementedError

    async def add(self, key: str, document: bytes) -> bytes:
        """Store a document, unless there is one; the one that there is. Raises OSError."""
        return await self.change(key, lambda before: before or document) or b""

    async def set_aside(self, key: str) -> None:
        """Put away a document that cannot be read, for the administrator. Raises OSError."""
        raise NotImplementedError


class FolderDocuments(Documents):
    """The documents of one server, a file each."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._all: dict[str, bytes] = {}
        if folder.is_dir():
            files.sweep(folder)
            for path in sorted(folder.glob("*.json")):
                if not _KEY.fullmatch(path.stem):
                    continue
                try:
                    self._all[path.stem] = files.read(path, MAX_BYTES)
                except OSError as error:
                    log.error("%s cannot be read: %s", path, error)

    def get(self, key: str) -> bytes | None:
        return self._all.get(key)

    def keys(self, prefix: str) -> list[str]:
        return sorted(key for key in self._all if key.startswith(prefix))

    async def change(
        self, key: str, revise: Callable[[bytes | None], bytes | None]
    ) -> bytes | None:
        before = self._all.get(key)
        after = revise(before)
        if after == before:
            return after
        if after is None:
            self._path(key).unlink(missing_ok=True)
            self._all.pop(key, None)
        else:
            files.make_folder(self._folder)
            files.write(self._path(key), after)
            self._all[key] = after
        for handler in self.on_change:
            handler(key)
        return after

    async def set_aside(self, key: str) -> None:
        path = self._path(key)
        path.rename(path.with_suffix(f".damaged-{int(time.time())}"))
        self._all.pop(key, None)

    def _path(self, key: str) -> Path:
        if not _KEY.fullmatch(key):
            raise ValueError(f"not a key: {key}")
        return self._folder / f"{key}.json"


class Shelf(Generic[T]):
    """The documents of one kind, typed."""

    def __init__(self, documents: Documents, prefix: str, kind: type[T]) -> None:
        """`prefix`: what the keys of this kind begin with."""
        self._documents, self._prefix, self._kind = documents, prefix, kind
        self._read: dict[str, tuple[bytes, T]] = {}
        """By key: what was read, and what it says."""

    def get(self, name: str) -> T | None:
        """The document of this name; None if there is none, or if it is damaged."""
        key = self._prefix + name
        data = self._documents.get(key)
        if data is None:
            self._read.pop(key, None)
            return None
        known = self._read.get(key)
        if known is None or known[0] != data:
            try:
                known = data, self._decode(data)
            except (msgspec.MsgspecError, ValueError, RecursionError) as error:
                log.error("the document %s cannot be read: %s", key, error)
                return None
            self._read[key] = known
        return known[1]

    def all(self) -> dict[str, T]:
        """All that can be read, by name."""
        names = [key.removeprefix(self._prefix) for key in self._documents.keys(self._prefix)]
        return {name: document for name in names if (document := self.get(name)) is not None}

    async def change(self, name: str, revise: Callable[[T | None], T]) -> T:
        """Store what `revise(document)` makes of a document, and return it; see `Documents`. A
        damaged one is set aside first."""
        key = self._prefix + name
        if self._documents.get(key) is not None and self.get(name) is None:
            await self._documents.set_aside(key)

        def revise_bytes(data: bytes | None) -> bytes:
            return msgspec.json.encode(revise(None if data is None else self._decode(data)))

        data = await self._documents.change(key, revise_bytes)
        assert data is not None
        return self._decode(data)

    async def remove(self, name: str) -> None:
        """Remove a document, if it exists. Raises OSError."""
        await self._documents.change(self._prefix + name, lambda _data: None)

    def _decode(self, data: bytes) -> T:
        return msgspec.json.decode(data, type=self._kind)
