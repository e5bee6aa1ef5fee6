"""How much the folder of one user may hold, where many share a disk."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from attrs import frozen

from caravan_tui.engine import Sentence
from saves.listing import SUFFIX


@frozen
class Quota:
    """The most that a store's home may hold; 0: any number."""

    matches: int = 0
    """Saved matches; as many more in the trash."""
    size: int = 0
    """Bytes of all files."""

    def problem(self, home: Path) -> Sentence | None:
        """Why there is no room for another match; None if there is. What is in the trash makes room
        first, the oldest matches before the others."""
        sizes = _sizes(home)
        matches = [path for path in sizes if path.parent == home / "matches" and _is_match(path)]
        if self.matches:
            self._shorten_trash(home, sizes)
            if len(matches) >= self.matches:
                return Sentence("too_many_saved", {"count": len(matches)})
        if self.size:
            self._make_room(home, sizes)
            if sum(sizes.values()) >= self.size:
                return Sentence("no_space_left", {"size": self.size >> 20})
        return None

    def _shorten_trash(self, home: Path, sizes: dict[Path, int]) -> None:
        """Keep no more matches in the trash than may be saved."""
        trash = _oldest_first(home / "trash", sizes)
        for path in trash[: max(0, len(trash) - self.matches)]:
            _remove(path, sizes)

    def _make_room(self, home: Path, sizes: dict[Path, int]) -> None:
        """Remove matches from the trash until the rest fits."""
        for path in _oldest_first(home / "trash", sizes):
            if sum(sizes.values()) < self.size:
                return
            _remove(path, sizes)


def _is_match(path: Path) -> bool:
    return path.suffix == SUFFIX


def _sizes(home: Path) -> dict[Path, int]:
    """The size of every file below a folder. What cannot be read counts nothing."""
    sizes = {}
    for folder, _folders, names in os.walk(home):
        for name in names:
            path = Path(folder, name)
            with contextlib.suppress(OSError):
                sizes[path] = path.lstat().st_size
    return sizes


def _oldest_first(folder: Path, sizes: dict[Path, int]) -> list[Path]:
    """The matches among these files that are in a folder, by when they came there."""
    dates = {}
    for path in sizes:
        if path.parent == folder and _is_match(path):
            with contextlib.suppress(OSError):
                dates[path] = path.lstat().st_mtime
    return sorted(dates, key=lambda path: (dates[path], path.name))


def _remove(path: Path, sizes: dict[Path, int]) -> None:
    with contextlib.suppress(OSError):
        path.unlink()
        del sizes[path]
