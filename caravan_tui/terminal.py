"""What can be known of the terminal before anything is drawn."""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Mapping

from caravan_tui.words import _


def poor_terminal(environment: Mapping[str, str] | None = None) -> bool:
    """Whether this terminal is known to lack line drawing or UTF-8."""
    given = os.environ if environment is None else environment
    if given.get("TERM", "") in ("vt100", "vt220", "ansi"):
        return True
    spoken = given.get("LC_ALL") or given.get("LC_CTYPE") or given.get("LANG") or ""
    if not spoken or spoken in ("C", "POSIX"):
        return "utf" not in (sys.stdout.encoding or locale.getpreferredencoding()).lower()
    return "utf" not in spoken.lower()


def no_terminal() -> str | None:
    """Why no app can be shown here, as a line for the user; None if it can."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):  # Textual draws on stderr
        return _("caravan-tui needs a terminal, not a pipe or file. Try: caravan-tui games")
    term = os.environ.get("TERM", "")
    if term in ("dumb", "unknown", ""):
        return _("caravan-tui cannot draw on a terminal of the kind TERM='{term}'.").format(
            term=term
        )
    return None
