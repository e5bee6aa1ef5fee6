"""What an error of our own leaves behind: a line on the terminal, the rest in the log file."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from typing import Any

from caravan_tui import paths
from caravan_tui.i18n import _
from caravan_tui.terminal.compat import RobustApp

log = logging.getLogger(__name__)

FILE = "caravan_tui.log"
"""The newest log in the log folder."""


def set_up_log() -> None:
    """Log to a file in the log folder; the terminal is the app's."""
    from caravan_tui.terminal.log_files import PrivateLogFile  # not needed for the command line

    try:
        paths.logs().mkdir(mode=0o700, parents=True, exist_ok=True)
        handler: logging.Handler = PrivateLogFile(
            paths.logs() / FILE, maxBytes=500_000, backupCount=3, encoding="utf-8"
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)


def install_crash_handler(
    app: RobustApp[Any], is_match_open: Callable[[], bool], remote: bool = False
) -> None:
    """Make a crash one line on the terminal, with a number that the log names, and no traceback.

    `is_match_open()`: whether to say that the match is saved; `remote`: do not say where the log
    is.
    """

    def describe(error: Exception) -> str:
        number = os.urandom(4).hex()
        log.error("crash %s", number, exc_info=getattr(error, "error", error))
        file = paths.logs() / FILE
        where = "" if remote else _(" in {file}").format(file=file)
        text = _(
            "caravan-tui stopped because of an internal error (number {number}{where})."
        ).format(number=number, where=where)
        if is_match_open():
            text += " " + _("Your match is saved. Start again and choose Continue.")
        return text

    app.describe_crash = describe
