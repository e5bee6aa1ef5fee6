"""Log files that only their owner may read."""

from __future__ import annotations

import logging
import os
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from caravan_tui import files, paths

FILE = "caravan_tui.log"
"""The newest log in the log folder."""


def open_private(path: Path) -> int:
    """The descriptor of a file to append to, with the rights 0600 whatever the umask, and whatever
    it had before. Raises OSError."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | files.EXACT, 0o600)
    path.chmod(0o600)
    return handle


class PrivateLogFile(RotatingFileHandler):
    """A rotated log file that only its owner may read."""

    def _open(self) -> TextIOWrapper:
        return os.fdopen(open_private(Path(self.baseFilename)), "a", encoding=self.encoding)


def set_up_log() -> None:
    """Log to a file in the log folder; the terminal is the app's."""
    try:
        paths.logs().mkdir(mode=0o700, parents=True, exist_ok=True)
        handler: logging.Handler = PrivateLogFile(
            paths.logs() / FILE, maxBytes=500_000, backupCount=3, encoding="utf-8"
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
