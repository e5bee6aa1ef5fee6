"""The server's log: a JSON object a line, rotated, without keys, codes or what was said."""

from __future__ import annotations

import json
import logging
import time
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

LARGEST = 2_000_000
KEPT = 5
"""Bytes of a log file, and how many old ones there are."""


class Journal:
    """Writes events, and the warnings of every module, to one file."""

    def __init__(self, path: Path) -> None:
        """Raises OSError if the folder cannot be written."""
        self._handler = RotatingFileHandler(
            path, maxBytes=LARGEST, backupCount=KEPT, encoding="utf-8"
        )
        self._handler.setFormatter(_Lines())
        self._log = logging.Logger("caravan_tui.server", logging.INFO)
        self._log.addHandler(self._handler)
        logging.getLogger().addHandler(self._handler)  # whose level is WARNING
        logging.getLogger("asyncssh").setLevel(logging.ERROR)

    def write(self, name: str, /, **facts: Any) -> None:
        """One event."""
        self._log.info(name, extra={"facts": facts})

    def close(self) -> None:
        """No more lines."""
        logging.getLogger().removeHandler(self._handler)
        self._handler.close()


class _Lines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
        }
        facts = getattr(record, "facts", None)
        if facts is None:
            line |= {
                "event": "log",
                "level": record.levelname.lower(),
                "from": record.name,
                "text": record.getMessage(),
            }
            if record.exc_info:
                line["trace"] = self.formatException(record.exc_info)
        else:
            line |= {"event": record.msg, **facts}
        return json.dumps(line, default=str)
