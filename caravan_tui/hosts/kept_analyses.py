"""Analyses of finished matches in the cache folder, so that none is made twice.

A file holds one analysis that has run to its end, compressed, behind a checksum. What is lost or
damaged is searched again.
"""

from __future__ import annotations

import contextlib
import logging
import zlib
from hashlib import blake2b
from pathlib import Path
from typing import Final

import msgspec

from ai.analysis import Analysis
from caravan_tui import files, i18n, paths
from caravan_tui.engine import Match

log = logging.getLogger(__name__)

FORMAT: Final = 1
"""Counted up when an analysis means something else than before: older files are forgotten then."""

MOST_FILES: Final = 40
"""Files that are kept, those that were written last."""

MOST_BYTES: Final = 1 << 20
"""Of a file, and a sixteenth of what it may hold uncompressed."""

_SUM_BYTES: Final = 16


class KeptAnalyses:
    """The analyses that one user has waited for."""

    def __init__(self, folder: Path | None = None) -> None:
        """`folder`: where they are; by default below the user's cache folder."""
        self._folder = paths.cache() / "analyses" if folder is None else folder

    def read(self, match: Match, seat: int | None) -> Analysis | None:
        """The analysis of a seat's decisions in a match, or with None of everyone's; None if there
        is none in the user's language."""
        file = self._file(match, seat)
        try:
            return _decoded(files.read(file, MOST_BYTES + 1))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, zlib.error) as error:
            log.warning("analysis of %s: %s", match.record.id, error)
            return None

    def keep(self, match: Match, seat: int | None, analysis: Analysis) -> None:
        """Write an analysis that has run to its end; the oldest files make room for it. Where it
        can't be written it is not kept."""
        data = _encoded(analysis)
        if len(data) > MOST_BYTES:
            return
        try:
            files.make_folder(self._folder)
            files.sweep(self._folder)
            files.write(self._file(match, seat), data)
            self._remove_oldest()
        except OSError as error:
            log.warning("analysis of %s: %s", match.record.id, error)

    def _file(self, match: Match, seat: int | None) -> Path:
        """Named after all that the analysis depends on: a match may come from somebody else, under
        any name."""
        record = match.record
        seed = str(record.seed)
        parts = (FORMAT, record.id, record.game, record.rules, seed, record.log, match.names)
        name = msgspec.msgpack.encode((*parts, seat, i18n.language()))
        return self._folder / f"{blake2b(name, digest_size=_SUM_BYTES).hexdigest()}.analysis"

    def _remove_oldest(self) -> None:
        """Leave no more files than may be kept."""
        times = [(file.stat().st_mtime, file) for file in self._folder.glob("*.analysis")]
        for _time, file in sorted(times)[:-MOST_FILES]:
            with contextlib.suppress(FileNotFoundError):
                file.unlink()


def _encoded(analysis: Analysis) -> bytes:
    packed = zlib.compress(msgspec.msgpack.encode(analysis))
    return blake2b(packed, digest_size=_SUM_BYTES).digest() + packed


def _decoded(data: bytes) -> Analysis:
    """Raises ValueError or zlib.error if a file is not as it was written."""
    expected, packed = data[:_SUM_BYTES], data[_SUM_BYTES:]
    if blake2b(packed, digest_size=_SUM_BYTES).digest() != expected:
        raise ValueError("the file is damaged")
    unpacking = zlib.decompressobj()
    plain = unpacking.decompress(packed, 16 * MOST_BYTES)
    if not unpacking.eof:
        raise ValueError("the file is too large")
    return msgspec.msgpack.decode(plain, type=Analysis)
