"""What an error of our own leaves behind: a line on the terminal, the rest in the log file."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from typing import Any

from caravan_tui import paths
from caravan_tui.i18n import _
from caravan_tui.terminal.compat import RobustApp
from caravan_tui.terminal.log_files import FILE

log = logging.getLogger(__name__)


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
