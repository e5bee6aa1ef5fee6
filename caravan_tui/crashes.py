"""What an error of our own leaves behind: a line on the terminal, the rest in the log file."""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING, Any

from caravan_tui import folders
from caravan_tui.words import _

if TYPE_CHECKING:
    from textual.app import App

log = logging.getLogger(__name__)

FILE = "caravan_tui.log"
"""The newest log in the log folder."""


def set_up_log() -> None:
    """Log to a file in the log folder; the terminal is the app's."""
    from logging.handlers import RotatingFileHandler

    try:
        folders.logs().mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = RotatingFileHandler(
            folders.logs() / FILE, maxBytes=500_000, backupCount=3, encoding="utf-8"
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)


def quiet_crashes(app: App[Any], remote: bool = False) -> None:
    """A crash is one line and a number in the log, never a traceback on the terminal; `remote`:
    nor where the log is."""

    def handle(error: Exception) -> None:
        number = os.urandom(4).hex()
        log.error("crash %s", number, exc_info=getattr(error, "error", error))
        file = folders.logs() / FILE
        where = "" if remote else _(" in {file}").format(file=file)
        app._return_code = 1
        app._exit_renderables = [
            _(
                "caravan-tui stopped because of an error of its own (number {number}{where}). "
                "Your match is saved; start again and choose Continue."
            ).format(number=number, where=where)
        ]
        app._close_messages_no_wait()

    app._handle_exception = handle  # type: ignore[method-assign]
