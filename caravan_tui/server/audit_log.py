"""The server's audit log: a JSON object a line, rotated, without keys, codes or chat."""

from __future__ import annotations

import json
import logging
import os
import time
from collections import Counter
from pathlib import Path
from typing import Any

from caravan_tui.bus.bucket import Bucket
from caravan_tui.terminal.log_files import PrivateLogFile

log = logging.getLogger(__name__)

MAX_BYTES = 2_000_000
"""Bytes of a log file before it is rotated."""
BACKUPS = 5
"""Rotated files that are kept."""

STRANGERS = frozenset({"refused", "closed"})
"""Events that a stranger can cause, as often as it likes."""
STRANGERS_PER_SECOND, STRANGERS_BURST = 0.2, 300
"""Lines about each of them, in the long run and at once: two days of nothing else fill two of the
files. The rest is counted."""


class AuditLog:
    """Writes events, and the warnings of every module, to one file."""

    def __init__(self, path: Path) -> None:
        """Raises OSError if the folder cannot be written."""
        self._handler = PrivateLogFile(
            path, maxBytes=MAX_BYTES, backupCount=BACKUPS, encoding="utf-8"
        )
        self._handler.setFormatter(_JsonFormatter())
        self._log = logging.Logger("caravan_tui.server", logging.INFO)
        self._log.addHandler(self._handler)
        logging.getLogger().addHandler(self._handler)  # its level is WARNING
        logging.getLogger("asyncssh").setLevel(logging.ERROR)
        self._limits = {
            name: Bucket(STRANGERS_PER_SECOND, STRANGERS_BURST) for name in sorted(STRANGERS)
        }
        self.omitted = Counter[str]()
        """Events of strangers that came too often to be written, since the last that was."""
        self.counts = Counter[tuple[str, str]]()
        """How often each event happened, by its name and its fact `what`, also where it was
        omitted."""

    def write(self, name: str, /, **facts: Any) -> None:
        """Write an event, or count it if strangers cause it too often: they may not flush the log
        of what happened before."""
        self.counts[name, str(facts.get("what", ""))] += 1
        limit = self._limits.get(name)
        if limit is not None and not limit.take():
            self.omitted[name] += 1
            return
        if self.omitted[name]:
            facts["omitted"] = self.omitted.pop(name)
        self._log.info(name, extra={"facts": facts})

    def write_crash(self, error: Exception) -> str:
        """Write an unexpected error with its traceback. Returns the reference number under which
        an administrator finds it."""
        number = os.urandom(4).hex()
        log.error("crash %s", number, exc_info=error)
        self.write("crash", number=number, kind=type(error).__name__)
        return number

    def close(self) -> None:
        """Stop logging."""
        logging.getLogger().removeHandler(self._handler)
        self._handler.close()


class _JsonFormatter(logging.Formatter):
    """Formats a record as one line of JSON."""

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
